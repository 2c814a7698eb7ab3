// Images of programs, and what is in them, for a program whose device is elsewhere.
#include <cstdio>
#include <string>

#include "remote/cuda/client.h"

using namespace heddle::remote;

namespace {

template <class T>
T at(const unsigned char *image, size_t offset) {
  T value;
  memcpy(&value, image + offset, sizeof value);
  return value;
}

// Sections, and the two tables: whichever ends last.
size_t bytes_of_elf(const unsigned char *image) {
  enum { kSections = 0x28, kSegments = 0x20, kNothing = 8 };
  const auto sections = at<uint64_t>(image, kSections), segments = at<uint64_t>(image, kSegments);
  const size_t each = at<uint16_t>(image, 0x3a), count = at<uint16_t>(image, 0x3c);
  size_t end = std::max(sections + each * count,
                        segments + size_t(at<uint16_t>(image, 0x36)) * at<uint16_t>(image, 0x38));
  for (size_t i = 0; i < count; i++) {
    const unsigned char *section = image + sections + i * each;
    if (at<uint32_t>(section, 4) != kNothing)
      end = std::max(end, size_t(at<uint64_t>(section, 0x18) + at<uint64_t>(section, 0x20)));
  }
  return end;
}

// Its length is nowhere in the call: an image says it itself.
struct Image {
  const unsigned char *start;
  size_t bytes;

  explicit Image(const void *given) : start(static_cast<const unsigned char *>(given)), bytes(0) {
    constexpr uint32_t kWrapped = 0x466243b1, kFat = 0xba55ed50, kElf = 0x464c457f;
    if (!start) return;
    // Text ends with a zero, and may be shorter than a number.
    if (strnlen(static_cast<const char *>(given), sizeof(uint32_t)) < sizeof(uint32_t) &&
        start[0] != 0xb1 && start[0] != 0x50) {
      bytes = strlen(static_cast<const char *>(given)) + 1;
      return;
    }
    if (at<uint32_t>(start, 0) == kWrapped) start = at<const unsigned char *>(start, 8);
    const auto magic = at<uint32_t>(start, 0);
    if (magic == kFat)
      bytes = at<uint16_t>(start, 6) + size_t(at<uint64_t>(start, 8));
    else if (magic == kElf)
      bytes = bytes_of_elf(start);
    else
      bytes = strlen(reinterpret_cast<const char *>(start)) + 1;
  }
};

// The values of options are numbers; what points to memory of the program is answered here: a log
// stays empty.
void write_options(Call &call, unsigned count, const CUjit_option *options, void **values) {
  enum { kWallTime = 2, kLog = 3, kLogBytes = 4, kErrors = 5, kErrorBytes = 6 };
  std::vector<CUjit_option> told;
  std::vector<uint64_t> with;
  for (unsigned i = 0; options && values && i < count; i++) {
    switch (options[i]) {
      case kLog:
      case kErrors:
        if (values[i]) *static_cast<char *>(values[i]) = 0;
        break;
      case kLogBytes:
      case kErrorBytes: values[i] = nullptr; break;
      case kWallTime:
      case 17:  // symbols, with their addresses
      case 18:
      case 19:
      case 25:  // names of kernels and variables that are used
      case 26:
      case 27:
      case 28: break;
      default: told.push_back(options[i]), with.push_back(uint64_t(values[i]));
    }
  }
  call.given(told.data(), told.size());
  call.given(with.data(), with.size());
  call.value(told.size());
}

template <class Handle>
CUresult load(uint16_t function, uint8_t kind, Handle *handle, const void *given, unsigned count,
              const CUjit_option *options, void **values) {
  if (!handle || !given) return kInvalidValue;
  const Image image(given);
  if (!Call(function).is_refused()) client().append(client().lane(), image.start, image.bytes);
  Call call(function);
  call.made(kind, handle);
  write_options(call, count, options, values);
  const CUresult result = call.ask();
  call.take_made(handle);
  return result;
}

// The file is on this machine.
CUresult read_file(const char *name, std::vector<unsigned char> *bytes) {
  FILE *file = name ? fopen(name, "rbe") : nullptr;
  if (!file) return name ? kFileNotFound : kInvalidValue;
  unsigned char piece[64 * 1024];
  for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
    bytes->insert(bytes->end(), piece, piece + got);
  fclose(file);
  bytes->push_back(0);  // text ends with a zero
  return kSuccess;
}

template <class Handle>
void take_slots(Call &call, CUresult result, Handle *handle) {
  const bool is_known = call.answer().number();
  size_t count;
  const unsigned char *slots = call.answer().bytes(&count);
  if (result == kSuccess && handle && *handle && is_known)
    note_slots(uint64_t(*handle), slots, count);
}

std::mutex naming;
auto &names = *new std::map<std::string, bool>;

// A name that lives as long as the process.
template <class Handle>
CUresult name_of(uint16_t function, uint8_t kind, const char **name, Handle handle) {
  if (!name) return kInvalidValue;
  Call call(function);
  call.handle(kind, handle);
  const CUresult result = call.ask();
  size_t count;
  const unsigned char *bytes = call.answer().bytes(&count);
  if (result != kSuccess) return result;
  std::lock_guard lock(naming);
  *name = names.try_emplace(std::string(bytes, bytes + count)).first->first.c_str();
  return kSuccess;
}

template <class Of>
CUresult global(uint16_t function, uint8_t kind, CUdeviceptr *address, size_t *bytes, Of of,
                const char *name) {
  Call call(function);
  call.handle(kind, of);
  call.text(name);
  const CUresult result = call.ask();
  uint64_t at = 0, size = 0;
  call.take(&at);
  call.take(&size);
  if (result != kSuccess) return result;
  client().claim(at, size);  // it may share a page with another
  if (address) *address = at;
  if (bytes) *bytes = size;
  return kSuccess;
}

}  // namespace

