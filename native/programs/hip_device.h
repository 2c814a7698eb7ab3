// A HIP device as an ordinary program sees it. It needs the runtime and its compiler only: the
// kernels are text. A timed command keeps the device for so long by the device's own clock.
// With HIP_LOAD_GRAPH=1 a request is one graph, captured once.
#pragma once

#include <stdint.h>

#include <deque>
#include <map>
#include <string>

#include "programs/library.h"

namespace heddle {

inline constexpr char kHipSource[] = R"(
extern "C" __global__ void timed(unsigned long long ticks) {
  const long long until = wall_clock64() + (long long)ticks;
  while (wall_clock64() < until) {}
}
extern "C" __global__ void ramp(unsigned *x, unsigned long long n, unsigned value) {
  const unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value + (unsigned)i;
}
extern "C" __global__ void affine(unsigned *x, unsigned long long n, unsigned a, unsigned b) {
  const unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * a + b;
}
)";

// The runtime's functions that we call, with their parameters.
#define HEDDLE_HIP_FUNCTIONS(DO)                                                                \
  DO(hipInit, unsigned)                                                                         \
  DO(hipSetDevice, int)                                                                         \
  DO(hipDeviceGetAttribute, int *, int, int)                                                    \
  DO(hipModuleLoadData, Handle *, const void *)                                                 \
  DO(hipModuleGetFunction, Handle *, Handle, const char *)                                      \
  DO(hipModuleLaunchKernel, Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
     unsigned, Handle, void **, void **)                                                        \
  DO(hipStreamCreateWithFlags, Handle *, unsigned)                                              \
  DO(hipStreamDestroy, Handle)                                                                  \
  DO(hipStreamSynchronize, Handle)                                                              \
  DO(hipStreamQuery, Handle)                                                                    \
  DO(hipStreamWaitEvent, Handle, Handle, unsigned)                                              \
  DO(hipStreamBeginCapture, Handle, int)                                                        \
  DO(hipStreamEndCapture, Handle, Handle *)                                                     \
  DO(hipGraphInstantiateWithFlags, Handle *, Handle, unsigned long long)                        \
  DO(hipGraphLaunch, Handle, Handle)                                                            \
  DO(hipEventCreateWithFlags, Handle *, unsigned)                                               \
  DO(hipEventRecord, Handle, Handle)                                                            \
  DO(hipEventQuery, Handle)                                                                     \
  DO(hipEventSynchronize, Handle)                                                               \
  DO(hipMalloc, Handle *, size_t)                                                               \
  DO(hipFree, Handle)                                                                           \
  DO(hipMemGetInfo, size_t *, size_t *)                                                         \
  DO(hipMemcpyAsync, void *, const void *, size_t, int, Handle)

// The compiler's, which newer versions have in a library of its own.
#define HEDDLE_HIPRTC_FUNCTIONS(DO)                                                                \
  DO(hiprtcCreateProgram, Handle *, const char *, const char *, int, const char **, const char **) \
  DO(hiprtcCompileProgram, Handle, int, const char **)                                             \
  DO(hiprtcGetCodeSize, Handle, size_t *)                                                          \
  DO(hiprtcGetCode, Handle, char *)

class Device {
  using Handle = void *;

 public:
  using Stream = Handle;
  using Event = Handle;
  using Buffer = Handle;
  static constexpr const char *kApi = "hip";

  Device() {
    must(hip.hipInit(0), "hipInit");
    begin_thread();
    constexpr int kMultiprocessors = 63, kWallClockKhz = 10017;  // hipDeviceAttribute_t
    must(hip.hipDeviceGetAttribute(&units_, kMultiprocessors, 0), "hipDeviceGetAttribute");
    must(hip.hipDeviceGetAttribute(&clock_khz_, kWallClockKhz, 0), "hipDeviceGetAttribute");
    load_kernels();
    stream_ = make_stream();
  }
  // What a thread does before it uses the device.
  void begin_thread() { must(hip.hipSetDevice(0), "hipSetDevice"); }

