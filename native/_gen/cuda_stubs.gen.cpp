// Made by tools/gen from facts/cuda.toml (cuda.h of CUDA 11.8, 12.9, 13.4, version 13). Do not edit.
#include "shim/cuda/roles.h"

using namespace heddle::cuda;

extern "C" {

HEDDLE_EXPORT CUresult cuArray3DCreate(CUarray *pHandle, const void *pAllocateArray) {
  return roles::allocate(pHandle, bytes_of_array_3d<unsigned>(pAllocateArray), [&] { return real().cuArray3DCreate(pHandle, pAllocateArray); });
}

HEDDLE_EXPORT CUresult cuArray3DCreate_v2(CUarray *pHandle, const void *pAllocateArray) {
  return roles::allocate(pHandle, bytes_of_array_3d<size_t>(pAllocateArray), [&] { return real().cuArray3DCreate_v2(pHandle, pAllocateArray); });
}

HEDDLE_EXPORT CUresult cuArrayCreate(CUarray *pHandle, const void *pAllocateArray) {
  return roles::allocate(pHandle, bytes_of_array<unsigned>(pAllocateArray), [&] { return real().cuArrayCreate(pHandle, pAllocateArray); });
}

HEDDLE_EXPORT CUresult cuArrayCreate_v2(CUarray *pHandle, const void *pAllocateArray) {
  return roles::allocate(pHandle, bytes_of_array<size_t>(pAllocateArray), [&] { return real().cuArrayCreate_v2(pHandle, pAllocateArray); });
}

HEDDLE_EXPORT CUresult cuArrayDestroy(CUarray hArray) {
  return roles::release(hArray, [&] { return real().cuArrayDestroy(hArray); });
}

HEDDLE_EXPORT CUresult cuCtxSynchronize(void) {
  return roles::sync_device([&] { return real().cuCtxSynchronize(); });
}

HEDDLE_EXPORT CUresult cuEventRecord(CUevent hEvent, CUstream hStream) {
  return roles::order(hStream, [&] { return real().cuEventRecord(hEvent, hStream); });
}

HEDDLE_EXPORT CUresult cuEventRecord_ptsz(CUevent hEvent, CUstream hStream) {
  return roles::order(per_thread(hStream), [&] { return real().cuEventRecord_ptsz(hEvent, hStream); });
}

HEDDLE_EXPORT CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) {
  return roles::order(hStream, [&] { return real().cuEventRecordWithFlags(hEvent, hStream, flags); });
}

HEDDLE_EXPORT CUresult cuEventRecordWithFlags_ptsz(CUevent hEvent, CUstream hStream, unsigned int flags) {
  return roles::order(per_thread(hStream), [&] { return real().cuEventRecordWithFlags_ptsz(hEvent, hStream, flags); });
}

HEDDLE_EXPORT CUresult cuGraphLaunch(CUgraphExec hGraph, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuGraphLaunch(hGraph, hStream); });
}

HEDDLE_EXPORT CUresult cuGraphLaunch_ptsz(CUgraphExec hGraph, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuGraphLaunch_ptsz(hGraph, hStream); });
}

HEDDLE_EXPORT CUresult cuGraphUpload(CUgraphExec hGraph, CUstream hStream) {
  return roles::order(hStream, [&] { return real().cuGraphUpload(hGraph, hStream); });
}

HEDDLE_EXPORT CUresult cuGraphUpload_ptsz(CUgraphExec hGraph, CUstream hStream) {
  return roles::order(per_thread(hStream), [&] { return real().cuGraphUpload_ptsz(hGraph, hStream); });
}

HEDDLE_EXPORT CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream) {
  return roles::order(hStream, [&] { return real().cuGraphicsMapResources(count, resources, hStream); });
}

HEDDLE_EXPORT CUresult cuGraphicsMapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream) {
  return roles::order(per_thread(hStream), [&] { return real().cuGraphicsMapResources_ptsz(count, resources, hStream); });
}

HEDDLE_EXPORT CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream) {
  return roles::order(hStream, [&] { return real().cuGraphicsUnmapResources(count, resources, hStream); });
}

HEDDLE_EXPORT CUresult cuGraphicsUnmapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream) {
  return roles::order(per_thread(hStream), [&] { return real().cuGraphicsUnmapResources_ptsz(count, resources, hStream); });
}

HEDDLE_EXPORT CUresult cuLaunch(CUfunction f) {
  return roles::work(nullptr, [&] { return real().cuLaunch(f); });
}

HEDDLE_EXPORT CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams) {
  return roles::work(hStream, [&] { return real().cuLaunchCooperativeKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams); });
}

HEDDLE_EXPORT CUresult cuLaunchCooperativeKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams) {
  return roles::work(per_thread(hStream), [&] { return real().cuLaunchCooperativeKernel_ptsz(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams); });
}

HEDDLE_EXPORT CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height) {
  return roles::work(nullptr, [&] { return real().cuLaunchGrid(f, grid_width, grid_height); });
}

HEDDLE_EXPORT CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuLaunchGridAsync(f, grid_width, grid_height, hStream); });
}

HEDDLE_EXPORT CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData) {
  return roles::wait(hStream, [&] { return real().cuLaunchHostFunc(hStream, fn, userData); });
}

HEDDLE_EXPORT CUresult cuLaunchHostFunc_ptsz(CUstream hStream, CUhostFn fn, void *userData) {
  return roles::wait(per_thread(hStream), [&] { return real().cuLaunchHostFunc_ptsz(hStream, fn, userData); });
}

HEDDLE_EXPORT CUresult cuLaunchHostFunc_v2(CUstream hStream, CUhostFn fn, void *userData, unsigned int syncMode) {
  return roles::wait(hStream, [&] { return real().cuLaunchHostFunc_v2(hStream, fn, userData, syncMode); });
}

HEDDLE_EXPORT CUresult cuLaunchHostFunc_v2_ptsz(CUstream hStream, CUhostFn fn, void *userData, unsigned int syncMode) {
  return roles::wait(per_thread(hStream), [&] { return real().cuLaunchHostFunc_v2_ptsz(hStream, fn, userData, syncMode); });
}

HEDDLE_EXPORT CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra) {
  return roles::work(hStream, [&] { return real().cuLaunchKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra); });
}

HEDDLE_EXPORT CUresult cuLaunchKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra) {
  return roles::work(per_thread(hStream), [&] { return real().cuLaunchKernel_ptsz(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra); });
}

HEDDLE_EXPORT CUresult cuLaunchKernelEx(const void *config, CUfunction f, void **kernelParams, void **extra) {
  return roles::work(stream_of(config), [&] { return real().cuLaunchKernelEx(config, f, kernelParams, extra); });
}

HEDDLE_EXPORT CUresult cuLaunchKernelEx_ptsz(const void *config, CUfunction f, void **kernelParams, void **extra) {
  return roles::work(per_thread(stream_of(config)), [&] { return real().cuLaunchKernelEx_ptsz(config, f, kernelParams, extra); });
}

HEDDLE_EXPORT CUresult cuMemAlloc(CUdeviceptr_v1 *dptr, unsigned int bytesize) {
  return roles::allocate(dptr, bytesize, [&] { return real().cuMemAlloc(dptr, bytesize); });
}

HEDDLE_EXPORT CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) {
  return roles::allocate_on(hStream, dptr, bytesize, [&] { return real().cuMemAllocAsync(dptr, bytesize, hStream); });
}

HEDDLE_EXPORT CUresult cuMemAllocAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) {
  return roles::allocate_on(per_thread(hStream), dptr, bytesize, [&] { return real().cuMemAllocAsync_ptsz(dptr, bytesize, hStream); });
}

