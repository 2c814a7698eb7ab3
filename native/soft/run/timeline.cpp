// What happens next on the time line, and making it happen.
//
// The executor repeats: look over all streams for the earliest happening; stop if its instant has
// not come; apply it. So everything takes effect in the order of the time line, however late.
#include <string.h>

#include <algorithm>

#include "soft/context.h"

namespace soft {

using Head = Stream::Head;

Context::Happening Context::Survey::first() const {
  Happening best = end;
  for (const Happening *h : {&front, &leave, &start}) {
    if (h->before(best)) best = *h;
  }
  return best;
}

Context::Survey Context::advance(Lock &lock) {
  for (;;) {
    int64_t now = os::now_ns();
    if (poisoned_) drop_everything(now);
    Survey s = survey(now);
    if (halted_) return s;
    if (try_to_own(s)) continue;
    Happening next = s.first();
    if (next.at > now && !next.early) return s;
    if (next.kind == Happening::kNothing) return s;
    apply(next, s, lock);
  }
}

// -- looking ------------------------------------------------------------------------------------

// A command waits for those of the other side that were submitted before it. What such a command
// could find complete on the other side was then submitted before it, too, so the latest end
// there is what it had to wait for.
Context::LegacyOrder Context::legacy_order() const {
  LegacyOrder order;
  order.blocking_free = retired_free_;
  order.default_free = default_stream_->free_at;
  if (!default_stream_->empty()) order.default_head = default_stream_->command().sequence;
  for (const StreamPtr &s : streams_) {
    if (!s->blocking) continue;
    order.blocking_free = std::max(order.blocking_free, s->free_at);
    if (!s->empty()) order.blocking_head = std::min(order.blocking_head, s->command().sequence);
  }
  return order;
}

Context::Survey Context::survey(int64_t now) {
  Survey s;
  watched_.clear();
  LegacyOrder legacy = legacy_order();
  for (const StreamPtr &p : streams_) {
    Stream &stream = *p;
    if (stream.empty() || stream.state == Head::kInHost) continue;
    int64_t ready_at = std::max(stream.free_at, stream.command().submitted);
    if (stream.blocking) {
      if (legacy.default_head < stream.command().sequence) continue;
      ready_at = std::max(ready_at, legacy.default_free);
    } else if (stream.is_default) {
      if (legacy.blocking_head < stream.command().sequence) continue;
      ready_at = std::max(ready_at, legacy.blocking_free);
    }
    if (is_device_command(stream.payload())) {
      survey_device(stream, ready_at, &s);
    } else {
      survey_front(stream, ready_at, now, &s);
    }
  }
  if (!owned_ || my_slot().disabled.load() || s.running >= concurrency_) s.start = {};
  if (owned_) survey_leave(&s);
  return s;
}

void Context::survey_device(Stream &stream, int64_t ready_at, Survey *s) {
  s->ready = true;
  s->order = std::min(s->order, stream.command().submitted);
  if (stream.state == Head::kRunning) {
    s->running++;
    s->ready_at = std::min(s->ready_at, ready_at);
    Happening end{Happening::kEnd, stream.end, &stream};
    if (end.before(s->end)) s->end = end;
    return;
  }
  bool resumes = stream.state == Head::kSuspended;
  if (resumes) ready_at = stream.start;
  s->ready_at = std::min(s->ready_at, ready_at);
  // First come, first served: what is behind another context's command does not start. Said of each
  // stream, because another of ours may hold an older command, for which the others wait.
  if (!round_robin_ && device().others_order(slot_) < stream.command().submitted) return;
  Happening start{Happening::kStart, std::max({ready_at, owned_from_, last_full_}), &stream};
  start.early = resumes || !has_action(stream.payload());
  // Among those that could start together, what was begun goes first, then the oldest.
  auto rank = [](const Stream &x) {
    return std::make_pair(x.state != Head::kSuspended, x.command().sequence);
  };
  bool better =
      start.at != s->start.at ? start.at < s->start.at : rank(stream) < rank(*s->start.stream);
  if (better) s->start = start;
}

void Context::survey_front(Stream &stream, int64_t ready_at, int64_t now, Survey *s) {
  Happening front{Happening::kFront, ready_at, &stream};
  if (auto *wait = std::get_if<WaitEvent>(&stream.payload())) {
    int64_t done_at = wait->record->done_at();
    if (!done_at) return;
    front.at = std::max(ready_at, done_at);
  }
  auto *wait = std::get_if<WaitValue>(&stream.payload());
  if (wait && ready_at <= now && stream.state != Head::kSatisfied) {
    uint32_t seen = wait->load();
    if (!wait->satisfied_by(seen)) {
      if (!stream.looked) poll_ns_ = 0;
      stream.looked = true;
      watched_.push_back({wait->word, seen});
      return;
    }
    // True at the first look: it never had to wait. Otherwise it came true just now.
    stream.state = Head::kSatisfied;
    stream.start = stream.looked ? now : ready_at;
  }
  if (stream.state == Head::kSatisfied) front.at = stream.start;
  if (front.before(s->front)) s->front = front;
}

// When the device must be left as things stand.
void Context::survey_leave(Survey *s) const {
  const Slot &slot = device().slots[slot_];
  int64_t at = os::kNever;
  if (!s->ready) {
    at = busy_until_;
  } else if (slot.disabled.load()) {
    at = std::max(toggled_at_, busy_until_);
  } else if (round_robin_) {
    if (!device().others(slot_)) return;
    int64_t slice_end = owned_from_ + int64_t(slot.timeslice_us.load()) * 1000;
    at = std::max({slice_end, device().others_ready_at(slot_), busy_until_});
  } else if (s->running == 0 && device().others_order(slot_) < s->order) {
    at = busy_until_;
  }
  if (at != os::kNever) s->leave = {Happening::kLeave, at, nullptr};
}

// -- the device ---------------------------------------------------------------------------------

// True if the device has just become ours.
bool Context::try_to_own(const Survey &s) {
  if (owned_) return false;
  if (!s.ready || my_slot().disabled.load()) {
    if (asked_) device().give_up(slot_, os::now_ns());
    asked_ = false;
    return false;
  }
  bool same = asked_ && asked_order_ == s.order;
  int64_t ready_at = std::max(s.ready_at, toggled_at_);  // time spent disabled does not count
  Grant grant = same ? device().look(slot_) : device().ask(slot_, ready_at, s.order);
  asked_ = true;
  asked_order_ = s.order;
  if (!grant.owned) return false;
  owned_ = true;
  owned_from_ = busy_until_ = last_full_ = grant.from;
  return true;
}

// Takes off what runs. It goes on from here at the next turn.
void Context::leave(int64_t at, const Survey &s) {
  for (const StreamPtr &p : streams_) {
    if (p->empty() || p->state != Head::kRunning) continue;
    p->state = Head::kSuspended;
    p->remaining = p->end - std::max(at, p->start);
    p->start = at;
  }
  owned_ = false;
  if (!s.ready || my_slot().disabled.load()) {
    asked_ = false;
    device().give_up(slot_, at);
    return;
  }
  asked_order_ = s.order;
  device().pass_on(slot_, at, asked_order_);
}

// -- applying -----------------------------------------------------------------------------------

void Context::apply(const Happening &what, const Survey &s, Lock &lock) {
  switch (what.kind) {
    case Happening::kEnd:
      if (s.running >= concurrency_) last_full_ = what.at;
      return end(*what.stream, what.at);
    case Happening::kFront: return apply_front(*what.stream, what.at);
    case Happening::kLeave: return leave(what.at, s);
    case Happening::kStart: return begin(*what.stream, what.at, lock);
    case Happening::kNothing: return;
  }
}

void Context::apply_front(Stream &stream, int64_t at) {
  const Payload &payload = stream.payload();
  if (auto *call = std::get_if<CallHost>(&payload)) return call_host(stream, *call);
  if (auto *record = std::get_if<RecordEvent>(&payload)) {
    record->record->finish(at);
  } else if (auto *write = std::get_if<WriteValue>(&payload)) {
    __atomic_store_n(write->word, write->value, __ATOMIC_RELEASE);
  } else if (std::holds_alternative<WaitValue>(payload)) {
    at += wait_ns_;
    poll_ns_ = 0;
    // Passing one that is open takes time, but is no reason to leave.
    if (owned_ && !stream.looked) busy_until_ = std::max(busy_until_, at);
  }
  finish_head(stream, at);
}

// What touches memory is done here, at its start, without the mutex: only this thread changes the
// head of a stream, and the stream cannot go while it is not empty.
void Context::begin(Stream &stream, int64_t at, Lock &lock) {
  bool resumes = stream.state == Head::kSuspended;
  int64_t work = resumes ? stream.remaining : stream.head_work();
  stream.state = Head::kRunning;
  stream.start = at;
  stream.end = at + work;
  const Payload &payload = stream.payload();
  if (resumes || !has_action(payload)) return;
  acting_ = true;
  lock.unlock();
  int64_t began = os::now_ns();
  if (auto *launch = std::get_if<Launch>(&payload)) {
    launch->kernel->run(launch->arguments);
    if (!launch->kernel->finish) work = os::now_ns() - began;
  } else if (auto *copy = std::get_if<Copy>(&payload)) {
    if (copy->bytes) memmove(copy->to, copy->from, copy->bytes);
  } else if (auto *fill = std::get_if<Fill>(&payload)) {
    if (fill->bytes) memset(fill->to, fill->value, fill->bytes);
  }
  lock.lock();
  acting_ = false;
  if (halted_) progress_.notify_all();
  stream.end = at + work;
}

void Context::end(Stream &stream, int64_t at) {
  busy_until_ = std::max(busy_until_, at);
  auto *launch = std::get_if<Launch>(&stream.payload());
  bool failed = launch && launch->kernel->kind == Kernel::Kind::kFault;
  if (launch && launch->kernel->finish) launch->kernel->finish(launch->arguments);
  finish_head(stream, at);
  if (failed) poisoned_ = notify_ = true;
}

void Context::finish_head(Stream &stream, int64_t at) {
  stream.finish_head(at);
  if (waiting_for_room_) notify_ = true;
  for (const Stream::Wait *wait : stream.waits) notify_ |= stream.completed >= wait->target;
}

// After a failure: nothing that is queued runs any more, and no thread waits for it.
void Context::drop_everything(int64_t at) {
  for (const StreamPtr &stream : streams_) {
    while (!stream->empty() && stream->state != Head::kInHost) {
      auto *record = std::get_if<RecordEvent>(&stream->payload());
      if (record) record->record->finish(at);
      finish_head(*stream, at);
    }
  }
}

void Context::forget_destroyed() {
  auto gone = [this](const StreamPtr &s) {
    if (!s->destroyed || !s->empty()) return false;
    if (s->blocking) retired_free_ = std::max(retired_free_, s->free_at);
    return true;
  };
  std::erase_if(streams_, gone);
}

}  // namespace soft
