"""The questions that stores are asked, in the SQL that all of them understand. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from heddle.errors import UsageError
from heddle.model.record import JOB_STATES
from heddle.store._records import (
    ATTEMPT_COLUMNS,
    EVENT_COLUMNS,
    FIRST_ATTEMPT_COLUMNS,
    ITSELF,
    JOB_COLUMNS,
    RECORD_COLUMNS,
    TEXT_COLUMNS,
    job_key,
)
from heddle.store.base import JobFilter

Query = tuple[str, list[Any]]

#: What is not like this is in no id, and need not be looked for there.
PART_OF_ID = re.compile(r"j?[0-9]*\[?[0-9]*]?")
#: More than any request asks for, and every store can count to it.
MOST = 2**31 - 1
NO_NUMBER = -1  #: of no job
#: The members of an array come behind it, in their order.
NEWEST = "ORDER BY number DESC, member LIMIT ?"


def _named(columns: Sequence[str], of: str = "") -> str:
    return ", ".join(f'{of}"{column}"' for column in columns)


def _marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))


def insert(table: str, columns: Sequence[str]) -> str:
    """Adds a row."""
    return f"INSERT INTO {table} ({_named(columns)}) VALUES ({_marks(columns)})"


def _put(table: str, columns: Sequence[str], key: str, only: str = "") -> str:
    """Adds a row, or replaces the one with the same key."""
    changed = ", ".join(f'"{name}" = excluded."{name}"' for name in columns)
    return f"{insert(table, columns)} ON CONFLICT ({key}) DO UPDATE SET {changed} {only}"


PUT_JOB = _put("job", JOB_COLUMNS, "number, member")
PUT_TEXT = _put(
    "job_text",
    TEXT_COLUMNS,
    "number, member",
    "WHERE job_text.spec <> excluded.spec OR job_text.reason <> excluded.reason",
)
ADD_COUNT = (
    insert("job_count", ("path", "user", "state", "jobs"))
    + ' ON CONFLICT (path, "user", state) DO UPDATE SET jobs = job_count.jobs + excluded.jobs'
)
NAME_JOBS = 'UPDATE job SET "user" = ? WHERE path = ? AND "user" = ?'
NAME_COUNTS = (
    'INSERT INTO job_count (path, "user", state, jobs) SELECT path, ?, state, jobs FROM job_count '
    'WHERE path = ? AND "user" = ? '
    'ON CONFLICT (path, "user", state) DO UPDATE SET jobs = job_count.jobs + excluded.jobs'
)
REMOVE_COUNTS = 'DELETE FROM job_count WHERE path = ? AND "user" = ?'
PUT_ATTEMPT = _put("attempt", ATTEMPT_COLUMNS, "job, number")
PLACE_COLUMNS = ("node", "device", "job", "number", "started_ms", "ended_ms")
PUT_PLACE = _put("attempt_place", PLACE_COLUMNS, "node, device, job, number")
PUT_THING = _put("thing", ("kind", "id", "value"), "kind, id")
PUT_NUMBER = _put("numbered", ("kind", "last"), "kind")
REMOVE_THING = "DELETE FROM thing WHERE kind = ? AND id = ?"
ADD_EVENT = insert("event", ("path", *EVENT_COLUMNS))


def _jobs(found: str, order: str = "") -> str:
    """The whole records of the jobs whose numbers a query has found."""
    return (
        f"SELECT {_named(RECORD_COLUMNS)} FROM ({found}) AS found "
        "JOIN job ON job.number = found.number AND job.member = found.member "
        "JOIN job_text ON job_text.number = found.number AND job_text.member = found.member "
        f"ORDER BY found.number {order}, found.member"
    )


JOB = _jobs("SELECT number, member FROM job WHERE number = ? AND member = ?")
THING = "SELECT value FROM thing WHERE kind = ? AND id = ?"
THINGS = "SELECT id, value FROM thing WHERE kind = ? ORDER BY id"
THING_IDS = "SELECT id FROM thing WHERE kind = ? ORDER BY id"
LAST_NUMBER = "SELECT last FROM numbered WHERE kind = ?"
ATTEMPTS = f"SELECT {_named(ATTEMPT_COLUMNS)} FROM attempt WHERE job = ? ORDER BY number"
ATTEMPTS_AFTER = (
    f"SELECT {_named(FIRST_ATTEMPT_COLUMNS)} FROM attempt WHERE (job, number) > (?, ?) "
    "ORDER BY job, number LIMIT ?"
)
_LAST = "started_ms DESC, job, number DESC"
ATTEMPTS_ON = (
    f"SELECT {_named(ATTEMPT_COLUMNS, 'attempt.')} FROM (SELECT job, number FROM attempt_place "
    "WHERE node = ? AND device = ? AND ended_ms >= ? AND started_ms <= ? "
    f"ORDER BY {_LAST} LIMIT ?) AS found "
    "JOIN attempt ON attempt.job = found.job AND attempt.number = found.number "
    "ORDER BY attempt.started_ms DESC, attempt.job, attempt.number DESC"
)


def find_attempts_on(node: str, device: str, from_ms: int, to_ms: int, limit: int) -> Query:
    """Those that were there at some time between the two."""
    times = [max(-(2**63), min(at, 2**63 - 1)) for at in (from_ms, to_ms)]
    return ATTEMPTS_ON, [node, device, *times, _at_most(limit)]


def find_jobs(which: JobFilter, before: str | None, limit: int, *, few: bool) -> Query:
    """One page of jobs.

    :raises UsageError: if `before` is not a job id
    """
    behind, values = _sought(which)
    if before is not None:
        if (key := job_key(before)) is None:
            raise UsageError(f"{before!r} is not a job id. Give the last one of the page before.")
        behind.append("number <= ? AND (number < ? OR member > ?)")
        values += [key[0], key[0], key[1]]
    most = _at_most(limit)
    if which.array is not None:
        found, given = _members(which, behind, values)
        return _jobs(f"{found} {NEWEST}", "DESC"), [*given, most]
    found, given = _few(which, behind, values) if few else _many(which, behind, values, most)
    return _jobs(f"{found} {NEWEST}", "DESC"), [*given, most]


def _members(which: JobFilter, behind: list[str], values: list[Any]) -> Query:
    """Of one array: they are side by side."""
    whose, given = _whose(which)
    states = _states(which)
    where = " AND ".join([f"state IN ({_marks(states)})", *whose, *behind])
    return f"SELECT number, member FROM job WHERE {where}", [*states, *given, *values]


def _few(which: JobFilter, behind: list[str], values: list[Any]) -> Query:
    """All of them, through the sorts that are counted."""
    whose, given = _whose(which)
    states = _states(which)
    where = " AND ".join(["jobs > 0", f"state IN ({_marks(states)})", *whose])
    same = ['job.path = sort.path AND job."user" = sort."user" AND job.state = sort.state', *behind]
    return (  # CROSS: SQLite is to begin with the sorts
        f'WITH sort AS (SELECT path, "user", state FROM job_count WHERE {where}) '
        f"SELECT number, member FROM sort CROSS JOIN job WHERE {' AND '.join(same)}",
        [*states, *given, *values],
    )


def _many(which: JobFilter, behind: list[str], values: list[Any], most: int) -> Query:
    """The newest of every state, along an index that holds all that can be asked for, until there
    are enough."""
    whose, given = _whose(which)
    states = _states(which)
    where = " AND ".join(["state = ?", *whose, *behind])
    one = f"SELECT number, member FROM job WHERE {where} {NEWEST}"
    each = " UNION ALL ".join(f"SELECT * FROM ({one}) AS state{at}" for at in range(len(states)))
    return (
        f"SELECT number, member FROM ({each}) AS each",
        [value for state in states for value in (state, *given, *values, most)],
    )


def _at_most(limit: int) -> int:
    return max(0, min(limit, MOST))


def _states(which: JobFilter) -> list[str]:
    """Each once, and at least one, which may be none that a job can be in."""
    return list(dict.fromkeys(JOB_STATES if which.states is None else which.states)) or [""]


def count_jobs(which: JobFilter) -> Query:
    """How many, by state. What is kept counted need not be counted; a text is sought."""
    whose, given = _whose(which)
    text, values = _sought(which)
    states = _states(which)
    where = " AND ".join([f"state IN ({_marks(states)})", *whose, *text])
    counted = not which.text and which.array is None
    number, table = ("sum(jobs)", "job_count") if counted else ("count(*)", "job")
    found = f"SELECT state, {number} FROM {table} WHERE {where} GROUP BY state"
    return f"{found} HAVING {number} > 0", [*states, *given, *values]


def sorts(keys: Sequence[tuple[int, int]]) -> Query:
    """What the jobs with these keys are counted by."""
    pairs = ", ".join(["(?, ?)"] * len(keys))
    return (
        f'WITH wanted (n, m) AS (VALUES {pairs}) SELECT number, member, path, "user", state '
        "FROM wanted JOIN job ON number = n AND member = m",
        [number for key in keys for number in key],
    )


def alive_jobs(states: Sequence[str]) -> str:
    """Those in one of the states, the first first."""
    return _jobs(f"SELECT number, member FROM job WHERE state IN ({_marks(states)})")


def alive_attempts(states: Sequence[str]) -> str:
    return f"SELECT {_named(ATTEMPT_COLUMNS)} FROM attempt WHERE state IN ({_marks(states)})"


def find_events(
    after: int, limit: int, kind: str | None, subject: str | None, tenant: str | None
) -> Query:
    """Those with a greater number, the first first."""
    terms = ["number > ?"]
    values: list[Any] = [max(0, min(after, 2**63 - 1))]
    for name, value in (("kind", kind), ("subject", subject)):
        if value is not None:
            terms.append(f"{name} = ?")
            values.append(value)
    if tenant is not None:
        terms.append(BELOW)
        values += _below(tenant)
    found = f"SELECT {_named(EVENT_COLUMNS)} FROM event WHERE {' AND '.join(terms)}"
    return f"{found} ORDER BY number LIMIT ?", [*values, _at_most(limit)]


#: A tenant and all below it: its path ends with /, and 0 is the character behind that.
BELOW = "path >= ? AND path < ?"


def _below(tenant: str) -> list[str]:
    return [f"{tenant}/", f"{tenant}0"]


def _whose(which: JobFilter) -> tuple[list[str], list[Any]]:
    terms: list[str] = []
    values: list[Any] = []
    if which.tenant is not None:
        terms.append(BELOW)
        values += _below(which.tenant)
    if which.user is not None:
        terms.append('"user" = ?')
        values.append(which.user)
    if which.called is not None:
        terms.append('("user" = ? OR ("user" >= ? AND "user" < ?))')  # A is behind @
        values += [which.called, f"{which.called}@", f"{which.called}A"]
    return terms, values


def _sought(which: JobFilter) -> tuple[list[str], list[Any]]:
    terms: list[str] = []
    values: list[Any] = []
    if which.array is not None:
        number, member = job_key(which.array) or (NO_NUMBER, ITSELF)
        terms.append("number = ? AND member > ?")
        values += [number if member == ITSELF else NO_NUMBER, ITSELF]
    if which.text:
        folded = which.text.casefold()
        columns = ("folded", "id") if PART_OF_ID.fullmatch(folded) else ("folded",)
        either = " OR ".join(f"instr({name}, ?) > 0" for name in columns)
        terms.append(f"({either})")
        values += [folded] * len(columns)
    return terms, values
