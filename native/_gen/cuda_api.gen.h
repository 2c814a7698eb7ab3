// Made by tools/gen from facts/cuda.toml (cuda.h of CUDA 11.8, 12.9, 13.4, version 13). Do not edit.
#pragma once

#include "hal/cuda/types.h"

using CUresult = int;
using CUdevice = int;
using CUdevice_v1 = int;
using CUdeviceptr = unsigned long long;
using CUdeviceptr_v1 = unsigned int;
using CUdeviceptr_v2 = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUfunction = struct CUfunc_st *;
using CUarray = struct CUarray_st *;
using CUmodule = struct CUmod_st *;
using CUgraph = struct CUgraph_st *;
using CUgraphExec = struct CUgraphExec_st *;
using CUgraphNode = struct CUgraphNode_st *;
using CUmemoryPool = struct CUmemPoolHandle_st *;
using CUmipmappedArray = struct CUmipmappedArray_st *;
using CUmemGenericAllocationHandle = unsigned long long;
using CUgraphNodeType = int;
using CUgraphicsResource = struct CUgraphicsResource_st *;
using CUexternalSemaphore = struct CUextSemaphore_st *;
using CUstreamCallback = void (*)(CUstream, CUresult, void *);
using CUhostFn = void (*)(void *);
using CUgraphRecaptureCallback = void *;
using cuuint32_t = uint32_t;
using cuuint64_t = uint64_t;
using CUstreamCaptureMode = int;
using CUdevice_attribute = int;
using CUpointer_attribute = int;
using CUstreamCaptureStatus = int;
using CUuuid = unsigned char;
using CUmemLocation = MemLocation;

