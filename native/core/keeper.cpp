// The keeper: one thread in each process for work that no call of the program does. It notices that
// a burst is over, applies slices, frees closed queues, and finds out when the process that holds
// us has died. It must not block in a vendor's call: a stream may be full because we are held.
#include <signal.h>

#include <algorithm>

#include "common/thread.h"
#include "core/decide/turns.h"
#include "core/guest.h"
#include "core/process.h"
#include "core/settings.h"

namespace heddle {

namespace {

// The keeper looks at least this often while others share our devices: a killed holder's gates
// open after this time at the latest.
constexpr int64_t kSharedNs = 20'000'000;
constexpr int64_t kAloneNs = 250'000'000;
constexpr int64_t kWatchedNs = 1'000'000;
constexpr int64_t kMostEarlyNs = 200'000;  // watching the clock takes a processor
// What it costs to let others have the device for a moment: what they have in front of their next
// gate, a switch of context there and back, and that we come too late for it.
constexpr int64_t kLossNs = 1'500'000;
constexpr uint32_t kLoopMilli = 900;  // of its pauses are short: it goes through a loop

}  // namespace

// True once the keeper runs and the table knows its thread: until then the slot would outlive
// exec().
bool Process::start_keeper() {
  static bool registered = false;
  if (!registered) pthread_atfork(nullptr, nullptr, &Process::forget);
  registered = true;
  if (!os::start_thread(&Process::keep, this)) return false;
  while (!record().keeper) os::sleep_until(os::now_ns() + 20'000);
  return true;
}

void *Process::keep(void *self) {
  auto *process = static_cast<Process *>(self);
  os::become_prompt("heddle-keeper");
  process->record().keeper = os::this_thread();
  std::atomic<uint32_t> &doorbell = process->record().doorbell;
  for (;;) {
    uint32_t seen = doorbell.load(std::memory_order_acquire);
    int64_t until = process->tick();
    process->sleep(seen, until);
  }
  return nullptr;
}

// Until that time, or a ring. A host wakes threads late now and then, and room that is made late is
// none: before a beat, the keeper gets up earlier by what it was late at the last ones, and watches
// the clock.
void Process::sleep(uint32_t seen, int64_t until) {
  const std::atomic<uint32_t> &doorbell = record().doorbell;
  int64_t next_beat = os::kNever;
  for (const int64_t due : due_ns_)
    if (due) next_beat = std::min(next_beat, due);
  if (until != next_beat) return os::futex_wait(&doorbell, seen, until);
  const int64_t early = until - std::min(oversleeps_ns_, kMostEarlyNs);
  os::futex_wait(&doorbell, seen, early);
  int64_t now = os::now_ns();
  if (doorbell != seen) return;
  const int64_t late = std::max<int64_t>(0, now - early);
  oversleeps_ns_ = std::max(late, oversleeps_ns_ - oversleeps_ns_ / 16);
  for (; now < until && doorbell == seen; now = os::now_ns()) os::cpu_relax();
}

// One look at everything; returns when to look again.
int64_t Process::tick() {
  pthread_mutex_lock(&mutex_);
  if (left_) {
    pthread_mutex_unlock(&mutex_);
    return os::kNever;
  }
  int64_t now = os::now_ns();
  if (is_guest()) record().alive_ns = now;
  int64_t next = now + kAloneNs;
  for (uint32_t m = resettable_on_; m; m &= m - 1)  // first of all: an urgent program waits for it
    next = std::min(next, tick_reset(uint32_t(__builtin_ctz(m)), now));
  tick_expected(now);
  free_closed();
  count_siblings(now);
  if (!apply_slices()) next = std::min(next, now + kWatchedNs);
  for (Queue *q = queues_; q; q = q->next) q->refresh();
  for (uint32_t m = record().attached; m; m &= m - 1) {
    uint32_t d = uint32_t(__builtin_ctz(m));
    // Idle programs are evicted first, should others need the room.
    if (is_alone(d) && !program().cap_milli && !may_move()) continue;
    next = std::min({next, now + kSharedNs, tick_burst(d, now), tick_beat(d, now),
                     tick_rest(d, now), tick_turn(d, now)});
  }
  if (const int64_t at = is_guest() ? 0 : +program().decide_at_ns) {  // its cap
    if (now >= at && record().attached)
      settle(uint32_t(__builtin_ctz(record().attached)), kDecisionRotated, now);
    next = std::min(next, std::max(+program().decide_at_ns, now + kFinestNs));
  }
  uint32_t word = gate().word & ~(kHoldByPerson | kHoldByAgent | kHoldByCap);
  if (word && !is_guest()) {  // for guests the arbiter looks
    if (now - checked_ns_ >= kSharedNs) {
      checked_ns_ = now;
      settle(uint32_t(__builtin_ctz(word)), kDecisionReaped, now);
    }
    next = std::min(next, checked_ns_ + kSharedNs);
  }
  pthread_mutex_unlock(&mutex_);
  return next;
}

// The hardware lets them take turns of its own, so that the commands of each seem to take longer.
void Process::count_siblings(int64_t now) {
  if (now - counted_ns_ < kSharedNs) return;
  counted_ns_ = now;
  uint32_t found[kDeviceCount] = {};
  table_.each_process([&](uint32_t i) {
    if (table_.program_of(i) != program_) return;
    for (uint32_t m = table_.process(i).active; m; m &= m - 1) found[__builtin_ctz(m)]++;
  });
  for (uint32_t d = 0; d < kDeviceCount; d++)
    siblings_[d].store(found[d], std::memory_order_relaxed);
}

// Is our burst on this device over? Looks closely only while another program waits for the answer.
int64_t Process::tick_burst(uint32_t device, int64_t now) {
  if (!is_active(device)) return os::kNever;
  bool watched = is_watched(device);
  int64_t remaining = 0;
  uint64_t submitted = 0;
  bool complete = true;
  for (Queue *q = queues_; q; q = q->next) {
    if (q->device != device) continue;
    submitted += table_.queue(q->slot).submitted;
    if (q->is_complete()) continue;
    complete = false;
    if (q->remaining_ns() > remaining) remaining = q->remaining_ns();
  }
  bool quiet = submitted == last_submitted_[device];
  last_submitted_[device] = submitted;
  const bool waited =
      waited_.fetch_and(~(1u << device), std::memory_order_relaxed) & (1u << device);
  if (!complete) {
    idle_since_ns_[device] = 0;
    if (quiet && !gate().word)
      for (Queue *q = queues_; q; q = q->next)
        // A thread that waits for the stream will say so; asking beside it only gets in its way.
        if (q->device == device && !q->users) q->probe();
    if (!watched) return now + kSharedNs;
    int64_t wait = remaining / 2;
    return now + (wait < kFinestNs ? kFinestNs : wait > kWatchedNs ? kWatchedNs : wait);
  }
  if (!idle_since_ns_[device] || !quiet) {
    idle_since_ns_[device] = now;
    ended_step_[device] = false;
    int64_t none = 0;  // unless the waiting thread has said when that was
    paused_ns_[device].compare_exchange_strong(none, now, std::memory_order_relaxed);
    note_loop(device, now);
  }
  ended_step_[device] |= waited;
  const int64_t over = idle_since_ns_[device] + kept_ns(device, ended_step_[device]);
  if (now < over) return over;
  idle_since_ns_[device] = 0;
  deactivate(device);
  return os::kNever;
}

// For how long the device is kept for us behind our last command. A stream that happens to run dry
// says nothing; a program that waits for its work has ended a step.
int64_t Process::kept_ns(uint32_t device, bool waited) const {
  const int64_t learned = pauses_[device].keep_ns(kLossNs, settings().linger_ns);
  return waited ? learned : std::max(learned, settings().linger_ns);
}

// By the thread that goes on. A host may wake the keeper later than a pause lasts, so a program
// that waits for us to let it pass would never see us do it.
void Process::end_pause(uint32_t device, int64_t since_ns) {
  const int64_t now = os::now_ns();
  pauses_[device].note(now - since_ns);
  if (leads() && is_watched(device)) note_loop(device, now);
}

// In a pause of ours. A program that is stopped in the middle of something would be loaded in each
// of our pauses: while we run a loop, it may run to its gate now and then.
void Process::note_loop(uint32_t device, int64_t now) {
  const Pauses &pauses = pauses_[device];
  const int64_t kept = pauses.keep_ns(kLossNs, 0);
  const uint32_t within = pauses.within_milli(kept), here = 1u << device;
  record().kept_us = uint32_t(kept / 1000);
  record().kept_milli = within;
  if (within < kLoopMilli) {
    loops_ &= ~here;
    return;
  }
  loops_ |= here;
  const int64_t again = passes_ns_[device].load(std::memory_order_relaxed);
  if (!leads() || now < again || !others_are_loose(device)) return;
  let_pass(device, now);
  settle(device, kDecisionRotated, now);
}

bool Process::others_are_loose(uint32_t device) {
  bool found = false;
  table_.each_process([&](uint32_t i) {
    found |= table_.program_of(i) != program_ && (table_.process(i).loose >> device & 1);
  });
  return found;
}

// Our turn is over, and another program waits for it.
int64_t Process::tick_turn(uint32_t device, int64_t now) {
  if (is_guest() || gate().word || !program().turn_started_ns || !table_.device(device).waiting)
    return os::kNever;
  const int64_t end = turn_end_ns(program());
  if (now < end) return end;
  settle(device, kDecisionRotated, now);
  return os::kNever;
}

// A program with a slice as short as ours waits until we have come to rest at our closed gates.
int64_t Process::tick_rest(uint32_t device, int64_t now) {
  const uint32_t here = 1u << device;
  if (record().loose & here) record().loose_ns = now;  // we are there, and would notice
  if (!(record().loose & record().resting & here)) {
    asked_ns_[device] = 0;
    return os::kNever;
  }
  // Time in which another program runs does not count: we cannot move then.
  if (!asked_ns_[device]) asked_ns_[device] = looked_ns_[device] = now;
  if (table_.device(device).running) asked_ns_[device] += now - looked_ns_[device];
  looked_ns_[device] = now;
  bool rests = true;
  for (Queue *q = queues_; q; q = q->next)
    if (q->device == device) rests &= q->rests(now - asked_ns_[device]);
  if (!rests) return now + kFinestNs;
  if (is_guest()) {
    record().loose &= ~here;
    guest::ring();
    return os::kNever;
  }
  Outcome outcome;
  {
    TableLock lock(table_);
    if (!lock.held) return now + kWatchedNs;
    if (record().resting & here) record().loose &= ~here;
    outcome = arbitrate(table_, device, os::now_ns());
  }
  ring(table_, outcome.ring);
  return os::kNever;
}

// A slice belongs to the context, so one queue of each device is enough. False if one is not in
// force yet: a thread of the program is in the vendor's call, or its time has not come. An urgent
// program that has just arrived pays for each millisecond of that.
bool Process::apply_slices() {
  const uint32_t short_on = program().short_on, long_on = program().long_on;
  // What is left in front of our gates would take for ever beside others with short slices.
  const uint32_t too_early = short_on & record().loose & gate().word;
  bool all_set = true;
  for (Queue *q = queues_; q; q = q->next) {
    const uint32_t here = 1u << q->device;
    const uint32_t wanted = short_on & here ? kShortSliceUs : long_on & here ? kLongSliceUs : 0;
    if (q->closing || slices_us_[q->device] == wanted) continue;
    if (!(too_early & here) && q->set_slice(wanted))
      slices_us_[q->device] = wanted;
    else
      all_set = false;
  }
  uint32_t are_short = 0, are_long = 0;
  for (uint32_t m = record().attached; m; m &= m - 1) {
    const uint32_t in_force = slices_us_[__builtin_ctz(m)];
    if (in_force) (in_force == kShortSliceUs ? are_short : are_long) |= m & -m;
  }
  record().short_on = are_short;
  record().long_on = are_long;
  return all_set;
}

void Process::free_closed() {
  uint32_t left = 0;
  for (Queue **at = &queues_; *at;) {
    Queue *q = *at;
    if (q->closing) q->refresh();
    if (!q->closing || !q->marks_landed() || q->users) {
      at = &q->next;
      continue;
    }
    q->release_hardware();
    if (is_guest()) {  // the arbiter frees it
      table_.queue(q->slot).state = kSlotStateClosing;
    } else {
      TableLock lock(table_);
      if (!lock.held) break;
      table_.free_queue(q->slot);
      table_.derive_attachments();
    }
    left |= 1u << q->device;
    *at = q->next;
    free(q);
  }
  for (; left; left &= left - 1)
    settle(uint32_t(__builtin_ctz(left)), kDecisionIdled, os::now_ns());
}

}  // namespace heddle
