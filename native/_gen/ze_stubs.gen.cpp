// Made by tools/gen from facts/ze.toml (ze_api.h, zes_api.h, zet_api.h and zer_api.h of the loader 1.8.12 to 1.32.0 (oneapi-src/level-zero), version 1.17). Do not edit.
#include "shim/ze/roles.h"

using namespace heddle::ze;

extern "C" {

HEDDLE_EXPORT ze_result_t zeCommandListAppendBarrier(ze_command_list_handle_t hCommandList, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::order(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendBarrier(hCommandList, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendEventReset(ze_command_list_handle_t hCommandList, ze_event_handle_t hEvent) {
  return roles::order(hCommandList, [&] { return real().zeCommandListAppendEventReset(hCommandList, hEvent); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendGraphExt(ze_command_list_handle_t hCommandList, ze_executable_graph_handle_t hGraph, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendGraphExt(hCommandList, hGraph, pNext, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendHostFunction(ze_command_list_handle_t hCommandList, ze_host_function_callback_t pfnHostFunction, void *pUserData, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::wait(hCommandList, [&] { return real().zeCommandListAppendHostFunction(hCommandList, pfnHostFunction, pUserData, pNext, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendImageCopy(ze_command_list_handle_t hCommandList, ze_image_handle_t hDstImage, ze_image_handle_t hSrcImage, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendImageCopy(hCommandList, hDstImage, hSrcImage, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendImageCopyFromMemory(ze_command_list_handle_t hCommandList, ze_image_handle_t hDstImage, const void *srcptr, const void *pDstRegion, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendImageCopyFromMemory(hCommandList, hDstImage, srcptr, pDstRegion, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendImageCopyFromMemoryExt(ze_command_list_handle_t hCommandList, ze_image_handle_t hDstImage, const void *srcptr, const void *pDstRegion, uint32_t srcRowPitch, uint32_t srcSlicePitch, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendImageCopyFromMemoryExt(hCommandList, hDstImage, srcptr, pDstRegion, srcRowPitch, srcSlicePitch, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendImageCopyRegion(ze_command_list_handle_t hCommandList, ze_image_handle_t hDstImage, ze_image_handle_t hSrcImage, const void *pDstRegion, const void *pSrcRegion, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendImageCopyRegion(hCommandList, hDstImage, hSrcImage, pDstRegion, pSrcRegion, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendImageCopyToMemory(ze_command_list_handle_t hCommandList, void *dstptr, ze_image_handle_t hSrcImage, const void *pSrcRegion, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendImageCopyToMemory(hCommandList, dstptr, hSrcImage, pSrcRegion, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendImageCopyToMemoryExt(ze_command_list_handle_t hCommandList, void *dstptr, ze_image_handle_t hSrcImage, const void *pSrcRegion, uint32_t destRowPitch, uint32_t destSlicePitch, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendImageCopyToMemoryExt(hCommandList, dstptr, hSrcImage, pSrcRegion, destRowPitch, destSlicePitch, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendLaunchCooperativeKernel(ze_command_list_handle_t hCommandList, ze_kernel_handle_t hKernel, const ze_group_count_t *pLaunchFuncArgs, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendLaunchCooperativeKernel(hCommandList, hKernel, pLaunchFuncArgs, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendLaunchKernel(ze_command_list_handle_t hCommandList, ze_kernel_handle_t hKernel, const ze_group_count_t *pLaunchFuncArgs, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendLaunchKernel(hCommandList, hKernel, pLaunchFuncArgs, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendLaunchKernelIndirect(ze_command_list_handle_t hCommandList, ze_kernel_handle_t hKernel, const ze_group_count_t *pLaunchArgumentsBuffer, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendLaunchKernelIndirect(hCommandList, hKernel, pLaunchArgumentsBuffer, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendLaunchKernelWithArguments(ze_command_list_handle_t hCommandList, ze_kernel_handle_t hKernel, const ze_group_count_t groupCounts, const ze_group_size_t groupSizes, void **pArguments, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendLaunchKernelWithArguments(hCommandList, hKernel, groupCounts, groupSizes, pArguments, pNext, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendLaunchKernelWithParameters(ze_command_list_handle_t hCommandList, ze_kernel_handle_t hKernel, const ze_group_count_t *pGroupCounts, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendLaunchKernelWithParameters(hCommandList, hKernel, pGroupCounts, pNext, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendLaunchMultipleKernelsIndirect(ze_command_list_handle_t hCommandList, uint32_t numKernels, ze_kernel_handle_t *phKernels, const uint32_t *pCountBuffer, const ze_group_count_t *pLaunchArgumentsBuffer, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendLaunchMultipleKernelsIndirect(hCommandList, numKernels, phKernels, pCountBuffer, pLaunchArgumentsBuffer, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendMemAdvise(ze_command_list_handle_t hCommandList, ze_device_handle_t hDevice, const void *ptr, size_t size, ze_memory_advice_t advice) {
  return roles::order(hCommandList, [&] { return real().zeCommandListAppendMemAdvise(hCommandList, hDevice, ptr, size, advice); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendMemoryCopy(ze_command_list_handle_t hCommandList, void *dstptr, const void *srcptr, size_t size, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendMemoryCopy(hCommandList, dstptr, srcptr, size, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendMemoryCopyFromContext(ze_command_list_handle_t hCommandList, void *dstptr, ze_context_handle_t hContextSrc, const void *srcptr, size_t size, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendMemoryCopyFromContext(hCommandList, dstptr, hContextSrc, srcptr, size, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendMemoryCopyRegion(ze_command_list_handle_t hCommandList, void *dstptr, const void *dstRegion, uint32_t dstPitch, uint32_t dstSlicePitch, const void *srcptr, const void *srcRegion, uint32_t srcPitch, uint32_t srcSlicePitch, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendMemoryCopyRegion(hCommandList, dstptr, dstRegion, dstPitch, dstSlicePitch, srcptr, srcRegion, srcPitch, srcSlicePitch, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendMemoryCopyWithParameters(ze_command_list_handle_t hCommandList, void *dstptr, const void *srcptr, size_t size, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendMemoryCopyWithParameters(hCommandList, dstptr, srcptr, size, pNext, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendMemoryFill(ze_command_list_handle_t hCommandList, void *ptr, const void *pattern, size_t pattern_size, size_t size, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendMemoryFill(hCommandList, ptr, pattern, pattern_size, size, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendMemoryFillWithParameters(ze_command_list_handle_t hCommandList, void *ptr, const void *pattern, size_t pattern_size, size_t size, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendMemoryFillWithParameters(hCommandList, ptr, pattern, pattern_size, size, pNext, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendMemoryPrefetch(ze_command_list_handle_t hCommandList, const void *ptr, size_t size) {
  return roles::work(hCommandList, [&] { return real().zeCommandListAppendMemoryPrefetch(hCommandList, ptr, size); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendMemoryRangesBarrier(ze_command_list_handle_t hCommandList, uint32_t numRanges, const size_t *pRangeSizes, const void **pRanges, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::order(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendMemoryRangesBarrier(hCommandList, numRanges, pRangeSizes, pRanges, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendQueryKernelTimestamps(ze_command_list_handle_t hCommandList, uint32_t numEvents, ze_event_handle_t *phEvents, void *dstptr, const size_t *pOffsets, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::order(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendQueryKernelTimestamps(hCommandList, numEvents, phEvents, dstptr, pOffsets, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendSignalEvent(ze_command_list_handle_t hCommandList, ze_event_handle_t hEvent) {
  return roles::order(hCommandList, [&] { return real().zeCommandListAppendSignalEvent(hCommandList, hEvent); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendSignalExternalSemaphoreExt(ze_command_list_handle_t hCommandList, uint32_t numSemaphores, ze_external_semaphore_ext_handle_t *phSemaphores, void *signalParams, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::order(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendSignalExternalSemaphoreExt(hCommandList, numSemaphores, phSemaphores, signalParams, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendWaitExternalSemaphoreExt(ze_command_list_handle_t hCommandList, uint32_t numSemaphores, ze_external_semaphore_ext_handle_t *phSemaphores, void *waitParams, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::wait(hCommandList, [&] { return real().zeCommandListAppendWaitExternalSemaphoreExt(hCommandList, numSemaphores, phSemaphores, waitParams, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendWaitOnEvents(ze_command_list_handle_t hCommandList, uint32_t numEvents, ze_event_handle_t *phEvents) {
  return roles::wait(hCommandList, [&] { return real().zeCommandListAppendWaitOnEvents(hCommandList, numEvents, phEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListAppendWriteGlobalTimestamp(ze_command_list_handle_t hCommandList, uint64_t *dstptr, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::order(behind(hCommandList, numWaitEvents), [&] { return real().zeCommandListAppendWriteGlobalTimestamp(hCommandList, dstptr, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListBeginCaptureIntoGraphExt(ze_command_list_handle_t hCommandList, ze_graph_handle_t hGraph, const void *pNext) {
  return roles::begin_capture(hCommandList, [&] { return real().zeCommandListBeginCaptureIntoGraphExt(hCommandList, hGraph, pNext); });
}

HEDDLE_EXPORT ze_result_t zeCommandListBeginGraphCaptureExt(ze_command_list_handle_t hCommandList, const void *pNext) {
  return roles::begin_capture(hCommandList, [&] { return real().zeCommandListBeginGraphCaptureExt(hCommandList, pNext); });
}

HEDDLE_EXPORT ze_result_t zeCommandListDestroy(ze_command_list_handle_t hCommandList) {
  return roles::destroy_stream(hCommandList, [&] { return real().zeCommandListDestroy(hCommandList); });
}

HEDDLE_EXPORT ze_result_t zeCommandListEndGraphCaptureExt(ze_command_list_handle_t hCommandList, const void *pNext, ze_graph_handle_t *phGraph) {
  return roles::end_capture(hCommandList, [&] { return real().zeCommandListEndGraphCaptureExt(hCommandList, pNext, phGraph); });
}

HEDDLE_EXPORT ze_result_t zeCommandListHostSynchronize(ze_command_list_handle_t hCommandList, uint64_t timeout) {
  return roles::query(hCommandList, [&] { return real().zeCommandListHostSynchronize(hCommandList, timeout); });
}

HEDDLE_EXPORT ze_result_t zeCommandListImmediateAppendCommandListsExp(ze_command_list_handle_t hCommandListImmediate, uint32_t numCommandLists, ze_command_list_handle_t *phCommandLists, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandListImmediate, numWaitEvents), [&] { return real().zeCommandListImmediateAppendCommandListsExp(hCommandListImmediate, numCommandLists, phCommandLists, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandListImmediateAppendCommandListsWithParameters(ze_command_list_handle_t hCommandListImmediate, uint32_t numCommandLists, ze_command_list_handle_t *phCommandLists, const void *pNext, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandListImmediate, numWaitEvents), [&] { return real().zeCommandListImmediateAppendCommandListsWithParameters(hCommandListImmediate, numCommandLists, phCommandLists, pNext, hSignalEvent, numWaitEvents, phWaitEvents); });
}

HEDDLE_EXPORT ze_result_t zeCommandQueueDestroy(ze_command_queue_handle_t hCommandQueue) {
  return roles::destroy_stream(hCommandQueue, [&] { return real().zeCommandQueueDestroy(hCommandQueue); });
}

HEDDLE_EXPORT ze_result_t zeCommandQueueExecuteCommandLists(ze_command_queue_handle_t hCommandQueue, uint32_t numCommandLists, ze_command_list_handle_t *phCommandLists, ze_fence_handle_t hFence) {
  return roles::work(hCommandQueue, [&] { return real().zeCommandQueueExecuteCommandLists(hCommandQueue, numCommandLists, phCommandLists, hFence); });
}

HEDDLE_EXPORT ze_result_t zeCommandQueueSynchronize(ze_command_queue_handle_t hCommandQueue, uint64_t timeout) {
  return roles::query(hCommandQueue, [&] { return real().zeCommandQueueSynchronize(hCommandQueue, timeout); });
}

HEDDLE_EXPORT ze_result_t zeImageCreate(ze_context_handle_t hContext, ze_device_handle_t hDevice, const ze_image_desc_t *desc, ze_image_handle_t *phImage) {
  return roles::allocate_on(hDevice, phImage, bytes_of(desc), [&] { return real().zeImageCreate(hContext, hDevice, desc, phImage); });
}

HEDDLE_EXPORT ze_result_t zeImageDestroy(ze_image_handle_t hImage) {
  return roles::release(hImage, [&] { return real().zeImageDestroy(hImage); });
}

HEDDLE_EXPORT ze_result_t zeMemAllocDevice(ze_context_handle_t hContext, const void *device_desc, size_t size, size_t alignment, ze_device_handle_t hDevice, void **pptr) {
  return roles::allocate_on(hDevice, pptr, size, [&] { return real().zeMemAllocDevice(hContext, device_desc, size, alignment, hDevice, pptr); });
}

HEDDLE_EXPORT ze_result_t zeMemAllocShared(ze_context_handle_t hContext, const void *device_desc, const void *host_desc, size_t size, size_t alignment, ze_device_handle_t hDevice, void **pptr) {
  return roles::allocate_on(hDevice, pptr, size, [&] { return real().zeMemAllocShared(hContext, device_desc, host_desc, size, alignment, hDevice, pptr); });
}

HEDDLE_EXPORT ze_result_t zeMemFree(ze_context_handle_t hContext, void *ptr) {
  return roles::release(ptr, [&] { return real().zeMemFree(hContext, ptr); });
}

HEDDLE_EXPORT ze_result_t zeMemFreeExt(ze_context_handle_t hContext, const void *pMemFreeDesc, void *ptr) {
  return roles::release(ptr, [&] { return real().zeMemFreeExt(hContext, pMemFreeDesc, ptr); });
}

HEDDLE_EXPORT ze_result_t zePhysicalMemCreate(ze_context_handle_t hContext, ze_device_handle_t hDevice, ze_physical_mem_desc_t *desc, ze_physical_mem_handle_t *phPhysicalMemory) {
  return roles::allocate_on(hDevice, phPhysicalMemory, bytes_of(desc), [&] { return real().zePhysicalMemCreate(hContext, hDevice, desc, phPhysicalMemory); });
}

HEDDLE_EXPORT ze_result_t zePhysicalMemDestroy(ze_context_handle_t hContext, ze_physical_mem_handle_t hPhysicalMemory) {
  return roles::release(hPhysicalMemory, [&] { return real().zePhysicalMemDestroy(hContext, hPhysicalMemory); });
}

HEDDLE_EXPORT ze_result_t zeRTASBuilderCommandListAppendCopyExt(ze_command_list_handle_t hCommandList, void *dstptr, const void *srcptr, size_t size, ze_event_handle_t hSignalEvent, uint32_t numWaitEvents, ze_event_handle_t *phWaitEvents) {
  return roles::work(behind(hCommandList, numWaitEvents), [&] { return real().zeRTASBuilderCommandListAppendCopyExt(hCommandList, dstptr, srcptr, size, hSignalEvent, numWaitEvents, phWaitEvents); });
}

}  // extern C

// What dlsym() is to answer instead of the vendor's.

const heddle_symbol heddle::ze::kSymbols[] = {
    {"zeCommandListAppendBarrier", reinterpret_cast<void *>(&::zeCommandListAppendBarrier)},
    {"zeCommandListAppendEventReset", reinterpret_cast<void *>(&::zeCommandListAppendEventReset)},
    {"zeCommandListAppendGraphExt", reinterpret_cast<void *>(&::zeCommandListAppendGraphExt)},
    {"zeCommandListAppendHostFunction", reinterpret_cast<void *>(&::zeCommandListAppendHostFunction)},
    {"zeCommandListAppendImageCopy", reinterpret_cast<void *>(&::zeCommandListAppendImageCopy)},
    {"zeCommandListAppendImageCopyFromMemory", reinterpret_cast<void *>(&::zeCommandListAppendImageCopyFromMemory)},
    {"zeCommandListAppendImageCopyFromMemoryExt", reinterpret_cast<void *>(&::zeCommandListAppendImageCopyFromMemoryExt)},
    {"zeCommandListAppendImageCopyRegion", reinterpret_cast<void *>(&::zeCommandListAppendImageCopyRegion)},
    {"zeCommandListAppendImageCopyToMemory", reinterpret_cast<void *>(&::zeCommandListAppendImageCopyToMemory)},
    {"zeCommandListAppendImageCopyToMemoryExt", reinterpret_cast<void *>(&::zeCommandListAppendImageCopyToMemoryExt)},
    {"zeCommandListAppendLaunchCooperativeKernel", reinterpret_cast<void *>(&::zeCommandListAppendLaunchCooperativeKernel)},
    {"zeCommandListAppendLaunchKernel", reinterpret_cast<void *>(&::zeCommandListAppendLaunchKernel)},
    {"zeCommandListAppendLaunchKernelIndirect", reinterpret_cast<void *>(&::zeCommandListAppendLaunchKernelIndirect)},
    {"zeCommandListAppendLaunchKernelWithArguments", reinterpret_cast<void *>(&::zeCommandListAppendLaunchKernelWithArguments)},
    {"zeCommandListAppendLaunchKernelWithParameters", reinterpret_cast<void *>(&::zeCommandListAppendLaunchKernelWithParameters)},
    {"zeCommandListAppendLaunchMultipleKernelsIndirect", reinterpret_cast<void *>(&::zeCommandListAppendLaunchMultipleKernelsIndirect)},
    {"zeCommandListAppendMemAdvise", reinterpret_cast<void *>(&::zeCommandListAppendMemAdvise)},
    {"zeCommandListAppendMemoryCopy", reinterpret_cast<void *>(&::zeCommandListAppendMemoryCopy)},
    {"zeCommandListAppendMemoryCopyFromContext", reinterpret_cast<void *>(&::zeCommandListAppendMemoryCopyFromContext)},
    {"zeCommandListAppendMemoryCopyRegion", reinterpret_cast<void *>(&::zeCommandListAppendMemoryCopyRegion)},
    {"zeCommandListAppendMemoryCopyWithParameters", reinterpret_cast<void *>(&::zeCommandListAppendMemoryCopyWithParameters)},
    {"zeCommandListAppendMemoryFill", reinterpret_cast<void *>(&::zeCommandListAppendMemoryFill)},
    {"zeCommandListAppendMemoryFillWithParameters", reinterpret_cast<void *>(&::zeCommandListAppendMemoryFillWithParameters)},
    {"zeCommandListAppendMemoryPrefetch", reinterpret_cast<void *>(&::zeCommandListAppendMemoryPrefetch)},
    {"zeCommandListAppendMemoryRangesBarrier", reinterpret_cast<void *>(&::zeCommandListAppendMemoryRangesBarrier)},
    {"zeCommandListAppendQueryKernelTimestamps", reinterpret_cast<void *>(&::zeCommandListAppendQueryKernelTimestamps)},
    {"zeCommandListAppendSignalEvent", reinterpret_cast<void *>(&::zeCommandListAppendSignalEvent)},
    {"zeCommandListAppendSignalExternalSemaphoreExt", reinterpret_cast<void *>(&::zeCommandListAppendSignalExternalSemaphoreExt)},
    {"zeCommandListAppendWaitExternalSemaphoreExt", reinterpret_cast<void *>(&::zeCommandListAppendWaitExternalSemaphoreExt)},
    {"zeCommandListAppendWaitOnEvents", reinterpret_cast<void *>(&::zeCommandListAppendWaitOnEvents)},
    {"zeCommandListAppendWriteGlobalTimestamp", reinterpret_cast<void *>(&::zeCommandListAppendWriteGlobalTimestamp)},
    {"zeCommandListBeginCaptureIntoGraphExt", reinterpret_cast<void *>(&::zeCommandListBeginCaptureIntoGraphExt)},
    {"zeCommandListBeginGraphCaptureExt", reinterpret_cast<void *>(&::zeCommandListBeginGraphCaptureExt)},
    {"zeCommandListCreateImmediate", reinterpret_cast<void *>(&::zeCommandListCreateImmediate)},
    {"zeCommandListDestroy", reinterpret_cast<void *>(&::zeCommandListDestroy)},
    {"zeCommandListEndGraphCaptureExt", reinterpret_cast<void *>(&::zeCommandListEndGraphCaptureExt)},
    {"zeCommandListHostSynchronize", reinterpret_cast<void *>(&::zeCommandListHostSynchronize)},
    {"zeCommandListImmediateAppendCommandListsExp", reinterpret_cast<void *>(&::zeCommandListImmediateAppendCommandListsExp)},
    {"zeCommandListImmediateAppendCommandListsWithParameters", reinterpret_cast<void *>(&::zeCommandListImmediateAppendCommandListsWithParameters)},
    {"zeCommandQueueCreate", reinterpret_cast<void *>(&::zeCommandQueueCreate)},
    {"zeCommandQueueDestroy", reinterpret_cast<void *>(&::zeCommandQueueDestroy)},
    {"zeCommandQueueExecuteCommandLists", reinterpret_cast<void *>(&::zeCommandQueueExecuteCommandLists)},
    {"zeCommandQueueSynchronize", reinterpret_cast<void *>(&::zeCommandQueueSynchronize)},
    {"zeDeviceGetMemoryProperties", reinterpret_cast<void *>(&::zeDeviceGetMemoryProperties)},
    {"zeDeviceGetProperties", reinterpret_cast<void *>(&::zeDeviceGetProperties)},
    {"zeDeviceSynchronize", reinterpret_cast<void *>(&::zeDeviceSynchronize)},
    {"zeDriverGetExtensionFunctionAddress", reinterpret_cast<void *>(&::zeDriverGetExtensionFunctionAddress)},
    {"zeImageCreate", reinterpret_cast<void *>(&::zeImageCreate)},
    {"zeImageDestroy", reinterpret_cast<void *>(&::zeImageDestroy)},
    {"zeMemAllocDevice", reinterpret_cast<void *>(&::zeMemAllocDevice)},
    {"zeMemAllocShared", reinterpret_cast<void *>(&::zeMemAllocShared)},
    {"zeMemFree", reinterpret_cast<void *>(&::zeMemFree)},
    {"zeMemFreeExt", reinterpret_cast<void *>(&::zeMemFreeExt)},
    {"zePhysicalMemCreate", reinterpret_cast<void *>(&::zePhysicalMemCreate)},
    {"zePhysicalMemDestroy", reinterpret_cast<void *>(&::zePhysicalMemDestroy)},
    {"zeRTASBuilderCommandListAppendCopyExt", reinterpret_cast<void *>(&::zeRTASBuilderCommandListAppendCopyExt)},
    {"zesDeviceEnumMemoryModules", reinterpret_cast<void *>(&::zesDeviceEnumMemoryModules)},
    {"zesMemoryGetState", reinterpret_cast<void *>(&::zesMemoryGetState)},
    {nullptr, nullptr},
};
