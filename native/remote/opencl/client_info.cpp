// OpenCL for a program whose device is elsewhere: what is asked for by number, and what a device
// that is elsewhere does not have.
#include <cstdio>

#include "remote/opencl/client.h"

using namespace heddle::remote;

namespace {

// What a program asks for, and where it goes.
struct Question {
  uint32_t what;
  size_t room;
  void *place;
  size_t *needed;
};

// Behind what it is asked of. `stays`: it is asked once.
cl_int ask(Call &call, const Question &of, bool stays = false) {
  const bool is_large = of.place && of.room > kPiece;
  const uint8_t kind = of.place ? kind_in(of.what) : 0;
  call.value(of.what);
  call.value(of.room);
  call.wanted(of.place);
  if (call.is_refused()) return call.ask();
  Returns returns;
  call.value(is_large ? returns.add(of.place, of.room) : 0);
  Fresh fresh(call, kind, kind ? (of.room / 8 < 64 ? of.room / 8 : 64) : 0);
  const cl_int result = returns.end(stays && !is_large ? call.ask_once() : call.ask());
  uint64_t size = 0;
  call.take(&size);
  if (!is_large && result == kSuccess) call.take_bytes(of.place, of.room);
  if (kind) fresh.take(static_cast<uint64_t *>(of.place), result == kSuccess ? size / 8 : 0);
  if (result == kSuccess && of.needed) *of.needed = size;
  return result;
}

template <class T>
cl_int ask_of(uint16_t function, uint8_t kind, T object, const Question &of, bool stays = false) {
  Call call(function);
  call.handle(kind, object);
  return ask(call, of, stays);
}

bool is_withheld(const char *name, size_t length) {
  const std::string of(name, length);
  for (const char *each : kWithheldExtensions)
    if (of == each) return true;
  return of.find("_image") != std::string::npos || of.find("_svm") != std::string::npos;
}

// Names with blanks between them, without those of which a function is not forwarded.
cl_int ask_names(uint16_t function, uint8_t kind, void *object, const Question &of) {
  std::vector<char> all(32768);
  size_t size = 0;
  const cl_int result =
      ask_of(function, kind, object, {of.what, all.size(), all.data(), &size}, true);
  if (result != kSuccess) return result;
  all.back() = 0;
  std::string kept;
  for (const char *at = all.data(); *at;) {
    const size_t length = strcspn(at, " ");
    if (length && !is_withheld(at, length)) kept.append(at, length).append(" ");
    at += length + (at[length] == ' ');
  }
  if (!kept.empty() && all[strlen(all.data()) - 1] != ' ') kept.pop_back();
  return give(kept.c_str(), kept.size() + 1, of.room, of.place, of.needed);
}

struct NameVersion {
  uint32_t version;
  char name[64];
};

cl_int ask_versions(uint16_t function, uint8_t kind, void *object, const Question &of) {
  std::vector<NameVersion> all(480);
  size_t size = 0;
  const cl_int result = ask_of(function, kind, object,
                               {of.what, all.size() * sizeof all[0], all.data(), &size}, true);
  if (result != kSuccess) return result;
  all.resize(size / sizeof all[0]);
  std::erase_if(all, [](const NameVersion &each) {
    return is_withheld(each.name, strnlen(each.name, sizeof each.name));
  });
  return give(all.data(), all.size(), of.room, of.place, of.needed);
}

template <class T>
cl_int tell(const Question &of, T value) {
  return give(&value, 1, of.room, of.place, of.needed);
}

}  // namespace

HEDDLE_EXPORT cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                       size_t param_value_size, void *param_value,
                                       size_t *param_value_size_ret) {
  const Question of{param_name, param_value_size, param_value, param_value_size_ret};
  if (param_name == kPlatformExtensions)
    return ask_names(kClGetPlatformInfo, kKindCl_platform_id, platform, of);
  if (param_name == kPlatformExtensionsWithVersion)
    return ask_versions(kClGetPlatformInfo, kKindCl_platform_id, platform, of);
  return ask_of(kClGetPlatformInfo, kKindCl_platform_id, platform, of, true);
}

