// Made by tools/gen from facts/vpi.toml (vpi/*.h and vpi/algo/*.h of VPI 3.2.4; what is only passed through: of VPI 2.4, version 3.2). Do not edit.
#pragma once

#include <cstddef>
#include <cstdint>

using VPIStatus = int;
using VPIStream = struct VPIStreamImpl *;
using VPIEvent = struct VPIEventImpl *;
using VPIContext = struct VPIContextImpl *;
using VPIPayload = struct VPIPayloadImpl *;
using VPIImage = struct VPIImageImpl *;
using VPIPyramid = struct VPIPyramidImpl *;
using VPIArray = struct VPIArrayImpl *;
using VPIHostFunction = void (*)(void *);
using VPIHostFunctionEx = VPIStatus (*)(VPIStream, VPIStatus, void *);
using VPIEventState = int;
using VPIPerspectiveTransform = float *;
using VPICameraIntrinsic = float *;
using VPICameraExtrinsic = float *;
using VPIImageFormat = uint64_t;
using VPIPixelType = uint64_t;
using VPIArrayBufferType = int;
using VPIArrayType = int;
using VPIBorderExtension = int;
using VPIChannel = int;
using VPIChromaLocation = int;
using VPIChromaSubsampling = int;
using VPIColorModel = int;
using VPIColorRange = int;
using VPIColorSpace = int;
using VPIColorSpec = int;
using VPIColorTransferFunction = int;
using VPIDataType = int;
using VPIFlipMode = int;
using VPIImageBufferType = int;
using VPIInterpolationType = int;
using VPILockMode = int;
using VPIMemLayout = int;
using VPINormType = int;
using VPIOpticalFlowQuality = int;
using VPIPacking = int;
using VPIRawPattern = int;
using VPISwizzle = int;
using VPITNRVersion = int;
using VPITemplateMatchingMethod = int;
using VPITransformType = int;
using VPIYCbCrEncoding = int;
using CUcontext = struct CUctx_st *;
using CUstream = struct CUstream_st *;

