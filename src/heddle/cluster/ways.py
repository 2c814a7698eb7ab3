"""Ways to give one term to rows of nodes: which slots, once for each way that differs."""

from __future__ import annotations

import numpy as np

from heddle.cluster.nodes import DEVICES, Bools, Ints, Nodes
from heddle.cluster.shapes import Term
from heddle.model.job import WHOLE

_LARGE = 1 << 40  #: more MiB than any device has


def most_alike(nodes: Nodes, classes: Ints, usable: Bools) -> Ints:
    """The most usable devices of one class, by row."""
    if not nodes.mixed:
        counted: Ints = usable.sum(axis=1)
        return counted
    most = np.zeros(len(classes), dtype=np.int64)
    left = usable.copy()
    while left.any():
        first = left.argmax(axis=1)
        same = left & (classes == classes[np.arange(len(classes)), first][:, None])
        np.maximum(most, same.sum(axis=1), out=most)
        left &= ~same
    return most


def subtract(free: Ints, slots: Ints, term: Term) -> None:
    """Takes the term from these slots, by row."""
    flat = free.reshape(-1)
    begins = np.arange(DEVICES, flat.size, free.shape[1])
    flat[(slots + begins[:, None]).ravel()] -= term.share_milli


def expand(
    nodes: Nodes,
    node: Ints,
    free: Ints,
    term: Term,
    usable: Bools,
    unlike: bool,
    mib: Ints | None = None,
) -> tuple[Ints, Ints]:
    """Each row once for every way to give it the term: which row it was, and the slots taken. `mib`
    is what devices have of their memory: of those that are the same otherwise, the tightest."""
    if term.count == 1 and (unlike or term.share_milli < WHOLE):
        return _expand_one(nodes, node, free, usable, unlike, mib)
    if term.count == 1:
        rows = np.flatnonzero(usable.any(axis=1))
        return rows, usable.argmax(axis=1)[rows, None]
    if not unlike and term.share_milli == WHOLE:
        rank = usable.cumsum(axis=1)
        rows = np.flatnonzero(rank[:, -1] >= term.count)
        among = usable[rows] & (rank[rows] <= term.count)
        return rows, among.nonzero()[1].reshape(-1, term.count)
    if term.count > usable.shape[1]:
        return np.zeros(0, dtype=np.int64), np.zeros((0, term.count), dtype=np.int64)
    classes = nodes.device_class[node]
    found = [np.zeros(0, dtype=np.int64)]
    taken = [np.zeros((0, term.count), dtype=np.int64)]
    while usable.any():  # a turn for each class that a node has devices of
        first = usable.argmax(axis=1)
        same = usable & (classes == classes[np.arange(len(classes)), first][:, None])
        usable = usable & ~same
        rows = np.flatnonzero(same.sum(axis=1) >= term.count)
        # the tightest first, then by slot
        looks = free[rows, DEVICES:] if mib is None else free[rows, DEVICES:] * _LARGE + mib[rows]
        order = np.where(same[rows], looks, WHOLE * _LARGE * 2).argsort(axis=1, kind="stable")
        found.append(rows)
        taken.append(order[:, : term.count])
    rows = np.concatenate(found)
    order = rows.argsort(kind="stable")
    return rows[order], np.concatenate(taken)[order]


def _expand_one(
    nodes: Nodes, node: Ints, free: Ints, usable: Bools, unlike: bool, mib: Ints | None
) -> tuple[Ints, Ints]:
    """One device: each slot is a way, but of those that are the same only the first."""
    looks = free[:, DEVICES:]
    slots = np.arange(looks.shape[1])
    if unlike:
        looks = looks + nodes.device_class[node] * (WHOLE + 1)
    looks = np.where(usable, looks, ~slots)  # unlike any other
    same = looks[:, :, None] == looks[:, None, :]
    if mib is not None:  # the one that has least memory left, and the first of equals
        first = np.where(same, mib[:, None, :], _LARGE).argmin(axis=2)
    else:
        first = same.argmax(axis=2)
    rows, slot = np.nonzero(usable & (first == slots))
    return rows, slot[:, None]
