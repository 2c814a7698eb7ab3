// The level follows from what the hardware can do; switch a capability off and it drops by itself.
#pragma once

#include <algorithm>

#include "_gen/table.gen.h"

namespace heddle {

// A short timeslice alone would leave the held program's next command runnable, a gate alone would
// wait for the running one: level 3 needs both.
constexpr Level level_of(uint32_t capabilities) {
  if (!(capabilities & kCapabilityWaitValue)) return kLevelPending;
  if (!(capabilities & kCapabilityTimeslice)) return kLevelSubmitted;
  return kLevelRunning;
}

constexpr uint32_t level_in_force(uint32_t capabilities, uint32_t limit) {
  uint32_t level = level_of(capabilities);
  return limit ? std::min<uint32_t>(level, limit) : level;
}

}  // namespace heddle
