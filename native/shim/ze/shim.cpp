// Which streams there are and which device each is on; the functions that need more than their
// role.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <new>

#include "_gen/table.gen.h"
#include "shim/ze/roles.h"

namespace heddle::ze {

const uint32_t kCapabilities = kCapabilityWaitValue;  // through the porter

namespace {

constexpr uint32_t kMostDrivers = 8, kMostDevices = 64;

HandleMap<Known *> streams;
HandleMap<uint32_t> devices, memories;  // of the table, by the handle of a device or its memory

uintptr_t key_of(const void *handle) { return reinterpret_cast<uintptr_t>(handle); }

template <class Value>
void insert(HandleMap<Value> &map, const void *handle, Value value) {
  map.lock();
  if (!map.find(key_of(handle))) map.insert(key_of(handle), value);
  map.unlock();
}

bool is_part_of(ze_device_handle_t device, ze_device_handle_t whole) {
  ze_device_handle_t parts[kMostDevices];
  uint32_t count = kMostDevices;
  if (real().zeDeviceGetSubDevices(whole, &count, parts) != kSuccess) return false;
  for (uint32_t i = 0; i < count; i++)
    if (parts[i] == device) return true;
  return false;
}

// f(whole device, its position among those of all drivers) until it returns true.
template <class F>
bool find_device(F f) {
  ze_driver_handle_t drivers[kMostDrivers];
  ze_device_handle_t found[kMostDevices];
  uint32_t driver_count = kMostDrivers, position = 0;
  if (real().zeDriverGet(&driver_count, drivers) != kSuccess) return false;
  for (uint32_t d = 0; d < driver_count; d++) {
    uint32_t count = kMostDevices;
    if (real().zeDeviceGet(drivers[d], &count, found) != kSuccess) continue;
    for (uint32_t i = 0; i < count; i++)
      if (f(found[i], position++)) return true;
  }
  return false;
}

// ZE_AFFINITY_MASK is a set of devices, or parts of them (3.1): those that are left keep their
// order and are numbered anew. All processes must agree on the number, whatever each is allowed to
// see.
uint32_t unmasked(uint32_t position) {
  const char *mask = getenv("ZE_AFFINITY_MASK");
  if (!mask || !*mask) return position;
  bool wanted[kMostDevices] = {};
  for (const char *at = mask; at; at = strchr(at, ',')) {
    if (*at == ',') at++;
    const long number = strtol(at, nullptr, 10);
    if (number >= 0 && number < long(kMostDevices)) wanted[number] = true;
  }
  for (uint32_t i = 0, left = position; i < kMostDevices; i++)
    if (wanted[i] && left-- == 0) return i;
  return position;
}

uint32_t find_in_table(ze_device_handle_t whole, uint32_t position) {
  DeviceProperties of;
  char name[16], uuid[41] = "GPU-";  // as OpenCL's shim has it: a device of both is one device
  uint32_t index;
  if (real().zeDeviceGetProperties(whole, &of) != kSuccess) return kNoDevice;
  snprintf(name, sizeof name, "%u", unmasked(position));
  char *at = uuid + 4;
  for (int i = 0; i < 16; i++) {
    const bool ends_group = i == 4 || i == 6 || i == 8 || i == 10;
    at += sprintf(at, ends_group ? "-%02x" : "%02x", of.uuid[i]);
  }
  const int status = heddle_device_open("ze", name, uuid, kCapabilities, &index);
  return status == HEDDLE_OK ? index : kNoDevice;
}

bool has_uuid(ze_device_handle_t device, const unsigned char *uuid) {
  DeviceProperties of;
  return real().zeDeviceGetProperties(device, &of) == kSuccess &&
         !memcmp(of.uuid, uuid, sizeof of.uuid);
}

// The management's handle of a device is the same, or one of its own, depending on how the program
// has initialized that.
uint32_t device_of_management(ze_device_handle_t device) {
  uint32_t found = table_device(device);
  SysmanProperties of;
  if (found != kNoDevice || real().zesDeviceGetProperties(device, &of) != kSuccess) return found;
  find_device([&](ze_device_handle_t whole, uint32_t) {
    if (!has_uuid(whole, of.core.uuid)) return false;
    found = table_device(whole);
    return true;
  });
  return found;
}

__attribute__((constructor)) void start() {
  heddle_intercept(kLibrary, kSymbols);
  pthread_atfork(nullptr, nullptr, [] {
    Roles::forget();
    streams.forget();
    devices.forget();
    memories.forget();
    forget_hardware();
  });
}

}  // namespace

const Known *known(const void *stream) {
  Known *const *found = stream ? streams.find(key_of(stream)) : nullptr;
  return found ? *found : nullptr;
}

void note(const Made &made) {
  void *room = malloc(sizeof(Known));
  if (!room) return;
  const void *stream = made.queue ? static_cast<const void *>(made.queue) : made.list;
  insert(streams, stream, new (room) Known{made, table_device(made.device), nullptr});
}

// Its queue is closed already.
void forget(const void *stream) {
  streams.lock();
  Known *const *found = streams.find(key_of(stream));
  Known *of = found ? *found : nullptr;
  streams.erase(key_of(stream));
  streams.unlock();
  if (of && of->hardware) finish(of->hardware);
  free(of);
}

heddle_queue *Vendor::open(const void *stream, Known *) {
  ze::Known *const *found = streams.find(ze::key_of(stream));
  if (!found || (*found)->device == kNoDevice) return nullptr;
  ze::Known &of = **found;
  heddle_hw_queue hardware;
  of.hardware = make_hw_queue(of.made, &hardware);
  if (!of.hardware) return nullptr;
  heddle_queue *queue = heddle_queue_open(of.device, &hardware, ze::key_of(stream));
  if (!queue) hardware.close(hardware.self);
  return queue;
}

bool Vendor::is_capturing(const void *list) {
  const ze::Known *of = known(list);
  return of && real().zeCommandListIsGraphCaptureEnabledExt &&
         real().zeCommandListIsGraphCaptureEnabledExt(of->made.list) == kQueryTrue;
}

uint32_t table_device(ze_device_handle_t device) {
  if (!device) return kNoDevice;
  if (const uint32_t *found = devices.find(key_of(device))) return *found;
  uint32_t index = kNoDevice;
  find_device([&](ze_device_handle_t whole, uint32_t position) {
    if (whole != device && !is_part_of(device, whole)) return false;
    index = find_in_table(whole, position);
    return true;
  });
  if (index != kNoDevice) insert(devices, device, index);
  return index;
}

uint64_t bytes_of(const PhysicalDesc *desc) {
  constexpr uint32_t kOnHost = 2;  // ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST
  return desc && !(desc->flags & kOnHost) ? desc->size : 0;
}

// As many bits as a pixel has, by ze_image_format_layout_t; alignment is the driver's, and unknown.
uint64_t bytes_of(const ImageDesc *desc) {
  static constexpr unsigned char kBits[] = {
      8,  16, 32, 16, 32, 32, 64, 64, 128, 32, 32, 16, 16, 16, 8, 12, 16, 16, 16, 16, 32, 24, 32,
      24, 16, 24, 32, 32, 8,  16, 16, 8,   8,  64, 32, 12, 12, 8, 16, 16, 24, 24, 24, 24, 48, 96};
  if (!desc || desc->layout >= sizeof kBits) return 0;
  constexpr uint32_t k2D = 2, k3D = 4;  // ze_image_type_t; the odd one behind each is an array
  uint64_t pixels = desc->width;
  if (desc->type >= k2D && desc->type <= k3D && desc->height) pixels *= desc->height;
  if (desc->type == k3D && desc->depth) pixels *= desc->depth;
  if (desc->array_levels) pixels *= desc->array_levels;
  return pixels * kBits[desc->layout] / 8;
}

}  // namespace heddle::ze

