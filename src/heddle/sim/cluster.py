"""A cluster on a virtual clock: jobs arrive and end, nodes fail and come back, and the same cycle
decides that would decide on a real one.

The simulator knows how long a job really takes; the cycle knows what the job says (`expected_s`).
A job that is preempted, or whose node is lost, waits again with what it has done so far, less what
it costs to save and restore that.
"""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from heddle.cluster.cycle import Decision, Rules, decide
from heddle.cluster.running import Cluster, Running, expand
from heddle.model.job import Job


@dataclass(frozen=True, slots=True)
class Arrival:
    """A job, and the seconds that it takes with its first alternative and all its members."""

    job: Job
    seconds: float


@dataclass(frozen=True, slots=True)
class Fault:
    """A node that is gone for a while."""

    node: str
    at_s: float
    until_s: float


@dataclass(slots=True)
class Told:
    """What came of one job."""

    job: Job
    seconds: float
    left_s: float  #: with its first alternative and all its members
    first_start_s: float | None = None
    end_s: float | None = None
    preemptions: int = 0
    reasons: Counter[str] = field(default_factory=Counter)  #: seconds waited, by key reason


@dataclass(frozen=True, slots=True)
class Instant:
    """The cluster at one moment."""

    at_s: float
    busy_milli: int  #: of all devices
    running: int
    waiting: int
    reasons: Counter[str]  #: waiting jobs by key reason


@dataclass(slots=True)
class Outcome:
    """Everything that came of a simulation."""

    jobs: dict[str, Told] = field(default_factory=dict)
    instants: list[Instant] = field(default_factory=list)
    decisions: int = 0
    cycles: int = 0
    wall_s: float = 0.0
    last: Decision = field(default_factory=Decision)


class Simulation:
    """One run. Events at the same second are handled together: ends, faults, arrivals."""

    def __init__(
        self,
        cluster: Cluster,
        arrivals: Iterable[Arrival],
        faults: Iterable[Fault] = (),
        rules: Rules | None = None,
        restart_s: float = 60.0,
        watch: Callable[[float, int], None] | None = None,
    ) -> None:
        self.cluster = cluster
        self._rules = rules or Rules()
        self._restart_s = restart_s
        self._watch = watch
        self._waiting: dict[str, Job] = {}
        self._running: dict[str, Running] = {}  # those of the cluster, before a decision
        self._busy_milli = 0
        self._accounted_s = 0.0  # until when the waiting is counted
        self._ends: dict[str, tuple[float, int]] = {}  # when, and which start of the job that was
        self._events: list[tuple[float, int, str, int]] = []  # at, kind, name, number
        self.outcome = Outcome()
        self._arrivals: dict[str, Told] = {}
        for arrival in arrivals:
            for job in expand(arrival.job):
                self._arrivals[job.id] = Told(job, arrival.seconds, arrival.seconds)
                self._push(job.submitted_s, ARRIVES, job.id)
        for fault in faults:
            self._push(fault.at_s, FAILS, fault.node)
            self._push(fault.until_s, RETURNS, fault.node)

    def run(self, until_s: float = float("inf")) -> Outcome:
        """To the last event, or to a moment."""
        begun = time.perf_counter()
        while self._events and self._events[0][0] <= until_s:
            now = self._events[0][0]
            while self._events and self._events[0][0] == now:
                _, kind, name, number = heapq.heappop(self._events)
                self._handle(kind, name, number, now)
            while self._cycle(now):  # who was preempted may have another place
                pass
        if self._events:
            self._account_waiting(until_s)
        self.outcome.wall_s += time.perf_counter() - begun
        return self.outcome

    def _push(self, at_s: float, kind: int, name: str, number: int = 0) -> None:
        heapq.heappush(self._events, (at_s, kind, name, number))

    def _handle(self, kind: int, name: str, number: int, now: float) -> None:
        if kind == ARRIVES:
            told = self._arrivals.pop(name)
            self.outcome.jobs[name] = told
            self._waiting[name] = told.job
        elif kind == ENDS:
            if self._ends.get(name) == (now, number):
                del self._ends[name]
                self._gone(self.cluster.end(name))
                self.outcome.jobs[name].end_s = now
        else:
            node = self.cluster.nodes.index[name]
            self.cluster.nodes.cordoned[node] = kind == FAILS
            self.cluster.placer.touch(node)
            if kind == FAILS:
                for job_id, running in list(self.cluster.running.items()):
                    if any(placement.node == node for placement in running.placements):
                        self._put_back(self.cluster.end(job_id), now)

    def _cycle(self, now: float) -> bool:
        """Whether there should be another one at once."""
        self._account_waiting(now)
        decision = self._decide(now)
        self.outcome.cycles += 1
        self.outcome.decisions += len(decision.starts) + len(decision.waits)
        self.outcome.last = decision
        for job_id in decision.preempts:
            self.outcome.jobs[job_id].preemptions += 1
        for running in decision.starts:
            del self._waiting[running.job.id]
            self._running[running.job.id] = running
            self._busy_milli += _milli(running)
            told = self.outcome.jobs[running.job.id]
            told.first_start_s = now if told.first_start_s is None else told.first_start_s
            number = told.preemptions
            end = now + told.left_s / self._speed(running)
            self._ends[running.job.id] = (end, number)
            self._push(end, ENDS, running.job.id, number)
        self._remember(decision, now)
        if self._watch:
            self._watch(now, len(self._waiting))
        return bool(decision.preempts)

    def _decide(self, now: float) -> Decision:
        decision = decide(self.cluster, list(self._waiting.values()), int(now), self._rules)
        for job_id in decision.preempts:
            self._put_back(self._running[job_id], now)
        return decision

    def _gone(self, running: Running) -> None:
        del self._running[running.job.id]
        self._busy_milli -= _milli(running)

    def _put_back(self, running: Running, now: float) -> None:
        """It waits again, with its work less what was not saved."""
        self._gone(running)
        told = self.outcome.jobs[running.job.id]
        end, _ = self._ends.pop(running.job.id)
        told.left_s = (end - now) * self._speed(running) + self._restart_s
        self._waiting[running.job.id] = running.job

    def _speed(self, running: Running) -> float:
        """By the alternative, and by the members of an elastic job."""
        alternative = running.job.alternatives[running.alternative]
        rate = self._rules.rate(running.job, running.alternative) or alternative.rate_milli or 1000
        return rate / 1000 * running.members / max(running.job.members, 1)

    def _account_waiting(self, now: float) -> None:
        """Since the last cycle, everybody has waited for the reason that it gave."""
        past, self._accounted_s = round(now) - round(self._accounted_s), now
        if past:
            for job_id, waits in self.outcome.last.waits.items():
                self.outcome.jobs[job_id].reasons[waits.reason.code] += past

    def _remember(self, decision: Decision, now: float) -> None:
        reasons = Counter(waits.reason.code for waits in decision.waits.values())
        counts = len(self.cluster.running), len(self._waiting)
        self.outcome.instants.append(Instant(now, self._busy_milli, *counts, reasons))


#: Kinds of events, in the order in which those of one moment are handled.
ENDS, RETURNS, FAILS, ARRIVES = range(4)


def _milli(running: Running) -> int:
    """Of all its devices."""
    return sum(milli for placement in running.placements for _, milli in placement.devices)
