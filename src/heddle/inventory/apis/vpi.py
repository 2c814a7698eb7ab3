"""The engines of NVIDIA's Vision Programming Interface: asked through VPI, as a program would."""

from __future__ import annotations

import os

from heddle._gen.vpi_api import LIBRARY
from heddle.inventory.apis._library import LibraryVendor, load

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.model.device import Device

#: Where NVIDIA's package puts it.
INSTALLED = "/opt/nvidia/vpi3"
#: VPIBackend by the number of its bit: name, kind, model. CUDA's is the CUDA driver's business.
ENGINES = {
    0: ("cpu", "cpu", "CPU"),
    2: ("pva", "pva", "Programmable Vision Accelerator"),
    3: ("vic", "asic", "Video Image Compositor"),
    4: ("nvenc", "asic", "Video Encoder"),
    5: ("ofa", "ofa", "Optical Flow Accelerator"),
}
#: How the kernel's files for each begin, behind /dev/; of the encoder's there is no public word.
DEVICE_FILES = {"pva": "nvhost-ctrl-pva", "vic": "nvhost-vic", "ofa": "nvhost-ofa"}


class VpiVendor(LibraryVendor):
    api = "vpi"
    visible_variable = "VPI_VISIBLE_ENGINES"  #: our shim's: VPI has none
    libraries = (LIBRARY,)
    title = "VPI"
    remedy = "Does NVIDIA's `vpi_sample` work?"
    vendor = "nvidia"
    capabilities = ("wait_value",)  #: a host function that waits stands for it
    scheduler = "first come first served"

    def present(self) -> bool:
        return os.path.isdir(INSTALLED) or super().present()

    def device_files(self, device: Device) -> list[str]:
        import glob

        prefix = DEVICE_FILES.get(device.name)
        return sorted(glob.glob(f"/dev/{prefix}*")) if prefix else []

    def mapped(self, path: str) -> str:
        for name, prefix in DEVICE_FILES.items():
            if path.startswith(f"/dev/{prefix}"):
                return f"{self.api}@{name}"
        return ""


def ask() -> list[dict[str, object]]:
    """The engines that are enabled; called in a separate process."""
    import ctypes

    vpi = load(LIBRARY)
    context, flags = ctypes.c_void_p(), ctypes.c_uint64()
    vpi.vpiStatusGetName.restype = ctypes.c_char_p
    calls = (
        ("vpiContextGetCurrent", (ctypes.byref(context),)),
        ("vpiContextGetFlags", (context, ctypes.byref(flags))),
    )
    for name, arguments in calls:
        if status := int(getattr(vpi, name)(*arguments)):
            raise SystemExit(f"{name} gave {vpi.vpiStatusGetName(status).decode()}")
    return [
        {"index": index, "name": name, "kind": kind, "model": model}
        for index, (name, kind, model) in ENGINES.items()
        if flags.value >> index & 1
    ]


VENDOR = VpiVendor()
