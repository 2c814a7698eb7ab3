// The fake CUDA driver alone: captures and graphs, contexts, errors, forks.
// Given the path of another library, it says where that one differs.
#include "fake_driver.h"

namespace {

// -- capture --------------------------------------------------------------------------------------

int capture_status(Handle stream) {
  int status = -1;
  CHECK_EQ(call("cuStreamIsCapturing", stream, &status), 0);
  return status;
}

Handle instantiate(Handle graph) {
  Handle executable = nullptr;
  CHECK_EQ(call("cuGraphInstantiateWithFlags", &executable, graph, 0ull), 0);
  CHECK_EQ(call("cuGraphDestroy", graph), 0);
  return executable;
}

void graphs() {
  World w;
  Handle s = w.stream(), t = w.stream(), fork = w.event(), join = w.event(), graph = nullptr;
  uint64_t *state = w.words(), expected = *state = 1;
  auto *word = w.words<uint64_t>();
  CHECK_EQ(call("cuStreamBeginCapture_v2", s, kGlobal), 0);
  CHECK_EQ(capture_status(s), 1);
  CHECK_EQ(capture_status(t), 0);
  w.chain(s, at(state), 1);
  CHECK_EQ(call("cuStreamWaitValue64", s, at(word), uint64_t(1), kEqual), 0);
  CHECK_EQ(call("cuEventRecord", fork, s), 0);
  CHECK_EQ(call("cuStreamWaitEvent", t, fork, 0u), 0);
  CHECK_EQ(capture_status(t), 1);
  w.chain(t, at(state), 2);
  CHECK_EQ(call("cuEventRecord", join, t), 0);
  CHECK_EQ(call("cuStreamWaitEvent", s, join, 0u), 0);
  w.chain(s, at(state), 3);
  CHECK_EQ(call("cuStreamEndCapture", s, &graph), 0);
  CHECK_EQ(capture_status(s), 0);
  CHECK_EQ(capture_status(t), 0);
  Handle executable = instantiate(graph);
  CHECK_EQ(*state, 1u);  // nothing ran
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(call("cuGraphLaunch", executable, i % 2 ? s : t), 0);  // one after the other
    for (uint64_t value : {1, 2, 3}) expected = chained(expected, value);
  }
  CHECK_EQ(call("cuGraphExecDestroy", executable), 0);
  sleep_ms(2);
  CHECK_EQ(query(s), 600);
  __atomic_store_n(word, 1, __ATOMIC_RELEASE);
  CHECK_EQ(call("cuCtxSynchronize"), 0);
  CHECK_EQ(*state, expected);
}

// What breaks a capture, and how it ends then.
void capture_rules() {
  World w;
  Handle s = w.stream(kBlocking), apart = w.stream(), graph = nullptr, e = w.event();
  uint64_t *state = w.words();
  auto begin = [&](int mode = kGlobal) {
    CHECK_EQ(call("cuStreamBeginCapture_v2", s, mode), 0);
    w.chain(s, at(state), 1);
  };
  auto ends_with = [&](int result) {
    CHECK_EQ(capture_status(s), result == 901 ? 2 : 1);
    CHECK_EQ(call("cuStreamEndCapture", s, &graph), result);
    CHECK_EQ(capture_status(s), 0);
  };
  CHECK_EQ(call("cuStreamBeginCapture_v2", kLegacy, kGlobal), 900);
  begin();
  CHECK_EQ(query(s), 900);
  ends_with(901);
  begin();
  CHECK_EQ(sync(s), 900);
  CHECK_EQ(w.launch("chain", s, at(state), uint64_t(1)), 901);
  ends_with(901);
  begin();
  CHECK_EQ(w.launch("chain", kLegacy, at(state), uint64_t(1)), 906);
  ends_with(901);
  begin();
  int status = 0;
  CHECK_EQ(call("cuStreamIsCapturing", kLegacy, &status), 906);
  w.chain(apart, at(state + 1), 1);  // the others go on
  ends_with(0);
  begin();
  CHECK_EQ(call("cuEventRecord", e, s), 0);
  CHECK_EQ(call("cuEventQuery", e), 907);
  ends_with(901);
  CHECK_EQ(call("cuEventRecord", e, apart), 0);
  begin();
  CHECK_EQ(call("cuStreamWaitEvent", s, e, 0u), 905);
  ends_with(901);
  begin();
  CHECK_EQ(call("cuEventRecord", e, s), 0);
  CHECK_EQ(call("cuStreamWaitEvent", apart, e, 0u), 0);
  w.chain(apart, at(state + 1), 1);
  ends_with(904);
  CHECK_EQ(capture_status(apart), 0);
  begin();
  CHECK_EQ(call("cuStreamWaitEvent", apart, e, 0u), 0);  // of a capture that is over
  CHECK_EQ(capture_status(apart), 0);
  ends_with(0);

  // Calls that a capture forbids, unless it is relaxed.
  Address p = 0;
  auto allocate = [&] { return call("cuMemAlloc_v2", &p, size_t(64)); };
  begin();
  CHECK_EQ(allocate(), 900);
  ends_with(901);
  begin(kRelaxed);
  CHECK_EQ(allocate(), 0);
  ends_with(0);
  begin();
  int mode = kRelaxed;
  CHECK_EQ(call("cuThreadExchangeStreamCaptureMode", &mode), 0);
  CHECK_EQ(mode, kGlobal);
  CHECK_EQ(allocate(), 0);
  CHECK_EQ(call("cuThreadExchangeStreamCaptureMode", &mode), 0);
  ends_with(0);
  for (int of : {kGlobal, kThreadLocal}) {
    begin(of);
    std::thread([&] {
      Handle nothing = nullptr;
      CHECK_EQ(call("cuCtxSetCurrent", w.context), 0);
      CHECK_EQ(call("cuStreamEndCapture", s, &nothing), 908);
      CHECK_EQ(allocate(), of == kGlobal ? 900 : 0);
    }).join();
    ends_with(of == kGlobal ? 901 : 0);
  }
  CHECK_EQ(*state, 0u);
}

