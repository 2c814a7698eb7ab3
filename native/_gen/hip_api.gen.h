// Made by tools/gen from facts/hip.toml (ROCm/clr and ROCm/HIP rocm-6.2.2; ROCm/rocm-systems 07bb0a9, version 6.2, 7.2). Do not edit.
#pragma once

#include "hal/hip/types.h"

using hipError_t = int;
using hipDevice_t = int;
using hipDeviceptr_t = void *;
using hiprtcResult = int;
using hiprtcProgram = struct _hiprtcProgram *;
using hipCtx_t = struct ihipCtx_t *;
using hipStream_t = struct ihipStream_t *;
using hipEvent_t = struct ihipEvent_t *;
using hipModule_t = struct ihipModule_t *;
using hipFunction_t = struct ihipModuleSymbol_t *;
using hipArray_t = struct hipArray *;
using hipArray_const_t = const struct hipArray *;
using hipMipmappedArray_t = struct hipMipmappedArray *;
using hipMipmappedArray_const_t = const struct hipMipmappedArray *;
using hipGraph_t = struct ihipGraph *;
using hipGraphExec_t = struct hipGraphExec *;
using hipGraphNode_t = struct hipGraphNode *;
using hipMemPool_t = struct ihipMemPoolHandle_t *;
using hipMemGenericAllocationHandle_t = struct ihipMemGenericAllocationHandle *;
using hipStreamCallback_t = void (*)(hipStream_t, hipError_t, void *);
using hipHostFn_t = void (*)(void *);
using hipMemcpyKind = int;
using hipStreamCaptureMode = int;
using hipStreamCaptureStatus = int;
using hipDeviceAttribute_t = int;
using hipFunction_attribute = int;
using hipFuncAttribute = int;
using hipJitOption = int;
using hipChannelFormatDesc = Channel;
using hipExtent = Extent;
using hipPitchedPtr = PitchedPointer;
using hipMemLocation = MemLocation;
using dim3 = Dim3;
using uint3 = Dim3;
using textureReference = void;
using GLuint = unsigned;
using GLenum = unsigned;

