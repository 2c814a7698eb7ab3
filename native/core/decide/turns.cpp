#include "core/decide/turns.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr int64_t kWhole = 1'000'000;
constexpr int64_t kMilli = 1000;

// No program goes before others for less than this.
constexpr int64_t kLeastOwedNs = 10'000'000;
// A program that needs less than its share never gets even, for its pauses count while it is owed
// something. After this time it shows again whether others still keep it waiting.
constexpr int64_t kLongestOwedNs = 5'000'000'000;

// The longest turn keeps a share of a tenth exact over the time of a promise. Below the shortest,
// what a device takes to load a context, which cannot be seen here, would count.
constexpr int64_t kShortestTurnNs = 5'000'000, kLongestTurnNs = 30'000'000;
constexpr int64_t kTurnPassings = 100;
// One time counts for so much of what is learned; a process that was stopped says nothing.
constexpr int64_t kPassingMemory = 8, kLongestPassingNs = 1'000'000;

// What the time since the last charge comes to, by its part of the device.
uint64_t virtual_ns(const ProgramRecord &p, int64_t used_ns) {
  const int64_t part = p.part_ppm ? int64_t(+p.part_ppm) : kWhole;
  return uint64_t(used_ns / std::max<int64_t>(1, p.sharers) * kWhole / part);
}

// The time since the last charge, as it is charged.
int64_t uncharged_ns(const ProgramRecord &p, int64_t now_ns) {
  return p.turn_started_ns ? (now_ns - p.turn_started_ns) / std::max<int64_t>(1, p.sharers) : 0;
}

// A program that gets nothing until it is owed this much has the whole device afterwards, and is
// even when kPromiseNs have passed.
int64_t most_owed_ns(int64_t share) {
  return std::max(kPromiseNs / kMilli * share / kMilli * (kMilli - share), kLeastOwedNs);
}

bool is_capped(const ProgramRecord &p) { return p.cap_milli && p.cap_milli < kMilli; }

}  // namespace

int64_t turn_ns(const DeviceRecord &d) {
  if (!d.passing_ns) return kLongestTurnNs;
  return std::clamp(d.passing_ns * kTurnPassings, kShortestTurnNs, kLongestTurnNs);
}

void note_passing(DeviceRecord &d, bool is_passing, bool has_passed, int64_t now_ns) {
  const int64_t since = d.passing_since_ns;
  d.passing_since_ns = !is_passing ? 0 : since ? since : now_ns;
  if (!since || !has_passed) return;
  const int64_t took = std::min(now_ns - since, kLongestPassingNs), learned = d.passing_ns;
  d.passing_ns = learned ? learned + (took - learned) / kPassingMemory : took;
}

bool wants_turns(const ProgramRecord &p) {
  return p.share_milli || p.quantum_us || is_capped(p) || p.weight != kMilli;
}

void begin_charge(ProgramRecord &p, int64_t now_ns, uint32_t sharers) {
  if (p.turn_started_ns && p.sharers != sharers) end_charge(p, now_ns);
  if (!p.turn_started_ns) p.turn_started_ns = now_ns;
  p.sharers = sharers;
}

void end_charge(ProgramRecord &p, int64_t now_ns) {
  if (!p.turn_started_ns) return;
  const int64_t used = now_ns - p.turn_started_ns;
  p.turn_started_ns = 0;
  p.turn_used_ns += uint64_t(used);
  p.charged_ns += uint64_t(used / std::max<int64_t>(1, p.sharers));
  p.virtual_time_ns += virtual_ns(p, used);
  if (is_capped(p)) p.cap_left_ns -= used;
}

uint64_t virtual_time_ns(const ProgramRecord &p, int64_t now_ns) {
  return p.virtual_time_ns + (p.turn_started_ns ? virtual_ns(p, now_ns - p.turn_started_ns) : 0);
}

