"""What happens to stores: new versions, backups, crashes of either side, and wrong addresses."""

from __future__ import annotations

import os
import random
import re
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from heddle.errors import MissingExtraError, StoreChangedError, StoreError, UsageError
from heddle.store import _schema, open_store, restore
from heddle.store._records import Row
from heddle.store.base import Change, Store, Thing
from heddle.store.postgres import PostgresSession, PostgresStore
from tests.conformance.test_store import attempt, event, ids, job
from tests.postgres import Server
from tests.soak import count

ROOT = Path(__file__).parents[2]
SAME_PYTHON = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
#: Writes so many times, and says each time that it did.
CHILD = """
import sys
from heddle.store import open_store
from tests.conformance.test_store_life import numbered
store = open_store(sys.argv[1])
first = store.last_number("job") + 1
for number in range(first, first + int(sys.argv[2])):
    store.write(numbered(number))
    print(number, flush=True)
"""


def numbered(number: int) -> list[Change]:
    """Changes that belong together, of every sort."""
    name = f"j{number}"
    large = Thing("mark", "last", {"number": number, "padding": "x" * 20_000})
    return [job(name), attempt(name, 1), large, job(f"{name}[0]"), event(name), event(name)]


def whole(store: Store) -> int:
    """The number of the last write, of which everything must be there, and nothing of the next."""
    last = store.last_number("job")
    assert store.count_jobs() == ({"waiting": 2 * last} if last else {})
    assert store.last_number("event") == 2 * last
    assert len(store.events(limit=10**6)) == 2 * last
    assert len(store.alive()[1]) == last
    assert (store.thing("mark", "last") or {"number": 0})["number"] == last
    assert ids(store.jobs(limit=2)) == ([f"j{last}", f"j{last}[0]"] if last else [])
    return last


def kill_writers(url: str, rounds: int) -> None:
    """A process that writes without end is killed, and what it has left is looked at."""
    chance = random.Random(7)
    for _ in range(rounds):
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, url, "1000000"],
            stdout=subprocess.PIPE,
            env=SAME_PYTHON,
        )
        assert child.stdout
        said = child.stdout.readline()
        time.sleep(chance.uniform(0, 0.05))
        child.send_signal(signal.SIGKILL)
        said += child.stdout.read()
        child.wait()
        child.stdout.close()
        store = open_store(url)
        assert int(said.split()[-1]) <= whole(store) <= int(said.split()[-1]) + 1
        store.close()


def test_a_killed_writer_leaves_all_or_none(url: str) -> None:
    """What it was told is written is there, and its lock is free."""
    kill_writers(url, 4)


@pytest.mark.soak
@pytest.mark.slow
def test_many_killed_writers_leave_all_or_none(url: str) -> None:
    """The same, at many moments."""
    kill_writers(url, count(10, 60))


def execute(url: str, statement: str) -> None:
    """Without the store."""
    if url.startswith("postgresql:"):
        import psycopg

        with psycopg.connect(url) as server:
            server.execute(statement.encode())
    else:
        with sqlite3.connect(url) as file:
            file.execute(statement)
        file.close()


def test_a_newer_store_is_refused(url: str) -> None:
    """With what to do about it, and without touching it."""
    open_store(url).close()
    execute(url, "INSERT INTO schema_applied (number, at_ms) VALUES (9999, 0)")
    with pytest.raises(StoreError, match=r"schema 9999.*newer Heddle.*Install"):
        open_store(url)
    execute(url, "DELETE FROM schema_applied WHERE number = 9999")
    open_store(url).close()


def with_files(monkeypatch: pytest.MonkeyPatch, more: Mapping[int, str]) -> None:
    known = MappingProxyType({**_schema.files(), **more})
    monkeypatch.setattr(_schema, "files", lambda: known)


