// Memory that both sides have at the same address, where they cannot share it. Each tells the other
// what has changed: before work is submitted, before an answer that work has ended, and now and
// then while either looks at it without a call. What both change at once is as undefined as it is
// with one memory; the unit is a word of 32 bits.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "common/os.h"
#include "remote/wire.h"

namespace heddle::remote {

inline constexpr uint64_t kMostMirrored = 16 << 20, kMostMirroredInAll = 64 << 20;

// Looks now and then, for so long; a look at much memory takes its time.
template <class Look>
void look_while(Look look) {
  constexpr int64_t kLeastNs = 100'000, kTimesALook = 10;
  std::atomic<uint32_t> nobody{0};
  for (int64_t began = os::now_ns(); look(); began = os::now_ns()) {
    const int64_t ended = os::now_ns(), pause = kTimesALook * (ended - began);
    os::futex_wait(&nobody, 0, ended + (pause > kLeastNs ? pause : kLeastNs));
  }
}

class Mirrors {
 public:
  // What lies there now is not what the other side has: that has zeros.
  bool add(uint64_t address, uint64_t bytes) {
    if (address % 4 || bytes % 4 || !bytes || bytes > kMostMirrored) return false;
    std::lock_guard lock(mutex_);
    uint64_t all = bytes;
    for (const auto &[start, told] : all_) all += 4 * told.size();
    if (all > kMostMirroredInAll) return false;
    if (!all_.try_emplace(address, bytes / 4, 0).second) return false;
    count_++;
    return true;
  }
  void remove(uint64_t address) {
    std::lock_guard lock(mutex_);
    count_ -= int(all_.erase(address));
  }
  bool any() const { return count_.load(std::memory_order_relaxed) > 0; }

  // Messages with what has changed, until there is nothing more; `send` may block, and others may
  // apply meanwhile.
  template <class Send>
  void tell(Writer &writer, Send send) {
    std::lock_guard order(telling_);  // the later of two values is told later
    while (collect(writer)) send();
  }

  // What the other side has told; of memory that is no longer ours, nothing. False: it is no such
  // message.
  bool apply(Reader fields) {
    std::lock_guard lock(mutex_);
    while (!fields.is_done()) {
      const uint64_t address = fields.number();
      size_t bytes;
      const unsigned char *from = fields.bytes(&bytes);
      if (!fields.is_right() || address % 4 || bytes % 4) return false;
      auto after = all_.upper_bound(address);
      if (after == all_.begin()) continue;
      auto &[start, told] = *std::prev(after);
      const uint64_t first = (address - start) / 4, count = bytes / 4;
      if (first > told.size() || count > told.size() - first) continue;
      if (count) memcpy(told.data() + first, from, bytes);
      for (uint64_t i = 0; i < count;) {  // a value of 64 bits is never half of another
        const bool pair = (address + 4 * i) % 8 == 0 && i + 1 < count;
        void *place = reinterpret_cast<void *>(address + 4 * i);
        if (pair)
          __atomic_store_n(static_cast<uint64_t *>(place), at<uint64_t>(from + 4 * i),
                           __ATOMIC_RELEASE);
        else
          __atomic_store_n(static_cast<uint32_t *>(place), at<uint32_t>(from + 4 * i),
                           __ATOMIC_RELEASE);
        i += pair ? 2 : 1;
      }
    }
    return true;
  }

 private:
  template <class T>
  static T at(const unsigned char *from) {
    T value;
    memcpy(&value, from, sizeof value);
    return value;
  }
  static uint32_t load(uint64_t address) {
    return __atomic_load_n(reinterpret_cast<const uint32_t *>(address), __ATOMIC_ACQUIRE);
  }

  // Into one message, behind its head; false: nothing has changed.
  bool collect(Writer &writer) {
    std::lock_guard lock(mutex_);
    writer.begin(kMirror, 0, 0);
    const size_t empty = writer.size();
    for (auto &[start, told] : all_)
      for (size_t i = 0; i < told.size() && writer.size() < kPiece / 2;) {
        constexpr size_t kBlock = 1024;
        if (const size_t left = told.size() - i;
            left >= kBlock &&
            !memcmp(told.data() + i, reinterpret_cast<void *>(start + 4 * i), 4 * kBlock)) {
          i += kBlock;
          continue;
        }
        const size_t first = i;
        const size_t end = std::min(told.size(), first + kPiece / 16);
        for (uint32_t now; i < end && (now = load(start + 4 * i)) != told[i]; i++) told[i] = now;
        if (i == first) {
          i++;
          continue;
        }
        writer.number(start + 4 * first);
        writer.bytes(told.data() + first, 4 * (i - first));
      }
    return writer.size() > empty;
  }

  std::mutex mutex_, telling_;
  std::map<uint64_t, std::vector<uint32_t>> all_;  // by address: what the other side has
  std::atomic<int> count_{0};
};

}  // namespace heddle::remote
