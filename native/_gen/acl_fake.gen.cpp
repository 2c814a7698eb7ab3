// Made by tools/gen from facts/acl.toml (hicann/runtime and hicann/ge, tags v8.5.0 and v9.1.0, version 9.1). Do not edit.
#include "fake/acl/symbols.h"

using namespace fake;

FAKE_WEAK aclDataBuffer *aclCreateDataBuffer(void *, size_t) { return {}; }
FAKE_WEAK aclGraphDumpOption *aclCreateGraphDumpOpt() { return {}; }
FAKE_WEAK aclTensorDesc *aclCreateTensorDesc(aclDataType, int, const int64_t *, aclFormat) { return {}; }
FAKE_WEAK size_t aclDataTypeSize(aclDataType) { return {}; }
FAKE_WEAK aclError aclDestroyDataBuffer(const aclDataBuffer *) { return kNotSupported; }
FAKE_WEAK aclError aclDestroyGraphDumpOpt(const aclGraphDumpOption *) { return kNotSupported; }
FAKE_WEAK void aclDestroyTensorDesc(const aclTensorDesc *) {}
FAKE_WEAK aclError aclFinalize() { return kNotSupported; }
FAKE_WEAK aclError aclFinalizeCallbackRegister() { return kNotSupported; }
FAKE_WEAK aclError aclFinalizeCallbackUnRegister() { return kNotSupported; }
FAKE_WEAK aclError aclFinalizeReference(uint64_t *) { return kNotSupported; }
FAKE_WEAK float aclFloat16ToFloat(aclFloat16) { return {}; }
FAKE_WEAK aclFloat16 aclFloatToFloat16(float) { return {}; }
FAKE_WEAK aclError aclGenGraphAndDumpForOp(const char *, int, const aclTensorDesc *const *, const aclDataBuffer *const *, int, const aclTensorDesc *const *, aclDataBuffer *const *, const aclopAttr *, aclopEngineType, const char *, const aclGraphDumpOption *) { return kNotSupported; }
FAKE_WEAK aclError aclGetCannAttribute() { return kNotSupported; }
FAKE_WEAK aclError aclGetCannAttributeList(const void **, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclGetCompileopt() { return kNotSupported; }
FAKE_WEAK size_t aclGetCompileoptSize() { return {}; }
FAKE_WEAK void *aclGetDataBufferAddr(const aclDataBuffer *) { return {}; }
FAKE_WEAK uint32_t aclGetDataBufferSize(const aclDataBuffer *) { return {}; }
FAKE_WEAK size_t aclGetDataBufferSizeV2(const aclDataBuffer *) { return {}; }
FAKE_WEAK aclError aclGetDeviceCapability() { return kNotSupported; }
FAKE_WEAK const char *aclGetRecentErrMsg() { return {}; }
FAKE_WEAK void *aclGetTensorDescAddress(const aclTensorDesc *) { return {}; }
FAKE_WEAK aclTensorDesc *aclGetTensorDescByIndex(aclTensorDesc *, size_t) { return {}; }
FAKE_WEAK int64_t aclGetTensorDescDim(const aclTensorDesc *, size_t) { return {}; }
FAKE_WEAK aclError aclGetTensorDescDimRange(const aclTensorDesc *, size_t, size_t, int64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclGetTensorDescDimV2(const aclTensorDesc *, size_t, int64_t *) { return kNotSupported; }
FAKE_WEAK size_t aclGetTensorDescElementCount(const aclTensorDesc *) { return {}; }
FAKE_WEAK aclFormat aclGetTensorDescFormat(const aclTensorDesc *) { return {}; }
FAKE_WEAK const char *aclGetTensorDescName(aclTensorDesc *) { return {}; }
FAKE_WEAK size_t aclGetTensorDescNumDims(const aclTensorDesc *) { return {}; }
FAKE_WEAK size_t aclGetTensorDescSize(const aclTensorDesc *) { return {}; }
FAKE_WEAK aclDataType aclGetTensorDescType(const aclTensorDesc *) { return {}; }
FAKE_WEAK aclError aclInit(const char *) { return kNotSupported; }
FAKE_WEAK aclError aclInitCallbackRegister() { return kNotSupported; }
FAKE_WEAK aclError aclInitCallbackUnRegister() { return kNotSupported; }
FAKE_WEAK aclError aclRecoverAllHcclTasks(int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclSetCompileopt() { return kNotSupported; }
FAKE_WEAK aclError aclSetTensorConst(aclTensorDesc *, void *, size_t) { return kNotSupported; }
FAKE_WEAK void aclSetTensorDescName(aclTensorDesc *, const char *) {}
FAKE_WEAK aclError aclSetTensorDynamicInput(aclTensorDesc *, const char *) { return kNotSupported; }
FAKE_WEAK aclError aclSetTensorFormat(aclTensorDesc *, aclFormat) { return kNotSupported; }
FAKE_WEAK aclError aclSetTensorOriginFormat(aclTensorDesc *, aclFormat) { return kNotSupported; }
FAKE_WEAK aclError aclSetTensorOriginShape(aclTensorDesc *, int, const int64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclSetTensorPlaceMent() { return kNotSupported; }
FAKE_WEAK aclError aclSetTensorShape(aclTensorDesc *, int, const int64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclSetTensorShapeRange(aclTensorDesc *, size_t, int64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclSetTensorStorageFormat(aclTensorDesc *, aclFormat) { return kNotSupported; }
FAKE_WEAK aclError aclSetTensorStorageShape(aclTensorDesc *, int, const int64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclSetTensorValueRange(aclTensorDesc *, size_t, int64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclTransTensorDescFormat(const aclTensorDesc *, aclFormat, aclTensorDesc **) { return kNotSupported; }
FAKE_WEAK aclError aclUpdateDataBuffer(aclDataBuffer *, void *, size_t) { return kNotSupported; }
FAKE_WEAK const char *acldumpGetPath() { return {}; }
FAKE_WEAK aclError acldumpRegCallback(void *, int32_t) { return kNotSupported; }
FAKE_WEAK void acldumpUnregCallback() {}
FAKE_WEAK aclError aclmdlAddDatasetBuffer(aclmdlDataset *, aclDataBuffer *) { return kNotSupported; }
FAKE_WEAK aclmdlBundleQueryInfo *aclmdlBundleCreateQueryInfo() { return {}; }
FAKE_WEAK aclError aclmdlBundleDestroyQueryInfo(aclmdlBundleQueryInfo *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleGetModelId(uint32_t, size_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleGetModelNum(uint32_t, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleGetQueryModelNum(const aclmdlBundleQueryInfo *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleGetSize(const aclmdlBundleQueryInfo *, size_t, size_t *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleGetVarWeightSize(const aclmdlBundleQueryInfo *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleInitFromFile(const char *, void *, size_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleInitFromMem(const void *, size_t, void *, size_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleLoadFromFile(const char *, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleLoadFromMem(const void *, size_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleLoadModel(uint32_t, size_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleLoadModelWithConfig(uint32_t, size_t, aclmdlConfigHandle *, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleLoadModelWithMem(uint32_t, size_t, void *, size_t, void *, size_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleQueryInfoFromFile(const char *, aclmdlBundleQueryInfo *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleQueryInfoFromMem(const void *, size_t, aclmdlBundleQueryInfo *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleUnload(uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlBundleUnloadModel(uint32_t, uint32_t) { return kNotSupported; }
FAKE_WEAK aclmdlAIPP *aclmdlCreateAIPP(uint64_t) { return {}; }
FAKE_WEAK aclError aclmdlCreateAndGetOpDesc(uint32_t, uint32_t, uint32_t, char *, size_t, aclTensorDesc **, size_t *, aclTensorDesc **, size_t *) { return kNotSupported; }
FAKE_WEAK aclmdlConfigHandle *aclmdlCreateConfigHandle() { return {}; }
FAKE_WEAK aclmdlDataset *aclmdlCreateDataset() { return {}; }
FAKE_WEAK aclmdlDesc *aclmdlCreateDesc() { return {}; }
FAKE_WEAK aclmdlExecConfigHandle *aclmdlCreateExecConfigHandle() { return {}; }
FAKE_WEAK aclError aclmdlDestroyAIPP(const aclmdlAIPP *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlDestroyConfigHandle(aclmdlConfigHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlDestroyDataset(const aclmdlDataset *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlDestroyDesc(aclmdlDesc *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlDestroyExecConfigHandle(const aclmdlExecConfigHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlExecute(uint32_t, const aclmdlDataset *, aclmdlDataset *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlExecuteAsync(uint32_t, const aclmdlDataset *, aclmdlDataset *, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclmdlExecuteAsyncV2(uint32_t, const aclmdlDataset *, aclmdlDataset *, aclrtStream, const aclmdlExecConfigHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlExecuteV2(uint32_t, const aclmdlDataset *, aclmdlDataset *, aclrtStream, const aclmdlExecConfigHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlFinalizeDump() { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetAippDataSize(uint64_t, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetAippType(uint32_t, size_t, void *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetAttribute() { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetCurOutputDims(const aclmdlDesc *, size_t, void *) { return kNotSupported; }
FAKE_WEAK aclDataBuffer *aclmdlGetDatasetBuffer(const aclmdlDataset *, size_t) { return {}; }
FAKE_WEAK size_t aclmdlGetDatasetNumBuffers(const aclmdlDataset *) { return {}; }
FAKE_WEAK aclTensorDesc *aclmdlGetDatasetTensorDesc(const aclmdlDataset *, size_t) { return {}; }
FAKE_WEAK aclError aclmdlGetDesc(aclmdlDesc *, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetDescFromFile(aclmdlDesc *, const char *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetDescFromMem(aclmdlDesc *, const void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetDynamicBatch(const aclmdlDesc *, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetDynamicHW(const aclmdlDesc *, size_t, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetFirstAippInfo(uint32_t, size_t, void *) { return kNotSupported; }
FAKE_WEAK aclDataType aclmdlGetInputDataType(const aclmdlDesc *, size_t) { return {}; }
FAKE_WEAK aclError aclmdlGetInputDims(const aclmdlDesc *, size_t, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetInputDimsRange(const aclmdlDesc *, size_t, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetInputDimsV2(const aclmdlDesc *, size_t, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetInputDynamicDims(const aclmdlDesc *, size_t, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlGetInputDynamicGearCount(const aclmdlDesc *, size_t, size_t *) { return kNotSupported; }
FAKE_WEAK aclFormat aclmdlGetInputFormat(const aclmdlDesc *, size_t) { return {}; }
FAKE_WEAK aclError aclmdlGetInputIndexByName(const aclmdlDesc *, const char *, size_t *) { return kNotSupported; }
FAKE_WEAK const char *aclmdlGetInputNameByIndex(const aclmdlDesc *, size_t) { return {}; }
FAKE_WEAK size_t aclmdlGetInputSizeByIndex(aclmdlDesc *, size_t) { return {}; }
FAKE_WEAK size_t aclmdlGetNumInputs(aclmdlDesc *) { return {}; }
FAKE_WEAK size_t aclmdlGetNumOutputs(aclmdlDesc *) { return {}; }
FAKE_WEAK const char *aclmdlGetOpAttr(aclmdlDesc *, const char *, const char *) { return {}; }
FAKE_WEAK aclDataType aclmdlGetOutputDataType(const aclmdlDesc *, size_t) { return {}; }
FAKE_WEAK aclError aclmdlGetOutputDims(const aclmdlDesc *, size_t, void *) { return kNotSupported; }
FAKE_WEAK aclFormat aclmdlGetOutputFormat(const aclmdlDesc *, size_t) { return {}; }
FAKE_WEAK aclError aclmdlGetOutputIndexByName(const aclmdlDesc *, const char *, size_t *) { return kNotSupported; }
FAKE_WEAK const char *aclmdlGetOutputNameByIndex(const aclmdlDesc *, size_t) { return {}; }
FAKE_WEAK size_t aclmdlGetOutputSizeByIndex(aclmdlDesc *, size_t) { return {}; }
FAKE_WEAK const char *aclmdlGetTensorRealName(const aclmdlDesc *, const char *) { return {}; }
FAKE_WEAK aclError aclmdlInitDump() { return kNotSupported; }
FAKE_WEAK aclError aclmdlLoadFromFile(const char *, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlLoadFromFileWithMem(const char *, uint32_t *, void *, size_t, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlLoadFromFileWithQ(const char *, uint32_t *, const uint32_t *, size_t, const uint32_t *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlLoadFromMem(const void *, size_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlLoadFromMemWithMem(const void *, size_t, uint32_t *, void *, size_t, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlLoadFromMemWithQ(const void *, size_t, uint32_t *, const uint32_t *, size_t, const uint32_t *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlLoadFromModel(const void *, const aclmdlConfigHandle *, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlLoadWithConfig(const aclmdlConfigHandle *, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlQueryExeOMDesc(const char *, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlQuerySize(const char *, size_t *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlQuerySizeFromMem(const void *, size_t, size_t *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIAbort(aclmdlRI) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIAddCondTask() { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIBindStream(aclmdlRI, aclrtStream, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIBuildBegin(aclmdlRI *, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIBuildEnd(aclmdlRI, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICaptureBegin(aclrtStream, aclmdlRICaptureMode) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICaptureEnd(aclrtStream, aclmdlRI *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICaptureGetInfo(aclrtStream, aclmdlRICaptureStatus *, aclmdlRI *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICaptureTaskGrpBegin(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICaptureTaskGrpEnd(aclrtStream, aclrtTaskGrp *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream, aclrtTaskGrp) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICaptureToModelRIBegin(aclrtStream, aclmdlRI, aclmdlRICaptureMode) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICondHandleCreate() { return kNotSupported; }
FAKE_WEAK aclError aclmdlRICondHandleGetCondPtr(aclmdlRICondHandle, uint64_t **) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIDebugJsonPrint(aclmdlRI, const char *, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIDebugPrint(aclmdlRI) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIDestroy(aclmdlRI) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIDestroyRegisterCallback(aclmdlRI, aclrtCallback, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI, aclrtCallback) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIEndTask(aclmdlRI, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIExecute(aclmdlRI, int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIExecuteAsync(aclmdlRI, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIGetId(aclmdlRI, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIGetName(aclmdlRI, uint32_t, char *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIGetStreams(aclmdlRI, aclrtStream *, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIGetTasksByStream(aclrtStream, aclmdlRITask *, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIKernelTaskGetAttribute() { return kNotSupported; }
FAKE_WEAK aclError aclmdlRISetName(aclmdlRI, const char *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRITaskDisable(aclmdlRITask) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRITaskGetParams(aclmdlRITask, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRITaskGetSeqId(aclmdlRITask, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRITaskGetType(aclmdlRITask, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRITaskSetParams(aclmdlRITask, void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIUnbindStream(aclmdlRI, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclmdlRIUpdate(aclmdlRI) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPAxSwapSwitch(aclmdlAIPP *, int8_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPByInputIndex(uint32_t, aclmdlDataset *, size_t, const aclmdlAIPP *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPCropParams(aclmdlAIPP *, int8_t, int32_t, int32_t, int32_t, int32_t, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPCscParams(aclmdlAIPP *, int8_t, int16_t, int16_t, int16_t, int16_t, int16_t, int16_t, int16_t, int16_t, int16_t, uint8_t, uint8_t, uint8_t, uint8_t, uint8_t, uint8_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPDtcPixelMean(aclmdlAIPP *, int16_t, int16_t, int16_t, int16_t, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPDtcPixelMin(aclmdlAIPP *, float, float, float, float, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPInputFormat() { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPPaddingParams(aclmdlAIPP *, int8_t, int32_t, int32_t, int32_t, int32_t, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPPixelVarReci(aclmdlAIPP *, float, float, float, float, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPRbuvSwapSwitch(aclmdlAIPP *, int8_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPScfParams(aclmdlAIPP *, int8_t, int32_t, int32_t, int32_t, int32_t, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAIPPSrcImageSize(aclmdlAIPP *, int32_t, int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetAttribute() { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetConfigOpt() { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetDatasetTensorDesc(aclmdlDataset *, aclTensorDesc *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetDump(const char *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetDynamicBatchSize(uint32_t, aclmdlDataset *, size_t, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetDynamicHWSize(uint32_t, aclmdlDataset *, size_t, uint64_t, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetExecConfigOpt() { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetExternalWeightAddress(aclmdlConfigHandle *, const char *, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetInputAIPP(uint32_t, aclmdlDataset *, size_t, const aclmdlAIPP *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlSetInputDynamicDims(uint32_t, aclmdlDataset *, size_t, const void *) { return kNotSupported; }
FAKE_WEAK aclError aclmdlUnload(uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclopCast(const aclTensorDesc *, const aclDataBuffer *, const aclTensorDesc *, aclDataBuffer *, uint8_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclopCompile(const char *, int, const aclTensorDesc *const *, int, const aclTensorDesc *const *, const aclopAttr *, aclopEngineType, aclopCompileType, const char *) { return kNotSupported; }
FAKE_WEAK aclError aclopCompileAndExecute(const char *, int, const aclTensorDesc *const *, const aclDataBuffer *const *, int, const aclTensorDesc *const *, aclDataBuffer *const *, const aclopAttr *, aclopEngineType, aclopCompileType, const char *, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclopCompileAndExecuteV2(const char *, int, aclTensorDesc **, aclDataBuffer **, int, aclTensorDesc **, aclDataBuffer **, aclopAttr *, aclopEngineType, aclopCompileType, const char *, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclopAttr *aclopCreateAttr() { return {}; }
FAKE_WEAK aclError aclopCreateHandle(const char *, int, const aclTensorDesc *const *, int, const aclTensorDesc *const *, const aclopAttr *, void **) { return kNotSupported; }
FAKE_WEAK aclError aclopCreateHandleForCast(aclTensorDesc *, aclTensorDesc *, uint8_t, void **) { return kNotSupported; }
FAKE_WEAK aclError aclopCreateKernel() { return kNotSupported; }
FAKE_WEAK void aclopDestroyAttr(const aclopAttr *) {}
FAKE_WEAK void aclopDestroyHandle(void *) {}
FAKE_WEAK aclError aclopExecWithHandle(void *, int, const aclDataBuffer *const *, int, aclDataBuffer *const *, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclopExecute(const char *, int, const aclTensorDesc *const *, const aclDataBuffer *const *, int, const aclTensorDesc *const *, aclDataBuffer *const *, const aclopAttr *, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclopExecuteV2(const char *, int, aclTensorDesc **, aclDataBuffer **, int, aclTensorDesc **, aclDataBuffer **, aclopAttr *, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclopInferShape(const char *, int, aclTensorDesc **, aclDataBuffer **, int, aclTensorDesc **, aclopAttr *) { return kNotSupported; }
FAKE_WEAK aclError aclopLoad(const void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclopRegisterCompileFunc() { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrBool(aclopAttr *, const char *, uint8_t) { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrDataType(aclopAttr *, const char *, aclDataType) { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrFloat(aclopAttr *, const char *, float) { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrInt(aclopAttr *, const char *, int64_t) { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrListBool(aclopAttr *, const char *, int, const uint8_t *) { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrListDataType(aclopAttr *, const char *, int, const aclDataType *) { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrListFloat(aclopAttr *, const char *, int, const float *) { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrListInt(aclopAttr *, const char *, int, const int64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrListListInt(aclopAttr *, const char *, int, const int *, const int64_t *const *) { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrListString(aclopAttr *, const char *, int, const char **) { return kNotSupported; }
FAKE_WEAK aclError aclopSetAttrString(aclopAttr *, const char *, const char *) { return kNotSupported; }
FAKE_WEAK aclError aclopSetCompileFlag() { return kNotSupported; }
FAKE_WEAK aclError aclopSetKernelArgs(void *, const char *, uint32_t, const void *, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclopSetKernelWorkspaceSizes(void *, int, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclopSetMaxOpQueueNum(uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclopSetModelDir(const char *) { return kNotSupported; }
FAKE_WEAK aclError aclopStartDumpArgs(uint32_t, const char *) { return kNotSupported; }
FAKE_WEAK aclError aclopStopDumpArgs(uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclopUnregisterCompileFunc(const char *) { return kNotSupported; }
FAKE_WEAK aclError aclopUpdateParams(const char *, int, const aclTensorDesc *const *, int, const aclTensorDesc *const *, const aclopAttr *) { return kNotSupported; }
FAKE_WEAK aclError aclrtActiveStream(aclrtStream, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtAllocBuf(aclrtMbuf *, size_t) { return kNotSupported; }
FAKE_WEAK aclrtAllocatorDesc aclrtAllocatorCreateDesc() { return {}; }
FAKE_WEAK aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc) { return kNotSupported; }
FAKE_WEAK aclError aclrtAllocatorGetByStream(aclrtStream, aclrtAllocatorDesc *, aclrtAllocator *, void *, void *, void *, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtAllocatorRegister(aclrtStream, aclrtAllocatorDesc) { return kNotSupported; }
FAKE_WEAK aclError aclrtAllocatorSetAllocAdviseFuncToDesc() { return kNotSupported; }
FAKE_WEAK aclError aclrtAllocatorSetAllocFuncToDesc() { return kNotSupported; }
FAKE_WEAK aclError aclrtAllocatorSetFreeFuncToDesc() { return kNotSupported; }
FAKE_WEAK aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc() { return kNotSupported; }
FAKE_WEAK aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc, aclrtAllocator) { return kNotSupported; }
FAKE_WEAK aclError aclrtAllocatorUnregister(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtAppendBufChain(aclrtMbuf, aclrtMbuf) { return kNotSupported; }
FAKE_WEAK aclError aclrtBinaryGetDevAddress(const aclrtBinHandle, void **, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtBinaryGetFunction(const aclrtBinHandle, const char *, aclrtFuncHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle, uint64_t, aclrtFuncHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtBinaryGetGlobal(aclrtBinHandle, const char *, void **, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtBinaryLoad(const aclrtBinary, aclrtBinHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtBinaryLoadFromData(const void *, size_t, const void *, aclrtBinHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtBinaryLoadFromFile(const char *, void *, aclrtBinHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtBinarySetExceptionCallback() { return kNotSupported; }
FAKE_WEAK aclError aclrtBinaryUnLoad(aclrtBinHandle) { return kNotSupported; }
FAKE_WEAK aclError aclrtCacheLastTaskExtendInfo(const char *const, const size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtCacheLastTaskOpInfo(const void *const, const size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtCheckArchCompatibility(const char *, int32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCheckMemType(void **, uint32_t, uint32_t, uint32_t *, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtCmoAsync(void *, size_t, aclrtCmoType, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtCmoAsyncWithBarrier(void *, size_t, aclrtCmoType, uint32_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtCmoAsyncWithDesc(void *, aclrtCmoType, aclrtStream, const void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCmoGetDescSize(size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCmoSetDesc(void *, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtCmoWaitBarrier(void *, aclrtStream, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtCntNotifyCreate(aclrtCntNotify *, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtCntNotifyDestroy(aclrtCntNotify) { return kNotSupported; }
FAKE_WEAK aclError aclrtCntNotifyGetId(aclrtCntNotify, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCntNotifyRecord(aclrtCntNotify, aclrtStream, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCntNotifyReset(aclrtCntNotify, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify, aclrtStream, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCopyBufRef(const aclrtMbuf, aclrtMbuf *) { return kNotSupported; }
FAKE_WEAK aclrtBinary aclrtCreateBinary(const void *, size_t) { return {}; }
FAKE_WEAK aclError aclrtCreateContext(aclrtContext *, int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtCreateEvent(aclrtEvent *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCreateEventExWithFlag(aclrtEvent *, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtCreateEventWithFlag(aclrtEvent *, uint32_t) { return kNotSupported; }
FAKE_WEAK aclrtGroupInfo *aclrtCreateGroupInfo() { return {}; }
FAKE_WEAK aclError aclrtCreateLabel(aclrtLabel *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCreateLabelList(aclrtLabel *, size_t, aclrtLabelList *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCreateNotify(aclrtNotify *, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtCreateStream(aclrtStream *) { return kNotSupported; }
FAKE_WEAK aclrtStreamConfigHandle *aclrtCreateStreamConfigHandle() { return {}; }
FAKE_WEAK aclError aclrtCreateStreamV2(aclrtStream *, const aclrtStreamConfigHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCreateStreamWithConfig(aclrtStream *, uint32_t, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *) { return kNotSupported; }
FAKE_WEAK aclError aclrtCtxGetFloatOverflowAddr(void **) { return kNotSupported; }
FAKE_WEAK aclError aclrtCtxGetSysParamOpt() { return kNotSupported; }
FAKE_WEAK aclError aclrtCtxSetSysParamOpt() { return kNotSupported; }
FAKE_WEAK aclError aclrtDestroyBinary(aclrtBinary) { return kNotSupported; }
FAKE_WEAK aclError aclrtDestroyContext(aclrtContext) { return kNotSupported; }
FAKE_WEAK aclError aclrtDestroyEvent(aclrtEvent) { return kNotSupported; }
FAKE_WEAK aclError aclrtDestroyGroupInfo(aclrtGroupInfo *) { return kNotSupported; }
FAKE_WEAK aclError aclrtDestroyLabel(aclrtLabel) { return kNotSupported; }
FAKE_WEAK aclError aclrtDestroyLabelList(aclrtLabelList) { return kNotSupported; }
FAKE_WEAK aclError aclrtDestroyNotify(aclrtNotify) { return kNotSupported; }
FAKE_WEAK aclError aclrtDestroyStream(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtDestroyStreamForce(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtDeviceCanAccessPeer(int32_t *, int32_t, int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtDeviceDisablePeerAccess(int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtDeviceEnablePeerAccess(int32_t, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtDeviceGetBareTgid(int32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtDeviceGetHostAtomicCapabilities(uint32_t *, const void *, const uint32_t, int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtDeviceGetP2PAtomicCapabilities(uint32_t *, const void *, const uint32_t, int32_t, int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtDeviceGetStreamPriorityRange(int32_t *, int32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtDeviceGetUuid(int32_t, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtDevicePeerAccessStatus(int32_t, int32_t, int32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtDeviceTaskAbort(int32_t, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtEventElapsedTime(float *, aclrtEvent, aclrtEvent) { return kNotSupported; }
FAKE_WEAK aclError aclrtEventGetTimestamp(aclrtEvent, uint64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtFree(void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtFreeBuf(aclrtMbuf) { return kNotSupported; }
FAKE_WEAK aclError aclrtFreeHost(void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtFreeHostWithDevSync(void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtFreePhysical(aclrtDrvMemHandle) { return kNotSupported; }
FAKE_WEAK aclError aclrtFreeWithDevSync(void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtFunctionGetAvailDynUbufPerBlock(void *, uint32_t, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtFunctionGetBinary(const aclrtFuncHandle, aclrtBinHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtFunctionGetParamCount(const void *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtFunctionGetParamInfo(const void *, size_t, size_t *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetAllGroupInfo(aclrtGroupInfo *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetArgsFromExceptionInfo(const void *, void **, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetBufChainNum(aclrtMbuf, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetBufData(const aclrtMbuf, void **, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetBufDataLen(aclrtMbuf, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetBufFromChain(aclrtMbuf, uint32_t, aclrtMbuf *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetBufUserData(const aclrtMbuf, void *, size_t, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetCurrentContext(aclrtContext *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetDevice(int32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetDeviceCapability() { return kNotSupported; }
FAKE_WEAK aclError aclrtGetDeviceCount(uint32_t *) { return kNotSupported; }
FAKE_WEAK uint32_t aclrtGetDeviceIdFromExceptionInfo(const void *) { return {}; }
FAKE_WEAK aclError aclrtGetDeviceInfo() { return kNotSupported; }
FAKE_WEAK aclError aclrtGetDeviceResLimit() { return kNotSupported; }
FAKE_WEAK aclError aclrtGetDeviceSatMode(void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetDeviceUtilizationRate(int32_t, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetDevicesTopo(uint32_t, uint32_t, uint64_t *) { return kNotSupported; }
FAKE_WEAK uint32_t aclrtGetErrorCodeFromExceptionInfo(const void *) { return {}; }
FAKE_WEAK aclError aclrtGetErrorVerbose(int32_t, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetEventAvailNum(uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetEventId(aclrtEvent, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetFloatOverflowStatus(void *, uint64_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetFuncBySymbol(const void *, aclrtFuncHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetFuncHandleFromExceptionInfo(const void *, aclrtFuncHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetFunctionAddr(aclrtFuncHandle, void **, void **) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetFunctionAttribute() { return kNotSupported; }
FAKE_WEAK aclError aclrtGetFunctionName(aclrtFuncHandle, uint32_t, char *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetFunctionSize(aclrtFuncHandle, size_t *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetGroupCount(uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetGroupInfoDetail() { return kNotSupported; }
FAKE_WEAK aclError aclrtGetHardwareSyncAddr(void **) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetLastError() { return kNotSupported; }
FAKE_WEAK aclError aclrtGetLogicDevIdByPhyDevId(const int32_t, int32_t *const) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetLogicDevIdByUserDevId(const int32_t, int32_t *const) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetMemInfo(aclrtMemAttr, size_t *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetMemUceInfo(int32_t, void *, size_t, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetMemUsageInfo(int32_t, void *, size_t, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetNotifyId(aclrtNotify, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetOpExecuteTimeout(uint32_t *const) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetOpTimeOutInterval(uint64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetOverflowStatus(void *, size_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetPhyDevIdByLogicDevId(const int32_t, int32_t *const) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetPhyDevIdByUserDevId(const int32_t, int32_t *const) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetPrimaryCtxState(int32_t, uint32_t *, int32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetResInCurrentThread() { return kNotSupported; }
FAKE_WEAK aclError aclrtGetRunMode(void *) { return kNotSupported; }
FAKE_WEAK const char *aclrtGetSocName() { return {}; }
FAKE_WEAK aclError aclrtGetStreamAttribute() { return kNotSupported; }
FAKE_WEAK aclError aclrtGetStreamAvailableNum(uint32_t *) { return kNotSupported; }
FAKE_WEAK uint32_t aclrtGetStreamIdFromExceptionInfo(const void *) { return {}; }
FAKE_WEAK aclError aclrtGetStreamOverflowSwitch(aclrtStream, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetStreamResLimit() { return kNotSupported; }
FAKE_WEAK aclError aclrtGetSymbolAddress(const void *, void **) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetSymbolSize(const void *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetSysParamOpt() { return kNotSupported; }
FAKE_WEAK uint32_t aclrtGetTaskIdFromExceptionInfo(const void *) { return {}; }
FAKE_WEAK uint32_t aclrtGetThreadIdFromExceptionInfo(const void *) { return {}; }
FAKE_WEAK aclError aclrtGetThreadLastTaskId(uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetUserDevIdByLogicDevId(const int32_t, int32_t *const) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetUserDevIdByPhyDevId(const int32_t, int32_t *const) { return kNotSupported; }
FAKE_WEAK aclError aclrtGetVersion(int32_t *, int32_t *, int32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtHostGetDevicePointer(void *, void **, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtHostMemMapCapabilities() { return kNotSupported; }
FAKE_WEAK aclError aclrtHostRegister() { return kNotSupported; }
FAKE_WEAK aclError aclrtHostRegisterV2(void *, uint64_t, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtHostUnregister(void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtIpcGetEventHandle(aclrtEvent, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtIpcMemClose(const char *) { return kNotSupported; }
FAKE_WEAK aclError aclrtIpcMemGetExportKey(void *, size_t, char *, size_t, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtIpcMemImportByKey(void **, const char *, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtIpcMemImportPidInterServer(const char *, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtIpcMemSetAttr() { return kNotSupported; }
FAKE_WEAK aclError aclrtIpcMemSetImportPid(const char *, int32_t *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtIpcOpenEventHandle() { return kNotSupported; }
FAKE_WEAK aclError aclrtKernelArgsAppend(aclrtArgsHandle, void *, size_t, aclrtParamHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle, aclrtParamHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtKernelArgsFinalize(aclrtArgsHandle) { return kNotSupported; }
FAKE_WEAK aclError aclrtKernelArgsGetHandleMemSize(aclrtFuncHandle, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtKernelArgsGetMemSize(aclrtFuncHandle, size_t, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle, aclrtParamHandle, size_t, void **) { return kNotSupported; }
FAKE_WEAK aclError aclrtKernelArgsInit(aclrtFuncHandle, aclrtArgsHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtKernelArgsInitByUserMem(aclrtFuncHandle, aclrtArgsHandle, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle, aclrtParamHandle, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtLaunchCallback(aclrtCallback, void *, aclrtCallbackBlockType, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtLaunchHostFunc(aclrtStream, aclrtHostFunc, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtLaunchKernel(aclrtFuncHandle, uint32_t, const void *, size_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtLaunchKernelV2(aclrtFuncHandle, uint32_t, const void *, size_t, void *, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtLaunchKernelWithArgsArray(void *, uint32_t, aclrtStream, void *, void **) { return kNotSupported; }
FAKE_WEAK aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle, uint32_t, aclrtStream, void *, aclrtArgsHandle, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle, uint32_t, aclrtStream, void *, void *, size_t, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMalloc(void **, size_t, aclrtMemMallocPolicy) { return kNotSupported; }
FAKE_WEAK aclError aclrtMallocAlign32(void **, size_t, aclrtMemMallocPolicy) { return kNotSupported; }
FAKE_WEAK aclError aclrtMallocCached(void **, size_t, aclrtMemMallocPolicy) { return kNotSupported; }
FAKE_WEAK aclError aclrtMallocForTaskScheduler(void **, size_t, aclrtMemMallocPolicy, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMallocHost(void **, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMallocHostWithCfg(void **, uint64_t, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMallocPhysical(aclrtDrvMemHandle *, size_t, const void *, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMallocWithCfg(void **, size_t, aclrtMemMallocPolicy, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMapMem(void *, size_t, size_t, aclrtDrvMemHandle, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemAllocManaged(void **, uint64_t, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemExportToShareableHandle() { return kNotSupported; }
FAKE_WEAK aclError aclrtMemExportToShareableHandleV2() { return kNotSupported; }
FAKE_WEAK aclError aclrtMemFlush(void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemGetAccess(void *, void *, uint64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemGetAddressRange(void *, void **, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemGetAllocationGranularity() { return kNotSupported; }
FAKE_WEAK aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemImportFromShareableHandle(uint64_t, int32_t, aclrtDrvMemHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemImportFromShareableHandleV2() { return kNotSupported; }
FAKE_WEAK aclError aclrtMemInvalidate(void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemManagedAdvise() { return kNotSupported; }
FAKE_WEAK aclError aclrtMemManagedGetAttr() { return kNotSupported; }
FAKE_WEAK aclError aclrtMemManagedGetAttrs(void *, size_t, const void *, size_t, void **, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemManagedPrefetchAsync(const void *, size_t, aclrtMemManagedLocation, uint32_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemManagedPrefetchBatchAsync(const void **, size_t *, size_t, aclrtMemManagedLocation *, size_t *, size_t, uint64_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemMapSelectedLink(void *, size_t, void *, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemP2PMap(void *, size_t, int32_t, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemPoolCreate(aclrtMemPool *, const void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemPoolDestroy(const aclrtMemPool) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemPoolFreeAsync(void *, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemPoolGetAttr() { return kNotSupported; }
FAKE_WEAK aclError aclrtMemPoolMallocAsync(void **, size_t, aclrtMemPool, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemPoolSetAttr() { return kNotSupported; }
FAKE_WEAK aclError aclrtMemPoolTrimTo(aclrtMemPool, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemRetainAllocationHandle(void *, aclrtDrvMemHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemSetAccess(void *, size_t, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemSetPidToShareableHandle(uint64_t, int32_t *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemSetPidToShareableHandleV2() { return kNotSupported; }
FAKE_WEAK aclError aclrtMemUceRepair(int32_t, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpy(void *, size_t, const void *, size_t, aclrtMemcpyKind) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpy2d(void *, size_t, const void *, size_t, size_t, size_t, aclrtMemcpyKind) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpy2dAsync(void *, size_t, const void *, size_t, size_t, size_t, aclrtMemcpyKind, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyAsync(void *, size_t, const void *, size_t, aclrtMemcpyKind, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyAsyncWithCondition(void *, size_t, const void *, size_t, aclrtMemcpyKind, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyAsyncWithDesc(void *, aclrtMemcpyKind, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyAsyncWithOffset(void **, size_t, size_t, const void **, size_t, size_t, aclrtMemcpyKind, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyBatch(void **, size_t *, void **, size_t *, size_t, void *, size_t *, size_t, size_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyBatchAsync(void **, size_t *, void **, size_t *, size_t, void *, size_t *, size_t, size_t *, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyBatchAsyncV2(void **, size_t *, void **, size_t *, size_t, void *, size_t *, size_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyBatchV2(void **, size_t *, void **, size_t *, size_t, void *, size_t *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyFromSymbol(void *, size_t, const void *, size_t, size_t, aclrtMemcpyKind) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyFromSymbolAsync(void *, size_t, const void *, size_t, size_t, aclrtMemcpyKind, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyToSymbol(const void *, const void *, size_t, size_t, aclrtMemcpyKind) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemcpyToSymbolAsync(const void *, const void *, size_t, size_t, aclrtMemcpyKind, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemset(void *, size_t, int32_t, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemsetAsync(void *, size_t, int32_t, size_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemsetD32(void *, size_t, uint32_t, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtMemsetD32Async(void *, size_t, uint32_t, size_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtNotifyBatchReset(aclrtNotify *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtNotifyGetExportKey(aclrtNotify, char *, size_t, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtNotifyImportByKey(aclrtNotify *, const char *, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtNotifySetImportPid(aclrtNotify, int32_t *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtNotifySetImportPidInterServer(aclrtNotify, void *, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtNpuClearFloatOverFlowStatus(uint32_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtNpuGetFloatOverFlowStatus(void *, uint64_t, uint32_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtPeekAtLastError() { return kNotSupported; }
FAKE_WEAK aclError aclrtPersistentTaskClean(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtPointerGetAttributes(const void *, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtProcessHostFunc(int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtProcessReport(int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtProfTrace(void *, int32_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtQueryDeviceStatus(int32_t, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtQueryEvent(aclrtEvent, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtQueryEventStatus(aclrtEvent, aclrtEventRecordedStatus *) { return kNotSupported; }
FAKE_WEAK aclError aclrtQueryEventWaitStatus(aclrtEvent, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtRandomNumAsync(const void *, const aclrtStream, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtRecordEvent(aclrtEvent, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtRecordNotify(aclrtNotify, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtReduceAsync(void *, const void *, uint64_t, aclrtReduceKind, aclDataType, aclrtStream, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtRegDeviceStateCallback() { return kNotSupported; }
FAKE_WEAK aclError aclrtRegStreamStateCallback() { return kNotSupported; }
FAKE_WEAK aclError aclrtRegisterCpuFunc(const aclrtBinHandle, const char *, const char *, aclrtFuncHandle *) { return kNotSupported; }
FAKE_WEAK aclError aclrtReleaseMemAddress(void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtRepairError(int32_t, const void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtReserveMemAddress(void **, size_t, size_t, void *, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtReserveMemAddressNoUCMemory(void **, size_t, size_t, void *, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtResetDevice(int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtResetDeviceForce(int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtResetDeviceResLimit(int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtResetEvent(aclrtEvent, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtResetFloatOverflowStatus(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtResetOverflowStatus(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtResetStreamResLimit(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetBufDataLen(aclrtMbuf, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetBufUserData(aclrtMbuf, const void *, size_t, size_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetCurrentContext(aclrtContext) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetDevice(int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetDeviceResLimit() { return kNotSupported; }
FAKE_WEAK aclError aclrtSetDeviceSatMode() { return kNotSupported; }
FAKE_WEAK aclError aclrtSetDeviceTaskAbortCallback() { return kNotSupported; }
FAKE_WEAK aclError aclrtSetExceptionInfoCallback() { return kNotSupported; }
FAKE_WEAK aclError aclrtSetGroup(int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetLabel(aclrtLabel, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetMemcpyDesc(void *, aclrtMemcpyKind, void *, void *, size_t, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetOpExecuteTimeOut(uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetOpExecuteTimeOutV2(uint64_t, uint64_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetOpWaitTimeout(uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetStreamAttribute() { return kNotSupported; }
FAKE_WEAK aclError aclrtSetStreamConfigOpt() { return kNotSupported; }
FAKE_WEAK aclError aclrtSetStreamFailureMode(aclrtStream, uint64_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetStreamOverflowSwitch(aclrtStream, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSetStreamResLimit() { return kNotSupported; }
FAKE_WEAK aclError aclrtSetSysParamOpt() { return kNotSupported; }
FAKE_WEAK aclError aclrtSetTsDevice() { return kNotSupported; }
FAKE_WEAK aclError aclrtSnapShotCallbackRegister() { return kNotSupported; }
FAKE_WEAK aclError aclrtSnapShotCallbackUnregister() { return kNotSupported; }
FAKE_WEAK aclError aclrtSnapShotProcessBackup(int, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtSnapShotProcessLock(int, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtSnapShotProcessRestore(int, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtSnapShotProcessUnlock(int, void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtStreamAbort(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtStreamGetFlags(aclrtStream, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtStreamGetId(aclrtStream, int32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtStreamGetPriority(aclrtStream, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclrtStreamQuery(aclrtStream, aclrtStreamStatus *) { return kNotSupported; }
FAKE_WEAK aclError aclrtStreamStop(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtStreamWaitEvent(aclrtStream, aclrtEvent) { return kNotSupported; }
FAKE_WEAK aclError aclrtStreamWaitEventWithTimeout(aclrtStream, aclrtEvent, int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSubscribeHostFunc(uint64_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtSubscribeReport(uint64_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtSwitchLabelByIndex(void *, uint32_t, aclrtLabelList, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtSwitchStream() { return kNotSupported; }
FAKE_WEAK aclError aclrtSynchronizeDevice() { return kNotSupported; }
FAKE_WEAK aclError aclrtSynchronizeDeviceWithTimeout(int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSynchronizeEvent(aclrtEvent) { return kNotSupported; }
FAKE_WEAK aclError aclrtSynchronizeEventWithTimeout(aclrtEvent, int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtSynchronizeStream(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtSynchronizeStreamWithTimeout(aclrtStream, int32_t) { return kNotSupported; }
FAKE_WEAK aclError aclrtTaskUpdateAsync(aclrtStream, uint32_t, void *, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtUnSubscribeHostFunc(uint64_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtUnSubscribeReport(uint64_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtUnmapMem(void *) { return kNotSupported; }
FAKE_WEAK aclError aclrtUnuseStreamResInCurrentThread(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtUseStreamResInCurrentThread(aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtValueWait(void *, uint64_t, uint32_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtValueWrite(void *, uint64_t, uint32_t, aclrtStream) { return kNotSupported; }
FAKE_WEAK aclError aclrtWaitAndResetNotify(aclrtNotify, aclrtStream, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError aclsysGetCANNVersion() { return kNotSupported; }
FAKE_WEAK aclError aclsysGetVersionNum(char *, int32_t *) { return kNotSupported; }
FAKE_WEAK aclError aclsysGetVersionStr(char *, char *) { return kNotSupported; }
FAKE_WEAK aclError acltdtAddDataItem(acltdtDataset *, acltdtDataItem *) { return kNotSupported; }
FAKE_WEAK aclError acltdtAddQueueRoute(acltdtQueueRouteList *, const acltdtQueueRoute *) { return kNotSupported; }
FAKE_WEAK aclError acltdtAllocBuf(size_t, uint32_t, void *) { return kNotSupported; }
FAKE_WEAK aclError acltdtAppendBufChain() { return kNotSupported; }
FAKE_WEAK aclError acltdtAttachQueue(uint32_t, int32_t, uint32_t *) { return kNotSupported; }
FAKE_WEAK aclError acltdtBindQueueRoutes(acltdtQueueRouteList *) { return kNotSupported; }
FAKE_WEAK aclError acltdtCleanChannel(acltdtChannelHandle *) { return kNotSupported; }
FAKE_WEAK aclError acltdtCopyBufRef() { return kNotSupported; }
FAKE_WEAK acltdtChannelHandle *acltdtCreateChannel(uint32_t, const char *) { return {}; }
FAKE_WEAK acltdtChannelHandle *acltdtCreateChannelWithCapacity(uint32_t, const char *, size_t) { return {}; }
FAKE_WEAK acltdtDataItem *acltdtCreateDataItem(acltdtTensorType, const int64_t *, size_t, aclDataType, void *, size_t) { return {}; }
FAKE_WEAK acltdtDataset *acltdtCreateDataset() { return {}; }
FAKE_WEAK aclError acltdtCreateQueue(const acltdtQueueAttr *, uint32_t *) { return kNotSupported; }
FAKE_WEAK acltdtQueueAttr *acltdtCreateQueueAttr() { return {}; }
FAKE_WEAK acltdtQueueRoute *acltdtCreateQueueRoute(uint32_t, uint32_t) { return {}; }
FAKE_WEAK acltdtQueueRouteList *acltdtCreateQueueRouteList() { return {}; }
FAKE_WEAK acltdtQueueRouteQueryInfo *acltdtCreateQueueRouteQueryInfo() { return {}; }
FAKE_WEAK aclError acltdtDequeue(uint32_t, void *, int32_t) { return kNotSupported; }
FAKE_WEAK aclError acltdtDequeueData(uint32_t, void *, size_t, size_t *, void *, size_t, int32_t) { return kNotSupported; }
FAKE_WEAK aclError acltdtDestroyChannel(acltdtChannelHandle *) { return kNotSupported; }
FAKE_WEAK aclError acltdtDestroyDataItem(acltdtDataItem *) { return kNotSupported; }
FAKE_WEAK aclError acltdtDestroyDataset(acltdtDataset *) { return kNotSupported; }
FAKE_WEAK aclError acltdtDestroyQueue(uint32_t) { return kNotSupported; }
FAKE_WEAK aclError acltdtDestroyQueueAttr(const acltdtQueueAttr *) { return kNotSupported; }
FAKE_WEAK aclError acltdtDestroyQueueRoute(const acltdtQueueRoute *) { return kNotSupported; }
FAKE_WEAK aclError acltdtDestroyQueueRouteList(const acltdtQueueRouteList *) { return kNotSupported; }
FAKE_WEAK aclError acltdtDestroyQueueRouteQueryInfo(const acltdtQueueRouteQueryInfo *) { return kNotSupported; }
FAKE_WEAK aclError acltdtEnqueue() { return kNotSupported; }
FAKE_WEAK aclError acltdtEnqueueData(uint32_t, const void *, size_t, const void *, size_t, int32_t, uint32_t) { return kNotSupported; }
FAKE_WEAK aclError acltdtFreeBuf() { return kNotSupported; }
FAKE_WEAK aclError acltdtGetBufChainNum() { return kNotSupported; }
FAKE_WEAK aclError acltdtGetBufData() { return kNotSupported; }
FAKE_WEAK aclError acltdtGetBufDataLen() { return kNotSupported; }
FAKE_WEAK aclError acltdtGetBufFromChain() { return kNotSupported; }
FAKE_WEAK aclError acltdtGetBufUserData() { return kNotSupported; }
FAKE_WEAK void *acltdtGetDataAddrFromItem(const acltdtDataItem *) { return {}; }
FAKE_WEAK acltdtDataItem *acltdtGetDataItem(const acltdtDataset *, size_t) { return {}; }
FAKE_WEAK size_t acltdtGetDataSizeFromItem(const acltdtDataItem *) { return {}; }
FAKE_WEAK aclDataType acltdtGetDataTypeFromItem(const acltdtDataItem *) { return {}; }
FAKE_WEAK const char *acltdtGetDatasetName(const acltdtDataset *) { return {}; }
FAKE_WEAK size_t acltdtGetDatasetSize(const acltdtDataset *) { return {}; }
FAKE_WEAK size_t acltdtGetDimNumFromItem(const acltdtDataItem *) { return {}; }
FAKE_WEAK aclError acltdtGetDimsFromItem(const acltdtDataItem *, int64_t *, size_t) { return kNotSupported; }
FAKE_WEAK aclError acltdtGetQueueAttr() { return kNotSupported; }
FAKE_WEAK aclError acltdtGetQueueRoute(const acltdtQueueRouteList *, size_t, acltdtQueueRoute *) { return kNotSupported; }
FAKE_WEAK size_t acltdtGetQueueRouteNum(const acltdtQueueRouteList *) { return {}; }
FAKE_WEAK aclError acltdtGetQueueRouteParam() { return kNotSupported; }
FAKE_WEAK aclError acltdtGetSliceInfoFromItem(const acltdtDataItem *, size_t *, size_t *) { return kNotSupported; }
FAKE_WEAK acltdtTensorType acltdtGetTensorTypeFromItem(const acltdtDataItem *) { return {}; }
FAKE_WEAK aclError acltdtGrantQueue(uint32_t, int32_t, uint32_t, int32_t) { return kNotSupported; }
FAKE_WEAK aclError acltdtQueryChannelSize(const acltdtChannelHandle *, size_t *) { return kNotSupported; }
FAKE_WEAK aclError acltdtQueryQueueRoutes(const acltdtQueueRouteQueryInfo *, acltdtQueueRouteList *) { return kNotSupported; }
FAKE_WEAK aclError acltdtReceiveTensor(const acltdtChannelHandle *, acltdtDataset *, int32_t) { return kNotSupported; }
FAKE_WEAK aclError acltdtSendTensor(const acltdtChannelHandle *, const acltdtDataset *, int32_t) { return kNotSupported; }
FAKE_WEAK aclError acltdtSetBufDataLen() { return kNotSupported; }
FAKE_WEAK aclError acltdtSetBufUserData() { return kNotSupported; }
FAKE_WEAK aclError acltdtSetQueueAttr() { return kNotSupported; }
FAKE_WEAK aclError acltdtSetQueueRouteQueryInfo() { return kNotSupported; }
FAKE_WEAK aclError acltdtStopChannel(acltdtChannelHandle *) { return kNotSupported; }
FAKE_WEAK aclError acltdtUnbindQueueRoutes(acltdtQueueRouteList *) { return kNotSupported; }
