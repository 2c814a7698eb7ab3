"""Placing all members of a job at once, or none; near each other if it must be."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heddle.cluster.nodes import Bools, Nodes
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
    if joined not in PLACES or most == 1:
        return place_all(placer, shape, least, most, among)
    for group in _groups(placer.nodes, joined):
        allowed = group if among is None else group & among
        if found := place_all(placer, shape, least, most, allowed):
            return found
    return ()


def give_back(placer: Placer, placements: list[Placement] | tuple[Placement, ...]) -> None:
    for placement in reversed(placements):
        placer.give_back(placement)


def _groups(nodes: Nodes, joined: str) -> Iterator[Bools]:
    """Nodes of the same place: a site is written region/data centre/room/rack."""
    depth = PLACES.index(joined) + 1
    prefixes = ["/".join(site.split("/")[:depth]) for site in nodes.sites]
    free = nodes.device_free.clip(0).sum(axis=1)
    found = []
    for prefix in sorted(set(prefixes)):
        codes = [i for i, each in enumerate(prefixes) if each == prefix]
        group = np.isin(nodes.site, codes)
        found.append((int(free[group].sum()), prefix, group))
    for _, _, group in sorted(found, key=lambda each: each[:2]):
        yield group
