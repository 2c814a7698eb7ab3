"""Every OpenCL device of this machine, through the loader.

Light to import: every `heddle run` asks whether there is a driver.
"""

from __future__ import annotations

import os

from heddle.errors import VendorError

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LIBRARY = "libOpenCL.so.1"
#: Where the loader finds the vendors' drivers, unless one of these variables says otherwise; and
#: one that adds to them.
DRIVERS = "/etc/OpenCL/vendors"
VARIABLES, MORE_DRIVERS = ("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"), "OCL_ICD_FILENAMES"
LIMIT_S = 10.0  #: a driver with a compiler takes a second, and more on a busy machine
#: What a program under Heddle sees, and what is between it and the loader: not for us.
OURS = ("HEDDLE_OPENCL_DEVICES", "OPENCL_LAYERS", "LD_PRELOAD")

#: Numbers of the OpenCL 3.0 specification and of cl_khr_pci_bus_info, cl_khr_device_uuid,
#: cl_khr_icd.
PLATFORM_VERSION, PLATFORM_NAME = 0x0901, 0x0902
TYPE, VENDOR_ID, COMPUTE_UNITS, CLOCK_MHZ, MEMORY = 0x1000, 0x1001, 0x1002, 0x100C, 0x101F
NAME, VENDOR, DRIVER, VERSION, EXTENSIONS = 0x102B, 0x102C, 0x102D, 0x102F, 0x1030
PCI_BUS_INFO, UUID = 0x410F, 0x106A
ALL_TYPES = 0xFFFFFFFF
TYPES = {2: "cpu", 4: "gpu", 8: "accelerator", 16: "custom"}
NO_PLATFORM, NO_DEVICE = -1001, -1

#: Whose accelerators under OpenCL are FPGAs.
OF_FPGAS = ("altera", "intel", "xilinx")


def installed() -> bool:
    """Whether there may be a driver; as loaders do, by the variables that some of them know."""
    said = (os.environ.get(name) for name in VARIABLES)
    place = next((place for place in said if place), DRIVERS)
    if os.environ.get(MORE_DRIVERS):
        return True
    try:
        return any(name.endswith(".icd") for name in os.listdir(place))
    except OSError:
        # One driver, by a file that names it, or by its library.
        return place != DRIVERS and (os.path.exists(place) or "/" not in place)


def devices() -> list[dict[str, Any]]:
    """Every OpenCL device, platform by platform in the order of their names: id (opencl@ and the
    loader's own numbers of platform and device), name, type, vendor, vendor_id, platform,
    platform_version, compute_units, clock_mhz, memory_bytes, version, driver, and what its driver
    may not tell: pci (its address on the bus) and uuid.

    In a separate process: a vendor's driver may crash, hang, or leave threads behind.

    :raises VendorError: if a driver does one of these
    """
    if not installed():
        return []
    import json
    import subprocess
    import sys

    try:
        done = subprocess.run(
            [sys.executable, "-m", "heddle.inventory.sources.opencl"],
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            env={name: value for name, value in os.environ.items() if name not in OURS},
        )
    except subprocess.TimeoutExpired:
        why = f"no answer within {LIMIT_S:g} s"
    else:
        if not done.returncode:
            found: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
            return found
        why = (done.stderr.strip().splitlines() or ["it crashed"])[-1]
    raise VendorError(f"OpenCL cannot be used: {why}. Which of {DRIVERS} does `clinfo` fail with?")


def vendor_of(device: dict[str, Any]) -> str:
    """In one word, as elsewhere; drivers give the number of the PCI bus, where there is one."""
    from heddle.inventory.sources.pci_names import VENDORS

    if known := VENDORS.get(device["vendor_id"]):
        return known
    word = device["vendor"].split()[0].lower().partition("(")[0]
    return "".join(letter for letter in word if letter.isalnum()) or "unknown"


def kind_of(device: dict[str, Any]) -> str:
    """As of a component. `custom` is a device that runs its built-in kernels only."""
    if device["type"] == "accelerator":
        return "fpga" if vendor_of(device) in OF_FPGAS else "npu"
    return "asic" if device["type"] == "custom" else str(device["type"])


def uuid_of(index: int, device: dict[str, Any]) -> str:
    """Of the device that is `index` of all: as other APIs write it, where its driver tells."""
    own = device.get("uuid")
    return f"GPU-{own}" if own else f"opencl-{index}-{device['name'][:48]}"


def ask() -> list[dict[str, Any]]:
    """What the drivers say; called in a separate process."""
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
            extensions = text(library.clGetDeviceInfo, device, EXTENSIONS).split()
            place = value(library.clGetDeviceInfo, device, PCI_BUS_INFO)
            identity = value(library.clGetDeviceInfo, device, UUID)
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
                    "uuid": _identity(identity),
                }
            )
    # Loaders have orders of their own, and a program may bring another one than the system's.
    return sorted(found, key=lambda device: str(device["platform"]).encode())


def _address(place: bytes) -> str | None:
    """The four numbers of cl_device_pci_bus_info_khr, as the kernel writes them."""
    import struct

    if len(place) != 16:
        return None
    return "{:04x}:{:02x}:{:02x}.{:x}".format(*struct.unpack("=4I", place))


def _identity(number: bytes) -> str | None:
    import uuid

    return str(uuid.UUID(bytes=number)) if len(number) == 16 else None


if __name__ == "__main__":
    import json

    print(json.dumps(ask()))
