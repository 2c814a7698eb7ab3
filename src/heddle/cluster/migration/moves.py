"""Migration between two cycles: running members move, so that one that waits fits.

It is for jobs that need one member only, and that wait because no node has enough free at once.
No job is moved that cannot be preempted, or has a higher priority than the waiting one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heddle.cluster.migration import migrate, movable
from heddle.cluster.nodes import CPU, DEVICES, MEMORY
from heddle.cluster.running import Cluster, Running
from heddle.cluster.shapes import Shape
from heddle.cluster.waiting_line import JobOrder, WaitingLine
from heddle.cluster.why import Waiting
from heddle.model.job import Job

ROOM = ("cpu", "memory", "devices", "share", "memory-quota")  #: what a move can give


class Mover:
    """Moves up to `most` members for one job. What it could not do, or has done, for a kind of jobs
    is not tried again before something was freed."""

    def __init__(self, cluster: Cluster, line: WaitingLine, most: int) -> None:
        self._cluster, self._line, self._most = cluster, line, most
        self._tried: set[Shape] = set()

    def freed(self) -> None:
        """Something has ended, or a node is back."""
        self._tried.clear()

    def make_room(self, waits: Waiting) -> list[Running]:
        """The members that moved. In the cluster the move counts as done."""
        for job, shape in self._heads(waits):
            self._tried.add(shape)
            if _enough(self._cluster, shape):
                members, able = _movable(self._cluster, job.priority)
                plan = migrate.plan(self._cluster.placer, able, shape, self._most)
                if plan is not None:
                    return _carry_out(self._cluster, members, plan)
        return []

    def _heads(self, waits: Waiting) -> Iterator[tuple[Job, Shape]]:
        """The first of each kind that a move could help, with what it asks for."""
        tenants = self._cluster.tenants
        order = JobOrder(self._line, tenants)
        for peers, job in order:
            order.only(())
            why = waits.get(job.id)
            if peers.least > 1 or why is None or why.reason.code not in ROOM:
                continue
            for shape in peers.shapes:
                demand = self._cluster.demand_of(shape, 1)
                if shape not in self._tried and tenants.may_start(job.tenant, demand) is None:
                    yield job, shape


def _enough(cluster: Cluster, shape: Shape) -> bool:
    """Whether all that is free together would do; devices of all kinds count."""
    nodes = cluster.nodes
    free = nodes.free[~nodes.cordoned].clip(0)
    return bool(
        free[:, CPU].sum() >= shape.cpu_milli
        and free[:, MEMORY].sum() >= shape.memory_mib
        and free[:, DEVICES:].sum() >= shape.device_milli
    )


def _movable(
    cluster: Cluster, priority: int
) -> tuple[list[tuple[str, int]], movable.MovableMembers]:
    """Members by number: whose they are, and which of them."""
    members: list[tuple[str, int]] = []
    found = movable.MovableMembers()
    for job_id, running in cluster.running.items():
        if running.job.preemptible and running.job.priority <= priority:
            for index, placement in enumerate(running.placements):
                found.add(len(members), placement)
                members.append((job_id, index))
    return members, found


def _carry_out(
    cluster: Cluster, members: list[tuple[str, int]], plan: migrate.MigrationPlan
) -> list[Running]:
    moved: dict[str, Running] = {}
    for move in plan.moves:
        cluster.placer.give_back(move.old)
    for move in plan.moves:
        job_id, index = members[move.member]
        running = moved.get(job_id, cluster.running[job_id])
        placements = (*running.placements[:index], move.new, *running.placements[index + 1 :])
        moved[job_id] = replace(running, placements=placements)
        cluster.placer.take(move.new)
    for running in moved.values():
        cluster.change(running)
    return list(moved.values())
