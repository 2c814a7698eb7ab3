// How calls get to us, and on to the driver: as a layer of the loader (OPENCL_LAYERS), whose table
// has the functions behind us; else by preload, in front of whichever loader is in the process.
#include <link.h>

#include "hal/real.h"
#include "shim/opencl/roles.h"

namespace heddle::opencl {

namespace {

constexpr cl_uint kLayerVersion = 0x4240;  // CL_LAYER_API_VERSION
constexpr cl_uint kLayerVersion100 = 100;  // CL_LAYER_API_VERSION_100
constexpr cl_uint kPlaces = sizeof kDispatch / sizeof *kDispatch;

Real behind;  // as a layer
std::atomic<bool> is_layer{false};

// Programs may bring a loader of their own, under another file name.
const char *loader() {
  static char path[4096];
  static std::atomic<bool> searched{false};
  if (searched.load(std::memory_order_acquire)) return path;
  char found[sizeof path];
  snprintf(found, sizeof found, "%s", kLibrary);
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *to) {
        const char *name = strrchr(info->dlpi_name, '/');
        if (!name || strncmp(name + 1, "libOpenCL", 9)) return 0;
        snprintf(static_cast<char *>(to), sizeof path, "%s", info->dlpi_name);
        return 1;
      },
      found);
  memcpy(path, found, sizeof path);
  searched.store(true, std::memory_order_release);
  return path;
}

void *ours(const char *name) {
  for (const heddle_symbol *s = kSymbols; s->name; s++)
    if (name && !strcmp(s->name, name)) return s->ours;
  return nullptr;
}

// A loader need not have what a driver hands out by name.
bool is_behind_us(const char *name) {
  auto *place = reinterpret_cast<void *const *>(&real());
  for (const char *each : kNames) {
    if (!strcmp(each, name)) return *place;
    place++;
  }
  return true;
}

void *instead_of(void *found, const char *name) {
  void *replaced = found ? ours(name) : nullptr;
  return replaced && is_behind_us(name) ? replaced : found;
}

__attribute__((constructor)) void start() {
  heddle_intercept(kLibrary, kSymbols);
  pthread_atfork(nullptr, nullptr, [] {
    roles::forget();
    forget_queues();
    forget_memory();
    forget_porter();
  });
}

}  // namespace

const Real &real() {
  return is_layer.load(std::memory_order_acquire) ? behind : find_real<Real>(loader(), kNames);
}

}  // namespace heddle::opencl

using namespace heddle::opencl;

extern "C" {

HEDDLE_EXPORT cl_int clGetLayerInfo(cl_uint param_name, size_t param_value_size, void *param_value,
                                    size_t *param_value_size_ret) {
  if (param_name != kLayerVersion) return kInvalidValue;
  if (param_value && param_value_size < sizeof(cl_uint)) return kInvalidValue;
  if (param_value) *static_cast<cl_uint *>(param_value) = kLayerVersion100;
  if (param_value_size_ret) *param_value_size_ret = sizeof(cl_uint);
  return kSuccess;
}

HEDDLE_EXPORT cl_int clInitLayer(cl_uint num_entries, const void *target_dispatch,
                                 cl_uint *num_entries_ret, const void **layer_dispatch_ret) {
  if (!target_dispatch || !num_entries_ret || !layer_dispatch_ret) return kInvalidValue;
  // What we do not know is passed on as it is, should the loader know more than we do.
  static void *table[1024];
  const cl_uint count = num_entries < 1024 ? num_entries : 1024;
  auto *const *target = static_cast<void *const *>(target_dispatch);
  for (cl_uint i = 0; i < count; i++) {
    void *replaced = i < kPlaces ? ours(kDispatch[i]) : nullptr;
    table[i] = replaced && target[i] ? replaced : target[i];
  }
  auto *place = reinterpret_cast<void **>(&behind);
  for (const char *name : kNames) {
    *place = nullptr;
    for (cl_uint i = 0; i < count && i < kPlaces; i++)
      if (kDispatch[i] && !strcmp(kDispatch[i], name)) *place = target[i];
    place++;
  }
  is_layer.store(true, std::memory_order_release);
  *num_entries_ret = count;
  *layer_dispatch_ret = table;
  return kSuccess;
}

HEDDLE_EXPORT void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                             const char *func_name) {
  return instead_of(real().clGetExtensionFunctionAddressForPlatform(platform, func_name),
                    func_name);
}

HEDDLE_EXPORT void *clGetExtensionFunctionAddress(const char *func_name) {
  return instead_of(real().clGetExtensionFunctionAddress(func_name), func_name);
}

}  // extern C