extern "C" {
hipError_t hipArray3DCreate(hipArray_t *array, const void *pAllocateArray);
hipError_t hipArrayCreate(hipArray_t *pHandle, const void *pAllocateArray);
hipError_t hipArrayDestroy(hipArray_t array);
hipError_t hipConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem, hipStream_t stream);
hipError_t hipCtxCreate(hipCtx_t *ctx, unsigned int flags, hipDevice_t device);
hipError_t hipCtxDestroy(hipCtx_t ctx);
hipError_t hipCtxPopCurrent(hipCtx_t *ctx);
hipError_t hipCtxPushCurrent(hipCtx_t ctx);
hipError_t hipCtxSetCurrent(hipCtx_t ctx);
hipError_t hipCtxSynchronize(void);
hipError_t hipDeviceReset(void);
hipError_t hipDeviceSynchronize(void);
hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device);
hipError_t hipDrvLaunchKernelEx(const void *config, hipFunction_t f, void **params, void **extra);
hipError_t hipDrvMemcpy2DUnaligned(const void *pCopy);
hipError_t hipDrvMemcpy3D(const void *pCopy);
hipError_t hipDrvMemcpy3DAsync(const void *pCopy, hipStream_t stream);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream);
hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream);
hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned int flags);
hipError_t hipExtLaunchKernel(const void *function_address, dim3 numBlocks, dim3 dimBlocks, void **args, size_t sharedMemBytes, hipStream_t stream, hipEvent_t startEvent, hipEvent_t stopEvent, int flags);
hipError_t hipExtLaunchMultiKernelMultiDevice(void *launchParamsList, int numDevices, unsigned int flags);
hipError_t hipExtMallocWithFlags(void **ptr, size_t sizeBytes, unsigned int flags);
hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, size_t sharedMemBytes, hipStream_t hStream, void **kernelParams, void **extra, hipEvent_t startEvent, hipEvent_t stopEvent, uint32_t flags);
hipError_t hipFree(void *ptr);
hipError_t hipFreeArray(hipArray_t array);
hipError_t hipFreeAsync(void *dev_ptr, hipStream_t stream);
hipError_t hipFreeMipmappedArray(hipMipmappedArray_t mipmappedArray);
hipError_t hipGetDeviceProperties(void *prop, int device);
hipError_t hipGetDevicePropertiesR0000(void *prop, int device);
hipError_t hipGetDevicePropertiesR0600(void *prop, int deviceId);
hipError_t hipGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags, void *status);
hipError_t hipGetDriverEntryPoint_spt(const char *symbol, void **funcPtr, unsigned long long flags, void *status);
hipError_t hipGetProcAddress(const char *symbol, void **pfn, int hipVersion, uint64_t flags, void *symbolStatus);
hipError_t hipGraphLaunch(hipGraphExec_t graphExec, hipStream_t stream);
hipError_t hipGraphLaunch_spt(hipGraphExec_t graphExec, hipStream_t stream);
hipError_t hipGraphUpload(hipGraphExec_t graphExec, hipStream_t stream);
hipError_t hipGraphicsMapResources(int count, void *resources, hipStream_t stream);
hipError_t hipGraphicsUnmapResources(int count, void *resources, hipStream_t stream);
hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, size_t sharedMemBytes, hipStream_t hStream, void **kernelParams, void **extra, hipEvent_t startEvent, hipEvent_t stopEvent);
hipError_t hipLaunchByPtr(const void *func);
hipError_t hipLaunchCooperativeKernel(const void *f, dim3 gridDim, dim3 blockDimX, void **kernelParams, unsigned int sharedMemBytes, hipStream_t stream);
hipError_t hipLaunchCooperativeKernel_spt(const void *f, dim3 gridDim, dim3 blockDimX, void **kernelParams, unsigned int sharedMemBytes, hipStream_t stream);
hipError_t hipLaunchCooperativeKernelMultiDevice(void *launchParamsList, int numDevices, unsigned int flags);
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t fn, void *userData);
hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t fn, void *userData);
hipError_t hipLaunchKernel(const void *function_address, dim3 numBlocks, dim3 dimBlocks, void **args, size_t sharedMemBytes, hipStream_t stream);
hipError_t hipLaunchKernel_spt(const void *function_address, dim3 numBlocks, dim3 dimBlocks, void **args, size_t sharedMemBytes, hipStream_t stream);
hipError_t hipLaunchKernelExC(const void *config, const void *fPtr, void **args);
hipError_t hipMalloc(void **ptr, size_t size);
hipError_t hipMalloc3D(hipPitchedPtr *pitchedDevPtr, hipExtent extent);
hipError_t hipMalloc3DArray(hipArray_t *array, const hipChannelFormatDesc *desc, hipExtent extent, unsigned int flags);
hipError_t hipMallocArray(hipArray_t *array, const hipChannelFormatDesc *desc, size_t width, size_t height, unsigned int flags);
hipError_t hipMallocAsync(void **dev_ptr, size_t size, hipStream_t stream);
hipError_t hipMallocFromPoolAsync(void **dev_ptr, size_t size, hipMemPool_t mem_pool, hipStream_t stream);
hipError_t hipMallocManaged(void **dev_ptr, size_t size, unsigned int flags);
hipError_t hipMallocMipmappedArray(hipMipmappedArray_t *mipmappedArray, const hipChannelFormatDesc *desc, hipExtent extent, unsigned int numLevels, unsigned int flags);
hipError_t hipMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height);
hipError_t hipMemAllocPitch(hipDeviceptr_t *dptr, size_t *pitch, size_t widthInBytes, size_t height, unsigned int elementSizeBytes);
hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *handle, size_t size, const void *prop, unsigned long long flags);
hipError_t hipMemGetInfo(size_t *free, size_t *total);
hipError_t hipMemMap(void *ptr, size_t size, size_t offset, hipMemGenericAllocationHandle_t handle, unsigned long long flags);
hipError_t hipMemMapArrayAsync(void *mapInfoList, unsigned int count, hipStream_t stream);
hipError_t hipMemPrefetchAsync(const void *dev_ptr, size_t count, int device, hipStream_t stream);
hipError_t hipMemPrefetchAsync_v2(const void *dev_ptr, size_t count, hipMemLocation location, unsigned int flags, hipStream_t stream);
hipError_t hipMemRelease(hipMemGenericAllocationHandle_t handle);
hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *handle, void *addr);
hipError_t hipMemUnmap(void *ptr, size_t size);
hipError_t hipMemcpy(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind);
hipError_t hipMemcpy_spt(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind);
hipError_t hipMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2D_spt(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DArrayToArray(hipArray_t dst, size_t wOffsetDst, size_t hOffsetDst, hipArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpy2DAsync_spt(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpy2DFromArray(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DFromArray_spt(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DFromArrayAsync(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpy2DFromArrayAsync_spt(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpy2DToArray(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DToArray_spt(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DToArrayAsync(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpy2DToArrayAsync_spt(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpy3D(const void *p);
hipError_t hipMemcpy3D_spt(const void *p);
hipError_t hipMemcpy3DAsync(const void *p, hipStream_t stream);
hipError_t hipMemcpy3DAsync_spt(const void *p, hipStream_t stream);
hipError_t hipMemcpy3DBatchAsync(size_t numOps, void *opList, size_t *failIdx, unsigned long long flags, hipStream_t stream);
hipError_t hipMemcpy3DPeer(void *p);
hipError_t hipMemcpy3DPeerAsync(void *p, hipStream_t stream);
hipError_t hipMemcpyAsync(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyAsync_spt(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyAtoA(hipArray_t dstArray, size_t dstOffset, hipArray_t srcArray, size_t srcOffset, size_t ByteCount);
hipError_t hipMemcpyAtoD(hipDeviceptr_t dstDevice, hipArray_t srcArray, size_t srcOffset, size_t ByteCount);
hipError_t hipMemcpyAtoH(void *dst, hipArray_t srcArray, size_t srcOffset, size_t count);
hipError_t hipMemcpyAtoHAsync(void *dstHost, hipArray_t srcArray, size_t srcOffset, size_t ByteCount, hipStream_t stream);
hipError_t hipMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, hipStream_t stream);
hipError_t hipMemcpyDtoA(hipArray_t dstArray, size_t dstOffset, hipDeviceptr_t srcDevice, size_t ByteCount);
hipError_t hipMemcpyDtoD(hipDeviceptr_t dst, hipDeviceptr_t src, size_t sizeBytes);
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t dst, hipDeviceptr_t src, size_t sizeBytes, hipStream_t stream);
hipError_t hipMemcpyDtoH(void *dst, hipDeviceptr_t src, size_t sizeBytes);
hipError_t hipMemcpyDtoHAsync(void *dst, hipDeviceptr_t src, size_t sizeBytes, hipStream_t stream);
hipError_t hipMemcpyFromArray(void *dst, hipArray_const_t srcArray, size_t wOffset, size_t hOffset, size_t count, hipMemcpyKind kind);
hipError_t hipMemcpyFromArray_spt(void *dst, hipArray_const_t srcArray, size_t wOffset, size_t hOffset, size_t count, hipMemcpyKind kind);
hipError_t hipMemcpyFromSymbol(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind);
hipError_t hipMemcpyFromSymbol_spt(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind);
hipError_t hipMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyFromSymbolAsync_spt(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyHtoA(hipArray_t dstArray, size_t dstOffset, const void *srcHost, size_t count);
hipError_t hipMemcpyHtoAAsync(hipArray_t dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, hipStream_t stream);
hipError_t hipMemcpyHtoD(hipDeviceptr_t dst, void *src, size_t sizeBytes);
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t dst, void *src, size_t sizeBytes, hipStream_t stream);
hipError_t hipMemcpyParam2D(const void *pCopy);
hipError_t hipMemcpyParam2DAsync(const void *pCopy, hipStream_t stream);
hipError_t hipMemcpyPeer(void *dst, int dstDeviceId, const void *src, int srcDeviceId, size_t sizeBytes);
hipError_t hipMemcpyPeerAsync(void *dst, int dstDeviceId, const void *src, int srcDevice, size_t sizeBytes, hipStream_t stream);
hipError_t hipMemcpyToArray(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count, hipMemcpyKind kind);
hipError_t hipMemcpyToSymbol(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind);
hipError_t hipMemcpyToSymbol_spt(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind);
hipError_t hipMemcpyToSymbolAsync(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyToSymbolAsync_spt(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyWithStream(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemset(void *dst, int value, size_t sizeBytes);
hipError_t hipMemset_spt(void *dst, int value, size_t sizeBytes);
hipError_t hipMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height);
hipError_t hipMemset2D_spt(void *dst, size_t pitch, int value, size_t width, size_t height);
hipError_t hipMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream);
hipError_t hipMemset2DAsync_spt(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream);
hipError_t hipMemset3D(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent);
hipError_t hipMemset3D_spt(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent);
hipError_t hipMemset3DAsync(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream);
hipError_t hipMemset3DAsync_spt(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream);
hipError_t hipMemsetAsync(void *dst, int value, size_t sizeBytes, hipStream_t stream);
hipError_t hipMemsetAsync_spt(void *dst, int value, size_t sizeBytes, hipStream_t stream);
hipError_t hipMemsetD16(hipDeviceptr_t dest, unsigned short value, size_t count);
hipError_t hipMemsetD16Async(hipDeviceptr_t dest, unsigned short value, size_t count, hipStream_t stream);
hipError_t hipMemsetD2D16(hipDeviceptr_t dst, size_t dstPitch, unsigned short value, size_t width, size_t height);
hipError_t hipMemsetD2D16Async(hipDeviceptr_t dst, size_t dstPitch, unsigned short value, size_t width, size_t height, hipStream_t stream);
hipError_t hipMemsetD2D32(hipDeviceptr_t dst, size_t dstPitch, unsigned int value, size_t width, size_t height);
hipError_t hipMemsetD2D32Async(hipDeviceptr_t dst, size_t dstPitch, unsigned int value, size_t width, size_t height, hipStream_t stream);
hipError_t hipMemsetD2D8(hipDeviceptr_t dst, size_t dstPitch, unsigned char value, size_t width, size_t height);
hipError_t hipMemsetD2D8Async(hipDeviceptr_t dst, size_t dstPitch, unsigned char value, size_t width, size_t height, hipStream_t stream);
hipError_t hipMemsetD32(hipDeviceptr_t dest, int value, size_t count);
hipError_t hipMemsetD32Async(hipDeviceptr_t dst, int value, size_t count, hipStream_t stream);
hipError_t hipMemsetD8(hipDeviceptr_t dest, unsigned char value, size_t count);
hipError_t hipMemsetD8Async(hipDeviceptr_t dest, unsigned char value, size_t count, hipStream_t stream);
hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t *pHandle, void *pMipmappedArrayDesc, unsigned int numMipmapLevels);
hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t hMipmappedArray);
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, hipStream_t stream, void **kernelParams);
hipError_t hipModuleLaunchCooperativeKernelMultiDevice(void *launchParamsList, unsigned int numDevices, unsigned int flags);
hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, hipStream_t stream, void **kernelParams, void **extra);
hipError_t hipSetDevice(int deviceId);
hipError_t hipSetValidDevices(int *device_arr, int len);
hipError_t hipSignalExternalSemaphoresAsync(const void *extSemArray, const void *paramsArray, unsigned int numExtSems, hipStream_t stream);
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void *userData, unsigned int flags);
hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback, void *userData, unsigned int flags);
hipError_t hipStreamAttachMemAsync(hipStream_t stream, void *dev_ptr, size_t length, unsigned int flags);
hipError_t hipStreamBatchMemOp(hipStream_t stream, unsigned int count, void *paramArray, unsigned int flags);
hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode);
hipError_t hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode);
hipError_t hipStreamBeginCaptureToGraph(hipStream_t stream, hipGraph_t graph, const hipGraphNode_t *dependencies, const void *dependencyData, size_t numDependencies, hipStreamCaptureMode mode);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *pGraph);
hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *pGraph);
hipError_t hipStreamQuery(hipStream_t stream);
hipError_t hipStreamQuery_spt(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamSynchronize_spt(hipStream_t stream);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags);
hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned int flags);
hipError_t hipStreamWaitValue32(hipStream_t stream, void *ptr, uint32_t value, unsigned int flags, uint32_t mask);
hipError_t hipStreamWaitValue64(hipStream_t stream, void *ptr, uint64_t value, unsigned int flags, uint64_t mask);
hipError_t hipStreamWriteValue32(hipStream_t stream, void *ptr, uint32_t value, unsigned int flags);
hipError_t hipStreamWriteValue64(hipStream_t stream, void *ptr, uint64_t value, unsigned int flags);
hipError_t hipWaitExternalSemaphoresAsync(const void *extSemArray, const void *paramsArray, unsigned int numExtSems, hipStream_t stream);
}

