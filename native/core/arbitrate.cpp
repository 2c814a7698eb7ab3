#include "core/arbitrate.h"

#include <algorithm>

#include "core/turns.h"

namespace heddle {

namespace {

// Whose keeper is silent for so long may be stopped, or worse: nobody waits for it to come to rest.
constexpr int64_t kLooseNs = 100'000'000;

constexpr int64_t kGuestLooseNs = 250'000'000;
constexpr int64_t kSilentNs = 2'000'000'000;
constexpr int64_t kLongestExpectationNs = 1'100'000'000;

// Nobody waits longer than this for what others have left, whatever a guest says.
constexpr int64_t kLongestPassNs = 2'000'000;

// How far behind whoever has a share may be and still get it all: half a second of its plan.
constexpr uint64_t kCreditNs = 500'000'000;

constexpr uint32_t kHolds = kHoldByPerson | kHoldByAgent | kHoldByCap;

// What the decision needs of a program, taken from the table once.
struct Candidate {
  uint32_t slot;
  int32_t rank;
  uint64_t deadline_ns;  // absolute; the largest value: none
  uint64_t virtual_ns;
  uint32_t active;       // devices
  uint32_t loose;        // devices where work of it may run although its gate is closed
  bool has_turn;         // its turn among equals is not over
  bool fresh;            // its burst begins with this decision
  bool wants;            // active and not held by a person, the agent or its cap
  bool used_up;          // its cap is
  bool is_free;          // a guest for whom nobody decides
  bool is_owed;          // more than what it may wait for
  int64_t lets_pass_ns;  // until when it waits for what others have in front of their gates
  uint32_t blocked = 0;  // devices where another goes first
  bool is_short = false, takes_turns = false;
  bool is_promoted = false;  // goes before all who are not, until it is paid what it is owed
};

bool outranks(const Candidate &a, const Candidate &b) {
  if (a.rank != b.rank) return a.rank > b.rank;
  return a.deadline_ns < b.deadline_ns;
}

// Strictly before: the other has to wait. Equal keys run side by side, or take turns.
bool before(const Candidate &a, const Candidate &b) {
  return a.is_promoted != b.is_promoted ? a.is_promoted : outranks(a, b);
}

// By rank, with those who are promoted above all ranks that a plan can have.
int32_t standing(const Candidate &c) { return c.rank + (c.is_promoted ? 1'000 : 0); }

// Among equals: who has the turn, then who had the least, then the older slot. Those that run side
// by side have no turns to insist on: theirs never end all at once.
bool ordered(const Candidate &a, const Candidate &b) {
  if (before(a, b) || before(b, a)) return before(a, b);
  const bool a_insists = a.has_turn && a.takes_turns, b_insists = b.has_turn && b.takes_turns;
  if (a_insists != b_insists) return a_insists;
  if (a.virtual_ns != b.virtual_ns) return a.virtual_ns < b.virtual_ns;
  return a.slot < b.slot;
}

// Devices that hang together: a program is held on all its devices at once.
uint32_t reach(Table &table, uint32_t device) {
  for (uint32_t found = 1u << device, before = 0;;) {
    if (found == before) return found;
    before = found;
    table.each_program([&](uint32_t i) {
      const uint32_t attached = table.program(i).attached;
      if (attached & found) found |= attached;
    });
  }
}

// The processes of each program, as chains.
struct Members {
  int16_t first[kProgramCount], next[kProcessCount];

  template <class F>
  void each(uint32_t program, F f) const {
    for (int i = first[program]; i >= 0; i = next[i]) f(uint32_t(i));
  }
};

uint32_t loose_devices(Table &table, uint32_t process, int64_t now_ns) {
  const ProcessRecord &p = table.process(process);
  const GateRecord &gate = table.gate(table.program_of(process));
  // A guest could say so for ever.
  const bool is_guest = table.is_given(Table::slab_of_process(process));
  const int64_t known = is_guest ? +gate.closed_ns : std::max(+gate.closed_ns, +p.loose_ns);
  if (gate.word && now_ns - known > (is_guest ? kGuestLooseNs : kLooseNs)) return 0;
  return p.active & p.loose;  // who has no work left has come to rest
}

void find_members(Table &table, Members *members) {
  for (int16_t &first : members->first) first = -1;
  table.each_process([&](uint32_t i) {
    int16_t &first = members->first[table.program_of(i)];
    members->next[i] = first;
    first = int16_t(i);
  });
}

// The programs on these devices; those that have work or wait for some come first.
int collect(Table &table, const Members &members, uint32_t devices, int64_t now_ns, Candidate *out,
            int *active_count) {
  int n = 0;
  *active_count = 0;
  table.each_program([&](uint32_t slot) {
    ProgramRecord &p = table.program(slot);
    if (!(p.attached & devices)) return;
    const bool is_free = p.is_guest && !(table.header().agent_pid && table.header().arbiter);
    uint32_t active = 0, loose = 0;
    int64_t expected = p.expected_until_ns, lets_pass = 0;
    members.each(slot, [&](uint32_t i) {
      const ProcessRecord &process = table.process(i);
      // Nobody can tell whether a guest's process has become another program, so it has to say.
      if (is_free || (p.is_guest && now_ns - process.alive_ns > kSilentNs)) return;
      active |= process.active;
      loose |= loose_devices(table, i, now_ns);
      lets_pass = std::max(lets_pass, +process.lets_pass_ns);
      expected = std::max(expected, +process.expected_until_ns);
    });
    active &= p.attached;
    const uint32_t word = table.gate(slot).word;
    const bool owed = is_owed(p, word & kHolds, now_ns);
    if (expected > now_ns && expected < now_ns + kLongestExpectationNs) active = p.attached;
    bool fresh = active && !p.active;
    if (fresh) p.active_since_ns = now_ns;
    if (!active) p.active_since_ns = 0;
    p.active = active;
    end_turn_if_over(p, !word, now_ns);
    const bool used_up = is_cap_used_up(p, word & kHoldByCap, now_ns) && !is_free;
    bool held = used_up || word & (kHoldByPerson | kHoldByAgent);
    uint64_t deadline = p.deadline_us;
    out[n] = {slot,
              p.rank,
              deadline && active ? uint64_t(+p.active_since_ns) + deadline * 1000 : UINT64_MAX,
              p.virtual_time_ns,
              active,
              loose,
              p.has_turn != 0,
              fresh,
              active && !held,
              used_up,
              is_free,
              owed,
              std::min(lets_pass, now_ns + kLongestPassNs)};
    if (active) std::swap(out[n], out[(*active_count)++]);
    n++;
  });
  return n;
}

// What part of the device each plan comes to among those of its rank that are active: shares as
// they stand, and the rest of the device by weight.
void weigh(Table &table, const Candidate *c, int n) {
  constexpr uint64_t kWhole = 1'000'000, kLeast = 10'000;
  for (int i = 0; i < n; i++) {
    uint64_t shares = 0, weights = 0;
    for (int j = 0; j < n; j++) {
      const ProgramRecord &p = table.program(c[j].slot);
      if (c[j].rank != c[i].rank) continue;
      shares += p.share_milli * 1000;
      weights += p.share_milli ? 0 : std::max(1u, +p.weight);
    }
    ProgramRecord &p = table.program(c[i].slot);
    const uint64_t left = std::max(kLeast, kWhole - std::min(kWhole, shares));
    p.part_ppm = uint32_t(std::max<uint64_t>(
        1, p.share_milli ? p.share_milli * 1000 : left * std::max(1u, +p.weight) / weights));
  }
}

// Who has never run, or slept long, starts level with the others of its rank instead of owning the
// device. So does who comes from another rank, where time was counted among others. And nobody is
// further behind than its own turns account for: plans may have been other ones when it ran.
void level_virtual_time(Table &table, Candidate *c, int n) {
  for (int i = 0; i < n; i++) {
    ProgramRecord &p = table.program(c[i].slot);
    uint64_t least = UINT64_MAX;
    for (int j = 0; j < n; j++)
      if (j != i && c[j].rank == c[i].rank && c[j].wants && !c[j].fresh)
        least = std::min(least, c[j].virtual_ns);
    const bool moved = p.virtual_rank != c[i].rank;
    p.virtual_rank = c[i].rank;
    if (least == UINT64_MAX) continue;
    uint64_t level = std::min(c[i].virtual_ns, least + largest_debt_ns(p));
    // A share is an account: who comes back from a pause is paid what it had not taken.
    const uint64_t credit = p.share_milli ? kCreditNs : 0;
    if (moved) level = least;
    if (c[i].fresh && level + credit < least) level = least - credit;
    if (level != c[i].virtual_ns) p.virtual_time_ns = c[i].virtual_ns = level;
  }
}

// A share is a promise, whoever is beside it. Who outranks it goes first, but for so long only as
// it can still be paid in time; then it goes before all others until it is. Among equals, virtual
// time sees to the shares.
void promote(Table &table, Candidate *c, int n, int64_t now_ns) {
  for (int i = 0; i < n; i++) {
    ProgramRecord &p = table.program(c[i].slot);
    if (!p.share_milli || !c[i].wants) continue;
    bool is_outranked = false;
    for (int j = 0; j < n; j++)
      is_outranked |= j != i && c[j].wants && (c[j].active & c[i].active) && outranks(c[j], c[i]);
    if (!is_outranked) continue;
    c[i].is_promoted = c[i].is_owed;
    const int64_t at = owed_until_ns(p, c[i].is_owed, now_ns);
    p.decide_at_ns = p.decide_at_ns ? std::min(+p.decide_at_ns, at) : at;
  }
}

// Who comes back to find the turn of an equal that has had more than its part by now does not wait
// for the end of that turn.
void end_turns_in_debt(Table &table, Candidate *c, int n, int64_t now_ns) {
  for (int i = 0; i < n; i++) {
    if (!c[i].fresh || !c[i].wants || !table.program(c[i].slot).share_milli) continue;
    for (int j = 0; j < n; j++) {
      ProgramRecord &p = table.program(c[j].slot);
      if (j == i || c[j].rank != c[i].rank || !c[j].has_turn || !(c[j].active & c[i].active) ||
          virtual_time_ns(p, now_ns) <= c[i].virtual_ns)
        continue;
      end_turn(p, now_ns);
      c[j].has_turn = false;
      c[j].virtual_ns = p.virtual_time_ns;
    }
  }
}

void sort(Candidate *c, int n) {  // few, and often in order already
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && ordered(c[j], c[j - 1]); j--) {
      Candidate swap = c[j];
      c[j] = c[j - 1];
      c[j - 1] = swap;
    }
}

enum class Place { alone, leads, equal, follows };

// Who is on each device at all: how many, the highest rank, how many have that, and how many are
// promised a share.
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

  // Where one of them stands among the others on those of its devices.
  Place place_of(int32_t of, uint32_t devices) const {
    Place place = Place::alone;
    for (; devices; devices &= devices - 1) {
      const int d = __builtin_ctz(devices);
      if (rank[d] > of) return Place::follows;
      if (highest[d] > 1)
        place = Place::equal;
      else if (programs[d] > 1 && place == Place::alone)
        place = Place::leads;
    }
    return place;
  }
};

// Level 3: where ranks differ, who leads holds a long slice and everyone below a short one. Two
// short ones that are runnable at once would only switch and never run, so those take turns.
uint32_t slice_for(Table &table, const Present &present, const Candidate &me) {
  const ProgramRecord &p = table.program(me.slot);
  if (p.level_limit && p.level_limit < kLevelRunning) return 0;
  uint32_t mine = 0;
  for (uint32_t m = p.attached; m; m &= m - 1)
    if (table.device(uint32_t(__builtin_ctz(m))).level == kLevelRunning) mine |= m & -m;
  switch (present.place_of(standing(me), mine)) {
    case Place::follows: return kShortSliceUs;
    case Place::leads: return kLongSliceUs;
    default: return 0;
  }
}

// At level 1 a program has little in flight, so side by side with others it would get what their
// queues leave.
bool is_paced(Table &table, const Candidate &c) {
  const ProgramRecord &p = table.program(c.slot);
  for (uint32_t m = p.attached; m; m &= m - 1) {
    const uint32_t level = table.device(uint32_t(__builtin_ctz(m))).level;
    if (level == kLevelPending || p.level_limit == kLevelPending) return true;
  }
  return false;
}

// Whether two of the same rank may not run side by side; nor may any two with short slices.
bool take_turns(const Candidate &a, const Candidate &b) {
  return a.rank == b.rank ? a.takes_turns || b.takes_turns : a.is_short && b.is_short;
}

// Whether one waits for what another has in front of its gate. Left there, it would be loaded in
// each pause of a program that goes first, get nowhere, and be saved again: who runs a loop of
// short steps lets it pass once.
bool waits_for(const Candidate &me, const Candidate &other, int64_t now_ns) {
  return take_turns(me, other) || (now_ns < me.lets_pass_ns && other.is_short && before(me, other));
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

  // 3. Slices, and who leads, follow from who is there at all, whether active or not.
  Present present;
  for (int i = 0; i < n; i++) {
    const ProgramRecord &p = table.program(c[i].slot);
    present.add(standing(c[i]), p.share_milli != 0, p.attached);
  }
  for (int i = 0; i < n; i++) {
    const uint32_t slice = c[i].is_free ? 0 : slice_for(table, present, c[i]);
    ProgramRecord &p = table.program(c[i].slot);
    c[i].is_short = slice == kShortSliceUs;
    c[i].takes_turns = c[i].is_short || is_paced(table, c[i]) || wants_turns(p);
    p.leads = present.place_of(standing(c[i]), p.attached) == Place::leads;
    p.yields = present.is_promised(p.share_milli != 0, p.attached);
    if (p.slice_us != slice) {
      p.slice_us = slice;
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
      if (f >= 0 && (before(c[f], c[i]) || take_turns(c[f], c[i]))) c[i].blocked |= here;
      if (next_on[d] >= 0) c[i].blocked |= here;
      only_turns &= f < 0 || !before(c[f], c[i]);
      for (int j = 0; j < k; j++)
        if (j != i && (c[j].loose & here) && waits_for(c[i], c[j], now_ns)) unrest |= here;
    }
    if (c[i].blocked) {
      // Turns on two devices hardly ever end at once. Who waits for both has those that are free
      // kept for it, or somebody else would always have one of them.
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
      if (j != i && waits_for(c[i], c[j], now_ns)) resting[j] |= c[j].loose & unrest;
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

  // 6. Open, charge whoever has the device, and say what is so.
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
      // It was over while somebody more urgent ran: its own keeper is the one to end it now.
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
    // Who goes first must notice its own idling fast from the moment that others wait for it.
    if (f >= 0 && (waiting[d] > record.waiting || (waiting[d] && record.running != before)))
      outcome.ring.add(c[f].slot);
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
