// What the generated part of the fake cuDLA needs.
#pragma once

#include "_gen/cudla_api.gen.h"

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
#define FAKE_WEAK extern "C" __attribute__((weak, visibility("default")))

namespace fake {

inline constexpr cudlaStatus kNotSupported = 13;  // cudlaErrorUnsupportedOperation

}  // namespace fake