namespace heddle::hip {

inline constexpr const char *kLibrary = "libamdhip64.so.6";

// The vendor's own functions, found at first use; null if this version has none.
struct Real {
  hipError_t (*hipArray3DCreate)(hipArray_t *, const void *);
  hipError_t (*hipArrayCreate)(hipArray_t *, const void *);
  hipError_t (*hipArrayDestroy)(hipArray_t);
  hipError_t (*hipConfigureCall)(dim3, dim3, size_t, hipStream_t);
  hipError_t (*hipCtxCreate)(hipCtx_t *, unsigned int, hipDevice_t);
  hipError_t (*hipCtxDestroy)(hipCtx_t);
  hipError_t (*hipCtxPopCurrent)(hipCtx_t *);
  hipError_t (*hipCtxPushCurrent)(hipCtx_t);
  hipError_t (*hipCtxSetCurrent)(hipCtx_t);
  hipError_t (*hipCtxSynchronize)();
  hipError_t (*hipDeviceGetAttribute)(int *, hipDeviceAttribute_t, int);
  hipError_t (*hipDeviceGetPCIBusId)(char *, int, int);
  hipError_t (*hipDeviceGetUuid)(void *, hipDevice_t);
  hipError_t (*hipDeviceReset)();
  hipError_t (*hipDeviceSynchronize)();
  hipError_t (*hipDeviceTotalMem)(size_t *, hipDevice_t);
  hipError_t (*hipDrvLaunchKernelEx)(const void *, hipFunction_t, void **, void **);
  hipError_t (*hipDrvMemcpy2DUnaligned)(const void *);
  hipError_t (*hipDrvMemcpy3D)(const void *);
  hipError_t (*hipDrvMemcpy3DAsync)(const void *, hipStream_t);
  hipError_t (*hipEventCreateWithFlags)(hipEvent_t *, unsigned);
  hipError_t (*hipEventDestroy)(hipEvent_t);
  hipError_t (*hipEventQuery)(hipEvent_t);
  hipError_t (*hipEventRecord)(hipEvent_t, hipStream_t);
  hipError_t (*hipEventRecord_spt)(hipEvent_t, hipStream_t);
  hipError_t (*hipEventRecordWithFlags)(hipEvent_t, hipStream_t, unsigned int);
  hipError_t (*hipExtLaunchKernel)(const void *, dim3, dim3, void **, size_t, hipStream_t, hipEvent_t, hipEvent_t, int);
  hipError_t (*hipExtLaunchMultiKernelMultiDevice)(void *, int, unsigned int);
  hipError_t (*hipExtMallocWithFlags)(void **, size_t, unsigned int);
  hipError_t (*hipExtModuleLaunchKernel)(hipFunction_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, size_t, hipStream_t, void **, void **, hipEvent_t, hipEvent_t, uint32_t);
  hipError_t (*hipFree)(void *);
  hipError_t (*hipFreeArray)(hipArray_t);
  hipError_t (*hipFreeAsync)(void *, hipStream_t);
  hipError_t (*hipFreeMipmappedArray)(hipMipmappedArray_t);
  hipError_t (*hipGetDevice)(int *);
  hipError_t (*hipGetDeviceCount)(int *);
  hipError_t (*hipGetDeviceProperties)(void *, int);
  hipError_t (*hipGetDevicePropertiesR0000)(void *, int);
  hipError_t (*hipGetDevicePropertiesR0600)(void *, int);
  hipError_t (*hipGetDriverEntryPoint)(const char *, void **, unsigned long long, void *);
  hipError_t (*hipGetDriverEntryPoint_spt)(const char *, void **, unsigned long long, void *);
  hipError_t (*hipGetLastError)();
  hipError_t (*hipGetProcAddress)(const char *, void **, int, uint64_t, void *);
  hipError_t (*hipGraphLaunch)(hipGraphExec_t, hipStream_t);
  hipError_t (*hipGraphLaunch_spt)(hipGraphExec_t, hipStream_t);
  hipError_t (*hipGraphUpload)(hipGraphExec_t, hipStream_t);
  hipError_t (*hipGraphicsMapResources)(int, void *, hipStream_t);
  hipError_t (*hipGraphicsUnmapResources)(int, void *, hipStream_t);
  hipError_t (*hipHccModuleLaunchKernel)(hipFunction_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, size_t, hipStream_t, void **, void **, hipEvent_t, hipEvent_t);
  hipError_t (*hipHostGetDevicePointer)(void **, void *, unsigned int);
  hipError_t (*hipHostRegister)(void *, size_t, unsigned int);
  hipError_t (*hipHostUnregister)(void *);
  hipError_t (*hipInit)(unsigned int);
  hipError_t (*hipLaunchByPtr)(const void *);
  hipError_t (*hipLaunchCooperativeKernel)(const void *, dim3, dim3, void **, unsigned int, hipStream_t);
  hipError_t (*hipLaunchCooperativeKernel_spt)(const void *, dim3, dim3, void **, unsigned int, hipStream_t);
  hipError_t (*hipLaunchCooperativeKernelMultiDevice)(void *, int, unsigned int);
  hipError_t (*hipLaunchHostFunc)(hipStream_t, hipHostFn_t, void *);
  hipError_t (*hipLaunchHostFunc_spt)(hipStream_t, hipHostFn_t, void *);
  hipError_t (*hipLaunchKernel)(const void *, dim3, dim3, void **, size_t, hipStream_t);
  hipError_t (*hipLaunchKernel_spt)(const void *, dim3, dim3, void **, size_t, hipStream_t);
  hipError_t (*hipLaunchKernelExC)(const void *, const void *, void **);
  hipError_t (*hipMalloc)(void **, size_t);
  hipError_t (*hipMalloc3D)(hipPitchedPtr *, hipExtent);
  hipError_t (*hipMalloc3DArray)(hipArray_t *, const hipChannelFormatDesc *, hipExtent, unsigned int);
  hipError_t (*hipMallocArray)(hipArray_t *, const hipChannelFormatDesc *, size_t, size_t, unsigned int);
  hipError_t (*hipMallocAsync)(void **, size_t, hipStream_t);
  hipError_t (*hipMallocFromPoolAsync)(void **, size_t, hipMemPool_t, hipStream_t);
  hipError_t (*hipMallocManaged)(void **, size_t, unsigned int);
  hipError_t (*hipMallocMipmappedArray)(hipMipmappedArray_t *, const hipChannelFormatDesc *, hipExtent, unsigned int, unsigned int);
  hipError_t (*hipMallocPitch)(void **, size_t *, size_t, size_t);
  hipError_t (*hipMemAllocPitch)(hipDeviceptr_t *, size_t *, size_t, size_t, unsigned int);
  hipError_t (*hipMemCreate)(hipMemGenericAllocationHandle_t *, size_t, const void *, unsigned long long);
  hipError_t (*hipMemGetAddressRange)(hipDeviceptr_t *, size_t *, hipDeviceptr_t);
  hipError_t (*hipMemGetInfo)(size_t *, size_t *);
  hipError_t (*hipMemMap)(void *, size_t, size_t, hipMemGenericAllocationHandle_t, unsigned long long);
  hipError_t (*hipMemMapArrayAsync)(void *, unsigned int, hipStream_t);
  hipError_t (*hipMemPrefetchAsync)(const void *, size_t, int, hipStream_t);
  hipError_t (*hipMemPrefetchAsync_v2)(const void *, size_t, hipMemLocation, unsigned int, hipStream_t);
  hipError_t (*hipMemRelease)(hipMemGenericAllocationHandle_t);
  hipError_t (*hipMemRetainAllocationHandle)(hipMemGenericAllocationHandle_t *, void *);
  hipError_t (*hipMemUnmap)(void *, size_t);
  hipError_t (*hipMemcpy)(void *, const void *, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpy_spt)(void *, const void *, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpy2D)(void *, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpy2D_spt)(void *, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpy2DArrayToArray)(hipArray_t, size_t, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpy2DAsync)(void *, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpy2DAsync_spt)(void *, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpy2DFromArray)(void *, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpy2DFromArray_spt)(void *, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpy2DFromArrayAsync)(void *, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpy2DFromArrayAsync_spt)(void *, size_t, hipArray_const_t, size_t, size_t, size_t, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpy2DToArray)(hipArray_t, size_t, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpy2DToArray_spt)(hipArray_t, size_t, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpy2DToArrayAsync)(hipArray_t, size_t, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpy2DToArrayAsync_spt)(hipArray_t, size_t, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpy3D)(const void *);
  hipError_t (*hipMemcpy3D_spt)(const void *);
  hipError_t (*hipMemcpy3DAsync)(const void *, hipStream_t);
  hipError_t (*hipMemcpy3DAsync_spt)(const void *, hipStream_t);
  hipError_t (*hipMemcpy3DBatchAsync)(size_t, void *, size_t *, unsigned long long, hipStream_t);
  hipError_t (*hipMemcpy3DPeer)(void *);
  hipError_t (*hipMemcpy3DPeerAsync)(void *, hipStream_t);
  hipError_t (*hipMemcpyAsync)(void *, const void *, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpyAsync_spt)(void *, const void *, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpyAtoA)(hipArray_t, size_t, hipArray_t, size_t, size_t);
  hipError_t (*hipMemcpyAtoD)(hipDeviceptr_t, hipArray_t, size_t, size_t);
  hipError_t (*hipMemcpyAtoH)(void *, hipArray_t, size_t, size_t);
  hipError_t (*hipMemcpyAtoHAsync)(void *, hipArray_t, size_t, size_t, hipStream_t);
  hipError_t (*hipMemcpyBatchAsync)(void **, void **, size_t *, size_t, void *, size_t *, size_t, size_t *, hipStream_t);
  hipError_t (*hipMemcpyDtoA)(hipArray_t, size_t, hipDeviceptr_t, size_t);
  hipError_t (*hipMemcpyDtoD)(hipDeviceptr_t, hipDeviceptr_t, size_t);
  hipError_t (*hipMemcpyDtoDAsync)(hipDeviceptr_t, hipDeviceptr_t, size_t, hipStream_t);
  hipError_t (*hipMemcpyDtoH)(void *, hipDeviceptr_t, size_t);
  hipError_t (*hipMemcpyDtoHAsync)(void *, hipDeviceptr_t, size_t, hipStream_t);
  hipError_t (*hipMemcpyFromArray)(void *, hipArray_const_t, size_t, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpyFromArray_spt)(void *, hipArray_const_t, size_t, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpyFromSymbol)(void *, const void *, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpyFromSymbol_spt)(void *, const void *, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpyFromSymbolAsync)(void *, const void *, size_t, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpyFromSymbolAsync_spt)(void *, const void *, size_t, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpyHtoA)(hipArray_t, size_t, const void *, size_t);
  hipError_t (*hipMemcpyHtoAAsync)(hipArray_t, size_t, const void *, size_t, hipStream_t);
  hipError_t (*hipMemcpyHtoD)(hipDeviceptr_t, void *, size_t);
  hipError_t (*hipMemcpyHtoDAsync)(hipDeviceptr_t, void *, size_t, hipStream_t);
  hipError_t (*hipMemcpyParam2D)(const void *);
  hipError_t (*hipMemcpyParam2DAsync)(const void *, hipStream_t);
  hipError_t (*hipMemcpyPeer)(void *, int, const void *, int, size_t);
  hipError_t (*hipMemcpyPeerAsync)(void *, int, const void *, int, size_t, hipStream_t);
  hipError_t (*hipMemcpyToArray)(hipArray_t, size_t, size_t, const void *, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpyToSymbol)(const void *, const void *, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpyToSymbol_spt)(const void *, const void *, size_t, size_t, hipMemcpyKind);
  hipError_t (*hipMemcpyToSymbolAsync)(const void *, const void *, size_t, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpyToSymbolAsync_spt)(const void *, const void *, size_t, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemcpyWithStream)(void *, const void *, size_t, hipMemcpyKind, hipStream_t);
  hipError_t (*hipMemset)(void *, int, size_t);
  hipError_t (*hipMemset_spt)(void *, int, size_t);
  hipError_t (*hipMemset2D)(void *, size_t, int, size_t, size_t);
  hipError_t (*hipMemset2D_spt)(void *, size_t, int, size_t, size_t);
  hipError_t (*hipMemset2DAsync)(void *, size_t, int, size_t, size_t, hipStream_t);
  hipError_t (*hipMemset2DAsync_spt)(void *, size_t, int, size_t, size_t, hipStream_t);
  hipError_t (*hipMemset3D)(hipPitchedPtr, int, hipExtent);
  hipError_t (*hipMemset3D_spt)(hipPitchedPtr, int, hipExtent);
  hipError_t (*hipMemset3DAsync)(hipPitchedPtr, int, hipExtent, hipStream_t);
  hipError_t (*hipMemset3DAsync_spt)(hipPitchedPtr, int, hipExtent, hipStream_t);
  hipError_t (*hipMemsetAsync)(void *, int, size_t, hipStream_t);
  hipError_t (*hipMemsetAsync_spt)(void *, int, size_t, hipStream_t);
  hipError_t (*hipMemsetD16)(hipDeviceptr_t, unsigned short, size_t);
  hipError_t (*hipMemsetD16Async)(hipDeviceptr_t, unsigned short, size_t, hipStream_t);
  hipError_t (*hipMemsetD2D16)(hipDeviceptr_t, size_t, unsigned short, size_t, size_t);
  hipError_t (*hipMemsetD2D16Async)(hipDeviceptr_t, size_t, unsigned short, size_t, size_t, hipStream_t);
  hipError_t (*hipMemsetD2D32)(hipDeviceptr_t, size_t, unsigned int, size_t, size_t);
  hipError_t (*hipMemsetD2D32Async)(hipDeviceptr_t, size_t, unsigned int, size_t, size_t, hipStream_t);
  hipError_t (*hipMemsetD2D8)(hipDeviceptr_t, size_t, unsigned char, size_t, size_t);
  hipError_t (*hipMemsetD2D8Async)(hipDeviceptr_t, size_t, unsigned char, size_t, size_t, hipStream_t);
  hipError_t (*hipMemsetD32)(hipDeviceptr_t, int, size_t);
  hipError_t (*hipMemsetD32Async)(hipDeviceptr_t, int, size_t, hipStream_t);
  hipError_t (*hipMemsetD8)(hipDeviceptr_t, unsigned char, size_t);
  hipError_t (*hipMemsetD8Async)(hipDeviceptr_t, unsigned char, size_t, hipStream_t);
  hipError_t (*hipMipmappedArrayCreate)(hipMipmappedArray_t *, void *, unsigned int);
  hipError_t (*hipMipmappedArrayDestroy)(hipMipmappedArray_t);
  hipError_t (*hipModuleLaunchCooperativeKernel)(hipFunction_t, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, hipStream_t, void **);
  hipError_t (*hipModuleLaunchCooperativeKernelMultiDevice)(void *, unsigned int, unsigned int);
  hipError_t (*hipModuleLaunchKernel)(hipFunction_t, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, hipStream_t, void **, void **);
  hipError_t (*hipPeekAtLastError)();
  hipError_t (*hipSetDevice)(int);
  hipError_t (*hipSetValidDevices)(int *, int);
  hipError_t (*hipSignalExternalSemaphoresAsync)(const void *, const void *, unsigned int, hipStream_t);
  hipError_t (*hipStreamAddCallback)(hipStream_t, hipStreamCallback_t, void *, unsigned int);
  hipError_t (*hipStreamAddCallback_spt)(hipStream_t, hipStreamCallback_t, void *, unsigned int);
  hipError_t (*hipStreamAttachMemAsync)(hipStream_t, void *, size_t, unsigned int);
  hipError_t (*hipStreamBatchMemOp)(hipStream_t, unsigned int, void *, unsigned int);
  hipError_t (*hipStreamBeginCapture)(hipStream_t, hipStreamCaptureMode);
  hipError_t (*hipStreamBeginCapture_spt)(hipStream_t, hipStreamCaptureMode);
  hipError_t (*hipStreamBeginCaptureToGraph)(hipStream_t, hipGraph_t, const hipGraphNode_t *, const void *, size_t, hipStreamCaptureMode);
  hipError_t (*hipStreamCreateWithFlags)(hipStream_t *, unsigned int);
  hipError_t (*hipStreamDestroy)(hipStream_t);
  hipError_t (*hipStreamEndCapture)(hipStream_t, hipGraph_t *);
  hipError_t (*hipStreamEndCapture_spt)(hipStream_t, hipGraph_t *);
  hipError_t (*hipStreamGetDevice)(hipStream_t, hipDevice_t *);
  hipError_t (*hipStreamGetFlags)(hipStream_t, unsigned int *);
  hipError_t (*hipStreamGetFlags_spt)(hipStream_t, unsigned int *);
  hipError_t (*hipStreamIsCapturing)(hipStream_t, hipStreamCaptureStatus *);
  hipError_t (*hipStreamIsCapturing_spt)(hipStream_t, hipStreamCaptureStatus *);
  hipError_t (*hipStreamQuery)(hipStream_t);
  hipError_t (*hipStreamQuery_spt)(hipStream_t);
  hipError_t (*hipStreamSynchronize)(hipStream_t);
  hipError_t (*hipStreamSynchronize_spt)(hipStream_t);
  hipError_t (*hipStreamWaitEvent)(hipStream_t, hipEvent_t, unsigned int);
  hipError_t (*hipStreamWaitEvent_spt)(hipStream_t, hipEvent_t, unsigned int);
  hipError_t (*hipStreamWaitValue32)(hipStream_t, void *, uint32_t, unsigned int, uint32_t);
  hipError_t (*hipStreamWaitValue64)(hipStream_t, void *, uint64_t, unsigned int, uint64_t);
  hipError_t (*hipStreamWriteValue32)(hipStream_t, void *, uint32_t, unsigned int);
  hipError_t (*hipStreamWriteValue64)(hipStream_t, void *, uint64_t, unsigned int);
  hipError_t (*hipThreadExchangeStreamCaptureMode)(hipStreamCaptureMode *);
  hipError_t (*hipWaitExternalSemaphoresAsync)(const void *, const void *, unsigned int, hipStream_t);
};

// Name and place of every function in Real, in order.
inline constexpr const char *kNames[] = {
    "hipArray3DCreate",
    "hipArrayCreate",
    "hipArrayDestroy",
    "hipConfigureCall",
    "hipCtxCreate",
    "hipCtxDestroy",
    "hipCtxPopCurrent",
    "hipCtxPushCurrent",
    "hipCtxSetCurrent",
    "hipCtxSynchronize",
    "hipDeviceGetAttribute",
    "hipDeviceGetPCIBusId",
    "hipDeviceGetUuid",
    "hipDeviceReset",
    "hipDeviceSynchronize",
    "hipDeviceTotalMem",
    "hipDrvLaunchKernelEx",
    "hipDrvMemcpy2DUnaligned",
    "hipDrvMemcpy3D",
    "hipDrvMemcpy3DAsync",
    "hipEventCreateWithFlags",
    "hipEventDestroy",
    "hipEventQuery",
    "hipEventRecord",
    "hipEventRecord_spt",
    "hipEventRecordWithFlags",
    "hipExtLaunchKernel",
    "hipExtLaunchMultiKernelMultiDevice",
    "hipExtMallocWithFlags",
    "hipExtModuleLaunchKernel",
    "hipFree",
    "hipFreeArray",
    "hipFreeAsync",
    "hipFreeMipmappedArray",
    "hipGetDevice",
    "hipGetDeviceCount",
    "hipGetDeviceProperties",
    "hipGetDevicePropertiesR0000",
    "hipGetDevicePropertiesR0600",
    "hipGetDriverEntryPoint",
    "hipGetDriverEntryPoint_spt",
    "hipGetLastError",
    "hipGetProcAddress",
    "hipGraphLaunch",
    "hipGraphLaunch_spt",
    "hipGraphUpload",
    "hipGraphicsMapResources",
    "hipGraphicsUnmapResources",
    "hipHccModuleLaunchKernel",
    "hipHostGetDevicePointer",
    "hipHostRegister",
    "hipHostUnregister",
    "hipInit",
    "hipLaunchByPtr",
    "hipLaunchCooperativeKernel",
    "hipLaunchCooperativeKernel_spt",
    "hipLaunchCooperativeKernelMultiDevice",
    "hipLaunchHostFunc",
    "hipLaunchHostFunc_spt",
    "hipLaunchKernel",
    "hipLaunchKernel_spt",
    "hipLaunchKernelExC",
    "hipMalloc",
    "hipMalloc3D",
    "hipMalloc3DArray",
    "hipMallocArray",
    "hipMallocAsync",
    "hipMallocFromPoolAsync",
    "hipMallocManaged",
    "hipMallocMipmappedArray",
    "hipMallocPitch",
    "hipMemAllocPitch",
    "hipMemCreate",
    "hipMemGetAddressRange",
    "hipMemGetInfo",
    "hipMemMap",
    "hipMemMapArrayAsync",
    "hipMemPrefetchAsync",
    "hipMemPrefetchAsync_v2",
    "hipMemRelease",
    "hipMemRetainAllocationHandle",
    "hipMemUnmap",
    "hipMemcpy",
    "hipMemcpy_spt",
    "hipMemcpy2D",
    "hipMemcpy2D_spt",
    "hipMemcpy2DArrayToArray",
    "hipMemcpy2DAsync",
    "hipMemcpy2DAsync_spt",
    "hipMemcpy2DFromArray",
    "hipMemcpy2DFromArray_spt",
    "hipMemcpy2DFromArrayAsync",
    "hipMemcpy2DFromArrayAsync_spt",
    "hipMemcpy2DToArray",
    "hipMemcpy2DToArray_spt",
    "hipMemcpy2DToArrayAsync",
    "hipMemcpy2DToArrayAsync_spt",
    "hipMemcpy3D",
    "hipMemcpy3D_spt",
    "hipMemcpy3DAsync",
    "hipMemcpy3DAsync_spt",
    "hipMemcpy3DBatchAsync",
    "hipMemcpy3DPeer",
    "hipMemcpy3DPeerAsync",
    "hipMemcpyAsync",
    "hipMemcpyAsync_spt",
    "hipMemcpyAtoA",
    "hipMemcpyAtoD",
    "hipMemcpyAtoH",
    "hipMemcpyAtoHAsync",
    "hipMemcpyBatchAsync",
    "hipMemcpyDtoA",
    "hipMemcpyDtoD",
    "hipMemcpyDtoDAsync",
    "hipMemcpyDtoH",
    "hipMemcpyDtoHAsync",
    "hipMemcpyFromArray",
    "hipMemcpyFromArray_spt",
    "hipMemcpyFromSymbol",
    "hipMemcpyFromSymbol_spt",
    "hipMemcpyFromSymbolAsync",
    "hipMemcpyFromSymbolAsync_spt",
    "hipMemcpyHtoA",
    "hipMemcpyHtoAAsync",
    "hipMemcpyHtoD",
    "hipMemcpyHtoDAsync",
    "hipMemcpyParam2D",
    "hipMemcpyParam2DAsync",
    "hipMemcpyPeer",
    "hipMemcpyPeerAsync",
    "hipMemcpyToArray",
    "hipMemcpyToSymbol",
    "hipMemcpyToSymbol_spt",
    "hipMemcpyToSymbolAsync",
    "hipMemcpyToSymbolAsync_spt",
    "hipMemcpyWithStream",
    "hipMemset",
    "hipMemset_spt",
    "hipMemset2D",
    "hipMemset2D_spt",
    "hipMemset2DAsync",
    "hipMemset2DAsync_spt",
    "hipMemset3D",
    "hipMemset3D_spt",
    "hipMemset3DAsync",
    "hipMemset3DAsync_spt",
    "hipMemsetAsync",
    "hipMemsetAsync_spt",
    "hipMemsetD16",
    "hipMemsetD16Async",
    "hipMemsetD2D16",
    "hipMemsetD2D16Async",
    "hipMemsetD2D32",
    "hipMemsetD2D32Async",
    "hipMemsetD2D8",
    "hipMemsetD2D8Async",
    "hipMemsetD32",
    "hipMemsetD32Async",
    "hipMemsetD8",
    "hipMemsetD8Async",
    "hipMipmappedArrayCreate",
    "hipMipmappedArrayDestroy",
    "hipModuleLaunchCooperativeKernel",
    "hipModuleLaunchCooperativeKernelMultiDevice",
    "hipModuleLaunchKernel",
    "hipPeekAtLastError",
    "hipSetDevice",
    "hipSetValidDevices",
    "hipSignalExternalSemaphoresAsync",
    "hipStreamAddCallback",
    "hipStreamAddCallback_spt",
    "hipStreamAttachMemAsync",
    "hipStreamBatchMemOp",
    "hipStreamBeginCapture",
    "hipStreamBeginCapture_spt",
    "hipStreamBeginCaptureToGraph",
    "hipStreamCreateWithFlags",
    "hipStreamDestroy",
    "hipStreamEndCapture",
    "hipStreamEndCapture_spt",
    "hipStreamGetDevice",
    "hipStreamGetFlags",
    "hipStreamGetFlags_spt",
    "hipStreamIsCapturing",
    "hipStreamIsCapturing_spt",
    "hipStreamQuery",
    "hipStreamQuery_spt",
    "hipStreamSynchronize",
    "hipStreamSynchronize_spt",
    "hipStreamWaitEvent",
    "hipStreamWaitEvent_spt",
    "hipStreamWaitValue32",
    "hipStreamWaitValue64",
    "hipStreamWriteValue32",
    "hipStreamWriteValue64",
    "hipThreadExchangeStreamCaptureMode",
    "hipWaitExternalSemaphoresAsync",
};

}  // namespace heddle::hip
