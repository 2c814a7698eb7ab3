"""Level 0: all raw values of one device, from what is known, read and measured."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from heddle.metering.record import Record, raw
from heddle.model.hardware import Component, Link, Reading
from heddle.model.metric import Metric

#: How facts name what is not a precision: (name of the metric, unit).
FACTS = {
    "memory_gbs": ("memory.bandwidth", "GB/s"),
    "link_gbs": ("link.bandwidth", "GB/s"),
    "memory_gib": ("memory.size", "GiB"),
    "watts": ("power.limit", "W"),
}
INTEGERS = ("int8", "int4")
PRECISIONS = (
    *("fp64", "fp64_tensor", "fp32", "tf32", "fp16", "bf16", "fp8", "fp6", "fp4"),
    *INTEGERS,
)

#: What is measured of the machine counts for each of its devices.
OF_THE_NODE = ("storage.", "network.")

#: Of a PCIe link's raw rate, the part that its line code leaves for data, from this speed on.
#: PCI Express base specification: 8b/10b, 128b/130b, flits of 256 bytes with 242 of them data.
LINE_CODE = ((64.0, 242 / 256), (8.0, 128 / 130), (0.0, 8 / 10))


def level0(
    component: Component,
    nominal: Mapping[str, Any] | None = None,
    reading: Reading | None = None,
    measured: Iterable[Metric] = (),
    window_s: int | None = None,
) -> list[Record]:
    """All raw values, in a canonical order. `window_s` is how long the reading looked."""
    if reading:  # each may know the size of the memory that the other does not
        size = component.memory_bytes or reading.memory_total_bytes
        component = replace(component, memory_bytes=size)
        reading = replace(reading, memory_total_bytes=reading.memory_total_bytes or size)
    records = [raw(m) for m in (*of_facts(nominal or {}), *of_component(component), *measured)]
    records += [raw(m, window_s) for m in of_reading(reading)]
    return sorted(records, key=_order)


def _order(record: Record) -> tuple[str, str, float, str]:
    return record.metric_type, record.source, record.value or 0.0, record.unit or ""


def of_facts(facts: Mapping[str, Any]) -> list[Metric]:
    """What the vendor says: figures by precision, and those of FACTS."""
    found = []
    for key, value in facts.items():
        if not isinstance(value, int | float):
            continue
        if key in PRECISIONS:
            unit = "TOPS" if key in INTEGERS else "TFLOPS"
            found.append(Metric(f"compute.{key}", value, unit, "nominal"))
        elif key in FACTS:
            name, unit = FACTS[key]
            found.append(Metric(name, value, unit, "nominal"))
    return found


def of_component(component: Component) -> list[Metric]:
    """What the inventory saw of it."""
    found = []
    if component.memory_bytes:
        found.append(_now("memory.size", component.memory_bytes / 2**30, "GiB"))
    if bus := bus_gbs(component.link):
        found.append(Metric("bus.bandwidth", bus, "GB/s", "estimation"))
    if peers := sum(peer.mbytes_s or 0 for peer in component.peers):
        found.append(Metric("link.bandwidth", peers / 1000, "GB/s", "nominal"))
    return found


def bus_gbs(link: Link | None) -> float | None:
    """What a PCIe link carries one way, before packet headers: with the lanes that are there, at
    the most that both ends can do, because an idle device slows its link down."""
    speed = (link.max_speed_gts or link.speed_gts) if link else None
    if link is None or not speed or not link.width:
        return None
    code = next(part for least, part in LINE_CODE if speed >= least)
    return speed * link.width * code / 8


def of_reading(reading: Reading | None) -> list[Metric]:
    """How it is now."""
    if reading is None:
        return []
    used, size = reading.memory_used_bytes, reading.memory_total_bytes
    values = (
        ("compute.utilisation", reading.utilisation, "%"),
        ("memory.utilisation", 100 * used / size if used is not None and size else None, "%"),
        ("temperature", reading.temperature_c, "C"),
        ("power.used", reading.power_w, "W"),
        ("power.limit", reading.power_limit_w, "W"),
        ("clock.compute", reading.clock_mhz, "MHz"),
        ("clock.memory", reading.memory_clock_mhz, "MHz"),
    )
    return [_now(name, value, unit) for name, value, unit in values if value is not None]


def _now(name: str, value: float, unit: str) -> Metric:
    return Metric(name, value, unit, "directly measured")


def of_measured(component: Component, stored: Iterable[Any], *, node: bool = True) -> list[Metric]:
    """What of the stored measurements ({key: {"device": ..., "metrics": [...]}}) is of this
    component, and with `node` of its machine; of one name the last counts. The rest is left out."""
    names = {component.uuid, component.id, component.name} - {None}
    found: dict[str, Metric] = {}
    for held in stored:
        for key, value in held.items() if isinstance(held, dict) else ():
            if not isinstance(value, dict) or not isinstance(value.get("metrics"), list):
                continue
            mine = bool(names & {key, str(value.get("device"))})
            for metric in filter(None, map(metric_of, value["metrics"])):
                if mine or (node and metric.name.startswith(OF_THE_NODE)):
                    found[metric.name] = metric
    return list(found.values())


def metric_of(found: Any) -> Metric | None:
    """A metric from plain data; None if it is none, or no number that can be reckoned with."""
    if not isinstance(found, Mapping):
        return None
    known = {key: found[key] for key in Metric.__dataclass_fields__ if key in found}
    try:
        metric = Metric(**known)
    except TypeError:
        return None
    whole = isinstance(metric.value, int | float) and math.isfinite(metric.value)
    return metric if whole and isinstance(metric.name, str) else None
