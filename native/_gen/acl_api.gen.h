// Made by tools/gen from facts/acl.toml (hicann/runtime and hicann/ge, tags v8.5.0 and v9.1.0, version 9.1). Do not edit.
#pragma once

#include <cstddef>
#include <cstdint>

using aclError = int;
using aclDataType = int;
using aclFormat = int;
using aclFloat16 = uint16_t;
using aclrtStream = void *;
using aclrtEvent = void *;
using aclrtContext = void *;
using aclrtNotify = void *;
using aclrtCntNotify = void *;
using aclrtLabel = void *;
using aclrtLabelList = void *;
using aclrtMbuf = void *;
using aclrtDrvMemHandle = void *;
using aclrtBinary = void *;
using aclrtBinHandle = void *;
using aclrtFuncHandle = void *;
using aclrtArgsHandle = void *;
using aclrtParamHandle = void *;
using aclmdlRI = void *;
using aclmdlRITask = void *;
using aclmdlRICondHandle = void *;
using aclrtMemPool = void *;
using aclrtTaskGrp = void *;
using aclrtAllocatorDesc = void *;
using aclrtAllocator = void *;
using aclrtAllocatorBlock = void *;
using aclrtAllocatorAddr = void *;
using aclrtCallback = void (*)(void *);
using aclrtHostFunc = void (*)(void *);
using aclrtMemcpyKind = int;
using aclrtMemMallocPolicy = int;
using aclrtCallbackBlockType = int;
using aclrtStreamStatus = int;
using aclrtEventRecordedStatus = int;
using aclrtMemAttr = int;
using aclrtCmoType = int;
using aclrtReduceKind = int;
using aclmdlRICaptureMode = int;
using aclmdlRICaptureStatus = int;
using aclopEngineType = int;
using aclopCompileType = int;
using acltdtTensorType = int;
using aclDataBuffer = void;
using aclrtStreamConfigHandle = void;
using aclrtGroupInfo = void;
using acltdtDataItem = void;
using acltdtDataset = void;
using acltdtChannelHandle = void;
using acltdtQueueAttr = void;
using acltdtQueueRoute = void;
using acltdtQueueRouteList = void;
using acltdtQueueRouteQueryInfo = void;
using aclTensorDesc = void;
using aclmdlDesc = void;
using aclmdlExecConfigHandle = void;
using aclmdlDataset = void;
using aclmdlBundleQueryInfo = void;
using aclmdlAIPP = void;
using aclmdlConfigHandle = void;
using aclopAttr = void;
using aclGraphDumpOption = void;
using aclrtMemManagedLocation = uint64_t;

