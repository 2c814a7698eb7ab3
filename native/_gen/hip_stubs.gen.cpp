// Made by tools/gen from facts/hip.toml (ROCm/clr and ROCm/HIP rocm-6.2.2; ROCm/rocm-systems 07bb0a9, version 6.2, 7.2). Do not edit.
#include "shim/hip/roles.h"

using namespace heddle::hip;

extern "C" {

HEDDLE_EXPORT hipError_t hipArray3DCreate(hipArray_t *array, const void *pAllocateArray) {
  return roles::allocate(array, bytes_of_array_3d(pAllocateArray), [&] { return real().hipArray3DCreate(array, pAllocateArray); });
}

HEDDLE_EXPORT hipError_t hipArrayCreate(hipArray_t *pHandle, const void *pAllocateArray) {
  return roles::allocate(pHandle, bytes_of_array_2d(pAllocateArray), [&] { return real().hipArrayCreate(pHandle, pAllocateArray); });
}

HEDDLE_EXPORT hipError_t hipArrayDestroy(hipArray_t array) {
  return roles::release(array, [&] { return real().hipArrayDestroy(array); });
}

HEDDLE_EXPORT hipError_t hipCtxSynchronize(void) {
  return roles::sync_device([&] { return real().hipCtxSynchronize(); });
}

HEDDLE_EXPORT hipError_t hipDeviceSynchronize(void) {
  return roles::sync_device([&] { return real().hipDeviceSynchronize(); });
}

HEDDLE_EXPORT hipError_t hipDrvLaunchKernelEx(const void *config, hipFunction_t f, void **params, void **extra) {
  return roles::work(stream_of(config), [&] { return real().hipDrvLaunchKernelEx(config, f, params, extra); });
}

HEDDLE_EXPORT hipError_t hipDrvMemcpy2DUnaligned(const void *pCopy) {
  return roles::work_sync(nullptr, [&] { return real().hipDrvMemcpy2DUnaligned(pCopy); });
}

HEDDLE_EXPORT hipError_t hipDrvMemcpy3D(const void *pCopy) {
  return roles::work_sync(nullptr, [&] { return real().hipDrvMemcpy3D(pCopy); });
}

HEDDLE_EXPORT hipError_t hipDrvMemcpy3DAsync(const void *pCopy, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipDrvMemcpy3DAsync(pCopy, stream); });
}

HEDDLE_EXPORT hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  return roles::order(stream, [&] { return real().hipEventRecord(event, stream); });
}

HEDDLE_EXPORT hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream) {
  return roles::order(per_thread(stream), [&] { return real().hipEventRecord_spt(event, stream); });
}

HEDDLE_EXPORT hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned int flags) {
  return roles::order(stream, [&] { return real().hipEventRecordWithFlags(event, stream, flags); });
}

HEDDLE_EXPORT hipError_t hipExtLaunchKernel(const void *function_address, dim3 numBlocks, dim3 dimBlocks, void **args, size_t sharedMemBytes, hipStream_t stream, hipEvent_t startEvent, hipEvent_t stopEvent, int flags) {
  return roles::work(stream, [&] { return real().hipExtLaunchKernel(function_address, numBlocks, dimBlocks, args, sharedMemBytes, stream, startEvent, stopEvent, flags); });
}

HEDDLE_EXPORT hipError_t hipExtMallocWithFlags(void **ptr, size_t sizeBytes, unsigned int flags) {
  return roles::allocate(ptr, flags == kSignalMemory ? 0 : sizeBytes, [&] { return real().hipExtMallocWithFlags(ptr, sizeBytes, flags); });
}

HEDDLE_EXPORT hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, size_t sharedMemBytes, hipStream_t hStream, void **kernelParams, void **extra, hipEvent_t startEvent, hipEvent_t stopEvent, uint32_t flags) {
  return roles::work(hStream, [&] { return real().hipExtModuleLaunchKernel(f, globalWorkSizeX, globalWorkSizeY, globalWorkSizeZ, localWorkSizeX, localWorkSizeY, localWorkSizeZ, sharedMemBytes, hStream, kernelParams, extra, startEvent, stopEvent, flags); });
}

HEDDLE_EXPORT hipError_t hipFree(void *ptr) {
  return roles::release(ptr, [&] { return real().hipFree(ptr); });
}

HEDDLE_EXPORT hipError_t hipFreeArray(hipArray_t array) {
  return roles::release(array, [&] { return real().hipFreeArray(array); });
}

HEDDLE_EXPORT hipError_t hipFreeAsync(void *dev_ptr, hipStream_t stream) {
  return roles::release_on(stream, dev_ptr, [&] { return real().hipFreeAsync(dev_ptr, stream); });
}

HEDDLE_EXPORT hipError_t hipFreeMipmappedArray(hipMipmappedArray_t mipmappedArray) {
  return roles::release(mipmappedArray, [&] { return real().hipFreeMipmappedArray(mipmappedArray); });
}

HEDDLE_EXPORT hipError_t hipGraphLaunch(hipGraphExec_t graphExec, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipGraphLaunch(graphExec, stream); });
}

HEDDLE_EXPORT hipError_t hipGraphLaunch_spt(hipGraphExec_t graphExec, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipGraphLaunch_spt(graphExec, stream); });
}

HEDDLE_EXPORT hipError_t hipGraphUpload(hipGraphExec_t graphExec, hipStream_t stream) {
  return roles::order(stream, [&] { return real().hipGraphUpload(graphExec, stream); });
}

HEDDLE_EXPORT hipError_t hipGraphicsMapResources(int count, void *resources, hipStream_t stream) {
  return roles::order(stream, [&] { return real().hipGraphicsMapResources(count, resources, stream); });
}

HEDDLE_EXPORT hipError_t hipGraphicsUnmapResources(int count, void *resources, hipStream_t stream) {
  return roles::order(stream, [&] { return real().hipGraphicsUnmapResources(count, resources, stream); });
}

HEDDLE_EXPORT hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, size_t sharedMemBytes, hipStream_t hStream, void **kernelParams, void **extra, hipEvent_t startEvent, hipEvent_t stopEvent) {
  return roles::work(hStream, [&] { return real().hipHccModuleLaunchKernel(f, globalWorkSizeX, globalWorkSizeY, globalWorkSizeZ, localWorkSizeX, localWorkSizeY, localWorkSizeZ, sharedMemBytes, hStream, kernelParams, extra, startEvent, stopEvent); });
}

