// Made by tools/gen from facts/soft.toml (native/soft/softxpu.h, version 2). Do not edit.
#include "_gen/soft_remote.gen.h"
#include "remote/client.h"

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace heddle::remote;

static bool sticks(int32_t result) {
  switch (result) {
    case SX_ERROR_LAUNCH: return true;
    default: return false;
  }
}

const ClientFacts heddle::remote::kFacts = {"soft", "SOFTXPU_VISIBLE_DEVICES", SX_OK, SX_ERROR_INVALID, SX_ERROR_FORKED, SX_ERROR_UNSUPPORTED, SX_ERROR_NO_DEVICE, SX_ERROR_LAUNCH, sticks, false, kForwarded, also, wrong_handle};

HEDDLE_EXPORT sxResult sxCheckpoint(int pid) {
  static_cast<void>(pid);
  return sxResult(refuse("sxCheckpoint"));
}

HEDDLE_EXPORT sxResult sxCheckpointGetState(int pid, sxProcessState *state) {
  static_cast<void>(pid);
  static_cast<void>(state);
  return sxResult(refuse("sxCheckpointGetState"));
}

HEDDLE_EXPORT sxResult sxCheckpointLock(int pid, uint32_t timeout_ms) {
  static_cast<void>(pid);
  static_cast<void>(timeout_ms);
  return sxResult(refuse("sxCheckpointLock"));
}

HEDDLE_EXPORT sxResult sxCheckpointUnlock(int pid) {
  static_cast<void>(pid);
  return sxResult(refuse("sxCheckpointUnlock"));
}

HEDDLE_EXPORT sxResult sxContextDisable(int device, int disabled) {
  Call call(kSxContextDisable);
  call.value(device);
  call.value(disabled);
  const auto result = sxResult(call.ask());
  return result;
}

HEDDLE_EXPORT sxResult sxContextGetTimeslice(int device, uint32_t *microseconds) {
  Call call(kSxContextGetTimeslice);
  call.value(device);
  call.wanted(microseconds);
  const auto result = sxResult(call.ask());
  call.take(microseconds);
  return result;
}

HEDDLE_EXPORT sxResult sxContextReset(int device, sxReset *report) {
  static_cast<void>(device);
  static_cast<void>(report);
  return sxResult(refuse("sxContextReset"));
}

HEDDLE_EXPORT sxResult sxContextResume(int device) {
  static_cast<void>(device);
  return sxResult(refuse("sxContextResume"));
}

HEDDLE_EXPORT sxResult sxContextSetTimeslice(int device, uint32_t microseconds) {
  Call call(kSxContextSetTimeslice);
  call.value(device);
  call.value(microseconds);
  const auto result = sxResult(call.ask());
  return result;
}

HEDDLE_EXPORT sxResult sxDeviceCount(int *count) {
  Call call(kSxDeviceCount);
  call.wanted(count);
  const auto result = sxResult(call.ask());
  call.take(count);
  return result;
}

HEDDLE_EXPORT sxResult sxDeviceGetAttribute(int device, sxAttribute attribute, int64_t *value) {
  Call call(kSxDeviceGetAttribute);
  call.value(device);
  call.value(attribute);
  call.wanted(value);
  const auto result = sxResult(call.ask());
  call.take(value);
  return result;
}

HEDDLE_EXPORT sxResult sxDeviceGetName(int device, char *name, size_t size) {
  Call call(kSxDeviceGetName);
  call.value(device);
  call.wanted(name);
  call.value(size);
  const auto result = sxResult(call.ask());
  call.take_bytes(name, size);
  return result;
}

HEDDLE_EXPORT sxResult sxDeviceSynchronize(void) {
  Call call(kSxDeviceSynchronize);
  const auto result = sxResult(call.ask());
  return result;
}

