"""What a node publishes: a pool of devices that are given away in parts, and one for each card that
is given away in hardware partitions. Each pool is one or more ResourceSlices. Pure.

What claims have is not changed before they have gone, or the scheduler would give the same thing
away twice. So a device that is allocated stays as it was, and so does all of a card with counters.
A card is in one pool only, whatever its mode was changed to meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from heddle.kubernetes import DRIVER
from heddle.kubernetes.claims import quantity

Slice = Mapping[str, Any]
_QUANTITIES = {"value", "default", "min", "max", "step"}


@dataclass(frozen=True, slots=True)
class SlicePool:
    """`contents` of each slice: its devices, or its counters."""

    name: str  #: the node's, or NODE/CARD
    contents: tuple[Mapping[str, Any], ...]
    uuid: str = ""  #: of the card; empty: it is the node's own

    @property
    def devices(self) -> list[Mapping[str, Any]]:
        return [device for each in self.contents for device in each.get("devices") or ()]


@dataclass(frozen=True, slots=True)
class SliceChanges:
    """Slices to write, of which those with a `resourceVersion` are there, and to delete by name."""

    write: list[dict[str, Any]]
    delete: list[str]
    pools: list[SlicePool]  #: what is published then


def node_of(pool: str) -> str:
    return pool.partition("/")[0]


def is_card(pool: str) -> bool:
    return "/" in pool


def forgets_counters(written: Slice, kept: Slice) -> bool:
    """Whether the server dropped them, as it does with fields that it does not know."""
    return bool(written["spec"].get("sharedCounters")) and not kept["spec"].get("sharedCounters")


def changes(
    node: str, there: Sequence[Slice], wanted: Iterable[SlicePool], allocated: set[tuple[str, str]]
) -> SliceChanges:
    """From what is published to what is wanted; `allocated` by pool and device. Pools of other
    names are not ours."""
    there = [each for each in there if node_of(each["spec"]["pool"]["name"]) == node]
    before = _pools(there)
    pools = allowed(node, before, wanted, allocated)
    write = [one for pool in pools for one in _written(node, pool, there)]
    names = {name for pool in pools for name in _names(node, pool)}
    gone = [str(each["metadata"]["name"]) for each in there]
    return SliceChanges(write, [name for name in gone if name not in names], pools)


def allowed(
    node: str,
    before: Mapping[str, SlicePool],
    wanted: Iterable[SlicePool],
    allocated: set[tuple[str, str]],
) -> list[SlicePool]:
    """What may be published now."""
    new = {pool.name: pool for pool in wanted}
    in_use = {pool for pool, _ in allocated}
    kept = {name: pool for name, pool in before.items() if name in in_use and name != node}
    cut = {uuid_of(device) for pool in kept.values() for device in pool.devices}
    parts = [device for device in new[node].devices if uuid_of(device) not in cut]
    old = before[node].devices if node in before else []
    parts = with_allocated(old, parts, {device for pool, device in allocated if pool == node})
    whole = {uuid_of(device) for device in parts}
    cards = [pool for name, pool in (new | kept).items() if name != node]
    return [
        replace(new[node], contents=({"devices": parts},)),
        *(pool for pool in cards if pool.name in kept or pool.uuid not in whole),
    ]


def with_allocated(
    before: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]], allocated: set[str]
) -> list[Mapping[str, Any]]:
    """A device that claims have parts of stays as it was."""
    kept = {each["name"]: each for each in before if each["name"] in allocated}
    found = [kept.pop(each["name"], each) for each in now]
    return [*found, *kept.values()]


def uuid_of(device: Mapping[str, Any]) -> str | None:
    found: Mapping[str, str] = device.get("attributes", {}).get("uuid", {})
    return found.get("string")


def _pools(there: Sequence[Slice]) -> dict[str, SlicePool]:
    found: dict[str, list[Slice]] = {}
    for each in sorted(there, key=lambda one: str(one["metadata"]["name"])):
        found.setdefault(each["spec"]["pool"]["name"], []).append(each)
    return {
        name: SlicePool(name, tuple(_content(each["spec"]) for each in some))
        for name, some in found.items()
        if len(some) == some[0]["spec"]["pool"]["resourceSliceCount"]  # else one was deleted
    }


def _content(of: Mapping[str, Any]) -> dict[str, Any]:
    """The server leaves out what is empty."""
    return {key: of[key] for key in ("devices", "sharedCounters") if of.get(key)}


def _names(node: str, pool: SlicePool) -> list[str]:
    first = f"{node}-{DRIVER}"
    if pool.name == node:
        return [first]
    card = pool.name.partition("/")[2]
    return [f"{first}-{card}-{at}" for at in range(len(pool.contents))]


def _written(node: str, pool: SlicePool, there: Sequence[Slice]) -> list[dict[str, Any]]:
    """All slices of a pool are of one generation: while they differ, nothing of it is given."""
    names = _names(node, pool)
    found = {str(each["metadata"]["name"]): each for each in there}
    old = [found.get(name) for name in names]
    last = max((one["spec"]["pool"]["generation"] for one in old if one), default=0)
    of_pool = {"name": pool.name, "generation": last, "resourceSliceCount": len(names)}
    if all(
        one
        and one["spec"]["pool"] == of_pool
        and _plain(_content(one["spec"])) == _plain(_content(content))
        for one, content in zip(old, pool.contents, strict=True)
    ):
        return []
    of_pool["generation"] = last + 1
    return [
        _slice(node, name, of_pool, content, one)
        for name, content, one in zip(names, pool.contents, old, strict=True)
    ]


def _slice(
    node: str, name: str, pool: Mapping[str, Any], content: Mapping[str, Any], old: Slice | None
) -> dict[str, Any]:
    version = {"resourceVersion": old["metadata"]["resourceVersion"]} if old else {}
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceSlice",
        "metadata": {"name": name, **version},
        "spec": {"driver": DRIVER, "nodeName": node, "pool": dict(pool), **content},
    }


def _plain(value: Any, key: str = "") -> Any:
    """The server writes 1000 as 1k, and 1024Mi as 1Gi."""
    if isinstance(value, Mapping):
        return {name: _plain(each, name) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return quantity(value) if key in _QUANTITIES and isinstance(value, str) else value
