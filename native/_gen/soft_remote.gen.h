// Made by tools/gen from facts/soft.toml (native/soft/softxpu.h, version 2). Do not edit.
#pragma once

#include <cstdint>

namespace heddle::remote {

enum Function : uint16_t {
  kSxContextDisable,
  kSxContextGetTimeslice,
  kSxContextSetTimeslice,
  kSxDeviceCount,
  kSxDeviceGetAttribute,
  kSxDeviceGetName,
  kSxDeviceSynchronize,
  kSxEventCreate,
  kSxEventDestroy,
  kSxEventElapsed,
  kSxEventQuery,
  kSxEventRecord,
  kSxEventSynchronize,
  kSxFree,
  kSxGetDevice,
  kSxGetKernel,
  kSxGraphDestroy,
  kSxGraphExecDestroy,
  kSxGraphInstantiate,
  kSxGraphLaunch,
  kSxInit,
  kSxLaunchHostFunc,
  kSxLaunchKernel,
  kSxMalloc,
  kSxMemAttach,
  kSxMemDetach,
  kSxMemGetInfo,
  kSxMemcpy,
  kSxMemcpyAsync,
  kSxMemsetAsync,
  kSxSetDevice,
  kSxStreamBeginCapture,
  kSxStreamCreate,
  kSxStreamDestroy,
  kSxStreamEndCapture,
  kSxStreamGetDevice,
  kSxStreamGetProgress,
  kSxStreamIsCapturing,
  kSxStreamQuery,
  kSxStreamSynchronize,
  kSxStreamWaitEvent,
  kSxStreamWaitValue32,
  kSxStreamWriteValue64,
  kFunctions,
};

enum Kind : uint8_t {
  kKindSxStream = 1,
  kKindSxEvent = 2,
  kKindSxGraph = 3,
  kKindSxGraphExec = 4,
};

}  // namespace heddle::remote
