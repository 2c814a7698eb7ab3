// Made by tools/gen from facts/acl.toml (hicann/runtime and hicann/ge, tags v8.5.0 and v9.1.0, version 9.1). Do not edit.
#include "shim/acl/roles.h"

using namespace heddle::acl;

extern "C" {

HEDDLE_EXPORT aclError aclmdlExecute(uint32_t modelId, const aclmdlDataset *input, aclmdlDataset *output) {
  return roles::work_sync(kAtOnce, [&] { return real().aclmdlExecute(modelId, input, output); });
}

HEDDLE_EXPORT aclError aclmdlExecuteAsync(uint32_t modelId, const aclmdlDataset *input, aclmdlDataset *output, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclmdlExecuteAsync(modelId, input, output, stream); });
}

HEDDLE_EXPORT aclError aclmdlExecuteAsyncV2(uint32_t modelId, const aclmdlDataset *input, aclmdlDataset *output, aclrtStream stream, const aclmdlExecConfigHandle *handle) {
  return roles::work(stream, [&] { return real().aclmdlExecuteAsyncV2(modelId, input, output, stream, handle); });
}

HEDDLE_EXPORT aclError aclmdlExecuteV2(uint32_t modelId, const aclmdlDataset *input, aclmdlDataset *output, aclrtStream stream, const aclmdlExecConfigHandle *handle) {
  return roles::work_sync(kAtOnce, [&] { return real().aclmdlExecuteV2(modelId, input, output, stream, handle); });
}

HEDDLE_EXPORT aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode) {
  return roles::begin_capture(stream, [&] { return real().aclmdlRICaptureBegin(stream, mode); });
}

HEDDLE_EXPORT aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI *modelRI) {
  return roles::end_capture(stream, [&] { return real().aclmdlRICaptureEnd(stream, modelRI); });
}

HEDDLE_EXPORT aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI, aclmdlRICaptureMode mode) {
  return roles::begin_capture(stream, [&] { return real().aclmdlRICaptureToModelRIBegin(stream, modelRI, mode); });
}

HEDDLE_EXPORT aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout) {
  return roles::work_sync(kAtOnce, [&] { return real().aclmdlRIExecute(modelRI, timeout); });
}

HEDDLE_EXPORT aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclmdlRIExecuteAsync(modelRI, stream); });
}

HEDDLE_EXPORT aclError aclopCast(const aclTensorDesc *srcDesc, const aclDataBuffer *srcBuffer, const aclTensorDesc *dstDesc, aclDataBuffer *dstBuffer, uint8_t truncate, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclopCast(srcDesc, srcBuffer, dstDesc, dstBuffer, truncate, stream); });
}

HEDDLE_EXPORT aclError aclopCompileAndExecute(const char *opType, int numInputs, const aclTensorDesc *const *inputDesc, const aclDataBuffer *const *inputs, int numOutputs, const aclTensorDesc *const *outputDesc, aclDataBuffer *const *outputs, const aclopAttr *attr, aclopEngineType engineType, aclopCompileType compileFlag, const char *opPath, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclopCompileAndExecute(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr, engineType, compileFlag, opPath, stream); });
}

HEDDLE_EXPORT aclError aclopCompileAndExecuteV2(const char *opType, int numInputs, aclTensorDesc **inputDesc, aclDataBuffer **inputs, int numOutputs, aclTensorDesc **outputDesc, aclDataBuffer **outputs, aclopAttr *attr, aclopEngineType engineType, aclopCompileType compileFlag, const char *opPath, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclopCompileAndExecuteV2(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr, engineType, compileFlag, opPath, stream); });
}

HEDDLE_EXPORT aclError aclopExecWithHandle(void *handle, int numInputs, const aclDataBuffer *const *inputs, int numOutputs, aclDataBuffer *const *outputs, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclopExecWithHandle(handle, numInputs, inputs, numOutputs, outputs, stream); });
}