uint64_t largest_debt_ns(const ProgramRecord &p) {
  const int64_t part = p.part_ppm ? int64_t(+p.part_ppm) : kWhole;
  return uint64_t(1'000'000'000 + 2 * p.turn_ns * kWhole / part);
}

int64_t turn_end_ns(const ProgramRecord &p) {
  return p.turn_started_ns + p.turn_ns - int64_t(+p.turn_used_ns);
}

void end_turn_if_over(ProgramRecord &p, bool is_open, int64_t now_ns) {
  if (p.active && !(is_open && p.turn_started_ns && now_ns >= turn_end_ns(p))) return;
  end_turn(p, now_ns);
}

void end_turn(ProgramRecord &p, int64_t now_ns) {
  end_charge(p, now_ns);
  p.turn_used_ns = 0;
  p.has_turn = 0;
}

// While it has work, its share of the time is its due. So it is in its pauses once it is owed
// something: a program that waits for its data would never get there otherwise.
bool is_owed(ProgramRecord &p, bool was_held, int64_t now_ns) {
  const int64_t share = p.share_milli, most = most_owed_ns(share);
  if (!share) {
    p.owed_ns = p.owed_at_ns = p.owed_since_ns = 0;
    return false;
  }
  if (!p.owed_at_ns) p.charged_ns = p.wanted_ns = 0;  // of the promise, which begins
  const uint64_t charged = p.charged_ns + uint64_t(uncharged_ns(p, now_ns));
  const int64_t passed = p.owed_at_ns ? now_ns - p.owed_at_ns : 0;
  const bool wanted = p.active_since_ns && !was_held;
  if (wanted) p.wanted_ns += uint64_t(passed);
  const int64_t due = wanted || (p.owed_since_ns && !was_held) ? passed / kMilli * share : 0;
  const int64_t had = p.owed_at_ns ? int64_t(charged - p.owed_charged_ns) : 0;
  p.owed_ns = std::clamp(p.owed_ns + due - had, -most, 2 * most);
  p.owed_at_ns = now_ns;
  p.owed_charged_ns = charged;
  const bool paused = !p.active_since_ns && p.owed_since_ns;
  if (paused && now_ns - p.owed_since_ns > kLongestOwedNs) p.owed_ns = 0;
  if (p.owed_ns <= 0)
    p.owed_since_ns = 0;
  else if (!p.owed_since_ns && p.owed_ns >= most)
    p.owed_since_ns = now_ns;
  return p.owed_since_ns != 0;
}

int64_t owed_until_ns(const ProgramRecord &p, bool is_owed, int64_t now_ns) {
  const int64_t share = p.share_milli, left = std::max<int64_t>(1, kMilli - share);
  return now_ns +
         (is_owed ? p.owed_ns * kMilli / left : (most_owed_ns(share) - p.owed_ns) * kMilli / share);
}

bool is_cap_used_up(ProgramRecord &p, bool was_used_up, int64_t now_ns) {
  p.decide_at_ns = 0;
  if (!is_capped(p)) {
    p.cap_at_ns = 0;
    return false;
  }
  const int64_t cap = p.cap_milli;
  const int64_t most = kCapPeriodNs * cap / kMilli, enough = most * 3 / 4;
  const int64_t refill = (now_ns - p.cap_at_ns) / kMilli * cap;
  const int64_t running = p.turn_started_ns ? now_ns - p.turn_started_ns : 0;
  const int64_t left = p.cap_at_ns ? std::min(most, p.cap_left_ns + refill - running) : most;
  p.cap_left_ns = left + running;
  p.cap_at_ns = now_ns;
  const bool used_up = was_used_up ? left < enough : left <= 0;
  // While it runs, it is refilled all the same.
  p.decide_at_ns = now_ns + (used_up ? (enough - left) * kMilli / cap
                                     : std::max<int64_t>(left, 0) * kMilli / (kMilli - cap));
  return used_up;
}

}  // namespace heddle
