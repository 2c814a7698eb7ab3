// OpenCL for a program whose device is elsewhere: platforms, devices, contexts, and references.
#include <new>

#include "remote/opencl/client.h"

using namespace heddle::remote;

namespace heddle::remote {

namespace {

constexpr cl_uint kMost = 64;  // platforms, or devices

// Made anew in the child of a fork(): its parent's objects are not its own.
struct State {
  std::mutex mutex;
  References references;
  std::unordered_map<uint64_t, Memory> memories;
  std::unordered_map<uint64_t, std::vector<cl_context_properties>> properties;
};
State &state = *new State;

__attribute__((constructor)) void start() {
  pthread_atfork(nullptr, nullptr, [] { new (&state) State; });
}

template <class T>
cl_int retain(uint16_t function, uint8_t kind, T object) {
  ::Call call(function);
  call.handle(kind, object);
  const cl_int result = call.send();
  if (result == kSuccess) state.references.retain(uint64_t(object));
  return result;
}

template <class T>
cl_int release(uint16_t function, uint8_t kind, T object) {
  ::Call call(function);
  call.handle(kind, object);
  const cl_int result = call.send();
  if (result != kSuccess || !state.references.release(uint64_t(object))) return result;
  client().handles.forget(uint64_t(object));
  if (kind == kKindCl_mem) forget_memory(uint64_t(object));
  if (kind == kKindCl_event || kind == kKindCl_command_queue) forget_waits(uint64_t(object));
  if (kind == kKindCl_context) {
    std::lock_guard lock(state.mutex);
    state.properties.erase(uint64_t(object));
  }
  return result;
}

template <class T>
cl_int find_all(::Call &call, uint8_t kind, cl_uint room, T *found, cl_uint *count) {
  Fresh fresh(call, kind, found ? (room < kMost ? room : kMost) : 0);
  const cl_int result = call.ask();
  uint32_t there = 0;
  call.take(&there);
  T told[kMost] = {};
  const cl_uint given = there < fresh.count() ? there : cl_uint(fresh.count());
  for (cl_uint i = 0; result == kSuccess && i < given; i++) told[i] = (T)call.answer().number();
  fresh.take(told, given);
  for (cl_uint i = 0; result == kSuccess && i < given; i++) found[i] = told[i];
  if (result == kSuccess && count) *count = there;
  return result;
}

bool is_wrong(const void *found, cl_uint room, const cl_uint *count) {
  return (!found && !count) || (found && !room);
}

}  // namespace

void note_memory(cl_mem memory, const Memory &is) {
  std::lock_guard lock(state.mutex);
  state.memories[uint64_t(memory)] = is;
}

bool find_memory(cl_mem memory, Memory *is) {
  std::lock_guard lock(state.mutex);
  const auto found = state.memories.find(uint64_t(memory));
  if (found != state.memories.end()) *is = found->second;
  return found != state.memories.end();
}

void forget_memory(uint64_t memory) {
  std::lock_guard lock(state.mutex);
  state.memories.erase(memory);
}

void note_properties(cl_context context, const cl_context_properties *pairs) {
  std::vector<cl_context_properties> list;
  for (; pairs && *pairs; pairs += 2) list.insert(list.end(), pairs, pairs + 2);
  if (pairs) list.push_back(0);
  std::lock_guard lock(state.mutex);
  state.properties[uint64_t(context)] = std::move(list);
}

bool find_properties(cl_context context, std::vector<cl_context_properties> *list) {
  std::lock_guard lock(state.mutex);
  const auto found = state.properties.find(uint64_t(context));
  if (found != state.properties.end()) *list = found->second;
  return found != state.properties.end();
}

}  // namespace heddle::remote

HEDDLE_EXPORT cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms,
                                      cl_uint *num_platforms) {
  if (is_wrong(platforms, num_entries, num_platforms)) return kInvalidValue;
  Call call(kClGetPlatformIDs);
  const cl_int result = find_all(call, kKindCl_platform_id, num_entries, platforms, num_platforms);
  if (result == kSuccess) client().set_initialised();
  return result;
}

HEDDLE_EXPORT cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
                                    cl_uint num_entries, cl_device_id *devices,
                                    cl_uint *num_devices) {
  if (is_wrong(devices, num_entries, num_devices)) return kInvalidValue;
  Call call(kClGetDeviceIDs);
  call.handle(kKindCl_platform_id, platform);
  call.value(device_type);
  return find_all(call, kKindCl_device_id, num_entries, devices, num_devices);
}

