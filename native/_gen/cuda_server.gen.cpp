// Made by tools/gen from facts/cuda.toml (cuda.h of CUDA 11.8, 12.9, 13.4, version 13). Do not edit.
#include "_gen/cuda_remote.gen.h"
#include "remote/server.h"

namespace heddle::remote {

bool use_cuda_device(Server &server, int32_t device);
void *own_cuda_handle(Request &request, uint8_t kind, uint64_t number);
uint64_t cuda_parent(const Request &request, uint8_t kind);
void serve_cuCtxCreate_v2(Request &);
void serve_cuCtxDestroy_v2(Request &);
void serve_cuCtxFromGreenCtx(Request &);
void serve_cuCtxGetDevResource(Request &);
void serve_cuDevResourceGenerateDesc(Request &);
void serve_cuDevSmResourceSplitByCount(Request &);
void serve_cuDeviceGetDevResource(Request &);
void serve_cuDevicePrimaryCtxRelease_v2(Request &);
void serve_cuDevicePrimaryCtxReset_v2(Request &);
void serve_cuDevicePrimaryCtxRetain(Request &);
void serve_cuFuncGetName(Request &);
void serve_cuGetErrorName(Request &);
void serve_cuGetErrorString(Request &);
void serve_cuGetExportTable(Request &);
void serve_cuGetProcAddress_v2(Request &);
void serve_cuGraphExecUpdate_v2(Request &);
void serve_cuGraphGetNodes(Request &);
void serve_cuGraphInstantiateWithParams(Request &);
void serve_cuGreenCtxDestroy(Request &);
void serve_cuGreenCtxGetDevResource(Request &);
void serve_cuKernelGetFunction(Request &);
void serve_cuKernelGetName(Request &);
void serve_cuLaunchHostFunc(Request &);
void serve_cuLaunchKernelEx(Request &);
void serve_cuLibraryGetGlobal(Request &);
void serve_cuLibraryGetKernel(Request &);
void serve_cuLibraryLoadData(Request &);
void serve_cuMemAddressFree(Request &);
void serve_cuMemAddressReserve(Request &);
void serve_cuMemAllocAsync(Request &);
void serve_cuMemAllocFromPoolAsync(Request &);
void serve_cuMemAllocPitch_v2(Request &);
void serve_cuMemAlloc_v2(Request &);
void serve_cuMemFreeAsync(Request &);
void serve_cuMemFreeHost(Request &);
void serve_cuMemFree_v2(Request &);
void serve_cuMemHostAlloc(Request &);
void serve_cuMemHostRegister_v2(Request &);
void serve_cuMemHostUnregister(Request &);
void serve_cuMemcpy(Request &);
void serve_cuMemcpy2DAsync_v2(Request &);
void serve_cuMemcpy2D_v2(Request &);
void serve_cuMemcpyAsync(Request &);
void serve_cuModuleEnumerateFunctions(Request &);
void serve_cuModuleGetFunction(Request &);
void serve_cuModuleGetGlobal_v2(Request &);
void serve_cuModuleLoadDataEx(Request &);
void serve_cuOccupancyMaxActiveClusters(Request &);
void serve_cuOccupancyMaxPotentialClusterSize(Request &);
void serve_cuPointerGetAttribute(Request &);
void serve_cuStreamAddCallback(Request &);
void serve_cuStreamBeginCapture_v2(Request &);
void serve_cuStreamDestroy_v2(Request &);
void serve_cuStreamEndCapture(Request &);
void serve_cuStreamGetCaptureInfo_v3(Request &);

namespace {

void serve_cuArray3DCreate_v2(Request &request) {
  Made<CUarray> pHandle(request);
  const In<CUDA_ARRAY3D_DESCRIPTOR> pAllocateArray(request);
  pAllocateArray.check(request, 1);
  if (!request.is_good()) return;
  if (!cuArray3DCreate_v2) return request.finish(801);
  const auto result = cuArray3DCreate_v2(pHandle.get(), pAllocateArray.get());
  if (result == 0) pHandle.keep(request, kKindCUarray);
  request.finish(result);
}

void serve_cuArray3DGetDescriptor_v2(Request &request) {
  Out<CUDA_ARRAY3D_DESCRIPTOR> pArrayDescriptor(request);
  const auto hArray = request.handle<CUarray>(kKindCUarray);
  if (!request.is_good()) return;
  if (!cuArray3DGetDescriptor_v2) return request.finish(801);
  const auto result = cuArray3DGetDescriptor_v2(pArrayDescriptor.get(), hArray);
  pArrayDescriptor.give(request.fields);
  request.finish(result);
}

void serve_cuArrayCreate_v2(Request &request) {
  Made<CUarray> pHandle(request);
  const In<CUDA_ARRAY_DESCRIPTOR> pAllocateArray(request);
  pAllocateArray.check(request, 1);
  if (!request.is_good()) return;
  if (!cuArrayCreate_v2) return request.finish(801);
  const auto result = cuArrayCreate_v2(pHandle.get(), pAllocateArray.get());
  if (result == 0) pHandle.keep(request, kKindCUarray);
  request.finish(result);
}

void serve_cuArrayDestroy(Request &request) {
  const auto hArray_number = request.handle_number();
  bool right = true;
  const auto hArray = as_handle<CUarray>(request.server.find(hArray_number, kKindCUarray, &right));
  if (!request.is_good()) return;
  if (!right) return request.finish(400);
  if (!cuArrayDestroy) return request.finish(801);
  const auto result = cuArrayDestroy(hArray);
  if (result == 0) request.server.unbind(hArray_number);
  request.finish(result);
}

void serve_cuArrayGetDescriptor_v2(Request &request) {
  Out<CUDA_ARRAY_DESCRIPTOR> pArrayDescriptor(request);
  const auto hArray = request.handle<CUarray>(kKindCUarray);
  if (!request.is_good()) return;
  if (!cuArrayGetDescriptor_v2) return request.finish(801);
  const auto result = cuArrayGetDescriptor_v2(pArrayDescriptor.get(), hArray);
  pArrayDescriptor.give(request.fields);
  request.finish(result);
}

void serve_cuCtxDisablePeerAccess(Request &request) {
  const auto peerContext = request.handle<CUcontext>(kKindCUcontext);
  if (!request.is_good()) return;
  if (!cuCtxDisablePeerAccess) return request.finish(801);
  const auto result = cuCtxDisablePeerAccess(peerContext);
  request.finish(result);
}

void serve_cuCtxEnablePeerAccess(Request &request) {
  const auto peerContext = request.handle<CUcontext>(kKindCUcontext);
  const auto Flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuCtxEnablePeerAccess) return request.finish(801);
  const auto result = cuCtxEnablePeerAccess(peerContext, Flags);
  request.finish(result);
}

void serve_cuCtxGetApiVersion(Request &request) {
  const auto ctx = request.handle<CUcontext>(kKindCUcontext);
  Out<unsigned int> version(request);
  if (!request.is_good()) return;
  if (!cuCtxGetApiVersion) return request.finish(801);
  const auto result = cuCtxGetApiVersion(ctx, version.get());
  version.give(request.fields);
  request.finish(result);
}

void serve_cuCtxGetCacheConfig(Request &request) {
  Out<CUfunc_cache> pconfig(request);
  if (!request.is_good()) return;
  if (!cuCtxGetCacheConfig) return request.finish(801);
  const auto result = cuCtxGetCacheConfig(pconfig.get());
  pconfig.give(request.fields);
  request.finish(result);
}

void serve_cuCtxGetExecAffinity(Request &request) {
  Out<CUexecAffinityParam> pExecAffinity(request);
  const auto type = request.value<CUexecAffinityType>();
  if (!request.is_good()) return;
  if (!cuCtxGetExecAffinity) return request.finish(801);
  const auto result = cuCtxGetExecAffinity(pExecAffinity.get(), type);
  pExecAffinity.give(request.fields);
  request.finish(result);
}

void serve_cuCtxGetFlags(Request &request) {
  Out<unsigned int> flags(request);
  if (!request.is_good()) return;
  if (!cuCtxGetFlags) return request.finish(801);
  const auto result = cuCtxGetFlags(flags.get());
  flags.give(request.fields);
  request.finish(result);
}

void serve_cuCtxGetId(Request &request) {
  const auto ctx = request.handle<CUcontext>(kKindCUcontext);
  Out<unsigned long long> ctxId(request);
  if (!request.is_good()) return;
  if (!cuCtxGetId) return request.finish(801);
  const auto result = cuCtxGetId(ctx, ctxId.get());
  ctxId.give(request.fields);
  request.finish(result);
}

void serve_cuCtxGetLimit(Request &request) {
  Out<size_t> pvalue(request);
  const auto limit = request.value<CUlimit>();
  if (!request.is_good()) return;
  if (!cuCtxGetLimit) return request.finish(801);
  const auto result = cuCtxGetLimit(pvalue.get(), limit);
  pvalue.give(request.fields);
  request.finish(result);
}

void serve_cuCtxGetSharedMemConfig(Request &request) {
  Out<CUsharedconfig> pConfig(request);
  if (!request.is_good()) return;
  if (!cuCtxGetSharedMemConfig) return request.finish(801);
  const auto result = cuCtxGetSharedMemConfig(pConfig.get());
  pConfig.give(request.fields);
  request.finish(result);
}

void serve_cuCtxGetStreamPriorityRange(Request &request) {
  Out<int> leastPriority(request);
  Out<int> greatestPriority(request);
  if (!request.is_good()) return;
  if (!cuCtxGetStreamPriorityRange) return request.finish(801);
  const auto result = cuCtxGetStreamPriorityRange(leastPriority.get(), greatestPriority.get());
  leastPriority.give(request.fields);
  greatestPriority.give(request.fields);
  request.finish(result);
}

void serve_cuCtxRecordEvent(Request &request) {
  const auto hCtx = request.handle<CUcontext>(kKindCUcontext);
  const auto hEvent = request.handle<CUevent>(kKindCUevent);
  if (!request.is_good()) return;
  if (!cuCtxRecordEvent) return request.finish(801);
  const auto result = cuCtxRecordEvent(hCtx, hEvent);
  request.finish(result);
}

void serve_cuCtxResetPersistingL2Cache(Request &request) {
  if (!request.is_good()) return;
  if (!cuCtxResetPersistingL2Cache) return request.finish(801);
  const auto result = cuCtxResetPersistingL2Cache();
  request.finish(result);
}

void serve_cuCtxSetCacheConfig(Request &request) {
  const auto config = request.value<CUfunc_cache>();
  if (!request.is_good()) return;
  if (!cuCtxSetCacheConfig) return request.finish(801);
  const auto result = cuCtxSetCacheConfig(config);
  request.finish(result);
}

void serve_cuCtxSetFlags(Request &request) {
  const auto flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuCtxSetFlags) return request.finish(801);
  const auto result = cuCtxSetFlags(flags);
  request.finish(result);
}

