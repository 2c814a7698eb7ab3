// Made by tools/gen from facts/cuda.toml (cuda.h of CUDA 11.8, 12.9, 13.4, version 13). Do not edit.
#include "_gen/cuda_remote.gen.h"
#include "remote/cuda/client.h"

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace heddle::remote;

static bool sticks(int32_t result) {
  switch (result) {
    case 214: return true;
    case 700: return true;
    case 702: return true;
    case 710: return true;
    case 714: return true;
    case 715: return true;
    case 716: return true;
    case 717: return true;
    case 718: return true;
    case 719: return true;
    case 721: return true;
    case 999: return true;
    default: return false;
  }
}

const ClientFacts heddle::remote::kFacts = {"cuda", "CUDA_VISIBLE_DEVICES", 0, 400, 400, 801, 100, 719, sticks, true, kForwarded, also, wrong_handle};

HEDDLE_EXPORT CUresult cuArray3DCreate(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR_v1 *pAllocateArray) {
  static_cast<void>(pHandle);
  static_cast<void>(pAllocateArray);
  return CUresult(refuse("cuArray3DCreate"));
}

HEDDLE_EXPORT CUresult cuArray3DCreate_v2(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray) {
  Call call(kCuArray3DCreate_v2);
  call.made(kKindCUarray, pHandle);
  call.given(pAllocateArray, 1);
  const auto result = CUresult(call.ask());
  call.take_made(pHandle);
  return result;
}

HEDDLE_EXPORT CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray) {
  static_cast<void>(pArrayDescriptor);
  static_cast<void>(hArray);
  return CUresult(refuse("cuArray3DGetDescriptor"));
}

HEDDLE_EXPORT CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray) {
  Call call(kCuArray3DGetDescriptor_v2);
  call.wanted(pArrayDescriptor);
  call.handle(kKindCUarray, hArray);
  const auto result = CUresult(call.ask());
  call.take(pArrayDescriptor);
  return result;
}

HEDDLE_EXPORT CUresult cuArrayCreate(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR_v1 *pAllocateArray) {
  static_cast<void>(pHandle);
  static_cast<void>(pAllocateArray);
  return CUresult(refuse("cuArrayCreate"));
}

HEDDLE_EXPORT CUresult cuArrayCreate_v2(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray) {
  Call call(kCuArrayCreate_v2);
  call.made(kKindCUarray, pHandle);
  call.given(pAllocateArray, 1);
  const auto result = CUresult(call.ask());
  call.take_made(pHandle);
  return result;
}

HEDDLE_EXPORT CUresult cuArrayDestroy(CUarray hArray) {
  Call call(kCuArrayDestroy);
  call.handle(kKindCUarray, hArray);
  const auto result = CUresult(call.ask());
  if (result == 0) call.client().handles.forget(uint64_t(hArray));
  return result;
}

HEDDLE_EXPORT CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray) {
  static_cast<void>(pArrayDescriptor);
  static_cast<void>(hArray);
  return CUresult(refuse("cuArrayGetDescriptor"));
}

HEDDLE_EXPORT CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray) {
  Call call(kCuArrayGetDescriptor_v2);
  call.wanted(pArrayDescriptor);
  call.handle(kKindCUarray, hArray);
  const auto result = CUresult(call.ask());
  call.take(pArrayDescriptor);
  return result;
}

HEDDLE_EXPORT CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUarray array, CUdevice device) {
  static_cast<void>(memoryRequirements);
  static_cast<void>(array);
  static_cast<void>(device);
  return CUresult(refuse("cuArrayGetMemoryRequirements"));
}

HEDDLE_EXPORT CUresult cuArrayGetPlane(CUarray *pPlaneArray, CUarray hArray, unsigned int planeIdx) {
  static_cast<void>(pPlaneArray);
  static_cast<void>(hArray);
  static_cast<void>(planeIdx);
  return CUresult(refuse("cuArrayGetPlane"));
}

HEDDLE_EXPORT CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUarray array) {
  static_cast<void>(sparseProperties);
  static_cast<void>(array);
  return CUresult(refuse("cuArrayGetSparseProperties"));
}

HEDDLE_EXPORT CUresult cuCheckpointOperationComplete(CUcheckpointOperationHandle handle) {
  static_cast<void>(handle);
  return CUresult(refuse("cuCheckpointOperationComplete"));
}

HEDDLE_EXPORT CUresult cuCheckpointProcessCheckpoint(int pid, CUcheckpointCheckpointArgs *args) {
  static_cast<void>(pid);
  static_cast<void>(args);
  return CUresult(refuse("cuCheckpointProcessCheckpoint"));
}

HEDDLE_EXPORT CUresult cuCheckpointProcessGetRestoreThreadId(int pid, int *tid) {
  static_cast<void>(pid);
  static_cast<void>(tid);
  return CUresult(refuse("cuCheckpointProcessGetRestoreThreadId"));
}

HEDDLE_EXPORT CUresult cuCheckpointProcessGetState(int pid, CUprocessState *state) {
  static_cast<void>(pid);
  static_cast<void>(state);
  return CUresult(refuse("cuCheckpointProcessGetState"));
}

HEDDLE_EXPORT CUresult cuCheckpointProcessLock(int pid, CUcheckpointLockArgs *args) {
  static_cast<void>(pid);
  static_cast<void>(args);
  return CUresult(refuse("cuCheckpointProcessLock"));
}

HEDDLE_EXPORT CUresult cuCheckpointProcessRestore(int pid, CUcheckpointRestoreArgs *args) {
  static_cast<void>(pid);
  static_cast<void>(args);
  return CUresult(refuse("cuCheckpointProcessRestore"));
}

HEDDLE_EXPORT CUresult cuCheckpointProcessUnlock(int pid, CUcheckpointUnlockArgs *args) {
  static_cast<void>(pid);
  static_cast<void>(args);
  return CUresult(refuse("cuCheckpointProcessUnlock"));
}

HEDDLE_EXPORT CUresult cuCoredumpDeregisterCompleteCallback(CUcoredumpCallbackHandle callback) {
  static_cast<void>(callback);
  return CUresult(refuse("cuCoredumpDeregisterCompleteCallback"));
}

HEDDLE_EXPORT CUresult cuCoredumpDeregisterStartCallback(CUcoredumpCallbackHandle callback) {
  static_cast<void>(callback);
  return CUresult(refuse("cuCoredumpDeregisterStartCallback"));
}

HEDDLE_EXPORT CUresult cuCoredumpGetAttribute(CUcoredumpSettings attrib, void *value, size_t *size) {
  static_cast<void>(attrib);
  static_cast<void>(value);
  static_cast<void>(size);
  return CUresult(refuse("cuCoredumpGetAttribute"));
}

HEDDLE_EXPORT CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attrib, void *value, size_t *size) {
  static_cast<void>(attrib);
  static_cast<void>(value);
  static_cast<void>(size);
  return CUresult(refuse("cuCoredumpGetAttributeGlobal"));
}

HEDDLE_EXPORT CUresult cuCoredumpRegisterCompleteCallback(CUcoredumpStatusCallback callback, void *userData, CUcoredumpCallbackHandle *callbackOut) {
  static_cast<void>(callback);
  static_cast<void>(userData);
  static_cast<void>(callbackOut);
  return CUresult(refuse("cuCoredumpRegisterCompleteCallback"));
}

HEDDLE_EXPORT CUresult cuCoredumpRegisterStartCallback(CUcoredumpStatusCallback callback, void *userData, CUcoredumpCallbackHandle *callbackOut) {
  static_cast<void>(callback);
  static_cast<void>(userData);
  static_cast<void>(callbackOut);
  return CUresult(refuse("cuCoredumpRegisterStartCallback"));
}

HEDDLE_EXPORT CUresult cuCoredumpSetAttribute(CUcoredumpSettings attrib, void *value, size_t *size) {
  static_cast<void>(attrib);
  static_cast<void>(value);
  static_cast<void>(size);
  return CUresult(refuse("cuCoredumpSetAttribute"));
}

HEDDLE_EXPORT CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attrib, void *value, size_t *size) {
  static_cast<void>(attrib);
  static_cast<void>(value);
  static_cast<void>(size);
  return CUresult(refuse("cuCoredumpSetAttributeGlobal"));
}

HEDDLE_EXPORT CUresult cuCtxAttach(CUcontext *pctx, unsigned int flags) {
  static_cast<void>(pctx);
  static_cast<void>(flags);
  return CUresult(refuse("cuCtxAttach"));
}

HEDDLE_EXPORT CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams, unsigned int flags, CUdevice dev) {
  static_cast<void>(pctx);
  static_cast<void>(paramsArray);
  static_cast<void>(numParams);
  static_cast<void>(flags);
  static_cast<void>(dev);
  return CUresult(refuse("cuCtxCreate_v3"));
}

HEDDLE_EXPORT CUresult cuCtxDetach(CUcontext ctx) {
  static_cast<void>(ctx);
  return CUresult(refuse("cuCtxDetach"));
}

HEDDLE_EXPORT CUresult cuCtxDisablePeerAccess(CUcontext peerContext) {
  Call call(kCuCtxDisablePeerAccess);
  call.handle(kKindCUcontext, peerContext);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags) {
  Call call(kCuCtxEnablePeerAccess);
  call.handle(kKindCUcontext, peerContext);
  call.value(Flags);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version) {
  Call call(kCuCtxGetApiVersion);
  call.handle(kKindCUcontext, ctx);
  call.wanted(version);
  const auto result = CUresult(call.ask_once());
  call.take(version);
  return result;
}

HEDDLE_EXPORT CUresult cuCtxGetCacheConfig(CUfunc_cache *pconfig) {
  Call call(kCuCtxGetCacheConfig);
  call.wanted(pconfig);
  const auto result = CUresult(call.ask());
  call.take(pconfig);
  return result;
}

HEDDLE_EXPORT CUresult cuCtxGetExecAffinity(CUexecAffinityParam *pExecAffinity, CUexecAffinityType type) {
  Call call(kCuCtxGetExecAffinity);
  call.wanted(pExecAffinity);
  call.value(type);
  const auto result = CUresult(call.ask());
  call.take(pExecAffinity);
  return result;
}

HEDDLE_EXPORT CUresult cuCtxGetFlags(unsigned int *flags) {
  Call call(kCuCtxGetFlags);
  call.wanted(flags);
  const auto result = CUresult(call.ask());
  call.take(flags);
  return result;
}

HEDDLE_EXPORT CUresult cuCtxGetId(CUcontext ctx, unsigned long long *ctxId) {
  Call call(kCuCtxGetId);
  call.handle(kKindCUcontext, ctx);
  call.wanted(ctxId);
  const auto result = CUresult(call.ask());
  call.take(ctxId);
  return result;
}

HEDDLE_EXPORT CUresult cuCtxGetLimit(size_t *pvalue, CUlimit limit) {
  Call call(kCuCtxGetLimit);
  call.wanted(pvalue);
  call.value(limit);
  const auto result = CUresult(call.ask());
  call.take(pvalue);
  return result;
}

HEDDLE_EXPORT CUresult cuCtxGetSharedMemConfig(CUsharedconfig *pConfig) {
  Call call(kCuCtxGetSharedMemConfig);
  call.wanted(pConfig);
  const auto result = CUresult(call.ask());
  call.take(pConfig);
  return result;
}

HEDDLE_EXPORT CUresult cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority) {
  Call call(kCuCtxGetStreamPriorityRange);
  call.wanted(leastPriority);
  call.wanted(greatestPriority);
  const auto result = CUresult(call.ask_once());
  call.take(leastPriority);
  call.take(greatestPriority);
  return result;
}

HEDDLE_EXPORT CUresult cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent) {
  Call call(kCuCtxRecordEvent);
  call.handle(kKindCUcontext, hCtx);
  call.handle(kKindCUevent, hEvent);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuCtxResetPersistingL2Cache(void) {
  Call call(kCuCtxResetPersistingL2Cache);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  Call call(kCuCtxSetCacheConfig);
  call.value(config);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuCtxSetFlags(unsigned int flags) {
  Call call(kCuCtxSetFlags);
  call.value(flags);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  Call call(kCuCtxSetLimit);
  call.value(limit);
  call.value(value);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  Call call(kCuCtxSetSharedMemConfig);
  call.value(config);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuCtxSynchronize(void) {
  Call call(kCuCtxSynchronize);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuCtxSynchronize_v2(CUcontext ctx) {
  Call call(kCuCtxSynchronize_v2);
  call.handle(kKindCUcontext, ctx);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent) {
  Call call(kCuCtxWaitEvent);
  call.handle(kKindCUcontext, hCtx);
  call.handle(kKindCUevent, hEvent);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuDestroyExternalMemory(CUexternalMemory extMem) {
  static_cast<void>(extMem);
  return CUresult(refuse("cuDestroyExternalMemory"));
}

HEDDLE_EXPORT CUresult cuDestroyExternalSemaphore(CUexternalSemaphore extSem) {
  static_cast<void>(extSem);
  return CUresult(refuse("cuDestroyExternalSemaphore"));
}

HEDDLE_EXPORT CUresult cuDevSmResourceSplit(CUdevResource *result, unsigned int nbGroups, const CUdevResource *input, CUdevResource *remainder, unsigned int flags, CU_DEV_SM_RESOURCE_GROUP_PARAMS *groupParams) {
  static_cast<void>(result);
  static_cast<void>(nbGroups);
  static_cast<void>(input);
  static_cast<void>(remainder);
  static_cast<void>(flags);
  static_cast<void>(groupParams);
  return CUresult(refuse("cuDevSmResourceSplit"));
}

HEDDLE_EXPORT CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev) {
  Call call(kCuDeviceCanAccessPeer);
  call.wanted(canAccessPeer);
  call.value(dev);
  call.value(peerDev);
  const auto result = CUresult(call.ask_once());
  call.take(canAccessPeer);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice dev) {
  Call call(kCuDeviceComputeCapability);
  call.wanted(major);
  call.wanted(minor);
  call.value(dev);
  const auto result = CUresult(call.ask_once());
  call.take(major);
  call.take(minor);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  Call call(kCuDeviceGet);
  call.wanted(device);
  call.value(ordinal);
  const auto result = CUresult(call.ask_once());
  call.take(device);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId) {
  Call call(kCuDeviceGetByPCIBusId);
  call.wanted(dev);
  call.text(pciBusId);
  const auto result = CUresult(call.ask());
  call.take(dev);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetCliqueCount(size_t *count, CUdevice dev) {
  static_cast<void>(count);
  static_cast<void>(dev);
  return CUresult(refuse("cuDeviceGetCliqueCount"));
}

HEDDLE_EXPORT CUresult cuDeviceGetCliqueInfo(CUcliqueInfo *cliqueInfo, size_t *count, CUdevice dev) {
  static_cast<void>(cliqueInfo);
  static_cast<void>(count);
  static_cast<void>(dev);
  return CUresult(refuse("cuDeviceGetCliqueInfo"));
}

HEDDLE_EXPORT CUresult cuDeviceGetCount(int *count) {
  Call call(kCuDeviceGetCount);
  call.wanted(count);
  const auto result = CUresult(call.ask_once());
  call.take(count);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice dev) {
  Call call(kCuDeviceGetDefaultMemPool);
  call.made(kKindCUmemoryPool, pool_out);
  call.value(dev);
  const auto result = CUresult(call.ask());
  call.take_found(kKindCUmemoryPool, pool_out);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetExecAffinitySupport(int *pi, CUexecAffinityType type, CUdevice dev) {
  Call call(kCuDeviceGetExecAffinitySupport);
  call.wanted(pi);
  call.value(type);
  call.value(dev);
  const auto result = CUresult(call.ask());
  call.take(pi);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetFabricClusterUuid(CUuuid *uuid, CUdevice dev) {
  static_cast<void>(uuid);
  static_cast<void>(dev);
  return CUresult(refuse("cuDeviceGetFabricClusterUuid"));
}

HEDDLE_EXPORT CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value) {
  Call call(kCuDeviceGetGraphMemAttribute);
  call.value(device);
  call.value(attr);
  call.wanted(value);
  const auto result = CUresult(call.ask());
  call.take_bytes(value, 8);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *capabilities, const CUatomicOperation *operations, unsigned int count, CUdevice dev) {
  static_cast<void>(capabilities);
  static_cast<void>(operations);
  static_cast<void>(count);
  static_cast<void>(dev);
  return CUresult(refuse("cuDeviceGetHostAtomicCapabilities"));
}

HEDDLE_EXPORT CUresult cuDeviceGetLuid(char *luid, unsigned int *deviceNodeMask, CUdevice dev) {
  static_cast<void>(luid);
  static_cast<void>(deviceNodeMask);
  static_cast<void>(dev);
  return CUresult(refuse("cuDeviceGetLuid"));
}

HEDDLE_EXPORT CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice dev) {
  Call call(kCuDeviceGetMemPool);
  call.made(kKindCUmemoryPool, pool);
  call.value(dev);
  const auto result = CUresult(call.ask());
  call.take_found(kKindCUmemoryPool, pool);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetName(char *name, int len, CUdevice dev) {
  Call call(kCuDeviceGetName);
  call.wanted(name);
  call.value(len);
  call.value(dev);
  const auto result = CUresult(call.ask_once());
  call.take_bytes(name, len);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags) {
  static_cast<void>(nvSciSyncAttrList);
  static_cast<void>(dev);
  static_cast<void>(flags);
  return CUresult(refuse("cuDeviceGetNvSciSyncAttributes"));
}

HEDDLE_EXPORT CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *capabilities, const CUatomicOperation *operations, unsigned int count, CUdevice srcDevice, CUdevice dstDevice) {
  static_cast<void>(capabilities);
  static_cast<void>(operations);
  static_cast<void>(count);
  static_cast<void>(srcDevice);
  static_cast<void>(dstDevice);
  return CUresult(refuse("cuDeviceGetP2PAtomicCapabilities"));
}

HEDDLE_EXPORT CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice) {
  Call call(kCuDeviceGetP2PAttribute);
  call.wanted(value);
  call.value(attrib);
  call.value(srcDevice);
  call.value(dstDevice);
  const auto result = CUresult(call.ask_once());
  call.take(value);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev) {
  Call call(kCuDeviceGetPCIBusId);
  call.wanted(pciBusId);
  call.value(len);
  call.value(dev);
  const auto result = CUresult(call.ask_once());
  call.take_bytes(pciBusId, len);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice dev) {
  Call call(kCuDeviceGetProperties);
  call.wanted(prop);
  call.value(dev);
  const auto result = CUresult(call.ask_once());
  call.take(prop);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, CUarray_format format, unsigned numChannels, CUdevice dev) {
  Call call(kCuDeviceGetTexture1DLinearMaxWidth);
  call.wanted(maxWidthInElements);
  call.value(format);
  call.value(numChannels);
  call.value(dev);
  const auto result = CUresult(call.ask());
  call.take(maxWidthInElements);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev) {
  Call call(kCuDeviceGetUuid);
  call.wanted(uuid);
  call.value(dev);
  const auto result = CUresult(call.ask_once());
  call.take(uuid);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice dev) {
  Call call(kCuDeviceGetUuid_v2);
  call.wanted(uuid);
  call.value(dev);
  const auto result = CUresult(call.ask_once());
  call.take(uuid);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceGraphMemTrim(CUdevice device) {
  Call call(kCuDeviceGraphMemTrim);
  call.value(device);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) {
  Call call(kCuDevicePrimaryCtxSetFlags);
  call.value(dev);
  call.value(flags);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags) {
  Call call(kCuDevicePrimaryCtxSetFlags_v2);
  call.value(dev);
  call.value(flags);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callbackFunc, void *userData, CUasyncCallbackHandle *callback) {
  static_cast<void>(device);
  static_cast<void>(callbackFunc);
  static_cast<void>(userData);
  static_cast<void>(callback);
  return CUresult(refuse("cuDeviceRegisterAsyncNotification"));
}

HEDDLE_EXPORT CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value) {
  Call call(kCuDeviceSetGraphMemAttribute);
  call.value(device);
  call.value(attr);
  call.given(value, 8);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool) {
  Call call(kCuDeviceSetMemPool);
  call.value(dev);
  call.handle(kKindCUmemoryPool, pool);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceTotalMem(unsigned int *bytes, CUdevice dev) {
  static_cast<void>(bytes);
  static_cast<void>(dev);
  return CUresult(refuse("cuDeviceTotalMem"));
}

HEDDLE_EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice dev) {
  Call call(kCuDeviceTotalMem_v2);
  call.wanted(bytes);
  call.value(dev);
  const auto result = CUresult(call.ask_once());
  call.take(bytes);
  return result;
}

HEDDLE_EXPORT CUresult cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle callback) {
  static_cast<void>(device);
  static_cast<void>(callback);
  return CUresult(refuse("cuDeviceUnregisterAsyncNotification"));
}

HEDDLE_EXPORT CUresult cuDriverGetVersion(int *driverVersion) {
  Call call(kCuDriverGetVersion);
  call.wanted(driverVersion);
  const auto result = CUresult(call.ask_once());
  call.take(driverVersion);
  return result;
}

HEDDLE_EXPORT CUresult cuEventCreate(CUevent *phEvent, unsigned int Flags) {
  Call call(kCuEventCreate);
  call.made(kKindCUevent, phEvent);
  call.value(Flags);
  const auto result = CUresult(call.ask());
  call.take_made(phEvent);
  return result;
}

HEDDLE_EXPORT CUresult cuEventDestroy(CUevent hEvent) {
  Call call(kCuEventDestroy);
  call.handle(kKindCUevent, hEvent);
  const auto result = CUresult(call.send());
  if (result == 0) call.client().handles.forget(uint64_t(hEvent));
  return result;
}

HEDDLE_EXPORT CUresult cuEventDestroy_v2(CUevent hEvent) {
  Call call(kCuEventDestroy_v2);
  call.handle(kKindCUevent, hEvent);
  const auto result = CUresult(call.send());
  if (result == 0) call.client().handles.forget(uint64_t(hEvent));
  return result;
}

HEDDLE_EXPORT CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd) {
  Call call(kCuEventElapsedTime);
  call.wanted(pMilliseconds);
  call.handle(kKindCUevent, hStart);
  call.handle(kKindCUevent, hEnd);
  const auto result = CUresult(call.ask());
  call.take(pMilliseconds);
  return result;
}

HEDDLE_EXPORT CUresult cuEventElapsedTime_v2(float *pMilliseconds, CUevent hStart, CUevent hEnd) {
  Call call(kCuEventElapsedTime_v2);
  call.wanted(pMilliseconds);
  call.handle(kKindCUevent, hStart);
  call.handle(kKindCUevent, hEnd);
  const auto result = CUresult(call.ask());
  call.take(pMilliseconds);
  return result;
}

HEDDLE_EXPORT CUresult cuEventQuery(CUevent hEvent) {
  Call call(kCuEventQuery);
  call.handle(kKindCUevent, hEvent);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuEventRecord(CUevent hEvent, CUstream hStream) {
  Call call(kCuEventRecord);
  call.handle(kKindCUevent, hEvent);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuEventRecord_ptsz(CUevent hEvent, CUstream hStream) {
  return cuEventRecord(hEvent, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) {
  Call call(kCuEventRecordWithFlags);
  call.handle(kKindCUevent, hEvent);
  call.handle_or_none(kKindCUstream, hStream);
  call.value(flags);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuEventRecordWithFlags_ptsz(CUevent hEvent, CUstream hStream, unsigned int flags) {
  return cuEventRecordWithFlags(hEvent, per_thread(hStream), flags);
}

HEDDLE_EXPORT CUresult cuEventSynchronize(CUevent hEvent) {
  Call call(kCuEventSynchronize);
  call.handle(kKindCUevent, hEvent);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc) {
  static_cast<void>(devPtr);
  static_cast<void>(extMem);
  static_cast<void>(bufferDesc);
  return CUresult(refuse("cuExternalMemoryGetMappedBuffer"));
}

HEDDLE_EXPORT CUresult cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray *mipmap, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc) {
  static_cast<void>(mipmap);
  static_cast<void>(extMem);
  static_cast<void>(mipmapDesc);
  return CUresult(refuse("cuExternalMemoryGetMappedMipmappedArray"));
}

HEDDLE_EXPORT CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope) {
  Call call(kCuFlushGPUDirectRDMAWrites);
  call.value(target);
  call.value(scope);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc) {
  Call call(kCuFuncGetAttribute);
  call.wanted(pi);
  call.value(attrib);
  call.handle(kKindCUfunction, hfunc);
  const auto result = CUresult(call.ask_once());
  call.take(pi);
  return result;
}

HEDDLE_EXPORT CUresult cuFuncGetModule(CUmodule *hmod, CUfunction hfunc) {
  Call call(kCuFuncGetModule);
  call.made(kKindCUmodule, hmod);
  call.handle(kKindCUfunction, hfunc);
  const auto result = CUresult(call.ask());
  call.take_found(kKindCUmodule, hmod);
  return result;
}

HEDDLE_EXPORT CUresult cuFuncGetParamCount(CUfunction func, size_t *paramCount) {
  Call call(kCuFuncGetParamCount);
  call.handle(kKindCUfunction, func);
  call.wanted(paramCount);
  const auto result = CUresult(call.ask_once());
  call.take(paramCount);
  return result;
}

HEDDLE_EXPORT CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t *paramOffset, size_t *paramSize) {
  Call call(kCuFuncGetParamInfo);
  call.handle(kKindCUfunction, func);
  call.value(paramIndex);
  call.wanted(paramOffset);
  call.wanted(paramSize);
  const auto result = CUresult(call.ask_once());
  call.take(paramOffset);
  call.take(paramSize);
  return result;
}

HEDDLE_EXPORT CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function) {
  Call call(kCuFuncIsLoaded);
  call.wanted(state);
  call.handle(kKindCUfunction, function);
  const auto result = CUresult(call.ask());
  call.take(state);
  return result;
}

HEDDLE_EXPORT CUresult cuFuncLoad(CUfunction function) {
  Call call(kCuFuncLoad);
  call.handle(kKindCUfunction, function);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value) {
  Call call(kCuFuncSetAttribute);
  call.handle(kKindCUfunction, hfunc);
  call.value(attrib);
  call.value(value);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z) {
  static_cast<void>(hfunc);
  static_cast<void>(x);
  static_cast<void>(y);
  static_cast<void>(z);
  return CUresult(refuse("cuFuncSetBlockShape"));
}

HEDDLE_EXPORT CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config) {
  Call call(kCuFuncSetCacheConfig);
  call.handle(kKindCUfunction, hfunc);
  call.value(config);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config) {
  Call call(kCuFuncSetSharedMemConfig);
  call.handle(kKindCUfunction, hfunc);
  call.value(config);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes) {
  static_cast<void>(hfunc);
  static_cast<void>(bytes);
  return CUresult(refuse("cuFuncSetSharedSize"));
}

HEDDLE_EXPORT CUresult cuGraphAddBatchMemOpNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphAddBatchMemOpNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddChildGraphNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUgraph childGraph) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(childGraph);
  return CUresult(refuse("cuGraphAddChildGraphNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies) {
  static_cast<void>(hGraph);
  static_cast<void>(from);
  static_cast<void>(to);
  static_cast<void>(numDependencies);
  return CUresult(refuse("cuGraphAddDependencies"));
}

HEDDLE_EXPORT CUresult cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies) {
  static_cast<void>(hGraph);
  static_cast<void>(from);
  static_cast<void>(to);
  static_cast<void>(edgeData);
  static_cast<void>(numDependencies);
  return CUresult(refuse("cuGraphAddDependencies_v2"));
}

