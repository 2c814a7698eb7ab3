// OpenCL for a program whose device is elsewhere: programs, kernels, and their arguments.
#include <cstring>

#include "remote/opencl/client.h"

using namespace heddle::remote;

namespace {

constexpr cl_uint kMostDevices = 64, kMostKernels = 4096, kMostTexts = 1024;

using Notify = void (*)(cl_program, void *);

// The text goes before its call, which may hold less.
template <class Write>
cl_program create(uint16_t function, const void *text, size_t size, cl_int *errcode_ret,
                  cl_context context, Write write) {
  cl_program made = nullptr;
  cl_int result;
  Call probe(function);
  probe.handle(kKindCl_context, context);
  write(probe);
  result = probe.refused();
  if (!probe.is_refused()) {
    client().append(client().lane(), text, size);
    Call call(function);
    call.handle(kKindCl_context, context);
    write(call);
    call.made(kKindCl_program, &made);
    result = call.ask();
    call.take_made(&made);
    write.take(call, result);
  }
  if (errcode_ret) *errcode_ret = result;
  return made;
}

struct Nothing {
  void operator()(Call &) const {}
  void take(Call &, cl_int) const {}
};

struct Binaries {
  cl_uint count;
  const cl_device_id *devices;
  const size_t *lengths;
  cl_int *status;

  void operator()(Call &call) const {
    call.value(count);
    call.handles(kKindCl_device_id, devices, count, kInvalidDevice);
    call.given(lengths, count);
  }
  void take(Call &call, cl_int) const { call.take_bytes(status, count); }
};

cl_program fail(cl_int why, cl_int *errcode_ret) {
  if (errcode_ret) *errcode_ret = why;
  return nullptr;
}

// What was built when the call returns; the program is told in its own thread. Not of a call that
// was refused.
cl_int tell(cl_int result, cl_program_callback notify, cl_program program, void *user_data) {
  const bool has_ended = result == kSuccess || result == kBuildFailed || result == kCompileFailed ||
                         result == kLinkFailed;
  if (notify && has_ended) reinterpret_cast<Notify>(notify)(program, user_data);
  return result;
}

}  // namespace

HEDDLE_EXPORT cl_program clCreateProgramWithSource(cl_context context, cl_uint count,
                                                   const char **strings, const size_t *lengths,
                                                   cl_int *errcode_ret) {
  if (!count || !strings) return fail(kInvalidValue, errcode_ret);
  std::string all;
  for (cl_uint i = 0; i < count; i++) {
    if (!strings[i]) return fail(kInvalidValue, errcode_ret);
    all.append(strings[i], lengths && lengths[i] ? lengths[i] : strlen(strings[i]));
  }
  return create(kClCreateProgramWithSource, all.data(), all.size(), errcode_ret, context,
                Nothing{});
}

HEDDLE_EXPORT cl_program clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                               cl_int *errcode_ret) {
  if (!il || !length) return fail(kInvalidValue, errcode_ret);
  return create(kClCreateProgramWithIL, il, length, errcode_ret, context, Nothing{});
}

HEDDLE_EXPORT cl_program clCreateProgramWithILKHR(cl_context context, const void *il, size_t length,
                                                  cl_int *errcode_ret) {
  return clCreateProgramWithIL(context, il, length, errcode_ret);
}

HEDDLE_EXPORT cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                   const cl_device_id *device_list,
                                                   const size_t *lengths,
                                                   const unsigned char **binaries,
                                                   cl_int *binary_status, cl_int *errcode_ret) {
  if (!num_devices || !device_list || !lengths || !binaries || num_devices > kMostDevices)
    return fail(kInvalidValue, errcode_ret);
  std::string all;
  for (cl_uint i = 0; i < num_devices; i++) {
    if (!binaries[i] || !lengths[i]) {
      if (binary_status) binary_status[i] = kInvalidValue;
      return fail(kInvalidValue, errcode_ret);
    }
    all.append(reinterpret_cast<const char *>(binaries[i]), lengths[i]);
  }
  return create(kClCreateProgramWithBinary, all.data(), all.size(), errcode_ret, context,
                Binaries{num_devices, device_list, lengths, binary_status});
}

HEDDLE_EXPORT cl_int clBuildProgram(cl_program program, cl_uint num_devices,
                                    const cl_device_id *device_list, const char *options,
                                    cl_program_callback pfn_notify, void *user_data) {
  if (!pfn_notify && user_data) return kInvalidValue;
  Call call(kClBuildProgram);
  call.handle(kKindCl_program, program);
  call.value(num_devices);
  call.handles(kKindCl_device_id, device_list, num_devices, kInvalidDevice);
  call.text(options);
  return tell(call.ask(), pfn_notify, program, user_data);
}

