// Level 3: the timeslice of this process's own compute channel groups.
//
// The driver makes channel groups through the resource manager's ioctl; we watch for them in our
// own ioctl() and may then set their timeslice as the driver itself does. The interface is not
// documented: what is seen is tried out, and where that fails level 2 is all there is.
#pragma once

#include <cstdint>

namespace heddle::cuda {

// Whether the compute groups of this process are known and take a timeslice.
bool can_set_slice();

// Sets the timeslice of all of them; 0: what the driver had set. 0 or an error.
int set_slice(uint32_t microseconds);

// In the child of a fork: the parent's groups are not ours.
void forget_groups();

}  // namespace heddle::cuda