void serve_cuCtxSetLimit(Request &request) {
  const auto limit = request.value<CUlimit>();
  const auto value = request.value<size_t>();
  if (!request.is_good()) return;
  if (!cuCtxSetLimit) return request.finish(801);
  const auto result = cuCtxSetLimit(limit, value);
  request.finish(result);
}

void serve_cuCtxSetSharedMemConfig(Request &request) {
  const auto config = request.value<CUsharedconfig>();
  if (!request.is_good()) return;
  if (!cuCtxSetSharedMemConfig) return request.finish(801);
  const auto result = cuCtxSetSharedMemConfig(config);
  request.finish(result);
}

void serve_cuCtxSynchronize(Request &request) {
  if (!request.is_good()) return;
  request.give_up_lead();
  if (!cuCtxSynchronize) return request.finish(801);
  const auto result = cuCtxSynchronize();
  request.finish(result);
}

void serve_cuCtxSynchronize_v2(Request &request) {
  const auto ctx = request.handle<CUcontext>(kKindCUcontext);
  if (!request.is_good()) return;
  request.give_up_lead();
  if (!cuCtxSynchronize_v2) return request.finish(801);
  const auto result = cuCtxSynchronize_v2(ctx);
  request.finish(result);
}

void serve_cuCtxWaitEvent(Request &request) {
  const auto hCtx = request.handle<CUcontext>(kKindCUcontext);
  const auto hEvent = request.handle<CUevent>(kKindCUevent);
  if (!request.is_good()) return;
  if (!cuCtxWaitEvent) return request.finish(801);
  const auto result = cuCtxWaitEvent(hCtx, hEvent);
  request.finish(result);
}

void serve_cuDeviceCanAccessPeer(Request &request) {
  Out<int> canAccessPeer(request);
  const auto dev = request.value<CUdevice>();
  const auto peerDev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceCanAccessPeer) return request.finish(801);
  const auto result = cuDeviceCanAccessPeer(canAccessPeer.get(), dev, peerDev);
  canAccessPeer.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceComputeCapability(Request &request) {
  Out<int> major(request);
  Out<int> minor(request);
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceComputeCapability) return request.finish(801);
  const auto result = cuDeviceComputeCapability(major.get(), minor.get(), dev);
  major.give(request.fields);
  minor.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGet(Request &request) {
  Out<CUdevice> device(request);
  const auto ordinal = request.value<int>();
  if (!request.is_good()) return;
  if (!cuDeviceGet) return request.finish(801);
  const auto result = cuDeviceGet(device.get(), ordinal);
  device.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetAttribute(Request &request) {
  Out<int> pi(request);
  const auto attrib = request.value<CUdevice_attribute>();
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceGetAttribute) return request.finish(801);
  const auto result = cuDeviceGetAttribute(pi.get(), attrib, dev);
  pi.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetByPCIBusId(Request &request) {
  Out<CUdevice> dev(request);
  const char *pciBusId = request.text();
  if (!request.is_good()) return;
  if (!cuDeviceGetByPCIBusId) return request.finish(801);
  const auto result = cuDeviceGetByPCIBusId(dev.get(), pciBusId);
  dev.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetCount(Request &request) {
  Out<int> count(request);
  if (!request.is_good()) return;
  if (!cuDeviceGetCount) return request.finish(801);
  const auto result = cuDeviceGetCount(count.get());
  count.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetDefaultMemPool(Request &request) {
  Found<CUmemoryPool> pool_out(request);
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceGetDefaultMemPool) return request.finish(801);
  const auto result = cuDeviceGetDefaultMemPool(pool_out.get(), dev);
  pool_out.give(request, kKindCUmemoryPool, result);
  request.finish(result);
}

void serve_cuDeviceGetExecAffinitySupport(Request &request) {
  Out<int> pi(request);
  const auto type = request.value<CUexecAffinityType>();
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceGetExecAffinitySupport) return request.finish(801);
  const auto result = cuDeviceGetExecAffinitySupport(pi.get(), type, dev);
  pi.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetGraphMemAttribute(Request &request) {
  const auto device = request.value<CUdevice>();
  const auto attr = request.value<CUgraphMem_attribute>();
  OutBytes value(request);
  value.check<void>(request, 8);
  if (!request.is_good()) return;
  if (!cuDeviceGetGraphMemAttribute) return request.finish(801);
  const auto result = cuDeviceGetGraphMemAttribute(device, attr, value.get<void>(8));
  value.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetMemPool(Request &request) {
  Found<CUmemoryPool> pool(request);
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceGetMemPool) return request.finish(801);
  const auto result = cuDeviceGetMemPool(pool.get(), dev);
  pool.give(request, kKindCUmemoryPool, result);
  request.finish(result);
}

void serve_cuDeviceGetName(Request &request) {
  OutBytes name(request);
  const auto len = request.value<int>();
  const auto dev = request.value<CUdevice>();
  name.check<char>(request, len);
  if (!request.is_good()) return;
  if (!cuDeviceGetName) return request.finish(801);
  const auto result = cuDeviceGetName(name.get<char>(len), len, dev);
  name.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetP2PAttribute(Request &request) {
  Out<int> value(request);
  const auto attrib = request.value<CUdevice_P2PAttribute>();
  const auto srcDevice = request.value<CUdevice>();
  const auto dstDevice = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceGetP2PAttribute) return request.finish(801);
  const auto result = cuDeviceGetP2PAttribute(value.get(), attrib, srcDevice, dstDevice);
  value.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetPCIBusId(Request &request) {
  OutBytes pciBusId(request);
  const auto len = request.value<int>();
  const auto dev = request.value<CUdevice>();
  pciBusId.check<char>(request, len);
  if (!request.is_good()) return;
  if (!cuDeviceGetPCIBusId) return request.finish(801);
  const auto result = cuDeviceGetPCIBusId(pciBusId.get<char>(len), len, dev);
  pciBusId.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetProperties(Request &request) {
  Out<CUdevprop> prop(request);
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceGetProperties) return request.finish(801);
  const auto result = cuDeviceGetProperties(prop.get(), dev);
  prop.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetTexture1DLinearMaxWidth(Request &request) {
  Out<size_t> maxWidthInElements(request);
  const auto format = request.value<CUarray_format>();
  const auto numChannels = request.value<unsigned>();
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceGetTexture1DLinearMaxWidth) return request.finish(801);
  const auto result = cuDeviceGetTexture1DLinearMaxWidth(maxWidthInElements.get(), format, numChannels, dev);
  maxWidthInElements.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetUuid(Request &request) {
  Out<CUuuid> uuid(request);
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceGetUuid) return request.finish(801);
  const auto result = cuDeviceGetUuid(uuid.get(), dev);
  uuid.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGetUuid_v2(Request &request) {
  Out<CUuuid> uuid(request);
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceGetUuid_v2) return request.finish(801);
  const auto result = cuDeviceGetUuid_v2(uuid.get(), dev);
  uuid.give(request.fields);
  request.finish(result);
}

void serve_cuDeviceGraphMemTrim(Request &request) {
  const auto device = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceGraphMemTrim) return request.finish(801);
  const auto result = cuDeviceGraphMemTrim(device);
  request.finish(result);
}

void serve_cuDevicePrimaryCtxGetState(Request &request) {
  const auto dev = request.value<CUdevice>();
  Out<unsigned int> flags(request);
  Out<int> active(request);
  if (!request.is_good()) return;
  if (!cuDevicePrimaryCtxGetState) return request.finish(801);
  const auto result = cuDevicePrimaryCtxGetState(dev, flags.get(), active.get());
  flags.give(request.fields);
  active.give(request.fields);
  request.finish(result);
}

void serve_cuDevicePrimaryCtxSetFlags(Request &request) {
  const auto dev = request.value<CUdevice>();
  const auto flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuDevicePrimaryCtxSetFlags) return request.finish(801);
  const auto result = cuDevicePrimaryCtxSetFlags(dev, flags);
  request.finish(result);
}

void serve_cuDevicePrimaryCtxSetFlags_v2(Request &request) {
  const auto dev = request.value<CUdevice>();
  const auto flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuDevicePrimaryCtxSetFlags_v2) return request.finish(801);
  const auto result = cuDevicePrimaryCtxSetFlags_v2(dev, flags);
  request.finish(result);
}

void serve_cuDeviceSetGraphMemAttribute(Request &request) {
  const auto device = request.value<CUdevice>();
  const auto attr = request.value<CUgraphMem_attribute>();
  const In<void> value(request);
  value.check(request, 8);
  if (!request.is_good()) return;
  if (!cuDeviceSetGraphMemAttribute) return request.finish(801);
  const auto result = cuDeviceSetGraphMemAttribute(device, attr, value.get());
  request.finish(result);
}

void serve_cuDeviceSetMemPool(Request &request) {
  const auto dev = request.value<CUdevice>();
  const auto pool = request.handle<CUmemoryPool>(kKindCUmemoryPool);
  if (!request.is_good()) return;
  if (!cuDeviceSetMemPool) return request.finish(801);
  const auto result = cuDeviceSetMemPool(dev, pool);
  request.finish(result);
}

void serve_cuDeviceTotalMem_v2(Request &request) {
  Out<size_t> bytes(request);
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuDeviceTotalMem_v2) return request.finish(801);
  const auto result = cuDeviceTotalMem_v2(bytes.get(), dev);
  bytes.give(request.fields);
  request.finish(result);
}

