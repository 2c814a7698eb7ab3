// The calls about memory that need more than their role: rows, and how much a program is shown.
#include "shim/hip/memory.h"

#include <string.h>

#include <algorithm>

#include "shim/blocks.h"
#include "shim/hip/bus.h"
#include "shim/hip/roles.h"

namespace heddle::hip {

uint32_t device_of_memory(int device) {
  static std::atomic<uint32_t> known[kMostDevices];  // plus one
  if (device < 0 || device >= kMostDevices) return kNoDevice;
  uint32_t index = known[device].load(std::memory_order_relaxed);
  if (index) return index - 1;
  Names of;
  if (!of.read(device) || heddle_device_find("hip", of.name, of.uuid, &index) != HEDDLE_OK)
    return kNoDevice;
  known[device].store(index + 1, std::memory_order_relaxed);
  return index;
}

namespace {

struct Array2D {
  size_t width, height;
  int format;
  unsigned channels;
};

struct Array3D {
  size_t width, height, depth;
  int format;
  unsigned channels, flags;
};

uint64_t bits_of(const Channel &channel) {
  uint64_t bits = 0;
  for (int part : channel.bits) bits += uint64_t(std::max(part, 0));
  return bits;
}

// Of hipArray_Format: 8, 16 or 32 bits.
uint64_t bits_of(int format, unsigned channels) {
  switch (format) {
    case 0x01:
    case 0x08: return 8ull * channels;
    case 0x02:
    case 0x09:
    case 0x10: return 16ull * channels;
  }
  return 32ull * channels;
}

// A height or depth of 0 is that of an array with fewer dimensions.
uint64_t bytes_of(uint64_t bits, Extent extent) {
  const uint64_t area = times(extent.width, std::max<size_t>(extent.height, 1));
  return times(times(area, std::max<size_t>(extent.depth, 1)), bits / 8);
}

// Each level has half the length of the one before.
uint64_t bytes_of_levels(uint64_t bits, Extent extent, unsigned levels) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < levels; i++) {
    if (__builtin_add_overflow(sum, bytes_of(bits, extent), &sum)) return UINT64_MAX;
    if (std::max({extent.width, extent.height, extent.depth}) <= 1) break;
    for (size_t *side : {&extent.width, &extent.height, &extent.depth})
      if (*side) *side = std::max<size_t>(*side / 2, 1);
  }
  return sum;
}

// Rows are as long as the runtime makes them, which it only says behind the call.
template <class Call>
hipError_t allocate_rows(void **pointer, size_t *pitch, size_t width, size_t rows, Call call) {
  const int device = thread_device();
  const uint32_t index = device_of_memory(device);
  const uint64_t asked = times(width, rows);
  if (index == kNoDevice || !asked || !pointer || !pitch) return call();
  if (!heddle_memory_take(index, asked)) return kOutOfMemory;
  hipError_t result = call();
  const uint64_t more = result == kSuccess ? times(*pitch, rows) - asked : 0;
  if (result == kSuccess && !heddle_memory_take(index, more)) {
    real().hipFree(*pointer);
    result = kOutOfMemory;
  }
  if (result == kSuccess)
    Roles::amounts.put(key_of_memory(*pointer), {asked + more, index, uintptr_t(device + 1)});
  else
    heddle_memory_give(index, asked);
  return result;
}

// Where the size of the memory stands in the structure, which the versions differ in.
template <class Call>
hipError_t get_properties(void *properties, int device, size_t memory_at, Call call) {
  const hipError_t result = call();
  if (result != kSuccess || !properties) return result;
  size_t total;
  char *place = static_cast<char *>(properties) + memory_at;
  memcpy(&total, place, sizeof total);
  if (show_memory(device_of_memory(device), nullptr, &total)) memcpy(place, &total, sizeof total);
  return result;
}

Blocks<hipError_t, kSuccess, kOutOfMemory> blocks;

// What the start of hipMemAllocationProp is.
struct AllocationProperties {
  int type, handle_type;
  MemLocation location;
};
enum { kOnDevice = 1 };  // of a location

uint64_t address_of(const void *pointer) { return reinterpret_cast<uint64_t>(pointer); }

constexpr size_t kMemoryAt6 = 288, kMemoryBefore6 = 256;

}  // namespace

void forget_blocks() { blocks.forget(); }

uint64_t bytes_of_array(const Channel *channel, Extent extent) {
  return channel ? bytes_of(bits_of(*channel), extent) : 0;
}

uint64_t bytes_of_levels(const Channel *channel, Extent extent, unsigned levels) {
  return channel ? bytes_of_levels(bits_of(*channel), extent, levels) : 0;
}

