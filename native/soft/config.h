// What devices there are: personalities, the environment and a small subset of TOML.
#pragma once

#include <stdint.h>

#include <array>
#include <optional>
#include <vector>

#include "soft/softxpu.h"

namespace soft {

inline constexpr int kMaxDevices = 16;

// One device as configured. It lies in the shared segment and is compared there, so it is plain.
struct DeviceConfig {
  std::array<char, 32> name{};
  uint64_t memory = 0;
  uint32_t capabilities = 0;
  uint32_t scheduler = SX_SCHEDULER_FCFS;
  uint32_t concurrency = 1;
  uint32_t timeslice_us = 0;  // 0 unless the scheduler is round robin
  uint32_t switch_us = 0;
  uint32_t wait_ns = 0;
  uint32_t speed_milli = 1000;
  uint32_t units = 100;  // contexts run at once as long as theirs add up to no more

  bool operator==(const DeviceConfig &) const = default;
};

using Configuration = std::vector<DeviceConfig>;

Configuration default_configuration();

// What SOFTXPU_DEVICES or SOFTXPU_CONFIG ask for; nothing if neither is set.
sxResult requested_configuration(std::optional<Configuration> *requested);

// The indexes that SOFTXPU_VISIBLE_DEVICES lets this process see, in its order.
std::vector<int> visible_devices(const Configuration &configuration);

// What part of a device this process may fill, by SOFTXPU_UNITS_PERCENT.
uint32_t percent_of_units();

}  // namespace soft