HEDDLE_EXPORT cl_int clCompileProgram(cl_program program, cl_uint num_devices,
                                      const cl_device_id *device_list, const char *options,
                                      cl_uint num_input_headers, const cl_program *input_headers,
                                      const char **header_include_names,
                                      cl_program_callback pfn_notify, void *user_data) {
  if (!pfn_notify && user_data) return kInvalidValue;
  const bool is_some = num_input_headers && num_input_headers <= kMostTexts;
  if (!is_some != !input_headers || !is_some != !header_include_names) return kInvalidValue;
  std::string names;
  for (cl_uint i = 0; i < num_input_headers; i++)
    names.append(header_include_names[i], strlen(header_include_names[i]) + 1);
  Call call(kClCompileProgram);
  call.handle(kKindCl_program, program);
  call.value(num_devices);
  call.handles(kKindCl_device_id, device_list, num_devices, kInvalidDevice);
  call.text(options);
  call.value(num_input_headers);
  call.handles(kKindCl_program, input_headers, num_input_headers, kInvalidProgram);
  call.given(is_some ? names.data() : nullptr, names.size());
  call.value(names.size());
  return tell(call.ask(), pfn_notify, program, user_data);
}

HEDDLE_EXPORT cl_program clLinkProgram(cl_context context, cl_uint num_devices,
                                       const cl_device_id *device_list, const char *options,
                                       cl_uint num_input_programs, const cl_program *input_programs,
                                       cl_program_callback pfn_notify, void *user_data,
                                       cl_int *errcode_ret) {
  if (!pfn_notify && user_data) return fail(kInvalidValue, errcode_ret);
  cl_program made = nullptr;
  Call call(kClLinkProgram);
  call.handle(kKindCl_context, context);
  call.value(num_devices);
  call.handles(kKindCl_device_id, device_list, num_devices, kInvalidDevice);
  call.text(options);
  call.value(num_input_programs);
  call.handles(kKindCl_program, input_programs, num_input_programs, kInvalidProgram);
  const uint64_t fresh = call.is_refused() ? 0 : client().handles.make(kKindCl_program);
  call.value(fresh);
  const cl_int result = call.ask();
  uint64_t is_there = 0;
  call.take(&is_there);
  if (is_there)
    made = reinterpret_cast<cl_program>(fresh);
  else if (fresh)
    client().handles.forget(fresh);
  if (errcode_ret) *errcode_ret = result;
  tell(result, pfn_notify, made, user_data);
  return made;
}

HEDDLE_EXPORT cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels,
                                              cl_kernel *kernels, cl_uint *num_kernels_ret) {
  if (kernels && num_kernels > kMostKernels) num_kernels = kMostKernels;
  Call call(kClCreateKernelsInProgram);
  call.handle(kKindCl_program, program);
  call.value(num_kernels);
  std::vector<uint64_t> fresh;
  for (cl_uint i = 0; kernels && i < num_kernels; i++)
    fresh.push_back(client().handles.make(kKindCl_kernel));
  call.given(kernels ? fresh.data() : nullptr, fresh.size());
  const cl_int result = call.ask();
  uint32_t count = 0;
  call.take(&count);
  for (size_t i = 0; i < fresh.size(); i++)
    if (result == kSuccess && i < count)
      kernels[i] = reinterpret_cast<cl_kernel>(fresh[i]);
    else
      client().handles.forget(fresh[i]);
  if (result == kSuccess && num_kernels_ret) *num_kernels_ret = count;
  return result;
}

// What was right once is right with another value of the same size; so is a buffer with another.
HEDDLE_EXPORT cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                                    const void *arg_value) {
  if (arg_value && arg_size > kPiece) return kInvalidArgumentSize;
  uint64_t value = 0;
  if (arg_value && arg_size == sizeof value) memcpy(&value, arg_value, sizeof value);
  Call call(kClSetKernelArg);
  call.handle(kKindCl_kernel, kernel);
  call.value(arg_index);
  call.value(arg_size);
  // As another call would be asked: whether there is a value, and whether it is memory of ours.
  const bool is_memory = is_ours(reinterpret_cast<cl_mem>(value), kKindCl_mem);
  call.value(arg_value == nullptr);
  call.value(is_memory || !value);
  call.end_proof();
  call.given(arg_value, arg_size);
  return call.send_proven();
}