uint64_t bytes_of_array_2d(const void *descriptor) {
  if (!descriptor) return 0;
  const auto &a = *static_cast<const Array2D *>(descriptor);
  return bytes_of(bits_of(a.format, a.channels), {a.width, a.height, 0});
}

uint64_t bytes_of_array_3d(const void *descriptor) { return bytes_of_levels_3d(descriptor, 1); }

uint64_t bytes_of_levels_3d(const void *descriptor, unsigned levels) {
  if (!descriptor) return 0;
  const auto &a = *static_cast<const Array3D *>(descriptor);
  return bytes_of_levels(bits_of(a.format, a.channels), {a.width, a.height, a.depth}, levels);
}

}  // namespace heddle::hip

using namespace heddle;
using namespace heddle::hip;

extern "C" {

HEDDLE_EXPORT hipError_t hipMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height) {
  return allocate_rows(ptr, pitch, width, height,
                       [&] { return real().hipMallocPitch(ptr, pitch, width, height); });
}

HEDDLE_EXPORT hipError_t hipMemAllocPitch(hipDeviceptr_t *dptr, size_t *pitch, size_t widthInBytes,
                                          size_t height, unsigned int elementSizeBytes) {
  return allocate_rows(dptr, pitch, widthInBytes, height, [&] {
    return real().hipMemAllocPitch(dptr, pitch, widthInBytes, height, elementSizeBytes);
  });
}

HEDDLE_EXPORT hipError_t hipMalloc3D(hipPitchedPtr *pitchedDevPtr, hipExtent extent) {
  auto call = [&] { return real().hipMalloc3D(pitchedDevPtr, extent); };
  if (!pitchedDevPtr) return call();
  return allocate_rows(&pitchedDevPtr->pointer, &pitchedDevPtr->pitch, extent.width,
                       times(extent.height, extent.depth), call);
}

HEDDLE_EXPORT hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *handle, size_t size,
                                      const void *prop, unsigned long long flags) {
  const auto *properties = static_cast<const AllocationProperties *>(prop);
  const bool counted = properties && properties->location.type == kOnDevice;
  const uint32_t device = counted ? device_of_memory(properties->location.id) : kNoDevice;
  return blocks.create(handle, size, device,
                       [&] { return real().hipMemCreate(handle, size, prop, flags); });
}

HEDDLE_EXPORT hipError_t hipMemRelease(hipMemGenericAllocationHandle_t handle) {
  return blocks.release(handle, [&] { return real().hipMemRelease(handle); });
}

HEDDLE_EXPORT hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *handle,
                                                      void *addr) {
  return blocks.retain(handle, address_of(addr),
                       [&] { return real().hipMemRetainAllocationHandle(handle, addr); });
}

HEDDLE_EXPORT hipError_t hipMemMap(void *ptr, size_t size, size_t offset,
                                   hipMemGenericAllocationHandle_t handle,
                                   unsigned long long flags) {
  return blocks.map(address_of(ptr), size, handle,
                    [&] { return real().hipMemMap(ptr, size, offset, handle, flags); });
}

HEDDLE_EXPORT hipError_t hipMemUnmap(void *ptr, size_t size) {
  return blocks.unmap(address_of(ptr), size, [&] { return real().hipMemUnmap(ptr, size); });
}

HEDDLE_EXPORT hipError_t hipMemGetInfo(size_t *free, size_t *total) {
  const hipError_t result = real().hipMemGetInfo(free, total);
  if (result == kSuccess) show_memory(device_of_memory(thread_device()), free, total);
  return result;
}

HEDDLE_EXPORT hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device) {
  const hipError_t result = real().hipDeviceTotalMem(bytes, device);
  if (result == kSuccess) show_memory(device_of_memory(device), nullptr, bytes);
  return result;
}

HEDDLE_EXPORT hipError_t hipGetDeviceProperties(void *prop, int device) {
  return get_properties(prop, device, kMemoryBefore6,
                        [&] { return real().hipGetDeviceProperties(prop, device); });
}

HEDDLE_EXPORT hipError_t hipGetDevicePropertiesR0000(void *prop, int device) {
  return get_properties(prop, device, kMemoryBefore6,
                        [&] { return real().hipGetDevicePropertiesR0000(prop, device); });
}

HEDDLE_EXPORT hipError_t hipGetDevicePropertiesR0600(void *prop, int deviceId) {
  return get_properties(prop, deviceId, kMemoryAt6,
                        [&] { return real().hipGetDevicePropertiesR0600(prop, deviceId); });
}

}  // extern C
