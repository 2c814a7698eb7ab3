// What the generated part of the fake needs.
#pragma once

#include "_gen/kiln_api.gen.h"

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
#define FAKE_WEAK extern "C" __attribute__((weak, visibility("default")))

namespace fake {

inline constexpr kilnStatus kNotSupported = 2;

}  // namespace fake
