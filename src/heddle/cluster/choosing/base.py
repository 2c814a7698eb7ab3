"""The seam of choosing: `rank(way)` is smaller for the better of two ways to run a job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AlternativeFigures:
    """What is known of one alternative before it has a node."""

    speed_milli: int  #: a thousand being the job's first alternative
    price_hour: int  #: of all that it takes for an hour, in thousandths of the currency
    watts: int  #: of all that it takes, at full load


Rank = Callable[[AlternativeFigures], float]
