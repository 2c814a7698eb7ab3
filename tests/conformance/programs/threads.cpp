// Eight threads: a stream each, and one stream that all of them share.
#include <thread>
#include <vector>

#include "common.h"

// More than the smallest stack holds: any thread that a library starts here needs room for it.
thread_local char large[1 << 20];

constexpr int kThreads = 8;
constexpr int kSteps = 300;
constexpr uint64_t kLength = 1024;

int main() {
  SHOW(sxInit(0));
  const sxStream shared = make_stream(SX_STREAM_NON_BLOCKING);
  auto *total = device_array<float>(kLength);
  auto *ones = device_array<float>(kLength);
  launch("fill", sxFillArgs{total, kLength, 0}, nullptr);
  launch("fill", sxFillArgs{ones, kLength, 1}, nullptr);
  MUST(sxStreamSynchronize(nullptr));

  // Threads print nothing: the order of their lines would be anyone's.
  std::vector<Chain> chains(kThreads);
  std::vector<sxResult> last(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      large[t] = 1;
      const sxStream own = make_stream(t % 2 ? SX_STREAM_NON_BLOCKING : SX_STREAM_DEFAULT);
      for (int i = 0; i < kSteps; ++i) {
        timed(pace(t * kSteps + i), own);
        chains[t].step(t * 1000 + i, own);
        // Sums of small integers are exact in a float, so their order does not matter.
        launch("axpy", sxAxpyArgs{float(t + 1), ones, total, kLength}, shared);
        if (i % 30 == 29) MUST(sxStreamSynchronize(i % 60 == 29 ? own : shared));
      }
      MUST(sxStreamSynchronize(own));
      last[t] = sxStreamQuery(own);
      MUST(sxStreamDestroy(own));
    });
  }
  for (std::thread &thread : threads) thread.join();
  for (int t = 0; t < kThreads; ++t) {
    std::printf("thread %d: %d\n", t, static_cast<int>(last[t]));
    chains[t].print("own");
  }

  SHOW(sxStreamSynchronize(shared));
  std::vector<float> result(kLength);
  SHOW(sxMemcpy(result.data(), total, kLength * sizeof(float)));
  std::printf("total %.9g %.9g %016" PRIx64 "\n", result.front(), result.back(),
              checksum(result.data(), kLength * sizeof(float)));

  // Threads that come and go, one at a time: one state, one stream, many callers.
  Chain relay;
  for (int i = 0; i < 50; ++i) {
    std::thread([&] {
      timed(pace(i), shared);
      relay.step(i, shared);
    }).join();
  }
  SHOW(sxDeviceSynchronize());
  relay.print("relay");
}
