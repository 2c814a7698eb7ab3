// What we look into of cuDLA's structures, and the NvSciSync functions that tell when a task is
// done.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::cudla {

inline constexpr uint32_t kStandalone = 1;  // cudlaMode; the other one is for CUDA streams
inline constexpr int kEndOfFrame = 1;       // CUDLA_NVSCISYNC_FENCE
inline constexpr uint32_t kNoop = 1;        // CUDLA_SUBMIT_NOOP

struct CudlaFence {
  void *fence;
  int type;
};

struct SignalEvents {
  uint64_t *const *objects;
  CudlaFence *fences;
  uint32_t count;
};

struct WaitEvents {
  const CudlaFence *fences;
  uint32_t count;
};

struct Task {
  void *module;
  uint64_t *const *outputs;
  uint32_t output_count, input_count;
  const uint64_t *const *inputs;
  const WaitEvents *waits;
  SignalEvents *signals;
};

// NvSciSyncFence; all zero: none.
struct SciFence {
  uint64_t payload[6];
};

struct SciSync {
  int (*NvSciSyncModuleOpen)(void **module);
  int (*NvSciSyncCpuWaitContextAlloc)(void *module, void **context);
  int (*NvSciSyncFenceDup)(const SciFence *from, SciFence *to);
  int (*NvSciSyncFenceWait)(const SciFence *fence, void *context, int64_t microseconds);
  void (*NvSciSyncFenceClear)(SciFence *fence);
};

// Of the CUDA driver, for streams of its own.
struct Cuda {
  int (*cuStreamGetCtx)(void *stream, void **context);
  int (*cuStreamIsCapturing)(void *stream, int *status);
  int (*cuCtxPushCurrent_v2)(void *context);
  int (*cuCtxPopCurrent_v2)(void **context);
  int (*cuEventCreate)(void **event, unsigned flags);
  int (*cuEventRecord)(void *event, void *stream);
  int (*cuEventQuery)(void *event);
  int (*cuEventDestroy_v2)(void *event);
};

}  // namespace heddle::cudla
