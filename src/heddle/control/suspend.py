"""Preemption without loss: attempts that are off their devices, and wait until these are free.

A suspended attempt is alive and keeps its host memory; its devices and cores are given to others.
It waits in the line under its own id, for the very devices that it had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from heddle.cluster.running import Running
from heddle.cluster.shapes import Placement, Shape
from heddle.control.book import Book, LiveJob, job_of
from heddle.control.calls import SuspendCall
from heddle.control.nodes.pool import Pool
from heddle.model.job import Conditions, DeviceAsk, Job
from heddle.model.record import RUNNING, STARTING, SUSPENDED, AttemptRecord, Place
from heddle.model.service import SERVICE
from heddle.store.base import Gone, Thing

KIND = "suspension"  #: of the things in the store, by attempt
TIMEOUT_S = 180.0  #: that an engine has: a driver checkpoints about 1.5 GiB in a second
LIMIT_MS = 240_000  #: after which it is not waited for any more, and the attempt is stopped


@dataclass(frozen=True, slots=True)
class Suspension:
    """Of an attempt that is suspended, or was."""

    since_ms: int = 0  #: 0: it runs again
    away_ms: int = 0  #: how long it was suspended before
    parked_mib: int = 0  #: of host memory, for what it had on its devices; at first the most
    charged_ms: int = 0  #: for what it ran before


class Suspensions:
    """`able` are the engines that can suspend, `kept` is what the store has of this kind."""

    def __init__(
        self,
        book: Book,
        pool: Pool,
        able: Collection[str] = (),
        kept: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._book = book
        self._pool = pool
        self._able = frozenset(able)
        self._all = {attempt: Suspension(**value) for attempt, value in (kept or {}).items()}
        self._begun: list[LiveJob] = []  # of which no engine knows yet
        self._asked: dict[str, int] = {}  # engines that have not answered yet: since when

    def get(self, attempt: AttemptRecord | None) -> Suspension | None:
        """Of an attempt that is suspended now, or about to be resumed."""
        found = self._all.get(attempt.id) if attempt else None
        return found if found is not None and found.since_ms else None

    def is_resuming(self, attempt: AttemptRecord | None) -> bool:
        return attempt is not None and attempt.state == STARTING and self.get(attempt) is not None

    def is_late(self, attempt: AttemptRecord, now_ms: int) -> bool:
        """Whether its engine has had its time."""
        return now_ms >= self._asked.get(attempt.id, now_ms) + LIMIT_MS

    def is_behind(self, attempt: AttemptRecord, other: AttemptRecord) -> bool:
        """Whether it may have been given what one that has to go still has: anything of a node, but
        of one that is being suspended only devices, as it keeps its memory."""
        if self.get(other) is None:
            return not _nodes(attempt).isdisjoint(_nodes(other))
        return not _devices(attempt).isdisjoint(_devices(other))

    def away_ms(self, attempt_id: str, at_ms: int) -> int:
        """How long it was suspended until then: it is not charged for that."""
        found = self._all.get(attempt_id, Suspension())
        return found.away_ms + (max(0, at_ms - found.since_ms) if found.since_ms else 0)

    def in_line(self) -> Iterator[LiveJob]:
        """Those that wait for their devices."""
        for attempt_id in list(self._all):
            live = self._book.get(job_of(attempt_id))
            if live is not None and attempt_id in self._book.line:
                yield live

    def begin(self, live: LiveJob, winner: str, now_ms: int) -> bool:
        """It is to be suspended for another job, which has its devices already; whether it can."""
        attempt = live.attempt
        assert attempt is not None
        if not self._may(live, attempt) or not self._park(live, attempt, 0):
            return False
        before, away_ms = self._all.get(attempt.id), self.away_ms(attempt.id, now_ms)
        charged_ms = before.charged_ms if before else 0
        self._all[attempt.id] = Suspension(now_ms, away_ms, charged_ms=charged_ms)
        self._to(live, SUSPENDED)
        self._book.write(live, "suspended", now_ms, detail=f"preempted for {winner}")
        self._begun.append(live)
        return True

    def calls(self, now_ms: int) -> Iterator[SuspendCall]:
        """For all that were begun: what they asked for is reserved for each of them, and what is
        left is divided."""
        begun, self._begun = self._begun, []
        for done, live in enumerate(begun):
            assert live.attempt is not None
            attempt, cluster = live.attempt, self._pool.cluster
            free = int(cluster.nodes.memory_free[cluster.nodes.index[attempt.places[0].node]])
            room = min(
                free // (len(begun) - done), int(self._pool.worth(attempt.places)["device_mib"])
            )
            self._keep(attempt.id, replace(self._all[attempt.id], parked_mib=room))
            cluster.end(live.record.id)
            self.retake(live, attempt)
            yield self._call(live, now_ms)

    def _may(self, live: LiveJob, attempt: AttemptRecord) -> bool:
        """One that resumes can go elsewhere, which is better (decision 0042); a replica of a
        service would only fail its checks."""
        return (
            attempt.engine in self._able
            and (attempt.state == RUNNING or self.is_resuming(attempt))
            and not live.job.resumes
            and SERVICE not in live.job.alternatives[attempt.alternative].environment
            and any(place.devices for place in attempt.places)
            and len({place.node for place in attempt.places}) == 1
            and not any(place.lender for place in attempt.places)  # its memory is on another node
        )

    def again(self, live: LiveJob, now_ms: int) -> SuspendCall:
        """After a restart: whether its engine has done it is unknown."""
        assert live.attempt is not None
        if self.get(live.attempt) is None:
            self._keep(live.attempt.id, Suspension(since_ms=now_ms))
        return self._call(live, now_ms)

    def confirm(self, live: LiveJob, parked_mib: int) -> None:
        """It is off its devices, and waits for them."""
        assert live.attempt is not None
        attempt = live.attempt
        found = replace(self._all[attempt.id], parked_mib=parked_mib)
        self._keep(attempt.id, found)
        self._asked.pop(attempt.id, None)
        if live.record.id in self._pool.cluster.running:  # not if its node was lost meanwhile
            self._pool.cluster.end(live.record.id)
        self.retake(live, attempt)
        self._book.line.add(pinned(live, attempt, found), live.served)
        self._book.dirty = True

    def take_back(self, live: LiveJob, now_ms: int) -> AttemptRecord:
        """The cycle has given it its devices: they are counted as its own, not as those of what
        waits in the line, and what was parked leaves the host."""
        assert live.attempt is not None
        for each in (live.attempt.id, live.record.id):
            self._pool.cluster.end(each)
        attempt = self._to(live, STARTING)
        live.record = replace(live.record, started_ms=now_ms)  # by which one is known to be stuck
        self._book.write(live, "resuming", now_ms)
        self.ask(live, now_ms)
        return attempt

    def done(self, live: LiveJob, now_ms: int) -> None:
        """It runs again."""
        assert live.attempt is not None
        found, away_ms = self._all[live.attempt.id], self.away_ms(live.attempt.id, now_ms)
        self._keep(live.attempt.id, replace(found, since_ms=0, away_ms=away_ms, parked_mib=0))
        self._asked.pop(live.attempt.id, None)
        attempt = self._to(live, RUNNING)
        live.record = replace(live.record, started_ms=attempt.started_ms)
        self._book.write(live, "resumed", now_ms)

    def not_charged_ms(self, attempt_id: str, at_ms: int) -> int:
        """Of its time until then: it was suspended, or is charged for it already."""
        charged_ms = self._all[attempt_id].charged_ms if attempt_id in self._all else 0
        return self.away_ms(attempt_id, at_ms) + charged_ms

    def charge(self, attempt_id: str, ms: int) -> None:
        """It is charged for what it ran: later, that would count for another day."""
        found = self._all[attempt_id]
        self._keep(attempt_id, replace(found, charged_ms=found.charged_ms + ms))

    def undo(self, attempt_id: str) -> None:
        """It was never off its devices: it is charged as if it had not been asked."""
        self._asked.pop(attempt_id, None)
        self._keep(attempt_id, replace(self._all[attempt_id], since_ms=0))

    def forget(self, attempt_id: str) -> None:
        """The attempt is over."""
        self._asked.pop(attempt_id, None)
        self._book.leave_line(attempt_id)
        if self._all.pop(attempt_id, None) is not None:
            self._book.changes.append(Gone(KIND, attempt_id))

    def retake(self, live: LiveJob, attempt: AttemptRecord) -> bool:
        """Counts its host memory, as far as there is so much; not if its node is gone."""
        parked_mib = self._all.get(attempt.id, Suspension()).parked_mib
        return any(self._park(live, attempt, mib) for mib in (parked_mib, 0))

    def ask(self, live: LiveJob, now_ms: int) -> None:
        """Its engine is asked now, and has so long to answer."""
        assert live.attempt is not None
        self._asked[live.attempt.id] = now_ms
        self._book.look_at(now_ms + LIMIT_MS, live)

    def _call(self, live: LiveJob, now_ms: int) -> SuspendCall:
        assert live.attempt is not None
        self.ask(live, now_ms)
        room_mib = self._all[live.attempt.id].parked_mib
        return SuspendCall(live.attempt.engine, live.attempt.id, room_mib)

    def _to(self, live: LiveJob, state: str) -> AttemptRecord:
        assert live.attempt is not None
        live.attempt = replace(live.attempt, state=state)
        live.record = replace(live.record, state=state, reason={})
        self._book.changes.append(live.attempt)
        return live.attempt

    def _keep(self, attempt_id: str, found: Suspension) -> None:
        self._all[attempt_id] = found
        self._book.changes.append(Thing(KIND, attempt_id, asdict(found)))

    def _park(self, live: LiveJob, attempt: AttemptRecord, parked_mib: int) -> bool:
        """Counts the memory that it keeps: what it asked for, and what is parked."""
        places = [Place(each.node, memory_mib=each.memory_mib) for each in attempt.places]
        places[0] = replace(places[0], memory_mib=places[0].memory_mib + parked_mib)
        job = replace(live.job, preemptible=False)  # it has nothing that another could take
        placements = tuple(
            Placement(0, (), 0, each.memory_mib, Shape(memory_mib=each.memory_mib))
            for each in places
        )
        running = Running(job, attempt.alternative, placements, attempt.started_ms // 1000)
        try:
            self._pool.start(running, places)
        except (KeyError, ValueError):
            return False
        return True


def _nodes(attempt: AttemptRecord) -> set[str]:
    return {each for place in attempt.places for each in (place.node, place.device_node)}


def _devices(attempt: AttemptRecord) -> set[tuple[str, str]]:
    return {(place.device_node, name) for place in attempt.places for name, _ in place.devices}


def pinned(live: LiveJob, attempt: AttemptRecord, suspension: Suspension) -> Job:
    """The job as it waits while it is suspended: one member that asks for all that the attempt
    had, where it had it, but for the memory, which it has."""
    has: Counter[str] = Counter()
    members: Counter[str] = Counter()
    for place in attempt.places:
        for name, milli in place.devices:
            has[name] += milli
            members[name] += 1
    way = live.job.alternatives[attempt.alternative]
    there = replace(
        way,
        asks=tuple(DeviceAsk(1, share_milli=milli, device=name) for name, milli in has.items()),
        site=None,
        quota_mib=way.quota_mib * max(members.values()),
        node=attempt.places[0].node,
    )
    left_s = live.job.expected_s
    if left_s is not None:
        ran_ms = suspension.since_ms - suspension.away_ms - attempt.started_ms
        left_s = max(1, left_s - ran_ms // 1000)
    return replace(
        live.job,
        id=attempt.id,
        alternatives=(there,),
        shape="single",
        members=1,
        least=1,
        most=1,
        cpu_milli=sum(place.cpu_milli for place in attempt.places),
        memory_mib=0,
        remote=False,  # what it had is here
        expected_s=left_s,
        conditions=Conditions(),  # its node met them; data is on it, and links are booked anew
        data=(),
    )
