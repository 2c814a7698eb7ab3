// OpenCL where the device is: programs, kernels, their arguments, and launches.
#include <set>
#include <string>

#include "remote/opencl/work.h"

namespace heddle::remote {

namespace {

constexpr uint32_t kMostDevices = 64, kMostPrograms = 1024, kMostArguments = 1024;
constexpr uint32_t kGlobal = 0x119B, kLocal = 0x119C, kConstant = 0x119D;  // address qualifiers

using Appended = std::vector<unsigned char>;

Kernel *kernel_of(Request &request, uint64_t number) {
  std::shared_ptr<const void> *place = request.server.kept_with(number);
  if (!place) return nullptr;
  if (!*place) *place = std::make_shared<Kernel>();
  return const_cast<Kernel *>(static_cast<const Kernel *>(place->get()));
}

// Where the driver does not say what an argument is, what it takes for one does: no pointer at all
// is right for memory only, and for local memory of any size.
Argument probe(cl_kernel kernel, uint32_t index) {
  if (clSetKernelArg(kernel, index, 2 * sizeof(cl_mem), nullptr) == kSuccess)
    return Argument::kLocal;
  if (clSetKernelArg(kernel, index, sizeof(cl_mem), nullptr) == kSuccess) return Argument::kMemory;
  return Argument::kValue;
}

Argument look_at(cl_kernel kernel, uint32_t index) {
  uint32_t address = 0;
  if (!clGetKernelArgInfo || clGetKernelArgInfo(kernel, index, kArgumentAddress, sizeof address,
                                                &address, nullptr) != kSuccess)
    return probe(kernel, index);
  if (address == kLocal) return Argument::kLocal;
  if (address == kGlobal || address == kConstant) return Argument::kMemory;
  char type[64] = "";
  clGetKernelArgInfo(kernel, index, kArgumentType, sizeof type, type, nullptr);
  const std::string name = type;
  const bool is_other = name == "sampler_t" || name == "queue_t" || name.starts_with("image");
  return is_other ? Argument::kOther : Argument::kValue;
}

void know(cl_kernel real, Kernel *kernel) {
  if (kernel->is_known) return;
  kernel->is_known = true;
  uint32_t count = 0;
  clGetKernelInfo(real, kKernelArgumentCount, sizeof count, &count, nullptr);
  for (uint32_t i = 0; i < count && i < kMostArguments; i++)
    kernel->arguments.push_back(look_at(real, i));
}

// Whether an argument is a value of this size, and not a handle whose type has another name. For a
// value, a driver accepts zeros and refuses a null pointer; for a handle, it does not do both.
cl_int prove_value(cl_kernel real, Kernel *kernel, uint32_t index, size_t size) {
  if (const auto found = kernel->proven.find(index);
      found != kernel->proven.end() && found->second == size)
    return kSuccess;
  if (clSetKernelArg(real, index, size, nullptr) == kSuccess) {
    kernel->arguments[index] = Argument::kOther;
    return kInvalidArgumentValue;
  }
  const std::vector<unsigned char> zeros(size + 1);
  const cl_int result = clSetKernelArg(real, index, size, zeros.data());
  if (result == kSuccess) kernel->proven[index] = size;
  return result;
}

// The memory that its arguments are is there still: the driver has no reference.
bool is_whole(Request &request, uint64_t number) {
  const Kernel *kernel = kernel_of(request, number);
  if (!kernel) return true;  // there is none, as the driver will say
  for (const auto &[index, held] : kernel->held) {
    bool right = true;
    if (request.server.find(held.number, kKindCl_mem, &right) != held.real || !right) return false;
  }
  return true;
}

std::mutex building;                  // guards what follows
std::unordered_set<cl_program> told;  // with our option, by the last that built them
std::multiset<cl_program> built_now;

// A word of them, and no part of one: `-DX=-cl-kernel-arg-info` asks for nothing.
bool asks_for_our_option(const std::string &options) {
  const std::string words = ' ' + options + ' ';
  return words.find(std::string(kOurOption) + ' ') != std::string::npos;
}

std::string with_our_option(cl_program program, const char *options) {
  std::string text = options ? options : "";
  const bool is_ours = !asks_for_our_option(text);
  if (is_ours) text += kOurOption;
  std::lock_guard lock(building);
  if (is_ours)
    told.insert(program);
  else
    told.erase(program);
  return text;
}

// Texts that each end with a 0, as so many pointers.
std::vector<const char *> split(const In<char> &texts, size_t size, uint32_t count) {
  std::vector<const char *> found;
  for (size_t at = 0; found.size() < count && at < size; at += strlen(texts.get() + at) + 1)
    found.push_back(texts.get() + at);
  return found;
}

Kept<cl_program> keep(cl_program program) { return {program, clRetainProgram, clReleaseProgram}; }

}  // namespace

bool has_our_option(cl_program program) {
  std::lock_guard lock(building);
  return told.count(program) > 0;
}

bool is_being_built(cl_program program) {
  std::lock_guard lock(building);
  return built_now.count(program) > 0;
}

void serve_clCreateProgramWithSource(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  Made<cl_program> made(request);
  const Appended source = request.server.take_appended(request.lane());
  if (!request.is_good()) return;
  const auto *text = reinterpret_cast<const char *>(source.data());
  const size_t length = source.size();
  if (!text) text = "";
  cl_int result = kSuccess;
  made.set(clCreateProgramWithSource(context, 1, &text, length ? &length : nullptr, &result));
  if (result == kSuccess) made.keep(request, kKindCl_program);
  request.finish(result);
}

void serve_clCreateProgramWithIL(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  Made<cl_program> made(request);
  const Appended text = request.server.take_appended(request.lane());
  if (!request.is_good()) return;
  if (!clCreateProgramWithIL) return request.finish(kInvalidOperation);
  cl_int result = kSuccess;
  made.set(clCreateProgramWithIL(context, text.data(), text.size(), &result));
  if (result == kSuccess) made.keep(request, kKindCl_program);
  request.finish(result);
}

void serve_clCreateProgramWithBinary(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  const auto count = request.value<cl_uint>();
  Several<cl_device_id> devices(request);
  const In<size_t> lengths(request);
  Made<cl_program> made(request);
  devices.check(request, count, kKindCl_device_id);
  lengths.need(request, count);
  const Appended all = request.server.take_appended(request.lane());
  if (!request.is_good()) return;
  if (!clCreateProgramWithBinary) return request.finish(kInvalidOperation);
  if (count > kMostDevices) return request.finish(kInvalidValue);
  std::vector<const unsigned char *> binaries;
  size_t left = all.size();
  for (uint32_t i = 0; i < count; i++) {
    if (lengths.get()[i] > left) return request.finish(kInvalidValue);
    binaries.push_back(lengths.get()[i] ? all.data() + (all.size() - left) : nullptr);
    left -= lengths.get()[i];
  }
  std::vector<cl_int> status(count + 1);
  cl_int result = kSuccess;
  made.set(clCreateProgramWithBinary(context, count, devices.get(), lengths.get(), binaries.data(),
                                     status.data(), &result));
  if (result == kSuccess) made.keep(request, kKindCl_program);
  request.fields.bytes(status.data(), count * sizeof(cl_int));
  request.finish(result);
}

// To build takes as long as it takes, and the client's other threads go on.
void serve_clBuildProgram(Request &request) {
  const auto program = request.handle<cl_program>(kKindCl_program);
  const auto count = request.value<cl_uint>();
  Several<cl_device_id> devices(request);
  const char *options = request.text();
  devices.check(request, count, kKindCl_device_id);
  if (!request.is_good()) return;
  const auto kept = keep(program);
  {
    std::lock_guard lock(building);
    built_now.insert(program);
  }
  request.give_up_lead();
  const std::string text = with_our_option(program, options);
  const cl_int result =
      clBuildProgram(program, count, devices.get(), text.c_str(), nullptr, nullptr);
  {
    std::lock_guard lock(building);
    built_now.erase(built_now.find(program));
  }
  request.finish(result);
}

void serve_clCompileProgram(Request &request) {
  const auto program = request.handle<cl_program>(kKindCl_program);
  const auto count = request.value<cl_uint>();
  Several<cl_device_id> devices(request);
  const char *options = request.text();
  const auto header_count = request.value<cl_uint>();
  Several<cl_program> headers(request);
  const In<char> names(request);
  const auto names_size = request.value<size_t>();
  devices.check(request, count, kKindCl_device_id);
  headers.check(request, header_count, kKindCl_program);
  names.check(request, names_size);
  if (!request.is_good()) return;
  if (!clCompileProgram) return request.finish(kInvalidOperation);
  const bool is_whole = !names_size || (names.get() && !names.get()[names_size - 1]);
  if (header_count > kMostPrograms || !is_whole) return request.finish(kInvalidValue);
  auto texts = split(names, names.get() ? names_size : 0, header_count);
  if (names.get() && texts.size() != header_count) return request.finish(kInvalidValue);
  const std::string text = with_our_option(program, options);
  request.finish(clCompileProgram(program, count, devices.get(), text.c_str(), header_count,
                                  headers.get(), texts.empty() ? nullptr : texts.data(), nullptr,
                                  nullptr));
}

void serve_clLinkProgram(Request &request) {
  const auto context = request.handle<cl_context>(kKindCl_context);
  const auto count = request.value<cl_uint>();
  Several<cl_device_id> devices(request);
  const char *options = request.text();
  const auto program_count = request.value<cl_uint>();
  Several<cl_program> programs(request);
  Made<cl_program> made(request);
  devices.check(request, count, kKindCl_device_id);
  programs.check(request, program_count, kKindCl_program);
  if (!request.is_good()) return;
  cl_int result = kSuccess;
  if (!clLinkProgram) return request.finish(kInvalidOperation);
  cl_program linked = clLinkProgram(context, count, devices.get(), options, program_count,
                                    programs.get(), nullptr, nullptr, &result);
  made.set(linked);
  request.fields.number(linked != nullptr);  // also of a link that failed, for its log
  if (linked) made.keep(request, kKindCl_program);
  request.finish(result);
}

void serve_clCreateKernelsInProgram(Request &request) {
  const auto program = request.handle<cl_program>(kKindCl_program);
  const auto room = request.value<cl_uint>();
  const In<uint64_t> fresh(request);
  fresh.check(request, room);
  if (!request.is_good()) return;
  std::vector<cl_kernel> kernels(fresh.get() ? room : 0);
  cl_uint count = 0;
  const cl_int result =
      clCreateKernelsInProgram(program, room, fresh.get() ? kernels.data() : nullptr, &count);
  request.fields.number(count);
  for (uint32_t i = 0; result == kSuccess && i < count && i < kernels.size(); i++)
    request.server.bind(fresh.get()[i], kKindCl_kernel, kernels[i]);
  request.finish(result);
}

void serve_clCloneKernel(Request &request) {
  const uint64_t number = request.handle_number();
  const auto source = request.known<cl_kernel>(number, kKindCl_kernel);
  Made<cl_kernel> made(request);
  if (!request.is_good()) return;
  if (!clCloneKernel) return request.finish(kInvalidOperation);
  if (!is_whole(request, number)) return request.finish(kInvalidKernelArguments);
  cl_int result = kSuccess;
  made.set(clCloneKernel(source, &result));
  if (result == kSuccess) {
    made.keep(request, kKindCl_kernel);
    const Kernel *from = kernel_of(request, number);
    if (Kernel *to = from ? kernel_of(request, made.number()) : nullptr) *to = *from;
  }
  request.finish(result);
}

void serve_clSetKernelArg(Request &request) {
  const uint64_t number = request.handle_number();
  const auto real = request.known<cl_kernel>(number, kKindCl_kernel);
  const auto index = request.value<uint32_t>();
  const auto size = request.value<size_t>();
  request.value<uint64_t>();  // what the client believes it to be
  request.value<uint64_t>();
  const In<void> value(request);
  if (value.get()) value.check(request, size);
  if (!request.is_good()) return;
  Kernel *kernel = kernel_of(request, number);
  if (!kernel) return request.finish(clSetKernelArg(real, index, size, value.get()));
  know(real, kernel);
  if (index >= kernel->arguments.size()) return request.finish(kInvalidArgumentIndex);
  const Argument is = kernel->arguments[index];
  if (is == Argument::kOther && value.get()) return request.finish(kInvalidArgumentValue);
  if (is == Argument::kValue && value.get())
    if (const cl_int why = prove_value(real, kernel, index, size)) return request.finish(why);
  if (is != Argument::kMemory || !value.get() || size != sizeof(uint64_t)) {
    const bool is_told = value.get() && is == Argument::kMemory;  // of a size that is wrong
    const std::vector<unsigned char> nothing(is_told ? size + 1 : 0);
    const void *given = is_told ? nothing.data() : value.get();
    const cl_int result = clSetKernelArg(real, index, size, given);
    if (result == kSuccess) kernel->held.erase(index);
    return request.finish(result);
  }
  uint64_t told;
  memcpy(&told, value.get(), sizeof told);
  const auto memory = request.known<cl_mem>(told, kKindCl_mem);
  if (!request.is_good()) return;
  const cl_int result = clSetKernelArg(real, index, size, &memory);
  if (result == kSuccess && told)
    kernel->held[index] = {told, memory};
  else if (result == kSuccess)
    kernel->held.erase(index);
  request.finish(result);
}

void serve_clEnqueueNDRangeKernel(Request &request) {
  const auto queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const uint64_t number = request.handle_number();
  const auto kernel = request.known<cl_kernel>(number, kKindCl_kernel);
  const auto dimensions = request.value<cl_uint>();
  const In<size_t> offset(request), global(request), local(request);
  const auto waits = request.value<cl_uint>();
  Several<cl_event> list(request);
  Made<cl_event> event(request);
  for (const In<size_t> *each : {&offset, &global, &local})
    each->check(request, dimensions <= 3 ? dimensions : 0);
  list.check(request, waits, kKindCl_event);
  if (!request.is_good()) return;
  if (!is_whole(request, number)) return request.finish(kInvalidKernelArguments);
  const cl_int result =
      clEnqueueNDRangeKernel(queue, kernel, dimensions, offset.get(), global.get(), local.get(),
                             waits, list.get(), event.get());
  if (result == kSuccess) event.keep(request, kKindCl_event);
  request.finish(result);
}

void serve_clEnqueueTask(Request &request) {
  const auto queue = request.handle<cl_command_queue>(kKindCl_command_queue);
  const uint64_t number = request.handle_number();
  const auto kernel = request.known<cl_kernel>(number, kKindCl_kernel);
  const auto waits = request.value<cl_uint>();
  Several<cl_event> list(request);
  Made<cl_event> event(request);
  list.check(request, waits, kKindCl_event);
  if (!request.is_good()) return;
  if (!clEnqueueTask) return request.finish(kInvalidOperation);
  if (!is_whole(request, number)) return request.finish(kInvalidKernelArguments);
  const cl_int result = clEnqueueTask(queue, kernel, waits, list.get(), event.get());
  if (result == kSuccess) event.keep(request, kKindCl_event);
  request.finish(result);
}

}  // namespace heddle::remote
