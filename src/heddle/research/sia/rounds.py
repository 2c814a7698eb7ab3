"""Elastic training jobs on several kinds of devices: the protocols of Sia and of Pollux.

A job runs on one kind, on a power of two of devices within a node or on whole nodes; it begins with
one, and has at most twice as many as it ever had. Other nodes, another kind or another count cost
it a restart. Policies know the time of a step on one device of each kind when a job is submitted,
and what has been observed since.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

import numpy as np

from heddle.cluster.goodput import Goodput
from heddle.cluster.matching.base import Assigned, Choice, Matching, Round, Runnable
from heddle.errors import PolicyError, UsageError
from heddle.research.sia.files import Submitted
from heddle.research.sia.job import Application, JobRun
from heddle.research.sia.nodes import arrange
from heddle.research.sia.profiles import Placement

ROUND_S = 60.0
MOST_DEVICES = 64  #: no profile says more
SINGLE = ("ncf",)  #: on one device only, as in both artifacts


@dataclass(frozen=True, slots=True)
class NodeGroup:
    """Nodes of one kind."""

    count: int
    on_node: int

    @property
    def devices(self) -> int:
        return self.count * self.on_node

    def sizes(self) -> list[int]:
        """Powers of two within a node, then whole nodes."""
        small = [2**i for i in range(self.on_node.bit_length()) if 2**i <= self.on_node]
        return small + [n * self.on_node for n in range(2, self.count + 1)]

    def spread(self, devices: int) -> Placement:
        """Whole nodes first, and the rest on one more."""
        whole, rest = divmod(devices, self.on_node)
        return (self.on_node,) * whole + ((rest,) if rest else ())


@dataclass(frozen=True, slots=True)
class WorkloadResult:
    """What came of one workload."""

    jct_s: list[float]
    makespan_s: float
    device_s: float
    restarts: float  #: of a job, on average
    decisions_s: list[float]  #: what each decision took, rates included
    contention: list[int]  #: jobs there in each round


class RoundSimulation:
    """Rounds on a virtual clock."""

    def __init__(
        self,
        jobs: Sequence[Submitted],
        applications: Mapping[str, Application],
        cluster: Mapping[str, NodeGroup],
        policy: Matching,
        *,
        round_s: float = ROUND_S,
        rigid: bool = False,
    ) -> None:
        self.cluster, self.policy, self.round_s = dict(cluster), policy, round_s
        self.runs = []
        for i, job in enumerate(jobs):
            it = applications[job.application]
            known = Goodput(it.alone, it.training.least_batch, it.training.most_batch)
            self.runs.append(JobRun(i, job, it, known, rigid))
        self._sizes = {
            kind: (
                np.array([-(-size // nodes.on_node) for size in nodes.sizes()]),
                np.array(nodes.sizes()),
            )
            for kind, nodes in self.cluster.items()
        }

    def choices(self, run: JobRun) -> tuple[Choice, ...]:
        """Ways to run in the next round."""
        if run.rigid:
            return self._asked(run)
        most = min(max(1, 2 * run.known.most_devices), MOST_DEVICES)
        if run.submitted.application in SINGLE:
            most = 1
        found = []
        for kind, (nodes, devices) in self._sizes.items():
            few = devices <= most
            rates, shapes = run.known.best(kind, nodes[few], devices[few])
            found += [
                Choice(kind, count, rate, f"batch {shape.batch(count)}")
                for count, rate, shape in zip(
                    devices[few].tolist(), rates.tolist(), shapes, strict=True
                )
                if rate > 0.0
            ]
        return tuple(found)

    def _asked(self, run: JobRun) -> tuple[Choice, ...]:
        """As requested, on any kind; steps a second are known, as Gavel has them profiled."""
        count, found = run.submitted.devices, []
        for kind, nodes in self.cluster.items():
            if count <= nodes.devices:
                where = nodes.spread(count)
                rate = run.steps(kind, where, run.asked(kind, where))
                found.append(Choice(kind, count, rate, f"batch {run.submitted.batch}"))
        return tuple(found)

    def _decide(self, now_s: float, active: Sequence[JobRun]) -> float:
        """Give every job what the policy says; how long the decision took."""
        begun = time.perf_counter()
        seen = [
            Runnable(
                id=run.id,
                arrived_s=run.submitted.at_s,
                choices=self.choices(run),
                attained_s=run.attained_s,
                done=run.work,
                current=run.choice,
                restart_s=run.application.restart_s,
            )
            for run in active
        ]
        capacity = {kind: nodes.devices for kind, nodes in self.cluster.items()}
        plan = self.policy.plan(Round(now_s, self.round_s, capacity, seen))
        took = time.perf_counter() - begun
        self._check(seen, plan)
        given = {}
        for kind, nodes in self.cluster.items():
            sizes = {
                key: assigned.choice.devices
                for key, assigned in plan.items()
                if assigned.choice.kind == kind
            }
            held = {run.id: run.held for run in active if run.kind == kind and run.held}
            given.update(arrange(sizes, held, nodes.count, nodes.on_node))
        for run in active:
            assigned = plan.get(run.id)
            run.choice = assigned.choice if assigned else None
            run.move(run.choice.kind if run.choice else run.kind, given.get(run.id, {}))
        return took

    def _check(self, seen: Sequence[Runnable], plan: Mapping[int, Assigned]) -> None:
        """Refuse what could not be carried out, or would go on for ever."""
        for job in seen:
            if not job.choices:
                it = self.runs[job.id].submitted
                raise UsageError(
                    f"job {it.name!r} asks for {it.devices} devices of one kind, and no kind has "
                    "as many. Lower its num_replicas, or use a larger cluster."
                )
        used = dict.fromkeys(self.cluster, 0)
        for assigned in plan.values():
            used[assigned.choice.kind] += assigned.choice.devices
        for kind, count in used.items():
            if count > self.cluster[kind].devices:
                have = self.cluster[kind].devices
                raise PolicyError(f"the policy gave away {count} devices of {kind}; {have} exist.")
        if not plan:
            raise PolicyError("the policy lets every job wait while all devices are idle.")

    def simulate(self) -> WorkloadResult:
        now_s = 0.0
        decisions, contention = [], []
        left = list(self.runs)
        while left:
            active = [run for run in left if run.submitted.at_s <= now_s]
            if not active:
                first = min(run.submitted.at_s for run in left)
                now_s = math.ceil(first / self.round_s) * self.round_s
                continue
            decisions.append(self._decide(now_s, active))
            contention.append(len(active))
            for run in active:
                run.run(now_s, self.round_s)
            now_s += self.round_s
            left = [run for run in left if run.done_at_s is None]
        ends = [run.done_at_s or 0.0 for run in self.runs]
        return WorkloadResult(
            [end - run.submitted.at_s for end, run in zip(ends, self.runs, strict=True)],
            max(ends, default=0.0),
            sum(run.attained_s for run in self.runs),
            mean([max(run.restarts, 0) for run in self.runs] or [0]),
            decisions,
            contention,
        )
