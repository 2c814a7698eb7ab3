// From a vendor's stream handle to our queue. Looked up at every launch: open addressing, no lock
// to read. A key is never 0. Entries of destroyed streams become tombstones and are used again.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>

#include "include/heddle.h"

namespace heddle {

class QueueMap {
 public:
  // Null if the key is unknown; `*known` says whether it is (a known stream may be unscheduled).
  heddle_queue *find(uintptr_t key, bool *known) const {
    for (uint32_t i = slot_of(key), n = 0; n < kSlots; i = (i + 1) % kSlots, n++) {
      uintptr_t k = entries_[i].key.load(std::memory_order_acquire);
      if (k == key) {
        *known = true;
        return entries_[i].queue.load(std::memory_order_relaxed);
      }
      if (k == kEmpty) break;
    }
    *known = false;
    return nullptr;
  }

  // With lock() held. False if the map is full: the stream then runs unscheduled.
  bool insert(uintptr_t key, heddle_queue *queue) {
    for (uint32_t i = slot_of(key), n = 0; n < kSlots; i = (i + 1) % kSlots, n++) {
      uintptr_t k = entries_[i].key.load(std::memory_order_relaxed);
      if (k != kEmpty && k != kTombstone) continue;
      entries_[i].queue.store(queue, std::memory_order_relaxed);
      entries_[i].key.store(key, std::memory_order_release);
      return true;
    }
    return false;
  }

  // With lock() held.
  void erase(uintptr_t key) {
    for (uint32_t i = slot_of(key), n = 0; n < kSlots; i = (i + 1) % kSlots, n++) {
      uintptr_t k = entries_[i].key.load(std::memory_order_relaxed);
      if (k == key) entries_[i].key.store(kTombstone, std::memory_order_release);
      if (k == key || k == kEmpty) return;
    }
  }

  template <class F>
  void each(F f) const {
    for (const Entry &e : entries_) {
      uintptr_t k = e.key.load(std::memory_order_acquire);
      if (k != kEmpty && k != kTombstone) f(k, e.queue.load(std::memory_order_relaxed));
    }
  }

  void lock() { pthread_mutex_lock(&mutex_); }
  void unlock() { pthread_mutex_unlock(&mutex_); }

  // In the child of a fork: the parent's streams are dead, and so may be a lock holder.
  void forget() {
    for (Entry &e : entries_) e.key.store(kEmpty, std::memory_order_relaxed);
    pthread_mutex_init(&mutex_, nullptr);
  }

 private:
  static constexpr uint32_t kSlots = 4096;
  static constexpr uintptr_t kEmpty = 0, kTombstone = ~uintptr_t(0);
  struct Entry {
    std::atomic<uintptr_t> key{kEmpty};
    std::atomic<heddle_queue *> queue{nullptr};
  };

  static uint32_t slot_of(uintptr_t key) {
    return uint32_t((key * 0x9E3779B97F4A7C15ull) >> 52) % kSlots;
  }

  Entry entries_[kSlots];
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

}  // namespace heddle
