// From a vendor's stream handle to what we know of it. Looked up at every launch: open addressing,
// no lock to read. A key is never 0. Entries of destroyed streams become tombstones and are used
// again.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>

namespace heddle {

template <class Value>
class HandleMap {
 public:
  // Null if the key is unknown. Good until the key is erased.
  const Value *find(uintptr_t key) const {
    for (uint32_t i = slot_of(key), n = 0; n < kSlots; i = (i + 1) % kSlots, n++) {
      uintptr_t k = entries_[i].key.load(std::memory_order_acquire);
      if (k == key) return &entries_[i].value;
      if (k == kEmpty) break;
    }
    return nullptr;
  }

  // With lock() held. False if the map is full: the stream then runs unscheduled.
  bool insert(uintptr_t key, Value value) {
    for (uint32_t i = slot_of(key), n = 0; n < kSlots; i = (i + 1) % kSlots, n++) {
      uintptr_t k = entries_[i].key.load(std::memory_order_relaxed);
      if (k != kEmpty && k != kTombstone) continue;
      entries_[i].value = value;
      entries_[i].key.store(key, std::memory_order_release);
      used_[count_++] = uint16_t(i);
      return true;
    }
    return false;
  }

  // With lock() held.
  void erase(uintptr_t key) {
    for (uint32_t i = slot_of(key), n = 0; n < kSlots; i = (i + 1) % kSlots, n++) {
      uintptr_t k = entries_[i].key.load(std::memory_order_relaxed);
      if (k == kEmpty) return;
      if (k != key) continue;
      entries_[i].key.store(kTombstone, std::memory_order_release);
      for (uint32_t u = 0; u < count_; u++)
        if (used_[u] == i) {
          used_[u] = used_[--count_];
          return;
        }
    }
  }

  // With lock() held. f(key, value) may erase that key. Every wait for a device comes here, so only
  // what is there is looked at.
  template <class F>
  void each(F f) const {
    for (uint32_t u = count_; u-- > 0;) {
      const Entry &e = entries_[used_[u]];
      f(e.key.load(std::memory_order_relaxed), e.value);
    }
  }

  void lock() { pthread_mutex_lock(&mutex_); }
  bool try_lock() { return pthread_mutex_trylock(&mutex_) == 0; }
  void unlock() { pthread_mutex_unlock(&mutex_); }

  // In the child of a fork: the parent's streams are dead, and so may be a lock holder.
  void forget() {
    for (Entry &e : entries_) e.key.store(kEmpty, std::memory_order_relaxed);
    count_ = 0;
    pthread_mutex_init(&mutex_, nullptr);
  }

 private:
  static constexpr uint32_t kSlots = 4096;
  static constexpr uintptr_t kEmpty = 0, kTombstone = ~uintptr_t(0);
  struct Entry {
    std::atomic<uintptr_t> key{kEmpty};
    Value value{};
  };

  static uint32_t slot_of(uintptr_t key) {
    return uint32_t((key * 0x9E3779B97F4A7C15ull) >> 52) % kSlots;
  }

  Entry entries_[kSlots];
  uint16_t used_[kSlots] = {};  // the slots that are in use, in no order
  uint32_t count_ = 0;
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

}  // namespace heddle
