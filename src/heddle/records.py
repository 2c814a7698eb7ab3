"""What the table says of programs, processes, queues, devices and decisions, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from heddle.model.plan import Plan

HELD_BY_PERSON = "held by a person"


@dataclass(frozen=True, slots=True)
class QueueState:
    """One stream of a program."""

    device: str
    level: int
    submitted: int
    completed: int
    gates: int
    command_ns: int
    device_time_ns: int


@dataclass(frozen=True, slots=True)
class ProgramWork:
    """What a program has submitted."""

    id: int
    priority: int
    queues: tuple[QueueState, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved between devices and the host, ever, and how long that took."""

    bytes: int = 0
    ns: int = 0


@dataclass(frozen=True, slots=True)
class ProgramState:
    """One program as it is now."""

    id: int
    pid: int
    start_ticks: int  #: of pid
    uid: int
    is_guest: bool  #: of another user or in a container: it can only read the table
    name: str
    tenant: str
    priority: int
    state: str  #: idle, running or held
    reason: str  #: why it is held; empty otherwise
    level_limit: int
    deadline_us: int
    weight: int
    share_milli: int
    cap_milli: int
    quantum_us: int
    asked: Plan
    burst_at_ns: int  #: 0: idle
    devices: tuple[str, ...]
    processes: tuple[int, ...]
    queues: tuple[QueueState, ...]
    device_time_ns: int
    held_ns: int
    holds: int
    timeslices_us: dict[str, int]  #: in force on a device, where it is not the driver's own
    memory_limit: int = 0  #: bytes of each device; 0: none
    memory: dict[str, int] = field(default_factory=dict)  #: bytes that it has of a device
    is_kept: bool = False  #: it stays when it is empty: a partition
    created_ns: int = 0  #: CLOCK_MONOTONIC
    may_swap: bool = False  #: its memory may go to the host while others need the device
    evicted: str = ""  #: how a person had its memory taken off: moved or checkpointed
    swappable: dict[str, int] = field(default_factory=dict)  #: bytes of a device that may go
    swapped: dict[str, int] = field(default_factory=dict)  #: of these, on the host
    is_coming: bool = False  #: some of it is on its way back just now
    swap_out: Moved = Moved()
    swap_in: Moved = Moved()
    kept_us: int = 0  #: for this time a device is kept for it in its pauses; 0: never
    kept_milli: int = 0  #: of a thousand pauses, those that are no longer
    period_us: int = 0  #: of its bursts, if a device is made free for each in advance; 0: none is
    came_milli: int = 0  #: of a thousand bursts expected so, those that came
    charged_ns: int = 0  #: of a share: it had its devices, or they were kept for it
    wanted_ns: int = 0  #: likewise: it had work, or they were kept for it
    owed_ns: int = 0  #: what it has had too little of its share; below 0: too much
    goes_first: bool = False  #: until it has been paid that, before all others

    @property
    def is_held_by_person(self) -> bool:
        return self.reason.startswith(HELD_BY_PERSON)


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """What the counters of one stream say."""

    slot: int
    handle: int
    device: str
    level: int
    submitted: int
    returned: int
    completed: int  #: as the device wrote it
    drained: int  #: known because the program waited

    @property
    def pending(self) -> int:
        return self.submitted - max(self.completed, self.drained)


@dataclass(frozen=True, slots=True)
class ProcessState:
    """One process of a program. What a guest could have written itself is marked with a star."""

    program: int  #: id
    uid: int
    is_guest: bool
    pid: int  #: of a guest: as the kernel told the agent
    start_ticks: int
    planned_us: dict[str, int]  #: timeslices that it must hold; of a device not named: its own
    slices_us: dict[str, int]  #: * those that it says it holds
    alive_ns: int  #: * of a guest: when its keeper last looked
    is_loose: bool  #: * held, but not yet at rest: its keeper may leave the timeslice as it is
    closed_ns: int  #: since when its gate is closed; 0: open, or it opened while we looked
    hold: tuple[int, int]  #: tells one closing from the next
    queues: tuple[QueueCounts, ...]  #: *
    active: tuple[str, ...] = ()  #: * devices that it says it has work on
    memory: int = 0  #: * bytes of all devices that it was counted with


@dataclass(frozen=True, slots=True)
class TableDevice:
    """One device that programs have used since the table was made."""

    id: str
    capabilities: tuple[str, ...]
    level: int
    running: int  #: program id that goes first now; 0: none
    decisions: int


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One line of a device's story."""

    number: int
    kind: str
    program_id: int
    at_ns: int
    latency_ns: int
    host_ns: int = 0  #: of a reset: its first layer
    queued_ns: int = 0  #: of a reset: its second

    @property
    def running_ns(self) -> int:
        """Of a reset: its third layer."""
        return self.latency_ns - self.host_ns - self.queued_ns