def test_an_older_store_is_brought_up_to_date(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, in order, and what it holds stays."""
    store = open_store(url)
    store.write(numbered(1))
    store.close()
    steps = {
        90: "-- a note; with a semicolon\nCREATE TABLE more (name TEXT);",
        91: "INSERT INTO more VALUES ('x');\nALTER TABLE more ADD COLUMN size BIGINT;",
    }
    with_files(monkeypatch, steps)
    for _ in range(2):
        store = open_store(url)
        assert whole(store) == 1
        store.close()
    execute(url, "INSERT INTO more (name, size) VALUES ('y', 5000000000)")


def test_a_step_that_fails_leaves_no_trace(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next start tries it again, mended."""
    with_files(monkeypatch, {90: "CREATE TABLE more (name TEXT);\nCREATE TABLE more (name TEXT)"})
    with pytest.raises(StoreError, match="more"):
        open_store(url)
    with_files(monkeypatch, {90: "CREATE TABLE more (name TEXT)"})
    open_store(url).close()


def test_a_backup_is_of_one_moment_and_becomes_any_store(
    url: str, other_url: str, tmp_path: Path
) -> None:
    """Others write meanwhile; a backup of either kind can be restored to either."""
    store = open_store(url)
    store.write(numbered(1))
    stop = threading.Event()

    def write() -> None:
        number = 1
        while not stop.is_set():
            number += 1
            store.write(numbered(number))

    writer = threading.Thread(target=write)
    writer.start()
    time.sleep(0.2)
    path = str(tmp_path / "backup")
    store.backup(path)
    stop.set()
    writer.join()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert not os.path.exists(f"{path}.part")
    restore(path, other_url)
    copy = open_store(other_url)
    last = whole(copy)
    assert 1 <= last <= whole(store)
    assert copy.jobs() == store.jobs(before=f"j{last + 1}[0]")
    assert copy.events() == store.events(limit=2 * last)
    assert copy.alive()[1] == store.alive()[1][:last]
    copy.write(numbered(last + 1))
    assert whole(copy) == last + 1
    with pytest.raises(UsageError, match="exists already"):
        store.backup(path)
    with pytest.raises(StoreError, match="cannot be written"):
        store.backup(str(tmp_path / "nowhere" / "backup"))
    copy.close()
    store.close()


def test_an_old_backup_becomes_a_new_store(
    url: str, other_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is brought up to date; one of a newer Heddle is refused."""
    path, later = str(tmp_path / "backup"), str(tmp_path / "later")
    store = open_store(url)
    store.write(numbered(1))
    store.backup(path)
    store.close()
    with monkeypatch.context() as patch:
        with_files(patch, {90: "ALTER TABLE thing ADD COLUMN since BIGINT"})
        restore(path, other_url)
        store = open_store(other_url)
        assert whole(store) == 1
        store.backup(later)
        store.close()
    with pytest.raises(StoreError, match=r"the backup .* newer Heddle"):
        restore(later, url)


def test_a_used_store_is_not_restored_to(
    url: str, new_url: Callable[[], str], tmp_path: Path
) -> None:
    """Nor is anything restored from what is no whole backup."""
    path = tmp_path / "backup"
    store = open_store(url)
    store.write(numbered(1))
    store.backup(str(path))
    store.close()
    with pytest.raises(StoreError, match="has something in it"):
        restore(str(path), url)
    content = path.read_bytes()
    bad = {
        b"{}\n": "not a backup",
        b"hello": "not a backup",
        b"": "not a backup",
        b"\xff\xfe": "not a backup",
        content[:20_000]: "not whole|not a backup|cannot be used",
    }
    for text, message in bad.items():
        path.write_bytes(text)
        fresh = new_url()
        with pytest.raises(StoreError, match=message):
            restore(str(path), fresh)
        if os.path.exists(fresh) or "://" in fresh:
            store = open_store(fresh)
            assert whole(store) == 0
            store.close()
    execute(str(tmp_path / "foreign"), "CREATE TABLE other (name TEXT)")
    with pytest.raises(StoreError, match="not a backup"):
        restore(str(tmp_path / "foreign"), new_url())
    with pytest.raises(StoreError, match="cannot be read"):
        restore(str(tmp_path / "none"), new_url())


def test_a_truncated_dump_is_refused_at_every_line(postgres: Server, tmp_path: Path) -> None:
    """Nothing of it is kept."""
    store = open_store(postgres.new_url())
    store.write([job("j1"), event("j1")])
    store.backup(str(tmp_path / "backup"))
    store.close()
    lines = (tmp_path / "backup").read_text().splitlines(keepends=True)
    target = str(tmp_path / "target.db")
    for end in range(1, len(lines)):
        (tmp_path / "part").write_text("".join(lines[:end]))
        with pytest.raises(StoreError, match="not whole"):
            restore(str(tmp_path / "part"), target)
    del lines[max(i for i, line in enumerate(lines) if line.startswith("["))]  # a row
    (tmp_path / "part").write_text("".join(lines))
    with pytest.raises(StoreError, match="not whole"):
        restore(str(tmp_path / "part"), target)
    restore(str(tmp_path / "backup"), target)


def test_a_path_is_a_store_in_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative, absolute, or as an address; only its owner may read it."""
    monkeypatch.chdir(tmp_path)
    open_store("new/folder/a b.db").close()
    path = tmp_path / "new" / "folder" / "a b.db"
    os.symlink(path, "link.db")
    first = open_store(f"sqlite://{path}".replace(" ", "%20"))
    with pytest.raises(StoreError, match=rf"{re.escape(str(path))} is in use by process"):
        open_store("link.db")
    first.write([job("j1")])
    for name in os.listdir(path.parent):
        assert stat.S_IMODE(os.stat(path.parent / name).st_mode) == 0o600, name
    first.close()


SYNCS = r"""
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
static int count;
int fdatasync(int fd) { count++; return syscall(SYS_fdatasync, fd); }
int fsync(int fd) { count++; return syscall(SYS_fsync, fd); }
__attribute__((destructor)) static void told(void) { printf("%d\n", count); }
"""


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    """Every write does, so that one which has returned survives a loss of power."""
    (tmp_path / "syncs.c").write_text(SYNCS)
    library = tmp_path / "syncs.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, tmp_path / "syncs.c"], check=True)
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path / "a.db"), "50"],
        env={**SAME_PYTHON, "LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout.split()[-1]) >= 50


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://me:secret@host/x", r"no store 'mysql'.*sqlite:///path.*postgresql://"),
        ("sqlite://host/x.db", "names no file"),
        ("sqlite://", "names no file"),
        ("", "names no file"),
        ("/tmp/", "names no file"),
        ("postgresql://me:secret@[host", "cannot be read"),
    ],
)
def test_a_wrong_address_is_refused_with_the_right_ones(url: str, message: str) -> None:
    """And a password in it is not shown."""
    with pytest.raises(UsageError, match=message) as refused:
        open_store(url)
    assert "secret" not in str(refused.value)