extern "C" {
aclError aclFinalize(void);
aclError aclFinalizeReference(uint64_t *refCount);
aclError aclInit(const char *configPath);
aclError aclmdlExecute(uint32_t modelId, const aclmdlDataset *input, aclmdlDataset *output);
aclError aclmdlExecuteAsync(uint32_t modelId, const aclmdlDataset *input, aclmdlDataset *output, aclrtStream stream);
aclError aclmdlExecuteAsyncV2(uint32_t modelId, const aclmdlDataset *input, aclmdlDataset *output, aclrtStream stream, const aclmdlExecConfigHandle *handle);
aclError aclmdlExecuteV2(uint32_t modelId, const aclmdlDataset *input, aclmdlDataset *output, aclrtStream stream, const aclmdlExecConfigHandle *handle);
aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);
aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI *modelRI);
aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle);
aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream);
aclError aclmdlRICaptureToModelRIBegin(aclrtStream stream, aclmdlRI modelRI, aclmdlRICaptureMode mode);
aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout);
aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream);
aclError aclopCast(const aclTensorDesc *srcDesc, const aclDataBuffer *srcBuffer, const aclTensorDesc *dstDesc, aclDataBuffer *dstBuffer, uint8_t truncate, aclrtStream stream);
aclError aclopCompileAndExecute(const char *opType, int numInputs, const aclTensorDesc *const *inputDesc, const aclDataBuffer *const *inputs, int numOutputs, const aclTensorDesc *const *outputDesc, aclDataBuffer *const *outputs, const aclopAttr *attr, aclopEngineType engineType, aclopCompileType compileFlag, const char *opPath, aclrtStream stream);
aclError aclopCompileAndExecuteV2(const char *opType, int numInputs, aclTensorDesc **inputDesc, aclDataBuffer **inputs, int numOutputs, aclTensorDesc **outputDesc, aclDataBuffer **outputs, aclopAttr *attr, aclopEngineType engineType, aclopCompileType compileFlag, const char *opPath, aclrtStream stream);
aclError aclopExecWithHandle(void *handle, int numInputs, const aclDataBuffer *const *inputs, int numOutputs, aclDataBuffer *const *outputs, aclrtStream stream);
aclError aclopExecute(const char *opType, int numInputs, const aclTensorDesc *const *inputDesc, const aclDataBuffer *const *inputs, int numOutputs, const aclTensorDesc *const *outputDesc, aclDataBuffer *const *outputs, const aclopAttr *attr, aclrtStream stream);
aclError aclopExecuteV2(const char *opType, int numInputs, aclTensorDesc **inputDesc, aclDataBuffer **inputs, int numOutputs, aclTensorDesc **outputDesc, aclDataBuffer **outputs, aclopAttr *attr, aclrtStream stream);
aclError aclrtCmoAsync(void *src, size_t size, aclrtCmoType cmoType, aclrtStream stream);
aclError aclrtCmoAsyncWithBarrier(void *src, size_t size, aclrtCmoType cmoType, uint32_t barrierId, aclrtStream stream);
aclError aclrtCmoAsyncWithDesc(void *cmoDesc, aclrtCmoType cmoType, aclrtStream stream, const void *reserve);
aclError aclrtCmoWaitBarrier(void *taskInfo, aclrtStream stream, uint32_t flag);
aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream, void *info);
aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream);
aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream, void *info);
aclError aclrtDestroyContext(aclrtContext context);
aclError aclrtDestroyStream(aclrtStream stream);
aclError aclrtDestroyStreamForce(aclrtStream stream);
aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout);
aclError aclrtFree(void *devPtr);
aclError aclrtFreePhysical(aclrtDrvMemHandle handle);
aclError aclrtFreeWithDevSync(void *devPtr);
aclError aclrtGetFloatOverflowStatus(void *outputAddr, uint64_t outputSize, aclrtStream stream);
aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total);
aclError aclrtGetOverflowStatus(void *outputAddr, size_t outputSize, aclrtStream stream);
aclError aclrtLaunchCallback(aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType, aclrtStream stream);
aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args);
aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize, aclrtStream stream);
aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize, void *cfg, aclrtStream stream);
aclError aclrtLaunchKernelWithArgsArray(void *func, uint32_t numBlocks, aclrtStream stream, void *cfg, void **args);
aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream, void *cfg, aclrtArgsHandle argsHandle, void *reserve);
aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream, void *cfg, void *hostArgs, size_t argsSize, void *placeHolderArray, size_t placeHolderNum);
aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocAlign32(void **devPtr, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocCached(void **devPtr, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocForTaskScheduler(void **devPtr, size_t size, aclrtMemMallocPolicy policy, void *cfg);
aclError aclrtMallocPhysical(aclrtDrvMemHandle *handle, size_t size, const void *prop, uint64_t flags);
aclError aclrtMallocWithCfg(void **devPtr, size_t size, aclrtMemMallocPolicy policy, void *cfg);
aclError aclrtMemAllocManaged(void **ptr, uint64_t size, uint32_t flag);
aclError aclrtMemManagedPrefetchAsync(const void *ptr, size_t size, aclrtMemManagedLocation location, uint32_t flags, aclrtStream stream);
aclError aclrtMemManagedPrefetchBatchAsync(const void **ptrs, size_t *sizes, size_t count, aclrtMemManagedLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, uint64_t flags, aclrtStream stream);
aclError aclrtMemPoolFreeAsync(void *ptr, aclrtStream stream);
aclError aclrtMemPoolMallocAsync(void **ptr, size_t size, aclrtMemPool memPool, aclrtStream stream);
aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind);
aclError aclrtMemcpy2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, aclrtMemcpyKind kind);
aclError aclrtMemcpy2dAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpyAsyncWithCondition(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpyAsyncWithDesc(void *desc, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpyAsyncWithOffset(void **dst, size_t destMax, size_t dstDataOffset, const void **src, size_t count, size_t srcDataOffset, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpyBatch(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, void *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex);
aclError aclrtMemcpyBatchAsync(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, void *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex, aclrtStream stream);
aclError aclrtMemcpyBatchAsyncV2(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, void *attrs, size_t *attrsIndexes, size_t numAttrs, aclrtStream stream);
aclError aclrtMemcpyBatchV2(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches, void *attrs, size_t *attrsIndexes, size_t numAttrs);
aclError aclrtMemcpyFromSymbol(void *dst, size_t dstMax, const void *symbol, size_t count, size_t offset, aclrtMemcpyKind kind);
aclError aclrtMemcpyFromSymbolAsync(void *dst, size_t dstMax, const void *symbol, size_t count, size_t offset, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpyToSymbol(const void *symbol, const void *src, size_t count, size_t offset, aclrtMemcpyKind kind);
aclError aclrtMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count, size_t offset, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value, size_t count);
aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream);
aclError aclrtMemsetD32(void *ptr, size_t memSize, uint32_t value, size_t N);
aclError aclrtMemsetD32Async(void *ptr, size_t memSize, uint32_t value, size_t N, aclrtStream stream);
aclError aclrtNpuClearFloatOverFlowStatus(uint32_t checkMode, aclrtStream stream);
aclError aclrtNpuGetFloatOverFlowStatus(void *outputAddr, uint64_t outputSize, uint32_t checkMode, aclrtStream stream);
aclError aclrtProfTrace(void *userdata, int32_t length, aclrtStream stream);
aclError aclrtRandomNumAsync(const void *taskInfo, const aclrtStream stream, void *reserve);
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);
aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream);
aclError aclrtReduceAsync(void *dst, const void *src, uint64_t count, aclrtReduceKind kind, aclDataType type, aclrtStream stream, void *reserve);
aclError aclrtResetDevice(int32_t deviceId);
aclError aclrtResetDeviceForce(int32_t deviceId);
aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);
aclError aclrtResetFloatOverflowStatus(aclrtStream stream);
aclError aclrtResetOverflowStatus(aclrtStream stream);
aclError aclrtSetDevice(int32_t deviceId);
aclError aclrtStreamAbort(aclrtStream stream);
aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status);
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);
aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout);
aclError aclrtSynchronizeDevice(void);
aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);
aclError aclrtSynchronizeStream(aclrtStream stream);
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);
aclError aclrtTaskUpdateAsync(aclrtStream taskStream, uint32_t taskId, void *info, aclrtStream execStream);
aclError aclrtValueWait(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream);
aclError aclrtValueWrite(void *devAddr, uint64_t value, uint32_t flag, aclrtStream stream);
aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout);
}

