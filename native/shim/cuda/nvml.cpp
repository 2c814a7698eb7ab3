// The memory quota as NVIDIA's management library tells it: nvidia-smi and monitors ask that one
// and not the driver. It is in this shim because it shows what this shim counts, of the same
// devices; a separate library would have to be preloaded into every program as well.
//
// Everything else that the library says is of the whole device, and goes by without us.
#include <cstdio>
#include <cstdlib>

#include "hal/real.h"
#include "shim/amounts.h"
#include "shim/cuda/bus.h"

namespace {

// Facts of nvml.h, API 13: nvmlReturn_t, nvmlMemory_t, nvmlMemory_v2_t, nvmlPciInfo_t. A device is
// an address that only the library knows.
enum : int { kNvmlSuccess = 0, kNvmlFunctionNotFound = 13 };
constexpr unsigned kUuidRoom = 96;  // NVML_DEVICE_UUID_V2_BUFFER_SIZE

struct NvmlMemory {
  uint64_t total, free, used;
};
struct NvmlMemory2 {
  unsigned version;
  uint64_t total, reserved, free, used;
};
struct NvmlPciInfo {
  char legacy_bus_id[16];
  unsigned domain, bus, device, ids, subsystem;
  char bus_id[32];
};

struct Nvml {
  int (*memory)(void *, NvmlMemory *);
  int (*memory_2)(void *, NvmlMemory2 *);
  int (*is_mig)(void *, unsigned *);
  int (*pci)(void *, NvmlPciInfo *);
  int (*index)(void *, unsigned *);
  int (*uuid)(void *, char *, unsigned);
};
constexpr const char *kNvmlLibrary = "libnvidia-ml.so.1";
constexpr const char *kNvmlNames[] = {
    "nvmlDeviceGetMemoryInfo", "nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceIsMigDeviceHandle",
    "nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetIndex",         "nvmlDeviceGetUUID",
};

const Nvml &nvml() { return heddle::find_real<Nvml>(kNvmlLibrary, kNvmlNames); }

// Asked before we join the table: a monitor without a limit leaves no trace there, and where there
// is no table nothing is said about it.
bool may_have_limit() {
  heddle_plan asked;
  switch (heddle_program_get_asked(0, &asked)) {
    case HEDDLE_OK: return asked.memory_limit != 0;
    case HEDDLE_ERROR_NOT_FOUND: return getenv("HEDDLE_MEM");  // it makes its program by joining
    case HEDDLE_ERROR_GUEST: return true;                      // a guest must join to look
    default: return false;
  }
}

// The device's number in the table; kNoDevice: what the library says is left as it is. Not
// remembered: a handle may stand for another device when the library was started anew.
uint32_t limited_device(void *handle) {
  if (!may_have_limit()) return heddle::kNoDevice;
  unsigned is_mig = 0, index = 0;
  if (nvml().is_mig && nvml().is_mig(handle, &is_mig) == kNvmlSuccess && is_mig)
    return heddle::kNoDevice;  // it has a limit of its own, in hardware
  NvmlPciInfo pci = {};
  if (!nvml().pci || nvml().pci(handle, &pci) != kNvmlSuccess) return heddle::kNoDevice;
  if (nvml().index) nvml().index(handle, &index);
  char bus_id[32], name[16], uuid[kUuidRoom] = "";
  snprintf(bus_id, sizeof bus_id, "%04x:%02x:%02x.0", pci.domain, pci.bus, pci.device);
  snprintf(name, sizeof name, "%d", heddle::cuda::place_on_bus(bus_id, int(index)));
  if (nvml().uuid && nvml().uuid(handle, uuid, sizeof uuid) != kNvmlSuccess) uuid[0] = 0;
  uint32_t device;
  const bool found = heddle_device_find("cuda", name, uuid, &device) == HEDDLE_OK;
  return found ? device : heddle::kNoDevice;
}

}  // namespace

extern "C" {

HEDDLE_EXPORT int nvmlDeviceGetMemoryInfo(void *device, NvmlMemory *memory) {
  if (!nvml().memory) return kNvmlFunctionNotFound;
  const int result = nvml().memory(device, memory);
  if (result == kNvmlSuccess)
    heddle::show_memory(limited_device(device), &memory->free, &memory->total, &memory->used);
  return result;
}

HEDDLE_EXPORT int nvmlDeviceGetMemoryInfo_v2(void *device, NvmlMemory2 *memory) {
  if (!nvml().memory_2) return kNvmlFunctionNotFound;
  const int result = nvml().memory_2(device, memory);
  if (result == kNvmlSuccess &&
      heddle::show_memory(limited_device(device), &memory->free, &memory->total, &memory->used))
    memory->reserved = 0;  // what the driver keeps is not taken from the limit
  return result;
}

}  // extern C

namespace {

const heddle_symbol kNvmlSymbols[] = {
    {"nvmlDeviceGetMemoryInfo", reinterpret_cast<void *>(&nvmlDeviceGetMemoryInfo)},
    {"nvmlDeviceGetMemoryInfo_v2", reinterpret_cast<void *>(&nvmlDeviceGetMemoryInfo_v2)},
    {nullptr, nullptr},
};

__attribute__((constructor)) void start() { heddle_intercept(kNvmlLibrary, kNvmlSymbols); }

}  // namespace
