"""Least attained service: the same device time for every job, on all kinds alike.

Knows no speeds, as most schedulers in use. The yardstick of the policies that do.
"""

from __future__ import annotations

from heddle.cluster.matching._shares import Group, Shares, Unit, can_run
from heddle.cluster.matching.base import Assigned, Round, Runnable, Sees

SEES = (Sees.TIME,)


class Las:
    """Remembers the shares, and what each job has had of its share."""

    def __init__(self) -> None:
        self._shares = Shares(speeds=False)
        self._there: object = None  #: jobs and devices for which they were computed
        self._rounds = 0

    def plan(self, round: Round) -> dict[int, Assigned]:
        groups: dict[Group, list[Runnable]] = {}
        for job in can_run(round.jobs, round.capacity):
            like = job.choices[0].devices, job.weight, _kinds(job, round)
            groups.setdefault(like, []).append(job)
        there = {group: len(jobs) for group, jobs in groups.items()}, dict(round.capacity)
        if there != self._there and self._shares.is_due(round.now_s):
            self._there = there
            self._shares.renew(_equal(groups, round), round.now_s)
        # No kind may come first for good: it would get the jobs that have had least.
        names = list(round.capacity)
        self._rounds += 1
        turn = self._rounds % len(names)
        return self._shares.plan(round, groups, names[turn:] + names[:turn])


def _equal(groups: dict[Group, list[Runnable]], round: Round) -> dict[tuple[Unit, str], float]:
    """Every job gets the same device time for its weight, but none more than all the time."""
    room = sum(round.capacity.values())
    waiting = {
        group: (len(jobs), jobs[0].choices[0].devices, jobs[0].weight)
        for group, jobs in groups.items()
    }
    given: dict[Group, float] = {}
    left = float(room)
    while waiting:
        level = left / sum(count * weight for count, _, weight in waiting.values())
        full = [
            group for group, (_, devices, weight) in waiting.items() if level * weight >= devices
        ]
        for group in full or list(waiting):
            count, devices, weight = waiting.pop(group)
            given[group] = min(1.0, level * weight / devices) * count
            left -= given[group] * devices
    want: dict[tuple[Unit, str], float] = {}
    for group, jobs in groups.items():
        kinds = _kinds(jobs[0], round)
        of = sum(round.capacity[kind] for kind in kinds)
        for kind in kinds:
            want[(group,), kind] = given[group] * round.capacity[kind] / of
    return want


def _kinds(job: Runnable, round: Round) -> tuple[str, ...]:
    """Those on which it fits."""
    fits = (each.kind for each in job.choices if each.devices <= round.capacity[each.kind])
    return tuple(dict.fromkeys(fits))


POLICY = Las
