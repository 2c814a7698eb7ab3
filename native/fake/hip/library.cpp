// The library itself: devices, errors, the look-up of functions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fake/hip/runtime.h"

namespace fake {

thread_local hipError_t last_error = kSuccess;

namespace {

thread_local int thread_device = 0;

struct Error {
  hipError_t code;
  const char *name, *text;
};

constexpr Error kErrors[] = {
    {kSuccess, "hipSuccess", "no error"},
    {kInvalidValue, "hipErrorInvalidValue", "invalid argument"},
    {kOutOfMemory, "hipErrorOutOfMemory", "out of memory"},
    {kInvalidMemcpyDirection, "hipErrorInvalidMemcpyDirection", "invalid direction of a copy"},
    {kInvalidDeviceFunction, "hipErrorInvalidDeviceFunction", "invalid device function"},
    {kNoDevice, "hipErrorNoDevice", "no ROCm-capable device is detected"},
    {kInvalidDevice, "hipErrorInvalidDevice", "invalid device ordinal"},
    {kInvalidImage, "hipErrorInvalidImage", "device kernel image is invalid"},
    {kInvalidHandle, "hipErrorInvalidHandle", "invalid resource handle"},
    {kIllegalState, "hipErrorIllegalState", "the operation cannot be performed now"},
    {kNotFound, "hipErrorNotFound", "named symbol not found"},
    {kNotReady, "hipErrorNotReady", "device not ready"},
    {kContextIsDestroyed, "hipErrorContextIsDestroyed", "context is destroyed"},
    {kAlreadyRegistered, "hipErrorHostMemoryAlreadyRegistered", "memory is already registered"},
    {kNotRegistered, "hipErrorHostMemoryNotRegistered", "memory is not registered"},
    {kLaunchFailure, "hipErrorLaunchFailure", "unspecified launch failure"},
    {kNotSupported, "hipErrorNotSupported", "operation not supported"},
    {kCaptureUnsupported, "hipErrorStreamCaptureUnsupported", "not permitted in a capture"},
    {kCaptureInvalidated, "hipErrorStreamCaptureInvalidated", "the capture has failed before"},
    {kCaptureImplicit, "hipErrorStreamCaptureImplicit", "the default stream would be captured"},
    {kUnknown, "hipErrorUnknown", "unknown error"},
};

const Error &describe(hipError_t code) {
  for (const Error &error : kErrors)
    if (error.code == code) return error;
  return std::end(kErrors)[-1];
}

struct Identity {
  char bus_id[16], uuid[17];

