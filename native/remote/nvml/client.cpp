// NVIDIA's management library for a program whose device is elsewhere: older forms of functions,
// structures that go both ways, and what nobody needs to be asked for.
#include "remote/client.h"

#include "remote/nvml/api.h"

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace heddle::remote;

namespace {

bool is_device(nvmlDevice_t device) {
  return Client::get().handles.find(uint64_t(device), kKindNvmlDevice_t) == Known::kYes;
}

// What a process has of a device, other programs are not told.
nvmlReturn_t no_processes(nvmlDevice_t device, unsigned *count) {
  if (!count || !is_device(device)) return kInvalidArgument;
  *count = 0;
  return kSuccess;
}

// How much of the structure there is depends on its version: only one that we know is looked into.
template <class T>
nvmlReturn_t ask_versioned(uint16_t function, nvmlDevice_t device, T *place, unsigned version) {
  if (place && version_of(place) != version) return kVersionMismatch;
  Call call(function);
  call.handle(kKindNvmlDevice_t, device);
  call.given(place, 1);
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(place, 1);
  return result;
}

// The older structures are the beginning of the newer one, without the longer address.
constexpr size_t kOldest = 32, kOlder = 36;  // to pciDeviceId, to pciSubSystemId

nvmlReturn_t older(nvmlReturn_t result, const nvmlPciInfo_t &found, nvmlPciInfo_v2_t *pci,
                   size_t size) {
  if (result == kSuccess && !pci) return kInvalidArgument;
  if (result == kSuccess) memcpy(pci, &found, size);
  return result;
}

}  // namespace

// -- what has been replaced since
HEDDLE_EXPORT nvmlReturn_t nvmlInit() { return nvmlInit_v2(); }
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetCount(unsigned *deviceCount) {
  return nvmlDeviceGetCount_v2(deviceCount);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device) {
  return nvmlDeviceGetHandleByIndex_v2(index, device);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *pciBusId,
                                                         nvmlDevice_t *device) {
  return nvmlDeviceGetHandleByPciBusId_v2(pciBusId, device);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_v2_t *pci) {
  nvmlPciInfo_t found{};
  return older(nvmlDeviceGetPciInfo_v3(device, &found), found, pci, kOldest);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, nvmlPciInfo_v2_t *pci) {
  nvmlPciInfo_t found{};
  return older(nvmlDeviceGetPciInfo_v3(device, &found), found, pci, kOlder);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo(nvmlDevice_t device, unsigned link,
                                                            nvmlPciInfo_v2_t *pci) {
  nvmlPciInfo_t found{};
  return older(nvmlDeviceGetNvLinkRemotePciInfo_v2(device, link, &found), found, pci, kOlder);
}

// -- structures whose beginning is the caller's
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device,
                                                      nvmlMemory_v2_t *memory) {
  return ask_versioned(kNvmlDeviceGetMemoryInfo_v2, device, memory, kMemory2);
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetTemperatureV(nvmlDevice_t device,
                                                     nvmlTemperature_t *temperature) {
  return ask_versioned(kNvmlDeviceGetTemperatureV, device, temperature, kTemperature1);
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t device, int valuesCount,
                                                    nvmlFieldValue_t *values) {
  if (valuesCount < 0) return kInvalidArgument;
  Call call(kNvmlDeviceGetFieldValues);
  call.handle(kKindNvmlDevice_t, device);
  call.value(valuesCount);
  call.given(values, uint64_t(valuesCount));
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(values, uint64_t(valuesCount));
  return result;
}

// -- what is not there
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetComputeRunningProcesses(nvmlDevice_t device,
                                                                unsigned *infoCount,
                                                                nvmlProcessInfo_v1_t *) {
  return no_processes(device, infoCount);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v2(nvmlDevice_t device,
                                                                   unsigned *infoCount,
                                                                   nvmlProcessInfo_v2_t *) {
  return no_processes(device, infoCount);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device,
                                                                   unsigned *infoCount,
                                                                   nvmlProcessInfo_t *) {
  return no_processes(device, infoCount);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses(nvmlDevice_t device,
                                                                 unsigned *infoCount,
                                                                 nvmlProcessInfo_v1_t *) {
  return no_processes(device, infoCount);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v2(nvmlDevice_t device,
                                                                    unsigned *infoCount,
                                                                    nvmlProcessInfo_v2_t *) {
  return no_processes(device, infoCount);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v3(nvmlDevice_t device,
                                                                    unsigned *infoCount,
                                                                    nvmlProcessInfo_t *) {
  return no_processes(device, infoCount);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMPSComputeRunningProcesses(nvmlDevice_t device,
                                                                   unsigned *infoCount,
                                                                   nvmlProcessInfo_v1_t *) {
  return no_processes(device, infoCount);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMPSComputeRunningProcesses_v2(nvmlDevice_t device,
                                                                      unsigned *infoCount,
                                                                      nvmlProcessInfo_v2_t *) {
  return no_processes(device, infoCount);
}
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMPSComputeRunningProcesses_v3(nvmlDevice_t device,
                                                                      unsigned *infoCount,
                                                                      nvmlProcessInfo_t *) {
  return no_processes(device, infoCount);
}

// A program that may use a part of a device finds that part among the devices.
HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMigDeviceHandleByIndex(nvmlDevice_t device, unsigned,
                                                               nvmlDevice_t *migDevice) {
  return migDevice && is_device(device) ? kNotFound : kInvalidArgument;
}

HEDDLE_EXPORT const char *nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
    case 0: return "Success";
    case 1: return "Uninitialized";
    case 2: return "Invalid Argument";
    case 3: return "Not Supported";
    case 4: return "Insufficient Permissions";
    case 5: return "Already Initialized";
    case 6: return "Not Found";
    case 7: return "Insufficient Size";
    case 8: return "Insufficient External Power";
    case 9: return "Driver Not Loaded";
    case 10: return "Timeout";
    case 11: return "Interrupt Request Issue";
    case 12: return "NVML Shared Library Not Found";
    case 13: return "Function Not Found";
    case 14: return "Corrupted infoROM";
    case 15: return "GPU is lost";
    case 16: return "GPU requires reset";
    case 17: return "GPU access blocked by the operating system";
    case 18: return "Driver/library version mismatch";
    case 19: return "In use by another client";
    case 20: return "Insufficient Memory";
    case 21: return "No data";
    case 22: return "vGPU ECC not supported";
    case 23: return "Insufficient Resources";
    case 24: return "Invalid Frequency";
    case 25: return "Argument version mismatch";
    case 26: return "Requested functionality has been deprecated";
    case 27: return "System is not in ready state";
    case 28: return "No supported GPUs were found";
    case 29: return "Resource not in correct state to perform requested operation";
    case 30: return "Reset type is not supported for given device";
    default: return "Unknown Error";
  }
}
