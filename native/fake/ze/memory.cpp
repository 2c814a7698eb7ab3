// Memory of the device, of the host, and of both.
#include "fake/ze/driver.h"

namespace fake {
namespace {

ze_result_t may_allocate(_ze_context_handle_t *context, size_t bytes, size_t alignment,
                         void **pointer) {
  std::shared_ptr<_ze_context_handle_t> found;
  FAKE_TRY(find(driver().contexts, context, &found));
  if (!pointer) return kNullPointer;
  if (!bytes) return kUnsupportedSize;
  return alignment & (alignment - 1) ? kUnsupportedAlignment : kSuccess;
}

void keep(void *pointer, soft::MemoryPtr memory) {
  std::lock_guard lock(driver().memory_mutex);
  driver().memory[pointer] = std::move(memory);
}

ze_result_t allocate_host(size_t bytes, size_t alignment, void **pointer) {
  alignment = std::max(alignment, sizeof(void *));
  if (posix_memalign(pointer, alignment, bytes)) return kOutOfHostMemory;
  keep(*pointer, nullptr);
  return kSuccess;
}

ze_result_t allocate_device(_ze_device_handle_t *device, size_t bytes, size_t alignment,
                            void **pointer) {
  constexpr size_t kPage = 4096;
  soft::Context *soft = nullptr;
  soft::MemoryPtr memory;
  if (alignment > kPage) return kUnsupportedAlignment;
  FAKE_TRY(must_be_device(device));
  FAKE_TRY(device->context(&soft));
  if (bytes > soft->config().memory) return kUnsupportedSize;
  FAKE_TRY(result_of(soft->allocate(bytes, &memory)));
  *pointer = memory->pages;
  keep(*pointer, std::move(memory));
  return kSuccess;
}

ze_result_t release(_ze_context_handle_t *context, void *pointer) {
  return guarded([&] {
    std::shared_ptr<_ze_context_handle_t> found;
    FAKE_TRY(find(driver().contexts, context, &found));
    if (!pointer) return kNullPointer;
    soft::MemoryPtr memory;
    {
      std::lock_guard lock(driver().memory_mutex);
      auto at = driver().memory.find(pointer);
      if (at == driver().memory.end()) return kInvalidArgument;
      memory = std::move(at->second);
      driver().memory.erase(at);
    }
    if (memory)
      memory->context->release(*memory);
    else
      free(pointer);
    return kSuccess;
  });
}

}  // namespace
}  // namespace fake

using namespace fake;

FAKE_EXPORT ze_result_t zeMemAllocDevice(_ze_context_handle_t *context, const void *desc,
                                         size_t bytes, size_t alignment,
                                         _ze_device_handle_t *device, void **pointer) {
  return guarded([&] {
    FAKE_TRY(may_allocate(context, bytes, alignment, pointer));
    return desc ? allocate_device(device, bytes, alignment, pointer) : kNullPointer;
  });
}

FAKE_EXPORT ze_result_t zeMemAllocShared(_ze_context_handle_t *context, const void *desc,
                                         const void *, size_t bytes, size_t alignment,
                                         _ze_device_handle_t *device, void **pointer) {
  return guarded([&] {
    FAKE_TRY(may_allocate(context, bytes, alignment, pointer));
    if (!desc) return kNullPointer;
    return device ? allocate_device(device, bytes, alignment, pointer)
                  : allocate_host(bytes, alignment, pointer);
  });
}

FAKE_EXPORT ze_result_t zeMemAllocHost(_ze_context_handle_t *context, const void *desc,
                                       size_t bytes, size_t alignment, void **pointer) {
  return guarded([&] {
    FAKE_TRY(may_allocate(context, bytes, alignment, pointer));
    return desc ? allocate_host(bytes, alignment, pointer) : kNullPointer;
  });
}

FAKE_EXPORT ze_result_t zeMemFree(_ze_context_handle_t *context, void *pointer) {
  return release(context, pointer);
}

FAKE_EXPORT ze_result_t zeMemFreeExt(_ze_context_handle_t *context, const void *, void *pointer) {
  return release(context, pointer);
}
