// Made by tools/gen from facts/opencl.toml (cl.h, cl_gl.h, cl_egl.h, cl_ext.h, cl_icd.h of Khronos OpenCL-Headers v2023.02.06, version 3.0). Do not edit.
#pragma once

#include <cstddef>
#include <cstdint>

using CLeglDisplayKHR = void *;
using CLeglImageKHR = void *;
using CLeglSyncKHR = void *;
using cl_GLenum = unsigned int;
using cl_GLint = int;
using cl_GLsync = void *;
using cl_GLuint = unsigned int;
using cl_accelerator_info_intel = int;
using cl_accelerator_intel = int;
using cl_accelerator_type_intel = int;
using cl_addressing_mode = uint32_t;
using cl_bool = uint32_t;
using cl_buffer_create_type = uint32_t;
using cl_command_buffer_info_khr = int;
using cl_command_buffer_khr = int;
using cl_command_buffer_properties_khr = int;
using cl_command_queue = struct cl_command_queue_ *;
using cl_command_queue_info = uint32_t;
using cl_command_queue_properties = uint64_t;
using cl_context = struct cl_context_ *;
using cl_context_callback = void *;
using cl_context_info = uint32_t;
using cl_context_notify = void *;
using cl_context_properties = intptr_t;
using cl_device_id = struct cl_device_id_ *;
using cl_device_info = uint32_t;
using cl_device_partition_property = intptr_t;
using cl_device_partition_property_ext = int;
using cl_device_type = uint64_t;
using cl_egl_image_properties_khr = int;
using cl_event = struct cl_event_ *;
using cl_event_callback = void *;
using cl_event_info = uint32_t;
using cl_external_semaphore_handle_type_khr = int;
using cl_filter_mode = uint32_t;
using cl_gl_context_info = uint32_t;
using cl_gl_object_type = int;
using cl_gl_texture_info = uint32_t;
struct alignas(8) cl_image_desc { unsigned char bytes[72]; };
struct alignas(4) cl_image_format { unsigned char bytes[8]; };
using cl_image_info = uint32_t;
using cl_image_pitch_info_qcom = int;
using cl_image_requirements_info_ext = int;
using cl_import_properties_arm = int;
using cl_int = int32_t;
using cl_kernel = struct cl_kernel_ *;
using cl_kernel_arg_info = uint32_t;
using cl_kernel_exec_info = uint32_t;
using cl_kernel_exec_info_arm = int;
using cl_kernel_info = uint32_t;
using cl_kernel_sub_group_info = uint32_t;
using cl_kernel_work_group_info = uint32_t;
using cl_map_flags = uint64_t;
using cl_mem = struct cl_mem_ *;
using cl_mem_advice_intel = int;
using cl_mem_callback = void *;
using cl_mem_flags = uint64_t;
using cl_mem_info = uint32_t;
using cl_mem_info_intel = int;
using cl_mem_migration_flags = uint64_t;
using cl_mem_migration_flags_ext = int;
using cl_mem_object_type = uint32_t;
using cl_mem_properties = uint64_t;
using cl_mem_properties_intel = int;
using cl_mipmap_filter_mode_img = int;
using cl_mutable_base_config_khr = int;
using cl_mutable_command_info_khr = int;
using cl_mutable_command_khr = int;
using cl_native_kernel = void *;
using cl_ndrange_kernel_command_properties_khr = int;
using cl_pipe_info = uint32_t;
using cl_pipe_properties = intptr_t;
using cl_platform_id = struct cl_platform_id_ *;
using cl_platform_info = uint32_t;
using cl_profiling_info = uint32_t;
using cl_program = struct cl_program_ *;
using cl_program_build_info = uint32_t;
using cl_program_callback = void *;
using cl_program_info = uint32_t;
using cl_queue_properties = uint64_t;
using cl_queue_properties_khr = uint64_t;
using cl_sampler = struct cl_sampler_ *;
using cl_sampler_info = uint32_t;
using cl_sampler_properties = uint64_t;
using cl_semaphore_info_khr = int;
using cl_semaphore_khr = int;
using cl_semaphore_payload_khr = int;
using cl_semaphore_properties_khr = int;
using cl_svm_free_callback = void *;
using cl_svm_mem_flags = uint64_t;
using cl_svm_mem_flags_arm = int;
using cl_sync_point_khr = int;
using cl_uint = uint32_t;
using cl_ulong = uint64_t;

#ifdef HEDDLE_SERVES  // of the driver that is there: it may be older
#define HEDDLE_WEAK __attribute__((weak))
#else
#define HEDDLE_WEAK
#endif

