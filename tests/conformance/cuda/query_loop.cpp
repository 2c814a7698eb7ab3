// Waits by asking again and again instead of synchronizing.
// Covers: the answer of a query is the driver's word, for streams, events and the default stream.
#include <unistd.h>

#include "common.h"

constexpr int kBatches = 30;

template <class Query>
CUresult poll(Query query) {
  CUresult result;
  while ((result = query()) == CUDA_ERROR_NOT_READY) usleep(50);
  return result;
}

int main(int count, char **arguments) {
  begin(count, arguments);
  const CUstream a = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream b = make_stream(CU_STREAM_DEFAULT);
  const CUevent event = make_event();
  const CUevent timed = make_event(CU_EVENT_DEFAULT);
  const Words<uint64_t> copy(1);
  Chain by_stream;
  Chain by_event;
  Chain by_default;

  int failures = 0;
  uint64_t seen = 0;
  for (int batch = 0; batch < kBatches; ++batch) {
    for (int i = 0; i < 12; ++i) {
      spin(pace(batch * 12 + i), a);
      by_stream.step(batch * 12 + i, a);
    }
    failures += poll([&] { return cu.StreamQuery(a); }) != CUDA_SUCCESS;

    for (int i = 0; i < 6; ++i) {
      spin(pace(batch + i) / 2, b);
      by_event.step(batch * 6 + i, b);
    }
    MUST(cu.MemcpyDtoHAsync(copy.host, by_event.state, sizeof(uint64_t), b));
    MUST(cu.EventRecord(event, b));
    spin(200, b);  // the event does not wait for what follows it
    MUST(cu.EventRecord(timed, b));
    failures += poll([&] { return cu.EventQuery(event); }) != CUDA_SUCCESS;
    seen = chained(seen, copy[0]);
    failures += poll([&] { return cu.EventQuery(timed); }) != CUDA_SUCCESS;
    failures += poll([&] { return cu.StreamQuery(b); }) != CUDA_SUCCESS;

    by_default.step(batch, nullptr);
    failures += poll([] { return cu.StreamQuery(nullptr); }) != CUDA_SUCCESS;
    if (cu.StreamQuery(b) != CUDA_SUCCESS) ++failures;  // the default stream has waited for it
  }
  std::printf("failures %d\n", failures);
  std::printf("seen %016" PRIx64 "\n", seen);
  by_stream.print("stream");
  by_event.print("event");
  by_default.print("default");

  // A copy to pageable memory returns when the default stream is empty, and empty it stays.
  int busy = 0;
  for (int i = 0; i < 100; ++i) {
    uint64_t value = 0;
    spin(300, nullptr);
    MUST(cu.MemcpyDtoH(&value, by_default.state, sizeof value));
    busy += cu.StreamQuery(nullptr) != CUDA_SUCCESS;
  }
  std::printf("busy %d\n", busy);

  // Once ready, always ready.
  for (int i = 0; i < 3; ++i) {
    SHOW(cu.StreamQuery(a));
    SHOW(cu.EventQuery(event));
    SHOW(cu.StreamQuery(nullptr));
    usleep(5000);
  }
}
