// Device memory, for a program whose device is elsewhere, and what an address is.
#include "remote/cuda/client.h"

using namespace heddle::remote;

namespace {

// One that nothing of the program's lies at; the server's other ones are given back.
template <class Ask, class GiveBack>
CUresult claimed(CUdeviceptr *place, size_t bytes, Ask ask, GiveBack give_back) {
  if (!place) return kInvalidValue;
  std::vector<CUdeviceptr> taken;
  CUresult result;
  for (;;) {
    CUdeviceptr address = 0;
    result = ask(&address);
    if (result != kSuccess) break;
    if (client().claim(address, bytes)) {
      *place = address;
      break;
    }
    taken.push_back(address);
    if (taken.size() == 64) {
      result = kOutOfMemory;
      break;
    }
  }
  for (const CUdeviceptr address : taken) give_back(address);
  return result;
}

CUresult tell_free(CUdeviceptr address) {
  Call call(kCuMemFree_v2);
  call.value(address);
  return call.ask();
}

CUresult tell_free_on(CUdeviceptr address, CUstream stream) {
  Call call(kCuMemFreeAsync);
  call.value(address);
  call.handle_or_none(kKindCUstream, stream);
  return call.ask();
}

}  // namespace

// -- device memory --------------------------------------------------------------------------------

HEDDLE_EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *dptr, size_t bytesize) {
  return claimed(
      dptr, bytesize,
      [&](CUdeviceptr *address) {
        Call call(kCuMemAlloc_v2);
        call.value(bytesize);
        const CUresult result = call.ask();
        call.take(address);
        return result;
      },
      tell_free);
}

HEDDLE_EXPORT CUresult cuMemAllocPitch_v2(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes,
                                          size_t Height, unsigned ElementSizeBytes) {
  if (!pPitch) return kInvalidValue;
  CUdeviceptr address = 0;
  Call call(kCuMemAllocPitch_v2);
  call.value(WidthInBytes);
  call.value(Height);
  call.value(ElementSizeBytes);
  const CUresult result = call.ask();
  call.take(&address);
  call.take(pPitch);
  if (result != kSuccess) return result;
  if (!client().claim(address, *pPitch * Height)) {
    tell_free(address);
    return kOutOfMemory;
  }
  if (dptr) *dptr = address;
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuMemFree_v2(CUdeviceptr dptr) {
  if (is_managed(dptr)) {
    const CUresult result = cuMemFreeHost(reinterpret_cast<void *>(dptr));
    if (result == kSuccess) forget_managed(dptr);
    return result;
  }
  const Known known = client().is_allocation(dptr);
  if (known == Known::kOfParent) return kFacts.forked;
  Call call(kCuMemFree_v2);
  call.value(dptr);
  const CUresult result = known == Known::kYes ? call.send() : call.ask();
  if (result == kSuccess) client().release(dptr);
  return result;
}

HEDDLE_EXPORT CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) {
  return claimed(
      dptr, bytesize,
      [&](CUdeviceptr *address) {
        Call call(kCuMemAllocAsync);
        call.value(bytesize);
        call.handle_or_none(kKindCUstream, hStream);
        const CUresult result = call.ask();
        call.take(address);
        return result;
      },
      [&](CUdeviceptr address) { return tell_free_on(address, hStream); });
}

HEDDLE_EXPORT CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize,
                                               CUmemoryPool pool, CUstream hStream) {
  return claimed(
      dptr, bytesize,
      [&](CUdeviceptr *address) {
        Call call(kCuMemAllocFromPoolAsync);
        call.value(bytesize);
        call.handle(kKindCUmemoryPool, pool);
        call.handle_or_none(kKindCUstream, hStream);
        const CUresult result = call.ask();
        call.take(address);
        return result;
      },
      [&](CUdeviceptr address) { return tell_free_on(address, hStream); });
}

HEDDLE_EXPORT CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  const Known known = client().is_allocation(dptr);
  if (known == Known::kOfParent) return kFacts.forked;
  Call call(kCuMemFreeAsync);
  call.value(dptr);
  call.handle_or_none(kKindCUstream, hStream);
  const CUresult result = known == Known::kYes ? call.send() : call.ask();
  if (result == kSuccess && !client().is_capturing()) client().release(dptr);
  return result;
}

