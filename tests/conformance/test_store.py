"""Every store keeps, finds and counts alike."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from heddle.errors import StoreError, UsageError
from heddle.model.record import (
    CANCELLED,
    DONE,
    ENDED,
    FAILED,
    HELD,
    LOST,
    RUNNING,
    STARTING,
    STOPPING,
    WAITING,
    AttemptRecord,
    JobRecord,
    Place,
)
from heddle.store import open_store
from heddle.store.base import Event, Gone, JobFilter, Store, Thing


def job(job_id: str, state: str = WAITING, **more: Any) -> JobRecord:
    given: dict[str, Any] = {"name": "n", "tenant": "acme", "user": "ann", "spec": {}, **more}
    return JobRecord(job_id, state=state, **given)


def attempt(job_id: str, number: int, state: str = STARTING, **more: Any) -> AttemptRecord:
    return AttemptRecord(f"{job_id}.{number}", job_id, number, "local", 0, (), state, **more)


def event(subject: str, what: str = "submitted", **more: Any) -> Event:
    return Event(1, more.pop("kind", "job"), subject, what, **more)


def ids(jobs: list[JobRecord]) -> list[str]:
    return [each.id for each in jobs]


def found(store: Store, **which: Any) -> set[str]:
    """What jobs() gives, which must be as many as count_jobs() says."""
    jobs = store.jobs(JobFilter(**which))
    assert sum(store.count_jobs(JobFilter(**which)).values()) == len(jobs)
    return set(ids(jobs))


def test_records_come_back_as_they_were(store: Store) -> None:
    """With every field, any text, and what is absent."""
    places = (
        Place("n1", (("cuda@0", 1000), ("cuda@1", 250)), 4000, 8192),
        Place("n2"),
    )
    whole = JobRecord(
        "j1", "名 'n\" %", "a/b", "ü", {"run": ["x", {"y": None}], "t": "\0 \ud800"}, RUNNING, -7,
        1, 2, 3, 4, -9, {"code": "no-room", "text": "…"}, 5,
    )  # fmt: skip
    tried = AttemptRecord("j1.4", "j1", 4, "local", 1, places, ENDED, 5, 6, 1, "preempted")
    told = Event(7, "job", "j1", "ended", "a/b", "ü", {"list": [1, 2.5, True]})
    store.write([whole, tried, Thing("node", "n1", {"up": True}), told, job("j2")])
    assert store.job("j1") == whole
    assert store.job("j2") == job("j2")
    assert store.attempts("j1") == [tried]
    assert store.thing("node", "n1") == {"up": True}
    assert store.thing_ids("node") == ["n1"]
    assert store.events() == [replace(told, number=1)]


def test_what_is_not_there_is_none(store: Store) -> None:
    """Whatever is asked for."""
    assert store.write([]) == 0
    for job_id in ("j1", "j1[2]", "j01", "x", "", "j99999999999999999999", "j1\0", "j-1"):
        assert store.job(job_id) is None
    assert store.jobs() == []
    assert store.count_jobs() == {}
    assert store.attempts("j1") == []
    assert store.alive() == ([], [])
    assert store.thing("node", "n1") is None
    assert store.things("node") == {}
    assert store.thing_ids("node") == []
    assert store.events() == []
    assert store.last_number("job") == 0


def test_the_last_of_two_changes_counts(store: Store) -> None:
    """In one write, and in two."""
    one, other = Thing("node", "n1", {"is": 1}), Thing("node", "n1", {"is": 2})
    store.write([job("j1"), job("j1", RUNNING, spec={"a": 1}), one, Gone("node", "n1"), other])
    assert store.count_jobs() == {RUNNING: 1}
    assert store.thing("node", "n1") == {"is": 2}
    store.write([job("j1", DONE, name="m", tenant="b"), other, Gone("node", "n1")])
    assert store.jobs() == [job("j1", DONE, name="m", tenant="b")]
    assert store.count_jobs() == {DONE: 1}
    assert store.count_jobs(JobFilter(tenant="acme")) == {}
    assert store.thing("node", "n1") is None


def test_jobs_are_sorted_by_number(store: Store) -> None:
    """The newest first; the members of an array behind it, in their order."""
    order = ["j10", "j9", "j7", "j7[0]", "j7[2]", "j7[10]", "j2"]
    for each in ["j7[10]", "j9", "j2", "j7[2]", "j10", "j7", "j7[0]"]:
        store.write([job(each, DONE if each in ("j9", "j7") else WAITING)])
    assert ids(store.jobs()) == order
    assert ids(store.jobs(limit=3)) == order[:3]
    assert store.jobs(limit=0) == store.jobs(limit=-1) == []
    for at, last in enumerate(order):
        assert ids(store.jobs(before=last, limit=2)) == order[at + 1 : at + 3]
    assert ids(store.jobs(before="j8")) == order[2:]  # which is no job
    assert ids(store.jobs(before="j7[5]")) == order[5:]
    assert ids(store.jobs(JobFilter(states=(DONE,)), before="j9")) == ["j7"]
    assert ids(store.alive()[0]) == ["j2", "j7[0]", "j7[2]", "j7[10]", "j10"]
    with pytest.raises(UsageError, match="last one of the page"):
        store.jobs(before="seven")


def test_jobs_are_found_by_state(store: Store) -> None:
    """One, several, none."""
    states = (HELD, WAITING, STARTING, RUNNING, STOPPING, DONE, FAILED, CANCELLED)
    store.write([job(f"j{number}", state) for number, state in enumerate(states)])
    assert found(store, states=(WAITING,)) == {"j1"}
    assert found(store, states=(DONE, HELD, DONE)) == {"j0", "j5"}
    assert found(store, states=()) == found(store, states=("lost",)) == set()
    assert len(found(store)) == 8
    assert store.count_jobs(JobFilter(states=(DONE, HELD))) == {DONE: 1, HELD: 1}
    assert len(store.alive()[0]) == 5


def test_jobs_are_found_by_tenant_and_user(store: Store) -> None:
    """A tenant with all below it, and nobody whose name only begins alike."""
    tenants = ["acme", "acme/vision", "acme/vision/x", "acme2", "acme-2", "Acme/vision", "acme0"]
    store.write([job(f"j{number}", tenant=name) for number, name in enumerate(tenants)])
    assert found(store, tenant="acme") == {"j0", "j1", "j2"}
    assert found(store, tenant="acme/vision") == {"j1", "j2"}
    assert found(store, tenant="acme/v") == found(store, tenant="acme/") == set()
    store.write([job("j1", user="bob", tenant="acme/vision")])
    assert found(store, user="bob") == {"j1"}
    assert found(store, user="bob", tenant="acme", states=(WAITING,)) == {"j1"}
    assert found(store, user="bob", tenant="acme2") == found(store, user="bo") == set()
    store.write([job("j2", user="bob@acme", tenant="acme"), job("j3", user="bobby", tenant="acme")])
    assert found(store, called="bob") == {"j1", "j2"}
    assert found(store, called="bob", tenant="acme/vision") == {"j1"}
    assert found(store, user="bob@acme") == found(store, called="bob@acme") == {"j2"}


def test_jobs_are_found_by_text(store: Store) -> None:
    """In the name or id, whatever the case; every character means itself."""
    names = ["Train 100%", "train_x", "trainsx", "STRASSE", "名前", "a!b"]
    store.write([job(f"j{number}", name=name) for number, name in enumerate(names, 11)])
    assert found(store, text="TRAIN") == {"j11", "j12", "j13"}
    assert found(store, text="0%") == {"j11"}
    assert found(store, text="n_x") == {"j12"}
    assert found(store, text="straße") == {"j14"}
    assert found(store, text="前") == {"j15"}
    assert found(store, text="!") == {"j16"}
    assert found(store, text="J1") == found(store, text="") == found(store)
    assert found(store, text="12") == {"j12"}
    assert found(store, text="j12 ") == found(store, text="x" * 100_000) == set()


def test_members_of_an_array_are_found(store: Store) -> None:
    members = [job(f"j7[{i}]", DONE if i % 2 else WAITING) for i in range(12)]
    store.write([job("j6"), *members, job("j71[0]")])
    assert ids(store.jobs(JobFilter(array="j7"), limit=3)) == ["j7[0]", "j7[1]", "j7[2]"]
    assert ids(store.jobs(JobFilter(array="j7"), before="j7[9]")) == ["j7[10]", "j7[11]"]
    assert found(store, array="j7", states=(DONE,)) == {f"j7[{i}]" for i in range(1, 12, 2)}
    assert found(store, array="j7", tenant="other") == set()
    for none in ("j6", "j7[1]", "j99", "rubbish", ""):
        assert found(store, array=none) == set()


def test_attempts_are_sorted_and_alive_until_they_end(store: Store) -> None:
    """What a new start must know, and not more."""
    store.write([job("j1", RUNNING), *(attempt("j1", n, LOST) for n in (10, 2, 1))])
    store.write(
        [attempt("j1", 11, RUNNING), job("j2[1]", STARTING), attempt("j2[1]", 1), job("j2")]
    )
    assert [each.number for each in store.attempts("j1")] == [1, 2, 10, 11]
    jobs, attempts = store.alive()
    assert ids(jobs) == ["j1", "j2", "j2[1]"]
    assert [each.id for each in attempts] == ["j1.11", "j2[1].1"]
    store.write([job("j1", DONE), attempt("j1", 11, ENDED)])
    assert [each.id for each in store.alive()[1]] == ["j2[1].1"]


def test_events_are_numbered_and_found(store: Store) -> None:
    """From one on, without a gap; a tenant with all below it."""
    assert store.write([event("j1", tenant="a"), job("j1"), event("j2", tenant="a/b")]) == 2
    assert store.write([event("n1", "joined", kind="node", actor="ann", tenant="ab")]) == 3
    assert store.write([job("j3")]) == 3
    assert [each.number for each in store.events()] == [1, 2, 3]
    assert [each.subject for each in store.events(1)] == ["j2", "n1"]
    assert [each.subject for each in store.events(limit=1)] == ["j1"]
    assert [each.subject for each in store.events(kind="node")] == ["n1"]
    assert [each.subject for each in store.events(subject="j2", kind="job")] == ["j2"]
    assert [each.subject for each in store.events(tenant="a")] == ["j1", "j2"]
    assert [each.subject for each in store.events(1, tenant="a", limit=0)] == []
    assert store.events(3) == store.events(10**18) == []


def test_numbers_are_never_given_twice(url: str) -> None:
    """Also when what had the greatest is gone, and after a new start."""
    store = open_store(url)
    store.write([job("j7[30]"), job("j5"), Thing("token", "t12", {}), Thing("node", "gpu-a", {})])
    store.write([event("j7"), Gone("token", "t12")])
    store.close()
    store = open_store(url)
    assert store.last_number("job") == 7
    assert store.last_number("token") == 12
    assert store.last_number("node") == 0
    assert store.last_number("event") == 1
    assert store.write([event("j7")]) == 2
    store.close()


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        (event("j2", detail={"is": object()}), TypeError),
        (event("j\0"), UsageError),
        (Thing("node", "\ud800", {}), UsageError),
        (Thing("node", "x" * 5000, {}), UsageError),
        (job("k2"), ValueError),
        (attempt("j2", 2**80), (StoreError, OverflowError)),  # found out by the store itself
    ],
)
def test_a_write_that_fails_changes_nothing(store: Store, bad: Any, error: Any) -> None:
    """All or none, and the store goes on."""
    store.write([job("j1", WAITING), event("j1")])
    with pytest.raises(error):
        store.write([job("j1", DONE), job("j2"), Thing("node", "n", {}), event("j2"), bad])
    assert store.jobs() == [job("j1", WAITING)]
    assert store.count_jobs() == {WAITING: 1}
    assert store.things("node") == {}
    assert store.last_number("job") == store.last_number("event") == 1
    assert store.write([job("j2"), event("j2")]) == 2


def test_what_cannot_be_sought_is_said(store: Store) -> None:
    """A request with such a text is the asker's mistake, not the store's."""
    for which in ({"text": "\0"}, {"tenant": "\ud800"}, {"user": "\0"}, {"states": ("\0",)}):
        with pytest.raises(UsageError, match="character"):
            store.jobs(JobFilter(**which))
    with pytest.raises(UsageError, match="NUL"):
        store.thing("node", "\0")


def test_large_writes_are_one_write(store: Store) -> None:
    """An array of many members."""
    store.write([job(f"j1[{number}]") for number in range(2500)])
    store.write([job(f"j1[{number}]", CANCELLED) for number in range(2500)])
    assert store.count_jobs() == {CANCELLED: 2500}
    assert ids(store.jobs(before="j1[1999]", limit=1)) == ["j1[2000]"]


def test_readers_see_complete_writes_only(store: Store) -> None:
    """From any thread, while the writer goes on."""
    stop = threading.Event()
    torn: list[object] = []

    def look() -> None:
        while not stop.is_set():
            jobs, attempts = store.alive()
            seen = {each.attempts for each in jobs} | {each.started_ms for each in attempts}
            torn.extend(seen if len(seen) > 1 else [])
            if sum(store.count_jobs().values()) not in (0, 3):
                torn.append("count")

    readers = [threading.Thread(target=look) for _ in range(3)]
    for reader in readers:
        reader.start()
    for moment in range(100):
        jobs = [job(f"j{number}", (RUNNING, WAITING)[moment % 2]) for number in range(3)]
        tried = [attempt("j1", 1, RUNNING, started_ms=moment)]
        store.write([*(replace(each, attempts=moment) for each in jobs), *tried])
    stop.set()
    for reader in readers:
        reader.join()
    assert torn == []


def test_a_store_has_one_writer(url: str) -> None:
    """The second is told who it is."""
    import os

    first = open_store(url)
    with pytest.raises(StoreError, match=rf"in use by .*\b{os.getpid()}\b.* End it"):
        open_store(url)
    first.close()
    open_store(url).close()


def test_a_closed_store_says_so(url: str) -> None:
    """Closing twice is fine."""
    store = open_store(url)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.jobs()
    with pytest.raises(StoreError):
        store.write([job("j1")])


def test_stores_do_not_meet(new_url: Callable[[], str]) -> None:
    """Two are open at once, each with its own."""
    one, other = open_store(new_url()), open_store(new_url())
    one.write([job("j1")])
    assert other.jobs() == []
    one.close()
    other.close()
