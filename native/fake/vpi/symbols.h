// What the generated part of the fake VPI needs.
#pragma once

#include "_gen/vpi_api.gen.h"

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
#define FAKE_WEAK extern "C" __attribute__((weak, visibility("default")))

namespace fake {

inline constexpr VPIStatus kNotSupported = 1;  // VPI_ERROR_NOT_IMPLEMENTED

}  // namespace fake
