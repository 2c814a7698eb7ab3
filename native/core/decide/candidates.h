// The programs that take part in a decision, what each wants, and the order in which they are
// served.
#pragma once

#include "shm/table.h"

namespace heddle {

inline constexpr uint32_t kHolds = kHoldByPerson | kHoldByAgent | kHoldByCap;

// What the decision needs of a program, taken from the table once.
struct Candidate {
  uint32_t slot;
  int32_t rank;
  uint64_t deadline_ns;  // absolute; the largest value: none
  uint64_t virtual_ns;
  uint32_t active;           // devices
  uint32_t loose;            // devices where work of it may run although its gate is closed
  bool has_turn;             // its turn among equals is not over
  bool fresh;                // its burst begins with this decision
  bool wants;                // active and not held by a person, the agent or its cap
  bool used_up;              // its cap is
  bool is_free;              // a guest without an arbiter
  bool is_owed;              // more than what it may wait for
  int64_t lets_pass_ns;      // until when it waits for what others have in front of their gates
  uint32_t blocked = 0;      // devices where another goes first
  uint32_t short_on = 0;     // devices where its slice is short
  uint32_t turns_on = 0;     // devices where it cannot run beside its equals
  bool is_promoted = false;  // goes before all that are not, until it is paid what it is owed
};

// The processes of each program, as chains.
struct Members {
  int16_t first[kProgramCount], next[kProcessCount];

  template <class F>
  void each(uint32_t program, F f) const {
    for (int i = first[program]; i >= 0; i = next[i]) f(uint32_t(i));
  }
};

// Strictly before: the other has to wait. Equal keys run side by side, or take turns.
bool before(const Candidate &a, const Candidate &b);

// By rank, with promoted programs above all ranks that a plan can have.
inline int32_t standing(const Candidate &c) { return c.rank + (c.is_promoted ? 1'000 : 0); }

// Devices that hang together: a program is held on all its devices at once.
uint32_t reach(Table &table, uint32_t device);

void find_members(Table &table, Members *members);

// The programs on these devices; those that have work or wait for some come first.
int collect(Table &table, const Members &members, uint32_t devices, int64_t now_ns, Candidate *out,
            int *active_count);

// What part of the device each plan comes to among those of its rank that are active: shares as
// they stand, and the rest of the device by weight.
void weigh(Table &table, const Candidate *c, int n);

// A program that has never run, or slept long, starts level with the others of its rank instead of
// owning the device. So does one that comes from another rank, where time was counted among others.
// And no program is further behind than its own turns account for: plans may have been other ones
// when it ran.
void level_virtual_time(Table &table, Candidate *c, int n);

// A share is a promise, whatever runs beside it. Higher ranks go first, but only as long as it can
// still be paid in time; then it goes before all others until it is. Among equals, virtual time
// sees to the shares.
void promote(Table &table, Candidate *c, int n, int64_t now_ns);

// A program that comes back to find the turn of an equal that has had more than its part does not
// wait for the end of that turn.
void end_turns_in_debt(Table &table, Candidate *c, int n, int64_t now_ns);

// In the order of service.
void sort(Candidate *c, int n);

}  // namespace heddle
