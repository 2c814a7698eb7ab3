"""For whom an attempt was preempted or moved, as the events remember it."""

from __future__ import annotations

import re

from heddle.model.record import SUSPENDED, AttemptRecord, JobRecord
from heddle.store.base import Store

PREEMPTED, MOVED = "preempted", "moved"  #: why such an attempt did not end by itself
_FOR = re.compile(r"(preempted|moved) for (\S+)")


def winner(store: Store, attempt: AttemptRecord) -> JobRecord | None:
    """The job that took its place; None if there was none, or the store no longer has it."""
    if attempt.why not in (PREEMPTED, MOVED) and attempt.state != SUSPENDED:
        return None
    for event in reversed(store.events(kind="job", subject=attempt.job)):
        found = _FOR.fullmatch(str(event.detail.get("text", "")))
        if found and attempt.started_ms <= event.at_ms <= (attempt.ended_ms or event.at_ms):
            return store.job(found[2])
    return None