HEDDLE_EXPORT aclError aclopExecute(const char *opType, int numInputs, const aclTensorDesc *const *inputDesc, const aclDataBuffer *const *inputs, int numOutputs, const aclTensorDesc *const *outputDesc, aclDataBuffer *const *outputs, const aclopAttr *attr, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclopExecute(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr, stream); });
}

HEDDLE_EXPORT aclError aclopExecuteV2(const char *opType, int numInputs, aclTensorDesc **inputDesc, aclDataBuffer **inputs, int numOutputs, aclTensorDesc **outputDesc, aclDataBuffer **outputs, aclopAttr *attr, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclopExecuteV2(opType, numInputs, inputDesc, inputs, numOutputs, outputDesc, outputs, attr, stream); });
}

HEDDLE_EXPORT aclError aclrtCmoAsync(void *src, size_t size, aclrtCmoType cmoType, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtCmoAsync(src, size, cmoType, stream); });
}

HEDDLE_EXPORT aclError aclrtCmoAsyncWithBarrier(void *src, size_t size, aclrtCmoType cmoType, uint32_t barrierId, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtCmoAsyncWithBarrier(src, size, cmoType, barrierId, stream); });
}

HEDDLE_EXPORT aclError aclrtCmoAsyncWithDesc(void *cmoDesc, aclrtCmoType cmoType, aclrtStream stream, const void *reserve) {
  return roles::work(stream, [&] { return real().aclrtCmoAsyncWithDesc(cmoDesc, cmoType, stream, reserve); });
}

HEDDLE_EXPORT aclError aclrtCmoWaitBarrier(void *taskInfo, aclrtStream stream, uint32_t flag) {
  return roles::order(stream, [&] { return real().aclrtCmoWaitBarrier(taskInfo, stream, flag); });
}

HEDDLE_EXPORT aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream, void *info) {
  return roles::order(stream, [&] { return real().aclrtCntNotifyRecord(cntNotify, stream, info); });
}

HEDDLE_EXPORT aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtCntNotifyReset(cntNotify, stream); });
}

HEDDLE_EXPORT aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream, void *info) {
  return roles::wait(stream, [&] { return real().aclrtCntNotifyWaitWithTimeout(cntNotify, stream, info); });
}

HEDDLE_EXPORT aclError aclrtDestroyStream(aclrtStream stream) {
  return roles::destroy_stream(stream, [&] { return real().aclrtDestroyStream(stream); });
}

HEDDLE_EXPORT aclError aclrtFree(void *devPtr) {
  return roles::release(devPtr, [&] { return real().aclrtFree(devPtr); });
}

HEDDLE_EXPORT aclError aclrtFreePhysical(aclrtDrvMemHandle handle) {
  return roles::release(handle, [&] { return real().aclrtFreePhysical(handle); });
}

HEDDLE_EXPORT aclError aclrtFreeWithDevSync(void *devPtr) {
  return roles::release(devPtr, [&] { return real().aclrtFreeWithDevSync(devPtr); });
}

HEDDLE_EXPORT aclError aclrtGetFloatOverflowStatus(void *outputAddr, uint64_t outputSize, aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtGetFloatOverflowStatus(outputAddr, outputSize, stream); });
}

HEDDLE_EXPORT aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total) {
  return roles::memory_info(free, total, [&] { return real().aclrtGetMemInfo(attr, free, total); });
}

HEDDLE_EXPORT aclError aclrtGetOverflowStatus(void *outputAddr, size_t outputSize, aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtGetOverflowStatus(outputAddr, outputSize, stream); });
}

HEDDLE_EXPORT aclError aclrtLaunchCallback(aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType, aclrtStream stream) {
  return roles::wait(stream, [&] { return real().aclrtLaunchCallback(fn, userData, blockType, stream); });
}

HEDDLE_EXPORT aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args) {
  return roles::wait(stream, [&] { return real().aclrtLaunchHostFunc(stream, fn, args); });
}

HEDDLE_EXPORT aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtLaunchKernel(funcHandle, numBlocks, argsData, argsSize, stream); });
}