using namespace heddle::ze;
using heddle::kNoDevice;
using heddle::show_memory;

extern "C" {

HEDDLE_EXPORT ze_result_t zeCommandQueueCreate(ze_context_handle_t hContext,
                                               ze_device_handle_t hDevice,
                                               const ze_command_queue_desc_t *desc,
                                               ze_command_queue_handle_t *phCommandQueue) {
  const ze_result_t result = real().zeCommandQueueCreate(hContext, hDevice, desc, phCommandQueue);
  if (result == kSuccess)
    note({hContext, hDevice, *phCommandQueue, nullptr, desc->ordinal, desc->mode == kSynchronous});
  return result;
}

HEDDLE_EXPORT ze_result_t zeCommandListCreateImmediate(ze_context_handle_t hContext,
                                                       ze_device_handle_t hDevice,
                                                       const ze_command_queue_desc_t *altdesc,
                                                       ze_command_list_handle_t *phCommandList) {
  const ze_result_t result =
      real().zeCommandListCreateImmediate(hContext, hDevice, altdesc, phCommandList);
  if (result == kSuccess)
    note({hContext, hDevice, nullptr, *phCommandList, altdesc->ordinal,
          altdesc->mode == kSynchronous});
  return result;
}

HEDDLE_EXPORT ze_result_t zeDeviceSynchronize(ze_device_handle_t hDevice) {
  const uint32_t device = table_device(hDevice);
  auto is_there = [&](uintptr_t key, const heddle::OnlyQueue &) {
    const Known *of = known(reinterpret_cast<const void *>(key));
    return of && of->device == device;
  };
  return heddle::waiting(
      Roles::waited_where(is_there), [&] { return real().zeDeviceSynchronize(hDevice); },
      is_drained);
}

HEDDLE_EXPORT ze_result_t zeDriverGetExtensionFunctionAddress(ze_driver_handle_t hDriver,
                                                              const char *name,
                                                              void **ppFunctionAddress) {
  const ze_result_t result =
      real().zeDriverGetExtensionFunctionAddress(hDriver, name, ppFunctionAddress);
  if (result != kSuccess) return result;
  for (const heddle_symbol *symbol = kSymbols; symbol->name; symbol++)
    if (!strcmp(symbol->name, name)) *ppFunctionAddress = symbol->ours;
  return result;
}

// -- what a program is shown of a device's memory -------------------------------------------------

HEDDLE_EXPORT ze_result_t zeDeviceGetProperties(ze_device_handle_t hDevice,
                                                ze_device_properties_t *pDeviceProperties) {
  const ze_result_t result = real().zeDeviceGetProperties(hDevice, pDeviceProperties);
  if (result == kSuccess)
    show_memory(table_device(hDevice), nullptr, &pDeviceProperties->max_allocation);
  return result;
}

HEDDLE_EXPORT ze_result_t zeDeviceGetMemoryProperties(
    ze_device_handle_t hDevice, uint32_t *pCount, ze_device_memory_properties_t *pMemProperties) {
  const ze_result_t result = real().zeDeviceGetMemoryProperties(hDevice, pCount, pMemProperties);
  for (uint32_t i = 0; result == kSuccess && pMemProperties && i < *pCount; i++)
    show_memory(table_device(hDevice), nullptr, &pMemProperties[i].total_bytes);
  return result;
}

HEDDLE_EXPORT ze_result_t zesDeviceEnumMemoryModules(zes_device_handle_t hDevice, uint32_t *pCount,
                                                     zes_mem_handle_t *phMemory) {
  const ze_result_t result = real().zesDeviceEnumMemoryModules(hDevice, pCount, phMemory);
  if (result != kSuccess || !phMemory) return result;
  const uint32_t device = device_of_management(hDevice);
  for (uint32_t i = 0; i < *pCount; i++) insert(memories, phMemory[i], device);
  return result;
}

HEDDLE_EXPORT ze_result_t zesMemoryGetState(zes_mem_handle_t hMemory, zes_mem_state_t *pState) {
  const ze_result_t result = real().zesMemoryGetState(hMemory, pState);
  const uint32_t *device = memories.find(key_of(hMemory));
  if (result == kSuccess && device) show_memory(*device, &pState->free_bytes, &pState->total_bytes);
  return result;
}

}  // extern C
