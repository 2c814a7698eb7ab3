"""What only a simulator knows of a job: when it comes, and how it really gets on.

A job's work is counted from 0 in a unit of its own truth. How fast it is done may depend on
anything that is known of where the job runs: the alternative, the members, which nodes they share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from heddle.cluster.bands import Served
from heddle.cluster.running import Running
from heddle.model.job import WHOLE, Job


class Truth(Protocol):
    """How a job gets on with what it is given."""

    def lasts_s(self, running: Running, done: float) -> float:
        """Seconds until it ends, if nothing changes."""

    def after(self, running: Running, done: float, seconds: float) -> float:
        """What is done after so many more seconds."""


@dataclass(frozen=True, slots=True)
class SteadyTruth:
    """So many seconds at a speed of 1; the speed does not change while nothing else does."""

    seconds: float
    speed: Callable[[Running], float]

    def lasts_s(self, running: Running, done: float) -> float:
        return max(self.seconds - done, 0.0) / self.speed(running)

    def after(self, running: Running, done: float, seconds: float) -> float:
        return min(done + seconds * self.speed(running), self.seconds)


def declared_speed(running: Running) -> float:
    """By the alternative, and by the members of an elastic job."""
    rate = running.job.alternatives[running.alternative].rate_milli or WHOLE
    return rate / WHOLE * running.members / max(running.job.members, 1)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A job, and the seconds that it takes with its first alternative and all its members."""

    job: Job
    seconds: float
    truth: Truth | None = None  #: None: as fast as its alternatives declare, and steadily so
    start_s: float = 0.0  #: that pass before it gets on, when it starts for the first time
    restart_s: float | None = None  #: and when it starts again, or its devices change; None: usual
    steps: float | None = None  #: that it says it has done, in all; None: it does not say


@dataclass(slots=True)
class JobOutcome:
    """What came of one job."""

    job: Job
    seconds: float
    truth: Truth
    start_s: float
    restart_s: float
    done: float = 0.0  #: of its work, when its devices last changed
    ran_s: float = 0.0  #: until then
    served_s: float = 0.0  #: seconds of a device that it had until then
    served: Served | None = None  #: as the cycle counts it, if it was preempted
    first_start_s: float | None = None
    end_s: float | None = None
    preemptions: int = 0
    changes: int = 0  #: of its devices, while it ran
    reasons: Counter[str] = field(default_factory=Counter)  #: seconds waited, by key reason
    waits_for: str = ""  #: the key reason now; nothing while it runs
    since_s: float = 0.0  #: when that began
    steps: float | None = None  #: as of `Arrival`

    def waits(self, code: str, now_s: float) -> None:
        """From now on for this reason, or for none; what was before is counted."""
        if self.waits_for and (past := round(now_s) - round(self.since_s)):
            self.reasons[self.waits_for] += past
        self.waits_for, self.since_s = code, now_s


@dataclass(frozen=True, slots=True)
class Pace:
    """How a job gets on until that changes."""

    running: Running
    since_s: float
    begins_s: float  #: to get on
    number: int  #: of the event that is its end

    @property
    def milli(self) -> int:
        """Thousandths of all its devices."""
        return sum(milli for placement in self.running.placements for _, milli in placement.devices)
