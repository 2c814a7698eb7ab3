"""Keeps room for what is expected: takes the way that costs the others the least.

The room of a node for an expected shape is what the node could still give to copies of it, in
thousandths of devices: as many as its cores, its memory and its devices allow. All room together is
the shape's supply. A shape whose supply is small beside how often it arrives is hurt more by a loss
of it, so each weighs its chance to arrive divided by its supply now. The score is the loss of room,
weighed so: it sees devices cut to pieces, cores and memory without devices and the other way round,
and models and whole nodes that only some can use, in one figure.

The figure is real-valued and hardly ever ties, so the tie rule hardly matters.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Ints, Nodes
from heddle.cluster.placing.base import Floats, Options, allows
from heddle.cluster.shapes import Mix, Shape
from heddle.model.job import WHOLE

CHUNK = 4096  #: nodes whose room is counted at once, to bound memory
DRIFT = 0.04  #: of all devices: when the idle ones differ so much, supplies are counted anew
FAR = 1e9  #: copies for a unit of what is not asked for
HAIR = 1e-9  #: so that what fits exactly does, whatever the rounding


class Room:
    """Room is kept for shapes of one term; others are placed, but not expected."""

    def __init__(self, nodes: Nodes, mix: Mix) -> None:
        asking = [(shape, weight) for shape, weight in mix.items() if len(shape.terms) == 1]
        terms = [shape.terms[0] for shape, _ in asking]
        total = sum(mix.values()) or 1.0
        self._chance = np.array([weight / total for _, weight in asking])
        self._per_core = _inverse(shape.cpu_milli for shape, _ in asking)
        self._per_mib = _inverse(shape.memory_mib for shape, _ in asking)
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
        self._way = np.array([distinct.index(way) for way in ways], dtype=np.intp)
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
        self._counted = -self._whole  #: idle when supplies were counted; never was
        self._weights = np.zeros(len(asking))
        self._room_now = np.zeros(len(nodes))
        self._gives_now = np.zeros((len(nodes), len(distinct)))  #: of the devices, by way of asking
        self._touched = set(range(len(nodes)))  #: nodes of which both are not known
        self.renew(nodes, 0, int(nodes.device_free.clip(0).sum()))

    def renew(self, nodes: Nodes, node: int, idle_milli: int) -> bool:
        """Counts supplies if they may have changed much: all scores are others then."""
        self._touched.add(node)
        if abs(idle_milli - self._counted) <= DRIFT * self._whole or not len(self._chance):
            return False
        self._counted = idle_milli
        supply = np.zeros(len(self._chance))
        for start in range(0, len(nodes), CHUNK):
            part = np.arange(start, min(start + CHUNK, len(nodes)))
            gives = self._gives(part, nodes.device_free[part])
            copies = self._fits(nodes.free[part], gives)
            supply += copies[~nodes.cordoned[part]].sum(axis=0)
        # a supply below one copy is none: nothing is left that could be lost
        self._weights = self._chance * idle_milli / np.maximum(supply, 1.0)
        self._touched.update(range(len(nodes)))
        return True

    def score(self, nodes: Nodes, shape: Shape, options: Options) -> Floats:
        if len(options.node) > CHUNK or len(self._touched) > CHUNK:
            self._refresh(nodes)
            ends = range(CHUNK, len(options.node) + CHUNK, CHUNK)
            parts = [self.score(nodes, shape, options.part(end - CHUNK, end)) for end in ends]
            return np.concatenate(parts)
        touched = self._take_touched()
        count = len(touched)
        now = nodes.free.take(touched, axis=0)
        self._gives_now[touched] = self._gives(touched, now[:, DEVICES:])
        gives = self._gives_now.take(np.concatenate((touched, options.node)), axis=0)
        self._subtract(nodes, options, gives[count:])
        room = self._fits(np.concatenate((now, options.free)), gives) @ self._weights
        self._room_now[touched] = room[:count]
        # in thousandths, so that nodes in the same state tie exactly whatever the rounding
        scores: Floats = np.rint((room[count:] - self._room_now[options.node]) * 1000)
        return scores

    def _subtract(self, nodes: Nodes, options: Options, gives: Floats) -> None:
        """From what the devices give now to what they would give."""
        if options.slots.shape[1] == 1:
            slot = options.slots[:, 0]
            at = self._class_at[options.node, slot]
            left = options.devices[np.arange(len(slot)), slot]
            gives -= self._copies.take(at + nodes.device_free[options.node, slot], axis=0)
            gives += self._copies.take(at + left, axis=0)
        elif options.slots.shape[1]:
            gives[:] = self._gives(options.node, options.devices)

    def _take_touched(self) -> Ints:
        touched = np.array(sorted(self._touched), dtype=np.int64)
        self._touched.clear()
        return touched

    def _refresh(self, nodes: Nodes) -> None:
        touched = self._take_touched()
        for start in range(0, len(touched), CHUNK):
            part = touched[start : start + CHUNK]
            gives = self._gives(part, nodes.device_free[part])
            self._gives_now[part] = gives
            self._room_now[part] = self._fits(nodes.free[part], gives) @ self._weights

    def _gives(self, node: Ints, devices: Ints) -> Floats:
        """Copies that the devices alone would allow, by row and way of asking."""
        gives: Floats = self._copies[self._class_at[node] + devices].sum(axis=1)
        return gives

    def _fits(self, free: Ints, gives: Floats) -> Floats:
        """How many copies of each expected shape there is room for, by row and shape.

        Parts of copies count where cores or memory limit them, but less than one is none.
        """
        host = free[:, : MEMORY + 1].astype(np.float64)
        copies = host[:, CPU, None] * self._per_core
        np.minimum(copies, host[:, MEMORY, None] * self._per_mib, out=copies)
        np.minimum(copies, gives.take(self._way, axis=1), out=copies)
        copies *= copies >= 1
        return copies


def _inverse(amounts: Iterable[int]) -> Floats:
    """Copies for each unit; what is not asked for never limits."""
    values = np.array(list(amounts), dtype=np.float64)
    return np.where(values > 0, (1 + HAIR) / np.maximum(values, 1), FAR)


POLICY = Room
