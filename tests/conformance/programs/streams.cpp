// Several streams at once, blocking and non-blocking: each keeps its own order.
#include "common.h"

constexpr int kStreams = 6;
constexpr int kSteps = 480;

int main() {
  SHOW(sxInit(0));
  sxStream streams[kStreams];
  for (int s = 0; s < kStreams; ++s)
    SHOW(sxStreamCreate(&streams[s], s % 2 ? SX_STREAM_NON_BLOCKING : SX_STREAM_DEFAULT));
  Chain chains[kStreams];

  for (int i = 0; i < kSteps; ++i) {
    for (int s = 0; s < kStreams; ++s) {
      timed(pace(i * kStreams + s), streams[s]);
      chains[s].step(i * 10 + s, streams[s]);
    }
    // Now and then the host waits for one stream while the others go on.
    if (i % 80 == 79) {
      const int s = i / 80;
      MUST(sxStreamSynchronize(streams[s]));
      SHOW(sxStreamQuery(streams[s]));
      chains[s].print("midway");
    }
  }

  for (int s = 0; s < kStreams; ++s) {
    SHOW(sxStreamSynchronize(streams[s]));
    SHOW(sxStreamQuery(streams[s]));
    chains[s].print("stream");
  }

  // One state that moves from stream to stream, handed over by the host.
  Chain handed;
  for (int i = 0; i < 60; ++i) {
    const sxStream stream = streams[i % kStreams];
    handed.step(i, stream);
    timed(50, stream);
    MUST(sxStreamSynchronize(stream));
  }
  handed.print("handed");

  int device = -1;
  for (sxStream stream : streams) {
    SHOW(sxStreamGetDevice(stream, &device));
    std::printf("device %d\n", device);
    SHOW(sxStreamDestroy(stream));
  }
  SHOW(sxDeviceSynchronize());
}
