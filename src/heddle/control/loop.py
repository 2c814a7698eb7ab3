"""The one thread that feeds the core, writes what it says, and only then acts.

All that was asked since the last turn is handled and written together: so many requests share one
wait for the disk. While the store cannot write, nothing is decided, and every caller is
refused; what runs goes on, and so does the loop once the write succeeds. If another server has
written meanwhile, what is in memory is no longer the truth, and the process ends: the next start
carries on from the store.
"""

from __future__ import annotations

import copy
import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from heddle.cluster.row import NodeRow
from heddle.control.book import array_of
from heddle.control.calls import (
    Call,
    ForgetCall,
    ResumeCall,
    StartCall,
    StopCall,
    SuspendCall,
)
from heddle.control.core import Core
from heddle.control.counters import LoopCounters
from heddle.control.event_log import tell
from heddle.control.suspend import TIMEOUT_S
from heddle.engine.base import (
    ArrayEngine,
    AttemptStatus,
    Engine,
    Order,
    RemoteEngine,
    SuspendingEngine,
)
from heddle.errors import StoreChangedError, StoreError, UsageError
from heddle.model.reason import Reason
from heddle.model.record import AttemptRecord
from heddle.store.base import Change, Store

T = TypeVar("T")
log = logging.getLogger(__name__)

AT_ONCE = 1000  #: requests in one turn
CYCLE_S = 0.02  #: shortest time between two cycles: a burst of requests shares one
LOOK_S = 15.0  #: interval at which engines are asked for everything, in case a message was lost
HANDS = 4  #: threads that talk to engines
AGAIN_S = 1.0  #: until a write that failed is tried again
Answers = list[tuple[Future[Any], Any, Exception | None]]


