// OpenCL where the device is: platforms, devices, contexts, and references.
#include "remote/opencl/work.h"

namespace heddle::remote {

namespace {

constexpr uint32_t kMost = 64;                       // platforms, or devices
constexpr cl_context_properties kUserSync = 0x1085;  // CL_CONTEXT_INTEROP_USER_SYNC
constexpr cl_int kInvalidProperty = -64;

References references;

template <class T>
void retain(Request &request, uint8_t kind, cl_int (*real)(T)) {
  const uint64_t number = request.handle_number();
  const T object = request.known<T>(number, kind);
  if (!request.is_good()) return;
  const cl_int result = real(object);
  if (result == kSuccess) references.retain(number);
  request.finish(result);
}

template <class T>
void release(Request &request, uint8_t kind, cl_int (*real)(T)) {
  const uint64_t number = request.handle_number();
  const T object = request.known<T>(number, kind);
  if (!request.is_good()) return;
  const cl_int result = real(object);
  if (result == kSuccess && references.release(number)) request.server.unbind(number);
  request.finish(result);
}

// As many as the driver has found, and how many there are.
template <class T>
void tell_all(Request &request, uint8_t kind, const In<uint64_t> &fresh, uint64_t room,
              const T *found, uint32_t count, cl_int result) {
  request.fields.number(count);
  for (uint32_t i = 0; result == kSuccess && i < count && i < room; i++)
    request.fields.number(tell_handle(request, kind, found[i], fresh.get()[i]));
  request.finish(result);
}

// Properties of a context. All but these are pointers, which the driver would follow.
bool read_properties(Request &request, std::vector<cl_context_properties> *found) {
  const bool is_there = request.value<uint64_t>() != 0;
  size_t size;
  const unsigned char *bytes = request.bytes(&size);
  bool is_known = true;
  for (size_t at = 0; at + 16 <= size; at += 16) {
    cl_context_properties pair[2];
    memcpy(pair, bytes + at, sizeof pair);
    if (pair[0] == kContextPlatform)
      pair[1] = intptr_t(request.known<cl_platform_id>(uint64_t(pair[1]), kKindCl_platform_id));
    else if (pair[0] != kUserSync)
      is_known = false;
    found->insert(found->end(), pair, pair + 2);
  }
  if (is_there) found->push_back(0);
  return is_known;
}

const cl_context_properties *or_none(const std::vector<cl_context_properties> &list) {
  return list.empty() ? nullptr : list.data();
}

}  // namespace

bool use_opencl_device(Server &, int32_t device) { return device == 0; }
void *own_opencl_handle(Request &, uint8_t, uint64_t) { return nullptr; }
uint64_t opencl_parent(const Request &, uint8_t) { return 0; }

void serve_clGetPlatformIDs(Request &request) {
  const In<uint64_t> fresh(request);
  const auto room = request.value<uint32_t>();
  fresh.need(request, room);
  if (!request.is_good()) return;
  cl_platform_id found[kMost] = {};
  cl_uint count = 0;
  const cl_int result = clGetPlatformIDs(kMost, found, &count);
  tell_all(request, kKindCl_platform_id, fresh, room, found, count < kMost ? count : kMost, result);
}

void serve_clGetDeviceIDs(Request &request) {
  const auto platform = request.handle<cl_platform_id>(kKindCl_platform_id);
  const auto type = request.value<cl_device_type>();
  const In<uint64_t> fresh(request);
  const auto room = request.value<uint32_t>();
  fresh.need(request, room);
  if (!request.is_good()) return;
  cl_device_id found[kMost] = {};
  cl_uint count = 0;
  const cl_int result = clGetDeviceIDs(platform, type, kMost, found, &count);
  tell_all(request, kKindCl_device_id, fresh, room, found, count < kMost ? count : kMost, result);
}

void serve_clCreateContext(Request &request) {
  std::vector<cl_context_properties> properties;
  const bool is_known = read_properties(request, &properties);
  const auto count = request.value<cl_uint>();
  Several<cl_device_id> devices(request);
  Made<cl_context> made(request);
  devices.check(request, count, kKindCl_device_id);
  if (!request.is_good()) return;
  if (!is_known) return request.finish(kInvalidProperty);
  cl_int result = kSuccess;
  made.set(clCreateContext(or_none(properties), count, devices.get(), nullptr, nullptr, &result));
  if (result == kSuccess) made.keep(request, kKindCl_context);
  request.finish(result);
}

void serve_clCreateContextFromType(Request &request) {
  std::vector<cl_context_properties> properties;
  const bool is_known = read_properties(request, &properties);
  const auto type = request.value<cl_device_type>();
  Made<cl_context> made(request);
  if (!request.is_good()) return;
  if (!is_known) return request.finish(kInvalidProperty);
  cl_int result = kSuccess;
  made.set(clCreateContextFromType(or_none(properties), type, nullptr, nullptr, &result));
  if (result == kSuccess) made.keep(request, kKindCl_context);
  request.finish(result);
}

void serve_clRetainContext(Request &request) { retain(request, kKindCl_context, clRetainContext); }
void serve_clReleaseContext(Request &request) {
  release(request, kKindCl_context, clReleaseContext);
}
void serve_clRetainCommandQueue(Request &request) {
  retain(request, kKindCl_command_queue, clRetainCommandQueue);
}
void serve_clReleaseCommandQueue(Request &request) {
  release(request, kKindCl_command_queue, clReleaseCommandQueue);
}
void serve_clRetainMemObject(Request &request) { retain(request, kKindCl_mem, clRetainMemObject); }
void serve_clReleaseMemObject(Request &request) {
  release(request, kKindCl_mem, clReleaseMemObject);
}
void serve_clRetainProgram(Request &request) { retain(request, kKindCl_program, clRetainProgram); }
void serve_clReleaseProgram(Request &request) {
  release(request, kKindCl_program, clReleaseProgram);
}
void serve_clRetainKernel(Request &request) { retain(request, kKindCl_kernel, clRetainKernel); }
void serve_clReleaseKernel(Request &request) { release(request, kKindCl_kernel, clReleaseKernel); }
void serve_clRetainEvent(Request &request) { retain(request, kKindCl_event, clRetainEvent); }
void serve_clReleaseEvent(Request &request) { release(request, kKindCl_event, clReleaseEvent); }

}  // namespace heddle::remote
