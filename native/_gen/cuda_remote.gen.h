// Made by tools/gen from facts/cuda.toml (cuda.h of CUDA 11.8, 12.9, 13.4, version 13). Do not edit.
#pragma once

#include <cstddef>
#include <cstdint>

struct alignas(8) CUDA_ARRAY3D_DESCRIPTOR { unsigned char bytes[40]; };
struct CUDA_ARRAY3D_DESCRIPTOR_v1;
struct alignas(8) CUDA_ARRAY_DESCRIPTOR { unsigned char bytes[24]; };
struct CUDA_ARRAY_DESCRIPTOR_v1;
struct CUDA_ARRAY_MEMORY_REQUIREMENTS;
struct CUDA_ARRAY_SPARSE_PROPERTIES;
struct CUDA_BATCH_MEM_OP_NODE_PARAMS;
struct CUDA_EXTERNAL_MEMORY_BUFFER_DESC;
struct CUDA_EXTERNAL_MEMORY_HANDLE_DESC;
struct CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC;
struct CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC;
struct CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS;
struct CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS;
struct CUDA_EXT_SEM_SIGNAL_NODE_PARAMS;
struct CUDA_EXT_SEM_WAIT_NODE_PARAMS;
struct CUDA_GRAPH_INSTANTIATE_PARAMS;
struct CUDA_HOST_NODE_PARAMS;
struct CUDA_KERNEL_NODE_PARAMS;
struct CUDA_KERNEL_NODE_PARAMS_v1;
struct CUDA_LAUNCH_PARAMS;
struct CUDA_MEMCPY2D;
struct CUDA_MEMCPY2D_v1;
struct CUDA_MEMCPY3D;
struct CUDA_MEMCPY3D_BATCH_OP;
struct CUDA_MEMCPY3D_PEER;
struct CUDA_MEMCPY3D_v1;
struct CUDA_MEMSET_NODE_PARAMS;
struct CUDA_MEM_ALLOC_NODE_PARAMS;
struct CUDA_RESOURCE_DESC;
struct CUDA_RESOURCE_VIEW_DESC;
struct CUDA_TEXTURE_DESC;
struct CU_DEV_SM_RESOURCE_GROUP_PARAMS;
using CUaddress_mode = int;
using CUarray = struct CUarray_ *;
struct CUarrayMapInfo;
using CUarray_format = int;
using CUasyncCallback = void *;
using CUasyncCallbackHandle = void *;
using CUatomicOperation = int;
struct CUcheckpointCheckpointArgs;
struct CUcheckpointLockArgs;
using CUcheckpointOperationHandle = void *;
struct CUcheckpointRestoreArgs;
struct CUcheckpointUnlockArgs;
struct CUcliqueInfo;
using CUcontext = struct CUcontext_ *;
using CUcoredumpCallbackHandle = void *;
using CUcoredumpSettings = int;
using CUcoredumpStatusCallback = void *;
struct CUctxCreateParams;
struct CUdevResource;
using CUdevResourceDesc = struct CUdevResourceDesc_ *;
using CUdevResourceType = int;
using CUdevice = int;
using CUdevice_P2PAttribute = int;
using CUdevice_attribute = int;
using CUdeviceptr = unsigned long long;
using CUdeviceptr_v1 = unsigned int;
struct alignas(4) CUdevprop { unsigned char bytes[56]; };
using CUdriverProcAddressQueryResult = int;
using CUevent = struct CUevent_ *;
struct alignas(4) CUexecAffinityParam { unsigned char bytes[8]; };
using CUexecAffinityType = int;
using CUexternalMemory = void *;
using CUexternalSemaphore = void *;
using CUfilter_mode = int;
using CUflushGPUDirectRDMAWritesScope = int;
using CUflushGPUDirectRDMAWritesTarget = int;
using CUfunc_cache = int;
using CUfunction = struct CUfunction_ *;
using CUfunctionLoadingState = int;
using CUfunction_attribute = int;
using CUgraph = struct CUgraph_ *;
using CUgraphConditionalHandle = unsigned long long;
struct alignas(1) CUgraphEdgeData { unsigned char bytes[8]; };
using CUgraphExec = struct CUgraphExec_ *;
using CUgraphExecUpdateResult = int;
struct CUgraphExecUpdateResultInfo;
using CUgraphMem_attribute = int;
using CUgraphNode = struct CUgraphNode_ *;
struct CUgraphNodeParams;
using CUgraphNodeType = int;
using CUgraphRecaptureCallback = void *;
using CUgraphicsResource = void *;
using CUgreenCtx = struct CUgreenCtx_ *;
using CUhostFn = void *;
struct alignas(1) CUipcEventHandle { unsigned char bytes[64]; };
struct alignas(1) CUipcMemHandle { unsigned char bytes[64]; };
using CUjitInputType = int;
using CUjit_option = int;
using CUkernel = struct CUkernel_ *;
using CUkernelNodeAttrID = int;
struct alignas(8) CUkernelNodeAttrValue { unsigned char bytes[64]; };
struct alignas(8) CUlaunchAttribute { unsigned char bytes[72]; };
struct CUlaunchConfig;
using CUlibrary = struct CUlibrary_ *;
using CUlibraryOption = int;
using CUlimit = int;
using CUlinkState = void *;
using CUlogIterator = unsigned int;
using CUlogicalEndpointId = unsigned int;
using CUlogicalEndpointIpcHandleType = int;
struct CUlogicalEndpointProp;
using CUlogsCallback = void *;
using CUlogsCallbackHandle = void *;
struct alignas(4) CUmemAccessDesc { unsigned char bytes[12]; };
using CUmemAccess_flags = int;
using CUmemAllocationGranularity_flags = int;
using CUmemAllocationHandleType = int;
struct alignas(8) CUmemAllocationProp { unsigned char bytes[32]; };
using CUmemAllocationType = int;
struct CUmemDecompressParams;
using CUmemGenericAllocationHandle = unsigned long long;
struct alignas(4) CUmemLocation { unsigned char bytes[8]; };
struct alignas(8) CUmemPoolProps { unsigned char bytes[88]; };
struct CUmemPoolPtrExportData;
using CUmemPool_attribute = int;
using CUmemRangeHandleType = int;
using CUmem_advise = int;
using CUmem_range_attribute = int;
struct CUmemcpyAttributes;
using CUmemoryPool = struct CUmemoryPool_ *;
using CUmipmappedArray = struct CUmipmappedArray_ *;
using CUmodule = struct CUmodule_ *;
using CUmoduleLoadingMode = int;
using CUmulticastGranularity_flags = int;
struct CUmulticastObjectProp;
using CUoccupancyB2DSize = void *;
using CUpointer_attribute = int;
using CUprocessState = int;
using CUresult = int;
using CUsharedconfig = int;
using CUstream = struct CUstream_ *;
using CUstreamAttrID = int;
struct alignas(8) CUstreamAttrValue { unsigned char bytes[64]; };
struct CUstreamBatchMemOpParams;
using CUstreamCallback = void *;
using CUstreamCaptureMode = int;
using CUstreamCaptureStatus = int;
struct CUstreamCigCaptureParams;
using CUsurfObject = unsigned long long;
using CUsurfref = void *;
struct alignas(64) CUtensorMap { unsigned char bytes[128]; };
using CUtensorMapDataType = int;
using CUtensorMapFloatOOBfill = int;
using CUtensorMapIm2ColWideMode = int;
using CUtensorMapInterleave = int;
using CUtensorMapL2promotion = int;
using CUtensorMapSwizzle = int;
using CUtexObject = unsigned long long;
using CUtexref = void *;
using CUuserObject = void *;
struct alignas(1) CUuuid { unsigned char bytes[16]; };
using cuuint32_t = uint32_t;
using cuuint64_t = uint64_t;

#ifdef HEDDLE_SERVES  // of the driver that is there: it may be older
#define HEDDLE_WEAK __attribute__((weak))
#else
#define HEDDLE_WEAK
#endif

