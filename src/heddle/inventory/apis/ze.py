"""Intel's GPUs and NPUs: asked through the Level Zero loader, as a program would."""

from __future__ import annotations

import os

from heddle._gen.ze_api import LIBRARY
from heddle.inventory.apis._library import LibraryVendor

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.model.device import Device

#: ze_result_t of a loader without a driver, or a driver without a device
UNINITIALIZED = 0x78000001
#: ze_device_type_t
GPU = 1
KINDS = {GPU: "gpu", 2: "cpu", 3: "fpga", 5: "npu"}
#: ze_structure_type_t, bytes, and where our values lie: ze_device_properties_t (type, vendor, UUID
#: and name) and ze_device_memory_properties_t (total size)
DEVICE_PROPERTIES, MEMORY_PROPERTIES = (3, 368), (7, 296)
TYPE, VENDOR_ID, UUID, NAME, TOTAL = 16, 20, 96, 112, 32
INTEL = 0x8086
MOST_MEMORIES = 8
#: The kernel's drivers of such devices, and the files under /dev that programs use them by.
DRIVERS = {"i915": "drm", "xe": "drm", "intel_vpu": "accel"}
FILES = {"drm": ("dri", "renderD"), "accel": ("accel", "accel")}
PCI_DRIVERS = "/sys/bus/pci/drivers"
DEVICE_FILES = "/dev"


class ZeVendor(LibraryVendor):
    api = "ze"
    visible_variable = "ZE_AFFINITY_MASK"
    hidden = "63"  #: an empty mask hides nothing
    title = "Level Zero"
    remedy = (
        "Is its loader installed (libze1 or level-zero), and the driver behind it "
        "(intel-level-zero-gpu or -npu)?"
    )
    capabilities = ("wait_value",)  #: through a thread of the shim's, whatever the device

    def present(self) -> bool:
        """The loader itself comes with many programs: without a device's file, or a driver that the
        environment names, there is nothing for it to find."""
        return "ZE_ENABLE_ALT_DRIVERS" in os.environ or bool(device_files())

    def device_files(self, device: Device) -> list[str]:
        """All of them: which one is which device is the driver's own order."""
        return [os.path.join(DEVICE_FILES, name) for name in device_files()]

    def mapped(self, path: str) -> str:
        name = path.removeprefix(f"{DEVICE_FILES}/")
        return self.api if name in device_files() else ""


def device_files() -> list[str]:
    """Those of all such devices, under /dev."""
    found = []
    for driver, folder in DRIVERS.items():
        under, prefix = FILES[folder]
        try:
            places = os.listdir(os.path.join(PCI_DRIVERS, driver))
        except OSError:
            continue
        for place in sorted(places):
            try:
                names = os.listdir(os.path.join(PCI_DRIVERS, driver, place, folder))
            except OSError:
                continue
            found += [f"{under}/{name}" for name in sorted(names) if name.startswith(prefix)]
    return found


def unmasked(position: int, mask: str) -> int:
    """The number of a device whatever ZE_AFFINITY_MASK hides: that is a set of devices, or of parts
    of them (3.1), and those that are left keep their order."""
    words = (word.partition(".")[0].strip() for word in mask.split(","))
    wanted = sorted({int(word) for word in words if word.isdecimal()})
    return wanted[position] if position < len(wanted) else position


def ask() -> list[dict[str, object]]:
    """What the drivers say of each device; called in a separate process."""
    import ctypes
    import struct
    import uuid

    try:
        ze = ctypes.CDLL(LIBRARY)
    except OSError:  # the kernel's driver comes with Linux, the loader does not
        return []

    def call(name: str, *arguments: object) -> None:
        status = getattr(ze, name)(*arguments) & 0xFFFFFFFF
        if status:
            raise SystemExit(f"{name} gave {status:#x} (see ze_result_t in ze_api.h)")

    def listed(name: str, *arguments: object) -> list[ctypes.c_void_p]:
        count = ctypes.c_uint32()
        call(name, *arguments, ctypes.byref(count), None)
        handles = (ctypes.c_void_p * count.value)()
        call(name, *arguments, ctypes.byref(count), handles)
        return [ctypes.c_void_p(handle) for handle in handles[: count.value]]

    def properties(kind: int, size: int, many: int = 1) -> ctypes.Array[ctypes.c_char]:
        return ctypes.create_string_buffer(struct.pack("=I", kind).ljust(size, b"\0") * many)

    if ze.zeInit(0) & 0xFFFFFFFF == UNINITIALIZED:
        return []
    call("zeInit", 0)
    handles = [
        device for driver in listed("zeDriverGet") for device in listed("zeDeviceGet", driver)
    ]
    found: list[dict[str, object]] = []
    for position, handle in enumerate(handles):
        of = properties(*DEVICE_PROPERTIES)
        memories = properties(*MEMORY_PROPERTIES, MOST_MEMORIES)
        count = ctypes.c_uint32(MOST_MEMORIES)
        call("zeDeviceGetProperties", handle, of)
        call("zeDeviceGetMemoryProperties", handle, ctypes.byref(count), memories)
        sizes = (
            struct.unpack_from("=Q", memories, at * MEMORY_PROPERTIES[1] + TOTAL)[0]
            for at in range(count.value)
        )
        (kind,) = struct.unpack_from("=I", of, TYPE)
        (vendor,) = struct.unpack_from("=I", of, VENDOR_ID)
        index = unmasked(position, os.environ.get(ZeVendor.visible_variable, ""))
        found.append(
            {
                "index": index,
                "vendor": "intel" if vendor == INTEL else f"{vendor:04x}",
                "model": of.raw[NAME:].partition(b"\0")[0].decode(errors="replace"),
                "kind": KINDS.get(kind, "asic"),
                "scheduler": "time slices of contexts" if kind == GPU else "its driver's",
                "uuid": f"GPU-{uuid.UUID(bytes=of.raw[UUID : UUID + 16])}",
                "memory_bytes": sum(sizes),
            }
        )
    return found


VENDOR = ZeVendor()
