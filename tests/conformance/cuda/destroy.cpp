// Streams, events and modules destroyed while their work is pending: the work completes all the
// same.
// Covers: cuModuleUnload and cuStreamDestroy wait for pending users or leave them be; cuMemFree
// waits only where the driver does.
#include "common.h"

constexpr int kRounds = 80;

int main(int count, char **arguments) {
  begin(count, arguments);
  const CUstream keeper = make_stream(CU_STREAM_NON_BLOCKING);

  // A short-lived stream and event in each round; only the keeper ever waits for them.
  Chain chain;
  for (int i = 0; i < kRounds; ++i) {
    const CUstream brief = make_stream(i % 2 ? CU_STREAM_DEFAULT : CU_STREAM_NON_BLOCKING);
    const CUevent before = make_event();
    const CUevent after = make_event();
    MUST(cu.EventRecord(before, keeper));
    MUST(cu.StreamWaitEvent(brief, before, 0));
    MUST(cu.EventDestroy(before));
    for (int k = 0; k < 5; ++k) {
      spin(pace(5 * i + k), brief);
      chain.step(5 * i + k, brief);
    }
    MUST(cu.EventRecord(after, brief));
    MUST(cu.StreamDestroy(brief));
    MUST(cu.StreamWaitEvent(keeper, after, 0));
    MUST(cu.EventDestroy(after));
    chain.step(1000 + i, keeper);
  }
  SHOW(cu.StreamSynchronize(keeper));
  chain.print("streams and events");

  // A module goes while its kernels are queued.
  for (int i = 0; i < 8; ++i) {
    const Kernels own = load_kernels();
    for (int k = 0; k < 8; ++k) {
      spin(pace(k + i), keeper, own);
      MUST(launch(own.chain, 1, 1, keeper, chain.state, uint64_t(k)));
      chain.expect(k);
    }
    MUST(cu.ModuleUnload(own.module));
    chain.step(100 + i, keeper);
  }
  SHOW(cu.StreamSynchronize(keeper));
  chain.print("modules");

  // A stream that certainly still has work when it is destroyed.
  Gate gate;
  const CUstream held = make_stream(CU_STREAM_NON_BLOCKING);
  const CUevent after = make_event();
  gate.close(held);
  chain.step(1, held);
  MUST(cu.EventRecord(after, held));
  SHOW(cu.StreamDestroy(held));
  SHOW(cu.EventQuery(after));
  gate.open();
  SHOW(cu.EventSynchronize(after));
  chain.print("held");

  // What a destroyed blocking stream left behind still counts for the default stream.
  Gate second;
  const CUstream blocking = make_stream(CU_STREAM_DEFAULT);
  second.close(blocking);
  chain.step(2, blocking);
  SHOW(cu.StreamDestroy(blocking));
  SHOW(cu.StreamQuery(nullptr));
  second.open();
  SHOW(cu.StreamSynchronize(nullptr));
  SHOW(cu.StreamQuery(nullptr));
  chain.print("left behind");

  // cuCtxSynchronize and cuMemFree wait for streams that nobody can name any more.
  const CUdeviceptr block = device_bytes(8000);
  const CUstream last = make_stream(CU_STREAM_NON_BLOCKING);
  for (int i = 0; i < 60; ++i) {
    spin(pace(i), last);
    chain.step(i, last);
    MUST(cu.MemsetD8Async(block, i, 8000, last));
  }
  SHOW(cu.StreamDestroy(last));
  SHOW(cu.MemFree(block));
  SHOW(cu.CtxSynchronize(primary));
  chain.print("context");
}
