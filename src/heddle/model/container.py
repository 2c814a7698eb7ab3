"""What a container must be given of the host before a program in it finds a device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ContainerNeeds:
    """Of one device. Paths are absolute, and the same in the container as on the host."""

    visible: str  #: what the vendor's visible_variable calls it, whatever else is in the container
    variables: Mapping[str, str] = field(default_factory=dict)  #: for the vendor's library
    shared: tuple[str, ...] = ()  #: files that programs read and write
    read_only: tuple[str, ...] = ()  #: files that they read
    device_files: tuple[str, ...] = ()  #: nodes in /dev, those that exist
    entry: str = ""  #: of the vendor's own CDI file, which brings the libraries of the driver
