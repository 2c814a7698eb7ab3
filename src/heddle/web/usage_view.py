"""Device hours by day, from the same ledger as `heddle account usage`."""

from __future__ import annotations

from collections.abc import Iterable

from heddle.desk.ledger import EPOCH, UsageRow


def day_of(day: int) -> str:
    """As the ledger names it, from its number since 1970."""
    return EPOCH.fromordinal(EPOCH.toordinal() + day).isoformat()


def curve(rows: Iterable[UsageRow], first: int, last: int) -> list[tuple[int, float]]:
    """Device hours of each day, by its number; also of those without any."""
    hours = {day_of(day): 0.0 for day in range(first, last + 1)}
    for row in rows:
        hours[row.day or ""] += row.device_us / 3.6e9
    return list(zip(range(first, last + 1), hours.values(), strict=True))