HEDDLE_EXPORT sxResult sxEventCreate(sxEvent *event) {
  Call call(kSxEventCreate);
  call.made(kKindSxEvent, event);
  const auto result = sxResult(call.ask());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT sxResult sxEventDestroy(sxEvent event) {
  Call call(kSxEventDestroy);
  call.handle(kKindSxEvent, event);
  const auto result = sxResult(call.send());
  if (result == SX_OK) call.client().handles.forget(uint64_t(event));
  return result;
}

HEDDLE_EXPORT sxResult sxEventElapsed(uint64_t *nanoseconds, sxEvent start, sxEvent end) {
  Call call(kSxEventElapsed);
  call.wanted(nanoseconds);
  call.handle(kKindSxEvent, start);
  call.handle(kKindSxEvent, end);
  const auto result = sxResult(call.ask());
  call.take(nanoseconds);
  return result;
}

HEDDLE_EXPORT sxResult sxEventQuery(sxEvent event) {
  Call call(kSxEventQuery);
  call.handle(kKindSxEvent, event);
  const auto result = sxResult(call.ask());
  return result;
}

HEDDLE_EXPORT sxResult sxEventRecord(sxEvent event, sxStream stream) {
  Call call(kSxEventRecord);
  call.handle(kKindSxEvent, event);
  call.handle_or_none(kKindSxStream, stream);
  const auto result = sxResult(call.send());
  return result;
}

HEDDLE_EXPORT sxResult sxEventSynchronize(sxEvent event) {
  Call call(kSxEventSynchronize);
  call.handle(kKindSxEvent, event);
  const auto result = sxResult(call.ask());
  return result;
}

HEDDLE_EXPORT sxResult sxGetDevice(int *device) {
  Call call(kSxGetDevice);
  call.wanted(device);
  const auto result = sxResult(call.ask());
  call.take(device);
  return result;
}

HEDDLE_EXPORT sxResult sxGetProcesses(sxProcess *processes, int *count) {
  static_cast<void>(processes);
  static_cast<void>(count);
  return sxResult(refuse("sxGetProcesses"));
}

HEDDLE_EXPORT sxResult sxGraphDestroy(sxGraph graph) {
  Call call(kSxGraphDestroy);
  call.handle(kKindSxGraph, graph);
  const auto result = sxResult(call.send());
  if (result == SX_OK) call.client().handles.forget(uint64_t(graph));
  return result;
}

HEDDLE_EXPORT sxResult sxGraphExecDestroy(sxGraphExec executable) {
  Call call(kSxGraphExecDestroy);
  call.handle(kKindSxGraphExec, executable);
  const auto result = sxResult(call.send());
  if (result == SX_OK) call.client().handles.forget(uint64_t(executable));
  return result;
}

HEDDLE_EXPORT sxResult sxGraphInstantiate(sxGraphExec *executable, sxGraph graph) {
  Call call(kSxGraphInstantiate);
  call.made(kKindSxGraphExec, executable);
  call.handle(kKindSxGraph, graph);
  const auto result = sxResult(call.ask());
  call.take_made(executable);
  return result;
}

HEDDLE_EXPORT sxResult sxGraphLaunch(sxGraphExec executable, sxStream stream) {
  Call call(kSxGraphLaunch);
  call.handle(kKindSxGraphExec, executable);
  call.handle_or_none(kKindSxStream, stream);
  const auto result = sxResult(call.send());
  return result;
}

HEDDLE_EXPORT sxResult sxMemAttach(void *pointer) {
  Call call(kSxMemAttach);
  call.address(pointer);
  const auto result = sxResult(call.ask());
  return result;
}

HEDDLE_EXPORT sxResult sxMemDetach(void *pointer) {
  Call call(kSxMemDetach);
  call.address(pointer);
  const auto result = sxResult(call.ask());
  return result;
}

HEDDLE_EXPORT sxResult sxMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
  Call call(kSxMemGetInfo);
  call.wanted(free_bytes);
  call.wanted(total_bytes);
  const auto result = sxResult(call.ask());
  call.take(free_bytes);
  call.take(total_bytes);
  return result;
}

HEDDLE_EXPORT sxResult sxMemsetAsync(void *pointer, int value, size_t bytes, sxStream stream) {
  Call call(kSxMemsetAsync);
  call.address(pointer);
  call.value(value);
  call.value(bytes);
  call.handle_or_none(kKindSxStream, stream);
  const auto result = sxResult(call.send());
  return result;
}

HEDDLE_EXPORT sxResult sxRestore(int pid, const sxDevicePair *pairs, size_t count) {
  static_cast<void>(pid);
  static_cast<void>(pairs);
  static_cast<void>(count);
  return sxResult(refuse("sxRestore"));
}

HEDDLE_EXPORT sxResult sxStreamCreate(sxStream *stream, unsigned flags) {
  Call call(kSxStreamCreate);
  call.made(kKindSxStream, stream);
  call.value(flags);
  const auto result = sxResult(call.ask());
  call.take_made(stream);
  return result;
}

HEDDLE_EXPORT sxResult sxStreamGetDevice(sxStream stream, int *device) {
  Call call(kSxStreamGetDevice);
  call.handle_or_none(kKindSxStream, stream);
  call.wanted(device);
  const auto result = sxResult(call.ask());
  call.take(device);
  return result;
}

HEDDLE_EXPORT sxResult sxStreamGetProgress(sxStream stream, uint64_t *submitted, uint64_t *completed) {
  Call call(kSxStreamGetProgress);
  call.handle_or_none(kKindSxStream, stream);
  call.wanted(submitted);
  call.wanted(completed);
  const auto result = sxResult(call.ask());
  call.take(submitted);
  call.take(completed);
  return result;
}

