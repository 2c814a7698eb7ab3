// Memory that may leave the device and come back to the same address, allocation by allocation.
#include <sys/mman.h>

#include "shim/soft/roles.h"

namespace heddle::soft {

namespace {

struct Allocation {
  uint64_t bytes;
  uint32_t device;  // of the table
  int ordinal;      // the soft XPU's
  void *host;       // where it is now, if it has left
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;  // all below
GrowingMap<Allocation> allocations;

void *pointer_of(uintptr_t key) { return reinterpret_cast<void *>(key); }

bool leave(uintptr_t key, Allocation &a) {
  if (heddle_host_room() < a.bytes) {
    heddle_host_wanted();
    return false;
  }
  void *host = mmap(nullptr, a.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (host == MAP_FAILED) return false;
  real().sxSetDevice(a.ordinal);
  if (real().sxMemcpy(host, pointer_of(key), a.bytes) != SX_OK ||
      real().sxMemDetach(pointer_of(key)) != SX_OK) {
    munmap(host, a.bytes);
    return false;
  }
  a.host = host;
  heddle_moved(nullptr, a.device, 0, int64_t(a.bytes));
  return true;
}

bool come_back(uintptr_t key, Allocation &a) {
  real().sxSetDevice(a.ordinal);
  if (real().sxMemAttach(pointer_of(key)) != SX_OK) return false;
  if (real().sxMemcpy(pointer_of(key), a.host, a.bytes) != SX_OK) {
    real().sxMemDetach(pointer_of(key));
    return false;
  }
  munmap(a.host, a.bytes);
  a.host = nullptr;
  heddle_moved(nullptr, a.device, 0, -int64_t(a.bytes));
  return true;
}

void move_out(uint32_t device, uint64_t bytes) {
  Locked locked(mutex);
  uint64_t moved = 0;
  bool can = true;
  allocations.each([&](uintptr_t key, Allocation &a) {
    if (can && moved < bytes && a.device == device && !a.host && (can = leave(key, a)))
      moved += a.bytes;
    return false;
  });
}

void move_in(uint32_t device) {
  Locked locked(mutex);
  bool can = true;
  allocations.each([&](uintptr_t key, Allocation &a) {
    if (can && a.device == device && a.host) can = come_back(key, a);
    return false;
  });
}

constexpr heddle_mover kMover = {move_out, move_in, [] {}};  // nothing is kept

}  // namespace

void note_movable(void *pointer, uint64_t bytes, uint32_t device) {
  int ordinal;
  if (device == kNoDevice || !heddle_may_move() || real().sxGetDevice(&ordinal) != SX_OK) return;
  Locked locked(mutex);
  if (allocations.put(key_of_memory(pointer), {bytes, device, ordinal, nullptr}))
    heddle_moved(&kMover, device, int64_t(bytes), 0);
}

void forget_movable(void *pointer) {
  Allocation a;
  Locked locked(mutex);
  if (!allocations.remove(key_of_memory(pointer), &a)) return;
  if (a.host) munmap(a.host, a.bytes);
  heddle_moved(nullptr, a.device, -int64_t(a.bytes), a.host ? -int64_t(a.bytes) : 0);
}

void forget_movable() {
  pthread_mutex_init(&mutex, nullptr);
  allocations.forget();
}

}  // namespace heddle::soft
