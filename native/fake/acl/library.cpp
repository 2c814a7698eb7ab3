// The library itself: aclInit() and fork(), devices and contexts.
#include <pthread.h>
#include <stdlib.h>

#include <string>

#include "fake/acl/runtime.h"

namespace fake {

namespace {

std::atomic<Library *> the_library{nullptr};
thread_local Context *the_context = nullptr;
thread_local Library *context_of = nullptr;  // for which that holds

std::mutex &init_mutex() {
  static std::mutex *mutex = new std::mutex;
  return *mutex;
}

void prepare_once() {
  static bool done = false;
  if (done) return;
  done = true;
  pthread_atfork([] { init_mutex().lock(); }, [] { init_mutex().unlock(); },
                 [] {
                   the_library = nullptr;
                   init_mutex().unlock();
                 });
}

// The soft XPU's own variable is for its own programs.
sxResult init_whole() {
  constexpr const char *kVariable = "SOFTXPU_VISIBLE_DEVICES";
  const char *value = getenv(kVariable);
  const std::string before = value ? value : "";
  unsetenv(kVariable);
  const sxResult result = sxInit(0);
  if (value) setenv(kVariable, before.c_str(), 1);
  return result;
}

// The first entry that is no device ends the list.
std::vector<int> visible_devices() {
  std::vector<int> all, chosen;
  int count = 0;
  sxDeviceCount(&count);
  for (int i = 0; i < count; i++) all.push_back(i);
  const char *at = getenv("ASCEND_RT_VISIBLE_DEVICES");
  if (!at) return all;
  while (*at >= '0' && *at <= '9') {
    char *end;
    const unsigned long index = strtoul(at, &end, 10);
    if (index >= all.size()) break;
    chosen.push_back(all[index]);
    if (*end != ',') break;
    at = end + 1;
  }
  return chosen;
}

int64_t index_of(int soft) {
  int64_t index = soft;
  sxDeviceGetAttribute(soft, SX_ATTR_INDEX, &index);
  return index;
}

aclError check_device(int32_t device) {
  return device >= 0 && size_t(device) < library().visible.size() ? kSuccess : kInvalidDevice;
}

aclError make_context(int32_t device, bool is_default, Context **made) {
  Context context{device, is_default, nullptr, nullptr};
  FAKE_TRY(check_device(device));
  FAKE_TRY(result_of(sxSetDevice(library().visible[size_t(device)])));
  FAKE_TRY(result_of(sxStreamCreate(&context.stream, SX_STREAM_NON_BLOCKING)));
  FAKE_TRY(result_of(sxStreamCreate(&context.apart, SX_STREAM_NON_BLOCKING)));
  *made = static_cast<Context *>(library().contexts.add(context));
  return kSuccess;
}

void become_current(Context *context) {
  the_context = context;
  context_of = &library();
}

// What is queued is waited for.
void destroy(Context *handle) {
  auto context = library().contexts.take(handle);
  if (!context) return;
  destroy_streams(context.get());
  for (sxStream stream : {context->stream, context->apart}) {
    sxStreamSynchronize(stream);
    sxStreamDestroy(stream);
  }
}

aclError reset(int32_t device, bool at_once) {
  return guarded([&] {
    Library &l = library();
    FAKE_TRY(check_device(device));
    Context *gone = nullptr;
    {
      std::lock_guard lock(l.mutex);
      auto found = l.defaults.find(device);
      if (found == l.defaults.end()) return kSuccess;
      if (!at_once && --l.users[device] > 0) return kSuccess;
      l.users[device] = 0;
      gone = found->second;
      l.defaults.erase(found);
    }
    destroy(gone);
    return kSuccess;
  });
}

aclError finalize(bool at_once, uint64_t *left) {
  std::lock_guard lock(init_mutex());
  Library *last = the_library;
  if (!last) return kUninitialized;
  last->inits = at_once ? 0 : last->inits - 1;
  if (left) *left = uint64_t(last->inits);
  if (last->inits > 0) return kSuccess;
  for (auto &context : last->contexts.take_if([](const Context &) { return true; }))
    destroy_streams(context.get());
  the_library = nullptr;
  return kSuccess;
}

}  // namespace

Library *Library::get() { return the_library; }

aclError result_of(sxResult result) {
  switch (result) {
    case SX_OK: return kSuccess;
    case SX_ERROR_INVALID: return kRtParamInvalid;
    case SX_ERROR_NOT_INITIALIZED: return kUninitialized;
    case SX_ERROR_NO_DEVICE: return kInvalidDevice;
    case SX_ERROR_OUT_OF_MEMORY: return kOutOfMemory;
    case SX_ERROR_NOT_READY: return kNotComplete;
    case SX_ERROR_UNSUPPORTED: return kNotSupported;
    case SX_ERROR_LAUNCH: return kCoreException;
    case SX_ERROR_FORKED: return kInvalidHandle;
    case SX_ERROR_CAPTURE: return kStreamCaptured;
    default: return kInternal;
  }
}

aclError current(Context **context) {
  if (context_of != Library::get() || !the_context || !library().contexts.find(the_context))
    return kNoContext;
  *context = the_context;
  return result_of(sxSetDevice(library().visible[size_t(the_context->device)]));
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT aclError aclInit(const char *) {
  std::lock_guard lock(init_mutex());
  if (Library *running = the_library) {
    running->inits++;
    return kRepeatInitialize;
  }
  if (init_whole() != SX_OK) return kInternal;
  prepare_once();
  auto *fresh = new Library;
  fresh->visible = visible_devices();
  the_library = fresh;
  return kSuccess;
}

FAKE_EXPORT aclError aclFinalize() { return finalize(true, nullptr); }
FAKE_EXPORT aclError aclFinalizeReference(uint64_t *left) { return finalize(false, left); }

FAKE_EXPORT const char *aclrtGetSocName() { return "Ascend-fake"; }

FAKE_EXPORT aclError aclrtGetDeviceCount(uint32_t *count) {
  return guarded([&] {
    if (!count) return kInvalidParam;
    *count = uint32_t(library().visible.size());
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtSetDevice(int32_t device) {
  return guarded([&] {
    Library &l = library();
    FAKE_TRY(check_device(device));
    std::lock_guard lock(l.mutex);
    if (!l.defaults.count(device)) {
      Context *made = nullptr;
      FAKE_TRY(make_context(device, true, &made));
      l.defaults[device] = made;
    }
    l.users[device]++;
    become_current(l.defaults[device]);
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtResetDevice(int32_t device) { return reset(device, false); }
FAKE_EXPORT aclError aclrtResetDeviceForce(int32_t device) { return reset(device, true); }

FAKE_EXPORT aclError aclrtGetDevice(int32_t *device) {
  return guarded([&] {
    Context *context = nullptr;
    if (!device) return kInvalidParam;
    FAKE_TRY(current(&context));
    *device = context->device;
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtGetLogicDevIdByUserDevId(const int32_t device, int32_t *const logic) {
  return guarded([&] {
    if (!logic) return kInvalidParam;
    FAKE_TRY(check_device(device));
    *logic = int32_t(index_of(library().visible[size_t(device)]));
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtDeviceGetUuid(int32_t device, void *uuid) {
  return guarded([&] {
    if (!uuid) return kInvalidParam;
    FAKE_TRY(check_device(device));
    unsigned char made[16] = {0xfa, 0x4e};
    made[15] = (unsigned char)index_of(library().visible[size_t(device)]);
    memcpy(uuid, made, sizeof made);
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtCreateContext(aclrtContext *handle, int32_t device) {
  return guarded([&] {
    Context *made = nullptr;
    if (!handle) return kInvalidParam;
    FAKE_TRY(make_context(device, false, &made));
    become_current(made);
    *handle = made;
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtDestroyContext(aclrtContext handle) {
  return guarded([&] {
    if (!handle) return kInvalidParam;
    auto context = library().contexts.find(handle);
    if (!context || context->is_default) return kRtParamInvalid;
    destroy(context.get());
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtSetCurrentContext(aclrtContext handle) {
  return guarded([&] {
    if (!handle) return kInvalidParam;
    auto context = library().contexts.find(handle);
    if (!context) return kNoContext;
    become_current(context.get());
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtGetCurrentContext(aclrtContext *handle) {
  return guarded([&] {
    Context *context = nullptr;
    if (!handle) return kInvalidParam;
    FAKE_TRY(current(&context));
    *handle = context;
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtSynchronizeDevice() {
  return guarded([] {
    Context *context = nullptr;
    FAKE_TRY(current(&context));
    return result_of(sxDeviceSynchronize());
  });
}
