// What a call of each role does, for the generated stubs.
#pragma once

#include "shim/captures.h"
#include "shim/hip/memory.h"

namespace heddle::hip {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

int thread_device();  // -1: there is none

struct Vendor {
  using Stream = hipStream_t;
  using Result = hipError_t;
  struct Known {
    heddle_queue *queue;
    int device;
    bool blocking;  // the default stream waits for it
  };
  static constexpr hipError_t kSuccess = hip::kSuccess, kNotReady = hip::kNotReady,
                              kOutOfMemory = hip::kOutOfMemory;

  static bool is_default(hipStream_t stream) { return hip::is_default(stream); }
  static bool is_drained(hipError_t result) { return hip::is_drained(result); }
  static uintptr_t key_of(hipStream_t stream);
  static bool look(hipStream_t stream, Known *known);
  static heddle_queue *open(hipStream_t stream, Known *known);
  static auto on_device() {
    return [device = thread_device()](const Known &known) { return known.device == device; };
  }
  static bool is_joint(hipStream_t stream) { return is_default(stream); }
  static auto waited_with(hipStream_t) {
    return [is_here = on_device()](uintptr_t, const Known &known) {
      return known.blocking && is_here(known);
    };
  }
  static uint32_t device_of_memory() { return hip::device_of_memory(thread_device()); }
  static bool is_capturing(hipStream_t stream);
  static bool has_ended(hipStream_t, hipError_t result) {
    return result == kSuccess || result == kCaptureInvalidated;
  }
  static bool is_left_running(hipStream_t stream, const Known &known);
};

int device_of(hipStream_t stream);

// In a function's variant for per-thread default streams, null is the thread's own.
inline hipStream_t per_thread(hipStream_t stream) { return stream ? stream : kPerThread; }
hipStream_t stream_of(const void *launch_config);
hipStream_t configured_stream();  // of the thread's last hipConfigureCall()

struct Roles : CaptureRoles<Vendor> {
  template <class Call>
  static hipError_t destroy_stream(hipStream_t stream, Call call) {
    if (!is_default(stream) && stream != kPerThread) close_queue(stream);
    return call();
  }

  // Memory goes with its device, when that is reset.
  template <class Handle, class Call>
  static hipError_t allocate_of(int device, Handle *handle, uint64_t bytes, Call call) {
    return allocating(amounts, handle,
                      {bytes, hip::device_of_memory(device), uintptr_t(device + 1)}, call,
                      hipError_t(kSuccess), hipError_t(kOutOfMemory));
  }

  template <class Handle, class Call>
  static hipError_t allocate(Handle *handle, uint64_t bytes, Call call) {
    return allocate_of(thread_device(), handle, bytes, call);
  }

  // What is captured is a node of a graph.
  template <class Handle, class Call>
  static hipError_t allocate_on(hipStream_t stream, Handle *handle, uint64_t bytes, Call call) {
    if (is_captured(stream)) return call();
    return allocate_of(device_of(stream), handle, bytes, [&] { return order(stream, call); });
  }

  template <class Handle, class Call>
  static hipError_t release_on(hipStream_t stream, Handle handle, Call call) {
    if (is_captured(stream)) return call();
    return release(handle, [&] { return order(stream, call); });
  }
};

}  // namespace heddle::hip

using roles = heddle::hip::Roles;  // where the generated stubs find them
