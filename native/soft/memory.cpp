// Allocations: the pages, and the half of a context that charges for them.
#include "soft/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <utility>

#include "soft/context.h"

namespace soft {

MemoryPtr Memory::map(Context *context, size_t bytes) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  return pages == MAP_FAILED ? nullptr : MemoryPtr(new Memory(context, pages, bytes));
}

Memory::~Memory() { munmap(pages, bytes); }

bool Memory::open() const { return mprotect(pages, bytes, PROT_READ | PROT_WRITE) == 0; }
bool Memory::shut() const { return mprotect(pages, bytes, PROT_NONE) == 0; }
void Memory::empty() const { madvise(pages, bytes, MADV_DONTNEED); }

sxResult Context::allocate(size_t bytes, MemoryPtr *memory) {
  MemoryPtr made = Memory::map(this, bytes);
  Lock lock(mutex_);
  if (!await_open(lock)) return SX_ERROR_NOT_INITIALIZED;
  memories_.reserve(memories_.size() + 1);
  if (!made || !device().charge(slot_, bytes)) return SX_ERROR_OUT_OF_MEMORY;
  memories_.push_back(made.get());
  *memory = std::move(made);
  return SX_OK;
}

// The pages go with the last reference.
void Context::release(Memory &memory) {
  Lock lock(mutex_);
  bool charged = await_open(lock) && memory.state == Memory::State::kAttached;
  if (charged) device().discharge(slot_, id_, memory.bytes);
  memory.state = Memory::State::kFreed;
  std::erase(memories_, &memory);
}

sxResult Context::detach(Memory &memory) {
  Lock lock(mutex_);
  if (!await_open(lock)) return SX_ERROR_NOT_INITIALIZED;
  if (memory.state != Memory::State::kAttached) return SX_ERROR_INVALID;
  if (!memory.shut()) return SX_ERROR_OUT_OF_MEMORY;
  memory.empty();
  memory.state = Memory::State::kDetached;
  device().discharge(slot_, id_, memory.bytes);
  return SX_OK;
}

sxResult Context::attach(Memory &memory) {
  Lock lock(mutex_);
  if (!await_open(lock)) return SX_ERROR_NOT_INITIALIZED;
  if (memory.state != Memory::State::kDetached) return SX_ERROR_INVALID;
  if (!device().charge(slot_, memory.bytes)) return SX_ERROR_OUT_OF_MEMORY;
  if (!memory.open()) {
    device().discharge(slot_, id_, memory.bytes);
    return SX_ERROR_OUT_OF_MEMORY;
  }
  memory.state = Memory::State::kAttached;
  return SX_OK;
}

}  // namespace soft
