// What the soft XPU's errors are called.
#pragma once

#include "soft/softxpu.h"

namespace soft {

inline const char *error_text(sxResult result) {
  switch (result) {
    case SX_OK: return "success";
    case SX_ERROR_INVALID: return "invalid argument";
    case SX_ERROR_NOT_INITIALIZED: return "sxInit() has not been called";
    case SX_ERROR_NO_DEVICE: return "no such device";
    case SX_ERROR_OUT_OF_MEMORY: return "out of memory";
    case SX_ERROR_NOT_READY: return "not ready";
    case SX_ERROR_UNSUPPORTED: return "not supported by the device";
    case SX_ERROR_LAUNCH: return "a command failed while it ran";
    case SX_ERROR_FORKED: return "the handle belongs to the parent process";
    case SX_ERROR_CAPTURE: return "not allowed in or without a capture";
    case SX_ERROR_SEGMENT: return "the shared segment cannot be used";
    case SX_ERROR_CONFIG: return "bad or conflicting device configuration";
    case SX_ERROR_TIMEOUT: return "it did not happen in time";
    case SX_ERROR_STATE: return "the process is not in the state that this starts from";
    case SX_ERROR_NO_PROCESS: return "no such process uses a device";
    case SX_ERROR_DENIED: return "the process is another user's";
    case SX_ERROR_MODEL: return "the devices are not of the same model";
    case SX_ERROR_RESET: return "lost by a reset";
  }
  return "unknown error";
}

}  // namespace soft
