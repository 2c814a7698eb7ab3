"""The greatest sum of steps a second, as Gavel's `max_sum_throughput_perf`: a published baseline.

A linear program says which part of its time each job should spend on which kind; rounds then go to
the jobs furthest behind that. It favours jobs with short steps, and is here to be compared with.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from heddle.cluster.matching._program import solve
from heddle.cluster.matching.base import Assigned, Round, Sees

SEES = (Sees.RATES, Sees.TIME)


class MostThroughput:
    """Remembers how long each job has been on each kind."""

    def __init__(self) -> None:
        self._job_s: dict[int, dict[str, float]] = {}
        self._kind_s: defaultdict[str, float] = defaultdict(float)

    def plan(self, round: Round) -> dict[int, Assigned]:
        present = {job.id for job in round.jobs}
        self._job_s = {key: value for key, value in self._job_s.items() if key in present}
        for job in round.jobs:
            if job.id not in self._job_s:  # as if it had run for half a round everywhere
                self._job_s[job.id] = dict.fromkeys(round.capacity, round.length_s / 2)
                for kind in round.capacity:
                    self._kind_s[kind] += round.length_s / 2
        ways = [(job, choice) for job in round.jobs for choice in job.choices]
        parts = _parts(round)
        behind = []
        for (job, choice), part in zip(ways, parts, strict=True):
            had = self._job_s[job.id][choice.kind] / self._kind_s[choice.kind]
            behind.append((-part / had, -part, job.id, choice))
        free = dict(round.capacity)
        plan: dict[int, Assigned] = {}
        for *_, key, choice in sorted(behind, key=lambda each: each[:3]):
            if key not in plan and choice.devices <= free[choice.kind]:
                free[choice.kind] -= choice.devices
                plan[key] = Assigned(choice)
                self._job_s[key][choice.kind] += round.length_s
                self._kind_s[choice.kind] += round.length_s
        return plan


def _parts(view: Round) -> list[float]:
    """Of the time of each job, for each of its choices."""
    # Jobs that are alike get the same part, as from the interior-point solver of the original.
    alike = Counter(job.choices for job in view.jobs)
    ways = [(row, choice) for row, choices in enumerate(alike) for choice in choices]
    if not ways:
        return []
    counts = list(alike.values())
    kinds = {kind: len(alike) + row for row, kind in enumerate(view.capacity)}
    entries = []
    for column, (row, choice) in enumerate(ways):
        entries.append((row, column, 1.0))
        entries.append((kinds[choice.kind], column, float(choice.devices * counts[row])))
    limits = [1.0] * len(alike) + [float(room) for room in view.capacity.values()]
    answer = solve(entries, limits, [-choice.rate * counts[row] for row, choice in ways])
    parts = iter(min(max(round(part, 5), 0.0), 1.0) for part in answer or [0.0] * len(ways))
    of = {choices: [next(parts) for _ in choices] for choices in alike}
    return [part for job in view.jobs for part in of[job.choices]]


POLICY = MostThroughput
