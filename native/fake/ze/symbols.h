// What the generated part of the fake Level Zero driver needs: every symbol.
#pragma once

#include "_gen/ze_api.gen.h"

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
#define FAKE_WEAK extern "C" __attribute__((weak, visibility("default")))

namespace fake {

inline constexpr ze_result_t kNotSupported = 0x78000003;

struct Symbol {
  const char *name;  // null behind the last
  int version;       // always 1
  int seen;          // the loader that first has it
  void *plain;
  void *per_thread;  // always null
};
extern const Symbol kSymbols[];

}  // namespace fake