void serve_cuDriverGetVersion(Request &request) {
  Out<int> driverVersion(request);
  if (!request.is_good()) return;
  if (!cuDriverGetVersion) return request.finish(801);
  const auto result = cuDriverGetVersion(driverVersion.get());
  driverVersion.give(request.fields);
  request.finish(result);
}

void serve_cuEventCreate(Request &request) {
  Made<CUevent> phEvent(request);
  const auto Flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuEventCreate) return request.finish(801);
  const auto result = cuEventCreate(phEvent.get(), Flags);
  if (result == 0) phEvent.keep(request, kKindCUevent);
  request.finish(result);
}

void serve_cuEventDestroy(Request &request) {
  const auto hEvent_number = request.handle_number();
  bool right = true;
  const auto hEvent = as_handle<CUevent>(request.server.find(hEvent_number, kKindCUevent, &right));
  if (!request.is_good()) return;
  if (!right) return request.finish(400);
  if (!cuEventDestroy) return request.finish(801);
  const auto result = cuEventDestroy(hEvent);
  if (result == 0) request.server.unbind(hEvent_number);
  request.finish(result);
}

void serve_cuEventDestroy_v2(Request &request) {
  const auto hEvent_number = request.handle_number();
  bool right = true;
  const auto hEvent = as_handle<CUevent>(request.server.find(hEvent_number, kKindCUevent, &right));
  if (!request.is_good()) return;
  if (!right) return request.finish(400);
  if (!cuEventDestroy_v2) return request.finish(801);
  const auto result = cuEventDestroy_v2(hEvent);
  if (result == 0) request.server.unbind(hEvent_number);
  request.finish(result);
}

void serve_cuEventElapsedTime(Request &request) {
  Out<float> pMilliseconds(request);
  const auto hStart = request.handle<CUevent>(kKindCUevent);
  const auto hEnd = request.handle<CUevent>(kKindCUevent);
  if (!request.is_good()) return;
  if (!cuEventElapsedTime) return request.finish(801);
  const auto result = cuEventElapsedTime(pMilliseconds.get(), hStart, hEnd);
  pMilliseconds.give(request.fields);
  request.finish(result);
}

void serve_cuEventElapsedTime_v2(Request &request) {
  Out<float> pMilliseconds(request);
  const auto hStart = request.handle<CUevent>(kKindCUevent);
  const auto hEnd = request.handle<CUevent>(kKindCUevent);
  if (!request.is_good()) return;
  if (!cuEventElapsedTime_v2) return request.finish(801);
  const auto result = cuEventElapsedTime_v2(pMilliseconds.get(), hStart, hEnd);
  pMilliseconds.give(request.fields);
  request.finish(result);
}

void serve_cuEventQuery(Request &request) {
  const auto hEvent = request.handle<CUevent>(kKindCUevent);
  if (!request.is_good()) return;
  if (!cuEventQuery) return request.finish(801);
  const auto result = cuEventQuery(hEvent);
  request.finish(result);
}

void serve_cuEventRecord(Request &request) {
  const auto hEvent = request.handle<CUevent>(kKindCUevent);
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  if (!request.is_good()) return;
  if (!cuEventRecord) return request.finish(801);
  const auto result = cuEventRecord(hEvent, hStream);
  request.finish(result);
}

void serve_cuEventRecordWithFlags(Request &request) {
  const auto hEvent = request.handle<CUevent>(kKindCUevent);
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  const auto flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuEventRecordWithFlags) return request.finish(801);
  const auto result = cuEventRecordWithFlags(hEvent, hStream, flags);
  request.finish(result);
}

void serve_cuEventSynchronize(Request &request) {
  const auto hEvent = request.handle<CUevent>(kKindCUevent);
  if (!request.is_good()) return;
  request.give_up_lead();
  if (!cuEventSynchronize) return request.finish(801);
  const auto result = cuEventSynchronize(hEvent);
  request.finish(result);
}

void serve_cuFlushGPUDirectRDMAWrites(Request &request) {
  const auto target = request.value<CUflushGPUDirectRDMAWritesTarget>();
  const auto scope = request.value<CUflushGPUDirectRDMAWritesScope>();
  if (!request.is_good()) return;
  if (!cuFlushGPUDirectRDMAWrites) return request.finish(801);
  const auto result = cuFlushGPUDirectRDMAWrites(target, scope);
  request.finish(result);
}

void serve_cuFuncGetAttribute(Request &request) {
  Out<int> pi(request);
  const auto attrib = request.value<CUfunction_attribute>();
  const auto hfunc = request.handle<CUfunction>(kKindCUfunction);
  if (!request.is_good()) return;
  if (!cuFuncGetAttribute) return request.finish(801);
  const auto result = cuFuncGetAttribute(pi.get(), attrib, hfunc);
  pi.give(request.fields);
  request.finish(result);
}

void serve_cuFuncGetModule(Request &request) {
  Found<CUmodule> hmod(request);
  const auto hfunc = request.handle<CUfunction>(kKindCUfunction);
  if (!request.is_good()) return;
  if (!cuFuncGetModule) return request.finish(801);
  const auto result = cuFuncGetModule(hmod.get(), hfunc);
  hmod.give(request, kKindCUmodule, result);
  request.finish(result);
}

void serve_cuFuncGetParamCount(Request &request) {
  const auto func = request.handle<CUfunction>(kKindCUfunction);
  Out<size_t> paramCount(request);
  if (!request.is_good()) return;
  if (!cuFuncGetParamCount) return request.finish(801);
  const auto result = cuFuncGetParamCount(func, paramCount.get());
  paramCount.give(request.fields);
  request.finish(result);
}

void serve_cuFuncGetParamInfo(Request &request) {
  const auto func = request.handle<CUfunction>(kKindCUfunction);
  const auto paramIndex = request.value<size_t>();
  Out<size_t> paramOffset(request);
  Out<size_t> paramSize(request);
  if (!request.is_good()) return;
  if (!cuFuncGetParamInfo) return request.finish(801);
  const auto result = cuFuncGetParamInfo(func, paramIndex, paramOffset.get(), paramSize.get());
  paramOffset.give(request.fields);
  paramSize.give(request.fields);
  request.finish(result);
}

void serve_cuFuncIsLoaded(Request &request) {
  Out<CUfunctionLoadingState> state(request);
  const auto function = request.handle<CUfunction>(kKindCUfunction);
  if (!request.is_good()) return;
  if (!cuFuncIsLoaded) return request.finish(801);
  const auto result = cuFuncIsLoaded(state.get(), function);
  state.give(request.fields);
  request.finish(result);
}

void serve_cuFuncLoad(Request &request) {
  const auto function = request.handle<CUfunction>(kKindCUfunction);
  if (!request.is_good()) return;
  if (!cuFuncLoad) return request.finish(801);
  const auto result = cuFuncLoad(function);
  request.finish(result);
}

void serve_cuFuncSetAttribute(Request &request) {
  const auto hfunc = request.handle<CUfunction>(kKindCUfunction);
  const auto attrib = request.value<CUfunction_attribute>();
  const auto value = request.value<int>();
  if (!request.is_good()) return;
  if (!cuFuncSetAttribute) return request.finish(801);
  const auto result = cuFuncSetAttribute(hfunc, attrib, value);
  request.finish(result);
}

void serve_cuFuncSetCacheConfig(Request &request) {
  const auto hfunc = request.handle<CUfunction>(kKindCUfunction);
  const auto config = request.value<CUfunc_cache>();
  if (!request.is_good()) return;
  if (!cuFuncSetCacheConfig) return request.finish(801);
  const auto result = cuFuncSetCacheConfig(hfunc, config);
  request.finish(result);
}

void serve_cuFuncSetSharedMemConfig(Request &request) {
  const auto hfunc = request.handle<CUfunction>(kKindCUfunction);
  const auto config = request.value<CUsharedconfig>();
  if (!request.is_good()) return;
  if (!cuFuncSetSharedMemConfig) return request.finish(801);
  const auto result = cuFuncSetSharedMemConfig(hfunc, config);
  request.finish(result);
}

void serve_cuGraphChildGraphNodeGetGraph(Request &request) {
  const auto hNode = request.handle<CUgraphNode>(kKindCUgraphNode);
  Found<CUgraph> phGraph(request);
  if (!request.is_good()) return;
  if (!cuGraphChildGraphNodeGetGraph) return request.finish(801);
  const auto result = cuGraphChildGraphNodeGetGraph(hNode, phGraph.get());
  phGraph.give(request, kKindCUgraph, result);
  request.finish(result);
}

void serve_cuGraphClone(Request &request) {
  Made<CUgraph> phGraphClone(request);
  const auto originalGraph = request.handle<CUgraph>(kKindCUgraph);
  if (!request.is_good()) return;
  if (!cuGraphClone) return request.finish(801);
  const auto result = cuGraphClone(phGraphClone.get(), originalGraph);
  if (result == 0) phGraphClone.keep(request, kKindCUgraph);
  request.finish(result);
}

void serve_cuGraphCreate(Request &request) {
  Made<CUgraph> phGraph(request);
  const auto flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuGraphCreate) return request.finish(801);
  const auto result = cuGraphCreate(phGraph.get(), flags);
  if (result == 0) phGraph.keep(request, kKindCUgraph);
  request.finish(result);
}

void serve_cuGraphDestroy(Request &request) {
  const auto hGraph_number = request.handle_number();
  bool right = true;
  const auto hGraph = as_handle<CUgraph>(request.server.find(hGraph_number, kKindCUgraph, &right));
  if (!request.is_good()) return;
  if (!right) return request.finish(400);
  if (!cuGraphDestroy) return request.finish(801);
  const auto result = cuGraphDestroy(hGraph);
  if (result == 0) request.server.unbind(hGraph_number);
  request.finish(result);
}

void serve_cuGraphExecChildGraphNodeSetParams(Request &request) {
  const auto hGraphExec = request.handle<CUgraphExec>(kKindCUgraphExec);
  const auto hNode = request.handle<CUgraphNode>(kKindCUgraphNode);
  const auto childGraph = request.handle<CUgraph>(kKindCUgraph);
  if (!request.is_good()) return;
  if (!cuGraphExecChildGraphNodeSetParams) return request.finish(801);
  const auto result = cuGraphExecChildGraphNodeSetParams(hGraphExec, hNode, childGraph);
  request.finish(result);
}

