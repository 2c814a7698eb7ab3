// Made by tools/gen from facts/nvml.toml (nvml.h, version 13). Do not edit.
#include "_gen/nvml_remote.gen.h"
#include "remote/client.h"

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace heddle::remote;

static bool sticks(int32_t result) {
  switch (result) {
    default: return false;
  }
}

const ClientFacts heddle::remote::kFacts = {"nvml", "", 0, 2, 1, 3, 9, 15, sticks, false, kForwarded, also, wrong_handle};

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceClearAccountingPids(nvmlDevice_t device) {
  static_cast<void>(device);
  return nvmlReturn_t(refuse("nvmlDeviceClearAccountingPids"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceClearCpuAffinity(nvmlDevice_t device) {
  static_cast<void>(device);
  return nvmlReturn_t(refuse("nvmlDeviceClearCpuAffinity"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceClearEccErrorCounts(nvmlDevice_t device, nvmlEccCounterType_t counterType) {
  static_cast<void>(device);
  static_cast<void>(counterType);
  return nvmlReturn_t(refuse("nvmlDeviceClearEccErrorCounts"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceClearFieldValues(nvmlDevice_t device, int valuesCount, nvmlFieldValue_t *values) {
  static_cast<void>(device);
  static_cast<void>(valuesCount);
  static_cast<void>(values);
  return nvmlReturn_t(refuse("nvmlDeviceClearFieldValues"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceCreateGpuInstance(nvmlDevice_t device, unsigned profileId, nvmlGpuInstance_t *gpuInstance) {
  static_cast<void>(device);
  static_cast<void>(profileId);
  static_cast<void>(gpuInstance);
  return nvmlReturn_t(refuse("nvmlDeviceCreateGpuInstance"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetAdaptiveClockInfoStatus(nvmlDevice_t device, unsigned *adaptiveClockStatus) {
  Call call(kNvmlDeviceGetAdaptiveClockInfoStatus);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(adaptiveClockStatus);
  const auto result = nvmlReturn_t(call.ask());
  call.take(adaptiveClockStatus);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t device, nvmlClockType_t clockType, unsigned *clockMHz) {
  Call call(kNvmlDeviceGetApplicationsClock);
  call.handle(kKindNvmlDevice_t, device);
  call.value(clockType);
  call.wanted(clockMHz);
  const auto result = nvmlReturn_t(call.ask());
  call.take(clockMHz);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, nvmlDeviceArchitecture_t *arch) {
  Call call(kNvmlDeviceGetArchitecture);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(arch);
  const auto result = nvmlReturn_t(call.ask());
  call.take(arch);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetBAR1MemoryInfo(nvmlDevice_t device, nvmlBAR1Memory_t *bar1Memory) {
  Call call(kNvmlDeviceGetBAR1MemoryInfo);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(bar1Memory);
  const auto result = nvmlReturn_t(call.ask());
  call.take(bar1Memory);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetBoardId(nvmlDevice_t device, unsigned *boardId) {
  Call call(kNvmlDeviceGetBoardId);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(boardId);
  const auto result = nvmlReturn_t(call.ask());
  call.take(boardId);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetBoardPartNumber(nvmlDevice_t device, char *partNumber, unsigned length) {
  Call call(kNvmlDeviceGetBoardPartNumber);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(partNumber);
  call.value(length);
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(partNumber, length);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetBrand(nvmlDevice_t device, nvmlBrandType_t *type) {
  Call call(kNvmlDeviceGetBrand);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(type);
  const auto result = nvmlReturn_t(call.ask());
  call.take(type);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetBusType(nvmlDevice_t device, nvmlBusType_t *type) {
  Call call(kNvmlDeviceGetBusType);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(type);
  const auto result = nvmlReturn_t(call.ask());
  call.take(type);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t device, nvmlClockType_t clockType, nvmlClockId_t clockId, unsigned *clockMHz) {
  Call call(kNvmlDeviceGetClock);
  call.handle(kKindNvmlDevice_t, device);
  call.value(clockType);
  call.value(clockId);
  call.wanted(clockMHz);
  const auto result = nvmlReturn_t(call.ask());
  call.take(clockMHz);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned *clock) {
  Call call(kNvmlDeviceGetClockInfo);
  call.handle(kKindNvmlDevice_t, device);
  call.value(type);
  call.wanted(clock);
  const auto result = nvmlReturn_t(call.ask());
  call.take(clock);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, nvmlComputeMode_t *mode) {
  Call call(kNvmlDeviceGetComputeMode);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(mode);
  const auto result = nvmlReturn_t(call.ask());
  call.take(mode);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *deviceCount) {
  Call call(kNvmlDeviceGetCount_v2);
  call.wanted(deviceCount);
  const auto result = nvmlReturn_t(call.ask());
  call.take(deviceCount);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor) {
  Call call(kNvmlDeviceGetCudaComputeCapability);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(major);
  call.wanted(minor);
  const auto result = nvmlReturn_t(call.ask());
  call.take(major);
  call.take(minor);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetCurrPcieLinkGeneration(nvmlDevice_t device, unsigned *currLinkGen) {
  Call call(kNvmlDeviceGetCurrPcieLinkGeneration);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(currLinkGen);
  const auto result = nvmlReturn_t(call.ask());
  call.take(currLinkGen);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetCurrPcieLinkWidth(nvmlDevice_t device, unsigned *currLinkWidth) {
  Call call(kNvmlDeviceGetCurrPcieLinkWidth);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(currLinkWidth);
  const auto result = nvmlReturn_t(call.ask());
  call.take(currLinkWidth);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetCurrentClocksEventReasons(nvmlDevice_t device, unsigned long long *clocksEventReasons) {
  Call call(kNvmlDeviceGetCurrentClocksEventReasons);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(clocksEventReasons);
  const auto result = nvmlReturn_t(call.ask());
  call.take(clocksEventReasons);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t device, unsigned long long *clocksThrottleReasons) {
  Call call(kNvmlDeviceGetCurrentClocksThrottleReasons);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(clocksThrottleReasons);
  const auto result = nvmlReturn_t(call.ask());
  call.take(clocksThrottleReasons);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetDecoderUtilization(nvmlDevice_t device, unsigned *utilization, unsigned *samplingPeriodUs) {
  Call call(kNvmlDeviceGetDecoderUtilization);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(utilization);
  call.wanted(samplingPeriodUs);
  const auto result = nvmlReturn_t(call.ask());
  call.take(utilization);
  call.take(samplingPeriodUs);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetDefaultApplicationsClock(nvmlDevice_t device, nvmlClockType_t clockType, unsigned *clockMHz) {
  Call call(kNvmlDeviceGetDefaultApplicationsClock);
  call.handle(kKindNvmlDevice_t, device);
  call.value(clockType);
  call.wanted(clockMHz);
  const auto result = nvmlReturn_t(call.ask());
  call.take(clockMHz);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetDisplayActive(nvmlDevice_t device, nvmlEnableState_t *isActive) {
  Call call(kNvmlDeviceGetDisplayActive);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(isActive);
  const auto result = nvmlReturn_t(call.ask());
  call.take(isActive);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetDisplayMode(nvmlDevice_t device, nvmlEnableState_t *display) {
  Call call(kNvmlDeviceGetDisplayMode);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(display);
  const auto result = nvmlReturn_t(call.ask());
  call.take(display);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetEccMode(nvmlDevice_t device, nvmlEnableState_t *current, nvmlEnableState_t *pending) {
  Call call(kNvmlDeviceGetEccMode);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(current);
  call.wanted(pending);
  const auto result = nvmlReturn_t(call.ask());
  call.take(current);
  call.take(pending);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetEncoderUtilization(nvmlDevice_t device, unsigned *utilization, unsigned *samplingPeriodUs) {
  Call call(kNvmlDeviceGetEncoderUtilization);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(utilization);
  call.wanted(samplingPeriodUs);
  const auto result = nvmlReturn_t(call.ask());
  call.take(utilization);
  call.take(samplingPeriodUs);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t device, unsigned *limit) {
  Call call(kNvmlDeviceGetEnforcedPowerLimit);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(limit);
  const auto result = nvmlReturn_t(call.ask());
  call.take(limit);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned *speed) {
  Call call(kNvmlDeviceGetFanSpeed);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(speed);
  const auto result = nvmlReturn_t(call.ask());
  call.take(speed);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetFanSpeed_v2(nvmlDevice_t device, unsigned fan, unsigned *speed) {
  Call call(kNvmlDeviceGetFanSpeed_v2);
  call.handle(kKindNvmlDevice_t, device);
  call.value(fan);
  call.wanted(speed);
  const auto result = nvmlReturn_t(call.ask());
  call.take(speed);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetGpuFabricInfoV(nvmlDevice_t device, nvmlGpuFabricInfoV_t *gpuFabricInfo) {
  static_cast<void>(device);
  static_cast<void>(gpuFabricInfo);
  return nvmlReturn_t(refuse("nvmlDeviceGetGpuFabricInfoV"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetGpuMaxPcieLinkGeneration(nvmlDevice_t device, unsigned *maxLinkGenDevice) {
  Call call(kNvmlDeviceGetGpuMaxPcieLinkGeneration);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(maxLinkGenDevice);
  const auto result = nvmlReturn_t(call.ask());
  call.take(maxLinkGenDevice);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetGpuOperationMode(nvmlDevice_t device, nvmlGpuOperationMode_t *current, nvmlGpuOperationMode_t *pending) {
  Call call(kNvmlDeviceGetGpuOperationMode);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(current);
  call.wanted(pending);
  const auto result = nvmlReturn_t(call.ask());
  call.take(current);
  call.take(pending);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetGspFirmwareVersion(nvmlDevice_t device, char *version) {
  Call call(kNvmlDeviceGetGspFirmwareVersion);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(version);
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(version, 64);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device) {
  Call call(kNvmlDeviceGetHandleByIndex_v2);
  call.value(index);
  call.made(kKindNvmlDevice_t, device);
  const auto result = nvmlReturn_t(call.ask());
  call.take_found(kKindNvmlDevice_t, device);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *pciBusId, nvmlDevice_t *device) {
  Call call(kNvmlDeviceGetHandleByPciBusId_v2);
  call.text(pciBusId);
  call.made(kKindNvmlDevice_t, device);
  const auto result = nvmlReturn_t(call.ask());
  call.take_found(kKindNvmlDevice_t, device);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetHandleBySerial(const char *serial, nvmlDevice_t *device) {
  Call call(kNvmlDeviceGetHandleBySerial);
  call.text(serial);
  call.made(kKindNvmlDevice_t, device);
  const auto result = nvmlReturn_t(call.ask());
  call.take_found(kKindNvmlDevice_t, device);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device) {
  Call call(kNvmlDeviceGetHandleByUUID);
  call.text(uuid);
  call.made(kKindNvmlDevice_t, device);
  const auto result = nvmlReturn_t(call.ask());
  call.take_found(kKindNvmlDevice_t, device);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *index) {
  Call call(kNvmlDeviceGetIndex);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(index);
  const auto result = nvmlReturn_t(call.ask());
  call.take(index);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetInforomImageVersion(nvmlDevice_t device, char *version, unsigned length) {
  Call call(kNvmlDeviceGetInforomImageVersion);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(version);
  call.value(length);
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(version, length);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetIrqNum(nvmlDevice_t device, unsigned *irqNum) {
  Call call(kNvmlDeviceGetIrqNum);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(irqNum);
  const auto result = nvmlReturn_t(call.ask());
  call.take(irqNum);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned *clock) {
  Call call(kNvmlDeviceGetMaxClockInfo);
  call.handle(kKindNvmlDevice_t, device);
  call.value(type);
  call.wanted(clock);
  const auto result = nvmlReturn_t(call.ask());
  call.take(clock);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMaxCustomerBoostClock(nvmlDevice_t device, nvmlClockType_t clockType, unsigned *clockMHz) {
  Call call(kNvmlDeviceGetMaxCustomerBoostClock);
  call.handle(kKindNvmlDevice_t, device);
  call.value(clockType);
  call.wanted(clockMHz);
  const auto result = nvmlReturn_t(call.ask());
  call.take(clockMHz);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMaxMigDeviceCount(nvmlDevice_t device, unsigned *count) {
  Call call(kNvmlDeviceGetMaxMigDeviceCount);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(count);
  const auto result = nvmlReturn_t(call.ask());
  call.take(count);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMaxPcieLinkGeneration(nvmlDevice_t device, unsigned *maxLinkGen) {
  Call call(kNvmlDeviceGetMaxPcieLinkGeneration);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(maxLinkGen);
  const auto result = nvmlReturn_t(call.ask());
  call.take(maxLinkGen);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMaxPcieLinkWidth(nvmlDevice_t device, unsigned *maxLinkWidth) {
  Call call(kNvmlDeviceGetMaxPcieLinkWidth);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(maxLinkWidth);
  const auto result = nvmlReturn_t(call.ask());
  call.take(maxLinkWidth);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned *busWidth) {
  Call call(kNvmlDeviceGetMemoryBusWidth);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(busWidth);
  const auto result = nvmlReturn_t(call.ask());
  call.take(busWidth);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMemoryErrorCounter(nvmlDevice_t device, nvmlMemoryErrorType_t errorType, nvmlEccCounterType_t counterType, nvmlMemoryLocation_t locationType, unsigned long long *count) {
  Call call(kNvmlDeviceGetMemoryErrorCounter);
  call.handle(kKindNvmlDevice_t, device);
  call.value(errorType);
  call.value(counterType);
  call.value(locationType);
  call.wanted(count);
  const auto result = nvmlReturn_t(call.ask());
  call.take(count);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory) {
  Call call(kNvmlDeviceGetMemoryInfo);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(memory);
  const auto result = nvmlReturn_t(call.ask());
  call.take(memory);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t device, unsigned *currentMode, unsigned *pendingMode) {
  Call call(kNvmlDeviceGetMigMode);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(currentMode);
  call.wanted(pendingMode);
  const auto result = nvmlReturn_t(call.ask());
  call.take(currentMode);
  call.take(pendingMode);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned *minorNumber) {
  Call call(kNvmlDeviceGetMinorNumber);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(minorNumber);
  const auto result = nvmlReturn_t(call.ask());
  call.take(minorNumber);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetModuleId(nvmlDevice_t device, unsigned *moduleId) {
  Call call(kNvmlDeviceGetModuleId);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(moduleId);
  const auto result = nvmlReturn_t(call.ask());
  call.take(moduleId);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetMultiGpuBoard(nvmlDevice_t device, unsigned *multiGpuBool) {
  Call call(kNvmlDeviceGetMultiGpuBoard);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(multiGpuBool);
  const auto result = nvmlReturn_t(call.ask());
  call.take(multiGpuBool);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length) {
  Call call(kNvmlDeviceGetName);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(name);
  call.value(length);
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(name, length);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetNumFans(nvmlDevice_t device, unsigned *numFans) {
  Call call(kNvmlDeviceGetNumFans);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(numFans);
  const auto result = nvmlReturn_t(call.ask());
  call.take(numFans);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetNumGpuCores(nvmlDevice_t device, unsigned *numCores) {
  Call call(kNvmlDeviceGetNumGpuCores);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(numCores);
  const auto result = nvmlReturn_t(call.ask());
  call.take(numCores);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetNvLinkCapability(nvmlDevice_t device, unsigned link, nvmlNvLinkCapability_t capability, unsigned *capResult) {
  Call call(kNvmlDeviceGetNvLinkCapability);
  call.handle(kKindNvmlDevice_t, device);
  call.value(link);
  call.value(capability);
  call.wanted(capResult);
  const auto result = nvmlReturn_t(call.ask());
  call.take(capResult);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetNvLinkRemoteDeviceType(nvmlDevice_t device, unsigned link, nvmlIntNvLinkDeviceType_t *pNvLinkDeviceType) {
  Call call(kNvmlDeviceGetNvLinkRemoteDeviceType);
  call.handle(kKindNvmlDevice_t, device);
  call.value(link);
  call.wanted(pNvLinkDeviceType);
  const auto result = nvmlReturn_t(call.ask());
  call.take(pNvLinkDeviceType);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t device, unsigned link, nvmlPciInfo_t *pci) {
  Call call(kNvmlDeviceGetNvLinkRemotePciInfo_v2);
  call.handle(kKindNvmlDevice_t, device);
  call.value(link);
  call.wanted(pci);
  const auto result = nvmlReturn_t(call.ask());
  call.take(pci);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t device, unsigned link, nvmlEnableState_t *isActive) {
  Call call(kNvmlDeviceGetNvLinkState);
  call.handle(kKindNvmlDevice_t, device);
  call.value(link);
  call.wanted(isActive);
  const auto result = nvmlReturn_t(call.ask());
  call.take(isActive);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetNvLinkVersion(nvmlDevice_t device, unsigned link, unsigned *version) {
  Call call(kNvmlDeviceGetNvLinkVersion);
  call.handle(kKindNvmlDevice_t, device);
  call.value(link);
  call.wanted(version);
  const auto result = nvmlReturn_t(call.ask());
  call.take(version);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t device1, nvmlDevice_t device2, nvmlGpuP2PCapsIndex_t p2pIndex, nvmlGpuP2PStatus_t *p2pStatus) {
  Call call(kNvmlDeviceGetP2PStatus);
  call.handle(kKindNvmlDevice_t, device1);
  call.handle(kKindNvmlDevice_t, device2);
  call.value(p2pIndex);
  call.wanted(p2pStatus);
  const auto result = nvmlReturn_t(call.ask());
  call.take(p2pStatus);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *pci) {
  Call call(kNvmlDeviceGetPciInfo_v3);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(pci);
  const auto result = nvmlReturn_t(call.ask());
  call.take(pci);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPcieLinkMaxSpeed(nvmlDevice_t device, unsigned *maxSpeed) {
  Call call(kNvmlDeviceGetPcieLinkMaxSpeed);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(maxSpeed);
  const auto result = nvmlReturn_t(call.ask());
  call.take(maxSpeed);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPcieReplayCounter(nvmlDevice_t device, unsigned *value) {
  Call call(kNvmlDeviceGetPcieReplayCounter);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(value);
  const auto result = nvmlReturn_t(call.ask());
  call.take(value);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPcieSpeed(nvmlDevice_t device, unsigned *pcieSpeed) {
  Call call(kNvmlDeviceGetPcieSpeed);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(pcieSpeed);
  const auto result = nvmlReturn_t(call.ask());
  call.take(pcieSpeed);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPcieThroughput(nvmlDevice_t device, nvmlPcieUtilCounter_t counter, unsigned *value) {
  Call call(kNvmlDeviceGetPcieThroughput);
  call.handle(kKindNvmlDevice_t, device);
  call.value(counter);
  call.wanted(value);
  const auto result = nvmlReturn_t(call.ask());
  call.take(value);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPerformanceState(nvmlDevice_t device, nvmlPstates_t *pState) {
  Call call(kNvmlDeviceGetPerformanceState);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(pState);
  const auto result = nvmlReturn_t(call.ask());
  call.take(pState);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, nvmlEnableState_t *mode) {
  Call call(kNvmlDeviceGetPersistenceMode);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(mode);
  const auto result = nvmlReturn_t(call.ask());
  call.take(mode);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPowerManagementDefaultLimit(nvmlDevice_t device, unsigned *defaultLimit) {
  Call call(kNvmlDeviceGetPowerManagementDefaultLimit);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(defaultLimit);
  const auto result = nvmlReturn_t(call.ask());
  call.take(defaultLimit);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t device, unsigned *limit) {
  Call call(kNvmlDeviceGetPowerManagementLimit);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(limit);
  const auto result = nvmlReturn_t(call.ask());
  call.take(limit);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPowerManagementLimitConstraints(nvmlDevice_t device, unsigned *minLimit, unsigned *maxLimit) {
  Call call(kNvmlDeviceGetPowerManagementLimitConstraints);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(minLimit);
  call.wanted(maxLimit);
  const auto result = nvmlReturn_t(call.ask());
  call.take(minLimit);
  call.take(maxLimit);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPowerManagementMode(nvmlDevice_t device, nvmlEnableState_t *mode) {
  Call call(kNvmlDeviceGetPowerManagementMode);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(mode);
  const auto result = nvmlReturn_t(call.ask());
  call.take(mode);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPowerState(nvmlDevice_t device, nvmlPstates_t *pState) {
  Call call(kNvmlDeviceGetPowerState);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(pState);
  const auto result = nvmlReturn_t(call.ask());
  call.take(pState);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned *power) {
  Call call(kNvmlDeviceGetPowerUsage);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(power);
  const auto result = nvmlReturn_t(call.ask());
  call.take(power);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetSerial(nvmlDevice_t device, char *serial, unsigned length) {
  Call call(kNvmlDeviceGetSerial);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(serial);
  call.value(length);
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(serial, length);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetSupportedClocksEventReasons(nvmlDevice_t device, unsigned long long *supportedClocksEventReasons) {
  Call call(kNvmlDeviceGetSupportedClocksEventReasons);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(supportedClocksEventReasons);
  const auto result = nvmlReturn_t(call.ask());
  call.take(supportedClocksEventReasons);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetSupportedClocksThrottleReasons(nvmlDevice_t device, unsigned long long *supportedClocksThrottleReasons) {
  Call call(kNvmlDeviceGetSupportedClocksThrottleReasons);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(supportedClocksThrottleReasons);
  const auto result = nvmlReturn_t(call.ask());
  call.take(supportedClocksThrottleReasons);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensorType, unsigned *temp) {
  Call call(kNvmlDeviceGetTemperature);
  call.handle(kKindNvmlDevice_t, device);
  call.value(sensorType);
  call.wanted(temp);
  const auto result = nvmlReturn_t(call.ask());
  call.take(temp);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetTemperatureThreshold(nvmlDevice_t device, nvmlTemperatureThresholds_t thresholdType, unsigned *temp) {
  Call call(kNvmlDeviceGetTemperatureThreshold);
  call.handle(kKindNvmlDevice_t, device);
  call.value(thresholdType);
  call.wanted(temp);
  const auto result = nvmlReturn_t(call.ask());
  call.take(temp);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t device1, nvmlDevice_t device2, nvmlGpuTopologyLevel_t *pathInfo) {
  Call call(kNvmlDeviceGetTopologyCommonAncestor);
  call.handle(kKindNvmlDevice_t, device1);
  call.handle(kKindNvmlDevice_t, device2);
  call.wanted(pathInfo);
  const auto result = nvmlReturn_t(call.ask());
  call.take(pathInfo);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetTotalEccErrors(nvmlDevice_t device, nvmlMemoryErrorType_t errorType, nvmlEccCounterType_t counterType, unsigned long long *eccCounts) {
  Call call(kNvmlDeviceGetTotalEccErrors);
  call.handle(kKindNvmlDevice_t, device);
  call.value(errorType);
  call.value(counterType);
  call.wanted(eccCounts);
  const auto result = nvmlReturn_t(call.ask());
  call.take(eccCounts);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long *energy) {
  Call call(kNvmlDeviceGetTotalEnergyConsumption);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(energy);
  const auto result = nvmlReturn_t(call.ask());
  call.take(energy);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned length) {
  Call call(kNvmlDeviceGetUUID);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(uuid);
  call.value(length);
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(uuid, length);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *utilization) {
  Call call(kNvmlDeviceGetUtilizationRates);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(utilization);
  const auto result = nvmlReturn_t(call.ask());
  call.take(utilization);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetVbiosVersion(nvmlDevice_t device, char *version, unsigned length) {
  Call call(kNvmlDeviceGetVbiosVersion);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(version);
  call.value(length);
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(version, length);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetViolationStatus(nvmlDevice_t device, nvmlPerfPolicyType_t perfPolicyType, nvmlViolationTime_t *violTime) {
  Call call(kNvmlDeviceGetViolationStatus);
  call.handle(kKindNvmlDevice_t, device);
  call.value(perfPolicyType);
  call.wanted(violTime);
  const auto result = nvmlReturn_t(call.ask());
  call.take(violTime);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceGetVirtualizationMode(nvmlDevice_t device, nvmlGpuVirtualizationMode_t *pVirtualMode) {
  Call call(kNvmlDeviceGetVirtualizationMode);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(pVirtualMode);
  const auto result = nvmlReturn_t(call.ask());
  call.take(pVirtualMode);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceIsMigDeviceHandle(nvmlDevice_t device, unsigned *isMigDevice) {
  Call call(kNvmlDeviceIsMigDeviceHandle);
  call.handle(kKindNvmlDevice_t, device);
  call.wanted(isMigDevice);
  const auto result = nvmlReturn_t(call.ask());
  call.take(isMigDevice);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceOnSameBoard(nvmlDevice_t device1, nvmlDevice_t device2, int *onSameBoard) {
  Call call(kNvmlDeviceOnSameBoard);
  call.handle(kKindNvmlDevice_t, device1);
  call.handle(kKindNvmlDevice_t, device2);
  call.wanted(onSameBoard);
  const auto result = nvmlReturn_t(call.ask());
  call.take(onSameBoard);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceResetApplicationsClocks(nvmlDevice_t device) {
  static_cast<void>(device);
  return nvmlReturn_t(refuse("nvmlDeviceResetApplicationsClocks"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceResetGpuLockedClocks(nvmlDevice_t device) {
  static_cast<void>(device);
  return nvmlReturn_t(refuse("nvmlDeviceResetGpuLockedClocks"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceResetMemoryLockedClocks(nvmlDevice_t device) {
  static_cast<void>(device);
  return nvmlReturn_t(refuse("nvmlDeviceResetMemoryLockedClocks"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceResetNvLinkErrorCounters(nvmlDevice_t device, unsigned link) {
  static_cast<void>(device);
  static_cast<void>(link);
  return nvmlReturn_t(refuse("nvmlDeviceResetNvLinkErrorCounters"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetAPIRestriction(nvmlDevice_t device, nvmlRestrictedAPI_t apiType, nvmlEnableState_t isRestricted) {
  static_cast<void>(device);
  static_cast<void>(apiType);
  static_cast<void>(isRestricted);
  return nvmlReturn_t(refuse("nvmlDeviceSetAPIRestriction"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetAccountingMode(nvmlDevice_t device, nvmlEnableState_t mode) {
  static_cast<void>(device);
  static_cast<void>(mode);
  return nvmlReturn_t(refuse("nvmlDeviceSetAccountingMode"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetApplicationsClocks(nvmlDevice_t device, unsigned memClockMHz, unsigned graphicsClockMHz) {
  static_cast<void>(device);
  static_cast<void>(memClockMHz);
  static_cast<void>(graphicsClockMHz);
  return nvmlReturn_t(refuse("nvmlDeviceSetApplicationsClocks"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetAutoBoostedClocksEnabled(nvmlDevice_t device, nvmlEnableState_t enabled) {
  static_cast<void>(device);
  static_cast<void>(enabled);
  return nvmlReturn_t(refuse("nvmlDeviceSetAutoBoostedClocksEnabled"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetComputeMode(nvmlDevice_t device, nvmlComputeMode_t mode) {
  static_cast<void>(device);
  static_cast<void>(mode);
  return nvmlReturn_t(refuse("nvmlDeviceSetComputeMode"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetCpuAffinity(nvmlDevice_t device) {
  static_cast<void>(device);
  return nvmlReturn_t(refuse("nvmlDeviceSetCpuAffinity"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetDefaultAutoBoostedClocksEnabled(nvmlDevice_t device, nvmlEnableState_t enabled, unsigned flags) {
  static_cast<void>(device);
  static_cast<void>(enabled);
  static_cast<void>(flags);
  return nvmlReturn_t(refuse("nvmlDeviceSetDefaultAutoBoostedClocksEnabled"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetDefaultFanSpeed_v2(nvmlDevice_t device, unsigned fan) {
  static_cast<void>(device);
  static_cast<void>(fan);
  return nvmlReturn_t(refuse("nvmlDeviceSetDefaultFanSpeed_v2"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetEccMode(nvmlDevice_t device, nvmlEnableState_t ecc) {
  static_cast<void>(device);
  static_cast<void>(ecc);
  return nvmlReturn_t(refuse("nvmlDeviceSetEccMode"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetFanSpeed_v2(nvmlDevice_t device, unsigned fan, unsigned speed) {
  static_cast<void>(device);
  static_cast<void>(fan);
  static_cast<void>(speed);
  return nvmlReturn_t(refuse("nvmlDeviceSetFanSpeed_v2"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetGpuLockedClocks(nvmlDevice_t device, unsigned minGpuClockMHz, unsigned maxGpuClockMHz) {
  static_cast<void>(device);
  static_cast<void>(minGpuClockMHz);
  static_cast<void>(maxGpuClockMHz);
  return nvmlReturn_t(refuse("nvmlDeviceSetGpuLockedClocks"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetGpuOperationMode(nvmlDevice_t device, nvmlGpuOperationMode_t mode) {
  static_cast<void>(device);
  static_cast<void>(mode);
  return nvmlReturn_t(refuse("nvmlDeviceSetGpuOperationMode"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetMemoryLockedClocks(nvmlDevice_t device, unsigned minMemClockMHz, unsigned maxMemClockMHz) {
  static_cast<void>(device);
  static_cast<void>(minMemClockMHz);
  static_cast<void>(maxMemClockMHz);
  return nvmlReturn_t(refuse("nvmlDeviceSetMemoryLockedClocks"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetMigMode(nvmlDevice_t device, unsigned mode, nvmlReturn_t *activationStatus) {
  static_cast<void>(device);
  static_cast<void>(mode);
  static_cast<void>(activationStatus);
  return nvmlReturn_t(refuse("nvmlDeviceSetMigMode"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetPersistenceMode(nvmlDevice_t device, nvmlEnableState_t mode) {
  static_cast<void>(device);
  static_cast<void>(mode);
  return nvmlReturn_t(refuse("nvmlDeviceSetPersistenceMode"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetPowerManagementLimit(nvmlDevice_t device, unsigned limit) {
  static_cast<void>(device);
  static_cast<void>(limit);
  return nvmlReturn_t(refuse("nvmlDeviceSetPowerManagementLimit"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetTemperatureThreshold(nvmlDevice_t device, nvmlTemperatureThresholds_t thresholdType, int *temp) {
  static_cast<void>(device);
  static_cast<void>(thresholdType);
  static_cast<void>(temp);
  return nvmlReturn_t(refuse("nvmlDeviceSetTemperatureThreshold"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlDeviceSetVirtualizationMode(nvmlDevice_t device, nvmlGpuVirtualizationMode_t virtualMode) {
  static_cast<void>(device);
  static_cast<void>(virtualMode);
  return nvmlReturn_t(refuse("nvmlDeviceSetVirtualizationMode"));
}

HEDDLE_EXPORT nvmlReturn_t nvmlInitWithFlags(unsigned flags) {
  Call call(kNvmlInitWithFlags);
  call.value(flags);
  const auto result = nvmlReturn_t(call.ask());
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlInit_v2(void) {
  Call call(kNvmlInit_v2);
  const auto result = nvmlReturn_t(call.ask());
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlShutdown(void) {
  Call call(kNvmlShutdown);
  const auto result = nvmlReturn_t(call.ask());
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *cudaDriverVersion) {
  Call call(kNvmlSystemGetCudaDriverVersion);
  call.wanted(cudaDriverVersion);
  const auto result = nvmlReturn_t(call.ask());
  call.take(cudaDriverVersion);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *cudaDriverVersion) {
  Call call(kNvmlSystemGetCudaDriverVersion_v2);
  call.wanted(cudaDriverVersion);
  const auto result = nvmlReturn_t(call.ask());
  call.take(cudaDriverVersion);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned length) {
  Call call(kNvmlSystemGetDriverVersion);
  call.wanted(version);
  call.value(length);
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(version, length);
  return result;
}

HEDDLE_EXPORT nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned length) {
  Call call(kNvmlSystemGetNVMLVersion);
  call.wanted(version);
  call.value(length);
  const auto result = nvmlReturn_t(call.ask());
  call.take_bytes(version, length);
  return result;
}

// In the order of kNames.
void *const heddle::remote::kOurs[] = {
    reinterpret_cast<void *>(&::nvmlDeviceClearAccountingPids),
    reinterpret_cast<void *>(&::nvmlDeviceClearCpuAffinity),
    reinterpret_cast<void *>(&::nvmlDeviceClearEccErrorCounts),
    reinterpret_cast<void *>(&::nvmlDeviceClearFieldValues),
    reinterpret_cast<void *>(&::nvmlDeviceCreateGpuInstance),
    reinterpret_cast<void *>(&::nvmlDeviceGetAdaptiveClockInfoStatus),
    reinterpret_cast<void *>(&::nvmlDeviceGetApplicationsClock),
    reinterpret_cast<void *>(&::nvmlDeviceGetArchitecture),
    reinterpret_cast<void *>(&::nvmlDeviceGetBAR1MemoryInfo),
    reinterpret_cast<void *>(&::nvmlDeviceGetBoardId),
    reinterpret_cast<void *>(&::nvmlDeviceGetBoardPartNumber),
    reinterpret_cast<void *>(&::nvmlDeviceGetBrand),
    reinterpret_cast<void *>(&::nvmlDeviceGetBusType),
    reinterpret_cast<void *>(&::nvmlDeviceGetClock),
    reinterpret_cast<void *>(&::nvmlDeviceGetClockInfo),
    reinterpret_cast<void *>(&::nvmlDeviceGetComputeMode),
    reinterpret_cast<void *>(&::nvmlDeviceGetComputeRunningProcesses),
    reinterpret_cast<void *>(&::nvmlDeviceGetComputeRunningProcesses_v2),
    reinterpret_cast<void *>(&::nvmlDeviceGetComputeRunningProcesses_v3),
    reinterpret_cast<void *>(&::nvmlDeviceGetCount),
    reinterpret_cast<void *>(&::nvmlDeviceGetCount_v2),
    reinterpret_cast<void *>(&::nvmlDeviceGetCudaComputeCapability),
    reinterpret_cast<void *>(&::nvmlDeviceGetCurrPcieLinkGeneration),
    reinterpret_cast<void *>(&::nvmlDeviceGetCurrPcieLinkWidth),
    reinterpret_cast<void *>(&::nvmlDeviceGetCurrentClocksEventReasons),
    reinterpret_cast<void *>(&::nvmlDeviceGetCurrentClocksThrottleReasons),
    reinterpret_cast<void *>(&::nvmlDeviceGetDecoderUtilization),
    reinterpret_cast<void *>(&::nvmlDeviceGetDefaultApplicationsClock),
    reinterpret_cast<void *>(&::nvmlDeviceGetDisplayActive),
    reinterpret_cast<void *>(&::nvmlDeviceGetDisplayMode),
    reinterpret_cast<void *>(&::nvmlDeviceGetEccMode),
    reinterpret_cast<void *>(&::nvmlDeviceGetEncoderUtilization),
    reinterpret_cast<void *>(&::nvmlDeviceGetEnforcedPowerLimit),
    reinterpret_cast<void *>(&::nvmlDeviceGetFanSpeed),
    reinterpret_cast<void *>(&::nvmlDeviceGetFanSpeed_v2),
    reinterpret_cast<void *>(&::nvmlDeviceGetFieldValues),
    reinterpret_cast<void *>(&::nvmlDeviceGetGpuFabricInfoV),
    reinterpret_cast<void *>(&::nvmlDeviceGetGpuMaxPcieLinkGeneration),
    reinterpret_cast<void *>(&::nvmlDeviceGetGpuOperationMode),
    reinterpret_cast<void *>(&::nvmlDeviceGetGraphicsRunningProcesses),
    reinterpret_cast<void *>(&::nvmlDeviceGetGraphicsRunningProcesses_v2),
    reinterpret_cast<void *>(&::nvmlDeviceGetGraphicsRunningProcesses_v3),
    reinterpret_cast<void *>(&::nvmlDeviceGetGspFirmwareVersion),
    reinterpret_cast<void *>(&::nvmlDeviceGetHandleByIndex),
    reinterpret_cast<void *>(&::nvmlDeviceGetHandleByIndex_v2),
    reinterpret_cast<void *>(&::nvmlDeviceGetHandleByPciBusId),
    reinterpret_cast<void *>(&::nvmlDeviceGetHandleByPciBusId_v2),
    reinterpret_cast<void *>(&::nvmlDeviceGetHandleBySerial),
    reinterpret_cast<void *>(&::nvmlDeviceGetHandleByUUID),
    reinterpret_cast<void *>(&::nvmlDeviceGetIndex),
    reinterpret_cast<void *>(&::nvmlDeviceGetInforomImageVersion),
    reinterpret_cast<void *>(&::nvmlDeviceGetIrqNum),
    reinterpret_cast<void *>(&::nvmlDeviceGetMPSComputeRunningProcesses),
    reinterpret_cast<void *>(&::nvmlDeviceGetMPSComputeRunningProcesses_v2),
    reinterpret_cast<void *>(&::nvmlDeviceGetMPSComputeRunningProcesses_v3),
    reinterpret_cast<void *>(&::nvmlDeviceGetMaxClockInfo),
    reinterpret_cast<void *>(&::nvmlDeviceGetMaxCustomerBoostClock),
    reinterpret_cast<void *>(&::nvmlDeviceGetMaxMigDeviceCount),
    reinterpret_cast<void *>(&::nvmlDeviceGetMaxPcieLinkGeneration),
    reinterpret_cast<void *>(&::nvmlDeviceGetMaxPcieLinkWidth),
    reinterpret_cast<void *>(&::nvmlDeviceGetMemoryBusWidth),
    reinterpret_cast<void *>(&::nvmlDeviceGetMemoryErrorCounter),
    reinterpret_cast<void *>(&::nvmlDeviceGetMemoryInfo),
    reinterpret_cast<void *>(&::nvmlDeviceGetMemoryInfo_v2),
    reinterpret_cast<void *>(&::nvmlDeviceGetMigDeviceHandleByIndex),
    reinterpret_cast<void *>(&::nvmlDeviceGetMigMode),
    reinterpret_cast<void *>(&::nvmlDeviceGetMinorNumber),
    reinterpret_cast<void *>(&::nvmlDeviceGetModuleId),
    reinterpret_cast<void *>(&::nvmlDeviceGetMultiGpuBoard),
    reinterpret_cast<void *>(&::nvmlDeviceGetName),
    reinterpret_cast<void *>(&::nvmlDeviceGetNumFans),
    reinterpret_cast<void *>(&::nvmlDeviceGetNumGpuCores),
    reinterpret_cast<void *>(&::nvmlDeviceGetNvLinkCapability),
    reinterpret_cast<void *>(&::nvmlDeviceGetNvLinkRemoteDeviceType),
    reinterpret_cast<void *>(&::nvmlDeviceGetNvLinkRemotePciInfo),
    reinterpret_cast<void *>(&::nvmlDeviceGetNvLinkRemotePciInfo_v2),
    reinterpret_cast<void *>(&::nvmlDeviceGetNvLinkState),
    reinterpret_cast<void *>(&::nvmlDeviceGetNvLinkVersion),
    reinterpret_cast<void *>(&::nvmlDeviceGetP2PStatus),
    reinterpret_cast<void *>(&::nvmlDeviceGetPciInfo),
    reinterpret_cast<void *>(&::nvmlDeviceGetPciInfo_v2),
    reinterpret_cast<void *>(&::nvmlDeviceGetPciInfo_v3),
    reinterpret_cast<void *>(&::nvmlDeviceGetPcieLinkMaxSpeed),
    reinterpret_cast<void *>(&::nvmlDeviceGetPcieReplayCounter),
    reinterpret_cast<void *>(&::nvmlDeviceGetPcieSpeed),
    reinterpret_cast<void *>(&::nvmlDeviceGetPcieThroughput),
    reinterpret_cast<void *>(&::nvmlDeviceGetPerformanceState),
    reinterpret_cast<void *>(&::nvmlDeviceGetPersistenceMode),
    reinterpret_cast<void *>(&::nvmlDeviceGetPowerManagementDefaultLimit),
    reinterpret_cast<void *>(&::nvmlDeviceGetPowerManagementLimit),
    reinterpret_cast<void *>(&::nvmlDeviceGetPowerManagementLimitConstraints),
    reinterpret_cast<void *>(&::nvmlDeviceGetPowerManagementMode),
    reinterpret_cast<void *>(&::nvmlDeviceGetPowerState),
    reinterpret_cast<void *>(&::nvmlDeviceGetPowerUsage),
    reinterpret_cast<void *>(&::nvmlDeviceGetSerial),
    reinterpret_cast<void *>(&::nvmlDeviceGetSupportedClocksEventReasons),
    reinterpret_cast<void *>(&::nvmlDeviceGetSupportedClocksThrottleReasons),
    reinterpret_cast<void *>(&::nvmlDeviceGetTemperature),
    reinterpret_cast<void *>(&::nvmlDeviceGetTemperatureThreshold),
    reinterpret_cast<void *>(&::nvmlDeviceGetTemperatureV),
    reinterpret_cast<void *>(&::nvmlDeviceGetTopologyCommonAncestor),
    reinterpret_cast<void *>(&::nvmlDeviceGetTotalEccErrors),
    reinterpret_cast<void *>(&::nvmlDeviceGetTotalEnergyConsumption),
    reinterpret_cast<void *>(&::nvmlDeviceGetUUID),
    reinterpret_cast<void *>(&::nvmlDeviceGetUtilizationRates),
    reinterpret_cast<void *>(&::nvmlDeviceGetVbiosVersion),
    reinterpret_cast<void *>(&::nvmlDeviceGetViolationStatus),
    reinterpret_cast<void *>(&::nvmlDeviceGetVirtualizationMode),
    reinterpret_cast<void *>(&::nvmlDeviceIsMigDeviceHandle),
    reinterpret_cast<void *>(&::nvmlDeviceOnSameBoard),
    reinterpret_cast<void *>(&::nvmlDeviceResetApplicationsClocks),
    reinterpret_cast<void *>(&::nvmlDeviceResetGpuLockedClocks),
    reinterpret_cast<void *>(&::nvmlDeviceResetMemoryLockedClocks),
    reinterpret_cast<void *>(&::nvmlDeviceResetNvLinkErrorCounters),
    reinterpret_cast<void *>(&::nvmlDeviceSetAPIRestriction),
    reinterpret_cast<void *>(&::nvmlDeviceSetAccountingMode),
    reinterpret_cast<void *>(&::nvmlDeviceSetApplicationsClocks),
    reinterpret_cast<void *>(&::nvmlDeviceSetAutoBoostedClocksEnabled),
    reinterpret_cast<void *>(&::nvmlDeviceSetComputeMode),
    reinterpret_cast<void *>(&::nvmlDeviceSetCpuAffinity),
    reinterpret_cast<void *>(&::nvmlDeviceSetDefaultAutoBoostedClocksEnabled),
    reinterpret_cast<void *>(&::nvmlDeviceSetDefaultFanSpeed_v2),
    reinterpret_cast<void *>(&::nvmlDeviceSetEccMode),
    reinterpret_cast<void *>(&::nvmlDeviceSetFanSpeed_v2),
    reinterpret_cast<void *>(&::nvmlDeviceSetGpuLockedClocks),
    reinterpret_cast<void *>(&::nvmlDeviceSetGpuOperationMode),
    reinterpret_cast<void *>(&::nvmlDeviceSetMemoryLockedClocks),
    reinterpret_cast<void *>(&::nvmlDeviceSetMigMode),
    reinterpret_cast<void *>(&::nvmlDeviceSetPersistenceMode),
    reinterpret_cast<void *>(&::nvmlDeviceSetPowerManagementLimit),
    reinterpret_cast<void *>(&::nvmlDeviceSetTemperatureThreshold),
    reinterpret_cast<void *>(&::nvmlDeviceSetVirtualizationMode),
    reinterpret_cast<void *>(&::nvmlErrorString),
    reinterpret_cast<void *>(&::nvmlInit),
    reinterpret_cast<void *>(&::nvmlInitWithFlags),
    reinterpret_cast<void *>(&::nvmlInit_v2),
    reinterpret_cast<void *>(&::nvmlShutdown),
    reinterpret_cast<void *>(&::nvmlSystemGetCudaDriverVersion),
    reinterpret_cast<void *>(&::nvmlSystemGetCudaDriverVersion_v2),
    reinterpret_cast<void *>(&::nvmlSystemGetDriverVersion),
    reinterpret_cast<void *>(&::nvmlSystemGetNVMLVersion),
};
