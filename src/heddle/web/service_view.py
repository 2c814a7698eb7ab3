"""How busy services are: requests a second, from the counts of two looks."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from heddle.control.services.status import Standing

EVERY_S = 1.0
WINDOW_S = 30.0

Counts = Mapping[tuple[str, str], int]


class ServiceRates:
    """For any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._mutex = threading.Lock()
        self._looks: deque[tuple[float, Counts]] = deque()

    def per_second(self, services: Sequence[Standing]) -> dict[tuple[str, str], float | None]:
        """By tenant and name, in the last half minute or since the first sample; None: not yet."""
        counts = {(s.tenant, s.name): sum(s.requests.values()) for s in services}
        now = self._clock()
        with self._mutex:
            if not self._looks or now - self._looks[-1][0] >= EVERY_S:
                self._looks.append((now, counts))
            while len(self._looks) > 2 and now - self._looks[1][0] > WINDOW_S:
                self._looks.popleft()
            looks = list(self._looks)
        return {key: _rate(key, count, now, looks) for key, count in counts.items()}


def _rate(
    key: tuple[str, str], count: int, now: float, looks: Sequence[tuple[float, Counts]]
) -> float | None:
    for at, counts in looks:
        if now - at >= EVERY_S and counts.get(key, count + 1) <= count:
            return (count - counts[key]) / (now - at)
    return None


def errors_of(service: Standing) -> int:
    """Answers that say the service itself has failed."""
    return service.requests.get("5xx", 0)