void serve_cuGraphExecDestroy(Request &request) {
  const auto hGraphExec_number = request.handle_number();
  bool right = true;
  const auto hGraphExec = as_handle<CUgraphExec>(request.server.find(hGraphExec_number, kKindCUgraphExec, &right));
  if (!request.is_good()) return;
  if (!right) return request.finish(400);
  if (!cuGraphExecDestroy) return request.finish(801);
  const auto result = cuGraphExecDestroy(hGraphExec);
  if (result == 0) request.server.unbind(hGraphExec_number);
  request.finish(result);
}

void serve_cuGraphExecGetFlags(Request &request) {
  const auto hGraphExec = request.handle<CUgraphExec>(kKindCUgraphExec);
  Out<cuuint64_t> flags(request);
  if (!request.is_good()) return;
  if (!cuGraphExecGetFlags) return request.finish(801);
  const auto result = cuGraphExecGetFlags(hGraphExec, flags.get());
  flags.give(request.fields);
  request.finish(result);
}

void serve_cuGraphExecUpdate(Request &request) {
  const auto hGraphExec = request.handle<CUgraphExec>(kKindCUgraphExec);
  const auto hGraph = request.handle<CUgraph>(kKindCUgraph);
  Found<CUgraphNode> hErrorNode_out(request);
  Out<CUgraphExecUpdateResult> updateResult_out(request);
  if (!request.is_good()) return;
  if (!cuGraphExecUpdate) return request.finish(801);
  const auto result = cuGraphExecUpdate(hGraphExec, hGraph, hErrorNode_out.get(), updateResult_out.get());
  hErrorNode_out.give(request, kKindCUgraphNode, result);
  updateResult_out.give(request.fields);
  request.finish(result);
}

void serve_cuGraphInstantiateWithFlags(Request &request) {
  Made<CUgraphExec> phGraphExec(request);
  const auto hGraph = request.handle<CUgraph>(kKindCUgraph);
  const auto flags = request.value<unsigned long long>();
  if (!request.is_good()) return;
  if (!cuGraphInstantiateWithFlags) return request.finish(801);
  const auto result = cuGraphInstantiateWithFlags(phGraphExec.get(), hGraph, flags);
  if (result == 0) phGraphExec.keep(request, kKindCUgraphExec);
  request.finish(result);
}

void serve_cuGraphLaunch(Request &request) {
  const auto hGraph = request.handle<CUgraphExec>(kKindCUgraphExec);
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  if (!request.is_good()) return;
  if (!cuGraphLaunch) return request.finish(801);
  const auto result = cuGraphLaunch(hGraph, hStream);
  request.finish(result);
}

void serve_cuGraphNodeGetType(Request &request) {
  const auto hNode = request.handle<CUgraphNode>(kKindCUgraphNode);
  Out<CUgraphNodeType> type(request);
  if (!request.is_good()) return;
  if (!cuGraphNodeGetType) return request.finish(801);
  const auto result = cuGraphNodeGetType(hNode, type.get());
  type.give(request.fields);
  request.finish(result);
}

void serve_cuGraphUpload(Request &request) {
  const auto hGraph = request.handle<CUgraphExec>(kKindCUgraphExec);
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  if (!request.is_good()) return;
  if (!cuGraphUpload) return request.finish(801);
  const auto result = cuGraphUpload(hGraph, hStream);
  request.finish(result);
}

void serve_cuGreenCtxCreate(Request &request) {
  Made<CUgreenCtx> phCtx(request);
  const auto desc = request.handle<CUdevResourceDesc>(kKindCUdevResourceDesc);
  const auto dev = request.value<CUdevice>();
  const auto flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuGreenCtxCreate) return request.finish(801);
  const auto result = cuGreenCtxCreate(phCtx.get(), desc, dev, flags);
  if (result == 0) phCtx.keep(request, kKindCUgreenCtx);
  request.finish(result);
}

void serve_cuGreenCtxRecordEvent(Request &request) {
  const auto hCtx = request.handle<CUgreenCtx>(kKindCUgreenCtx);
  const auto hEvent = request.handle<CUevent>(kKindCUevent);
  if (!request.is_good()) return;
  if (!cuGreenCtxRecordEvent) return request.finish(801);
  const auto result = cuGreenCtxRecordEvent(hCtx, hEvent);
  request.finish(result);
}

void serve_cuGreenCtxStreamCreate(Request &request) {
  Made<CUstream> phStream(request);
  const auto greenCtx = request.handle<CUgreenCtx>(kKindCUgreenCtx);
  const auto flags = request.value<unsigned int>();
  const auto priority = request.value<int>();
  if (!request.is_good()) return;
  if (!cuGreenCtxStreamCreate) return request.finish(801);
  const auto result = cuGreenCtxStreamCreate(phStream.get(), greenCtx, flags, priority);
  if (result == 0) phStream.keep(request, kKindCUstream);
  request.finish(result);
}

void serve_cuGreenCtxWaitEvent(Request &request) {
  const auto hCtx = request.handle<CUgreenCtx>(kKindCUgreenCtx);
  const auto hEvent = request.handle<CUevent>(kKindCUevent);
  if (!request.is_good()) return;
  if (!cuGreenCtxWaitEvent) return request.finish(801);
  const auto result = cuGreenCtxWaitEvent(hCtx, hEvent);
  request.finish(result);
}

void serve_cuInit(Request &request) {
  const auto Flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuInit) return request.finish(801);
  const auto result = cuInit(Flags);
  request.finish(result);
}

void serve_cuKernelGetAttribute(Request &request) {
  Out<int> pi(request);
  const auto attrib = request.value<CUfunction_attribute>();
  const auto kernel = request.handle<CUkernel>(kKindCUkernel);
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuKernelGetAttribute) return request.finish(801);
  const auto result = cuKernelGetAttribute(pi.get(), attrib, kernel, dev);
  pi.give(request.fields);
  request.finish(result);
}

void serve_cuKernelGetLibrary(Request &request) {
  Found<CUlibrary> pLib(request);
  const auto kernel = request.handle<CUkernel>(kKindCUkernel);
  if (!request.is_good()) return;
  if (!cuKernelGetLibrary) return request.finish(801);
  const auto result = cuKernelGetLibrary(pLib.get(), kernel);
  pLib.give(request, kKindCUlibrary, result);
  request.finish(result);
}

void serve_cuKernelGetParamCount(Request &request) {
  const auto kernel = request.handle<CUkernel>(kKindCUkernel);
  Out<size_t> paramCount(request);
  if (!request.is_good()) return;
  if (!cuKernelGetParamCount) return request.finish(801);
  const auto result = cuKernelGetParamCount(kernel, paramCount.get());
  paramCount.give(request.fields);
  request.finish(result);
}

void serve_cuKernelGetParamInfo(Request &request) {
  const auto kernel = request.handle<CUkernel>(kKindCUkernel);
  const auto paramIndex = request.value<size_t>();
  Out<size_t> paramOffset(request);
  Out<size_t> paramSize(request);
  if (!request.is_good()) return;
  if (!cuKernelGetParamInfo) return request.finish(801);
  const auto result = cuKernelGetParamInfo(kernel, paramIndex, paramOffset.get(), paramSize.get());
  paramOffset.give(request.fields);
  paramSize.give(request.fields);
  request.finish(result);
}

void serve_cuKernelSetAttribute(Request &request) {
  const auto attrib = request.value<CUfunction_attribute>();
  const auto val = request.value<int>();
  const auto kernel = request.handle<CUkernel>(kKindCUkernel);
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuKernelSetAttribute) return request.finish(801);
  const auto result = cuKernelSetAttribute(attrib, val, kernel, dev);
  request.finish(result);
}

void serve_cuKernelSetCacheConfig(Request &request) {
  const auto kernel = request.handle<CUkernel>(kKindCUkernel);
  const auto config = request.value<CUfunc_cache>();
  const auto dev = request.value<CUdevice>();
  if (!request.is_good()) return;
  if (!cuKernelSetCacheConfig) return request.finish(801);
  const auto result = cuKernelSetCacheConfig(kernel, config, dev);
  request.finish(result);
}

void serve_cuLibraryGetKernelCount(Request &request) {
  Out<unsigned int> count(request);
  const auto lib = request.handle<CUlibrary>(kKindCUlibrary);
  if (!request.is_good()) return;
  if (!cuLibraryGetKernelCount) return request.finish(801);
  const auto result = cuLibraryGetKernelCount(count.get(), lib);
  count.give(request.fields);
  request.finish(result);
}

void serve_cuLibraryGetModule(Request &request) {
  Found<CUmodule> pMod(request);
  const auto library = request.handle<CUlibrary>(kKindCUlibrary);
  if (!request.is_good()) return;
  if (!cuLibraryGetModule) return request.finish(801);
  const auto result = cuLibraryGetModule(pMod.get(), library);
  pMod.give(request, kKindCUmodule, result);
  request.finish(result);
}

void serve_cuLibraryUnload(Request &request) {
  const auto library_number = request.handle_number();
  bool right = true;
  const auto library = as_handle<CUlibrary>(request.server.find(library_number, kKindCUlibrary, &right));
  if (!request.is_good()) return;
  if (!right) return request.finish(400);
  if (!cuLibraryUnload) return request.finish(801);
  const auto result = cuLibraryUnload(library);
  if (result == 0) request.server.unbind(library_number);
  request.finish(result);
}

void serve_cuMemCreate(Request &request) {
  Made<CUmemGenericAllocationHandle> handle(request);
  const auto size = request.value<size_t>();
  const In<CUmemAllocationProp> prop(request);
  const auto flags = request.value<unsigned long long>();
  prop.check(request, 1);
  if (!request.is_good()) return;
  if (!cuMemCreate) return request.finish(801);
  const auto result = cuMemCreate(handle.get(), size, prop.get(), flags);
  if (result == 0) handle.keep(request, kKindCUmemGenericAllocationHandle);
  request.finish(result);
}

