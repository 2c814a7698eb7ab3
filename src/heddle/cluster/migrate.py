"""Defragmentation by migration: which running members to move so that a shape fits.

A plan is data; nothing is moved by making one. The fewest moves are looked for: first one member
whose place is enough, the smallest first; then, on the nodes that come nearest, up to `most`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from heddle.cluster.fitting import Fitting
from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Ints, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.shapes import Placement, Shape

MOST = 4  #: members moved for one shape
TRIES = 8  #: places that are tried out, of each kind


@dataclass(frozen=True, slots=True)
class Move:
    """One member that goes elsewhere; on the same node it goes to other devices."""

    member: int
    old: Placement
    new: Placement


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves, all of them before the placement."""

    moves: tuple[Move, ...]
    placement: Placement


class Running:
    """Who may be moved, and where it is."""

    def __init__(self) -> None:
        self._by_shape: dict[Shape, dict[int, Placement]] = {}
        self._by_node: dict[int, dict[int, Placement]] = {}

    def add(self, member: int, placement: Placement) -> None:
        self._by_shape.setdefault(placement.shape, {})[member] = placement
        self._by_node.setdefault(placement.node, {})[member] = placement

    def remove(self, member: int, placement: Placement) -> None:
        del self._by_shape[placement.shape][member]
        del self._by_node[placement.node][member]

    def shapes(self) -> list[Shape]:
        return [shape for shape, members in self._by_shape.items() if members]

    def of_shape(self, shape: Shape) -> dict[int, Placement]:
        return self._by_shape.get(shape, {})

    def on(self, node: int) -> dict[int, Placement]:
        return self._by_node.get(node, {})


def plan(placer: Placer, running: Running, shape: Shape, most: int = MOST) -> Plan | None:
    """Moves that let the shape in; the placer is as it was before. None if there are none."""
    movable = [each for each in running.shapes() if _fits(placer, each)]
    movable.sort(key=lambda each: (each.device_milli, each.cpu_milli, each.memory_mib, repr(each)))
    tried = 0
    for victims in _single(placer, running, movable, shape):
        found = _try(placer, victims, shape)
        if found is not None or (tried := tried + 1) >= TRIES:
            return found
    if most > 1 and movable:
        for victims in _nearest(placer, running, set(movable), shape, most):
            found = _try(placer, victims, shape)
            if found is not None:
                return found
    return None


def carry_out(placer: Placer, running: Running, found: Plan) -> None:
    """Moves as planned, and takes the placement."""
    for move in found.moves:
        placer.give_back(move.old)
        running.remove(move.member, move.old)
    placer.take(found.placement)
    for move in found.moves:
        placer.take(move.new)
        running.add(move.member, move.new)


def _fits(placer: Placer, shape: Shape) -> bool:
    return placer.best(shape) is not None


Victims = list[tuple[int, Placement]]


def _single(
    placer: Placer, running: Running, movable: list[Shape], shape: Shape
) -> Iterator[Victims]:
    """Members whose place, were it empty, is enough: a few of each shape, small shapes first."""
    nodes = placer.nodes
    for each in movable:
        members = sorted(running.of_shape(each).items(), key=lambda pair: (pair[1].node, pair[0]))
        without = _without(nodes, [placement for _, placement in members])
        fits = Fitting(without, shape).options(np.arange(len(members))).node
        for row in np.unique(fits)[:2].tolist():
            yield [members[row]]


def _without(nodes: Nodes, placements: list[Placement]) -> Nodes:
    """A row for each placement: its node, had it not been made."""
    node = np.array([placement.node for placement in placements], dtype=np.int64)
    free = nodes.free[node]
    for row, placement in enumerate(placements):
        free[row, CPU] += placement.cpu_milli
        free[row, MEMORY] += placement.memory_mib
        for slot, milli in placement.devices:
            free[row, DEVICES + slot] += milli
    return replace(
        nodes,
        names=[nodes.names[i] for i in node],
        free=free,
        device_class=nodes.device_class[node],
        cordoned=nodes.cordoned[node],
        site=nodes.site[node],
        stack=nodes.stack[node],
    )


def _nearest(
    placer: Placer, running: Running, movable: set[Shape], shape: Shape, most: int
) -> Iterator[Victims]:
    """For the nodes with the most idle devices of those that could do: who would have to go."""
    nodes = placer.nodes
    never = {"cordoned", "site", "kind", "device-memory", "level", "stack", "too-few"}
    could = np.array([code not in never for code in placer.refusals(shape)])
    idle = np.where(could, nodes.device_free.clip(0).sum(axis=1), -1)
    for node in np.argsort(-idle, kind="stable")[:TRIES].tolist():
        if idle[node] < 0:
            return
        free = nodes.device_free[node]
        members = [
            (member, placement)
            for member, placement in running.on(node).items()
            if placement.shape in movable
        ]
        # devices that are nearly free are emptied first; who uses no device goes last
        members.sort(
            key=lambda pair: (-_freest(free, pair[1]), pair[1].shape.device_milli, pair[0])
        )
        yield members[:most]


def _freest(free: Ints, placement: Placement) -> int:
    return max((int(free[slot]) for slot, _ in placement.devices), default=-1)


def _try(placer: Placer, victims: Victims, shape: Shape) -> Plan | None:
    """Takes victims away one by one until the shape fits there, then finds them new places."""
    if not victims:
        return None
    here = np.zeros(len(placer.nodes), dtype=np.bool_)
    here[victims[0][1].node] = True
    gone: Victims = []
    taken: list[Placement] = []
    moves: list[Move] = []
    found = None
    for member, old in victims:
        placer.give_back(old)
        gone.append((member, old))
        found = placer.best(shape, here)
        if found is not None:
            break
    if found is not None:
        placer.take(found)
        taken.append(found)
        for member, old in sorted(gone, key=lambda pair: (-pair[1].shape.device_milli, pair[0])):
            new = placer.best(old.shape)
            if new is None:
                break
            placer.take(new)
            taken.append(new)
            moves.append(Move(member, old, new))
    for placement in reversed(taken):
        placer.give_back(placement)
    for _, old in reversed(gone):
        placer.take(old)
    return Plan(tuple(moves), found) if found is not None and len(moves) == len(gone) else None
