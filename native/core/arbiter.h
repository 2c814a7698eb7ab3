// The agent's part in the data plane: it takes in guests, and decides for them.
#pragma once

#include "core/decide/arbitrate.h"

namespace heddle {

// A process that asks to join, as the kernel identifies it.
struct Peer {
  int32_t pid;
  uint32_t uid;
};

// Lets other users read the table, and makes the bell. Returns a heddle_status.
int open_to_guests(Table &table);
// A process of a guest's program, in a slab of its own. Returns a heddle_status.
int take_in(Table &table, const Peer &peer, uint64_t program_id, uint32_t *process);

// Decides whenever a guest rings, or when time says so, until stop_arbiter(). The calling thread
// is the arbiter.
int run_arbiter(Table &table);
void stop_arbiter();

// Guests are decided for no longer: slices go back to the driver's own, then all gates open.
void release_guests(Table &table);
// Starts a process that does so, should this one be killed, and that holds the slabs for the next
// agent; in place of the former one, which has not those of late. Returns a heddle_status.
int start_guard(Table &table);

}  // namespace heddle
