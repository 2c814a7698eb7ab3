// Waits by asking again and again instead of synchronizing.
#include <unistd.h>

#include "common.h"

constexpr int kBatches = 40;

template <class Query>
sxResult poll(Query query) {
  sxResult result;
  while ((result = query()) == SX_ERROR_NOT_READY) usleep(50);
  return result;
}

int main() {
  SHOW(sxInit(0));
  const sxStream a = make_stream(SX_STREAM_NON_BLOCKING);
  const sxStream b = make_stream(SX_STREAM_DEFAULT);
  const sxEvent event = make_event();
  Chain by_stream;
  Chain by_event;
  Chain by_default;

  int failures = 0;
  uint64_t seen = 0;
  for (int batch = 0; batch < kBatches; ++batch) {
    for (int i = 0; i < 12; ++i) {
      timed(pace(batch * 12 + i), a);
      by_stream.step(batch * 12 + i, a);
    }
    failures += poll([&] { return sxStreamQuery(a); }) != SX_OK;

    for (int i = 0; i < 6; ++i) {
      timed(pace(batch + i) / 2, b);
      by_event.step(batch * 6 + i, b);
    }
    uint64_t copy = 0;
    MUST(sxMemcpyAsync(&copy, by_event.state, sizeof copy, b));
    MUST(sxEventRecord(event, b));
    timed(200, b);  // the event does not wait for what follows it
    failures += poll([&] { return sxEventQuery(event); }) != SX_OK;
    seen = chained(seen, copy);

    by_default.step(batch, nullptr);
    failures += poll([] { return sxStreamQuery(nullptr); }) != SX_OK;
    if (sxStreamQuery(b) != SX_OK) ++failures;  // the default stream has waited for it
  }
  std::printf("failures %d\n", failures);
  std::printf("seen %016" PRIx64 "\n", seen);
  by_stream.print("stream");
  by_event.print("event");
  by_default.print("default");

  // Once ready, always ready.
  SHOW(sxStreamQuery(a));
  SHOW(sxEventQuery(event));
  SHOW(sxStreamQuery(nullptr));
}
