// The CUDA driver API as far as the conformance programs need it, and the ways in which a program
// can come by its functions. Nothing here needs the vendor's toolkit.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUgraph = struct CUgraph_st *;
using CUgraphExec = struct CUgraphExec_st *;
using CUgraphNode = struct CUgraphNode_st *;
using CUmemoryPool = struct CUmemPoolHandle_st *;
using CUstreamCallback = void (*)(CUstream, CUresult, void *);
using CUhostFn = void (*)(void *);

enum : CUresult {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_NOT_SUPPORTED = 801,
};
enum : unsigned { CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1 };
enum : unsigned { CU_EVENT_DEFAULT = 0, CU_EVENT_BLOCKING_SYNC = 1, CU_EVENT_DISABLE_TIMING = 2 };
enum : unsigned { CU_MEMHOSTALLOC_PORTABLE = 1, CU_MEMHOSTALLOC_DEVICEMAP = 2 };
enum : unsigned { CU_WAIT_GEQ = 0, CU_WAIT_EQ = 1, CU_WAIT_AND = 2, CU_WAIT_NOR = 3 };
enum CUcaptureMode : int { CU_CAPTURE_GLOBAL, CU_CAPTURE_THREAD_LOCAL, CU_CAPTURE_RELAXED };
inline const CUstream CU_STREAM_LEGACY = reinterpret_cast<CUstream>(uintptr_t{1});
inline const CUstream CU_STREAM_PER_THREAD = reinterpret_cast<CUstream>(uintptr_t{2});

struct CUlaunchAttribute {
  int id;
  char pad[4];
  union {
    int cooperative;
    char size[64];
    uint64_t alignment;
  };
};
constexpr int CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2;

struct CUlaunchConfig {
  unsigned grid[3], block[3], shared_bytes;
  CUstream stream;
  CUlaunchAttribute *attributes;
  unsigned attribute_count;
};

// A wait for a value or a write of one; `value` of a 32-bit operation is its low half.
struct CUstreamBatchMemOpParams {
  enum Kind : int { WAIT_32 = 1, WRITE_32 = 2, WAIT_64 = 4, WRITE_64 = 5 };
  Kind kind;
  CUdeviceptr address;
  uint64_t value;
  unsigned flags;
  CUdeviceptr alias;
  uint64_t pad;
};
static_assert(sizeof(CUlaunchAttribute) == 72 && sizeof(CUlaunchConfig) == 56 &&
              sizeof(CUstreamBatchMemOpParams) == 48);

