// Waits for and writes of words of host memory, used by the program itself: between the host and a
// stream, and between two streams.
#include <unistd.h>
#include <thread>

#include "common.h"

constexpr uint32_t kTurns = 500;

// The low half of a word that a stream writes as 64 bits and another waits for as 32.
const uint32_t *low(const uint64_t *word) { return reinterpret_cast<const uint32_t *>(word); }

alignas(8) uint64_t ping = 0, pong = 0, mailbox = 0;
alignas(8) uint32_t bell[2] = {0, 0};

int main() {
  SHOW(sxInit(0));
  const sxStream a = make_stream(SX_STREAM_NON_BLOCKING);
  const sxStream b = make_stream(SX_STREAM_NON_BLOCKING);
  const std::atomic_ref<uint32_t> ring(bell[0]);
  const std::atomic_ref<uint64_t> mail(mailbox);

  // A device may lack these; then that is what there is to see.
  const sxResult waits = sxStreamWaitValue32(a, bell, 0, SX_WAIT_EQUAL);
  const sxResult writes = sxStreamWriteValue64(a, &mailbox, 0);
  std::printf("waits %d writes %d\n", static_cast<int>(waits), static_cast<int>(writes));
  SHOW(sxStreamWaitValue32(a, nullptr, 0, SX_WAIT_EQUAL));
  SHOW(sxStreamWaitValue32(a, bell, 0, 99));
  SHOW(sxStreamWriteValue64(a, nullptr, 0));
  SHOW(sxStreamWaitValue32(
      a, reinterpret_cast<const uint32_t *>(reinterpret_cast<const char *>(bell) + 1), 0, 0));
  SHOW(sxStreamSynchronize(a));
  Chain chain;
  if (waits != SX_OK || writes != SX_OK) {
    for (uint32_t i = 0; i < kTurns; ++i) {
      timed(pace(i), a);
      chain.step(i, a);
    }
    SHOW(sxStreamSynchronize(a));
    chain.print("without");
    return 0;
  }

  // The host rings, the stream works and answers, the host watches for the answer.
  uint64_t answers = 0;
  for (uint32_t i = 1; i <= kTurns; ++i) {
    MUST(sxStreamWaitValue32(a, bell, i, SX_WAIT_GREATER_EQUAL));
    timed(pace(i) / 2, a);
    chain.step(i, a);
    MUST(sxStreamWriteValue64(a, &mailbox, (uint64_t{i} << 32) + i));
    if (i == 1) SHOW(sxStreamQuery(a));  // nobody has rung yet
    if (i % 10) continue;  // few enough to queue up: a full stream would never let the host ring
    for (uint32_t turn = i - 9; turn <= i; ++turn) {
      ring = turn;
      while (mail < uint64_t{turn} << 32) usleep(20);
      answers = chained(answers, mail);
    }
  }
  SHOW(sxStreamSynchronize(a));
  chain.print("host and stream");
  std::printf("answers %016" PRIx64 "\n", answers);

  // Two streams take turns with one state, with no event between them.
  for (uint32_t i = 1; i <= kTurns; ++i) {
    timed(pace(i) / 2, a);
    chain.step(2 * i, a);
    MUST(sxStreamWriteValue64(a, &ping, i));
    MUST(sxStreamWaitValue32(b, low(&ping), i, SX_WAIT_EQUAL));
    timed(pace(i + 1) / 2, b);
    chain.step(2 * i + 1, b);
    MUST(sxStreamWriteValue64(b, &pong, i));
    MUST(sxStreamWaitValue32(a, low(&pong), i, SX_WAIT_EQUAL));
  }
  SHOW(sxStreamSynchronize(a));
  SHOW(sxStreamSynchronize(b));
  chain.print("stream and stream");
  std::printf("ping %" PRIu64 " pong %" PRIu64 "\n", ping, pong);

  // The kinds of comparison; the order is cyclic. Another thread rings here.
  ring = 0;
  for (uint32_t i = 0; i < 8; ++i) {
    MUST(sxStreamWaitValue32(b, bell, 1u << i, SX_WAIT_AND));
    chain.step(i, b);
    MUST(sxStreamWriteValue64(b, &mailbox, i));
  }
  SHOW(sxStreamQuery(b));
  std::thread([&] {
    for (uint32_t i = 0; i < 8; ++i) {
      usleep(200);
      ring.fetch_or(1u << i);
    }
  }).join();
  SHOW(sxStreamSynchronize(b));
  std::printf("mailbox %" PRIu64 "\n", mailbox);
  ring = 5;
  SHOW(sxStreamWaitValue32(b, bell, 0xfffffff0u, SX_WAIT_GREATER_EQUAL));
  SHOW(sxStreamWaitValue32(b, bell, 5, SX_WAIT_EQUAL));
  SHOW(sxStreamWriteValue64(b, &mailbox, UINT64_MAX));
  SHOW(sxStreamSynchronize(b));
  std::printf("mailbox %016" PRIx64 "\n", mailbox);
  chain.print("kinds");
}
