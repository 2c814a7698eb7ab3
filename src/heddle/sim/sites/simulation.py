"""Several sites on one virtual clock: each simulates its own cluster with its own cycle, and the
federation above hears of them only what they send.

Messages take `message_s`. Between a site that is cut off and the federation none arrive, in either
direction, while the site goes on with its work.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from heddle.cluster.cycle import Decision, Rules, decide
from heddle.cluster.explain import starts_s
from heddle.cluster.running import Cluster
from heddle.cluster.sites.atlas import Atlas
from heddle.cluster.sites.federation import Federation
from heddle.cluster.sites.figures import soonest
from heddle.cluster.sites.messages import (
    LOST,
    Award,
    Instruction,
    Settle,
    SiteAnswer,
    SiteOffer,
    SiteReport,
)
from heddle.cluster.sites.summary import USUAL_S, summarise
from heddle.model.job import Job
from heddle.sim.cluster.simulation import Simulation
from heddle.sim.cluster.truth import Arrival

NO_PREEMPTION = Rules(preemption=False, match=False)
#: What a site calls the states of its jobs.
STATES = {"coming": "waiting", "waiting": "waiting", "running": "running", "ended": "finished"}
PASSING = ("silent", "devices", "deadline")  #: reasons of a site that may not hold later


@dataclass(frozen=True, slots=True)
class SiteOutage:
    """A site that cannot be reached for a while; `loses`: and what it was given is gone."""

    site: str
    at_s: int
    until_s: int
    loses: bool = False


class SiteSimulation:
    """One site: its own jobs, and those that it was awarded."""

    def __init__(self, cluster: Cluster, arrivals: Iterable[Arrival] = ()) -> None:
        self.simulation = Simulation(cluster, arrivals)
        self.cluster = cluster
        self.awards = 0
        self.copies: dict[str, int] = {}  #: attempt of each job that was awarded and not settled
        self.lost: set[str] = set()
        self._seen: set[tuple[str, int]] = set()

    @property
    def idle(self) -> bool:
        """Nothing runs, and nothing is to come."""
        return self.simulation.next_s is None and not self.cluster.running

    def run(self, until_s: float) -> None:
        self.simulation.run(until_s)

    def answer(self, offer: SiteOffer, now_s: int) -> SiteAnswer:
        """By the same cycle that would start it, tried and taken back."""
        self._outdated(offer.job.id, offer.attempt, now_s)
        job, waiting = offer.job, list(self.simulation.waiting)
        decision = tried(self.cluster, [*waiting, job], now_s)
        waits = decision.waits.get(job.id)
        if waits is None:
            return SiteAnswer(offer.site, job.id, offer.attempt, starts_s=now_s)
        at_s = starts_s(self.cluster, job)
        if at_s is not None and waiting:  # those in front of it come first
            summary = summarise(self.cluster, waiting, now_s)
            at_s = max(at_s, now_s + soonest(job, summary))
        late = at_s is None or at_s > offer.start_by_s
        return SiteAnswer(offer.site, job.id, offer.attempt, waits.reason if late else None, at_s)

    def take_on(self, award: Award, seconds: float, now_s: float) -> None:
        """Receiving it twice is receiving it once. Devices are held while the data comes."""
        self.awards = max(self.awards, award.number)
        job = award.job
        if (job.id, award.attempt) in self._seen:
            return
        self._outdated(job.id, award.attempt, now_s)
        self._seen.add((job.id, award.attempt))
        self.copies[job.id] = award.attempt
        self.lost.discard(job.id)
        self.simulation.submit(Arrival(job, seconds, start_s=award.transfer_s), now_s)
        self.run(now_s)

    def settle(self, settle: Settle, now_s: float) -> None:
        """What is not finished is stopped, and others may have its place."""
        if self.copies.get(settle.job) == settle.attempt:
            del self.copies[settle.job]
            self.simulation.withdraw(settle.job, now_s)
            self.run(now_s)

    def _outdated(self, job_id: str, attempt: int, now_s: float) -> None:
        """A new attempt says that an older one here does not count, if nothing else has said it."""
        if self.copies.get(job_id, attempt) < attempt:
            self.settle(Settle("", job_id, self.copies[job_id], counts=False), now_s)

    def lose(self, now_s: float) -> None:
        """Everything that was awarded and is not finished is gone."""
        for job_id in self.copies:
            if self._state(job_id) != "finished":
                self.simulation.withdraw(job_id, now_s)
                self.lost.add(job_id)
        self.run(now_s)

    def report(self, site: str, now_s: int) -> SiteReport:
        copies = {name: (attempt, self._state(name)) for name, attempt in self.copies.items()}
        summary = summarise(self.cluster, self.simulation.waiting, now_s)
        return SiteReport(site, summary, copies, self.awards)

    def _state(self, job_id: str) -> str:
        return LOST if job_id in self.lost else STATES[self.simulation.state(job_id)]


def tried(cluster: Cluster, jobs: Iterable[Job], now_s: int) -> Decision:
    """What the cycle would decide, without displacing any job. The cluster is as it was."""
    before = {job_id: cluster.running[job_id] for job_id in cluster.elastic}
    decision = decide(cluster, jobs, now_s, NO_PREEMPTION)
    changed = {**decision.shrinks, **decision.grows}
    for job_id in (*changed, *(running.job.id for running in decision.starts)):
        cluster.end(job_id)
    for job_id in changed:
        cluster.start(before[job_id])
    return decision


@dataclass(order=True, slots=True)
class _Message:
    at_s: int
    number: int
    site: str = field(compare=False)
    content: Instruction | SiteAnswer | SiteReport = field(compare=False)


class Sites:
    """The whole of it. Same input, same story."""

    def __init__(
        self,
        atlas: Atlas,
        clusters: Mapping[str, SiteSimulation],
        jobs: Iterable[Job] = (),
        cuts: Iterable[SiteOutage] = (),
        *,
        seconds: Mapping[str, float] | None = None,
        heartbeat_s: int = 30,
        message_s: int = 1,
    ) -> None:
        self.federation = Federation(atlas)
        self.sites = dict(sorted(clusters.items()))
        self.now_s = 0
        self._jobs = sorted(jobs, key=lambda job: (job.submitted_s, job.id))
        self._cuts = tuple(cuts)
        self._lost: set[SiteOutage] = set()
        self._seconds = seconds or {}
        self._heartbeat_s, self._message_s = heartbeat_s, message_s
        self._messages: list[_Message] = []
        self._count = 0

    def run(self, until_s: int) -> Sites:
        """To this moment, or until every job is done, or nothing can change for those that wait."""
        while self.now_s <= until_s:
            self._at(self.now_s)
            if not self._jobs and self._over():
                break
            self.now_s = self._next()
        return self

    def cut(self, site: str, at_s: int) -> bool:
        return any(c.site == site and c.at_s <= at_s < c.until_s for c in self._cuts)

    def _over(self) -> bool:
        open_ = [ticket for ticket in self.federation.tickets.values() if not ticket.done]
        if not open_:
            return True
        if any(ticket.copies or ticket.asked for ticket in open_):
            return False
        reasons = [each.reason for ticket in open_ for each in ticket.ranked]
        return all(site.idle for site in self.sites.values()) and all(
            reason is not None and reason.code not in PASSING for reason in reasons
        )

    def _next(self) -> int:
        beat = (self.now_s // self._heartbeat_s + 1) * self._heartbeat_s
        times = [beat, *(job.submitted_s for job in self._jobs[:1])]
        times += [message.at_s for message in self._messages[:1]]
        times += [cut.at_s for cut in self._cuts if cut.loses and cut.at_s > self.now_s]
        return max(min(times), self.now_s + 1)

    def _at(self, now_s: int) -> None:
        """One moment: the sites' own events, then what arrives, then what is sent."""
        for name, site in self.sites.items():
            site.run(now_s)
            for cut in self._cuts:
                if cut.loses and cut.site == name and cut.at_s <= now_s and cut not in self._lost:
                    self._lost.add(cut)
                    site.lose(now_s)
        while self._messages and self._messages[0].at_s <= now_s:
            message = heapq.heappop(self._messages)
            if not self.cut(message.site, now_s):
                self._deliver(message, now_s)
        if now_s % self._heartbeat_s == 0:
            for name, site in self.sites.items():
                self._send(name, site.report(name, now_s))
            self._instruct(self.federation.tick(now_s))
        while self._jobs and self._jobs[0].submitted_s <= now_s:
            self._instruct(self.federation.submit(self._jobs.pop(0), now_s))

    def _deliver(self, message: _Message, now_s: int) -> None:
        name, content = message.site, message.content
        if isinstance(content, SiteReport):
            self._instruct(self.federation.heard(content, now_s))
        elif isinstance(content, SiteAnswer):
            self._instruct(self.federation.answered(content, now_s))
        elif isinstance(content, SiteOffer):
            self._send(name, self.sites[name].answer(content, now_s))
        elif isinstance(content, Award):
            usual = content.job.expected_s or USUAL_S
            self.sites[name].take_on(content, self._seconds.get(content.job.id, usual), now_s)
        elif isinstance(content, Settle):
            self.sites[name].settle(content, now_s)

    def _instruct(self, instructions: Iterable[Instruction]) -> None:
        for each in instructions:
            self._send(each.site, each)

    def _send(self, site: str, content: Instruction | SiteAnswer | SiteReport) -> None:
        """It is lost if the site is cut off now, or when it would arrive."""
        if not self.cut(site, self.now_s):
            self._count += 1
            message = _Message(self.now_s + self._message_s, self._count, site, content)
            heapq.heappush(self._messages, message)
