#include "core/queue.h"

#include <algorithm>

#include "core/process.h"
#include "core/settings.h"

namespace heddle {

using std::memory_order_acquire;
using std::memory_order_relaxed;
using std::memory_order_seq_cst;

namespace {

constexpr int64_t kStallNs = 5'000'000;    // no progress for so long: stop waiting for it
constexpr int kImpatience = 6;             // halvings of that
constexpr int64_t kLookNs = 50'000;        // between two looks at something that is due
constexpr int64_t kMarkNs = 20'000;        // a mark of ours at the end of a stream is seen by then
constexpr int64_t kSparseNs = 6'400'000;   // between two gates of a program without competition
constexpr int64_t kMarkEveryNs = 400'000;  // of work, at least, between two marks
constexpr int64_t kInDoubtNs = 2'000'000;  // before a stream is taken to be at rest by time alone
constexpr int64_t kUnknownNs = 200'000'000;  // likewise, if its commands may be of any length
constexpr uint32_t kDense = 16;              // marks and gates of ours as close as we like, then
constexpr uint64_t kSparse = 64;             // one in so many commands, while nothing completes
constexpr uint64_t kRoomy = 256;             // commands; vendors' streams take a thousand or so

class Guard {  // a pthread mutex for a scope; std::mutex would bring libstdc++ with it
 public:
  explicit Guard(pthread_mutex_t &m) : mutex_(m) { pthread_mutex_lock(&mutex_); }
  ~Guard() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t &mutex_;
};

}  // namespace

Queue::Queue(Process &process, uint32_t slot, uint32_t device, const heddle_hw_queue &hardware,
             uint32_t level)
    : slot(slot),
      device(device),
      process_(process),
      record_(process.shared().queue(slot)),
      hardware_(hardware),
      level_(level),
      // At level 1 the bound is kept by counting marks, so they must be finer than the bound. A
      // stream that cannot be asked whether it is empty needs a mark behind each command.
      budget_ns_(!hardware.empty          ? 0
                 : level == kLevelPending ? settings().in_flight_ns / 4
                                          : settings().gate_ns),
      mark_ns_(level == kLevelPending || !hardware.empty ? budget_ns_
                                                         : std::max(budget_ns_, kMarkEveryNs)),
      sparse_ns_(level == kLevelPending || !hardware.empty ? 0 : kSparseNs) {}

// -- the hot path ---------------------------------------------------------------------------------

bool Queue::enter() {
  if (capturing_.load(memory_order_relaxed)) return false;
  // The order of these two against the keeper's "clear active, then look at submitted" is what
  // makes sure that one of both sees the other: both are sequentially consistent.
  uint64_t mine = record_.submitted.fetch_add(1, memory_order_seq_cst);
  if (!process_.is_active(device)) {
    await_memory();
    process_.activate(device);
  }
  const bool was_empty = mine <= completed();
  if (was_empty) process_.note_burst(device);

  bool closed = process_.gate().word.load(memory_order_acquire) != 0;
  if (level_.load(memory_order_relaxed) == kLevelPending) {
    if (closed) wait_open();
    if (!process_.has_no_rival(device)) wait_in_flight();
  } else if (closed) {
    // Once for each hold: what comes next in this stream lies behind that gate, too.
    const uint64_t hold = process_.gate().closings.load(memory_order_relaxed);
    if (hold != gated_hold_.exchange(hold, memory_order_relaxed) && may_add()) {
      place_mark();  // so that it shows when the stream has come to this gate
      place_gate();
    }
  }
  // Behind the waiting: time spent held teaches nothing about how long a command takes.
  if (was_empty) burst_ns_.store(os::now_ns(), memory_order_relaxed);
  return true;
}

void Queue::leave(heddle_outcome outcome) {
  process_.finish_activation(device);
  if (outcome == HEDDLE_NOTHING) {  // marks go by what has returned, so this one has never been
    record_.submitted.fetch_sub(1, memory_order_seq_cst);
    return;
  }
  record_.returned.fetch_add(1, std::memory_order_release);
  if (outcome == HEDDLE_WAITED_FOR) return;
  int64_t since = since_ns_.load(memory_order_relaxed) + command_ns();
  if (since < budget_ns_ || (since < sparse_ns_ && has_no_rival())) {
    since_ns_.store(since, memory_order_relaxed);
    return;
  }
  since_ns_.store(0, memory_order_relaxed);
  if (!may_add()) return;
  // Gates may be asked for more often than marks are of use.
  int64_t unmarked = unmarked_ns_.load(memory_order_relaxed) + since;
  if (unmarked >= mark_ns_) place_mark();
  unmarked_ns_.store(unmarked >= mark_ns_ ? 0 : unmarked, memory_order_relaxed);
  if (level_.load(memory_order_relaxed) != kLevelPending) place_gate();
}

// Only a person closes the gate of a program that leads, and it should pay for gates least: few are
// enough. Likewise for one that is alone, if a newcomer can have it taken off the device all the
// same.
bool Queue::has_no_rival() const {
  return process_.has_no_rival(device) &&
         (process_.leads() || level_.load(memory_order_relaxed) == kLevelRunning);
}

// Whether the program has put something there, not done yet, that may wait for the host or another
// stream.
bool Queue::may_wait(uint64_t done) const { return done < waits_at_.load(memory_order_relaxed); }

// A stream has room for so many commands, and ours take some of it. Behind something that the
// program has put there to wait for itself, the room is the program's: it may have counted on
// nearly all of it. So ours become sparse while nothing completes. The gates in the stream by then
// hold what comes behind them, too.
bool Queue::may_add() {
  const uint64_t done = completed();
  if (!may_wait(done)) return true;
  const uint64_t behind = record_.returned.load(memory_order_relaxed);
  if (done != added_at_.exchange(done, memory_order_relaxed)) added_ = 0;
  if (added_ >= kDense && behind < added_behind_ + kSparse) return false;
  added_.fetch_add(1, memory_order_relaxed);
  added_behind_ = behind;
  return true;
}

// Of a call that is counted already: the program's memory may be on the host. What waits here is
// not in the stream, and the mover must not take it for that.
void Queue::await_memory() {
  while (const uint32_t away = process_.away_from(device)) {
    record_.submitted.fetch_sub(1, memory_order_seq_cst);
    process_.await_return(uint32_t(__builtin_ctz(away)));
    record_.submitted.fetch_add(1, memory_order_seq_cst);
  }
}

// Events, host functions and the like: counted, so that a mark says of them too that they are done.
bool Queue::enter_order(bool waits) {
  if (capturing_.load(memory_order_relaxed)) return false;
  uint64_t mine = record_.submitted.fetch_add(1, memory_order_seq_cst) + 1;
  await_memory();  // it may write there
  if (waits) waits_at_.store(mine, memory_order_relaxed);
  return true;
}

// Unknown counts as half a budget: gates are dense until the first commands have been seen.
int64_t Queue::command_ns() const {
  int64_t learned = int64_t(record_.command_ns.load(memory_order_relaxed));
  return learned ? learned : std::max(budget_ns_, settings().gate_ns) / 2;
}

// -- level 1 --------------------------------------------------------------------------------------

void Queue::wait_open() {
  std::atomic<uint32_t> &word = process_.gate().word;
  while (uint32_t seen = word.load(memory_order_acquire))
    os::futex_wait(&word, seen, os::now_ns() + 50'000'000);
}

void Queue::wait_in_flight() {
  // A quarter of the promise is left to what we cannot see: errors of the estimate, the switch.
  const int64_t bound = settings().in_flight_ns * 3 / 4;
  int64_t patience = 0;  // when to stop waiting
  for (uint64_t last = completed();;) {
    const int64_t in_front = int64_t(in_stream());
    const int64_t excess = (in_front + 1) * command_ns() - bound;
    if (in_front <= 0 || excess < 0) return;
    refresh();
    const uint64_t done = completed();
    if (done != last) {
      if (given_up_ > 0) given_up_.fetch_sub(1, memory_order_relaxed);
      patience = 0;
      last = done;
      continue;
    }
    if (done == stalled_at_.load(memory_order_relaxed)) return;
    // Without marks there is no telling how much is in flight; a program must not hang for that.
    if (record_.marked < record_.returned && may_add() && place_mark() == Mark::refused) return;
    // No progress: the stream may wait for something that the program does only after this call.
    const int64_t now = os::now_ns();
    if (!patience) patience = now + patience_ns();
    if (now > patience) return give_up(done);
    os::sleep_until(std::min(next_look(now, in_front, excess), patience));
    if (process_.gate().word.load(memory_order_acquire)) {
      const int64_t held = os::now_ns();
      wait_open();
      patience += os::now_ns() - held;  // being held is not waiting in vain
    }
  }
}

// The next mark is a budget or a command away. A stream that we have waited for in vain behind a
// wait of the program's own gets half of the time at the next try: a program that works like this
// at every step would crawl otherwise.
int64_t Queue::patience_ns() const {
  return (4 * std::max(command_ns(), budget_ns_) + kStallNs) >> std::min(+given_up_, kImpatience);
}

// Until something completes, no thread waits here any more.
void Queue::give_up(uint64_t done) {
  if (may_wait(done) && given_up_ < kImpatience) given_up_.fetch_add(1, memory_order_relaxed);
  stalled_at_.store(done, memory_order_relaxed);
}

// When the excess should be done: shortly before that time, then every so often. Commands may have
// become shorter, and a thread that sleeps for as long as the former ones took never finds out: so
// several looks for each.
int64_t Queue::next_look(int64_t now_ns, int64_t in_front, int64_t excess_ns) const {
  const int64_t commands = std::min(excess_ns / command_ns() + 1, in_front);
  const int64_t start =
      std::max(seen_ns_.load(memory_order_relaxed), burst_ns_.load(memory_order_relaxed));
  const int64_t due = start + commands * command_ns() - kLookNs;
  const int64_t latest = now_ns + std::clamp(command_ns() / 8, kLookNs, kStallNs);
  return std::clamp(due, now_ns + kLookNs, latest);
}

// -- marks, gates, slices -------------------------------------------------------------------------

// Counters count commands, in whatever order threads submit them: all whose calls have returned lie
// in front of the mark, so a mark with that number is true even while another call is under way.
Queue::Mark Queue::place_mark() {
  Guard guard(hardware_mutex_);
  if (capturing_.load(memory_order_relaxed) || !hardware_.mark) return Mark::later;
  uint64_t upto = record_.returned.load(memory_order_acquire);
  if (upto <= record_.marked) return Mark::placed;
  auto *word = reinterpret_cast<uint64_t *>(&record_.completed);
  int error = hardware_.mark(hardware_.self, word, upto);
  if (error) return error == HEDDLE_LATER ? Mark::later : Mark::refused;
  record_.marked = upto;
  learn(os::now_ns(), false);
  return Mark::placed;
}

// A stream with work in it needs none of this.
bool Queue::load(const std::atomic<uint32_t> *stays, int64_t longest_ns) {
  if (pending() > 0 || pthread_mutex_trylock(&hardware_mutex_) != 0) return false;
  const auto *word = reinterpret_cast<const uint32_t *>(stays);
  bool done = !capturing_.load(memory_order_relaxed) && hardware_.load && longest_ns > 0 &&
              hardware_.load(hardware_.self, word, uint64_t(longest_ns)) == 0;
  pthread_mutex_unlock(&hardware_mutex_);
  return done;
}

void Queue::place_gate() {
  Guard guard(hardware_mutex_);
  if (capturing_.load(memory_order_relaxed) || !hardware_.gate) return;
  const auto *word = reinterpret_cast<const uint32_t *>(&process_.gate().word);
  int error = hardware_.gate(hardware_.self, word);
  if (error == 0) {
    record_.gates.fetch_add(1, memory_order_relaxed);
    gate_at_.store(record_.returned.load(memory_order_relaxed), memory_order_relaxed);
  } else if (error != HEDDLE_LATER) {
    // The vendor refuses: hold pending work instead, and let `heddle ps` show it.
    level_.store(kLevelPending, memory_order_relaxed);
    record_.level = kLevelPending;
  }
}

// Before the program destroys the stream: the last thing in it that tells us how far it got.
void Queue::mark_last() {
  if (completed() < record_.returned && record_.marked < record_.returned && pending() < kRoomy)
    place_mark();
}

// Is the stream empty? For the end of a burst the keeper asks the vendor. It puts no mark of its
// own behind the program's commands: so late, the mark could come to lie behind something that the
// program submitted to another stream, and the two would wait for each other.
void Queue::probe() {
  // A thread of the program may wait for room, inside the vendor's call, until our gate opens: to
  // ask beside it would mean to wait for that, too.
  if (pending() >= kRoomy) return;
  if (pthread_mutex_trylock(&hardware_mutex_) != 0) return;
  uint64_t upto = record_.returned.load(memory_order_acquire);
  if (hardware_.empty && !capturing_.load(memory_order_relaxed) &&
      hardware_.empty(hardware_.self) && upto > record_.drained) {
    record_.drained = upto;
    learn(os::now_ns(), false);
  }
  pthread_mutex_unlock(&hardware_mutex_);
}

bool Queue::set_slice(uint32_t microseconds) {
  if (pthread_mutex_trylock(&hardware_mutex_) != 0) return false;
  if (hardware_.slice && level_.load(memory_order_relaxed) == kLevelRunning &&
      hardware_.slice(hardware_.self, microseconds) != 0) {
    level_.store(kLevelSubmitted, memory_order_relaxed);
    record_.level = kLevelSubmitted;
  }
  pthread_mutex_unlock(&hardware_mutex_);
  return true;
}

void Queue::capture(bool on) {
  Guard guard(hardware_mutex_);
  capturing_.store(on, memory_order_relaxed);
}

void Queue::detach_stream() {
  Guard guard(hardware_mutex_);
  hardware_.mark = nullptr;
  hardware_.gate = nullptr;
  hardware_.slice = nullptr;
  hardware_.empty = nullptr;
  hardware_.load = nullptr;
}

// Once; nothing of the vendor's touches the slot from then on.
void Queue::release_hardware() {
  Guard guard(hardware_mutex_);
  if (hardware_.close) hardware_.close(hardware_.self);
  hardware_ = {};
}

// -- progress and learning ------------------------------------------------------------------------

uint64_t Queue::completed() const {
  uint64_t by_device = record_.completed.load(memory_order_acquire);
  uint64_t by_wait = record_.drained.load(memory_order_acquire);
  return by_device > by_wait ? by_device : by_wait;
}

uint64_t Queue::pending() const {
  uint64_t done = completed(), all = record_.submitted.load(memory_order_seq_cst);
  return all > done ? all - done : 0;
}

uint64_t Queue::in_stream() const {
  uint64_t done = completed(), all = record_.returned.load(memory_order_acquire);
  return all > done ? all - done : 0;
}

bool Queue::is_done() {
  refresh();
  // With our mark last in the stream the answer is microseconds away at most.
  const int64_t until = os::now_ns() + kMarkNs;
  while (!is_complete()) {
    if (record_.marked < record_.submitted || os::now_ns() > until) return false;
    os::cpu_relax();
  }
  return true;
}

bool Queue::is_complete() const { return pending() == 0; }

int64_t Queue::remaining_ns() const { return int64_t(pending()) * command_ns(); }

// A mark that lands behind the closing has a closed gate behind it. If the last one landed in that
// very instant, none will follow, and only time can tell.
bool Queue::rests(int64_t waited_ns) {
  if (is_complete()) return true;
  const bool has_gates = level_.load(memory_order_relaxed) != kLevelPending;
  if (has_gates && record_.completed != record_.closed_at) return true;
  if (!users) probe();
  // At level 1 what is behind the closed gate was not submitted yet.
  if (!has_gates && in_stream() == 0) return true;
  // No program waits for one whose cap is used up, so it is not taken to be at rest while no gate
  // of ours is in front of what it has submitted: where short commands and long ones take turns,
  // what one took says little of the next.
  if (process_.gate().word & kHoldByCap && (!has_gates || gate_at_ <= completed()))
    return is_complete();
  // To the next mark, if any: the program's other processes may have theirs to reach first.
  const int64_t longest = 2 * std::max(budget_ns_, command_ns()) * process_.siblings(device);
  return is_complete() || waited_ns > (record_.command_ns ? kInDoubtNs + longest : kUnknownNs);
}

bool Queue::marks_landed() const { return completed() >= record_.marked; }

void Queue::refresh() {
  // A thread of the program may be inside, waiting for room in the stream; the keeper goes on.
  if (pthread_mutex_trylock(&hardware_mutex_) != 0) return;
  if (hardware_.completed) record_.completed = hardware_.completed(hardware_.self);
  learn(os::now_ns(), false);
  pthread_mutex_unlock(&hardware_mutex_);
}

// With hardware_mutex_ held. A stretch between two looks teaches the time of a command if there was
// work all through it, the gate stayed open, and the stream did not wait for the program: then time
// by commands completed is what one takes.
// `exact`: the last completion was just now, as when a synchronize call returns.
void Queue::learn(int64_t now_ns, bool exact) {
  const uint64_t done = completed();
  if (done <= seen_completed_) return;
  const uint64_t count = done - seen_completed_;
  const uint64_t closings = process_.gate().closings;
  const bool open = process_.gate().word == 0;
  const bool stalled = seen_completed_ == stalled_at_ && may_wait(seen_completed_);
  const bool backlog = in_stream() > 0;
  const int64_t burst = burst_ns_.load(memory_order_relaxed);
  const int64_t start = seen_backlog_ ? +seen_ns_ : (burst > seen_ns_ ? burst : now_ns);
  uint64_t took = 0;  // if that was seen
  if (!hardware_.busy_ns && open && seen_open_ && closings == seen_closings_ && now_ns > start &&
      (backlog || exact) && !stalled) {
    // Of the device's time: the program's other processes have had their part of the stretch.
    int64_t sample = (now_ns - start) / int64_t(count * process_.siblings(device));
    int64_t old = int64_t(record_.command_ns.load(memory_order_relaxed));
    int64_t learned = old ? old + (sample - old) / 4 : sample;
    record_.command_ns.store(uint64_t(learned > 1 ? learned : 1), memory_order_relaxed);
    took = uint64_t(now_ns - start) / process_.siblings(device);
  }
  if (hardware_.busy_ns) {
    note_busy(count);
  } else {
    // Programs at work beside us have had a part of that time, by the hardware's own turns.
    const uint64_t sharers = std::max(1u, +process_.shared().device(device).sharers);
    record_.device_time_ns +=
        (took ? took : count * record_.command_ns.load(memory_order_relaxed)) * 2 /
        (sharers + seen_sharers_);
    seen_sharers_ = sharers;
  }
  seen_completed_ = done;
  seen_ns_ = now_ns;
  seen_closings_ = closings;
  seen_open_ = open;
  seen_backlog_ = backlog;
}

// Where the device keeps time itself.
void Queue::note_busy(uint64_t commands) {
  const uint64_t busy = hardware_.busy_ns(hardware_.self);
  const uint64_t used = busy - seen_busy_ns_;
  seen_busy_ns_ = busy;
  record_.device_time_ns += used;
  const int64_t old = int64_t(+record_.command_ns), sample = int64_t(used / commands);
  if (sample)
    record_.command_ns = uint64_t(old ? std::max(old + (sample - old) / 4, int64_t(1)) : sample);
}

// -- synchronize ----------------------------------------------------------------------------------

uint64_t Queue::sync_enter() {
  users++;
  process_.stop_staying();
  return record_.returned.load(memory_order_acquire);
}

void Queue::sync_leave(uint64_t token, bool is_drained) {
  if (is_drained && token > record_.drained.load(memory_order_relaxed)) note_drained(token);
  users--;
}

void Queue::note_drained(uint64_t token) {
  {
    Guard guard(hardware_mutex_);
    if (token > record_.drained) record_.drained = token;
    learn(os::now_ns(), true);
  }
  if (is_complete()) process_.note_drained(device);
}

}  // namespace heddle
