"""The soft XPU: asked through its own library, as a vendor's would be."""

from __future__ import annotations

import ctypes
import glob
import os
from contextlib import suppress
from functools import cache

from heddle import native
from heddle._gen.soft_abi import FUNCTIONS, Attribute, Process
from heddle._gen.soft_api import LIBRARY
from heddle.errors import HeddleError, VendorError

TYPE_CHECKING = False

if TYPE_CHECKING:
    from heddle.model.container import ContainerNeeds
    from heddle.model.device import Device

#: SX_CAP_* of softxpu.h
CAPABILITY_BITS = {"wait_value": 1, "write_value": 2, "timeslice": 4, "disable": 8, "reset": 16}
MOST_CONTEXTS = 1024  #: 16 devices of 64
SCHEDULERS = {0: "first come first served", 1: "round robin"}


def refused(call: str, text: str) -> VendorError:
    return VendorError(
        f"the soft XPU refused {call}: {text}. Check SOFTXPU_DEVICES, SOFTXPU_CONFIG and "
        "SOFTXPU_SEGMENT; programs that still run keep the configuration they began with. After an "
        f"update of Heddle, end them and remove /dev/shm/{segment()}*."
    )


def segment() -> str:
    """The name of the shared memory that says which devices there are."""
    return os.environ.get("SOFTXPU_SEGMENT") or "softxpu"


def remove(name: str) -> None:
    """The segment of this name, and its devices."""
    for path in glob.glob(f"/dev/shm/{glob.escape(name)}.[0-9]*"):
        with suppress(FileNotFoundError):
            os.unlink(path)
    with suppress(FileNotFoundError):
        os.unlink(f"/dev/shm/{name}")


@cache
def _library() -> native.Library | None:
    try:
        library = native.Library(LIBRARY, FUNCTIONS)
        return library if hasattr(library, "sxGetProcesses") else None
    except HeddleError:
        return None


def contexts() -> list[Process]:
    """All that there are on its devices now."""
    library = _library()
    if library is None or not VENDOR.present() or not glob.glob(_files()):
        return []
    count, told = ctypes.c_int(MOST_CONTEXTS), (Process * MOST_CONTEXTS)()
    if library.sxGetProcesses(told, ctypes.byref(count)):
        return []
    return list(told[: min(count.value, MOST_CONTEXTS)])


def _files() -> str:
    """A pattern: the devices' own."""
    return f"/dev/shm/{glob.escape(segment())}.[0-9]*"


class SoftVendor:
    api = "soft"
    visible_variable = "SOFTXPU_VISIBLE_DEVICES"
    hidden = ""
    layer_variable = ""
    driver_variables = ()

    def present(self) -> bool:
        return os.environ.get("SOFTXPU_DEVICES", "gpu") not in ("", "none")

    def devices(self) -> list[Device]:
        from heddle.model.device import Device, level_of

        library = native.Library(LIBRARY, FUNCTIONS)

        def call(name: str, *arguments: object) -> None:
            status = getattr(library, name)(*arguments)
            if status:
                raise refused(name, library.sxGetErrorString(status).decode())

        def attribute(device: int, number: int) -> int:
            value = ctypes.c_int64()
            call("sxDeviceGetAttribute", device, number, ctypes.byref(value))
            return value.value

        call("sxInit", 0)
        count = ctypes.c_int()
        call("sxDeviceCount", ctypes.byref(count))
        found = []
        for position in range(count.value):
            name = ctypes.create_string_buffer(48)
            call("sxDeviceGetName", position, name, ctypes.sizeof(name))
            bits = attribute(position, Attribute.CAPABILITIES)
            capabilities = tuple(word for word, bit in CAPABILITY_BITS.items() if bits & bit)
            label = name.value.decode()
            found.append(
                Device(
                    api=self.api,
                    name=label,
                    index=attribute(position, Attribute.INDEX),
                    vendor="heddle",
                    model=f"soft-{label}",
                    kind=label,
                    uuid=f"soft-{label}",
                    memory_bytes=attribute(position, Attribute.MEMORY),
                    capabilities=capabilities,
                    level=level_of(capabilities),
                    scheduler=SCHEDULERS[attribute(position, Attribute.SCHEDULER)],
                )
            )
        return found

    def in_container(self, device: Device) -> ContainerNeeds:
        """Its own file, and the segment: all processes must agree on its configuration."""
        from heddle.model.container import ContainerNeeds

        variables = {"SOFTXPU_SEGMENT": segment()}
        read_only: tuple[str, ...] = ()
        if line := os.environ.get("SOFTXPU_DEVICES"):
            variables["SOFTXPU_DEVICES"] = line
        elif given := os.environ.get("SOFTXPU_CONFIG"):
            path = os.path.abspath(given)
            variables["SOFTXPU_CONFIG"], read_only = path, (path,)
        return ContainerNeeds(
            visible=str(device.index),
            variables=variables,
            shared=(f"/dev/shm/{segment()}", f"/dev/shm/{segment()}.{device.index}"),
            read_only=read_only,
        )

    def mapped(self, path: str) -> str:
        number = path.removeprefix(f"/dev/shm/{segment()}.")
        return self.api if number != path and number.isdecimal() else ""


VENDOR = SoftVendor()
