"""Many thousands of jobs, and nobody waits."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from heddle.model.record import DONE, FAILED, HELD, RUNNING, STARTING, STOPPING, WAITING, JobRecord
from heddle.store import open_store
from heddle.store.base import Change, Event, JobFilter, Store
from tests.soak import count

JOBS, AT_ONCE = count(20_000, 100_000), 2_000
#: Of every 20 jobs.
STATES = (DONE,) * 12 + (WAITING,) * 6 + (FAILED, RUNNING)
#: Milliseconds, the best of a few. Measured: see docs/internals/store.md.
LIST_MS, COUNT_MS, WRITE_MS = 50.0, 50.0, 100.0

SEARCHES = {
    "all": JobFilter(),
    "one state": JobFilter((RUNNING,)),
    "not over": JobFilter((HELD, WAITING, STARTING, RUNNING, STOPPING)),
    "a large tenant": JobFilter(tenant="org1"),
    "a small tenant": JobFilter(tenant="small"),
    "no tenant": JobFilter(tenant="nobody"),
    "a user": JobFilter(user="user7"),
    "no user": JobFilter(user="nobody"),
    "a text": JobFilter(text="model-12"),
    "no text": JobFilter(text="nothing like it"),
    "all at once": JobFilter((DONE, FAILED), "org1", "user100", "nothing like it"),
}


def new(number: int) -> list[Change]:
    """A job with the event that tells of it: five users in each of a hundred tenants."""
    user = number * 7919 % 500
    tenant = "small" if number % 10_000 == 17 else f"org{user // 50}/team{user // 5 % 10}"
    spec = {"command": ["python", "train.py"], "environment": {"PADDING": "x" * 600}}
    record = JobRecord(
        f"j{number}", f"Train model-{number % 977}", tenant, f"user{user}", spec,
        STATES[number % 20], submitted_ms=number, reason={"text": "y" * 100},
    )  # fmt: skip
    return [record, Event(number, "job", record.id, "submitted", tenant, record.user)]


def milliseconds(
    clock: Callable[[], float], call: Callable[[], object], times: int = 10
) -> list[float]:
    """SQLite's work is this thread's, so its time is that, however busy the machine is."""
    taken = []
    for _ in range(times):
        start = clock()
        call()
        taken.append((clock() - start) * 1000)
    return taken


@pytest.fixture
def full(url: str) -> Iterator[Store]:
    store = open_store(url)
    for first in range(1, JOBS, AT_ONCE):
        store.write([change for number in range(first, first + AT_ONCE) for change in new(number)])
    if url.startswith("postgresql:"):
        import psycopg

        with psycopg.connect(url, autocommit=True) as server:
            server.execute("VACUUM ANALYZE")  # as every server does by itself within a minute
    yield store
    store.close()


@pytest.mark.alone
@pytest.mark.soak
@pytest.mark.slow
def test_a_full_store_answers_at_once(full: Store, url: str) -> None:
    """Lists and counts, whatever they are asked for."""
    clock = time.perf_counter if url.startswith("postgresql:") else time.thread_time
    lists, counts = {}, {}
    for name, which in SEARCHES.items():
        lists[name] = min(milliseconds(clock, partial(full.jobs, which)))
        counts[name] = min(milliseconds(clock, partial(full.count_jobs, which)))
    lists["a page far back"] = min(milliseconds(clock, lambda: full.jobs(before="j100")))
    numbers = iter(range(JOBS + 1, 2 * JOBS, 100))

    def write() -> None:
        first = next(numbers)
        full.write([change for number in range(first, first + 100) for change in new(number)])

    writes = statistics.median(milliseconds(time.perf_counter, write, 30))
    for name in lists:
        print(f"{name:20}list {lists[name]:6.2f} ms   count {counts.get(name, 0):6.2f} ms")
    print(f"write of 100 jobs and 100 events: {writes:.1f} ms")
    assert max(lists.values()) < LIST_MS
    assert max(counts.values()) < COUNT_MS
    assert writes < WRITE_MS
