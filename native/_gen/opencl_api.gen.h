// Made by tools/gen from facts/opencl.toml (cl.h, cl_gl.h, cl_egl.h, cl_ext.h, cl_icd.h of Khronos OpenCL-Headers v2023.02.06, version 3.0). Do not edit.
#pragma once

#include <cstddef>
#include <cstdint>

using cl_int = int32_t;
using cl_uint = uint32_t;
using cl_ulong = uint64_t;
using cl_bool = uint32_t;
using cl_platform_id = struct _cl_platform_id *;
using cl_device_id = struct _cl_device_id *;
using cl_context = struct _cl_context *;
using cl_command_queue = struct _cl_command_queue *;
using cl_mem = struct _cl_mem *;
using cl_program = struct _cl_program *;
using cl_kernel = struct _cl_kernel *;
using cl_event = struct _cl_event *;
using cl_sampler = struct _cl_sampler *;
using cl_platform_info = uint32_t;
using cl_device_type = uint64_t;
using cl_device_info = uint32_t;
using cl_device_partition_property = intptr_t;
using cl_context_properties = intptr_t;
using cl_context_info = uint32_t;
using cl_queue_properties = uint64_t;
using cl_queue_properties_khr = uint64_t;
using cl_command_queue_properties = uint64_t;
using cl_command_queue_info = uint32_t;
using cl_mem_flags = uint64_t;
using cl_mem_properties = uint64_t;
using cl_mem_object_type = uint32_t;
using cl_mem_info = uint32_t;
using cl_mem_migration_flags = uint64_t;
using cl_svm_mem_flags = uint64_t;
using cl_buffer_create_type = uint32_t;
using cl_image_info = uint32_t;
using cl_pipe_properties = intptr_t;
using cl_pipe_info = uint32_t;
using cl_map_flags = uint64_t;
using cl_addressing_mode = uint32_t;
using cl_filter_mode = uint32_t;
using cl_sampler_properties = uint64_t;
using cl_sampler_info = uint32_t;
using cl_program_info = uint32_t;
using cl_program_build_info = uint32_t;
using cl_kernel_info = uint32_t;
using cl_kernel_arg_info = uint32_t;
using cl_kernel_work_group_info = uint32_t;
using cl_kernel_sub_group_info = uint32_t;
using cl_kernel_exec_info = uint32_t;
using cl_event_info = uint32_t;
using cl_profiling_info = uint32_t;
using cl_GLuint = unsigned int;
using cl_GLint = int;
using cl_GLenum = unsigned int;
using cl_GLsync = struct __GLsync *;
using cl_gl_context_info = uint32_t;
using cl_gl_texture_info = uint32_t;
using CLeglImageKHR = void *;
using CLeglDisplayKHR = void *;
using CLeglSyncKHR = void *;
using cl_context_notify = void (*)(const char *, const void *, size_t, void *);
using cl_context_callback = void (*)(cl_context, void *);
using cl_program_callback = void (*)(cl_program, void *);
using cl_mem_callback = void (*)(cl_mem, void *);
using cl_event_callback = void (*)(cl_event, cl_int, void *);
using cl_native_kernel = void (*)(void *);
using cl_svm_free_callback = void (*)(cl_command_queue, cl_uint, void **, void *);

