// What a process has of devices' memory: from a vendor's handle to its bytes. Looked up where the
// vendor allocates and frees, so a mutex is cheap enough; it grows with what is allocated.
#pragma once

#include <pthread.h>
#include <stdlib.h>

#include <cstdint>

#include "include/heddle.h"

namespace heddle {

inline constexpr uint32_t kNoDevice = UINT32_MAX;  // nobody counts

struct Amount {
  uint64_t bytes;
  uint32_t device;    // of the table
  uintptr_t context;  // what it dies with; 0: nothing but the process
};

class Amounts {
 public:
  // Without memory for it false: it then stays taken until the process ends.
  bool put(uintptr_t key, const Amount &amount) {
    Hold hold(mutex_);
    if (!key || (count_ * 2 >= size_ && !grow())) return false;
    Entry &entry = entries_[place_of(key)];
    count_ += !entry.key;
    entry = {key, amount};
    return true;
  }

  // Before the vendor frees it: another thread may then get the same handle again.
  bool remove(uintptr_t key, Amount *amount) {
    Hold hold(mutex_);
    if (!key || !size_) return false;
    const size_t at = place_of(key);
    if (!entries_[at].key) return false;
    *amount = entries_[at].amount;
    erase(at);
    return true;
  }

  // All of one context get the name of another one, in which nobody can allocate.
  void rename(uintptr_t from, uintptr_t to) {
    Hold hold(mutex_);
    for (size_t i = 0; i < size_; i++)
      if (entries_[i].key && entries_[i].amount.context == from) entries_[i].amount.context = to;
  }

  // All of a context that is gone.
  void give_back(uintptr_t context) {
    Hold hold(mutex_);
    for (size_t i = 0; i < size_;) {
      const Amount amount = entries_[i].amount;
      if (!entries_[i].key || amount.context != context) {
        i++;
        continue;
      }
      heddle_memory_give(amount.device, amount.bytes);
      erase(i);  // something else may have come to this place
    }
  }

  // In the child of a fork: the parent's memory is not the child's, and its lock may be held.
  void forget() {
    pthread_mutex_init(&mutex_, nullptr);
    entries_ = nullptr;  // it may have been growing
    size_ = count_ = 0;
  }

 private:
  struct Entry {
    uintptr_t key;  // 0: none
    Amount amount;
  };
  struct Hold {
    explicit Hold(pthread_mutex_t &m) : mutex(m) { pthread_mutex_lock(&mutex); }
    ~Hold() { pthread_mutex_unlock(&mutex); }
    pthread_mutex_t &mutex;
  };

  size_t home_of(uintptr_t key) const {
    return size_t((key * 0x9E3779B97F4A7C15ull) >> 20) & (size_ - 1);
  }
  // Where it is, or would be.
  size_t place_of(uintptr_t key) const {
    size_t i = home_of(key);
    while (entries_[i].key && entries_[i].key != key) i = (i + 1) & (size_ - 1);
    return i;
  }

  // Moves up what would not be found any more behind the gap.
  void erase(size_t gap) {
    for (size_t i = (gap + 1) & (size_ - 1); entries_[i].key; i = (i + 1) & (size_ - 1)) {
      const size_t home = home_of(entries_[i].key);
      if (((i - home) & (size_ - 1)) < ((i - gap) & (size_ - 1))) continue;
      entries_[gap] = entries_[i];
      gap = i;
    }
    entries_[gap].key = 0;
    count_--;
  }

  bool grow() {
    const size_t size = size_ ? size_ * 2 : 256;
    auto *entries = static_cast<Entry *>(calloc(size, sizeof(Entry)));
    if (!entries) return false;
    Entry *before = entries_;
    const size_t count = size_;
    entries_ = entries;
    size_ = size;
    for (size_t i = 0; i < count; i++)
      if (before[i].key) entries_[place_of(before[i].key)] = before[i];
    free(before);
    return true;
  }

  Entry *entries_ = nullptr;
  size_t size_ = 0, count_ = 0;  // size: a power of two
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

// A vendor's handle as a number.
template <class Handle>
uintptr_t key_of_memory(Handle handle) {
  return (uintptr_t)handle;
}

// A call that allocates: taken before it, and given back if it fails.
template <class Result, class Handle, class Call>
Result allocating(Amounts &amounts, const Handle *handle, const Amount &amount, Call call,
                  Result success, Result out_of_memory) {
  if (amount.device == kNoDevice || !amount.bytes) return call();
  if (!heddle_memory_take(amount.device, amount.bytes)) return out_of_memory;
  Result result = call();
  if (result == success)
    amounts.put(key_of_memory(*handle), amount);
  else
    heddle_memory_give(amount.device, amount.bytes);
  return result;
}

// A call that frees. What we do not know is the vendor's business alone.
template <class Result, class Handle, class Call>
Result freeing(Amounts &amounts, Handle handle, Call call, Result success) {
  Amount amount;
  if (!amounts.remove(key_of_memory(handle), &amount)) return call();
  Result result = call();
  if (result == success)
    heddle_memory_give(amount.device, amount.bytes);
  else
    amounts.put(key_of_memory(handle), amount);
  return result;
}

// What a program is shown of a device: its limit in place of the size, and never more than there
// is.
inline void show_memory(uint32_t device, uint64_t *free_bytes, uint64_t *total_bytes) {
  uint64_t limit = 0, used = 0;
  if (device != kNoDevice) heddle_memory_look(device, &limit, &used);
  if (!limit) return;
  const uint64_t left = used < limit ? limit - used : 0;
  if (free_bytes && left < *free_bytes) *free_bytes = left;
  if (total_bytes && limit < *total_bytes) *total_bytes = limit;
}

}  // namespace heddle
