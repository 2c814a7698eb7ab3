"""All done as early as can be. Jobs must say how much work they have left.

A linear program gives the least time in which the work of all fits, and the shares of time on
each kind; they are carried out in rounds, longest first, and computed anew as jobs get on. Jobs
that must run for much of that time stand alone in it; the rest counts by groups, which may share
devices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from heddle.cluster.matching._program import options, solve
from heddle.cluster.matching._shares import Group, Shares, Unit, can_run, grouped
from heddle.cluster.matching.base import Assigned, Round, Runnable, Sees
from heddle.errors import PolicyError

SEES = (Sees.RATES, Sees.PAIRS, Sees.LEFT)
TIGHT = 0.5  #: of the time until all is done; a job that needs more runs alone


class Makespan:
    """Remembers the shares, and what each job has had of its share."""

    def __init__(self, share: bool = True) -> None:
        self._share = share
        self._shares = Shares(rank=lambda job: -_needs_s(job))
        self._end_s = 0.0  #: when all should be done
        self._alone: set[int] = set()

    def plan(self, round: Round) -> dict[int, Assigned]:
        """:raises PolicyError: if a job does not say how much work is left"""
        tight_s = TIGHT * max(self._end_s - round.now_s, round.length_s)
        jobs = can_run(round.jobs, round.capacity)
        due = bool(jobs) and self._shares.is_due(round.now_s)
        if due:
            self._alone = {job.id for job in jobs if _needs_s(job) > tight_s}
        shared = grouped(job for job in jobs if job.id not in self._alone)
        groups = {job.id: [job] for job in jobs if job.id in self._alone} | shared
        if due:
            lasts_s, want = _solve(groups, round, shared if self._share else ())
            self._end_s = round.now_s + lasts_s
            self._shares.renew(want, round.now_s)
        return self._shares.plan(round, groups, round.capacity)


def least_s(round: Round, share: bool = True) -> float:
    """No schedule at all has everything done sooner than this."""
    groups = grouped(can_run(round.jobs, round.capacity))
    lasts_s, _ = _solve(groups, round, groups if share else ())
    return max(lasts_s, max(map(_needs_s, round.jobs), default=0.0))


def _solve(
    groups: Mapping[Group, Sequence[Runnable]], round: Round, shared: Iterable[Group]
) -> tuple[float, dict[tuple[Unit, str], float]]:
    """How long all takes, and how many instances of each unit run at once until then.

    Variables are hours of each unit on each kind; the last one is when all is done.
    """
    found = options(groups, round, shared)
    if not found:
        return 0.0, {}
    rows = {group: i for i, group in enumerate(groups)}
    kinds = {kind: 2 * len(rows) + i for i, kind in enumerate(round.capacity)}
    end = len(found)
    best = {group: _best(jobs[0]) for group, jobs in groups.items()}
    counts = {len(rows) + rows[group]: len(jobs) for group, jobs in groups.items()}
    counts |= {kinds[kind]: room for kind, room in round.capacity.items()}
    entries = [(row, end, -float(count)) for row, count in counts.items()]
    for column, option in enumerate(found):
        for group, rate in zip(option.unit, option.rates, strict=True):
            entries.append((rows[group], column, -rate / best[group]))
            entries.append((len(rows) + rows[group], column, 1.0))
        entries.append((kinds[option.kind], column, float(option.devices)))
    work = [-sum(map(_needs_s, jobs)) / 3600.0 for jobs in groups.values()]
    limits = work + [0.0] * (len(rows) + len(kinds))
    answer = solve(entries, limits, [0.0] * end + [1.0])
    if answer is None or answer[end] <= 0:
        return 0.0, {}
    want = {(each.unit, each.kind): answer[i] / answer[end] for i, each in enumerate(found)}
    return answer[end] * 3600.0, want


def _best(job: Runnable) -> float:
    return max(choice.rate for choice in job.choices)


def _needs_s(job: Runnable) -> float:
    """How long it would take on its best choice."""
    if job.left is None:
        raise PolicyError(f"job {job.id} does not say how much work is left; makespan needs it")
    return job.left / _best(job)


POLICY = Makespan