extern "C" {
cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret);
cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret);
cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *errcode_ret);
cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device, const cl_queue_properties *properties, cl_int *errcode_ret);
cl_command_queue clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device, const cl_queue_properties_khr *properties, cl_int *errcode_ret);
cl_context clCreateContextFromType(const cl_context_properties *properties, cl_device_type device_type, cl_context_notify pfn_notify, void *user_data, cl_int *errcode_ret);
cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const void *image_format, const void *image_desc, void *host_ptr, cl_int *errcode_ret);
cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const void *image_format, size_t image_width, size_t image_height, size_t image_row_pitch, void *host_ptr, cl_int *errcode_ret);
cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const void *image_format, size_t image_width, size_t image_height, size_t image_depth, size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr, cl_int *errcode_ret);
cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, const void *image_format, const void *image_desc, void *host_ptr, cl_int *errcode_ret);
cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size, cl_uint pipe_max_packets, const cl_pipe_properties *properties, cl_int *errcode_ret);
cl_int clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueBarrier(cl_command_queue command_queue);
cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset, const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer, const size_t *src_origin, const size_t *region, size_t dst_offset, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color, const size_t *origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
void *clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map, cl_map_flags map_flags, size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret);
void *clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map, cl_map_flags map_flags, const size_t *origin, const size_t *region, size_t *image_row_pitch, size_t *image_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret);
cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event *event);
cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueNativeKernel(cl_command_queue command_queue, cl_native_kernel user_func, void *args, size_t cb_args, cl_uint num_mem_objects, const cl_mem *mem_list, const void **args_mem_loc, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, const size_t *buffer_origin, const size_t *host_origin, const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch, size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read, const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void **svm_pointers, cl_svm_free_callback pfn_free_func, void *user_data, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags, void *svm_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern, size_t pattern_size, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers, const void **svm_pointers, const size_t *sizes, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events, const cl_event *event_list);
cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, size_t offset, size_t size, const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, const size_t *buffer_origin, const size_t *host_origin, const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch, size_t host_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write, const size_t *origin, const size_t *region, size_t input_row_pitch, size_t input_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int clFinish(cl_command_queue command_queue);
cl_int clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices);
cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
void *clGetExtensionFunctionAddress(const char *func_name);
void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name);
cl_int clReleaseCommandQueue(cl_command_queue command_queue);
cl_int clRetainCommandQueue(cl_command_queue command_queue);
void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
void clSVMFree(cl_context context, void *svm_pointer);
cl_int clWaitForEvents(cl_uint num_events, const cl_event *event_list);
}

