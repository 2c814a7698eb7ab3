"""An array as one: how its members stand together. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from heddle.control.book import array_of
from heddle.model.record import (
    CANCELLED,
    DONE,
    FAILED,
    FINAL,
    HELD,
    RUNNING,
    STARTING,
    STOPPING,
    SUSPENDED,
    WAITING,
    JobRecord,
)

ARRAY = "array"  #: the code of an array's reason
#: The first of these that a member is in is the state of the array.
STRONGEST = (RUNNING, STARTING, STOPPING, SUSPENDED, WAITING, HELD, FAILED, CANCELLED, DONE)


def as_one(members: Sequence[JobRecord], counts: Mapping[str, int]) -> JobRecord:
    """`counts` are of all members, by state; of a large array `members` are the first."""
    first = members[0]
    state = next(state for state in STRONGEST if counts.get(state))
    started = [each.started_ms for each in members if each.started_ms is not None]
    ended = [each.ended_ms for each in members if each.ended_ms is not None]
    failed = [each.exit_code for each in members if each.exit_code]
    told = ", ".join(f"{counts[each]} {each}" for each in STRONGEST if counts.get(each))
    return replace(
        first,
        id=array_of(first.id),
        state=state,
        started_ms=min(started, default=None),
        ended_ms=max(ended, default=None) if state in FINAL else None,
        attempts=max(each.attempts for each in members),
        exit_code=(failed[0] if failed else first.exit_code) if state in FINAL else None,
        reason={"code": ARRAY, "text": f"of {sum(counts.values())} members {told}"},
        not_before_ms=0,
    )


def is_array(record: JobRecord) -> bool:
    """Whether it stands for all members of an array."""
    return record.reason.get("code") == ARRAY