HEDDLE_EXPORT CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment,
                                           CUdeviceptr addr, unsigned long long flags) {
  return claimed(
      ptr, size,
      [&](CUdeviceptr *address) {
        Call call(kCuMemAddressReserve);
        call.value(size);
        call.value(alignment);
        call.value(addr);
        call.value(flags);
        const CUresult result = call.ask();
        call.take(address);
        return result;
      },
      [&](CUdeviceptr address) {
        Call call(kCuMemAddressFree);
        call.value(address);
        call.value(size);
        return call.ask();
      });
}

HEDDLE_EXPORT CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size) {
  Call call(kCuMemAddressFree);
  call.value(ptr);
  call.value(size);
  const CUresult result = call.ask();
  if (result == kSuccess) client().release(ptr);
  return result;
}

// -- what an address is ---------------------------------------------------------------------------

HEDDLE_EXPORT CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute,
                                             CUdeviceptr ptr) {
  enum { kContext = 1, kMemoryType, kDevicePointer, kHostPointer, kManaged = 8, kPool = 17 };
  if (!data) return kInvalidValue;
  if (!client().is_initialised()) return kNotInitialized;
  if (!is_device(ptr)) {
    if (!is_own_pinned(reinterpret_cast<void *>(ptr))) return kInvalidValue;
    switch (attribute) {
      case kMemoryType: return *static_cast<unsigned *>(data) = kHost, kSuccess;
      case kHostPointer: return *static_cast<CUdeviceptr *>(data) = ptr, kSuccess;
      case kManaged: return *static_cast<bool *>(data) = false, kSuccess;
      default: return kInvalidValue;
    }
  }
  if (attribute == kManaged || attribute == kMemoryType) {
    const bool is = is_managed(ptr);
    if (attribute == kManaged) return *static_cast<bool *>(data) = is, kSuccess;
    if (is) return *static_cast<unsigned *>(data) = kDevice, kSuccess;
  }
  const uint8_t kind = attribute == kPool ? kKindCUmemoryPool : kKindCUcontext;
  const bool is_handle = attribute == kContext || attribute == kPool;
  const uint64_t fresh = is_handle ? client().handles.make(kind) : 0;
  Call call(kCuPointerGetAttribute);
  call.value(attribute);
  call.value(ptr);
  call.value(fresh);
  const CUresult result = call.ask();
  size_t count;
  const unsigned char *bytes = call.answer().bytes(&count);
  uint64_t number = 0;
  if (count >= sizeof number) memcpy(&number, bytes, sizeof number);
  if (fresh && number != fresh) client().handles.forget(fresh);
  if (result != kSuccess) return result;
  // How large each is; what is not listed is a pointer or a number of 8 bytes.
  size_t size = 8;
  switch (attribute) {
    case kMemoryType:
    case 9:   // device
    case 12:  // kinds of handles
    case 16:  // flags
      size = 4;
      break;
    case 5: size = 16; break;  // for other drivers
    case 6:                    // flags that are yes or no
    case kManaged:
    case 10:
    case 13:
    case 14: size = 1; break;
    default: break;
  }
  memcpy(data, bytes, std::min(size, count));
  return kSuccess;
}

// As the driver does: what cannot be told is nothing.
HEDDLE_EXPORT CUresult cuPointerGetAttributes(unsigned numAttributes,
                                              CUpointer_attribute *attributes, void **data,
                                              CUdeviceptr ptr) {
  if (!attributes || !data) return kInvalidValue;
  for (unsigned i = 0; i < numAttributes; i++) {
    if (cuPointerGetAttribute(data[i], attributes[i], ptr) == kSuccess) continue;
    const bool short_one = attributes[i] == 2 || attributes[i] == 9;
    memset(data[i], 0, attributes[i] == 8 ? 1 : short_one ? 4 : 8);
    if (attributes[i] == 9) *static_cast<int *>(data[i]) = -2;
  }
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuPointerSetAttribute(const void *, CUpointer_attribute attribute,
                                             CUdeviceptr ptr) {
  constexpr int kSyncsAlways = 6;
  return attribute == kSyncsAlways && is_device(ptr) ? kSuccess : kInvalidValue;
}
