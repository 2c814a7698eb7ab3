"""Elastic jobs by goodput, as in Sia: for each job one kind and count, the best sum of all.

A choice is worth its rate, relative to the slowest choice of the job, raised to a power: the lower
the power, the more a job counts that has little. A choice other than the current one is worth less,
by the part of the job's age that restarts would have taken. A job that is restarting is left alone.
No job waits while another arrangement would let all run.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from heddle.cluster.matching._sum import best_sum
from heddle.cluster.matching.base import Assigned, Choice, Round, Runnable, Sees
from heddle.errors import PolicyError

SEES = (Sees.ARRIVAL, Sees.LEARNED)
#: Half way from the greatest sum of speed-ups (1) to proportional fairness (0). Sia has -0.5.
POWER = 0.5
WAITING = 1000.0  #: what a job that waits is worth less than the slowest way to run; Sia has 0.1


@dataclass(slots=True)
class _History:
    """What the policy did to a job."""

    changed_s: float = -math.inf
    restarts: int = -1  #: the first start does not count


def _same(one: Choice, other: Choice | None) -> bool:
    return other is not None and (one.kind, one.devices) == (other.kind, other.devices)


@dataclass(slots=True)
class GoodputMatching:
    """Remembers when it restarted which job, and how often."""

    power: float = POWER
    waiting: float = WAITING
    _jobs: dict[int, _History] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.power:
            raise PolicyError("power 0 would make all choices equal. Use one above or below it.")

    def plan(self, round: Round) -> dict[int, Assigned]:
        self._jobs = {job.id: self._jobs.get(job.id) or _History() for job in round.jobs}
        plan: dict[int, Assigned] = {}
        free = dict(round.capacity)
        others: list[Runnable] = []
        for job in round.jobs:
            now = job.current
            restarting = round.now_s < self._jobs[job.id].changed_s + job.restart_s
            # Where devices were lost, it may not fit any more.
            if now and restarting and now.devices <= free.get(now.kind, 0):
                plan[job.id] = Assigned(now)
                free[now.kind] -= now.devices
            else:
                others.append(job)
        picks = best_sum(
            [job.choices for job in others],
            [self._values(job, round.now_s) for job in others],
            [self._value(1.0, job) - self.waiting * job.weight for job in others],
            free,
        )
        for job, pick in zip(others, picks, strict=True):
            if pick is None:
                continue
            plan[job.id] = Assigned(job.choices[pick])
            if not _same(job.choices[pick], job.current):
                self._jobs[job.id].changed_s = round.now_s
                self._jobs[job.id].restarts += 1
        return plan

    def _value(self, worth: float, job: Runnable) -> float:
        return math.copysign(job.weight * math.pow(worth, self.power), self.power)

    def _values(self, job: Runnable, now_s: float) -> NDArray[np.float64]:
        """By choice; one without a rate is worth nothing at all."""
        rates = [choice.rate for choice in job.choices]
        slowest = min((rate for rate in rates if rate > 0.0), default=1.0)
        kept = self._kept(job, now_s)
        found = [
            self._value(rate / slowest * (1.0 if _same(choice, job.current) else kept), job)
            if rate > 0.0
            else -np.inf
            for choice, rate in zip(job.choices, rates, strict=True)
        ]
        return np.array(found, dtype=np.float64)

    def _kept(self, job: Runnable, now_s: float) -> float:
        """What is left of a job's time when it is restarted once more; Pollux's factor."""
        age_s = now_s - job.arrived_s
        if job.current is None or job.restart_s <= 0.0 or age_s < job.restart_s:
            return 1.0
        lost_s = max(self._jobs[job.id].restarts, 0) * job.restart_s
        return max(age_s - lost_s, 0.01 * age_s) / (age_s + job.restart_s)


POLICY = GoodputMatching
