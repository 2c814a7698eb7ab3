"""The cudla API. Made by tools/gen from facts/cudla.toml. Do not edit."""

LIBRARY = "libcudla.so.1"
VERSION = "1.5"

#: function: role
FUNCTIONS = {
    "cudlaCreateDevice": "custom",
    "cudlaDestroyDevice": "custom",
    "cudlaDeviceGetAttribute": "pass",
    "cudlaDeviceGetCount": "pass",
    "cudlaDrvFuncInit": "pass",
    "cudlaGetExportTable": "pass",
    "cudlaGetExternalExportTable": "pass",
    "cudlaGetLastError": "pass",
    "cudlaGetNvSciSyncAttributes": "pass",
    "cudlaGetVersion": "pass",
    "cudlaImportExternalMemory": "pass",
    "cudlaImportExternalSemaphore": "pass",
    "cudlaMemRegister": "pass",
    "cudlaMemUnregister": "pass",
    "cudlaModuleGetAttributes": "pass",
    "cudlaModuleLoadFromMemory": "pass",
    "cudlaModuleUnload": "pass",
    "cudlaSetTaskTimeoutInMs": "pass",
    "cudlaSubmitTask": "custom",
}
