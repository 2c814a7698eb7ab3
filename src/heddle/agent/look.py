"""What the agent sees of the processes that use devices, and what it calls a breach. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.records import ProcessState

SECOND = 1_000_000_000
MIB = 1 << 20

Name = tuple[int, int]  # pid and start time


@dataclass(frozen=True, slots=True)
class DeviceUser:
    """A process that has a device mapped, or the file that is one open."""

    pid: int
    start_ticks: int
    uid: int
    name: str
    devices: tuple[str, ...]
    has_shim: bool = False  #: Heddle is in it, so it joins as soon as it works
    is_stopped: bool = False  #: by SIGSTOP or a debugger
    is_raw: bool = False  #: has the device's file open, which no driver leaves open
    is_proven: bool = True  #: no other user can have forged it


@dataclass(frozen=True, slots=True)
class Use:
    """What a device itself says of a process that uses it; None where it does not say."""

    pid: int
    start_ticks: int
    uid: int
    name: str
    device: str
    memory: int | None = None  #: bytes
    is_busy: bool | None = None  #: it has the device at this moment, or waits for it
    slice_us: int | None = None  #: the timeslice of its context
    allowance: int = 0  #: bytes that the driver takes for a process that asked for nothing
    is_proven: bool = True  #: no other user can have written it


@dataclass(frozen=True, slots=True)
class Total:
    """What a device says of itself as a whole."""

    device: str
    memory: int | None = None  #: bytes in use
    named: int | None = None  #: of those, what it says of single processes; None: it does not
    is_busy: bool | None = None
    allowance: int = 0  #: as in Use, for each process


@dataclass(frozen=True, slots=True)
class Look:
    """What there was to see at one moment."""

    now_ns: int
    processes: tuple[ProcessState, ...]  #: of the table
    #: None: a closer look, between the looks at everything
    users: tuple[DeviceUser, ...] | None = None
    roots: Mapping[int, int] = field(default_factory=dict)  #: pid: program that it comes from
    uses: tuple[Use, ...] = ()
    before: tuple[ProcessState, ...] = ()  #: of the table, just before `uses` were asked for
    totals: tuple[Total, ...] = ()


@dataclass(frozen=True, slots=True)
class Breach:
    """Something that an honest program does not do."""

    kind: str  #: of breach.KINDS
    program: int  #: id; 0: of none
    pid: int  #: 0: of no process that could be named
    start_ticks: int  #: of pid, which may be reused later
    uid: int
    device: str  #: empty if it is about no single one
    text: str  #: one sentence: what was seen
    is_proven: bool = True  #: no other user can have made it look so; else it is only reported


Found = dict[tuple[str, Name], Breach]


def name_of(process: ProcessState | DeviceUser | Use) -> Name:
    return process.pid, process.start_ticks


def breach_of(
    kind: str, process: ProcessState, text: str, device: str = "", *, is_proven: bool = True
) -> Breach:
    name = name_of(process)
    text = f"process {name[0]} {text}"
    return Breach(kind, process.program, *name, process.uid, device, text, is_proven)


def in_mib(count: int) -> str:
    return f"{count / MIB:.0f} MiB" if count >= MIB else f"{count} bytes"
