// Memory: counted when an object is made, and given back when the driver says that it is gone,
// wherever the last reference was.
#include "shim/opencl/roles.h"

namespace heddle::opencl {

namespace {

constexpr cl_uint kMemorySize = 0x1102, kAssociated = 0x1107;  // CL_MEM_SIZE, _ASSOCIATED_MEMOBJECT

struct Taken {
  uint32_t device;
  uint64_t bytes;
};

void give_back(cl_mem, void *self) {
  auto *taken = static_cast<Taken *>(self);
  heddle_memory_give(taken->device, taken->bytes);
  free(taken);
}

// An object of so many bytes; 0: what the driver says once it is there.
template <class Create>
cl_mem counted_memory(cl_context context, uint64_t bytes, cl_int *errcode_ret, Create create) {
  const uint32_t device = device_of_context(context);
  cl_int error = kSuccess;
  cl_mem made = nullptr;
  auto refuse = [&](cl_int why) {
    if (errcode_ret) *errcode_ret = why;
    return cl_mem(nullptr);
  };
  auto *taken = static_cast<Taken *>(malloc(sizeof(Taken)));
  if (!taken || (bytes && device != kNoDevice && !heddle_memory_take(device, bytes))) {
    free(taken);
    return refuse(kAllocationFailure);
  }
  made = create(&error);
  // Made from a buffer, it has that one's memory.
  if (made && !bytes && ask<cl_mem>(real().clGetMemObjectInfo, made, kAssociated)) {
    free(taken);
    if (errcode_ret) *errcode_ret = error;
    return made;
  }
  if (made && !bytes) {
    bytes = ask<size_t>(real().clGetMemObjectInfo, made, kMemorySize);
    if (device != kNoDevice && !heddle_memory_take(device, bytes)) {
      real().clReleaseMemObject(made);
      free(taken);
      return refuse(kAllocationFailure);
    }
  }
  *taken = {device, bytes};
  if (device == kNoDevice)
    free(taken);
  else if (!made)
    give_back(nullptr, taken);
  else if (real().clSetMemObjectDestructorCallback(made, give_back, taken) != kSuccess)
    free(taken);  // then it stays taken until the process ends
  if (errcode_ret) *errcode_ret = error;
  return made;
}

Amounts shared;  // virtual memory that the device and the host share

void give_shared(void *pointer) {
  Amount amount;
  if (shared.remove(reinterpret_cast<uintptr_t>(pointer), &amount))
    heddle_memory_give(amount.device, amount.bytes);
}

}  // namespace

void forget_memory() { shared.forget(); }

}  // namespace heddle::opencl

using namespace heddle::opencl;

extern "C" {

HEDDLE_EXPORT cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                    void *host_ptr, cl_int *errcode_ret) {
  return counted_memory(context, size, errcode_ret, [&](cl_int *error) {
    return real().clCreateBuffer(context, flags, size, host_ptr, error);
  });
}

HEDDLE_EXPORT cl_mem clCreateBufferWithProperties(cl_context context,
                                                  const cl_mem_properties *properties,
                                                  cl_mem_flags flags, size_t size, void *host_ptr,
                                                  cl_int *errcode_ret) {
  return counted_memory(context, size, errcode_ret, [&](cl_int *error) {
    return real().clCreateBufferWithProperties(context, properties, flags, size, host_ptr, error);
  });
}

HEDDLE_EXPORT cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const void *image_format,
                                   const void *image_desc, void *host_ptr, cl_int *errcode_ret) {
  return counted_memory(context, 0, errcode_ret, [&](cl_int *error) {
    return real().clCreateImage(context, flags, image_format, image_desc, host_ptr, error);
  });
}

HEDDLE_EXPORT cl_mem clCreateImageWithProperties(cl_context context,
                                                 const cl_mem_properties *properties,
                                                 cl_mem_flags flags, const void *image_format,
                                                 const void *image_desc, void *host_ptr,
                                                 cl_int *errcode_ret) {
  return counted_memory(context, 0, errcode_ret, [&](cl_int *error) {
    return real().clCreateImageWithProperties(context, properties, flags, image_format, image_desc,
                                              host_ptr, error);
  });
}

HEDDLE_EXPORT cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags,
                                     const void *image_format, size_t image_width,
                                     size_t image_height, size_t image_row_pitch, void *host_ptr,
                                     cl_int *errcode_ret) {
  return counted_memory(context, 0, errcode_ret, [&](cl_int *error) {
    return real().clCreateImage2D(context, flags, image_format, image_width, image_height,
                                  image_row_pitch, host_ptr, error);
  });
}

HEDDLE_EXPORT cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags,
                                     const void *image_format, size_t image_width,
                                     size_t image_height, size_t image_depth,
                                     size_t image_row_pitch, size_t image_slice_pitch,
                                     void *host_ptr, cl_int *errcode_ret) {
  return counted_memory(context, 0, errcode_ret, [&](cl_int *error) {
    return real().clCreateImage3D(context, flags, image_format, image_width, image_height,
                                  image_depth, image_row_pitch, image_slice_pitch, host_ptr, error);
  });
}

HEDDLE_EXPORT cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                  cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                                  cl_int *errcode_ret) {
  const uint64_t bytes = uint64_t(pipe_packet_size) * pipe_max_packets;
  return counted_memory(context, bytes, errcode_ret, [&](cl_int *error) {
    return real().clCreatePipe(context, flags, pipe_packet_size, pipe_max_packets, properties,
                               error);
  });
}

HEDDLE_EXPORT void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size,
                               cl_uint alignment) {
  const uint32_t device = device_of_context(context);
  if (device != heddle::kNoDevice && !heddle_memory_take(device, size)) return nullptr;
  void *pointer = real().clSVMAlloc(context, flags, size, alignment);
  if (device == heddle::kNoDevice) return pointer;
  if (pointer)
    shared.put(reinterpret_cast<uintptr_t>(pointer), {size, device, 0});
  else
    heddle_memory_give(device, size);
  return pointer;
}

HEDDLE_EXPORT void clSVMFree(cl_context context, void *svm_pointer) {
  give_shared(svm_pointer);
  real().clSVMFree(context, svm_pointer);
}

// Given back a little early: it is free when the queue has come to it.
HEDDLE_EXPORT cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers,
                                      void **svm_pointers, cl_svm_free_callback pfn_free_func,
                                      void *user_data, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event) {
  const cl_int result = roles::wait(command_queue, [&] {
    return real().clEnqueueSVMFree(command_queue, num_svm_pointers, svm_pointers, pfn_free_func,
                                   user_data, num_events_in_wait_list, event_wait_list, event);
  });
  if (result == kSuccess)
    for (cl_uint i = 0; i < num_svm_pointers; i++) give_shared(svm_pointers[i]);
  return result;
}

}  // extern C
