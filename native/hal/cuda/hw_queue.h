// CUDA's side of the HwQueue contract.
#pragma once

#include "_gen/cuda_api.gen.h"
#include "hal/captures.h"
#include "hal/cuda/channel_group.h"
#include "include/heddle.h"

namespace heddle::cuda {

inline const CUstream kLegacy = reinterpret_cast<CUstream>(uintptr_t(1));
inline const CUstream kPerThread = reinterpret_cast<CUstream>(uintptr_t(2));

// Results that we tell apart.
enum : CUresult {
  kSuccess = 0,
  kNotReady = 600,
  kNotSupported = 801,
};

// The driver's own functions; looked up once, whatever way the program got at them.
const Real &real();

// Whether a wait that ended so leaves its streams empty: a failed context runs nothing any more.
bool is_drained(CUresult result);

// A part of the table that is registered with a context.
struct Part {
  const char *at;
  size_t bytes;
  CUdeviceptr on_device;
  void *mapping;  // our own, which lives and dies with the context; null: there is no such part
};

// A context of the program, with the table mapped into it so that its streams can wait for gate
// words and write marks.
struct Context {
  CUcontext handle;
  CUdevice device;
  Gpu gpu;                // whose slices are ours to set
  uint32_t capabilities;  // kCapability* bits, each tried out
  Part parts[HEDDLE_PARTS];
  // What keeps the context on the device, made when it is first needed.
  bool tried_to_stay;
  CUfunction stay;  // null: it cannot be made
  Context *next;
};

// Maps the table into the context and tries out what works. With the context current. Null if there
// is no memory.
Context *open_context(CUcontext handle);
// After the context is destroyed.
void close_context(Context *context);

// Fills `out`; false if there is no memory. `stream`: a handle, kLegacy or kPerThread.
bool make_hw_queue(Context &context, CUstream stream, heddle_hw_queue *out);

// Has the device keep the context, which is current, until that word is 0 or the time has passed.
// What comes to the stream is done behind that.
CUresult stay(Context &context, CUstream stream, CUdeviceptr word, uint64_t nanoseconds);

CUresult wait_value(CUstream stream, CUdeviceptr word, uint32_t value);

// The calling thread works in this context for a scope.
class InContext {
 public:
  explicit InContext(CUcontext context);
  ~InContext();

 private:
  bool pushed_;
  int mode_ = 2;  // relaxed: our calls must not disturb a capture of this thread
};

}  // namespace heddle::cuda
