// Each thread has a default stream of its own: by the functions' variants for it, by its handle,
// and beside the legacy default stream.
// Covers: the default stream is scheduled, per-thread ones in each context of a thread too; what
// only a thread itself can name is waited for all the same.
#include <thread>
#include <vector>

#include "common.h"

constexpr int kThreads = 4;
constexpr int kSteps = 450;

// Each thread works on "null" and on the handle, which are one stream to it.
void several_threads() {
  std::vector<Chain> chains(kThreads);
  std::vector<CUresult> last(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      MUST(cu.CtxSetCurrent(primary));
      for (int i = 0; i < kSteps; ++i) {
        spin(pace(t * kSteps + i), nullptr);
        chains[t].step(i, i % 3 ? nullptr : CU_STREAM_PER_THREAD);
        if (i % 90 == 89) MUST(cu.StreamSynchronize(nullptr));
      }
      if (t % 2) return;  // these leave their work behind
      MUST(cu.StreamSynchronize(CU_STREAM_PER_THREAD));
      last[t] = cu.StreamQuery(nullptr);
    });
  for (std::thread &thread : threads) thread.join();
  SHOW(cu.CtxSynchronize(primary));
  for (int t = 0; t < kThreads; ++t) {
    std::printf("thread %d: %d\n", t, last[t]);
    chains[t].print("own");
  }
}

// The legacy default stream waits for a thread's own, and the other way round.
void beside_legacy() {
  Chain chain;
  for (int i = 0; i < 150; ++i) {
    spin(pace(i) / 2, nullptr);
    chain.step(3 * i, nullptr);
    chain.step(3 * i + 1, CU_STREAM_LEGACY);
    spin(pace(i + 1) / 4, CU_STREAM_LEGACY);
    chain.step(3 * i + 2, nullptr);
  }
  SHOW(cu.StreamSynchronize(nullptr));
  SHOW(cu.StreamQuery(nullptr));
  SHOW(cu.StreamSynchronize(CU_STREAM_LEGACY));
  chain.print("beside legacy");

  // One thread's stream that stands still does not hold up another thread's.
  Gate gate;
  gate.close(nullptr);
  SHOW(cu.StreamQuery(nullptr));
  CUresult theirs = -1;
  std::thread([&] {
    MUST(cu.CtxSetCurrent(primary));
    chain.step(1, nullptr);
    MUST(cu.StreamSynchronize(nullptr));
    theirs = cu.StreamQuery(nullptr);
  }).join();
  std::printf("theirs %d\n", theirs);
  SHOW(cu.StreamQuery(nullptr));
  gate.open();
  SHOW(cu.StreamSynchronize(nullptr));
  SHOW(cu.StreamQuery(nullptr));
  chain.print("apart");
}

// Events, copies, values and graphs on it.
void everything_on_it() {
  const CUstream other = make_stream(CU_STREAM_NON_BLOCKING);
  const CUevent event = make_event();
  const Words<uint64_t> words(2);
  Chain chain;
  for (int i = 0; i < 150; ++i) {
    spin(pace(i) / 4, nullptr);
    chain.step(i, nullptr);
    MUST(cu.MemcpyDtoHAsync(words.host, chain.state, sizeof(uint64_t), nullptr));
    MUST(cu.StreamWriteValue64(nullptr, words.at(1), i, 0));
    MUST(cu.EventRecord(event, nullptr));
    MUST(cu.StreamWaitEvent(other, event, 0));
    chain.step(100 + i, other);
    MUST(cu.EventRecord(event, other));
    MUST(cu.StreamWaitEvent(nullptr, event, 0));
  }
  SHOW(cu.StreamSynchronize(nullptr));
  chain.print("events");
  std::printf("copied %d, written %" PRIu64 "\n", words.host[0] != chain.expected, words.host[1]);

  CUgraph graph = nullptr;
  CUgraphExec executable = nullptr;
  SHOW(cu.StreamBeginCapture(nullptr, CU_CAPTURE_THREAD_LOCAL));
  for (int i = 0; i < 3; ++i) chain.submit(i, nullptr);
  SHOW(cu.StreamEndCapture(nullptr, &graph));
  SHOW(cu.GraphInstantiateWithFlags(&executable, graph, 0));
  for (int n = 0; n < 30; ++n) {
    MUST(cu.GraphLaunch(executable, nullptr));
    for (int i = 0; i < 3; ++i) chain.expect(i);
    chain.step(n, nullptr);
  }
  SHOW(cu.StreamSynchronize(nullptr));
  chain.print("graph");
  SHOW(cu.MemsetD32(chain.state, 5, 2));
  SHOW(cu.StreamSynchronize(nullptr));
  chain.expected = uint64_t{5} << 32 | 5;
  chain.print("memset");
}

int main(int count, char **arguments) {
  begin(count, arguments);
  several_threads();
  beside_legacy();
  everything_on_it();
}
