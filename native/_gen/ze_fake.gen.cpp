// Made by tools/gen from facts/ze.toml (ze_api.h, zes_api.h, zet_api.h and zer_api.h of the loader 1.8.12 to 1.32.0 (oneapi-src/level-zero), version 1.17). Do not edit.
#include "fake/ze/symbols.h"

using namespace fake;

FAKE_WEAK ze_result_t zeCommandListAppendBarrier(ze_command_list_handle_t, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendEventReset(ze_command_list_handle_t, ze_event_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendGraphExt(ze_command_list_handle_t, ze_executable_graph_handle_t, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendHostFunction(ze_command_list_handle_t, ze_host_function_callback_t, void *, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendImageCopy(ze_command_list_handle_t, ze_image_handle_t, ze_image_handle_t, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendImageCopyFromMemory(ze_command_list_handle_t, ze_image_handle_t, const void *, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendImageCopyFromMemoryExt(ze_command_list_handle_t, ze_image_handle_t, const void *, const void *, uint32_t, uint32_t, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendImageCopyRegion(ze_command_list_handle_t, ze_image_handle_t, ze_image_handle_t, const void *, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendImageCopyToMemory(ze_command_list_handle_t, void *, ze_image_handle_t, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendImageCopyToMemoryExt(ze_command_list_handle_t, void *, ze_image_handle_t, const void *, uint32_t, uint32_t, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendLaunchCooperativeKernel(ze_command_list_handle_t, ze_kernel_handle_t, const ze_group_count_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendLaunchKernel(ze_command_list_handle_t, ze_kernel_handle_t, const ze_group_count_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendLaunchKernelIndirect(ze_command_list_handle_t, ze_kernel_handle_t, const ze_group_count_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendLaunchKernelWithArguments(ze_command_list_handle_t, ze_kernel_handle_t, const ze_group_count_t, const ze_group_size_t, void **, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendLaunchKernelWithParameters(ze_command_list_handle_t, ze_kernel_handle_t, const ze_group_count_t *, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendLaunchMultipleKernelsIndirect(ze_command_list_handle_t, uint32_t, ze_kernel_handle_t *, const uint32_t *, const ze_group_count_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendMemAdvise(ze_command_list_handle_t, ze_device_handle_t, const void *, size_t, ze_memory_advice_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendMemoryCopy(ze_command_list_handle_t, void *, const void *, size_t, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendMemoryCopyFromContext(ze_command_list_handle_t, void *, ze_context_handle_t, const void *, size_t, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendMemoryCopyRegion(ze_command_list_handle_t, void *, const void *, uint32_t, uint32_t, const void *, const void *, uint32_t, uint32_t, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendMemoryCopyWithParameters(ze_command_list_handle_t, void *, const void *, size_t, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendMemoryFill(ze_command_list_handle_t, void *, const void *, size_t, size_t, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendMemoryFillWithParameters(ze_command_list_handle_t, void *, const void *, size_t, size_t, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendMemoryPrefetch(ze_command_list_handle_t, const void *, size_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendMemoryRangesBarrier(ze_command_list_handle_t, uint32_t, const size_t *, const void **, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendQueryKernelTimestamps(ze_command_list_handle_t, uint32_t, ze_event_handle_t *, void *, const size_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendSignalEvent(ze_command_list_handle_t, ze_event_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendSignalExternalSemaphoreExt(ze_command_list_handle_t, uint32_t, ze_external_semaphore_ext_handle_t *, void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendWaitExternalSemaphoreExt(ze_command_list_handle_t, uint32_t, ze_external_semaphore_ext_handle_t *, void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendWaitOnEvents(ze_command_list_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListAppendWriteGlobalTimestamp(ze_command_list_handle_t, uint64_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListBeginCaptureIntoGraphExt(ze_command_list_handle_t, ze_graph_handle_t, const void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListBeginGraphCaptureExt(ze_command_list_handle_t, const void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListClose(ze_command_list_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListCreate(ze_context_handle_t, ze_device_handle_t, const ze_command_list_desc_t *, ze_command_list_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListCreateCloneExp(ze_command_list_handle_t, ze_command_list_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListCreateImmediate(ze_context_handle_t, ze_device_handle_t, const ze_command_queue_desc_t *, ze_command_list_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListDestroy(ze_command_list_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListEndGraphCaptureExt(ze_command_list_handle_t, const void *, ze_graph_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListGetContextHandle(ze_command_list_handle_t, ze_context_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListGetDeviceHandle(ze_command_list_handle_t, ze_device_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListGetFlags(ze_command_list_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListGetGraphExt(ze_command_list_handle_t, ze_graph_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListGetNextCommandIdExp(ze_command_list_handle_t, const void *, uint64_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListGetNextCommandIdWithKernelsExp(ze_command_list_handle_t, const void *, uint32_t, ze_kernel_handle_t *, uint64_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListGetOrdinal(ze_command_list_handle_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListHostSynchronize(ze_command_list_handle_t, uint64_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListImmediateAppendCommandListsExp(ze_command_list_handle_t, uint32_t, ze_command_list_handle_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListImmediateAppendCommandListsWithParameters(ze_command_list_handle_t, uint32_t, ze_command_list_handle_t *, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListImmediateGetFlags(ze_command_list_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListImmediateGetIndex(ze_command_list_handle_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListImmediateGetMode(ze_command_list_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListImmediateGetPriority(ze_command_list_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListIsGraphCaptureEnabledExt(ze_command_list_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListIsImmediate(ze_command_list_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListIsMutableExp(ze_command_list_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListReset(ze_command_list_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListUpdateMutableCommandKernelsExp(ze_command_list_handle_t, uint32_t, uint64_t *, ze_kernel_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListUpdateMutableCommandSignalEventExp(ze_command_list_handle_t, uint64_t, ze_event_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListUpdateMutableCommandWaitEventsExp(ze_command_list_handle_t, uint64_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandListUpdateMutableCommandsExp(ze_command_list_handle_t, const void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandQueueCreate(ze_context_handle_t, ze_device_handle_t, const ze_command_queue_desc_t *, ze_command_queue_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandQueueDestroy(ze_command_queue_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandQueueExecuteCommandLists(ze_command_queue_handle_t, uint32_t, ze_command_list_handle_t *, ze_fence_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandQueueGetFlags(ze_command_queue_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandQueueGetIndex(ze_command_queue_handle_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandQueueGetMode(ze_command_queue_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandQueueGetOrdinal(ze_command_queue_handle_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandQueueGetPriority(ze_command_queue_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeCommandQueueSynchronize(ze_command_queue_handle_t, uint64_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeContextCreate(ze_driver_handle_t, const void *, ze_context_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeContextCreateEx(ze_driver_handle_t, const void *, uint32_t, ze_device_handle_t *, ze_context_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeContextDestroy(ze_context_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeContextEvictImage(ze_context_handle_t, ze_device_handle_t, ze_image_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeContextEvictMemory(ze_context_handle_t, ze_device_handle_t, void *, size_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeContextGetStatus(ze_context_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeContextMakeImageResident(ze_context_handle_t, ze_device_handle_t, ze_image_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeContextMakeMemoryResident(ze_context_handle_t, ze_device_handle_t, void *, size_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeContextSystemBarrier(ze_context_handle_t, ze_device_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceCanAccessPeer(ze_device_handle_t, ze_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGet(ze_driver_handle_t, uint32_t *, ze_device_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetAggregatedCopyOffloadIncrementValue(ze_device_handle_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetCacheProperties(ze_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetCommandQueueGroupProperties(ze_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetComputeProperties(ze_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetCounterBasedEventMaxValue(ze_device_handle_t, uint64_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetExternalMemoryProperties(ze_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetFabricVertexExp(ze_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetGlobalTimestamps(ze_device_handle_t, uint64_t *, uint64_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetImageProperties(ze_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetMemoryAccessProperties(ze_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetMemoryProperties(ze_device_handle_t, uint32_t *, ze_device_memory_properties_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetModuleProperties(ze_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetP2PProperties(ze_device_handle_t, ze_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetProperties(ze_device_handle_t, ze_device_properties_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetRootDevice(ze_device_handle_t, ze_device_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetRuntimeRequirements(ze_device_handle_t, const void *, size_t *, char *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetRuntimeRequirementsKey(ze_device_handle_t, const char **) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetStatus(ze_device_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetSubDevices(ze_device_handle_t, uint32_t *, ze_device_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceGetVectorWidthPropertiesExt(ze_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceImportExternalSemaphoreExt(ze_device_handle_t, const void *, ze_external_semaphore_ext_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDevicePciGetPropertiesExt(ze_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceReleaseExternalSemaphoreExt(ze_external_semaphore_ext_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceReserveCacheExt(ze_device_handle_t, size_t, size_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceSetCacheAdviceExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceSynchronize(ze_device_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDeviceValidateRuntimeRequirements(ze_device_handle_t, const char *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDriverGet(uint32_t *, ze_driver_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDriverGetApiVersion(ze_driver_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_context_handle_t zeDriverGetDefaultContext(ze_driver_handle_t) { return {}; }
FAKE_WEAK ze_result_t zeDriverGetExtensionFunctionAddress(ze_driver_handle_t, const char *, void **) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDriverGetExtensionProperties(ze_driver_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDriverGetIpcProperties(ze_driver_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDriverGetLastErrorDescription(ze_driver_handle_t, const char **) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDriverGetProperties(ze_driver_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeDriverRTASFormatCompatibilityCheckExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeDriverRTASFormatCompatibilityCheckExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventCounterBasedCloseIpcHandle(ze_event_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventCounterBasedCreate(ze_context_handle_t, ze_device_handle_t, const void *, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventCounterBasedGetDeviceAddress(ze_event_handle_t, uint64_t *, uint64_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventCounterBasedGetIpcHandle(ze_event_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventCounterBasedOpenIpcHandle() { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventCreate(ze_event_pool_handle_t, const ze_event_desc_t *, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventDestroy(ze_event_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventGetCounterBasedFlags(ze_event_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventGetEventPool(ze_event_handle_t, ze_event_pool_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventGetSignalScope(ze_event_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventGetWaitScope(ze_event_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventHostReset(ze_event_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventHostSignal(ze_event_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventHostSynchronize(ze_event_handle_t, uint64_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventPoolCloseIpcHandle(ze_event_pool_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventPoolCreate(ze_context_handle_t, const ze_event_pool_desc_t *, uint32_t, ze_device_handle_t *, ze_event_pool_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventPoolDestroy(ze_event_pool_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventPoolGetContextHandle(ze_event_pool_handle_t, ze_context_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventPoolGetFlags(ze_event_pool_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventPoolGetIpcHandle(ze_event_pool_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventPoolOpenIpcHandle() { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventPoolPutIpcHandle() { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventQueryKernelTimestamp(ze_event_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventQueryKernelTimestampsExt(ze_event_handle_t, ze_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventQueryStatus(ze_event_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeEventQueryTimestampsExp(ze_event_handle_t, ze_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeExecutableGraphDestroyExt(ze_executable_graph_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeExecutableGraphGetSourceGraphExt(ze_executable_graph_handle_t, ze_graph_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeFabricEdgeGetExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeFabricEdgeGetPropertiesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeFabricEdgeGetVerticesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeFabricVertexGetDeviceExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeFabricVertexGetExp(ze_driver_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeFabricVertexGetPropertiesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeFabricVertexGetSubVerticesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeFenceCreate(ze_command_queue_handle_t, const void *, ze_fence_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeFenceDestroy(ze_fence_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeFenceHostSynchronize(ze_fence_handle_t, uint64_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeFenceQueryStatus(ze_fence_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeFenceReset(ze_fence_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeGraphCreateExt(ze_context_handle_t, const void *, ze_graph_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeGraphDestroyExt(ze_graph_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeGraphDumpContentsExt(ze_graph_handle_t, const char *, const void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeGraphGetPrimaryCommandListExt(ze_graph_handle_t, ze_command_list_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeGraphInstantiateExt(ze_graph_handle_t, const void *, ze_executable_graph_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeGraphIsEmptyExt(ze_graph_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeGraphSetDestructionCallbackExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zeImageCreate(ze_context_handle_t, ze_device_handle_t, const ze_image_desc_t *, ze_image_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeImageDestroy(ze_image_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeImageGetAllocPropertiesExt(ze_context_handle_t, ze_image_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeImageGetDeviceOffsetExp(ze_image_handle_t, uint64_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeImageGetMemoryPropertiesExp(ze_image_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeImageGetProperties(ze_device_handle_t, const ze_image_desc_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeImageViewCreateExp(ze_context_handle_t, ze_device_handle_t, const ze_image_desc_t *, ze_image_handle_t, ze_image_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeImageViewCreateExt(ze_context_handle_t, ze_device_handle_t, const ze_image_desc_t *, ze_image_handle_t, ze_image_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeInit() { return kNotSupported; }
FAKE_WEAK ze_result_t zeInitDrivers(uint32_t *, ze_driver_handle_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelCreate() { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelDestroy(ze_kernel_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelGetAllocationPropertiesExp(ze_kernel_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelGetBinaryExp(ze_kernel_handle_t, size_t *, uint8_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelGetIndirectAccess(ze_kernel_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelGetName(ze_kernel_handle_t, size_t *, char *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelGetProperties(ze_kernel_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelGetSourceAttributes(ze_kernel_handle_t, uint32_t *, char **) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelSchedulingHintExp(ze_kernel_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelSetArgumentValue(ze_kernel_handle_t, uint32_t, size_t, const void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelSetCacheConfig() { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelSetGlobalOffsetExp(ze_kernel_handle_t, uint32_t, uint32_t, uint32_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelSetGroupSize(ze_kernel_handle_t, uint32_t, uint32_t, uint32_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelSetIndirectAccess() { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelSuggestGroupSize(ze_kernel_handle_t, uint32_t, uint32_t, uint32_t, uint32_t *, uint32_t *, uint32_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeKernelSuggestMaxCooperativeGroupCount(ze_kernel_handle_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemAllocDevice(ze_context_handle_t, const void *, size_t, size_t, ze_device_handle_t, void **) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemAllocHost(ze_context_handle_t, const void *, size_t, size_t, void **) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemAllocShared(ze_context_handle_t, const void *, const void *, size_t, size_t, ze_device_handle_t, void **) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemCloseIpcHandle(ze_context_handle_t, const void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemFree(ze_context_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemFreeExt(ze_context_handle_t, const void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemGetAddressRange(ze_context_handle_t, const void *, void **, size_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemGetAllocProperties(ze_context_handle_t, const void *, void *, ze_device_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemGetAtomicAccessAttributeExp(ze_context_handle_t, ze_device_handle_t, const void *, size_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemGetFileDescriptorFromIpcHandleExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemGetIpcHandle(ze_context_handle_t, const void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemGetIpcHandleFromFileDescriptorExp(ze_context_handle_t, uint64_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemGetIpcHandleWithProperties(ze_context_handle_t, const void *, void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemGetPitchFor2dImage(ze_context_handle_t, ze_device_handle_t, size_t, size_t, unsigned int, size_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemOpenIpcHandle() { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemPutIpcHandle() { return kNotSupported; }
FAKE_WEAK ze_result_t zeMemSetAtomicAccessAttributeExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleBuildLogDestroy() { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleBuildLogGetString() { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleCreate(ze_context_handle_t, ze_device_handle_t, const void *, void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleDestroy() { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleDynamicLink(uint32_t, void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleGetFunctionPointer() { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleGetGlobalPointer() { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleGetKernelNames() { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleGetNativeBinary() { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zeModuleInspectLinkageExt(void *, uint32_t, void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zePhysicalMemCreate(ze_context_handle_t, ze_device_handle_t, ze_physical_mem_desc_t *, ze_physical_mem_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zePhysicalMemDestroy(ze_context_handle_t, ze_physical_mem_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zePhysicalMemGetProperties(ze_context_handle_t, ze_physical_mem_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASBuilderBuildExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASBuilderBuildExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASBuilderCommandListAppendCopyExt(ze_command_list_handle_t, void *, const void *, size_t, ze_event_handle_t, uint32_t, ze_event_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASBuilderCreateExp(ze_driver_handle_t, const void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASBuilderCreateExt(ze_driver_handle_t, const void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASBuilderDestroyExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASBuilderDestroyExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASBuilderGetBuildPropertiesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASBuilderGetBuildPropertiesExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASParallelOperationCreateExp(ze_driver_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASParallelOperationCreateExt(ze_driver_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASParallelOperationDestroyExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASParallelOperationDestroyExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASParallelOperationGetPropertiesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASParallelOperationGetPropertiesExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASParallelOperationJoinExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zeRTASParallelOperationJoinExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zeSamplerCreate(ze_context_handle_t, ze_device_handle_t, const void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeSamplerDestroy() { return kNotSupported; }
FAKE_WEAK ze_result_t zeVirtualMemFree(ze_context_handle_t, const void *, size_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zeVirtualMemGetAccessAttribute(ze_context_handle_t, const void *, size_t, void *, size_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeVirtualMemMap() { return kNotSupported; }
FAKE_WEAK ze_result_t zeVirtualMemQueryPageSize(ze_context_handle_t, ze_device_handle_t, size_t, size_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zeVirtualMemReserve(ze_context_handle_t, const void *, size_t, void **) { return kNotSupported; }
FAKE_WEAK ze_result_t zeVirtualMemSetAccessAttribute() { return kNotSupported; }
FAKE_WEAK ze_result_t zeVirtualMemUnmap(ze_context_handle_t, const void *, size_t) { return kNotSupported; }
FAKE_WEAK ze_context_handle_t zerGetDefaultContext() { return {}; }
FAKE_WEAK ze_result_t zerGetLastErrorDescription(const char **) { return kNotSupported; }
FAKE_WEAK uint32_t zerTranslateDeviceHandleToIdentifier(ze_device_handle_t) { return {}; }
FAKE_WEAK ze_device_handle_t zerTranslateIdentifierToDeviceHandle(uint32_t) { return {}; }
FAKE_WEAK ze_result_t zesDeviceEccAvailable(zes_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEccConfigurable(zes_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumActiveVFExp(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumDiagnosticTestSuites(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumEnabledVFExp(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumEngineGroups(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumFabricPorts(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumFans(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumFirmwares(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumFrequencyDomains(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumLeds(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumMemoryModules(zes_device_handle_t, uint32_t *, zes_mem_handle_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumOverclockDomains(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumPerformanceFactorDomains(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumPowerDomains(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumPsus(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumRasErrorSets(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumSchedulers(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumStandbyDomains(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEnumTemperatureSensors(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceEventRegister() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceGet() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceGetCardPowerDomain(zes_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceGetEccState(zes_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceGetOverclockControls() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceGetOverclockDomains(zes_device_handle_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceGetProperties(zes_device_handle_t, zes_device_properties_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceGetState(zes_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceGetSubDevicePropertiesExp(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDevicePciGetBars(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDevicePciGetProperties(zes_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDevicePciGetState(zes_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDevicePciGetStats(zes_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDevicePciLinkSpeedUpdateExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceProcessesGetState(zes_device_handle_t, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceReadOverclockState(zes_device_handle_t, void *, void *, void *, void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceReset() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceResetExt(zes_device_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceResetOverclockSettings() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceSetEccState(zes_device_handle_t, const void *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDeviceSetOverclockWaiver(zes_device_handle_t) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDiagnosticsGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDiagnosticsGetTests() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDiagnosticsRunTests() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDriverEventListen(ze_driver_handle_t, uint32_t, uint32_t, zes_device_handle_t *, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDriverEventListenEx(ze_driver_handle_t, uint64_t, uint32_t, zes_device_handle_t *, uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDriverGet(uint32_t *, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesDriverGetDeviceByUuidExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDriverGetExtensionFunctionAddress() { return kNotSupported; }
FAKE_WEAK ze_result_t zesDriverGetExtensionProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesEngineGetActivity() { return kNotSupported; }
FAKE_WEAK ze_result_t zesEngineGetActivityExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zesEngineGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFabricPortGetConfig() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFabricPortGetFabricErrorCounters() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFabricPortGetLinkType() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFabricPortGetMultiPortThroughput(zes_device_handle_t, uint32_t, void *, void **) { return kNotSupported; }
FAKE_WEAK ze_result_t zesFabricPortGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFabricPortGetState() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFabricPortGetThroughput() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFabricPortSetConfig() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFanGetConfig() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFanGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFanGetState() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFanSetDefaultMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFanSetFixedSpeedMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFanSetSpeedTableMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFirmwareFlash() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFirmwareGetConsoleLogs() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFirmwareGetFlashProgress() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFirmwareGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFirmwareGetSecurityVersionExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFirmwareSetSecurityVersionExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyGetAvailableClocks() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyGetRange() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyGetState() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyGetThrottleTime() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcGetCapabilities() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcGetFrequencyTarget() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcGetIccMax() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcGetMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcGetTjMax() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcGetVoltageTarget() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcSetFrequencyTarget() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcSetIccMax() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcSetMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcSetTjMax() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencyOcSetVoltageTarget() { return kNotSupported; }
FAKE_WEAK ze_result_t zesFrequencySetRange() { return kNotSupported; }
FAKE_WEAK ze_result_t zesInit() { return kNotSupported; }
FAKE_WEAK ze_result_t zesLedGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesLedGetState() { return kNotSupported; }
FAKE_WEAK ze_result_t zesLedSetColor() { return kNotSupported; }
FAKE_WEAK ze_result_t zesLedSetState() { return kNotSupported; }
FAKE_WEAK ze_result_t zesMemoryGetBandwidth(zes_mem_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesMemoryGetProperties(zes_mem_handle_t, void *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesMemoryGetState(zes_mem_handle_t, zes_mem_state_t *) { return kNotSupported; }
FAKE_WEAK ze_result_t zesOverclockGetControlCurrentValue() { return kNotSupported; }
FAKE_WEAK ze_result_t zesOverclockGetControlPendingValue() { return kNotSupported; }
FAKE_WEAK ze_result_t zesOverclockGetControlState() { return kNotSupported; }
FAKE_WEAK ze_result_t zesOverclockGetDomainControlProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesOverclockGetDomainProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesOverclockGetDomainVFProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesOverclockGetVFPointValues() { return kNotSupported; }
FAKE_WEAK ze_result_t zesOverclockSetControlUserValue() { return kNotSupported; }
FAKE_WEAK ze_result_t zesOverclockSetVFPointValues() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPerformanceFactorGetConfig() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPerformanceFactorGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPerformanceFactorSetConfig() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerGetEnergyCounter() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerGetEnergyThreshold() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerGetLimits() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerGetLimitsExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerGetLimitsExt2() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerGetUsage() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerSetEnergyThreshold() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerSetLimits() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerSetLimitsExt() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPowerSetLimitsExt2() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPsuGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesPsuGetState() { return kNotSupported; }
FAKE_WEAK ze_result_t zesRasClearStateExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesRasGetConfig() { return kNotSupported; }
FAKE_WEAK ze_result_t zesRasGetConfigExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesRasGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesRasGetState() { return kNotSupported; }
FAKE_WEAK ze_result_t zesRasGetStateExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesRasGetStateExp2() { return kNotSupported; }
FAKE_WEAK ze_result_t zesRasGetSupportedCategoriesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesRasSetConfig() { return kNotSupported; }
FAKE_WEAK ze_result_t zesRasSetConfigExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesSchedulerGetCurrentMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesSchedulerGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesSchedulerGetTimeoutModeProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesSchedulerGetTimesliceModeProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesSchedulerSetComputeUnitDebugMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesSchedulerSetExclusiveMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesSchedulerSetTimeoutMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesSchedulerSetTimesliceMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesStandbyGetMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesStandbyGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesStandbySetMode() { return kNotSupported; }
FAKE_WEAK ze_result_t zesTemperatureGetConfig() { return kNotSupported; }
FAKE_WEAK ze_result_t zesTemperatureGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zesTemperatureGetState() { return kNotSupported; }
FAKE_WEAK ze_result_t zesTemperatureSetConfig() { return kNotSupported; }
FAKE_WEAK ze_result_t zesVFManagementGetVFCapabilitiesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesVFManagementGetVFCapabilitiesExp2() { return kNotSupported; }
FAKE_WEAK ze_result_t zesVFManagementGetVFEngineUtilizationExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesVFManagementGetVFEngineUtilizationExp2() { return kNotSupported; }
FAKE_WEAK ze_result_t zesVFManagementGetVFMemoryUtilizationExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesVFManagementGetVFMemoryUtilizationExp2() { return kNotSupported; }
FAKE_WEAK ze_result_t zesVFManagementGetVFPropertiesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesVFManagementSetVFTelemetryModeExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zesVFManagementSetVFTelemetrySamplingIntervalExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetCommandListAppendMarkerExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetCommandListAppendMetricMemoryBarrier() { return kNotSupported; }
FAKE_WEAK ze_result_t zetCommandListAppendMetricQueryBegin() { return kNotSupported; }
FAKE_WEAK ze_result_t zetCommandListAppendMetricQueryEnd() { return kNotSupported; }
FAKE_WEAK ze_result_t zetCommandListAppendMetricStreamerMarker() { return kNotSupported; }
FAKE_WEAK ze_result_t zetContextActivateMetricGroups() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugAcknowledgeEvent() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugAttach() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugDetach() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugGetRegisterSetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugGetThreadRegisterSetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugInterrupt() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugReadEvent() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugReadMemory() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugReadRegisters() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugResume() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugWriteMemory() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDebugWriteRegisters() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDeviceCreateMetricGroupsFromMetricsExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDeviceDisableMetricsExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDeviceEnableMetricsExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDeviceGetConcurrentMetricGroupsExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetDeviceGetDebugProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zetKernelGetProfileInfo() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricCreateFromProgrammableExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricCreateFromProgrammableExp2() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricDecoderCreateExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricDecoderDestroyExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricDecoderGetDecodableMetricsExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricDestroyExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGet() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupAddMetricExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupCalculateMetricExportDataExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupCalculateMetricValues() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupCalculateMultipleMetricValuesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupCloseExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupCreateExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupDestroyExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupGet() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupGetExportDataExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupGetGlobalTimestampsExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupGetProperties() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricGroupRemoveMetricExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricProgrammableGetExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricProgrammableGetParamInfoExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricProgrammableGetParamValueInfoExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricProgrammableGetPropertiesExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricQueryCreate() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricQueryDestroy() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricQueryGetData() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricQueryPoolCreate() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricQueryPoolDestroy() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricQueryReset() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricStreamerClose() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricStreamerOpen() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricStreamerReadData() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricTracerCreateExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricTracerDecodeExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricTracerDestroyExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricTracerDisableExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricTracerEnableExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetMetricTracerReadDataExp() { return kNotSupported; }
FAKE_WEAK ze_result_t zetModuleGetDebugInfo() { return kNotSupported; }
FAKE_WEAK ze_result_t zetTracerExpCreate() { return kNotSupported; }
FAKE_WEAK ze_result_t zetTracerExpDestroy() { return kNotSupported; }
FAKE_WEAK ze_result_t zetTracerExpSetEnabled() { return kNotSupported; }
FAKE_WEAK ze_result_t zetTracerExpSetEpilogues() { return kNotSupported; }
FAKE_WEAK ze_result_t zetTracerExpSetPrologues() { return kNotSupported; }

const Symbol fake::kSymbols[] = {
    {"zeCommandListAppendBarrier", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendBarrier), nullptr},
    {"zeCommandListAppendEventReset", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendEventReset), nullptr},
    {"zeCommandListAppendGraphExt", 1, 1032, reinterpret_cast<void *>(&::zeCommandListAppendGraphExt), nullptr},
    {"zeCommandListAppendHostFunction", 1, 1032, reinterpret_cast<void *>(&::zeCommandListAppendHostFunction), nullptr},
    {"zeCommandListAppendImageCopy", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendImageCopy), nullptr},
    {"zeCommandListAppendImageCopyFromMemory", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendImageCopyFromMemory), nullptr},
    {"zeCommandListAppendImageCopyFromMemoryExt", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendImageCopyFromMemoryExt), nullptr},
    {"zeCommandListAppendImageCopyRegion", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendImageCopyRegion), nullptr},
    {"zeCommandListAppendImageCopyToMemory", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendImageCopyToMemory), nullptr},
    {"zeCommandListAppendImageCopyToMemoryExt", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendImageCopyToMemoryExt), nullptr},
    {"zeCommandListAppendLaunchCooperativeKernel", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendLaunchCooperativeKernel), nullptr},
    {"zeCommandListAppendLaunchKernel", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendLaunchKernel), nullptr},
    {"zeCommandListAppendLaunchKernelIndirect", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendLaunchKernelIndirect), nullptr},
    {"zeCommandListAppendLaunchKernelWithArguments", 1, 1025, reinterpret_cast<void *>(&::zeCommandListAppendLaunchKernelWithArguments), nullptr},
    {"zeCommandListAppendLaunchKernelWithParameters", 1, 1025, reinterpret_cast<void *>(&::zeCommandListAppendLaunchKernelWithParameters), nullptr},
    {"zeCommandListAppendLaunchMultipleKernelsIndirect", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendLaunchMultipleKernelsIndirect), nullptr},
    {"zeCommandListAppendMemAdvise", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendMemAdvise), nullptr},
    {"zeCommandListAppendMemoryCopy", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendMemoryCopy), nullptr},
    {"zeCommandListAppendMemoryCopyFromContext", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendMemoryCopyFromContext), nullptr},
    {"zeCommandListAppendMemoryCopyRegion", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendMemoryCopyRegion), nullptr},
    {"zeCommandListAppendMemoryCopyWithParameters", 1, 1029, reinterpret_cast<void *>(&::zeCommandListAppendMemoryCopyWithParameters), nullptr},
    {"zeCommandListAppendMemoryFill", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendMemoryFill), nullptr},
    {"zeCommandListAppendMemoryFillWithParameters", 1, 1029, reinterpret_cast<void *>(&::zeCommandListAppendMemoryFillWithParameters), nullptr},
    {"zeCommandListAppendMemoryPrefetch", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendMemoryPrefetch), nullptr},
    {"zeCommandListAppendMemoryRangesBarrier", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendMemoryRangesBarrier), nullptr},
    {"zeCommandListAppendQueryKernelTimestamps", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendQueryKernelTimestamps), nullptr},
    {"zeCommandListAppendSignalEvent", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendSignalEvent), nullptr},
    {"zeCommandListAppendSignalExternalSemaphoreExt", 1, 1020, reinterpret_cast<void *>(&::zeCommandListAppendSignalExternalSemaphoreExt), nullptr},
    {"zeCommandListAppendWaitExternalSemaphoreExt", 1, 1020, reinterpret_cast<void *>(&::zeCommandListAppendWaitExternalSemaphoreExt), nullptr},
    {"zeCommandListAppendWaitOnEvents", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendWaitOnEvents), nullptr},
    {"zeCommandListAppendWriteGlobalTimestamp", 1, 1008, reinterpret_cast<void *>(&::zeCommandListAppendWriteGlobalTimestamp), nullptr},
    {"zeCommandListBeginCaptureIntoGraphExt", 1, 1032, reinterpret_cast<void *>(&::zeCommandListBeginCaptureIntoGraphExt), nullptr},
    {"zeCommandListBeginGraphCaptureExt", 1, 1032, reinterpret_cast<void *>(&::zeCommandListBeginGraphCaptureExt), nullptr},
    {"zeCommandListClose", 1, 1008, reinterpret_cast<void *>(&::zeCommandListClose), nullptr},
    {"zeCommandListCreate", 1, 1008, reinterpret_cast<void *>(&::zeCommandListCreate), nullptr},
    {"zeCommandListCreateCloneExp", 1, 1016, reinterpret_cast<void *>(&::zeCommandListCreateCloneExp), nullptr},
    {"zeCommandListCreateImmediate", 1, 1008, reinterpret_cast<void *>(&::zeCommandListCreateImmediate), nullptr},
    {"zeCommandListDestroy", 1, 1008, reinterpret_cast<void *>(&::zeCommandListDestroy), nullptr},
    {"zeCommandListEndGraphCaptureExt", 1, 1032, reinterpret_cast<void *>(&::zeCommandListEndGraphCaptureExt), nullptr},
    {"zeCommandListGetContextHandle", 1, 1016, reinterpret_cast<void *>(&::zeCommandListGetContextHandle), nullptr},
    {"zeCommandListGetDeviceHandle", 1, 1016, reinterpret_cast<void *>(&::zeCommandListGetDeviceHandle), nullptr},
    {"zeCommandListGetFlags", 1, 1032, reinterpret_cast<void *>(&::zeCommandListGetFlags), nullptr},
    {"zeCommandListGetGraphExt", 1, 1032, reinterpret_cast<void *>(&::zeCommandListGetGraphExt), nullptr},
    {"zeCommandListGetNextCommandIdExp", 1, 1016, reinterpret_cast<void *>(&::zeCommandListGetNextCommandIdExp), nullptr},
    {"zeCommandListGetNextCommandIdWithKernelsExp", 1, 1018, reinterpret_cast<void *>(&::zeCommandListGetNextCommandIdWithKernelsExp), nullptr},
    {"zeCommandListGetOrdinal", 1, 1016, reinterpret_cast<void *>(&::zeCommandListGetOrdinal), nullptr},
    {"zeCommandListHostSynchronize", 1, 1010, reinterpret_cast<void *>(&::zeCommandListHostSynchronize), nullptr},
    {"zeCommandListImmediateAppendCommandListsExp", 1, 1016, reinterpret_cast<void *>(&::zeCommandListImmediateAppendCommandListsExp), nullptr},
    {"zeCommandListImmediateAppendCommandListsWithParameters", 1, 1029, reinterpret_cast<void *>(&::zeCommandListImmediateAppendCommandListsWithParameters), nullptr},
    {"zeCommandListImmediateGetFlags", 1, 1032, reinterpret_cast<void *>(&::zeCommandListImmediateGetFlags), nullptr},
    {"zeCommandListImmediateGetIndex", 1, 1016, reinterpret_cast<void *>(&::zeCommandListImmediateGetIndex), nullptr},
    {"zeCommandListImmediateGetMode", 1, 1032, reinterpret_cast<void *>(&::zeCommandListImmediateGetMode), nullptr},
    {"zeCommandListImmediateGetPriority", 1, 1032, reinterpret_cast<void *>(&::zeCommandListImmediateGetPriority), nullptr},
    {"zeCommandListIsGraphCaptureEnabledExt", 1, 1032, reinterpret_cast<void *>(&::zeCommandListIsGraphCaptureEnabledExt), nullptr},
    {"zeCommandListIsImmediate", 1, 1016, reinterpret_cast<void *>(&::zeCommandListIsImmediate), nullptr},
    {"zeCommandListIsMutableExp", 1, 1032, reinterpret_cast<void *>(&::zeCommandListIsMutableExp), nullptr},
    {"zeCommandListReset", 1, 1008, reinterpret_cast<void *>(&::zeCommandListReset), nullptr},
    {"zeCommandListUpdateMutableCommandKernelsExp", 1, 1018, reinterpret_cast<void *>(&::zeCommandListUpdateMutableCommandKernelsExp), nullptr},
    {"zeCommandListUpdateMutableCommandSignalEventExp", 1, 1016, reinterpret_cast<void *>(&::zeCommandListUpdateMutableCommandSignalEventExp), nullptr},
    {"zeCommandListUpdateMutableCommandWaitEventsExp", 1, 1016, reinterpret_cast<void *>(&::zeCommandListUpdateMutableCommandWaitEventsExp), nullptr},
    {"zeCommandListUpdateMutableCommandsExp", 1, 1016, reinterpret_cast<void *>(&::zeCommandListUpdateMutableCommandsExp), nullptr},
    {"zeCommandQueueCreate", 1, 1008, reinterpret_cast<void *>(&::zeCommandQueueCreate), nullptr},
    {"zeCommandQueueDestroy", 1, 1008, reinterpret_cast<void *>(&::zeCommandQueueDestroy), nullptr},
    {"zeCommandQueueExecuteCommandLists", 1, 1008, reinterpret_cast<void *>(&::zeCommandQueueExecuteCommandLists), nullptr},
    {"zeCommandQueueGetFlags", 1, 1032, reinterpret_cast<void *>(&::zeCommandQueueGetFlags), nullptr},
    {"zeCommandQueueGetIndex", 1, 1016, reinterpret_cast<void *>(&::zeCommandQueueGetIndex), nullptr},
    {"zeCommandQueueGetMode", 1, 1032, reinterpret_cast<void *>(&::zeCommandQueueGetMode), nullptr},
    {"zeCommandQueueGetOrdinal", 1, 1016, reinterpret_cast<void *>(&::zeCommandQueueGetOrdinal), nullptr},
    {"zeCommandQueueGetPriority", 1, 1032, reinterpret_cast<void *>(&::zeCommandQueueGetPriority), nullptr},
    {"zeCommandQueueSynchronize", 1, 1008, reinterpret_cast<void *>(&::zeCommandQueueSynchronize), nullptr},
    {"zeContextCreate", 1, 1008, reinterpret_cast<void *>(&::zeContextCreate), nullptr},
    {"zeContextCreateEx", 1, 1008, reinterpret_cast<void *>(&::zeContextCreateEx), nullptr},
    {"zeContextDestroy", 1, 1008, reinterpret_cast<void *>(&::zeContextDestroy), nullptr},
    {"zeContextEvictImage", 1, 1008, reinterpret_cast<void *>(&::zeContextEvictImage), nullptr},
    {"zeContextEvictMemory", 1, 1008, reinterpret_cast<void *>(&::zeContextEvictMemory), nullptr},
    {"zeContextGetStatus", 1, 1008, reinterpret_cast<void *>(&::zeContextGetStatus), nullptr},
    {"zeContextMakeImageResident", 1, 1008, reinterpret_cast<void *>(&::zeContextMakeImageResident), nullptr},
    {"zeContextMakeMemoryResident", 1, 1008, reinterpret_cast<void *>(&::zeContextMakeMemoryResident), nullptr},
    {"zeContextSystemBarrier", 1, 1008, reinterpret_cast<void *>(&::zeContextSystemBarrier), nullptr},
    {"zeDeviceCanAccessPeer", 1, 1008, reinterpret_cast<void *>(&::zeDeviceCanAccessPeer), nullptr},
    {"zeDeviceGet", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGet), nullptr},
    {"zeDeviceGetAggregatedCopyOffloadIncrementValue", 1, 1027, reinterpret_cast<void *>(&::zeDeviceGetAggregatedCopyOffloadIncrementValue), nullptr},
    {"zeDeviceGetCacheProperties", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetCacheProperties), nullptr},
    {"zeDeviceGetCommandQueueGroupProperties", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetCommandQueueGroupProperties), nullptr},
    {"zeDeviceGetComputeProperties", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetComputeProperties), nullptr},
    {"zeDeviceGetCounterBasedEventMaxValue", 1, 1032, reinterpret_cast<void *>(&::zeDeviceGetCounterBasedEventMaxValue), nullptr},
    {"zeDeviceGetExternalMemoryProperties", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetExternalMemoryProperties), nullptr},
    {"zeDeviceGetFabricVertexExp", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetFabricVertexExp), nullptr},
    {"zeDeviceGetGlobalTimestamps", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetGlobalTimestamps), nullptr},
    {"zeDeviceGetImageProperties", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetImageProperties), nullptr},
    {"zeDeviceGetMemoryAccessProperties", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetMemoryAccessProperties), nullptr},
    {"zeDeviceGetMemoryProperties", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetMemoryProperties), nullptr},
    {"zeDeviceGetModuleProperties", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetModuleProperties), nullptr},
    {"zeDeviceGetP2PProperties", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetP2PProperties), nullptr},
    {"zeDeviceGetProperties", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetProperties), nullptr},
    {"zeDeviceGetRootDevice", 1, 1013, reinterpret_cast<void *>(&::zeDeviceGetRootDevice), nullptr},
    {"zeDeviceGetRuntimeRequirements", 1, 1029, reinterpret_cast<void *>(&::zeDeviceGetRuntimeRequirements), nullptr},
    {"zeDeviceGetRuntimeRequirementsKey", 1, 1029, reinterpret_cast<void *>(&::zeDeviceGetRuntimeRequirementsKey), nullptr},
    {"zeDeviceGetStatus", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetStatus), nullptr},
    {"zeDeviceGetSubDevices", 1, 1008, reinterpret_cast<void *>(&::zeDeviceGetSubDevices), nullptr},
    {"zeDeviceGetVectorWidthPropertiesExt", 1, 1022, reinterpret_cast<void *>(&::zeDeviceGetVectorWidthPropertiesExt), nullptr},
    {"zeDeviceImportExternalSemaphoreExt", 1, 1020, reinterpret_cast<void *>(&::zeDeviceImportExternalSemaphoreExt), nullptr},
    {"zeDevicePciGetPropertiesExt", 1, 1008, reinterpret_cast<void *>(&::zeDevicePciGetPropertiesExt), nullptr},
    {"zeDeviceReleaseExternalSemaphoreExt", 1, 1020, reinterpret_cast<void *>(&::zeDeviceReleaseExternalSemaphoreExt), nullptr},
    {"zeDeviceReserveCacheExt", 1, 1008, reinterpret_cast<void *>(&::zeDeviceReserveCacheExt), nullptr},
    {"zeDeviceSetCacheAdviceExt", 1, 1008, reinterpret_cast<void *>(&::zeDeviceSetCacheAdviceExt), nullptr},
    {"zeDeviceSynchronize", 1, 1025, reinterpret_cast<void *>(&::zeDeviceSynchronize), nullptr},
    {"zeDeviceValidateRuntimeRequirements", 1, 1029, reinterpret_cast<void *>(&::zeDeviceValidateRuntimeRequirements), nullptr},
    {"zeDriverGet", 1, 1008, reinterpret_cast<void *>(&::zeDriverGet), nullptr},
    {"zeDriverGetApiVersion", 1, 1008, reinterpret_cast<void *>(&::zeDriverGetApiVersion), nullptr},
    {"zeDriverGetDefaultContext", 1, 1025, reinterpret_cast<void *>(&::zeDriverGetDefaultContext), nullptr},
    {"zeDriverGetExtensionFunctionAddress", 1, 1008, reinterpret_cast<void *>(&::zeDriverGetExtensionFunctionAddress), nullptr},
    {"zeDriverGetExtensionProperties", 1, 1008, reinterpret_cast<void *>(&::zeDriverGetExtensionProperties), nullptr},
    {"zeDriverGetIpcProperties", 1, 1008, reinterpret_cast<void *>(&::zeDriverGetIpcProperties), nullptr},
    {"zeDriverGetLastErrorDescription", 1, 1010, reinterpret_cast<void *>(&::zeDriverGetLastErrorDescription), nullptr},
    {"zeDriverGetProperties", 1, 1008, reinterpret_cast<void *>(&::zeDriverGetProperties), nullptr},
    {"zeDriverRTASFormatCompatibilityCheckExp", 1, 1013, reinterpret_cast<void *>(&::zeDriverRTASFormatCompatibilityCheckExp), nullptr},
    {"zeDriverRTASFormatCompatibilityCheckExt", 1, 1022, reinterpret_cast<void *>(&::zeDriverRTASFormatCompatibilityCheckExt), nullptr},
    {"zeEventCounterBasedCloseIpcHandle", 1, 1027, reinterpret_cast<void *>(&::zeEventCounterBasedCloseIpcHandle), nullptr},
    {"zeEventCounterBasedCreate", 1, 1027, reinterpret_cast<void *>(&::zeEventCounterBasedCreate), nullptr},
    {"zeEventCounterBasedGetDeviceAddress", 1, 1027, reinterpret_cast<void *>(&::zeEventCounterBasedGetDeviceAddress), nullptr},
    {"zeEventCounterBasedGetIpcHandle", 1, 1027, reinterpret_cast<void *>(&::zeEventCounterBasedGetIpcHandle), nullptr},
    {"zeEventCounterBasedOpenIpcHandle", 1, 1027, reinterpret_cast<void *>(&::zeEventCounterBasedOpenIpcHandle), nullptr},
    {"zeEventCreate", 1, 1008, reinterpret_cast<void *>(&::zeEventCreate), nullptr},
    {"zeEventDestroy", 1, 1008, reinterpret_cast<void *>(&::zeEventDestroy), nullptr},
    {"zeEventGetCounterBasedFlags", 1, 1032, reinterpret_cast<void *>(&::zeEventGetCounterBasedFlags), nullptr},
    {"zeEventGetEventPool", 1, 1016, reinterpret_cast<void *>(&::zeEventGetEventPool), nullptr},
    {"zeEventGetSignalScope", 1, 1016, reinterpret_cast<void *>(&::zeEventGetSignalScope), nullptr},
    {"zeEventGetWaitScope", 1, 1016, reinterpret_cast<void *>(&::zeEventGetWaitScope), nullptr},
    {"zeEventHostReset", 1, 1008, reinterpret_cast<void *>(&::zeEventHostReset), nullptr},
    {"zeEventHostSignal", 1, 1008, reinterpret_cast<void *>(&::zeEventHostSignal), nullptr},
    {"zeEventHostSynchronize", 1, 1008, reinterpret_cast<void *>(&::zeEventHostSynchronize), nullptr},
    {"zeEventPoolCloseIpcHandle", 1, 1008, reinterpret_cast<void *>(&::zeEventPoolCloseIpcHandle), nullptr},
    {"zeEventPoolCreate", 1, 1008, reinterpret_cast<void *>(&::zeEventPoolCreate), nullptr},
    {"zeEventPoolDestroy", 1, 1008, reinterpret_cast<void *>(&::zeEventPoolDestroy), nullptr},
    {"zeEventPoolGetContextHandle", 1, 1016, reinterpret_cast<void *>(&::zeEventPoolGetContextHandle), nullptr},
    {"zeEventPoolGetFlags", 1, 1016, reinterpret_cast<void *>(&::zeEventPoolGetFlags), nullptr},
    {"zeEventPoolGetIpcHandle", 1, 1008, reinterpret_cast<void *>(&::zeEventPoolGetIpcHandle), nullptr},
    {"zeEventPoolOpenIpcHandle", 1, 1008, reinterpret_cast<void *>(&::zeEventPoolOpenIpcHandle), nullptr},
    {"zeEventPoolPutIpcHandle", 1, 1010, reinterpret_cast<void *>(&::zeEventPoolPutIpcHandle), nullptr},
    {"zeEventQueryKernelTimestamp", 1, 1008, reinterpret_cast<void *>(&::zeEventQueryKernelTimestamp), nullptr},
    {"zeEventQueryKernelTimestampsExt", 1, 1010, reinterpret_cast<void *>(&::zeEventQueryKernelTimestampsExt), nullptr},
    {"zeEventQueryStatus", 1, 1008, reinterpret_cast<void *>(&::zeEventQueryStatus), nullptr},
    {"zeEventQueryTimestampsExp", 1, 1008, reinterpret_cast<void *>(&::zeEventQueryTimestampsExp), nullptr},
    {"zeExecutableGraphDestroyExt", 1, 1032, reinterpret_cast<void *>(&::zeExecutableGraphDestroyExt), nullptr},
    {"zeExecutableGraphGetSourceGraphExt", 1, 1032, reinterpret_cast<void *>(&::zeExecutableGraphGetSourceGraphExt), nullptr},
    {"zeFabricEdgeGetExp", 1, 1008, reinterpret_cast<void *>(&::zeFabricEdgeGetExp), nullptr},
    {"zeFabricEdgeGetPropertiesExp", 1, 1008, reinterpret_cast<void *>(&::zeFabricEdgeGetPropertiesExp), nullptr},
    {"zeFabricEdgeGetVerticesExp", 1, 1008, reinterpret_cast<void *>(&::zeFabricEdgeGetVerticesExp), nullptr},
    {"zeFabricVertexGetDeviceExp", 1, 1008, reinterpret_cast<void *>(&::zeFabricVertexGetDeviceExp), nullptr},
    {"zeFabricVertexGetExp", 1, 1008, reinterpret_cast<void *>(&::zeFabricVertexGetExp), nullptr},
    {"zeFabricVertexGetPropertiesExp", 1, 1008, reinterpret_cast<void *>(&::zeFabricVertexGetPropertiesExp), nullptr},
    {"zeFabricVertexGetSubVerticesExp", 1, 1008, reinterpret_cast<void *>(&::zeFabricVertexGetSubVerticesExp), nullptr},
    {"zeFenceCreate", 1, 1008, reinterpret_cast<void *>(&::zeFenceCreate), nullptr},
    {"zeFenceDestroy", 1, 1008, reinterpret_cast<void *>(&::zeFenceDestroy), nullptr},
    {"zeFenceHostSynchronize", 1, 1008, reinterpret_cast<void *>(&::zeFenceHostSynchronize), nullptr},
    {"zeFenceQueryStatus", 1, 1008, reinterpret_cast<void *>(&::zeFenceQueryStatus), nullptr},
    {"zeFenceReset", 1, 1008, reinterpret_cast<void *>(&::zeFenceReset), nullptr},
    {"zeGraphCreateExt", 1, 1032, reinterpret_cast<void *>(&::zeGraphCreateExt), nullptr},
    {"zeGraphDestroyExt", 1, 1032, reinterpret_cast<void *>(&::zeGraphDestroyExt), nullptr},
    {"zeGraphDumpContentsExt", 1, 1032, reinterpret_cast<void *>(&::zeGraphDumpContentsExt), nullptr},
    {"zeGraphGetPrimaryCommandListExt", 1, 1032, reinterpret_cast<void *>(&::zeGraphGetPrimaryCommandListExt), nullptr},
    {"zeGraphInstantiateExt", 1, 1032, reinterpret_cast<void *>(&::zeGraphInstantiateExt), nullptr},
    {"zeGraphIsEmptyExt", 1, 1032, reinterpret_cast<void *>(&::zeGraphIsEmptyExt), nullptr},
    {"zeGraphSetDestructionCallbackExt", 1, 1032, reinterpret_cast<void *>(&::zeGraphSetDestructionCallbackExt), nullptr},
    {"zeImageCreate", 1, 1008, reinterpret_cast<void *>(&::zeImageCreate), nullptr},
    {"zeImageDestroy", 1, 1008, reinterpret_cast<void *>(&::zeImageDestroy), nullptr},
    {"zeImageGetAllocPropertiesExt", 1, 1008, reinterpret_cast<void *>(&::zeImageGetAllocPropertiesExt), nullptr},
    {"zeImageGetDeviceOffsetExp", 1, 1016, reinterpret_cast<void *>(&::zeImageGetDeviceOffsetExp), nullptr},
    {"zeImageGetMemoryPropertiesExp", 1, 1008, reinterpret_cast<void *>(&::zeImageGetMemoryPropertiesExp), nullptr},
    {"zeImageGetProperties", 1, 1008, reinterpret_cast<void *>(&::zeImageGetProperties), nullptr},
    {"zeImageViewCreateExp", 1, 1008, reinterpret_cast<void *>(&::zeImageViewCreateExp), nullptr},
    {"zeImageViewCreateExt", 1, 1009, reinterpret_cast<void *>(&::zeImageViewCreateExt), nullptr},
    {"zeInit", 1, 1008, reinterpret_cast<void *>(&::zeInit), nullptr},
    {"zeInitDrivers", 1, 1018, reinterpret_cast<void *>(&::zeInitDrivers), nullptr},
    {"zeKernelCreate", 1, 1008, reinterpret_cast<void *>(&::zeKernelCreate), nullptr},
    {"zeKernelDestroy", 1, 1008, reinterpret_cast<void *>(&::zeKernelDestroy), nullptr},
    {"zeKernelGetAllocationPropertiesExp", 1, 1025, reinterpret_cast<void *>(&::zeKernelGetAllocationPropertiesExp), nullptr},
    {"zeKernelGetBinaryExp", 1, 1019, reinterpret_cast<void *>(&::zeKernelGetBinaryExp), nullptr},
    {"zeKernelGetIndirectAccess", 1, 1008, reinterpret_cast<void *>(&::zeKernelGetIndirectAccess), nullptr},
    {"zeKernelGetName", 1, 1008, reinterpret_cast<void *>(&::zeKernelGetName), nullptr},
    {"zeKernelGetProperties", 1, 1008, reinterpret_cast<void *>(&::zeKernelGetProperties), nullptr},
    {"zeKernelGetSourceAttributes", 1, 1008, reinterpret_cast<void *>(&::zeKernelGetSourceAttributes), nullptr},
    {"zeKernelSchedulingHintExp", 1, 1008, reinterpret_cast<void *>(&::zeKernelSchedulingHintExp), nullptr},
    {"zeKernelSetArgumentValue", 1, 1008, reinterpret_cast<void *>(&::zeKernelSetArgumentValue), nullptr},
    {"zeKernelSetCacheConfig", 1, 1008, reinterpret_cast<void *>(&::zeKernelSetCacheConfig), nullptr},
    {"zeKernelSetGlobalOffsetExp", 1, 1008, reinterpret_cast<void *>(&::zeKernelSetGlobalOffsetExp), nullptr},
    {"zeKernelSetGroupSize", 1, 1008, reinterpret_cast<void *>(&::zeKernelSetGroupSize), nullptr},
    {"zeKernelSetIndirectAccess", 1, 1008, reinterpret_cast<void *>(&::zeKernelSetIndirectAccess), nullptr},
    {"zeKernelSuggestGroupSize", 1, 1008, reinterpret_cast<void *>(&::zeKernelSuggestGroupSize), nullptr},
    {"zeKernelSuggestMaxCooperativeGroupCount", 1, 1008, reinterpret_cast<void *>(&::zeKernelSuggestMaxCooperativeGroupCount), nullptr},
    {"zeMemAllocDevice", 1, 1008, reinterpret_cast<void *>(&::zeMemAllocDevice), nullptr},
    {"zeMemAllocHost", 1, 1008, reinterpret_cast<void *>(&::zeMemAllocHost), nullptr},
    {"zeMemAllocShared", 1, 1008, reinterpret_cast<void *>(&::zeMemAllocShared), nullptr},
    {"zeMemCloseIpcHandle", 1, 1008, reinterpret_cast<void *>(&::zeMemCloseIpcHandle), nullptr},
    {"zeMemFree", 1, 1008, reinterpret_cast<void *>(&::zeMemFree), nullptr},
    {"zeMemFreeExt", 1, 1008, reinterpret_cast<void *>(&::zeMemFreeExt), nullptr},
    {"zeMemGetAddressRange", 1, 1008, reinterpret_cast<void *>(&::zeMemGetAddressRange), nullptr},
    {"zeMemGetAllocProperties", 1, 1008, reinterpret_cast<void *>(&::zeMemGetAllocProperties), nullptr},
    {"zeMemGetAtomicAccessAttributeExp", 1, 1013, reinterpret_cast<void *>(&::zeMemGetAtomicAccessAttributeExp), nullptr},
    {"zeMemGetFileDescriptorFromIpcHandleExp", 1, 1010, reinterpret_cast<void *>(&::zeMemGetFileDescriptorFromIpcHandleExp), nullptr},
    {"zeMemGetIpcHandle", 1, 1008, reinterpret_cast<void *>(&::zeMemGetIpcHandle), nullptr},
    {"zeMemGetIpcHandleFromFileDescriptorExp", 1, 1010, reinterpret_cast<void *>(&::zeMemGetIpcHandleFromFileDescriptorExp), nullptr},
    {"zeMemGetIpcHandleWithProperties", 1, 1027, reinterpret_cast<void *>(&::zeMemGetIpcHandleWithProperties), nullptr},
    {"zeMemGetPitchFor2dImage", 1, 1016, reinterpret_cast<void *>(&::zeMemGetPitchFor2dImage), nullptr},
    {"zeMemOpenIpcHandle", 1, 1008, reinterpret_cast<void *>(&::zeMemOpenIpcHandle), nullptr},
    {"zeMemPutIpcHandle", 1, 1010, reinterpret_cast<void *>(&::zeMemPutIpcHandle), nullptr},
    {"zeMemSetAtomicAccessAttributeExp", 1, 1013, reinterpret_cast<void *>(&::zeMemSetAtomicAccessAttributeExp), nullptr},
    {"zeModuleBuildLogDestroy", 1, 1008, reinterpret_cast<void *>(&::zeModuleBuildLogDestroy), nullptr},
    {"zeModuleBuildLogGetString", 1, 1008, reinterpret_cast<void *>(&::zeModuleBuildLogGetString), nullptr},
    {"zeModuleCreate", 1, 1008, reinterpret_cast<void *>(&::zeModuleCreate), nullptr},
    {"zeModuleDestroy", 1, 1008, reinterpret_cast<void *>(&::zeModuleDestroy), nullptr},
    {"zeModuleDynamicLink", 1, 1008, reinterpret_cast<void *>(&::zeModuleDynamicLink), nullptr},
    {"zeModuleGetFunctionPointer", 1, 1008, reinterpret_cast<void *>(&::zeModuleGetFunctionPointer), nullptr},
    {"zeModuleGetGlobalPointer", 1, 1008, reinterpret_cast<void *>(&::zeModuleGetGlobalPointer), nullptr},
    {"zeModuleGetKernelNames", 1, 1008, reinterpret_cast<void *>(&::zeModuleGetKernelNames), nullptr},
    {"zeModuleGetNativeBinary", 1, 1008, reinterpret_cast<void *>(&::zeModuleGetNativeBinary), nullptr},
    {"zeModuleGetProperties", 1, 1008, reinterpret_cast<void *>(&::zeModuleGetProperties), nullptr},
    {"zeModuleInspectLinkageExt", 1, 1008, reinterpret_cast<void *>(&::zeModuleInspectLinkageExt), nullptr},
    {"zePhysicalMemCreate", 1, 1008, reinterpret_cast<void *>(&::zePhysicalMemCreate), nullptr},
    {"zePhysicalMemDestroy", 1, 1008, reinterpret_cast<void *>(&::zePhysicalMemDestroy), nullptr},
    {"zePhysicalMemGetProperties", 1, 1027, reinterpret_cast<void *>(&::zePhysicalMemGetProperties), nullptr},
    {"zeRTASBuilderBuildExp", 1, 1013, reinterpret_cast<void *>(&::zeRTASBuilderBuildExp), nullptr},
    {"zeRTASBuilderBuildExt", 1, 1022, reinterpret_cast<void *>(&::zeRTASBuilderBuildExt), nullptr},
    {"zeRTASBuilderCommandListAppendCopyExt", 1, 1022, reinterpret_cast<void *>(&::zeRTASBuilderCommandListAppendCopyExt), nullptr},
    {"zeRTASBuilderCreateExp", 1, 1013, reinterpret_cast<void *>(&::zeRTASBuilderCreateExp), nullptr},
    {"zeRTASBuilderCreateExt", 1, 1022, reinterpret_cast<void *>(&::zeRTASBuilderCreateExt), nullptr},
    {"zeRTASBuilderDestroyExp", 1, 1013, reinterpret_cast<void *>(&::zeRTASBuilderDestroyExp), nullptr},
    {"zeRTASBuilderDestroyExt", 1, 1022, reinterpret_cast<void *>(&::zeRTASBuilderDestroyExt), nullptr},
    {"zeRTASBuilderGetBuildPropertiesExp", 1, 1013, reinterpret_cast<void *>(&::zeRTASBuilderGetBuildPropertiesExp), nullptr},
    {"zeRTASBuilderGetBuildPropertiesExt", 1, 1022, reinterpret_cast<void *>(&::zeRTASBuilderGetBuildPropertiesExt), nullptr},
    {"zeRTASParallelOperationCreateExp", 1, 1013, reinterpret_cast<void *>(&::zeRTASParallelOperationCreateExp), nullptr},
    {"zeRTASParallelOperationCreateExt", 1, 1022, reinterpret_cast<void *>(&::zeRTASParallelOperationCreateExt), nullptr},
    {"zeRTASParallelOperationDestroyExp", 1, 1013, reinterpret_cast<void *>(&::zeRTASParallelOperationDestroyExp), nullptr},
    {"zeRTASParallelOperationDestroyExt", 1, 1022, reinterpret_cast<void *>(&::zeRTASParallelOperationDestroyExt), nullptr},
    {"zeRTASParallelOperationGetPropertiesExp", 1, 1013, reinterpret_cast<void *>(&::zeRTASParallelOperationGetPropertiesExp), nullptr},
    {"zeRTASParallelOperationGetPropertiesExt", 1, 1022, reinterpret_cast<void *>(&::zeRTASParallelOperationGetPropertiesExt), nullptr},
    {"zeRTASParallelOperationJoinExp", 1, 1013, reinterpret_cast<void *>(&::zeRTASParallelOperationJoinExp), nullptr},
    {"zeRTASParallelOperationJoinExt", 1, 1022, reinterpret_cast<void *>(&::zeRTASParallelOperationJoinExt), nullptr},
    {"zeSamplerCreate", 1, 1008, reinterpret_cast<void *>(&::zeSamplerCreate), nullptr},
    {"zeSamplerDestroy", 1, 1008, reinterpret_cast<void *>(&::zeSamplerDestroy), nullptr},
    {"zeVirtualMemFree", 1, 1008, reinterpret_cast<void *>(&::zeVirtualMemFree), nullptr},
    {"zeVirtualMemGetAccessAttribute", 1, 1008, reinterpret_cast<void *>(&::zeVirtualMemGetAccessAttribute), nullptr},
    {"zeVirtualMemMap", 1, 1008, reinterpret_cast<void *>(&::zeVirtualMemMap), nullptr},
    {"zeVirtualMemQueryPageSize", 1, 1008, reinterpret_cast<void *>(&::zeVirtualMemQueryPageSize), nullptr},
    {"zeVirtualMemReserve", 1, 1008, reinterpret_cast<void *>(&::zeVirtualMemReserve), nullptr},
    {"zeVirtualMemSetAccessAttribute", 1, 1008, reinterpret_cast<void *>(&::zeVirtualMemSetAccessAttribute), nullptr},
    {"zeVirtualMemUnmap", 1, 1008, reinterpret_cast<void *>(&::zeVirtualMemUnmap), nullptr},
    {"zerGetDefaultContext", 1, 1025, reinterpret_cast<void *>(&::zerGetDefaultContext), nullptr},
    {"zerGetLastErrorDescription", 1, 1025, reinterpret_cast<void *>(&::zerGetLastErrorDescription), nullptr},
    {"zerTranslateDeviceHandleToIdentifier", 1, 1025, reinterpret_cast<void *>(&::zerTranslateDeviceHandleToIdentifier), nullptr},
    {"zerTranslateIdentifierToDeviceHandle", 1, 1025, reinterpret_cast<void *>(&::zerTranslateIdentifierToDeviceHandle), nullptr},
    {"zesDeviceEccAvailable", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEccAvailable), nullptr},
    {"zesDeviceEccConfigurable", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEccConfigurable), nullptr},
    {"zesDeviceEnumActiveVFExp", 1, 1016, reinterpret_cast<void *>(&::zesDeviceEnumActiveVFExp), nullptr},
    {"zesDeviceEnumDiagnosticTestSuites", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumDiagnosticTestSuites), nullptr},
    {"zesDeviceEnumEnabledVFExp", 1, 1018, reinterpret_cast<void *>(&::zesDeviceEnumEnabledVFExp), nullptr},
    {"zesDeviceEnumEngineGroups", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumEngineGroups), nullptr},
    {"zesDeviceEnumFabricPorts", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumFabricPorts), nullptr},
    {"zesDeviceEnumFans", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumFans), nullptr},
    {"zesDeviceEnumFirmwares", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumFirmwares), nullptr},
    {"zesDeviceEnumFrequencyDomains", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumFrequencyDomains), nullptr},
    {"zesDeviceEnumLeds", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumLeds), nullptr},
    {"zesDeviceEnumMemoryModules", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumMemoryModules), nullptr},
    {"zesDeviceEnumOverclockDomains", 1, 1009, reinterpret_cast<void *>(&::zesDeviceEnumOverclockDomains), nullptr},
    {"zesDeviceEnumPerformanceFactorDomains", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumPerformanceFactorDomains), nullptr},
    {"zesDeviceEnumPowerDomains", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumPowerDomains), nullptr},
    {"zesDeviceEnumPsus", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumPsus), nullptr},
    {"zesDeviceEnumRasErrorSets", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumRasErrorSets), nullptr},
    {"zesDeviceEnumSchedulers", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumSchedulers), nullptr},
    {"zesDeviceEnumStandbyDomains", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumStandbyDomains), nullptr},
    {"zesDeviceEnumTemperatureSensors", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEnumTemperatureSensors), nullptr},
    {"zesDeviceEventRegister", 1, 1008, reinterpret_cast<void *>(&::zesDeviceEventRegister), nullptr},
    {"zesDeviceGet", 1, 1009, reinterpret_cast<void *>(&::zesDeviceGet), nullptr},
    {"zesDeviceGetCardPowerDomain", 1, 1008, reinterpret_cast<void *>(&::zesDeviceGetCardPowerDomain), nullptr},
    {"zesDeviceGetEccState", 1, 1008, reinterpret_cast<void *>(&::zesDeviceGetEccState), nullptr},
    {"zesDeviceGetOverclockControls", 1, 1009, reinterpret_cast<void *>(&::zesDeviceGetOverclockControls), nullptr},
    {"zesDeviceGetOverclockDomains", 1, 1009, reinterpret_cast<void *>(&::zesDeviceGetOverclockDomains), nullptr},
    {"zesDeviceGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesDeviceGetProperties), nullptr},
    {"zesDeviceGetState", 1, 1008, reinterpret_cast<void *>(&::zesDeviceGetState), nullptr},
    {"zesDeviceGetSubDevicePropertiesExp", 1, 1016, reinterpret_cast<void *>(&::zesDeviceGetSubDevicePropertiesExp), nullptr},
    {"zesDevicePciGetBars", 1, 1008, reinterpret_cast<void *>(&::zesDevicePciGetBars), nullptr},
    {"zesDevicePciGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesDevicePciGetProperties), nullptr},
    {"zesDevicePciGetState", 1, 1008, reinterpret_cast<void *>(&::zesDevicePciGetState), nullptr},
    {"zesDevicePciGetStats", 1, 1008, reinterpret_cast<void *>(&::zesDevicePciGetStats), nullptr},
    {"zesDevicePciLinkSpeedUpdateExt", 1, 1027, reinterpret_cast<void *>(&::zesDevicePciLinkSpeedUpdateExt), nullptr},
    {"zesDeviceProcessesGetState", 1, 1008, reinterpret_cast<void *>(&::zesDeviceProcessesGetState), nullptr},
    {"zesDeviceReadOverclockState", 1, 1009, reinterpret_cast<void *>(&::zesDeviceReadOverclockState), nullptr},
    {"zesDeviceReset", 1, 1008, reinterpret_cast<void *>(&::zesDeviceReset), nullptr},
    {"zesDeviceResetExt", 1, 1013, reinterpret_cast<void *>(&::zesDeviceResetExt), nullptr},
    {"zesDeviceResetOverclockSettings", 1, 1009, reinterpret_cast<void *>(&::zesDeviceResetOverclockSettings), nullptr},
    {"zesDeviceSetEccState", 1, 1008, reinterpret_cast<void *>(&::zesDeviceSetEccState), nullptr},
    {"zesDeviceSetOverclockWaiver", 1, 1009, reinterpret_cast<void *>(&::zesDeviceSetOverclockWaiver), nullptr},
    {"zesDiagnosticsGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesDiagnosticsGetProperties), nullptr},
    {"zesDiagnosticsGetTests", 1, 1008, reinterpret_cast<void *>(&::zesDiagnosticsGetTests), nullptr},
    {"zesDiagnosticsRunTests", 1, 1008, reinterpret_cast<void *>(&::zesDiagnosticsRunTests), nullptr},
    {"zesDriverEventListen", 1, 1008, reinterpret_cast<void *>(&::zesDriverEventListen), nullptr},
    {"zesDriverEventListenEx", 1, 1008, reinterpret_cast<void *>(&::zesDriverEventListenEx), nullptr},
    {"zesDriverGet", 1, 1009, reinterpret_cast<void *>(&::zesDriverGet), nullptr},
    {"zesDriverGetDeviceByUuidExp", 1, 1016, reinterpret_cast<void *>(&::zesDriverGetDeviceByUuidExp), nullptr},
    {"zesDriverGetExtensionFunctionAddress", 1, 1015, reinterpret_cast<void *>(&::zesDriverGetExtensionFunctionAddress), nullptr},
    {"zesDriverGetExtensionProperties", 1, 1015, reinterpret_cast<void *>(&::zesDriverGetExtensionProperties), nullptr},
    {"zesEngineGetActivity", 1, 1008, reinterpret_cast<void *>(&::zesEngineGetActivity), nullptr},
    {"zesEngineGetActivityExt", 1, 1013, reinterpret_cast<void *>(&::zesEngineGetActivityExt), nullptr},
    {"zesEngineGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesEngineGetProperties), nullptr},
    {"zesFabricPortGetConfig", 1, 1008, reinterpret_cast<void *>(&::zesFabricPortGetConfig), nullptr},
    {"zesFabricPortGetFabricErrorCounters", 1, 1009, reinterpret_cast<void *>(&::zesFabricPortGetFabricErrorCounters), nullptr},
    {"zesFabricPortGetLinkType", 1, 1008, reinterpret_cast<void *>(&::zesFabricPortGetLinkType), nullptr},
    {"zesFabricPortGetMultiPortThroughput", 1, 1013, reinterpret_cast<void *>(&::zesFabricPortGetMultiPortThroughput), nullptr},
    {"zesFabricPortGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesFabricPortGetProperties), nullptr},
    {"zesFabricPortGetState", 1, 1008, reinterpret_cast<void *>(&::zesFabricPortGetState), nullptr},
    {"zesFabricPortGetThroughput", 1, 1008, reinterpret_cast<void *>(&::zesFabricPortGetThroughput), nullptr},
    {"zesFabricPortSetConfig", 1, 1008, reinterpret_cast<void *>(&::zesFabricPortSetConfig), nullptr},
    {"zesFanGetConfig", 1, 1008, reinterpret_cast<void *>(&::zesFanGetConfig), nullptr},
    {"zesFanGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesFanGetProperties), nullptr},
    {"zesFanGetState", 1, 1008, reinterpret_cast<void *>(&::zesFanGetState), nullptr},
    {"zesFanSetDefaultMode", 1, 1008, reinterpret_cast<void *>(&::zesFanSetDefaultMode), nullptr},
    {"zesFanSetFixedSpeedMode", 1, 1008, reinterpret_cast<void *>(&::zesFanSetFixedSpeedMode), nullptr},
    {"zesFanSetSpeedTableMode", 1, 1008, reinterpret_cast<void *>(&::zesFanSetSpeedTableMode), nullptr},
    {"zesFirmwareFlash", 1, 1008, reinterpret_cast<void *>(&::zesFirmwareFlash), nullptr},
    {"zesFirmwareGetConsoleLogs", 1, 1016, reinterpret_cast<void *>(&::zesFirmwareGetConsoleLogs), nullptr},
    {"zesFirmwareGetFlashProgress", 1, 1015, reinterpret_cast<void *>(&::zesFirmwareGetFlashProgress), nullptr},
    {"zesFirmwareGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesFirmwareGetProperties), nullptr},
    {"zesFirmwareGetSecurityVersionExp", 1, 1016, reinterpret_cast<void *>(&::zesFirmwareGetSecurityVersionExp), nullptr},
    {"zesFirmwareSetSecurityVersionExp", 1, 1016, reinterpret_cast<void *>(&::zesFirmwareSetSecurityVersionExp), nullptr},
    {"zesFrequencyGetAvailableClocks", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyGetAvailableClocks), nullptr},
    {"zesFrequencyGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyGetProperties), nullptr},
    {"zesFrequencyGetRange", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyGetRange), nullptr},
    {"zesFrequencyGetState", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyGetState), nullptr},
    {"zesFrequencyGetThrottleTime", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyGetThrottleTime), nullptr},
    {"zesFrequencyOcGetCapabilities", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcGetCapabilities), nullptr},
    {"zesFrequencyOcGetFrequencyTarget", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcGetFrequencyTarget), nullptr},
    {"zesFrequencyOcGetIccMax", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcGetIccMax), nullptr},
    {"zesFrequencyOcGetMode", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcGetMode), nullptr},
    {"zesFrequencyOcGetTjMax", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcGetTjMax), nullptr},
    {"zesFrequencyOcGetVoltageTarget", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcGetVoltageTarget), nullptr},
    {"zesFrequencyOcSetFrequencyTarget", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcSetFrequencyTarget), nullptr},
    {"zesFrequencyOcSetIccMax", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcSetIccMax), nullptr},
    {"zesFrequencyOcSetMode", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcSetMode), nullptr},
    {"zesFrequencyOcSetTjMax", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcSetTjMax), nullptr},
    {"zesFrequencyOcSetVoltageTarget", 1, 1008, reinterpret_cast<void *>(&::zesFrequencyOcSetVoltageTarget), nullptr},
    {"zesFrequencySetRange", 1, 1008, reinterpret_cast<void *>(&::zesFrequencySetRange), nullptr},
    {"zesInit", 1, 1009, reinterpret_cast<void *>(&::zesInit), nullptr},
    {"zesLedGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesLedGetProperties), nullptr},
    {"zesLedGetState", 1, 1008, reinterpret_cast<void *>(&::zesLedGetState), nullptr},
    {"zesLedSetColor", 1, 1008, reinterpret_cast<void *>(&::zesLedSetColor), nullptr},
    {"zesLedSetState", 1, 1008, reinterpret_cast<void *>(&::zesLedSetState), nullptr},
    {"zesMemoryGetBandwidth", 1, 1008, reinterpret_cast<void *>(&::zesMemoryGetBandwidth), nullptr},
    {"zesMemoryGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesMemoryGetProperties), nullptr},
    {"zesMemoryGetState", 1, 1008, reinterpret_cast<void *>(&::zesMemoryGetState), nullptr},
    {"zesOverclockGetControlCurrentValue", 1, 1009, reinterpret_cast<void *>(&::zesOverclockGetControlCurrentValue), nullptr},
    {"zesOverclockGetControlPendingValue", 1, 1009, reinterpret_cast<void *>(&::zesOverclockGetControlPendingValue), nullptr},
    {"zesOverclockGetControlState", 1, 1009, reinterpret_cast<void *>(&::zesOverclockGetControlState), nullptr},
    {"zesOverclockGetDomainControlProperties", 1, 1009, reinterpret_cast<void *>(&::zesOverclockGetDomainControlProperties), nullptr},
    {"zesOverclockGetDomainProperties", 1, 1009, reinterpret_cast<void *>(&::zesOverclockGetDomainProperties), nullptr},
    {"zesOverclockGetDomainVFProperties", 1, 1009, reinterpret_cast<void *>(&::zesOverclockGetDomainVFProperties), nullptr},
    {"zesOverclockGetVFPointValues", 1, 1009, reinterpret_cast<void *>(&::zesOverclockGetVFPointValues), nullptr},
    {"zesOverclockSetControlUserValue", 1, 1009, reinterpret_cast<void *>(&::zesOverclockSetControlUserValue), nullptr},
    {"zesOverclockSetVFPointValues", 1, 1009, reinterpret_cast<void *>(&::zesOverclockSetVFPointValues), nullptr},
    {"zesPerformanceFactorGetConfig", 1, 1008, reinterpret_cast<void *>(&::zesPerformanceFactorGetConfig), nullptr},
    {"zesPerformanceFactorGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesPerformanceFactorGetProperties), nullptr},
    {"zesPerformanceFactorSetConfig", 1, 1008, reinterpret_cast<void *>(&::zesPerformanceFactorSetConfig), nullptr},
    {"zesPowerGetEnergyCounter", 1, 1008, reinterpret_cast<void *>(&::zesPowerGetEnergyCounter), nullptr},
    {"zesPowerGetEnergyThreshold", 1, 1008, reinterpret_cast<void *>(&::zesPowerGetEnergyThreshold), nullptr},
    {"zesPowerGetLimits", 1, 1008, reinterpret_cast<void *>(&::zesPowerGetLimits), nullptr},
    {"zesPowerGetLimitsExt", 1, 1008, reinterpret_cast<void *>(&::zesPowerGetLimitsExt), nullptr},
    {"zesPowerGetLimitsExt2", 1, 1029, reinterpret_cast<void *>(&::zesPowerGetLimitsExt2), nullptr},
    {"zesPowerGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesPowerGetProperties), nullptr},
    {"zesPowerGetUsage", 1, 1029, reinterpret_cast<void *>(&::zesPowerGetUsage), nullptr},
    {"zesPowerSetEnergyThreshold", 1, 1008, reinterpret_cast<void *>(&::zesPowerSetEnergyThreshold), nullptr},
    {"zesPowerSetLimits", 1, 1008, reinterpret_cast<void *>(&::zesPowerSetLimits), nullptr},
    {"zesPowerSetLimitsExt", 1, 1008, reinterpret_cast<void *>(&::zesPowerSetLimitsExt), nullptr},
    {"zesPowerSetLimitsExt2", 1, 1029, reinterpret_cast<void *>(&::zesPowerSetLimitsExt2), nullptr},
    {"zesPsuGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesPsuGetProperties), nullptr},
    {"zesPsuGetState", 1, 1008, reinterpret_cast<void *>(&::zesPsuGetState), nullptr},
    {"zesRasClearStateExp", 1, 1014, reinterpret_cast<void *>(&::zesRasClearStateExp), nullptr},
    {"zesRasGetConfig", 1, 1008, reinterpret_cast<void *>(&::zesRasGetConfig), nullptr},
    {"zesRasGetConfigExp", 1, 1029, reinterpret_cast<void *>(&::zesRasGetConfigExp), nullptr},
    {"zesRasGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesRasGetProperties), nullptr},
    {"zesRasGetState", 1, 1008, reinterpret_cast<void *>(&::zesRasGetState), nullptr},
    {"zesRasGetStateExp", 1, 1014, reinterpret_cast<void *>(&::zesRasGetStateExp), nullptr},
    {"zesRasGetStateExp2", 1, 1029, reinterpret_cast<void *>(&::zesRasGetStateExp2), nullptr},
    {"zesRasGetSupportedCategoriesExp", 1, 1029, reinterpret_cast<void *>(&::zesRasGetSupportedCategoriesExp), nullptr},
    {"zesRasSetConfig", 1, 1008, reinterpret_cast<void *>(&::zesRasSetConfig), nullptr},
    {"zesRasSetConfigExp", 1, 1029, reinterpret_cast<void *>(&::zesRasSetConfigExp), nullptr},
    {"zesSchedulerGetCurrentMode", 1, 1008, reinterpret_cast<void *>(&::zesSchedulerGetCurrentMode), nullptr},
    {"zesSchedulerGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesSchedulerGetProperties), nullptr},
    {"zesSchedulerGetTimeoutModeProperties", 1, 1008, reinterpret_cast<void *>(&::zesSchedulerGetTimeoutModeProperties), nullptr},
    {"zesSchedulerGetTimesliceModeProperties", 1, 1008, reinterpret_cast<void *>(&::zesSchedulerGetTimesliceModeProperties), nullptr},
    {"zesSchedulerSetComputeUnitDebugMode", 1, 1008, reinterpret_cast<void *>(&::zesSchedulerSetComputeUnitDebugMode), nullptr},
    {"zesSchedulerSetExclusiveMode", 1, 1008, reinterpret_cast<void *>(&::zesSchedulerSetExclusiveMode), nullptr},
    {"zesSchedulerSetTimeoutMode", 1, 1008, reinterpret_cast<void *>(&::zesSchedulerSetTimeoutMode), nullptr},
    {"zesSchedulerSetTimesliceMode", 1, 1008, reinterpret_cast<void *>(&::zesSchedulerSetTimesliceMode), nullptr},
    {"zesStandbyGetMode", 1, 1008, reinterpret_cast<void *>(&::zesStandbyGetMode), nullptr},
    {"zesStandbyGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesStandbyGetProperties), nullptr},
    {"zesStandbySetMode", 1, 1008, reinterpret_cast<void *>(&::zesStandbySetMode), nullptr},
    {"zesTemperatureGetConfig", 1, 1008, reinterpret_cast<void *>(&::zesTemperatureGetConfig), nullptr},
    {"zesTemperatureGetProperties", 1, 1008, reinterpret_cast<void *>(&::zesTemperatureGetProperties), nullptr},
    {"zesTemperatureGetState", 1, 1008, reinterpret_cast<void *>(&::zesTemperatureGetState), nullptr},
    {"zesTemperatureSetConfig", 1, 1008, reinterpret_cast<void *>(&::zesTemperatureSetConfig), nullptr},
    {"zesVFManagementGetVFCapabilitiesExp", 1, 1018, reinterpret_cast<void *>(&::zesVFManagementGetVFCapabilitiesExp), nullptr},
    {"zesVFManagementGetVFCapabilitiesExp2", 1, 1020, reinterpret_cast<void *>(&::zesVFManagementGetVFCapabilitiesExp2), nullptr},
    {"zesVFManagementGetVFEngineUtilizationExp", 1, 1016, reinterpret_cast<void *>(&::zesVFManagementGetVFEngineUtilizationExp), nullptr},
    {"zesVFManagementGetVFEngineUtilizationExp2", 1, 1018, reinterpret_cast<void *>(&::zesVFManagementGetVFEngineUtilizationExp2), nullptr},
    {"zesVFManagementGetVFMemoryUtilizationExp", 1, 1016, reinterpret_cast<void *>(&::zesVFManagementGetVFMemoryUtilizationExp), nullptr},
    {"zesVFManagementGetVFMemoryUtilizationExp2", 1, 1018, reinterpret_cast<void *>(&::zesVFManagementGetVFMemoryUtilizationExp2), nullptr},
    {"zesVFManagementGetVFPropertiesExp", 1, 1016, reinterpret_cast<void *>(&::zesVFManagementGetVFPropertiesExp), nullptr},
    {"zesVFManagementSetVFTelemetryModeExp", 1, 1016, reinterpret_cast<void *>(&::zesVFManagementSetVFTelemetryModeExp), nullptr},
    {"zesVFManagementSetVFTelemetrySamplingIntervalExp", 1, 1016, reinterpret_cast<void *>(&::zesVFManagementSetVFTelemetrySamplingIntervalExp), nullptr},
    {"zetCommandListAppendMarkerExp", 1, 1022, reinterpret_cast<void *>(&::zetCommandListAppendMarkerExp), nullptr},
    {"zetCommandListAppendMetricMemoryBarrier", 1, 1008, reinterpret_cast<void *>(&::zetCommandListAppendMetricMemoryBarrier), nullptr},
    {"zetCommandListAppendMetricQueryBegin", 1, 1008, reinterpret_cast<void *>(&::zetCommandListAppendMetricQueryBegin), nullptr},
    {"zetCommandListAppendMetricQueryEnd", 1, 1008, reinterpret_cast<void *>(&::zetCommandListAppendMetricQueryEnd), nullptr},
    {"zetCommandListAppendMetricStreamerMarker", 1, 1008, reinterpret_cast<void *>(&::zetCommandListAppendMetricStreamerMarker), nullptr},
    {"zetContextActivateMetricGroups", 1, 1008, reinterpret_cast<void *>(&::zetContextActivateMetricGroups), nullptr},
    {"zetDebugAcknowledgeEvent", 1, 1008, reinterpret_cast<void *>(&::zetDebugAcknowledgeEvent), nullptr},
    {"zetDebugAttach", 1, 1008, reinterpret_cast<void *>(&::zetDebugAttach), nullptr},
    {"zetDebugDetach", 1, 1008, reinterpret_cast<void *>(&::zetDebugDetach), nullptr},
    {"zetDebugGetRegisterSetProperties", 1, 1008, reinterpret_cast<void *>(&::zetDebugGetRegisterSetProperties), nullptr},
    {"zetDebugGetThreadRegisterSetProperties", 1, 1009, reinterpret_cast<void *>(&::zetDebugGetThreadRegisterSetProperties), nullptr},
    {"zetDebugInterrupt", 1, 1008, reinterpret_cast<void *>(&::zetDebugInterrupt), nullptr},
    {"zetDebugReadEvent", 1, 1008, reinterpret_cast<void *>(&::zetDebugReadEvent), nullptr},
    {"zetDebugReadMemory", 1, 1008, reinterpret_cast<void *>(&::zetDebugReadMemory), nullptr},
    {"zetDebugReadRegisters", 1, 1008, reinterpret_cast<void *>(&::zetDebugReadRegisters), nullptr},
    {"zetDebugResume", 1, 1008, reinterpret_cast<void *>(&::zetDebugResume), nullptr},
    {"zetDebugWriteMemory", 1, 1008, reinterpret_cast<void *>(&::zetDebugWriteMemory), nullptr},
    {"zetDebugWriteRegisters", 1, 1008, reinterpret_cast<void *>(&::zetDebugWriteRegisters), nullptr},
    {"zetDeviceCreateMetricGroupsFromMetricsExp", 1, 1018, reinterpret_cast<void *>(&::zetDeviceCreateMetricGroupsFromMetricsExp), nullptr},
    {"zetDeviceDisableMetricsExp", 1, 1022, reinterpret_cast<void *>(&::zetDeviceDisableMetricsExp), nullptr},
    {"zetDeviceEnableMetricsExp", 1, 1022, reinterpret_cast<void *>(&::zetDeviceEnableMetricsExp), nullptr},
    {"zetDeviceGetConcurrentMetricGroupsExp", 1, 1018, reinterpret_cast<void *>(&::zetDeviceGetConcurrentMetricGroupsExp), nullptr},
    {"zetDeviceGetDebugProperties", 1, 1008, reinterpret_cast<void *>(&::zetDeviceGetDebugProperties), nullptr},
    {"zetKernelGetProfileInfo", 1, 1008, reinterpret_cast<void *>(&::zetKernelGetProfileInfo), nullptr},
    {"zetMetricCreateFromProgrammableExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricCreateFromProgrammableExp), nullptr},
    {"zetMetricCreateFromProgrammableExp2", 1, 1018, reinterpret_cast<void *>(&::zetMetricCreateFromProgrammableExp2), nullptr},
    {"zetMetricDecoderCreateExp", 1, 1018, reinterpret_cast<void *>(&::zetMetricDecoderCreateExp), nullptr},
    {"zetMetricDecoderDestroyExp", 1, 1018, reinterpret_cast<void *>(&::zetMetricDecoderDestroyExp), nullptr},
    {"zetMetricDecoderGetDecodableMetricsExp", 1, 1018, reinterpret_cast<void *>(&::zetMetricDecoderGetDecodableMetricsExp), nullptr},
    {"zetMetricDestroyExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricDestroyExp), nullptr},
    {"zetMetricGet", 1, 1008, reinterpret_cast<void *>(&::zetMetricGet), nullptr},
    {"zetMetricGetProperties", 1, 1008, reinterpret_cast<void *>(&::zetMetricGetProperties), nullptr},
    {"zetMetricGroupAddMetricExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricGroupAddMetricExp), nullptr},
    {"zetMetricGroupCalculateMetricExportDataExp", 1, 1012, reinterpret_cast<void *>(&::zetMetricGroupCalculateMetricExportDataExp), nullptr},
    {"zetMetricGroupCalculateMetricValues", 1, 1008, reinterpret_cast<void *>(&::zetMetricGroupCalculateMetricValues), nullptr},
    {"zetMetricGroupCalculateMultipleMetricValuesExp", 1, 1008, reinterpret_cast<void *>(&::zetMetricGroupCalculateMultipleMetricValuesExp), nullptr},
    {"zetMetricGroupCloseExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricGroupCloseExp), nullptr},
    {"zetMetricGroupCreateExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricGroupCreateExp), nullptr},
    {"zetMetricGroupDestroyExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricGroupDestroyExp), nullptr},
    {"zetMetricGroupGet", 1, 1008, reinterpret_cast<void *>(&::zetMetricGroupGet), nullptr},
    {"zetMetricGroupGetExportDataExp", 1, 1012, reinterpret_cast<void *>(&::zetMetricGroupGetExportDataExp), nullptr},
    {"zetMetricGroupGetGlobalTimestampsExp", 1, 1009, reinterpret_cast<void *>(&::zetMetricGroupGetGlobalTimestampsExp), nullptr},
    {"zetMetricGroupGetProperties", 1, 1008, reinterpret_cast<void *>(&::zetMetricGroupGetProperties), nullptr},
    {"zetMetricGroupRemoveMetricExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricGroupRemoveMetricExp), nullptr},
    {"zetMetricProgrammableGetExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricProgrammableGetExp), nullptr},
    {"zetMetricProgrammableGetParamInfoExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricProgrammableGetParamInfoExp), nullptr},
    {"zetMetricProgrammableGetParamValueInfoExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricProgrammableGetParamValueInfoExp), nullptr},
    {"zetMetricProgrammableGetPropertiesExp", 1, 1016, reinterpret_cast<void *>(&::zetMetricProgrammableGetPropertiesExp), nullptr},
    {"zetMetricQueryCreate", 1, 1008, reinterpret_cast<void *>(&::zetMetricQueryCreate), nullptr},
    {"zetMetricQueryDestroy", 1, 1008, reinterpret_cast<void *>(&::zetMetricQueryDestroy), nullptr},
    {"zetMetricQueryGetData", 1, 1008, reinterpret_cast<void *>(&::zetMetricQueryGetData), nullptr},
    {"zetMetricQueryPoolCreate", 1, 1008, reinterpret_cast<void *>(&::zetMetricQueryPoolCreate), nullptr},
    {"zetMetricQueryPoolDestroy", 1, 1008, reinterpret_cast<void *>(&::zetMetricQueryPoolDestroy), nullptr},
    {"zetMetricQueryReset", 1, 1008, reinterpret_cast<void *>(&::zetMetricQueryReset), nullptr},
    {"zetMetricStreamerClose", 1, 1008, reinterpret_cast<void *>(&::zetMetricStreamerClose), nullptr},
    {"zetMetricStreamerOpen", 1, 1008, reinterpret_cast<void *>(&::zetMetricStreamerOpen), nullptr},
    {"zetMetricStreamerReadData", 1, 1008, reinterpret_cast<void *>(&::zetMetricStreamerReadData), nullptr},
    {"zetMetricTracerCreateExp", 1, 1018, reinterpret_cast<void *>(&::zetMetricTracerCreateExp), nullptr},
    {"zetMetricTracerDecodeExp", 1, 1018, reinterpret_cast<void *>(&::zetMetricTracerDecodeExp), nullptr},
    {"zetMetricTracerDestroyExp", 1, 1018, reinterpret_cast<void *>(&::zetMetricTracerDestroyExp), nullptr},
    {"zetMetricTracerDisableExp", 1, 1018, reinterpret_cast<void *>(&::zetMetricTracerDisableExp), nullptr},
    {"zetMetricTracerEnableExp", 1, 1018, reinterpret_cast<void *>(&::zetMetricTracerEnableExp), nullptr},
    {"zetMetricTracerReadDataExp", 1, 1018, reinterpret_cast<void *>(&::zetMetricTracerReadDataExp), nullptr},
    {"zetModuleGetDebugInfo", 1, 1008, reinterpret_cast<void *>(&::zetModuleGetDebugInfo), nullptr},
    {"zetTracerExpCreate", 1, 1008, reinterpret_cast<void *>(&::zetTracerExpCreate), nullptr},
    {"zetTracerExpDestroy", 1, 1008, reinterpret_cast<void *>(&::zetTracerExpDestroy), nullptr},
    {"zetTracerExpSetEnabled", 1, 1008, reinterpret_cast<void *>(&::zetTracerExpSetEnabled), nullptr},
    {"zetTracerExpSetEpilogues", 1, 1008, reinterpret_cast<void *>(&::zetTracerExpSetEpilogues), nullptr},
    {"zetTracerExpSetPrologues", 1, 1008, reinterpret_cast<void *>(&::zetTracerExpSetPrologues), nullptr},
    {},
};
