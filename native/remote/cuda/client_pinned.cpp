// Memory of the program's machine that the device reaches, for a program whose device is elsewhere.
//
// It is shared with the server where that is on this machine: then it is like device memory to all
// that follows. Otherwise it is the program's alone, and its bytes go with the calls.
#include <cstdio>

#include "remote/cuda/client.h"

using namespace heddle::remote;

namespace {

// Memory that the program calls pinned, and that the server does not see.
class OwnPinned {
 public:
  void add(void *start, size_t bytes, unsigned flags, bool ours) {
    std::lock_guard lock(mutex_);
    all_[uint64_t(start)] = {bytes, flags, ours};
  }
  bool remove(void *start, bool ours, size_t *bytes) {
    std::lock_guard lock(mutex_);
    const auto found = all_.find(uint64_t(start));
    if (found == all_.end() || found->second.ours != ours) return false;
    *bytes = found->second.bytes;
    all_.erase(found);
    return true;
  }
  bool has(const void *pointer, unsigned *flags = nullptr) {
    uint64_t start;
    size_t bytes;
    return find(pointer, &start, &bytes, flags);
  }
  bool find(const void *pointer, uint64_t *at, size_t *bytes, unsigned *flags = nullptr) {
    std::lock_guard lock(mutex_);
    auto after = all_.upper_bound(uint64_t(pointer));
    if (after == all_.begin()) return false;
    const auto &[start, is] = *std::prev(after);
    if (flags) *flags = is.flags;
    *at = start, *bytes = is.bytes;
    return uint64_t(pointer) - start < is.bytes;
  }

 private:
  struct Piece {
    size_t bytes;
    unsigned flags;
    bool ours;  // we have made it
  };
  std::mutex mutex_;
  std::map<uint64_t, Piece> all_;
};
auto &own_pinned = *new OwnPinned;
std::atomic<bool> is_far{false};  // the server has said so

// Memory that moves between program and device is memory of the program's machine here, which the
// device reaches: slower, and the same to both.
std::mutex managing;
auto &managed = *new std::map<uint64_t, uint64_t>;

// Whole pages that are the program's alone, and writable: they can be exchanged for others with the
// same content. Not those of a file, nor of a stack.
bool is_exchangeable(uint64_t start, uint64_t end) {
  const auto page = uint64_t(sysconf(_SC_PAGESIZE));
  if (start % page || end % page) return false;
  FILE *maps = fopen("/proc/self/maps", "re");
  if (!maps) return false;
  uint64_t at = start;
  char *line = nullptr;
  size_t room = 0;
  while (at < end && getline(&line, &room, maps) > 0) {
    uint64_t from, to, inode = 0;
    char rights[5] = "", file[32] = "";
    if (sscanf(line, "%lx-%lx %4s %*x %*s %lu %31s", &from, &to, rights, &inode, file) < 4) break;
    if (to <= at) continue;
    const bool plain = !strcmp(rights, "rw-p") && !inode && strncmp(file, "[stack", 6);
    const bool lent_before = !strcmp(rights, "rw-s") && !strcmp(file, "/memfd:heddle-pinned");
    if (from > at || !(plain || lent_before)) break;
    at = to;
  }
  free(line);
  fclose(maps);
  return at >= end;
}

CUresult tell_unregister(uint64_t address) {
  Call call(kCuMemHostUnregister);
  call.value(address);
  return call.ask();
}

// The server gets the same memory at the same address, and so does the device. False: it cannot.
bool lend(void *start, size_t bytes, unsigned flags) {
  const auto address = uint64_t(start);
  constexpr unsigned kDeviceMemory = 4;  // of another device
  if (is_far || flags & kDeviceMemory || !is_exchangeable(address, address + bytes)) return false;
  Call call(kCuMemHostRegister_v2);
  call.value(address);
  call.value(bytes);
  call.value(flags);
  call.value(false);  // it is to be shared
  const CUresult result = call.ask();
  if (result == kNotSupported) is_far = true;
  if (result != kSuccess) return false;
  if (client().share(address, bytes, true)) return true;
  tell_unregister(address);
  return false;
}

// A server on another machine gets memory of its own at the same address, for what is small: each
// side tells the other what it changes. False: it cannot.
bool mirror(uint64_t address, size_t bytes) {
  Call call(kCuMemHostRegister_v2);
  call.value(address);
  call.value(bytes);
  call.value(0u);
  call.value(true);
  if (call.ask() != kSuccess) return false;
  if (client().mirror(address, bytes)) return true;
  tell_unregister(address);
  return false;
}

// Memory that was the program's alone until it was mirrored is so again.
CUresult end_mirror(void *start) {
  if (client().is_allocation(uint64_t(start)) != Known::kYes) return kSuccess;
  const CUresult result = tell_unregister(uint64_t(start));
  client().leave_to_program(uint64_t(start));
  return result;
}

}  // namespace

namespace heddle::remote {

bool is_managed(CUdeviceptr address) {
  std::lock_guard lock(managing);
  auto after = managed.upper_bound(address);
  return after != managed.begin() && address - std::prev(after)->first < std::prev(after)->second;
}

void forget_managed(CUdeviceptr address) {
  std::lock_guard lock(managing);
  managed.erase(address);
}

bool is_own_pinned(const void *pointer) { return own_pinned.has(pointer); }

}  // namespace heddle::remote

// -- pinned memory --------------------------------------------------------------------------------

