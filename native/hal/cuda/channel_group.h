// Level 3: the timeslice of this process's own compute channel groups.
//
// The driver makes channel groups through the resource manager's ioctl; we watch for them in our
// own ioctl() and may then set their timeslice as the driver itself does. The interface is not
// documented: what is seen is tried out, and where that fails level 2 is all there is.
#pragma once

#include <cstdint>

namespace heddle::cuda {

// A GPU as the resource manager numbers it, which is neither CUDA's order nor the bus's.
using Gpu = uint32_t;
inline constexpr Gpu kUnknownGpu = ~0u;    // not known
inline constexpr Gpu kEveryGpu = ~0u - 1;  // for a process that sees one: whichever it is

// The one with that name on the bus ("0000:0f:00.0"); kUnknownGpu if the resource manager does not
// say, as before the first context.
Gpu gpu_at(const char *bus_id);

// Whether the compute groups that this process has there are known and take a timeslice.
bool can_set_slice(Gpu gpu);

// Sets the timeslice of all of them; 0: what the driver had set. 0 or an error.
int set_slice(Gpu gpu, uint32_t microseconds);

// In the child of a fork: the parent's groups are not ours.
void forget_groups();

}  // namespace heddle::cuda
