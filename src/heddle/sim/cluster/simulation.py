"""A cluster on a virtual clock: jobs arrive and end, nodes fail and come back, and the same cycle
decides that would decide on a real one.

The simulator knows how long a job really takes; the cycle knows what the job says (`expected_s`).
A job that is preempted, whose node is lost, or whose devices change goes on with what it has done
so far, after the time that it takes to save and restore that.
"""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import isfinite

from heddle.cluster import bands
from heddle.cluster.cycle import Decision, Rules, decide, next_change_s
from heddle.cluster.migration.moves import Mover
from heddle.cluster.ordering import first_come
from heddle.cluster.ordering.base import Turn
from heddle.cluster.rates.learned import LearnedRates
from heddle.cluster.rates.runs import run_of
from heddle.cluster.running import Cluster, Running, expand, shape_of
from heddle.cluster.waiting_line import WaitingLine
from heddle.cluster.why import Waiting
from heddle.model.job import Job
from heddle.sim.cluster.outcome import Instant, Outcome
from heddle.sim.cluster.truth import Arrival, JobOutcome, Pace, SteadyTruth, declared_speed

RESTART_S = 60.0  #: to save and restore a job, unless said otherwise
#: Kinds of events, in the order in which those of one moment are handled.
ENDS, RETURNS, FAILS, ARRIVES, LOOKS, SINKS, CHANGES = range(7)


@dataclass(frozen=True, slots=True)
class Fault:
    """A node that is gone for a while."""

    node: str
    at_s: float
    until_s: float


