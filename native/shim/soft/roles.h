// What a call of each role does, for the generated stubs.
#pragma once

#include "hal/soft/hw_queue.h"
#include "include/heddle.h"

namespace heddle::soft {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

// Our queue of a stream (null: the default stream of the thread's device), made at first sight.
// Null if the stream is unknown to the soft XPU or there is no table.
heddle_queue *queue_of(sxStream stream);

// The queues of this process on the thread's device: up to `most`, the number returned.
int queues_of_device(heddle_queue **out, int most);

template <class Call>
sxResult work(sxStream stream, Call call) {
  heddle_queue *queue = queue_of(stream);
  if (!heddle_enter(queue)) return call();
  sxResult result = call();
  heddle_leave(queue);
  return result;
}

template <class Call>
sxResult sync_stream(sxStream stream, Call call) {
  heddle_queue *queue = queue_of(stream);
  uint64_t token = heddle_sync_enter(queue);
  sxResult result = call();
  if (result == SX_OK) heddle_sync_leave(queue, token);
  return result;
}

template <class Call>
sxResult work_sync(sxStream stream, Call call) {
  return sync_stream(stream, [&] { return work(stream, call); });
}

template <class Call>
sxResult sync_device(Call call) {
  constexpr int kMost = 64;
  heddle_queue *queues[kMost];
  uint64_t tokens[kMost];
  int count = queues_of_device(queues, kMost);
  for (int i = 0; i < count; i++) tokens[i] = heddle_sync_enter(queues[i]);
  sxResult result = call();
  if (result == SX_OK)
    for (int i = 0; i < count; i++) heddle_sync_leave(queues[i], tokens[i]);
  return result;
}

}  // namespace heddle::soft
