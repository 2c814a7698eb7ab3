"""Arrays as one line of a list each, with how many of their members are in which state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from heddle.control.book import array_of
from heddle.desk.jobs.arrays import STRONGEST, as_one
from heddle.model.record import JobRecord
from heddle.store.base import JobFilter, Store

MOST_LOOKS = 40  #: at the store, for one page
BEHIND = "9" * 18  #: a member that comes after all others


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job, or all members of an array together."""

    record: JobRecord
    counts: Mapping[str, int] = field(default_factory=dict)  #: of an array: members, by state

    @property
    def members(self) -> int:
        return sum(self.counts.values())


def page(
    store: Store,
    which: JobFilter,
    before: str | None,
    most: int,
    leave_out: Callable[[JobRecord], bool] = lambda _: False,
) -> tuple[list[JobRow], str | None]:
    """The newest first, and `before` of the next page. The members of an array are skipped with
    one look, however many they are. A search for members, by their array or a bracket, lists each.
    Where many are left out, a page may be short and still have a next one.
    """
    if which.array is not None or "[" in (which.text or ""):
        records = store.jobs(which, before=before, limit=most + 1)
        more = records[most - 1].id if len(records) > most else None
        return [JobRow(record) for record in records[:most]], more
    found: list[JobRow] = []
    looks = 0
    while True:
        looks += 1
        records = store.jobs(which, before=before, limit=most + 1)
        skipped = ""
        for record in records:
            array = array_of(record.id)
            if array and array == skipped:
                continue
            if len(found) == most:
                return found, before
            if leave_out(record):
                before = record.id
                continue
            found.append(_folded(store, record, array) if array else JobRow(record))
            skipped = array
            before = f"{array}[{BEHIND}]" if array else record.id
        if len(records) <= most:
            return found, None
        if looks == MOST_LOOKS:
            return found, before


def _folded(store: Store, first: JobRecord, array: str) -> JobRow:
    counts = store.count_jobs(JobFilter(array=array))
    return JobRow(replace(as_one([first], counts), ended_ms=None), in_order(counts))


def in_order(counts: Mapping[str, int]) -> dict[str, int]:
    """What matters most first."""
    return {state: counts[state] for state in STRONGEST if counts.get(state)}
