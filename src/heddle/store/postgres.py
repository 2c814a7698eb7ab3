"""PostgreSQL, for sites that already run one. Needs psycopg."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from heddle.errors import StoreChangedError, StoreError, StoreFullError, UsageError
from heddle.extras import extra
from heddle.store._dump import dump
from heddle.store._records import Row
from heddle.store._session import transaction
from heddle.store._sql import SqlStore, numbers
from heddle.store.base import Size

if TYPE_CHECKING:
    import psycopg

SCHEMES = ("postgresql", "postgres")
FORM = "postgresql://user@host/database"

#: A number of ours, so that the lock collides with no other; the second half is the schema's name.
LOCK = 0x48454444
TAKE = "SELECT pg_try_advisory_lock(?, hashtext(current_schema()))"
#: A server needs a moment to see that the last one to have the lock was killed.
LOCK_S = 2.0
CONNECT_S = 10
SILENT_MS = 15_000  #: a server that is silent for this time is away
#: A commit is on the server's disk when it returns, whatever its other users prefer.
WRITER = "SET synchronous_commit = on"
#: What is asked for is small and in memory, so an index is nearly always the way.
READER = "SET default_transaction_read_only = on; SET random_page_cost = 1.1; SET jit = off"
HOLDER = """
SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND datname = current_database() AND classid::bigint = ?
AND objid::bigint = hashtext(current_schema())::bigint & 4294967295
"""


class PostgresStore(SqlStore):
    """The tables are in the first schema of the connection's search path."""

    def __init__(self, url: str, *, schema: int | None = None) -> None:
        self._settings = _settings(url)
        writer = PostgresSession(self._settings, WRITER)
        try:
            _check(writer)
            _lock(writer)
        except BaseException:
            writer.close()
            raise
        super().__init__(writer.where, writer, schema=schema)

    def _connect(self) -> PostgresSession:
        return PostgresSession(self._settings, READER)

    def _was_written(self, grown: Mapping[str, int]) -> bool:
        """A new connection takes the place of one that was lost, if no other process has written
        since then. The server may have kept the last write, and only its answer was lost."""
        assert isinstance(self._writer, PostgresSession)
        if not self._writer.is_lost:
            return False
        writer = PostgresSession(self._settings, WRITER)
        try:
            _lock(writer)
            now = numbers(writer)
        except BaseException:
            writer.close()
            raise
        self._writer.close()
        self._writer = writer
        if now == self._last:
            return False
        if now == {**self._last, **grown}:
            return True
        raise StoreChangedError(
            f"another server has written to the store {self.where}. Restart this one, or let "
            "the other one have it."
        )

    def close(self) -> None:
        if not self._closed:
            with suppress(StoreError):  # the server may be away; then the lock is too
                self._writer.rows("SELECT pg_advisory_unlock_all()")
            super().close()

    def size(self) -> Size:
        """Of the whole database. How much room its disk has is the server's business."""
        (row,) = self._rows("SELECT pg_database_size(current_database())")
        return Size(self.where, int(row[0]), None)

    def backup(self, path: str) -> None:
        """As JSON lines, all of the same moment."""
        with self._reading() as session, transaction(session, session.BEGIN_READ):
            dump(session, path)


STORE = PostgresStore


class PostgresSession:
    """One connection."""

    BEGIN_READ: ClassVar[str] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    BEGIN_WRITE: ClassVar[str] = "BEGIN"
    #: Compared byte by byte, as in SQLite, whatever the language of the database is.
    TYPES: ClassVar[Mapping[str, str]] = {"TEXT": 'TEXT COLLATE "C"'}

    def __init__(self, settings: Mapping[str, Any], first: str) -> None:
        import psycopg

        self.where = _where(settings)
        with _explained(self.where):
            self._connection = psycopg.connect(**settings, autocommit=True)
        try:
            self.rows(first)
        except BaseException:
            self.close()
            raise

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        with _explained(self.where):
            done = self._connection.execute(_marked(sql), values or None)
            return done.fetchall() if done.description else []

    def stream(self, sql: str) -> Iterator[Row]:
        with _explained(self.where), self._connection.cursor(name="stream") as cursor:
            cursor.itersize = 1000
            yield from cursor.execute(_marked(sql))

    def columns(self, table: str) -> list[str]:
        with _explained(self.where):
            told = self._connection.execute(_marked(f"SELECT * FROM {table} LIMIT 0")).description
            return [column.name for column in told or ()]

    def each(self, sql: str, rows: Sequence[Row]) -> None:
        """In one go: the server is not waited for after every row."""
        with _explained(self.where), self._connection.cursor() as cursor:
            cursor.executemany(_marked(sql), rows)

    @property
    def is_lost(self) -> bool:
        return self._connection.closed

    def close(self) -> None:
        self._connection.close()


def _settings(url: str) -> dict[str, Any]:
    """What to connect with.

    :raises UsageError: if it is not an address of a database
    """
    with extra("a PostgreSQL store", "psycopg", "postgres"):
        import psycopg.conninfo
    try:
        given = psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError:  # what it says would show the password
        raise UsageError(
            f"the address of the PostgreSQL store cannot be read. Say {FORM}; special characters "
            "in it are written as %XX."
        ) from None
    name = f"heddle {os.getpid()} on {socket.gethostname()}"  # it names the holder of the lock
    ours = {"application_name": name, "client_encoding": "UTF8"}
    return {"connect_timeout": CONNECT_S, "tcp_user_timeout": SILENT_MS, **given, **ours}


def _where(settings: Mapping[str, Any]) -> str:
    database = settings.get("dbname") or settings.get("user") or ""
    return f"postgresql://{settings.get('host') or 'localhost'}/{database}"


@lru_cache(maxsize=1000)
def _marked(sql: str) -> bytes:
    """In this server's words."""
    return sql.replace("?", "%s").replace("instr(", "strpos(").encode()


def _check(session: PostgresSession) -> None:
    """Whether the database can be used."""
    if session.rows("SHOW server_encoding") != [("UTF8",)]:
        raise StoreError(
            f"the database {session.where} does not keep every character. "
            "Make one that does: createdb --template=template0 --encoding=UTF8 heddle"
        )
    if session.rows("SELECT current_schema()") == [(None,)]:
        raise StoreError(
            f"the database {session.where} has no schema of the search path. "
            "Make it: CREATE SCHEMA name"
        )


def _lock(session: PostgresSession) -> None:
    """Held until the connection ends.

    :raises StoreError: if another process has it
    """
    until = time.monotonic() + LOCK_S
    while session.rows(TAKE, (LOCK,)) != [(True,)]:
        if time.monotonic() < until:
            time.sleep(0.05)
            continue
        names = [name for (name,) in session.rows(HOLDER, (LOCK,))]
        raise StoreError(
            f"the store {session.where} is in use by {', '.join(names) or 'another server'}. "
            "End it, or name another store."
        )


@contextmanager
def _explained(where: str) -> Iterator[None]:
    """What goes wrong, in words, with the remedy."""
    import psycopg

    try:
        yield
    except psycopg.errors.DiskFull as error:
        raise StoreFullError(
            f"the store {where} cannot be used: {_first_line(error)}. Make room on its disk."
        ) from error
    except psycopg.OperationalError as error:
        raise StoreError(
            f"the store {where} does not answer: {_first_line(error)}. "
            "See whether the server runs, and whether the address is right."
        ) from error
    except psycopg.Error as error:
        raise StoreError(f"the store {where} cannot be used: {_first_line(error)}.") from error


def _first_line(error: psycopg.Error) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
