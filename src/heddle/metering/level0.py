"""Level 0: all raw values of one device, from what is known, read and measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from heddle.metering.record import MetricRecord, raw
from heddle.model.distance import pcie_mbytes_s
from heddle.model.hardware import Component, Reading
from heddle.model.metric import Metric, is_number, metric_of
from heddle.model.site import NetworkPath

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

#: File systems that are not storage: what is in them is gone with the machine's memory.
IN_MEMORY = ("tmpfs", "ramfs", "devtmpfs")


def level0(
    component: Component,
    nominal: Mapping[str, Any] | None = None,
    reading: Reading | None = None,
    measured: Iterable[Metric] = (),
    window_s: int | None = None,
) -> list[MetricRecord]:
    """All raw values, in a canonical order. `window_s` is how long the reading looked."""
    if reading:  # each may know the size of the memory that the other does not
        size = component.memory_bytes or reading.memory_total_bytes
        component = replace(component, memory_bytes=size)
        reading = replace(reading, memory_total_bytes=reading.memory_total_bytes or size)
    records = [raw(m) for m in (*of_facts(nominal or {}), *of_component(component), *measured)]
    records += [raw(m, window_s) for m in of_reading(reading)]
    return sorted(records, key=_order)


def _order(record: MetricRecord) -> tuple[str, str, float, str]:
    return record.metric_type, record.source, record.value or 0.0, record.unit or ""


def of_facts(facts: Mapping[str, Any]) -> list[Metric]:
    """What the vendor says: figures by precision, and those of FACTS."""
    found = []
    for key, value in facts.items():
        if not is_number(value):
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
    if component.link and (bus := pcie_mbytes_s(component.link)):
        found.append(Metric("bus.bandwidth", bus / 1000, "GB/s", "estimation"))
    if peers := sum(peer.mbytes_s or 0 for peer in component.peers):
        found.append(Metric("link.bandwidth", peers / 1000, "GB/s", "nominal"))
    return found


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


def of_network(ways: Iterable[NetworkPath]) -> list[Metric]:
    """What was measured of the ways to other nodes, which counts for each device of this one."""
    found = []
    for way in ways:
        values = (
            ("network.bandwidth", way.bandwidth_mbytes_s, "MB/s"),
            ("network.latency", way.latency_us, "us"),
        )
        found += [
            Metric(f"{name}.{way.to}", value, unit, "directly measured", "median", at=way.at)
            for name, value, unit in values
            if value is not None and way.source == "measured"
        ]
    return found


def of_measured(component: Component, stored: Iterable[Any], *, node: bool = True) -> list[Metric]:
    """What of the stored measurements ({key: {"device": ..., "metrics": [...]}}) is of this
    component; of one name the last counts. With `node` also of its machine: of several file systems
    the one that was measured last. The rest is left out."""
    names = {component.uuid, component.id, component.name} - {None}
    found: dict[str, Metric] = {}
    storage: list[Metric] = []
    for held in stored:
        for key, value in held.items() if isinstance(held, dict) else ():
            if not isinstance(value, dict) or not isinstance(value.get("metrics"), list):
                continue
            metrics = list(filter(None, map(metric_of, value["metrics"])))
            if names & {key, str(value.get("device"))}:
                found |= {metric.name: metric for metric in metrics}
            elif node and str(value.get("model")).partition(" ")[0] not in IN_MEMORY:
                of_disk = [metric for metric in metrics if metric.name.startswith("storage.")]
                storage = max(storage, of_disk, key=_newest)
    return list((found | {m.name: m for m in storage if m.name not in found}).values())


def _newest(metrics: list[Metric]) -> float:
    return max((metric.at or 0.0 for metric in metrics), default=-1.0)
