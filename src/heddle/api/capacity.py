"""Nodes and their devices: what each has, what is used and what is free.

The loop only copies what changes; everything else is reckoned where it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heddle.api.auth import Token
from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Ints, NodeRow
from heddle.control.core import Core
from heddle.control.pool import names_of
from heddle.model.job import WHOLE


@dataclass(frozen=True, slots=True)
class DeviceState:
    """One device of a node, in thousandths."""

    name: str
    kind: str
    model: str
    vendor: str
    memory_mib: int
    level: int
    used_milli: int
    free_milli: int


@dataclass(frozen=True, slots=True)
class NodeState:
    """One node. A cordoned one takes no new work; what runs on it goes on."""

    name: str
    site: str
    cordoned: bool
    cpu_milli: int
    cpu_free_milli: int
    memory_mib: int
    memory_free_mib: int
    devices: Sequence[DeviceState]
    jobs: Sequence[str]  #: that run here, of the caller's tenant and those below
    stack: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class NodePage:
    """By name."""

    nodes: Sequence[NodeState]
    next: str | None  #: `after` of the next page; None: this is the last


@dataclass(frozen=True, slots=True)
class DeviceTotals:
    """Devices of one model. Each is used (all of it), shared (a part of it) or free."""

    kind: str
    model: str
    vendor: str
    count: int
    used: int
    shared: int
    free: int
    free_milli: int  #: of all of them
    cordoned: int  #: on nodes that take no new work; they count above, too


@dataclass(frozen=True, slots=True)
class PoolState:
    """All devices together, and who waits for them."""

    nodes: int
    cordoned: int
    running: int  #: jobs
    devices: Sequence[DeviceTotals]
    waiting: Mapping[str, int]  #: jobs, by the code of their key reason


@dataclass(frozen=True, slots=True)
class Moment:
    """The pool at one moment."""

    rows: Sequence[NodeRow]  #: by name
    free: Ints
    jobs: Mapping[int, Sequence[tuple[str, str]]]  #: by node: id and tenant
    running: int
    waiting: Mapping[str, int]


def moment(core: Core) -> Moment:
    """For the thread of the loop."""
    cluster = core.pool.cluster
    jobs: dict[int, list[tuple[str, str]]] = {}
    for running in cluster.running.values():
        for node in {placement.node for placement in running.placements}:
            jobs.setdefault(node, []).append((running.job.id, running.job.tenant))
    waiting = dict(core.waiting_by_reason())
    rows = [core.pool.rows[name] for name in cluster.nodes.names]
    return Moment(rows, cluster.nodes.free.copy(), jobs, len(cluster.running), waiting)


def nodes_of(at: Moment, caller: Token, only: Sequence[int] | None = None) -> list[NodeState]:
    """All, or those at these places."""
    return [_node(at, caller, i) for i in (range(len(at.rows)) if only is None else only)]


def _node(at: Moment, caller: Token, i: int) -> NodeState:
    row = at.rows[i]
    free = at.free[i].tolist()
    devices = [
        DeviceState(
            name, each.kind, each.model, each.vendor, each.memory_mib, each.level,
            WHOLE - free[DEVICES + slot], free[DEVICES + slot],
        )
        for slot, (name, each) in enumerate(zip(names_of(row), row.devices, strict=True))
    ]  # fmt: skip
    jobs = sorted(job for job, tenant in at.jobs.get(i, ()) if caller.sees(tenant))
    return NodeState(
        row.name,
        row.site,
        row.cordoned,
        row.cpu_milli,
        free[CPU],
        row.memory_mib,
        free[MEMORY],
        devices,
        jobs,
        row.stack,
    )


def pool_of(at: Moment) -> PoolState:
    """Nothing in it is of one tenant alone."""
    free_of: dict[tuple[str, str, str], list[int]] = {}
    cordoned: Counter[tuple[str, str, str]] = Counter()
    for row, free in zip(at.rows, at.free.tolist(), strict=True):
        for slot, device in enumerate(row.devices):
            key = device.kind, device.model, device.vendor
            free_of.setdefault(key, []).append(free[DEVICES + slot])
            cordoned[key] += row.cordoned
    devices = [
        DeviceTotals(
            *key,
            count=len(free),
            used=free.count(0),
            shared=sum(0 < each < WHOLE for each in free),
            free=free.count(WHOLE),
            free_milli=sum(free),
            cordoned=cordoned[key],
        )
        for key, free in sorted(free_of.items())
    ]
    down = sum(row.cordoned for row in at.rows)
    return PoolState(len(at.rows), down, at.running, devices, at.waiting)
