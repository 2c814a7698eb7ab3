// The desk of a process in the segment: others ask there, a thread of its own answers.
#pragma once

#include "soft/segment.h"

namespace soft {

struct Request {
  Desk::Wish wish;
  uint32_t timeout_ms = 0;
  const sxDevicePair *pairs = nullptr;
  size_t pair_count = 0;
};

// Asks and waits for the answer. SX_ERROR_NO_PROCESS if the process ends meanwhile.
sxResult ask(Desk &desk, uint64_t id, const Request &request);

}  // namespace soft
