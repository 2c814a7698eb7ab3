"""From several runs of one workload on one model of device: a rate, and how sure it is.

The rate is the weighted median. Unlike a running mean it does not care in which order the runs were
told, and up to half of them may be wrong (cold caches, a throttled device, a neighbour).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

HALF_LIFE_S = 30 * 86400.0  #: a run counts half after this time: drivers and programs change
FULL_RUN_S = 60.0  #: a shorter run counts in proportion: much of it is start-up
PRIOR_SPREAD = 0.1  #: relative standard deviation that is assumed ...
PRIOR_RUNS = 2  #: ... and how many runs outweigh the assumption
OUTLIER = 4.0  #: standard deviations from the median ...
OUTLIER_RUNS = 5  #: ... once there are so many runs
OUTLIER_SPREAD = 0.05  #: runs that agree better than this are taken to agree as well as this
LEAST_WEIGHT = 1e-3  #: however old and short a run is
MOST_ERROR = 100.0  #: an interval over e^196 says the same as any wider one

Z95 = 1.96  #: standard errors to each end of an interval that holds 95 %
MAD_TO_DEVIATION = 1.4826  #: for the normal distribution
MEDIAN_TO_MEAN = 1.2533  #: standard error of the median by that of the mean, sqrt(pi / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rate with its interval. A scheduler takes `milli`, which is an integer."""

    value: float | None  #: None: nothing to go by
    low: float | None
    high: float | None
    unit: str
    count: int  #: runs behind it; 0 for what was never run
    source: str  #: directly measured, estimation
    reason: str  #: how it was found, or why not
    outliers: int = 0  #: runs that were left out

    @property
    def milli(self) -> int | None:
        """Thousandths of the unit; nothing that works is 0."""
        return None if self.value is None else max(1, math.floor(self.value * 1000 + 0.5))

    @property
    def confidence_milli(self) -> int:
        """The low end of the interval by the high end: 1000 is certain, 500 a factor of two."""
        return round(1000 * self.low / self.high) if self.low and self.high else 0


@dataclass(frozen=True, slots=True)
class RateSample:
    """One run: its logarithm of the rate, and how much it counts (1: fresh, and long enough)."""

    log: float
    weight: float


@dataclass(frozen=True, slots=True)
class Centre:
    """Where runs lie: the logarithm of the rate and its standard error."""

    log: float
    error: float
    count: int
    outliers: int
    weight: float  #: of all runs that count


def weight(seconds: float, age_s: float) -> float:
    """What a run counts."""
    fresh = math.exp2(-max(0.0, age_s) / HALF_LIFE_S)
    return max(LEAST_WEIGHT, min(1.0, seconds / FULL_RUN_S) * fresh)


def centre(runs: Sequence[RateSample]) -> Centre:
    """The median of at least one run, in logarithms: twice as fast and half as fast are as far."""
    log = median(runs)
    spread = MAD_TO_DEVIATION * median([RateSample(abs(run.log - log), run.weight) for run in runs])
    limit = OUTLIER * max(spread, OUTLIER_SPREAD)
    kept = [r for r in runs if len(runs) < OUTLIER_RUNS or abs(r.log - log) <= limit]
    effective = math.fsum(run.weight for run in kept)
    variance = (PRIOR_RUNS * PRIOR_SPREAD**2 + effective * spread**2) / (PRIOR_RUNS + effective)
    error = MEDIAN_TO_MEAN * math.sqrt(variance / effective)
    return Centre(log, error, len(kept), len(runs) - len(kept), effective)


def median(runs: Sequence[RateSample]) -> float:
    """Half of the weight is on each side; between two runs if it falls there."""
    ordered = sorted(runs, key=lambda run: (run.log, run.weight))
    half = math.fsum(run.weight for run in ordered) / 2
    below = 0.0
    for run, after in zip(ordered, [*ordered[1:], ordered[-1]], strict=True):
        below += run.weight
        if math.isclose(below, half, rel_tol=1e-9):
            return (run.log + after.log) / 2
        if below > half:
            return run.log
    return ordered[-1].log


def interval(log: float, error: float) -> tuple[float, float, float]:
    """The rate and the ends of its interval of 95 %."""
    reach = Z95 * min(error, MOST_ERROR)
    return math.exp(log), math.exp(log - reach), math.exp(log + reach)