// A device that is no part of another has no references.
static cl_int keep_device(cl_device_id device) {
  return is_ours(device, kKindCl_device_id) ? kSuccess : kInvalidDevice;
}
HEDDLE_EXPORT cl_int clRetainDevice(cl_device_id device) { return keep_device(device); }
HEDDLE_EXPORT cl_int clReleaseDevice(cl_device_id device) { return keep_device(device); }

// Errors are results of calls here: there is nothing that a program would be notified of.
HEDDLE_EXPORT cl_context clCreateContext(const cl_context_properties *properties,
                                         cl_uint num_devices, const cl_device_id *devices,
                                         cl_context_notify pfn_notify, void *user_data,
                                         cl_int *errcode_ret) {
  cl_int result = kInvalidValue;
  cl_context made = nullptr;
  if (pfn_notify || !user_data) {
    Call call(kClCreateContext);
    call.list(properties);
    call.value(num_devices);
    call.handles(kKindCl_device_id, devices, num_devices, kInvalidDevice);
    call.made(kKindCl_context, &made);
    result = call.ask();
    call.take_made(&made);
  }
  if (result == kSuccess) note_properties(made, properties);
  if (errcode_ret) *errcode_ret = result;
  return made;
}

HEDDLE_EXPORT cl_context clCreateContextFromType(const cl_context_properties *properties,
                                                 cl_device_type device_type,
                                                 cl_context_notify pfn_notify, void *user_data,
                                                 cl_int *errcode_ret) {
  cl_int result = kInvalidValue;
  cl_context made = nullptr;
  if (pfn_notify || !user_data) {
    Call call(kClCreateContextFromType);
    call.list(properties);
    call.value(device_type);
    call.made(kKindCl_context, &made);
    result = call.ask();
    call.take_made(&made);
  }
  if (result == kSuccess) note_properties(made, properties);
  if (errcode_ret) *errcode_ret = result;
  return made;
}

HEDDLE_EXPORT cl_int clRetainContext(cl_context context) {
  return retain(kClRetainContext, kKindCl_context, context);
}
HEDDLE_EXPORT cl_int clReleaseContext(cl_context context) {
  return release(kClReleaseContext, kKindCl_context, context);
}
HEDDLE_EXPORT cl_int clRetainCommandQueue(cl_command_queue command_queue) {
  return retain(kClRetainCommandQueue, kKindCl_command_queue, command_queue);
}
HEDDLE_EXPORT cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
  return release(kClReleaseCommandQueue, kKindCl_command_queue, command_queue);
}
HEDDLE_EXPORT cl_int clRetainMemObject(cl_mem memobj) {
  return retain(kClRetainMemObject, kKindCl_mem, memobj);
}
HEDDLE_EXPORT cl_int clReleaseMemObject(cl_mem memobj) {
  return release(kClReleaseMemObject, kKindCl_mem, memobj);
}
HEDDLE_EXPORT cl_int clRetainProgram(cl_program program) {
  return retain(kClRetainProgram, kKindCl_program, program);
}
HEDDLE_EXPORT cl_int clReleaseProgram(cl_program program) {
  return release(kClReleaseProgram, kKindCl_program, program);
}
HEDDLE_EXPORT cl_int clRetainKernel(cl_kernel kernel) {
  return retain(kClRetainKernel, kKindCl_kernel, kernel);
}
HEDDLE_EXPORT cl_int clReleaseKernel(cl_kernel kernel) {
  return release(kClReleaseKernel, kKindCl_kernel, kernel);
}
HEDDLE_EXPORT cl_int clRetainEvent(cl_event event) {
  return retain(kClRetainEvent, kKindCl_event, event);
}
HEDDLE_EXPORT cl_int clReleaseEvent(cl_event event) {
  return release(kClReleaseEvent, kKindCl_event, event);
}

HEDDLE_EXPORT cl_int clUnloadCompiler() { return kSuccess; }

// There are no images (CL_DEVICE_IMAGE_SUPPORT), and so no formats of them.
HEDDLE_EXPORT cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags,
                                                cl_mem_object_type, cl_uint num_entries,
                                                cl_image_format *image_formats,
                                                cl_uint *num_image_formats) {
  if (!is_ours(context, kKindCl_context)) return kInvalidContext;
  if (image_formats && !num_entries) return kInvalidValue;
  if (num_image_formats) *num_image_formats = 0;
  return kSuccess;
}
