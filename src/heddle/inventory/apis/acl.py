"""Huawei's Ascend NPUs: asked through AscendCL, as a program would."""

from __future__ import annotations

import os

from heddle._gen.acl_api import LIBRARY
from heddle.errors import VendorError
from heddle.inventory.apis._library import LibraryVendor, load

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.model.device import Device

#: aclError
NO_DEVICE = 207004
INIT_ERRORS = {
    107001: "no such device",
    500003: "the runtime failed; do driver and toolkit fit each other?",
    507008: "the toolkit does not know this chip",
    507033: "the device could not be set up",
    507899: "the driver failed; are the device files there and readable?",
}
#: aclrtMemAttr: what each chip calls its memory, the larger one first
HBM, DDR = 1, 0
DEVICE_FILES = "/dev"
MANAGER = "davinci_manager"
SHARED_FILES = (MANAGER, "devmm_svm", "hisi_hdc")
#: The library waits at its end for the device's log, 2 s unless told.
AT_ONCE = {"ASCEND_LOG_DEVICE_FLUSH_TIMEOUT": "0"}


class AclVendor(LibraryVendor):
    api = "acl"
    visible_variable = "ASCEND_RT_VISIBLE_DEVICES"
    libraries = (LIBRARY,)
    device_file = "/dev/davinci"
    title = "AscendCL"
    remedy = "Does `npu-smi info` work?"
    variables = AT_ONCE
    vendor = "huawei"
    kind = "npu"
    scheduler = "streams by priority, then in turn"

    def present(self) -> bool:
        return has_driver() or super().present()

    def devices(self) -> list[Device]:
        """The toolkit is also installed where programs are only built: without the driver there are
        no devices, and nothing is broken."""
        try:
            return super().devices()
        except VendorError:
            if has_driver():
                raise
            return []

    def device_files(self, device: Device) -> list[str]:
        names = (f"davinci{device.index}", *SHARED_FILES)
        return [os.path.join(DEVICE_FILES, name) for name in names]


def has_driver() -> bool:
    return os.path.exists(os.path.join(DEVICE_FILES, MANAGER))


def ask() -> list[dict[str, object]]:
    """What the library says of each device; called in a separate process."""
    import ctypes
    import uuid

    acl = load(LIBRARY)

    def has(name: str) -> bool:
        return hasattr(acl, name)

    def call(name: str, *arguments: object) -> int:
        return int(getattr(acl, name)(*arguments)) if has(name) else -1

    def must(name: str, *arguments: object) -> None:
        status = call(name, *arguments)
        if status:
            raise SystemExit(f"{name} gave {status} ({INIT_ERRORS.get(status, 'see aclError')})")

    must("aclInit", None)
    acl.aclrtGetSocName.restype = ctypes.c_char_p
    model = (acl.aclrtGetSocName() or b"").decode()
    count = ctypes.c_uint32()
    status = call("aclrtGetDeviceCount", ctypes.byref(count))
    if status == NO_DEVICE:
        return []
    found: list[dict[str, object]] = []
    for ordinal in range(count.value):
        logic, identity = ctypes.c_int32(), ctypes.create_string_buffer(16)
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        must("aclrtSetDevice", ordinal)
        for kind in (HBM, DDR):
            if not call("aclrtGetMemInfo", kind, ctypes.byref(free), ctypes.byref(total)):
                break
        unknown = call("aclrtGetLogicDevIdByUserDevId", ordinal, ctypes.byref(logic))
        index = VENDOR.number_of(ordinal) if unknown else logic.value
        unnamed = call("aclrtDeviceGetUuid", ordinal, identity)
        call("aclrtResetDevice", ordinal)
        found.append(
            {
                "index": index,
                "model": model,
                "uuid": f"acl-{index}" if unnamed else f"NPU-{uuid.UUID(bytes=identity.raw)}",
                "memory_bytes": total.value,
                # A notify, which a thread of ours records; each program tries it out.
                "capabilities": ["wait_value"] if has("aclrtWaitAndResetNotify") else [],
            }
        )
    call("aclFinalize")
    return found


VENDOR = AclVendor()
