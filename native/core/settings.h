// The few numbers that a user may turn, each with its default and the reason for it.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace heddle {

inline int64_t setting_us(const char *name, int64_t standard_us) {
  const char *text = getenv(name);
  if (!text || !*text) return standard_us * 1000;
  char *end;
  long long value = strtoll(text, &end, 10);
  return *end == 0 && value >= 0 ? value * 1000 : standard_us * 1000;
}

struct Settings {
  // Level 2: work queued between two gates. An open gate costs the device about 2 us, so 400 us
  // keep the cost at half a percent; a closed one is reached after at most this much work.
  const int64_t gate_ns = setting_us("HEDDLE_GATE_US", 400);
  // Level 1: how long others may have to wait for work in flight. Much less and the device runs dry
  // while the host wakes up.
  const int64_t in_flight_ns = setting_us("HEDDLE_IN_FLIGHT_US", 2000);
  // How long a program stays active behind its last command while its pauses are not known
  // (core/pauses.h), and where its stream merely runs dry.
  const int64_t linger_ns = setting_us("HEDDLE_LINGER_US", 200);
  // Memory that may leave the device: how long a program has it, at least, before an equal may send
  // it away. Shorter than the moving takes, and programs would do nothing else.
  const int64_t swap_turn_ns = setting_us("HEDDLE_SWAP_TURN_MS", 2000) * 1000;
  // Memory of the host that is left to others; 0: a part of what there is.
  const uint64_t swap_reserve = uint64_t(setting_us("HEDDLE_SWAP_RESERVE_MIB", 0)) / 1000 << 20;
};

inline const Settings &settings() {
  static const Settings instance;
  return instance;
}

}  // namespace heddle
