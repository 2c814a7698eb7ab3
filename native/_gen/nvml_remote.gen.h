// Made by tools/gen from facts/nvml.toml (nvml.h, version 13). Do not edit.
#pragma once

#include <cstddef>
#include <cstdint>

struct alignas(8) nvmlBAR1Memory_t { unsigned char bytes[24]; };
using nvmlBrandType_t = int;
using nvmlBusType_t = int;
using nvmlClockId_t = int;
using nvmlClockType_t = int;
using nvmlComputeMode_t = int;
using nvmlDeviceArchitecture_t = int;
using nvmlDevice_t = struct nvmlDevice_t_ *;
using nvmlEccCounterType_t = int;
using nvmlEnableState_t = int;
struct alignas(8) nvmlFieldValue_t { unsigned char bytes[40]; };
struct nvmlGpuFabricInfoV_t;
using nvmlGpuInstance_t = void *;
using nvmlGpuOperationMode_t = int;
using nvmlGpuP2PCapsIndex_t = int;
using nvmlGpuP2PStatus_t = int;
using nvmlGpuTopologyLevel_t = int;
using nvmlGpuVirtualizationMode_t = int;
using nvmlIntNvLinkDeviceType_t = int;
using nvmlMemoryErrorType_t = int;
using nvmlMemoryLocation_t = int;
struct alignas(8) nvmlMemory_t { unsigned char bytes[24]; };
struct alignas(8) nvmlMemory_v2_t { unsigned char bytes[40]; };
using nvmlNvLinkCapability_t = int;
struct alignas(4) nvmlPciInfo_t { unsigned char bytes[68]; };
struct alignas(4) nvmlPciInfo_v2_t { unsigned char bytes[52]; };
using nvmlPcieUtilCounter_t = int;
using nvmlPerfPolicyType_t = int;
struct nvmlProcessInfo_t;
struct nvmlProcessInfo_v1_t;
struct nvmlProcessInfo_v2_t;
using nvmlPstates_t = int;
using nvmlRestrictedAPI_t = int;
using nvmlReturn_t = int;
using nvmlTemperatureSensors_t = int;
using nvmlTemperatureThresholds_t = int;
struct alignas(4) nvmlTemperature_t { unsigned char bytes[12]; };
struct alignas(4) nvmlUtilization_t { unsigned char bytes[8]; };
struct alignas(8) nvmlViolationTime_t { unsigned char bytes[16]; };

#ifdef HEDDLE_SERVES  // of the driver that is there: it may be older
#define HEDDLE_WEAK __attribute__((weak))
#else
#define HEDDLE_WEAK
#endif

