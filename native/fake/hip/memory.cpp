// Memory: allocations, registrations, copies and fills.
#include <stdlib.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "fake/hip/runtime.h"

namespace fake {

namespace {

struct Range {
  Kind kind;
  size_t bytes;
  int device;
};

// Freed when a stream comes to it.
struct Leaving {
  void *pointer;
  sxEvent reached;
};

std::mutex memory_mutex;
std::map<uintptr_t, Range> ranges;
std::vector<Leaving> leaving;

uintptr_t address(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

// With memory_mutex held. Null: we did not give it out.
const Range *look(uintptr_t at, uintptr_t *base) {
  auto above = ranges.upper_bound(at);
  if (above == ranges.begin()) return nullptr;
  const auto &[start, range] = *std::prev(above);
  *base = start;
  return at - start < range.bytes ? &range : nullptr;
}

void note(const void *pointer, Kind kind, size_t bytes) {
  std::lock_guard lock(memory_mutex);
  ranges[address(pointer)] = {kind, bytes, current_device()};
}

// Of several callers one gets it.
bool take(const void *pointer, Kind kind) {
  std::lock_guard lock(memory_mutex);
  const auto found = ranges.find(address(pointer));
  if (found == ranges.end() || found->second.kind != kind) return false;
  ranges.erase(found);
  return true;
}

void free_those_reached() {
  std::vector<Leaving> gone;
  {
    std::lock_guard lock(memory_mutex);
    auto is_early = [](const Leaving &l) { return sxEventQuery(l.reached) != SX_OK; };
    const auto first = std::partition(leaving.begin(), leaving.end(), is_early);
    gone.assign(first, leaving.end());
    leaving.erase(first, leaving.end());
  }
  for (const Leaving &l : gone) {
    sxEventDestroy(l.reached);
    sxFree(l.pointer);
  }
}

hipError_t allocate_now(void **pointer, size_t bytes) {
  if (!pointer) return kInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return kSuccess;
  free_those_reached();
  FAKE_TRY(result_of(sxMalloc(pointer, bytes)));
  note(*pointer, Kind::kDevice, bytes);
  return kSuccess;
}

hipError_t allocate(void **pointer, size_t bytes) {
  return guarded([&] {
    FAKE_TRY(may_be_unsafe());
    return allocate_now(pointer, bytes);
  });
}

hipError_t allocate_pinned(void **pointer, size_t bytes, Kind kind) {
  return guarded([&] {
    if (!pointer) return kInvalidValue;
    FAKE_TRY(may_be_unsafe());
    *pointer = bytes ? calloc(1, bytes) : nullptr;
    if (bytes && !*pointer) return kOutOfMemory;
    if (bytes) note(*pointer, kind, bytes);
    return kSuccess;
  });
}

// First waits for the device, as the real one does.
hipError_t release(void *pointer) {
  if (!pointer) return kSuccess;
  FAKE_TRY(may_be_unsafe());
  if (take(pointer, Kind::kDevice)) return result_of(sxFree(pointer));
  if (!take(pointer, Kind::kSignal)) return kInvalidValue;
  const hipError_t waited = result_of(sxDeviceSynchronize());
  free(pointer);
  return waited;
}

hipError_t release_pinned(void *pointer) {
  return guarded([&] {
    if (!pointer) return kSuccess;
    if (!take(pointer, Kind::kHost)) return kInvalidValue;
    const hipError_t waited = result_of(sxDeviceSynchronize());
    free(pointer);
    return waited;
  });
}

hipError_t free_on(void *pointer, hipStream_t handle) {
  return guarded([&] {
    sxStream stream = nullptr;
    sxEvent event = nullptr;
    if (!pointer) return kInvalidValue;
    FAKE_TRY(find_stream(handle, &stream));
    free_those_reached();
    if (!take(pointer, Kind::kDevice)) return kInvalidValue;
    FAKE_TRY(result_of(sxEventCreate(&event)));
    FAKE_TRY(result_of(sxEventRecord(event, stream)));
    std::lock_guard lock(memory_mutex);
    leaving.push_back({pointer, event});
    return kSuccess;
  });
}

// -- copies -------------------------------------------------------------------------------------

enum Direction { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice, kDefault };

hipError_t check(const void *to, const void *from, size_t bytes, int direction) {
  if (!to || !from) return kInvalidValue;
  if (direction < kHostToHost || direction > kDefault) return kInvalidMemcpyDirection;
  const bool to_device = direction == kHostToDevice || direction == kDeviceToDevice;
  const bool from_device = direction == kDeviceToHost || direction == kDeviceToDevice;
  if (to_device && kind_of(to, bytes) == Kind::kNone) return kInvalidValue;
  return from_device && kind_of(from, bytes) == Kind::kNone ? kInvalidValue : kSuccess;
}

// A copy that has one side in pageable memory is over when the call returns.
hipError_t copy_on(sxStream stream, void *to, const void *from, size_t bytes, int direction,
                   bool waits) {
  if (bytes == 0) return kSuccess;
  FAKE_TRY(check(to, from, bytes, direction));
  const bool pageable = kind_of(to) == Kind::kNone || kind_of(from) == Kind::kNone;
  FAKE_TRY(result_of(sxMemcpyAsync(to, from, bytes, stream)));
  if (is_capturing(stream)) return kSuccess;
  return waits || pageable ? result_of(sxStreamSynchronize(stream)) : kSuccess;
}

hipError_t copy(hipStream_t handle, void *to, const void *from, size_t bytes, int direction,
                bool waits) {
  return guarded([&] {
    sxStream stream = nullptr;
    FAKE_TRY(find_stream(handle, &stream));
    if (waits) FAKE_TRY(may_be_unsafe());
    return copy_on(stream, to, from, bytes, direction, waits);
  });
}

hipError_t copy_rows(hipStream_t handle, void *to, size_t to_pitch, const void *from,
                     size_t from_pitch, size_t width, size_t height, int direction, bool waits) {
  return guarded([&] {
    sxStream stream = nullptr;
    FAKE_TRY(find_stream(handle, &stream));
    if (waits) FAKE_TRY(may_be_unsafe());
    if (width > to_pitch || width > from_pitch) return kInvalidValue;
    for (size_t row = 0; row < height; row++)
      FAKE_TRY(copy_on(stream, static_cast<char *>(to) + row * to_pitch,
                       static_cast<const char *>(from) + row * from_pitch, width, direction,
                       waits && row + 1 == height));
    return kSuccess;
  });
}

hipError_t fill(hipStream_t handle, void *to, int value, size_t bytes) {
  return guarded([&] {
    sxStream stream = nullptr;
    FAKE_TRY(find_stream(handle, &stream));
    if (bytes == 0) return kSuccess;
    if (kind_of(to, bytes) == Kind::kNone) return kInvalidValue;
    return result_of(sxMemsetAsync(to, value, bytes, stream));
  });
}

// -- rows and arrays ------------------------------------------------------------------------------

// As many bytes as there are in the rows that the runtime makes of it.
hipError_t allocate_rows(void **pointer, size_t *pitch, size_t width, size_t rows) {
  constexpr size_t kRow = 256;
  if (!pitch) return last_error = kInvalidValue;
  *pitch = (width + kRow - 1) / kRow * kRow;
  return allocate(pointer, *pitch * rows);
}

// Arrays are never read here: one is an amount of memory, and its address is its name.
struct Flat {
  size_t width, height;
  int format;
  unsigned channels;
};

struct Deep {
  Extent extent;
  int format;
  unsigned channels, flags;
};

Channel channel_of(int format, unsigned channels) {
  const bool is_long = format == 0x20 || format == 0x03 || format == 0x0a;
  const bool is_byte = format == 0x01 || format == 0x08;
  return {{int(channels) * (is_long ? 32 : is_byte ? 8 : 16)}, 0};
}

size_t bytes_of(const Channel &channel, Extent extent) {
  size_t bits = 0;
  for (int part : channel.bits) bits += size_t(part);
  const size_t elements = extent.width * std::max<size_t>(extent.height, 1);
  return elements * std::max<size_t>(extent.depth, 1) * bits / 8;
}

hipError_t make_array(hipArray_t *array, const Channel *channel, Extent extent) {
  if (!array || !channel || !extent.width) return last_error = kInvalidValue;
  return allocate(reinterpret_cast<void **>(array), bytes_of(*channel, extent));
}

}  // namespace

void free_all(int device) {
  std::lock_guard lock(memory_mutex);
  std::erase_if(ranges, [&](const auto &entry) {
    const auto &[base, range] = entry;
    if (range.device != device) return false;
    if (range.kind == Kind::kDevice) sxFree(reinterpret_cast<void *>(base));
    return true;
  });
}

Kind kind_of(const void *pointer, size_t bytes) {
  if (is_mapped(pointer, bytes)) return Kind::kDevice;
  std::lock_guard lock(memory_mutex);
  uintptr_t base = 0;
  const Range *range = look(address(pointer), &base);
  const bool fits = range && bytes <= range->bytes - (address(pointer) - base);
  return fits ? range->kind : Kind::kNone;
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT hipError_t hipMalloc(void **pointer, size_t bytes) { return allocate(pointer, bytes); }

FAKE_EXPORT hipError_t hipMallocManaged(void **pointer, size_t bytes, unsigned) {
  return allocate(pointer, bytes);
}

FAKE_EXPORT hipError_t hipExtMallocWithFlags(void **pointer, size_t bytes, unsigned flags) {
  constexpr unsigned kSignalMemory = 2;
  if (flags == kSignalMemory) {
    if (bytes != 8) return last_error = kInvalidValue;
    return allocate_pinned(pointer, bytes, Kind::kSignal);
  }
  return allocate(pointer, bytes);
}

FAKE_EXPORT hipError_t hipMallocAsync(void **pointer, size_t bytes, hipStream_t handle) {
  return guarded([&] {
    sxStream stream = nullptr;
    FAKE_TRY(find_stream(handle, &stream));
    return allocate_now(pointer, bytes);
  });
}

// There is one pool on a device, and its address is its name.
FAKE_EXPORT hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *pool, int device) {
  static char pools[64];
  return guarded([&] {
    if (!pool || !has_device(device)) return kInvalidValue;
    *pool = reinterpret_cast<hipMemPool_t>(&pools[device]);
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipMallocFromPoolAsync(void **pointer, size_t bytes, hipMemPool_t pool,
                                              hipStream_t stream) {
  return pool ? hipMallocAsync(pointer, bytes, stream) : last_error = kInvalidValue;
}

FAKE_EXPORT hipError_t hipFree(void *pointer) {
  return guarded([&] { return release(pointer); });
}

FAKE_EXPORT hipError_t hipFreeAsync(void *pointer, hipStream_t stream) {
  return free_on(pointer, stream);
}

FAKE_EXPORT hipError_t hipMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  return allocate_rows(pointer, pitch, width, height);
}

FAKE_EXPORT hipError_t hipMemAllocPitch(hipDeviceptr_t *pointer, size_t *pitch, size_t width,
                                        size_t height, unsigned) {
  return allocate_rows(pointer, pitch, width, height);
}

FAKE_EXPORT hipError_t hipMalloc3D(hipPitchedPtr *made, hipExtent extent) {
  if (!made) return last_error = kInvalidValue;
  made->width = extent.width;
  made->height = extent.height;
  return allocate_rows(&made->pointer, &made->pitch, extent.width, extent.height * extent.depth);
}

FAKE_EXPORT hipError_t hipMallocArray(hipArray_t *array, const hipChannelFormatDesc *channel,
                                      size_t width, size_t height, unsigned) {
  return make_array(array, channel, {width, height, 0});
}

FAKE_EXPORT hipError_t hipMalloc3DArray(hipArray_t *array, const hipChannelFormatDesc *channel,
                                        hipExtent extent, unsigned) {
  return make_array(array, channel, extent);
}

FAKE_EXPORT hipError_t hipArrayCreate(hipArray_t *array, const void *descriptor) {
  const auto *flat = static_cast<const Flat *>(descriptor);
  if (!flat) return last_error = kInvalidValue;
  const Channel channel = channel_of(flat->format, flat->channels);
  return make_array(array, &channel, {flat->width, flat->height, 0});
}

FAKE_EXPORT hipError_t hipArray3DCreate(hipArray_t *array, const void *descriptor) {
  const auto *deep = static_cast<const Deep *>(descriptor);
  if (!deep) return last_error = kInvalidValue;
  const Channel channel = channel_of(deep->format, deep->channels);
  return make_array(array, &channel, deep->extent);
}

FAKE_EXPORT hipError_t hipMallocMipmappedArray(hipMipmappedArray_t *array,
                                               const hipChannelFormatDesc *channel,
                                               hipExtent extent, unsigned levels, unsigned) {
  size_t bytes = 0;
  if (!array || !channel || !levels) return last_error = kInvalidValue;
  for (unsigned i = 0; i < levels; i++) {
    bytes += bytes_of(*channel, extent);
    for (size_t *side : {&extent.width, &extent.height, &extent.depth})
      if (*side) *side = std::max<size_t>(*side / 2, 1);
  }
  return allocate(reinterpret_cast<void **>(array), bytes);
}

FAKE_EXPORT hipError_t hipFreeMipmappedArray(hipMipmappedArray_t array) { return hipFree(array); }

FAKE_EXPORT hipError_t hipFreeArray(hipArray_t array) { return hipFree(array); }
FAKE_EXPORT hipError_t hipArrayDestroy(hipArray_t array) { return hipFree(array); }

FAKE_EXPORT hipError_t hipHostMalloc(void **pointer, size_t bytes, unsigned) {
  return allocate_pinned(pointer, bytes, Kind::kHost);
}

FAKE_EXPORT hipError_t hipHostFree(void *pointer) { return release_pinned(pointer); }

FAKE_EXPORT hipError_t hipHostRegister(void *pointer, size_t bytes, unsigned) {
  return guarded([&] {
    if (!pointer || !bytes) return kInvalidValue;
    FAKE_TRY(may_be_unsafe());
    if (kind_of(pointer) != Kind::kNone) return kAlreadyRegistered;
    note(pointer, Kind::kRegistered, bytes);
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipHostUnregister(void *pointer) {
  return guarded([&] {
    if (!take(pointer, Kind::kRegistered)) return kNotRegistered;
    return result_of(sxDeviceSynchronize());
  });
}

FAKE_EXPORT hipError_t hipHostGetDevicePointer(void **pointer, void *host, unsigned) {
  return guarded([&] {
    const Kind kind = kind_of(host);
    if (!pointer || (kind != Kind::kHost && kind != Kind::kRegistered)) return kInvalidValue;
    *pointer = host;
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipMemGetInfo(size_t *left, size_t *total) {
  return guarded([&] {
    size_t whole = 0, rest = 0;
    free_those_reached();
    FAKE_TRY(result_of(sxMemGetInfo(&rest, &whole)));
    if (left) *left = rest;
    if (total) *total = whole;
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  return copy(nullptr, to, from, bytes, kind, true);
}

FAKE_EXPORT hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind kind,
                                      hipStream_t stream) {
  return copy(stream, to, from, bytes, kind, false);
}

FAKE_EXPORT hipError_t hipMemcpyWithStream(void *to, const void *from, size_t bytes,
                                           hipMemcpyKind kind, hipStream_t stream) {
  return copy(stream, to, from, bytes, kind, true);
}

FAKE_EXPORT hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void *from, size_t bytes) {
  return copy(nullptr, to, from, bytes, kHostToDevice, true);
}

FAKE_EXPORT hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t bytes) {
  return copy(nullptr, to, from, bytes, kDeviceToHost, true);
}

FAKE_EXPORT hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void *from, size_t bytes,
                                          hipStream_t stream) {
  return copy(stream, to, from, bytes, kHostToDevice, false);
}

FAKE_EXPORT hipError_t hipMemcpyDtoHAsync(void *to, hipDeviceptr_t from, size_t bytes,
                                          hipStream_t stream) {
  return copy(stream, to, from, bytes, kDeviceToHost, false);
}

FAKE_EXPORT hipError_t hipMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                   size_t width, size_t height, hipMemcpyKind kind) {
  return copy_rows(nullptr, to, to_pitch, from, from_pitch, width, height, kind, true);
}

FAKE_EXPORT hipError_t hipMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                                        size_t from_pitch, size_t width, size_t height,
                                        hipMemcpyKind kind, hipStream_t stream) {
  return copy_rows(stream, to, to_pitch, from, from_pitch, width, height, kind, false);
}

FAKE_EXPORT hipError_t hipMemset(void *to, int value, size_t bytes) {
  return fill(nullptr, to, value, bytes);
}

FAKE_EXPORT hipError_t hipMemsetAsync(void *to, int value, size_t bytes, hipStream_t stream) {
  return fill(stream, to, value, bytes);
}