extern "C" {
HEDDLE_WEAK cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list, const char *options, cl_program_callback pfn_notify, void *user_data);
HEDDLE_WEAK cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret);
HEDDLE_WEAK cl_int clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
HEDDLE_WEAK cl_int clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
HEDDLE_WEAK cl_int clCommandCopyBufferRectKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
HEDDLE_WEAK cl_int clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset, const size_t *dst_origin, const size_t *region, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
HEDDLE_WEAK cl_int clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin, const size_t *region, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
HEDDLE_WEAK cl_int clCommandCopyImageToBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer, const size_t *src_origin, const size_t *region, size_t dst_offset, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
HEDDLE_WEAK cl_int clCommandFillBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
HEDDLE_WEAK cl_int clCommandFillImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem image, const void *fill_color, const size_t *origin, const size_t *region, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
HEDDLE_WEAK cl_int clCommandNDRangeKernelKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_ndrange_kernel_command_properties_khr *properties, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);
HEDDLE_WEAK cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list, const char *options, cl_uint num_input_headers, const cl_program *input_headers, const char **header_include_names, cl_program_callback pfn_notify, void *user_data);
HEDDLE_WEAK cl_accelerator_intel clCreateAcceleratorINTEL(cl_context context, cl_accelerator_type_intel accelerator_type, size_t descriptor_size, const void *descriptor, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateBufferWithPropertiesINTEL(cl_context context, const cl_mem_properties_intel *properties, cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret);
HEDDLE_WEAK cl_command_buffer_khr clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues, const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret);
HEDDLE_WEAK cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *errcode_ret);
HEDDLE_WEAK cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device, const cl_queue_properties *properties, cl_int *errcode_ret);
HEDDLE_WEAK cl_command_queue clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device, const cl_queue_properties_khr *properties, cl_int *errcode_ret);
HEDDLE_WEAK cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices, const cl_device_id *devices, cl_context_notify pfn_notify, void *user_data, cl_int *errcode_ret);
HEDDLE_WEAK cl_context clCreateContextFromType(const cl_context_properties *properties, cl_device_type device_type, cl_context_notify pfn_notify, void *user_data, cl_int *errcode_ret);
HEDDLE_WEAK cl_event clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR sync, CLeglDisplayKHR display, cl_int *errcode_ret);
HEDDLE_WEAK cl_event clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync sync, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR egldisplay, CLeglImageKHR eglimage, cl_mem_flags flags, const cl_egl_image_properties_khr *properties, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint bufobj, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags, cl_GLuint renderbuffer, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, size_t image_width, size_t image_height, size_t image_row_pitch, void *host_ptr, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, size_t image_width, size_t image_height, size_t image_depth, size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, const cl_image_format *image_format, const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret);
HEDDLE_WEAK cl_kernel clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret);
HEDDLE_WEAK cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels, cl_uint *num_kernels_ret);
HEDDLE_WEAK cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size, cl_uint pipe_max_packets, const cl_pipe_properties *properties, cl_int *errcode_ret);
HEDDLE_WEAK cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices, const cl_device_id *device_list, const size_t *lengths, const unsigned char **binaries, cl_int *binary_status, cl_int *errcode_ret);
HEDDLE_WEAK cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices, const cl_device_id *device_list, const char *kernel_names, cl_int *errcode_ret);
HEDDLE_WEAK cl_program clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *errcode_ret);
HEDDLE_WEAK cl_program clCreateProgramWithILKHR(cl_context context, const void *il, size_t length, cl_int *errcode_ret);
HEDDLE_WEAK cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings, const size_t *lengths, cl_int *errcode_ret);
HEDDLE_WEAK cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords, cl_addressing_mode addressing_mode, cl_filter_mode filter_mode, cl_int *errcode_ret);
HEDDLE_WEAK cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *sampler_properties, cl_int *errcode_ret);
HEDDLE_WEAK cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR(cl_context context, const cl_semaphore_properties_khr *sema_props, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type buffer_create_type, const void *buffer_create_info, cl_int *errcode_ret);
HEDDLE_WEAK cl_int clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property *properties, cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret);
HEDDLE_WEAK cl_int clCreateSubDevicesEXT(cl_device_id in_device, const cl_device_partition_property_ext *properties, cl_uint num_entries, cl_device_id *out_devices, cl_uint *num_devices);
HEDDLE_WEAK cl_event clCreateUserEvent(cl_context context, cl_int *errcode_ret);
HEDDLE_WEAK void *clDeviceMemAllocINTEL(cl_context context, cl_device_id device, const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, cl_int *errcode_ret);
HEDDLE_WEAK cl_int clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueAcquireGrallocObjectsIMG(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueBarrier(cl_command_queue command_queue);
HEDDLE_WEAK cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues, cl_command_buffer_khr command_buffer, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset, const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer, const size_t *src_origin, const size_t *region, size_t dst_offset, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color, const size_t *origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueGenerateMipmapIMG(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, cl_mipmap_filter_mode_img mipmap_filter_mode, const size_t *array_region, const size_t *mip_region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK void *clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map, cl_map_flags map_flags, size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret);
HEDDLE_WEAK void *clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map, cl_map_flags map_flags, const size_t *origin, const size_t *region, size_t *image_row_pitch, size_t *image_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret);
HEDDLE_WEAK cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void *ptr, size_t size, cl_mem_advice_intel advice, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr, const void *pattern, size_t pattern_size, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking, void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueMemsetINTEL(cl_command_queue command_queue, void *dst_ptr, cl_int value, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void *ptr, size_t size, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueMigrateMemObjectEXT(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_mem_migration_flags_ext flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueNativeKernel(cl_command_queue command_queue, cl_native_kernel user_func, void *args, size_t cb_args, cl_uint num_mem_objects, const cl_mem *mem_list, const void **args_mem_loc, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, const size_t *buffer_origin, const size_t *host_origin, const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch, size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read, const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueReleaseGrallocObjectsIMG(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void **svm_pointers, cl_svm_free_callback pfn_free_func, void *user_data, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMFreeARM(cl_command_queue command_queue, cl_uint num_svm_pointers, void **svm_pointers, cl_svm_free_callback pfn_free_func, void *user_data, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags, void *svm_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMMapARM(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags, void *svm_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern, size_t pattern_size, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMMemFillARM(cl_command_queue command_queue, void *svm_ptr, const void *pattern, size_t pattern_size, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMMemcpyARM(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers, const void **svm_pointers, const size_t *sizes, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSVMUnmapARM(cl_command_queue command_queue, void *svm_ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects, const cl_semaphore_khr *sema_objects, const cl_semaphore_payload_khr *sema_payload_list, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events, const cl_event *event_list);
HEDDLE_WEAK cl_int clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects, const cl_semaphore_khr *sema_objects, const cl_semaphore_payload_khr *sema_payload_list, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, size_t offset, size_t size, const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, const size_t *buffer_origin, const size_t *host_origin, const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch, size_t host_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write, const size_t *origin, const size_t *region, size_t input_row_pitch, size_t input_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
HEDDLE_WEAK cl_int clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer);
HEDDLE_WEAK cl_int clFinish(cl_command_queue command_queue);
HEDDLE_WEAK cl_int clFlush(cl_command_queue command_queue);
HEDDLE_WEAK cl_int clGetAcceleratorInfoINTEL(cl_accelerator_intel accelerator, cl_accelerator_info_intel param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer, cl_command_buffer_info_khr param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp, cl_ulong *host_timestamp);
HEDDLE_WEAK cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices);
HEDDLE_WEAK cl_int clGetDeviceImageInfoQCOM(cl_device_id device, size_t image_width, size_t image_height, const cl_image_format *image_format, cl_image_pitch_info_qcom param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK void *clGetExtensionFunctionAddress(const char *func_name);
HEDDLE_WEAK void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *func_name);
HEDDLE_WEAK cl_int clGetGLContextInfoKHR(const cl_context_properties *properties, cl_gl_context_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetGLObjectInfo(cl_mem memobj, cl_gl_object_type *gl_object_type, cl_GLuint *gl_object_name);
HEDDLE_WEAK cl_int clGetGLTextureInfo(cl_mem memobj, cl_gl_texture_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp);
HEDDLE_WEAK cl_int clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetImageRequirementsInfoEXT(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, const cl_image_format *image_format, const cl_image_desc *image_desc, cl_image_requirements_info_ext param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx, cl_kernel_arg_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info param_name, size_t input_value_size, const void *input_value, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetKernelSubGroupInfoKHR(cl_kernel in_kernel, cl_device_id in_device, cl_kernel_sub_group_info param_name, size_t input_value_size, const void *input_value, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset, const size_t *global_work_size, size_t *suggested_local_work_size);
HEDDLE_WEAK cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetMemAllocInfoINTEL(cl_context context, const void *ptr, cl_mem_info_intel param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetMutableCommandInfoKHR(cl_mutable_command_khr command, cl_mutable_command_info_khr param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms);
HEDDLE_WEAK cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device, cl_external_semaphore_handle_type_khr handle_type, size_t handle_size, void *handle_ptr, size_t *handle_size_ret);
HEDDLE_WEAK cl_int clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object, cl_semaphore_info_khr param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret);
HEDDLE_WEAK cl_int clGetSupportedGLTextureFormatsINTEL(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type, cl_uint num_entries, cl_GLenum *gl_formats, cl_uint *num_texture_formats);
HEDDLE_WEAK cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type, cl_uint num_entries, cl_image_format *image_formats, cl_uint *num_image_formats);
HEDDLE_WEAK void *clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, cl_int *errcode_ret);
HEDDLE_WEAK cl_mem clImportMemoryARM(cl_context context, cl_mem_flags flags, const cl_import_properties_arm *properties, void *memory, size_t size, cl_int *errcode_ret);
HEDDLE_WEAK cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list, const char *options, cl_uint num_input_programs, const cl_program *input_programs, cl_program_callback pfn_notify, void *user_data, cl_int *errcode_ret);
HEDDLE_WEAK cl_int clMemBlockingFreeINTEL(cl_context context, void *ptr);
HEDDLE_WEAK cl_int clMemFreeINTEL(cl_context context, void *ptr);
HEDDLE_WEAK cl_int clReleaseAcceleratorINTEL(cl_accelerator_intel accelerator);
HEDDLE_WEAK cl_int clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer);
HEDDLE_WEAK cl_int clReleaseCommandQueue(cl_command_queue command_queue);
HEDDLE_WEAK cl_int clReleaseContext(cl_context context);
HEDDLE_WEAK cl_int clReleaseDevice(cl_device_id device);
HEDDLE_WEAK cl_int clReleaseDeviceEXT(cl_device_id device);
HEDDLE_WEAK cl_int clReleaseEvent(cl_event event);
HEDDLE_WEAK cl_int clReleaseKernel(cl_kernel kernel);
HEDDLE_WEAK cl_int clReleaseMemObject(cl_mem memobj);
HEDDLE_WEAK cl_int clReleaseProgram(cl_program program);
HEDDLE_WEAK cl_int clReleaseSampler(cl_sampler sampler);
HEDDLE_WEAK cl_int clReleaseSemaphoreKHR(cl_semaphore_khr sema_object);
HEDDLE_WEAK cl_int clRetainAcceleratorINTEL(cl_accelerator_intel accelerator);
HEDDLE_WEAK cl_int clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer);
HEDDLE_WEAK cl_int clRetainCommandQueue(cl_command_queue command_queue);
HEDDLE_WEAK cl_int clRetainContext(cl_context context);
HEDDLE_WEAK cl_int clRetainDevice(cl_device_id device);
HEDDLE_WEAK cl_int clRetainDeviceEXT(cl_device_id device);
HEDDLE_WEAK cl_int clRetainEvent(cl_event event);
HEDDLE_WEAK cl_int clRetainKernel(cl_kernel kernel);
HEDDLE_WEAK cl_int clRetainMemObject(cl_mem memobj);
HEDDLE_WEAK cl_int clRetainProgram(cl_program program);
HEDDLE_WEAK cl_int clRetainSampler(cl_sampler sampler);
HEDDLE_WEAK cl_int clRetainSemaphoreKHR(cl_semaphore_khr sema_object);
HEDDLE_WEAK void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
HEDDLE_WEAK void *clSVMAllocARM(cl_context context, cl_svm_mem_flags_arm flags, size_t size, cl_uint alignment);
HEDDLE_WEAK void clSVMFree(cl_context context, void *svm_pointer);
HEDDLE_WEAK void clSVMFreeARM(cl_context context, void *svm_pointer);
HEDDLE_WEAK cl_int clSetCommandQueueProperty(cl_command_queue command_queue, cl_command_queue_properties properties, cl_bool enable, cl_command_queue_properties *old_properties);
HEDDLE_WEAK cl_int clSetContextDestructorCallback(cl_context context, cl_context_callback pfn_notify, void *user_data);
HEDDLE_WEAK cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue command_queue);
HEDDLE_WEAK cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type, cl_event_callback pfn_notify, void *user_data);
HEDDLE_WEAK cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void *arg_value);
HEDDLE_WEAK cl_int clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index, const void *arg_value);
HEDDLE_WEAK cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value);
HEDDLE_WEAK cl_int clSetKernelArgSVMPointerARM(cl_kernel kernel, cl_uint arg_index, const void *arg_value);
HEDDLE_WEAK cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size, const void *param_value);
HEDDLE_WEAK cl_int clSetKernelExecInfoARM(cl_kernel kernel, cl_kernel_exec_info_arm param_name, size_t param_value_size, const void *param_value);
HEDDLE_WEAK cl_int clSetMemObjectDestructorCallback(cl_mem memobj, cl_mem_callback pfn_notify, void *user_data);
HEDDLE_WEAK cl_int clSetProgramReleaseCallback(cl_program program, cl_program_callback pfn_notify, void *user_data);
HEDDLE_WEAK cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size, const void *spec_value);
HEDDLE_WEAK cl_int clSetUserEventStatus(cl_event event, cl_int execution_status);
HEDDLE_WEAK void *clSharedMemAllocINTEL(cl_context context, cl_device_id device, const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, cl_int *errcode_ret);
HEDDLE_WEAK cl_int clTerminateContextKHR(cl_context context);
HEDDLE_WEAK cl_int clUnloadCompiler(void);
HEDDLE_WEAK cl_int clUnloadPlatformCompiler(cl_platform_id platform);
HEDDLE_WEAK cl_int clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, const cl_mutable_base_config_khr *mutable_config);
HEDDLE_WEAK cl_int clWaitForEvents(cl_uint num_events, const cl_event *event_list);
}

