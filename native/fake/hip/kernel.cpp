// Programs and kernels. A program is its text, and a kernel is what its name says.
#include <string.h>

#include <map>
#include <memory>
#include <set>
#include <string>

#include "fake/hip/runtime.h"

struct ihipModule_t {
  std::string text;
};

struct ihipModuleSymbol_t {
  std::string name;
  ihipModule_t *module;
};

namespace fake {

namespace {

std::mutex kernel_mutex;
std::set<std::unique_ptr<ihipModule_t>> modules;
std::set<std::unique_ptr<ihipModuleSymbol_t>> functions;
std::map<const void *, std::string> registered;  // by the address of the host's function

template <class T>
T argument(void **parameters, int index) {
  T value;
  memcpy(&value, parameters[index], sizeof value);
  return value;
}

template <class Arguments>
hipError_t launch_soft(const char *name, const Arguments &arguments, sxStream stream) {
  sxKernel kernel = nullptr;
  FAKE_TRY(result_of(sxGetKernel(&kernel, name)));
  return result_of(sxLaunchKernel(kernel, &arguments, sizeof arguments, stream));
}

// What a kernel touches outside of the device's memory would be a fault of the whole process here.
bool reaches(const void *pointer, uint64_t words) {
  return words == 0 || kind_of(pointer, words * sizeof(uint32_t)) != Kind::kNone;
}

hipError_t run(const std::string &name, void **p, sxStream stream) {
  if (name == "timed") return launch_soft("timed", sxTimedArgs{argument<uint64_t>(p, 0)}, stream);
  auto fault = [&] { return launch_soft("fault", sxFaultArgs{0}, stream); };
  if (name == "fault") return fault();
  if (name == "ramp") {
    const sxRampArgs a{argument<uint32_t *>(p, 0), argument<uint64_t>(p, 1),
                       argument<uint32_t>(p, 2)};
    return reaches(a.x, a.n) ? launch_soft("ramp", a, stream) : fault();
  }
  if (name == "affine") {
    const sxAffineArgs a{argument<uint32_t *>(p, 0), argument<uint64_t>(p, 1),
                         argument<uint32_t>(p, 2), argument<uint32_t>(p, 3)};
    return reaches(a.x, a.n) ? launch_soft("affine", a, stream) : fault();
  }
  return kInvalidDeviceFunction;
}

bool is_whole(Dim3 shape) { return shape.x && shape.y && shape.z; }

hipError_t launch(const std::string &name, Dim3 grid, Dim3 block, void **parameters,
                  hipStream_t handle) {
  sxStream stream = nullptr;
  FAKE_TRY(find_stream(handle, &stream));
  if (!is_whole(grid) || !is_whole(block) || block.x * block.y * block.z > 1024)
    return kInvalidValue;
  if (!parameters && name != "fault") return kInvalidValue;
  return run(name, parameters, stream);
}

hipError_t launch_function(hipFunction_t function, Dim3 grid, Dim3 block, void **parameters,
                           void **extra, hipStream_t stream) {
  return guarded([&] {
    if (extra) return kNotSupported;
    std::string name;
    {
      std::lock_guard lock(kernel_mutex);
      for (const auto &known : functions)
        if (known.get() == function) name = known->name;
    }
    return name.empty() ? kInvalidHandle : launch(name, grid, block, parameters, stream);
  });
}

hipError_t launch_registered(const void *function, Dim3 grid, Dim3 block, void **parameters,
                             hipStream_t stream) {
  return guarded([&] {
    std::string name;
    {
      std::lock_guard lock(kernel_mutex);
      if (const auto found = registered.find(function); found != registered.end())
        name = found->second;
    }
    return name.empty() ? kInvalidDeviceFunction : launch(name, grid, block, parameters, stream);
  });
}

}  // namespace
}  // namespace fake

using namespace fake;

// -- hiprtc: compiles a text to itself ------------------------------------------------------------

FAKE_EXPORT int hiprtcCreateProgram(std::string **program, const char *source, const char *, int,
                                    const char **, const char **) {
  constexpr int kInvalidInput = 3;
  if (!program || !source) return kInvalidInput;
  *program = new std::string(source);
  return 0;
}

