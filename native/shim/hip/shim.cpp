// The calls of the HIP runtime that need more than their role: which queue belongs to a stream,
// which device a thread uses, and the runtime's own look-up of functions.
#include "common/os.h"
#include "shim/hip/bus.h"
#include "shim/hip/roles.h"
#include "shim/visible.h"

namespace heddle::hip {

namespace {

using Known = Vendor::Known;

// The runtime's own variable is hidden in it; we see every call that changes it.
constexpr int kAsk = -2;
thread_local int device_of_thread __attribute__((tls_model("initial-exec"))) = kAsk;
thread_local hipStream_t last_configured __attribute__((tls_model("initial-exec"))) = nullptr;

constexpr uintptr_t kOwn = uintptr_t(1) << 63;  // above all addresses
uintptr_t own_key(uintptr_t device) { return kOwn | uintptr_t(os::this_thread()) << 8 | device; }
bool is_handle(uintptr_t key) { return key > uintptr_t(kMostDevices) && !(key & kOwn); }

bool table_device(int device, uint32_t *index) {
  Names of;
  return of.read(device) &&
         heddle_device_open("hip", of.name, of.uuid, capabilities_of(device), index) == HEDDLE_OK;
}

void forget() {
  Roles::forget();
  forget_blocks();
  forget_hardware();
}

pthread_key_t thread_end;  // set in threads that have default streams of their own

void close_own_queues(void *) {
  const uintptr_t own = own_key(0);
  Roles::drop_where([&](uintptr_t key, const Known &) { return key >> 8 == own >> 8; });
}

__attribute__((constructor)) void start() {
  for (const char *name : kLibraries) heddle_intercept(name, kSymbols);
  pthread_key_create(&thread_end, close_own_queues);
  pthread_atfork(nullptr, nullptr, forget);
}

}  // namespace

int thread_device() {
  if (device_of_thread == kAsk) {
    int device = -1;
    Ours here;
    if (real().hipGetDevice(&device) != kSuccess || device >= kMostDevices) device = -1;
    device_of_thread = device;
  }
  return device_of_thread;
}

// Stream handles are addresses, so small numbers are free for the default stream of each device,
// and high ones for the threads' own.
uintptr_t Vendor::key_of(hipStream_t stream) {
  if (!is_default(stream) && stream != kPerThread) return reinterpret_cast<uintptr_t>(stream);
  const auto device = uintptr_t(thread_device() + 1);
  return stream == kPerThread ? own_key(device) : device ? device : uintptr_t(kMostDevices);
}

int device_of(hipStream_t stream) {
  if (is_default(stream) || stream == kPerThread) return thread_device();
  if (const Known *known = Roles::find(stream)) return known->device;
  int device = -1;
  Ours here;
  return real().hipStreamGetDevice(stream, &device) == kSuccess && device < kMostDevices ? device
                                                                                         : -1;
}

bool Vendor::look(hipStream_t stream, Known *known) {
  known->device = device_of(stream);
  known->blocking = true;
  return known->device >= 0;
}

heddle_queue *Vendor::open(hipStream_t stream, Known *known) {
  if (is_handle(key_of(stream))) {
    unsigned flags = 0;
    Ours here;
    known->blocking = real().hipStreamGetFlags(stream, &flags) != kSuccess || !(flags & 1);
  }
  uint32_t index;
  heddle_hw_queue hardware;
  if (!table_device(known->device, &index)) return nullptr;
  if (!make_hw_queue(known->device, stream, &hardware)) return nullptr;
  if (stream == kPerThread) pthread_setspecific(thread_end, &thread_end);
  return heddle_queue_open(index, &hardware, reinterpret_cast<uint64_t>(stream));
}

bool Vendor::is_capturing(hipStream_t stream) {
  int status = 0;
  return real().hipStreamIsCapturing(stream, &status) == kSuccess && status != 0;
}

bool Vendor::is_left_running(hipStream_t stream, const Known &known) {
  if (!known.blocking) return false;
  Ours here;
  return real().hipStreamQuery(stream) == kNotReady;
}

// In both forms of a configuration there are 32 bytes in front of it.
hipStream_t stream_of(const void *launch_config) {
  struct Config {
    uint32_t grid[3], block[3];
    uint64_t shared_bytes;
    hipStream_t stream;
  };
  return launch_config ? static_cast<const Config *>(launch_config)->stream : nullptr;
}

hipStream_t configured_stream() { return last_configured; }

bool Names::read(int device) {
  char bus_id[32] = "", id[16] = "";
  Ours here;
  if (real().hipDeviceGetPCIBusId(bus_id, sizeof bus_id, device) != kSuccess) return false;
  // Where the kernel does not list them, by the variable that chooses them, or as the runtime does.
  const int otherwise = number_of("HIP_VISIBLE_DEVICES", device);
  snprintf(name, sizeof name, "%d", place_on_bus(bus_id, otherwise));
  // 16 digits; older runtimes have none.
  if (real().hipDeviceGetUuid && real().hipDeviceGetUuid(id, device) == kSuccess && id[0])
    snprintf(uuid, sizeof uuid, "GPU-%.16s", id);
  else
    snprintf(uuid, sizeof uuid, "hip-%s", bus_id);
  return true;
}

namespace {

template <class Call>
hipError_t change_device(Call call) {
  const hipError_t result = call();
  device_of_thread = kAsk;
  return result;
}

// All streams that the program has made on a device go, and all its memory there. The real one
// waits for what is there, and so do we first: then no mark of ours is left to land.
template <class Call>
hipError_t reset(int device, Call call) {
  if (device < 0 || device >= kMostDevices) return call();
  roles::sync_device([] { return real().hipDeviceSynchronize(); });
  hipStream_t gone[Waited::kMost];
  for (int count = Waited::kMost; count == Waited::kMost;) {
    count = 0;
    Roles::streams.lock();
    Roles::streams.each([&](uintptr_t key, const Known &known) {
      if (known.device == device && is_handle(key) && count < Waited::kMost)
        gone[count++] = reinterpret_cast<hipStream_t>(key);
    });
    Roles::streams.unlock();
    for (int i = 0; i < count; i++) Roles::close_queue(gone[i]);
  }
  reset_words(device);
  const hipError_t result = call();
  if (result != kSuccess) return result;
  forget_device(device);
  Roles::amounts.give_back(uintptr_t(device + 1));
  return result;
}

// One command on each of several streams.
template <class Params, class Call>
hipError_t work_on_all(const Params *list, int64_t count, Call call) {
  if (!list || count <= 0) return call();
  return roles::work(list->stream, [&] { return work_on_all(list + 1, count - 1, call); });
}

struct LaunchParams {
  void *function;
  Dim3 grid, block;
  void **arguments;
  size_t shared_bytes;
  hipStream_t stream;
};

struct FunctionLaunchParams {
  hipFunction_t function;
  uint32_t grid[3], block[3], shared_bytes;
  hipStream_t stream;
  void **arguments;
};

// Whatever variant of a function the runtime has picked, ours is the one that calls it.
hipError_t answer(hipError_t result, void **function) {
  if (result != kSuccess || !function || !*function) return result;
  for (const heddle_symbol *s = kSymbols; s->name; s++)
    if (heddle_real_symbol(library(), s->name) == *function) {
      *function = s->ours;
      break;
    }
  return result;
}

}  // namespace

}  // namespace heddle::hip

