// Level 3 by reset, where the hardware gives no slices: for a program whose commands may be killed
// and run again. When a more urgent program closes its gates, its keeper does not wait for what
// runs.
#include "core/process.h"
#include "level/level.h"

namespace heddle {

namespace {

constexpr int64_t kAgainNs = 200'000;  // something is in the way: look again
// A command that is longer than the pauses of the urgent program would never end. One that was
// killed so often is waited for.
constexpr uint32_t kMostInVain = 16;

}  // namespace

// Slices lose nothing, so where they are to be had nothing is killed.
void Process::offer_reset(uint32_t device, heddle_reset reset) {
  const uint32_t limit = program().level_limit;
  const bool may_take_off = !limit || limit >= kLevelRunning;
  const bool has_slices = level_of(table_.device(device).capabilities) == kLevelRunning;
  if (!is_idempotent() || has_slices || !may_take_off) return;
  reset_ = reset;
  resettable_on_.fetch_or(1u << device);
}

// An equal whose turn it is may have closed our gate: that is no reason to kill.
bool Process::is_outranked(uint32_t device, int64_t now) const {
  bool outranked = false;
  table_.each_process([&](uint32_t i) {
    const ProgramRecord &other = table_.program(table_.program_of(i));
    const bool comes = other.expected_until_ns > now && other.attached >> device & 1;
    const bool is_active = table_.process(i).active >> device & 1;
    outranked |= other.rank > program().rank && (is_active || comes);
  });
  return outranked;
}

// How often it was reset since something completed.
uint32_t Process::resets_in_vain(uint32_t device) {
  uint64_t completed = 0;
  for (Queue *q = queues_; q; q = q->next)
    if (q->device == device) completed += table_.queue(q->slot).completed;
  if (completed != reset_completed_[device]) resets_in_vain_[device] = 0;
  reset_completed_[device] = completed;
  return resets_in_vain_[device];
}

// With the list of queues locked. Once for each closing: what was killed then stands behind a gate.
int64_t Process::tick_reset(uint32_t device, int64_t now) {
  const uint64_t closings = gate().closings;
  if (!(gate().word >> device & 1) || closings == reset_closings_[device]) return os::kNever;
  if (!is_outranked(device, now)) return os::kNever;
  heddle_cleanup took = {};
  const auto *word = reinterpret_cast<const uint32_t *>(&gate().word);
  const bool may = resets_in_vain(device) < kMostInVain;
  const int64_t began = os::now_ns();
  if (may && reset_.load()(device, word, &took) == HEDDLE_LATER) return now + kAgainNs;
  reset_closings_[device] = closings;
  const uint64_t total = took.host_ns + took.queued_ns + took.running_ns;
  if (!total) return os::kNever;
  resets_in_vain_[device]++;
  TableLock lock(table_);
  if (!lock.held) return os::kNever;
  DecisionRecord &line = table_.decision(device, table_.device(device).decisions);
  line.host_ns = uint32_t(took.host_ns);
  line.queued_ns = uint32_t(took.queued_ns);
  // The device is free from here on; what follows is submitting again.
  record_decision(table_, device, kDecisionReset, program().id, began, began + int64_t(total));
  return os::kNever;
}

}  // namespace heddle