class Loop:
    """`ask` is for any thread; what it is given runs in the loop's own."""

    def __init__(
        self,
        store: Store,
        engines: Iterable[Engine],
        core: Core,
        *,
        now_ms: Callable[[], int] = lambda: int(time.time() * 1000),
        fail: Callable[[], None] = lambda: os._exit(70),
        equip: Callable[[Order], Order | Reason] = lambda order: order,
        equip_elsewhere: Callable[[Order], Order | Reason] = lambda order: order,
        ticket: Callable[[Order], Order | Reason] = lambda order: order,
    ) -> None:
        self.store = store
        self.engines = {engine.name: engine for engine in engines}
        self._core = core
        self._now_ms = now_ms
        self._fail = fail
        self.equip = equip  #: right before a start: secrets are in no record and no event
        self._equip_elsewhere = equip_elsewhere  #: where nodes ask for it themselves
        self._ticket = ticket  #: for a device that another node lends
        self._asked: queue.SimpleQueue[tuple[Callable[[Core], Any], Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        # What is said about one attempt must come in order, so each has a hand of its own.
        self._hands = [ThreadPoolExecutor(1, f"engine-{i}") for i in range(HANDS)]
        # Moving memory takes long, and others are not to wait for that: by attempt, the last of it.
        self._movers: dict[str, threading.Thread] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="control", daemon=True)
        self._cycle_at = 0.0
        self._look_at = 0.0
        self.changed = threading.Condition()  #: notified when something was written
        self.last_event = 0  #: its number
        self.tally = LoopCounters()
        self.trouble: StoreError | None = None  #: why nothing can be written now

    def start(self) -> None:
        """Carries on from the store, then begins."""
        jobs, _ = self.store.alive()
        attempts = [each for job in jobs if job.attempts for each in self.store.attempts(job.id)]
        for name, engine in self.engines.items():  # before it is asked, so that no end is missed
            engine.watch(partial(self._saw, name))
        seen = {name: self._seen(engine) for name, engine in self.engines.items()}
        self._core.recover(jobs, attempts, seen, self._now_ms())
        self._thread.start()

    def stop(self) -> None:
        """Ends the loop after what was asked; what runs goes on."""
        self._asked.put(None)
        self._thread.join()
        self._over.set()  # movers are not waited for: they are asked again after the next start
        for hand in self._hands:
            hand.shutdown()
        for engine in self.engines.values():
            engine.close()

    def ask(self, what: Callable[[Core], T]) -> Future[T]:
        """The answer of `what` once all that it changed is durable, or what it raised; a StoreError
        if nothing can be written now."""
        future: Future[T] = Future()
        if (trouble := self.trouble) is not None:
            future.set_exception(trouble)
            return future
        self._asked.put((what, future))
        return future

    def now_ms(self) -> int:
        return self._now_ms()

    def rows(self) -> Mapping[str, NodeRow]:
        """The nodes of all engines, by name, as they are now; for any thread, to look one up."""
        return self._core.pool.rows

    def engine_of(self, attempt: AttemptRecord) -> Engine:
        """:raises UsageError: if it runs, or ran, on an engine that this server does not have"""
        if (found := self.engines.get(attempt.engine)) is None:
            raise UsageError(
                f"{attempt.id} ran on the engine {attempt.engine!r}, which this control plane does "
                f"not have. Start it with `heddle up --engine {attempt.engine}`."
            )
        return found

    def _saw(self, engine: str, seen: AttemptStatus) -> None:
        self.ask(lambda core: core.saw(engine, seen, self._now_ms()))

    def _run(self) -> None:
        try:
            while self._turn():
                pass
        except Exception:
            log.exception("the control loop cannot continue; a restart continues from the store")
            self._fail()

    def _turn(self) -> bool:
        asked, goes_on = self._wait()
        answers: Answers = []
        for what, future in asked:
            if not future.set_running_or_notify_cancel():
                continue  # it is no longer wanted
            try:
                answers.append((future, what(self._core), None))
            except Exception as error:  # the caller's; the core is as it was
                answers.append((future, None, error))
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + LOOK_S
            for name, engine in self.engines.items():
                if (seen := self._seen(engine)) is not None:
                    self._core.looked(name, seen, self._now_ms())
        if not self._core.dirty or now >= self._cycle_at:
            self._core.schedule(self._now_ms())
            self._cycle_at = time.monotonic() + CYCLE_S
        changes, calls = self._core.take()
        if changes:
            number = self._write(changes, answers)
            if number is None:
                return False
            with self.changed:
                self.last_event = max(self.last_event, number)
                self.changed.notify_all()
            tell(changes)
        for future, answer, failure in answers:
            if failure is not None:
                future.set_exception(failure)
            else:
                future.set_result(answer)
        together: dict[str, list[Call]] = {}
        for call in calls:
            if isinstance(call, SuspendCall | ResumeCall):
                self._set_off(call)
            else:
                together.setdefault(self._subject(call), []).append(call)
        for subject, alike in together.items():
            self._hands[hash(subject) % HANDS].submit(self._call_all, alike)
        return goes_on

    def _subject(self, call: Call) -> str:
        """What must come in order: an attempt, or an array where the engine takes it as a whole."""
        array = array_of(call.attempt)
        is_whole = array and isinstance(self.engines.get(call.engine), ArrayEngine)
        return array if is_whole else call.attempt

    def _write(self, changes: Sequence[Change], answers: Answers) -> int | None:
        """Until it succeeds; None if the loop must end before. Callers that wait for an answer are
        told at once: what was asked has been decided, and is written with the rest.

        :raises StoreChangedError: if another server has written
        """
        while True:
            since = time.perf_counter()
            try:
                number = self.store.write(changes)
            except StoreChangedError:
                raise
            except StoreError as error:
                if self.trouble is None:
                    log.error("nothing can be written, and it is tried again: %s", error)
                self.trouble = error
                begun = copy.copy(error)
                begun.is_begun = True
                for future, _, failure in answers:
                    future.set_exception(failure or begun)
                answers.clear()
                if not self._refuse(error):
                    return None
                continue
            self.tally.wrote(changes, time.perf_counter() - since)
            if self.trouble is not None:
                log.warning("the store can be written again")
                self.trouble = None
                self._look_at = 0.0  # the loop did not listen to the engine meanwhile
            return number

    def _refuse(self, error: StoreError) -> bool:
        """Refuses the calls that were made before callers could know, for a while. False if the
        loop is to end."""
        until = time.monotonic() + AGAIN_S
        while (left_s := until - time.monotonic()) > 0:
            try:
                asked = self._asked.get(timeout=left_s)
            except queue.Empty:
                break
            if asked is None:
                return False
            if asked[1].set_running_or_notify_cancel():
                asked[1].set_exception(error)
        return True

    def _wait(self) -> tuple[list[tuple[Callable[[Core], Any], Future[Any]]], bool]:
        """For the first request, or until something is due; then all that is there."""
        due_ms = self._core.due_ms()
        waits = [self._look_at - time.monotonic()]
        if due_ms is not None:
            waits.append((due_ms - self._now_ms()) / 1000)
        if self._core.dirty:
            waits.append(self._cycle_at - time.monotonic())
        found = []
        try:
            first = self._asked.get(timeout=max(0.0, min(waits)))
            while first is not None:
                found.append(first)
                if len(found) >= AT_ONCE:
                    return found, True
                first = self._asked.get_nowait()
        except queue.Empty:
            return found, True
        return found, False

    @staticmethod
    def _seen(engine: Engine) -> Sequence[AttemptStatus] | None:
        """All that the engine sees; None if it cannot say, from which nothing follows."""
        try:
            return engine.seen()
        except Exception as error:  # it is down, or it has no descriptors left
            log.warning("the engine %s cannot say what runs: %s", engine.name, error)
            return None

    def _start(self, engine: Engine, order: Order) -> Reason | None:
        try:
            equipped = self._equipped(engine, order)
            return equipped if isinstance(equipped, Reason) else engine.start(equipped)
        except UsageError as error:  # it is invalid, now and later
            return Reason("impossible", why=str(error))

    def _call_all(self, calls: Sequence[Call]) -> None:
        """In their order; starts that follow each other are told together."""
        starts: list[StartCall] = []
        for call in calls:
            if isinstance(call, StartCall):
                starts.append(call)
                continue
            self._start_all(starts)
            starts = []
            self._call(call)
        self._start_all(starts)

    def _start_all(self, calls: Sequence[StartCall]) -> None:
        engine = self.engines.get(calls[0].engine) if calls else None
        if len(calls) < 2 or not isinstance(engine, ArrayEngine):
            for call in calls:
                self._call(call)
            return
        try:
            equipped = {call.attempt: self._equipped(engine, call.order) for call in calls}
            orders = [each for each in equipped.values() if isinstance(each, Order)]
            refused = dict(zip((o.attempt for o in orders), engine.start_all(orders), strict=True))
            for attempt, each in equipped.items():
                why = each if isinstance(each, Reason) else refused[attempt]
                if why is not None:
                    self.ask(partial(_refuse, attempt=attempt, why=why, now_ms=self._now_ms()))
        except Exception:  # as below
            log.exception("the engine %s failed at the start of an array", calls[0].engine)

    def _equipped(self, engine: Engine, order: Order) -> Order | Reason:
        try:
            if isinstance(engine, RemoteEngine):
                return self._equip_elsewhere(order)
            found = self._ticket(order)
            return found if isinstance(found, Reason) else self.equip(found)
        except UsageError as error:
            return Reason("impossible", why=str(error))

    def _set_off(self, call: SuspendCall | ResumeCall) -> None:
        """In a thread of its own, after the last one of this attempt."""
        self._movers = {each: last for each, last in self._movers.items() if last.is_alive()}
        told = call, self._movers.get(call.attempt)
        mover = threading.Thread(target=self._move, args=told, name="mover", daemon=True)
        self._movers[call.attempt] = mover
        mover.start()

    def _move(self, call: SuspendCall | ResumeCall, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()
        engine, attempt = self.engines.get(call.engine), call.attempt
        if not isinstance(engine, SuspendingEngine):
            return  # of a server with more engines; one that has it carries on
        try:
            if isinstance(call, SuspendCall):
                answer = engine.suspend(attempt, call.room_mib, TIMEOUT_S)
                self._tell(lambda core: core.suspended(attempt, answer, self._now_ms()))
            else:
                why_not = engine.resume(attempt, TIMEOUT_S)
                self._tell(lambda core: core.resumed(attempt, why_not, self._now_ms()))
        except Exception:  # without an answer the core gives it up in time
            log.exception("the engine %s failed to move %s", call.engine, attempt)

    def _tell(self, what: Callable[[Core], None]) -> None:
        """Again where the store cannot be written now: nobody else would say it."""
        while not self._over.is_set():
            future = self.ask(what)
            while not future.done():
                if self._over.wait(0.05):
                    return
            error = future.exception()
            if not isinstance(error, StoreError) or error.is_begun:
                return
            self._over.wait(1)

    def _call(self, call: Call) -> None:
        if (engine := self.engines.get(call.engine)) is None:
            return  # of a server with more engines; one that has it carries on
        try:
            if isinstance(call, StartCall):
                refused = self._start(engine, call.order)
                if refused is not None:
                    self.ask(lambda core: core.refused(call.attempt, refused, self._now_ms()))
            elif isinstance(call, StopCall):
                engine.stop(call.attempt, call.why)
            elif isinstance(call, ForgetCall):
                engine.forget(call.attempt)
        except Exception:
            # The next look at the engine finds out what came of it.
            # Not the order itself: its environment is private.
            what = f"{type(call).__name__} of {call.attempt}"
            log.exception("the engine %s failed at %s", call.engine, what)


def _refuse(core: Core, attempt: str, why: Reason, now_ms: int) -> None:
    core.refused(attempt, why, now_ms)
