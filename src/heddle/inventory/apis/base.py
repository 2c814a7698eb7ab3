"""The seam between Heddle and a vendor, as far as finding devices goes."""

from __future__ import annotations

from typing import Protocol

from heddle.model.container import ContainerNeeds
from heddle.model.device import Device


class Vendor(Protocol):
    """One vendor's devices on this machine."""

    api: str  #: the word before @; also the name of the shim, libheddle-<api>.so
    visible_variable: str  #: environment variable that limits what a program sees
    hidden: str  #: what it is set to, to show no device
    layer_variable: str  #: environment variable by which the vendor's loader takes layers, or empty
    driver_variables: tuple[str, ...]  #: by which loaders that a program brings find drivers

    def present(self) -> bool:
        """Whether there may be devices; cheap, because every `heddle run` asks."""
        ...

    def devices(self) -> list[Device]:
        """The devices. A value that one does not report is 0 or empty, never an exception."""
        ...

    def in_container(self, device: Device) -> ContainerNeeds:
        """What a container must be given for this device, less the vendor's own libraries."""
        ...

    def mapped(self, path: str) -> str:
        """What a process uses that has this file under /dev in its memory: a device by its id, or
        the api alone if one file stands for all devices; empty if it is not of this API."""
        ...