HEDDLE_EXPORT cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
                                     size_t param_value_size, void *param_value,
                                     size_t *param_value_size_ret) {
  const Question of{param_name, param_value_size, param_value, param_value_size_ret};
  if (!is_ours(device, kKindCl_device_id))
    return ask_of(kClGetDeviceInfo, kKindCl_device_id, device, of);
  switch (param_name) {
    case kDeviceExtensions: return ask_names(kClGetDeviceInfo, kKindCl_device_id, device, of);
    case kDeviceExtensionsWithVersion:
      return ask_versions(kClGetDeviceInfo, kKindCl_device_id, device, of);
    case kDeviceImageSupport:
    case kDevicePipes:
    case kDevicePartitionMost: return tell(of, uint32_t(0));
    case kDeviceSvm:
    case kDevicePartitions:
    case kDeviceAffinityDomains: return tell(of, uint64_t(0));
    case kDeviceExecution: {
      uint64_t found = 0;
      const Question whole{param_name, sizeof found, &found, nullptr};
      const cl_int result = ask_of(kClGetDeviceInfo, kKindCl_device_id, device, whole, true);
      return result == kSuccess ? tell(of, found & ~kNativeKernels) : result;
    }
    default: return ask_of(kClGetDeviceInfo, kKindCl_device_id, device, of, true);
  }
}

HEDDLE_EXPORT cl_int clGetContextInfo(cl_context context, cl_context_info param_name,
                                      size_t param_value_size, void *param_value,
                                      size_t *param_value_size_ret) {
  const Question of{param_name, param_value_size, param_value, param_value_size_ret};
  std::vector<cl_context_properties> list;
  if (param_name == kContextProperties && find_properties(context, &list))
    return give(list.data(), list.size(), of.room, of.place, of.needed);
  return ask_of(kClGetContextInfo, kKindCl_context, context, of);
}

HEDDLE_EXPORT cl_int clGetCommandQueueInfo(cl_command_queue command_queue,
                                           cl_command_queue_info param_name,
                                           size_t param_value_size, void *param_value,
                                           size_t *param_value_size_ret) {
  return ask_of(kClGetCommandQueueInfo, kKindCl_command_queue, command_queue,
                {param_name, param_value_size, param_value, param_value_size_ret});
}

HEDDLE_EXPORT cl_int clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name,
                                        size_t param_value_size, void *param_value,
                                        size_t *param_value_size_ret) {
  const Question of{param_name, param_value_size, param_value, param_value_size_ret};
  Memory is;
  const bool is_known = find_memory(memobj, &is);
  if (is_known && param_name == kMemoryFlags) return tell(of, is.flags);
  if (is_known && param_name == kMemoryHostPointer) return tell(of, is.host);
  return ask_of(kClGetMemObjectInfo, kKindCl_mem, memobj, of);
}

HEDDLE_EXPORT cl_int clGetProgramInfo(cl_program program, cl_program_info param_name,
                                      size_t param_value_size, void *param_value,
                                      size_t *param_value_size_ret) {
  const Question of{param_name, param_value_size, param_value, param_value_size_ret};
  if (param_name != kProgramBinaries)
    return ask_of(kClGetProgramInfo, kKindCl_program, program, of);
  size_t sizes[64], size = 0, total = 0;
  const Question how_many{kProgramBinarySizes, sizeof sizes, sizes, &size};
  cl_int result = ask_of(kClGetProgramInfo, kKindCl_program, program, how_many);
  if (result != kSuccess) return result;
  const size_t count = size / sizeof(size_t);
  for (size_t i = 0; i < count; i++) total += sizes[i];
  // Its pointers are the program's: they say where each binary goes.
  if (!param_value) return give<void *>(nullptr, count, 0, nullptr, param_value_size_ret);
  if (param_value_size < count * sizeof(void *)) return kInvalidValue;
  std::vector<unsigned char> all(total > kPiece ? total : kPiece + 1);
  const Question whole{kProgramBinaries, all.size(), all.data(), nullptr};
  result = ask_of(kClGetProgramInfo, kKindCl_program, program, whole);
  if (result != kSuccess) return result;
  auto **places = static_cast<unsigned char **>(param_value);
  for (size_t i = 0, at = 0; i < count; at += sizes[i++])
    if (places[i] && sizes[i]) memcpy(places[i], all.data() + at, sizes[i]);
  if (param_value_size_ret) *param_value_size_ret = count * sizeof(void *);
  return kSuccess;
}

