// Captures that are under way in this process, for vendors whose streams must not be touched
// meanwhile.
#pragma once

#include <sched.h>

#include <atomic>

namespace heddle {

// How many there are. While there are any, a stream is asked whether it is captured before anything
// of ours goes near it.
inline std::atomic<int> captures{0};

// To ask a stream whether it is empty would break a capture that it is part of. The keeper asks
// only inside one of these, which is false while there is a capture; a thread that begins a capture
// waits for it.
class Asking {
 public:
  Asking() { count_.fetch_add(1); }
  ~Asking() { count_.fetch_sub(1); }
  explicit operator bool() const { return captures.load() == 0; }
  static void wait_for_all() {
    while (count_.load()) sched_yield();
  }

 private:
  static inline std::atomic<int> count_{0};
};

}  // namespace heddle
