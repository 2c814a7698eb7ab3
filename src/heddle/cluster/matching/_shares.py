"""Shares of time, carried out in rounds as in Gavel (OSDI'20).

A unit is a group of like jobs, or two groups side by side on the same devices. What is computed for
a unit is how many of its instances run at once in the mean; in a round the unit that is furthest
behind goes first, and within a group the job that has had least.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

from heddle.cluster.matching.base import Assigned, Choice, Round, Runnable

Group = Hashable
Unit = tuple[Group, ...]
Want = Mapping[tuple[Unit, str], float]

#: Shares are not computed anew more often, as in Gavel's simulator.
RENEW_S = 1920.0
NOTHING = 1e-6  #: a share below is rounding of a solver


def fastest(job: Runnable, kind: str, room: int) -> Choice | None:
    """Its best choice on a kind with so many devices."""
    fits = (c for c in job.choices if c.kind == kind and c.devices <= room)
    return max(fits, key=lambda c: c.rate, default=None)


class Shares:
    """The wanted shares, and what each job has had since they were computed."""

    def __init__(
        self, rank: Callable[[Runnable], float] = lambda job: 0.0, speeds: bool = True
    ) -> None:
        self._rank = rank  #: within a group, the least first
        self._speeds = speeds  #: are known
        self._want: Want = {}
        self._since_s = float("-inf")
        self._had: dict[tuple[Unit, str], float] = {}
        self._had_by_job: dict[tuple[Unit, str, int], float] = {}

    def is_due(self, now_s: float) -> bool:
        return now_s - self._since_s >= RENEW_S

    def renew(self, want: Want, now_s: float) -> None:
        self._want, self._since_s = want, now_s
        self._had.clear()
        self._had_by_job.clear()

    def plan(
        self, round: Round, groups: Mapping[Group, Sequence[Runnable]], kinds: Iterable[str]
    ) -> dict[int, Assigned]:
        plan: dict[int, Assigned] = {}
        free = dict(round.capacity)
        for kind in kinds:
            heap = [
                ((self._had.get((unit, on), 0.0) + round.length_s / 2) / share, str(unit), unit)
                for (unit, on), share in self._want.items()
                if on == kind and share > NOTHING
            ]
            heapq.heapify(heap)
            lines: dict[Unit, list[Iterator[Runnable]]] = {}
            while heap and free[kind]:
                behind, name, unit = heapq.heappop(heap)
                if unit not in lines:
                    lines[unit] = self._lines(unit, kind, groups)
                jobs = _instance(lines[unit], plan)
                given = _side_by_side(jobs, kind, round.capacity[kind])
                if not given or given[0].devices > free[kind]:
                    continue
                free[kind] -= given[0].devices
                for i, (job, choice) in enumerate(zip(jobs, given, strict=True)):
                    plan[job.id] = Assigned(choice, jobs[1 - i].id if len(jobs) == 2 else None)
                key = (unit, kind)
                self._had[key] = self._had.get(key, 0.0) + round.length_s
                for job in jobs:
                    each = (unit, kind, job.id)
                    self._had_by_job[each] = self._had_by_job.get(each, 0.0) + round.length_s
                behind += round.length_s / self._want[key]
                heapq.heappush(heap, (behind, name, unit))
        self._fill(round.jobs, plan, free, list(kinds))
        return plan

    def _lines(
        self, unit: Unit, kind: str, groups: Mapping[Group, Sequence[Runnable]]
    ) -> list[Iterator[Runnable]]:
        """The jobs of each group of the unit, in order; a group beside itself is one line."""
        had = self._had_by_job
        lines: dict[Group, Iterator[Runnable]] = {}
        for group in dict.fromkeys(unit):
            jobs = groups.get(group, ())
            lines[group] = iter(
                sorted(jobs, key=lambda j: (self._rank(j), had.get((unit, kind, j.id), 0.0), j.id))
            )
        return [lines[group] for group in unit]

    def _fill(
        self,
        jobs: Iterable[Runnable],
        plan: dict[int, Assigned],
        free: dict[str, int],
        kinds: list[str],
    ) -> None:
        """Idle devices go to waiting jobs, in order of arrival, to each its fastest.

        Where speeds are not known, to the first of the kinds.
        """
        for job in jobs:
            if not any(free.values()):
                return
            fits = [c for c in job.choices if c.devices <= free[c.kind]]
            if fits and job.id not in plan:
                best = max(fits, key=lambda c: c.rate if self._speeds else -kinds.index(c.kind))
                plan[job.id] = Assigned(best)
                free[best.kind] -= best.devices


def _instance(lines: list[Iterator[Runnable]], plan: dict[int, Assigned]) -> list[Runnable]:
    """The next of each line that does not run yet; empty: one line is at its end."""
    found = []
    for line in lines:
        job = next((each for each in line if each.id not in plan), None)
        if job is None:
            return []
        found.append(job)
    return found


def _side_by_side(jobs: list[Runnable], kind: str, room: int) -> list[Choice]:
    """The fastest of each; empty: one has none, or they do not take the same devices."""
    found = [choice for job in jobs if (choice := fastest(job, kind, room))]
    alike = len({choice.devices for choice in found}) == 1
    return found if alike and len(found) == len(jobs) else []


def can_run(jobs: Iterable[Runnable], capacity: Mapping[str, int]) -> list[Runnable]:
    """Without jobs that would not fit even alone: they have no share."""
    return [job for job in jobs if any(c.devices <= capacity[c.kind] for c in job.choices)]


def grouped(jobs: Iterable[Runnable]) -> dict[Group, list[Runnable]]:
    """Jobs that differ only in what they have had."""
    groups: dict[Group, list[Runnable]] = {}
    for job in jobs:
        groups.setdefault((job.profile or job.id, job.weight), []).append(job)
    return groups
