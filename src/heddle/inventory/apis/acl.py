"""Huawei's Ascend NPUs: asked through AscendCL, as a program would."""

from __future__ import annotations

import os

from heddle._gen.acl_api import LIBRARY
from heddle.errors import VendorError
from heddle.inventory.apis._library import answer, in_library_path

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.model.container import ContainerNeeds
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


class AclVendor:
    api = "acl"
    visible_variable = "ASCEND_RT_VISIBLE_DEVICES"
    hidden = ""
    layer_variable = ""

    def present(self) -> bool:
        return has_driver() or in_library_path(LIBRARY)

    def devices(self) -> list[Device]:
        """The toolkit is also installed where programs are only built: without the driver there are
        no devices, and nothing is broken."""
        from heddle.model.device import Device, level_of

        try:
            told = answer(self.api, "AscendCL", "Does `npu-smi info` work?", **AT_ONCE)
        except VendorError:
            if has_driver():
                raise
            return []
        found = []
        for entry in told:
            capabilities = tuple(entry.pop("capabilities"))
            found.append(
                Device(
                    api=self.api,
                    vendor="huawei",
                    kind="npu",
                    capabilities=capabilities,
                    level=level_of(capabilities),
                    scheduler="streams by priority, then in turn",
                    **entry,
                )
            )
        return found

    def in_container(self, device: Device) -> ContainerNeeds:
        from heddle.model.container import ContainerNeeds

        names = (f"davinci{device.index}", *SHARED_FILES)
        paths = (os.path.join(DEVICE_FILES, name) for name in names)
        return ContainerNeeds(
            visible=str(device.index),
            device_files=tuple(path for path in paths if os.path.exists(path)),
        )

    def mapped(self, path: str) -> str:
        number = path.removeprefix("/dev/davinci")
        if number == path or not number.isdecimal():  # those that stand for no single chip
            return ""
        return f"{self.api}@{int(number)}"


def has_driver() -> bool:
    return os.path.exists(os.path.join(DEVICE_FILES, MANAGER))


def named_index(ordinal: int) -> int:
    """The device's own number, where the library cannot say it."""
    named = os.environ.get(AclVendor.visible_variable, "").split(",")
    return int(named[ordinal]) if ordinal < len(named) and named[ordinal].isdecimal() else ordinal


def ask() -> list[dict[str, object]]:
    """What the library says of each device; called in a process of its own."""
    import ctypes
    import uuid

    try:
        acl = ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise SystemExit(f"{LIBRARY} does not load ({error})") from None

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
        index = named_index(ordinal) if unknown else logic.value
        unnamed = call("aclrtDeviceGetUuid", ordinal, identity)
        call("aclrtResetDevice", ordinal)
        found.append(
            {
                "name": str(index),
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

if __name__ == "__main__":
    import json

    print(json.dumps(ask()))
