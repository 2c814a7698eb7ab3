"""Whose turn it is: by priority, then who has least, then who came first."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from heddle.model.job import Job

Share = tuple[tuple[int, str], ...]  #: of a tenant and those above it, these first


def in_turn(waiting: Iterable[Job], share: Callable[[str], Share]) -> Iterator[Job]:
    """The jobs, one after another. A higher priority goes first; within one, the tenant whose share
    is the least, as it is when the job is taken; within a tenant, first come, first served."""
    by_priority: dict[int, dict[str, list[Job]]] = {}
    for job in waiting:
        by_priority.setdefault(job.priority, {}).setdefault(job.tenant, []).append(job)
    for priority in sorted(by_priority, reverse=True):
        lines = {
            tenant: deque(sorted(jobs, key=lambda job: (job.submitted_s, job.id)))
            for tenant, jobs in by_priority[priority].items()
        }
        heap = [(share(tenant), tenant) for tenant in lines]
        heapq.heapify(heap)
        while heap:
            known, tenant = heapq.heappop(heap)
            if (now := share(tenant)) > known:  # it was given something meanwhile
                heapq.heappush(heap, (now, tenant))
                continue
            yield lines[tenant].popleft()
            if lines[tenant]:
                heapq.heappush(heap, (share(tenant), tenant))
