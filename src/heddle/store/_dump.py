"""Backups as files, and what is in them. A backup is a file of SQLite or JSON lines; either can
become a store of any kind, so this is also the way from one kind to another.

JSON lines: a head with the schema, then for each table a line with its columns and a line for each
row, and an end with the number of rows, without which the file is not whole.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TextIO

from heddle.errors import StoreError
from heddle.store._files import new_file
from heddle.store._records import Row
from heddle.store._schema import applied, tables
from heddle.store._session import SqlSession
from heddle.store.sqlite import SqliteSession

#: Rows of one table that are held in memory at a time.
AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class TablePart:
    """Some rows of a table."""

    table: str
    columns: list[str]
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Backup:
    """What a file holds."""

    schema: int
    parts: Callable[[], Iterator[TablePart]]


def dump(session: SqlSession, path: str) -> None:
    """Writes everything as JSON lines. In a transaction, it is all of the same moment."""
    schema = max(applied(session))
    count = 0
    with new_file(path) as part, open(part, "w", encoding="utf-8") as file:
        head = {"heddle": "backup", "schema": schema, "at_ms": int(time.time() * 1000)}
        print(json.dumps(head), file=file)
        for table in tables(schema):
            print(json.dumps({"table": table, "columns": session.columns(table)}), file=file)
            for row in session.stream(f"SELECT * FROM {table}"):
                print(json.dumps(row, separators=(",", ":")), file=file)
                count += 1
        print(json.dumps({"end": count}), file=file)


@contextmanager
def opened(path: str) -> Iterator[Backup]:
    """A backup to read.

    :raises StoreError: if it is not a backup, or not whole
    """
    try:
        with open(path, "rb") as file:
            is_sqlite = file.read(16) == b"SQLite format 3\0"
        if is_sqlite:
            with closing(SqliteSession(path)) as session:
                schema = _schema_of(session, path)
                _check_whole(session, path)
                yield Backup(schema, lambda: _from_sqlite(session, schema))
            return
        with open(path, encoding="utf-8") as text:
            head = json.loads(text.readline())
            if head["heddle"] != "backup":
                raise KeyError
            yield Backup(int(head["schema"]), lambda: _from_lines(text, path))
    except OSError as error:
        raise StoreError(f"the backup {path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise _no_backup(path) from error


def _no_backup(path: str) -> StoreError:
    return StoreError(f"{path} is not a backup of Heddle, or is damaged. Use another one.")


def _schema_of(session: SqliteSession, path: str) -> int:
    try:
        return max(applied(session))
    except (StoreError, ValueError) as error:
        raise _no_backup(path) from error


def _check_whole(session: SqliteSession, path: str) -> None:
    """A file that was cut off, or changed by something that is not SQLite, is found here."""
    try:
        said = session.rows("PRAGMA integrity_check(1)")
    except StoreError as error:
        raise _no_backup(path) from error
    if said != [("ok",)]:
        raise StoreError(f"the backup {path} is not whole. Use another one.")


def _from_sqlite(session: SqliteSession, schema: int) -> Iterator[TablePart]:
    for table in tables(schema):
        columns = session.columns(table)
        rows = session.stream(f"SELECT * FROM {table}")
        while some := list(islice(rows, AT_ONCE)):
            yield TablePart(table, columns, some)


def _from_lines(file: TextIO, path: str) -> Iterator[TablePart]:
    part, count = TablePart("", [], []), 0
    for line in file:
        value = json.loads(line)
        if isinstance(value, list):
            part.rows.append(tuple(value))
            count += 1
        if part.rows and (isinstance(value, dict) or len(part.rows) >= AT_ONCE):
            yield part
            part = TablePart(part.table, part.columns, [])
        if isinstance(value, dict):
            if "end" in value:
                if value["end"] != count:
                    break
                return
            part = TablePart(value["table"], value["columns"], [])
    raise StoreError(f"the backup {path} is not whole. Use another one.")
