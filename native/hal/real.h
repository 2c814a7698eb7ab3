// A vendor's own functions, never our stubs, in the generated table `Real` of an API.
#pragma once

#include <atomic>
#include <cstddef>

#include "include/heddle.h"

namespace heddle {

// Looked up once, at first use, whatever way the program got at them: each in the first of these
// libraries that has it.
template <class Real, size_t kLibraries, size_t kCount>
const Real &find_real(const char *const (&libraries)[kLibraries],
                      const char *const (&names)[kCount]) {
  static_assert(sizeof(Real) == kCount * sizeof(void *));
  static Real functions;
  static std::atomic<bool> found{false};
  if (found.load(std::memory_order_acquire)) return functions;
  // Several threads may do this at once; they write the same values.
  auto *place = reinterpret_cast<void **>(&functions);
  for (const char *name : names) {
    void *function = nullptr;
    for (const char *library : libraries)
      if (!function) function = heddle_real_symbol(library, name);
    *place++ = function;
  }
  found.store(true, std::memory_order_release);
  return functions;
}

template <class Real, size_t kCount>
const Real &find_real(const char *library, const char *const (&names)[kCount]) {
  const char *const only[] = {library};
  return find_real<Real>(only, names);
}

}  // namespace heddle
