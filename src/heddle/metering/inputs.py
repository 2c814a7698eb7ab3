"""Choosing, of all raw values, the one that a rule reckons with."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from heddle.model.metric import Metric

#: How far a source is trusted, in thousandths. Of several, the most trusted one counts.
TRUST = {"directly measured": 1000, "aggregation": 900, "estimation": 700, "nominal": 500}

#: Units of the same kind of thing, each by how many of the first it is.
UNITS: tuple[dict[str, float], ...] = (
    {"TFLOPS": 1, "TOPS": 1, "GFLOPS": 1e-3, "GOPS": 1e-3, "PFLOPS": 1e3, "POPS": 1e3},
    {"GB/s": 1, "MB/s": 1e-3, "TB/s": 1e3, "GiB/s": 1.073741824, "Gbit/s": 0.125},
    {"us": 1, "ns": 1e-3, "ms": 1e3, "s": 1e6},
    {"GiB": 1, "MiB": 2**-10, "TiB": 2**10, "GB": 1e9 / 2**30, "TB": 1e12 / 2**30, "B": 2**-30},
    {"%": 1},
    {"requests/s": 1},
    {"tokens/s": 1},
)


@dataclass(frozen=True, slots=True)
class Input:
    """A raw value in the unit of the rule that uses it."""

    metric: Metric
    value: float
    trust_milli: int


def convert(value: float, unit: str, wanted: str) -> float | None:
    """None if the two are not of the same kind."""
    for units in UNITS:
        if unit in units and wanted in units:
            return value * units[unit] / units[wanted]
    return None


def choose(
    metrics: Iterable[Metric], names: tuple[str, ...], unit: str, more: bool = True
) -> Input | None:
    """The best value (the greatest, or if less is better the smallest) of the most trusted source.

    A name stands for itself and for what is below it: compute.bf16 for compute.bf16.library.
    """
    found = []
    for metric in metrics:
        if not any(metric.name == name or metric.name.startswith(f"{name}.") for name in names):
            continue
        value = convert(metric.value, metric.unit, unit)
        trust = TRUST.get(metric.source)
        if value is None or trust is None or not math.isfinite(value) or value < 0:
            continue
        found.append(Input(metric, value, trust))
    return max(
        found,
        key=lambda i: (i.trust_milli, i.value if more else -i.value, i.metric.name),
        default=None,
    )
