// The default stream waits for blocking streams and they for it; non-blocking ones stand apart.
#include "common.h"

constexpr int kRounds = 450;

int main() {
  SHOW(sxInit(0));
  const sxStream a = make_stream(SX_STREAM_DEFAULT);
  const sxStream b = make_stream(SX_STREAM_DEFAULT);
  const sxStream apart = make_stream(SX_STREAM_NON_BLOCKING);

  // All of these share one state and no event: only the rule of the default stream orders them.
  Chain ordered;
  Chain free_running;
  for (int i = 0; i < kRounds; ++i) {
    const sxStream blocking = i % 2 ? a : b;
    timed(pace(3 * i), blocking);
    ordered.step(3 * i, blocking);
    timed(pace(3 * i + 1) / 2, nullptr);
    ordered.step(3 * i + 1, nullptr);
    timed(pace(3 * i + 2), apart);
    free_running.step(i, apart);
    if (i % 100 == 99) ordered.print("ordered so far");  // sxMemcpy is of the default stream too
  }
  SHOW(sxStreamSynchronize(nullptr));
  SHOW(sxStreamQuery(nullptr));
  SHOW(sxStreamQuery(a));
  SHOW(sxStreamQuery(b));
  ordered.print("ordered");
  SHOW(sxStreamSynchronize(apart));
  free_running.print("free running");

  // A blocking stream that stands still holds the default stream up, and through it the other
  // blocking stream, but not the non-blocking one.
  Gate gate;
  gate.close(a);
  ordered.step(1000, nullptr);
  ordered.step(1001, b);
  free_running.step(1002, apart);
  SHOW(sxStreamSynchronize(apart));
  SHOW(sxStreamQuery(apart));
  SHOW(sxStreamQuery(a));
  SHOW(sxStreamQuery(nullptr));
  SHOW(sxStreamQuery(b));
  gate.open();
  SHOW(sxStreamSynchronize(b));
  SHOW(sxStreamQuery(nullptr));
  SHOW(sxStreamQuery(a));
  ordered.print("ordered");
  free_running.print("free running");

  // A non-blocking stream that stands still does not hold the default stream up.
  Gate aside;
  aside.close(apart);
  ordered.step(2000, a);
  ordered.step(2001, nullptr);
  SHOW(sxStreamSynchronize(nullptr));
  SHOW(sxStreamQuery(nullptr));
  SHOW(sxStreamQuery(apart));
  ordered.print("ordered");
  aside.open();
  SHOW(sxDeviceSynchronize());
  SHOW(sxStreamQuery(apart));
}
