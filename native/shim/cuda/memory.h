// Memory of the driver's devices, for the generated stubs: which device is charged, and how much.
#pragma once

#include <type_traits>

#include "hal/cuda/hw_queue.h"
#include "shim/amounts.h"

namespace heddle::cuda {

enum : CUresult { kOutOfMemory = 2 };

// The names by which all processes know a device, whatever each is allowed to see.
struct Names {
  char name[16], uuid[48];
  bool read(CUdevice device);
};

// The device's number in the table; kNoDevice: not counted.
uint32_t device_of_memory(CUdevice device);

// Where memory is taken, and with which context it goes.
struct Place {
  uint32_t device;
  uintptr_t context;
};
Place current_place();
Place place_of(CUstream stream);

extern Amounts pointers, arrays;
template <class Handle>
Amounts &amounts_of() {
  return std::is_pointer_v<Handle> ? arrays : pointers;
}

// Around the end of a context, with which its memory goes.
void begin_to_forget(CUcontext context);
void end_forgetting(CUcontext context, bool gone);
void forget_memory();  // in the child of a fork
void forget_blocks();  // likewise
void forget_graphs();  // likewise

inline uint64_t times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

// -- arrays: from their descriptors. The driver says how large one is only if it has no memory.
// ----

uint64_t bytes_of_elements(uint64_t width, uint64_t height, uint64_t depth, int format,
                           unsigned channels);

template <class Size>
uint64_t bytes_of_array(const void *descriptor) {
  struct Array {
    Size width, height;
    int format;
    unsigned channels;
  };
  if (!descriptor) return 0;
  const auto &a = *static_cast<const Array *>(descriptor);
  return bytes_of_elements(a.width, a.height, 1, a.format, a.channels);
}

template <class Size>
struct Array3D {
  Size width, height, depth;
  int format;
  unsigned channels, flags;

  enum { kLayered = 0x1, kCubemap = 0x4, kSparse = 0x40, kDeferredMapping = 0x80 };
  // What is mapped later has been counted where it was made.
  bool has_memory() const { return !(flags & (kSparse | kDeferredMapping)); }
};

template <class Size>
uint64_t bytes_of_array_3d(const void *descriptor) {
  if (!descriptor) return 0;
  const auto &a = *static_cast<const Array3D<Size> *>(descriptor);
  if (!a.has_memory()) return 0;
  return bytes_of_elements(a.width, a.height, a.depth, a.format, a.channels);
}

uint64_t bytes_of_mipmaps(const void *descriptor, unsigned levels);

// -- roles
// ------------------------------------------------------------------------------------------

template <class Handle, class Call>
CUresult allocate_at(const Place &place, Handle *handle, uint64_t bytes, Call call,
                     bool *no_room = nullptr) {
  return allocating(amounts_of<Handle>(), handle, {bytes, place.device, place.context}, call,
                    CUresult(kSuccess), CUresult(kOutOfMemory), no_room);
}

}  // namespace heddle::cuda