HEDDLE_EXPORT cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                           cl_program_build_info param_name,
                                           size_t param_value_size, void *param_value,
                                           size_t *param_value_size_ret) {
  Call call(kClGetProgramBuildInfo);
  call.handle(kKindCl_program, program);
  call.handle(kKindCl_device_id, device);
  return ask(call, {param_name, param_value_size, param_value, param_value_size_ret});
}

HEDDLE_EXPORT cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name,
                                     size_t param_value_size, void *param_value,
                                     size_t *param_value_size_ret) {
  return ask_of(kClGetKernelInfo, kKindCl_kernel, kernel,
                {param_name, param_value_size, param_value, param_value_size_ret});
}

HEDDLE_EXPORT cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx,
                                        cl_kernel_arg_info param_name, size_t param_value_size,
                                        void *param_value, size_t *param_value_size_ret) {
  Call call(kClGetKernelArgInfo);
  call.handle(kKindCl_kernel, kernel);
  call.value(arg_indx);
  return ask(call, {param_name, param_value_size, param_value, param_value_size_ret}, true);
}

HEDDLE_EXPORT cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                              cl_kernel_work_group_info param_name,
                                              size_t param_value_size, void *param_value,
                                              size_t *param_value_size_ret) {
  Call call(kClGetKernelWorkGroupInfo);
  call.handle(kKindCl_kernel, kernel);
  call.handle(kKindCl_device_id, device);
  return ask(call, {param_name, param_value_size, param_value, param_value_size_ret});
}

static cl_int ask_sub_group(uint16_t function, cl_kernel kernel, cl_device_id device,
                            size_t input_size, const void *input, const Question &of) {
  Call call(function);
  call.handle(kKindCl_kernel, kernel);
  call.handle(kKindCl_device_id, device);
  call.value(input_size);
  call.given(input, input_size);
  return ask(call, of);
}

HEDDLE_EXPORT cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                             cl_kernel_sub_group_info param_name,
                                             size_t input_value_size, const void *input_value,
                                             size_t param_value_size, void *param_value,
                                             size_t *param_value_size_ret) {
  return ask_sub_group(kClGetKernelSubGroupInfo, kernel, device, input_value_size, input_value,
                       {param_name, param_value_size, param_value, param_value_size_ret});
}

HEDDLE_EXPORT cl_int clGetKernelSubGroupInfoKHR(cl_kernel in_kernel, cl_device_id in_device,
                                                cl_kernel_sub_group_info param_name,
                                                size_t input_value_size, const void *input_value,
                                                size_t param_value_size, void *param_value,
                                                size_t *param_value_size_ret) {
  return ask_sub_group(kClGetKernelSubGroupInfoKHR, in_kernel, in_device, input_value_size,
                       input_value,
                       {param_name, param_value_size, param_value, param_value_size_ret});
}

HEDDLE_EXPORT cl_int clGetEventInfo(cl_event event, cl_event_info param_name,
                                    size_t param_value_size, void *param_value,
                                    size_t *param_value_size_ret) {
  return ask_of(kClGetEventInfo, kKindCl_event, event,
                {param_name, param_value_size, param_value, param_value_size_ret});
}

HEDDLE_EXPORT cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                             size_t param_value_size, void *param_value,
                                             size_t *param_value_size_ret) {
  return ask_of(kClGetEventProfilingInfo, kKindCl_event, event,
                {param_name, param_value_size, param_value, param_value_size_ret});
}
