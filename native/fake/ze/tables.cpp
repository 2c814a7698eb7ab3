// The tables by which a driver gives its functions to the loader: one function for each, of which
// the loader wants every one. Their order is that of ze_ddi.h and zes_ddi.h, version 1.8; newer
// loaders have more behind it, which they find empty.
#include <string.h>

#include <initializer_list>

#include "fake/ze/symbols.h"

namespace fake {
namespace {

constexpr uint32_t kVersion = 1 << 16 | 4;  // of the specification that our tables are of
constexpr ze_result_t kUnsupportedVersion = 0x78000002, kNullPointer = 0x78000007;

void *address_of(const char *name) {
  for (const Symbol *symbol = kSymbols; symbol->name; symbol++)
    if (!strcmp(symbol->name, name)) return symbol->plain;
  return nullptr;
}

ze_result_t fill(uint32_t version, void **table, std::initializer_list<const char *> names) {
  if (!table) return kNullPointer;
  if (version < kVersion) return kUnsupportedVersion;
  for (const char *name : names) *table++ = address_of(name);
  return 0;
}

}  // namespace
}  // namespace fake

#define TABLE(function, ...)                                         \
  FAKE_EXPORT ze_result_t function(uint32_t version, void **table) { \
    return fake::fill(version, table, {__VA_ARGS__});                \
  }

TABLE(zeGetGlobalProcAddrTable, "zeInit")
TABLE(zeGetDriverProcAddrTable, "zeDriverGet", "zeDriverGetApiVersion", "zeDriverGetProperties",
      "zeDriverGetIpcProperties", "zeDriverGetExtensionProperties",
      "zeDriverGetExtensionFunctionAddress")
TABLE(zeGetDeviceProcAddrTable, "zeDeviceGet", "zeDeviceGetSubDevices", "zeDeviceGetProperties",
      "zeDeviceGetComputeProperties", "zeDeviceGetModuleProperties",
      "zeDeviceGetCommandQueueGroupProperties", "zeDeviceGetMemoryProperties",
      "zeDeviceGetMemoryAccessProperties", "zeDeviceGetCacheProperties",
      "zeDeviceGetImageProperties", "zeDeviceGetExternalMemoryProperties",
      "zeDeviceGetP2PProperties", "zeDeviceCanAccessPeer", "zeDeviceGetStatus",
      "zeDeviceGetGlobalTimestamps", "zeDeviceReserveCacheExt", "zeDeviceSetCacheAdviceExt",
      "zeDevicePciGetPropertiesExt")
TABLE(zeGetDeviceExpProcAddrTable, "zeDeviceGetFabricVertexExp")
TABLE(zeGetContextProcAddrTable, "zeContextCreate", "zeContextDestroy", "zeContextGetStatus",
      "zeContextSystemBarrier", "zeContextMakeMemoryResident", "zeContextEvictMemory",
      "zeContextMakeImageResident", "zeContextEvictImage", "zeContextCreateEx")
TABLE(zeGetCommandQueueProcAddrTable, "zeCommandQueueCreate", "zeCommandQueueDestroy",
      "zeCommandQueueExecuteCommandLists", "zeCommandQueueSynchronize")
