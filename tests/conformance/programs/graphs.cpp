// Graphs: captured once, launched many times; the rules of capture; work beside an open capture.
#include <barrier>
#include <thread>

#include "common.h"

constexpr int kLaunches = 150;

std::atomic<int> host_calls = 0;
void count_call(void *) { ++host_calls; }

int main() {
  SHOW(sxInit(0));
  const sxStream stream = make_stream(SX_STREAM_NON_BLOCKING);
  const sxStream other = make_stream(SX_STREAM_NON_BLOCKING);
  int capturing = -1;
  sxGraph graph = nullptr;
  sxGraphExec executable = nullptr;

  // What is captured does not run until it is launched.
  Chain chain;
  uint64_t copied = 0;
  auto *scratch = device_array<uint32_t>(256);
  SHOW(sxStreamBeginCapture(stream));
  SHOW(sxStreamIsCapturing(stream, &capturing));
  std::printf("capturing %d\n", capturing);
  for (int i = 0; i < 5; ++i) {
    launch("chain", sxChainArgs{chain.state, uint64_t(i)}, stream);
    timed(pace(i), stream);
  }
  SHOW(sxMemsetAsync(scratch, 0x5a, 256 * sizeof *scratch, stream));
  SHOW(sxMemcpyAsync(&copied, chain.state, sizeof copied, stream));
  SHOW(sxLaunchHostFunc(stream, count_call, nullptr));
  SHOW(sxStreamEndCapture(stream, &graph));
  SHOW(sxStreamIsCapturing(stream, &capturing));
  std::printf("capturing %d\n", capturing);
  SHOW(sxStreamQuery(stream));
  chain.print("captured only");
  SHOW(sxGraphInstantiate(&executable, graph));
  SHOW(sxGraphDestroy(graph));  // the executable does not need it any more

  // A launch is one command of its stream, in order with the others.
  for (int n = 0; n < kLaunches; ++n) {
    MUST(sxGraphLaunch(executable, stream));
    for (int i = 0; i < 5; ++i) chain.expected = chained(chain.expected, i);
    chain.step(1000 + n, stream);
  }
  SHOW(sxStreamSynchronize(stream));
  chain.print("launched");
  std::printf("host calls %d\n", host_calls.load());
  copied = 0;
  SHOW(sxGraphLaunch(executable, other));  // any stream may launch it
  SHOW(sxStreamSynchronize(other));
  for (int i = 0; i < 5; ++i) chain.expected = chained(chain.expected, i);
  chain.print("other stream");
  std::printf("copied %016" PRIx64 "\n", copied);

  // The rules.
  const sxEvent event = make_event();
  SHOW(sxStreamBeginCapture(nullptr));
  SHOW(sxStreamEndCapture(stream, &graph));
  SHOW(sxStreamIsCapturing(nullptr, &capturing));
  SHOW(sxStreamIsCapturing(stream, nullptr));
  sxGraphExec unmade = nullptr;
  SHOW(sxGraphInstantiate(&unmade, nullptr));
  SHOW(sxGraphLaunch(nullptr, stream));
  SHOW(sxStreamBeginCapture(other));
  SHOW(sxStreamBeginCapture(other));
  SHOW(sxStreamSynchronize(other));
  SHOW(sxStreamQuery(other));
  SHOW(sxGraphLaunch(executable, other));
  SHOW(sxEventRecord(event, other));
  SHOW(sxStreamWaitEvent(other, event));
  SHOW(sxStreamEndCapture(other, nullptr));
  SHOW(sxStreamIsCapturing(other, &capturing));
  std::printf("capturing %d\n", capturing);
  SHOW(sxStreamEndCapture(other, &graph));
  SHOW(sxGraphDestroy(graph));
  SHOW(sxStreamSynchronize(other));

  // The default stream and what waits for it would depend on a blocking stream's capture.
  const sxStream blocking = make_stream(SX_STREAM_DEFAULT);
  SHOW(sxStreamBeginCapture(blocking));
  SHOW(sxMemsetAsync(scratch, 0, 16, blocking));
  SHOW(sxMemsetAsync(scratch, 0, 16, nullptr));
  SHOW(sxMemcpy(&copied, chain.state, sizeof copied));
  SHOW(sxStreamSynchronize(nullptr));
  SHOW(sxDeviceSynchronize());
  SHOW(sxFree(scratch));
  SHOW(sxMemsetAsync(scratch, 0, 16, stream));
  SHOW(sxStreamSynchronize(stream));
  SHOW(sxStreamEndCapture(blocking, &graph));
  SHOW(sxMemcpy(&copied, chain.state, sizeof copied));
  SHOW(sxDeviceSynchronize());
  SHOW(sxGraphDestroy(graph));
  SHOW(sxStreamBeginCapture(blocking));
  SHOW(sxStreamDestroy(blocking));  // the capture goes with its stream
  SHOW(sxDeviceSynchronize());

  // An empty capture is a graph too.
  SHOW(sxStreamBeginCapture(other));
  SHOW(sxStreamEndCapture(other, &graph));
  sxGraphExec empty = nullptr;
  SHOW(sxGraphInstantiate(&empty, graph));
  SHOW(sxGraphLaunch(empty, other));
  SHOW(sxStreamSynchronize(other));
  SHOW(sxGraphDestroy(graph));
  SHOW(sxGraphExecDestroy(empty));

  // While a capture is open in one thread, another works as usual.
  Chain beside;
  Chain inside;
  std::barrier phase(2);
  std::thread worker([&] {
    phase.arrive_and_wait();  // the capture is open
    for (int i = 0; i < 100; ++i) {
      timed(pace(i), stream);
      beside.step(i, stream);
    }
    MUST(sxStreamSynchronize(stream));
    phase.arrive_and_wait();  // the capture may end
  });
  MUST(sxStreamBeginCapture(other));
  for (int i = 0; i < 10; ++i) launch("chain", sxChainArgs{inside.state, uint64_t(i)}, other);
  phase.arrive_and_wait();
  for (int i = 10; i < 20; ++i) launch("chain", sxChainArgs{inside.state, uint64_t(i)}, other);
  phase.arrive_and_wait();
  worker.join();
  SHOW(sxStreamEndCapture(other, &graph));
  beside.print("beside");
  inside.print("not launched");
  SHOW(sxGraphInstantiate(&empty, graph));
  for (int n = 0; n < 10; ++n) {
    MUST(sxGraphLaunch(empty, other));
    for (int i = 0; i < 20; ++i) inside.expected = chained(inside.expected, i);
  }
  SHOW(sxStreamSynchronize(other));
  inside.print("inside");
  SHOW(sxGraphDestroy(graph));
  SHOW(sxGraphExecDestroy(empty));
  SHOW(sxGraphExecDestroy(executable));
}
