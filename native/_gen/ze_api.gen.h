// Made by tools/gen from facts/ze.toml (ze_api.h, zes_api.h, zet_api.h and zer_api.h of the loader 1.8.12 to 1.32.0 (oneapi-src/level-zero), version 1.17). Do not edit.
#pragma once

#include "hal/ze/types.h"

using ze_result_t = int;
using ze_command_list_handle_t = struct _ze_command_list_handle_t *;
using ze_event_handle_t = struct _ze_event_handle_t *;
using ze_context_handle_t = struct _ze_context_handle_t *;
using ze_image_handle_t = struct _ze_image_handle_t *;
using ze_kernel_handle_t = struct _ze_kernel_handle_t *;
using ze_executable_graph_handle_t = struct _ze_executable_graph_handle_t *;
using ze_device_handle_t = struct _ze_device_handle_t *;
using ze_memory_advice_t = uint32_t;
using ze_external_semaphore_ext_handle_t = struct _ze_external_semaphore_ext_handle_t *;
using ze_command_queue_handle_t = struct _ze_command_queue_handle_t *;
using ze_fence_handle_t = struct _ze_fence_handle_t *;
using ze_graph_handle_t = struct _ze_graph_handle_t *;
using ze_driver_handle_t = struct _ze_driver_handle_t *;
using ze_event_pool_handle_t = struct _ze_event_pool_handle_t *;
using zes_mem_handle_t = struct _zes_mem_handle_t *;
using ze_physical_mem_handle_t = struct _ze_physical_mem_handle_t *;
using zes_device_handle_t = struct _ze_device_handle_t *;
using ze_host_function_callback_t = void (*)(void *);
using ze_group_count_t = heddle::ze::GroupCount;
using ze_group_size_t = heddle::ze::GroupSize;
using ze_command_queue_desc_t = heddle::ze::QueueDesc;
using ze_command_list_desc_t = heddle::ze::ListDesc;
using ze_event_pool_desc_t = heddle::ze::EventPoolDesc;
using ze_event_desc_t = heddle::ze::EventDesc;
using ze_device_properties_t = heddle::ze::DeviceProperties;
using ze_device_memory_properties_t = heddle::ze::MemoryProperties;
using ze_physical_mem_desc_t = heddle::ze::PhysicalDesc;
using ze_image_desc_t = heddle::ze::ImageDesc;
using zes_mem_state_t = heddle::ze::MemoryState;
using zes_device_properties_t = heddle::ze::SysmanProperties;

