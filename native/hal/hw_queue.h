// A class as a HwQueue: each function of the contract that it has a member for. The function that
// makes a queue sets what that queue cannot do to null.
#pragma once

#include "include/heddle.h"

namespace heddle {

template <class Queue>
heddle_hw_queue hw_queue_of(Queue *queue) {
  heddle_hw_queue out{};
  out.self = queue;
  out.mark = [](void *self, uint64_t *word, uint64_t value) -> int {
    return static_cast<Queue *>(self)->mark(word, value);
  };
  if constexpr (requires { queue->completed(); })
    out.completed = [](void *self) -> uint64_t { return static_cast<Queue *>(self)->completed(); };
  out.empty = [](void *self) { return int(static_cast<Queue *>(self)->is_empty()); };
  if constexpr (requires(const uint32_t *word) { queue->gate(word); })
    out.gate = [](void *self, const uint32_t *word) -> int {
      return static_cast<Queue *>(self)->gate(word);
    };
  if constexpr (requires { queue->busy_ns(); })
    out.busy_ns = [](void *self) -> uint64_t { return static_cast<Queue *>(self)->busy_ns(); };
  out.close = [](void *self) { static_cast<Queue *>(self)->close(); };
  return out;
}

}  // namespace heddle