HEDDLE_EXPORT aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize, void *cfg, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtLaunchKernelV2(funcHandle, numBlocks, argsData, argsSize, cfg, stream); });
}

HEDDLE_EXPORT aclError aclrtLaunchKernelWithArgsArray(void *func, uint32_t numBlocks, aclrtStream stream, void *cfg, void **args) {
  return roles::work(stream, [&] { return real().aclrtLaunchKernelWithArgsArray(func, numBlocks, stream, cfg, args); });
}

HEDDLE_EXPORT aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream, void *cfg, aclrtArgsHandle argsHandle, void *reserve) {
  return roles::work(stream, [&] { return real().aclrtLaunchKernelWithConfig(funcHandle, numBlocks, stream, cfg, argsHandle, reserve); });
}

HEDDLE_EXPORT aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream, void *cfg, void *hostArgs, size_t argsSize, void *placeHolderArray, size_t placeHolderNum) {
  return roles::work(stream, [&] { return real().aclrtLaunchKernelWithHostArgs(funcHandle, numBlocks, stream, cfg, hostArgs, argsSize, placeHolderArray, placeHolderNum); });
}

HEDDLE_EXPORT aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return roles::allocate(devPtr, size, [&] { return real().aclrtMalloc(devPtr, size, policy); });
}

HEDDLE_EXPORT aclError aclrtMallocAlign32(void **devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return roles::allocate(devPtr, size, [&] { return real().aclrtMallocAlign32(devPtr, size, policy); });
}

HEDDLE_EXPORT aclError aclrtMallocCached(void **devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return roles::allocate(devPtr, size, [&] { return real().aclrtMallocCached(devPtr, size, policy); });
}

HEDDLE_EXPORT aclError aclrtMallocForTaskScheduler(void **devPtr, size_t size, aclrtMemMallocPolicy policy, void *cfg) {
  return roles::allocate(devPtr, size, [&] { return real().aclrtMallocForTaskScheduler(devPtr, size, policy, cfg); });
}

HEDDLE_EXPORT aclError aclrtMallocPhysical(aclrtDrvMemHandle *handle, size_t size, const void *prop, uint64_t flags) {
  return roles::allocate(handle, on_device(prop, size), [&] { return real().aclrtMallocPhysical(handle, size, prop, flags); });
}

HEDDLE_EXPORT aclError aclrtMallocWithCfg(void **devPtr, size_t size, aclrtMemMallocPolicy policy, void *cfg) {
  return roles::allocate(devPtr, size, [&] { return real().aclrtMallocWithCfg(devPtr, size, policy, cfg); });
}

HEDDLE_EXPORT aclError aclrtMemAllocManaged(void **ptr, uint64_t size, uint32_t flag) {
  return roles::allocate(ptr, size, [&] { return real().aclrtMemAllocManaged(ptr, size, flag); });
}

HEDDLE_EXPORT aclError aclrtMemManagedPrefetchAsync(const void *ptr, size_t size, aclrtMemManagedLocation location, uint32_t flags, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemManagedPrefetchAsync(ptr, size, location, flags, stream); });
}

HEDDLE_EXPORT aclError aclrtMemManagedPrefetchBatchAsync(const void **ptrs, size_t *sizes, size_t count, aclrtMemManagedLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, uint64_t flags, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemManagedPrefetchBatchAsync(ptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, stream); });
}

HEDDLE_EXPORT aclError aclrtMemPoolFreeAsync(void *ptr, aclrtStream stream) {
  return roles::release_on(stream, ptr, [&] { return real().aclrtMemPoolFreeAsync(ptr, stream); });
}

HEDDLE_EXPORT aclError aclrtMemPoolMallocAsync(void **ptr, size_t size, aclrtMemPool memPool, aclrtStream stream) {
  return roles::allocate_on(stream, ptr, size, [&] { return real().aclrtMemPoolMallocAsync(ptr, size, memPool, stream); });
}

