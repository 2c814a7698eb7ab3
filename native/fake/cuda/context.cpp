// Contexts: the primary one, those that are made, and which one a thread works in.
#include "fake/cuda/driver.h"

CUresult CUctx_st::result(sxResult result) const {
  switch (result) {
    case SX_OK: return fake::kSuccess;
    case SX_ERROR_NOT_READY: return fake::kNotReady;
    case SX_ERROR_OUT_OF_MEMORY: return fake::kOutOfMemory;
    case SX_ERROR_UNSUPPORTED: return fake::kNotSupported;
    case SX_ERROR_LAUNCH: return failure;
    case SX_ERROR_NOT_INITIALIZED: return fake::why_no_driver();
    default: return fake::kInvalidValue;
  }
}

namespace fake {

CUresult current(CUctx_st **context) {
  const auto &stack = this_thread().contexts;
  if (stack.empty() || !stack.back()) return kInvalidContext;
  *context = stack.back();
  return (*context)->destroyed ? kContextIsDestroyed : kSuccess;
}

CUresult find_context(CUcontext handle, CUctx_st **context) {
  if (!handle) return current(context);
  auto found = driver().contexts.find(handle);
  if (!found) return kInvalidContext;
  *context = found.get();
  return found->destroyed ? kContextIsDestroyed : kSuccess;
}

namespace {

constexpr int kLeast = 0, kGreatest = -5;  // priorities of streams

// The primary context has one handle for ever, as a real one has: what was forgotten about the last
// one shows.
CUresult open(CUctx_st &context) {
  Driver &d = driver();
  int slot = -1;
  const int index = device_of(context.device).index;
  if (d.segment->attach(d.configuration, index, &slot) != SX_OK) return kOutOfMemory;
  context.soft = new soft::Context(d.segment->device(index), slot);
  if (d.resource_manager) context.group = d.resource_manager->make_group(index, *context.soft);
  context.legacy = std::make_shared<CUstream_st>(
      CUstream_st{&context, context.soft->default_stream(), 0, kLeast, nullptr});
  context.failure = kLaunchFailed;
  context.destroyed = false;
  return kSuccess;
}

CUresult create_and_push(CUcontext *handle, unsigned flags, CUdevice device) {
  return guarded([&] {
    if (!handle) return kInvalidValue;
    if (!is_device(device)) return kInvalidDevice;
    auto made = std::make_shared<CUctx_st>(device);
    made->flags = flags;
    FAKE_TRY(open(*made));
    *handle = driver().contexts.add(std::move(made));
    this_thread().contexts.push_back(*handle);
    return kSuccess;
  });
}

void destroy(CUctx_st &context) {
  constexpr int64_t kLeaveNs = 1'000'000'000;
  Driver &d = driver();
  leave_captures(context);
  context.soft->synchronize_all();
  context.destroyed = true;
  auto mine = [&](const auto &object) { return object.context == &context; };
  d.streams.erase_if(mine);
  d.events.erase_if(mine);
  if (d.resource_manager) d.resource_manager->free_group(context.group);
  context.soft->shut_down(os::now_ns() + kLeaveNs);
  d.memory.release_all(&context);
}

CUresult destroy(CUcontext handle) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!handle) return kInvalidValue;
    FAKE_TRY(find_context(handle, &context));
    if (context == device_of(context->device).primary) return kInvalidContext;
    destroy(*context);
    auto &stack = this_thread().contexts;
    if (!stack.empty() && stack.back() == context) stack.pop_back();
    return kSuccess;
  });
}

// With primary_mutex held.
void destroy_primary(CUdevice device) {
  CUctx_st &primary = *device_of(device).primary;
  if (!primary.destroyed) destroy(primary);
}

CUresult release_primary(CUdevice device) {
  return guarded([&] {
    if (!is_device(device)) return kInvalidDevice;
    std::lock_guard lock(driver().primary_mutex);
    if (device_of(device).primary_users == 0) return kInvalidContext;
    if (--device_of(device).primary_users == 0) destroy_primary(device);
    return kSuccess;
  });
}

// A caller that has retained it must still release it.
CUresult reset_primary(CUdevice device) {
  return guarded([&] {
    if (!is_device(device)) return kInvalidDevice;
    std::lock_guard lock(driver().primary_mutex);
    destroy_primary(device);
    return kSuccess;
  });
}

CUresult set_primary_flags(CUdevice device, unsigned flags) {
  return guarded([&] {
    if (!is_device(device)) return kInvalidDevice;
    std::lock_guard lock(driver().primary_mutex);
    device_of(device).primary_flags = flags;
    return kSuccess;
  });
}

