"""One value of something measured or known, with what it takes to trust it."""

from __future__ import annotations

from dataclasses import dataclass

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
