// Made by tools/gen from facts/opencl.toml (cl.h, cl_gl.h, cl_egl.h, cl_ext.h, cl_icd.h of Khronos OpenCL-Headers v2023.02.06, version 3.0). Do not edit.
#include "_gen/opencl_remote.gen.h"
#include "remote/client.h"

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace heddle::remote;

static bool sticks(int32_t result) {
  switch (result) {
    default: return false;
  }
}

const ClientFacts heddle::remote::kFacts = {"opencl", "HEDDLE_OPENCL_DEVICES", 0, -30, -2, -59, -1001, -2, sticks, false, kForwarded, also, wrong_handle};

HEDDLE_EXPORT cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret) {
  cl_kernel place{}, *made = &place;
  Call call(kClCloneKernel);
  call.handle(kKindCl_kernel, source_kernel);
  call.made(kKindCl_kernel, made);
  const auto result = cl_int(call.ask());
  call.take_made(made);
  if (errcode_ret) *errcode_ret = result;
  return place;
}

HEDDLE_EXPORT cl_int clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  static_cast<void>(command_buffer);
  static_cast<void>(command_queue);
  static_cast<void>(num_sync_points_in_wait_list);
  static_cast<void>(sync_point_wait_list);
  static_cast<void>(sync_point);
  static_cast<void>(mutable_handle);
  return cl_int(refuse("clCommandBarrierWithWaitListKHR"));
}

HEDDLE_EXPORT cl_int clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  static_cast<void>(command_buffer);
  static_cast<void>(command_queue);
  static_cast<void>(src_buffer);
  static_cast<void>(dst_buffer);
  static_cast<void>(src_offset);
  static_cast<void>(dst_offset);
  static_cast<void>(size);
  static_cast<void>(num_sync_points_in_wait_list);
  static_cast<void>(sync_point_wait_list);
  static_cast<void>(sync_point);
  static_cast<void>(mutable_handle);
  return cl_int(refuse("clCommandCopyBufferKHR"));
}

HEDDLE_EXPORT cl_int clCommandCopyBufferRectKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  static_cast<void>(command_buffer);
  static_cast<void>(command_queue);
  static_cast<void>(src_buffer);
  static_cast<void>(dst_buffer);
  static_cast<void>(src_origin);
  static_cast<void>(dst_origin);
  static_cast<void>(region);
  static_cast<void>(src_row_pitch);
  static_cast<void>(src_slice_pitch);
  static_cast<void>(dst_row_pitch);
  static_cast<void>(dst_slice_pitch);
  static_cast<void>(num_sync_points_in_wait_list);
  static_cast<void>(sync_point_wait_list);
  static_cast<void>(sync_point);
  static_cast<void>(mutable_handle);
  return cl_int(refuse("clCommandCopyBufferRectKHR"));
}

HEDDLE_EXPORT cl_int clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset, const size_t *dst_origin, const size_t *region, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  static_cast<void>(command_buffer);
  static_cast<void>(command_queue);
  static_cast<void>(src_buffer);
  static_cast<void>(dst_image);
  static_cast<void>(src_offset);
  static_cast<void>(dst_origin);
  static_cast<void>(region);
  static_cast<void>(num_sync_points_in_wait_list);
  static_cast<void>(sync_point_wait_list);
  static_cast<void>(sync_point);
  static_cast<void>(mutable_handle);
  return cl_int(refuse("clCommandCopyBufferToImageKHR"));
}

HEDDLE_EXPORT cl_int clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin, const size_t *region, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  static_cast<void>(command_buffer);
  static_cast<void>(command_queue);
  static_cast<void>(src_image);
  static_cast<void>(dst_image);
  static_cast<void>(src_origin);
  static_cast<void>(dst_origin);
  static_cast<void>(region);
  static_cast<void>(num_sync_points_in_wait_list);
  static_cast<void>(sync_point_wait_list);
  static_cast<void>(sync_point);
  static_cast<void>(mutable_handle);
  return cl_int(refuse("clCommandCopyImageKHR"));
}

HEDDLE_EXPORT cl_int clCommandCopyImageToBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer, const size_t *src_origin, const size_t *region, size_t dst_offset, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  static_cast<void>(command_buffer);
  static_cast<void>(command_queue);
  static_cast<void>(src_image);
  static_cast<void>(dst_buffer);
  static_cast<void>(src_origin);
  static_cast<void>(region);
  static_cast<void>(dst_offset);
  static_cast<void>(num_sync_points_in_wait_list);
  static_cast<void>(sync_point_wait_list);
  static_cast<void>(sync_point);
  static_cast<void>(mutable_handle);
  return cl_int(refuse("clCommandCopyImageToBufferKHR"));
}

HEDDLE_EXPORT cl_int clCommandFillBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  static_cast<void>(command_buffer);
  static_cast<void>(command_queue);
  static_cast<void>(buffer);
  static_cast<void>(pattern);
  static_cast<void>(pattern_size);
  static_cast<void>(offset);
  static_cast<void>(size);
  static_cast<void>(num_sync_points_in_wait_list);
  static_cast<void>(sync_point_wait_list);
  static_cast<void>(sync_point);
  static_cast<void>(mutable_handle);
  return cl_int(refuse("clCommandFillBufferKHR"));
}

HEDDLE_EXPORT cl_int clCommandFillImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, cl_mem image, const void *fill_color, const size_t *origin, const size_t *region, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  static_cast<void>(command_buffer);
  static_cast<void>(command_queue);
  static_cast<void>(image);
  static_cast<void>(fill_color);
  static_cast<void>(origin);
  static_cast<void>(region);
  static_cast<void>(num_sync_points_in_wait_list);
  static_cast<void>(sync_point_wait_list);
  static_cast<void>(sync_point);
  static_cast<void>(mutable_handle);
  return cl_int(refuse("clCommandFillImageKHR"));
}

HEDDLE_EXPORT cl_int clCommandNDRangeKernelKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_ndrange_kernel_command_properties_khr *properties, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size, cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  static_cast<void>(command_buffer);
  static_cast<void>(command_queue);
  static_cast<void>(properties);
  static_cast<void>(kernel);
  static_cast<void>(work_dim);
  static_cast<void>(global_work_offset);
  static_cast<void>(global_work_size);
  static_cast<void>(local_work_size);
  static_cast<void>(num_sync_points_in_wait_list);
  static_cast<void>(sync_point_wait_list);
  static_cast<void>(sync_point);
  static_cast<void>(mutable_handle);
  return cl_int(refuse("clCommandNDRangeKernelKHR"));
}

