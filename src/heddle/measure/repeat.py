"""Repeating a measurement until it is worth something, and what to say of the result."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from statistics import median, quantiles

from heddle.model.metric import Metric

#: A value of fewer repetitions is not reported, unless one of them takes too long.
LEAST = 10
#: More teach nothing.
MOST = 2000
#: Clocks have settled when so many values in a row are this close to each other.
SETTLED, CLOSE = 5, 0.01
#: The part of the time that waiting for this may take.
WARM_UP = 0.4


def spread(values: Sequence[float]) -> float | None:
    """(75th percentile - 25th) / median; None if there is nothing to spread."""
    if len(values) < 4 or not (middle := median(values)):
        return None
    low, _, high = quantiles(values, n=4, method="inclusive")
    return (high - low) / abs(middle)


def summary(name: str, values: Sequence[float], unit: str) -> Metric:
    """The median of what was measured just now."""
    return Metric(
        name=name,
        value=median(values),
        unit=unit,
        source="directly measured",
        statistic="median",
        count=len(values),
        spread=spread(values),
        at=round(time.time(), 3),
    )


def repeat(
    sample: Callable[[], float], seconds: float, clock: Callable[[], float] = time.monotonic
) -> list[float]:
    """Values of `sample` over about that time, after the clocks have settled."""
    begin = clock()
    recent: deque[float] = deque(maxlen=SETTLED)
    while clock() < begin + WARM_UP * seconds:
        recent.append(sample())
        close = max(recent) - min(recent) <= CLOSE * abs(median(recent))
        if len(recent) == SETTLED and close:
            break
    values: list[float] = []
    while len(values) < MOST:
        spent = clock() - begin
        if spent > seconds and (len(values) >= LEAST or (values and spent > 2 * seconds)):
            break
        values.append(sample())
    return values
