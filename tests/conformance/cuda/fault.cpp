// A kernel that faults: every call of its process fails from then on, no other process notices.
// Covers: the fault's code is returned to the caller by every call; nothing exits, nothing hangs.
#include "children.h"
#include "common.h"

// Which of its codes a driver gives to a fault depends on the driver; that it is one does not.
#define SHOW_FAILED(...) std::printf("%s %s\n", #__VA_ARGS__, outcome(__VA_ARGS__).c_str())
std::string outcome(CUresult result) {
  if (result == CUDA_ERROR_ILLEGAL_ADDRESS || result == CUDA_ERROR_LAUNCH_FAILED) return "failed";
  return "= " + std::to_string(result);
}

int compute(int count, char **arguments) {
  begin(count, arguments);
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  Chain chain;
  for (int i = 0; i < 250; ++i) {
    spin(pace(i), stream);
    chain.step(i, stream);
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("computed");
  return 0;
}

int fail(int count, char **arguments) {
  begin(count, arguments);
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream bystander = make_stream(CU_STREAM_NON_BLOCKING);
  const CUevent event = make_event();
  Chain chain;
  uint64_t value = 0;
  for (int i = 0; i < 100; ++i) {
    spin(pace(i), stream);
    chain.step(i, stream);
  }
  MUST(cu.StreamSynchronize(stream));
  chain.print("before");
  spin(500, stream);
  SHOW(launch(kernels.fault, 1, 1, stream));
  SHOW_FAILED(cu.StreamSynchronize(stream));
  SHOW_FAILED(cu.StreamSynchronize(stream));
  SHOW_FAILED(cu.StreamQuery(stream));
  SHOW_FAILED(cu.StreamQuery(bystander));
  SHOW_FAILED(cu.StreamSynchronize(bystander));
  SHOW_FAILED(cu.StreamSynchronize(nullptr));
  SHOW_FAILED(cu.CtxSynchronize(primary));
  SHOW_FAILED(launch(kernels.spin, 1, 1, stream, uint64_t{1000}));
  SHOW_FAILED(launch(kernels.spin, 1, 1, nullptr, uint64_t{1000}));
  SHOW_FAILED(cu.EventRecord(event, stream));
  SHOW_FAILED(cu.EventSynchronize(event));
  SHOW_FAILED(cu.MemcpyDtoH(&value, chain.state, sizeof value));
  SHOW_FAILED(cu.MemsetD8Async(chain.state, 0, 8, stream));
  SHOW_FAILED(cu.StreamWriteValue64(stream, chain.state, 0, 0));
  CUstream late = nullptr;
  CUdeviceptr pointer = 0;
  SHOW_FAILED(cu.StreamCreate(&late, 0));
  SHOW_FAILED(cu.MemAlloc(&pointer, 16));
  SHOW_FAILED(cu.MemFree(chain.state));
  return 5;
}

int main(int count, char **arguments) {
  const Child well = start([&] { return compute(count, arguments); });
  const Child faulty = start([&] { return fail(count, arguments); });
  finish("faulty", faulty);
  finish("well", well);
  finish("after it", start([&] { return compute(count, arguments); }));
}
