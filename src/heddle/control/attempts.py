"""Attempts to run jobs: begun, seen, ended, and what follows from how they ended.

A job has at most one attempt that is alive, so it never runs twice at the same time. An attempt in
the place of another begins when that one is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from heddle.cluster.running import Running, shape_of
from heddle.cluster.shapes import Placement
from heddle.control.book import Book, LiveJob, array_of
from heddle.control.calls import Call, ForgetCall, StartCall, StopCall
from heddle.control.nodes.pool import Pool
from heddle.engine.base import AttemptStatus, Order
from heddle.model.quantity import DURATION
from heddle.model.reason import Reason
from heddle.model.record import (
    ALIVE,
    CANCELLED,
    DONE,
    ENDED,
    FAILED,
    LOST,
    RUNNING,
    STARTING,
    STOPPING,
    AttemptRecord,
    JobRecord,
    ended_text,
)
from heddle.model.service import SERVICE
from heddle.model.wire.terminal import IDLE
from heddle.spec import venv
from heddle.store.base import Event

PAUSE_MS, LONGEST_PAUSE_MS = 1_000, 300_000  #: after a failure; doubled each time
PATIENCE_MS = 30_000  #: before what an engine does not know of is said again
ARRAY_SIZE = "HEDDLE_ARRAY_SIZE"  #: a variable of every member
LOST_RETRIES = 3  #: attempts that went away do not count as failures, up to this many
PREEMPTED, CANCEL, TIMEOUT, NODE_LOST = "preempted", "cancelled", "timeout", "node-lost"


class Attempts:
    """`calls` are for the engines, once all changes of the book are durable."""

    def __init__(self, book: Book, pool: Pool) -> None:
        self._book = book
        self._pool = pool
        self._stopping: dict[str, AttemptRecord] = {}  # displaced, and not gone yet
        self._blocked: dict[str, tuple[StartCall, set[str]]] = {}  # starts that wait for these
        self.calls: list[Call] = []

    def saw(self, engine: str, seen: AttemptStatus, now_ms: int) -> None:
        """An attempt as its engine sees it."""
        live = self._book.get(job_of(seen.attempt))
        attempt = live.attempt if live else None
        if live is None or attempt is None or attempt.id != seen.attempt:
            if seen.state in (ENDED, LOST):
                self.calls.append(ForgetCall(engine, seen.attempt))
            elif seen.attempt not in self._stopping:
                self.calls.append(StopCall(engine, seen.attempt, "it is no longer wanted"))
            return
        live.port = seen.port
        if seen.state in (ENDED, LOST):
            self._ended(live, attempt, seen, now_ms)
        elif seen.state == RUNNING and attempt.state == STARTING:
            started = seen.started_ms or now_ms
            live.attempt = replace(attempt, state=RUNNING, started_ms=started)
            live.record = replace(live.record, state=RUNNING, started_ms=started)
            self._book.changes.append(live.attempt)
            self._book.write(live, "started", now_ms)
            self._watch_clock(live)

    def looked(self, engine: str, seen: Sequence[AttemptStatus], now_ms: int) -> None:
        """All that an engine sees: what it should know and does not is said again, or lost."""
        saw = {each.attempt: each for each in seen}
        for live in self._book:
            attempt = live.attempt
            if attempt is None or attempt.engine != engine or attempt.id in self._blocked:
                continue
            known = saw.get(attempt.id)
            if known is None and now_ms - attempt.started_ms >= PATIENCE_MS:
                if attempt.state == STARTING:
                    self.calls.append(StartCall(engine, self._order(live, attempt)))
                else:
                    self._gone(attempt, now_ms)
            elif known is not None and known.state in ALIVE and attempt.state == STOPPING:
                self.calls.append(StopCall(engine, attempt.id, attempt.why))
        for each in seen:
            self.saw(engine, each, now_ms)

    def _gone(self, attempt: AttemptRecord, now_ms: int) -> None:
        """Its engine knows nothing of it any more."""
        gone = AttemptStatus(attempt.id, LOST, why="nothing is left of it")
        self.saw(attempt.engine, gone, now_ms)

    def refused(self, attempt_id: str, reason: Reason, now_ms: int) -> None:
        """It could not be started now, and is tried again after a pause; or it never can be."""
        live = self._book.get(job_of(attempt_id))
        if live is not None and live.attempt is not None and live.attempt.id == attempt_id:
            over = AttemptStatus(attempt_id, LOST, why=reason.text, unready=True)
            self._ended(live, live.attempt, over, now_ms, reason.code)

    def carry_on(
        self,
        live: LiveJob,
        attempt: AttemptRecord,
        seen: AttemptStatus | None,
        now_ms: int,
        *,
        is_silent: bool = False,
    ) -> None:
        """With an attempt of before. From an engine that is silent nothing follows: a later look
        tells."""
        has_place = self._retake(live, attempt)
        live.worth = self._worth(attempt)
        if seen is None and attempt.state == STARTING and has_place:
            self._begin(live, attempt)
        elif seen is None and is_silent:
            self._watch_clock(live)
        elif seen is None:
            self._gone(attempt, now_ms)
        elif seen.state in (ENDED, LOST):
            self.saw(attempt.engine, seen, now_ms)
        else:
            if attempt.state == STOPPING:
                self.calls.append(StopCall(attempt.engine, attempt.id, attempt.why))
            elif not has_place:
                self.stop(live, NODE_LOST, now_ms)
            self.saw(attempt.engine, seen, now_ms)
            self._watch_clock(live)

    def displace(self, live: LiveJob, winner: str, now_ms: int) -> None:
        """It has to go for another, which begins when it is gone."""
        assert live.attempt is not None
        self._stopping[live.attempt.id] = live.attempt
        self.stop(live, PREEMPTED, now_ms, f"for {winner}")

    def without_place(self, lost: Iterable[Running], now_ms: int) -> None:
        """Their nodes are gone, or have not enough any more."""
        for running in lost:
            live = self._book.get(running.job.id)
            if live is not None and live.attempt is not None:
                self.stop(live, NODE_LOST, now_ms)
        self._book.dirty = True

    def is_stopping(self, live: LiveJob) -> None:
        """After a restart: it was being preempted, so the job that takes its place waits for it."""
        assert live.attempt is not None
        self._stopping[live.attempt.id] = live.attempt

    def start(self, live: LiveJob, running: Running, now_ms: int) -> None:
        number = live.record.attempts + 1
        places = self._pool.places(running)
        attempt = AttemptRecord(
            f"{live.record.id}.{number}",
            live.record.id,
            number,
            self._pool.engine_of(places),
            running.alternative,
            places,
            STARTING,
            now_ms,
        )
        live.attempt = attempt
        live.worth = self._worth(attempt)
        live.record = replace(
            live.record, state=STARTING, attempts=number, started_ms=now_ms, reason={}
        )
        self._book.changes.append(attempt)
        self._book.write(live, "starting", now_ms)
        self._begin(live, attempt)

    def _begin(self, live: LiveJob, attempt: AttemptRecord) -> None:
        """Now, or when those are gone that had to go from its nodes."""
        call = StartCall(attempt.engine, self._order(live, attempt))
        here = {place.node for place in attempt.places}
        before = {
            each.id for each in self._stopping.values() if here & {p.node for p in each.places}
        }
        if before:
            self._blocked[attempt.id] = (call, before)
        else:
            self.calls.append(call)

    def _order(self, live: LiveJob, attempt: AttemptRecord) -> Order:
        way = live.job.alternatives[attempt.alternative]
        shares = [ask.share_milli for ask in way.asks if ask.kind != "cpu"]
        environment = {**way.environment, ARRAY_SIZE: _array_size(live.record)}
        if SERVICE in environment:
            environment.setdefault("HOST", self._pool.address(attempt.places[0].node))
        return Order(
            attempt.id,
            venv.inside(live.job.venv, way.command),
            attempt.places,
            environment,
            live.job.folder,
            way.image,
            live.job.priority,
            min(shares, default=1000),
            live.job.tenant,
            snapshot=live.job.snapshot,
            secrets=live.job.secrets,
            data=live.job.data,
            terminal_idle_s=live.job.terminal_idle_s,
            cap_milli=way.cap_milli,
            isolated=live.job.isolated,
        )

    def order_of(self, attempt_id: str) -> tuple[str, Order] | None:
        """The engine and the order of an attempt that is starting or runs."""
        live = self._book.get(job_of(attempt_id))
        attempt = live.attempt if live else None
        if live is None or attempt is None or attempt.id != attempt_id:
            return None
        if attempt.state not in (STARTING, RUNNING):
            return None
        return attempt.engine, self._order(live, attempt)

    def stop(self, live: LiveJob, why: str, now_ms: int, detail: str = "") -> None:
        attempt = live.attempt
        assert attempt is not None
        if attempt.state != STOPPING:
            live.attempt = replace(attempt, state=STOPPING, why=why)
            live.record = replace(live.record, state=STOPPING)
            self._book.changes.append(live.attempt)
            self._book.write(live, "stopping", now_ms, detail=f"{why} {detail}".strip())
        elif why == CANCEL and attempt.why != CANCEL:
            live.attempt = replace(attempt, why=why)  # it is not to come back
            self._book.changes.append(live.attempt)
        if attempt.id in self._blocked:  # the engine never heard of it
            del self._blocked[attempt.id]
            over = AttemptStatus(attempt.id, ENDED, None, now_ms, now_ms)
            self._ended(live, live.attempt or attempt, over, now_ms)
        else:
            self.calls.append(StopCall(attempt.engine, attempt.id, why))

    def _ended(
        self,
        live: LiveJob,
        attempt: AttemptRecord,
        seen: AttemptStatus,
        now_ms: int,
        code: str = "equipment",
    ) -> None:
        why = attempt.why or (seen.why if seen.state == LOST else IDLE if seen.was_idle else "")
        ended_ms = seen.ended_ms or now_ms
        started_ms = min(seen.started_ms or attempt.started_ms, ended_ms)
        is_unknown = attempt.state == STARTING and seen.started_ms is None
        if seen.unready or (seen.state == LOST and is_unknown):
            started_ms = ended_ms  # nothing of it ran, so it is charged nothing
        over = replace(
            attempt,
            state=seen.state,
            started_ms=started_ms,
            ended_ms=ended_ms,
            exit_code=seen.exit_code,
            why=why or seen.why,
        )
        live.attempt = None
        self._book.changes.append(over)
        self._book.changes.append(self._usage(live, over))
        self.calls.append(ForgetCall(attempt.engine, attempt.id))
        if live.record.id in self._pool.cluster.running:
            self._pool.cluster.end(live.record.id)
        self._book.dirty = True
        self._unblock(attempt.id)
        if attempt.why == CANCEL:
            self._book.finish(live, CANCELLED, now_ms, seen.exit_code, {"code": CANCEL})
        elif attempt.why in (PREEMPTED, NODE_LOST):
            self._book.again(live, now_ms, now_ms, {"code": attempt.why})
        elif seen.unready:
            self._unready(live, {"code": code, "text": seen.why}, now_ms)
        elif seen.state == LOST and live.lost < LOST_RETRIES:
            live.lost += 1
            self._book.again(live, now_ms, now_ms + PAUSE_MS, {"code": LOST, "text": seen.why})
        elif seen.state == ENDED and seen.exit_code == 0 and attempt.why != TIMEOUT:
            self._book.finish(live, DONE, now_ms, 0, _unused(live) if seen.was_idle else None)
        else:
            self._failed(live, why, seen, now_ms)

    def remember(self, live: LiveJob, before: Iterable[AttemptRecord]) -> None:
        """After a new start: how its attempts of before ended. One that was preempted or lost its
        node counts for nothing, nor does one that never ran: it has no duration."""
        own = [each for each in before if each.why not in (PREEMPTED, NODE_LOST)]
        lost = sum(each.state == LOST and each.ended_ms != each.started_ms for each in own)
        live.lost = min(lost, LOST_RETRIES)
        live.failures = sum(each.state == ENDED for each in own) + lost - live.lost

    def _unready(self, live: LiveJob, reason: Mapping[str, str], now_ms: int) -> None:
        """Nothing of it ran, so the job has not failed: it waits until the cause is fixed, unless
        it cannot be."""
        live.unready += 1
        if reason["code"] == "impossible":
            self._book.finish(live, FAILED, now_ms, reason=reason)
            return
        pause = min(PAUSE_MS << min(live.unready - 1, 20), LONGEST_PAUSE_MS)
        self._book.again(live, now_ms, now_ms + pause, reason)

    def _failed(self, live: LiveJob, why: str, seen: AttemptStatus, now_ms: int) -> None:
        """By itself, or `why` it was ended."""
        code = seen.exit_code
        text = why or ended_text(code)
        if seen.why and not why:
            text = f"{text} ({seen.why})"
        reason = {"code": why or "exit", "text": text}
        live.failures += 1
        if live.failures <= live.job.retries:
            pause = min(PAUSE_MS << min(live.failures - 1, 20), LONGEST_PAUSE_MS)
            tries = f"retry {live.failures} of {live.job.retries}"
            reason["text"] = f"{tries} in {DURATION.format(pause // 1000)}, after {text}"
            self._book.again(live, now_ms, now_ms + pause, reason)
        else:
            self._book.finish(live, FAILED, now_ms, code, reason)

    def _unblock(self, attempt_id: str) -> None:
        self._stopping.pop(attempt_id, None)
        for blocked, (call, before) in list(self._blocked.items()):
            before.discard(attempt_id)
            if not before:
                del self._blocked[blocked]
                self.calls.append(call)

    def _retake(self, live: LiveJob, attempt: AttemptRecord) -> bool:
        """Counts an attempt of before as running; not if its places are no longer there."""
        shape = shape_of(live.job, live.job.alternatives[attempt.alternative])
        placements = tuple(
            Placement(0, (), place.cpu_milli, place.memory_mib, shape) for place in attempt.places
        )
        ends_s = None
        if live.job.expected_s is not None:
            ends_s = attempt.started_ms // 1000 + live.job.expected_s
        started_s = attempt.started_ms // 1000
        running = Running(live.job, attempt.alternative, placements, started_s, ends_s)
        try:
            self._pool.start(running, attempt.places)
        except (KeyError, ValueError):
            return False
        return True

    def _watch_clock(self, live: LiveJob) -> None:
        if live.job.timeout_s is not None and live.attempt is not None:
            at_ms = live.attempt.started_ms + 1000 * live.job.timeout_s
            self._book.look_at(at_ms, live)

    def look(self, live: LiveJob, now_ms: int) -> None:
        """Its time may have come: to be tried again, or to be ended."""
        attempt, timeout_s = live.attempt, live.job.timeout_s
        if attempt is None:
            if live.record.not_before_ms <= now_ms and live.record.id not in self._book.line:
                self._book.line_up(live)
        elif attempt.state == RUNNING and timeout_s is not None:
            late = now_ms >= attempt.started_ms + 1000 * timeout_s
            if late:
                self.stop(live, TIMEOUT, now_ms)

    def charges(self, now_ms: int) -> list[Event]:
        """What those that are alive would be charged, did they end now."""
        found = [(live, live.attempt) for live in self._book if live.attempt is not None]
        return [
            self._usage(live, replace(attempt, ended_ms=max(now_ms, attempt.started_ms)))
            for live, attempt in found
        ]

    def _worth(self, attempt: AttemptRecord) -> dict[str, Any]:
        """At its start: its node may be gone when it ends."""
        places = attempt.places
        return {
            "unit_milli": self._pool.units(places),
            "device_mib": self._pool.device_mib(places),
            "model": self._pool.models(places),
        }

    def _usage(self, live: LiveJob, over: AttemptRecord) -> Event:
        """What the attempt is charged: device and core time, in thousandths and milliseconds."""
        assert over.ended_ms is not None
        ms = over.ended_ms - over.started_ms
        devices = sum(milli for place in over.places for _, milli in place.devices)
        cores = sum(place.cpu_milli for place in over.places)
        detail = {
            "job": over.job,
            "user": live.record.user,
            "ms": ms,
            "device_milli": devices,
            "cpu_milli": cores,
            **live.worth,
        }
        return Event(over.ended_ms, "usage", over.id, "used", live.record.tenant, "heddle", detail)


def _unused(live: LiveJob) -> dict[str, str]:
    """Why a job with a terminal is done although its command was not."""
    idle = DURATION.format(live.job.terminal_idle_s or 0)
    text = f"its terminal was idle for {idle}: no input, output or work"
    return {"code": IDLE, "text": text}


def _array_size(record: JobRecord) -> str:
    """How many members its array has; other jobs are their only member, as with HEDDLE_INDEX."""
    return str(record.spec["members"]) if array_of(record.id) else "1"


def job_of(attempt_id: str) -> str:
    """The id of the job that an attempt is of."""
    return attempt_id.rpartition(".")[0]
