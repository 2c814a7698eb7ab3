"""Running jobs on the devices that suit them: in rounds, by how fast they are on each.

A job that names alternatives starts on the fastest that is free, which may be a slow one. So, once
waiting jobs have what they can have, running ones move to faster devices that are left, and two of
them change places if one gains by that more than the other loses: who is ten times as fast on a new
device gets it from who is only twice as fast there. It is the same for fairness as before: each has
as many devices as it asks for.

A move costs a restart, so only jobs move that resume where they were, and not soon again. The
figures were chosen on the traces of `heddle bench life` that are not held out.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import ceil

from heddle.cluster.gang import place_near
from heddle.cluster.nodes import Bools
from heddle.cluster.placing.base import allows
from heddle.cluster.quota import Amounts
from heddle.cluster.running import Cluster, Running, members_of, shape_of
from heddle.model.job import Job
from heddle.model.reason import Reason

GAIN = 1.2  #: times as fast a job must get by a move; of two, the product of both
SETTLED_S = 300  #: a job is given other devices no sooner than this after the last time
ROUNDS = 5  #: in that time, at most: each looks at all these jobs
MOST = 64  #: jobs that move in one round; the others follow in the next
TRIES = 256  #: moves for which there is no room, likewise
LOOKS = 10_000  #: pairs with devices of two kinds, of a tenant


def next_round_s(cluster: Cluster, settled_s: int) -> int | None:
    """When running jobs are next to be matched: something was freed, or one has settled. None: not
    before something happens."""
    last_s = cluster.matched_s
    settles = (cluster.running[job_id].since_s + settled_s for job_id in cluster.choosy)
    if last_s is None or cluster.freed:
        first_s = min(settles, default=None)
    else:
        first_s = min((at_s for at_s in settles if at_s > last_s), default=None)
    if first_s is None or last_s is None:
        return first_s
    return max(first_s, last_s + settled_s // ROUNDS)


@dataclass(frozen=True, slots=True)
class JobMove:
    """To other devices."""

    running: Running  #: as it is then
    winner: str = ""  #: the job that gains by it, if not itself


@dataclass(slots=True)
class _Choice:
    """A job that may move, and its alternatives."""

    running: Running
    speeds: tuple[int, ...]
    here: int  #: the class of its devices
    ways: dict[int, int]  #: by class of devices, the fastest alternative that can have them

    def gain(self, way: int) -> float:
        """How many times as fast it would be."""
        return self.speeds[way] / self.speeds[self.running.alternative]


@dataclass(slots=True)
class MatchingRound:
    """One round. What it moves is moved in the cluster at once."""

    cluster: Cluster
    now_s: int
    settled_s: int  #: for so long a job has its devices before it is given others
    speed: Callable[[Job, int], int]  #: of an alternative
    among: Callable[[Job, int], Bools | None]  #: the nodes that an alternative may have
    quota: Callable[[str, Amounts], Reason | None]  #: why a tenant may not have so much
    changed: Container[str]  #: jobs that are given other devices already
    moves: dict[str, JobMove] = field(default_factory=dict)
    _tries: int = TRIES
    _classes: dict[object, tuple[int, ...]] = field(default_factory=dict)

    def run(self) -> dict[str, JobMove]:
        """By job."""
        self.cluster.matched_s, self.cluster.freed = self.now_s, False
        choices = [each for each in self._choices() if each.running.job.id not in self.changed]
        self._upgrade(choices)
        self._swap([each for each in choices if each.running.job.id not in self.moves])
        self.cluster.freed = self._is_enough
        return self.moves

    @property
    def _is_enough(self) -> bool:
        """Others are to have their turn."""
        return len(self.moves) >= MOST or not self._tries

    def _choices(self) -> Iterator[_Choice]:
        nodes = self.cluster.nodes
        for job_id in sorted(self.cluster.choosy):
            running = self.cluster.running[job_id]
            first = running.placements[0]
            if running.since_s + self.settled_s > self.now_s or not first.devices:
                continue
            job = running.job
            speeds = tuple([self.speed(job, way) for way in range(len(job.alternatives))])
            ways: dict[int, int] = {}
            for way in sorted(range(len(speeds)), key=lambda way: -speeds[way]):
                for index in self._able(job, way):
                    ways.setdefault(index, way)
            here = int(nodes.device_class[first.node, first.devices[0][0]])
            yield _Choice(running, speeds, here, ways)

    def _able(self, job: Job, way: int) -> tuple[int, ...]:
        """Classes of devices that an alternative can have."""
        alternative = job.alternatives[way]
        key = alternative.asks, alternative.quota_mib, job.conditions.level
        if key not in self._classes:
            shape = shape_of(job, alternative)
            self._classes[key] = tuple(
                index
                for index, each in enumerate(self.cluster.nodes.classes)
                if shape.terms and allows(each, shape.terms[0], shape.level)
            )
        return self._classes[key]

    def _upgrade(self, choices: list[_Choice]) -> None:
        """To faster devices that are free, who gains most first."""
        wishes = [
            (-choice.gain(way), choice.running.job.id, way, choice)
            for choice in choices
            for way in range(len(choice.speeds))
            if choice.gain(way) >= GAIN
        ]
        full: set[object] = set()  # what there was no room for, of those that are alike
        for _, job_id, way, choice in sorted(wishes, key=lambda wish: wish[:3]):
            running, job = choice.running, choice.running.job
            shape = shape_of(job, job.alternatives[way])
            alike = job.tenant, job.conditions.joined, job.expected_s, running.members
            if self._is_enough:
                return
            if job_id in self.moves or (shape, alike) in full:
                continue
            if not self._move((choice, way)):
                full.add((shape, alike))

    def _swap(self, choices: list[_Choice]) -> None:
        """Pairs of a tenant with devices of two kinds, those first that gain most together. Nobody
        gets slower for another tenant, who may declare what he likes, nor for lower priority."""
        for tenant in sorted({each.running.job.tenant for each in choices}):
            its = [each for each in choices if each.running.job.tenant == tenant]
            for one, other in combinations(sorted({each.here for each in its}), 2):
                go, come = self._leaving(its, one, other), self._leaving(its, other, one)
                looks = LOOKS
                for choice, way in go:
                    for second, back in come:
                        looks -= 1
                        is_worth = choice.gain(way) * second.gain(back) >= GAIN
                        if not is_worth or self._is_enough or looks < 0:
                            break
                        if second.running.job.id in self.moves or not _may(choice, way, second):
                            continue
                        if self._move((choice, way), (second, back)):
                            break

    def _leaving(self, choices: list[_Choice], here: int, there: int) -> list[tuple[_Choice, int]]:
        """Those that could go from one kind of devices to another, who gains most first."""
        able = [
            (each, each.ways[there])
            for each in choices
            if each.here == here and there in each.ways and each.running.job.id not in self.moves
        ]
        return sorted(able, key=lambda go: (-go[0].gain(go[1]), go[0].running.job.id))

    def _move(self, *goes: tuple[_Choice, int]) -> bool:
        """All of them, or none."""
        for choice, _ in goes:
            self.cluster.lift(choice.running.job.id)
        moved: list[Running] = []
        for choice, way in goes:
            if (new := self._placed(choice, way)) is None:
                break
            self.cluster.note(new)
            moved.append(new)
        if len(moved) == len(goes):
            best = max(goes, key=lambda go: go[0].gain(go[1]))[0].running.job.id
            for new, (choice, way) in zip(moved, goes, strict=True):
                winner = "" if choice.gain(way) > 1 else best
                self.moves[new.job.id] = JobMove(new, winner)
            return True
        for each in moved:
            self.cluster.lift(each.job.id)
        for choice, _ in goes:
            self.cluster.start(choice.running)
        self._tries -= 1
        return False

    def _placed(self, choice: _Choice, way: int) -> Running | None:
        """With as many members as there is room for; of faster ones, fewer do."""
        running, cluster = choice.running, self.cluster
        job = running.job
        least, most = members_of(job)
        enough = min(running.members, ceil(GAIN * running.members / choice.gain(way)))
        found = place_near(
            cluster.placer,
            shape_of(job, job.alternatives[way]),
            max(least, enough),
            max(most, running.members),
            job.conditions.joined,
            self.among(job, way),
        )
        if not found:
            return None
        if self.quota(job.tenant, cluster.demand(found)):
            for placement in reversed(found):
                cluster.placer.give_back(placement)
            return None
        ends_s = running.ends_s
        if ends_s is not None and ends_s > self.now_s:
            before = choice.speeds[running.alternative] * running.members
            after = choice.speeds[way] * len(found)
            ends_s = self.now_s + -(-(ends_s - self.now_s) * before // after)
        return replace(
            running, alternative=way, placements=found, ends_s=ends_s, moved_s=self.now_s
        )


def _may(one: _Choice, way: int, other: _Choice) -> bool:
    """Whether who gets slower is not the more important one."""
    loser, winner = (one, other) if one.gain(way) < 1 else (other, one)
    return loser.running.job.priority <= winner.running.job.priority
