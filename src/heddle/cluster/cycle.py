"""One cycle: which waiting jobs start now, where, and why the others wait.

    1. heads      the waiting jobs in turn: priority, who has run for less, the tenant with least,
                  then arrival
    2. snapshot   what is free, what runs, what tenants have used
    3. filter     nodes that do not do, each with its reason, and quota
    4. score      the alternatives of a job, the best first, and for each the best nodes
    5. assign     all members at once or none; moves; preemption; a reservation for a job that
                  cannot start
    6. commit     instructions, as data, for an engine to carry out

It does no I/O and reads no clock: the same cluster and the same jobs give the same decision.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from heddle.cluster import bands, choosing
from heddle.cluster.choosing import fastest
from heddle.cluster.choosing.base import AlternativeFigures
from heddle.cluster.gang import give_back, is_split, place_all, place_near, place_of
from heddle.cluster.lending.offers import Lending, LoanOffer
from heddle.cluster.migration.budget import NO_MOVES
from heddle.cluster.migration.matching import JobMove, MatchingRound, next_round_s
from heddle.cluster.migration.moves import Mover
from heddle.cluster.nodes import Bools
from heddle.cluster.quota import Amounts
from heddle.cluster.reserve import reserve
from heddle.cluster.rules import Decision as Decision
from heddle.cluster.rules import Rules as Rules
from heddle.cluster.running import Cluster, Loan, Running, end_of, members_of, speed_of
from heddle.cluster.shapes import Placement, Shape
from heddle.cluster.victims import Sinking, Victim, borrowers, find_victims, lower, spare, sunk
from heddle.cluster.waiting_line import JobOrder, Peers, Place, WaitingLine, next_turn_s
from heddle.cluster.why import (
    NEVER,
    Candidate,
    Waiting,
    WaitReasons,
    key_reason,
    refusals,
)
from heddle.model.job import Job
from heddle.model.reason import Reason

ROOM = ("cpu", "memory", "devices", "share", "memory-quota")  #: what a move can give


def decide(
    cluster: Cluster,
    waiting: WaitingLine | Iterable[Job],
    now_s: int,
    rules: Rules | None = None,
    mover: Mover | None = None,
) -> Decision:
    """One cycle. A job that starts leaves the waiting line. `mover` knows what was moved before;
    without it, nothing is."""
    line = waiting if isinstance(waiting, WaitingLine) else WaitingLine(waiting)
    return _Cycle(cluster, line, now_s, rules or Rules(), mover or Mover(NO_MOVES)).run()


def next_change_s(
    cluster: Cluster, line: WaitingLine, now_s: int, rules: Rules, mover: Mover
) -> int | None:
    """When the next cycle could find something, although nothing happens until then: another job
    goes first, or a running one has settled on its devices and may be given others. None: never."""
    ahead = [next_turn_s(cluster, line, rules.bands_s, now_s), mover.next_s if line else None]
    if rules.match:
        ahead.append(next_round_s(cluster, rules.settled_s))
    if rules.resize:
        ahead += [cluster.running[each].since_s + rules.settled_s for each in cluster.elastic]
    return min((at_s for at_s in ahead if at_s is not None and at_s > now_s), default=None)


class _Cycle:
    def __init__(
        self, cluster: Cluster, line: WaitingLine, now_s: int, rules: Rules, mover: Mover
    ) -> None:
        self._mover = mover
        self._cluster = cluster
        self._line = line
        self._now_s = now_s
        self._rules = rules
        self._decision = Decision(Waiting(line))
        self._lending = Lending(cluster, now_s, rules.rate, rules.slower, rules.refusing(now_s))
        self._new: set[str] = set()  # jobs started in this cycle: they are not preempted
        # Requests found not to fit, of any job: starts only take, so they do not until a job
        # is preempted or moved.
        self._full: dict[object, WaitReasons] = {}
        self._firm: set[object] = set()  # requests for which nobody gives way, likewise
        self._sunk: dict[tuple[int, int], Sinking] = {}  # by priority and band
        self._open: dict[tuple[int, ...], Bools] = {}  # nodes without these reservations

    def run(self) -> Decision:
        self._cluster.learn()
        self._mover.begin(self._now_s)
        rules = self._rules
        order = JobOrder(self._line, self._cluster.tenants, rules.bands_s, self._now_s)
        for peers, job in order:
            if (waits := self._try(peers, job)) is not None:
                order.only(self._hopeful(peers, job, waits))
                if not rules.backfill:
                    break
        for job_id in self._new:
            self._line.remove(job_id)
        if rules.resize:
            self._grow()
        if rules.match and rules.choose is fastest.rank:
            self._match()
        return self._decision

    def _hopeful(self, peers: Peers, job: Job, waits: WaitReasons) -> list[Place]:
        """The peers behind a refused job that may still start: those that would be done before
        the room is needed that is kept from it. The others wait for the same reason."""
        noted = self._decision.waits.of_peers(peers) is not None
        if noted:
            self._decision.waits.note_one(job, waits)
        else:
            self._decision.waits.note(peers, waits)
        if not any(each.refusals["reserved"] for each in waits.candidates):
            return []
        blocked = self._blocked(peers, job)
        rest = []
        for place in self._line.behind(peers, job):
            if self._blocked(peers, place[1]) != blocked:
                rest.append(place)
            elif noted:
                self._decision.waits.note_one(place[1], waits)
        return rest

    def _try(self, peers: Peers, job: Job) -> WaitReasons | None:
        """Starts it, or says why not."""
        joined = peers.conditions.joined
        blocked = self._blocked(peers, job)
        key = (peers.shapes, peers.least, joined, blocked, peers.lent, peers.loan)
        waits = self._full.get(key)
        ways = self._ways(peers, job)
        candidates = []
        for index in ways if waits is None else ():
            candidate = self._place(peers, job, index, blocked[index] if blocked else ())
            if candidate is None:
                return None
            candidates.append(candidate)
        for index, own in zip(ways, [*candidates], strict=False):
            if not peers.lent or peers.lent[index] is None:
                continue
            candidate = self._lend(peers, job, index, blocked[index] if blocked else (), own)
            if candidate is None:
                return None
            candidates.append(candidate)
        tried = candidates if waits is None else waits.candidates
        if self._move_any(peers, job, tried) or (
            self._rules.preemption and self._displace_any(peers, job, ways, tried)
        ):
            return None
        if waits is None:
            self._decision.waits.tried += 1
            never = self._lending.never(peers)
            reason = key_reason(self._cluster, peers, never, candidates)
            waits = WaitReasons(reason, tuple(candidates))
            if any(candidate.quota for candidate in candidates):
                return waits
            self._full[key] = waits
        if waits.reason.code not in NEVER:
            self._reserve(peers, job, ways)
        return waits

    def _place(
        self, peers: Peers, job: Job, index: int, closed: tuple[int, ...]
    ) -> Candidate | None:
        """Starts this alternative where there is room; or what was in its way."""
        cluster, shape = self._cluster, peers.shapes[index]
        among = self._without(closed)
        joined = peers.conditions.joined
        found = place_near(cluster.placer, shape, peers.least, peers.most, joined, among)
        if not found:
            return Candidate(index, refusals(cluster, shape, among))
        demand = cluster.demand(found)
        no = self._quota(job.tenant, demand)
        while no is not None and len(found) > peers.least:
            cluster.placer.give_back(found[-1])
            found = found[:-1]
            demand = cluster.demand(found)
            no = self._quota(job.tenant, demand)
        if no is not None:
            give_back(cluster.placer, found)
            return Candidate(index, refusals(cluster, shape, among), no)
        self._start(peers, job, index, found, demand)
        return None

    def _lend(
        self, peers: Peers, job: Job, index: int, closed: tuple[int, ...], own: Candidate
    ) -> Candidate | None:
        """Starts this alternative with a device of another node; or what was in its way. `own` is
        what it met with for one of its own."""
        found = self._lending.offer(peers, job, index, own, self._without(closed))
        if isinstance(found, Candidate):
            return found
        demand = self._cluster.demand((found.pair.device,))
        if (no := self._quota(job.tenant, demand)) is not None:
            return self._lending.refused(peers, index, self._without(closed), quota=no)
        self._start_lent(peers, job, index, found)
        return None

    def _start_lent(self, peers: Peers, job: Job, index: int, found: LoanOffer) -> None:
        pair = found.pair
        for placement in (pair.device, pair.host):
            self._cluster.placer.take(placement)
        self._start(peers, job, index, (pair.device,), hosts=(pair.host,), loan=found.loan)

    def _quota(self, tenant: str, demand: Amounts) -> Reason | None:
        """Why the tenant may not have it. Without quotas, every tenant may use everything."""
        tenants = self._cluster.tenants
        return tenants.may_start(tenant, demand) if tenants.quotas.tenants else None

    def _start(
        self,
        peers: Peers,
        job: Job,
        index: int,
        placements: tuple[Placement, ...],
        demand: Amounts | None = None,
        *,
        hosts: tuple[Placement, ...] = (),
        loan: Loan | None = None,
    ) -> None:
        ends_s = self._end(job, index, len(placements), loan)
        ran_s = bands.ran_s(peers.served, self._now_s)
        running = Running(
            job, index, placements, self._now_s, ends_s, ran_s, hosts=hosts, loan=loan
        )
        self._cluster.note(running, demand)
        self._decision.starts.append(running)
        self._new.add(job.id)

    def _move_any(self, peers: Peers, job: Job, candidates: Sequence[Candidate]) -> bool:
        """Starts it where others make room that go on elsewhere: nobody has to wait for it."""
        cluster, decision = self._cluster, self._decision
        if peers.least > 1 or not (self._mover.is_looking and cluster.resuming):
            return False
        among = self._without(tuple(range(len(decision.reservations))))
        for candidate in candidates:
            if candidate.is_lent:
                continue
            shape = peers.shapes[candidate.alternative]
            is_full = any(candidate.refusals[code] for code in ROOM)
            is_full &= not candidate.refusals["reserved"]
            if not is_full or self._quota(job.tenant, cluster.demand_of(shape, 1)):
                continue
            stay = {*self._new, *decision.shrinks}
            room = self._mover.make_room(cluster, job, shape, among, stay, self._quota)
            if room is not None:
                for running in room.moved:
                    decision.moves[running.job.id] = JobMove(running, job.id)
                cluster.placer.take(room.placement)
                self._start(peers, job, candidate.alternative, (room.placement,))
                self._look_again()
                return True
        return False

    def _look_again(self) -> None:
        """Others run now, or elsewhere: what did not fit may."""
        self._full.clear()
        self._firm.clear()
        self._mover.changed()

    def _displace_any(
        self, peers: Peers, job: Job, ways: Sequence[int], tried: Sequence[Candidate]
    ) -> bool:
        asked = (peers.shapes, peers.lent, peers.loan, peers.least, peers.conditions)
        key = (asked, self._standing(peers), job.tenant)
        if key in self._firm:
            return False
        own = [(index, peers.shapes[index]) for index in ways]
        # One that there is and that it is not lent would not be lent if others left, either.
        ways = [each.alternative for each in tried if each.is_lent and each.unlent is None]
        lent = [(i, found) for i in ways if (found := peers.lent[i]) is not None]
        if any(self._displace(peers, job, *way) for way in (*own, *lent)):
            return True
        self._firm.add(key)
        return False

    def _standing(self, peers: Peers) -> tuple[int, int]:
        """Its priority, and its band of service."""
        ran_s = bands.ran_s(peers.served, self._now_s)
        return peers.priority, bands.band(self._rules.bands_s, ran_s)

    def _displace(self, peers: Peers, job: Job, index: int, shape: Shape) -> bool:
        """Starts it in the place of others: of members that elastic jobs can do without, of jobs of
        lower priority or that have run for longer, or that borrow what its tenant is guaranteed."""
        cluster = self._cluster
        for able in self._able(peers, job, shape):
            old = [each for each in able if each.running.job.id not in self._new]
            joined = peers.conditions.joined
            eviction = find_victims(cluster, old, shape, peers.least, joined, self._now_s)
            if eviction is None:
                continue
            undo = self._give_up(eviction.victims)
            found, gets = None, eviction.placements
            if shape.host is not None:
                found = self._lending.instead(job, index, shape, gets[0].node)
                gets = () if found is None else (found.pair.device,)
            if not gets or self._quota(job.tenant, cluster.demand(gets)):
                for running in undo:  # its tenant may not even then
                    if running.job.id in cluster.running:
                        cluster.end(running.job.id)
                    cluster.start(running)
                continue
            self._note_displaced(undo, job)
            if found is not None:
                self._start_lent(peers, job, index, found)
            else:
                for placement in gets:
                    cluster.placer.take(placement)
                self._start(peers, job, index, gets)
            self._look_again()
            return True
        return False

    def _able(self, peers: Peers, job: Job, shape: Shape) -> Iterator[list[Victim]]:
        cluster = self._cluster
        if cluster.elastic and self._rules.resize:
            yield spare(cluster, job.priority)
        yield lower(cluster, job.priority)
        if limits := self._rules.bands_s:
            standing = self._standing(peers)
            if standing not in self._sunk:
                found = sunk(cluster, *standing, limits, self._now_s)
                self._sunk[standing] = Sinking(cluster, found)
            if self._sunk[standing].could_have(shape):
                yield self._sunk[standing].victims(job.tenant)
        if cluster.tenants.quotas.tenants:
            wanted = cluster.demand_of(shape, peers.least)
            gives = cluster.tenants.reclaim(job.tenant, wanted)
            if not isinstance(gives, Reason) and gives:
                yield borrowers(cluster, gives)

    def _give_up(self, victims: Sequence[Victim]) -> list[Running]:
        """Takes away what they give; returns the jobs that gave, as they were before."""
        cluster = self._cluster
        before: dict[str, Running] = {}
        for victim in victims:
            running = cluster.running[victim.running.job.id]
            before.setdefault(running.job.id, running)
            if len(victim.placements) >= running.members:  # and what it has on hosts
                cluster.end(running.job.id)
                continue
            kept = list(running.placements)
            for placement in victim.placements:
                cluster.placer.give_back(placement)
                kept.reverse()  # it is one of the last, and others may be equal
                kept.remove(placement)
                kept.reverse()
            cluster.change(self._resized(running, tuple(kept)))
        return list(before.values())

    def _note_displaced(self, before: Sequence[Running], job: Job) -> None:
        decision = self._decision
        for running in before:
            job_id = running.job.id
            if job_id in self._cluster.running:
                decision.shrinks[job_id] = self._cluster.running[job_id]
            else:
                decision.shrinks.pop(job_id, None)
                decision.moves.pop(job_id, None)
                decision.preempts[job_id] = job.id

    def _reserve(self, peers: Peers, job: Job, ways: Sequence[int]) -> None:
        reservations = self._decision.reservations
        if len(reservations) >= self._rules.reservations:
            return
        patience = self._now_s - job.submitted_s >= self._rules.patience_s
        joined = peers.conditions.joined
        lent = [shape for i in ways if peers.lent and (shape := peers.lent[i]) is not None]
        for shape in (*(peers.shapes[index] for index in ways), *lent):
            kept = reserve(self._cluster, job.id, shape, peers.least, joined, patience=patience)
            if kept is not None:
                reservations.append(kept)
                return

    def _grow(self) -> None:
        """Elastic jobs take what no waiting job could use; they give it back when one can. Of equal
        priority, who has fewest members gets the next: with each more, one adds less."""
        cluster = self._cluster
        full: set[Shape] = set()
        line = [
            self._importance(cluster.running[job_id])
            for job_id in cluster.elastic
            if cluster.running[job_id].since_s + self._rules.settled_s <= self._now_s
            and job_id not in self._new
        ]
        heapq.heapify(line)
        while line:
            running = cluster.running[heapq.heappop(line)[-1]]
            if running.members == members_of(running.job)[1] or running.shape in full:
                continue
            if (grown := self._grown(running, full)) is not None:
                heapq.heappush(line, self._importance(grown))

    def _grown(self, running: Running, full: set[Shape]) -> Running | None:
        """With one member more; `full` are the shapes for which there is no room anywhere."""
        cluster, job_id = self._cluster, running.job.id
        among = self._without(self._closed(running.ends_s))
        if is_split(cluster.nodes, joined := running.job.conditions.joined):
            near = place_of(cluster.nodes, joined, running.placements[0].node)
            among = near if among is None else near & among
        more = place_all(cluster.placer, running.shape, 1, 1, among)
        if not more and among is None:
            full.add(running.shape)
        if more and self._quota(running.job.tenant, cluster.demand(more)):
            give_back(cluster.placer, more)
            more = ()
        if not more:
            return None
        grown = self._resized(running, (*running.placements, *more))
        cluster.change(grown)
        self._decision.shrinks.pop(job_id, None)
        self._decision.grows[job_id] = grown
        return grown

    def _match(self) -> None:
        """Running jobs to the devices that suit them."""
        cluster, settled_s, decision = self._cluster, self._rules.settled_s, self._decision
        due_s = next_round_s(cluster, settled_s)
        if due_s is not None and due_s <= self._now_s:
            ask = self._speed, self._open_to, self._quota
            changed = {*decision.grows, *decision.shrinks, *decision.moves, *self._new}
            decision.moves |= MatchingRound(cluster, self._now_s, settled_s, *ask, changed).run()

    def _open_to(self, job: Job, index: int) -> Bools | None:
        """The nodes on which no room is kept from it; None: all."""
        return self._without(self._closed(self._end(job, index, members_of(job)[0])))

    def _importance(self, running: Running) -> tuple[int, int, int, str]:
        return -running.job.priority, running.members, running.started_s, running.job.id

    def _resized(self, running: Running, placements: tuple[Placement, ...]) -> Running:
        """With other members what is left takes longer, or less long."""
        ends_s = running.ends_s
        if ends_s is not None and ends_s > self._now_s:
            left = (ends_s - self._now_s) * running.members
            ends_s = self._now_s + -(-left // len(placements))
        return replace(running, placements=placements, ends_s=ends_s, moved_s=self._now_s)

    def _ways(self, peers: Peers, job: Job) -> list[int]:
        """The alternatives in the order in which they are tried; of equals the fastest first, then
        as the job names them.
        Those that would be too late for its deadline come last."""
        if len(peers.shapes) == 1:
            return [0]

        choose = choosing.find(job.prefer) if job.prefer else self._rules.choose

        def rank(index: int) -> tuple[bool, float, int, int]:
            ends_s = self._end(job, index, peers.least)
            late = None not in (ends_s, job.deadline_s) and ends_s > job.deadline_s  # type: ignore[operator]
            cluster, shape = self._cluster, peers.shapes[index]
            speed = self._speed(job, index)
            way = AlternativeFigures(
                speed,
                cluster.least(shape, cluster.price),
                cluster.least(shape, cluster.watts),
            )
            return late, choose(way), -speed, index

        return sorted(range(len(peers.shapes)), key=rank)

    def _speed(self, job: Job, index: int) -> int:
        return speed_of(job, index, self._rules.rate)

    def _end(self, job: Job, index: int, members: int, loan: Loan | None = None) -> int | None:
        return end_of(job, index, members, self._now_s, self._rules.rate, loan)

    def _blocked(self, peers: Peers, job: Job) -> tuple[tuple[int, ...], ...]:
        """By alternative, the reservations that are closed to it: its peers may have other ends."""
        if not self._decision.reservations:
            return ()
        ways = range(len(peers.shapes))
        return tuple([self._closed(self._end(job, index, peers.least)) for index in ways])

    def _closed(self, ends_s: int | None) -> tuple[int, ...]:
        kept = self._decision.reservations
        return tuple([i for i, each in enumerate(kept) if not each.allows(ends_s)])

    def _without(self, closed: tuple[int, ...]) -> Bools | None:
        """Nodes on which there is none of these reservations; None: all."""
        if not closed:
            return None
        if closed not in self._open:
            among = np.ones(len(self._cluster.nodes), dtype=np.bool_)
            for i in closed:
                among[list(self._decision.reservations[i].nodes)] = False
            self._open[closed] = among
        return self._open[closed]
