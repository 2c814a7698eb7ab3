#include "core/decide/arbitrate.h"

#include <algorithm>

#include "core/decide/candidates.h"
#include "core/decide/turns.h"

namespace heddle {

namespace {

enum class Place { alone, leads, equal, follows };

// The programs on each device: how many, the highest rank, how many have that rank, and how many
// are promised a share.
struct Present {
  uint32_t programs[kDeviceCount] = {}, highest[kDeviceCount] = {}, promised[kDeviceCount] = {};
  int32_t rank[kDeviceCount] = {};

  void add(int32_t of, bool has_share, uint32_t devices) {
    for (; devices; devices &= devices - 1) {
      const int d = __builtin_ctz(devices);
      promised[d] += has_share;
      if (!programs[d]++ || of > rank[d]) {
        rank[d] = of;
        highest[d] = 1;
      } else if (of == rank[d]) {
        highest[d]++;
      }
    }
  }

  // Whether others than one of them are promised a share there.
  bool is_promised(bool has_share, uint32_t devices) const {
    bool found = false;
    for (; devices; devices &= devices - 1)
      found |= promised[__builtin_ctz(devices)] > uint32_t(has_share);
    return found;
  }

  // Where one of them stands among the others on one of its devices.
  Place place_on(int d, int32_t of) const {
    if (rank[d] > of) return Place::follows;
    if (highest[d] > 1) return Place::equal;
    return programs[d] > 1 ? Place::leads : Place::alone;
  }

