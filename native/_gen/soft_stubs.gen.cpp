// Made by tools/gen from facts/soft.toml (native/soft/softxpu.h, version 2). Do not edit.
#include "shim/soft/roles.h"

using namespace heddle::soft;

extern "C" {

HEDDLE_EXPORT sxResult sxDeviceSynchronize(void) {
  return roles::sync_device([&] { return real().sxDeviceSynchronize(); });
}

HEDDLE_EXPORT sxResult sxEventRecord(sxEvent event, sxStream stream) {
  return roles::order(stream, [&] { return real().sxEventRecord(event, stream); });
}

HEDDLE_EXPORT sxResult sxFree(void *pointer) {
  return roles::release(pointer, [&] { return real().sxFree(pointer); });
}

HEDDLE_EXPORT sxResult sxGraphLaunch(sxGraphExec executable, sxStream stream) {
  return roles::work(stream, [&] { return real().sxGraphLaunch(executable, stream); });
}

HEDDLE_EXPORT sxResult sxLaunchHostFunc(sxStream stream, sxHostFunc function, void *argument) {
  return roles::wait(stream, [&] { return real().sxLaunchHostFunc(stream, function, argument); });
}

HEDDLE_EXPORT sxResult sxLaunchKernel(sxKernel kernel, const void *arguments, size_t size, sxStream stream) {
  return roles::work(stream, [&] { return real().sxLaunchKernel(kernel, arguments, size, stream); });
}

HEDDLE_EXPORT sxResult sxMalloc(void **pointer, size_t bytes) {
  return roles::allocate(pointer, bytes, [&] { return real().sxMalloc(pointer, bytes); });
}

HEDDLE_EXPORT sxResult sxMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
  return roles::memory_info(free_bytes, total_bytes, [&] { return real().sxMemGetInfo(free_bytes, total_bytes); });
}

HEDDLE_EXPORT sxResult sxMemcpy(void *to, const void *from, size_t bytes) {
  return roles::work_sync(nullptr, [&] { return real().sxMemcpy(to, from, bytes); });
}

HEDDLE_EXPORT sxResult sxMemcpyAsync(void *to, const void *from, size_t bytes, sxStream stream) {
  return roles::work(stream, [&] { return real().sxMemcpyAsync(to, from, bytes, stream); });
}

HEDDLE_EXPORT sxResult sxMemsetAsync(void *pointer, int value, size_t bytes, sxStream stream) {
  return roles::work(stream, [&] { return real().sxMemsetAsync(pointer, value, bytes, stream); });
}

HEDDLE_EXPORT sxResult sxStreamBeginCapture(sxStream stream) {
  return roles::begin_capture(stream, [&] { return real().sxStreamBeginCapture(stream); });
}

HEDDLE_EXPORT sxResult sxStreamDestroy(sxStream stream) {
  return roles::destroy_stream(stream, [&] { return real().sxStreamDestroy(stream); });
}

HEDDLE_EXPORT sxResult sxStreamEndCapture(sxStream stream, sxGraph *graph) {
  return roles::end_capture(stream, [&] { return real().sxStreamEndCapture(stream, graph); });
}

HEDDLE_EXPORT sxResult sxStreamQuery(sxStream stream) {
  return roles::query(stream, [&] { return real().sxStreamQuery(stream); });
}

HEDDLE_EXPORT sxResult sxStreamSynchronize(sxStream stream) {
  return roles::sync_stream(stream, [&] { return real().sxStreamSynchronize(stream); });
}

HEDDLE_EXPORT sxResult sxStreamWaitEvent(sxStream stream, sxEvent event) {
  return roles::wait(stream, [&] { return real().sxStreamWaitEvent(stream, event); });
}

HEDDLE_EXPORT sxResult sxStreamWaitValue32(sxStream stream, const uint32_t *word, uint32_t value, unsigned flags) {
  return roles::wait(stream, [&] { return real().sxStreamWaitValue32(stream, word, value, flags); });
}

HEDDLE_EXPORT sxResult sxStreamWriteValue64(sxStream stream, uint64_t *word, uint64_t value) {
  return roles::order(stream, [&] { return real().sxStreamWriteValue64(stream, word, value); });
}

}  // extern C

// What dlsym() is to answer instead of the vendor's.

const heddle_symbol heddle::soft::kSymbols[] = {
    {"sxDeviceSynchronize", reinterpret_cast<void *>(&::sxDeviceSynchronize)},
    {"sxEventDestroy", reinterpret_cast<void *>(&::sxEventDestroy)},
    {"sxEventQuery", reinterpret_cast<void *>(&::sxEventQuery)},
    {"sxEventRecord", reinterpret_cast<void *>(&::sxEventRecord)},
    {"sxEventSynchronize", reinterpret_cast<void *>(&::sxEventSynchronize)},
    {"sxFree", reinterpret_cast<void *>(&::sxFree)},
    {"sxGraphLaunch", reinterpret_cast<void *>(&::sxGraphLaunch)},
    {"sxLaunchHostFunc", reinterpret_cast<void *>(&::sxLaunchHostFunc)},
    {"sxLaunchKernel", reinterpret_cast<void *>(&::sxLaunchKernel)},
    {"sxMalloc", reinterpret_cast<void *>(&::sxMalloc)},
    {"sxMemGetInfo", reinterpret_cast<void *>(&::sxMemGetInfo)},
    {"sxMemcpy", reinterpret_cast<void *>(&::sxMemcpy)},
    {"sxMemcpyAsync", reinterpret_cast<void *>(&::sxMemcpyAsync)},
    {"sxMemsetAsync", reinterpret_cast<void *>(&::sxMemsetAsync)},
    {"sxSetDevice", reinterpret_cast<void *>(&::sxSetDevice)},
    {"sxStreamBeginCapture", reinterpret_cast<void *>(&::sxStreamBeginCapture)},
    {"sxStreamCreate", reinterpret_cast<void *>(&::sxStreamCreate)},
    {"sxStreamDestroy", reinterpret_cast<void *>(&::sxStreamDestroy)},
    {"sxStreamEndCapture", reinterpret_cast<void *>(&::sxStreamEndCapture)},
    {"sxStreamQuery", reinterpret_cast<void *>(&::sxStreamQuery)},
    {"sxStreamSynchronize", reinterpret_cast<void *>(&::sxStreamSynchronize)},
    {"sxStreamWaitEvent", reinterpret_cast<void *>(&::sxStreamWaitEvent)},
    {"sxStreamWaitValue32", reinterpret_cast<void *>(&::sxStreamWaitValue32)},
    {"sxStreamWriteValue64", reinterpret_cast<void *>(&::sxStreamWriteValue64)},
    {nullptr, nullptr},
};
