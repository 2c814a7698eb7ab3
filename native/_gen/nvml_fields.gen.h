// Made by tools/gen from facts/nvml.toml (nvml.h, version 13). Do not edit.
// The fields of each function's message, a letter each; null: they are written by hand.
// abcdefghijklmnvyz: a handle, by its kind; in capitals its number, made or found.
// o: whether something is wanted, p: an address, q: a size, r: a value, s: a device,
// t: text, {LENGTH}: so many bytes, [LENGTH-LESS]: as many times so many as x says, <a>:
// as many handles of a kind; l: a list with a 0 at its end.
#pragma once

namespace heddle::remote {

inline constexpr const char *kKinds = "abcdefghijklmnvyz";
inline constexpr const char *kFields[] = {
    "ao",  // nvmlDeviceGetAdaptiveClockInfoStatus
    "aro",  // nvmlDeviceGetApplicationsClock
    "ao",  // nvmlDeviceGetArchitecture
    "ao",  // nvmlDeviceGetBAR1MemoryInfo
    "ao",  // nvmlDeviceGetBoardId
    "aor",  // nvmlDeviceGetBoardPartNumber
    "ao",  // nvmlDeviceGetBrand
    "ao",  // nvmlDeviceGetBusType
    "arro",  // nvmlDeviceGetClock
    "aro",  // nvmlDeviceGetClockInfo
    "ao",  // nvmlDeviceGetComputeMode
    nullptr,  // nvmlDeviceGetCount_v2
    "aoo",  // nvmlDeviceGetCudaComputeCapability
    "ao",  // nvmlDeviceGetCurrPcieLinkGeneration
    "ao",  // nvmlDeviceGetCurrPcieLinkWidth
    "ao",  // nvmlDeviceGetCurrentClocksEventReasons
    "ao",  // nvmlDeviceGetCurrentClocksThrottleReasons
    "aoo",  // nvmlDeviceGetDecoderUtilization
    "aro",  // nvmlDeviceGetDefaultApplicationsClock
    "ao",  // nvmlDeviceGetDisplayActive
    "ao",  // nvmlDeviceGetDisplayMode
    "aoo",  // nvmlDeviceGetEccMode
    "aoo",  // nvmlDeviceGetEncoderUtilization
    "ao",  // nvmlDeviceGetEnforcedPowerLimit
    "ao",  // nvmlDeviceGetFanSpeed
    "aro",  // nvmlDeviceGetFanSpeed_v2
    nullptr,  // nvmlDeviceGetFieldValues
    "ao",  // nvmlDeviceGetGpuMaxPcieLinkGeneration
    "aoo",  // nvmlDeviceGetGpuOperationMode
    "ao",  // nvmlDeviceGetGspFirmwareVersion
    nullptr,  // nvmlDeviceGetHandleByIndex_v2
    nullptr,  // nvmlDeviceGetHandleByPciBusId_v2
    nullptr,  // nvmlDeviceGetHandleBySerial
    nullptr,  // nvmlDeviceGetHandleByUUID
    nullptr,  // nvmlDeviceGetIndex
    "aor",  // nvmlDeviceGetInforomImageVersion
    "ao",  // nvmlDeviceGetIrqNum
    "aro",  // nvmlDeviceGetMaxClockInfo
    "aro",  // nvmlDeviceGetMaxCustomerBoostClock
    "ao",  // nvmlDeviceGetMaxMigDeviceCount
    "ao",  // nvmlDeviceGetMaxPcieLinkGeneration
    "ao",  // nvmlDeviceGetMaxPcieLinkWidth
    "ao",  // nvmlDeviceGetMemoryBusWidth
    "arrro",  // nvmlDeviceGetMemoryErrorCounter
    "ao",  // nvmlDeviceGetMemoryInfo
    nullptr,  // nvmlDeviceGetMemoryInfo_v2
    "aoo",  // nvmlDeviceGetMigMode
    "ao",  // nvmlDeviceGetMinorNumber
    "ao",  // nvmlDeviceGetModuleId
    "ao",  // nvmlDeviceGetMultiGpuBoard
    "aor",  // nvmlDeviceGetName
    "ao",  // nvmlDeviceGetNumFans
    "ao",  // nvmlDeviceGetNumGpuCores
    "arro",  // nvmlDeviceGetNvLinkCapability
    "aro",  // nvmlDeviceGetNvLinkRemoteDeviceType
    nullptr,  // nvmlDeviceGetNvLinkRemotePciInfo_v2
    "aro",  // nvmlDeviceGetNvLinkState
    "aro",  // nvmlDeviceGetNvLinkVersion
    "aaro",  // nvmlDeviceGetP2PStatus
    "ao",  // nvmlDeviceGetPciInfo_v3
    "ao",  // nvmlDeviceGetPcieLinkMaxSpeed
    "ao",  // nvmlDeviceGetPcieReplayCounter
    "ao",  // nvmlDeviceGetPcieSpeed
    "aro",  // nvmlDeviceGetPcieThroughput
    "ao",  // nvmlDeviceGetPerformanceState
    "ao",  // nvmlDeviceGetPersistenceMode
    "ao",  // nvmlDeviceGetPowerManagementDefaultLimit
    "ao",  // nvmlDeviceGetPowerManagementLimit
    "aoo",  // nvmlDeviceGetPowerManagementLimitConstraints
    "ao",  // nvmlDeviceGetPowerManagementMode
    "ao",  // nvmlDeviceGetPowerState
    "ao",  // nvmlDeviceGetPowerUsage
    "aor",  // nvmlDeviceGetSerial
    "ao",  // nvmlDeviceGetSupportedClocksEventReasons
    "ao",  // nvmlDeviceGetSupportedClocksThrottleReasons
    "aro",  // nvmlDeviceGetTemperature
    "aro",  // nvmlDeviceGetTemperatureThreshold
    nullptr,  // nvmlDeviceGetTemperatureV
    "aao",  // nvmlDeviceGetTopologyCommonAncestor
    "arro",  // nvmlDeviceGetTotalEccErrors
    "ao",  // nvmlDeviceGetTotalEnergyConsumption
    "aor",  // nvmlDeviceGetUUID
    "ao",  // nvmlDeviceGetUtilizationRates
    "aor",  // nvmlDeviceGetVbiosVersion
    "aro",  // nvmlDeviceGetViolationStatus
    "ao",  // nvmlDeviceGetVirtualizationMode
    "ao",  // nvmlDeviceIsMigDeviceHandle
    "aao",  // nvmlDeviceOnSameBoard
    "r",  // nvmlInitWithFlags
    "",  // nvmlInit_v2
    "",  // nvmlShutdown
    "o",  // nvmlSystemGetCudaDriverVersion
    "o",  // nvmlSystemGetCudaDriverVersion_v2
    "or",  // nvmlSystemGetDriverVersion
    "or",  // nvmlSystemGetNVMLVersion
};

}  // namespace heddle::remote