extern "C" {
CUresult cuArray3DCreate(CUarray *pHandle, const void *pAllocateArray);
CUresult cuArray3DCreate_v2(CUarray *pHandle, const void *pAllocateArray);
CUresult cuArrayCreate(CUarray *pHandle, const void *pAllocateArray);
CUresult cuArrayCreate_v2(CUarray *pHandle, const void *pAllocateArray);
CUresult cuArrayDestroy(CUarray hArray);
CUresult cuCtxDestroy(CUcontext ctx);
CUresult cuCtxDestroy_v2(CUcontext ctx);
CUresult cuCtxSynchronize(void);
CUresult cuCtxSynchronize_v2(CUcontext ctx);
CUresult cuDevicePrimaryCtxRelease(CUdevice dev);
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev);
CUresult cuDevicePrimaryCtxReset(CUdevice dev);
CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev);
CUresult cuDevicePrimaryCtxRetain(CUcontext *pctx, CUdevice dev);
CUresult cuDeviceTotalMem(unsigned int *bytes, CUdevice dev);
CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice dev);
CUresult cuEventRecord(CUevent hEvent, CUstream hStream);
CUresult cuEventRecord_ptsz(CUevent hEvent, CUstream hStream);
CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags);
CUresult cuEventRecordWithFlags_ptsz(CUevent hEvent, CUstream hStream, unsigned int flags);
CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags);
CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags, void *symbolStatus);
CUresult cuGraphExecDestroy(CUgraphExec hGraphExec);
CUresult cuGraphInstantiate(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode, char *logBuffer, size_t bufferSize);
CUresult cuGraphInstantiateWithFlags(CUgraphExec *phGraphExec, CUgraph hGraph, unsigned long long flags);
CUresult cuGraphInstantiateWithParams(CUgraphExec *phGraphExec, CUgraph hGraph, void *instantiateParams);
CUresult cuGraphInstantiateWithParams_ptsz(CUgraphExec *phGraphExec, CUgraph hGraph, void *instantiateParams);
CUresult cuGraphInstantiate_v2(CUgraphExec *phGraphExec, CUgraph hGraph, CUgraphNode *phErrorNode, char *logBuffer, size_t bufferSize);
CUresult cuGraphLaunch(CUgraphExec hGraph, CUstream hStream);
CUresult cuGraphLaunch_ptsz(CUgraphExec hGraph, CUstream hStream);
CUresult cuGraphUpload(CUgraphExec hGraph, CUstream hStream);
CUresult cuGraphUpload_ptsz(CUgraphExec hGraph, CUstream hStream);
CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream);
CUresult cuGraphicsMapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream);
CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources, CUstream hStream);
CUresult cuGraphicsUnmapResources_ptsz(unsigned int count, CUgraphicsResource *resources, CUstream hStream);
CUresult cuLaunch(CUfunction f);
CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams);
CUresult cuLaunchCooperativeKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams);
CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height);
CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream);
CUresult cuLaunchHostFunc(CUstream hStream, CUhostFn fn, void *userData);
CUresult cuLaunchHostFunc_ptsz(CUstream hStream, CUhostFn fn, void *userData);
CUresult cuLaunchHostFunc_v2(CUstream hStream, CUhostFn fn, void *userData, unsigned int syncMode);
CUresult cuLaunchHostFunc_v2_ptsz(CUstream hStream, CUhostFn fn, void *userData, unsigned int syncMode);
CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra);
CUresult cuLaunchKernel_ptsz(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra);
CUresult cuLaunchKernelEx(const void *config, CUfunction f, void **kernelParams, void **extra);
CUresult cuLaunchKernelEx_ptsz(const void *config, CUfunction f, void **kernelParams, void **extra);
CUresult cuMemAlloc(CUdeviceptr_v1 *dptr, unsigned int bytesize);
CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream);
CUresult cuMemAllocAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUstream hStream);
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream);
CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream);
CUresult cuMemAllocManaged(CUdeviceptr *dptr, size_t bytesize, unsigned int flags);
CUresult cuMemAllocPitch(CUdeviceptr_v1 *dptr, unsigned int *pPitch, unsigned int WidthInBytes, unsigned int Height, unsigned int ElementSizeBytes);
CUresult cuMemAllocPitch_v2(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height, unsigned int ElementSizeBytes);
CUresult cuMemAlloc_v2(CUdeviceptr *dptr, size_t bytesize);
CUresult cuMemBatchDecompressAsync(void *paramsArray, size_t count, unsigned int flags, size_t *errorIndex, CUstream stream);
CUresult cuMemBatchDecompressAsync_ptsz(void *paramsArray, size_t count, unsigned int flags, size_t *errorIndex, CUstream stream);
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size, const void *prop, unsigned long long flags);
CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream);
CUresult cuMemDiscardAndPrefetchBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream);
CUresult cuMemDiscardBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream);
CUresult cuMemDiscardBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream);
CUresult cuMemFree(CUdeviceptr_v1 dptr);
CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream);
CUresult cuMemFreeAsync_ptsz(CUdeviceptr dptr, CUstream hStream);
CUresult cuMemFree_v2(CUdeviceptr dptr);
CUresult cuMemGetAddressRange_v2(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr);
CUresult cuMemGetInfo(unsigned int *free, unsigned int *total);
CUresult cuMemGetInfo_v2(size_t *free, size_t *total);
CUresult cuMemMap(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags);
CUresult cuMemMapArrayAsync(void *mapInfoList, unsigned int count, CUstream hStream);
CUresult cuMemMapArrayAsync_ptsz(void *mapInfoList, unsigned int count, CUstream hStream);
CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream);
CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream);
CUresult cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream);
CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream);
CUresult cuMemPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream);
CUresult cuMemPrefetchBatchAsync_ptsz(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream);
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *addr);
CUresult cuMemUnmap(CUdeviceptr ptr, size_t size);
CUresult cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount);
CUresult cuMemcpy_ptds(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount);
CUresult cuMemcpy2D(const void *pCopy);
CUresult cuMemcpy2DAsync(const void *pCopy, CUstream hStream);
CUresult cuMemcpy2DAsync_v2(const void *pCopy, CUstream hStream);
CUresult cuMemcpy2DAsync_v2_ptsz(const void *pCopy, CUstream hStream);
CUresult cuMemcpy2DUnaligned(const void *pCopy);
CUresult cuMemcpy2DUnaligned_v2(const void *pCopy);
CUresult cuMemcpy2DUnaligned_v2_ptds(const void *pCopy);
CUresult cuMemcpy2D_v2(const void *pCopy);
CUresult cuMemcpy2D_v2_ptds(const void *pCopy);
CUresult cuMemcpy3D(const void *pCopy);
CUresult cuMemcpy3DAsync(const void *pCopy, CUstream hStream);
CUresult cuMemcpy3DAsync_v2(const void *pCopy, CUstream hStream);
CUresult cuMemcpy3DAsync_v2_ptsz(const void *pCopy, CUstream hStream);
CUresult cuMemcpy3DBatchAsync(size_t numOps, void *opList, size_t *failIdx, unsigned long long flags, CUstream hStream);
CUresult cuMemcpy3DBatchAsync_ptsz(size_t numOps, void *opList, size_t *failIdx, unsigned long long flags, CUstream hStream);
CUresult cuMemcpy3DBatchAsync_v2(size_t numOps, void *opList, unsigned long long flags, CUstream hStream);
CUresult cuMemcpy3DBatchAsync_v2_ptsz(size_t numOps, void *opList, unsigned long long flags, CUstream hStream);
CUresult cuMemcpy3DPeer(const void *pCopy);
CUresult cuMemcpy3DPeer_ptds(const void *pCopy);
CUresult cuMemcpy3DPeerAsync(const void *pCopy, CUstream hStream);
CUresult cuMemcpy3DPeerAsync_ptsz(const void *pCopy, CUstream hStream);
CUresult cuMemcpy3DWithAttributesAsync(void *op, unsigned long long flags, CUstream hStream);
CUresult cuMemcpy3DWithAttributesAsync_ptsz(void *op, unsigned long long flags, CUstream hStream);
CUresult cuMemcpy3D_v2(const void *pCopy);
CUresult cuMemcpy3D_v2_ptds(const void *pCopy);
CUresult cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyAtoA(CUarray dstArray, unsigned int dstOffset, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount);
CUresult cuMemcpyAtoA_v2(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount);
CUresult cuMemcpyAtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount);
CUresult cuMemcpyAtoD(CUdeviceptr_v1 dstDevice, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount);
CUresult cuMemcpyAtoD_v2(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount);
CUresult cuMemcpyAtoD_v2_ptds(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount);
CUresult cuMemcpyAtoH(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount);
CUresult cuMemcpyAtoHAsync(void *dstHost, CUarray srcArray, unsigned int srcOffset, unsigned int ByteCount, CUstream hStream);
CUresult cuMemcpyAtoHAsync_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyAtoHAsync_v2_ptsz(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyAtoH_v2(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount);
CUresult cuMemcpyAtoH_v2_ptds(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount);
CUresult cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream);
CUresult cuMemcpyBatchAsync_ptsz(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream);
CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream);
CUresult cuMemcpyBatchAsync_v2_ptsz(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, void *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream);
CUresult cuMemcpyDtoA(CUarray dstArray, unsigned int dstOffset, CUdeviceptr_v1 srcDevice, unsigned int ByteCount);
CUresult cuMemcpyDtoA_v2(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount);
CUresult cuMemcpyDtoA_v2_ptds(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount);
CUresult cuMemcpyDtoD(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount);
CUresult cuMemcpyDtoDAsync(CUdeviceptr_v1 dstDevice, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream);
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyDtoD_v2(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount);
CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount);
CUresult cuMemcpyDtoH(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount);
CUresult cuMemcpyDtoHAsync(void *dstHost, CUdeviceptr_v1 srcDevice, unsigned int ByteCount, CUstream hStream);
CUresult cuMemcpyDtoHAsync_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyDtoHAsync_v2_ptsz(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyDtoH_v2(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount);
CUresult cuMemcpyDtoH_v2_ptds(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount);
CUresult cuMemcpyHtoA(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount);
CUresult cuMemcpyHtoAAsync(CUarray dstArray, unsigned int dstOffset, const void *srcHost, unsigned int ByteCount, CUstream hStream);
CUresult cuMemcpyHtoAAsync_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyHtoAAsync_v2_ptsz(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyHtoA_v2(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount);
CUresult cuMemcpyHtoA_v2_ptds(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount);
CUresult cuMemcpyHtoD(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount);
CUresult cuMemcpyHtoDAsync(CUdeviceptr_v1 dstDevice, const void *srcHost, unsigned int ByteCount, CUstream hStream);
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyHtoD_v2(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount);
CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount);
CUresult cuMemcpyPeer(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount);
CUresult cuMemcpyPeer_ptds(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount);
CUresult cuMemcpyPeerAsync(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyPeerAsync_ptsz(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream);
CUresult cuMemcpyWithAttributesAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, void *attr, CUstream hStream);
CUresult cuMemcpyWithAttributesAsync_ptsz(CUdeviceptr dst, CUdeviceptr src, size_t size, void *attr, CUstream hStream);
CUresult cuMemsetD16(CUdeviceptr_v1 dstDevice, unsigned short us, unsigned int N);
CUresult cuMemsetD16Async(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream);
CUresult cuMemsetD16Async_ptsz(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream);
CUresult cuMemsetD16_v2(CUdeviceptr dstDevice, unsigned short us, size_t N);
CUresult cuMemsetD16_v2_ptds(CUdeviceptr dstDevice, unsigned short us, size_t N);
CUresult cuMemsetD2D16(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned short us, unsigned int Width, unsigned int Height);
CUresult cuMemsetD2D16Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream);
CUresult cuMemsetD2D16Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream);
CUresult cuMemsetD2D16_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height);
CUresult cuMemsetD2D16_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height);
CUresult cuMemsetD2D32(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned int ui, unsigned int Width, unsigned int Height);
CUresult cuMemsetD2D32Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream);
CUresult cuMemsetD2D32Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream);
CUresult cuMemsetD2D32_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height);
CUresult cuMemsetD2D32_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height);
CUresult cuMemsetD2D8(CUdeviceptr_v1 dstDevice, unsigned int dstPitch, unsigned char uc, unsigned int Width, unsigned int Height);
CUresult cuMemsetD2D8Async(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream);
CUresult cuMemsetD2D8Async_ptsz(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream);
CUresult cuMemsetD2D8_v2(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height);
CUresult cuMemsetD2D8_v2_ptds(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height);
CUresult cuMemsetD32(CUdeviceptr_v1 dstDevice, unsigned int ui, unsigned int N);
CUresult cuMemsetD32Async(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream);
CUresult cuMemsetD32Async_ptsz(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream);
CUresult cuMemsetD32_v2(CUdeviceptr dstDevice, unsigned int ui, size_t N);
CUresult cuMemsetD32_v2_ptds(CUdeviceptr dstDevice, unsigned int ui, size_t N);
CUresult cuMemsetD8(CUdeviceptr_v1 dstDevice, unsigned char uc, unsigned int N);
CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream);
CUresult cuMemsetD8Async_ptsz(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream);
CUresult cuMemsetD8_v2(CUdeviceptr dstDevice, unsigned char uc, size_t N);
CUresult cuMemsetD8_v2_ptds(CUdeviceptr dstDevice, unsigned char uc, size_t N);
CUresult cuMipmappedArrayCreate(CUmipmappedArray *pHandle, const void *pMipmappedArrayDesc, unsigned int numMipmapLevels);
CUresult cuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray);
CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute, CUdeviceptr ptr);
CUresult cuPointerGetAttributes(unsigned int numAttributes, CUpointer_attribute *attributes, void **data, CUdeviceptr ptr);
CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const void *paramsArray, unsigned int numExtSems, CUstream stream);
CUresult cuSignalExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const void *paramsArray, unsigned int numExtSems, CUstream stream);
CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags);
CUresult cuStreamAddCallback_ptsz(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags);
CUresult cuStreamAttachMemAsync(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags);
CUresult cuStreamAttachMemAsync_ptsz(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags);
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count, void *paramArray, unsigned int flags);
CUresult cuStreamBatchMemOp_ptsz(CUstream stream, unsigned int count, void *paramArray, unsigned int flags);
CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned int count, void *paramArray, unsigned int flags);
CUresult cuStreamBatchMemOp_v2_ptsz(CUstream stream, unsigned int count, void *paramArray, unsigned int flags);
CUresult cuStreamBeginCapture(CUstream hStream);
CUresult cuStreamBeginCapture_ptsz(CUstream hStream);
CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const void *dependencyData, size_t numDependencies, CUstreamCaptureMode mode);
CUresult cuStreamBeginCaptureToGraph_ptsz(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const void *dependencyData, size_t numDependencies, CUstreamCaptureMode mode);
CUresult cuStreamBeginCapture_v2(CUstream hStream, CUstreamCaptureMode mode);
CUresult cuStreamBeginCapture_v2_ptsz(CUstream hStream, CUstreamCaptureMode mode);
CUresult cuStreamBeginRecaptureToGraph(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void *userData);
CUresult cuStreamBeginRecaptureToGraph_ptsz(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void *userData);
CUresult cuStreamDestroy(CUstream hStream);
CUresult cuStreamDestroy_v2(CUstream hStream);
CUresult cuStreamEndCapture(CUstream hStream, CUgraph *phGraph);
CUresult cuStreamEndCapture_ptsz(CUstream hStream, CUgraph *phGraph);
CUresult cuStreamQuery(CUstream hStream);
CUresult cuStreamQuery_ptsz(CUstream hStream);
CUresult cuStreamSynchronize(CUstream hStream);
CUresult cuStreamSynchronize_ptsz(CUstream hStream);
CUresult cuStreamWaitEvent(CUstream hStream, CUevent hEvent, unsigned int Flags);
CUresult cuStreamWaitEvent_ptsz(CUstream hStream, CUevent hEvent, unsigned int Flags);
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
CUresult cuStreamWaitValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
CUresult cuStreamWaitValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
CUresult cuStreamWaitValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
CUresult cuStreamWaitValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
CUresult cuStreamWriteValue32_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
CUresult cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
CUresult cuStreamWriteValue32_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags);
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
CUresult cuStreamWriteValue64_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
CUresult cuStreamWriteValue64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
CUresult cuStreamWriteValue64_v2_ptsz(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags);
CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray, const void *paramsArray, unsigned int numExtSems, CUstream stream);
CUresult cuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray, const void *paramsArray, unsigned int numExtSems, CUstream stream);
}

