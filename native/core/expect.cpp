// Work that is coming, because the program says so or because its bursts have come at a steady
// pace: others make room in advance, and our context is loaded by then.
#include <algorithm>

#include "core/guest.h"
#include "core/process.h"
#include "core/settings.h"

namespace heddle {

namespace {

constexpr int64_t kSwitchNs = 250'000;  // to take a context off a device and load another, at most
constexpr int64_t kLeastSpreadNs = 20'000;  // the host's clocks and sleeps are no better
// Room is made only if the device stands idle for less than this part of the time.
constexpr int64_t kIdlePart = 8;

// What a queue has in front of its next gate, at most. Its process may place gates more densely
// than ours, and sparsely only while it is alone.
int64_t in_front_of_gate_ns(const QueueRecord &queue) {
  const uint64_t gates = queue.gates;
  if (!gates) return settings().gate_ns;
  return std::min(settings().gate_ns, int64_t(queue.command_ns * queue.submitted / gates));
}

}  // namespace

void Process::expect(int64_t within_ns) {
  if (is_guest()) {
    record().expected_until_ns = os::now_ns() + within_ns;
    guest::ring();
  }
  loads_ = true;
  record().doorbell.fetch_add(1);
  os::futex_wake(&record().doorbell);
}

void Process::tick_expected(int64_t now) {
  if (!loads_.exchange(false)) return;
  const int64_t until = std::max(+program().expected_until_ns, +record().expected_until_ns);
  if (now < until) load(record().attached, until);
}

// Has each device load our context and keep it until the first command comes: a device that has
// nothing to do for us goes back to what it was taken from.
void Process::load(uint32_t devices, int64_t until_ns) {
  bool stays = false;
  record().stays = 1;  // a newcomer, or a waiting program, says so before it clears it
  for (; devices; devices &= devices - 1) {
    const uint32_t device = uint32_t(__builtin_ctz(devices));
    Queue *queue = next_queue(device);
    bool is_waited_for = is_active(device);
    for (Queue *q = queues_; q; q = q->next) is_waited_for |= q->device == device && q->users;
    if (!queue || is_waited_for) continue;
    stays |= queue->load(&record().stays, until_ns - os::now_ns());
  }
  if (!stays) record().stays = 0;
}

// The one queue that there is, or that the last two bursts began with; null if not known. A program
// that is kept loaded for one stream and begins with another is worse off than without.
Queue *Process::next_queue(uint32_t device) const {
  Queue *found = nullptr;
  int count = 0;
  for (Queue *q = queues_; q; q = q->next) {
    if (q->device != device || q->closing) continue;
    if (begins_there_[device] && q->slot == began_[device]) return q;
    found = q;
    count++;
  }
  return count == 1 ? found : nullptr;
}

// Of the burst that is over now.
void Process::note_first_queue(uint32_t device) {
  const int64_t began = activated_ns_[device];
  const Queue *first = nullptr;
  for (Queue *q = queues_; q; q = q->next)
    if (q->device == device && q->burst_ns() >= began &&
        (!first || q->burst_ns() < first->burst_ns()))
      first = q;
  if (!first) return;
  begins_there_[device] = first->slot == began_[device];
  began_[device] = first->slot;
}

// A burst is over: when is the next one due?
void Process::note_beat(uint32_t device) {
  Rhythm &rhythm = rhythms_[device];
  rhythm.note(activated_ns_[device]);
  awaited_ns_[device] = due_ns_[device] = 0;
  note_first_queue(device);
  const Beat beat = rhythm.next();
  const int64_t spread = std::max(beat.spread_ns, kLeastSpreadNs);
  const bool may_pay = leads() && beat.period_ns;
  const int64_t ahead = may_pay ? in_the_way_ns(device) + spread : 0;  // it walks over all queues
  const bool pays = may_pay && ahead * kIdlePart < beat.period_ns;
  record().period_us = pays ? uint32_t(beat.period_ns / 1000) : 0;
  record().came_milli = rhythm.came_milli();
  if (!pays) return;
  due_ns_[device] = beat.at_ns - ahead;
  late_ns_[device] = ahead + 2 * spread;
}

// How long what others have on the device would be in our way. Of what they may have in front of
// their gates, half is there on average; to wait for all of it would leave the device idle.
int64_t Process::in_the_way_ns(uint32_t device) {
  int64_t longest = 0;
  table_.each_queue([&](uint32_t i) {
    const QueueRecord &q = table_.queue(i);
    const uint32_t process = table_.process_of(i);
    if (table_.device_of(i) != device || table_.program_of(process) == program_) return;
    if (!(table_.process(process).active >> device & 1)) return;
    const int64_t most =
        q.level == kLevelSubmitted ? in_front_of_gate_ns(q) : settings().in_flight_ns;
    longest =
        std::max(longest, q.level == kLevelRunning ? kSwitchNs : int64_t(+q.command_ns) + most / 2);
  });
  return longest;
}

int64_t Process::tick_beat(uint32_t device, int64_t now) {
  int64_t &due = due_ns_[device], &awaited = awaited_ns_[device];
  if (due && now >= due) {
    const int64_t until = due + late_ns_[device];
    due = 0;
    const bool others_run = table_.device(device).running;
    if (is_active(device) || !leads() || gate().word || !others_run || now >= until)
      return os::kNever;
    awaited = until;
    rhythms_[device].expect();
    record().expected_until_ns = until;
    settle(device, kDecisionRotated, now);
    load(1u << device, until);
  }
  if (!awaited) return due ? due : os::kNever;
  if (is_active(device)) {
    awaited = 0;  // it has come
    return os::kNever;
  }
  if (now < awaited) return awaited;
  awaited = 0;
  rhythms_[device].missed();
  record().stays = 0;
  settle(device, kDecisionRotated, now);
  return os::kNever;
}

}  // namespace heddle
