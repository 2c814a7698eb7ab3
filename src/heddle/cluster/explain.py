"""Why a job waits, or why it runs where it does: as data, from the same checks that decided."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from heddle.cluster.reserve import reserve
from heddle.cluster.running import Cluster, Running, members_of, shape_of
from heddle.cluster.why import Candidate, Waits
from heddle.model.job import Job
from heddle.model.reason import Reason


@dataclass(frozen=True, slots=True)
class NodeSaid:
    """What one node says to one alternative; no reason: it would fit."""

    node: str
    alternative: int
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Explained:
    """The whole story of a job that waits."""

    job: str
    reason: Reason
    candidates: tuple[Candidate, ...]
    would_start: tuple[str, ...]  #: what would let it start, the least change first
    starts_s: int | None  #: when it is thought to start; None: nobody says when others end
    nodes: tuple[NodeSaid, ...] = ()


#: What a person can do about it, by the code that most nodes fail at.
REMEDIES = {
    "cordoned": "let a node take work again: heddle undrain NODE",
    "site": "allow another site",
    "kind": "name another kind or model as an alternative",
    "device-memory": "ask for less device memory, or name a larger model",
    "level": "ask for a lower level of preemption",
    "stack": "install the software, or name an alternative with another stack",
    "topology": "drop the condition on how devices are joined",
    "too-few": "ask for fewer devices a member, and more members",
    "cpu": "ask for fewer cores",
    "memory": "ask for less memory",
    "devices": "wait until others end, or ask for a share of a device",
    "share": "ask for a smaller share",
    "memory-quota": "ask for less device memory (device_memory)",
    "gang": "let it be elastic, with fewer members at least",
    "reserved": "say how long it takes (expected): short jobs may run until the room is needed",
}


def explain(
    cluster: Cluster, job: Job, waits: Waits, now_s: int, *, every_node: bool = False
) -> Explained:
    """Of a job that was refused by the last cycle. Nothing is changed."""
    least, _ = members_of(job)
    shapes = [shape_of(job, alternative) for alternative in job.alternatives]
    joined = job.conditions.joined
    times = [reserve(cluster, job.id, shape, least, joined, patience=False) for shape in shapes]
    starts = [kept.at_s for kept in times if kept is not None and kept.at_s is not None]
    nodes: tuple[NodeSaid, ...] = ()
    if every_node:
        nodes = tuple(
            NodeSaid(name, index, cluster.placer.reason(shape, node))
            for index, shape in enumerate(shapes)
            for node, name in enumerate(cluster.nodes.names)
        )
    return Explained(
        job=job.id,
        reason=waits.reason,
        candidates=waits.candidates,
        would_start=_would_start(waits),
        starts_s=min(starts, default=None),
        nodes=nodes,
    )


def _would_start(waits: Waits) -> tuple[str, ...]:
    codes: Counter[str] = Counter()
    for candidate in waits.candidates:
        codes.update(candidate.refusals)
    said = [REMEDIES[code] for code, _ in codes.most_common() if code in REMEDIES]
    if waits.reason.code == "quota":
        said.insert(0, "wait for other jobs of the tenant, or raise its quota")
    if waits.reason.booked:
        said.insert(0, "give back what is booked of the device (`heddle pool ls` on that node)")
    return tuple(dict.fromkeys(said))


@dataclass(frozen=True, slots=True)
class Here:
    """Why a member runs on a node."""

    node: str
    alternative: int
    score: float  #: as it would be scored now, were it not there
    fitting: int  #: nodes on which it would have fitted
    runner_up: str | None  #: the next best, and
    runner_up_score: float | None


def why_here(cluster: Cluster, running: Running, member: int = 0) -> Here:
    """The choice as it would be made now, with the member taken away. Nothing is changed."""
    placement = running.placements[member]
    cluster.placer.give_back(placement)
    scores = cluster.placer.scores(placement.shape)
    cluster.placer.take(placement)
    others = scores.copy()
    others[placement.node] = -np.inf
    next_best = int(others.argmax()) if np.isfinite(others).any() else None
    return Here(
        node=cluster.nodes.names[placement.node],
        alternative=running.alternative,
        score=float(scores[placement.node]),
        fitting=int(np.isfinite(scores).sum()),
        runner_up=None if next_best is None else cluster.nodes.names[next_best],
        runner_up_score=None if next_best is None else float(others[next_best]),
    )
