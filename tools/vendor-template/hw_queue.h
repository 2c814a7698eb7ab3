// Acme's side of the HwQueue contract.
#pragma once

#include "_gen/acme_api.gen.h"
#include "include/heddle.h"

namespace heddle::acme {

// Results that we tell apart.
enum : acmeResult { kSuccess = 0, kOutOfMemory = 4, kNotReady = 5 };

// kCapability* bits: what was seen to work. None of them is level 1.
inline constexpr uint32_t kCapabilities = 0;

// The library's own functions; looked up once, whatever way the program got at them.
const Real &real();

// Fills `out`; false if there is no memory.
bool make_hw_queue(acmeStream stream, heddle_hw_queue *out);

}  // namespace heddle::acme
