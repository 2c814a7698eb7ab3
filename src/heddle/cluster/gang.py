"""Placing all members of a job at once, or none; near each other if it must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from heddle.cluster.nodes import Bools, Ints, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.shapes import Placement, Shape
from heddle.model.site import PLACES


def place_all(
    placer: Placer, shape: Shape, least: int, most: int, among: Bools | None = None
) -> tuple[Placement, ...]:
    """Takes places for up to `most` members; none at all if there are fewer than `least`."""
    taken: list[Placement] = []
    while len(taken) < most and (placement := placer.best(shape, among)) is not None:
        placer.take(placement)
        taken.append(placement)
    if len(taken) >= least:
        return tuple(taken)
    give_back(placer, taken)
    return ()


def place_near(
    placer: Placer, shape: Shape, least: int, most: int, joined: str | None, among: Bools | None
) -> tuple[Placement, ...]:
    """The same, within one rack, room, ... if `joined` says so: in the fullest one that will do, so
    that the emptier ones stay whole."""
    if joined is None or joined not in PLACES or most == 1:
        return place_all(placer, shape, least, most, among)
    for group in _groups(placer.nodes, joined):
        allowed = group if among is None else group & among
        if found := place_all(placer, shape, least, most, allowed):
            return found
    return ()


def most_members(placer: Placer, shape: Shape, most: int, joined: str | None) -> int:
    """How many would fit at once, up to `most`. Nothing is changed."""
    near = joined is not None and joined in PLACES
    groups: Iterable[Bools | None] = _groups(placer.nodes, str(joined)) if near else (None,)
    count = 0
    for group in groups:
        found = place_all(placer, shape, 0, most, group)
        give_back(placer, found)
        count = max(count, len(found))
    return count


def give_back(placer: Placer, placements: Sequence[Placement]) -> None:
    for placement in reversed(placements):
        placer.give_back(placement)


def place_of(nodes: Nodes, joined: str, node: int) -> Bools:
    """The nodes of the same rack, room, ..."""
    codes = _codes(nodes, joined)
    same: Bools = codes == codes[node]
    return same


def _groups(nodes: Nodes, joined: str) -> Iterator[Bools]:
    """Nodes of the same place, the fullest first."""
    codes = _codes(nodes, joined)
    free = np.bincount(codes, weights=nodes.device_free.clip(0).sum(axis=1))
    for code in np.argsort(free, kind="stable").tolist():
        if (group := codes == code).any():
            yield group


def _codes(nodes: Nodes, joined: str) -> Ints:
    """By node, the number of its place. A site is written region/data centre/room/rack; of one that
    without a site the neighbours are unknown: each such node is alone."""
    depth = PLACES.index(joined) + 1
    places: dict[tuple[str, ...], int] = {}
    known = []
    for site in nodes.sites:
        parts = tuple(site.split("/")[:depth])
        is_known = len(parts) == depth and all(parts)
        known.append(places.setdefault(parts, len(places)) if is_known else -1)
    codes = np.array(known, dtype=np.int64)[nodes.site]
    alone = np.arange(len(places), len(places) + len(nodes))
    return np.where(codes < 0, alone, codes)
