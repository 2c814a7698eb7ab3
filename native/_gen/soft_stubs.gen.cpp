// Made by tools/gen from facts/soft.toml (native/soft/softxpu.h, version 1). Do not edit.
#include "shim/soft/roles.h"

using namespace heddle::soft;

extern "C" {

HEDDLE_EXPORT sxResult sxInit(unsigned flags) {
  return real().sxInit(flags);
}

HEDDLE_EXPORT sxResult sxGetVersion(int *version) {
  return real().sxGetVersion(version);
}

HEDDLE_EXPORT const char *sxGetErrorString(sxResult result) {
  return real().sxGetErrorString(result);
}

HEDDLE_EXPORT sxResult sxDeviceCount(int *count) {
  return real().sxDeviceCount(count);
}

HEDDLE_EXPORT sxResult sxDeviceGetName(int device, char *name, size_t size) {
  return real().sxDeviceGetName(device, name, size);
}

HEDDLE_EXPORT sxResult sxDeviceGetAttribute(int device, sxAttribute attribute, int64_t *value) {
  return real().sxDeviceGetAttribute(device, attribute, value);
}

HEDDLE_EXPORT sxResult sxGetDevice(int *device) {
  return real().sxGetDevice(device);
}

HEDDLE_EXPORT sxResult sxDeviceSynchronize(void) {
  return sync_device([&] { return real().sxDeviceSynchronize(); });
}

HEDDLE_EXPORT sxResult sxMalloc(void **pointer, size_t bytes) {
  return real().sxMalloc(pointer, bytes);
}

HEDDLE_EXPORT sxResult sxFree(void *pointer) {
  return real().sxFree(pointer);
}

HEDDLE_EXPORT sxResult sxMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
  return real().sxMemGetInfo(free_bytes, total_bytes);
}

HEDDLE_EXPORT sxResult sxMemcpy(void *to, const void *from, size_t bytes) {
  return work_sync(nullptr, [&] { return real().sxMemcpy(to, from, bytes); });
}

HEDDLE_EXPORT sxResult sxMemcpyAsync(void *to, const void *from, size_t bytes, sxStream stream) {
  return work(stream, [&] { return real().sxMemcpyAsync(to, from, bytes, stream); });
}

HEDDLE_EXPORT sxResult sxMemsetAsync(void *pointer, int value, size_t bytes, sxStream stream) {
  return work(stream, [&] { return real().sxMemsetAsync(pointer, value, bytes, stream); });
}

HEDDLE_EXPORT sxResult sxStreamSynchronize(sxStream stream) {
  return sync_stream(stream, [&] { return real().sxStreamSynchronize(stream); });
}

HEDDLE_EXPORT sxResult sxStreamQuery(sxStream stream) {
  return query(stream, [&] { return real().sxStreamQuery(stream); });
}

HEDDLE_EXPORT sxResult sxStreamGetDevice(sxStream stream, int *device) {
  return real().sxStreamGetDevice(stream, device);
}

HEDDLE_EXPORT sxResult sxStreamWaitEvent(sxStream stream, sxEvent event) {
  return wait(stream, [&] { return real().sxStreamWaitEvent(stream, event); });
}

HEDDLE_EXPORT sxResult sxLaunchHostFunc(sxStream stream, sxHostFunc function, void *argument) {
  return wait(stream, [&] { return real().sxLaunchHostFunc(stream, function, argument); });
}

HEDDLE_EXPORT sxResult sxEventCreate(sxEvent *event) {
  return real().sxEventCreate(event);
}

HEDDLE_EXPORT sxResult sxEventDestroy(sxEvent event) {
  return real().sxEventDestroy(event);
}

HEDDLE_EXPORT sxResult sxEventRecord(sxEvent event, sxStream stream) {
  return order(stream, [&] { return real().sxEventRecord(event, stream); });
}

HEDDLE_EXPORT sxResult sxEventQuery(sxEvent event) {
  return real().sxEventQuery(event);
}

HEDDLE_EXPORT sxResult sxEventSynchronize(sxEvent event) {
  return real().sxEventSynchronize(event);
}

HEDDLE_EXPORT sxResult sxEventElapsed(uint64_t *nanoseconds, sxEvent start, sxEvent end) {
  return real().sxEventElapsed(nanoseconds, start, end);
}

HEDDLE_EXPORT sxResult sxGetKernel(sxKernel *kernel, const char *name) {
  return real().sxGetKernel(kernel, name);
}

HEDDLE_EXPORT sxResult sxLaunchKernel(sxKernel kernel, const void *arguments, size_t size, sxStream stream) {
  return work(stream, [&] { return real().sxLaunchKernel(kernel, arguments, size, stream); });
}

HEDDLE_EXPORT sxResult sxStreamIsCapturing(sxStream stream, int *capturing) {
  return real().sxStreamIsCapturing(stream, capturing);
}

HEDDLE_EXPORT sxResult sxGraphInstantiate(sxGraphExec *executable, sxGraph graph) {
  return real().sxGraphInstantiate(executable, graph);
}

HEDDLE_EXPORT sxResult sxGraphLaunch(sxGraphExec executable, sxStream stream) {
  return work(stream, [&] { return real().sxGraphLaunch(executable, stream); });
}

HEDDLE_EXPORT sxResult sxGraphDestroy(sxGraph graph) {
  return real().sxGraphDestroy(graph);
}

