"""The seam of matching: in rounds, which jobs run, on what kind of device and how many.

A policy sees what a real system would: the rates that were measured or learned, what each job has
got so far, never how long it still takes, unless the job itself says so. Its file says in `SEES`
what it looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Sees(StrEnum):
    """What a policy may look at."""

    ARRIVAL = "time of arrival"
    RATES = "rates on each kind"
    LEARNED = "rates on each kind as learned so far"
    PAIRS = "rates of pairs"
    TIME = "device time so far"
    DONE = "work done so far"
    ENDED = "sizes of jobs that have ended"
    LEFT = "work left"  #: declared by the job


@dataclass(frozen=True, slots=True)
class Choice:
    """One way in which a job could run in a round."""

    kind: str  #: of device, such as v100
    devices: int
    rate: float  #: useful work a second as far as known, in the job's own unit
    label: str = ""  #: what else belongs to it: a batch size, one server or several


@dataclass(frozen=True, slots=True)
class Runnable:
    """A job that is not done, as a policy sees it."""

    id: int
    arrived_s: float
    choices: tuple[Choice, ...]
    weight: float = 1.0
    attained_s: float = 0.0  #: device time so far, in seconds of one device
    done: float = 0.0  #: work so far
    left: float | None = None  #: work that is left, only where the job says so
    current: Choice | None = None  #: how it ran in the last round
    restart_s: float = 0.0  #: what a change of its choice costs
    #: Jobs with the same word have the same choices and get on with others alike; empty: unknown.
    profile: str = ""


#: Rates of two jobs that share the same devices of a kind; None: they cannot.
Together = Callable[[Runnable, Runnable, str], tuple[float, float] | None]


@dataclass(frozen=True, slots=True)
class Round:
    """What is decided on."""

    now_s: float
    length_s: float
    capacity: Mapping[str, int]  #: devices by kind; no choice is of another kind
    jobs: Sequence[Runnable]
    together: Together | None = None


@dataclass(frozen=True, slots=True)
class Assigned:
    """What a job gets in the round."""

    choice: Choice
    beside: int | None = None  #: id of the job that it shares the devices with


class Matching(Protocol):
    """A policy; it may remember what it has seen, but does no I/O."""

    def plan(self, round: Round) -> dict[int, Assigned]:
        """By job id; jobs that are not named wait. Never more devices than there are."""
        ...