namespace heddle::remote {

enum Function : uint16_t {
  kClBuildProgram,
  kClCloneKernel,
  kClCompileProgram,
  kClCreateBuffer,
  kClCreateCommandQueue,
  kClCreateCommandQueueWithProperties,
  kClCreateCommandQueueWithPropertiesKHR,
  kClCreateContext,
  kClCreateContextFromType,
  kClCreateKernel,
  kClCreateKernelsInProgram,
  kClCreateProgramWithBinary,
  kClCreateProgramWithBuiltInKernels,
  kClCreateProgramWithIL,
  kClCreateProgramWithSource,
  kClCreateSubBuffer,
  kClCreateUserEvent,
  kClEnqueueBarrier,
  kClEnqueueBarrierWithWaitList,
  kClEnqueueCopyBuffer,
  kClEnqueueCopyBufferRect,
  kClEnqueueFillBuffer,
  kClEnqueueMapBuffer,
  kClEnqueueMarker,
  kClEnqueueMarkerWithWaitList,
  kClEnqueueMigrateMemObjects,
  kClEnqueueNDRangeKernel,
  kClEnqueueReadBuffer,
  kClEnqueueReadBufferRect,
  kClEnqueueTask,
  kClEnqueueUnmapMemObject,
  kClEnqueueWaitForEvents,
  kClEnqueueWriteBuffer,
  kClEnqueueWriteBufferRect,
  kClFinish,
  kClFlush,
  kClGetCommandQueueInfo,
  kClGetContextInfo,
  kClGetDeviceAndHostTimer,
  kClGetDeviceIDs,
  kClGetDeviceInfo,
  kClGetEventInfo,
  kClGetEventProfilingInfo,
  kClGetHostTimer,
  kClGetKernelArgInfo,
  kClGetKernelInfo,
  kClGetKernelSubGroupInfo,
  kClGetKernelSubGroupInfoKHR,
  kClGetKernelWorkGroupInfo,
  kClGetMemObjectInfo,
  kClGetPlatformIDs,
  kClGetPlatformInfo,
  kClGetProgramBuildInfo,
  kClGetProgramInfo,
  kClLinkProgram,
  kClReleaseCommandQueue,
  kClReleaseContext,
  kClReleaseEvent,
  kClReleaseKernel,
  kClReleaseMemObject,
  kClReleaseProgram,
  kClRetainCommandQueue,
  kClRetainContext,
  kClRetainEvent,
  kClRetainKernel,
  kClRetainMemObject,
  kClRetainProgram,
  kClSetCommandQueueProperty,
  kClSetContextDestructorCallback,
  kClSetEventCallback,
  kClSetKernelArg,
  kClSetMemObjectDestructorCallback,
  kClSetProgramSpecializationConstant,
  kClSetUserEventStatus,
  kClUnloadPlatformCompiler,
  kClWaitForEvents,
  kFunctions,
};

enum Kind : uint8_t {
  kKindCl_platform_id = 1,
  kKindCl_device_id = 2,
  kKindCl_context = 3,
  kKindCl_command_queue = 4,
  kKindCl_mem = 5,
  kKindCl_program = 6,
  kKindCl_kernel = 7,
  kKindCl_event = 8,
  kKindCl_sampler = 9,
};

// What may stand where this kind is asked for; 0: nothing else.
constexpr uint8_t also([[maybe_unused]] uint8_t kind) {
  return 0;
}

// What a handle gives that is none of this kind.
constexpr int32_t wrong_handle([[maybe_unused]] uint8_t kind) {
  if (kind == kKindCl_platform_id) return -32;
  if (kind == kKindCl_device_id) return -33;
  if (kind == kKindCl_context) return -34;
  if (kind == kKindCl_command_queue) return -36;
  if (kind == kKindCl_mem) return -38;
  if (kind == kKindCl_sampler) return -41;
  if (kind == kKindCl_program) return -44;
  if (kind == kKindCl_kernel) return -48;
  if (kind == kKindCl_event) return -58;
  return -30;
}

inline constexpr const char *kForwarded[] = {
    "clBuildProgram",
    "clCloneKernel",
    "clCompileProgram",
    "clCreateBuffer",
    "clCreateCommandQueue",
    "clCreateCommandQueueWithProperties",
    "clCreateCommandQueueWithPropertiesKHR",
    "clCreateContext",
    "clCreateContextFromType",
    "clCreateKernel",
    "clCreateKernelsInProgram",
    "clCreateProgramWithBinary",
    "clCreateProgramWithBuiltInKernels",
    "clCreateProgramWithIL",
    "clCreateProgramWithSource",
    "clCreateSubBuffer",
    "clCreateUserEvent",
    "clEnqueueBarrier",
    "clEnqueueBarrierWithWaitList",
    "clEnqueueCopyBuffer",
    "clEnqueueCopyBufferRect",
    "clEnqueueFillBuffer",
    "clEnqueueMapBuffer",
    "clEnqueueMarker",
    "clEnqueueMarkerWithWaitList",
    "clEnqueueMigrateMemObjects",
    "clEnqueueNDRangeKernel",
    "clEnqueueReadBuffer",
    "clEnqueueReadBufferRect",
    "clEnqueueTask",
    "clEnqueueUnmapMemObject",
    "clEnqueueWaitForEvents",
    "clEnqueueWriteBuffer",
    "clEnqueueWriteBufferRect",
    "clFinish",
    "clFlush",
    "clGetCommandQueueInfo",
    "clGetContextInfo",
    "clGetDeviceAndHostTimer",
    "clGetDeviceIDs",
    "clGetDeviceInfo",
    "clGetEventInfo",
    "clGetEventProfilingInfo",
    "clGetHostTimer",
    "clGetKernelArgInfo",
    "clGetKernelInfo",
    "clGetKernelSubGroupInfo",
    "clGetKernelSubGroupInfoKHR",
    "clGetKernelWorkGroupInfo",
    "clGetMemObjectInfo",
    "clGetPlatformIDs",
    "clGetPlatformInfo",
    "clGetProgramBuildInfo",
    "clGetProgramInfo",
    "clLinkProgram",
    "clReleaseCommandQueue",
    "clReleaseContext",
    "clReleaseEvent",
    "clReleaseKernel",
    "clReleaseMemObject",
    "clReleaseProgram",
    "clRetainCommandQueue",
    "clRetainContext",
    "clRetainEvent",
    "clRetainKernel",
    "clRetainMemObject",
    "clRetainProgram",
    "clSetCommandQueueProperty",
    "clSetContextDestructorCallback",
    "clSetEventCallback",
    "clSetKernelArg",
    "clSetMemObjectDestructorCallback",
    "clSetProgramSpecializationConstant",
    "clSetUserEventStatus",
    "clUnloadPlatformCompiler",
    "clWaitForEvents",
};

// Every function that the library has, forwarded or not.
inline constexpr const char *kNames[] = {
    "clBuildProgram",
    "clCloneKernel",
    "clCommandBarrierWithWaitListKHR",
    "clCommandCopyBufferKHR",
    "clCommandCopyBufferRectKHR",
    "clCommandCopyBufferToImageKHR",
    "clCommandCopyImageKHR",
    "clCommandCopyImageToBufferKHR",
    "clCommandFillBufferKHR",
    "clCommandFillImageKHR",
    "clCommandNDRangeKernelKHR",
    "clCompileProgram",
    "clCreateAcceleratorINTEL",
    "clCreateBuffer",
    "clCreateBufferWithProperties",
    "clCreateBufferWithPropertiesINTEL",
    "clCreateCommandBufferKHR",
    "clCreateCommandQueue",
    "clCreateCommandQueueWithProperties",
    "clCreateCommandQueueWithPropertiesKHR",
    "clCreateContext",
    "clCreateContextFromType",
    "clCreateEventFromEGLSyncKHR",
    "clCreateEventFromGLsyncKHR",
    "clCreateFromEGLImageKHR",
    "clCreateFromGLBuffer",
    "clCreateFromGLRenderbuffer",
    "clCreateFromGLTexture",
    "clCreateFromGLTexture2D",
    "clCreateFromGLTexture3D",
    "clCreateImage",
    "clCreateImage2D",
    "clCreateImage3D",
    "clCreateImageWithProperties",
    "clCreateKernel",
    "clCreateKernelsInProgram",
    "clCreatePipe",
    "clCreateProgramWithBinary",
    "clCreateProgramWithBuiltInKernels",
    "clCreateProgramWithIL",
    "clCreateProgramWithILKHR",
    "clCreateProgramWithSource",
    "clCreateSampler",
    "clCreateSamplerWithProperties",
    "clCreateSemaphoreWithPropertiesKHR",
    "clCreateSubBuffer",
    "clCreateSubDevices",
    "clCreateSubDevicesEXT",
    "clCreateUserEvent",
    "clDeviceMemAllocINTEL",
    "clEnqueueAcquireEGLObjectsKHR",
    "clEnqueueAcquireExternalMemObjectsKHR",
    "clEnqueueAcquireGLObjects",
    "clEnqueueAcquireGrallocObjectsIMG",
    "clEnqueueBarrier",
    "clEnqueueBarrierWithWaitList",
    "clEnqueueCommandBufferKHR",
    "clEnqueueCopyBuffer",
    "clEnqueueCopyBufferRect",
    "clEnqueueCopyBufferToImage",
    "clEnqueueCopyImage",
    "clEnqueueCopyImageToBuffer",
    "clEnqueueFillBuffer",
    "clEnqueueFillImage",
    "clEnqueueGenerateMipmapIMG",
    "clEnqueueMapBuffer",
    "clEnqueueMapImage",
    "clEnqueueMarker",
    "clEnqueueMarkerWithWaitList",
    "clEnqueueMemAdviseINTEL",
    "clEnqueueMemFillINTEL",
    "clEnqueueMemcpyINTEL",
    "clEnqueueMemsetINTEL",
    "clEnqueueMigrateMemINTEL",
    "clEnqueueMigrateMemObjectEXT",
    "clEnqueueMigrateMemObjects",
    "clEnqueueNDRangeKernel",
    "clEnqueueNativeKernel",
    "clEnqueueReadBuffer",
    "clEnqueueReadBufferRect",
    "clEnqueueReadImage",
    "clEnqueueReleaseEGLObjectsKHR",
    "clEnqueueReleaseExternalMemObjectsKHR",
    "clEnqueueReleaseGLObjects",
    "clEnqueueReleaseGrallocObjectsIMG",
    "clEnqueueSVMFree",
    "clEnqueueSVMFreeARM",
    "clEnqueueSVMMap",
    "clEnqueueSVMMapARM",
    "clEnqueueSVMMemFill",
    "clEnqueueSVMMemFillARM",
    "clEnqueueSVMMemcpy",
    "clEnqueueSVMMemcpyARM",
    "clEnqueueSVMMigrateMem",
    "clEnqueueSVMUnmap",
    "clEnqueueSVMUnmapARM",
    "clEnqueueSignalSemaphoresKHR",
    "clEnqueueTask",
    "clEnqueueUnmapMemObject",
    "clEnqueueWaitForEvents",
    "clEnqueueWaitSemaphoresKHR",
    "clEnqueueWriteBuffer",
    "clEnqueueWriteBufferRect",
    "clEnqueueWriteImage",
    "clFinalizeCommandBufferKHR",
    "clFinish",
    "clFlush",
    "clGetAcceleratorInfoINTEL",
    "clGetCommandBufferInfoKHR",
    "clGetCommandQueueInfo",
    "clGetContextInfo",
    "clGetDeviceAndHostTimer",
    "clGetDeviceIDs",
    "clGetDeviceImageInfoQCOM",
    "clGetDeviceInfo",
    "clGetEventInfo",
    "clGetEventProfilingInfo",
    "clGetExtensionFunctionAddress",
    "clGetExtensionFunctionAddressForPlatform",
    "clGetGLContextInfoKHR",
    "clGetGLObjectInfo",
    "clGetGLTextureInfo",
    "clGetHostTimer",
    "clGetImageInfo",
    "clGetImageRequirementsInfoEXT",
    "clGetKernelArgInfo",
    "clGetKernelInfo",
    "clGetKernelSubGroupInfo",
    "clGetKernelSubGroupInfoKHR",
    "clGetKernelSuggestedLocalWorkSizeKHR",
    "clGetKernelWorkGroupInfo",
    "clGetMemAllocInfoINTEL",
    "clGetMemObjectInfo",
    "clGetMutableCommandInfoKHR",
    "clGetPipeInfo",
    "clGetPlatformIDs",
    "clGetPlatformInfo",
    "clGetProgramBuildInfo",
    "clGetProgramInfo",
    "clGetSamplerInfo",
    "clGetSemaphoreHandleForTypeKHR",
    "clGetSemaphoreInfoKHR",
    "clGetSupportedGLTextureFormatsINTEL",
    "clGetSupportedImageFormats",
    "clHostMemAllocINTEL",
    "clImportMemoryARM",
    "clLinkProgram",
    "clMemBlockingFreeINTEL",
    "clMemFreeINTEL",
    "clReleaseAcceleratorINTEL",
    "clReleaseCommandBufferKHR",
    "clReleaseCommandQueue",
    "clReleaseContext",
    "clReleaseDevice",
    "clReleaseDeviceEXT",
    "clReleaseEvent",
    "clReleaseKernel",
    "clReleaseMemObject",
    "clReleaseProgram",
    "clReleaseSampler",
    "clReleaseSemaphoreKHR",
    "clRetainAcceleratorINTEL",
    "clRetainCommandBufferKHR",
    "clRetainCommandQueue",
    "clRetainContext",
    "clRetainDevice",
    "clRetainDeviceEXT",
    "clRetainEvent",
    "clRetainKernel",
    "clRetainMemObject",
    "clRetainProgram",
    "clRetainSampler",
    "clRetainSemaphoreKHR",
    "clSVMAlloc",
    "clSVMAllocARM",
    "clSVMFree",
    "clSVMFreeARM",
    "clSetCommandQueueProperty",
    "clSetContextDestructorCallback",
    "clSetDefaultDeviceCommandQueue",
    "clSetEventCallback",
    "clSetKernelArg",
    "clSetKernelArgMemPointerINTEL",
    "clSetKernelArgSVMPointer",
    "clSetKernelArgSVMPointerARM",
    "clSetKernelExecInfo",
    "clSetKernelExecInfoARM",
    "clSetMemObjectDestructorCallback",
    "clSetProgramReleaseCallback",
    "clSetProgramSpecializationConstant",
    "clSetUserEventStatus",
    "clSharedMemAllocINTEL",
    "clTerminateContextKHR",
    "clUnloadCompiler",
    "clUnloadPlatformCompiler",
    "clUpdateMutableCommandsKHR",
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

inline constexpr const char *kWithheldFunctions[] = {
    "clCommandBarrierWithWaitListKHR",
    "clCommandCopyBufferKHR",
    "clCommandCopyBufferRectKHR",
    "clCommandCopyBufferToImageKHR",
    "clCommandCopyImageKHR",
    "clCommandCopyImageToBufferKHR",
    "clCommandFillBufferKHR",
    "clCommandFillImageKHR",
    "clCommandNDRangeKernelKHR",
    "clCreateAcceleratorINTEL",
    "clCreateBufferWithPropertiesINTEL",
    "clCreateCommandBufferKHR",
    "clCreateEventFromEGLSyncKHR",
    "clCreateEventFromGLsyncKHR",
    "clCreateFromEGLImageKHR",
    "clCreateFromGLBuffer",
    "clCreateFromGLRenderbuffer",
    "clCreateFromGLTexture",
    "clCreateFromGLTexture2D",
    "clCreateFromGLTexture3D",
    "clCreateSemaphoreWithPropertiesKHR",
    "clCreateSubDevicesEXT",
    "clDeviceMemAllocINTEL",
    "clEnqueueAcquireEGLObjectsKHR",
    "clEnqueueAcquireExternalMemObjectsKHR",
    "clEnqueueAcquireGLObjects",
    "clEnqueueAcquireGrallocObjectsIMG",
    "clEnqueueCommandBufferKHR",
    "clEnqueueGenerateMipmapIMG",
    "clEnqueueMemAdviseINTEL",
    "clEnqueueMemFillINTEL",
    "clEnqueueMemcpyINTEL",
    "clEnqueueMemsetINTEL",
    "clEnqueueMigrateMemINTEL",
    "clEnqueueMigrateMemObjectEXT",
    "clEnqueueReleaseEGLObjectsKHR",
    "clEnqueueReleaseExternalMemObjectsKHR",
    "clEnqueueReleaseGLObjects",
    "clEnqueueReleaseGrallocObjectsIMG",
    "clEnqueueSVMFreeARM",
    "clEnqueueSVMMapARM",
    "clEnqueueSVMMemFillARM",
    "clEnqueueSVMMemcpyARM",
    "clEnqueueSVMUnmapARM",
    "clEnqueueSignalSemaphoresKHR",
    "clEnqueueWaitSemaphoresKHR",
    "clFinalizeCommandBufferKHR",
    "clGetAcceleratorInfoINTEL",
    "clGetCommandBufferInfoKHR",
    "clGetDeviceImageInfoQCOM",
    "clGetGLContextInfoKHR",
    "clGetGLObjectInfo",
    "clGetGLTextureInfo",
    "clGetImageRequirementsInfoEXT",
    "clGetKernelSuggestedLocalWorkSizeKHR",
    "clGetMemAllocInfoINTEL",
    "clGetMutableCommandInfoKHR",
    "clGetSemaphoreHandleForTypeKHR",
    "clGetSemaphoreInfoKHR",
    "clHostMemAllocINTEL",
    "clImportMemoryARM",
    "clMemBlockingFreeINTEL",
    "clMemFreeINTEL",
    "clReleaseAcceleratorINTEL",
    "clReleaseCommandBufferKHR",
    "clReleaseDeviceEXT",
    "clReleaseSemaphoreKHR",
    "clRetainAcceleratorINTEL",
    "clRetainCommandBufferKHR",
    "clRetainDeviceEXT",
    "clRetainSemaphoreKHR",
    "clSVMAllocARM",
    "clSVMFreeARM",
    "clSetKernelArgMemPointerINTEL",
    "clSetKernelArgSVMPointerARM",
    "clSetKernelExecInfoARM",
    "clSharedMemAllocINTEL",
    "clTerminateContextKHR",
    "clUpdateMutableCommandsKHR",
};

inline constexpr const char *kWithheldExtensions[] = {
    "cl_arm_import_memory",
    "cl_arm_shared_virtual_memory",
    "cl_ext_device_fission",
    "cl_ext_image_requirements_info",
    "cl_ext_migrate_memobject",
    "cl_img_generate_mipmap",
    "cl_img_use_gralloc_ptr",
    "cl_intel_accelerator",
    "cl_intel_create_buffer_with_properties",
    "cl_intel_unified_shared_memory",
    "cl_khr_command_buffer",
    "cl_khr_command_buffer_mutable_dispatch",
    "cl_khr_egl_event",
    "cl_khr_egl_image",
    "cl_khr_external_memory",
    "cl_khr_external_semaphore",
    "cl_khr_gl_event",
    "cl_khr_gl_sharing",
    "cl_khr_semaphore",
    "cl_khr_suggested_local_work_size",
    "cl_khr_terminate_context",
    "cl_qcom_ext_host_ptr",
};

}  // namespace heddle::remote
