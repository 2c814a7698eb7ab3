"""The seam of policies: what one sees, and what it returns.

A policy is one file in this folder, or a file of a user's own, with

    HELP = "one line"
    EVERY_MS = 0        how often it wants to decide; 0: only when something has changed

    def plan(snapshot: Snapshot) -> dict[int, Plan]

It is pure: the same snapshot gives the same plans, on a node and in the simulator. Programs that it
leaves out keep what was asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from heddle.model.plan import LEARNED_TURNS, Plan


@dataclass(frozen=True, slots=True)
class ProgramView:
    """One program, as a policy sees it. Times are nanoseconds of device time, unless they end in
    `_at_ns`, which is a moment of the snapshot's clock."""

    id: int
    asked: Plan
    tenant: str = ""
    devices: tuple[str, ...] = ()  #: it has queues there
    active: bool = False  #: it has work there
    device_time_ns: int = 0  #: since it began
    recent_ns: int = 0  #: in the last `period_ns`
    burst_at_ns: int = 0  #: when its present burst began; 0: it is idle
    burst_ns: int = 0  #: device time of the present burst, so far
    usual_burst_ns: int = 0  #: what a burst of it takes; 0: not known
    is_guest: bool = False  #: another user's: what it asks for beyond a cap was granted to it


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The input of a decision: the programs on devices that follow the same policy."""

    now_ns: int
    programs: tuple[ProgramView, ...]
    period_ns: int = 1_000_000_000
    #: What a person gave with `heddle node policy set NAME KEY=VALUE`.
    options: dict[str, int] = field(default_factory=dict)


#: Plans are equal again and again, and to make one costs more than most decisions.
cached_plan = lru_cache(maxsize=1024)(Plan)


def turns_us(option: int) -> int:
    """The length of a turn from an option `quantum_us`: 1 ms to 10 s; 0: the device learns it."""
    return min(max(option, 1_000), 10_000_000) if option else LEARNED_TURNS


def ranked(asked: Plan, rank: int) -> Plan:
    """What was asked for, with another rank."""
    return cached_plan(
        rank,
        asked.weight,
        asked.share_milli,
        asked.cap_milli,
        asked.deadline_us,
        asked.quantum_us,
    )


class Policy(Protocol):
    """A module with these names; with options, also OPTIONS: their names and defaults."""

    HELP: str
    EVERY_MS: int
    plan: Callable[[Snapshot], dict[int, Plan]]
