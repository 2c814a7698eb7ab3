// OpenCL's side of the HwQueue contract. A device of OpenCL reads and writes no memory of ours, so
// marks are events with a callback and gates are user events that the porter completes. What a
// command takes is what the driver's own profiling says.
#pragma once

#include "_gen/opencl_api.gen.h"
#include "include/heddle.h"
#include "shim/porter.h"

namespace heddle::opencl {

inline constexpr cl_int kSuccess = 0;
inline constexpr cl_int kAllocationFailure = -4;
inline constexpr cl_int kProfilingNotAvailable = -7;
inline constexpr cl_int kDeviceNotFound = -1;
inline constexpr cl_int kInvalidValue = -30;

inline constexpr uint64_t kOutOfOrder = 1;  // bits of a queue's properties
inline constexpr uint64_t kProfiling = 2;
inline constexpr uint64_t kOnDevice = 4;

// The functions behind us: those of the loader, or what it hands to a layer.
const Real &real();

// One number out of the many that OpenCL can be asked for; 0 if it does not say.
template <class Value, class Query, class Object>
Value ask(Query query, Object object, cl_uint what) {
  Value value{};
  return query(object, what, sizeof value, &value, nullptr) == kSuccess ? value : Value{};
}

class HwQueue;

// Null if there is no memory. The porter frees it once the HwQueue is closed and all has landed.
HwQueue *make_hw_queue(cl_command_queue queue, heddle_hw_queue *out);

// Behind a call that has put a command into the queue: its event, ours to release.
void note_command(HwQueue &queue, cl_event event);

// Whether all that was noted is done.
bool is_empty(HwQueue &queue);

// In the child of a fork.
void forget_porter();

}  // namespace heddle::opencl
