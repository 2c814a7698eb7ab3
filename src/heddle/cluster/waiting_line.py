"""The waiting jobs and their order: by priority, then the tenant with least, then in turn.

Jobs of one tenant and priority that ask for the same share their fate: they are peers. What is
found out about the first holds for all behind it, so a cycle costs by kinds of jobs, not by jobs.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from heddle.cluster.ordering import first_come
from heddle.cluster.ordering.base import Turn
from heddle.cluster.quota import Usage
from heddle.cluster.running import members_of, shape_of
from heddle.cluster.shapes import Shape
from heddle.model.job import Conditions, Job

Place = tuple[Turn, Job]  #: in the line; no two turns are the same, so jobs are never compared


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
    jobs: list[Place] = field(default_factory=list)


class WaitingLine:
    """All jobs that wait. `turn` orders those of one tenant and priority."""

    def __init__(
        self, jobs: Iterable[Job] = (), turn: Callable[[Job], Turn] = first_come.turn
    ) -> None:
        self.turn = turn
        self._peers: dict[object, Peers] = {}
        self._at: dict[str, tuple[Peers, Job]] = {}
        for job in jobs:
            self.add(job)

    def __len__(self) -> int:
        return len(self._at)

    def __contains__(self, job_id: str) -> bool:
        return job_id in self._at

    def __iter__(self) -> Iterator[Job]:
        return (job for _, job in self._at.values())

    def add(self, job: Job) -> None:
        shapes = tuple(shape_of(job, alternative) for alternative in job.alternatives)
        least, most = members_of(job)
        key = (job.tenant, job.priority, shapes, least, most, job.conditions)
        peers = self._peers.get(key)
        if peers is None:
            peers = self._peers[key] = Peers(len(self._peers), *key)
        insort(peers.jobs, (self.turn(job), job))
        self._at[job.id] = peers, job

    def remove(self, job_id: str) -> Job:
        peers, job = self._at.pop(job_id)
        del peers.jobs[bisect_left(peers.jobs, (self.turn(job),))]
        return job

    def peers(self, job_id: str) -> Peers | None:
        """Those whose fate a job shares; None if it does not wait."""
        found = self._at.get(job_id)
        return found[0] if found else None

    def behind(self, peers: Peers, job: Job) -> list[Place]:
        """Those of the peers whose turn is later."""
        return peers.jobs[bisect_left(peers.jobs, (self.turn(job),)) + 1 :]

    def all_peers(self) -> Iterable[Peers]:
        return self._peers.values()

    def by_tenant(self) -> dict[int, dict[str, list[Peers]]]:
        """Those that have jobs, by priority and tenant."""
        found: dict[int, dict[str, list[Peers]]] = {}
        for peers in self._peers.values():
            if peers.jobs:
                found.setdefault(peers.priority, {}).setdefault(peers.tenant, []).append(peers)
        return found


class JobOrder:
    """The jobs of a line one after another, as long as there is hope for them.

    A higher priority goes first; within one, the tenant whose share is the least, as it is when the
    job is taken, and of equals the one that has waited longest; within a tenant, in turn.
    """

    def __init__(self, line: WaitingLine, usage: Usage) -> None:
        self._line = line
        self._usage = usage
        self._keys: dict[str, _Key] = {}  # of tenants, until something changes
        self._changes = -1
        self._rest: Iterator[Place] = iter(())

    def __iter__(self) -> Iterator[tuple[Peers, Job]]:
        lanes = self._line.by_tenant()
        for priority in sorted(lanes, reverse=True):
            heads = {tenant: _heads(lane) for tenant, lane in lanes[priority].items()}
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
        if tenant not in self._keys:
            shares = self._usage.fair_key(tenant)
            self._keys[tenant] = tuple((share, since[each], each) for share, each in shares)
        return self._keys[tenant]

    def only(self, jobs: Iterable[Place]) -> None:
        """Of the peers of the job whose turn it is, only these are still to come."""
        self._rest = iter(jobs)


_Head = tuple[Turn, int, Peers, Job, Iterator[Place]]
_Key = tuple[tuple[int, Turn, str], ...]  #: of a tenant and those above it, these first


def _heads(lane: list[Peers]) -> list[_Head]:
    found = []
    for peers in lane:
        rest = iter(peers.jobs)
        turn, job = next(rest)
        found.append((turn, peers.number, peers, job, rest))
    heapq.heapify(found)
    return found