HEDDLE_EXPORT CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned numOptions,
                                          CUjit_option *options, void **optionValues) {
  return load(kCuModuleLoadDataEx, kKindCUmodule, module, image, numOptions, options, optionValues);
}

HEDDLE_EXPORT CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

HEDDLE_EXPORT CUresult cuModuleLoadFatBinary(CUmodule *module, const void *fatCubin) {
  return cuModuleLoadDataEx(module, fatCubin, 0, nullptr, nullptr);
}

HEDDLE_EXPORT CUresult cuModuleLoad(CUmodule *module, const char *fname) {
  std::vector<unsigned char> bytes;
  const CUresult result = read_file(fname, &bytes);
  return result == kSuccess ? cuModuleLoadData(module, bytes.data()) : result;
}

HEDDLE_EXPORT CUresult cuLibraryLoadData(CUlibrary *library, const void *code,
                                         CUjit_option *jitOptions, void **jitOptionsValues,
                                         unsigned numJitOptions, CUlibraryOption *, void **,
                                         unsigned) {
  // The options of a library are about memory of the program's process; it does without.
  return load(kCuLibraryLoadData, kKindCUlibrary, library, code, numJitOptions, jitOptions,
              jitOptionsValues);
}

HEDDLE_EXPORT CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName,
                                             CUjit_option *jitOptions, void **jitOptionsValues,
                                             unsigned numJitOptions, CUlibraryOption *, void **,
                                             unsigned) {
  std::vector<unsigned char> bytes;
  const CUresult result = read_file(fileName, &bytes);
  if (result != kSuccess) return result;
  return load(kCuLibraryLoadData, kKindCUlibrary, library, bytes.data(), numJitOptions, jitOptions,
              jitOptionsValues);
}

HEDDLE_EXPORT CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name) {
  Call call(kCuModuleGetFunction);
  call.made(kKindCUfunction, hfunc);
  call.handle(kKindCUmodule, hmod);
  call.text(name);
  const CUresult result = call.ask();
  call.take_found(kKindCUfunction, hfunc);
  take_slots(call, result, hfunc);
  return result;
}

HEDDLE_EXPORT CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned numFunctions,
                                                  CUmodule mod) {
  constexpr size_t kMost = 4096;
  if (!functions || !numFunctions) return kInvalidValue;
  const size_t room = std::min(size_t(numFunctions), kMost);
  Call call(kCuModuleEnumerateFunctions);
  call.handle(kKindCUmodule, mod);
  Fresh fresh(call, kKindCUfunction, room);
  const CUresult result = call.ask();
  fresh.take(call, functions, result == kSuccess ? room : 0);
  if (result != kSuccess) return result;
  for (size_t i = 0; i < room; i++) take_slots(call, result, &functions[i]);
  return kSuccess;
}

HEDDLE_EXPORT CUresult cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name) {
  Call call(kCuLibraryGetKernel);
  call.made(kKindCUkernel, pKernel);
  call.handle(kKindCUlibrary, library);
  call.text(name);
  const CUresult result = call.ask();
  call.take_found(kKindCUkernel, pKernel);
  take_slots(call, result, pKernel);
  return result;
}

HEDDLE_EXPORT CUresult cuKernelGetFunction(CUfunction *pFunc, CUkernel kernel) {
  Call call(kCuKernelGetFunction);
  call.made(kKindCUfunction, pFunc);
  call.handle(kKindCUkernel, kernel);
  const CUresult result = call.ask();
  call.take_found(kKindCUfunction, pFunc);
  take_slots(call, result, pFunc);
  return result;
}

HEDDLE_EXPORT CUresult cuKernelGetName(const char **name, CUkernel hfunc) {
  return name_of(kCuKernelGetName, kKindCUkernel, name, hfunc);
}

HEDDLE_EXPORT CUresult cuFuncGetName(const char **name, CUfunction hfunc) {
  return name_of(kCuFuncGetName, kKindCUfunction, name, hfunc);
}

HEDDLE_EXPORT CUresult cuModuleGetGlobal_v2(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod,
                                            const char *name) {
  return global(kCuModuleGetGlobal_v2, kKindCUmodule, dptr, bytes, hmod, name);
}

HEDDLE_EXPORT CUresult cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library,
                                          const char *name) {
  return global(kCuLibraryGetGlobal, kKindCUlibrary, dptr, bytes, library, name);
}