HEDDLE_EXPORT cl_accelerator_intel clCreateAcceleratorINTEL(cl_context context, cl_accelerator_type_intel accelerator_type, size_t descriptor_size, const void *descriptor, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(accelerator_type);
  static_cast<void>(descriptor_size);
  static_cast<void>(descriptor);
  const int32_t why = refuse("clCreateAcceleratorINTEL");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateBufferWithPropertiesINTEL(cl_context context, const cl_mem_properties_intel *properties, cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(properties);
  static_cast<void>(flags);
  static_cast<void>(size);
  static_cast<void>(host_ptr);
  const int32_t why = refuse("clCreateBufferWithPropertiesINTEL");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_command_buffer_khr clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues, const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret) {
  static_cast<void>(num_queues);
  static_cast<void>(queues);
  static_cast<void>(properties);
  const int32_t why = refuse("clCreateCommandBufferKHR");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties, cl_int *errcode_ret) {
  cl_command_queue place{}, *made = &place;
  Call call(kClCreateCommandQueue);
  call.handle(kKindCl_context, context);
  call.handle(kKindCl_device_id, device);
  call.value(properties);
  call.made(kKindCl_command_queue, made);
  const auto result = cl_int(call.ask());
  call.take_made(made);
  if (errcode_ret) *errcode_ret = result;
  return place;
}

HEDDLE_EXPORT cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device, const cl_queue_properties *properties, cl_int *errcode_ret) {
  cl_command_queue place{}, *made = &place;
  Call call(kClCreateCommandQueueWithProperties);
  call.handle(kKindCl_context, context);
  call.handle(kKindCl_device_id, device);
  call.list(properties);
  call.made(kKindCl_command_queue, made);
  const auto result = cl_int(call.ask());
  call.take_made(made);
  if (errcode_ret) *errcode_ret = result;
  return place;
}

HEDDLE_EXPORT cl_command_queue clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device, const cl_queue_properties_khr *properties, cl_int *errcode_ret) {
  cl_command_queue place{}, *made = &place;
  Call call(kClCreateCommandQueueWithPropertiesKHR);
  call.handle(kKindCl_context, context);
  call.handle(kKindCl_device_id, device);
  call.list(properties);
  call.made(kKindCl_command_queue, made);
  const auto result = cl_int(call.ask());
  call.take_made(made);
  if (errcode_ret) *errcode_ret = result;
  return place;
}

HEDDLE_EXPORT cl_event clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR sync, CLeglDisplayKHR display, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(sync);
  static_cast<void>(display);
  const int32_t why = refuse("clCreateEventFromEGLSyncKHR");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_event clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync sync, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(sync);
  const int32_t why = refuse("clCreateEventFromGLsyncKHR");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR egldisplay, CLeglImageKHR eglimage, cl_mem_flags flags, const cl_egl_image_properties_khr *properties, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(egldisplay);
  static_cast<void>(eglimage);
  static_cast<void>(flags);
  static_cast<void>(properties);
  const int32_t why = refuse("clCreateFromEGLImageKHR");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint bufobj, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(bufobj);
  const int32_t why = refuse("clCreateFromGLBuffer");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags, cl_GLuint renderbuffer, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(renderbuffer);
  const int32_t why = refuse("clCreateFromGLRenderbuffer");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(target);
  static_cast<void>(miplevel);
  static_cast<void>(texture);
  const int32_t why = refuse("clCreateFromGLTexture");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(target);
  static_cast<void>(miplevel);
  static_cast<void>(texture);
  const int32_t why = refuse("clCreateFromGLTexture2D");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(target);
  static_cast<void>(miplevel);
  static_cast<void>(texture);
  const int32_t why = refuse("clCreateFromGLTexture3D");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(image_format);
  static_cast<void>(image_desc);
  static_cast<void>(host_ptr);
  const int32_t why = refuse("clCreateImage");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, size_t image_width, size_t image_height, size_t image_row_pitch, void *host_ptr, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(image_format);
  static_cast<void>(image_width);
  static_cast<void>(image_height);
  static_cast<void>(image_row_pitch);
  static_cast<void>(host_ptr);
  const int32_t why = refuse("clCreateImage2D");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format, size_t image_width, size_t image_height, size_t image_depth, size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(image_format);
  static_cast<void>(image_width);
  static_cast<void>(image_height);
  static_cast<void>(image_depth);
  static_cast<void>(image_row_pitch);
  static_cast<void>(image_slice_pitch);
  static_cast<void>(host_ptr);
  const int32_t why = refuse("clCreateImage3D");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, const cl_image_format *image_format, const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(properties);
  static_cast<void>(flags);
  static_cast<void>(image_format);
  static_cast<void>(image_desc);
  static_cast<void>(host_ptr);
  const int32_t why = refuse("clCreateImageWithProperties");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_kernel clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret) {
  cl_kernel place{}, *made = &place;
  Call call(kClCreateKernel);
  call.handle(kKindCl_program, program);
  call.text(kernel_name);
  call.made(kKindCl_kernel, made);
  const auto result = cl_int(call.ask());
  call.take_made(made);
  if (errcode_ret) *errcode_ret = result;
  return place;
}

HEDDLE_EXPORT cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size, cl_uint pipe_max_packets, const cl_pipe_properties *properties, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(pipe_packet_size);
  static_cast<void>(pipe_max_packets);
  static_cast<void>(properties);
  const int32_t why = refuse("clCreatePipe");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices, const cl_device_id *device_list, const char *kernel_names, cl_int *errcode_ret) {
  cl_program place{}, *made = &place;
  Call call(kClCreateProgramWithBuiltInKernels);
  call.handle(kKindCl_context, context);
  call.value(num_devices);
  call.handles(kKindCl_device_id, device_list, num_devices, wrong_handle(kKindCl_device_id));
  call.text(kernel_names);
  call.made(kKindCl_program, made);
  const auto result = cl_int(call.ask());
  call.take_made(made);
  if (errcode_ret) *errcode_ret = result;
  return place;
}

HEDDLE_EXPORT cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords, cl_addressing_mode addressing_mode, cl_filter_mode filter_mode, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(normalized_coords);
  static_cast<void>(addressing_mode);
  static_cast<void>(filter_mode);
  const int32_t why = refuse("clCreateSampler");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *sampler_properties, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(sampler_properties);
  const int32_t why = refuse("clCreateSamplerWithProperties");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR(cl_context context, const cl_semaphore_properties_khr *sema_props, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(sema_props);
  const int32_t why = refuse("clCreateSemaphoreWithPropertiesKHR");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_int clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property *properties, cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret) {
  static_cast<void>(in_device);
  static_cast<void>(properties);
  static_cast<void>(num_devices);
  static_cast<void>(out_devices);
  static_cast<void>(num_devices_ret);
  return cl_int(refuse("clCreateSubDevices"));
}

HEDDLE_EXPORT cl_int clCreateSubDevicesEXT(cl_device_id in_device, const cl_device_partition_property_ext *properties, cl_uint num_entries, cl_device_id *out_devices, cl_uint *num_devices) {
  static_cast<void>(in_device);
  static_cast<void>(properties);
  static_cast<void>(num_entries);
  static_cast<void>(out_devices);
  static_cast<void>(num_devices);
  return cl_int(refuse("clCreateSubDevicesEXT"));
}

HEDDLE_EXPORT void *clDeviceMemAllocINTEL(cl_context context, cl_device_id device, const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(device);
  static_cast<void>(properties);
  static_cast<void>(size);
  static_cast<void>(alignment);
  const int32_t why = refuse("clDeviceMemAllocINTEL");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_int clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_objects);
  static_cast<void>(mem_objects);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueAcquireEGLObjectsKHR"));
}

