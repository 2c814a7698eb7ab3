"""One cycle: which waiting jobs start now, where, and why the others wait.

    1. heads      the waiting jobs in turn: priority, then who has least, then who came first
    2. snapshot   what is free, what runs, what tenants have used
    3. filter     quota, and nodes that could never do, with the reason
    4. score      the alternatives of a job, the fastest first, and for each the best nodes
    5. assign     all members at once or none; victims; a reservation for the first who cannot
    6. commit     instructions, as data, for an engine to carry out

It asks nobody and knows no clock: the same cluster and the same jobs give the same decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from heddle.cluster.gang import give_back, place_all, place_near
from heddle.cluster.nodes import Bools
from heddle.cluster.order import Share, in_turn
from heddle.cluster.placer import Placer
from heddle.cluster.reserve import Reservation, reserve
from heddle.cluster.running import Cluster, Running, members_of
from heddle.cluster.shapes import Shape
from heddle.cluster.victims import Eviction, borrowers, find_victims, lower
from heddle.model.job import Job
from heddle.model.reason import Reason


@dataclass(frozen=True, slots=True)
class Rules:
    """What an administrator may choose."""

    preemption: bool = True
    reservations: int = 1  #: how many waiting jobs have room kept for them
    patience_s: int = 3600  #: after which room is kept although nobody says when it will be free
    #: Speed of an alternative of a job in thousandths of its first one's, where it was measured.
    rate: Callable[[Job, int], int | None] = lambda job, alternative: None


@dataclass(frozen=True, slots=True)
class Candidate:
    """An alternative that was tried: how many nodes refused it, by reason."""

    alternative: int
    refusals: Counter[str]


@dataclass(frozen=True, slots=True)
class Waits:
    """Why a job waits: the key reason, and what each alternative met with."""

    reason: Reason
    candidates: tuple[Candidate, ...] = ()


@dataclass(slots=True)
class Decision:
    """What is to be done. Starts are already counted as done in the cluster."""

    starts: list[Running] = field(default_factory=list)
    preempts: dict[str, str] = field(default_factory=dict)  #: who goes, and for whom
    waits: dict[str, Waits] = field(default_factory=dict)
    reservations: list[Reservation] = field(default_factory=list)


def decide(
    cluster: Cluster, waiting: Iterable[Job], now_s: int, rules: Rules | None = None
) -> Decision:
    """One cycle. Jobs of one shape, tenant and priority share their fate: the first refusal is that
    of all behind it, so a hundred thousand of them cost little more than one."""
    rules = rules or Rules()
    decision = Decision()
    refused: dict[object, Waits] = {}
    shares: dict[str, Share] = {}  # of tenants, until somebody starts

    def share(tenant: str) -> Share:
        if tenant not in shares:
            shares[tenant] = cluster.tenants.fair_key(tenant)
        return shares[tenant]

    for job in in_turn(waiting, share):
        shapes, key = cluster.known(job)
        waits = refused.get(key) or refused.get((key, job.expected_s))
        if waits is None:
            waits = _try(cluster, job, shapes, now_s, rules, decision)
            if waits is None:
                shares.clear()
                continue
            # How long it takes matters only where room is kept for another.
            kept = any(each.refusals["reserved"] for each in waits.candidates)
            refused[(key, job.expected_s) if kept else key] = waits
        decision.waits[job.id] = waits
    return decision


def _try(
    cluster: Cluster,
    job: Job,
    shapes: Sequence[Shape],
    now_s: int,
    rules: Rules,
    decision: Decision,
) -> Waits | None:
    """Starts it, or says why not."""
    least, most = members_of(job)
    candidates = []
    for index in _by_speed(job, rules):
        ends_s = _end(job, index, now_s, rules)
        among = _not_reserved(cluster, decision.reservations, ends_s)
        joined = job.conditions.joined
        found = place_near(cluster.placer, shapes[index], least, most, joined, among)
        if not found:
            candidates.append(Candidate(index, _refusals(cluster, shapes[index], least, among)))
            continue
        demand = cluster.demand(found)
        no = cluster.tenants.may_start(job.tenant, demand)
        if no is not None:
            give_back(cluster.placer, found)
            if _reclaim(cluster, job, shapes, index, least, now_s, rules, decision):
                return None
            return Waits(no)
        _start(cluster, Running(job, index, found, now_s, ends_s), decision)
        return None
    for index in _by_speed(job, rules) if rules.preemption else ():
        eviction = find_victims(cluster, lower(cluster, job), shapes[index], least, now_s)
        if eviction and _evict(cluster, job, index, eviction, now_s, rules, decision):
            return None
        if _reclaim(cluster, job, shapes, index, least, now_s, rules, decision):
            return None
    if len(decision.reservations) < rules.reservations:
        patience = now_s - job.submitted_s >= rules.patience_s
        for index in _by_speed(job, rules):
            if kept := reserve(cluster, job, shapes[index], least, patience=patience):
                decision.reservations.append(kept)
                break
    return Waits(_key_reason(cluster, job, shapes, least, candidates), tuple(candidates))


def _start(cluster: Cluster, running: Running, decision: Decision) -> None:
    cluster.note(running)
    decision.starts.append(running)


def _reclaim(
    cluster: Cluster,
    job: Job,
    shapes: Sequence[Shape],
    index: int,
    least: int,
    now_s: int,
    rules: Rules,
    decision: Decision,
) -> bool:
    """Gets what the tenant is guaranteed from those who borrow it."""
    if not rules.preemption:
        return False
    gives = cluster.tenants.reclaim(job.tenant, cluster.demand_of(shapes[index], least))
    if isinstance(gives, Reason) or not gives:
        return False
    able = borrowers(cluster, gives)
    eviction = find_victims(cluster, able, shapes[index], least, now_s)
    return eviction is not None and _evict(cluster, job, index, eviction, now_s, rules, decision)


def _evict(
    cluster: Cluster,
    job: Job,
    index: int,
    eviction: Eviction,
    now_s: int,
    rules: Rules,
    decision: Decision,
) -> bool:
    """The victims go and the job starts; nothing happens if its tenant may not even then."""
    gone = [cluster.end(victim) for victim in eviction.victims]
    if cluster.tenants.may_start(job.tenant, cluster.demand(eviction.placements)) is not None:
        for running in gone:
            cluster.start(running)
        return False
    decision.preempts.update(dict.fromkeys(eviction.victims, job.id))
    for placement in eviction.placements:
        cluster.placer.take(placement)
    ends_s = _end(job, index, now_s, rules)
    _start(cluster, Running(job, index, eviction.placements, now_s, ends_s), decision)
    return True


def _by_speed(job: Job, rules: Rules) -> list[int]:
    """The fastest alternative first; of equals, the one that the job names first."""
    return sorted(range(len(job.alternatives)), key=lambda i: (-_speed(job, i, rules), i))


def _speed(job: Job, index: int, rules: Rules) -> int:
    measured = rules.rate(job, index)
    return measured or job.alternatives[index].rate_milli or 1000


def _end(job: Job, index: int, now_s: int, rules: Rules) -> int | None:
    if job.expected_s is None:
        return None
    return now_s + job.expected_s * 1000 // _speed(job, index, rules)


def _not_reserved(
    cluster: Cluster, reservations: list[Reservation], ends_s: int | None
) -> Bools | None:
    kept = [node for each in reservations if not each.allows(ends_s) for node in each.nodes]
    if not kept:
        return None
    among = np.ones(len(cluster.nodes), dtype=np.bool_)
    among[kept] = False
    return among


def _refusals(cluster: Cluster, shape: Shape, least: int, among: Bools | None) -> Counter[str]:
    """By node; where one member fits but not all, or where the room is kept, that is the reason."""
    codes = cluster.placer.refusals(shape)
    if among is not None:
        codes = ["reserved" if not code and not among[i] else code for i, code in enumerate(codes)]
    return Counter(code or "gang" for code in codes)


def _key_reason(
    cluster: Cluster, job: Job, shapes: Sequence[Shape], least: int, candidates: list[Candidate]
) -> Reason:
    """What stands in the way of the alternative that is nearest to a start."""
    never = [cluster.never(shape, least, _impossible) for shape in shapes]
    if all(never):
        return Reason("impossible", why=never[0])
    possible = [candidate for candidate in candidates if not never[candidate.alternative]]
    for candidate in possible:
        if candidate.refusals["reserved"]:
            return Reason("reserved", job="a job in front of it")
        if candidate.refusals["gang"]:
            have = _most_members(cluster.placer, shapes[candidate.alternative], least)
            return Reason("gang", have=have, wanted=least)
    return _nearest(cluster, shapes[possible[0].alternative])


def _most_members(placer: Placer, shape: Shape, most: int) -> int:
    found = place_all(placer, shape, 0, most)
    give_back(placer, found)
    return len(found)


def _impossible(cluster: Cluster, shape: Shape, least: int) -> str:
    """Why it could not run even if the cluster were empty; nothing if it could."""
    if refusals := cluster.empty.why_not(shape):
        code, count = refusals.most_common(1)[0]
        return f"{count} of {len(cluster.capacity)} nodes fail at {code!r}"
    if (most := _most_members(cluster.empty, shape, least)) < least:
        return f"{most} of {least} members fit at once, even if all were free"
    return ""


#: Checks that a node may pass later, when others have ended.
PASSING = ("cpu", "memory", "devices", "share")


def _nearest(cluster: Cluster, shape: Shape) -> Reason:
    """The reason, with its figures, of the node that lacks least."""
    codes = cluster.placer.refusals(shape)
    nodes = [node for node, code in enumerate(codes) if code in PASSING]
    if not nodes:
        return cluster.placer.reason(shape, 0) or Reason("gang")
    free = cluster.nodes.device_free.clip(0).sum(axis=1)
    node = max(nodes, key=lambda each: (int(free[each]), -each))
    reason = cluster.placer.reason(shape, node)
    assert reason is not None
    return reason
