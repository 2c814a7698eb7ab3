"""How many requests came, and how long they took until the answer began."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

#: Seconds; the upper ends of what is counted together.
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Counts:
    """By method, route and status. For one thread."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.times = [0] * (len(BOUNDS) + 1)  #: the last is for all that took longer
        self.seconds = 0.0

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """A route that is not there has no name: others could invent any number of them."""
        self.requests[method if route else "", route, status] += 1
        self.times[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds
