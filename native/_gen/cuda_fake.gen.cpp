// Made by tools/gen from facts/cuda.toml (cuda.h of CUDA 11.8, 12.9, 13.4, version 13). Do not edit.
#include "fake/cuda/symbols.h"

using namespace fake;

FAKE_WEAK CUresult cuArray3DCreate(CUarray *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuArray3DCreate_v2(CUarray *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuArray3DGetDescriptor(void *, CUarray) { return kNotSupported; }
FAKE_WEAK CUresult cuArray3DGetDescriptor_v2(void *, CUarray) { return kNotSupported; }
FAKE_WEAK CUresult cuArrayCreate(CUarray *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuArrayCreate_v2(CUarray *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuArrayDestroy(CUarray) { return kNotSupported; }
FAKE_WEAK CUresult cuArrayGetDescriptor(void *, CUarray) { return kNotSupported; }
FAKE_WEAK CUresult cuArrayGetDescriptor_v2(void *, CUarray) { return kNotSupported; }
FAKE_WEAK CUresult cuArrayGetMemoryRequirements(void *, CUarray, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuArrayGetPlane(CUarray *, CUarray, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuArrayGetSparseProperties(void *, CUarray) { return kNotSupported; }
FAKE_WEAK CUresult cuCheckpointOperationComplete() { return kNotSupported; }
FAKE_WEAK CUresult cuCheckpointProcessCheckpoint(int, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuCheckpointProcessGetRestoreThreadId(int, int *) { return kNotSupported; }
FAKE_WEAK CUresult cuCheckpointProcessGetState(int, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuCheckpointProcessLock(int, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuCheckpointProcessRestore(int, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuCheckpointProcessUnlock(int, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuCoredumpDeregisterCompleteCallback() { return kNotSupported; }
FAKE_WEAK CUresult cuCoredumpDeregisterStartCallback() { return kNotSupported; }
FAKE_WEAK CUresult cuCoredumpGetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuCoredumpGetAttributeGlobal() { return kNotSupported; }
FAKE_WEAK CUresult cuCoredumpRegisterCompleteCallback() { return kNotSupported; }
FAKE_WEAK CUresult cuCoredumpRegisterStartCallback() { return kNotSupported; }
FAKE_WEAK CUresult cuCoredumpSetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuCoredumpSetAttributeGlobal() { return kNotSupported; }
FAKE_WEAK CUresult cuCtxAttach(CUcontext *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxCreate(CUcontext *, unsigned int, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxCreate_v2(CUcontext *, unsigned int, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxCreate_v3(CUcontext *, void *, int, unsigned int, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxCreate_v4(CUcontext *, void *, unsigned int, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxDestroy(CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxDestroy_v2(CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxDetach(CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxDisablePeerAccess(CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxEnablePeerAccess(CUcontext, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxFromGreenCtx() { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetApiVersion(CUcontext, unsigned int *) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetCacheConfig(void *) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetCurrent(CUcontext *) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetDevResource() { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetDevice(CUdevice *) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetDevice_v2(CUdevice *, CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetExecAffinity() { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetFlags(unsigned int *) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetId(CUcontext, unsigned long long *) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetLimit() { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetSharedMemConfig(void *) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxGetStreamPriorityRange(int *, int *) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxPopCurrent(CUcontext *) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxPopCurrent_v2(CUcontext *) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxPushCurrent(CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxPushCurrent_v2(CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxRecordEvent(CUcontext, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxResetPersistingL2Cache() { return kNotSupported; }
FAKE_WEAK CUresult cuCtxSetCacheConfig() { return kNotSupported; }
FAKE_WEAK CUresult cuCtxSetCurrent(CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxSetFlags(unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxSetLimit() { return kNotSupported; }
FAKE_WEAK CUresult cuCtxSetSharedMemConfig() { return kNotSupported; }
FAKE_WEAK CUresult cuCtxSynchronize() { return kNotSupported; }
FAKE_WEAK CUresult cuCtxSynchronize_v2(CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuCtxWaitEvent(CUcontext, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuDestroyExternalMemory() { return kNotSupported; }
FAKE_WEAK CUresult cuDestroyExternalSemaphore(CUexternalSemaphore) { return kNotSupported; }
FAKE_WEAK CUresult cuDevResourceGenerateDesc(void *, void *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuDevSmResourceSplit(void *, unsigned int, const void *, void *, unsigned int, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuDevSmResourceSplitByCount(void *, unsigned int *, const void *, void *, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceCanAccessPeer(int *, CUdevice, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceComputeCapability(int *, int *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGet(CUdevice *, int) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetAttribute(int *, CUdevice_attribute, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetByPCIBusId(CUdevice *, const char *) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetCliqueCount(size_t *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetCliqueInfo(void *, size_t *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetCount(int *) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetDevResource() { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetExecAffinitySupport() { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetFabricClusterUuid(CUuuid *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetGraphMemAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *, const void *, unsigned int, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetLuid(char *, unsigned int *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetMemPool(CUmemoryPool *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetName(char *, int, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetNvSciSyncAttributes(void *, CUdevice, int) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *, const void *, unsigned int, CUdevice, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetP2PAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetPCIBusId(char *, int, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetProperties(void *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetTexture1DLinearMaxWidth() { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetUuid(CUuuid *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGetUuid_v2(CUuuid *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceGraphMemTrim(CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned int *, int *) { return kNotSupported; }
FAKE_WEAK CUresult cuDevicePrimaryCtxRelease(CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDevicePrimaryCtxRelease_v2(CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDevicePrimaryCtxReset(CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDevicePrimaryCtxReset_v2(CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDevicePrimaryCtxRetain(CUcontext *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDevicePrimaryCtxSetFlags(CUdevice, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceRegisterAsyncNotification() { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceSetGraphMemAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceSetMemPool(CUdevice, CUmemoryPool) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceTotalMem(unsigned int *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceTotalMem_v2(size_t *, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuDeviceUnregisterAsyncNotification() { return kNotSupported; }
FAKE_WEAK CUresult cuDriverGetVersion(int *) { return kNotSupported; }
FAKE_WEAK CUresult cuEventCreate(CUevent *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuEventDestroy(CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuEventDestroy_v2(CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuEventElapsedTime(float *, CUevent, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuEventElapsedTime_v2(float *, CUevent, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuEventQuery(CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuEventRecord(CUevent, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuEventRecord_ptsz(CUevent hEvent, CUstream hStream) {
  PerThreadDefault here;
  return cuEventRecord(hEvent, hStream);
}
FAKE_WEAK CUresult cuEventRecordWithFlags(CUevent, CUstream, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuEventRecordWithFlags_ptsz(CUevent hEvent, CUstream hStream, unsigned int flags) {
  PerThreadDefault here;
  return cuEventRecordWithFlags(hEvent, hStream, flags);
}
FAKE_WEAK CUresult cuEventSynchronize(CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuExternalMemoryGetMappedBuffer() { return kNotSupported; }
FAKE_WEAK CUresult cuExternalMemoryGetMappedMipmappedArray() { return kNotSupported; }
FAKE_WEAK CUresult cuFlushGPUDirectRDMAWrites() { return kNotSupported; }
FAKE_WEAK CUresult cuFuncGetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuFuncGetModule(CUmodule *, CUfunction) { return kNotSupported; }
FAKE_WEAK CUresult cuFuncGetName(const char **, CUfunction) { return kNotSupported; }
FAKE_WEAK CUresult cuFuncGetParamCount(CUfunction, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuFuncGetParamInfo(CUfunction, size_t, size_t *, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuFuncIsLoaded(void *, CUfunction) { return kNotSupported; }
FAKE_WEAK CUresult cuFuncLoad(CUfunction) { return kNotSupported; }
FAKE_WEAK CUresult cuFuncSetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuFuncSetBlockShape(CUfunction, int, int, int) { return kNotSupported; }
FAKE_WEAK CUresult cuFuncSetCacheConfig() { return kNotSupported; }
FAKE_WEAK CUresult cuFuncSetSharedMemConfig() { return kNotSupported; }
FAKE_WEAK CUresult cuFuncSetSharedSize(CUfunction, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuGetErrorName(CUresult, const char **) { return kNotSupported; }
FAKE_WEAK CUresult cuGetErrorString(CUresult, const char **) { return kNotSupported; }
FAKE_WEAK CUresult cuGetExportTable(const void **, const CUuuid *) { return kNotSupported; }
FAKE_WEAK CUresult cuGetProcAddress(const char *, void **, int, cuuint64_t) { return kNotSupported; }
FAKE_WEAK CUresult cuGetProcAddress_v2(const char *, void **, int, cuuint64_t, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddBatchMemOpNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddChildGraphNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, CUgraph) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddDependencies(CUgraph, const CUgraphNode *, const CUgraphNode *, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddDependencies_v2(CUgraph, const CUgraphNode *, const CUgraphNode *, const void *, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddEmptyNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddEventRecordNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddEventWaitNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddHostNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddKernelNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddKernelNode_v2(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddMemAllocNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddMemFreeNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, CUdeviceptr) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddMemcpyNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const void *, CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddMemsetNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, const void *, CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddNode(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddNode_v2(CUgraphNode *, CUgraph, const CUgraphNode *, const void *, size_t, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphAddNode_v3(CUgraphNode *, CUgraph, const CUgraphNode *, const void *, size_t, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphBatchMemOpNodeSetParams(CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode, CUgraph *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphClone(CUgraph *, CUgraph) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphConditionalHandleCreate(void *, CUgraph, CUcontext, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphCreate(CUgraph *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphDebugDotPrint(CUgraph, const char *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphDestroy(CUgraph) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphDestroyNode(CUgraphNode) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode, CUevent *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode, CUevent *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecBatchMemOpNodeSetParams(CUgraphExec, CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec, CUgraphNode, CUgraph) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecDestroy(CUgraphExec) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec, CUgraphNode, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec, CUgraphNode, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec, CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec, CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecGetFlags(CUgraphExec, cuuint64_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecGetId(CUgraphExec, unsigned int *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecHostNodeSetParams(CUgraphExec, CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecKernelNodeSetParams(CUgraphExec, CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec, CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec, CUgraphNode, const void *, CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec, CUgraphNode, const void *, CUcontext) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecNodeSetParams(CUgraphExec, CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecUpdate(CUgraphExec, CUgraph, CUgraphNode *, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExecUpdate_v2(CUgraphExec, CUgraph, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphGetEdges(CUgraph, CUgraphNode *, CUgraphNode *, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphGetEdges_v2(CUgraph, CUgraphNode *, CUgraphNode *, void *, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphGetId(CUgraph, unsigned int *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphGetNodes(CUgraph, CUgraphNode *, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphGetRootNodes(CUgraph, CUgraphNode *, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphHostNodeGetParams(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphHostNodeSetParams(CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphInstantiate(CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphInstantiateWithFlags(CUgraphExec *, CUgraph, unsigned long long) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphInstantiateWithParams(CUgraphExec *, CUgraph, void *) { return kNotSupported; }
FAKE_EXPORT CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec *phGraphExec, CUgraph hGraph, void *instantiateParams) {
  PerThreadDefault here;
  return cuGraphInstantiateWithParams(phGraphExec, hGraph, instantiateParams);
}
FAKE_WEAK CUresult cuGraphInstantiate_v2(CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode, CUgraphNode) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphKernelNodeGetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuGraphKernelNodeGetParams(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphKernelNodeSetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuGraphKernelNodeSetParams(CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphKernelNodeSetParams_v2(CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphLaunch(CUgraphExec, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuGraphLaunch_ptsz(CUgraphExec hGraph, CUstream hStream) {
  PerThreadDefault here;
  return cuGraphLaunch(hGraph, hStream);
}
FAKE_WEAK CUresult cuGraphMemAllocNodeGetParams(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphMemFreeNodeGetParams(CUgraphNode, CUdeviceptr *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphMemcpyNodeGetParams(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphMemcpyNodeSetParams(CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphMemsetNodeGetParams(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphMemsetNodeSetParams(CUgraphNode, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeFindInClone(CUgraphNode *, CUgraphNode, CUgraph) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeGetContainingGraph(CUgraphNode, CUgraph *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeGetDependencies(CUgraphNode, CUgraphNode *, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeGetDependencies_v2(CUgraphNode, CUgraphNode *, void *, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeGetDependentNodes(CUgraphNode, CUgraphNode *, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode, CUgraphNode *, void *, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeGetEnabled(CUgraphExec, CUgraphNode, unsigned int *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeGetLocalId(CUgraphNode, unsigned int *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeGetParams(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeGetToolsId(CUgraphNode, unsigned long long *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeGetType(CUgraphNode, CUgraphNodeType *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeSetEnabled(CUgraphExec, CUgraphNode, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeSetParams(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphNodeSetParams_v2(CUgraphNode, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphReleaseUserObject() { return kNotSupported; }
FAKE_WEAK CUresult cuGraphRemoveDependencies(CUgraph, const CUgraphNode *, const CUgraphNode *, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphRemoveDependencies_v2(CUgraph, const CUgraphNode *, const CUgraphNode *, const void *, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphRetainUserObject() { return kNotSupported; }
FAKE_WEAK CUresult cuGraphUpload(CUgraphExec, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuGraphUpload_ptsz(CUgraphExec hGraph, CUstream hStream) {
  PerThreadDefault here;
  return cuGraphUpload(hGraph, hStream);
}
FAKE_WEAK CUresult cuGraphicsMapResources(unsigned int, CUgraphicsResource *, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuGraphicsMapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream) {
  PerThreadDefault here;
  return cuGraphicsMapResources(count, resources, hStream);
}
FAKE_WEAK CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *, CUgraphicsResource) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr_v1 *, unsigned int *, CUgraphicsResource) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr *, size_t *, CUgraphicsResource) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphicsSubResourceGetMappedArray(CUarray *, CUgraphicsResource, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuGraphicsUnmapResources(unsigned int, CUgraphicsResource *, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuGraphicsUnmapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream) {
  PerThreadDefault here;
  return cuGraphicsUnmapResources(count, resources, hStream);
}
FAKE_WEAK CUresult cuGraphicsUnregisterResource(CUgraphicsResource) { return kNotSupported; }
FAKE_WEAK CUresult cuGreenCtxCreate() { return kNotSupported; }
FAKE_WEAK CUresult cuGreenCtxDestroy() { return kNotSupported; }
FAKE_WEAK CUresult cuGreenCtxGetDevResource() { return kNotSupported; }
FAKE_WEAK CUresult cuGreenCtxGetId() { return kNotSupported; }
FAKE_WEAK CUresult cuGreenCtxRecordEvent() { return kNotSupported; }
FAKE_WEAK CUresult cuGreenCtxStreamCreate() { return kNotSupported; }
FAKE_WEAK CUresult cuGreenCtxWaitEvent() { return kNotSupported; }
FAKE_WEAK CUresult cuImportExternalMemory(void *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuImportExternalSemaphore(CUexternalSemaphore *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuInit(unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuIpcCloseMemHandle(CUdeviceptr) { return kNotSupported; }
FAKE_WEAK CUresult cuIpcGetEventHandle(void *, CUevent) { return kNotSupported; }
FAKE_WEAK CUresult cuIpcGetMemHandle(void *, CUdeviceptr) { return kNotSupported; }
FAKE_WEAK CUresult cuIpcOpenEventHandle() { return kNotSupported; }
FAKE_WEAK CUresult cuIpcOpenMemHandle() { return kNotSupported; }
FAKE_WEAK CUresult cuIpcOpenMemHandle_v2() { return kNotSupported; }
FAKE_WEAK CUresult cuKernelGetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuKernelGetFunction() { return kNotSupported; }
FAKE_WEAK CUresult cuKernelGetLibrary() { return kNotSupported; }
FAKE_WEAK CUresult cuKernelGetName() { return kNotSupported; }
FAKE_WEAK CUresult cuKernelGetParamCount() { return kNotSupported; }
FAKE_WEAK CUresult cuKernelGetParamInfo() { return kNotSupported; }
FAKE_WEAK CUresult cuKernelSetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuKernelSetCacheConfig() { return kNotSupported; }
FAKE_WEAK CUresult cuLaunch(CUfunction) { return kNotSupported; }
FAKE_WEAK CUresult cuLaunchCooperativeKernel(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void **) { return kNotSupported; }
FAKE_EXPORT CUresult cuLaunchCooperativeKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams) {
  PerThreadDefault here;
  return cuLaunchCooperativeKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams);
}
FAKE_WEAK CUresult cuLaunchCooperativeKernelMultiDevice(void *, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuLaunchGrid(CUfunction, int, int) { return kNotSupported; }
FAKE_WEAK CUresult cuLaunchGridAsync(CUfunction, int, int, CUstream) { return kNotSupported; }
FAKE_WEAK CUresult cuLaunchHostFunc(CUstream, CUhostFn, void *) { return kNotSupported; }
FAKE_EXPORT CUresult cuLaunchHostFunc_ptsz(CUstream hStream, CUhostFn fn, void *userData) {
  PerThreadDefault here;
  return cuLaunchHostFunc(hStream, fn, userData);
}
FAKE_WEAK CUresult cuLaunchHostFunc_v2(CUstream, CUhostFn, void *, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuLaunchHostFunc_v2_ptsz(CUstream hStream, CUhostFn fn, void *userData, unsigned int syncMode) {
  PerThreadDefault here;
  return cuLaunchHostFunc_v2(hStream, fn, userData, syncMode);
}
FAKE_WEAK CUresult cuLaunchKernel(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void **, void **) { return kNotSupported; }
FAKE_EXPORT CUresult cuLaunchKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra) {
  PerThreadDefault here;
  return cuLaunchKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra);
}
FAKE_WEAK CUresult cuLaunchKernelEx(const void *, CUfunction, void **, void **) { return kNotSupported; }
FAKE_EXPORT CUresult cuLaunchKernelEx_ptsz(const void *config, CUfunction f, void **kernelParams, void **extra) {
  PerThreadDefault here;
  return cuLaunchKernelEx(config, f, kernelParams, extra);
}
FAKE_WEAK CUresult cuLibraryEnumerateKernels() { return kNotSupported; }
FAKE_WEAK CUresult cuLibraryGetGlobal() { return kNotSupported; }
FAKE_WEAK CUresult cuLibraryGetKernel() { return kNotSupported; }
FAKE_WEAK CUresult cuLibraryGetKernelCount() { return kNotSupported; }
FAKE_WEAK CUresult cuLibraryGetManaged() { return kNotSupported; }
FAKE_WEAK CUresult cuLibraryGetModule() { return kNotSupported; }
FAKE_WEAK CUresult cuLibraryGetUnifiedFunction() { return kNotSupported; }
FAKE_WEAK CUresult cuLibraryLoadData(void *, const void *, void *, void **, unsigned int, void *, void **, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuLibraryLoadFromFile(void *, const char *, void *, void **, unsigned int, void *, void **, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuLibraryUnload() { return kNotSupported; }
FAKE_WEAK CUresult cuLinkAddData() { return kNotSupported; }
FAKE_WEAK CUresult cuLinkAddData_v2() { return kNotSupported; }
FAKE_WEAK CUresult cuLinkAddFile() { return kNotSupported; }
FAKE_WEAK CUresult cuLinkAddFile_v2() { return kNotSupported; }
FAKE_WEAK CUresult cuLinkComplete() { return kNotSupported; }
FAKE_WEAK CUresult cuLinkCreate(unsigned int, void *, void **, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuLinkCreate_v2(unsigned int, void *, void **, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuLinkDestroy() { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointAddDevice() { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointBindAddr() { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointBindMem() { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointCreate() { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointDestroy() { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointExport() { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointGetLimits(cuuint64_t *, cuuint64_t *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointIdRelease() { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointIdReserve(void *, cuuint32_t) { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointImport() { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointQuery() { return kNotSupported; }
FAKE_WEAK CUresult cuLogicalEndpointUnbind() { return kNotSupported; }
FAKE_WEAK CUresult cuLogsCurrent(void *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuLogsDumpToFile(void *, const char *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuLogsDumpToMemory(void *, char *, size_t *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuLogsRegisterCallback() { return kNotSupported; }
FAKE_WEAK CUresult cuLogsUnregisterCallback() { return kNotSupported; }
FAKE_WEAK CUresult cuMemAddressFree(CUdeviceptr, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuMemAddressReserve(CUdeviceptr *, size_t, size_t, CUdeviceptr, unsigned long long) { return kNotSupported; }
FAKE_WEAK CUresult cuMemAdvise() { return kNotSupported; }
FAKE_WEAK CUresult cuMemAdvise_v2() { return kNotSupported; }
FAKE_WEAK CUresult cuMemAlloc(CUdeviceptr_v1 *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemAllocAsync(CUdeviceptr *, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemAllocAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) {
  PerThreadDefault here;
  return cuMemAllocAsync(dptr, bytesize, hStream);
}
FAKE_WEAK CUresult cuMemAllocFromPoolAsync(CUdeviceptr *, size_t, CUmemoryPool, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) {
  PerThreadDefault here;
  return cuMemAllocFromPoolAsync(dptr, bytesize, pool, hStream);
}
FAKE_WEAK CUresult cuMemAllocHost(void **, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemAllocHost_v2(void **, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuMemAllocManaged(CUdeviceptr *, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemAllocPitch(CUdeviceptr_v1 *, unsigned int *, unsigned int, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemAllocPitch_v2(CUdeviceptr *, size_t *, size_t, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemAlloc_v2(CUdeviceptr *, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuMemBatchDecompressAsync(void *, size_t, unsigned int, size_t *, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemBatchDecompressAsync_ptsz(void *paramsArray, size_t count, unsigned int flags, size_t *errorIndex, CUstream stream) {
  PerThreadDefault here;
  return cuMemBatchDecompressAsync(paramsArray, count, flags, errorIndex, stream);
}
FAKE_WEAK CUresult cuMemCreate(CUmemGenericAllocationHandle *, size_t, const void *, unsigned long long) { return kNotSupported; }
FAKE_WEAK CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *, size_t *, size_t, CUmemLocation *, size_t *, size_t, unsigned long long, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemDiscardAndPrefetchBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
  PerThreadDefault here;
  return cuMemDiscardAndPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream);
}
FAKE_WEAK CUresult cuMemDiscardBatchAsync(CUdeviceptr *, size_t *, size_t, unsigned long long, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemDiscardBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream) {
  PerThreadDefault here;
  return cuMemDiscardBatchAsync(dptrs, sizes, count, flags, hStream);
}
FAKE_WEAK CUresult cuMemExportToShareableHandle() { return kNotSupported; }
FAKE_WEAK CUresult cuMemFree(CUdeviceptr_v1) { return kNotSupported; }
FAKE_WEAK CUresult cuMemFreeAsync(CUdeviceptr, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemFreeAsync_ptsz(CUdeviceptr dptr, CUstream hStream) {
  PerThreadDefault here;
  return cuMemFreeAsync(dptr, hStream);
}
FAKE_WEAK CUresult cuMemFreeHost(void *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemFree_v2(CUdeviceptr) { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetAccess(unsigned long long *, const CUmemLocation *, CUdeviceptr) { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetAddressRange(CUdeviceptr_v1 *, unsigned int *, CUdeviceptr_v1) { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetAddressRange_v2(CUdeviceptr *, size_t *, CUdeviceptr) { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetAllocationGranularity() { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetAllocationPropertiesFromHandle(void *, CUmemGenericAllocationHandle) { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetDefaultMemPool() { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetHandleForAddressRange() { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetInfo(unsigned int *, unsigned int *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetInfo_v2(size_t *, size_t *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetLocationInfo(CUdeviceptr, size_t, size_t, size_t, CUmemLocation *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemGetMemPool() { return kNotSupported; }
FAKE_WEAK CUresult cuMemHostAlloc(void **, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1 *, void *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *, void *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemHostGetFlags(unsigned int *, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemHostRegister(void *, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemHostRegister_v2(void *, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemHostUnregister(void *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemImportFromShareableHandle() { return kNotSupported; }
FAKE_WEAK CUresult cuMemMap(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long) { return kNotSupported; }
FAKE_WEAK CUresult cuMemMapArrayAsync(void *, unsigned int, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemMapArrayAsync_ptsz(void *mapInfoList, unsigned int count, CUstream hStream) {
  PerThreadDefault here;
  return cuMemMapArrayAsync(mapInfoList, count, hStream);
}
FAKE_WEAK CUresult cuMemPoolCreate(CUmemoryPool *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemPoolDestroy(CUmemoryPool) { return kNotSupported; }
FAKE_WEAK CUresult cuMemPoolExportPointer(void *, CUdeviceptr) { return kNotSupported; }
FAKE_WEAK CUresult cuMemPoolExportToShareableHandle() { return kNotSupported; }
FAKE_WEAK CUresult cuMemPoolGetAccess(void *, CUmemoryPool, CUmemLocation *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemPoolGetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuMemPoolImportFromShareableHandle() { return kNotSupported; }
FAKE_WEAK CUresult cuMemPoolImportPointer(CUdeviceptr *, CUmemoryPool, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemPoolSetAccess(CUmemoryPool, const void *, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuMemPoolSetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuMemPoolTrimTo(CUmemoryPool, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuMemPrefetchAsync(CUdeviceptr, size_t, CUdevice, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) {
  PerThreadDefault here;
  return cuMemPrefetchAsync(devPtr, count, dstDevice, hStream);
}
FAKE_WEAK CUresult cuMemPrefetchAsync_v2(CUdeviceptr, size_t, CUmemLocation, unsigned int, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream) {
  PerThreadDefault here;
  return cuMemPrefetchAsync_v2(devPtr, count, location, flags, hStream);
}
FAKE_WEAK CUresult cuMemPrefetchBatchAsync(CUdeviceptr *, size_t *, size_t, CUmemLocation *, size_t *, size_t, unsigned long long, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemPrefetchBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
  PerThreadDefault here;
  return cuMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream);
}
FAKE_WEAK CUresult cuMemRangeGetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuMemRangeGetAttributes(void **, size_t *, void *, size_t, CUdeviceptr, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuMemRelease(CUmemGenericAllocationHandle) { return kNotSupported; }
FAKE_WEAK CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemSetAccess(CUdeviceptr, size_t, const void *, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuMemSetMemPool() { return kNotSupported; }
FAKE_WEAK CUresult cuMemUnmap(CUdeviceptr, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpy(CUdeviceptr, CUdeviceptr, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy_ptds(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  PerThreadDefault here;
  return cuMemcpy(dst, src, ByteCount);
}
FAKE_WEAK CUresult cuMemcpy2D(const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpy2DAsync(const void *, CUstream) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpy2DAsync_v2(const void *, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy2DAsync_v2_ptsz(const void *pCopy, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpy2DAsync_v2(pCopy, hStream);
}
FAKE_WEAK CUresult cuMemcpy2DUnaligned(const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpy2DUnaligned_v2(const void *) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy2DUnaligned_v2_ptds(const void *pCopy) {
  PerThreadDefault here;
  return cuMemcpy2DUnaligned_v2(pCopy);
}
FAKE_WEAK CUresult cuMemcpy2D_v2(const void *) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy2D_v2_ptds(const void *pCopy) {
  PerThreadDefault here;
  return cuMemcpy2D_v2(pCopy);
}
FAKE_WEAK CUresult cuMemcpy3D(const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpy3DAsync(const void *, CUstream) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpy3DAsync_v2(const void *, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy3DAsync_v2_ptsz(const void *pCopy, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpy3DAsync_v2(pCopy, hStream);
}
FAKE_WEAK CUresult cuMemcpy3DBatchAsync(size_t, void *, size_t *, unsigned long long, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy3DBatchAsync_ptsz(size_t numOps, void *opList, size_t *failIdx, unsigned long long flags, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpy3DBatchAsync(numOps, opList, failIdx, flags, hStream);
}
FAKE_WEAK CUresult cuMemcpy3DBatchAsync_v2(size_t, void *, unsigned long long, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy3DBatchAsync_v2_ptsz(size_t numOps, void *opList, unsigned long long flags, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpy3DBatchAsync_v2(numOps, opList, flags, hStream);
}
FAKE_WEAK CUresult cuMemcpy3DPeer(const void *) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy3DPeer_ptds(const void *pCopy) {
  PerThreadDefault here;
  return cuMemcpy3DPeer(pCopy);
}
FAKE_WEAK CUresult cuMemcpy3DPeerAsync(const void *, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy3DPeerAsync_ptsz(const void *pCopy, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpy3DPeerAsync(pCopy, hStream);
}
FAKE_WEAK CUresult cuMemcpy3DWithAttributesAsync(void *, unsigned long long, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy3DWithAttributesAsync_ptsz(void *op, unsigned long long flags, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpy3DWithAttributesAsync(op, flags, hStream);
}
FAKE_WEAK CUresult cuMemcpy3D_v2(const void *) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpy3D_v2_ptds(const void *pCopy) {
  PerThreadDefault here;
  return cuMemcpy3D_v2(pCopy);
}
FAKE_WEAK CUresult cuMemcpyAsync(CUdeviceptr, CUdeviceptr, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpyAsync(dst, src, ByteCount, hStream);
}
FAKE_WEAK CUresult cuMemcpyAtoA(CUarray, unsigned int, CUarray, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyAtoA_v2(CUarray, size_t, CUarray, size_t, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyAtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  PerThreadDefault here;
  return cuMemcpyAtoA_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount);
}
FAKE_WEAK CUresult cuMemcpyAtoD(CUdeviceptr_v1, CUarray, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyAtoD_v2(CUdeviceptr, CUarray, size_t, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyAtoD_v2_ptds(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  PerThreadDefault here;
  return cuMemcpyAtoD_v2(dstDevice, srcArray, srcOffset, ByteCount);
}
FAKE_WEAK CUresult cuMemcpyAtoH(void *, CUarray, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyAtoHAsync(void *, CUarray, unsigned int, unsigned int, CUstream) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyAtoHAsync_v2(void *, CUarray, size_t, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyAtoHAsync_v2_ptsz(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpyAtoHAsync_v2(dstHost, srcArray, srcOffset, ByteCount, hStream);
}
FAKE_WEAK CUresult cuMemcpyAtoH_v2(void *, CUarray, size_t, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyAtoH_v2_ptds(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  PerThreadDefault here;
  return cuMemcpyAtoH_v2(dstHost, srcArray, srcOffset, ByteCount);
}
FAKE_WEAK CUresult cuMemcpyBatchAsync(CUdeviceptr *, CUdeviceptr *, size_t *, size_t, void *, size_t *, size_t, size_t *, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyBatchAsync_ptsz(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream);
}
FAKE_WEAK CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *, CUdeviceptr *, size_t *, size_t, void *, size_t *, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyBatchAsync_v2_ptsz(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpyBatchAsync_v2(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream);
}
FAKE_WEAK CUresult cuMemcpyDtoA(CUarray, unsigned int, CUdeviceptr_v1, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyDtoA_v2(CUarray, size_t, CUdeviceptr, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyDtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) {
  PerThreadDefault here;
  return cuMemcpyDtoA_v2(dstArray, dstOffset, srcDevice, ByteCount);
}
FAKE_WEAK CUresult cuMemcpyDtoD(CUdeviceptr_v1, CUdeviceptr_v1, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1, CUdeviceptr_v1, unsigned int, CUstream) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr, CUdeviceptr, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, hStream);
}
FAKE_WEAK CUresult cuMemcpyDtoD_v2(CUdeviceptr, CUdeviceptr, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  PerThreadDefault here;
  return cuMemcpyDtoD_v2(dstDevice, srcDevice, ByteCount);
}
FAKE_WEAK CUresult cuMemcpyDtoH(void *, CUdeviceptr_v1, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyDtoHAsync(void *, CUdeviceptr_v1, unsigned int, CUstream) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyDtoHAsync_v2(void *, CUdeviceptr, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyDtoHAsync_v2_ptsz(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpyDtoHAsync_v2(dstHost, srcDevice, ByteCount, hStream);
}
FAKE_WEAK CUresult cuMemcpyDtoH_v2(void *, CUdeviceptr, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyDtoH_v2_ptds(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  PerThreadDefault here;
  return cuMemcpyDtoH_v2(dstHost, srcDevice, ByteCount);
}
FAKE_WEAK CUresult cuMemcpyHtoA(CUarray, unsigned int, const void *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyHtoAAsync(CUarray, unsigned int, const void *, unsigned int, CUstream) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyHtoAAsync_v2(CUarray, size_t, const void *, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyHtoAAsync_v2_ptsz(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpyHtoAAsync_v2(dstArray, dstOffset, srcHost, ByteCount, hStream);
}
FAKE_WEAK CUresult cuMemcpyHtoA_v2(CUarray, size_t, const void *, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyHtoA_v2_ptds(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount) {
  PerThreadDefault here;
  return cuMemcpyHtoA_v2(dstArray, dstOffset, srcHost, ByteCount);
}
FAKE_WEAK CUresult cuMemcpyHtoD(CUdeviceptr_v1, const void *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1, const void *, unsigned int, CUstream) { return kNotSupported; }
FAKE_WEAK CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr, const void *, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpyHtoDAsync_v2(dstDevice, srcHost, ByteCount, hStream);
}
FAKE_WEAK CUresult cuMemcpyHtoD_v2(CUdeviceptr, const void *, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) {
  PerThreadDefault here;
  return cuMemcpyHtoD_v2(dstDevice, srcHost, ByteCount);
}
FAKE_WEAK CUresult cuMemcpyPeer(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyPeer_ptds(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) {
  PerThreadDefault here;
  return cuMemcpyPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount);
}
FAKE_WEAK CUresult cuMemcpyPeerAsync(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyPeerAsync_ptsz(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream);
}
FAKE_WEAK CUresult cuMemcpyWithAttributesAsync(CUdeviceptr, CUdeviceptr, size_t, void *, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemcpyWithAttributesAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t size, void *attr, CUstream hStream) {
  PerThreadDefault here;
  return cuMemcpyWithAttributesAsync(dst, src, size, attr, hStream);
}
FAKE_WEAK CUresult cuMemsetD16(CUdeviceptr_v1, unsigned short, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemsetD16Async(CUdeviceptr, unsigned short, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD16Async_ptsz(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) {
  PerThreadDefault here;
  return cuMemsetD16Async(dstDevice, us, N, hStream);
}
FAKE_WEAK CUresult cuMemsetD16_v2(CUdeviceptr, unsigned short, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD16_v2_ptds(CUdeviceptr dstDevice, unsigned short us, size_t N) {
  PerThreadDefault here;
  return cuMemsetD16_v2(dstDevice, us, N);
}
FAKE_WEAK CUresult cuMemsetD2D16(CUdeviceptr_v1, unsigned int, unsigned short, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemsetD2D16Async(CUdeviceptr, size_t, unsigned short, size_t, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD2D16Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) {
  PerThreadDefault here;
  return cuMemsetD2D16Async(dstDevice, dstPitch, us, Width, Height, hStream);
}
FAKE_WEAK CUresult cuMemsetD2D16_v2(CUdeviceptr, size_t, unsigned short, size_t, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD2D16_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) {
  PerThreadDefault here;
  return cuMemsetD2D16_v2(dstDevice, dstPitch, us, Width, Height);
}
FAKE_WEAK CUresult cuMemsetD2D32(CUdeviceptr_v1, unsigned int, unsigned int, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemsetD2D32Async(CUdeviceptr, size_t, unsigned int, size_t, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD2D32Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) {
  PerThreadDefault here;
  return cuMemsetD2D32Async(dstDevice, dstPitch, ui, Width, Height, hStream);
}
FAKE_WEAK CUresult cuMemsetD2D32_v2(CUdeviceptr, size_t, unsigned int, size_t, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD2D32_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) {
  PerThreadDefault here;
  return cuMemsetD2D32_v2(dstDevice, dstPitch, ui, Width, Height);
}
FAKE_WEAK CUresult cuMemsetD2D8(CUdeviceptr_v1, unsigned int, unsigned char, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemsetD2D8Async(CUdeviceptr, size_t, unsigned char, size_t, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD2D8Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) {
  PerThreadDefault here;
  return cuMemsetD2D8Async(dstDevice, dstPitch, uc, Width, Height, hStream);
}
FAKE_WEAK CUresult cuMemsetD2D8_v2(CUdeviceptr, size_t, unsigned char, size_t, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD2D8_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) {
  PerThreadDefault here;
  return cuMemsetD2D8_v2(dstDevice, dstPitch, uc, Width, Height);
}
FAKE_WEAK CUresult cuMemsetD32(CUdeviceptr_v1, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemsetD32Async(CUdeviceptr, unsigned int, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD32Async_ptsz(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  PerThreadDefault here;
  return cuMemsetD32Async(dstDevice, ui, N, hStream);
}
FAKE_WEAK CUresult cuMemsetD32_v2(CUdeviceptr, unsigned int, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD32_v2_ptds(CUdeviceptr dstDevice, unsigned int ui, size_t N) {
  PerThreadDefault here;
  return cuMemsetD32_v2(dstDevice, ui, N);
}
FAKE_WEAK CUresult cuMemsetD8(CUdeviceptr_v1, unsigned char, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMemsetD8Async(CUdeviceptr, unsigned char, size_t, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD8Async_ptsz(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  PerThreadDefault here;
  return cuMemsetD8Async(dstDevice, uc, N, hStream);
}
FAKE_WEAK CUresult cuMemsetD8_v2(CUdeviceptr, unsigned char, size_t) { return kNotSupported; }
FAKE_EXPORT CUresult cuMemsetD8_v2_ptds(CUdeviceptr dstDevice, unsigned char uc, size_t N) {
  PerThreadDefault here;
  return cuMemsetD8_v2(dstDevice, uc, N);
}
FAKE_WEAK CUresult cuMipmappedArrayCreate(CUmipmappedArray *, const void *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMipmappedArrayDestroy(CUmipmappedArray) { return kNotSupported; }
FAKE_WEAK CUresult cuMipmappedArrayGetLevel(CUarray *, CUmipmappedArray, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuMipmappedArrayGetMemoryRequirements(void *, CUmipmappedArray, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuMipmappedArrayGetSparseProperties(void *, CUmipmappedArray) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleEnumerateFunctions(CUfunction *, unsigned int, CUmodule) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleGetFunction(CUfunction *, CUmodule, const char *) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleGetFunctionCount(unsigned int *, CUmodule) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleGetGlobal(CUdeviceptr_v1 *, unsigned int *, CUmodule, const char *) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleGetGlobal_v2(CUdeviceptr *, size_t *, CUmodule, const char *) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleGetLoadingMode(void *) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleGetSurfRef(void *, CUmodule, const char *) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleGetTexRef(void *, CUmodule, const char *) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleLoad(CUmodule *, const char *) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleLoadData(CUmodule *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleLoadDataEx(CUmodule *, const void *, unsigned int, void *, void **) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleLoadFatBinary(CUmodule *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuModuleUnload(CUmodule) { return kNotSupported; }
FAKE_WEAK CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle, CUdevice) { return kNotSupported; }
FAKE_WEAK CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle, size_t, CUdeviceptr, size_t, unsigned long long) { return kNotSupported; }
FAKE_WEAK CUresult cuMulticastBindAddr_v2(CUmemGenericAllocationHandle, CUdevice, size_t, CUdeviceptr, size_t, unsigned long long) { return kNotSupported; }
FAKE_WEAK CUresult cuMulticastBindMem(CUmemGenericAllocationHandle, size_t, CUmemGenericAllocationHandle, size_t, size_t, unsigned long long) { return kNotSupported; }
FAKE_WEAK CUresult cuMulticastBindMem_v2(CUmemGenericAllocationHandle, CUdevice, size_t, CUmemGenericAllocationHandle, size_t, size_t, unsigned long long) { return kNotSupported; }
FAKE_WEAK CUresult cuMulticastCreate(CUmemGenericAllocationHandle *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuMulticastGetGranularity() { return kNotSupported; }
FAKE_WEAK CUresult cuMulticastUnbind(CUmemGenericAllocationHandle, CUdevice, size_t, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *, CUfunction, int, int) { return kNotSupported; }
FAKE_WEAK CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *, CUfunction, int, size_t) { return kNotSupported; }
FAKE_WEAK CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, CUfunction, int, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuOccupancyMaxActiveClusters(int *, CUfunction, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuOccupancyMaxPotentialBlockSize() { return kNotSupported; }
FAKE_WEAK CUresult cuOccupancyMaxPotentialBlockSizeWithFlags() { return kNotSupported; }
FAKE_WEAK CUresult cuOccupancyMaxPotentialClusterSize(int *, CUfunction, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuParamSetSize(CUfunction, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuParamSetTexRef() { return kNotSupported; }
FAKE_WEAK CUresult cuParamSetf(CUfunction, int, float) { return kNotSupported; }
FAKE_WEAK CUresult cuParamSeti(CUfunction, int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuParamSetv(CUfunction, int, void *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuPointerGetAttribute(void *, CUpointer_attribute, CUdeviceptr) { return kNotSupported; }
FAKE_WEAK CUresult cuPointerGetAttributes(unsigned int, CUpointer_attribute *, void **, CUdeviceptr) { return kNotSupported; }
FAKE_WEAK CUresult cuPointerSetAttribute(const void *, CUpointer_attribute, CUdeviceptr) { return kNotSupported; }
FAKE_WEAK CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *, const void *, unsigned int, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const void *paramsArray, unsigned int numExtSems, CUstream stream) {
  PerThreadDefault here;
  return cuSignalExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream);
}
FAKE_WEAK CUresult cuStreamAddCallback(CUstream, CUstreamCallback, void *, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamAddCallback_ptsz(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamAddCallback(hStream, callback, userData, flags);
}
FAKE_WEAK CUresult cuStreamAttachMemAsync(CUstream, CUdeviceptr, size_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamAttachMemAsync_ptsz(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamAttachMemAsync(hStream, dptr, length, flags);
}
FAKE_WEAK CUresult cuStreamBatchMemOp(CUstream, unsigned int, void *, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count, void *paramArray, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamBatchMemOp(stream, count, paramArray, flags);
}
FAKE_WEAK CUresult cuStreamBatchMemOp_v2(CUstream, unsigned int, void *, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamBatchMemOp_v2_ptsz(CUstream stream, unsigned int count, void *paramArray, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamBatchMemOp_v2(stream, count, paramArray, flags);
}
FAKE_WEAK CUresult cuStreamBeginCapture(CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamBeginCapture_ptsz(CUstream hStream) {
  PerThreadDefault here;
  return cuStreamBeginCapture(hStream);
}
FAKE_WEAK CUresult cuStreamBeginCaptureToCig(CUstream, void *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamBeginCaptureToCig_ptsz(CUstream hStream, void *streamCigCaptureParams) {
  PerThreadDefault here;
  return cuStreamBeginCaptureToCig(hStream, streamCigCaptureParams);
}
FAKE_WEAK CUresult cuStreamBeginCaptureToGraph(CUstream, CUgraph, const CUgraphNode *, const void *, size_t, CUstreamCaptureMode) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamBeginCaptureToGraph_ptsz(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const void *dependencyData, size_t numDependencies, CUstreamCaptureMode mode) {
  PerThreadDefault here;
  return cuStreamBeginCaptureToGraph(hStream, hGraph, dependencies, dependencyData, numDependencies, mode);
}
FAKE_WEAK CUresult cuStreamBeginCapture_v2(CUstream, CUstreamCaptureMode) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamBeginCapture_v2_ptsz(CUstream hStream, CUstreamCaptureMode mode) {
  PerThreadDefault here;
  return cuStreamBeginCapture_v2(hStream, mode);
}
FAKE_WEAK CUresult cuStreamBeginRecaptureToGraph(CUstream, CUstreamCaptureMode, CUgraph, CUgraphRecaptureCallback, void *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamBeginRecaptureToGraph_ptsz(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void *userData) {
  PerThreadDefault here;
  return cuStreamBeginRecaptureToGraph(hStream, mode, hGraph, callbackFunc, userData);
}
FAKE_WEAK CUresult cuStreamCopyAttributes(CUstream, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamCopyAttributes_ptsz(CUstream dstStream, CUstream srcStream) {
  PerThreadDefault here;
  return cuStreamCopyAttributes(dstStream, srcStream);
}
FAKE_WEAK CUresult cuStreamCreate(CUstream *, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuStreamCreateWithPriority(CUstream *, unsigned int, int) { return kNotSupported; }
FAKE_WEAK CUresult cuStreamDestroy(CUstream) { return kNotSupported; }
FAKE_WEAK CUresult cuStreamDestroy_v2(CUstream) { return kNotSupported; }
FAKE_WEAK CUresult cuStreamEndCapture(CUstream, CUgraph *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamEndCapture_ptsz(CUstream hStream, CUgraph *phGraph) {
  PerThreadDefault here;
  return cuStreamEndCapture(hStream, phGraph);
}
FAKE_WEAK CUresult cuStreamEndCaptureToCig(CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamEndCaptureToCig_ptsz(CUstream hStream) {
  PerThreadDefault here;
  return cuStreamEndCaptureToCig(hStream);
}
FAKE_WEAK CUresult cuStreamGetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuStreamGetAttribute_ptsz() { return kNotSupported; }
FAKE_WEAK CUresult cuStreamGetCaptureInfo(CUstream, CUstreamCaptureStatus *, cuuint64_t *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamGetCaptureInfo_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out) {
  PerThreadDefault here;
  return cuStreamGetCaptureInfo(hStream, captureStatus_out, id_out);
}
FAKE_WEAK CUresult cuStreamGetCaptureInfo_v2(CUstream, CUstreamCaptureStatus *, cuuint64_t *, CUgraph *, const CUgraphNode **, size_t *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamGetCaptureInfo_v2_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, size_t *numDependencies_out) {
  PerThreadDefault here;
  return cuStreamGetCaptureInfo_v2(hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out);
}
FAKE_WEAK CUresult cuStreamGetCaptureInfo_v3(CUstream, CUstreamCaptureStatus *, cuuint64_t *, CUgraph *, const CUgraphNode **, const void **, size_t *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamGetCaptureInfo_v3_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, const void **edgeData_out, size_t *numDependencies_out) {
  PerThreadDefault here;
  return cuStreamGetCaptureInfo_v3(hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out);
}
FAKE_WEAK CUresult cuStreamGetCtx(CUstream, CUcontext *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamGetCtx_ptsz(CUstream hStream, CUcontext *pctx) {
  PerThreadDefault here;
  return cuStreamGetCtx(hStream, pctx);
}
FAKE_WEAK CUresult cuStreamGetCtx_v2(CUstream, CUcontext *, void *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamGetCtx_v2_ptsz(CUstream hStream, CUcontext *pCtx, void *pGreenCtx) {
  PerThreadDefault here;
  return cuStreamGetCtx_v2(hStream, pCtx, pGreenCtx);
}
FAKE_WEAK CUresult cuStreamGetDevResource() { return kNotSupported; }
FAKE_WEAK CUresult cuStreamGetDevResource_ptsz() { return kNotSupported; }
FAKE_WEAK CUresult cuStreamGetDevice(CUstream, CUdevice *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamGetDevice_ptsz(CUstream hStream, CUdevice *device) {
  PerThreadDefault here;
  return cuStreamGetDevice(hStream, device);
}
FAKE_WEAK CUresult cuStreamGetFlags(CUstream, unsigned int *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamGetFlags_ptsz(CUstream hStream, unsigned int *flags) {
  PerThreadDefault here;
  return cuStreamGetFlags(hStream, flags);
}
FAKE_WEAK CUresult cuStreamGetGreenCtx(CUstream, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuStreamGetId(CUstream, unsigned long long *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamGetId_ptsz(CUstream hStream, unsigned long long *streamId) {
  PerThreadDefault here;
  return cuStreamGetId(hStream, streamId);
}
FAKE_WEAK CUresult cuStreamGetPriority(CUstream, int *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamGetPriority_ptsz(CUstream hStream, int *priority) {
  PerThreadDefault here;
  return cuStreamGetPriority(hStream, priority);
}
FAKE_WEAK CUresult cuStreamIsCapturing(CUstream, CUstreamCaptureStatus *) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamIsCapturing_ptsz(CUstream hStream, CUstreamCaptureStatus *captureStatus) {
  PerThreadDefault here;
  return cuStreamIsCapturing(hStream, captureStatus);
}
FAKE_WEAK CUresult cuStreamQuery(CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamQuery_ptsz(CUstream hStream) {
  PerThreadDefault here;
  return cuStreamQuery(hStream);
}
FAKE_WEAK CUresult cuStreamSetAttribute() { return kNotSupported; }
FAKE_WEAK CUresult cuStreamSetAttribute_ptsz() { return kNotSupported; }
FAKE_WEAK CUresult cuStreamSynchronize(CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamSynchronize_ptsz(CUstream hStream) {
  PerThreadDefault here;
  return cuStreamSynchronize(hStream);
}
FAKE_WEAK CUresult cuStreamUpdateCaptureDependencies(CUstream, CUgraphNode *, size_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamUpdateCaptureDependencies_ptsz(CUstream hStream, CUgraphNode *dependencies, size_t numDependencies, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamUpdateCaptureDependencies(hStream, dependencies, numDependencies, flags);
}
FAKE_WEAK CUresult cuStreamUpdateCaptureDependencies_v2(CUstream, CUgraphNode *, const void *, size_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamUpdateCaptureDependencies_v2_ptsz(CUstream hStream, CUgraphNode *dependencies, const void *dependencyData, size_t numDependencies, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamUpdateCaptureDependencies_v2(hStream, dependencies, dependencyData, numDependencies, flags);
}
FAKE_WEAK CUresult cuStreamWaitEvent(CUstream, CUevent, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamWaitEvent_ptsz(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  PerThreadDefault here;
  return cuStreamWaitEvent(hStream, hEvent, Flags);
}
FAKE_WEAK CUresult cuStreamWaitValue32(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamWaitValue32(stream, addr, value, flags);
}
FAKE_WEAK CUresult cuStreamWaitValue32_v2(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamWaitValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamWaitValue32_v2(stream, addr, value, flags);
}
FAKE_WEAK CUresult cuStreamWaitValue64(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamWaitValue64(stream, addr, value, flags);
}
FAKE_WEAK CUresult cuStreamWaitValue64_v2(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamWaitValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamWaitValue64_v2(stream, addr, value, flags);
}
FAKE_WEAK CUresult cuStreamWriteValue32(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamWriteValue32(stream, addr, value, flags);
}
FAKE_WEAK CUresult cuStreamWriteValue32_v2(CUstream, CUdeviceptr, cuuint32_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamWriteValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamWriteValue32_v2(stream, addr, value, flags);
}
FAKE_WEAK CUresult cuStreamWriteValue64(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamWriteValue64(stream, addr, value, flags);
}
FAKE_WEAK CUresult cuStreamWriteValue64_v2(CUstream, CUdeviceptr, cuuint64_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT CUresult cuStreamWriteValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  PerThreadDefault here;
  return cuStreamWriteValue64_v2(stream, addr, value, flags);
}
FAKE_WEAK CUresult cuSurfObjectCreate(void *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuSurfObjectDestroy() { return kNotSupported; }
FAKE_WEAK CUresult cuSurfObjectGetResourceDesc() { return kNotSupported; }
FAKE_WEAK CUresult cuSurfRefGetArray() { return kNotSupported; }
FAKE_WEAK CUresult cuSurfRefSetArray() { return kNotSupported; }
FAKE_WEAK CUresult cuTensorMapEncodeIm2col() { return kNotSupported; }
FAKE_WEAK CUresult cuTensorMapEncodeIm2colWide() { return kNotSupported; }
FAKE_WEAK CUresult cuTensorMapEncodeTiled() { return kNotSupported; }
FAKE_WEAK CUresult cuTensorMapReplaceAddress(void *, void *) { return kNotSupported; }
FAKE_WEAK CUresult cuTexObjectCreate(void *, const void *, const void *, const void *) { return kNotSupported; }
FAKE_WEAK CUresult cuTexObjectDestroy() { return kNotSupported; }
FAKE_WEAK CUresult cuTexObjectGetResourceDesc() { return kNotSupported; }
FAKE_WEAK CUresult cuTexObjectGetResourceViewDesc() { return kNotSupported; }
FAKE_WEAK CUresult cuTexObjectGetTextureDesc() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefCreate(void *) { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefDestroy() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetAddress() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetAddressMode() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetAddress_v2() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetArray() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetBorderColor() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetFilterMode() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetFlags() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetFormat() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetMaxAnisotropy() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetMipmapFilterMode() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetMipmapLevelBias() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetMipmapLevelClamp() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefGetMipmappedArray() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetAddress() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetAddress2D() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetAddress2D_v2() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetAddress2D_v3() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetAddressMode() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetAddress_v2() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetArray() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetBorderColor() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetFilterMode() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetFlags() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetFormat() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetMaxAnisotropy() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetMipmapFilterMode() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetMipmapLevelBias() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetMipmapLevelClamp() { return kNotSupported; }
FAKE_WEAK CUresult cuTexRefSetMipmappedArray() { return kNotSupported; }
FAKE_WEAK CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *) { return kNotSupported; }
FAKE_WEAK CUresult cuUserObjectCreate(void *, void *, CUhostFn, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK CUresult cuUserObjectRelease() { return kNotSupported; }
FAKE_WEAK CUresult cuUserObjectRetain() { return kNotSupported; }
FAKE_WEAK CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *, const void *, unsigned int, CUstream) { return kNotSupported; }
FAKE_EXPORT CUresult cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const void *paramsArray, unsigned int numExtSems, CUstream stream) {
  PerThreadDefault here;
  return cuWaitExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream);
}

const Symbol fake::kSymbols[] = {
    {"cuArray3DCreate", 1, 11080, reinterpret_cast<void *>(&::cuArray3DCreate), nullptr},
    {"cuArray3DCreate", 2, 11080, reinterpret_cast<void *>(&::cuArray3DCreate_v2), nullptr},
    {"cuArray3DGetDescriptor", 1, 11080, reinterpret_cast<void *>(&::cuArray3DGetDescriptor), nullptr},
    {"cuArray3DGetDescriptor", 2, 11080, reinterpret_cast<void *>(&::cuArray3DGetDescriptor_v2), nullptr},
    {"cuArrayCreate", 1, 11080, reinterpret_cast<void *>(&::cuArrayCreate), nullptr},
    {"cuArrayCreate", 2, 11080, reinterpret_cast<void *>(&::cuArrayCreate_v2), nullptr},
    {"cuArrayDestroy", 1, 11080, reinterpret_cast<void *>(&::cuArrayDestroy), nullptr},
    {"cuArrayGetDescriptor", 1, 11080, reinterpret_cast<void *>(&::cuArrayGetDescriptor), nullptr},
    {"cuArrayGetDescriptor", 2, 11080, reinterpret_cast<void *>(&::cuArrayGetDescriptor_v2), nullptr},
    {"cuArrayGetMemoryRequirements", 1, 11080, reinterpret_cast<void *>(&::cuArrayGetMemoryRequirements), nullptr},
    {"cuArrayGetPlane", 1, 11080, reinterpret_cast<void *>(&::cuArrayGetPlane), nullptr},
    {"cuArrayGetSparseProperties", 1, 11080, reinterpret_cast<void *>(&::cuArrayGetSparseProperties), nullptr},
    {"cuCheckpointOperationComplete", 1, 13040, reinterpret_cast<void *>(&::cuCheckpointOperationComplete), nullptr},
    {"cuCheckpointProcessCheckpoint", 1, 12090, reinterpret_cast<void *>(&::cuCheckpointProcessCheckpoint), nullptr},
    {"cuCheckpointProcessGetRestoreThreadId", 1, 12090, reinterpret_cast<void *>(&::cuCheckpointProcessGetRestoreThreadId), nullptr},
    {"cuCheckpointProcessGetState", 1, 12090, reinterpret_cast<void *>(&::cuCheckpointProcessGetState), nullptr},
    {"cuCheckpointProcessLock", 1, 12090, reinterpret_cast<void *>(&::cuCheckpointProcessLock), nullptr},
    {"cuCheckpointProcessRestore", 1, 12090, reinterpret_cast<void *>(&::cuCheckpointProcessRestore), nullptr},
    {"cuCheckpointProcessUnlock", 1, 12090, reinterpret_cast<void *>(&::cuCheckpointProcessUnlock), nullptr},
    {"cuCoredumpDeregisterCompleteCallback", 1, 13040, reinterpret_cast<void *>(&::cuCoredumpDeregisterCompleteCallback), nullptr},
    {"cuCoredumpDeregisterStartCallback", 1, 13040, reinterpret_cast<void *>(&::cuCoredumpDeregisterStartCallback), nullptr},
    {"cuCoredumpGetAttribute", 1, 12090, reinterpret_cast<void *>(&::cuCoredumpGetAttribute), nullptr},
    {"cuCoredumpGetAttributeGlobal", 1, 12090, reinterpret_cast<void *>(&::cuCoredumpGetAttributeGlobal), nullptr},
    {"cuCoredumpRegisterCompleteCallback", 1, 13040, reinterpret_cast<void *>(&::cuCoredumpRegisterCompleteCallback), nullptr},
    {"cuCoredumpRegisterStartCallback", 1, 13040, reinterpret_cast<void *>(&::cuCoredumpRegisterStartCallback), nullptr},
    {"cuCoredumpSetAttribute", 1, 12090, reinterpret_cast<void *>(&::cuCoredumpSetAttribute), nullptr},
    {"cuCoredumpSetAttributeGlobal", 1, 12090, reinterpret_cast<void *>(&::cuCoredumpSetAttributeGlobal), nullptr},
    {"cuCtxAttach", 1, 11080, reinterpret_cast<void *>(&::cuCtxAttach), nullptr},
    {"cuCtxCreate", 1, 11080, reinterpret_cast<void *>(&::cuCtxCreate), nullptr},
    {"cuCtxCreate", 2, 11080, reinterpret_cast<void *>(&::cuCtxCreate_v2), nullptr},
    {"cuCtxCreate", 3, 11080, reinterpret_cast<void *>(&::cuCtxCreate_v3), nullptr},
    {"cuCtxCreate", 4, 12090, reinterpret_cast<void *>(&::cuCtxCreate_v4), nullptr},
    {"cuCtxDestroy", 1, 11080, reinterpret_cast<void *>(&::cuCtxDestroy), nullptr},
    {"cuCtxDestroy", 2, 11080, reinterpret_cast<void *>(&::cuCtxDestroy_v2), nullptr},
    {"cuCtxDetach", 1, 11080, reinterpret_cast<void *>(&::cuCtxDetach), nullptr},
    {"cuCtxDisablePeerAccess", 1, 11080, reinterpret_cast<void *>(&::cuCtxDisablePeerAccess), nullptr},
    {"cuCtxEnablePeerAccess", 1, 11080, reinterpret_cast<void *>(&::cuCtxEnablePeerAccess), nullptr},
    {"cuCtxFromGreenCtx", 1, 12090, reinterpret_cast<void *>(&::cuCtxFromGreenCtx), nullptr},
    {"cuCtxGetApiVersion", 1, 11080, reinterpret_cast<void *>(&::cuCtxGetApiVersion), nullptr},
    {"cuCtxGetCacheConfig", 1, 11080, reinterpret_cast<void *>(&::cuCtxGetCacheConfig), nullptr},
    {"cuCtxGetCurrent", 1, 11080, reinterpret_cast<void *>(&::cuCtxGetCurrent), nullptr},
    {"cuCtxGetDevResource", 1, 12090, reinterpret_cast<void *>(&::cuCtxGetDevResource), nullptr},
    {"cuCtxGetDevice", 1, 11080, reinterpret_cast<void *>(&::cuCtxGetDevice), nullptr},
    {"cuCtxGetDevice", 2, 13040, reinterpret_cast<void *>(&::cuCtxGetDevice_v2), nullptr},
    {"cuCtxGetExecAffinity", 1, 11080, reinterpret_cast<void *>(&::cuCtxGetExecAffinity), nullptr},
    {"cuCtxGetFlags", 1, 11080, reinterpret_cast<void *>(&::cuCtxGetFlags), nullptr},
    {"cuCtxGetId", 1, 12090, reinterpret_cast<void *>(&::cuCtxGetId), nullptr},
    {"cuCtxGetLimit", 1, 11080, reinterpret_cast<void *>(&::cuCtxGetLimit), nullptr},
    {"cuCtxGetSharedMemConfig", 1, 11080, reinterpret_cast<void *>(&::cuCtxGetSharedMemConfig), nullptr},
    {"cuCtxGetStreamPriorityRange", 1, 11080, reinterpret_cast<void *>(&::cuCtxGetStreamPriorityRange), nullptr},
    {"cuCtxPopCurrent", 1, 11080, reinterpret_cast<void *>(&::cuCtxPopCurrent), nullptr},
    {"cuCtxPopCurrent", 2, 11080, reinterpret_cast<void *>(&::cuCtxPopCurrent_v2), nullptr},
    {"cuCtxPushCurrent", 1, 11080, reinterpret_cast<void *>(&::cuCtxPushCurrent), nullptr},
    {"cuCtxPushCurrent", 2, 11080, reinterpret_cast<void *>(&::cuCtxPushCurrent_v2), nullptr},
    {"cuCtxRecordEvent", 1, 12090, reinterpret_cast<void *>(&::cuCtxRecordEvent), nullptr},
    {"cuCtxResetPersistingL2Cache", 1, 11080, reinterpret_cast<void *>(&::cuCtxResetPersistingL2Cache), nullptr},
    {"cuCtxSetCacheConfig", 1, 11080, reinterpret_cast<void *>(&::cuCtxSetCacheConfig), nullptr},
    {"cuCtxSetCurrent", 1, 11080, reinterpret_cast<void *>(&::cuCtxSetCurrent), nullptr},
    {"cuCtxSetFlags", 1, 12090, reinterpret_cast<void *>(&::cuCtxSetFlags), nullptr},
    {"cuCtxSetLimit", 1, 11080, reinterpret_cast<void *>(&::cuCtxSetLimit), nullptr},
    {"cuCtxSetSharedMemConfig", 1, 11080, reinterpret_cast<void *>(&::cuCtxSetSharedMemConfig), nullptr},
    {"cuCtxSynchronize", 1, 11080, reinterpret_cast<void *>(&::cuCtxSynchronize), nullptr},
    {"cuCtxSynchronize", 2, 13040, reinterpret_cast<void *>(&::cuCtxSynchronize_v2), nullptr},
    {"cuCtxWaitEvent", 1, 12090, reinterpret_cast<void *>(&::cuCtxWaitEvent), nullptr},
    {"cuDestroyExternalMemory", 1, 11080, reinterpret_cast<void *>(&::cuDestroyExternalMemory), nullptr},
    {"cuDestroyExternalSemaphore", 1, 11080, reinterpret_cast<void *>(&::cuDestroyExternalSemaphore), nullptr},
    {"cuDevResourceGenerateDesc", 1, 12090, reinterpret_cast<void *>(&::cuDevResourceGenerateDesc), nullptr},
    {"cuDevSmResourceSplit", 1, 13040, reinterpret_cast<void *>(&::cuDevSmResourceSplit), nullptr},
    {"cuDevSmResourceSplitByCount", 1, 12090, reinterpret_cast<void *>(&::cuDevSmResourceSplitByCount), nullptr},
    {"cuDeviceCanAccessPeer", 1, 11080, reinterpret_cast<void *>(&::cuDeviceCanAccessPeer), nullptr},
    {"cuDeviceComputeCapability", 1, 11080, reinterpret_cast<void *>(&::cuDeviceComputeCapability), nullptr},
    {"cuDeviceGet", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGet), nullptr},
    {"cuDeviceGetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetAttribute), nullptr},
    {"cuDeviceGetByPCIBusId", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetByPCIBusId), nullptr},
    {"cuDeviceGetCliqueCount", 1, 13040, reinterpret_cast<void *>(&::cuDeviceGetCliqueCount), nullptr},
    {"cuDeviceGetCliqueInfo", 1, 13040, reinterpret_cast<void *>(&::cuDeviceGetCliqueInfo), nullptr},
    {"cuDeviceGetCount", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetCount), nullptr},
    {"cuDeviceGetDefaultMemPool", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetDefaultMemPool), nullptr},
    {"cuDeviceGetDevResource", 1, 12090, reinterpret_cast<void *>(&::cuDeviceGetDevResource), nullptr},
    {"cuDeviceGetExecAffinitySupport", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetExecAffinitySupport), nullptr},
    {"cuDeviceGetFabricClusterUuid", 1, 13040, reinterpret_cast<void *>(&::cuDeviceGetFabricClusterUuid), nullptr},
    {"cuDeviceGetGraphMemAttribute", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetGraphMemAttribute), nullptr},
    {"cuDeviceGetHostAtomicCapabilities", 1, 13040, reinterpret_cast<void *>(&::cuDeviceGetHostAtomicCapabilities), nullptr},
    {"cuDeviceGetLuid", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetLuid), nullptr},
    {"cuDeviceGetMemPool", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetMemPool), nullptr},
    {"cuDeviceGetName", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetName), nullptr},
    {"cuDeviceGetNvSciSyncAttributes", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetNvSciSyncAttributes), nullptr},
    {"cuDeviceGetP2PAtomicCapabilities", 1, 13040, reinterpret_cast<void *>(&::cuDeviceGetP2PAtomicCapabilities), nullptr},
    {"cuDeviceGetP2PAttribute", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetP2PAttribute), nullptr},
    {"cuDeviceGetPCIBusId", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetPCIBusId), nullptr},
    {"cuDeviceGetProperties", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetProperties), nullptr},
    {"cuDeviceGetTexture1DLinearMaxWidth", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetTexture1DLinearMaxWidth), nullptr},
    {"cuDeviceGetUuid", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGetUuid), nullptr},
    {"cuDeviceGetUuid", 2, 11080, reinterpret_cast<void *>(&::cuDeviceGetUuid_v2), nullptr},
    {"cuDeviceGraphMemTrim", 1, 11080, reinterpret_cast<void *>(&::cuDeviceGraphMemTrim), nullptr},
    {"cuDevicePrimaryCtxGetState", 1, 11080, reinterpret_cast<void *>(&::cuDevicePrimaryCtxGetState), nullptr},
    {"cuDevicePrimaryCtxRelease", 1, 11080, reinterpret_cast<void *>(&::cuDevicePrimaryCtxRelease), nullptr},
    {"cuDevicePrimaryCtxRelease", 2, 11080, reinterpret_cast<void *>(&::cuDevicePrimaryCtxRelease_v2), nullptr},
    {"cuDevicePrimaryCtxReset", 1, 11080, reinterpret_cast<void *>(&::cuDevicePrimaryCtxReset), nullptr},
    {"cuDevicePrimaryCtxReset", 2, 11080, reinterpret_cast<void *>(&::cuDevicePrimaryCtxReset_v2), nullptr},
    {"cuDevicePrimaryCtxRetain", 1, 11080, reinterpret_cast<void *>(&::cuDevicePrimaryCtxRetain), nullptr},
    {"cuDevicePrimaryCtxSetFlags", 1, 11080, reinterpret_cast<void *>(&::cuDevicePrimaryCtxSetFlags), nullptr},
    {"cuDevicePrimaryCtxSetFlags", 2, 11080, reinterpret_cast<void *>(&::cuDevicePrimaryCtxSetFlags_v2), nullptr},
    {"cuDeviceRegisterAsyncNotification", 1, 12090, reinterpret_cast<void *>(&::cuDeviceRegisterAsyncNotification), nullptr},
    {"cuDeviceSetGraphMemAttribute", 1, 11080, reinterpret_cast<void *>(&::cuDeviceSetGraphMemAttribute), nullptr},
    {"cuDeviceSetMemPool", 1, 11080, reinterpret_cast<void *>(&::cuDeviceSetMemPool), nullptr},
    {"cuDeviceTotalMem", 1, 11080, reinterpret_cast<void *>(&::cuDeviceTotalMem), nullptr},
    {"cuDeviceTotalMem", 2, 11080, reinterpret_cast<void *>(&::cuDeviceTotalMem_v2), nullptr},
    {"cuDeviceUnregisterAsyncNotification", 1, 12090, reinterpret_cast<void *>(&::cuDeviceUnregisterAsyncNotification), nullptr},
    {"cuDriverGetVersion", 1, 11080, reinterpret_cast<void *>(&::cuDriverGetVersion), nullptr},
    {"cuEventCreate", 1, 11080, reinterpret_cast<void *>(&::cuEventCreate), nullptr},
    {"cuEventDestroy", 1, 11080, reinterpret_cast<void *>(&::cuEventDestroy), nullptr},
    {"cuEventDestroy", 2, 11080, reinterpret_cast<void *>(&::cuEventDestroy_v2), nullptr},
    {"cuEventElapsedTime", 1, 11080, reinterpret_cast<void *>(&::cuEventElapsedTime), nullptr},
    {"cuEventElapsedTime", 2, 12090, reinterpret_cast<void *>(&::cuEventElapsedTime_v2), nullptr},
    {"cuEventQuery", 1, 11080, reinterpret_cast<void *>(&::cuEventQuery), nullptr},
    {"cuEventRecord", 1, 11080, reinterpret_cast<void *>(&::cuEventRecord), reinterpret_cast<void *>(&::cuEventRecord_ptsz)},
    {"cuEventRecordWithFlags", 1, 11080, reinterpret_cast<void *>(&::cuEventRecordWithFlags), reinterpret_cast<void *>(&::cuEventRecordWithFlags_ptsz)},
    {"cuEventSynchronize", 1, 11080, reinterpret_cast<void *>(&::cuEventSynchronize), nullptr},
    {"cuExternalMemoryGetMappedBuffer", 1, 11080, reinterpret_cast<void *>(&::cuExternalMemoryGetMappedBuffer), nullptr},
    {"cuExternalMemoryGetMappedMipmappedArray", 1, 11080, reinterpret_cast<void *>(&::cuExternalMemoryGetMappedMipmappedArray), nullptr},
    {"cuFlushGPUDirectRDMAWrites", 1, 11080, reinterpret_cast<void *>(&::cuFlushGPUDirectRDMAWrites), nullptr},
    {"cuFuncGetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuFuncGetAttribute), nullptr},
    {"cuFuncGetModule", 1, 11080, reinterpret_cast<void *>(&::cuFuncGetModule), nullptr},
    {"cuFuncGetName", 1, 12090, reinterpret_cast<void *>(&::cuFuncGetName), nullptr},
    {"cuFuncGetParamCount", 1, 13040, reinterpret_cast<void *>(&::cuFuncGetParamCount), nullptr},
    {"cuFuncGetParamInfo", 1, 12090, reinterpret_cast<void *>(&::cuFuncGetParamInfo), nullptr},
    {"cuFuncIsLoaded", 1, 12090, reinterpret_cast<void *>(&::cuFuncIsLoaded), nullptr},
    {"cuFuncLoad", 1, 12090, reinterpret_cast<void *>(&::cuFuncLoad), nullptr},
    {"cuFuncSetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuFuncSetAttribute), nullptr},
    {"cuFuncSetBlockShape", 1, 11080, reinterpret_cast<void *>(&::cuFuncSetBlockShape), nullptr},
    {"cuFuncSetCacheConfig", 1, 11080, reinterpret_cast<void *>(&::cuFuncSetCacheConfig), nullptr},
    {"cuFuncSetSharedMemConfig", 1, 11080, reinterpret_cast<void *>(&::cuFuncSetSharedMemConfig), nullptr},
    {"cuFuncSetSharedSize", 1, 11080, reinterpret_cast<void *>(&::cuFuncSetSharedSize), nullptr},
    {"cuGetErrorName", 1, 11080, reinterpret_cast<void *>(&::cuGetErrorName), nullptr},
    {"cuGetErrorString", 1, 11080, reinterpret_cast<void *>(&::cuGetErrorString), nullptr},
    {"cuGetExportTable", 1, 11080, reinterpret_cast<void *>(&::cuGetExportTable), nullptr},
    {"cuGetProcAddress", 1, 11080, reinterpret_cast<void *>(&::cuGetProcAddress), nullptr},
    {"cuGetProcAddress", 2, 12090, reinterpret_cast<void *>(&::cuGetProcAddress_v2), nullptr},
    {"cuGraphAddBatchMemOpNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddBatchMemOpNode), nullptr},
    {"cuGraphAddChildGraphNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddChildGraphNode), nullptr},
    {"cuGraphAddDependencies", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddDependencies), nullptr},
    {"cuGraphAddDependencies", 2, 12090, reinterpret_cast<void *>(&::cuGraphAddDependencies_v2), nullptr},
    {"cuGraphAddEmptyNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddEmptyNode), nullptr},
    {"cuGraphAddEventRecordNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddEventRecordNode), nullptr},
    {"cuGraphAddEventWaitNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddEventWaitNode), nullptr},
    {"cuGraphAddExternalSemaphoresSignalNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddExternalSemaphoresSignalNode), nullptr},
    {"cuGraphAddExternalSemaphoresWaitNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddExternalSemaphoresWaitNode), nullptr},
    {"cuGraphAddHostNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddHostNode), nullptr},
    {"cuGraphAddKernelNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddKernelNode), nullptr},
    {"cuGraphAddKernelNode", 2, 12090, reinterpret_cast<void *>(&::cuGraphAddKernelNode_v2), nullptr},
    {"cuGraphAddMemAllocNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddMemAllocNode), nullptr},
    {"cuGraphAddMemFreeNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddMemFreeNode), nullptr},
    {"cuGraphAddMemcpyNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddMemcpyNode), nullptr},
    {"cuGraphAddMemsetNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphAddMemsetNode), nullptr},
    {"cuGraphAddNode", 1, 12090, reinterpret_cast<void *>(&::cuGraphAddNode), nullptr},
    {"cuGraphAddNode", 2, 12090, reinterpret_cast<void *>(&::cuGraphAddNode_v2), nullptr},
    {"cuGraphAddNode", 3, 13040, reinterpret_cast<void *>(&::cuGraphAddNode_v3), nullptr},
    {"cuGraphBatchMemOpNodeGetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphBatchMemOpNodeGetParams), nullptr},
    {"cuGraphBatchMemOpNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphBatchMemOpNodeSetParams), nullptr},
    {"cuGraphChildGraphNodeGetGraph", 1, 11080, reinterpret_cast<void *>(&::cuGraphChildGraphNodeGetGraph), nullptr},
    {"cuGraphClone", 1, 11080, reinterpret_cast<void *>(&::cuGraphClone), nullptr},
    {"cuGraphConditionalHandleCreate", 1, 12090, reinterpret_cast<void *>(&::cuGraphConditionalHandleCreate), nullptr},
    {"cuGraphCreate", 1, 11080, reinterpret_cast<void *>(&::cuGraphCreate), nullptr},
    {"cuGraphDebugDotPrint", 1, 11080, reinterpret_cast<void *>(&::cuGraphDebugDotPrint), nullptr},
    {"cuGraphDestroy", 1, 11080, reinterpret_cast<void *>(&::cuGraphDestroy), nullptr},
    {"cuGraphDestroyNode", 1, 11080, reinterpret_cast<void *>(&::cuGraphDestroyNode), nullptr},
    {"cuGraphEventRecordNodeGetEvent", 1, 11080, reinterpret_cast<void *>(&::cuGraphEventRecordNodeGetEvent), nullptr},
    {"cuGraphEventRecordNodeSetEvent", 1, 11080, reinterpret_cast<void *>(&::cuGraphEventRecordNodeSetEvent), nullptr},
    {"cuGraphEventWaitNodeGetEvent", 1, 11080, reinterpret_cast<void *>(&::cuGraphEventWaitNodeGetEvent), nullptr},
    {"cuGraphEventWaitNodeSetEvent", 1, 11080, reinterpret_cast<void *>(&::cuGraphEventWaitNodeSetEvent), nullptr},
    {"cuGraphExecBatchMemOpNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecBatchMemOpNodeSetParams), nullptr},
    {"cuGraphExecChildGraphNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecChildGraphNodeSetParams), nullptr},
    {"cuGraphExecDestroy", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecDestroy), nullptr},
    {"cuGraphExecEventRecordNodeSetEvent", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecEventRecordNodeSetEvent), nullptr},
    {"cuGraphExecEventWaitNodeSetEvent", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecEventWaitNodeSetEvent), nullptr},
    {"cuGraphExecExternalSemaphoresSignalNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecExternalSemaphoresSignalNodeSetParams), nullptr},
    {"cuGraphExecExternalSemaphoresWaitNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecExternalSemaphoresWaitNodeSetParams), nullptr},
    {"cuGraphExecGetFlags", 1, 12090, reinterpret_cast<void *>(&::cuGraphExecGetFlags), nullptr},
    {"cuGraphExecGetId", 1, 13040, reinterpret_cast<void *>(&::cuGraphExecGetId), nullptr},
    {"cuGraphExecHostNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecHostNodeSetParams), nullptr},
    {"cuGraphExecKernelNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecKernelNodeSetParams), nullptr},
    {"cuGraphExecKernelNodeSetParams", 2, 12090, reinterpret_cast<void *>(&::cuGraphExecKernelNodeSetParams_v2), nullptr},
    {"cuGraphExecMemcpyNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecMemcpyNodeSetParams), nullptr},
    {"cuGraphExecMemsetNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecMemsetNodeSetParams), nullptr},
    {"cuGraphExecNodeSetParams", 1, 12090, reinterpret_cast<void *>(&::cuGraphExecNodeSetParams), nullptr},
    {"cuGraphExecUpdate", 1, 11080, reinterpret_cast<void *>(&::cuGraphExecUpdate), nullptr},
    {"cuGraphExecUpdate", 2, 12090, reinterpret_cast<void *>(&::cuGraphExecUpdate_v2), nullptr},
    {"cuGraphExternalSemaphoresSignalNodeGetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExternalSemaphoresSignalNodeGetParams), nullptr},
    {"cuGraphExternalSemaphoresSignalNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExternalSemaphoresSignalNodeSetParams), nullptr},
    {"cuGraphExternalSemaphoresWaitNodeGetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExternalSemaphoresWaitNodeGetParams), nullptr},
    {"cuGraphExternalSemaphoresWaitNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphExternalSemaphoresWaitNodeSetParams), nullptr},
    {"cuGraphGetEdges", 1, 11080, reinterpret_cast<void *>(&::cuGraphGetEdges), nullptr},
    {"cuGraphGetEdges", 2, 12090, reinterpret_cast<void *>(&::cuGraphGetEdges_v2), nullptr},
    {"cuGraphGetId", 1, 13040, reinterpret_cast<void *>(&::cuGraphGetId), nullptr},
    {"cuGraphGetNodes", 1, 11080, reinterpret_cast<void *>(&::cuGraphGetNodes), nullptr},
    {"cuGraphGetRootNodes", 1, 11080, reinterpret_cast<void *>(&::cuGraphGetRootNodes), nullptr},
    {"cuGraphHostNodeGetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphHostNodeGetParams), nullptr},
    {"cuGraphHostNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphHostNodeSetParams), nullptr},
    {"cuGraphInstantiate", 1, 11080, reinterpret_cast<void *>(&::cuGraphInstantiate), nullptr},
    {"cuGraphInstantiateWithFlags", 1, 11080, reinterpret_cast<void *>(&::cuGraphInstantiateWithFlags), nullptr},
    {"cuGraphInstantiateWithParams", 1, 12090, reinterpret_cast<void *>(&::cuGraphInstantiateWithParams), reinterpret_cast<void *>(&::cuGraphInstantiateWithParams_ptsz)},
    {"cuGraphInstantiate", 2, 11080, reinterpret_cast<void *>(&::cuGraphInstantiate_v2), nullptr},
    {"cuGraphKernelNodeCopyAttributes", 1, 11080, reinterpret_cast<void *>(&::cuGraphKernelNodeCopyAttributes), nullptr},
    {"cuGraphKernelNodeGetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuGraphKernelNodeGetAttribute), nullptr},
    {"cuGraphKernelNodeGetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphKernelNodeGetParams), nullptr},
    {"cuGraphKernelNodeGetParams", 2, 12090, reinterpret_cast<void *>(&::cuGraphKernelNodeGetParams_v2), nullptr},
    {"cuGraphKernelNodeSetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuGraphKernelNodeSetAttribute), nullptr},
    {"cuGraphKernelNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphKernelNodeSetParams), nullptr},
    {"cuGraphKernelNodeSetParams", 2, 12090, reinterpret_cast<void *>(&::cuGraphKernelNodeSetParams_v2), nullptr},
    {"cuGraphLaunch", 1, 11080, reinterpret_cast<void *>(&::cuGraphLaunch), reinterpret_cast<void *>(&::cuGraphLaunch_ptsz)},
    {"cuGraphMemAllocNodeGetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphMemAllocNodeGetParams), nullptr},
    {"cuGraphMemFreeNodeGetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphMemFreeNodeGetParams), nullptr},
    {"cuGraphMemcpyNodeGetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphMemcpyNodeGetParams), nullptr},
    {"cuGraphMemcpyNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphMemcpyNodeSetParams), nullptr},
    {"cuGraphMemsetNodeGetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphMemsetNodeGetParams), nullptr},
    {"cuGraphMemsetNodeSetParams", 1, 11080, reinterpret_cast<void *>(&::cuGraphMemsetNodeSetParams), nullptr},
    {"cuGraphNodeFindInClone", 1, 11080, reinterpret_cast<void *>(&::cuGraphNodeFindInClone), nullptr},
    {"cuGraphNodeGetContainingGraph", 1, 13040, reinterpret_cast<void *>(&::cuGraphNodeGetContainingGraph), nullptr},
    {"cuGraphNodeGetDependencies", 1, 11080, reinterpret_cast<void *>(&::cuGraphNodeGetDependencies), nullptr},
    {"cuGraphNodeGetDependencies", 2, 12090, reinterpret_cast<void *>(&::cuGraphNodeGetDependencies_v2), nullptr},
    {"cuGraphNodeGetDependentNodes", 1, 11080, reinterpret_cast<void *>(&::cuGraphNodeGetDependentNodes), nullptr},
    {"cuGraphNodeGetDependentNodes", 2, 12090, reinterpret_cast<void *>(&::cuGraphNodeGetDependentNodes_v2), nullptr},
    {"cuGraphNodeGetEnabled", 1, 11080, reinterpret_cast<void *>(&::cuGraphNodeGetEnabled), nullptr},
    {"cuGraphNodeGetLocalId", 1, 13040, reinterpret_cast<void *>(&::cuGraphNodeGetLocalId), nullptr},
    {"cuGraphNodeGetParams", 1, 13040, reinterpret_cast<void *>(&::cuGraphNodeGetParams), nullptr},
    {"cuGraphNodeGetToolsId", 1, 13040, reinterpret_cast<void *>(&::cuGraphNodeGetToolsId), nullptr},
    {"cuGraphNodeGetType", 1, 11080, reinterpret_cast<void *>(&::cuGraphNodeGetType), nullptr},
    {"cuGraphNodeSetEnabled", 1, 11080, reinterpret_cast<void *>(&::cuGraphNodeSetEnabled), nullptr},
    {"cuGraphNodeSetParams", 1, 12090, reinterpret_cast<void *>(&::cuGraphNodeSetParams), nullptr},
    {"cuGraphNodeSetParams", 2, 13040, reinterpret_cast<void *>(&::cuGraphNodeSetParams_v2), nullptr},
    {"cuGraphReleaseUserObject", 1, 11080, reinterpret_cast<void *>(&::cuGraphReleaseUserObject), nullptr},
    {"cuGraphRemoveDependencies", 1, 11080, reinterpret_cast<void *>(&::cuGraphRemoveDependencies), nullptr},
    {"cuGraphRemoveDependencies", 2, 12090, reinterpret_cast<void *>(&::cuGraphRemoveDependencies_v2), nullptr},
    {"cuGraphRetainUserObject", 1, 11080, reinterpret_cast<void *>(&::cuGraphRetainUserObject), nullptr},
    {"cuGraphUpload", 1, 11080, reinterpret_cast<void *>(&::cuGraphUpload), reinterpret_cast<void *>(&::cuGraphUpload_ptsz)},
    {"cuGraphicsMapResources", 1, 11080, reinterpret_cast<void *>(&::cuGraphicsMapResources), reinterpret_cast<void *>(&::cuGraphicsMapResources_ptsz)},
    {"cuGraphicsResourceGetMappedMipmappedArray", 1, 11080, reinterpret_cast<void *>(&::cuGraphicsResourceGetMappedMipmappedArray), nullptr},
    {"cuGraphicsResourceGetMappedPointer", 1, 11080, reinterpret_cast<void *>(&::cuGraphicsResourceGetMappedPointer), nullptr},
    {"cuGraphicsResourceGetMappedPointer", 2, 11080, reinterpret_cast<void *>(&::cuGraphicsResourceGetMappedPointer_v2), nullptr},
    {"cuGraphicsResourceSetMapFlags", 1, 11080, reinterpret_cast<void *>(&::cuGraphicsResourceSetMapFlags), nullptr},
    {"cuGraphicsResourceSetMapFlags", 2, 11080, reinterpret_cast<void *>(&::cuGraphicsResourceSetMapFlags_v2), nullptr},
    {"cuGraphicsSubResourceGetMappedArray", 1, 11080, reinterpret_cast<void *>(&::cuGraphicsSubResourceGetMappedArray), nullptr},
    {"cuGraphicsUnmapResources", 1, 11080, reinterpret_cast<void *>(&::cuGraphicsUnmapResources), reinterpret_cast<void *>(&::cuGraphicsUnmapResources_ptsz)},
    {"cuGraphicsUnregisterResource", 1, 11080, reinterpret_cast<void *>(&::cuGraphicsUnregisterResource), nullptr},
    {"cuGreenCtxCreate", 1, 12090, reinterpret_cast<void *>(&::cuGreenCtxCreate), nullptr},
    {"cuGreenCtxDestroy", 1, 12090, reinterpret_cast<void *>(&::cuGreenCtxDestroy), nullptr},
    {"cuGreenCtxGetDevResource", 1, 12090, reinterpret_cast<void *>(&::cuGreenCtxGetDevResource), nullptr},
    {"cuGreenCtxGetId", 1, 13040, reinterpret_cast<void *>(&::cuGreenCtxGetId), nullptr},
    {"cuGreenCtxRecordEvent", 1, 12090, reinterpret_cast<void *>(&::cuGreenCtxRecordEvent), nullptr},
    {"cuGreenCtxStreamCreate", 1, 12090, reinterpret_cast<void *>(&::cuGreenCtxStreamCreate), nullptr},
    {"cuGreenCtxWaitEvent", 1, 12090, reinterpret_cast<void *>(&::cuGreenCtxWaitEvent), nullptr},
    {"cuImportExternalMemory", 1, 11080, reinterpret_cast<void *>(&::cuImportExternalMemory), nullptr},
    {"cuImportExternalSemaphore", 1, 11080, reinterpret_cast<void *>(&::cuImportExternalSemaphore), nullptr},
    {"cuInit", 1, 11080, reinterpret_cast<void *>(&::cuInit), nullptr},
    {"cuIpcCloseMemHandle", 1, 11080, reinterpret_cast<void *>(&::cuIpcCloseMemHandle), nullptr},
    {"cuIpcGetEventHandle", 1, 11080, reinterpret_cast<void *>(&::cuIpcGetEventHandle), nullptr},
    {"cuIpcGetMemHandle", 1, 11080, reinterpret_cast<void *>(&::cuIpcGetMemHandle), nullptr},
    {"cuIpcOpenEventHandle", 1, 11080, reinterpret_cast<void *>(&::cuIpcOpenEventHandle), nullptr},
    {"cuIpcOpenMemHandle", 1, 11080, reinterpret_cast<void *>(&::cuIpcOpenMemHandle), nullptr},
    {"cuIpcOpenMemHandle", 2, 11080, reinterpret_cast<void *>(&::cuIpcOpenMemHandle_v2), nullptr},
    {"cuKernelGetAttribute", 1, 12090, reinterpret_cast<void *>(&::cuKernelGetAttribute), nullptr},
    {"cuKernelGetFunction", 1, 12090, reinterpret_cast<void *>(&::cuKernelGetFunction), nullptr},
    {"cuKernelGetLibrary", 1, 12090, reinterpret_cast<void *>(&::cuKernelGetLibrary), nullptr},
    {"cuKernelGetName", 1, 12090, reinterpret_cast<void *>(&::cuKernelGetName), nullptr},
    {"cuKernelGetParamCount", 1, 13040, reinterpret_cast<void *>(&::cuKernelGetParamCount), nullptr},
    {"cuKernelGetParamInfo", 1, 12090, reinterpret_cast<void *>(&::cuKernelGetParamInfo), nullptr},
    {"cuKernelSetAttribute", 1, 12090, reinterpret_cast<void *>(&::cuKernelSetAttribute), nullptr},
    {"cuKernelSetCacheConfig", 1, 12090, reinterpret_cast<void *>(&::cuKernelSetCacheConfig), nullptr},
    {"cuLaunch", 1, 11080, reinterpret_cast<void *>(&::cuLaunch), nullptr},
    {"cuLaunchCooperativeKernel", 1, 11080, reinterpret_cast<void *>(&::cuLaunchCooperativeKernel), reinterpret_cast<void *>(&::cuLaunchCooperativeKernel_ptsz)},
    {"cuLaunchCooperativeKernelMultiDevice", 1, 11080, reinterpret_cast<void *>(&::cuLaunchCooperativeKernelMultiDevice), nullptr},
    {"cuLaunchGrid", 1, 11080, reinterpret_cast<void *>(&::cuLaunchGrid), nullptr},
    {"cuLaunchGridAsync", 1, 11080, reinterpret_cast<void *>(&::cuLaunchGridAsync), nullptr},
    {"cuLaunchHostFunc", 1, 11080, reinterpret_cast<void *>(&::cuLaunchHostFunc), reinterpret_cast<void *>(&::cuLaunchHostFunc_ptsz)},
    {"cuLaunchHostFunc", 2, 13040, reinterpret_cast<void *>(&::cuLaunchHostFunc_v2), reinterpret_cast<void *>(&::cuLaunchHostFunc_v2_ptsz)},
    {"cuLaunchKernel", 1, 11080, reinterpret_cast<void *>(&::cuLaunchKernel), reinterpret_cast<void *>(&::cuLaunchKernel_ptsz)},
    {"cuLaunchKernelEx", 1, 11080, reinterpret_cast<void *>(&::cuLaunchKernelEx), reinterpret_cast<void *>(&::cuLaunchKernelEx_ptsz)},
    {"cuLibraryEnumerateKernels", 1, 12090, reinterpret_cast<void *>(&::cuLibraryEnumerateKernels), nullptr},
    {"cuLibraryGetGlobal", 1, 12090, reinterpret_cast<void *>(&::cuLibraryGetGlobal), nullptr},
    {"cuLibraryGetKernel", 1, 12090, reinterpret_cast<void *>(&::cuLibraryGetKernel), nullptr},
    {"cuLibraryGetKernelCount", 1, 12090, reinterpret_cast<void *>(&::cuLibraryGetKernelCount), nullptr},
    {"cuLibraryGetManaged", 1, 12090, reinterpret_cast<void *>(&::cuLibraryGetManaged), nullptr},
    {"cuLibraryGetModule", 1, 12090, reinterpret_cast<void *>(&::cuLibraryGetModule), nullptr},
    {"cuLibraryGetUnifiedFunction", 1, 12090, reinterpret_cast<void *>(&::cuLibraryGetUnifiedFunction), nullptr},
    {"cuLibraryLoadData", 1, 12090, reinterpret_cast<void *>(&::cuLibraryLoadData), nullptr},
    {"cuLibraryLoadFromFile", 1, 12090, reinterpret_cast<void *>(&::cuLibraryLoadFromFile), nullptr},
    {"cuLibraryUnload", 1, 12090, reinterpret_cast<void *>(&::cuLibraryUnload), nullptr},
    {"cuLinkAddData", 1, 11080, reinterpret_cast<void *>(&::cuLinkAddData), nullptr},
    {"cuLinkAddData", 2, 11080, reinterpret_cast<void *>(&::cuLinkAddData_v2), nullptr},
    {"cuLinkAddFile", 1, 11080, reinterpret_cast<void *>(&::cuLinkAddFile), nullptr},
    {"cuLinkAddFile", 2, 11080, reinterpret_cast<void *>(&::cuLinkAddFile_v2), nullptr},
    {"cuLinkComplete", 1, 11080, reinterpret_cast<void *>(&::cuLinkComplete), nullptr},
    {"cuLinkCreate", 1, 11080, reinterpret_cast<void *>(&::cuLinkCreate), nullptr},
    {"cuLinkCreate", 2, 11080, reinterpret_cast<void *>(&::cuLinkCreate_v2), nullptr},
    {"cuLinkDestroy", 1, 11080, reinterpret_cast<void *>(&::cuLinkDestroy), nullptr},
    {"cuLogicalEndpointAddDevice", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointAddDevice), nullptr},
    {"cuLogicalEndpointBindAddr", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointBindAddr), nullptr},
    {"cuLogicalEndpointBindMem", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointBindMem), nullptr},
    {"cuLogicalEndpointCreate", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointCreate), nullptr},
    {"cuLogicalEndpointDestroy", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointDestroy), nullptr},
    {"cuLogicalEndpointExport", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointExport), nullptr},
    {"cuLogicalEndpointGetLimits", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointGetLimits), nullptr},
    {"cuLogicalEndpointIdRelease", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointIdRelease), nullptr},
    {"cuLogicalEndpointIdReserve", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointIdReserve), nullptr},
    {"cuLogicalEndpointImport", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointImport), nullptr},
    {"cuLogicalEndpointQuery", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointQuery), nullptr},
    {"cuLogicalEndpointUnbind", 1, 13040, reinterpret_cast<void *>(&::cuLogicalEndpointUnbind), nullptr},
    {"cuLogsCurrent", 1, 12090, reinterpret_cast<void *>(&::cuLogsCurrent), nullptr},
    {"cuLogsDumpToFile", 1, 12090, reinterpret_cast<void *>(&::cuLogsDumpToFile), nullptr},
    {"cuLogsDumpToMemory", 1, 12090, reinterpret_cast<void *>(&::cuLogsDumpToMemory), nullptr},
    {"cuLogsRegisterCallback", 1, 12090, reinterpret_cast<void *>(&::cuLogsRegisterCallback), nullptr},
    {"cuLogsUnregisterCallback", 1, 12090, reinterpret_cast<void *>(&::cuLogsUnregisterCallback), nullptr},
    {"cuMemAddressFree", 1, 11080, reinterpret_cast<void *>(&::cuMemAddressFree), nullptr},
    {"cuMemAddressReserve", 1, 11080, reinterpret_cast<void *>(&::cuMemAddressReserve), nullptr},
    {"cuMemAdvise", 1, 11080, reinterpret_cast<void *>(&::cuMemAdvise), nullptr},
    {"cuMemAdvise", 2, 12090, reinterpret_cast<void *>(&::cuMemAdvise_v2), nullptr},
    {"cuMemAlloc", 1, 11080, reinterpret_cast<void *>(&::cuMemAlloc), nullptr},
    {"cuMemAllocAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemAllocAsync), reinterpret_cast<void *>(&::cuMemAllocAsync_ptsz)},
    {"cuMemAllocFromPoolAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemAllocFromPoolAsync), reinterpret_cast<void *>(&::cuMemAllocFromPoolAsync_ptsz)},
    {"cuMemAllocHost", 1, 11080, reinterpret_cast<void *>(&::cuMemAllocHost), nullptr},
    {"cuMemAllocHost", 2, 11080, reinterpret_cast<void *>(&::cuMemAllocHost_v2), nullptr},
    {"cuMemAllocManaged", 1, 11080, reinterpret_cast<void *>(&::cuMemAllocManaged), nullptr},
    {"cuMemAllocPitch", 1, 11080, reinterpret_cast<void *>(&::cuMemAllocPitch), nullptr},
    {"cuMemAllocPitch", 2, 11080, reinterpret_cast<void *>(&::cuMemAllocPitch_v2), nullptr},
    {"cuMemAlloc", 2, 11080, reinterpret_cast<void *>(&::cuMemAlloc_v2), nullptr},
    {"cuMemBatchDecompressAsync", 1, 12090, reinterpret_cast<void *>(&::cuMemBatchDecompressAsync), reinterpret_cast<void *>(&::cuMemBatchDecompressAsync_ptsz)},
    {"cuMemCreate", 1, 11080, reinterpret_cast<void *>(&::cuMemCreate), nullptr},
    {"cuMemDiscardAndPrefetchBatchAsync", 1, 13040, reinterpret_cast<void *>(&::cuMemDiscardAndPrefetchBatchAsync), reinterpret_cast<void *>(&::cuMemDiscardAndPrefetchBatchAsync_ptsz)},
    {"cuMemDiscardBatchAsync", 1, 13040, reinterpret_cast<void *>(&::cuMemDiscardBatchAsync), reinterpret_cast<void *>(&::cuMemDiscardBatchAsync_ptsz)},
    {"cuMemExportToShareableHandle", 1, 11080, reinterpret_cast<void *>(&::cuMemExportToShareableHandle), nullptr},
    {"cuMemFree", 1, 11080, reinterpret_cast<void *>(&::cuMemFree), nullptr},
    {"cuMemFreeAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemFreeAsync), reinterpret_cast<void *>(&::cuMemFreeAsync_ptsz)},
    {"cuMemFreeHost", 1, 11080, reinterpret_cast<void *>(&::cuMemFreeHost), nullptr},
    {"cuMemFree", 2, 11080, reinterpret_cast<void *>(&::cuMemFree_v2), nullptr},
    {"cuMemGetAccess", 1, 11080, reinterpret_cast<void *>(&::cuMemGetAccess), nullptr},
    {"cuMemGetAddressRange", 1, 11080, reinterpret_cast<void *>(&::cuMemGetAddressRange), nullptr},
    {"cuMemGetAddressRange", 2, 11080, reinterpret_cast<void *>(&::cuMemGetAddressRange_v2), nullptr},
    {"cuMemGetAllocationGranularity", 1, 11080, reinterpret_cast<void *>(&::cuMemGetAllocationGranularity), nullptr},
    {"cuMemGetAllocationPropertiesFromHandle", 1, 11080, reinterpret_cast<void *>(&::cuMemGetAllocationPropertiesFromHandle), nullptr},
    {"cuMemGetDefaultMemPool", 1, 13040, reinterpret_cast<void *>(&::cuMemGetDefaultMemPool), nullptr},
    {"cuMemGetHandleForAddressRange", 1, 11080, reinterpret_cast<void *>(&::cuMemGetHandleForAddressRange), nullptr},
    {"cuMemGetInfo", 1, 11080, reinterpret_cast<void *>(&::cuMemGetInfo), nullptr},
    {"cuMemGetInfo", 2, 11080, reinterpret_cast<void *>(&::cuMemGetInfo_v2), nullptr},
    {"cuMemGetLocationInfo", 1, 13040, reinterpret_cast<void *>(&::cuMemGetLocationInfo), nullptr},
    {"cuMemGetMemPool", 1, 13040, reinterpret_cast<void *>(&::cuMemGetMemPool), nullptr},
    {"cuMemHostAlloc", 1, 11080, reinterpret_cast<void *>(&::cuMemHostAlloc), nullptr},
    {"cuMemHostGetDevicePointer", 1, 11080, reinterpret_cast<void *>(&::cuMemHostGetDevicePointer), nullptr},
    {"cuMemHostGetDevicePointer", 2, 11080, reinterpret_cast<void *>(&::cuMemHostGetDevicePointer_v2), nullptr},
    {"cuMemHostGetFlags", 1, 11080, reinterpret_cast<void *>(&::cuMemHostGetFlags), nullptr},
    {"cuMemHostRegister", 1, 11080, reinterpret_cast<void *>(&::cuMemHostRegister), nullptr},
    {"cuMemHostRegister", 2, 11080, reinterpret_cast<void *>(&::cuMemHostRegister_v2), nullptr},
    {"cuMemHostUnregister", 1, 11080, reinterpret_cast<void *>(&::cuMemHostUnregister), nullptr},
    {"cuMemImportFromShareableHandle", 1, 11080, reinterpret_cast<void *>(&::cuMemImportFromShareableHandle), nullptr},
    {"cuMemMap", 1, 11080, reinterpret_cast<void *>(&::cuMemMap), nullptr},
    {"cuMemMapArrayAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemMapArrayAsync), reinterpret_cast<void *>(&::cuMemMapArrayAsync_ptsz)},
    {"cuMemPoolCreate", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolCreate), nullptr},
    {"cuMemPoolDestroy", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolDestroy), nullptr},
    {"cuMemPoolExportPointer", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolExportPointer), nullptr},
    {"cuMemPoolExportToShareableHandle", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolExportToShareableHandle), nullptr},
    {"cuMemPoolGetAccess", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolGetAccess), nullptr},
    {"cuMemPoolGetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolGetAttribute), nullptr},
    {"cuMemPoolImportFromShareableHandle", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolImportFromShareableHandle), nullptr},
    {"cuMemPoolImportPointer", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolImportPointer), nullptr},
    {"cuMemPoolSetAccess", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolSetAccess), nullptr},
    {"cuMemPoolSetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolSetAttribute), nullptr},
    {"cuMemPoolTrimTo", 1, 11080, reinterpret_cast<void *>(&::cuMemPoolTrimTo), nullptr},
    {"cuMemPrefetchAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemPrefetchAsync), reinterpret_cast<void *>(&::cuMemPrefetchAsync_ptsz)},
    {"cuMemPrefetchAsync", 2, 12090, reinterpret_cast<void *>(&::cuMemPrefetchAsync_v2), reinterpret_cast<void *>(&::cuMemPrefetchAsync_v2_ptsz)},
    {"cuMemPrefetchBatchAsync", 1, 13040, reinterpret_cast<void *>(&::cuMemPrefetchBatchAsync), reinterpret_cast<void *>(&::cuMemPrefetchBatchAsync_ptsz)},
    {"cuMemRangeGetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuMemRangeGetAttribute), nullptr},
    {"cuMemRangeGetAttributes", 1, 11080, reinterpret_cast<void *>(&::cuMemRangeGetAttributes), nullptr},
    {"cuMemRelease", 1, 11080, reinterpret_cast<void *>(&::cuMemRelease), nullptr},
    {"cuMemRetainAllocationHandle", 1, 11080, reinterpret_cast<void *>(&::cuMemRetainAllocationHandle), nullptr},
    {"cuMemSetAccess", 1, 11080, reinterpret_cast<void *>(&::cuMemSetAccess), nullptr},
    {"cuMemSetMemPool", 1, 13040, reinterpret_cast<void *>(&::cuMemSetMemPool), nullptr},
    {"cuMemUnmap", 1, 11080, reinterpret_cast<void *>(&::cuMemUnmap), nullptr},
    {"cuMemcpy", 1, 11080, reinterpret_cast<void *>(&::cuMemcpy), reinterpret_cast<void *>(&::cuMemcpy_ptds)},
    {"cuMemcpy2D", 1, 11080, reinterpret_cast<void *>(&::cuMemcpy2D), nullptr},
    {"cuMemcpy2DAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemcpy2DAsync), nullptr},
    {"cuMemcpy2DAsync", 2, 11080, reinterpret_cast<void *>(&::cuMemcpy2DAsync_v2), reinterpret_cast<void *>(&::cuMemcpy2DAsync_v2_ptsz)},
    {"cuMemcpy2DUnaligned", 1, 11080, reinterpret_cast<void *>(&::cuMemcpy2DUnaligned), nullptr},
    {"cuMemcpy2DUnaligned", 2, 11080, reinterpret_cast<void *>(&::cuMemcpy2DUnaligned_v2), reinterpret_cast<void *>(&::cuMemcpy2DUnaligned_v2_ptds)},
    {"cuMemcpy2D", 2, 11080, reinterpret_cast<void *>(&::cuMemcpy2D_v2), reinterpret_cast<void *>(&::cuMemcpy2D_v2_ptds)},
    {"cuMemcpy3D", 1, 11080, reinterpret_cast<void *>(&::cuMemcpy3D), nullptr},
    {"cuMemcpy3DAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemcpy3DAsync), nullptr},
    {"cuMemcpy3DAsync", 2, 11080, reinterpret_cast<void *>(&::cuMemcpy3DAsync_v2), reinterpret_cast<void *>(&::cuMemcpy3DAsync_v2_ptsz)},
    {"cuMemcpy3DBatchAsync", 1, 12090, reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync), reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync_ptsz)},
    {"cuMemcpy3DBatchAsync", 2, 13040, reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync_v2), reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync_v2_ptsz)},
    {"cuMemcpy3DPeer", 1, 11080, reinterpret_cast<void *>(&::cuMemcpy3DPeer), reinterpret_cast<void *>(&::cuMemcpy3DPeer_ptds)},
    {"cuMemcpy3DPeerAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemcpy3DPeerAsync), reinterpret_cast<void *>(&::cuMemcpy3DPeerAsync_ptsz)},
    {"cuMemcpy3DWithAttributesAsync", 1, 13040, reinterpret_cast<void *>(&::cuMemcpy3DWithAttributesAsync), reinterpret_cast<void *>(&::cuMemcpy3DWithAttributesAsync_ptsz)},
    {"cuMemcpy3D", 2, 11080, reinterpret_cast<void *>(&::cuMemcpy3D_v2), reinterpret_cast<void *>(&::cuMemcpy3D_v2_ptds)},
    {"cuMemcpyAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyAsync), reinterpret_cast<void *>(&::cuMemcpyAsync_ptsz)},
    {"cuMemcpyAtoA", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyAtoA), nullptr},
    {"cuMemcpyAtoA", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyAtoA_v2), reinterpret_cast<void *>(&::cuMemcpyAtoA_v2_ptds)},
    {"cuMemcpyAtoD", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyAtoD), nullptr},
    {"cuMemcpyAtoD", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyAtoD_v2), reinterpret_cast<void *>(&::cuMemcpyAtoD_v2_ptds)},
    {"cuMemcpyAtoH", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyAtoH), nullptr},
    {"cuMemcpyAtoHAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyAtoHAsync), nullptr},
    {"cuMemcpyAtoHAsync", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyAtoHAsync_v2), reinterpret_cast<void *>(&::cuMemcpyAtoHAsync_v2_ptsz)},
    {"cuMemcpyAtoH", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyAtoH_v2), reinterpret_cast<void *>(&::cuMemcpyAtoH_v2_ptds)},
    {"cuMemcpyBatchAsync", 1, 12090, reinterpret_cast<void *>(&::cuMemcpyBatchAsync), reinterpret_cast<void *>(&::cuMemcpyBatchAsync_ptsz)},
    {"cuMemcpyBatchAsync", 2, 13040, reinterpret_cast<void *>(&::cuMemcpyBatchAsync_v2), reinterpret_cast<void *>(&::cuMemcpyBatchAsync_v2_ptsz)},
    {"cuMemcpyDtoA", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyDtoA), nullptr},
    {"cuMemcpyDtoA", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyDtoA_v2), reinterpret_cast<void *>(&::cuMemcpyDtoA_v2_ptds)},
    {"cuMemcpyDtoD", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyDtoD), nullptr},
    {"cuMemcpyDtoDAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyDtoDAsync), nullptr},
    {"cuMemcpyDtoDAsync", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyDtoDAsync_v2), reinterpret_cast<void *>(&::cuMemcpyDtoDAsync_v2_ptsz)},
    {"cuMemcpyDtoD", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyDtoD_v2), reinterpret_cast<void *>(&::cuMemcpyDtoD_v2_ptds)},
    {"cuMemcpyDtoH", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyDtoH), nullptr},
    {"cuMemcpyDtoHAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyDtoHAsync), nullptr},
    {"cuMemcpyDtoHAsync", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyDtoHAsync_v2), reinterpret_cast<void *>(&::cuMemcpyDtoHAsync_v2_ptsz)},
    {"cuMemcpyDtoH", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyDtoH_v2), reinterpret_cast<void *>(&::cuMemcpyDtoH_v2_ptds)},
    {"cuMemcpyHtoA", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyHtoA), nullptr},
    {"cuMemcpyHtoAAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyHtoAAsync), nullptr},
    {"cuMemcpyHtoAAsync", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyHtoAAsync_v2), reinterpret_cast<void *>(&::cuMemcpyHtoAAsync_v2_ptsz)},
    {"cuMemcpyHtoA", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyHtoA_v2), reinterpret_cast<void *>(&::cuMemcpyHtoA_v2_ptds)},
    {"cuMemcpyHtoD", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyHtoD), nullptr},
    {"cuMemcpyHtoDAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyHtoDAsync), nullptr},
    {"cuMemcpyHtoDAsync", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyHtoDAsync_v2), reinterpret_cast<void *>(&::cuMemcpyHtoDAsync_v2_ptsz)},
    {"cuMemcpyHtoD", 2, 11080, reinterpret_cast<void *>(&::cuMemcpyHtoD_v2), reinterpret_cast<void *>(&::cuMemcpyHtoD_v2_ptds)},
    {"cuMemcpyPeer", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyPeer), reinterpret_cast<void *>(&::cuMemcpyPeer_ptds)},
    {"cuMemcpyPeerAsync", 1, 11080, reinterpret_cast<void *>(&::cuMemcpyPeerAsync), reinterpret_cast<void *>(&::cuMemcpyPeerAsync_ptsz)},
    {"cuMemcpyWithAttributesAsync", 1, 13040, reinterpret_cast<void *>(&::cuMemcpyWithAttributesAsync), reinterpret_cast<void *>(&::cuMemcpyWithAttributesAsync_ptsz)},
    {"cuMemsetD16", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD16), nullptr},
    {"cuMemsetD16Async", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD16Async), reinterpret_cast<void *>(&::cuMemsetD16Async_ptsz)},
    {"cuMemsetD16", 2, 11080, reinterpret_cast<void *>(&::cuMemsetD16_v2), reinterpret_cast<void *>(&::cuMemsetD16_v2_ptds)},
    {"cuMemsetD2D16", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD2D16), nullptr},
    {"cuMemsetD2D16Async", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD2D16Async), reinterpret_cast<void *>(&::cuMemsetD2D16Async_ptsz)},
    {"cuMemsetD2D16", 2, 11080, reinterpret_cast<void *>(&::cuMemsetD2D16_v2), reinterpret_cast<void *>(&::cuMemsetD2D16_v2_ptds)},
    {"cuMemsetD2D32", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD2D32), nullptr},
    {"cuMemsetD2D32Async", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD2D32Async), reinterpret_cast<void *>(&::cuMemsetD2D32Async_ptsz)},
    {"cuMemsetD2D32", 2, 11080, reinterpret_cast<void *>(&::cuMemsetD2D32_v2), reinterpret_cast<void *>(&::cuMemsetD2D32_v2_ptds)},
    {"cuMemsetD2D8", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD2D8), nullptr},
    {"cuMemsetD2D8Async", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD2D8Async), reinterpret_cast<void *>(&::cuMemsetD2D8Async_ptsz)},
    {"cuMemsetD2D8", 2, 11080, reinterpret_cast<void *>(&::cuMemsetD2D8_v2), reinterpret_cast<void *>(&::cuMemsetD2D8_v2_ptds)},
    {"cuMemsetD32", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD32), nullptr},
    {"cuMemsetD32Async", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD32Async), reinterpret_cast<void *>(&::cuMemsetD32Async_ptsz)},
    {"cuMemsetD32", 2, 11080, reinterpret_cast<void *>(&::cuMemsetD32_v2), reinterpret_cast<void *>(&::cuMemsetD32_v2_ptds)},
    {"cuMemsetD8", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD8), nullptr},
    {"cuMemsetD8Async", 1, 11080, reinterpret_cast<void *>(&::cuMemsetD8Async), reinterpret_cast<void *>(&::cuMemsetD8Async_ptsz)},
    {"cuMemsetD8", 2, 11080, reinterpret_cast<void *>(&::cuMemsetD8_v2), reinterpret_cast<void *>(&::cuMemsetD8_v2_ptds)},
    {"cuMipmappedArrayCreate", 1, 11080, reinterpret_cast<void *>(&::cuMipmappedArrayCreate), nullptr},
    {"cuMipmappedArrayDestroy", 1, 11080, reinterpret_cast<void *>(&::cuMipmappedArrayDestroy), nullptr},
    {"cuMipmappedArrayGetLevel", 1, 11080, reinterpret_cast<void *>(&::cuMipmappedArrayGetLevel), nullptr},
    {"cuMipmappedArrayGetMemoryRequirements", 1, 11080, reinterpret_cast<void *>(&::cuMipmappedArrayGetMemoryRequirements), nullptr},
    {"cuMipmappedArrayGetSparseProperties", 1, 11080, reinterpret_cast<void *>(&::cuMipmappedArrayGetSparseProperties), nullptr},
    {"cuModuleEnumerateFunctions", 1, 12090, reinterpret_cast<void *>(&::cuModuleEnumerateFunctions), nullptr},
    {"cuModuleGetFunction", 1, 11080, reinterpret_cast<void *>(&::cuModuleGetFunction), nullptr},
    {"cuModuleGetFunctionCount", 1, 12090, reinterpret_cast<void *>(&::cuModuleGetFunctionCount), nullptr},
    {"cuModuleGetGlobal", 1, 11080, reinterpret_cast<void *>(&::cuModuleGetGlobal), nullptr},
    {"cuModuleGetGlobal", 2, 11080, reinterpret_cast<void *>(&::cuModuleGetGlobal_v2), nullptr},
    {"cuModuleGetLoadingMode", 1, 11080, reinterpret_cast<void *>(&::cuModuleGetLoadingMode), nullptr},
    {"cuModuleGetSurfRef", 1, 11080, reinterpret_cast<void *>(&::cuModuleGetSurfRef), nullptr},
    {"cuModuleGetTexRef", 1, 11080, reinterpret_cast<void *>(&::cuModuleGetTexRef), nullptr},
    {"cuModuleLoad", 1, 11080, reinterpret_cast<void *>(&::cuModuleLoad), nullptr},
    {"cuModuleLoadData", 1, 11080, reinterpret_cast<void *>(&::cuModuleLoadData), nullptr},
    {"cuModuleLoadDataEx", 1, 11080, reinterpret_cast<void *>(&::cuModuleLoadDataEx), nullptr},
    {"cuModuleLoadFatBinary", 1, 11080, reinterpret_cast<void *>(&::cuModuleLoadFatBinary), nullptr},
    {"cuModuleUnload", 1, 11080, reinterpret_cast<void *>(&::cuModuleUnload), nullptr},
    {"cuMulticastAddDevice", 1, 12090, reinterpret_cast<void *>(&::cuMulticastAddDevice), nullptr},
    {"cuMulticastBindAddr", 1, 12090, reinterpret_cast<void *>(&::cuMulticastBindAddr), nullptr},
    {"cuMulticastBindAddr", 2, 13040, reinterpret_cast<void *>(&::cuMulticastBindAddr_v2), nullptr},
    {"cuMulticastBindMem", 1, 12090, reinterpret_cast<void *>(&::cuMulticastBindMem), nullptr},
    {"cuMulticastBindMem", 2, 13040, reinterpret_cast<void *>(&::cuMulticastBindMem_v2), nullptr},
    {"cuMulticastCreate", 1, 12090, reinterpret_cast<void *>(&::cuMulticastCreate), nullptr},
    {"cuMulticastGetGranularity", 1, 12090, reinterpret_cast<void *>(&::cuMulticastGetGranularity), nullptr},
    {"cuMulticastUnbind", 1, 12090, reinterpret_cast<void *>(&::cuMulticastUnbind), nullptr},
    {"cuOccupancyAvailableDynamicSMemPerBlock", 1, 11080, reinterpret_cast<void *>(&::cuOccupancyAvailableDynamicSMemPerBlock), nullptr},
    {"cuOccupancyMaxActiveBlocksPerMultiprocessor", 1, 11080, reinterpret_cast<void *>(&::cuOccupancyMaxActiveBlocksPerMultiprocessor), nullptr},
    {"cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 1, 11080, reinterpret_cast<void *>(&::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags), nullptr},
    {"cuOccupancyMaxActiveClusters", 1, 11080, reinterpret_cast<void *>(&::cuOccupancyMaxActiveClusters), nullptr},
    {"cuOccupancyMaxPotentialBlockSize", 1, 11080, reinterpret_cast<void *>(&::cuOccupancyMaxPotentialBlockSize), nullptr},
    {"cuOccupancyMaxPotentialBlockSizeWithFlags", 1, 11080, reinterpret_cast<void *>(&::cuOccupancyMaxPotentialBlockSizeWithFlags), nullptr},
    {"cuOccupancyMaxPotentialClusterSize", 1, 11080, reinterpret_cast<void *>(&::cuOccupancyMaxPotentialClusterSize), nullptr},
    {"cuParamSetSize", 1, 11080, reinterpret_cast<void *>(&::cuParamSetSize), nullptr},
    {"cuParamSetTexRef", 1, 11080, reinterpret_cast<void *>(&::cuParamSetTexRef), nullptr},
    {"cuParamSetf", 1, 11080, reinterpret_cast<void *>(&::cuParamSetf), nullptr},
    {"cuParamSeti", 1, 11080, reinterpret_cast<void *>(&::cuParamSeti), nullptr},
    {"cuParamSetv", 1, 11080, reinterpret_cast<void *>(&::cuParamSetv), nullptr},
    {"cuPointerGetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuPointerGetAttribute), nullptr},
    {"cuPointerGetAttributes", 1, 11080, reinterpret_cast<void *>(&::cuPointerGetAttributes), nullptr},
    {"cuPointerSetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuPointerSetAttribute), nullptr},
    {"cuSignalExternalSemaphoresAsync", 1, 11080, reinterpret_cast<void *>(&::cuSignalExternalSemaphoresAsync), reinterpret_cast<void *>(&::cuSignalExternalSemaphoresAsync_ptsz)},
    {"cuStreamAddCallback", 1, 11080, reinterpret_cast<void *>(&::cuStreamAddCallback), reinterpret_cast<void *>(&::cuStreamAddCallback_ptsz)},
    {"cuStreamAttachMemAsync", 1, 11080, reinterpret_cast<void *>(&::cuStreamAttachMemAsync), reinterpret_cast<void *>(&::cuStreamAttachMemAsync_ptsz)},
    {"cuStreamBatchMemOp", 1, 11080, reinterpret_cast<void *>(&::cuStreamBatchMemOp), reinterpret_cast<void *>(&::cuStreamBatchMemOp_ptsz)},
    {"cuStreamBatchMemOp", 2, 11080, reinterpret_cast<void *>(&::cuStreamBatchMemOp_v2), reinterpret_cast<void *>(&::cuStreamBatchMemOp_v2_ptsz)},
    {"cuStreamBeginCapture", 1, 11080, reinterpret_cast<void *>(&::cuStreamBeginCapture), reinterpret_cast<void *>(&::cuStreamBeginCapture_ptsz)},
    {"cuStreamBeginCaptureToCig", 1, 13040, reinterpret_cast<void *>(&::cuStreamBeginCaptureToCig), reinterpret_cast<void *>(&::cuStreamBeginCaptureToCig_ptsz)},
    {"cuStreamBeginCaptureToGraph", 1, 12090, reinterpret_cast<void *>(&::cuStreamBeginCaptureToGraph), reinterpret_cast<void *>(&::cuStreamBeginCaptureToGraph_ptsz)},
    {"cuStreamBeginCapture", 2, 11080, reinterpret_cast<void *>(&::cuStreamBeginCapture_v2), reinterpret_cast<void *>(&::cuStreamBeginCapture_v2_ptsz)},
    {"cuStreamBeginRecaptureToGraph", 1, 13040, reinterpret_cast<void *>(&::cuStreamBeginRecaptureToGraph), reinterpret_cast<void *>(&::cuStreamBeginRecaptureToGraph_ptsz)},
    {"cuStreamCopyAttributes", 1, 11080, reinterpret_cast<void *>(&::cuStreamCopyAttributes), reinterpret_cast<void *>(&::cuStreamCopyAttributes_ptsz)},
    {"cuStreamCreate", 1, 11080, reinterpret_cast<void *>(&::cuStreamCreate), nullptr},
    {"cuStreamCreateWithPriority", 1, 11080, reinterpret_cast<void *>(&::cuStreamCreateWithPriority), nullptr},
    {"cuStreamDestroy", 1, 11080, reinterpret_cast<void *>(&::cuStreamDestroy), nullptr},
    {"cuStreamDestroy", 2, 11080, reinterpret_cast<void *>(&::cuStreamDestroy_v2), nullptr},
    {"cuStreamEndCapture", 1, 11080, reinterpret_cast<void *>(&::cuStreamEndCapture), reinterpret_cast<void *>(&::cuStreamEndCapture_ptsz)},
    {"cuStreamEndCaptureToCig", 1, 13040, reinterpret_cast<void *>(&::cuStreamEndCaptureToCig), reinterpret_cast<void *>(&::cuStreamEndCaptureToCig_ptsz)},
    {"cuStreamGetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuStreamGetAttribute), reinterpret_cast<void *>(&::cuStreamGetAttribute_ptsz)},
    {"cuStreamGetCaptureInfo", 1, 11080, reinterpret_cast<void *>(&::cuStreamGetCaptureInfo), reinterpret_cast<void *>(&::cuStreamGetCaptureInfo_ptsz)},
    {"cuStreamGetCaptureInfo", 2, 11080, reinterpret_cast<void *>(&::cuStreamGetCaptureInfo_v2), reinterpret_cast<void *>(&::cuStreamGetCaptureInfo_v2_ptsz)},
    {"cuStreamGetCaptureInfo", 3, 12090, reinterpret_cast<void *>(&::cuStreamGetCaptureInfo_v3), reinterpret_cast<void *>(&::cuStreamGetCaptureInfo_v3_ptsz)},
    {"cuStreamGetCtx", 1, 11080, reinterpret_cast<void *>(&::cuStreamGetCtx), reinterpret_cast<void *>(&::cuStreamGetCtx_ptsz)},
    {"cuStreamGetCtx", 2, 12090, reinterpret_cast<void *>(&::cuStreamGetCtx_v2), reinterpret_cast<void *>(&::cuStreamGetCtx_v2_ptsz)},
    {"cuStreamGetDevResource", 1, 13040, reinterpret_cast<void *>(&::cuStreamGetDevResource), reinterpret_cast<void *>(&::cuStreamGetDevResource_ptsz)},
    {"cuStreamGetDevice", 1, 12090, reinterpret_cast<void *>(&::cuStreamGetDevice), reinterpret_cast<void *>(&::cuStreamGetDevice_ptsz)},
    {"cuStreamGetFlags", 1, 11080, reinterpret_cast<void *>(&::cuStreamGetFlags), reinterpret_cast<void *>(&::cuStreamGetFlags_ptsz)},
    {"cuStreamGetGreenCtx", 1, 12090, reinterpret_cast<void *>(&::cuStreamGetGreenCtx), nullptr},
    {"cuStreamGetId", 1, 12090, reinterpret_cast<void *>(&::cuStreamGetId), reinterpret_cast<void *>(&::cuStreamGetId_ptsz)},
    {"cuStreamGetPriority", 1, 11080, reinterpret_cast<void *>(&::cuStreamGetPriority), reinterpret_cast<void *>(&::cuStreamGetPriority_ptsz)},
    {"cuStreamIsCapturing", 1, 11080, reinterpret_cast<void *>(&::cuStreamIsCapturing), reinterpret_cast<void *>(&::cuStreamIsCapturing_ptsz)},
    {"cuStreamQuery", 1, 11080, reinterpret_cast<void *>(&::cuStreamQuery), reinterpret_cast<void *>(&::cuStreamQuery_ptsz)},
    {"cuStreamSetAttribute", 1, 11080, reinterpret_cast<void *>(&::cuStreamSetAttribute), reinterpret_cast<void *>(&::cuStreamSetAttribute_ptsz)},
    {"cuStreamSynchronize", 1, 11080, reinterpret_cast<void *>(&::cuStreamSynchronize), reinterpret_cast<void *>(&::cuStreamSynchronize_ptsz)},
    {"cuStreamUpdateCaptureDependencies", 1, 11080, reinterpret_cast<void *>(&::cuStreamUpdateCaptureDependencies), reinterpret_cast<void *>(&::cuStreamUpdateCaptureDependencies_ptsz)},
    {"cuStreamUpdateCaptureDependencies", 2, 12090, reinterpret_cast<void *>(&::cuStreamUpdateCaptureDependencies_v2), reinterpret_cast<void *>(&::cuStreamUpdateCaptureDependencies_v2_ptsz)},
    {"cuStreamWaitEvent", 1, 11080, reinterpret_cast<void *>(&::cuStreamWaitEvent), reinterpret_cast<void *>(&::cuStreamWaitEvent_ptsz)},
    {"cuStreamWaitValue32", 1, 11080, reinterpret_cast<void *>(&::cuStreamWaitValue32), reinterpret_cast<void *>(&::cuStreamWaitValue32_ptsz)},
    {"cuStreamWaitValue32", 2, 11080, reinterpret_cast<void *>(&::cuStreamWaitValue32_v2), reinterpret_cast<void *>(&::cuStreamWaitValue32_v2_ptsz)},
    {"cuStreamWaitValue64", 1, 11080, reinterpret_cast<void *>(&::cuStreamWaitValue64), reinterpret_cast<void *>(&::cuStreamWaitValue64_ptsz)},
    {"cuStreamWaitValue64", 2, 11080, reinterpret_cast<void *>(&::cuStreamWaitValue64_v2), reinterpret_cast<void *>(&::cuStreamWaitValue64_v2_ptsz)},
    {"cuStreamWriteValue32", 1, 11080, reinterpret_cast<void *>(&::cuStreamWriteValue32), reinterpret_cast<void *>(&::cuStreamWriteValue32_ptsz)},
    {"cuStreamWriteValue32", 2, 11080, reinterpret_cast<void *>(&::cuStreamWriteValue32_v2), reinterpret_cast<void *>(&::cuStreamWriteValue32_v2_ptsz)},
    {"cuStreamWriteValue64", 1, 11080, reinterpret_cast<void *>(&::cuStreamWriteValue64), reinterpret_cast<void *>(&::cuStreamWriteValue64_ptsz)},
    {"cuStreamWriteValue64", 2, 11080, reinterpret_cast<void *>(&::cuStreamWriteValue64_v2), reinterpret_cast<void *>(&::cuStreamWriteValue64_v2_ptsz)},
    {"cuSurfObjectCreate", 1, 11080, reinterpret_cast<void *>(&::cuSurfObjectCreate), nullptr},
    {"cuSurfObjectDestroy", 1, 11080, reinterpret_cast<void *>(&::cuSurfObjectDestroy), nullptr},
    {"cuSurfObjectGetResourceDesc", 1, 11080, reinterpret_cast<void *>(&::cuSurfObjectGetResourceDesc), nullptr},
    {"cuSurfRefGetArray", 1, 11080, reinterpret_cast<void *>(&::cuSurfRefGetArray), nullptr},
    {"cuSurfRefSetArray", 1, 11080, reinterpret_cast<void *>(&::cuSurfRefSetArray), nullptr},
    {"cuTensorMapEncodeIm2col", 1, 12090, reinterpret_cast<void *>(&::cuTensorMapEncodeIm2col), nullptr},
    {"cuTensorMapEncodeIm2colWide", 1, 12090, reinterpret_cast<void *>(&::cuTensorMapEncodeIm2colWide), nullptr},
    {"cuTensorMapEncodeTiled", 1, 12090, reinterpret_cast<void *>(&::cuTensorMapEncodeTiled), nullptr},
    {"cuTensorMapReplaceAddress", 1, 12090, reinterpret_cast<void *>(&::cuTensorMapReplaceAddress), nullptr},
    {"cuTexObjectCreate", 1, 11080, reinterpret_cast<void *>(&::cuTexObjectCreate), nullptr},
    {"cuTexObjectDestroy", 1, 11080, reinterpret_cast<void *>(&::cuTexObjectDestroy), nullptr},
    {"cuTexObjectGetResourceDesc", 1, 11080, reinterpret_cast<void *>(&::cuTexObjectGetResourceDesc), nullptr},
    {"cuTexObjectGetResourceViewDesc", 1, 11080, reinterpret_cast<void *>(&::cuTexObjectGetResourceViewDesc), nullptr},
    {"cuTexObjectGetTextureDesc", 1, 11080, reinterpret_cast<void *>(&::cuTexObjectGetTextureDesc), nullptr},
    {"cuTexRefCreate", 1, 11080, reinterpret_cast<void *>(&::cuTexRefCreate), nullptr},
    {"cuTexRefDestroy", 1, 11080, reinterpret_cast<void *>(&::cuTexRefDestroy), nullptr},
    {"cuTexRefGetAddress", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetAddress), nullptr},
    {"cuTexRefGetAddressMode", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetAddressMode), nullptr},
    {"cuTexRefGetAddress", 2, 11080, reinterpret_cast<void *>(&::cuTexRefGetAddress_v2), nullptr},
    {"cuTexRefGetArray", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetArray), nullptr},
    {"cuTexRefGetBorderColor", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetBorderColor), nullptr},
    {"cuTexRefGetFilterMode", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetFilterMode), nullptr},
    {"cuTexRefGetFlags", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetFlags), nullptr},
    {"cuTexRefGetFormat", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetFormat), nullptr},
    {"cuTexRefGetMaxAnisotropy", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetMaxAnisotropy), nullptr},
    {"cuTexRefGetMipmapFilterMode", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetMipmapFilterMode), nullptr},
    {"cuTexRefGetMipmapLevelBias", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetMipmapLevelBias), nullptr},
    {"cuTexRefGetMipmapLevelClamp", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetMipmapLevelClamp), nullptr},
    {"cuTexRefGetMipmappedArray", 1, 11080, reinterpret_cast<void *>(&::cuTexRefGetMipmappedArray), nullptr},
    {"cuTexRefSetAddress", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetAddress), nullptr},
    {"cuTexRefSetAddress2D", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetAddress2D), nullptr},
    {"cuTexRefSetAddress2D", 2, 11080, reinterpret_cast<void *>(&::cuTexRefSetAddress2D_v2), nullptr},
    {"cuTexRefSetAddress2D", 3, 11080, reinterpret_cast<void *>(&::cuTexRefSetAddress2D_v3), nullptr},
    {"cuTexRefSetAddressMode", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetAddressMode), nullptr},
    {"cuTexRefSetAddress", 2, 11080, reinterpret_cast<void *>(&::cuTexRefSetAddress_v2), nullptr},
    {"cuTexRefSetArray", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetArray), nullptr},
    {"cuTexRefSetBorderColor", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetBorderColor), nullptr},
    {"cuTexRefSetFilterMode", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetFilterMode), nullptr},
    {"cuTexRefSetFlags", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetFlags), nullptr},
    {"cuTexRefSetFormat", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetFormat), nullptr},
    {"cuTexRefSetMaxAnisotropy", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetMaxAnisotropy), nullptr},
    {"cuTexRefSetMipmapFilterMode", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetMipmapFilterMode), nullptr},
    {"cuTexRefSetMipmapLevelBias", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetMipmapLevelBias), nullptr},
    {"cuTexRefSetMipmapLevelClamp", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetMipmapLevelClamp), nullptr},
    {"cuTexRefSetMipmappedArray", 1, 11080, reinterpret_cast<void *>(&::cuTexRefSetMipmappedArray), nullptr},
    {"cuThreadExchangeStreamCaptureMode", 1, 11080, reinterpret_cast<void *>(&::cuThreadExchangeStreamCaptureMode), nullptr},
    {"cuUserObjectCreate", 1, 11080, reinterpret_cast<void *>(&::cuUserObjectCreate), nullptr},
    {"cuUserObjectRelease", 1, 11080, reinterpret_cast<void *>(&::cuUserObjectRelease), nullptr},
    {"cuUserObjectRetain", 1, 11080, reinterpret_cast<void *>(&::cuUserObjectRetain), nullptr},
    {"cuWaitExternalSemaphoresAsync", 1, 11080, reinterpret_cast<void *>(&::cuWaitExternalSemaphoresAsync), reinterpret_cast<void *>(&::cuWaitExternalSemaphoresAsync_ptsz)},
    {},
};