void serve_cuMemGetAddressRange_v2(Request &request) {
  Out<CUdeviceptr> pbase(request);
  Out<size_t> psize(request);
  const auto dptr_address = request.value<uint64_t>();
  auto dptr = CUdeviceptr(request.checked(dptr_address, 1, 500));
  if (!request.is_good()) return;
  if (!cuMemGetAddressRange_v2) return request.finish(801);
  const auto result = cuMemGetAddressRange_v2(pbase.get(), psize.get(), dptr);
  pbase.give(request.fields);
  psize.give(request.fields);
  request.finish(result);
}

void serve_cuMemGetAllocationGranularity(Request &request) {
  Out<size_t> granularity(request);
  const In<CUmemAllocationProp> prop(request);
  const auto option = request.value<CUmemAllocationGranularity_flags>();
  prop.check(request, 1);
  if (!request.is_good()) return;
  if (!cuMemGetAllocationGranularity) return request.finish(801);
  const auto result = cuMemGetAllocationGranularity(granularity.get(), prop.get(), option);
  granularity.give(request.fields);
  request.finish(result);
}

void serve_cuMemGetAllocationPropertiesFromHandle(Request &request) {
  Out<CUmemAllocationProp> prop(request);
  const auto handle = request.handle<CUmemGenericAllocationHandle>(kKindCUmemGenericAllocationHandle);
  if (!request.is_good()) return;
  if (!cuMemGetAllocationPropertiesFromHandle) return request.finish(801);
  const auto result = cuMemGetAllocationPropertiesFromHandle(prop.get(), handle);
  prop.give(request.fields);
  request.finish(result);
}

void serve_cuMemGetInfo_v2(Request &request) {
  Out<size_t> free(request);
  Out<size_t> total(request);
  if (!request.is_good()) return;
  if (!cuMemGetInfo_v2) return request.finish(801);
  const auto result = cuMemGetInfo_v2(free.get(), total.get());
  free.give(request.fields);
  total.give(request.fields);
  request.finish(result);
}

void serve_cuMemHostGetDevicePointer_v2(Request &request) {
  Out<CUdeviceptr> pdptr(request);
  const auto p_address = request.value<uint64_t>();
  const auto Flags = request.value<unsigned int>();
  auto *p = request.checked(p_address, 1);
  if (!request.is_good()) return;
  if (!cuMemHostGetDevicePointer_v2) return request.finish(801);
  const auto result = cuMemHostGetDevicePointer_v2(pdptr.get(), p, Flags);
  pdptr.give(request.fields);
  request.finish(result);
}

void serve_cuMemHostGetFlags(Request &request) {
  Out<unsigned int> pFlags(request);
  const auto p_address = request.value<uint64_t>();
  auto *p = request.checked(p_address, 1);
  if (!request.is_good()) return;
  if (!cuMemHostGetFlags) return request.finish(801);
  const auto result = cuMemHostGetFlags(pFlags.get(), p);
  pFlags.give(request.fields);
  request.finish(result);
}

void serve_cuMemMap(Request &request) {
  const auto ptr_address = request.value<uint64_t>();
  const auto size = request.value<size_t>();
  const auto offset = request.value<size_t>();
  const auto handle = request.handle<CUmemGenericAllocationHandle>(kKindCUmemGenericAllocationHandle);
  const auto flags = request.value<unsigned long long>();
  auto ptr = CUdeviceptr(request.checked(ptr_address, uint64_t(size)));
  if (!request.is_good()) return;
  if (!cuMemMap) return request.finish(801);
  const auto result = cuMemMap(ptr, size, offset, handle, flags);
  request.finish(result);
}

void serve_cuMemPoolCreate(Request &request) {
  Made<CUmemoryPool> pool(request);
  const In<CUmemPoolProps> poolProps(request);
  poolProps.check(request, 1);
  if (!request.is_good()) return;
  if (!cuMemPoolCreate) return request.finish(801);
  const auto result = cuMemPoolCreate(pool.get(), poolProps.get());
  if (result == 0) pool.keep(request, kKindCUmemoryPool);
  request.finish(result);
}

void serve_cuMemPoolDestroy(Request &request) {
  const auto pool_number = request.handle_number();
  bool right = true;
  const auto pool = as_handle<CUmemoryPool>(request.server.find(pool_number, kKindCUmemoryPool, &right));
  if (!request.is_good()) return;
  if (!right) return request.finish(400);
  if (!cuMemPoolDestroy) return request.finish(801);
  const auto result = cuMemPoolDestroy(pool);
  if (result == 0) request.server.unbind(pool_number);
  request.finish(result);
}

void serve_cuMemPoolGetAttribute(Request &request) {
  const auto pool = request.handle<CUmemoryPool>(kKindCUmemoryPool);
  const auto attr = request.value<CUmemPool_attribute>();
  OutBytes value(request);
  value.check<void>(request, 8);
  if (!request.is_good()) return;
  if (!cuMemPoolGetAttribute) return request.finish(801);
  const auto result = cuMemPoolGetAttribute(pool, attr, value.get<void>(8));
  value.give(request.fields);
  request.finish(result);
}

void serve_cuMemPoolSetAccess(Request &request) {
  const auto pool = request.handle<CUmemoryPool>(kKindCUmemoryPool);
  const In<CUmemAccessDesc> map(request);
  const auto count = request.value<size_t>();
  map.check(request, count);
  if (!request.is_good()) return;
  if (!cuMemPoolSetAccess) return request.finish(801);
  const auto result = cuMemPoolSetAccess(pool, map.get(), count);
  request.finish(result);
}

void serve_cuMemPoolSetAttribute(Request &request) {
  const auto pool = request.handle<CUmemoryPool>(kKindCUmemoryPool);
  const auto attr = request.value<CUmemPool_attribute>();
  const In<void> value(request);
  value.check(request, 8);
  if (!request.is_good()) return;
  if (!cuMemPoolSetAttribute) return request.finish(801);
  const auto result = cuMemPoolSetAttribute(pool, attr, value.get());
  request.finish(result);
}

void serve_cuMemPoolTrimTo(Request &request) {
  const auto pool = request.handle<CUmemoryPool>(kKindCUmemoryPool);
  const auto minBytesToKeep = request.value<size_t>();
  if (!request.is_good()) return;
  if (!cuMemPoolTrimTo) return request.finish(801);
  const auto result = cuMemPoolTrimTo(pool, minBytesToKeep);
  request.finish(result);
}

void serve_cuMemRelease(Request &request) {
  const auto handle_number = request.handle_number();
  bool right = true;
  const auto handle = as_handle<CUmemGenericAllocationHandle>(request.server.find(handle_number, kKindCUmemGenericAllocationHandle, &right));
  if (!request.is_good()) return;
  if (!right) return request.finish(400);
  if (!cuMemRelease) return request.finish(801);
  const auto result = cuMemRelease(handle);
  if (result == 0) request.server.unbind(handle_number);
  request.finish(result);
}

void serve_cuMemSetAccess(Request &request) {
  const auto ptr_address = request.value<uint64_t>();
  const auto size = request.value<size_t>();
  const In<CUmemAccessDesc> desc(request);
  const auto count = request.value<size_t>();
  auto ptr = CUdeviceptr(request.checked(ptr_address, uint64_t(size)));
  desc.check(request, count);
  if (!request.is_good()) return;
  if (!cuMemSetAccess) return request.finish(801);
  const auto result = cuMemSetAccess(ptr, size, desc.get(), count);
  request.finish(result);
}

void serve_cuMemUnmap(Request &request) {
  const auto ptr_address = request.value<uint64_t>();
  const auto size = request.value<size_t>();
  auto ptr = CUdeviceptr(request.checked(ptr_address, uint64_t(size)));
  if (!request.is_good()) return;
  if (!cuMemUnmap) return request.finish(801);
  const auto result = cuMemUnmap(ptr, size);
  request.finish(result);
}

void serve_cuMemcpyAtoA_v2(Request &request) {
  const auto dstArray = request.handle<CUarray>(kKindCUarray);
  const auto dstOffset = request.value<size_t>();
  const auto srcArray = request.handle<CUarray>(kKindCUarray);
  const auto srcOffset = request.value<size_t>();
  const auto ByteCount = request.value<size_t>();
  if (!request.is_good()) return;
  if (!cuMemcpyAtoA_v2) return request.finish(801);
  const auto result = cuMemcpyAtoA_v2(dstArray, dstOffset, srcArray, srcOffset, ByteCount);
  request.finish(result);
}

void serve_cuMemcpyAtoD_v2(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto srcArray = request.handle<CUarray>(kKindCUarray);
  const auto srcOffset = request.value<size_t>();
  const auto ByteCount = request.value<size_t>();
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, uint64_t(ByteCount)));
  if (!request.is_good()) return;
  if (!cuMemcpyAtoD_v2) return request.finish(801);
  const auto result = cuMemcpyAtoD_v2(dstDevice, srcArray, srcOffset, ByteCount);
  request.finish(result);
}

void serve_cuMemcpyDtoA_v2(Request &request) {
  const auto dstArray = request.handle<CUarray>(kKindCUarray);
  const auto dstOffset = request.value<size_t>();
  const auto srcDevice_address = request.value<uint64_t>();
  const auto ByteCount = request.value<size_t>();
  auto srcDevice = CUdeviceptr(request.checked(srcDevice_address, uint64_t(ByteCount)));
  if (!request.is_good()) return;
  if (!cuMemcpyDtoA_v2) return request.finish(801);
  const auto result = cuMemcpyDtoA_v2(dstArray, dstOffset, srcDevice, ByteCount);
  request.finish(result);
}

void serve_cuMemcpyDtoDAsync_v2(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto srcDevice_address = request.value<uint64_t>();
  const auto ByteCount = request.value<size_t>();
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, uint64_t(ByteCount)));
  auto srcDevice = CUdeviceptr(request.checked(srcDevice_address, uint64_t(ByteCount)));
  if (!request.is_good()) return;
  if (!cuMemcpyDtoDAsync_v2) return request.finish(801);
  const auto result = cuMemcpyDtoDAsync_v2(dstDevice, srcDevice, ByteCount, hStream);
  request.finish(result);
}