HEDDLE_EXPORT aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind) {
  return roles::work_sync(kAtOnce, [&] { return real().aclrtMemcpy(dst, destMax, src, count, kind); });
}

HEDDLE_EXPORT aclError aclrtMemcpy2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, aclrtMemcpyKind kind) {
  return roles::work_sync(kAtOnce, [&] { return real().aclrtMemcpy2d(dst, dpitch, src, spitch, width, height, kind); });
}

HEDDLE_EXPORT aclError aclrtMemcpy2dAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, aclrtMemcpyKind kind, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemcpy2dAsync(dst, dpitch, src, spitch, width, height, kind, stream); });
}

HEDDLE_EXPORT aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemcpyAsync(dst, destMax, src, count, kind, stream); });
}

HEDDLE_EXPORT aclError aclrtMemcpyAsyncWithCondition(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemcpyAsyncWithCondition(dst, destMax, src, count, kind, stream); });
}

HEDDLE_EXPORT aclError aclrtMemcpyAsyncWithDesc(void *desc, aclrtMemcpyKind kind, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemcpyAsyncWithDesc(desc, kind, stream); });
}

HEDDLE_EXPORT aclError aclrtMemcpyAsyncWithOffset(void **dst, size_t destMax, size_t dstDataOffset, const void **src, size_t count, size_t srcDataOffset, aclrtMemcpyKind kind, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemcpyAsyncWithOffset(dst, destMax, dstDataOffset, src, count, srcDataOffset, kind, stream); });
}

HEDDLE_EXPORT aclError aclrtMemcpyBatch(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, void *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex) {
  return roles::work_sync(kAtOnce, [&] { return real().aclrtMemcpyBatch(dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs, failIndex); });
}

HEDDLE_EXPORT aclError aclrtMemcpyBatchAsync(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, void *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemcpyBatchAsync(dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs, failIndex, stream); });
}

HEDDLE_EXPORT aclError aclrtMemcpyBatchAsyncV2(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, void *attrs, size_t *attrsIndexes, size_t numAttrs, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemcpyBatchAsyncV2(dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs, stream); });
}

HEDDLE_EXPORT aclError aclrtMemcpyBatchV2(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, void *attrs, size_t *attrsIndexes, size_t numAttrs) {
  return roles::work_sync(kAtOnce, [&] { return real().aclrtMemcpyBatchV2(dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs); });
}

HEDDLE_EXPORT aclError aclrtMemcpyFromSymbol(void *dst, size_t dstMax, const void *symbol, size_t count, size_t offset, aclrtMemcpyKind kind) {
  return roles::work_sync(kAtOnce, [&] { return real().aclrtMemcpyFromSymbol(dst, dstMax, symbol, count, offset, kind); });
}

HEDDLE_EXPORT aclError aclrtMemcpyFromSymbolAsync(void *dst, size_t dstMax, const void *symbol, size_t count, size_t offset, aclrtMemcpyKind kind, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemcpyFromSymbolAsync(dst, dstMax, symbol, count, offset, kind, stream); });
}

HEDDLE_EXPORT aclError aclrtMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset, aclrtMemcpyKind kind) {
  return roles::work_sync(kAtOnce, [&] { return real().aclrtMemcpyToSymbol(symbol, src, count, offset, kind); });
}

HEDDLE_EXPORT aclError aclrtMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count, size_t offset, aclrtMemcpyKind kind, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemcpyToSymbolAsync(symbol, src, count, offset, kind, stream); });
}

HEDDLE_EXPORT aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value, size_t count) {
  return roles::work_sync(kAtOnce, [&] { return real().aclrtMemset(devPtr, maxCount, value, count); });
}

HEDDLE_EXPORT aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemsetAsync(devPtr, maxCount, value, count, stream); });
}

HEDDLE_EXPORT aclError aclrtMemsetD32(void *ptr, size_t memSize, uint32_t value, size_t N) {
  return roles::work_sync(kAtOnce, [&] { return real().aclrtMemsetD32(ptr, memSize, value, N); });
}