CUresult push(CUcontext handle) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!handle) return kInvalidValue;
    FAKE_TRY(find_context(handle, &context));
    this_thread().contexts.push_back(context);
    return kSuccess;
  });
}

CUresult pop(CUcontext *handle) {
  return guarded([&] {
    auto &stack = this_thread().contexts;
    if (stack.empty()) return kInvalidContext;
    if (handle) *handle = stack.back();
    stack.pop_back();
    return kSuccess;
  });
}

CUresult synchronize(CUcontext handle) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    FAKE_TRY(find_context(handle, &context));
    FAKE_TRY(may_wait(*context));
    return context->result(context->soft->synchronize_all());
  });
}

CUresult get_device(CUdevice *device, CUcontext handle) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!device) return kInvalidValue;
    FAKE_TRY(find_context(handle, &context));
    *device = context->device;
    return kSuccess;
  });
}

}  // namespace
}  // namespace fake

using namespace fake;

FAKE_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *handle, CUdevice device) {
  return guarded([&] {
    if (!handle) return kInvalidValue;
    if (!is_device(device)) return kInvalidDevice;
    Driver::Device &d = device_of(device);
    std::lock_guard lock(driver().primary_mutex);
    if (d.primary->destroyed) FAKE_TRY(open(*d.primary));
    d.primary_users++;
    *handle = d.primary;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuDevicePrimaryCtxRelease(CUdevice device) { return release_primary(device); }
FAKE_EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return release_primary(device);
}
FAKE_EXPORT CUresult cuDevicePrimaryCtxReset(CUdevice device) { return reset_primary(device); }
FAKE_EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) { return reset_primary(device); }

FAKE_EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
  return guarded([&] {
    if (!is_device(device)) return kInvalidDevice;
    if (!flags || !active) return kInvalidValue;
    const Driver::Device &d = device_of(device);
    std::lock_guard lock(driver().primary_mutex);
    *flags = d.primary_flags;
    *active = !d.primary->destroyed;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  return set_primary_flags(device, flags);
}

FAKE_EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
  return set_primary_flags(device, flags);
}

FAKE_EXPORT CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device) {
  return create_and_push(context, flags, device);
}

FAKE_EXPORT CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device) {
  return create_and_push(context, flags, device);
}

FAKE_EXPORT CUresult cuCtxCreate_v3(CUcontext *context, void *, int, unsigned flags,
                                    CUdevice device) {
  return create_and_push(context, flags, device);
}

FAKE_EXPORT CUresult cuCtxCreate_v4(CUcontext *context, void *, unsigned flags, CUdevice device) {
  return create_and_push(context, flags, device);
}

FAKE_EXPORT CUresult cuCtxDestroy(CUcontext context) { return destroy(context); }
FAKE_EXPORT CUresult cuCtxDestroy_v2(CUcontext context) { return destroy(context); }
FAKE_EXPORT CUresult cuCtxPushCurrent(CUcontext context) { return push(context); }
FAKE_EXPORT CUresult cuCtxPushCurrent_v2(CUcontext context) { return push(context); }
FAKE_EXPORT CUresult cuCtxPopCurrent(CUcontext *context) { return pop(context); }
FAKE_EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *context) { return pop(context); }

FAKE_EXPORT CUresult cuCtxSetCurrent(CUcontext handle) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (handle) FAKE_TRY(find_context(handle, &context));
    auto &stack = this_thread().contexts;
    if (!stack.empty()) stack.pop_back();
    if (context) stack.push_back(context);
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuCtxGetCurrent(CUcontext *handle) {
  return guarded([&] {
    if (!handle) return kInvalidValue;
    auto &stack = this_thread().contexts;
    *handle = stack.empty() ? nullptr : stack.back();
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuCtxGetDevice(CUdevice *device) { return get_device(device, nullptr); }

FAKE_EXPORT CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext context) {
  return get_device(device, context);
}

FAKE_EXPORT CUresult cuCtxSynchronize(void) { return synchronize(nullptr); }
FAKE_EXPORT CUresult cuCtxSynchronize_v2(CUcontext context) { return synchronize(context); }

FAKE_EXPORT CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    FAKE_TRY(current(&context));
    if (least) *least = kLeast;
    if (greatest) *greatest = kGreatest;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuCtxGetApiVersion(CUcontext handle, unsigned *version) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!version) return kInvalidValue;
    FAKE_TRY(find_context(handle, &context));
    *version = 3020;  // what cuCtxCreate_v2 came with
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuCtxGetFlags(unsigned *flags) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!flags) return kInvalidValue;
    FAKE_TRY(current(&context));
    const Driver::Device &device = device_of(context->device);
    *flags = context == device.primary ? device.primary_flags : context->flags;
    return kSuccess;
  });
}
