"""What is remembered of a job: what was asked, where it stands, and every attempt to run it.

Times are milliseconds since 1970. A job that was accepted is never forgotten, and of its attempts
at most one is alive.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: held: not before a person releases it; waiting: for devices, time or other jobs; the rest as is
HELD, WAITING, STARTING, RUNNING, STOPPING = "held", "waiting", "starting", "running", "stopping"
SUSPENDED = "suspended"  #: off its devices, in host memory, until they are free again
DONE, FAILED, CANCELLED = "done", "failed", "cancelled"
FINAL = (DONE, FAILED, CANCELLED)
JOB_STATES = (HELD, WAITING, STARTING, RUNNING, SUSPENDED, STOPPING, *FINAL)
#: Of an attempt. lost: its node or process went away without saying how it ended.
ENDED, LOST = "ended", "lost"
ATTEMPT_STATES = (STARTING, RUNNING, SUSPENDED, STOPPING, ENDED, LOST)
ALIVE = (STARTING, RUNNING, SUSPENDED, STOPPING)
AWAY = "away_ms"  #: in the worth of an attempt that is over: for how long it was suspended


def ended_text(exit_code: int | None) -> str:
    """How a command ended, in words; -N is signal N."""
    if exit_code is None:
        return "no exit code"
    return f"signal {-exit_code}" if exit_code < 0 else f"exit code {exit_code}"


@dataclass(frozen=True, slots=True)
class JobRecord:
    """One job, as the store keeps it."""

    id: str  #: j1, j2, ...; a member of an array is j7[3]
    name: str  #: what the person calls it
    tenant: str
    user: str
    spec: Mapping[str, Any]  #: the job file that was accepted, in its own words
    state: str = WAITING
    priority: int = 0
    submitted_ms: int = 0
    started_ms: int | None = None  #: the last attempt
    ended_ms: int | None = None
    attempts: int = 0
    exit_code: int | None = None
    reason: Mapping[str, Any] = field(
        default_factory=dict
    )  #: code and text: why it waits, or ended
    not_before_ms: int = 0  #: of the next attempt


@dataclass(frozen=True, slots=True)
class Place:
    """What one member of an attempt was given."""

    node: str
    devices: tuple[tuple[str, int], ...] = ()  #: name on the node, and thousandths of it
    cpu_milli: int = 0
    memory_mib: int = 0
    device_mib: tuple[int, ...] = ()  #: of each device's memory; empty: all; 0: unknown
    lender: str = ""  #: the node that has the devices, and serves them; empty: its own

    @property
    def device_node(self) -> str:
        """Where its devices are."""
        return self.lender or self.node


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One attempt to run a job, with a member for each place."""

    id: str  #: the job's id and a number: j7.1
    job: str
    number: int
    engine: str
    alternative: int
    places: tuple[Place, ...]
    state: str = STARTING
    started_ms: int = 0
    ended_ms: int | None = None
    exit_code: int | None = None  #: of the first member that failed, otherwise 0; -N: signal N
    why: str = ""  #: where it did not end by itself: preempted, cancelled, timeout, node-lost, ...
    #: As what its time is charged: units, memory, models and, where it has one, the price. As it
    #: was at the start, whatever becomes of nodes and prices. Empty: an older Heddle wrote it.
    worth: Mapping[str, Any] = field(default_factory=dict)
    millijoules: int | None = None  #: that its devices drew for it; None: nobody measured it