HEDDLE_EXPORT cl_int clEnqueueAcquireExternalMemObjectsKHR(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_mem_objects);
  static_cast<void>(mem_objects);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueAcquireExternalMemObjectsKHR"));
}

HEDDLE_EXPORT cl_int clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_objects);
  static_cast<void>(mem_objects);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueAcquireGLObjects"));
}

HEDDLE_EXPORT cl_int clEnqueueAcquireGrallocObjectsIMG(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_objects);
  static_cast<void>(mem_objects);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueAcquireGrallocObjectsIMG"));
}

HEDDLE_EXPORT cl_int clEnqueueBarrier(cl_command_queue command_queue) {
  Call call(kClEnqueueBarrier);
  call.handle(kKindCl_command_queue, command_queue);
  const auto result = cl_int(call.send_proven());
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  Call call(kClEnqueueBarrierWithWaitList);
  call.handle(kKindCl_command_queue, command_queue);
  call.value(num_events_in_wait_list);
  call.end_proof();
  call.handles(kKindCl_event, event_wait_list, num_events_in_wait_list, -57);
  call.end_proof();
  call.made(kKindCl_event, event);
  const auto result = cl_int(call.send_proven());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues, cl_command_buffer_khr command_buffer, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(num_queues);
  static_cast<void>(queues);
  static_cast<void>(command_buffer);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueCommandBufferKHR"));
}

HEDDLE_EXPORT cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  Call call(kClEnqueueCopyBuffer);
  call.handle(kKindCl_command_queue, command_queue);
  call.handle(kKindCl_mem, src_buffer);
  call.handle(kKindCl_mem, dst_buffer);
  call.value(src_offset);
  call.value(dst_offset);
  call.value(size);
  call.value(num_events_in_wait_list);
  call.end_proof();
  call.handles(kKindCl_event, event_wait_list, num_events_in_wait_list, -57);
  call.end_proof();
  call.made(kKindCl_event, event);
  const auto result = cl_int(call.send_proven());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  Call call(kClEnqueueCopyBufferRect);
  call.handle(kKindCl_command_queue, command_queue);
  call.handle(kKindCl_mem, src_buffer);
  call.handle(kKindCl_mem, dst_buffer);
  call.given(src_origin, 3);
  call.given(dst_origin, 3);
  call.given(region, 3);
  call.value(src_row_pitch);
  call.value(src_slice_pitch);
  call.value(dst_row_pitch);
  call.value(dst_slice_pitch);
  call.value(num_events_in_wait_list);
  call.end_proof();
  call.handles(kKindCl_event, event_wait_list, num_events_in_wait_list, -57);
  call.end_proof();
  call.made(kKindCl_event, event);
  const auto result = cl_int(call.send_proven());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset, const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(src_buffer);
  static_cast<void>(dst_image);
  static_cast<void>(src_offset);
  static_cast<void>(dst_origin);
  static_cast<void>(region);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueCopyBufferToImage"));
}

HEDDLE_EXPORT cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(src_image);
  static_cast<void>(dst_image);
  static_cast<void>(src_origin);
  static_cast<void>(dst_origin);
  static_cast<void>(region);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueCopyImage"));
}

HEDDLE_EXPORT cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer, const size_t *src_origin, const size_t *region, size_t dst_offset, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(src_image);
  static_cast<void>(dst_buffer);
  static_cast<void>(src_origin);
  static_cast<void>(region);
  static_cast<void>(dst_offset);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueCopyImageToBuffer"));
}

HEDDLE_EXPORT cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  Call call(kClEnqueueFillBuffer);
  call.handle(kKindCl_command_queue, command_queue);
  call.handle(kKindCl_mem, buffer);
  call.given(pattern, pattern_size <= 128 ? pattern_size : 0);
  call.value(pattern_size);
  call.value(offset);
  call.value(size);
  call.value(num_events_in_wait_list);
  call.end_proof();
  call.handles(kKindCl_event, event_wait_list, num_events_in_wait_list, -57);
  call.end_proof();
  call.made(kKindCl_event, event);
  const auto result = cl_int(call.send_proven());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color, const size_t *origin, const size_t *region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(image);
  static_cast<void>(fill_color);
  static_cast<void>(origin);
  static_cast<void>(region);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueFillImage"));
}

HEDDLE_EXPORT cl_int clEnqueueGenerateMipmapIMG(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, cl_mipmap_filter_mode_img mipmap_filter_mode, const size_t *array_region, const size_t *mip_region, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(src_image);
  static_cast<void>(dst_image);
  static_cast<void>(mipmap_filter_mode);
  static_cast<void>(array_region);
  static_cast<void>(mip_region);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueGenerateMipmapIMG"));
}

HEDDLE_EXPORT void *clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map, cl_map_flags map_flags, const size_t *origin, const size_t *region, size_t *image_row_pitch, size_t *image_slice_pitch, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret) {
  static_cast<void>(command_queue);
  static_cast<void>(image);
  static_cast<void>(blocking_map);
  static_cast<void>(map_flags);
  static_cast<void>(origin);
  static_cast<void>(region);
  static_cast<void>(image_row_pitch);
  static_cast<void>(image_slice_pitch);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  const int32_t why = refuse("clEnqueueMapImage");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event *event) {
  Call call(kClEnqueueMarker);
  call.handle(kKindCl_command_queue, command_queue);
  call.end_proof();
  call.made(kKindCl_event, event);
  const auto result = cl_int(call.send_proven());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  Call call(kClEnqueueMarkerWithWaitList);
  call.handle(kKindCl_command_queue, command_queue);
  call.value(num_events_in_wait_list);
  call.end_proof();
  call.handles(kKindCl_event, event_wait_list, num_events_in_wait_list, -57);
  call.end_proof();
  call.made(kKindCl_event, event);
  const auto result = cl_int(call.send_proven());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueMemAdviseINTEL(cl_command_queue command_queue, const void *ptr, size_t size, cl_mem_advice_intel advice, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(ptr);
  static_cast<void>(size);
  static_cast<void>(advice);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueMemAdviseINTEL"));
}

HEDDLE_EXPORT cl_int clEnqueueMemFillINTEL(cl_command_queue command_queue, void *dst_ptr, const void *pattern, size_t pattern_size, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(dst_ptr);
  static_cast<void>(pattern);
  static_cast<void>(pattern_size);
  static_cast<void>(size);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueMemFillINTEL"));
}

HEDDLE_EXPORT cl_int clEnqueueMemcpyINTEL(cl_command_queue command_queue, cl_bool blocking, void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(blocking);
  static_cast<void>(dst_ptr);
  static_cast<void>(src_ptr);
  static_cast<void>(size);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueMemcpyINTEL"));
}

HEDDLE_EXPORT cl_int clEnqueueMemsetINTEL(cl_command_queue command_queue, void *dst_ptr, cl_int value, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(dst_ptr);
  static_cast<void>(value);
  static_cast<void>(size);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueMemsetINTEL"));
}

HEDDLE_EXPORT cl_int clEnqueueMigrateMemINTEL(cl_command_queue command_queue, const void *ptr, size_t size, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(ptr);
  static_cast<void>(size);
  static_cast<void>(flags);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueMigrateMemINTEL"));
}

HEDDLE_EXPORT cl_int clEnqueueMigrateMemObjectEXT(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_mem_migration_flags_ext flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_mem_objects);
  static_cast<void>(mem_objects);
  static_cast<void>(flags);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueMigrateMemObjectEXT"));
}

