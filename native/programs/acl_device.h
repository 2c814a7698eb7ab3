// An Ascend NPU as an ordinary program sees it. A kernel's code is made by the vendor's compiler,
// so on a real device ACL_LOAD_KERNELS names a file with the kernels timed, ramp and affine, whose
// arguments are as below; the library for machines without one takes their names.
#pragma once

#include <stdint.h>

#include <deque>
#include <string>

#include "programs/library.h"

namespace heddle {

// The library's functions that we call, with their parameters.
#define HEDDLE_ACL_FUNCTIONS(DO)                                                              \
  DO(aclInit, const char *)                                                                   \
  DO(aclrtSetDevice, int32_t)                                                                 \
  DO(aclrtCreateStream, Handle *)                                                             \
  DO(aclrtDestroyStream, Handle)                                                              \
  DO(aclrtSynchronizeStream, Handle)                                                          \
  DO(aclrtStreamQuery, Handle, int *)                                                         \
  DO(aclrtStreamWaitEvent, Handle, Handle)                                                    \
  DO(aclrtCreateEventExWithFlag, Handle *, uint32_t)                                          \
  DO(aclrtRecordEvent, Handle, Handle)                                                        \
  DO(aclrtQueryEventStatus, Handle, int *)                                                    \
  DO(aclrtSynchronizeEvent, Handle)                                                           \
  DO(aclrtMalloc, void **, size_t, int)                                                       \
  DO(aclrtFree, void *)                                                                       \
  DO(aclrtGetMemInfo, int, size_t *, size_t *)                                                \
  DO(aclrtMemcpyAsync, void *, size_t, const void *, size_t, int, Handle)                     \
  DO(aclrtBinaryLoadFromData, const void *, size_t, const void *, Handle *)                   \
  DO(aclrtBinaryLoadFromFile, const char *, void *, Handle *)                                 \
  DO(aclrtBinaryGetFunction, Handle, const char *, Handle *)                                  \
  DO(aclrtLaunchKernelWithHostArgs, Handle, uint32_t, Handle, void *, void *, size_t, void *, \
     size_t)

class Device {
  using Handle = void *;

 public:
  using Stream = Handle;
  using Event = Handle;
  using Buffer = void *;
  static constexpr const char *kApi = "acl";

  Device() {
    constexpr int kAlready = 100002;  // ACL_ERROR_REPEAT_INITIALIZE
    const int result = acl.aclInit(nullptr);
    if (result != kAlready) must(result, "aclInit");
    begin_thread();
    load_kernels();
    stream_ = make_stream();
  }
  // What a thread does before it uses the device.
  void begin_thread() { must(acl.aclrtSetDevice(0), "aclrtSetDevice"); }

  // From now on the library's own function is called, past Heddle. False if Heddle is not here.
  bool go_direct(bool direct) {
    static const auto intercepted = acl.aclrtLaunchKernelWithHostArgs;
    auto *past = past_heddle(kLibrary, "aclrtLaunchKernelWithHostArgs", intercepted);
    acl.aclrtLaunchKernelWithHostArgs = direct && past ? past : intercepted;
    return past != nullptr;
  }
  void launch(uint64_t nanoseconds) { launch(stream_, nanoseconds); }
  void synchronize() { synchronize(stream_); }
  Event record() { return record(stream_); }
  void wait(Event event) { must(acl.aclrtSynchronizeEvent(event), "aclrtSynchronizeEvent"); }
  void give_back(Event event) { spare_.push_back(event); }

