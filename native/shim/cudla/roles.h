// What a call of each role does, for the generated stubs.
//
// The devices are the DLA cores. A handle in standalone mode is a stream of tasks by itself; one in
// hybrid mode puts its tasks on CUDA streams, and has a queue for each of those.
#pragma once

#include "hal/cudla/hw_queue.h"
#include "shim/streams.h"

namespace heddle::cudla {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

// What a task is put on.
struct Place {
  cudlaDevHandle handle;
  void *stream;
};

struct Vendor {
  using Stream = Place;
  using Result = cudlaStatus;
  using Known = OnlyQueue;
  static constexpr Result kSuccess = cudla::kSuccess, kOutOfMemory = kOutOfResources;

  // Handles and CUDA's streams are addresses that differ in more than their lowest bits.
  static uintptr_t key_of(Place place) {
    return reinterpret_cast<uintptr_t>(place.handle) ^
           (reinterpret_cast<uintptr_t>(place.stream) << 16);
  }
  static bool look(Place place, Known *);
  static heddle_queue *open(Place place, Known *);
};

using Roles = StreamRoles<Vendor>;

}  // namespace heddle::cudla

using roles = heddle::cudla::Roles;  // where the generated stubs find them
