#include "hal/cuda/hw_queue.h"

#include <sys/mman.h>

#include <new>

#include "_gen/table.gen.h"
#include "common/os.h"
#include "hal/real.h"

namespace heddle::cuda {

namespace {

constexpr unsigned kDeviceMap = 2;    // CU_MEMHOSTREGISTER_DEVICEMAP
constexpr unsigned kReadOnly = 8;     // CU_MEMHOSTREGISTER_READ_ONLY
constexpr unsigned kWaitEqual = 1;    // CU_STREAM_WAIT_VALUE_EQ
constexpr unsigned kNonBlocking = 1;  // CU_STREAM_NON_BLOCKING

struct CudaQueue {
  CUcontext context;
  CUstream stream;
  Part parts[HEDDLE_PARTS];
  Context *whole;  // for as long as the program has the stream

  CudaQueue(Context &of, CUstream stream) : context(of.handle), stream(stream), whole(&of) {
    memcpy(parts, of.parts, sizeof parts);
  }
};

CudaQueue &of(void *self) { return *static_cast<CudaQueue *>(self); }

CUdeviceptr on_device(const CudaQueue &q, const void *word) {
  for (const Part &part : q.parts) {
    const size_t offset = size_t(static_cast<const char *>(word) - part.at);
    if (part.mapping && offset < part.bytes) return part.on_device + offset;
  }
  return 0;  // which the driver refuses
}

// A stream that is being captured, or one that the capture forbids, takes nothing of ours now.
int status_of(CUresult result) {
  constexpr CUresult kFirstCaptureError = 900, kLastCaptureError = 908;
  return result >= kFirstCaptureError && result <= kLastCaptureError ? HEDDLE_LATER : result;
}

CUresult write_value(CUstream stream, CUdeviceptr word, uint64_t value) {
  auto call =
      real().cuStreamWriteValue64_v2 ? real().cuStreamWriteValue64_v2 : real().cuStreamWriteValue64;
  return call(stream, word, value, 0);
}

// A capture may have spread to the stream since the program's call began, or forbid the legacy
// stream altogether.
bool takes_ours(CUstream stream) {
  int status = 0;
  return !captures.load(std::memory_order_acquire) ||
         (real().cuStreamIsCapturing(stream, &status) == kSuccess && status == 0);
}

int mark(void *self, uint64_t *word, uint64_t value) {
  InContext here(of(self).context);
  if (!takes_ours(of(self).stream)) return HEDDLE_LATER;
  return status_of(write_value(of(self).stream, on_device(of(self), word), value));
}

int gate(void *self, const uint32_t *word) {
  InContext here(of(self).context);
  if (!takes_ours(of(self).stream)) return HEDDLE_LATER;
  return status_of(wait_value(of(self).stream, on_device(of(self), word), 0));
}

int empty(void *self) {
  Asking asking;
  if (!asking) return 0;
  InContext here(of(self).context);
  return is_drained(real().cuStreamQuery(of(self).stream));
}

int load(void *self, const uint32_t *word, uint64_t nanoseconds) {
  const CudaQueue &q = of(self);
  InContext here(q.context);
  if (!takes_ours(q.stream)) return HEDDLE_LATER;
  return status_of(stay(*q.whole, q.stream, on_device(q, word), nanoseconds));
}

int slice(void *self, uint32_t microseconds) {
  return set_slice(of(self).whole->gpu, microseconds);
}

void close(void *self) { free(self); }

// Registers the table with the current context, in so many parts as there are.
bool map_parts(Part *parts) {
  for (int i = 0; i < HEDDLE_PARTS; i++) {
    heddle_part part;
    const int status = heddle_map_part(i, &part);
    if (status == HEDDLE_ERROR_NOT_FOUND) return i > 0;
    if (status != HEDDLE_OK) return false;
    parts[i] = {part.at, part.bytes, 0, part.mapping};
    const unsigned flags = kDeviceMap | (part.is_read_only ? kReadOnly : 0);
    if (real().cuMemHostRegister_v2(part.mapping, part.bytes, flags) != kSuccess ||
        real().cuMemHostGetDevicePointer_v2(&parts[i].on_device, part.mapping, 0) != kSuccess)
      return false;
  }
  return true;
}

// Writes and waits on a stream of our own: what the attributes promise, and what is so, differ.
uint32_t try_memory_operations(Context &context) {
  CUstream stream = nullptr;
  if (real().cuStreamCreate(&stream, kNonBlocking) != kSuccess) return 0;
  const CudaQueue queue(context, stream);
  const CUdeviceptr word = on_device(queue, heddle_scratch());
  auto works = [&](CUresult result) {
    return result == kSuccess && real().cuStreamSynchronize(stream) == kSuccess;
  };
  uint32_t capabilities = 0;
  if (works(write_value(stream, word, 0))) capabilities |= kCapabilityWriteValue;
  if (works(wait_value(stream, word, 0))) capabilities |= kCapabilityWaitValue;
  real().cuStreamDestroy_v2(stream);
  return capabilities;
}

// Which of the process's channel groups are those of the context's GPU. Where that cannot be told,
// a process that sees one GPU has them all there.
bool find_gpu(Context *context) {
  char bus_id[32] = "";
  int count = 0;
  if (real().cuDeviceGetPCIBusId(bus_id, sizeof bus_id, context->device) == kSuccess &&
      can_set_slice(context->gpu = gpu_at(bus_id)))
    return true;
  context->gpu = kEveryGpu;
  return real().cuDeviceGetCount(&count) == kSuccess && count == 1 && can_set_slice(kEveryGpu);
}

}  // namespace

CUresult wait_value(CUstream stream, CUdeviceptr word, uint32_t value) {
  auto call =
      real().cuStreamWaitValue32_v2 ? real().cuStreamWaitValue32_v2 : real().cuStreamWaitValue32;
  return call(stream, word, value, kWaitEqual);
}

const Real &real() { return find_real<Real>(kLibrary, kNames); }

bool is_drained(CUresult result) {
  switch (result) {
    case kSuccess:
    case 700:  // illegal address
    case 702:  // launch timeout
    case 709:  // context is destroyed
    case 710:  // assert
    case 714:  // hardware stack error
    case 715:  // illegal instruction
    case 716:  // misaligned address
    case 717:  // invalid address space
    case 718:  // invalid program counter
    case 719:  // launch failed
      return true;
  }
  return false;
}

InContext::InContext(CUcontext context) {
  CUcontext current = nullptr;
  real().cuCtxGetCurrent(&current);
  pushed_ = current != context && real().cuCtxPushCurrent_v2(context) == kSuccess;
  real().cuThreadExchangeStreamCaptureMode(&mode_);
}

InContext::~InContext() {
  real().cuThreadExchangeStreamCaptureMode(&mode_);
  CUcontext popped;
  if (pushed_) real().cuCtxPopCurrent_v2(&popped);
}

Context *open_context(CUcontext handle) {
  auto *context = static_cast<Context *>(calloc(1, sizeof(Context)));
  if (!context) return nullptr;
  context->handle = handle;
  InContext here(handle);
  if (real().cuCtxGetDevice(&context->device) != kSuccess) context->device = -1;
  if (map_parts(context->parts)) {
    context->capabilities = try_memory_operations(*context);
    if (find_gpu(context)) context->capabilities |= kCapabilityTimeslice;
  }
  return context;
}

void close_context(Context *context) {
  for (const Part &part : context->parts)
    if (part.mapping) munmap(part.mapping, part.bytes);
  free(context);
}

bool make_hw_queue(Context &context, CUstream stream, heddle_hw_queue *out) {
  void *room = calloc(1, sizeof(CudaQueue));
  if (!room) return false;
  auto *queue = new (room) CudaQueue(context, stream);
  const bool has_slice = context.capabilities & kCapabilityTimeslice;
  const bool has_name = stream != kPerThread;  // for other threads than its own
  *out = {queue,
          context.capabilities & kCapabilityWriteValue ? mark : nullptr,
          nullptr,
          has_name ? empty : nullptr,
          context.capabilities & kCapabilityWaitValue ? gate : nullptr,
          has_slice ? slice : nullptr,
          has_slice && has_name ? load : nullptr,
          close,
          nullptr};
  return true;
}

}  // namespace heddle::cuda
