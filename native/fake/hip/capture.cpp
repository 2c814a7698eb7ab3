// Captures of streams, and the graphs that they make.
#include <pthread.h>

#include <algorithm>
#include <vector>

#include "fake/hip/runtime.h"

namespace fake {

namespace {

enum Mode { kGlobal, kThreadLocal, kRelaxed };
enum Status { kNone, kActive, kInvalid };

struct Capture {
  sxStream stream;
  Mode mode;
  pthread_t thread;
  bool is_valid;
};

std::mutex capture_mutex;
std::vector<Capture> captures;
thread_local int thread_mode = kGlobal;

// With capture_mutex held.
Capture *capture_of(sxStream stream) {
  auto is_it = [&](const Capture &c) { return c.stream == stream; };
  const auto found = std::find_if(captures.begin(), captures.end(), is_it);
  return found == captures.end() ? nullptr : &*found;
}

hipError_t begin(sxStream stream, int mode) {
  if (!stream) return kCaptureUnsupported;
  if (mode < kGlobal || mode > kRelaxed) return kInvalidValue;
  std::lock_guard lock(capture_mutex);
  if (capture_of(stream)) return kIllegalState;
  FAKE_TRY(result_of(sxStreamBeginCapture(stream)));
  captures.push_back({stream, Mode(mode), pthread_self(), true});
  return kSuccess;
}

hipError_t end(sxStream stream, sxGraph *graph) {
  std::lock_guard lock(capture_mutex);
  const Capture *capture = capture_of(stream);
  if (!capture) return kIllegalState;
  const bool is_valid = capture->is_valid;
  std::erase_if(captures, [&](const Capture &c) { return c.stream == stream; });
  FAKE_TRY(result_of(sxStreamEndCapture(stream, graph)));
  if (is_valid) return kSuccess;
  sxGraphDestroy(*graph);
  *graph = nullptr;
  return kCaptureInvalidated;
}

hipError_t instantiate(hipGraphExec_t *executable, hipGraph_t graph) {
  return guarded([&] {
    sxGraphExec made = nullptr;
    if (!executable || !graph) return kInvalidValue;
    FAKE_TRY(result_of(sxGraphInstantiate(&made, reinterpret_cast<sxGraph>(graph))));
    *executable = reinterpret_cast<hipGraphExec_t>(made);
    return kSuccess;
  });
}

}  // namespace

bool is_capturing(sxStream stream) {
  std::lock_guard lock(capture_mutex);
  return stream && capture_of(stream);
}

// The real one ends all captures that such a call is forbidden by, of all threads.
hipError_t may_be_unsafe() {
  std::lock_guard lock(capture_mutex);
  if (thread_mode == kRelaxed) return kSuccess;
  hipError_t result = kSuccess;
  for (Capture &c : captures) {
    if (c.mode == kRelaxed) continue;
    if (c.mode == kThreadLocal && !pthread_equal(c.thread, pthread_self())) continue;
    c.is_valid = false;
    result = kCaptureUnsupported;
  }
  return result;
}

hipError_t may_wait(sxStream stream) {
  if (!stream) return kSuccess;  // what it would wait for is refused by the stream itself
  {
    std::lock_guard lock(capture_mutex);
    if (Capture *capture = capture_of(stream)) {
      capture->is_valid = false;
      return kCaptureUnsupported;
    }
  }
  return may_be_unsafe();
}

void leave_capture(sxStream stream) {
  std::lock_guard lock(capture_mutex);
  std::erase_if(captures, [&](const Capture &c) { return c.stream == stream; });
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT hipError_t hipStreamBeginCapture(hipStream_t handle, hipStreamCaptureMode mode) {
  return guarded([&] {
    sxStream stream = nullptr;
    FAKE_TRY(find_stream(handle, &stream));
    return begin(stream, mode);
  });
}

FAKE_EXPORT hipError_t hipStreamEndCapture(hipStream_t handle, hipGraph_t *graph) {
  return guarded([&] {
    sxStream stream = nullptr;
    sxGraph made = nullptr;
    if (!graph) return kInvalidValue;
    FAKE_TRY(find_stream(handle, &stream));
    const hipError_t result = end(stream, &made);
    *graph = reinterpret_cast<hipGraph_t>(made);
    return result;
  });
}

FAKE_EXPORT hipError_t hipStreamIsCapturing(hipStream_t handle, hipStreamCaptureStatus *status) {
  return guarded([&] {
    sxStream stream = nullptr;
    if (!status) return kInvalidValue;
    FAKE_TRY(find_stream(handle, &stream));
    std::lock_guard lock(capture_mutex);
    const Capture *capture = stream ? capture_of(stream) : nullptr;
    *status = !capture ? kNone : capture->is_valid ? kActive : kInvalid;
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode) {
  return guarded([&] {
    if (!mode || *mode < kGlobal || *mode > kRelaxed) return kInvalidValue;
    std::swap(*mode, thread_mode);
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipGraphInstantiate(hipGraphExec_t *executable, hipGraph_t graph, void *,
                                           char *, size_t) {
  return instantiate(executable, graph);
}

FAKE_EXPORT hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *executable, hipGraph_t graph,
                                                    unsigned long long) {
  return instantiate(executable, graph);
}

FAKE_EXPORT hipError_t hipGraphLaunch(hipGraphExec_t executable, hipStream_t handle) {
  return guarded([&] {
    sxStream stream = nullptr;
    FAKE_TRY(find_stream(handle, &stream));
    return result_of(sxGraphLaunch(reinterpret_cast<sxGraphExec>(executable), stream));
  });
}

FAKE_EXPORT hipError_t hipGraphDestroy(hipGraph_t graph) {
  return guarded([&] { return result_of(sxGraphDestroy(reinterpret_cast<sxGraph>(graph))); });
}

FAKE_EXPORT hipError_t hipGraphExecDestroy(hipGraphExec_t executable) {
  return guarded(
      [&] { return result_of(sxGraphExecDestroy(reinterpret_cast<sxGraphExec>(executable))); });
}