HEDDLE_EXPORT aclError aclrtMemsetD32Async(void *ptr, size_t memSize, uint32_t value, size_t N, aclrtStream stream) {
  return roles::work(stream, [&] { return real().aclrtMemsetD32Async(ptr, memSize, value, N, stream); });
}

HEDDLE_EXPORT aclError aclrtNpuClearFloatOverFlowStatus(uint32_t checkMode, aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtNpuClearFloatOverFlowStatus(checkMode, stream); });
}

HEDDLE_EXPORT aclError aclrtNpuGetFloatOverFlowStatus(void *outputAddr, uint64_t outputSize, uint32_t checkMode, aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtNpuGetFloatOverFlowStatus(outputAddr, outputSize, checkMode, stream); });
}

HEDDLE_EXPORT aclError aclrtProfTrace(void *userdata, int32_t length, aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtProfTrace(userdata, length, stream); });
}

HEDDLE_EXPORT aclError aclrtRandomNumAsync(const void *taskInfo, const aclrtStream stream, void *reserve) {
  return roles::work(stream, [&] { return real().aclrtRandomNumAsync(taskInfo, stream, reserve); });
}

HEDDLE_EXPORT aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtRecordEvent(event, stream); });
}

HEDDLE_EXPORT aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtRecordNotify(notify, stream); });
}

HEDDLE_EXPORT aclError aclrtReduceAsync(void *dst, const void *src, uint64_t count, aclrtReduceKind kind, aclDataType type, aclrtStream stream, void *reserve) {
  return roles::work(stream, [&] { return real().aclrtReduceAsync(dst, src, count, kind, type, stream, reserve); });
}

HEDDLE_EXPORT aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtResetEvent(event, stream); });
}

HEDDLE_EXPORT aclError aclrtResetFloatOverflowStatus(aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtResetFloatOverflowStatus(stream); });
}

HEDDLE_EXPORT aclError aclrtResetOverflowStatus(aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtResetOverflowStatus(stream); });
}

HEDDLE_EXPORT aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  return roles::wait(stream, [&] { return real().aclrtStreamWaitEvent(stream, event); });
}

HEDDLE_EXPORT aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout) {
  return roles::wait(stream, [&] { return real().aclrtStreamWaitEventWithTimeout(stream, event, timeout); });
}

HEDDLE_EXPORT aclError aclrtSynchronizeDevice(void) {
  return roles::sync_device([&] { return real().aclrtSynchronizeDevice(); });
}

HEDDLE_EXPORT aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
  return roles::sync_device([&] { return real().aclrtSynchronizeDeviceWithTimeout(timeout); });
}

HEDDLE_EXPORT aclError aclrtSynchronizeStream(aclrtStream stream) {
  return roles::sync_stream(stream, [&] { return real().aclrtSynchronizeStream(stream); });
}

HEDDLE_EXPORT aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
  return roles::sync_stream(stream, [&] { return real().aclrtSynchronizeStreamWithTimeout(stream, timeout); });
}

HEDDLE_EXPORT aclError aclrtTaskUpdateAsync(aclrtStream taskStream, uint32_t taskId, void *info, aclrtStream execStream) {
  return roles::order(execStream, [&] { return real().aclrtTaskUpdateAsync(taskStream, taskId, info, execStream); });
}

HEDDLE_EXPORT aclError aclrtValueWait(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
  return roles::wait(stream, [&] { return real().aclrtValueWait(devAddr, value, flag, stream); });
}

HEDDLE_EXPORT aclError aclrtValueWrite(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream) {
  return roles::order(stream, [&] { return real().aclrtValueWrite(devAddr, value, flag, stream); });
}

HEDDLE_EXPORT aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout) {
  return roles::wait(stream, [&] { return real().aclrtWaitAndResetNotify(notify, stream, timeout); });
}

}  // extern C

// What dlsym() is to answer instead of the vendor's.

