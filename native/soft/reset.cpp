// Killing what runs and dropping what is queued, by a thread of the host. Under the context's mutex
// the executor changes nothing, so all of it happens at one instant of the time line.
#include <algorithm>

#include "soft/context.h"

namespace soft {

using Head = Stream::Head;

// Not what cannot be submitted again, or what another process waits for.
bool Context::may_reset() const {
  return std::all_of(streams_.begin(), streams_.end(), [](const StreamPtr &s) {
    if (s->empty()) return true;
    if (s->destroyed || s->state == Head::kInHost) return false;
    bool waited_for = false;
    s->each_queued([&](const Payload &payload) {
      auto *event = std::get_if<RecordEvent>(&payload);
      waited_for |= event && event->record->has_listeners();
    });
    return !waited_for;
  });
}

// Leaves the device.
uint32_t Context::kill(int64_t now) {
  uint32_t killed = 0;
  for (const StreamPtr &s : streams_) {
    if (!s->empty()) killed++;
    s->drop(0);
  }
  if (owned_) {
    leave(now, {});
  } else if (asked_) {
    asked_ = false;
    device().give_up(slot_, now);
  }
  return killed;
}

sxResult Context::reset(sxReset *report) {
  Lock lock(mutex_);
  if (sxResult failed = status_locked()) return failed;
  if (closed_ || halted_ || !may_reset()) return SX_ERROR_STATE;
  *report = {};
  halted_ = true;
  int64_t began = os::now_ns();
  auto is_begun = [](const Stream &s) {
    return !s.empty() && (s.state == Head::kRunning || s.state == Head::kSuspended);
  };
  for (const StreamPtr &s : streams_) {
    const uint64_t kept = is_begun(*s) ? 1 : 0;
    report->dropped += uint32_t(s->pushed - s->completed - kept);
    s->drop(kept);
  }
  int64_t dropped = os::now_ns();
  progress_.wait(lock, [this] { return !acting_; });  // a thread of ours cannot be stopped inside
  int64_t now = os::now_ns();
  for (const StreamPtr &s : streams_) {
    // What has ended by now has ended, though its waiters have not been told yet.
    if (is_begun(*s) && s->state == Head::kRunning && s->end <= now) end(*s, s->end);
  }
  report->killed = kill(now);
  report->queued_ns = uint64_t(dropped - began);
  report->running_ns = uint64_t(os::now_ns() - dropped);
  return SX_OK;
}

sxResult Context::resume() {
  Lock lock(mutex_);
  if (!halted_) return SX_ERROR_STATE;
  halted_ = false;
  ring();
  progress_.notify_all();
  return SX_OK;
}

void Context::look_at(Stream &stream, uint64_t *submitted, uint64_t *completed) {
  Lock lock(mutex_);
  *submitted = stream.pushed;
  *completed = stream.completed;
}

}  // namespace soft
