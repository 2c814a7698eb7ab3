// The C API: library, devices, memory, context.
#include <string.h>
#include <sys/mman.h>

#include <algorithm>

#include "soft/api.h"

using namespace soft;

namespace {

// Device memory: host pages that cost nothing until touched, charged to a context.
struct Memory {
  Context *context;
  void *pages;
  size_t bytes;

  ~Memory() {
    if (pages == MAP_FAILED) return;
    munmap(pages, bytes);
    context->discharge(bytes);
  }
};

sxResult find_device(int device, Process **process) {
  *process = Process::get();
  if (!*process) return SX_ERROR_NOT_INITIALIZED;
  return (*process)->has(device) ? SX_OK : SX_ERROR_NO_DEVICE;
}

sxResult find_capable(int device, uint32_t capability, Process **process) {
  sxResult result = find_device(device, process);
  if (result != SX_OK) return result;
  bool capable = (*process)->config(device).capabilities & capability;
  return capable ? SX_OK : SX_ERROR_UNSUPPORTED;
}

}  // namespace

SX_API sxResult sxInit(unsigned flags) {
  if (flags != 0) return SX_ERROR_INVALID;
  return guarded([] { return Process::init(); });
}

SX_API sxResult sxGetVersion(int *version) {
  if (!version) return SX_ERROR_INVALID;
  *version = SX_VERSION;
  return SX_OK;
}

SX_API const char *sxGetErrorString(sxResult result) {
  switch (result) {
    case SX_OK: return "success";
    case SX_ERROR_INVALID: return "invalid argument";
    case SX_ERROR_NOT_INITIALIZED: return "sxInit() has not been called";
    case SX_ERROR_NO_DEVICE: return "no such device";
    case SX_ERROR_OUT_OF_MEMORY: return "out of memory";
    case SX_ERROR_NOT_READY: return "not ready";
    case SX_ERROR_UNSUPPORTED: return "not supported by the device";
    case SX_ERROR_LAUNCH: return "a command failed while it ran";
    case SX_ERROR_FORKED: return "the handle belongs to the parent process";
    case SX_ERROR_CAPTURE: return "not allowed in or without a capture";
    case SX_ERROR_SEGMENT: return "the shared segment cannot be used";
    case SX_ERROR_CONFIG: return "bad or conflicting device configuration";
  }
  return "unknown error";
}

SX_API sxResult sxDeviceCount(int *count) {
  if (!count) return SX_ERROR_INVALID;
  Process *process = Process::get();
  if (!process) return SX_ERROR_NOT_INITIALIZED;
  *count = process->device_count();
  return SX_OK;
}

SX_API sxResult sxDeviceGetName(int device, char *name, size_t size) {
  Process *process;
  if (!name || size == 0) return SX_ERROR_INVALID;
  sxResult result = find_device(device, &process);
  if (result != SX_OK) return result;
  const char *full = process->config(device).name.data();
  size_t length = std::min(strlen(full), size - 1);
  memcpy(name, full, length);
  name[length] = 0;
  return SX_OK;
}

SX_API sxResult sxDeviceGetAttribute(int device, sxAttribute attribute, int64_t *value) {
  Process *process;
  if (!value) return SX_ERROR_INVALID;
  sxResult result = find_device(device, &process);
  if (result != SX_OK) return result;
  const DeviceConfig &c = process->config(device);
  switch (attribute) {
    case SX_ATTR_CAPABILITIES: *value = c.capabilities; return SX_OK;
    case SX_ATTR_SCHEDULER: *value = c.scheduler; return SX_OK;
    case SX_ATTR_CONCURRENCY: *value = c.concurrency; return SX_OK;
    case SX_ATTR_MEMORY: *value = int64_t(c.memory); return SX_OK;
    case SX_ATTR_TIMESLICE_US: *value = c.timeslice_us; return SX_OK;
    case SX_ATTR_SWITCH_US: *value = c.switch_us; return SX_OK;
    case SX_ATTR_WAIT_NS: *value = c.wait_ns; return SX_OK;
    case SX_ATTR_SPEED_MILLI: *value = c.speed_milli; return SX_OK;
    case SX_ATTR_INDEX: *value = process->index(device); return SX_OK;
  }
  return SX_ERROR_INVALID;
}

SX_API sxResult sxSetDevice(int device) {
  Process *process;
  sxResult result = find_device(device, &process);
  if (result == SX_OK) process->set_current_device(device);
  return result;
}

SX_API sxResult sxGetDevice(int *device) {
  if (!device) return SX_ERROR_INVALID;
  Process *process;
  sxResult result = find_device(0, &process);
  if (result == SX_OK) *device = process->current_device();
  return result;
}

SX_API sxResult sxDeviceSynchronize(void) {
  return guarded([] {
    Context *context = nullptr;
    sxResult result = current_context(&context);
    return result == SX_OK ? context->synchronize_all() : result;
  });
}

SX_API sxResult sxMalloc(void **pointer, size_t bytes) {
  if (!pointer || bytes == 0) return SX_ERROR_INVALID;
  return guarded([&] {
    Context *context = nullptr;
    sxResult result = current_context(&context);
    if (result != SX_OK) return result;
    auto memory = std::make_shared<Memory>(Memory{context, MAP_FAILED, bytes});
    if (!context->charge(bytes)) return SX_ERROR_OUT_OF_MEMORY;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    memory->pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory->pages == MAP_FAILED) {
      context->discharge(bytes);
      return SX_ERROR_OUT_OF_MEMORY;
    }
    registry().add(memory->pages, Kind::kMemory, memory);
    *pointer = memory->pages;
    return SX_OK;
  });
}

SX_API sxResult sxFree(void *pointer) {
  if (!pointer) return SX_OK;
  return guarded([&] {
    std::shared_ptr<Memory> memory;
    sxResult result = registry().find(pointer, Kind::kMemory, &memory);
    if (result != SX_OK) return result;
    sxResult waited = memory->context->synchronize_all();
    if (waited == SX_ERROR_CAPTURE) return waited;
    result = registry().take(pointer, Kind::kMemory, &memory);  // unless another thread was first
    return result == SX_OK ? waited : result;
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

SX_API sxResult sxContextSetTimeslice(int device, uint32_t microseconds) {
  return guarded([&] {
    Process *process;
    Context *context = nullptr;
    sxResult result = find_capable(device, SX_CAP_TIMESLICE, &process);
    if (result == SX_OK) result = process->context(device, &context);
    if (result != SX_OK) return result;
    context->set_timeslice(microseconds ? microseconds : process->config(device).timeslice_us);
    return SX_OK;
  });
}

SX_API sxResult sxContextGetTimeslice(int device, uint32_t *microseconds) {
  if (!microseconds) return SX_ERROR_INVALID;
  Process *process;
  sxResult result = find_capable(device, SX_CAP_TIMESLICE, &process);
  if (result != SX_OK) return result;
  Context *context = process->context_if_attached(device);
  *microseconds = context ? context->timeslice() : process->config(device).timeslice_us;
  return SX_OK;
}

SX_API sxResult sxContextDisable(int device, int disabled) {
  return guarded([&] {
    Process *process;
    Context *context = nullptr;
    sxResult result = find_capable(device, SX_CAP_DISABLE, &process);
    if (result == SX_OK) result = process->context(device, &context);
    if (result == SX_OK) context->set_disabled(disabled != 0);
    return result;
  });
}
