// What the generated part of the fake HIP runtime needs: every symbol, and the default stream.
#pragma once

#include "_gen/hip_api.gen.h"

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
#define FAKE_WEAK extern "C" __attribute__((weak, visibility("default")))

namespace fake {

inline constexpr hipError_t kNotSupported = 801;

inline const hipStream_t kLegacy = reinterpret_cast<hipStream_t>(uintptr_t(1));
inline const hipStream_t kPerThread = reinterpret_cast<hipStream_t>(uintptr_t(2));

// One version of a function, as hipGetProcAddress() chooses between them.
struct Symbol {
  const char *name;  // without the version's suffix; null behind the last
  int version;
  int seen;  // the HIP version that a caller must have to get it
  void *plain;
  void *per_thread;  // its variant with the thread's own default stream, if it has one
};
extern const Symbol kSymbols[];

// What a null stream means to the calling thread.
inline thread_local bool has_own_default = false;
inline hipStream_t default_stream() { return has_own_default ? kPerThread : kLegacy; }

// In a function's per-thread variant.
class PerThreadDefault {
 public:
  PerThreadDefault() : before_(has_own_default) { has_own_default = true; }
  ~PerThreadDefault() { has_own_default = before_; }

 private:
  bool before_;
};

}  // namespace fake
