"""The jobs that are not over: their states, dependencies, and pending writes."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from heddle.cluster.bands import Served
from heddle.cluster.waiting_line import WaitingLine
from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.model.record import CANCELLED, DONE, WAITING, AttemptRecord, JobRecord
from heddle.store.base import Change, Event


@dataclass(slots=True)
class LiveJob:
    """A job that is not over."""

    record: JobRecord
    job: Job
    attempt: AttemptRecord | None = None  #: the one that is alive
    waits_for: set[str] = field(default_factory=set)  #: jobs that must be done first
    failures: int = 0  #: attempts that failed by themselves
    lost: int = 0  #: attempts that went away
    port: int = 0  #: that the node chose for a replica; 0: the one that it was given
    unready: int = 0  #: attempts of which nothing ever ran: they could not be started
    served: Served | None = None  #: by its attempts so far, if it resumes
    has_run: bool = False  #: in an attempt before


class Book:
    """`find` is asked for jobs that are over."""

    def __init__(self, find: Callable[[str], JobRecord | None]) -> None:
        self._find = find
        self._live: dict[str, LiveJob] = {}
        self._arrays: dict[str, set[str]] = {}  # those of their members that are not over
        self._followers: dict[str, list[str]] = {}  # jobs that wait for a job to be done
        self._due: list[tuple[int, str]] = []  # when a job must be looked at again
        self.open: Counter[str] = Counter()  #: how many are not over, by organisation
        self.line = WaitingLine()  #: those that could start, if there were room
        self.changes: list[Change] = []
        self.dirty = False  #: whether a cycle could find something

    def __iter__(self) -> Iterator[LiveJob]:
        return iter(list(self._live.values()))

    def get(self, job_id: str) -> LiveJob | None:
        return self._live.get(job_id)

    def must(self, job_id: str) -> LiveJob:
        """:raises UsageError: if it is not there, or over"""
        live = self._live.get(job_id)
        if live is None:
            record = self._find(job_id)
            if record is None:
                raise UsageError(f"there is no job {job_id!r}. `heddle job ls -a` lists all.")
            raise UsageError(f"{job_id} is over: it is {record.state}.")
        return live

    def add(self, record: JobRecord, job: Job, waits_for: Iterable[str] = ()) -> LiveJob:
        live = self._live[record.id] = LiveJob(record, job, None, set(waits_for))
        self.open[organisation_of(record.tenant)] += 1
        if array := array_of(record.id):
            self._arrays.setdefault(array, set()).add(record.id)
        for each in live.waits_for:
            self._followers.setdefault(each, []).append(record.id)
        return live

    def not_over(self, job_id: str) -> set[str]:
        """The job, or the members of the array, as far as they are not over."""
        return {job_id} if job_id in self._live else set(self._arrays.get(job_id, ()))

    def to_wait_for(self, job_id: str) -> set[str]:
        """Those that are not over; the others were done.

        :raises UsageError: if one never will be; it goes on after the job's name
        """
        left = self.not_over(job_id)
        if job_id in left:
            return left
        first = self._live.get(f"{job_id}[0]")
        record = first.record if first else self._find(job_id) or self._find(f"{job_id}[0]")
        if record is None:
            raise UsageError("and there is no such job.")
        names = [job_id]
        if record.id != job_id:
            names = [f"{job_id}[{i}]" for i in range(int(record.spec["members"]))]
        for name in names:
            over = None if name in left else self._find(name)
            if over is not None and over.state != DONE:
                which = "which" if name == job_id else f"of which {name}"
                raise UsageError(f"{which} is {over.state}.")
        return left

    def line_up(self, live: LiveJob) -> None:
        """It waits for room, if for nothing else; in the line once, however often this is said."""
        could = live.record.state == WAITING and not live.waits_for and live.attempt is None
        if could and live.record.id not in self.line:
            self.line.add(live.job, live.served)
            self.dirty = True

    def leave_line(self, job_id: str) -> None:
        if job_id in self.line:
            self.line.remove(job_id)

    def again(self, live: LiveJob, now_ms: int, at_ms: int, reason: Mapping[str, Any]) -> None:
        """It waits for another attempt."""
        live.record = replace(live.record, state=WAITING, not_before_ms=at_ms, reason=reason)
        self.write(live, "waiting", now_ms)
        if at_ms > now_ms:
            self.look_at(at_ms, live)
        else:
            self.line_up(live)

    def finish(
        self,
        live: LiveJob,
        state: str,
        now_ms: int,
        exit_code: int | None = None,
        reason: Mapping[str, Any] | None = None,
        actor: str = "heddle",
    ) -> JobRecord:
        """It is over. Jobs that wait for it may start, or never can."""
        live.record = replace(
            live.record, state=state, ended_ms=now_ms, exit_code=exit_code, reason=reason or {}
        )
        job_id = live.record.id
        del self._live[job_id]
        self.open[organisation_of(live.record.tenant)] -= 1
        if array := array_of(job_id):
            self._arrays[array].discard(job_id)
            if not self._arrays[array]:
                del self._arrays[array]
        self.write(live, state, now_ms, actor)
        for follower in self._followers.pop(job_id, ()):
            other = self._live.get(follower)
            if other is None:
                continue
            if state == DONE:
                other.waits_for.discard(job_id)
                self.line_up(other)
            else:
                why = {"code": "after", "text": f"{job_id} is {state}"}
                self.finish(other, CANCELLED, now_ms, reason=why)
        return live.record

    def look_at(self, at_ms: int, live: LiveJob) -> None:
        heapq.heappush(self._due, (at_ms, live.record.id))

    def due_ms(self) -> int | None:
        return self._due[0][0] if self._due else None

    def due(self, now_ms: int) -> Iterator[LiveJob]:
        """Those whose time has come."""
        while self._due and self._due[0][0] <= now_ms:
            _, job_id = heapq.heappop(self._due)
            if (live := self._live.get(job_id)) is not None:
                yield live

    def write(
        self, live: LiveJob, what: str, now_ms: int, actor: str = "heddle", detail: str = ""
    ) -> None:
        self.changes.append(live.record)
        self.note(live, what, now_ms, actor, detail)

    def note(
        self, live: LiveJob, what: str, now_ms: int, actor: str = "heddle", detail: str = ""
    ) -> None:
        told = {"text": detail} if detail else {}
        record = live.record
        self.changes.append(Event(now_ms, "job", record.id, what, record.tenant, actor, told))


def array_of(job_id: str) -> str:
    """j7 of j7[3]; nothing for a job that is not a member."""
    array, bracket, _ = job_id.partition("[")
    return array if bracket else ""


def job_of(attempt_id: str) -> str:
    """The id of the job that an attempt is of."""
    return attempt_id.rpartition(".")[0]


def organisation_of(tenant: str) -> str:
    """The tenant of the first level that it is, or is below."""
    return tenant.partition("/")[0]