HEDDLE_EXPORT CUresult cuGraphAddEmptyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  return CUresult(refuse("cuGraphAddEmptyNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddEventRecordNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUevent event) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(event);
  return CUresult(refuse("cuGraphAddEventRecordNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddEventWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUevent event) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(event);
  return CUresult(refuse("cuGraphAddEventWaitNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphAddExternalSemaphoresSignalNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphAddExternalSemaphoresWaitNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddHostNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_HOST_NODE_PARAMS *nodeParams) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphAddHostNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddKernelNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphAddKernelNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddKernelNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS *nodeParams) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphAddKernelNode_v2"));
}

HEDDLE_EXPORT CUresult cuGraphAddMemAllocNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS *nodeParams) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphAddMemAllocNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddMemFreeNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUdeviceptr dptr) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(dptr);
  return CUresult(refuse("cuGraphAddMemFreeNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddMemcpyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_MEMCPY3D *copyParams, CUcontext ctx) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(copyParams);
  static_cast<void>(ctx);
  return CUresult(refuse("cuGraphAddMemcpyNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddMemsetNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(memsetParams);
  static_cast<void>(ctx);
  return CUresult(refuse("cuGraphAddMemsetNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUgraphNodeParams *nodeParams) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphAddNode"));
}

HEDDLE_EXPORT CUresult cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUgraphNodeParams *nodeParams) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(dependencyData);
  static_cast<void>(numDependencies);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphAddNode_v2"));
}

HEDDLE_EXPORT CUresult cuGraphAddNode_v3(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUgraphNodeParams *nodeParams) {
  static_cast<void>(phGraphNode);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(dependencyData);
  static_cast<void>(numDependencies);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphAddNode_v3"));
}

HEDDLE_EXPORT CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams_out) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams_out);
  return CUresult(refuse("cuGraphBatchMemOpNodeGetParams"));
}

HEDDLE_EXPORT CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphBatchMemOpNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph *phGraph) {
  Call call(kCuGraphChildGraphNodeGetGraph);
  call.handle(kKindCUgraphNode, hNode);
  call.made(kKindCUgraph, phGraph);
  const auto result = CUresult(call.ask());
  call.take_found(kKindCUgraph, phGraph);
  return result;
}

HEDDLE_EXPORT CUresult cuGraphClone(CUgraph *phGraphClone, CUgraph originalGraph) {
  Call call(kCuGraphClone);
  call.made(kKindCUgraph, phGraphClone);
  call.handle(kKindCUgraph, originalGraph);
  const auto result = CUresult(call.ask());
  call.take_made(phGraphClone);
  return result;
}

HEDDLE_EXPORT CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *pHandle_out, CUgraph hGraph, CUcontext ctx, unsigned int defaultLaunchValue, unsigned int flags) {
  static_cast<void>(pHandle_out);
  static_cast<void>(hGraph);
  static_cast<void>(ctx);
  static_cast<void>(defaultLaunchValue);
  static_cast<void>(flags);
  return CUresult(refuse("cuGraphConditionalHandleCreate"));
}

HEDDLE_EXPORT CUresult cuGraphCreate(CUgraph *phGraph, unsigned int flags) {
  Call call(kCuGraphCreate);
  call.made(kKindCUgraph, phGraph);
  call.value(flags);
  const auto result = CUresult(call.ask());
  call.take_made(phGraph);
  return result;
}

HEDDLE_EXPORT CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char *path, unsigned int flags) {
  static_cast<void>(hGraph);
  static_cast<void>(path);
  static_cast<void>(flags);
  return CUresult(refuse("cuGraphDebugDotPrint"));
}

HEDDLE_EXPORT CUresult cuGraphDestroy(CUgraph hGraph) {
  Call call(kCuGraphDestroy);
  call.handle(kKindCUgraph, hGraph);
  const auto result = CUresult(call.send());
  if (result == 0) call.client().handles.forget(uint64_t(hGraph));
  return result;
}

HEDDLE_EXPORT CUresult cuGraphDestroyNode(CUgraphNode hNode) {
  static_cast<void>(hNode);
  return CUresult(refuse("cuGraphDestroyNode"));
}

HEDDLE_EXPORT CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent *event_out) {
  static_cast<void>(hNode);
  static_cast<void>(event_out);
  return CUresult(refuse("cuGraphEventRecordNodeGetEvent"));
}

HEDDLE_EXPORT CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event) {
  static_cast<void>(hNode);
  static_cast<void>(event);
  return CUresult(refuse("cuGraphEventRecordNodeSetEvent"));
}

HEDDLE_EXPORT CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent *event_out) {
  static_cast<void>(hNode);
  static_cast<void>(event_out);
  return CUresult(refuse("cuGraphEventWaitNodeGetEvent"));
}

HEDDLE_EXPORT CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event) {
  static_cast<void>(hNode);
  static_cast<void>(event);
  return CUresult(refuse("cuGraphEventWaitNodeSetEvent"));
}

HEDDLE_EXPORT CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphExecBatchMemOpNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph) {
  Call call(kCuGraphExecChildGraphNodeSetParams);
  call.handle(kKindCUgraphExec, hGraphExec);
  call.handle(kKindCUgraphNode, hNode);
  call.handle(kKindCUgraph, childGraph);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuGraphExecDestroy(CUgraphExec hGraphExec) {
  Call call(kCuGraphExecDestroy);
  call.handle(kKindCUgraphExec, hGraphExec);
  const auto result = CUresult(call.send());
  if (result == 0) call.client().handles.forget(uint64_t(hGraphExec));
  return result;
}

HEDDLE_EXPORT CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(event);
  return CUresult(refuse("cuGraphExecEventRecordNodeSetEvent"));
}

HEDDLE_EXPORT CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(event);
  return CUresult(refuse("cuGraphExecEventWaitNodeSetEvent"));
}

HEDDLE_EXPORT CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphExecExternalSemaphoresSignalNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphExecExternalSemaphoresWaitNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t *flags) {
  Call call(kCuGraphExecGetFlags);
  call.handle(kKindCUgraphExec, hGraphExec);
  call.wanted(flags);
  const auto result = CUresult(call.ask());
  call.take(flags);
  return result;
}

HEDDLE_EXPORT CUresult cuGraphExecGetId(CUgraphExec hGraphExec, unsigned int *graphId) {
  static_cast<void>(hGraphExec);
  static_cast<void>(graphId);
  return CUresult(refuse("cuGraphExecGetId"));
}

HEDDLE_EXPORT CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphExecHostNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphExecKernelNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphExecKernelNodeSetParams_v2"));
}

HEDDLE_EXPORT CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D *copyParams, CUcontext ctx) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(copyParams);
  static_cast<void>(ctx);
  return CUresult(refuse("cuGraphExecMemcpyNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(memsetParams);
  static_cast<void>(ctx);
  return CUresult(refuse("cuGraphExecMemsetNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams *nodeParams) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphExecNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode *hErrorNode_out, CUgraphExecUpdateResult *updateResult_out) {
  Call call(kCuGraphExecUpdate);
  call.handle(kKindCUgraphExec, hGraphExec);
  call.handle(kKindCUgraph, hGraph);
  call.made(kKindCUgraphNode, hErrorNode_out);
  call.wanted(updateResult_out);
  const auto result = CUresult(call.ask());
  call.take_found(kKindCUgraphNode, hErrorNode_out);
  call.take(updateResult_out);
  return result;
}

HEDDLE_EXPORT CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params_out) {
  static_cast<void>(hNode);
  static_cast<void>(params_out);
  return CUresult(refuse("cuGraphExternalSemaphoresSignalNodeGetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphExternalSemaphoresSignalNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS *params_out) {
  static_cast<void>(hNode);
  static_cast<void>(params_out);
  return CUresult(refuse("cuGraphExternalSemaphoresWaitNodeGetParams"));
}

HEDDLE_EXPORT CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphExternalSemaphoresWaitNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, size_t *numEdges) {
  static_cast<void>(hGraph);
  static_cast<void>(from);
  static_cast<void>(to);
  static_cast<void>(numEdges);
  return CUresult(refuse("cuGraphGetEdges"));
}

HEDDLE_EXPORT CUresult cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edgeData, size_t *numEdges) {
  static_cast<void>(hGraph);
  static_cast<void>(from);
  static_cast<void>(to);
  static_cast<void>(edgeData);
  static_cast<void>(numEdges);
  return CUresult(refuse("cuGraphGetEdges_v2"));
}

HEDDLE_EXPORT CUresult cuGraphGetId(CUgraph hGraph, unsigned int *graphId) {
  static_cast<void>(hGraph);
  static_cast<void>(graphId);
  return CUresult(refuse("cuGraphGetId"));
}

HEDDLE_EXPORT CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode *rootNodes, size_t *numRootNodes) {
  static_cast<void>(hGraph);
  static_cast<void>(rootNodes);
  static_cast<void>(numRootNodes);
  return CUresult(refuse("cuGraphGetRootNodes"));
}

HEDDLE_EXPORT CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphHostNodeGetParams"));
}

HEDDLE_EXPORT CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphHostNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphInstantiate(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode, char *logBuffer, size_t bufferSize) {
  static_cast<void>(phGraphExec);
  static_cast<void>(hGraph);
  static_cast<void>(phErrorNode);
  static_cast<void>(logBuffer);
  static_cast<void>(bufferSize);
  return CUresult(refuse("cuGraphInstantiate"));
}

HEDDLE_EXPORT CUresult cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph, unsigned long long flags) {
  Call call(kCuGraphInstantiateWithFlags);
  call.made(kKindCUgraphExec, phGraphExec);
  call.handle(kKindCUgraph, hGraph);
  call.value(flags);
  const auto result = CUresult(call.ask());
  call.take_made(phGraphExec);
  return result;
}

HEDDLE_EXPORT CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec *phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams) {
  return cuGraphInstantiateWithParams(phGraphExec, hGraph, instantiateParams);
}

HEDDLE_EXPORT CUresult cuGraphInstantiate_v2(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode, char *logBuffer, size_t bufferSize) {
  static_cast<void>(phGraphExec);
  static_cast<void>(hGraph);
  static_cast<void>(phErrorNode);
  static_cast<void>(logBuffer);
  static_cast<void>(bufferSize);
  return CUresult(refuse("cuGraphInstantiate_v2"));
}

HEDDLE_EXPORT CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src) {
  static_cast<void>(dst);
  static_cast<void>(src);
  return CUresult(refuse("cuGraphKernelNodeCopyAttributes"));
}

HEDDLE_EXPORT CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue *value_out) {
  static_cast<void>(hNode);
  static_cast<void>(attr);
  static_cast<void>(value_out);
  return CUresult(refuse("cuGraphKernelNodeGetAttribute"));
}

HEDDLE_EXPORT CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphKernelNodeGetParams"));
}

HEDDLE_EXPORT CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphKernelNodeGetParams_v2"));
}

HEDDLE_EXPORT CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue *value) {
  static_cast<void>(hNode);
  static_cast<void>(attr);
  static_cast<void>(value);
  return CUresult(refuse("cuGraphKernelNodeSetAttribute"));
}

HEDDLE_EXPORT CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphKernelNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphKernelNodeSetParams_v2"));
}

HEDDLE_EXPORT CUresult cuGraphLaunch(CUgraphExec hGraph, CUstream hStream) {
  Call call(kCuGraphLaunch);
  call.handle(kKindCUgraphExec, hGraph);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuGraphLaunch_ptsz(CUgraphExec hGraph, CUstream hStream) {
  return cuGraphLaunch(hGraph, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS *params_out) {
  static_cast<void>(hNode);
  static_cast<void>(params_out);
  return CUresult(refuse("cuGraphMemAllocNodeGetParams"));
}

HEDDLE_EXPORT CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr *dptr_out) {
  static_cast<void>(hNode);
  static_cast<void>(dptr_out);
  return CUresult(refuse("cuGraphMemFreeNodeGetParams"));
}

HEDDLE_EXPORT CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphMemcpyNodeGetParams"));
}

HEDDLE_EXPORT CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphMemcpyNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphMemsetNodeGetParams"));
}

HEDDLE_EXPORT CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphMemsetNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphNodeFindInClone(CUgraphNode *phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph) {
  static_cast<void>(phNode);
  static_cast<void>(hOriginalNode);
  static_cast<void>(hClonedGraph);
  return CUresult(refuse("cuGraphNodeFindInClone"));
}

HEDDLE_EXPORT CUresult cuGraphNodeGetContainingGraph(CUgraphNode hNode, CUgraph *phGraph) {
  static_cast<void>(hNode);
  static_cast<void>(phGraph);
  return CUresult(refuse("cuGraphNodeGetContainingGraph"));
}

HEDDLE_EXPORT CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode *dependencies, size_t *numDependencies) {
  static_cast<void>(hNode);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  return CUresult(refuse("cuGraphNodeGetDependencies"));
}

HEDDLE_EXPORT CUresult cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode *dependencies, CUgraphEdgeData *edgeData, size_t *numDependencies) {
  static_cast<void>(hNode);
  static_cast<void>(dependencies);
  static_cast<void>(edgeData);
  static_cast<void>(numDependencies);
  return CUresult(refuse("cuGraphNodeGetDependencies_v2"));
}

HEDDLE_EXPORT CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode *dependentNodes, size_t *numDependentNodes) {
  static_cast<void>(hNode);
  static_cast<void>(dependentNodes);
  static_cast<void>(numDependentNodes);
  return CUresult(refuse("cuGraphNodeGetDependentNodes"));
}

HEDDLE_EXPORT CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode *dependentNodes, CUgraphEdgeData *edgeData, size_t *numDependentNodes) {
  static_cast<void>(hNode);
  static_cast<void>(dependentNodes);
  static_cast<void>(edgeData);
  static_cast<void>(numDependentNodes);
  return CUresult(refuse("cuGraphNodeGetDependentNodes_v2"));
}

HEDDLE_EXPORT CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int *isEnabled) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(isEnabled);
  return CUresult(refuse("cuGraphNodeGetEnabled"));
}

HEDDLE_EXPORT CUresult cuGraphNodeGetLocalId(CUgraphNode hNode, unsigned int *nodeId) {
  static_cast<void>(hNode);
  static_cast<void>(nodeId);
  return CUresult(refuse("cuGraphNodeGetLocalId"));
}

HEDDLE_EXPORT CUresult cuGraphNodeGetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphNodeGetParams"));
}

HEDDLE_EXPORT CUresult cuGraphNodeGetToolsId(CUgraphNode hNode, unsigned long long *toolsNodeId) {
  static_cast<void>(hNode);
  static_cast<void>(toolsNodeId);
  return CUresult(refuse("cuGraphNodeGetToolsId"));
}

HEDDLE_EXPORT CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType *type) {
  Call call(kCuGraphNodeGetType);
  call.handle(kKindCUgraphNode, hNode);
  call.wanted(type);
  const auto result = CUresult(call.ask_once());
  call.take(type);
  return result;
}

HEDDLE_EXPORT CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled) {
  static_cast<void>(hGraphExec);
  static_cast<void>(hNode);
  static_cast<void>(isEnabled);
  return CUresult(refuse("cuGraphNodeSetEnabled"));
}

HEDDLE_EXPORT CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphNodeSetParams"));
}

HEDDLE_EXPORT CUresult cuGraphNodeSetParams_v2(CUgraphNode hNode, CUgraphNodeParams *nodeParams) {
  static_cast<void>(hNode);
  static_cast<void>(nodeParams);
  return CUresult(refuse("cuGraphNodeSetParams_v2"));
}

HEDDLE_EXPORT CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count) {
  static_cast<void>(graph);
  static_cast<void>(object);
  static_cast<void>(count);
  return CUresult(refuse("cuGraphReleaseUserObject"));
}

HEDDLE_EXPORT CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies) {
  static_cast<void>(hGraph);
  static_cast<void>(from);
  static_cast<void>(to);
  static_cast<void>(numDependencies);
  return CUresult(refuse("cuGraphRemoveDependencies"));
}

HEDDLE_EXPORT CUresult cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies) {
  static_cast<void>(hGraph);
  static_cast<void>(from);
  static_cast<void>(to);
  static_cast<void>(edgeData);
  static_cast<void>(numDependencies);
  return CUresult(refuse("cuGraphRemoveDependencies_v2"));
}

HEDDLE_EXPORT CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags) {
  static_cast<void>(graph);
  static_cast<void>(object);
  static_cast<void>(count);
  static_cast<void>(flags);
  return CUresult(refuse("cuGraphRetainUserObject"));
}

HEDDLE_EXPORT CUresult cuGraphUpload(CUgraphExec hGraph, CUstream hStream) {
  Call call(kCuGraphUpload);
  call.handle(kKindCUgraphExec, hGraph);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuGraphUpload_ptsz(CUgraphExec hGraph, CUstream hStream) {
  return cuGraphUpload(hGraph, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream) {
  static_cast<void>(count);
  static_cast<void>(resources);
  static_cast<void>(hStream);
  return CUresult(refuse("cuGraphicsMapResources"));
}

HEDDLE_EXPORT CUresult cuGraphicsMapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream) {
  static_cast<void>(count);
  static_cast<void>(resources);
  static_cast<void>(hStream);
  return CUresult(refuse("cuGraphicsMapResources_ptsz"));
}

HEDDLE_EXPORT CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *pMipmappedArray, CUgraphicsResource resource) {
  static_cast<void>(pMipmappedArray);
  static_cast<void>(resource);
  return CUresult(refuse("cuGraphicsResourceGetMappedMipmappedArray"));
}

HEDDLE_EXPORT CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1 *pDevPtr, unsigned int *pSize, CUgraphicsResource resource) {
  static_cast<void>(pDevPtr);
  static_cast<void>(pSize);
  static_cast<void>(resource);
  return CUresult(refuse("cuGraphicsResourceGetMappedPointer"));
}