namespace heddle::opencl {

inline constexpr const char *kLibrary = "libOpenCL.so.1";

// The vendor's own functions, found at first use; null if this version has none.
struct Real {
  cl_mem (*clCreateBuffer)(cl_context, cl_mem_flags, size_t, void *, cl_int *);
  cl_mem (*clCreateBufferWithProperties)(cl_context, const cl_mem_properties *, cl_mem_flags, size_t, void *, cl_int *);
  cl_command_queue (*clCreateCommandQueue)(cl_context, cl_device_id, cl_command_queue_properties, cl_int *);
  cl_command_queue (*clCreateCommandQueueWithProperties)(cl_context, cl_device_id, const cl_queue_properties *, cl_int *);
  cl_command_queue (*clCreateCommandQueueWithPropertiesKHR)(cl_context, cl_device_id, const cl_queue_properties_khr *, cl_int *);
  cl_context (*clCreateContext)(const cl_context_properties *, cl_uint, const cl_device_id *, cl_context_notify, void *, cl_int *);
  cl_context (*clCreateContextFromType)(const cl_context_properties *, cl_device_type, cl_context_notify, void *, cl_int *);
  cl_mem (*clCreateImage)(cl_context, cl_mem_flags, const void *, const void *, void *, cl_int *);
  cl_mem (*clCreateImage2D)(cl_context, cl_mem_flags, const void *, size_t, size_t, size_t, void *, cl_int *);
  cl_mem (*clCreateImage3D)(cl_context, cl_mem_flags, const void *, size_t, size_t, size_t, size_t, size_t, void *, cl_int *);
  cl_mem (*clCreateImageWithProperties)(cl_context, const cl_mem_properties *, cl_mem_flags, const void *, const void *, void *, cl_int *);
  cl_mem (*clCreatePipe)(cl_context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties *, cl_int *);
  cl_event (*clCreateUserEvent)(cl_context, cl_int *);
  cl_int (*clEnqueueAcquireEGLObjectsKHR)(cl_command_queue, cl_uint, const cl_mem *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueAcquireGLObjects)(cl_command_queue, cl_uint, const cl_mem *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueBarrier)(cl_command_queue);
  cl_int (*clEnqueueBarrierWithWaitList)(cl_command_queue, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueCopyBuffer)(cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueCopyBufferRect)(cl_command_queue, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t, size_t, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueCopyBufferToImage)(cl_command_queue, cl_mem, cl_mem, size_t, const size_t *, const size_t *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueCopyImage)(cl_command_queue, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueCopyImageToBuffer)(cl_command_queue, cl_mem, cl_mem, const size_t *, const size_t *, size_t, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueFillBuffer)(cl_command_queue, cl_mem, const void *, size_t, size_t, size_t, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueFillImage)(cl_command_queue, cl_mem, const void *, const size_t *, const size_t *, cl_uint, const cl_event *, cl_event *);
  void *(*clEnqueueMapBuffer)(cl_command_queue, cl_mem, cl_bool, cl_map_flags, size_t, size_t, cl_uint, const cl_event *, cl_event *, cl_int *);
  void *(*clEnqueueMapImage)(cl_command_queue, cl_mem, cl_bool, cl_map_flags, const size_t *, const size_t *, size_t *, size_t *, cl_uint, const cl_event *, cl_event *, cl_int *);
  cl_int (*clEnqueueMarker)(cl_command_queue, cl_event *);
  cl_int (*clEnqueueMarkerWithWaitList)(cl_command_queue, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueMigrateMemObjects)(cl_command_queue, cl_uint, const cl_mem *, cl_mem_migration_flags, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueNDRangeKernel)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueNativeKernel)(cl_command_queue, cl_native_kernel, void *, size_t, cl_uint, const cl_mem *, const void **, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueReadBuffer)(cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueReadBufferRect)(cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t, size_t, void *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueReadImage)(cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, size_t, size_t, void *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueReleaseEGLObjectsKHR)(cl_command_queue, cl_uint, const cl_mem *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueReleaseGLObjects)(cl_command_queue, cl_uint, const cl_mem *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueSVMFree)(cl_command_queue, cl_uint, void **, cl_svm_free_callback, void *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueSVMMap)(cl_command_queue, cl_bool, cl_map_flags, void *, size_t, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueSVMMemFill)(cl_command_queue, void *, const void *, size_t, size_t, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueSVMMemcpy)(cl_command_queue, cl_bool, void *, const void *, size_t, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueSVMMigrateMem)(cl_command_queue, cl_uint, const void **, const size_t *, cl_mem_migration_flags, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueSVMUnmap)(cl_command_queue, void *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueTask)(cl_command_queue, cl_kernel, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueUnmapMemObject)(cl_command_queue, cl_mem, void *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueWaitForEvents)(cl_command_queue, cl_uint, const cl_event *);
  cl_int (*clEnqueueWriteBuffer)(cl_command_queue, cl_mem, cl_bool, size_t, size_t, const void *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueWriteBufferRect)(cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t, size_t, const void *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clEnqueueWriteImage)(cl_command_queue, cl_mem, cl_bool, const size_t *, const size_t *, size_t, size_t, const void *, cl_uint, const cl_event *, cl_event *);
  cl_int (*clFinish)(cl_command_queue);
  cl_int (*clFlush)(cl_command_queue);
  cl_int (*clGetCommandQueueInfo)(cl_command_queue, cl_command_queue_info, size_t, void *, size_t *);
  cl_int (*clGetContextInfo)(cl_context, cl_context_info, size_t, void *, size_t *);
  cl_int (*clGetDeviceIDs)(cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *);
  cl_int (*clGetDeviceInfo)(cl_device_id, cl_device_info, size_t, void *, size_t *);
  cl_int (*clGetEventInfo)(cl_event, cl_event_info, size_t, void *, size_t *);
  cl_int (*clGetEventProfilingInfo)(cl_event, cl_profiling_info, size_t, void *, size_t *);
  void *(*clGetExtensionFunctionAddress)(const char *);
  void *(*clGetExtensionFunctionAddressForPlatform)(cl_platform_id, const char *);
  cl_int (*clGetImageInfo)(cl_mem, cl_image_info, size_t, void *, size_t *);
  cl_int (*clGetMemObjectInfo)(cl_mem, cl_mem_info, size_t, void *, size_t *);
  cl_int (*clGetPlatformIDs)(cl_uint, cl_platform_id *, cl_uint *);
  cl_int (*clGetPlatformInfo)(cl_platform_id, cl_platform_info, size_t, void *, size_t *);
  cl_int (*clReleaseCommandQueue)(cl_command_queue);
  cl_int (*clReleaseContext)(cl_context);
  cl_int (*clReleaseDevice)(cl_device_id);
  cl_int (*clReleaseEvent)(cl_event);
  cl_int (*clReleaseMemObject)(cl_mem);
  cl_int (*clRetainCommandQueue)(cl_command_queue);
  cl_int (*clRetainContext)(cl_context);
  cl_int (*clRetainDevice)(cl_device_id);
  cl_int (*clRetainEvent)(cl_event);
  cl_int (*clRetainMemObject)(cl_mem);
  void *(*clSVMAlloc)(cl_context, cl_svm_mem_flags, size_t, cl_uint);
  void (*clSVMFree)(cl_context, void *);
  cl_int (*clSetCommandQueueProperty)(cl_command_queue, cl_command_queue_properties, cl_bool, cl_command_queue_properties *);
  cl_int (*clSetEventCallback)(cl_event, cl_int, cl_event_callback, void *);
  cl_int (*clSetMemObjectDestructorCallback)(cl_mem, cl_mem_callback, void *);
  cl_int (*clSetUserEventStatus)(cl_event, cl_int);
  cl_int (*clWaitForEvents)(cl_uint, const cl_event *);
};

