// The CUDA driver's functions that are more than their arguments, where the device is: what a
// thread of the client's has current, names, and what is made of a program's image.
#include <dlfcn.h>

#include <string>
#include <unordered_map>

#include "remote/cuda/work.h"

namespace heddle::remote {

namespace {

// A client's thread is another one here for each of its calls. So what the driver keeps for each
// thread comes with the call.
thread_local int capture_mode = 0;

constexpr size_t kMostOwnStreams = 1 << 16;

std::map<CUdevice, uint64_t> primaries;  // their numbers; the lead's

// The stream that stands for the default stream of one of the client's threads.
std::unordered_map<uint64_t, CUstream> own_streams;  // the lead's

// Its value is a number. Others are places where the driver reads and writes.
bool is_plain(CUjit_option option) {
  enum { kWallTime = 2, kLog = 3, kErrors = 5, kNames = 17, kAddresses = 18, kKernels = 25 };
  enum { kVariables = 27, kLast = 35 };
  switch (option) {
    case kWallTime:
    case kLog:
    case kErrors:
    case kNames:
    case kAddresses:
    case kKernels:
    case kVariables: return false;
    default: return option >= 0 && option <= kLast;
  }
}

template <class T>
uint64_t at(const std::vector<unsigned char> &image, size_t offset) {
  T value;
  memcpy(&value, image.data() + offset, sizeof value);
  return value;
}

bool is_within(uint64_t start, uint64_t bytes, const std::vector<unsigned char> &image) {
  return start <= image.size() && bytes <= image.size() - start;
}

// Sections and segments, all of them, and the two tables.
bool is_whole_elf(const std::vector<unsigned char> &image) {
  enum { kSegments = 0x20, kSections = 0x28, kNothing = 8 };
  if (image.size() < 64) return false;
  const uint64_t sections = at<uint64_t>(image, kSections), each = at<uint16_t>(image, 0x3a),
                 count = at<uint16_t>(image, 0x3c), segments = at<uint64_t>(image, kSegments),
                 each_segment = at<uint16_t>(image, 0x36),
                 segment_count = at<uint16_t>(image, 0x38);
  if (!is_within(sections, each * count, image) || (count && each < 64) ||
      !is_within(segments, each_segment * segment_count, image))
    return false;
  for (uint64_t section = sections; section < sections + each * count; section += each)
    if (at<uint32_t>(image, section + 4) != kNothing &&
        !is_within(at<uint64_t>(image, section + 0x18), at<uint64_t>(image, section + 0x20), image))
      return false;
  return true;
}

// An image as the client has sent it. The driver believes what it says of its own length, and that
// text ends; and one kind is only a pointer to another.
std::vector<unsigned char> take_image(Request &request) {
  constexpr uint32_t kWrapped = 0x466243b1, kFat = 0xba55ed50, kElf = 0x464c457f;
  std::vector<unsigned char> image = request.server.take_appended(request.lane());
  image.insert(image.end(), 16, 0);
  const uint64_t magic = at<uint32_t>(image, 0);
  if (magic == kWrapped || (magic == kElf && !is_whole_elf(image)) ||
      (magic == kFat && !is_within(at<uint16_t>(image, 6), at<uint64_t>(image, 8), image)))
    request.refuse();
  return image;
}

std::vector<CUjit_option> read_options(Request &request, std::vector<void *> *values) {
  const In<CUjit_option> options(request);
  const In<uint64_t> given(request);
  const auto count = request.value<uint64_t>();
  options.need(request, count);
  given.need(request, count);
  std::vector<CUjit_option> found;
  if (!options.is(count) || !given.is(count)) return found;
  for (uint64_t i = 0; options.get() && given.get() && i < count; i++) {
    if (!is_plain(options.get()[i])) request.refuse();
    found.push_back(options.get()[i]);
    values->push_back(reinterpret_cast<void *>(given.get()[i]));
  }
  return found;
}

// A context is gone, and all that was in it.
void forget_context(Request &request, uint64_t number) {
  const auto index = uint32_t(number / kFirstHandle);
  pinned().forget(index);
  request.server.remove_allocations_of(int32_t(index));
  request.server.unbind_children(number);
  std::erase_if(own_streams,
                [&](auto &each) { return (each.first & (kMostContexts - 1)) == index; });
}

// `end` may end the primary context, or leave it to others who have retained it.
void end_primary(Request &request, CUresult (*end)(CUdevice)) {
  const auto device = request.value<CUdevice>();
  if (!request.is_good()) return;
  const CUresult result = end(device);
  unsigned flags = 0;
  int active = 0;
  cuDevicePrimaryCtxGetState(device, &flags, &active);
  if (result == kSuccess && !active && primaries.contains(device))
    forget_context(request, primaries[device]);
  request.finish(result);
}

const std::unordered_map<void *, uint64_t> &places() {
  static const auto *made = [] {
    auto *all = new std::unordered_map<void *, uint64_t>;
    for (size_t i = 0; i < std::size(kNames); i++)
      if (void *function = dlsym(RTLD_DEFAULT, kNames[i])) all->try_emplace(function, i);
    return all;
  }();
  return *made;
}

void give_slots(Request &request, CUresult result, CUfunction function, CUkernel kernel) {
  const auto slots = result == kSuccess ? slots_of(function, kernel) : std::nullopt;
  request.fields.number(slots.has_value());
  request.fields.bytes(slots ? slots->data() : nullptr, slots ? slots->size() * sizeof(Slot) : 0);
}

template <class Handle>
void serve_name(Request &request, CUresult (*ask)(const char **, Handle), uint8_t kind) {
  const auto handle = request.handle<Handle>(kind);
  if (!request.is_good()) return;
  if (!ask) return request.finish(kNotSupported);
  const char *name = nullptr;
  const CUresult result = ask(&name, handle);
  request.fields.bytes(name, name ? strnlen(name, kPiece) : 0);
  request.finish(result);
}

void serve_error(Request &request, CUresult (*ask)(CUresult, const char **)) {
  const auto code = request.value<CUresult>();
  if (!request.is_good()) return;
  const char *text = nullptr;
  const CUresult result = ask(code, &text);
  request.fields.bytes(text, text ? strnlen(text, kPiece) : 0);
  request.finish(result);
}

template <class Of>
void serve_global(Request &request, uint8_t kind,
                  CUresult (*ask)(CUdeviceptr *, size_t *, Of, const char *)) {
  const uint64_t number = request.handle_number();
  const auto of = of_number<Of>(request, kind, number);
  const char *name = request.text();
  if (!request.is_good()) return;
  if (!ask) return request.finish(kNotSupported);
  CUdeviceptr address = 0;
  size_t bytes = 0;
  const CUresult result = ask(&address, &bytes, of, name);
  if (result == kSuccess)
    request.server.add_allocation_of(number, address, bytes, int32_t(context_of(request)));
  request.fields.number(address);
  request.fields.number(bytes);
  request.finish(result);
}

}  // namespace

bool use_cuda_device(Server &server, int32_t number) {
  const int mode = number >> kContextBits & 3;
  if (mode != capture_mode) {
    CUstreamCaptureMode set = capture_mode = mode;
    cuThreadExchangeStreamCaptureMode(&set);
  }
  bool right = true;
  const uint64_t handle = uint64_t(number & (kMostContexts - 1)) * kFirstHandle;
  // One that is gone is none: the call says so itself.
  cuCtxSetCurrent(static_cast<CUcontext>(server.find(handle, kKindCUcontext, &right)));
  return true;
}

void *own_cuda_handle(Request &request, uint8_t kind, uint64_t number) {
  if (kind != kKindCUstream) return nullptr;
  if (number == uint64_t(kLegacy)) return kLegacy;
  if (number != uint64_t(kPerThread)) return nullptr;
  if (own_streams.size() > kMostOwnStreams) Server::end("too many threads");
  CUstream &stream = own_streams[uint64_t(request.lane()) << kContextBits | context_of(request)];
  if (!stream) cuStreamCreate(&stream, 0);
  return stream;
}

// A context takes with it what was made in it: the driver may not look whether it is there. What is
// a context's own belongs to no other.
uint64_t cuda_parent(const Request &request, uint8_t kind) {
  switch (kind) {
    case kKindCUstream:
    case kKindCUevent:
    case kKindCUmodule:
    case kKindCUfunction:
    case kKindCUarray:
    case kKindCUgraphExec: return uint64_t(context_of(request)) * kFirstHandle;
    default: return 0;
  }
}

// Which function of ours is meant: the driver knows what a version of it is called.
void serve_cuGetProcAddress_v2(Request &request) {
  const char *name = request.text();
  const auto version = request.value<int>();
  const auto flags = request.value<uint64_t>();
  const bool is_older = request.value<uint64_t>() != 0;
  if (!request.is_good()) return;
  int status = 0;
  const auto look = [&](const char *what, void **function) {
    if (cuGetProcAddress_v2 && !is_older)
      return cuGetProcAddress_v2(what, function, version, flags, &status);
    return cuGetProcAddress ? cuGetProcAddress(what, function, version, flags) : kNotFound;
  };
  void *function = nullptr;
  CUresult result = look(name, &function);
  const auto place = places().find(function);
  const bool known = function && place != places().end();
  if (function && !known) {  // as if there was no such function
    result = look("cuNone", &function);
    status = 1;
  }
  request.fields.number(uint64_t(status));
  request.fields.number(known ? place->second : 0);
  request.finish(result);
}

void serve_cuGetErrorName(Request &request) { serve_error(request, cuGetErrorName); }
void serve_cuGetErrorString(Request &request) { serve_error(request, cuGetErrorString); }

// It is current for the thread that makes it, which is the client's.
void serve_cuCtxCreate_v2(Request &request) {
  Made<CUcontext> context(request);
  const auto flags = request.value<unsigned>();
  const auto device = request.value<CUdevice>();
  if (!request.is_good()) return;
  const CUresult result = cuCtxCreate_v2(context.get(), flags, device);
  CUcontext popped;
  if (result == kSuccess) {
    cuCtxPopCurrent_v2(&popped);
    context.keep(request, kKindCUcontext);
  }
  request.finish(result);
}

void serve_cuCtxDestroy_v2(Request &request) {
  const uint64_t number = request.handle_number();
  const auto context = of_number<CUcontext>(request, kKindCUcontext, number);
  if (!request.is_good()) return;
  const CUresult result = cuCtxDestroy_v2(context);
  if (result == kSuccess) {
    forget_context(request, number);
    request.server.unbind(number);
  }
  request.finish(result);
}

void serve_cuDevicePrimaryCtxRetain(Request &request) {
  const auto fresh = request.value<uint64_t>();
  const auto device = request.value<CUdevice>();
  if (!request.is_good()) return;
  CUcontext context = nullptr;
  const CUresult result = cuDevicePrimaryCtxRetain(&context, device);
  uint64_t number = 0;
  if (result == kSuccess && fresh)
    number = primaries[device] = request.server.number_of(kKindCUcontext, context, fresh);
  request.fields.number(number);
  request.finish(result);
}

void serve_cuDevicePrimaryCtxRelease_v2(Request &request) {
  end_primary(request, cuDevicePrimaryCtxRelease_v2);
}
void serve_cuDevicePrimaryCtxReset_v2(Request &request) {
  end_primary(request, cuDevicePrimaryCtxReset_v2);
}

// Whether there is such a table; its functions are for our own process.
void serve_cuGetExportTable(Request &request) {
  const In<CUuuid> id(request);
  id.need(request, 1);
  if (!request.is_good()) return;
  const void *table = nullptr;
  const CUresult result = cuGetExportTable(&table, id.get());
  request.finish(result == kSuccess ? kNotFound : result);
}

void serve_cuModuleLoadDataEx(Request &request) {
  Made<CUmodule> module(request);
  std::vector<void *> values;
  std::vector<CUjit_option> options = read_options(request, &values);
  const auto image = take_image(request);
  if (!request.is_good()) return;
  const CUresult result = cuModuleLoadDataEx(module.get(), image.data(), unsigned(options.size()),
                                             options.data(), values.data());
  if (result == kSuccess) module.keep(request, kKindCUmodule);
  request.finish(result);
}

void serve_cuLibraryLoadData(Request &request) {
  Made<CUlibrary> library(request);
  std::vector<void *> values;
  std::vector<CUjit_option> options = read_options(request, &values);
  const auto image = take_image(request);
  if (!request.is_good()) return;
  if (!cuLibraryLoadData) return request.finish(kNotSupported);
  const CUresult result =
      cuLibraryLoadData(library.get(), image.data(), options.data(), values.data(),
                        unsigned(options.size()), nullptr, nullptr, 0);
  if (result == kSuccess) library.keep(request, kKindCUlibrary);
  request.finish(result);
}

void serve_cuModuleGetFunction(Request &request) {
  Found<CUfunction> function(request);
  const uint64_t number = request.handle_number();
  const auto module = of_number<CUmodule>(request, kKindCUmodule, number);
  const char *name = request.text();
  if (!request.is_good()) return;
  const CUresult result = cuModuleGetFunction(function.get(), module, name);
  function.give(request, kKindCUfunction, result, number);
  give_slots(request, result, function.get() ? *function.get() : nullptr, nullptr);
  request.finish(result);
}

void serve_cuModuleEnumerateFunctions(Request &request) {
  const uint64_t number = request.handle_number();
  const auto module = of_number<CUmodule>(request, kKindCUmodule, number);
  const In<uint64_t> fresh(request);
  const auto room = request.value<uint64_t>();
  fresh.need(request, room);
  if (!request.is_good()) return;
  if (!cuModuleEnumerateFunctions) return request.finish(kNotSupported);
  std::vector<CUfunction> found(room);
  const CUresult result = cuModuleEnumerateFunctions(found.data(), unsigned(room), module);
  if (result == kSuccess) {
    for (uint64_t i = 0; i < room; i++)
      request.fields.number(
          found[i] ? request.server.number_of(kKindCUfunction, found[i], fresh.get()[i], number)
                   : 0);
    for (const CUfunction each : found)
      give_slots(request, each ? kSuccess : kNotFound, each, nullptr);
  }
  request.finish(result);
}

void serve_cuLibraryGetKernel(Request &request) {
  Found<CUkernel> kernel(request);
  const uint64_t number = request.handle_number();
  const auto library = of_number<CUlibrary>(request, kKindCUlibrary, number);
  const char *name = request.text();
  if (!request.is_good()) return;
  if (!cuLibraryGetKernel) return request.finish(kNotSupported);
  const CUresult result = cuLibraryGetKernel(kernel.get(), library, name);
  kernel.give(request, kKindCUkernel, result, number);
  give_slots(request, result, nullptr, kernel.get() ? *kernel.get() : nullptr);
  request.finish(result);
}

void serve_cuKernelGetFunction(Request &request) {
  Found<CUfunction> function(request);
  const uint64_t number = request.handle_number();
  const auto kernel = of_number<CUkernel>(request, kKindCUkernel, number);
  if (!request.is_good()) return;
  if (!cuKernelGetFunction) return request.finish(kNotSupported);
  const CUresult result = cuKernelGetFunction(function.get(), kernel);
  // It is the context's, too.
  const uint64_t found = function.give(request, kKindCUfunction, result, number);
  request.server.end_with(found, cuda_parent(request, kKindCUfunction));
  give_slots(request, result, function.get() ? *function.get() : nullptr, nullptr);
  request.finish(result);
}

void serve_cuKernelGetName(Request &request) {
  serve_name<CUkernel>(request, cuKernelGetName, kKindCUkernel);
}
void serve_cuFuncGetName(Request &request) {
  serve_name<CUfunction>(request, cuFuncGetName, kKindCUfunction);
}
void serve_cuModuleGetGlobal_v2(Request &request) {
  serve_global<CUmodule>(request, kKindCUmodule, cuModuleGetGlobal_v2);
}
void serve_cuLibraryGetGlobal(Request &request) {
  serve_global<CUlibrary>(request, kKindCUlibrary, cuLibraryGetGlobal);
}

}  // namespace heddle::remote
