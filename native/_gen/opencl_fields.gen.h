// Made by tools/gen from facts/opencl.toml (cl.h, cl_gl.h, cl_egl.h, cl_ext.h, cl_icd.h of Khronos OpenCL-Headers v2023.02.06, version 3.0). Do not edit.
// The fields of each function's message, a letter each; null: they are written by hand.
// abcdefghijklmnvyz: a handle, by its kind; in capitals its number, made or found.
// o: whether something is wanted, p: an address, q: a size, r: a value, s: a device,
// t: text, {LENGTH}: so many bytes, [LENGTH-LESS]: as many times so many as x says, <a>:
// as many handles of a kind; l: a list with a 0 at its end.
#pragma once

namespace heddle::remote {

inline constexpr const char *kKinds = "abcdefghijklmnvyz";
inline constexpr const char *kFields[] = {
    nullptr,  // clBuildProgram
    nullptr,  // clCloneKernel
    nullptr,  // clCompileProgram
    nullptr,  // clCreateBuffer
    "cbrD",  // clCreateCommandQueue
    "cblD",  // clCreateCommandQueueWithProperties
    "cblD",  // clCreateCommandQueueWithPropertiesKHR
    nullptr,  // clCreateContext
    nullptr,  // clCreateContextFromType
    "ftG",  // clCreateKernel
    nullptr,  // clCreateKernelsInProgram
    nullptr,  // clCreateProgramWithBinary
    "cx<b>tF",  // clCreateProgramWithBuiltInKernels
    nullptr,  // clCreateProgramWithIL
    nullptr,  // clCreateProgramWithSource
    "err{16}E",  // clCreateSubBuffer
    "cH",  // clCreateUserEvent
    "d",  // clEnqueueBarrier
    "dx<h>H",  // clEnqueueBarrierWithWaitList
    "deeqqqx<h>H",  // clEnqueueCopyBuffer
    "dee{24}{24}{24}qqqqx<h>H",  // clEnqueueCopyBufferRect
    "de[1-0]qqqx<h>H",  // clEnqueueFillBuffer
    nullptr,  // clEnqueueMapBuffer
    "dH",  // clEnqueueMarker
    "dx<h>H",  // clEnqueueMarkerWithWaitList
    "dx<e>rx<h>H",  // clEnqueueMigrateMemObjects
    nullptr,  // clEnqueueNDRangeKernel
    nullptr,  // clEnqueueReadBuffer
    nullptr,  // clEnqueueReadBufferRect
    nullptr,  // clEnqueueTask
    nullptr,  // clEnqueueUnmapMemObject
    "dx<h>",  // clEnqueueWaitForEvents
    nullptr,  // clEnqueueWriteBuffer
    nullptr,  // clEnqueueWriteBufferRect
    nullptr,  // clFinish
    "d",  // clFlush
    nullptr,  // clGetCommandQueueInfo
    nullptr,  // clGetContextInfo
    "boo",  // clGetDeviceAndHostTimer
    nullptr,  // clGetDeviceIDs
    nullptr,  // clGetDeviceInfo
    nullptr,  // clGetEventInfo
    nullptr,  // clGetEventProfilingInfo
    "bo",  // clGetHostTimer
    nullptr,  // clGetKernelArgInfo
    nullptr,  // clGetKernelInfo
    nullptr,  // clGetKernelSubGroupInfo
    nullptr,  // clGetKernelSubGroupInfoKHR
    nullptr,  // clGetKernelWorkGroupInfo
    nullptr,  // clGetMemObjectInfo
    nullptr,  // clGetPlatformIDs
    nullptr,  // clGetPlatformInfo
    nullptr,  // clGetProgramBuildInfo
    nullptr,  // clGetProgramInfo
    nullptr,  // clLinkProgram
    nullptr,  // clReleaseCommandQueue
    nullptr,  // clReleaseContext
    nullptr,  // clReleaseEvent
    nullptr,  // clReleaseKernel
    nullptr,  // clReleaseMemObject
    nullptr,  // clReleaseProgram
    nullptr,  // clRetainCommandQueue
    nullptr,  // clRetainContext
    nullptr,  // clRetainEvent
    nullptr,  // clRetainKernel
    nullptr,  // clRetainMemObject
    nullptr,  // clRetainProgram
    "drro",  // clSetCommandQueueProperty
    nullptr,  // clSetContextDestructorCallback
    nullptr,  // clSetEventCallback
    nullptr,  // clSetKernelArg
    nullptr,  // clSetMemObjectDestructorCallback
    "frx[1-0]",  // clSetProgramSpecializationConstant
    "hr",  // clSetUserEventStatus
    "a",  // clUnloadPlatformCompiler
    nullptr,  // clWaitForEvents
};

}  // namespace heddle::remote
