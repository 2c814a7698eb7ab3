"""The greatest sum of steps a second, as Gavel's `max_sum_throughput_perf`: a published baseline.

A linear program says which part of its time each job should spend on which kind; rounds then go to
the jobs furthest behind that. It favours jobs with short steps, and is here to be compared with.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from heddle.cluster.matching.base import Assigned, Choice, Round
from heddle.errors import MissingExtraError

SEES = "rates of choices"


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


def _parts(round: Round) -> list[float]:
    """Of the time of each job, for each of its choices."""
    try:
        from scipy.optimize import linprog  # type: ignore[import-untyped]
    except ImportError:
        raise MissingExtraError("the policy most_throughput", "SciPy", "cluster") from None
    kinds = {kind: row for row, kind in enumerate(round.capacity)}
    # Jobs that are alike get the same part, as from the interior-point solver of the original.
    alike: dict[tuple[Choice, ...], int] = {}
    for job in round.jobs:
        alike[job.choices] = alike.get(job.choices, 0) + 1
    ways = [(row, choice) for row, choices in enumerate(alike) for choice in choices]
    if not ways:
        return []
    counts = list(alike.values())
    limits = np.zeros((len(alike) + len(kinds), len(ways)))
    for column, (row, choice) in enumerate(ways):
        limits[row, column] = 1.0
        limits[len(alike) + kinds[choice.kind], column] = choice.devices * counts[row]
    solved = linprog(
        [-choice.rate * counts[row] for row, choice in ways],
        A_ub=limits,
        b_ub=[1.0] * len(alike) + list(round.capacity.values()),
        method="highs",
    )
    parts = iter(_clean(part) for part in solved.x)
    of = {choices: [next(parts) for _ in choices] for choices in alike}
    return [part for job in round.jobs for part in of[job.choices]]


def _clean(part: float) -> float:
    return min(max(float(np.round(part, 5)), 0.0), 1.0)


POLICY = MostThroughput
