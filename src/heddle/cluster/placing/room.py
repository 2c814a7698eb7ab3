"""Keeps room for what is expected: takes the way that costs the others the least.

The room of a node for an expected shape is how many copies of it the node could still take. Its
cores, its memory and its devices each allow a number, and the room is a smooth least of the three:
their inverse fourth powers are added. So the one that is nearest to its end counts most, but not
alone: others than this shape will come too, and use them otherwise. All room together is the
shape's supply. A shape whose supply is small beside how often it arrives is hurt more by a loss of
it, so each weighs its chance to arrive divided by its supply now. The score is the loss of room,
weighed so: it sees devices cut to pieces, cores and memory without devices and the other way round,
and models and whole nodes that only some can use, in one figure.

The figure is real-valued and hardly ever ties, so the tie rule hardly matters.
"""

from __future__ import annotations

import numpy as np

from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Ints, Nodes
from heddle.cluster.placing.base import Floats, Options, allows, firsts
from heddle.cluster.shapes import Mix, Shape
from heddle.model.job import WHOLE

CHUNK = 4096  #: nodes whose room is counted at once, to bound memory
DRIFT = 0.04  #: of all devices: when the idle ones differ so much, supplies are counted anew
HAIR = 1e-9  #: so that what fits exactly does, whatever the rounding
LITTLE = 1e-60  #: stands for nothing where something is divided by what there is


class Room:
    """Room is kept for shapes of one term; others are placed, but not expected."""

    def __init__(self, nodes: Nodes, mix: Mix) -> None:
        asking = [(shape, weight) for shape, weight in mix.items() if len(shape.terms) == 1]
        terms = [shape.terms[0] for shape, _ in asking]
        total = sum(mix.values()) or 1.0
        self._chance = np.array([weight / total for _, weight in asking])
        cores = np.array([shape.cpu_milli for shape, _ in asking], dtype=np.int64)
        memory = np.array([shape.memory_mib for shape, _ in asking], dtype=np.int64)
        self._cores, self._memory = cores, memory
        # What a device can give depends on its class and on how is asked, of which few ways exist.
        ways = [
            (
                term.count,
                term.share_milli,
                tuple(allows(c, term, shape.level) for c in nodes.classes),
            )
            for (shape, _), term in zip(asking, terms, strict=True)
        ]
        distinct = sorted(set(ways))
        #: what a copy of each shape takes of cores, of memory and of each way of asking
        asks = [distinct.index(way) == np.arange(len(distinct)) for way in ways]
        devices = np.array(asks, dtype=np.float64).reshape(len(asking), len(distinct))
        self._fourths = np.concatenate((np.stack((cores, memory)), devices.T)).astype(float) ** 4
        free = np.arange(WHOLE + 1)
        table = np.zeros((len(nodes.classes) + 1, WHOLE + 1, len(distinct)))
        for k, (count, share, allowed) in enumerate(distinct):
            copies = free // share if count == 1 else (free >= share) * ((1 + HAIR) / count)
            table[:-1, :, k] = np.outer(allowed, copies)
        self._copies = table.reshape(table.shape[0] * table.shape[1], len(distinct))
        # where a slot's class begins in it; for an absent slot, -1 free, one after the last class
        index = np.where(nodes.device_class < 0, len(nodes.classes), nodes.device_class)
        self._class_at = index * (WHOLE + 1) + (nodes.device_class < 0)
        self._whole = int((nodes.device_class >= 0).sum()) * WHOLE
        self._counted = 0  #: idle when supplies were counted
        self._weights = np.zeros(len(asking))
        self._room_now = np.zeros(len(nodes))
        #: by node: cores, memory, and the copies that the devices alone allow, by way of asking
        self._has_now = np.zeros((len(nodes), DEVICES + len(distinct)))
        self._stale = np.ones(len(nodes), dtype=np.bool_)  #: nodes of which both are not known
        self._count(nodes, int(nodes.device_free.clip(0).sum()))

    def renew(self, nodes: Nodes, node: int, idle_milli: int) -> bool:
        """Counts supplies if they may have changed much: all scores are others then."""
        self._stale[node] = True
        if abs(idle_milli - self._counted) <= DRIFT * self._whole or not len(self._chance):
            return False
        self._count(nodes, idle_milli)
        return True

    def _count(self, nodes: Nodes, idle_milli: int) -> None:
        self._counted = idle_milli
        supply = np.zeros(len(self._chance))
        for start in range(0, len(nodes), CHUNK):
            part = np.arange(start, min(start + CHUNK, len(nodes)))
            copies = self._fits(self._has(part, nodes.free[part]))
            supply += copies[~nodes.cordoned[part]].sum(axis=0)
        # a supply below one copy is none: nothing is left that could be lost
        self._weights = self._chance * idle_milli / np.maximum(supply, 1.0)
        self._stale[:] = True

    def score(self, nodes: Nodes, shape: Shape, options: Options) -> Floats:
        node = options.node
        if len(node) > CHUNK:
            ends = range(CHUNK, len(node) + CHUNK, CHUNK)
            parts = [self.score(nodes, shape, options.part(end - CHUNK, end)) for end in ends]
            return np.concatenate(parts)
        stale = node.compress(self._stale.take(node))
        if not options.single:  # a node is there once for each of its ways
            stale = stale.compress(firsts(stale))
        if len(stale):
            self._has_now[stale] = self._has(stale, nodes.free.take(stale, axis=0))
            self._stale[stale] = False
        rows = self._after(nodes, shape, options)
        if len(stale):  # both at once: the rows are few, and a call costs more than a row
            rows = np.concatenate((rows, self._has_now.take(stale, axis=0)))
        room = self._fits(rows) @ self._weights
        self._room_now[stale] = room[len(node) :]
        lost: Floats = room[: len(node)] - self._room_now.take(node)
        lost *= 1000
        # in thousandths, so that nodes in the same state tie exactly whatever the rounding
        return np.rint(lost, out=lost)

    def _after(self, nodes: Nodes, shape: Shape, options: Options) -> Floats:
        """What the nodes would have, by row, as in `_has`."""
        if options.slots.shape[1] > 1:
            return self._has(options.node, options.free)
        after = self._has_now.take(options.node, axis=0)
        after[:, :DEVICES] = options.free[:, :DEVICES]
        if options.slots.shape[1]:
            slot = options.slots[:, 0]
            at = self._class_at[options.node, slot] + nodes.free[options.node, DEVICES + slot]
            after[:, DEVICES:] -= self._copies.take(at, axis=0)
            after[:, DEVICES:] += self._copies.take(at - shape.terms[0].share_milli, axis=0)
        return after

    def _has(self, node: Ints, free: Ints) -> Floats:
        """By row: cores, memory, and the copies that the devices alone allow, by way of asking."""
        gives = self._copies[self._class_at.take(node, axis=0) + free[:, DEVICES:]].sum(axis=1)
        return np.concatenate((free[:, :DEVICES], gives), axis=1)

    def _fits(self, has: Floats) -> Floats:
        """How many copies of each expected shape there is room for, by row and shape.

        None where not even one fits.
        """
        have: Floats = np.where(has >= 1, has, LITTLE)
        have *= have
        have *= have
        needs: Floats = np.reciprocal(have, out=have) @ self._fourths
        np.sqrt(np.sqrt(needs, out=needs), out=needs)
        copies: Floats = np.reciprocal(needs, out=needs)
        enough = has[:, CPU, None] >= self._cores
        enough &= has[:, MEMORY, None] >= self._memory
        copies *= enough
        return copies


POLICY = Room
