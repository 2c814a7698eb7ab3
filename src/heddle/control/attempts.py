"""Attempts to run jobs: begun, seen, ended, and what follows from how they ended.

A job has at most one attempt that is alive, so it never runs twice at the same time. An attempt in
the place of another begins when that one is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from heddle.cluster import bands
from heddle.cluster.rates.learned import LearnedRates
from heddle.cluster.running import Running, with_what
from heddle.control import learning
from heddle.control.book import Book, LiveJob, job_of
from heddle.control.calls import Call, ForgetCall, ResumeCall, StartCall, StopCall
from heddle.control.charges import LAST, SO_FAR, usage
from heddle.control.nodes.pool import Pool
from heddle.control.orders import order
from heddle.control.retaking import retake
from heddle.control.suspend import Suspensions
from heddle.engine.base import AttemptStatus, Order
from heddle.model.quantity import DURATION
from heddle.model.reason import Reason
from heddle.model.record import (
    ALIVE,
    AWAY,
    CANCELLED,
    DONE,
    ENDED,
    FAILED,
    LOST,
    RUNNING,
    STARTING,
    STOPPING,
    SUSPENDED,
    AttemptRecord,
    ended_text,
)
from heddle.model.wire.terminal import IDLE
from heddle.store.base import Event

PAUSE_MS, LONGEST_PAUSE_MS = 1_000, 300_000  #: after a failure; doubled each time
PATIENCE_MS = 30_000  #: before what an engine does not know of is said again
REFUSED_S = 300  #: for so long other nodes lend before one that did not
LOST_RETRIES = 3  #: attempts that went away do not count as failures, up to this many
PREEMPTED, CANCEL, TIMEOUT, NODE_LOST = "preempted", "cancelled", "timeout", "node-lost"
RESIZED, MOVED, UNRESUMED = "resized", "moved", "not-resumed"
GOES_ON = (RESIZED, MOVED)  #: at once, where the cluster has a place for it by then
#: No fault of the job: it goes on with another attempt.
NO_FAULT = (PREEMPTED, NODE_LOST, UNRESUMED, *GOES_ON)


class Attempts:
    """`calls` are for the engines, once all changes of the book are durable. What attempts did is
    added to `rates`; `freed` is called when one gives its place back."""

    def __init__(
        self,
        book: Book,
        pool: Pool,
        rates: LearnedRates,
        freed: Callable[[], None],
        suspensions: Suspensions,
    ) -> None:
        self._book = book
        self._pool = pool
        self._rates = rates
        self._freed = freed
        self._suspensions = suspensions
        self._stopping: dict[str, AttemptRecord] = {}  # displaced, and not gone yet
        self._blocked: dict[str, tuple[Call, set[str]]] = {}  # starts that wait for these
        self._refused_s: dict[str, int] = {}  # lenders of which a device could not be had, and when
        self.calls: list[Call] = []

    def refusing(self, now_s: int) -> list[str]:
        """Nodes that lately did not lend a device as they were to."""
        for name in [name for name, at_s in self._refused_s.items() if at_s + REFUSED_S <= now_s]:
            del self._refused_s[name]
        return list(self._refused_s)

    def _alive(self, attempt_id: str) -> LiveJob | None:
        """The job of which this is the attempt that is alive."""
        live = self._book.get(job_of(attempt_id))
        return live if live and live.attempt and live.attempt.id == attempt_id else None

    def saw(self, engine: str, seen: AttemptStatus, now_ms: int) -> None:
        """An attempt as its engine sees it."""
        live = self._alive(seen.attempt)
        attempt = live.attempt if live else None
        if live is None or attempt is None:
            if seen.state in (ENDED, LOST):
                self.calls.append(ForgetCall(engine, seen.attempt))
            elif seen.attempt not in self._stopping:
                self.calls.append(StopCall(engine, seen.attempt, "it is no longer wanted"))
            return
        live.port = seen.port
        if seen.state in (ENDED, LOST):
            self._ended(live, attempt, seen, now_ms)
        elif seen.state != RUNNING or attempt.state != STARTING:
            return
        elif not self._suspensions.is_resuming(attempt):
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
                if attempt.state == STARTING and not self._suspensions.is_resuming(attempt):
                    self.calls.append(StartCall(engine, order(self._pool, live, attempt)))
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
        live = self._alive(attempt_id)
        if live is not None and live.attempt is not None:
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
        retake = self._suspensions.retake if attempt.state == SUSPENDED else self._retake
        has_place = retake(live, attempt)
        if not attempt.worth:  # a Heddle wrote it that did not keep it
            live.attempt = attempt = replace(attempt, worth=self._pool.worth(attempt.places))
        is_resuming = self._suspensions.is_resuming(attempt)
        if seen is None and attempt.state == STARTING and has_place and not is_resuming:
            self._begin(live, attempt)
        elif seen is None and is_silent:
            self._take_up(live, attempt, now_ms)
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
            else:
                self._take_up(live, attempt, now_ms)
            self.saw(attempt.engine, seen, now_ms)
            self._watch_clock(live)

    def _take_up(self, live: LiveJob, attempt: AttemptRecord, now_ms: int) -> None:
        """After a restart: whether an engine has suspended or resumed it is unknown."""
        if attempt.state == SUSPENDED:
            self.calls.append(self._suspensions.again(live, now_ms))
        elif self._suspensions.is_resuming(attempt):
            self._suspensions.ask(live, now_ms)
            self._begin(live, attempt)

    def preempt(self, live: LiveJob, winner: str, now_ms: int) -> None:
        """It has to go for another, which begins when it is gone: off its devices, or ended."""
        assert live.attempt is not None
        if self._suspensions.begin(live, winner, now_ms):
            self._blocked.pop(live.attempt.id, None)  # it was about to be resumed
            self._stopping[live.attempt.id] = replace(live.attempt, why=PREEMPTED)
        else:
            self.displace([(live, PREEMPTED, f"for {winner}")], now_ms)

    def displace(self, leave: Sequence[tuple[LiveJob, str, str]], now_ms: int) -> None:
        """They have to leave their nodes, where others begin when they are gone, each of them for a
        reason. One that goes on does so with what the cluster has for it by then, once it has saved
        what it has done and ended. All are known to leave before one begins in another's place."""
        for live, why, _ in leave:
            assert live.attempt is not None
            self._stopping[live.attempt.id] = replace(live.attempt, why=why)
        for live, why, detail in leave:
            self.stop(live, why, now_ms, detail)

    def suspended(self, attempt_id: str, answer: int | Reason, now_ms: int) -> None:
        """What its engine says: the MiB that it moved to the host, or why it cannot."""
        live = self._alive(attempt_id)
        if live is None or live.record.state != SUSPENDED or attempt_id not in self._stopping:
            return
        if isinstance(answer, Reason):
            self._suspensions.undo(attempt_id)
            self._give_up(live, PREEMPTED, answer, now_ms)
        else:
            self._charge_so_far(live)
            self._suspensions.confirm(live, answer)
            self._unblock(attempt_id)

    def _charge_so_far(self, live: LiveJob) -> None:
        suspension = self._suspensions.get(live.attempt)
        assert live.attempt is not None
        assert suspension is not None
        until = replace(live.attempt, ended_ms=suspension.since_ms)
        told = self._usage(live, until, goes_on=True)
        if told.detail["ms"]:
            self._book.changes.append(told)
            self._suspensions.charge(live.attempt.id, told.detail["ms"])

    def resumed(self, attempt_id: str, why_not: Reason | None, now_ms: int) -> None:
        """What its engine says: it runs again, or why it does not."""
        live = self._alive(attempt_id)
        if live is None or not self._suspensions.is_resuming(live.attempt):
            return
        if why_not is not None:
            self._give_up(live, UNRESUMED, why_not, now_ms)
        else:
            self._suspensions.done(live, now_ms)
            self._watch_clock(live)

    def _give_up(self, live: LiveJob, why: str, reason: Reason, now_ms: int) -> None:
        """It is stopped, and begins anew: what it did is lost, which its reason tells."""
        live.record = replace(live.record, reason={"code": why, "text": reason.text})
        self.stop(live, why, now_ms, reason.text)

    def leaving(self, attempt_id: str) -> list[AttemptRecord]:
        """Those that have to leave its nodes before it begins."""
        _, before = self._blocked.get(attempt_id, (None, ()))
        return [self._stopping[each] for each in sorted(before)]

    def without_place(self, lost: Iterable[Running], now_ms: int) -> None:
        """Their nodes are gone, or have not enough any more. Until they have ended, nothing begins
        where they were: a node may come back, and others of theirs are still there."""
        lives = [self._book.get(running.job.id) for running in lost]
        alive = [live for live in lives if live is not None and live.attempt is not None]
        self.displace([(live, NODE_LOST, "") for live in alive], now_ms)
        self._book.dirty = True

    def is_stopping(self, live: LiveJob) -> None:
        """After a restart: it was being preempted, so the job that takes its place waits for it."""
        assert live.attempt is not None
        why = live.attempt.why or PREEMPTED  # suspended, it has no end to explain
        self._stopping[live.attempt.id] = replace(live.attempt, why=why)

    def start(self, live: LiveJob, running: Running, now_ms: int) -> None:
        if live.attempt is not None:  # it is suspended
            attempt = self._suspensions.take_back(live, now_ms)
            if self._retake(live, attempt, self._suspensions.away_ms(attempt.id, now_ms)):
                self._begin(live, attempt)
            else:
                self.stop(live, NODE_LOST, now_ms)
            return
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
            worth=self._pool.worth(places),
        )
        live.attempt = attempt
        live.record = replace(
            live.record, state=STARTING, attempts=number, started_ms=now_ms, reason={}
        )
        self._book.changes.append(attempt)
        self._book.write(live, "starting", now_ms, detail=with_what(running, places[0]))
        self._begin(live, attempt)

    def _begin(self, live: LiveJob, attempt: AttemptRecord) -> None:
        """Now, or when those are gone that had to go from its nodes."""
        call: Call = ResumeCall(attempt.engine, attempt.id)
        if not self._suspensions.is_resuming(attempt):
            call = StartCall(attempt.engine, order(self._pool, live, attempt))
        going = self._stopping.values()
        before = {each.id for each in going if self._suspensions.is_behind(attempt, each)}
        if before:
            self._blocked[attempt.id] = (call, before)
        else:
            self.calls.append(call)

    def order_of(
        self, attempt_id: str, states: Collection[str] = (STARTING, RUNNING)
    ) -> tuple[str, Order] | None:
        """The engine and the order of an attempt that is in one of these states."""
        live = self._alive(attempt_id)
        attempt = live.attempt if live else None
        if live is None or attempt is None or attempt.state not in states:
            return None
        return attempt.engine, order(self._pool, live, attempt)

    def stop(self, live: LiveJob, why: str, now_ms: int, detail: str = "") -> None:
        attempt = live.attempt
        assert attempt is not None
        if attempt.state != STOPPING:
            live.attempt = replace(attempt, state=STOPPING, why=why)
            live.record = replace(live.record, state=STOPPING)
            self._book.changes.append(live.attempt)
            self._book.write(live, "stopping", now_ms, detail=f"{why} {detail}".strip())
        elif why != attempt.why and (why == CANCEL or attempt.why in GOES_ON):
            live.attempt = replace(attempt, why=why)  # it is not to come back, or not at once
            self._book.changes.append(live.attempt)
        self._book.leave_line(attempt.id)
        blocked = self._blocked.pop(attempt.id, None)
        if blocked is not None and isinstance(blocked[0], StartCall):  # it was never told of it
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
        is_resuming = self._suspensions.is_resuming(attempt)
        started_ms = min(seen.started_ms or attempt.started_ms, ended_ms)
        is_unknown = attempt.state == STARTING and seen.started_ms is None and not is_resuming
        if seen.unready or (seen.state == LOST and is_unknown):
            started_ms = ended_ms  # nothing of it ran, so it is charged nothing
        away_ms = self._suspensions.away_ms(attempt.id, ended_ms)
        over = replace(
            attempt,
            state=seen.state,
            started_ms=started_ms,
            ended_ms=ended_ms,
            exit_code=seen.exit_code,
            why=why or seen.why,
            millijoules=seen.millijoules,
            worth={**attempt.worth, AWAY: away_ms} if away_ms else attempt.worth,
        )
        live.attempt = None
        had_run, live.has_run = live.has_run, live.has_run or ended_ms > started_ms
        _serve(live, over)
        self._book.changes.append(over)
        self._book.changes.append(self._usage(live, over))
        self.calls.append(ForgetCall(attempt.engine, attempt.id))
        cluster = self._pool.cluster
        running = cluster.running.get(live.record.id)
        self._unblock(attempt.id)
        self._suspensions.forget(attempt.id)
        if attempt.why in GOES_ON and running is not None:
            self.start(live, running, now_ms)
            return
        if running is not None:
            cluster.end(live.record.id)
            self._freed()
            nodes = cluster.nodes
            is_good = seen.state == ENDED and seen.exit_code == 0 and not why
            if is_good and attempt.state != SUSPENDED and (not had_run or seen.steps):
                ran = replace(over, started_ms=started_ms + away_ms)
                self._book.changes += learning.learn(self._rates, nodes, running, ran, seen.steps)
        self._book.dirty = True
        if attempt.why == CANCEL:
            self._book.finish(live, CANCELLED, now_ms, seen.exit_code, {"code": CANCEL})
        elif attempt.why in NO_FAULT:
            said = live.record.reason  # why what it did is lost, if it might not have been
            reason = said if said.get("code") == attempt.why else {"code": attempt.why}
            self._book.again(live, now_ms, now_ms, reason)
        elif seen.unready:
            if lender := attempt.places[0].lender:
                self._refused_s[lender] = now_ms // 1000
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
        before = sorted(before, key=lambda each: each.number)
        for each in before:
            _serve(live, each)
            live.has_run |= each.ended_ms != each.started_ms
        own = [each for each in before if each.why not in NO_FAULT]
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

    def _retake(self, live: LiveJob, attempt: AttemptRecord, away_ms: int = 0) -> bool:
        return retake(self._pool, self._rates, live, attempt, away_ms)

    def _watch_clock(self, live: LiveJob) -> None:
        if live.job.timeout_s is not None and live.attempt is not None:
            self._book.look_at(self._times_out_ms(live.attempt, live.job.timeout_s), live)

    def _times_out_ms(self, attempt: AttemptRecord, timeout_s: int) -> int:
        """While it is suspended its clock stands still."""
        away_ms = self._suspensions.away_ms(attempt.id, attempt.started_ms)
        return attempt.started_ms + away_ms + 1000 * timeout_s

    def look(self, live: LiveJob, now_ms: int) -> None:
        """Its time may have come: to be tried again, or to be ended."""
        attempt, timeout_s = live.attempt, live.job.timeout_s
        if attempt is None:
            if live.record.not_before_ms <= now_ms and live.record.id not in self._book.line:
                self._book.line_up(live)
        elif attempt.id in self._blocked:
            if self._suspensions.is_resuming(attempt):
                self._suspensions.ask(live, now_ms)  # its engine is not asked yet
        elif attempt.state == RUNNING and timeout_s is not None:
            if now_ms >= self._times_out_ms(attempt, timeout_s):
                self.stop(live, TIMEOUT, now_ms)
        elif self._suspensions.is_late(attempt, now_ms):
            late = "its engine did not answer in time"
            if attempt.state == SUSPENDED:
                self.suspended(attempt.id, Reason("suspend", why=late), now_ms)
            else:
                self.resumed(attempt.id, Reason("resume", why=late), now_ms)

    def charges(self, now_ms: int) -> list[Event]:
        """What those that are alive would be charged, did they end now."""
        found = [(live, live.attempt) for live in self._book if live.attempt is not None]
        return [
            self._usage(live, replace(attempt, ended_ms=max(now_ms, attempt.started_ms)))
            for live, attempt in found
        ]

    def _usage(self, live: LiveJob, over: AttemptRecord, *, goes_on: bool = False) -> Event:
        assert over.ended_ms is not None
        not_ms = self._suspensions.not_charged_ms(over.id, over.ended_ms)
        return usage(live, over, not_ms, SO_FAR if goes_on else LAST if not_ms else "")


def _serve(live: LiveJob, over: AttemptRecord) -> None:
    """What a job that resumes has had: by it, others may go first."""
    if live.job.resumes and over.ended_ms is not None:
        began_s, ended_s = over.started_ms // 1000, over.ended_ms // 1000
        live.served = bands.after(live.served, began_s, ended_s)


def _unused(live: LiveJob) -> dict[str, str]:
    """Why a job with a terminal is done although its command was not."""
    idle = DURATION.format(live.job.terminal_idle_s or 0)
    text = f"its terminal was idle for {idle}: no input, output or work"
    return {"code": IDLE, "text": text}
