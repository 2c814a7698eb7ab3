// The C API: memory.
#include "soft/api/api.h"

using namespace soft;

SX_API sxResult sxMalloc(void **pointer, size_t bytes) {
  if (!pointer || bytes == 0) return SX_ERROR_INVALID;
  return guarded([&] {
    Context *context = nullptr;
    MemoryPtr memory;
    sxResult result = current_context(&context);
    if (result == SX_OK) result = context->allocate(bytes, &memory);
    if (result != SX_OK) return result;
    registry().add(memory->pages, Kind::kMemory, memory);
    *pointer = memory->pages;
    return SX_OK;
  });
}

SX_API sxResult sxFree(void *pointer) {
  if (!pointer) return SX_OK;
  return guarded([&] {
    MemoryPtr memory;
    sxResult result = registry().find(pointer, Kind::kMemory, &memory);
    if (result != SX_OK) return result;
    sxResult waited = memory->context->synchronize_all();
    if (waited == SX_ERROR_CAPTURE || waited == SX_ERROR_RESET) return waited;
    result = registry().take(pointer, Kind::kMemory, &memory);  // unless another thread was first
    if (result != SX_OK) return result;
    memory->context->release(*memory);
    return waited;
  });
}

SX_API sxResult sxMemDetach(void *pointer) {
  return guarded([&] {
    MemoryPtr memory;
    sxResult result = registry().find(pointer, Kind::kMemory, &memory);
    return result == SX_OK ? memory->context->detach(*memory) : result;
  });
}

SX_API sxResult sxMemAttach(void *pointer) {
  return guarded([&] {
    MemoryPtr memory;
    sxResult result = registry().find(pointer, Kind::kMemory, &memory);
    return result == SX_OK ? memory->context->attach(*memory) : result;
  });
}

SX_API sxResult sxMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
  if (!free_bytes || !total_bytes) return SX_ERROR_INVALID;
  return guarded([&] {
    Context *context = nullptr;
    sxResult result = current_context(&context);
    if (result != SX_OK) return result;
    *total_bytes = context->config().memory;
    *free_bytes = *total_bytes - context->memory_used();
    return SX_OK;
  });
}

SX_API sxResult sxMemcpy(void *to, const void *from, size_t bytes) {
  if (bytes && (!to || !from)) return SX_ERROR_INVALID;
  return guarded([&] {
    StreamPtr stream;
    uint64_t target = 0;
    sxResult result = find_stream(nullptr, &stream);
    if (result != SX_OK) return result;
    result = stream->context->submit(*stream, Copy{to, from, bytes}, &target);
    return result == SX_OK ? stream->context->wait(*stream, target) : result;
  });
}

SX_API sxResult sxMemcpyAsync(void *to, const void *from, size_t bytes, sxStream stream) {
  if (bytes && (!to || !from)) return SX_ERROR_INVALID;
  return guarded([&] { return submit(stream, Copy{to, from, bytes}); });
}

SX_API sxResult sxMemsetAsync(void *pointer, int value, size_t bytes, sxStream stream) {
  if (bytes && !pointer) return SX_ERROR_INVALID;
  return guarded([&] { return submit(stream, Fill{pointer, value, bytes}); });
}
