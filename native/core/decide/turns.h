// What a program's time on the device is charged to: its turn among equals, its share, its cap.
#pragma once

#include "_gen/table.gen.h"

namespace heddle {

// A plan asks for turns without saying how long they are.
inline constexpr uint32_t kLearnedTurns = 1;
// A cap is kept in periods of this length: a tenth of the device is 4 ms of work, then 36 ms of
// nothing.
inline constexpr int64_t kCapPeriodNs = 40'000'000;

// A thread that waits for a time does not look again sooner than this.
inline constexpr int64_t kFinestNs = 50'000;

// A share is an account over this time: within it, others may go first.
inline constexpr int64_t kPromiseNs = 250'000'000;

// How long a turn on this device should be: a hundred times what passing it on takes, so that no
// more than one part in a hundred is spent on that. Shorter turns make shares exact over shorter
// times, and no program waits longer than necessary.
int64_t turn_ns(const DeviceRecord &d);

// Learns what passing a turn on takes: from the end of one, through the time in which the former
// program comes to rest, until the next program is let go.
void note_passing(DeviceRecord &d, bool is_passing, bool has_passed, int64_t now_ns);

// Whether its plan asks for exact parts of the device, so that it cannot run beside its equals.
bool wants_turns(const ProgramRecord &p);

// The device is the program's from now on, or no longer; with so many others, itself included.
void begin_charge(ProgramRecord &p, int64_t now_ns, uint32_t sharers);
void end_charge(ProgramRecord &p, int64_t now_ns);

// Its virtual time, with what is not charged yet.
uint64_t virtual_time_ns(const ProgramRecord &p, int64_t now_ns);

// How far its virtual time may be ahead of others': a turn or two, and a second.
uint64_t largest_debt_ns(const ProgramRecord &p);

// When the turn that the program has now is over; it may be already.
int64_t turn_end_ns(const ProgramRecord &p);
// A turn that a more urgent program interrupts goes on afterwards: it can end only while the gate
// is open, for then it is known where the program comes to rest.
void end_turn_if_over(ProgramRecord &p, bool is_open, int64_t now_ns);
void end_turn(ProgramRecord &p, int64_t now_ns);

// Brings the account of its share up to date, before it is noted whether it has work now. True from
// when it has had so much too little that only going first makes up for it in time, until it has.
// `was_held`: by a person, the agent or its cap, and what it did not have meanwhile is not owed to
// it.
bool is_owed(ProgramRecord &p, bool was_held, int64_t now_ns);
// When it becomes so if the device is not its own, or (`is_owed`) ends if it is.
int64_t owed_until_ns(const ProgramRecord &p, bool is_owed, int64_t now_ns);

// Brings the account of its cap up to date. Once used up, it stays so (`was_used_up`) until there
// is enough for a while.
bool is_cap_used_up(ProgramRecord &p, bool was_used_up, int64_t now_ns);

}  // namespace heddle