// Each function with the suffix of its version, that of its variant for per-thread default streams,
// and its parameters. All mean the same by the same name from CUDA 11.8 to 13, but for two: in CUDA
// 13 cuCtxSynchronize and cuCtxGetDevice take a context; what came before looks at no argument.
// clang-format off
#define CU_FUNCTIONS(DO) \
  DO(Init, , , unsigned) \
  DO(DriverGetVersion, , , int *) \
  DO(DeviceGet, , , CUdevice *, int) \
  DO(DeviceGetCount, , , int *) \
  DO(DeviceGetAttribute, , , int *, int, CUdevice) \
  DO(DevicePrimaryCtxRetain, , , CUcontext *, CUdevice) \
  DO(DevicePrimaryCtxRelease, _v2, , CUdevice) \
  DO(DevicePrimaryCtxReset, _v2, , CUdevice) \
  DO(DevicePrimaryCtxGetState, , , CUdevice, unsigned *, int *) \
  DO(CtxDestroy, _v2, , CUcontext) \
  DO(CtxSetCurrent, , , CUcontext) \
  DO(CtxGetCurrent, , , CUcontext *) \
  DO(CtxPushCurrent, _v2, , CUcontext) \
  DO(CtxPopCurrent, _v2, , CUcontext *) \
  DO(CtxGetDevice, , , CUdevice *, CUcontext) \
  DO(CtxSynchronize, , , CUcontext) \
  DO(ModuleLoadData, , , CUmodule *, const void *) \
  DO(ModuleUnload, , , CUmodule) \
  DO(ModuleGetFunction, , , CUfunction *, CUmodule, const char *) \
  DO(LaunchKernel, , _ptsz, CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
     unsigned, CUstream, void **, void **) \
  DO(LaunchKernelEx, , _ptsz, const CUlaunchConfig *, CUfunction, void **, void **) \
  DO(LaunchCooperativeKernel, , _ptsz, CUfunction, unsigned, unsigned, unsigned, unsigned, \
     unsigned, unsigned, unsigned, CUstream, void **) \
  DO(LaunchHostFunc, , _ptsz, CUstream, CUhostFn, void *) \
  DO(StreamCreate, , , CUstream *, unsigned) \
  DO(StreamCreateWithPriority, , , CUstream *, unsigned, int) \
  DO(StreamDestroy, _v2, , CUstream) \
  DO(StreamSynchronize, , _ptsz, CUstream) \
  DO(StreamQuery, , _ptsz, CUstream) \
  DO(StreamGetCtx, , _ptsz, CUstream, CUcontext *) \
  DO(StreamGetFlags, , _ptsz, CUstream, unsigned *) \
  DO(StreamWaitEvent, , _ptsz, CUstream, CUevent, unsigned) \
  DO(StreamAddCallback, , _ptsz, CUstream, CUstreamCallback, void *, unsigned) \
  DO(StreamWaitValue32, _v2, _ptsz, CUstream, CUdeviceptr, uint32_t, unsigned) \
  DO(StreamWaitValue64, _v2, _ptsz, CUstream, CUdeviceptr, uint64_t, unsigned) \
  DO(StreamWriteValue32, _v2, _ptsz, CUstream, CUdeviceptr, uint32_t, unsigned) \
  DO(StreamWriteValue64, _v2, _ptsz, CUstream, CUdeviceptr, uint64_t, unsigned) \
  DO(StreamBatchMemOp, _v2, _ptsz, CUstream, unsigned, CUstreamBatchMemOpParams *, unsigned) \
  DO(StreamBeginCapture, _v2, _ptsz, CUstream, CUcaptureMode) \
  DO(StreamEndCapture, , _ptsz, CUstream, CUgraph *) \
  DO(StreamIsCapturing, , _ptsz, CUstream, int *) \
  DO(ThreadExchangeStreamCaptureMode, , , CUcaptureMode *) \
  DO(GraphInstantiateWithFlags, , , CUgraphExec *, CUgraph, unsigned long long) \
  DO(GraphLaunch, , _ptsz, CUgraphExec, CUstream) \
  DO(GraphGetNodes, , , CUgraph, CUgraphNode *, size_t *) \
  DO(GraphDestroy, , , CUgraph) \
  DO(GraphExecDestroy, , , CUgraphExec) \
  DO(EventCreate, , , CUevent *, unsigned) \
  DO(EventDestroy, _v2, , CUevent) \
  DO(EventRecord, , _ptsz, CUevent, CUstream) \
  DO(EventQuery, , , CUevent) \
  DO(EventSynchronize, , , CUevent) \
  DO(EventElapsedTime, , , float *, CUevent, CUevent) \
  DO(MemAlloc, _v2, , CUdeviceptr *, size_t) \
  DO(MemFree, _v2, , CUdeviceptr) \
  DO(MemAllocAsync, , _ptsz, CUdeviceptr *, size_t, CUstream) \
  DO(MemFreeAsync, , _ptsz, CUdeviceptr, CUstream) \
  DO(MemHostAlloc, , , void **, size_t, unsigned) \
  DO(MemFreeHost, , , void *) \
  DO(MemHostGetDevicePointer, _v2, , CUdeviceptr *, void *, unsigned) \
  DO(MemHostRegister, _v2, , void *, size_t, unsigned) \
  DO(MemHostUnregister, , , void *) \
  DO(Memcpy, , _ptds, CUdeviceptr, CUdeviceptr, size_t) \
  DO(MemcpyHtoD, _v2, _ptds, CUdeviceptr, const void *, size_t) \
  DO(MemcpyDtoH, _v2, _ptds, void *, CUdeviceptr, size_t) \
  DO(MemcpyDtoD, _v2, _ptds, CUdeviceptr, CUdeviceptr, size_t) \
  DO(MemcpyAsync, , _ptsz, CUdeviceptr, CUdeviceptr, size_t, CUstream) \
  DO(MemcpyHtoDAsync, _v2, _ptsz, CUdeviceptr, const void *, size_t, CUstream) \
  DO(MemcpyDtoHAsync, _v2, _ptsz, void *, CUdeviceptr, size_t, CUstream) \
  DO(MemcpyDtoDAsync, _v2, _ptsz, CUdeviceptr, CUdeviceptr, size_t, CUstream) \
  DO(MemcpyPeerAsync, , _ptsz, CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t, CUstream) \
  DO(MemsetD8, _v2, _ptds, CUdeviceptr, unsigned char, size_t) \
  DO(MemsetD16, _v2, _ptds, CUdeviceptr, unsigned short, size_t) \
  DO(MemsetD32, _v2, _ptds, CUdeviceptr, unsigned, size_t) \
  DO(MemsetD8Async, , _ptsz, CUdeviceptr, unsigned char, size_t, CUstream) \
  DO(MemsetD16Async, , _ptsz, CUdeviceptr, unsigned short, size_t, CUstream) \
  DO(MemsetD32Async, , _ptsz, CUdeviceptr, unsigned, size_t, CUstream) \
  DO(MemsetD2D8Async, , _ptsz, CUdeviceptr, size_t, unsigned char, size_t, size_t, CUstream) \
  DO(MemsetD2D16Async, , _ptsz, CUdeviceptr, size_t, unsigned short, size_t, size_t, CUstream) \
  DO(MemsetD2D32Async, , _ptsz, CUdeviceptr, size_t, unsigned, size_t, size_t, CUstream)
