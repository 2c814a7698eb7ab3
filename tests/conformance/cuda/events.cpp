// Dependencies across streams by events, and what events say when they are asked.
// Covers: a wait for an event stays on the device, and the host goes on; a process with several
// streams is held as a whole, without deadlock.
#include "common.h"

constexpr int kStreams = 4;
constexpr int kRounds = 150;

int main(int count, char **arguments) {
  begin(count, arguments);
  CUstream streams[kStreams];
  CUevent events[kStreams];
  for (int s = 0; s < kStreams; ++s) {
    streams[s] = make_stream(CU_STREAM_NON_BLOCKING);
    SHOW(cu.EventCreate(&events[s], s % 2 ? CU_EVENT_DISABLE_TIMING : CU_EVENT_BLOCKING_SYNC));
    SHOW(cu.EventQuery(events[s]));  // never recorded: complete
  }
  SHOW(cu.EventSynchronize(events[0]));
  SHOW(cu.StreamWaitEvent(streams[0], events[0], 0));

  // A ring: each stream takes the state over from the one before.
  Chain ring;
  Chain own[kStreams];
  for (int i = 0; i < kRounds; ++i) {
    for (int s = 0; s < kStreams; ++s) {
      MUST(cu.StreamWaitEvent(streams[s], events[(s + kStreams - 1) % kStreams], 0));
      spin(pace(i * kStreams + s), streams[s]);
      ring.step(i * kStreams + s, streams[s]);
      MUST(cu.EventRecord(events[s], streams[s]));
      own[s].step(i, streams[s]);
    }
  }
  SHOW(cu.EventSynchronize(events[kStreams - 1]));
  for (CUevent event : events) SHOW(cu.EventQuery(event));
  ring.print("ring");
  for (int s = 0; s < kStreams; ++s) {
    SHOW(cu.StreamSynchronize(streams[s]));
    own[s].print("own");
  }

  // Fork and join: two branches of different lengths between a head and a tail.
  Chain left;
  Chain right;
  for (int i = 0; i < 30; ++i) {
    left.step(i, streams[0]);
    right.step(i, streams[0]);
    MUST(cu.EventRecord(events[0], streams[0]));
    MUST(cu.StreamWaitEvent(streams[1], events[0], 0));
    MUST(cu.StreamWaitEvent(streams[2], events[0], 0));
    spin(pace(i), streams[1]);
    left.step(100 + i, streams[1]);
    spin(pace(i + 1), streams[2]);
    right.step(200 + i, streams[2]);
    MUST(cu.EventRecord(events[1], streams[1]));
    MUST(cu.EventRecord(events[2], streams[2]));
    MUST(cu.StreamWaitEvent(streams[0], events[1], 0));
    MUST(cu.StreamWaitEvent(streams[0], events[2], 0));
  }
  SHOW(cu.StreamSynchronize(streams[0]));
  left.print("left");
  right.print("right");

  // Times: only what is certain of them.
  float elapsed = -1;
  const CUevent start = make_event(CU_EVENT_DEFAULT);
  const CUevent end = make_event(CU_EVENT_DEFAULT);
  SHOW(cu.EventElapsedTime(&elapsed, start, end));  // neither was recorded
  MUST(cu.EventRecord(start, streams[0]));
  spin(2000, streams[0]);
  MUST(cu.EventRecord(end, streams[0]));
  SHOW(cu.EventSynchronize(end));
  SHOW(cu.EventElapsedTime(&elapsed, start, end));
  std::printf("about its length at least: %d\n", elapsed > 1.9f);
  SHOW(cu.EventElapsedTime(&elapsed, start, start));
  std::printf("none from itself: %d\n", elapsed == 0);
  SHOW(cu.EventElapsedTime(&elapsed, events[1], events[1]));  // made without timing
  SHOW(cu.EventElapsedTime(&elapsed, start, events[1]));

  // Behind a closed gate an event is not ready, the host is free to go on, and a wait for the
  // earlier record is no wait for the later one.
  Gate gate;
  gate.close(streams[0]);
  MUST(cu.StreamWaitEvent(streams[1], end, 0));
  MUST(cu.EventRecord(end, streams[0]));
  MUST(cu.EventRecord(events[3], streams[0]));
  left.step(1, streams[1]);
  SHOW(cu.StreamSynchronize(streams[1]));
  left.print("earlier record");
  SHOW(cu.EventQuery(end));
  SHOW(cu.EventQuery(events[3]));
  SHOW(cu.EventElapsedTime(&elapsed, start, end));
  MUST(cu.StreamWaitEvent(streams[2], end, 0));
  left.step(2, streams[2]);
  SHOW(cu.StreamQuery(streams[2]));
  gate.open();
  SHOW(cu.StreamSynchronize(streams[2]));
  SHOW(cu.EventQuery(end));
  SHOW(cu.EventElapsedTime(&elapsed, start, end));
  left.print("later record");
  SHOW(cu.EventSynchronize(events[3]));
  for (CUevent event : events) SHOW(cu.EventDestroy(event));
}
