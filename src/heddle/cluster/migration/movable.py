"""Movable running members and their places, as arrays for `migrate` to search."""

from __future__ import annotations

import numpy as np

from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Bools, Ints, Nodes
from heddle.cluster.placing.base import allows
from heddle.cluster.shapes import Placement, Shape, Term
from heddle.model.job import WHOLE

Victims = list[tuple[int, Placement]]


class MovableMembers:
    """A table, a row for each member."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []  #: all that were ever running
        self._index: dict[Shape, int] = {}
        self._rows: dict[int, int] = {}  #: by member
        self._members: Victims = []
        self._shape = np.zeros(64, dtype=np.int64)
        self._node = np.zeros(64, dtype=np.int64)
        self._takes = np.zeros((64, 0), dtype=np.int64)
        self._on: dict[int, set[int]] = {}
        self._sizes: list[tuple[int, int, int, str]] = []
        self._needs: list[tuple[int, ...]] = []  #: cores, memory, count, share, all thousandths
        self._allowed: list[list[bool]] = []

    def add(self, member: int, placement: Placement) -> None:
        row = len(self._members)
        if row == len(self._node):
            self._node, self._shape = (np.resize(x, 2 * row) for x in (self._node, self._shape))
            self._takes = np.concatenate((self._takes, np.zeros_like(self._takes)))
        width = DEVICES + max((slot + 1 for slot, _ in placement.devices), default=0)
        if width > self._takes.shape[1]:
            self._takes = np.pad(self._takes, ((0, 0), (0, width - self._takes.shape[1])))
        if placement.shape not in self._index:
            self._index[placement.shape] = len(self.shapes)
            self.shapes.append(placement.shape)
            self._sizes.append(_size(placement.shape))
        self._members.append((member, placement))
        self._rows[member] = row
        self._shape[row], self._node[row] = self._index[placement.shape], placement.node
        self._takes[row] = 0
        self._takes[row, CPU], self._takes[row, MEMORY] = placement.cpu_milli, placement.memory_mib
        for slot, milli in placement.devices:
            self._takes[row, DEVICES + slot] = milli
        self._on.setdefault(placement.node, set()).add(member)

    def remove(self, member: int, placement: Placement) -> None:
        """The last row moves into its place."""
        row, last = self._rows.pop(member), len(self._members) - 1
        self._on[placement.node].remove(member)
        moved = self._members.pop()
        if row != last:
            self._members[row] = moved
            self._rows[moved[0]] = row
            for table in (self._shape, self._node, self._takes):
                table[row] = table[last]

    def of_row(self, row: int) -> tuple[int, Placement]:
        return self._members[row]

    def ranked(self, kinds: Ints) -> list[int]:
        """These shapes, each once, the smallest first."""
        return sorted(set(kinds.tolist()), key=self._sizes.__getitem__)

    def needs(self, nodes: Nodes) -> tuple[Ints, Bools]:
        """By shape: cores, memory, count, share, all thousandths; and the classes it can use."""
        for shape in self.shapes[len(self._needs) :]:
            term = shape.terms[0] if shape.terms else Term(0, share_milli=0)
            # one of several terms is not taken for one that fits
            count = term.count if len(shape.terms) < 2 else WHOLE
            host = shape.cpu_milli, shape.memory_mib
            self._needs.append((*host, count, term.share_milli, shape.device_milli))
            allowed = [allows(each, term, shape.level) for each in nodes.classes]
            self._allowed.append([*allowed, False])
        return np.array(self._needs), np.array(self._allowed)

    def on(self, node: int) -> Victims:
        """Its members, in the order of their numbers."""
        return [self._members[self._rows[member]] for member in sorted(self._on.get(node, ()))]

    def without(self, nodes: Nodes) -> tuple[Ints, Ints, Ints]:
        """By row: its shape, its node, and what would be free there without it."""
        count = len(self._members)
        node = self._node[:count]
        free = nodes.free[node]
        takes = self._takes[:count]
        free[:, : takes.shape[1]] += takes
        return self._shape[:count], node, free


def _size(shape: Shape) -> tuple[int, int, int, str]:
    return shape.device_milli, shape.cpu_milli, shape.memory_mib, repr(shape)


def fits(nodes: Nodes, node: Ints, free: Ints, shape: Shape) -> Bools:
    """Whether so much, free on that node, is enough; shapes of several terms never fit."""
    enough: Bools = (free[:, CPU] >= shape.cpu_milli) & (free[:, MEMORY] >= shape.memory_mib)
    if len(shape.terms) > 1:
        return np.zeros_like(enough)
    for term in shape.terms:
        usable = free[:, DEVICES:] >= term.share_milli
        allowed = [allows(each, term, shape.level) for each in nodes.classes]
        if not all(allowed):
            usable &= np.array([*allowed, False])[nodes.device_class[node]]
        # one is looked for faster than several are counted
        enough &= usable.any(axis=1) if term.count == 1 else usable.sum(axis=1) >= term.count
    return enough
