// Kernels and models. A binary is a text with the names of its kernels, each of which is one of the
// soft XPU's; a model is a text of one line for each command: a time in nanoseconds.
#include <dlfcn.h>

#include <string>

#include "fake/acl/runtime.h"

namespace fake {

namespace {

struct Binary {
  std::string names;  // with blanks around each
};

struct Model {
  std::vector<uint64_t> nanoseconds;
};

template <class T>
Handles<T> &all() {
  static auto *handles = new Handles<T>;
  return *handles;
}

std::mutex models_mutex;
std::map<uint32_t, Model> models;
uint32_t newest_model = 0;

aclError load(const void *data, size_t bytes, aclrtBinHandle *handle) {
  return guarded([&] {
    if (!data || !bytes || !handle) return kInvalidParam;
    std::string text = " " + std::string(static_cast<const char *>(data), bytes) + " ";
    *handle = all<Binary>().add({std::move(text)});
    return kSuccess;
  });
}

// Kernels are the soft XPU's own, so a function's handle is good for ever.
aclError launch(aclrtFuncHandle function, uint32_t blocks, const void *arguments, size_t bytes,
                aclrtStream handle) {
  return guarded([&] {
    sxStream stream = nullptr;
    const auto *kernel = static_cast<const soft::Kernel *>(function);
    if (!function || !arguments) return kInvalidParam;
    if (!soft::is_kernel(kernel) || blocks == 0) return kRtParamInvalid;
    FAKE_TRY(find_stream(handle, &stream));
    return result_of(sxLaunchKernel(const_cast<sxKernel>(kernel), arguments, bytes, stream));
  });
}

aclError find_model(uint32_t id, Model *model) {
  std::lock_guard lock(models_mutex);
  auto found = models.find(id);
  if (found == models.end()) return kInvalidModel;
  *model = found->second;
  return kSuccess;
}

// The real library's parts call each other by name, so that a library in front of a function sees
// that too.
using Launch = aclError (*)(aclrtFuncHandle, uint32_t, aclrtStream, void *, void *, size_t, void *,
                            size_t);
Launch public_launch() {
  static const auto found =
      reinterpret_cast<Launch>(dlsym(dlopen(nullptr, RTLD_LAZY), "aclrtLaunchKernelWithHostArgs"));
  return found ? found : reinterpret_cast<Launch>(&aclrtLaunchKernelWithHostArgs);
}

}  // namespace

}  // namespace fake

using namespace fake;

FAKE_EXPORT aclError aclrtBinaryLoadFromData(const void *data, size_t bytes, const void *,
                                             aclrtBinHandle *handle) {
  return load(data, bytes, handle);
}

FAKE_EXPORT aclError aclrtBinaryUnLoad(aclrtBinHandle handle) {
  return guarded([&] { return all<Binary>().take(handle) ? kSuccess : kInvalidHandle; });
}

FAKE_EXPORT aclError aclrtBinaryGetFunction(const aclrtBinHandle handle, const char *name,
                                            aclrtFuncHandle *function) {
  return guarded([&] {
    if (!name || !function) return kInvalidParam;
    auto binary = all<Binary>().find(handle);
    if (!binary) return kInvalidHandle;
    const soft::Kernel *kernel = soft::find_kernel(name);
    if (!kernel || binary->names.find(" " + std::string(name) + " ") == std::string::npos)
      return kRtParamInvalid;
    *function = const_cast<soft::Kernel *>(kernel);
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclrtLaunchKernel(aclrtFuncHandle function, uint32_t blocks,
                                       const void *arguments, size_t bytes, aclrtStream stream) {
  return launch(function, blocks, arguments, bytes, stream);
}

FAKE_EXPORT aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle function, uint32_t blocks,
                                                   aclrtStream stream, void *, void *arguments,
                                                   size_t bytes, void *, size_t) {
  return launch(function, blocks, arguments, bytes, stream);
}

FAKE_EXPORT aclError aclmdlLoadFromMem(const void *data, size_t bytes, uint32_t *id) {
  return guarded([&] {
    if (!data || !bytes || !id) return kInvalidParam;
    Model model;
    const std::string text(static_cast<const char *>(data), bytes);
    for (const char *at = text.c_str(); *at;) {
      char *end;
      model.nanoseconds.push_back(strtoull(at, &end, 10));
      if (end == at) return kInvalidModel;
      at = end + (*end != 0);
    }
    std::lock_guard lock(models_mutex);
    models[ *id = ++newest_model] = std::move(model);
    return kSuccess;
  });
}

FAKE_EXPORT aclError aclmdlUnload(uint32_t id) {
  std::lock_guard lock(models_mutex);
  return models.erase(id) ? kSuccess : kInvalidModel;
}

FAKE_EXPORT aclError aclmdlExecuteAsync(uint32_t id, const void *, void *, aclrtStream stream) {
  return guarded([&] {
    Model model;
    FAKE_TRY(find_model(id, &model));
    auto *timed = const_cast<soft::Kernel *>(soft::find_kernel("timed"));
    for (uint64_t nanoseconds : model.nanoseconds) {
      sxTimedArgs arguments{nanoseconds};
      FAKE_TRY(
          public_launch()(timed, 1, stream, nullptr, &arguments, sizeof arguments, nullptr, 0));
    }
    return kSuccess;
  });
}

// On a stream of the library's own.
FAKE_EXPORT aclError aclmdlExecute(uint32_t id, const void *, void *) {
  return guarded([&] {
    Model model;
    Context *context = nullptr;
    FAKE_TRY(find_model(id, &model));
    FAKE_TRY(current(&context));
    for (uint64_t nanoseconds : model.nanoseconds) {
      soft::Launch launch{soft::find_kernel("timed"), {}};
      memcpy(launch.arguments, &nanoseconds, sizeof nanoseconds);
      FAKE_TRY(put(context->apart, launch));
    }
    return result_of(sxStreamSynchronize(context->apart));
  });
}
