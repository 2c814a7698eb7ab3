// cuDLA's side of the HwQueue contract.
//
// cuDLA itself cannot be asked what is done. A handle in standalone mode signals the fences of
// NvSciSync that the program has asked for with a task: we keep a copy of the newest and ask for
// that. A task without one, or one whose fence is not for the CPU, is taken to be done after a
// time. In hybrid mode a task is a part of a CUDA stream, and we put CUDA events behind it.
#pragma once

#include "_gen/cudla_api.gen.h"
#include "hal/cudla/types.h"
#include "include/heddle.h"

namespace heddle::cudla {

inline constexpr cudlaStatus kSuccess = 0, kOutOfResources = 2, kInvalidDevice = 8;

// The library's own functions; looked up once, whatever way the program got at them.
const Real &real();

// A stream of tasks: a handle in standalone mode, or a CUDA stream on which one is used.
struct TaskStream {
  heddle_hw_queue hardware;
  // A call has put tasks there; on the thread that made it. `end`: the fence behind them, or null.
  void (*note)(void *self, const void *end);
};

// False: there is no memory, or no library that could tell what is done.
bool make_standalone(TaskStream *out);
bool make_hybrid(void *cuda_stream, TaskStream *out);

}  // namespace heddle::cudla