  // From now on the runtime's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    static const auto intercepted = hip.hipModuleLaunchKernel;
    auto *past = past_heddle(hip.library, "hipModuleLaunchKernel", intercepted);
    hip.hipModuleLaunchKernel = direct && past ? past : intercepted;
    return past != nullptr;
  }
  void launch(uint64_t nanoseconds) { launch(stream_, nanoseconds); }
  void request(int commands, uint64_t nanoseconds) {
    auto launch_all = [&] {
      for (int i = 0; i < commands; i++) launch(nanoseconds);
    };
    if (!graphs_) return launch_all();
    Handle &executable = executables_[{commands, nanoseconds}];
    if (!executable) {
      Handle graph;
      constexpr int kThreadLocal = 1;
      must(hip.hipStreamBeginCapture(stream_, kThreadLocal), "hipStreamBeginCapture");
      launch_all();
      must(hip.hipStreamEndCapture(stream_, &graph), "hipStreamEndCapture");
      must(hip.hipGraphInstantiateWithFlags(&executable, graph, 0), "hipGraphInstantiate");
    }
    must(hip.hipGraphLaunch(executable, stream_), "hipGraphLaunch");
  }
  void synchronize() { synchronize(stream_); }
  Event record() { return record(stream_); }
  void wait(Event event) { must(hip.hipEventSynchronize(event), "hipEventSynchronize"); }
  void give_back(Event event) { spare_.push_back(event); }

  Stream make_stream() {
    Stream stream;
    constexpr unsigned kNonBlocking = 1;
    must(hip.hipStreamCreateWithFlags(&stream, kNonBlocking), "hipStreamCreateWithFlags");
    return stream;
  }
  void destroy(Stream stream) { must(hip.hipStreamDestroy(stream), "hipStreamDestroy"); }
  void launch(Stream stream, uint64_t nanoseconds) {
    uint64_t ticks = nanoseconds * uint64_t(clock_khz_) / 1'000'000;
    void *arguments[] = {&ticks};
    launch_kernel(stream, timed_, unsigned(units_), arguments);
  }
  void fill(Stream stream, Buffer to, size_t count, uint32_t value) {
    void *arguments[] = {&to, &count, &value};
    over(stream, ramp_, count, arguments);
  }
  void affine(Stream stream, Buffer to, size_t count, uint32_t a, uint32_t b) {
    void *arguments[] = {&to, &count, &a, &b};
    over(stream, affine_, count, arguments);
  }
  void read(Stream stream, void *to, Buffer from, size_t bytes) {
    constexpr int kDeviceToHost = 2;
    must(hip.hipMemcpyAsync(to, from, bytes, kDeviceToHost, stream), "hipMemcpyAsync");
    synchronize(stream);
  }
  Event record(Stream stream) {
    Event event;
    if (spare_.empty()) {
      constexpr unsigned kDisableTiming = 2;
      must(hip.hipEventCreateWithFlags(&event, kDisableTiming), "hipEventCreateWithFlags");
    } else {
      event = spare_.back();
      spare_.pop_back();
    }
    must(hip.hipEventRecord(event, stream), "hipEventRecord");
    return event;
  }
  void make_wait(Stream stream, Event event) {
    must(hip.hipStreamWaitEvent(stream, event, 0), "hipStreamWaitEvent");
  }
  bool is_done(Event event) { return hip.hipEventQuery(event) == 0; }
  void synchronize(Stream stream) {
    must(hip.hipStreamSynchronize(stream), "hipStreamSynchronize");
  }
  bool is_empty(Stream stream) { return hip.hipStreamQuery(stream) == 0; }

  Buffer allocate(size_t bytes, long *result) {
    Buffer made = nullptr;
    *result = hip.hipMalloc(&made, bytes);
    return made;
  }
  void release(Buffer buffer) { must(hip.hipFree(buffer), "hipFree"); }
  void memory(size_t *free, size_t *total) {
    must(hip.hipMemGetInfo(free, total), "hipMemGetInfo");
  }

  long misuse(int which) {
    Buffer none = nullptr;
    if (which == 1) return hip.hipMalloc(&none, SIZE_MAX);
    if (which == 2) return hip.hipEventQuery(nullptr);
    const Stream dead = make_stream();
    destroy(dead);
    return hip.hipStreamSynchronize(dead);
  }

 private:
  struct Runtime {
    const char *library = "libamdhip64.so.6";
    void *handle;
    const char *(*hipGetErrorString)(int);
#define MEMBER(name, ...) int (*name)(__VA_ARGS__);
    HEDDLE_HIP_FUNCTIONS(MEMBER)
    HEDDLE_HIPRTC_FUNCTIONS(MEMBER)
#undef MEMBER

    // The newest that there is.
    Runtime() {
      for (const char *name : {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"})
        if ((handle = dlopen(name, RTLD_NOW))) {
          library = name;
          break;
        }
      if (!handle) handle = open_library(library);
      void *compiler =
          dlsym(handle, "hiprtcCompileProgram") ? handle : open_library("libhiprtc.so");
      look_up(handle, "hipGetErrorString", hipGetErrorString);
#define LOOK(name, ...) look_up(handle, #name, name);
      HEDDLE_HIP_FUNCTIONS(LOOK)
#undef LOOK
#define LOOK(name, ...) look_up(compiler, #name, name);
      HEDDLE_HIPRTC_FUNCTIONS(LOOK)
#undef LOOK
    }
  };

  void must(int result, const char *what) {
    if (result) give_up(what, hip.hipGetErrorString(result));
  }

  void load_kernels() {
    Handle program, module;
    size_t size = 0;
    auto compiled = [](int result) {
      if (result) give_up("cannot compile", "hiprtc refused the kernels");
    };
    compiled(hip.hiprtcCreateProgram(&program, kHipSource, "kernels", 0, nullptr, nullptr));
    compiled(hip.hiprtcCompileProgram(program, 0, nullptr));
    compiled(hip.hiprtcGetCodeSize(program, &size));
    std::string code(size, '\0');
    compiled(hip.hiprtcGetCode(program, code.data()));
    must(hip.hipModuleLoadData(&module, code.data()), "hipModuleLoadData");
    must(hip.hipModuleGetFunction(&timed_, module, "timed"), "hipModuleGetFunction");
    must(hip.hipModuleGetFunction(&ramp_, module, "ramp"), "hipModuleGetFunction");
    must(hip.hipModuleGetFunction(&affine_, module, "affine"), "hipModuleGetFunction");
  }

  // A thread for each element.
  void over(Stream stream, Handle kernel, size_t count, void **arguments) {
    launch_kernel(stream, kernel, unsigned((count + kThreads - 1) / kThreads), arguments);
  }

  void launch_kernel(Stream stream, Handle kernel, unsigned blocks, void **arguments) {
    must(hip.hipModuleLaunchKernel(kernel, blocks, 1, 1, kThreads, 1, 1, 0, stream, arguments,
                                   nullptr),
         "hipModuleLaunchKernel");
  }

  static constexpr unsigned kThreads = 256;

  Runtime hip;
  int units_ = 1, clock_khz_ = 1;
  Handle stream_ = nullptr;
  Handle timed_ = nullptr, ramp_ = nullptr, affine_ = nullptr;
  std::deque<Handle> spare_;
  const bool graphs_ = getenv("HIP_LOAD_GRAPH") != nullptr;
  std::map<std::pair<int, uint64_t>, Handle> executables_;  // by commands and their length
};

}  // namespace heddle
