"""A cluster that decides in rounds, on a virtual clock: jobs come, run as a policy says, and end.

Work within a round is exact: a job that ends in the middle of one ends there, and its devices stay
idle until the next. A change of choice, a pause included, costs the job its restart time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from heddle.cluster.matching.base import Assigned, Choice, Matching, Round, Runnable
from heddle.errors import PolicyError

Together = Callable[[Runnable, Runnable, str], tuple[float, float] | None]


@dataclass(frozen=True, slots=True)
class SimulatedJob:
    """A job as the simulator knows it; a policy learns `work` only if the job tells."""

    id: int
    at_s: float
    choices: tuple[Choice, ...]
    work: float
    profile: str = ""
    weight: float = 1.0
    restart_s: float = 0.0
    tells: bool = False  #: says how much work is left


@dataclass(slots=True)
class _Job:
    """What has become of an arrival so far."""

    arrival: SimulatedJob
    seen: Runnable
    done: float = 0.0
    attained_s: float = 0.0
    current: Choice | None = None

    def look(self) -> Runnable:
        """What a policy sees from now on."""
        it = self.arrival
        self.seen = Runnable(
            it.id,
            it.at_s,
            it.choices,
            it.weight,
            self.attained_s,
            self.done,
            it.work - self.done if it.tells else None,
            self.current,
            it.restart_s,
            it.profile,
        )
        return self.seen


@dataclass(slots=True)
class RoundsResult:
    """What came of it."""

    ended_s: dict[int, float] = field(default_factory=dict)  #: by job id
    took_s: dict[int, float] = field(default_factory=dict)  #: from its arrival, by job id
    work: dict[int, float] = field(default_factory=dict)  #: of jobs that have ended
    rounds: int = 0
    decide_s: float = 0.0  #: wall time in the policy
    busy_s: dict[str, float] = field(default_factory=dict)  #: device seconds by kind

    @property
    def makespan_s(self) -> float:
        return max(self.ended_s.values(), default=0.0)


def run(
    arrivals: Iterable[SimulatedJob],
    capacity: Mapping[str, int],
    policy: Matching,
    *,
    round_s: float = 360.0,
    together: Together | None = None,
    until: Iterable[int] | None = None,
    say: Callable[[str], None] | None = None,
) -> RoundsResult:
    """Simulates until all jobs (or those of `until`) have ended.

    :raises PolicyError: if the plan cannot be carried out, or if nothing gets on any more
    """
    coming = iter(arrivals)
    following = next(coming, None)
    waited = None if until is None else set(until)
    jobs: dict[int, _Job] = {}
    result = RoundsResult(busy_s=dict.fromkeys(capacity, 0.0))
    now_s = 0.0
    while waited is None or waited:
        if not jobs:
            if following is None:
                break
            now_s = max(now_s, following.at_s)
        following = _admit(following, coming, now_s, jobs)
        view = Round(now_s, round_s, capacity, [job.seen for job in jobs.values()], together)
        begun = time.perf_counter()
        plan = policy.plan(view)
        result.decide_s += time.perf_counter() - begun
        result.rounds += 1
        if not plan and following is None:
            raise PolicyError(f"{len(jobs)} jobs wait, and the policy starts none of them")
        _check(plan, jobs, capacity)
        for ended in _progress(plan, jobs, view, result):
            if waited is not None:
                waited.discard(ended)
        now_s += round_s
        if say is not None and result.rounds % 500 == 0:
            say(f"hour {now_s / 3600:.0f}, {len(result.ended_s)} jobs done, {len(jobs)} there")
    return result


def _admit(
    following: SimulatedJob | None,
    coming: Iterator[SimulatedJob],
    now_s: float,
    jobs: dict[int, _Job],
) -> SimulatedJob | None:
    while following is not None and following.at_s <= now_s:
        seen = Runnable(following.id, following.at_s, ())
        jobs[following.id] = job = _Job(following, seen)
        job.look()
        following = next(coming, None)
    return following


def _check(plan: dict[int, Assigned], jobs: dict[int, _Job], capacity: Mapping[str, int]) -> None:
    left = dict(capacity)
    for id_, given in plan.items():
        job = jobs.get(id_)
        if job is None or not any(given.choice is each for each in job.arrival.choices):
            raise PolicyError(
                f"job {id_} is not there, or {given.choice} is not one of its choices"
            )
        if given.beside is None:
            left[given.choice.kind] -= given.choice.devices
            continue
        other = plan.get(given.beside)
        if (
            other is None
            or other.beside != id_
            or other.choice.kind != given.choice.kind
            or other.choice.devices != given.choice.devices
        ):
            raise PolicyError(f"job {id_} shares with {given.beside}, which does not with it")
        if id_ < given.beside:
            left[given.choice.kind] -= given.choice.devices
    for kind, free in left.items():
        if free < 0:
            raise PolicyError(f"the plan takes {-free} {kind} more than there are")


def _progress(
    plan: dict[int, Assigned], jobs: dict[int, _Job], view: Round, result: RoundsResult
) -> list[int]:
    """One round of work; returns the jobs that have ended."""
    gone = []
    ends: dict[int, float] = {}
    rates = {}
    for id_, given in plan.items():
        rates[id_] = given.choice.rate
        if given.beside is not None:
            rates[id_] = _beside(jobs[id_].seen, jobs[given.beside].seen, given.choice.kind, view)
    for id_, given in plan.items():
        job, choice = jobs[id_], given.choice
        it, length_s = job.arrival, view.length_s
        if it.restart_s and job.attained_s > 0 and job.current != choice:
            length_s = max(0.0, length_s - it.restart_s)
        left = it.work - job.done
        needs_s = left / rates[id_] if rates[id_] > 0 else float("inf")
        ran_s = min(needs_s, length_s)
        job.done += ran_s * rates[id_]
        lost_s = view.length_s - length_s
        share = 1.0 if given.beside is None else 0.5
        job.attained_s += (lost_s + ran_s) * choice.devices * share
        result.busy_s[choice.kind] += (lost_s + ran_s) * choice.devices * share
        job.current = choice
        if needs_s <= length_s:
            gone.append(id_)
            ends[id_] = view.now_s + lost_s + needs_s
        else:
            job.look()
    for id_, job in jobs.items():
        if job.current is not None and id_ not in plan:
            job.current = None
            job.look()
    for id_ in gone:
        arrival = jobs.pop(id_).arrival
        result.ended_s[id_] = ends[id_]
        result.took_s[id_] = ends[id_] - arrival.at_s
        result.work[id_] = arrival.work
    return gone


def _beside(one: Runnable, other: Runnable, kind: str, view: Round) -> float:
    rates = view.together(one, other, kind) if view.together is not None else None
    if rates is None:
        raise PolicyError(f"jobs {one.id} and {other.id} cannot share a {kind}")
    return rates[0]
