#include "hal/hip/table.h"

#include <pthread.h>
#include <sys/mman.h>

#include "shim/amounts.h"

namespace heddle::hip {

namespace {

constexpr unsigned kPortable = 1, kMapped = 2;  // hipHostRegister*

struct Part {
  const char *at;
  size_t bytes;
  char *on_device;
  void *mapping;  // our own; null: there is no such part, or the device cannot have it
};

struct Parts {
  std::atomic<bool> mapped;
  Part parts[HEDDLE_PARTS];
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
Parts tables[kMostDevices];

// Marks are written; what may only be read is the porter's business and not the device's.
void map_parts(Part *parts) {
  heddle_part part;
  for (int i = 0; i < HEDDLE_PARTS && heddle_map_part(i, &part) == HEDDLE_OK; i++) {
    void *there = nullptr;
    if (!part.is_read_only &&
        real().hipHostRegister(part.mapping, part.bytes, kPortable | kMapped) == kSuccess &&
        real().hipHostGetDevicePointer(&there, part.mapping, 0) == kSuccess)
      parts[i] = {part.at, part.bytes, static_cast<char *>(there), part.mapping};
    else
      munmap(part.mapping, part.bytes);
  }
}

}  // namespace

void *on_device(int device, const void *word) {
  Parts &table = tables[device];
  if (!table.mapped.load(std::memory_order_acquire)) {
    Locked locked(mutex);
    if (!table.mapped) map_parts(table.parts);
    table.mapped.store(true, std::memory_order_release);
  }
  for (const Part &part : table.parts) {
    const size_t offset = size_t(static_cast<const char *>(word) - part.at);
    if (part.mapping && offset < part.bytes) return part.on_device + offset;
  }
  return nullptr;  // which the runtime refuses
}

void forget_table(int device) {
  pthread_mutex_init(&mutex, nullptr);
  for (Part &part : tables[device].parts) {
    if (part.mapping) munmap(part.mapping, part.bytes);
    part = {};
  }
  tables[device].mapped = false;
}

}  // namespace heddle::hip
