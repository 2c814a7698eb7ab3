// A gate where a stream calls a function of the host: it returns when the gate's word is 0.
#pragma once

#include "common/os.h"

namespace heddle {

// On a thread of the vendor's. All streams of a process have the same word, so nothing is held up
// that may run, should they share that thread.
inline void wait_until_open(void *word) {
  constexpr int64_t kLookNs = 50'000'000;  // a wake-up may be missed
  const auto *gate = static_cast<const std::atomic<uint32_t> *>(word);
  while (const uint32_t seen = gate->load(std::memory_order_acquire))
    os::futex_wait(gate, seen, os::now_ns() + kLookNs);
}

}  // namespace heddle
