"""Jobs to preempt for one of higher priority, or for a guarantee: as few as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heddle.cluster import bands
from heddle.cluster.fitting import Fitting
from heddle.cluster.gang import place_near
from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Ints, Nodes
from heddle.cluster.quota import Give
from heddle.cluster.running import Cluster, Running, members_of
from heddle.cluster.shapes import Placement, Shape
from heddle.cluster.whatif import first_enough, given_back, trial

NODES = 64  #: on which sets are compared; of many nodes those with most idle are looked at


@dataclass(frozen=True, slots=True)
class Victim:
    """What one job would have to give: all that it has, or members that it can do without."""

    running: Running
    placements: tuple[Placement, ...]
    band: int = 0  #: of service, where that is why


@dataclass(frozen=True, slots=True)
class Eviction:
    """The victims in the order of choice, what each frees, and what the job gets instead."""

    victims: tuple[Victim, ...]
    placements: tuple[Placement, ...]


def lower(cluster: Cluster, priority: int) -> list[Victim]:
    """Victims for a job of this priority: only jobs of a lower one."""
    lowest = cluster.lowest_priority()
    if lowest is None or lowest >= priority:
        return []
    return _in_order(each for each in cluster.running.values() if each.job.priority < priority)


def sunk(
    cluster: Cluster, priority: int, band: int, limits: Sequence[int], now_s: int
) -> list[Victim]:
    """Victims for a job of this priority and band: those of the same priority that have run for
    longer, and resume; of them those first that have run the longest."""
    found = []
    for running in (cluster.running[job_id] for job_id in cluster.resuming):
        if running.job.priority == priority:
            its = bands.band(limits, running.ran_s + now_s - running.started_s)
            if its > band:
                found.append(Victim(running, running.everything, its))
    return sorted(found, key=lambda v: (-v.band, -v.running.started_s, v.running.job.id))


class Sinking:
    """Those that have run for longer, and what there would be without all of them: most requests
    can be told at once that it would not be enough."""

    def __init__(self, cluster: Cluster, victims: Sequence[Victim]) -> None:
        self._cluster = cluster
        self._all = victims
        placements = (placement for each in victims for placement in each.placements)
        self._free = given_back(cluster.nodes, placements).free if victims else None

    def could_have(self, shape: Shape) -> bool:
        """Whether a member might fit; a closer look may tell that it does not."""
        if self._free is None:
            return False
        fits = self._cluster.bare.codes(shape) == 0
        fits &= self._free[:, CPU] >= shape.cpu_milli
        fits &= self._free[:, MEMORY] >= shape.memory_mib
        for term in shape.terms:
            fits &= (self._free[:, DEVICES:] >= term.share_milli).sum(axis=1) >= term.count
        return bool(fits.any())

    def victims(self, tenant: str) -> list[Victim]:
        """Those that still run, with what they have now: elastic ones may have given some. Of other
        tenants only of those that have more than this one, lest short jobs take others' share."""
        running, usage = self._cluster.running, self._cluster.tenants
        own = [share for share, _ in usage.fair_key(tenant)]
        gives = {
            each: each == tenant or own < [share for share, _ in usage.fair_key(each)]
            for each in {victim.running.job.tenant for victim in self._all}
        }
        left = ((running.get(each.running.job.id), each.band) for each in self._all)
        return [
            Victim(now, now.everything, band)
            for now, band in left
            if now is not None and gives[now.job.tenant]
        ]


def borrowers(cluster: Cluster, gives: Iterable[Give]) -> list[Victim]:
    """Victims so that a tenant gets its guarantee: jobs of tenants that use more
    than theirs, whatever the priority."""
    tenants = {give.tenant for give in gives}
    return _in_order(each for each in cluster.running.values() if each.job.tenant in tenants)