namespace heddle::cuda {

inline constexpr const char *kLibrary = "libcuda.so.1";

// The vendor's own functions, found at first use; null if this version has none.
struct Real {
  CUresult (*cuArray3DCreate)(CUarray *, const void *);
  CUresult (*cuArray3DCreate_v2)(CUarray *, const void *);
  CUresult (*cuArrayCreate)(CUarray *, const void *);
  CUresult (*cuArrayCreate_v2)(CUarray *, const void *);
  CUresult (*cuArrayDestroy)(CUarray);
  CUresult (*cuCtxDestroy)(CUcontext);
  CUresult (*cuCtxDestroy_v2)(CUcontext);
  CUresult (*cuCtxGetCurrent)(CUcontext *);
  CUresult (*cuCtxGetDevice)(CUdevice *);
  CUresult (*cuCtxPopCurrent_v2)(CUcontext *);
  CUresult (*cuCtxPushCurrent_v2)(CUcontext);
  CUresult (*cuCtxSynchronize)();
  CUresult (*cuCtxSynchronize_v2)(CUcontext);
  CUresult (*cuDeviceGet)(CUdevice *, int);
  CUresult (*cuDeviceGetAttribute)(int *, CUdevice_attribute, CUdevice);
  CUresult (*cuDeviceGetCount)(int *);
  CUresult (*cuDeviceGetName)(char *, int, CUdevice);
  CUresult (*cuDeviceGetPCIBusId)(char *, int, CUdevice);
  CUresult (*cuDeviceGetUuid)(CUuuid *, CUdevice);
  CUresult (*cuDeviceGetUuid_v2)(CUuuid *, CUdevice);
  CUresult (*cuDevicePrimaryCtxGetState)(CUdevice, unsigned int *, int *);
  CUresult (*cuDevicePrimaryCtxRelease)(CUdevice);
  CUresult (*cuDevicePrimaryCtxRelease_v2)(CUdevice);
  CUresult (*cuDevicePrimaryCtxReset)(CUdevice);
  CUresult (*cuDevicePrimaryCtxReset_v2)(CUdevice);
  CUresult (*cuDevicePrimaryCtxRetain)(CUcontext *, CUdevice);
  CUresult (*cuDeviceTotalMem)(unsigned int *, CUdevice);
  CUresult (*cuDeviceTotalMem_v2)(size_t *, CUdevice);
  CUresult (*cuDriverGetVersion)(int *);
  CUresult (*cuEventRecord)(CUevent, CUstream);
  CUresult (*cuEventRecord_ptsz)(CUevent, CUstream);
  CUresult (*cuEventRecordWithFlags)(CUevent, CUstream, unsigned int);
  CUresult (*cuEventRecordWithFlags_ptsz)(CUevent, CUstream, unsigned int);
  CUresult (*cuGetProcAddress)(const char *, void **, int, cuuint64_t);
  CUresult (*cuGetProcAddress_v2)(const char *, void **, int, cuuint64_t, void *);
  CUresult (*cuGraphChildGraphNodeGetGraph)(CUgraphNode, CUgraph *);
  CUresult (*cuGraphExecDestroy)(CUgraphExec);
  CUresult (*cuGraphGetNodes)(CUgraph, CUgraphNode *, size_t *);
  CUresult (*cuGraphInstantiate)(CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t);
  CUresult (*cuGraphInstantiateWithFlags)(CUgraphExec *, CUgraph, unsigned long long);
  CUresult (*cuGraphInstantiateWithParams)(CUgraphExec *, CUgraph, void *);
  CUresult (*cuGraphInstantiateWithParams_ptsz)(CUgraphExec *, CUgraph, void *);
  CUresult (*cuGraphInstantiate_v2)(CUgraphExec *, CUgraph, CUgraphNode *, char *, size_t);
  CUresult (*cuGraphLaunch)(CUgraphExec, CUstream);
  CUresult (*cuGraphLaunch_ptsz)(CUgraphExec, CUstream);
  CUresult (*cuGraphMemAllocNodeGetParams)(CUgraphNode, void *);
  CUresult (*cuGraphNodeGetType)(CUgraphNode, CUgraphNodeType *);
  CUresult (*cuGraphUpload)(CUgraphExec, CUstream);
  CUresult (*cuGraphUpload_ptsz)(CUgraphExec, CUstream);
  CUresult (*cuGraphicsMapResources)(unsigned int, CUgraphicsResource *, CUstream);
  CUresult (*cuGraphicsMapResources_ptsz)(unsigned int, CUgraphicsResource *, CUstream);
  CUresult (*cuGraphicsUnmapResources)(unsigned int, CUgraphicsResource *, CUstream);
  CUresult (*cuGraphicsUnmapResources_ptsz)(unsigned int, CUgraphicsResource *, CUstream);
  CUresult (*cuLaunch)(CUfunction);
  CUresult (*cuLaunchCooperativeKernel)(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void **);
  CUresult (*cuLaunchCooperativeKernel_ptsz)(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void **);
  CUresult (*cuLaunchGrid)(CUfunction, int, int);
  CUresult (*cuLaunchGridAsync)(CUfunction, int, int, CUstream);
  CUresult (*cuLaunchHostFunc)(CUstream, CUhostFn, void *);
  CUresult (*cuLaunchHostFunc_ptsz)(CUstream, CUhostFn, void *);
  CUresult (*cuLaunchHostFunc_v2)(CUstream, CUhostFn, void *, unsigned int);
  CUresult (*cuLaunchHostFunc_v2_ptsz)(CUstream, CUhostFn, void *, unsigned int);
  CUresult (*cuLaunchKernel)(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void **, void **);
  CUresult (*cuLaunchKernel_ptsz)(CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int, CUstream, void **, void **);
  CUresult (*cuLaunchKernelEx)(const void *, CUfunction, void **, void **);
  CUresult (*cuLaunchKernelEx_ptsz)(const void *, CUfunction, void **, void **);
  CUresult (*cuMemAddressFree)(CUdeviceptr, size_t);
  CUresult (*cuMemAddressReserve)(CUdeviceptr *, size_t, size_t, CUdeviceptr, unsigned long long);
  CUresult (*cuMemAlloc)(CUdeviceptr_v1 *, unsigned int);
  CUresult (*cuMemAllocAsync)(CUdeviceptr *, size_t, CUstream);
  CUresult (*cuMemAllocAsync_ptsz)(CUdeviceptr *, size_t, CUstream);
  CUresult (*cuMemAllocFromPoolAsync)(CUdeviceptr *, size_t, CUmemoryPool, CUstream);
  CUresult (*cuMemAllocFromPoolAsync_ptsz)(CUdeviceptr *, size_t, CUmemoryPool, CUstream);
  CUresult (*cuMemAllocManaged)(CUdeviceptr *, size_t, unsigned int);
  CUresult (*cuMemAllocPitch)(CUdeviceptr_v1 *, unsigned int *, unsigned int, unsigned int, unsigned int);
  CUresult (*cuMemAllocPitch_v2)(CUdeviceptr *, size_t *, size_t, size_t, unsigned int);
  CUresult (*cuMemAlloc_v2)(CUdeviceptr *, size_t);
  CUresult (*cuMemBatchDecompressAsync)(void *, size_t, unsigned int, size_t *, CUstream);
  CUresult (*cuMemBatchDecompressAsync_ptsz)(void *, size_t, unsigned int, size_t *, CUstream);
  CUresult (*cuMemCreate)(CUmemGenericAllocationHandle *, size_t, const void *, unsigned long long);
  CUresult (*cuMemDiscardAndPrefetchBatchAsync)(CUdeviceptr *, size_t *, size_t, CUmemLocation *, size_t *, size_t, unsigned long long, CUstream);
  CUresult (*cuMemDiscardAndPrefetchBatchAsync_ptsz)(CUdeviceptr *, size_t *, size_t, CUmemLocation *, size_t *, size_t, unsigned long long, CUstream);
  CUresult (*cuMemDiscardBatchAsync)(CUdeviceptr *, size_t *, size_t, unsigned long long, CUstream);
  CUresult (*cuMemDiscardBatchAsync_ptsz)(CUdeviceptr *, size_t *, size_t, unsigned long long, CUstream);
  CUresult (*cuMemFree)(CUdeviceptr_v1);
  CUresult (*cuMemFreeAsync)(CUdeviceptr, CUstream);
  CUresult (*cuMemFreeAsync_ptsz)(CUdeviceptr, CUstream);
  CUresult (*cuMemFree_v2)(CUdeviceptr);
  CUresult (*cuMemGetAddressRange_v2)(CUdeviceptr *, size_t *, CUdeviceptr);
  CUresult (*cuMemGetInfo)(unsigned int *, unsigned int *);
  CUresult (*cuMemGetInfo_v2)(size_t *, size_t *);
  CUresult (*cuMemHostGetDevicePointer_v2)(CUdeviceptr *, void *, unsigned int);
  CUresult (*cuMemHostRegister_v2)(void *, size_t, unsigned int);
  CUresult (*cuMemHostUnregister)(void *);
  CUresult (*cuMemMap)(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long);
  CUresult (*cuMemMapArrayAsync)(void *, unsigned int, CUstream);
  CUresult (*cuMemMapArrayAsync_ptsz)(void *, unsigned int, CUstream);
  CUresult (*cuMemPrefetchAsync)(CUdeviceptr, size_t, CUdevice, CUstream);
  CUresult (*cuMemPrefetchAsync_ptsz)(CUdeviceptr, size_t, CUdevice, CUstream);
  CUresult (*cuMemPrefetchAsync_v2)(CUdeviceptr, size_t, CUmemLocation, unsigned int, CUstream);
  CUresult (*cuMemPrefetchAsync_v2_ptsz)(CUdeviceptr, size_t, CUmemLocation, unsigned int, CUstream);
  CUresult (*cuMemPrefetchBatchAsync)(CUdeviceptr *, size_t *, size_t, CUmemLocation *, size_t *, size_t, unsigned long long, CUstream);
  CUresult (*cuMemPrefetchBatchAsync_ptsz)(CUdeviceptr *, size_t *, size_t, CUmemLocation *, size_t *, size_t, unsigned long long, CUstream);
  CUresult (*cuMemRelease)(CUmemGenericAllocationHandle);
  CUresult (*cuMemRetainAllocationHandle)(CUmemGenericAllocationHandle *, void *);
  CUresult (*cuMemSetAccess)(CUdeviceptr, size_t, const void *, size_t);
  CUresult (*cuMemUnmap)(CUdeviceptr, size_t);
  CUresult (*cuMemcpy)(CUdeviceptr, CUdeviceptr, size_t);
  CUresult (*cuMemcpy_ptds)(CUdeviceptr, CUdeviceptr, size_t);
  CUresult (*cuMemcpy2D)(const void *);
  CUresult (*cuMemcpy2DAsync)(const void *, CUstream);
  CUresult (*cuMemcpy2DAsync_v2)(const void *, CUstream);
  CUresult (*cuMemcpy2DAsync_v2_ptsz)(const void *, CUstream);
  CUresult (*cuMemcpy2DUnaligned)(const void *);
  CUresult (*cuMemcpy2DUnaligned_v2)(const void *);
  CUresult (*cuMemcpy2DUnaligned_v2_ptds)(const void *);
  CUresult (*cuMemcpy2D_v2)(const void *);
  CUresult (*cuMemcpy2D_v2_ptds)(const void *);
  CUresult (*cuMemcpy3D)(const void *);
  CUresult (*cuMemcpy3DAsync)(const void *, CUstream);
  CUresult (*cuMemcpy3DAsync_v2)(const void *, CUstream);
  CUresult (*cuMemcpy3DAsync_v2_ptsz)(const void *, CUstream);
  CUresult (*cuMemcpy3DBatchAsync)(size_t, void *, size_t *, unsigned long long, CUstream);
  CUresult (*cuMemcpy3DBatchAsync_ptsz)(size_t, void *, size_t *, unsigned long long, CUstream);
  CUresult (*cuMemcpy3DBatchAsync_v2)(size_t, void *, unsigned long long, CUstream);
  CUresult (*cuMemcpy3DBatchAsync_v2_ptsz)(size_t, void *, unsigned long long, CUstream);
  CUresult (*cuMemcpy3DPeer)(const void *);
  CUresult (*cuMemcpy3DPeer_ptds)(const void *);
  CUresult (*cuMemcpy3DPeerAsync)(const void *, CUstream);
  CUresult (*cuMemcpy3DPeerAsync_ptsz)(const void *, CUstream);
  CUresult (*cuMemcpy3DWithAttributesAsync)(void *, unsigned long long, CUstream);
  CUresult (*cuMemcpy3DWithAttributesAsync_ptsz)(void *, unsigned long long, CUstream);
  CUresult (*cuMemcpy3D_v2)(const void *);
  CUresult (*cuMemcpy3D_v2_ptds)(const void *);
  CUresult (*cuMemcpyAsync)(CUdeviceptr, CUdeviceptr, size_t, CUstream);
  CUresult (*cuMemcpyAsync_ptsz)(CUdeviceptr, CUdeviceptr, size_t, CUstream);
  CUresult (*cuMemcpyAtoA)(CUarray, unsigned int, CUarray, unsigned int, unsigned int);
  CUresult (*cuMemcpyAtoA_v2)(CUarray, size_t, CUarray, size_t, size_t);
  CUresult (*cuMemcpyAtoA_v2_ptds)(CUarray, size_t, CUarray, size_t, size_t);
  CUresult (*cuMemcpyAtoD)(CUdeviceptr_v1, CUarray, unsigned int, unsigned int);
  CUresult (*cuMemcpyAtoD_v2)(CUdeviceptr, CUarray, size_t, size_t);
  CUresult (*cuMemcpyAtoD_v2_ptds)(CUdeviceptr, CUarray, size_t, size_t);
  CUresult (*cuMemcpyAtoH)(void *, CUarray, unsigned int, unsigned int);
  CUresult (*cuMemcpyAtoHAsync)(void *, CUarray, unsigned int, unsigned int, CUstream);
  CUresult (*cuMemcpyAtoHAsync_v2)(void *, CUarray, size_t, size_t, CUstream);
  CUresult (*cuMemcpyAtoHAsync_v2_ptsz)(void *, CUarray, size_t, size_t, CUstream);
  CUresult (*cuMemcpyAtoH_v2)(void *, CUarray, size_t, size_t);
  CUresult (*cuMemcpyAtoH_v2_ptds)(void *, CUarray, size_t, size_t);
  CUresult (*cuMemcpyBatchAsync)(CUdeviceptr *, CUdeviceptr *, size_t *, size_t, void *, size_t *, size_t, size_t *, CUstream);
  CUresult (*cuMemcpyBatchAsync_ptsz)(CUdeviceptr *, CUdeviceptr *, size_t *, size_t, void *, size_t *, size_t, size_t *, CUstream);
  CUresult (*cuMemcpyBatchAsync_v2)(CUdeviceptr *, CUdeviceptr *, size_t *, size_t, void *, size_t *, size_t, CUstream);
  CUresult (*cuMemcpyBatchAsync_v2_ptsz)(CUdeviceptr *, CUdeviceptr *, size_t *, size_t, void *, size_t *, size_t, CUstream);
  CUresult (*cuMemcpyDtoA)(CUarray, unsigned int, CUdeviceptr_v1, unsigned int);
  CUresult (*cuMemcpyDtoA_v2)(CUarray, size_t, CUdeviceptr, size_t);
  CUresult (*cuMemcpyDtoA_v2_ptds)(CUarray, size_t, CUdeviceptr, size_t);
  CUresult (*cuMemcpyDtoD)(CUdeviceptr_v1, CUdeviceptr_v1, unsigned int);
  CUresult (*cuMemcpyDtoDAsync)(CUdeviceptr_v1, CUdeviceptr_v1, unsigned int, CUstream);
  CUresult (*cuMemcpyDtoDAsync_v2)(CUdeviceptr, CUdeviceptr, size_t, CUstream);
  CUresult (*cuMemcpyDtoDAsync_v2_ptsz)(CUdeviceptr, CUdeviceptr, size_t, CUstream);
  CUresult (*cuMemcpyDtoD_v2)(CUdeviceptr, CUdeviceptr, size_t);
  CUresult (*cuMemcpyDtoD_v2_ptds)(CUdeviceptr, CUdeviceptr, size_t);
  CUresult (*cuMemcpyDtoH)(void *, CUdeviceptr_v1, unsigned int);
  CUresult (*cuMemcpyDtoHAsync)(void *, CUdeviceptr_v1, unsigned int, CUstream);
  CUresult (*cuMemcpyDtoHAsync_v2)(void *, CUdeviceptr, size_t, CUstream);
  CUresult (*cuMemcpyDtoHAsync_v2_ptsz)(void *, CUdeviceptr, size_t, CUstream);
  CUresult (*cuMemcpyDtoH_v2)(void *, CUdeviceptr, size_t);
  CUresult (*cuMemcpyDtoH_v2_ptds)(void *, CUdeviceptr, size_t);
  CUresult (*cuMemcpyHtoA)(CUarray, unsigned int, const void *, unsigned int);
  CUresult (*cuMemcpyHtoAAsync)(CUarray, unsigned int, const void *, unsigned int, CUstream);
  CUresult (*cuMemcpyHtoAAsync_v2)(CUarray, size_t, const void *, size_t, CUstream);
  CUresult (*cuMemcpyHtoAAsync_v2_ptsz)(CUarray, size_t, const void *, size_t, CUstream);
  CUresult (*cuMemcpyHtoA_v2)(CUarray, size_t, const void *, size_t);
  CUresult (*cuMemcpyHtoA_v2_ptds)(CUarray, size_t, const void *, size_t);
  CUresult (*cuMemcpyHtoD)(CUdeviceptr_v1, const void *, unsigned int);
  CUresult (*cuMemcpyHtoDAsync)(CUdeviceptr_v1, const void *, unsigned int, CUstream);
  CUresult (*cuMemcpyHtoDAsync_v2)(CUdeviceptr, const void *, size_t, CUstream);
  CUresult (*cuMemcpyHtoDAsync_v2_ptsz)(CUdeviceptr, const void *, size_t, CUstream);
  CUresult (*cuMemcpyHtoD_v2)(CUdeviceptr, const void *, size_t);
  CUresult (*cuMemcpyHtoD_v2_ptds)(CUdeviceptr, const void *, size_t);
  CUresult (*cuMemcpyPeer)(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t);
  CUresult (*cuMemcpyPeer_ptds)(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t);
  CUresult (*cuMemcpyPeerAsync)(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t, CUstream);
  CUresult (*cuMemcpyPeerAsync_ptsz)(CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t, CUstream);
  CUresult (*cuMemcpyWithAttributesAsync)(CUdeviceptr, CUdeviceptr, size_t, void *, CUstream);
  CUresult (*cuMemcpyWithAttributesAsync_ptsz)(CUdeviceptr, CUdeviceptr, size_t, void *, CUstream);
  CUresult (*cuMemsetD16)(CUdeviceptr_v1, unsigned short, unsigned int);
  CUresult (*cuMemsetD16Async)(CUdeviceptr, unsigned short, size_t, CUstream);
  CUresult (*cuMemsetD16Async_ptsz)(CUdeviceptr, unsigned short, size_t, CUstream);
  CUresult (*cuMemsetD16_v2)(CUdeviceptr, unsigned short, size_t);
  CUresult (*cuMemsetD16_v2_ptds)(CUdeviceptr, unsigned short, size_t);
  CUresult (*cuMemsetD2D16)(CUdeviceptr_v1, unsigned int, unsigned short, unsigned int, unsigned int);
  CUresult (*cuMemsetD2D16Async)(CUdeviceptr, size_t, unsigned short, size_t, size_t, CUstream);
  CUresult (*cuMemsetD2D16Async_ptsz)(CUdeviceptr, size_t, unsigned short, size_t, size_t, CUstream);
  CUresult (*cuMemsetD2D16_v2)(CUdeviceptr, size_t, unsigned short, size_t, size_t);
  CUresult (*cuMemsetD2D16_v2_ptds)(CUdeviceptr, size_t, unsigned short, size_t, size_t);
  CUresult (*cuMemsetD2D32)(CUdeviceptr_v1, unsigned int, unsigned int, unsigned int, unsigned int);
  CUresult (*cuMemsetD2D32Async)(CUdeviceptr, size_t, unsigned int, size_t, size_t, CUstream);
  CUresult (*cuMemsetD2D32Async_ptsz)(CUdeviceptr, size_t, unsigned int, size_t, size_t, CUstream);
  CUresult (*cuMemsetD2D32_v2)(CUdeviceptr, size_t, unsigned int, size_t, size_t);
  CUresult (*cuMemsetD2D32_v2_ptds)(CUdeviceptr, size_t, unsigned int, size_t, size_t);
  CUresult (*cuMemsetD2D8)(CUdeviceptr_v1, unsigned int, unsigned char, unsigned int, unsigned int);
  CUresult (*cuMemsetD2D8Async)(CUdeviceptr, size_t, unsigned char, size_t, size_t, CUstream);
  CUresult (*cuMemsetD2D8Async_ptsz)(CUdeviceptr, size_t, unsigned char, size_t, size_t, CUstream);
  CUresult (*cuMemsetD2D8_v2)(CUdeviceptr, size_t, unsigned char, size_t, size_t);
  CUresult (*cuMemsetD2D8_v2_ptds)(CUdeviceptr, size_t, unsigned char, size_t, size_t);
  CUresult (*cuMemsetD32)(CUdeviceptr_v1, unsigned int, unsigned int);
  CUresult (*cuMemsetD32Async)(CUdeviceptr, unsigned int, size_t, CUstream);
  CUresult (*cuMemsetD32Async_ptsz)(CUdeviceptr, unsigned int, size_t, CUstream);
  CUresult (*cuMemsetD32_v2)(CUdeviceptr, unsigned int, size_t);
  CUresult (*cuMemsetD32_v2_ptds)(CUdeviceptr, unsigned int, size_t);
  CUresult (*cuMemsetD8)(CUdeviceptr_v1, unsigned char, unsigned int);
  CUresult (*cuMemsetD8Async)(CUdeviceptr, unsigned char, size_t, CUstream);
  CUresult (*cuMemsetD8Async_ptsz)(CUdeviceptr, unsigned char, size_t, CUstream);
  CUresult (*cuMemsetD8_v2)(CUdeviceptr, unsigned char, size_t);
  CUresult (*cuMemsetD8_v2_ptds)(CUdeviceptr, unsigned char, size_t);
  CUresult (*cuMipmappedArrayCreate)(CUmipmappedArray *, const void *, unsigned int);
  CUresult (*cuMipmappedArrayDestroy)(CUmipmappedArray);
  CUresult (*cuModuleGetFunction)(CUfunction *, CUmodule, const char *);
  CUresult (*cuModuleLoadData)(CUmodule *, const void *);
  CUresult (*cuPointerGetAttribute)(void *, CUpointer_attribute, CUdeviceptr);
  CUresult (*cuPointerGetAttributes)(unsigned int, CUpointer_attribute *, void **, CUdeviceptr);
  CUresult (*cuSignalExternalSemaphoresAsync)(const CUexternalSemaphore *, const void *, unsigned int, CUstream);
  CUresult (*cuSignalExternalSemaphoresAsync_ptsz)(const CUexternalSemaphore *, const void *, unsigned int, CUstream);
  CUresult (*cuStreamAddCallback)(CUstream, CUstreamCallback, void *, unsigned int);
  CUresult (*cuStreamAddCallback_ptsz)(CUstream, CUstreamCallback, void *, unsigned int);
  CUresult (*cuStreamAttachMemAsync)(CUstream, CUdeviceptr, size_t, unsigned int);
  CUresult (*cuStreamAttachMemAsync_ptsz)(CUstream, CUdeviceptr, size_t, unsigned int);
  CUresult (*cuStreamBatchMemOp)(CUstream, unsigned int, void *, unsigned int);
  CUresult (*cuStreamBatchMemOp_ptsz)(CUstream, unsigned int, void *, unsigned int);
  CUresult (*cuStreamBatchMemOp_v2)(CUstream, unsigned int, void *, unsigned int);
  CUresult (*cuStreamBatchMemOp_v2_ptsz)(CUstream, unsigned int, void *, unsigned int);
  CUresult (*cuStreamBeginCapture)(CUstream);
  CUresult (*cuStreamBeginCapture_ptsz)(CUstream);
  CUresult (*cuStreamBeginCaptureToGraph)(CUstream, CUgraph, const CUgraphNode *, const void *, size_t, CUstreamCaptureMode);
  CUresult (*cuStreamBeginCaptureToGraph_ptsz)(CUstream, CUgraph, const CUgraphNode *, const void *, size_t, CUstreamCaptureMode);
  CUresult (*cuStreamBeginCapture_v2)(CUstream, CUstreamCaptureMode);
  CUresult (*cuStreamBeginCapture_v2_ptsz)(CUstream, CUstreamCaptureMode);
  CUresult (*cuStreamBeginRecaptureToGraph)(CUstream, CUstreamCaptureMode, CUgraph, CUgraphRecaptureCallback, void *);
  CUresult (*cuStreamBeginRecaptureToGraph_ptsz)(CUstream, CUstreamCaptureMode, CUgraph, CUgraphRecaptureCallback, void *);
  CUresult (*cuStreamCreate)(CUstream *, unsigned int);
  CUresult (*cuStreamDestroy)(CUstream);
  CUresult (*cuStreamDestroy_v2)(CUstream);
  CUresult (*cuStreamEndCapture)(CUstream, CUgraph *);
  CUresult (*cuStreamEndCapture_ptsz)(CUstream, CUgraph *);
  CUresult (*cuStreamGetCtx)(CUstream, CUcontext *);
  CUresult (*cuStreamGetCtx_ptsz)(CUstream, CUcontext *);
  CUresult (*cuStreamGetFlags)(CUstream, unsigned int *);
  CUresult (*cuStreamGetFlags_ptsz)(CUstream, unsigned int *);
  CUresult (*cuStreamIsCapturing)(CUstream, CUstreamCaptureStatus *);
  CUresult (*cuStreamIsCapturing_ptsz)(CUstream, CUstreamCaptureStatus *);
  CUresult (*cuStreamQuery)(CUstream);
  CUresult (*cuStreamQuery_ptsz)(CUstream);
  CUresult (*cuStreamSynchronize)(CUstream);
  CUresult (*cuStreamSynchronize_ptsz)(CUstream);
  CUresult (*cuStreamWaitEvent)(CUstream, CUevent, unsigned int);
  CUresult (*cuStreamWaitEvent_ptsz)(CUstream, CUevent, unsigned int);
  CUresult (*cuStreamWaitValue32)(CUstream, CUdeviceptr, cuuint32_t, unsigned int);
  CUresult (*cuStreamWaitValue32_ptsz)(CUstream, CUdeviceptr, cuuint32_t, unsigned int);
  CUresult (*cuStreamWaitValue32_v2)(CUstream, CUdeviceptr, cuuint32_t, unsigned int);
  CUresult (*cuStreamWaitValue32_v2_ptsz)(CUstream, CUdeviceptr, cuuint32_t, unsigned int);
  CUresult (*cuStreamWaitValue64)(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
  CUresult (*cuStreamWaitValue64_ptsz)(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
  CUresult (*cuStreamWaitValue64_v2)(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
  CUresult (*cuStreamWaitValue64_v2_ptsz)(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
  CUresult (*cuStreamWriteValue32)(CUstream, CUdeviceptr, cuuint32_t, unsigned int);
  CUresult (*cuStreamWriteValue32_ptsz)(CUstream, CUdeviceptr, cuuint32_t, unsigned int);
  CUresult (*cuStreamWriteValue32_v2)(CUstream, CUdeviceptr, cuuint32_t, unsigned int);
  CUresult (*cuStreamWriteValue32_v2_ptsz)(CUstream, CUdeviceptr, cuuint32_t, unsigned int);
  CUresult (*cuStreamWriteValue64)(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
  CUresult (*cuStreamWriteValue64_ptsz)(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
  CUresult (*cuStreamWriteValue64_v2)(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
  CUresult (*cuStreamWriteValue64_v2_ptsz)(CUstream, CUdeviceptr, cuuint64_t, unsigned int);
  CUresult (*cuThreadExchangeStreamCaptureMode)(CUstreamCaptureMode *);
  CUresult (*cuWaitExternalSemaphoresAsync)(const CUexternalSemaphore *, const void *, unsigned int, CUstream);
  CUresult (*cuWaitExternalSemaphoresAsync_ptsz)(const CUexternalSemaphore *, const void *, unsigned int, CUstream);
};

// Name and place of every function in Real, in order.
inline constexpr const char *kNames[] = {
    "cuArray3DCreate",
    "cuArray3DCreate_v2",
    "cuArrayCreate",
    "cuArrayCreate_v2",
    "cuArrayDestroy",
    "cuCtxDestroy",
    "cuCtxDestroy_v2",
    "cuCtxGetCurrent",
    "cuCtxGetDevice",
    "cuCtxPopCurrent_v2",
    "cuCtxPushCurrent_v2",
    "cuCtxSynchronize",
    "cuCtxSynchronize_v2",
    "cuDeviceGet",
    "cuDeviceGetAttribute",
    "cuDeviceGetCount",
    "cuDeviceGetName",
    "cuDeviceGetPCIBusId",
    "cuDeviceGetUuid",
    "cuDeviceGetUuid_v2",
    "cuDevicePrimaryCtxGetState",
    "cuDevicePrimaryCtxRelease",
    "cuDevicePrimaryCtxRelease_v2",
    "cuDevicePrimaryCtxReset",
    "cuDevicePrimaryCtxReset_v2",
    "cuDevicePrimaryCtxRetain",
    "cuDeviceTotalMem",
    "cuDeviceTotalMem_v2",
    "cuDriverGetVersion",
    "cuEventRecord",
    "cuEventRecord_ptsz",
    "cuEventRecordWithFlags",
    "cuEventRecordWithFlags_ptsz",
    "cuGetProcAddress",
    "cuGetProcAddress_v2",
    "cuGraphChildGraphNodeGetGraph",
    "cuGraphExecDestroy",
    "cuGraphGetNodes",
    "cuGraphInstantiate",
    "cuGraphInstantiateWithFlags",
    "cuGraphInstantiateWithParams",
    "cuGraphInstantiateWithParams_ptsz",
    "cuGraphInstantiate_v2",
    "cuGraphLaunch",
    "cuGraphLaunch_ptsz",
    "cuGraphMemAllocNodeGetParams",
    "cuGraphNodeGetType",
    "cuGraphUpload",
    "cuGraphUpload_ptsz",
    "cuGraphicsMapResources",
    "cuGraphicsMapResources_ptsz",
    "cuGraphicsUnmapResources",
    "cuGraphicsUnmapResources_ptsz",
    "cuLaunch",
    "cuLaunchCooperativeKernel",
    "cuLaunchCooperativeKernel_ptsz",
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
    "cuMemAddressFree",
    "cuMemAddressReserve",
    "cuMemAlloc",
    "cuMemAllocAsync",
    "cuMemAllocAsync_ptsz",
    "cuMemAllocFromPoolAsync",
    "cuMemAllocFromPoolAsync_ptsz",
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
    "cuMemFree",
    "cuMemFreeAsync",
    "cuMemFreeAsync_ptsz",
    "cuMemFree_v2",
    "cuMemGetAddressRange_v2",
    "cuMemGetInfo",
    "cuMemGetInfo_v2",
    "cuMemHostGetDevicePointer_v2",
    "cuMemHostRegister_v2",
    "cuMemHostUnregister",
    "cuMemMap",
    "cuMemMapArrayAsync",
    "cuMemMapArrayAsync_ptsz",
    "cuMemPrefetchAsync",
    "cuMemPrefetchAsync_ptsz",
    "cuMemPrefetchAsync_v2",
    "cuMemPrefetchAsync_v2_ptsz",
    "cuMemPrefetchBatchAsync",
    "cuMemPrefetchBatchAsync_ptsz",
    "cuMemRelease",
    "cuMemRetainAllocationHandle",
    "cuMemSetAccess",
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
    "cuModuleGetFunction",
    "cuModuleLoadData",
    "cuPointerGetAttribute",
    "cuPointerGetAttributes",
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
    "cuStreamBeginCaptureToGraph",
    "cuStreamBeginCaptureToGraph_ptsz",
    "cuStreamBeginCapture_v2",
    "cuStreamBeginCapture_v2_ptsz",
    "cuStreamBeginRecaptureToGraph",
    "cuStreamBeginRecaptureToGraph_ptsz",
    "cuStreamCreate",
    "cuStreamDestroy",
    "cuStreamDestroy_v2",
    "cuStreamEndCapture",
    "cuStreamEndCapture_ptsz",
    "cuStreamGetCtx",
    "cuStreamGetCtx_ptsz",
    "cuStreamGetFlags",
    "cuStreamGetFlags_ptsz",
    "cuStreamIsCapturing",
    "cuStreamIsCapturing_ptsz",
    "cuStreamQuery",
    "cuStreamQuery_ptsz",
    "cuStreamSynchronize",
    "cuStreamSynchronize_ptsz",
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
    "cuThreadExchangeStreamCaptureMode",
    "cuWaitExternalSemaphoresAsync",
    "cuWaitExternalSemaphoresAsync_ptsz",
};

}  // namespace heddle::cuda
