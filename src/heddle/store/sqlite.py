"""SQLite, in one file: for sites without a database. Needs nothing."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any, ClassVar
from urllib.parse import unquote

from heddle.errors import StoreError, StoreFullError, UsageError
from heddle.store._files import new_file
from heddle.store._records import Row
from heddle.store._sql import SqlStore
from heddle.store.base import Size

SCHEMES = ("sqlite",)
FORM = "a path, or sqlite:///path"

#: How long to wait for another process that is writing, which only a person's tool could be.
BUSY_MS = 10_000
#: A commit is on the disk when it returns, also if the power fails then.
WRITER = ("journal_mode = WAL", "synchronous = FULL")
READER = ("query_only = ON",)


class SqliteStore(SqlStore):
    """One file, with its write-ahead log beside it. Readers never wait for the writer."""

    def __init__(self, url: str, *, schema: int | None = None) -> None:
        self._path = file_of(url)
        with _explained(self._path):
            os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
            # Only its owner reads it: it holds secrets. SQLite gives its other files the same mode.
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            self._lock = _lock(self._path)
        try:
            super().__init__(self._path, SqliteSession(self._path, writes=True), schema=schema)
        except BaseException:
            os.close(self._lock)
            raise

    def _connect(self) -> SqliteSession:
        return SqliteSession(self._path)

    def size(self) -> Size:
        """With its log. What root keeps for itself is not free."""
        files = (self._path, f"{self._path}-wal")
        used = sum(os.path.getsize(each) for each in files if os.path.exists(each))
        disk = os.statvfs(os.path.dirname(self._path))
        return Size(self.where, used, disk.f_bavail * disk.f_frsize)

    def backup(self, path: str) -> None:
        with new_file(path) as part, self._reading() as session:
            assert isinstance(session, SqliteSession)
            session.copy_to(part)

    def close(self) -> None:
        if not self._closed:
            super().close()
            os.close(self._lock)


STORE = SqliteStore


class SqliteSession:
    """One connection."""

    BEGIN_READ: ClassVar[str] = "BEGIN"
    BEGIN_WRITE: ClassVar[str] = "BEGIN IMMEDIATE"
    #: INTEGER has 64 bits too, and as the primary key it is the row's own number.
    TYPES: ClassVar[Mapping[str, str]] = {"BIGINT": "INTEGER"}

    def __init__(self, path: str, *, writes: bool = False) -> None:
        self._path = path
        with _explained(path):
            self._connection = sqlite3.connect(
                path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
            )
        try:
            for setting in WRITER if writes else READER:
                self.rows(f"PRAGMA {setting}")
        except BaseException:
            self.close()
            raise

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        with _explained(self._path):
            return self._connection.execute(sql, values).fetchall()

    def stream(self, sql: str) -> Iterator[Row]:
        with _explained(self._path):
            yield from self._connection.execute(sql)

    def columns(self, table: str) -> list[str]:
        return [name for _, name, *_ in self.rows(f"PRAGMA table_info({table})")]

    def each(self, sql: str, rows: Sequence[Row]) -> None:
        with _explained(self._path):
            self._connection.executemany(sql, rows)

    def copy_to(self, path: str) -> None:
        """As it is now, in one step: writers go on in the log meanwhile."""
        with _explained(path), closing(sqlite3.connect(path)) as copy:
            self._connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it

    def close(self) -> None:
        self._connection.close()


def file_of(url: str) -> str:
    """Links are followed, so that two names of one store have the same lock."""
    host, slash, rest = url.removeprefix("sqlite://").partition("/")
    if not url.startswith("sqlite://"):
        path = url
    elif host or not rest:
        raise UsageError(f"{url!r} names no file. Say {FORM}, for example sqlite:///srv/heddle.db.")
    else:
        path = unquote(slash + rest)
    if not path or path.endswith("/") or os.path.isdir(path):
        raise UsageError(f"{url!r} names no file. Say {FORM}.")
    return os.path.realpath(path)


def _lock(path: str) -> int:
    """Held until it is closed, or its process has ended in any way.

    :raises StoreError: if another process has it
    """
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(lock, 0)
        os.pwrite(lock, str(os.getpid()).encode(), 0)
    except BlockingIOError:
        number = os.pread(lock, 20, 0).decode("ascii", "replace")
        holder = f"process {number}" if number else "another process"
        os.close(lock)
        raise StoreError(
            f"the store {path} is in use by {holder}. End it, or name another store."
        ) from None
    return lock


@contextmanager
def _explained(path: str) -> Iterator[None]:
    """What goes wrong with the file, in words, with the remedy."""
    try:
        yield
    except sqlite3.Error as error:
        name: str = getattr(error, "sqlite_errorname", "")
        kind = StoreFullError if name.startswith("SQLITE_FULL") else StoreError
        raise kind(f"the store {path} cannot be used: {error}. {_remedy(name)}") from error
    except OSError as error:
        raise StoreError(
            f"the store {path} cannot be used: {error.strerror}. Name a file in a folder of yours."
        ) from error


def _remedy(name: str) -> str:
    if name.startswith("SQLITE_FULL"):
        return "Make room on its disk."
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return "Name another file, or restore a backup."
    return "See whether its folder can be written, and whether another program has it open."
