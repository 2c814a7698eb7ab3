// The table as a device sees it.
#pragma once

#include "hal/hip/hw_queue.h"

namespace heddle::hip {

// Where the device finds a word of the table, which is registered with it at the first call. Null:
// nowhere. Inside `Ours`.
void *on_device(int device, const void *word);
void forget_table(int device);

}  // namespace heddle::hip