HEDDLE_EXPORT CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr *pDevPtr, size_t *pSize, CUgraphicsResource resource) {
  static_cast<void>(pDevPtr);
  static_cast<void>(pSize);
  static_cast<void>(resource);
  return CUresult(refuse("cuGraphicsResourceGetMappedPointer_v2"));
}

HEDDLE_EXPORT CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags) {
  static_cast<void>(resource);
  static_cast<void>(flags);
  return CUresult(refuse("cuGraphicsResourceSetMapFlags"));
}

HEDDLE_EXPORT CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource, unsigned int flags) {
  static_cast<void>(resource);
  static_cast<void>(flags);
  return CUresult(refuse("cuGraphicsResourceSetMapFlags_v2"));
}

HEDDLE_EXPORT CUresult cuGraphicsSubResourceGetMappedArray(CUarray *pArray, CUgraphicsResource resource, unsigned int arrayIndex, unsigned int mipLevel) {
  static_cast<void>(pArray);
  static_cast<void>(resource);
  static_cast<void>(arrayIndex);
  static_cast<void>(mipLevel);
  return CUresult(refuse("cuGraphicsSubResourceGetMappedArray"));
}

HEDDLE_EXPORT CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream) {
  static_cast<void>(count);
  static_cast<void>(resources);
  static_cast<void>(hStream);
  return CUresult(refuse("cuGraphicsUnmapResources"));
}

HEDDLE_EXPORT CUresult cuGraphicsUnmapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream) {
  static_cast<void>(count);
  static_cast<void>(resources);
  static_cast<void>(hStream);
  return CUresult(refuse("cuGraphicsUnmapResources_ptsz"));
}

HEDDLE_EXPORT CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource) {
  static_cast<void>(resource);
  return CUresult(refuse("cuGraphicsUnregisterResource"));
}

HEDDLE_EXPORT CUresult cuGreenCtxCreate(CUgreenCtx *phCtx, CUdevResourceDesc desc, CUdevice dev, unsigned int flags) {
  Call call(kCuGreenCtxCreate);
  call.made(kKindCUgreenCtx, phCtx);
  call.handle(kKindCUdevResourceDesc, desc);
  call.value(dev);
  call.value(flags);
  const auto result = CUresult(call.ask());
  call.take_made(phCtx);
  return result;
}

HEDDLE_EXPORT CUresult cuGreenCtxDestroy(CUgreenCtx hCtx) {
  Call call(kCuGreenCtxDestroy);
  call.handle(kKindCUgreenCtx, hCtx);
  const auto result = CUresult(call.ask());
  if (result == 0) call.client().handles.forget(uint64_t(hCtx));
  return result;
}

HEDDLE_EXPORT CUresult cuGreenCtxGetId(CUgreenCtx greenCtx, unsigned long long *greenCtxId) {
  static_cast<void>(greenCtx);
  static_cast<void>(greenCtxId);
  return CUresult(refuse("cuGreenCtxGetId"));
}

HEDDLE_EXPORT CUresult cuGreenCtxRecordEvent(CUgreenCtx hCtx, CUevent hEvent) {
  Call call(kCuGreenCtxRecordEvent);
  call.handle(kKindCUgreenCtx, hCtx);
  call.handle(kKindCUevent, hEvent);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuGreenCtxStreamCreate(CUstream *phStream, CUgreenCtx greenCtx, unsigned int flags, int priority) {
  Call call(kCuGreenCtxStreamCreate);
  call.made(kKindCUstream, phStream);
  call.handle(kKindCUgreenCtx, greenCtx);
  call.value(flags);
  call.value(priority);
  const auto result = CUresult(call.ask());
  call.take_made(phStream);
  return result;
}

HEDDLE_EXPORT CUresult cuGreenCtxWaitEvent(CUgreenCtx hCtx, CUevent hEvent) {
  Call call(kCuGreenCtxWaitEvent);
  call.handle(kKindCUgreenCtx, hCtx);
  call.handle(kKindCUevent, hEvent);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuImportExternalMemory(CUexternalMemory *extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc) {
  static_cast<void>(extMem_out);
  static_cast<void>(memHandleDesc);
  return CUresult(refuse("cuImportExternalMemory"));
}

HEDDLE_EXPORT CUresult cuImportExternalSemaphore(CUexternalSemaphore *extSem_out, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc) {
  static_cast<void>(extSem_out);
  static_cast<void>(semHandleDesc);
  return CUresult(refuse("cuImportExternalSemaphore"));
}

HEDDLE_EXPORT CUresult cuIpcCloseMemHandle(CUdeviceptr dptr) {
  static_cast<void>(dptr);
  return CUresult(refuse("cuIpcCloseMemHandle"));
}

HEDDLE_EXPORT CUresult cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent event) {
  static_cast<void>(pHandle);
  static_cast<void>(event);
  return CUresult(refuse("cuIpcGetEventHandle"));
}

HEDDLE_EXPORT CUresult cuIpcGetMemHandle(CUipcMemHandle *pHandle, CUdeviceptr dptr) {
  static_cast<void>(pHandle);
  static_cast<void>(dptr);
  return CUresult(refuse("cuIpcGetMemHandle"));
}

HEDDLE_EXPORT CUresult cuIpcOpenEventHandle(CUevent *phEvent, CUipcEventHandle handle) {
  static_cast<void>(phEvent);
  static_cast<void>(handle);
  return CUresult(refuse("cuIpcOpenEventHandle"));
}

HEDDLE_EXPORT CUresult cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags) {
  static_cast<void>(pdptr);
  static_cast<void>(handle);
  static_cast<void>(Flags);
  return CUresult(refuse("cuIpcOpenMemHandle"));
}

HEDDLE_EXPORT CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags) {
  static_cast<void>(pdptr);
  static_cast<void>(handle);
  static_cast<void>(Flags);
  return CUresult(refuse("cuIpcOpenMemHandle_v2"));
}

HEDDLE_EXPORT CUresult cuKernelGetAttribute(int *pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev) {
  Call call(kCuKernelGetAttribute);
  call.wanted(pi);
  call.value(attrib);
  call.handle(kKindCUkernel, kernel);
  call.value(dev);
  const auto result = CUresult(call.ask_once());
  call.take(pi);
  return result;
}

HEDDLE_EXPORT CUresult cuKernelGetLibrary(CUlibrary *pLib, CUkernel kernel) {
  Call call(kCuKernelGetLibrary);
  call.made(kKindCUlibrary, pLib);
  call.handle(kKindCUkernel, kernel);
  const auto result = CUresult(call.ask());
  call.take_found(kKindCUlibrary, pLib);
  return result;
}

HEDDLE_EXPORT CUresult cuKernelGetParamCount(CUkernel kernel, size_t *paramCount) {
  Call call(kCuKernelGetParamCount);
  call.handle(kKindCUkernel, kernel);
  call.wanted(paramCount);
  const auto result = CUresult(call.ask_once());
  call.take(paramCount);
  return result;
}

HEDDLE_EXPORT CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t *paramOffset, size_t *paramSize) {
  Call call(kCuKernelGetParamInfo);
  call.handle(kKindCUkernel, kernel);
  call.value(paramIndex);
  call.wanted(paramOffset);
  call.wanted(paramSize);
  const auto result = CUresult(call.ask_once());
  call.take(paramOffset);
  call.take(paramSize);
  return result;
}

HEDDLE_EXPORT CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev) {
  Call call(kCuKernelSetAttribute);
  call.value(attrib);
  call.value(val);
  call.handle(kKindCUkernel, kernel);
  call.value(dev);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev) {
  Call call(kCuKernelSetCacheConfig);
  call.handle(kKindCUkernel, kernel);
  call.value(config);
  call.value(dev);
  const auto result = CUresult(call.ask());
  call.client().forget_answers();
  return result;
}

HEDDLE_EXPORT CUresult cuLaunch(CUfunction f) {
  static_cast<void>(f);
  return CUresult(refuse("cuLaunch"));
}

HEDDLE_EXPORT CUresult cuLaunchCooperativeKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams) {
  return cuLaunchCooperativeKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, per_thread(hStream), kernelParams);
}

HEDDLE_EXPORT CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *launchParamsList, unsigned int numDevices, unsigned int flags) {
  static_cast<void>(launchParamsList);
  static_cast<void>(numDevices);
  static_cast<void>(flags);
  return CUresult(refuse("cuLaunchCooperativeKernelMultiDevice"));
}

HEDDLE_EXPORT CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height) {
  static_cast<void>(f);
  static_cast<void>(grid_width);
  static_cast<void>(grid_height);
  return CUresult(refuse("cuLaunchGrid"));
}

HEDDLE_EXPORT CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream) {
  static_cast<void>(f);
  static_cast<void>(grid_width);
  static_cast<void>(grid_height);
  static_cast<void>(hStream);
  return CUresult(refuse("cuLaunchGridAsync"));
}

HEDDLE_EXPORT CUresult cuLaunchHostFunc_ptsz(CUstream hStream, CUhostFn fn, void *userData) {
  return cuLaunchHostFunc(per_thread(hStream), fn, userData);
}

HEDDLE_EXPORT CUresult cuLaunchHostFunc_v2(CUstream hStream, CUhostFn fn, void *userData, unsigned int syncMode) {
  static_cast<void>(hStream);
  static_cast<void>(fn);
  static_cast<void>(userData);
  static_cast<void>(syncMode);
  return CUresult(refuse("cuLaunchHostFunc_v2"));
}

HEDDLE_EXPORT CUresult cuLaunchHostFunc_v2_ptsz(CUstream hStream, CUhostFn fn, void *userData, unsigned int syncMode) {
  static_cast<void>(hStream);
  static_cast<void>(fn);
  static_cast<void>(userData);
  static_cast<void>(syncMode);
  return CUresult(refuse("cuLaunchHostFunc_v2_ptsz"));
}

HEDDLE_EXPORT CUresult cuLaunchKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra) {
  return cuLaunchKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, per_thread(hStream), kernelParams, extra);
}

HEDDLE_EXPORT CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra) {
  return cuLaunchKernelEx(per_thread(config), f, kernelParams, extra);
}

HEDDLE_EXPORT CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int numKernels, CUlibrary lib) {
  static_cast<void>(kernels);
  static_cast<void>(numKernels);
  static_cast<void>(lib);
  return CUresult(refuse("cuLibraryEnumerateKernels"));
}

HEDDLE_EXPORT CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary lib) {
  Call call(kCuLibraryGetKernelCount);
  call.wanted(count);
  call.handle(kKindCUlibrary, lib);
  const auto result = CUresult(call.ask());
  call.take(count);
  return result;
}

HEDDLE_EXPORT CUresult cuLibraryGetManaged(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name) {
  static_cast<void>(dptr);
  static_cast<void>(bytes);
  static_cast<void>(library);
  static_cast<void>(name);
  return CUresult(refuse("cuLibraryGetManaged"));
}

HEDDLE_EXPORT CUresult cuLibraryGetModule(CUmodule *pMod, CUlibrary library) {
  Call call(kCuLibraryGetModule);
  call.made(kKindCUmodule, pMod);
  call.handle(kKindCUlibrary, library);
  const auto result = CUresult(call.ask());
  call.take_found(kKindCUmodule, pMod);
  return result;
}

HEDDLE_EXPORT CUresult cuLibraryGetUnifiedFunction(void **fptr, CUlibrary library, const char *symbol) {
  static_cast<void>(fptr);
  static_cast<void>(library);
  static_cast<void>(symbol);
  return CUresult(refuse("cuLibraryGetUnifiedFunction"));
}

HEDDLE_EXPORT CUresult cuLibraryUnload(CUlibrary library) {
  Call call(kCuLibraryUnload);
  call.handle(kKindCUlibrary, library);
  const auto result = CUresult(call.ask());
  if (result == 0) call.client().handles.forget(uint64_t(library));
  return result;
}

HEDDLE_EXPORT CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int numOptions, CUjit_option *options, void **optionValues) {
  static_cast<void>(state);
  static_cast<void>(type);
  static_cast<void>(data);
  static_cast<void>(size);
  static_cast<void>(name);
  static_cast<void>(numOptions);
  static_cast<void>(options);
  static_cast<void>(optionValues);
  return CUresult(refuse("cuLinkAddData"));
}

HEDDLE_EXPORT CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int numOptions, CUjit_option *options, void **optionValues) {
  static_cast<void>(state);
  static_cast<void>(type);
  static_cast<void>(data);
  static_cast<void>(size);
  static_cast<void>(name);
  static_cast<void>(numOptions);
  static_cast<void>(options);
  static_cast<void>(optionValues);
  return CUresult(refuse("cuLinkAddData_v2"));
}

HEDDLE_EXPORT CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions, CUjit_option *options, void **optionValues) {
  static_cast<void>(state);
  static_cast<void>(type);
  static_cast<void>(path);
  static_cast<void>(numOptions);
  static_cast<void>(options);
  static_cast<void>(optionValues);
  return CUresult(refuse("cuLinkAddFile"));
}

HEDDLE_EXPORT CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions, CUjit_option *options, void **optionValues) {
  static_cast<void>(state);
  static_cast<void>(type);
  static_cast<void>(path);
  static_cast<void>(numOptions);
  static_cast<void>(options);
  static_cast<void>(optionValues);
  return CUresult(refuse("cuLinkAddFile_v2"));
}

HEDDLE_EXPORT CUresult cuLinkComplete(CUlinkState state, void **cubinOut, size_t *sizeOut) {
  static_cast<void>(state);
  static_cast<void>(cubinOut);
  static_cast<void>(sizeOut);
  return CUresult(refuse("cuLinkComplete"));
}

HEDDLE_EXPORT CUresult cuLinkCreate(unsigned int numOptions, CUjit_option *options, void **optionValues, CUlinkState *stateOut) {
  static_cast<void>(numOptions);
  static_cast<void>(options);
  static_cast<void>(optionValues);
  static_cast<void>(stateOut);
  return CUresult(refuse("cuLinkCreate"));
}

HEDDLE_EXPORT CUresult cuLinkCreate_v2(unsigned int numOptions, CUjit_option *options, void **optionValues, CUlinkState *stateOut) {
  static_cast<void>(numOptions);
  static_cast<void>(options);
  static_cast<void>(optionValues);
  static_cast<void>(stateOut);
  return CUresult(refuse("cuLinkCreate_v2"));
}