// Not supported: the server is on another machine.
static CUresult allocate_shared(CUdeviceptr *address, size_t bytes, unsigned flags) {
  if (is_far) return kNotSupported;
  Call call(kCuMemHostAlloc);
  call.value(bytes);
  call.value(flags);
  const CUresult result = call.ask();
  call.take(address);
  if (result == kNotSupported) is_far = true;
  if (result != kSuccess || client().share(*address, bytes)) return result;
  Call undo(kCuMemFreeHost);  // something of the program's lies there
  undo.value(*address);
  undo.ask();
  return kNotSupported;
}

HEDDLE_EXPORT CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned flags) {
  if (!pp || !bytesize) return kInvalidValue;
  CUdeviceptr address = 0;
  const CUresult result = allocate_shared(&address, bytesize, flags);
  *pp = reinterpret_cast<void *>(address);
  if (result != kNotSupported) return result;
  if (!client().is_initialised()) return kNotInitialized;
  void *own = mmap(nullptr, bytesize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED) return kOutOfMemory;
  own_pinned.add(own, bytesize, flags, true);
  *pp = own;
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned flags) {
  constexpr unsigned kGlobal = 1, kHostOnly = 2;
  if (!dptr || !bytesize || (flags != kGlobal && flags != kHostOnly)) return kInvalidValue;
  CUdeviceptr address = 0;
  const CUresult result = allocate_shared(&address, bytesize, 0);
  if (result == kNotSupported) {
    void *own = nullptr;
    const CUresult failed = cuMemHostAlloc(&own, bytesize, 0);
    if (failed != kSuccess) return failed;
    address = uint64_t(own);
    if (!mirror(address, bytesize)) {
      cuMemFreeHost(own);
      return refuse("cuMemAllocManaged of so much, of another machine");
    }
  } else if (result != kSuccess) {
    return result;
  }
  std::lock_guard lock(managing);
  managed[ *dptr = address] = bytesize;
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t, CUdevice, CUstream stream) {
  const bool is_right =
      client().handles.is_of(uint64_t(stream), kKindCUstream) || uint64_t(stream) < kFirstHandle;
  return is_right && is_managed(devPtr) ? kSuccess : kInvalidValue;
}
HEDDLE_EXPORT CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation,
                                             unsigned, CUstream hStream) {
  return cuMemPrefetchAsync(devPtr, count, 0, hStream);
}
HEDDLE_EXPORT CUresult cuMemAdvise(CUdeviceptr devPtr, size_t, CUmem_advise, CUdevice) {
  return is_managed(devPtr) ? kSuccess : kInvalidValue;
}
HEDDLE_EXPORT CUresult cuMemAdvise_v2(CUdeviceptr devPtr, size_t, CUmem_advise, CUmemLocation) {
  return is_managed(devPtr) ? kSuccess : kInvalidValue;
}
HEDDLE_EXPORT CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t,
                                              unsigned) {
  return cuMemPrefetchAsync(dptr, 0, 0, hStream);
}

HEDDLE_EXPORT CUresult cuMemAllocHost_v2(void **pp, size_t bytesize) {
  return cuMemHostAlloc(pp, bytesize, 0);
}

HEDDLE_EXPORT CUresult cuMemFreeHost(void *p) {
  size_t bytes = 0;
  if (own_pinned.remove(p, true, &bytes)) {
    const CUresult result = end_mirror(p);
    return munmap(p, bytes), result;
  }
  const Known known = client().is_allocation(uint64_t(p));
  if (known == Known::kOfParent) return kFacts.forked;
  Call call(kCuMemFreeHost);
  call.value(uint64_t(p));
  const CUresult result = call.ask();
  if (result == kSuccess) client().release(uint64_t(p));
  return result;
}

HEDDLE_EXPORT CUresult cuMemHostRegister_v2(void *p, size_t bytesize, unsigned flags) {
  if (!client().is_initialised()) return kNotInitialized;
  if (!p || !bytesize) return kInvalidValue;
  constexpr CUresult kRegistered = 712;
  if (own_pinned.has(p) || client().is_device(p)) return kRegistered;
  if (!lend(p, bytesize, flags)) own_pinned.add(p, bytesize, flags, false);
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuMemHostUnregister(void *p) {
  size_t bytes = 0;
  constexpr CUresult kNotRegistered = 713;
  if (!client().is_initialised()) return kNotInitialized;
  if (own_pinned.remove(p, false, &bytes)) return end_mirror(p);
  if (client().is_allocation(uint64_t(p)) != Known::kYes) return kNotRegistered;
  Call call(kCuMemHostUnregister);
  call.value(uint64_t(p));
  const CUresult result = call.ask();
  if (result == kSuccess) client().leave_to_program(uint64_t(p));
  return result;
}

HEDDLE_EXPORT CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *pdptr, void *p, unsigned flags) {
  uint64_t start;
  size_t bytes;
  if (!client().is_device(p) && own_pinned.find(p, &start, &bytes) &&
      !(is_far && mirror(start, bytes)))
    return refuse("cuMemHostGetDevicePointer of so much memory that is not shared");
  if (!client().is_device(p)) return kInvalidValue;
  Call call(kCuMemHostGetDevicePointer_v2);
  call.wanted(pdptr);
  call.value(uint64_t(p));
  call.value(flags);
  const CUresult result = call.ask();
  call.take(pdptr);
  return result;
}

HEDDLE_EXPORT CUresult cuMemHostGetFlags(unsigned *pFlags, void *p) {
  if (own_pinned.has(p, pFlags)) return kSuccess;
  if (!client().is_device(p)) return kInvalidValue;
  Call call(kCuMemHostGetFlags);
  call.wanted(pFlags);
  call.value(uint64_t(p));
  const CUresult result = call.ask();
  call.take(pFlags);
  return result;
}