void serve_cuMemcpyDtoD_v2(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto srcDevice_address = request.value<uint64_t>();
  const auto ByteCount = request.value<size_t>();
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, uint64_t(ByteCount)));
  auto srcDevice = CUdeviceptr(request.checked(srcDevice_address, uint64_t(ByteCount)));
  if (!request.is_good()) return;
  request.give_up_lead();
  if (!cuMemcpyDtoD_v2) return request.finish(801);
  const auto result = cuMemcpyDtoD_v2(dstDevice, srcDevice, ByteCount);
  request.finish(result);
}

void serve_cuMemcpyPeer(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto dstContext = request.handle<CUcontext>(kKindCUcontext);
  const auto srcDevice_address = request.value<uint64_t>();
  const auto srcContext = request.handle<CUcontext>(kKindCUcontext);
  const auto ByteCount = request.value<size_t>();
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, uint64_t(ByteCount)));
  auto srcDevice = CUdeviceptr(request.checked(srcDevice_address, uint64_t(ByteCount)));
  if (!request.is_good()) return;
  request.give_up_lead();
  if (!cuMemcpyPeer) return request.finish(801);
  const auto result = cuMemcpyPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount);
  request.finish(result);
}

void serve_cuMemcpyPeerAsync(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto dstContext = request.handle<CUcontext>(kKindCUcontext);
  const auto srcDevice_address = request.value<uint64_t>();
  const auto srcContext = request.handle<CUcontext>(kKindCUcontext);
  const auto ByteCount = request.value<size_t>();
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, uint64_t(ByteCount)));
  auto srcDevice = CUdeviceptr(request.checked(srcDevice_address, uint64_t(ByteCount)));
  if (!request.is_good()) return;
  if (!cuMemcpyPeerAsync) return request.finish(801);
  const auto result = cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream);
  request.finish(result);
}

void serve_cuMemsetD16Async(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto us = request.value<unsigned short>();
  const auto N = request.value<size_t>();
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, times(N, 2)));
  if (!request.is_good()) return;
  if (!cuMemsetD16Async) return request.finish(801);
  const auto result = cuMemsetD16Async(dstDevice, us, N, hStream);
  request.finish(result);
}

void serve_cuMemsetD16_v2(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto us = request.value<unsigned short>();
  const auto N = request.value<size_t>();
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, times(N, 2)));
  if (!request.is_good()) return;
  if (!cuMemsetD16_v2) return request.finish(801);
  const auto result = cuMemsetD16_v2(dstDevice, us, N);
  request.finish(result);
}

void serve_cuMemsetD2D16Async(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto dstPitch = request.value<size_t>();
  const auto us = request.value<unsigned short>();
  const auto Width = request.value<size_t>();
  const auto Height = request.value<size_t>();
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, plane(dstPitch, times(Width, 2), Height)));
  if (!request.is_good()) return;
  if (!cuMemsetD2D16Async) return request.finish(801);
  const auto result = cuMemsetD2D16Async(dstDevice, dstPitch, us, Width, Height, hStream);
  request.finish(result);
}

void serve_cuMemsetD2D16_v2(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto dstPitch = request.value<size_t>();
  const auto us = request.value<unsigned short>();
  const auto Width = request.value<size_t>();
  const auto Height = request.value<size_t>();
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, plane(dstPitch, times(Width, 2), Height)));
  if (!request.is_good()) return;
  if (!cuMemsetD2D16_v2) return request.finish(801);
  const auto result = cuMemsetD2D16_v2(dstDevice, dstPitch, us, Width, Height);
  request.finish(result);
}

void serve_cuMemsetD2D32Async(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto dstPitch = request.value<size_t>();
  const auto ui = request.value<unsigned int>();
  const auto Width = request.value<size_t>();
  const auto Height = request.value<size_t>();
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, plane(dstPitch, times(Width, 4), Height)));
  if (!request.is_good()) return;
  if (!cuMemsetD2D32Async) return request.finish(801);
  const auto result = cuMemsetD2D32Async(dstDevice, dstPitch, ui, Width, Height, hStream);
  request.finish(result);
}

void serve_cuMemsetD2D32_v2(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto dstPitch = request.value<size_t>();
  const auto ui = request.value<unsigned int>();
  const auto Width = request.value<size_t>();
  const auto Height = request.value<size_t>();
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, plane(dstPitch, times(Width, 4), Height)));
  if (!request.is_good()) return;
  if (!cuMemsetD2D32_v2) return request.finish(801);
  const auto result = cuMemsetD2D32_v2(dstDevice, dstPitch, ui, Width, Height);
  request.finish(result);
}

void serve_cuMemsetD2D8Async(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto dstPitch = request.value<size_t>();
  const auto uc = request.value<unsigned char>();
  const auto Width = request.value<size_t>();
  const auto Height = request.value<size_t>();
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, plane(dstPitch, Width, Height)));
  if (!request.is_good()) return;
  if (!cuMemsetD2D8Async) return request.finish(801);
  const auto result = cuMemsetD2D8Async(dstDevice, dstPitch, uc, Width, Height, hStream);
  request.finish(result);
}

void serve_cuMemsetD2D8_v2(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto dstPitch = request.value<size_t>();
  const auto uc = request.value<unsigned char>();
  const auto Width = request.value<size_t>();
  const auto Height = request.value<size_t>();
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, plane(dstPitch, Width, Height)));
  if (!request.is_good()) return;
  if (!cuMemsetD2D8_v2) return request.finish(801);
  const auto result = cuMemsetD2D8_v2(dstDevice, dstPitch, uc, Width, Height);
  request.finish(result);
}

void serve_cuMemsetD32Async(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto ui = request.value<unsigned int>();
  const auto N = request.value<size_t>();
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, times(N, 4)));
  if (!request.is_good()) return;
  if (!cuMemsetD32Async) return request.finish(801);
  const auto result = cuMemsetD32Async(dstDevice, ui, N, hStream);
  request.finish(result);
}

void serve_cuMemsetD32_v2(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto ui = request.value<unsigned int>();
  const auto N = request.value<size_t>();
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, times(N, 4)));
  if (!request.is_good()) return;
  if (!cuMemsetD32_v2) return request.finish(801);
  const auto result = cuMemsetD32_v2(dstDevice, ui, N);
  request.finish(result);
}

void serve_cuMemsetD8Async(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto uc = request.value<unsigned char>();
  const auto N = request.value<size_t>();
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, uint64_t(N)));
  if (!request.is_good()) return;
  if (!cuMemsetD8Async) return request.finish(801);
  const auto result = cuMemsetD8Async(dstDevice, uc, N, hStream);
  request.finish(result);
}

void serve_cuMemsetD8_v2(Request &request) {
  const auto dstDevice_address = request.value<uint64_t>();
  const auto uc = request.value<unsigned char>();
  const auto N = request.value<size_t>();
  auto dstDevice = CUdeviceptr(request.checked(dstDevice_address, uint64_t(N)));
  if (!request.is_good()) return;
  if (!cuMemsetD8_v2) return request.finish(801);
  const auto result = cuMemsetD8_v2(dstDevice, uc, N);
  request.finish(result);
}

void serve_cuModuleGetFunctionCount(Request &request) {
  Out<unsigned int> count(request);
  const auto mod = request.handle<CUmodule>(kKindCUmodule);
  if (!request.is_good()) return;
  if (!cuModuleGetFunctionCount) return request.finish(801);
  const auto result = cuModuleGetFunctionCount(count.get(), mod);
  count.give(request.fields);
  request.finish(result);
}

void serve_cuModuleGetLoadingMode(Request &request) {
  Out<CUmoduleLoadingMode> mode(request);
  if (!request.is_good()) return;
  if (!cuModuleGetLoadingMode) return request.finish(801);
  const auto result = cuModuleGetLoadingMode(mode.get());
  mode.give(request.fields);
  request.finish(result);
}

void serve_cuModuleUnload(Request &request) {
  const auto hmod_number = request.handle_number();
  bool right = true;
  const auto hmod = as_handle<CUmodule>(request.server.find(hmod_number, kKindCUmodule, &right));
  if (!request.is_good()) return;
  if (!right) return request.finish(400);
  if (!cuModuleUnload) return request.finish(801);
  const auto result = cuModuleUnload(hmod);
  if (result == 0) request.server.unbind(hmod_number);
  request.finish(result);
}

void serve_cuOccupancyAvailableDynamicSMemPerBlock(Request &request) {
  Out<size_t> dynamicSmemSize(request);
  const auto func = request.handle<CUfunction>(kKindCUfunction);
  const auto numBlocks = request.value<int>();
  const auto blockSize = request.value<int>();
  if (!request.is_good()) return;
  if (!cuOccupancyAvailableDynamicSMemPerBlock) return request.finish(801);
  const auto result = cuOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize.get(), func, numBlocks, blockSize);
  dynamicSmemSize.give(request.fields);
  request.finish(result);
}

void serve_cuOccupancyMaxActiveBlocksPerMultiprocessor(Request &request) {
  Out<int> numBlocks(request);
  const auto func = request.handle<CUfunction>(kKindCUfunction);
  const auto blockSize = request.value<int>();
  const auto dynamicSMemSize = request.value<size_t>();
  if (!request.is_good()) return;
  if (!cuOccupancyMaxActiveBlocksPerMultiprocessor) return request.finish(801);
  const auto result = cuOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks.get(), func, blockSize, dynamicSMemSize);
  numBlocks.give(request.fields);
  request.finish(result);
}

void serve_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(Request &request) {
  Out<int> numBlocks(request);
  const auto func = request.handle<CUfunction>(kKindCUfunction);
  const auto blockSize = request.value<int>();
  const auto dynamicSMemSize = request.value<size_t>();
  const auto flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags) return request.finish(801);
  const auto result = cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks.get(), func, blockSize, dynamicSMemSize, flags);
  numBlocks.give(request.fields);
  request.finish(result);
}

void serve_cuStreamCopyAttributes(Request &request) {
  const auto dstStream = request.handle<CUstream>(kKindCUstream);
  const auto srcStream = request.handle<CUstream>(kKindCUstream);
  if (!request.is_good()) return;
  if (!cuStreamCopyAttributes) return request.finish(801);
  const auto result = cuStreamCopyAttributes(dstStream, srcStream);
  request.finish(result);
}

