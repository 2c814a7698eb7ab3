// The level follows from what the hardware can do; switch a capability off and it drops by itself.
#pragma once

#include <algorithm>

#include "_gen/table.gen.h"

namespace heddle {

constexpr uint32_t level_of(uint32_t capabilities) {
  uint32_t level = kLevelRunning;
  while ((capabilities & kLevelNeeds[level]) != kLevelNeeds[level]) level--;
  return level;
}

constexpr uint32_t level_in_force(uint32_t capabilities, uint32_t limit) {
  uint32_t level = level_of(capabilities);
  return limit ? std::min<uint32_t>(level, limit) : level;
}

}  // namespace heddle
