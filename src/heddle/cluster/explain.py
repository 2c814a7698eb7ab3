"""Why a job waits, or why it runs where it does: as data, from the same checks that decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from heddle.cluster.fitting import CODES
from heddle.cluster.placing.base import allows
from heddle.cluster.reserve import reserve
from heddle.cluster.running import Cluster, Running, lent_shape_of, members_of, shape_of
from heddle.cluster.shapes import Placement, Shape
from heddle.cluster.waiting_line import JobOrder, WaitingLine
from heddle.cluster.why import LATER, Candidate, WaitReasons, impossible, nearest_node
from heddle.model.job import Job
from heddle.model.reason import Reason

MOST_IN_FRONT = 1000  #: jobs that are counted; a job further behind is told no exact number


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
    starts_s: int | None  #: when it is expected to start; None: unknown
    nodes: tuple[NodeSaid, ...] = ()
    #: By alternative, what one node says of each that fail at the same check, by its code.
    examples: tuple[Mapping[str, Reason], ...] = ()
    holders: tuple[Running, ...] = ()  #: jobs that hold what it needs, the largest first
    in_front: int | None = None  #: jobs whose turn is before its own; None: very many
    kept_for: tuple[str, ...] = ()  #: jobs for which its resources are reserved


#: What a person can do about it, by the code that most nodes fail at.
REMEDIES = {
    "cordoned": "let a node take work again: heddle node undrain NODE",
    "unreachable": "bring the engine of its nodes back; the job then starts by itself",
    "node": "allow another node",
    "lends": "let it use a device of another node (--remote allowed)",
    "site": "allow another site",
    "kind": "name another kind or model as an alternative",
    "device-memory": "ask for less device memory, or name a larger model",
    "level": "ask for a lower level of preemption",
    "unserved": "let the node lend its devices: heddle node agent --serve",
    "far": "let the distance be measured (heddle device measure --to NODE) or configured; how far "
    "devices are lent is HEDDLE_REMOTE_REACH of the control plane",
    "stack": "install the software, or name an alternative with another stack; where it is there, "
    "`heddle node join` on the node says so",
    "unsupported": "submit it without, or add nodes whose engine supports it",
    "unmeasured": "let what is unknown be measured or configured, as the reason says, or drop the "
    "condition",
    "sovereignty": "use data that may leave, or let nodes join where it must stay",
    "network": "allow more latency or less bandwidth, or copy the data nearer",
    "volume": "allow more volume, or copy the data nearer",
    "price": "allow a higher price, or name a cheaper model",
    "watts": "allow more power, or name another model",
    "topology": "drop the condition on how devices are joined",
    "too-few": "ask for fewer devices a member, and more members",
    "cpu": "ask for fewer cores",
    "memory": "ask for less memory",
    "devices": "wait until others end, or ask for a share of a device",
    "share": "ask for a smaller share",
    "memory-quota": "ask for less device memory (device_memory)",
    "bandwidth": "wait until others end, or ask for less bandwidth",
    "power": "wait until others end, or have the power budget raised",
    "gang": "let it be elastic, with fewer members at least",
    "reserved": "say how long it takes (expected): short jobs may run until the room is needed",
}


def explain(
    cluster: Cluster,
    job: Job,
    waits: WaitReasons,
    line: WaitingLine | None = None,
    *,
    every_node: bool = False,
) -> Explained:
    """Of a job that was refused by the last cycle. Nothing is changed."""
    shapes = [shape_of(job, alternative) for alternative in job.alternatives]
    lent = [lent_shape_of(job, alternative) for alternative in job.alternatives]
    asked = [
        (lent[c.alternative] if c.is_lent else None) or shapes[c.alternative]
        for c in waits.candidates
    ]
    nodes: tuple[NodeSaid, ...] = ()
    if every_node:
        nodes = tuple(
            NodeSaid(name, index, cluster.placer.reason(shape, node))
            for index, shape in enumerate(shapes)
            for node, name in enumerate(cluster.nodes.names)
        )
    held_by = holders(cluster, job, waits, asked)
    return Explained(
        job=job.id,
        reason=waits.reason,
        candidates=waits.candidates,
        would_start=_would_start(job, waits, held_by),
        starts_s=starts_s(cluster, job),
        nodes=nodes,
        examples=tuple(_examples(cluster, each) for each in asked),
        holders=held_by,
        in_front=None if line is None else _in_front(line, cluster, job.id),
    )


def starts_s(cluster: Cluster, job: Job) -> int | None:
    """When it is expected to start; None: others do not say when they end."""
    least, _ = members_of(job)
    found = []
    for alternative in job.alternatives:
        shape, joined = shape_of(job, alternative), job.conditions.joined
        kept = reserve(cluster, job.id, shape, least, joined, patience=False)
        if kept is not None and kept.at_s is not None:
            found.append(kept.at_s)
    return min(found, default=None)


def _examples(cluster: Cluster, shape: Shape) -> dict[str, Reason]:
    """What the first node says of those that fail at the same check."""
    codes, first = np.unique(cluster.placer.codes(shape), return_index=True)
    found = {}
    for code, node in zip(codes.tolist(), first.tolist(), strict=True):
        reason = cluster.placer.reason(shape, node) if code else None
        if reason is not None:
            found[CODES[code]] = reason
    return found


def holders(
    cluster: Cluster, job: Job, waits: WaitReasons, asked: Sequence[Shape]
) -> tuple[Running, ...]:
    """The holders of what it waits for: on the best node, or in its tenant's quota."""
    reason = waits.reason
    if reason.code == "quota":
        of = [
            each
            for each in cluster.running.values()
            if f"{each.job.tenant}/".startswith(f"{reason.tenant}/")
        ]
        return tuple(sorted(of, key=lambda each: _most_first(each, each.everything)))
    if reason.code not in (*LATER, "gang"):
        return ()
    least, _ = members_of(job)
    shape = next(
        shape
        for shape in sorted(asked, key=lambda each: each.host is not None)
        if impossible(cluster, shape, least, job.conditions.joined) is None
    )
    if reason.code == "bandwidth":
        return _bookers(cluster, shape)
    if reason.code == "gang":
        could = set(np.flatnonzero(np.isfinite(cluster.empty.scores(shape))).tolist())
    else:
        could = _near(cluster, nearest_node(cluster, shape), reason)
    found = []
    for each in cluster.running.values():
        there = [p for p in each.everything if p.node in could and _has(cluster, p, shape, reason)]
        if there:
            found.append((_most_first(each, there), each))
    return tuple(each for _, each in sorted(found, key=lambda pair: pair[0]))