void serve_cuStreamCreate(Request &request) {
  Made<CUstream> phStream(request);
  const auto Flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuStreamCreate) return request.finish(801);
  const auto result = cuStreamCreate(phStream.get(), Flags);
  if (result == 0) phStream.keep(request, kKindCUstream);
  request.finish(result);
}

void serve_cuStreamCreateWithPriority(Request &request) {
  Made<CUstream> phStream(request);
  const auto flags = request.value<unsigned int>();
  const auto priority = request.value<int>();
  if (!request.is_good()) return;
  if (!cuStreamCreateWithPriority) return request.finish(801);
  const auto result = cuStreamCreateWithPriority(phStream.get(), flags, priority);
  if (result == 0) phStream.keep(request, kKindCUstream);
  request.finish(result);
}

void serve_cuStreamGetAttribute(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  const auto attr = request.value<CUstreamAttrID>();
  Out<CUstreamAttrValue> value(request);
  if (!request.is_good()) return;
  if (!cuStreamGetAttribute) return request.finish(801);
  const auto result = cuStreamGetAttribute(hStream, attr, value.get());
  value.give(request.fields);
  request.finish(result);
}

void serve_cuStreamGetCaptureInfo(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  Out<CUstreamCaptureStatus> captureStatus_out(request);
  Out<cuuint64_t> id_out(request);
  if (!request.is_good()) return;
  if (!cuStreamGetCaptureInfo) return request.finish(801);
  const auto result = cuStreamGetCaptureInfo(hStream, captureStatus_out.get(), id_out.get());
  captureStatus_out.give(request.fields);
  id_out.give(request.fields);
  request.finish(result);
}

void serve_cuStreamGetCtx(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  Found<CUcontext> pctx(request);
  if (!request.is_good()) return;
  if (!cuStreamGetCtx) return request.finish(801);
  const auto result = cuStreamGetCtx(hStream, pctx.get());
  pctx.give(request, kKindCUcontext, result);
  request.finish(result);
}

void serve_cuStreamGetDevice(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  Out<CUdevice> device(request);
  if (!request.is_good()) return;
  if (!cuStreamGetDevice) return request.finish(801);
  const auto result = cuStreamGetDevice(hStream, device.get());
  device.give(request.fields);
  request.finish(result);
}

void serve_cuStreamGetFlags(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  Out<unsigned int> flags(request);
  if (!request.is_good()) return;
  if (!cuStreamGetFlags) return request.finish(801);
  const auto result = cuStreamGetFlags(hStream, flags.get());
  flags.give(request.fields);
  request.finish(result);
}

void serve_cuStreamGetGreenCtx(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  Found<CUgreenCtx> phCtx(request);
  if (!request.is_good()) return;
  if (!cuStreamGetGreenCtx) return request.finish(801);
  const auto result = cuStreamGetGreenCtx(hStream, phCtx.get());
  phCtx.give(request, kKindCUgreenCtx, result);
  request.finish(result);
}

void serve_cuStreamGetId(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  Out<unsigned long long> streamId(request);
  if (!request.is_good()) return;
  if (!cuStreamGetId) return request.finish(801);
  const auto result = cuStreamGetId(hStream, streamId.get());
  streamId.give(request.fields);
  request.finish(result);
}

void serve_cuStreamGetPriority(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  Out<int> priority(request);
  if (!request.is_good()) return;
  if (!cuStreamGetPriority) return request.finish(801);
  const auto result = cuStreamGetPriority(hStream, priority.get());
  priority.give(request.fields);
  request.finish(result);
}

void serve_cuStreamIsCapturing(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  Out<CUstreamCaptureStatus> captureStatus(request);
  if (!request.is_good()) return;
  if (!cuStreamIsCapturing) return request.finish(801);
  const auto result = cuStreamIsCapturing(hStream, captureStatus.get());
  captureStatus.give(request.fields);
  request.finish(result);
}

void serve_cuStreamQuery(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  if (!request.is_good()) return;
  if (!cuStreamQuery) return request.finish(801);
  const auto result = cuStreamQuery(hStream);
  request.finish(result);
}

void serve_cuStreamSetAttribute(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  const auto attr = request.value<CUstreamAttrID>();
  const In<CUstreamAttrValue> param(request);
  param.check(request, 1);
  if (!request.is_good()) return;
  if (!cuStreamSetAttribute) return request.finish(801);
  const auto result = cuStreamSetAttribute(hStream, attr, param.get());
  request.finish(result);
}

void serve_cuStreamSynchronize(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  if (!request.is_good()) return;
  request.give_up_lead();
  if (!cuStreamSynchronize) return request.finish(801);
  const auto result = cuStreamSynchronize(hStream);
  request.finish(result);
}

void serve_cuStreamWaitEvent(Request &request) {
  const auto hStream = request.handle<CUstream>(kKindCUstream);
  const auto hEvent = request.handle<CUevent>(kKindCUevent);
  const auto Flags = request.value<unsigned int>();
  if (!request.is_good()) return;
  if (!cuStreamWaitEvent) return request.finish(801);
  const auto result = cuStreamWaitEvent(hStream, hEvent, Flags);
  request.finish(result);
}

void serve_cuStreamWaitValue32_v2(Request &request) {
  const auto stream = request.handle<CUstream>(kKindCUstream);
  const auto addr_address = request.value<uint64_t>();
  const auto value = request.value<cuuint32_t>();
  const auto flags = request.value<unsigned int>();
  auto addr = CUdeviceptr(request.checked(addr_address, 4));
  if (!request.is_good()) return;
  if (!cuStreamWaitValue32_v2) return request.finish(801);
  const auto result = cuStreamWaitValue32_v2(stream, addr, value, flags);
  request.finish(result);
}

void serve_cuStreamWaitValue64_v2(Request &request) {
  const auto stream = request.handle<CUstream>(kKindCUstream);
  const auto addr_address = request.value<uint64_t>();
  const auto value = request.value<cuuint64_t>();
  const auto flags = request.value<unsigned int>();
  auto addr = CUdeviceptr(request.checked(addr_address, 8));
  if (!request.is_good()) return;
  if (!cuStreamWaitValue64_v2) return request.finish(801);
  const auto result = cuStreamWaitValue64_v2(stream, addr, value, flags);
  request.finish(result);
}

void serve_cuStreamWriteValue32_v2(Request &request) {
  const auto stream = request.handle<CUstream>(kKindCUstream);
  const auto addr_address = request.value<uint64_t>();
  const auto value = request.value<cuuint32_t>();
  const auto flags = request.value<unsigned int>();
  auto addr = CUdeviceptr(request.checked(addr_address, 4));
  if (!request.is_good()) return;
  if (!cuStreamWriteValue32_v2) return request.finish(801);
  const auto result = cuStreamWriteValue32_v2(stream, addr, value, flags);
  request.finish(result);
}

void serve_cuStreamWriteValue64_v2(Request &request) {
  const auto stream = request.handle<CUstream>(kKindCUstream);
  const auto addr_address = request.value<uint64_t>();
  const auto value = request.value<cuuint64_t>();
  const auto flags = request.value<unsigned int>();
  auto addr = CUdeviceptr(request.checked(addr_address, 8));
  if (!request.is_good()) return;
  if (!cuStreamWriteValue64_v2) return request.finish(801);
  const auto result = cuStreamWriteValue64_v2(stream, addr, value, flags);
  request.finish(result);
}

void serve_cuTensorMapEncodeIm2col(Request &request) {
  Out<CUtensorMap> tensorMap(request);
  const auto tensorDataType = request.value<CUtensorMapDataType>();
  const auto tensorRank = request.value<cuuint32_t>();
  const auto globalAddress = request.value<void *>();
  const In<cuuint64_t> globalDim(request);
  const In<cuuint64_t> globalStrides(request);
  const In<int> pixelBoxLowerCorner(request);
  const In<int> pixelBoxUpperCorner(request);
  const auto channelsPerPixel = request.value<cuuint32_t>();
  const auto pixelsPerColumn = request.value<cuuint32_t>();
  const In<cuuint32_t> elementStrides(request);
  const auto interleave = request.value<CUtensorMapInterleave>();
  const auto swizzle = request.value<CUtensorMapSwizzle>();
  const auto l2Promotion = request.value<CUtensorMapL2promotion>();
  const auto oobFill = request.value<CUtensorMapFloatOOBfill>();
  globalDim.check(request, tensorRank);
  globalStrides.check(request, tensorRank - 1);
  pixelBoxLowerCorner.check(request, tensorRank - 2);
  pixelBoxUpperCorner.check(request, tensorRank - 2);
  elementStrides.check(request, tensorRank);
  if (!request.is_good()) return;
  if (!cuTensorMapEncodeIm2col) return request.finish(801);
  const auto result = cuTensorMapEncodeIm2col(tensorMap.get(), tensorDataType, tensorRank, globalAddress, globalDim.get(), globalStrides.get(), pixelBoxLowerCorner.get(), pixelBoxUpperCorner.get(), channelsPerPixel, pixelsPerColumn, elementStrides.get(), interleave, swizzle, l2Promotion, oobFill);
  tensorMap.give(request.fields);
  request.finish(result);
}

void serve_cuTensorMapEncodeTiled(Request &request) {
  Out<CUtensorMap> tensorMap(request);
  const auto tensorDataType = request.value<CUtensorMapDataType>();
  const auto tensorRank = request.value<cuuint32_t>();
  const auto globalAddress = request.value<void *>();
  const In<cuuint64_t> globalDim(request);
  const In<cuuint64_t> globalStrides(request);
  const In<cuuint32_t> boxDim(request);
  const In<cuuint32_t> elementStrides(request);
  const auto interleave = request.value<CUtensorMapInterleave>();
  const auto swizzle = request.value<CUtensorMapSwizzle>();
  const auto l2Promotion = request.value<CUtensorMapL2promotion>();
  const auto oobFill = request.value<CUtensorMapFloatOOBfill>();
  globalDim.check(request, tensorRank);
  globalStrides.check(request, tensorRank - 1);
  boxDim.check(request, tensorRank);
  elementStrides.check(request, tensorRank);
  if (!request.is_good()) return;
  if (!cuTensorMapEncodeTiled) return request.finish(801);
  const auto result = cuTensorMapEncodeTiled(tensorMap.get(), tensorDataType, tensorRank, globalAddress, globalDim.get(), globalStrides.get(), boxDim.get(), elementStrides.get(), interleave, swizzle, l2Promotion, oobFill);
  tensorMap.give(request.fields);
  request.finish(result);
}