HEDDLE_EXPORT CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) {
  return roles::allocate_on(hStream, dptr, bytesize, [&] { return real().cuMemAllocFromPoolAsync(dptr, bytesize, pool, hStream); });
}

HEDDLE_EXPORT CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream) {
  return roles::allocate_on(per_thread(hStream), dptr, bytesize, [&] { return real().cuMemAllocFromPoolAsync_ptsz(dptr, bytesize, pool, hStream); });
}

HEDDLE_EXPORT CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned int flags) {
  return roles::allocate(dptr, bytesize, [&] { return real().cuMemAllocManaged(dptr, bytesize, flags); });
}

HEDDLE_EXPORT CUresult cuMemBatchDecompressAsync(void *paramsArray, size_t count, unsigned int flags, size_t *errorIndex, CUstream stream) {
  return roles::work(stream, [&] { return real().cuMemBatchDecompressAsync(paramsArray, count, flags, errorIndex, stream); });
}

HEDDLE_EXPORT CUresult cuMemBatchDecompressAsync_ptsz(void *paramsArray, size_t count, unsigned int flags, size_t *errorIndex, CUstream stream) {
  return roles::work(per_thread(stream), [&] { return real().cuMemBatchDecompressAsync_ptsz(paramsArray, count, flags, errorIndex, stream); });
}

