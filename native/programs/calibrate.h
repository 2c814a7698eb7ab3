// How long the commands of a load program take: of some devices only their length can be chosen, in
// turns of a loop or in pixels.
#pragma once

#include <stdint.h>

#include <algorithm>

#include "common/os.h"

namespace heddle {

// How much of `amount` a nanosecond takes. `run(n)` runs a command of that length to its end. The
// fastest of several runs counts, because others may be on the device; the difference of two
// lengths leaves out what a launch costs.
template <typename Run>
double per_ns(int64_t amount, int runs, const Run &run) {
  auto time = [&](int64_t length) {
    int64_t best = INT64_MAX;
    for (int i = 0; i < runs; i++) {
      const int64_t start = os::now_ns();
      run(length);
      best = std::min(best, os::now_ns() - start);
    }
    return best;
  };
  time(amount);  // clocks go up
  int64_t longer = 1;
  for (int i = 0; i < 5; i++) {
    longer = time(2 * amount);
    const int64_t difference = longer - time(amount);
    // Where all shorter runs were disturbed it is too small, or below nothing, and commands would
    // not end.
    if (4 * difference >= longer) return double(amount) / double(difference);
  }
  return 2.0 * double(amount) / double(longer);
}

}  // namespace heddle