HEDDLE_EXPORT cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  Call call(kClEnqueueMigrateMemObjects);
  call.handle(kKindCl_command_queue, command_queue);
  call.value(num_mem_objects);
  call.handles(kKindCl_mem, mem_objects, num_mem_objects, wrong_handle(kKindCl_mem));
  call.value(flags);
  call.value(num_events_in_wait_list);
  call.end_proof();
  call.handles(kKindCl_event, event_wait_list, num_events_in_wait_list, -57);
  call.end_proof();
  call.made(kKindCl_event, event);
  const auto result = cl_int(call.send_proven());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  Call call(kClEnqueueNDRangeKernel);
  call.handle(kKindCl_command_queue, command_queue);
  call.handle(kKindCl_kernel, kernel);
  call.value(work_dim);
  call.given(global_work_offset, work_dim <= 3 ? work_dim : 0);
  call.given(global_work_size, work_dim <= 3 ? work_dim : 0);
  call.given(local_work_size, work_dim <= 3 ? work_dim : 0);
  call.value(num_events_in_wait_list);
  call.end_proof();
  call.handles(kKindCl_event, event_wait_list, num_events_in_wait_list, -57);
  call.end_proof();
  call.made(kKindCl_event, event);
  const auto result = cl_int(call.send_proven());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueNativeKernel(cl_command_queue command_queue, cl_native_kernel user_func, void *args, size_t cb_args, cl_uint num_mem_objects, const cl_mem *mem_list, const void **args_mem_loc, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(user_func);
  static_cast<void>(args);
  static_cast<void>(cb_args);
  static_cast<void>(num_mem_objects);
  static_cast<void>(mem_list);
  static_cast<void>(args_mem_loc);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueNativeKernel"));
}

HEDDLE_EXPORT cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read, const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(image);
  static_cast<void>(blocking_read);
  static_cast<void>(origin);
  static_cast<void>(region);
  static_cast<void>(row_pitch);
  static_cast<void>(slice_pitch);
  static_cast<void>(ptr);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueReadImage"));
}

HEDDLE_EXPORT cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_objects);
  static_cast<void>(mem_objects);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueReleaseEGLObjectsKHR"));
}

HEDDLE_EXPORT cl_int clEnqueueReleaseExternalMemObjectsKHR(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_mem_objects);
  static_cast<void>(mem_objects);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueReleaseExternalMemObjectsKHR"));
}

HEDDLE_EXPORT cl_int clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_objects);
  static_cast<void>(mem_objects);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueReleaseGLObjects"));
}

HEDDLE_EXPORT cl_int clEnqueueReleaseGrallocObjectsIMG(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_objects);
  static_cast<void>(mem_objects);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueReleaseGrallocObjectsIMG"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void **svm_pointers, cl_svm_free_callback pfn_free_func, void *user_data, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_svm_pointers);
  static_cast<void>(svm_pointers);
  static_cast<void>(pfn_free_func);
  static_cast<void>(user_data);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMFree"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMFreeARM(cl_command_queue command_queue, cl_uint num_svm_pointers, void **svm_pointers, cl_svm_free_callback pfn_free_func, void *user_data, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_svm_pointers);
  static_cast<void>(svm_pointers);
  static_cast<void>(pfn_free_func);
  static_cast<void>(user_data);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMFreeARM"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags, void *svm_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(blocking_map);
  static_cast<void>(flags);
  static_cast<void>(svm_ptr);
  static_cast<void>(size);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMMap"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMMapARM(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags, void *svm_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(blocking_map);
  static_cast<void>(flags);
  static_cast<void>(svm_ptr);
  static_cast<void>(size);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMMapARM"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern, size_t pattern_size, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(svm_ptr);
  static_cast<void>(pattern);
  static_cast<void>(pattern_size);
  static_cast<void>(size);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMMemFill"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMMemFillARM(cl_command_queue command_queue, void *svm_ptr, const void *pattern, size_t pattern_size, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(svm_ptr);
  static_cast<void>(pattern);
  static_cast<void>(pattern_size);
  static_cast<void>(size);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMMemFillARM"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(blocking_copy);
  static_cast<void>(dst_ptr);
  static_cast<void>(src_ptr);
  static_cast<void>(size);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMMemcpy"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMMemcpyARM(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr, const void *src_ptr, size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(blocking_copy);
  static_cast<void>(dst_ptr);
  static_cast<void>(src_ptr);
  static_cast<void>(size);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMMemcpyARM"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers, const void **svm_pointers, const size_t *sizes, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_svm_pointers);
  static_cast<void>(svm_pointers);
  static_cast<void>(sizes);
  static_cast<void>(flags);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMMigrateMem"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(svm_ptr);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMUnmap"));
}

HEDDLE_EXPORT cl_int clEnqueueSVMUnmapARM(cl_command_queue command_queue, void *svm_ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(svm_ptr);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSVMUnmapARM"));
}

HEDDLE_EXPORT cl_int clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects, const cl_semaphore_khr *sema_objects, const cl_semaphore_payload_khr *sema_payload_list, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_sema_objects);
  static_cast<void>(sema_objects);
  static_cast<void>(sema_payload_list);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueSignalSemaphoresKHR"));
}

HEDDLE_EXPORT cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  Call call(kClEnqueueTask);
  call.handle(kKindCl_command_queue, command_queue);
  call.handle(kKindCl_kernel, kernel);
  call.value(num_events_in_wait_list);
  call.end_proof();
  call.handles(kKindCl_event, event_wait_list, num_events_in_wait_list, -57);
  call.end_proof();
  call.made(kKindCl_event, event);
  const auto result = cl_int(call.send_proven());
  call.take_made(event);
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events, const cl_event *event_list) {
  Call call(kClEnqueueWaitForEvents);
  call.handle(kKindCl_command_queue, command_queue);
  call.value(num_events);
  call.handles(kKindCl_event, event_list, num_events, -57);
  const auto result = cl_int(call.send_proven());
  return result;
}

HEDDLE_EXPORT cl_int clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects, const cl_semaphore_khr *sema_objects, const cl_semaphore_payload_khr *sema_payload_list, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(num_sema_objects);
  static_cast<void>(sema_objects);
  static_cast<void>(sema_payload_list);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueWaitSemaphoresKHR"));
}

HEDDLE_EXPORT cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write, const size_t *origin, const size_t *region, size_t input_row_pitch, size_t input_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  static_cast<void>(command_queue);
  static_cast<void>(image);
  static_cast<void>(blocking_write);
  static_cast<void>(origin);
  static_cast<void>(region);
  static_cast<void>(input_row_pitch);
  static_cast<void>(input_slice_pitch);
  static_cast<void>(ptr);
  static_cast<void>(num_events_in_wait_list);
  static_cast<void>(event_wait_list);
  static_cast<void>(event);
  return cl_int(refuse("clEnqueueWriteImage"));
}

