// Waits for and writes of words, used by the program itself: between the host and a stream, between
// two streams, and several at once.
// Covers: cuStreamWriteValue*, cuStreamWaitValue* and cuStreamBatchMemOp keep their place among
// other commands; a process with several streams is held as a whole, without deadlock.
#include <unistd.h>

#include <thread>

#include "common.h"

constexpr uint32_t kTurns = 500;

int main(int count, char **arguments) {
  begin(count, arguments);
  const CUstream a = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream b = make_stream(CU_STREAM_NON_BLOCKING);
  const Words<uint32_t> bell(1);
  const Words<uint64_t> mail(1), ball(2);
  Chain chain;

  // The host rings, the stream works and answers, the host watches for the answer.
  uint64_t answers = 0;
  for (uint32_t i = 1; i <= kTurns; ++i) {
    MUST(cu.StreamWaitValue32(a, bell.at(0), i, CU_WAIT_GEQ));
    spin(pace(i) / 2, a);
    chain.step(i, a);
    MUST(cu.StreamWriteValue64(a, mail.at(0), (uint64_t{i} << 32) + i, 0));
    if (i == 1) SHOW(cu.StreamQuery(a));  // nobody has rung yet
    if (i % 10) continue;
    for (uint32_t turn = i - 9; turn <= i; ++turn) {
      bell[0] = turn;
      while (mail[0] < uint64_t{turn} << 32) usleep(20);
      answers = chained(answers, mail[0]);
    }
  }
  SHOW(cu.StreamSynchronize(a));
  chain.print("host and stream");
  std::printf("answers %016" PRIx64 "\n", answers);

  // Two streams take turns with one state, with no event between them.
  for (uint32_t i = 1; i <= kTurns; ++i) {
    spin(pace(i) / 4, a);
    chain.step(2 * i, a);
    MUST(cu.StreamWriteValue64(a, ball.at(0), i, 0));
    MUST(cu.StreamWaitValue64(b, ball.at(0), i, CU_WAIT_EQ));
    spin(pace(i + 1) / 4, b);
    chain.step(2 * i + 1, b);
    MUST(cu.StreamWriteValue32(b, ball.at(1), i, 0));
    MUST(cu.StreamWaitValue32(a, ball.at(1), i, CU_WAIT_EQ));
  }
  SHOW(cu.StreamSynchronize(a));
  SHOW(cu.StreamSynchronize(b));
  chain.print("stream and stream");
  std::printf("ball %" PRIu64 " %" PRIu64 "\n", ball.host[0], ball.host[1]);

  // The same with several operations in one call: wait for one's turn, give it back.
  using Op = CUstreamBatchMemOpParams;
  ball[0] = 0;
  mail[0] = 0;
  for (uint32_t i = 0; i < 60; ++i) {
    for (uint32_t side = 0; side < 2; ++side) {
      const CUstream stream = side ? b : a;
      const uint32_t turn = 2 * i + side;
      Op wait[] = {{Op::WAIT_64, ball.at(0), turn, CU_WAIT_GEQ, 0, 0},
                   {Op::WAIT_32, ball.at(0), turn, CU_WAIT_EQ, 0, 0},
                   {Op::WRITE_64, mail.at(0), turn, 0, 0, 0}};
      MUST(cu.StreamBatchMemOp(stream, 3, wait, 0));
      chain.step(turn, stream);
      spin(pace(turn) / 8, stream);
      Op give[] = {{Op::WRITE_32, bell.at(0), turn, 0, 0, 0},
                   {Op::WRITE_64, ball.at(0), turn + 1, 0, 0, 0}};
      MUST(cu.StreamBatchMemOp(stream, 2, give, 0));
    }
  }
  SHOW(cu.StreamSynchronize(a));
  SHOW(cu.StreamSynchronize(b));
  chain.print("batches");
  std::printf("bell %u, mail %" PRIu64 "\n", bell.host[0], mail.host[0]);

  // Writes to the state itself, on the device, between steps.
  for (uint32_t i = 0; i < 60; ++i) {
    chain.step(i, a);
    if (i % 4 == 1) spin(pace(i) / 4, a);
    if (i % 4 != 3) continue;
    MUST(cu.StreamWriteValue64(a, chain.state, i, 0));
    chain.expected = i;
  }
  SHOW(cu.StreamSynchronize(a));
  chain.print("written");

  // The kinds of comparison; the order is cyclic. Another thread rings here.
  bell[0] = 0;
  for (uint32_t i = 0; i < 8; ++i) {
    MUST(cu.StreamWaitValue32(b, bell.at(0), 1u << i, CU_WAIT_AND));
    chain.step(i, b);
    MUST(cu.StreamWriteValue64(b, mail.at(0), i, 0));
  }
  SHOW(cu.StreamQuery(b));
  std::thread([&] {
    for (uint32_t i = 0; i < 8; ++i) {
      usleep(200);
      bell[0].fetch_or(1u << i);
    }
  }).join();
  SHOW(cu.StreamSynchronize(b));
  std::printf("mail %" PRIu64 "\n", mail.host[0]);
  bell[0] = 5;
  SHOW(cu.StreamWaitValue32(b, bell.at(0), 0xfffffff0u, CU_WAIT_GEQ));
  SHOW(cu.StreamWaitValue32(b, bell.at(0), 5, CU_WAIT_EQ));
  SHOW(cu.StreamWriteValue64(b, mail.at(0), UINT64_MAX, 0));
  SHOW(cu.StreamSynchronize(b));
  std::printf("mail %016" PRIx64 "\n", mail.host[0]);
  chain.print("kinds");
}
