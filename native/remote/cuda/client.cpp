// The CUDA driver's functions that are more than their arguments, for a program whose device is
// elsewhere: initialisation, look-up, errors, and contexts.
#include <cstdio>
#include <string>
#include <unordered_map>

#include "remote/cuda/client.h"

using namespace heddle::remote;

namespace {

constexpr int kMostDevices = 64;

struct Primary {
  std::atomic<int> retained{0};
  std::atomic<int64_t> flags{-1};  // not known
};
Primary primaries[kMostDevices];

Primary *primary(CUdevice device) {
  return device >= 0 && device < kMostDevices ? &primaries[device] : nullptr;
}

// What does not change, by what was asked. A place of its own stays where it is.
template <class Key, class Value>
class Answers {
 public:
  Value *find(const Key &key) {
    std::lock_guard lock(mutex_);
    const auto found = all_.find(key);
    return found == all_.end() ? nullptr : &found->second;
  }
  Value *keep(const Key &key, Value value) {
    std::lock_guard lock(mutex_);
    return &all_.try_emplace(key, std::move(value)).first->second;
  }
  void forget(const Key &key) {
    std::lock_guard lock(mutex_);
    all_.erase(key);
  }

 private:
  std::mutex mutex_;
  std::map<Key, Value> all_;
};

// Made when the library is loaded: the first two calls may come at once. Never destroyed.
auto &devices_of_contexts = *new Answers<uint64_t, CUdevice>;
auto &texts = *new Answers<std::pair<int, int>, std::string>;
auto &attributes = *new Answers<std::pair<int, int>, int>;

struct Found {
  CUresult result;
  uint64_t status, place;
};
auto &functions = *new Answers<std::tuple<std::string, int, uint64_t, bool>, Found>;

CUresult describe(uint16_t function, CUresult error, const char **text) {
  if (!text) return kInvalidValue;
  const std::pair<int, int> key{function, error};
  if (const std::string *found = texts.find(key)) return *text = found->c_str(), kSuccess;
  Call call(function);
  call.value(error);
  const CUresult result = call.ask();
  size_t count;
  const unsigned char *bytes = call.answer().bytes(&count);
  *text = nullptr;
  if (result != kSuccess) return result;
  *text = texts.keep(key, std::string(bytes, bytes + count))->c_str();
  return kSuccess;
}

// The older way has no status, and fails where the newer one has nothing to give.
CUresult look_up(const char *name, void **function, int version, cuuint64_t flags, int *status,
                 bool is_older = false) {
  if (!name || !function) return kInvalidValue;
  *function = nullptr;
  const std::tuple<std::string, int, uint64_t, bool> key{name, version, flags, is_older};
  const Found *answer = functions.find(key);
  if (!answer) {
    Call call(kCuGetProcAddress_v2);
    call.text(name);
    call.value(version);
    call.value(flags);
    call.value(is_older);
    Found told{call.ask(), 1, 0};
    call.take(&told.status);
    call.take(&told.place);
    if (client().is_lost()) return kNotFound;
    answer = functions.keep(key, told);
  }
  if (status) *status = int(answer->status);
  if (answer->result != kSuccess || answer->place >= std::size(kNames)) return answer->result;
  if (answer->status == 0) *function = kOurs[answer->place];
  return kSuccess;
}

}  // namespace

namespace heddle::remote {

void use_context(Lane &lane) {
  const uint32_t mode = uint32_t(lane.device) >> kContextBits;
  const uint64_t current = lane.contexts.empty() ? 0 : lane.contexts.back() / kFirstHandle;
  lane.device = int32_t(mode << kContextBits | uint32_t(current & (kMostContexts - 1)));
}

void note_context(uint64_t context, CUdevice device) { devices_of_contexts.keep(context, device); }

CUresult device_of(uint64_t context, CUdevice *device) {
  const CUdevice *found = devices_of_contexts.find(context);
  if (!found) return kInvalidContext;
  if (!device) return kInvalidValue;
  *device = *found;
  return kSuccess;
}

}  // namespace heddle::remote

// -- finding things -------------------------------------------------------------------------------

