"""Defragmentation: running jobs that move, so that one that waits fits.

It is for jobs that need one member only, and that wait because no node has enough free at once. A
job is moved only if it resumes and can be preempted, its priority is not above the waiting one's,
and it has one member: of several, all would be stopped. The budget says how many, and how often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace

from heddle.cluster.migration import migrate
from heddle.cluster.migration.budget import MoveBudget, MoveLog
from heddle.cluster.migration.movable import MovableMembers
from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Bools
from heddle.cluster.quota import Amounts
from heddle.cluster.running import Cluster, Running
from heddle.cluster.shapes import Placement, Shape
from heddle.model.job import Job
from heddle.model.reason import Reason

KINDS = 8  #: of waiting jobs for which a cycle looks for moves: those whose turn is first


@dataclass(frozen=True, slots=True)
class RoomMade:
    """Jobs that moved, and what is free now for the one that waits."""

    moved: tuple[Running, ...]
    placement: Placement


class Mover:
    """From cycle to cycle. What it could not do for a kind of jobs is not tried again before
    something was freed, or more may be moved than before."""

    def __init__(self, budget: MoveBudget) -> None:
        self._budget = budget
        self._log = MoveLog(budget)
        self._tried: set[tuple[Shape, int]] = set()  # and the priority
        self._now_s = self._kinds = 0
        self._free: tuple[int, int, int] | None = None  # in all, when it was last counted
        self._able: list[Running] | None = None  # to be moved now, as far as it is known
        self._tables: dict[int, MovableMembers] = {}  # of them, by priority of the waiting job
        self.next_s: int | None = None  #: when more may be moved for somebody who waits

    def freed(self) -> None:
        """Something has ended, a node is back, or it is `next_s`."""
        self._tried.clear()

    def remember(self, job_id: str, at_s: int) -> None:
        """It was moved then."""
        self._log.note(job_id, at_s)

    def begin(self, now_s: int) -> None:
        """Another cycle."""
        self._now_s, self._kinds, self.next_s = now_s, KINDS, None
        self.changed()

    def changed(self) -> None:
        """Others run now, or elsewhere; jobs that have just started do not count."""
        self._free = self._able = None
        self._tables.clear()

    @property
    def is_looking(self) -> bool:
        """Whether it looks for more moves in this cycle."""
        return self._kinds > 0 and min(self._budget.each, self._budget.an_hour) > 0

    def make_room(
        self,
        cluster: Cluster,
        job: Job,
        shape: Shape,
        among: Bools | None,
        stay: Container[str],
        quota: Callable[[str, Amounts], Reason | None],
    ) -> RoomMade | None:
        """In the cluster the moves count as done; the placement is not taken. `among` rules nodes
        out, `stay` jobs."""
        if not (self.is_looking and self._has_enough(cluster, shape)):
            return None
        self._kinds -= 1
        if self._able is None:
            self._able = self._ready(cluster, stay)
        most, key = self._log.left(self._now_s), (shape, job.priority)
        if key in self._tried or not self._able or not most:
            return None
        self._tried.add(key)
        if job.priority not in self._tables:
            self._tables[job.priority] = _movable(self._able, job.priority)
        plan = migrate.plan(cluster.placer, self._tables[job.priority], shape, most, among)
        if plan is None:
            return None
        more = {job.tenant: Counter(cluster.demand([plan.placement]))}
        for move in plan.moves:  # elsewhere it may count for more
            its = more.setdefault(self._able[move.member].job.tenant, Counter())
            its.update(cluster.demand([move.new]))
            its.subtract(cluster.demand([move.old]))
        if any(quota(tenant, amounts) for tenant, amounts in more.items()):
            self._tried.discard(key)  # for another tenant it may do
            return None
        moved = _carry_out(cluster, self._able, plan, self._now_s)
        for each in moved:
            self._log.note(each.job.id, self._now_s)
        self.changed()
        return RoomMade(moved, plan.placement)

    def _has_enough(self, cluster: Cluster, shape: Shape) -> bool:
        """Whether all that is free together may do: starts since have taken of it, and devices of
        all kinds count."""
        if self._free is None:
            nodes = cluster.nodes
            free = nodes.free[~nodes.cordoned].clip(0)
            cores, memory = int(free[:, CPU].sum()), int(free[:, MEMORY].sum())
            self._free = cores, memory, int(free[:, DEVICES:].sum())
        cores, memory, devices = self._free
        return (
            cores >= shape.cpu_milli
            and memory >= shape.memory_mib
            and devices >= shape.device_milli
        )

    def _ready(self, cluster: Cluster, stay: Container[str]) -> list[Running]:
        """Those that may be moved now; and from when on others may be."""
        found, soon = [], []
        for job_id in cluster.resuming:
            running = cluster.running[job_id]
            if running.members > 1 or running.hosts or job_id in stay:
                continue
            at_s = self._log.ready_s(running)
            if at_s <= self._now_s:
                found.append(running)
            else:
                soon.append(at_s)
        if (more_s := self._log.more_s(self._now_s)) is not None:
            soon.append(more_s)
        self.next_s = min(soon, default=None)
        return found


def _movable(able: Sequence[Running], priority: int) -> MovableMembers:
    """Those that may go for a job of this priority, by number."""
    found = MovableMembers()
    for number, running in enumerate(able):
        if running.job.priority <= priority:
            found.add(number, running.placements[0])
    return found


def _carry_out(
    cluster: Cluster, able: Sequence[Running], plan: migrate.MigrationPlan, now_s: int
) -> tuple[Running, ...]:
    """All leave, then all come; the new places were planned with the placement taken."""
    for move in plan.moves:
        cluster.placer.give_back(move.old)
    moved = []
    for move in plan.moves:
        cluster.placer.take(move.new)
        moved.append(replace(able[move.member], placements=(move.new,), moved_s=now_s))
        cluster.change(moved[-1])
    return tuple(moved)
