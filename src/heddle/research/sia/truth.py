"""How a training job of Sia or Pollux really gets on, wherever the cluster puts its members.

Its work is that of its epochs, in steps of the smallest batch. Between changes of its devices the
seconds that it needs are a line of straight pieces over its work, one for each epoch: exact by the
published protocols, which docs/internals/goodput.md has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np

from heddle.cluster.running import Running
from heddle.research.sia.job import Application
from heddle.research.sia.profiles import Floats, Placement

SIZES = 40  #: batch sizes that an elastic job tries, evenly spaced in their logarithm


class Learning:
    """The truth of one application, for jobs that keep their batch size, or (None) choose it.

    One that chooses knows its own step times and its own noise, which Sia and Pollux had to learn.
    """

    def __init__(self, application: Application, kinds: Sequence[str], batch: int | None) -> None:
        self._application, self._kinds, self._batch = application, kinds, batch
        progress = application.training.progress
        self._work = np.concatenate(([0.0], progress))
        self._curve = cache(self._seconds)
        self._gains = cache(application.training.gains)

    def lasts_s(self, running: Running, done: float) -> float:
        return self.takes_s(self._kinds[running.alternative], placed(running), done)

    def after(self, running: Running, done: float, seconds: float) -> float:
        curve = self._curve(self._kinds[running.alternative], placed(running))
        at_s = float(np.interp(done, self._work, curve)) + seconds
        return float(np.interp(at_s, curve, self._work))

    def takes_s(self, kind: str, placement: Placement, done: float = 0.0) -> float:
        """From so much work to the end."""
        curve = self._curve(kind, placement)
        return float(curve[-1] - np.interp(done, self._work, curve))

    def _seconds(self, kind: str, placement: Placement) -> Floats:
        """At the end of each epoch, from 0."""
        rates = np.max([self._rates(kind, placement, batch) for batch in self._batches()], axis=0)
        return np.concatenate(([0.0], np.cumsum(np.diff(self._work) / rates)))

    def _rates(self, kind: str, placement: Placement, batch: int) -> Floats:
        """Work a second, by epoch."""
        shape = self._application.split(kind, placement, batch)
        steps = self._application.steps(kind, placement, shape)
        return steps * self._gains(shape.batch(sum(placement)))

    def _batches(self) -> Sequence[int]:
        if self._batch is not None:
            return (self._batch,)
        training = self._application.training
        sizes = np.geomspace(training.least_batch, training.most_batch, SIZES)
        return sorted({round(size) for size in sizes.tolist()})


def placed(running: Running) -> Placement:
    """Devices on each node, the most first."""
    counts: Counter[int] = Counter()
    for placement in running.placements:
        counts[placement.node] += len(placement.devices)
    return tuple(sorted(counts.values(), reverse=True))
