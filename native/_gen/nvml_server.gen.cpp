// Made by tools/gen from facts/nvml.toml (nvml.h, version 13). Do not edit.
#include "_gen/nvml_remote.gen.h"
#include "remote/server.h"

namespace heddle::remote {

bool use_nvml_device(Server &server, int32_t device);
void *own_nvml_handle(Request &request, uint8_t kind, uint64_t number);
uint64_t nvml_parent(const Request &request, uint8_t kind);
void serve_nvmlDeviceGetCount_v2(Request &);
void serve_nvmlDeviceGetFieldValues(Request &);
void serve_nvmlDeviceGetHandleByIndex_v2(Request &);
void serve_nvmlDeviceGetHandleByPciBusId_v2(Request &);
void serve_nvmlDeviceGetHandleBySerial(Request &);
void serve_nvmlDeviceGetHandleByUUID(Request &);
void serve_nvmlDeviceGetIndex(Request &);
void serve_nvmlDeviceGetMemoryInfo_v2(Request &);
void serve_nvmlDeviceGetNvLinkRemotePciInfo_v2(Request &);
void serve_nvmlDeviceGetTemperatureV(Request &);

namespace {

void serve_nvmlDeviceGetAdaptiveClockInfoStatus(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> adaptiveClockStatus(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetAdaptiveClockInfoStatus) return request.finish(3);
  const auto result = nvmlDeviceGetAdaptiveClockInfoStatus(device, adaptiveClockStatus.get());
  adaptiveClockStatus.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetApplicationsClock(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto clockType = request.value<nvmlClockType_t>();
  Out<unsigned> clockMHz(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetApplicationsClock) return request.finish(3);
  const auto result = nvmlDeviceGetApplicationsClock(device, clockType, clockMHz.get());
  clockMHz.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetArchitecture(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlDeviceArchitecture_t> arch(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetArchitecture) return request.finish(3);
  const auto result = nvmlDeviceGetArchitecture(device, arch.get());
  arch.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetBAR1MemoryInfo(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlBAR1Memory_t> bar1Memory(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetBAR1MemoryInfo) return request.finish(3);
  const auto result = nvmlDeviceGetBAR1MemoryInfo(device, bar1Memory.get());
  bar1Memory.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetBoardId(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> boardId(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetBoardId) return request.finish(3);
  const auto result = nvmlDeviceGetBoardId(device, boardId.get());
  boardId.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetBoardPartNumber(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  OutBytes partNumber(request);
  const auto length = request.value<unsigned>();
  partNumber.check<char>(request, length);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetBoardPartNumber) return request.finish(3);
  const auto result = nvmlDeviceGetBoardPartNumber(device, partNumber.get<char>(length), length);
  partNumber.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetBrand(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlBrandType_t> type(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetBrand) return request.finish(3);
  const auto result = nvmlDeviceGetBrand(device, type.get());
  type.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetBusType(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlBusType_t> type(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetBusType) return request.finish(3);
  const auto result = nvmlDeviceGetBusType(device, type.get());
  type.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetClock(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto clockType = request.value<nvmlClockType_t>();
  const auto clockId = request.value<nvmlClockId_t>();
  Out<unsigned> clockMHz(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetClock) return request.finish(3);
  const auto result = nvmlDeviceGetClock(device, clockType, clockId, clockMHz.get());
  clockMHz.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetClockInfo(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto type = request.value<nvmlClockType_t>();
  Out<unsigned> clock(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetClockInfo) return request.finish(3);
  const auto result = nvmlDeviceGetClockInfo(device, type, clock.get());
  clock.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetComputeMode(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlComputeMode_t> mode(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetComputeMode) return request.finish(3);
  const auto result = nvmlDeviceGetComputeMode(device, mode.get());
  mode.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetCudaComputeCapability(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<int> major(request);
  Out<int> minor(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetCudaComputeCapability) return request.finish(3);
  const auto result = nvmlDeviceGetCudaComputeCapability(device, major.get(), minor.get());
  major.give(request.fields);
  minor.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetCurrPcieLinkGeneration(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> currLinkGen(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetCurrPcieLinkGeneration) return request.finish(3);
  const auto result = nvmlDeviceGetCurrPcieLinkGeneration(device, currLinkGen.get());
  currLinkGen.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetCurrPcieLinkWidth(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> currLinkWidth(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetCurrPcieLinkWidth) return request.finish(3);
  const auto result = nvmlDeviceGetCurrPcieLinkWidth(device, currLinkWidth.get());
  currLinkWidth.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetCurrentClocksEventReasons(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned long long> clocksEventReasons(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetCurrentClocksEventReasons) return request.finish(3);
  const auto result = nvmlDeviceGetCurrentClocksEventReasons(device, clocksEventReasons.get());
  clocksEventReasons.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetCurrentClocksThrottleReasons(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned long long> clocksThrottleReasons(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetCurrentClocksThrottleReasons) return request.finish(3);
  const auto result = nvmlDeviceGetCurrentClocksThrottleReasons(device, clocksThrottleReasons.get());
  clocksThrottleReasons.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetDecoderUtilization(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> utilization(request);
  Out<unsigned> samplingPeriodUs(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetDecoderUtilization) return request.finish(3);
  const auto result = nvmlDeviceGetDecoderUtilization(device, utilization.get(), samplingPeriodUs.get());
  utilization.give(request.fields);
  samplingPeriodUs.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetDefaultApplicationsClock(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto clockType = request.value<nvmlClockType_t>();
  Out<unsigned> clockMHz(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetDefaultApplicationsClock) return request.finish(3);
  const auto result = nvmlDeviceGetDefaultApplicationsClock(device, clockType, clockMHz.get());
  clockMHz.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetDisplayActive(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlEnableState_t> isActive(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetDisplayActive) return request.finish(3);
  const auto result = nvmlDeviceGetDisplayActive(device, isActive.get());
  isActive.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetDisplayMode(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlEnableState_t> display(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetDisplayMode) return request.finish(3);
  const auto result = nvmlDeviceGetDisplayMode(device, display.get());
  display.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetEccMode(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlEnableState_t> current(request);
  Out<nvmlEnableState_t> pending(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetEccMode) return request.finish(3);
  const auto result = nvmlDeviceGetEccMode(device, current.get(), pending.get());
  current.give(request.fields);
  pending.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetEncoderUtilization(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> utilization(request);
  Out<unsigned> samplingPeriodUs(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetEncoderUtilization) return request.finish(3);
  const auto result = nvmlDeviceGetEncoderUtilization(device, utilization.get(), samplingPeriodUs.get());
  utilization.give(request.fields);
  samplingPeriodUs.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetEnforcedPowerLimit(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> limit(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetEnforcedPowerLimit) return request.finish(3);
  const auto result = nvmlDeviceGetEnforcedPowerLimit(device, limit.get());
  limit.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetFanSpeed(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> speed(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetFanSpeed) return request.finish(3);
  const auto result = nvmlDeviceGetFanSpeed(device, speed.get());
  speed.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetFanSpeed_v2(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto fan = request.value<unsigned>();
  Out<unsigned> speed(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetFanSpeed_v2) return request.finish(3);
  const auto result = nvmlDeviceGetFanSpeed_v2(device, fan, speed.get());
  speed.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetGpuMaxPcieLinkGeneration(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> maxLinkGenDevice(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetGpuMaxPcieLinkGeneration) return request.finish(3);
  const auto result = nvmlDeviceGetGpuMaxPcieLinkGeneration(device, maxLinkGenDevice.get());
  maxLinkGenDevice.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetGpuOperationMode(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlGpuOperationMode_t> current(request);
  Out<nvmlGpuOperationMode_t> pending(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetGpuOperationMode) return request.finish(3);
  const auto result = nvmlDeviceGetGpuOperationMode(device, current.get(), pending.get());
  current.give(request.fields);
  pending.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetGspFirmwareVersion(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  OutBytes version(request);
  version.check<char>(request, 64);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetGspFirmwareVersion) return request.finish(3);
  const auto result = nvmlDeviceGetGspFirmwareVersion(device, version.get<char>(64));
  version.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetInforomImageVersion(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  OutBytes version(request);
  const auto length = request.value<unsigned>();
  version.check<char>(request, length);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetInforomImageVersion) return request.finish(3);
  const auto result = nvmlDeviceGetInforomImageVersion(device, version.get<char>(length), length);
  version.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetIrqNum(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> irqNum(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetIrqNum) return request.finish(3);
  const auto result = nvmlDeviceGetIrqNum(device, irqNum.get());
  irqNum.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMaxClockInfo(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto type = request.value<nvmlClockType_t>();
  Out<unsigned> clock(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMaxClockInfo) return request.finish(3);
  const auto result = nvmlDeviceGetMaxClockInfo(device, type, clock.get());
  clock.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMaxCustomerBoostClock(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto clockType = request.value<nvmlClockType_t>();
  Out<unsigned> clockMHz(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMaxCustomerBoostClock) return request.finish(3);
  const auto result = nvmlDeviceGetMaxCustomerBoostClock(device, clockType, clockMHz.get());
  clockMHz.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMaxMigDeviceCount(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> count(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMaxMigDeviceCount) return request.finish(3);
  const auto result = nvmlDeviceGetMaxMigDeviceCount(device, count.get());
  count.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMaxPcieLinkGeneration(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> maxLinkGen(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMaxPcieLinkGeneration) return request.finish(3);
  const auto result = nvmlDeviceGetMaxPcieLinkGeneration(device, maxLinkGen.get());
  maxLinkGen.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMaxPcieLinkWidth(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> maxLinkWidth(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMaxPcieLinkWidth) return request.finish(3);
  const auto result = nvmlDeviceGetMaxPcieLinkWidth(device, maxLinkWidth.get());
  maxLinkWidth.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMemoryBusWidth(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> busWidth(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMemoryBusWidth) return request.finish(3);
  const auto result = nvmlDeviceGetMemoryBusWidth(device, busWidth.get());
  busWidth.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMemoryErrorCounter(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto errorType = request.value<nvmlMemoryErrorType_t>();
  const auto counterType = request.value<nvmlEccCounterType_t>();
  const auto locationType = request.value<nvmlMemoryLocation_t>();
  Out<unsigned long long> count(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMemoryErrorCounter) return request.finish(3);
  const auto result = nvmlDeviceGetMemoryErrorCounter(device, errorType, counterType, locationType, count.get());
  count.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMemoryInfo(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlMemory_t> memory(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMemoryInfo) return request.finish(3);
  const auto result = nvmlDeviceGetMemoryInfo(device, memory.get());
  memory.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMigMode(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> currentMode(request);
  Out<unsigned> pendingMode(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMigMode) return request.finish(3);
  const auto result = nvmlDeviceGetMigMode(device, currentMode.get(), pendingMode.get());
  currentMode.give(request.fields);
  pendingMode.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMinorNumber(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> minorNumber(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMinorNumber) return request.finish(3);
  const auto result = nvmlDeviceGetMinorNumber(device, minorNumber.get());
  minorNumber.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetModuleId(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> moduleId(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetModuleId) return request.finish(3);
  const auto result = nvmlDeviceGetModuleId(device, moduleId.get());
  moduleId.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetMultiGpuBoard(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> multiGpuBool(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetMultiGpuBoard) return request.finish(3);
  const auto result = nvmlDeviceGetMultiGpuBoard(device, multiGpuBool.get());
  multiGpuBool.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetName(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  OutBytes name(request);
  const auto length = request.value<unsigned>();
  name.check<char>(request, length);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetName) return request.finish(3);
  const auto result = nvmlDeviceGetName(device, name.get<char>(length), length);
  name.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetNumFans(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> numFans(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetNumFans) return request.finish(3);
  const auto result = nvmlDeviceGetNumFans(device, numFans.get());
  numFans.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetNumGpuCores(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> numCores(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetNumGpuCores) return request.finish(3);
  const auto result = nvmlDeviceGetNumGpuCores(device, numCores.get());
  numCores.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetNvLinkCapability(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto link = request.value<unsigned>();
  const auto capability = request.value<nvmlNvLinkCapability_t>();
  Out<unsigned> capResult(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetNvLinkCapability) return request.finish(3);
  const auto result = nvmlDeviceGetNvLinkCapability(device, link, capability, capResult.get());
  capResult.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetNvLinkRemoteDeviceType(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto link = request.value<unsigned>();
  Out<nvmlIntNvLinkDeviceType_t> pNvLinkDeviceType(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetNvLinkRemoteDeviceType) return request.finish(3);
  const auto result = nvmlDeviceGetNvLinkRemoteDeviceType(device, link, pNvLinkDeviceType.get());
  pNvLinkDeviceType.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetNvLinkState(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto link = request.value<unsigned>();
  Out<nvmlEnableState_t> isActive(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetNvLinkState) return request.finish(3);
  const auto result = nvmlDeviceGetNvLinkState(device, link, isActive.get());
  isActive.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetNvLinkVersion(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto link = request.value<unsigned>();
  Out<unsigned> version(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetNvLinkVersion) return request.finish(3);
  const auto result = nvmlDeviceGetNvLinkVersion(device, link, version.get());
  version.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetP2PStatus(Request &request) {
  const auto device1 = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto device2 = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto p2pIndex = request.value<nvmlGpuP2PCapsIndex_t>();
  Out<nvmlGpuP2PStatus_t> p2pStatus(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetP2PStatus) return request.finish(3);
  const auto result = nvmlDeviceGetP2PStatus(device1, device2, p2pIndex, p2pStatus.get());
  p2pStatus.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPciInfo_v3(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlPciInfo_t> pci(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPciInfo_v3) return request.finish(3);
  const auto result = nvmlDeviceGetPciInfo_v3(device, pci.get());
  pci.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPcieLinkMaxSpeed(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> maxSpeed(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPcieLinkMaxSpeed) return request.finish(3);
  const auto result = nvmlDeviceGetPcieLinkMaxSpeed(device, maxSpeed.get());
  maxSpeed.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPcieReplayCounter(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> value(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPcieReplayCounter) return request.finish(3);
  const auto result = nvmlDeviceGetPcieReplayCounter(device, value.get());
  value.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPcieSpeed(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> pcieSpeed(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPcieSpeed) return request.finish(3);
  const auto result = nvmlDeviceGetPcieSpeed(device, pcieSpeed.get());
  pcieSpeed.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPcieThroughput(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto counter = request.value<nvmlPcieUtilCounter_t>();
  Out<unsigned> value(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPcieThroughput) return request.finish(3);
  const auto result = nvmlDeviceGetPcieThroughput(device, counter, value.get());
  value.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPerformanceState(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlPstates_t> pState(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPerformanceState) return request.finish(3);
  const auto result = nvmlDeviceGetPerformanceState(device, pState.get());
  pState.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPersistenceMode(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlEnableState_t> mode(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPersistenceMode) return request.finish(3);
  const auto result = nvmlDeviceGetPersistenceMode(device, mode.get());
  mode.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPowerManagementDefaultLimit(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> defaultLimit(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPowerManagementDefaultLimit) return request.finish(3);
  const auto result = nvmlDeviceGetPowerManagementDefaultLimit(device, defaultLimit.get());
  defaultLimit.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPowerManagementLimit(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> limit(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPowerManagementLimit) return request.finish(3);
  const auto result = nvmlDeviceGetPowerManagementLimit(device, limit.get());
  limit.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPowerManagementLimitConstraints(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> minLimit(request);
  Out<unsigned> maxLimit(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPowerManagementLimitConstraints) return request.finish(3);
  const auto result = nvmlDeviceGetPowerManagementLimitConstraints(device, minLimit.get(), maxLimit.get());
  minLimit.give(request.fields);
  maxLimit.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPowerManagementMode(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlEnableState_t> mode(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPowerManagementMode) return request.finish(3);
  const auto result = nvmlDeviceGetPowerManagementMode(device, mode.get());
  mode.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPowerState(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlPstates_t> pState(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPowerState) return request.finish(3);
  const auto result = nvmlDeviceGetPowerState(device, pState.get());
  pState.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetPowerUsage(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> power(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetPowerUsage) return request.finish(3);
  const auto result = nvmlDeviceGetPowerUsage(device, power.get());
  power.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetSerial(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  OutBytes serial(request);
  const auto length = request.value<unsigned>();
  serial.check<char>(request, length);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetSerial) return request.finish(3);
  const auto result = nvmlDeviceGetSerial(device, serial.get<char>(length), length);
  serial.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetSupportedClocksEventReasons(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned long long> supportedClocksEventReasons(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetSupportedClocksEventReasons) return request.finish(3);
  const auto result = nvmlDeviceGetSupportedClocksEventReasons(device, supportedClocksEventReasons.get());
  supportedClocksEventReasons.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetSupportedClocksThrottleReasons(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned long long> supportedClocksThrottleReasons(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetSupportedClocksThrottleReasons) return request.finish(3);
  const auto result = nvmlDeviceGetSupportedClocksThrottleReasons(device, supportedClocksThrottleReasons.get());
  supportedClocksThrottleReasons.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetTemperature(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto sensorType = request.value<nvmlTemperatureSensors_t>();
  Out<unsigned> temp(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetTemperature) return request.finish(3);
  const auto result = nvmlDeviceGetTemperature(device, sensorType, temp.get());
  temp.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetTemperatureThreshold(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto thresholdType = request.value<nvmlTemperatureThresholds_t>();
  Out<unsigned> temp(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetTemperatureThreshold) return request.finish(3);
  const auto result = nvmlDeviceGetTemperatureThreshold(device, thresholdType, temp.get());
  temp.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetTopologyCommonAncestor(Request &request) {
  const auto device1 = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto device2 = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlGpuTopologyLevel_t> pathInfo(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetTopologyCommonAncestor) return request.finish(3);
  const auto result = nvmlDeviceGetTopologyCommonAncestor(device1, device2, pathInfo.get());
  pathInfo.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetTotalEccErrors(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto errorType = request.value<nvmlMemoryErrorType_t>();
  const auto counterType = request.value<nvmlEccCounterType_t>();
  Out<unsigned long long> eccCounts(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetTotalEccErrors) return request.finish(3);
  const auto result = nvmlDeviceGetTotalEccErrors(device, errorType, counterType, eccCounts.get());
  eccCounts.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetTotalEnergyConsumption(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned long long> energy(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetTotalEnergyConsumption) return request.finish(3);
  const auto result = nvmlDeviceGetTotalEnergyConsumption(device, energy.get());
  energy.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetUUID(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  OutBytes uuid(request);
  const auto length = request.value<unsigned>();
  uuid.check<char>(request, length);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetUUID) return request.finish(3);
  const auto result = nvmlDeviceGetUUID(device, uuid.get<char>(length), length);
  uuid.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetUtilizationRates(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlUtilization_t> utilization(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetUtilizationRates) return request.finish(3);
  const auto result = nvmlDeviceGetUtilizationRates(device, utilization.get());
  utilization.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetVbiosVersion(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  OutBytes version(request);
  const auto length = request.value<unsigned>();
  version.check<char>(request, length);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetVbiosVersion) return request.finish(3);
  const auto result = nvmlDeviceGetVbiosVersion(device, version.get<char>(length), length);
  version.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetViolationStatus(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto perfPolicyType = request.value<nvmlPerfPolicyType_t>();
  Out<nvmlViolationTime_t> violTime(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetViolationStatus) return request.finish(3);
  const auto result = nvmlDeviceGetViolationStatus(device, perfPolicyType, violTime.get());
  violTime.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceGetVirtualizationMode(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<nvmlGpuVirtualizationMode_t> pVirtualMode(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceGetVirtualizationMode) return request.finish(3);
  const auto result = nvmlDeviceGetVirtualizationMode(device, pVirtualMode.get());
  pVirtualMode.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceIsMigDeviceHandle(Request &request) {
  const auto device = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<unsigned> isMigDevice(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceIsMigDeviceHandle) return request.finish(3);
  const auto result = nvmlDeviceIsMigDeviceHandle(device, isMigDevice.get());
  isMigDevice.give(request.fields);
  request.finish(result);
}

void serve_nvmlDeviceOnSameBoard(Request &request) {
  const auto device1 = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  const auto device2 = request.handle<nvmlDevice_t>(kKindNvmlDevice_t);
  Out<int> onSameBoard(request);
  if (!request.is_good()) return;
  if (!nvmlDeviceOnSameBoard) return request.finish(3);
  const auto result = nvmlDeviceOnSameBoard(device1, device2, onSameBoard.get());
  onSameBoard.give(request.fields);
  request.finish(result);
}

void serve_nvmlInitWithFlags(Request &request) {
  const auto flags = request.value<unsigned>();
  if (!request.is_good()) return;
  if (!nvmlInitWithFlags) return request.finish(3);
  const auto result = nvmlInitWithFlags(flags);
  request.finish(result);
}

void serve_nvmlInit_v2(Request &request) {
  if (!request.is_good()) return;
  if (!nvmlInit_v2) return request.finish(3);
  const auto result = nvmlInit_v2();
  request.finish(result);
}

void serve_nvmlShutdown(Request &request) {
  if (!request.is_good()) return;
  if (!nvmlShutdown) return request.finish(3);
  const auto result = nvmlShutdown();
  request.finish(result);
}

void serve_nvmlSystemGetCudaDriverVersion(Request &request) {
  Out<int> cudaDriverVersion(request);
  if (!request.is_good()) return;
  if (!nvmlSystemGetCudaDriverVersion) return request.finish(3);
  const auto result = nvmlSystemGetCudaDriverVersion(cudaDriverVersion.get());
  cudaDriverVersion.give(request.fields);
  request.finish(result);
}

void serve_nvmlSystemGetCudaDriverVersion_v2(Request &request) {
  Out<int> cudaDriverVersion(request);
  if (!request.is_good()) return;
  if (!nvmlSystemGetCudaDriverVersion_v2) return request.finish(3);
  const auto result = nvmlSystemGetCudaDriverVersion_v2(cudaDriverVersion.get());
  cudaDriverVersion.give(request.fields);
  request.finish(result);
}

void serve_nvmlSystemGetDriverVersion(Request &request) {
  OutBytes version(request);
  const auto length = request.value<unsigned>();
  version.check<char>(request, length);
  if (!request.is_good()) return;
  if (!nvmlSystemGetDriverVersion) return request.finish(3);
  const auto result = nvmlSystemGetDriverVersion(version.get<char>(length), length);
  version.give(request.fields);
  request.finish(result);
}

void serve_nvmlSystemGetNVMLVersion(Request &request) {
  OutBytes version(request);
  const auto length = request.value<unsigned>();
  version.check<char>(request, length);
  if (!request.is_good()) return;
  if (!nvmlSystemGetNVMLVersion) return request.finish(3);
  const auto result = nvmlSystemGetNVMLVersion(version.get<char>(length), length);
  version.give(request.fields);
  request.finish(result);
}

constexpr Serve kServe[] = {
    serve_nvmlDeviceGetAdaptiveClockInfoStatus,
    serve_nvmlDeviceGetApplicationsClock,
    serve_nvmlDeviceGetArchitecture,
    serve_nvmlDeviceGetBAR1MemoryInfo,
    serve_nvmlDeviceGetBoardId,
    serve_nvmlDeviceGetBoardPartNumber,
    serve_nvmlDeviceGetBrand,
    serve_nvmlDeviceGetBusType,
    serve_nvmlDeviceGetClock,
    serve_nvmlDeviceGetClockInfo,
    serve_nvmlDeviceGetComputeMode,
    serve_nvmlDeviceGetCount_v2,
    serve_nvmlDeviceGetCudaComputeCapability,
    serve_nvmlDeviceGetCurrPcieLinkGeneration,
    serve_nvmlDeviceGetCurrPcieLinkWidth,
    serve_nvmlDeviceGetCurrentClocksEventReasons,
    serve_nvmlDeviceGetCurrentClocksThrottleReasons,
    serve_nvmlDeviceGetDecoderUtilization,
    serve_nvmlDeviceGetDefaultApplicationsClock,
    serve_nvmlDeviceGetDisplayActive,
    serve_nvmlDeviceGetDisplayMode,
    serve_nvmlDeviceGetEccMode,
    serve_nvmlDeviceGetEncoderUtilization,
    serve_nvmlDeviceGetEnforcedPowerLimit,
    serve_nvmlDeviceGetFanSpeed,
    serve_nvmlDeviceGetFanSpeed_v2,
    serve_nvmlDeviceGetFieldValues,
    serve_nvmlDeviceGetGpuMaxPcieLinkGeneration,
    serve_nvmlDeviceGetGpuOperationMode,
    serve_nvmlDeviceGetGspFirmwareVersion,
    serve_nvmlDeviceGetHandleByIndex_v2,
    serve_nvmlDeviceGetHandleByPciBusId_v2,
    serve_nvmlDeviceGetHandleBySerial,
    serve_nvmlDeviceGetHandleByUUID,
    serve_nvmlDeviceGetIndex,
    serve_nvmlDeviceGetInforomImageVersion,
    serve_nvmlDeviceGetIrqNum,
    serve_nvmlDeviceGetMaxClockInfo,
    serve_nvmlDeviceGetMaxCustomerBoostClock,
    serve_nvmlDeviceGetMaxMigDeviceCount,
    serve_nvmlDeviceGetMaxPcieLinkGeneration,
    serve_nvmlDeviceGetMaxPcieLinkWidth,
    serve_nvmlDeviceGetMemoryBusWidth,
    serve_nvmlDeviceGetMemoryErrorCounter,
    serve_nvmlDeviceGetMemoryInfo,
    serve_nvmlDeviceGetMemoryInfo_v2,
    serve_nvmlDeviceGetMigMode,
    serve_nvmlDeviceGetMinorNumber,
    serve_nvmlDeviceGetModuleId,
    serve_nvmlDeviceGetMultiGpuBoard,
    serve_nvmlDeviceGetName,
    serve_nvmlDeviceGetNumFans,
    serve_nvmlDeviceGetNumGpuCores,
    serve_nvmlDeviceGetNvLinkCapability,
    serve_nvmlDeviceGetNvLinkRemoteDeviceType,
    serve_nvmlDeviceGetNvLinkRemotePciInfo_v2,
    serve_nvmlDeviceGetNvLinkState,
    serve_nvmlDeviceGetNvLinkVersion,
    serve_nvmlDeviceGetP2PStatus,
    serve_nvmlDeviceGetPciInfo_v3,
    serve_nvmlDeviceGetPcieLinkMaxSpeed,
    serve_nvmlDeviceGetPcieReplayCounter,
    serve_nvmlDeviceGetPcieSpeed,
    serve_nvmlDeviceGetPcieThroughput,
    serve_nvmlDeviceGetPerformanceState,
    serve_nvmlDeviceGetPersistenceMode,
    serve_nvmlDeviceGetPowerManagementDefaultLimit,
    serve_nvmlDeviceGetPowerManagementLimit,
    serve_nvmlDeviceGetPowerManagementLimitConstraints,
    serve_nvmlDeviceGetPowerManagementMode,
    serve_nvmlDeviceGetPowerState,
    serve_nvmlDeviceGetPowerUsage,
    serve_nvmlDeviceGetSerial,
    serve_nvmlDeviceGetSupportedClocksEventReasons,
    serve_nvmlDeviceGetSupportedClocksThrottleReasons,
    serve_nvmlDeviceGetTemperature,
    serve_nvmlDeviceGetTemperatureThreshold,
    serve_nvmlDeviceGetTemperatureV,
    serve_nvmlDeviceGetTopologyCommonAncestor,
    serve_nvmlDeviceGetTotalEccErrors,
    serve_nvmlDeviceGetTotalEnergyConsumption,
    serve_nvmlDeviceGetUUID,
    serve_nvmlDeviceGetUtilizationRates,
    serve_nvmlDeviceGetVbiosVersion,
    serve_nvmlDeviceGetViolationStatus,
    serve_nvmlDeviceGetVirtualizationMode,
    serve_nvmlDeviceIsMigDeviceHandle,
    serve_nvmlDeviceOnSameBoard,
    serve_nvmlInitWithFlags,
    serve_nvmlInit_v2,
    serve_nvmlShutdown,
    serve_nvmlSystemGetCudaDriverVersion,
    serve_nvmlSystemGetCudaDriverVersion_v2,
    serve_nvmlSystemGetDriverVersion,
    serve_nvmlSystemGetNVMLVersion,
};

}  // namespace

const ServerFacts kServed = {"nvml", "", 0, 2, 2, kServe, kFunctions, use_nvml_device, own_nvml_handle, also, nvml_parent, wrong_handle};

}  // namespace heddle::remote