HEDDLE_EXPORT CUresult cuInit(unsigned flags) {
  Call call(kCuInit);
  call.value(flags);
  const CUresult result = call.ask();
  if (result == kSuccess) client().set_initialised();
  return result;
}

HEDDLE_EXPORT CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion,
                                           cuuint64_t flags,
                                           CUdriverProcAddressQueryResult *symbolStatus) {
  return look_up(symbol, pfn, cudaVersion, flags, symbolStatus);
}

HEDDLE_EXPORT CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion,
                                        cuuint64_t flags) {
  return look_up(symbol, pfn, cudaVersion, flags, nullptr, true);
}

HEDDLE_EXPORT CUresult cuGetExportTable(const void **ppExportTable, const CUuuid *pExportTableId) {
  if (!ppExportTable || !pExportTableId) return kInvalidValue;
  *ppExportTable = export_table(pExportTableId, __builtin_return_address(0));
  if (*ppExportTable) return kSuccess;
  Call call(kCuGetExportTable);
  call.given(pExportTableId, 1);
  return call.ask();
}

HEDDLE_EXPORT CUresult cuGetErrorName(CUresult error, const char **pStr) {
  return describe(kCuGetErrorName, error, pStr);
}

HEDDLE_EXPORT CUresult cuGetErrorString(CUresult error, const char **pStr) {
  return describe(kCuGetErrorString, error, pStr);
}

// Runtimes ask for all of them, and again and again for some.
HEDDLE_EXPORT CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev) {
  const std::pair<int, int> key{attrib, dev};
  if (pi && client().is_initialised())
    if (const int *found = attributes.find(key)) return *pi = *found, kSuccess;
  Call call(kCuDeviceGetAttribute);
  call.wanted(pi);
  call.value(attrib);
  call.value(dev);
  const CUresult result = call.ask();
  call.take(pi);
  if (result == kSuccess && pi) attributes.keep(key, *pi);
  return result;
}

// -- contexts -------------------------------------------------------------------------------------

namespace {

CUresult set_current(CUcontext context, bool replaces) {
  if (!client().is_initialised()) return kNotInitialized;
  Lane &lane = client().lane();
  const Known known = client().handles.find(uint64_t(context), kKindCUcontext);
  if (context && known != Known::kYes) return kInvalidContext;
  if (replaces && !lane.contexts.empty()) lane.contexts.pop_back();
  if (context || !replaces) lane.contexts.push_back(uint64_t(context));
  use_context(lane);
  return kSuccess;
}

}  // namespace

HEDDLE_EXPORT CUresult cuCtxSetCurrent(CUcontext ctx) { return set_current(ctx, true); }

HEDDLE_EXPORT CUresult cuCtxPushCurrent_v2(CUcontext ctx) {
  return ctx ? set_current(ctx, false) : kInvalidValue;
}
HEDDLE_EXPORT CUresult cuCtxPushCurrent(CUcontext ctx) { return cuCtxPushCurrent_v2(ctx); }

HEDDLE_EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *pctx) {
  if (!client().is_initialised()) return kNotInitialized;
  Lane &lane = client().lane();
  if (lane.contexts.empty()) return kInvalidContext;
  if (pctx) *pctx = reinterpret_cast<CUcontext>(lane.contexts.back());
  lane.contexts.pop_back();
  use_context(lane);
  return kSuccess;
}
HEDDLE_EXPORT CUresult cuCtxPopCurrent(CUcontext *pctx) { return cuCtxPopCurrent_v2(pctx); }

HEDDLE_EXPORT CUresult cuCtxGetCurrent(CUcontext *pctx) {
  if (!client().is_initialised()) return kNotInitialized;
  if (!pctx) return kInvalidValue;
  const Lane &lane = client().lane();
  *pctx = reinterpret_cast<CUcontext>(lane.contexts.empty() ? 0 : lane.contexts.back());
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuCtxGetDevice(CUdevice *device) {
  if (!client().is_initialised()) return kNotInitialized;
  const Lane &lane = client().lane();
  return lane.contexts.empty() ? kInvalidContext : device_of(lane.contexts.back(), device);
}

HEDDLE_EXPORT CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx) {
  if (!ctx) return cuCtxGetDevice(device);
  return client().is_initialised() ? device_of(uint64_t(ctx), device) : kNotInitialized;
}

