// The kernels that are built into the device.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct sxKernel_st {
  enum class Kind {
    kTimed,    // takes the time that its first argument says and computes nothing
    kCompute,  // runs on the executor thread; its device time is what that took
    kFault,    // like kTimed, then fails
    kSpread,   // like kTimed, and computes: a part as it begins, the rest as it ends
  };
  const char *name;
  size_t size;  // of the arguments
  Kind kind;
  bool (*valid)(const void *arguments);
  void (*run)(const void *arguments);               // kCompute and kSpread
  void (*finish)(const void *arguments) = nullptr;  // kSpread only
  // Percent of the device's units that it can fill; all if it does not say.
  uint32_t (*width)(const void *arguments) = nullptr;
};

namespace soft {

using Kernel = sxKernel_st;
inline constexpr size_t kMaxArguments = 32;

const Kernel *find_kernel(const char *name);  // nullptr: there is none
bool is_kernel(const Kernel *kernel);         // whether the handle is one of ours

// Nanoseconds of device time that the arguments of a timed or faulty kernel ask for.
uint64_t requested_time(const void *arguments);

}  // namespace soft