  explicit Identity(int soft) {
    int64_t index = soft;
    sxDeviceGetAttribute(soft, SX_ATTR_INDEX, &index);
    snprintf(bus_id, sizeof bus_id, "0000:%02x:00.0", unsigned(0x23 + index) & 0xff);
    snprintf(uuid, sizeof uuid, "fa4e%012x", unsigned(index));
  }
};

// Those of `all` that a list names by index or UUID, in its order; the first unknown ends it. An
// empty list says nothing.
std::vector<int> visible(const std::vector<int> &all, const char *list) {
  if (!list || !*list) return all;
  std::vector<int> chosen;
  std::string left = list;
  while (!left.empty()) {
    const std::string word = left.substr(0, left.find(','));
    left.erase(0, std::min(left.size(), word.size() + 1));
    auto named = [&](int soft) { return word == std::string("GPU-") + Identity(soft).uuid; };
    const auto by_name = std::find_if(all.begin(), all.end(), named);
    char *end = nullptr;
    const unsigned long index = strtoul(word.c_str(), &end, 10);
    if (by_name != all.end())
      chosen.push_back(*by_name);
    else if (!word.empty() && !*end && index < all.size())
      chosen.push_back(all[index]);
    else
      break;
  }
  return chosen;
}

// The soft XPU's own variable is for its own programs.
sxResult init_whole() {
  constexpr const char *kVariable = "SOFTXPU_VISIBLE_DEVICES";
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  const char *value = getenv(kVariable);
  const std::string before = value ? value : "";
  unsetenv(kVariable);
  const sxResult result = sxInit(0);
  if (value) setenv(kVariable, before.c_str(), 1);
  return result;
}

const std::vector<int> &devices() {
  static const std::vector<int> found = [] {
    std::vector<int> all;
    int count = 0;
    sxDeviceCount(&count);
    for (int i = 0; i < count; i++) all.push_back(i);
    const char *list = getenv("HIP_VISIBLE_DEVICES");
    if (!list || !*list) list = getenv("CUDA_VISIBLE_DEVICES");
    return visible(visible(all, getenv("ROCR_VISIBLE_DEVICES")), list);
  }();
  return found;
}

int64_t soft_attribute(int device, sxAttribute which) {
  int64_t value = 0;
  sxDeviceGetAttribute(soft_device(device), which, &value);
  return value;
}

int attribute(int device, int which) {
  constexpr int64_t kMemoryOperations = SX_CAP_WAIT_VALUE | SX_CAP_WRITE_VALUE;
  const int64_t capabilities = soft_attribute(device, SX_ATTR_CAPABILITIES);
  switch (which) {
    case 63: return int(soft_attribute(device, SX_ATTR_CONCURRENCY));  // multiprocessors
    case 90: return 1;  // host memory can be registered
    case 10013: return (capabilities & kMemoryOperations) == kMemoryOperations;  // wait value
    case 10017: return 1'000'000;  // the wall clock in kHz: nanoseconds
  }
  return 0;
}

template <class F>
hipError_t of_device(int device, F body) {
  return guarded([&] { return has_device(device) ? body() : kInvalidDevice; });
}

hipError_t copy_text(const char *text, char *to, int size) {
  if (!to || size <= 0) return kInvalidValue;
  snprintf(to, size_t(size), "%s", text);
  return kSuccess;
}

// Of what the structure holds, a name and the size of the memory, whose place the versions differ
// in.
hipError_t properties(void *to, int device, size_t memory_at) {
  return of_device(device, [&] {
    if (!to) return kInvalidValue;
    char name[48] = "";
    sxDeviceGetName(soft_device(device), name, sizeof name);
    const size_t bytes = size_t(soft_attribute(device, SX_ATTR_MEMORY));
    snprintf(static_cast<char *>(to), 256, "Fake HIP device %s", name);
    memcpy(static_cast<char *>(to) + memory_at, &bytes, sizeof bytes);
    return kSuccess;
  });
}

void *look_up(const char *name, int version, uint64_t flags) {
  constexpr uint64_t kPerThreadDefault = 2;
  for (const Symbol *s = kSymbols; s->name; s++) {
    if (s->version != 1 || s->seen > version || strcmp(s->name, name)) continue;
    return (flags & kPerThreadDefault) && s->per_thread ? s->per_thread : s->plain;
  }
  return nullptr;
}

}  // namespace

hipError_t result_of(sxResult result) {
  switch (result) {
    case SX_OK: return kSuccess;
    case SX_ERROR_NOT_READY: return kNotReady;
    case SX_ERROR_OUT_OF_MEMORY: return kOutOfMemory;
    case SX_ERROR_UNSUPPORTED: return kNotSupported;
    case SX_ERROR_LAUNCH: return kLaunchFailure;
    case SX_ERROR_CAPTURE: return kCaptureImplicit;
    case SX_ERROR_NO_DEVICE: return kInvalidDevice;
    case SX_ERROR_FORKED: return kContextIsDestroyed;
    default: return kInvalidValue;
  }
}

hipError_t begin() {
  int count = 0;
  if (sxDeviceCount(&count) != SX_OK && init_whole() != SX_OK) return kNoDevice;
  if (devices().empty()) return kNoDevice;
  return sxSetDevice(soft_device(thread_device)) == SX_OK ? kSuccess : kNoDevice;
}

int device_count() { return int(devices().size()); }
bool has_device(int device) { return device >= 0 && device < device_count(); }
int soft_device(int device) { return devices()[size_t(device)]; }
int current_device() { return thread_device; }

}  // namespace fake

