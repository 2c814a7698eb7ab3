"""Figures of single jobs that run, for Prometheus. Pure."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

from heddle.api.metrics.exposition import metric
from heddle.control.programs import AttemptUse
from heddle.model.job import WHOLE
from heddle.store.base import Event

MOST = 1000  #: jobs; each is several series, and Prometheus keeps them long after the job


def shown(charges: Sequence[Event]) -> list[Event]:
    """What running attempts are charged so far: of those that have run longest."""
    return heapq.nlargest(MOST, charges, key=lambda each: each.detail["ms"])


def text_of(charges: Sequence[Event], used: Mapping[str, AttemptUse]) -> str:
    """`used` is what the scheduler's table says, by attempt; not all are known there."""
    lines: list[str] = []
    known = [(_of(each), used[each.subject]) for each in charges if each.subject in used]
    for name, kind, what, values in (
        ("heddle_job_devices", "gauge", "devices that a running job has; 0.5 is half of one",
         [(_of(each), each.detail["device_milli"] / WHOLE) for each in charges]),
        ("heddle_job_device_seconds_total", "counter",
         "what a running job is charged: the devices that it has, times seconds",
         [(_of(e), e.detail["device_milli"] * e.detail["ms"] / WHOLE / 1000) for e in charges]),
        ("heddle_job_device_time_seconds_total", "counter",
         "time in which a device worked for a running job",
         [(labels, found.device_time_ns / 1e9) for labels, found in known]),
        ("heddle_job_held_seconds_total", "counter", "how long programs of a running job were held",
         [(labels, found.held_ns / 1e9) for labels, found in known]),
        ("heddle_job_device_memory_bytes", "gauge", "memory of devices that a running job uses",
         [(labels, float(found.memory_bytes)) for labels, found in known]),
        ("heddle_job_energy_joules_total", "counter", "energy that devices drew for a running job",
         [(labels, found.millijoules / 1000) for labels, found in known
          if found.millijoules is not None]),
    ):  # fmt: skip
        lines += metric(name, kind, what, values)
    return "\n".join(lines) + "\n"


def _of(charge: Event) -> dict[str, str]:
    return {"job": str(charge.detail["job"]), "tenant": charge.tenant}
