"""Device: one accelerator of this machine, and how people name it."""

from __future__ import annotations

from dataclasses import dataclass

from heddle._gen.table import CAPABILITY, LEVEL, LEVEL_NEEDS
from heddle.errors import NoSuchDeviceError, nearest

LEVEL_NAMES = {value: name for name, value in LEVEL.items()}


@dataclass(frozen=True, slots=True)
class Device:
    """One accelerator: its identity and capabilities."""

    api: str  #: the word before @
    name: str  #: the word behind @
    index: int  #: position in the API's own order
    vendor: str
    model: str
    kind: str  #: gpu, npu, ...
    uuid: str
    memory_bytes: int
    capabilities: tuple[str, ...]
    level: int
    scheduler: str  #: what the hardware does by itself

    @property
    def id(self) -> str:
        return f"{self.api}@{self.name}"


def capability_names(bits: int) -> tuple[str, ...]:
    return tuple(name for name, bit in CAPABILITY.items() if bits & bit)


def level_of(capabilities: tuple[str, ...]) -> int:
    """The highest level whose needs are all met."""
    return max(level for level, needs in LEVEL_NEEDS.items() if needs <= set(capabilities))


def find_device(wanted: str, devices: list[Device]) -> Device:
    """The device that `api@name`, `api@index` or a UUID means.

    :raises NoSuchDeviceError: if there is none; it names the nearest
    """
    for device in devices:
        if wanted in (device.id, f"{device.api}@{device.index}", device.uuid):
            return device
    ids = [device.id for device in devices]
    raise NoSuchDeviceError(wanted, ids, nearest(wanted, ids, 0.5))
