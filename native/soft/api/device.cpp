// The C API: library, devices, context.
#include <string.h>

#include <algorithm>

#include "soft/api/api.h"
#include "soft/error_text.h"

using namespace soft;

namespace {

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

SX_API const char *sxGetErrorString(sxResult result) { return soft::error_text(result); }

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
    case SX_ATTR_UNITS: *value = c.units; return SX_OK;
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

SX_API sxResult sxContextReset(int device, sxReset *report) {
  if (!report) return SX_ERROR_INVALID;
  return guarded([&] {
    Process *process;
    Context *context = nullptr;
    sxResult result = find_capable(device, SX_CAP_RESET, &process);
    if (result == SX_OK) result = process->context(device, &context);
    return result == SX_OK ? context->reset(report) : result;
  });
}

SX_API sxResult sxContextResume(int device) {
  return guarded([&] {
    Process *process;
    Context *context = nullptr;
    sxResult result = find_capable(device, SX_CAP_RESET, &process);
    if (result == SX_OK) result = process->context(device, &context);
    return result == SX_OK ? context->resume() : result;
  });
}
