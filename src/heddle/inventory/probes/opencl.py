"""OpenCL devices that the bus does not show: accelerators on the chip itself.

`devices()` gives every OpenCL device of this machine, for those who measure or match by OpenCL.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from heddle.errors import VendorError
from heddle.inventory.host import Host
from heddle.inventory.probes.base import ACCELERATOR, DISPLAY, PROCESSOR
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading, Software

LIBRARY = "libOpenCL.so.1"
#: Where the loader finds the vendors' drivers, unless one of these variables says otherwise.
DRIVERS = "/etc/OpenCL/vendors"
VARIABLES = ("OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH")
LIMIT_S = 4.0

#: Numbers of the OpenCL 3.0 specification and of cl_khr_pci_bus_info, cl_khr_icd.
PLATFORM_VERSION, PLATFORM_NAME = 0x0901, 0x0902
TYPE, VENDOR_ID, COMPUTE_UNITS, CLOCK_MHZ, MEMORY = 0x1000, 0x1001, 0x1002, 0x100C, 0x101F
NAME, VENDOR, DRIVER, VERSION, EXTENSIONS = 0x102B, 0x102C, 0x102D, 0x102F, 0x1030
PCI_BUS_INFO = 0x410F
ALL_TYPES = 0xFFFFFFFF
TYPES = {2: "cpu", 4: "gpu", 8: "accelerator", 16: "custom"}
NO_PLATFORM, NO_DEVICE = -1001, -1


class OpenclProbe:
    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        found = host.management("opencl", devices) or ()
        return [_component(device) for device in found if not on_the_bus(device, functions)]

    def read(self, host: Host, component: Component) -> Reading | None:
        return None


def on_the_bus(device: dict[str, Any], functions: Sequence[Function]) -> bool:
    """Whether a CPU or a function of the bus stands for this device already."""
    if device["type"] == "cpu" or device["pci"]:
        return True
    classes = (DISPLAY, PROCESSOR, ACCELERATOR)  # a driver that does not say where its device is
    return any(f.vendor == device["vendor_id"] for f in functions if f.base_class in classes)


def _component(device: dict[str, Any]) -> Component:
    vendor = "".join(letter for letter in device["vendor"].split()[0].lower() if letter.isalnum())
    return Component(
        id=device["id"],
        kind="gpu" if device["type"] == "gpu" else "asic",
        vendor=vendor or "unknown",
        model=device["name"],
        memory_bytes=device["memory_bytes"] or None,
        stack=(Software(device["platform"], device["driver"], "runtime"),),
        attributes={
            "compute_units": device["compute_units"],
            "opencl": device["version"],
            "clock_mhz": device["clock_mhz"],
        },
    )


def devices() -> list[dict[str, Any]]:
    """Every OpenCL device: id (opencl@platform:device), name, type, vendor, vendor_id, platform,
    platform_version, compute_units, clock_mhz, memory_bytes, version, driver, and pci (its address
    on the bus; None if its driver does not tell).

    In a process of its own: a vendor's driver may crash, hang, or leave threads behind.

    :raises VendorError: if a driver does one of these
    """
    drivers = os.listdir(DRIVERS) if os.path.isdir(DRIVERS) else []
    if not drivers and not any(name in os.environ for name in VARIABLES):
        return []
    import json
    import subprocess
    import sys

    try:
        done = subprocess.run(
            [sys.executable, "-m", "heddle.inventory.probes.opencl"],
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
        )
    except subprocess.TimeoutExpired:
        why = f"no answer within {LIMIT_S:g} s"
    else:
        if not done.returncode:
            found: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
            return found
        why = (done.stderr.strip().splitlines() or ["it crashed"])[-1]
    raise VendorError(f"OpenCL cannot be used: {why}. Which of {DRIVERS} does `clinfo` fail with?")


def ask() -> list[dict[str, Any]]:
    """What the drivers say; called in a process of its own."""
    import ctypes

    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError:
        return []

    def handles(call: Callable[..., int], *arguments: object) -> list[int]:
        count = ctypes.c_uint()
        status = call(*arguments, 0, None, ctypes.byref(count))
        if status in (NO_PLATFORM, NO_DEVICE):
            return []
        found = (ctypes.c_void_p * count.value)()
        status = status or call(*arguments, count, found, None)
        if status:
            raise SystemExit(f"{LIBRARY} gave {status}")
        return [handle or 0 for handle in found]

    def value(call: Callable[..., int], handle: int, what: int) -> bytes:
        size = ctypes.c_size_t()
        if call(ctypes.c_void_p(handle), what, 0, None, ctypes.byref(size)):
            return b""
        room = ctypes.create_string_buffer(size.value)
        return b"" if call(ctypes.c_void_p(handle), what, size, room, None) else room.raw

    def text(call: Callable[..., int], handle: int, what: int) -> str:
        return value(call, handle, what).decode(errors="replace").strip("\0 ")

    def whole(handle: int, what: int) -> int:
        return int.from_bytes(value(library.clGetDeviceInfo, handle, what), "little")

    library.clGetDeviceIDs.argtypes = [
        *(ctypes.c_void_p, ctypes.c_ulong, ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p)
    ]
    found = []
    for p, platform in enumerate(handles(library.clGetPlatformIDs)):
        for d, device in enumerate(handles(library.clGetDeviceIDs, platform, ALL_TYPES)):
            kinds = [word for bit, word in TYPES.items() if whole(device, TYPE) & bit]
            extensions = text(library.clGetDeviceInfo, device, EXTENSIONS)
            place = value(library.clGetDeviceInfo, device, PCI_BUS_INFO)
            found.append(
                {
                    "id": f"opencl@{p}:{d}",
                    "name": text(library.clGetDeviceInfo, device, NAME),
                    "type": kinds[0] if kinds else "custom",
                    "vendor": text(library.clGetDeviceInfo, device, VENDOR) or "unknown",
                    "vendor_id": whole(device, VENDOR_ID),
                    "platform": text(library.clGetPlatformInfo, platform, PLATFORM_NAME),
                    "platform_version": text(library.clGetPlatformInfo, platform, PLATFORM_VERSION),
                    "compute_units": whole(device, COMPUTE_UNITS),
                    "clock_mhz": whole(device, CLOCK_MHZ),
                    "memory_bytes": whole(device, MEMORY),
                    "version": text(library.clGetDeviceInfo, device, VERSION),
                    "driver": text(library.clGetDeviceInfo, device, DRIVER),
                    "pci": _address(place) if "cl_khr_pci_bus_info" in extensions else None,
                }
            )
    return found


def _address(place: bytes) -> str | None:
    """The four numbers of cl_device_pci_bus_info_khr, as the kernel writes them."""
    import struct

    if len(place) != 16:
        return None
    return "{:04x}:{:02x}:{:02x}.{:x}".format(*struct.unpack("=4I", place))


PROBE = OpenclProbe()

if __name__ == "__main__":
    import json

    print(json.dumps(ask()))