// Name and place of every function in Real, in order.
inline constexpr const char *kNames[] = {
    "clCreateBuffer",
    "clCreateBufferWithProperties",
    "clCreateCommandQueue",
    "clCreateCommandQueueWithProperties",
    "clCreateCommandQueueWithPropertiesKHR",
    "clCreateContext",
    "clCreateContextFromType",
    "clCreateImage",
    "clCreateImage2D",
    "clCreateImage3D",
    "clCreateImageWithProperties",
    "clCreatePipe",
    "clCreateUserEvent",
    "clEnqueueAcquireEGLObjectsKHR",
    "clEnqueueAcquireGLObjects",
    "clEnqueueBarrier",
    "clEnqueueBarrierWithWaitList",
    "clEnqueueCopyBuffer",
    "clEnqueueCopyBufferRect",
    "clEnqueueCopyBufferToImage",
    "clEnqueueCopyImage",
    "clEnqueueCopyImageToBuffer",
    "clEnqueueFillBuffer",
    "clEnqueueFillImage",
    "clEnqueueMapBuffer",
    "clEnqueueMapImage",
    "clEnqueueMarker",
    "clEnqueueMarkerWithWaitList",
    "clEnqueueMigrateMemObjects",
    "clEnqueueNDRangeKernel",
    "clEnqueueNativeKernel",
    "clEnqueueReadBuffer",
    "clEnqueueReadBufferRect",
    "clEnqueueReadImage",
    "clEnqueueReleaseEGLObjectsKHR",
    "clEnqueueReleaseGLObjects",
    "clEnqueueSVMFree",
    "clEnqueueSVMMap",
    "clEnqueueSVMMemFill",
    "clEnqueueSVMMemcpy",
    "clEnqueueSVMMigrateMem",
    "clEnqueueSVMUnmap",
    "clEnqueueTask",
    "clEnqueueUnmapMemObject",
    "clEnqueueWaitForEvents",
    "clEnqueueWriteBuffer",
    "clEnqueueWriteBufferRect",
    "clEnqueueWriteImage",
    "clFinish",
    "clFlush",
    "clGetCommandQueueInfo",
    "clGetContextInfo",
    "clGetDeviceIDs",
    "clGetDeviceInfo",
    "clGetEventInfo",
    "clGetEventProfilingInfo",
    "clGetExtensionFunctionAddress",
    "clGetExtensionFunctionAddressForPlatform",
    "clGetImageInfo",
    "clGetMemObjectInfo",
    "clGetPlatformIDs",
    "clGetPlatformInfo",
    "clReleaseCommandQueue",
    "clReleaseContext",
    "clReleaseDevice",
    "clReleaseEvent",
    "clReleaseMemObject",
    "clRetainCommandQueue",
    "clRetainContext",
    "clRetainDevice",
    "clRetainEvent",
    "clRetainMemObject",
    "clSVMAlloc",
    "clSVMFree",
    "clSetCommandQueueProperty",
    "clSetEventCallback",
    "clSetMemObjectDestructorCallback",
    "clSetUserEventStatus",
    "clWaitForEvents",
};

