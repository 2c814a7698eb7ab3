// Graphs: captured in each mode and across streams, launched many times, between plain commands;
// and work beside an open capture.
// Covers: capture on one stream does not unschedule or disturb the others; launches of graphs keep
// their place among plain commands.
#include <barrier>
#include <thread>

#include "common.h"

std::atomic<int> host_calls = 0;
void count_call(void *) { ++host_calls; }

CUgraphExec instantiate(CUgraph graph) {
  CUgraphExec executable;
  MUST(cu.GraphInstantiateWithFlags(&executable, graph, 0));
  MUST(cu.GraphDestroy(graph));  // the executable does not need it any more
  return executable;
}

// What was captured, and nothing else.
void print_nodes(CUgraph graph) {
  size_t nodes = 0;
  SHOW(cu.GraphGetNodes(graph, nullptr, &nodes));
  std::printf("nodes %zu\n", nodes);
}

void print_capturing(CUstream stream) {
  int status = -1;
  SHOW(cu.StreamIsCapturing(stream, &status));
  std::printf("capturing %d\n", status);
}

// What is captured does not run until it is launched; a launch is one command of its stream.
void capture_in_mode(CUcaptureMode mode, unsigned flags) {
  std::printf("-- mode %d, stream of flags %u\n", mode, flags);
  const CUstream stream = make_stream(flags), other = make_stream(flags);
  Chain chain;
  const Words<uint64_t> copied(1);
  const CUdeviceptr scratch = device_bytes(1024);
  CUgraph graph = nullptr;
  SHOW(cu.StreamBeginCapture(stream, mode));
  print_capturing(stream);
  print_capturing(other);
  for (int i = 0; i < 5; ++i) {
    chain.submit(i, stream);
    spin(pace(i) / 4, stream);
  }
  SHOW(cu.MemsetD8Async(scratch, 0x5a, 1024, stream));
  SHOW(cu.MemcpyDtoHAsync(copied.host, chain.state, sizeof(uint64_t), stream));
  SHOW(cu.LaunchHostFunc(stream, count_call, nullptr));
  SHOW(cu.StreamEndCapture(stream, &graph));
  print_capturing(stream);
  print_nodes(graph);
  SHOW(cu.StreamQuery(stream));
  chain.print("captured only");

  const CUgraphExec executable = instantiate(graph);
  for (int n = 0; n < 100; ++n) {
    MUST(cu.GraphLaunch(executable, stream));
    for (int i = 0; i < 5; ++i) chain.expect(i);
    chain.step(1000 + n, stream);
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("launched");
  SHOW(cu.GraphLaunch(executable, other));  // any stream may launch it
  SHOW(cu.StreamSynchronize(other));
  for (int i = 0; i < 5; ++i) chain.expect(i);
  chain.print("other stream");
  std::printf("copied %d, host calls %d\n", *copied.host == chain.expected, host_calls.load());
  SHOW(cu.GraphLaunch(executable, nullptr));
  SHOW(cu.StreamSynchronize(nullptr));
  for (int i = 0; i < 5; ++i) chain.expect(i);
  chain.print("default stream");
  SHOW(cu.GraphExecDestroy(executable));
  SHOW(cu.StreamDestroy(stream));
  SHOW(cu.StreamDestroy(other));
}

// A capture that spreads to other streams by events and comes back.
void capture_over_streams() {
  std::printf("-- over streams\n");
  const CUstream a = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream b = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream c = make_stream(CU_STREAM_DEFAULT);
  const CUevent from_a = make_event(), from_b = make_event(), from_c = make_event();
  Chain on_a, on_b, on_c;
  CUgraph graph = nullptr;
  // With plain work in all of them before, between and behind.
  for (CUstream stream : {a, b, c}) spin(500, stream);
  SHOW(cu.StreamBeginCapture(a, CU_CAPTURE_THREAD_LOCAL));
  on_a.submit(1, a);
  SHOW(cu.EventRecord(from_a, a));
  SHOW(cu.StreamWaitEvent(b, from_a, 0));
  SHOW(cu.StreamWaitEvent(c, from_a, 0));
  print_capturing(b);
  print_capturing(c);
  for (int i = 0; i < 4; ++i) {
    spin(pace(i) / 4, b);
    on_b.submit(i, b);
    spin(pace(i + 4) / 4, c);
    on_c.submit(i, c);
    on_a.submit(10 + i, a);
  }
  SHOW(cu.EventRecord(from_b, b));
  SHOW(cu.EventRecord(from_c, c));
  SHOW(cu.StreamWaitEvent(a, from_b, 0));
  SHOW(cu.StreamWaitEvent(a, from_c, 0));
  on_b.submit(100, a);
  on_c.submit(100, a);
  SHOW(cu.StreamEndCapture(a, &graph));
  for (CUstream stream : {a, b, c}) print_capturing(stream);
  print_nodes(graph);
  const CUgraphExec executable = instantiate(graph);
  for (int n = 0; n < 100; ++n) {
    MUST(cu.GraphLaunch(executable, a));
    on_a.expect(1);
    for (int i = 0; i < 4; ++i) {
      on_a.expect(10 + i);
      on_b.expect(i);
      on_c.expect(i);
    }
    on_b.expect(100);
    on_c.expect(100);
    on_a.step(200 + n, a);
  }
  SHOW(cu.StreamSynchronize(a));
  on_a.print("a");
  on_b.print("b");
  on_c.print("c");
  // The streams that were drawn in work as before.
  on_b.step(1, b);
  on_c.step(1, c);
  SHOW(cu.StreamSynchronize(b));
  SHOW(cu.StreamSynchronize(c));
  on_b.print("b again");
  on_c.print("c again");
  SHOW(cu.GraphExecDestroy(executable));
}

// While a capture is open, other streams go on: in the same thread, and in another that waits for
// its own.
void work_beside(CUcaptureMode mode) {
  std::printf("-- beside a capture in mode %d\n", mode);
  const CUstream captured = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream here = make_stream(CU_STREAM_NON_BLOCKING);
  const CUstream there = make_stream(CU_STREAM_NON_BLOCKING);
  Chain inside, beside_here, beside_there;
  const CUevent event = make_event();
  std::barrier phase(2);
  std::thread worker([&] {
    MUST(cu.CtxSetCurrent(primary));
    phase.arrive_and_wait();  // the capture is open
    for (int i = 0; i < 60; ++i) {
      spin(pace(i) / 2, there);
      beside_there.step(i, there);
      if (i % 20 == 19 && mode != CU_CAPTURE_GLOBAL) MUST(cu.StreamSynchronize(there));
    }
    MUST(cu.EventRecord(event, there));
    phase.arrive_and_wait();  // the capture may end
  });
  SHOW(cu.StreamBeginCapture(captured, mode));
  for (int i = 0; i < 10; ++i) inside.submit(i, captured);
  phase.arrive_and_wait();
  for (int i = 0; i < 60; ++i) {
    spin(pace(i + 3) / 2, here);
    beside_here.step(i, here);
    if (i % 6 == 0) inside.submit(10 + i, captured);
  }
  if (mode == CU_CAPTURE_RELAXED) SHOW(cu.StreamSynchronize(here));
  phase.arrive_and_wait();
  CUgraph graph = nullptr;
  SHOW(cu.StreamEndCapture(captured, &graph));
  print_nodes(graph);
  worker.join();
  SHOW(cu.EventSynchronize(event));
  SHOW(cu.StreamSynchronize(here));
  beside_here.print("here");
  beside_there.print("there");
  inside.print("not launched");
  const CUgraphExec executable = instantiate(graph);
  for (int n = 0; n < 10; ++n) {
    MUST(cu.GraphLaunch(executable, captured));
    for (int i = 0; i < 10; ++i) inside.expect(i);
    for (int i = 0; i < 60; i += 6) inside.expect(10 + i);
  }
  SHOW(cu.StreamSynchronize(captured));
  inside.print("inside");
  SHOW(cu.GraphExecDestroy(executable));
}

int main(int count, char **arguments) {
  begin(count, arguments);
  capture_in_mode(CU_CAPTURE_GLOBAL, CU_STREAM_NON_BLOCKING);
  capture_in_mode(CU_CAPTURE_THREAD_LOCAL, CU_STREAM_DEFAULT);
  capture_in_mode(CU_CAPTURE_RELAXED, CU_STREAM_NON_BLOCKING);
  capture_over_streams();
  work_beside(CU_CAPTURE_GLOBAL);
  work_beside(CU_CAPTURE_THREAD_LOCAL);
  work_beside(CU_CAPTURE_RELAXED);
  SHOW(cu.CtxSynchronize(primary));
}