extern "C" {
HEDDLE_WEAK CUresult cuArray3DCreate(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR_v1 *pAllocateArray);
HEDDLE_WEAK CUresult cuArray3DCreate_v2(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray);
HEDDLE_WEAK CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray);
HEDDLE_WEAK CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray);
HEDDLE_WEAK CUresult cuArrayCreate(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR_v1 *pAllocateArray);
HEDDLE_WEAK CUresult cuArrayCreate_v2(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray);
HEDDLE_WEAK CUresult cuArrayDestroy(CUarray hArray);
HEDDLE_WEAK CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1 *pArrayDescriptor, CUarray hArray);
HEDDLE_WEAK CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray);
HEDDLE_WEAK CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUarray array, CUdevice device);
HEDDLE_WEAK CUresult cuArrayGetPlane(CUarray *pPlaneArray, CUarray hArray, unsigned int planeIdx);
HEDDLE_WEAK CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUarray array);
HEDDLE_WEAK CUresult cuCheckpointOperationComplete(CUcheckpointOperationHandle handle);
HEDDLE_WEAK CUresult cuCheckpointProcessCheckpoint(int pid, CUcheckpointCheckpointArgs *args);
HEDDLE_WEAK CUresult cuCheckpointProcessGetRestoreThreadId(int pid, int *tid);
HEDDLE_WEAK CUresult cuCheckpointProcessGetState(int pid, CUprocessState *state);
HEDDLE_WEAK CUresult cuCheckpointProcessLock(int pid, CUcheckpointLockArgs *args);
HEDDLE_WEAK CUresult cuCheckpointProcessRestore(int pid, CUcheckpointRestoreArgs *args);
HEDDLE_WEAK CUresult cuCheckpointProcessUnlock(int pid, CUcheckpointUnlockArgs *args);
HEDDLE_WEAK CUresult cuCoredumpDeregisterCompleteCallback(CUcoredumpCallbackHandle callback);
HEDDLE_WEAK CUresult cuCoredumpDeregisterStartCallback(CUcoredumpCallbackHandle callback);
HEDDLE_WEAK CUresult cuCoredumpGetAttribute(CUcoredumpSettings attrib, void *value, size_t *size);
HEDDLE_WEAK CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attrib, void *value, size_t *size);
HEDDLE_WEAK CUresult cuCoredumpRegisterCompleteCallback(CUcoredumpStatusCallback callback, void *userData, CUcoredumpCallbackHandle *callbackOut);
HEDDLE_WEAK CUresult cuCoredumpRegisterStartCallback(CUcoredumpStatusCallback callback, void *userData, CUcoredumpCallbackHandle *callbackOut);
HEDDLE_WEAK CUresult cuCoredumpSetAttribute(CUcoredumpSettings attrib, void *value, size_t *size);
HEDDLE_WEAK CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attrib, void *value, size_t *size);
HEDDLE_WEAK CUresult cuCtxAttach(CUcontext *pctx, unsigned int flags);
HEDDLE_WEAK CUresult cuCtxCreate(CUcontext *pctx, unsigned int flags, CUdevice dev);
HEDDLE_WEAK CUresult cuCtxCreate_v2(CUcontext *pctx, unsigned int flags, CUdevice dev);
HEDDLE_WEAK CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams, unsigned int flags, CUdevice dev);
HEDDLE_WEAK CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev);
HEDDLE_WEAK CUresult cuCtxDestroy(CUcontext ctx);
HEDDLE_WEAK CUresult cuCtxDestroy_v2(CUcontext ctx);
HEDDLE_WEAK CUresult cuCtxDetach(CUcontext ctx);
HEDDLE_WEAK CUresult cuCtxDisablePeerAccess(CUcontext peerContext);
HEDDLE_WEAK CUresult cuCtxEnablePeerAccess(CUcontext peerContext, unsigned int Flags);
HEDDLE_WEAK CUresult cuCtxFromGreenCtx(CUcontext *pContext, CUgreenCtx hCtx);
HEDDLE_WEAK CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int *version);
HEDDLE_WEAK CUresult cuCtxGetCacheConfig(CUfunc_cache *pconfig);
HEDDLE_WEAK CUresult cuCtxGetCurrent(CUcontext *pctx);
HEDDLE_WEAK CUresult cuCtxGetDevResource(CUcontext hCtx, CUdevResource *resource, CUdevResourceType type);
HEDDLE_WEAK CUresult cuCtxGetDevice(CUdevice *device);
HEDDLE_WEAK CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx);
HEDDLE_WEAK CUresult cuCtxGetExecAffinity(CUexecAffinityParam *pExecAffinity, CUexecAffinityType type);
HEDDLE_WEAK CUresult cuCtxGetFlags(unsigned int *flags);
HEDDLE_WEAK CUresult cuCtxGetId(CUcontext ctx, unsigned long long *ctxId);
HEDDLE_WEAK CUresult cuCtxGetLimit(size_t *pvalue, CUlimit limit);
HEDDLE_WEAK CUresult cuCtxGetSharedMemConfig(CUsharedconfig *pConfig);
HEDDLE_WEAK CUresult cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
HEDDLE_WEAK CUresult cuCtxPopCurrent(CUcontext *pctx);
HEDDLE_WEAK CUresult cuCtxPopCurrent_v2(CUcontext *pctx);
HEDDLE_WEAK CUresult cuCtxPushCurrent(CUcontext ctx);
HEDDLE_WEAK CUresult cuCtxPushCurrent_v2(CUcontext ctx);
HEDDLE_WEAK CUresult cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent);
HEDDLE_WEAK CUresult cuCtxResetPersistingL2Cache(void);
HEDDLE_WEAK CUresult cuCtxSetCacheConfig(CUfunc_cache config);
HEDDLE_WEAK CUresult cuCtxSetCurrent(CUcontext ctx);
HEDDLE_WEAK CUresult cuCtxSetFlags(unsigned int flags);
HEDDLE_WEAK CUresult cuCtxSetLimit(CUlimit limit, size_t value);
HEDDLE_WEAK CUresult cuCtxSetSharedMemConfig(CUsharedconfig config);
HEDDLE_WEAK CUresult cuCtxSynchronize(void);
HEDDLE_WEAK CUresult cuCtxSynchronize_v2(CUcontext ctx);
HEDDLE_WEAK CUresult cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent);
HEDDLE_WEAK CUresult cuDestroyExternalMemory(CUexternalMemory extMem);
HEDDLE_WEAK CUresult cuDestroyExternalSemaphore(CUexternalSemaphore extSem);
HEDDLE_WEAK CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *phDesc, CUdevResource *resources, unsigned int nbResources);
HEDDLE_WEAK CUresult cuDevSmResourceSplit(CUdevResource *result, unsigned int nbGroups, const CUdevResource *input, CUdevResource *remainder, unsigned int flags, CU_DEV_SM_RESOURCE_GROUP_PARAMS *groupParams);
HEDDLE_WEAK CUresult cuDevSmResourceSplitByCount(CUdevResource *result, unsigned int *nbGroups, const CUdevResource *input, CUdevResource *remainder, unsigned int flags, unsigned int minCount);
HEDDLE_WEAK CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev);
HEDDLE_WEAK CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGet(CUdevice *device, int ordinal);
HEDDLE_WEAK CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetByPCIBusId(CUdevice *dev, const char *pciBusId);
HEDDLE_WEAK CUresult cuDeviceGetCliqueCount(size_t *count, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetCliqueInfo(CUcliqueInfo *cliqueInfo, size_t *count, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetCount(int *count);
HEDDLE_WEAK CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool_out, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type);
HEDDLE_WEAK CUresult cuDeviceGetExecAffinitySupport(int *pi, CUexecAffinityType type, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetFabricClusterUuid(CUuuid *uuid, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value);
HEDDLE_WEAK CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *capabilities, const CUatomicOperation *operations, unsigned int count, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetLuid(char *luid, unsigned int *deviceNodeMask, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetName(char *name, int len, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags);
HEDDLE_WEAK CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *capabilities, const CUatomicOperation *operations, unsigned int count, CUdevice srcDevice, CUdevice dstDevice);
HEDDLE_WEAK CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice);
HEDDLE_WEAK CUresult cuDeviceGetPCIBusId(char *pciBusId, int len, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetProperties(CUdevprop *prop, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements, CUarray_format format, unsigned numChannels, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceGraphMemTrim(CUdevice device);
HEDDLE_WEAK CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int *flags, int *active);
HEDDLE_WEAK CUresult cuDevicePrimaryCtxRelease(CUdevice dev);
HEDDLE_WEAK CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev);
HEDDLE_WEAK CUresult cuDevicePrimaryCtxReset(CUdevice dev);
HEDDLE_WEAK CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev);
HEDDLE_WEAK CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev);
HEDDLE_WEAK CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags);
HEDDLE_WEAK CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, unsigned int flags);
HEDDLE_WEAK CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callbackFunc, void *userData, CUasyncCallbackHandle *callback);
HEDDLE_WEAK CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value);
HEDDLE_WEAK CUresult cuDeviceSetMemPool(CUdevice dev, CUmemoryPool pool);
HEDDLE_WEAK CUresult cuDeviceTotalMem(unsigned int *bytes, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice dev);
HEDDLE_WEAK CUresult cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle callback);
HEDDLE_WEAK CUresult cuDriverGetVersion(int *driverVersion);
HEDDLE_WEAK CUresult cuEventCreate(CUevent *phEvent, unsigned int Flags);
HEDDLE_WEAK CUresult cuEventDestroy(CUevent hEvent);
HEDDLE_WEAK CUresult cuEventDestroy_v2(CUevent hEvent);
HEDDLE_WEAK CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd);
HEDDLE_WEAK CUresult cuEventElapsedTime_v2(float *pMilliseconds, CUevent hStart, CUevent hEnd);
HEDDLE_WEAK CUresult cuEventQuery(CUevent hEvent);
HEDDLE_WEAK CUresult cuEventRecord(CUevent hEvent, CUstream hStream);
HEDDLE_WEAK CUresult cuEventRecord_ptsz(CUevent hEvent, CUstream hStream);
HEDDLE_WEAK CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags);
HEDDLE_WEAK CUresult cuEventRecordWithFlags_ptsz(CUevent hEvent, CUstream hStream, unsigned int flags);
HEDDLE_WEAK CUresult cuEventSynchronize(CUevent hEvent);
HEDDLE_WEAK CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc);
HEDDLE_WEAK CUresult cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray *mipmap, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc);
HEDDLE_WEAK CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope);
HEDDLE_WEAK CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, CUfunction hfunc);
HEDDLE_WEAK CUresult cuFuncGetModule(CUmodule *hmod, CUfunction hfunc);
HEDDLE_WEAK CUresult cuFuncGetName(const char **name, CUfunction hfunc);
HEDDLE_WEAK CUresult cuFuncGetParamCount(CUfunction func, size_t *paramCount);
HEDDLE_WEAK CUresult cuFuncGetParamInfo(CUfunction func, size_t paramIndex, size_t *paramOffset, size_t *paramSize);
HEDDLE_WEAK CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function);
HEDDLE_WEAK CUresult cuFuncLoad(CUfunction function);
HEDDLE_WEAK CUresult cuFuncSetAttribute(CUfunction hfunc, CUfunction_attribute attrib, int value);
HEDDLE_WEAK CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z);
HEDDLE_WEAK CUresult cuFuncSetCacheConfig(CUfunction hfunc, CUfunc_cache config);
HEDDLE_WEAK CUresult cuFuncSetSharedMemConfig(CUfunction hfunc, CUsharedconfig config);
HEDDLE_WEAK CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes);
HEDDLE_WEAK CUresult cuGetErrorName(CUresult error, const char **pStr);
HEDDLE_WEAK CUresult cuGetErrorString(CUresult error, const char **pStr);
HEDDLE_WEAK CUresult cuGetExportTable(const void **ppExportTable, const CUuuid *pExportTableId);
HEDDLE_WEAK CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags);
HEDDLE_WEAK CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags, CUdriverProcAddressQueryResult *symbolStatus);
HEDDLE_WEAK CUresult cuGraphAddBatchMemOpNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphAddChildGraphNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUgraph childGraph);
HEDDLE_WEAK CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies);
HEDDLE_WEAK CUresult cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies);
HEDDLE_WEAK CUresult cuGraphAddEmptyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies);
HEDDLE_WEAK CUresult cuGraphAddEventRecordNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUevent event);
HEDDLE_WEAK CUresult cuGraphAddEventWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUevent event);
HEDDLE_WEAK CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphAddHostNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_HOST_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphAddKernelNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams);
HEDDLE_WEAK CUresult cuGraphAddKernelNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphAddMemAllocNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphAddMemFreeNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUdeviceptr dptr);
HEDDLE_WEAK CUresult cuGraphAddMemcpyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_MEMCPY3D *copyParams, CUcontext ctx);
HEDDLE_WEAK CUresult cuGraphAddMemsetNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx);
HEDDLE_WEAK CUresult cuGraphAddNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUgraphNodeParams *nodeParams);
HEDDLE_WEAK CUresult cuGraphAddNode_v2(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUgraphNodeParams *nodeParams);
HEDDLE_WEAK CUresult cuGraphAddNode_v3(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUgraphNodeParams *nodeParams);
HEDDLE_WEAK CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams_out);
HEDDLE_WEAK CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph *phGraph);
HEDDLE_WEAK CUresult cuGraphClone(CUgraph *phGraphClone, CUgraph originalGraph);
HEDDLE_WEAK CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *pHandle_out, CUgraph hGraph, CUcontext ctx, unsigned int defaultLaunchValue, unsigned int flags);
HEDDLE_WEAK CUresult cuGraphCreate(CUgraph *phGraph, unsigned int flags);
HEDDLE_WEAK CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char *path, unsigned int flags);
HEDDLE_WEAK CUresult cuGraphDestroy(CUgraph hGraph);
HEDDLE_WEAK CUresult cuGraphDestroyNode(CUgraphNode hNode);
HEDDLE_WEAK CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent *event_out);
HEDDLE_WEAK CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event);
HEDDLE_WEAK CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent *event_out);
HEDDLE_WEAK CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event);
HEDDLE_WEAK CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph);
HEDDLE_WEAK CUresult cuGraphExecDestroy(CUgraphExec hGraphExec);
HEDDLE_WEAK CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event);
HEDDLE_WEAK CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event);
HEDDLE_WEAK CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t *flags);
HEDDLE_WEAK CUresult cuGraphExecGetId(CUgraphExec hGraphExec, unsigned int *graphId);
HEDDLE_WEAK CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphExecKernelNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams);
HEDDLE_WEAK CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D *copyParams, CUcontext ctx);
HEDDLE_WEAK CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx);
HEDDLE_WEAK CUresult cuGraphExecNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams *nodeParams);
HEDDLE_WEAK CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphNode *hErrorNode_out, CUgraphExecUpdateResult *updateResult_out);
HEDDLE_WEAK CUresult cuGraphExecUpdate_v2(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphExecUpdateResultInfo *resultInfo);
HEDDLE_WEAK CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params_out);
HEDDLE_WEAK CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS *params_out);
HEDDLE_WEAK CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, size_t *numEdges);
HEDDLE_WEAK CUresult cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edgeData, size_t *numEdges);
HEDDLE_WEAK CUresult cuGraphGetId(CUgraph hGraph, unsigned int *graphId);
HEDDLE_WEAK CUresult cuGraphGetNodes(CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes);
HEDDLE_WEAK CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode *rootNodes, size_t *numRootNodes);
HEDDLE_WEAK CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphInstantiate(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode, char *logBuffer, size_t bufferSize);
HEDDLE_WEAK CUresult cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph, unsigned long long flags);
HEDDLE_WEAK CUresult cuGraphInstantiateWithParams(CUgraphExec *phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams);
HEDDLE_WEAK CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec *phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams);
HEDDLE_WEAK CUresult cuGraphInstantiate_v2(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode, char *logBuffer, size_t bufferSize);
HEDDLE_WEAK CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src);
HEDDLE_WEAK CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue *value_out);
HEDDLE_WEAK CUresult cuGraphKernelNodeGetParams(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams);
HEDDLE_WEAK CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue *value);
HEDDLE_WEAK CUresult cuGraphKernelNodeSetParams(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams);
HEDDLE_WEAK CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphLaunch(CUgraphExec hGraph, CUstream hStream);
HEDDLE_WEAK CUresult cuGraphLaunch_ptsz(CUgraphExec hGraph, CUstream hStream);
HEDDLE_WEAK CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS *params_out);
HEDDLE_WEAK CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr *dptr_out);
HEDDLE_WEAK CUresult cuGraphMemcpyNodeGetParams(CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams);
HEDDLE_WEAK CUresult cuGraphMemcpyNodeSetParams(CUgraphNode hNode, const CUDA_MEMCPY3D *nodeParams);
HEDDLE_WEAK CUresult cuGraphMemsetNodeGetParams(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphMemsetNodeSetParams(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *nodeParams);
HEDDLE_WEAK CUresult cuGraphNodeFindInClone(CUgraphNode *phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph);
HEDDLE_WEAK CUresult cuGraphNodeGetContainingGraph(CUgraphNode hNode, CUgraph *phGraph);
HEDDLE_WEAK CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode *dependencies, size_t *numDependencies);
HEDDLE_WEAK CUresult cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode *dependencies, CUgraphEdgeData *edgeData, size_t *numDependencies);
HEDDLE_WEAK CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode *dependentNodes, size_t *numDependentNodes);
HEDDLE_WEAK CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode *dependentNodes, CUgraphEdgeData *edgeData, size_t *numDependentNodes);
HEDDLE_WEAK CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int *isEnabled);
HEDDLE_WEAK CUresult cuGraphNodeGetLocalId(CUgraphNode hNode, unsigned int *nodeId);
HEDDLE_WEAK CUresult cuGraphNodeGetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams);
HEDDLE_WEAK CUresult cuGraphNodeGetToolsId(CUgraphNode hNode, unsigned long long *toolsNodeId);
HEDDLE_WEAK CUresult cuGraphNodeGetType(CUgraphNode hNode, CUgraphNodeType *type);
HEDDLE_WEAK CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled);
HEDDLE_WEAK CUresult cuGraphNodeSetParams(CUgraphNode hNode, CUgraphNodeParams *nodeParams);
HEDDLE_WEAK CUresult cuGraphNodeSetParams_v2(CUgraphNode hNode, CUgraphNodeParams *nodeParams);
HEDDLE_WEAK CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count);
HEDDLE_WEAK CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies);
HEDDLE_WEAK CUresult cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies);
HEDDLE_WEAK CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags);
HEDDLE_WEAK CUresult cuGraphUpload(CUgraphExec hGraph, CUstream hStream);
HEDDLE_WEAK CUresult cuGraphUpload_ptsz(CUgraphExec hGraph, CUstream hStream);
HEDDLE_WEAK CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream);
HEDDLE_WEAK CUresult cuGraphicsMapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream);
HEDDLE_WEAK CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *pMipmappedArray, CUgraphicsResource resource);
HEDDLE_WEAK CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1 *pDevPtr, unsigned int *pSize, CUgraphicsResource resource);
HEDDLE_WEAK CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr *pDevPtr, size_t *pSize, CUgraphicsResource resource);
HEDDLE_WEAK CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags);
HEDDLE_WEAK CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource, unsigned int flags);
HEDDLE_WEAK CUresult cuGraphicsSubResourceGetMappedArray(CUarray *pArray, CUgraphicsResource resource, unsigned int arrayIndex, unsigned int mipLevel);
HEDDLE_WEAK CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream);
HEDDLE_WEAK CUresult cuGraphicsUnmapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream);
HEDDLE_WEAK CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource);
HEDDLE_WEAK CUresult cuGreenCtxCreate(CUgreenCtx *phCtx, CUdevResourceDesc desc, CUdevice dev, unsigned int flags);
HEDDLE_WEAK CUresult cuGreenCtxDestroy(CUgreenCtx hCtx);
HEDDLE_WEAK CUresult cuGreenCtxGetDevResource(CUgreenCtx hCtx, CUdevResource *resource, CUdevResourceType type);
HEDDLE_WEAK CUresult cuGreenCtxGetId(CUgreenCtx greenCtx, unsigned long long *greenCtxId);
HEDDLE_WEAK CUresult cuGreenCtxRecordEvent(CUgreenCtx hCtx, CUevent hEvent);
HEDDLE_WEAK CUresult cuGreenCtxStreamCreate(CUstream *phStream, CUgreenCtx greenCtx, unsigned int flags, int priority);
HEDDLE_WEAK CUresult cuGreenCtxWaitEvent(CUgreenCtx hCtx, CUevent hEvent);
HEDDLE_WEAK CUresult cuImportExternalMemory(CUexternalMemory *extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc);
HEDDLE_WEAK CUresult cuImportExternalSemaphore(CUexternalSemaphore *extSem_out, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc);
HEDDLE_WEAK CUresult cuInit(unsigned int Flags);
HEDDLE_WEAK CUresult cuIpcCloseMemHandle(CUdeviceptr dptr);
HEDDLE_WEAK CUresult cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent event);
HEDDLE_WEAK CUresult cuIpcGetMemHandle(CUipcMemHandle *pHandle, CUdeviceptr dptr);
HEDDLE_WEAK CUresult cuIpcOpenEventHandle(CUevent *phEvent, CUipcEventHandle handle);
HEDDLE_WEAK CUresult cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags);
HEDDLE_WEAK CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags);
HEDDLE_WEAK CUresult cuKernelGetAttribute(int *pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev);
HEDDLE_WEAK CUresult cuKernelGetFunction(CUfunction *pFunc, CUkernel kernel);
HEDDLE_WEAK CUresult cuKernelGetLibrary(CUlibrary *pLib, CUkernel kernel);
HEDDLE_WEAK CUresult cuKernelGetName(const char **name, CUkernel hfunc);
HEDDLE_WEAK CUresult cuKernelGetParamCount(CUkernel kernel, size_t *paramCount);
HEDDLE_WEAK CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t *paramOffset, size_t *paramSize);
HEDDLE_WEAK CUresult cuKernelSetAttribute(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev);
HEDDLE_WEAK CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config, CUdevice dev);
HEDDLE_WEAK CUresult cuLaunch(CUfunction f);
HEDDLE_WEAK CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams);
HEDDLE_WEAK CUresult cuLaunchCooperativeKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams);
HEDDLE_WEAK CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *launchParamsList, unsigned int numDevices, unsigned int flags);
HEDDLE_WEAK CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height);
HEDDLE_WEAK CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream);
HEDDLE_WEAK CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData);
HEDDLE_WEAK CUresult cuLaunchHostFunc_ptsz(CUstream hStream, CUhostFn fn, void *userData);
HEDDLE_WEAK CUresult cuLaunchHostFunc_v2(CUstream hStream, CUhostFn fn, void *userData, unsigned int syncMode);
HEDDLE_WEAK CUresult cuLaunchHostFunc_v2_ptsz(CUstream hStream, CUhostFn fn, void *userData, unsigned int syncMode);
HEDDLE_WEAK CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra);
HEDDLE_WEAK CUresult cuLaunchKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra);
HEDDLE_WEAK CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra);
HEDDLE_WEAK CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra);
HEDDLE_WEAK CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int numKernels, CUlibrary lib);
HEDDLE_WEAK CUresult cuLibraryGetGlobal(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name);
HEDDLE_WEAK CUresult cuLibraryGetKernel(CUkernel *pKernel, CUlibrary library, const char *name);
HEDDLE_WEAK CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary lib);
HEDDLE_WEAK CUresult cuLibraryGetManaged(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name);
HEDDLE_WEAK CUresult cuLibraryGetModule(CUmodule *pMod, CUlibrary library);
HEDDLE_WEAK CUresult cuLibraryGetUnifiedFunction(void **fptr, CUlibrary library, const char *symbol);
HEDDLE_WEAK CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jitOptions, void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions);
HEDDLE_WEAK CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName, CUjit_option *jitOptions, void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions);
HEDDLE_WEAK CUresult cuLibraryUnload(CUlibrary library);
HEDDLE_WEAK CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int numOptions, CUjit_option *options, void **optionValues);
HEDDLE_WEAK CUresult cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int numOptions, CUjit_option *options, void **optionValues);
HEDDLE_WEAK CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions, CUjit_option *options, void **optionValues);
HEDDLE_WEAK CUresult cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions, CUjit_option *options, void **optionValues);
HEDDLE_WEAK CUresult cuLinkComplete(CUlinkState state, void **cubinOut, size_t *sizeOut);
HEDDLE_WEAK CUresult cuLinkCreate(unsigned int numOptions, CUjit_option *options, void **optionValues, CUlinkState *stateOut);
HEDDLE_WEAK CUresult cuLinkCreate_v2(unsigned int numOptions, CUjit_option *options, void **optionValues, CUlinkState *stateOut);
HEDDLE_WEAK CUresult cuLinkDestroy(CUlinkState state);
HEDDLE_WEAK CUresult cuLogicalEndpointAddDevice(CUlogicalEndpointId leId, CUdevice dev);
HEDDLE_WEAK CUresult cuLogicalEndpointBindAddr(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, void *ptr, cuuint64_t size, unsigned long long flags);
HEDDLE_WEAK CUresult cuLogicalEndpointBindMem(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, CUmemGenericAllocationHandle memHandle, cuuint64_t memOffset, cuuint64_t size, unsigned long long flags);
HEDDLE_WEAK CUresult cuLogicalEndpointCreate(CUlogicalEndpointId leId, const CUlogicalEndpointProp *prop);
HEDDLE_WEAK CUresult cuLogicalEndpointDestroy(CUlogicalEndpointId leId);
HEDDLE_WEAK CUresult cuLogicalEndpointExport(void *handle, CUlogicalEndpointId leId, CUlogicalEndpointIpcHandleType handleType);
HEDDLE_WEAK CUresult cuLogicalEndpointGetLimits(cuuint64_t *bindAlignment, cuuint64_t *maxSize, const CUlogicalEndpointProp *prop);
HEDDLE_WEAK CUresult cuLogicalEndpointIdRelease(CUlogicalEndpointId baseLeId, cuuint32_t count);
HEDDLE_WEAK CUresult cuLogicalEndpointIdReserve(CUlogicalEndpointId *baseLeId, cuuint32_t count);
HEDDLE_WEAK CUresult cuLogicalEndpointImport(CUlogicalEndpointId leId, const void *handle, CUlogicalEndpointIpcHandleType handleType);
HEDDLE_WEAK CUresult cuLogicalEndpointQuery(CUlogicalEndpointId leId, cuuint32_t count, int *queryStatus);
HEDDLE_WEAK CUresult cuLogicalEndpointUnbind(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, cuuint64_t size);
HEDDLE_WEAK CUresult cuLogsCurrent(CUlogIterator *iterator_out, unsigned int flags);
HEDDLE_WEAK CUresult cuLogsDumpToFile(CUlogIterator *iterator, const char *pathToFile, unsigned int flags);
HEDDLE_WEAK CUresult cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *size, unsigned int flags);
HEDDLE_WEAK CUresult cuLogsRegisterCallback(CUlogsCallback callbackFunc, void *userData, CUlogsCallbackHandle *callback_out);
HEDDLE_WEAK CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback);
HEDDLE_WEAK CUresult cuMemAddressFree(CUdeviceptr ptr, size_t size);
HEDDLE_WEAK CUresult cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr addr, unsigned long long flags);
HEDDLE_WEAK CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device);
HEDDLE_WEAK CUresult cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location);
HEDDLE_WEAK CUresult cuMemAlloc(CUdeviceptr_v1 *dptr, unsigned int bytesize);
HEDDLE_WEAK CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream);
HEDDLE_WEAK CUresult cuMemAllocAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUstream hStream);
HEDDLE_WEAK CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream);
HEDDLE_WEAK CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream);
HEDDLE_WEAK CUresult cuMemAllocHost(void **pp, unsigned int bytesize);
HEDDLE_WEAK CUresult cuMemAllocHost_v2(void **pp, size_t bytesize);
HEDDLE_WEAK CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned int flags);
HEDDLE_WEAK CUresult cuMemAllocPitch(CUdeviceptr_v1 *dptr, unsigned int *pPitch, unsigned int WidthInBytes, unsigned int Height, unsigned int ElementSizeBytes);
HEDDLE_WEAK CUresult cuMemAllocPitch_v2(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height, unsigned int ElementSizeBytes);
HEDDLE_WEAK CUresult cuMemAlloc_v2(CUdeviceptr *dptr, size_t bytesize);
HEDDLE_WEAK CUresult cuMemBatchDecompressAsync(CUmemDecompressParams *paramsArray, size_t count, unsigned int flags, size_t *errorIndex, CUstream stream);
HEDDLE_WEAK CUresult cuMemBatchDecompressAsync_ptsz(CUmemDecompressParams *paramsArray, size_t count, unsigned int flags, size_t *errorIndex, CUstream stream);
HEDDLE_WEAK CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop, unsigned long long flags);
HEDDLE_WEAK CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemDiscardAndPrefetchBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemDiscardBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemDiscardBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemExportToShareableHandle(void *shareableHandle, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType handleType, unsigned long long flags);
HEDDLE_WEAK CUresult cuMemFree(CUdeviceptr_v1 dptr);
HEDDLE_WEAK CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream);
HEDDLE_WEAK CUresult cuMemFreeAsync_ptsz(CUdeviceptr dptr, CUstream hStream);
HEDDLE_WEAK CUresult cuMemFreeHost(void *p);
HEDDLE_WEAK CUresult cuMemFree_v2(CUdeviceptr dptr);
HEDDLE_WEAK CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr);
HEDDLE_WEAK CUresult cuMemGetAddressRange(CUdeviceptr_v1 *pbase, unsigned int *psize, CUdeviceptr_v1 dptr);
HEDDLE_WEAK CUresult cuMemGetAddressRange_v2(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr);
HEDDLE_WEAK CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags option);
HEDDLE_WEAK CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle);
HEDDLE_WEAK CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool_out, CUmemLocation *location, CUmemAllocationType type);
HEDDLE_WEAK CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr dptr, size_t size, CUmemRangeHandleType handleType, unsigned long long flags);
HEDDLE_WEAK CUresult cuMemGetInfo(unsigned int *free, unsigned int *total);
HEDDLE_WEAK CUresult cuMemGetInfo_v2(size_t *free, size_t *total);
HEDDLE_WEAK CUresult cuMemGetLocationInfo(CUdeviceptr ptr, size_t size, size_t summaryGranularity, size_t samplingGranularity, CUmemLocation *location_out);
HEDDLE_WEAK CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type);
HEDDLE_WEAK CUresult cuMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags);
HEDDLE_WEAK CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1 *pdptr, void *p, unsigned int Flags);
HEDDLE_WEAK CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *pdptr, void *p, unsigned int Flags);
HEDDLE_WEAK CUresult cuMemHostGetFlags(unsigned int *pFlags, void *p);
HEDDLE_WEAK CUresult cuMemHostRegister(void *p, size_t bytesize, unsigned int Flags);
HEDDLE_WEAK CUresult cuMemHostRegister_v2(void *p, size_t bytesize, unsigned int Flags);
HEDDLE_WEAK CUresult cuMemHostUnregister(void *p);
HEDDLE_WEAK CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *osHandle, CUmemAllocationHandleType shHandleType);
HEDDLE_WEAK CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags);
HEDDLE_WEAK CUresult cuMemMapArrayAsync(CUarrayMapInfo *mapInfoList, unsigned int count, CUstream hStream);
HEDDLE_WEAK CUresult cuMemMapArrayAsync_ptsz(CUarrayMapInfo *mapInfoList, unsigned int count, CUstream hStream);
HEDDLE_WEAK CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *poolProps);
HEDDLE_WEAK CUresult cuMemPoolDestroy(CUmemoryPool pool);
HEDDLE_WEAK CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *shareData_out, CUdeviceptr ptr);
HEDDLE_WEAK CUresult cuMemPoolExportToShareableHandle(void *handle_out, CUmemoryPool pool, CUmemAllocationHandleType handleType, unsigned long long flags);
HEDDLE_WEAK CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool memPool, CUmemLocation *location);
HEDDLE_WEAK CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value);
HEDDLE_WEAK CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool_out, void *handle, CUmemAllocationHandleType handleType, unsigned long long flags);
HEDDLE_WEAK CUresult cuMemPoolImportPointer(CUdeviceptr *ptr_out, CUmemoryPool pool, CUmemPoolPtrExportData *shareData);
HEDDLE_WEAK CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count);
HEDDLE_WEAK CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value);
HEDDLE_WEAK CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t minBytesToKeep);
HEDDLE_WEAK CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream);
HEDDLE_WEAK CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream);
HEDDLE_WEAK CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemPrefetchBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemRangeGetAttribute(void *data, size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr, size_t count);
HEDDLE_WEAK CUresult cuMemRangeGetAttributes(void **data, size_t *dataSizes, CUmem_range_attribute *attributes, size_t numAttributes, CUdeviceptr devPtr, size_t count);
HEDDLE_WEAK CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
HEDDLE_WEAK CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr);
HEDDLE_WEAK CUresult cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count);
HEDDLE_WEAK CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool);
HEDDLE_WEAK CUresult cuMemUnmap(CUdeviceptr ptr, size_t size);
HEDDLE_WEAK CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpy_ptds(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpy2D(const CUDA_MEMCPY2D_v1 *pCopy);
HEDDLE_WEAK CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D_v1 *pCopy, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *pCopy, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D *pCopy, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D_v1 *pCopy);
HEDDLE_WEAK CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *pCopy);
HEDDLE_WEAK CUresult cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D *pCopy);
HEDDLE_WEAK CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *pCopy);
HEDDLE_WEAK CUresult cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D *pCopy);
HEDDLE_WEAK CUresult cuMemcpy3D(const CUDA_MEMCPY3D_v1 *pCopy);
HEDDLE_WEAK CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D_v1 *pCopy, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *pCopy, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D *pCopy, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3DBatchAsync(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, size_t *failIdx, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3DBatchAsync_ptsz(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, size_t *failIdx, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3DBatchAsync_v2(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3DBatchAsync_v2_ptsz(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *pCopy);
HEDDLE_WEAK CUresult cuMemcpy3DPeer_ptds(const CUDA_MEMCPY3D_PEER *pCopy);
HEDDLE_WEAK CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3DPeerAsync_ptsz(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3DWithAttributesAsync(CUDA_MEMCPY3D_BATCH_OP *op, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3DWithAttributesAsync_ptsz(CUDA_MEMCPY3D_BATCH_OP *op, unsigned long long flags, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *pCopy);
HEDDLE_WEAK CUresult cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D *pCopy);
HEDDLE_WEAK CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyAtoA(CUarray dstArray, unsigned int dstOffset, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount);
HEDDLE_WEAK CUresult cuMemcpyAtoA_v2(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyAtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyAtoD(CUdeviceptr_v1 dstDevice, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount);
HEDDLE_WEAK CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyAtoD_v2_ptds(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyAtoH(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount);
HEDDLE_WEAK CUresult cuMemcpyAtoHAsync(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyAtoHAsync_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyAtoHAsync_v2_ptsz(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyAtoH_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyAtoH_v2_ptds(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyBatchAsync_ptsz(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyBatchAsync_v2_ptsz(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyDtoA(CUarray dstArray, unsigned int dstOffset, CUdeviceptr_v1 srcDevice, unsigned int ByteCount);
HEDDLE_WEAK CUresult cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyDtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyDtoD(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount);
HEDDLE_WEAK CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount);
HEDDLE_WEAK CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyDtoHAsync_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyDtoHAsync_v2_ptsz(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyDtoH_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyDtoH_v2_ptds(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyHtoA(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount);
HEDDLE_WEAK CUresult cuMemcpyHtoAAsync(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyHtoAAsync_v2_ptsz(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyHtoA_v2_ptds(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyHtoD(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount);
HEDDLE_WEAK CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyPeer_ptds(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount);
HEDDLE_WEAK CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyPeerAsync_ptsz(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyWithAttributesAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, CUmemcpyAttributes *attr, CUstream hStream);
HEDDLE_WEAK CUresult cuMemcpyWithAttributesAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t size, CUmemcpyAttributes *attr, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD16(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N);
HEDDLE_WEAK CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD16Async_ptsz(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, size_t N);
HEDDLE_WEAK CUresult cuMemsetD16_v2_ptds(CUdeviceptr dstDevice, unsigned short us, size_t N);
HEDDLE_WEAK CUresult cuMemsetD2D16(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us, unsigned int Width, unsigned int Height);
HEDDLE_WEAK CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD2D16Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height);
HEDDLE_WEAK CUresult cuMemsetD2D16_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height);
HEDDLE_WEAK CUresult cuMemsetD2D32(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui, unsigned int Width, unsigned int Height);
HEDDLE_WEAK CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD2D32Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height);
HEDDLE_WEAK CUresult cuMemsetD2D32_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height);
HEDDLE_WEAK CUresult cuMemsetD2D8(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc, unsigned int Width, unsigned int Height);
HEDDLE_WEAK CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD2D8Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height);
HEDDLE_WEAK CUresult cuMemsetD2D8_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height);
HEDDLE_WEAK CUresult cuMemsetD32(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N);
HEDDLE_WEAK CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD32Async_ptsz(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, size_t N);
HEDDLE_WEAK CUresult cuMemsetD32_v2_ptds(CUdeviceptr dstDevice, unsigned int ui, size_t N);
HEDDLE_WEAK CUresult cuMemsetD8(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N);
HEDDLE_WEAK CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD8Async_ptsz(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream);
HEDDLE_WEAK CUresult cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, size_t N);
HEDDLE_WEAK CUresult cuMemsetD8_v2_ptds(CUdeviceptr dstDevice, unsigned char uc, size_t N);
HEDDLE_WEAK CUresult cuMipmappedArrayCreate(CUmipmappedArray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc, unsigned int numMipmapLevels);
HEDDLE_WEAK CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray);
HEDDLE_WEAK CUresult cuMipmappedArrayGetLevel(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level);
HEDDLE_WEAK CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUmipmappedArray mipmap, CUdevice device);
HEDDLE_WEAK CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUmipmappedArray mipmap);
HEDDLE_WEAK CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int numFunctions, CUmodule mod);
HEDDLE_WEAK CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name);
HEDDLE_WEAK CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule mod);
HEDDLE_WEAK CUresult cuModuleGetGlobal(CUdeviceptr_v1 *dptr, unsigned int *bytes, CUmodule hmod, const char *name);
HEDDLE_WEAK CUresult cuModuleGetGlobal_v2(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod, const char *name);
HEDDLE_WEAK CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode);
HEDDLE_WEAK CUresult cuModuleGetSurfRef(CUsurfref *pSurfRef, CUmodule hmod, const char *name);
HEDDLE_WEAK CUresult cuModuleGetTexRef(CUtexref *pTexRef, CUmodule hmod, const char *name);
HEDDLE_WEAK CUresult cuModuleLoad(CUmodule *module, const char *fname);
HEDDLE_WEAK CUresult cuModuleLoadData(CUmodule *module, const void *image);
HEDDLE_WEAK CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int numOptions, CUjit_option *options, void **optionValues);
HEDDLE_WEAK CUresult cuModuleLoadFatBinary(CUmodule *module, const void *fatCubin);
HEDDLE_WEAK CUresult cuModuleUnload(CUmodule hmod);
HEDDLE_WEAK CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle mcHandle, CUdevice dev);
HEDDLE_WEAK CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags);
HEDDLE_WEAK CUresult cuMulticastBindAddr_v2(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags);
HEDDLE_WEAK CUresult cuMulticastBindMem(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags);
HEDDLE_WEAK CUresult cuMulticastBindMem_v2(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags);
HEDDLE_WEAK CUresult cuMulticastCreate(CUmemGenericAllocationHandle *mcHandle, const CUmulticastObjectProp *prop);
HEDDLE_WEAK CUresult cuMulticastGetGranularity(size_t *granularity, const CUmulticastObjectProp *prop, CUmulticastGranularity_flags option);
HEDDLE_WEAK CUresult cuMulticastUnbind(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, size_t size);
HEDDLE_WEAK CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, CUfunction func, int numBlocks, int blockSize);
HEDDLE_WEAK CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize);
HEDDLE_WEAK CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags);
HEDDLE_WEAK CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func, const CUlaunchConfig *config);
HEDDLE_WEAK CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit);
HEDDLE_WEAK CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit, unsigned int flags);
HEDDLE_WEAK CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func, const CUlaunchConfig *config);
HEDDLE_WEAK CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes);
HEDDLE_WEAK CUresult cuParamSetTexRef(CUfunction hfunc, int texunit, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuParamSetf(CUfunction hfunc, int offset, float value);
HEDDLE_WEAK CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value);
HEDDLE_WEAK CUresult cuParamSetv(CUfunction hfunc, int offset, void *ptr, unsigned int numbytes);
HEDDLE_WEAK CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr);
HEDDLE_WEAK CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute *attributes, void **data, CUdeviceptr ptr);
HEDDLE_WEAK CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute, CUdeviceptr ptr);
HEDDLE_WEAK CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream);
HEDDLE_WEAK CUresult cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream);
HEDDLE_WEAK CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamAddCallback_ptsz(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamAttachMemAsync_ptsz(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamBatchMemOp_v2_ptsz(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamBeginCapture(CUstream hStream);
HEDDLE_WEAK CUresult cuStreamBeginCapture_ptsz(CUstream hStream);
HEDDLE_WEAK CUresult cuStreamBeginCaptureToCig(CUstream hStream, CUstreamCigCaptureParams *streamCigCaptureParams);
HEDDLE_WEAK CUresult cuStreamBeginCaptureToCig_ptsz(CUstream hStream, CUstreamCigCaptureParams *streamCigCaptureParams);
HEDDLE_WEAK CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUstreamCaptureMode mode);
HEDDLE_WEAK CUresult cuStreamBeginCaptureToGraph_ptsz(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUstreamCaptureMode mode);
HEDDLE_WEAK CUresult cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode);
HEDDLE_WEAK CUresult cuStreamBeginCapture_v2_ptsz(CUstream hStream, CUstreamCaptureMode mode);
HEDDLE_WEAK CUresult cuStreamBeginRecaptureToGraph(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void *userData);
HEDDLE_WEAK CUresult cuStreamBeginRecaptureToGraph_ptsz(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void *userData);
HEDDLE_WEAK CUresult cuStreamCopyAttributes(CUstream dstStream, CUstream srcStream);
HEDDLE_WEAK CUresult cuStreamCopyAttributes_ptsz(CUstream dstStream, CUstream srcStream);
HEDDLE_WEAK CUresult cuStreamCreate(CUstream *phStream, unsigned int Flags);
HEDDLE_WEAK CUresult cuStreamCreateWithPriority(CUstream *phStream, unsigned int flags, int priority);
HEDDLE_WEAK CUresult cuStreamDestroy(CUstream hStream);
HEDDLE_WEAK CUresult cuStreamDestroy_v2(CUstream hStream);
HEDDLE_WEAK CUresult cuStreamEndCapture(CUstream hStream, CUgraph *phGraph);
HEDDLE_WEAK CUresult cuStreamEndCapture_ptsz(CUstream hStream, CUgraph *phGraph);
HEDDLE_WEAK CUresult cuStreamEndCaptureToCig(CUstream hStream);
HEDDLE_WEAK CUresult cuStreamEndCaptureToCig_ptsz(CUstream hStream);
HEDDLE_WEAK CUresult cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value);
HEDDLE_WEAK CUresult cuStreamGetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value);
HEDDLE_WEAK CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out);
HEDDLE_WEAK CUresult cuStreamGetCaptureInfo_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out);
HEDDLE_WEAK CUresult cuStreamGetCaptureInfo_v2(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, size_t *numDependencies_out);
HEDDLE_WEAK CUresult cuStreamGetCaptureInfo_v2_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, size_t *numDependencies_out);
HEDDLE_WEAK CUresult cuStreamGetCaptureInfo_v3(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out);
HEDDLE_WEAK CUresult cuStreamGetCaptureInfo_v3_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out);
HEDDLE_WEAK CUresult cuStreamGetCtx(CUstream hStream, CUcontext *pctx);
HEDDLE_WEAK CUresult cuStreamGetCtx_ptsz(CUstream hStream, CUcontext *pctx);
HEDDLE_WEAK CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx);
HEDDLE_WEAK CUresult cuStreamGetCtx_v2_ptsz(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx);
HEDDLE_WEAK CUresult cuStreamGetDevResource(CUstream hStream, CUdevResource *resource, CUdevResourceType type);
HEDDLE_WEAK CUresult cuStreamGetDevResource_ptsz(CUstream hStream, CUdevResource *resource, CUdevResourceType type);
HEDDLE_WEAK CUresult cuStreamGetDevice(CUstream hStream, CUdevice *device);
HEDDLE_WEAK CUresult cuStreamGetDevice_ptsz(CUstream hStream, CUdevice *device);
HEDDLE_WEAK CUresult cuStreamGetFlags(CUstream hStream, unsigned int *flags);
HEDDLE_WEAK CUresult cuStreamGetFlags_ptsz(CUstream hStream, unsigned int *flags);
HEDDLE_WEAK CUresult cuStreamGetGreenCtx(CUstream hStream, CUgreenCtx *phCtx);
HEDDLE_WEAK CUresult cuStreamGetId(CUstream hStream, unsigned long long *streamId);
HEDDLE_WEAK CUresult cuStreamGetId_ptsz(CUstream hStream, unsigned long long *streamId);
HEDDLE_WEAK CUresult cuStreamGetPriority(CUstream hStream, int *priority);
HEDDLE_WEAK CUresult cuStreamGetPriority_ptsz(CUstream hStream, int *priority);
HEDDLE_WEAK CUresult cuStreamIsCapturing(CUstream hStream, CUstreamCaptureStatus *captureStatus);
HEDDLE_WEAK CUresult cuStreamIsCapturing_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus);
HEDDLE_WEAK CUresult cuStreamQuery(CUstream hStream);
HEDDLE_WEAK CUresult cuStreamQuery_ptsz(CUstream hStream);
HEDDLE_WEAK CUresult cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *param);
HEDDLE_WEAK CUresult cuStreamSetAttribute_ptsz(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *param);
HEDDLE_WEAK CUresult cuStreamSynchronize(CUstream hStream);
HEDDLE_WEAK CUresult cuStreamSynchronize_ptsz(CUstream hStream);
HEDDLE_WEAK CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode *dependencies, size_t numDependencies, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamUpdateCaptureDependencies_ptsz(CUstream hStream, CUgraphNode *dependencies, size_t numDependencies, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamUpdateCaptureDependencies_v2_ptsz(CUstream hStream, CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags);
HEDDLE_WEAK CUresult cuStreamWaitEvent_ptsz(CUstream hStream, CUevent hEvent, unsigned int Flags);
HEDDLE_WEAK CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWaitValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWaitValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWriteValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuStreamWriteValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
HEDDLE_WEAK CUresult cuSurfObjectCreate(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc);
HEDDLE_WEAK CUresult cuSurfObjectDestroy(CUsurfObject surfObject);
HEDDLE_WEAK CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUsurfObject surfObject);
HEDDLE_WEAK CUresult cuSurfRefGetArray(CUarray *phArray, CUsurfref hSurfRef);
HEDDLE_WEAK CUresult cuSurfRefSetArray(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags);
HEDDLE_WEAK CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill);
HEDDLE_WEAK CUresult cuTensorMapEncodeIm2colWide(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill);
HEDDLE_WEAK CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const cuuint32_t *boxDim, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill);
HEDDLE_WEAK CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress);
HEDDLE_WEAK CUresult cuTexObjectCreate(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc, const CUDA_TEXTURE_DESC *pTexDesc, const CUDA_RESOURCE_VIEW_DESC *pResViewDesc);
HEDDLE_WEAK CUresult cuTexObjectDestroy(CUtexObject texObject);
HEDDLE_WEAK CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *pResDesc, CUtexObject texObject);
HEDDLE_WEAK CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *pResViewDesc, CUtexObject texObject);
HEDDLE_WEAK CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *pTexDesc, CUtexObject texObject);
HEDDLE_WEAK CUresult cuTexRefCreate(CUtexref *pTexRef);
HEDDLE_WEAK CUresult cuTexRefDestroy(CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetAddress(CUdeviceptr_v1 *pdptr, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetAddressMode(CUaddress_mode *pam, CUtexref hTexRef, int dim);
HEDDLE_WEAK CUresult cuTexRefGetAddress_v2(CUdeviceptr *pdptr, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetArray(CUarray *phArray, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetBorderColor(float *pBorderColor, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetFilterMode(CUfilter_mode *pfm, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetFlags(unsigned int *pFlags, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetFormat(CUarray_format *pFormat, int *pNumChannels, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetMaxAnisotropy(int *pmaxAniso, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *pfm, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetMipmapLevelBias(float *pbias, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *phMipmappedArray, CUtexref hTexRef);
HEDDLE_WEAK CUresult cuTexRefSetAddress(unsigned int *ByteOffset, CUtexref hTexRef, CUdeviceptr_v1 dptr, unsigned int bytes);
HEDDLE_WEAK CUresult cuTexRefSetAddress2D(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR_v1 *desc, CUdeviceptr_v1 dptr, unsigned int Pitch);
HEDDLE_WEAK CUresult cuTexRefSetAddress2D_v2(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr dptr, size_t Pitch);
HEDDLE_WEAK CUresult cuTexRefSetAddress2D_v3(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr dptr, size_t Pitch);
HEDDLE_WEAK CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am);
HEDDLE_WEAK CUresult cuTexRefSetAddress_v2(size_t *ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes);
HEDDLE_WEAK CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags);
HEDDLE_WEAK CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float *pBorderColor);
HEDDLE_WEAK CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm);
HEDDLE_WEAK CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags);
HEDDLE_WEAK CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents);
HEDDLE_WEAK CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso);
HEDDLE_WEAK CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm);
HEDDLE_WEAK CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias);
HEDDLE_WEAK CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp);
HEDDLE_WEAK CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray, unsigned int Flags);
HEDDLE_WEAK CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode);
HEDDLE_WEAK CUresult cuUserObjectCreate(CUuserObject *object_out, void *ptr, CUhostFn destroy, unsigned int initialRefcount, unsigned int flags);
HEDDLE_WEAK CUresult cuUserObjectRelease(CUuserObject object, unsigned int count);
HEDDLE_WEAK CUresult cuUserObjectRetain(CUuserObject object, unsigned int count);
HEDDLE_WEAK CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream);
HEDDLE_WEAK CUresult cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream);
}

