// The library itself, contexts, and what holds data.
#include <pthread.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "fake/vpi/library.h"

namespace fake {

namespace {

constexpr const char *kEngineNames[kEngines] = {"cpu", "cuda", "pva", "vic", "nvenc", "ofa"};

std::mutex opening;
std::atomic<Library *> opened{nullptr};
thread_local std::vector<VPIContext> context_stack;

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

// As a bit for each.
uint64_t visible() {
  const char *at = getenv("VPI_VISIBLE_ENGINES");
  if (!at) return kBackends;
  uint64_t found = kCpu;
  for (char *end; *at; at = *end ? end + 1 : end) {
    const unsigned long engine = strtoul(at, &end, 10);
    if (end == at) break;
    if (engine < kEngines) found |= uint64_t(1) << engine;
  }
  return found;
}

Library *open() {
  auto fresh = std::make_unique<Library>();
  int count = 0;
  if (init_whole() != SX_OK || sxDeviceCount(&count) != SX_OK || count == 0) return nullptr;
  for (int device = 0; device < count; device++) {
    char name[48] = "";
    sxDeviceGetName(device, name, sizeof name);
    for (int engine = 0; engine < kEngines; engine++) {
      if (strcmp(name, kEngineNames[engine]) != 0) continue;
      fresh->backends |= uint64_t(1) << engine;
      fresh->devices[engine] = device;
    }
  }
  if (!fresh->backends) fresh->backends = kPva;  // on device 0
  fresh->backends &= visible();
  if (sxGetKernel(&fresh->timed, "timed") != SX_OK) return nullptr;
  static const int hooked = pthread_atfork(nullptr, nullptr, [] { opened = nullptr; });
  return hooked == 0 ? fresh.release() : nullptr;
}

}  // namespace

Library *Library::get() {
  if (Library *known = opened.load(std::memory_order_acquire)) return known;
  std::lock_guard lock(opening);
  if (!opened) opened = open();
  return opened;
}

VPIContext current_context() { return context_stack.empty() ? kGlobal : context_stack.back(); }

}  // namespace fake

using namespace fake;

FAKE_EXPORT VPIStatus vpiContextCreate(uint64_t flags, VPIContext *handle) {
  return guarded([&] {
    if (!handle) return kInvalidArgument;
    if (!enabled(flags)) return kInvalidOperation;
    *handle = library().contexts.add(std::make_shared<VPIContextImpl>(VPIContextImpl{flags}));
    return kSuccess;
  });
}

FAKE_EXPORT void vpiContextDestroy(VPIContext handle) {
  guarded([&] {
    Library &l = library();
    if (!l.contexts.take(handle)) return kSuccess;
    auto mine = [&](const auto &object) { return object.context == handle; };
    for (auto &stream : l.streams.take_if(mine)) stream->stop();
    l.events.take_if(mine);
    l.images.take_if(mine);
    l.arrays.take_if(mine);
    if (current_context() == handle) context_stack.pop_back();
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiContextGetCurrent(VPIContext *handle) {
  return guarded([&] {
    if (!handle) return kInvalidArgument;
    *handle = current_context();
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiContextSetCurrent(VPIContext handle) {
  return guarded([&] {
    if (handle != kGlobal && !library().contexts.find(handle)) return kInvalidContext;
    if (!context_stack.empty()) context_stack.pop_back();
    context_stack.push_back(handle);
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiContextGetFlags(VPIContext handle, uint64_t *flags) {
  return guarded([&] {
    auto context = library().contexts.find(handle);
    if ((handle != kGlobal && !context) || !flags) return kInvalidArgument;
    *flags = context ? enabled(context->flags) : library().backends;
    return kSuccess;
  });
}

FAKE_EXPORT int vpiGetVersion(void) { return 3020400; }

FAKE_EXPORT const char *vpiStatusGetName(VPIStatus status) {
  constexpr const char *kNames[] = {
      "VPI_SUCCESS",
      "VPI_ERROR_NOT_IMPLEMENTED",
      "VPI_ERROR_INVALID_ARGUMENT",
      "VPI_ERROR_INVALID_IMAGE_FORMAT",
      "VPI_ERROR_INVALID_ARRAY_TYPE",
      "VPI_ERROR_INVALID_PAYLOAD_TYPE",
      "VPI_ERROR_INVALID_OPERATION",
      "VPI_ERROR_INVALID_CONTEXT",
      "VPI_ERROR_DEVICE",
      "VPI_ERROR_NOT_READY",
      "VPI_ERROR_BUFFER_LOCKED",
      "VPI_ERROR_OUT_OF_MEMORY",
      "VPI_ERROR_INTERNAL",
  };
  return status >= 0 && size_t(status) < std::size(kNames) ? kNames[status] : "unknown";
}

FAKE_EXPORT VPIStatus vpiImageCreate(int32_t width, int32_t height, VPIImageFormat, uint64_t flags,
                                     VPIImage *handle) {
  return guarded([&] {
    constexpr int32_t kMost = 32768;
    if (!handle || width < 1 || height < 1 || width > kMost || height > kMost)
      return kInvalidArgument;
    if (!enabled(flags)) return kInvalidOperation;
    *handle = library().images.add(
        std::make_shared<VPIImageImpl>(VPIImageImpl{current_context(), width, height}));
    return kSuccess;
  });
}

FAKE_EXPORT void vpiImageDestroy(VPIImage handle) {
  guarded([&] {
    library().images.take(handle);
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiArrayCreate(int32_t capacity, VPIArrayType type, uint64_t flags,
                                     VPIArray *handle) {
  return guarded([&] {
    constexpr VPIArrayType kU8 = 2;
    if (!handle || capacity < 0) return kInvalidArgument;
    if (type != kU8) return kInvalidArrayType;
    if (!enabled(flags)) return kInvalidOperation;
    auto made = std::make_shared<VPIArrayImpl>();
    made->context = current_context();
    made->capacity = capacity;
    made->type = type;
    made->data = std::make_unique<char[]>(size_t(capacity));
    *handle = library().arrays.add(std::move(made));
    return kSuccess;
  });
}

FAKE_EXPORT void vpiArrayDestroy(VPIArray handle) {
  guarded([&] {
    library().arrays.take(handle);
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiArrayLockData(VPIArray handle, VPILockMode, VPIArrayBufferType kind,
                                       void *to) {
  return guarded([&] {
    constexpr VPIArrayBufferType kHost = 1;
    auto array = library().arrays.find(handle);
    if (!array || !to || kind != kHost) return kInvalidArgument;
    struct {  // VPIArrayData
      int buffer_type;
      alignas(8) VPIArrayType type;
      int32_t *size;
      int32_t capacity, stride_bytes;
      void *data;
    } data{kind, array->type, &array->size, array->capacity, 1, array->data.get()};
    memcpy(to, &data, sizeof data);
    return kSuccess;
  });
}

FAKE_EXPORT VPIStatus vpiArrayUnlock(VPIArray handle) {
  return guarded([&] { return library().arrays.find(handle) ? kSuccess : kInvalidArgument; });
}
