"""One node as a cluster sees it, in plain numbers and words: no array, so that every node can say
it of itself with Python alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from heddle.model.site import NetworkPath

ABSENT = -1


@dataclass(frozen=True, slots=True)
class DeviceClass:
    """Devices that are alike."""

    kind: str
    model: str = ""
    vendor: str = ""
    memory_mib: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class Booked:
    """What of a device is not for jobs: partitions have it, or others."""

    milli: int = 0  #: thousandths of its compute
    mib: int = 0  #: of its memory
    who: str = ""  #: "partition train has 30 % and 40GiB of cuda@0"
    mode: str = ""  #: partitioned, exclusive or foreign; empty: pooled


#: What a node of an engine elsewhere lacks unless `heddle node join` runs there: words of jobs, and
#: one that says why.
UNJOINED = ("secrets", "data", "terminal", "input", "joined")


@dataclass(frozen=True, slots=True)
class Serving:
    """Where a node serves its devices to programs of other nodes (`heddle node agent --serve`)."""

    host: str
    port: int
    pin: str  #: of its certificate
    apis: tuple[str, ...] = ()  #: that it forwards


@dataclass(frozen=True, slots=True)
class NodeRow:
    """One node, empty."""

    name: str
    cpu_milli: int
    memory_mib: int
    devices: tuple[DeviceClass, ...] = ()
    site: str = ""
    stack: tuple[str, ...] = ()  #: what is installed: "cuda 12.4"
    cordoned: bool = False
    #: By how devices can be joined (nvlink, pcie-switch, numa, ...): the group of each device, or
    #: `ABSENT` where it is unknown. All devices of a group are joined with each other. Nothing is
    #: known of a word that is not here.
    groups: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    called: tuple[tuple[str, ...], ...] = ()  #: by device: all its names, UUIDs among them
    booked: tuple[Booked, ...] = ()  #: by device; empty: nothing is
    ways: tuple[NetworkPath, ...] = ()  #: what it knows of the network to other nodes and sites
    serves: Serving | None = None  #: where it lends its devices, if it does
    #: That runs jobs there; empty: none does, it only lends. The control plane says so, never the
    #: node.
    engine: str = "local"
    lacks: tuple[str, ...] = ()  #: words of jobs that it does not support: image, ...; likewise
    down: str = ""  #: why that engine cannot be asked now; likewise
    address: str = ""  #: at which the control plane reaches it; empty: it is its own; likewise
