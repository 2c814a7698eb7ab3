"""Keeping room for a job that cannot start yet, so that smaller ones do not starve it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from heddle.cluster.fitting import Fitting
from heddle.cluster.gang import give_back, place_near
from heddle.cluster.nodes import CPU, DEVICES, MEMORY
from heddle.cluster.running import Cluster
from heddle.cluster.shapes import Placement, Shape
from heddle.cluster.whatif import first_enough, given_back, trial

AHEAD = 8192  #: ends that are looked at; what is further away is not known
AT_FIRST = 64  #: that are looked at together; then twice as many, and so on
#: Of the nodes, closed for a job of which nobody knows when it can start. Kept empty for hours,
#: more of them cost the others more than the job gains.
MOST_CLOSED = 0.1


@dataclass(frozen=True, slots=True)
class Reservation:
    """Nodes that are kept for a job, from when on it is thought to run there."""

    job: str
    nodes: frozenset[int]
    at_s: int | None  #: None: unknown

    def allows(self, ends_s: int | None) -> bool:
        """Whether a job that ends then may run on these nodes until the reservation begins."""
        return self.at_s is not None and ends_s is not None and ends_s <= self.at_s


def reserve(
    cluster: Cluster, job_id: str, shape: Shape, least: int, joined: str | None, *, patience: bool
) -> Reservation | None:
    """Where and when a job could start if nothing else did: after the ends that running jobs have
    announced. Where those do not suffice, and its patience is over, on nodes that will do when they
    are empty, of which those are taken that have most free, if they are few. None: not in sight.
    """
    is_own = least == 1 and not cluster.nodes.is_shared(shape)
    look = _for_one if is_own else _for_many
    if (found := look(cluster, shape, least, joined)) is not None:
        at_s, nodes = found
        return Reservation(job_id, nodes, at_s)
    if not patience:
        return None
    placements = place_near(cluster.empty, shape, least, least, joined, None)
    give_back(cluster.empty, placements)
    if not placements:
        return None
    # The emptiest nodes on which it fits at all: they are free soonest.
    busy = (cluster.capacity.device_free.clip(0) - cluster.nodes.device_free.clip(0)).sum(axis=1)
    ready = np.flatnonzero(np.isfinite(cluster.empty.scores(shape)))
    order = ready[np.lexsort((ready, busy[ready]))]
    count = len({placement.node for placement in placements})
    if count > max(1, int(MOST_CLOSED * len(cluster.nodes))):
        return None
    return Reservation(job_id, frozenset(order[:count].tolist()), None)


_Found = tuple[int, frozenset[int]] | None


def _for_one(cluster: Cluster, shape: Shape, least: int, joined: str | None) -> _Found:
    """The first end that makes one node large enough: only the nodes that change are looked at."""
    now: dict[int, tuple[list[int], list[int]]] = {}  # what is free on a node after the ends so far
    nodes = cluster.nodes
    start, count = 0, AT_FIRST
    while start < min(len(cluster.ends), AHEAD):
        times, rows, mibs, node = [], [], [], []
        for at_s, job_id in cluster.ends[start : min(start + count, AHEAD)]:
            for placement in cluster.running[job_id].everything:
                at = placement.node
                if at not in now:
                    now[at] = nodes.free[at].tolist(), nodes.device_mib[at].tolist()
                now[at] = _after(*now[at], placement, nodes.mib_of(placement))
                times.append(at_s)
                rows.append(now[at][0])
                mibs.append(now[at][1])
                node.append(at)
        later = replace(
            nodes.rows(np.array(node, dtype=np.int64)),
            free=np.array(rows),
            device_mib=np.array(mibs),
        )
        fits = Fitting(later, shape).options(np.arange(len(rows))).node
        if len(fits):
            first = int(fits.min())
            return times[first], frozenset((node[first],))
        start, count = start + count, 2 * count
    return None


def _after(
    free: list[int], mib: list[int], placement: Placement, mib_of: list[int]
) -> tuple[list[int], list[int]]:
    """What is free on a node when this has ended."""
    free, mib = free.copy(), mib.copy()
    free[CPU] += placement.cpu_milli
    free[MEMORY] += placement.memory_mib
    for (slot, milli), amount in zip(placement.devices, mib_of, strict=True):
        free[DEVICES + slot] += milli
        mib[slot] += amount
    return free, mib


def _for_many(cluster: Cluster, shape: Shape, least: int, joined: str | None) -> _Found:
    """The first end after which all members fit."""
    ends = cluster.ends[:AHEAD]

    def after(count: int) -> tuple[Placement, ...]:
        ended = (p for _, job in ends[:count] for p in cluster.running[job].everything)
        nodes = given_back(cluster.nodes, ended)
        return place_near(trial(nodes), shape, least, least, joined, None)

    first = first_enough(len(ends), after)
    if first is None:
        return None
    count, placements = first
    return ends[count - 1][0], frozenset(placement.node for placement in placements)
