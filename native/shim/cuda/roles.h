// What a call of each role does, for the generated stubs.
#pragma once

#include <atomic>

#include "hal/cuda/hw_queue.h"
#include "shim/cuda/memory.h"
#include "shim/roles.h"

namespace heddle::cuda {

extern const heddle_symbol kSymbols[];  // defined by the generated stubs

// Our queue of a stream, made at first sight; a null stream is the legacy default stream. Null if
// the stream is unknown to the driver or there is no table.
heddle_queue *queue_of(CUstream stream);

// The queues that a wait for `stream` waits for: the legacy default stream stands for all blocking
// streams of its context too.
Waited waited_by_stream(CUstream stream);
Waited waited_by_context(CUcontext context);  // null: the current one

void close_queue(CUstream stream);
bool is_capturing(CUstream stream);
// A capture begins or ends with this stream.
void begin_capture_of(CUstream stream);
void end_capture_of(CUstream stream);

// In a function's variant for per-thread default streams, null is the thread's own.
inline CUstream per_thread(CUstream stream) { return stream ? stream : kPerThread; }
CUstream stream_of(const void *launch_config);

// What is captured runs later, when its graph is launched.
inline bool is_captured(CUstream stream) {
  return captures.load(std::memory_order_relaxed) && is_capturing(stream);
}

template <class Call>
CUresult on_stream(CUstream stream, heddle_command kind, Call call,
                   heddle_outcome outcome = HEDDLE_PLACED) {
  if (is_captured(stream)) return call();
  // A stream that waits for an event of a capture joins it with that very call.
  return counted(queue_of(stream), kind, call, [&](CUresult result) {
    return result == kSuccess && !is_captured(stream) ? outcome : HEDDLE_NOTHING;
  });
}

template <class Call>
CUresult work(CUstream stream, Call call) {
  return on_stream(stream, HEDDLE_WORK, call);
}

// A copy without a stream. It may not have waited for everything (from pageable memory it returns
// when that may be used again), so nothing is concluded from it; but to the program it is over.
template <class Call>
CUresult work_sync(CUstream stream, Call call) {
  return on_stream(stream, HEDDLE_WORK, call, HEDDLE_WAITED_FOR);
}

template <class Call>
CUresult order(CUstream stream, Call call) {
  return on_stream(stream, HEDDLE_ORDER, call);
}

template <class Call>
CUresult wait(CUstream stream, Call call) {
  return on_stream(stream, HEDDLE_WAIT, call);
}

// In the order of a stream. What is captured is a node of a graph, and counted there.
template <class Handle, class Call>
CUresult allocate_on(CUstream stream, Handle *handle, uint64_t bytes, Call call) {
  if (is_captured(stream)) return call();
  bool no_room = false;
  const Place place = place_of(stream);
  auto once = [&] {
    return order(stream, [&] { return allocate_at(place, handle, bytes, call, &no_room); });
  };
  const CUresult result = once();
  if (!no_room) return result;
  // Not inside: who waits there counts as work that is not done.
  return retry_with_room(place.device, bytes, once, CUresult(kOutOfMemory));
}

template <class Handle, class Call>
CUresult release_on(CUstream stream, Handle handle, Call call) {
  if (is_captured(stream)) return call();
  return order(stream, [&] { return release(handle, call); });
}

template <class Call>
CUresult query(CUstream stream, Call call) {
  if (is_captured(stream)) return call();
  return asking(waited_by_stream(stream), call, is_drained, CUresult(kNotReady),
                CUresult(kSuccess));
}

template <class Call>
CUresult sync_stream(CUstream stream, Call call) {
  if (is_captured(stream)) return call();
  return waiting(waited_by_stream(stream), call, is_drained);
}

template <class Call>
CUresult sync_device(Call call) {
  return waiting(waited_by_context(nullptr), call, is_drained);
}

template <class Call>
CUresult destroy_stream(CUstream stream, Call call) {
  close_queue(stream);
  return call();
}

template <class Call>
CUresult begin_capture(CUstream stream, Call call) {
  const bool already = is_captured(stream);
  begin_capture_of(stream);
  CUresult result = call();
  if (result != kSuccess && !already) end_capture_of(stream);
  return result;
}

// Also a capture that has failed ends here.
template <class Call>
CUresult end_capture(CUstream stream, Call call) {
  const bool was = is_captured(stream);
  CUresult result = call();
  if (was && !is_capturing(stream)) end_capture_of(stream);
  return result;
}

}  // namespace heddle::cuda

namespace roles = heddle::cuda;  // where the generated stubs find them