// -- contexts and errors --------------------------------------------------------------------------

void contexts() {
  World w;
  Handle other = nullptr, current = nullptr;
  CHECK_EQ(call("cuCtxCreate_v2", &other, 0u, 0), 0);
  CHECK_EQ(call("cuCtxGetCurrent", &current), 0);
  CHECK_EQ(current, other);
  // Each has a legacy stream of its own.
  uint64_t *state = w.words();
  Hold hold(w);
  hold.on(kLegacy);
  CHECK_EQ(query(kLegacy), 600);
  CHECK_EQ(call("cuCtxPushCurrent_v2", w.context), 0);
  w.chain(kLegacy, at(state), 5);
  CHECK_EQ(call("cuCtxSynchronize"), 0);
  CHECK_EQ(*state, 5u);
  Handle e = w.event();
  CHECK_EQ(call("cuCtxPopCurrent_v2", &current), 0);
  CHECK_EQ(current, w.context);
  CHECK_EQ(call("cuEventRecord", e, kLegacy), 400);  // of another context
  hold.release();
  // An error stays with its context.
  CHECK_EQ(w.launch("fault", kLegacy), 0);
  CHECK_EQ(call("cuCtxSynchronize"), 719);
  CHECK_EQ(query(kLegacy), 719);
  CHECK_EQ(w.launch("spin", kLegacy, uint64_t(1)), 719);
  CHECK_EQ(call("cuCtxDestroy_v2", other), 0);
  CHECK_EQ(call("cuCtxGetCurrent", &current), 0);
  CHECK_EQ(current, w.context);  // the one below
  w.spin(kLegacy, 1000);
  CHECK_EQ(sync(kLegacy), 0);
  CHECK_EQ(call("cuCtxDestroy_v2", w.context), 201);  // the primary one is released
  CHECK_EQ(call("cuCtxSetCurrent", Handle(nullptr)), 0);
  CHECK_EQ(call("cuCtxSynchronize"), 201);
}

void errors() {
  World w;
  Handle s = w.stream(), f = nullptr;
  uint64_t own = 0;
  CHECK_EQ(call("cuModuleGetFunction", &f, w.module, "nothing"), 500);
  CHECK_EQ(w.launch("other", s), 801);
  CHECK_EQ(query(&own), 400);
  CHECK_EQ(call("cuStreamDestroy_v2", &own), 400);
  CHECK_EQ(w.launch("chain", s, at(&own), uint64_t(1)), 0);  // an address of the host
  CHECK_EQ(sync(s), 700);
  CHECK_EQ(call("cuDevicePrimaryCtxReset_v2", 0), 0);
  CHECK_EQ(query(kLegacy), 709);
  World again;  // all is well in the next one
  CHECK_EQ(again.context, w.context);
  again.spin(again.stream(), 1000);
  CHECK_EQ(query(s), 400);
  CHECK_EQ(call("cuCtxSynchronize"), 0);
  unsigned flags = 0;
  int active = 0;
  CHECK_EQ(call("cuDevicePrimaryCtxRelease_v2", 0), 0);
  CHECK_EQ(call("cuDevicePrimaryCtxGetState", 0, &flags, &active), 0);
  CHECK_EQ(active, 1);
  CHECK_EQ(call("cuDevicePrimaryCtxRelease_v2", 0), 0);
  CHECK_EQ(call("cuDevicePrimaryCtxGetState", 0, &flags, &active), 0);
  CHECK_EQ(active, 0);
  CHECK_EQ(call("cuDevicePrimaryCtxRelease_v2", 0), 201);
}

void forks() {
  World w;
  Handle s = w.stream();
  w.spin(s, 1000);
  CHECK_EQ(sync(s), 0);
  check::in_child([&] {
    int count = 0;
    CHECK_EQ(query(s), 3);
    CHECK_EQ(call("cuDeviceGetCount", &count), 3);
    CHECK_EQ(call("cuInit", 0u), 0);
    CHECK_EQ(query(s), 400);
    if (!survives_kills()) return;  // qemu-user cannot start threads here
    World child;
    child.spin(child.stream(), 1000);
    CHECK_EQ(call("cuCtxSynchronize"), 0);
  });
  CHECK_EQ(query(s), 0);
}

}  // namespace

int main(int argc, char **argv) {
  return run_tests(argc, argv,
                   {
                       {"graphs", graphs},
                       {"capture_rules", capture_rules},
                       {"contexts", contexts},
                       {"errors", errors},
                       {"forks", forks},
                   });
}
