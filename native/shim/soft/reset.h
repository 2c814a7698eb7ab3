// For programs whose commands may be killed and run again: what the log of a stream is good for.
#pragma once

#include "hal/soft/hw_queue.h"

namespace heddle::soft {

// Offers to reset the device, if the program is such a one; before its first queue there is opened.
void offer_reset(int device, uint32_t index, uint32_t capabilities);

}  // namespace heddle::soft
