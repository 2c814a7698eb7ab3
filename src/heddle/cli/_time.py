"""Points of time on the command line."""

from __future__ import annotations

import argparse
import time
from datetime import UTC, datetime


def moment(text: str) -> int:
    """The type of an argument that is a point of time, in milliseconds since 1970: a date, a time
    (in UTC unless it has a zone), or a time ago."""
    from heddle.errors import UsageError
    from heddle.model.quantity import DURATION

    try:
        when = datetime.fromisoformat(text.strip())
    except ValueError:
        try:
            return int(time.time() * 1000) - 1000 * DURATION.parse(text)
        except UsageError:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a time: write 2026-11-01, 2026-11-01T08:30:00+01:00 (UTC if no "
                "zone is given), or how long ago: 24h, 7d"
            ) from None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0, int(when.timestamp() * 1000))


def shown(milliseconds: int | None, never: str = "never") -> str:
    """In UTC, to the second."""
    if milliseconds is None:
        return never
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