extern "C" {
void vpiContextDestroy(VPIContext ctx);
VPIStatus vpiStreamCreate(uint64_t flags, VPIStream *stream);
VPIStatus vpiStreamCreateWrapperCUDA(CUstream cudaStream, uint64_t flags, VPIStream *stream);
void vpiStreamDestroy(VPIStream stream);
VPIStatus vpiStreamSync(VPIStream stream);
VPIStatus vpiStreamWaitEvent(VPIStream stream, VPIEvent event);
VPIStatus vpiSubmitAprilTagDetector(VPIStream stream, uint64_t backend, VPIPayload payload, uint32_t maxDetections, VPIImage input, VPIArray outDetections);
VPIStatus vpiSubmitAprilTagPoseEstimation(VPIStream stream, uint64_t backend, VPIArray inDetections, const VPICameraIntrinsic intrinsics, float tagSize, VPIArray outPoses);
VPIStatus vpiSubmitBackgroundSubtractor(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage inFrame, VPIImage outFGMask, VPIImage outBGImage, const void *params);
VPIStatus vpiSubmitBilateralFilter(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, int32_t kernelSize, float sigmaRange, float sigmaSpace, VPIBorderExtension border);
VPIStatus vpiSubmitBoxFilter(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, int32_t kernelWidth, int32_t kernelHeight, VPIBorderExtension border);
VPIStatus vpiSubmitBruteForceMatcher(VPIStream stream, uint64_t backend, VPIArray queryDescriptor, VPIArray referenceDescriptor, VPINormType normType, int32_t maxMatchesPerQuery, VPIArray matches, uint32_t algoFlag);
VPIStatus vpiSubmitCannyEdgeDetector(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output, float thresholdStrong, float thresholdWeak, float edgeValue, float nonEdgeValue, const void *params);
VPIStatus vpiSubmitConvertImageFormat(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, const void *params);
VPIStatus vpiSubmitConvertImageFormatPyramid(VPIStream stream, uint64_t backend, VPIPyramid input, VPIPyramid output, const void *params);
VPIStatus vpiSubmitConvolution(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, const float *kernelData, int32_t kernelWidth, int32_t kernelHeight, VPIBorderExtension border);
VPIStatus vpiSubmitCropScalerBatch(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage *frameList, int32_t numFrames, VPIArray objects, int32_t patchWidth, int32_t patchHeight, VPIImage outPatches);
VPIStatus vpiSubmitDCFTrackerLocalizeBatch(VPIStream stream, uint64_t backend, VPIPayload payload, const int32_t *enabledSequences, int32_t numSequences, VPIImage featureMaskingWindow, VPIImage inPatches, VPIArray inObjects, VPIArray outObjects, VPIImage outCorrelationResponses, VPIArray outMaxCorrelationResponses, const void *params);
VPIStatus vpiSubmitDCFTrackerUpdateBatch(VPIStream stream, uint64_t backend, VPIPayload payload, const int32_t *enabledSequences, int32_t numSequences, VPIImage featureMaskingWindow, VPIImage modelMaskingWindow, VPIImage inPatches, VPIArray trackedObjects, const void *params);
VPIStatus vpiSubmitDilate(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, const int8_t *kernelData, int32_t kernelWidth, int32_t kernelHeight, VPIBorderExtension border);
VPIStatus vpiSubmitDynamicRemap(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output, VPIImage map, VPIInterpolationType inputInterpolation, VPIInterpolationType mapInterpolation, VPIBorderExtension border, uint64_t flags);
VPIStatus vpiSubmitEqualizeHist(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output);
VPIStatus vpiSubmitErode(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, const int8_t *kernelData, int32_t kernelWidth, int32_t kernelHeight, VPIBorderExtension border);
VPIStatus vpiSubmitExtractColorNameFeatures(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage *output, int32_t numOutputs);
VPIStatus vpiSubmitExtractHOGFeatures(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage *outFeatures, int32_t numFeatures);
VPIStatus vpiSubmitFASTCornerDetector(VPIStream stream, uint64_t backend, VPIImage input, VPIArray outCorners, const void *params, VPIBorderExtension border);
VPIStatus vpiSubmitFFT(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output, uint64_t flags);
VPIStatus vpiSubmitGaussianFilter(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, int32_t kernelSizeX, int32_t kernelSizeY, float sigmaX, float sigmaY, VPIBorderExtension border);
VPIStatus vpiSubmitGaussianPyramidGenerator(VPIStream stream, uint64_t backend, VPIImage input, VPIPyramid output, VPIBorderExtension border);
VPIStatus vpiSubmitHarrisCornerDetector(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIArray outFeatures, VPIArray outScores, const void *params);
VPIStatus vpiSubmitHistogram(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIArray output, uint64_t flags);
VPIStatus vpiSubmitHostFunction(VPIStream stream, VPIHostFunction hostFunc, void *hostData);
VPIStatus vpiSubmitHostFunctionEx(VPIStream stream, VPIHostFunctionEx hostFunc, void *hostData);
VPIStatus vpiSubmitIFFT(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output, uint64_t flags);
VPIStatus vpiSubmitImageFlip(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, VPIFlipMode flipMode);
VPIStatus vpiSubmitImageStats(VPIStream stream, uint64_t backend, VPIImage input, VPIArray statistics, VPIImage mask, uint32_t flags);
VPIStatus vpiSubmitKLTFeatureTracker(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage templateImage, VPIArray inputBoxList, VPIArray inputPredictionList, VPIImage referenceImage, VPIArray outputBoxList, VPIArray outputEstimationList, const void *params);
VPIStatus vpiSubmitLaplacianPyramidGenerator(VPIStream stream, uint64_t backend, VPIImage input, VPIPyramid output, VPIPyramid gaussianPyr, VPIBorderExtension border);
VPIStatus vpiSubmitMedianFilter(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, int32_t kernelWidth, int32_t kernelHeight, const int8_t *kernelData, VPIBorderExtension border);
VPIStatus vpiSubmitMinMaxLoc(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIArray minCoords, VPIArray maxCoords);
VPIStatus vpiSubmitMixChannels(VPIStream stream, uint64_t backend, VPIImage *inputs, int numInputs, VPIImage *outputs, int numOutputs, const int *inMapping, const int *outMapping, int numMapping);
VPIStatus vpiSubmitORBFeatureDetector(VPIStream stream, uint64_t backend, VPIPayload payload, VPIPyramid input, VPIArray outCorners, VPIArray outDescriptors, const void *params, VPIBorderExtension border);
VPIStatus vpiSubmitOpticalFlowDense(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage prevImg, VPIImage curImg, VPIImage mvImg);
VPIStatus vpiSubmitOpticalFlowDensePyramid(VPIStream stream, uint64_t backend, VPIPayload payload, VPIPyramid prevPyr, VPIPyramid curPyr, VPIImage mvImg);
VPIStatus vpiSubmitOpticalFlowPyrLK(VPIStream stream, uint64_t backend, VPIPayload payload, VPIPyramid prevPyr, VPIPyramid curPyr, VPIArray prevPts, VPIArray curPts, VPIArray trackingStatus, const void *params);
VPIStatus vpiSubmitPerspectiveWarp(VPIStream stream, uint64_t backend, VPIImage input, const VPIPerspectiveTransform xform, VPIImage output, const void *grid, VPIInterpolationType interp, VPIBorderExtension border, uint64_t flags);
VPIStatus vpiSubmitRemap(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output, VPIInterpolationType interp, VPIBorderExtension border, uint64_t flags);
VPIStatus vpiSubmitRescale(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, VPIInterpolationType interpolationType, VPIBorderExtension border, uint64_t flags);
VPIStatus vpiSubmitSeparableConvolution(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, const float *kernelXData, int32_t kernelXSize, const float *kernelYData, int32_t kernelYSize, VPIBorderExtension border);
VPIStatus vpiSubmitStereoDisparityEstimator(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage left, VPIImage right, VPIImage disparity, VPIImage confidenceMap, const void *params);
VPIStatus vpiSubmitTemplateMatching(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage output, VPITemplateMatchingMethod method);
VPIStatus vpiSubmitTemporalNoiseReduction(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage prevFrame, VPIImage curFrame, VPIImage outFrame, const void *params);
VPIStatus vpiSubmitTransformEstimator(VPIStream stream, uint64_t backend, VPIPayload payload, VPIArray srcKeypoints, VPIArray tgtKeypoints, VPIArray matches, VPIArray outTransform, VPIArray outInliers, const void *params);
VPIStatus vpiTemplateMatchingSetSourceImage(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage srcImage);
VPIStatus vpiTemplateMatchingSetTemplateImage(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage templImage, VPIImage mask);
}