  Stream make_stream() {
    Stream stream;
    must(acl.aclrtCreateStream(&stream), "aclrtCreateStream");
    return stream;
  }
  void destroy(Stream stream) { must(acl.aclrtDestroyStream(stream), "aclrtDestroyStream"); }
  void launch(Stream stream, uint64_t nanoseconds) {
    launch_kernel(stream, timed_, Timed{nanoseconds});
  }
  void fill(Stream stream, Buffer to, size_t count, uint32_t value) {
    launch_kernel(stream, ramp_, Ramp{static_cast<uint32_t *>(to), count, value});
  }
  void affine(Stream stream, Buffer to, size_t count, uint32_t a, uint32_t b) {
    launch_kernel(stream, affine_, Affine{static_cast<uint32_t *>(to), count, a, b});
  }
  void read(Stream stream, void *to, Buffer from, size_t bytes) {
    constexpr int kDeviceToHost = 2;
    must(acl.aclrtMemcpyAsync(to, bytes, from, bytes, kDeviceToHost, stream), "aclrtMemcpyAsync");
    synchronize(stream);
  }
  Event record(Stream stream) {
    Handle event;
    if (spare_.empty()) {
      constexpr uint32_t kSync = 1;
      must(acl.aclrtCreateEventExWithFlag(&event, kSync), "aclrtCreateEventExWithFlag");
    } else {
      event = spare_.back();
      spare_.pop_back();
    }
    must(acl.aclrtRecordEvent(event, stream), "aclrtRecordEvent");
    return event;
  }
  void make_wait(Stream stream, Event event) {
    must(acl.aclrtStreamWaitEvent(stream, event), "aclrtStreamWaitEvent");
  }
  bool is_done(Event event) {
    int status = 0;
    constexpr int kComplete = 1;
    must(acl.aclrtQueryEventStatus(event, &status), "aclrtQueryEventStatus");
    return status == kComplete;
  }
  void synchronize(Stream stream) {
    must(acl.aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
  }
  bool is_empty(Stream stream) {
    int status = 1;
    constexpr int kComplete = 0;
    must(acl.aclrtStreamQuery(stream, &status), "aclrtStreamQuery");
    return status == kComplete;
  }

  Buffer allocate(size_t bytes, long *result) {
    void *made = nullptr;
    *result = acl.aclrtMalloc(&made, bytes, kHugeFirst);
    return made;
  }
  void release(Buffer buffer) { must(acl.aclrtFree(buffer), "aclrtFree"); }
  void memory(size_t *free, size_t *total) {
    constexpr int kHbm = 1;
    must(acl.aclrtGetMemInfo(kHbm, free, total), "aclrtGetMemInfo");
  }

  long misuse(int which) {
    void *pointer = nullptr;
    if (which == 1) return acl.aclrtMalloc(&pointer, 0, kHugeFirst);
    if (which == 2) return acl.aclrtSynchronizeEvent(nullptr);
    const Stream dead = make_stream();
    destroy(dead);
    return acl.aclrtSynchronizeStream(dead);
  }

 private:
  static constexpr const char *kLibrary = "libascendcl.so";
  static constexpr int kHugeFirst = 0;

  struct Timed {
    uint64_t nanoseconds;
  };
  struct Ramp {
    uint32_t *x;
    uint64_t n;
    uint32_t value;
  };
  struct Affine {
    uint32_t *x;
    uint64_t n;
    uint32_t a, b;
  };

  struct Functions {
#define HEDDLE_ACL_MEMBER(name, ...) int (*name)(__VA_ARGS__);
    HEDDLE_ACL_FUNCTIONS(HEDDLE_ACL_MEMBER)
#undef HEDDLE_ACL_MEMBER

    Functions() {
      void *library = open_library(kLibrary);
#define HEDDLE_ACL_LOOK_UP(name, ...) look_up(library, #name, name);
      HEDDLE_ACL_FUNCTIONS(HEDDLE_ACL_LOOK_UP)
#undef HEDDLE_ACL_LOOK_UP
    }
  };

  static void must(int result, const char *what) {
    if (result != 0) give_up(what, ("error " + std::to_string(result)).c_str());
  }

  void load_kernels() {
    constexpr char kNames[] = "timed ramp affine";
    Handle binary;
    if (const char *file = getenv("ACL_LOAD_KERNELS"))
      must(acl.aclrtBinaryLoadFromFile(file, nullptr, &binary), "aclrtBinaryLoadFromFile");
    else
      must(acl.aclrtBinaryLoadFromData(kNames, sizeof kNames - 1, nullptr, &binary),
           "aclrtBinaryLoadFromData");
    must(acl.aclrtBinaryGetFunction(binary, "timed", &timed_), "aclrtBinaryGetFunction");
    must(acl.aclrtBinaryGetFunction(binary, "ramp", &ramp_), "aclrtBinaryGetFunction");
    must(acl.aclrtBinaryGetFunction(binary, "affine", &affine_), "aclrtBinaryGetFunction");
  }

  template <class Arguments>
  void launch_kernel(Stream stream, Handle kernel, Arguments arguments) {
    must(acl.aclrtLaunchKernelWithHostArgs(kernel, 1, stream, nullptr, &arguments, sizeof arguments,
                                           nullptr, 0),
         "aclrtLaunchKernelWithHostArgs");
  }

  Functions acl;
  Handle stream_ = nullptr, timed_ = nullptr, ramp_ = nullptr, affine_ = nullptr;
  std::deque<Handle> spare_;
};

}  // namespace heddle
