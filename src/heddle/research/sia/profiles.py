"""What was measured of an application, and what is taken to lie between the measured points.

How long one training step took on a placement, and how noisy the gradients were in each epoch at
each batch size. The interpolation is part of the published protocols (docs/internals/goodput.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Placement = tuple[int, ...]  #: devices on each node


def canonical(placement: Placement) -> Placement:
    """The smallest rotation: profiles were taken on a ring, whose first node does not matter."""
    return min(placement[i:] + placement[:i] for i in range(len(placement)))


@dataclass(frozen=True, slots=True)
class Curve:
    """Seconds of a step, and of its synchronisation, over the batch of one device."""

    local: Floats
    step_s: Floats
    sync_s: Floats

    @classmethod
    def of(cls, points: list[tuple[float, float, float]]) -> Curve:
        """Points of the same batch count as their mean."""
        by_local: dict[float, list[tuple[float, float]]] = {}
        for local, step, sync in points:
            by_local.setdefault(local, []).append((step, sync))
        sizes = sorted(by_local)
        mean = np.array([np.mean(by_local[size], axis=0) for size in sizes])
        return cls(np.array(sizes), mean[:, 0], mean[:, 1])

    @property
    def most(self) -> int:
        return int(self.local[-1])

    def at(self, local: float) -> tuple[float, float]:
        return (
            float(np.interp(local, self.local, self.step_s)),
            float(np.interp(local, self.local, self.sync_s)),
        )


class ApplicationProfile:
    """One application on one kind of device."""

    def __init__(
        self,
        placements: dict[Placement, list[tuple[float, float, float]]],
        scalability: dict[tuple[int, int], list[tuple[float, float, float]]],
    ) -> None:
        self.placements = {key: Curve.of(points) for key, points in placements.items()}
        # Placements of the same size count as one point each, so their mean and not their sum.
        groups = {key: list(points) for key, points in scalability.items()}
        for placement, points in placements.items():
            groups.setdefault((len(placement), sum(placement)), []).extend(points)
        self.groups = {key: Curve.of(points) for key, points in groups.items()}
        self.least_local = int(min(curve.local[0] for curve in self.placements.values()))
        self._cache: dict[tuple[Placement, int], tuple[float, float]] = {}

    @property
    def alone(self) -> Curve:
        """On one device."""
        return self.placements[(1,)]

    def _around(self, nodes: int, devices: int) -> list[tuple[Curve, float]]:
        """Curves with weights: the size itself, or its neighbours with as many devices a node."""
        exact = self.groups.get((nodes, devices))
        if exact is not None:
            return [(exact, 1.0)]
        on_node = devices / nodes
        found = []
        counts = sorted({n for n, _ in self.groups})
        low = max((n for n in counts if n <= nodes), default=counts[0])
        high = min((n for n in counts if n >= nodes), default=counts[-1])
        for n in dict.fromkeys((low, high)):
            share = 1.0 if low == high else 1.0 - abs(nodes - n) / (high - low)
            sizes = sorted(d for m, d in self.groups if m == n)
            wanted = on_node * n
            below = max((d for d in sizes if d <= wanted), default=sizes[0])
            above = min((d for d in sizes if d >= wanted), default=sizes[-1])
            for d in dict.fromkeys((below, above)):
                near = 1.0 if below == above else 1.0 - abs(wanted - d) / (above - below)
                found.append((self.groups[n, d], share * near))
        return [(curve, weight) for curve, weight in found if weight > 0.0]

    def most_local(self, placement: Placement) -> int:
        """The largest batch of one device that was measured there."""
        curve = self.placements.get(canonical(placement))
        if curve is not None:
            return curve.most
        return min(each.most for each, _ in self._around(len(placement), sum(placement)))

    def step(self, placement: Placement, local: int) -> tuple[float, float]:
        """Seconds of a step and of its synchronisation."""
        key = canonical(placement), local
        if key not in self._cache:
            curve = self.placements.get(key[0])
            if curve is not None:
                self._cache[key] = curve.at(local)
            else:
                near = self._around(len(placement), sum(placement))
                total = sum(weight for _, weight in near)
                points = [(curve.at(local), weight / total) for curve, weight in near]
                self._cache[key] = (
                    sum(step * weight for (step, _), weight in points),
                    sum(sync * weight for (_, sync), weight in points),
                )
        return self._cache[key]


@dataclass(frozen=True, slots=True)
class Training:
    """How an application learns: work of its epochs, and the noise of its gradients."""

    batches: Floats  #: validated batch sizes, rising
    progress: Floats  #: work at the end of each epoch, in steps of the smallest batch
    grad_sqr: Floats  #: epoch x batch
    grad_var: Floats

    @property
    def least_batch(self) -> int:
        return int(self.batches[0])

    @property
    def most_batch(self) -> int:
        return int(self.batches[-1])

    def noise(self, batch: float, epoch: int) -> tuple[float, float]:
        """Squared gradient and its variance at a batch size in an epoch."""
        return (
            float(np.interp(batch, self.batches, self.grad_sqr[epoch])),
            float(np.interp(batch, self.batches, self.grad_var[epoch])),
        )

    def gain(self, batch: float, epoch: int) -> float:
        """Work of one step, in steps of the smallest batch."""
        sqr, var = self.noise(batch, epoch)
        return (var + sqr) / (var * self.least_batch / batch + sqr)

    def gains(self, batch: float) -> Floats:
        """The same for all epochs at once."""
        at = float(np.interp(batch, self.batches, np.arange(len(self.batches))))
        low = int(at)
        high = min(low + 1, len(self.batches) - 1)
        sqr, var = (
            each[:, low] + (each[:, high] - each[:, low]) * (at - low)
            for each in (self.grad_sqr, self.grad_var)
        )
        return np.asarray((var + sqr) / (var * self.least_batch / batch + sqr))
