// What a call of each role does, for the generated stubs.
#pragma once

#include "hal/soft/hw_queue.h"
#include "include/heddle.h"

namespace heddle::soft {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

// Our queue of a stream (null: the default stream of the thread's device), made at first sight.
// Null if the stream is unknown to the soft XPU or there is no table.
heddle_queue *queue_of(sxStream stream);

// The queues that a wait for `stream` waits for. The default stream stands for all blocking ones
// too.
struct Waited {
  static constexpr int kMost = 64;
  heddle_queue *queues[kMost];
  uint64_t tokens[kMost];
  int count = 0;

  bool whole = true;  // nothing was left out that might still run

  void add(heddle_queue *queue) {
    if (!queue || count == kMost) {
      whole = false;
      return;
    }
    tokens[count] = heddle_sync_enter(queue);
    queues[count++] = queue;
  }
  void leave(bool is_drained) {
    for (int i = 0; i < count; i++) heddle_sync_leave(queues[i], tokens[i], is_drained);
  }
  bool done() {
    for (int i = 0; i < count; i++)
      if (!heddle_is_done(queues[i])) return false;
    return whole && count > 0;
  }
};
Waited waited_by_stream(sxStream stream);
Waited waited_by_device();   // the thread's device
void forget_left_running();  // the default stream is empty, and so is all that it waits for

template <class Call>
sxResult counted(sxStream stream, heddle_command kind, Call call) {
  heddle_queue *queue = queue_of(stream);
  if (!heddle_enter(queue, kind)) return call();
  sxResult result = call();
  heddle_leave(queue);
  return result;
}

template <class Call>
sxResult work(sxStream stream, Call call) {
  return counted(stream, HEDDLE_WORK, call);
}

template <class Call>
sxResult order(sxStream stream, Call call) {
  return counted(stream, HEDDLE_ORDER, call);
}

template <class Call>
sxResult wait(sxStream stream, Call call) {
  return counted(stream, HEDDLE_WAIT, call);
}

// Whether a wait that ended so leaves the stream empty: a failed context runs nothing any more.
inline bool is_drained(sxResult result) { return result == SX_OK || result == SX_ERROR_LAUNCH; }

template <class Call>
sxResult wait_for(Waited waited, Call call) {
  sxResult result = call();
  waited.leave(is_drained(result));
  return result;
}

template <class Call>
sxResult query(sxStream stream, Call call) {
  Waited waited = waited_by_stream(stream);
  sxResult result = call();
  bool ours_alone = result == SX_ERROR_NOT_READY && waited.done();
  waited.leave(is_drained(result));
  if (!stream && is_drained(result)) forget_left_running();
  return ours_alone ? SX_OK : result;
}

template <class Call>
sxResult sync_stream(sxStream stream, Call call) {
  return wait_for(waited_by_stream(stream), call);
}

// The command itself is counted before the wait begins.
template <class Call>
sxResult work_sync(sxStream stream, Call call) {
  sxResult result = work(stream, call);
  waited_by_stream(stream).leave(is_drained(result));
  return result;
}

template <class Call>
sxResult sync_device(Call call) {
  return wait_for(waited_by_device(), call);
}

}  // namespace heddle::soft
