// Made by tools/gen from facts/cudla.toml (cudla.h and cudlaExternalEtbl.hpp of cuDLA 1.5 (CUDA 13.4); 1.4 has the same functions, version 1.5). Do not edit.
#pragma once

#include <cstddef>
#include <cstdint>

using cudlaStatus = int;
using cudlaDevHandle = struct cudlaDevHandle_t *;
using cudlaModule = struct cudlaModule_t *;
using cudlaModuleAttributeType = int;
using cudlaDevAttributeType = int;

extern "C" {
cudlaStatus cudlaCreateDevice(uint64_t device, cudlaDevHandle *devHandle, uint32_t flags);
cudlaStatus cudlaDestroyDevice(cudlaDevHandle devHandle);
cudlaStatus cudlaSubmitTask(cudlaDevHandle devHandle, const void *ptrToTasks, uint32_t numTasks, void *stream, uint32_t flags);
}

namespace heddle::cudla {

inline constexpr const char *kLibrary = "libcudla.so.1";

// The vendor's own functions, found at first use; null if this version has none.
struct Real {
  cudlaStatus (*cudlaCreateDevice)(uint64_t, cudlaDevHandle *, uint32_t);
  cudlaStatus (*cudlaDestroyDevice)(cudlaDevHandle);
  cudlaStatus (*cudlaSubmitTask)(cudlaDevHandle, const void *, uint32_t, void *, uint32_t);
};

// Name and place of every function in Real, in order.
inline constexpr const char *kNames[] = {
    "cudlaCreateDevice",
    "cudlaDestroyDevice",
    "cudlaSubmitTask",
};

}  // namespace heddle::cudla
