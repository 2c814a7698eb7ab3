"""The ledger: device and core time that was used, by tenant and day."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from heddle.model.job import WHOLE
from heddle.store.base import Store

DAY_MS = 86_400_000
AT_ONCE = 10_000


@dataclass(slots=True)
class Used:
    device_ms: float = 0.0
    core_ms: float = 0.0
    attempts: int = 0

    def add(self, other: Used) -> None:
        self.device_ms += other.device_ms
        self.core_ms += other.core_ms
        self.attempts += other.attempts


class Ledger:
    """Sums of all usage events; each is read once. For any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._mutex = threading.Lock()
        self._last = 0
        self._sums: dict[tuple[int, str], Used] = {}  # by day and tenant

    def sums(self, since_day: int, sees: Callable[[str], bool]) -> dict[tuple[int, str], Used]:
        """By day since 1970 and tenant."""
        with self._mutex:
            self._read()
            return {
                (day, tenant): used
                for (day, tenant), used in self._sums.items()
                if day >= since_day and sees(tenant)
            }

    def _read(self) -> None:
        while events := self._store.events(self._last, limit=AT_ONCE, kind="usage"):
            for event in events:
                ms = int(event.detail.get("ms", 0))
                key = (event.at_ms // DAY_MS, event.tenant)
                self._sums.setdefault(key, Used()).add(
                    Used(
                        ms * int(event.detail.get("device_milli", 0)) / WHOLE,
                        ms * int(event.detail.get("cpu_milli", 0)) / WHOLE,
                        1,
                    )
                )
            self._last = events[-1].number


def by_tenant(sums: dict[tuple[int, str], Used]) -> dict[str, Used]:
    """The largest first."""
    found: dict[str, Used] = {}
    for (_, tenant), used in sums.items():
        found.setdefault(tenant, Used()).add(used)
    return dict(sorted(found.items(), key=lambda item: -item[1].device_ms))


def by_day(sums: dict[tuple[int, str], Used], first: int, last: int) -> list[tuple[int, float]]:
    """Device hours of each day."""
    hours = dict.fromkeys(range(first, last + 1), 0.0)
    for (day, _), used in sums.items():
        if day in hours:
            hours[day] += used.device_ms / 3_600_000
    return sorted(hours.items())