// The functions in the library's table of them, in order; null: one that we do not know.
inline constexpr const char *kDispatch[] = {
    "clGetPlatformIDs",
    "clGetPlatformInfo",
    "clGetDeviceIDs",
    "clGetDeviceInfo",
    "clCreateContext",
    "clCreateContextFromType",
    "clRetainContext",
    "clReleaseContext",
    "clGetContextInfo",
    "clCreateCommandQueue",
    "clRetainCommandQueue",
    "clReleaseCommandQueue",
    "clGetCommandQueueInfo",
    "clSetCommandQueueProperty",
    "clCreateBuffer",
    "clCreateImage2D",
    "clCreateImage3D",
    "clRetainMemObject",
    "clReleaseMemObject",
    "clGetSupportedImageFormats",
    "clGetMemObjectInfo",
    "clGetImageInfo",
    "clCreateSampler",
    "clRetainSampler",
    "clReleaseSampler",
    "clGetSamplerInfo",
    "clCreateProgramWithSource",
    "clCreateProgramWithBinary",
    "clRetainProgram",
    "clReleaseProgram",
    "clBuildProgram",
    "clUnloadCompiler",
    "clGetProgramInfo",
    "clGetProgramBuildInfo",
    "clCreateKernel",
    "clCreateKernelsInProgram",
    "clRetainKernel",
    "clReleaseKernel",
    "clSetKernelArg",
    "clGetKernelInfo",
    "clGetKernelWorkGroupInfo",
    "clWaitForEvents",
    "clGetEventInfo",
    "clRetainEvent",
    "clReleaseEvent",
    "clGetEventProfilingInfo",
    "clFlush",
    "clFinish",
    "clEnqueueReadBuffer",
    "clEnqueueWriteBuffer",
    "clEnqueueCopyBuffer",
    "clEnqueueReadImage",
    "clEnqueueWriteImage",
    "clEnqueueCopyImage",
    "clEnqueueCopyImageToBuffer",
    "clEnqueueCopyBufferToImage",
    "clEnqueueMapBuffer",
    "clEnqueueMapImage",
    "clEnqueueUnmapMemObject",
    "clEnqueueNDRangeKernel",
    "clEnqueueTask",
    "clEnqueueNativeKernel",
    "clEnqueueMarker",
    "clEnqueueWaitForEvents",
    "clEnqueueBarrier",
    "clGetExtensionFunctionAddress",
    "clCreateFromGLBuffer",
    "clCreateFromGLTexture2D",
    "clCreateFromGLTexture3D",
    "clCreateFromGLRenderbuffer",
    "clGetGLObjectInfo",
    "clGetGLTextureInfo",
    "clEnqueueAcquireGLObjects",
    "clEnqueueReleaseGLObjects",
    "clGetGLContextInfoKHR",
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    "clSetEventCallback",
    "clCreateSubBuffer",
    "clSetMemObjectDestructorCallback",
    "clCreateUserEvent",
    "clSetUserEventStatus",
    "clEnqueueReadBufferRect",
    "clEnqueueWriteBufferRect",
    "clEnqueueCopyBufferRect",
    "clCreateSubDevicesEXT",
    "clRetainDeviceEXT",
    "clReleaseDeviceEXT",
    "clCreateEventFromGLsyncKHR",
    "clCreateSubDevices",
    "clRetainDevice",
    "clReleaseDevice",
    "clCreateImage",
    "clCreateProgramWithBuiltInKernels",
    "clCompileProgram",
    "clLinkProgram",
    "clUnloadPlatformCompiler",
    "clGetKernelArgInfo",
    "clEnqueueFillBuffer",
    "clEnqueueFillImage",
    "clEnqueueMigrateMemObjects",
    "clEnqueueMarkerWithWaitList",
    "clEnqueueBarrierWithWaitList",
    "clGetExtensionFunctionAddressForPlatform",
    "clCreateFromGLTexture",
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    "clCreateFromEGLImageKHR",
    "clEnqueueAcquireEGLObjectsKHR",
    "clEnqueueReleaseEGLObjectsKHR",
    "clCreateEventFromEGLSyncKHR",
    "clCreateCommandQueueWithProperties",
    "clCreatePipe",
    "clGetPipeInfo",
    "clSVMAlloc",
    "clSVMFree",
    "clEnqueueSVMFree",
    "clEnqueueSVMMemcpy",
    "clEnqueueSVMMemFill",
    "clEnqueueSVMMap",
    "clEnqueueSVMUnmap",
    "clCreateSamplerWithProperties",
    "clSetKernelArgSVMPointer",
    "clSetKernelExecInfo",
    "clGetKernelSubGroupInfoKHR",
    "clCloneKernel",
    "clCreateProgramWithIL",
    "clEnqueueSVMMigrateMem",
    "clGetDeviceAndHostTimer",
    "clGetHostTimer",
    "clGetKernelSubGroupInfo",
    "clSetDefaultDeviceCommandQueue",
    "clSetProgramReleaseCallback",
    "clSetProgramSpecializationConstant",
    "clCreateBufferWithProperties",
    "clCreateImageWithProperties",
    "clSetContextDestructorCallback",
};

}  // namespace heddle::opencl
