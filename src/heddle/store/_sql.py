"""What all stores that understand SQL share: everything but how to connect and how to lock."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from heddle.errors import StoreError
from heddle.model.record import ALIVE, FINAL, JOB_STATES, AttemptRecord, JobRecord
from heddle.store import _queries as sql
from heddle.store._places import NODE, place_rows
from heddle.store._records import (
    Batch,
    Row,
    attempt_of,
    checked_row,
    event_of,
    job_key,
    job_of,
    read,
)
from heddle.store._schema import applied, migrate, tables
from heddle.store._session import SqlSession, transaction
from heddle.store.base import EVERY_JOB, Change, Event, JobFilter, Size

if TYPE_CHECKING:
    from heddle.store._dump import Backup

NOT_OVER = tuple(state for state in JOB_STATES if state not in FINAL)
#: As many jobs are sorted in no time. Where there are more, some of the newest are among them.
FEW = 3000
#: Less than every store can take in one statement.
KEYS_AT_ONCE = 1000


class SqlStore(ABC):
    """One session writes and has the lock of the store; readers borrow one each from a pool."""

    def __init__(self, where: str, writer: SqlSession, *, schema: int | None = None) -> None:
        """The writer has the lock already. Tables are brought up to date, or up to `schema`."""
        self.where = where  #: for people, without secrets
        self._writer = writer
        self._one_writes = threading.Lock()
        self._idle: list[SqlSession] = []
        self._closed = False
        try:
            migrate(writer, where, schema)
            self._last = numbers(writer)
        except BaseException:
            writer.close()
            raise

    @abstractmethod
    def _connect(self) -> SqlSession:
        """A session for a reader."""

    @abstractmethod
    def size(self) -> Size: ...

    @abstractmethod
    def backup(self, path: str) -> None: ...

    def _was_written(self, grown: Mapping[str, int]) -> bool:
        """Whether a write that seemed to fail did not, by the numbers that it would have changed;
        for stores that can lose the answer to a commit.

        :raises StoreError: if it cannot be written to now
        :raises StoreChangedError: if another server has written to it
        """
        return False

    def write(self, changes: Sequence[Change]) -> int:
        batch = Batch.of(changes)
        with self._one_writes:
            self._check_open()
            events = self._last.get("event", 0)
            last = {**batch.numbers, "event": events + len(batch.events)}
            grown = {kind: n for kind, n in last.items() if n > self._last.get(kind, 0)}
            if self._was_written(grown):
                self._last |= grown
                return last["event"]
            steps = [
                (sql.ADD_COUNT, batch.count_rows(self._sorts(list(batch.jobs)))),
                (sql.PUT_JOB, batch.job_rows()),
                (sql.PUT_TEXT, batch.text_rows()),
                (sql.PUT_ATTEMPT, batch.attempt_rows()),
                (sql.PUT_PLACE, place_rows(batch.attempts.values())),
                (sql.PUT_THING, batch.thing_rows()),
                (sql.REMOVE_THING, batch.gone_rows()),
                (sql.ADD_EVENT, batch.event_rows(events)),
                (sql.PUT_NUMBER, list(grown.items())),
            ]
            if any(rows for _, rows in steps):
                with transaction(self._writer, self._writer.BEGIN_WRITE):
                    for statement, rows in steps:
                        if rows:
                            self._writer.each(statement, rows)
                self._last |= grown
            return last["event"]

    def _sorts(self, keys: list[tuple[int, int]]) -> dict[tuple[int, int], Row]:
        """What is kept already of these jobs: path, user and state. No other process changes it."""
        parts = (keys[at : at + KEYS_AT_ONCE] for at in range(0, len(keys), KEYS_AT_ONCE))
        found = (row for part in parts for row in self._writer.rows(*sql.sorts(part)))
        return {(number, member): tuple(sort) for number, member, *sort in found}

    def job(self, job_id: str) -> JobRecord | None:
        key = job_key(job_id)
        found = self._rows(sql.JOB, key) if key else []
        return job_of(found[0]) if found else None

    def jobs(
        self, which: JobFilter = EVERY_JOB, *, before: str | None = None, limit: int = 100
    ) -> list[JobRecord]:
        few = False
        if (which.tenant, which.user, which.called) != (None, None, None):
            few = sum(self.count_jobs(replace(which, text=None)).values()) <= FEW
        found = self._rows(*sql.find_jobs(which, before, limit, few=few))
        return [job_of(row) for row in found]

    def count_jobs(self, which: JobFilter = EVERY_JOB) -> dict[str, int]:
        return dict(_pairs(self._rows(*sql.count_jobs(which))))

    def attempts(self, job_id: str) -> list[AttemptRecord]:
        return [attempt_of(row) for row in self._rows(sql.ATTEMPTS, (job_id,))]

    def attempts_on(
        self, node: str, device: str | None, from_ms: int, to_ms: int, *, limit: int = 1000
    ) -> list[AttemptRecord]:
        where = NODE if device is None else device
        found = self._rows(*sql.find_attempts_on(node, where, from_ms, to_ms, limit))
        return [attempt_of(row) for row in found]

    def alive(self) -> tuple[list[JobRecord], list[AttemptRecord]]:
        with self._reading() as session, transaction(session, session.BEGIN_READ):
            jobs = session.rows(sql.alive_jobs(NOT_OVER), NOT_OVER)
            attempts = session.rows(sql.alive_attempts(ALIVE), ALIVE)
        found = map(attempt_of, attempts)
        return [job_of(row) for row in jobs], sorted(found, key=_attempt_order)

    def thing(self, kind: str, thing_id: str) -> Mapping[str, Any] | None:
        found = self._rows(sql.THING, (kind, thing_id))
        return read(found[0][0]) if found else None

    def things(self, kind: str) -> dict[str, Mapping[str, Any]]:
        return {name: read(value) for name, value in self._rows(sql.THINGS, (kind,))}

    def thing_ids(self, kind: str) -> list[str]:
        return [name for (name,) in self._rows(sql.THING_IDS, (kind,))]

    def events(
        self,
        after: int = 0,
        *,
        limit: int = 1000,
        kind: str | None = None,
        subject: str | None = None,
        tenant: str | None = None,
    ) -> list[Event]:
        found = self._rows(*sql.find_events(after, limit, kind, subject, tenant))
        return [event_of(row) for row in found]

    def last_number(self, kind: str) -> int:
        found = self._rows(sql.LAST_NUMBER, (kind,))
        return int(found[0][0]) if found else 0

    def is_empty(self) -> bool:
        """Whether nothing was ever written to it."""
        known = tables(max(applied(self._writer)))
        return not any(self._writer.rows(f"SELECT 1 FROM {table} LIMIT 1") for table in known)

    def load(self, backup: Backup, *, replace: bool = False) -> None:
        """Fills an empty store, all or nothing; with `replace` also one that is not empty.

        :raises StoreError: if it is not empty, or newer than the backup
        """
        writer = self._writer
        with self._one_writes, transaction(writer, writer.BEGIN_WRITE):
            known = tables(backup.schema)
            if max(applied(writer)) != backup.schema or not (replace or self.is_empty()):
                raise StoreError(
                    f"the store {self.where} is in use already. Restore to one that is new."
                )
            for table in known if replace else ():
                writer.rows(f"DELETE FROM {table}")
            columns = {table: writer.columns(table) for table in known}
            for part in backup.parts():
                if set(part.columns) != set(columns.get(part.table, ())):
                    raise StoreError(f"the backup has another table {part.table!r} than the store.")
                writer.each(sql.insert(part.table, part.columns), part.rows)

    def close(self) -> None:
        """Readers in progress still get their answers."""
        self._closed = True
        self._close_idle()
        self._writer.close()

    def _close_idle(self) -> None:
        with suppress(IndexError):
            while True:
                self._idle.pop().close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"the store {self.where} was closed. Open it again.")

    def _rows(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        given = checked_row(tuple(values))
        with self._reading() as session:
            return session.rows(statement, given)

    @contextmanager
    def _reading(self) -> Iterator[SqlSession]:
        """A session for exclusive use."""
        self._check_open()
        try:
            session = self._idle.pop()
        except IndexError:
            session = self._connect()
        try:
            yield session
        except BaseException:
            session.close()
            self._close_idle()  # where one has lost its server, all have
            raise
        self._idle.append(session)
        if self._closed:
            self._close_idle()


def numbers(session: SqlSession) -> dict[str, int]:
    """The last number of each kind."""
    return dict(_pairs(session.rows("SELECT * FROM numbered")))


def _pairs(rows: Sequence[Row]) -> Iterator[tuple[str, int]]:
    return ((str(name), int(number)) for name, number in rows)


def _attempt_order(attempt: AttemptRecord) -> tuple[tuple[int, int], int]:
    return job_key(attempt.job) or (0, 0), attempt.number
