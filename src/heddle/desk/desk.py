"""The desk: the control loop, and what is remembered beside it for callers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Callable,
    Iterator,
    Sequence,
)
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from heddle.control.book import organisation_of
from heddle.control.core import Core
from heddle.control.loop import Loop
from heddle.control.nodes.device_health import DeviceHealth
from heddle.control.nodes.readings import Readings
from heddle.control.programs import JobPrograms
from heddle.desk.access.auth import Auth, Token
from heddle.desk.access.idempotency import Keys
from heddle.desk.access.limits import TOGETHER, Limits, RequestRates
from heddle.desk.access.tenancy import Tenancy
from heddle.desk.access.tenants import Tenants
from heddle.desk.answers import JobAnswer, of_job
from heddle.desk.counts import Counts
from heddle.desk.errors import BusyError, ForbiddenError, MissingError
from heddle.desk.follow import HEARTBEAT_S, Hub
from heddle.desk.jobs.arrays import as_one
from heddle.desk.jobs.executions import Executions
from heddle.desk.jobs.terminals import Terminals
from heddle.desk.ledger import Ledger
from heddle.desk.node_lines import NodeLines
from heddle.engine.base import Engine
from heddle.errors import StoreError, UsageError
from heddle.model.reason import Reason
from heddle.model.record import FINAL, JobRecord, Place
from heddle.store.base import Event, JobFilter, Store

if TYPE_CHECKING:
    from heddle.desk.access.node_auth import Roll

T = TypeVar("T")
Known = tuple[Reason | None, tuple[Place, ...]]
MOST = 1000  #: of a page


@dataclass(slots=True)
class Desk:
    """The control loop, and what the API remembers beside it."""

    loop: Loop
    auth: Auth
    heartbeat_s: float = HEARTBEAT_S  #: to followers of events
    hub: Hub = field(init=False)
    since_ms: int = field(init=False)
    tenants: Tenants = field(init=False)
    keys: Keys = field(init=False)
    ledger: Ledger = field(init=False)
    counts: Counts = field(default_factory=Counts)
    certificate_ends_ms: int | None = None
    device_health: Callable[[], Sequence[DeviceHealth]] = tuple
    readings: Callable[[], Readings] = dict  #: of the server's own machine
    programs: JobPrograms = field(default_factory=JobPrograms)
    roll: Roll | None = None  #: of registered nodes
    limits: Limits = field(default_factory=Limits)
    rates: RequestRates = field(init=False)  #: for the thread of the event loop
    streams: Counter[str] = field(default_factory=Counter)  #: that are open, by token
    streams_together: Counter[str] = field(default_factory=Counter)  #: by organisation
    terminals: Terminals = field(default_factory=Terminals)
    executions: Executions = field(default_factory=Executions)
    lines: NodeLines = field(default_factory=NodeLines)  #: to members on other nodes
    shared_user: bool = False  #: the operator says that all tenants trust each other
    tenancy: Tenancy = field(init=False)

    def __post_init__(self) -> None:
        self.hub = Hub(self.loop, self.heartbeat_s)
        self.since_ms = self.loop.now_ms()
        self.rates = RequestRates(self.limits)
        self.tenants = Tenants(self.loop.store)
        self.keys = Keys(self.loop.store)
        self.tenancy = Tenancy(self.store, self.loop.engines.values(), shared=self.shared_user)
        self.ledger = Ledger(self.loop.store, self._charges)

    @property
    def store(self) -> Store:
        return self.loop.store

    def now_ms(self) -> int:
        return self.loop.now_ms()

    def latest(self, record: JobRecord) -> tuple[Engine, str]:
        """The engine of a job's last attempt, and the attempt.

        :raises UsageError: if it has none, or of an engine that is not here
        """
        for attempt in reversed(self.store.attempts(record.id)):
            return self.loop.engine_of(attempt), attempt.id
        raise UsageError(f"{record.id} has not begun.")

    def _charges(self, now_ms: int) -> list[Event]:
        return self.loop.ask(lambda core: core.charges(now_ms)).result()

    def apply_quotas(self, core: Core) -> None:
        """For the thread of the loop."""
        quotas = self.tenants.quotas(core.pool.cluster.capacity_amounts())
        core.set_quotas(quotas, self.now_ms())

    async def ask(self, what: Callable[[Core], T]) -> T:
        """The answer of the loop, once its change is durable. A caller that does not wait for it
        any longer takes nothing back: the loop must be able to answer."""
        return await asyncio.shield(asyncio.wrap_future(self.loop.ask(what)))

    async def read(self, what: Callable[[], T]) -> T:
        """Of the store, where that may take a while."""
        return await asyncio.to_thread(what)

    def check_streams(self, caller: Token) -> None:
        """:raises DeskError: if the token has as many open as it may"""
        if not self._may_follow(caller):
            most = self.limits.streams
            rule = f"this token follows {most} streams already, or its organisation"
            more = f"{rule} {TOGETHER * most}. End one first."
            raise BusyError(more, retry_s=10)

    def _may_follow(self, caller: Token) -> bool:
        most, together = self.limits.streams, organisation_of(caller.tenant)
        own, all_together = self.streams[caller.id], self.streams_together[together]
        return not caller.tenant or (own < most and all_together < TOGETHER * most)

    async def flow(
        self, caller: Token, pieces: AsyncGenerator[bytes, None]
    ) -> AsyncIterator[bytes]:
        """The rest of what was begun, counted as open; nothing if there is no room any more."""
        async with aclosing(pieces):
            with self.stream(caller) as has_room:
                if not has_room:
                    return
                async for piece in pieces:
                    yield piece

    @contextmanager
    def stream(self, caller: Token) -> Iterator[bool]:
        """Counts as open meanwhile. False if there is no room any more: of many that come at once
        all may have been told that there is."""
        if not self._may_follow(caller):
            yield False
            return
        counted = (self.streams, caller.id), (self.streams_together, organisation_of(caller.tenant))
        for counter, whose in counted:
            counter[whose] += 1
        try:
            yield True
        finally:
            for counter, whose in counted:
                counter[whose] -= 1
                if not counter[whose]:
                    del counter[whose]

    def job_filter(
        self,
        caller: Token,
        states: Sequence[str] | None = None,
        tenant: str | None = None,
        user: str | None = None,
        text: str | None = None,
        array: str | None = None,
    ) -> JobFilter:
        """Among the jobs that the caller sees. `user` is an id (ann@acme) or, as in 0.1, the name
        of all who are called so."""
        called = user if user is not None and self.auth.is_name(user) else None
        return JobFilter(
            None if states is None else tuple(states),
            tenant or caller.tenant or None,
            None if called else user,
            text,
            array,
            called,
        )

    def job(self, job_id: str, caller: Token) -> JobRecord:
        """:raises DeskError: if it is not there, or not the caller's to see"""
        record = self.store.job(job_id) or self._array(job_id)
        if record is None or not caller.sees(record.tenant):
            raise MissingError(f"there is no job {job_id!r}. `heddle job ls -a` lists all.")
        return record

    def _array(self, job_id: str) -> JobRecord | None:
        """All its members as one."""
        which = JobFilter(array=job_id)
        members = self.store.jobs(which, limit=MOST)
        return as_one(members, self.store.count_jobs(which)) if members else None

    async def known(self, records: Sequence[JobRecord]) -> list[Known]:
        """What the loop knows of each: why it waits, and where it runs."""
        alive = [record.id for record in records if record.state not in FINAL]
        found: dict[str, Known] = {}
        if alive:
            with suppress(StoreError):  # it decides nothing now; what is kept can still be read
                found = await self.ask(
                    lambda core: {each: (core.reason(each), core.places(each)) for each in alive}
                )
        return [found.get(record.id, (None, ())) for record in records]

    async def answers(self, records: Sequence[JobRecord]) -> list[JobAnswer]:
        known = await self.known(records)
        return [of_job(record, *each) for record, each in zip(records, known, strict=True)]


def of_cluster(caller: Token) -> None:
    """:raises DeskError: if the token is for one tenant only"""
    if caller.tenant:
        rule = f"this is about the whole cluster, and the token is for {caller.tenant} only."
        raise ForbiddenError(rule)
