"""The least mean time to completion, without knowing how long any job takes.

Each job has an index: how likely it is to end soon, for what it has had, as learned from the jobs
that have ended (see _sizes.py). Its value on a kind of device is the index times the speed there,
relative to its best; the market (_market.py) matches. Two jobs share devices where, at the prices
of the last round, they bring more together than each by himself: often better than a slow device.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from heddle.cluster.matching._market import Market
from heddle.cluster.matching._profiles import ProfileTables
from heddle.cluster.matching._sizes import Sizes
from heddle.cluster.matching.base import Assigned, Round, Runnable, Sees

SEES = (Sees.ARRIVAL, Sees.RATES, Sees.PAIRS, Sees.DONE, Sees.ENDED)
PATIENCE = 2  #: the power of how much longer a job is there than it would be alone

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Soonest:
    """Remembers how large jobs were, and prices."""

    def __init__(self, share: bool = True) -> None:
        self._share = share
        self._sizes = Sizes()
        self._ages: dict[int, float] = {}  #: work so far in seconds on its best choice, by job
        self._meet(())

    def _meet(self, kinds: tuple[str, ...]) -> None:
        self._kinds = kinds
        self._profiles, self._market = ProfileTables(kinds), Market(len(kinds))

    def plan(self, round: Round) -> dict[int, Assigned]:
        if self._kinds != tuple(round.capacity):
            self._meet(tuple(round.capacity))
        together = round.together if self._share else None
        rows = self._profiles.rows(round.jobs, together)
        self._learn(round, rows)
        if not round.jobs:
            return {}
        index = self._urgency(round) * np.array([job.weight for job in round.jobs])
        values = index[:, None] * self._profiles.speeds[rows]
        kinds, devices = self._profiles.kinds[rows], self._profiles.devices[rows]
        _count_restarts(round, values)
        pairs = self._pair(rows, index, values, kinds, devices) if together else []
        host, guest = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        beside = self._profiles.beside
        for column in range(values.shape[1] if pairs else 0):
            on, one, other = kinds[host, column], rows[host], rows[guest]
            mine, theirs = beside[on, one, other], beside[on, other, one]
            values[host, column] = mine * index[host] + theirs * index[guest]
        lone = np.setdiff1d(np.arange(len(rows)), guest)
        room = np.array(list(round.capacity.values()), dtype=np.int64)
        taken = self._market.clear(values[lone], kinds[lone], devices[lone], room)
        return _assigned(round.jobs, lone.tolist(), taken.tolist(), dict(pairs))

    def _learn(self, round: Round, rows: Ints) -> None:
        """A job that is gone has ended, in the middle of the last round."""
        best = self._profiles.best[rows].tolist()
        before = self._ages
        self._ages = {job.id: job.done / b for job, b in zip(round.jobs, best, strict=True)}
        for id_, age_s in before.items():
            if id_ not in self._ages:
                self._sizes.ended(age_s + round.length_s / 2)

    def _urgency(self, round: Round) -> Floats:
        """What a second on the best device is worth for each job.

        The index, times a power of how much longer the job is there than it would be alone: so the
        largest do not wait for ever behind the many small ones.
        """
        ages = np.array([self._ages[job.id] for job in round.jobs])
        there = round.now_s - np.array([job.arrived_s for job in round.jobs])
        stretch = (there + round.length_s) / (ages + round.length_s)
        return self._sizes.index(ages) * stretch**PATIENCE

    def _pair(
        self, rows: Ints, index: Floats, values: Floats, kinds: Ints, devices: Ints
    ) -> list[tuple[int, int]]:
        """Pairs of jobs that at the present prices bring more together than apart."""
        prices = self._market.prices
        alone = np.maximum((values - prices[kinds] * devices).max(axis=1), 0.0)
        gain = np.full((len(rows), len(rows)), -np.inf)
        needs = devices[:, 0]
        for k, price in enumerate(prices.tolist()):
            mine = self._profiles.beside[k][np.ix_(rows, rows)]
            both = mine * index[:, None]
            both = both + both.T
            both[mine <= 0] = -np.inf
            np.maximum(gain, both - price * needs[:, None], out=gain)
        gain -= alone[:, None] + alone[None, :]
        np.fill_diagonal(gain, -np.inf)
        # Rates of pairs are those of jobs that take the same devices, whatever their kind.
        gain[(devices != needs[:, None]).any(axis=1), :] = -np.inf
        gain[needs[:, None] != needs[None, :]] = -np.inf
        return _agreed(np.minimum(gain, gain.T))


def _agreed(gain: Floats) -> list[tuple[int, int]]:
    """Pairs of which each is the other's best; then again among the rest. `gain` is used up."""
    found: list[tuple[int, int]] = []
    everyone = np.arange(len(gain))
    while True:
        best = gain.argmax(axis=1)
        agreed = (best[best] == everyone) & (gain[everyone, best] > 0) & (everyone < best)
        if not agreed.any():
            return found
        one, two = everyone[agreed], best[agreed]
        found += zip(one.tolist(), two.tolist(), strict=True)
        for used in (one, two):
            gain[used, :] = -np.inf
            gain[:, used] = -np.inf


def _count_restarts(round: Round, values: Floats) -> None:
    """A change is worth what is left of the round after it."""
    for i, job in enumerate(round.jobs):
        if job.restart_s and job.current is not None:
            rest = max(0.0, 1.0 - job.restart_s / round.length_s)
            for column, choice in enumerate(job.choices):
                if choice != job.current:
                    values[i, column] *= rest


def _assigned(
    jobs: Sequence[Runnable], lone: list[int], taken: list[int], beside: Mapping[int, int]
) -> dict[int, Assigned]:
    """The plan, from the choice of each job that is not a guest; -1: it waits."""
    plan: dict[int, Assigned] = {}
    for i, column in zip(lone, taken, strict=True):
        if column < 0:
            continue
        job, given = jobs[i], jobs[i].choices[column]
        if i not in beside:
            plan[job.id] = Assigned(given)
            continue
        other = jobs[beside[i]]
        own = (c for c in other.choices if (c.kind, c.devices) == (given.kind, given.devices))
        plan[job.id] = Assigned(given, other.id)
        plan[other.id] = Assigned(next(own), job.id)
    return plan


POLICY = Soonest
