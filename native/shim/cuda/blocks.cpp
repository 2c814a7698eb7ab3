// Memory that the program maps by itself. A block lives as long as there is a reference to its
// handle, or a mapping of it: many programs give up the handle as soon as it is mapped.
#include "shim/cuda/memory.h"

namespace heddle::cuda {

namespace {

struct Block {
  uint64_t bytes;
  uint32_t device;
  uint32_t users;  // references and mappings
};

struct References {
  Block *block;
  uint64_t count;  // each is to be released
};

struct Mapping {
  Block *block;
  uint64_t begin, bytes;
  Mapping *next;  // of those that one call unmaps
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;  // all below
GrowingMap<References> handles;
GrowingMap<Mapping *> mappings;  // by where they begin

// With the mutex.
void leave(Block *block) {
  if (--block->users) return;
  heddle_memory_give(block->device, block->bytes);
  free(block);
}

void refer(CUmemGenericAllocationHandle handle, Block *block) {
  block->users++;
  if (References *known = handles.find(handle))
    known->count++;
  else
    handles.put(handle, {block, 1});  // without memory for that, it stays taken
}

// The mapping that an address lies in.
Mapping *mapping_at(uint64_t address) {
  if (Mapping **exact = mappings.find(address)) return *exact;
  Mapping *found = nullptr;
  mappings.each([&](uintptr_t, Mapping *mapping) {
    if (address - mapping->begin < mapping->bytes) found = mapping;
    return false;
  });
  return found;
}

// Those inside a range, which are no more ours from now on.
Mapping *take_mappings(uint64_t begin, uint64_t bytes) {
  Mapping *taken = nullptr;
  if (mappings.remove(begin, &taken)) {
    taken->next = nullptr;
    if (taken->bytes >= bytes) return taken;
  }
  mappings.each([&](uintptr_t, Mapping *mapping) {
    if (mapping->begin - begin >= bytes) return false;
    mapping->next = taken;
    taken = mapping;
    return true;
  });
  return taken;
}

// What the start of CUmemAllocationProp is.
struct Properties {
  int type, handle_types;
  MemLocation location;
};
enum { kOnDevice = 1 };  // of a location; others are the host's memory

}  // namespace

void forget_blocks() {
  pthread_mutex_init(&mutex, nullptr);
  handles.forget();
  mappings.forget();
}

}  // namespace heddle::cuda

using namespace heddle;
using namespace heddle::cuda;

extern "C" {

HEDDLE_EXPORT CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                                   const void *prop, unsigned long long flags) {
  const auto *properties = static_cast<const Properties *>(prop);
  const bool counted = properties && properties->location.type == kOnDevice;
  const uint32_t device = counted ? device_of_memory(properties->location.id) : kNoDevice;
  if (device == kNoDevice) return real().cuMemCreate(handle, size, prop, flags);
  auto *block = static_cast<Block *>(calloc(1, sizeof(Block)));
  if (!block || !heddle_memory_take(device, size)) {
    free(block);
    return kOutOfMemory;
  }
  *block = {size, device, 1};
  CUresult result = real().cuMemCreate(handle, size, prop, flags);
  Locked locked(mutex);
  if (result == kSuccess) refer(*handle, block);
  leave(block);
  return result;
}

HEDDLE_EXPORT CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  Block *block = nullptr;
  {
    // Before the call: another thread may then get the same handle again.
    Locked locked(mutex);
    if (References *known = handles.find(handle)) {
      block = known->block;
      References last;
      if (!--known->count) handles.remove(handle, &last);
    }
  }
  CUresult result = real().cuMemRelease(handle);
  if (!block) return result;
  Locked locked(mutex);
  if (result != kSuccess) refer(handle, block);
  leave(block);
  return result;
}

HEDDLE_EXPORT CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle,
                                                   void *addr) {
  CUresult result = real().cuMemRetainAllocationHandle(handle, addr);
  if (result != kSuccess) return result;
  Locked locked(mutex);
  const Mapping *mapping = mapping_at(reinterpret_cast<uint64_t>(addr));
  if (mapping) refer(*handle, mapping->block);
  return result;
}

HEDDLE_EXPORT CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset,
                                CUmemGenericAllocationHandle handle, unsigned long long flags) {
  Block *block = nullptr;
  {
    Locked locked(mutex);
    if (References *known = handles.find(handle)) {
      block = known->block;
      block->users++;
    }
  }
  CUresult result = real().cuMemMap(ptr, size, offset, handle, flags);
  if (!block) return result;
  Locked locked(mutex);
  auto *mapping = static_cast<Mapping *>(result == kSuccess ? calloc(1, sizeof(Mapping)) : nullptr);
  if (mapping) *mapping = {block, ptr, size, nullptr};
  if (mapping && mappings.put(ptr, mapping)) return result;
  free(mapping);
  if (result != kSuccess) leave(block);  // without memory of ours it stays taken
  return result;
}

HEDDLE_EXPORT CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) {
  Mapping *taken;
  {
    Locked locked(mutex);
    taken = take_mappings(ptr, size);
  }
  CUresult result = real().cuMemUnmap(ptr, size);
  Locked locked(mutex);
  while (taken) {
    Mapping *mapping = taken;
    taken = mapping->next;
    if (result != kSuccess && mappings.put(mapping->begin, mapping)) continue;
    leave(mapping->block);
    free(mapping);
  }
  return result;
}

}  // extern C