namespace heddle::acl {

inline constexpr const char *kLibrary = "libascendcl.so";

// The vendor's own functions, found at first use; null if this version has none.
struct Real {
  aclError (*aclFinalize)();
  aclError (*aclFinalizeReference)(uint64_t *);
  aclError (*aclInit)(const char *);
  aclError (*aclmdlExecute)(uint32_t, const aclmdlDataset *, aclmdlDataset *);
  aclError (*aclmdlExecuteAsync)(uint32_t, const aclmdlDataset *, aclmdlDataset *, aclrtStream);
  aclError (*aclmdlExecuteAsyncV2)(uint32_t, const aclmdlDataset *, aclmdlDataset *, aclrtStream, const aclmdlExecConfigHandle *);
  aclError (*aclmdlExecuteV2)(uint32_t, const aclmdlDataset *, aclmdlDataset *, aclrtStream, const aclmdlExecConfigHandle *);
  aclError (*aclmdlRICaptureBegin)(aclrtStream, aclmdlRICaptureMode);
  aclError (*aclmdlRICaptureEnd)(aclrtStream, aclmdlRI *);
  aclError (*aclmdlRICaptureGetInfo)(aclrtStream, aclmdlRICaptureStatus *, aclmdlRI *);
  aclError (*aclmdlRICaptureTaskUpdateBegin)(aclrtStream, aclrtTaskGrp);
  aclError (*aclmdlRICaptureTaskUpdateEnd)(aclrtStream);
  aclError (*aclmdlRICaptureToModelRIBegin)(aclrtStream, aclmdlRI, aclmdlRICaptureMode);
  aclError (*aclmdlRIExecute)(aclmdlRI, int32_t);
  aclError (*aclmdlRIExecuteAsync)(aclmdlRI, aclrtStream);
  aclError (*aclopCast)(const aclTensorDesc *, const aclDataBuffer *, const aclTensorDesc *, aclDataBuffer *, uint8_t, aclrtStream);
  aclError (*aclopCompileAndExecute)(const char *, int, const aclTensorDesc *const *, const aclDataBuffer *const *, int, const aclTensorDesc *const *, aclDataBuffer *const *, const aclopAttr *, aclopEngineType, aclopCompileType, const char *, aclrtStream);
  aclError (*aclopCompileAndExecuteV2)(const char *, int, aclTensorDesc **, aclDataBuffer **, int, aclTensorDesc **, aclDataBuffer **, aclopAttr *, aclopEngineType, aclopCompileType, const char *, aclrtStream);
  aclError (*aclopExecWithHandle)(void *, int, const aclDataBuffer *const *, int, aclDataBuffer *const *, aclrtStream);
  aclError (*aclopExecute)(const char *, int, const aclTensorDesc *const *, const aclDataBuffer *const *, int, const aclTensorDesc *const *, aclDataBuffer *const *, const aclopAttr *, aclrtStream);
  aclError (*aclopExecuteV2)(const char *, int, aclTensorDesc **, aclDataBuffer **, int, aclTensorDesc **, aclDataBuffer **, aclopAttr *, aclrtStream);
  aclError (*aclrtCmoAsync)(void *, size_t, aclrtCmoType, aclrtStream);
  aclError (*aclrtCmoAsyncWithBarrier)(void *, size_t, aclrtCmoType, uint32_t, aclrtStream);
  aclError (*aclrtCmoAsyncWithDesc)(void *, aclrtCmoType, aclrtStream, const void *);
  aclError (*aclrtCmoWaitBarrier)(void *, aclrtStream, uint32_t);
  aclError (*aclrtCntNotifyRecord)(aclrtCntNotify, aclrtStream, void *);
  aclError (*aclrtCntNotifyReset)(aclrtCntNotify, aclrtStream);
  aclError (*aclrtCntNotifyWaitWithTimeout)(aclrtCntNotify, aclrtStream, void *);
  aclError (*aclrtCreateEventExWithFlag)(aclrtEvent *, uint32_t);
  aclError (*aclrtCreateEventWithFlag)(aclrtEvent *, uint32_t);
  aclError (*aclrtCreateNotify)(aclrtNotify *, uint64_t);
  aclError (*aclrtCreateStream)(aclrtStream *);
  aclError (*aclrtDestroyContext)(aclrtContext);
  aclError (*aclrtDestroyEvent)(aclrtEvent);
  aclError (*aclrtDestroyNotify)(aclrtNotify);
  aclError (*aclrtDestroyStream)(aclrtStream);
  aclError (*aclrtDestroyStreamForce)(aclrtStream);
  aclError (*aclrtDeviceGetUuid)(int32_t, void *);
  aclError (*aclrtDeviceTaskAbort)(int32_t, uint32_t);
  aclError (*aclrtFree)(void *);
  aclError (*aclrtFreePhysical)(aclrtDrvMemHandle);
  aclError (*aclrtFreeWithDevSync)(void *);
  aclError (*aclrtGetCurrentContext)(aclrtContext *);
  aclError (*aclrtGetDevice)(int32_t *);
  aclError (*aclrtGetFloatOverflowStatus)(void *, uint64_t, aclrtStream);
  aclError (*aclrtGetLogicDevIdByUserDevId)(const int32_t, int32_t *const);
  aclError (*aclrtGetMemInfo)(aclrtMemAttr, size_t *, size_t *);
  aclError (*aclrtGetOverflowStatus)(void *, size_t, aclrtStream);
  aclError (*aclrtLaunchCallback)(aclrtCallback, void *, aclrtCallbackBlockType, aclrtStream);
  aclError (*aclrtLaunchHostFunc)(aclrtStream, aclrtHostFunc, void *);
  aclError (*aclrtLaunchKernel)(aclrtFuncHandle, uint32_t, const void *, size_t, aclrtStream);
  aclError (*aclrtLaunchKernelV2)(aclrtFuncHandle, uint32_t, const void *, size_t, void *, aclrtStream);
  aclError (*aclrtLaunchKernelWithArgsArray)(void *, uint32_t, aclrtStream, void *, void **);
  aclError (*aclrtLaunchKernelWithConfig)(aclrtFuncHandle, uint32_t, aclrtStream, void *, aclrtArgsHandle, void *);
  aclError (*aclrtLaunchKernelWithHostArgs)(aclrtFuncHandle, uint32_t, aclrtStream, void *, void *, size_t, void *, size_t);
  aclError (*aclrtMalloc)(void **, size_t, aclrtMemMallocPolicy);
  aclError (*aclrtMallocAlign32)(void **, size_t, aclrtMemMallocPolicy);
  aclError (*aclrtMallocCached)(void **, size_t, aclrtMemMallocPolicy);
  aclError (*aclrtMallocForTaskScheduler)(void **, size_t, aclrtMemMallocPolicy, void *);
  aclError (*aclrtMallocPhysical)(aclrtDrvMemHandle *, size_t, const void *, uint64_t);
  aclError (*aclrtMallocWithCfg)(void **, size_t, aclrtMemMallocPolicy, void *);
  aclError (*aclrtMemAllocManaged)(void **, uint64_t, uint32_t);
  aclError (*aclrtMemManagedPrefetchAsync)(const void *, size_t, aclrtMemManagedLocation, uint32_t, aclrtStream);
  aclError (*aclrtMemManagedPrefetchBatchAsync)(const void **, size_t *, size_t, aclrtMemManagedLocation *, size_t *, size_t, uint64_t, aclrtStream);
  aclError (*aclrtMemPoolFreeAsync)(void *, aclrtStream);
  aclError (*aclrtMemPoolMallocAsync)(void **, size_t, aclrtMemPool, aclrtStream);
  aclError (*aclrtMemcpy)(void *, size_t, const void *, size_t, aclrtMemcpyKind);
  aclError (*aclrtMemcpy2d)(void *, size_t, const void *, size_t, size_t, size_t, aclrtMemcpyKind);
  aclError (*aclrtMemcpy2dAsync)(void *, size_t, const void *, size_t, size_t, size_t, aclrtMemcpyKind, aclrtStream);
  aclError (*aclrtMemcpyAsync)(void *, size_t, const void *, size_t, aclrtMemcpyKind, aclrtStream);
  aclError (*aclrtMemcpyAsyncWithCondition)(void *, size_t, const void *, size_t, aclrtMemcpyKind, aclrtStream);
  aclError (*aclrtMemcpyAsyncWithDesc)(void *, aclrtMemcpyKind, aclrtStream);
  aclError (*aclrtMemcpyAsyncWithOffset)(void **, size_t, size_t, const void **, size_t, size_t, aclrtMemcpyKind, aclrtStream);
  aclError (*aclrtMemcpyBatch)(void **, size_t *, void **, size_t *, size_t, void *, size_t *, size_t, size_t *);
  aclError (*aclrtMemcpyBatchAsync)(void **, size_t *, void **, size_t *, size_t, void *, size_t *, size_t, size_t *, aclrtStream);
  aclError (*aclrtMemcpyBatchAsyncV2)(void **, size_t *, void **, size_t *, size_t, void *, size_t *, size_t, aclrtStream);
  aclError (*aclrtMemcpyBatchV2)(void **, size_t *, void **, size_t *, size_t, void *, size_t *, size_t);
  aclError (*aclrtMemcpyFromSymbol)(void *, size_t, const void *, size_t, size_t, aclrtMemcpyKind);
  aclError (*aclrtMemcpyFromSymbolAsync)(void *, size_t, const void *, size_t, size_t, aclrtMemcpyKind, aclrtStream);
  aclError (*aclrtMemcpyToSymbol)(const void *, const void *, size_t, size_t, aclrtMemcpyKind);
  aclError (*aclrtMemcpyToSymbolAsync)(const void *, const void *, size_t, size_t, aclrtMemcpyKind, aclrtStream);
  aclError (*aclrtMemset)(void *, size_t, int32_t, size_t);
  aclError (*aclrtMemsetAsync)(void *, size_t, int32_t, size_t, aclrtStream);
  aclError (*aclrtMemsetD32)(void *, size_t, uint32_t, size_t);
  aclError (*aclrtMemsetD32Async)(void *, size_t, uint32_t, size_t, aclrtStream);
  aclError (*aclrtNpuClearFloatOverFlowStatus)(uint32_t, aclrtStream);
  aclError (*aclrtNpuGetFloatOverFlowStatus)(void *, uint64_t, uint32_t, aclrtStream);
  aclError (*aclrtProfTrace)(void *, int32_t, aclrtStream);
  aclError (*aclrtQueryEventStatus)(aclrtEvent, aclrtEventRecordedStatus *);
  aclError (*aclrtRandomNumAsync)(const void *, const aclrtStream, void *);
  aclError (*aclrtRecordEvent)(aclrtEvent, aclrtStream);
  aclError (*aclrtRecordNotify)(aclrtNotify, aclrtStream);
  aclError (*aclrtReduceAsync)(void *, const void *, uint64_t, aclrtReduceKind, aclDataType, aclrtStream, void *);
  aclError (*aclrtResetDevice)(int32_t);
  aclError (*aclrtResetDeviceForce)(int32_t);
  aclError (*aclrtResetEvent)(aclrtEvent, aclrtStream);
  aclError (*aclrtResetFloatOverflowStatus)(aclrtStream);
  aclError (*aclrtResetOverflowStatus)(aclrtStream);
  aclError (*aclrtSetCurrentContext)(aclrtContext);
  aclError (*aclrtSetDevice)(int32_t);
  aclError (*aclrtStreamAbort)(aclrtStream);
  aclError (*aclrtStreamGetFlags)(aclrtStream, uint32_t *);
  aclError (*aclrtStreamQuery)(aclrtStream, aclrtStreamStatus *);
  aclError (*aclrtStreamWaitEvent)(aclrtStream, aclrtEvent);
  aclError (*aclrtStreamWaitEventWithTimeout)(aclrtStream, aclrtEvent, int32_t);
  aclError (*aclrtSynchronizeDevice)();
  aclError (*aclrtSynchronizeDeviceWithTimeout)(int32_t);
  aclError (*aclrtSynchronizeStream)(aclrtStream);
  aclError (*aclrtSynchronizeStreamWithTimeout)(aclrtStream, int32_t);
  aclError (*aclrtTaskUpdateAsync)(aclrtStream, uint32_t, void *, aclrtStream);
  aclError (*aclrtValueWait)(void *, uint64_t, uint32_t, aclrtStream);
  aclError (*aclrtValueWrite)(void *, uint64_t, uint32_t, aclrtStream);
  aclError (*aclrtWaitAndResetNotify)(aclrtNotify, aclrtStream, uint32_t);
};

// Name and place of every function in Real, in order.
inline constexpr const char *kNames[] = {
    "aclFinalize",
    "aclFinalizeReference",
    "aclInit",
    "aclmdlExecute",
    "aclmdlExecuteAsync",
    "aclmdlExecuteAsyncV2",
    "aclmdlExecuteV2",
    "aclmdlRICaptureBegin",
    "aclmdlRICaptureEnd",
    "aclmdlRICaptureGetInfo",
    "aclmdlRICaptureTaskUpdateBegin",
    "aclmdlRICaptureTaskUpdateEnd",
    "aclmdlRICaptureToModelRIBegin",
    "aclmdlRIExecute",
    "aclmdlRIExecuteAsync",
    "aclopCast",
    "aclopCompileAndExecute",
    "aclopCompileAndExecuteV2",
    "aclopExecWithHandle",
    "aclopExecute",
    "aclopExecuteV2",
    "aclrtCmoAsync",
    "aclrtCmoAsyncWithBarrier",
    "aclrtCmoAsyncWithDesc",
    "aclrtCmoWaitBarrier",
    "aclrtCntNotifyRecord",
    "aclrtCntNotifyReset",
    "aclrtCntNotifyWaitWithTimeout",
    "aclrtCreateEventExWithFlag",
    "aclrtCreateEventWithFlag",
    "aclrtCreateNotify",
    "aclrtCreateStream",
    "aclrtDestroyContext",
    "aclrtDestroyEvent",
    "aclrtDestroyNotify",
    "aclrtDestroyStream",
    "aclrtDestroyStreamForce",
    "aclrtDeviceGetUuid",
    "aclrtDeviceTaskAbort",
    "aclrtFree",
    "aclrtFreePhysical",
    "aclrtFreeWithDevSync",
    "aclrtGetCurrentContext",
    "aclrtGetDevice",
    "aclrtGetFloatOverflowStatus",
    "aclrtGetLogicDevIdByUserDevId",
    "aclrtGetMemInfo",
    "aclrtGetOverflowStatus",
    "aclrtLaunchCallback",
    "aclrtLaunchHostFunc",
    "aclrtLaunchKernel",
    "aclrtLaunchKernelV2",
    "aclrtLaunchKernelWithArgsArray",
    "aclrtLaunchKernelWithConfig",
    "aclrtLaunchKernelWithHostArgs",
    "aclrtMalloc",
    "aclrtMallocAlign32",
    "aclrtMallocCached",
    "aclrtMallocForTaskScheduler",
    "aclrtMallocPhysical",
    "aclrtMallocWithCfg",
    "aclrtMemAllocManaged",
    "aclrtMemManagedPrefetchAsync",
    "aclrtMemManagedPrefetchBatchAsync",
    "aclrtMemPoolFreeAsync",
    "aclrtMemPoolMallocAsync",
    "aclrtMemcpy",
    "aclrtMemcpy2d",
    "aclrtMemcpy2dAsync",
    "aclrtMemcpyAsync",
    "aclrtMemcpyAsyncWithCondition",
    "aclrtMemcpyAsyncWithDesc",
    "aclrtMemcpyAsyncWithOffset",
    "aclrtMemcpyBatch",
    "aclrtMemcpyBatchAsync",
    "aclrtMemcpyBatchAsyncV2",
    "aclrtMemcpyBatchV2",
    "aclrtMemcpyFromSymbol",
    "aclrtMemcpyFromSymbolAsync",
    "aclrtMemcpyToSymbol",
    "aclrtMemcpyToSymbolAsync",
    "aclrtMemset",
    "aclrtMemsetAsync",
    "aclrtMemsetD32",
    "aclrtMemsetD32Async",
    "aclrtNpuClearFloatOverFlowStatus",
    "aclrtNpuGetFloatOverFlowStatus",
    "aclrtProfTrace",
    "aclrtQueryEventStatus",
    "aclrtRandomNumAsync",
    "aclrtRecordEvent",
    "aclrtRecordNotify",
    "aclrtReduceAsync",
    "aclrtResetDevice",
    "aclrtResetDeviceForce",
    "aclrtResetEvent",
    "aclrtResetFloatOverflowStatus",
    "aclrtResetOverflowStatus",
    "aclrtSetCurrentContext",
    "aclrtSetDevice",
    "aclrtStreamAbort",
    "aclrtStreamGetFlags",
    "aclrtStreamQuery",
    "aclrtStreamWaitEvent",
    "aclrtStreamWaitEventWithTimeout",
    "aclrtSynchronizeDevice",
    "aclrtSynchronizeDeviceWithTimeout",
    "aclrtSynchronizeStream",
    "aclrtSynchronizeStreamWithTimeout",
    "aclrtTaskUpdateAsync",
    "aclrtValueWait",
    "aclrtValueWrite",
    "aclrtWaitAndResetNotify",
};

}  // namespace heddle::acl
