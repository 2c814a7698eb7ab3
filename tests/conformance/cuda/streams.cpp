// Several streams at once, blocking and non-blocking, of two priorities: each keeps its own order.
// Covers: a process with several streams is held as a whole, without deadlock; kernels that are not
// idempotent are never run twice.
#include "common.h"

constexpr int kStreams = 6;
constexpr int kSteps = 360;

int main(int count, char **arguments) {
  begin(count, arguments);
  CUstream streams[kStreams];
  for (int s = 0; s < kStreams; ++s) {
    const unsigned flags = s % 2 ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT;
    if (s < 4)
      SHOW(cu.StreamCreate(&streams[s], flags));
    else
      SHOW(cu.StreamCreateWithPriority(&streams[s], flags, -1));
  }
  Chain chains[kStreams];

  for (int i = 0; i < kSteps; ++i) {
    for (int s = 0; s < kStreams; ++s) {
      spin(pace(i * kStreams + s), streams[s]);
      chains[s].step(i * 10 + s, streams[s]);
    }
    // Now and then the host waits for one stream while the others go on.
    if (i % 60 == 59) {
      const int s = i / 60;
      MUST(cu.StreamSynchronize(streams[s]));
      SHOW(cu.StreamQuery(streams[s]));
      chains[s].print("midway");
    }
  }
  for (int s = 0; s < kStreams; ++s) {
    SHOW(cu.StreamSynchronize(streams[s]));
    SHOW(cu.StreamQuery(streams[s]));
    chains[s].print("stream");
  }

  // One state that moves from stream to stream, handed over by the host.
  Chain handed;
  for (int i = 0; i < 60; ++i) {
    const CUstream stream = streams[i % kStreams];
    handed.step(i, stream);
    spin(50, stream);
    MUST(cu.StreamSynchronize(stream));
  }
  handed.print("handed");

  // Streams that come and go, some of them empty.
  Chain brief;
  for (int i = 0; i < 40; ++i) {
    const CUstream stream = make_stream(i % 2 ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT);
    if (i % 4) {
      brief.step(i, stream);
      MUST(cu.StreamSynchronize(stream));
    }
    MUST(cu.StreamDestroy(stream));
  }
  brief.print("brief");

  for (CUstream stream : streams) {
    unsigned flags = 99;
    CUcontext context = nullptr;
    SHOW(cu.StreamGetFlags(stream, &flags));
    SHOW(cu.StreamGetCtx(stream, &context));
    std::printf("flags %u, of this context: %d\n", flags, context == primary);
    SHOW(cu.StreamDestroy(stream));
  }
  SHOW(cu.CtxSynchronize(primary));
}
