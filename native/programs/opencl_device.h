// An OpenCL device as an ordinary program sees it. It needs the loader only: the kernels are OpenCL
// C text, which the device's own compiler takes.
//   opencl-load calibrate
//       prints how many turns of the kernel's loop take a nanosecond; given back as
//       OPENCL_LOAD_TURNS_PER_NS, commands have the same length beside others too
// A timed command is one work item: a processor under OpenCL runs it on one of its workers.
#pragma once

#include <stdint.h>

#include <algorithm>
#include <vector>

#include "common/os.h"
#include "programs/calibrate.h"
#include "programs/library.h"

namespace heddle {

// OpenCL C has no clock: timed is a loop of `turns` turns that the compiler cannot leave out.
inline constexpr char kOpenclSource[] = R"(
kernel void timed(ulong turns, global uint *out) {
  uint x = 1;
  for (ulong i = 0; i < turns; i++) x = x * 1664525u + 1013904223u;
  if (out) *out = x;
}
kernel void fill(global uint *data, uint value) {
  data[get_global_id(0)] = value + (uint)get_global_id(0);
}
kernel void affine(global uint *data, uint a, uint b) {
  data[get_global_id(0)] = data[get_global_id(0)] * a + b;
}
)";

// The loader's functions that we call: result, name, parameters.
#define HEDDLE_OPENCL_FUNCTIONS(DO)                                                               \
  DO(Code, clGetPlatformIDs, uint32_t, Handle *, uint32_t *)                                      \
  DO(Code, clGetDeviceIDs, Handle, uint64_t, uint32_t, Handle *, uint32_t *)                      \
  DO(Handle, clCreateContext, const intptr_t *, uint32_t, const Handle *, Handle, Handle, Code *) \
  DO(Handle, clCreateCommandQueue, Handle, Handle, uint64_t, Code *)                              \
  DO(Code, clReleaseCommandQueue, Handle)                                                         \
  DO(Handle, clCreateProgramWithSource, Handle, uint32_t, const char **, const size_t *, Code *)  \
  DO(Code, clBuildProgram, Handle, uint32_t, const Handle *, const char *, Handle, Handle)        \
  DO(Code, clGetProgramBuildInfo, Handle, Handle, uint32_t, size_t, void *, size_t *)             \
  DO(Handle, clCreateKernel, Handle, const char *, Code *)                                        \
  DO(Code, clReleaseKernel, Handle)                                                               \
  DO(Code, clSetKernelArg, Handle, uint32_t, size_t, const void *)                                \
  DO(Code, clEnqueueNDRangeKernel, Handle, Handle, uint32_t, const size_t *, const size_t *,      \
     const size_t *, uint32_t, Events, Handle *)                                                  \
  DO(Handle, clCreateBuffer, Handle, uint64_t, size_t, void *, Code *)                            \
  DO(Code, clReleaseMemObject, Handle)                                                            \
  DO(Code, clEnqueueReadBuffer, Handle, Handle, uint32_t, size_t, size_t, void *, uint32_t,       \
     Events, Handle *)                                                                            \
  DO(Code, clEnqueueMarkerWithWaitList, Handle, uint32_t, Events, Handle *)                       \
  DO(Code, clEnqueueBarrierWithWaitList, Handle, uint32_t, Events, Handle *)                      \
  DO(Code, clGetEventInfo, Handle, uint32_t, size_t, void *, size_t *)                            \
  DO(Code, clWaitForEvents, uint32_t, Events)                                                     \
  DO(Code, clReleaseEvent, Handle)                                                                \
  DO(Code, clFlush, Handle)                                                                       \
  DO(Code, clFinish, Handle)

class Device {
  using Handle = void *;
  using Code = int32_t;
  using Events = const Handle *;

 public:
  using Stream = Handle;
  using Event = Handle;
  using Buffer = Handle;
  static constexpr const char *kApi = "opencl";

