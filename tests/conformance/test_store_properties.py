"""Any changes in any order: a store answers as plain dictionaries would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from unittest import mock

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from heddle.model.record import (
    ALIVE,
    ATTEMPT_STATES,
    FINAL,
    JOB_STATES,
    AttemptRecord,
    JobRecord,
    Place,
)
from heddle.store import _sql, open_store
from heddle.store._records import job_key
from heddle.store.base import Change, Event, Gone, JobFilter, Thing

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6)
NAMES = st.one_of(st.sampled_from(["Train", "train_%", "j1", "ß"]), TEXTS)
TENANTS = st.sampled_from(["a", "a/b", "a/b/c", "a0", "ab", "A", "b", ""])
USERS = st.sampled_from(["ann", "bob"])
VALUES = st.dictionaries(
    st.text(max_size=3),
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False)
        | st.text(max_size=3),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner),
        max_leaves=4,
    ),
    max_size=3,
)
JOB_IDS = st.builds("j{}{}".format, st.integers(1, 12), st.sampled_from(["", "[0]", "[2]", "[11]"]))
NUMBERS = st.integers(-(2**63), 2**63 - 1)
PLACES = st.builds(
    Place,
    TEXTS,
    st.lists(st.tuples(TEXTS, st.integers(1, 1000)), max_size=2).map(tuple),
    NUMBERS,
)
JOBS = st.builds(
    JobRecord, JOB_IDS, NAMES, TENANTS, USERS, VALUES, st.sampled_from(JOB_STATES),
    exit_code=st.none() | NUMBERS, submitted_ms=NUMBERS, reason=VALUES,
)  # fmt: skip
ATTEMPTS = st.builds(
    lambda job, number, state, places: AttemptRecord(
        f"{job}.{number}", job, number, "local", 0, tuple(places), state
    ),
    JOB_IDS, st.integers(1, 3), st.sampled_from(ATTEMPT_STATES), st.lists(PLACES, max_size=2),
)  # fmt: skip
KINDS, THING_IDS = st.sampled_from(["node", "token"]), st.sampled_from(["n1", "n20", "x"])
EVENTS = st.builds(Event, NUMBERS, KINDS, JOB_IDS, TEXTS, TENANTS, TEXTS, VALUES)
CHANGES = st.one_of(
    JOBS, ATTEMPTS, EVENTS, st.builds(Thing, KINDS, THING_IDS, VALUES),
    st.builds(Gone, KINDS, THING_IDS),
)  # fmt: skip
FILTERS = st.builds(
    JobFilter,
    st.none() | st.lists(st.sampled_from(JOB_STATES)).map(tuple),
    st.none() | TENANTS,
    st.none() | USERS,
    st.none() | NAMES | st.sampled_from(["1", "j", "[", "]", "j1[", "2[1"]),
)


def below(tenant: str, path: str | None) -> bool:
    return path is None or tenant == path or tenant.startswith(f"{path}/")


def fits(job: JobRecord, which: JobFilter) -> bool:
    text = (which.text or "").casefold()
    return (
        (which.states is None or job.state in which.states)
        and below(job.tenant, which.tenant)
        and which.user in (None, job.user)
        and (text in job.id or text in job.name.casefold())
    )


def place_in_order(job_id: str) -> tuple[int, int]:
    number, member = job_key(job_id) or (0, 0)
    return -number, member


class Machine(RuleBasedStateMachine):
    """The store beside its model."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.store = open_store(url)
        self.jobs: dict[str, JobRecord] = {}
        self.attempts: dict[tuple[str, int], AttemptRecord] = {}
        self.things: dict[tuple[str, str], Thing] = {}
        self.events: list[Event] = []
        self.numbers: Counter[str] = Counter()

    @rule(changes=st.lists(CHANGES, max_size=8))
    def write(self, changes: list[Change]) -> None:
        for change in changes:
            match change:
                case JobRecord():
                    self.jobs[change.id] = change
                    number = -place_in_order(change.id)[0]
                    self.numbers["job"] = max(number, self.numbers["job"])
                case AttemptRecord():
                    self.attempts[change.job, change.number] = change
                case Event():
                    self.events.append(replace(change, number=len(self.events) + 1))
                case Thing():
                    self.things[change.kind, change.id] = change
                    number = int(change.id.strip("nx") or 0)
                    self.numbers[change.kind] = max(number, self.numbers[change.kind])
                case Gone():
                    self.things.pop((change.kind, change.id), None)
        assert self.store.write(changes) == len(self.events)

    @rule(
        which=FILTERS,
        before=st.none() | JOB_IDS,
        limit=st.integers(0, 10),
        few=st.sampled_from([0, 3000]),  # few and many are sought in different ways
    )
    def seek(self, which: JobFilter, before: str | None, limit: int, few: int) -> None:
        fitting = [job for job in self.jobs.values() if fits(job, which)]
        assert self.store.count_jobs(which) == Counter(job.state for job in fitting)
        page = sorted(
            (
                job
                for job in fitting
                if before is None or place_in_order(job.id) > place_in_order(before)
            ),
            key=lambda job: place_in_order(job.id),
        )
        with mock.patch.object(_sql, "FEW", few):
            assert self.store.jobs(which, before=before, limit=limit) == page[:limit]

    @rule(
        after=st.integers(0, 20),
        limit=st.integers(0, 10),
        kind=st.none() | KINDS,
        subject=st.none() | JOB_IDS,
        tenant=st.none() | TENANTS,
    )
    def follow(
        self, after: int, limit: int, kind: str | None, subject: str | None, tenant: str | None
    ) -> None:
        expected = [
            event
            for event in self.events[after:]
            if kind in (None, event.kind)
            and subject in (None, event.subject)
            and below(event.tenant, tenant)
        ]
        told = self.store.events(after, limit=limit, kind=kind, subject=subject, tenant=tenant)
        assert told == expected[:limit]

    @rule(job_id=JOB_IDS, kind=KINDS, thing_id=THING_IDS)
    def look(self, job_id: str, kind: str, thing_id: str) -> None:
        assert self.store.job(job_id) == self.jobs.get(job_id)
        tried = sorted(number for job, number in self.attempts if job == job_id)
        assert self.store.attempts(job_id) == [self.attempts[job_id, number] for number in tried]
        kept = {name: thing.value for (its, name), thing in self.things.items() if its == kind}
        assert self.store.things(kind) == kept
        assert self.store.thing(kind, thing_id) == kept.get(thing_id)
        for numbered in ("job", kind):
            assert self.store.last_number(numbered) == self.numbers[numbered]

    @rule()
    def start_again(self) -> None:
        self.store.close()
        self.store = open_store(self.url)
        jobs, attempts = self.store.alive()
        alive = [job for job in self.jobs.values() if job.state not in FINAL]
        assert jobs == sorted(alive, key=lambda job: job_key(job.id) or (0, 0))
        running = [each for each in self.attempts.values() if each.state in ALIVE]
        assert attempts == sorted(running, key=lambda each: (job_key(each.job), each.number))

    def teardown(self) -> None:
        self.store.close()


def test_a_store_answers_as_its_model(new_url: Callable[[], str]) -> None:
    """Whatever was written before, and however often it was started again."""

    class Fresh(Machine):
        def __init__(self) -> None:
            super().__init__(new_url())

    run_state_machine_as_test(
        Fresh,
        settings=settings(
            max_examples=20,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
