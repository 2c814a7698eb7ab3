// What a call of each role does, for the generated stubs.
#pragma once

#include "shim/hip/memory.h"
#include "shim/streams.h"

namespace heddle::hip {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

int thread_device();  // -1: there is none

struct Vendor {
  using Stream = hipStream_t;
  using Result = hipError_t;
  static constexpr hipError_t kSuccess = hip::kSuccess, kNotReady = hip::kNotReady,
                              kOutOfMemory = hip::kOutOfMemory;

  static bool is_drained(hipError_t result) { return hip::is_drained(result); }
  static uintptr_t key_of(hipStream_t stream);
  static bool exists(hipStream_t stream);
  static heddle_queue *open(hipStream_t stream);
  static bool is_waited_for(uintptr_t key, hipStream_t stream);
  static bool is_on_device(uintptr_t key);
  static uint32_t device_of_memory() { return hip::device_of_memory(thread_device()); }
  static bool is_capturing(hipStream_t stream);
};

// What is captured runs later, when its graph is launched.
inline bool is_captured(hipStream_t stream) {
  return captures.load(std::memory_order_relaxed) && Vendor::is_capturing(stream);
}

// A capture begins or ends with this stream.
void begin_capture_of(hipStream_t stream);
void end_capture_of(hipStream_t stream);
// The stream is about to be destroyed.
void forget_stream(hipStream_t stream);
int device_of(hipStream_t stream);
bool is_left_running(hipStream_t stream);  // something that a wait for it waits for, unseen by us

// In a function's variant for per-thread default streams, null is the thread's own.
inline hipStream_t per_thread(hipStream_t stream) { return stream ? stream : kPerThread; }
hipStream_t stream_of(const void *launch_config);
hipStream_t configured_stream();  // of the thread's last hipConfigureCall()

// After a call that has failed the runtime is left alone: its last error is the program's to find.
struct Roles : StreamRoles<Vendor> {
  using Base = StreamRoles<Vendor>;

  template <class Call>
  static hipError_t on_stream(hipStream_t stream, heddle_command kind, Call call,
                              heddle_outcome outcome = HEDDLE_PLACED) {
    if (is_captured(stream)) return call();
    // A stream that waits for an event of a capture joins it with that very call.
    return counted(queue_of(stream), kind, call, [&](hipError_t result) {
      return result == kSuccess && !is_captured(stream) ? outcome : HEDDLE_NOTHING;
    });
  }

  template <class Call>
  static hipError_t work(hipStream_t stream, Call call) {
    return on_stream(stream, HEDDLE_WORK, call);
  }

  // It may not have waited for everything, so nothing is concluded from it; but to the program it
  // is over.
  template <class Call>
  static hipError_t work_sync(hipStream_t stream, Call call) {
    return on_stream(stream, HEDDLE_WORK, call, HEDDLE_WAITED_FOR);
  }

  template <class Call>
  static hipError_t order(hipStream_t stream, Call call) {
    return on_stream(stream, HEDDLE_ORDER, call);
  }

  template <class Call>
  static hipError_t wait(hipStream_t stream, Call call) {
    return on_stream(stream, HEDDLE_WAIT, call);
  }

  template <class Call>
  static hipError_t query(hipStream_t stream, Call call) {
    if (is_captured(stream)) return call();
    Waited waited = waited_by_stream(stream);
    if (is_left_running(stream)) waited.whole = false;
    return asking(waited, call, is_drained, hipError_t(kNotReady), hipError_t(kSuccess));
  }

  template <class Call>
  static hipError_t sync_stream(hipStream_t stream, Call call) {
    return is_captured(stream) ? call() : Base::sync_stream(stream, call);
  }

  template <class Call>
  static hipError_t destroy_stream(hipStream_t stream, Call call) {
    if (!is_default(stream) && stream != kPerThread) {
      forget_stream(stream);
      close_queue(stream);
    }
    return call();
  }

  template <class Call>
  static hipError_t begin_capture(hipStream_t stream, Call call) {
    const bool already = is_captured(stream);
    begin_capture_of(stream);
    const hipError_t result = call();
    if (result != kSuccess && !already) end_capture_of(stream);
    return result;
  }

  // Also a capture that has failed ends here.
  template <class Call>
  static hipError_t end_capture(hipStream_t stream, Call call) {
    const bool was = is_captured(stream);
    const hipError_t result = call();
    if (was && (result == kSuccess || result == kCaptureInvalidated)) end_capture_of(stream);
    return result;
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