  Device() {
    Code code;
    device_ = first_device();
    context_ = cl.clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code);
    must(code, "clCreateContext");
    stream_ = make_stream();
    build();
    timed_ = kernel("timed");
    calibrate();
  }
  double turns_per_ns() const { return turns_per_ns_; }

  // From now on the loader's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    static const auto intercepted = cl.clEnqueueNDRangeKernel;
    auto *past = past_heddle("libOpenCL.so.1", "clEnqueueNDRangeKernel", intercepted);
    cl.clEnqueueNDRangeKernel = direct && past ? past : intercepted;
    return past != nullptr;
  }

  void launch(uint64_t nanoseconds) { run(stream_, timed_, 1, turns(nanoseconds), kNowhere); }
  void synchronize() { synchronize(stream_); }
  Event record() { return record(stream_); }
  void wait(Event event) { must(cl.clWaitForEvents(1, &event), "clWaitForEvents"); }
  void give_back(Event event) { must(cl.clReleaseEvent(event), "clReleaseEvent"); }

  Stream make_stream() {
    Code code;
    Stream stream = cl.clCreateCommandQueue(context_, device_, 0, &code);
    must(code, "clCreateCommandQueue");
    return stream;
  }
  void destroy(Stream stream) { must(cl.clReleaseCommandQueue(stream), "clReleaseCommandQueue"); }
  void synchronize(Stream stream) { must(cl.clFinish(stream), "clFinish"); }
  bool is_empty(Stream) { return false; }  // a queue cannot be asked

  void launch(Stream stream, uint64_t nanoseconds) {
    run_once(stream, "timed", 1, turns(nanoseconds), kNowhere);
  }
  void fill(Stream stream, Buffer buffer, size_t count, uint32_t value) {
    run_once(stream, "fill", count, buffer, value);
  }
  void affine(Stream stream, Buffer buffer, size_t count, uint32_t a, uint32_t b) {
    run_once(stream, "affine", count, buffer, a, b);
  }

  Buffer allocate(size_t bytes, long *result) {
    constexpr uint64_t kReadWrite = 1;
    Code code;
    Buffer buffer = cl.clCreateBuffer(context_, kReadWrite, bytes, nullptr, &code);
    *result = code;
    return buffer;
  }
  void release(Buffer buffer) { must(cl.clReleaseMemObject(buffer), "clReleaseMemObject"); }
  void read(Stream stream, void *to, Buffer buffer, size_t bytes) {
    constexpr uint32_t kBlocking = 1;
    must(cl.clEnqueueReadBuffer(stream, buffer, kBlocking, 0, bytes, to, 0, nullptr, nullptr),
         "clEnqueueReadBuffer");
  }
  void memory(size_t *free, size_t *total) { *free = *total = 0; }  // it does not say

  // Flushed: others may wait for it.
  Event record(Stream stream) {
    Event event;
    must(cl.clEnqueueMarkerWithWaitList(stream, 0, nullptr, &event), "clEnqueueMarker");
    must(cl.clFlush(stream), "clFlush");
    return event;
  }
  void make_wait(Stream stream, Event event) {
    must(cl.clEnqueueBarrierWithWaitList(stream, 1, &event, nullptr), "clEnqueueBarrier");
  }
  bool is_done(Event event) {
    constexpr uint32_t kExecutionStatus = 0x11D3;
    Code status;
    must(cl.clGetEventInfo(event, kExecutionStatus, sizeof status, &status, nullptr),
         "clGetEventInfo");
    must(std::min(status, 0), "a command");
    return status == 0;
  }

  // No handle at all is the one wrong handle that OpenCL looks at before it follows it.
  long misuse(int which) {
    long code;
    switch (which) {
      case 0: return cl.clFinish(nullptr);
      case 1: allocate(0, &code); return code;
      default: return cl.clReleaseMemObject(nullptr);
    }
  }

 private:
  struct Loader {
#define MEMBER(result, name, ...) result (*name)(__VA_ARGS__);
    HEDDLE_OPENCL_FUNCTIONS(MEMBER)
#undef MEMBER

    Loader() {
      void *library = open_library("libOpenCL.so.1");
#define LOOK(result, name, ...) look_up(library, #name, name);
      HEDDLE_OPENCL_FUNCTIONS(LOOK)
#undef LOOK
    }
  };

  static void must(Code code, const char *what) {
    char text[40];
    snprintf(text, sizeof text, "error %d, see cl.h", code);
    if (code) give_up(what, text);
  }

  // Of the platforms in the loader's order, the first that has one.
  Handle first_device() {
    constexpr uint64_t kAllTypes = 0xFFFFFFFF;
    uint32_t count = 0;
    cl.clGetPlatformIDs(0, nullptr, &count);
    std::vector<Handle> platforms(count);
    if (count) must(cl.clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    Handle device;
    for (Handle platform : platforms)
      if (cl.clGetDeviceIDs(platform, kAllTypes, 1, &device, nullptr) == 0) return device;
    give_up("no OpenCL device", "does `clinfo` show one?");
  }

  void build() {
    constexpr uint32_t kLog = 0x1183;
    Code code;
    const char *text = kOpenclSource;
    program_ = cl.clCreateProgramWithSource(context_, 1, &text, nullptr, &code);
    must(code, "clCreateProgramWithSource");
    code = cl.clBuildProgram(program_, 1, &device_, "", nullptr, nullptr);
    if (code == 0) return;
    char log[2000] = "";
    cl.clGetProgramBuildInfo(program_, device_, kLog, sizeof log - 1, log, nullptr);
    fputs(log, stderr);
    must(code, "clBuildProgram");
  }
  Handle kernel(const char *name) {
    Code code;
    Handle made = cl.clCreateKernel(program_, name, &code);
    must(code, "clCreateKernel");
    return made;
  }

  template <class... Arguments>
  void run(Stream stream, Handle kernel, size_t items, Arguments... arguments) {
    uint32_t place = 0;
    (must(cl.clSetKernelArg(kernel, place++, sizeof arguments, &arguments), "clSetKernelArg"), ...);
    must(
        cl.clEnqueueNDRangeKernel(stream, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  }
  // With a kernel of its own: threads may call this at once, and arguments belong to the kernel.
  template <class... Arguments>
  void run_once(Stream stream, const char *name, size_t items, Arguments... arguments) {
    Handle own = kernel(name);
    run(stream, own, items, arguments...);
    must(cl.clReleaseKernel(own), "clReleaseKernel");
  }

  uint64_t turns(uint64_t nanoseconds) const {
    return uint64_t(double(nanoseconds) * turns_per_ns_);
  }

  void calibrate() {
    if (const char *known = getenv("OPENCL_LOAD_TURNS_PER_NS")) {
      turns_per_ns_ = atof(known);
      return;
    }
    turns_per_ns_ = per_ns(200'000, 20, [&](int64_t turns) {
      run(stream_, timed_, 1, uint64_t(turns), kNowhere);
      synchronize();
    });
  }

  static constexpr Buffer kNowhere = nullptr;

  Loader cl;
  Handle device_ = nullptr, context_ = nullptr, program_ = nullptr;
  Handle stream_ = nullptr, timed_ = nullptr;
  double turns_per_ns_ = 1;
};

}  // namespace heddle
