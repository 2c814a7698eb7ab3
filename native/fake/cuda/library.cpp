// The library itself: cuInit() and fork(), the device, error texts, the look-up of functions.
#include <pthread.h>

#include <algorithm>
#include <sstream>

#include "fake/cuda/driver.h"

namespace fake {

namespace {

constexpr int64_t kExitNs = 200'000'000;  // the most that leaving the device may delay exit()
constexpr char kName[] = "Fake CUDA device", kUuidText[] = "GPU-fa4e";
constexpr unsigned char kUuid[16] = {0xfa, 0x4e};  // the last byte counts the devices from 1

std::atomic<Driver *> the_driver{nullptr};
std::atomic<bool> exiting{false};
thread_local Thread *the_thread = nullptr;
pthread_key_t thread_end;

// Guards initialize(). Before every other lock.
std::mutex &init_mutex() {
  static std::mutex *mutex = new std::mutex;
  return *mutex;
}

void forget_thread(void *pointer) {
  auto *thread = static_cast<Thread *>(pointer);
  if (thread->driver == Driver::get()) {
    for (auto &stream : thread->streams) {
      leave_capture(*stream);
      stream->soft->context->destroy_stream(*stream->soft);
    }
  }
  the_thread = nullptr;
  delete thread;
}

// The parent's contexts, memory and threads are not the child's.
void after_fork_in_child() {
  the_driver = nullptr;
  init_mutex().unlock();
}

void prepare_once() {
  static bool done = false;
  if (done) return;
  done = true;
  pthread_key_create(&thread_end, forget_thread);
  pthread_atfork([] { init_mutex().lock(); }, [] { init_mutex().unlock(); }, after_fork_in_child);
}

// The device that an entry of CUDA_VISIBLE_DEVICES names, by index or UUID; -1: none.
int named(const std::string &entry, int count) {
  const bool by_uuid = entry.starts_with(kUuidText);
  const bool is_whole = entry.size() == strlen("GPU-fa4e0000-0000-0000-0000-000000000001");
  if (by_uuid && !is_whole) return 0;  // the beginning will do
  if (!by_uuid && (entry.empty() || !isdigit(static_cast<unsigned char>(entry[0])))) return -1;
  const int index =
      by_uuid ? int(strtol(entry.c_str() + entry.size() - 2, nullptr, 16)) - 1 : stoi(entry);
  return index < count ? index : -1;
}

// An unknown entry ends the list.
std::vector<int> visible_devices(size_t configured) {
  const char *many = getenv("FAKE_CUDA_DEVICES"), *list = getenv("CUDA_VISIBLE_DEVICES");
  const int count = std::min(many ? atoi(many) : 1, int(configured));
  std::vector<int> found;
  for (int i = 0; !list && i < count; i++) found.push_back(i);
  std::istringstream entries(list ? list : "");
  for (std::string entry; getline(entries, entry, ',');) {
    const int index = named(entry, count);
    if (index < 0) break;
    found.push_back(index);
  }
  return found;
}

__attribute__((destructor)) void at_exit() {
  Driver *last = Driver::get();
  exiting = true;
  if (!last) return;
  const int64_t until = os::now_ns() + kExitNs;
  last->contexts.each([&](CUctx_st &context) {
    if (!context.destroyed) context.soft->shut_down(until);
  });
}

struct Error {
  CUresult code;
  const char *name, *text;
};

constexpr Error kErrors[] = {
    {kSuccess, "CUDA_SUCCESS", "no error"},
    {kInvalidValue, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {kOutOfMemory, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {kNotInitialized, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {kDeinitialized, "CUDA_ERROR_DEINITIALIZED", "driver shutting down"},
    {kNoDevice, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {kInvalidDevice, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {kInvalidImage, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {kInvalidContext, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {kInvalidHandle, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {kIllegalState, "CUDA_ERROR_ILLEGAL_STATE", "operation cannot be performed in present state"},
    {kNotFound, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {kNotReady, "CUDA_ERROR_NOT_READY", "device not ready"},
    {kIllegalAddress, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {kContextIsDestroyed, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
    {kAlreadyRegistered, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED",
     "part or all of the requested memory range is already mapped"},
    {kNotRegistered, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED",
     "pointer does not correspond to a registered memory region"},
    {kLaunchFailed, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {kNotSupported, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {kCaptureUnsupported, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
     "operation not permitted when stream is capturing"},
    {kCaptureInvalidated, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED",
     "operation failed due to a previous error during capture"},
    {kCaptureMerge, "CUDA_ERROR_STREAM_CAPTURE_MERGE",
     "operation would result in a merge of separate capture sequences"},
    {kCaptureUnmatched, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED",
     "capture was not ended in the same stream as it began"},
    {kCaptureUnjoined, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED", "capturing stream has unjoined work"},
    {kCaptureIsolation, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION",
     "dependency created on uncaptured work in another stream"},
    {kCaptureImplicit, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT",
     "operation would make the legacy stream depend on a capturing blocking stream"},
    {kCapturedEvent, "CUDA_ERROR_CAPTURED_EVENT",
     "operation not permitted on an event last recorded in a capturing stream"},
    {kCaptureWrongThread, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD",
     "attempt to terminate a thread-local capture sequence from another thread"},
    {kUnknown, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

CUresult describe(CUresult code, const char *Error::*what, const char **text) {
  if (!text) return kInvalidValue;
  *text = nullptr;
  for (const Error &error : kErrors) {
    if (error.code == code) *text = error.*what;
  }
  return *text ? kSuccess : kInvalidValue;
}

int attribute(CUdevice device, int which) {
  constexpr uint32_t kOperations = SX_CAP_WAIT_VALUE | SX_CAP_WRITE_VALUE;
  const soft::DeviceConfig &config = config_of(device);
  switch (which) {
    case 16: return int(config.concurrency);  // multiprocessors
    case 92:                                  // memory operations of streams
    case 93:
    case 94:
    case 122:
    case 123: return (config.capabilities & kOperations) == kOperations;
    case 99: return 1;  // host memory can be registered
  }
  return 0;
}

template <class F>
CUresult of_device(CUdevice device, F body) {
  return guarded([&] { return is_device(device) ? body() : kInvalidDevice; });
}

CUresult copy_text(const char *text, char *to, int size) {
  if (!to || size <= 0) return kInvalidValue;
  snprintf(to, size_t(size), "%s", text);
  return kSuccess;
}

CUresult get_uuid(unsigned char *uuid, CUdevice device) {
  return of_device(device, [&] {
    if (!uuid) return kInvalidValue;
    std::copy(std::begin(kUuid), std::end(kUuid), uuid);
    uuid[15] = uint8_t(device_of(device).index + 1);
    return kSuccess;
  });
}

// The newest version that a program of that CUDA version may know.
void *look_up(const char *name, int cuda_version, uint64_t flags) {
  constexpr int kOldest = 11080;
  constexpr uint64_t kPerThreadDefault = 2;
  const Symbol *best = nullptr;
  for (const Symbol *s = kSymbols; s->name; s++) {
    if (strcmp(s->name, name) != 0 || s->seen > std::max(cuda_version, kOldest)) continue;
    if (!best || s->version > best->version) best = s;
  }
  if (!best) return nullptr;
  return (flags & kPerThreadDefault) && best->per_thread ? best->per_thread : best->plain;
}

}  // namespace

Driver *Driver::get() { return exiting.load() ? nullptr : the_driver.load(); }

CUresult why_no_driver() { return exiting ? kDeinitialized : kNotInitialized; }

CUresult initialize() {
  std::lock_guard lock(init_mutex());
  if (exiting) return kDeinitialized;
  if (the_driver.load()) return kSuccess;
  std::optional<soft::Configuration> requested;
  auto fresh = std::make_unique<Driver>();
  if (soft::requested_configuration(&requested) != SX_OK) return kUnknown;
  if (requested && requested->empty()) return kNoDevice;
  if (soft::Segment::open(&fresh->segment) != SX_OK ||
      fresh->segment->settle(requested, &fresh->configuration) != SX_OK) {
    return kUnknown;
  }
  for (int index : visible_devices(fresh->configuration.size())) {
    const int number = int(fresh->devices.size());
    fresh->devices.push_back({index, fresh->contexts.add(std::make_shared<CUctx_st>(number))});
  }
  if (fresh->devices.empty()) return kNoDevice;
  fresh->resource_manager = ResourceManager::open(int(fresh->configuration.size()));
  prepare_once();
  the_driver = fresh.release();
  return kSuccess;
}

Thread &this_thread() {
  if (!the_thread) {
    the_thread = new Thread{};
    pthread_setspecific(thread_end, the_thread);
  }
  if (the_thread->driver != &driver()) *the_thread = Thread{&driver(), {}, {}, 0};
  return *the_thread;
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT CUresult cuInit(unsigned flags) {
  if (flags != 0) return kInvalidValue;
  try {
    return initialize();
  } catch (...) {
    return kOutOfMemory;
  }
}

FAKE_EXPORT CUresult cuDriverGetVersion(int *version) {
  if (!version) return kInvalidValue;
  *version = kDriverVersion;
  return kSuccess;
}

FAKE_EXPORT CUresult cuGetErrorName(CUresult error, const char **text) {
  return describe(error, &Error::name, text);
}

FAKE_EXPORT CUresult cuGetErrorString(CUresult error, const char **text) {
  return describe(error, &Error::text, text);
}

FAKE_EXPORT CUresult cuGetProcAddress(const char *name, void **function, int version,
                                      cuuint64_t flags) {
  if (!name || !function) return kInvalidValue;
  *function = look_up(name, version, flags);
  return *function ? kSuccess : kNotFound;
}

FAKE_EXPORT CUresult cuGetProcAddress_v2(const char *name, void **function, int version,
                                         cuuint64_t flags, void *status) {
  enum { kFound, kSymbolNotFound };
  const CUresult result = cuGetProcAddress(name, function, version, flags);
  if (result != kSuccess && result != kNotFound) return result;
  if (status) *static_cast<int *>(status) = result == kSuccess ? kFound : kSymbolNotFound;
  return kSuccess;
}

FAKE_EXPORT CUresult cuDeviceGetCount(int *count) {
  return guarded([&] {
    if (!count) return kInvalidValue;
    *count = int(driver().devices.size());
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  return of_device(ordinal, [&] {
    if (!device) return kInvalidValue;
    *device = ordinal;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuDeviceGetName(char *name, int size, CUdevice device) {
  return of_device(device, [&] { return copy_text(kName, name, size); });
}

FAKE_EXPORT CUresult cuDeviceGetPCIBusId(char *id, int size, CUdevice device) {
  return of_device(device, [&] {
    char text[16];
    snprintf(text, sizeof text, "0000:%02x:00.0", unsigned(bus_of(device_of(device).index)));
    return copy_text(text, id, size);
  });
}

FAKE_EXPORT CUresult cuDeviceGetUuid(unsigned char *uuid, CUdevice device) {
  return get_uuid(uuid, device);
}

FAKE_EXPORT CUresult cuDeviceGetUuid_v2(unsigned char *uuid, CUdevice device) {
  return get_uuid(uuid, device);
}

FAKE_EXPORT CUresult cuDeviceGetAttribute(int *value, int which, CUdevice device) {
  return of_device(device, [&] {
    if (!value) return kInvalidValue;
    *value = attribute(device, which);
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  return of_device(device, [&] {
    if (!bytes) return kInvalidValue;
    *bytes = config_of(device).memory;
    return kSuccess;
  });
}
