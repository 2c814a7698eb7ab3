// The primary context: retained and released by several, reset with work pending, used again.
// Covers: a context that goes takes its streams with it, and its successor starts afresh.
#include "common.h"

void print_state() {
  unsigned flags = 99;
  int active = -1;
  SHOW(cu.DevicePrimaryCtxGetState(device, &flags, &active));
  std::printf("active %d\n", active);
}

void compute(uint64_t seed) {
  const CUstream stream = make_stream(seed % 2 ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT);
  Chain chain;
  for (int i = 0; i < 120; ++i) {
    spin(pace(seed + i), stream);
    chain.step(seed + i, stream);
    if (i % 10 == 0) chain.step(i, seed % 2 ? stream : nullptr);
  }
  SHOW(cu.StreamSynchronize(stream));
  SHOW(cu.StreamSynchronize(nullptr));
  chain.print("computed");
}

int main(int count, char **arguments) {
  find(count, arguments);
  SHOW(cu.Init(0));
  SHOW(cu.DeviceGet(&device, 0));
  print_state();
  use_primary();
  print_state();
  compute(1);

  // Others who retain it keep it alive.
  CUcontext again = nullptr;
  SHOW(cu.DevicePrimaryCtxRetain(&again, device));
  SHOW(again == primary);
  SHOW(cu.DevicePrimaryCtxRelease(device));
  print_state();
  compute(2);

  // The last release ends it; the next retain makes a new one.
  SHOW(cu.DevicePrimaryCtxRelease(device));
  print_state();
  use_primary();
  print_state();
  compute(3);

  // A reset ends it at once, with work pending.
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  for (int i = 0; i < 20; ++i) spin(500, i % 2 ? stream : nullptr);
  SHOW(cu.DevicePrimaryCtxReset(device));
  print_state();
  use_primary();
  print_state();
  compute(4);
  compute(5);
  SHOW(cu.CtxSynchronize(primary));
  SHOW(cu.DevicePrimaryCtxRelease(device));
}