// clang-format on

struct Functions {
#define CU_MEMBER(name, version, thread, ...) CUresult (*name)(__VA_ARGS__);
  CU_FUNCTIONS(CU_MEMBER)
#undef CU_MEMBER
};
inline Functions cu;

#ifdef LINKED
#define CU_PROTOTYPE(name, version, thread, ...) extern "C" CUresult cu##name##version(__VA_ARGS__);
CU_FUNCTIONS(CU_PROTOTYPE)
#undef CU_PROTOTYPE
#endif

// How a program comes by the functions:
//   linked              the dynamic linker binds them
//   dlsym               by the library's handle
//   default, next       by RTLD_DEFAULT or RTLD_NEXT, with the library's names global
//   address:VERSION     by cuGetProcAddress, for a version of CUDA such as 12000
//   address2:VERSION    by cuGetProcAddress_v2
// "+thread" behind it: the variants in which the default stream is the calling thread's own.
struct Way {
  std::string how;
  int version = 0;
  bool per_thread = false;

  explicit Way(std::string text) {
    const size_t plus = text.find("+thread");
    per_thread = plus != std::string::npos;
    how = text.substr(0, plus);
    const size_t colon = how.find(':');
    if (colon == std::string::npos) return;
    version = std::atoi(how.c_str() + colon + 1);
    how.resize(colon);
  }
};

using ProcAddress = CUresult (*)(const char *, void **, int, uint64_t);
using ProcAddress2 = CUresult (*)(const char *, void **, int, uint64_t, int *);

inline void *library() {
  static void *handle = dlopen("libcuda.so.1", RTLD_NOW);
  if (!handle) {
    std::printf("there is no CUDA driver\n");
    std::exit(1);
  }
  return handle;
}

// A function that is not in the table, by its full name; null if this driver lacks it.
template <class Function>
Function by_name(const char *symbol) {
  return reinterpret_cast<Function>(dlsym(library(), symbol));
}

// `base` is the name without suffixes, `symbol` the one with them.
inline void *look_up(const Way &way, const char *base, const char *symbol) {
  void *found = nullptr;
  const uint64_t flags = way.per_thread ? 2 : 0;
  if (way.how == "dlsym") return dlsym(library(), symbol);
  if (way.how == "address")
    by_name<ProcAddress>("cuGetProcAddress")(base, &found, way.version, flags);
  if (way.how == "address2")
    by_name<ProcAddress2>("cuGetProcAddress_v2")(base, &found, way.version, flags, nullptr);
  if (way.how == "default" || way.how == "next") {
    static void *global = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (global) found = dlsym(way.how == "next" ? RTLD_NEXT : RTLD_DEFAULT, symbol);
  }
  return found;
}

inline Functions find_functions(const Way &way) {
  Functions found;
#ifdef LINKED
  if (way.how == "linked") {
#define CU_BIND(name, version, thread, ...) found.name = ::cu##name##version;
    CU_FUNCTIONS(CU_BIND)
#undef CU_BIND
    return found;
  }
#endif
#define CU_LOOK_UP(name, version, thread, ...)                                               \
  found.name = reinterpret_cast<decltype(found.name)>(look_up(                               \
      way, "cu" #name, way.per_thread ? "cu" #name #version #thread : "cu" #name #version)); \
  if (!found.name) {                                                                         \
    std::printf("cu%s is not found by %s\n", #name, way.how.c_str());                        \
    std::exit(1);                                                                            \
  }
  CU_FUNCTIONS(CU_LOOK_UP)
#undef CU_LOOK_UP
  return found;
}
