"""One value of something measured or known, with what it takes to trust it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

#: Where a value comes from, in the words of IETF CATS.
SOURCES = ("nominal", "estimation", "directly measured", "aggregation", "normalization")
STATISTICS = ("max", "min", "mean", "median", "cur")


@dataclass(frozen=True, slots=True)
class Metric:
    """A value with unit, source and statistic."""

    name: str  #: dotted, what before how: compute.bf16.library, memory.bandwidth, launch.latency
    value: float
    unit: str  #: TFLOPS, TOPS, GB/s, us, ...
    source: str  #: one of SOURCES
    statistic: str = "cur"  #: one of STATISTICS
    count: int = 1  #: how many repetitions are behind it
    spread: float | None = None  #: (75th percentile - 25th) / median of the repetitions
    at: float | None = None  #: seconds since 1970


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether it can be reckoned with: no truth value, finite, and not too large for a float."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def metric_of(found: Any) -> Metric | None:
    """A metric from plain data, less what a newer Heddle added; None if it is not one."""
    if not isinstance(found, Mapping):
        return None
    try:
        metric = Metric(**{key: found[key] for key in Metric.__slots__ if key in found})
    except TypeError:
        return None
    words = (metric.name, metric.unit, metric.source, metric.statistic)
    unsaid = (metric.spread, metric.at)
    good = all(isinstance(word, str) for word in words) and all(
        is_number(number)
        for number in (metric.value, metric.count, *(n for n in unsaid if n is not None))
    )
    return metric if good else None
