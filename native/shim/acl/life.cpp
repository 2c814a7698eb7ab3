// The life of contexts and devices: what is ours in them must be gone before they are.
#include "shim/acl/homes.h"

namespace heddle::acl {

namespace {

Context *contexts = nullptr;  // under the lock of the map of streams
std::atomic<int> inits{0};
std::atomic<int> set_devices[kMostDevices];  // how often the program has set, and not reset, each

aclrtStream stream_of(uintptr_t key) {
  return key & 1 ? nullptr : reinterpret_cast<aclrtStream>(key);
}

constexpr int kMostAtOnce = 64;

// Streams, by their keys and their contexts; no more than there is room for.
template <class Is>
int keys_where(Is is, uintptr_t (&keys)[kMostAtOnce]) {
  int count = 0;
  roles::streams.lock();
  roles::streams.each([&](uintptr_t key, const Vendor::Known &known) {
    if (count < kMostAtOnce && known.home && is(key, *known.home)) keys[count++] = key;
  });
  roles::streams.unlock();
  return count;
}

// What is ours in a context goes before it does; first, as the library does itself, its work is
// waited for. If the context stays after all, its streams are met anew.
void leave(Context *context) {
  InContext here(context->handle);
  for (int count = kMostAtOnce; count == kMostAtOnce;) {
    uintptr_t keys[kMostAtOnce];
    count = keys_where([&](uintptr_t, const Context &home) { return &home == context; }, keys);
    for (int i = 0; i < count; i++) {
      const aclrtStream stream = stream_of(keys[i]);
      Waited waited = roles::waited_by_stream(stream);
      waited.leave(is_drained(real().aclrtSynchronizeStream(stream)));
    }
    begin_to_close(*context);
    for (int i = 0; i < count; i++) {
      const aclrtStream stream = stream_of(keys[i]);
      heddle_capture(roles::queue_of(stream), 1);
      roles::close_queue(stream);
    }
  }
  close_context(context);
}

// `device` -1: of all devices; `handle` null: all contexts.
void leave_contexts(int32_t device, aclrtContext handle) {
  roles::streams.lock();
  Context *leaving = nullptr;
  for (Context **at = &contexts; *at;) {
    Context *context = *at;
    const bool goes =
        (handle ? context->handle == handle : true) && (device < 0 || context->device == device);
    if (!goes) {
      at = &context->next;
      continue;
    }
    *at = context->next;
    context->next = leaving;
    leaving = context;
  }
  roles::streams.unlock();
  while (leaving) {
    Context *context = leaving;
    leaving = context->next;
    leave(context);
  }
}

// With a device's last context its memory goes, too.
template <class Call>
aclError reset_device(int32_t device, bool at_once, Call call) {
  if (device < 0 || device >= kMostDevices) return call();
  const bool last = at_once || set_devices[device] <= 1;  // or it made its contexts otherwise
  if (last) leave_contexts(device, nullptr);
  const aclError result = call();
  if (result != kSuccess) return result;
  if (last) roles::amounts.give_back(uintptr_t(device) + 1);
  if (at_once)
    set_devices[device] = 0;
  else
    set_devices[device]--;
  return result;
}

auto is(aclrtStream stream) {
  return [own = Vendor::key_of(stream)](uintptr_t key, const Context &) { return key == own; };
}

// Of calls that drop what lies in streams, ours too: the streams are met anew.
template <class Is, class Call>
aclError drop(Is is_dropped, Call call) {
  Waited waited = roles::waited_where([&](uintptr_t key, const Vendor::Known &known) {
    return known.home && is_dropped(key, *known.home);
  });
  uintptr_t keys[kMostAtOnce];
  for (int count = keys_where(is_dropped, keys), i = 0; i < count; i++) {
    InContext here(roles::streams.find(keys[i])->home->handle);
    roles::close_queue(stream_of(keys[i]));
  }
  const aclError result = call();
  waited.leave(result == kSuccess);
  return result;
}

}  // namespace

aclrtContext current_context() {
  aclrtContext context = nullptr;
  return real().aclrtGetCurrentContext(&context) == kSuccess ? context : nullptr;
}

int32_t current_device() {
  int32_t device = -1;
  return real().aclrtGetDevice(&device) == kSuccess && device < kMostDevices ? device : -1;
}

Context *context_here() {
  const aclrtContext handle = current_context();
  for (Context *c = contexts; c; c = c->next)
    if (c->handle == handle) return c;
  Context *context = open_context(handle, current_device());
  if (!context) return nullptr;
  context->next = contexts;
  return contexts = context;
}

void forget_homes() {
  contexts = nullptr;
  inits = 0;
  for (auto &count : set_devices) count = 0;
}

}  // namespace heddle::acl

using namespace heddle::acl;

extern "C" {

HEDDLE_EXPORT aclError aclrtSetDevice(int32_t deviceId) {
  const aclError result = real().aclrtSetDevice(deviceId);
  if (result == kSuccess && deviceId >= 0 && deviceId < kMostDevices) set_devices[deviceId]++;
  return result;
}

HEDDLE_EXPORT aclError aclrtResetDevice(int32_t deviceId) {
  return reset_device(deviceId, false, [&] { return real().aclrtResetDevice(deviceId); });
}

HEDDLE_EXPORT aclError aclrtResetDeviceForce(int32_t deviceId) {
  return reset_device(deviceId, true, [&] { return real().aclrtResetDeviceForce(deviceId); });
}

HEDDLE_EXPORT aclError aclrtDestroyContext(aclrtContext context) {
  if (context) leave_contexts(-1, context);
  return real().aclrtDestroyContext(context);
}

HEDDLE_EXPORT aclError aclInit(const char *configPath) {
  const aclError result = real().aclInit(configPath);
  if (result == kSuccess || result == kRepeated) inits++;
  return result;
}

HEDDLE_EXPORT aclError aclFinalize(void) {
  leave_contexts(-1, nullptr);
  inits = 0;
  return real().aclFinalize();
}

HEDDLE_EXPORT aclError aclFinalizeReference(uint64_t *refCount) {
  if (inits.fetch_sub(1) <= 1) leave_contexts(-1, nullptr);
  return real().aclFinalizeReference(refCount);
}

HEDDLE_EXPORT aclError aclrtStreamAbort(aclrtStream stream) {
  return drop(is(stream), [&] { return real().aclrtStreamAbort(stream); });
}

HEDDLE_EXPORT aclError aclrtDestroyStreamForce(aclrtStream stream) {
  return drop(is(stream), [&] { return real().aclrtDestroyStreamForce(stream); });
}

HEDDLE_EXPORT aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout) {
  return drop([&](uintptr_t, const Context &home) { return home.device == deviceId; },
              [&] { return real().aclrtDeviceTaskAbort(deviceId, timeout); });
}

}  // extern C
