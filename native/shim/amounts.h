// What a process has of devices' memory: from a vendor's handle to its bytes. Looked up where the
// vendor allocates and frees, so a mutex is cheap enough.
#pragma once

#include <pthread.h>

#include "include/heddle.h"
#include "shim/growing_map.h"

namespace heddle {

inline constexpr uint32_t kNoDevice = UINT32_MAX;  // not counted

struct Amount {
  uint64_t bytes;
  uint32_t device;    // of the table
  uintptr_t context;  // what it dies with; 0: nothing but the process
};

class Locked {
 public:
  explicit Locked(pthread_mutex_t &mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
  ~Locked() { pthread_mutex_unlock(&mutex_); }
  Locked(const Locked &) = delete;

 private:
  pthread_mutex_t &mutex_;
};

class Amounts {
 public:
  // Without memory for it, it stays taken until the process ends.
  void put(uintptr_t key, const Amount &amount) {
    Locked locked(mutex_);
    map_.put(key, amount);
  }

  // Before the vendor frees it: another thread may then get the same handle again.
  bool remove(uintptr_t key, Amount *amount) {
    Locked locked(mutex_);
    return map_.remove(key, amount);
  }

  // All of one context get the name of another one, which cannot be allocated from.
  void rename(uintptr_t from, uintptr_t to) {
    Locked locked(mutex_);
    map_.each([&](uintptr_t, Amount &amount) {
      if (amount.context == from) amount.context = to;
      return false;
    });
  }

  // All of a context that is gone.
  void give_back(uintptr_t context) {
    Locked locked(mutex_);
    map_.each([&](uintptr_t, const Amount &amount) {
      if (amount.context != context) return false;
      heddle_memory_give(amount.device, amount.bytes);
      return true;
    });
  }

  // In the child of a fork: the parent's memory is not the child's, and its lock may be held.
  void forget() {
    pthread_mutex_init(&mutex_, nullptr);
    map_.forget();
  }

 private:
  GrowingMap<Amount> map_;
  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
};

// A vendor's handle as a number.
template <class Handle>
uintptr_t key_of_memory(Handle handle) {
  return (uintptr_t)handle;
}

// Again and again, while others make room.
template <class Result, class Call>
Result retry_with_room(uint32_t device, uint64_t bytes, Call call, Result out_of_memory) {
  Result result = out_of_memory;
  auto again = [&](uint64_t *missing) {
    *missing = bytes;
    return (result = call()) != out_of_memory;
  };
  heddle_with_room(
      device,
      [](void *self, uint64_t *missing) {
        return int((*static_cast<decltype(again) *>(self))(missing));
      },
      &again);
  return result;
}

// A call that allocates: taken before it, and given back if it fails. If the device itself has not
// enough, others are asked to make room; or the caller is told, in `no_room`.
template <class Result, class Handle, class Call>
Result allocating(Amounts &amounts, const Handle *handle, const Amount &amount, Call call,
                  Result success, Result out_of_memory, bool *no_room = nullptr) {
  if (no_room) *no_room = false;
  if (amount.device == kNoDevice || !amount.bytes) return call();
  if (!heddle_memory_take(amount.device, amount.bytes)) return out_of_memory;
  Result result = call();
  if (no_room)
    *no_room = result == out_of_memory;
  else if (result == out_of_memory)
    result = retry_with_room(amount.device, amount.bytes, call, out_of_memory);
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
// is. False, and nothing is changed, if it has no limit.
inline bool show_memory(uint32_t device, uint64_t *free_bytes, uint64_t *total_bytes,
                        uint64_t *used_bytes = nullptr) {
  uint64_t limit = 0, used = 0;
  if (device != kNoDevice) heddle_memory_look(device, &limit, &used);
  if (!limit) return false;
  const uint64_t left = used < limit ? limit - used : 0;
  if (free_bytes && left < *free_bytes) *free_bytes = left;
  if (total_bytes && limit < *total_bytes) *total_bytes = limit;
  // A limit may have become less than what is used; a caller that subtracts must not get below 0.
  const uint64_t most = total_bytes ? *total_bytes : limit;
  if (used_bytes) *used_bytes = used < most ? used : most;
  return true;
}

}  // namespace heddle
