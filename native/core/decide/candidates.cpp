#include "core/decide/candidates.h"

#include <algorithm>

#include "core/decide/turns.h"

namespace heddle {

namespace {

// A process whose keeper is silent for so long may be stopped, or worse: no program waits for it to
// come to rest.
constexpr int64_t kLooseNs = 100'000'000;

constexpr int64_t kGuestLooseNs = 250'000'000;
constexpr int64_t kSilentNs = 2'000'000'000;
constexpr int64_t kLongestExpectationNs = 1'100'000'000;

// No program waits longer than this for what others have left, whatever a guest says.
constexpr int64_t kLongestPassNs = 2'000'000;

// How far behind a program with a share may be and still get it all: half a second of its plan.
constexpr uint64_t kCreditNs = 500'000'000;

bool outranks(const Candidate &a, const Candidate &b) {
  if (a.rank != b.rank) return a.rank > b.rank;
  return a.deadline_ns < b.deadline_ns;
}

uint32_t loose_devices(Table &table, uint32_t process, int64_t now_ns) {
  const ProcessRecord &p = table.process(process);
  const GateRecord &gate = table.gate(table.program_of(process));
  // A guest could say so for ever.
  const bool is_guest = table.is_given(Table::slab_of_process(process));
  const int64_t known = is_guest ? +gate.closed_ns : std::max(+gate.closed_ns, +p.loose_ns);
  if (gate.word && now_ns - known > (is_guest ? kGuestLooseNs : kLooseNs)) return 0;
  return p.active & p.loose;  // a process without work has come to rest
}

// Among equals: the one that has the turn, then the one that had the least, then the older slot.
// Programs that run side by side have no turns to insist on: theirs never end all at once.
bool ordered(const Candidate &a, const Candidate &b) {
  if (before(a, b) || before(b, a)) return before(a, b);
  const bool a_insists = a.has_turn && a.turns_on, b_insists = b.has_turn && b.turns_on;
  if (a_insists != b_insists) return a_insists;
  if (a.virtual_ns != b.virtual_ns) return a.virtual_ns < b.virtual_ns;
  return a.slot < b.slot;
}

}  // namespace

bool before(const Candidate &a, const Candidate &b) {
  return a.is_promoted != b.is_promoted ? a.is_promoted : outranks(a, b);
}

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

void find_members(Table &table, Members *members) {
  for (int16_t &first : members->first) first = -1;
  table.each_process([&](uint32_t i) {
    int16_t &first = members->first[table.program_of(i)];
    members->next[i] = first;
    first = int16_t(i);
  });
}

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
      // No one can see from outside whether a guest's process has become another program, so it has
      // to say.
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
    // A share is an account: a program that comes back from a pause is paid what it had not taken.
    const uint64_t credit = p.share_milli ? kCreditNs : 0;
    if (moved) level = least;
    if (c[i].fresh && level + credit < least) level = least - credit;
    if (level != c[i].virtual_ns) p.virtual_time_ns = c[i].virtual_ns = level;
  }
}

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

}  // namespace heddle
