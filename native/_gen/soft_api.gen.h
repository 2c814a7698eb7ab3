// Made by tools/gen from facts/soft.toml (native/soft/softxpu.h, version 2). Do not edit.
#pragma once

#include "soft/softxpu.h"

namespace heddle::soft {

inline constexpr const char *kLibrary = "libsoftxpu.so.1";

// The vendor's own functions, found at first use; null if this version has none.
struct Real {
  sxResult (*sxContextReset)(int, sxReset *);
  sxResult (*sxContextResume)(int);
  sxResult (*sxContextSetTimeslice)(int, uint32_t);
  sxResult (*sxDeviceCount)(int *);
  sxResult (*sxDeviceGetAttribute)(int, sxAttribute, int64_t *);
  sxResult (*sxDeviceGetName)(int, char *, size_t);
  sxResult (*sxDeviceSynchronize)();
  sxResult (*sxEventCreate)(sxEvent *);
  sxResult (*sxEventDestroy)(sxEvent);
  sxResult (*sxEventQuery)(sxEvent);
  sxResult (*sxEventRecord)(sxEvent, sxStream);
  sxResult (*sxEventSynchronize)(sxEvent);
  sxResult (*sxFree)(void *);
  sxResult (*sxGetDevice)(int *);
  sxResult (*sxGraphLaunch)(sxGraphExec, sxStream);
  sxResult (*sxLaunchHostFunc)(sxStream, sxHostFunc, void *);
  sxResult (*sxLaunchKernel)(sxKernel, const void *, size_t, sxStream);
  sxResult (*sxMalloc)(void **, size_t);
  sxResult (*sxMemAttach)(void *);
  sxResult (*sxMemDetach)(void *);
  sxResult (*sxMemGetInfo)(size_t *, size_t *);
  sxResult (*sxMemcpy)(void *, const void *, size_t);
  sxResult (*sxMemcpyAsync)(void *, const void *, size_t, sxStream);
  sxResult (*sxMemsetAsync)(void *, int, size_t, sxStream);
  sxResult (*sxSetDevice)(int);
  sxResult (*sxStreamBeginCapture)(sxStream);
  sxResult (*sxStreamCreate)(sxStream *, unsigned);
  sxResult (*sxStreamDestroy)(sxStream);
  sxResult (*sxStreamEndCapture)(sxStream, sxGraph *);
  sxResult (*sxStreamGetDevice)(sxStream, int *);
  sxResult (*sxStreamGetProgress)(sxStream, uint64_t *, uint64_t *);
  sxResult (*sxStreamIsCapturing)(sxStream, int *);
  sxResult (*sxStreamQuery)(sxStream);
  sxResult (*sxStreamSynchronize)(sxStream);
  sxResult (*sxStreamWaitEvent)(sxStream, sxEvent);
  sxResult (*sxStreamWaitValue32)(sxStream, const uint32_t *, uint32_t, unsigned);
  sxResult (*sxStreamWriteValue64)(sxStream, uint64_t *, uint64_t);
};

// Name and place of every function in Real, in order.
inline constexpr const char *kNames[] = {
    "sxContextReset",
    "sxContextResume",
    "sxContextSetTimeslice",
    "sxDeviceCount",
    "sxDeviceGetAttribute",
    "sxDeviceGetName",
    "sxDeviceSynchronize",
    "sxEventCreate",
    "sxEventDestroy",
    "sxEventQuery",
    "sxEventRecord",
    "sxEventSynchronize",
    "sxFree",
    "sxGetDevice",
    "sxGraphLaunch",
    "sxLaunchHostFunc",
    "sxLaunchKernel",
    "sxMalloc",
    "sxMemAttach",
    "sxMemDetach",
    "sxMemGetInfo",
    "sxMemcpy",
    "sxMemcpyAsync",
    "sxMemsetAsync",
    "sxSetDevice",
    "sxStreamBeginCapture",
    "sxStreamCreate",
    "sxStreamDestroy",
    "sxStreamEndCapture",
    "sxStreamGetDevice",
    "sxStreamGetProgress",
    "sxStreamIsCapturing",
    "sxStreamQuery",
    "sxStreamSynchronize",
    "sxStreamWaitEvent",
    "sxStreamWaitValue32",
    "sxStreamWriteValue64",
};

}  // namespace heddle::soft
