"""Placing all members of a job at once, or none; near each other if it must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from heddle.cluster.nodes import CPU, MEMORY, Bools, Ints, Nodes
from heddle.cluster.placer import NOWHERE, Placer
from heddle.cluster.shapes import Placement, Shape
from heddle.model.site import PLACES


def place_all(
    placer: Placer, shape: Shape, least: int, most: int, among: Bools | None = None
) -> tuple[Placement, ...]:
    """Takes places for up to `most` members; none at all if there are fewer than `least`. They are
    on few nodes: there they are faster, and leave the others whole."""
    taken: list[Placement] = []
    while len(taken) < most:
        roomy = among if most - len(taken) == 1 else _roomy(placer, shape, most - len(taken), among)
        placement = placer.best(shape, roomy)
        if placement is None:
            break
        placer.take(placement)
        taken.append(placement)
        if len(taken) < most:
            taken += _more(placer, placement, most - len(taken))
    if len(taken) >= least:
        return tuple(taken)
    give_back(placer, taken)
    return ()


def _more(placer: Placer, placement: Placement, most: int) -> Iterator[Placement]:
    """Takes places for up to so many members beside this one, on its node."""
    alike = np.arange(len(placer.nodes)) == placement.node
    for _ in range(most):
        if (beside := placer.best(placement.shape, alike)) is None:
            return
        placer.take(beside)
        yield beside


def _roomy(placer: Placer, shape: Shape, members: int, among: Bools | None) -> Bools:
    """The nodes that can have the most members, up to so many."""
    nodes = placer.nodes
    room = np.full(len(nodes), members)
    for term in shape.terms:
        able = (nodes.device_free >= term.share_milli).sum(axis=1)
        np.minimum(room, able // term.count, out=room)
    for free, needed in (
        (nodes.free[:, CPU], shape.cpu_milli),
        (nodes.free[:, MEMORY], shape.memory_mib),
    ):
        if needed:
            np.minimum(room, free // needed, out=room)
    room[placer.scores(shape) == NOWHERE] = 0
    if among is not None:
        room[~among] = 0
    most: Bools = room == room.max(initial=1)
    return most


def place_near(
    placer: Placer, shape: Shape, least: int, most: int, joined: str | None, among: Bools | None
) -> tuple[Placement, ...]:
    """The same, by one engine, and within one rack, room, ... if `joined` says so: in the fullest
    one that will do, so that the emptier ones stay whole."""
    if most == 1 or not is_split(placer.nodes, joined):
        return place_all(placer, shape, least, most, among)
    for group in _groups(placer.nodes, joined):
        allowed = group if among is None else group & among
        if found := place_all(placer, shape, least, most, allowed):
            return found
    return ()


def most_members(placer: Placer, shape: Shape, most: int, joined: str | None) -> int:
    """How many would fit at once, up to `most`. Nothing is changed."""
    near = is_split(placer.nodes, joined)
    groups: Iterable[Bools | None] = _groups(placer.nodes, joined) if near else (None,)
    count = 0
    for group in groups:
        found = place_all(placer, shape, 0, most, group)
        give_back(placer, found)
        count = max(count, len(found))
    return count


def give_back(placer: Placer, placements: Sequence[Placement]) -> None:
    for placement in reversed(placements):
        placer.give_back(placement)


def is_split(nodes: Nodes, joined: str | None) -> bool:
    """Whether the members of a job can be on some nodes together, and on others not."""
    return joined in PLACES or len(nodes.engines) > 1


def place_of(nodes: Nodes, joined: str | None, node: int) -> Bools:
    """The nodes of the same engine, and of the same rack, room, ..."""
    codes = _codes(nodes, joined)
    same: Bools = codes == codes[node]
    return same


def _groups(nodes: Nodes, joined: str | None) -> Iterator[Bools]:
    """Nodes that can have members of one job, the fullest first."""
    codes = _codes(nodes, joined)
    free = np.bincount(codes, weights=nodes.device_free.clip(0).sum(axis=1))
    for code in np.argsort(free, kind="stable").tolist():
        if (group := codes == code).any():
            yield group


def homeless(nodes: Nodes, joined: str | None) -> int:
    """How many nodes do not say in which rack, room, ... they are."""
    return int((_places(nodes, joined)[0] < 0).sum()) if joined in PLACES else 0


def _codes(nodes: Nodes, joined: str | None) -> Ints:
    """By node, the number of its place and engine. Without a place the neighbours of a node are
    unknown: each such node is alone."""
    if joined not in PLACES:
        return nodes.engine
    codes, count = _places(nodes, joined)
    alone = np.arange(count, count + len(nodes))
    return np.where(codes < 0, alone, codes) * len(nodes.engines) + nodes.engine


def _places(nodes: Nodes, joined: str) -> tuple[Ints, int]:
    """By node, the number of its place, or -1, and how many places there are. A site is written
    region/data centre/room/rack."""
    depth = PLACES.index(joined) + 1
    places: dict[tuple[str, ...], int] = {}
    known = []
    for site in nodes.sites:
        parts = tuple(site.split("/")[:depth])
        is_known = len(parts) == depth and all(parts)
        known.append(places.setdefault(parts, len(places)) if is_known else -1)
    return np.array(known, dtype=np.int64)[nodes.site], len(places)
