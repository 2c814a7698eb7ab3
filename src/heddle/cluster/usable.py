"""How much of a node's idle devices is of use to the shapes that are expected to arrive."""

from __future__ import annotations

import numpy as np

from heddle.cluster.nodes import Ints, Nodes
from heddle.cluster.placing.base import Floats, allows
from heddle.cluster.shapes import Mix
from heddle.model.job import WHOLE


class Usable:
    """Expected usable thousandths, by table.

    A shape that asks `count` devices with `share` thousandths each fits when the count-th freest
    device has that share free. So, with `r` thousandths free on a device and `q` on the count-th
    freest, the device is of use to those that ask no more than min(r, q). The table holds, by
    class, count, cores and thousandths, the weight of the shapes that ask no more than that.
    Only shapes of one term count; the memory of the host is left out, as published.
    """

    def __init__(self, nodes: Nodes, mix: Mix) -> None:
        asking = [(shape, weight) for shape, weight in mix.items() if len(shape.terms) == 1]
        total = sum(mix.values()) or 1.0
        self._cores = np.array(sorted({shape.cpu_milli for shape, _ in asking}), dtype=np.int64)
        self._counts = sorted({shape.terms[0].count for shape, _ in asking})
        slots = nodes.device_free.shape[1]
        self._counts = [count for count in self._counts if count <= slots]
        table = np.zeros(
            (len(self._counts), len(nodes.classes) + 1, len(self._cores) + 1, WHOLE + 2)
        )
        for shape, weight in asking:
            term = shape.terms[0]
            if term.count not in self._counts:
                continue
            for index, each in enumerate(nodes.classes):
                if allows(each, term, shape.level):
                    cores = int(np.searchsorted(self._cores, shape.cpu_milli))
                    cell = self._counts.index(term.count), index, cores + 1, term.share_milli
                    table[cell] += weight / total
        # the last entry of thousandths, -1, is that of an absent slot and stays nothing
        self._table = np.cumsum(np.cumsum(table, axis=2)[..., : WHOLE + 1], axis=3)
        self._flat = np.ascontiguousarray(self._table).ravel()

    def milli(self, classes: Ints, cpu: Ints, devices: Ints) -> Floats:
        """By row, for nodes with these classes, free cores and free thousandths of devices."""
        _, kinds, cores, shares = self._table.shape
        level = np.searchsorted(self._cores, cpu, side="right")
        # the class of an absent slot, -1, is the last one, to which nothing is of use
        base = ((classes % kinds) * cores + level[:, None]) * shares
        free = devices.clip(0)
        total = np.zeros(len(devices))
        ranked = -np.sort(-free, axis=1) if self._counts[-1:] > [1] else free
        for i, count in enumerate(self._counts):
            reach = free if count == 1 else np.minimum(free, ranked[:, count - 1 : count])
            total += (free * self._flat[base + reach + i * kinds * cores * shares]).sum(axis=1)
        return total