// Since 1.6 there is one more.
FAKE_EXPORT ze_result_t zeGetCommandListProcAddrTable(uint32_t version, void **table) {
  const std::initializer_list<const char *> names = {
      "zeCommandListCreate",
      "zeCommandListCreateImmediate",
      "zeCommandListDestroy",
      "zeCommandListClose",
      "zeCommandListReset",
      "zeCommandListAppendWriteGlobalTimestamp",
      "zeCommandListAppendBarrier",
      "zeCommandListAppendMemoryRangesBarrier",
      "zeCommandListAppendMemoryCopy",
      "zeCommandListAppendMemoryFill",
      "zeCommandListAppendMemoryCopyRegion",
      "zeCommandListAppendMemoryCopyFromContext",
      "zeCommandListAppendImageCopy",
      "zeCommandListAppendImageCopyRegion",
      "zeCommandListAppendImageCopyToMemory",
      "zeCommandListAppendImageCopyFromMemory",
      "zeCommandListAppendMemoryPrefetch",
      "zeCommandListAppendMemAdvise",
      "zeCommandListAppendSignalEvent",
      "zeCommandListAppendWaitOnEvents",
      "zeCommandListAppendEventReset",
      "zeCommandListAppendQueryKernelTimestamps",
      "zeCommandListAppendLaunchKernel",
      "zeCommandListAppendLaunchCooperativeKernel",
      "zeCommandListAppendLaunchKernelIndirect",
      "zeCommandListAppendLaunchMultipleKernelsIndirect",
      "zeCommandListAppendImageCopyToMemoryExt",
      "zeCommandListAppendImageCopyFromMemoryExt"};
  const ze_result_t result = fake::fill(version, table, names);
  if (result == 0 && version >= (1 << 16 | 6))
    table[names.size()] = fake::address_of("zeCommandListHostSynchronize");
  return result;
}
TABLE(zeGetImageProcAddrTable, "zeImageGetProperties", "zeImageCreate", "zeImageDestroy",
      "zeImageGetAllocPropertiesExt")
TABLE(zeGetImageExpProcAddrTable, "zeImageGetMemoryPropertiesExp", "zeImageViewCreateExp")
TABLE(zeGetFenceProcAddrTable, "zeFenceCreate", "zeFenceDestroy", "zeFenceHostSynchronize",
      "zeFenceQueryStatus", "zeFenceReset")
TABLE(zeGetEventPoolProcAddrTable, "zeEventPoolCreate", "zeEventPoolDestroy",
      "zeEventPoolGetIpcHandle", "zeEventPoolOpenIpcHandle", "zeEventPoolCloseIpcHandle")
TABLE(zeGetEventProcAddrTable, "zeEventCreate", "zeEventDestroy", "zeEventHostSignal",
      "zeEventHostSynchronize", "zeEventQueryStatus", "zeEventHostReset",
      "zeEventQueryKernelTimestamp")
TABLE(zeGetEventExpProcAddrTable, "zeEventQueryTimestampsExp")
TABLE(zeGetModuleProcAddrTable, "zeModuleCreate", "zeModuleDestroy", "zeModuleDynamicLink",
      "zeModuleGetNativeBinary", "zeModuleGetGlobalPointer", "zeModuleGetKernelNames",
      "zeModuleGetProperties", "zeModuleGetFunctionPointer", "zeModuleInspectLinkageExt")
TABLE(zeGetModuleBuildLogProcAddrTable, "zeModuleBuildLogDestroy", "zeModuleBuildLogGetString")
TABLE(zeGetKernelProcAddrTable, "zeKernelCreate", "zeKernelDestroy", "zeKernelSetCacheConfig",
      "zeKernelSetGroupSize", "zeKernelSuggestGroupSize", "zeKernelSuggestMaxCooperativeGroupCount",
      "zeKernelSetArgumentValue", "zeKernelSetIndirectAccess", "zeKernelGetIndirectAccess",
      "zeKernelGetSourceAttributes", "zeKernelGetProperties", "zeKernelGetName")
TABLE(zeGetKernelExpProcAddrTable, "zeKernelSetGlobalOffsetExp", "zeKernelSchedulingHintExp")
TABLE(zeGetSamplerProcAddrTable, "zeSamplerCreate", "zeSamplerDestroy")
TABLE(zeGetPhysicalMemProcAddrTable, "zePhysicalMemCreate", "zePhysicalMemDestroy")
TABLE(zeGetMemProcAddrTable, "zeMemAllocShared", "zeMemAllocDevice", "zeMemAllocHost", "zeMemFree",
      "zeMemGetAllocProperties", "zeMemGetAddressRange", "zeMemGetIpcHandle", "zeMemOpenIpcHandle",
      "zeMemCloseIpcHandle", "zeMemFreeExt")
