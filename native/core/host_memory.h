// How much of devices' memory the host can take: what Linux could give to programs, less a reserve,
// and never more than the control group of this process leaves.
#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle {

uint64_t host_room();

}  // namespace heddle