def _near(cluster: Cluster, node: int, reason: Reason) -> set[int]:
    """The nodes on which something holds what the node lacks: itself, unless its site's power."""
    budgets = cluster.nodes.budgets
    if reason.code != "power" or budgets is None:
        return {node}
    return set(np.flatnonzero(budgets.site == budgets.site[node]).tolist())


def _bookers(cluster: Cluster, shape: Shape) -> tuple[Running, ...]:
    """Those that have booked what the nearest node lacks, wherever they run."""
    assert shape.conditions is not None
    nodes = cluster.nodes
    spot = nodes.spot.item(nearest_node(cluster, shape))
    links = nodes.network.reach(shape.conditions).links(spot)
    found = []
    for each in cluster.running.values():
        if there := [p for p in each.everything if links.intersection(p.links)]:
            found.append((_most_first(each, there), each))
    return tuple(each for _, each in sorted(found, key=lambda pair: pair[0]))


def _has(cluster: Cluster, placement: Placement, shape: Shape, reason: Reason) -> bool:
    """Whether it has some of what is lacking."""
    if reason.code == "cpu":
        return placement.cpu_milli > 0
    if reason.code == "memory":
        return placement.memory_mib > 0
    if reason.code == "power":
        return bool(placement.devices)
    classes = cluster.nodes.device_class[placement.node]
    return any(
        allows(cluster.nodes.classes[classes[slot]], term, shape.level)
        for slot, _ in placement.devices
        for term in shape.terms
    )


def _most_first(running: Running, placements: Sequence[Placement]) -> tuple[int, int, int, str]:
    devices = sum(milli for each in placements for _, milli in each.devices)
    cores = sum(each.cpu_milli for each in placements)
    return -devices, -cores, running.started_s, running.job.id


def _in_front(line: WaitingLine, cluster: Cluster, job_id: str) -> int | None:
    """How many have their turn before it."""
    order = islice(JobOrder(line, cluster.tenants), MOST_IN_FRONT)
    return next((place for place, (_, job) in enumerate(order) if job.id == job_id), None)


def _would_start(job: Job, waits: WaitReasons, held_by: Sequence[Running]) -> tuple[str, ...]:
    codes: Counter[str] = Counter()
    for candidate in waits.candidates:
        codes.update(candidate.refusals)
    if all(ask.count == 1 for way in job.alternatives for ask in way.asks):
        del codes["too-few"]  # it cannot ask for fewer
    said = [REMEDIES[code] for code, _ in codes.most_common() if code in REMEDIES]
    if waits.reason.code == "quota":
        said.insert(0, "wait for other jobs of the tenant, or raise its quota")
    if waits.reason.booked:
        said.insert(
            0, "give back what is booked of the device (`heddle device pool show` on that node)"
        )
    could_go = [each.job.priority for each in held_by if each.job.preemptible]
    if could_go and waits.reason.code in LATER and min(could_go) >= job.priority:
        said.append(f"a priority above {min(could_go)}: it would take the place of another")
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
