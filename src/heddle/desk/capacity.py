"""Nodes and their devices: what each has, what is used and what is free.

Nodes of an engine run jobs. Registered ones are managed, but no engine reaches them yet. The loop
only copies what changes; everything else is reckoned where it is asked for.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from heddle.cluster.conditions.network import NOTHING as NO_SITES
from heddle.cluster.nodes import CPU, DEVICES, MEMORY, Ints, NodeRow
from heddle.cluster.row import Booked, Serving
from heddle.cluster.sites.atlas import Atlas
from heddle.cluster.sites.paths import path_between
from heddle.control.core import Core
from heddle.control.nodes.node import LOST, READY, NodeView
from heddle.control.nodes.pool import names_of
from heddle.control.nodes.register import register_of
from heddle.desk.access.auth import Token
from heddle.model.job import WHOLE
from heddle.model.site import NetworkPath

NOTHING = Booked()
POOLED = "pooled"


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
    memory_free_mib: int = 0  #: that no job was given; less is free if others use it, too
    booked_milli: int = 0  #: that partitions have, or others; neither used nor free
    booked_mib: int = 0
    booked_by: str = ""  #: in words
    mode: str = POOLED  #: or partitioned, exclusive, foreign


@dataclass(frozen=True, slots=True)
class NodeState:
    """One node. A cordoned one takes no new work; what runs on it goes on. Where `engine` is null
    nothing runs work there yet: it is registered, and managed."""

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
    state: str = READY  #: ready, late, lost or left
    kind: str | None = None  #: cloud, edge or end; null: not declared
    engine: str | None = None  #: that runs jobs there
    version: str | None = None  #: of Heddle on a registered node
    joined_ms: int | None = None
    beat_ms: int | None = None  #: when a registered node last called, as far as that is known
    revision: int | None = None  #: grows with everything new that it says
    serves: Serving | None = None  #: where it lends its devices to programs of other nodes
    #: The network to it from the node that was asked for; null: unknown, or none was.
    way: NetworkPath | None = None
    #: Of one node only: inventory, topology, scores and live state, as far as it said them.
    documents: Mapping[str, Any] | None = None


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
    registered: int = 0  #: on registered nodes that no engine reaches; they do not count above


@dataclass(frozen=True, slots=True)
class PoolState:
    """All devices together, and the jobs that wait for them."""

    nodes: int
    cordoned: int
    running: int  #: jobs
    devices: Sequence[DeviceTotals]
    waiting: Mapping[str, int]  #: jobs, by the code of their key reason
    #: Registered nodes, by state; they do not count above.
    registered: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Moment:
    """The pool at one moment."""

    rows: Sequence[NodeRow]  #: by name
    free: Ints
    device_mib: Ints  #: of the memory of each device, free
    booked: Mapping[tuple[int, int], Booked]  #: by node and slot
    jobs: Mapping[int, Sequence[tuple[str, str]]]  #: by node: id and tenant
    running: int
    waiting: Mapping[str, int]
    registered: Sequence[NodeView] = ()  #: by name
    managed: Mapping[tuple[str, str, str], int] = field(default_factory=dict)  #: their devices
    atlas: Atlas = NO_SITES
    has_engines: bool = True  #: not only registered nodes

    def names(self) -> list[str]:
        """Of all nodes, sorted."""
        return sorted({*self.engines(), *(each.node.name for each in self.registered)})

    def engines(self) -> dict[str, int]:
        """Those that run jobs, by name, and where they are in `rows`."""
        rows = enumerate(self.rows) if self.has_engines else ()
        return {row.name: i for i, row in rows if row.engine}

    def lenders(self) -> dict[str, int]:
        """The others, which are registered and only lend their devices, likewise."""
        return {row.name: i for i, row in enumerate(self.rows) if not row.engine}


def moment(core: Core, now_ms: int | None = None) -> Moment:
    """For the thread of the loop."""
    now_ms = int(time.time() * 1000) if now_ms is None else now_ms
    register = register_of(core)
    cluster = core.pool.cluster
    jobs: dict[int, list[tuple[str, str]]] = {}
    for running in cluster.running.values():
        for node in {placement.node for placement in running.everything}:
            jobs.setdefault(node, []).append((running.job.id, running.job.tenant))
    waiting = dict(core.waiting_by_reason())
    rows = [core.pool.rows[name] for name in cluster.nodes.names]
    engines = {row.name for row in rows if row.engine}
    shown = register.shown(now_ms) if register is not None else ()
    return Moment(
        rows,
        cluster.nodes.free.copy(),
        cluster.nodes.device_mib.copy(),
        cluster.nodes.booked.copy(),
        jobs,
        len(cluster.running),
        waiting,
        [each for each in shown if each.node.name not in engines],
        register.devices_beyond(engines) if register is not None else {},
        core.pool.atlas,
    )


def nodes_of(at: Moment, caller: Token, names: Sequence[str]) -> list[NodeState]:
    """Those of these names that are there."""
    own, lends = at.engines(), at.lenders()
    registered = {each.node.name: each for each in at.registered}
    return [
        _node(at, caller, own[name])
        if name not in registered
        else _registered(registered[name], at, caller, lends.get(name))
        for name in names
        if name in own or name in registered
    ]


def with_ways(at: Moment, found: Iterable[NodeState], near: str, near_site: str) -> list[NodeState]:
    """With what is known of the network from one node to each; `near_site` is where it is, if
    nobody else says so."""
    rows = {row.name: row for row in (*(each.node.row for each in at.registered), *at.rows)}
    # What a node was joined with counts more than what it says itself.
    sites = {each.node.name: each.node.site for each in at.registered}
    spots = {name: replace(row, site=sites.get(name) or row.site) for name, row in rows.items()}
    here = spots.get(near) or NodeRow(near, 0, 0, site=near_site)
    return [replace(each, way=path_between(here, spots[each.name], at.atlas)) for each in found]


def _registered(shown: NodeView, at: Moment, caller: Token, lends: int | None) -> NodeState:
    """Nothing of it is used, as nothing runs there; but for what it `lends`, as which of the nodes
    of which the cycle knows."""
    if lends is not None:
        as_lender = _node(at, caller, lends)
        devices, jobs = as_lender.devices, as_lender.jobs
    else:
        devices, jobs = _unused(shown.node.row), ()
    node, row = shown.node, shown.node.row
    return NodeState(
        node.name,
        node.site,
        node.drained,
        row.cpu_milli,
        row.cpu_milli,
        row.memory_mib,
        row.memory_mib,
        devices,
        jobs,
        row.stack,
        shown.state,
        node.kind,
        None,
        node.version,
        node.joined_ms,
        shown.beat_ms,
        node.revision,
        row.serves,
    )


def _unused(row: NodeRow) -> Sequence[DeviceState]:
    booked = row.booked or (NOTHING,) * len(row.devices)
    return [
        DeviceState(
            name, each.kind, each.model, each.vendor, each.memory_mib, each.level, 0,
            WHOLE - own.milli, max(0, each.memory_mib - own.mib), own.milli, own.mib, own.who,
            own.mode or POOLED,
        )
        for name, each, own in zip(names_of(row), row.devices, booked, strict=True)
    ]  # fmt: skip


def _node(at: Moment, caller: Token, i: int) -> NodeState:
    row = at.rows[i]
    free, mib = at.free[i].tolist(), at.device_mib[i].tolist()
    booked = [at.booked.get((i, slot), NOTHING) for slot in range(len(row.devices))]
    devices = [
        DeviceState(
            name, each.kind, each.model, each.vendor, each.memory_mib, each.level,
            WHOLE - free[DEVICES + slot] - booked[slot].milli, free[DEVICES + slot], mib[slot],
            booked[slot].milli, booked[slot].mib, booked[slot].who, booked[slot].mode or POOLED,
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
        LOST if row.down else READY,
        engine=row.engine,
        serves=row.serves,
    )


def pool_of(at: Moment) -> PoolState:
    """Nothing in it is of one tenant alone."""
    free_of: dict[tuple[str, str, str], list[int]] = {}
    cordoned: Counter[tuple[str, str, str]] = Counter()
    for row, free in zip(at.rows, at.free.tolist(), strict=True):
        if not row.engine:
            continue
        for slot, device in enumerate(row.devices):
            key = device.kind, device.model, device.vendor
            free_of.setdefault(key, []).append(free[DEVICES + slot])
            cordoned[key] += row.cordoned
    for key in at.managed:
        free_of.setdefault(key, [])
    devices = [
        DeviceTotals(
            *key,
            count=len(free),
            used=free.count(0),
            shared=sum(0 < each < WHOLE for each in free),
            free=free.count(WHOLE),
            free_milli=sum(free),
            cordoned=cordoned[key],
            registered=at.managed.get(key, 0),
        )
        for key, free in sorted(free_of.items())
    ]
    engines = [row for row in at.rows if row.engine]
    down = sum(row.cordoned for row in engines)
    states = Counter(each.state for each in at.registered)
    return PoolState(len(engines), down, at.running, devices, at.waiting, states)
