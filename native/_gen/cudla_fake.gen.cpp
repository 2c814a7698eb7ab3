// Made by tools/gen from facts/cudla.toml (cudla.h and cudlaExternalEtbl.hpp of cuDLA 1.5 (CUDA 13.4); 1.4 has the same functions, version 1.5). Do not edit.
#include "fake/cudla/symbols.h"

using namespace fake;

FAKE_WEAK cudlaStatus cudlaCreateDevice(uint64_t, cudlaDevHandle *, uint32_t) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaDestroyDevice(cudlaDevHandle) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaDeviceGetAttribute(cudlaDevHandle, cudlaDevAttributeType, void *) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaDeviceGetCount(uint64_t *) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaDrvFuncInit() { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaGetExportTable() { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaGetExternalExportTable(const void **, uint32_t) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaGetLastError(cudlaDevHandle) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaGetNvSciSyncAttributes(uint64_t *, uint32_t) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaGetVersion(uint64_t *) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaImportExternalMemory(cudlaDevHandle, const void *, uint64_t **, uint32_t) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaImportExternalSemaphore(cudlaDevHandle, const void *, uint64_t **, uint32_t) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaMemRegister(cudlaDevHandle, const uint64_t *, size_t, uint64_t **, uint32_t) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaMemUnregister(cudlaDevHandle, const uint64_t *) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaModuleGetAttributes(cudlaModule, cudlaModuleAttributeType, void *) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaModuleLoadFromMemory(cudlaDevHandle, const uint8_t *, size_t, cudlaModule *, uint32_t) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaModuleUnload(cudlaModule, uint32_t) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaSetTaskTimeoutInMs(cudlaDevHandle, uint32_t) { return kNotSupported; }
FAKE_WEAK cudlaStatus cudlaSubmitTask(cudlaDevHandle, const void *, uint32_t, void *, uint32_t) { return kNotSupported; }
