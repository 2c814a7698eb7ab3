"""The engines of NVIDIA's Vision Programming Interface: asked through VPI, as a program would."""

from __future__ import annotations

import os

from heddle._gen.vpi_api import LIBRARY
from heddle.inventory.apis._library import answer, in_library_path

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.model.container import ContainerNeeds
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
CAPABILITIES = ("wait_value",)  # a host function that waits stands for it


class VpiVendor:
    api = "vpi"
    visible_variable = "VPI_VISIBLE_ENGINES"  #: our shim's: VPI has none
    hidden = ""
    layer_variable = ""

    def present(self) -> bool:
        return os.path.isdir(INSTALLED) or in_library_path(LIBRARY)

    def devices(self) -> list[Device]:
        from heddle.model.device import Device, level_of

        bits = answer(self.api, "VPI", "Does NVIDIA's `vpi_sample` work?")
        return [
            Device(
                api=self.api,
                name=name,
                index=index,
                vendor="nvidia",
                model=model,
                kind=kind,
                uuid=f"vpi-{name}",
                memory_bytes=0,  # the machine's
                capabilities=CAPABILITIES,
                level=level_of(CAPABILITIES),
                scheduler="first come first served",
            )
            for index, (name, kind, model) in ENGINES.items()
            if bits >> index & 1
        ]

    def in_container(self, device: Device) -> ContainerNeeds:
        import glob

        from heddle.model.container import ContainerNeeds

        prefix = DEVICE_FILES.get(device.name)
        files = sorted(glob.glob(f"/dev/{prefix}*")) if prefix else []
        return ContainerNeeds(visible=str(device.index), device_files=tuple(files))

    def mapped(self, path: str) -> str:
        for name, prefix in DEVICE_FILES.items():
            if path.startswith(f"/dev/{prefix}"):
                return f"{self.api}@{name}"
        return ""


def ask() -> int:
    """The engines that are enabled, as bits of VPIBackend; called in a process of its own."""
    import ctypes

    try:
        vpi = ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise SystemExit(f"{LIBRARY} does not load ({error})") from None
    context, flags = ctypes.c_void_p(), ctypes.c_uint64()
    vpi.vpiStatusGetName.restype = ctypes.c_char_p
    calls = (
        ("vpiContextGetCurrent", (ctypes.byref(context),)),
        ("vpiContextGetFlags", (context, ctypes.byref(flags))),
    )
    for name, arguments in calls:
        if status := int(getattr(vpi, name)(*arguments)):
            raise SystemExit(f"{name} gave {vpi.vpiStatusGetName(status).decode()}")
    return flags.value


VENDOR = VpiVendor()

if __name__ == "__main__":
    print(ask())
