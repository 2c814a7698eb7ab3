"""The devices of a node as Kubernetes hears of them. Pure.

Every device may be given to several claims, each with a part of its time and memory. A claim that
says no part gets all of it.

A device is offered in two layers, as two devices: `soft-gpu`, whose parts are guaranteed, and
`soft-gpu-spare`, whose parts are worth what the others leave of it at the moment. So claims of best
effort can fill a device, and one that is guaranteed still finds it free. Memory cannot be taken
back from a running pod, so each layer has its own: `spare_milli` is the part for best effort.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from heddle.inventory.listing import DeviceListing
from heddle.kubernetes import BEST_EFFORT, GUARANTEED, MEMORY, SHARE
from heddle.model.device import Device
from heddle.model.job import WHOLE

MIB = 1 << 20
LEAST_SHARE = 10  #: one hundredth
LONGEST = 64  #: of a text among the attributes
MOST = 128  #: devices of a slice
_NOT_A_LETTER = re.compile(r"[^a-z0-9-]+")


def label(text: str) -> str:
    """As the domain name system has it: soft@gpu is soft-gpu."""
    return _NOT_A_LETTER.sub("-", text.lower()).strip("-")[:50]


def names(devices: Sequence[Device]) -> list[str]:
    """What each device is called."""
    found: list[str] = []
    for device in devices:
        name = label(f"{device.api}-{device.name}")
        while name in found:
            name += "x"
        found.append(name)
    return found


def spare(name: str) -> str:
    """The device of best effort that belongs to one."""
    return f"{name}-spare"


def layers_of(devices: Sequence[Device]) -> dict[str, tuple[int, str]]:
    """By name in the slice: which device it is, and of which layer."""
    found: dict[str, tuple[int, str]] = {}
    for i, name in enumerate(names(devices)):
        found |= {name: (i, GUARANTEED), spare(name): (i, BEST_EFFORT)}
    return found


def devices_of(
    listed: Sequence[DeviceListing],
    spare_milli: int = 0,
    scores: Mapping[str, int] = MappingProxyType({}),
) -> list[dict[str, Any]]:
    """One slice is enough for a node: none has more than 64 devices. Without memory for best
    effort, that layer is not offered. `scores` are by id."""
    scheduled = [each for each in listed if each.device is not None][: MOST // 2]
    called = names([each.device for each in scheduled if each.device is not None])
    devices = []
    for name, each in zip(called, scheduled, strict=True):
        score = scores.get(each.id)
        devices.append(_device(name, each, GUARANTEED, WHOLE - spare_milli, score))
        if spare_milli:
            devices.append(_device(spare(name), each, BEST_EFFORT, spare_milli, score))
    return devices


def _device(
    name: str, listed: DeviceListing, layer: str, memory_milli: int, score: int | None
) -> dict[str, Any]:
    device, component = listed.device, listed.component
    assert device is not None
    attributes: dict[str, str | int | bool | None] = {
        "layer": layer,
        "api": device.api,
        "kind": component.kind,
        "vendor": component.vendor,
        "model": component.model,
        "uuid": component.uuid,
        "level": device.level,
        "numaNode": component.numa,
        "bus": component.id,
        "links": sum(peer.links for peer in component.peers),
        "score": score,
    }
    capacity = {SHARE: _part(WHOLE, LEAST_SHARE, 1)}
    mib = device.memory_bytes // MIB * memory_milli // WHOLE
    if mib:
        capacity[MEMORY] = _part(mib, 1, 1, "Mi")
    return {
        "name": name,
        "allowMultipleAllocations": True,
        "attributes": values(attributes),
        "capacity": capacity,
    }


def values(attributes: Mapping[str, str | int | bool | None]) -> dict[str, Mapping[str, Any]]:
    """As a slice has them; without those that are not known."""
    return {key: _value(value) for key, value in attributes.items() if value is not None}


def _value(value: str | int | bool) -> Mapping[str, Any]:
    if isinstance(value, bool):
        return {"bool": value}
    return {"int": value} if isinstance(value, int) else {"string": value[:LONGEST]}


def _part(whole: int, least: int, step: int, unit: str = "") -> dict[str, Any]:
    """Who says nothing gets the whole."""
    bounds = {"min": f"{least}{unit}", "max": f"{whole}{unit}", "step": f"{step}{unit}"}
    return {
        "value": f"{whole}{unit}",
        "requestPolicy": {"default": f"{whole}{unit}", "validRange": bounds},
    }
