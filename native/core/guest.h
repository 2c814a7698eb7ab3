// What a guest cannot do itself, because it may only read the table: it asks the agent, and rings.
#pragma once

#include "shm/table.h"

namespace heddle::guest {

// Joins a program (0: one of its own) and maps the slab that the agent gives to it. Returns a
// heddle_status.
int join(Table &table, uint64_t program_id, uint32_t *program, uint32_t *process);

// The agent registers the device, or finds it.
int open_device(const char *api, const char *name, const char *uuid, uint32_t capabilities,
                uint32_t *device);

// A free queue of our own slab, claimed. Returns a heddle_status.
int claim_queue(Table &table, uint32_t process, uint32_t *queue);

// Something in our slab has changed: the agent's arbiter looks at it.
void ring();

// The word that ring() counts up, in a page that all guests may write: it says that there is
// something to look at, and nothing else. Null before map_bell().
std::atomic<uint32_t> *bell();
inline constexpr uint64_t kBellBytes = 4096;
int map_bell(int file);

}  // namespace heddle::guest
