"""The waiting jobs and their order: by priority, then the tenant with least, then in turn.

Jobs of one tenant and priority that ask for the same share their fate: they are peers. What is
found out about the first holds for all behind it, so a cycle costs by kinds of jobs, not by jobs.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from heddle.cluster.bands import Served, band, next_band_s, ran_s
from heddle.cluster.ordering import first_come
from heddle.cluster.ordering.base import Turn
from heddle.cluster.quota import Usage
from heddle.cluster.running import Cluster, lent_shape_of, members_of, shape_of
from heddle.cluster.shapes import Shape
from heddle.model.job import Conditions, Job

Standing = tuple[int, int]  #: the priority, then the band of service as a negative number
#: In the line; no two turns are the same, so jobs are never compared.
Place = tuple[Turn, Job, "Peers"]


@dataclass(slots=True)
class Peers:
    """Waiting jobs that share their fate, in turn."""

    number: int  #: in the order in which such jobs were first seen
    tenant: str
    priority: int
    shapes: tuple[Shape, ...]  #: by alternative
    least: int  #: members that must start at once
    most: int
    conditions: Conditions
    lent: tuple[Shape | None, ...] = ()  #: by alternative, with a device of another node
    loan: tuple[str, str, int | None] | None = None  #: what it depends on whether one is lent
    served: Served | None = None  #: one that has run before is its only peer
    jobs: list[Place] = field(default_factory=list)


class WaitingLine:
    """All jobs that wait. `turn` orders those of one tenant and priority."""

    def __init__(
        self, jobs: Iterable[Job] = (), turn: Callable[[Job], Turn] = first_come.turn
    ) -> None:
        self.turn = turn
        self._peers: dict[object, Peers] = {}
        self._seen = 0  # kinds of peers
        self._shapes: dict[Shape, Shape] = {}  # each once, so that most comparisons are of one
        self._at: dict[str, Place] = {}
        for job in jobs:
            self.add(job)

    def __len__(self) -> int:
        return len(self._at)

    def __contains__(self, job_id: str) -> bool:
        return job_id in self._at

    def __iter__(self) -> Iterator[Job]:
        return (job for _, job, _ in self._at.values())

    def add(self, job: Job, served: Served | None = None) -> None:
        """Once; `served` is what it has had before."""
        shapes = tuple(shape_of(job, alternative) for alternative in job.alternatives)
        least, most = members_of(job)
        lent = tuple(lent_shape_of(job, each) for each in job.alternatives) if job.remote else ()
        loan = (job.tenant, job.workload, job.expected_s) if job.remote else None
        key = (job.tenant, job.priority, shapes, least, most, job.conditions, lent, loan)
        peers = self._peers.get(job.id if served else key)
        if peers is None:
            peers = self._peers[job.id if served else key] = Peers(self._seen, *key, served)
            peers.shapes = tuple(self._shapes.setdefault(each, each) for each in shapes)
            self._seen += 1
        place = self._at[job.id] = self.turn(job), job, peers
        insort(peers.jobs, place)

    def remove(self, job_id: str) -> Job:
        place = self._at.pop(job_id)
        _, job, peers = place
        del peers.jobs[bisect_left(peers.jobs, place)]
        if peers.served is not None:
            del self._peers[job_id]
        return job

    def peers(self, job_id: str) -> Peers | None:
        """Those whose fate a job shares; None if it does not wait."""
        found = self._at.get(job_id)
        return found[2] if found else None

    def behind(self, peers: Peers, job: Job) -> list[Place]:
        """Those of the peers whose turn is later."""
        return peers.jobs[bisect_left(peers.jobs, self._at[job.id]) + 1 :]

    def all_peers(self) -> Iterable[Peers]:
        return self._peers.values()

    def by_tenant(
        self, limits: Sequence[int] = (), now_s: int = 0
    ) -> dict[Standing, dict[str, list[Peers]]]:
        """Those that have jobs, by standing and tenant."""
        found: dict[Standing, dict[str, list[Peers]]] = {}
        for peers in self._peers.values():
            if peers.jobs:
                standing = peers.priority, -band(limits, ran_s(peers.served, now_s))
                found.setdefault(standing, {}).setdefault(peers.tenant, []).append(peers)
        return found

    def new_s(self) -> Iterator[int]:
        """When those that have run before count as new."""
        return (each.served.new_s for each in self._peers.values() if each.served)


class JobOrder:
    """The jobs of a line one after another, as long as there is hope for them.

    A higher priority goes first; within one, who has run for less; of those, the tenant whose share
    is the least, as it is when the job is taken, and of equals the one that has waited longest;
    within a tenant, in turn.
    """

    def __init__(
        self, line: WaitingLine, usage: Usage, limits: Sequence[int] = (), now_s: int = 0
    ) -> None:
        self._line = line
        self._bands = limits, now_s
        self._usage = usage
        self._keys: dict[str, _Key] = {}  # of tenants, until something changes
        self._changes = -1
        self._rest: Iterator[Place] = iter(())

    def __iter__(self) -> Iterator[tuple[Peers, Job]]:
        lanes = self._line.by_tenant(*self._bands)
        for standing in sorted(lanes, reverse=True):
            heads = {tenant: _heads(lane) for tenant, lane in lanes[standing].items()}
            since = self._since(heads)
            self._keys.clear()
            tenants = [(self._key(tenant, since), tenant) for tenant in heads]
            heapq.heapify(tenants)
            while tenants:
                known, tenant = heapq.heappop(tenants)
                if (now := self._key(tenant, since)) > known:  # it was given something meanwhile
                    heapq.heappush(tenants, (now, tenant))
                    continue
                _, number, peers, job, self._rest = heapq.heappop(heads[tenant])
                yield peers, job
                if (place := next(self._rest, None)) is not None:
                    heapq.heappush(heads[tenant], (place[0], number, peers, place[1], self._rest))
                if heads[tenant]:
                    heapq.heappush(tenants, (self._key(tenant, since), tenant))

    def _since(self, heads: dict[str, list[_Head]]) -> dict[str, Turn]:
        """The first turn of each tenant, and of those above it."""
        found: dict[str, Turn] = {}
        for tenant, its in heads.items():
            for _, each in self._usage.fair_key(tenant):
                found[each] = min(found.get(each, its[0][0]), its[0][0])
        return found

    def _key(self, tenant: str, since: dict[str, Turn]) -> _Key:
        if self._changes != self._usage.changes:
            self._keys.clear()
            self._changes = self._usage.changes
        key = self._keys.get(tenant)
        if key is None:
            shares = self._usage.fair_key(tenant)
            key = self._keys[tenant] = tuple([(share, since[each], each) for share, each in shares])
        return key

    def only(self, jobs: Iterable[Place]) -> None:
        """Of the peers of the job whose turn it is, only these are still to come."""
        self._rest = iter(jobs)


def next_turn_s(
    cluster: Cluster, line: WaitingLine, limits: Sequence[int], now_s: int
) -> int | None:
    """When one that runs will give way to others, or one that waits will count as new; None: while
    nobody waits, it does not matter."""
    if not line or not limits:
        return None
    sinks = (
        next_band_s(limits, each.started_s, each.ran_s, now_s)
        for each in (cluster.running[job_id] for job_id in cluster.resuming)
    )
    ahead = (*sinks, *line.new_s())
    return min((at_s for at_s in ahead if at_s is not None and at_s > now_s), default=None)


_Head = tuple[Turn, int, Peers, Job, Iterator[Place]]
_Key = tuple[tuple[int, Turn, str], ...]  #: of a tenant and those above it, these first


def _heads(lane: list[Peers]) -> list[_Head]:
    found = []
    for peers in lane:
        rest = iter(peers.jobs)
        turn, job, _ = next(rest)
        found.append((turn, peers.number, peers, job, rest))
    heapq.heapify(found)
    return found
