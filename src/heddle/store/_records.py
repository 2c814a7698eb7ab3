"""Records as rows, and back. Pure; every store keeps the same rows."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from operator import attrgetter
from typing import Any

from heddle.errors import UsageError
from heddle.model.record import AttemptRecord, JobRecord, Place
from heddle.store.base import Change, Event, Gone, Thing

Row = tuple[Any, ...]

#: Of a job in its own right; its members are 0, 1, ..., and come after it.
ITSELF = -1
#: Numbers of at most 18 digits fit into 64 bits.
JOB_ID = re.compile(r"j(0|[1-9][0-9]{0,17})(?:\[(0|[1-9][0-9]{0,17})])?")
NUMBERED_ID = re.compile(r"[a-z]+([0-9]{1,18})")

#: Of all names of one row together. PostgreSQL's indexes take 2704 bytes.
MOST_CHARACTERS = 600

RECORD_COLUMNS = tuple(part.name for part in fields(JobRecord))
TEXT_COLUMNS = ("number", "member", "spec", "reason")
_SHORT = tuple(name for name in RECORD_COLUMNS if name not in TEXT_COLUMNS)
JOB_COLUMNS = ("number", "member", "path", "folded", *_SHORT)
ATTEMPT_COLUMNS = tuple(part.name for part in fields(AttemptRecord))
EVENT_COLUMNS = tuple(part.name for part in fields(Event))
#: Those of the first schema, which has no others.
FIRST_ATTEMPT_COLUMNS = ATTEMPT_COLUMNS[: ATTEMPT_COLUMNS.index("worth")]
_job_values = attrgetter(*_SHORT)
_attempt_values = attrgetter(*ATTEMPT_COLUMNS)


def job_key(job_id: str) -> tuple[int, int] | None:
    """The numbers in it, by which jobs are sorted; None if no job can have this id."""
    found = JOB_ID.fullmatch(job_id)
    return (int(found[1]), int(found[2] or ITSELF)) if found else None


def _key(job_id: str) -> tuple[int, int]:
    key = job_key(job_id)
    if key is None:
        raise ValueError(f"{job_id!r} is not a job id: j1, j2, ..., or j7[3] in an array")
    return key


def _check(text: str) -> None:
    """Whether every store can keep it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError(f"{text!r} has an incomplete character. Leave it out.") from None
    if "\0" in text:
        raise UsageError(f"{text!r} has a NUL character. Leave it out.")


def short(*texts: str) -> None:
    """What is sought by must fit into an index of every store.

    :raises UsageError: if it is too long
    """
    if sum(map(len, texts)) > MOST_CHARACTERS:
        start = max(texts, key=len)[:20]
        raise UsageError(f"{start!r}... is too long. Use at most {MOST_CHARACTERS} characters.")


def checked_row(row: Row) -> Row:
    """The same row.

    :raises UsageError: if it has a text that not every store can keep
    """
    for value in row:
        if isinstance(value, str) and (not value.isascii() or "\0" in value):
            _check(value)
    return row


#: Mappings of any kind are objects, tuples are lists.
to_json = json.JSONEncoder(default=dict, separators=(",", ":")).encode


@dataclass(slots=True)
class Batch:
    """What one write changes. Of two changes of the same record only the last is left."""

    jobs: dict[tuple[int, int], JobRecord] = field(default_factory=dict)
    attempts: dict[tuple[str, int], AttemptRecord] = field(default_factory=dict)
    things: dict[tuple[str, str], Thing | Gone] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    #: the greatest number in the ids of each kind
    numbers: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, changes: Sequence[Change]) -> Batch:
        batch = cls()
        for change in changes:
            match change:
                case JobRecord():
                    key = _key(change.id)
                    short(change.tenant, change.user, change.name.casefold())
                    batch.jobs[key] = change
                    batch._number("job", key[0])
                case AttemptRecord():
                    _key(change.job)
                    batch.attempts[change.job, change.number] = change
                case Event():
                    short(change.subject)
                    batch.events.append(change)
                case Thing() | Gone():
                    short(change.kind, change.id)
                    batch.things[change.kind, change.id] = change
                    found = NUMBERED_ID.fullmatch(change.id)
                    if found and isinstance(change, Thing):
                        batch._number(change.kind, int(found[1]))
        return batch

    def _number(self, kind: str, number: int) -> None:
        self.numbers[kind] = max(number, self.numbers.get(kind, 0))

    def job_rows(self) -> list[Row]:
        return [
            checked_row((*key, f"{job.tenant}/", job.name.casefold(), *_job_values(job)))
            for key, job in self.jobs.items()
        ]

    def count_rows(self, before: Mapping[tuple[int, int], Row]) -> list[Row]:
        """How many more, or less, there are by path, user and state; `before` has these three of
        jobs that the store has already."""
        more: Counter[Row] = Counter()
        for key, job in self.jobs.items():
            more[f"{job.tenant}/", job.user, job.state] += 1
            if key in before:
                more[before[key]] -= 1
        return [(*sort, number) for sort, number in more.items() if number]

    def text_rows(self) -> list[Row]:
        return [(*key, to_json(job.spec), to_json(job.reason)) for key, job in self.jobs.items()]

    def attempt_rows(self) -> list[Row]:
        rows = []
        for attempt in self.attempts.values():
            values = list(_attempt_values(attempt))
            values[_PLACES] = to_json([asdict(place) for place in attempt.places])
            values[_WORTH] = to_json(attempt.worth)
            rows.append(checked_row(tuple(values)))
        return rows

    def thing_rows(self) -> list[Row]:
        things = (thing for thing in self.things.values() if isinstance(thing, Thing))
        return [checked_row((thing.kind, thing.id, to_json(thing.value))) for thing in things]

    def gone_rows(self) -> list[Row]:
        gone = (gone for gone in self.things.values() if isinstance(gone, Gone))
        return [checked_row((thing.kind, thing.id)) for thing in gone]

    def event_rows(self, after: int) -> list[Row]:
        """Numbered on from one."""
        return [
            checked_row(
                (
                    f"{it.tenant}/",
                    it.at_ms,
                    it.kind,
                    it.subject,
                    it.what,
                    it.tenant,
                    it.actor,
                    to_json(it.detail),
                    number,
                )
            )
            for number, it in enumerate(self.events, after + 1)
        ]


_PLACES, _WORTH = ATTEMPT_COLUMNS.index("places"), ATTEMPT_COLUMNS.index("worth")
_SPEC, _REASON = RECORD_COLUMNS.index("spec"), RECORD_COLUMNS.index("reason")


def job_of(row: Row) -> JobRecord:
    values = list(row)
    values[_SPEC], values[_REASON] = read(row[_SPEC]), read(row[_REASON])
    return JobRecord(*values)


def attempt_of(row: Row, columns: Sequence[str] = ATTEMPT_COLUMNS) -> AttemptRecord:
    values = dict(zip(columns, row, strict=True))
    values["worth"] = read(values.get("worth", "{}"))
    values["places"] = tuple(
        Place(
            **{
                **place,
                "devices": tuple((name, milli) for name, milli in place["devices"]),
                "device_mib": tuple(place.get("device_mib", ())),  # old ones have none
            }
        )
        for place in json.loads(values["places"])
    )
    return AttemptRecord(**values)


def event_of(row: Row) -> Event:
    values = dict(zip(EVENT_COLUMNS, row, strict=True))
    return Event(**{**values, "detail": read(values["detail"])})


def read(text: str) -> Mapping[str, Any]:
    value: Mapping[str, Any] = json.loads(text)
    return value
