"""Who has to go for a job of higher priority, or for a guarantee: as few as possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from heddle.cluster.gang import give_back, place_all
from heddle.cluster.placer import Placer
from heddle.cluster.quota import Give
from heddle.cluster.running import Cluster, Running
from heddle.cluster.shapes import Placement, Shape
from heddle.model.job import Job


@dataclass(frozen=True, slots=True)
class Eviction:
    """Who goes, and what the job gets instead."""

    victims: tuple[str, ...]  #: ids of jobs, in the order in which they were chosen
    placements: tuple[Placement, ...]


def lower(cluster: Cluster, job: Job) -> list[Running]:
    """Who may have to go for a job of higher priority."""
    return _in_order(each for each in cluster.running.values() if each.job.priority < job.priority)


def borrowers(cluster: Cluster, gives: Iterable[Give]) -> list[Running]:
    """Who may have to go so that a tenant gets what it is guaranteed: jobs of those who use more
    than they are, whatever their priority."""
    tenants = {give.tenant for give in gives}
    return _in_order(each for each in cluster.running.values() if each.job.tenant in tenants)


def _in_order(running: Iterable[Running]) -> list[Running]:
    """The lowest priority first, then who has lost least by it: who came last."""
    return sorted(
        (each for each in running if each.job.preemptible),
        key=lambda each: (each.job.priority, -each.started_s, each.job.id),
    )


def find_victims(
    cluster: Cluster, candidates: Sequence[Running], shape: Shape, least: int, now_s: int
) -> Eviction | None:
    """The smallest set that was found, or None. Nothing is changed.

    Victims are taken one by one in their order; those that turn out not to be needed are let go
    again, the dearest first.
    """
    placer = Placer(cluster.nodes.copy(), cluster.placer.policy)
    # On one node first: for a single member the rest of the cluster does not matter.
    sets = [
        _enough(placer, shape, least, [e for e in candidates if _is_on(e, node)])
        for node in sorted({p.node for each in candidates for p in each.placements})
    ]
    found = [each for each in sets if each is not None]
    if not found and least > 1 and (several := _enough(placer, shape, least, candidates)):
        found = [several]
    if not found:
        return None
    chosen = min(found, key=lambda each: _cost(each, now_s))
    for each in chosen:
        give_back(placer, each.placements)
    placements = place_all(placer, shape, least, least)
    return Eviction(tuple(each.job.id for each in chosen), placements)


def _is_on(running: Running, node: int) -> bool:
    return any(placement.node == node for placement in running.placements)


def _cost(chosen: Sequence[Running], now_s: int) -> tuple[int, int, int]:
    """How many, how important, and how much work is lost."""
    highest = max((each.job.priority for each in chosen), default=-(10**6))
    lost = sum((now_s - each.started_s) * each.members for each in chosen)
    return len(chosen), highest, lost


def _enough(
    placer: Placer, shape: Shape, least: int, candidates: Sequence[Running]
) -> list[Running] | None:
    """The first that suffice, less those that are not needed. The placer is left as it was."""
    gone: list[Running] = []
    for each in candidates:
        give_back(placer, each.placements)
        gone.append(each)
        if _fits(placer, shape, least):
            break
    needed = list(gone) if gone and _fits(placer, shape, least) else None
    if needed is not None:
        for each in reversed(gone[:-1]):  # the last one made the difference
            _take_back(placer, each)
            if _fits(placer, shape, least):
                needed.remove(each)
            else:
                give_back(placer, each.placements)
    for each in gone if needed is None else needed:
        _take_back(placer, each)
    return needed


def _fits(placer: Placer, shape: Shape, least: int) -> bool:
    found = place_all(placer, shape, least, least)
    give_back(placer, found)
    return bool(found)


def _take_back(placer: Placer, running: Running) -> None:
    for placement in running.placements:
        placer.take(placement)
