"""Every store knows which attempts were on a device, and when."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heddle.model.record import ENDED, RUNNING, STARTING, AttemptRecord, Place
from heddle.store import _schema, open_store, restore
from heddle.store.base import Store

DEVICES = ("cuda@0", "cuda@1")


def attempt(
    job: str, started_ms: int, ended_ms: int | None = None, *, number: int = 1, **places: list[str]
) -> AttemptRecord:
    """On nodes, each with the devices that it has there."""
    where = tuple(Place(node, tuple((d, 500) for d in named)) for node, named in places.items())
    state = RUNNING if ended_ms is None else ENDED
    return AttemptRecord(
        f"{job}.{number}", job, number, "local", 0, where, state, started_ms, ended_ms
    )


def on(store: Store, node: str, device: str | None, begin: int, end: int, limit: int = 9) -> str:
    found = store.attempts_on(node, device, begin, end, limit=limit)
    return " ".join(each.id for each in found)


def test_attempts_are_found_where_they_were(store: Store) -> None:
    """The last to start first; those that go on are there until now."""
    store.write(
        [
            attempt("j1", 10, 20, n1=["cuda@0"]),
            attempt("j1", 30, 40, number=2, n1=["cuda@1"]),
            attempt("j2", 25, None, n1=["cuda@0"], n2=["cuda@0"]),
            attempt("j3[4]", 5, None, n1=[]),
        ]
    )
    assert on(store, "n1", "cuda@0", 0, 100) == "j2.1 j1.1"
    assert on(store, "n1", "cuda@1", 0, 100) == "j1.2"
    assert on(store, "n2", "cuda@0", 0, 100) == "j2.1"
    assert on(store, "n1", None, 0, 100) == "j1.2 j2.1 j1.1 j3[4].1"
    assert on(store, "n1", None, 0, 100, limit=2) == "j1.2 j2.1"
    assert on(store, "n1", None, 0, 100, limit=0) == ""
    assert on(store, "n1", "cuda@0", 21, 24) == ""
    assert on(store, "n1", "cuda@0", 20, 24) == "j1.1"
    assert on(store, "n1", "cuda@0", 0, 10) == "j1.1"
    assert on(store, "n1", "cuda@0", 26, 27) == "j2.1"
    assert on(store, "n1", "cuda@0", -(2**70), 2**70) == "j2.1 j1.1"
    assert on(store, "n", "cuda@0", 0, 100) == on(store, "n1", "cuda", 0, 100) == ""


def test_an_attempt_is_where_it_is_by_now(store: Store) -> None:
    """It is written when it is to start, when it runs, and when it has ended."""
    asked = replace(attempt("j1", 10, n1=["cuda@0"]), state=STARTING)
    store.write([asked])
    assert store.attempts_on("n1", "cuda@0", 50, 60) == [asked]
    runs = replace(asked, state=RUNNING, started_ms=12)
    store.write([asked, runs])
    assert store.attempts_on("n1", "cuda@0", 50, 60) == [runs]
    over = replace(runs, state=ENDED, ended_ms=30, exit_code=0)
    store.write([over])
    assert store.attempts_on("n1", "cuda@0", 50, 60) == []
    assert store.attempts_on("n1", "cuda@0", 11, 60) == [over]
    assert on(store, "n1", "cuda@0", 0, 11) == ""


def test_members_on_one_node_are_one_attempt(store: Store) -> None:
    gang = replace(
        attempt("j1", 1), places=tuple(Place("n1", ((name, 1000),)) for name in DEVICES * 2)
    )
    store.write([gang])
    assert on(store, "n1", None, 0, 9) == on(store, "n1", "cuda@1", 0, 9) == "j1.1"


def test_attempts_of_before_are_found_too(url: str) -> None:
    """Of a store that is older than the table for it; more than are read at once."""
    many = [attempt(f"j{n}", n, n + 5, n1=[DEVICES[n % 2]]) for n in range(1, 1502)]
    store = open_store(url)
    store.write(many)
    store.close()
    _forget(url)
    store = open_store(url)
    try:
        assert on(store, "n1", "cuda@0", 1500, 9999) == "j1500.1 j1498.1 j1496.1"
        assert len(store.attempts_on("n1", None, 0, 9999, limit=9999)) == 1501
    finally:
        store.close()


def _forget(url: str) -> None:
    """As if the store were of schema 1."""
    words = (
        "DROP TABLE attempt_place",
        "ALTER TABLE attempt DROP COLUMN worth",
        "ALTER TABLE attempt DROP COLUMN millijoules",
        "DELETE FROM schema_applied WHERE number >= 2",
    )
    if "://" in url:
        import psycopg

        with psycopg.connect(url, autocommit=True) as server:
            for each in words:
                server.execute(each.encode())
        return
    with sqlite3.connect(url) as file:
        for each in words:
            file.execute(each)
    file.close()


def test_an_old_backup_becomes_a_new_store(url: str, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    store = open_store(str(old))
    store.write([attempt("j1", 10, 20, n1=["cuda@0"])])
    store.close()
    _forget(str(old))
    restore(str(old), url)
    store = open_store(url)
    try:
        assert on(store, "n1", "cuda@0", 0, 99) == "j1.1"
    finally:
        store.close()


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    drawn=st.lists(
        st.tuples(
            st.integers(1, 4), st.integers(0, 20), st.none() | st.integers(0, 9),
            st.lists(st.sampled_from(DEVICES), max_size=3),
        ),
        max_size=8,
    ),
    window=st.tuples(st.integers(0, 30), st.integers(0, 30)),
)  # fmt: skip
def test_what_is_found_is_what_was_there(
    new_url: Callable[[], str],
    drawn: list[tuple[int, int, int | None, list[str]]],
    window: tuple[int, int],
) -> None:
    """Against the records themselves, in any order of writing."""
    begin, end = window
    latest: dict[str, AttemptRecord] = {}
    store = open_store(new_url())
    try:
        for job, started, lasted, devices in drawn:
            ended = None if lasted is None else started + lasted
            each = attempt(f"j{job}", started, ended, n1=devices)
            if each.job in latest:  # where it is does not change
                each = replace(each, places=latest[each.job].places)
            latest[f"j{job}"] = each
            store.write([each])
        for device in (None, *DEVICES):
            wanted = {
                each.id
                for each in latest.values()
                if each.started_ms <= end and (each.ended_ms is None or each.ended_ms >= begin)
                if device is None or any(device in dict(p.devices) for p in each.places)
            }
            found = store.attempts_on("n1", device, begin, end)
            assert {each.id for each in found} == wanted
            assert found == sorted(found, key=lambda a: (-a.started_ms, a.job))
    finally:
        store.close()


def test_the_tables_are_those_of_the_files() -> None:
    assert "attempt_place" in _schema.tables(2)
    assert "attempt_place" not in _schema.tables(1)
