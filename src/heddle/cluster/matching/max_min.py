"""Max-min over effective throughput, as in Gavel (OSDI'20): the slowest gets on as fast as can be.

A job's throughput counts relative to what an equal part of every kind would give it, and as often
as it has devices: a job on eight gets an eighth of the time. A linear program gives each job's
share of time on each kind; _shares.py carries them out.

Gavel's own program looks at the slowest only (max_min_only.py). A job on one device soon cannot be
helped any more, and what is left over then goes to no job in particular; here it goes to where it
brings most, which takes a third off completion times where jobs take several devices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heddle.cluster.matching._program import options, solve
from heddle.cluster.matching._shares import Group, Shares, Unit, can_run, grouped
from heddle.cluster.matching.base import Assigned, Round, Runnable, Sees

SEES = (Sees.RATES, Sees.TIME)
REST_COUNTS = 1e-3  #: the mean of all beside the slowest: little, but it decides what is left over


class MaxMin:
    """Remembers the shares, and what each job has had of its share."""

    def __init__(self, share: bool = False, rest: float = REST_COUNTS) -> None:
        self._share = share
        self._rest = rest
        self._shares = Shares()
        self._there: object = None  #: jobs and devices for which they were computed

    def plan(self, round: Round) -> dict[int, Assigned]:
        groups = grouped(can_run(round.jobs, round.capacity))
        there = {group: len(jobs) for group, jobs in groups.items()}, dict(round.capacity)
        if there != self._there and self._shares.is_due(round.now_s):
            self._there = there
            self._shares.renew(shares(groups, round, self._share, self._rest), round.now_s)
        return self._shares.plan(round, groups, round.capacity)


def shares(
    groups: Mapping[Group, Sequence[Runnable]],
    round: Round,
    share: bool = False,
    rest: float = REST_COUNTS,
) -> dict[tuple[Unit, str], float]:
    """How many instances of each unit run at once. The last variable is what the slowest gets."""
    if not groups:
        return {}
    found = options(groups, round, groups if share else ())
    room = sum(round.capacity.values())
    equal = dict.fromkeys(groups, 0.0)
    for option in found:
        if len(option.unit) == 1:
            part = round.capacity[option.kind] / room
            weight = groups[option.unit[0]][0].weight
            equal[option.unit[0]] += option.rates[0] * part * weight / option.devices
    rows = {group: i for i, group in enumerate(groups)}
    kinds = {kind: 2 * len(rows) + i for i, kind in enumerate(round.capacity)}
    sizes = [float(len(jobs)) for jobs in groups.values()]
    slowest = len(found)
    entries = [(row, slowest, size) for row, size in enumerate(sizes)]
    goal = [0.0] * slowest + [-1.0]
    for column, option in enumerate(found):
        for group, rate in zip(option.unit, option.rates, strict=True):
            entries.append((rows[group], column, -rate / equal[group]))
            entries.append((len(rows) + rows[group], column, 1.0))
            goal[column] -= rest * rate / equal[group] / sum(sizes)
        entries.append((kinds[option.kind], column, float(option.devices)))
    limits = [0.0] * len(rows) + sizes + [float(each) for each in round.capacity.values()]
    answer = solve(entries, limits, goal) or [0.0] * slowest
    return {(option.unit, option.kind): answer[i] for i, option in enumerate(found)}


POLICY = MaxMin
