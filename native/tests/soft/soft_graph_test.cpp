// Capture: what it records, what it forbids, and launching the result.
#include "tests/soft/soft_test.h"

namespace {

void replay() {
  sxStream s = new_stream();
  uint64_t state = 1, expected = 1, out = 0;
  uint32_t word = 0;
  int calls = 0;
  sxGraph graph = nullptr;
  sxGraphExec exec = nullptr;
  CHECK_EQ(sxStreamBeginCapture(s), SX_OK);
  for (uint64_t i = 0; i < 3000; i++) chain(s, &state, i);  // more than a stream holds
  CHECK_EQ(launch_timed(s, 100'000), SX_OK);
  CHECK_EQ(sxLaunchHostFunc(s, [](void *p) { ++*static_cast<int *>(p); }, &calls), SX_OK);
  CHECK_EQ(sxStreamWaitValue32(s, &word, 1, SX_WAIT_EQUAL), SX_OK);
  CHECK_EQ(sxStreamWriteValue64(s, &out, 9), SX_OK);
  CHECK_EQ(sxStreamEndCapture(s, &graph), SX_OK);
  CHECK_EQ(state, 1u);  // nothing ran
  CHECK_EQ(sxGraphInstantiate(&exec, graph), SX_OK);
  CHECK_EQ(sxGraphDestroy(graph), SX_OK);
  for (int round = 0; round < 3; round++) {
    CHECK_EQ(sxGraphLaunch(exec, s), SX_OK);
    for (uint64_t i = 0; i < 3000; i++) expected = chained(expected, i);
    chain(s, &state, 77);
    expected = chained(expected, 77);
  }
  CHECK_EQ(sxGraphExecDestroy(exec), SX_OK);  // what is launched goes on
  CHECK_EQ(sxGraphLaunch(exec, s), SX_ERROR_INVALID);
  sleep_ms(5);
  CHECK_EQ(sxStreamQuery(s), SX_ERROR_NOT_READY);
  __atomic_store_n(&word, 1, __ATOMIC_RELEASE);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  CHECK_EQ(state, expected);
  CHECK_EQ(calls, 3);
  CHECK_EQ(out, 9u);
}

void inside_each_other() {
  sxStream s = new_stream();
  sxGraph inner, outer, nothing;
  sxGraphExec inner_exec, outer_exec, nothing_exec;
  uint64_t state = 0;
  CHECK_EQ(sxStreamBeginCapture(s), SX_OK);
  chain(s, &state, 1);
  CHECK_EQ(sxStreamEndCapture(s, &inner), SX_OK);
  CHECK_EQ(sxGraphInstantiate(&inner_exec, inner), SX_OK);
  CHECK_EQ(sxStreamBeginCapture(s), SX_OK);
  CHECK_EQ(sxGraphLaunch(inner_exec, s), SX_OK);
  chain(s, &state, 2);
  CHECK_EQ(sxStreamEndCapture(s, &outer), SX_OK);
  CHECK_EQ(sxGraphInstantiate(&outer_exec, outer), SX_OK);
  CHECK_EQ(sxStreamBeginCapture(s), SX_OK);
  CHECK_EQ(sxStreamEndCapture(s, &nothing), SX_OK);
  CHECK_EQ(sxGraphInstantiate(&nothing_exec, nothing), SX_OK);
  CHECK_EQ(sxGraphLaunch(nothing_exec, s), SX_OK);
  CHECK_EQ(sxGraphLaunch(outer_exec, s), SX_OK);
  CHECK_EQ(sxStreamSynchronize(s), SX_OK);
  CHECK_EQ(state, chained(1, 2));
}

void time_is_kept() {
  sxStream s = new_stream();
  sxEvent start = new_event(), end = new_event();
  sxGraph graph;
  sxGraphExec exec;
  CHECK_EQ(sxStreamBeginCapture(s), SX_OK);
  for (int i = 0; i < 100; i++) CHECK_EQ(launch_timed(s, 20'000), SX_OK);
  CHECK_EQ(sxStreamEndCapture(s, &graph), SX_OK);
  CHECK_EQ(sxGraphInstantiate(&exec, graph), SX_OK);
  Starter starter;
  starter.hold(s);
  CHECK_EQ(launch_timed(s, 1'000'000), SX_OK);
  CHECK_EQ(sxEventRecord(start, s), SX_OK);
  for (int i = 0; i < 5; i++) CHECK_EQ(sxGraphLaunch(exec, s), SX_OK);
  CHECK_EQ(sxEventRecord(end, s), SX_OK);
  starter.release();
  CHECK_EQ(sxEventSynchronize(end), SX_OK);
  uint64_t ns = 0;
  CHECK_EQ(sxEventElapsed(&ns, start, end), SX_OK);
  CHECK_EQ(ns, 10'000'000u);
}

void rules() {
  sxStream s = new_stream(), apart = new_stream(SX_STREAM_NON_BLOCKING);
  sxEvent e = new_event();
  sxGraph graph = nullptr;
  int capturing = -1;
  void *p = nullptr;
  char byte = 0;
  CHECK_EQ(sxMalloc(&p, 1), SX_OK);
  CHECK_EQ(sxEventRecord(e, apart), SX_OK);
  CHECK_EQ(sxStreamBeginCapture(nullptr), SX_ERROR_CAPTURE);
  CHECK_EQ(sxStreamEndCapture(s, &graph), SX_ERROR_CAPTURE);
  CHECK_EQ(sxStreamBeginCapture(s), SX_OK);
  CHECK_EQ(sxStreamBeginCapture(s), SX_ERROR_CAPTURE);
  CHECK_EQ(sxStreamIsCapturing(s, &capturing), SX_OK);
  CHECK_EQ(capturing, 1);
  CHECK_EQ(sxStreamIsCapturing(apart, &capturing), SX_OK);
  CHECK_EQ(capturing, 0);
  CHECK_EQ(sxStreamSynchronize(s), SX_ERROR_CAPTURE);
  CHECK_EQ(sxStreamQuery(s), SX_ERROR_CAPTURE);
  CHECK_EQ(sxEventRecord(e, s), SX_ERROR_CAPTURE);
  CHECK_EQ(sxStreamWaitEvent(s, e), SX_ERROR_CAPTURE);
  CHECK_EQ(sxDeviceSynchronize(), SX_ERROR_CAPTURE);
  CHECK_EQ(sxMemcpy(p, &byte, 1), SX_ERROR_CAPTURE);
  CHECK_EQ(sxFree(p), SX_ERROR_CAPTURE);
  CHECK_EQ(launch_timed(nullptr, 1), SX_ERROR_CAPTURE);
  CHECK_EQ(launch_timed(apart, 1), SX_OK);
  CHECK_EQ(launch_timed(s, 1), SX_OK);
  CHECK_EQ(sxStreamEndCapture(s, &graph), SX_OK);  // none of it broke the capture
  CHECK_EQ(sxFree(p), SX_OK);
  CHECK_EQ(sxStreamBeginCapture(apart), SX_OK);  // not blocking: disturbs no other
  CHECK_EQ(launch_timed(nullptr, 1), SX_OK);
  CHECK_EQ(sxDeviceSynchronize(), SX_OK);
  CHECK_EQ(sxStreamDestroy(apart), SX_OK);
}

}  // namespace

int main() {
  OwnSegment segment("gpu");
  check::in_child([] {
    CHECK_EQ(sxInit(0), SX_OK);
    replay();
    inside_each_other();
    time_is_kept();
    rules();
  });
  return 0;
}
