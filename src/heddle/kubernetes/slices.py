"""The devices of a node as Kubernetes hears of them: a ResourceSlice. Pure.

Every device may be given to several claims, each with a part of its time and memory. A claim that
says no part gets all of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from heddle.inventory.listing import DeviceListing
from heddle.kubernetes import DRIVER, MEMORY, SHARE
from heddle.model.device import Device
from heddle.model.job import WHOLE

MIB = 1 << 20
LEAST_SHARE = 10  #: one hundredth
LONGEST = 64  #: of a text among the attributes
MOST = 128  #: devices of a slice
_NOT_A_LETTER = re.compile(r"[^a-z0-9-]+")


def names(devices: Sequence[Device]) -> list[str]:
    """What each device is called: labels of the domain name system, so soft@gpu is soft-gpu."""
    found: list[str] = []
    for device in devices:
        name = _NOT_A_LETTER.sub("-", f"{device.api}-{device.name}".lower()).strip("-")[:60]
        while name in found:
            name += "x"
        found.append(name)
    return found


def slice_of(node: str, listed: Sequence[DeviceListing], generation: int) -> dict[str, Any]:
    """One is enough for a node: none has more than 128 devices."""
    scheduled = [each for each in listed if each.device is not None][:MOST]
    called = names([each.device for each in scheduled if each.device is not None])
    devices = [_device(name, each) for name, each in zip(called, scheduled, strict=True)]
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceSlice",
        "metadata": {"name": f"{node}-{DRIVER}"},
        "spec": {
            "driver": DRIVER,
            "nodeName": node,
            "pool": {"name": node, "generation": generation, "resourceSliceCount": 1},
            "devices": devices,
        },
    }


def _device(name: str, listed: DeviceListing) -> dict[str, Any]:
    device, component = listed.device, listed.component
    assert device is not None
    attributes: dict[str, str | int | bool | None] = {
        "api": device.api,
        "kind": component.kind,
        "vendor": component.vendor,
        "model": component.model,
        "uuid": component.uuid,
        "level": device.level,
        "numaNode": component.numa,
    }
    capacity = {SHARE: _part(WHOLE, LEAST_SHARE, 1)}
    mib = device.memory_bytes // MIB
    if mib:
        capacity[MEMORY] = _part(mib, 1, 1, "Mi")
    return {
        "name": name,
        "allowMultipleAllocations": True,
        "attributes": {
            key: _value(value) for key, value in attributes.items() if value is not None
        },
        "capacity": capacity,
    }


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
