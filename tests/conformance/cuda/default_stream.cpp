// The legacy default stream waits for blocking streams and they for it; non-blocking ones stand
// apart. It has three names: null, its own handle, and none at all in calls without a stream.
// Covers: the default stream is scheduled; a process is held as a whole, without deadlock.
#include "common.h"

constexpr int kRounds = 450;

int main(int count, char **arguments) {
  begin(count, arguments);
  const CUstream a = make_stream(CU_STREAM_DEFAULT);
  const CUstream b = make_stream(CU_STREAM_DEFAULT);
  const CUstream apart = make_stream(CU_STREAM_NON_BLOCKING);

  // All of these share one state and no event: only the rule of the default stream orders them.
  Chain ordered;
  Chain free_running;
  for (int i = 0; i < kRounds; ++i) {
    const CUstream blocking = i % 2 ? a : b;
    const CUstream legacy = i % 3 ? nullptr : CU_STREAM_LEGACY;
    spin(pace(3 * i), blocking);
    ordered.step(3 * i, blocking);
    spin(pace(3 * i + 1) / 2, legacy);
    ordered.step(3 * i + 1, legacy);
    spin(pace(3 * i + 2), apart);
    free_running.step(i, apart);
    if (i % 90 == 89) ordered.print("ordered so far");  // this copy is of the default stream too
  }
  SHOW(cu.StreamSynchronize(nullptr));
  SHOW(cu.StreamQuery(nullptr));
  SHOW(cu.StreamQuery(CU_STREAM_LEGACY));
  SHOW(cu.StreamQuery(a));
  SHOW(cu.StreamQuery(b));
  ordered.print("ordered");
  SHOW(cu.StreamSynchronize(apart));
  free_running.print("free running");

  // A memset without a stream lies behind the blocking streams and in front of what follows.
  for (int i = 0; i < 20; ++i) {
    spin(100, a);
    ordered.step(i, a);
    MUST(cu.MemsetD32(ordered.state, i, 2));
    ordered.expected = uint64_t(i) << 32 | uint64_t(i);
    ordered.step(i, b);
  }
  SHOW(cu.StreamSynchronize(CU_STREAM_LEGACY));
  ordered.print("memset between");

  // A blocking stream that stands still holds the default stream up, and through it the other
  // blocking stream, but not the non-blocking one.
  Gate gate, aside;
  gate.close(a);
  ordered.step(1000, nullptr);
  ordered.step(1001, b);
  free_running.step(1002, apart);
  SHOW(cu.StreamSynchronize(apart));
  SHOW(cu.StreamQuery(apart));
  SHOW(cu.StreamQuery(a));
  SHOW(cu.StreamQuery(nullptr));
  SHOW(cu.StreamQuery(b));
  gate.open();
  SHOW(cu.StreamSynchronize(b));
  SHOW(cu.StreamQuery(nullptr));
  SHOW(cu.StreamQuery(a));
  ordered.print("ordered");
  free_running.print("free running");

  // A non-blocking stream that stands still does not hold the default stream up.
  aside.close(apart);
  ordered.step(2000, a);
  ordered.step(2001, nullptr);
  SHOW(cu.StreamSynchronize(nullptr));
  SHOW(cu.StreamQuery(nullptr));
  SHOW(cu.StreamQuery(apart));
  ordered.print("ordered");
  aside.open();
  SHOW(cu.CtxSynchronize(primary));
  SHOW(cu.StreamQuery(apart));
}
