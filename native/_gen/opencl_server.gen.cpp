// Made by tools/gen from facts/opencl.toml (cl.h, cl_gl.h, cl_egl.h, cl_ext.h, cl_icd.h of Khronos OpenCL-Headers v2023.02.06, version 3.0). Do not edit.
#include "_gen/opencl_remote.gen.h"
#include "remote/server.h"

namespace heddle::remote {

bool use_opencl_device(Server &server, int32_t device);
void *own_opencl_handle(Request &request, uint8_t kind, uint64_t number);
uint64_t opencl_parent(const Request &request, uint8_t kind);
void serve_clBuildProgram(Request &);
void serve_clCloneKernel(Request &);
void serve_clCompileProgram(Request &);
void serve_clCreateBuffer(Request &);
void serve_clCreateContext(Request &);
void serve_clCreateContextFromType(Request &);
void serve_clCreateKernelsInProgram(Request &);
void serve_clCreateProgramWithBinary(Request &);
void serve_clCreateProgramWithIL(Request &);
void serve_clCreateProgramWithSource(Request &);
void serve_clEnqueueMapBuffer(Request &);
void serve_clEnqueueNDRangeKernel(Request &);
void serve_clEnqueueReadBuffer(Request &);
void serve_clEnqueueReadBufferRect(Request &);
void serve_clEnqueueTask(Request &);
void serve_clEnqueueUnmapMemObject(Request &);
void serve_clEnqueueWriteBuffer(Request &);
void serve_clEnqueueWriteBufferRect(Request &);
void serve_clFinish(Request &);
void serve_clGetCommandQueueInfo(Request &);
void serve_clGetContextInfo(Request &);
void serve_clGetDeviceIDs(Request &);
void serve_clGetDeviceInfo(Request &);
void serve_clGetEventInfo(Request &);
void serve_clGetEventProfilingInfo(Request &);
void serve_clGetKernelArgInfo(Request &);
void serve_clGetKernelInfo(Request &);
void serve_clGetKernelSubGroupInfo(Request &);
void serve_clGetKernelSubGroupInfoKHR(Request &);
void serve_clGetKernelWorkGroupInfo(Request &);
void serve_clGetMemObjectInfo(Request &);
void serve_clGetPlatformIDs(Request &);
void serve_clGetPlatformInfo(Request &);
void serve_clGetProgramBuildInfo(Request &);
void serve_clGetProgramInfo(Request &);
void serve_clLinkProgram(Request &);
void serve_clReleaseCommandQueue(Request &);
void serve_clReleaseContext(Request &);
void serve_clReleaseEvent(Request &);
void serve_clReleaseKernel(Request &);
void serve_clReleaseMemObject(Request &);
void serve_clReleaseProgram(Request &);
void serve_clRetainCommandQueue(Request &);
void serve_clRetainContext(Request &);
void serve_clRetainEvent(Request &);
void serve_clRetainKernel(Request &);
void serve_clRetainMemObject(Request &);
void serve_clRetainProgram(Request &);
void serve_clSetContextDestructorCallback(Request &);
void serve_clSetEventCallback(Request &);
void serve_clSetKernelArg(Request &);
void serve_clSetMemObjectDestructorCallback(Request &);
void serve_clWaitForEvents(Request &);

namespace {

void serve_clCreateCommandQueue(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  const auto device = request.handle<cl_device_id>(kKindCl_device_id);
  const auto properties = request.value<cl_command_queue_properties>();
  Made<cl_command_queue> made(request);
  if (!request.is_good()) return;
  if (!clCreateCommandQueue) return request.finish(-59);
  int32_t result = 0;
  made.set(clCreateCommandQueue(context, device, properties, &result));
  if (result == 0) made.keep(request, kKindCl_command_queue);
  request.finish(result);
}

void serve_clCreateCommandQueueWithProperties(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  const auto device = request.handle<cl_device_id>(kKindCl_device_id);
  const List<cl_queue_properties> properties(request);
  Made<cl_command_queue> made(request);
  if (!request.is_good()) return;
  if (!clCreateCommandQueueWithProperties) return request.finish(-59);
  int32_t result = 0;
  made.set(clCreateCommandQueueWithProperties(context, device, properties.get(), &result));
  if (result == 0) made.keep(request, kKindCl_command_queue);
  request.finish(result);
}

void serve_clCreateCommandQueueWithPropertiesKHR(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  const auto device = request.handle<cl_device_id>(kKindCl_device_id);
  const List<cl_queue_properties_khr> properties(request);
  Made<cl_command_queue> made(request);
  if (!request.is_good()) return;
  if (!clCreateCommandQueueWithPropertiesKHR) return request.finish(-59);
  int32_t result = 0;
  made.set(clCreateCommandQueueWithPropertiesKHR(context, device, properties.get(), &result));
  if (result == 0) made.keep(request, kKindCl_command_queue);
  request.finish(result);
}

void serve_clCreateKernel(Request &request) {
  const auto program = request.handle<cl_program>(kKindCl_program);
  const char *kernel_name = request.text();
  Made<cl_kernel> made(request);
  if (!request.is_good()) return;
  if (!clCreateKernel) return request.finish(-59);
  int32_t result = 0;
  made.set(clCreateKernel(program, kernel_name, &result));
  if (result == 0) made.keep(request, kKindCl_kernel);
  request.finish(result);
}

void serve_clCreateProgramWithBuiltInKernels(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  const auto num_devices = request.value<cl_uint>();
  Several<cl_device_id> device_list(request);
  const char *kernel_names = request.text();
  Made<cl_program> made(request);
  device_list.check(request, num_devices, kKindCl_device_id);
  if (!request.is_good()) return;
  if (!clCreateProgramWithBuiltInKernels) return request.finish(-59);
  int32_t result = 0;
  made.set(clCreateProgramWithBuiltInKernels(context, num_devices, device_list.get(), kernel_names, &result));
  if (result == 0) made.keep(request, kKindCl_program);
  request.finish(result);
}

void serve_clCreateSubBuffer(Request &request) {
  const auto buffer = request.handle<cl_mem>(kKindCl_mem);
  const auto flags = request.value<cl_mem_flags>();
  const auto buffer_create_type = request.value<cl_buffer_create_type>();
  const In<void> buffer_create_info(request);
  Made<cl_mem> made(request);
  buffer_create_info.check(request, 16);
  if (!request.is_good()) return;
  if (!clCreateSubBuffer) return request.finish(-59);
  int32_t result = 0;
  made.set(clCreateSubBuffer(buffer, flags, buffer_create_type, buffer_create_info.get(), &result));
  if (result == 0) made.keep(request, kKindCl_mem);
  request.finish(result);
}

void serve_clCreateUserEvent(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  Made<cl_event> made(request);
  if (!request.is_good()) return;
  if (!clCreateUserEvent) return request.finish(-59);
  int32_t result = 0;
  made.set(clCreateUserEvent(context, &result));
  if (result == 0) made.keep(request, kKindCl_event);
  request.finish(result);
}

void serve_clEnqueueBarrier(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  if (!request.is_good()) return;
  if (!clEnqueueBarrier) return request.finish(-59);
  const auto result = clEnqueueBarrier(command_queue);
  request.finish(result);
}

void serve_clEnqueueBarrierWithWaitList(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto num_events_in_wait_list = request.value<cl_uint>();
  Several<cl_event> event_wait_list(request);
  Made<cl_event> event(request);
  event_wait_list.check(request, num_events_in_wait_list, kKindCl_event);
  if (!request.is_good()) return;
  if (!clEnqueueBarrierWithWaitList) return request.finish(-59);
  const auto result = clEnqueueBarrierWithWaitList(command_queue, num_events_in_wait_list, event_wait_list.get(), event.get());
  if (result == 0) event.keep(request, kKindCl_event);
  request.finish(result);
}

void serve_clEnqueueCopyBuffer(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto src_buffer = request.handle<cl_mem>(kKindCl_mem);
  const auto dst_buffer = request.handle<cl_mem>(kKindCl_mem);
  const auto src_offset = request.value<size_t>();
  const auto dst_offset = request.value<size_t>();
  const auto size = request.value<size_t>();
  const auto num_events_in_wait_list = request.value<cl_uint>();
  Several<cl_event> event_wait_list(request);
  Made<cl_event> event(request);
  event_wait_list.check(request, num_events_in_wait_list, kKindCl_event);
  if (!request.is_good()) return;
  if (!clEnqueueCopyBuffer) return request.finish(-59);
  const auto result = clEnqueueCopyBuffer(command_queue, src_buffer, dst_buffer, src_offset, dst_offset, size, num_events_in_wait_list, event_wait_list.get(), event.get());
  if (result == 0) event.keep(request, kKindCl_event);
  request.finish(result);
}

void serve_clEnqueueCopyBufferRect(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto src_buffer = request.handle<cl_mem>(kKindCl_mem);
  const auto dst_buffer = request.handle<cl_mem>(kKindCl_mem);
  const In<size_t> src_origin(request);
  const In<size_t> dst_origin(request);
  const In<size_t> region(request);
  const auto src_row_pitch = request.value<size_t>();
  const auto src_slice_pitch = request.value<size_t>();
  const auto dst_row_pitch = request.value<size_t>();
  const auto dst_slice_pitch = request.value<size_t>();
  const auto num_events_in_wait_list = request.value<cl_uint>();
  Several<cl_event> event_wait_list(request);
  Made<cl_event> event(request);
  src_origin.check(request, 3);
  dst_origin.check(request, 3);
  region.check(request, 3);
  event_wait_list.check(request, num_events_in_wait_list, kKindCl_event);
  if (!request.is_good()) return;
  if (!clEnqueueCopyBufferRect) return request.finish(-59);
  const auto result = clEnqueueCopyBufferRect(command_queue, src_buffer, dst_buffer, src_origin.get(), dst_origin.get(), region.get(), src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch, num_events_in_wait_list, event_wait_list.get(), event.get());
  if (result == 0) event.keep(request, kKindCl_event);
  request.finish(result);
}

void serve_clEnqueueFillBuffer(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto buffer = request.handle<cl_mem>(kKindCl_mem);
  const In<void> pattern(request);
  const auto pattern_size = request.value<size_t>();
  const auto offset = request.value<size_t>();
  const auto size = request.value<size_t>();
  const auto num_events_in_wait_list = request.value<cl_uint>();
  Several<cl_event> event_wait_list(request);
  Made<cl_event> event(request);
  pattern.check(request, pattern_size <= 128 ? pattern_size : 0);
  event_wait_list.check(request, num_events_in_wait_list, kKindCl_event);
  if (!request.is_good()) return;
  if (!clEnqueueFillBuffer) return request.finish(-59);
  const auto result = clEnqueueFillBuffer(command_queue, buffer, pattern.get(), pattern_size, offset, size, num_events_in_wait_list, event_wait_list.get(), event.get());
  if (result == 0) event.keep(request, kKindCl_event);
  request.finish(result);
}

void serve_clEnqueueMarker(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  Made<cl_event> event(request);
  if (!request.is_good()) return;
  if (!clEnqueueMarker) return request.finish(-59);
  const auto result = clEnqueueMarker(command_queue, event.get());
  if (result == 0) event.keep(request, kKindCl_event);
  request.finish(result);
}

void serve_clEnqueueMarkerWithWaitList(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto num_events_in_wait_list = request.value<cl_uint>();
  Several<cl_event> event_wait_list(request);
  Made<cl_event> event(request);
  event_wait_list.check(request, num_events_in_wait_list, kKindCl_event);
  if (!request.is_good()) return;
  if (!clEnqueueMarkerWithWaitList) return request.finish(-59);
  const auto result = clEnqueueMarkerWithWaitList(command_queue, num_events_in_wait_list, event_wait_list.get(), event.get());
  if (result == 0) event.keep(request, kKindCl_event);
  request.finish(result);
}

void serve_clEnqueueMigrateMemObjects(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto num_mem_objects = request.value<cl_uint>();
  Several<cl_mem> mem_objects(request);
  const auto flags = request.value<cl_mem_migration_flags>();
  const auto num_events_in_wait_list = request.value<cl_uint>();
  Several<cl_event> event_wait_list(request);
  Made<cl_event> event(request);
  mem_objects.check(request, num_mem_objects, kKindCl_mem);
  event_wait_list.check(request, num_events_in_wait_list, kKindCl_event);
  if (!request.is_good()) return;
  if (!clEnqueueMigrateMemObjects) return request.finish(-59);
  const auto result = clEnqueueMigrateMemObjects(command_queue, num_mem_objects, mem_objects.get(), flags, num_events_in_wait_list, event_wait_list.get(), event.get());
  if (result == 0) event.keep(request, kKindCl_event);
  request.finish(result);
}

void serve_clEnqueueWaitForEvents(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto num_events = request.value<cl_uint>();
  Several<cl_event> event_list(request);
  event_list.check(request, num_events, kKindCl_event);
  if (!request.is_good()) return;
  if (!clEnqueueWaitForEvents) return request.finish(-59);
  const auto result = clEnqueueWaitForEvents(command_queue, num_events, event_list.get());
  request.finish(result);
}

void serve_clFlush(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  if (!request.is_good()) return;
  if (!clFlush) return request.finish(-59);
  const auto result = clFlush(command_queue);
  request.finish(result);
}

void serve_clGetDeviceAndHostTimer(Request &request) {
  const auto device = request.handle<cl_device_id>(kKindCl_device_id);
  Out<cl_ulong> device_timestamp(request);
  Out<cl_ulong> host_timestamp(request);
  if (!request.is_good()) return;
  if (!clGetDeviceAndHostTimer) return request.finish(-59);
  const auto result = clGetDeviceAndHostTimer(device, device_timestamp.get(), host_timestamp.get());
  device_timestamp.give(request.fields);
  host_timestamp.give(request.fields);
  request.finish(result);
}

void serve_clGetHostTimer(Request &request) {
  const auto device = request.handle<cl_device_id>(kKindCl_device_id);
  Out<cl_ulong> host_timestamp(request);
  if (!request.is_good()) return;
  if (!clGetHostTimer) return request.finish(-59);
  const auto result = clGetHostTimer(device, host_timestamp.get());
  host_timestamp.give(request.fields);
  request.finish(result);
}

void serve_clSetCommandQueueProperty(Request &request) {
  const auto command_queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const auto properties = request.value<cl_command_queue_properties>();
  const auto enable = request.value<cl_bool>();
  Out<cl_command_queue_properties> old_properties(request);
  if (!request.is_good()) return;
  if (!clSetCommandQueueProperty) return request.finish(-59);
  const auto result = clSetCommandQueueProperty(command_queue, properties, enable, old_properties.get());
  old_properties.give(request.fields);
  request.finish(result);
}

void serve_clSetProgramSpecializationConstant(Request &request) {
  const auto program = request.handle<cl_program>(kKindCl_program);
  const auto spec_id = request.value<cl_uint>();
  const auto spec_size = request.value<size_t>();
  const In<void> spec_value(request);
  spec_value.check(request, spec_size);
  if (!request.is_good()) return;
  if (!clSetProgramSpecializationConstant) return request.finish(-59);
  const auto result = clSetProgramSpecializationConstant(program, spec_id, spec_size, spec_value.get());
  request.finish(result);
}

void serve_clSetUserEventStatus(Request &request) {
  const auto event = request.handle<cl_event>(kKindCl_event);
  const auto execution_status = request.value<cl_int>();
  if (!request.is_good()) return;
  if (!clSetUserEventStatus) return request.finish(-59);
  const auto result = clSetUserEventStatus(event, execution_status);
  request.finish(result);
}

void serve_clUnloadPlatformCompiler(Request &request) {
  const auto platform = request.handle<cl_platform_id>(kKindCl_platform_id);
  if (!request.is_good()) return;
  if (!clUnloadPlatformCompiler) return request.finish(-59);
  const auto result = clUnloadPlatformCompiler(platform);
  request.finish(result);
}

constexpr Serve kServe[] = {
    serve_clBuildProgram,
    serve_clCloneKernel,
    serve_clCompileProgram,
    serve_clCreateBuffer,
    serve_clCreateCommandQueue,
    serve_clCreateCommandQueueWithProperties,
    serve_clCreateCommandQueueWithPropertiesKHR,
    serve_clCreateContext,
    serve_clCreateContextFromType,
    serve_clCreateKernel,
    serve_clCreateKernelsInProgram,
    serve_clCreateProgramWithBinary,
    serve_clCreateProgramWithBuiltInKernels,
    serve_clCreateProgramWithIL,
    serve_clCreateProgramWithSource,
    serve_clCreateSubBuffer,
    serve_clCreateUserEvent,
    serve_clEnqueueBarrier,
    serve_clEnqueueBarrierWithWaitList,
    serve_clEnqueueCopyBuffer,
    serve_clEnqueueCopyBufferRect,
    serve_clEnqueueFillBuffer,
    serve_clEnqueueMapBuffer,
    serve_clEnqueueMarker,
    serve_clEnqueueMarkerWithWaitList,
    serve_clEnqueueMigrateMemObjects,
    serve_clEnqueueNDRangeKernel,
    serve_clEnqueueReadBuffer,
    serve_clEnqueueReadBufferRect,
    serve_clEnqueueTask,
    serve_clEnqueueUnmapMemObject,
    serve_clEnqueueWaitForEvents,
    serve_clEnqueueWriteBuffer,
    serve_clEnqueueWriteBufferRect,
    serve_clFinish,
    serve_clFlush,
    serve_clGetCommandQueueInfo,
    serve_clGetContextInfo,
    serve_clGetDeviceAndHostTimer,
    serve_clGetDeviceIDs,
    serve_clGetDeviceInfo,
    serve_clGetEventInfo,
    serve_clGetEventProfilingInfo,
    serve_clGetHostTimer,
    serve_clGetKernelArgInfo,
    serve_clGetKernelInfo,
    serve_clGetKernelSubGroupInfo,
    serve_clGetKernelSubGroupInfoKHR,
    serve_clGetKernelWorkGroupInfo,
    serve_clGetMemObjectInfo,
    serve_clGetPlatformIDs,
    serve_clGetPlatformInfo,
    serve_clGetProgramBuildInfo,
    serve_clGetProgramInfo,
    serve_clLinkProgram,
    serve_clReleaseCommandQueue,
    serve_clReleaseContext,
    serve_clReleaseEvent,
    serve_clReleaseKernel,
    serve_clReleaseMemObject,
    serve_clReleaseProgram,
    serve_clRetainCommandQueue,
    serve_clRetainContext,
    serve_clRetainEvent,
    serve_clRetainKernel,
    serve_clRetainMemObject,
    serve_clRetainProgram,
    serve_clSetCommandQueueProperty,
    serve_clSetContextDestructorCallback,
    serve_clSetEventCallback,
    serve_clSetKernelArg,
    serve_clSetMemObjectDestructorCallback,
    serve_clSetProgramSpecializationConstant,
    serve_clSetUserEventStatus,
    serve_clUnloadPlatformCompiler,
    serve_clWaitForEvents,
};

}  // namespace

const ServerFacts kServed = {"opencl", "HEDDLE_OPENCL_DEVICES", 0, -30, -30, kServe, kFunctions, use_opencl_device, own_opencl_handle, also, opencl_parent, wrong_handle};

}  // namespace heddle::remote
