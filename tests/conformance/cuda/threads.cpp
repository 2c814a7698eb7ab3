// Eight threads: a stream each, and one stream and the default stream that all of them share.
// Covers: counts and order hold with many submitting threads; the default stream is scheduled; sums
// of floats are equal bit by bit.
#include <thread>
#include <vector>

#include "common.h"

// More than the smallest stack holds: any thread that a library starts here needs room for it.
thread_local char large[1 << 20];

constexpr int kThreads = 8;
constexpr int kSteps = 320;
constexpr uint64_t kLength = 1024;

int main(int count, char **arguments) {
  begin(count, arguments);
  const CUstream shared = make_stream(CU_STREAM_NON_BLOCKING);
  const CUdeviceptr total = device_bytes(kLength * sizeof(float));
  const CUdeviceptr ones = device_bytes(kLength * sizeof(float));
  fill(total, kLength, 0, nullptr);
  fill(ones, kLength, 1, nullptr);
  MUST(cu.StreamSynchronize(nullptr));

  // Threads print nothing: the order of their lines would be anyone's.
  std::vector<Chain> chains(kThreads);
  std::vector<CUresult> last(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      large[t] = 1;
      MUST(cu.CtxSetCurrent(primary));
      const CUstream own = make_stream(t % 2 ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT);
      const CUevent event = make_event();
      for (int i = 0; i < kSteps; ++i) {
        spin(pace(t * kSteps + i), own);
        chains[t].step(t * 1000 + i, own);
        // Sums of small integers are exact in a float, so their order does not matter.
        axpy(float(t + 1), ones, total, kLength, shared);
        if (i % 16 == 0) spin(20, nullptr);
        MUST(cu.EventRecord(event, own));
        if (i % 20 == 19) MUST(cu.StreamSynchronize(i % 40 == 19 ? own : shared));
        if (i % 20 == 9) MUST(cu.EventSynchronize(event));
      }
      MUST(cu.StreamSynchronize(own));
      last[t] = cu.StreamQuery(own);
      MUST(cu.EventDestroy(event));
      MUST(cu.StreamDestroy(own));
    });
  }
  for (std::thread &thread : threads) thread.join();
  for (int t = 0; t < kThreads; ++t) {
    std::printf("thread %d: %d\n", t, last[t]);
    chains[t].print("own");
  }
  SHOW(cu.StreamSynchronize(shared));
  std::vector<float> result(kLength);
  SHOW(cu.MemcpyDtoH(result.data(), total, kLength * sizeof(float)));
  std::printf("total %.9g %.9g %016" PRIx64 "\n", result.front(), result.back(),
              checksum(result.data(), kLength * sizeof(float)));

  // Threads that come and go, one at a time: one state, one stream, many callers.
  Chain relay;
  for (int i = 0; i < 50; ++i) {
    std::thread([&] {
      MUST(cu.CtxSetCurrent(primary));
      spin(pace(i), shared);
      relay.step(i, shared);
    }).join();
  }
  SHOW(cu.CtxSynchronize(primary));
  relay.print("relay");
}