extern "C" {
HEDDLE_WEAK nvmlReturn_t nvmlDeviceClearAccountingPids(nvmlDevice_t device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceClearCpuAffinity(nvmlDevice_t device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceClearEccErrorCounts(nvmlDevice_t device, nvmlEccCounterType_t counterType);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceClearFieldValues(nvmlDevice_t device, int valuesCount, nvmlFieldValue_t *values);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceCreateGpuInstance(nvmlDevice_t device, unsigned profileId, nvmlGpuInstance_t *gpuInstance);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetAdaptiveClockInfoStatus(nvmlDevice_t device, unsigned *adaptiveClockStatus);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetApplicationsClock(nvmlDevice_t device, nvmlClockType_t clockType, unsigned *clockMHz);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetArchitecture(nvmlDevice_t device, nvmlDeviceArchitecture_t *arch);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetBAR1MemoryInfo(nvmlDevice_t device, nvmlBAR1Memory_t *bar1Memory);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetBoardId(nvmlDevice_t device, unsigned *boardId);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetBoardPartNumber(nvmlDevice_t device, char *partNumber, unsigned length);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetBrand(nvmlDevice_t device, nvmlBrandType_t *type);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetBusType(nvmlDevice_t device, nvmlBusType_t *type);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetClock(nvmlDevice_t device, nvmlClockType_t clockType, nvmlClockId_t clockId, unsigned *clockMHz);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned *clock);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetComputeMode(nvmlDevice_t device, nvmlComputeMode_t *mode);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetComputeRunningProcesses(nvmlDevice_t device, unsigned *infoCount, nvmlProcessInfo_v1_t *infos);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v2(nvmlDevice_t device, unsigned *infoCount, nvmlProcessInfo_v2_t *infos);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t device, unsigned *infoCount, nvmlProcessInfo_t *infos);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetCount(unsigned *deviceCount);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetCount_v2(unsigned *deviceCount);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetCudaComputeCapability(nvmlDevice_t device, int *major, int *minor);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetCurrPcieLinkGeneration(nvmlDevice_t device, unsigned *currLinkGen);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetCurrPcieLinkWidth(nvmlDevice_t device, unsigned *currLinkWidth);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetCurrentClocksEventReasons(nvmlDevice_t device, unsigned long long *clocksEventReasons);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetCurrentClocksThrottleReasons(nvmlDevice_t device, unsigned long long *clocksThrottleReasons);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetDecoderUtilization(nvmlDevice_t device, unsigned *utilization, unsigned *samplingPeriodUs);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetDefaultApplicationsClock(nvmlDevice_t device, nvmlClockType_t clockType, unsigned *clockMHz);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetDisplayActive(nvmlDevice_t device, nvmlEnableState_t *isActive);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetDisplayMode(nvmlDevice_t device, nvmlEnableState_t *display);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetEccMode(nvmlDevice_t device, nvmlEnableState_t *current, nvmlEnableState_t *pending);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetEncoderUtilization(nvmlDevice_t device, unsigned *utilization, unsigned *samplingPeriodUs);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t device, unsigned *limit);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned *speed);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetFanSpeed_v2(nvmlDevice_t device, unsigned fan, unsigned *speed);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetFieldValues(nvmlDevice_t device, int valuesCount, nvmlFieldValue_t *values);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetGpuFabricInfoV(nvmlDevice_t device, nvmlGpuFabricInfoV_t *gpuFabricInfo);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetGpuMaxPcieLinkGeneration(nvmlDevice_t device, unsigned *maxLinkGenDevice);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetGpuOperationMode(nvmlDevice_t device, nvmlGpuOperationMode_t *current, nvmlGpuOperationMode_t *pending);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses(nvmlDevice_t device, unsigned *infoCount, nvmlProcessInfo_v1_t *infos);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v2(nvmlDevice_t device, unsigned *infoCount, nvmlProcessInfo_v2_t *infos);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetGraphicsRunningProcesses_v3(nvmlDevice_t device, unsigned *infoCount, nvmlProcessInfo_t *infos);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetGspFirmwareVersion(nvmlDevice_t device, char *version);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned index, nvmlDevice_t *device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *pciBusId, nvmlDevice_t *device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char *pciBusId, nvmlDevice_t *device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetHandleBySerial(const char *serial, nvmlDevice_t *device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetHandleByUUID(const char *uuid, nvmlDevice_t *device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *index);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetInforomImageVersion(nvmlDevice_t device, char *version, unsigned length);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetIrqNum(nvmlDevice_t device, unsigned *irqNum);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMPSComputeRunningProcesses(nvmlDevice_t device, unsigned *infoCount, nvmlProcessInfo_v1_t *infos);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMPSComputeRunningProcesses_v2(nvmlDevice_t device, unsigned *infoCount, nvmlProcessInfo_v2_t *infos);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMPSComputeRunningProcesses_v3(nvmlDevice_t device, unsigned *infoCount, nvmlProcessInfo_t *infos);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned *clock);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMaxCustomerBoostClock(nvmlDevice_t device, nvmlClockType_t clockType, unsigned *clockMHz);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMaxMigDeviceCount(nvmlDevice_t device, unsigned *count);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMaxPcieLinkGeneration(nvmlDevice_t device, unsigned *maxLinkGen);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMaxPcieLinkWidth(nvmlDevice_t device, unsigned *maxLinkWidth);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned *busWidth);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMemoryErrorCounter(nvmlDevice_t device, nvmlMemoryErrorType_t errorType, nvmlEccCounterType_t counterType, nvmlMemoryLocation_t locationType, unsigned long long *count);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMemoryInfo_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMigDeviceHandleByIndex(nvmlDevice_t device, unsigned index, nvmlDevice_t *migDevice);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMigMode(nvmlDevice_t device, unsigned *currentMode, unsigned *pendingMode);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMinorNumber(nvmlDevice_t device, unsigned *minorNumber);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetModuleId(nvmlDevice_t device, unsigned *moduleId);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetMultiGpuBoard(nvmlDevice_t device, unsigned *multiGpuBool);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetNumFans(nvmlDevice_t device, unsigned *numFans);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetNumGpuCores(nvmlDevice_t device, unsigned *numCores);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetNvLinkCapability(nvmlDevice_t device, unsigned link, nvmlNvLinkCapability_t capability, unsigned *capResult);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetNvLinkRemoteDeviceType(nvmlDevice_t device, unsigned link, nvmlIntNvLinkDeviceType_t *pNvLinkDeviceType);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo(nvmlDevice_t device, unsigned link, nvmlPciInfo_v2_t *pci);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo_v2(nvmlDevice_t device, unsigned link, nvmlPciInfo_t *pci);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetNvLinkState(nvmlDevice_t device, unsigned link, nvmlEnableState_t *isActive);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetNvLinkVersion(nvmlDevice_t device, unsigned link, unsigned *version);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetP2PStatus(nvmlDevice_t device1, nvmlDevice_t device2, nvmlGpuP2PCapsIndex_t p2pIndex, nvmlGpuP2PStatus_t *p2pStatus);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_v2_t *pci);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, nvmlPciInfo_v2_t *pci);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t *pci);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPcieLinkMaxSpeed(nvmlDevice_t device, unsigned *maxSpeed);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPcieReplayCounter(nvmlDevice_t device, unsigned *value);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPcieSpeed(nvmlDevice_t device, unsigned *pcieSpeed);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPcieThroughput(nvmlDevice_t device, nvmlPcieUtilCounter_t counter, unsigned *value);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPerformanceState(nvmlDevice_t device, nvmlPstates_t *pState);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPersistenceMode(nvmlDevice_t device, nvmlEnableState_t *mode);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPowerManagementDefaultLimit(nvmlDevice_t device, unsigned *defaultLimit);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t device, unsigned *limit);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPowerManagementLimitConstraints(nvmlDevice_t device, unsigned *minLimit, unsigned *maxLimit);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPowerManagementMode(nvmlDevice_t device, nvmlEnableState_t *mode);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPowerState(nvmlDevice_t device, nvmlPstates_t *pState);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned *power);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetSerial(nvmlDevice_t device, char *serial, unsigned length);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetSupportedClocksEventReasons(nvmlDevice_t device, unsigned long long *supportedClocksEventReasons);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetSupportedClocksThrottleReasons(nvmlDevice_t device, unsigned long long *supportedClocksThrottleReasons);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensorType, unsigned *temp);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetTemperatureThreshold(nvmlDevice_t device, nvmlTemperatureThresholds_t thresholdType, unsigned *temp);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetTemperatureV(nvmlDevice_t device, nvmlTemperature_t *temperature);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetTopologyCommonAncestor(nvmlDevice_t device1, nvmlDevice_t device2, nvmlGpuTopologyLevel_t *pathInfo);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetTotalEccErrors(nvmlDevice_t device, nvmlMemoryErrorType_t errorType, nvmlEccCounterType_t counterType, unsigned long long *eccCounts);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long *energy);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char *uuid, unsigned length);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *utilization);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetVbiosVersion(nvmlDevice_t device, char *version, unsigned length);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetViolationStatus(nvmlDevice_t device, nvmlPerfPolicyType_t perfPolicyType, nvmlViolationTime_t *violTime);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceGetVirtualizationMode(nvmlDevice_t device, nvmlGpuVirtualizationMode_t *pVirtualMode);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceIsMigDeviceHandle(nvmlDevice_t device, unsigned *isMigDevice);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceOnSameBoard(nvmlDevice_t device1, nvmlDevice_t device2, int *onSameBoard);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceResetApplicationsClocks(nvmlDevice_t device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceResetGpuLockedClocks(nvmlDevice_t device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceResetMemoryLockedClocks(nvmlDevice_t device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceResetNvLinkErrorCounters(nvmlDevice_t device, unsigned link);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetAPIRestriction(nvmlDevice_t device, nvmlRestrictedAPI_t apiType, nvmlEnableState_t isRestricted);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetAccountingMode(nvmlDevice_t device, nvmlEnableState_t mode);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetApplicationsClocks(nvmlDevice_t device, unsigned memClockMHz, unsigned graphicsClockMHz);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetAutoBoostedClocksEnabled(nvmlDevice_t device, nvmlEnableState_t enabled);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetComputeMode(nvmlDevice_t device, nvmlComputeMode_t mode);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetCpuAffinity(nvmlDevice_t device);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetDefaultAutoBoostedClocksEnabled(nvmlDevice_t device, nvmlEnableState_t enabled, unsigned flags);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetDefaultFanSpeed_v2(nvmlDevice_t device, unsigned fan);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetEccMode(nvmlDevice_t device, nvmlEnableState_t ecc);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetFanSpeed_v2(nvmlDevice_t device, unsigned fan, unsigned speed);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetGpuLockedClocks(nvmlDevice_t device, unsigned minGpuClockMHz, unsigned maxGpuClockMHz);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetGpuOperationMode(nvmlDevice_t device, nvmlGpuOperationMode_t mode);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetMemoryLockedClocks(nvmlDevice_t device, unsigned minMemClockMHz, unsigned maxMemClockMHz);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetMigMode(nvmlDevice_t device, unsigned mode, nvmlReturn_t *activationStatus);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetPersistenceMode(nvmlDevice_t device, nvmlEnableState_t mode);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetPowerManagementLimit(nvmlDevice_t device, unsigned limit);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetTemperatureThreshold(nvmlDevice_t device, nvmlTemperatureThresholds_t thresholdType, int *temp);
HEDDLE_WEAK nvmlReturn_t nvmlDeviceSetVirtualizationMode(nvmlDevice_t device, nvmlGpuVirtualizationMode_t virtualMode);
HEDDLE_WEAK const char *nvmlErrorString(nvmlReturn_t result);
HEDDLE_WEAK nvmlReturn_t nvmlInit(void);
HEDDLE_WEAK nvmlReturn_t nvmlInitWithFlags(unsigned flags);
HEDDLE_WEAK nvmlReturn_t nvmlInit_v2(void);
HEDDLE_WEAK nvmlReturn_t nvmlShutdown(void);
HEDDLE_WEAK nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *cudaDriverVersion);
HEDDLE_WEAK nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *cudaDriverVersion);
HEDDLE_WEAK nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned length);
HEDDLE_WEAK nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned length);
}

