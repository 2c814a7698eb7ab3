"""What came of a simulated cluster: each job, each moment, and the last decision."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from heddle.cluster.cycle import Decision
from heddle.sim.cluster.truth import JobOutcome


@dataclass(frozen=True, slots=True)
class Instant:
    """The cluster at one moment."""

    at_s: float
    busy_milli: int  #: of all devices
    running: int
    waiting: int
    reasons: Counter[str]  #: waiting jobs by key reason


@dataclass(slots=True)
class Outcome:
    """Everything that came of a simulation."""

    last: Decision
    jobs: dict[str, JobOutcome] = field(default_factory=dict)
    instants: list[Instant] = field(default_factory=list)
    decisions: int = 0
    cycles: int = 0
    wall_s: float = 0.0
