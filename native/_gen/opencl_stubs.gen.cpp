// Made by tools/gen from facts/opencl.toml (cl.h, cl_gl.h, cl_egl.h, cl_ext.h, cl_icd.h of Khronos OpenCL-Headers v2023.02.06, version 3.0). Do not edit.
#include "shim/opencl/roles.h"

using namespace heddle::opencl;

extern "C" {

HEDDLE_EXPORT cl_int clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::wait(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueAcquireEGLObjectsKHR(command_queue, num_objects, mem_objects, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::wait(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueAcquireGLObjects(command_queue, num_objects, mem_objects, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueBarrier(cl_command_queue command_queue) {
  return roles::order(command_queue, [&] { return real().clEnqueueBarrier(command_queue); });
}

HEDDLE_EXPORT cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::wait(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueBarrierWithWaitList(command_queue, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueCopyBuffer(command_queue, src_buffer, dst_buffer, src_offset, dst_offset, size, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueCopyBufferRect(command_queue, src_buffer, dst_buffer, src_origin, dst_origin, region, src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset, const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueCopyBufferToImage(command_queue, src_buffer, dst_image, src_offset, dst_origin, region, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueCopyImage(command_queue, src_image, dst_image, src_origin, dst_origin, region, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer, const size_t *src_origin, const size_t *region, size_t dst_offset, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueCopyImageToBuffer(command_queue, src_image, dst_buffer, src_origin, region, dst_offset, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueFillBuffer(command_queue, buffer, pattern, pattern_size, offset, size, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color, const size_t *origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueFillImage(command_queue, image, fill_color, origin, region, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event *event) {
  return roles::order(command_queue, 0, event, [&] { return real().clEnqueueMarker(command_queue, event); });
}

HEDDLE_EXPORT cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::wait(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueMarkerWithWaitList(command_queue, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueMigrateMemObjects(command_queue, num_mem_objects, mem_objects, flags, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueNDRangeKernel(command_queue, kernel, work_dim, global_work_offset, global_work_size, local_work_size, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueNativeKernel(cl_command_queue command_queue, cl_native_kernel user_func, void *args, size_t cb_args, cl_uint num_mem_objects, const cl_mem *mem_list, const void **args_mem_loc, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueNativeKernel(command_queue, user_func, args, cb_args, num_mem_objects, mem_list, args_mem_loc, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work_sync(command_queue, blocking_read, num_events_in_wait_list, event, [&] { return real().clEnqueueReadBuffer(command_queue, buffer, blocking_read, offset, size, ptr, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, const size_t *buffer_origin, const size_t *host_origin, const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch, size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work_sync(command_queue, blocking_read, num_events_in_wait_list, event, [&] { return real().clEnqueueReadBufferRect(command_queue, buffer, blocking_read, buffer_origin, host_origin, region, buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch, ptr, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read, const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work_sync(command_queue, blocking_read, num_events_in_wait_list, event, [&] { return real().clEnqueueReadImage(command_queue, image, blocking_read, origin, region, row_pitch, slice_pitch, ptr, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::wait(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueReleaseEGLObjectsKHR(command_queue, num_objects, mem_objects, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::wait(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueReleaseGLObjects(command_queue, num_objects, mem_objects, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags, void *svm_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work_sync(command_queue, blocking_map, num_events_in_wait_list, event, [&] { return real().clEnqueueSVMMap(command_queue, blocking_map, flags, svm_ptr, size, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern, size_t pattern_size, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueSVMMemFill(command_queue, svm_ptr, pattern, pattern_size, size, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work_sync(command_queue, blocking_copy, num_events_in_wait_list, event, [&] { return real().clEnqueueSVMMemcpy(command_queue, blocking_copy, dst_ptr, src_ptr, size, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers, const void **svm_pointers, const size_t *sizes, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueSVMMigrateMem(command_queue, num_svm_pointers, svm_pointers, sizes, flags, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueSVMUnmap(command_queue, svm_ptr, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueTask(command_queue, kernel, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work(command_queue, num_events_in_wait_list, event, [&] { return real().clEnqueueUnmapMemObject(command_queue, memobj, mapped_ptr, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events, const cl_event *event_list) {
  return roles::wait(command_queue, [&] { return real().clEnqueueWaitForEvents(command_queue, num_events, event_list); });
}

HEDDLE_EXPORT cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, size_t offset, size_t size, const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work_sync(command_queue, blocking_write, num_events_in_wait_list, event, [&] { return real().clEnqueueWriteBuffer(command_queue, buffer, blocking_write, offset, size, ptr, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, const size_t *buffer_origin, const size_t *host_origin, const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch, size_t host_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work_sync(command_queue, blocking_write, num_events_in_wait_list, event, [&] { return real().clEnqueueWriteBufferRect(command_queue, buffer, blocking_write, buffer_origin, host_origin, region, buffer_row_pitch, buffer_slice_pitch, host_row_pitch, host_slice_pitch, ptr, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write, const size_t *origin, const size_t *region, size_t input_row_pitch, size_t input_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return roles::work_sync(command_queue, blocking_write, num_events_in_wait_list, event, [&] { return real().clEnqueueWriteImage(command_queue, image, blocking_write, origin, region, input_row_pitch, input_slice_pitch, ptr, num_events_in_wait_list, event_wait_list, event); });
}

HEDDLE_EXPORT cl_int clFinish(cl_command_queue command_queue) {
  return roles::sync_stream(command_queue, [&] { return real().clFinish(command_queue); });
}

}  // extern C

// What dlsym() is to answer instead of the vendor's.

const heddle_symbol heddle::opencl::kSymbols[] = {
    {"clCreateBuffer", reinterpret_cast<void *>(&::clCreateBuffer)},
    {"clCreateBufferWithProperties", reinterpret_cast<void *>(&::clCreateBufferWithProperties)},
    {"clCreateCommandQueue", reinterpret_cast<void *>(&::clCreateCommandQueue)},
    {"clCreateCommandQueueWithProperties", reinterpret_cast<void *>(&::clCreateCommandQueueWithProperties)},
    {"clCreateCommandQueueWithPropertiesKHR", reinterpret_cast<void *>(&::clCreateCommandQueueWithPropertiesKHR)},
    {"clCreateContextFromType", reinterpret_cast<void *>(&::clCreateContextFromType)},
    {"clCreateImage", reinterpret_cast<void *>(&::clCreateImage)},
    {"clCreateImage2D", reinterpret_cast<void *>(&::clCreateImage2D)},
    {"clCreateImage3D", reinterpret_cast<void *>(&::clCreateImage3D)},
    {"clCreateImageWithProperties", reinterpret_cast<void *>(&::clCreateImageWithProperties)},
    {"clCreatePipe", reinterpret_cast<void *>(&::clCreatePipe)},
    {"clEnqueueAcquireEGLObjectsKHR", reinterpret_cast<void *>(&::clEnqueueAcquireEGLObjectsKHR)},
    {"clEnqueueAcquireGLObjects", reinterpret_cast<void *>(&::clEnqueueAcquireGLObjects)},
    {"clEnqueueBarrier", reinterpret_cast<void *>(&::clEnqueueBarrier)},
    {"clEnqueueBarrierWithWaitList", reinterpret_cast<void *>(&::clEnqueueBarrierWithWaitList)},
    {"clEnqueueCopyBuffer", reinterpret_cast<void *>(&::clEnqueueCopyBuffer)},
    {"clEnqueueCopyBufferRect", reinterpret_cast<void *>(&::clEnqueueCopyBufferRect)},
    {"clEnqueueCopyBufferToImage", reinterpret_cast<void *>(&::clEnqueueCopyBufferToImage)},
    {"clEnqueueCopyImage", reinterpret_cast<void *>(&::clEnqueueCopyImage)},
    {"clEnqueueCopyImageToBuffer", reinterpret_cast<void *>(&::clEnqueueCopyImageToBuffer)},
    {"clEnqueueFillBuffer", reinterpret_cast<void *>(&::clEnqueueFillBuffer)},
    {"clEnqueueFillImage", reinterpret_cast<void *>(&::clEnqueueFillImage)},
    {"clEnqueueMapBuffer", reinterpret_cast<void *>(&::clEnqueueMapBuffer)},
    {"clEnqueueMapImage", reinterpret_cast<void *>(&::clEnqueueMapImage)},
    {"clEnqueueMarker", reinterpret_cast<void *>(&::clEnqueueMarker)},
    {"clEnqueueMarkerWithWaitList", reinterpret_cast<void *>(&::clEnqueueMarkerWithWaitList)},
    {"clEnqueueMigrateMemObjects", reinterpret_cast<void *>(&::clEnqueueMigrateMemObjects)},
    {"clEnqueueNDRangeKernel", reinterpret_cast<void *>(&::clEnqueueNDRangeKernel)},
    {"clEnqueueNativeKernel", reinterpret_cast<void *>(&::clEnqueueNativeKernel)},
    {"clEnqueueReadBuffer", reinterpret_cast<void *>(&::clEnqueueReadBuffer)},
    {"clEnqueueReadBufferRect", reinterpret_cast<void *>(&::clEnqueueReadBufferRect)},
    {"clEnqueueReadImage", reinterpret_cast<void *>(&::clEnqueueReadImage)},
    {"clEnqueueReleaseEGLObjectsKHR", reinterpret_cast<void *>(&::clEnqueueReleaseEGLObjectsKHR)},
    {"clEnqueueReleaseGLObjects", reinterpret_cast<void *>(&::clEnqueueReleaseGLObjects)},
    {"clEnqueueSVMFree", reinterpret_cast<void *>(&::clEnqueueSVMFree)},
    {"clEnqueueSVMMap", reinterpret_cast<void *>(&::clEnqueueSVMMap)},
    {"clEnqueueSVMMemFill", reinterpret_cast<void *>(&::clEnqueueSVMMemFill)},
    {"clEnqueueSVMMemcpy", reinterpret_cast<void *>(&::clEnqueueSVMMemcpy)},
    {"clEnqueueSVMMigrateMem", reinterpret_cast<void *>(&::clEnqueueSVMMigrateMem)},
    {"clEnqueueSVMUnmap", reinterpret_cast<void *>(&::clEnqueueSVMUnmap)},
    {"clEnqueueTask", reinterpret_cast<void *>(&::clEnqueueTask)},
    {"clEnqueueUnmapMemObject", reinterpret_cast<void *>(&::clEnqueueUnmapMemObject)},
    {"clEnqueueWaitForEvents", reinterpret_cast<void *>(&::clEnqueueWaitForEvents)},
    {"clEnqueueWriteBuffer", reinterpret_cast<void *>(&::clEnqueueWriteBuffer)},
    {"clEnqueueWriteBufferRect", reinterpret_cast<void *>(&::clEnqueueWriteBufferRect)},
    {"clEnqueueWriteImage", reinterpret_cast<void *>(&::clEnqueueWriteImage)},
    {"clFinish", reinterpret_cast<void *>(&::clFinish)},
    {"clGetCommandQueueInfo", reinterpret_cast<void *>(&::clGetCommandQueueInfo)},
    {"clGetDeviceIDs", reinterpret_cast<void *>(&::clGetDeviceIDs)},
    {"clGetDeviceInfo", reinterpret_cast<void *>(&::clGetDeviceInfo)},
    {"clGetEventProfilingInfo", reinterpret_cast<void *>(&::clGetEventProfilingInfo)},
    {"clGetExtensionFunctionAddress", reinterpret_cast<void *>(&::clGetExtensionFunctionAddress)},
    {"clGetExtensionFunctionAddressForPlatform", reinterpret_cast<void *>(&::clGetExtensionFunctionAddressForPlatform)},
    {"clReleaseCommandQueue", reinterpret_cast<void *>(&::clReleaseCommandQueue)},
    {"clRetainCommandQueue", reinterpret_cast<void *>(&::clRetainCommandQueue)},
    {"clSVMAlloc", reinterpret_cast<void *>(&::clSVMAlloc)},
    {"clSVMFree", reinterpret_cast<void *>(&::clSVMFree)},
    {"clWaitForEvents", reinterpret_cast<void *>(&::clWaitForEvents)},
    {nullptr, nullptr},
};
