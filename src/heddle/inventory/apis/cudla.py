"""NVIDIA's deep learning accelerators: counted by cuDLA, as a program would."""

from __future__ import annotations

from heddle._gen.cudla_api import LIBRARY
from heddle.inventory.apis._library import LibraryVendor, load


class CudlaVendor(LibraryVendor):
    api = "cudla"
    visible_variable = "CUDLA_VISIBLE_DEVICES"  #: our shim's: cuDLA has none
    libraries = (LIBRARY,)
    device_file = "/dev/nvhost-ctrl-nvdla"  #: the kernel's, of a core
    title = "cuDLA"
    remedy = "Is /dev/nvhost-ctrl-nvdla0 readable?"
    vendor = "nvidia"
    model = "Deep Learning Accelerator"
    kind = "dla"
    scheduler = "first come first served"


def ask() -> list[dict[str, object]]:
    """The cores, of which only the count is known; called in a separate process."""
    import ctypes

    cudla = load(LIBRARY)
    count = ctypes.c_uint64()
    if status := int(cudla.cudlaDeviceGetCount(ctypes.byref(count))):
        raise SystemExit(f"cudlaDeviceGetCount gave {status} (see cudlaStatus)")
    return [{"index": core} for core in range(count.value)]


VENDOR = CudlaVendor()
