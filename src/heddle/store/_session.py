"""What the shared part of the stores asks of a connection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar, Protocol

from heddle.errors import StoreError
from heddle.store._records import Row


class SqlSession(Protocol):
    """One connection, used by one thread at a time. A `?` stands for a value. Whatever fails in it
    is a StoreError."""

    BEGIN_READ: ClassVar[str]  #: all that follows sees the same moment
    BEGIN_WRITE: ClassVar[str]
    TYPES: ClassVar[Mapping[str, str]]  #: of columns, from the schema's words to its own

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]: ...

    def stream(self, sql: str) -> Iterator[Row]:
        """Rows of a table that may be larger than memory; in a transaction."""
        ...

    def columns(self, table: str) -> list[str]: ...

    def each(self, sql: str, rows: Sequence[Row]) -> None:
        """Once for every row, in order."""
        ...

    def close(self) -> None: ...


@contextmanager
def transaction(session: SqlSession, begin: str) -> Iterator[None]:
    """All or nothing."""
    session.rows(begin)
    try:
        yield
        session.rows("COMMIT")
    except BaseException:
        with suppress(StoreError):
            session.rows("ROLLBACK")
        raise
