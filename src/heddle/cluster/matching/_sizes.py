"""How likely a job is to end soon, given what it has had: learned from the jobs that have ended.

The index is Gittins': the best ratio, over all horizons, of the chance to end within the horizon to
the work that is spent until then. It makes the mean waiting time least when no job says how long it
takes. Jobs that are still there count as well, as longer than what they have had.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

A_DECADE = 10  #: steps of the scale of sizes
LEAST_S, DECADES = 100.0, 5  #: to some four months
PRIOR_JOBS = 10.0  #: that were of all magnitudes alike, until real ones say otherwise
RENEW_EVERY = 25  #: ended jobs


class Sizes:
    """Counts sizes in seconds, and turns an age into an index."""

    def __init__(self) -> None:
        steps = A_DECADE * DECADES
        self._edges: Floats = LEAST_S * 10.0 ** (np.arange(steps + 1) / A_DECADE)
        self._ended: Floats = np.full(steps + 1, PRIOR_JOBS / (steps + 1))
        self._fresh = RENEW_EVERY
        self._index: Floats = np.zeros(steps + 1)

    def ended(self, size_s: float) -> None:
        self._ended[self._bin(np.array([size_s]))[0]] += 1.0
        self._fresh += 1

    def index(self, ages_s: Floats) -> Floats:
        """One number for each age; the higher, the sooner it should run."""
        where = self._bin(ages_s)
        if self._fresh >= RENEW_EVERY:
            self._fresh = 0
            self._renew(np.bincount(where, minlength=len(self._ended)).astype(np.float64))
        found: Floats = self._index[where]
        return found

    def _bin(self, sizes_s: Floats) -> NDArray[np.int64]:
        return np.minimum(np.searchsorted(self._edges, sizes_s, side="right"), len(self._edges) - 1)

    def _renew(self, there: Floats) -> None:
        """From the product-limit estimate of the jobs that outlive each edge."""
        ended = self._ended
        at_risk = np.cumsum((ended + there)[::-1])[::-1]
        # A job in the step has been through half of it, on average.
        hazard = ended / np.maximum(at_risk - there / 2, ended)
        outlive = np.concatenate([[1.0], np.cumprod(1.0 - np.minimum(hazard, 1.0))])
        widths = np.diff(self._edges, prepend=0.0)
        spent = np.concatenate([[0.0], np.cumsum((outlive[:-1] + outlive[1:]) / 2 * widths)])
        for i in range(len(ended)):
            won = outlive[i] - outlive[i + 1 :]
            cost = spent[i + 1 :] - spent[i]
            self._index[i] = float(np.max(won / np.maximum(cost, 1e-12))) if outlive[i] > 0 else 0.0
