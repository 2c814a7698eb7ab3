// The one decision function: which programs may run now.
//
// It executes the plan that stands in the table (rank, deadline, turns among equals) and writes
// gate words, timeslices and what `heddle ps` shows. It decides from nothing but the table and the
// time it is given (the clock is read only to report how long it took), so the simulator calls the
// very same code.
#pragma once

#include "shm/table.h"

namespace heddle {

// Level 3: with a short slice a program loses the device the moment another context has work; with
// a long one it keeps the device through a whole request, and pays for no switch in the middle of
// it.
inline constexpr uint32_t kShortSliceUs = kSliceUsShort, kLongSliceUs = kSliceUsLong;

struct Outcome {
  int64_t closed_ns = 0;  // when the last gate word was closed; 0: none was
  uint32_t devices = 0;   // that it is about
  ProgramSet ring;        // whose keepers should look at the table now
};

// Decides for `device` and for all devices that are tied to it by a program with queues on both.
// With the lock held. The caller rings the doorbells of `ring` after it has let go of the lock.
Outcome arbitrate(Table &table, uint32_t device, int64_t now_ns);

// The beginning of a burst of a program that leads: whatever the others want, they go behind it. So
// it closes their gates at once, without the lock, and arbitrate() makes it official right after. A
// racing decision may open one again for that moment; killed in between, the next decision fixes
// it. Returns when the last gate word was closed; 0: none was.
int64_t close_followers(Table &table, uint32_t program, uint32_t device, int64_t now_ns);

// Writes one line of the device's story.
void record_decision(Table &table, uint32_t device, Decision kind, uint64_t program_id,
                     int64_t event_ns, int64_t done_ns);

// Wakes the keepers of these programs. Without the lock: each is a system call.
void ring(Table &table, const ProgramSet &programs);

}  // namespace heddle
