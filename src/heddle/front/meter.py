"""What is counted of the requests to one service. The caller says what time it is, in seconds."""

from __future__ import annotations

import math
from collections import Counter, deque

from heddle.control.services.traffic import Traffic

LATELY_S = 2.0  #: the time constant of the mean load
WINDOW_S = 10.0  #: of which latencies the 95th percentile is taken
MOST_SAMPLES = 2000
GONE = "gone"  #: the class of requests whose client did not wait for the answer


class Meter:
    """For one thread."""

    def __init__(self, now: float) -> None:
        self.in_flight = self.held = 0
        self.codes: Counter[str] = Counter()
        self.seconds = 0.0
        self.last_ms = 0
        self._latencies: deque[tuple[float, float]] = deque(maxlen=MOST_SAMPLES)
        self._area = 0.0  # requests times seconds, since the last look
        self._changed = self._looked = now
        self._load = 0.0

    def begin(self, now: float) -> None:
        self._pass(now)
        self.in_flight += 1

    def answered(self, code: int, began: float, now: float) -> None:
        """The answer has begun."""
        self.codes[f"{code // 100}xx"] += 1
        self.seconds += now - began
        self._latencies.append((now, now - began))

    def went(self) -> None:
        """The client, before the answer."""
        self.codes[GONE] += 1

    def end(self, now: float, now_ms: int) -> None:
        self._pass(now)
        self.in_flight -= 1
        self.last_ms = now_ms

    def look(self, now: float) -> Traffic:
        """What it has come to."""
        self._pass(now)
        if (passed := now - self._looked) > 0:
            part = 1 - math.exp(-passed / LATELY_S)
            self._load += part * (self._area / passed - self._load)
            self._area, self._looked = 0.0, now
        load = self._load if self._load > 0.01 or self.in_flight else 0.0
        return Traffic(
            self.in_flight, self.held, load, self._p95(now), self.last_ms, codes=dict(self.codes),
            seconds=self.seconds,
        )  # fmt: skip

    def _pass(self, now: float) -> None:
        self._area += self.in_flight * (now - self._changed)
        self._changed = now

    def _p95(self, now: float) -> float | None:
        while self._latencies and self._latencies[0][0] < now - WINDOW_S:
            self._latencies.popleft()
        found = sorted(each for _, each in self._latencies)
        return 1000 * found[math.ceil(0.95 * len(found)) - 1] if found else None