namespace heddle::remote {

enum Function : uint16_t {
  kCuArray3DCreate_v2,
  kCuArray3DGetDescriptor_v2,
  kCuArrayCreate_v2,
  kCuArrayDestroy,
  kCuArrayGetDescriptor_v2,
  kCuCtxCreate_v2,
  kCuCtxDestroy_v2,
  kCuCtxDisablePeerAccess,
  kCuCtxEnablePeerAccess,
  kCuCtxFromGreenCtx,
  kCuCtxGetApiVersion,
  kCuCtxGetCacheConfig,
  kCuCtxGetDevResource,
  kCuCtxGetExecAffinity,
  kCuCtxGetFlags,
  kCuCtxGetId,
  kCuCtxGetLimit,
  kCuCtxGetSharedMemConfig,
  kCuCtxGetStreamPriorityRange,
  kCuCtxRecordEvent,
  kCuCtxResetPersistingL2Cache,
  kCuCtxSetCacheConfig,
  kCuCtxSetFlags,
  kCuCtxSetLimit,
  kCuCtxSetSharedMemConfig,
  kCuCtxSynchronize,
  kCuCtxSynchronize_v2,
  kCuCtxWaitEvent,
  kCuDevResourceGenerateDesc,
  kCuDevSmResourceSplitByCount,
  kCuDeviceCanAccessPeer,
  kCuDeviceComputeCapability,
  kCuDeviceGet,
  kCuDeviceGetAttribute,
  kCuDeviceGetByPCIBusId,
  kCuDeviceGetCount,
  kCuDeviceGetDefaultMemPool,
  kCuDeviceGetDevResource,
  kCuDeviceGetExecAffinitySupport,
  kCuDeviceGetGraphMemAttribute,
  kCuDeviceGetMemPool,
  kCuDeviceGetName,
  kCuDeviceGetP2PAttribute,
  kCuDeviceGetPCIBusId,
  kCuDeviceGetProperties,
  kCuDeviceGetTexture1DLinearMaxWidth,
  kCuDeviceGetUuid,
  kCuDeviceGetUuid_v2,
  kCuDeviceGraphMemTrim,
  kCuDevicePrimaryCtxGetState,
  kCuDevicePrimaryCtxRelease_v2,
  kCuDevicePrimaryCtxReset_v2,
  kCuDevicePrimaryCtxRetain,
  kCuDevicePrimaryCtxSetFlags,
  kCuDevicePrimaryCtxSetFlags_v2,
  kCuDeviceSetGraphMemAttribute,
  kCuDeviceSetMemPool,
  kCuDeviceTotalMem_v2,
  kCuDriverGetVersion,
  kCuEventCreate,
  kCuEventDestroy,
  kCuEventDestroy_v2,
  kCuEventElapsedTime,
  kCuEventElapsedTime_v2,
  kCuEventQuery,
  kCuEventRecord,
  kCuEventRecordWithFlags,
  kCuEventSynchronize,
  kCuFlushGPUDirectRDMAWrites,
  kCuFuncGetAttribute,
  kCuFuncGetModule,
  kCuFuncGetName,
  kCuFuncGetParamCount,
  kCuFuncGetParamInfo,
  kCuFuncIsLoaded,
  kCuFuncLoad,
  kCuFuncSetAttribute,
  kCuFuncSetCacheConfig,
  kCuFuncSetSharedMemConfig,
  kCuGetErrorName,
  kCuGetErrorString,
  kCuGetExportTable,
  kCuGetProcAddress_v2,
  kCuGraphChildGraphNodeGetGraph,
  kCuGraphClone,
  kCuGraphCreate,
  kCuGraphDestroy,
  kCuGraphExecChildGraphNodeSetParams,
  kCuGraphExecDestroy,
  kCuGraphExecGetFlags,
  kCuGraphExecUpdate,
  kCuGraphExecUpdate_v2,
  kCuGraphGetNodes,
  kCuGraphInstantiateWithFlags,
  kCuGraphInstantiateWithParams,
  kCuGraphLaunch,
  kCuGraphNodeGetType,
  kCuGraphUpload,
  kCuGreenCtxCreate,
  kCuGreenCtxDestroy,
  kCuGreenCtxGetDevResource,
  kCuGreenCtxRecordEvent,
  kCuGreenCtxStreamCreate,
  kCuGreenCtxWaitEvent,
  kCuInit,
  kCuKernelGetAttribute,
  kCuKernelGetFunction,
  kCuKernelGetLibrary,
  kCuKernelGetName,
  kCuKernelGetParamCount,
  kCuKernelGetParamInfo,
  kCuKernelSetAttribute,
  kCuKernelSetCacheConfig,
  kCuLaunchHostFunc,
  kCuLaunchKernelEx,
  kCuLibraryGetGlobal,
  kCuLibraryGetKernel,
  kCuLibraryGetKernelCount,
  kCuLibraryGetModule,
  kCuLibraryLoadData,
  kCuLibraryUnload,
  kCuMemAddressFree,
  kCuMemAddressReserve,
  kCuMemAllocAsync,
  kCuMemAllocFromPoolAsync,
  kCuMemAllocPitch_v2,
  kCuMemAlloc_v2,
  kCuMemCreate,
  kCuMemFreeAsync,
  kCuMemFreeHost,
  kCuMemFree_v2,
  kCuMemGetAddressRange_v2,
  kCuMemGetAllocationGranularity,
  kCuMemGetAllocationPropertiesFromHandle,
  kCuMemGetInfo_v2,
  kCuMemHostAlloc,
  kCuMemHostGetDevicePointer_v2,
  kCuMemHostGetFlags,
  kCuMemHostRegister_v2,
  kCuMemHostUnregister,
  kCuMemMap,
  kCuMemPoolCreate,
  kCuMemPoolDestroy,
  kCuMemPoolGetAttribute,
  kCuMemPoolSetAccess,
  kCuMemPoolSetAttribute,
  kCuMemPoolTrimTo,
  kCuMemRelease,
  kCuMemSetAccess,
  kCuMemUnmap,
  kCuMemcpy,
  kCuMemcpy2DAsync_v2,
  kCuMemcpy2D_v2,
  kCuMemcpyAsync,
  kCuMemcpyAtoA_v2,
  kCuMemcpyAtoD_v2,
  kCuMemcpyDtoA_v2,
  kCuMemcpyDtoDAsync_v2,
  kCuMemcpyDtoD_v2,
  kCuMemcpyPeer,
  kCuMemcpyPeerAsync,
  kCuMemsetD16Async,
  kCuMemsetD16_v2,
  kCuMemsetD2D16Async,
  kCuMemsetD2D16_v2,
  kCuMemsetD2D32Async,
  kCuMemsetD2D32_v2,
  kCuMemsetD2D8Async,
  kCuMemsetD2D8_v2,
  kCuMemsetD32Async,
  kCuMemsetD32_v2,
  kCuMemsetD8Async,
  kCuMemsetD8_v2,
  kCuModuleEnumerateFunctions,
  kCuModuleGetFunction,
  kCuModuleGetFunctionCount,
  kCuModuleGetGlobal_v2,
  kCuModuleGetLoadingMode,
  kCuModuleLoadDataEx,
  kCuModuleUnload,
  kCuOccupancyAvailableDynamicSMemPerBlock,
  kCuOccupancyMaxActiveBlocksPerMultiprocessor,
  kCuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
  kCuOccupancyMaxActiveClusters,
  kCuOccupancyMaxPotentialClusterSize,
  kCuPointerGetAttribute,
  kCuStreamAddCallback,
  kCuStreamBeginCapture_v2,
  kCuStreamCopyAttributes,
  kCuStreamCreate,
  kCuStreamCreateWithPriority,
  kCuStreamDestroy_v2,
  kCuStreamEndCapture,
  kCuStreamGetAttribute,
  kCuStreamGetCaptureInfo,
  kCuStreamGetCaptureInfo_v3,
  kCuStreamGetCtx,
  kCuStreamGetDevice,
  kCuStreamGetFlags,
  kCuStreamGetGreenCtx,
  kCuStreamGetId,
  kCuStreamGetPriority,
  kCuStreamIsCapturing,
  kCuStreamQuery,
  kCuStreamSetAttribute,
  kCuStreamSynchronize,
  kCuStreamWaitEvent,
  kCuStreamWaitValue32_v2,
  kCuStreamWaitValue64_v2,
  kCuStreamWriteValue32_v2,
  kCuStreamWriteValue64_v2,
  kCuTensorMapEncodeIm2col,
  kCuTensorMapEncodeTiled,
  kFunctions,
};

enum Kind : uint8_t {
  kKindCUcontext = 1,
  kKindCUstream = 2,
  kKindCUevent = 3,
  kKindCUmodule = 4,
  kKindCUfunction = 5,
  kKindCUlibrary = 6,
  kKindCUkernel = 7,
  kKindCUgraph = 8,
  kKindCUgraphExec = 9,
  kKindCUgraphNode = 10,
  kKindCUarray = 11,
  kKindCUmipmappedArray = 12,
  kKindCUmemoryPool = 13,
  kKindCUmemGenericAllocationHandle = 14,
  kKindCUgreenCtx = 15,
  kKindCUdevResourceDesc = 16,
  kKindCUdevResource = 17,
};

// What may stand where this kind is asked for; 0: nothing else.
constexpr uint8_t also([[maybe_unused]] uint8_t kind) {
  if (kind == kKindCUfunction) return kKindCUkernel;
  return 0;
}

// What a handle gives that is none of this kind.
constexpr int32_t wrong_handle([[maybe_unused]] uint8_t kind) {
  return 400;
}

inline constexpr const char *kForwarded[] = {
    "cuArray3DCreate_v2",
    "cuArray3DGetDescriptor_v2",
    "cuArrayCreate_v2",
    "cuArrayDestroy",
    "cuArrayGetDescriptor_v2",
    "cuCtxCreate_v2",
    "cuCtxDestroy_v2",
    "cuCtxDisablePeerAccess",
    "cuCtxEnablePeerAccess",
    "cuCtxFromGreenCtx",
    "cuCtxGetApiVersion",
    "cuCtxGetCacheConfig",
    "cuCtxGetDevResource",
    "cuCtxGetExecAffinity",
    "cuCtxGetFlags",
    "cuCtxGetId",
    "cuCtxGetLimit",
    "cuCtxGetSharedMemConfig",
    "cuCtxGetStreamPriorityRange",
    "cuCtxRecordEvent",
    "cuCtxResetPersistingL2Cache",
    "cuCtxSetCacheConfig",
    "cuCtxSetFlags",
    "cuCtxSetLimit",
    "cuCtxSetSharedMemConfig",
    "cuCtxSynchronize",
    "cuCtxSynchronize_v2",
    "cuCtxWaitEvent",
    "cuDevResourceGenerateDesc",
    "cuDevSmResourceSplitByCount",
    "cuDeviceCanAccessPeer",
    "cuDeviceComputeCapability",
    "cuDeviceGet",
    "cuDeviceGetAttribute",
    "cuDeviceGetByPCIBusId",
    "cuDeviceGetCount",
    "cuDeviceGetDefaultMemPool",
    "cuDeviceGetDevResource",
    "cuDeviceGetExecAffinitySupport",
    "cuDeviceGetGraphMemAttribute",
    "cuDeviceGetMemPool",
    "cuDeviceGetName",
    "cuDeviceGetP2PAttribute",
    "cuDeviceGetPCIBusId",
    "cuDeviceGetProperties",
    "cuDeviceGetTexture1DLinearMaxWidth",
    "cuDeviceGetUuid",
    "cuDeviceGetUuid_v2",
    "cuDeviceGraphMemTrim",
    "cuDevicePrimaryCtxGetState",
    "cuDevicePrimaryCtxRelease_v2",
    "cuDevicePrimaryCtxReset_v2",
    "cuDevicePrimaryCtxRetain",
    "cuDevicePrimaryCtxSetFlags",
    "cuDevicePrimaryCtxSetFlags_v2",
    "cuDeviceSetGraphMemAttribute",
    "cuDeviceSetMemPool",
    "cuDeviceTotalMem_v2",
    "cuDriverGetVersion",
    "cuEventCreate",
    "cuEventDestroy",
    "cuEventDestroy_v2",
    "cuEventElapsedTime",
    "cuEventElapsedTime_v2",
    "cuEventQuery",
    "cuEventRecord",
    "cuEventRecordWithFlags",
    "cuEventSynchronize",
    "cuFlushGPUDirectRDMAWrites",
    "cuFuncGetAttribute",
    "cuFuncGetModule",
    "cuFuncGetName",
    "cuFuncGetParamCount",
    "cuFuncGetParamInfo",
    "cuFuncIsLoaded",
    "cuFuncLoad",
    "cuFuncSetAttribute",
    "cuFuncSetCacheConfig",
    "cuFuncSetSharedMemConfig",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuGetExportTable",
    "cuGetProcAddress_v2",
    "cuGraphChildGraphNodeGetGraph",
    "cuGraphClone",
    "cuGraphCreate",
    "cuGraphDestroy",
    "cuGraphExecChildGraphNodeSetParams",
    "cuGraphExecDestroy",
    "cuGraphExecGetFlags",
    "cuGraphExecUpdate",
    "cuGraphExecUpdate_v2",
    "cuGraphGetNodes",
    "cuGraphInstantiateWithFlags",
    "cuGraphInstantiateWithParams",
    "cuGraphLaunch",
    "cuGraphNodeGetType",
    "cuGraphUpload",
    "cuGreenCtxCreate",
    "cuGreenCtxDestroy",
    "cuGreenCtxGetDevResource",
    "cuGreenCtxRecordEvent",
    "cuGreenCtxStreamCreate",
    "cuGreenCtxWaitEvent",
    "cuInit",
    "cuKernelGetAttribute",
    "cuKernelGetFunction",
    "cuKernelGetLibrary",
    "cuKernelGetName",
    "cuKernelGetParamCount",
    "cuKernelGetParamInfo",
    "cuKernelSetAttribute",
    "cuKernelSetCacheConfig",
    "cuLaunchHostFunc",
    "cuLaunchKernelEx",
    "cuLibraryGetGlobal",
    "cuLibraryGetKernel",
    "cuLibraryGetKernelCount",
    "cuLibraryGetModule",
    "cuLibraryLoadData",
    "cuLibraryUnload",
    "cuMemAddressFree",
    "cuMemAddressReserve",
    "cuMemAllocAsync",
    "cuMemAllocFromPoolAsync",
    "cuMemAllocPitch_v2",
    "cuMemAlloc_v2",
    "cuMemCreate",
    "cuMemFreeAsync",
    "cuMemFreeHost",
    "cuMemFree_v2",
    "cuMemGetAddressRange_v2",
    "cuMemGetAllocationGranularity",
    "cuMemGetAllocationPropertiesFromHandle",
    "cuMemGetInfo_v2",
    "cuMemHostAlloc",
    "cuMemHostGetDevicePointer_v2",
    "cuMemHostGetFlags",
    "cuMemHostRegister_v2",
    "cuMemHostUnregister",
    "cuMemMap",
    "cuMemPoolCreate",
    "cuMemPoolDestroy",
    "cuMemPoolGetAttribute",
    "cuMemPoolSetAccess",
    "cuMemPoolSetAttribute",
    "cuMemPoolTrimTo",
    "cuMemRelease",
    "cuMemSetAccess",
    "cuMemUnmap",
    "cuMemcpy",
    "cuMemcpy2DAsync_v2",
    "cuMemcpy2D_v2",
    "cuMemcpyAsync",
    "cuMemcpyAtoA_v2",
    "cuMemcpyAtoD_v2",
    "cuMemcpyDtoA_v2",
    "cuMemcpyDtoDAsync_v2",
    "cuMemcpyDtoD_v2",
    "cuMemcpyPeer",
    "cuMemcpyPeerAsync",
    "cuMemsetD16Async",
    "cuMemsetD16_v2",
    "cuMemsetD2D16Async",
    "cuMemsetD2D16_v2",
    "cuMemsetD2D32Async",
    "cuMemsetD2D32_v2",
    "cuMemsetD2D8Async",
    "cuMemsetD2D8_v2",
    "cuMemsetD32Async",
    "cuMemsetD32_v2",
    "cuMemsetD8Async",
    "cuMemsetD8_v2",
    "cuModuleEnumerateFunctions",
    "cuModuleGetFunction",
    "cuModuleGetFunctionCount",
    "cuModuleGetGlobal_v2",
    "cuModuleGetLoadingMode",
    "cuModuleLoadDataEx",
    "cuModuleUnload",
    "cuOccupancyAvailableDynamicSMemPerBlock",
    "cuOccupancyMaxActiveBlocksPerMultiprocessor",
    "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cuOccupancyMaxActiveClusters",
    "cuOccupancyMaxPotentialClusterSize",
    "cuPointerGetAttribute",
    "cuStreamAddCallback",
    "cuStreamBeginCapture_v2",
    "cuStreamCopyAttributes",
    "cuStreamCreate",
    "cuStreamCreateWithPriority",
    "cuStreamDestroy_v2",
    "cuStreamEndCapture",
    "cuStreamGetAttribute",
    "cuStreamGetCaptureInfo",
    "cuStreamGetCaptureInfo_v3",
    "cuStreamGetCtx",
    "cuStreamGetDevice",
    "cuStreamGetFlags",
    "cuStreamGetGreenCtx",
    "cuStreamGetId",
    "cuStreamGetPriority",
    "cuStreamIsCapturing",
    "cuStreamQuery",
    "cuStreamSetAttribute",
    "cuStreamSynchronize",
    "cuStreamWaitEvent",
    "cuStreamWaitValue32_v2",
    "cuStreamWaitValue64_v2",
    "cuStreamWriteValue32_v2",
    "cuStreamWriteValue64_v2",
    "cuTensorMapEncodeIm2col",
    "cuTensorMapEncodeTiled",
};

// Every function that the library has, forwarded or not.
inline constexpr const char *kNames[] = {
    "cuArray3DCreate",
    "cuArray3DCreate_v2",
    "cuArray3DGetDescriptor",
    "cuArray3DGetDescriptor_v2",
    "cuArrayCreate",
    "cuArrayCreate_v2",
    "cuArrayDestroy",
    "cuArrayGetDescriptor",
    "cuArrayGetDescriptor_v2",
    "cuArrayGetMemoryRequirements",
    "cuArrayGetPlane",
    "cuArrayGetSparseProperties",
    "cuCheckpointOperationComplete",
    "cuCheckpointProcessCheckpoint",
    "cuCheckpointProcessGetRestoreThreadId",
    "cuCheckpointProcessGetState",
    "cuCheckpointProcessLock",
    "cuCheckpointProcessRestore",
    "cuCheckpointProcessUnlock",
    "cuCoredumpDeregisterCompleteCallback",
    "cuCoredumpDeregisterStartCallback",
    "cuCoredumpGetAttribute",
    "cuCoredumpGetAttributeGlobal",
    "cuCoredumpRegisterCompleteCallback",
    "cuCoredumpRegisterStartCallback",
    "cuCoredumpSetAttribute",
    "cuCoredumpSetAttributeGlobal",
    "cuCtxAttach",
    "cuCtxCreate",
    "cuCtxCreate_v2",
    "cuCtxCreate_v3",
    "cuCtxCreate_v4",
    "cuCtxDestroy",
    "cuCtxDestroy_v2",
    "cuCtxDetach",
    "cuCtxDisablePeerAccess",
    "cuCtxEnablePeerAccess",
    "cuCtxFromGreenCtx",
    "cuCtxGetApiVersion",
    "cuCtxGetCacheConfig",
    "cuCtxGetCurrent",
    "cuCtxGetDevResource",
    "cuCtxGetDevice",
    "cuCtxGetDevice_v2",
    "cuCtxGetExecAffinity",
    "cuCtxGetFlags",
    "cuCtxGetId",
    "cuCtxGetLimit",
    "cuCtxGetSharedMemConfig",
    "cuCtxGetStreamPriorityRange",
    "cuCtxPopCurrent",
    "cuCtxPopCurrent_v2",
    "cuCtxPushCurrent",
    "cuCtxPushCurrent_v2",
    "cuCtxRecordEvent",
    "cuCtxResetPersistingL2Cache",
    "cuCtxSetCacheConfig",
    "cuCtxSetCurrent",
    "cuCtxSetFlags",
    "cuCtxSetLimit",
    "cuCtxSetSharedMemConfig",
    "cuCtxSynchronize",
    "cuCtxSynchronize_v2",
    "cuCtxWaitEvent",
    "cuDestroyExternalMemory",
    "cuDestroyExternalSemaphore",
    "cuDevResourceGenerateDesc",
    "cuDevSmResourceSplit",
    "cuDevSmResourceSplitByCount",
    "cuDeviceCanAccessPeer",
    "cuDeviceComputeCapability",
    "cuDeviceGet",
    "cuDeviceGetAttribute",
    "cuDeviceGetByPCIBusId",
    "cuDeviceGetCliqueCount",
    "cuDeviceGetCliqueInfo",
    "cuDeviceGetCount",
    "cuDeviceGetDefaultMemPool",
    "cuDeviceGetDevResource",
    "cuDeviceGetExecAffinitySupport",
    "cuDeviceGetFabricClusterUuid",
    "cuDeviceGetGraphMemAttribute",
    "cuDeviceGetHostAtomicCapabilities",
    "cuDeviceGetLuid",
    "cuDeviceGetMemPool",
    "cuDeviceGetName",
    "cuDeviceGetNvSciSyncAttributes",
    "cuDeviceGetP2PAtomicCapabilities",
    "cuDeviceGetP2PAttribute",
    "cuDeviceGetPCIBusId",
    "cuDeviceGetProperties",
    "cuDeviceGetTexture1DLinearMaxWidth",
    "cuDeviceGetUuid",
    "cuDeviceGetUuid_v2",
    "cuDeviceGraphMemTrim",
    "cuDevicePrimaryCtxGetState",
    "cuDevicePrimaryCtxRelease",
    "cuDevicePrimaryCtxRelease_v2",
    "cuDevicePrimaryCtxReset",
    "cuDevicePrimaryCtxReset_v2",
    "cuDevicePrimaryCtxRetain",
    "cuDevicePrimaryCtxSetFlags",
    "cuDevicePrimaryCtxSetFlags_v2",
    "cuDeviceRegisterAsyncNotification",
    "cuDeviceSetGraphMemAttribute",
    "cuDeviceSetMemPool",
    "cuDeviceTotalMem",
    "cuDeviceTotalMem_v2",
    "cuDeviceUnregisterAsyncNotification",
    "cuDriverGetVersion",
    "cuEventCreate",
    "cuEventDestroy",
    "cuEventDestroy_v2",
    "cuEventElapsedTime",
    "cuEventElapsedTime_v2",
    "cuEventQuery",
    "cuEventRecord",
    "cuEventRecord_ptsz",
    "cuEventRecordWithFlags",
    "cuEventRecordWithFlags_ptsz",
    "cuEventSynchronize",
    "cuExternalMemoryGetMappedBuffer",
    "cuExternalMemoryGetMappedMipmappedArray",
    "cuFlushGPUDirectRDMAWrites",
    "cuFuncGetAttribute",
    "cuFuncGetModule",
    "cuFuncGetName",
    "cuFuncGetParamCount",
    "cuFuncGetParamInfo",
    "cuFuncIsLoaded",
    "cuFuncLoad",
    "cuFuncSetAttribute",
    "cuFuncSetBlockShape",
    "cuFuncSetCacheConfig",
    "cuFuncSetSharedMemConfig",
    "cuFuncSetSharedSize",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuGetExportTable",
    "cuGetProcAddress",
    "cuGetProcAddress_v2",
    "cuGraphAddBatchMemOpNode",
    "cuGraphAddChildGraphNode",
    "cuGraphAddDependencies",
    "cuGraphAddDependencies_v2",
    "cuGraphAddEmptyNode",
    "cuGraphAddEventRecordNode",
    "cuGraphAddEventWaitNode",
    "cuGraphAddExternalSemaphoresSignalNode",
    "cuGraphAddExternalSemaphoresWaitNode",
    "cuGraphAddHostNode",
    "cuGraphAddKernelNode",
    "cuGraphAddKernelNode_v2",
    "cuGraphAddMemAllocNode",
    "cuGraphAddMemFreeNode",
    "cuGraphAddMemcpyNode",
    "cuGraphAddMemsetNode",
    "cuGraphAddNode",
    "cuGraphAddNode_v2",
    "cuGraphAddNode_v3",
    "cuGraphBatchMemOpNodeGetParams",
    "cuGraphBatchMemOpNodeSetParams",
    "cuGraphChildGraphNodeGetGraph",
    "cuGraphClone",
    "cuGraphConditionalHandleCreate",
    "cuGraphCreate",
    "cuGraphDebugDotPrint",
    "cuGraphDestroy",
    "cuGraphDestroyNode",
    "cuGraphEventRecordNodeGetEvent",
    "cuGraphEventRecordNodeSetEvent",
    "cuGraphEventWaitNodeGetEvent",
    "cuGraphEventWaitNodeSetEvent",
    "cuGraphExecBatchMemOpNodeSetParams",
    "cuGraphExecChildGraphNodeSetParams",
    "cuGraphExecDestroy",
    "cuGraphExecEventRecordNodeSetEvent",
    "cuGraphExecEventWaitNodeSetEvent",
    "cuGraphExecExternalSemaphoresSignalNodeSetParams",
    "cuGraphExecExternalSemaphoresWaitNodeSetParams",
    "cuGraphExecGetFlags",
    "cuGraphExecGetId",
    "cuGraphExecHostNodeSetParams",
    "cuGraphExecKernelNodeSetParams",
    "cuGraphExecKernelNodeSetParams_v2",
    "cuGraphExecMemcpyNodeSetParams",
    "cuGraphExecMemsetNodeSetParams",
    "cuGraphExecNodeSetParams",
    "cuGraphExecUpdate",
    "cuGraphExecUpdate_v2",
    "cuGraphExternalSemaphoresSignalNodeGetParams",
    "cuGraphExternalSemaphoresSignalNodeSetParams",
    "cuGraphExternalSemaphoresWaitNodeGetParams",
    "cuGraphExternalSemaphoresWaitNodeSetParams",
    "cuGraphGetEdges",
    "cuGraphGetEdges_v2",
    "cuGraphGetId",
    "cuGraphGetNodes",
    "cuGraphGetRootNodes",
    "cuGraphHostNodeGetParams",
    "cuGraphHostNodeSetParams",
    "cuGraphInstantiate",
    "cuGraphInstantiateWithFlags",
    "cuGraphInstantiateWithParams",
    "cuGraphInstantiateWithParams_ptsz",
    "cuGraphInstantiate_v2",
    "cuGraphKernelNodeCopyAttributes",
    "cuGraphKernelNodeGetAttribute",
    "cuGraphKernelNodeGetParams",
    "cuGraphKernelNodeGetParams_v2",
    "cuGraphKernelNodeSetAttribute",
    "cuGraphKernelNodeSetParams",
    "cuGraphKernelNodeSetParams_v2",
    "cuGraphLaunch",
    "cuGraphLaunch_ptsz",
    "cuGraphMemAllocNodeGetParams",
    "cuGraphMemFreeNodeGetParams",
    "cuGraphMemcpyNodeGetParams",
    "cuGraphMemcpyNodeSetParams",
    "cuGraphMemsetNodeGetParams",
    "cuGraphMemsetNodeSetParams",
    "cuGraphNodeFindInClone",
    "cuGraphNodeGetContainingGraph",
    "cuGraphNodeGetDependencies",
    "cuGraphNodeGetDependencies_v2",
    "cuGraphNodeGetDependentNodes",
    "cuGraphNodeGetDependentNodes_v2",
    "cuGraphNodeGetEnabled",
    "cuGraphNodeGetLocalId",
    "cuGraphNodeGetParams",
    "cuGraphNodeGetToolsId",
    "cuGraphNodeGetType",
    "cuGraphNodeSetEnabled",
    "cuGraphNodeSetParams",
    "cuGraphNodeSetParams_v2",
    "cuGraphReleaseUserObject",
    "cuGraphRemoveDependencies",
    "cuGraphRemoveDependencies_v2",
    "cuGraphRetainUserObject",
    "cuGraphUpload",
    "cuGraphUpload_ptsz",
    "cuGraphicsMapResources",
    "cuGraphicsMapResources_ptsz",
    "cuGraphicsResourceGetMappedMipmappedArray",
    "cuGraphicsResourceGetMappedPointer",
    "cuGraphicsResourceGetMappedPointer_v2",
    "cuGraphicsResourceSetMapFlags",
    "cuGraphicsResourceSetMapFlags_v2",
    "cuGraphicsSubResourceGetMappedArray",
    "cuGraphicsUnmapResources",
    "cuGraphicsUnmapResources_ptsz",
    "cuGraphicsUnregisterResource",
    "cuGreenCtxCreate",
    "cuGreenCtxDestroy",
    "cuGreenCtxGetDevResource",
    "cuGreenCtxGetId",
    "cuGreenCtxRecordEvent",
    "cuGreenCtxStreamCreate",
    "cuGreenCtxWaitEvent",
    "cuImportExternalMemory",
    "cuImportExternalSemaphore",
    "cuInit",
    "cuIpcCloseMemHandle",
    "cuIpcGetEventHandle",
    "cuIpcGetMemHandle",
    "cuIpcOpenEventHandle",
    "cuIpcOpenMemHandle",
    "cuIpcOpenMemHandle_v2",
    "cuKernelGetAttribute",
    "cuKernelGetFunction",
    "cuKernelGetLibrary",
    "cuKernelGetName",
    "cuKernelGetParamCount",
    "cuKernelGetParamInfo",
    "cuKernelSetAttribute",
    "cuKernelSetCacheConfig",
    "cuLaunch",
    "cuLaunchCooperativeKernel",
    "cuLaunchCooperativeKernel_ptsz",
    "cuLaunchCooperativeKernelMultiDevice",
    "cuLaunchGrid",
    "cuLaunchGridAsync",
    "cuLaunchHostFunc",
    "cuLaunchHostFunc_ptsz",
    "cuLaunchHostFunc_v2",
    "cuLaunchHostFunc_v2_ptsz",
    "cuLaunchKernel",
    "cuLaunchKernel_ptsz",
    "cuLaunchKernelEx",
    "cuLaunchKernelEx_ptsz",
    "cuLibraryEnumerateKernels",
    "cuLibraryGetGlobal",
    "cuLibraryGetKernel",
    "cuLibraryGetKernelCount",
    "cuLibraryGetManaged",
    "cuLibraryGetModule",
    "cuLibraryGetUnifiedFunction",
    "cuLibraryLoadData",
    "cuLibraryLoadFromFile",
    "cuLibraryUnload",
    "cuLinkAddData",
    "cuLinkAddData_v2",
    "cuLinkAddFile",
    "cuLinkAddFile_v2",
    "cuLinkComplete",
    "cuLinkCreate",
    "cuLinkCreate_v2",
    "cuLinkDestroy",
    "cuLogicalEndpointAddDevice",
    "cuLogicalEndpointBindAddr",
    "cuLogicalEndpointBindMem",
    "cuLogicalEndpointCreate",
    "cuLogicalEndpointDestroy",
    "cuLogicalEndpointExport",
    "cuLogicalEndpointGetLimits",
    "cuLogicalEndpointIdRelease",
    "cuLogicalEndpointIdReserve",
    "cuLogicalEndpointImport",
    "cuLogicalEndpointQuery",
    "cuLogicalEndpointUnbind",
    "cuLogsCurrent",
    "cuLogsDumpToFile",
    "cuLogsDumpToMemory",
    "cuLogsRegisterCallback",
    "cuLogsUnregisterCallback",
    "cuMemAddressFree",
    "cuMemAddressReserve",
    "cuMemAdvise",
    "cuMemAdvise_v2",
    "cuMemAlloc",
    "cuMemAllocAsync",
    "cuMemAllocAsync_ptsz",
    "cuMemAllocFromPoolAsync",
    "cuMemAllocFromPoolAsync_ptsz",
    "cuMemAllocHost",
    "cuMemAllocHost_v2",
    "cuMemAllocManaged",
    "cuMemAllocPitch",
    "cuMemAllocPitch_v2",
    "cuMemAlloc_v2",
    "cuMemBatchDecompressAsync",
    "cuMemBatchDecompressAsync_ptsz",
    "cuMemCreate",
    "cuMemDiscardAndPrefetchBatchAsync",
    "cuMemDiscardAndPrefetchBatchAsync_ptsz",
    "cuMemDiscardBatchAsync",
    "cuMemDiscardBatchAsync_ptsz",
    "cuMemExportToShareableHandle",
    "cuMemFree",
    "cuMemFreeAsync",
    "cuMemFreeAsync_ptsz",
    "cuMemFreeHost",
    "cuMemFree_v2",
    "cuMemGetAccess",
    "cuMemGetAddressRange",
    "cuMemGetAddressRange_v2",
    "cuMemGetAllocationGranularity",
    "cuMemGetAllocationPropertiesFromHandle",
    "cuMemGetDefaultMemPool",
    "cuMemGetHandleForAddressRange",
    "cuMemGetInfo",
    "cuMemGetInfo_v2",
    "cuMemGetLocationInfo",
    "cuMemGetMemPool",
    "cuMemHostAlloc",
    "cuMemHostGetDevicePointer",
    "cuMemHostGetDevicePointer_v2",
    "cuMemHostGetFlags",
    "cuMemHostRegister",
    "cuMemHostRegister_v2",
    "cuMemHostUnregister",
    "cuMemImportFromShareableHandle",
    "cuMemMap",
    "cuMemMapArrayAsync",
    "cuMemMapArrayAsync_ptsz",
    "cuMemPoolCreate",
    "cuMemPoolDestroy",
    "cuMemPoolExportPointer",
    "cuMemPoolExportToShareableHandle",
    "cuMemPoolGetAccess",
    "cuMemPoolGetAttribute",
    "cuMemPoolImportFromShareableHandle",
    "cuMemPoolImportPointer",
    "cuMemPoolSetAccess",
    "cuMemPoolSetAttribute",
    "cuMemPoolTrimTo",
    "cuMemPrefetchAsync",
    "cuMemPrefetchAsync_ptsz",
    "cuMemPrefetchAsync_v2",
    "cuMemPrefetchAsync_v2_ptsz",
    "cuMemPrefetchBatchAsync",
    "cuMemPrefetchBatchAsync_ptsz",
    "cuMemRangeGetAttribute",
    "cuMemRangeGetAttributes",
    "cuMemRelease",
    "cuMemRetainAllocationHandle",
    "cuMemSetAccess",
    "cuMemSetMemPool",
    "cuMemUnmap",
    "cuMemcpy",
    "cuMemcpy_ptds",
    "cuMemcpy2D",
    "cuMemcpy2DAsync",
    "cuMemcpy2DAsync_v2",
    "cuMemcpy2DAsync_v2_ptsz",
    "cuMemcpy2DUnaligned",
    "cuMemcpy2DUnaligned_v2",
    "cuMemcpy2DUnaligned_v2_ptds",
    "cuMemcpy2D_v2",
    "cuMemcpy2D_v2_ptds",
    "cuMemcpy3D",
    "cuMemcpy3DAsync",
    "cuMemcpy3DAsync_v2",
    "cuMemcpy3DAsync_v2_ptsz",
    "cuMemcpy3DBatchAsync",
    "cuMemcpy3DBatchAsync_ptsz",
    "cuMemcpy3DBatchAsync_v2",
    "cuMemcpy3DBatchAsync_v2_ptsz",
    "cuMemcpy3DPeer",
    "cuMemcpy3DPeer_ptds",
    "cuMemcpy3DPeerAsync",
    "cuMemcpy3DPeerAsync_ptsz",
    "cuMemcpy3DWithAttributesAsync",
    "cuMemcpy3DWithAttributesAsync_ptsz",
    "cuMemcpy3D_v2",
    "cuMemcpy3D_v2_ptds",
    "cuMemcpyAsync",
    "cuMemcpyAsync_ptsz",
    "cuMemcpyAtoA",
    "cuMemcpyAtoA_v2",
    "cuMemcpyAtoA_v2_ptds",
    "cuMemcpyAtoD",
    "cuMemcpyAtoD_v2",
    "cuMemcpyAtoD_v2_ptds",
    "cuMemcpyAtoH",
    "cuMemcpyAtoHAsync",
    "cuMemcpyAtoHAsync_v2",
    "cuMemcpyAtoHAsync_v2_ptsz",
    "cuMemcpyAtoH_v2",
    "cuMemcpyAtoH_v2_ptds",
    "cuMemcpyBatchAsync",
    "cuMemcpyBatchAsync_ptsz",
    "cuMemcpyBatchAsync_v2",
    "cuMemcpyBatchAsync_v2_ptsz",
    "cuMemcpyDtoA",
    "cuMemcpyDtoA_v2",
    "cuMemcpyDtoA_v2_ptds",
    "cuMemcpyDtoD",
    "cuMemcpyDtoDAsync",
    "cuMemcpyDtoDAsync_v2",
    "cuMemcpyDtoDAsync_v2_ptsz",
    "cuMemcpyDtoD_v2",
    "cuMemcpyDtoD_v2_ptds",
    "cuMemcpyDtoH",
    "cuMemcpyDtoHAsync",
    "cuMemcpyDtoHAsync_v2",
    "cuMemcpyDtoHAsync_v2_ptsz",
    "cuMemcpyDtoH_v2",
    "cuMemcpyDtoH_v2_ptds",
    "cuMemcpyHtoA",
    "cuMemcpyHtoAAsync",
    "cuMemcpyHtoAAsync_v2",
    "cuMemcpyHtoAAsync_v2_ptsz",
    "cuMemcpyHtoA_v2",
    "cuMemcpyHtoA_v2_ptds",
    "cuMemcpyHtoD",
    "cuMemcpyHtoDAsync",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyHtoDAsync_v2_ptsz",
    "cuMemcpyHtoD_v2",
    "cuMemcpyHtoD_v2_ptds",
    "cuMemcpyPeer",
    "cuMemcpyPeer_ptds",
    "cuMemcpyPeerAsync",
    "cuMemcpyPeerAsync_ptsz",
    "cuMemcpyWithAttributesAsync",
    "cuMemcpyWithAttributesAsync_ptsz",
    "cuMemsetD16",
    "cuMemsetD16Async",
    "cuMemsetD16Async_ptsz",
    "cuMemsetD16_v2",
    "cuMemsetD16_v2_ptds",
    "cuMemsetD2D16",
    "cuMemsetD2D16Async",
    "cuMemsetD2D16Async_ptsz",
    "cuMemsetD2D16_v2",
    "cuMemsetD2D16_v2_ptds",
    "cuMemsetD2D32",
    "cuMemsetD2D32Async",
    "cuMemsetD2D32Async_ptsz",
    "cuMemsetD2D32_v2",
    "cuMemsetD2D32_v2_ptds",
    "cuMemsetD2D8",
    "cuMemsetD2D8Async",
    "cuMemsetD2D8Async_ptsz",
    "cuMemsetD2D8_v2",
    "cuMemsetD2D8_v2_ptds",
    "cuMemsetD32",
    "cuMemsetD32Async",
    "cuMemsetD32Async_ptsz",
    "cuMemsetD32_v2",
    "cuMemsetD32_v2_ptds",
    "cuMemsetD8",
    "cuMemsetD8Async",
    "cuMemsetD8Async_ptsz",
    "cuMemsetD8_v2",
    "cuMemsetD8_v2_ptds",
    "cuMipmappedArrayCreate",
    "cuMipmappedArrayDestroy",
    "cuMipmappedArrayGetLevel",
    "cuMipmappedArrayGetMemoryRequirements",
    "cuMipmappedArrayGetSparseProperties",
    "cuModuleEnumerateFunctions",
    "cuModuleGetFunction",
    "cuModuleGetFunctionCount",
    "cuModuleGetGlobal",
    "cuModuleGetGlobal_v2",
    "cuModuleGetLoadingMode",
    "cuModuleGetSurfRef",
    "cuModuleGetTexRef",
    "cuModuleLoad",
    "cuModuleLoadData",
    "cuModuleLoadDataEx",
    "cuModuleLoadFatBinary",
    "cuModuleUnload",
    "cuMulticastAddDevice",
    "cuMulticastBindAddr",
    "cuMulticastBindAddr_v2",
    "cuMulticastBindMem",
    "cuMulticastBindMem_v2",
    "cuMulticastCreate",
    "cuMulticastGetGranularity",
    "cuMulticastUnbind",
    "cuOccupancyAvailableDynamicSMemPerBlock",
    "cuOccupancyMaxActiveBlocksPerMultiprocessor",
    "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cuOccupancyMaxActiveClusters",
    "cuOccupancyMaxPotentialBlockSize",
    "cuOccupancyMaxPotentialBlockSizeWithFlags",
    "cuOccupancyMaxPotentialClusterSize",
    "cuParamSetSize",
    "cuParamSetTexRef",
    "cuParamSetf",
    "cuParamSeti",
    "cuParamSetv",
    "cuPointerGetAttribute",
    "cuPointerGetAttributes",
    "cuPointerSetAttribute",
    "cuSignalExternalSemaphoresAsync",
    "cuSignalExternalSemaphoresAsync_ptsz",
    "cuStreamAddCallback",
    "cuStreamAddCallback_ptsz",
    "cuStreamAttachMemAsync",
    "cuStreamAttachMemAsync_ptsz",
    "cuStreamBatchMemOp",
    "cuStreamBatchMemOp_ptsz",
    "cuStreamBatchMemOp_v2",
    "cuStreamBatchMemOp_v2_ptsz",
    "cuStreamBeginCapture",
    "cuStreamBeginCapture_ptsz",
    "cuStreamBeginCaptureToCig",
    "cuStreamBeginCaptureToCig_ptsz",
    "cuStreamBeginCaptureToGraph",
    "cuStreamBeginCaptureToGraph_ptsz",
    "cuStreamBeginCapture_v2",
    "cuStreamBeginCapture_v2_ptsz",
    "cuStreamBeginRecaptureToGraph",
    "cuStreamBeginRecaptureToGraph_ptsz",
    "cuStreamCopyAttributes",
    "cuStreamCopyAttributes_ptsz",
    "cuStreamCreate",
    "cuStreamCreateWithPriority",
    "cuStreamDestroy",
    "cuStreamDestroy_v2",
    "cuStreamEndCapture",
    "cuStreamEndCapture_ptsz",
    "cuStreamEndCaptureToCig",
    "cuStreamEndCaptureToCig_ptsz",
    "cuStreamGetAttribute",
    "cuStreamGetAttribute_ptsz",
    "cuStreamGetCaptureInfo",
    "cuStreamGetCaptureInfo_ptsz",
    "cuStreamGetCaptureInfo_v2",
    "cuStreamGetCaptureInfo_v2_ptsz",
    "cuStreamGetCaptureInfo_v3",
    "cuStreamGetCaptureInfo_v3_ptsz",
    "cuStreamGetCtx",
    "cuStreamGetCtx_ptsz",
    "cuStreamGetCtx_v2",
    "cuStreamGetCtx_v2_ptsz",
    "cuStreamGetDevResource",
    "cuStreamGetDevResource_ptsz",
    "cuStreamGetDevice",
    "cuStreamGetDevice_ptsz",
    "cuStreamGetFlags",
    "cuStreamGetFlags_ptsz",
    "cuStreamGetGreenCtx",
    "cuStreamGetId",
    "cuStreamGetId_ptsz",
    "cuStreamGetPriority",
    "cuStreamGetPriority_ptsz",
    "cuStreamIsCapturing",
    "cuStreamIsCapturing_ptsz",
    "cuStreamQuery",
    "cuStreamQuery_ptsz",
    "cuStreamSetAttribute",
    "cuStreamSetAttribute_ptsz",
    "cuStreamSynchronize",
    "cuStreamSynchronize_ptsz",
    "cuStreamUpdateCaptureDependencies",
    "cuStreamUpdateCaptureDependencies_ptsz",
    "cuStreamUpdateCaptureDependencies_v2",
    "cuStreamUpdateCaptureDependencies_v2_ptsz",
    "cuStreamWaitEvent",
    "cuStreamWaitEvent_ptsz",
    "cuStreamWaitValue32",
    "cuStreamWaitValue32_ptsz",
    "cuStreamWaitValue32_v2",
    "cuStreamWaitValue32_v2_ptsz",
    "cuStreamWaitValue64",
    "cuStreamWaitValue64_ptsz",
    "cuStreamWaitValue64_v2",
    "cuStreamWaitValue64_v2_ptsz",
    "cuStreamWriteValue32",
    "cuStreamWriteValue32_ptsz",
    "cuStreamWriteValue32_v2",
    "cuStreamWriteValue32_v2_ptsz",
    "cuStreamWriteValue64",
    "cuStreamWriteValue64_ptsz",
    "cuStreamWriteValue64_v2",
    "cuStreamWriteValue64_v2_ptsz",
    "cuSurfObjectCreate",
    "cuSurfObjectDestroy",
    "cuSurfObjectGetResourceDesc",
    "cuSurfRefGetArray",
    "cuSurfRefSetArray",
    "cuTensorMapEncodeIm2col",
    "cuTensorMapEncodeIm2colWide",
    "cuTensorMapEncodeTiled",
    "cuTensorMapReplaceAddress",
    "cuTexObjectCreate",
    "cuTexObjectDestroy",
    "cuTexObjectGetResourceDesc",
    "cuTexObjectGetResourceViewDesc",
    "cuTexObjectGetTextureDesc",
    "cuTexRefCreate",
    "cuTexRefDestroy",
    "cuTexRefGetAddress",
    "cuTexRefGetAddressMode",
    "cuTexRefGetAddress_v2",
    "cuTexRefGetArray",
    "cuTexRefGetBorderColor",
    "cuTexRefGetFilterMode",
    "cuTexRefGetFlags",
    "cuTexRefGetFormat",
    "cuTexRefGetMaxAnisotropy",
    "cuTexRefGetMipmapFilterMode",
    "cuTexRefGetMipmapLevelBias",
    "cuTexRefGetMipmapLevelClamp",
    "cuTexRefGetMipmappedArray",
    "cuTexRefSetAddress",
    "cuTexRefSetAddress2D",
    "cuTexRefSetAddress2D_v2",
    "cuTexRefSetAddress2D_v3",
    "cuTexRefSetAddressMode",
    "cuTexRefSetAddress_v2",
    "cuTexRefSetArray",
    "cuTexRefSetBorderColor",
    "cuTexRefSetFilterMode",
    "cuTexRefSetFlags",
    "cuTexRefSetFormat",
    "cuTexRefSetMaxAnisotropy",
    "cuTexRefSetMipmapFilterMode",
    "cuTexRefSetMipmapLevelBias",
    "cuTexRefSetMipmapLevelClamp",
    "cuTexRefSetMipmappedArray",
    "cuThreadExchangeStreamCaptureMode",
    "cuUserObjectCreate",
    "cuUserObjectRelease",
    "cuUserObjectRetain",
    "cuWaitExternalSemaphoresAsync",
    "cuWaitExternalSemaphoresAsync_ptsz",
};

}  // namespace heddle::remote
