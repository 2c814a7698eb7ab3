// What the generated part of the fake AscendCL needs.
#pragma once

#include "_gen/acl_api.gen.h"

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))
#define FAKE_WEAK extern "C" __attribute__((weak, visibility("default")))

namespace fake {

inline constexpr aclError kNotSupported = 207000;  // ACL_ERROR_RT_FEATURE_NOT_SUPPORT

}  // namespace fake