TABLE(zeGetVirtualMemProcAddrTable, "zeVirtualMemReserve", "zeVirtualMemFree",
      "zeVirtualMemQueryPageSize", "zeVirtualMemMap", "zeVirtualMemUnmap",
      "zeVirtualMemSetAccessAttribute", "zeVirtualMemGetAccessAttribute")
TABLE(zeGetFabricVertexExpProcAddrTable, "zeFabricVertexGetExp", "zeFabricVertexGetSubVerticesExp",
      "zeFabricVertexGetPropertiesExp", "zeFabricVertexGetDeviceExp")
TABLE(zeGetFabricEdgeExpProcAddrTable, "zeFabricEdgeGetExp", "zeFabricEdgeGetVerticesExp",
      "zeFabricEdgeGetPropertiesExp")
TABLE(zesGetDeviceProcAddrTable, "zesDeviceGetProperties", "zesDeviceGetState", "zesDeviceReset",
      "zesDeviceProcessesGetState", "zesDevicePciGetProperties", "zesDevicePciGetState",
      "zesDevicePciGetBars", "zesDevicePciGetStats", "zesDeviceEnumDiagnosticTestSuites",
      "zesDeviceEnumEngineGroups", "zesDeviceEventRegister", "zesDeviceEnumFabricPorts",
      "zesDeviceEnumFans", "zesDeviceEnumFirmwares", "zesDeviceEnumFrequencyDomains",
      "zesDeviceEnumLeds", "zesDeviceEnumMemoryModules", "zesDeviceEnumPerformanceFactorDomains",
      "zesDeviceEnumPowerDomains", "zesDeviceGetCardPowerDomain", "zesDeviceEnumPsus",
      "zesDeviceEnumRasErrorSets", "zesDeviceEnumSchedulers", "zesDeviceEnumStandbyDomains",
      "zesDeviceEnumTemperatureSensors", "zesDeviceEccAvailable", "zesDeviceEccConfigurable",
      "zesDeviceGetEccState", "zesDeviceSetEccState")
TABLE(zesGetMemoryProcAddrTable, "zesMemoryGetProperties", "zesMemoryGetState",
      "zesMemoryGetBandwidth")

// Nothing of these is here.
TABLE(zesGetDriverProcAddrTable)
TABLE(zesGetSchedulerProcAddrTable)
TABLE(zesGetPerformanceFactorProcAddrTable)
TABLE(zesGetPowerProcAddrTable)
TABLE(zesGetFrequencyProcAddrTable)
TABLE(zesGetEngineProcAddrTable)
TABLE(zesGetStandbyProcAddrTable)
TABLE(zesGetFirmwareProcAddrTable)
TABLE(zesGetFabricPortProcAddrTable)
TABLE(zesGetTemperatureProcAddrTable)
TABLE(zesGetPsuProcAddrTable)
TABLE(zesGetFanProcAddrTable)
TABLE(zesGetLedProcAddrTable)
TABLE(zesGetRasProcAddrTable)
TABLE(zesGetDiagnosticsProcAddrTable)
TABLE(zetGetDeviceProcAddrTable)
TABLE(zetGetContextProcAddrTable)
TABLE(zetGetCommandListProcAddrTable)
TABLE(zetGetModuleProcAddrTable)
TABLE(zetGetKernelProcAddrTable)
TABLE(zetGetMetricGroupProcAddrTable)
TABLE(zetGetMetricGroupExpProcAddrTable)
TABLE(zetGetMetricProcAddrTable)
TABLE(zetGetMetricStreamerProcAddrTable)
TABLE(zetGetMetricQueryPoolProcAddrTable)
TABLE(zetGetMetricQueryProcAddrTable)
TABLE(zetGetTracerExpProcAddrTable)
TABLE(zetGetDebugProcAddrTable)
