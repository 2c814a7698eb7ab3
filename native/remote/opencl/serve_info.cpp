// OpenCL where the device is: what is asked for by number. Addresses of ours are not told.
#include <string>

#include "remote/opencl/work.h"

namespace heddle::remote {

namespace {

constexpr cl_program_build_info kBuildOptions = 0x1182;

// What the client wants of an answer, and where it goes.
struct Wanted {
  explicit Wanted(Request &request)
      : what(request.value<uint32_t>()),
        room(request.value<size_t>()),
        is_value(request.value<uint64_t>() != 0),
        token(request.value<uint64_t>()),
        fresh(request),
        fresh_count(request.value<uint64_t>()) {
    fresh.need(request, fresh_count);
  }
  const uint32_t what;
  const size_t room;
  const bool is_value;
  const uint64_t token;  // of memory of the client's, for more than an answer holds; or 0
  const In<uint64_t> fresh;
  const uint64_t fresh_count;
};

bool is_address(uint32_t what) {
  return what == kContextProperties || what == kMemoryHostPointer || what == kProgramBinaries;
}

void give(Request &request, const Wanted &wanted, const std::vector<unsigned char> &value,
          cl_int result) {
  if (wanted.is_value && wanted.room < value.size() && result == kSuccess) result = kInvalidValue;
  const bool is_given = wanted.is_value && result == kSuccess;
  request.fields.number(value.size());
  if (wanted.token)
    request.server.return_bytes(wanted.token, value.data(), is_given ? value.size() : 0);
  else
    request.fields.bytes(value.data(), is_given && value.size() <= kPiece ? value.size() : 0);
  finish_seen(request, result);
}

// `ask` is the driver's function, with room, place, and how much is needed.
template <class Ask>
cl_int find(uint32_t what, std::vector<unsigned char> *value, Ask ask) {
  size_t needed = 0;
  if (is_address(what)) return kInvalidValue;
  cl_int result = ask(size_t(0), nullptr, &needed);
  value->resize(result == kSuccess ? needed : 0);
  if (!value->empty()) result = ask(needed, value->data(), nullptr);
  return result;
}

void translate(Request &request, const Wanted &wanted, std::vector<unsigned char> *value) {
  const uint8_t kind = kind_in(wanted.what);
  for (size_t i = 0; kind && wanted.is_value && i < value->size() / sizeof(void *); i++) {
    void *real;
    memcpy(&real, value->data() + i * sizeof real, sizeof real);
    const uint64_t fresh = i < wanted.fresh_count ? wanted.fresh.get()[i] : 0;
    const uint64_t number = tell_handle(request, kind, real, fresh);
    memcpy(value->data() + i * sizeof number, &number, sizeof number);
  }
}

template <class Ask>
void answer(Request &request, const Wanted &wanted, Ask ask) {
  if (!request.is_good()) return;
  std::vector<unsigned char> value;
  const cl_int result = find(wanted.what, &value, ask);
  if (result == kSuccess && wanted.room >= value.size()) translate(request, wanted, &value);
  give(request, wanted, value, result);
}

template <class T>
void answer_of(Request &request, uint8_t kind,
               cl_int (*query)(T, uint32_t, size_t, void *, size_t *)) {
  const auto object = request.handle<T>(kind);
  const Wanted wanted(request);
  answer(request, wanted, [&](size_t room, void *place, size_t *needed) {
    return query ? query(object, wanted.what, room, place, needed) : cl_int(kInvalidOperation);
  });
}

template <class T, class Of>
void answer_with(Request &request, uint8_t kind, uint8_t of,
                 cl_int (*query)(T, Of, uint32_t, size_t, void *, size_t *)) {
  const auto object = request.handle<T>(kind);
  const Of with = of ? request.handle<Of>(of) : request.value<Of>();
  const Wanted wanted(request);
  answer(request, wanted, [&](size_t room, void *place, size_t *needed) {
    if (!query) return cl_int(kInvalidOperation);
    return query(object, with, wanted.what, room, place, needed);
  });
}

void answer_sub_group(Request &request,
                      cl_int (*query)(cl_kernel, cl_device_id, cl_kernel_sub_group_info, size_t,
                                      const void *, size_t, void *, size_t *)) {
  const auto kernel = request.handle<cl_kernel>(kKindCl_kernel);
  const auto device = request.handle<cl_device_id>(kKindCl_device_id);
  const auto input_size = request.value<size_t>();
  const In<void> input(request);
  input.check(request, input_size);
  const Wanted wanted(request);
  answer(request, wanted, [&](size_t room, void *place, size_t *needed) {
    return query ? query(kernel, device, wanted.what, input_size, input.get(), room, place, needed)
                 : kInvalidOperation;
  });
}

cl_int find_options(cl_program program, cl_device_id device, std::vector<unsigned char> *value) {
  return find(kBuildOptions, value, [&](size_t room, void *place, size_t *needed) {
    if (!clGetProgramBuildInfo) return cl_int(kInvalidOperation);
    return clGetProgramBuildInfo(program, device, kBuildOptions, room, place, needed);
  });
}

bool is_asked_by_us(cl_kernel kernel) {
  cl_program program = nullptr;
  return clGetKernelInfo(kernel, kKernelProgram, sizeof program, &program, nullptr) == kSuccess &&
         has_our_option(program);
}

// All binaries, one behind the other. The driver is not told how long a place is, and a program
// that is built meanwhile gets other binaries.
cl_int find_binaries(cl_program program, std::vector<unsigned char> *found) {
  if (is_being_built(program)) return kInvalidOperation;
  size_t size = 0, total = 0;
  cl_int result = clGetProgramInfo(program, kProgramBinarySizes, 0, nullptr, &size);
  std::vector<size_t> sizes(size / sizeof(size_t));
  if (result == kSuccess)
    result = clGetProgramInfo(program, kProgramBinarySizes, size, sizes.data(), nullptr);
  if (result != kSuccess) return result;
  for (const size_t each : sizes) total += each;
  found->resize(total);
  std::vector<unsigned char *> places;
  for (size_t i = 0, at = 0; i < sizes.size(); at += sizes[i++])
    places.push_back(sizes[i] ? found->data() + at : nullptr);
  return clGetProgramInfo(program, kProgramBinaries, places.size() * sizeof(void *), places.data(),
                          nullptr);
}

}  // namespace

uint64_t tell_handle(Request &request, uint8_t kind, void *real, uint64_t fresh) {
  if (!real || !fresh) return 0;
  const uint64_t number = request.server.number_of(kind, real, fresh);
  if (number != fresh) return number;
  // Its client has released it, and something keeps it that may go at any time.
  if (kind == kKindCl_context) clRetainContext(static_cast<cl_context>(real));
  if (kind == kKindCl_command_queue) clRetainCommandQueue(static_cast<cl_command_queue>(real));
  if (kind == kKindCl_mem) clRetainMemObject(static_cast<cl_mem>(real));
  if (kind == kKindCl_program) clRetainProgram(static_cast<cl_program>(real));
  return number;
}

void serve_clGetPlatformInfo(Request &request) {
  answer_of(request, kKindCl_platform_id, clGetPlatformInfo);
}
void serve_clGetDeviceInfo(Request &request) {
  answer_of(request, kKindCl_device_id, clGetDeviceInfo);
}
void serve_clGetContextInfo(Request &request) {
  answer_of(request, kKindCl_context, clGetContextInfo);
}
void serve_clGetCommandQueueInfo(Request &request) {
  answer_of(request, kKindCl_command_queue, clGetCommandQueueInfo);
}
void serve_clGetMemObjectInfo(Request &request) {
  answer_of(request, kKindCl_mem, clGetMemObjectInfo);
}
void serve_clGetKernelInfo(Request &request) {
  answer_of(request, kKindCl_kernel, clGetKernelInfo);
}
void serve_clGetEventInfo(Request &request) { answer_of(request, kKindCl_event, clGetEventInfo); }
void serve_clGetEventProfilingInfo(Request &request) {
  answer_of(request, kKindCl_event, clGetEventProfilingInfo);
}
// Not what the driver knows only because we have asked it to.
void serve_clGetKernelArgInfo(Request &request) {
  const auto kernel = request.handle<cl_kernel>(kKindCl_kernel);
  const auto index = request.value<cl_uint>();
  const Wanted wanted(request);
  answer(request, wanted, [&](size_t room, void *place, size_t *needed) {
    if (!clGetKernelArgInfo || is_asked_by_us(kernel)) return cl_int(kArgumentsUnknown);
    return clGetKernelArgInfo(kernel, index, wanted.what, room, place, needed);
  });
}
void serve_clGetKernelWorkGroupInfo(Request &request) {
  answer_with(request, kKindCl_kernel, kKindCl_device_id, clGetKernelWorkGroupInfo);
}
void serve_clGetKernelSubGroupInfo(Request &request) {
  answer_sub_group(request, clGetKernelSubGroupInfo);
}
void serve_clGetKernelSubGroupInfoKHR(Request &request) {
  answer_sub_group(request, clGetKernelSubGroupInfoKHR);
}

void serve_clGetProgramInfo(Request &request) {
  const auto program = request.handle<cl_program>(kKindCl_program);
  const Wanted wanted(request);
  if (wanted.what != kProgramBinaries)
    return answer(request, wanted, [&](size_t room, void *place, size_t *needed) {
      return clGetProgramInfo(program, wanted.what, room, place, needed);
    });
  if (!request.is_good()) return;
  std::vector<unsigned char> value;
  const cl_int result = find_binaries(program, &value);
  give(request, wanted, value, result);
}

// The options are the program's; one of them may be ours.
void serve_clGetProgramBuildInfo(Request &request) {
  const auto program = request.handle<cl_program>(kKindCl_program);
  const auto device = request.handle<cl_device_id>(kKindCl_device_id);
  const Wanted wanted(request);
  if (wanted.what != kBuildOptions)
    return answer(request, wanted, [&](size_t room, void *place, size_t *needed) {
      if (!clGetProgramBuildInfo) return cl_int(kInvalidOperation);
      return clGetProgramBuildInfo(program, device, wanted.what, room, place, needed);
    });
  if (!request.is_good()) return;
  std::vector<unsigned char> value;
  const cl_int result = find_options(program, device, &value);
  if (has_our_option(program)) {
    std::string text(value.begin(), value.end());
    if (const size_t at = text.rfind(kOurOption); at != std::string::npos)
      text.erase(at, strlen(kOurOption));
    value.assign(text.begin(), text.end());
  }
  give(request, wanted, value, result);
}

}  // namespace heddle::remote
