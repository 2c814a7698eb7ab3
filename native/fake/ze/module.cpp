// Modules and kernels. A module is SPIR-V, of which the names of its kernels count: a kernel with
// one of the names below does what the table says, and no other can be launched.
#include "fake/ze/driver.h"

namespace fake {
namespace {

constexpr uint64_t kTurnsPerNs = 1;  // of the kernel `work`

// The arguments are what native/programs/ze_kernels.h says.
template <class T>
T argument(const _ze_kernel_handle_t &kernel, uint32_t at) {
  T value{};
  const std::string &bytes = kernel.arguments.at(at);
  memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  return value;
}

template <class Arguments>
soft::Payload builtin(const char *name, const Arguments &arguments) {
  return action(*soft::find_kernel(name), arguments);
}

struct Entry {
  const char *name;
  uint32_t parameters;
  soft::Payload (*make)(const _ze_kernel_handle_t &kernel);
};

constexpr Entry kEntries[] = {
    {"work", 2,
     [](const _ze_kernel_handle_t &k) {
       return builtin("timed", sxTimedArgs{argument<uint32_t>(k, 0) / kTurnsPerNs});
     }},
    {"ramp", 3,
     [](const _ze_kernel_handle_t &k) {
       return builtin("ramp", sxRampArgs{argument<uint32_t *>(k, 0), argument<uint64_t>(k, 1),
                                         argument<uint32_t>(k, 2)});
     }},
    {"affine", 4,
     [](const _ze_kernel_handle_t &k) {
       return builtin("affine", sxAffineArgs{argument<uint32_t *>(k, 0), argument<uint64_t>(k, 1),
                                             argument<uint32_t>(k, 2), argument<uint32_t>(k, 3)});
     }},
};

const Entry *entry_of(const std::string &name) {
  for (const Entry &entry : kEntries)
    if (name == entry.name) return &entry;
  return nullptr;
}

// The entry points of a SPIR-V module; false if it is none. An instruction is its length in words
// and its number, then its operands.
bool read_names(const void *input, size_t bytes, std::vector<std::string> *names) {
  constexpr uint32_t kMagic = 0x07230203, kHeader = 5, kEntryPoint = 15, kBeforeName = 3;
  std::vector<uint32_t> words(bytes / sizeof(uint32_t));
  memcpy(words.data(), input, words.size() * sizeof(uint32_t));
  if (words.size() < kHeader || words[0] != kMagic) return false;
  for (size_t at = kHeader; at < words.size();) {
    const uint32_t length = words[at] >> 16, code = words[at] & 0xffff;
    if (!length || at + length > words.size()) return false;
    if (code == kEntryPoint && length > kBeforeName) {
      const auto *text = reinterpret_cast<const char *>(&words[at + kBeforeName]);
      names->emplace_back(text, strnlen(text, (length - kBeforeName) * sizeof(uint32_t)));
    }
    at += length;
  }
  return true;
}

}  // namespace

ze_result_t to_launch(_ze_kernel_handle_t &kernel, soft::Payload *payload) {
  const Entry *entry = entry_of(kernel.name);
  if (!entry) return kNotSupported;
  if (kernel.arguments.size() < entry->parameters) return kInvalidArgument;
  *payload = entry->make(kernel);
  return kSuccess;
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT ze_result_t zeModuleCreate(_ze_context_handle_t *context, _ze_device_handle_t *device,
                                       const ModuleDesc *desc, _ze_module_handle_t **module,
                                       void **build_log) {
  return guarded([&] {
    std::shared_ptr<_ze_context_handle_t> found;
    FAKE_TRY(find(driver().contexts, context, &found));
    FAKE_TRY(must_be_device(device));
    if (!desc || !module || !desc->input) return kNullPointer;
    if (!desc->bytes) return kInvalidSize;
    if (desc->format != 0) return kInvalidBinary;
    if (build_log) *build_log = nullptr;
    auto made = std::make_shared<_ze_module_handle_t>();
    if (!read_names(desc->input, desc->bytes, &made->names)) return kBuildFailure;
    *module = driver().modules.add(std::move(made));
    return kSuccess;
  });
}

FAKE_EXPORT ze_result_t zeModuleDestroy(_ze_module_handle_t *module) {
  return guarded([&] { return destroy(driver().modules, module); });
}

FAKE_EXPORT ze_result_t zeModuleGetKernelNames(_ze_module_handle_t *handle, uint32_t *count,
                                               const char **names) {
  return guarded([&] {
    std::shared_ptr<_ze_module_handle_t> module;
    FAKE_TRY(find(driver().modules, handle, &module));
    return list(count, names, module->names.size(),
                [&](uint32_t i) { return module->names[i].c_str(); });
  });
}

FAKE_EXPORT ze_result_t zeKernelCreate(_ze_module_handle_t *handle, const KernelDesc *desc,
                                       _ze_kernel_handle_t **kernel) {
  return guarded([&] {
    std::shared_ptr<_ze_module_handle_t> module;
    FAKE_TRY(find(driver().modules, handle, &module));
    if (!desc || !kernel || !desc->name) return kNullPointer;
    for (const std::string &name : module->names) {
      if (name != desc->name) continue;
      auto made = std::make_shared<_ze_kernel_handle_t>();
      made->name = name;
      *kernel = driver().kernels.add(std::move(made));
      return kSuccess;
    }
    return kInvalidKernelName;
  });
}

FAKE_EXPORT ze_result_t zeKernelDestroy(_ze_kernel_handle_t *kernel) {
  return guarded([&] { return destroy(driver().kernels, kernel); });
}

FAKE_EXPORT ze_result_t zeKernelSetGroupSize(_ze_kernel_handle_t *handle, uint32_t, uint32_t,
                                             uint32_t) {
  return guarded([&] {
    std::shared_ptr<_ze_kernel_handle_t> kernel;
    return find(driver().kernels, handle, &kernel);
  });
}

// A null value is a null pointer.
FAKE_EXPORT ze_result_t zeKernelSetArgumentValue(_ze_kernel_handle_t *handle, uint32_t index,
                                                 size_t bytes, const void *value) {
  return guarded([&] {
    std::shared_ptr<_ze_kernel_handle_t> kernel;
    FAKE_TRY(find(driver().kernels, handle, &kernel));
    const Entry *entry = entry_of(kernel->name);
    if (entry && index >= entry->parameters) return kInvalidArgumentIndex;
    kernel->arguments[index] =
        value ? std::string(static_cast<const char *>(value), bytes) : std::string(bytes, 0);
    return kSuccess;
  });
}
