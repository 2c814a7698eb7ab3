// VPI's side of the HwQueue contract.
//
// A gate is a host function that looks at the word and waits while it is not 0. VPI runs it on the
// stream's own thread, exactly once, when all that was submitted before is done, and starts nothing
// of what was submitted behind it until it returns; so it holds this stream and no other.
#pragma once

#include "_gen/vpi_api.gen.h"
#include "include/heddle.h"

namespace heddle::vpi {

inline constexpr VPIStatus kSuccess = 0, kNotReady = 9, kOutOfMemory = 11;

// The library's own functions; looked up once, whatever way the program got at them.
const Real &real();

// Fills `out`; false if there is no memory.
bool make_hw_queue(VPIStream stream, heddle_hw_queue *out);

// The context of an empty stream is about to be destroyed, and our events with it.
void lose(VPIStream stream);
void forget_queues();  // in the child of a fork

}  // namespace heddle::vpi