FAKE_EXPORT int hiprtcCompileProgram(std::string *, int, const char **) { return 0; }

FAKE_EXPORT int hiprtcGetCodeSize(std::string *program, size_t *size) {
  *size = program->size() + 1;
  return 0;
}

FAKE_EXPORT int hiprtcGetCode(std::string *program, char *code) {
  memcpy(code, program->c_str(), program->size() + 1);
  return 0;
}

FAKE_EXPORT int hiprtcDestroyProgram(std::string **program) {
  delete *program;
  *program = nullptr;
  return 0;
}

// -- modules --------------------------------------------------------------------------------------

FAKE_EXPORT hipError_t hipModuleLoadData(hipModule_t *module, const void *image) {
  return guarded([&] {
    if (!module || !image) return kInvalidValue;
    FAKE_TRY(may_be_unsafe());
    std::string text = static_cast<const char *>(image);
    if (text.find("__global__") == text.npos) return kInvalidImage;
    std::lock_guard lock(kernel_mutex);
    *module = modules.insert(std::make_unique<ihipModule_t>(text)).first->get();
    return kSuccess;
  });
}

FAKE_EXPORT hipError_t hipModuleUnload(hipModule_t module) {
  return guarded([&] {
    std::lock_guard lock(kernel_mutex);
    std::erase_if(functions, [&](const auto &known) { return known->module == module; });
    const bool was_there = std::erase_if(modules, [&](const auto &m) { return m.get() == module; });
    return was_there ? kSuccess : kInvalidHandle;
  });
}

FAKE_EXPORT hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module,
                                            const char *name) {
  return guarded([&] {
    if (!function || !name) return kInvalidValue;
    std::lock_guard lock(kernel_mutex);
    for (const auto &known : modules) {
      if (known.get() != module) continue;
      if (known->text.find(std::string("void ") + name + "(") == std::string::npos) break;
      auto made = std::make_unique<ihipModuleSymbol_t>(ihipModuleSymbol_t{name, module});
      *function = functions.insert(std::move(made)).first->get();
      return kSuccess;
    }
    return kNotFound;
  });
}

// What the compiler puts into programs that are linked.
FAKE_EXPORT void **__hipRegisterFatBinary(const void *data) {
  return const_cast<void **>(static_cast<void *const *>(data));
}

FAKE_EXPORT void __hipRegisterFunction(void **, const void *host, char *, const char *name,
                                       unsigned, Dim3 *, Dim3 *, Dim3 *, Dim3 *, int *) {
  std::lock_guard lock(kernel_mutex);
  registered[host] = name;
}

FAKE_EXPORT void __hipUnregisterFatBinary(void **) {}

// -- launches -------------------------------------------------------------------------------------

FAKE_EXPORT hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x,
                                             unsigned grid_y, unsigned grid_z, unsigned block_x,
                                             unsigned block_y, unsigned block_z, unsigned,
                                             hipStream_t stream, void **parameters, void **extra) {
  return launch_function(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                         parameters, extra, stream);
}

FAKE_EXPORT hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned grid_x,
                                                        unsigned grid_y, unsigned grid_z,
                                                        unsigned block_x, unsigned block_y,
                                                        unsigned block_z, unsigned,
                                                        hipStream_t stream, void **parameters) {
  return launch_function(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                         parameters, nullptr, stream);
}

// Its first numbers are threads, not blocks.
FAKE_EXPORT hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t x, uint32_t y,
                                                uint32_t z, uint32_t block_x, uint32_t block_y,
                                                uint32_t block_z, size_t, hipStream_t stream,
                                                void **parameters, void **extra, hipEvent_t start,
                                                hipEvent_t stop, uint32_t) {
  if (start && hipEventRecord(start, stream)) return last_error;
  const hipError_t result =
      launch_function(function, {x, y, z}, {block_x, block_y, block_z}, parameters, extra, stream);
  return result || !stop ? result : hipEventRecord(stop, stream);
}

FAKE_EXPORT hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block,
                                       void **parameters, size_t, hipStream_t stream) {
  return launch_registered(function, grid, block, parameters, stream);
}

FAKE_EXPORT hipError_t hipLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                                  void **parameters, uint32_t, hipStream_t stream) {
  return launch_registered(function, grid, block, parameters, stream);
}
