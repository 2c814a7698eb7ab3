"""Figures of single devices: what the scheduler has given away, and what the vendor tells. Pure."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from heddle.api.metrics.exposition import Value, metric
from heddle.cluster.nodes import DEVICES, NodeRow
from heddle.control.nodes.node import LATE, READY, Node
from heddle.control.nodes.pool import names_of
from heddle.control.nodes.readings import Readings
from heddle.desk.capacity import NOTHING, Moment
from heddle.model.job import WHOLE

#: Metric, what it says, the name of the fact, and how much of the unit one of it is.
TOLD = (
    ("heddle_device_utilisation_ratio", "how busy the device is, as its vendor counts it",
     "utilisation", 0.01),
    ("heddle_device_memory_used_bytes", "memory of the device that is in use, by any process",
     "memory_used_bytes", 1),
    ("heddle_device_memory_bytes", "memory of the device", "memory_total_bytes", 1),
    ("heddle_device_power_watts", "power that the device draws", "power_w", 1),
    ("heddle_device_temperature_celsius", "temperature of the device", "temperature_c", 1),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DeviceNow:
    """One device; `given_milli` is None where nothing can be given of it."""

    node: str
    name: str
    model: str
    given_milli: int | None
    facts: Mapping[str, Any]


def devices(at: Moment, own: Readings, live: Callable[[Node], bytes | None]) -> list[DeviceNow]:
    """Of all nodes that are there. `own` is what the server's machine says, `live` what a
    registered node said with its last beats."""
    found: list[DeviceNow] = []
    lent: dict[str, Sequence[int]] = {}
    for i, (row, free) in enumerate(zip(at.rows, at.free.tolist(), strict=True)):
        given = [
            WHOLE - free[DEVICES + slot] - at.booked.get((i, slot), NOTHING).milli
            for slot in range(len(row.devices))
        ]
        if not row.engine:
            lent[row.name] = given
            continue
        told = {name: facts for (node, name), facts in own.items() if node == row.name}
        found += _of_row(row.name, row, told, given)
    for shown in at.registered:
        if shown.state in (READY, LATE):
            node = shown.node
            found += _of_row(node.name, node.row, _said(live(node)), lent.get(node.name))
    return found


def _of_row(
    node: str,
    row: NodeRow,
    told: Mapping[str, Mapping[str, Any]],
    given: Sequence[int] | None,
) -> Iterator[DeviceNow]:
    called = row.called or ((),) * len(row.devices)
    for slot, (name, device) in enumerate(zip(names_of(row), row.devices, strict=True)):
        facts = next((told[each] for each in (name, *called[slot]) if each in told), {})
        if "memory_total_bytes" not in facts and device.memory_mib:
            facts = {**facts, "memory_total_bytes": device.memory_mib << 20}
        yield DeviceNow(node, name, device.model, given[slot] if given else None, facts)


def _said(live: bytes | None) -> Mapping[str, Mapping[str, Any]]:
    """A node says what it likes; only what has the right form counts."""
    said = json.loads(live) if live else {}
    devices = said.get("devices")
    if not isinstance(devices, dict):
        return {}
    return {name: facts for name, facts in devices.items() if isinstance(facts, dict)}


def text_of(found: Sequence[DeviceNow]) -> str:
    """In Prometheus' text format."""
    name, what = "heddle_device_allocated_ratio", "the part of the device that jobs were given"
    given = [(_of(e), e.given_milli / WHOLE) for e in found if e.given_milli is not None]
    lines = [*metric(name, "gauge", what, given)]
    for name, what, fact, unit in TOLD:
        lines += metric(name, "gauge", what, _values(found, fact, unit))
    return "\n".join(lines) + "\n"


def _values(found: Sequence[DeviceNow], fact: str, unit: float) -> Iterator[Value]:
    for each in found:
        value = each.facts.get(fact)
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if math.isfinite(value):
            yield _of(each), value * unit


def _of(device: DeviceNow) -> dict[str, str]:
    return {"node": device.node, "device": device.name, "model": device.model}
