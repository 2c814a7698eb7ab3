"""A store that cannot be written for a while: who asks is told why, what runs goes on, and nothing
is lost or done twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle.client.client import Client
from heddle.client.wire import ServerFailedError
from heddle.control import loop as looping
from heddle.errors import StoreChangedError, StoreError
from heddle.front.front import Front
from heddle.store.base import Event
from heddle.store.sqlite import SqliteStore
from tests.api_world import ApiWorld, one, served, service
from tests.world import eventually


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ApiWorld]:
    monkeypatch.setattr(looping, "AGAIN_S", 0.05)
    with ApiWorld(tmp_path) as made:
        made.tenant("acme")
        yield made


def pages(world: ApiWorld, most: int) -> None:
    """As a disk that has room for so many pages of the file."""
    assert isinstance(world.store, SqliteStore)
    world.store._writer.rows(f"PRAGMA max_page_count = {most}")


def fill(world: ApiWorld) -> Any:
    """Asks until there is no room any more; gives the answer that says so."""
    pages(world, 1)  # as many as there are
    for _ in range(200):
        answer = world.ask("POST", "/v1/jobs", json={"jobs": [one(command=["x" * 5000])]})
        if answer.status_code != 201:
            return answer
    raise AssertionError("it never becomes full")


def test_a_full_disk_is_said_and_what_runs_goes_on(world: ApiWorld) -> None:
    ann = world.token("ann", "acme")
    (runs,) = world.submit(one("runs"))
    world.until(runs, "running")

    # 1. The first to notice is told that it may be done later, the others that it is not.
    first = fill(world)
    assert first.status_code == 507
    assert first.headers["content-type"] == "application/problem+json"
    assert first.headers["retry-after"]
    said = first.json()["detail"]
    assert "store.db cannot be used: database or disk is full. Make room on its disk." in said
    assert "look before you repeat it" in said
    late = world.ask("POST", "/v1/jobs", json={"jobs": [one("late")]})
    assert late.status_code == 507
    assert "nothing is accepted or changed; running jobs continue" in late.json()["detail"]

    # 2. A tenant does not learn where it is.
    theirs = world.ask("POST", "/v1/jobs", ann, json={"jobs": [one("theirs")]})
    assert theirs.status_code == 507
    assert "is full. Ask an administrator to make room on it." in theirs.json()["detail"]
    assert str(world.folder) not in theirs.text

    # 3. What is kept can be read; a job that ends meanwhile is not forgotten.
    assert world.state(runs) == "running"
    world.engine.end(f"{runs}.1", 0)
    assert world.get("/v1/jobs").status_code == 200

    # 4. There is room again: it goes on by itself, and nothing is there twice.
    pages(world, 10_000)
    world.until(runs, "done")
    jobs = world.get("/v1/jobs?limit=1000").json()["jobs"]
    assert "late" not in [job["name"] for job in jobs]
    assert sum(job["name"] == "theirs" for job in jobs) == 0
    events = [e for e in world.store.events() if (e.subject, e.what) == (runs, "done")]
    assert len(events) == 1
    world.submit(one("after"))


def test_the_command_line_prints_what_to_do(world: ApiWorld) -> None:
    fill(world)
    with (
        served(world) as (host, port),
        Client(f"http://{host}:{port}", world.admin) as client,
        pytest.raises(ServerFailedError) as raised,
    ):
        client.submit([one("late")])
    assert "failed (507)" in str(raised.value)
    assert "Make room on its disk." in str(raised.value)
    assert "server.log" not in str(raised.value)
    pages(world, 10_000)
    assert eventually(lambda: world.loop.trouble is None)


def test_the_front_goes_on_when_the_store_is_back(world: ApiWorld) -> None:
    """Also one that was started meanwhile."""
    fill(world)
    with Front(world.loop):
        pages(world, 10_000)
        assert eventually(lambda: world.loop.trouble is None)
        spec = service("chat", command=["x"])
        assert world.ask("PUT", "/v1/services/chat", json=spec).status_code == 201
        port = "/v1/services/chat"
        assert eventually(lambda: world.get(port).json()["port"] > 0), "it listens"
        pages(world, 1)
        fill(world)
    assert world.loop.trouble is not None, "it ends all the same"
    pages(world, 10_000)
    assert eventually(lambda: world.loop.trouble is None)


def test_a_loop_that_is_ended_does_not_wait_for_the_store(world: ApiWorld) -> None:
    fill(world)
    world.loop.stop()
    assert world.loop.trouble is not None


def test_another_server_has_written(world: ApiWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in memory is no longer the truth."""

    def changed(_: object) -> int:
        raise StoreChangedError("another server has written")

    monkeypatch.setattr(world.store, "write", changed)
    world.loop.ask(lambda core: core.keep(Event(1, "node", "one", "seen")))
    assert eventually(world.failed.is_set)
    world.failed.clear()  # it is what was expected


def test_nobody_waits_for_a_store_that_is_away(
    world: ApiWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> Any:
        raise StoreError("the store db1 does not answer. See whether the server runs.")

    with monkeypatch.context() as patched:
        for name in ("write", "job", "jobs"):
            patched.setattr(world.store, name, away)
        answer = world.get("/v1/jobs")
        assert answer.status_code == 503
        assert "db1 does not answer. See whether the server runs." in answer.json()["detail"]
        answer = world.ask("POST", "/v1/tenants", json={"path": "other"})
        assert answer.status_code == 503
        assert "db1 does not answer" in answer.json()["detail"]
        assert world.loop.trouble is not None
    assert eventually(lambda: world.loop.trouble is None)
    tenants = world.get("/v1/tenants").json()["tenants"]
    assert "other" in [tenant["path"] for tenant in tenants], "it had begun"
