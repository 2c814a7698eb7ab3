// Made by tools/gen from facts/vpi.toml (vpi/*.h and vpi/algo/*.h of VPI 3.2.4; what is only passed through: of VPI 2.4, version 3.2). Do not edit.
#include "shim/vpi/roles.h"

using namespace heddle::vpi;

extern "C" {

HEDDLE_EXPORT VPIStatus vpiStreamSync(VPIStream stream) {
  return roles::sync_stream(stream, [&] { return real().vpiStreamSync(stream); });
}

HEDDLE_EXPORT VPIStatus vpiStreamWaitEvent(VPIStream stream, VPIEvent event) {
  return roles::wait(stream, [&] { return real().vpiStreamWaitEvent(stream, event); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitAprilTagDetector(VPIStream stream, uint64_t backend, VPIPayload payload, uint32_t maxDetections, VPIImage input, VPIArray outDetections) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitAprilTagDetector(stream, backend, payload, maxDetections, input, outDetections); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitAprilTagPoseEstimation(VPIStream stream, uint64_t backend, VPIArray inDetections, const VPICameraIntrinsic intrinsics, float tagSize, VPIArray outPoses) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitAprilTagPoseEstimation(stream, backend, inDetections, intrinsics, tagSize, outPoses); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitBackgroundSubtractor(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage inFrame, VPIImage outFGMask, VPIImage outBGImage, const void *params) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitBackgroundSubtractor(stream, backend, payload, inFrame, outFGMask, outBGImage, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitBilateralFilter(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, int32_t kernelSize, float sigmaRange, float sigmaSpace, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitBilateralFilter(stream, backend, input, output, kernelSize, sigmaRange, sigmaSpace, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitBoxFilter(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, int32_t kernelWidth, int32_t kernelHeight, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitBoxFilter(stream, backend, input, output, kernelWidth, kernelHeight, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitBruteForceMatcher(VPIStream stream, uint64_t backend, VPIArray queryDescriptor, VPIArray referenceDescriptor, VPINormType normType, int32_t maxMatchesPerQuery, VPIArray matches, uint32_t algoFlag) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitBruteForceMatcher(stream, backend, queryDescriptor, referenceDescriptor, normType, maxMatchesPerQuery, matches, algoFlag); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitCannyEdgeDetector(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output, float thresholdStrong, float thresholdWeak, float edgeValue, float nonEdgeValue, const void *params) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitCannyEdgeDetector(stream, backend, payload, input, output, thresholdStrong, thresholdWeak, edgeValue, nonEdgeValue, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitConvertImageFormat(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, const void *params) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitConvertImageFormat(stream, backend, input, output, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitConvertImageFormatPyramid(VPIStream stream, uint64_t backend, VPIPyramid input, VPIPyramid output, const void *params) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitConvertImageFormatPyramid(stream, backend, input, output, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitConvolution(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, const float *kernelData, int32_t kernelWidth, int32_t kernelHeight, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitConvolution(stream, backend, input, output, kernelData, kernelWidth, kernelHeight, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitCropScalerBatch(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage *frameList, int32_t numFrames, VPIArray objects, int32_t patchWidth, int32_t patchHeight, VPIImage outPatches) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitCropScalerBatch(stream, backend, payload, frameList, numFrames, objects, patchWidth, patchHeight, outPatches); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitDCFTrackerLocalizeBatch(VPIStream stream, uint64_t backend, VPIPayload payload, const int32_t *enabledSequences, int32_t numSequences, VPIImage featureMaskingWindow, VPIImage inPatches, VPIArray inObjects, VPIArray outObjects, VPIImage outCorrelationResponses, VPIArray outMaxCorrelationResponses, const void *params) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitDCFTrackerLocalizeBatch(stream, backend, payload, enabledSequences, numSequences, featureMaskingWindow, inPatches, inObjects, outObjects, outCorrelationResponses, outMaxCorrelationResponses, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitDCFTrackerUpdateBatch(VPIStream stream, uint64_t backend, VPIPayload payload, const int32_t *enabledSequences, int32_t numSequences, VPIImage featureMaskingWindow, VPIImage modelMaskingWindow, VPIImage inPatches, VPIArray trackedObjects, const void *params) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitDCFTrackerUpdateBatch(stream, backend, payload, enabledSequences, numSequences, featureMaskingWindow, modelMaskingWindow, inPatches, trackedObjects, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitDilate(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, const int8_t *kernelData, int32_t kernelWidth, int32_t kernelHeight, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitDilate(stream, backend, input, output, kernelData, kernelWidth, kernelHeight, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitDynamicRemap(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output, VPIImage map, VPIInterpolationType inputInterpolation, VPIInterpolationType mapInterpolation, VPIBorderExtension border, uint64_t flags) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitDynamicRemap(stream, backend, payload, input, output, map, inputInterpolation, mapInterpolation, border, flags); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitEqualizeHist(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitEqualizeHist(stream, backend, payload, input, output); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitErode(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, const int8_t *kernelData, int32_t kernelWidth, int32_t kernelHeight, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitErode(stream, backend, input, output, kernelData, kernelWidth, kernelHeight, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitExtractColorNameFeatures(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage *output, int32_t numOutputs) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitExtractColorNameFeatures(stream, backend, payload, input, output, numOutputs); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitExtractHOGFeatures(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage *outFeatures, int32_t numFeatures) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitExtractHOGFeatures(stream, backend, payload, input, outFeatures, numFeatures); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitFASTCornerDetector(VPIStream stream, uint64_t backend, VPIImage input, VPIArray outCorners, const void *params, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitFASTCornerDetector(stream, backend, input, outCorners, params, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitFFT(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output, uint64_t flags) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitFFT(stream, backend, payload, input, output, flags); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitGaussianFilter(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, int32_t kernelSizeX, int32_t kernelSizeY, float sigmaX, float sigmaY, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitGaussianFilter(stream, backend, input, output, kernelSizeX, kernelSizeY, sigmaX, sigmaY, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitGaussianPyramidGenerator(VPIStream stream, uint64_t backend, VPIImage input, VPIPyramid output, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitGaussianPyramidGenerator(stream, backend, input, output, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitHarrisCornerDetector(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIArray outFeatures, VPIArray outScores, const void *params) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitHarrisCornerDetector(stream, backend, payload, input, outFeatures, outScores, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitHistogram(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIArray output, uint64_t flags) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitHistogram(stream, backend, payload, input, output, flags); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitHostFunction(VPIStream stream, VPIHostFunction hostFunc, void *hostData) {
  return roles::wait(stream, [&] { return real().vpiSubmitHostFunction(stream, hostFunc, hostData); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitHostFunctionEx(VPIStream stream, VPIHostFunctionEx hostFunc, void *hostData) {
  return roles::wait(stream, [&] { return real().vpiSubmitHostFunctionEx(stream, hostFunc, hostData); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitIFFT(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output, uint64_t flags) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitIFFT(stream, backend, payload, input, output, flags); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitImageFlip(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, VPIFlipMode flipMode) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitImageFlip(stream, backend, input, output, flipMode); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitImageStats(VPIStream stream, uint64_t backend, VPIImage input, VPIArray statistics, VPIImage mask, uint32_t flags) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitImageStats(stream, backend, input, statistics, mask, flags); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitKLTFeatureTracker(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage templateImage, VPIArray inputBoxList, VPIArray inputPredictionList, VPIImage referenceImage, VPIArray outputBoxList, VPIArray outputEstimationList, const void *params) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitKLTFeatureTracker(stream, backend, payload, templateImage, inputBoxList, inputPredictionList, referenceImage, outputBoxList, outputEstimationList, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitLaplacianPyramidGenerator(VPIStream stream, uint64_t backend, VPIImage input, VPIPyramid output, VPIPyramid gaussianPyr, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitLaplacianPyramidGenerator(stream, backend, input, output, gaussianPyr, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitMedianFilter(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, int32_t kernelWidth, int32_t kernelHeight, const int8_t *kernelData, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitMedianFilter(stream, backend, input, output, kernelWidth, kernelHeight, kernelData, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitMinMaxLoc(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIArray minCoords, VPIArray maxCoords) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitMinMaxLoc(stream, backend, payload, input, minCoords, maxCoords); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitMixChannels(VPIStream stream, uint64_t backend, VPIImage *inputs, int numInputs, VPIImage *outputs, int numOutputs, const int *inMapping, const int *outMapping, int numMapping) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitMixChannels(stream, backend, inputs, numInputs, outputs, numOutputs, inMapping, outMapping, numMapping); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitORBFeatureDetector(VPIStream stream, uint64_t backend, VPIPayload payload, VPIPyramid input, VPIArray outCorners, VPIArray outDescriptors, const void *params, VPIBorderExtension border) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitORBFeatureDetector(stream, backend, payload, input, outCorners, outDescriptors, params, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitOpticalFlowDense(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage prevImg, VPIImage curImg, VPIImage mvImg) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitOpticalFlowDense(stream, backend, payload, prevImg, curImg, mvImg); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitOpticalFlowDensePyramid(VPIStream stream, uint64_t backend, VPIPayload payload, VPIPyramid prevPyr, VPIPyramid curPyr, VPIImage mvImg) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitOpticalFlowDensePyramid(stream, backend, payload, prevPyr, curPyr, mvImg); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitOpticalFlowPyrLK(VPIStream stream, uint64_t backend, VPIPayload payload, VPIPyramid prevPyr, VPIPyramid curPyr, VPIArray prevPts, VPIArray curPts, VPIArray trackingStatus, const void *params) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitOpticalFlowPyrLK(stream, backend, payload, prevPyr, curPyr, prevPts, curPts, trackingStatus, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitPerspectiveWarp(VPIStream stream, uint64_t backend, VPIImage input, const VPIPerspectiveTransform xform, VPIImage output, const void *grid, VPIInterpolationType interp, VPIBorderExtension border, uint64_t flags) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitPerspectiveWarp(stream, backend, input, xform, output, grid, interp, border, flags); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitRemap(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage input, VPIImage output, VPIInterpolationType interp, VPIBorderExtension border, uint64_t flags) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitRemap(stream, backend, payload, input, output, interp, border, flags); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitRescale(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, VPIInterpolationType interpolationType, VPIBorderExtension border, uint64_t flags) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitRescale(stream, backend, input, output, interpolationType, border, flags); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitSeparableConvolution(VPIStream stream, uint64_t backend, VPIImage input, VPIImage output, const float *kernelXData, int32_t kernelXSize, const float *kernelYData, int32_t kernelYSize, VPIBorderExtension border) {
  return roles::work({stream, backend}, [&] { return real().vpiSubmitSeparableConvolution(stream, backend, input, output, kernelXData, kernelXSize, kernelYData, kernelYSize, border); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitStereoDisparityEstimator(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage left, VPIImage right, VPIImage disparity, VPIImage confidenceMap, const void *params) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitStereoDisparityEstimator(stream, backend, payload, left, right, disparity, confidenceMap, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitTemplateMatching(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage output, VPITemplateMatchingMethod method) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitTemplateMatching(stream, backend, payload, output, method); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitTemporalNoiseReduction(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage prevFrame, VPIImage curFrame, VPIImage outFrame, const void *params) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitTemporalNoiseReduction(stream, backend, payload, prevFrame, curFrame, outFrame, params); });
}

HEDDLE_EXPORT VPIStatus vpiSubmitTransformEstimator(VPIStream stream, uint64_t backend, VPIPayload payload, VPIArray srcKeypoints, VPIArray tgtKeypoints, VPIArray matches, VPIArray outTransform, VPIArray outInliers, const void *params) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiSubmitTransformEstimator(stream, backend, payload, srcKeypoints, tgtKeypoints, matches, outTransform, outInliers, params); });
}

HEDDLE_EXPORT VPIStatus vpiTemplateMatchingSetSourceImage(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage srcImage) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiTemplateMatchingSetSourceImage(stream, backend, payload, srcImage); });
}

HEDDLE_EXPORT VPIStatus vpiTemplateMatchingSetTemplateImage(VPIStream stream, uint64_t backend, VPIPayload payload, VPIImage templImage, VPIImage mask) {
  return roles::work({stream, backend, payload}, [&] { return real().vpiTemplateMatchingSetTemplateImage(stream, backend, payload, templImage, mask); });
}

}  // extern C

// What dlsym() is to answer instead of the vendor's.

const heddle_symbol heddle::vpi::kSymbols[] = {
    {"vpiContextDestroy", reinterpret_cast<void *>(&::vpiContextDestroy)},
    {"vpiStreamCreate", reinterpret_cast<void *>(&::vpiStreamCreate)},
    {"vpiStreamCreateWrapperCUDA", reinterpret_cast<void *>(&::vpiStreamCreateWrapperCUDA)},
    {"vpiStreamDestroy", reinterpret_cast<void *>(&::vpiStreamDestroy)},
    {"vpiStreamSync", reinterpret_cast<void *>(&::vpiStreamSync)},
    {"vpiStreamWaitEvent", reinterpret_cast<void *>(&::vpiStreamWaitEvent)},
    {"vpiSubmitAprilTagDetector", reinterpret_cast<void *>(&::vpiSubmitAprilTagDetector)},
    {"vpiSubmitAprilTagPoseEstimation", reinterpret_cast<void *>(&::vpiSubmitAprilTagPoseEstimation)},
    {"vpiSubmitBackgroundSubtractor", reinterpret_cast<void *>(&::vpiSubmitBackgroundSubtractor)},
    {"vpiSubmitBilateralFilter", reinterpret_cast<void *>(&::vpiSubmitBilateralFilter)},
    {"vpiSubmitBoxFilter", reinterpret_cast<void *>(&::vpiSubmitBoxFilter)},
    {"vpiSubmitBruteForceMatcher", reinterpret_cast<void *>(&::vpiSubmitBruteForceMatcher)},
    {"vpiSubmitCannyEdgeDetector", reinterpret_cast<void *>(&::vpiSubmitCannyEdgeDetector)},
    {"vpiSubmitConvertImageFormat", reinterpret_cast<void *>(&::vpiSubmitConvertImageFormat)},
    {"vpiSubmitConvertImageFormatPyramid", reinterpret_cast<void *>(&::vpiSubmitConvertImageFormatPyramid)},
    {"vpiSubmitConvolution", reinterpret_cast<void *>(&::vpiSubmitConvolution)},
    {"vpiSubmitCropScalerBatch", reinterpret_cast<void *>(&::vpiSubmitCropScalerBatch)},
    {"vpiSubmitDCFTrackerLocalizeBatch", reinterpret_cast<void *>(&::vpiSubmitDCFTrackerLocalizeBatch)},
    {"vpiSubmitDCFTrackerUpdateBatch", reinterpret_cast<void *>(&::vpiSubmitDCFTrackerUpdateBatch)},
    {"vpiSubmitDilate", reinterpret_cast<void *>(&::vpiSubmitDilate)},
    {"vpiSubmitDynamicRemap", reinterpret_cast<void *>(&::vpiSubmitDynamicRemap)},
    {"vpiSubmitEqualizeHist", reinterpret_cast<void *>(&::vpiSubmitEqualizeHist)},
    {"vpiSubmitErode", reinterpret_cast<void *>(&::vpiSubmitErode)},
    {"vpiSubmitExtractColorNameFeatures", reinterpret_cast<void *>(&::vpiSubmitExtractColorNameFeatures)},
    {"vpiSubmitExtractHOGFeatures", reinterpret_cast<void *>(&::vpiSubmitExtractHOGFeatures)},
    {"vpiSubmitFASTCornerDetector", reinterpret_cast<void *>(&::vpiSubmitFASTCornerDetector)},
    {"vpiSubmitFFT", reinterpret_cast<void *>(&::vpiSubmitFFT)},
    {"vpiSubmitGaussianFilter", reinterpret_cast<void *>(&::vpiSubmitGaussianFilter)},
    {"vpiSubmitGaussianPyramidGenerator", reinterpret_cast<void *>(&::vpiSubmitGaussianPyramidGenerator)},
    {"vpiSubmitHarrisCornerDetector", reinterpret_cast<void *>(&::vpiSubmitHarrisCornerDetector)},
    {"vpiSubmitHistogram", reinterpret_cast<void *>(&::vpiSubmitHistogram)},
    {"vpiSubmitHostFunction", reinterpret_cast<void *>(&::vpiSubmitHostFunction)},
    {"vpiSubmitHostFunctionEx", reinterpret_cast<void *>(&::vpiSubmitHostFunctionEx)},
    {"vpiSubmitIFFT", reinterpret_cast<void *>(&::vpiSubmitIFFT)},
    {"vpiSubmitImageFlip", reinterpret_cast<void *>(&::vpiSubmitImageFlip)},
    {"vpiSubmitImageStats", reinterpret_cast<void *>(&::vpiSubmitImageStats)},
    {"vpiSubmitKLTFeatureTracker", reinterpret_cast<void *>(&::vpiSubmitKLTFeatureTracker)},
    {"vpiSubmitLaplacianPyramidGenerator", reinterpret_cast<void *>(&::vpiSubmitLaplacianPyramidGenerator)},
    {"vpiSubmitMedianFilter", reinterpret_cast<void *>(&::vpiSubmitMedianFilter)},
    {"vpiSubmitMinMaxLoc", reinterpret_cast<void *>(&::vpiSubmitMinMaxLoc)},
    {"vpiSubmitMixChannels", reinterpret_cast<void *>(&::vpiSubmitMixChannels)},
    {"vpiSubmitORBFeatureDetector", reinterpret_cast<void *>(&::vpiSubmitORBFeatureDetector)},
    {"vpiSubmitOpticalFlowDense", reinterpret_cast<void *>(&::vpiSubmitOpticalFlowDense)},
    {"vpiSubmitOpticalFlowDensePyramid", reinterpret_cast<void *>(&::vpiSubmitOpticalFlowDensePyramid)},
    {"vpiSubmitOpticalFlowPyrLK", reinterpret_cast<void *>(&::vpiSubmitOpticalFlowPyrLK)},
    {"vpiSubmitPerspectiveWarp", reinterpret_cast<void *>(&::vpiSubmitPerspectiveWarp)},
    {"vpiSubmitRemap", reinterpret_cast<void *>(&::vpiSubmitRemap)},
    {"vpiSubmitRescale", reinterpret_cast<void *>(&::vpiSubmitRescale)},
    {"vpiSubmitSeparableConvolution", reinterpret_cast<void *>(&::vpiSubmitSeparableConvolution)},
    {"vpiSubmitStereoDisparityEstimator", reinterpret_cast<void *>(&::vpiSubmitStereoDisparityEstimator)},
    {"vpiSubmitTemplateMatching", reinterpret_cast<void *>(&::vpiSubmitTemplateMatching)},
    {"vpiSubmitTemporalNoiseReduction", reinterpret_cast<void *>(&::vpiSubmitTemporalNoiseReduction)},
    {"vpiSubmitTransformEstimator", reinterpret_cast<void *>(&::vpiSubmitTransformEstimator)},
    {"vpiTemplateMatchingSetSourceImage", reinterpret_cast<void *>(&::vpiTemplateMatchingSetSourceImage)},
    {"vpiTemplateMatchingSetTemplateImage", reinterpret_cast<void *>(&::vpiTemplateMatchingSetTemplateImage)},
    {nullptr, nullptr},
};
