// What the roles of calls have in common, whatever the vendor: a vendor's own roles.h says which
// queue a stream has, which queues a wait waits for, and what a result means.
#pragma once

#include "include/heddle.h"

namespace heddle {

// The queues that a call waits for.
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

// A call that puts something on a stream. `outcome_of`: whether it did, by its result.
template <class Call, class Outcome>
auto counted(heddle_queue *queue, heddle_command kind, Call call, Outcome outcome_of) {
  if (!heddle_enter(queue, kind)) return call();
  auto result = call();
  heddle_leave(queue, outcome_of(result));
  return result;
}

// A call that returns when all that it waits for is done.
template <class Call, class Drained>
auto waiting(Waited waited, Call call, Drained is_drained) {
  auto result = call();
  waited.leave(is_drained(result));
  return result;
}

// A call that asks whether all is done. Where only our own marks and gates are left, the answer is
// yes: the program has put nothing there that is not done.
template <class Result, class Call, class Drained>
Result asking(Waited waited, Call call, Drained is_drained, Result not_ready, Result ready) {
  Result result = call();
  bool ours_alone = result == not_ready && waited.done();
  waited.leave(is_drained(result));
  return ours_alone ? ready : result;
}

}  // namespace heddle
