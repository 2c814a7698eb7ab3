"""The nodes of a cluster as the control plane has them, with the devices that Heddle's driver has
published there. Pure."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from heddle.cluster.row import DeviceClass, NodeRow
from heddle.kubernetes import DRIVER, MEMORY, PROFILE
from heddle.kubernetes.claims import quantity

LAYER, GUARANTEED = "layer", "guaranteed"
_MIB = 1 << 20
_SELECTING = ("api", "uuid")  #: what tells a device from others of its node
_ALIKE = ("api", "kind", "vendor", "model")  #: where it has no UUID
_ADDRESSES = ("InternalIP", "ExternalIP", "Hostname")


@dataclass(frozen=True, slots=True)
class KubeNode:
    """A node, and how the claim of a device selects it."""

    row: NodeRow
    selectors: Mapping[str, str] = field(default_factory=dict)  #: by device: an expression in CEL
    mib: Mapping[str, int] = field(default_factory=dict)  #: by device: its memory


def read_nodes(
    nodes: Iterable[Mapping[str, Any]],
    slices: Iterable[Mapping[str, Any]],
    tolerated: Collection[str] = (),
) -> dict[str, KubeNode]:
    """By name. `tolerated` are keys of taints."""
    published: dict[str, list[Mapping[str, Any]]] = {}
    for each in _newest(slices):
        spec = each["spec"]
        published.setdefault(spec["nodeName"], []).extend(spec.get("devices") or ())
    return {
        each["metadata"]["name"]: _node(
            each, published.get(each["metadata"]["name"], ()), tolerated
        )
        for each in nodes
    }


def _newest(slices: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Those of our driver; of a pool that is being published anew, the last generation."""
    own = [each for each in slices if each["spec"]["driver"] == DRIVER and _is_local(each)]
    last: dict[str, int] = {}
    for each in own:
        pool = each["spec"]["pool"]
        last[pool["name"]] = max(pool["generation"], last.get(pool["name"], 0))
    return [e for e in own if e["spec"]["pool"]["generation"] == last[e["spec"]["pool"]["name"]]]


def _is_local(each: Mapping[str, Any]) -> bool:
    return bool(each["spec"].get("nodeName"))


def _node(
    node: Mapping[str, Any], published: Sequence[Mapping[str, Any]], tolerated: Collection[str]
) -> KubeNode:
    metadata, spec, status = node["metadata"], node.get("spec") or {}, node.get("status") or {}
    has, devices = status.get("allocatable") or {}, _usable(published)
    row = NodeRow(
        metadata["name"],
        milli(str(has.get("cpu", "0"))),
        quantity(str(has.get("memory", "0"))) // _MIB,
        tuple(_class(each) for each in devices),
        cordoned=bool(spec.get("unschedulable")),
        called=_called(devices),
        address=_address(status),
        down=_why_not(node, tolerated),
    )
    return KubeNode(
        row,
        {each["name"]: selector(each) for each in devices},
        {each["name"]: _mib(each) for each in devices},
    )


def _usable(published: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Without the best-effort layer and hardware partitions, without processors, which are CPUs of
    the node already, and without the second name of a device that two APIs know."""
    found: list[Mapping[str, Any]] = []
    seen: set[str] = set()
    for each in published:
        uuid = str(_attribute(each, "uuid") or "")
        is_other = _attribute(each, LAYER) not in (None, GUARANTEED) or _attribute(each, PROFILE)
        if is_other or _attribute(each, "kind") == "cpu" or uuid in seen:
            continue
        seen.update(filter(None, [uuid]))
        found.append(each)
    return found


def _attribute(device: Mapping[str, Any], name: str) -> str | int | bool | None:
    value: Mapping[str, Any] = (device.get("attributes") or {}).get(name) or {}
    return next(iter(value.values()), None)


def selector(device: Mapping[str, Any]) -> str:
    """An expression that is true of this device, and of no other of its node as far as it can."""
    words = _SELECTING if _attribute(device, "uuid") else _ALIKE
    known = [(word, _attribute(device, word)) for word in words]
    return " && ".join(
        f'device.attributes["{DRIVER}"].{word} == {json.dumps(value)}'
        for word, value in known
        if value is not None
    )


def _class(device: Mapping[str, Any]) -> DeviceClass:
    words = {word: str(_attribute(device, word) or "") for word in ("kind", "model", "vendor")}
    return DeviceClass(
        **words, memory_mib=_mib(device), level=int(_attribute(device, "level") or 0)
    )


def _mib(device: Mapping[str, Any]) -> int:
    has = (device.get("capacity") or {}).get(MEMORY)
    return quantity(str(has["value"])) // _MIB if has else 0


def _called(devices: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, ...], ...]:
    """The name in the slice first, then the UUID, which no other device may have as its name."""
    names = {str(each["name"]) for each in devices}
    uuids = [str(_attribute(each, "uuid") or "") for each in devices]
    own = [(uuid,) if uuid and uuid not in names else () for uuid in uuids]
    return tuple((str(each["name"]), *more) for each, more in zip(devices, own, strict=True))


def _address(status: Mapping[str, Any]) -> str:
    known = {each["type"]: each["address"] for each in status.get("addresses") or ()}
    return next((known[kind] for kind in _ADDRESSES if kind in known), "")


def _why_not(node: Mapping[str, Any], tolerated: Collection[str]) -> str:
    """Why nothing of ours runs there; empty if it can."""
    name, status = node["metadata"]["name"], node.get("status") or {}
    ready = [each for each in status.get("conditions") or () if each["type"] == "Ready"]
    if not ready or ready[0]["status"] != "True":
        said = str(ready[0].get("message") or "") if ready else "it said nothing yet"
        return f"{name} is not ready in Kubernetes: {said.rstrip('.')}"
    for taint in (node.get("spec") or {}).get("taints") or ():
        key = str(taint["key"])
        is_kept = key.startswith("node.kubernetes.io/unschedulable")  # it is cordoned
        if taint["effect"] != "PreferNoSchedule" and key not in tolerated and not is_kept:
            return (
                f"{name} has the taint {key}. Let jobs run there with "
                f"HEDDLE_KUBERNETES_TOLERATIONS={key}"
            )
    return ""


def milli(text: str) -> int:
    """Of a number of cores as Kubernetes writes it: 1900m, 2, 1.5."""
    if text.endswith("m"):
        return int(text[:-1])
    return (
        int(1000 * Decimal(text)) if text.replace(".", "", 1).isdigit() else 1000 * quantity(text)
    )
