// Memory that the program maps by itself: blocks, ranges of addresses, and mappings.
#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <memory>

#include "fake/hip/runtime.h"

// Lives as long as it is referred to or mapped.
struct ihipMemGenericAllocationHandle {
  int file = memfd_create("hip block", MFD_CLOEXEC);
  void *charged = nullptr;  // what the soft XPU takes of the device for it
  size_t bytes = 0;
  int references = 1;

  ihipMemGenericAllocationHandle() = default;
  ihipMemGenericAllocationHandle(const ihipMemGenericAllocationHandle &) = delete;
  ~ihipMemGenericAllocationHandle() {
    sxFree(charged);
    close(file);
  }
};

namespace fake {

namespace {

constexpr size_t kGranularity = 2 << 20;

using Block = ihipMemGenericAllocationHandle;

struct Mapping {
  size_t bytes;
  std::shared_ptr<Block> block;
};

std::mutex blocks_mutex;
std::map<Block *, std::shared_ptr<Block>> handles;
std::map<char *, Mapping> mappings;

struct Properties {
  int type, handle_type;
  MemLocation location;
};

hipError_t create(hipMemGenericAllocationHandle_t *handle, size_t bytes, const Properties *wanted) {
  constexpr int kPinned = 1, kOnDevice = 1;
  if (!handle || !wanted || !bytes || bytes % kGranularity) return kInvalidValue;
  if (wanted->type != kPinned || wanted->location.type != kOnDevice) return kInvalidValue;
  if (!has_device(wanted->location.id)) return kInvalidValue;
  auto made = std::make_shared<Block>();
  made->bytes = bytes;
  if (ftruncate(made->file, off_t(bytes)) != 0) return kOutOfMemory;
  sxSetDevice(soft_device(wanted->location.id));
  FAKE_TRY(result_of(sxMalloc(&made->charged, bytes)));
  std::lock_guard lock(blocks_mutex);
  *handle = made.get();
  handles[made.get()] = std::move(made);
  return kSuccess;
}

hipError_t release(Block *handle) {
  std::shared_ptr<Block> last;
  std::lock_guard lock(blocks_mutex);
  const auto found = handles.find(handle);
  if (found == handles.end()) return kInvalidValue;
  if (--handle->references) return kSuccess;
  last = std::move(found->second);
  handles.erase(found);
  return kSuccess;
}

// With blocks_mutex held.
Mapping *mapping_at(char *address) {
  auto above = mappings.upper_bound(address);
  if (above == mappings.begin()) return nullptr;
  auto &[begin, mapping] = *std::prev(above);
  return size_t(address - begin) < mapping.bytes ? &mapping : nullptr;
}

}  // namespace

bool is_mapped(const void *pointer, size_t bytes) {
  std::lock_guard lock(blocks_mutex);
  auto *at = static_cast<char *>(const_cast<void *>(pointer));
  const Mapping *first = mapping_at(at);
  return first && (bytes == 0 || mapping_at(at + bytes - 1) == first);
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT hipError_t hipMemGetAllocationGranularity(size_t *granularity, const void *, int) {
  return guarded([&] {
    if (!granularity) return kInvalidValue;
    *granularity = kGranularity;
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *handle, size_t bytes,
                                    const void *wanted, unsigned long long flags) {
  return guarded([&] {
    return flags ? kInvalidValue : create(handle, bytes, static_cast<const Properties *>(wanted));
  });
}

FAKE_EXPORT hipError_t hipMemRelease(hipMemGenericAllocationHandle_t handle) {
  return guarded([&] { return release(handle); });
}

FAKE_EXPORT hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *handle,
                                                    void *address) {
  return guarded([&] {
    std::lock_guard lock(blocks_mutex);
    const Mapping *mapping = mapping_at(static_cast<char *>(address));
    if (!handle || !mapping) return kInvalidValue;
    auto &known = handles[mapping->block.get()];
    mapping->block->references = known ? mapping->block->references + 1 : 1;
    known = mapping->block;
    *handle = known.get();
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipMemAddressReserve(void **address, size_t bytes, size_t, void *,
                                            unsigned long long) {
  return guarded([&] {
    if (!address || !bytes || bytes % kGranularity) return kInvalidValue;
    *address = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return *address == MAP_FAILED ? kOutOfMemory : kSuccess;
  });
}

FAKE_EXPORT hipError_t hipMemAddressFree(void *address, size_t bytes) {
  return guarded([&] { return munmap(address, bytes) == 0 ? kSuccess : kInvalidValue; });
}

FAKE_EXPORT hipError_t hipMemMap(void *address, size_t bytes, size_t offset,
                                 hipMemGenericAllocationHandle_t handle, unsigned long long flags) {
  return guarded([&] {
    std::lock_guard lock(blocks_mutex);
    const auto found = handles.find(handle);
    auto *begin = static_cast<char *>(address);
    if (found == handles.end() || flags || offset + bytes > found->second->bytes ||
        mapping_at(begin))
      return kInvalidValue;
    if (mmap(begin, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, handle->file,
             off_t(offset)) == MAP_FAILED)
      return kInvalidValue;
    mappings[begin] = {bytes, found->second};
    return kSuccess;
  });
}

// First waits for the device, which may use it.
FAKE_EXPORT hipError_t hipMemUnmap(void *address, size_t bytes) {
  return guarded([&] {
    FAKE_TRY(result_of(sxDeviceSynchronize()));
    std::map<char *, Mapping> gone;
    std::lock_guard lock(blocks_mutex);
    auto *begin = static_cast<char *>(address);
    auto at = mappings.lower_bound(begin);
    while (at != mappings.end() && at->first < begin + bytes) gone.insert(mappings.extract(at++));
    if (gone.empty()) return kInvalidValue;
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    mmap(begin, bytes, PROT_NONE, kFlags, -1, 0);
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipMemSetAccess(void *address, size_t bytes, const void *, size_t) {
  return guarded([&] { return is_mapped(address, bytes) ? kSuccess : kInvalidValue; });
}
