"""Devices of one node that must hang together: the groups of them that a shape may be given."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heddle.cluster.nodes import ABSENT, Bools, Ints, Nodes
from heddle.cluster.placing.base import Options


def groups_of(nodes: Nodes, joined: str) -> Ints:
    """By node and slot; `ABSENT` where it is unknown."""
    unknown = np.full(nodes.device_class.shape, ABSENT, dtype=np.int64)
    return nodes.groups.get(joined, unknown)


def within(groups: Ints, slots: Sequence[Bools], count: int) -> list[list[Bools]]:
    """The slots of each term, a group at a time: of every node its first one, its second one, ...

    Groups that have fewer than `count` of them are left out. There is always one turn, if only an
    empty one.
    """
    some = np.logical_or.reduce(slots) & (groups > ABSENT)
    alike = (groups[:, :, None] == groups[:, None, :]) & some[:, None, :]
    left = some & (alike.sum(axis=2) >= count)
    node = np.arange(len(groups))
    found: list[list[Bools]] = []
    while left.any() or not found:
        same = left & (groups == groups[node, left.argmax(axis=1)][:, None])
        left &= ~same
        found.append([each & same for each in slots])
    return found


def merged(parts: Sequence[Options]) -> Options:
    """Ways of several turns as one, in the order of nodes."""
    node = np.concatenate([part.node for part in parts])
    order = node.argsort(kind="stable")
    return Options(
        node[order],
        np.concatenate([part.free for part in parts])[order],
        np.concatenate([part.slots for part in parts])[order],
    )
