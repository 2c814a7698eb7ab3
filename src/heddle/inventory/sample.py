"""One look at one component, and what changed between two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from heddle.model.hardware import ComponentProcess, Link, Reading

#: ok: it answers. slow: it does, but too late, so that its reading is of the last round.
#: silent: it is there and does not answer. gone: the bus no longer shows it.
STATES = ("ok", "slow", "silent", "gone")

#: Smaller movements are noise and not told; what is not named here is told whenever it changes.
THRESHOLDS: Mapping[str, float] = {
    "utilisation": 2.0,
    "memory_used_bytes": 16 << 20,
    "temperature_c": 1.0,
    "power_w": 2.0,
    "clock_mhz": 15.0,
    "memory_clock_mhz": 15.0,
}


@dataclass(frozen=True, slots=True)
class Sample:
    """The state of a component, or that it is unknown."""

    id: str
    state: str  #: one of STATES
    since: float  #: when that state began, seconds since 1970
    reading: Reading | None = None  #: None unless ok or slow
    link: Link | None = None  #: PCIe at the same moment; an idle link may be slow


def facts(sample: Sample) -> dict[str, Any]:
    """The sample as names and values, counters as errors.NAME; what is unknown is left out."""
    found: dict[str, Any] = {"state": sample.state}
    if sample.reading is not None:
        reading = {field.name: getattr(sample.reading, field.name) for field in fields(Reading)}
        errors = reading.pop("errors")
        found |= reading | {f"errors.{name}": count for name, count in errors.items()}
    if sample.link is not None:
        found |= {"link.speed_gts": sample.link.speed_gts, "link.width": sample.link.width}
    return {name: value for name, value in found.items() if value is not None}


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """What changed from `before` to `after`; None for what is no longer known.

    Compared with what was told, not with the last look: a slow drift is told too.
    """
    news = {
        name: value
        for name, value in after.items()
        if name not in before or before[name] is None or _moved(name, before[name], value)
    }
    lost = [name for name, value in before.items() if value is not None and name not in after]
    return news | dict.fromkeys(lost)


def _moved(name: str, before: Any, after: Any) -> bool:
    if name == "processes":
        return _crowd_moved(before, after)
    if name not in THRESHOLDS:
        return bool(before != after)
    # From or to nothing is news however small: a device that has become idle, or woken up.
    return before != after and (abs(after - before) >= THRESHOLDS[name] or not before or not after)


def _crowd_moved(before: tuple[ComponentProcess, ...], after: tuple[ComponentProcess, ...]) -> bool:
    known = {process.pid: process.memory_bytes or 0 for process in before}
    now = {process.pid: process.memory_bytes or 0 for process in after}
    return known.keys() != now.keys() or any(
        abs(now[pid] - known[pid]) >= THRESHOLDS["memory_used_bytes"] for pid in now
    )
