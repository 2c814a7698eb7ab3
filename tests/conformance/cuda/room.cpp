// Streams that wait while others go on: nothing that a scheduler adds may use up their room or
// their order. Each part would hang if it did.
// Covers: a process with several streams is held as a whole, without deadlock; the default stream
// is scheduled.
#include <unistd.h>

#include "common.h"

// Nearly as many commands as fit, all behind a wait that ends only afterwards.
void many_behind_a_wait() {
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  Chain chain;
  Gate gate;
  gate.close(stream);
  for (int i = 0; i < 900; ++i) chain.step(i, stream);
  gate.open();
  SHOW(cu.StreamSynchronize(stream));
  chain.print("many");
}

// A blocking stream is waited for while the default stream waits for the host.
void default_stream_waits_for_the_host() {
  const CUstream stream = make_stream(CU_STREAM_DEFAULT);
  Gate gate;
  spin(60'000, stream);
  gate.close(nullptr);
  usleep(30'000);
  SHOW(cu.StreamSynchronize(stream));
  SHOW(cu.StreamQuery(nullptr));
  gate.open();
  SHOW(cu.StreamSynchronize(nullptr));
}

// A stream waits for a value that another stream writes, behind work of the default stream.
void stream_writes_what_another_waits_for() {
  const CUstream waits = make_stream(CU_STREAM_DEFAULT);
  const CUstream writes = make_stream(CU_STREAM_DEFAULT);
  const Words<uint64_t> word(1);
  spin(60'000, nullptr);
  MUST(cu.StreamWaitValue32(waits, word.at(0), 1, CU_WAIT_EQ));
  usleep(30'000);
  MUST(cu.StreamWriteValue64(writes, word.at(0), 1, 0));
  SHOW(cu.CtxSynchronize(primary));
}

// Step by step: the host submits behind a wait, rings, and does not wait for the end.
void ringing_at_every_step() {
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const Words<uint32_t> bell(1);
  Chain chain;
  for (uint32_t i = 1; i <= 300; ++i) {
    MUST(cu.StreamWaitValue32(stream, bell.at(0), i, CU_WAIT_GEQ));
    for (int k = 0; k < 5; ++k) chain.step(i + k, stream);
    spin(pace(i), stream);
    bell[0] = i;
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("ringing");
}

// However many streams there are, the default stream waits for each.
void the_last_of_many_streams_counts() {
  CUstream last = nullptr;
  for (int i = 0; i < 80; ++i) {
    last = make_stream(CU_STREAM_DEFAULT);
    spin(1'000, last);
  }
  SHOW(cu.CtxSynchronize(primary));
  Gate gate;
  gate.close(last);
  SHOW(cu.StreamQuery(nullptr));
  gate.open();
  SHOW(cu.StreamSynchronize(nullptr));
  SHOW(cu.StreamQuery(nullptr));
}

int main(int count, char **arguments) {
  begin(count, arguments);
  many_behind_a_wait();
  default_stream_waits_for_the_host();
  stream_writes_what_another_waits_for();
  ringing_at_every_step();
  the_last_of_many_streams_counts();
}
