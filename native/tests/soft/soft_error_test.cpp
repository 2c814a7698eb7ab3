// Wrong arguments, the fault that sticks, and fork().
#include "tests/soft/soft_test.h"

namespace {

void arguments() {
  sxStream s = new_stream();
  sxKernel k = kernel("fill"), unknown = nullptr;
  sxFillArgs empty{nullptr, 0, 1}, null{nullptr, 1, 1};
  int dummy = 0;
  CHECK_EQ(sxGetKernel(&unknown, "nothing"), SX_ERROR_INVALID);
  CHECK_EQ(sxLaunchKernel(nullptr, &empty, sizeof empty, s), SX_ERROR_INVALID);
  CHECK_EQ(sxLaunchKernel(reinterpret_cast<sxKernel>(&dummy), &empty, sizeof empty, s),
           SX_ERROR_INVALID);
  CHECK_EQ(sxLaunchKernel(k, &empty, sizeof empty - 1, s), SX_ERROR_INVALID);
  CHECK_EQ(sxLaunchKernel(k, nullptr, sizeof empty, s), SX_ERROR_INVALID);
  CHECK_EQ(sxLaunchKernel(k, &null, sizeof null, s), SX_ERROR_INVALID);
  CHECK_EQ(sxLaunchKernel(k, &empty, sizeof empty, s), SX_OK);
  CHECK_EQ(sxMemcpy(nullptr, &dummy, 1), SX_ERROR_INVALID);
  CHECK_EQ(sxMemcpy(nullptr, nullptr, 0), SX_OK);
  CHECK_EQ(sxMemsetAsync(nullptr, 0, 1, s), SX_ERROR_INVALID);
  CHECK_EQ(sxLaunchHostFunc(s, nullptr, nullptr), SX_ERROR_INVALID);
  CHECK_EQ(sxStreamCreate(nullptr, 0), SX_ERROR_INVALID);
  CHECK_EQ(sxStreamCreate(&s, 2), SX_ERROR_INVALID);
  CHECK_EQ(sxStreamDestroy(nullptr), SX_ERROR_INVALID);
  CHECK_EQ(sxStreamDestroy(s), SX_OK);
  CHECK_EQ(sxStreamDestroy(s), SX_ERROR_INVALID);
  CHECK_EQ(sxStreamSynchronize(s), SX_ERROR_INVALID);
  CHECK_EQ(sxStreamSynchronize(reinterpret_cast<sxStream>(&dummy)), SX_ERROR_INVALID);
  sxEvent e = new_event();
  CHECK_EQ(sxStreamSynchronize(reinterpret_cast<sxStream>(e)), SX_ERROR_INVALID);
  CHECK_EQ(sxFree(&dummy), SX_ERROR_INVALID);
  for (int r = 0; r < 13; r++) CHECK(strlen(sxGetErrorString(sxResult(r))) > 0);
}

void capabilities() {
  setenv("SOFTXPU_DEVICES", "edge,npu", 1);
  CHECK_EQ(sxInit(0), SX_OK);
  uint32_t word = 0, us = 0;
  CHECK_EQ(sxStreamWaitValue32(nullptr, &word, 0, SX_WAIT_EQUAL), SX_ERROR_UNSUPPORTED);
  CHECK_EQ(sxContextDisable(0, 1), SX_ERROR_UNSUPPORTED);
  CHECK_EQ(sxContextSetTimeslice(1, 1), SX_ERROR_UNSUPPORTED);
  CHECK_EQ(sxContextGetTimeslice(1, &us), SX_ERROR_UNSUPPORTED);
  CHECK_EQ(sxContextDisable(2, 1), SX_ERROR_NO_DEVICE);
}

void fault() {
  sxStream s = new_stream(SX_STREAM_NON_BLOCKING), t = new_stream(SX_STREAM_NON_BLOCKING);
  sxEvent e = new_event();
  sxFaultArgs args{200'000'000};  // behind all calls up to the first that waits
  uint64_t state = 0, out = 0;
  int calls = 0;
  void *p = nullptr;
  CHECK_EQ(sxMalloc(&p, 10), SX_OK);
  CHECK_EQ(launch_timed(t, 3'600'000'000'000), SX_OK);
  CHECK_EQ(sxLaunchKernel(kernel("fault"), &args, sizeof args, s), SX_OK);
  chain(s, &state, 1);
  CHECK_EQ(sxLaunchHostFunc(s, [](void *c) { ++*static_cast<int *>(c); }, &calls), SX_OK);
  CHECK_EQ(sxStreamWriteValue64(s, &out, 1), SX_OK);
  CHECK_EQ(sxEventRecord(e, s), SX_OK);
  CHECK_EQ(sxStreamSynchronize(s), SX_ERROR_LAUNCH);
  CHECK_EQ(sxStreamSynchronize(t), SX_ERROR_LAUNCH);  // its hour is dropped
  CHECK_EQ(state, 0u);
  CHECK_EQ(calls, 0);
  CHECK_EQ(out, 0u);
  CHECK_EQ(sxEventQuery(e), SX_ERROR_LAUNCH);
  CHECK_EQ(sxEventSynchronize(e), SX_ERROR_LAUNCH);
  CHECK_EQ(sxStreamQuery(t), SX_ERROR_LAUNCH);
  CHECK_EQ(launch_timed(t, 1), SX_ERROR_LAUNCH);
  CHECK_EQ(sxDeviceSynchronize(), SX_ERROR_LAUNCH);
  CHECK_EQ(sxFree(p), SX_ERROR_LAUNCH);
  check::in_child([] {  // others are not affected
    CHECK_EQ(sxInit(0), SX_OK);
    CHECK_EQ(launch_timed(nullptr, 1000), SX_OK);
    CHECK_EQ(sxDeviceSynchronize(), SX_OK);
  });
}

void after_fork() {
  sxStream s = new_stream();
  sxEvent e = new_event();
  void *p = nullptr;
  uint64_t state = 0;
  CHECK_EQ(sxMalloc(&p, 100), SX_OK);
  CHECK_EQ(sxSetDevice(1), SX_OK);
  CHECK_EQ(launch_timed(s, 50'000'000), SX_OK);
  for (int round = 0; round < 3; round++) {
    check::in_child([&] {
      int n = 0, device = -1;
      CHECK_EQ(sxDeviceCount(&n), SX_ERROR_NOT_INITIALIZED);
      CHECK_EQ(sxStreamSynchronize(s), SX_ERROR_FORKED);
      CHECK_EQ(sxInit(0), SX_OK);
      CHECK_EQ(sxGetDevice(&device), SX_OK);
      CHECK_EQ(device, 0);
      CHECK_EQ(sxStreamSynchronize(s), SX_ERROR_FORKED);
      CHECK_EQ(launch_timed(s, 1), SX_ERROR_FORKED);
      CHECK_EQ(sxEventRecord(e, nullptr), SX_ERROR_FORKED);
      CHECK_EQ(sxFree(p), SX_ERROR_FORKED);
      chain(new_stream(), &state, 6);
      CHECK_EQ(sxDeviceSynchronize(), SX_OK);
      CHECK_EQ(state, 6u);
      check::in_child([&] {
        CHECK_EQ(sxStreamSynchronize(s), SX_ERROR_FORKED);
        CHECK_EQ(sxInit(0), SX_OK);
        CHECK_EQ(launch_timed(nullptr, 1000), SX_OK);
        CHECK_EQ(sxDeviceSynchronize(), SX_OK);
      });
    });
  }
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);  // the parent noticed nothing
  CHECK_EQ(sxFree(p), SX_OK);
}

template <class F>
void initialized(F body) {
  check::in_child([=] {
    CHECK_EQ(sxInit(0), SX_OK);
    body();
  });
}

}  // namespace

int main() {
  OwnSegment segment("gpu,npu");
  initialized(arguments);
  initialized(fault);
  initialized(after_fork);
  check::in_child(capabilities);
  return 0;
}
