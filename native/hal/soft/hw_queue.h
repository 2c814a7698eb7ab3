// The soft XPU's side of the HwQueue contract.
#pragma once

#include "_gen/soft_api.gen.h"
#include "include/heddle.h"

namespace heddle::soft {

// The library's own functions; looked up once, whatever way the program got at them.
const Real &vendor();
// The same, or what stands in for them in this program.
const Real &real();
void stand_in(const Real &(*functions)());

// Heddle's capability bits of a device; Heddle's order, not the soft XPU's.
uint32_t capabilities_of(int device);

// Fills `out`; false if there is no memory. `stream` null: the default stream of `device`.
bool make_hw_queue(int device, sxStream stream, uint32_t capabilities, heddle_hw_queue *out);

}  // namespace heddle::soft
