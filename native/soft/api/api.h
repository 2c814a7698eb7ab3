// What the C functions have in common.
#pragma once

#include <new>

#include "soft/process.h"
#include "soft/registry.h"

#define SX_API extern "C" __attribute__((visibility("default")))

namespace soft {

// No exception leaves the library.
template <class F>
sxResult guarded(F body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return SX_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return SX_ERROR_INVALID;
  }
}

// The context of the thread's current device, attached if need be.
inline sxResult current_context(Context **context) {
  Process *process = Process::get();
  if (!process) return SX_ERROR_NOT_INITIALIZED;
  return process->context(process->current_device(), context);
}

// The stream behind a handle; NULL is the default stream of the thread's device.
inline sxResult find_stream(sxStream handle, StreamPtr *stream) {
  if (handle) return registry().find(handle, Kind::kStream, stream);
  Context *context = nullptr;
  sxResult result = current_context(&context);
  if (result == SX_OK) *stream = context->default_stream();
  return result;
}

inline sxResult submit(sxStream handle, Payload payload, uint64_t *target = nullptr) {
  StreamPtr stream;
  sxResult result = find_stream(handle, &stream);
  if (result != SX_OK) return result;
  return stream->context->submit(*stream, std::move(payload), target);
}

}  // namespace soft
