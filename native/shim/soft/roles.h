// What a call of each role does, for the generated stubs.
#pragma once

#include "hal/soft/hw_queue.h"
#include "shim/amounts.h"
#include "shim/roles.h"

namespace heddle::soft {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

// Our queue of a stream (null: the default stream of the thread's device), made at first sight.
// Null if the stream is unknown to the soft XPU or there is no table.
heddle_queue *queue_of(sxStream stream);

// The queues that a wait for `stream` waits for. The default stream stands for all blocking ones
// too.
Waited waited_by_stream(sxStream stream);
Waited waited_by_device();   // the thread's device
void forget_left_running();  // the default stream is empty, and so is all that it waits for

// Before a stream is destroyed: the last mark has to get in, then nothing of ours may follow.
void close_queue(sxStream stream);
// Our marks and gates stay out of the stream from before a capture begins until after it ends.
bool is_capturing(sxStream stream);
void set_capturing(sxStream stream, bool on);

// The thread's device in the table, whose memory it allocates.
uint32_t device_of_memory();
extern Amounts amounts;

// Memory that may leave the device: what was allocated, and what is about to be freed.
void note_movable(void *pointer, uint64_t bytes, uint32_t device);
void forget_movable(void *pointer);
void forget_movable();  // in the child of a fork

// Whether a wait that ended so leaves the stream empty: a failed context runs nothing any more.
inline bool is_drained(sxResult result) { return result == SX_OK || result == SX_ERROR_LAUNCH; }

inline heddle_outcome placed(sxResult result) {
  return result == SX_OK ? HEDDLE_PLACED : HEDDLE_NOTHING;
}
inline heddle_outcome waited_for(sxResult result) {
  return result == SX_OK ? HEDDLE_WAITED_FOR : HEDDLE_NOTHING;
}

template <class Call>
sxResult work(sxStream stream, Call call) {
  return counted(queue_of(stream), HEDDLE_WORK, call, placed);
}

template <class Call>
sxResult order(sxStream stream, Call call) {
  return counted(queue_of(stream), HEDDLE_ORDER, call, placed);
}

template <class Call>
sxResult wait(sxStream stream, Call call) {
  return counted(queue_of(stream), HEDDLE_WAIT, call, placed);
}

template <class Call>
sxResult query(sxStream stream, Call call) {
  auto ask = [&] {
    sxResult result = call();
    if (!stream && is_drained(result)) forget_left_running();
    return result;
  };
  return asking(waited_by_stream(stream), ask, is_drained, SX_ERROR_NOT_READY, SX_OK);
}

template <class Call>
sxResult sync_stream(sxStream stream, Call call) {
  return waiting(waited_by_stream(stream), call, is_drained);
}

// The command itself is counted before the wait begins.
template <class Call>
sxResult work_sync(sxStream stream, Call call) {
  sxResult result = counted(queue_of(stream), HEDDLE_WORK, call, waited_for);
  waited_by_stream(stream).leave(is_drained(result));
  return result;
}

template <class Call>
sxResult sync_device(Call call) {
  return waiting(waited_by_device(), call, is_drained);
}

template <class Call>
sxResult allocate(void **pointer, size_t bytes, Call call) {
  const uint32_t device = device_of_memory();
  const sxResult result =
      allocating(amounts, pointer, {bytes, device, 0}, call, SX_OK, SX_ERROR_OUT_OF_MEMORY);
  if (result == SX_OK) note_movable(*pointer, bytes, device);
  return result;
}

template <class Call>
sxResult release(void *pointer, Call call) {
  forget_movable(pointer);
  return freeing(amounts, pointer, call, SX_OK);
}

template <class Call>
sxResult destroy_stream(sxStream stream, Call call) {
  if (stream) close_queue(stream);
  return call();
}

template <class Call>
sxResult begin_capture(sxStream stream, Call call) {
  bool already = is_capturing(stream);
  set_capturing(stream, true);
  sxResult result = call();
  if (result != SX_OK && !already) set_capturing(stream, false);
  return result;
}

template <class Call>
sxResult end_capture(sxStream stream, Call call) {
  sxResult result = call();
  if (!is_capturing(stream)) set_capturing(stream, false);
  return result;
}

}  // namespace heddle::soft

namespace roles = heddle::soft;  // where the generated stubs find them