HEDDLE_EXPORT sxResult sxStreamIsCapturing(sxStream stream, int *capturing) {
  Call call(kSxStreamIsCapturing);
  call.handle_or_none(kKindSxStream, stream);
  call.wanted(capturing);
  const auto result = sxResult(call.ask());
  call.take(capturing);
  return result;
}

HEDDLE_EXPORT sxResult sxStreamQuery(sxStream stream) {
  Call call(kSxStreamQuery);
  call.handle_or_none(kKindSxStream, stream);
  const auto result = sxResult(call.ask());
  return result;
}

HEDDLE_EXPORT sxResult sxStreamSynchronize(sxStream stream) {
  Call call(kSxStreamSynchronize);
  call.handle_or_none(kKindSxStream, stream);
  const auto result = sxResult(call.ask());
  return result;
}

HEDDLE_EXPORT sxResult sxStreamWaitEvent(sxStream stream, sxEvent event) {
  Call call(kSxStreamWaitEvent);
  call.handle_or_none(kKindSxStream, stream);
  call.handle(kKindSxEvent, event);
  const auto result = sxResult(call.send());
  return result;
}

// In the order of kNames.
void *const heddle::remote::kOurs[] = {
    reinterpret_cast<void *>(&::sxCheckpoint),
    reinterpret_cast<void *>(&::sxCheckpointGetState),
    reinterpret_cast<void *>(&::sxCheckpointLock),
    reinterpret_cast<void *>(&::sxCheckpointUnlock),
    reinterpret_cast<void *>(&::sxContextDisable),
    reinterpret_cast<void *>(&::sxContextGetTimeslice),
    reinterpret_cast<void *>(&::sxContextReset),
    reinterpret_cast<void *>(&::sxContextResume),
    reinterpret_cast<void *>(&::sxContextSetTimeslice),
    reinterpret_cast<void *>(&::sxDeviceCount),
    reinterpret_cast<void *>(&::sxDeviceGetAttribute),
    reinterpret_cast<void *>(&::sxDeviceGetName),
    reinterpret_cast<void *>(&::sxDeviceSynchronize),
    reinterpret_cast<void *>(&::sxEventCreate),
    reinterpret_cast<void *>(&::sxEventDestroy),
    reinterpret_cast<void *>(&::sxEventElapsed),
    reinterpret_cast<void *>(&::sxEventQuery),
    reinterpret_cast<void *>(&::sxEventRecord),
    reinterpret_cast<void *>(&::sxEventSynchronize),
    reinterpret_cast<void *>(&::sxFree),
    reinterpret_cast<void *>(&::sxGetDevice),
    reinterpret_cast<void *>(&::sxGetErrorString),
    reinterpret_cast<void *>(&::sxGetKernel),
    reinterpret_cast<void *>(&::sxGetProcesses),
    reinterpret_cast<void *>(&::sxGetVersion),
    reinterpret_cast<void *>(&::sxGraphDestroy),
    reinterpret_cast<void *>(&::sxGraphExecDestroy),
    reinterpret_cast<void *>(&::sxGraphInstantiate),
    reinterpret_cast<void *>(&::sxGraphLaunch),
    reinterpret_cast<void *>(&::sxInit),
    reinterpret_cast<void *>(&::sxLaunchHostFunc),
    reinterpret_cast<void *>(&::sxLaunchKernel),
    reinterpret_cast<void *>(&::sxMalloc),
    reinterpret_cast<void *>(&::sxMemAttach),
    reinterpret_cast<void *>(&::sxMemDetach),
    reinterpret_cast<void *>(&::sxMemGetInfo),
    reinterpret_cast<void *>(&::sxMemcpy),
    reinterpret_cast<void *>(&::sxMemcpyAsync),
    reinterpret_cast<void *>(&::sxMemsetAsync),
    reinterpret_cast<void *>(&::sxRestore),
    reinterpret_cast<void *>(&::sxSetDevice),
    reinterpret_cast<void *>(&::sxStreamBeginCapture),
    reinterpret_cast<void *>(&::sxStreamCreate),
    reinterpret_cast<void *>(&::sxStreamDestroy),
    reinterpret_cast<void *>(&::sxStreamEndCapture),
    reinterpret_cast<void *>(&::sxStreamGetDevice),
    reinterpret_cast<void *>(&::sxStreamGetProgress),
    reinterpret_cast<void *>(&::sxStreamIsCapturing),
    reinterpret_cast<void *>(&::sxStreamQuery),
    reinterpret_cast<void *>(&::sxStreamSynchronize),
    reinterpret_cast<void *>(&::sxStreamWaitEvent),
    reinterpret_cast<void *>(&::sxStreamWaitValue32),
    reinterpret_cast<void *>(&::sxStreamWriteValue64),
};
