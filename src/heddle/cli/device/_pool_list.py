"""All devices of all nodes in one list: what is free of each, and how far away it is. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from heddle.model.partition import COMPUTE, MEMORY
from heddle.model.site import NetworkPath, Site, site_names

if TYPE_CHECKING:
    from heddle._gen import rest
    from heddle.virt.pool import PoolDevice

AWAY = ("lost", "left")  #: states of nodes from which nothing can be had


@dataclass(frozen=True, slots=True)
class PoolEntry:
    """One device, as it is seen from this machine."""

    node: str
    device: str
    kind: str
    model: str
    is_local: bool
    mode: str  #: pooled, partitioned, exclusive or foreign
    state: str  #: of its node: ready, late, lost, left or drained; of a device also cordoned
    engine: str | None  #: that runs jobs there; None: none does
    free_milli: int  #: thousandths of its compute
    memory_mib: int
    free_mib: int
    booked_by: str  #: in words
    round_trip_us: float | None  #: from here; 0 if it is local, None if unknown
    bandwidth_mbytes_s: float | None
    source: str | None  #: measured or configured
    served_at: str = ""  #: HOST:PORT, where programs of other nodes have it; empty: nowhere

    @property
    def is_reachable(self) -> bool:
        return self.is_local or self.round_trip_us is not None


def of_nodes(nodes: Iterable[rest.NodeState], here: str, site: Site) -> list[PoolEntry]:
    """What the control plane knows. What was measured from this machine is believed before what it
    says of the network."""
    own = {way.to: way for way in site.ways if way.latency_us is not None}
    return [_entry(node, each, here, own) for node in nodes for each in node["devices"]]


def _entry(
    node: rest.NodeState, device: rest.DeviceState, here: str, own: Mapping[str, NetworkPath]
) -> PoolEntry:
    is_local = node["name"] == here
    round_trip_us, speed, source = (0.0, None, None) if is_local else _way(node, own)
    is_away = node["state"] in AWAY
    return PoolEntry(
        node["name"],
        device["name"],
        device["kind"],
        device["model"],
        is_local,
        device.get("mode") or "pooled",
        "drained" if node["cordoned"] and node["state"] == "ready" else node["state"],
        node["engine"],
        0 if is_away else device["free_milli"],
        device["memory_mib"],
        0 if is_away else device["memory_free_mib"],
        device["booked_by"],
        round_trip_us,
        speed,
        source,
        "" if is_away else _served(node, device),
    )


def _served(node: rest.NodeState, device: rest.DeviceState) -> str:
    """Over an API that its node forwards."""
    serves = node.get("serves")
    if serves is None or device["name"].partition("@")[0] not in serves["apis"]:
        return ""
    host = f"[{serves['host']}]" if ":" in serves["host"] else serves["host"]
    return f"{host}:{serves['port']}"


def _way(
    node: rest.NodeState, own: Mapping[str, NetworkPath]
) -> tuple[float | None, float | None, str | None]:
    for name in (node["name"], *site_names(node["site"])):
        if (way := own.get(name)) is not None:
            return way.latency_us, way.bandwidth_mbytes_s, way.source
    if (said := node.get("way")) is not None:
        return said["latency_us"], said["bandwidth_mbytes_s"], said["source"]
    return None, None, None


def with_local(
    known: Sequence[PoolEntry], here: str, devices: Iterable[PoolDevice]
) -> list[PoolEntry]:
    """With what this machine knows of its own devices: programs that were started by hand use them
    as well. All of them, if the control plane does not know the machine; otherwise it says which:
    the parts of a divided card, and one name of a card that two APIs know."""
    local = {each.device: each for each in devices}
    if not any(each.is_local for each in known):
        once = {each.uuid or each.device: each for each in reversed(local.values())}
        return [*known, *(_alone(here, each) for each in once.values())]
    return [
        _less(each, local[each.device]) if each.is_local and each.device in local else each
        for each in known
    ]


def _less(entry: PoolEntry, device: PoolDevice) -> PoolEntry:
    free = _free(device)
    return replace(
        entry,
        state="cordoned" if device.cordoned else entry.state,
        free_milli=min(entry.free_milli, free.get(COMPUTE, entry.free_milli)),
        free_mib=min(entry.free_mib, free.get(MEMORY, entry.free_mib)),
    )


def _alone(here: str, device: PoolDevice) -> PoolEntry:
    free = _free(device)
    memory = device.counters.get(MEMORY)
    mode = "partitioned" if device.mode == "pooled" and device.claims else device.mode
    return PoolEntry(
        here, device.device, "", device.model, True, mode,
        "cordoned" if device.cordoned else "ready", None, free.get(COMPUTE, 0),
        memory.capacity if memory else 0, free.get(MEMORY, 0),
        ", ".join(each.name for each in device.claims), 0.0, None, None,
    )  # fmt: skip


def _free(device: PoolDevice) -> dict[str, int]:
    return {name: tally.free for name, tally in device.counters.items()}


def ordered(entries: Iterable[PoolEntry]) -> list[PoolEntry]:
    """The nearest first: local ones, then by their round trip, then those that nobody knows."""
    far = float("inf")

    def key(each: PoolEntry) -> tuple[bool, float, str, str]:
        away = far if each.round_trip_us is None else each.round_trip_us
        return not each.is_local, away, each.node, each.device

    return sorted(entries, key=key)