HEDDLE_EXPORT CUresult cuLinkDestroy(CUlinkState state) {
  static_cast<void>(state);
  return CUresult(refuse("cuLinkDestroy"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointAddDevice(CUlogicalEndpointId leId, CUdevice dev) {
  static_cast<void>(leId);
  static_cast<void>(dev);
  return CUresult(refuse("cuLogicalEndpointAddDevice"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointBindAddr(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, void *ptr, cuuint64_t size, unsigned long long flags) {
  static_cast<void>(leId);
  static_cast<void>(dev);
  static_cast<void>(offset);
  static_cast<void>(ptr);
  static_cast<void>(size);
  static_cast<void>(flags);
  return CUresult(refuse("cuLogicalEndpointBindAddr"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointBindMem(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, CUmemGenericAllocationHandle memHandle, cuuint64_t memOffset, cuuint64_t size, unsigned long long flags) {
  static_cast<void>(leId);
  static_cast<void>(dev);
  static_cast<void>(offset);
  static_cast<void>(memHandle);
  static_cast<void>(memOffset);
  static_cast<void>(size);
  static_cast<void>(flags);
  return CUresult(refuse("cuLogicalEndpointBindMem"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointCreate(CUlogicalEndpointId leId, const CUlogicalEndpointProp *prop) {
  static_cast<void>(leId);
  static_cast<void>(prop);
  return CUresult(refuse("cuLogicalEndpointCreate"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointDestroy(CUlogicalEndpointId leId) {
  static_cast<void>(leId);
  return CUresult(refuse("cuLogicalEndpointDestroy"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointExport(void *handle, CUlogicalEndpointId leId, CUlogicalEndpointIpcHandleType handleType) {
  static_cast<void>(handle);
  static_cast<void>(leId);
  static_cast<void>(handleType);
  return CUresult(refuse("cuLogicalEndpointExport"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointGetLimits(cuuint64_t *bindAlignment, cuuint64_t *maxSize, const CUlogicalEndpointProp *prop) {
  static_cast<void>(bindAlignment);
  static_cast<void>(maxSize);
  static_cast<void>(prop);
  return CUresult(refuse("cuLogicalEndpointGetLimits"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointIdRelease(CUlogicalEndpointId baseLeId, cuuint32_t count) {
  static_cast<void>(baseLeId);
  static_cast<void>(count);
  return CUresult(refuse("cuLogicalEndpointIdRelease"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointIdReserve(CUlogicalEndpointId *baseLeId, cuuint32_t count) {
  static_cast<void>(baseLeId);
  static_cast<void>(count);
  return CUresult(refuse("cuLogicalEndpointIdReserve"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointImport(CUlogicalEndpointId leId, const void *handle, CUlogicalEndpointIpcHandleType handleType) {
  static_cast<void>(leId);
  static_cast<void>(handle);
  static_cast<void>(handleType);
  return CUresult(refuse("cuLogicalEndpointImport"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointQuery(CUlogicalEndpointId leId, cuuint32_t count, int *queryStatus) {
  static_cast<void>(leId);
  static_cast<void>(count);
  static_cast<void>(queryStatus);
  return CUresult(refuse("cuLogicalEndpointQuery"));
}

HEDDLE_EXPORT CUresult cuLogicalEndpointUnbind(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, cuuint64_t size) {
  static_cast<void>(leId);
  static_cast<void>(dev);
  static_cast<void>(offset);
  static_cast<void>(size);
  return CUresult(refuse("cuLogicalEndpointUnbind"));
}

HEDDLE_EXPORT CUresult cuLogsCurrent(CUlogIterator *iterator_out, unsigned int flags) {
  static_cast<void>(iterator_out);
  static_cast<void>(flags);
  return CUresult(refuse("cuLogsCurrent"));
}

HEDDLE_EXPORT CUresult cuLogsDumpToFile(CUlogIterator *iterator, const char *pathToFile, unsigned int flags) {
  static_cast<void>(iterator);
  static_cast<void>(pathToFile);
  static_cast<void>(flags);
  return CUresult(refuse("cuLogsDumpToFile"));
}

HEDDLE_EXPORT CUresult cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *size, unsigned int flags) {
  static_cast<void>(iterator);
  static_cast<void>(buffer);
  static_cast<void>(size);
  static_cast<void>(flags);
  return CUresult(refuse("cuLogsDumpToMemory"));
}

HEDDLE_EXPORT CUresult cuLogsRegisterCallback(CUlogsCallback callbackFunc, void *userData, CUlogsCallbackHandle *callback_out) {
  static_cast<void>(callbackFunc);
  static_cast<void>(userData);
  static_cast<void>(callback_out);
  return CUresult(refuse("cuLogsRegisterCallback"));
}

HEDDLE_EXPORT CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback) {
  static_cast<void>(callback);
  return CUresult(refuse("cuLogsUnregisterCallback"));
}

HEDDLE_EXPORT CUresult cuMemAlloc(CUdeviceptr_v1 *dptr, unsigned int bytesize) {
  static_cast<void>(dptr);
  static_cast<void>(bytesize);
  return CUresult(refuse("cuMemAlloc"));
}

HEDDLE_EXPORT CUresult cuMemAllocAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) {
  return cuMemAllocAsync(dptr, bytesize, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) {
  return cuMemAllocFromPoolAsync(dptr, bytesize, pool, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemAllocHost(void **pp, unsigned int bytesize) {
  static_cast<void>(pp);
  static_cast<void>(bytesize);
  return CUresult(refuse("cuMemAllocHost"));
}

HEDDLE_EXPORT CUresult cuMemAllocPitch(CUdeviceptr_v1 *dptr, unsigned int *pPitch, unsigned int WidthInBytes, unsigned int Height, unsigned int ElementSizeBytes) {
  static_cast<void>(dptr);
  static_cast<void>(pPitch);
  static_cast<void>(WidthInBytes);
  static_cast<void>(Height);
  static_cast<void>(ElementSizeBytes);
  return CUresult(refuse("cuMemAllocPitch"));
}

HEDDLE_EXPORT CUresult cuMemBatchDecompressAsync(CUmemDecompressParams *paramsArray, size_t count, unsigned int flags, size_t *errorIndex, CUstream stream) {
  static_cast<void>(paramsArray);
  static_cast<void>(count);
  static_cast<void>(flags);
  static_cast<void>(errorIndex);
  static_cast<void>(stream);
  return CUresult(refuse("cuMemBatchDecompressAsync"));
}

HEDDLE_EXPORT CUresult cuMemBatchDecompressAsync_ptsz(CUmemDecompressParams *paramsArray, size_t count, unsigned int flags, size_t *errorIndex, CUstream stream) {
  static_cast<void>(paramsArray);
  static_cast<void>(count);
  static_cast<void>(flags);
  static_cast<void>(errorIndex);
  static_cast<void>(stream);
  return CUresult(refuse("cuMemBatchDecompressAsync_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop, unsigned long long flags) {
  Call call(kCuMemCreate);
  call.made(kKindCUmemGenericAllocationHandle, handle);
  call.value(size);
  call.given(prop, 1);
  call.value(flags);
  const auto result = CUresult(call.ask());
  call.take_made(handle);
  return result;
}

HEDDLE_EXPORT CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
  static_cast<void>(dptrs);
  static_cast<void>(sizes);
  static_cast<void>(count);
  static_cast<void>(prefetchLocs);
  static_cast<void>(prefetchLocIdxs);
  static_cast<void>(numPrefetchLocs);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemDiscardAndPrefetchBatchAsync"));
}

HEDDLE_EXPORT CUresult cuMemDiscardAndPrefetchBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
  static_cast<void>(dptrs);
  static_cast<void>(sizes);
  static_cast<void>(count);
  static_cast<void>(prefetchLocs);
  static_cast<void>(prefetchLocIdxs);
  static_cast<void>(numPrefetchLocs);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemDiscardAndPrefetchBatchAsync_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemDiscardBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream) {
  static_cast<void>(dptrs);
  static_cast<void>(sizes);
  static_cast<void>(count);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemDiscardBatchAsync"));
}

HEDDLE_EXPORT CUresult cuMemDiscardBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream) {
  static_cast<void>(dptrs);
  static_cast<void>(sizes);
  static_cast<void>(count);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemDiscardBatchAsync_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemExportToShareableHandle(void *shareableHandle, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType handleType, unsigned long long flags) {
  static_cast<void>(shareableHandle);
  static_cast<void>(handle);
  static_cast<void>(handleType);
  static_cast<void>(flags);
  return CUresult(refuse("cuMemExportToShareableHandle"));
}

HEDDLE_EXPORT CUresult cuMemFree(CUdeviceptr_v1 dptr) {
  static_cast<void>(dptr);
  return CUresult(refuse("cuMemFree"));
}

HEDDLE_EXPORT CUresult cuMemFreeAsync_ptsz(CUdeviceptr dptr, CUstream hStream) {
  return cuMemFreeAsync(dptr, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr) {
  static_cast<void>(flags);
  static_cast<void>(location);
  static_cast<void>(ptr);
  return CUresult(refuse("cuMemGetAccess"));
}

HEDDLE_EXPORT CUresult cuMemGetAddressRange(CUdeviceptr_v1 *pbase, unsigned int *psize, CUdeviceptr_v1 dptr) {
  static_cast<void>(pbase);
  static_cast<void>(psize);
  static_cast<void>(dptr);
  return CUresult(refuse("cuMemGetAddressRange"));
}

HEDDLE_EXPORT CUresult cuMemGetAddressRange_v2(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr) {
  Call call(kCuMemGetAddressRange_v2);
  call.wanted(pbase);
  call.wanted(psize);
  call.address(dptr);
  const auto result = CUresult(call.ask());
  call.take(pbase);
  call.take(psize);
  return result;
}

HEDDLE_EXPORT CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags option) {
  Call call(kCuMemGetAllocationGranularity);
  call.wanted(granularity);
  call.given(prop, 1);
  call.value(option);
  const auto result = CUresult(call.ask_once());
  call.take(granularity);
  return result;
}

HEDDLE_EXPORT CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle) {
  Call call(kCuMemGetAllocationPropertiesFromHandle);
  call.wanted(prop);
  call.handle(kKindCUmemGenericAllocationHandle, handle);
  const auto result = CUresult(call.ask());
  call.take(prop);
  return result;
}

HEDDLE_EXPORT CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool_out, CUmemLocation *location, CUmemAllocationType type) {
  static_cast<void>(pool_out);
  static_cast<void>(location);
  static_cast<void>(type);
  return CUresult(refuse("cuMemGetDefaultMemPool"));
}

HEDDLE_EXPORT CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr dptr, size_t size, CUmemRangeHandleType handleType, unsigned long long flags) {
  static_cast<void>(handle);
  static_cast<void>(dptr);
  static_cast<void>(size);
  static_cast<void>(handleType);
  static_cast<void>(flags);
  return CUresult(refuse("cuMemGetHandleForAddressRange"));
}

HEDDLE_EXPORT CUresult cuMemGetInfo(unsigned int *free, unsigned int *total) {
  static_cast<void>(free);
  static_cast<void>(total);
  return CUresult(refuse("cuMemGetInfo"));
}

HEDDLE_EXPORT CUresult cuMemGetInfo_v2(size_t *free, size_t *total) {
  Call call(kCuMemGetInfo_v2);
  call.wanted(free);
  call.wanted(total);
  const auto result = CUresult(call.ask());
  call.take(free);
  call.take(total);
  return result;
}

HEDDLE_EXPORT CUresult cuMemGetLocationInfo(CUdeviceptr ptr, size_t size, size_t summaryGranularity, size_t samplingGranularity, CUmemLocation *location_out) {
  static_cast<void>(ptr);
  static_cast<void>(size);
  static_cast<void>(summaryGranularity);
  static_cast<void>(samplingGranularity);
  static_cast<void>(location_out);
  return CUresult(refuse("cuMemGetLocationInfo"));
}

HEDDLE_EXPORT CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type) {
  static_cast<void>(pool);
  static_cast<void>(location);
  static_cast<void>(type);
  return CUresult(refuse("cuMemGetMemPool"));
}

HEDDLE_EXPORT CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1 *pdptr, void *p, unsigned int Flags) {
  static_cast<void>(pdptr);
  static_cast<void>(p);
  static_cast<void>(Flags);
  return CUresult(refuse("cuMemHostGetDevicePointer"));
}

HEDDLE_EXPORT CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int Flags) {
  static_cast<void>(p);
  static_cast<void>(bytesize);
  static_cast<void>(Flags);
  return CUresult(refuse("cuMemHostRegister"));
}

HEDDLE_EXPORT CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *osHandle, CUmemAllocationHandleType shHandleType) {
  static_cast<void>(handle);
  static_cast<void>(osHandle);
  static_cast<void>(shHandleType);
  return CUresult(refuse("cuMemImportFromShareableHandle"));
}

HEDDLE_EXPORT CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags) {
  Call call(kCuMemMap);
  call.address(ptr);
  call.value(size);
  call.value(offset);
  call.handle(kKindCUmemGenericAllocationHandle, handle);
  call.value(flags);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemMapArrayAsync(CUarrayMapInfo *mapInfoList, unsigned int count, CUstream hStream) {
  static_cast<void>(mapInfoList);
  static_cast<void>(count);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemMapArrayAsync"));
}

HEDDLE_EXPORT CUresult cuMemMapArrayAsync_ptsz(CUarrayMapInfo *mapInfoList, unsigned int count, CUstream hStream) {
  static_cast<void>(mapInfoList);
  static_cast<void>(count);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemMapArrayAsync_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps) {
  Call call(kCuMemPoolCreate);
  call.made(kKindCUmemoryPool, pool);
  call.given(poolProps, 1);
  const auto result = CUresult(call.ask());
  call.take_made(pool);
  return result;
}

HEDDLE_EXPORT CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  Call call(kCuMemPoolDestroy);
  call.handle(kKindCUmemoryPool, pool);
  const auto result = CUresult(call.ask());
  if (result == 0) call.client().handles.forget(uint64_t(pool));
  return result;
}

HEDDLE_EXPORT CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *shareData_out, CUdeviceptr ptr) {
  static_cast<void>(shareData_out);
  static_cast<void>(ptr);
  return CUresult(refuse("cuMemPoolExportPointer"));
}

HEDDLE_EXPORT CUresult cuMemPoolExportToShareableHandle(void *handle_out, CUmemoryPool pool, CUmemAllocationHandleType handleType, unsigned long long flags) {
  static_cast<void>(handle_out);
  static_cast<void>(pool);
  static_cast<void>(handleType);
  static_cast<void>(flags);
  return CUresult(refuse("cuMemPoolExportToShareableHandle"));
}

HEDDLE_EXPORT CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool memPool, CUmemLocation *location) {
  static_cast<void>(flags);
  static_cast<void>(memPool);
  static_cast<void>(location);
  return CUresult(refuse("cuMemPoolGetAccess"));
}

HEDDLE_EXPORT CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value) {
  Call call(kCuMemPoolGetAttribute);
  call.handle(kKindCUmemoryPool, pool);
  call.value(attr);
  call.wanted(value);
  const auto result = CUresult(call.ask());
  call.take_bytes(value, 8);
  return result;
}

HEDDLE_EXPORT CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool_out, void *handle, CUmemAllocationHandleType handleType, unsigned long long flags) {
  static_cast<void>(pool_out);
  static_cast<void>(handle);
  static_cast<void>(handleType);
  static_cast<void>(flags);
  return CUresult(refuse("cuMemPoolImportFromShareableHandle"));
}

HEDDLE_EXPORT CUresult cuMemPoolImportPointer(CUdeviceptr *ptr_out, CUmemoryPool pool, CUmemPoolPtrExportData *shareData) {
  static_cast<void>(ptr_out);
  static_cast<void>(pool);
  static_cast<void>(shareData);
  return CUresult(refuse("cuMemPoolImportPointer"));
}

HEDDLE_EXPORT CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count) {
  Call call(kCuMemPoolSetAccess);
  call.handle(kKindCUmemoryPool, pool);
  call.given(map, count);
  call.value(count);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value) {
  Call call(kCuMemPoolSetAttribute);
  call.handle(kKindCUmemoryPool, pool);
  call.value(attr);
  call.given(value, 8);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep) {
  Call call(kCuMemPoolTrimTo);
  call.handle(kKindCUmemoryPool, pool);
  call.value(minBytesToKeep);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) {
  return cuMemPrefetchAsync(devPtr, count, dstDevice, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream) {
  return cuMemPrefetchAsync_v2(devPtr, count, location, flags, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
  static_cast<void>(dptrs);
  static_cast<void>(sizes);
  static_cast<void>(count);
  static_cast<void>(prefetchLocs);
  static_cast<void>(prefetchLocIdxs);
  static_cast<void>(numPrefetchLocs);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemPrefetchBatchAsync"));
}

HEDDLE_EXPORT CUresult cuMemPrefetchBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
  static_cast<void>(dptrs);
  static_cast<void>(sizes);
  static_cast<void>(count);
  static_cast<void>(prefetchLocs);
  static_cast<void>(prefetchLocIdxs);
  static_cast<void>(numPrefetchLocs);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemPrefetchBatchAsync_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemRangeGetAttribute(void *data, size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr, size_t count) {
  static_cast<void>(data);
  static_cast<void>(dataSize);
  static_cast<void>(attribute);
  static_cast<void>(devPtr);
  static_cast<void>(count);
  return CUresult(refuse("cuMemRangeGetAttribute"));
}

HEDDLE_EXPORT CUresult cuMemRangeGetAttributes(void **data, size_t *dataSizes, CUmem_range_attribute *attributes, size_t numAttributes, CUdeviceptr devPtr, size_t count) {
  static_cast<void>(data);
  static_cast<void>(dataSizes);
  static_cast<void>(attributes);
  static_cast<void>(numAttributes);
  static_cast<void>(devPtr);
  static_cast<void>(count);
  return CUresult(refuse("cuMemRangeGetAttributes"));
}

HEDDLE_EXPORT CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  Call call(kCuMemRelease);
  call.handle(kKindCUmemGenericAllocationHandle, handle);
  const auto result = CUresult(call.ask());
  if (result == 0) call.client().handles.forget(uint64_t(handle));
  return result;
}

HEDDLE_EXPORT CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr) {
  static_cast<void>(handle);
  static_cast<void>(addr);
  return CUresult(refuse("cuMemRetainAllocationHandle"));
}

HEDDLE_EXPORT CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count) {
  Call call(kCuMemSetAccess);
  call.address(ptr);
  call.value(size);
  call.given(desc, count);
  call.value(count);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool) {
  static_cast<void>(location);
  static_cast<void>(type);
  static_cast<void>(pool);
  return CUresult(refuse("cuMemSetMemPool"));
}

HEDDLE_EXPORT CUresult cuMemUnmap(CUdeviceptr ptr, size_t size) {
  Call call(kCuMemUnmap);
  call.address(ptr);
  call.value(size);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemcpy_ptds(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return cuMemcpy(dst, src, ByteCount);
}

HEDDLE_EXPORT CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1 *pCopy) {
  static_cast<void>(pCopy);
  return CUresult(refuse("cuMemcpy2D"));
}

HEDDLE_EXPORT CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1 *pCopy, CUstream hStream) {
  static_cast<void>(pCopy);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy2DAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D *pCopy, CUstream hStream) {
  return cuMemcpy2DAsync_v2(pCopy, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1 *pCopy) {
  static_cast<void>(pCopy);
  return CUresult(refuse("cuMemcpy2DUnaligned"));
}

HEDDLE_EXPORT CUresult cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D *pCopy) {
  return cuMemcpy2DUnaligned_v2(pCopy);
}

HEDDLE_EXPORT CUresult cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D *pCopy) {
  return cuMemcpy2D_v2(pCopy);
}

HEDDLE_EXPORT CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1 *pCopy) {
  static_cast<void>(pCopy);
  return CUresult(refuse("cuMemcpy3D"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1 *pCopy, CUstream hStream) {
  static_cast<void>(pCopy);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *pCopy, CUstream hStream) {
  static_cast<void>(pCopy);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DAsync_v2"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D *pCopy, CUstream hStream) {
  static_cast<void>(pCopy);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DAsync_v2_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DBatchAsync(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, size_t *failIdx, unsigned long long flags, CUstream hStream) {
  static_cast<void>(numOps);
  static_cast<void>(opList);
  static_cast<void>(failIdx);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DBatchAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DBatchAsync_ptsz(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, size_t *failIdx, unsigned long long flags, CUstream hStream) {
  static_cast<void>(numOps);
  static_cast<void>(opList);
  static_cast<void>(failIdx);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DBatchAsync_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DBatchAsync_v2(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, unsigned long long flags, CUstream hStream) {
  static_cast<void>(numOps);
  static_cast<void>(opList);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DBatchAsync_v2"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DBatchAsync_v2_ptsz(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, unsigned long long flags, CUstream hStream) {
  static_cast<void>(numOps);
  static_cast<void>(opList);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DBatchAsync_v2_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *pCopy) {
  static_cast<void>(pCopy);
  return CUresult(refuse("cuMemcpy3DPeer"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DPeer_ptds(const CUDA_MEMCPY3D_PEER *pCopy) {
  static_cast<void>(pCopy);
  return CUresult(refuse("cuMemcpy3DPeer_ptds"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream) {
  static_cast<void>(pCopy);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DPeerAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DPeerAsync_ptsz(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream) {
  static_cast<void>(pCopy);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DPeerAsync_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DWithAttributesAsync(CUDA_MEMCPY3D_BATCH_OP *op, unsigned long long flags, CUstream hStream) {
  static_cast<void>(op);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DWithAttributesAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpy3DWithAttributesAsync_ptsz(CUDA_MEMCPY3D_BATCH_OP *op, unsigned long long flags, CUstream hStream) {
  static_cast<void>(op);
  static_cast<void>(flags);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpy3DWithAttributesAsync_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *pCopy) {
  static_cast<void>(pCopy);
  return CUresult(refuse("cuMemcpy3D_v2"));
}

HEDDLE_EXPORT CUresult cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D *pCopy) {
  static_cast<void>(pCopy);
  return CUresult(refuse("cuMemcpy3D_v2_ptds"));
}

HEDDLE_EXPORT CUresult cuMemcpyAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  return cuMemcpyAsync(dst, src, ByteCount, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemcpyAtoA(CUarray dstArray, unsigned int dstOffset, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) {
  static_cast<void>(dstArray);
  static_cast<void>(dstOffset);
  static_cast<void>(srcArray);
  static_cast<void>(srcOffset);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyAtoA"));
}

HEDDLE_EXPORT CUresult cuMemcpyAtoA_v2(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  Call call(kCuMemcpyAtoA_v2);
  call.handle(kKindCUarray, dstArray);
  call.value(dstOffset);
  call.handle(kKindCUarray, srcArray);
  call.value(srcOffset);
  call.value(ByteCount);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemcpyAtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return cuMemcpyAtoA_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount);
}

HEDDLE_EXPORT CUresult cuMemcpyAtoD(CUdeviceptr_v1 dstDevice, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) {
  static_cast<void>(dstDevice);
  static_cast<void>(srcArray);
  static_cast<void>(srcOffset);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyAtoD"));
}

HEDDLE_EXPORT CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  Call call(kCuMemcpyAtoD_v2);
  call.address(dstDevice);
  call.handle(kKindCUarray, srcArray);
  call.value(srcOffset);
  call.value(ByteCount);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemcpyAtoD_v2_ptds(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return cuMemcpyAtoD_v2(dstDevice, srcArray, srcOffset, ByteCount);
}

HEDDLE_EXPORT CUresult cuMemcpyAtoH(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) {
  static_cast<void>(dstHost);
  static_cast<void>(srcArray);
  static_cast<void>(srcOffset);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyAtoH"));
}

HEDDLE_EXPORT CUresult cuMemcpyAtoHAsync(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount, CUstream hStream) {
  static_cast<void>(dstHost);
  static_cast<void>(srcArray);
  static_cast<void>(srcOffset);
  static_cast<void>(ByteCount);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyAtoHAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpyAtoHAsync_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) {
  static_cast<void>(dstHost);
  static_cast<void>(srcArray);
  static_cast<void>(srcOffset);
  static_cast<void>(ByteCount);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyAtoHAsync_v2"));
}

HEDDLE_EXPORT CUresult cuMemcpyAtoHAsync_v2_ptsz(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) {
  static_cast<void>(dstHost);
  static_cast<void>(srcArray);
  static_cast<void>(srcOffset);
  static_cast<void>(ByteCount);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyAtoHAsync_v2_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemcpyAtoH_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  static_cast<void>(dstHost);
  static_cast<void>(srcArray);
  static_cast<void>(srcOffset);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyAtoH_v2"));
}

HEDDLE_EXPORT CUresult cuMemcpyAtoH_v2_ptds(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  static_cast<void>(dstHost);
  static_cast<void>(srcArray);
  static_cast<void>(srcOffset);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyAtoH_v2_ptds"));
}

HEDDLE_EXPORT CUresult cuMemcpyBatchAsync_ptsz(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream) {
  return cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemcpyBatchAsync_v2_ptsz(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream) {
  return cuMemcpyBatchAsync_v2(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemcpyDtoA(CUarray dstArray, unsigned int dstOffset, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) {
  static_cast<void>(dstArray);
  static_cast<void>(dstOffset);
  static_cast<void>(srcDevice);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyDtoA"));
}

HEDDLE_EXPORT CUresult cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) {
  Call call(kCuMemcpyDtoA_v2);
  call.handle(kKindCUarray, dstArray);
  call.value(dstOffset);
  call.address(srcDevice);
  call.value(ByteCount);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemcpyDtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) {
  return cuMemcpyDtoA_v2(dstArray, dstOffset, srcDevice, ByteCount);
}

HEDDLE_EXPORT CUresult cuMemcpyDtoD(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) {
  static_cast<void>(dstDevice);
  static_cast<void>(srcDevice);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyDtoD"));
}

HEDDLE_EXPORT CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) {
  static_cast<void>(dstDevice);
  static_cast<void>(srcDevice);
  static_cast<void>(ByteCount);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyDtoDAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  Call call(kCuMemcpyDtoDAsync_v2);
  call.address(dstDevice);
  call.address(srcDevice);
  call.value(ByteCount);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  return cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  Call call(kCuMemcpyDtoD_v2);
  call.address(dstDevice);
  call.address(srcDevice);
  call.value(ByteCount);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  return cuMemcpyDtoD_v2(dstDevice, srcDevice, ByteCount);
}

HEDDLE_EXPORT CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) {
  static_cast<void>(dstHost);
  static_cast<void>(srcDevice);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyDtoH"));
}

HEDDLE_EXPORT CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) {
  static_cast<void>(dstHost);
  static_cast<void>(srcDevice);
  static_cast<void>(ByteCount);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyDtoHAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpyDtoHAsync_v2_ptsz(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  return cuMemcpyDtoHAsync_v2(dstHost, srcDevice, ByteCount, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemcpyDtoH_v2_ptds(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  return cuMemcpyDtoH_v2(dstHost, srcDevice, ByteCount);
}

HEDDLE_EXPORT CUresult cuMemcpyHtoA(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount) {
  static_cast<void>(dstArray);
  static_cast<void>(dstOffset);
  static_cast<void>(srcHost);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyHtoA"));
}

HEDDLE_EXPORT CUresult cuMemcpyHtoAAsync(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount, CUstream hStream) {
  static_cast<void>(dstArray);
  static_cast<void>(dstOffset);
  static_cast<void>(srcHost);
  static_cast<void>(ByteCount);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyHtoAAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream) {
  static_cast<void>(dstArray);
  static_cast<void>(dstOffset);
  static_cast<void>(srcHost);
  static_cast<void>(ByteCount);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyHtoAAsync_v2"));
}

HEDDLE_EXPORT CUresult cuMemcpyHtoAAsync_v2_ptsz(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream) {
  static_cast<void>(dstArray);
  static_cast<void>(dstOffset);
  static_cast<void>(srcHost);
  static_cast<void>(ByteCount);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyHtoAAsync_v2_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount) {
  static_cast<void>(dstArray);
  static_cast<void>(dstOffset);
  static_cast<void>(srcHost);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyHtoA_v2"));
}

HEDDLE_EXPORT CUresult cuMemcpyHtoA_v2_ptds(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount) {
  static_cast<void>(dstArray);
  static_cast<void>(dstOffset);
  static_cast<void>(srcHost);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyHtoA_v2_ptds"));
}

HEDDLE_EXPORT CUresult cuMemcpyHtoD(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount) {
  static_cast<void>(dstDevice);
  static_cast<void>(srcHost);
  static_cast<void>(ByteCount);
  return CUresult(refuse("cuMemcpyHtoD"));
}

HEDDLE_EXPORT CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount, CUstream hStream) {
  static_cast<void>(dstDevice);
  static_cast<void>(srcHost);
  static_cast<void>(ByteCount);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyHtoDAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream) {
  return cuMemcpyHtoDAsync_v2(dstDevice, srcHost, ByteCount, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) {
  return cuMemcpyHtoD_v2(dstDevice, srcHost, ByteCount);
}

HEDDLE_EXPORT CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) {
  Call call(kCuMemcpyPeer);
  call.address(dstDevice);
  call.handle(kKindCUcontext, dstContext);
  call.address(srcDevice);
  call.handle(kKindCUcontext, srcContext);
  call.value(ByteCount);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuMemcpyPeer_ptds(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) {
  return cuMemcpyPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount);
}

HEDDLE_EXPORT CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) {
  Call call(kCuMemcpyPeerAsync);
  call.address(dstDevice);
  call.handle(kKindCUcontext, dstContext);
  call.address(srcDevice);
  call.handle(kKindCUcontext, srcContext);
  call.value(ByteCount);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemcpyPeerAsync_ptsz(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) {
  return cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice, srcContext, ByteCount, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemcpyWithAttributesAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, CUmemcpyAttributes *attr, CUstream hStream) {
  static_cast<void>(dst);
  static_cast<void>(src);
  static_cast<void>(size);
  static_cast<void>(attr);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyWithAttributesAsync"));
}

HEDDLE_EXPORT CUresult cuMemcpyWithAttributesAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t size, CUmemcpyAttributes *attr, CUstream hStream) {
  static_cast<void>(dst);
  static_cast<void>(src);
  static_cast<void>(size);
  static_cast<void>(attr);
  static_cast<void>(hStream);
  return CUresult(refuse("cuMemcpyWithAttributesAsync_ptsz"));
}

HEDDLE_EXPORT CUresult cuMemsetD16(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N) {
  static_cast<void>(dstDevice);
  static_cast<void>(us);
  static_cast<void>(N);
  return CUresult(refuse("cuMemsetD16"));
}

HEDDLE_EXPORT CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) {
  Call call(kCuMemsetD16Async);
  call.address(dstDevice);
  call.value(us);
  call.value(N);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD16Async_ptsz(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) {
  return cuMemsetD16Async(dstDevice, us, N, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, size_t N) {
  Call call(kCuMemsetD16_v2);
  call.address(dstDevice);
  call.value(us);
  call.value(N);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD16_v2_ptds(CUdeviceptr dstDevice, unsigned short us, size_t N) {
  return cuMemsetD16_v2(dstDevice, us, N);
}

HEDDLE_EXPORT CUresult cuMemsetD2D16(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us, unsigned int Width, unsigned int Height) {
  static_cast<void>(dstDevice);
  static_cast<void>(dstPitch);
  static_cast<void>(us);
  static_cast<void>(Width);
  static_cast<void>(Height);
  return CUresult(refuse("cuMemsetD2D16"));
}

HEDDLE_EXPORT CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) {
  Call call(kCuMemsetD2D16Async);
  call.address(dstDevice);
  call.value(dstPitch);
  call.value(us);
  call.value(Width);
  call.value(Height);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD2D16Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) {
  return cuMemsetD2D16Async(dstDevice, dstPitch, us, Width, Height, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) {
  Call call(kCuMemsetD2D16_v2);
  call.address(dstDevice);
  call.value(dstPitch);
  call.value(us);
  call.value(Width);
  call.value(Height);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD2D16_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) {
  return cuMemsetD2D16_v2(dstDevice, dstPitch, us, Width, Height);
}

HEDDLE_EXPORT CUresult cuMemsetD2D32(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui, unsigned int Width, unsigned int Height) {
  static_cast<void>(dstDevice);
  static_cast<void>(dstPitch);
  static_cast<void>(ui);
  static_cast<void>(Width);
  static_cast<void>(Height);
  return CUresult(refuse("cuMemsetD2D32"));
}

HEDDLE_EXPORT CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) {
  Call call(kCuMemsetD2D32Async);
  call.address(dstDevice);
  call.value(dstPitch);
  call.value(ui);
  call.value(Width);
  call.value(Height);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD2D32Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) {
  return cuMemsetD2D32Async(dstDevice, dstPitch, ui, Width, Height, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) {
  Call call(kCuMemsetD2D32_v2);
  call.address(dstDevice);
  call.value(dstPitch);
  call.value(ui);
  call.value(Width);
  call.value(Height);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD2D32_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) {
  return cuMemsetD2D32_v2(dstDevice, dstPitch, ui, Width, Height);
}

HEDDLE_EXPORT CUresult cuMemsetD2D8(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc, unsigned int Width, unsigned int Height) {
  static_cast<void>(dstDevice);
  static_cast<void>(dstPitch);
  static_cast<void>(uc);
  static_cast<void>(Width);
  static_cast<void>(Height);
  return CUresult(refuse("cuMemsetD2D8"));
}

HEDDLE_EXPORT CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) {
  Call call(kCuMemsetD2D8Async);
  call.address(dstDevice);
  call.value(dstPitch);
  call.value(uc);
  call.value(Width);
  call.value(Height);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD2D8Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) {
  return cuMemsetD2D8Async(dstDevice, dstPitch, uc, Width, Height, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) {
  Call call(kCuMemsetD2D8_v2);
  call.address(dstDevice);
  call.value(dstPitch);
  call.value(uc);
  call.value(Width);
  call.value(Height);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD2D8_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) {
  return cuMemsetD2D8_v2(dstDevice, dstPitch, uc, Width, Height);
}

HEDDLE_EXPORT CUresult cuMemsetD32(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N) {
  static_cast<void>(dstDevice);
  static_cast<void>(ui);
  static_cast<void>(N);
  return CUresult(refuse("cuMemsetD32"));
}

HEDDLE_EXPORT CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  Call call(kCuMemsetD32Async);
  call.address(dstDevice);
  call.value(ui);
  call.value(N);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD32Async_ptsz(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  return cuMemsetD32Async(dstDevice, ui, N, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, size_t N) {
  Call call(kCuMemsetD32_v2);
  call.address(dstDevice);
  call.value(ui);
  call.value(N);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD32_v2_ptds(CUdeviceptr dstDevice, unsigned int ui, size_t N) {
  return cuMemsetD32_v2(dstDevice, ui, N);
}

HEDDLE_EXPORT CUresult cuMemsetD8(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N) {
  static_cast<void>(dstDevice);
  static_cast<void>(uc);
  static_cast<void>(N);
  return CUresult(refuse("cuMemsetD8"));
}

HEDDLE_EXPORT CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  Call call(kCuMemsetD8Async);
  call.address(dstDevice);
  call.value(uc);
  call.value(N);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD8Async_ptsz(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  return cuMemsetD8Async(dstDevice, uc, N, per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, size_t N) {
  Call call(kCuMemsetD8_v2);
  call.address(dstDevice);
  call.value(uc);
  call.value(N);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuMemsetD8_v2_ptds(CUdeviceptr dstDevice, unsigned char uc, size_t N) {
  return cuMemsetD8_v2(dstDevice, uc, N);
}

HEDDLE_EXPORT CUresult cuMipmappedArrayCreate(CUmipmappedArray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc, unsigned int numMipmapLevels) {
  static_cast<void>(pHandle);
  static_cast<void>(pMipmappedArrayDesc);
  static_cast<void>(numMipmapLevels);
  return CUresult(refuse("cuMipmappedArrayCreate"));
}

HEDDLE_EXPORT CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray) {
  static_cast<void>(hMipmappedArray);
  return CUresult(refuse("cuMipmappedArrayDestroy"));
}

HEDDLE_EXPORT CUresult cuMipmappedArrayGetLevel(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level) {
  static_cast<void>(pLevelArray);
  static_cast<void>(hMipmappedArray);
  static_cast<void>(level);
  return CUresult(refuse("cuMipmappedArrayGetLevel"));
}

HEDDLE_EXPORT CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUmipmappedArray mipmap, CUdevice device) {
  static_cast<void>(memoryRequirements);
  static_cast<void>(mipmap);
  static_cast<void>(device);
  return CUresult(refuse("cuMipmappedArrayGetMemoryRequirements"));
}

HEDDLE_EXPORT CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUmipmappedArray mipmap) {
  static_cast<void>(sparseProperties);
  static_cast<void>(mipmap);
  return CUresult(refuse("cuMipmappedArrayGetSparseProperties"));
}

HEDDLE_EXPORT CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule mod) {
  Call call(kCuModuleGetFunctionCount);
  call.wanted(count);
  call.handle(kKindCUmodule, mod);
  const auto result = CUresult(call.ask());
  call.take(count);
  return result;
}

HEDDLE_EXPORT CUresult cuModuleGetGlobal(CUdeviceptr_v1 *dptr, unsigned int *bytes, CUmodule hmod, const char *name) {
  static_cast<void>(dptr);
  static_cast<void>(bytes);
  static_cast<void>(hmod);
  static_cast<void>(name);
  return CUresult(refuse("cuModuleGetGlobal"));
}

HEDDLE_EXPORT CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode) {
  Call call(kCuModuleGetLoadingMode);
  call.wanted(mode);
  const auto result = CUresult(call.ask_once());
  call.take(mode);
  return result;
}

HEDDLE_EXPORT CUresult cuModuleGetSurfRef(CUsurfref *pSurfRef, CUmodule hmod, const char *name) {
  static_cast<void>(pSurfRef);
  static_cast<void>(hmod);
  static_cast<void>(name);
  return CUresult(refuse("cuModuleGetSurfRef"));
}

HEDDLE_EXPORT CUresult cuModuleGetTexRef(CUtexref *pTexRef, CUmodule hmod, const char *name) {
  static_cast<void>(pTexRef);
  static_cast<void>(hmod);
  static_cast<void>(name);
  return CUresult(refuse("cuModuleGetTexRef"));
}

HEDDLE_EXPORT CUresult cuModuleUnload(CUmodule hmod) {
  Call call(kCuModuleUnload);
  call.handle(kKindCUmodule, hmod);
  const auto result = CUresult(call.ask());
  if (result == 0) call.client().handles.forget(uint64_t(hmod));
  return result;
}

HEDDLE_EXPORT CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle mcHandle, CUdevice dev) {
  static_cast<void>(mcHandle);
  static_cast<void>(dev);
  return CUresult(refuse("cuMulticastAddDevice"));
}

HEDDLE_EXPORT CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags) {
  static_cast<void>(mcHandle);
  static_cast<void>(mcOffset);
  static_cast<void>(memptr);
  static_cast<void>(size);
  static_cast<void>(flags);
  return CUresult(refuse("cuMulticastBindAddr"));
}

HEDDLE_EXPORT CUresult cuMulticastBindAddr_v2(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags) {
  static_cast<void>(mcHandle);
  static_cast<void>(dev);
  static_cast<void>(mcOffset);
  static_cast<void>(memptr);
  static_cast<void>(size);
  static_cast<void>(flags);
  return CUresult(refuse("cuMulticastBindAddr_v2"));
}

HEDDLE_EXPORT CUresult cuMulticastBindMem(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags) {
  static_cast<void>(mcHandle);
  static_cast<void>(mcOffset);
  static_cast<void>(memHandle);
  static_cast<void>(memOffset);
  static_cast<void>(size);
  static_cast<void>(flags);
  return CUresult(refuse("cuMulticastBindMem"));
}

HEDDLE_EXPORT CUresult cuMulticastBindMem_v2(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags) {
  static_cast<void>(mcHandle);
  static_cast<void>(dev);
  static_cast<void>(mcOffset);
  static_cast<void>(memHandle);
  static_cast<void>(memOffset);
  static_cast<void>(size);
  static_cast<void>(flags);
  return CUresult(refuse("cuMulticastBindMem_v2"));
}

HEDDLE_EXPORT CUresult cuMulticastCreate(CUmemGenericAllocationHandle *mcHandle, const CUmulticastObjectProp *prop) {
  static_cast<void>(mcHandle);
  static_cast<void>(prop);
  return CUresult(refuse("cuMulticastCreate"));
}

HEDDLE_EXPORT CUresult cuMulticastGetGranularity(size_t *granularity, const CUmulticastObjectProp *prop, CUmulticastGranularity_flags option) {
  static_cast<void>(granularity);
  static_cast<void>(prop);
  static_cast<void>(option);
  return CUresult(refuse("cuMulticastGetGranularity"));
}

HEDDLE_EXPORT CUresult cuMulticastUnbind(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, size_t size) {
  static_cast<void>(mcHandle);
  static_cast<void>(dev);
  static_cast<void>(mcOffset);
  static_cast<void>(size);
  return CUresult(refuse("cuMulticastUnbind"));
}

HEDDLE_EXPORT CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, CUfunction func, int numBlocks, int blockSize) {
  Call call(kCuOccupancyAvailableDynamicSMemPerBlock);
  call.wanted(dynamicSmemSize);
  call.handle(kKindCUfunction, func);
  call.value(numBlocks);
  call.value(blockSize);
  const auto result = CUresult(call.ask_once());
  call.take(dynamicSmemSize);
  return result;
}

HEDDLE_EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize) {
  Call call(kCuOccupancyMaxActiveBlocksPerMultiprocessor);
  call.wanted(numBlocks);
  call.handle(kKindCUfunction, func);
  call.value(blockSize);
  call.value(dynamicSMemSize);
  const auto result = CUresult(call.ask_once());
  call.take(numBlocks);
  return result;
}

HEDDLE_EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags) {
  Call call(kCuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);
  call.wanted(numBlocks);
  call.handle(kKindCUfunction, func);
  call.value(blockSize);
  call.value(dynamicSMemSize);
  call.value(flags);
  const auto result = CUresult(call.ask_once());
  call.take(numBlocks);
  return result;
}

HEDDLE_EXPORT CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit) {
  static_cast<void>(minGridSize);
  static_cast<void>(blockSize);
  static_cast<void>(func);
  static_cast<void>(blockSizeToDynamicSMemSize);
  static_cast<void>(dynamicSMemSize);
  static_cast<void>(blockSizeLimit);
  return CUresult(refuse("cuOccupancyMaxPotentialBlockSize"));
}

HEDDLE_EXPORT CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit, unsigned int flags) {
  static_cast<void>(minGridSize);
  static_cast<void>(blockSize);
  static_cast<void>(func);
  static_cast<void>(blockSizeToDynamicSMemSize);
  static_cast<void>(dynamicSMemSize);
  static_cast<void>(blockSizeLimit);
  static_cast<void>(flags);
  return CUresult(refuse("cuOccupancyMaxPotentialBlockSizeWithFlags"));
}

HEDDLE_EXPORT CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes) {
  static_cast<void>(hfunc);
  static_cast<void>(numbytes);
  return CUresult(refuse("cuParamSetSize"));
}

HEDDLE_EXPORT CUresult cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef) {
  static_cast<void>(hfunc);
  static_cast<void>(texunit);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuParamSetTexRef"));
}

HEDDLE_EXPORT CUresult cuParamSetf(CUfunction hfunc, int offset, float value) {
  static_cast<void>(hfunc);
  static_cast<void>(offset);
  static_cast<void>(value);
  return CUresult(refuse("cuParamSetf"));
}

HEDDLE_EXPORT CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value) {
  static_cast<void>(hfunc);
  static_cast<void>(offset);
  static_cast<void>(value);
  return CUresult(refuse("cuParamSeti"));
}

HEDDLE_EXPORT CUresult cuParamSetv(CUfunction hfunc, int offset, void *ptr, unsigned int numbytes) {
  static_cast<void>(hfunc);
  static_cast<void>(offset);
  static_cast<void>(ptr);
  static_cast<void>(numbytes);
  return CUresult(refuse("cuParamSetv"));
}

HEDDLE_EXPORT CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) {
  static_cast<void>(extSemArray);
  static_cast<void>(paramsArray);
  static_cast<void>(numExtSems);
  static_cast<void>(stream);
  return CUresult(refuse("cuSignalExternalSemaphoresAsync"));
}

HEDDLE_EXPORT CUresult cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) {
  static_cast<void>(extSemArray);
  static_cast<void>(paramsArray);
  static_cast<void>(numExtSems);
  static_cast<void>(stream);
  return CUresult(refuse("cuSignalExternalSemaphoresAsync_ptsz"));
}

HEDDLE_EXPORT CUresult cuStreamAddCallback_ptsz(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags) {
  return cuStreamAddCallback(per_thread(hStream), callback, userData, flags);
}

HEDDLE_EXPORT CUresult cuStreamAttachMemAsync_ptsz(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) {
  return cuStreamAttachMemAsync(per_thread(hStream), dptr, length, flags);
}

HEDDLE_EXPORT CUresult cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags) {
  return cuStreamBatchMemOp(per_thread(stream), count, paramArray, flags);
}

HEDDLE_EXPORT CUresult cuStreamBatchMemOp_v2_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags) {
  return cuStreamBatchMemOp_v2(per_thread(stream), count, paramArray, flags);
}

HEDDLE_EXPORT CUresult cuStreamBeginCapture_ptsz(CUstream hStream) {
  return cuStreamBeginCapture(per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuStreamBeginCaptureToCig(CUstream hStream, CUstreamCigCaptureParams *streamCigCaptureParams) {
  static_cast<void>(hStream);
  static_cast<void>(streamCigCaptureParams);
  return CUresult(refuse("cuStreamBeginCaptureToCig"));
}

HEDDLE_EXPORT CUresult cuStreamBeginCaptureToCig_ptsz(CUstream hStream, CUstreamCigCaptureParams *streamCigCaptureParams) {
  static_cast<void>(hStream);
  static_cast<void>(streamCigCaptureParams);
  return CUresult(refuse("cuStreamBeginCaptureToCig_ptsz"));
}

HEDDLE_EXPORT CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUstreamCaptureMode mode) {
  static_cast<void>(hStream);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(dependencyData);
  static_cast<void>(numDependencies);
  static_cast<void>(mode);
  return CUresult(refuse("cuStreamBeginCaptureToGraph"));
}

HEDDLE_EXPORT CUresult cuStreamBeginCaptureToGraph_ptsz(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUstreamCaptureMode mode) {
  static_cast<void>(hStream);
  static_cast<void>(hGraph);
  static_cast<void>(dependencies);
  static_cast<void>(dependencyData);
  static_cast<void>(numDependencies);
  static_cast<void>(mode);
  return CUresult(refuse("cuStreamBeginCaptureToGraph_ptsz"));
}

HEDDLE_EXPORT CUresult cuStreamBeginCapture_v2_ptsz(CUstream hStream, CUstreamCaptureMode mode) {
  return cuStreamBeginCapture_v2(per_thread(hStream), mode);
}

HEDDLE_EXPORT CUresult cuStreamBeginRecaptureToGraph(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void *userData) {
  static_cast<void>(hStream);
  static_cast<void>(mode);
  static_cast<void>(hGraph);
  static_cast<void>(callbackFunc);
  static_cast<void>(userData);
  return CUresult(refuse("cuStreamBeginRecaptureToGraph"));
}

HEDDLE_EXPORT CUresult cuStreamBeginRecaptureToGraph_ptsz(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void *userData) {
  static_cast<void>(hStream);
  static_cast<void>(mode);
  static_cast<void>(hGraph);
  static_cast<void>(callbackFunc);
  static_cast<void>(userData);
  return CUresult(refuse("cuStreamBeginRecaptureToGraph_ptsz"));
}

HEDDLE_EXPORT CUresult cuStreamCopyAttributes(CUstream dstStream, CUstream srcStream) {
  Call call(kCuStreamCopyAttributes);
  call.handle_or_none(kKindCUstream, dstStream);
  call.handle_or_none(kKindCUstream, srcStream);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuStreamCopyAttributes_ptsz(CUstream dstStream, CUstream srcStream) {
  return cuStreamCopyAttributes(per_thread(dstStream), per_thread(srcStream));
}

HEDDLE_EXPORT CUresult cuStreamCreate(CUstream *phStream, unsigned int Flags) {
  Call call(kCuStreamCreate);
  call.made(kKindCUstream, phStream);
  call.value(Flags);
  const auto result = CUresult(call.ask());
  call.take_made(phStream);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamCreateWithPriority(CUstream *phStream, unsigned int flags, int priority) {
  Call call(kCuStreamCreateWithPriority);
  call.made(kKindCUstream, phStream);
  call.value(flags);
  call.value(priority);
  const auto result = CUresult(call.ask());
  call.take_made(phStream);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamEndCapture_ptsz(CUstream hStream, CUgraph *phGraph) {
  return cuStreamEndCapture(per_thread(hStream), phGraph);
}

HEDDLE_EXPORT CUresult cuStreamEndCaptureToCig(CUstream hStream) {
  static_cast<void>(hStream);
  return CUresult(refuse("cuStreamEndCaptureToCig"));
}

HEDDLE_EXPORT CUresult cuStreamEndCaptureToCig_ptsz(CUstream hStream) {
  static_cast<void>(hStream);
  return CUresult(refuse("cuStreamEndCaptureToCig_ptsz"));
}

HEDDLE_EXPORT CUresult cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value) {
  Call call(kCuStreamGetAttribute);
  call.handle_or_none(kKindCUstream, hStream);
  call.value(attr);
  call.wanted(value);
  const auto result = CUresult(call.ask());
  call.take(value);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamGetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value) {
  return cuStreamGetAttribute(per_thread(hStream), attr, value);
}

HEDDLE_EXPORT CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out) {
  Call call(kCuStreamGetCaptureInfo);
  call.handle_or_none(kKindCUstream, hStream);
  call.wanted(captureStatus_out);
  call.wanted(id_out);
  const auto result = CUresult(call.ask());
  call.take(captureStatus_out);
  call.take(id_out);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamGetCaptureInfo_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out) {
  return cuStreamGetCaptureInfo(per_thread(hStream), captureStatus_out, id_out);
}

HEDDLE_EXPORT CUresult cuStreamGetCaptureInfo_v2_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, size_t *numDependencies_out) {
  return cuStreamGetCaptureInfo_v2(per_thread(hStream), captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out);
}

HEDDLE_EXPORT CUresult cuStreamGetCaptureInfo_v3_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out) {
  return cuStreamGetCaptureInfo_v3(per_thread(hStream), captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out);
}

HEDDLE_EXPORT CUresult cuStreamGetCtx(CUstream hStream, CUcontext *pctx) {
  Call call(kCuStreamGetCtx);
  call.handle_or_none(kKindCUstream, hStream);
  call.made(kKindCUcontext, pctx);
  const auto result = CUresult(call.ask());
  call.take_found(kKindCUcontext, pctx);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamGetCtx_ptsz(CUstream hStream, CUcontext *pctx) {
  return cuStreamGetCtx(per_thread(hStream), pctx);
}

HEDDLE_EXPORT CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx) {
  static_cast<void>(hStream);
  static_cast<void>(pCtx);
  static_cast<void>(pGreenCtx);
  return CUresult(refuse("cuStreamGetCtx_v2"));
}

HEDDLE_EXPORT CUresult cuStreamGetCtx_v2_ptsz(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx) {
  static_cast<void>(hStream);
  static_cast<void>(pCtx);
  static_cast<void>(pGreenCtx);
  return CUresult(refuse("cuStreamGetCtx_v2_ptsz"));
}

HEDDLE_EXPORT CUresult cuStreamGetDevResource(CUstream hStream, CUdevResource *resource, CUdevResourceType type) {
  static_cast<void>(hStream);
  static_cast<void>(resource);
  static_cast<void>(type);
  return CUresult(refuse("cuStreamGetDevResource"));
}

HEDDLE_EXPORT CUresult cuStreamGetDevResource_ptsz(CUstream hStream, CUdevResource *resource, CUdevResourceType type) {
  static_cast<void>(hStream);
  static_cast<void>(resource);
  static_cast<void>(type);
  return CUresult(refuse("cuStreamGetDevResource_ptsz"));
}

HEDDLE_EXPORT CUresult cuStreamGetDevice(CUstream hStream, CUdevice *device) {
  Call call(kCuStreamGetDevice);
  call.handle_or_none(kKindCUstream, hStream);
  call.wanted(device);
  const auto result = CUresult(call.ask_once());
  call.take(device);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamGetDevice_ptsz(CUstream hStream, CUdevice *device) {
  return cuStreamGetDevice(per_thread(hStream), device);
}

HEDDLE_EXPORT CUresult cuStreamGetFlags(CUstream hStream, unsigned int *flags) {
  Call call(kCuStreamGetFlags);
  call.handle_or_none(kKindCUstream, hStream);
  call.wanted(flags);
  const auto result = CUresult(call.ask_once());
  call.take(flags);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamGetFlags_ptsz(CUstream hStream, unsigned int *flags) {
  return cuStreamGetFlags(per_thread(hStream), flags);
}

HEDDLE_EXPORT CUresult cuStreamGetGreenCtx(CUstream hStream, CUgreenCtx *phCtx) {
  Call call(kCuStreamGetGreenCtx);
  call.handle_or_none(kKindCUstream, hStream);
  call.made(kKindCUgreenCtx, phCtx);
  const auto result = CUresult(call.ask());
  call.take_found(kKindCUgreenCtx, phCtx);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamGetId(CUstream hStream, unsigned long long *streamId) {
  Call call(kCuStreamGetId);
  call.handle_or_none(kKindCUstream, hStream);
  call.wanted(streamId);
  const auto result = CUresult(call.ask_once());
  call.take(streamId);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamGetId_ptsz(CUstream hStream, unsigned long long *streamId) {
  return cuStreamGetId(per_thread(hStream), streamId);
}

HEDDLE_EXPORT CUresult cuStreamGetPriority(CUstream hStream, int *priority) {
  Call call(kCuStreamGetPriority);
  call.handle_or_none(kKindCUstream, hStream);
  call.wanted(priority);
  const auto result = CUresult(call.ask_once());
  call.take(priority);
  return result;
}

HEDDLE_EXPORT CUresult cuStreamGetPriority_ptsz(CUstream hStream, int *priority) {
  return cuStreamGetPriority(per_thread(hStream), priority);
}

HEDDLE_EXPORT CUresult cuStreamIsCapturing_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus) {
  return cuStreamIsCapturing(per_thread(hStream), captureStatus);
}

HEDDLE_EXPORT CUresult cuStreamQuery(CUstream hStream) {
  Call call(kCuStreamQuery);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuStreamQuery_ptsz(CUstream hStream) {
  return cuStreamQuery(per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *param) {
  Call call(kCuStreamSetAttribute);
  call.handle_or_none(kKindCUstream, hStream);
  call.value(attr);
  call.given(param, 1);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuStreamSetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *param) {
  return cuStreamSetAttribute(per_thread(hStream), attr, param);
}

HEDDLE_EXPORT CUresult cuStreamSynchronize(CUstream hStream) {
  Call call(kCuStreamSynchronize);
  call.handle_or_none(kKindCUstream, hStream);
  const auto result = CUresult(call.ask());
  return result;
}

HEDDLE_EXPORT CUresult cuStreamSynchronize_ptsz(CUstream hStream) {
  return cuStreamSynchronize(per_thread(hStream));
}

HEDDLE_EXPORT CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode *dependencies, size_t numDependencies, unsigned int flags) {
  static_cast<void>(hStream);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(flags);
  return CUresult(refuse("cuStreamUpdateCaptureDependencies"));
}

HEDDLE_EXPORT CUresult cuStreamUpdateCaptureDependencies_ptsz(CUstream hStream, CUgraphNode *dependencies, size_t numDependencies, unsigned int flags) {
  static_cast<void>(hStream);
  static_cast<void>(dependencies);
  static_cast<void>(numDependencies);
  static_cast<void>(flags);
  return CUresult(refuse("cuStreamUpdateCaptureDependencies_ptsz"));
}

HEDDLE_EXPORT CUresult cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags) {
  static_cast<void>(hStream);
  static_cast<void>(dependencies);
  static_cast<void>(dependencyData);
  static_cast<void>(numDependencies);
  static_cast<void>(flags);
  return CUresult(refuse("cuStreamUpdateCaptureDependencies_v2"));
}

HEDDLE_EXPORT CUresult cuStreamUpdateCaptureDependencies_v2_ptsz(CUstream hStream, CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags) {
  static_cast<void>(hStream);
  static_cast<void>(dependencies);
  static_cast<void>(dependencyData);
  static_cast<void>(numDependencies);
  static_cast<void>(flags);
  return CUresult(refuse("cuStreamUpdateCaptureDependencies_v2_ptsz"));
}

HEDDLE_EXPORT CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  Call call(kCuStreamWaitEvent);
  call.handle_or_none(kKindCUstream, hStream);
  call.handle(kKindCUevent, hEvent);
  call.value(Flags);
  const auto result = CUresult(call.send());
  return result;
}

HEDDLE_EXPORT CUresult cuStreamWaitEvent_ptsz(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  return cuStreamWaitEvent(per_thread(hStream), hEvent, Flags);
}

HEDDLE_EXPORT CUresult cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return cuStreamWaitValue32(per_thread(stream), addr, value, flags);
}

HEDDLE_EXPORT CUresult cuStreamWaitValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return cuStreamWaitValue32_v2(per_thread(stream), addr, value, flags);
}

HEDDLE_EXPORT CUresult cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return cuStreamWaitValue64(per_thread(stream), addr, value, flags);
}

HEDDLE_EXPORT CUresult cuStreamWaitValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return cuStreamWaitValue64_v2(per_thread(stream), addr, value, flags);
}

HEDDLE_EXPORT CUresult cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return cuStreamWriteValue32(per_thread(stream), addr, value, flags);
}

HEDDLE_EXPORT CUresult cuStreamWriteValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return cuStreamWriteValue32_v2(per_thread(stream), addr, value, flags);
}

HEDDLE_EXPORT CUresult cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return cuStreamWriteValue64(per_thread(stream), addr, value, flags);
}

HEDDLE_EXPORT CUresult cuStreamWriteValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return cuStreamWriteValue64_v2(per_thread(stream), addr, value, flags);
}

HEDDLE_EXPORT CUresult cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc) {
  static_cast<void>(pSurfObject);
  static_cast<void>(pResDesc);
  return CUresult(refuse("cuSurfObjectCreate"));
}

HEDDLE_EXPORT CUresult cuSurfObjectDestroy(CUsurfObject surfObject) {
  static_cast<void>(surfObject);
  return CUresult(refuse("cuSurfObjectDestroy"));
}

HEDDLE_EXPORT CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUsurfObject surfObject) {
  static_cast<void>(pResDesc);
  static_cast<void>(surfObject);
  return CUresult(refuse("cuSurfObjectGetResourceDesc"));
}

HEDDLE_EXPORT CUresult cuSurfRefGetArray(CUarray *phArray, CUsurfref hSurfRef) {
  static_cast<void>(phArray);
  static_cast<void>(hSurfRef);
  return CUresult(refuse("cuSurfRefGetArray"));
}

HEDDLE_EXPORT CUresult cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags) {
  static_cast<void>(hSurfRef);
  static_cast<void>(hArray);
  static_cast<void>(Flags);
  return CUresult(refuse("cuSurfRefSetArray"));
}

HEDDLE_EXPORT CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
  Call call(kCuTensorMapEncodeIm2col);
  call.wanted(tensorMap);
  call.value(tensorDataType);
  call.value(tensorRank);
  call.value(globalAddress);
  call.given(globalDim, tensorRank);
  call.given(globalStrides, tensorRank - 1);
  call.given(pixelBoxLowerCorner, tensorRank - 2);
  call.given(pixelBoxUpperCorner, tensorRank - 2);
  call.value(channelsPerPixel);
  call.value(pixelsPerColumn);
  call.given(elementStrides, tensorRank);
  call.value(interleave);
  call.value(swizzle);
  call.value(l2Promotion);
  call.value(oobFill);
  const auto result = CUresult(call.ask());
  call.take(tensorMap);
  return result;
}

HEDDLE_EXPORT CUresult cuTensorMapEncodeIm2colWide(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
  static_cast<void>(tensorMap);
  static_cast<void>(tensorDataType);
  static_cast<void>(tensorRank);
  static_cast<void>(globalAddress);
  static_cast<void>(globalDim);
  static_cast<void>(globalStrides);
  static_cast<void>(pixelBoxLowerCornerWidth);
  static_cast<void>(pixelBoxUpperCornerWidth);
  static_cast<void>(channelsPerPixel);
  static_cast<void>(pixelsPerColumn);
  static_cast<void>(elementStrides);
  static_cast<void>(interleave);
  static_cast<void>(mode);
  static_cast<void>(swizzle);
  static_cast<void>(l2Promotion);
  static_cast<void>(oobFill);
  return CUresult(refuse("cuTensorMapEncodeIm2colWide"));
}

HEDDLE_EXPORT CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const cuuint32_t *boxDim, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
  Call call(kCuTensorMapEncodeTiled);
  call.wanted(tensorMap);
  call.value(tensorDataType);
  call.value(tensorRank);
  call.value(globalAddress);
  call.given(globalDim, tensorRank);
  call.given(globalStrides, tensorRank - 1);
  call.given(boxDim, tensorRank);
  call.given(elementStrides, tensorRank);
  call.value(interleave);
  call.value(swizzle);
  call.value(l2Promotion);
  call.value(oobFill);
  const auto result = CUresult(call.ask());
  call.take(tensorMap);
  return result;
}

HEDDLE_EXPORT CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress) {
  static_cast<void>(tensorMap);
  static_cast<void>(globalAddress);
  return CUresult(refuse("cuTensorMapReplaceAddress"));
}

HEDDLE_EXPORT CUresult cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc, const CUDA_TEXTURE_DESC *pTexDesc, const CUDA_RESOURCE_VIEW_DESC *pResViewDesc) {
  static_cast<void>(pTexObject);
  static_cast<void>(pResDesc);
  static_cast<void>(pTexDesc);
  static_cast<void>(pResViewDesc);
  return CUresult(refuse("cuTexObjectCreate"));
}

HEDDLE_EXPORT CUresult cuTexObjectDestroy(CUtexObject texObject) {
  static_cast<void>(texObject);
  return CUresult(refuse("cuTexObjectDestroy"));
}

HEDDLE_EXPORT CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUtexObject texObject) {
  static_cast<void>(pResDesc);
  static_cast<void>(texObject);
  return CUresult(refuse("cuTexObjectGetResourceDesc"));
}

HEDDLE_EXPORT CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *pResViewDesc, CUtexObject texObject) {
  static_cast<void>(pResViewDesc);
  static_cast<void>(texObject);
  return CUresult(refuse("cuTexObjectGetResourceViewDesc"));
}

