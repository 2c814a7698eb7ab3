#include "core/turns.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr int64_t kWhole = 1'000'000;
constexpr int64_t kMilli = 1000;

int64_t quantum_ns(const ProgramRecord &p) {
  return int64_t(p.quantum_us ? +p.quantum_us : kDefaultQuantumUs) * 1000;
}

// What the time since the last charge comes to, by its part of the device.
uint64_t virtual_ns(const ProgramRecord &p, int64_t used_ns) {
  const int64_t part = p.part_ppm ? int64_t(+p.part_ppm) : kWhole;
  return uint64_t(used_ns / std::max<int64_t>(1, p.sharers) * kWhole / part);
}

bool is_capped(const ProgramRecord &p) { return p.cap_milli && p.cap_milli < kMilli; }

}  // namespace

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
  p.virtual_time_ns += virtual_ns(p, used);
  if (is_capped(p)) p.cap_left_ns -= used;
}

uint64_t virtual_time_ns(const ProgramRecord &p, int64_t now_ns) {
  return p.virtual_time_ns + (p.turn_started_ns ? virtual_ns(p, now_ns - p.turn_started_ns) : 0);
}

uint64_t largest_debt_ns(const ProgramRecord &p) {
  const int64_t part = p.part_ppm ? int64_t(+p.part_ppm) : kWhole;
  return uint64_t(1'000'000'000 + 2 * quantum_ns(p) * kWhole / part);
}

int64_t turn_end_ns(const ProgramRecord &p) {
  const int64_t quantum = quantum_ns(p);
  return p.turn_started_ns + quantum - int64_t(+p.turn_used_ns);
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
