// The handles that this process has given out. Nothing is ever read through a handle that is not
// found here, so a wrong or dead one gives an error and not a crash.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "soft/softxpu.h"

namespace soft {

enum class Kind { kStream, kEvent, kGraph, kGraphExec, kMemory };

class Registry {
 public:
  void add(const void *handle, Kind kind, std::shared_ptr<void> object);

  // SX_ERROR_INVALID if there is no such handle, SX_ERROR_FORKED if it is the parent's.
  template <class T>
  sxResult find(const void *handle, Kind kind, std::shared_ptr<T> *object) {
    std::lock_guard lock(mutex_);
    Entry *entry = nullptr;
    sxResult result = look(handle, kind, &entry);
    if (result == SX_OK) *object = std::static_pointer_cast<T>(entry->object);
    return result;
  }

  // As find(), and the handle is dead from now on. Of several callers one gets the object.
  template <class T>
  sxResult take(const void *handle, Kind kind, std::shared_ptr<T> *object) {
    std::lock_guard lock(mutex_);
    Entry *entry = nullptr;
    sxResult result = look(handle, kind, &entry);
    if (result != SX_OK) return result;
    *object = std::static_pointer_cast<T>(std::move(entry->object));
    entries_.erase(handle);
    return SX_OK;
  }

  // Around fork(). In the child the parent's entries stay, so that their addresses are not used
  // again and are known for what they are.
  void before_fork() { mutex_.lock(); }
  void after_fork(bool child) {
    if (child) generation_++;
    mutex_.unlock();
  }

 private:
  struct Entry {
    Kind kind;
    unsigned generation;
    std::shared_ptr<void> object;
  };
  sxResult look(const void *handle, Kind kind, Entry **entry);

  std::mutex mutex_;
  unsigned generation_ = 0;
  std::unordered_map<const void *, Entry> entries_;
};

Registry &registry();

}  // namespace soft
