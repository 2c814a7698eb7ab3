// A CUDA device as an ordinary program sees it. It needs the driver only: the kernels are PTX text,
// which the driver compiles.
//   cuda-load calibrate
//       prints how many turns of the kernel's loop take a nanosecond; given back as
//       CUDA_LOAD_TURNS_PER_NS, commands have the same length beside others too
// With CUDA_LOAD_GRAPH=1 a request is one CUDA graph, captured once. With CUDA_LOAD_COOPERATIVE=1
// every launch is a cooperative one. With CUDA_LOAD_UNITS=N a command is one block on each of N
// percent of the multiprocessors, and leaves the rest to others.
#pragma once

#include <stdint.h>

#include <algorithm>
#include <deque>
#include <map>

#include "common/os.h"
#include "programs/calibrate.h"
#include "programs/library.h"

namespace heddle {

// work: arithmetic that the compiler cannot leave out, for a given number of turns.
// ramp: x[i] = value + i. affine: x[i] = x[i] * a + b.
inline constexpr char kPtx[] = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .entry work(.param .u32 turns, .param .u64 out)
{
  .reg .pred %again, %never;
  .reg .f32 %x, %y;
  .reg .b32 %n, %i, %t;
  .reg .b64 %p;
  ld.param.u32 %n, [turns];
  mov.u32 %t, %tid.x;
  cvt.rn.f32.u32 %x, %t;
  mov.f32 %y, 0f3F7FFFFF;
  mov.u32 %i, 0;
again:
  fma.rn.f32 %x, %x, %y, 0f33D6BF95;
  add.u32 %i, %i, 1;
  setp.lt.u32 %again, %i, %n;
  @%again bra again;
  setp.eq.f32 %never, %x, 0fC7F12000;
  @!%never bra end;
  ld.param.u64 %p, [out];
  st.global.f32 [%p], %x;
end:
  ret;
}

.visible .entry ramp(.param .u64 x, .param .u64 n, .param .u32 value)
{
  .reg .pred %outside;
  .reg .b32 %block, %threads, %i, %v;
  .reg .b64 %to, %n, %at;
  ld.param.u64 %to, [x];
  ld.param.u64 %n, [n];
  ld.param.u32 %v, [value];
  mov.u32 %block, %ctaid.x;
  mov.u32 %threads, %ntid.x;
  mov.u32 %i, %tid.x;
  mad.lo.u32 %i, %block, %threads, %i;
  cvt.u64.u32 %at, %i;
  setp.ge.u64 %outside, %at, %n;
  @%outside bra end;
  shl.b64 %at, %at, 2;
  add.u64 %to, %to, %at;
  add.u32 %v, %v, %i;
  st.global.u32 [%to], %v;
end:
  ret;
}

.visible .entry affine(.param .u64 x, .param .u64 n, .param .u32 a, .param .u32 b)
{
  .reg .pred %outside;
  .reg .b32 %block, %threads, %i, %v, %a, %b;
  .reg .b64 %to, %n, %at;
  ld.param.u64 %to, [x];
  ld.param.u64 %n, [n];
  ld.param.u32 %a, [a];
  ld.param.u32 %b, [b];
  mov.u32 %block, %ctaid.x;
  mov.u32 %threads, %ntid.x;
  mov.u32 %i, %tid.x;
  mad.lo.u32 %i, %block, %threads, %i;
  cvt.u64.u32 %at, %i;
  setp.ge.u64 %outside, %at, %n;
  @%outside bra end;
  shl.b64 %at, %at, 2;
  add.u64 %to, %to, %at;
  ld.global.u32 %v, [%to];
  mad.lo.u32 %v, %v, %a, %b;
  st.global.u32 [%to], %v;
end:
  ret;
}
)";

