"""What was measured, remembered: one record for each device, under the versions it holds for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from heddle.measure.ways.base import MeasureTarget
from heddle.model.hardware import Value
from heddle.model.metric import Metric, metric_of
from heddle.system import state
from heddle.version import own_version, release

NAME = "measured"
#: Raised when a way measures otherwise than before, so that values are not comparable.
METHOD = "1"


@dataclass(frozen=True, slots=True)
class DeviceRecord:
    """All values of one device."""

    device: str
    model: str
    versions: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, Value] = field(default_factory=dict)
    metrics: tuple[Metric, ...] = ()

    def with_metrics(self, new: Iterable[Metric], facts: Mapping[str, Value]) -> DeviceRecord:
        """A newer value takes the place of the older of its name."""
        merged = {metric.name: metric for metric in (*self.metrics, *new)}
        ordered = tuple(merged[name] for name in sorted(merged))
        return replace(self, metrics=ordered, facts=facts)


def versions(target: MeasureTarget) -> dict[str, str]:
    """What a value of this device holds for."""
    return {"heddle": release(own_version()) or "in place", "method": METHOD, **target.versions}


def begun(target: MeasureTarget) -> DeviceRecord:
    """What is known of this device in the present versions; empty if nothing is."""
    now = versions(target)
    record = _all().get(target.key)
    return (
        record if record and record.versions == now else DeviceRecord(target.id, target.model, now)
    )


def keep(target: MeasureTarget, record: DeviceRecord) -> None:
    """:raises HeddleError: if it cannot be written"""

    def change(found: Any) -> dict[str, Any]:
        return {**(found if isinstance(found, dict) else {}), target.key: asdict(record)}

    state.update(NAME, change)


def records() -> list[DeviceRecord]:
    """Everything that is remembered, by device."""
    return sorted(_all().values(), key=lambda record: record.device)


def _all() -> dict[str, DeviceRecord]:
    """By key; a user's own values are preferred to the machine's."""
    return {
        key: record
        for held in state.read(NAME)
        if isinstance(held, dict)
        for key, value in held.items()
        if (record := _record(value))
    }


def _record(value: Any) -> DeviceRecord | None:
    """None if it was written by hand, or in another form; so with each of its metrics."""
    if not isinstance(value, dict) or not isinstance(value.get("metrics"), list):
        return None
    device, model = value.get("device"), value.get("model")
    known, facts = value.get("versions"), value.get("facts", {})
    if not isinstance(device, str) or not isinstance(model, str):
        return None
    if not isinstance(known, dict) or not isinstance(facts, dict):
        return None
    return DeviceRecord(
        device, model, known, facts, tuple(filter(None, map(metric_of, value["metrics"])))
    )
