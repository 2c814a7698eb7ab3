// Streams, events and graphs destroyed while their work is pending: the work completes all the
// same.
#include "common.h"

constexpr int kRounds = 60;

int main() {
  SHOW(sxInit(0));
  const sxStream keeper = make_stream(SX_STREAM_NON_BLOCKING);

  // A short-lived stream and event in each round; only the keeper ever waits for them.
  Chain chain;
  for (int i = 0; i < kRounds; ++i) {
    const sxStream brief = make_stream(i % 2 ? SX_STREAM_DEFAULT : SX_STREAM_NON_BLOCKING);
    const sxEvent before = make_event();
    const sxEvent after = make_event();
    MUST(sxEventRecord(before, keeper));
    MUST(sxStreamWaitEvent(brief, before));
    MUST(sxEventDestroy(before));
    for (int k = 0; k < 5; ++k) {
      timed(pace(5 * i + k), brief);
      chain.step(5 * i + k, brief);
    }
    MUST(sxEventRecord(after, brief));
    MUST(sxStreamDestroy(brief));
    MUST(sxStreamWaitEvent(keeper, after));
    MUST(sxEventDestroy(after));
    chain.step(1000 + i, keeper);
  }
  SHOW(sxStreamSynchronize(keeper));
  chain.print("streams and events");

  // A graph and its executable go as soon as they have been launched.
  for (int i = 0; i < 30; ++i) {
    const sxStream brief = make_stream(SX_STREAM_NON_BLOCKING);
    const sxEvent after = make_event();
    sxGraph graph;
    sxGraphExec executable;
    MUST(sxStreamBeginCapture(brief));
    for (int k = 0; k < 5; ++k) {
      timed(pace(k + i), brief);
      chain.step(k + i, brief);
    }
    MUST(sxStreamEndCapture(brief, &graph));
    MUST(sxGraphInstantiate(&executable, graph));
    MUST(sxGraphDestroy(graph));
    MUST(sxGraphLaunch(executable, keeper));
    MUST(sxGraphExecDestroy(executable));
    MUST(sxEventRecord(after, keeper));
    MUST(sxStreamWaitEvent(brief, after));
    chain.step(2000 + i, brief);
    MUST(sxEventRecord(after, brief));
    MUST(sxStreamWaitEvent(keeper, after));
    MUST(sxEventDestroy(after));
    MUST(sxStreamDestroy(brief));
  }
  SHOW(sxStreamSynchronize(keeper));
  chain.print("graphs");

  // A stream that certainly still has work when it is destroyed.
  Gate gate;
  const sxStream held = make_stream(SX_STREAM_DEFAULT);
  const sxEvent after = make_event();
  gate.close(held);
  chain.step(1, held);
  MUST(sxEventRecord(after, held));
  SHOW(sxStreamDestroy(held));
  SHOW(sxEventQuery(after));
  gate.open();
  SHOW(sxEventSynchronize(after));
  chain.print("held");

  // sxDeviceSynchronize and sxFree wait for streams that nobody can name any more.
  auto *block = device_array<uint64_t>(1000);
  const sxStream last = make_stream(SX_STREAM_NON_BLOCKING);
  for (int i = 0; i < 100; ++i) {
    timed(pace(i), last);
    chain.step(i, last);
    MUST(sxMemsetAsync(block, i, 8000, last));
    if (i == 50) SHOW(sxStreamQuery(keeper));
  }
  SHOW(sxStreamDestroy(last));
  SHOW(sxFree(block));
  chain.print("free");
  const sxStream gone = make_stream(SX_STREAM_NON_BLOCKING);
  for (int i = 0; i < 100; ++i) {
    timed(pace(i), gone);
    chain.step(i, gone);
  }
  SHOW(sxStreamDestroy(gone));
  SHOW(sxDeviceSynchronize());
  chain.print("device");
}