HEDDLE_EXPORT sxResult sxGraphExecDestroy(sxGraphExec executable) {
  return real().sxGraphExecDestroy(executable);
}

HEDDLE_EXPORT sxResult sxStreamWaitValue32(sxStream stream, const uint32_t *word, uint32_t value, unsigned flags) {
  return wait(stream, [&] { return real().sxStreamWaitValue32(stream, word, value, flags); });
}

HEDDLE_EXPORT sxResult sxStreamWriteValue64(sxStream stream, uint64_t *word, uint64_t value) {
  return order(stream, [&] { return real().sxStreamWriteValue64(stream, word, value); });
}

HEDDLE_EXPORT sxResult sxContextSetTimeslice(int device, uint32_t microseconds) {
  return real().sxContextSetTimeslice(device, microseconds);
}

HEDDLE_EXPORT sxResult sxContextGetTimeslice(int device, uint32_t *microseconds) {
  return real().sxContextGetTimeslice(device, microseconds);
}

HEDDLE_EXPORT sxResult sxContextDisable(int device, int disabled) {
  return real().sxContextDisable(device, disabled);
}

}  // extern C

// What dlsym() is to answer instead of the vendor's.

const heddle_symbol heddle::soft::kSymbols[] = {
    {"sxInit", reinterpret_cast<void *>(&::sxInit)},
    {"sxGetVersion", reinterpret_cast<void *>(&::sxGetVersion)},
    {"sxGetErrorString", reinterpret_cast<void *>(&::sxGetErrorString)},
    {"sxDeviceCount", reinterpret_cast<void *>(&::sxDeviceCount)},
    {"sxDeviceGetName", reinterpret_cast<void *>(&::sxDeviceGetName)},
    {"sxDeviceGetAttribute", reinterpret_cast<void *>(&::sxDeviceGetAttribute)},
    {"sxSetDevice", reinterpret_cast<void *>(&::sxSetDevice)},
    {"sxGetDevice", reinterpret_cast<void *>(&::sxGetDevice)},
    {"sxDeviceSynchronize", reinterpret_cast<void *>(&::sxDeviceSynchronize)},
    {"sxMalloc", reinterpret_cast<void *>(&::sxMalloc)},
    {"sxFree", reinterpret_cast<void *>(&::sxFree)},
    {"sxMemGetInfo", reinterpret_cast<void *>(&::sxMemGetInfo)},
    {"sxMemcpy", reinterpret_cast<void *>(&::sxMemcpy)},
    {"sxMemcpyAsync", reinterpret_cast<void *>(&::sxMemcpyAsync)},
    {"sxMemsetAsync", reinterpret_cast<void *>(&::sxMemsetAsync)},
    {"sxStreamCreate", reinterpret_cast<void *>(&::sxStreamCreate)},
    {"sxStreamDestroy", reinterpret_cast<void *>(&::sxStreamDestroy)},
    {"sxStreamSynchronize", reinterpret_cast<void *>(&::sxStreamSynchronize)},
    {"sxStreamQuery", reinterpret_cast<void *>(&::sxStreamQuery)},
    {"sxStreamGetDevice", reinterpret_cast<void *>(&::sxStreamGetDevice)},
    {"sxStreamWaitEvent", reinterpret_cast<void *>(&::sxStreamWaitEvent)},
    {"sxLaunchHostFunc", reinterpret_cast<void *>(&::sxLaunchHostFunc)},
    {"sxEventCreate", reinterpret_cast<void *>(&::sxEventCreate)},
    {"sxEventDestroy", reinterpret_cast<void *>(&::sxEventDestroy)},
    {"sxEventRecord", reinterpret_cast<void *>(&::sxEventRecord)},
    {"sxEventQuery", reinterpret_cast<void *>(&::sxEventQuery)},
    {"sxEventSynchronize", reinterpret_cast<void *>(&::sxEventSynchronize)},
    {"sxEventElapsed", reinterpret_cast<void *>(&::sxEventElapsed)},
    {"sxGetKernel", reinterpret_cast<void *>(&::sxGetKernel)},
    {"sxLaunchKernel", reinterpret_cast<void *>(&::sxLaunchKernel)},
    {"sxStreamBeginCapture", reinterpret_cast<void *>(&::sxStreamBeginCapture)},
    {"sxStreamEndCapture", reinterpret_cast<void *>(&::sxStreamEndCapture)},
    {"sxStreamIsCapturing", reinterpret_cast<void *>(&::sxStreamIsCapturing)},
    {"sxGraphInstantiate", reinterpret_cast<void *>(&::sxGraphInstantiate)},
    {"sxGraphLaunch", reinterpret_cast<void *>(&::sxGraphLaunch)},
    {"sxGraphDestroy", reinterpret_cast<void *>(&::sxGraphDestroy)},
    {"sxGraphExecDestroy", reinterpret_cast<void *>(&::sxGraphExecDestroy)},
    {"sxStreamWaitValue32", reinterpret_cast<void *>(&::sxStreamWaitValue32)},
    {"sxStreamWriteValue64", reinterpret_cast<void *>(&::sxStreamWriteValue64)},
    {"sxContextSetTimeslice", reinterpret_cast<void *>(&::sxContextSetTimeslice)},
    {"sxContextGetTimeslice", reinterpret_cast<void *>(&::sxContextGetTimeslice)},
    {"sxContextDisable", reinterpret_cast<void *>(&::sxContextDisable)},
    {nullptr, nullptr},
};
