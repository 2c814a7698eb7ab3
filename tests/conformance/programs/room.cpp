// Streams that wait while others go on: nothing that a scheduler adds may use up their room or
// their order. Each part would hang if it did.
#include <unistd.h>

#include "common.h"

// As many commands as fit, all behind a wait that ends only afterwards.
void many_behind_a_wait() {
  const sxStream stream = make_stream(SX_STREAM_NON_BLOCKING);
  alignas(4) uint32_t go = 0;
  MUST(sxStreamWaitValue32(stream, &go, 1, SX_WAIT_EQUAL));
  Chain chain;
  for (int i = 0; i < 950; ++i) chain.step(i, stream);
  __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
  SHOW(sxStreamSynchronize(stream));
  chain.print("many");
}

// A blocking stream is waited for while the default stream waits for the host.
void default_stream_waits_for_the_host() {
  const sxStream stream = make_stream(SX_STREAM_DEFAULT);
  alignas(4) uint32_t go = 0;
  timed(100'000, stream);
  MUST(sxStreamWaitValue32(nullptr, &go, 1, SX_WAIT_EQUAL));
  usleep(50'000);
  SHOW(sxStreamSynchronize(stream));
  __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
  SHOW(sxStreamSynchronize(nullptr));
}

// A stream waits for a value that another stream writes, behind work of the default stream.
void stream_writes_what_another_waits_for() {
  const sxStream waits = make_stream(SX_STREAM_DEFAULT);
  const sxStream writes = make_stream(SX_STREAM_DEFAULT);
  alignas(8) uint64_t word = 0;
  timed(100'000, nullptr);
  MUST(sxStreamWaitValue32(waits, reinterpret_cast<uint32_t *>(&word), 1, SX_WAIT_EQUAL));
  usleep(50'000);
  MUST(sxStreamWriteValue64(writes, &word, 1));
  SHOW(sxDeviceSynchronize());
}

// What a destroyed stream left behind still counts for the default stream.
void destroyed_work_is_not_done() {
  const sxStream stream = make_stream(SX_STREAM_DEFAULT);
  timed(300'000, stream);
  MUST(sxStreamDestroy(stream));
  SHOW(sxStreamQuery(nullptr));
  SHOW(sxStreamSynchronize(nullptr));
  SHOW(sxStreamQuery(nullptr));
}

// However many streams there are, the default stream waits for each.
void the_last_of_many_streams_counts() {
  sxStream last = nullptr;
  for (int i = 0; i < 80; ++i) {
    last = make_stream(SX_STREAM_DEFAULT);
    timed(1'000, last);
  }
  SHOW(sxDeviceSynchronize());
  alignas(4) uint32_t go = 0;
  MUST(sxStreamWaitValue32(last, &go, 1, SX_WAIT_EQUAL));
  SHOW(sxStreamQuery(nullptr));
  __atomic_store_n(&go, 1, __ATOMIC_RELEASE);
  SHOW(sxStreamSynchronize(nullptr));
  SHOW(sxStreamQuery(nullptr));
}

int main() {
  SHOW(sxInit(0));
  many_behind_a_wait();
  default_stream_waits_for_the_host();
  stream_writes_what_another_waits_for();
  destroyed_work_is_not_done();
  the_last_of_many_streams_counts();
}