HEDDLE_EXPORT cl_int clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  static_cast<void>(command_buffer);
  return cl_int(refuse("clFinalizeCommandBufferKHR"));
}

HEDDLE_EXPORT cl_int clFinish(cl_command_queue command_queue) {
  Call call(kClFinish);
  call.handle(kKindCl_command_queue, command_queue);
  const auto result = cl_int(call.ask());
  return result;
}

HEDDLE_EXPORT cl_int clFlush(cl_command_queue command_queue) {
  Call call(kClFlush);
  call.handle(kKindCl_command_queue, command_queue);
  const auto result = cl_int(call.send());
  return result;
}

HEDDLE_EXPORT cl_int clGetAcceleratorInfoINTEL(cl_accelerator_intel accelerator, cl_accelerator_info_intel param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(accelerator);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetAcceleratorInfoINTEL"));
}

HEDDLE_EXPORT cl_int clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer, cl_command_buffer_info_khr param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(command_buffer);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetCommandBufferInfoKHR"));
}

HEDDLE_EXPORT cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp, cl_ulong *host_timestamp) {
  Call call(kClGetDeviceAndHostTimer);
  call.handle(kKindCl_device_id, device);
  call.wanted(device_timestamp);
  call.wanted(host_timestamp);
  const auto result = cl_int(call.ask());
  call.take(device_timestamp);
  call.take(host_timestamp);
  return result;
}

HEDDLE_EXPORT cl_int clGetDeviceImageInfoQCOM(cl_device_id device, size_t image_width, size_t image_height, const cl_image_format *image_format, cl_image_pitch_info_qcom param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(device);
  static_cast<void>(image_width);
  static_cast<void>(image_height);
  static_cast<void>(image_format);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetDeviceImageInfoQCOM"));
}

HEDDLE_EXPORT cl_int clGetGLContextInfoKHR(const cl_context_properties *properties, cl_gl_context_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(properties);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetGLContextInfoKHR"));
}

HEDDLE_EXPORT cl_int clGetGLObjectInfo(cl_mem memobj, cl_gl_object_type *gl_object_type, cl_GLuint *gl_object_name) {
  static_cast<void>(memobj);
  static_cast<void>(gl_object_type);
  static_cast<void>(gl_object_name);
  return cl_int(refuse("clGetGLObjectInfo"));
}

HEDDLE_EXPORT cl_int clGetGLTextureInfo(cl_mem memobj, cl_gl_texture_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(memobj);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetGLTextureInfo"));
}

HEDDLE_EXPORT cl_int clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp) {
  Call call(kClGetHostTimer);
  call.handle(kKindCl_device_id, device);
  call.wanted(host_timestamp);
  const auto result = cl_int(call.ask());
  call.take(host_timestamp);
  return result;
}

HEDDLE_EXPORT cl_int clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(image);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetImageInfo"));
}

HEDDLE_EXPORT cl_int clGetImageRequirementsInfoEXT(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, const cl_image_format *image_format, const cl_image_desc *image_desc, cl_image_requirements_info_ext param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(context);
  static_cast<void>(properties);
  static_cast<void>(flags);
  static_cast<void>(image_format);
  static_cast<void>(image_desc);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetImageRequirementsInfoEXT"));
}

HEDDLE_EXPORT cl_int clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim, const size_t *global_work_offset, const size_t *global_work_size, size_t *suggested_local_work_size) {
  static_cast<void>(command_queue);
  static_cast<void>(kernel);
  static_cast<void>(work_dim);
  static_cast<void>(global_work_offset);
  static_cast<void>(global_work_size);
  static_cast<void>(suggested_local_work_size);
  return cl_int(refuse("clGetKernelSuggestedLocalWorkSizeKHR"));
}

HEDDLE_EXPORT cl_int clGetMemAllocInfoINTEL(cl_context context, const void *ptr, cl_mem_info_intel param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(context);
  static_cast<void>(ptr);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetMemAllocInfoINTEL"));
}

HEDDLE_EXPORT cl_int clGetMutableCommandInfoKHR(cl_mutable_command_khr command, cl_mutable_command_info_khr param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(command);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetMutableCommandInfoKHR"));
}

HEDDLE_EXPORT cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(pipe);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetPipeInfo"));
}

HEDDLE_EXPORT cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(sampler);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetSamplerInfo"));
}

HEDDLE_EXPORT cl_int clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device, cl_external_semaphore_handle_type_khr handle_type, size_t handle_size, void *handle_ptr, size_t *handle_size_ret) {
  static_cast<void>(sema_object);
  static_cast<void>(device);
  static_cast<void>(handle_type);
  static_cast<void>(handle_size);
  static_cast<void>(handle_ptr);
  static_cast<void>(handle_size_ret);
  return cl_int(refuse("clGetSemaphoreHandleForTypeKHR"));
}

HEDDLE_EXPORT cl_int clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object, cl_semaphore_info_khr param_name, size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  static_cast<void>(sema_object);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  static_cast<void>(param_value_size_ret);
  return cl_int(refuse("clGetSemaphoreInfoKHR"));
}

HEDDLE_EXPORT cl_int clGetSupportedGLTextureFormatsINTEL(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type, cl_uint num_entries, cl_GLenum *gl_formats, cl_uint *num_texture_formats) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(image_type);
  static_cast<void>(num_entries);
  static_cast<void>(gl_formats);
  static_cast<void>(num_texture_formats);
  return cl_int(refuse("clGetSupportedGLTextureFormatsINTEL"));
}

HEDDLE_EXPORT void *clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(properties);
  static_cast<void>(size);
  static_cast<void>(alignment);
  const int32_t why = refuse("clHostMemAllocINTEL");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_mem clImportMemoryARM(cl_context context, cl_mem_flags flags, const cl_import_properties_arm *properties, void *memory, size_t size, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(properties);
  static_cast<void>(memory);
  static_cast<void>(size);
  const int32_t why = refuse("clImportMemoryARM");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_int clMemBlockingFreeINTEL(cl_context context, void *ptr) {
  static_cast<void>(context);
  static_cast<void>(ptr);
  return cl_int(refuse("clMemBlockingFreeINTEL"));
}

HEDDLE_EXPORT cl_int clMemFreeINTEL(cl_context context, void *ptr) {
  static_cast<void>(context);
  static_cast<void>(ptr);
  return cl_int(refuse("clMemFreeINTEL"));
}

HEDDLE_EXPORT cl_int clReleaseAcceleratorINTEL(cl_accelerator_intel accelerator) {
  static_cast<void>(accelerator);
  return cl_int(refuse("clReleaseAcceleratorINTEL"));
}

HEDDLE_EXPORT cl_int clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  static_cast<void>(command_buffer);
  return cl_int(refuse("clReleaseCommandBufferKHR"));
}

HEDDLE_EXPORT cl_int clReleaseDeviceEXT(cl_device_id device) {
  static_cast<void>(device);
  return cl_int(refuse("clReleaseDeviceEXT"));
}

