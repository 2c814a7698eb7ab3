"""The ResourceClaimTemplate that says what a pod asks for. Pure.

Kubernetes counts memory in bytes only. So a part of a device's memory is said once for every size
that the published devices have: an alternative for each, which selects devices of that size.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heddle.kubernetes import BEST_EFFORT, DRIVER, GUARANTEED, MEMORY, PROFILE, SHARE
from heddle.kubernetes.admission import CLAIM, LABELS, MOST_ALTERNATIVES
from heddle.kubernetes.admission.ask import ContainerAsk, DeniedError, PartAsk
from heddle.kubernetes.claims import quantity
from heddle.kubernetes.slices import LEAST_SHARE, MIB
from heddle.model.job import WHOLE

API = "resource.k8s.io/v1"
CLASSES = {GUARANTEED: "xpu", BEST_EFFORT: "xpu-best-effort"}
_ATTRIBUTES, _CAPACITY = f'device.attributes["{DRIVER}"]', f'device.capacity["{DRIVER}"]'


@dataclass(frozen=True, slots=True)
class PublishedDevice:
    """What of a device in a slice can be asked for."""

    api: str
    kind: str
    vendor: str
    model: str
    uuid: str
    layer: str
    memory_mib: int  #: 0: it has none to divide


def published(slices: Iterable[Mapping[str, Any]]) -> list[PublishedDevice]:
    """The driver's own; others are passed over, and so are hardware partitions, which are not had
    in parts."""
    return [
        _published(device)
        for each in slices
        if each["spec"]["driver"] == DRIVER
        for device in each["spec"].get("devices") or ()
        if PROFILE not in device["attributes"]
    ]


def _published(device: Mapping[str, Any]) -> PublishedDevice:
    texts = {key: value.get("string", "") for key, value in device["attributes"].items()}
    size = (device.get("capacity") or {}).get(MEMORY, {}).get("value", 0)
    words = {key: texts.get(key, "") for key in ("api", "kind", "vendor", "model", "uuid")}
    layer = texts.get("layer", GUARANTEED)
    return PublishedDevice(**words, layer=layer, memory_mib=quantity(str(size)) // MIB)


def depends_on_sizes(asks: Iterable[ContainerAsk]) -> bool:
    """Whether the published devices have to be known."""
    return any(part.depends_on_size for ask in asks for need in ask.needs for part in need)


def template_for(
    asks: Sequence[ContainerAsk], namespace: str, devices: Sequence[PublishedDevice]
) -> dict[str, Any]:
    """Its name tells its content, so equal asks of a namespace share one.

    :raises DeniedError: if it comes to more than Kubernetes takes
    """
    requests, constraints = [], []
    for name, need in request_names(asks):
        requests.append(_request(name, need, devices))
        if any(each.device.count > 1 and each.device.share_milli < WHOLE for each in need):
            # Two parts of one device would fulfil it as well.
            constraints.append({"requests": [name], "distinctAttribute": f"{DRIVER}/uuid"})
    claim = {"requests": requests} | ({"constraints": constraints} if constraints else {})
    spec = {"spec": {"devices": claim}}
    digest = hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()
    metadata = {"name": f"{CLAIM}-{digest[:16]}", "namespace": namespace, "labels": dict(LABELS)}
    return {
        "apiVersion": API,
        "kind": "ResourceClaimTemplate",
        "metadata": metadata,
        "spec": spec,
    }


def request_names(asks: Sequence[ContainerAsk]) -> Iterator[tuple[str, tuple[PartAsk, ...]]]:
    """In the order of the containers: xpu, xpu-2, ..."""
    needs = [need for ask in asks for need in ask.needs]
    for n, need in enumerate(needs, 1):
        yield ("xpu" if n == 1 else f"xpu-{n}"), need


def _request(
    name: str, need: Sequence[PartAsk], devices: Sequence[PublishedDevice]
) -> dict[str, Any]:
    ways = [way for part in need for way in _ways(part, devices)]
    if len(ways) == 1:
        return {"name": name, "exactly": ways[0]}
    if len(ways) > MOST_ALTERNATIVES:
        raise DeniedError(
            f"the devices of this cluster have so many sizes of memory that it comes to "
            f"{len(ways)} alternatives; Kubernetes takes {MOST_ALTERNATIVES}. Say the memory in "
            'bytes, as in heddle.io/xpu: "gpu:0.3,mem=8Gi", or ask for one model.'
        )
    return {
        "name": name,
        "firstAvailable": [{"name": f"way-{n}", **way} for n, way in enumerate(ways, 1)],
    }


def _ways(part: PartAsk, devices: Sequence[PublishedDevice]) -> Iterator[dict[str, Any]]:
    """One for each size, the smallest first: larger devices stay free for those who need them.
    While no such device is published, what depends on its size is the whole of it."""
    sizes = {each.memory_mib for each in devices if _is_meant(part, each)}
    fitting = sorted(each for each in sizes if not each or each >= part.memory_mib)
    if not part.depends_on_size or not fitting:
        yield _exactly(part, part.device.share_milli or WHOLE, part.memory_mib)
        return
    for size in fitting:
        share = part.device.share_milli
        if not share:  # rounded up: the whole memory is the whole device
            wanted = part.memory_mib or size * part.memory_milli // WHOLE
            share = max(-(-wanted * WHOLE // size), LEAST_SHARE) if size else WHOLE
        memory = part.memory_mib or max(size * part.part_milli // WHOLE, min(size, 1))
        yield _exactly(part, share, memory, size)


def _exactly(part: PartAsk, share: int, mib: int, size: int | None = None) -> dict[str, Any]:
    layer = BEST_EFFORT if part.is_best_effort else GUARANTEED
    amounts = {SHARE: str(share)} | ({MEMORY: f"{mib}Mi"} if mib else {})
    made: dict[str, Any] = {"deviceClassName": CLASSES[layer], "capacity": {"requests": amounts}}
    if selectors := _selectors(part, size):
        made["selectors"] = [{"cel": {"expression": " && ".join(selectors)}}]
    if part.device.count > 1:
        made["count"] = part.device.count
    return made


def _selectors(part: PartAsk, size: int | None) -> list[str]:
    """The same as `_is_meant`, in CEL."""
    ask, found = part.device, []
    for key, value in (("api", part.api), ("kind", ask.kind), ("vendor", ask.vendor)):
        if value:
            found.append(f"{_ATTRIBUTES}.{key} == {json.dumps(value)}")
    if _is_any(part):
        found.append(f'{_ATTRIBUTES}.kind != "cpu"')
    if ask.models:
        found.append(f"{_ATTRIBUTES}.model in {json.dumps(list(ask.models))}")
    if ask.device:
        uuid = json.dumps(ask.device)
        found.append(f'"uuid" in {_ATTRIBUTES} && {_ATTRIBUTES}.uuid == {uuid}')
    if ask.memory_mib or size:
        found.append(f'"{MEMORY}" in {_CAPACITY}')
    if least := max(ask.memory_mib, size or 0):
        found.append(f'{_CAPACITY}.{MEMORY}.compareTo(quantity("{least}Mi")) >= 0')
    if size:
        found.append(f'{_CAPACITY}.{MEMORY}.compareTo(quantity("{size + 1}Mi")) < 0')
    elif size == 0:
        found.append(f'!("{MEMORY}" in {_CAPACITY})')
    return found


def _is_meant(part: PartAsk, device: PublishedDevice) -> bool:
    ask = part.device
    return (
        (device.layer == BEST_EFFORT) == part.is_best_effort
        and part.api in ("", device.api)
        and ask.kind in (None, device.kind)
        and not (_is_any(part) and device.kind == "cpu")
        and ask.vendor in (None, device.vendor)
        and (not ask.models or device.model in ask.models)
        and ask.device in (None, device.uuid)
        and device.memory_mib >= ask.memory_mib
    )


def _is_any(part: PartAsk) -> bool:
    """Whether any accelerator will do: a CPU is one only for those who name its API."""
    return not (part.device.kind or part.device.device or part.api)
