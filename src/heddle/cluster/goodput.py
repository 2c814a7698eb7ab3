"""What a training job gains from devices: throughput times statistical efficiency, as learned.

Work is counted in steps of the job's smallest batch size, so figures of different batch sizes,
counts and kinds of devices compare. What is known at first is the time of a step on a single
device of each kind. The cost of synchronising is learned from what has run; before that it is
taken as nothing (optimistic, so that it is tried), and on a kind where the job never ran on
several devices it is taken to scale as it did on the kind where it did (as Sia does).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SIZES = 40  #: batch sizes that are tried, evenly spaced in their logarithm
#: How far computing and synchronising overlap: 1 not at all, more: up to the longer of the two.
OVERLAPS = np.array([1.0, 1.5, 2.0, 3.0, 5.0, 10.0])
ACROSS = 1.1  #: across nodes is at least this much slower than within one, until it was tried
EPSILON = 1e-8


@dataclass(frozen=True, slots=True, eq=False)
class Alone:
    """A job on a single device of a kind, as measured when it was submitted."""

    local: Floats  #: batch sizes, rising
    seconds: Floats  #: of a step
    on_node: int  #: devices of a node

    def at(self, local: Floats | Ints) -> Floats:
        return np.interp(local, self.local, self.seconds)


@dataclass(frozen=True, slots=True)
class BatchShape:
    """How a job splits its batch: `passes` of `local` on each device, then one synchronisation."""

    local: int
    passes: int

    def batch(self, devices: int) -> int:
        return self.local * self.passes * devices


@dataclass(slots=True)
class _Network:
    """Seconds of a synchronisation: `first` for two devices, `more` for each further one."""

    overlap: float = 1.0
    within: tuple[float, float] = (0.0, 0.0)
    across: tuple[float, float] = (0.0, 0.0)

    def seconds(self, nodes: Ints, devices: Ints) -> Floats:
        spread = nodes > 1
        first = np.where(spread, self.across[0], self.within[0])
        more = np.where(spread, self.across[1], self.within[1])
        return np.where(devices > 1, first + more * np.maximum(devices - 2, 0), 0.0)

    def step(self, compute: Floats, nodes: Ints, devices: Ints) -> Floats:
        """Seconds of a step with this compute time."""
        seconds = self.seconds(nodes, devices)
        if self.overlap == 1.0:
            return compute + seconds
        return (compute**self.overlap + seconds**self.overlap) ** (1.0 / self.overlap)


def _line(devices: Ints, seconds: Floats) -> tuple[float, float]:
    """Least squares, both coefficients at least zero; one count alone says nothing of more."""
    x = np.maximum(devices - 2, 0).astype(np.float64)
    spread = x - x.mean()
    square = float(spread @ spread)
    slope = float(spread @ seconds) / square if square > 0.0 else 0.0
    first = float(seconds.mean()) - slope * float(x.mean())
    if slope < 0.0:
        return float(seconds.mean()), 0.0
    if first < 0.0:
        return 0.0, float(x @ seconds) / float(x @ x)
    return first, slope


@dataclass(frozen=True, slots=True)
class _Splits:
    """Batch sizes to try, by configuration."""

    local: Ints
    passes: Ints
    batch: Ints
    fits: NDArray[np.bool_]


@lru_cache(maxsize=4096)
def _splits(
    devices: tuple[int, ...], locals_: tuple[int, int], batches: tuple[int, int], sizes: int
) -> _Splits:
    count = np.array(devices, dtype=np.int64)[:, None]
    (least_local, most_local), (least_batch, most_batch) = locals_, batches
    least = np.maximum(least_batch, least_local * count)
    most = np.maximum(most_batch, least)
    batch = least * (most / least) ** (np.arange(sizes) / max(sizes - 1, 1))
    wanted = batch / count
    extra = np.ceil(wanted / most_local - EPSILON) - 1
    # Noise cannot be told from a single pass on a single device.
    single = (count == 1) & (wanted > least_batch + EPSILON)
    passes = np.where(single, np.maximum(extra, 1), extra).astype(np.int64) + 1
    local = np.ceil(wanted / passes - EPSILON).astype(np.int64)
    local = np.minimum(local, most_batch // (passes * count))
    fits = (local >= least_local) & (local <= most_local) & (least <= most_batch)
    local = np.clip(local, least_local, most_local)
    return _Splits(local, passes, local * passes * count, fits)


class Goodput:
    """What is known of one job."""

    def __init__(self, kinds: Mapping[str, Alone], least_batch: int, most_batch: int) -> None:
        self.kinds = dict(kinds)
        self.least_batch, self.most_batch = least_batch, most_batch
        self.noise: tuple[float, float] | None = None  #: squared gradient and variance, last seen
        self.most_devices = 0  #: with which it has run
        self._seen: dict[str, dict[tuple[int, int, int], float]] = {}
        self._network: dict[str, _Network] = {}
        self._ratio: dict[str, dict[tuple[int, int], float]] = {}
        #: Answers of `best` that still hold.
        self._best: dict[tuple[object, ...], tuple[Floats, list[BatchShape]]] = {}

    def observe(
        self, kind: str, where: tuple[int, int, int], step_s: float, noise: tuple[float, float]
    ) -> None:
        """On so many nodes and devices, with such a batch on each, a step took this long.

        `noise` is the squared gradient and its variance, as the job saw them.
        """
        if noise != self.noise:
            self._best.clear()
        self.noise = noise
        self.most_devices = max(self.most_devices, where[1])
        seen = self._seen.setdefault(kind, {})
        if where[1] > 1 and where not in seen:
            seen[where] = step_s
            self._fit(kind, where)
            self._best.clear()

    def _fit(self, kind: str, last: tuple[int, int, int]) -> None:
        seen = self._seen[kind]
        keys = np.array(list(seen), dtype=np.int64)
        nodes, devices, local = keys.T
        step = np.array(list(seen.values()))
        alone = self.kinds[kind].at(local)
        compute = np.minimum(alone, step)
        spread = nodes > 1
        best, least = _Network(), math.inf
        for overlap in OVERLAPS:
            net = np.maximum(step**overlap - compute**overlap, 0.0) ** (1.0 / overlap)
            guess = _Network(float(overlap))
            if not spread.all():
                guess.within = _line(devices[~spread], net[~spread])
            if spread.any():
                guess.across = _line(devices[spread], net[spread])
            else:
                guess.across = guess.within[0] * ACROSS, guess.within[1] * ACROSS
            if spread.all():  # within a node it is no slower than across
                guess.within = guess.across
            error = float(np.square(np.log(guess.step(alone, nodes, devices) / step)).mean())
            if error < least - 1e-6:
                best, least = guess, error
        self._network[kind] = best
        # Where it has run, the last measurement says more than the line through all of them.
        predicted = float(best.step(alone[-1:], nodes[-1:], devices[-1:])[0])
        self._ratio.setdefault(kind, {})[last[:2]] = seen[last] / predicted

    def _source(self, kind: str) -> str | None:
        """Where scaling was seen: on the kind itself, else where it went furthest."""
        if kind in self._network:
            return kind
        return max(
            self._network,
            key=lambda other: max(devices for _, devices, _ in self._seen[other]),
            default=None,
        )

    def step(self, kind: str, nodes: Ints, devices: Ints, local: Ints) -> tuple[Floats, Floats]:
        """Seconds of computing, and of a whole step with its synchronisation, by configuration.

        `local` may have a second dimension: several batch sizes for each configuration.
        """
        compute = self.kinds[kind].at(local)
        source = self._source(kind)
        if source is None:
            return compute, compute
        there = self.kinds[source]
        if source != kind:
            nodes = -(-devices // there.on_node)
        network = self._network[source]
        ratios = self._ratio[source]
        ratio = np.array(
            [ratios.get(key, 1.0) for key in zip(nodes.tolist(), devices.tolist(), strict=True)]
        )
        if np.ndim(local) > 1:
            nodes, devices, ratio = nodes[:, None], devices[:, None], ratio[:, None]
        if source == kind:
            return compute, network.step(compute, nodes, devices) * ratio
        elsewhere = there.at(local)
        return compute, compute * network.step(elsewhere, nodes, devices) * ratio / elsewhere

    def best(
        self, kind: str, nodes: Ints, devices: Ints, most_local: int | None = None
    ) -> tuple[Floats, list[BatchShape]]:
        """The highest rate of each configuration, and the batch that reaches it; 0: impossible."""
        key = kind, most_local, nodes.tobytes(), devices.tobytes()
        if key not in self._best:
            self._best[key] = self._search(kind, nodes, devices, most_local)
        return self._best[key]

    def _search(
        self, kind: str, nodes: Ints, devices: Ints, most_local: int | None
    ) -> tuple[Floats, list[BatchShape]]:
        alone = self.kinds[kind]
        splits = _splits(
            tuple(devices.tolist()),
            (int(alone.local[0]), most_local or int(alone.local[-1])),
            (self.least_batch, self.most_batch),
            # Before the noise is known, a larger batch may be worth nothing.
            SIZES if self.noise else 1,
        )
        compute, step = self.step(kind, nodes, devices, splits.local)
        rate = self.gain(splits.batch) / (compute * (splits.passes - 1) + step)
        rate *= splits.fits
        pick = rate.argmax(axis=1)
        row = np.arange(len(pick))
        local, passes = splits.local[row, pick].tolist(), splits.passes[row, pick].tolist()
        return rate[row, pick], [BatchShape(*each) for each in zip(local, passes, strict=True)]

    def gain(self, batch: Ints) -> Floats:
        """Work of one step at a batch size, in steps of the smallest."""
        if self.noise is None:
            return np.ones(batch.shape)
        sqr, var = self.noise
        if sqr + var <= 0.0:
            return np.ones(batch.shape)
        return (var + sqr) / (var * self.least_batch / batch + sqr)
