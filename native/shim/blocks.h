// Memory that a program maps by itself, whatever the vendor. A block lives as long as there is a
// reference to its handle, or a mapping of it: many programs give up the handle as soon as it is
// mapped.
#pragma once

#include "shim/amounts.h"
#include "shim/growing_map.h"

namespace heddle {

// Each function stands around the vendor's call of that kind.
template <class Result, Result kSuccess, Result kOutOfMemory>
class Blocks {
 public:
  // `device`: whose memory it is; kNoDevice: not counted.
  template <class Handle, class Call>
  Result create(Handle *handle, uint64_t bytes, uint32_t device, Call call) {
    if (device == kNoDevice) return call();
    auto *block = static_cast<Block *>(calloc(1, sizeof(Block)));
    if (!block || !heddle_memory_take(device, bytes)) {
      free(block);
      return kOutOfMemory;
    }
    *block = {bytes, device, 1};
    const Result result = call();
    Locked locked(mutex_);
    if (result == kSuccess) refer(key_of_memory(*handle), block);
    leave(block);
    return result;
  }

  template <class Handle, class Call>
  Result release(Handle handle, Call call) {
    Block *block = nullptr;
    {
      // Before the call: another thread may then get the same handle again.
      Locked locked(mutex_);
      if (References *known = handles_.find(key_of_memory(handle))) {
        block = known->block;
        References last;
        if (!--known->count) handles_.remove(key_of_memory(handle), &last);
      }
    }
    const Result result = call();
    if (!block) return result;
    Locked locked(mutex_);
    if (result != kSuccess) refer(key_of_memory(handle), block);
    leave(block);
    return result;
  }

  // A further reference to what lies at an address.
  template <class Handle, class Call>
  Result retain(Handle *handle, uint64_t address, Call call) {
    const Result result = call();
    if (result != kSuccess) return result;
    Locked locked(mutex_);
    if (const Mapping *mapping = mapping_at(address)) refer(key_of_memory(*handle), mapping->block);
    return result;
  }

  template <class Handle, class Call>
  Result map(uint64_t address, uint64_t bytes, Handle handle, Call call) {
    Block *block = nullptr;
    {
      Locked locked(mutex_);
      if (References *known = handles_.find(key_of_memory(handle))) {
        block = known->block;
        block->users++;
      }
    }
    const Result result = call();
    if (!block) return result;
    Locked locked(mutex_);
    void *room = result == kSuccess ? calloc(1, sizeof(Mapping)) : nullptr;
    auto *mapping = static_cast<Mapping *>(room);
    if (mapping) *mapping = {block, address, bytes, nullptr};
    if (mapping && mappings_.put(address, mapping)) return result;
    free(mapping);
    if (result != kSuccess) leave(block);  // without memory of ours it stays taken
    return result;
  }

  template <class Call>
  Result unmap(uint64_t address, uint64_t bytes, Call call) {
    Mapping *taken;
    {
      Locked locked(mutex_);
      taken = take_mappings(address, bytes);
    }
    const Result result = call();
    Locked locked(mutex_);
    while (taken) {
      Mapping *mapping = taken;
      taken = mapping->next;
      if (result != kSuccess && mappings_.put(mapping->begin, mapping)) continue;
      leave(mapping->block);
      free(mapping);
    }
    return result;
  }

  // In the child of a fork.
  void forget() {
    pthread_mutex_init(&mutex_, nullptr);
    handles_.forget();
    mappings_.forget();
  }

 private:
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

  // All with the mutex held.
  void leave(Block *block) {
    if (--block->users) return;
    heddle_memory_give(block->device, block->bytes);
    free(block);
  }

  void refer(uintptr_t handle, Block *block) {
    block->users++;
    if (References *known = handles_.find(handle))
      known->count++;
    else
      handles_.put(handle, {block, 1});  // without memory for that, it stays taken
  }

  // The mapping that an address lies in.
  Mapping *mapping_at(uint64_t address) {
    if (Mapping **exact = mappings_.find(address)) return *exact;
    Mapping *found = nullptr;
    mappings_.each([&](uintptr_t, Mapping *mapping) {
      if (address - mapping->begin < mapping->bytes) found = mapping;
      return false;
    });
    return found;
  }

  // Those inside a range, which are no more ours from now on.
  Mapping *take_mappings(uint64_t begin, uint64_t bytes) {
    Mapping *taken = nullptr;
    if (mappings_.remove(begin, &taken)) {
      taken->next = nullptr;
      if (taken->bytes >= bytes) return taken;
    }
    mappings_.each([&](uintptr_t, Mapping *mapping) {
      if (mapping->begin - begin >= bytes) return false;
      mapping->next = taken;
      taken = mapping;
      return true;
    });
    return taken;
  }

  pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
  GrowingMap<References> handles_;
  GrowingMap<Mapping *> mappings_;  // by where they begin
};

}  // namespace heddle