def spare(cluster: Cluster, priority: int) -> list[Victim]:
    """Members that elastic jobs can do without, of those that are not more important: the last
    member of the least important first."""
    found: list[Victim] = []
    for job_id in cluster.elastic:
        running = cluster.running[job_id]
        if running.job.priority <= priority:
            least, _ = members_of(running.job)
            extra = reversed(running.placements[least:])
            found.extend(Victim(running, (placement,)) for placement in extra)
    return sorted(found, key=lambda each: (each.running.job.priority, -each.running.started_s))


def _in_order(running: Iterable[Running]) -> list[Victim]:
    """The lowest priority first, then the job that loses least: the last one started."""
    able = (each for each in running if each.job.preemptible)
    ordered = sorted(able, key=lambda each: (each.job.priority, -each.started_s, each.job.id))
    return [Victim(each, each.everything) for each in ordered]


def find_victims(
    cluster: Cluster,
    candidates: Sequence[Victim],
    shape: Shape,
    least: int,
    joined: str | None,
    now_s: int,
) -> Eviction | None:
    """The smallest set that was found, or None. Nothing is changed.

    Victims are taken in their order until it is enough; those that turn out not to be needed are
    let go again, the dearest first. For one member, that is compared node by node.
    """
    if not candidates:
        return None
    if least > 1 or cluster.nodes.is_shared(shape):
        return _enough(_Wish(cluster.nodes, shape, least, joined), candidates)
    found = []
    for node in _nodes(cluster, candidates, shape):
        wish = _Wish(cluster.nodes, shape, 1, None, np.array([node]))
        here = [each for each in candidates if any(p.node == node for p in each.placements)]
        if (eviction := _enough(wish, here)) is not None:
            found.append(eviction)
    return min(found, key=lambda each: _cost(each, now_s), default=None)


def _nodes(cluster: Cluster, candidates: Sequence[Victim], shape: Shape) -> list[int]:
    """Where it would fit without any of them; of many, those that have most idle."""
    placements = [p for each in candidates for p in each.placements]
    touched = np.array(sorted({p.node for p in placements}), dtype=np.int64)
    emptied = given_back(cluster.nodes, placements, touched)
    rows = np.unique(Fitting(emptied, shape).options(np.arange(len(touched))).node)
    fits = touched[rows]
    idle = cluster.nodes.device_free[fits].clip(0).sum(axis=1)
    chosen: list[int] = fits[np.argsort(-idle, kind="stable")[:NODES]].tolist()
    return chosen


def _cost(eviction: Eviction, now_s: int) -> tuple[int, tuple[int, int], int]:
    """How many, how important, and how much work is lost."""
    chosen = eviction.victims
    highest = max((each.running.job.priority, -each.band) for each in chosen)
    lost = sum((now_s - each.running.started_s) * len(each.placements) for each in chosen)
    return len(chosen), highest, lost


@dataclass(frozen=True, slots=True)
class _Wish:
    """The shape to place, and where."""

    nodes: Nodes
    shape: Shape
    least: int
    joined: str | None
    only: Ints | None = None

    def without(self, victims: Sequence[Victim]) -> tuple[Placement, ...]:
        """What it would get; nothing if that is not enough."""
        placements = (placement for each in victims for placement in each.placements)
        placer = trial(given_back(self.nodes, placements, self.only))
        found = place_near(placer, self.shape, self.least, self.least, self.joined, None)
        if self.only is None:
            return found
        return tuple(replace(each, node=int(self.only[each.node])) for each in found)


def _enough(wish: _Wish, candidates: Sequence[Victim]) -> Eviction | None:
    """The first that suffice, less those that are not needed."""
    first = first_enough(len(candidates), lambda count: wish.without(candidates[:count]))
    if first is None:
        return None
    count, placements = first
    needed = list(candidates[:count])
    for each in candidates[count - 2 :: -1] if count > 1 else ():  # the last made the difference
        fewer = [other for other in needed if other is not each]
        if found := wish.without(fewer):
            needed, placements = fewer, found
    return Eviction(tuple(needed), placements)