HEDDLE_EXPORT cl_int clReleaseSampler(cl_sampler sampler) {
  static_cast<void>(sampler);
  return cl_int(refuse("clReleaseSampler"));
}

HEDDLE_EXPORT cl_int clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
  static_cast<void>(sema_object);
  return cl_int(refuse("clReleaseSemaphoreKHR"));
}

HEDDLE_EXPORT cl_int clRetainAcceleratorINTEL(cl_accelerator_intel accelerator) {
  static_cast<void>(accelerator);
  return cl_int(refuse("clRetainAcceleratorINTEL"));
}

HEDDLE_EXPORT cl_int clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  static_cast<void>(command_buffer);
  return cl_int(refuse("clRetainCommandBufferKHR"));
}

HEDDLE_EXPORT cl_int clRetainDeviceEXT(cl_device_id device) {
  static_cast<void>(device);
  return cl_int(refuse("clRetainDeviceEXT"));
}

HEDDLE_EXPORT cl_int clRetainSampler(cl_sampler sampler) {
  static_cast<void>(sampler);
  return cl_int(refuse("clRetainSampler"));
}

HEDDLE_EXPORT cl_int clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
  static_cast<void>(sema_object);
  return cl_int(refuse("clRetainSemaphoreKHR"));
}

HEDDLE_EXPORT void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(size);
  static_cast<void>(alignment);
  refuse("clSVMAlloc");
  return {};
}

HEDDLE_EXPORT void *clSVMAllocARM(cl_context context, cl_svm_mem_flags_arm flags, size_t size, cl_uint alignment) {
  static_cast<void>(context);
  static_cast<void>(flags);
  static_cast<void>(size);
  static_cast<void>(alignment);
  refuse("clSVMAllocARM");
  return {};
}

HEDDLE_EXPORT void clSVMFree(cl_context context, void *svm_pointer) {
  static_cast<void>(context);
  static_cast<void>(svm_pointer);
  refuse("clSVMFree");
}

HEDDLE_EXPORT void clSVMFreeARM(cl_context context, void *svm_pointer) {
  static_cast<void>(context);
  static_cast<void>(svm_pointer);
  refuse("clSVMFreeARM");
}

HEDDLE_EXPORT cl_int clSetCommandQueueProperty(cl_command_queue command_queue, cl_command_queue_properties properties, cl_bool enable, cl_command_queue_properties *old_properties) {
  Call call(kClSetCommandQueueProperty);
  call.handle(kKindCl_command_queue, command_queue);
  call.value(properties);
  call.value(enable);
  call.wanted(old_properties);
  const auto result = cl_int(call.ask());
  call.take(old_properties);
  return result;
}

HEDDLE_EXPORT cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue command_queue) {
  static_cast<void>(context);
  static_cast<void>(device);
  static_cast<void>(command_queue);
  return cl_int(refuse("clSetDefaultDeviceCommandQueue"));
}

HEDDLE_EXPORT cl_int clSetKernelArgMemPointerINTEL(cl_kernel kernel, cl_uint arg_index, const void *arg_value) {
  static_cast<void>(kernel);
  static_cast<void>(arg_index);
  static_cast<void>(arg_value);
  return cl_int(refuse("clSetKernelArgMemPointerINTEL"));
}

HEDDLE_EXPORT cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value) {
  static_cast<void>(kernel);
  static_cast<void>(arg_index);
  static_cast<void>(arg_value);
  return cl_int(refuse("clSetKernelArgSVMPointer"));
}

HEDDLE_EXPORT cl_int clSetKernelArgSVMPointerARM(cl_kernel kernel, cl_uint arg_index, const void *arg_value) {
  static_cast<void>(kernel);
  static_cast<void>(arg_index);
  static_cast<void>(arg_value);
  return cl_int(refuse("clSetKernelArgSVMPointerARM"));
}

HEDDLE_EXPORT cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size, const void *param_value) {
  static_cast<void>(kernel);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  return cl_int(refuse("clSetKernelExecInfo"));
}

HEDDLE_EXPORT cl_int clSetKernelExecInfoARM(cl_kernel kernel, cl_kernel_exec_info_arm param_name, size_t param_value_size, const void *param_value) {
  static_cast<void>(kernel);
  static_cast<void>(param_name);
  static_cast<void>(param_value_size);
  static_cast<void>(param_value);
  return cl_int(refuse("clSetKernelExecInfoARM"));
}

HEDDLE_EXPORT cl_int clSetProgramReleaseCallback(cl_program program, cl_program_callback pfn_notify, void *user_data) {
  static_cast<void>(program);
  static_cast<void>(pfn_notify);
  static_cast<void>(user_data);
  return cl_int(refuse("clSetProgramReleaseCallback"));
}

HEDDLE_EXPORT cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size, const void *spec_value) {
  Call call(kClSetProgramSpecializationConstant);
  call.handle(kKindCl_program, program);
  call.value(spec_id);
  call.value(spec_size);
  call.given(spec_value, spec_size);
  const auto result = cl_int(call.ask());
  return result;
}

HEDDLE_EXPORT void *clSharedMemAllocINTEL(cl_context context, cl_device_id device, const cl_mem_properties_intel *properties, size_t size, cl_uint alignment, cl_int *errcode_ret) {
  static_cast<void>(context);
  static_cast<void>(device);
  static_cast<void>(properties);
  static_cast<void>(size);
  static_cast<void>(alignment);
  const int32_t why = refuse("clSharedMemAllocINTEL");
  if (errcode_ret) *errcode_ret = why;
  return {};
}

HEDDLE_EXPORT cl_int clTerminateContextKHR(cl_context context) {
  static_cast<void>(context);
  return cl_int(refuse("clTerminateContextKHR"));
}

HEDDLE_EXPORT cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
  Call call(kClUnloadPlatformCompiler);
  call.handle(kKindCl_platform_id, platform);
  const auto result = cl_int(call.ask());
  return result;
}

HEDDLE_EXPORT cl_int clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, const cl_mutable_base_config_khr *mutable_config) {
  static_cast<void>(command_buffer);
  static_cast<void>(mutable_config);
  return cl_int(refuse("clUpdateMutableCommandsKHR"));
}

HEDDLE_EXPORT cl_int clWaitForEvents(cl_uint num_events, const cl_event *event_list) {
  Call call(kClWaitForEvents);
  call.value(num_events);
  call.handles(kKindCl_event, event_list, num_events, -57);
  const auto result = cl_int(call.ask());
  return result;
}