HEDDLE_EXPORT CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *pTexDesc, CUtexObject texObject) {
  static_cast<void>(pTexDesc);
  static_cast<void>(texObject);
  return CUresult(refuse("cuTexObjectGetTextureDesc"));
}

HEDDLE_EXPORT CUresult cuTexRefCreate(CUtexref *pTexRef) {
  static_cast<void>(pTexRef);
  return CUresult(refuse("cuTexRefCreate"));
}

HEDDLE_EXPORT CUresult cuTexRefDestroy(CUtexref hTexRef) {
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefDestroy"));
}

HEDDLE_EXPORT CUresult cuTexRefGetAddress(CUdeviceptr_v1 *pdptr, CUtexref hTexRef) {
  static_cast<void>(pdptr);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetAddress"));
}

HEDDLE_EXPORT CUresult cuTexRefGetAddressMode(CUaddress_mode *pam, CUtexref hTexRef, int dim) {
  static_cast<void>(pam);
  static_cast<void>(hTexRef);
  static_cast<void>(dim);
  return CUresult(refuse("cuTexRefGetAddressMode"));
}

HEDDLE_EXPORT CUresult cuTexRefGetAddress_v2(CUdeviceptr *pdptr, CUtexref hTexRef) {
  static_cast<void>(pdptr);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetAddress_v2"));
}

