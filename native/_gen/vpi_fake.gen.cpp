// Made by tools/gen from facts/vpi.toml (vpi/*.h and vpi/algo/*.h of VPI 3.2.4; what is only passed through: of VPI 2.4, version 3.2). Do not edit.
#include "fake/vpi/symbols.h"

using namespace fake;

FAKE_WEAK VPIStatus vpiArrayCreate(int32_t, VPIArrayType, uint64_t, VPIArray *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiArrayCreateWrapper(const void *, uint64_t, VPIArray *) { return kNotSupported; }
FAKE_WEAK void vpiArrayDestroy(VPIArray) {}
FAKE_WEAK VPIStatus vpiArrayGetCapacity(VPIArray, int32_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiArrayGetFlags(VPIArray, uint64_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiArrayGetSize(VPIArray, int32_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiArrayGetStrideBytes(VPIArray, int32_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiArrayGetType(VPIArray, VPIArrayType *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiArrayLock(VPIArray, VPILockMode) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiArrayLockData(VPIArray, VPILockMode, VPIArrayBufferType, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiArraySetSize(VPIArray, int32_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiArraySetWrapper(VPIArray, const void *) { return kNotSupported; }
FAKE_WEAK const char *vpiArrayTypeGetName(VPIArrayType) { return {}; }
FAKE_WEAK int vpiArrayTypeGetSize(VPIArrayType) { return {}; }
FAKE_WEAK VPIStatus vpiArrayUnlock(VPIArray) { return kNotSupported; }
FAKE_WEAK int vpiChromaSubsamplingGetSamplesHoriz(VPIChromaSubsampling) { return {}; }
FAKE_WEAK int vpiChromaSubsamplingGetSamplesVert(VPIChromaSubsampling) { return {}; }
FAKE_WEAK VPIChromaLocation vpiColorSpecGetChromaLocHoriz(VPIColorSpec) { return {}; }
FAKE_WEAK VPIChromaLocation vpiColorSpecGetChromaLocVert(VPIColorSpec) { return {}; }
FAKE_WEAK const char *vpiColorSpecGetName(VPIColorSpec) { return {}; }
FAKE_WEAK VPIColorRange vpiColorSpecGetRange(VPIColorSpec) { return {}; }
FAKE_WEAK VPIColorSpace vpiColorSpecGetSpace(VPIColorSpec) { return {}; }
FAKE_WEAK VPIColorTransferFunction vpiColorSpecGetTransferFunction(VPIColorSpec) { return {}; }
FAKE_WEAK VPIYCbCrEncoding vpiColorSpecGetYCbCrEncoding(VPIColorSpec) { return {}; }
FAKE_WEAK VPIColorSpec vpiColorSpecSetChromaLoc(VPIColorSpec, VPIChromaLocation, VPIChromaLocation) { return {}; }
FAKE_WEAK VPIColorSpec vpiColorSpecSetRange(VPIColorSpec, VPIColorRange) { return {}; }
FAKE_WEAK VPIColorSpec vpiColorSpecSetSpace(VPIColorSpec, VPIColorSpace) { return {}; }
FAKE_WEAK VPIColorSpec vpiColorSpecSetTransferFunction(VPIColorSpec, VPIColorTransferFunction) { return {}; }
FAKE_WEAK VPIColorSpec vpiColorSpecSetYCbCrEncoding(VPIColorSpec, VPIYCbCrEncoding) { return {}; }
FAKE_WEAK VPIStatus vpiContextCreate(uint64_t, VPIContext *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiContextCreateWrapperCUDA(uint64_t, CUcontext, VPIContext *) { return kNotSupported; }
FAKE_WEAK void vpiContextDestroy(VPIContext) {}
FAKE_WEAK VPIStatus vpiContextGetCurrent(VPIContext *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiContextGetFlags(VPIContext, uint64_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiContextGetParallelFor(VPIContext, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiContextPop(VPIContext *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiContextPush(VPIContext) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiContextSetCurrent(VPIContext) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiContextSetParallelFor(VPIContext, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateAprilTagDetector(uint64_t, int32_t, int32_t, const void *, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateBackgroundSubtractor(uint64_t, int32_t, int32_t, VPIImageFormat, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateCannyEdgeDetector(uint64_t, int32_t, int32_t, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateCropScaler(uint64_t, int, int, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateDCFTracker(uint64_t, int32_t, int32_t, const void *, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateDynamicRemap(uint64_t, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateEqualizeHist(uint64_t, VPIImageFormat, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateExtractColorNameFeatures(uint64_t, VPIImageFormat, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateExtractHOGFeatures(uint64_t, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t *, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateExtractHOGFeaturesBatch(uint64_t, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t *, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateFFT(uint64_t, int32_t, int32_t, const VPIImageFormat, const VPIImageFormat, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateHarrisCornerDetector(uint64_t, int32_t, int32_t, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateHistogramEven(uint64_t, VPIImageFormat, float, float, int32_t, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateIFFT(uint64_t, int32_t, int32_t, const VPIImageFormat, const VPIImageFormat, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateKLTFeatureTracker(uint64_t, int32_t, int32_t, VPIImageFormat, const void *, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateMinMaxLoc(uint64_t, int32_t, int32_t, VPIImageFormat, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateORBDescriptorExtractor(uint64_t, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateORBFeatureDetector(uint64_t, int32_t, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateOpticalFlowDense(uint64_t, int32_t, int32_t, VPIImageFormat, const int32_t *, int32_t, VPIOpticalFlowQuality, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateOpticalFlowPyrLK(uint64_t, int32_t, int32_t, VPIImageFormat, int32_t, float, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateRemap(uint64_t, const void *, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateStereoDisparityEstimator(uint64_t, int32_t, int32_t, VPIImageFormat, const void *, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateTemplateMatching(uint64_t, int32_t, int32_t, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateTemporalNoiseReduction(uint64_t, int32_t, int32_t, VPIImageFormat, VPITNRVersion, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiCreateTransformEstimator(uint64_t, int32_t, VPIPayload *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiEventCreate(uint64_t, VPIEvent *) { return kNotSupported; }
FAKE_WEAK void vpiEventDestroy(VPIEvent) {}
FAKE_WEAK VPIStatus vpiEventElapsedTimeMillis(VPIEvent, VPIEvent, float *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiEventGetFlags(VPIEvent, uint64_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiEventQuery(VPIEvent, VPIEventState *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiEventRecord(VPIEvent, VPIStream) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiEventSync(VPIEvent) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiGetLastStatus() { return kNotSupported; }
FAKE_WEAK VPIStatus vpiGetLastStatusMessage(char *, int32_t) { return kNotSupported; }
FAKE_WEAK int vpiGetVersion() { return {}; }
FAKE_WEAK VPIStatus vpiImageCreate(int32_t, int32_t, VPIImageFormat, uint64_t, VPIImage *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiImageCreateView(VPIImage, const void *, uint64_t, VPIImage *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiImageCreateWrapper(const void *, const void *, uint64_t, VPIImage *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiImageCreateWrapperPyramidLevel(VPIPyramid, int32_t, VPIImage *) { return kNotSupported; }
FAKE_WEAK void vpiImageDestroy(VPIImage) {}
FAKE_WEAK void vpiImageFormatGetBitsPerChannel(VPIImageFormat, int32_t *) {}
FAKE_WEAK int vpiImageFormatGetChannelCount(VPIImageFormat) { return {}; }
FAKE_WEAK VPIChromaSubsampling vpiImageFormatGetChromaSubsampling(VPIImageFormat) { return {}; }
FAKE_WEAK VPIColorModel vpiImageFormatGetColorModel(VPIImageFormat) { return {}; }
FAKE_WEAK VPIColorSpec vpiImageFormatGetColorSpec(VPIImageFormat) { return {}; }
FAKE_WEAK VPIDataType vpiImageFormatGetDataType(VPIImageFormat) { return {}; }
FAKE_WEAK uint32_t vpiImageFormatGetFourCC(VPIImageFormat) { return {}; }
FAKE_WEAK VPIMemLayout vpiImageFormatGetMemLayout(VPIImageFormat) { return {}; }
FAKE_WEAK const char *vpiImageFormatGetName(VPIImageFormat) { return {}; }
FAKE_WEAK int vpiImageFormatGetPlaneBitsPerPixel(VPIImageFormat, int) { return {}; }
FAKE_WEAK int vpiImageFormatGetPlaneChannelCount(VPIImageFormat, int) { return {}; }
FAKE_WEAK int vpiImageFormatGetPlaneCount(VPIImageFormat) { return {}; }
FAKE_WEAK VPIImageFormat vpiImageFormatGetPlaneFormat(VPIImageFormat, int) { return {}; }
FAKE_WEAK int32_t vpiImageFormatGetPlaneHeight(VPIImageFormat, int32_t, int) { return {}; }
FAKE_WEAK VPIPacking vpiImageFormatGetPlanePacking(VPIImageFormat, int) { return {}; }
FAKE_WEAK VPIPixelType vpiImageFormatGetPlanePixelType(VPIImageFormat, int) { return {}; }
FAKE_WEAK VPISwizzle vpiImageFormatGetPlaneSwizzle(VPIImageFormat, int) { return {}; }
FAKE_WEAK int32_t vpiImageFormatGetPlaneWidth(VPIImageFormat, int32_t, int) { return {}; }
FAKE_WEAK VPIRawPattern vpiImageFormatGetRawPattern(VPIImageFormat) { return {}; }
FAKE_WEAK VPISwizzle vpiImageFormatGetSwizzle(VPIImageFormat) { return {}; }
FAKE_WEAK int vpiImageFormatHasSameDataLayout(VPIImageFormat, VPIImageFormat) { return {}; }
FAKE_WEAK VPIImageFormat vpiImageFormatSetChromaSubsampling(VPIImageFormat, VPIChromaSubsampling) { return {}; }
FAKE_WEAK VPIImageFormat vpiImageFormatSetColorSpec(VPIImageFormat, VPIColorSpec) { return {}; }
FAKE_WEAK VPIImageFormat vpiImageFormatSetDataType(VPIImageFormat, VPIDataType) { return {}; }
FAKE_WEAK VPIImageFormat vpiImageFormatSetMemLayout(VPIImageFormat, VPIMemLayout) { return {}; }
FAKE_WEAK VPIImageFormat vpiImageFormatSetRawPattern(VPIImageFormat, VPIRawPattern) { return {}; }
FAKE_WEAK VPIImageFormat vpiImageFormatSetSwizzleAndPacking(VPIImageFormat, VPISwizzle, VPIPacking, VPIPacking, VPIPacking, VPIPacking) { return {}; }
FAKE_WEAK VPIStatus vpiImageGetFlags(VPIImage, uint64_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiImageGetFormat(VPIImage, VPIImageFormat *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiImageGetSize(VPIImage, int32_t *, int32_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiImageLock(VPIImage, VPILockMode) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiImageLockData(VPIImage, VPILockMode, VPIImageBufferType, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiImageSetView(VPIImage, VPIImage, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiImageSetWrapper(VPIImage, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiImageUnlock(VPIImage) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitAprilTagDecodeParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitBackgroundSubtractorParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitCannyEdgeDetectorParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitConvertImageFormatParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitDCFTrackerParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitFASTCornerDetectorParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitHarrisCornerDetectorParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitImageWrapperParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitKLTFeatureTrackerCreationParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitKLTFeatureTrackerParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitORBParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitOpticalFlowPyrLKParams(uint64_t, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitStereoDisparityEstimatorCreationParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitStereoDisparityEstimatorParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitTemporalNoiseReductionParams(void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiInitTransformEstimatorParams(VPITransformType, void *) { return kNotSupported; }
FAKE_WEAK VPIChromaSubsampling vpiMakeChromaSubsampling(int, int) { return {}; }
FAKE_WEAK VPIImageFormat vpiMakeColorImageFormat(VPIColorModel, VPIColorSpec, VPIMemLayout, VPIDataType, VPISwizzle, VPIPacking, VPIPacking, VPIPacking, VPIPacking) { return {}; }
FAKE_WEAK VPIColorSpec vpiMakeColorSpec(VPIColorSpace, VPIYCbCrEncoding, VPIColorTransferFunction, VPIColorRange, VPIChromaLocation, VPIChromaLocation) { return {}; }
FAKE_WEAK VPIImageFormat vpiMakeImageFormatFromFourCC(uint32_t, VPIColorSpec, VPIMemLayout) { return {}; }
FAKE_WEAK VPIImageFormat vpiMakeImageFormatFromPlanes(VPIImageFormat, VPIImageFormat, VPIImageFormat, VPIImageFormat) { return {}; }
FAKE_WEAK VPIImageFormat vpiMakeNonColorImageFormat(VPIMemLayout, VPIDataType, VPISwizzle, VPIPacking, VPIPacking, VPIPacking, VPIPacking) { return {}; }
FAKE_WEAK VPIPacking vpiMakePacking(const void *) { return {}; }
FAKE_WEAK VPIPixelType vpiMakePixelType(VPIMemLayout, VPIDataType, VPIPacking) { return {}; }
FAKE_WEAK VPIImageFormat vpiMakeRawImageFormat(VPIRawPattern, VPIMemLayout, VPIDataType, VPISwizzle, VPIPacking, VPIPacking, VPIPacking, VPIPacking) { return {}; }
FAKE_WEAK VPISwizzle vpiMakeSwizzle(VPIChannel, VPIChannel, VPIChannel, VPIChannel) { return {}; }
FAKE_WEAK VPIImageFormat vpiMakeYCbCrImageFormat(VPIColorSpec, VPIChromaSubsampling, VPIMemLayout, VPIDataType, VPISwizzle, VPIPacking, VPIPacking, VPIPacking, VPIPacking) { return {}; }
FAKE_WEAK VPIStatus vpiOpticalFlowDenseGetSGMParams(VPIPayload, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiOpticalFlowDenseSetSGMParams(VPIPayload, const void *) { return kNotSupported; }
FAKE_WEAK void vpiPackingGetBitsPerComponent(VPIPacking, int32_t *) {}
FAKE_WEAK int vpiPackingGetBitsPerPixel(VPIPacking) { return {}; }
FAKE_WEAK int vpiPackingGetComponentCount(VPIPacking) { return {}; }
FAKE_WEAK void vpiPackingGetParams(VPIPacking, void *) {}
FAKE_WEAK void vpiPayloadDestroy(VPIPayload) {}
FAKE_WEAK VPIStatus vpiPayloadGetFlags(VPIPayload, uint64_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiPeekAtLastStatus() { return kNotSupported; }
FAKE_WEAK VPIStatus vpiPeekAtLastStatusMessage(char *, int32_t) { return kNotSupported; }
FAKE_WEAK void vpiPixelTypeGetBitsPerChannel(VPIPixelType, int32_t *) {}
FAKE_WEAK int vpiPixelTypeGetBitsPerPixel(VPIPixelType) { return {}; }
FAKE_WEAK int vpiPixelTypeGetChannelCount(VPIPixelType) { return {}; }
FAKE_WEAK VPIPixelType vpiPixelTypeGetChannelType(VPIPixelType, int) { return {}; }
FAKE_WEAK VPIDataType vpiPixelTypeGetDataType(VPIPixelType) { return {}; }
FAKE_WEAK VPIMemLayout vpiPixelTypeGetMemLayout(VPIPixelType) { return {}; }
FAKE_WEAK const char *vpiPixelTypeGetName(VPIPixelType) { return {}; }
FAKE_WEAK VPIPacking vpiPixelTypeGetPacking(VPIPixelType) { return {}; }
FAKE_WEAK VPIPixelType vpiPixelTypeSetMemLayout(VPIPixelType, VPIMemLayout) { return {}; }
FAKE_WEAK VPIStatus vpiPyramidCreate(int32_t, int32_t, VPIImageFormat, int32_t, float, uint64_t, VPIPyramid *) { return kNotSupported; }
FAKE_WEAK void vpiPyramidDestroy(VPIPyramid) {}
FAKE_WEAK VPIStatus vpiPyramidGetFlags(VPIPyramid, uint64_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiPyramidGetFormat(VPIPyramid, VPIImageFormat *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiPyramidGetNumLevels(VPIPyramid, int32_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiPyramidGetScale(VPIPyramid, float *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiPyramidGetSize(VPIPyramid, int32_t, int32_t *, int32_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiPyramidLock(VPIPyramid, VPILockMode) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiPyramidLockData(VPIPyramid, VPILockMode, VPIImageBufferType, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiPyramidUnlock(VPIPyramid) { return kNotSupported; }
FAKE_WEAK const char *vpiStatusGetName(VPIStatus) { return {}; }
FAKE_WEAK VPIStatus vpiStreamCreate(uint64_t, VPIStream *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiStreamCreateWrapperCUDA(CUstream, uint64_t, VPIStream *) { return kNotSupported; }
FAKE_WEAK void vpiStreamDestroy(VPIStream) {}
FAKE_WEAK VPIStatus vpiStreamFlush(VPIStream) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiStreamGetFlags(VPIStream, uint64_t *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiStreamGetThreadHandle(VPIStream, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiStreamSync(VPIStream) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiStreamWaitEvent(VPIStream, VPIEvent) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitAprilTagDetector(VPIStream, uint64_t, VPIPayload, uint32_t, VPIImage, VPIArray) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitAprilTagPoseEstimation(VPIStream, uint64_t, VPIArray, const VPICameraIntrinsic, float, VPIArray) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitBackgroundSubtractor(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIImage, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitBilateralFilter(VPIStream, uint64_t, VPIImage, VPIImage, int32_t, float, float, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitBoxFilter(VPIStream, uint64_t, VPIImage, VPIImage, int32_t, int32_t, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitBruteForceMatcher(VPIStream, uint64_t, VPIArray, VPIArray, VPINormType, int32_t, VPIArray, uint32_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitCannyEdgeDetector(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, float, float, float, float, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitConvertImageFormat(VPIStream, uint64_t, VPIImage, VPIImage, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitConvertImageFormatPyramid(VPIStream, uint64_t, VPIPyramid, VPIPyramid, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitConvolution(VPIStream, uint64_t, VPIImage, VPIImage, const float *, int32_t, int32_t, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitCropScalerBatch(VPIStream, uint64_t, VPIPayload, VPIImage *, int32_t, VPIArray, int32_t, int32_t, VPIImage) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitDCFTrackerLocalizeBatch(VPIStream, uint64_t, VPIPayload, const int32_t *, int32_t, VPIImage, VPIImage, VPIArray, VPIArray, VPIImage, VPIArray, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitDCFTrackerUpdateBatch(VPIStream, uint64_t, VPIPayload, const int32_t *, int32_t, VPIImage, VPIImage, VPIImage, VPIArray, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitDilate(VPIStream, uint64_t, VPIImage, VPIImage, const int8_t *, int32_t, int32_t, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitDynamicRemap(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIImage, VPIInterpolationType, VPIInterpolationType, VPIBorderExtension, uint64_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitEqualizeHist(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitErode(VPIStream, uint64_t, VPIImage, VPIImage, const int8_t *, int32_t, int32_t, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitExtractColorNameFeatures(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage *, int32_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitExtractHOGFeatures(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage *, int32_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitFASTCornerDetector(VPIStream, uint64_t, VPIImage, VPIArray, const void *, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitFFT(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, uint64_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitGaussianFilter(VPIStream, uint64_t, VPIImage, VPIImage, int32_t, int32_t, float, float, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitGaussianPyramidGenerator(VPIStream, uint64_t, VPIImage, VPIPyramid, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitHarrisCornerDetector(VPIStream, uint64_t, VPIPayload, VPIImage, VPIArray, VPIArray, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitHistogram(VPIStream, uint64_t, VPIPayload, VPIImage, VPIArray, uint64_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitHostFunction(VPIStream, VPIHostFunction, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitHostFunctionEx(VPIStream, VPIHostFunctionEx, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitIFFT(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, uint64_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitImageFlip(VPIStream, uint64_t, VPIImage, VPIImage, VPIFlipMode) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitImageStats(VPIStream, uint64_t, VPIImage, VPIArray, VPIImage, uint32_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitKLTFeatureTracker(VPIStream, uint64_t, VPIPayload, VPIImage, VPIArray, VPIArray, VPIImage, VPIArray, VPIArray, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitLaplacianPyramidGenerator(VPIStream, uint64_t, VPIImage, VPIPyramid, VPIPyramid, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitMedianFilter(VPIStream, uint64_t, VPIImage, VPIImage, int32_t, int32_t, const int8_t *, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitMinMaxLoc(VPIStream, uint64_t, VPIPayload, VPIImage, VPIArray, VPIArray) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitMixChannels(VPIStream, uint64_t, VPIImage *, int, VPIImage *, int, const int *, const int *, int) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitORBDescriptorExtractor(VPIStream, uint64_t, VPIPayload, VPIPyramid, VPIArray, VPIArray, uint32_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitORBFeatureDetector(VPIStream, uint64_t, VPIPayload, VPIPyramid, VPIArray, VPIArray, const void *, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitOpticalFlowDense(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIImage) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitOpticalFlowDensePyramid(VPIStream, uint64_t, VPIPayload, VPIPyramid, VPIPyramid, VPIImage) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitOpticalFlowPyrLK(VPIStream, uint64_t, VPIPayload, VPIPyramid, VPIPyramid, VPIArray, VPIArray, VPIArray, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitPerspectiveWarp(VPIStream, uint64_t, VPIImage, const VPIPerspectiveTransform, VPIImage, const void *, VPIInterpolationType, VPIBorderExtension, uint64_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitRemap(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIInterpolationType, VPIBorderExtension, uint64_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitRescale(VPIStream, uint64_t, VPIImage, VPIImage, VPIInterpolationType, VPIBorderExtension, uint64_t) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitSeparableConvolution(VPIStream, uint64_t, VPIImage, VPIImage, const float *, int32_t, const float *, int32_t, VPIBorderExtension) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitStereoDisparityEstimator(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIImage, VPIImage, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitTemplateMatching(VPIStream, uint64_t, VPIPayload, VPIImage, VPITemplateMatchingMethod) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitTemporalNoiseReduction(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIImage, const void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiSubmitTransformEstimator(VPIStream, uint64_t, VPIPayload, VPIArray, VPIArray, VPIArray, VPIArray, VPIArray, const void *) { return kNotSupported; }
FAKE_WEAK int vpiSwizzleGetChannelCount(VPISwizzle) { return {}; }
FAKE_WEAK void vpiSwizzleGetChannels(VPISwizzle, VPIChannel *) {}
FAKE_WEAK VPIStatus vpiTemplateMatchingSetSourceImage(VPIStream, uint64_t, VPIPayload, VPIImage) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiTemplateMatchingSetTemplateImage(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiWarpMapAllocData(void *) { return kNotSupported; }
FAKE_WEAK void vpiWarpMapFreeData(void *) {}
FAKE_WEAK VPIStatus vpiWarpMapGenerateFromFisheyeLensDistortionModel(const VPICameraIntrinsic, const VPICameraExtrinsic, const VPICameraIntrinsic, const void *, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiWarpMapGenerateFromPolynomialLensDistortionModel(const VPICameraIntrinsic, const VPICameraExtrinsic, const VPICameraIntrinsic, const void *, void *) { return kNotSupported; }
FAKE_WEAK VPIStatus vpiWarpMapGenerateIdentity(void *) { return kNotSupported; }
