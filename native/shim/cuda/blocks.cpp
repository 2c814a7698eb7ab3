// Memory that the program maps by itself.
#include "shim/blocks.h"

#include "shim/cuda/memory.h"

namespace heddle::cuda {

namespace {

Blocks<CUresult, kSuccess, kOutOfMemory> blocks;

// What the start of CUmemAllocationProp is.
struct Properties {
  int type, handle_types;
  MemLocation location;
};
enum { kOnDevice = 1 };  // of a location; others are the host's memory

}  // namespace

void forget_blocks() { blocks.forget(); }

}  // namespace heddle::cuda

using namespace heddle;
using namespace heddle::cuda;

extern "C" {

HEDDLE_EXPORT CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                                   const void *prop, unsigned long long flags) {
  const auto *properties = static_cast<const Properties *>(prop);
  const bool counted = properties && properties->location.type == kOnDevice;
  const uint32_t device = counted ? device_of_memory(properties->location.id) : kNoDevice;
  return blocks.create(handle, size, device,
                       [&] { return real().cuMemCreate(handle, size, prop, flags); });
}

HEDDLE_EXPORT CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return blocks.release(handle, [&] { return real().cuMemRelease(handle); });
}

HEDDLE_EXPORT CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle,
                                                   void *addr) {
  return blocks.retain(handle, reinterpret_cast<uint64_t>(addr),
                       [&] { return real().cuMemRetainAllocationHandle(handle, addr); });
}

HEDDLE_EXPORT CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset,
                                CUmemGenericAllocationHandle handle, unsigned long long flags) {
  return blocks.map(ptr, size, handle,
                    [&] { return real().cuMemMap(ptr, size, offset, handle, flags); });
}

HEDDLE_EXPORT CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) {
  return blocks.unmap(ptr, size, [&] { return real().cuMemUnmap(ptr, size); });
}

}  // extern C