const heddle_symbol heddle::acl::kSymbols[] = {
    {"aclFinalize", reinterpret_cast<void *>(&::aclFinalize)},
    {"aclFinalizeReference", reinterpret_cast<void *>(&::aclFinalizeReference)},
    {"aclInit", reinterpret_cast<void *>(&::aclInit)},
    {"aclmdlExecute", reinterpret_cast<void *>(&::aclmdlExecute)},
    {"aclmdlExecuteAsync", reinterpret_cast<void *>(&::aclmdlExecuteAsync)},
    {"aclmdlExecuteAsyncV2", reinterpret_cast<void *>(&::aclmdlExecuteAsyncV2)},
    {"aclmdlExecuteV2", reinterpret_cast<void *>(&::aclmdlExecuteV2)},
    {"aclmdlRICaptureBegin", reinterpret_cast<void *>(&::aclmdlRICaptureBegin)},
    {"aclmdlRICaptureEnd", reinterpret_cast<void *>(&::aclmdlRICaptureEnd)},
    {"aclmdlRICaptureTaskUpdateBegin", reinterpret_cast<void *>(&::aclmdlRICaptureTaskUpdateBegin)},
    {"aclmdlRICaptureTaskUpdateEnd", reinterpret_cast<void *>(&::aclmdlRICaptureTaskUpdateEnd)},
    {"aclmdlRICaptureToModelRIBegin", reinterpret_cast<void *>(&::aclmdlRICaptureToModelRIBegin)},
    {"aclmdlRIExecute", reinterpret_cast<void *>(&::aclmdlRIExecute)},
    {"aclmdlRIExecuteAsync", reinterpret_cast<void *>(&::aclmdlRIExecuteAsync)},
    {"aclopCast", reinterpret_cast<void *>(&::aclopCast)},
    {"aclopCompileAndExecute", reinterpret_cast<void *>(&::aclopCompileAndExecute)},
    {"aclopCompileAndExecuteV2", reinterpret_cast<void *>(&::aclopCompileAndExecuteV2)},
    {"aclopExecWithHandle", reinterpret_cast<void *>(&::aclopExecWithHandle)},
    {"aclopExecute", reinterpret_cast<void *>(&::aclopExecute)},
    {"aclopExecuteV2", reinterpret_cast<void *>(&::aclopExecuteV2)},
    {"aclrtCmoAsync", reinterpret_cast<void *>(&::aclrtCmoAsync)},
    {"aclrtCmoAsyncWithBarrier", reinterpret_cast<void *>(&::aclrtCmoAsyncWithBarrier)},
    {"aclrtCmoAsyncWithDesc", reinterpret_cast<void *>(&::aclrtCmoAsyncWithDesc)},
    {"aclrtCmoWaitBarrier", reinterpret_cast<void *>(&::aclrtCmoWaitBarrier)},
    {"aclrtCntNotifyRecord", reinterpret_cast<void *>(&::aclrtCntNotifyRecord)},
    {"aclrtCntNotifyReset", reinterpret_cast<void *>(&::aclrtCntNotifyReset)},
    {"aclrtCntNotifyWaitWithTimeout", reinterpret_cast<void *>(&::aclrtCntNotifyWaitWithTimeout)},
    {"aclrtDestroyContext", reinterpret_cast<void *>(&::aclrtDestroyContext)},
    {"aclrtDestroyStream", reinterpret_cast<void *>(&::aclrtDestroyStream)},
    {"aclrtDestroyStreamForce", reinterpret_cast<void *>(&::aclrtDestroyStreamForce)},
    {"aclrtDeviceTaskAbort", reinterpret_cast<void *>(&::aclrtDeviceTaskAbort)},
    {"aclrtFree", reinterpret_cast<void *>(&::aclrtFree)},
    {"aclrtFreePhysical", reinterpret_cast<void *>(&::aclrtFreePhysical)},
    {"aclrtFreeWithDevSync", reinterpret_cast<void *>(&::aclrtFreeWithDevSync)},
    {"aclrtGetFloatOverflowStatus", reinterpret_cast<void *>(&::aclrtGetFloatOverflowStatus)},
    {"aclrtGetMemInfo", reinterpret_cast<void *>(&::aclrtGetMemInfo)},
    {"aclrtGetOverflowStatus", reinterpret_cast<void *>(&::aclrtGetOverflowStatus)},
    {"aclrtLaunchCallback", reinterpret_cast<void *>(&::aclrtLaunchCallback)},
    {"aclrtLaunchHostFunc", reinterpret_cast<void *>(&::aclrtLaunchHostFunc)},
    {"aclrtLaunchKernel", reinterpret_cast<void *>(&::aclrtLaunchKernel)},
    {"aclrtLaunchKernelV2", reinterpret_cast<void *>(&::aclrtLaunchKernelV2)},
    {"aclrtLaunchKernelWithArgsArray", reinterpret_cast<void *>(&::aclrtLaunchKernelWithArgsArray)},
    {"aclrtLaunchKernelWithConfig", reinterpret_cast<void *>(&::aclrtLaunchKernelWithConfig)},
    {"aclrtLaunchKernelWithHostArgs", reinterpret_cast<void *>(&::aclrtLaunchKernelWithHostArgs)},
    {"aclrtMalloc", reinterpret_cast<void *>(&::aclrtMalloc)},
    {"aclrtMallocAlign32", reinterpret_cast<void *>(&::aclrtMallocAlign32)},
    {"aclrtMallocCached", reinterpret_cast<void *>(&::aclrtMallocCached)},
    {"aclrtMallocForTaskScheduler", reinterpret_cast<void *>(&::aclrtMallocForTaskScheduler)},
    {"aclrtMallocPhysical", reinterpret_cast<void *>(&::aclrtMallocPhysical)},
    {"aclrtMallocWithCfg", reinterpret_cast<void *>(&::aclrtMallocWithCfg)},
    {"aclrtMemAllocManaged", reinterpret_cast<void *>(&::aclrtMemAllocManaged)},
    {"aclrtMemManagedPrefetchAsync", reinterpret_cast<void *>(&::aclrtMemManagedPrefetchAsync)},
    {"aclrtMemManagedPrefetchBatchAsync", reinterpret_cast<void *>(&::aclrtMemManagedPrefetchBatchAsync)},
    {"aclrtMemPoolFreeAsync", reinterpret_cast<void *>(&::aclrtMemPoolFreeAsync)},
    {"aclrtMemPoolMallocAsync", reinterpret_cast<void *>(&::aclrtMemPoolMallocAsync)},
    {"aclrtMemcpy", reinterpret_cast<void *>(&::aclrtMemcpy)},
    {"aclrtMemcpy2d", reinterpret_cast<void *>(&::aclrtMemcpy2d)},
    {"aclrtMemcpy2dAsync", reinterpret_cast<void *>(&::aclrtMemcpy2dAsync)},
    {"aclrtMemcpyAsync", reinterpret_cast<void *>(&::aclrtMemcpyAsync)},
    {"aclrtMemcpyAsyncWithCondition", reinterpret_cast<void *>(&::aclrtMemcpyAsyncWithCondition)},
    {"aclrtMemcpyAsyncWithDesc", reinterpret_cast<void *>(&::aclrtMemcpyAsyncWithDesc)},
    {"aclrtMemcpyAsyncWithOffset", reinterpret_cast<void *>(&::aclrtMemcpyAsyncWithOffset)},
    {"aclrtMemcpyBatch", reinterpret_cast<void *>(&::aclrtMemcpyBatch)},
    {"aclrtMemcpyBatchAsync", reinterpret_cast<void *>(&::aclrtMemcpyBatchAsync)},
    {"aclrtMemcpyBatchAsyncV2", reinterpret_cast<void *>(&::aclrtMemcpyBatchAsyncV2)},
    {"aclrtMemcpyBatchV2", reinterpret_cast<void *>(&::aclrtMemcpyBatchV2)},
    {"aclrtMemcpyFromSymbol", reinterpret_cast<void *>(&::aclrtMemcpyFromSymbol)},
    {"aclrtMemcpyFromSymbolAsync", reinterpret_cast<void *>(&::aclrtMemcpyFromSymbolAsync)},
    {"aclrtMemcpyToSymbol", reinterpret_cast<void *>(&::aclrtMemcpyToSymbol)},
    {"aclrtMemcpyToSymbolAsync", reinterpret_cast<void *>(&::aclrtMemcpyToSymbolAsync)},
    {"aclrtMemset", reinterpret_cast<void *>(&::aclrtMemset)},
    {"aclrtMemsetAsync", reinterpret_cast<void *>(&::aclrtMemsetAsync)},
    {"aclrtMemsetD32", reinterpret_cast<void *>(&::aclrtMemsetD32)},
    {"aclrtMemsetD32Async", reinterpret_cast<void *>(&::aclrtMemsetD32Async)},
    {"aclrtNpuClearFloatOverFlowStatus", reinterpret_cast<void *>(&::aclrtNpuClearFloatOverFlowStatus)},
    {"aclrtNpuGetFloatOverFlowStatus", reinterpret_cast<void *>(&::aclrtNpuGetFloatOverFlowStatus)},
    {"aclrtProfTrace", reinterpret_cast<void *>(&::aclrtProfTrace)},
    {"aclrtRandomNumAsync", reinterpret_cast<void *>(&::aclrtRandomNumAsync)},
    {"aclrtRecordEvent", reinterpret_cast<void *>(&::aclrtRecordEvent)},
    {"aclrtRecordNotify", reinterpret_cast<void *>(&::aclrtRecordNotify)},
    {"aclrtReduceAsync", reinterpret_cast<void *>(&::aclrtReduceAsync)},
    {"aclrtResetDevice", reinterpret_cast<void *>(&::aclrtResetDevice)},
    {"aclrtResetDeviceForce", reinterpret_cast<void *>(&::aclrtResetDeviceForce)},
    {"aclrtResetEvent", reinterpret_cast<void *>(&::aclrtResetEvent)},
    {"aclrtResetFloatOverflowStatus", reinterpret_cast<void *>(&::aclrtResetFloatOverflowStatus)},
    {"aclrtResetOverflowStatus", reinterpret_cast<void *>(&::aclrtResetOverflowStatus)},
    {"aclrtSetDevice", reinterpret_cast<void *>(&::aclrtSetDevice)},
    {"aclrtStreamAbort", reinterpret_cast<void *>(&::aclrtStreamAbort)},
    {"aclrtStreamQuery", reinterpret_cast<void *>(&::aclrtStreamQuery)},
    {"aclrtStreamWaitEvent", reinterpret_cast<void *>(&::aclrtStreamWaitEvent)},
    {"aclrtStreamWaitEventWithTimeout", reinterpret_cast<void *>(&::aclrtStreamWaitEventWithTimeout)},
    {"aclrtSynchronizeDevice", reinterpret_cast<void *>(&::aclrtSynchronizeDevice)},
    {"aclrtSynchronizeDeviceWithTimeout", reinterpret_cast<void *>(&::aclrtSynchronizeDeviceWithTimeout)},
    {"aclrtSynchronizeStream", reinterpret_cast<void *>(&::aclrtSynchronizeStream)},
    {"aclrtSynchronizeStreamWithTimeout", reinterpret_cast<void *>(&::aclrtSynchronizeStreamWithTimeout)},
    {"aclrtTaskUpdateAsync", reinterpret_cast<void *>(&::aclrtTaskUpdateAsync)},
    {"aclrtValueWait", reinterpret_cast<void *>(&::aclrtValueWait)},
    {"aclrtValueWrite", reinterpret_cast<void *>(&::aclrtValueWrite)},
    {"aclrtWaitAndResetNotify", reinterpret_cast<void *>(&::aclrtWaitAndResetNotify)},
    {nullptr, nullptr},
};
