"""The least mean time to completion, without knowing how long anyone takes.

Each job has an index: how likely it is to end soon, for what it has had, as learned from the jobs
that have ended (see _sizes.py). Its value on a kind of device is the index times the speed there,
relative to its best; the market (_market.py) matches. Two jobs share devices where, at the prices
of the last round, they bring more together than each by himself: often better than a slow device.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heddle.cluster.matching._market import Market
from heddle.cluster.matching._sizes import Sizes
from heddle.cluster.matching.base import Assigned, Round, Runnable

SEES = "rates alone and in pairs, work done so far, sizes of jobs that have ended"
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Soonest:
    """Remembers how large jobs were, and prices."""

    def __init__(self, share: bool = True) -> None:
        self._share = share
        self._sizes = Sizes()
        self._market: Market | None = None
        self._ages: dict[int, float] = {}
        self._rows: dict[int, int] = {}  #: job id to the row of its profile
        self._profiles: dict[object, int] = {}
        self._likes: list[Runnable] = []  #: the first job of each profile
        self._speeds: list[list[float]] = []
        self._kinds: list[list[int]] = []
        self._devices: list[list[int]] = []
        self._best: list[float] = []
        self._pairs: Floats = np.zeros((0, 0, 0))
        self._fresh = True

    def plan(self, round: Round) -> dict[int, Assigned]:
        jobs = round.jobs
        self._learn(round)
        if not jobs:
            return {}
        rows = np.array([self._rows[job.id] for job in jobs])
        index = self._urgency(round) * np.array([job.weight for job in jobs])
        speeds, kinds, devices = self._tables(round)
        values, kind, device = index[:, None] * speeds[rows], kinds[rows], devices[rows]
        _count_restarts(round, values)
        assert self._market is not None
        share = self._share and round.together is not None
        pairs = self._pair(rows, index, values, kind, device) if share else []
        host, guest = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        for column in range(values.shape[1]):
            at = kind[host, column]
            mine, theirs = self._beside(at, rows[host], rows[guest])
            values[host, column] = mine * index[host] + theirs * index[guest]
        lone = np.setdiff1d(np.arange(len(jobs)), guest)
        taken = self._market.clear(values[lone], kind[lone], device[lone])
        beside = dict(pairs)
        plan: dict[int, Assigned] = {}
        for i, choice in zip(lone.tolist(), taken.tolist(), strict=True):
            if choice < 0:
                continue
            job, given = jobs[i], jobs[i].choices[choice]
            if i not in beside:
                plan[job.id] = Assigned(given)
                continue
            other = jobs[beside[i]]
            plan[job.id] = Assigned(given, other.id)
            own = (x for x in other.choices if (x.kind, x.devices) == (given.kind, given.devices))
            plan[other.id] = Assigned(next(own), job.id)
        return plan

    def _urgency(self, round: Round) -> Floats:
        """What a second on the best device is worth for each job.

        The index, times the square of how much longer the job is there than it would be alone: so
        the largest do not wait for ever behind the many small ones.
        """
        ages = np.array([self._ages[job.id] for job in round.jobs])
        there = round.now_s - np.array([job.arrived_s for job in round.jobs])
        stretch = (there + round.length_s) / (ages + round.length_s)
        return self._sizes.index(ages) * stretch**2

    def _beside(self, kind: Ints, one: Ints, other: Ints) -> tuple[Floats, Floats]:
        return self._pairs[kind, one, other], self._pairs[kind, other, one]

    def _pair(
        self, rows: Ints, index: Floats, values: Floats, kind: Ints, device: Ints
    ) -> list[tuple[int, int]]:
        """Two by two, those who at the present prices bring more together than each by himself."""
        assert self._market is not None
        prices = self._market.prices
        alone = np.maximum((values - prices[kind] * device).max(axis=1), 0.0)
        count = len(rows)
        gain = np.full((count, count), -np.inf)
        needs = device[:, 0]
        for k, price in enumerate(prices.tolist()):
            mine = self._pairs[k][np.ix_(rows, rows)]
            both = mine * index[:, None]
            both = both + both.T
            both[mine <= 0] = -np.inf
            np.maximum(gain, both - price * needs[:, None], out=gain)
        gain -= alone[:, None] + alone[None, :]
        np.fill_diagonal(gain, -np.inf)
        # Rates of pairs are those of jobs that take the same devices, whatever their kind.
        gain[(device != needs[:, None]).any(axis=1), :] = -np.inf
        gain[needs[:, None] != needs[None, :]] = -np.inf
        gain = np.minimum(gain, gain.T)
        found: list[tuple[int, int]] = []
        everyone = np.arange(count)
        while True:
            best = gain.argmax(axis=1)
            agreed = (best[best] == everyone) & (gain[everyone, best] > 0) & (everyone < best)
            if not agreed.any():
                return found
            one = everyone[agreed]
            two = best[agreed]
            found += zip(one.tolist(), two.tolist(), strict=True)
            for used in (one, two):
                gain[used, :] = -np.inf
                gain[:, used] = -np.inf

    def _learn(self, round: Round) -> None:
        """New jobs, and those who are gone: they have ended in the middle of the last round."""
        room = np.array(list(round.capacity.values()), dtype=np.int64)
        if self._market is None:
            self._market = Market(room)
        self._market.room = room  # devices come and go; their kinds stay the same
        names = list(round.capacity)
        before, self._ages = self._ages, {}
        for job in round.jobs:
            if job.id not in self._rows:
                self._rows[job.id] = self._row(job, names)
            self._ages[job.id] = job.done / self._best[self._rows[job.id]]
            before.pop(job.id, None)
        for id_, age_s in before.items():
            self._sizes.ended(age_s + round.length_s / 2)
            del self._rows[id_]

    def _row(self, job: Runnable, names: list[str]) -> int:
        key = job.profile or job.choices
        if key not in self._profiles:
            self._profiles[key] = len(self._likes)
            best = max(choice.rate for choice in job.choices)
            self._likes.append(job)
            self._best.append(best)
            self._speeds.append([choice.rate / best for choice in job.choices])
            self._kinds.append([names.index(choice.kind) for choice in job.choices])
            self._devices.append([choice.devices for choice in job.choices])
            self._fresh = True
        return self._profiles[key]

    def _tables(self, round: Round) -> tuple[Floats, Ints, Ints]:
        if self._fresh:
            self._fresh = False
            width = max(len(row) for row in self._speeds)
            fill = [width - len(row) for row in self._speeds]
            self._cached = (
                np.array([r + [0.0] * n for r, n in zip(self._speeds, fill, strict=True)]),
                np.array([r + [0] * n for r, n in zip(self._kinds, fill, strict=True)]),
                np.array([r + r[:1] * n for r, n in zip(self._devices, fill, strict=True)]),
            )
            if self._share and round.together is not None:
                self._pair_up(round)
        return self._cached

    def _pair_up(self, round: Round) -> None:
        """Speed of one profile beside another on each kind, relative to its best alone."""
        assert round.together is not None
        count = len(self._likes)
        self._pairs = np.zeros((len(round.capacity), count, count))
        for k, kind in enumerate(round.capacity):
            for i, one in enumerate(self._likes):
                for j, other in enumerate(self._likes):
                    rates = round.together(one, other, kind)
                    if rates is not None:
                        self._pairs[k, i, j] = rates[0] / self._best[i]


def _count_restarts(round: Round, values: Floats) -> None:
    """A change is worth what is left of the round after it."""
    for i, job in enumerate(round.jobs):
        if job.restart_s and job.current is not None:
            rest = max(0.0, 1.0 - job.restart_s / round.length_s)
            for column, choice in enumerate(job.choices):
                if choice != job.current:
                    values[i, column] *= rest


POLICY = Soonest
