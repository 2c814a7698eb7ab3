"""How much of the idle devices no typical job could use, over time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heddle.cluster.nodes import Nodes
from heddle.cluster.running import Cluster
from heddle.cluster.shapes import Mix, Term
from heddle.model.job import WHOLE

NOBODY = WHOLE + 1  #: more than any device has


@dataclass(frozen=True, slots=True)
class FragmentSample:
    """Idle thousandths of devices on nodes in service, and those among them that no job can use."""

    at_s: float
    idle_milli: int
    useless_milli: int


class Fragments:
    """A table of the smallest share that a typical shape asks of a device of some class, by the
    number of devices that it asks together and the cores that are free beside them.

    A device is of use if a typical shape fits on its node and would take a part of this device.
    Only shapes of one term count, and the memory of the host is left out, as in FGD's measure. That
    one is a mean over the shapes; here a device counts as useless only if no shape can use it.
    """

    def __init__(self, nodes: Nodes, mix: Mix) -> None:
        slots = nodes.device_free.shape[1]
        asking = [s for s in mix if len(s.terms) == 1 and s.terms[0].count <= slots]
        self._cores = np.array(sorted({shape.cpu_milli for shape in asking}), dtype=np.int64)
        self._counts = sorted({shape.terms[0].count for shape in asking})
        # by count, class (the last is that of an absent slot), and how many of the cores are free
        size = len(self._counts), len(nodes.classes) + 1, len(self._cores) + 1
        table = np.full(size, NOBODY, dtype=np.int64)
        for shape in asking:
            term = shape.terms[0]
            cell = (
                self._counts.index(term.count),
                int(np.searchsorted(self._cores, shape.cpu_milli)),
            )
            for index in _allowed(nodes, term, shape.level):
                at = cell[0], index, cell[1] + 1
                table[at] = min(table[at], term.share_milli)
        self._least = np.minimum.accumulate(table, axis=2)

    def useless_milli(self, nodes: Nodes) -> tuple[int, int]:
        """Idle, and useless."""
        free = np.where(nodes.cordoned[:, None], 0, nodes.device_free.clip(0))
        cores = np.searchsorted(self._cores, nodes.cpu_free, side="right")
        useful = np.zeros(free.shape, dtype=np.bool_)
        ranked = -np.sort(-free, axis=1)
        for i, count in enumerate(self._counts):
            least = self._least[i][nodes.device_class, cores[:, None]]
            useful |= np.minimum(free, ranked[:, count - 1 : count]) >= least
        idle = int(free.sum())
        return idle, idle - int(free[useful].sum())


def _allowed(nodes: Nodes, term: Term, level: int) -> list[int]:
    return [
        index
        for index, each in enumerate(nodes.classes)
        if (not term.kinds or each.kind in term.kinds)
        and (not term.vendors or each.vendor in term.vendors)
        and (not term.models or each.model in term.models)
        and each.memory_mib >= term.memory_mib
        and each.level >= level
    ]


class FragmentSampler:
    """Looks now and then: called after every cycle, it measures when a sample is due."""

    def __init__(self, cluster: Cluster, mix: Mix, every_s: float) -> None:
        self._cluster, self._every_s = cluster, every_s
        self._fragments = Fragments(cluster.nodes, mix)
        self._due_s = 0.0
        self.samples: list[FragmentSample] = []

    def look(self, now_s: float) -> None:
        if now_s >= self._due_s:
            self._due_s = now_s + self._every_s
            self.samples.append(
                FragmentSample(now_s, *self._fragments.useless_milli(self._cluster.nodes))
            )
