// A vendor's own functions, never our stubs, in the generated table `Real` of an API.
#pragma once

#include <atomic>
#include <cstddef>

#include "include/heddle.h"

namespace heddle {

// Several threads may do this at once; they write the same values. Apart, because every call of the
// program asks for the table, and only the first one looks anything up.
template <class Find>
[[gnu::noinline, gnu::cold]] void look_up_all(void **place, const char *const *names, size_t count,
                                              Find find) {
  for (size_t i = 0; i < count; i++) place[i] = find(names[i]);
}

// Looked up once, at first use, whatever way the program got at them.
template <class Real, size_t kCount, class Find>
const Real &find_real_by(const char *const (&names)[kCount], Find find) {
  static_assert(sizeof(Real) == kCount * sizeof(void *));
  static Real functions;
  static std::atomic<bool> found{false};
  if (found.load(std::memory_order_acquire)) return functions;
  look_up_all(reinterpret_cast<void **>(&functions), names, kCount, find);
  found.store(true, std::memory_order_release);
  return functions;
}

template <class Real, size_t kCount>
const Real &find_real(const char *library, const char *const (&names)[kCount]) {
  return find_real_by<Real>(names,
                            [=](const char *name) { return heddle_real_symbol(library, name); });
}

// Each in the first of these libraries that has it.
template <class Real, size_t kLibraries, size_t kCount>
const Real &find_real(const char *const (&libraries)[kLibraries],
                      const char *const (&names)[kCount]) {
  return find_real_by<Real>(names, [&](const char *name) {
    void *function = nullptr;
    for (const char *library : libraries)
      if (!function) function = heddle_real_symbol(library, name);
    return function;
  });
}

}  // namespace heddle
