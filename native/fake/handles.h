// What a fake library has given out to programs.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace fake {

// The handles that were given out: a wrong or dead one gives an error and not a crash.
template <class T>
class Handles {
 public:
  T *add(std::shared_ptr<T> object) {
    std::lock_guard lock(mutex_);
    T *handle = object.get();
    objects_[handle] = std::move(object);
    return handle;
  }
  std::shared_ptr<T> find(T *handle) {
    std::lock_guard lock(mutex_);
    auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }
  // Of several callers one gets the object.
  std::shared_ptr<T> take(T *handle) {
    std::lock_guard lock(mutex_);
    auto found = objects_.find(handle);
    if (found == objects_.end()) return nullptr;
    std::shared_ptr<T> object = std::move(found->second);
    objects_.erase(found);
    return object;
  }
  template <class F>
  void each(F f) {
    std::lock_guard lock(mutex_);
    for (auto &[handle, object] : objects_) f(*object);
  }
  template <class F>
  void erase_if(F f) {
    std::lock_guard lock(mutex_);
    std::erase_if(objects_, [&](auto &entry) { return f(*entry.second); });
  }
  template <class F>
  std::vector<std::shared_ptr<T>> take_if(F f) {
    std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<T>> taken;
    std::erase_if(objects_, [&](auto &entry) {
      if (!f(*entry.second)) return false;
      taken.push_back(entry.second);
      return true;
    });
    return taken;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<T *, std::shared_ptr<T>> objects_;
};

}  // namespace fake
