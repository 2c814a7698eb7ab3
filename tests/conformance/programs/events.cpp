// Dependencies across streams by events, and what events say when they are asked.
#include "common.h"

constexpr int kStreams = 4;
constexpr int kRounds = 200;

int main() {
  SHOW(sxInit(0));
  sxStream streams[kStreams];
  sxEvent events[kStreams];
  for (int s = 0; s < kStreams; ++s) {
    streams[s] = make_stream(SX_STREAM_NON_BLOCKING);
    SHOW(sxEventCreate(&events[s]));
    SHOW(sxEventQuery(events[s]));  // never recorded: complete
  }
  SHOW(sxEventSynchronize(events[0]));
  SHOW(sxStreamWaitEvent(streams[0], events[0]));

  // A ring: each stream takes the state over from the one before.
  Chain ring;
  Chain own[kStreams];
  for (int i = 0; i < kRounds; ++i) {
    for (int s = 0; s < kStreams; ++s) {
      MUST(sxStreamWaitEvent(streams[s], events[(s + kStreams - 1) % kStreams]));
      timed(pace(i * kStreams + s), streams[s]);
      ring.step(i * kStreams + s, streams[s]);
      MUST(sxEventRecord(events[s], streams[s]));
      own[s].step(i, streams[s]);
    }
  }
  SHOW(sxEventSynchronize(events[kStreams - 1]));
  for (sxEvent event : events) SHOW(sxEventQuery(event));
  ring.print("ring");
  for (int s = 0; s < kStreams; ++s) {
    SHOW(sxStreamSynchronize(streams[s]));
    own[s].print("own");
  }

  // Fork and join: two branches of different lengths between a head and a tail.
  Chain left;
  Chain right;
  for (int i = 0; i < 40; ++i) {
    left.step(i, streams[0]);
    right.step(i, streams[0]);
    MUST(sxEventRecord(events[0], streams[0]));
    MUST(sxStreamWaitEvent(streams[1], events[0]));
    MUST(sxStreamWaitEvent(streams[2], events[0]));
    timed(pace(i), streams[1]);
    left.step(100 + i, streams[1]);
    timed(pace(i + 1), streams[2]);
    right.step(200 + i, streams[2]);
    MUST(sxEventRecord(events[1], streams[1]));
    MUST(sxEventRecord(events[2], streams[2]));
    MUST(sxStreamWaitEvent(streams[0], events[1]));
    MUST(sxStreamWaitEvent(streams[0], events[2]));
  }
  SHOW(sxStreamSynchronize(streams[0]));
  left.print("left");
  right.print("right");

  // Times: only what is certain of them.
  uint64_t elapsed = 0;
  const sxEvent start = make_event();
  const sxEvent end = make_event();
  SHOW(sxEventElapsed(&elapsed, start, end));  // neither was recorded
  MUST(sxEventRecord(start, streams[0]));
  timed(2000, streams[0]);
  MUST(sxEventRecord(end, streams[0]));
  SHOW(sxEventSynchronize(end));
  SHOW(sxEventElapsed(&elapsed, start, end));
  std::printf("at least its length: %d\n", elapsed >= 2'000'000);
  SHOW(sxEventElapsed(&elapsed, start, start));
  std::printf("none from itself: %d\n", elapsed == 0);

  // An event behind a closed gate is not ready, and a wait for its earlier record is no wait for
  // the later one.
  Gate gate;
  gate.close(streams[0]);
  MUST(sxStreamWaitEvent(streams[1], end));
  MUST(sxEventRecord(end, streams[0]));
  left.step(1, streams[1]);
  SHOW(sxStreamSynchronize(streams[1]));
  left.print("earlier record");
  SHOW(sxEventQuery(end));
  SHOW(sxEventElapsed(&elapsed, start, end));
  MUST(sxStreamWaitEvent(streams[2], end));
  SHOW(sxStreamQuery(streams[2]));
  gate.open();
  SHOW(sxStreamSynchronize(streams[2]));
  SHOW(sxEventQuery(end));
  SHOW(sxEventElapsed(&elapsed, start, end));
  for (sxEvent event : events) SHOW(sxEventDestroy(event));
}