constexpr Serve kServe[] = {
    serve_cuArray3DCreate_v2,
    serve_cuArray3DGetDescriptor_v2,
    serve_cuArrayCreate_v2,
    serve_cuArrayDestroy,
    serve_cuArrayGetDescriptor_v2,
    serve_cuCtxCreate_v2,
    serve_cuCtxDestroy_v2,
    serve_cuCtxDisablePeerAccess,
    serve_cuCtxEnablePeerAccess,
    serve_cuCtxFromGreenCtx,
    serve_cuCtxGetApiVersion,
    serve_cuCtxGetCacheConfig,
    serve_cuCtxGetDevResource,
    serve_cuCtxGetExecAffinity,
    serve_cuCtxGetFlags,
    serve_cuCtxGetId,
    serve_cuCtxGetLimit,
    serve_cuCtxGetSharedMemConfig,
    serve_cuCtxGetStreamPriorityRange,
    serve_cuCtxRecordEvent,
    serve_cuCtxResetPersistingL2Cache,
    serve_cuCtxSetCacheConfig,
    serve_cuCtxSetFlags,
    serve_cuCtxSetLimit,
    serve_cuCtxSetSharedMemConfig,
    serve_cuCtxSynchronize,
    serve_cuCtxSynchronize_v2,
    serve_cuCtxWaitEvent,
    serve_cuDevResourceGenerateDesc,
    serve_cuDevSmResourceSplitByCount,
    serve_cuDeviceCanAccessPeer,
    serve_cuDeviceComputeCapability,
    serve_cuDeviceGet,
    serve_cuDeviceGetAttribute,
    serve_cuDeviceGetByPCIBusId,
    serve_cuDeviceGetCount,
    serve_cuDeviceGetDefaultMemPool,
    serve_cuDeviceGetDevResource,
    serve_cuDeviceGetExecAffinitySupport,
    serve_cuDeviceGetGraphMemAttribute,
    serve_cuDeviceGetMemPool,
    serve_cuDeviceGetName,
    serve_cuDeviceGetP2PAttribute,
    serve_cuDeviceGetPCIBusId,
    serve_cuDeviceGetProperties,
    serve_cuDeviceGetTexture1DLinearMaxWidth,
    serve_cuDeviceGetUuid,
    serve_cuDeviceGetUuid_v2,
    serve_cuDeviceGraphMemTrim,
    serve_cuDevicePrimaryCtxGetState,
    serve_cuDevicePrimaryCtxRelease_v2,
    serve_cuDevicePrimaryCtxReset_v2,
    serve_cuDevicePrimaryCtxRetain,
    serve_cuDevicePrimaryCtxSetFlags,
    serve_cuDevicePrimaryCtxSetFlags_v2,
    serve_cuDeviceSetGraphMemAttribute,
    serve_cuDeviceSetMemPool,
    serve_cuDeviceTotalMem_v2,
    serve_cuDriverGetVersion,
    serve_cuEventCreate,
    serve_cuEventDestroy,
    serve_cuEventDestroy_v2,
    serve_cuEventElapsedTime,
    serve_cuEventElapsedTime_v2,
    serve_cuEventQuery,
    serve_cuEventRecord,
    serve_cuEventRecordWithFlags,
    serve_cuEventSynchronize,
    serve_cuFlushGPUDirectRDMAWrites,
    serve_cuFuncGetAttribute,
    serve_cuFuncGetModule,
    serve_cuFuncGetName,
    serve_cuFuncGetParamCount,
    serve_cuFuncGetParamInfo,
    serve_cuFuncIsLoaded,
    serve_cuFuncLoad,
    serve_cuFuncSetAttribute,
    serve_cuFuncSetCacheConfig,
    serve_cuFuncSetSharedMemConfig,
    serve_cuGetErrorName,
    serve_cuGetErrorString,
    serve_cuGetExportTable,
    serve_cuGetProcAddress_v2,
    serve_cuGraphChildGraphNodeGetGraph,
    serve_cuGraphClone,
    serve_cuGraphCreate,
    serve_cuGraphDestroy,
    serve_cuGraphExecChildGraphNodeSetParams,
    serve_cuGraphExecDestroy,
    serve_cuGraphExecGetFlags,
    serve_cuGraphExecUpdate,
    serve_cuGraphExecUpdate_v2,
    serve_cuGraphGetNodes,
    serve_cuGraphInstantiateWithFlags,
    serve_cuGraphInstantiateWithParams,
    serve_cuGraphLaunch,
    serve_cuGraphNodeGetType,
    serve_cuGraphUpload,
    serve_cuGreenCtxCreate,
    serve_cuGreenCtxDestroy,
    serve_cuGreenCtxGetDevResource,
    serve_cuGreenCtxRecordEvent,
    serve_cuGreenCtxStreamCreate,
    serve_cuGreenCtxWaitEvent,
    serve_cuInit,
    serve_cuKernelGetAttribute,
    serve_cuKernelGetFunction,
    serve_cuKernelGetLibrary,
    serve_cuKernelGetName,
    serve_cuKernelGetParamCount,
    serve_cuKernelGetParamInfo,
    serve_cuKernelSetAttribute,
    serve_cuKernelSetCacheConfig,
    serve_cuLaunchHostFunc,
    serve_cuLaunchKernelEx,
    serve_cuLibraryGetGlobal,
    serve_cuLibraryGetKernel,
    serve_cuLibraryGetKernelCount,
    serve_cuLibraryGetModule,
    serve_cuLibraryLoadData,
    serve_cuLibraryUnload,
    serve_cuMemAddressFree,
    serve_cuMemAddressReserve,
    serve_cuMemAllocAsync,
    serve_cuMemAllocFromPoolAsync,
    serve_cuMemAllocPitch_v2,
    serve_cuMemAlloc_v2,
    serve_cuMemCreate,
    serve_cuMemFreeAsync,
    serve_cuMemFreeHost,
    serve_cuMemFree_v2,
    serve_cuMemGetAddressRange_v2,
    serve_cuMemGetAllocationGranularity,
    serve_cuMemGetAllocationPropertiesFromHandle,
    serve_cuMemGetInfo_v2,
    serve_cuMemHostAlloc,
    serve_cuMemHostGetDevicePointer_v2,
    serve_cuMemHostGetFlags,
    serve_cuMemHostRegister_v2,
    serve_cuMemHostUnregister,
    serve_cuMemMap,
    serve_cuMemPoolCreate,
    serve_cuMemPoolDestroy,
    serve_cuMemPoolGetAttribute,
    serve_cuMemPoolSetAccess,
    serve_cuMemPoolSetAttribute,
    serve_cuMemPoolTrimTo,
    serve_cuMemRelease,
    serve_cuMemSetAccess,
    serve_cuMemUnmap,
    serve_cuMemcpy,
    serve_cuMemcpy2DAsync_v2,
    serve_cuMemcpy2D_v2,
    serve_cuMemcpyAsync,
    serve_cuMemcpyAtoA_v2,
    serve_cuMemcpyAtoD_v2,
    serve_cuMemcpyDtoA_v2,
    serve_cuMemcpyDtoDAsync_v2,
    serve_cuMemcpyDtoD_v2,
    serve_cuMemcpyPeer,
    serve_cuMemcpyPeerAsync,
    serve_cuMemsetD16Async,
    serve_cuMemsetD16_v2,
    serve_cuMemsetD2D16Async,
    serve_cuMemsetD2D16_v2,
    serve_cuMemsetD2D32Async,
    serve_cuMemsetD2D32_v2,
    serve_cuMemsetD2D8Async,
    serve_cuMemsetD2D8_v2,
    serve_cuMemsetD32Async,
    serve_cuMemsetD32_v2,
    serve_cuMemsetD8Async,
    serve_cuMemsetD8_v2,
    serve_cuModuleEnumerateFunctions,
    serve_cuModuleGetFunction,
    serve_cuModuleGetFunctionCount,
    serve_cuModuleGetGlobal_v2,
    serve_cuModuleGetLoadingMode,
    serve_cuModuleLoadDataEx,
    serve_cuModuleUnload,
    serve_cuOccupancyAvailableDynamicSMemPerBlock,
    serve_cuOccupancyMaxActiveBlocksPerMultiprocessor,
    serve_cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
    serve_cuOccupancyMaxActiveClusters,
    serve_cuOccupancyMaxPotentialClusterSize,
    serve_cuPointerGetAttribute,
    serve_cuStreamAddCallback,
    serve_cuStreamBeginCapture_v2,
    serve_cuStreamCopyAttributes,
    serve_cuStreamCreate,
    serve_cuStreamCreateWithPriority,
    serve_cuStreamDestroy_v2,
    serve_cuStreamEndCapture,
    serve_cuStreamGetAttribute,
    serve_cuStreamGetCaptureInfo,
    serve_cuStreamGetCaptureInfo_v3,
    serve_cuStreamGetCtx,
    serve_cuStreamGetDevice,
    serve_cuStreamGetFlags,
    serve_cuStreamGetGreenCtx,
    serve_cuStreamGetId,
    serve_cuStreamGetPriority,
    serve_cuStreamIsCapturing,
    serve_cuStreamQuery,
    serve_cuStreamSetAttribute,
    serve_cuStreamSynchronize,
    serve_cuStreamWaitEvent,
    serve_cuStreamWaitValue32_v2,
    serve_cuStreamWaitValue64_v2,
    serve_cuStreamWriteValue32_v2,
    serve_cuStreamWriteValue64_v2,
    serve_cuTensorMapEncodeIm2col,
    serve_cuTensorMapEncodeTiled,
};

}  // namespace

const ServerFacts kServed = {"cuda", "CUDA_VISIBLE_DEVICES", 0, 400, 1, kServe, kFunctions, use_cuda_device, own_cuda_handle, also, cuda_parent, wrong_handle};

}  // namespace heddle::remote
