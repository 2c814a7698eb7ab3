"""Speeds of jobs as arrays: alone on each of their choices, and two by two on each kind.

Jobs of the same profile are the same rows. Speeds are relative to the best choice of a job.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from heddle.cluster.matching.base import Runnable, Together

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

KEPT = 200  #: profiles; beyond, those without a job are forgotten


class ProfileTables:
    """Tables of the profiles that were seen; made anew when there is another one."""

    def __init__(self, kinds: tuple[str, ...]) -> None:
        self._kinds = kinds
        self._firsts: dict[Hashable, Runnable] = {}  #: a job of each profile
        self._row: dict[Hashable, int] = {}
        self._together: Together | None = None
        self._tabulate([])

    def rows(self, jobs: Sequence[Runnable], together: Together | None) -> Ints:
        """The row of each job."""
        there = {_key(job): job for job in jobs}
        if not there.keys() <= self._row.keys() or together != self._together:
            kept = self._firsts if len(self._firsts) + len(there) <= KEPT else {}
            self._firsts = {**there, **kept}
            self._row = {key: row for row, key in enumerate(self._firsts)}
            self._together = together
            self._tabulate(list(self._firsts.values()))
        return np.array([self._row[_key(job)] for job in jobs], dtype=np.int64)

    def _tabulate(self, jobs: Sequence[Runnable]) -> None:
        shape = len(jobs), max((len(job.choices) for job in jobs), default=0)
        #: Rate of the best choice, by profile.
        self.best: Floats = np.array([max(c.rate for c in job.choices) for job in jobs], float)
        #: By profile and choice. A choice that is not there has the speed 0.
        self.speeds: Floats = np.zeros(shape)
        self.kinds: Ints = np.zeros(shape, dtype=np.int64)
        self.devices: Ints = np.empty(shape, dtype=np.int64)
        #: By kind and two profiles: the speed of the first beside the second; 0: they cannot.
        self.beside: Floats = np.zeros((len(self._kinds), len(jobs), len(jobs)))
        for row, job in enumerate(jobs):
            self.devices[row] = job.choices[0].devices
            for column, choice in enumerate(job.choices):
                self.speeds[row, column] = choice.rate / self.best[row]
                self.kinds[row, column] = self._kinds.index(choice.kind)
                self.devices[row, column] = choice.devices
        if self._together is None:
            return
        for k, kind in enumerate(self._kinds):
            for i, one in enumerate(jobs):
                for j, other in enumerate(jobs):
                    rates = self._together(one, other, kind)
                    if rates is not None:
                        self.beside[k, i, j] = rates[0] / self.best[i]


def _key(job: Runnable) -> Hashable:
    return job.profile or job.choices
