"""The tables, as numbered files: schema/0001.sql, 0002.sql, ... Each is applied once, in order, in
a transaction of its own, and never changed after its release."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from heddle.errors import StoreError
from heddle.store import _people, _places
from heddle.store._session import SqlSession, transaction

FOLDER = Path(__file__).with_name("schema")
APPLIED = "CREATE TABLE IF NOT EXISTS schema_applied (number BIGINT PRIMARY KEY, at_ms BIGINT)"

#: What a step does with rows of before, where SQL alone cannot say it for every store.
FILLS: Mapping[int, Callable[[SqlSession], None]] = {2: _places.fill, 3: _people.fill}


@cache
def files() -> Mapping[int, str]:
    """What each number does, in order."""
    return {int(path.stem): path.read_text("utf-8") for path in sorted(FOLDER.glob("*.sql"))}


def newest() -> int:
    return max(files())


def tables(number: int) -> list[str]:
    """Those that a store of this schema has."""
    known = (text for step, text in files().items() if step <= number)
    return [name for text in known for name in re.findall(r"CREATE TABLE (\w+)", text)]


def applied(session: SqlSession) -> set[int]:
    """The numbers of the files that the store was made with."""
    return {int(row[0]) for row in session.rows("SELECT number FROM schema_applied")}


def migrate(session: SqlSession, where: str, upto: int | None = None) -> None:
    """Applies what is missing.

    :raises StoreError: if the store is newer than this Heddle
    """
    session.rows(APPLIED)
    done = applied(session)
    refuse_newer(max(done, default=0), f"the store {where}")
    for number, text in files().items():
        if number in done or (upto is not None and number > upto):
            continue
        with transaction(session, session.BEGIN_WRITE):
            for statement in _statements(text):
                session.rows(_in_words(statement, session.TYPES))
            if number in FILLS:
                FILLS[number](session)
            session.rows(
                "INSERT INTO schema_applied (number, at_ms) VALUES (?, ?)",
                (number, int(time.time() * 1000)),
            )


def refuse_newer(number: int, what: str) -> None:
    if number > newest():
        raise StoreError(
            f"{what} has schema {number}, and this Heddle knows {newest()} and older: a newer "
            "Heddle has written it. Install that one, or restore a backup that is older."
        )


def _statements(text: str) -> list[str]:
    lines = (line for line in text.splitlines() if not line.startswith("--"))
    return [part.strip() for part in "\n".join(lines).split(";") if part.strip()]


def _in_words(statement: str, types: Mapping[str, str]) -> str:
    return re.sub(r"\b[A-Z]+\b", lambda found: types.get(found[0], found[0]), statement)