def test_what_is_no_store_is_left_alone(tmp_path: Path) -> None:
    """A file of somebody else's, and a place where none can be."""
    (tmp_path / "text").write_text("hello " * 1000)
    with pytest.raises(StoreError, match=r"not a database\. Name another file"):
        open_store(str(tmp_path / "text"))
    assert (tmp_path / "text").read_text() == "hello " * 1000
    with pytest.raises(StoreError, match="Name a file in a folder of yours"):
        open_store(str(tmp_path / "text" / "x.db"))


def test_a_server_that_is_away_is_said(tmp_path: Path) -> None:
    """Without the password."""
    with pytest.raises(StoreError, match=r"does not answer.*See whether the server runs") as away:
        open_store(f"postgresql://me:secret@/x?host={tmp_path}")
    assert "secret" not in str(away.value)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With how to get it."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match=r"psycopg: pip install 'heddle-xpu\[postgres]'"):
        open_store("postgresql://host/x")


def test_a_server_that_was_started_again_is_found(postgres: Server) -> None:
    """What failed is written again, once: also if only the answer to it was lost."""
    url = postgres.new_url()
    store = open_store(url)
    assert store.write([job("j1"), event("j1")]) == 1
    assert ids(store.jobs()) == ["j1"]
    postgres.crash()
    with pytest.raises(StoreError, match="does not answer"):
        store.jobs()
    assert ids(store.jobs()) == ["j1"]
    changes: list[Change] = [job("j2"), event("j2")]
    with pytest.raises(StoreError):
        store.write(changes)
    assert store.write(changes) == 2
    with pytest.raises(StoreError, match="in use by"):
        open_store(url)

    class Lost(PostgresSession):
        def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
            found = super().rows(sql, values)
            if sql == "COMMIT":
                self.close()
                raise StoreError("the connection was lost")
            return found

    assert isinstance(store, PostgresStore)
    assert isinstance(store._writer, PostgresSession)
    store._writer.__class__ = Lost
    changes = [job("j3"), event("j3")]
    with pytest.raises(StoreError, match="was lost"):
        store.write(changes)
    assert store.write(changes) == 3
    assert [each.subject for each in store.events()] == ["j1", "j2", "j3"]
    assert sum(store.count_jobs().values()) == 3
    store.close()


def test_a_server_that_another_has_had_meanwhile_is_not_written_to(postgres: Server) -> None:
    """The process must begin anew, from what is there now."""
    url = postgres.new_url()
    store = open_store(url)
    store.write([job("j1")])
    postgres.crash()
    with pytest.raises(StoreError):
        store.write([job("j2")])
    second = open_store(url)
    with pytest.raises(StoreError, match="in use by"):
        store.write([job("j2")])
    second.write([job("j2"), event("j2")])
    second.close()
    with pytest.raises(StoreChangedError, match="Restart this one"):
        store.write([job("j2")])
    store.close()
