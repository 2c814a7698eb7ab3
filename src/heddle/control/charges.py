"""What an attempt is charged."""

from __future__ import annotations

from heddle.control.book import LiveJob
from heddle.model.record import AWAY, AttemptRecord
from heddle.store.base import Event

SO_FAR, LAST = "so far", "last"  #: parts of one that was suspended


def usage(live: LiveJob, over: AttemptRecord, not_ms: int, part: str = "") -> Event:
    """Device and core time, in thousandths and milliseconds; for so much of it nothing."""
    assert over.ended_ms is not None
    detail = {
        "job": over.job,
        "user": live.record.user,
        "ms": max(0, over.ended_ms - over.started_ms - not_ms),
        "device_milli": sum(milli for place in over.places for _, milli in place.devices),
        "cpu_milli": sum(place.cpu_milli for place in over.places),
        **{what: worth for what, worth in over.worth.items() if what != AWAY},
    }
    if part:
        detail["part"] = part
    if over.millijoules is not None:
        detail["millijoules"] = over.millijoules
    return Event(over.ended_ms, "usage", over.id, "used", live.record.tenant, "heddle", detail)
