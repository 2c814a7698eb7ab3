// Many threads that live for one command on a default stream of their own.
// Covers: per-thread default streams are scheduled, and those of threads that are gone cost
// nothing.
#include <thread>

#include "common.h"

constexpr int kThreads = 1200;

int main(int count, char **arguments) {
  begin(count, arguments);
  Chain chain;
  for (int i = 0; i < kThreads; ++i)
    std::thread([&] {
      MUST(cu.CtxSetCurrent(primary));
      if (i % 4 == 0) spin(pace(i), CU_STREAM_PER_THREAD);
      chain.step(i, CU_STREAM_PER_THREAD);
      MUST(cu.StreamSynchronize(CU_STREAM_PER_THREAD));
    }).join();
  chain.print("one after another");

  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  for (int i = 0; i < 100; ++i) chain.step(i, stream);
  SHOW(cu.StreamSynchronize(stream));
  chain.print("afterwards");
  SHOW(cu.CtxSynchronize(primary));
}
