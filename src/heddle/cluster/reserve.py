"""Keeping room for a job that cannot start yet, so that smaller ones do not starve it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heddle.cluster.gang import give_back, place_near
from heddle.cluster.placer import Placer
from heddle.cluster.running import Cluster
from heddle.cluster.shapes import Shape
from heddle.model.job import Job


@dataclass(frozen=True, slots=True)
class Reservation:
    """Nodes that are kept for a job, from when on it is thought to run there."""

    job: str
    nodes: frozenset[int]
    at_s: int | None  #: None: nobody says when it ends

    def allows(self, ends_s: int | None) -> bool:
        """Whether a job that ends then may run on these nodes until the reservation begins."""
        return self.at_s is not None and ends_s is not None and ends_s <= self.at_s


def reserve(
    cluster: Cluster, job: Job, shape: Shape, least: int, *, patience: bool
) -> Reservation | None:
    """Where and when the job could start if nothing else did: after the ends that running jobs have
    announced. Where those do not suffice, and its patience is over, on nodes that will do when they
    are empty, of which those are taken that have most free. None: it could never run.
    """
    placer = Placer(cluster.nodes.copy(), cluster.placer.policy)
    joined = job.conditions.joined
    ends = sorted(
        (running.ends_s, running.job.id)
        for running in cluster.running.values()
        if running.ends_s is not None
    )
    for at_s, job_id in ends:
        give_back(placer, cluster.running[job_id].placements)
        if found := place_near(placer, shape, least, least, joined, None):
            return Reservation(job.id, frozenset(p.node for p in found), at_s)
    if not patience:
        return None
    found = place_near(cluster.empty, shape, least, least, joined, None)
    give_back(cluster.empty, found)
    if not found:
        return None
    # The emptiest nodes on which it fits at all: they are free soonest.
    busy = (cluster.capacity.device_free.clip(0) - cluster.nodes.device_free.clip(0)).sum(axis=1)
    ready = np.flatnonzero(np.isfinite(cluster.empty.scores(shape)))
    order = ready[np.lexsort((ready, busy[ready]))]
    count = len({placement.node for placement in found})
    return Reservation(job.id, frozenset(order[:count].tolist()), None)
