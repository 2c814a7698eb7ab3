"""NVIDIA's deep learning accelerators: counted by cuDLA, as a program would."""

from __future__ import annotations

import os

from heddle._gen.cudla_api import LIBRARY
from heddle.inventory.apis._library import answer, in_library_path

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.model.container import ContainerNeeds
    from heddle.model.device import Device

#: The kernel's file of a core.
DEVICE_FILE = "/dev/nvhost-ctrl-nvdla"


class CudlaVendor:
    api = "cudla"
    visible_variable = "CUDLA_VISIBLE_DEVICES"  #: our shim's: cuDLA has none
    hidden = ""
    layer_variable = ""

    def present(self) -> bool:
        return os.path.exists(f"{DEVICE_FILE}0") or in_library_path(LIBRARY)

    def devices(self) -> list[Device]:
        from heddle.model.device import Device, level_of

        return [
            Device(
                api=self.api,
                name=str(core),
                index=core,
                vendor="nvidia",
                model="Deep Learning Accelerator",
                kind="dla",
                uuid=f"cudla-{core}",
                memory_bytes=0,  # the machine's
                capabilities=(),
                level=level_of(()),
                scheduler="first come first served",
            )
            for core in range(answer(self.api, "cuDLA", f"Is {DEVICE_FILE}0 readable?"))
        ]

    def in_container(self, device: Device) -> ContainerNeeds:
        from heddle.model.container import ContainerNeeds

        path = f"{DEVICE_FILE}{device.index}"
        files = (path,) if os.path.exists(path) else ()
        return ContainerNeeds(visible=str(device.index), device_files=files)

    def mapped(self, path: str) -> str:
        number = path.removeprefix(DEVICE_FILE)
        return f"{self.api}@{number}" if number != path and number.isdecimal() else ""


def ask() -> int:
    """How many cores there are; called in a process of its own."""
    import ctypes

    try:
        cudla = ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise SystemExit(f"{LIBRARY} does not load ({error})") from None
    count = ctypes.c_uint64()
    if status := int(cudla.cudlaDeviceGetCount(ctypes.byref(count))):
        raise SystemExit(f"cudlaDeviceGetCount gave {status} (see cudlaStatus)")
    return count.value


VENDOR = CudlaVendor()

if __name__ == "__main__":
    print(ask())