HEDDLE_EXPORT CUresult cuCtxCreate_v2(CUcontext *pctx, unsigned flags, CUdevice dev) {
  Call call(kCuCtxCreate_v2);
  call.made(kKindCUcontext, pctx);
  call.value(flags);
  call.value(dev);
  const CUresult result = call.ask();
  call.take_made(pctx);
  if (result != kSuccess) return result;
  note_context(uint64_t(*pctx), dev);
  return set_current(*pctx, false);
}

HEDDLE_EXPORT CUresult cuCtxCreate(CUcontext *pctx, unsigned flags, CUdevice dev) {
  return cuCtxCreate_v2(pctx, flags, dev);
}

HEDDLE_EXPORT CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams,
                                      unsigned flags, CUdevice dev) {
  // A part of a device is not for a client to choose.
  return ctxCreateParams ? refuse("cuCtxCreate_v4 with parameters")
                         : cuCtxCreate_v2(pctx, flags, dev);
}

HEDDLE_EXPORT CUresult cuCtxDestroy_v2(CUcontext ctx) {
  Call call(kCuCtxDestroy_v2);
  call.handle(kKindCUcontext, ctx);
  const CUresult result = call.ask();
  if (result != kSuccess) return result;
  Lane &lane = client().lane();
  if (!lane.contexts.empty() && lane.contexts.back() == uint64_t(ctx)) lane.contexts.pop_back();
  use_context(lane);
  client().handles.forget(uint64_t(ctx));
  devices_of_contexts.forget(uint64_t(ctx));
  return kSuccess;
}
HEDDLE_EXPORT CUresult cuCtxDestroy(CUcontext ctx) { return cuCtxDestroy_v2(ctx); }

HEDDLE_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev) {
  Call call(kCuDevicePrimaryCtxRetain);
  call.made(kKindCUcontext, pctx);
  call.value(dev);
  const CUresult result = call.ask();
  call.take_found(kKindCUcontext, pctx);
  if (result != kSuccess) return result;
  note_context(uint64_t(*pctx), dev);
  if (Primary *of = primary(dev)) of->retained++;
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev) {
  Call call(kCuDevicePrimaryCtxRelease_v2);
  call.value(dev);
  const CUresult result = call.ask();
  Primary *of = primary(dev);
  if (result == kSuccess && of && of->retained > 0) of->retained--;
  return result;
}
HEDDLE_EXPORT CUresult cuDevicePrimaryCtxRelease(CUdevice dev) {
  return cuDevicePrimaryCtxRelease_v2(dev);
}

HEDDLE_EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev) {
  Call call(kCuDevicePrimaryCtxReset_v2);
  call.value(dev);
  const CUresult result = call.ask();
  if (Primary *of = primary(dev)) of->retained = 0, of->flags = -1;
  return result;
}
HEDDLE_EXPORT CUresult cuDevicePrimaryCtxReset(CUdevice dev) {
  return cuDevicePrimaryCtxReset_v2(dev);
}

// A runtime asks at each of its calls. While we retain it, it is active.
HEDDLE_EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned *flags, int *active) {
  Primary *of = primary(dev);
  if (of && of->retained > 0 && of->flags >= 0 && client().is_initialised() && flags && active) {
    *flags = unsigned(of->flags), *active = 1;
    return kSuccess;
  }
  Call call(kCuDevicePrimaryCtxGetState);
  call.value(dev);
  call.wanted(flags);
  call.wanted(active);
  const CUresult result = call.ask();
  call.take(flags);
  call.take(active);
  if (result == kSuccess && of && of->retained > 0 && flags) of->flags = *flags;
  return result;
}

HEDDLE_EXPORT CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
  if (!mode || *mode < 0 || *mode > 2) return kInvalidValue;
  Lane &lane = client().lane();
  const auto before = int(uint32_t(lane.device) >> kContextBits);
  lane.device =
      int32_t(uint32_t(*mode) << kContextBits | (uint32_t(lane.device) & (kMostContexts - 1)));
  *mode = before;
  return kSuccess;
}
