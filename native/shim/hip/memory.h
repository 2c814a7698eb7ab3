// Memory of HIP's devices, for the generated stubs: how much there is of what is asked for.
#pragma once

#include "hal/hip/hw_queue.h"
#include "shim/amounts.h"

namespace heddle::hip {

constexpr unsigned kSignalMemory = 2;  // of hipExtMallocWithFlags: a word, and not the device's

// The number in the table of a device of this process; kNoDevice: not counted.
uint32_t device_of_memory(int device);
void forget_blocks();  // in the child of a fork

inline uint64_t times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

// -- arrays: from their descriptors --------------------------------------------------------------

uint64_t bytes_of_array(const Channel *channel, Extent extent);
uint64_t bytes_of_levels(const Channel *channel, Extent extent, unsigned levels);
// By what the driver's interface calls a descriptor of an array.
uint64_t bytes_of_array_2d(const void *descriptor);
uint64_t bytes_of_array_3d(const void *descriptor);
uint64_t bytes_of_levels_3d(const void *descriptor, unsigned levels);

}  // namespace heddle::hip
