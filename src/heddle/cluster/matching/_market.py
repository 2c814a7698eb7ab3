"""Which job runs on what in one round: a market in which kinds of devices have a price.

Each job has a value for each of its choices. A kind's price is what the last job that gets it would
lose without it, so a fast device goes to the job that gains most by it, not to the first one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SWEEPS = 4  #: at most; prices of the last round are a good beginning
CLOSE = 0.01  #: prices that have settled


class Market:
    """Remembers prices from round to round, and nothing else."""

    def __init__(self, kinds: int) -> None:
        self.prices: Floats = np.zeros(kinds)

    def clear(self, values: Floats, kinds: Ints, devices: Ints, room: Ints) -> Ints:
        """The choice of each job, or -1.

        The arrays are jobs by choices, but `room` by kind; a choice that is not there has the value
        0. Jobs come in the order in which they are served when all else is equal.
        """
        self._settle(values, kinds, devices, room)
        surplus = values - self.prices[kinds] * devices
        free = room.tolist()
        taken = np.full(len(values), -1, dtype=np.int64)

        def take(job: int, choice: int) -> bool:
            kind, needed = kinds[job, choice], int(devices[job, choice])
            if values[job, choice] <= 0 or needed > free[kind]:
                return False
            free[kind] -= needed
            taken[job] = choice
            return True

        missed = []
        best = surplus.argmax(axis=1).tolist()
        for job in np.argsort(-(surplus / devices).max(axis=1), kind="stable").tolist():
            if surplus[job, best[job]] < 0 or not take(job, best[job]):
                missed.append(job)
        # What is left over goes to the jobs that missed, by value alone: an idle device has no
        # price.
        density = (values / devices).max(axis=1)
        for job in sorted(missed, key=lambda job: -density[job]):
            if not any(free):
                break
            any(take(job, each) for each in np.argsort(-values[job], kind="stable").tolist())
        return taken

    def _settle(self, values: Floats, kinds: Ints, devices: Ints, room: Ints) -> None:
        """Kind by kind, the price at which exactly what is there is asked for."""
        here = [(kinds == kind) & (values > 0) for kind in range(len(room))]
        rows = np.arange(len(values))
        for _ in range(SWEEPS):
            before = self.prices.copy()
            for kind, count in enumerate(room.tolist()):
                surplus = values - self.prices[kinds] * devices
                surplus[here[kind]] = 0.0
                other = np.maximum(surplus.max(axis=1), 0.0)
                offer = np.where(here[kind], (values - other[:, None]) / devices, 0.0)
                best = offer.argmax(axis=1)
                bids, needs = offer[rows, best], devices[rows, best]
                order = np.argsort(-bids, kind="stable")
                out = int(np.searchsorted(np.cumsum(needs[order]), count, side="right"))
                self.prices[kind] = 0.0
                if out < len(order):
                    # Between the last job that gets it and the first that does not: no ties.
                    edges = bids[order[max(out - 1, 0) : out + 1]]
                    self.prices[kind] = max(0.0, float(edges.mean()))
            if (np.abs(before - self.prices) <= CLOSE * before).all():
                break