class Simulation:
    """One run. Events at the same second are handled together: ends, faults, arrivals.

    With `levels`, a job that has had so many seconds of a device counts as of a lower priority by
    one, and by one more at the next level: least attained service. With `rates`, alternatives are
    compared by what jobs took that ran from their beginning to their end without a change.
    """

    def __init__(
        self,
        cluster: Cluster,
        arrivals: Iterable[Arrival] = (),
        faults: Iterable[Fault] = (),
        rules: Rules | None = None,
        restart_s: float = RESTART_S,
        turn: Callable[[Job], Turn] = first_come.turn,
        watch: Callable[[float, int], None] | None = None,
        levels: Sequence[float] = (),
        rates: LearnedRates | None = None,
    ) -> None:
        self.cluster = cluster
        self.waiting = WaitingLine(turn=turn)  #: those that have come and do not run
        self.outcome = Outcome(Decision(Waiting(self.waiting)))
        self._rules = rules or Rules()
        self._rates = rates
        if rates is not None:
            self._rules = replace(self._rules, rate=rates.rate)
        self._restart_s = restart_s
        self._mover = Mover(self._rules.moves)
        self._watch = watch
        self._levels = levels
        self._coming: dict[str, tuple[JobOutcome, int]] = {}  # and the number of the event
        self._paces: dict[str, Pace] = {}  # of those that run
        self._busy_milli = 0
        self._reasons: Counter[str] = Counter()  # of those that wait
        self._events: list[tuple[float, int, str, int]] = []  # at, kind, name, number
        self._count = 0
        self._changes = 0  # the last moment at which time brings something, by number
        for arrival in arrivals:
            self.submit(arrival, arrival.job.submitted_s)
        for fault in faults:
            self._push(fault.at_s, FAILS, fault.node)
            self._push(fault.until_s, RETURNS, fault.node)

    @property
    def next_s(self) -> float | None:
        """When something happens next; None: nothing will, unless a job is submitted."""
        while self._events and self._is_stale(*self._events[0][1:]):
            heapq.heappop(self._events)
        return self._events[0][0] if self._events else None

    def state(self, job_id: str) -> str:
        """coming, waiting, running or ended; gone if it was never here, or was withdrawn."""
        if job_id in self._coming:
            return "coming"
        if job_id in self.waiting:
            return "waiting"
        if job_id in self._paces:
            return "running"
        told = self.outcome.jobs.get(job_id)
        return "gone" if told is None or told.end_s is None else "ended"

    def submit(self, arrival: Arrival, at_s: float) -> None:
        """It comes then; an array as so many jobs."""
        truth = arrival.truth or SteadyTruth(arrival.seconds, declared_speed)
        restart_s = self._restart_s if arrival.restart_s is None else arrival.restart_s
        for job in expand(arrival.job):
            self._count += 1
            told = JobOutcome(job, arrival.seconds, truth, arrival.start_s, restart_s)
            told.steps = arrival.steps
            self._coming[job.id] = told, self._count
            self._push(at_s, ARRIVES, job.id, self._count)

    def withdraw(self, job_id: str, now_s: float) -> None:
        """It is not wanted any more. Others may have its place at the next run; one that has ended
        stays ended."""
        self._coming.pop(job_id, None)
        if job_id in self.waiting:
            self.waiting.remove(job_id)
            self._waits(self.outcome.jobs.pop(job_id), "", now_s)
        elif job_id in self._paces:
            self._pause(job_id, now_s)
            self.cluster.end(job_id)
            del self.outcome.jobs[job_id]
        self._push(now_s, LOOKS, job_id)

    def run(self, until_s: float = float("inf")) -> Outcome:
        """To the last event, or to a moment."""
        begun = time.perf_counter()
        while (now := self.next_s) is not None and now <= until_s:
            while self.next_s == now:
                _, kind, name, _ = heapq.heappop(self._events)
                self._handle(kind, name, now)
            while self._cycle(now):
                pass
            self._changes += 1
            known = self.cluster, self.waiting, int(now), self._rules, self._mover
            if (at_s := next_change_s(*known)) is not None:
                self._push(at_s, CHANGES, "", self._changes)
        instants = self.outcome.instants
        end_s = until_s if isfinite(until_s) or not instants else instants[-1].at_s
        for job in self.waiting:
            told = self.outcome.jobs[job.id]
            told.waits(told.waits_for, end_s)
        self.outcome.wall_s += time.perf_counter() - begun
        return self.outcome

    def _push(self, at_s: float, kind: int, name: str, number: int = 0) -> None:
        heapq.heappush(self._events, (at_s, kind, name, number))

    def _is_stale(self, kind: int, name: str, number: int) -> bool:
        """An end that was put off, or an arrival that was withdrawn."""
        if kind == ENDS:
            return name not in self._paces or self._paces[name].number != number
        if kind == ARRIVES:
            return name not in self._coming or self._coming[name][1] != number
        if kind == CHANGES:
            return number != self._changes
        if kind == SINKS:
            return name not in self._paces or self._paces[name].number != number
        return False

    def _handle(self, kind: int, name: str, now: float) -> None:
        if kind != ARRIVES:
            self._mover.freed()
        if kind == ARRIVES:
            told, _ = self._coming.pop(name)
            self.outcome.jobs[name] = told
            self.waiting.add(told.job)
            self._expect(told.job)
        elif kind == ENDS:
            self._learn(name, now)
            self._pause(name, now)
            self.cluster.end(name)
            self.outcome.jobs[name].end_s = now
        elif kind == SINKS:
            self._sink(name)
        elif kind in (FAILS, RETURNS):
            node = self.cluster.nodes.index[name]
            self.cluster.nodes.cordoned[node] = kind == FAILS
            self.cluster.placer.touch(node)
            if kind == FAILS:
                for job_id, pace in list(self._paces.items()):
                    if any(placement.node == node for placement in pace.running.placements):
                        self.cluster.end(job_id)
                        self._put_back(job_id, now)

    def _cycle(self, now: float) -> bool:
        """Whether there should be another one at once."""
        decision = Decision(Waiting(self.waiting))
        if self.waiting or self.cluster.elastic or self.cluster.choosy:
            decision = decide(self.cluster, self.waiting, int(now), self._rules, self._mover)
        self._carry_out(decision, now)
        self.outcome.last = decision
        self.outcome.cycles += 1
        self.outcome.decisions += len(decision.starts) + len(self.waiting)
        for job in self.waiting:
            told, waits = self.outcome.jobs[job.id], decision.waits.get(job.id)
            if waits is not None and told.waits_for != waits.reason.code:
                self._waits(told, waits.reason.code, now)
        counts = len(self._paces), len(self.waiting)
        self.outcome.instants.append(Instant(now, self._busy_milli, *counts, self._reasons.copy()))
        if self._watch:
            self._watch(now, len(self.waiting))
        elastic = self.cluster.elastic
        is_new = decision.preempts or any(each.job.id in elastic for each in decision.starts)
        return bool(self.waiting and is_new)  # for another place, or with less than at first

    def _carry_out(self, decision: Decision, now: float) -> None:
        for job_id in decision.preempts:
            self.outcome.jobs[job_id].preemptions += 1
            self._put_back(job_id, now)
        moves = (move.running for move in decision.moves.values())
        for running in (*moves, *decision.shrinks.values(), *decision.grows.values()):
            self._change(running, now)
        for running in decision.starts:
            told = self.outcome.jobs[running.job.id]
            self._waits(told, "", now)
            lost_s = told.restart_s
            if told.first_start_s is None:
                told.first_start_s, lost_s = now, told.start_s
            self._begin(running, now, lost_s)

    def _begin(self, running: Running, now: float, lost_s: float) -> None:
        """It gets on with this, after what is lost."""
        self._count += 1
        pace = Pace(running, now, now + lost_s, self._count)
        self._paces[running.job.id] = pace
        self._busy_milli += pace.milli
        told = self.outcome.jobs[running.job.id]
        end_s = pace.begins_s + told.truth.lasts_s(running, told.done)
        self._push(end_s, ENDS, running.job.id, pace.number)
        self._next_level(pace)

    def _pause(self, job_id: str, now: float) -> Running:
        """It does not get on any more; what it has done is kept."""
        pace = self._paces.pop(job_id)
        self._busy_milli -= pace.milli
        told = self.outcome.jobs[job_id]
        told.ran_s += now - pace.since_s
        if now > pace.begins_s:
            told.done = told.truth.after(pace.running, told.done, now - pace.begins_s)
            told.served_s += (now - pace.begins_s) * pace.milli / 1000
        return pace.running

    def _learn(self, job_id: str, now: float) -> None:
        pace, told = self._paces[job_id], self.outcome.jobs[job_id]
        if self._rates is None or told.ran_s:  # later it goes on from what it saved
            return
        took_s = now - pace.since_s
        run = run_of(self.cluster.nodes, pace.running, job_id, took_s, now, told.steps)
        if run is not None:
            self._rates.add(run)

    def _change(self, running: Running, now: float) -> None:
        """A job that runs has other devices from now on. The cluster has it so already."""
        before, told = self._paces[running.job.id], self.outcome.jobs[running.job.id]
        self._pause(running.job.id, now)
        if now == before.since_s:  # it has not begun with the others
            self._begin(running, now, before.begins_s - now)
        else:
            told.changes += 1
            self._begin(running, now, told.restart_s)

    def _put_back(self, job_id: str, now: float) -> None:
        """It waits again. The cluster has ended it already."""
        running = self._pause(job_id, now)
        served = None
        if running.job.resumes:
            had = self.outcome.jobs[job_id]
            had.served = served = bands.after(had.served, running.started_s, int(now))
        self.waiting.add(running.job, served)

    def _next_level(self, pace: Pace) -> None:
        """When it will have had enough for the next level."""
        told, job = self.outcome.jobs[pace.running.job.id], pace.running.job
        level = told.job.priority - job.priority
        if level < len(self._levels) and pace.milli:
            left_s = max(self._levels[level] - told.served_s, 0.0)
            self._push(pace.begins_s + left_s * 1000 / pace.milli, SINKS, job.id, pace.number)

    def _sink(self, job_id: str) -> None:
        pace = self._paces[job_id]
        job = replace(pace.running.job, priority=pace.running.job.priority - 1)
        self._paces[job_id] = sunk = replace(pace, running=replace(pace.running, job=job))
        self.cluster.change(sunk.running)
        self._next_level(sunk)

    def _expect(self, job: Job) -> None:
        if self.cluster.expected is not None:
            self.cluster.expected.add(shape_of(job, way) for way in job.alternatives)

    def _waits(self, told: JobOutcome, code: str, now: float) -> None:
        if told.waits_for:
            self._reasons[told.waits_for] -= 1
            if not self._reasons[told.waits_for]:
                del self._reasons[told.waits_for]
        if code:
            self._reasons[code] += 1
        told.waits(code, now)
