"""What must be true after the crash test, of the store and of what members wrote. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any

from heddle.model.record import (
    AWAY,
    CANCELLED,
    DONE,
    ENDED,
    FAILED,
    FINAL,
    LOST,
    AttemptRecord,
    JobRecord,
)
from heddle.research.bench._crash.load import TrackedSubmission


@dataclass(slots=True)
class Life:
    """What the members of one attempt wrote."""

    begun: dict[int, int] = field(default_factory=dict)  #: when, by member
    ended: set[int] = field(default_factory=set)  #: members that came to their end
    last_ms: int = 0
    devices: frozenset[str] = frozenset()  #: that the engine gave to it alone

    @property
    def first_ms(self) -> int:
        return min(self.begun.values())


@dataclass(slots=True)
class Journal:
    """What all members wrote."""

    lives: dict[str, Life] = field(default_factory=dict)  #: by attempt
    twice: list[str] = field(default_factory=list)  #: lines of those that met another one

    @classmethod
    def read(cls, lines: Iterable[str]) -> Journal:
        found = cls()
        for line in lines:
            what, attempt, member, _, ms, *devices = line.split()
            life = found.lives.setdefault(attempt, Life())
            if what == "begin":
                life.begun[int(member)] = int(ms)
                life.devices |= {*devices}
            elif what == "end":
                life.ended.add(int(member))
            elif what == "twice":
                found.twice.append(line)
            life.last_ms = max(life.last_ms, int(ms))
        return found


@dataclass(frozen=True, slots=True)
class CrashEvidence:
    """What the store has, and what was done to it."""

    jobs: Mapping[str, JobRecord]
    attempts: Mapping[str, Sequence[AttemptRecord]]  #: by job
    plans: Sequence[TrackedSubmission]
    journal: Journal
    hit: frozenset[str]  #: attempts of which a process was killed
    cancelled: frozenset[str]  #: jobs that were cancelled


def lost(kept: CrashEvidence) -> list[str]:
    """Accepted, and not in the store."""
    return [job for plan in kept.plans for job in plan.ids if job not in kept.jobs]


def doubled(kept: CrashEvidence) -> list[str]:
    """Jobs that were not submitted, or submitted once and counted more often."""
    wanted = {job for plan in kept.plans for job in plan.ids}
    counts = Counter(plan.name for plan in kept.plans if len(plan.ids) != plan.count)
    return [*(job for job in kept.jobs if job not in wanted), *counts]


def unfinished(kept: CrashEvidence) -> list[str]:
    return [f"{job.id} is {job.state}" for job in kept.jobs.values() if job.state not in FINAL]


def overlapping(kept: CrashEvidence) -> list[str]:
    """Attempts of one job that the store says ran at the same time; and violations of locks."""
    found = list(kept.journal.twice)
    for attempts in kept.attempts.values():
        for one, other in pairwise(attempts):
            if one.ended_ms is None or one.ended_ms > other.started_ms:
                found.append(f"{one.id} and {other.id}")
    return found


def booked_twice(kept: CrashEvidence) -> list[str]:
    """Devices of which attempts had more than there is, at the same time."""
    changes: dict[tuple[str, str], list[tuple[int, int, str]]] = defaultdict(list)
    for attempt in (each for some in kept.attempts.values() for each in some):
        if attempt.ended_ms is None or attempt.ended_ms <= attempt.started_ms:
            continue
        for place in attempt.places:
            for name, milli in place.devices:
                changes[place.node, name] += [
                    (attempt.started_ms, milli, attempt.id),
                    (attempt.ended_ms, -milli, attempt.id),
                ]
    found = []
    for (node, name), those in changes.items():
        sums = accumulate(milli for _, milli, _ in sorted(those))
        found += [
            f"{name} of {node} at {ms} by {attempt}"
            for (ms, _, attempt), booked in zip(sorted(those), sums, strict=True)
            if booked > 1000
        ]
    return found


def had_at_once(kept: CrashEvidence) -> list[str]:
    """Attempts that had a device at the same time which the engine gives to one alone."""
    found = []
    lives = sorted(
        ((name, life) for name, life in kept.journal.lives.items() if life.begun),
        key=lambda each: each[1].first_ms,
    )
    had: dict[str, tuple[str, Life]] = {}
    for name, life in lives:
        for device in sorted(life.devices):
            before = had.get(device)
            if before and before[1].last_ms > life.first_ms:
                found.append(f"{device}: {before[0]} and {name}")
            if not before or before[1].last_ms < life.last_ms:
                had[device] = name, life
    return found


def unfounded(kept: CrashEvidence) -> list[str]:
    """Fates for which there is no reason."""
    found = []
    for job in kept.jobs.values():
        rule = _unfounded(kept, job)
        if rule:
            found.append(f"{job.id} is {job.state} ({dict(job.reason)}): {rule}")
    return found


def _unfounded(kept: CrashEvidence, job: JobRecord) -> str:
    from heddle.control.attempts import LOST_RETRIES  # needs NumPy, which `bench --help` does not

    attempts = kept.attempts.get(job.id, ())
    code = str(job.reason.get("code", ""))
    if job.state == DONE:
        return "" if attempts and _came_to_its_end(kept, attempts[-1]) else "it did not run"
    if job.state == CANCELLED:
        by_hand = code == "cancelled" and job.id in kept.cancelled
        after = code == "after" and any(
            kept.jobs[each].state in (FAILED, CANCELLED) for each in job.spec.get("after", ())
        )
        return "" if by_hand or after else "it was not cancelled"
    if job.state != FAILED or not attempts:
        return "it is not over" if job.state not in FINAL else "it never ran"
    failures = sum(map(_failed, attempts))
    failures += max(0, sum(each.state == LOST for each in attempts) - LOST_RETRIES)
    if code == "timeout":
        return "" if "timeout" in job.spec else "it had no time-out"
    if failures <= int(job.spec.get("retries", 0)):
        return "it had a retry left"
    asked = int(job.spec["command"][6])
    if attempts[-1].exit_code == asked != 0 or attempts[-1].id in kept.hit:
        return ""
    return "it was not killed"


def _failed(attempt: AttemptRecord) -> bool:
    """By itself: what was preempted, moved or lost is not its own doing."""
    from heddle.control.attempts import CANCEL, NO_FAULT  # likewise

    return attempt.state == ENDED and attempt.why not in (*NO_FAULT, CANCEL)


def _came_to_its_end(kept: CrashEvidence, attempt: AttemptRecord) -> bool:
    life = kept.journal.lives.get(attempt.id, Life())
    return attempt.exit_code == 0 and len(life.ended) == len(attempt.places)


@dataclass(frozen=True, slots=True)
class LedgerCheck:
    """The ledger beside the store and beside what members wrote."""

    wrong: list[str]  #: jobs whose sum is another
    off_ms: dict[str, int]  #: of attempts: how far their times are from what members wrote
    silent: int  #: attempts whose members wrote nothing: killed before they could


def ledger(kept: CrashEvidence, usage: Mapping[str, Any]) -> LedgerCheck:
    """`usage` is the answer of /v1/usage, by job."""
    rows = {row["job"]: row for row in usage["rows"]}
    wrong = []
    devices = cores = count = 0
    for job_id, attempts in kept.attempts.items():
        device, core = _held(attempts)
        row = rows.pop(job_id, {"device_ms": 0, "cpu_ms": 0, "attempts": 0})
        if (row["device_ms"], row["cpu_ms"]) != (device // 1000, core // 1000) or (
            row["attempts"] != len(attempts)
        ):
            wrong.append(job_id)
        devices, cores, count = devices + device, cores + core, count + len(attempts)
    total = usage["total"]
    if (total["device_ms"], total["cpu_ms"]) != (devices // 1000, cores // 1000) or (
        total["attempts"] != count
    ):
        wrong.append("total")
    off, silent = {}, 0
    for attempt in (each for attempts in kept.attempts.values() for each in attempts):
        life = kept.journal.lives.get(attempt.id)
        if life is None or not life.begun or attempt.ended_ms is None:
            silent += 1
            continue
        off[attempt.id] = max(
            abs(life.first_ms - attempt.started_ms), abs(attempt.ended_ms - life.last_ms)
        )
    return LedgerCheck([*wrong, *rows], off, silent)


def _held(attempts: Sequence[AttemptRecord]) -> tuple[int, int]:
    """Thousandths of devices and cores, times the milliseconds for which it was not suspended."""
    device = core = 0
    for attempt in attempts:
        ms = (attempt.ended_ms or attempt.started_ms) - attempt.started_ms
        ms -= int(attempt.worth.get(AWAY, 0))
        device += ms * sum(milli for place in attempt.places for _, milli in place.devices)
        core += ms * sum(place.cpu_milli for place in attempt.places)
    return device, core
