"""NVIDIA's GPUs: asked through the CUDA driver library, as a program would."""

from __future__ import annotations

import os

from heddle._gen.cuda_api import LIBRARY
from heddle.inventory.apis._library import LibraryVendor, load

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.model.container import ContainerNeeds
    from heddle.model.device import Device

#: CUresult
INIT_ERRORS = {
    3: "not initialized",
    34: "a stub library, not the driver",
    803: "the library and the kernel module are of different versions; reboot after an update",
    804: "this GPU does not support forward compatibility",
    999: "unknown; are the device files there and readable?",
}
#: CUdevice_attribute
MEMORY_OPERATIONS = (
    122  # CAN_USE_STREAM_WAIT_VALUE_NOR and with it the rest, without a module option
)
#: One folder for each GPU, named by its place on the bus.
DRIVER_GPUS = "/proc/driver/nvidia/gpus"
DEVICE_FILES = "/dev"


class CudaVendor(LibraryVendor):
    api = "cuda"
    visible_variable = "CUDA_VISIBLE_DEVICES"
    libraries = (LIBRARY,)
    title = "the CUDA driver"
    remedy = "Does `nvidia-smi` work?"
    vendor = "nvidia"
    kind = "gpu"
    scheduler = "time slices of contexts"

    def present(self) -> bool:
        return os.path.exists("/dev/nvidiactl") or super().present()

    def in_container(self, device: Device) -> ContainerNeeds:
        """By UUID: the driver numbers the GPUs of a container anew."""
        from heddle.model.container import ContainerNeeds

        names = (f"nvidia{minor(device.index)}", "nvidiactl", "nvidia-uvm", "nvidia-uvm-tools")
        paths = (os.path.join(DEVICE_FILES, name) for name in names)
        return ContainerNeeds(
            visible=device.uuid or str(device.index),
            device_files=tuple(path for path in paths if os.path.exists(path)),
            entry=f"nvidia.com/gpu={device.index}",
        )

    def mapped(self, path: str) -> str:
        number = path.removeprefix("/dev/nvidia")
        if number == path or not number.isdecimal():  # nvidiactl, nvidia-uvm: of no single GPU
            return ""
        return f"{self.api}@{index_of(int(number))}"


def bus_ids() -> list[str]:
    """The GPUs of the machine in the order of the bus."""
    return sorted(entry.lower() for entry in os.listdir(DRIVER_GPUS))


def bus_index(bus_id: str, otherwise: int) -> int:
    """The place in the order of the bus, which does not depend on CUDA_VISIBLE_DEVICES."""
    try:
        return bus_ids().index(bus_id.lower())
    except (OSError, ValueError):
        return otherwise


def minor(index: int) -> int:
    """The number in the name of the device file: counted as drivers were bound, not by the bus."""
    try:
        with open(os.path.join(DRIVER_GPUS, bus_ids()[index], "information")) as file:
            for line in file:
                key, _, value = line.partition(":")
                if key == "Device Minor":
                    return int(value)
    except (OSError, ValueError, IndexError):
        pass
    return index


def index_of(number: int) -> int:
    """The reverse of minor()."""
    try:
        places = range(len(bus_ids()))
    except OSError:
        return number
    return next((index for index in places if minor(index) == number), number)


def ask() -> list[dict[str, object]]:
    """What the driver says of each device; called in a separate process."""
    import ctypes
    import uuid

    cuda = load(LIBRARY)

    def call(name: str, *arguments: object) -> int:
        return int(getattr(cuda, name)(*arguments))

    status = call("cuInit", 0)
    if status == 100:  # no device
        return []
    if status:
        raise SystemExit(f"cuInit gave {status} ({INIT_ERRORS.get(status, 'see cuda.h')})")
    count = ctypes.c_int()
    call("cuDeviceGetCount", ctypes.byref(count))
    found: list[dict[str, object]] = []
    for ordinal in range(count.value):
        name, bus_id = ctypes.create_string_buffer(128), ctypes.create_string_buffer(32)
        memory, identity = ctypes.c_size_t(), ctypes.create_string_buffer(16)
        waits = ctypes.c_int(1)
        call("cuDeviceGetName", name, 128, ordinal)
        call("cuDeviceTotalMem_v2", ctypes.byref(memory), ordinal)
        call("cuDeviceGetPCIBusId", bus_id, 32, ordinal)
        call("cuDeviceGetUuid_v2", identity, ordinal)
        call("cuDeviceGetAttribute", ctypes.byref(waits), MEMORY_OPERATIONS, ordinal)
        index = bus_index(bus_id.value.decode(), ordinal)
        capabilities = ["wait_value", "write_value"] if waits.value else []
        # Of a process's own channel groups; under MPS they are the server's.
        if os.path.exists("/dev/nvidiactl") and not mps_is_on():
            capabilities.append("timeslice")
        found.append(
            {
                "index": index,
                "model": name.value.decode(),
                "uuid": f"GPU-{uuid.UUID(bytes=identity.raw)}",
                "memory_bytes": memory.value,
                "capabilities": capabilities,
            }
        )
    return found


def mps_is_on() -> bool:
    folder = os.environ.get("CUDA_MPS_PIPE_DIRECTORY", "/tmp/nvidia-mps")
    return os.path.exists(os.path.join(folder, "control"))


VENDOR = CudaVendor()
