"""Nodes and devices as people see them: those of engines, and those that only registered. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from heddle.cluster.nodes import NodeRow
from heddle.cluster.row import Booked
from heddle.control.nodes.node import LATE, LEFT, LOST, READY, NodeView
from heddle.control.nodes.pool import names_of
from heddle.model.job import WHOLE
from heddle.web.pool_view import PoolSnapshot

OPEN, DRAINED = "open", "drained"
NOTHING = Booked()
STATES = (OPEN, READY, DRAINED, LATE, LOST, LEFT)  #: open: an engine runs work there


@dataclass(frozen=True, slots=True)
class NodeFilter:
    """Which nodes; what is empty does not matter."""

    text: str = ""  #: in the name
    state: str = ""
    kind: str = ""
    site: str = ""  #: and all below it


@dataclass(frozen=True, slots=True)
class Brief:
    """As much of a node as it is found by."""

    name: str
    state: str
    kind: str  #: empty: unknown
    site: str
    shown: NodeView | None = None  #: a registered one

    def fits(self, wanted: NodeFilter) -> bool:
        site = wanted.site.rstrip("/")
        return (
            wanted.text.casefold() in self.name.casefold()
            and wanted.state in ("", self.state)
            and wanted.kind in ("", self.kind)
            and (not site or self.site == site or self.site.startswith(f"{site}/"))
        )


def briefs(snapshot: PoolSnapshot) -> list[Brief]:
    """All nodes, by name."""
    found = [
        Brief(name, LOST if row.down else DRAINED if row.cordoned else OPEN, "", row.site)
        for name, row in snapshot.rows.items()
        if row.engine
    ]
    found += [
        Brief(each.node.name, _state(each), each.node.kind, each.node.site, each)
        for each in snapshot.registered
    ]
    return sorted(found, key=lambda each: each.name)


def _state(shown: NodeView) -> str:
    """That it was drained matters only while it is there."""
    return DRAINED if shown.node.drained and shown.state == READY else shown.state


@dataclass(frozen=True, slots=True)
class NodeLine:
    """One node. Of a registered one nothing is used but what it lends: nothing runs there."""

    name: str
    state: str
    kind: str
    site: str
    models: Mapping[str, int]  #: how many devices, by model
    count: int
    used_milli: int
    cpu_milli: int
    cpu_free: int
    memory_mib: int
    memory_free: int
    shown: NodeView | None = None

    @property
    def drained(self) -> bool:
        return self.state == DRAINED or (self.shown is not None and self.shown.node.drained)


def node_line(snapshot: PoolSnapshot, brief: Brief) -> NodeLine:
    row = row_of(snapshot, brief)
    used, cpu_free, memory_free = 0, row.cpu_milli, row.memory_mib
    if (at := snapshot.nodes.index.get(brief.name)) is not None:
        nodes = snapshot.nodes
        free = nodes.device_free[at][: len(row.devices)]
        booked = sum(each.milli for each in _booked(snapshot, brief))
        used = int(WHOLE * len(row.devices) - free.sum()) - booked
        cpu_free, memory_free = int(nodes.cpu_free[at]), int(nodes.memory_free[at])
    models = Counter(device.model or device.kind for device in row.devices)
    return NodeLine(
        brief.name, brief.state, brief.kind, brief.site, models, len(row.devices), used,
        row.cpu_milli, cpu_free, row.memory_mib, memory_free, brief.shown,
    )  # fmt: skip


def row_of(snapshot: PoolSnapshot, brief: Brief) -> NodeRow:
    return snapshot.rows[brief.name] if brief.shown is None else brief.shown.node.row


@dataclass(frozen=True, slots=True)
class Holder:
    """A job that has a part of a device."""

    job: str  #: "" if one may not see it
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
    used_mib: int = 0  #: of its memory
    booked: Booked = NOTHING  #: what is not for jobs


def device_lines(
    snapshot: PoolSnapshot, brief: Brief, sees: Callable[[str], bool] = lambda tenant: True
) -> list[DeviceLine]:
    """All devices of a node with their jobs; jobs that the visitor may not see have no names."""
    row = row_of(snapshot, brief)
    holders: dict[int, list[Holder]] = {}
    for slot, holder in _holders(snapshot, brief, sees):
        holders.setdefault(slot, []).append(holder)
    booked = _booked(snapshot, brief)
    used = used_mib = [0] * len(row.devices)
    if brief.shown is None:
        nodes, at = snapshot.nodes, snapshot.nodes.index[brief.name]
        used = (WHOLE - nodes.device_free[at]).tolist()
        used_mib = (nodes.device_size[at] - nodes.device_mib[at]).tolist()
        used = [all_of - own.milli for all_of, own in zip(used, booked, strict=False)]
        used_mib = [all_of - own.mib for all_of, own in zip(used_mib, booked, strict=False)]
    return [
        DeviceLine(
            name,
            device.kind,
            device.model,
            device.vendor,
            device.memory_mib,
            device.level,
            row.called[slot] if row.called else (),
            used[slot],
            tuple(holders.get(slot, ())),
            used_mib[slot],
            booked[slot],
        )
        for slot, (name, device) in enumerate(zip(names_of(row), row.devices, strict=True))
    ]


def _booked(snapshot: PoolSnapshot, brief: Brief) -> Sequence[Booked]:
    """Of each device, what is not for jobs."""
    row = row_of(snapshot, brief)
    if brief.shown is not None:
        return row.booked or (NOTHING,) * len(row.devices)
    booked, at = snapshot.nodes.booked, snapshot.nodes.index[brief.name]
    return [booked.get((at, slot), NOTHING) for slot in range(len(row.devices))]


def _holders(
    snapshot: PoolSnapshot, brief: Brief, sees: Callable[[str], bool]
) -> Iterator[tuple[int, Holder]]:
    at = snapshot.nodes.index.get(brief.name)
    for running in snapshot.running.values() if at is not None else ():
        job = running.job
        shown = (job.id, job.tenant) if sees(job.tenant) else ("", "")
        for placement in running.placements:
            if placement.node == at:
                for slot, milli in placement.devices:
                    yield slot, Holder(*shown, milli, running.started_s)


def sites_of(found: Sequence[Brief], most: int) -> list[str]:
    """To choose from: those with the most nodes."""
    return sorted(site for site, _ in Counter(b.site for b in found if b.site).most_common(most))