namespace heddle::remote {

enum Function : uint16_t {
  kNvmlDeviceGetAdaptiveClockInfoStatus,
  kNvmlDeviceGetApplicationsClock,
  kNvmlDeviceGetArchitecture,
  kNvmlDeviceGetBAR1MemoryInfo,
  kNvmlDeviceGetBoardId,
  kNvmlDeviceGetBoardPartNumber,
  kNvmlDeviceGetBrand,
  kNvmlDeviceGetBusType,
  kNvmlDeviceGetClock,
  kNvmlDeviceGetClockInfo,
  kNvmlDeviceGetComputeMode,
  kNvmlDeviceGetCount_v2,
  kNvmlDeviceGetCudaComputeCapability,
  kNvmlDeviceGetCurrPcieLinkGeneration,
  kNvmlDeviceGetCurrPcieLinkWidth,
  kNvmlDeviceGetCurrentClocksEventReasons,
  kNvmlDeviceGetCurrentClocksThrottleReasons,
  kNvmlDeviceGetDecoderUtilization,
  kNvmlDeviceGetDefaultApplicationsClock,
  kNvmlDeviceGetDisplayActive,
  kNvmlDeviceGetDisplayMode,
  kNvmlDeviceGetEccMode,
  kNvmlDeviceGetEncoderUtilization,
  kNvmlDeviceGetEnforcedPowerLimit,
  kNvmlDeviceGetFanSpeed,
  kNvmlDeviceGetFanSpeed_v2,
  kNvmlDeviceGetFieldValues,
  kNvmlDeviceGetGpuMaxPcieLinkGeneration,
  kNvmlDeviceGetGpuOperationMode,
  kNvmlDeviceGetGspFirmwareVersion,
  kNvmlDeviceGetHandleByIndex_v2,
  kNvmlDeviceGetHandleByPciBusId_v2,
  kNvmlDeviceGetHandleBySerial,
  kNvmlDeviceGetHandleByUUID,
  kNvmlDeviceGetIndex,
  kNvmlDeviceGetInforomImageVersion,
  kNvmlDeviceGetIrqNum,
  kNvmlDeviceGetMaxClockInfo,
  kNvmlDeviceGetMaxCustomerBoostClock,
  kNvmlDeviceGetMaxMigDeviceCount,
  kNvmlDeviceGetMaxPcieLinkGeneration,
  kNvmlDeviceGetMaxPcieLinkWidth,
  kNvmlDeviceGetMemoryBusWidth,
  kNvmlDeviceGetMemoryErrorCounter,
  kNvmlDeviceGetMemoryInfo,
  kNvmlDeviceGetMemoryInfo_v2,
  kNvmlDeviceGetMigMode,
  kNvmlDeviceGetMinorNumber,
  kNvmlDeviceGetModuleId,
  kNvmlDeviceGetMultiGpuBoard,
  kNvmlDeviceGetName,
  kNvmlDeviceGetNumFans,
  kNvmlDeviceGetNumGpuCores,
  kNvmlDeviceGetNvLinkCapability,
  kNvmlDeviceGetNvLinkRemoteDeviceType,
  kNvmlDeviceGetNvLinkRemotePciInfo_v2,
  kNvmlDeviceGetNvLinkState,
  kNvmlDeviceGetNvLinkVersion,
  kNvmlDeviceGetP2PStatus,
  kNvmlDeviceGetPciInfo_v3,
  kNvmlDeviceGetPcieLinkMaxSpeed,
  kNvmlDeviceGetPcieReplayCounter,
  kNvmlDeviceGetPcieSpeed,
  kNvmlDeviceGetPcieThroughput,
  kNvmlDeviceGetPerformanceState,
  kNvmlDeviceGetPersistenceMode,
  kNvmlDeviceGetPowerManagementDefaultLimit,
  kNvmlDeviceGetPowerManagementLimit,
  kNvmlDeviceGetPowerManagementLimitConstraints,
  kNvmlDeviceGetPowerManagementMode,
  kNvmlDeviceGetPowerState,
  kNvmlDeviceGetPowerUsage,
  kNvmlDeviceGetSerial,
  kNvmlDeviceGetSupportedClocksEventReasons,
  kNvmlDeviceGetSupportedClocksThrottleReasons,
  kNvmlDeviceGetTemperature,
  kNvmlDeviceGetTemperatureThreshold,
  kNvmlDeviceGetTemperatureV,
  kNvmlDeviceGetTopologyCommonAncestor,
  kNvmlDeviceGetTotalEccErrors,
  kNvmlDeviceGetTotalEnergyConsumption,
  kNvmlDeviceGetUUID,
  kNvmlDeviceGetUtilizationRates,
  kNvmlDeviceGetVbiosVersion,
  kNvmlDeviceGetViolationStatus,
  kNvmlDeviceGetVirtualizationMode,
  kNvmlDeviceIsMigDeviceHandle,
  kNvmlDeviceOnSameBoard,
  kNvmlInitWithFlags,
  kNvmlInit_v2,
  kNvmlShutdown,
  kNvmlSystemGetCudaDriverVersion,
  kNvmlSystemGetCudaDriverVersion_v2,
  kNvmlSystemGetDriverVersion,
  kNvmlSystemGetNVMLVersion,
  kFunctions,
};

enum Kind : uint8_t {
  kKindNvmlDevice_t = 1,
};

// What may stand where this kind is asked for; 0: nothing else.
constexpr uint8_t also([[maybe_unused]] uint8_t kind) {
  return 0;
}

// What a handle gives that is none of this kind.
constexpr int32_t wrong_handle([[maybe_unused]] uint8_t kind) {
  return 2;
}

inline constexpr const char *kForwarded[] = {
    "nvmlDeviceGetAdaptiveClockInfoStatus",
    "nvmlDeviceGetApplicationsClock",
    "nvmlDeviceGetArchitecture",
    "nvmlDeviceGetBAR1MemoryInfo",
    "nvmlDeviceGetBoardId",
    "nvmlDeviceGetBoardPartNumber",
    "nvmlDeviceGetBrand",
    "nvmlDeviceGetBusType",
    "nvmlDeviceGetClock",
    "nvmlDeviceGetClockInfo",
    "nvmlDeviceGetComputeMode",
    "nvmlDeviceGetCount_v2",
    "nvmlDeviceGetCudaComputeCapability",
    "nvmlDeviceGetCurrPcieLinkGeneration",
    "nvmlDeviceGetCurrPcieLinkWidth",
    "nvmlDeviceGetCurrentClocksEventReasons",
    "nvmlDeviceGetCurrentClocksThrottleReasons",
    "nvmlDeviceGetDecoderUtilization",
    "nvmlDeviceGetDefaultApplicationsClock",
    "nvmlDeviceGetDisplayActive",
    "nvmlDeviceGetDisplayMode",
    "nvmlDeviceGetEccMode",
    "nvmlDeviceGetEncoderUtilization",
    "nvmlDeviceGetEnforcedPowerLimit",
    "nvmlDeviceGetFanSpeed",
    "nvmlDeviceGetFanSpeed_v2",
    "nvmlDeviceGetFieldValues",
    "nvmlDeviceGetGpuMaxPcieLinkGeneration",
    "nvmlDeviceGetGpuOperationMode",
    "nvmlDeviceGetGspFirmwareVersion",
    "nvmlDeviceGetHandleByIndex_v2",
    "nvmlDeviceGetHandleByPciBusId_v2",
    "nvmlDeviceGetHandleBySerial",
    "nvmlDeviceGetHandleByUUID",
    "nvmlDeviceGetIndex",
    "nvmlDeviceGetInforomImageVersion",
    "nvmlDeviceGetIrqNum",
    "nvmlDeviceGetMaxClockInfo",
    "nvmlDeviceGetMaxCustomerBoostClock",
    "nvmlDeviceGetMaxMigDeviceCount",
    "nvmlDeviceGetMaxPcieLinkGeneration",
    "nvmlDeviceGetMaxPcieLinkWidth",
    "nvmlDeviceGetMemoryBusWidth",
    "nvmlDeviceGetMemoryErrorCounter",
    "nvmlDeviceGetMemoryInfo",
    "nvmlDeviceGetMemoryInfo_v2",
    "nvmlDeviceGetMigMode",
    "nvmlDeviceGetMinorNumber",
    "nvmlDeviceGetModuleId",
    "nvmlDeviceGetMultiGpuBoard",
    "nvmlDeviceGetName",
    "nvmlDeviceGetNumFans",
    "nvmlDeviceGetNumGpuCores",
    "nvmlDeviceGetNvLinkCapability",
    "nvmlDeviceGetNvLinkRemoteDeviceType",
    "nvmlDeviceGetNvLinkRemotePciInfo_v2",
    "nvmlDeviceGetNvLinkState",
    "nvmlDeviceGetNvLinkVersion",
    "nvmlDeviceGetP2PStatus",
    "nvmlDeviceGetPciInfo_v3",
    "nvmlDeviceGetPcieLinkMaxSpeed",
    "nvmlDeviceGetPcieReplayCounter",
    "nvmlDeviceGetPcieSpeed",
    "nvmlDeviceGetPcieThroughput",
    "nvmlDeviceGetPerformanceState",
    "nvmlDeviceGetPersistenceMode",
    "nvmlDeviceGetPowerManagementDefaultLimit",
    "nvmlDeviceGetPowerManagementLimit",
    "nvmlDeviceGetPowerManagementLimitConstraints",
    "nvmlDeviceGetPowerManagementMode",
    "nvmlDeviceGetPowerState",
    "nvmlDeviceGetPowerUsage",
    "nvmlDeviceGetSerial",
    "nvmlDeviceGetSupportedClocksEventReasons",
    "nvmlDeviceGetSupportedClocksThrottleReasons",
    "nvmlDeviceGetTemperature",
    "nvmlDeviceGetTemperatureThreshold",
    "nvmlDeviceGetTemperatureV",
    "nvmlDeviceGetTopologyCommonAncestor",
    "nvmlDeviceGetTotalEccErrors",
    "nvmlDeviceGetTotalEnergyConsumption",
    "nvmlDeviceGetUUID",
    "nvmlDeviceGetUtilizationRates",
    "nvmlDeviceGetVbiosVersion",
    "nvmlDeviceGetViolationStatus",
    "nvmlDeviceGetVirtualizationMode",
    "nvmlDeviceIsMigDeviceHandle",
    "nvmlDeviceOnSameBoard",
    "nvmlInitWithFlags",
    "nvmlInit_v2",
    "nvmlShutdown",
    "nvmlSystemGetCudaDriverVersion",
    "nvmlSystemGetCudaDriverVersion_v2",
    "nvmlSystemGetDriverVersion",
    "nvmlSystemGetNVMLVersion",
};

// Every function that the library has, forwarded or not.
inline constexpr const char *kNames[] = {
    "nvmlDeviceClearAccountingPids",
    "nvmlDeviceClearCpuAffinity",
    "nvmlDeviceClearEccErrorCounts",
    "nvmlDeviceClearFieldValues",
    "nvmlDeviceCreateGpuInstance",
    "nvmlDeviceGetAdaptiveClockInfoStatus",
    "nvmlDeviceGetApplicationsClock",
    "nvmlDeviceGetArchitecture",
    "nvmlDeviceGetBAR1MemoryInfo",
    "nvmlDeviceGetBoardId",
    "nvmlDeviceGetBoardPartNumber",
    "nvmlDeviceGetBrand",
    "nvmlDeviceGetBusType",
    "nvmlDeviceGetClock",
    "nvmlDeviceGetClockInfo",
    "nvmlDeviceGetComputeMode",
    "nvmlDeviceGetComputeRunningProcesses",
    "nvmlDeviceGetComputeRunningProcesses_v2",
    "nvmlDeviceGetComputeRunningProcesses_v3",
    "nvmlDeviceGetCount",
    "nvmlDeviceGetCount_v2",
    "nvmlDeviceGetCudaComputeCapability",
    "nvmlDeviceGetCurrPcieLinkGeneration",
    "nvmlDeviceGetCurrPcieLinkWidth",
    "nvmlDeviceGetCurrentClocksEventReasons",
    "nvmlDeviceGetCurrentClocksThrottleReasons",
    "nvmlDeviceGetDecoderUtilization",
    "nvmlDeviceGetDefaultApplicationsClock",
    "nvmlDeviceGetDisplayActive",
    "nvmlDeviceGetDisplayMode",
    "nvmlDeviceGetEccMode",
    "nvmlDeviceGetEncoderUtilization",
    "nvmlDeviceGetEnforcedPowerLimit",
    "nvmlDeviceGetFanSpeed",
    "nvmlDeviceGetFanSpeed_v2",
    "nvmlDeviceGetFieldValues",
    "nvmlDeviceGetGpuFabricInfoV",
    "nvmlDeviceGetGpuMaxPcieLinkGeneration",
    "nvmlDeviceGetGpuOperationMode",
    "nvmlDeviceGetGraphicsRunningProcesses",
    "nvmlDeviceGetGraphicsRunningProcesses_v2",
    "nvmlDeviceGetGraphicsRunningProcesses_v3",
    "nvmlDeviceGetGspFirmwareVersion",
    "nvmlDeviceGetHandleByIndex",
    "nvmlDeviceGetHandleByIndex_v2",
    "nvmlDeviceGetHandleByPciBusId",
    "nvmlDeviceGetHandleByPciBusId_v2",
    "nvmlDeviceGetHandleBySerial",
    "nvmlDeviceGetHandleByUUID",
    "nvmlDeviceGetIndex",
    "nvmlDeviceGetInforomImageVersion",
    "nvmlDeviceGetIrqNum",
    "nvmlDeviceGetMPSComputeRunningProcesses",
    "nvmlDeviceGetMPSComputeRunningProcesses_v2",
    "nvmlDeviceGetMPSComputeRunningProcesses_v3",
    "nvmlDeviceGetMaxClockInfo",
    "nvmlDeviceGetMaxCustomerBoostClock",
    "nvmlDeviceGetMaxMigDeviceCount",
    "nvmlDeviceGetMaxPcieLinkGeneration",
    "nvmlDeviceGetMaxPcieLinkWidth",
    "nvmlDeviceGetMemoryBusWidth",
    "nvmlDeviceGetMemoryErrorCounter",
    "nvmlDeviceGetMemoryInfo",
    "nvmlDeviceGetMemoryInfo_v2",
    "nvmlDeviceGetMigDeviceHandleByIndex",
    "nvmlDeviceGetMigMode",
    "nvmlDeviceGetMinorNumber",
    "nvmlDeviceGetModuleId",
    "nvmlDeviceGetMultiGpuBoard",
    "nvmlDeviceGetName",
    "nvmlDeviceGetNumFans",
    "nvmlDeviceGetNumGpuCores",
    "nvmlDeviceGetNvLinkCapability",
    "nvmlDeviceGetNvLinkRemoteDeviceType",
    "nvmlDeviceGetNvLinkRemotePciInfo",
    "nvmlDeviceGetNvLinkRemotePciInfo_v2",
    "nvmlDeviceGetNvLinkState",
    "nvmlDeviceGetNvLinkVersion",
    "nvmlDeviceGetP2PStatus",
    "nvmlDeviceGetPciInfo",
    "nvmlDeviceGetPciInfo_v2",
    "nvmlDeviceGetPciInfo_v3",
    "nvmlDeviceGetPcieLinkMaxSpeed",
    "nvmlDeviceGetPcieReplayCounter",
    "nvmlDeviceGetPcieSpeed",
    "nvmlDeviceGetPcieThroughput",
    "nvmlDeviceGetPerformanceState",
    "nvmlDeviceGetPersistenceMode",
    "nvmlDeviceGetPowerManagementDefaultLimit",
    "nvmlDeviceGetPowerManagementLimit",
    "nvmlDeviceGetPowerManagementLimitConstraints",
    "nvmlDeviceGetPowerManagementMode",
    "nvmlDeviceGetPowerState",
    "nvmlDeviceGetPowerUsage",
    "nvmlDeviceGetSerial",
    "nvmlDeviceGetSupportedClocksEventReasons",
    "nvmlDeviceGetSupportedClocksThrottleReasons",
    "nvmlDeviceGetTemperature",
    "nvmlDeviceGetTemperatureThreshold",
    "nvmlDeviceGetTemperatureV",
    "nvmlDeviceGetTopologyCommonAncestor",
    "nvmlDeviceGetTotalEccErrors",
    "nvmlDeviceGetTotalEnergyConsumption",
    "nvmlDeviceGetUUID",
    "nvmlDeviceGetUtilizationRates",
    "nvmlDeviceGetVbiosVersion",
    "nvmlDeviceGetViolationStatus",
    "nvmlDeviceGetVirtualizationMode",
    "nvmlDeviceIsMigDeviceHandle",
    "nvmlDeviceOnSameBoard",
    "nvmlDeviceResetApplicationsClocks",
    "nvmlDeviceResetGpuLockedClocks",
    "nvmlDeviceResetMemoryLockedClocks",
    "nvmlDeviceResetNvLinkErrorCounters",
    "nvmlDeviceSetAPIRestriction",
    "nvmlDeviceSetAccountingMode",
    "nvmlDeviceSetApplicationsClocks",
    "nvmlDeviceSetAutoBoostedClocksEnabled",
    "nvmlDeviceSetComputeMode",
    "nvmlDeviceSetCpuAffinity",
    "nvmlDeviceSetDefaultAutoBoostedClocksEnabled",
    "nvmlDeviceSetDefaultFanSpeed_v2",
    "nvmlDeviceSetEccMode",
    "nvmlDeviceSetFanSpeed_v2",
    "nvmlDeviceSetGpuLockedClocks",
    "nvmlDeviceSetGpuOperationMode",
    "nvmlDeviceSetMemoryLockedClocks",
    "nvmlDeviceSetMigMode",
    "nvmlDeviceSetPersistenceMode",
    "nvmlDeviceSetPowerManagementLimit",
    "nvmlDeviceSetTemperatureThreshold",
    "nvmlDeviceSetVirtualizationMode",
    "nvmlErrorString",
    "nvmlInit",
    "nvmlInitWithFlags",
    "nvmlInit_v2",
    "nvmlShutdown",
    "nvmlSystemGetCudaDriverVersion",
    "nvmlSystemGetCudaDriverVersion_v2",
    "nvmlSystemGetDriverVersion",
    "nvmlSystemGetNVMLVersion",
};

}  // namespace heddle::remote
