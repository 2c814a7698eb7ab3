"""AMD's GPUs: asked through the HIP runtime, as a program would."""

from __future__ import annotations

import os

from heddle.inventory.apis._library import LibraryVendor

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.model.container import ContainerNeeds
    from heddle.model.device import Device

#: One for each major version; the newest that is there is asked. The shim knows all of them.
LIBRARIES = ("libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5")
NO_DEVICE = 100  #: hipErrorNoDevice
CAN_USE_STREAM_WAIT_VALUE = 10013  #: hipDeviceAttribute_t
#: The GPUs of the kernel's driver, each a link named by its place on the bus.
DRIVER_GPUS = "/sys/bus/pci/drivers/amdgpu"
DEVICE_FILES = "/dev"


class HipVendor(LibraryVendor):
    api = "hip"
    #: ROCR_VISIBLE_DEVICES comes in front of it, and is the user's own.
    visible_variable = "HIP_VISIBLE_DEVICES"
    hidden = "-1"  #: an empty list hides nothing
    libraries = LIBRARIES
    title = "the HIP runtime"
    remedy = "Does `rocminfo` work?"
    vendor = "amd"
    kind = "gpu"
    scheduler = "hardware queues side by side"

    def present(self) -> bool:
        return os.path.exists("/dev/kfd") or super().present()

    def in_container(self, device: Device) -> ContainerNeeds:
        """By UUID: the runtime numbers the GPUs of a container anew."""
        from heddle.model.container import ContainerNeeds

        names = ["kfd", *render_files(device.index)]
        paths = (os.path.join(DEVICE_FILES, name) for name in names)
        return ContainerNeeds(
            visible=device.uuid if device.uuid.startswith("GPU-") else str(device.index),
            device_files=tuple(path for path in paths if os.path.exists(path)),
        )

    def mapped(self, path: str) -> str:
        """A process maps its render nodes; /dev/kfd is of no single GPU."""
        name = path.removeprefix("/dev/")
        if not name.startswith("dri/renderD"):
            return ""
        places = range(len(bus_ids()))
        index = next((place for place in places if name in render_files(place)), None)
        return "" if index is None else f"{self.api}@{index}"


def bus_ids() -> list[str]:
    """The GPUs of the machine in the order of the bus."""
    try:
        return sorted(name.lower() for name in os.listdir(DRIVER_GPUS) if name[0].isdecimal())
    except OSError:
        return []


def bus_index(bus_id: str, ordinal: int) -> int:
    """The place in the order of the bus, which does not depend on what is visible."""
    known = bus_ids()
    if bus_id.lower() in known:
        return known.index(bus_id.lower())
    return VENDOR.number_of(ordinal)


def render_files(index: int) -> list[str]:
    """The GPU's files under /dev/dri that programs compute through."""
    try:
        names = os.listdir(os.path.join(DRIVER_GPUS, bus_ids()[index], "drm"))
    except (OSError, IndexError):
        return []
    return [f"dri/{name}" for name in sorted(names) if name.startswith("renderD")]


def ask() -> list[dict[str, object]]:
    """What the runtime says of each device; called in a separate process."""
    import ctypes
    from contextlib import suppress

    library: ctypes.CDLL | None = None
    for name in LIBRARIES:
        with suppress(OSError):
            library = ctypes.CDLL(name)
            break
    if library is None:  # the kernel's driver comes with Linux, the runtime does not
        return []
    hip = library

    def call(function: str, *arguments: object) -> int:
        return int(getattr(hip, function)(*arguments))

    count = ctypes.c_int()
    status = call("hipGetDeviceCount", ctypes.byref(count))
    if status == NO_DEVICE:
        return []
    if status:
        raise SystemExit(f"hipGetDeviceCount gave {status} (see hipError_t in hip_runtime_api.h)")
    found: list[dict[str, object]] = []
    for ordinal in range(count.value):
        model, bus_id = ctypes.create_string_buffer(256), ctypes.create_string_buffer(32)
        memory, identity = ctypes.c_size_t(), ctypes.create_string_buffer(17)
        waits = ctypes.c_int()
        call("hipDeviceGetName", model, 256, ordinal)
        call("hipDeviceTotalMem", ctypes.byref(memory), ordinal)
        call("hipDeviceGetPCIBusId", bus_id, 32, ordinal)
        call("hipDeviceGetUuid", identity, ordinal)
        call("hipDeviceGetAttribute", ctypes.byref(waits), CAN_USE_STREAM_WAIT_VALUE, ordinal)
        place = bus_id.value.decode()
        index = bus_index(place, ordinal)
        digits = identity.value.decode(errors="replace")
        found.append(
            {
                "index": index,
                "model": model.value.decode(),
                "uuid": f"GPU-{digits}" if digits else f"hip-{place}",
                "memory_bytes": memory.value,
                "capabilities": ["wait_value", "write_value"] if waits.value else [],
            }
        )
    return found


VENDOR = HipVendor()
