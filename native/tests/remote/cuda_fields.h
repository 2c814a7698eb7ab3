// What the messages of the CUDA driver's functions hold that are written by hand.
#pragma once

#include <iterator>

#include "_gen/cuda_fields.gen.h"
#include "_gen/cuda_remote.gen.h"

namespace heddle::remote {

// Beside the letters of cuda_fields.gen.h: u flags, w an address that is wished, - one to be freed,
// ! rarely true, = a size of little memory, * the sides of a copy, # a launch, % rows, ~ options of
// an image (which is sent before), $ numbers for what is found,
// ^ numbers of parts of a device.
struct ByHand {
  uint16_t function;
  const char *fields;
};
inline constexpr ByHand kByHand[] = {
    {kCuCtxCreate_v2, "Aus"},
    {kCuCtxFromGreenCtx, "Av"},
    {kCuCtxGetDevResource, "Zau"},
    {kCuCtxDestroy_v2, "a"},
    {kCuDevResourceGenerateDesc, "Y^"},
    {kCuDevSmResourceSplitByCount, "Z$uzur"},
    {kCuDeviceGetDevResource, "Zsu"},
    {kCuDevicePrimaryCtxRelease_v2, "s"},
    {kCuDevicePrimaryCtxReset_v2, "s"},
    {kCuDevicePrimaryCtxRetain, "As"},
    {kCuFuncGetName, "e"},
    {kCuGetErrorName, "r"},
    {kCuGetErrorString, "r"},
    {kCuGetExportTable, "{16}"},
    {kCuGetProcAddress_v2, "trru"},
    {kCuGraphExecUpdate_v2, "ihJJ"},
    {kCuGraphGetNodes, "h$"},
    {kCuGraphInstantiateWithParams, "IhubJ"},
    {kCuKernelGetFunction, "Eg"},
    {kCuKernelGetName, "g"},
    {kCuGreenCtxDestroy, "v"},
    {kCuGreenCtxGetDevResource, "Zvu"},
    {kCuLaunchHostFunc, "br"},
    {kCuLaunchKernelEx, "#"},
    {kCuLibraryGetGlobal, "ft"},
    {kCuLibraryGetKernel, "Gft"},
    {kCuLibraryLoadData, "F~"},
    {kCuMemAddressFree, "pq"},
    {kCuMemAddressReserve, "qqwu"},
    {kCuMemAllocAsync, "qb"},
    {kCuMemAllocFromPoolAsync, "qmb"},
    {kCuMemAllocPitch_v2, "qqu"},
    {kCuMemAlloc_v2, "q"},
    {kCuMemFreeAsync, "-b"},
    {kCuMemFreeHost, "-"},
    {kCuMemFree_v2, "-"},
    {kCuMemHostAlloc, "=u"},
    {kCuMemHostRegister_v2, "w=u!"},
    {kCuMemHostUnregister, "-"},
    {kCuMemcpy, "*"},
    {kCuMemcpy2DAsync_v2, "b%"},
    {kCuMemcpy2D_v2, "%"},
    {kCuMemcpyAsync, "*"},
    {kCuModuleEnumerateFunctions, "d$"},
    {kCuModuleGetFunction, "Edt"},
    {kCuModuleGetGlobal_v2, "dt"},
    {kCuModuleLoadDataEx, "D~"},
    {kCuOccupancyMaxActiveClusters, "#"},
    {kCuOccupancyMaxPotentialClusterSize, "#"},
    {kCuPointerGetAttribute, "rpA"},
    {kCuStreamAddCallback, "bru"},
    {kCuStreamBeginCapture_v2, "bu"},
    {kCuStreamDestroy_v2, "b"},
    {kCuStreamEndCapture, "bH"},
    {kCuStreamGetCaptureInfo_v3, "bH$"},
};

inline constexpr const char *fields_of(uint64_t function) {
  for (const ByHand &each : kByHand)
    if (each.function == function) return each.fields;
  return kFields[function];
}
inline constexpr bool has_all() {
  for (uint64_t i = 0; i < kFunctions; i++)
    if (!fields_of(i)) return false;
  return std::size(kFields) == kFunctions;
}
static_assert(has_all(), "a function has come: say what its fields are");

}  // namespace heddle::remote