using namespace fake;

FAKE_EXPORT hipError_t hipInit(unsigned flags) {
  return guarded([&] { return flags ? kInvalidValue : kSuccess; });
}

FAKE_EXPORT hipError_t hipDriverGetVersion(int *version) {
  if (!version) return kInvalidValue;
  *version = kVersion * 100'000;
  return kSuccess;
}

FAKE_EXPORT hipError_t hipRuntimeGetVersion(int *version) { return hipDriverGetVersion(version); }

FAKE_EXPORT const char *hipGetErrorName(hipError_t error) { return describe(error).name; }
FAKE_EXPORT const char *hipGetErrorString(hipError_t error) { return describe(error).text; }

FAKE_EXPORT hipError_t hipPeekAtLastError() { return last_error; }
FAKE_EXPORT hipError_t hipGetLastError() {
  const hipError_t error = last_error;
  last_error = kSuccess;
  return error;
}

FAKE_EXPORT hipError_t hipGetDeviceCount(int *count) {
  if (!count) return kInvalidValue;
  *count = 0;
  return guarded([&] {
    *count = device_count();
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipGetDevice(int *device) {
  return guarded([&] {
    if (!device) return kInvalidValue;
    *device = thread_device;
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipSetDevice(int device) {
  return of_device(device, [&] {
    thread_device = device;
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipDeviceGet(hipDevice_t *device, int ordinal) {
  return of_device(ordinal, [&] {
    if (!device) return kInvalidValue;
    *device = ordinal;
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipDeviceGetName(char *name, int size, hipDevice_t device) {
  return of_device(device, [&] {
    char soft[48] = "";
    sxDeviceGetName(soft_device(device), soft, sizeof soft);
    return copy_text((std::string("Fake HIP device ") + soft).c_str(), name, size);
  });
}

FAKE_EXPORT hipError_t hipDeviceGetPCIBusId(char *id, int size, int device) {
  return of_device(device,
                   [&] { return copy_text(Identity(soft_device(device)).bus_id, id, size); });
}

// 16 digits, without a word in front or a zero behind.
FAKE_EXPORT hipError_t hipDeviceGetUuid(void *uuid, hipDevice_t device) {
  return of_device(device, [&] {
    if (!uuid) return kInvalidValue;
    memcpy(uuid, Identity(soft_device(device)).uuid, 16);
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t which, int device) {
  return of_device(device, [&] {
    if (!value) return kInvalidValue;
    *value = attribute(device, which);
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device) {
  return of_device(device, [&] {
    if (!bytes) return kInvalidValue;
    *bytes = size_t(soft_attribute(device, SX_ATTR_MEMORY));
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipGetDevicePropertiesR0600(void *to, int device) {
  return properties(to, device, 288);
}
FAKE_EXPORT hipError_t hipGetDevicePropertiesR0000(void *to, int device) {
  return properties(to, device, 256);
}
FAKE_EXPORT hipError_t hipGetDeviceProperties(void *to, int device) {
  return properties(to, device, 256);
}

FAKE_EXPORT hipError_t hipDeviceSynchronize() {
  return guarded([] {
    FAKE_TRY(may_be_unsafe());
    return result_of(sxDeviceSynchronize());
  });
}

// What is on the device is done first.
FAKE_EXPORT hipError_t hipDeviceReset() {
  return guarded([] {
    FAKE_TRY(result_of(sxDeviceSynchronize()));
    destroy_streams(thread_device);
    free_all(thread_device);
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipGetProcAddress(const char *name, void **function, int version,
                                         uint64_t flags, void *status) {
  enum { kFound, kSymbolNotFound };
  return guarded([&] {
    if (!name || !function) return kInvalidValue;
    *function = look_up(name, version, flags);
    if (status) *static_cast<int *>(status) = *function ? kFound : kSymbolNotFound;
    return *function ? kSuccess : kNotFound;
  });
}
