// Modules, functions and launches. A module is PTX text, of which the names of its kernels count: a
// kernel with one of the names below does what the table says, and no other can be launched.
#include <string_view>

#include "fake/cuda/driver.h"

struct CUmod_st {
  std::vector<std::string> names;
};

struct CUfunc_st {
  std::string name;
  CUmod_st *module;
};

namespace fake {
namespace {

constexpr double kTurnsPerNs = 0.0656;  // of the kernel `work`, as measured on an H200

template <class T>
T argument(void **parameters, int at) {
  T value;
  memcpy(&value, parameters[at], sizeof value);
  return value;
}

template <class Arguments>
soft::Payload builtin(const char *name, const Arguments &arguments) {
  return action(*soft::find_kernel(name), arguments);
}

// What a kernel does when an address is none of the device's.
struct Illegal {};
void must_reach(const void *pointer, size_t bytes) {
  if (bytes && !driver().memory.covers(reinterpret_cast<CUdeviceptr>(pointer), bytes)) {
    throw Illegal();
  }
}

soft::Payload spin(void **p) { return builtin("timed", sxTimedArgs{argument<uint64_t>(p, 0)}); }

soft::Payload work(void **p) {
  return builtin("timed", sxTimedArgs{uint64_t(argument<uint32_t>(p, 0) / kTurnsPerNs)});
}

soft::Payload chain(void **p) {
  sxChainArgs a{argument<uint64_t *>(p, 0), argument<uint64_t>(p, 1)};
  must_reach(a.state, sizeof *a.state);
  return builtin("chain", a);
}

soft::Payload fill(void **p) {
  sxFillArgs a{argument<float *>(p, 0), argument<uint64_t>(p, 1), argument<float>(p, 2)};
  must_reach(a.y, a.n * sizeof *a.y);
  return builtin("fill", a);
}

soft::Payload axpy(void **p) {
  sxAxpyArgs a{argument<float>(p, 0), argument<const float *>(p, 1), argument<float *>(p, 2),
               argument<uint64_t>(p, 3)};
  must_reach(a.x, a.n * sizeof *a.x);
  must_reach(a.y, a.n * sizeof *a.y);
  return builtin("axpy", a);
}

soft::Payload ramp(void **p) {
  sxRampArgs a{argument<uint32_t *>(p, 0), argument<uint64_t>(p, 1), argument<uint32_t>(p, 2)};
  must_reach(a.x, a.n * sizeof *a.x);
  return builtin("ramp", a);
}

soft::Payload affine(void **p) {
  sxAffineArgs a{argument<uint32_t *>(p, 0), argument<uint64_t>(p, 1), argument<uint32_t>(p, 2),
                 argument<uint32_t>(p, 3)};
  must_reach(a.x, a.n * sizeof *a.x);
  return builtin("affine", a);
}

soft::Payload fault(void **) { return builtin("fault", sxFaultArgs{0}); }

struct Entry {
  const char *name;
  size_t sizes[4];  // of its parameters; 0: there are no more
  soft::Payload (*make)(void **parameters);
};

constexpr Entry kEntries[] = {
    {"spin", {8}, spin},
    {"work", {4, 8}, work},
    {"chain", {8, 8}, chain},
    {"fill", {8, 8, 4}, fill},
    {"axpy", {4, 8, 8, 8}, axpy},
    {"ramp", {8, 8, 4}, ramp},
    {"affine", {8, 8, 4, 4}, affine},
    {"fault", {}, fault},
};

struct Shape {
  unsigned grid[3], block[3];

  // The limits of every device since compute capability 3.0.
  bool valid() const {
    auto within = [](unsigned size, unsigned most) { return size > 0 && size <= most; };
    return within(grid[0], 0x7fffffff) && within(grid[1], 65535) && within(grid[2], 65535) &&
           within(block[0], 1024) && within(block[1], 1024) && within(block[2], 64) &&
           block[0] * block[1] * block[2] <= 1024;
  }
};

CUresult launch(CUfunction function, const Shape &shape, CUstream handle, void **parameters) {
  return guarded([&] {
    std::shared_ptr<CUstream_st> stream;
    auto found = driver().functions.find(function);
    if (!found) return kInvalidHandle;
    if (!shape.valid()) return kInvalidValue;
    FAKE_TRY(find_stream(handle, &stream));
    for (const Entry &entry : kEntries) {
      if (found->name != entry.name) continue;
      if (entry.sizes[0] && !parameters) return kInvalidValue;
      try {
        return submit(*stream, entry.make(parameters));
      } catch (const Illegal &) {
        // Fails as it runs, not now.
        stream->context->failure = kIllegalAddress;
        return submit(*stream, fault(nullptr));
      }
    }
    return kNotSupported;
  });
}

// The words behind `.entry`.
std::vector<std::string> names_in(std::string_view text) {
  constexpr std::string_view kEntry = ".entry", kBlank = " \t\r\n";
  std::vector<std::string> names;
  for (size_t at = text.find(kEntry); at != text.npos; at = text.find(kEntry, at)) {
    at = text.find_first_not_of(kBlank, at + kEntry.size());
    if (at == text.npos) break;
    size_t end = text.find_first_of(" \t\r\n(", at);
    names.emplace_back(text.substr(at, end - at));
  }
  return names;
}

CUresult load(CUmod_st **handle, const void *image) {
  return guarded([&] {
    CUctx_st *context = nullptr;
    if (!handle || !image) return kInvalidValue;
    FAKE_TRY(current(&context));
    FAKE_TRY(may_be_unsafe());
    FAKE_TRY(context->result(context->soft->status()));
    std::string_view text = static_cast<const char *>(image);
    if (text.find(".version") == text.npos) return kInvalidImage;
    *handle = driver().modules.add(std::make_shared<CUmod_st>(CUmod_st{names_in(text)}));
    return kSuccess;
  });
}

CUresult get_function(CUfunction *handle, CUmod_st *module, const char *name) {
  return guarded([&] {
    if (!handle || !name) return kInvalidValue;
    auto found = driver().modules.find(module);
    if (!found) return kInvalidHandle;
    for (const std::string &known : found->names) {
      if (known != name) continue;
      *handle = driver().functions.add(std::make_shared<CUfunc_st>(CUfunc_st{name, module}));
      return kSuccess;
    }
    return kNotFound;
  });
}

CUresult unload(CUmod_st *module) {
  return guarded([&] {
    if (!driver().modules.take(module)) return kInvalidHandle;
    driver().functions.erase_if([&](const CUfunc_st &f) { return f.module == module; });
    return kSuccess;
  });
}

struct LaunchConfig {
  Shape shape;
  unsigned shared_bytes;
  CUstream stream;
  void *attributes;
  unsigned attribute_count;
};

}  // namespace
}  // namespace fake