// The driver's functions that we call, with their parameters.
#define HEDDLE_CUDA_FUNCTIONS(DO)                                                                  \
  DO(cuInit, unsigned)                                                                             \
  DO(cuDeviceGet, int *, int)                                                                      \
  DO(cuDeviceGetAttribute, int *, int, int)                                                        \
  DO(cuDevicePrimaryCtxRetain, Handle *, int)                                                      \
  DO(cuCtxSetCurrent, Handle)                                                                      \
  DO(cuModuleLoadData, Handle *, const void *)                                                     \
  DO(cuModuleGetFunction, Handle *, Handle, const char *)                                          \
  DO(cuStreamCreate, Handle *, unsigned)                                                           \
  DO(cuStreamDestroy_v2, Handle)                                                                   \
  DO(cuStreamSynchronize, Handle)                                                                  \
  DO(cuStreamQuery, Handle)                                                                        \
  DO(cuStreamWaitEvent, Handle, Handle, unsigned)                                                  \
  DO(cuStreamBeginCapture_v2, Handle, int)                                                         \
  DO(cuStreamEndCapture, Handle, Handle *)                                                         \
  DO(cuGraphInstantiateWithFlags, Handle *, Handle, unsigned long long)                            \
  DO(cuGraphLaunch, Handle, Handle)                                                                \
  DO(cuEventCreate, Handle *, unsigned)                                                            \
  DO(cuEventRecord, Handle, Handle)                                                                \
  DO(cuEventQuery, Handle)                                                                         \
  DO(cuEventSynchronize, Handle)                                                                   \
  DO(cuMemAlloc_v2, unsigned long long *, size_t)                                                  \
  DO(cuMemFree_v2, unsigned long long)                                                             \
  DO(cuMemGetInfo_v2, size_t *, size_t *)                                                          \
  DO(cuMemcpyHtoD_v2, unsigned long long, const void *, size_t)                                    \
  DO(cuMemcpyDtoH_v2, void *, unsigned long long, size_t)                                          \
  DO(cuMemcpyDtoHAsync_v2, void *, unsigned long long, size_t, Handle)                             \
  DO(cuGetErrorString, int, const char **)                                                         \
  DO(cuLaunchCooperativeKernel, Handle, unsigned, unsigned, unsigned, unsigned, unsigned,          \
     unsigned, unsigned, Handle, void **)                                                          \
  DO(cuLaunchKernel, Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
     Handle, void **, void **)

class Device {
  using Handle = void *;

 public:
  using Stream = Handle;
  using Event = Handle;
  using Buffer = unsigned long long;
  static constexpr const char *kApi = "cuda";

  Device() {
    Handle module;
    int device;
    must(cu.cuInit(0), "cuInit");
    must(cu.cuDeviceGet(&device, 0), "cuDeviceGet");
    constexpr int kMultiprocessors = 16;  // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
    must(cu.cuDeviceGetAttribute(&units_, kMultiprocessors, device), "cuDeviceGetAttribute");
    if (const char *percent = getenv("CUDA_LOAD_UNITS")) {
      units_ = std::max(1, units_ * atoi(percent) / 100);
      blocks_per_unit_ = 1;
    }
    if (cooperative_) fit(device);
    must(cu.cuDevicePrimaryCtxRetain(&context_, device), "cuDevicePrimaryCtxRetain");
    begin_thread();
    must(cu.cuModuleLoadData(&module, kPtx), "cuModuleLoadData");
    must(cu.cuModuleGetFunction(&work_, module, "work"), "cuModuleGetFunction");
    must(cu.cuModuleGetFunction(&ramp_, module, "ramp"), "cuModuleGetFunction");
    must(cu.cuModuleGetFunction(&affine_, module, "affine"), "cuModuleGetFunction");
    stream_ = make_stream();
    calibrate();
  }
  // What a thread does before it uses the device.
  void begin_thread() { must(cu.cuCtxSetCurrent(context_), "cuCtxSetCurrent"); }
  double turns_per_ns() const { return turns_per_ns_; }