  // Whether it is before all others on each of its devices, and there are some.
  bool leads(int32_t of, uint32_t devices) const {
    bool found = false;
    for (; devices; devices &= devices - 1) {
      const Place place = place_on(__builtin_ctz(devices), of);
      if (place == Place::follows || place == Place::equal) return false;
      found |= place == Place::leads;
    }
    return found;
  }
};

struct Slices {
  uint32_t short_on = 0, long_on = 0;  // devices
};

// Level 3: where ranks differ, the leader has a long slice and all others a short one. Two short
// ones that are runnable at once would only switch and never run, so those take turns. Each device
// has its own slice: the leader of one may follow on another.
Slices slices_for(Table &table, const Present &present, const Candidate &me) {
  const ProgramRecord &p = table.program(me.slot);
  Slices slices;
  if (me.is_free || (p.level_limit && p.level_limit < kLevelRunning)) return slices;
  for (uint32_t m = p.attached; m; m &= m - 1) {
    const int d = __builtin_ctz(m);
    if (table.device(uint32_t(d)).level != kLevelRunning) continue;
    const Place place = present.place_on(d, standing(me));
    if (place == Place::follows) slices.short_on |= 1u << d;
    if (place == Place::leads) slices.long_on |= 1u << d;
  }
  return slices;
}

// At level 1 a program has little in flight, so side by side with others it would get what their
// queues leave.
uint32_t paced_on(Table &table, const Candidate &c) {
  const ProgramRecord &p = table.program(c.slot);
  if (p.level_limit == kLevelPending) return p.attached;
  uint32_t found = 0;
  for (uint32_t m = p.attached; m; m &= m - 1)
    if (table.device(uint32_t(__builtin_ctz(m))).level == kLevelPending) found |= m & -m;
  return found;
}

// Devices where two of the same rank may not run side by side; nor may any two with short slices.
uint32_t turns_between(const Candidate &a, const Candidate &b) {
  return a.rank == b.rank ? a.turns_on | b.turns_on : a.short_on & b.short_on;
}

// Devices where one waits for what another has in front of its gate. Left there, it would be loaded
// in each pause of a program that goes first, get nowhere, and be saved again: a program that runs
// a loop of short steps lets it pass once. A program that is paid what it is owed would be charged
// for what others still run.
uint32_t rests_between(const Candidate &me, const Candidate &other, int64_t now_ns) {
  const bool goes_before = before(me, other);
  if (me.is_promoted && goes_before) return other.loose;
  const bool lets_pass = now_ns < me.lets_pass_ns && goes_before;
  return other.loose & (turns_between(me, other) | (lets_pass ? other.short_on : 0));
}

// How long its turns are: as its plan says, or the longest that one of its devices asks for.
int64_t turn_for(Table &table, const ProgramRecord &p) {
  if (p.quantum_us > kLearnedTurns) return int64_t(+p.quantum_us) * 1000;
  int64_t longest = 0;
  for (uint32_t m = p.attached; m; m &= m - 1)
    longest = std::max(longest, turn_ns(table.device(uint32_t(__builtin_ctz(m)))));
  return longest;
}

bool any_on(const int *first_on, uint32_t devices) {
  for (; devices; devices &= devices - 1)
    if (first_on[__builtin_ctz(devices)] >= 0) return true;
  return false;
}

bool is_several(uint32_t devices) { return devices & (devices - 1); }

void reserve(int *next_on, const int *first_on, uint32_t devices, int who) {
  for (; devices; devices &= devices - 1) {
    const int d = __builtin_ctz(devices);
    if (first_on[d] < 0 && next_on[d] < 0) next_on[d] = who;
  }
}

uint32_t most_on(const uint32_t *counts, uint32_t devices) {
  uint32_t most = 1;
  for (; devices; devices &= devices - 1) most = std::max(most, counts[__builtin_ctz(devices)]);
  return most;
}

void let_loose(Table &table, const Members &members, const Candidate &c) {
  members.each(c.slot, [&](uint32_t i) {
    ProcessRecord &p = table.process(i);
    p.loose |= c.active;
    p.resting &= ~c.active;
  });
}

// Behind the closings: a mark lies in front of each gate, so the next one that is seen to land says
// that the stream stands at a closed gate.
void note_where_closed(Table &table, const Candidate *c, int n) {
  ProgramSet closed;
  for (int i = 0; i < n; i++) {
    const GateRecord &gate = table.gate(c[i].slot);
    ProgramRecord &program = table.program(c[i].slot);
    if (!gate.word || program.noted_closings == gate.closings) continue;
    program.noted_closings = +gate.closings;
    closed.add(c[i].slot);
  }
  if (closed.is_empty()) return;
  table.each_queue([&](uint32_t i) {
    QueueRecord &q = table.queue(i);
    if (closed.has(table.program_of(table.process_of(i)))) q.closed_at = +q.completed;
  });
}

void ask_to_rest(Table &table, const Members &members, uint32_t slot, uint32_t devices) {
  members.each(slot, [&](uint32_t i) { table.process(i).resting |= devices; });
}

}  // namespace

Outcome arbitrate(Table &table, uint32_t device, int64_t now_ns) {
  Candidate c[kProgramCount];
  Members members;
  Outcome outcome;

  // 1. Which devices belong to this decision, and which processes to each program.
  const uint32_t scope = outcome.devices = reach(table, device);
  find_members(table, &members);

  // 2. What each program wants now. From here on the first k of all n are the active ones, and only
  //    they are compared with each other: many may be there that do nothing.
  int k;
  const int n = collect(table, members, scope, now_ns, c, &k);
  promote(table, c, k, now_ns);
  weigh(table, c, k);
  level_virtual_time(table, c, k);
  end_turns_in_debt(table, c, k, now_ns);

  // 3. Slices and the leader follow from the programs that are there, active or not.
  Present present;
  for (int i = 0; i < n; i++) {
    const ProgramRecord &p = table.program(c[i].slot);
    present.add(standing(c[i]), p.share_milli != 0, p.attached);
  }
  for (int i = 0; i < n; i++) {
    const Slices slices = slices_for(table, present, c[i]);
    ProgramRecord &p = table.program(c[i].slot);
    c[i].short_on = slices.short_on;
    c[i].turns_on = slices.short_on | (wants_turns(p) ? +p.attached : paced_on(table, c[i]));
    p.leads = present.leads(standing(c[i]), p.attached);
    p.turn_ns = turn_for(table, p);
    p.yields = present.is_promised(p.share_milli != 0, p.attached);
    if (p.short_on != slices.short_on || p.long_on != slices.long_on) {
      p.short_on = slices.short_on;
      p.long_on = slices.long_on;
      outcome.ring.add(c[i].slot);
    }
  }
  sort(c, k);

  // 4. Hand out devices in order. A program runs on all its devices or waits on all: no cycle of
  //    two programs that each hold what the other needs can come about. Whose turn it is waits
  //    until the former one has come to rest: what that one has in front of its next gate would
  //    take time that is not its own, and of two with short slices neither would get anywhere.
  int first_on[kDeviceCount], next_on[kDeviceCount];
  for (uint32_t d = 0; d < kDeviceCount; d++) first_on[d] = next_on[d] = -1;
  uint32_t resting[kProgramCount] = {};  // devices
  for (int i = 0; i < k; i++) {
    if (c[i].used_up) resting[i] |= c[i].loose;
    if (!c[i].wants) continue;
    uint32_t unrest = 0;
    bool only_turns = true;
    for (uint32_t m = c[i].active; m; m &= m - 1) {
      uint32_t d = uint32_t(__builtin_ctz(m)), here = m & -m;
      int f = first_on[d];
      if (f >= 0 && (before(c[f], c[i]) || turns_between(c[f], c[i]) & here)) c[i].blocked |= here;
      if (next_on[d] >= 0) c[i].blocked |= here;
      only_turns &= f < 0 || !before(c[f], c[i]);
      for (int j = 0; j < k; j++)
        if (j != i) unrest |= here & rests_between(c[i], c[j], now_ns);
    }
    if (c[i].blocked) {
      // Turns on two devices hardly ever end at once. A program that waits for both has the free
      // ones kept for it, or another program would always have one of them.
      if (only_turns && is_several(c[i].active)) reserve(next_on, first_on, c[i].active, i);
      continue;
    }
    c[i].blocked = unrest;
    for (uint32_t m = c[i].active; m; m &= m - 1) {
      uint32_t d = uint32_t(__builtin_ctz(m));
      int &place = unrest ? next_on[d] : first_on[d];
      if (place < 0) place = i;
    }
    for (int j = 0; unrest && j < k; j++)
      if (j != i) resting[j] |= unrest & rests_between(c[i], c[j], now_ns);
    if (unrest && now_ns < c[i].lets_pass_ns) {
      table.program(c[i].slot).decide_at_ns = c[i].lets_pass_ns;
      outcome.ring.add(c[i].slot);
    }
  }

  // 5. Close before opening: the urgent program waits for the former only.
  auto next_word = [&](int i) {
    if (c[i].is_free || table.program(c[i].slot).draining) return 0u;
    const uint32_t kept = table.gate(c[i].slot).word & (kHoldByPerson | kHoldByAgent);
    const uint32_t elsewhere = table.gate(c[i].slot).word & ~kHolds & ~scope;
    return kept | elsewhere | c[i].blocked | (c[i].used_up ? uint32_t(kHoldByCap) : 0);
  };
  for (int i = 0; i < n; i++) {
    uint32_t word = table.gate(c[i].slot).word, next = next_word(i);
    if (next != 0 && next != word) {
      table.set_gate(c[i].slot, next, now_ns);
      outcome.closed_ns = os::now_ns();
      if (table.program(c[i].slot).idempotent) outcome.ring.add(c[i].slot);  // its keeper resets it
    }
  }
  note_where_closed(table, c, n);
  for (int i = 0; i < k; i++) {
    if (!resting[i]) continue;
    ask_to_rest(table, members, c[i].slot, resting[i]);
    outcome.ring.add(c[i].slot);  // it says when it does
  }

  // 6. Open gates, charge the programs that have the device, and publish the result.
  uint32_t waiting[kDeviceCount] = {}, sharers[kDeviceCount] = {};
  for (int i = 0; i < k; i++)
    for (uint32_t m = c[i].wants && !c[i].blocked ? c[i].active : 0; m; m &= m - 1)
      sharers[__builtin_ctz(m)]++;
  for (int i = 0; i < n; i++) {
    ProgramRecord &p = table.program(c[i].slot);
    bool runs = c[i].wants && !c[i].blocked;
    table.set_gate(c[i].slot, next_word(i), now_ns);
    if (runs) {
      if (!p.has_turn) p.turn_used_ns = 0;
      p.has_turn = 1;
      begin_charge(p, now_ns, most_on(sharers, c[i].active));
      let_loose(table, members, c[i]);
      // It was over while a more urgent program ran: its own keeper is the one to end it now.
      if (now_ns >= turn_end_ns(p)) outcome.ring.add(c[i].slot);
    } else if (resting[i] && !any_on(first_on, resting[i])) {
      begin_charge(p, now_ns, 1);  // what it has left still takes the device
    } else {
      end_charge(p, now_ns);
    }
    for (uint32_t m = c[i].blocked; m; m &= m - 1) waiting[__builtin_ctz(m)]++;
  }
  for (uint32_t m = scope; m; m &= m - 1) {
    uint32_t d = uint32_t(__builtin_ctz(m));
    DeviceRecord &record = table.device(d);
    int f = first_on[d];
    const uint32_t before = record.running;
    record.running = f >= 0 ? c[f].slot + 1 : 0;
    // The program that goes first must notice its own idling fast as soon as others wait for it.
    if (f >= 0 && (waiting[d] > record.waiting || (waiting[d] && record.running != before)))
      outcome.ring.add(c[f].slot);
    note_passing(record, f < 0 && next_on[d] >= 0, f >= 0 && !table.program(c[f].slot).leads,
                 now_ns);
    record.waiting = waiting[d];
    record.sharers = sharers[d];
  }
  return outcome;
}

int64_t close_followers(Table &table, uint32_t program, uint32_t device, int64_t now_ns) {
  if (!table.program(program).leads) return 0;
  const uint32_t here = 1u << device;
  ProgramSet resets;
  bool closed = false;
  table.each_program([&](uint32_t slot) {
    if (slot == program) return;
    if (!(table.program(slot).active.load(std::memory_order_relaxed) & here)) return;
    GateRecord &gate = table.gate(slot);
    if (gate.word.fetch_or(here, std::memory_order_acq_rel)) return;
    closed = true;
    if (table.program(slot).idempotent) resets.add(slot);
    gate.closed_ns.store(now_ns, std::memory_order_relaxed);
    gate.closings.fetch_add(1, std::memory_order_relaxed);
  });
  const int64_t closed_ns = closed ? os::now_ns() : 0;
  ring(table, resets);
  return closed_ns;
}

void record_decision(Table &table, uint32_t device, Decision kind, uint64_t program_id,
                     int64_t event_ns, int64_t done_ns) {
  DeviceRecord &d = table.device(device);
  DecisionRecord &line = table.decision(device, d.decisions);
  line.at_ns = done_ns;
  line.program_id = program_id;
  line.kind = kind;
  line.latency_ns = uint32_t(done_ns - event_ns);
  d.decisions.fetch_add(1, std::memory_order_release);
}

void ring(Table &table, const ProgramSet &programs) {
  if (programs.is_empty()) return;
  table.each_process([&](uint32_t i) {
    ProcessRecord &p = table.process(i);
    if (!programs.has(table.program_of(i))) return;
    p.doorbell.fetch_add(1, std::memory_order_release);
    os::futex_wake(&p.doorbell);
  });
}

}  // namespace heddle
