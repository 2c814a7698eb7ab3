// Memory that is counted by what was asked for: linear memory, arrays, and what a program is shown.
#include "shim/cuda/memory.h"

#include <algorithm>
#include <iterator>

#include "common/os.h"
#include "shim/cuda/bus.h"
#include "shim/cuda/movable.h"

namespace heddle::cuda {

Amounts pointers, arrays;

namespace {

uintptr_t number_of(CUcontext context) { return reinterpret_cast<uintptr_t>(context); }

// Contexts are addresses of objects, so their lowest bit is free.
uintptr_t leaving(CUcontext context) { return number_of(context) | 1; }

}  // namespace

bool Names::read(CUdevice device) {
  char bus_id[32] = "";
  if (real().cuDeviceGetPCIBusId(bus_id, sizeof bus_id, device) != kSuccess) return false;
  snprintf(name, sizeof name, "%d", place_on_bus(bus_id, device));
  uuid[0] = 0;
  unsigned char id[16];
  if (real().cuDeviceGetUuid_v2 && real().cuDeviceGetUuid_v2(id, device) == kSuccess) {
    char *at = uuid + snprintf(uuid, sizeof uuid, "GPU-");
    for (int i = 0; i < 16; i++)
      at += snprintf(at, size_t(uuid + sizeof uuid - at),
                     i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", id[i]);
  }
  return true;
}

uint32_t device_of_memory(CUdevice device) {
  static std::atomic<uint32_t> known[64];  // plus one
  if (device < 0 || device >= int(std::size(known))) return kNoDevice;
  uint32_t index = known[device].load(std::memory_order_relaxed);
  if (index) return index - 1;
  Names of;
  if (!of.read(device) || heddle_device_find("cuda", of.name, of.uuid, &index) != HEDDLE_OK)
    return kNoDevice;
  known[device].store(index + 1, std::memory_order_relaxed);
  return index;
}

Place current_place() {
  CUdevice device;
  CUcontext context = nullptr;
  if (real().cuCtxGetDevice(&device) != kSuccess || real().cuCtxGetCurrent(&context) != kSuccess)
    return {kNoDevice, 0};
  return {device_of_memory(device), number_of(context)};
}

void begin_to_forget(CUcontext context) {
  if (!context) return;
  for (Amounts *amounts : {&pointers, &arrays})
    amounts->rename(number_of(context), leaving(context));
}

void end_forgetting(CUcontext context, bool gone) {
  if (!context) return;
  if (gone) forget_movable(context);
  for (Amounts *amounts : {&pointers, &arrays}) {
    if (gone)
      amounts->give_back(leaving(context));
    else
      amounts->rename(leaving(context), number_of(context));
  }
}

void forget_memory() {
  pointers.forget();
  arrays.forget();
  forget_movable();
  forget_blocks();
  forget_graphs();
}

// CUarray_format of cuda.h; what is not listed is charged as the largest element there is.
uint64_t bytes_of_elements(uint64_t width, uint64_t height, uint64_t depth, int format,
                           unsigned channels) {
  uint64_t size = 4;
  switch (format) {
    case 0x01:
    case 0x08:  // integers of 8 bits
    case 0xc0:
    case 0xc1:
    case 0xc2:
    case 0xc6:
    case 0xc7:
    case 0xc8:  // normalized ones
      size = 1;
      break;
    case 0x02:
    case 0x09:
    case 0x10:  // of 16 bits; halves
    case 0xc3:
    case 0xc4:
    case 0xc5:
    case 0xc9:
    case 0xca:
    case 0xcb: size = 2; break;
  }
  const uint64_t plane = times(width, std::max<uint64_t>(height, 1));
  return times(times(plane, std::max<uint64_t>(depth, 1)), channels * size);
}

uint64_t bytes_of_mipmaps(const void *descriptor, unsigned levels) {
  if (!descriptor) return 0;
  Array3D<size_t> a = *static_cast<const Array3D<size_t> *>(descriptor);
  if (!a.has_memory()) return 0;
  const bool keeps_depth = a.flags & (Array3D<size_t>::kLayered | Array3D<size_t>::kCubemap);
  uint64_t sum = 0;
  for (unsigned i = 0; i < std::min(levels, 64u); i++) {
    const uint64_t level = bytes_of_elements(a.width, a.height, a.depth, a.format, a.channels);
    if (__builtin_add_overflow(sum, level, &sum)) return UINT64_MAX;
    const size_t longest = std::max({a.width, a.height, keeps_depth ? 1 : a.depth});
    if (longest <= 1) break;  // there are no more levels, however many were asked for
    a.width = std::max<size_t>(a.width / 2, 1);
    if (a.height) a.height = std::max<size_t>(a.height / 2, 1);
    if (a.depth && !keeps_depth) a.depth = std::max<size_t>(a.depth / 2, 1);
  }
  return sum;
}

namespace {

// Rows are as long as the driver makes them, which it only says behind the call.
template <class Pointer, class Size, class Call>
CUresult allocate_rows(Pointer *pointer, Size *pitch, Size width, Size height, Call call) {
  const Place place = current_place();
  const uint64_t asked = times(width, height);
  auto grown = [&] {
    CUresult result = call();
    if (result != kSuccess || place.device == kNoDevice) return result;
    const uint64_t more = times(*pitch, height) - asked;
    if (heddle_memory_take(place.device, more)) return result;
    real().cuMemFree_v2(*pointer);
    return CUresult(kOutOfMemory);
  };
  if (place.device == kNoDevice || !asked) return call();
  if (!heddle_memory_take(place.device, asked)) return kOutOfMemory;
  CUresult result = grown();
  if (result == kSuccess)
    pointers.put(*pointer, {times(*pitch, height), place.device, place.context});
  else
    heddle_memory_give(place.device, asked);
  return result;
}

// With numbers of 32 bits or 64.
template <class Size, class Call>
CUresult get_info(Size *left, Size *total, Call call) {
  CUresult result = call();
  if (result != kSuccess || !left || !total) return result;
  uint64_t shown[] = {*left, *total};
  show_memory(current_place().device, &shown[0], &shown[1]);
  *left = Size(shown[0]);
  *total = Size(shown[1]);
  return result;
}

template <class Size, class Call>
CUresult get_total(Size *bytes, CUdevice device, Call call) {
  CUresult result = call();
  if (result != kSuccess || !bytes) return result;
  uint64_t shown = *bytes;
  show_memory(device_of_memory(device), nullptr, &shown);
  *bytes = Size(shown);
  return result;
}

}  // namespace

}  // namespace heddle::cuda

using namespace heddle::cuda;

extern "C" {

HEDDLE_EXPORT CUresult cuMemAllocPitch(CUdeviceptr_v1 *dptr, unsigned *pPitch,
                                       unsigned WidthInBytes, unsigned Height,
                                       unsigned ElementSizeBytes) {
  return allocate_rows(dptr, pPitch, WidthInBytes, Height, [&] {
    return real().cuMemAllocPitch(dptr, pPitch, WidthInBytes, Height, ElementSizeBytes);
  });
}

HEDDLE_EXPORT CUresult cuMemAllocPitch_v2(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes,
                                          size_t Height, unsigned ElementSizeBytes) {
  return allocate_rows(dptr, pPitch, WidthInBytes, Height, [&] {
    return real().cuMemAllocPitch_v2(dptr, pPitch, WidthInBytes, Height, ElementSizeBytes);
  });
}

HEDDLE_EXPORT CUresult cuMemGetInfo(unsigned *free, unsigned *total) {
  return get_info(free, total, [&] { return real().cuMemGetInfo(free, total); });
}

HEDDLE_EXPORT CUresult cuMemGetInfo_v2(size_t *free, size_t *total) {
  return get_info(free, total, [&] { return real().cuMemGetInfo_v2(free, total); });
}

HEDDLE_EXPORT CUresult cuDeviceTotalMem(unsigned *bytes, CUdevice dev) {
  return get_total(bytes, dev, [&] { return real().cuDeviceTotalMem(bytes, dev); });
}

HEDDLE_EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice dev) {
  return get_total(bytes, dev, [&] { return real().cuDeviceTotalMem_v2(bytes, dev); });
}

}  // extern C
