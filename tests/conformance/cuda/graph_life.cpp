// Executable graphs that are updated or destroyed while their launches are pending, and graphs with
// waits, values and allocations in them.
// Covers: cuGraphExecUpdate and cuGraphExecDestroy do not disturb what was launched before;
// launches of graphs keep their place among plain commands.
#include "common.h"

struct UpdateInfo {
  int result;
  CUgraphNode node, from;
};
using Update = CUresult (*)(CUgraphExec, CUgraph, UpdateInfo *);
using Upload = CUresult (*)(CUgraphExec, CUstream);

// Steps of the chain with short kernels between, the first with `value`.
CUgraph capture(const Chain &chain, uint64_t value, int steps, CUstream stream) {
  CUgraph graph;
  MUST(cu.StreamBeginCapture(stream, CU_CAPTURE_THREAD_LOCAL));
  for (int i = 0; i < steps; ++i) {
    chain.submit(value + i, stream);
    spin(pace(value + i) / 2, stream);
  }
  MUST(cu.StreamEndCapture(stream, &graph));
  return graph;
}

int main(int count, char **arguments) {
  begin(count, arguments);
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream aside = make_stream(CU_STREAM_NON_BLOCKING);
  const auto update = by_name<Update>("cuGraphExecUpdate_v2");
  const auto upload = by_name<Upload>("cuGraphUpload");
  Chain chain;
  CUgraphExec executable;

  // Updated while launches of it are pending: those keep the old values.
  CUgraph graph = capture(chain, 0, 4, aside);
  MUST(cu.GraphInstantiateWithFlags(&executable, graph, 0));
  UpdateInfo same{-1, nullptr, nullptr};
  const bool updates = update && update(executable, graph, &same) == CUDA_SUCCESS;
  std::printf("updates %d\n", updates);
  if (upload) SHOW(upload(executable, stream));
  uint64_t value = 0;
  for (int n = 0; n < 150; ++n) {
    MUST(cu.GraphLaunch(executable, stream));
    for (int i = 0; i < 4; ++i) chain.expect(value + i);
    chain.step(n, stream);
    if (!updates || n % 3) continue;
    MUST(cu.GraphDestroy(graph));
    value = 1000 + n;
    graph = capture(chain, value, 4, aside);
    UpdateInfo info{-1, nullptr, nullptr};
    MUST(update(executable, graph, &info));
    if (n % 30 == 0) std::printf("update %d\n", info.result);
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("updated");
  if (updates) {
    // Another shape is refused, and the executable stays as it was.
    const CUgraph longer = capture(chain, 7, 5, aside);
    UpdateInfo info{-1, nullptr, nullptr};
    SHOW(update(executable, longer, &info));
    std::printf("refused %d\n", info.result != 0);
    SHOW(cu.GraphDestroy(longer));
    SHOW(cu.GraphLaunch(executable, stream));
    for (int i = 0; i < 4; ++i) chain.expect(value + i);
    SHOW(cu.StreamSynchronize(stream));
    chain.print("as it was");
  }
  SHOW(cu.GraphDestroy(graph));
  SHOW(cu.GraphExecDestroy(executable));

  // Destroyed as soon as it has been launched.
  for (int n = 0; n < 100; ++n) {
    graph = capture(chain, n, 3, aside);
    MUST(cu.GraphInstantiateWithFlags(&executable, graph, 0));
    MUST(cu.GraphDestroy(graph));
    MUST(cu.GraphLaunch(executable, stream));
    MUST(cu.GraphExecDestroy(executable));
    for (int i = 0; i < 3; ++i) chain.expect(n + i);
    chain.step(500 + n, stream);
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("destroyed");

  // Two executables of one graph in two streams that take turns by events.
  graph = capture(chain, 90, 3, aside);
  CUgraphExec second;
  MUST(cu.GraphInstantiateWithFlags(&executable, graph, 0));
  MUST(cu.GraphInstantiateWithFlags(&second, graph, 0));
  const CUevent turn = make_event();
  for (int n = 0; n < 150; ++n) {
    const CUstream on = n % 2 ? aside : stream;
    MUST(cu.StreamWaitEvent(on, turn, 0));
    MUST(cu.GraphLaunch(n % 2 ? second : executable, on));
    for (int i = 0; i < 3; ++i) chain.expect(90 + i);
    MUST(cu.EventRecord(turn, on));
  }
  SHOW(cu.EventSynchronize(turn));
  chain.print("turns");
  SHOW(cu.GraphDestroy(graph));
  SHOW(cu.GraphExecDestroy(executable));
  SHOW(cu.GraphExecDestroy(second));

  // An empty capture is a graph too.
  SHOW(cu.StreamBeginCapture(aside, CU_CAPTURE_RELAXED));
  SHOW(cu.StreamEndCapture(aside, &graph));
  SHOW(cu.GraphInstantiateWithFlags(&executable, graph, 0));
  SHOW(cu.GraphLaunch(executable, aside));
  SHOW(cu.StreamSynchronize(aside));
  SHOW(cu.GraphDestroy(graph));
  SHOW(cu.GraphExecDestroy(executable));
  SHOW(cu.StreamDestroy(aside));
  SHOW(cu.StreamDestroy(stream));
}
