// Which programs have to leave a device, and which may come: memory beyond what the device holds.
//
// A program whose memory may be moved is whole on a device or away from it. Away, nothing of it
// runs there: its calls wait, what it had submitted is done, and some or all of its memory is on
// the host. One program at a time has room made for it on a device, so that no two hold a part
// each and wait for the other's.
#pragma once

#include "shm/table.h"

namespace heddle {

inline constexpr uint64_t kWholeDevice = UINT64_MAX;

enum class Room {
  made,   // by programs that are leaving, or were just told to
  later,  // a program may be evicted, but not yet
  never   // the programs there go before us, or cannot be moved
};

// Bytes of a device that the memory of a program comes to.
struct Extent {
  uint64_t there = 0;    // on the device, and could leave
  uint64_t leaving = 0;  // of these, told to
  uint64_t out = 0;      // on the host
};
Extent extent_of(const Table &table, uint32_t program, uint32_t device);

// All below: with the lock held. Room for a program that finds so many bytes too few on a device:
// the idlest of the lowest rank below its own has to leave, then those of its own rank that are
// idle or have been there for their turn. No program of a higher rank does. The caller decides
// again for the device if `told` is not empty, and rings the movers of those.
Room make_room(Table &table, uint32_t program, uint32_t device, uint64_t bytes, int64_t now_ns,
               ProgramSet *told);

// Tells a program's processes to move so many bytes out; how many they will.
uint64_t send_away(Table &table, uint32_t program, uint32_t device, uint64_t bytes);

// False if room is being made for a program that goes before us.
bool may_come(const Table &table, uint32_t program, uint32_t device);
void give_up_coming(Table &table, uint32_t program, uint32_t device);

// A program that has something to move and is at rest is done with draining: the holds count again.
void end_draining_if_still(Table &table, uint32_t program, uint32_t device);
// If all of the program's memory is back, calls that wait for it may go on; true if so.
bool end_absence_if_whole(Table &table, uint32_t program, uint32_t device, int64_t now_ns);

// Without the lock: each is a system call.
void ring_movers(const Table &table, const ProgramSet &programs);

}  // namespace heddle
