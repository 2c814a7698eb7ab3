// What a call of each role does, for the generated stubs.
#pragma once

#include "hal/cuda/hw_queue.h"
#include "shim/captures.h"
#include "shim/cuda/memory.h"

namespace heddle::cuda {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

CUcontext current_context();
// Of a default stream, as the calling thread means it.
uintptr_t key_of_default(CUstream stream);

struct Vendor {
  using Stream = CUstream;
  using Result = CUresult;
  struct Known {
    heddle_queue *queue;
    CUcontext context;
    bool blocking;  // the legacy default stream waits for it
    int thread;     // whose own default stream it is; 0: of none
  };
  static constexpr CUresult kSuccess = cuda::kSuccess, kNotReady = cuda::kNotReady,
                            kOutOfMemory = cuda::kOutOfMemory;

  static bool is_drained(CUresult result) { return cuda::is_drained(result); }
  static bool is_default(CUstream stream) { return !stream || stream == kLegacy; }
  // Handles are addresses of objects; 0, 1 and 2 are the default streams.
  static bool is_handle(CUstream stream) { return reinterpret_cast<uintptr_t>(stream) > 2; }
  static uintptr_t key_of(CUstream stream) {
    return is_handle(stream) ? reinterpret_cast<uintptr_t>(stream) : key_of_default(stream);
  }
  static bool look(CUstream stream, Known *known);
  static heddle_queue *open(CUstream stream, Known *known);
  static auto in_context(CUcontext context) {
    return [context](const Known &known) { return known.context == context; };
  }
  static auto on_device() { return in_context(current_context()); }
  // The legacy default stream stands for all blocking streams of its context.
  static bool is_joint(CUstream stream) { return is_default(stream); }
  static auto waited_with(CUstream) {
    return [is_here = on_device()](uintptr_t, const Known &known) {
      return known.blocking && is_here(known);
    };
  }
  static bool is_capturing(CUstream stream);
  static bool has_ended(CUstream stream, CUresult) { return !is_capturing(stream); }
  static bool is_left_running(CUstream stream, const Known &known) {
    return known.blocking && real().cuStreamQuery(stream) == kNotReady;
  }
};

// In a function's variant for per-thread default streams, null is the thread's own.
inline CUstream per_thread(CUstream stream) { return stream ? stream : kPerThread; }
CUstream stream_of(const void *launch_config);

struct Roles : CaptureRoles<Vendor> {
  template <class Call>
  static CUresult destroy_stream(CUstream stream, Call call) {
    close_queue(stream);
    return call();
  }

  template <class Handle, class Call>
  static CUresult allocate(Handle *handle, uint64_t bytes, Call call) {
    return allocate_at(current_place(), handle, bytes, call);
  }

  template <class Handle, class Call>
  static CUresult release(Handle handle, Call call) {
    return freeing(amounts_of<Handle>(), handle, call, Vendor::kSuccess);
  }

  // In the order of a stream. What is captured is a node of a graph, and counted there.
  template <class Handle, class Call>
  static CUresult allocate_on(CUstream stream, Handle *handle, uint64_t bytes, Call call) {
    if (is_captured(stream)) return call();
    bool no_room = false;
    const Place place = place_of(stream);
    auto once = [&] {
      return order(stream, [&] { return allocate_at(place, handle, bytes, call, &no_room); });
    };
    const CUresult result = once();
    if (!no_room) return result;
    // Not inside: a thread that waits there counts as work that is not done.
    return retry_with_room(place.device, bytes, once, Vendor::kOutOfMemory);
  }

  template <class Handle, class Call>
  static CUresult release_on(CUstream stream, Handle handle, Call call) {
    if (is_captured(stream)) return call();
    return order(stream, [&] { return release(handle, call); });
  }
};

}  // namespace heddle::cuda

using roles = heddle::cuda::Roles;  // where the generated stubs find them
