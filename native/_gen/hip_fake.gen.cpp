// Made by tools/gen from facts/hip.toml (ROCm/clr and ROCm/HIP rocm-6.2.2; ROCm/rocm-systems 07bb0a9, version 6.2, 7.2). Do not edit.
#include "fake/hip/symbols.h"

using namespace fake;

FAKE_WEAK hipError_t __hipPopCallConfiguration(dim3 *, dim3 *, size_t *, hipStream_t *) { return kNotSupported; }
FAKE_WEAK hipError_t __hipPushCallConfiguration(dim3, dim3, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK void **__hipRegisterFatBinary(const void *) { return {}; }
FAKE_WEAK void __hipRegisterFunction(void **, const void *, char *, const char *, unsigned int, uint3 *, uint3 *, dim3 *, dim3 *, int *) {}
FAKE_WEAK void __hipRegisterManagedVar(void *, void **, void *, const char *, size_t, unsigned) {}
FAKE_WEAK void __hipRegisterSurface(void **, void *, char *, char *, int, int) {}
FAKE_WEAK void __hipRegisterTexture(void **, void *, char *, char *, int, int, int) {}
FAKE_WEAK void __hipRegisterVar(void **, void *, char *, char *, int, size_t, int, int) {}
FAKE_WEAK void __hipUnregisterFatBinary(void **) {}
FAKE_WEAK const char *hipApiName(uint32_t) { return {}; }
FAKE_WEAK hipError_t hipArray3DCreate(hipArray_t *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipArray3DGetDescriptor(void *, hipArray_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipArrayCreate(hipArray_t *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipArrayDestroy(hipArray_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipArrayGetDescriptor(void *, hipArray_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipArrayGetInfo(hipChannelFormatDesc *, hipExtent *, unsigned int *, hipArray_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipBindTexture(size_t *, const textureReference *, const void *, const hipChannelFormatDesc *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipBindTexture2D(size_t *, const textureReference *, const void *, const hipChannelFormatDesc *, size_t, size_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipBindTextureToArray(const textureReference *, hipArray_const_t, const hipChannelFormatDesc *) { return kNotSupported; }
FAKE_WEAK hipError_t hipBindTextureToMipmappedArray(const textureReference *, hipMipmappedArray_const_t, const hipChannelFormatDesc *) { return kNotSupported; }
FAKE_WEAK hipError_t hipChooseDevice(int *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipChooseDeviceR0000(int *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipChooseDeviceR0600(int *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipConfigureCall(dim3, dim3, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipChannelFormatDesc hipCreateChannelDesc() { return {}; }
FAKE_WEAK hipError_t hipCreateSurfaceObject(void *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipCreateTextureObject(void *, const void *, const void *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxCreate(hipCtx_t *, unsigned int, hipDevice_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxDestroy(hipCtx_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxDisablePeerAccess(hipCtx_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxEnablePeerAccess(hipCtx_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxGetApiVersion(hipCtx_t, int *) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxGetCacheConfig(void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxGetCurrent(hipCtx_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxGetDevice(hipDevice_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxGetFlags(unsigned int *) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxGetSharedMemConfig(void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxPopCurrent(hipCtx_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxPushCurrent(hipCtx_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxSetCacheConfig() { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxSetCurrent(hipCtx_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxSetSharedMemConfig() { return kNotSupported; }
FAKE_WEAK hipError_t hipCtxSynchronize() { return kNotSupported; }
FAKE_WEAK hipError_t hipDestroyExternalMemory() { return kNotSupported; }
FAKE_WEAK hipError_t hipDestroyExternalSemaphore() { return kNotSupported; }
FAKE_WEAK hipError_t hipDestroySurfaceObject() { return kNotSupported; }
FAKE_WEAK hipError_t hipDestroyTextureObject() { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceCanAccessPeer(int *, int, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceComputeCapability(int *, int *, hipDevice_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceDisablePeerAccess(int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceEnablePeerAccess(int, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGet(hipDevice_t *, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetAttribute(int *, hipDeviceAttribute_t, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetByPCIBusId(int *, const char *) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetCacheConfig(void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetGraphMemAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetLimit() { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetMemPool(hipMemPool_t *, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetName(char *, int, hipDevice_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetP2PAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetPCIBusId(char *, int, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetSharedMemConfig(void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetStreamPriorityRange(int *, int *) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetTexture1DLinearMaxWidth(size_t *, const hipChannelFormatDesc *, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGetUuid(void *, hipDevice_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceGraphMemTrim(int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDevicePrimaryCtxGetState(hipDevice_t, unsigned int *, int *) { return kNotSupported; }
FAKE_WEAK hipError_t hipDevicePrimaryCtxRelease(hipDevice_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDevicePrimaryCtxReset(hipDevice_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *, hipDevice_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceReset() { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceSetCacheConfig() { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceSetGraphMemAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceSetLimit() { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceSetMemPool(int, hipMemPool_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceSetSharedMemConfig() { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceSynchronize() { return kNotSupported; }
FAKE_WEAK hipError_t hipDeviceTotalMem(size_t *, hipDevice_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDriverGetVersion(int *) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvGetErrorName(hipError_t, const char **) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvGetErrorString(hipError_t, const char **) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, hipDeviceptr_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const void *, hipCtx_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const void *, hipCtx_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t, hipGraphNode_t, const void *, hipCtx_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t, hipGraphNode_t, const void *, hipCtx_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvLaunchKernelEx(const void *, hipFunction_t, void **, void **) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvMemcpy2DUnaligned(const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvMemcpy3D(const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvMemcpy3DAsync(const void *, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipDrvPointerGetAttributes(unsigned int, void *, void **, hipDeviceptr_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipEventCreate(hipEvent_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipEventCreateWithFlags(hipEvent_t *, unsigned) { return kNotSupported; }
FAKE_WEAK hipError_t hipEventDestroy(hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipEventElapsedTime(float *, hipEvent_t, hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipEventQuery(hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipEventRecord(hipEvent_t, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream) {
  PerThreadDefault here;
  return hipEventRecord(event, stream);
}
FAKE_WEAK hipError_t hipEventRecordWithFlags(hipEvent_t, hipStream_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipEventSynchronize(hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipExtGetLastError() { return kNotSupported; }
FAKE_WEAK hipError_t hipExtGetLinkTypeAndHopCount(int, int, uint32_t *, uint32_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipExtHostAlloc(void **, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipExtLaunchKernel(const void *, dim3, dim3, void **, size_t, hipStream_t, hipEvent_t, hipEvent_t, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipExtLaunchMultiKernelMultiDevice(void *, int, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipExtMallocWithFlags(void **, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipExtModuleLaunchKernel(hipFunction_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, size_t, hipStream_t, void **, void **, hipEvent_t, hipEvent_t, uint32_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipExtStreamCreateWithCUMask(hipStream_t *, uint32_t, const uint32_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipExtStreamGetCUMask(hipStream_t, uint32_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipExternalMemoryGetMappedBuffer() { return kNotSupported; }
FAKE_WEAK hipError_t hipExternalMemoryGetMappedMipmappedArray() { return kNotSupported; }
FAKE_WEAK hipError_t hipFree(void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipFreeArray(hipArray_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipFreeAsync(void *, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipFreeHost(void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipFreeMipmappedArray(hipMipmappedArray_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipFuncGetAttribute(int *, hipFunction_attribute, hipFunction_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipFuncGetAttributes(void *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipFuncSetAttribute(const void *, hipFuncAttribute, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipFuncSetCacheConfig() { return kNotSupported; }
FAKE_WEAK hipError_t hipFuncSetSharedMemConfig() { return kNotSupported; }
FAKE_WEAK hipError_t hipGLGetDevices() { return kNotSupported; }
FAKE_WEAK hipError_t hipGetChannelDesc(hipChannelFormatDesc *, hipArray_const_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetDevice(int *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetDeviceCount(int *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetDeviceFlags(unsigned int *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetDeviceProperties(void *, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetDevicePropertiesR0000(void *, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetDevicePropertiesR0600(void *, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetDriverEntryPoint(const char *, void **, unsigned long long, void *) { return kNotSupported; }
FAKE_EXPORT hipError_t hipGetDriverEntryPoint_spt(const char *symbol, void **funcPtr, unsigned long long flags, void *status) {
  PerThreadDefault here;
  return hipGetDriverEntryPoint(symbol, funcPtr, flags, status);
}
FAKE_WEAK const char *hipGetErrorName(hipError_t) { return {}; }
FAKE_WEAK const char *hipGetErrorString(hipError_t) { return {}; }
FAKE_WEAK hipError_t hipGetFuncBySymbol(hipFunction_t *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetLastError() { return kNotSupported; }
FAKE_WEAK hipError_t hipGetMipmappedArrayLevel(hipArray_t *, hipMipmappedArray_const_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetProcAddress(const char *, void **, int, uint64_t, void *) { return kNotSupported; }
FAKE_WEAK int hipGetStreamDeviceId(hipStream_t) { return {}; }
FAKE_WEAK hipError_t hipGetSymbolAddress(void **, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetSymbolSize(size_t *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetTextureAlignmentOffset(size_t *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGetTextureObjectResourceDesc() { return kNotSupported; }
FAKE_WEAK hipError_t hipGetTextureObjectResourceViewDesc() { return kNotSupported; }
FAKE_WEAK hipError_t hipGetTextureObjectTextureDesc() { return kNotSupported; }
FAKE_WEAK hipError_t hipGetTextureReference(const textureReference **, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddBatchMemOpNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, hipGraph_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddDependencies(hipGraph_t, const hipGraphNode_t *, const hipGraphNode_t *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddEmptyNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddExternalSemaphoresSignalNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddExternalSemaphoresWaitNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddHostNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddKernelNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, void *, const void *, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, void *, const void *, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const void *, const void *, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddMemsetNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphAddNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphBatchMemOpNodeGetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphBatchMemOpNodeSetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t, hipGraph_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphClone(hipGraph_t *, hipGraph_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphCreate(hipGraph_t *, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphDebugDotPrint(hipGraph_t, const char *, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphDestroy(hipGraph_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphDestroyNode(hipGraphNode_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t, hipEvent_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t, hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t, hipEvent_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t, hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecBatchMemOpNodeSetParams(hipGraphExec_t, hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t, hipGraphNode_t, hipGraph_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecDestroy(hipGraphExec_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t, hipGraphNode_t, hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t, hipGraphNode_t, hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecExternalSemaphoresSignalNodeSetParams(hipGraphExec_t, hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecExternalSemaphoresWaitNodeSetParams(hipGraphExec_t, hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecGetFlags(hipGraphExec_t, unsigned long long *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t, hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t, hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t, hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t, hipGraphNode_t, void *, const void *, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t, hipGraphNode_t, void *, const void *, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t, hipGraphNode_t, const void *, const void *, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t, hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecNodeSetParams(hipGraphExec_t, hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExecUpdate(hipGraphExec_t, hipGraph_t, hipGraphNode_t *, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExternalSemaphoresSignalNodeGetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExternalSemaphoresSignalNodeSetParams(hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExternalSemaphoresWaitNodeGetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphExternalSemaphoresWaitNodeSetParams(hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphGetEdges(hipGraph_t, hipGraphNode_t *, hipGraphNode_t *, size_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphGetNodes(hipGraph_t, hipGraphNode_t *, size_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphGetRootNodes(hipGraph_t, hipGraphNode_t *, size_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphHostNodeGetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphHostNodeSetParams(hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphInstantiate(hipGraphExec_t *, hipGraph_t, hipGraphNode_t *, char *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *, hipGraph_t, unsigned long long) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphInstantiateWithParams(hipGraphExec_t *, hipGraph_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t, hipGraphNode_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphKernelNodeGetAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphKernelNodeSetAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphLaunch(hipGraphExec_t, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipGraphLaunch_spt(hipGraphExec_t graphExec, hipStream_t stream) {
  PerThreadDefault here;
  return hipGraphLaunch(graphExec, stream);
}
FAKE_WEAK hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t, void *, const void *, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t, void *, const void *, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t, const void *, const void *, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphNodeFindInClone(hipGraphNode_t *, hipGraphNode_t, hipGraph_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphNodeGetDependencies(hipGraphNode_t, hipGraphNode_t *, size_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t, hipGraphNode_t *, size_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphNodeGetEnabled(hipGraphExec_t, hipGraphNode_t, unsigned int *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphNodeGetType(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphNodeSetEnabled(hipGraphExec_t, hipGraphNode_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphNodeSetParams(hipGraphNode_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphReleaseUserObject() { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphRemoveDependencies(hipGraph_t, const hipGraphNode_t *, const hipGraphNode_t *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphRetainUserObject() { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphUpload(hipGraphExec_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphicsGLRegisterBuffer(void **, GLuint, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphicsGLRegisterImage(void **, GLuint, GLenum, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphicsMapResources(int, void *, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphicsResourceGetMappedPointer() { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphicsSubResourceGetMappedArray() { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphicsUnmapResources(int, void *, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipGraphicsUnregisterResource() { return kNotSupported; }
FAKE_WEAK hipError_t hipHccModuleLaunchKernel(hipFunction_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, size_t, hipStream_t, void **, void **, hipEvent_t, hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipHostAlloc(void **, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipHostFree(void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipHostGetDevicePointer(void **, void *, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipHostGetFlags(unsigned int *, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipHostMalloc(void **, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipHostRegister(void *, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipHostUnregister(void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipImportExternalMemory(void *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipImportExternalSemaphore(void *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipInit(unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipIpcCloseMemHandle(void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipIpcGetEventHandle(void *, hipEvent_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipIpcGetMemHandle(void *, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipIpcOpenEventHandle() { return kNotSupported; }
FAKE_WEAK hipError_t hipIpcOpenMemHandle() { return kNotSupported; }
FAKE_WEAK const char *hipKernelNameRef(const hipFunction_t) { return {}; }
FAKE_WEAK const char *hipKernelNameRefByPtr(const void *, hipStream_t) { return {}; }
FAKE_WEAK hipError_t hipLaunchByPtr(const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipLaunchCooperativeKernel(const void *, dim3, dim3, void **, unsigned int, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipLaunchCooperativeKernel_spt(const void *f, dim3 gridDim, dim3 blockDimX, void **kernelParams, unsigned int sharedMemBytes, hipStream_t stream) {
  PerThreadDefault here;
  return hipLaunchCooperativeKernel(f, gridDim, blockDimX, kernelParams, sharedMemBytes, stream);
}
FAKE_WEAK hipError_t hipLaunchCooperativeKernelMultiDevice(void *, int, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipLaunchHostFunc(hipStream_t, hipHostFn_t, void *) { return kNotSupported; }
FAKE_EXPORT hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t fn, void *userData) {
  PerThreadDefault here;
  return hipLaunchHostFunc(stream, fn, userData);
}
FAKE_WEAK hipError_t hipLaunchKernel(const void *, dim3, dim3, void **, size_t, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipLaunchKernel_spt(const void *function_address, dim3 numBlocks, dim3 dimBlocks, void **args, size_t sharedMemBytes, hipStream_t stream) {
  PerThreadDefault here;
  return hipLaunchKernel(function_address, numBlocks, dimBlocks, args, sharedMemBytes, stream);
}
FAKE_WEAK hipError_t hipLaunchKernelExC(const void *, const void *, void **) { return kNotSupported; }
FAKE_WEAK hipError_t hipLibraryGetKernel() { return kNotSupported; }
FAKE_WEAK hipError_t hipLibraryGetKernelCount() { return kNotSupported; }
FAKE_WEAK hipError_t hipLibraryLoadData(void *, const void *, hipJitOption *, void **, unsigned int, void *, void **, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipLibraryLoadFromFile(void *, const char *, hipJitOption *, void **, unsigned int, void *, void **, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipLibraryUnload() { return kNotSupported; }
FAKE_WEAK hipError_t hipLinkAddData() { return kNotSupported; }
FAKE_WEAK hipError_t hipLinkAddFile() { return kNotSupported; }
FAKE_WEAK hipError_t hipLinkComplete() { return kNotSupported; }
FAKE_WEAK hipError_t hipLinkCreate(unsigned int, hipJitOption *, void **, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipLinkDestroy() { return kNotSupported; }
FAKE_WEAK hipError_t hipMalloc(void **, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMalloc3D(hipPitchedPtr *, hipExtent) { return kNotSupported; }
FAKE_WEAK hipError_t hipMalloc3DArray(hipArray_t *, const hipChannelFormatDesc *, hipExtent, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipMallocArray(hipArray_t *, const hipChannelFormatDesc *, size_t, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipMallocAsync(void **, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMallocFromPoolAsync(void **, size_t, hipMemPool_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMallocHost(void **, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMallocManaged(void **, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipMallocMipmappedArray(hipMipmappedArray_t *, const hipChannelFormatDesc *, hipExtent, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipMallocPitch(void **, size_t *, size_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemAddressFree(void *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemAddressReserve(void **, size_t, size_t, void *, unsigned long long) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemAdvise() { return kNotSupported; }
FAKE_WEAK hipError_t hipMemAllocHost(void **, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemAllocPitch(hipDeviceptr_t *, size_t *, size_t, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *, size_t, const void *, unsigned long long) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemExportToShareableHandle() { return kNotSupported; }
FAKE_WEAK hipError_t hipMemGetAccess(unsigned long long *, const hipMemLocation *, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemGetAddressRange(hipDeviceptr_t *, size_t *, hipDeviceptr_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemGetAllocationGranularity() { return kNotSupported; }
FAKE_WEAK hipError_t hipMemGetAllocationPropertiesFromHandle(void *, hipMemGenericAllocationHandle_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemGetHandleForAddressRange() { return kNotSupported; }
FAKE_WEAK hipError_t hipMemGetInfo(size_t *, size_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemImportFromShareableHandle() { return kNotSupported; }
FAKE_WEAK hipError_t hipMemMap(void *, size_t, size_t, hipMemGenericAllocationHandle_t, unsigned long long) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemMapArrayAsync(void *, unsigned int, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolCreate(hipMemPool_t *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolDestroy(hipMemPool_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolExportPointer(void *, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolExportToShareableHandle() { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolGetAccess(void *, hipMemPool_t, hipMemLocation *) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolGetAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolImportFromShareableHandle() { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolImportPointer(void **, hipMemPool_t, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolSetAccess(hipMemPool_t, const void *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolSetAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPoolTrimTo(hipMemPool_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPrefetchAsync(const void *, size_t, int, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPrefetchAsync_v2(const void *, size_t, hipMemLocation, unsigned int, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemPtrGetInfo(void *, size_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemRangeGetAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipMemRangeGetAttributes(void **, size_t *, void *, size_t, const void *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemRelease(hipMemGenericAllocationHandle_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *, void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemSetAccess(void *, size_t, const void *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemUnmap(void *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpy(void *, const void *, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpy_spt(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind) {
  PerThreadDefault here;
  return hipMemcpy(dst, src, sizeBytes, kind);
}
FAKE_WEAK hipError_t hipMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpy2D_spt(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind) {
  PerThreadDefault here;
  return hipMemcpy2D(dst, dpitch, src, spitch, width, height, kind);
}
FAKE_WEAK hipError_t hipMemcpy2DArrayToArray(hipArray_t, size_t, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpy2DAsync_spt(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  PerThreadDefault here;
  return hipMemcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream);
}
FAKE_WEAK hipError_t hipMemcpy2DFromArray(void *, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpy2DFromArray_spt(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind) {
  PerThreadDefault here;
  return hipMemcpy2DFromArray(dst, dpitch, src, wOffset, hOffset, width, height, kind);
}
FAKE_WEAK hipError_t hipMemcpy2DFromArrayAsync(void *, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpy2DFromArrayAsync_spt(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  PerThreadDefault here;
  return hipMemcpy2DFromArrayAsync(dst, dpitch, src, wOffset, hOffset, width, height, kind, stream);
}
FAKE_WEAK hipError_t hipMemcpy2DToArray(hipArray_t, size_t, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpy2DToArray_spt(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind) {
  PerThreadDefault here;
  return hipMemcpy2DToArray(dst, wOffset, hOffset, src, spitch, width, height, kind);
}
FAKE_WEAK hipError_t hipMemcpy2DToArrayAsync(hipArray_t, size_t, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpy2DToArrayAsync_spt(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  PerThreadDefault here;
  return hipMemcpy2DToArrayAsync(dst, wOffset, hOffset, src, spitch, width, height, kind, stream);
}
FAKE_WEAK hipError_t hipMemcpy3D(const void *) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpy3D_spt(const void *p) {
  PerThreadDefault here;
  return hipMemcpy3D(p);
}
FAKE_WEAK hipError_t hipMemcpy3DAsync(const void *, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpy3DAsync_spt(const void *p, hipStream_t stream) {
  PerThreadDefault here;
  return hipMemcpy3DAsync(p, stream);
}
FAKE_WEAK hipError_t hipMemcpy3DBatchAsync(size_t, void *, size_t *, unsigned long long, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpy3DPeer(void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpy3DPeerAsync(void *, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyAsync(void *, const void *, size_t, hipMemcpyKind, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpyAsync_spt(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream) {
  PerThreadDefault here;
  return hipMemcpyAsync(dst, src, sizeBytes, kind, stream);
}
FAKE_WEAK hipError_t hipMemcpyAtoA(hipArray_t, size_t, hipArray_t, size_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyAtoD(hipDeviceptr_t, hipArray_t, size_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyAtoH(void *, hipArray_t, size_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyAtoHAsync(void *, hipArray_t, size_t, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyBatchAsync(void **, void **, size_t *, size_t, void *, size_t *, size_t, size_t *, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyDtoA(hipArray_t, size_t, hipDeviceptr_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyDtoD(hipDeviceptr_t, hipDeviceptr_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t, hipDeviceptr_t, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyDtoH(void *, hipDeviceptr_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyDtoHAsync(void *, hipDeviceptr_t, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyFromArray(void *, hipArray_const_t, size_t, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpyFromArray_spt(void *dst, hipArray_const_t srcArray, size_t wOffset, size_t hOffset, size_t count, hipMemcpyKind kind) {
  PerThreadDefault here;
  return hipMemcpyFromArray(dst, srcArray, wOffset, hOffset, count, kind);
}
FAKE_WEAK hipError_t hipMemcpyFromSymbol(void *, const void *, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpyFromSymbol_spt(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind) {
  PerThreadDefault here;
  return hipMemcpyFromSymbol(dst, symbol, sizeBytes, offset, kind);
}
FAKE_WEAK hipError_t hipMemcpyFromSymbolAsync(void *, const void *, size_t, size_t, hipMemcpyKind, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpyFromSymbolAsync_spt(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  PerThreadDefault here;
  return hipMemcpyFromSymbolAsync(dst, symbol, sizeBytes, offset, kind, stream);
}
FAKE_WEAK hipError_t hipMemcpyHtoA(hipArray_t, size_t, const void *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyHtoAAsync(hipArray_t, size_t, const void *, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyHtoD(hipDeviceptr_t, void *, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t, void *, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyParam2D(const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyParam2DAsync(const void *, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyPeer(void *, int, const void *, int, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyPeerAsync(void *, int, const void *, int, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyToArray(hipArray_t, size_t, size_t, const void *, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemcpyToSymbol(const void *, const void *, size_t, size_t, hipMemcpyKind) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpyToSymbol_spt(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind) {
  PerThreadDefault here;
  return hipMemcpyToSymbol(symbol, src, sizeBytes, offset, kind);
}
FAKE_WEAK hipError_t hipMemcpyToSymbolAsync(const void *, const void *, size_t, size_t, hipMemcpyKind, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemcpyToSymbolAsync_spt(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  PerThreadDefault here;
  return hipMemcpyToSymbolAsync(symbol, src, sizeBytes, offset, kind, stream);
}
FAKE_WEAK hipError_t hipMemcpyWithStream(void *, const void *, size_t, hipMemcpyKind, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemset(void *, int, size_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemset_spt(void *dst, int value, size_t sizeBytes) {
  PerThreadDefault here;
  return hipMemset(dst, value, sizeBytes);
}
FAKE_WEAK hipError_t hipMemset2D(void *, size_t, int, size_t, size_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemset2D_spt(void *dst, size_t pitch, int value, size_t width, size_t height) {
  PerThreadDefault here;
  return hipMemset2D(dst, pitch, value, width, height);
}
FAKE_WEAK hipError_t hipMemset2DAsync(void *, size_t, int, size_t, size_t, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemset2DAsync_spt(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream) {
  PerThreadDefault here;
  return hipMemset2DAsync(dst, pitch, value, width, height, stream);
}
FAKE_WEAK hipError_t hipMemset3D(hipPitchedPtr, int, hipExtent) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemset3D_spt(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent) {
  PerThreadDefault here;
  return hipMemset3D(pitchedDevPtr, value, extent);
}
FAKE_WEAK hipError_t hipMemset3DAsync(hipPitchedPtr, int, hipExtent, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemset3DAsync_spt(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream) {
  PerThreadDefault here;
  return hipMemset3DAsync(pitchedDevPtr, value, extent, stream);
}
FAKE_WEAK hipError_t hipMemsetAsync(void *, int, size_t, hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipMemsetAsync_spt(void *dst, int value, size_t sizeBytes, hipStream_t stream) {
  PerThreadDefault here;
  return hipMemsetAsync(dst, value, sizeBytes, stream);
}
FAKE_WEAK hipError_t hipMemsetD16(hipDeviceptr_t, unsigned short, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD16Async(hipDeviceptr_t, unsigned short, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD2D16(hipDeviceptr_t, size_t, unsigned short, size_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD2D16Async(hipDeviceptr_t, size_t, unsigned short, size_t, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD2D32(hipDeviceptr_t, size_t, unsigned int, size_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD2D32Async(hipDeviceptr_t, size_t, unsigned int, size_t, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD2D8(hipDeviceptr_t, size_t, unsigned char, size_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD2D8Async(hipDeviceptr_t, size_t, unsigned char, size_t, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD32(hipDeviceptr_t, int, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD32Async(hipDeviceptr_t, int, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD8(hipDeviceptr_t, unsigned char, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMemsetD8Async(hipDeviceptr_t, unsigned char, size_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t *, void *, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipMipmappedArrayGetLevel(hipArray_t *, hipMipmappedArray_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleGetFunction(hipFunction_t *, hipModule_t, const char *) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleGetFunctionCount(unsigned int *, hipModule_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleGetGlobal(hipDeviceptr_t *, size_t *, hipModule_t, const char *) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleGetTexRef(textureReference **, hipModule_t, const char *) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, hipStream_t, void **) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleLaunchCooperativeKernelMultiDevice(void *, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleLaunchKernel(hipFunction_t, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, hipStream_t, void **, void **) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleLoad(hipModule_t *, const char *) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleLoadData(hipModule_t *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleLoadDataEx(hipModule_t *, const void *, unsigned int, hipJitOption *, void **) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleLoadFatBinary(hipModule_t *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *, hipFunction_t, int, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, hipFunction_t, int, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *, int *, hipFunction_t, size_t, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *, int *, hipFunction_t, size_t, int, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipModuleUnload(hipModule_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t *, const void *, int, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, const void *, int, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipOccupancyMaxPotentialBlockSize(int *, int *, const void *, size_t, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipPeekAtLastError() { return kNotSupported; }
FAKE_WEAK hipError_t hipPointerGetAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipPointerGetAttributes(void *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipPointerSetAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipProfilerStart() { return kNotSupported; }
FAKE_WEAK hipError_t hipProfilerStop() { return kNotSupported; }
FAKE_WEAK void hipRegisterTracerCallback(void *) {}
FAKE_WEAK hipError_t hipRuntimeGetVersion(int *) { return kNotSupported; }
FAKE_WEAK hipError_t hipSetDevice(int) { return kNotSupported; }
FAKE_WEAK hipError_t hipSetDeviceFlags(unsigned) { return kNotSupported; }
FAKE_WEAK hipError_t hipSetValidDevices(int *, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipSetupArgument(const void *, size_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipSignalExternalSemaphoresAsync(const void *, const void *, unsigned int, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamAddCallback(hipStream_t, hipStreamCallback_t, void *, unsigned int) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback, void *userData, unsigned int flags) {
  PerThreadDefault here;
  return hipStreamAddCallback(stream, callback, userData, flags);
}
FAKE_WEAK hipError_t hipStreamAttachMemAsync(hipStream_t, void *, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamBatchMemOp(hipStream_t, unsigned int, void *, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamBeginCapture(hipStream_t, hipStreamCaptureMode) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode) {
  PerThreadDefault here;
  return hipStreamBeginCapture(stream, mode);
}
FAKE_WEAK hipError_t hipStreamBeginCaptureToGraph(hipStream_t, hipGraph_t, const hipGraphNode_t *, const void *, size_t, hipStreamCaptureMode) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamCopyAttributes(hipStream_t, hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamCreate(hipStream_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamCreateWithFlags(hipStream_t *, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamCreateWithPriority(hipStream_t *, unsigned int, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamDestroy(hipStream_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamEndCapture(hipStream_t, hipGraph_t *) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *pGraph) {
  PerThreadDefault here;
  return hipStreamEndCapture(stream, pGraph);
}
FAKE_WEAK hipError_t hipStreamGetAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamGetCaptureInfo(hipStream_t, hipStreamCaptureStatus *, unsigned long long *) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamGetCaptureInfo_spt(hipStream_t stream, hipStreamCaptureStatus *pCaptureStatus, unsigned long long *pId) {
  PerThreadDefault here;
  return hipStreamGetCaptureInfo(stream, pCaptureStatus, pId);
}
FAKE_WEAK hipError_t hipStreamGetCaptureInfo_v2(hipStream_t, hipStreamCaptureStatus *, unsigned long long *, hipGraph_t *, const hipGraphNode_t **, size_t *) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamGetCaptureInfo_v2_spt(hipStream_t stream, hipStreamCaptureStatus *captureStatus_out, unsigned long long *id_out, hipGraph_t *graph_out, const hipGraphNode_t **dependencies_out, size_t *numDependencies_out) {
  PerThreadDefault here;
  return hipStreamGetCaptureInfo_v2(stream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out);
}
FAKE_WEAK hipError_t hipStreamGetDevice(hipStream_t, hipDevice_t *) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamGetFlags(hipStream_t, unsigned int *) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned int *flags) {
  PerThreadDefault here;
  return hipStreamGetFlags(stream, flags);
}
FAKE_WEAK hipError_t hipStreamGetId(hipStream_t, unsigned long long *) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamGetPriority(hipStream_t, int *) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamGetPriority_spt(hipStream_t stream, int *priority) {
  PerThreadDefault here;
  return hipStreamGetPriority(stream, priority);
}
FAKE_WEAK hipError_t hipStreamIsCapturing(hipStream_t, hipStreamCaptureStatus *) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamIsCapturing_spt(hipStream_t stream, hipStreamCaptureStatus *pCaptureStatus) {
  PerThreadDefault here;
  return hipStreamIsCapturing(stream, pCaptureStatus);
}
FAKE_WEAK hipError_t hipStreamQuery(hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamQuery_spt(hipStream_t stream) {
  PerThreadDefault here;
  return hipStreamQuery(stream);
}
FAKE_WEAK hipError_t hipStreamSetAttribute() { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamSynchronize(hipStream_t) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamSynchronize_spt(hipStream_t stream) {
  PerThreadDefault here;
  return hipStreamSynchronize(stream);
}
FAKE_WEAK hipError_t hipStreamUpdateCaptureDependencies(hipStream_t, hipGraphNode_t *, size_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned int) { return kNotSupported; }
FAKE_EXPORT hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned int flags) {
  PerThreadDefault here;
  return hipStreamWaitEvent(stream, event, flags);
}
FAKE_WEAK hipError_t hipStreamWaitValue32(hipStream_t, void *, uint32_t, unsigned int, uint32_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamWaitValue64(hipStream_t, void *, uint64_t, unsigned int, uint64_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamWriteValue32(hipStream_t, void *, uint32_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipStreamWriteValue64(hipStream_t, void *, uint64_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexObjectCreate(void *, const void *, const void *, const void *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexObjectDestroy() { return kNotSupported; }
FAKE_WEAK hipError_t hipTexObjectGetResourceDesc() { return kNotSupported; }
FAKE_WEAK hipError_t hipTexObjectGetResourceViewDesc() { return kNotSupported; }
FAKE_WEAK hipError_t hipTexObjectGetTextureDesc() { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetAddress(hipDeviceptr_t *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetAddressMode(void *, const textureReference *, int) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetArray(hipArray_t *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetBorderColor(float *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetFilterMode(void *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetFlags(unsigned int *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetFormat(void *, int *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetMaxAnisotropy(int *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetMipMappedArray(hipMipmappedArray_t *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetMipmapFilterMode(void *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetMipmapLevelBias(float *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefGetMipmapLevelClamp(float *, float *, const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetAddress(size_t *, textureReference *, hipDeviceptr_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetAddress2D(textureReference *, const void *, hipDeviceptr_t, size_t) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetAddressMode() { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetArray(textureReference *, hipArray_const_t, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetBorderColor(textureReference *, float *) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetFilterMode() { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetFlags(textureReference *, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetFormat() { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetMaxAnisotropy(textureReference *, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetMipmapFilterMode() { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetMipmapLevelBias(textureReference *, float) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetMipmapLevelClamp(textureReference *, float, float) { return kNotSupported; }
FAKE_WEAK hipError_t hipTexRefSetMipmappedArray(textureReference *, void *, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *) { return kNotSupported; }
FAKE_WEAK hipError_t hipUnbindTexture(const textureReference *) { return kNotSupported; }
FAKE_WEAK hipError_t hipUserObjectCreate(void *, void *, hipHostFn_t, unsigned int, unsigned int) { return kNotSupported; }
FAKE_WEAK hipError_t hipUserObjectRelease() { return kNotSupported; }
FAKE_WEAK hipError_t hipUserObjectRetain() { return kNotSupported; }
FAKE_WEAK hipError_t hipWaitExternalSemaphoresAsync(const void *, const void *, unsigned int, hipStream_t) { return kNotSupported; }
FAKE_WEAK hiprtcResult hiprtcAddNameExpression(hiprtcProgram, const char *) { return {}; }
FAKE_WEAK hiprtcResult hiprtcCompileProgram(hiprtcProgram, int, const char **) { return {}; }
FAKE_WEAK hiprtcResult hiprtcCreateProgram(hiprtcProgram *, const char *, const char *, int, const char **, const char **) { return {}; }
FAKE_WEAK hiprtcResult hiprtcDestroyProgram(hiprtcProgram *) { return {}; }
FAKE_WEAK hiprtcResult hiprtcGetBitcode(hiprtcProgram, char *) { return {}; }
FAKE_WEAK hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram, size_t *) { return {}; }
FAKE_WEAK hiprtcResult hiprtcGetCode(hiprtcProgram, char *) { return {}; }
FAKE_WEAK hiprtcResult hiprtcGetCodeSize(hiprtcProgram, size_t *) { return {}; }
FAKE_WEAK const char *hiprtcGetErrorString(hiprtcResult) { return {}; }
FAKE_WEAK hiprtcResult hiprtcGetLoweredName(hiprtcProgram, const char *, const char **) { return {}; }
FAKE_WEAK hiprtcResult hiprtcGetProgramLog(hiprtcProgram, char *) { return {}; }
FAKE_WEAK hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram, size_t *) { return {}; }
FAKE_WEAK hiprtcResult hiprtcLinkAddData() { return {}; }
FAKE_WEAK hiprtcResult hiprtcLinkAddFile() { return {}; }
FAKE_WEAK hiprtcResult hiprtcLinkComplete() { return {}; }
FAKE_WEAK hiprtcResult hiprtcLinkCreate(unsigned int, void *, void **, void *) { return {}; }
FAKE_WEAK hiprtcResult hiprtcLinkDestroy() { return {}; }
FAKE_WEAK hiprtcResult hiprtcVersion(int *, int *) { return {}; }

const Symbol fake::kSymbols[] = {
    {"__hipPopCallConfiguration", 1, 402, reinterpret_cast<void *>(&::__hipPopCallConfiguration), nullptr},
    {"__hipPushCallConfiguration", 1, 402, reinterpret_cast<void *>(&::__hipPushCallConfiguration), nullptr},
    {"__hipRegisterFatBinary", 1, 402, reinterpret_cast<void *>(&::__hipRegisterFatBinary), nullptr},
    {"__hipRegisterFunction", 1, 402, reinterpret_cast<void *>(&::__hipRegisterFunction), nullptr},
    {"__hipRegisterManagedVar", 1, 402, reinterpret_cast<void *>(&::__hipRegisterManagedVar), nullptr},
    {"__hipRegisterSurface", 1, 402, reinterpret_cast<void *>(&::__hipRegisterSurface), nullptr},
    {"__hipRegisterTexture", 1, 402, reinterpret_cast<void *>(&::__hipRegisterTexture), nullptr},
    {"__hipRegisterVar", 1, 402, reinterpret_cast<void *>(&::__hipRegisterVar), nullptr},
    {"__hipUnregisterFatBinary", 1, 402, reinterpret_cast<void *>(&::__hipUnregisterFatBinary), nullptr},
    {"hipApiName", 1, 402, reinterpret_cast<void *>(&::hipApiName), nullptr},
    {"hipArray3DCreate", 1, 402, reinterpret_cast<void *>(&::hipArray3DCreate), nullptr},
    {"hipArray3DGetDescriptor", 1, 506, reinterpret_cast<void *>(&::hipArray3DGetDescriptor), nullptr},
    {"hipArrayCreate", 1, 402, reinterpret_cast<void *>(&::hipArrayCreate), nullptr},
    {"hipArrayDestroy", 1, 403, reinterpret_cast<void *>(&::hipArrayDestroy), nullptr},
    {"hipArrayGetDescriptor", 1, 506, reinterpret_cast<void *>(&::hipArrayGetDescriptor), nullptr},
    {"hipArrayGetInfo", 1, 506, reinterpret_cast<void *>(&::hipArrayGetInfo), nullptr},
    {"hipBindTexture", 1, 402, reinterpret_cast<void *>(&::hipBindTexture), nullptr},
    {"hipBindTexture2D", 1, 402, reinterpret_cast<void *>(&::hipBindTexture2D), nullptr},
    {"hipBindTextureToArray", 1, 402, reinterpret_cast<void *>(&::hipBindTextureToArray), nullptr},
    {"hipBindTextureToMipmappedArray", 1, 402, reinterpret_cast<void *>(&::hipBindTextureToMipmappedArray), nullptr},
    {"hipChooseDevice", 1, 402, reinterpret_cast<void *>(&::hipChooseDevice), nullptr},
    {"hipChooseDeviceR0000", 1, 402, reinterpret_cast<void *>(&::hipChooseDeviceR0000), nullptr},
    {"hipChooseDeviceR0600", 1, 600, reinterpret_cast<void *>(&::hipChooseDeviceR0600), nullptr},
    {"hipConfigureCall", 1, 402, reinterpret_cast<void *>(&::hipConfigureCall), nullptr},
    {"hipCreateChannelDesc", 1, 402, reinterpret_cast<void *>(&::hipCreateChannelDesc), nullptr},
    {"hipCreateSurfaceObject", 1, 402, reinterpret_cast<void *>(&::hipCreateSurfaceObject), nullptr},
    {"hipCreateTextureObject", 1, 402, reinterpret_cast<void *>(&::hipCreateTextureObject), nullptr},
    {"hipCtxCreate", 1, 402, reinterpret_cast<void *>(&::hipCtxCreate), nullptr},
    {"hipCtxDestroy", 1, 402, reinterpret_cast<void *>(&::hipCtxDestroy), nullptr},
    {"hipCtxDisablePeerAccess", 1, 402, reinterpret_cast<void *>(&::hipCtxDisablePeerAccess), nullptr},
    {"hipCtxEnablePeerAccess", 1, 402, reinterpret_cast<void *>(&::hipCtxEnablePeerAccess), nullptr},
    {"hipCtxGetApiVersion", 1, 402, reinterpret_cast<void *>(&::hipCtxGetApiVersion), nullptr},
    {"hipCtxGetCacheConfig", 1, 402, reinterpret_cast<void *>(&::hipCtxGetCacheConfig), nullptr},
    {"hipCtxGetCurrent", 1, 402, reinterpret_cast<void *>(&::hipCtxGetCurrent), nullptr},
    {"hipCtxGetDevice", 1, 402, reinterpret_cast<void *>(&::hipCtxGetDevice), nullptr},
    {"hipCtxGetFlags", 1, 402, reinterpret_cast<void *>(&::hipCtxGetFlags), nullptr},
    {"hipCtxGetSharedMemConfig", 1, 402, reinterpret_cast<void *>(&::hipCtxGetSharedMemConfig), nullptr},
    {"hipCtxPopCurrent", 1, 402, reinterpret_cast<void *>(&::hipCtxPopCurrent), nullptr},
    {"hipCtxPushCurrent", 1, 402, reinterpret_cast<void *>(&::hipCtxPushCurrent), nullptr},
    {"hipCtxSetCacheConfig", 1, 402, reinterpret_cast<void *>(&::hipCtxSetCacheConfig), nullptr},
    {"hipCtxSetCurrent", 1, 402, reinterpret_cast<void *>(&::hipCtxSetCurrent), nullptr},
    {"hipCtxSetSharedMemConfig", 1, 402, reinterpret_cast<void *>(&::hipCtxSetSharedMemConfig), nullptr},
    {"hipCtxSynchronize", 1, 402, reinterpret_cast<void *>(&::hipCtxSynchronize), nullptr},
    {"hipDestroyExternalMemory", 1, 403, reinterpret_cast<void *>(&::hipDestroyExternalMemory), nullptr},
    {"hipDestroyExternalSemaphore", 1, 403, reinterpret_cast<void *>(&::hipDestroyExternalSemaphore), nullptr},
    {"hipDestroySurfaceObject", 1, 402, reinterpret_cast<void *>(&::hipDestroySurfaceObject), nullptr},
    {"hipDestroyTextureObject", 1, 402, reinterpret_cast<void *>(&::hipDestroyTextureObject), nullptr},
    {"hipDeviceCanAccessPeer", 1, 402, reinterpret_cast<void *>(&::hipDeviceCanAccessPeer), nullptr},
    {"hipDeviceComputeCapability", 1, 402, reinterpret_cast<void *>(&::hipDeviceComputeCapability), nullptr},
    {"hipDeviceDisablePeerAccess", 1, 402, reinterpret_cast<void *>(&::hipDeviceDisablePeerAccess), nullptr},
    {"hipDeviceEnablePeerAccess", 1, 402, reinterpret_cast<void *>(&::hipDeviceEnablePeerAccess), nullptr},
    {"hipDeviceGet", 1, 402, reinterpret_cast<void *>(&::hipDeviceGet), nullptr},
    {"hipDeviceGetAttribute", 1, 402, reinterpret_cast<void *>(&::hipDeviceGetAttribute), nullptr},
    {"hipDeviceGetByPCIBusId", 1, 402, reinterpret_cast<void *>(&::hipDeviceGetByPCIBusId), nullptr},
    {"hipDeviceGetCacheConfig", 1, 402, reinterpret_cast<void *>(&::hipDeviceGetCacheConfig), nullptr},
    {"hipDeviceGetDefaultMemPool", 1, 501, reinterpret_cast<void *>(&::hipDeviceGetDefaultMemPool), nullptr},
    {"hipDeviceGetGraphMemAttribute", 1, 405, reinterpret_cast<void *>(&::hipDeviceGetGraphMemAttribute), nullptr},
    {"hipDeviceGetLimit", 1, 402, reinterpret_cast<void *>(&::hipDeviceGetLimit), nullptr},
    {"hipDeviceGetMemPool", 1, 501, reinterpret_cast<void *>(&::hipDeviceGetMemPool), nullptr},
    {"hipDeviceGetName", 1, 402, reinterpret_cast<void *>(&::hipDeviceGetName), nullptr},
    {"hipDeviceGetP2PAttribute", 1, 402, reinterpret_cast<void *>(&::hipDeviceGetP2PAttribute), nullptr},
    {"hipDeviceGetPCIBusId", 1, 402, reinterpret_cast<void *>(&::hipDeviceGetPCIBusId), nullptr},
    {"hipDeviceGetSharedMemConfig", 1, 402, reinterpret_cast<void *>(&::hipDeviceGetSharedMemConfig), nullptr},
    {"hipDeviceGetStreamPriorityRange", 1, 402, reinterpret_cast<void *>(&::hipDeviceGetStreamPriorityRange), nullptr},
    {"hipDeviceGetTexture1DLinearMaxWidth", 1, 603, reinterpret_cast<void *>(&::hipDeviceGetTexture1DLinearMaxWidth), nullptr},
    {"hipDeviceGetUuid", 1, 501, reinterpret_cast<void *>(&::hipDeviceGetUuid), nullptr},
    {"hipDeviceGraphMemTrim", 1, 405, reinterpret_cast<void *>(&::hipDeviceGraphMemTrim), nullptr},
    {"hipDevicePrimaryCtxGetState", 1, 402, reinterpret_cast<void *>(&::hipDevicePrimaryCtxGetState), nullptr},
    {"hipDevicePrimaryCtxRelease", 1, 402, reinterpret_cast<void *>(&::hipDevicePrimaryCtxRelease), nullptr},
    {"hipDevicePrimaryCtxReset", 1, 402, reinterpret_cast<void *>(&::hipDevicePrimaryCtxReset), nullptr},
    {"hipDevicePrimaryCtxRetain", 1, 402, reinterpret_cast<void *>(&::hipDevicePrimaryCtxRetain), nullptr},
    {"hipDevicePrimaryCtxSetFlags", 1, 402, reinterpret_cast<void *>(&::hipDevicePrimaryCtxSetFlags), nullptr},
    {"hipDeviceReset", 1, 402, reinterpret_cast<void *>(&::hipDeviceReset), nullptr},
    {"hipDeviceSetCacheConfig", 1, 402, reinterpret_cast<void *>(&::hipDeviceSetCacheConfig), nullptr},
    {"hipDeviceSetGraphMemAttribute", 1, 405, reinterpret_cast<void *>(&::hipDeviceSetGraphMemAttribute), nullptr},
    {"hipDeviceSetLimit", 1, 503, reinterpret_cast<void *>(&::hipDeviceSetLimit), nullptr},
    {"hipDeviceSetMemPool", 1, 501, reinterpret_cast<void *>(&::hipDeviceSetMemPool), nullptr},
    {"hipDeviceSetSharedMemConfig", 1, 402, reinterpret_cast<void *>(&::hipDeviceSetSharedMemConfig), nullptr},
    {"hipDeviceSynchronize", 1, 402, reinterpret_cast<void *>(&::hipDeviceSynchronize), nullptr},
    {"hipDeviceTotalMem", 1, 402, reinterpret_cast<void *>(&::hipDeviceTotalMem), nullptr},
    {"hipDriverGetVersion", 1, 402, reinterpret_cast<void *>(&::hipDriverGetVersion), nullptr},
    {"hipDrvGetErrorName", 1, 503, reinterpret_cast<void *>(&::hipDrvGetErrorName), nullptr},
    {"hipDrvGetErrorString", 1, 503, reinterpret_cast<void *>(&::hipDrvGetErrorString), nullptr},
    {"hipDrvGraphAddMemFreeNode", 1, 602, reinterpret_cast<void *>(&::hipDrvGraphAddMemFreeNode), nullptr},
    {"hipDrvGraphAddMemcpyNode", 1, 506, reinterpret_cast<void *>(&::hipDrvGraphAddMemcpyNode), nullptr},
    {"hipDrvGraphAddMemsetNode", 1, 506, reinterpret_cast<void *>(&::hipDrvGraphAddMemsetNode), nullptr},
    {"hipDrvGraphExecMemcpyNodeSetParams", 1, 602, reinterpret_cast<void *>(&::hipDrvGraphExecMemcpyNodeSetParams), nullptr},
    {"hipDrvGraphExecMemsetNodeSetParams", 1, 602, reinterpret_cast<void *>(&::hipDrvGraphExecMemsetNodeSetParams), nullptr},
    {"hipDrvGraphMemcpyNodeGetParams", 1, 600, reinterpret_cast<void *>(&::hipDrvGraphMemcpyNodeGetParams), nullptr},
    {"hipDrvGraphMemcpyNodeSetParams", 1, 600, reinterpret_cast<void *>(&::hipDrvGraphMemcpyNodeSetParams), nullptr},
    {"hipDrvLaunchKernelEx", 1, 605, reinterpret_cast<void *>(&::hipDrvLaunchKernelEx), nullptr},
    {"hipDrvMemcpy2DUnaligned", 1, 403, reinterpret_cast<void *>(&::hipDrvMemcpy2DUnaligned), nullptr},
    {"hipDrvMemcpy3D", 1, 402, reinterpret_cast<void *>(&::hipDrvMemcpy3D), nullptr},
    {"hipDrvMemcpy3DAsync", 1, 402, reinterpret_cast<void *>(&::hipDrvMemcpy3DAsync), nullptr},
    {"hipDrvPointerGetAttributes", 1, 500, reinterpret_cast<void *>(&::hipDrvPointerGetAttributes), nullptr},
    {"hipEventCreate", 1, 402, reinterpret_cast<void *>(&::hipEventCreate), nullptr},
    {"hipEventCreateWithFlags", 1, 402, reinterpret_cast<void *>(&::hipEventCreateWithFlags), nullptr},
    {"hipEventDestroy", 1, 402, reinterpret_cast<void *>(&::hipEventDestroy), nullptr},
    {"hipEventElapsedTime", 1, 402, reinterpret_cast<void *>(&::hipEventElapsedTime), nullptr},
    {"hipEventQuery", 1, 402, reinterpret_cast<void *>(&::hipEventQuery), nullptr},
    {"hipEventRecord", 1, 402, reinterpret_cast<void *>(&::hipEventRecord), reinterpret_cast<void *>(&::hipEventRecord_spt)},
    {"hipEventRecordWithFlags", 1, 604, reinterpret_cast<void *>(&::hipEventRecordWithFlags), nullptr},
    {"hipEventSynchronize", 1, 402, reinterpret_cast<void *>(&::hipEventSynchronize), nullptr},
    {"hipExtGetLastError", 1, 600, reinterpret_cast<void *>(&::hipExtGetLastError), nullptr},
    {"hipExtGetLinkTypeAndHopCount", 1, 402, reinterpret_cast<void *>(&::hipExtGetLinkTypeAndHopCount), nullptr},
    {"hipExtHostAlloc", 1, 603, reinterpret_cast<void *>(&::hipExtHostAlloc), nullptr},
    {"hipExtLaunchKernel", 1, 402, reinterpret_cast<void *>(&::hipExtLaunchKernel), nullptr},
    {"hipExtLaunchMultiKernelMultiDevice", 1, 402, reinterpret_cast<void *>(&::hipExtLaunchMultiKernelMultiDevice), nullptr},
    {"hipExtMallocWithFlags", 1, 402, reinterpret_cast<void *>(&::hipExtMallocWithFlags), nullptr},
    {"hipExtModuleLaunchKernel", 1, 402, reinterpret_cast<void *>(&::hipExtModuleLaunchKernel), nullptr},
    {"hipExtStreamCreateWithCUMask", 1, 402, reinterpret_cast<void *>(&::hipExtStreamCreateWithCUMask), nullptr},
    {"hipExtStreamGetCUMask", 1, 402, reinterpret_cast<void *>(&::hipExtStreamGetCUMask), nullptr},
    {"hipExternalMemoryGetMappedBuffer", 1, 403, reinterpret_cast<void *>(&::hipExternalMemoryGetMappedBuffer), nullptr},
    {"hipExternalMemoryGetMappedMipmappedArray", 1, 603, reinterpret_cast<void *>(&::hipExternalMemoryGetMappedMipmappedArray), nullptr},
    {"hipFree", 1, 402, reinterpret_cast<void *>(&::hipFree), nullptr},
    {"hipFreeArray", 1, 402, reinterpret_cast<void *>(&::hipFreeArray), nullptr},
    {"hipFreeAsync", 1, 501, reinterpret_cast<void *>(&::hipFreeAsync), nullptr},
    {"hipFreeHost", 1, 402, reinterpret_cast<void *>(&::hipFreeHost), nullptr},
    {"hipFreeMipmappedArray", 1, 402, reinterpret_cast<void *>(&::hipFreeMipmappedArray), nullptr},
    {"hipFuncGetAttribute", 1, 402, reinterpret_cast<void *>(&::hipFuncGetAttribute), nullptr},
    {"hipFuncGetAttributes", 1, 402, reinterpret_cast<void *>(&::hipFuncGetAttributes), nullptr},
    {"hipFuncSetAttribute", 1, 402, reinterpret_cast<void *>(&::hipFuncSetAttribute), nullptr},
    {"hipFuncSetCacheConfig", 1, 402, reinterpret_cast<void *>(&::hipFuncSetCacheConfig), nullptr},
    {"hipFuncSetSharedMemConfig", 1, 402, reinterpret_cast<void *>(&::hipFuncSetSharedMemConfig), nullptr},
    {"hipGLGetDevices", 1, 403, reinterpret_cast<void *>(&::hipGLGetDevices), nullptr},
    {"hipGetChannelDesc", 1, 402, reinterpret_cast<void *>(&::hipGetChannelDesc), nullptr},
    {"hipGetDevice", 1, 402, reinterpret_cast<void *>(&::hipGetDevice), nullptr},
    {"hipGetDeviceCount", 1, 402, reinterpret_cast<void *>(&::hipGetDeviceCount), nullptr},
    {"hipGetDeviceFlags", 1, 402, reinterpret_cast<void *>(&::hipGetDeviceFlags), nullptr},
    {"hipGetDeviceProperties", 1, 402, reinterpret_cast<void *>(&::hipGetDeviceProperties), nullptr},
    {"hipGetDevicePropertiesR0000", 1, 402, reinterpret_cast<void *>(&::hipGetDevicePropertiesR0000), nullptr},
    {"hipGetDevicePropertiesR0600", 1, 600, reinterpret_cast<void *>(&::hipGetDevicePropertiesR0600), nullptr},
    {"hipGetDriverEntryPoint", 1, 701, reinterpret_cast<void *>(&::hipGetDriverEntryPoint), reinterpret_cast<void *>(&::hipGetDriverEntryPoint_spt)},
    {"hipGetErrorName", 1, 402, reinterpret_cast<void *>(&::hipGetErrorName), nullptr},
    {"hipGetErrorString", 1, 402, reinterpret_cast<void *>(&::hipGetErrorString), nullptr},
    {"hipGetFuncBySymbol", 1, 602, reinterpret_cast<void *>(&::hipGetFuncBySymbol), nullptr},
    {"hipGetLastError", 1, 402, reinterpret_cast<void *>(&::hipGetLastError), nullptr},
    {"hipGetMipmappedArrayLevel", 1, 402, reinterpret_cast<void *>(&::hipGetMipmappedArrayLevel), nullptr},
    {"hipGetProcAddress", 1, 601, reinterpret_cast<void *>(&::hipGetProcAddress), nullptr},
    {"hipGetStreamDeviceId", 1, 402, reinterpret_cast<void *>(&::hipGetStreamDeviceId), nullptr},
    {"hipGetSymbolAddress", 1, 402, reinterpret_cast<void *>(&::hipGetSymbolAddress), nullptr},
    {"hipGetSymbolSize", 1, 402, reinterpret_cast<void *>(&::hipGetSymbolSize), nullptr},
    {"hipGetTextureAlignmentOffset", 1, 402, reinterpret_cast<void *>(&::hipGetTextureAlignmentOffset), nullptr},
    {"hipGetTextureObjectResourceDesc", 1, 402, reinterpret_cast<void *>(&::hipGetTextureObjectResourceDesc), nullptr},
    {"hipGetTextureObjectResourceViewDesc", 1, 402, reinterpret_cast<void *>(&::hipGetTextureObjectResourceViewDesc), nullptr},
    {"hipGetTextureObjectTextureDesc", 1, 402, reinterpret_cast<void *>(&::hipGetTextureObjectTextureDesc), nullptr},
    {"hipGetTextureReference", 1, 402, reinterpret_cast<void *>(&::hipGetTextureReference), nullptr},
    {"hipGraphAddBatchMemOpNode", 1, 604, reinterpret_cast<void *>(&::hipGraphAddBatchMemOpNode), nullptr},
    {"hipGraphAddChildGraphNode", 1, 405, reinterpret_cast<void *>(&::hipGraphAddChildGraphNode), nullptr},
    {"hipGraphAddDependencies", 1, 404, reinterpret_cast<void *>(&::hipGraphAddDependencies), nullptr},
    {"hipGraphAddEmptyNode", 1, 404, reinterpret_cast<void *>(&::hipGraphAddEmptyNode), nullptr},
    {"hipGraphAddEventRecordNode", 1, 405, reinterpret_cast<void *>(&::hipGraphAddEventRecordNode), nullptr},
    {"hipGraphAddEventWaitNode", 1, 405, reinterpret_cast<void *>(&::hipGraphAddEventWaitNode), nullptr},
    {"hipGraphAddExternalSemaphoresSignalNode", 1, 503, reinterpret_cast<void *>(&::hipGraphAddExternalSemaphoresSignalNode), nullptr},
    {"hipGraphAddExternalSemaphoresWaitNode", 1, 503, reinterpret_cast<void *>(&::hipGraphAddExternalSemaphoresWaitNode), nullptr},
    {"hipGraphAddHostNode", 1, 405, reinterpret_cast<void *>(&::hipGraphAddHostNode), nullptr},
    {"hipGraphAddKernelNode", 1, 403, reinterpret_cast<void *>(&::hipGraphAddKernelNode), nullptr},
    {"hipGraphAddMemAllocNode", 1, 505, reinterpret_cast<void *>(&::hipGraphAddMemAllocNode), nullptr},
    {"hipGraphAddMemFreeNode", 1, 505, reinterpret_cast<void *>(&::hipGraphAddMemFreeNode), nullptr},
    {"hipGraphAddMemcpyNode", 1, 403, reinterpret_cast<void *>(&::hipGraphAddMemcpyNode), nullptr},
    {"hipGraphAddMemcpyNode1D", 1, 403, reinterpret_cast<void *>(&::hipGraphAddMemcpyNode1D), nullptr},
    {"hipGraphAddMemcpyNodeFromSymbol", 1, 405, reinterpret_cast<void *>(&::hipGraphAddMemcpyNodeFromSymbol), nullptr},
    {"hipGraphAddMemcpyNodeToSymbol", 1, 405, reinterpret_cast<void *>(&::hipGraphAddMemcpyNodeToSymbol), nullptr},
    {"hipGraphAddMemsetNode", 1, 403, reinterpret_cast<void *>(&::hipGraphAddMemsetNode), nullptr},
    {"hipGraphAddNode", 1, 505, reinterpret_cast<void *>(&::hipGraphAddNode), nullptr},
    {"hipGraphBatchMemOpNodeGetParams", 1, 604, reinterpret_cast<void *>(&::hipGraphBatchMemOpNodeGetParams), nullptr},
    {"hipGraphBatchMemOpNodeSetParams", 1, 604, reinterpret_cast<void *>(&::hipGraphBatchMemOpNodeSetParams), nullptr},
    {"hipGraphChildGraphNodeGetGraph", 1, 405, reinterpret_cast<void *>(&::hipGraphChildGraphNodeGetGraph), nullptr},
    {"hipGraphClone", 1, 405, reinterpret_cast<void *>(&::hipGraphClone), nullptr},
    {"hipGraphCreate", 1, 403, reinterpret_cast<void *>(&::hipGraphCreate), nullptr},
    {"hipGraphDebugDotPrint", 1, 503, reinterpret_cast<void *>(&::hipGraphDebugDotPrint), nullptr},
    {"hipGraphDestroy", 1, 403, reinterpret_cast<void *>(&::hipGraphDestroy), nullptr},
    {"hipGraphDestroyNode", 1, 405, reinterpret_cast<void *>(&::hipGraphDestroyNode), nullptr},
    {"hipGraphEventRecordNodeGetEvent", 1, 405, reinterpret_cast<void *>(&::hipGraphEventRecordNodeGetEvent), nullptr},
    {"hipGraphEventRecordNodeSetEvent", 1, 405, reinterpret_cast<void *>(&::hipGraphEventRecordNodeSetEvent), nullptr},
    {"hipGraphEventWaitNodeGetEvent", 1, 405, reinterpret_cast<void *>(&::hipGraphEventWaitNodeGetEvent), nullptr},
    {"hipGraphEventWaitNodeSetEvent", 1, 405, reinterpret_cast<void *>(&::hipGraphEventWaitNodeSetEvent), nullptr},
    {"hipGraphExecBatchMemOpNodeSetParams", 1, 604, reinterpret_cast<void *>(&::hipGraphExecBatchMemOpNodeSetParams), nullptr},
    {"hipGraphExecChildGraphNodeSetParams", 1, 405, reinterpret_cast<void *>(&::hipGraphExecChildGraphNodeSetParams), nullptr},
    {"hipGraphExecDestroy", 1, 403, reinterpret_cast<void *>(&::hipGraphExecDestroy), nullptr},
    {"hipGraphExecEventRecordNodeSetEvent", 1, 405, reinterpret_cast<void *>(&::hipGraphExecEventRecordNodeSetEvent), nullptr},
    {"hipGraphExecEventWaitNodeSetEvent", 1, 405, reinterpret_cast<void *>(&::hipGraphExecEventWaitNodeSetEvent), nullptr},
    {"hipGraphExecExternalSemaphoresSignalNodeSetParams", 1, 503, reinterpret_cast<void *>(&::hipGraphExecExternalSemaphoresSignalNodeSetParams), nullptr},
    {"hipGraphExecExternalSemaphoresWaitNodeSetParams", 1, 503, reinterpret_cast<void *>(&::hipGraphExecExternalSemaphoresWaitNodeSetParams), nullptr},
    {"hipGraphExecGetFlags", 1, 602, reinterpret_cast<void *>(&::hipGraphExecGetFlags), nullptr},
    {"hipGraphExecHostNodeSetParams", 1, 405, reinterpret_cast<void *>(&::hipGraphExecHostNodeSetParams), nullptr},
    {"hipGraphExecKernelNodeSetParams", 1, 404, reinterpret_cast<void *>(&::hipGraphExecKernelNodeSetParams), nullptr},
    {"hipGraphExecMemcpyNodeSetParams", 1, 405, reinterpret_cast<void *>(&::hipGraphExecMemcpyNodeSetParams), nullptr},
    {"hipGraphExecMemcpyNodeSetParams1D", 1, 405, reinterpret_cast<void *>(&::hipGraphExecMemcpyNodeSetParams1D), nullptr},
    {"hipGraphExecMemcpyNodeSetParamsFromSymbol", 1, 405, reinterpret_cast<void *>(&::hipGraphExecMemcpyNodeSetParamsFromSymbol), nullptr},
    {"hipGraphExecMemcpyNodeSetParamsToSymbol", 1, 405, reinterpret_cast<void *>(&::hipGraphExecMemcpyNodeSetParamsToSymbol), nullptr},
    {"hipGraphExecMemsetNodeSetParams", 1, 405, reinterpret_cast<void *>(&::hipGraphExecMemsetNodeSetParams), nullptr},
    {"hipGraphExecNodeSetParams", 1, 602, reinterpret_cast<void *>(&::hipGraphExecNodeSetParams), nullptr},
    {"hipGraphExecUpdate", 1, 405, reinterpret_cast<void *>(&::hipGraphExecUpdate), nullptr},
    {"hipGraphExternalSemaphoresSignalNodeGetParams", 1, 503, reinterpret_cast<void *>(&::hipGraphExternalSemaphoresSignalNodeGetParams), nullptr},
    {"hipGraphExternalSemaphoresSignalNodeSetParams", 1, 503, reinterpret_cast<void *>(&::hipGraphExternalSemaphoresSignalNodeSetParams), nullptr},
    {"hipGraphExternalSemaphoresWaitNodeGetParams", 1, 503, reinterpret_cast<void *>(&::hipGraphExternalSemaphoresWaitNodeGetParams), nullptr},
    {"hipGraphExternalSemaphoresWaitNodeSetParams", 1, 503, reinterpret_cast<void *>(&::hipGraphExternalSemaphoresWaitNodeSetParams), nullptr},
    {"hipGraphGetEdges", 1, 405, reinterpret_cast<void *>(&::hipGraphGetEdges), nullptr},
    {"hipGraphGetNodes", 1, 404, reinterpret_cast<void *>(&::hipGraphGetNodes), nullptr},
    {"hipGraphGetRootNodes", 1, 404, reinterpret_cast<void *>(&::hipGraphGetRootNodes), nullptr},
    {"hipGraphHostNodeGetParams", 1, 405, reinterpret_cast<void *>(&::hipGraphHostNodeGetParams), nullptr},
    {"hipGraphHostNodeSetParams", 1, 405, reinterpret_cast<void *>(&::hipGraphHostNodeSetParams), nullptr},
    {"hipGraphInstantiate", 1, 403, reinterpret_cast<void *>(&::hipGraphInstantiate), nullptr},
    {"hipGraphInstantiateWithFlags", 1, 405, reinterpret_cast<void *>(&::hipGraphInstantiateWithFlags), nullptr},
    {"hipGraphInstantiateWithParams", 1, 601, reinterpret_cast<void *>(&::hipGraphInstantiateWithParams), nullptr},
    {"hipGraphKernelNodeCopyAttributes", 1, 503, reinterpret_cast<void *>(&::hipGraphKernelNodeCopyAttributes), nullptr},
    {"hipGraphKernelNodeGetAttribute", 1, 500, reinterpret_cast<void *>(&::hipGraphKernelNodeGetAttribute), nullptr},
    {"hipGraphKernelNodeGetParams", 1, 404, reinterpret_cast<void *>(&::hipGraphKernelNodeGetParams), nullptr},
    {"hipGraphKernelNodeSetAttribute", 1, 500, reinterpret_cast<void *>(&::hipGraphKernelNodeSetAttribute), nullptr},
    {"hipGraphKernelNodeSetParams", 1, 404, reinterpret_cast<void *>(&::hipGraphKernelNodeSetParams), nullptr},
    {"hipGraphLaunch", 1, 403, reinterpret_cast<void *>(&::hipGraphLaunch), reinterpret_cast<void *>(&::hipGraphLaunch_spt)},
    {"hipGraphMemAllocNodeGetParams", 1, 505, reinterpret_cast<void *>(&::hipGraphMemAllocNodeGetParams), nullptr},
    {"hipGraphMemFreeNodeGetParams", 1, 505, reinterpret_cast<void *>(&::hipGraphMemFreeNodeGetParams), nullptr},
    {"hipGraphMemcpyNodeGetParams", 1, 404, reinterpret_cast<void *>(&::hipGraphMemcpyNodeGetParams), nullptr},
    {"hipGraphMemcpyNodeSetParams", 1, 404, reinterpret_cast<void *>(&::hipGraphMemcpyNodeSetParams), nullptr},
    {"hipGraphMemcpyNodeSetParams1D", 1, 405, reinterpret_cast<void *>(&::hipGraphMemcpyNodeSetParams1D), nullptr},
    {"hipGraphMemcpyNodeSetParamsFromSymbol", 1, 405, reinterpret_cast<void *>(&::hipGraphMemcpyNodeSetParamsFromSymbol), nullptr},
    {"hipGraphMemcpyNodeSetParamsToSymbol", 1, 405, reinterpret_cast<void *>(&::hipGraphMemcpyNodeSetParamsToSymbol), nullptr},
    {"hipGraphMemsetNodeGetParams", 1, 404, reinterpret_cast<void *>(&::hipGraphMemsetNodeGetParams), nullptr},
    {"hipGraphMemsetNodeSetParams", 1, 404, reinterpret_cast<void *>(&::hipGraphMemsetNodeSetParams), nullptr},
    {"hipGraphNodeFindInClone", 1, 405, reinterpret_cast<void *>(&::hipGraphNodeFindInClone), nullptr},
    {"hipGraphNodeGetDependencies", 1, 405, reinterpret_cast<void *>(&::hipGraphNodeGetDependencies), nullptr},
    {"hipGraphNodeGetDependentNodes", 1, 405, reinterpret_cast<void *>(&::hipGraphNodeGetDependentNodes), nullptr},
    {"hipGraphNodeGetEnabled", 1, 503, reinterpret_cast<void *>(&::hipGraphNodeGetEnabled), nullptr},
    {"hipGraphNodeGetType", 1, 405, reinterpret_cast<void *>(&::hipGraphNodeGetType), nullptr},
    {"hipGraphNodeSetEnabled", 1, 503, reinterpret_cast<void *>(&::hipGraphNodeSetEnabled), nullptr},
    {"hipGraphNodeSetParams", 1, 602, reinterpret_cast<void *>(&::hipGraphNodeSetParams), nullptr},
    {"hipGraphReleaseUserObject", 1, 503, reinterpret_cast<void *>(&::hipGraphReleaseUserObject), nullptr},
    {"hipGraphRemoveDependencies", 1, 405, reinterpret_cast<void *>(&::hipGraphRemoveDependencies), nullptr},
    {"hipGraphRetainUserObject", 1, 503, reinterpret_cast<void *>(&::hipGraphRetainUserObject), nullptr},
    {"hipGraphUpload", 1, 503, reinterpret_cast<void *>(&::hipGraphUpload), nullptr},
    {"hipGraphicsGLRegisterBuffer", 1, 403, reinterpret_cast<void *>(&::hipGraphicsGLRegisterBuffer), nullptr},
    {"hipGraphicsGLRegisterImage", 1, 405, reinterpret_cast<void *>(&::hipGraphicsGLRegisterImage), nullptr},
    {"hipGraphicsMapResources", 1, 403, reinterpret_cast<void *>(&::hipGraphicsMapResources), nullptr},
    {"hipGraphicsResourceGetMappedPointer", 1, 403, reinterpret_cast<void *>(&::hipGraphicsResourceGetMappedPointer), nullptr},
    {"hipGraphicsSubResourceGetMappedArray", 1, 405, reinterpret_cast<void *>(&::hipGraphicsSubResourceGetMappedArray), nullptr},
    {"hipGraphicsUnmapResources", 1, 403, reinterpret_cast<void *>(&::hipGraphicsUnmapResources), nullptr},
    {"hipGraphicsUnregisterResource", 1, 403, reinterpret_cast<void *>(&::hipGraphicsUnregisterResource), nullptr},
    {"hipHccModuleLaunchKernel", 1, 402, reinterpret_cast<void *>(&::hipHccModuleLaunchKernel), nullptr},
    {"hipHostAlloc", 1, 402, reinterpret_cast<void *>(&::hipHostAlloc), nullptr},
    {"hipHostFree", 1, 402, reinterpret_cast<void *>(&::hipHostFree), nullptr},
    {"hipHostGetDevicePointer", 1, 402, reinterpret_cast<void *>(&::hipHostGetDevicePointer), nullptr},
    {"hipHostGetFlags", 1, 402, reinterpret_cast<void *>(&::hipHostGetFlags), nullptr},
    {"hipHostMalloc", 1, 402, reinterpret_cast<void *>(&::hipHostMalloc), nullptr},
    {"hipHostRegister", 1, 402, reinterpret_cast<void *>(&::hipHostRegister), nullptr},
    {"hipHostUnregister", 1, 402, reinterpret_cast<void *>(&::hipHostUnregister), nullptr},
    {"hipImportExternalMemory", 1, 403, reinterpret_cast<void *>(&::hipImportExternalMemory), nullptr},
    {"hipImportExternalSemaphore", 1, 403, reinterpret_cast<void *>(&::hipImportExternalSemaphore), nullptr},
    {"hipInit", 1, 402, reinterpret_cast<void *>(&::hipInit), nullptr},
    {"hipIpcCloseMemHandle", 1, 402, reinterpret_cast<void *>(&::hipIpcCloseMemHandle), nullptr},
    {"hipIpcGetEventHandle", 1, 402, reinterpret_cast<void *>(&::hipIpcGetEventHandle), nullptr},
    {"hipIpcGetMemHandle", 1, 402, reinterpret_cast<void *>(&::hipIpcGetMemHandle), nullptr},
    {"hipIpcOpenEventHandle", 1, 402, reinterpret_cast<void *>(&::hipIpcOpenEventHandle), nullptr},
    {"hipIpcOpenMemHandle", 1, 402, reinterpret_cast<void *>(&::hipIpcOpenMemHandle), nullptr},
    {"hipKernelNameRef", 1, 402, reinterpret_cast<void *>(&::hipKernelNameRef), nullptr},
    {"hipKernelNameRefByPtr", 1, 402, reinterpret_cast<void *>(&::hipKernelNameRefByPtr), nullptr},
    {"hipLaunchByPtr", 1, 402, reinterpret_cast<void *>(&::hipLaunchByPtr), nullptr},
    {"hipLaunchCooperativeKernel", 1, 402, reinterpret_cast<void *>(&::hipLaunchCooperativeKernel), reinterpret_cast<void *>(&::hipLaunchCooperativeKernel_spt)},
    {"hipLaunchCooperativeKernelMultiDevice", 1, 402, reinterpret_cast<void *>(&::hipLaunchCooperativeKernelMultiDevice), nullptr},
    {"hipLaunchHostFunc", 1, 503, reinterpret_cast<void *>(&::hipLaunchHostFunc), reinterpret_cast<void *>(&::hipLaunchHostFunc_spt)},
    {"hipLaunchKernel", 1, 402, reinterpret_cast<void *>(&::hipLaunchKernel), reinterpret_cast<void *>(&::hipLaunchKernel_spt)},
    {"hipLaunchKernelExC", 1, 605, reinterpret_cast<void *>(&::hipLaunchKernelExC), nullptr},
    {"hipLibraryGetKernel", 1, 702, reinterpret_cast<void *>(&::hipLibraryGetKernel), nullptr},
    {"hipLibraryGetKernelCount", 1, 702, reinterpret_cast<void *>(&::hipLibraryGetKernelCount), nullptr},
    {"hipLibraryLoadData", 1, 702, reinterpret_cast<void *>(&::hipLibraryLoadData), nullptr},
    {"hipLibraryLoadFromFile", 1, 702, reinterpret_cast<void *>(&::hipLibraryLoadFromFile), nullptr},
    {"hipLibraryUnload", 1, 702, reinterpret_cast<void *>(&::hipLibraryUnload), nullptr},
    {"hipLinkAddData", 1, 604, reinterpret_cast<void *>(&::hipLinkAddData), nullptr},
    {"hipLinkAddFile", 1, 604, reinterpret_cast<void *>(&::hipLinkAddFile), nullptr},
    {"hipLinkComplete", 1, 604, reinterpret_cast<void *>(&::hipLinkComplete), nullptr},
    {"hipLinkCreate", 1, 604, reinterpret_cast<void *>(&::hipLinkCreate), nullptr},
    {"hipLinkDestroy", 1, 604, reinterpret_cast<void *>(&::hipLinkDestroy), nullptr},
    {"hipMalloc", 1, 402, reinterpret_cast<void *>(&::hipMalloc), nullptr},
    {"hipMalloc3D", 1, 402, reinterpret_cast<void *>(&::hipMalloc3D), nullptr},
    {"hipMalloc3DArray", 1, 402, reinterpret_cast<void *>(&::hipMalloc3DArray), nullptr},
    {"hipMallocArray", 1, 402, reinterpret_cast<void *>(&::hipMallocArray), nullptr},
    {"hipMallocAsync", 1, 501, reinterpret_cast<void *>(&::hipMallocAsync), nullptr},
    {"hipMallocFromPoolAsync", 1, 501, reinterpret_cast<void *>(&::hipMallocFromPoolAsync), nullptr},
    {"hipMallocHost", 1, 402, reinterpret_cast<void *>(&::hipMallocHost), nullptr},
    {"hipMallocManaged", 1, 402, reinterpret_cast<void *>(&::hipMallocManaged), nullptr},
    {"hipMallocMipmappedArray", 1, 402, reinterpret_cast<void *>(&::hipMallocMipmappedArray), nullptr},
    {"hipMallocPitch", 1, 402, reinterpret_cast<void *>(&::hipMallocPitch), nullptr},
    {"hipMemAddressFree", 1, 501, reinterpret_cast<void *>(&::hipMemAddressFree), nullptr},
    {"hipMemAddressReserve", 1, 501, reinterpret_cast<void *>(&::hipMemAddressReserve), nullptr},
    {"hipMemAdvise", 1, 402, reinterpret_cast<void *>(&::hipMemAdvise), nullptr},
    {"hipMemAllocHost", 1, 402, reinterpret_cast<void *>(&::hipMemAllocHost), nullptr},
    {"hipMemAllocPitch", 1, 402, reinterpret_cast<void *>(&::hipMemAllocPitch), nullptr},
    {"hipMemCreate", 1, 501, reinterpret_cast<void *>(&::hipMemCreate), nullptr},
    {"hipMemExportToShareableHandle", 1, 501, reinterpret_cast<void *>(&::hipMemExportToShareableHandle), nullptr},
    {"hipMemGetAccess", 1, 501, reinterpret_cast<void *>(&::hipMemGetAccess), nullptr},
    {"hipMemGetAddressRange", 1, 402, reinterpret_cast<void *>(&::hipMemGetAddressRange), nullptr},
    {"hipMemGetAllocationGranularity", 1, 501, reinterpret_cast<void *>(&::hipMemGetAllocationGranularity), nullptr},
    {"hipMemGetAllocationPropertiesFromHandle", 1, 501, reinterpret_cast<void *>(&::hipMemGetAllocationPropertiesFromHandle), nullptr},
    {"hipMemGetHandleForAddressRange", 1, 605, reinterpret_cast<void *>(&::hipMemGetHandleForAddressRange), nullptr},
    {"hipMemGetInfo", 1, 402, reinterpret_cast<void *>(&::hipMemGetInfo), nullptr},
    {"hipMemImportFromShareableHandle", 1, 501, reinterpret_cast<void *>(&::hipMemImportFromShareableHandle), nullptr},
    {"hipMemMap", 1, 501, reinterpret_cast<void *>(&::hipMemMap), nullptr},
    {"hipMemMapArrayAsync", 1, 501, reinterpret_cast<void *>(&::hipMemMapArrayAsync), nullptr},
    {"hipMemPoolCreate", 1, 501, reinterpret_cast<void *>(&::hipMemPoolCreate), nullptr},
    {"hipMemPoolDestroy", 1, 501, reinterpret_cast<void *>(&::hipMemPoolDestroy), nullptr},
    {"hipMemPoolExportPointer", 1, 501, reinterpret_cast<void *>(&::hipMemPoolExportPointer), nullptr},
    {"hipMemPoolExportToShareableHandle", 1, 501, reinterpret_cast<void *>(&::hipMemPoolExportToShareableHandle), nullptr},
    {"hipMemPoolGetAccess", 1, 501, reinterpret_cast<void *>(&::hipMemPoolGetAccess), nullptr},
    {"hipMemPoolGetAttribute", 1, 501, reinterpret_cast<void *>(&::hipMemPoolGetAttribute), nullptr},
    {"hipMemPoolImportFromShareableHandle", 1, 501, reinterpret_cast<void *>(&::hipMemPoolImportFromShareableHandle), nullptr},
    {"hipMemPoolImportPointer", 1, 501, reinterpret_cast<void *>(&::hipMemPoolImportPointer), nullptr},
    {"hipMemPoolSetAccess", 1, 501, reinterpret_cast<void *>(&::hipMemPoolSetAccess), nullptr},
    {"hipMemPoolSetAttribute", 1, 501, reinterpret_cast<void *>(&::hipMemPoolSetAttribute), nullptr},
    {"hipMemPoolTrimTo", 1, 501, reinterpret_cast<void *>(&::hipMemPoolTrimTo), nullptr},
    {"hipMemPrefetchAsync", 1, 402, reinterpret_cast<void *>(&::hipMemPrefetchAsync), nullptr},
    {"hipMemPrefetchAsync", 2, 701, reinterpret_cast<void *>(&::hipMemPrefetchAsync_v2), nullptr},
    {"hipMemPtrGetInfo", 1, 402, reinterpret_cast<void *>(&::hipMemPtrGetInfo), nullptr},
    {"hipMemRangeGetAttribute", 1, 402, reinterpret_cast<void *>(&::hipMemRangeGetAttribute), nullptr},
    {"hipMemRangeGetAttributes", 1, 402, reinterpret_cast<void *>(&::hipMemRangeGetAttributes), nullptr},
    {"hipMemRelease", 1, 501, reinterpret_cast<void *>(&::hipMemRelease), nullptr},
    {"hipMemRetainAllocationHandle", 1, 501, reinterpret_cast<void *>(&::hipMemRetainAllocationHandle), nullptr},
    {"hipMemSetAccess", 1, 501, reinterpret_cast<void *>(&::hipMemSetAccess), nullptr},
    {"hipMemUnmap", 1, 501, reinterpret_cast<void *>(&::hipMemUnmap), nullptr},
    {"hipMemcpy", 1, 402, reinterpret_cast<void *>(&::hipMemcpy), reinterpret_cast<void *>(&::hipMemcpy_spt)},
    {"hipMemcpy2D", 1, 402, reinterpret_cast<void *>(&::hipMemcpy2D), reinterpret_cast<void *>(&::hipMemcpy2D_spt)},
    {"hipMemcpy2DArrayToArray", 1, 602, reinterpret_cast<void *>(&::hipMemcpy2DArrayToArray), nullptr},
    {"hipMemcpy2DAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpy2DAsync), reinterpret_cast<void *>(&::hipMemcpy2DAsync_spt)},
    {"hipMemcpy2DFromArray", 1, 402, reinterpret_cast<void *>(&::hipMemcpy2DFromArray), reinterpret_cast<void *>(&::hipMemcpy2DFromArray_spt)},
    {"hipMemcpy2DFromArrayAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpy2DFromArrayAsync), reinterpret_cast<void *>(&::hipMemcpy2DFromArrayAsync_spt)},
    {"hipMemcpy2DToArray", 1, 402, reinterpret_cast<void *>(&::hipMemcpy2DToArray), reinterpret_cast<void *>(&::hipMemcpy2DToArray_spt)},
    {"hipMemcpy2DToArrayAsync", 1, 403, reinterpret_cast<void *>(&::hipMemcpy2DToArrayAsync), reinterpret_cast<void *>(&::hipMemcpy2DToArrayAsync_spt)},
    {"hipMemcpy3D", 1, 402, reinterpret_cast<void *>(&::hipMemcpy3D), reinterpret_cast<void *>(&::hipMemcpy3D_spt)},
    {"hipMemcpy3DAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpy3DAsync), reinterpret_cast<void *>(&::hipMemcpy3DAsync_spt)},
    {"hipMemcpy3DBatchAsync", 1, 701, reinterpret_cast<void *>(&::hipMemcpy3DBatchAsync), nullptr},
    {"hipMemcpy3DPeer", 1, 701, reinterpret_cast<void *>(&::hipMemcpy3DPeer), nullptr},
    {"hipMemcpy3DPeerAsync", 1, 701, reinterpret_cast<void *>(&::hipMemcpy3DPeerAsync), nullptr},
    {"hipMemcpyAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpyAsync), reinterpret_cast<void *>(&::hipMemcpyAsync_spt)},
    {"hipMemcpyAtoA", 1, 602, reinterpret_cast<void *>(&::hipMemcpyAtoA), nullptr},
    {"hipMemcpyAtoD", 1, 602, reinterpret_cast<void *>(&::hipMemcpyAtoD), nullptr},
    {"hipMemcpyAtoH", 1, 402, reinterpret_cast<void *>(&::hipMemcpyAtoH), nullptr},
    {"hipMemcpyAtoHAsync", 1, 602, reinterpret_cast<void *>(&::hipMemcpyAtoHAsync), nullptr},
    {"hipMemcpyBatchAsync", 1, 701, reinterpret_cast<void *>(&::hipMemcpyBatchAsync), nullptr},
    {"hipMemcpyDtoA", 1, 602, reinterpret_cast<void *>(&::hipMemcpyDtoA), nullptr},
    {"hipMemcpyDtoD", 1, 402, reinterpret_cast<void *>(&::hipMemcpyDtoD), nullptr},
    {"hipMemcpyDtoDAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpyDtoDAsync), nullptr},
    {"hipMemcpyDtoH", 1, 402, reinterpret_cast<void *>(&::hipMemcpyDtoH), nullptr},
    {"hipMemcpyDtoHAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpyDtoHAsync), nullptr},
    {"hipMemcpyFromArray", 1, 402, reinterpret_cast<void *>(&::hipMemcpyFromArray), reinterpret_cast<void *>(&::hipMemcpyFromArray_spt)},
    {"hipMemcpyFromSymbol", 1, 402, reinterpret_cast<void *>(&::hipMemcpyFromSymbol), reinterpret_cast<void *>(&::hipMemcpyFromSymbol_spt)},
    {"hipMemcpyFromSymbolAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpyFromSymbolAsync), reinterpret_cast<void *>(&::hipMemcpyFromSymbolAsync_spt)},
    {"hipMemcpyHtoA", 1, 402, reinterpret_cast<void *>(&::hipMemcpyHtoA), nullptr},
    {"hipMemcpyHtoAAsync", 1, 602, reinterpret_cast<void *>(&::hipMemcpyHtoAAsync), nullptr},
    {"hipMemcpyHtoD", 1, 402, reinterpret_cast<void *>(&::hipMemcpyHtoD), nullptr},
    {"hipMemcpyHtoDAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpyHtoDAsync), nullptr},
    {"hipMemcpyParam2D", 1, 402, reinterpret_cast<void *>(&::hipMemcpyParam2D), nullptr},
    {"hipMemcpyParam2DAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpyParam2DAsync), nullptr},
    {"hipMemcpyPeer", 1, 402, reinterpret_cast<void *>(&::hipMemcpyPeer), nullptr},
    {"hipMemcpyPeerAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpyPeerAsync), nullptr},
    {"hipMemcpyToArray", 1, 402, reinterpret_cast<void *>(&::hipMemcpyToArray), nullptr},
    {"hipMemcpyToSymbol", 1, 402, reinterpret_cast<void *>(&::hipMemcpyToSymbol), reinterpret_cast<void *>(&::hipMemcpyToSymbol_spt)},
    {"hipMemcpyToSymbolAsync", 1, 402, reinterpret_cast<void *>(&::hipMemcpyToSymbolAsync), reinterpret_cast<void *>(&::hipMemcpyToSymbolAsync_spt)},
    {"hipMemcpyWithStream", 1, 402, reinterpret_cast<void *>(&::hipMemcpyWithStream), nullptr},
    {"hipMemset", 1, 402, reinterpret_cast<void *>(&::hipMemset), reinterpret_cast<void *>(&::hipMemset_spt)},
    {"hipMemset2D", 1, 402, reinterpret_cast<void *>(&::hipMemset2D), reinterpret_cast<void *>(&::hipMemset2D_spt)},
    {"hipMemset2DAsync", 1, 402, reinterpret_cast<void *>(&::hipMemset2DAsync), reinterpret_cast<void *>(&::hipMemset2DAsync_spt)},
    {"hipMemset3D", 1, 402, reinterpret_cast<void *>(&::hipMemset3D), reinterpret_cast<void *>(&::hipMemset3D_spt)},
    {"hipMemset3DAsync", 1, 402, reinterpret_cast<void *>(&::hipMemset3DAsync), reinterpret_cast<void *>(&::hipMemset3DAsync_spt)},
    {"hipMemsetAsync", 1, 402, reinterpret_cast<void *>(&::hipMemsetAsync), reinterpret_cast<void *>(&::hipMemsetAsync_spt)},
    {"hipMemsetD16", 1, 402, reinterpret_cast<void *>(&::hipMemsetD16), nullptr},
    {"hipMemsetD16Async", 1, 402, reinterpret_cast<void *>(&::hipMemsetD16Async), nullptr},
    {"hipMemsetD2D16", 1, 701, reinterpret_cast<void *>(&::hipMemsetD2D16), nullptr},
    {"hipMemsetD2D16Async", 1, 701, reinterpret_cast<void *>(&::hipMemsetD2D16Async), nullptr},
    {"hipMemsetD2D32", 1, 701, reinterpret_cast<void *>(&::hipMemsetD2D32), nullptr},
    {"hipMemsetD2D32Async", 1, 701, reinterpret_cast<void *>(&::hipMemsetD2D32Async), nullptr},
    {"hipMemsetD2D8", 1, 701, reinterpret_cast<void *>(&::hipMemsetD2D8), nullptr},
    {"hipMemsetD2D8Async", 1, 701, reinterpret_cast<void *>(&::hipMemsetD2D8Async), nullptr},
    {"hipMemsetD32", 1, 402, reinterpret_cast<void *>(&::hipMemsetD32), nullptr},
    {"hipMemsetD32Async", 1, 402, reinterpret_cast<void *>(&::hipMemsetD32Async), nullptr},
    {"hipMemsetD8", 1, 402, reinterpret_cast<void *>(&::hipMemsetD8), nullptr},
    {"hipMemsetD8Async", 1, 402, reinterpret_cast<void *>(&::hipMemsetD8Async), nullptr},
    {"hipMipmappedArrayCreate", 1, 402, reinterpret_cast<void *>(&::hipMipmappedArrayCreate), nullptr},
    {"hipMipmappedArrayDestroy", 1, 402, reinterpret_cast<void *>(&::hipMipmappedArrayDestroy), nullptr},
    {"hipMipmappedArrayGetLevel", 1, 402, reinterpret_cast<void *>(&::hipMipmappedArrayGetLevel), nullptr},
    {"hipModuleGetFunction", 1, 402, reinterpret_cast<void *>(&::hipModuleGetFunction), nullptr},
    {"hipModuleGetFunctionCount", 1, 701, reinterpret_cast<void *>(&::hipModuleGetFunctionCount), nullptr},
    {"hipModuleGetGlobal", 1, 402, reinterpret_cast<void *>(&::hipModuleGetGlobal), nullptr},
    {"hipModuleGetTexRef", 1, 402, reinterpret_cast<void *>(&::hipModuleGetTexRef), nullptr},
    {"hipModuleLaunchCooperativeKernel", 1, 505, reinterpret_cast<void *>(&::hipModuleLaunchCooperativeKernel), nullptr},
    {"hipModuleLaunchCooperativeKernelMultiDevice", 1, 505, reinterpret_cast<void *>(&::hipModuleLaunchCooperativeKernelMultiDevice), nullptr},
    {"hipModuleLaunchKernel", 1, 402, reinterpret_cast<void *>(&::hipModuleLaunchKernel), nullptr},
    {"hipModuleLoad", 1, 402, reinterpret_cast<void *>(&::hipModuleLoad), nullptr},
    {"hipModuleLoadData", 1, 402, reinterpret_cast<void *>(&::hipModuleLoadData), nullptr},
    {"hipModuleLoadDataEx", 1, 402, reinterpret_cast<void *>(&::hipModuleLoadDataEx), nullptr},
    {"hipModuleLoadFatBinary", 1, 701, reinterpret_cast<void *>(&::hipModuleLoadFatBinary), nullptr},
    {"hipModuleOccupancyMaxActiveBlocksPerMultiprocessor", 1, 402, reinterpret_cast<void *>(&::hipModuleOccupancyMaxActiveBlocksPerMultiprocessor), nullptr},
    {"hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 1, 402, reinterpret_cast<void *>(&::hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags), nullptr},
    {"hipModuleOccupancyMaxPotentialBlockSize", 1, 402, reinterpret_cast<void *>(&::hipModuleOccupancyMaxPotentialBlockSize), nullptr},
    {"hipModuleOccupancyMaxPotentialBlockSizeWithFlags", 1, 402, reinterpret_cast<void *>(&::hipModuleOccupancyMaxPotentialBlockSizeWithFlags), nullptr},
    {"hipModuleUnload", 1, 402, reinterpret_cast<void *>(&::hipModuleUnload), nullptr},
    {"hipOccupancyAvailableDynamicSMemPerBlock", 1, 702, reinterpret_cast<void *>(&::hipOccupancyAvailableDynamicSMemPerBlock), nullptr},
    {"hipOccupancyMaxActiveBlocksPerMultiprocessor", 1, 402, reinterpret_cast<void *>(&::hipOccupancyMaxActiveBlocksPerMultiprocessor), nullptr},
    {"hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", 1, 402, reinterpret_cast<void *>(&::hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags), nullptr},
    {"hipOccupancyMaxPotentialBlockSize", 1, 402, reinterpret_cast<void *>(&::hipOccupancyMaxPotentialBlockSize), nullptr},
    {"hipPeekAtLastError", 1, 402, reinterpret_cast<void *>(&::hipPeekAtLastError), nullptr},
    {"hipPointerGetAttribute", 1, 500, reinterpret_cast<void *>(&::hipPointerGetAttribute), nullptr},
    {"hipPointerGetAttributes", 1, 402, reinterpret_cast<void *>(&::hipPointerGetAttributes), nullptr},
    {"hipPointerSetAttribute", 1, 402, reinterpret_cast<void *>(&::hipPointerSetAttribute), nullptr},
    {"hipProfilerStart", 1, 402, reinterpret_cast<void *>(&::hipProfilerStart), nullptr},
    {"hipProfilerStop", 1, 402, reinterpret_cast<void *>(&::hipProfilerStop), nullptr},
    {"hipRegisterTracerCallback", 1, 503, reinterpret_cast<void *>(&::hipRegisterTracerCallback), nullptr},
    {"hipRuntimeGetVersion", 1, 402, reinterpret_cast<void *>(&::hipRuntimeGetVersion), nullptr},
    {"hipSetDevice", 1, 402, reinterpret_cast<void *>(&::hipSetDevice), nullptr},
    {"hipSetDeviceFlags", 1, 402, reinterpret_cast<void *>(&::hipSetDeviceFlags), nullptr},
    {"hipSetValidDevices", 1, 602, reinterpret_cast<void *>(&::hipSetValidDevices), nullptr},
    {"hipSetupArgument", 1, 402, reinterpret_cast<void *>(&::hipSetupArgument), nullptr},
    {"hipSignalExternalSemaphoresAsync", 1, 403, reinterpret_cast<void *>(&::hipSignalExternalSemaphoresAsync), nullptr},
    {"hipStreamAddCallback", 1, 402, reinterpret_cast<void *>(&::hipStreamAddCallback), reinterpret_cast<void *>(&::hipStreamAddCallback_spt)},
    {"hipStreamAttachMemAsync", 1, 402, reinterpret_cast<void *>(&::hipStreamAttachMemAsync), nullptr},
    {"hipStreamBatchMemOp", 1, 604, reinterpret_cast<void *>(&::hipStreamBatchMemOp), nullptr},
    {"hipStreamBeginCapture", 1, 403, reinterpret_cast<void *>(&::hipStreamBeginCapture), reinterpret_cast<void *>(&::hipStreamBeginCapture_spt)},
    {"hipStreamBeginCaptureToGraph", 1, 601, reinterpret_cast<void *>(&::hipStreamBeginCaptureToGraph), nullptr},
    {"hipStreamCopyAttributes", 1, 702, reinterpret_cast<void *>(&::hipStreamCopyAttributes), nullptr},
    {"hipStreamCreate", 1, 402, reinterpret_cast<void *>(&::hipStreamCreate), nullptr},
    {"hipStreamCreateWithFlags", 1, 402, reinterpret_cast<void *>(&::hipStreamCreateWithFlags), nullptr},
    {"hipStreamCreateWithPriority", 1, 402, reinterpret_cast<void *>(&::hipStreamCreateWithPriority), nullptr},
    {"hipStreamDestroy", 1, 402, reinterpret_cast<void *>(&::hipStreamDestroy), nullptr},
    {"hipStreamEndCapture", 1, 403, reinterpret_cast<void *>(&::hipStreamEndCapture), reinterpret_cast<void *>(&::hipStreamEndCapture_spt)},
    {"hipStreamGetAttribute", 1, 701, reinterpret_cast<void *>(&::hipStreamGetAttribute), nullptr},
    {"hipStreamGetCaptureInfo", 1, 405, reinterpret_cast<void *>(&::hipStreamGetCaptureInfo), reinterpret_cast<void *>(&::hipStreamGetCaptureInfo_spt)},
    {"hipStreamGetCaptureInfo", 2, 405, reinterpret_cast<void *>(&::hipStreamGetCaptureInfo_v2), reinterpret_cast<void *>(&::hipStreamGetCaptureInfo_v2_spt)},
    {"hipStreamGetDevice", 1, 402, reinterpret_cast<void *>(&::hipStreamGetDevice), nullptr},
    {"hipStreamGetFlags", 1, 402, reinterpret_cast<void *>(&::hipStreamGetFlags), reinterpret_cast<void *>(&::hipStreamGetFlags_spt)},
    {"hipStreamGetId", 1, 701, reinterpret_cast<void *>(&::hipStreamGetId), nullptr},
    {"hipStreamGetPriority", 1, 402, reinterpret_cast<void *>(&::hipStreamGetPriority), reinterpret_cast<void *>(&::hipStreamGetPriority_spt)},
    {"hipStreamIsCapturing", 1, 403, reinterpret_cast<void *>(&::hipStreamIsCapturing), reinterpret_cast<void *>(&::hipStreamIsCapturing_spt)},
    {"hipStreamQuery", 1, 402, reinterpret_cast<void *>(&::hipStreamQuery), reinterpret_cast<void *>(&::hipStreamQuery_spt)},
    {"hipStreamSetAttribute", 1, 701, reinterpret_cast<void *>(&::hipStreamSetAttribute), nullptr},
    {"hipStreamSynchronize", 1, 402, reinterpret_cast<void *>(&::hipStreamSynchronize), reinterpret_cast<void *>(&::hipStreamSynchronize_spt)},
    {"hipStreamUpdateCaptureDependencies", 1, 405, reinterpret_cast<void *>(&::hipStreamUpdateCaptureDependencies), nullptr},
    {"hipStreamWaitEvent", 1, 402, reinterpret_cast<void *>(&::hipStreamWaitEvent), reinterpret_cast<void *>(&::hipStreamWaitEvent_spt)},
    {"hipStreamWaitValue32", 1, 404, reinterpret_cast<void *>(&::hipStreamWaitValue32), nullptr},
    {"hipStreamWaitValue64", 1, 404, reinterpret_cast<void *>(&::hipStreamWaitValue64), nullptr},
    {"hipStreamWriteValue32", 1, 404, reinterpret_cast<void *>(&::hipStreamWriteValue32), nullptr},
    {"hipStreamWriteValue64", 1, 404, reinterpret_cast<void *>(&::hipStreamWriteValue64), nullptr},
    {"hipTexObjectCreate", 1, 402, reinterpret_cast<void *>(&::hipTexObjectCreate), nullptr},
    {"hipTexObjectDestroy", 1, 402, reinterpret_cast<void *>(&::hipTexObjectDestroy), nullptr},
    {"hipTexObjectGetResourceDesc", 1, 402, reinterpret_cast<void *>(&::hipTexObjectGetResourceDesc), nullptr},
    {"hipTexObjectGetResourceViewDesc", 1, 402, reinterpret_cast<void *>(&::hipTexObjectGetResourceViewDesc), nullptr},
    {"hipTexObjectGetTextureDesc", 1, 402, reinterpret_cast<void *>(&::hipTexObjectGetTextureDesc), nullptr},
    {"hipTexRefGetAddress", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetAddress), nullptr},
    {"hipTexRefGetAddressMode", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetAddressMode), nullptr},
    {"hipTexRefGetArray", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetArray), nullptr},
    {"hipTexRefGetBorderColor", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetBorderColor), nullptr},
    {"hipTexRefGetFilterMode", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetFilterMode), nullptr},
    {"hipTexRefGetFlags", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetFlags), nullptr},
    {"hipTexRefGetFormat", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetFormat), nullptr},
    {"hipTexRefGetMaxAnisotropy", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetMaxAnisotropy), nullptr},
    {"hipTexRefGetMipMappedArray", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetMipMappedArray), nullptr},
    {"hipTexRefGetMipmapFilterMode", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetMipmapFilterMode), nullptr},
    {"hipTexRefGetMipmapLevelBias", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetMipmapLevelBias), nullptr},
    {"hipTexRefGetMipmapLevelClamp", 1, 402, reinterpret_cast<void *>(&::hipTexRefGetMipmapLevelClamp), nullptr},
    {"hipTexRefSetAddress", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetAddress), nullptr},
    {"hipTexRefSetAddress2D", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetAddress2D), nullptr},
    {"hipTexRefSetAddressMode", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetAddressMode), nullptr},
    {"hipTexRefSetArray", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetArray), nullptr},
    {"hipTexRefSetBorderColor", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetBorderColor), nullptr},
    {"hipTexRefSetFilterMode", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetFilterMode), nullptr},
    {"hipTexRefSetFlags", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetFlags), nullptr},
    {"hipTexRefSetFormat", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetFormat), nullptr},
    {"hipTexRefSetMaxAnisotropy", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetMaxAnisotropy), nullptr},
    {"hipTexRefSetMipmapFilterMode", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetMipmapFilterMode), nullptr},
    {"hipTexRefSetMipmapLevelBias", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetMipmapLevelBias), nullptr},
    {"hipTexRefSetMipmapLevelClamp", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetMipmapLevelClamp), nullptr},
    {"hipTexRefSetMipmappedArray", 1, 402, reinterpret_cast<void *>(&::hipTexRefSetMipmappedArray), nullptr},
    {"hipThreadExchangeStreamCaptureMode", 1, 500, reinterpret_cast<void *>(&::hipThreadExchangeStreamCaptureMode), nullptr},
    {"hipUnbindTexture", 1, 402, reinterpret_cast<void *>(&::hipUnbindTexture), nullptr},
    {"hipUserObjectCreate", 1, 503, reinterpret_cast<void *>(&::hipUserObjectCreate), nullptr},
    {"hipUserObjectRelease", 1, 503, reinterpret_cast<void *>(&::hipUserObjectRelease), nullptr},
    {"hipUserObjectRetain", 1, 503, reinterpret_cast<void *>(&::hipUserObjectRetain), nullptr},
    {"hipWaitExternalSemaphoresAsync", 1, 403, reinterpret_cast<void *>(&::hipWaitExternalSemaphoresAsync), nullptr},
    {"hiprtcAddNameExpression", 1, 402, reinterpret_cast<void *>(&::hiprtcAddNameExpression), nullptr},
    {"hiprtcCompileProgram", 1, 402, reinterpret_cast<void *>(&::hiprtcCompileProgram), nullptr},
    {"hiprtcCreateProgram", 1, 402, reinterpret_cast<void *>(&::hiprtcCreateProgram), nullptr},
    {"hiprtcDestroyProgram", 1, 402, reinterpret_cast<void *>(&::hiprtcDestroyProgram), nullptr},
    {"hiprtcGetBitcode", 1, 503, reinterpret_cast<void *>(&::hiprtcGetBitcode), nullptr},
    {"hiprtcGetBitcodeSize", 1, 503, reinterpret_cast<void *>(&::hiprtcGetBitcodeSize), nullptr},
    {"hiprtcGetCode", 1, 402, reinterpret_cast<void *>(&::hiprtcGetCode), nullptr},
    {"hiprtcGetCodeSize", 1, 402, reinterpret_cast<void *>(&::hiprtcGetCodeSize), nullptr},
    {"hiprtcGetErrorString", 1, 402, reinterpret_cast<void *>(&::hiprtcGetErrorString), nullptr},
    {"hiprtcGetLoweredName", 1, 402, reinterpret_cast<void *>(&::hiprtcGetLoweredName), nullptr},
    {"hiprtcGetProgramLog", 1, 402, reinterpret_cast<void *>(&::hiprtcGetProgramLog), nullptr},
    {"hiprtcGetProgramLogSize", 1, 402, reinterpret_cast<void *>(&::hiprtcGetProgramLogSize), nullptr},
    {"hiprtcLinkAddData", 1, 402, reinterpret_cast<void *>(&::hiprtcLinkAddData), nullptr},
    {"hiprtcLinkAddFile", 1, 402, reinterpret_cast<void *>(&::hiprtcLinkAddFile), nullptr},
    {"hiprtcLinkComplete", 1, 402, reinterpret_cast<void *>(&::hiprtcLinkComplete), nullptr},
    {"hiprtcLinkCreate", 1, 402, reinterpret_cast<void *>(&::hiprtcLinkCreate), nullptr},
    {"hiprtcLinkDestroy", 1, 402, reinterpret_cast<void *>(&::hiprtcLinkDestroy), nullptr},
    {"hiprtcVersion", 1, 402, reinterpret_cast<void *>(&::hiprtcVersion), nullptr},
    {},
};
