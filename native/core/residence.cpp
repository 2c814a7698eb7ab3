#include "core/residence.h"

#include <algorithm>

#include "core/settings.h"

namespace heddle {

namespace {

constexpr int64_t kPauseNs = 100'000'000;       // a pause in its work, not the end of it
constexpr int64_t kTurnMoves = 4;               // a turn is worth so many times its moving
constexpr int64_t kIgnoredNs = 10'000'000'000;  // a program was told to leave, and has not
constexpr int64_t kClaimNs = 5'000'000'000;     // a program asks again for room by then
constexpr int64_t kStuckNs = 30'000'000'000;    // one that could not leave is left alone
constexpr uint32_t kKept = kHoldByPerson | kHoldByAgent;

template <class F>
void each_member(const Table &table, uint32_t program, F f) {
  table.each_process([&](uint32_t i) {
    if (table.program_of(i) == program) f(i, table.residence(i));
  });
}

// What the choice needs of a program.
struct Tenant {
  uint32_t slot;
  int32_t rank;
  bool is_active = false, is_stuck = false, is_away = false;
  int64_t rested_ns = 0;
  uint64_t bytes = 0;  // that it could still be told to move

  bool goes_before(const Tenant &other) const {
    if (rank != other.rank) return rank < other.rank;
    if (is_away != other.is_away) return is_away;
    if (is_active != other.is_active) return !is_active;
    if (rested_ns != other.rested_ns) return rested_ns < other.rested_ns;
    return slot < other.slot;
  }
};

Tenant tenant_of(const Table &table, uint32_t slot, uint32_t device, int64_t now_ns) {
  const ProgramRecord &p = table.program(slot);
  Tenant t{slot, p.rank};
  t.is_away = p.away >> device & 1;
  each_member(table, slot, [&](uint32_t i, const ResidenceRecord &r) {
    t.is_active |= table.process(i).active >> device & 1 || r.asking;
    t.rested_ns = std::max(t.rested_ns, +r.rested_ns);
    t.is_stuck |= r.stuck_ns && now_ns - r.stuck_ns < kStuckNs;
    t.is_stuck |= r.leave[device] > r.out[device] && now_ns - r.told_ns > kIgnoredNs;
  });
  const Extent e = extent_of(table, slot, device);
  t.bytes = e.there - e.leaving;
  return t;
}

// Of its own rank, that is; those below leave at once.
bool has_had_its_turn(const Table &table, const Tenant &t, int64_t now_ns) {
  if (t.is_away) return true;
  const ProgramRecord &p = table.program(t.slot);
  if (!t.is_active && now_ns - std::max(t.rested_ns, +p.came_ns) >= kPauseNs) return true;
  const int64_t turn = std::max(settings().swap_turn_ns, kTurnMoves * int64_t(+p.moving_ns));
  return now_ns - p.came_ns >= turn;
}

}  // namespace

Extent extent_of(const Table &table, uint32_t program, uint32_t device) {
  Extent e;
  each_member(table, program, [&](uint32_t, const ResidenceRecord &r) {
    if (r.stays) return;
    const uint64_t movable = r.movable[device], out = std::min(+r.out[device], movable);
    const uint64_t leave = std::min(+r.leave[device], movable);
    e.there += movable - out;
    e.leaving += leave > out ? leave - out : 0;
    e.out += out;
  });
  return e;
}

Room make_room(Table &table, uint32_t program, uint32_t device, uint64_t bytes, int64_t now_ns,
               ProgramSet *told) {
  Tenant tenants[kProgramCount];
  int n = 0;
  uint64_t leaving = 0, later = 0;
  const int32_t rank = table.program(program).rank;
  table.each_program([&](uint32_t i) {
    if (i == program || !table.program(i).may_move) return;
    const Tenant t = tenant_of(table, i, device, now_ns);
    if (!t.is_stuck) leaving += extent_of(table, i, device).leaving;
    if (!t.bytes || t.rank > rank) return;
    later += t.bytes;
    if (!t.is_stuck && (t.rank < rank || has_had_its_turn(table, t, now_ns))) tenants[n++] = t;
  });
  std::atomic<uint32_t> &coming = table.device(device).coming;
  if (leaving < bytes && leaving + later < bytes) {
    // Evicting a program is of no use if it is not enough.
    give_up_coming(table, program, device);
    return leaving ? Room::later : Room::never;
  }
  std::sort(tenants, tenants + n,
            [](const Tenant &a, const Tenant &b) { return a.goes_before(b); });
  for (int i = 0; i < n && leaving < bytes; i++) {
    leaving += send_away(table, tenants[i].slot, device, bytes - leaving);
    told->add(tenants[i].slot);
  }
  // A program that merely waits for another's turn to end keeps no other from getting room.
  coming = leaving ? program + 1 : 0;
  table.device(device).coming_ns = now_ns;
  return leaving ? Room::made : Room::later;
}

uint64_t send_away(Table &table, uint32_t program, uint32_t device, uint64_t bytes) {
  const Extent before = extent_of(table, program, device);
  if (before.there == before.leaving || !bytes) return 0;
  ProgramRecord &p = table.program(program);
  const uint32_t here = 1u << device;
  // Before its movers can see that they are to do something: they rely on it.
  p.away.fetch_or(here, std::memory_order_seq_cst);
  // Nothing new comes from now on, so what it has submitted may pass its holds.
  if (!p.draining) p.draining = table.gate(program).word & kKept;
  p.draining |= here;
  uint64_t told = 0;
  each_member(table, program, [&](uint32_t, ResidenceRecord &r) {
    const uint64_t movable = r.movable[device];
    const uint64_t leave = std::min(std::max(+r.leave[device], +r.out[device]), movable);
    const uint64_t more = r.stays ? 0 : std::min(movable - leave, bytes - told);
    if (!more) return;
    r.told_ns = os::now_ns();
    r.leave[device] = leave + more;
    told += more;
  });
  return told;
}

bool may_come(const Table &table, uint32_t program, uint32_t device) {
  const uint32_t other = table.device(device).coming;
  const int64_t claimed_ns = table.device(device).coming_ns;
  return !other || other == program + 1 || os::now_ns() - claimed_ns > kClaimNs ||
         table.program(other - 1).state != kSlotStateReady ||
         table.program(other - 1).rank < table.program(program).rank;
}

void give_up_coming(Table &table, uint32_t program, uint32_t device) {
  uint32_t ours = program + 1;
  table.device(device).coming.compare_exchange_strong(ours, 0);
}

void end_draining_if_still(Table &table, uint32_t program, uint32_t device) {
  const uint32_t here = 1u << device;
  bool still = true;
  each_member(table, program, [&](uint32_t, const ResidenceRecord &r) {
    still &= r.stays || r.leave[device] <= r.out[device] || r.still & here;
  });
  if (still) table.end_draining(program, here);
}

bool end_absence_if_whole(Table &table, uint32_t program, uint32_t device, int64_t now_ns) {
  const uint32_t here = 1u << device;
  ProgramRecord &p = table.program(program);
  const Extent e = extent_of(table, program, device);
  if (e.out || e.leaving) return false;
  each_member(table, program, [&](uint32_t, ResidenceRecord &r) {
    r.wants &= ~here;
    r.still &= ~here;
  });
  p.came_ns = now_ns;
  give_up_coming(table, program, device);
  table.end_absence(program, here);
  return true;
}

void ring_movers(const Table &table, const ProgramSet &programs) {
  if (programs.is_empty()) return;
  table.each_process([&](uint32_t i) {
    if (!programs.has(table.program_of(i)) || !table.residence(i).mover) return;
    table.residence(i).bell.fetch_add(1, std::memory_order_release);
    os::futex_wake(&table.residence(i).bell);
  });
}

}  // namespace heddle