using namespace heddle::hip;

extern "C" {

HEDDLE_EXPORT hipError_t hipGetProcAddress(const char *symbol, void **pfn, int hipVersion,
                                           uint64_t flags, void *symbolStatus) {
  return answer(real().hipGetProcAddress(symbol, pfn, hipVersion, flags, symbolStatus), pfn);
}

HEDDLE_EXPORT hipError_t hipGetDriverEntryPoint(const char *symbol, void **funcPtr,
                                                unsigned long long flags, void *status) {
  return answer(real().hipGetDriverEntryPoint(symbol, funcPtr, flags, status), funcPtr);
}

HEDDLE_EXPORT hipError_t hipGetDriverEntryPoint_spt(const char *symbol, void **funcPtr,
                                                    unsigned long long flags, void *status) {
  return answer(real().hipGetDriverEntryPoint_spt(symbol, funcPtr, flags, status), funcPtr);
}

HEDDLE_EXPORT hipError_t hipSetDevice(int deviceId) {
  return change_device([&] { return real().hipSetDevice(deviceId); });
}

HEDDLE_EXPORT hipError_t hipSetValidDevices(int *device_arr, int len) {
  return change_device([&] { return real().hipSetValidDevices(device_arr, len); });
}

HEDDLE_EXPORT hipError_t hipCtxCreate(hipCtx_t *ctx, unsigned int flags, hipDevice_t device) {
  return change_device([&] { return real().hipCtxCreate(ctx, flags, device); });
}

HEDDLE_EXPORT hipError_t hipCtxDestroy(hipCtx_t ctx) {
  return change_device([&] { return real().hipCtxDestroy(ctx); });
}

HEDDLE_EXPORT hipError_t hipCtxPopCurrent(hipCtx_t *ctx) {
  return change_device([&] { return real().hipCtxPopCurrent(ctx); });
}

HEDDLE_EXPORT hipError_t hipCtxPushCurrent(hipCtx_t ctx) {
  return change_device([&] { return real().hipCtxPushCurrent(ctx); });
}

HEDDLE_EXPORT hipError_t hipCtxSetCurrent(hipCtx_t ctx) {
  return change_device([&] { return real().hipCtxSetCurrent(ctx); });
}

HEDDLE_EXPORT hipError_t hipDeviceReset() {
  return reset(thread_device(), [] { return real().hipDeviceReset(); });
}

HEDDLE_EXPORT hipError_t hipConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem,
                                          hipStream_t stream) {
  last_configured = stream;
  return real().hipConfigureCall(gridDim, blockDim, sharedMem, stream);
}

HEDDLE_EXPORT hipError_t hipExtLaunchMultiKernelMultiDevice(void *launchParamsList, int numDevices,
                                                            unsigned int flags) {
  return work_on_all(static_cast<LaunchParams *>(launchParamsList), numDevices, [&] {
    return real().hipExtLaunchMultiKernelMultiDevice(launchParamsList, numDevices, flags);
  });
}

HEDDLE_EXPORT hipError_t hipLaunchCooperativeKernelMultiDevice(void *launchParamsList,
                                                               int numDevices, unsigned int flags) {
  return work_on_all(static_cast<LaunchParams *>(launchParamsList), numDevices, [&] {
    return real().hipLaunchCooperativeKernelMultiDevice(launchParamsList, numDevices, flags);
  });
}

HEDDLE_EXPORT hipError_t hipModuleLaunchCooperativeKernelMultiDevice(void *launchParamsList,
                                                                     unsigned int numDevices,
                                                                     unsigned int flags) {
  return work_on_all(static_cast<FunctionLaunchParams *>(launchParamsList), numDevices, [&] {
    return real().hipModuleLaunchCooperativeKernelMultiDevice(launchParamsList, numDevices, flags);
  });
}

}  // extern C
