"""What a machine is made of: components, how they are joined, and how they are right now.

A value that a component does not report is None; people are shown N/A.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: What work can be scheduled on, by a program or by a cluster.
ACCELERATORS = ("gpu", "npu", "tpu", "fpga", "dla", "pva", "ofa", "dpu", "asic")
#: Everything else that is listed.
OTHERS = ("cpu", "memory", "nic", "storage", "bridge", "switch")
KINDS = ACCELERATORS + OTHERS

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Link:
    """How a component hangs on its parent: PCIe as negotiated, and the most both can do."""

    speed_gts: float | None = None  #: gigatransfers a second and lane
    width: int | None = None
    max_speed_gts: float | None = None
    max_width: int | None = None
    own_width: int | None = None  #: of the component, where its slot has fewer lanes


@dataclass(frozen=True, slots=True)
class PeerLink:
    """A direct link to another component that is not the bus."""

    to: str  #: the other one's id
    kind: str  #: nvlink, xgmi, hccs, ...
    links: int = 1
    mbytes_s: int | None = None  #: of all these links together, one way


@dataclass(frozen=True, slots=True)
class Software:
    """A part of the stack that is installed: driver, runtime, compiler, framework."""

    name: str
    version: str | None
    role: str  #: system, driver, firmware, runtime, compiler, library, framework


@dataclass(frozen=True, slots=True)
class Component:
    """One piece of hardware."""

    id: str  #: bus@address: pci@0000:3b:00.0, usb@1-2, platform@..., cpu@0, memory@0, soft@gpu
    kind: str  #: one of KINDS
    vendor: str  #: nvidia, amd, intel, huawei, ...; "unknown" if the bus says no more
    model: str  #: its common name; the bus's numbers if unknown
    uuid: str | None = None
    device: str | None = None  #: api@name, where Heddle schedules it
    parent: str | None = None  #: id of what it hangs on
    numa: int | None = None
    memory_bytes: int | None = None
    driver: str | None = None  #: the kernel's, None if none is bound
    link: Link | None = None
    peers: tuple[PeerLink, ...] = ()
    files: tuple[str, ...] = ()  #: device files
    stack: tuple[Software, ...] = ()
    attributes: Mapping[str, Value] = field(default_factory=dict)  #: what only this kind has

    @property
    def name(self) -> str:
        """What people type: the id of its API where there is one."""
        return self.device or self.id


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that could not be read; the rest was."""

    what: str  #: a component's id, a file, a library
    reason: str


@dataclass(frozen=True, slots=True)
class Machine:
    """All of one machine, in a canonical order: by kind, then by id."""

    name: str
    components: tuple[Component, ...]
    troubles: tuple[Trouble, ...] = ()
    stack: tuple[Software, ...] = ()  #: what belongs to no single component: kernel, frameworks
    attributes: Mapping[str, Value] = field(default_factory=dict)  #: system vendor, product, ...

    @property
    def accelerators(self) -> tuple[Component, ...]:
        return tuple(c for c in self.components if c.kind in ACCELERATORS)


@dataclass(frozen=True, slots=True)
class ComponentProcess:
    """A process that uses a component."""

    pid: int
    memory_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at a component."""

    utilisation: float | None = None  #: percent of the time since the last look, as reported
    memory_used_bytes: int | None = None
    memory_total_bytes: int | None = None
    temperature_c: float | None = None
    temperature_limit_c: float | None = None  #: where it slows down or stops
    power_w: float | None = None
    power_limit_w: float | None = None
    clock_mhz: float | None = None
    memory_clock_mhz: float | None = None
    throttled: str | None = None  #: why it is slowed down; "" if it is not
    errors: Mapping[str, int] = field(default_factory=dict)  #: counters by name
    processes: tuple[ComponentProcess, ...] | None = None
