// What both sides know of NVIDIA's management library beside its functions.
#pragma once

#include <cstring>

#include "_gen/nvml_remote.gen.h"

namespace heddle::remote {

enum : nvmlReturn_t {
  kSuccess = 0,
  kInvalidArgument = 2,
  kNotSupported = 3,
  kNotFound = 6,
  kFunctionNotFound = 13,
  kVersionMismatch = 25,
};

// A structure of several versions begins with its own, and with its size.
template <class T>
constexpr unsigned versioned(unsigned version) {
  return version << 24 | unsigned(sizeof(T));
}
inline constexpr unsigned kMemory2 = versioned<nvmlMemory_v2_t>(2);
inline constexpr unsigned kTemperature1 = versioned<nvmlTemperature_t>(1);

template <class T>
unsigned version_of(const T *structure) {
  unsigned found;
  memcpy(&found, structure, sizeof found);
  return found;
}

}  // namespace heddle::remote