// In the order of kNames.
void *const heddle::remote::kOurs[] = {
    reinterpret_cast<void *>(&::clBuildProgram),
    reinterpret_cast<void *>(&::clCloneKernel),
    reinterpret_cast<void *>(&::clCommandBarrierWithWaitListKHR),
    reinterpret_cast<void *>(&::clCommandCopyBufferKHR),
    reinterpret_cast<void *>(&::clCommandCopyBufferRectKHR),
    reinterpret_cast<void *>(&::clCommandCopyBufferToImageKHR),
    reinterpret_cast<void *>(&::clCommandCopyImageKHR),
    reinterpret_cast<void *>(&::clCommandCopyImageToBufferKHR),
    reinterpret_cast<void *>(&::clCommandFillBufferKHR),
    reinterpret_cast<void *>(&::clCommandFillImageKHR),
    reinterpret_cast<void *>(&::clCommandNDRangeKernelKHR),
    reinterpret_cast<void *>(&::clCompileProgram),
    reinterpret_cast<void *>(&::clCreateAcceleratorINTEL),
    reinterpret_cast<void *>(&::clCreateBuffer),
    reinterpret_cast<void *>(&::clCreateBufferWithProperties),
    reinterpret_cast<void *>(&::clCreateBufferWithPropertiesINTEL),
    reinterpret_cast<void *>(&::clCreateCommandBufferKHR),
    reinterpret_cast<void *>(&::clCreateCommandQueue),
    reinterpret_cast<void *>(&::clCreateCommandQueueWithProperties),
    reinterpret_cast<void *>(&::clCreateCommandQueueWithPropertiesKHR),
    reinterpret_cast<void *>(&::clCreateContext),
    reinterpret_cast<void *>(&::clCreateContextFromType),
    reinterpret_cast<void *>(&::clCreateEventFromEGLSyncKHR),
    reinterpret_cast<void *>(&::clCreateEventFromGLsyncKHR),
    reinterpret_cast<void *>(&::clCreateFromEGLImageKHR),
    reinterpret_cast<void *>(&::clCreateFromGLBuffer),
    reinterpret_cast<void *>(&::clCreateFromGLRenderbuffer),
    reinterpret_cast<void *>(&::clCreateFromGLTexture),
    reinterpret_cast<void *>(&::clCreateFromGLTexture2D),
    reinterpret_cast<void *>(&::clCreateFromGLTexture3D),
    reinterpret_cast<void *>(&::clCreateImage),
    reinterpret_cast<void *>(&::clCreateImage2D),
    reinterpret_cast<void *>(&::clCreateImage3D),
    reinterpret_cast<void *>(&::clCreateImageWithProperties),
    reinterpret_cast<void *>(&::clCreateKernel),
    reinterpret_cast<void *>(&::clCreateKernelsInProgram),
    reinterpret_cast<void *>(&::clCreatePipe),
    reinterpret_cast<void *>(&::clCreateProgramWithBinary),
    reinterpret_cast<void *>(&::clCreateProgramWithBuiltInKernels),
    reinterpret_cast<void *>(&::clCreateProgramWithIL),
    reinterpret_cast<void *>(&::clCreateProgramWithILKHR),
    reinterpret_cast<void *>(&::clCreateProgramWithSource),
    reinterpret_cast<void *>(&::clCreateSampler),
    reinterpret_cast<void *>(&::clCreateSamplerWithProperties),
    reinterpret_cast<void *>(&::clCreateSemaphoreWithPropertiesKHR),
    reinterpret_cast<void *>(&::clCreateSubBuffer),
    reinterpret_cast<void *>(&::clCreateSubDevices),
    reinterpret_cast<void *>(&::clCreateSubDevicesEXT),
    reinterpret_cast<void *>(&::clCreateUserEvent),
    reinterpret_cast<void *>(&::clDeviceMemAllocINTEL),
    reinterpret_cast<void *>(&::clEnqueueAcquireEGLObjectsKHR),
    reinterpret_cast<void *>(&::clEnqueueAcquireExternalMemObjectsKHR),
    reinterpret_cast<void *>(&::clEnqueueAcquireGLObjects),
    reinterpret_cast<void *>(&::clEnqueueAcquireGrallocObjectsIMG),
    reinterpret_cast<void *>(&::clEnqueueBarrier),
    reinterpret_cast<void *>(&::clEnqueueBarrierWithWaitList),
    reinterpret_cast<void *>(&::clEnqueueCommandBufferKHR),
    reinterpret_cast<void *>(&::clEnqueueCopyBuffer),
    reinterpret_cast<void *>(&::clEnqueueCopyBufferRect),
    reinterpret_cast<void *>(&::clEnqueueCopyBufferToImage),
    reinterpret_cast<void *>(&::clEnqueueCopyImage),
    reinterpret_cast<void *>(&::clEnqueueCopyImageToBuffer),
    reinterpret_cast<void *>(&::clEnqueueFillBuffer),
    reinterpret_cast<void *>(&::clEnqueueFillImage),
    reinterpret_cast<void *>(&::clEnqueueGenerateMipmapIMG),
    reinterpret_cast<void *>(&::clEnqueueMapBuffer),
    reinterpret_cast<void *>(&::clEnqueueMapImage),
    reinterpret_cast<void *>(&::clEnqueueMarker),
    reinterpret_cast<void *>(&::clEnqueueMarkerWithWaitList),
    reinterpret_cast<void *>(&::clEnqueueMemAdviseINTEL),
    reinterpret_cast<void *>(&::clEnqueueMemFillINTEL),
    reinterpret_cast<void *>(&::clEnqueueMemcpyINTEL),
    reinterpret_cast<void *>(&::clEnqueueMemsetINTEL),
    reinterpret_cast<void *>(&::clEnqueueMigrateMemINTEL),
    reinterpret_cast<void *>(&::clEnqueueMigrateMemObjectEXT),
    reinterpret_cast<void *>(&::clEnqueueMigrateMemObjects),
    reinterpret_cast<void *>(&::clEnqueueNDRangeKernel),
    reinterpret_cast<void *>(&::clEnqueueNativeKernel),
    reinterpret_cast<void *>(&::clEnqueueReadBuffer),
    reinterpret_cast<void *>(&::clEnqueueReadBufferRect),
    reinterpret_cast<void *>(&::clEnqueueReadImage),
    reinterpret_cast<void *>(&::clEnqueueReleaseEGLObjectsKHR),
    reinterpret_cast<void *>(&::clEnqueueReleaseExternalMemObjectsKHR),
    reinterpret_cast<void *>(&::clEnqueueReleaseGLObjects),
    reinterpret_cast<void *>(&::clEnqueueReleaseGrallocObjectsIMG),
    reinterpret_cast<void *>(&::clEnqueueSVMFree),
    reinterpret_cast<void *>(&::clEnqueueSVMFreeARM),
    reinterpret_cast<void *>(&::clEnqueueSVMMap),
    reinterpret_cast<void *>(&::clEnqueueSVMMapARM),
    reinterpret_cast<void *>(&::clEnqueueSVMMemFill),
    reinterpret_cast<void *>(&::clEnqueueSVMMemFillARM),
    reinterpret_cast<void *>(&::clEnqueueSVMMemcpy),
    reinterpret_cast<void *>(&::clEnqueueSVMMemcpyARM),
    reinterpret_cast<void *>(&::clEnqueueSVMMigrateMem),
    reinterpret_cast<void *>(&::clEnqueueSVMUnmap),
    reinterpret_cast<void *>(&::clEnqueueSVMUnmapARM),
    reinterpret_cast<void *>(&::clEnqueueSignalSemaphoresKHR),
    reinterpret_cast<void *>(&::clEnqueueTask),
    reinterpret_cast<void *>(&::clEnqueueUnmapMemObject),
    reinterpret_cast<void *>(&::clEnqueueWaitForEvents),
    reinterpret_cast<void *>(&::clEnqueueWaitSemaphoresKHR),
    reinterpret_cast<void *>(&::clEnqueueWriteBuffer),
    reinterpret_cast<void *>(&::clEnqueueWriteBufferRect),
    reinterpret_cast<void *>(&::clEnqueueWriteImage),
    reinterpret_cast<void *>(&::clFinalizeCommandBufferKHR),
    reinterpret_cast<void *>(&::clFinish),
    reinterpret_cast<void *>(&::clFlush),
    reinterpret_cast<void *>(&::clGetAcceleratorInfoINTEL),
    reinterpret_cast<void *>(&::clGetCommandBufferInfoKHR),
    reinterpret_cast<void *>(&::clGetCommandQueueInfo),
    reinterpret_cast<void *>(&::clGetContextInfo),
    reinterpret_cast<void *>(&::clGetDeviceAndHostTimer),
    reinterpret_cast<void *>(&::clGetDeviceIDs),
    reinterpret_cast<void *>(&::clGetDeviceImageInfoQCOM),
    reinterpret_cast<void *>(&::clGetDeviceInfo),
    reinterpret_cast<void *>(&::clGetEventInfo),
    reinterpret_cast<void *>(&::clGetEventProfilingInfo),
    reinterpret_cast<void *>(&::clGetExtensionFunctionAddress),
    reinterpret_cast<void *>(&::clGetExtensionFunctionAddressForPlatform),
    reinterpret_cast<void *>(&::clGetGLContextInfoKHR),
    reinterpret_cast<void *>(&::clGetGLObjectInfo),
    reinterpret_cast<void *>(&::clGetGLTextureInfo),
    reinterpret_cast<void *>(&::clGetHostTimer),
    reinterpret_cast<void *>(&::clGetImageInfo),
    reinterpret_cast<void *>(&::clGetImageRequirementsInfoEXT),
    reinterpret_cast<void *>(&::clGetKernelArgInfo),
    reinterpret_cast<void *>(&::clGetKernelInfo),
    reinterpret_cast<void *>(&::clGetKernelSubGroupInfo),
    reinterpret_cast<void *>(&::clGetKernelSubGroupInfoKHR),
    reinterpret_cast<void *>(&::clGetKernelSuggestedLocalWorkSizeKHR),
    reinterpret_cast<void *>(&::clGetKernelWorkGroupInfo),
    reinterpret_cast<void *>(&::clGetMemAllocInfoINTEL),
    reinterpret_cast<void *>(&::clGetMemObjectInfo),
    reinterpret_cast<void *>(&::clGetMutableCommandInfoKHR),
    reinterpret_cast<void *>(&::clGetPipeInfo),
    reinterpret_cast<void *>(&::clGetPlatformIDs),
    reinterpret_cast<void *>(&::clGetPlatformInfo),
    reinterpret_cast<void *>(&::clGetProgramBuildInfo),
    reinterpret_cast<void *>(&::clGetProgramInfo),
    reinterpret_cast<void *>(&::clGetSamplerInfo),
    reinterpret_cast<void *>(&::clGetSemaphoreHandleForTypeKHR),
    reinterpret_cast<void *>(&::clGetSemaphoreInfoKHR),
    reinterpret_cast<void *>(&::clGetSupportedGLTextureFormatsINTEL),
    reinterpret_cast<void *>(&::clGetSupportedImageFormats),
    reinterpret_cast<void *>(&::clHostMemAllocINTEL),
    reinterpret_cast<void *>(&::clImportMemoryARM),
    reinterpret_cast<void *>(&::clLinkProgram),
    reinterpret_cast<void *>(&::clMemBlockingFreeINTEL),
    reinterpret_cast<void *>(&::clMemFreeINTEL),
    reinterpret_cast<void *>(&::clReleaseAcceleratorINTEL),
    reinterpret_cast<void *>(&::clReleaseCommandBufferKHR),
    reinterpret_cast<void *>(&::clReleaseCommandQueue),
    reinterpret_cast<void *>(&::clReleaseContext),
    reinterpret_cast<void *>(&::clReleaseDevice),
    reinterpret_cast<void *>(&::clReleaseDeviceEXT),
    reinterpret_cast<void *>(&::clReleaseEvent),
    reinterpret_cast<void *>(&::clReleaseKernel),
    reinterpret_cast<void *>(&::clReleaseMemObject),
    reinterpret_cast<void *>(&::clReleaseProgram),
    reinterpret_cast<void *>(&::clReleaseSampler),
    reinterpret_cast<void *>(&::clReleaseSemaphoreKHR),
    reinterpret_cast<void *>(&::clRetainAcceleratorINTEL),
    reinterpret_cast<void *>(&::clRetainCommandBufferKHR),
    reinterpret_cast<void *>(&::clRetainCommandQueue),
    reinterpret_cast<void *>(&::clRetainContext),
    reinterpret_cast<void *>(&::clRetainDevice),
    reinterpret_cast<void *>(&::clRetainDeviceEXT),
    reinterpret_cast<void *>(&::clRetainEvent),
    reinterpret_cast<void *>(&::clRetainKernel),
    reinterpret_cast<void *>(&::clRetainMemObject),
    reinterpret_cast<void *>(&::clRetainProgram),
    reinterpret_cast<void *>(&::clRetainSampler),
    reinterpret_cast<void *>(&::clRetainSemaphoreKHR),
    reinterpret_cast<void *>(&::clSVMAlloc),
    reinterpret_cast<void *>(&::clSVMAllocARM),
    reinterpret_cast<void *>(&::clSVMFree),
    reinterpret_cast<void *>(&::clSVMFreeARM),
    reinterpret_cast<void *>(&::clSetCommandQueueProperty),
    reinterpret_cast<void *>(&::clSetContextDestructorCallback),
    reinterpret_cast<void *>(&::clSetDefaultDeviceCommandQueue),
    reinterpret_cast<void *>(&::clSetEventCallback),
    reinterpret_cast<void *>(&::clSetKernelArg),
    reinterpret_cast<void *>(&::clSetKernelArgMemPointerINTEL),
    reinterpret_cast<void *>(&::clSetKernelArgSVMPointer),
    reinterpret_cast<void *>(&::clSetKernelArgSVMPointerARM),
    reinterpret_cast<void *>(&::clSetKernelExecInfo),
    reinterpret_cast<void *>(&::clSetKernelExecInfoARM),
    reinterpret_cast<void *>(&::clSetMemObjectDestructorCallback),
    reinterpret_cast<void *>(&::clSetProgramReleaseCallback),
    reinterpret_cast<void *>(&::clSetProgramSpecializationConstant),
    reinterpret_cast<void *>(&::clSetUserEventStatus),
    reinterpret_cast<void *>(&::clSharedMemAllocINTEL),
    reinterpret_cast<void *>(&::clTerminateContextKHR),
    reinterpret_cast<void *>(&::clUnloadCompiler),
    reinterpret_cast<void *>(&::clUnloadPlatformCompiler),
    reinterpret_cast<void *>(&::clUpdateMutableCommandsKHR),
    reinterpret_cast<void *>(&::clWaitForEvents),
};
