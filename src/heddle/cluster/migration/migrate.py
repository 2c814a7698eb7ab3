"""Defragmentation by migration: which running members to move so that a shape fits.

A plan is data; nothing is moved by making one. The fewest moves are looked for: one member that
fits elsewhere; then two that change places, so that one which needs less of what is short comes in
for one that needs more; then, on the nodes that come nearest, up to `most`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from heddle.cluster.migration.movable import MovableMembers, Victims, fits
from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Bools, Ints, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.shapes import Placement, Shape
from heddle.cluster.why import LATER
from heddle.model.job import WHOLE

MOST = 4  #: members moved for one shape
TRIES = 8  #: places that are tried out, of each kind
SHAPES = 16  #: of those that could go, for which another is looked for to come in
AT_ONCE = 32  #: places of one such shape


@dataclass(frozen=True, slots=True)
class Move:
    """One member that goes elsewhere; on the same node it goes to other devices."""

    member: int
    old: Placement
    new: Placement


@dataclass(frozen=True, slots=True)
class MigrationPlan:
    """Moves, all of them before the placement."""

    moves: tuple[Move, ...]
    placement: Placement


def plan(
    placer: Placer,
    running: MovableMembers,
    shape: Shape,
    most: int = MOST,
    among: Bools | None = None,
) -> MigrationPlan | None:
    """Moves that let the shape in; the placer is as it was before. None if there are none. `among`
    rules nodes out, for the shape and for what moves."""
    may = ("", *LATER)
    could = np.array([code in may for code in placer.refusals(shape)], dtype=np.bool_)
    if among is not None:
        could &= among
    if not could.any() or most < 1:
        return None
    for victims in _ways(placer, running, shape, could, most):
        found = _try(placer, victims, shape, among)
        if found is not None:
            return found
    return None


def carry_out(placer: Placer, running: MovableMembers, found: MigrationPlan) -> None:
    """Moves as planned, and takes the placement."""
    for move in found.moves:
        placer.give_back(move.old)
        running.remove(move.member, move.old)
    placer.take(found.placement)
    for move in found.moves:
        placer.take(move.new)
        running.add(move.member, move.new)


def _ways(
    placer: Placer, running: MovableMembers, shape: Shape, could: Bools, most: int
) -> Iterator[Victims]:
    """Candidate moves, the fewest first. All on the node of the first, except for a swap."""
    nodes = placer.nodes
    shapes, node, free = running.without(nodes)
    # rows whose place, were it empty, is enough
    enough = np.flatnonzero(fits(nodes, node, free, shape) & could[node])
    tried = 0
    for kind in running.ranked(shapes[enough]):
        if tried == TRIES or placer.best(running.shapes[kind]) is None:
            continue
        for row in enough[shapes[enough] == kind][:2].tolist():
            if tried < TRIES:
                tried += 1
                yield [running.of_row(row)]
    if most > 1 and len(shape.terms) < 2:
        yield from _swaps(nodes, running, shape, (shapes, node, free), enough)
    if most > 1:
        yield from _nearest(placer, running, shape, could, most)


def _swaps(
    nodes: Nodes,
    running: MovableMembers,
    shape: Shape,
    table: tuple[Ints, Ints, Ints],
    enough: Ints,
) -> Iterator[Victims]:
    """Two that change places: the first is where the shape is to go, the other one elsewhere."""
    shapes, node, free = table
    needs, allowed = running.needs(nodes)
    tried = 0
    for kind in running.ranked(shapes[enough])[:SHAPES]:
        rows = enough[shapes[enough] == kind][:AT_ONCE]
        left = _after(free[rows], shape)
        # where it could go, if another came away from there: one place for each shape
        there = np.flatnonzero(fits(nodes, node, free, running.shapes[kind]))[::-1]
        first = np.full(len(needs), -1, dtype=np.int64)
        first[shapes[there]] = there
        first[needs[:, -1] > needs[kind, -1]] = -1
        first[kind] = -1
        others = np.array(running.ranked(np.flatnonzero(first >= 0)), dtype=np.int64)
        cpu, memory, count, share, _ = needs[others].T[:, :, None]
        usable = left[:, DEVICES:] >= share[:, :, None]
        usable &= allowed[others][:, nodes.device_class[node[rows]]]
        comes = (left[:, CPU] >= cpu) & (left[:, MEMORY] >= memory)
        comes &= (usable.sum(axis=2) >= count) & (node[rows] != node[first[others]][:, None])
        for i in np.flatnonzero(comes.any(axis=1)).tolist():
            row = int(rows[comes[i].argmax()])
            yield [running.of_row(row), running.of_row(int(first[others[i]]))]
            if (tried := tried + 1) >= TRIES:
                return


def _after(free: Ints, shape: Shape) -> Ints:
    """What would be left, by row, if the shape got the tightest devices."""
    left = free.copy()
    left[:, CPU] -= shape.cpu_milli
    left[:, MEMORY] -= shape.memory_mib
    for term in shape.terms:
        devices = left[:, DEVICES:]
        order = np.where(devices >= term.share_milli, devices, WHOLE + 1).argsort(axis=1)
        rows = np.arange(len(left))[:, None]
        devices[rows, order[:, : term.count]] -= term.share_milli
    return left


def _nearest(
    placer: Placer, running: MovableMembers, shape: Shape, could: Bools, most: int
) -> Iterator[Victims]:
    """For the suitable nodes with the most idle devices: the members to move away."""
    nodes = placer.nodes
    idle = np.where(could, nodes.device_free.clip(0).sum(axis=1), -1)
    for node in np.argsort(-idle, kind="stable")[:TRIES].tolist():
        if idle[node] < 0:
            return
        free = nodes.device_free[node]
        members = [each for each in running.on(node) if placer.best(each[1].shape) is not None]
        # devices that are nearly free are emptied first; members without a device move last
        members.sort(
            key=lambda pair: (-_freest(free, pair[1]), pair[1].shape.device_milli, pair[0])
        )
        yield members[:most]


def _freest(free: Ints, placement: Placement) -> int:
    return max((int(free[slot]) for slot, _ in placement.devices), default=-1)


def _try(
    placer: Placer, victims: Victims, shape: Shape, among: Bools | None
) -> MigrationPlan | None:
    """Takes victims away one by one until the shape fits there, then finds them new places."""
    if not victims:
        return None
    here = np.zeros(len(placer.nodes), dtype=np.bool_)
    here[victims[0][1].node] = True
    swap = any(old.node != victims[0][1].node for _, old in victims)
    gone: Victims = []
    taken: list[Placement] = []
    moves: list[Move] = []
    found = None
    for member, old in victims:
        placer.give_back(old)
        gone.append((member, old))
        if swap and len(gone) < len(victims):
            continue
        found = placer.best(shape, here)
        if found is not None:
            break
    if found is not None:
        placer.take(found)
        taken.append(found)
        for member, old in sorted(gone, key=lambda pair: (-pair[1].shape.device_milli, pair[0])):
            new = placer.best(old.shape, among)
            if new is None:
                break
            placer.take(new)
            taken.append(new)
            moves.append(Move(member, old, new))
    for placement in reversed(taken):
        placer.give_back(placement)
    for _, old in reversed(gone):
        placer.take(old)
    return (
        MigrationPlan(tuple(moves), found)
        if found is not None and len(moves) == len(gone)
        else None
    )