using namespace fake;

FAKE_EXPORT CUresult cuModuleLoadData(CUmod_st **module, const void *image) {
  return load(module, image);
}

FAKE_EXPORT CUresult cuModuleLoadDataEx(CUmod_st **module, const void *image, unsigned, void *,
                                        void **) {
  return load(module, image);
}

FAKE_EXPORT CUresult cuModuleUnload(CUmod_st *module) { return unload(module); }

FAKE_EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmod_st *module, const char *name) {
  return get_function(function, module, name);
}

// A library is a module here, and its kernels are functions.
FAKE_EXPORT CUresult cuLibraryLoadData(CUmod_st **library, const void *code, void *, void **,
                                       unsigned, void *, void **, unsigned) {
  return load(library, code);
}

FAKE_EXPORT CUresult cuLibraryUnload(CUmod_st *library) { return unload(library); }

FAKE_EXPORT CUresult cuLibraryGetKernel(CUfunction *kernel, CUmod_st *library, const char *name) {
  return get_function(kernel, library, name);
}

FAKE_EXPORT CUresult cuKernelGetFunction(CUfunction *function, CUfunction kernel) {
  return guarded([&] {
    if (!function) return kInvalidValue;
    if (!driver().functions.find(kernel)) return kInvalidHandle;
    *function = kernel;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuModuleGetLoadingMode(int *mode) {
  return guarded([&] {
    if (!mode) return kInvalidValue;
    *mode = 1;  // all at once
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset,
                                        size_t *size) {
  return guarded([&] {
    auto found = driver().functions.find(function);
    if (!found) return kInvalidHandle;
    if (!offset) return kInvalidValue;
    for (const Entry &entry : kEntries) {
      if (found->name != entry.name) continue;
      if (index >= std::size(entry.sizes) || !entry.sizes[index]) break;
      size_t at = 0;
      for (size_t i = 0; i <= index; i++) {
        at = (at + entry.sizes[i] - 1) / entry.sizes[i] * entry.sizes[i];
        if (i < index) at += entry.sizes[i];
      }
      *offset = at;
      if (size) *size = entry.sizes[index];
      return kSuccess;
    }
    return kInvalidValue;
  });
}

FAKE_EXPORT CUresult cuKernelGetParamInfo(CUfunction kernel, size_t index, size_t *offset,
                                          size_t *size) {
  return cuFuncGetParamInfo(kernel, index, offset, size);
}

FAKE_EXPORT CUresult cuFuncGetAttribute(int *value, int which, CUfunction function) {
  constexpr int kMaxThreadsPerBlock = 0;
  return guarded([&] {
    if (!value) return kInvalidValue;
    if (!driver().functions.find(function)) return kInvalidHandle;
    *value = which == kMaxThreadsPerBlock ? 1024 : 0;
    return kSuccess;
  });
}

FAKE_EXPORT CUresult cuFuncSetAttribute(CUfunction function, int, int) {
  return guarded([&] { return driver().functions.find(function) ? kSuccess : kInvalidHandle; });
}

FAKE_EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                    unsigned grid_z, unsigned block_x, unsigned block_y,
                                    unsigned block_z, unsigned, CUstream stream, void **parameters,
                                    void **extra) {
  if (extra) return kNotSupported;
  Shape shape{{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}};
  return launch(function, shape, stream, parameters);
}

FAKE_EXPORT CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x,
                                               unsigned grid_y, unsigned grid_z, unsigned block_x,
                                               unsigned block_y, unsigned block_z, unsigned,
                                               CUstream stream, void **parameters) {
  Shape shape{{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}};
  return launch(function, shape, stream, parameters);
}

FAKE_EXPORT CUresult cuLaunchKernelEx(const void *config, CUfunction function, void **parameters,
                                      void **extra) {
  if (extra) return kNotSupported;
  if (!config) return kInvalidValue;
  const auto &c = *static_cast<const LaunchConfig *>(config);
  return launch(function, c.shape, c.stream, parameters);
}