HEDDLE_EXPORT hipError_t hipLaunchByPtr(const void *func) {
  return roles::work(configured_stream(), [&] { return real().hipLaunchByPtr(func); });
}

HEDDLE_EXPORT hipError_t hipLaunchCooperativeKernel(const void *f, dim3 gridDim, dim3 blockDimX, void **kernelParams, unsigned int sharedMemBytes, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipLaunchCooperativeKernel(f, gridDim, blockDimX, kernelParams, sharedMemBytes, stream); });
}

HEDDLE_EXPORT hipError_t hipLaunchCooperativeKernel_spt(const void *f, dim3 gridDim, dim3 blockDimX, void **kernelParams, unsigned int sharedMemBytes, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipLaunchCooperativeKernel_spt(f, gridDim, blockDimX, kernelParams, sharedMemBytes, stream); });
}

HEDDLE_EXPORT hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t fn, void *userData) {
  return roles::wait(stream, [&] { return real().hipLaunchHostFunc(stream, fn, userData); });
}

HEDDLE_EXPORT hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t fn, void *userData) {
  return roles::wait(per_thread(stream), [&] { return real().hipLaunchHostFunc_spt(stream, fn, userData); });
}

HEDDLE_EXPORT hipError_t hipLaunchKernel(const void *function_address, dim3 numBlocks, dim3 dimBlocks, void **args, size_t sharedMemBytes, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipLaunchKernel(function_address, numBlocks, dimBlocks, args, sharedMemBytes, stream); });
}

HEDDLE_EXPORT hipError_t hipLaunchKernel_spt(const void *function_address, dim3 numBlocks, dim3 dimBlocks, void **args, size_t sharedMemBytes, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipLaunchKernel_spt(function_address, numBlocks, dimBlocks, args, sharedMemBytes, stream); });
}

HEDDLE_EXPORT hipError_t hipLaunchKernelExC(const void *config, const void *fPtr, void **args) {
  return roles::work(stream_of(config), [&] { return real().hipLaunchKernelExC(config, fPtr, args); });
}

HEDDLE_EXPORT hipError_t hipMalloc(void **ptr, size_t size) {
  return roles::allocate(ptr, size, [&] { return real().hipMalloc(ptr, size); });
}

HEDDLE_EXPORT hipError_t hipMalloc3DArray(hipArray_t *array, const hipChannelFormatDesc *desc, hipExtent extent, unsigned int flags) {
  return roles::allocate(array, bytes_of_array(desc, extent), [&] { return real().hipMalloc3DArray(array, desc, extent, flags); });
}

HEDDLE_EXPORT hipError_t hipMallocArray(hipArray_t *array, const hipChannelFormatDesc *desc, size_t width, size_t height, unsigned int flags) {
  return roles::allocate(array, bytes_of_array(desc, {width, height, 0}), [&] { return real().hipMallocArray(array, desc, width, height, flags); });
}

HEDDLE_EXPORT hipError_t hipMallocAsync(void **dev_ptr, size_t size, hipStream_t stream) {
  return roles::allocate_on(stream, dev_ptr, size, [&] { return real().hipMallocAsync(dev_ptr, size, stream); });
}

HEDDLE_EXPORT hipError_t hipMallocFromPoolAsync(void **dev_ptr, size_t size, hipMemPool_t mem_pool, hipStream_t stream) {
  return roles::allocate_on(stream, dev_ptr, size, [&] { return real().hipMallocFromPoolAsync(dev_ptr, size, mem_pool, stream); });
}

HEDDLE_EXPORT hipError_t hipMallocManaged(void **dev_ptr, size_t size, unsigned int flags) {
  return roles::allocate(dev_ptr, size, [&] { return real().hipMallocManaged(dev_ptr, size, flags); });
}

HEDDLE_EXPORT hipError_t hipMallocMipmappedArray(hipMipmappedArray_t *mipmappedArray, const hipChannelFormatDesc *desc, hipExtent extent, unsigned int numLevels, unsigned int flags) {
  return roles::allocate(mipmappedArray, bytes_of_levels(desc, extent, numLevels), [&] { return real().hipMallocMipmappedArray(mipmappedArray, desc, extent, numLevels, flags); });
}

HEDDLE_EXPORT hipError_t hipMemMapArrayAsync(void *mapInfoList, unsigned int count, hipStream_t stream) {
  return roles::order(stream, [&] { return real().hipMemMapArrayAsync(mapInfoList, count, stream); });
}

HEDDLE_EXPORT hipError_t hipMemPrefetchAsync(const void *dev_ptr, size_t count, int device, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemPrefetchAsync(dev_ptr, count, device, stream); });
}

