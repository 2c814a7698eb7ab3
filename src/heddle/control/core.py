"""Everything that is decided about jobs, without doing any of it.

What people ask and what engines see goes in; changes for the store and calls for engines come out
(`take`). The caller makes the changes durable before it makes the calls: so an attempt is known
before it can run, and after a crash `recover` carries on from the store and from what engines see.
A job has at most one attempt that is alive, so it never runs twice at the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, TypeVar

from heddle.cluster.cycle import Decision, Rules, decide, next_change_s
from heddle.cluster.explain import Explained, explain
from heddle.cluster.migration.matching import JobMove
from heddle.cluster.migration.moves import Mover
from heddle.cluster.nodes import NodeRow
from heddle.cluster.quota import Quotas
from heddle.cluster.rates.learned import LearnedRates
from heddle.cluster.running import expand, shape_of
from heddle.cluster.why import NEVER
from heddle.control.attempts import CANCEL, MOVED, NODE_LOST, RESIZED, Attempts
from heddle.control.book import Book, LiveJob, array_of, job_of
from heddle.control.calls import Call
from heddle.control.nodes.pool import Pool
from heddle.control.parts import Part
from heddle.control.suspend import Suspensions, pinned
from heddle.engine.base import AttemptStatus, Order
from heddle.errors import UsageError
from heddle.model.job import Job, counted
from heddle.model.reason import Reason
from heddle.model.record import (
    ALIVE,
    CANCELLED,
    HELD,
    RUNNING,
    STARTING,
    STOPPING,
    SUSPENDED,
    WAITING,
    AttemptRecord,
    JobRecord,
    Place,
)
from heddle.store.base import Change, Event

P = TypeVar("P")


class Core:
    """`find` is asked for jobs that are over; `read` makes a job of its spec; `parts` decide
    beside the cycle. The engines `suspending` can suspend; `suspensions` are kept of before."""

    def __init__(
        self,
        pool: Pool,
        find: Callable[[str], JobRecord | None],
        read: Callable[[Mapping[str, Any]], Job],
        *,
        rules: Rules | None = None,
        last_number: int = 0,
        parts: Sequence[Part] = (),
        rates: LearnedRates | None = None,
        suspending: Collection[str] = (),
        suspensions: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self.pool = pool
        self.rates = rates or LearnedRates()  #: of what ran before
        self._parts = parts
        self._read = read
        self._rules = replace(rules or Rules(), rate=self.rates.rate, slower=self.rates.slower)
        self._number = last_number
        self._find = find
        self._book = Book(find)
        self._mover = Mover(self._rules.moves)
        self._suspensions = Suspensions(self._book, pool, suspending, suspensions)
        self._attempts = Attempts(
            self._book, pool, self.rates, self._mover.freed, self._suspensions
        )
        self._rules = replace(self._rules, refusing=self._attempts.refusing)
        self._decision = Decision()
        self._moved_ms: int | None = None  # when nodes last came or went, if not seen to yet
        self._changes_s: int | None = None  # when time alone brings something

    # What people ask

    def submit(
        self,
        jobs: Sequence[Job],
        specs: Sequence[Mapping[str, Any]],
        user: str,
        now_ms: int,
        *,
        held: bool = False,
    ) -> list[JobRecord]:
        """All of them or none. `after` may name jobs of the same submission by their names.

        :raises UsageError: if one waits for a job that is not there
        """
        names = {job.id: f"j{self._number + i}" for i, job in enumerate(jobs, 1)}
        wholes = [replace(job, id=names[job.id], submitted_s=now_ms // 1000) for job in jobs]
        parts = {whole.id: {one.id for one in expand(whole)} for whole in wholes}
        after = [self._after(job, names, parts) for job in jobs]
        self._number += len(jobs)
        records = []
        for job, whole, spec, first in zip(jobs, wholes, specs, after, strict=True):
            # by id, so that it reads back as the same
            said = {**spec, "after": sorted(first)} if first else spec
            waits_for = {each for ids in first.values() for each in ids}
            for one in expand(whole):
                record = JobRecord(
                    one.id,
                    job.id,
                    job.tenant,
                    user,
                    said,
                    HELD if held else WAITING,
                    job.priority,
                    now_ms,
                )
                live = self._book.add(record, one, waits_for)
                self._book.write(live, "submitted", now_ms, user)
                self._book.line_up(live)
                records.append(record)
            shapes = (shape_of(whole, each) for each in whole.alternatives)
            self.pool.expect(shapes, len(parts[whole.id]))
        return records

    def not_over(self, job_id: str) -> list[str]:
        """The job, or the members of the array, as far as they are not over."""
        return sorted(self._book.not_over(job_id), key=counted)

    def cancel(self, job_id: str, actor: str, now_ms: int) -> JobRecord:
        """:raises UsageError: if it is not there, or over"""
        live = self._book.must(job_id)
        if live.attempt is not None:
            self._attempts.stop(live, CANCEL, now_ms)
            self._book.note(live, "cancelling", now_ms, actor)
            return live.record
        self._book.leave_line(job_id)
        why = {"code": CANCEL, "by": actor}
        return self._book.finish(live, CANCELLED, now_ms, reason=why, actor=actor)

    def hold(self, job_id: str, actor: str, now_ms: int) -> JobRecord:
        """It does not start until it is released.

        :raises UsageError: if it is not there, or does not wait
        """
        live = self._book.must(job_id)
        if live.record.state != WAITING:
            raise UsageError(f"{job_id} is {live.record.state}: only a job that waits can be held.")
        self._book.leave_line(job_id)
        live.record = replace(live.record, state=HELD)
        self._book.write(live, "held", now_ms, actor)
        return live.record

    def release(self, job_id: str, actor: str, now_ms: int) -> JobRecord:
        """:raises UsageError: if it is not there, or not held"""
        live = self._book.must(job_id)
        if live.record.state != HELD:
            raise UsageError(f"{job_id} is {live.record.state}, not held.")
        live.record = replace(live.record, state=WAITING)
        self._book.write(live, "released", now_ms, actor)
        self._book.line_up(live)
        return live.record

    def explain(self, job_id: str, *, every_node: bool = False) -> Explained | None:
        """Why a waiting job waits; None if the cycle has nothing to say about it."""
        job = self._lined_up(self._book.must(job_id))
        waits = self._decision.waits.get(job.id)
        if waits is None:
            return None
        cluster, line = self.pool.cluster, self._book.line
        found = explain(cluster, job, waits, line, every_node=every_node)
        if waits.reason.code != "reserved":
            return found
        return replace(found, kept_for=tuple(each.job for each in self._decision.reservations))

    def reason(self, job_id: str) -> Reason | None:
        """The key reason of a job that waits."""
        live = self._book.get(job_id)
        if live is None or live.record.state not in (WAITING, HELD, SUSPENDED):
            return None
        if live.record.state == HELD:
            return Reason("held")
        if live.waits_for:
            first = {array_of(each) or each for each in live.waits_for}
            return Reason("behind", job=", ".join(sorted(first)))
        waits = self._decision.waits.get(self._lined_up(live).id)
        return waits.reason if waits is not None else None

    def suspended_ms(self, job_id: str) -> int | None:
        """Since when a job is suspended; None if it is not."""
        live = self._book.get(job_id)
        found = self._suspensions.get(live.attempt) if live is not None else None
        return found.since_ms if found is not None else None

    def places(self, job_id: str) -> tuple[Place, ...]:
        """What its attempt that is alive was given, a place for each member; of an array, what
        those of all its members were."""
        lives = (self._book.must(each) for each in self.not_over(job_id))
        return tuple(p for live in lives if live.attempt is not None for p in live.attempt.places)

    def leaving(self, job_id: str) -> list[AttemptRecord]:
        """Attempts that have to leave its nodes before its own begins, each with why."""
        live = self._book.get(job_id)
        return self._attempts.leaving(live.attempt.id) if live and live.attempt else []

    def order_of(self, attempt_id: str) -> tuple[str, Order] | None:
        """The engine and the order of an attempt that is starting or runs."""
        return self._attempts.order_of(attempt_id)

    def lent_to(self, attempt_id: str) -> Order | None:
        """The order of an attempt that may use its device: also while it is asked to end."""
        found = self._attempts.order_of(attempt_id, (STARTING, RUNNING, STOPPING))
        return None if found is None else found[1]

    def reached(self, job_id: str) -> tuple[str, int]:
        """The address of the node of a job that runs, and the port that the node chose for it; 0:
        the one that it was given."""
        live = self._book.must(job_id)
        places = live.attempt.places if live.attempt else ()
        return self.pool.address(places[0].node if places else ""), live.port

    def waiting_by_reason(self) -> Counter[str]:
        """How many wait, by the code of their key reason."""
        return self._decision.waits.by_reason()

    # What engines and nodes say

    def saw(self, engine: str, seen: AttemptStatus, now_ms: int) -> None:
        """An attempt as its engine sees it."""
        self._attempts.saw(engine, seen, now_ms)

    def looked(self, engine: str, seen: Sequence[AttemptStatus], now_ms: int) -> None:
        """All that an engine sees."""
        self._attempts.looked(engine, seen, now_ms)

    def refused(self, attempt_id: str, reason: Reason, now_ms: int) -> None:
        """The engine could not start it now; it is tried again after a pause."""
        self._attempts.refused(attempt_id, reason, now_ms)

    def suspended(self, attempt_id: str, answer: int | Reason, now_ms: int) -> None:
        """An attempt is off its devices, of which so many MiB are on the host; or why it is not."""
        self._attempts.suspended(attempt_id, answer, now_ms)

    def resumed(self, attempt_id: str, why_not: Reason | None, now_ms: int) -> None:
        """A suspended attempt runs again; or why it does not."""
        self._attempts.resumed(attempt_id, why_not, now_ms)

    def join(self, row: NodeRow, now_ms: int) -> None:
        """A node is there, or is another than before."""
        self.pool.join(row)
        self._moved(now_ms)

    def leave(self, name: str, now_ms: int) -> None:
        """A node is lost, and what ran there with it."""
        self.pool.leave(name)
        self._moved(now_ms)

    # Time

    @property
    def dirty(self) -> bool:
        """Whether a cycle could find something."""
        return self._book.dirty

    def due_ms(self) -> int | None:
        """When `schedule` has something to do at the latest, if nothing happens until then."""
        changes_ms = None if self._changes_s is None else 1000 * self._changes_s
        dues = [self._book.due_ms(), changes_ms, *(part.due_ms() for part in self._parts)]
        return min((due for due in dues if due is not None), default=None)

    def schedule(self, now_ms: int) -> None:
        """What time brings, and one cycle if it could find something."""
        for live in self._book.due(now_ms):
            self._attempts.look(live, now_ms)
        for part in self._parts:
            part.turn(self, now_ms)
        self._settle()
        if self._changes_s is not None and now_ms >= 1000 * self._changes_s:
            self._book.dirty = True
            self._mover.freed()
        if not self._book.dirty:
            return
        self._book.dirty = False
        known = (self.pool.cluster, self._book.line, now_ms // 1000, self._rules, self._mover)
        decision = decide(*known)
        self._decision = decision
        for victim, winner in decision.preempts.items():
            live = self._book.must(victim)
            self._attempts.preempt(live, job_of(winner) or winner, now_ms)
        self._attempts.calls += self._suspensions.calls(now_ms)
        leave = [(job_id, MOVED, _moved(move)) for job_id, move in decision.moves.items()]
        for running in (*decision.shrinks.values(), *decision.grows.values()):
            leave.append((running.job.id, RESIZED, f"to {running.members} members"))
        self._attempts.displace(
            [(self._book.must(job_id), why, detail) for job_id, why, detail in leave], now_ms
        )
        for running in decision.starts:
            job_id = job_of(running.job.id) or running.job.id  # of an attempt, if it is suspended
            self._attempts.start(self._book.must(job_id), running, now_ms)
        for live in self._suspensions.in_line():
            assert live.attempt is not None
            waits = decision.waits.get(live.attempt.id)
            if waits is not None and waits.reason.code in NEVER:  # its devices are gone
                self._attempts.stop(live, NODE_LOST, now_ms)
        if any(each.job.id in self.pool.cluster.elastic for each in decision.starts):
            self._book.dirty = bool(self._book.line)  # they may have taken more than is left
        self._changes_s = next_change_s(*known)

    def recover(
        self,
        records: Iterable[JobRecord],
        attempts: Iterable[AttemptRecord],
        seen: Mapping[str, Iterable[AttemptStatus] | None],
        now_ms: int,
    ) -> None:
        """After a new start: what the store knows of all that is not over, and what each engine
        sees, None if it cannot say now. An attempt that was never begun is begun now; one that ran
        and is unknown is lost."""
        before: dict[str, list[AttemptRecord]] = {}
        for attempt in attempts:
            before.setdefault(attempt.job, []).append(attempt)
        saw = {(engine, each.attempt): each for engine, all_ in seen.items() for each in all_ or ()}
        records = list(records)
        is_open: dict[str, set[str]] = {}
        for record in records:
            is_open.setdefault(array_of(record.id) or record.id, set()).add(record.id)

        def waits_for(job: Job) -> set[str]:
            return {each for name in job.after for each in is_open.get(name, ())}

        for record in records:
            job = self._member(record)
            live = self._book.add(record, job, waits_for(job))
            mine = before.get(record.id, ())
            live.attempt = next((each for each in mine if each.state in ALIVE), None)
            self._attempts.remember(live, (each for each in mine if each.state not in ALIVE))
            for each in _made_room(mine):
                self._mover.remember(job.id, (each.ended_ms or now_ms) // 1000)
            self.pool.expect(shape_of(job, each) for each in job.alternatives)
        # A preempted job may still hold the place of its successor: it is counted last, if it fits.
        lives = sorted(self._book, key=_is_stopping)
        for live in lives:
            if _is_stopping(live):
                self._attempts.is_stopping(live)
        for live in lives:
            if live.attempt is not None:
                engine = live.attempt.engine
                found = saw.pop((engine, live.attempt.id), None)
                is_silent = seen.get(engine) is None
                self._attempts.carry_on(live, live.attempt, found, now_ms, is_silent=is_silent)
            elif live.record.not_before_ms > now_ms:
                self._book.look_at(live.record.not_before_ms, live)
            else:
                self._book.line_up(live)
        for (engine, _), left in saw.items():
            self.saw(engine, left, now_ms)

    def part(self, kind: type[P]) -> P:
        """:raises LookupError: if there is no part of this kind"""
        found = self.find_part(kind)
        if found is None:
            raise LookupError(f"this core has no {kind.__name__}")
        return found

    def open_jobs(self, organisation: str) -> int:
        """How many jobs of an organisation are not over."""
        return self._book.open[organisation]

    def charges(self, now_ms: int) -> list[Event]:
        """What attempts that are not over would be charged, did they end now."""
        return self._attempts.charges(now_ms)

    def find_part(self, kind: type[P]) -> P | None:
        """The part of this kind, if there is one."""
        return next((part for part in self._parts if isinstance(part, kind)), None)

    def oldest_wait_ms(self) -> int | None:
        """When the longest-waiting job was submitted, of the jobs that nothing holds back: they
        wait for no other job, and for no pause after a failure."""
        waiting = (
            live.record.submitted_ms for live in self._book if live.record.id in self._book.line
        )
        return min(waiting, default=None)

    def live(self, job_id: str) -> JobRecord | None:
        """A job that is not over."""
        live = self._book.get(job_id)
        return live.record if live is not None else None

    def record(self, job_id: str) -> JobRecord | None:
        """Any job, as it will be written at the end of this turn."""
        new = (c for c in reversed(self._book.changes) if isinstance(c, JobRecord))
        found = next((each for each in new if each.id == job_id), None)
        return found or self.live(job_id) or self._find(job_id)

    def keep(self, *changes: Change) -> None:
        """Written together with what else is changed in this turn."""
        self._book.changes.extend(changes)

    def set_quotas(self, quotas: Quotas | None, now_ms: int) -> None:
        """From now on; what runs goes on, and may be reclaimed."""
        self.pool.set_quotas(quotas)
        self._moved(now_ms)

    def take(self) -> tuple[list[Change], list[Call]]:
        """Changes to write, and calls of engines to make once they are written."""
        self._settle()
        changes, calls = self._book.changes, self._attempts.calls
        self._book.changes, self._attempts.calls = [], []
        return changes, calls

    # Within

    def _lined_up(self, live: LiveJob) -> Job:
        """The job as it waits in the line."""
        suspension = self._suspensions.get(live.attempt)
        if live.attempt is None or suspension is None:
            return live.job
        return pinned(live, live.attempt, suspension)

    def _moved(self, now_ms: int) -> None:
        """Nodes or quotas are others; what that means is found out once a turn."""
        self._moved_ms = now_ms
        self._book.dirty = True
        self._mover.freed()

    def _settle(self) -> None:
        """What has no place any more ends. Before a cycle, and before anything is written."""
        if self._moved_ms is not None:
            now_ms, self._moved_ms = self._moved_ms, None
            self._attempts.without_place(self.pool.settle(), now_ms)

    def _after(
        self, job: Job, names: Mapping[str, str], new: Mapping[str, set[str]]
    ) -> dict[str, set[str]]:
        """What is not over yet, by id: a job, or members of an array. What was done need not be
        waited for."""
        found = {}
        for name in job.after:
            job_id = names.get(name, name)
            if job_id == names[job.id]:
                raise UsageError(f"{job.id} waits for itself: take it out of `after`.")
            try:
                left = new.get(job_id) or self._book.to_wait_for(job_id)
            except UsageError as error:
                raise UsageError(f"{job.id} waits for {name!r}, {error}") from None
            if left:
                found[job_id] = left
        return found

    def _member(self, record: JobRecord) -> Job:
        job = replace(
            self._read(record.spec),
            id=record.id.split("[")[0],
            submitted_s=record.submitted_ms // 1000,
        )
        return next(each for each in expand(job) if each.id == record.id)


def _made_room(attempts: Iterable[AttemptRecord]) -> Iterator[AttemptRecord]:
    """Those that were moved so that another job fits: in the budget. Matching to other devices is
    not, and takes another alternative."""
    ordered = sorted(attempts, key=lambda each: each.number)
    for each, after in zip_longest(ordered, ordered[1:]):
        if each.why == MOVED and (after is None or after.alternative == each.alternative):
            yield each


def _moved(move: JobMove) -> str:
    """For whom, or what for."""
    return f"for {job_of(move.winner) or move.winner}" if move.winner else "to faster devices"


def _is_stopping(live: LiveJob) -> bool:
    """Its places may be those of another already."""
    return live.attempt is not None and live.attempt.state in (STOPPING, SUSPENDED)
