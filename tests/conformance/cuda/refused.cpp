// Calls that the driver refuses leave no trace: what was idle stays idle, what was pending stays
// pending.
// Covers: errors are returned to the caller, and a query's answer is the driver's word afterwards.
#include "common.h"

int main(int count, char **arguments) {
  begin(count, arguments);
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream blocking = make_stream(CU_STREAM_DEFAULT);
  Chain chain;

  // A stream that was waited for is not busy because of a launch that never was.
  int accepted = 0, busy = 0;
  for (int i = 0; i < 300; ++i) {
    const CUstream on = i % 3 == 0 ? nullptr : i % 3 == 1 ? stream : blocking;
    spin(pace(i) / 2, on);
    chain.step(i, on);
    MUST(cu.StreamSynchronize(on));
    accepted += launch(kernels.spin, 0, 1, on, uint64_t{1000}) == CUDA_SUCCESS;
    accepted += cu.LaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, on, nullptr, nullptr) == CUDA_SUCCESS;
    busy += cu.StreamQuery(on) != CUDA_SUCCESS;
    accepted += cu.StreamWaitEvent(on, nullptr, 0) == CUDA_SUCCESS;
    busy += cu.StreamQuery(on) != CUDA_SUCCESS;
  }
  std::printf("accepted %d, busy %d\n", accepted, busy);
  chain.print("between refusals");

  // Contexts that cannot be destroyed: none, and the primary one.
  Gate gate;
  gate.close(stream);
  for (int i = 0; i < 40; ++i) chain.step(i, stream);
  CUcontext current = nullptr;
  SHOW(cu.StreamQuery(stream));
  SHOW(cu.CtxDestroy(nullptr));
  SHOW(cu.StreamQuery(stream));
  SHOW(cu.CtxDestroy(primary));
  SHOW(cu.StreamQuery(stream));
  SHOW(cu.CtxGetCurrent(&current));
  SHOW(current == primary);
  SHOW(cu.StreamDestroy(nullptr));
  SHOW(cu.DevicePrimaryCtxRelease(99));
  SHOW(cu.DevicePrimaryCtxReset(99));
  SHOW(cu.StreamQuery(stream));
  gate.open();
  SHOW(cu.StreamSynchronize(stream));
  for (int i = 0; i < 60; ++i) {
    spin(pace(i), stream);
    chain.step(i, stream);
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("after refusals");
}
