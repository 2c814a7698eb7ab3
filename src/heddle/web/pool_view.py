"""The pool as people see it. `Snapshot.take` is short and runs in the control loop; all else works
on what it took, and changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from heddle.cluster.nodes import NodeRow, Nodes
from heddle.cluster.quota import Quotas
from heddle.cluster.running import Running
from heddle.control.core import Core
from heddle.model.job import WHOLE

NODES_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the control loop knows at one moment."""

    nodes: Nodes  #: with what is free
    capacity: Nodes  #: the same, empty
    rows: Mapping[str, NodeRow]
    running: Mapping[str, Running]  #: by job
    waiting: Mapping[str, int]  #: jobs, by the code of their reason
    quotas: Quotas | None

    @classmethod
    def take(cls, core: Core) -> Snapshot:
        pool, cluster = core.pool, core.pool.cluster
        return cls(
            cluster.nodes.copy(),
            cluster.capacity,
            dict(pool.rows),
            dict(cluster.running),
            core.waiting_by_reason(),
            pool.quotas,
        )


@dataclass(frozen=True, slots=True)
class Group:
    """Devices of one kind and model. `used + fragmented + 1000 * (free + drained)` is all."""

    kind: str
    model: str
    count: int  #: devices; of cpu: cores
    used_milli: int
    shared: int = 0  #: devices of which a part is taken
    free: int = 0  #: devices of which nothing is taken
    fragmented_milli: int = 0  #: what is left of those that are shared
    drained: int = 0  #: free devices of nodes that take no new work
    nodes: int = 0

    @property
    def total_milli(self) -> int:
        return WHOLE * self.count


def groups(snapshot: Snapshot) -> list[Group]:
    """By kind, then by model; cores last."""
    nodes = snapshot.nodes
    by_name: dict[tuple[str, str], list[int]] = {}
    for index, device in enumerate(nodes.classes):
        by_name.setdefault((device.kind, device.model), []).append(index)
    found = []
    for (kind, model), indices in sorted(by_name.items()):
        is_one = np.isin(nodes.device_class, indices)
        free = nodes.device_free[is_one]
        open_free = nodes.device_free[is_one & ~nodes.cordoned[:, None]]
        partly = free[(free > 0) & (free < WHOLE)]
        idle, idle_open = int((free == WHOLE).sum()), int((open_free == WHOLE).sum())
        found.append(
            Group(
                kind,
                model,
                count=int(free.size),
                used_milli=int(WHOLE * free.size - free.sum()),
                shared=int(partly.size),
                free=idle_open,
                fragmented_milli=int(partly.sum()),
                drained=idle - idle_open,
                nodes=int(is_one.any(axis=1).sum()),
            )
        )
    if len(nodes):
        found.append(_cores(snapshot))
    return found


def _cores(snapshot: Snapshot) -> Group:
    all_milli = int(snapshot.capacity.cpu_free.sum())
    free_milli = int(snapshot.nodes.cpu_free.sum())
    count = all_milli // WHOLE
    used = all_milli - free_milli
    free = free_milli // WHOLE
    left = WHOLE * count - used - WHOLE * free
    return Group("cpu", "", count, used, 0, free, max(left, 0), 0, len(snapshot.nodes))


def waiting_of(core: Core, ids: Iterator[str]) -> Counter[str]:
    """Of these jobs, by the code of their reason."""
    reasons = (core.reason(job_id) for job_id in ids)
    return Counter(reason.code for reason in reasons if reason is not None)


@dataclass(frozen=True, slots=True)
class Holder:
    """A job that has a part of a device."""

    job: str
    tenant: str
    milli: int
    started_s: int


@dataclass(frozen=True, slots=True)
class DeviceLine:
    """One device of one node."""

    name: str
    kind: str
    model: str
    vendor: str
    memory_mib: int
    level: int
    names: tuple[str, ...]  #: all of them
    used_milli: int
    holders: tuple[Holder, ...] = ()


@dataclass(frozen=True, slots=True)
class NodeLine:
    """One node."""

    name: str
    site: str
    cordoned: bool
    models: Mapping[str, int]  #: how many devices, by model
    count: int
    used_milli: int
    cpu_milli: int
    cpu_free: int
    memory_mib: int
    memory_free: int


def node_names(snapshot: Snapshot, text: str) -> list[str]:
    wanted = text.casefold()
    return [name for name in snapshot.nodes.names if wanted in name.casefold()]


def node_line(snapshot: Snapshot, name: str) -> NodeLine:
    at = snapshot.nodes.index[name]
    row, nodes = snapshot.rows[name], snapshot.nodes
    free = nodes.device_free[at][: len(row.devices)]
    return NodeLine(
        name,
        row.site,
        bool(nodes.cordoned[at]),
        Counter(device.model or device.kind for device in row.devices),
        len(row.devices),
        int(WHOLE * len(row.devices) - free.sum()),
        row.cpu_milli,
        int(nodes.cpu_free[at]),
        row.memory_mib,
        int(nodes.memory_free[at]),
    )


def device_lines(
    snapshot: Snapshot, name: str, sees: Callable[[str], bool] = lambda tenant: True
) -> list[DeviceLine]:
    """All devices of a node, with who has them; of jobs that one may not see only that they are."""
    at, row = snapshot.nodes.index[name], snapshot.rows[name]
    holders: dict[int, list[Holder]] = {}
    for running in snapshot.running.values():
        for placement in running.placements:
            if placement.node == at:
                job = running.job
                shown = (job.id, job.tenant) if sees(job.tenant) else ("", "")
                for slot, milli in placement.devices:
                    holder = Holder(*shown, milli, running.started_s)
                    holders.setdefault(slot, []).append(holder)
    free = snapshot.nodes.device_free[at]
    return [
        DeviceLine(
            device_name(row, slot),
            device.kind,
            device.model,
            device.vendor,
            device.memory_mib,
            device.level,
            row.called[slot] if row.called else (),
            int(WHOLE - free[slot]),
            tuple(holders.get(slot, ())),
        )
        for slot, device in enumerate(row.devices)
    ]


def jobs_on(snapshot: Snapshot, name: str, device: str) -> set[str]:
    """Ids of those that have a part of a device, whoever may see them."""
    at, row = snapshot.nodes.index[name], snapshot.rows[name]
    return {
        job_id
        for job_id, running in snapshot.running.items()
        for placement in running.placements
        if placement.node == at
        for slot, _ in placement.devices
        if device_name(row, slot) == device
    }


def device_name(row: NodeRow, slot: int) -> str:
    """As places of attempts say it."""
    return row.called[slot][0] if row.called and row.called[slot] else f"device@{slot}"