HEDDLE_EXPORT CUresult cuTexRefGetArray(CUarray *phArray, CUtexref hTexRef) {
  static_cast<void>(phArray);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetArray"));
}

HEDDLE_EXPORT CUresult cuTexRefGetBorderColor(float *pBorderColor, CUtexref hTexRef) {
  static_cast<void>(pBorderColor);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetBorderColor"));
}

HEDDLE_EXPORT CUresult cuTexRefGetFilterMode(CUfilter_mode *pfm, CUtexref hTexRef) {
  static_cast<void>(pfm);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetFilterMode"));
}

HEDDLE_EXPORT CUresult cuTexRefGetFlags(unsigned int *pFlags, CUtexref hTexRef) {
  static_cast<void>(pFlags);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetFlags"));
}

HEDDLE_EXPORT CUresult cuTexRefGetFormat(CUarray_format *pFormat, int *pNumChannels, CUtexref hTexRef) {
  static_cast<void>(pFormat);
  static_cast<void>(pNumChannels);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetFormat"));
}

HEDDLE_EXPORT CUresult cuTexRefGetMaxAnisotropy(int *pmaxAniso, CUtexref hTexRef) {
  static_cast<void>(pmaxAniso);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetMaxAnisotropy"));
}

HEDDLE_EXPORT CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *pfm, CUtexref hTexRef) {
  static_cast<void>(pfm);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetMipmapFilterMode"));
}

HEDDLE_EXPORT CUresult cuTexRefGetMipmapLevelBias(float *pbias, CUtexref hTexRef) {
  static_cast<void>(pbias);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetMipmapLevelBias"));
}

HEDDLE_EXPORT CUresult cuTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp, CUtexref hTexRef) {
  static_cast<void>(pminMipmapLevelClamp);
  static_cast<void>(pmaxMipmapLevelClamp);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetMipmapLevelClamp"));
}

HEDDLE_EXPORT CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *phMipmappedArray, CUtexref hTexRef) {
  static_cast<void>(phMipmappedArray);
  static_cast<void>(hTexRef);
  return CUresult(refuse("cuTexRefGetMipmappedArray"));
}

HEDDLE_EXPORT CUresult cuTexRefSetAddress(unsigned int *ByteOffset, CUtexref hTexRef, CUdeviceptr_v1 dptr, unsigned int bytes) {
  static_cast<void>(ByteOffset);
  static_cast<void>(hTexRef);
  static_cast<void>(dptr);
  static_cast<void>(bytes);
  return CUresult(refuse("cuTexRefSetAddress"));
}

HEDDLE_EXPORT CUresult cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR_v1 *desc, CUdeviceptr_v1 dptr, unsigned int Pitch) {
  static_cast<void>(hTexRef);
  static_cast<void>(desc);
  static_cast<void>(dptr);
  static_cast<void>(Pitch);
  return CUresult(refuse("cuTexRefSetAddress2D"));
}

HEDDLE_EXPORT CUresult cuTexRefSetAddress2D_v2(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr dptr, size_t Pitch) {
  static_cast<void>(hTexRef);
  static_cast<void>(desc);
  static_cast<void>(dptr);
  static_cast<void>(Pitch);
  return CUresult(refuse("cuTexRefSetAddress2D_v2"));
}

HEDDLE_EXPORT CUresult cuTexRefSetAddress2D_v3(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr dptr, size_t Pitch) {
  static_cast<void>(hTexRef);
  static_cast<void>(desc);
  static_cast<void>(dptr);
  static_cast<void>(Pitch);
  return CUresult(refuse("cuTexRefSetAddress2D_v3"));
}

HEDDLE_EXPORT CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am) {
  static_cast<void>(hTexRef);
  static_cast<void>(dim);
  static_cast<void>(am);
  return CUresult(refuse("cuTexRefSetAddressMode"));
}

HEDDLE_EXPORT CUresult cuTexRefSetAddress_v2(size_t *ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes) {
  static_cast<void>(ByteOffset);
  static_cast<void>(hTexRef);
  static_cast<void>(dptr);
  static_cast<void>(bytes);
  return CUresult(refuse("cuTexRefSetAddress_v2"));
}

HEDDLE_EXPORT CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags) {
  static_cast<void>(hTexRef);
  static_cast<void>(hArray);
  static_cast<void>(Flags);
  return CUresult(refuse("cuTexRefSetArray"));
}

HEDDLE_EXPORT CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float *pBorderColor) {
  static_cast<void>(hTexRef);
  static_cast<void>(pBorderColor);
  return CUresult(refuse("cuTexRefSetBorderColor"));
}

HEDDLE_EXPORT CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm) {
  static_cast<void>(hTexRef);
  static_cast<void>(fm);
  return CUresult(refuse("cuTexRefSetFilterMode"));
}

HEDDLE_EXPORT CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags) {
  static_cast<void>(hTexRef);
  static_cast<void>(Flags);
  return CUresult(refuse("cuTexRefSetFlags"));
}

HEDDLE_EXPORT CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents) {
  static_cast<void>(hTexRef);
  static_cast<void>(fmt);
  static_cast<void>(NumPackedComponents);
  return CUresult(refuse("cuTexRefSetFormat"));
}

HEDDLE_EXPORT CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso) {
  static_cast<void>(hTexRef);
  static_cast<void>(maxAniso);
  return CUresult(refuse("cuTexRefSetMaxAnisotropy"));
}

HEDDLE_EXPORT CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm) {
  static_cast<void>(hTexRef);
  static_cast<void>(fm);
  return CUresult(refuse("cuTexRefSetMipmapFilterMode"));
}

HEDDLE_EXPORT CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias) {
  static_cast<void>(hTexRef);
  static_cast<void>(bias);
  return CUresult(refuse("cuTexRefSetMipmapLevelBias"));
}

HEDDLE_EXPORT CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp) {
  static_cast<void>(hTexRef);
  static_cast<void>(minMipmapLevelClamp);
  static_cast<void>(maxMipmapLevelClamp);
  return CUresult(refuse("cuTexRefSetMipmapLevelClamp"));
}

HEDDLE_EXPORT CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray, unsigned int Flags) {
  static_cast<void>(hTexRef);
  static_cast<void>(hMipmappedArray);
  static_cast<void>(Flags);
  return CUresult(refuse("cuTexRefSetMipmappedArray"));
}

HEDDLE_EXPORT CUresult cuUserObjectCreate(CUuserObject *object_out, void *ptr, CUhostFn destroy, unsigned int initialRefcount, unsigned int flags) {
  static_cast<void>(object_out);
  static_cast<void>(ptr);
  static_cast<void>(destroy);
  static_cast<void>(initialRefcount);
  static_cast<void>(flags);
  return CUresult(refuse("cuUserObjectCreate"));
}

HEDDLE_EXPORT CUresult cuUserObjectRelease(CUuserObject object, unsigned int count) {
  static_cast<void>(object);
  static_cast<void>(count);
  return CUresult(refuse("cuUserObjectRelease"));
}

HEDDLE_EXPORT CUresult cuUserObjectRetain(CUuserObject object, unsigned int count) {
  static_cast<void>(object);
  static_cast<void>(count);
  return CUresult(refuse("cuUserObjectRetain"));
}

HEDDLE_EXPORT CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) {
  static_cast<void>(extSemArray);
  static_cast<void>(paramsArray);
  static_cast<void>(numExtSems);
  static_cast<void>(stream);
  return CUresult(refuse("cuWaitExternalSemaphoresAsync"));
}

HEDDLE_EXPORT CUresult cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream) {
  static_cast<void>(extSemArray);
  static_cast<void>(paramsArray);
  static_cast<void>(numExtSems);
  static_cast<void>(stream);
  return CUresult(refuse("cuWaitExternalSemaphoresAsync_ptsz"));
}

