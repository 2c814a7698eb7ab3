// Memory that the program maps by itself: a block is a memory file, and lives as long as there is a
// reference to its handle or a mapping of it.
#include <sys/mman.h>

#include "fake/cuda/driver.h"

namespace fake {
namespace {

constexpr size_t kGranularity = size_t(2) << 20;

struct Block {
  CUctx_st *context;
  size_t bytes;
  int file;

  ~Block() {
    close(file);
    context->soft->discharge(bytes);
  }
};
using BlockPtr = std::shared_ptr<Block>;

struct Handle {
  BlockPtr block;
  int references;
};
struct Mapping {
  BlockPtr block;
  size_t bytes;
};

std::mutex mutex;  // all below
std::map<CUmemGenericAllocationHandle, Handle> handles;
std::map<CUdeviceptr, Mapping> mappings;
std::map<CUdeviceptr, size_t> reserved;

bool is_reserved(CUdeviceptr address, size_t bytes) {
  auto above = reserved.upper_bound(address);
  if (above == reserved.begin()) return false;
  auto &[begin, all] = *std::prev(above);
  return address - begin < all && bytes <= all - (address - begin);
}

bool is_mapped(CUdeviceptr address, size_t bytes) {
  auto above = mappings.lower_bound(address + bytes);
  if (above == mappings.begin()) return false;
  auto &[begin, mapping] = *std::prev(above);
  return begin + mapping.bytes > address;
}

bool is_whole(size_t bytes) { return bytes && bytes % kGranularity == 0; }

void *at(CUdeviceptr address) { return reinterpret_cast<void *>(address); }

bool reserve(void *where, size_t bytes, int flags, void **got) {
  *got = mmap(where, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  return *got != MAP_FAILED;
}

CUmemGenericAllocationHandle name_of(const BlockPtr &block) {
  return reinterpret_cast<CUmemGenericAllocationHandle>(block.get());
}

}  // namespace
}  // namespace fake

using namespace fake;

FAKE_EXPORT CUresult cuMemGetAllocationGranularity(size_t *bytes, const void *, int) {
  if (!bytes) return kInvalidValue;
  *bytes = kGranularity;
  return kSuccess;
}

FAKE_EXPORT CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes, const void *,
                                 unsigned long long) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!handle || !is_whole(bytes)) return kInvalidValue;
    FAKE_TRY(current(&context));
    if (!context->soft->charge(bytes)) return kOutOfMemory;
    auto block = std::make_shared<Block>(context, bytes, memfd_create("block", MFD_CLOEXEC));
    if (ftruncate(block->file, off_t(bytes)) != 0) return kOutOfMemory;
    std::lock_guard lock(mutex);
    *handle = name_of(block);
    handles[*handle] = {block, 1};
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return guarded([&] {
    std::lock_guard lock(mutex);
    auto found = handles.find(handle);
    if (found == handles.end()) return kInvalidValue;
    if (!--found->second.references) handles.erase(found);
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle,
                                                 void *address) {
  return guarded([&] {
    const auto wanted = reinterpret_cast<CUdeviceptr>(address);
    std::lock_guard lock(mutex);
    auto above = mappings.upper_bound(wanted);
    if (!handle || above == mappings.begin()) return kInvalidValue;
    auto &[begin, mapping] = *std::prev(above);
    if (wanted - begin >= mapping.bytes) return kInvalidValue;
    *handle = name_of(mapping.block);
    Handle &known = handles[*handle];
    known.block = mapping.block;
    known.references++;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuMemAddressReserve(CUdeviceptr *pointer, size_t bytes, size_t, CUdeviceptr,
                                         unsigned long long) {
  return guarded([&] {
    void *pages;
    if (!pointer || !is_whole(bytes)) return kInvalidValue;
    if (!reserve(nullptr, bytes, 0, &pages)) return kOutOfMemory;
    *pointer = reinterpret_cast<CUdeviceptr>(pages);
    std::lock_guard lock(mutex);
    reserved[*pointer] = bytes;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuMemAddressFree(CUdeviceptr pointer, size_t bytes) {
  std::lock_guard lock(mutex);
  auto found = reserved.find(pointer);
  if (found == reserved.end() || found->second != bytes || is_mapped(pointer, bytes))
    return kInvalidValue;
  reserved.erase(found);
  return munmap(at(pointer), bytes) == 0 ? kSuccess : kInvalidValue;
}

FAKE_EXPORT CUresult cuMemMap(CUdeviceptr pointer, size_t bytes, size_t offset,
                              CUmemGenericAllocationHandle handle, unsigned long long) {
  return guarded([&] {
    std::lock_guard lock(mutex);
    auto found = handles.find(handle);
    if (found == handles.end() || !is_whole(bytes)) return kInvalidValue;
    const BlockPtr &block = found->second.block;
    if (offset % kGranularity || offset > block->bytes || bytes > block->bytes - offset)
      return kInvalidValue;
    if (pointer % 4096 || !is_reserved(pointer, bytes) || is_mapped(pointer, bytes))
      return kInvalidValue;
    if (mmap(at(pointer), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, block->file,
             off_t(offset)) == MAP_FAILED)
      return kOutOfMemory;
    mappings[pointer] = {block, bytes};
    driver().memory.map_range(pointer, bytes, block->context);
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuMemUnmap(CUdeviceptr pointer, size_t bytes) {
  return guarded([&] {
    void *pages;
    std::lock_guard lock(mutex);
    if (!is_whole(bytes) || !is_reserved(pointer, bytes)) return kInvalidValue;
    auto begin = mappings.lower_bound(pointer), end = mappings.lower_bound(pointer + bytes);
    if (begin == end || !reserve(at(pointer), bytes, MAP_FIXED, &pages)) return kInvalidValue;
    for (auto at = begin; at != end; at++) driver().memory.release(at->first);
    mappings.erase(begin, end);
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuMemSetAccess(CUdeviceptr, size_t, const void *, size_t) { return kSuccess; }
