"""The pool as people see it. `PoolSnapshot.take` is short and runs in the control loop; all else
works on what it took, and changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from heddle.cluster.nodes import Bools, NodeRow, Nodes
from heddle.cluster.running import Running
from heddle.control.core import Core
from heddle.control.nodes.node import NodeView
from heddle.control.nodes.register import register_of
from heddle.model.job import WHOLE


@dataclass(frozen=True, slots=True)
class PoolSnapshot:
    """What the control loop knows at one moment."""

    nodes: Nodes  #: with what is free
    capacity: Nodes  #: the same, empty
    rows: Mapping[str, NodeRow]
    running: Mapping[str, Running]  #: by job
    waiting: Mapping[str, int]  #: jobs, by the code of their reason
    registered: Sequence[NodeView] = ()  #: nodes that no engine reaches, by name
    managed: Mapping[tuple[str, str, str], int] = field(default_factory=dict)  #: their devices

    @classmethod
    def take(cls, core: Core, now_ms: int | None = None) -> PoolSnapshot:
        """With registered nodes if a time is given: a node that has not called by then is late."""
        pool, cluster = core.pool, core.pool.cluster
        register = register_of(core)
        engines = {name for name, row in pool.rows.items() if row.engine}
        shown = register.shown(now_ms) if register is not None and now_ms is not None else ()
        return cls(
            cluster.nodes.copy(),
            cluster.capacity,
            dict(pool.rows),
            dict(cluster.running),
            core.waiting_by_reason(),
            [each for each in shown if each.node.name not in engines],
            register.devices_beyond(engines) if register is not None else {},
        )


@dataclass(frozen=True, slots=True)
class ModelGroup:
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
    registered: int = 0  #: devices of nodes that no engine reaches; they do not count above

    @property
    def total_milli(self) -> int:
        return WHOLE * self.count


def groups(snapshot: PoolSnapshot) -> list[ModelGroup]:
    """By kind, then by model; cores last."""
    nodes = snapshot.nodes
    by_name: dict[tuple[str, str], list[int]] = {}
    for index, device in enumerate(nodes.classes):
        by_name.setdefault((device.kind, device.model), []).append(index)
    found = []
    for (kind, model), indices in sorted(by_name.items()):
        is_one = np.isin(nodes.device_class, indices) & _has_engine(nodes)[:, None]
        if not is_one.any():
            continue
        free = nodes.device_free[is_one]
        open_free = nodes.device_free[is_one & ~nodes.cordoned[:, None]]
        partly = free[(free > 0) & (free < WHOLE)]
        idle, idle_open = int((free == WHOLE).sum()), int((open_free == WHOLE).sum())
        found.append(
            ModelGroup(
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
    for kind, model, count in _managed(snapshot):
        at = next((i for i, g in enumerate(found) if (g.kind, g.model) == (kind, model)), None)
        if at is None:
            found.append(ModelGroup(kind, model, 0, 0, registered=count))
        else:
            found[at] = replace(found[at], registered=count)
    if len(nodes):
        found.append(_cores(snapshot))
    return found


def _managed(snapshot: PoolSnapshot) -> list[tuple[str, str, int]]:
    """Devices of registered nodes by kind and model, of all vendors together."""
    counts: Counter[tuple[str, str]] = Counter()
    for (kind, model, _), count in snapshot.managed.items():
        counts[kind, model] += count
    return [(*name, count) for name, count in sorted(counts.items())]


def _cores(snapshot: PoolSnapshot) -> ModelGroup:
    own = _has_engine(snapshot.nodes)
    all_milli = int(snapshot.capacity.cpu_free[own].sum())
    free_milli = int(snapshot.nodes.cpu_free[own].sum())
    count = all_milli // WHOLE
    used = all_milli - free_milli
    free = free_milli // WHOLE
    left = WHOLE * count - used - WHOLE * free
    return ModelGroup("cpu", "", count, used, 0, free, max(left, 0), 0, int(own.sum()))


def _has_engine(nodes: Nodes) -> Bools:
    """By node; others only lend their devices, and are shown with the registered ones."""
    found: Bools = np.array([name != "" for name in nodes.engines], dtype=np.bool_)[nodes.engine]
    return found


def waiting_of(core: Core, ids: Iterator[str]) -> Counter[str]:
    """Of these jobs, by the code of their reason."""
    reasons = (core.reason(job_id) for job_id in ids)
    return Counter(reason.code for reason in reasons if reason is not None)
