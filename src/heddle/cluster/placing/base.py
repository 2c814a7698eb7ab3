"""The seam of placing: how good each way is in which a shape could be given to a node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Bools, DeviceClass, Ints, Nodes
from heddle.cluster.shapes import Shape, Term

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Options:
    """Ways to place a shape, a row each: what its node would have left.

    Rows are in the order of nodes; on one node, in the order of the slots that they take.
    """

    node: Ints
    free: Ints  #: as in `Nodes`, by row
    slots: Ints  #: those that it takes from, by row
    single: bool = False  #: each node has only one way

    @property
    def cpu(self) -> Ints:
        return self.free[:, CPU]

    @property
    def memory(self) -> Ints:
        return self.free[:, MEMORY]

    @property
    def devices(self) -> Ints:
        """By row and slot."""
        return self.free[:, DEVICES:]

    def part(self, start: int, end: int) -> Options:
        """Some rows of it."""
        return Options(self.node[start:end], self.free[start:end], self.slots[start:end])


def firsts(node: Ints) -> Bools:
    """By row, in the order of nodes: whether it is the first one of its node."""
    new = np.ones(len(node), dtype=np.bool_)
    np.not_equal(node[1:], node[:-1], out=new[1:])
    return new


def allows(device: DeviceClass, term: Term, level: int) -> bool:
    """Whether such a device is what the term asks for."""
    return (
        (not term.kinds or device.kind in term.kinds)
        and (not term.vendors or device.vendor in term.vendors)
        and (not term.models or device.model in term.models)
        and device.memory_mib >= term.memory_mib
        and device.level >= level
    )


class Placing(Protocol):
    """A policy. Its scores hold until the node is touched, or until it says otherwise."""

    def renew(self, nodes: Nodes, node: int, idle_milli: int) -> bool:
        """The node was changed; `idle_milli` is the total. Whether all scores must be computed
        again."""
        ...

    def score(self, nodes: Nodes, shape: Shape, options: Options) -> Floats:
        """A number for each row; the highest is taken."""
        ...


class Steady:
    """What policies have in common whose scores depend on the node alone."""

    def renew(self, nodes: Nodes, node: int, idle_milli: int) -> bool:
        return False
