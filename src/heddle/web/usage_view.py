"""Device and core time by day and tenant, from the same ledger as `heddle account usage`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from heddle.desk.ledger import Charge
from heddle.model.job import WHOLE

DAY_MS = 86_400_000


@dataclass(slots=True)
class UsageTotals:
    device_us: int = 0
    core_us: int = 0
    attempts: int = 0  #: that have a part in it


def by_day(
    charges: Iterable[Charge], first: int, last: int, sees: Callable[[str], bool]
) -> dict[tuple[int, str], UsageTotals]:
    """By day since 1970 and tenant: of every attempt the part that lies in the day."""
    found: dict[tuple[int, str], UsageTotals] = {}
    seen: dict[str, bool] = {}
    for end_ms, ms, devices, cores, _, tenant, *_ in charges:
        if end_ms < first * DAY_MS or not seen.setdefault(tenant, sees(tenant)):
            continue
        begin_ms = end_ms - ms
        ends = max(begin_ms, end_ms - 1) // DAY_MS
        for day in range(max(first, begin_ms // DAY_MS), min(last, ends) + 1):
            part = min(end_ms, (day + 1) * DAY_MS) - max(begin_ms, day * DAY_MS)
            used = found.setdefault((day, tenant), UsageTotals())
            used.device_us += part * devices * 1000 // WHOLE
            used.core_us += part * cores * 1000 // WHOLE
            used.attempts += 1
    return found


def curve(
    sums: dict[tuple[int, str], UsageTotals], first: int, last: int
) -> list[tuple[int, float]]:
    """Device hours of each day."""
    hours = dict.fromkeys(range(first, last + 1), 0.0)
    for (day, _), used in sums.items():
        hours[day] += used.device_us / 3.6e9
    return sorted(hours.items())