HEDDLE_EXPORT hipError_t hipMemPrefetchAsync_v2(const void *dev_ptr, size_t count, hipMemLocation location, unsigned int flags, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemPrefetchAsync_v2(dev_ptr, count, location, flags, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpy(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpy(dst, src, sizeBytes, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpy_spt(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().hipMemcpy_spt(dst, src, sizeBytes, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpy2D(dst, dpitch, src, spitch, width, height, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2D_spt(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().hipMemcpy2D_spt(dst, dpitch, src, spitch, width, height, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DArrayToArray(hipArray_t dst, size_t wOffsetDst, size_t hOffsetDst, hipArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height, hipMemcpyKind kind) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpy2DArrayToArray(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, width, height, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DAsync_spt(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipMemcpy2DAsync_spt(dst, dpitch, src, spitch, width, height, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DFromArray(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpy2DFromArray(dst, dpitch, src, wOffset, hOffset, width, height, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DFromArray_spt(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().hipMemcpy2DFromArray_spt(dst, dpitch, src, wOffset, hOffset, width, height, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DFromArrayAsync(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpy2DFromArrayAsync(dst, dpitch, src, wOffset, hOffset, width, height, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DFromArrayAsync_spt(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipMemcpy2DFromArrayAsync_spt(dst, dpitch, src, wOffset, hOffset, width, height, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DToArray(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpy2DToArray(dst, wOffset, hOffset, src, spitch, width, height, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DToArray_spt(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().hipMemcpy2DToArray_spt(dst, wOffset, hOffset, src, spitch, width, height, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DToArrayAsync(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpy2DToArrayAsync(dst, wOffset, hOffset, src, spitch, width, height, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpy2DToArrayAsync_spt(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipMemcpy2DToArrayAsync_spt(dst, wOffset, hOffset, src, spitch, width, height, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpy3D(const void *p) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpy3D(p); });
}

HEDDLE_EXPORT hipError_t hipMemcpy3D_spt(const void *p) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().hipMemcpy3D_spt(p); });
}

HEDDLE_EXPORT hipError_t hipMemcpy3DAsync(const void *p, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpy3DAsync(p, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpy3DAsync_spt(const void *p, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipMemcpy3DAsync_spt(p, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpy3DBatchAsync(size_t numOps, void *opList, size_t *failIdx, unsigned long long flags, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpy3DBatchAsync(numOps, opList, failIdx, flags, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpy3DPeer(void *p) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpy3DPeer(p); });
}

HEDDLE_EXPORT hipError_t hipMemcpy3DPeerAsync(void *p, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpy3DPeerAsync(p, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyAsync(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyAsync(dst, src, sizeBytes, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyAsync_spt(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipMemcpyAsync_spt(dst, src, sizeBytes, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyAtoA(hipArray_t dstArray, size_t dstOffset, hipArray_t srcArray, size_t srcOffset, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyAtoA(dstArray, dstOffset, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT hipError_t hipMemcpyAtoD(hipDeviceptr_t dstDevice, hipArray_t srcArray, size_t srcOffset, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyAtoD(dstDevice, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT hipError_t hipMemcpyAtoH(void *dst, hipArray_t srcArray, size_t srcOffset, size_t count) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyAtoH(dst, srcArray, srcOffset, count); });
}

HEDDLE_EXPORT hipError_t hipMemcpyAtoHAsync(void *dstHost, hipArray_t srcArray, size_t srcOffset, size_t ByteCount, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyAtoHAsync(dstHost, srcArray, srcOffset, ByteCount, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyDtoA(hipArray_t dstArray, size_t dstOffset, hipDeviceptr_t srcDevice, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyDtoA(dstArray, dstOffset, srcDevice, ByteCount); });
}

HEDDLE_EXPORT hipError_t hipMemcpyDtoD(hipDeviceptr_t dst, hipDeviceptr_t src, size_t sizeBytes) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyDtoD(dst, src, sizeBytes); });
}

HEDDLE_EXPORT hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t dst, hipDeviceptr_t src, size_t sizeBytes, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyDtoDAsync(dst, src, sizeBytes, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyDtoH(void *dst, hipDeviceptr_t src, size_t sizeBytes) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyDtoH(dst, src, sizeBytes); });
}

HEDDLE_EXPORT hipError_t hipMemcpyDtoHAsync(void *dst, hipDeviceptr_t src, size_t sizeBytes, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyDtoHAsync(dst, src, sizeBytes, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyFromArray(void *dst, hipArray_const_t srcArray, size_t wOffset, size_t hOffset, size_t count, hipMemcpyKind kind) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyFromArray(dst, srcArray, wOffset, hOffset, count, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpyFromArray_spt(void *dst, hipArray_const_t srcArray, size_t wOffset, size_t hOffset, size_t count, hipMemcpyKind kind) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().hipMemcpyFromArray_spt(dst, srcArray, wOffset, hOffset, count, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpyFromSymbol(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyFromSymbol(dst, symbol, sizeBytes, offset, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpyFromSymbol_spt(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().hipMemcpyFromSymbol_spt(dst, symbol, sizeBytes, offset, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyFromSymbolAsync(dst, symbol, sizeBytes, offset, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyFromSymbolAsync_spt(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipMemcpyFromSymbolAsync_spt(dst, symbol, sizeBytes, offset, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyHtoA(hipArray_t dstArray, size_t dstOffset, const void *srcHost, size_t count) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyHtoA(dstArray, dstOffset, srcHost, count); });
}

HEDDLE_EXPORT hipError_t hipMemcpyHtoAAsync(hipArray_t dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyHtoAAsync(dstArray, dstOffset, srcHost, ByteCount, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyHtoD(hipDeviceptr_t dst, void *src, size_t sizeBytes) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyHtoD(dst, src, sizeBytes); });
}

HEDDLE_EXPORT hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t dst, void *src, size_t sizeBytes, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyHtoDAsync(dst, src, sizeBytes, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyParam2D(const void *pCopy) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyParam2D(pCopy); });
}

HEDDLE_EXPORT hipError_t hipMemcpyParam2DAsync(const void *pCopy, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyParam2DAsync(pCopy, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyPeer(void *dst, int dstDeviceId, const void *src, int srcDeviceId, size_t sizeBytes) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyPeer(dst, dstDeviceId, src, srcDeviceId, sizeBytes); });
}

HEDDLE_EXPORT hipError_t hipMemcpyPeerAsync(void *dst, int dstDeviceId, const void *src, int srcDevice, size_t sizeBytes, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyPeerAsync(dst, dstDeviceId, src, srcDevice, sizeBytes, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyToArray(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count, hipMemcpyKind kind) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyToArray(dst, wOffset, hOffset, src, count, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpyToSymbol(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind) {
  return roles::work_sync(nullptr, [&] { return real().hipMemcpyToSymbol(symbol, src, sizeBytes, offset, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpyToSymbol_spt(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().hipMemcpyToSymbol_spt(symbol, src, sizeBytes, offset, kind); });
}

HEDDLE_EXPORT hipError_t hipMemcpyToSymbolAsync(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemcpyToSymbolAsync(symbol, src, sizeBytes, offset, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyToSymbolAsync_spt(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipMemcpyToSymbolAsync_spt(symbol, src, sizeBytes, offset, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemcpyWithStream(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream) {
  return roles::work_sync(stream, [&] { return real().hipMemcpyWithStream(dst, src, sizeBytes, kind, stream); });
}

HEDDLE_EXPORT hipError_t hipMemset(void *dst, int value, size_t sizeBytes) {
  return roles::work(nullptr, [&] { return real().hipMemset(dst, value, sizeBytes); });
}

HEDDLE_EXPORT hipError_t hipMemset_spt(void *dst, int value, size_t sizeBytes) {
  return roles::work(per_thread(nullptr), [&] { return real().hipMemset_spt(dst, value, sizeBytes); });
}

HEDDLE_EXPORT hipError_t hipMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height) {
  return roles::work(nullptr, [&] { return real().hipMemset2D(dst, pitch, value, width, height); });
}

HEDDLE_EXPORT hipError_t hipMemset2D_spt(void *dst, size_t pitch, int value, size_t width, size_t height) {
  return roles::work(per_thread(nullptr), [&] { return real().hipMemset2D_spt(dst, pitch, value, width, height); });
}

HEDDLE_EXPORT hipError_t hipMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemset2DAsync(dst, pitch, value, width, height, stream); });
}

HEDDLE_EXPORT hipError_t hipMemset2DAsync_spt(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipMemset2DAsync_spt(dst, pitch, value, width, height, stream); });
}

HEDDLE_EXPORT hipError_t hipMemset3D(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent) {
  return roles::work(nullptr, [&] { return real().hipMemset3D(pitchedDevPtr, value, extent); });
}

HEDDLE_EXPORT hipError_t hipMemset3D_spt(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent) {
  return roles::work(per_thread(nullptr), [&] { return real().hipMemset3D_spt(pitchedDevPtr, value, extent); });
}

HEDDLE_EXPORT hipError_t hipMemset3DAsync(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemset3DAsync(pitchedDevPtr, value, extent, stream); });
}

HEDDLE_EXPORT hipError_t hipMemset3DAsync_spt(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipMemset3DAsync_spt(pitchedDevPtr, value, extent, stream); });
}

HEDDLE_EXPORT hipError_t hipMemsetAsync(void *dst, int value, size_t sizeBytes, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemsetAsync(dst, value, sizeBytes, stream); });
}

HEDDLE_EXPORT hipError_t hipMemsetAsync_spt(void *dst, int value, size_t sizeBytes, hipStream_t stream) {
  return roles::work(per_thread(stream), [&] { return real().hipMemsetAsync_spt(dst, value, sizeBytes, stream); });
}

HEDDLE_EXPORT hipError_t hipMemsetD16(hipDeviceptr_t dest, unsigned short value, size_t count) {
  return roles::work(nullptr, [&] { return real().hipMemsetD16(dest, value, count); });
}

HEDDLE_EXPORT hipError_t hipMemsetD16Async(hipDeviceptr_t dest, unsigned short value, size_t count, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemsetD16Async(dest, value, count, stream); });
}

HEDDLE_EXPORT hipError_t hipMemsetD2D16(hipDeviceptr_t dst, size_t dstPitch, unsigned short value, size_t width, size_t height) {
  return roles::work(nullptr, [&] { return real().hipMemsetD2D16(dst, dstPitch, value, width, height); });
}

HEDDLE_EXPORT hipError_t hipMemsetD2D16Async(hipDeviceptr_t dst, size_t dstPitch, unsigned short value, size_t width, size_t height, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemsetD2D16Async(dst, dstPitch, value, width, height, stream); });
}

HEDDLE_EXPORT hipError_t hipMemsetD2D32(hipDeviceptr_t dst, size_t dstPitch, unsigned int value, size_t width, size_t height) {
  return roles::work(nullptr, [&] { return real().hipMemsetD2D32(dst, dstPitch, value, width, height); });
}

HEDDLE_EXPORT hipError_t hipMemsetD2D32Async(hipDeviceptr_t dst, size_t dstPitch, unsigned int value, size_t width, size_t height, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemsetD2D32Async(dst, dstPitch, value, width, height, stream); });
}

HEDDLE_EXPORT hipError_t hipMemsetD2D8(hipDeviceptr_t dst, size_t dstPitch, unsigned char value, size_t width, size_t height) {
  return roles::work(nullptr, [&] { return real().hipMemsetD2D8(dst, dstPitch, value, width, height); });
}

HEDDLE_EXPORT hipError_t hipMemsetD2D8Async(hipDeviceptr_t dst, size_t dstPitch, unsigned char value, size_t width, size_t height, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemsetD2D8Async(dst, dstPitch, value, width, height, stream); });
}

HEDDLE_EXPORT hipError_t hipMemsetD32(hipDeviceptr_t dest, int value, size_t count) {
  return roles::work(nullptr, [&] { return real().hipMemsetD32(dest, value, count); });
}

HEDDLE_EXPORT hipError_t hipMemsetD32Async(hipDeviceptr_t dst, int value, size_t count, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemsetD32Async(dst, value, count, stream); });
}

HEDDLE_EXPORT hipError_t hipMemsetD8(hipDeviceptr_t dest, unsigned char value, size_t count) {
  return roles::work(nullptr, [&] { return real().hipMemsetD8(dest, value, count); });
}

HEDDLE_EXPORT hipError_t hipMemsetD8Async(hipDeviceptr_t dest, unsigned char value, size_t count, hipStream_t stream) {
  return roles::work(stream, [&] { return real().hipMemsetD8Async(dest, value, count, stream); });
}

HEDDLE_EXPORT hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t *pHandle, void *pMipmappedArrayDesc, unsigned int numMipmapLevels) {
  return roles::allocate(pHandle, bytes_of_levels_3d(pMipmappedArrayDesc, numMipmapLevels), [&] { return real().hipMipmappedArrayCreate(pHandle, pMipmappedArrayDesc, numMipmapLevels); });
}

HEDDLE_EXPORT hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t hMipmappedArray) {
  return roles::release(hMipmappedArray, [&] { return real().hipMipmappedArrayDestroy(hMipmappedArray); });
}

HEDDLE_EXPORT hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, hipStream_t stream, void **kernelParams) {
  return roles::work(stream, [&] { return real().hipModuleLaunchCooperativeKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, stream, kernelParams); });
}

HEDDLE_EXPORT hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, hipStream_t stream, void **kernelParams, void **extra) {
  return roles::work(stream, [&] { return real().hipModuleLaunchKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, stream, kernelParams, extra); });
}

HEDDLE_EXPORT hipError_t hipSignalExternalSemaphoresAsync(const void *extSemArray, const void *paramsArray, unsigned int numExtSems, hipStream_t stream) {
  return roles::order(stream, [&] { return real().hipSignalExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream); });
}

HEDDLE_EXPORT hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void *userData, unsigned int flags) {
  return roles::wait(stream, [&] { return real().hipStreamAddCallback(stream, callback, userData, flags); });
}

HEDDLE_EXPORT hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback, void *userData, unsigned int flags) {
  return roles::wait(per_thread(stream), [&] { return real().hipStreamAddCallback_spt(stream, callback, userData, flags); });
}

HEDDLE_EXPORT hipError_t hipStreamAttachMemAsync(hipStream_t stream, void *dev_ptr, size_t length, unsigned int flags) {
  return roles::order(stream, [&] { return real().hipStreamAttachMemAsync(stream, dev_ptr, length, flags); });
}

HEDDLE_EXPORT hipError_t hipStreamBatchMemOp(hipStream_t stream, unsigned int count, void *paramArray, unsigned int flags) {
  return roles::wait(stream, [&] { return real().hipStreamBatchMemOp(stream, count, paramArray, flags); });
}

HEDDLE_EXPORT hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
  return roles::begin_capture(stream, [&] { return real().hipStreamBeginCapture(stream, mode); });
}

HEDDLE_EXPORT hipError_t hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode) {
  return roles::begin_capture(per_thread(stream), [&] { return real().hipStreamBeginCapture_spt(stream, mode); });
}

HEDDLE_EXPORT hipError_t hipStreamBeginCaptureToGraph(hipStream_t stream, hipGraph_t graph, const hipGraphNode_t *dependencies, const void *dependencyData, size_t numDependencies, hipStreamCaptureMode mode) {
  return roles::begin_capture(stream, [&] { return real().hipStreamBeginCaptureToGraph(stream, graph, dependencies, dependencyData, numDependencies, mode); });
}

HEDDLE_EXPORT hipError_t hipStreamDestroy(hipStream_t stream) {
  return roles::destroy_stream(stream, [&] { return real().hipStreamDestroy(stream); });
}

HEDDLE_EXPORT hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *pGraph) {
  return roles::end_capture(stream, [&] { return real().hipStreamEndCapture(stream, pGraph); });
}

HEDDLE_EXPORT hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *pGraph) {
  return roles::end_capture(per_thread(stream), [&] { return real().hipStreamEndCapture_spt(stream, pGraph); });
}

HEDDLE_EXPORT hipError_t hipStreamQuery(hipStream_t stream) {
  return roles::query(stream, [&] { return real().hipStreamQuery(stream); });
}

HEDDLE_EXPORT hipError_t hipStreamQuery_spt(hipStream_t stream) {
  return roles::query(per_thread(stream), [&] { return real().hipStreamQuery_spt(stream); });
}

HEDDLE_EXPORT hipError_t hipStreamSynchronize(hipStream_t stream) {
  return roles::sync_stream(stream, [&] { return real().hipStreamSynchronize(stream); });
}

HEDDLE_EXPORT hipError_t hipStreamSynchronize_spt(hipStream_t stream) {
  return roles::sync_stream(per_thread(stream), [&] { return real().hipStreamSynchronize_spt(stream); });
}

HEDDLE_EXPORT hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags) {
  return roles::wait(stream, [&] { return real().hipStreamWaitEvent(stream, event, flags); });
}

HEDDLE_EXPORT hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned int flags) {
  return roles::wait(per_thread(stream), [&] { return real().hipStreamWaitEvent_spt(stream, event, flags); });
}

HEDDLE_EXPORT hipError_t hipStreamWaitValue32(hipStream_t stream, void *ptr, uint32_t value, unsigned int flags, uint32_t mask) {
  return roles::wait(stream, [&] { return real().hipStreamWaitValue32(stream, ptr, value, flags, mask); });
}

HEDDLE_EXPORT hipError_t hipStreamWaitValue64(hipStream_t stream, void *ptr, uint64_t value, unsigned int flags, uint64_t mask) {
  return roles::wait(stream, [&] { return real().hipStreamWaitValue64(stream, ptr, value, flags, mask); });
}

HEDDLE_EXPORT hipError_t hipStreamWriteValue32(hipStream_t stream, void *ptr, uint32_t value, unsigned int flags) {
  return roles::order(stream, [&] { return real().hipStreamWriteValue32(stream, ptr, value, flags); });
}

HEDDLE_EXPORT hipError_t hipStreamWriteValue64(hipStream_t stream, void *ptr, uint64_t value, unsigned int flags) {
  return roles::order(stream, [&] { return real().hipStreamWriteValue64(stream, ptr, value, flags); });
}

HEDDLE_EXPORT hipError_t hipWaitExternalSemaphoresAsync(const void *extSemArray, const void *paramsArray, unsigned int numExtSems, hipStream_t stream) {
  return roles::wait(stream, [&] { return real().hipWaitExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream); });
}

}  // extern C

// What dlsym() is to answer instead of the vendor's.

const heddle_symbol heddle::hip::kSymbols[] = {
    {"hipArray3DCreate", reinterpret_cast<void *>(&::hipArray3DCreate)},
    {"hipArrayCreate", reinterpret_cast<void *>(&::hipArrayCreate)},
    {"hipArrayDestroy", reinterpret_cast<void *>(&::hipArrayDestroy)},
    {"hipConfigureCall", reinterpret_cast<void *>(&::hipConfigureCall)},
    {"hipCtxCreate", reinterpret_cast<void *>(&::hipCtxCreate)},
    {"hipCtxDestroy", reinterpret_cast<void *>(&::hipCtxDestroy)},
    {"hipCtxPopCurrent", reinterpret_cast<void *>(&::hipCtxPopCurrent)},
    {"hipCtxPushCurrent", reinterpret_cast<void *>(&::hipCtxPushCurrent)},
    {"hipCtxSetCurrent", reinterpret_cast<void *>(&::hipCtxSetCurrent)},
    {"hipCtxSynchronize", reinterpret_cast<void *>(&::hipCtxSynchronize)},
    {"hipDeviceReset", reinterpret_cast<void *>(&::hipDeviceReset)},
    {"hipDeviceSynchronize", reinterpret_cast<void *>(&::hipDeviceSynchronize)},
    {"hipDeviceTotalMem", reinterpret_cast<void *>(&::hipDeviceTotalMem)},
    {"hipDrvLaunchKernelEx", reinterpret_cast<void *>(&::hipDrvLaunchKernelEx)},
    {"hipDrvMemcpy2DUnaligned", reinterpret_cast<void *>(&::hipDrvMemcpy2DUnaligned)},
    {"hipDrvMemcpy3D", reinterpret_cast<void *>(&::hipDrvMemcpy3D)},
    {"hipDrvMemcpy3DAsync", reinterpret_cast<void *>(&::hipDrvMemcpy3DAsync)},
    {"hipEventRecord", reinterpret_cast<void *>(&::hipEventRecord)},
    {"hipEventRecord_spt", reinterpret_cast<void *>(&::hipEventRecord_spt)},
    {"hipEventRecordWithFlags", reinterpret_cast<void *>(&::hipEventRecordWithFlags)},
    {"hipExtLaunchKernel", reinterpret_cast<void *>(&::hipExtLaunchKernel)},
    {"hipExtLaunchMultiKernelMultiDevice", reinterpret_cast<void *>(&::hipExtLaunchMultiKernelMultiDevice)},
    {"hipExtMallocWithFlags", reinterpret_cast<void *>(&::hipExtMallocWithFlags)},
    {"hipExtModuleLaunchKernel", reinterpret_cast<void *>(&::hipExtModuleLaunchKernel)},
    {"hipFree", reinterpret_cast<void *>(&::hipFree)},
    {"hipFreeArray", reinterpret_cast<void *>(&::hipFreeArray)},
    {"hipFreeAsync", reinterpret_cast<void *>(&::hipFreeAsync)},
    {"hipFreeMipmappedArray", reinterpret_cast<void *>(&::hipFreeMipmappedArray)},
    {"hipGetDeviceProperties", reinterpret_cast<void *>(&::hipGetDeviceProperties)},
    {"hipGetDevicePropertiesR0000", reinterpret_cast<void *>(&::hipGetDevicePropertiesR0000)},
    {"hipGetDevicePropertiesR0600", reinterpret_cast<void *>(&::hipGetDevicePropertiesR0600)},
    {"hipGetDriverEntryPoint", reinterpret_cast<void *>(&::hipGetDriverEntryPoint)},
    {"hipGetDriverEntryPoint_spt", reinterpret_cast<void *>(&::hipGetDriverEntryPoint_spt)},
    {"hipGetProcAddress", reinterpret_cast<void *>(&::hipGetProcAddress)},
    {"hipGraphLaunch", reinterpret_cast<void *>(&::hipGraphLaunch)},
    {"hipGraphLaunch_spt", reinterpret_cast<void *>(&::hipGraphLaunch_spt)},
    {"hipGraphUpload", reinterpret_cast<void *>(&::hipGraphUpload)},
    {"hipGraphicsMapResources", reinterpret_cast<void *>(&::hipGraphicsMapResources)},
    {"hipGraphicsUnmapResources", reinterpret_cast<void *>(&::hipGraphicsUnmapResources)},
    {"hipHccModuleLaunchKernel", reinterpret_cast<void *>(&::hipHccModuleLaunchKernel)},
    {"hipLaunchByPtr", reinterpret_cast<void *>(&::hipLaunchByPtr)},
    {"hipLaunchCooperativeKernel", reinterpret_cast<void *>(&::hipLaunchCooperativeKernel)},
    {"hipLaunchCooperativeKernel_spt", reinterpret_cast<void *>(&::hipLaunchCooperativeKernel_spt)},
    {"hipLaunchCooperativeKernelMultiDevice", reinterpret_cast<void *>(&::hipLaunchCooperativeKernelMultiDevice)},
    {"hipLaunchHostFunc", reinterpret_cast<void *>(&::hipLaunchHostFunc)},
    {"hipLaunchHostFunc_spt", reinterpret_cast<void *>(&::hipLaunchHostFunc_spt)},
    {"hipLaunchKernel", reinterpret_cast<void *>(&::hipLaunchKernel)},
    {"hipLaunchKernel_spt", reinterpret_cast<void *>(&::hipLaunchKernel_spt)},
    {"hipLaunchKernelExC", reinterpret_cast<void *>(&::hipLaunchKernelExC)},
    {"hipMalloc", reinterpret_cast<void *>(&::hipMalloc)},
    {"hipMalloc3D", reinterpret_cast<void *>(&::hipMalloc3D)},
    {"hipMalloc3DArray", reinterpret_cast<void *>(&::hipMalloc3DArray)},
    {"hipMallocArray", reinterpret_cast<void *>(&::hipMallocArray)},
    {"hipMallocAsync", reinterpret_cast<void *>(&::hipMallocAsync)},
    {"hipMallocFromPoolAsync", reinterpret_cast<void *>(&::hipMallocFromPoolAsync)},
    {"hipMallocManaged", reinterpret_cast<void *>(&::hipMallocManaged)},
    {"hipMallocMipmappedArray", reinterpret_cast<void *>(&::hipMallocMipmappedArray)},
    {"hipMallocPitch", reinterpret_cast<void *>(&::hipMallocPitch)},
    {"hipMemAllocPitch", reinterpret_cast<void *>(&::hipMemAllocPitch)},
    {"hipMemCreate", reinterpret_cast<void *>(&::hipMemCreate)},
    {"hipMemGetInfo", reinterpret_cast<void *>(&::hipMemGetInfo)},
    {"hipMemMap", reinterpret_cast<void *>(&::hipMemMap)},
    {"hipMemMapArrayAsync", reinterpret_cast<void *>(&::hipMemMapArrayAsync)},
    {"hipMemPrefetchAsync", reinterpret_cast<void *>(&::hipMemPrefetchAsync)},
    {"hipMemPrefetchAsync_v2", reinterpret_cast<void *>(&::hipMemPrefetchAsync_v2)},
    {"hipMemRelease", reinterpret_cast<void *>(&::hipMemRelease)},
    {"hipMemRetainAllocationHandle", reinterpret_cast<void *>(&::hipMemRetainAllocationHandle)},
    {"hipMemUnmap", reinterpret_cast<void *>(&::hipMemUnmap)},
    {"hipMemcpy", reinterpret_cast<void *>(&::hipMemcpy)},
    {"hipMemcpy_spt", reinterpret_cast<void *>(&::hipMemcpy_spt)},
    {"hipMemcpy2D", reinterpret_cast<void *>(&::hipMemcpy2D)},
    {"hipMemcpy2D_spt", reinterpret_cast<void *>(&::hipMemcpy2D_spt)},
    {"hipMemcpy2DArrayToArray", reinterpret_cast<void *>(&::hipMemcpy2DArrayToArray)},
    {"hipMemcpy2DAsync", reinterpret_cast<void *>(&::hipMemcpy2DAsync)},
    {"hipMemcpy2DAsync_spt", reinterpret_cast<void *>(&::hipMemcpy2DAsync_spt)},
    {"hipMemcpy2DFromArray", reinterpret_cast<void *>(&::hipMemcpy2DFromArray)},
    {"hipMemcpy2DFromArray_spt", reinterpret_cast<void *>(&::hipMemcpy2DFromArray_spt)},
    {"hipMemcpy2DFromArrayAsync", reinterpret_cast<void *>(&::hipMemcpy2DFromArrayAsync)},
    {"hipMemcpy2DFromArrayAsync_spt", reinterpret_cast<void *>(&::hipMemcpy2DFromArrayAsync_spt)},
    {"hipMemcpy2DToArray", reinterpret_cast<void *>(&::hipMemcpy2DToArray)},
    {"hipMemcpy2DToArray_spt", reinterpret_cast<void *>(&::hipMemcpy2DToArray_spt)},
    {"hipMemcpy2DToArrayAsync", reinterpret_cast<void *>(&::hipMemcpy2DToArrayAsync)},
    {"hipMemcpy2DToArrayAsync_spt", reinterpret_cast<void *>(&::hipMemcpy2DToArrayAsync_spt)},
    {"hipMemcpy3D", reinterpret_cast<void *>(&::hipMemcpy3D)},
    {"hipMemcpy3D_spt", reinterpret_cast<void *>(&::hipMemcpy3D_spt)},
    {"hipMemcpy3DAsync", reinterpret_cast<void *>(&::hipMemcpy3DAsync)},
    {"hipMemcpy3DAsync_spt", reinterpret_cast<void *>(&::hipMemcpy3DAsync_spt)},
    {"hipMemcpy3DBatchAsync", reinterpret_cast<void *>(&::hipMemcpy3DBatchAsync)},
    {"hipMemcpy3DPeer", reinterpret_cast<void *>(&::hipMemcpy3DPeer)},
    {"hipMemcpy3DPeerAsync", reinterpret_cast<void *>(&::hipMemcpy3DPeerAsync)},
    {"hipMemcpyAsync", reinterpret_cast<void *>(&::hipMemcpyAsync)},
    {"hipMemcpyAsync_spt", reinterpret_cast<void *>(&::hipMemcpyAsync_spt)},
    {"hipMemcpyAtoA", reinterpret_cast<void *>(&::hipMemcpyAtoA)},
    {"hipMemcpyAtoD", reinterpret_cast<void *>(&::hipMemcpyAtoD)},
    {"hipMemcpyAtoH", reinterpret_cast<void *>(&::hipMemcpyAtoH)},
    {"hipMemcpyAtoHAsync", reinterpret_cast<void *>(&::hipMemcpyAtoHAsync)},
    {"hipMemcpyBatchAsync", reinterpret_cast<void *>(&::hipMemcpyBatchAsync)},
    {"hipMemcpyDtoA", reinterpret_cast<void *>(&::hipMemcpyDtoA)},
    {"hipMemcpyDtoD", reinterpret_cast<void *>(&::hipMemcpyDtoD)},
    {"hipMemcpyDtoDAsync", reinterpret_cast<void *>(&::hipMemcpyDtoDAsync)},
    {"hipMemcpyDtoH", reinterpret_cast<void *>(&::hipMemcpyDtoH)},
    {"hipMemcpyDtoHAsync", reinterpret_cast<void *>(&::hipMemcpyDtoHAsync)},
    {"hipMemcpyFromArray", reinterpret_cast<void *>(&::hipMemcpyFromArray)},
    {"hipMemcpyFromArray_spt", reinterpret_cast<void *>(&::hipMemcpyFromArray_spt)},
    {"hipMemcpyFromSymbol", reinterpret_cast<void *>(&::hipMemcpyFromSymbol)},
    {"hipMemcpyFromSymbol_spt", reinterpret_cast<void *>(&::hipMemcpyFromSymbol_spt)},
    {"hipMemcpyFromSymbolAsync", reinterpret_cast<void *>(&::hipMemcpyFromSymbolAsync)},
    {"hipMemcpyFromSymbolAsync_spt", reinterpret_cast<void *>(&::hipMemcpyFromSymbolAsync_spt)},
    {"hipMemcpyHtoA", reinterpret_cast<void *>(&::hipMemcpyHtoA)},
    {"hipMemcpyHtoAAsync", reinterpret_cast<void *>(&::hipMemcpyHtoAAsync)},
    {"hipMemcpyHtoD", reinterpret_cast<void *>(&::hipMemcpyHtoD)},
    {"hipMemcpyHtoDAsync", reinterpret_cast<void *>(&::hipMemcpyHtoDAsync)},
    {"hipMemcpyParam2D", reinterpret_cast<void *>(&::hipMemcpyParam2D)},
    {"hipMemcpyParam2DAsync", reinterpret_cast<void *>(&::hipMemcpyParam2DAsync)},
    {"hipMemcpyPeer", reinterpret_cast<void *>(&::hipMemcpyPeer)},
    {"hipMemcpyPeerAsync", reinterpret_cast<void *>(&::hipMemcpyPeerAsync)},
    {"hipMemcpyToArray", reinterpret_cast<void *>(&::hipMemcpyToArray)},
    {"hipMemcpyToSymbol", reinterpret_cast<void *>(&::hipMemcpyToSymbol)},
    {"hipMemcpyToSymbol_spt", reinterpret_cast<void *>(&::hipMemcpyToSymbol_spt)},
    {"hipMemcpyToSymbolAsync", reinterpret_cast<void *>(&::hipMemcpyToSymbolAsync)},
    {"hipMemcpyToSymbolAsync_spt", reinterpret_cast<void *>(&::hipMemcpyToSymbolAsync_spt)},
    {"hipMemcpyWithStream", reinterpret_cast<void *>(&::hipMemcpyWithStream)},
    {"hipMemset", reinterpret_cast<void *>(&::hipMemset)},
    {"hipMemset_spt", reinterpret_cast<void *>(&::hipMemset_spt)},
    {"hipMemset2D", reinterpret_cast<void *>(&::hipMemset2D)},
    {"hipMemset2D_spt", reinterpret_cast<void *>(&::hipMemset2D_spt)},
    {"hipMemset2DAsync", reinterpret_cast<void *>(&::hipMemset2DAsync)},
    {"hipMemset2DAsync_spt", reinterpret_cast<void *>(&::hipMemset2DAsync_spt)},
    {"hipMemset3D", reinterpret_cast<void *>(&::hipMemset3D)},
    {"hipMemset3D_spt", reinterpret_cast<void *>(&::hipMemset3D_spt)},
    {"hipMemset3DAsync", reinterpret_cast<void *>(&::hipMemset3DAsync)},
    {"hipMemset3DAsync_spt", reinterpret_cast<void *>(&::hipMemset3DAsync_spt)},
    {"hipMemsetAsync", reinterpret_cast<void *>(&::hipMemsetAsync)},
    {"hipMemsetAsync_spt", reinterpret_cast<void *>(&::hipMemsetAsync_spt)},
    {"hipMemsetD16", reinterpret_cast<void *>(&::hipMemsetD16)},
    {"hipMemsetD16Async", reinterpret_cast<void *>(&::hipMemsetD16Async)},
    {"hipMemsetD2D16", reinterpret_cast<void *>(&::hipMemsetD2D16)},
    {"hipMemsetD2D16Async", reinterpret_cast<void *>(&::hipMemsetD2D16Async)},
    {"hipMemsetD2D32", reinterpret_cast<void *>(&::hipMemsetD2D32)},
    {"hipMemsetD2D32Async", reinterpret_cast<void *>(&::hipMemsetD2D32Async)},
    {"hipMemsetD2D8", reinterpret_cast<void *>(&::hipMemsetD2D8)},
    {"hipMemsetD2D8Async", reinterpret_cast<void *>(&::hipMemsetD2D8Async)},
    {"hipMemsetD32", reinterpret_cast<void *>(&::hipMemsetD32)},
    {"hipMemsetD32Async", reinterpret_cast<void *>(&::hipMemsetD32Async)},
    {"hipMemsetD8", reinterpret_cast<void *>(&::hipMemsetD8)},
    {"hipMemsetD8Async", reinterpret_cast<void *>(&::hipMemsetD8Async)},
    {"hipMipmappedArrayCreate", reinterpret_cast<void *>(&::hipMipmappedArrayCreate)},
    {"hipMipmappedArrayDestroy", reinterpret_cast<void *>(&::hipMipmappedArrayDestroy)},
    {"hipModuleLaunchCooperativeKernel", reinterpret_cast<void *>(&::hipModuleLaunchCooperativeKernel)},
    {"hipModuleLaunchCooperativeKernelMultiDevice", reinterpret_cast<void *>(&::hipModuleLaunchCooperativeKernelMultiDevice)},
    {"hipModuleLaunchKernel", reinterpret_cast<void *>(&::hipModuleLaunchKernel)},
    {"hipSetDevice", reinterpret_cast<void *>(&::hipSetDevice)},
    {"hipSetValidDevices", reinterpret_cast<void *>(&::hipSetValidDevices)},
    {"hipSignalExternalSemaphoresAsync", reinterpret_cast<void *>(&::hipSignalExternalSemaphoresAsync)},
    {"hipStreamAddCallback", reinterpret_cast<void *>(&::hipStreamAddCallback)},
    {"hipStreamAddCallback_spt", reinterpret_cast<void *>(&::hipStreamAddCallback_spt)},
    {"hipStreamAttachMemAsync", reinterpret_cast<void *>(&::hipStreamAttachMemAsync)},
    {"hipStreamBatchMemOp", reinterpret_cast<void *>(&::hipStreamBatchMemOp)},
    {"hipStreamBeginCapture", reinterpret_cast<void *>(&::hipStreamBeginCapture)},
    {"hipStreamBeginCapture_spt", reinterpret_cast<void *>(&::hipStreamBeginCapture_spt)},
    {"hipStreamBeginCaptureToGraph", reinterpret_cast<void *>(&::hipStreamBeginCaptureToGraph)},
    {"hipStreamDestroy", reinterpret_cast<void *>(&::hipStreamDestroy)},
    {"hipStreamEndCapture", reinterpret_cast<void *>(&::hipStreamEndCapture)},
    {"hipStreamEndCapture_spt", reinterpret_cast<void *>(&::hipStreamEndCapture_spt)},
    {"hipStreamQuery", reinterpret_cast<void *>(&::hipStreamQuery)},
    {"hipStreamQuery_spt", reinterpret_cast<void *>(&::hipStreamQuery_spt)},
    {"hipStreamSynchronize", reinterpret_cast<void *>(&::hipStreamSynchronize)},
    {"hipStreamSynchronize_spt", reinterpret_cast<void *>(&::hipStreamSynchronize_spt)},
    {"hipStreamWaitEvent", reinterpret_cast<void *>(&::hipStreamWaitEvent)},
    {"hipStreamWaitEvent_spt", reinterpret_cast<void *>(&::hipStreamWaitEvent_spt)},
    {"hipStreamWaitValue32", reinterpret_cast<void *>(&::hipStreamWaitValue32)},
    {"hipStreamWaitValue64", reinterpret_cast<void *>(&::hipStreamWaitValue64)},
    {"hipStreamWriteValue32", reinterpret_cast<void *>(&::hipStreamWriteValue32)},
    {"hipStreamWriteValue64", reinterpret_cast<void *>(&::hipStreamWriteValue64)},
    {"hipWaitExternalSemaphoresAsync", reinterpret_cast<void *>(&::hipWaitExternalSemaphoresAsync)},
    {nullptr, nullptr},
};
