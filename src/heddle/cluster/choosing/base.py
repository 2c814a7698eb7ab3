"""The seam of choosing: `rank(way)` is smaller for the better of two ways to run a job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AlternativeFigures:
    """What is known of one alternative before it has a node."""

    speed_milli: int  #: a thousand being the job's first alternative
    #: Of all that it takes for an hour, in thousandths of the currency; None: unknown.
    price_hour: int | None
    watts: int | None  #: of all that it takes, at full load; likewise


Rank = Callable[[AlternativeFigures], float]