// In the order of kNames.
void *const heddle::remote::kOurs[] = {
    reinterpret_cast<void *>(&::cuArray3DCreate),
    reinterpret_cast<void *>(&::cuArray3DCreate_v2),
    reinterpret_cast<void *>(&::cuArray3DGetDescriptor),
    reinterpret_cast<void *>(&::cuArray3DGetDescriptor_v2),
    reinterpret_cast<void *>(&::cuArrayCreate),
    reinterpret_cast<void *>(&::cuArrayCreate_v2),
    reinterpret_cast<void *>(&::cuArrayDestroy),
    reinterpret_cast<void *>(&::cuArrayGetDescriptor),
    reinterpret_cast<void *>(&::cuArrayGetDescriptor_v2),
    reinterpret_cast<void *>(&::cuArrayGetMemoryRequirements),
    reinterpret_cast<void *>(&::cuArrayGetPlane),
    reinterpret_cast<void *>(&::cuArrayGetSparseProperties),
    reinterpret_cast<void *>(&::cuCheckpointOperationComplete),
    reinterpret_cast<void *>(&::cuCheckpointProcessCheckpoint),
    reinterpret_cast<void *>(&::cuCheckpointProcessGetRestoreThreadId),
    reinterpret_cast<void *>(&::cuCheckpointProcessGetState),
    reinterpret_cast<void *>(&::cuCheckpointProcessLock),
    reinterpret_cast<void *>(&::cuCheckpointProcessRestore),
    reinterpret_cast<void *>(&::cuCheckpointProcessUnlock),
    reinterpret_cast<void *>(&::cuCoredumpDeregisterCompleteCallback),
    reinterpret_cast<void *>(&::cuCoredumpDeregisterStartCallback),
    reinterpret_cast<void *>(&::cuCoredumpGetAttribute),
    reinterpret_cast<void *>(&::cuCoredumpGetAttributeGlobal),
    reinterpret_cast<void *>(&::cuCoredumpRegisterCompleteCallback),
    reinterpret_cast<void *>(&::cuCoredumpRegisterStartCallback),
    reinterpret_cast<void *>(&::cuCoredumpSetAttribute),
    reinterpret_cast<void *>(&::cuCoredumpSetAttributeGlobal),
    reinterpret_cast<void *>(&::cuCtxAttach),
    reinterpret_cast<void *>(&::cuCtxCreate),
    reinterpret_cast<void *>(&::cuCtxCreate_v2),
    reinterpret_cast<void *>(&::cuCtxCreate_v3),
    reinterpret_cast<void *>(&::cuCtxCreate_v4),
    reinterpret_cast<void *>(&::cuCtxDestroy),
    reinterpret_cast<void *>(&::cuCtxDestroy_v2),
    reinterpret_cast<void *>(&::cuCtxDetach),
    reinterpret_cast<void *>(&::cuCtxDisablePeerAccess),
    reinterpret_cast<void *>(&::cuCtxEnablePeerAccess),
    reinterpret_cast<void *>(&::cuCtxFromGreenCtx),
    reinterpret_cast<void *>(&::cuCtxGetApiVersion),
    reinterpret_cast<void *>(&::cuCtxGetCacheConfig),
    reinterpret_cast<void *>(&::cuCtxGetCurrent),
    reinterpret_cast<void *>(&::cuCtxGetDevResource),
    reinterpret_cast<void *>(&::cuCtxGetDevice),
    reinterpret_cast<void *>(&::cuCtxGetDevice_v2),
    reinterpret_cast<void *>(&::cuCtxGetExecAffinity),
    reinterpret_cast<void *>(&::cuCtxGetFlags),
    reinterpret_cast<void *>(&::cuCtxGetId),
    reinterpret_cast<void *>(&::cuCtxGetLimit),
    reinterpret_cast<void *>(&::cuCtxGetSharedMemConfig),
    reinterpret_cast<void *>(&::cuCtxGetStreamPriorityRange),
    reinterpret_cast<void *>(&::cuCtxPopCurrent),
    reinterpret_cast<void *>(&::cuCtxPopCurrent_v2),
    reinterpret_cast<void *>(&::cuCtxPushCurrent),
    reinterpret_cast<void *>(&::cuCtxPushCurrent_v2),
    reinterpret_cast<void *>(&::cuCtxRecordEvent),
    reinterpret_cast<void *>(&::cuCtxResetPersistingL2Cache),
    reinterpret_cast<void *>(&::cuCtxSetCacheConfig),
    reinterpret_cast<void *>(&::cuCtxSetCurrent),
    reinterpret_cast<void *>(&::cuCtxSetFlags),
    reinterpret_cast<void *>(&::cuCtxSetLimit),
    reinterpret_cast<void *>(&::cuCtxSetSharedMemConfig),
    reinterpret_cast<void *>(&::cuCtxSynchronize),
    reinterpret_cast<void *>(&::cuCtxSynchronize_v2),
    reinterpret_cast<void *>(&::cuCtxWaitEvent),
    reinterpret_cast<void *>(&::cuDestroyExternalMemory),
    reinterpret_cast<void *>(&::cuDestroyExternalSemaphore),
    reinterpret_cast<void *>(&::cuDevResourceGenerateDesc),
    reinterpret_cast<void *>(&::cuDevSmResourceSplit),
    reinterpret_cast<void *>(&::cuDevSmResourceSplitByCount),
    reinterpret_cast<void *>(&::cuDeviceCanAccessPeer),
    reinterpret_cast<void *>(&::cuDeviceComputeCapability),
    reinterpret_cast<void *>(&::cuDeviceGet),
    reinterpret_cast<void *>(&::cuDeviceGetAttribute),
    reinterpret_cast<void *>(&::cuDeviceGetByPCIBusId),
    reinterpret_cast<void *>(&::cuDeviceGetCliqueCount),
    reinterpret_cast<void *>(&::cuDeviceGetCliqueInfo),
    reinterpret_cast<void *>(&::cuDeviceGetCount),
    reinterpret_cast<void *>(&::cuDeviceGetDefaultMemPool),
    reinterpret_cast<void *>(&::cuDeviceGetDevResource),
    reinterpret_cast<void *>(&::cuDeviceGetExecAffinitySupport),
    reinterpret_cast<void *>(&::cuDeviceGetFabricClusterUuid),
    reinterpret_cast<void *>(&::cuDeviceGetGraphMemAttribute),
    reinterpret_cast<void *>(&::cuDeviceGetHostAtomicCapabilities),
    reinterpret_cast<void *>(&::cuDeviceGetLuid),
    reinterpret_cast<void *>(&::cuDeviceGetMemPool),
    reinterpret_cast<void *>(&::cuDeviceGetName),
    reinterpret_cast<void *>(&::cuDeviceGetNvSciSyncAttributes),
    reinterpret_cast<void *>(&::cuDeviceGetP2PAtomicCapabilities),
    reinterpret_cast<void *>(&::cuDeviceGetP2PAttribute),
    reinterpret_cast<void *>(&::cuDeviceGetPCIBusId),
    reinterpret_cast<void *>(&::cuDeviceGetProperties),
    reinterpret_cast<void *>(&::cuDeviceGetTexture1DLinearMaxWidth),
    reinterpret_cast<void *>(&::cuDeviceGetUuid),
    reinterpret_cast<void *>(&::cuDeviceGetUuid_v2),
    reinterpret_cast<void *>(&::cuDeviceGraphMemTrim),
    reinterpret_cast<void *>(&::cuDevicePrimaryCtxGetState),
    reinterpret_cast<void *>(&::cuDevicePrimaryCtxRelease),
    reinterpret_cast<void *>(&::cuDevicePrimaryCtxRelease_v2),
    reinterpret_cast<void *>(&::cuDevicePrimaryCtxReset),
    reinterpret_cast<void *>(&::cuDevicePrimaryCtxReset_v2),
    reinterpret_cast<void *>(&::cuDevicePrimaryCtxRetain),
    reinterpret_cast<void *>(&::cuDevicePrimaryCtxSetFlags),
    reinterpret_cast<void *>(&::cuDevicePrimaryCtxSetFlags_v2),
    reinterpret_cast<void *>(&::cuDeviceRegisterAsyncNotification),
    reinterpret_cast<void *>(&::cuDeviceSetGraphMemAttribute),
    reinterpret_cast<void *>(&::cuDeviceSetMemPool),
    reinterpret_cast<void *>(&::cuDeviceTotalMem),
    reinterpret_cast<void *>(&::cuDeviceTotalMem_v2),
    reinterpret_cast<void *>(&::cuDeviceUnregisterAsyncNotification),
    reinterpret_cast<void *>(&::cuDriverGetVersion),
    reinterpret_cast<void *>(&::cuEventCreate),
    reinterpret_cast<void *>(&::cuEventDestroy),
    reinterpret_cast<void *>(&::cuEventDestroy_v2),
    reinterpret_cast<void *>(&::cuEventElapsedTime),
    reinterpret_cast<void *>(&::cuEventElapsedTime_v2),
    reinterpret_cast<void *>(&::cuEventQuery),
    reinterpret_cast<void *>(&::cuEventRecord),
    reinterpret_cast<void *>(&::cuEventRecord_ptsz),
    reinterpret_cast<void *>(&::cuEventRecordWithFlags),
    reinterpret_cast<void *>(&::cuEventRecordWithFlags_ptsz),
    reinterpret_cast<void *>(&::cuEventSynchronize),
    reinterpret_cast<void *>(&::cuExternalMemoryGetMappedBuffer),
    reinterpret_cast<void *>(&::cuExternalMemoryGetMappedMipmappedArray),
    reinterpret_cast<void *>(&::cuFlushGPUDirectRDMAWrites),
    reinterpret_cast<void *>(&::cuFuncGetAttribute),
    reinterpret_cast<void *>(&::cuFuncGetModule),
    reinterpret_cast<void *>(&::cuFuncGetName),
    reinterpret_cast<void *>(&::cuFuncGetParamCount),
    reinterpret_cast<void *>(&::cuFuncGetParamInfo),
    reinterpret_cast<void *>(&::cuFuncIsLoaded),
    reinterpret_cast<void *>(&::cuFuncLoad),
    reinterpret_cast<void *>(&::cuFuncSetAttribute),
    reinterpret_cast<void *>(&::cuFuncSetBlockShape),
    reinterpret_cast<void *>(&::cuFuncSetCacheConfig),
    reinterpret_cast<void *>(&::cuFuncSetSharedMemConfig),
    reinterpret_cast<void *>(&::cuFuncSetSharedSize),
    reinterpret_cast<void *>(&::cuGetErrorName),
    reinterpret_cast<void *>(&::cuGetErrorString),
    reinterpret_cast<void *>(&::cuGetExportTable),
    reinterpret_cast<void *>(&::cuGetProcAddress),
    reinterpret_cast<void *>(&::cuGetProcAddress_v2),
    reinterpret_cast<void *>(&::cuGraphAddBatchMemOpNode),
    reinterpret_cast<void *>(&::cuGraphAddChildGraphNode),
    reinterpret_cast<void *>(&::cuGraphAddDependencies),
    reinterpret_cast<void *>(&::cuGraphAddDependencies_v2),
    reinterpret_cast<void *>(&::cuGraphAddEmptyNode),
    reinterpret_cast<void *>(&::cuGraphAddEventRecordNode),
    reinterpret_cast<void *>(&::cuGraphAddEventWaitNode),
    reinterpret_cast<void *>(&::cuGraphAddExternalSemaphoresSignalNode),
    reinterpret_cast<void *>(&::cuGraphAddExternalSemaphoresWaitNode),
    reinterpret_cast<void *>(&::cuGraphAddHostNode),
    reinterpret_cast<void *>(&::cuGraphAddKernelNode),
    reinterpret_cast<void *>(&::cuGraphAddKernelNode_v2),
    reinterpret_cast<void *>(&::cuGraphAddMemAllocNode),
    reinterpret_cast<void *>(&::cuGraphAddMemFreeNode),
    reinterpret_cast<void *>(&::cuGraphAddMemcpyNode),
    reinterpret_cast<void *>(&::cuGraphAddMemsetNode),
    reinterpret_cast<void *>(&::cuGraphAddNode),
    reinterpret_cast<void *>(&::cuGraphAddNode_v2),
    reinterpret_cast<void *>(&::cuGraphAddNode_v3),
    reinterpret_cast<void *>(&::cuGraphBatchMemOpNodeGetParams),
    reinterpret_cast<void *>(&::cuGraphBatchMemOpNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphChildGraphNodeGetGraph),
    reinterpret_cast<void *>(&::cuGraphClone),
    reinterpret_cast<void *>(&::cuGraphConditionalHandleCreate),
    reinterpret_cast<void *>(&::cuGraphCreate),
    reinterpret_cast<void *>(&::cuGraphDebugDotPrint),
    reinterpret_cast<void *>(&::cuGraphDestroy),
    reinterpret_cast<void *>(&::cuGraphDestroyNode),
    reinterpret_cast<void *>(&::cuGraphEventRecordNodeGetEvent),
    reinterpret_cast<void *>(&::cuGraphEventRecordNodeSetEvent),
    reinterpret_cast<void *>(&::cuGraphEventWaitNodeGetEvent),
    reinterpret_cast<void *>(&::cuGraphEventWaitNodeSetEvent),
    reinterpret_cast<void *>(&::cuGraphExecBatchMemOpNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphExecChildGraphNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphExecDestroy),
    reinterpret_cast<void *>(&::cuGraphExecEventRecordNodeSetEvent),
    reinterpret_cast<void *>(&::cuGraphExecEventWaitNodeSetEvent),
    reinterpret_cast<void *>(&::cuGraphExecExternalSemaphoresSignalNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphExecExternalSemaphoresWaitNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphExecGetFlags),
    reinterpret_cast<void *>(&::cuGraphExecGetId),
    reinterpret_cast<void *>(&::cuGraphExecHostNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphExecKernelNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphExecKernelNodeSetParams_v2),
    reinterpret_cast<void *>(&::cuGraphExecMemcpyNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphExecMemsetNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphExecNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphExecUpdate),
    reinterpret_cast<void *>(&::cuGraphExecUpdate_v2),
    reinterpret_cast<void *>(&::cuGraphExternalSemaphoresSignalNodeGetParams),
    reinterpret_cast<void *>(&::cuGraphExternalSemaphoresSignalNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphExternalSemaphoresWaitNodeGetParams),
    reinterpret_cast<void *>(&::cuGraphExternalSemaphoresWaitNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphGetEdges),
    reinterpret_cast<void *>(&::cuGraphGetEdges_v2),
    reinterpret_cast<void *>(&::cuGraphGetId),
    reinterpret_cast<void *>(&::cuGraphGetNodes),
    reinterpret_cast<void *>(&::cuGraphGetRootNodes),
    reinterpret_cast<void *>(&::cuGraphHostNodeGetParams),
    reinterpret_cast<void *>(&::cuGraphHostNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphInstantiate),
    reinterpret_cast<void *>(&::cuGraphInstantiateWithFlags),
    reinterpret_cast<void *>(&::cuGraphInstantiateWithParams),
    reinterpret_cast<void *>(&::cuGraphInstantiateWithParams_ptsz),
    reinterpret_cast<void *>(&::cuGraphInstantiate_v2),
    reinterpret_cast<void *>(&::cuGraphKernelNodeCopyAttributes),
    reinterpret_cast<void *>(&::cuGraphKernelNodeGetAttribute),
    reinterpret_cast<void *>(&::cuGraphKernelNodeGetParams),
    reinterpret_cast<void *>(&::cuGraphKernelNodeGetParams_v2),
    reinterpret_cast<void *>(&::cuGraphKernelNodeSetAttribute),
    reinterpret_cast<void *>(&::cuGraphKernelNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphKernelNodeSetParams_v2),
    reinterpret_cast<void *>(&::cuGraphLaunch),
    reinterpret_cast<void *>(&::cuGraphLaunch_ptsz),
    reinterpret_cast<void *>(&::cuGraphMemAllocNodeGetParams),
    reinterpret_cast<void *>(&::cuGraphMemFreeNodeGetParams),
    reinterpret_cast<void *>(&::cuGraphMemcpyNodeGetParams),
    reinterpret_cast<void *>(&::cuGraphMemcpyNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphMemsetNodeGetParams),
    reinterpret_cast<void *>(&::cuGraphMemsetNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphNodeFindInClone),
    reinterpret_cast<void *>(&::cuGraphNodeGetContainingGraph),
    reinterpret_cast<void *>(&::cuGraphNodeGetDependencies),
    reinterpret_cast<void *>(&::cuGraphNodeGetDependencies_v2),
    reinterpret_cast<void *>(&::cuGraphNodeGetDependentNodes),
    reinterpret_cast<void *>(&::cuGraphNodeGetDependentNodes_v2),
    reinterpret_cast<void *>(&::cuGraphNodeGetEnabled),
    reinterpret_cast<void *>(&::cuGraphNodeGetLocalId),
    reinterpret_cast<void *>(&::cuGraphNodeGetParams),
    reinterpret_cast<void *>(&::cuGraphNodeGetToolsId),
    reinterpret_cast<void *>(&::cuGraphNodeGetType),
    reinterpret_cast<void *>(&::cuGraphNodeSetEnabled),
    reinterpret_cast<void *>(&::cuGraphNodeSetParams),
    reinterpret_cast<void *>(&::cuGraphNodeSetParams_v2),
    reinterpret_cast<void *>(&::cuGraphReleaseUserObject),
    reinterpret_cast<void *>(&::cuGraphRemoveDependencies),
    reinterpret_cast<void *>(&::cuGraphRemoveDependencies_v2),
    reinterpret_cast<void *>(&::cuGraphRetainUserObject),
    reinterpret_cast<void *>(&::cuGraphUpload),
    reinterpret_cast<void *>(&::cuGraphUpload_ptsz),
    reinterpret_cast<void *>(&::cuGraphicsMapResources),
    reinterpret_cast<void *>(&::cuGraphicsMapResources_ptsz),
    reinterpret_cast<void *>(&::cuGraphicsResourceGetMappedMipmappedArray),
    reinterpret_cast<void *>(&::cuGraphicsResourceGetMappedPointer),
    reinterpret_cast<void *>(&::cuGraphicsResourceGetMappedPointer_v2),
    reinterpret_cast<void *>(&::cuGraphicsResourceSetMapFlags),
    reinterpret_cast<void *>(&::cuGraphicsResourceSetMapFlags_v2),
    reinterpret_cast<void *>(&::cuGraphicsSubResourceGetMappedArray),
    reinterpret_cast<void *>(&::cuGraphicsUnmapResources),
    reinterpret_cast<void *>(&::cuGraphicsUnmapResources_ptsz),
    reinterpret_cast<void *>(&::cuGraphicsUnregisterResource),
    reinterpret_cast<void *>(&::cuGreenCtxCreate),
    reinterpret_cast<void *>(&::cuGreenCtxDestroy),
    reinterpret_cast<void *>(&::cuGreenCtxGetDevResource),
    reinterpret_cast<void *>(&::cuGreenCtxGetId),
    reinterpret_cast<void *>(&::cuGreenCtxRecordEvent),
    reinterpret_cast<void *>(&::cuGreenCtxStreamCreate),
    reinterpret_cast<void *>(&::cuGreenCtxWaitEvent),
    reinterpret_cast<void *>(&::cuImportExternalMemory),
    reinterpret_cast<void *>(&::cuImportExternalSemaphore),
    reinterpret_cast<void *>(&::cuInit),
    reinterpret_cast<void *>(&::cuIpcCloseMemHandle),
    reinterpret_cast<void *>(&::cuIpcGetEventHandle),
    reinterpret_cast<void *>(&::cuIpcGetMemHandle),
    reinterpret_cast<void *>(&::cuIpcOpenEventHandle),
    reinterpret_cast<void *>(&::cuIpcOpenMemHandle),
    reinterpret_cast<void *>(&::cuIpcOpenMemHandle_v2),
    reinterpret_cast<void *>(&::cuKernelGetAttribute),
    reinterpret_cast<void *>(&::cuKernelGetFunction),
    reinterpret_cast<void *>(&::cuKernelGetLibrary),
    reinterpret_cast<void *>(&::cuKernelGetName),
    reinterpret_cast<void *>(&::cuKernelGetParamCount),
    reinterpret_cast<void *>(&::cuKernelGetParamInfo),
    reinterpret_cast<void *>(&::cuKernelSetAttribute),
    reinterpret_cast<void *>(&::cuKernelSetCacheConfig),
    reinterpret_cast<void *>(&::cuLaunch),
    reinterpret_cast<void *>(&::cuLaunchCooperativeKernel),
    reinterpret_cast<void *>(&::cuLaunchCooperativeKernel_ptsz),
    reinterpret_cast<void *>(&::cuLaunchCooperativeKernelMultiDevice),
    reinterpret_cast<void *>(&::cuLaunchGrid),
    reinterpret_cast<void *>(&::cuLaunchGridAsync),
    reinterpret_cast<void *>(&::cuLaunchHostFunc),
    reinterpret_cast<void *>(&::cuLaunchHostFunc_ptsz),
    reinterpret_cast<void *>(&::cuLaunchHostFunc_v2),
    reinterpret_cast<void *>(&::cuLaunchHostFunc_v2_ptsz),
    reinterpret_cast<void *>(&::cuLaunchKernel),
    reinterpret_cast<void *>(&::cuLaunchKernel_ptsz),
    reinterpret_cast<void *>(&::cuLaunchKernelEx),
    reinterpret_cast<void *>(&::cuLaunchKernelEx_ptsz),
    reinterpret_cast<void *>(&::cuLibraryEnumerateKernels),
    reinterpret_cast<void *>(&::cuLibraryGetGlobal),
    reinterpret_cast<void *>(&::cuLibraryGetKernel),
    reinterpret_cast<void *>(&::cuLibraryGetKernelCount),
    reinterpret_cast<void *>(&::cuLibraryGetManaged),
    reinterpret_cast<void *>(&::cuLibraryGetModule),
    reinterpret_cast<void *>(&::cuLibraryGetUnifiedFunction),
    reinterpret_cast<void *>(&::cuLibraryLoadData),
    reinterpret_cast<void *>(&::cuLibraryLoadFromFile),
    reinterpret_cast<void *>(&::cuLibraryUnload),
    reinterpret_cast<void *>(&::cuLinkAddData),
    reinterpret_cast<void *>(&::cuLinkAddData_v2),
    reinterpret_cast<void *>(&::cuLinkAddFile),
    reinterpret_cast<void *>(&::cuLinkAddFile_v2),
    reinterpret_cast<void *>(&::cuLinkComplete),
    reinterpret_cast<void *>(&::cuLinkCreate),
    reinterpret_cast<void *>(&::cuLinkCreate_v2),
    reinterpret_cast<void *>(&::cuLinkDestroy),
    reinterpret_cast<void *>(&::cuLogicalEndpointAddDevice),
    reinterpret_cast<void *>(&::cuLogicalEndpointBindAddr),
    reinterpret_cast<void *>(&::cuLogicalEndpointBindMem),
    reinterpret_cast<void *>(&::cuLogicalEndpointCreate),
    reinterpret_cast<void *>(&::cuLogicalEndpointDestroy),
    reinterpret_cast<void *>(&::cuLogicalEndpointExport),
    reinterpret_cast<void *>(&::cuLogicalEndpointGetLimits),
    reinterpret_cast<void *>(&::cuLogicalEndpointIdRelease),
    reinterpret_cast<void *>(&::cuLogicalEndpointIdReserve),
    reinterpret_cast<void *>(&::cuLogicalEndpointImport),
    reinterpret_cast<void *>(&::cuLogicalEndpointQuery),
    reinterpret_cast<void *>(&::cuLogicalEndpointUnbind),
    reinterpret_cast<void *>(&::cuLogsCurrent),
    reinterpret_cast<void *>(&::cuLogsDumpToFile),
    reinterpret_cast<void *>(&::cuLogsDumpToMemory),
    reinterpret_cast<void *>(&::cuLogsRegisterCallback),
    reinterpret_cast<void *>(&::cuLogsUnregisterCallback),
    reinterpret_cast<void *>(&::cuMemAddressFree),
    reinterpret_cast<void *>(&::cuMemAddressReserve),
    reinterpret_cast<void *>(&::cuMemAdvise),
    reinterpret_cast<void *>(&::cuMemAdvise_v2),
    reinterpret_cast<void *>(&::cuMemAlloc),
    reinterpret_cast<void *>(&::cuMemAllocAsync),
    reinterpret_cast<void *>(&::cuMemAllocAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemAllocFromPoolAsync),
    reinterpret_cast<void *>(&::cuMemAllocFromPoolAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemAllocHost),
    reinterpret_cast<void *>(&::cuMemAllocHost_v2),
    reinterpret_cast<void *>(&::cuMemAllocManaged),
    reinterpret_cast<void *>(&::cuMemAllocPitch),
    reinterpret_cast<void *>(&::cuMemAllocPitch_v2),
    reinterpret_cast<void *>(&::cuMemAlloc_v2),
    reinterpret_cast<void *>(&::cuMemBatchDecompressAsync),
    reinterpret_cast<void *>(&::cuMemBatchDecompressAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemCreate),
    reinterpret_cast<void *>(&::cuMemDiscardAndPrefetchBatchAsync),
    reinterpret_cast<void *>(&::cuMemDiscardAndPrefetchBatchAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemDiscardBatchAsync),
    reinterpret_cast<void *>(&::cuMemDiscardBatchAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemExportToShareableHandle),
    reinterpret_cast<void *>(&::cuMemFree),
    reinterpret_cast<void *>(&::cuMemFreeAsync),
    reinterpret_cast<void *>(&::cuMemFreeAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemFreeHost),
    reinterpret_cast<void *>(&::cuMemFree_v2),
    reinterpret_cast<void *>(&::cuMemGetAccess),
    reinterpret_cast<void *>(&::cuMemGetAddressRange),
    reinterpret_cast<void *>(&::cuMemGetAddressRange_v2),
    reinterpret_cast<void *>(&::cuMemGetAllocationGranularity),
    reinterpret_cast<void *>(&::cuMemGetAllocationPropertiesFromHandle),
    reinterpret_cast<void *>(&::cuMemGetDefaultMemPool),
    reinterpret_cast<void *>(&::cuMemGetHandleForAddressRange),
    reinterpret_cast<void *>(&::cuMemGetInfo),
    reinterpret_cast<void *>(&::cuMemGetInfo_v2),
    reinterpret_cast<void *>(&::cuMemGetLocationInfo),
    reinterpret_cast<void *>(&::cuMemGetMemPool),
    reinterpret_cast<void *>(&::cuMemHostAlloc),
    reinterpret_cast<void *>(&::cuMemHostGetDevicePointer),
    reinterpret_cast<void *>(&::cuMemHostGetDevicePointer_v2),
    reinterpret_cast<void *>(&::cuMemHostGetFlags),
    reinterpret_cast<void *>(&::cuMemHostRegister),
    reinterpret_cast<void *>(&::cuMemHostRegister_v2),
    reinterpret_cast<void *>(&::cuMemHostUnregister),
    reinterpret_cast<void *>(&::cuMemImportFromShareableHandle),
    reinterpret_cast<void *>(&::cuMemMap),
    reinterpret_cast<void *>(&::cuMemMapArrayAsync),
    reinterpret_cast<void *>(&::cuMemMapArrayAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemPoolCreate),
    reinterpret_cast<void *>(&::cuMemPoolDestroy),
    reinterpret_cast<void *>(&::cuMemPoolExportPointer),
    reinterpret_cast<void *>(&::cuMemPoolExportToShareableHandle),
    reinterpret_cast<void *>(&::cuMemPoolGetAccess),
    reinterpret_cast<void *>(&::cuMemPoolGetAttribute),
    reinterpret_cast<void *>(&::cuMemPoolImportFromShareableHandle),
    reinterpret_cast<void *>(&::cuMemPoolImportPointer),
    reinterpret_cast<void *>(&::cuMemPoolSetAccess),
    reinterpret_cast<void *>(&::cuMemPoolSetAttribute),
    reinterpret_cast<void *>(&::cuMemPoolTrimTo),
    reinterpret_cast<void *>(&::cuMemPrefetchAsync),
    reinterpret_cast<void *>(&::cuMemPrefetchAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemPrefetchAsync_v2),
    reinterpret_cast<void *>(&::cuMemPrefetchAsync_v2_ptsz),
    reinterpret_cast<void *>(&::cuMemPrefetchBatchAsync),
    reinterpret_cast<void *>(&::cuMemPrefetchBatchAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemRangeGetAttribute),
    reinterpret_cast<void *>(&::cuMemRangeGetAttributes),
    reinterpret_cast<void *>(&::cuMemRelease),
    reinterpret_cast<void *>(&::cuMemRetainAllocationHandle),
    reinterpret_cast<void *>(&::cuMemSetAccess),
    reinterpret_cast<void *>(&::cuMemSetMemPool),
    reinterpret_cast<void *>(&::cuMemUnmap),
    reinterpret_cast<void *>(&::cuMemcpy),
    reinterpret_cast<void *>(&::cuMemcpy_ptds),
    reinterpret_cast<void *>(&::cuMemcpy2D),
    reinterpret_cast<void *>(&::cuMemcpy2DAsync),
    reinterpret_cast<void *>(&::cuMemcpy2DAsync_v2),
    reinterpret_cast<void *>(&::cuMemcpy2DAsync_v2_ptsz),
    reinterpret_cast<void *>(&::cuMemcpy2DUnaligned),
    reinterpret_cast<void *>(&::cuMemcpy2DUnaligned_v2),
    reinterpret_cast<void *>(&::cuMemcpy2DUnaligned_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpy2D_v2),
    reinterpret_cast<void *>(&::cuMemcpy2D_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpy3D),
    reinterpret_cast<void *>(&::cuMemcpy3DAsync),
    reinterpret_cast<void *>(&::cuMemcpy3DAsync_v2),
    reinterpret_cast<void *>(&::cuMemcpy3DAsync_v2_ptsz),
    reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync),
    reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync_v2),
    reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync_v2_ptsz),
    reinterpret_cast<void *>(&::cuMemcpy3DPeer),
    reinterpret_cast<void *>(&::cuMemcpy3DPeer_ptds),
    reinterpret_cast<void *>(&::cuMemcpy3DPeerAsync),
    reinterpret_cast<void *>(&::cuMemcpy3DPeerAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemcpy3DWithAttributesAsync),
    reinterpret_cast<void *>(&::cuMemcpy3DWithAttributesAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemcpy3D_v2),
    reinterpret_cast<void *>(&::cuMemcpy3D_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpyAsync),
    reinterpret_cast<void *>(&::cuMemcpyAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemcpyAtoA),
    reinterpret_cast<void *>(&::cuMemcpyAtoA_v2),
    reinterpret_cast<void *>(&::cuMemcpyAtoA_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpyAtoD),
    reinterpret_cast<void *>(&::cuMemcpyAtoD_v2),
    reinterpret_cast<void *>(&::cuMemcpyAtoD_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpyAtoH),
    reinterpret_cast<void *>(&::cuMemcpyAtoHAsync),
    reinterpret_cast<void *>(&::cuMemcpyAtoHAsync_v2),
    reinterpret_cast<void *>(&::cuMemcpyAtoHAsync_v2_ptsz),
    reinterpret_cast<void *>(&::cuMemcpyAtoH_v2),
    reinterpret_cast<void *>(&::cuMemcpyAtoH_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpyBatchAsync),
    reinterpret_cast<void *>(&::cuMemcpyBatchAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemcpyBatchAsync_v2),
    reinterpret_cast<void *>(&::cuMemcpyBatchAsync_v2_ptsz),
    reinterpret_cast<void *>(&::cuMemcpyDtoA),
    reinterpret_cast<void *>(&::cuMemcpyDtoA_v2),
    reinterpret_cast<void *>(&::cuMemcpyDtoA_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpyDtoD),
    reinterpret_cast<void *>(&::cuMemcpyDtoDAsync),
    reinterpret_cast<void *>(&::cuMemcpyDtoDAsync_v2),
    reinterpret_cast<void *>(&::cuMemcpyDtoDAsync_v2_ptsz),
    reinterpret_cast<void *>(&::cuMemcpyDtoD_v2),
    reinterpret_cast<void *>(&::cuMemcpyDtoD_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpyDtoH),
    reinterpret_cast<void *>(&::cuMemcpyDtoHAsync),
    reinterpret_cast<void *>(&::cuMemcpyDtoHAsync_v2),
    reinterpret_cast<void *>(&::cuMemcpyDtoHAsync_v2_ptsz),
    reinterpret_cast<void *>(&::cuMemcpyDtoH_v2),
    reinterpret_cast<void *>(&::cuMemcpyDtoH_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpyHtoA),
    reinterpret_cast<void *>(&::cuMemcpyHtoAAsync),
    reinterpret_cast<void *>(&::cuMemcpyHtoAAsync_v2),
    reinterpret_cast<void *>(&::cuMemcpyHtoAAsync_v2_ptsz),
    reinterpret_cast<void *>(&::cuMemcpyHtoA_v2),
    reinterpret_cast<void *>(&::cuMemcpyHtoA_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpyHtoD),
    reinterpret_cast<void *>(&::cuMemcpyHtoDAsync),
    reinterpret_cast<void *>(&::cuMemcpyHtoDAsync_v2),
    reinterpret_cast<void *>(&::cuMemcpyHtoDAsync_v2_ptsz),
    reinterpret_cast<void *>(&::cuMemcpyHtoD_v2),
    reinterpret_cast<void *>(&::cuMemcpyHtoD_v2_ptds),
    reinterpret_cast<void *>(&::cuMemcpyPeer),
    reinterpret_cast<void *>(&::cuMemcpyPeer_ptds),
    reinterpret_cast<void *>(&::cuMemcpyPeerAsync),
    reinterpret_cast<void *>(&::cuMemcpyPeerAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemcpyWithAttributesAsync),
    reinterpret_cast<void *>(&::cuMemcpyWithAttributesAsync_ptsz),
    reinterpret_cast<void *>(&::cuMemsetD16),
    reinterpret_cast<void *>(&::cuMemsetD16Async),
    reinterpret_cast<void *>(&::cuMemsetD16Async_ptsz),
    reinterpret_cast<void *>(&::cuMemsetD16_v2),
    reinterpret_cast<void *>(&::cuMemsetD16_v2_ptds),
    reinterpret_cast<void *>(&::cuMemsetD2D16),
    reinterpret_cast<void *>(&::cuMemsetD2D16Async),
    reinterpret_cast<void *>(&::cuMemsetD2D16Async_ptsz),
    reinterpret_cast<void *>(&::cuMemsetD2D16_v2),
    reinterpret_cast<void *>(&::cuMemsetD2D16_v2_ptds),
    reinterpret_cast<void *>(&::cuMemsetD2D32),
    reinterpret_cast<void *>(&::cuMemsetD2D32Async),
    reinterpret_cast<void *>(&::cuMemsetD2D32Async_ptsz),
    reinterpret_cast<void *>(&::cuMemsetD2D32_v2),
    reinterpret_cast<void *>(&::cuMemsetD2D32_v2_ptds),
    reinterpret_cast<void *>(&::cuMemsetD2D8),
    reinterpret_cast<void *>(&::cuMemsetD2D8Async),
    reinterpret_cast<void *>(&::cuMemsetD2D8Async_ptsz),
    reinterpret_cast<void *>(&::cuMemsetD2D8_v2),
    reinterpret_cast<void *>(&::cuMemsetD2D8_v2_ptds),
    reinterpret_cast<void *>(&::cuMemsetD32),
    reinterpret_cast<void *>(&::cuMemsetD32Async),
    reinterpret_cast<void *>(&::cuMemsetD32Async_ptsz),
    reinterpret_cast<void *>(&::cuMemsetD32_v2),
    reinterpret_cast<void *>(&::cuMemsetD32_v2_ptds),
    reinterpret_cast<void *>(&::cuMemsetD8),
    reinterpret_cast<void *>(&::cuMemsetD8Async),
    reinterpret_cast<void *>(&::cuMemsetD8Async_ptsz),
    reinterpret_cast<void *>(&::cuMemsetD8_v2),
    reinterpret_cast<void *>(&::cuMemsetD8_v2_ptds),
    reinterpret_cast<void *>(&::cuMipmappedArrayCreate),
    reinterpret_cast<void *>(&::cuMipmappedArrayDestroy),
    reinterpret_cast<void *>(&::cuMipmappedArrayGetLevel),
    reinterpret_cast<void *>(&::cuMipmappedArrayGetMemoryRequirements),
    reinterpret_cast<void *>(&::cuMipmappedArrayGetSparseProperties),
    reinterpret_cast<void *>(&::cuModuleEnumerateFunctions),
    reinterpret_cast<void *>(&::cuModuleGetFunction),
    reinterpret_cast<void *>(&::cuModuleGetFunctionCount),
    reinterpret_cast<void *>(&::cuModuleGetGlobal),
    reinterpret_cast<void *>(&::cuModuleGetGlobal_v2),
    reinterpret_cast<void *>(&::cuModuleGetLoadingMode),
    reinterpret_cast<void *>(&::cuModuleGetSurfRef),
    reinterpret_cast<void *>(&::cuModuleGetTexRef),
    reinterpret_cast<void *>(&::cuModuleLoad),
    reinterpret_cast<void *>(&::cuModuleLoadData),
    reinterpret_cast<void *>(&::cuModuleLoadDataEx),
    reinterpret_cast<void *>(&::cuModuleLoadFatBinary),
    reinterpret_cast<void *>(&::cuModuleUnload),
    reinterpret_cast<void *>(&::cuMulticastAddDevice),
    reinterpret_cast<void *>(&::cuMulticastBindAddr),
    reinterpret_cast<void *>(&::cuMulticastBindAddr_v2),
    reinterpret_cast<void *>(&::cuMulticastBindMem),
    reinterpret_cast<void *>(&::cuMulticastBindMem_v2),
    reinterpret_cast<void *>(&::cuMulticastCreate),
    reinterpret_cast<void *>(&::cuMulticastGetGranularity),
    reinterpret_cast<void *>(&::cuMulticastUnbind),
    reinterpret_cast<void *>(&::cuOccupancyAvailableDynamicSMemPerBlock),
    reinterpret_cast<void *>(&::cuOccupancyMaxActiveBlocksPerMultiprocessor),
    reinterpret_cast<void *>(&::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags),
    reinterpret_cast<void *>(&::cuOccupancyMaxActiveClusters),
    reinterpret_cast<void *>(&::cuOccupancyMaxPotentialBlockSize),
    reinterpret_cast<void *>(&::cuOccupancyMaxPotentialBlockSizeWithFlags),
    reinterpret_cast<void *>(&::cuOccupancyMaxPotentialClusterSize),
    reinterpret_cast<void *>(&::cuParamSetSize),
    reinterpret_cast<void *>(&::cuParamSetTexRef),
    reinterpret_cast<void *>(&::cuParamSetf),
    reinterpret_cast<void *>(&::cuParamSeti),
    reinterpret_cast<void *>(&::cuParamSetv),
    reinterpret_cast<void *>(&::cuPointerGetAttribute),
    reinterpret_cast<void *>(&::cuPointerGetAttributes),
    reinterpret_cast<void *>(&::cuPointerSetAttribute),
    reinterpret_cast<void *>(&::cuSignalExternalSemaphoresAsync),
    reinterpret_cast<void *>(&::cuSignalExternalSemaphoresAsync_ptsz),
    reinterpret_cast<void *>(&::cuStreamAddCallback),
    reinterpret_cast<void *>(&::cuStreamAddCallback_ptsz),
    reinterpret_cast<void *>(&::cuStreamAttachMemAsync),
    reinterpret_cast<void *>(&::cuStreamAttachMemAsync_ptsz),
    reinterpret_cast<void *>(&::cuStreamBatchMemOp),
    reinterpret_cast<void *>(&::cuStreamBatchMemOp_ptsz),
    reinterpret_cast<void *>(&::cuStreamBatchMemOp_v2),
    reinterpret_cast<void *>(&::cuStreamBatchMemOp_v2_ptsz),
    reinterpret_cast<void *>(&::cuStreamBeginCapture),
    reinterpret_cast<void *>(&::cuStreamBeginCapture_ptsz),
    reinterpret_cast<void *>(&::cuStreamBeginCaptureToCig),
    reinterpret_cast<void *>(&::cuStreamBeginCaptureToCig_ptsz),
    reinterpret_cast<void *>(&::cuStreamBeginCaptureToGraph),
    reinterpret_cast<void *>(&::cuStreamBeginCaptureToGraph_ptsz),
    reinterpret_cast<void *>(&::cuStreamBeginCapture_v2),
    reinterpret_cast<void *>(&::cuStreamBeginCapture_v2_ptsz),
    reinterpret_cast<void *>(&::cuStreamBeginRecaptureToGraph),
    reinterpret_cast<void *>(&::cuStreamBeginRecaptureToGraph_ptsz),
    reinterpret_cast<void *>(&::cuStreamCopyAttributes),
    reinterpret_cast<void *>(&::cuStreamCopyAttributes_ptsz),
    reinterpret_cast<void *>(&::cuStreamCreate),
    reinterpret_cast<void *>(&::cuStreamCreateWithPriority),
    reinterpret_cast<void *>(&::cuStreamDestroy),
    reinterpret_cast<void *>(&::cuStreamDestroy_v2),
    reinterpret_cast<void *>(&::cuStreamEndCapture),
    reinterpret_cast<void *>(&::cuStreamEndCapture_ptsz),
    reinterpret_cast<void *>(&::cuStreamEndCaptureToCig),
    reinterpret_cast<void *>(&::cuStreamEndCaptureToCig_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetAttribute),
    reinterpret_cast<void *>(&::cuStreamGetAttribute_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetCaptureInfo),
    reinterpret_cast<void *>(&::cuStreamGetCaptureInfo_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetCaptureInfo_v2),
    reinterpret_cast<void *>(&::cuStreamGetCaptureInfo_v2_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetCaptureInfo_v3),
    reinterpret_cast<void *>(&::cuStreamGetCaptureInfo_v3_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetCtx),
    reinterpret_cast<void *>(&::cuStreamGetCtx_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetCtx_v2),
    reinterpret_cast<void *>(&::cuStreamGetCtx_v2_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetDevResource),
    reinterpret_cast<void *>(&::cuStreamGetDevResource_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetDevice),
    reinterpret_cast<void *>(&::cuStreamGetDevice_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetFlags),
    reinterpret_cast<void *>(&::cuStreamGetFlags_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetGreenCtx),
    reinterpret_cast<void *>(&::cuStreamGetId),
    reinterpret_cast<void *>(&::cuStreamGetId_ptsz),
    reinterpret_cast<void *>(&::cuStreamGetPriority),
    reinterpret_cast<void *>(&::cuStreamGetPriority_ptsz),
    reinterpret_cast<void *>(&::cuStreamIsCapturing),
    reinterpret_cast<void *>(&::cuStreamIsCapturing_ptsz),
    reinterpret_cast<void *>(&::cuStreamQuery),
    reinterpret_cast<void *>(&::cuStreamQuery_ptsz),
    reinterpret_cast<void *>(&::cuStreamSetAttribute),
    reinterpret_cast<void *>(&::cuStreamSetAttribute_ptsz),
    reinterpret_cast<void *>(&::cuStreamSynchronize),
    reinterpret_cast<void *>(&::cuStreamSynchronize_ptsz),
    reinterpret_cast<void *>(&::cuStreamUpdateCaptureDependencies),
    reinterpret_cast<void *>(&::cuStreamUpdateCaptureDependencies_ptsz),
    reinterpret_cast<void *>(&::cuStreamUpdateCaptureDependencies_v2),
    reinterpret_cast<void *>(&::cuStreamUpdateCaptureDependencies_v2_ptsz),
    reinterpret_cast<void *>(&::cuStreamWaitEvent),
    reinterpret_cast<void *>(&::cuStreamWaitEvent_ptsz),
    reinterpret_cast<void *>(&::cuStreamWaitValue32),
    reinterpret_cast<void *>(&::cuStreamWaitValue32_ptsz),
    reinterpret_cast<void *>(&::cuStreamWaitValue32_v2),
    reinterpret_cast<void *>(&::cuStreamWaitValue32_v2_ptsz),
    reinterpret_cast<void *>(&::cuStreamWaitValue64),
    reinterpret_cast<void *>(&::cuStreamWaitValue64_ptsz),
    reinterpret_cast<void *>(&::cuStreamWaitValue64_v2),
    reinterpret_cast<void *>(&::cuStreamWaitValue64_v2_ptsz),
    reinterpret_cast<void *>(&::cuStreamWriteValue32),
    reinterpret_cast<void *>(&::cuStreamWriteValue32_ptsz),
    reinterpret_cast<void *>(&::cuStreamWriteValue32_v2),
    reinterpret_cast<void *>(&::cuStreamWriteValue32_v2_ptsz),
    reinterpret_cast<void *>(&::cuStreamWriteValue64),
    reinterpret_cast<void *>(&::cuStreamWriteValue64_ptsz),
    reinterpret_cast<void *>(&::cuStreamWriteValue64_v2),
    reinterpret_cast<void *>(&::cuStreamWriteValue64_v2_ptsz),
    reinterpret_cast<void *>(&::cuSurfObjectCreate),
    reinterpret_cast<void *>(&::cuSurfObjectDestroy),
    reinterpret_cast<void *>(&::cuSurfObjectGetResourceDesc),
    reinterpret_cast<void *>(&::cuSurfRefGetArray),
    reinterpret_cast<void *>(&::cuSurfRefSetArray),
    reinterpret_cast<void *>(&::cuTensorMapEncodeIm2col),
    reinterpret_cast<void *>(&::cuTensorMapEncodeIm2colWide),
    reinterpret_cast<void *>(&::cuTensorMapEncodeTiled),
    reinterpret_cast<void *>(&::cuTensorMapReplaceAddress),
    reinterpret_cast<void *>(&::cuTexObjectCreate),
    reinterpret_cast<void *>(&::cuTexObjectDestroy),
    reinterpret_cast<void *>(&::cuTexObjectGetResourceDesc),
    reinterpret_cast<void *>(&::cuTexObjectGetResourceViewDesc),
    reinterpret_cast<void *>(&::cuTexObjectGetTextureDesc),
    reinterpret_cast<void *>(&::cuTexRefCreate),
    reinterpret_cast<void *>(&::cuTexRefDestroy),
    reinterpret_cast<void *>(&::cuTexRefGetAddress),
    reinterpret_cast<void *>(&::cuTexRefGetAddressMode),
    reinterpret_cast<void *>(&::cuTexRefGetAddress_v2),
    reinterpret_cast<void *>(&::cuTexRefGetArray),
    reinterpret_cast<void *>(&::cuTexRefGetBorderColor),
    reinterpret_cast<void *>(&::cuTexRefGetFilterMode),
    reinterpret_cast<void *>(&::cuTexRefGetFlags),
    reinterpret_cast<void *>(&::cuTexRefGetFormat),
    reinterpret_cast<void *>(&::cuTexRefGetMaxAnisotropy),
    reinterpret_cast<void *>(&::cuTexRefGetMipmapFilterMode),
    reinterpret_cast<void *>(&::cuTexRefGetMipmapLevelBias),
    reinterpret_cast<void *>(&::cuTexRefGetMipmapLevelClamp),
    reinterpret_cast<void *>(&::cuTexRefGetMipmappedArray),
    reinterpret_cast<void *>(&::cuTexRefSetAddress),
    reinterpret_cast<void *>(&::cuTexRefSetAddress2D),
    reinterpret_cast<void *>(&::cuTexRefSetAddress2D_v2),
    reinterpret_cast<void *>(&::cuTexRefSetAddress2D_v3),
    reinterpret_cast<void *>(&::cuTexRefSetAddressMode),
    reinterpret_cast<void *>(&::cuTexRefSetAddress_v2),
    reinterpret_cast<void *>(&::cuTexRefSetArray),
    reinterpret_cast<void *>(&::cuTexRefSetBorderColor),
    reinterpret_cast<void *>(&::cuTexRefSetFilterMode),
    reinterpret_cast<void *>(&::cuTexRefSetFlags),
    reinterpret_cast<void *>(&::cuTexRefSetFormat),
    reinterpret_cast<void *>(&::cuTexRefSetMaxAnisotropy),
    reinterpret_cast<void *>(&::cuTexRefSetMipmapFilterMode),
    reinterpret_cast<void *>(&::cuTexRefSetMipmapLevelBias),
    reinterpret_cast<void *>(&::cuTexRefSetMipmapLevelClamp),
    reinterpret_cast<void *>(&::cuTexRefSetMipmappedArray),
    reinterpret_cast<void *>(&::cuThreadExchangeStreamCaptureMode),
    reinterpret_cast<void *>(&::cuUserObjectCreate),
    reinterpret_cast<void *>(&::cuUserObjectRelease),
    reinterpret_cast<void *>(&::cuUserObjectRetain),
    reinterpret_cast<void *>(&::cuWaitExternalSemaphoresAsync),
    reinterpret_cast<void *>(&::cuWaitExternalSemaphoresAsync_ptsz),
};
