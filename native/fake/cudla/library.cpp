// The library itself, handles, memory and modules.
#include "fake/cudla/library.h"

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <string>

namespace fake {

namespace {

constexpr const char *kCoreNames[kCores] = {"dla0", "dla1"};

std::mutex opening;
std::atomic<Library *> opened{nullptr};

// The soft XPU's own variable is for its own programs.
sxResult init_whole() {
  constexpr const char *kVariable = "SOFTXPU_VISIBLE_DEVICES";
  const char *value = getenv(kVariable);
  const std::string before = value ? value : "";
  unsetenv(kVariable);
  const sxResult result = sxInit(0);
  if (value) setenv(kVariable, before.c_str(), 1);
  return result;
}

bool is_visible(int core) {
  const char *at = getenv("CUDLA_VISIBLE_DEVICES");
  if (!at) return true;
  for (char *end; *at; at = *end ? end + 1 : end) {
    const unsigned long number = strtoul(at, &end, 10);
    if (end == at) break;
    if (number == unsigned(core)) return true;
  }
  return false;
}

Library *open() {
  auto fresh = std::make_unique<Library>();
  int count = 0;
  if (init_whole() != SX_OK || sxDeviceCount(&count) != SX_OK) return nullptr;
  for (int device = 0; device < count; device++) {
    char name[48] = "";
    sxDeviceGetName(device, name, sizeof name);
    for (int core = 0; core < kCores; core++)
      if (strcmp(name, kCoreNames[core]) == 0) fresh->devices[core] = device;
  }
  const bool is_named = fresh->devices[0] >= 0 || fresh->devices[1] >= 0;
  for (int core = 0; core < kCores; core++) {
    if (!is_named && core < count) fresh->devices[core] = core;
    if (!is_visible(core)) fresh->devices[core] = -1;
  }
  if (void *cuda = dlopen("libcuda.so.1", RTLD_LAZY))
    fresh->cuLaunchHostFunc =
        reinterpret_cast<decltype(fresh->cuLaunchHostFunc)>(dlsym(cuda, "cuLaunchHostFunc"));
  static const int hooked = pthread_atfork(nullptr, nullptr, [] { opened = nullptr; });
  return hooked == 0 ? fresh.release() : nullptr;
}

}  // namespace

Library *Library::get() {
  if (Library *known = opened.load(std::memory_order_acquire)) return known;
  std::lock_guard lock(opening);
  if (!opened) opened = open();
  return opened;
}

std::shared_ptr<cudlaDevHandle_t> Library::find(cudlaDevHandle handle) {
  std::lock_guard lock(mutex);
  auto found = handles.find(handle);
  return found == handles.end() ? nullptr : found->second;
}

std::shared_ptr<cudlaModule_t> Library::find(cudlaModule module) {
  std::lock_guard lock(mutex);
  auto found = modules.find(module);
  return found == modules.end() ? nullptr : found->second;
}

}  // namespace fake

using namespace fake;

FAKE_EXPORT cudlaStatus cudlaGetVersion(uint64_t *version) {
  if (!version) return kInvalidParam;
  *version = 1005000;
  return kSuccess;
}

FAKE_EXPORT cudlaStatus cudlaDeviceGetCount(uint64_t *count) {
  return guarded([&] {
    if (!count) return kInvalidParam;
    *count = 0;
    for (int device : library().devices) *count += device >= 0;
    return kSuccess;
  });
}

FAKE_EXPORT cudlaStatus cudlaCreateDevice(uint64_t core, cudlaDevHandle *handle, uint32_t flags) {
  return guarded([&] {
    Library &l = library();
    if (!handle || core >= kCores) return kInvalidParam;
    if (l.devices[core] < 0) return kInvalidDevice;
    const bool is_standalone = flags & heddle::cudla::kStandalone;
    if (!is_standalone && !l.cuLaunchHostFunc) return kCuda;
    std::lock_guard lock(l.mutex);
    const auto same = std::count_if(l.handles.begin(), l.handles.end(),
                                    [&](auto &e) { return uint64_t(e.second->core) == core; });
    if (same >= kHandlesOfCore) return kOutOfResources;
    auto made = std::make_shared<cudlaDevHandle_t>();
    made->core = int(core);
    made->is_standalone = is_standalone;
    sxSetDevice(l.devices[core]);
    if (sxStreamCreate(&made->stream, SX_STREAM_NON_BLOCKING) != SX_OK) return kOutOfResources;
    *handle = made.get();
    l.handles[made.get()] = std::move(made);
    return kSuccess;
  });
}