  // From now on the driver's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    static const auto intercepted = cu.cuLaunchKernel;
    auto *past = past_heddle("libcuda.so.1", "cuLaunchKernel", intercepted);
    cu.cuLaunchKernel = direct && past ? past : intercepted;
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
      must(cu.cuStreamBeginCapture_v2(stream_, kThreadLocal), "cuStreamBeginCapture");
      launch_all();
      must(cu.cuStreamEndCapture(stream_, &graph), "cuStreamEndCapture");
      must(cu.cuGraphInstantiateWithFlags(&executable, graph, 0), "cuGraphInstantiate");
    }
    must(cu.cuGraphLaunch(executable, stream_), "cuGraphLaunch");
  }
  void synchronize() { synchronize(stream_); }
  Event record() { return record(stream_); }
  void wait(Event event) { must(cu.cuEventSynchronize(event), "cuEventSynchronize"); }
  void give_back(Event event) { spare_.push_back(event); }

  Stream make_stream() {
    Stream stream;
    constexpr unsigned kNonBlocking = 1;
    must(cu.cuStreamCreate(&stream, kNonBlocking), "cuStreamCreate");
    return stream;
  }
  void destroy(Stream stream) { must(cu.cuStreamDestroy_v2(stream), "cuStreamDestroy"); }
  void launch(Stream stream, uint64_t nanoseconds) {
    launch_turns(stream, unsigned(double(nanoseconds) * turns_per_ns_));
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
    must(cu.cuMemcpyDtoHAsync_v2(to, from, bytes, stream), "cuMemcpyDtoHAsync");
    synchronize(stream);
  }
  void copy_to(Buffer to, const void *from, size_t bytes) {
    must(cu.cuMemcpyHtoD_v2(to, from, bytes), "cuMemcpyHtoD");
  }
  void copy_from(void *to, Buffer from, size_t bytes) {
    must(cu.cuMemcpyDtoH_v2(to, from, bytes), "cuMemcpyDtoH");
  }
  Event record(Stream stream) {
    Handle event;
    if (spare_.empty()) {
      constexpr unsigned kDisableTiming = 2;
      must(cu.cuEventCreate(&event, kDisableTiming), "cuEventCreate");
    } else {
      event = spare_.back();
      spare_.pop_back();
    }
    must(cu.cuEventRecord(event, stream), "cuEventRecord");
    return event;
  }
  void make_wait(Stream stream, Event event) {
    must(cu.cuStreamWaitEvent(stream, event, 0), "cuStreamWaitEvent");
  }
  bool is_done(Event event) { return cu.cuEventQuery(event) == 0; }
  void synchronize(Stream stream) { must(cu.cuStreamSynchronize(stream), "cuStreamSynchronize"); }
  bool is_empty(Stream stream) { return cu.cuStreamQuery(stream) == 0; }

  Buffer allocate(size_t bytes, long *result) {
    Buffer made = 0;
    *result = cu.cuMemAlloc_v2(&made, bytes);
    return made;
  }
  void release(Buffer buffer) { must(cu.cuMemFree_v2(buffer), "cuMemFree"); }
  void memory(size_t *free, size_t *total) {
    must(cu.cuMemGetInfo_v2(free, total), "cuMemGetInfo");
  }

  // The driver does not look whether a handle is alive, only whether it is one.
  long misuse(int which) {
    Buffer none = 0;
    if (which == 0) return cu.cuStreamDestroy_v2(nullptr);
    if (which == 1) return cu.cuMemAlloc_v2(&none, 0);
    return cu.cuEventQuery(nullptr);
  }

 private:
  struct Driver {
#define MEMBER(name, ...) int (*name)(__VA_ARGS__);
    HEDDLE_CUDA_FUNCTIONS(MEMBER)
#undef MEMBER

    Driver() {
      void *library = open_library("libcuda.so.1");
#define LOOK(name, ...) look_up(library, #name, name);
      HEDDLE_CUDA_FUNCTIONS(LOOK)
#undef LOOK
    }
  };

  void must(int result, const char *what) {
    if (result == 0) return;
    const char *text = nullptr;
    cu.cuGetErrorString(result, &text);
    give_up(what, text ? text : "unknown error");
  }

  // All blocks of a cooperative launch run at once: no more of them than there is room for.
  void fit(int device) {
    constexpr int kThreadsOfUnit = 39;  // CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR
    int threads = 0;
    must(cu.cuDeviceGetAttribute(&threads, kThreadsOfUnit, device), "cuDeviceGetAttribute");
    blocks_per_unit_ = std::clamp(unsigned(threads) / kThreads, 1u, blocks_per_unit_);
  }

  void launch_turns(Stream stream, unsigned turns) {
    void *out = nullptr;
    void *arguments[] = {&turns, &out};
    launch_kernel(stream, work_, unsigned(units_) * blocks_per_unit_, arguments);
  }

  // A thread for each element.
  void over(Stream stream, Handle kernel, size_t count, void **arguments) {
    launch_kernel(stream, kernel, unsigned((count + kThreads - 1) / kThreads), arguments);
  }

  void launch_kernel(Stream stream, Handle kernel, unsigned blocks, void **arguments) {
    if (cooperative_)
      must(cu.cuLaunchCooperativeKernel(kernel, blocks, 1, 1, kThreads, 1, 1, 0, stream, arguments),
           "cuLaunchCooperativeKernel");
    else
      must(cu.cuLaunchKernel(kernel, blocks, 1, 1, kThreads, 1, 1, 0, stream, arguments, nullptr),
           "cuLaunchKernel");
  }

  void calibrate() {
    if (const char *known = getenv("CUDA_LOAD_TURNS_PER_NS")) {
      turns_per_ns_ = atof(known);
      return;
    }
    turns_per_ns_ = per_ns(200'000, 20, [&](int64_t turns) {
      launch_turns(stream_, unsigned(turns));
      synchronize();
    });
  }

  static constexpr unsigned kThreads = 256;

  Driver cu;
  int units_ = 1;
  unsigned blocks_per_unit_ = 8;  // fills the device
  double turns_per_ns_ = 1;
  Handle context_ = nullptr, stream_ = nullptr;
  Handle work_ = nullptr, ramp_ = nullptr, affine_ = nullptr;
  std::deque<Handle> spare_;
  const bool graphs_ = getenv("CUDA_LOAD_GRAPH") != nullptr;
  const bool cooperative_ = getenv("CUDA_LOAD_COOPERATIVE") != nullptr;
  std::map<std::pair<int, uint64_t>, Handle> executables_;  // by commands and their length
};

}  // namespace heddle
