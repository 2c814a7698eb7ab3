// Made by tools/gen from facts/soft.toml (native/soft/softxpu.h, version 2). Do not edit.
#pragma once

#include "soft/softxpu.h"

namespace heddle::soft {

inline constexpr const char *kLibrary = "libsoftxpu.so.1";

// The vendor's own functions, found at first use; null if this version has none.
struct Real {
  sxResult (*sxDeviceCount)(int *);
  sxResult (*sxDeviceGetName)(int, char *, size_t);
  sxResult (*sxDeviceGetAttribute)(int, sxAttribute, int64_t *);
  sxResult (*sxSetDevice)(int);
  sxResult (*sxGetDevice)(int *);
  sxResult (*sxDeviceSynchronize)();
  sxResult (*sxMalloc)(void **, size_t);
  sxResult (*sxFree)(void *);
  sxResult (*sxMemDetach)(void *);
  sxResult (*sxMemAttach)(void *);
  sxResult (*sxMemGetInfo)(size_t *, size_t *);
  sxResult (*sxMemcpy)(void *, const void *, size_t);
  sxResult (*sxMemcpyAsync)(void *, const void *, size_t, sxStream);
  sxResult (*sxMemsetAsync)(void *, int, size_t, sxStream);
  sxResult (*sxStreamCreate)(sxStream *, unsigned);
  sxResult (*sxStreamDestroy)(sxStream);
  sxResult (*sxStreamSynchronize)(sxStream);
  sxResult (*sxStreamQuery)(sxStream);
  sxResult (*sxStreamGetDevice)(sxStream, int *);
  sxResult (*sxStreamGetProgress)(sxStream, uint64_t *, uint64_t *);
  sxResult (*sxStreamWaitEvent)(sxStream, sxEvent);
  sxResult (*sxLaunchHostFunc)(sxStream, sxHostFunc, void *);
  sxResult (*sxEventCreate)(sxEvent *);
  sxResult (*sxEventDestroy)(sxEvent);
  sxResult (*sxEventRecord)(sxEvent, sxStream);
  sxResult (*sxEventQuery)(sxEvent);
  sxResult (*sxEventSynchronize)(sxEvent);
  sxResult (*sxLaunchKernel)(sxKernel, const void *, size_t, sxStream);
  sxResult (*sxStreamBeginCapture)(sxStream);
  sxResult (*sxStreamEndCapture)(sxStream, sxGraph *);
  sxResult (*sxStreamIsCapturing)(sxStream, int *);
  sxResult (*sxGraphLaunch)(sxGraphExec, sxStream);
  sxResult (*sxStreamWaitValue32)(sxStream, const uint32_t *, uint32_t, unsigned);
  sxResult (*sxStreamWriteValue64)(sxStream, uint64_t *, uint64_t);
  sxResult (*sxContextSetTimeslice)(int, uint32_t);
  sxResult (*sxContextReset)(int, sxReset *);
  sxResult (*sxContextResume)(int);
};

// Name and place of every function in Real, in order.
inline constexpr const char *kNames[] = {
    "sxDeviceCount",
    "sxDeviceGetName",
    "sxDeviceGetAttribute",
    "sxSetDevice",
    "sxGetDevice",
    "sxDeviceSynchronize",
    "sxMalloc",
    "sxFree",
    "sxMemDetach",
    "sxMemAttach",
    "sxMemGetInfo",
    "sxMemcpy",
    "sxMemcpyAsync",
    "sxMemsetAsync",
    "sxStreamCreate",
    "sxStreamDestroy",
    "sxStreamSynchronize",
    "sxStreamQuery",
    "sxStreamGetDevice",
    "sxStreamGetProgress",
    "sxStreamWaitEvent",
    "sxLaunchHostFunc",
    "sxEventCreate",
    "sxEventDestroy",
    "sxEventRecord",
    "sxEventQuery",
    "sxEventSynchronize",
    "sxLaunchKernel",
    "sxStreamBeginCapture",
    "sxStreamEndCapture",
    "sxStreamIsCapturing",
    "sxGraphLaunch",
    "sxStreamWaitValue32",
    "sxStreamWriteValue64",
    "sxContextSetTimeslice",
    "sxContextReset",
    "sxContextResume",
};

}  // namespace heddle::soft
