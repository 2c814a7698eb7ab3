// How long a program pauses between two bursts on a device, and so for how long the device is worth
// keeping for it. While others wait, keeping it costs the pause; letting it go costs a switch there
// and back, and a program that comes back soon finds the device taken.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace heddle {

class Pauses {
 public:
  // A pause has ended; any thread. What races is lost, which harms nothing.
  void note(int64_t ns) {
    counts_[bucket_of(ns)].fetch_add(1, std::memory_order_relaxed);
    if (total_.fetch_add(1, std::memory_order_relaxed) < kMemory) return;
    uint32_t left = 0;  // what was long ago counts ever less
    for (std::atomic<uint32_t> &count : counts_) {
      const uint32_t half = count.load(std::memory_order_relaxed) / 2;
      count.store(half, std::memory_order_relaxed);
      left += half;
    }
    total_.store(left, std::memory_order_relaxed);
  }

  // Where nothing is known yet, `standard_ns`. Otherwise the time that is cheapest for all pauses
  // seen, each of which costs what it lasts, or this time and a loss; 0: keeping never pays.
  int64_t keep_ns(int64_t loss_ns, int64_t standard_ns) const {
    int64_t seen = 0, sum_ns = 0;
    for (int i = 0; i < kBuckets; i++) seen += counts_[i].load(std::memory_order_relaxed);
    if (seen < kFew) return standard_ns;
    int64_t best_ns = 0, best_cost = seen * loss_ns, longer = seen;
    for (int i = 0; i + 1 < kBuckets; i++) {  // the last has no end
      const int64_t count = counts_[i].load(std::memory_order_relaxed), end = end_of(i);
      sum_ns += count * end;
      longer -= count;
      if (count == 0) continue;
      const int64_t cost = sum_ns + longer * (end + loss_ns);
      if (cost >= best_cost) continue;
      best_cost = cost;
      best_ns = end;
    }
    return best_ns;
  }

  // Of a thousand pauses, how many were no longer than that.
  uint32_t within_milli(int64_t ns) const {
    uint64_t seen = 0, short_ones = 0;
    for (int i = 0; i < kBuckets; i++) {
      const uint32_t count = counts_[i].load(std::memory_order_relaxed);
      seen += count;
      if (end_of(i) <= ns) short_ones += count;
    }
    return seen ? uint32_t(short_ones * 1000 / seen) : 0;
  }

 private:
  static constexpr int kBuckets = 24;
  static constexpr int64_t kFirstNs = 16'000;
  static constexpr uint32_t kMemory = 256, kFew = 4;

  // Half an octave each: 16 us, 24, 32, 48 and so on to 32 ms, and whatever is longer.
  static int64_t end_of(int i) {
    const int64_t octave = kFirstNs << i / 2;
    return i % 2 ? octave * 3 / 2 : octave;
  }
  static int bucket_of(int64_t ns) {
    int i = 0;
    while (i + 1 < kBuckets && ns > end_of(i)) i++;
    return i;
  }

  std::atomic<uint32_t> counts_[kBuckets] = {};
  std::atomic<uint32_t> total_{0};
};

}  // namespace heddle
