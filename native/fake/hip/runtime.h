// A HIP runtime for machines without a device, for tests: what its functions share.
//
// It stands on the soft XPU's C functions: a HIP process has one context on each device, and so has
// a process of the soft XPU. What differs from the real runtime:
//  - device memory is host memory, kernels are known by name (kernel.cpp), whatever their grid
//  - a program is "compiled" (hiprtc) to its own text
//  - a capture is of one stream; others do not join it
//  - a stream takes 1024 commands, then it blocks the caller; priorities are kept and ignored
//  - a wait for a value looks at the lower 32 bits of it
//  - what is not written by hand gives hipErrorNotSupported
#pragma once

#include <mutex>
#include <new>

#include "fake/hip/symbols.h"
#include "soft/softxpu.h"

namespace fake {

inline constexpr hipError_t kSuccess = 0;
inline constexpr hipError_t kInvalidValue = 1;
inline constexpr hipError_t kOutOfMemory = 2;
inline constexpr hipError_t kInvalidMemcpyDirection = 21;
inline constexpr hipError_t kInvalidDeviceFunction = 98;
inline constexpr hipError_t kNoDevice = 100;
inline constexpr hipError_t kInvalidDevice = 101;
inline constexpr hipError_t kInvalidImage = 200;
inline constexpr hipError_t kInvalidHandle = 400;
inline constexpr hipError_t kNotFound = 500;
inline constexpr hipError_t kNotReady = 600;
inline constexpr hipError_t kContextIsDestroyed = 709;
inline constexpr hipError_t kAlreadyRegistered = 712;
inline constexpr hipError_t kNotRegistered = 713;
inline constexpr hipError_t kLaunchFailure = 719;
inline constexpr hipError_t kCaptureUnsupported = 900;
inline constexpr hipError_t kCaptureInvalidated = 901;
inline constexpr hipError_t kIllegalState = 401;
inline constexpr hipError_t kCaptureImplicit = 906;
inline constexpr hipError_t kUnknown = 999;

inline constexpr int kVersion = 602;  // as hipGetProcAddress() counts

// What the soft XPU's results are called here.
hipError_t result_of(sxResult result);

// -- library.cpp --
hipError_t begin();  // the soft XPU is there; a child of fork() starts anew
extern thread_local hipError_t last_error;
int device_count();
bool has_device(int device);
int soft_device(int device);  // the soft XPU's number of it
int current_device();

// Around the body of every function. Also success is the thread's last error from then on.
template <class F>
hipError_t guarded(F body) noexcept {
  hipError_t result = begin();
  try {
    if (result == kSuccess) result = body();
  } catch (const std::bad_alloc &) {
    result = kOutOfMemory;
  } catch (...) {
    result = kUnknown;
  }
  return last_error = result;
}

#define FAKE_TRY(expression)                                              \
  do {                                                                    \
    if (hipError_t tried = (expression); tried != kSuccess) return tried; \
  } while (0)

// -- stream.cpp --
// The soft XPU's stream of a handle; null is the default stream of the thread's device.
hipError_t find_stream(hipStream_t handle, sxStream *stream);
void destroy_streams(int device);

// -- capture.cpp --
bool is_capturing(sxStream stream);
hipError_t may_wait(sxStream stream);  // not for a captured stream: that ends the capture
hipError_t may_be_unsafe();            // calls that a capture forbids unless it is relaxed
void leave_capture(sxStream stream);   // the stream is destroyed

// -- memory.cpp --
enum class Kind { kNone, kDevice, kHost, kRegistered, kSignal };
Kind kind_of(const void *pointer, size_t bytes = 1);
void free_all(int device);  // what the program has of it, and what is registered with it

// -- blocks.cpp --
bool is_mapped(const void *pointer, size_t bytes);

}  // namespace fake