extern "C" {
ze_result_t zeCommandListAppendBarrier(ze_command_list_handle_t hCommandList, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendEventReset(ze_command_list_handle_t hCommandList, ze_event_handle_t hEvent);
ze_result_t zeCommandListAppendGraphExt(ze_command_list_handle_t hCommandList, ze_executable_graph_handle_t hGraph, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendHostFunction(ze_command_list_handle_t hCommandList, ze_host_function_callback_t pfnHostFunction, void *pUserData, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendImageCopy(ze_command_list_handle_t hCommandList, ze_image_handle_t hDstImage, ze_image_handle_t hSrcImage, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendImageCopyFromMemory(ze_command_list_handle_t hCommandList, ze_image_handle_t hDstImage, const void *srcptr, const void *pDstRegion, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendImageCopyFromMemoryExt(ze_command_list_handle_t hCommandList, ze_image_handle_t hDstImage, const void *srcptr, const void *pDstRegion, uint32_t srcRowPitch, uint32_t srcSlicePitch, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendImageCopyRegion(ze_command_list_handle_t hCommandList, ze_image_handle_t hDstImage, ze_image_handle_t hSrcImage, const void *pDstRegion, const void *pSrcRegion, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendImageCopyToMemory(ze_command_list_handle_t hCommandList, void *dstptr, ze_image_handle_t hSrcImage, const void *pSrcRegion, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendImageCopyToMemoryExt(ze_command_list_handle_t hCommandList, void *dstptr, ze_image_handle_t hSrcImage, const void *pSrcRegion, uint32_t destRowPitch, uint32_t destSlicePitch, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendLaunchCooperativeKernel(ze_command_list_handle_t hCommandList, ze_kernel_handle_t hKernel, const ze_group_count_t *pLaunchFuncArgs, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendLaunchKernel(ze_command_list_handle_t hCommandList, ze_kernel_handle_t hKernel, const ze_group_count_t *pLaunchFuncArgs, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendLaunchKernelIndirect(ze_command_list_handle_t hCommandList, ze_kernel_handle_t hKernel, const ze_group_count_t *pLaunchArgumentsBuffer, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendLaunchKernelWithArguments(ze_command_list_handle_t hCommandList, ze_kernel_handle_t hKernel, const ze_group_count_t groupCounts, const ze_group_size_t groupSizes, void **pArguments, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendLaunchKernelWithParameters(ze_command_list_handle_t hCommandList, ze_kernel_handle_t hKernel, const ze_group_count_t *pGroupCounts, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendLaunchMultipleKernelsIndirect(ze_command_list_handle_t hCommandList, uint32_t numKernels, ze_kernel_handle_t *phKernels, const uint32_t *pCountBuffer, const ze_group_count_t *pLaunchArgumentsBuffer, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendMemAdvise(ze_command_list_handle_t hCommandList, ze_device_handle_t hDevice, const void *ptr, size_t size, ze_memory_advice_t advice);
ze_result_t zeCommandListAppendMemoryCopy(ze_command_list_handle_t hCommandList, void *dstptr, const void *srcptr, size_t size, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendMemoryCopyFromContext(ze_command_list_handle_t hCommandList, void *dstptr, ze_context_handle_t hContextSrc, const void *srcptr, size_t size, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendMemoryCopyRegion(ze_command_list_handle_t hCommandList, void *dstptr, const void *dstRegion, uint32_t dstPitch, uint32_t dstSlicePitch, const void *srcptr, const void *srcRegion, uint32_t srcPitch, uint32_t srcSlicePitch, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendMemoryCopyWithParameters(ze_command_list_handle_t hCommandList, void *dstptr, const void *srcptr, size_t size, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendMemoryFill(ze_command_list_handle_t hCommandList, void *ptr, const void *pattern, size_t pattern_size, size_t size, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendMemoryFillWithParameters(ze_command_list_handle_t hCommandList, void *ptr, const void *pattern, size_t pattern_size, size_t size, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendMemoryPrefetch(ze_command_list_handle_t hCommandList, const void *ptr, size_t size);
ze_result_t zeCommandListAppendMemoryRangesBarrier(ze_command_list_handle_t hCommandList, uint32_t numRanges, const size_t *pRangeSizes, const void **pRanges, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendQueryKernelTimestamps(ze_command_list_handle_t hCommandList, uint32_t numEvents, ze_event_handle_t *phEvents, void *dstptr, const size_t *pOffsets, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendSignalEvent(ze_command_list_handle_t hCommandList, ze_event_handle_t hEvent);
ze_result_t zeCommandListAppendSignalExternalSemaphoreExt(ze_command_list_handle_t hCommandList, uint32_t numSemaphores, ze_external_semaphore_ext_handle_t *phSemaphores, void *signalParams, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendWaitExternalSemaphoreExt(ze_command_list_handle_t hCommandList, uint32_t numSemaphores, ze_external_semaphore_ext_handle_t *phSemaphores, void *waitParams, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListAppendWaitOnEvents(ze_command_list_handle_t hCommandList, uint32_t numEvents, ze_event_handle_t *phEvents);
ze_result_t zeCommandListAppendWriteGlobalTimestamp(ze_command_list_handle_t hCommandList, uint64_t *dstptr, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListBeginCaptureIntoGraphExt(ze_command_list_handle_t hCommandList, ze_graph_handle_t hGraph, const void *pNext);
ze_result_t zeCommandListBeginGraphCaptureExt(ze_command_list_handle_t hCommandList, const void *pNext);
ze_result_t zeCommandListCreateImmediate(ze_context_handle_t hContext, ze_device_handle_t hDevice, const ze_command_queue_desc_t *altdesc, ze_command_list_handle_t *phCommandList);
ze_result_t zeCommandListDestroy(ze_command_list_handle_t hCommandList);
ze_result_t zeCommandListEndGraphCaptureExt(ze_command_list_handle_t hCommandList, const void *pNext, ze_graph_handle_t *phGraph);
ze_result_t zeCommandListHostSynchronize(ze_command_list_handle_t hCommandList, uint64_t timeout);
ze_result_t zeCommandListImmediateAppendCommandListsExp(ze_command_list_handle_t hCommandListImmediate, uint32_t numCommandLists, ze_command_list_handle_t *phCommandLists, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandListImmediateAppendCommandListsWithParameters(ze_command_list_handle_t hCommandListImmediate, uint32_t numCommandLists, ze_command_list_handle_t *phCommandLists, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zeCommandQueueCreate(ze_context_handle_t hContext, ze_device_handle_t hDevice, const ze_command_queue_desc_t *desc, ze_command_queue_handle_t *phCommandQueue);
ze_result_t zeCommandQueueDestroy(ze_command_queue_handle_t hCommandQueue);
ze_result_t zeCommandQueueExecuteCommandLists(ze_command_queue_handle_t hCommandQueue, uint32_t numCommandLists, ze_command_list_handle_t *phCommandLists, ze_fence_handle_t hFence);
ze_result_t zeCommandQueueSynchronize(ze_command_queue_handle_t hCommandQueue, uint64_t timeout);
ze_result_t zeDeviceGetMemoryProperties(ze_device_handle_t hDevice, uint32_t *pCount, ze_device_memory_properties_t *pMemProperties);
ze_result_t zeDeviceGetProperties(ze_device_handle_t hDevice, ze_device_properties_t *pDeviceProperties);
ze_result_t zeDeviceSynchronize(ze_device_handle_t hDevice);
ze_result_t zeDriverGetExtensionFunctionAddress(ze_driver_handle_t hDriver, const char *name, void **ppFunctionAddress);
ze_result_t zeImageCreate(ze_context_handle_t hContext, ze_device_handle_t hDevice, const ze_image_desc_t *desc, ze_image_handle_t *phImage);
ze_result_t zeImageDestroy(ze_image_handle_t hImage);
ze_result_t zeMemAllocDevice(ze_context_handle_t hContext, const void *device_desc, size_t size, size_t alignment, ze_device_handle_t hDevice, void **pptr);
ze_result_t zeMemAllocShared(ze_context_handle_t hContext, const void *device_desc, const void *host_desc, size_t size, size_t alignment, ze_device_handle_t hDevice, void **pptr);
ze_result_t zeMemFree(ze_context_handle_t hContext, void *ptr);
ze_result_t zeMemFreeExt(ze_context_handle_t hContext, const void *pMemFreeDesc, void *ptr);
ze_result_t zePhysicalMemCreate(ze_context_handle_t hContext, ze_device_handle_t hDevice, ze_physical_mem_desc_t *desc, ze_physical_mem_handle_t *phPhysicalMemory);
ze_result_t zePhysicalMemDestroy(ze_context_handle_t hContext, ze_physical_mem_handle_t hPhysicalMemory);
ze_result_t zeRTASBuilderCommandListAppendCopyExt(ze_command_list_handle_t hCommandList, void *dstptr, const void *srcptr, size_t size, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents);
ze_result_t zesDeviceEnumMemoryModules(zes_device_handle_t hDevice, uint32_t *pCount, zes_mem_handle_t *phMemory);
ze_result_t zesMemoryGetState(zes_mem_handle_t hMemory, zes_mem_state_t *pState);
}

namespace heddle::ze {

inline constexpr const char *kLibrary = "libze_loader.so.1";

// The vendor's own functions, found at first use; null if this version has none.
struct Real {
  ze_result_t (*zeCommandListAppendBarrier)(ze_command_list_handle_t, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendEventReset)(ze_command_list_handle_t, ze_event_handle_t);
  ze_result_t (*zeCommandListAppendGraphExt)(ze_command_list_handle_t, ze_executable_graph_handle_t, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendHostFunction)(ze_command_list_handle_t, ze_host_function_callback_t, void *, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendImageCopy)(ze_command_list_handle_t, ze_image_handle_t, ze_image_handle_t, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendImageCopyFromMemory)(ze_command_list_handle_t, ze_image_handle_t, const void *, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendImageCopyFromMemoryExt)(ze_command_list_handle_t, ze_image_handle_t, const void *, const void *, uint32_t, uint32_t, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendImageCopyRegion)(ze_command_list_handle_t, ze_image_handle_t, ze_image_handle_t, const void *, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendImageCopyToMemory)(ze_command_list_handle_t, void *, ze_image_handle_t, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendImageCopyToMemoryExt)(ze_command_list_handle_t, void *, ze_image_handle_t, const void *, uint32_t, uint32_t, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendLaunchCooperativeKernel)(ze_command_list_handle_t, ze_kernel_handle_t, const ze_group_count_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendLaunchKernel)(ze_command_list_handle_t, ze_kernel_handle_t, const ze_group_count_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendLaunchKernelIndirect)(ze_command_list_handle_t, ze_kernel_handle_t, const ze_group_count_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendLaunchKernelWithArguments)(ze_command_list_handle_t, ze_kernel_handle_t, const ze_group_count_t, const ze_group_size_t, void **, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendLaunchKernelWithParameters)(ze_command_list_handle_t, ze_kernel_handle_t, const ze_group_count_t *, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendLaunchMultipleKernelsIndirect)(ze_command_list_handle_t, uint32_t, ze_kernel_handle_t *, const uint32_t *, const ze_group_count_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendMemAdvise)(ze_command_list_handle_t, ze_device_handle_t, const void *, size_t, ze_memory_advice_t);
  ze_result_t (*zeCommandListAppendMemoryCopy)(ze_command_list_handle_t, void *, const void *, size_t, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendMemoryCopyFromContext)(ze_command_list_handle_t, void *, ze_context_handle_t, const void *, size_t, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendMemoryCopyRegion)(ze_command_list_handle_t, void *, const void *, uint32_t, uint32_t, const void *, const void *, uint32_t, uint32_t, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendMemoryCopyWithParameters)(ze_command_list_handle_t, void *, const void *, size_t, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendMemoryFill)(ze_command_list_handle_t, void *, const void *, size_t, size_t, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendMemoryFillWithParameters)(ze_command_list_handle_t, void *, const void *, size_t, size_t, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendMemoryPrefetch)(ze_command_list_handle_t, const void *, size_t);
  ze_result_t (*zeCommandListAppendMemoryRangesBarrier)(ze_command_list_handle_t, uint32_t, const size_t *, const void **, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendQueryKernelTimestamps)(ze_command_list_handle_t, uint32_t, ze_event_handle_t *, void *, const size_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendSignalEvent)(ze_command_list_handle_t, ze_event_handle_t);
  ze_result_t (*zeCommandListAppendSignalExternalSemaphoreExt)(ze_command_list_handle_t, uint32_t, ze_external_semaphore_ext_handle_t *, void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendWaitExternalSemaphoreExt)(ze_command_list_handle_t, uint32_t, ze_external_semaphore_ext_handle_t *, void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendWaitOnEvents)(ze_command_list_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListAppendWriteGlobalTimestamp)(ze_command_list_handle_t, uint64_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListBeginCaptureIntoGraphExt)(ze_command_list_handle_t, ze_graph_handle_t, const void *);
  ze_result_t (*zeCommandListBeginGraphCaptureExt)(ze_command_list_handle_t, const void *);
  ze_result_t (*zeCommandListClose)(ze_command_list_handle_t);
  ze_result_t (*zeCommandListCreate)(ze_context_handle_t, ze_device_handle_t, const ze_command_list_desc_t *, ze_command_list_handle_t *);
  ze_result_t (*zeCommandListCreateImmediate)(ze_context_handle_t, ze_device_handle_t, const ze_command_queue_desc_t *, ze_command_list_handle_t *);
  ze_result_t (*zeCommandListDestroy)(ze_command_list_handle_t);
  ze_result_t (*zeCommandListEndGraphCaptureExt)(ze_command_list_handle_t, const void *, ze_graph_handle_t *);
  ze_result_t (*zeCommandListHostSynchronize)(ze_command_list_handle_t, uint64_t);
  ze_result_t (*zeCommandListImmediateAppendCommandListsExp)(ze_command_list_handle_t, uint32_t, ze_command_list_handle_t *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListImmediateAppendCommandListsWithParameters)(ze_command_list_handle_t, uint32_t, ze_command_list_handle_t *, const void *, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zeCommandListIsGraphCaptureEnabledExt)(ze_command_list_handle_t);
  ze_result_t (*zeCommandQueueCreate)(ze_context_handle_t, ze_device_handle_t, const ze_command_queue_desc_t *, ze_command_queue_handle_t *);
  ze_result_t (*zeCommandQueueDestroy)(ze_command_queue_handle_t);
  ze_result_t (*zeCommandQueueExecuteCommandLists)(ze_command_queue_handle_t, uint32_t, ze_command_list_handle_t *, ze_fence_handle_t);
  ze_result_t (*zeCommandQueueSynchronize)(ze_command_queue_handle_t, uint64_t);
  ze_result_t (*zeDeviceGet)(ze_driver_handle_t, uint32_t *, ze_device_handle_t *);
  ze_result_t (*zeDeviceGetMemoryProperties)(ze_device_handle_t, uint32_t *, ze_device_memory_properties_t *);
  ze_result_t (*zeDeviceGetProperties)(ze_device_handle_t, ze_device_properties_t *);
  ze_result_t (*zeDeviceGetSubDevices)(ze_device_handle_t, uint32_t *, ze_device_handle_t *);
  ze_result_t (*zeDeviceSynchronize)(ze_device_handle_t);
  ze_result_t (*zeDriverGet)(uint32_t *, ze_driver_handle_t *);
  ze_result_t (*zeDriverGetExtensionFunctionAddress)(ze_driver_handle_t, const char *, void **);
  ze_result_t (*zeEventCreate)(ze_event_pool_handle_t, const ze_event_desc_t *, ze_event_handle_t *);
  ze_result_t (*zeEventDestroy)(ze_event_handle_t);
  ze_result_t (*zeEventHostReset)(ze_event_handle_t);
  ze_result_t (*zeEventHostSignal)(ze_event_handle_t);
  ze_result_t (*zeEventPoolCreate)(ze_context_handle_t, const ze_event_pool_desc_t *, uint32_t, ze_device_handle_t *, ze_event_pool_handle_t *);
  ze_result_t (*zeEventPoolDestroy)(ze_event_pool_handle_t);
  ze_result_t (*zeEventQueryStatus)(ze_event_handle_t);
  ze_result_t (*zeImageCreate)(ze_context_handle_t, ze_device_handle_t, const ze_image_desc_t *, ze_image_handle_t *);
  ze_result_t (*zeImageDestroy)(ze_image_handle_t);
  ze_result_t (*zeMemAllocDevice)(ze_context_handle_t, const void *, size_t, size_t, ze_device_handle_t, void **);
  ze_result_t (*zeMemAllocShared)(ze_context_handle_t, const void *, const void *, size_t, size_t, ze_device_handle_t, void **);
  ze_result_t (*zeMemFree)(ze_context_handle_t, void *);
  ze_result_t (*zeMemFreeExt)(ze_context_handle_t, const void *, void *);
  ze_result_t (*zePhysicalMemCreate)(ze_context_handle_t, ze_device_handle_t, ze_physical_mem_desc_t *, ze_physical_mem_handle_t *);
  ze_result_t (*zePhysicalMemDestroy)(ze_context_handle_t, ze_physical_mem_handle_t);
  ze_result_t (*zeRTASBuilderCommandListAppendCopyExt)(ze_command_list_handle_t, void *, const void *, size_t, ze_event_handle_t, uint32_t, ze_event_handle_t *);
  ze_result_t (*zesDeviceEnumMemoryModules)(zes_device_handle_t, uint32_t *, zes_mem_handle_t *);
  ze_result_t (*zesDeviceGetProperties)(zes_device_handle_t, zes_device_properties_t *);
  ze_result_t (*zesMemoryGetState)(zes_mem_handle_t, zes_mem_state_t *);
};

// Name and place of every function in Real, in order.
inline constexpr const char *kNames[] = {
    "zeCommandListAppendBarrier",
    "zeCommandListAppendEventReset",
    "zeCommandListAppendGraphExt",
    "zeCommandListAppendHostFunction",
    "zeCommandListAppendImageCopy",
    "zeCommandListAppendImageCopyFromMemory",
    "zeCommandListAppendImageCopyFromMemoryExt",
    "zeCommandListAppendImageCopyRegion",
    "zeCommandListAppendImageCopyToMemory",
    "zeCommandListAppendImageCopyToMemoryExt",
    "zeCommandListAppendLaunchCooperativeKernel",
    "zeCommandListAppendLaunchKernel",
    "zeCommandListAppendLaunchKernelIndirect",
    "zeCommandListAppendLaunchKernelWithArguments",
    "zeCommandListAppendLaunchKernelWithParameters",
    "zeCommandListAppendLaunchMultipleKernelsIndirect",
    "zeCommandListAppendMemAdvise",
    "zeCommandListAppendMemoryCopy",
    "zeCommandListAppendMemoryCopyFromContext",
    "zeCommandListAppendMemoryCopyRegion",
    "zeCommandListAppendMemoryCopyWithParameters",
    "zeCommandListAppendMemoryFill",
    "zeCommandListAppendMemoryFillWithParameters",
    "zeCommandListAppendMemoryPrefetch",
    "zeCommandListAppendMemoryRangesBarrier",
    "zeCommandListAppendQueryKernelTimestamps",
    "zeCommandListAppendSignalEvent",
    "zeCommandListAppendSignalExternalSemaphoreExt",
    "zeCommandListAppendWaitExternalSemaphoreExt",
    "zeCommandListAppendWaitOnEvents",
    "zeCommandListAppendWriteGlobalTimestamp",
    "zeCommandListBeginCaptureIntoGraphExt",
    "zeCommandListBeginGraphCaptureExt",
    "zeCommandListClose",
    "zeCommandListCreate",
    "zeCommandListCreateImmediate",
    "zeCommandListDestroy",
    "zeCommandListEndGraphCaptureExt",
    "zeCommandListHostSynchronize",
    "zeCommandListImmediateAppendCommandListsExp",
    "zeCommandListImmediateAppendCommandListsWithParameters",
    "zeCommandListIsGraphCaptureEnabledExt",
    "zeCommandQueueCreate",
    "zeCommandQueueDestroy",
    "zeCommandQueueExecuteCommandLists",
    "zeCommandQueueSynchronize",
    "zeDeviceGet",
    "zeDeviceGetMemoryProperties",
    "zeDeviceGetProperties",
    "zeDeviceGetSubDevices",
    "zeDeviceSynchronize",
    "zeDriverGet",
    "zeDriverGetExtensionFunctionAddress",
    "zeEventCreate",
    "zeEventDestroy",
    "zeEventHostReset",
    "zeEventHostSignal",
    "zeEventPoolCreate",
    "zeEventPoolDestroy",
    "zeEventQueryStatus",
    "zeImageCreate",
    "zeImageDestroy",
    "zeMemAllocDevice",
    "zeMemAllocShared",
    "zeMemFree",
    "zeMemFreeExt",
    "zePhysicalMemCreate",
    "zePhysicalMemDestroy",
    "zeRTASBuilderCommandListAppendCopyExt",
    "zesDeviceEnumMemoryModules",
    "zesDeviceGetProperties",
    "zesMemoryGetState",
};

}  // namespace heddle::ze
