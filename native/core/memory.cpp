// Memory quota. What a process has taken of each device is in its own record: it goes with the slot
// when the process dies, and a guest can write it, too. What a program uses is the sum over its
// processes, and is nowhere stored.
//
// A process that allocates writes first and then looks at the sum, so of two that come at once at
// least one sees the other: together they never exceed the limit. Under the table's lock they come
// one after the other, and none is refused because of one that is refused as well. Guests do
// without it.
#include <algorithm>

#include "core/process.h"

namespace heddle {

uint64_t Table::memory_used(uint32_t program, uint32_t device) const {
  uint64_t sum = 0;
  each_process([&](uint32_t i) {
    if (program_of(i) != program) return;
    if (__builtin_add_overflow(sum, process(i).memory[device].load(), &sum)) sum = UINT64_MAX;
  });
  return sum;
}

int Process::find_device(const char *api, const char *name, const char *uuid, uint32_t *device) {
  if (table_.find_device(api, name, uuid, device) == HEDDLE_OK) return HEDDLE_OK;
  return open_device(api, name, uuid, 0, device);
}

// A guest sees the processes of its own slab only, so the slabs of its program share the limit
// evenly. What one had before another came stays.
uint64_t Process::memory_limit() const {
  const uint64_t limit = program().memory_limit;
  if (!is_guest() || !limit) return limit;
  uint32_t slabs = 0;
  for (uint32_t slab = 0; slab < kSlabCount; slab++) slabs += table_.is_owned(slab, program_);
  return slabs ? std::max<uint64_t>(limit / slabs, 1) : limit;  // 0 would be none
}

bool Process::try_memory(uint32_t device, uint64_t bytes) {
  TableLock lock(table_);
  std::atomic<uint64_t> &own = record().memory[device];
  own.fetch_add(bytes);
  const uint64_t limit = memory_limit();
  if (!limit || table_.memory_used(program_, device) <= limit) return true;
  own.fetch_sub(bytes);
  return false;
}

bool Process::take_memory(uint32_t device, uint64_t bytes) {
  const uint64_t limit = memory_limit();
  if (!limit) {
    record().memory[device].fetch_add(bytes, std::memory_order_relaxed);
    return true;
  }
  if (bytes > limit) return false;
  if (try_memory(device, bytes)) return true;
  // The dead have nothing any more. For a guest the agent finds them out.
  return heddle_reap() == HEDDLE_OK && try_memory(device, bytes);
}

void Process::give_memory(uint32_t device, uint64_t bytes) {
  record().memory[device].fetch_sub(bytes);
}

void Process::look_at_memory(uint32_t device, uint64_t *limit, uint64_t *used) {
  *limit = memory_limit();
  *used = table_.memory_used(program_, device);
  if (!*limit || *used == record().memory[device]) return;
  heddle_reap();
  *used = table_.memory_used(program_, device);
}

}  // namespace heddle