namespace heddle::vpi {

inline constexpr const char *kLibrary = "libnvvpi.so.3";

// The vendor's own functions, found at first use; null if this version has none.
struct Real {
  void (*vpiContextDestroy)(VPIContext);
  VPIStatus (*vpiContextGetCurrent)(VPIContext *);
  VPIStatus (*vpiContextGetFlags)(VPIContext, uint64_t *);
  VPIStatus (*vpiEventCreate)(uint64_t, VPIEvent *);
  void (*vpiEventDestroy)(VPIEvent);
  VPIStatus (*vpiEventQuery)(VPIEvent, VPIEventState *);
  VPIStatus (*vpiEventRecord)(VPIEvent, VPIStream);
  VPIStatus (*vpiPayloadGetFlags)(VPIPayload, uint64_t *);
  VPIStatus (*vpiStreamCreate)(uint64_t, VPIStream *);
  VPIStatus (*vpiStreamCreateWrapperCUDA)(CUstream, uint64_t, VPIStream *);
  void (*vpiStreamDestroy)(VPIStream);
  VPIStatus (*vpiStreamGetFlags)(VPIStream, uint64_t *);
  VPIStatus (*vpiStreamSync)(VPIStream);
  VPIStatus (*vpiStreamWaitEvent)(VPIStream, VPIEvent);
  VPIStatus (*vpiSubmitAprilTagDetector)(VPIStream, uint64_t, VPIPayload, uint32_t, VPIImage, VPIArray);
  VPIStatus (*vpiSubmitAprilTagPoseEstimation)(VPIStream, uint64_t, VPIArray, const VPICameraIntrinsic, float, VPIArray);
  VPIStatus (*vpiSubmitBackgroundSubtractor)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIImage, const void *);
  VPIStatus (*vpiSubmitBilateralFilter)(VPIStream, uint64_t, VPIImage, VPIImage, int32_t, float, float, VPIBorderExtension);
  VPIStatus (*vpiSubmitBoxFilter)(VPIStream, uint64_t, VPIImage, VPIImage, int32_t, int32_t, VPIBorderExtension);
  VPIStatus (*vpiSubmitBruteForceMatcher)(VPIStream, uint64_t, VPIArray, VPIArray, VPINormType, int32_t, VPIArray, uint32_t);
  VPIStatus (*vpiSubmitCannyEdgeDetector)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, float, float, float, float, const void *);
  VPIStatus (*vpiSubmitConvertImageFormat)(VPIStream, uint64_t, VPIImage, VPIImage, const void *);
  VPIStatus (*vpiSubmitConvertImageFormatPyramid)(VPIStream, uint64_t, VPIPyramid, VPIPyramid, const void *);
  VPIStatus (*vpiSubmitConvolution)(VPIStream, uint64_t, VPIImage, VPIImage, const float *, int32_t, int32_t, VPIBorderExtension);
  VPIStatus (*vpiSubmitCropScalerBatch)(VPIStream, uint64_t, VPIPayload, VPIImage *, int32_t, VPIArray, int32_t, int32_t, VPIImage);
  VPIStatus (*vpiSubmitDCFTrackerLocalizeBatch)(VPIStream, uint64_t, VPIPayload, const int32_t *, int32_t, VPIImage, VPIImage, VPIArray, VPIArray, VPIImage, VPIArray, const void *);
  VPIStatus (*vpiSubmitDCFTrackerUpdateBatch)(VPIStream, uint64_t, VPIPayload, const int32_t *, int32_t, VPIImage, VPIImage, VPIImage, VPIArray, const void *);
  VPIStatus (*vpiSubmitDilate)(VPIStream, uint64_t, VPIImage, VPIImage, const int8_t *, int32_t, int32_t, VPIBorderExtension);
  VPIStatus (*vpiSubmitDynamicRemap)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIImage, VPIInterpolationType, VPIInterpolationType, VPIBorderExtension, uint64_t);
  VPIStatus (*vpiSubmitEqualizeHist)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage);
  VPIStatus (*vpiSubmitErode)(VPIStream, uint64_t, VPIImage, VPIImage, const int8_t *, int32_t, int32_t, VPIBorderExtension);
  VPIStatus (*vpiSubmitExtractColorNameFeatures)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage *, int32_t);
  VPIStatus (*vpiSubmitExtractHOGFeatures)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage *, int32_t);
  VPIStatus (*vpiSubmitFASTCornerDetector)(VPIStream, uint64_t, VPIImage, VPIArray, const void *, VPIBorderExtension);
  VPIStatus (*vpiSubmitFFT)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, uint64_t);
  VPIStatus (*vpiSubmitGaussianFilter)(VPIStream, uint64_t, VPIImage, VPIImage, int32_t, int32_t, float, float, VPIBorderExtension);
  VPIStatus (*vpiSubmitGaussianPyramidGenerator)(VPIStream, uint64_t, VPIImage, VPIPyramid, VPIBorderExtension);
  VPIStatus (*vpiSubmitHarrisCornerDetector)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIArray, VPIArray, const void *);
  VPIStatus (*vpiSubmitHistogram)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIArray, uint64_t);
  VPIStatus (*vpiSubmitHostFunction)(VPIStream, VPIHostFunction, void *);
  VPIStatus (*vpiSubmitHostFunctionEx)(VPIStream, VPIHostFunctionEx, void *);
  VPIStatus (*vpiSubmitIFFT)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, uint64_t);
  VPIStatus (*vpiSubmitImageFlip)(VPIStream, uint64_t, VPIImage, VPIImage, VPIFlipMode);
  VPIStatus (*vpiSubmitImageStats)(VPIStream, uint64_t, VPIImage, VPIArray, VPIImage, uint32_t);
  VPIStatus (*vpiSubmitKLTFeatureTracker)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIArray, VPIArray, VPIImage, VPIArray, VPIArray, const void *);
  VPIStatus (*vpiSubmitLaplacianPyramidGenerator)(VPIStream, uint64_t, VPIImage, VPIPyramid, VPIPyramid, VPIBorderExtension);
  VPIStatus (*vpiSubmitMedianFilter)(VPIStream, uint64_t, VPIImage, VPIImage, int32_t, int32_t, const int8_t *, VPIBorderExtension);
  VPIStatus (*vpiSubmitMinMaxLoc)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIArray, VPIArray);
  VPIStatus (*vpiSubmitMixChannels)(VPIStream, uint64_t, VPIImage *, int, VPIImage *, int, const int *, const int *, int);
  VPIStatus (*vpiSubmitORBFeatureDetector)(VPIStream, uint64_t, VPIPayload, VPIPyramid, VPIArray, VPIArray, const void *, VPIBorderExtension);
  VPIStatus (*vpiSubmitOpticalFlowDense)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIImage);
  VPIStatus (*vpiSubmitOpticalFlowDensePyramid)(VPIStream, uint64_t, VPIPayload, VPIPyramid, VPIPyramid, VPIImage);
  VPIStatus (*vpiSubmitOpticalFlowPyrLK)(VPIStream, uint64_t, VPIPayload, VPIPyramid, VPIPyramid, VPIArray, VPIArray, VPIArray, const void *);
  VPIStatus (*vpiSubmitPerspectiveWarp)(VPIStream, uint64_t, VPIImage, const VPIPerspectiveTransform, VPIImage, const void *, VPIInterpolationType, VPIBorderExtension, uint64_t);
  VPIStatus (*vpiSubmitRemap)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIInterpolationType, VPIBorderExtension, uint64_t);
  VPIStatus (*vpiSubmitRescale)(VPIStream, uint64_t, VPIImage, VPIImage, VPIInterpolationType, VPIBorderExtension, uint64_t);
  VPIStatus (*vpiSubmitSeparableConvolution)(VPIStream, uint64_t, VPIImage, VPIImage, const float *, int32_t, const float *, int32_t, VPIBorderExtension);
  VPIStatus (*vpiSubmitStereoDisparityEstimator)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIImage, VPIImage, const void *);
  VPIStatus (*vpiSubmitTemplateMatching)(VPIStream, uint64_t, VPIPayload, VPIImage, VPITemplateMatchingMethod);
  VPIStatus (*vpiSubmitTemporalNoiseReduction)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage, VPIImage, const void *);
  VPIStatus (*vpiSubmitTransformEstimator)(VPIStream, uint64_t, VPIPayload, VPIArray, VPIArray, VPIArray, VPIArray, VPIArray, const void *);
  VPIStatus (*vpiTemplateMatchingSetSourceImage)(VPIStream, uint64_t, VPIPayload, VPIImage);
  VPIStatus (*vpiTemplateMatchingSetTemplateImage)(VPIStream, uint64_t, VPIPayload, VPIImage, VPIImage);
};

