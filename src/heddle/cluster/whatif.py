"""Nodes as they would be: without some placements, or only some. Nothing real is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Ints, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.placing.best_fit import BestFit
from heddle.cluster.shapes import Placement


def trial(nodes: Nodes) -> Placer:
    """To try on what does not matter for long. A policy that keeps figures of the real nodes must
    not see these."""
    return Placer(nodes, BestFit(nodes, {}))


def given_back(nodes: Nodes, placements: Iterable[Placement], only: Ints | None = None) -> Nodes:
    """As if these had ended; on these nodes only, a row for each, if that is all that matters."""
    found = nodes.copy() if only is None else nodes.rows(only)
    row = None if only is None else {node: i for i, node in enumerate(only.tolist())}
    rows: list[int] = []
    columns: list[int] = []
    amounts: list[int] = []
    slots: list[tuple[int, int]] = []
    mib: list[int] = []
    for placement in placements:
        if placement.links:
            found.book(placement, 1)
        at = placement.node if row is None else row.get(placement.node)
        if at is None:
            continue
        rows += [at] * (2 + len(placement.devices))
        columns += [CPU, MEMORY, *(DEVICES + slot for slot, _ in placement.devices)]
        amounts += [placement.cpu_milli, placement.memory_mib, *(m for _, m in placement.devices)]
        if placement.devices:
            slots += [(at, slot) for slot, _ in placement.devices]
            mib += nodes.mib_of(placement)
    np.add.at(found.free, (rows, columns), amounts)
    if slots:
        np.add.at(found.device_mib, tuple(np.array(slots).T), mib)
    return found


def first_enough(
    most: int, look: Callable[[int], tuple[Placement, ...]]
) -> tuple[int, tuple[Placement, ...]] | None:
    """The least count up to `most` with which `look` finds something, and what; None if none does.
    With more it finds something, too, so that it is searched by halves."""
    found = look(most) if most else ()
    if not found:
        return None
    low, high = 0, most  # not with low, but with high
    while high - low > 1:
        middle = (low + high) // 2
        if there := look(middle):
            high, found = middle, there
        else:
            low = middle
    return high, found