HEDDLE_EXPORT CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemDiscardAndPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemDiscardAndPrefetchBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemDiscardAndPrefetchBatchAsync_ptsz(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemDiscardBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream) {
  return roles::order(hStream, [&] { return real().cuMemDiscardBatchAsync(dptrs, sizes, count, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemDiscardBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream) {
  return roles::order(per_thread(hStream), [&] { return real().cuMemDiscardBatchAsync_ptsz(dptrs, sizes, count, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemFree(CUdeviceptr_v1 dptr) {
  return roles::release(dptr, [&] { return real().cuMemFree(dptr); });
}

HEDDLE_EXPORT CUresult cuMemMapArrayAsync(void *mapInfoList, unsigned int count, CUstream hStream) {
  return roles::order(hStream, [&] { return real().cuMemMapArrayAsync(mapInfoList, count, hStream); });
}

HEDDLE_EXPORT CUresult cuMemMapArrayAsync_ptsz(void *mapInfoList, unsigned int count, CUstream hStream) {
  return roles::order(per_thread(hStream), [&] { return real().cuMemMapArrayAsync_ptsz(mapInfoList, count, hStream); });
}

HEDDLE_EXPORT CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemPrefetchAsync(devPtr, count, dstDevice, hStream); });
}

HEDDLE_EXPORT CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemPrefetchAsync_ptsz(devPtr, count, dstDevice, hStream); });
}

HEDDLE_EXPORT CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemPrefetchAsync_v2(devPtr, count, location, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemPrefetchAsync_v2_ptsz(devPtr, count, location, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemPrefetchBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemPrefetchBatchAsync_ptsz(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpy(dst, src, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpy_ptds(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpy_ptds(dst, src, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpy2D(const void *pCopy) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpy2D(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpy2DAsync(const void *pCopy, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpy2DAsync(pCopy, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy2DAsync_v2(const void *pCopy, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpy2DAsync_v2(pCopy, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy2DAsync_v2_ptsz(const void *pCopy, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpy2DAsync_v2_ptsz(pCopy, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy2DUnaligned(const void *pCopy) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpy2DUnaligned(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpy2DUnaligned_v2(const void *pCopy) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpy2DUnaligned_v2(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpy2DUnaligned_v2_ptds(const void *pCopy) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpy2DUnaligned_v2_ptds(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpy2D_v2(const void *pCopy) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpy2D_v2(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpy2D_v2_ptds(const void *pCopy) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpy2D_v2_ptds(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpy3D(const void *pCopy) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpy3D(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DAsync(const void *pCopy, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpy3DAsync(pCopy, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DAsync_v2(const void *pCopy, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpy3DAsync_v2(pCopy, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DAsync_v2_ptsz(const void *pCopy, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpy3DAsync_v2_ptsz(pCopy, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DBatchAsync(size_t numOps, void *opList, size_t *failIdx, unsigned long long flags, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpy3DBatchAsync(numOps, opList, failIdx, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DBatchAsync_ptsz(size_t numOps, void *opList, size_t *failIdx, unsigned long long flags, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpy3DBatchAsync_ptsz(numOps, opList, failIdx, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DBatchAsync_v2(size_t numOps, void *opList, unsigned long long flags, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpy3DBatchAsync_v2(numOps, opList, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DBatchAsync_v2_ptsz(size_t numOps, void *opList, unsigned long long flags, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpy3DBatchAsync_v2_ptsz(numOps, opList, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DPeer(const void *pCopy) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpy3DPeer(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DPeer_ptds(const void *pCopy) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpy3DPeer_ptds(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DPeerAsync(const void *pCopy, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpy3DPeerAsync(pCopy, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DPeerAsync_ptsz(const void *pCopy, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpy3DPeerAsync_ptsz(pCopy, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DWithAttributesAsync(void *op, unsigned long long flags, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpy3DWithAttributesAsync(op, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3DWithAttributesAsync_ptsz(void *op, unsigned long long flags, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpy3DWithAttributesAsync_ptsz(op, flags, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpy3D_v2(const void *pCopy) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpy3D_v2(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpy3D_v2_ptds(const void *pCopy) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpy3D_v2_ptds(pCopy); });
}

HEDDLE_EXPORT CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyAsync(dst, src, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpyAsync_ptsz(dst, src, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoA(CUarray dstArray, unsigned int dstOffset, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyAtoA(dstArray, dstOffset, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoA_v2(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyAtoA_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpyAtoA_v2_ptds(dstArray, dstOffset, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoD(CUdeviceptr_v1 dstDevice, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyAtoD(dstDevice, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyAtoD_v2(dstDevice, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoD_v2_ptds(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpyAtoD_v2_ptds(dstDevice, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoH(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyAtoH(dstHost, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoHAsync(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyAtoHAsync(dstHost, srcArray, srcOffset, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoHAsync_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyAtoHAsync_v2(dstHost, srcArray, srcOffset, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoHAsync_v2_ptsz(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpyAtoHAsync_v2_ptsz(dstHost, srcArray, srcOffset, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoH_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyAtoH_v2(dstHost, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyAtoH_v2_ptds(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpyAtoH_v2_ptds(dstHost, srcArray, srcOffset, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyBatchAsync_ptsz(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpyBatchAsync_ptsz(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyBatchAsync_v2(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyBatchAsync_v2_ptsz(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpyBatchAsync_v2_ptsz(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoA(CUarray dstArray, unsigned int dstOffset, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyDtoA(dstArray, dstOffset, srcDevice, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyDtoA_v2(dstArray, dstOffset, srcDevice, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpyDtoA_v2_ptds(dstArray, dstOffset, srcDevice, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoD(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyDtoD(dstDevice, srcDevice, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyDtoDAsync(dstDevice, srcDevice, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpyDtoDAsync_v2_ptsz(dstDevice, srcDevice, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyDtoD_v2(dstDevice, srcDevice, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpyDtoD_v2_ptds(dstDevice, srcDevice, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyDtoH(dstHost, srcDevice, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyDtoHAsync(dstHost, srcDevice, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoHAsync_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyDtoHAsync_v2(dstHost, srcDevice, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoHAsync_v2_ptsz(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpyDtoHAsync_v2_ptsz(dstHost, srcDevice, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoH_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyDtoH_v2(dstHost, srcDevice, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyDtoH_v2_ptds(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpyDtoH_v2_ptds(dstHost, srcDevice, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoA(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyHtoA(dstArray, dstOffset, srcHost, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoAAsync(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyHtoAAsync(dstArray, dstOffset, srcHost, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyHtoAAsync_v2(dstArray, dstOffset, srcHost, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoAAsync_v2_ptsz(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpyHtoAAsync_v2_ptsz(dstArray, dstOffset, srcHost, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyHtoA_v2(dstArray, dstOffset, srcHost, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoA_v2_ptds(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpyHtoA_v2_ptds(dstArray, dstOffset, srcHost, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoD(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyHtoD(dstDevice, srcHost, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyHtoDAsync(dstDevice, srcHost, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyHtoDAsync_v2(dstDevice, srcHost, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpyHtoDAsync_v2_ptsz(dstDevice, srcHost, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyHtoD_v2(dstDevice, srcHost, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpyHtoD_v2_ptds(dstDevice, srcHost, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) {
  return roles::work_sync(nullptr, [&] { return real().cuMemcpyPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyPeer_ptds(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount) {
  return roles::work_sync(per_thread(nullptr), [&] { return real().cuMemcpyPeer_ptds(dstDevice, dstContext, srcDevice, srcContext, ByteCount); });
}

HEDDLE_EXPORT CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyPeerAsync_ptsz(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpyPeerAsync_ptsz(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyWithAttributesAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, void *attr, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemcpyWithAttributesAsync(dst, src, size, attr, hStream); });
}

HEDDLE_EXPORT CUresult cuMemcpyWithAttributesAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t size, void *attr, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemcpyWithAttributesAsync_ptsz(dst, src, size, attr, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD16(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N) {
  return roles::work(nullptr, [&] { return real().cuMemsetD16(dstDevice, us, N); });
}

HEDDLE_EXPORT CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemsetD16Async(dstDevice, us, N, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD16Async_ptsz(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemsetD16Async_ptsz(dstDevice, us, N, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, size_t N) {
  return roles::work(nullptr, [&] { return real().cuMemsetD16_v2(dstDevice, us, N); });
}

HEDDLE_EXPORT CUresult cuMemsetD16_v2_ptds(CUdeviceptr dstDevice, unsigned short us, size_t N) {
  return roles::work(per_thread(nullptr), [&] { return real().cuMemsetD16_v2_ptds(dstDevice, us, N); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D16(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us, unsigned int Width, unsigned int Height) {
  return roles::work(nullptr, [&] { return real().cuMemsetD2D16(dstDevice, dstPitch, us, Width, Height); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemsetD2D16Async(dstDevice, dstPitch, us, Width, Height, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D16Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemsetD2D16Async_ptsz(dstDevice, dstPitch, us, Width, Height, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) {
  return roles::work(nullptr, [&] { return real().cuMemsetD2D16_v2(dstDevice, dstPitch, us, Width, Height); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D16_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height) {
  return roles::work(per_thread(nullptr), [&] { return real().cuMemsetD2D16_v2_ptds(dstDevice, dstPitch, us, Width, Height); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D32(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui, unsigned int Width, unsigned int Height) {
  return roles::work(nullptr, [&] { return real().cuMemsetD2D32(dstDevice, dstPitch, ui, Width, Height); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemsetD2D32Async(dstDevice, dstPitch, ui, Width, Height, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D32Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemsetD2D32Async_ptsz(dstDevice, dstPitch, ui, Width, Height, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) {
  return roles::work(nullptr, [&] { return real().cuMemsetD2D32_v2(dstDevice, dstPitch, ui, Width, Height); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D32_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height) {
  return roles::work(per_thread(nullptr), [&] { return real().cuMemsetD2D32_v2_ptds(dstDevice, dstPitch, ui, Width, Height); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D8(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc, unsigned int Width, unsigned int Height) {
  return roles::work(nullptr, [&] { return real().cuMemsetD2D8(dstDevice, dstPitch, uc, Width, Height); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemsetD2D8Async(dstDevice, dstPitch, uc, Width, Height, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D8Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemsetD2D8Async_ptsz(dstDevice, dstPitch, uc, Width, Height, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) {
  return roles::work(nullptr, [&] { return real().cuMemsetD2D8_v2(dstDevice, dstPitch, uc, Width, Height); });
}

HEDDLE_EXPORT CUresult cuMemsetD2D8_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height) {
  return roles::work(per_thread(nullptr), [&] { return real().cuMemsetD2D8_v2_ptds(dstDevice, dstPitch, uc, Width, Height); });
}

HEDDLE_EXPORT CUresult cuMemsetD32(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N) {
  return roles::work(nullptr, [&] { return real().cuMemsetD32(dstDevice, ui, N); });
}

HEDDLE_EXPORT CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemsetD32Async(dstDevice, ui, N, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD32Async_ptsz(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemsetD32Async_ptsz(dstDevice, ui, N, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, size_t N) {
  return roles::work(nullptr, [&] { return real().cuMemsetD32_v2(dstDevice, ui, N); });
}

HEDDLE_EXPORT CUresult cuMemsetD32_v2_ptds(CUdeviceptr dstDevice, unsigned int ui, size_t N) {
  return roles::work(per_thread(nullptr), [&] { return real().cuMemsetD32_v2_ptds(dstDevice, ui, N); });
}

HEDDLE_EXPORT CUresult cuMemsetD8(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N) {
  return roles::work(nullptr, [&] { return real().cuMemsetD8(dstDevice, uc, N); });
}

HEDDLE_EXPORT CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  return roles::work(hStream, [&] { return real().cuMemsetD8Async(dstDevice, uc, N, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD8Async_ptsz(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream) {
  return roles::work(per_thread(hStream), [&] { return real().cuMemsetD8Async_ptsz(dstDevice, uc, N, hStream); });
}

HEDDLE_EXPORT CUresult cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, size_t N) {
  return roles::work(nullptr, [&] { return real().cuMemsetD8_v2(dstDevice, uc, N); });
}

HEDDLE_EXPORT CUresult cuMemsetD8_v2_ptds(CUdeviceptr dstDevice, unsigned char uc, size_t N) {
  return roles::work(per_thread(nullptr), [&] { return real().cuMemsetD8_v2_ptds(dstDevice, uc, N); });
}

HEDDLE_EXPORT CUresult cuMipmappedArrayCreate(CUmipmappedArray *pHandle, const void *pMipmappedArrayDesc, unsigned int numMipmapLevels) {
  return roles::allocate(pHandle, bytes_of_mipmaps(pMipmappedArrayDesc, numMipmapLevels), [&] { return real().cuMipmappedArrayCreate(pHandle, pMipmappedArrayDesc, numMipmapLevels); });
}

HEDDLE_EXPORT CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray) {
  return roles::release(hMipmappedArray, [&] { return real().cuMipmappedArrayDestroy(hMipmappedArray); });
}

HEDDLE_EXPORT CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const void *paramsArray, unsigned int numExtSems, CUstream stream) {
  return roles::order(stream, [&] { return real().cuSignalExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream); });
}

HEDDLE_EXPORT CUresult cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const void *paramsArray, unsigned int numExtSems, CUstream stream) {
  return roles::order(per_thread(stream), [&] { return real().cuSignalExternalSemaphoresAsync_ptsz(extSemArray, paramsArray, numExtSems, stream); });
}

HEDDLE_EXPORT CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags) {
  return roles::wait(hStream, [&] { return real().cuStreamAddCallback(hStream, callback, userData, flags); });
}

HEDDLE_EXPORT CUresult cuStreamAddCallback_ptsz(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags) {
  return roles::wait(per_thread(hStream), [&] { return real().cuStreamAddCallback_ptsz(hStream, callback, userData, flags); });
}

HEDDLE_EXPORT CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) {
  return roles::order(hStream, [&] { return real().cuStreamAttachMemAsync(hStream, dptr, length, flags); });
}

HEDDLE_EXPORT CUresult cuStreamAttachMemAsync_ptsz(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags) {
  return roles::order(per_thread(hStream), [&] { return real().cuStreamAttachMemAsync_ptsz(hStream, dptr, length, flags); });
}

HEDDLE_EXPORT CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, void *paramArray, unsigned int flags) {
  return roles::wait(stream, [&] { return real().cuStreamBatchMemOp(stream, count, paramArray, flags); });
}

HEDDLE_EXPORT CUresult cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count, void *paramArray, unsigned int flags) {
  return roles::wait(per_thread(stream), [&] { return real().cuStreamBatchMemOp_ptsz(stream, count, paramArray, flags); });
}

HEDDLE_EXPORT CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, void *paramArray, unsigned int flags) {
  return roles::wait(stream, [&] { return real().cuStreamBatchMemOp_v2(stream, count, paramArray, flags); });
}

HEDDLE_EXPORT CUresult cuStreamBatchMemOp_v2_ptsz(CUstream stream, unsigned int count, void *paramArray, unsigned int flags) {
  return roles::wait(per_thread(stream), [&] { return real().cuStreamBatchMemOp_v2_ptsz(stream, count, paramArray, flags); });
}

HEDDLE_EXPORT CUresult cuStreamBeginCapture(CUstream hStream) {
  return roles::begin_capture(hStream, [&] { return real().cuStreamBeginCapture(hStream); });
}

HEDDLE_EXPORT CUresult cuStreamBeginCapture_ptsz(CUstream hStream) {
  return roles::begin_capture(per_thread(hStream), [&] { return real().cuStreamBeginCapture_ptsz(hStream); });
}

HEDDLE_EXPORT CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const void *dependencyData, size_t numDependencies, CUstreamCaptureMode mode) {
  return roles::begin_capture(hStream, [&] { return real().cuStreamBeginCaptureToGraph(hStream, hGraph, dependencies, dependencyData, numDependencies, mode); });
}

HEDDLE_EXPORT CUresult cuStreamBeginCaptureToGraph_ptsz(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const void *dependencyData, size_t numDependencies, CUstreamCaptureMode mode) {
  return roles::begin_capture(per_thread(hStream), [&] { return real().cuStreamBeginCaptureToGraph_ptsz(hStream, hGraph, dependencies, dependencyData, numDependencies, mode); });
}

HEDDLE_EXPORT CUresult cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode) {
  return roles::begin_capture(hStream, [&] { return real().cuStreamBeginCapture_v2(hStream, mode); });
}

HEDDLE_EXPORT CUresult cuStreamBeginCapture_v2_ptsz(CUstream hStream, CUstreamCaptureMode mode) {
  return roles::begin_capture(per_thread(hStream), [&] { return real().cuStreamBeginCapture_v2_ptsz(hStream, mode); });
}

HEDDLE_EXPORT CUresult cuStreamBeginRecaptureToGraph(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void *userData) {
  return roles::begin_capture(hStream, [&] { return real().cuStreamBeginRecaptureToGraph(hStream, mode, hGraph, callbackFunc, userData); });
}

HEDDLE_EXPORT CUresult cuStreamBeginRecaptureToGraph_ptsz(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void *userData) {
  return roles::begin_capture(per_thread(hStream), [&] { return real().cuStreamBeginRecaptureToGraph_ptsz(hStream, mode, hGraph, callbackFunc, userData); });
}

HEDDLE_EXPORT CUresult cuStreamDestroy(CUstream hStream) {
  return roles::destroy_stream(hStream, [&] { return real().cuStreamDestroy(hStream); });
}

HEDDLE_EXPORT CUresult cuStreamDestroy_v2(CUstream hStream) {
  return roles::destroy_stream(hStream, [&] { return real().cuStreamDestroy_v2(hStream); });
}

HEDDLE_EXPORT CUresult cuStreamEndCapture(CUstream hStream, CUgraph *phGraph) {
  return roles::end_capture(hStream, [&] { return real().cuStreamEndCapture(hStream, phGraph); });
}

HEDDLE_EXPORT CUresult cuStreamEndCapture_ptsz(CUstream hStream, CUgraph *phGraph) {
  return roles::end_capture(per_thread(hStream), [&] { return real().cuStreamEndCapture_ptsz(hStream, phGraph); });
}

HEDDLE_EXPORT CUresult cuStreamQuery(CUstream hStream) {
  return roles::query(hStream, [&] { return real().cuStreamQuery(hStream); });
}

HEDDLE_EXPORT CUresult cuStreamQuery_ptsz(CUstream hStream) {
  return roles::query(per_thread(hStream), [&] { return real().cuStreamQuery_ptsz(hStream); });
}

HEDDLE_EXPORT CUresult cuStreamSynchronize(CUstream hStream) {
  return roles::sync_stream(hStream, [&] { return real().cuStreamSynchronize(hStream); });
}

HEDDLE_EXPORT CUresult cuStreamSynchronize_ptsz(CUstream hStream) {
  return roles::sync_stream(per_thread(hStream), [&] { return real().cuStreamSynchronize_ptsz(hStream); });
}

HEDDLE_EXPORT CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  return roles::wait(hStream, [&] { return real().cuStreamWaitEvent(hStream, hEvent, Flags); });
}

HEDDLE_EXPORT CUresult cuStreamWaitEvent_ptsz(CUstream hStream, CUevent hEvent, unsigned int Flags) {
  return roles::wait(per_thread(hStream), [&] { return real().cuStreamWaitEvent_ptsz(hStream, hEvent, Flags); });
}

HEDDLE_EXPORT CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return roles::wait(stream, [&] { return real().cuStreamWaitValue32(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return roles::wait(per_thread(stream), [&] { return real().cuStreamWaitValue32_ptsz(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return roles::wait(stream, [&] { return real().cuStreamWaitValue32_v2(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWaitValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return roles::wait(per_thread(stream), [&] { return real().cuStreamWaitValue32_v2_ptsz(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return roles::wait(stream, [&] { return real().cuStreamWaitValue64(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return roles::wait(per_thread(stream), [&] { return real().cuStreamWaitValue64_ptsz(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return roles::wait(stream, [&] { return real().cuStreamWaitValue64_v2(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWaitValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return roles::wait(per_thread(stream), [&] { return real().cuStreamWaitValue64_v2_ptsz(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return roles::order(stream, [&] { return real().cuStreamWriteValue32(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return roles::order(per_thread(stream), [&] { return real().cuStreamWriteValue32_ptsz(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return roles::order(stream, [&] { return real().cuStreamWriteValue32_v2(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWriteValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags) {
  return roles::order(per_thread(stream), [&] { return real().cuStreamWriteValue32_v2_ptsz(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return roles::order(stream, [&] { return real().cuStreamWriteValue64(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return roles::order(per_thread(stream), [&] { return real().cuStreamWriteValue64_ptsz(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return roles::order(stream, [&] { return real().cuStreamWriteValue64_v2(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuStreamWriteValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags) {
  return roles::order(per_thread(stream), [&] { return real().cuStreamWriteValue64_v2_ptsz(stream, addr, value, flags); });
}

HEDDLE_EXPORT CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const void *paramsArray, unsigned int numExtSems, CUstream stream) {
  return roles::wait(stream, [&] { return real().cuWaitExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream); });
}

HEDDLE_EXPORT CUresult cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const void *paramsArray, unsigned int numExtSems, CUstream stream) {
  return roles::wait(per_thread(stream), [&] { return real().cuWaitExternalSemaphoresAsync_ptsz(extSemArray, paramsArray, numExtSems, stream); });
}

}  // extern C

// What dlsym() is to answer instead of the vendor's.

const heddle_symbol heddle::cuda::kSymbols[] = {
    {"cuArray3DCreate", reinterpret_cast<void *>(&::cuArray3DCreate)},
    {"cuArray3DCreate_v2", reinterpret_cast<void *>(&::cuArray3DCreate_v2)},
    {"cuArrayCreate", reinterpret_cast<void *>(&::cuArrayCreate)},
    {"cuArrayCreate_v2", reinterpret_cast<void *>(&::cuArrayCreate_v2)},
    {"cuArrayDestroy", reinterpret_cast<void *>(&::cuArrayDestroy)},
    {"cuCtxDestroy", reinterpret_cast<void *>(&::cuCtxDestroy)},
    {"cuCtxDestroy_v2", reinterpret_cast<void *>(&::cuCtxDestroy_v2)},
    {"cuCtxSynchronize", reinterpret_cast<void *>(&::cuCtxSynchronize)},
    {"cuCtxSynchronize_v2", reinterpret_cast<void *>(&::cuCtxSynchronize_v2)},
    {"cuDevicePrimaryCtxRelease", reinterpret_cast<void *>(&::cuDevicePrimaryCtxRelease)},
    {"cuDevicePrimaryCtxRelease_v2", reinterpret_cast<void *>(&::cuDevicePrimaryCtxRelease_v2)},
    {"cuDevicePrimaryCtxReset", reinterpret_cast<void *>(&::cuDevicePrimaryCtxReset)},
    {"cuDevicePrimaryCtxReset_v2", reinterpret_cast<void *>(&::cuDevicePrimaryCtxReset_v2)},
    {"cuDevicePrimaryCtxRetain", reinterpret_cast<void *>(&::cuDevicePrimaryCtxRetain)},
    {"cuDeviceTotalMem", reinterpret_cast<void *>(&::cuDeviceTotalMem)},
    {"cuDeviceTotalMem_v2", reinterpret_cast<void *>(&::cuDeviceTotalMem_v2)},
    {"cuEventRecord", reinterpret_cast<void *>(&::cuEventRecord)},
    {"cuEventRecord_ptsz", reinterpret_cast<void *>(&::cuEventRecord_ptsz)},
    {"cuEventRecordWithFlags", reinterpret_cast<void *>(&::cuEventRecordWithFlags)},
    {"cuEventRecordWithFlags_ptsz", reinterpret_cast<void *>(&::cuEventRecordWithFlags_ptsz)},
    {"cuGetProcAddress", reinterpret_cast<void *>(&::cuGetProcAddress)},
    {"cuGetProcAddress_v2", reinterpret_cast<void *>(&::cuGetProcAddress_v2)},
    {"cuGraphExecDestroy", reinterpret_cast<void *>(&::cuGraphExecDestroy)},
    {"cuGraphInstantiate", reinterpret_cast<void *>(&::cuGraphInstantiate)},
    {"cuGraphInstantiateWithFlags", reinterpret_cast<void *>(&::cuGraphInstantiateWithFlags)},
    {"cuGraphInstantiateWithParams", reinterpret_cast<void *>(&::cuGraphInstantiateWithParams)},
    {"cuGraphInstantiateWithParams_ptsz", reinterpret_cast<void *>(&::cuGraphInstantiateWithParams_ptsz)},
    {"cuGraphInstantiate_v2", reinterpret_cast<void *>(&::cuGraphInstantiate_v2)},
    {"cuGraphLaunch", reinterpret_cast<void *>(&::cuGraphLaunch)},
    {"cuGraphLaunch_ptsz", reinterpret_cast<void *>(&::cuGraphLaunch_ptsz)},
    {"cuGraphUpload", reinterpret_cast<void *>(&::cuGraphUpload)},
    {"cuGraphUpload_ptsz", reinterpret_cast<void *>(&::cuGraphUpload_ptsz)},
    {"cuGraphicsMapResources", reinterpret_cast<void *>(&::cuGraphicsMapResources)},
    {"cuGraphicsMapResources_ptsz", reinterpret_cast<void *>(&::cuGraphicsMapResources_ptsz)},
    {"cuGraphicsUnmapResources", reinterpret_cast<void *>(&::cuGraphicsUnmapResources)},
    {"cuGraphicsUnmapResources_ptsz", reinterpret_cast<void *>(&::cuGraphicsUnmapResources_ptsz)},
    {"cuLaunch", reinterpret_cast<void *>(&::cuLaunch)},
    {"cuLaunchCooperativeKernel", reinterpret_cast<void *>(&::cuLaunchCooperativeKernel)},
    {"cuLaunchCooperativeKernel_ptsz", reinterpret_cast<void *>(&::cuLaunchCooperativeKernel_ptsz)},
    {"cuLaunchGrid", reinterpret_cast<void *>(&::cuLaunchGrid)},
    {"cuLaunchGridAsync", reinterpret_cast<void *>(&::cuLaunchGridAsync)},
    {"cuLaunchHostFunc", reinterpret_cast<void *>(&::cuLaunchHostFunc)},
    {"cuLaunchHostFunc_ptsz", reinterpret_cast<void *>(&::cuLaunchHostFunc_ptsz)},
    {"cuLaunchHostFunc_v2", reinterpret_cast<void *>(&::cuLaunchHostFunc_v2)},
    {"cuLaunchHostFunc_v2_ptsz", reinterpret_cast<void *>(&::cuLaunchHostFunc_v2_ptsz)},
    {"cuLaunchKernel", reinterpret_cast<void *>(&::cuLaunchKernel)},
    {"cuLaunchKernel_ptsz", reinterpret_cast<void *>(&::cuLaunchKernel_ptsz)},
    {"cuLaunchKernelEx", reinterpret_cast<void *>(&::cuLaunchKernelEx)},
    {"cuLaunchKernelEx_ptsz", reinterpret_cast<void *>(&::cuLaunchKernelEx_ptsz)},
    {"cuMemAlloc", reinterpret_cast<void *>(&::cuMemAlloc)},
    {"cuMemAllocAsync", reinterpret_cast<void *>(&::cuMemAllocAsync)},
    {"cuMemAllocAsync_ptsz", reinterpret_cast<void *>(&::cuMemAllocAsync_ptsz)},
    {"cuMemAllocFromPoolAsync", reinterpret_cast<void *>(&::cuMemAllocFromPoolAsync)},
    {"cuMemAllocFromPoolAsync_ptsz", reinterpret_cast<void *>(&::cuMemAllocFromPoolAsync_ptsz)},
    {"cuMemAllocManaged", reinterpret_cast<void *>(&::cuMemAllocManaged)},
    {"cuMemAllocPitch", reinterpret_cast<void *>(&::cuMemAllocPitch)},
    {"cuMemAllocPitch_v2", reinterpret_cast<void *>(&::cuMemAllocPitch_v2)},
    {"cuMemAlloc_v2", reinterpret_cast<void *>(&::cuMemAlloc_v2)},
    {"cuMemBatchDecompressAsync", reinterpret_cast<void *>(&::cuMemBatchDecompressAsync)},
    {"cuMemBatchDecompressAsync_ptsz", reinterpret_cast<void *>(&::cuMemBatchDecompressAsync_ptsz)},
    {"cuMemCreate", reinterpret_cast<void *>(&::cuMemCreate)},
    {"cuMemDiscardAndPrefetchBatchAsync", reinterpret_cast<void *>(&::cuMemDiscardAndPrefetchBatchAsync)},
    {"cuMemDiscardAndPrefetchBatchAsync_ptsz", reinterpret_cast<void *>(&::cuMemDiscardAndPrefetchBatchAsync_ptsz)},
    {"cuMemDiscardBatchAsync", reinterpret_cast<void *>(&::cuMemDiscardBatchAsync)},
    {"cuMemDiscardBatchAsync_ptsz", reinterpret_cast<void *>(&::cuMemDiscardBatchAsync_ptsz)},
    {"cuMemFree", reinterpret_cast<void *>(&::cuMemFree)},
    {"cuMemFreeAsync", reinterpret_cast<void *>(&::cuMemFreeAsync)},
    {"cuMemFreeAsync_ptsz", reinterpret_cast<void *>(&::cuMemFreeAsync_ptsz)},
    {"cuMemFree_v2", reinterpret_cast<void *>(&::cuMemFree_v2)},
    {"cuMemGetAddressRange_v2", reinterpret_cast<void *>(&::cuMemGetAddressRange_v2)},
    {"cuMemGetInfo", reinterpret_cast<void *>(&::cuMemGetInfo)},
    {"cuMemGetInfo_v2", reinterpret_cast<void *>(&::cuMemGetInfo_v2)},
    {"cuMemMap", reinterpret_cast<void *>(&::cuMemMap)},
    {"cuMemMapArrayAsync", reinterpret_cast<void *>(&::cuMemMapArrayAsync)},
    {"cuMemMapArrayAsync_ptsz", reinterpret_cast<void *>(&::cuMemMapArrayAsync_ptsz)},
    {"cuMemPrefetchAsync", reinterpret_cast<void *>(&::cuMemPrefetchAsync)},
    {"cuMemPrefetchAsync_ptsz", reinterpret_cast<void *>(&::cuMemPrefetchAsync_ptsz)},
    {"cuMemPrefetchAsync_v2", reinterpret_cast<void *>(&::cuMemPrefetchAsync_v2)},
    {"cuMemPrefetchAsync_v2_ptsz", reinterpret_cast<void *>(&::cuMemPrefetchAsync_v2_ptsz)},
    {"cuMemPrefetchBatchAsync", reinterpret_cast<void *>(&::cuMemPrefetchBatchAsync)},
    {"cuMemPrefetchBatchAsync_ptsz", reinterpret_cast<void *>(&::cuMemPrefetchBatchAsync_ptsz)},
    {"cuMemRelease", reinterpret_cast<void *>(&::cuMemRelease)},
    {"cuMemRetainAllocationHandle", reinterpret_cast<void *>(&::cuMemRetainAllocationHandle)},
    {"cuMemUnmap", reinterpret_cast<void *>(&::cuMemUnmap)},
    {"cuMemcpy", reinterpret_cast<void *>(&::cuMemcpy)},
    {"cuMemcpy_ptds", reinterpret_cast<void *>(&::cuMemcpy_ptds)},
    {"cuMemcpy2D", reinterpret_cast<void *>(&::cuMemcpy2D)},
    {"cuMemcpy2DAsync", reinterpret_cast<void *>(&::cuMemcpy2DAsync)},
    {"cuMemcpy2DAsync_v2", reinterpret_cast<void *>(&::cuMemcpy2DAsync_v2)},
    {"cuMemcpy2DAsync_v2_ptsz", reinterpret_cast<void *>(&::cuMemcpy2DAsync_v2_ptsz)},
    {"cuMemcpy2DUnaligned", reinterpret_cast<void *>(&::cuMemcpy2DUnaligned)},
    {"cuMemcpy2DUnaligned_v2", reinterpret_cast<void *>(&::cuMemcpy2DUnaligned_v2)},
    {"cuMemcpy2DUnaligned_v2_ptds", reinterpret_cast<void *>(&::cuMemcpy2DUnaligned_v2_ptds)},
    {"cuMemcpy2D_v2", reinterpret_cast<void *>(&::cuMemcpy2D_v2)},
    {"cuMemcpy2D_v2_ptds", reinterpret_cast<void *>(&::cuMemcpy2D_v2_ptds)},
    {"cuMemcpy3D", reinterpret_cast<void *>(&::cuMemcpy3D)},
    {"cuMemcpy3DAsync", reinterpret_cast<void *>(&::cuMemcpy3DAsync)},
    {"cuMemcpy3DAsync_v2", reinterpret_cast<void *>(&::cuMemcpy3DAsync_v2)},
    {"cuMemcpy3DAsync_v2_ptsz", reinterpret_cast<void *>(&::cuMemcpy3DAsync_v2_ptsz)},
    {"cuMemcpy3DBatchAsync", reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync)},
    {"cuMemcpy3DBatchAsync_ptsz", reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync_ptsz)},
    {"cuMemcpy3DBatchAsync_v2", reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync_v2)},
    {"cuMemcpy3DBatchAsync_v2_ptsz", reinterpret_cast<void *>(&::cuMemcpy3DBatchAsync_v2_ptsz)},
    {"cuMemcpy3DPeer", reinterpret_cast<void *>(&::cuMemcpy3DPeer)},
    {"cuMemcpy3DPeer_ptds", reinterpret_cast<void *>(&::cuMemcpy3DPeer_ptds)},
    {"cuMemcpy3DPeerAsync", reinterpret_cast<void *>(&::cuMemcpy3DPeerAsync)},
    {"cuMemcpy3DPeerAsync_ptsz", reinterpret_cast<void *>(&::cuMemcpy3DPeerAsync_ptsz)},
    {"cuMemcpy3DWithAttributesAsync", reinterpret_cast<void *>(&::cuMemcpy3DWithAttributesAsync)},
    {"cuMemcpy3DWithAttributesAsync_ptsz", reinterpret_cast<void *>(&::cuMemcpy3DWithAttributesAsync_ptsz)},
    {"cuMemcpy3D_v2", reinterpret_cast<void *>(&::cuMemcpy3D_v2)},
    {"cuMemcpy3D_v2_ptds", reinterpret_cast<void *>(&::cuMemcpy3D_v2_ptds)},
    {"cuMemcpyAsync", reinterpret_cast<void *>(&::cuMemcpyAsync)},
    {"cuMemcpyAsync_ptsz", reinterpret_cast<void *>(&::cuMemcpyAsync_ptsz)},
    {"cuMemcpyAtoA", reinterpret_cast<void *>(&::cuMemcpyAtoA)},
    {"cuMemcpyAtoA_v2", reinterpret_cast<void *>(&::cuMemcpyAtoA_v2)},
    {"cuMemcpyAtoA_v2_ptds", reinterpret_cast<void *>(&::cuMemcpyAtoA_v2_ptds)},
    {"cuMemcpyAtoD", reinterpret_cast<void *>(&::cuMemcpyAtoD)},
    {"cuMemcpyAtoD_v2", reinterpret_cast<void *>(&::cuMemcpyAtoD_v2)},
    {"cuMemcpyAtoD_v2_ptds", reinterpret_cast<void *>(&::cuMemcpyAtoD_v2_ptds)},
    {"cuMemcpyAtoH", reinterpret_cast<void *>(&::cuMemcpyAtoH)},
    {"cuMemcpyAtoHAsync", reinterpret_cast<void *>(&::cuMemcpyAtoHAsync)},
    {"cuMemcpyAtoHAsync_v2", reinterpret_cast<void *>(&::cuMemcpyAtoHAsync_v2)},
    {"cuMemcpyAtoHAsync_v2_ptsz", reinterpret_cast<void *>(&::cuMemcpyAtoHAsync_v2_ptsz)},
    {"cuMemcpyAtoH_v2", reinterpret_cast<void *>(&::cuMemcpyAtoH_v2)},
    {"cuMemcpyAtoH_v2_ptds", reinterpret_cast<void *>(&::cuMemcpyAtoH_v2_ptds)},
    {"cuMemcpyBatchAsync", reinterpret_cast<void *>(&::cuMemcpyBatchAsync)},
    {"cuMemcpyBatchAsync_ptsz", reinterpret_cast<void *>(&::cuMemcpyBatchAsync_ptsz)},
    {"cuMemcpyBatchAsync_v2", reinterpret_cast<void *>(&::cuMemcpyBatchAsync_v2)},
    {"cuMemcpyBatchAsync_v2_ptsz", reinterpret_cast<void *>(&::cuMemcpyBatchAsync_v2_ptsz)},
    {"cuMemcpyDtoA", reinterpret_cast<void *>(&::cuMemcpyDtoA)},
    {"cuMemcpyDtoA_v2", reinterpret_cast<void *>(&::cuMemcpyDtoA_v2)},
    {"cuMemcpyDtoA_v2_ptds", reinterpret_cast<void *>(&::cuMemcpyDtoA_v2_ptds)},
    {"cuMemcpyDtoD", reinterpret_cast<void *>(&::cuMemcpyDtoD)},
    {"cuMemcpyDtoDAsync", reinterpret_cast<void *>(&::cuMemcpyDtoDAsync)},
    {"cuMemcpyDtoDAsync_v2", reinterpret_cast<void *>(&::cuMemcpyDtoDAsync_v2)},
    {"cuMemcpyDtoDAsync_v2_ptsz", reinterpret_cast<void *>(&::cuMemcpyDtoDAsync_v2_ptsz)},
    {"cuMemcpyDtoD_v2", reinterpret_cast<void *>(&::cuMemcpyDtoD_v2)},
    {"cuMemcpyDtoD_v2_ptds", reinterpret_cast<void *>(&::cuMemcpyDtoD_v2_ptds)},
    {"cuMemcpyDtoH", reinterpret_cast<void *>(&::cuMemcpyDtoH)},
    {"cuMemcpyDtoHAsync", reinterpret_cast<void *>(&::cuMemcpyDtoHAsync)},
    {"cuMemcpyDtoHAsync_v2", reinterpret_cast<void *>(&::cuMemcpyDtoHAsync_v2)},
    {"cuMemcpyDtoHAsync_v2_ptsz", reinterpret_cast<void *>(&::cuMemcpyDtoHAsync_v2_ptsz)},
    {"cuMemcpyDtoH_v2", reinterpret_cast<void *>(&::cuMemcpyDtoH_v2)},
    {"cuMemcpyDtoH_v2_ptds", reinterpret_cast<void *>(&::cuMemcpyDtoH_v2_ptds)},
    {"cuMemcpyHtoA", reinterpret_cast<void *>(&::cuMemcpyHtoA)},
    {"cuMemcpyHtoAAsync", reinterpret_cast<void *>(&::cuMemcpyHtoAAsync)},
    {"cuMemcpyHtoAAsync_v2", reinterpret_cast<void *>(&::cuMemcpyHtoAAsync_v2)},
    {"cuMemcpyHtoAAsync_v2_ptsz", reinterpret_cast<void *>(&::cuMemcpyHtoAAsync_v2_ptsz)},
    {"cuMemcpyHtoA_v2", reinterpret_cast<void *>(&::cuMemcpyHtoA_v2)},
    {"cuMemcpyHtoA_v2_ptds", reinterpret_cast<void *>(&::cuMemcpyHtoA_v2_ptds)},
    {"cuMemcpyHtoD", reinterpret_cast<void *>(&::cuMemcpyHtoD)},
    {"cuMemcpyHtoDAsync", reinterpret_cast<void *>(&::cuMemcpyHtoDAsync)},
    {"cuMemcpyHtoDAsync_v2", reinterpret_cast<void *>(&::cuMemcpyHtoDAsync_v2)},
    {"cuMemcpyHtoDAsync_v2_ptsz", reinterpret_cast<void *>(&::cuMemcpyHtoDAsync_v2_ptsz)},
    {"cuMemcpyHtoD_v2", reinterpret_cast<void *>(&::cuMemcpyHtoD_v2)},
    {"cuMemcpyHtoD_v2_ptds", reinterpret_cast<void *>(&::cuMemcpyHtoD_v2_ptds)},
    {"cuMemcpyPeer", reinterpret_cast<void *>(&::cuMemcpyPeer)},
    {"cuMemcpyPeer_ptds", reinterpret_cast<void *>(&::cuMemcpyPeer_ptds)},
    {"cuMemcpyPeerAsync", reinterpret_cast<void *>(&::cuMemcpyPeerAsync)},
    {"cuMemcpyPeerAsync_ptsz", reinterpret_cast<void *>(&::cuMemcpyPeerAsync_ptsz)},
    {"cuMemcpyWithAttributesAsync", reinterpret_cast<void *>(&::cuMemcpyWithAttributesAsync)},
    {"cuMemcpyWithAttributesAsync_ptsz", reinterpret_cast<void *>(&::cuMemcpyWithAttributesAsync_ptsz)},
    {"cuMemsetD16", reinterpret_cast<void *>(&::cuMemsetD16)},
    {"cuMemsetD16Async", reinterpret_cast<void *>(&::cuMemsetD16Async)},
    {"cuMemsetD16Async_ptsz", reinterpret_cast<void *>(&::cuMemsetD16Async_ptsz)},
    {"cuMemsetD16_v2", reinterpret_cast<void *>(&::cuMemsetD16_v2)},
    {"cuMemsetD16_v2_ptds", reinterpret_cast<void *>(&::cuMemsetD16_v2_ptds)},
    {"cuMemsetD2D16", reinterpret_cast<void *>(&::cuMemsetD2D16)},
    {"cuMemsetD2D16Async", reinterpret_cast<void *>(&::cuMemsetD2D16Async)},
    {"cuMemsetD2D16Async_ptsz", reinterpret_cast<void *>(&::cuMemsetD2D16Async_ptsz)},
    {"cuMemsetD2D16_v2", reinterpret_cast<void *>(&::cuMemsetD2D16_v2)},
    {"cuMemsetD2D16_v2_ptds", reinterpret_cast<void *>(&::cuMemsetD2D16_v2_ptds)},
    {"cuMemsetD2D32", reinterpret_cast<void *>(&::cuMemsetD2D32)},
    {"cuMemsetD2D32Async", reinterpret_cast<void *>(&::cuMemsetD2D32Async)},
    {"cuMemsetD2D32Async_ptsz", reinterpret_cast<void *>(&::cuMemsetD2D32Async_ptsz)},
    {"cuMemsetD2D32_v2", reinterpret_cast<void *>(&::cuMemsetD2D32_v2)},
    {"cuMemsetD2D32_v2_ptds", reinterpret_cast<void *>(&::cuMemsetD2D32_v2_ptds)},
    {"cuMemsetD2D8", reinterpret_cast<void *>(&::cuMemsetD2D8)},
    {"cuMemsetD2D8Async", reinterpret_cast<void *>(&::cuMemsetD2D8Async)},
    {"cuMemsetD2D8Async_ptsz", reinterpret_cast<void *>(&::cuMemsetD2D8Async_ptsz)},
    {"cuMemsetD2D8_v2", reinterpret_cast<void *>(&::cuMemsetD2D8_v2)},
    {"cuMemsetD2D8_v2_ptds", reinterpret_cast<void *>(&::cuMemsetD2D8_v2_ptds)},
    {"cuMemsetD32", reinterpret_cast<void *>(&::cuMemsetD32)},
    {"cuMemsetD32Async", reinterpret_cast<void *>(&::cuMemsetD32Async)},
    {"cuMemsetD32Async_ptsz", reinterpret_cast<void *>(&::cuMemsetD32Async_ptsz)},
    {"cuMemsetD32_v2", reinterpret_cast<void *>(&::cuMemsetD32_v2)},
    {"cuMemsetD32_v2_ptds", reinterpret_cast<void *>(&::cuMemsetD32_v2_ptds)},
    {"cuMemsetD8", reinterpret_cast<void *>(&::cuMemsetD8)},
    {"cuMemsetD8Async", reinterpret_cast<void *>(&::cuMemsetD8Async)},
    {"cuMemsetD8Async_ptsz", reinterpret_cast<void *>(&::cuMemsetD8Async_ptsz)},
    {"cuMemsetD8_v2", reinterpret_cast<void *>(&::cuMemsetD8_v2)},
    {"cuMemsetD8_v2_ptds", reinterpret_cast<void *>(&::cuMemsetD8_v2_ptds)},
    {"cuMipmappedArrayCreate", reinterpret_cast<void *>(&::cuMipmappedArrayCreate)},
    {"cuMipmappedArrayDestroy", reinterpret_cast<void *>(&::cuMipmappedArrayDestroy)},
    {"cuPointerGetAttribute", reinterpret_cast<void *>(&::cuPointerGetAttribute)},
    {"cuPointerGetAttributes", reinterpret_cast<void *>(&::cuPointerGetAttributes)},
    {"cuSignalExternalSemaphoresAsync", reinterpret_cast<void *>(&::cuSignalExternalSemaphoresAsync)},
    {"cuSignalExternalSemaphoresAsync_ptsz", reinterpret_cast<void *>(&::cuSignalExternalSemaphoresAsync_ptsz)},
    {"cuStreamAddCallback", reinterpret_cast<void *>(&::cuStreamAddCallback)},
    {"cuStreamAddCallback_ptsz", reinterpret_cast<void *>(&::cuStreamAddCallback_ptsz)},
    {"cuStreamAttachMemAsync", reinterpret_cast<void *>(&::cuStreamAttachMemAsync)},
    {"cuStreamAttachMemAsync_ptsz", reinterpret_cast<void *>(&::cuStreamAttachMemAsync_ptsz)},
    {"cuStreamBatchMemOp", reinterpret_cast<void *>(&::cuStreamBatchMemOp)},
    {"cuStreamBatchMemOp_ptsz", reinterpret_cast<void *>(&::cuStreamBatchMemOp_ptsz)},
    {"cuStreamBatchMemOp_v2", reinterpret_cast<void *>(&::cuStreamBatchMemOp_v2)},
    {"cuStreamBatchMemOp_v2_ptsz", reinterpret_cast<void *>(&::cuStreamBatchMemOp_v2_ptsz)},
    {"cuStreamBeginCapture", reinterpret_cast<void *>(&::cuStreamBeginCapture)},
    {"cuStreamBeginCapture_ptsz", reinterpret_cast<void *>(&::cuStreamBeginCapture_ptsz)},
    {"cuStreamBeginCaptureToGraph", reinterpret_cast<void *>(&::cuStreamBeginCaptureToGraph)},
    {"cuStreamBeginCaptureToGraph_ptsz", reinterpret_cast<void *>(&::cuStreamBeginCaptureToGraph_ptsz)},
    {"cuStreamBeginCapture_v2", reinterpret_cast<void *>(&::cuStreamBeginCapture_v2)},
    {"cuStreamBeginCapture_v2_ptsz", reinterpret_cast<void *>(&::cuStreamBeginCapture_v2_ptsz)},
    {"cuStreamBeginRecaptureToGraph", reinterpret_cast<void *>(&::cuStreamBeginRecaptureToGraph)},
    {"cuStreamBeginRecaptureToGraph_ptsz", reinterpret_cast<void *>(&::cuStreamBeginRecaptureToGraph_ptsz)},
    {"cuStreamDestroy", reinterpret_cast<void *>(&::cuStreamDestroy)},
    {"cuStreamDestroy_v2", reinterpret_cast<void *>(&::cuStreamDestroy_v2)},
    {"cuStreamEndCapture", reinterpret_cast<void *>(&::cuStreamEndCapture)},
    {"cuStreamEndCapture_ptsz", reinterpret_cast<void *>(&::cuStreamEndCapture_ptsz)},
    {"cuStreamQuery", reinterpret_cast<void *>(&::cuStreamQuery)},
    {"cuStreamQuery_ptsz", reinterpret_cast<void *>(&::cuStreamQuery_ptsz)},
    {"cuStreamSynchronize", reinterpret_cast<void *>(&::cuStreamSynchronize)},
    {"cuStreamSynchronize_ptsz", reinterpret_cast<void *>(&::cuStreamSynchronize_ptsz)},
    {"cuStreamWaitEvent", reinterpret_cast<void *>(&::cuStreamWaitEvent)},
    {"cuStreamWaitEvent_ptsz", reinterpret_cast<void *>(&::cuStreamWaitEvent_ptsz)},
    {"cuStreamWaitValue32", reinterpret_cast<void *>(&::cuStreamWaitValue32)},
    {"cuStreamWaitValue32_ptsz", reinterpret_cast<void *>(&::cuStreamWaitValue32_ptsz)},
    {"cuStreamWaitValue32_v2", reinterpret_cast<void *>(&::cuStreamWaitValue32_v2)},
    {"cuStreamWaitValue32_v2_ptsz", reinterpret_cast<void *>(&::cuStreamWaitValue32_v2_ptsz)},
    {"cuStreamWaitValue64", reinterpret_cast<void *>(&::cuStreamWaitValue64)},
    {"cuStreamWaitValue64_ptsz", reinterpret_cast<void *>(&::cuStreamWaitValue64_ptsz)},
    {"cuStreamWaitValue64_v2", reinterpret_cast<void *>(&::cuStreamWaitValue64_v2)},
    {"cuStreamWaitValue64_v2_ptsz", reinterpret_cast<void *>(&::cuStreamWaitValue64_v2_ptsz)},
    {"cuStreamWriteValue32", reinterpret_cast<void *>(&::cuStreamWriteValue32)},
    {"cuStreamWriteValue32_ptsz", reinterpret_cast<void *>(&::cuStreamWriteValue32_ptsz)},
    {"cuStreamWriteValue32_v2", reinterpret_cast<void *>(&::cuStreamWriteValue32_v2)},
    {"cuStreamWriteValue32_v2_ptsz", reinterpret_cast<void *>(&::cuStreamWriteValue32_v2_ptsz)},
    {"cuStreamWriteValue64", reinterpret_cast<void *>(&::cuStreamWriteValue64)},
    {"cuStreamWriteValue64_ptsz", reinterpret_cast<void *>(&::cuStreamWriteValue64_ptsz)},
    {"cuStreamWriteValue64_v2", reinterpret_cast<void *>(&::cuStreamWriteValue64_v2)},
    {"cuStreamWriteValue64_v2_ptsz", reinterpret_cast<void *>(&::cuStreamWriteValue64_v2_ptsz)},
    {"cuWaitExternalSemaphoresAsync", reinterpret_cast<void *>(&::cuWaitExternalSemaphoresAsync)},
    {"cuWaitExternalSemaphoresAsync_ptsz", reinterpret_cast<void *>(&::cuWaitExternalSemaphoresAsync_ptsz)},
    {nullptr, nullptr},
};