// Name and place of every function in Real, in order.
inline constexpr const char *kNames[] = {
    "vpiContextDestroy",
    "vpiContextGetCurrent",
    "vpiContextGetFlags",
    "vpiEventCreate",
    "vpiEventDestroy",
    "vpiEventQuery",
    "vpiEventRecord",
    "vpiPayloadGetFlags",
    "vpiStreamCreate",
    "vpiStreamCreateWrapperCUDA",
    "vpiStreamDestroy",
    "vpiStreamGetFlags",
    "vpiStreamSync",
    "vpiStreamWaitEvent",
    "vpiSubmitAprilTagDetector",
    "vpiSubmitAprilTagPoseEstimation",
    "vpiSubmitBackgroundSubtractor",
    "vpiSubmitBilateralFilter",
    "vpiSubmitBoxFilter",
    "vpiSubmitBruteForceMatcher",
    "vpiSubmitCannyEdgeDetector",
    "vpiSubmitConvertImageFormat",
    "vpiSubmitConvertImageFormatPyramid",
    "vpiSubmitConvolution",
    "vpiSubmitCropScalerBatch",
    "vpiSubmitDCFTrackerLocalizeBatch",
    "vpiSubmitDCFTrackerUpdateBatch",
    "vpiSubmitDilate",
    "vpiSubmitDynamicRemap",
    "vpiSubmitEqualizeHist",
    "vpiSubmitErode",
    "vpiSubmitExtractColorNameFeatures",
    "vpiSubmitExtractHOGFeatures",
    "vpiSubmitFASTCornerDetector",
    "vpiSubmitFFT",
    "vpiSubmitGaussianFilter",
    "vpiSubmitGaussianPyramidGenerator",
    "vpiSubmitHarrisCornerDetector",
    "vpiSubmitHistogram",
    "vpiSubmitHostFunction",
    "vpiSubmitHostFunctionEx",
    "vpiSubmitIFFT",
    "vpiSubmitImageFlip",
    "vpiSubmitImageStats",
    "vpiSubmitKLTFeatureTracker",
    "vpiSubmitLaplacianPyramidGenerator",
    "vpiSubmitMedianFilter",
    "vpiSubmitMinMaxLoc",
    "vpiSubmitMixChannels",
    "vpiSubmitORBFeatureDetector",
    "vpiSubmitOpticalFlowDense",
    "vpiSubmitOpticalFlowDensePyramid",
    "vpiSubmitOpticalFlowPyrLK",
    "vpiSubmitPerspectiveWarp",
    "vpiSubmitRemap",
    "vpiSubmitRescale",
    "vpiSubmitSeparableConvolution",
    "vpiSubmitStereoDisparityEstimator",
    "vpiSubmitTemplateMatching",
    "vpiSubmitTemporalNoiseReduction",
    "vpiSubmitTransformEstimator",
    "vpiTemplateMatchingSetSourceImage",
    "vpiTemplateMatchingSetTemplateImage",
};

}  // namespace heddle::vpi
