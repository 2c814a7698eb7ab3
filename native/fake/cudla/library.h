// cuDLA for machines without a DLA, for tests: its objects, and what its functions share. As much
// of NvSciSync as goes with it is in the same library.
//
// The cores are the soft XPU's devices of the names dla0 and dla1; if there are none, the first two
// devices, as far as they exist. What differs from cuDLA:
//  - in hybrid mode a task is a host function of the CUDA driver's, so that those of all streams of
//    a process run one after the other
//  - a loadable is the name of one of the soft XPU's kernels: timed, ramp or affine. The first
//  input
//    tensor has its numbers, which are read when the task is submitted; the output is what it
//    changes
//  - an external buffer is plain memory, an NvSciSync object anything that is not null
//  - with CUDLA_VISIBLE_DEVICES there are only the cores of these numbers; cuDLA has no such
//    variable, our shim reads it, too
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <vector>

#include "fake/cudla/symbols.h"
#include "hal/cudla/types.h"
#include "soft/softxpu.h"

namespace fake {

using heddle::cudla::CudlaFence;
using heddle::cudla::SciFence;
using heddle::cudla::SignalEvents;
using heddle::cudla::Task;

inline constexpr cudlaStatus kSuccess = 0;
inline constexpr cudlaStatus kInvalidParam = 1;
inline constexpr cudlaStatus kOutOfResources = 2;
inline constexpr cudlaStatus kInvalidAddress = 4;
inline constexpr cudlaStatus kOs = 5, kCuda = 6;
inline constexpr cudlaStatus kInvalidDevice = 8;
inline constexpr cudlaStatus kMemoryRegistered = 11;
inline constexpr cudlaStatus kInvalidModule = 12;

inline constexpr int kCores = 2, kHandlesOfCore = 16;

// An event of the soft XPU, for all fences that stand for it.
struct Reached {
  sxEvent event = nullptr;
  ~Reached() {
    if (event) sxEventDestroy(event);
  }
};
using ReachedPtr = std::shared_ptr<Reached>;

}  // namespace fake

// -- what the handles point to --------------------------------------------------------------------

struct cudlaDevHandle_t {
  int core;
  bool is_standalone;
  sxStream stream;
  std::mutex mutex;
  std::map<const void *, size_t> memory;  // registered, and the objects that signal
  std::vector<fake::ReachedPtr> waits;    // of submissions without tensors, for the next task
};

struct cudlaModule_t {
  cudlaDevHandle device;
  sxKernel kernel;
};

namespace fake {

// All that there is until the end of the process, or its next fork(): a child starts with none.
struct Library {
  int devices[kCores] = {-1, -1};  // of the soft XPU; -1: there is no such core
  std::mutex mutex;
  std::map<cudlaDevHandle, std::shared_ptr<cudlaDevHandle_t>> handles;
  std::map<cudlaModule, std::shared_ptr<cudlaModule_t>> modules;
  std::map<uint64_t, ReachedPtr> fences;  // by the number in the fence
  uint64_t fences_made = 0;

  std::shared_ptr<cudlaDevHandle_t> find(cudlaDevHandle handle);
  std::shared_ptr<cudlaModule_t> find(cudlaModule module);
  uint64_t add_fence(ReachedPtr reached);
  ReachedPtr find(const SciFence &fence);

  // Of the CUDA driver; null if it is not here.
  int (*cuLaunchHostFunc)(void *stream, void (*function)(void *), void *argument) = nullptr;

  static Library *get();  // null: there is no soft XPU
};

inline Library &library() { return *Library::get(); }

// Around the body of every function.
template <class F>
cudlaStatus guarded(F body) noexcept {
  if (!Library::get()) return kOs;
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return kOutOfResources;
  } catch (...) {
    return kOs;
  }
}

}  // namespace fake
