// All visible devices in one process, from two threads.
#include <thread>
#include <vector>

#include "common.h"

constexpr int kSteps = 100;

// What one thread got from one device.
struct Result {
  uint64_t state = 0;
  uint64_t expected = 1;
  int device = -1;
};

Result work_on(int device, uint64_t seed) {
  Result result;
  MUST(sxSetDevice(device));
  const sxStream stream = make_stream(SX_STREAM_DEFAULT);
  Chain chain;
  for (int i = 0; i < kSteps; ++i) {
    timed(pace(seed + i) / 2, stream);
    chain.step(seed + i, stream);
    if (i % 10 == 0) chain.step(i, nullptr);  // the default stream of this device
  }
  MUST(sxStreamSynchronize(stream));
  MUST(sxMemcpy(&result.state, chain.state, sizeof result.state));
  result.expected = chain.expected;
  MUST(sxStreamGetDevice(stream, &result.device));
  MUST(sxFree(chain.state));
  MUST(sxStreamDestroy(stream));
  return result;
}

int main() {
  int count = 0;
  SHOW(sxInit(0));
  SHOW(sxDeviceCount(&count));
  for (int device = 0; device < count; ++device) {
    char name[64] = "";
    int64_t capabilities = 0, concurrency = 0;
    SHOW(sxDeviceGetName(device, name, sizeof name));
    SHOW(sxDeviceGetAttribute(device, SX_ATTR_CAPABILITIES, &capabilities));
    SHOW(sxDeviceGetAttribute(device, SX_ATTR_CONCURRENCY, &concurrency));
    std::printf("device %d: %s, capabilities %#" PRIx64 ", concurrency %" PRId64 "\n", device, name,
                static_cast<uint64_t>(capabilities), concurrency);
  }

  // Two threads go round the devices from opposite ends and meet on the way.
  std::vector<Result> results[2] = {std::vector<Result>(count), std::vector<Result>(count)};
  std::thread threads[2];
  for (int t = 0; t < 2; ++t) {
    threads[t] = std::thread([&, t] {
      for (int i = 0; i < count; ++i) {
        const int device = t ? count - 1 - i : i;
        results[t][device] = work_on(device, 1000 * t + 10 * device);
      }
    });
  }
  for (std::thread &thread : threads) thread.join();
  for (int t = 0; t < 2; ++t)
    for (const Result &result : results[t])
      std::printf("thread %d device %d: %016" PRIx64 " %s\n", t, result.device, result.state,
                  result.state == result.expected ? "right" : "WRONG");

  // The choice of a device is the thread's own.
  int current = -1;
  SHOW(sxSetDevice(count - 1));
  SHOW(sxGetDevice(&current));
  std::printf("device is the last: %d\n", current == count - 1);
  std::thread([&] { SHOW(sxGetDevice(&current)); }).join();
  std::printf("device of a new thread: %d\n", current);

  // One thread keeps all devices busy at once; a stream knows its device whatever is chosen.
  std::vector<sxStream> streams(count);
  std::vector<Chain> chains;
  for (int device = 0; device < count; ++device) {
    MUST(sxSetDevice(device));
    streams[device] = make_stream(SX_STREAM_NON_BLOCKING);
    chains.emplace_back();
  }
  MUST(sxSetDevice(0));
  for (int i = 0; i < kSteps; ++i) {
    for (int device = 0; device < count; ++device) {
      timed(pace(i + device) / 2, streams[device]);
      chains[device].step(i + device, streams[device]);
    }
  }
  for (int device = 0; device < count; ++device) {
    SHOW(sxStreamSynchronize(streams[device]));
    MUST(sxSetDevice(device));
    chains[device].print("at once");
    SHOW(sxDeviceSynchronize());
  }
  SHOW(sxSetDevice(count));
  SHOW(sxSetDevice(-1));
}
