// Memory: allocations, copies and fills.
#include <algorithm>

#include "fake/acl/runtime.h"

namespace fake {

namespace {

constexpr int kHostToHost = 0;  // aclrtMemcpyKind

// Allocations by their addresses. Pinned memory of the host is not charged.
class Allocations {
 public:
  void add(soft::MemoryPtr memory) {
    std::lock_guard lock(mutex_);
    device_[memory->pages] = std::move(memory);
  }
  soft::MemoryPtr take(void *pointer) {
    std::lock_guard lock(mutex_);
    auto found = device_.find(pointer);
    if (found == device_.end()) return nullptr;
    soft::MemoryPtr memory = std::move(found->second);
    device_.erase(found);
    return memory;
  }
  void pin(void *pointer, size_t bytes) {
    std::lock_guard lock(mutex_);
    pinned_[pointer] = bytes;
  }
  bool unpin(void *pointer) {
    std::lock_guard lock(mutex_);
    return pinned_.erase(pointer) > 0;
  }
  // Whether the device reaches it without the host's help.
  bool is_reached(const void *pointer) {
    std::lock_guard lock(mutex_);
    auto covers = [&](const void *base, size_t bytes) {
      return size_t(static_cast<const char *>(pointer) - static_cast<const char *>(base)) < bytes;
    };
    auto memory = device_.upper_bound(const_cast<void *>(pointer));
    if (memory != device_.begin() &&
        covers(std::prev(memory)->first, std::prev(memory)->second->bytes))
      return true;
    auto pin = pinned_.upper_bound(const_cast<void *>(pointer));
    return pin != pinned_.begin() && covers(std::prev(pin)->first, std::prev(pin)->second);
  }

 private:
  std::mutex mutex_;
  std::map<void *, soft::MemoryPtr> device_;
  std::map<void *, size_t> pinned_;
};

Allocations &allocations() {
  static auto *all = new Allocations;  // never freed: other threads may still be at it
  return *all;
}

// Sizes go up to whole lines of 32 bytes, and one more unless the call says so.
aclError allocate(void **pointer, size_t bytes, size_t more) {
  return guarded([&] {
    Context *context = nullptr;
    soft::Context *soft = nullptr;
    soft::MemoryPtr memory;
    constexpr size_t kLine = 32;
    if (!pointer || bytes == 0) return kInvalidParam;
    FAKE_TRY(current(&context));
    if (bytes > SIZE_MAX - 2 * kLine) return kInvalidParam;
    FAKE_TRY(result_of(soft::current_context(&soft)));
    FAKE_TRY(result_of(soft->allocate((bytes + kLine - 1) / kLine * kLine + more, &memory)));
    *pointer = memory->pages;
    allocations().add(std::move(memory));
    return kSuccess;
  });
}

aclError free_now(void *pointer) {
  return guarded([&] {
    if (!pointer) return kInvalidParam;
    soft::MemoryPtr memory = allocations().take(pointer);
    if (!memory) return kRtParamInvalid;
    memory->context->release(*memory);
    return kSuccess;
  });
}

// At once, whatever lies in the program's streams.
aclError do_now(soft::Payload payload) {
  return guarded([&] {
    Context *context = nullptr;
    FAKE_TRY(current(&context));
    FAKE_TRY(put(context->apart, std::move(payload)));
    return result_of(sxStreamSynchronize(context->apart));
  });
}

aclError check_copy(const void *to, size_t room, const void *from, size_t bytes) {
  if (!to || !from) return kInvalidParam;
  return bytes <= room ? kSuccess : kRtParamInvalid;
}

}  // namespace

}  // namespace fake

using namespace fake;

FAKE_EXPORT aclError aclrtMalloc(void **pointer, size_t bytes, aclrtMemMallocPolicy) {
  return allocate(pointer, bytes, 32);
}
FAKE_EXPORT aclError aclrtMallocCached(void **pointer, size_t bytes, aclrtMemMallocPolicy) {
  return allocate(pointer, bytes, 32);
}
FAKE_EXPORT aclError aclrtMallocAlign32(void **pointer, size_t bytes, aclrtMemMallocPolicy) {
  return allocate(pointer, bytes, 0);
}
FAKE_EXPORT aclError aclrtMallocWithCfg(void **pointer, size_t bytes, aclrtMemMallocPolicy,
                                        void *) {
  return allocate(pointer, bytes, 0);
}

FAKE_EXPORT aclError aclrtFree(void *pointer) { return free_now(pointer); }

FAKE_EXPORT aclError aclrtFreeWithDevSync(void *pointer) {
  return guarded([&] {
    Context *context = nullptr;
    FAKE_TRY(current(&context));
    FAKE_TRY(result_of(sxDeviceSynchronize()));
    return free_now(pointer);
  });
}

FAKE_EXPORT aclError aclrtMallocHost(void **pointer, size_t bytes) {
  return guarded([&] {
    if (!pointer || bytes == 0) return kInvalidParam;
    *pointer = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!*pointer) return kOutOfMemory;
    allocations().pin(*pointer, bytes);
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtFreeHost(void *pointer) {
  if (!pointer) return kInvalidParam;
  if (!allocations().unpin(pointer)) return kRtParamInvalid;
  free(pointer);
  return kSuccess;
}

FAKE_EXPORT aclError aclrtGetMemInfo(aclrtMemAttr, size_t *free_bytes, size_t *total_bytes) {
  return guarded([&] {
    Context *context = nullptr;
    if (!free_bytes || !total_bytes) return kInvalidParam;
    FAKE_TRY(current(&context));
    return result_of(sxMemGetInfo(free_bytes, total_bytes));
  });
}

FAKE_EXPORT aclError aclrtMemcpy(void *to, size_t room, const void *from, size_t bytes,
                                 aclrtMemcpyKind) {
  FAKE_TRY(check_copy(to, room, from, bytes));
  return do_now(soft::Copy{to, from, bytes});
}

// The host's memory is the caller's own again when it returns, unless it is pinned.
FAKE_EXPORT aclError aclrtMemcpyAsync(void *to, size_t room, const void *from, size_t bytes,
                                      aclrtMemcpyKind kind, aclrtStream handle) {
  return guarded([&] {
    sxStream stream = nullptr;
    FAKE_TRY(check_copy(to, room, from, bytes));
    FAKE_TRY(find_stream(handle, &stream));
    if (kind == kHostToHost) return kNotSupported;
    FAKE_TRY(result_of(sxMemcpyAsync(to, from, bytes, stream)));
    if (allocations().is_reached(to) && allocations().is_reached(from)) return kSuccess;
    return result_of(sxStreamSynchronize(stream));
  });
}

FAKE_EXPORT aclError aclrtMemset(void *pointer, size_t room, int32_t value, size_t bytes) {
  FAKE_TRY(check_copy(pointer, room, pointer, bytes));
  return do_now(soft::Fill{pointer, value, bytes});
}

FAKE_EXPORT aclError aclrtMemsetAsync(void *pointer, size_t room, int32_t value, size_t bytes,
                                      aclrtStream handle) {
  return guarded([&] {
    sxStream stream = nullptr;
    FAKE_TRY(check_copy(pointer, room, pointer, bytes));
    FAKE_TRY(find_stream(handle, &stream));
    return result_of(sxMemsetAsync(pointer, value, bytes, stream));
  });
}