FAKE_EXPORT cudlaStatus cudlaDestroyDevice(cudlaDevHandle handle) {
  return guarded([&] {
    Library &l = library();
    auto device = l.find(handle);
    if (!device) return kInvalidDevice;
    std::lock_guard lock(l.mutex);
    l.handles.erase(handle);
    std::erase_if(l.modules, [&](auto &entry) { return entry.second->device == handle; });
    sxStreamDestroy(device->stream);
    return kSuccess;
  });
}

FAKE_EXPORT cudlaStatus cudlaGetLastError(cudlaDevHandle handle) {
  return guarded([&] { return library().find(handle) ? kSuccess : kInvalidDevice; });
}

namespace {

struct Described {
  const void *object;
  unsigned long long bytes;
};

cudlaStatus import(cudlaDevHandle handle, const void *object, size_t bytes, uint64_t **to) {
  return guarded([&] {
    auto device = library().find(handle);
    if (!device) return kInvalidDevice;
    if (!object || !bytes || !to) return kInvalidParam;
    std::lock_guard lock(device->mutex);
    if (!device->memory.try_emplace(object, bytes).second) return kMemoryRegistered;
    *to = static_cast<uint64_t *>(const_cast<void *>(object));
    return kSuccess;
  });
}

}  // namespace

FAKE_EXPORT cudlaStatus cudlaImportExternalMemory(cudlaDevHandle handle, const void *description,
                                                  uint64_t **to, uint32_t) {
  if (!description) return kInvalidParam;
  const auto *given = static_cast<const Described *>(description);
  return import(handle, given->object, given->bytes, to);
}

FAKE_EXPORT cudlaStatus cudlaMemRegister(cudlaDevHandle handle, const uint64_t *memory,
                                         size_t bytes, uint64_t **to, uint32_t) {
  return import(handle, memory, bytes, to);
}

FAKE_EXPORT cudlaStatus cudlaImportExternalSemaphore(cudlaDevHandle handle, const void *description,
                                                     uint64_t **to, uint32_t) {
  if (!description) return kInvalidParam;
  return import(handle, *static_cast<const void *const *>(description), 1, to);
}

FAKE_EXPORT cudlaStatus cudlaMemUnregister(cudlaDevHandle handle, const uint64_t *memory) {
  return guarded([&] {
    auto device = library().find(handle);
    if (!device) return kInvalidDevice;
    std::lock_guard lock(device->mutex);
    return device->memory.erase(memory) ? kSuccess : kInvalidAddress;
  });
}

FAKE_EXPORT cudlaStatus cudlaModuleLoadFromMemory(cudlaDevHandle handle, const uint8_t *loadable,
                                                  size_t bytes, cudlaModule *module, uint32_t) {
  return guarded([&] {
    Library &l = library();
    if (!l.find(handle)) return kInvalidDevice;
    if (!loadable || !bytes || !module) return kInvalidParam;
    const std::string name(reinterpret_cast<const char *>(loadable), bytes);
    sxKernel kernel = nullptr;
    if (sxGetKernel(&kernel, name.c_str()) != SX_OK) return kInvalidModule;
    auto made = std::make_shared<cudlaModule_t>(cudlaModule_t{handle, kernel});
    std::lock_guard lock(l.mutex);
    *module = made.get();
    l.modules[made.get()] = std::move(made);
    return kSuccess;
  });
}

FAKE_EXPORT cudlaStatus cudlaModuleUnload(cudlaModule module, uint32_t) {
  return guarded([&] {
    std::lock_guard lock(library().mutex);
    return library().modules.erase(module) ? kSuccess : kInvalidModule;
  });
}
