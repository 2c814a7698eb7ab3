// Made by tools/gen from facts/soft.toml (native/soft/softxpu.h, version 2). Do not edit.
#include "_gen/soft_remote.gen.h"
#include "remote/server.h"

namespace heddle::remote {

bool use_soft_device(Server &server, int32_t device);
void *own_soft_handle(Request &request, uint8_t kind, uint64_t number);
uint64_t soft_parent(const Request &request, uint8_t kind);
void serve_sxContextDisable(Request &);
void serve_sxContextSetTimeslice(Request &);
void serve_sxFree(Request &);
void serve_sxGetKernel(Request &);
void serve_sxGraphDestroy(Request &);
void serve_sxGraphExecDestroy(Request &);
void serve_sxGraphInstantiate(Request &);
void serve_sxGraphLaunch(Request &);
void serve_sxLaunchHostFunc(Request &);
void serve_sxLaunchKernel(Request &);
void serve_sxMalloc(Request &);
void serve_sxMemAttach(Request &);
void serve_sxMemDetach(Request &);
void serve_sxMemcpy(Request &);
void serve_sxMemcpyAsync(Request &);
void serve_sxMemsetAsync(Request &);
void serve_sxSetDevice(Request &);
void serve_sxStreamBeginCapture(Request &);
void serve_sxStreamDestroy(Request &);
void serve_sxStreamEndCapture(Request &);
void serve_sxStreamWaitValue32(Request &);
void serve_sxStreamWriteValue64(Request &);

namespace {

void serve_sxContextGetTimeslice(Request &request) {
  const auto device = request.value<int>();
  Out<uint32_t> microseconds(request);
  if (!request.is_good()) return;
  const auto result = sxContextGetTimeslice(device, microseconds.get());
  microseconds.give(request.fields);
  request.finish(result);
}

void serve_sxDeviceCount(Request &request) {
  Out<int> count(request);
  if (!request.is_good()) return;
  const auto result = sxDeviceCount(count.get());
  count.give(request.fields);
  request.finish(result);
}

void serve_sxDeviceGetAttribute(Request &request) {
  const auto device = request.value<int>();
  const auto attribute = request.value<sxAttribute>();
  Out<int64_t> value(request);
  if (!request.is_good()) return;
  const auto result = sxDeviceGetAttribute(device, attribute, value.get());
  value.give(request.fields);
  request.finish(result);
}

void serve_sxDeviceGetName(Request &request) {
  const auto device = request.value<int>();
  OutBytes name(request);
  const auto size = request.value<size_t>();
  name.check<char>(request, size);
  if (!request.is_good()) return;
  const auto result = sxDeviceGetName(device, name.get<char>(size), size);
  name.give(request.fields);
  request.finish(result);
}

void serve_sxDeviceSynchronize(Request &request) {
  if (!request.is_good()) return;
  request.give_up_lead();
  const auto result = sxDeviceSynchronize();
  request.finish(result);
}

void serve_sxEventCreate(Request &request) {
  Made<sxEvent> event(request);
  if (!request.is_good()) return;
  const auto result = sxEventCreate(event.get());
  if (result == SX_OK) event.keep(request, kKindSxEvent);
  request.finish(result);
}

void serve_sxEventDestroy(Request &request) {
  const auto event_number = request.handle_number();
  bool right = true;
  const auto event = as_handle<sxEvent>(request.server.find(event_number, kKindSxEvent, &right));
  if (!request.is_good()) return;
  if (!right) return request.finish(SX_ERROR_INVALID);
  const auto result = sxEventDestroy(event);
  if (result == SX_OK) request.server.unbind(event_number);
  request.finish(result);
}

void serve_sxEventElapsed(Request &request) {
  Out<uint64_t> nanoseconds(request);
  const auto start = request.handle<sxEvent>(kKindSxEvent);
  const auto end = request.handle<sxEvent>(kKindSxEvent);
  if (!request.is_good()) return;
  const auto result = sxEventElapsed(nanoseconds.get(), start, end);
  nanoseconds.give(request.fields);
  request.finish(result);
}

void serve_sxEventQuery(Request &request) {
  const auto event = request.handle<sxEvent>(kKindSxEvent);
  if (!request.is_good()) return;
  const auto result = sxEventQuery(event);
  request.finish(result);
}

void serve_sxEventRecord(Request &request) {
  const auto event = request.handle<sxEvent>(kKindSxEvent);
  const auto stream = request.handle<sxStream>(kKindSxStream);
  if (!request.is_good()) return;
  const auto result = sxEventRecord(event, stream);
  request.finish(result);
}

void serve_sxEventSynchronize(Request &request) {
  const auto event = request.handle<sxEvent>(kKindSxEvent);
  if (!request.is_good()) return;
  request.give_up_lead();
  const auto result = sxEventSynchronize(event);
  request.finish(result);
}

void serve_sxGetDevice(Request &request) {
  Out<int> device(request);
  if (!request.is_good()) return;
  const auto result = sxGetDevice(device.get());
  device.give(request.fields);
  request.finish(result);
}

void serve_sxInit(Request &request) {
  const auto flags = request.value<unsigned>();
  if (!request.is_good()) return;
  const auto result = sxInit(flags);
  request.finish(result);
}

void serve_sxMemGetInfo(Request &request) {
  Out<size_t> free_bytes(request);
  Out<size_t> total_bytes(request);
  if (!request.is_good()) return;
  const auto result = sxMemGetInfo(free_bytes.get(), total_bytes.get());
  free_bytes.give(request.fields);
  total_bytes.give(request.fields);
  request.finish(result);
}

void serve_sxStreamCreate(Request &request) {
  Made<sxStream> stream(request);
  const auto flags = request.value<unsigned>();
  if (!request.is_good()) return;
  const auto result = sxStreamCreate(stream.get(), flags);
  if (result == SX_OK) stream.keep(request, kKindSxStream);
  request.finish(result);
}

void serve_sxStreamGetDevice(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  Out<int> device(request);
  if (!request.is_good()) return;
  const auto result = sxStreamGetDevice(stream, device.get());
  device.give(request.fields);
  request.finish(result);
}

void serve_sxStreamGetProgress(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  Out<uint64_t> submitted(request);
  Out<uint64_t> completed(request);
  if (!request.is_good()) return;
  const auto result = sxStreamGetProgress(stream, submitted.get(), completed.get());
  submitted.give(request.fields);
  completed.give(request.fields);
  request.finish(result);
}

void serve_sxStreamIsCapturing(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  Out<int> capturing(request);
  if (!request.is_good()) return;
  const auto result = sxStreamIsCapturing(stream, capturing.get());
  capturing.give(request.fields);
  request.finish(result);
}

void serve_sxStreamQuery(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  if (!request.is_good()) return;
  const auto result = sxStreamQuery(stream);
  request.finish(result);
}

void serve_sxStreamSynchronize(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  if (!request.is_good()) return;
  request.give_up_lead();
  const auto result = sxStreamSynchronize(stream);
  request.finish(result);
}

void serve_sxStreamWaitEvent(Request &request) {
  const auto stream = request.handle<sxStream>(kKindSxStream);
  const auto event = request.handle<sxEvent>(kKindSxEvent);
  if (!request.is_good()) return;
  const auto result = sxStreamWaitEvent(stream, event);
  request.finish(result);
}

constexpr Serve kServe[] = {
    serve_sxContextDisable,
    serve_sxContextGetTimeslice,
    serve_sxContextSetTimeslice,
    serve_sxDeviceCount,
    serve_sxDeviceGetAttribute,
    serve_sxDeviceGetName,
    serve_sxDeviceSynchronize,
    serve_sxEventCreate,
    serve_sxEventDestroy,
    serve_sxEventElapsed,
    serve_sxEventQuery,
    serve_sxEventRecord,
    serve_sxEventSynchronize,
    serve_sxFree,
    serve_sxGetDevice,
    serve_sxGetKernel,
    serve_sxGraphDestroy,
    serve_sxGraphExecDestroy,
    serve_sxGraphInstantiate,
    serve_sxGraphLaunch,
    serve_sxInit,
    serve_sxLaunchHostFunc,
    serve_sxLaunchKernel,
    serve_sxMalloc,
    serve_sxMemAttach,
    serve_sxMemDetach,
    serve_sxMemGetInfo,
    serve_sxMemcpy,
    serve_sxMemcpyAsync,
    serve_sxMemsetAsync,
    serve_sxSetDevice,
    serve_sxStreamBeginCapture,
    serve_sxStreamCreate,
    serve_sxStreamDestroy,
    serve_sxStreamEndCapture,
    serve_sxStreamGetDevice,
    serve_sxStreamGetProgress,
    serve_sxStreamIsCapturing,
    serve_sxStreamQuery,
    serve_sxStreamSynchronize,
    serve_sxStreamWaitEvent,
    serve_sxStreamWaitValue32,
    serve_sxStreamWriteValue64,
};

}  // namespace

const ServerFacts kServed = {"soft", "SOFTXPU_VISIBLE_DEVICES", SX_OK, SX_ERROR_INVALID, SX_ERROR_INVALID, kServe, kFunctions, use_soft_device, own_soft_handle, also, soft_parent, wrong_handle};

}  // namespace heddle::remote
