"""Why a job waits, runs where it does, or ended."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, replace

from heddle.cluster.explain import Explained, why_here
from heddle.cluster.rates.learned import speed_text
from heddle.cluster.running import Running
from heddle.cluster.sites.atlas import Atlas
from heddle.cluster.why import NEVER
from heddle.control.core import Core
from heddle.desk.access.auth import Token
from heddle.desk.answers import (
    ExplainAnswer,
    HolderAnswer,
    PlaceAnswer,
    SpeedAnswer,
    explained,
    of_reason,
)
from heddle.desk.desk import Desk
from heddle.desk.jobs.arrays import is_array
from heddle.desk.jobs.preemption import MOVED, PREEMPTED, winner
from heddle.desk.jobs.remedies import remedies_of
from heddle.desk.jobs.unreached import hint
from heddle.errors import UsageError
from heddle.model.quantity import DURATION
from heddle.model.reason import Reason
from heddle.model.record import (
    CANCELLED,
    HELD,
    STARTING,
    SUSPENDED,
    WAITING,
    AttemptRecord,
    JobRecord,
    Place,
    ended_text,
)
from heddle.spec.job_file import read_spec
from heddle.store.base import JobFilter

MOST_PLACES = 100  #: of a gang; those of the others are alike
MOST_HOLDERS = 5  #: of what a job waits for: the jobs that have most of it


async def explain(desk: Desk, caller: Token, record: JobRecord, detail: int) -> ExplainAnswer:
    """With the more detail the more is asked for. Of an array the first member that waits."""
    speeds = await _speeds(desk, record) if detail else ()
    if is_array(record):
        return replace(await _array(desk, caller, record, detail), speeds=speeds)
    if record.state in (WAITING, HELD, SUSPENDED):
        answer = await _waits(desk, caller, record, detail)
    else:
        places = await desk.ask(lambda core: _places(core, record.id)) if detail else []
        answer = ExplainAnswer(record.id, record.state, _sentence(record), places=places)
        if record.state == STARTING:
            more = await desk.ask(lambda core: _leaving(core, caller, record.id))
            answer = replace(answer, text=f"{answer.text}{more}")
    if not detail:
        return answer
    attempts = await desk.read(lambda: _attempts(desk, caller, record))
    if record.state == SUSPENDED:
        since = await desk.ask(lambda core: core.suspended_ms(record.id))
        answer = replace(answer, text=_suspended(answer.text, attempts[-1], since, desk.now_ms()))
    remedies = remedies_of(record, attempts)
    answer = replace(answer, lent=await desk.read(lambda: _lent(desk, attempts)))
    return replace(answer, attempts=attempts, remedies=remedies, speeds=speeds)


async def _speeds(desk: Desk, record: JobRecord) -> Sequence[SpeedAnswer]:
    """What runs of its workload have shown, where the job can be run in several ways."""
    job = await desk.read(lambda: replace(read_spec(record.spec), tenant=record.tenant))
    if len(job.alternatives) == 1:
        return ()
    found = await desk.ask(lambda core: core.rates.speeds(job))
    return [SpeedAnswer(**asdict(each), text=speed_text(found, n)) for n, each in enumerate(found)]


async def _array(desk: Desk, caller: Token, record: JobRecord, detail: int) -> ExplainAnswer:
    which = JobFilter((WAITING, HELD), array=record.id)
    waiting = await desk.read(lambda: desk.store.jobs(which, limit=1))
    told = str(record.reason["text"])
    if not waiting:
        return ExplainAnswer(record.id, record.state, told)
    found = await _waits(desk, caller, waiting[0], detail)
    return replace(found, job=record.id, text=f"{told}; {waiting[0].id}: {found.text}")


async def _waits(desk: Desk, caller: Token, record: JobRecord, detail: int) -> ExplainAnswer:
    def ask(core: Core) -> tuple[Reason | None, Explained | None, list[Held]]:
        try:
            found = core.explain(record.id, every_node=detail == 2)
        except UsageError:  # it is over by now
            found = None
        first = found.holders[:MOST_HOLDERS] if found is not None and detail else ()
        return core.reason(record.id), found, [(each, core.pool.places(each)) for each in first]

    reason, found, held_by = await desk.ask(ask)
    if found is None:
        text = reason.text if reason else _sentence(record)
        return ExplainAnswer(record.id, record.state, text, of_reason(reason))
    answer = explained(record, found, detail)
    if found.reason.code in NEVER and desk.roll is not None:
        nodes, atlas = list(desk.roll.register.nodes.values()), await desk.ask(_atlas)
        more = await desk.read(lambda: hint(read_spec(record.spec), nodes, atlas))
        answer = replace(answer, text=f"{answer.text}{more}")
    if not detail:
        return answer
    return await desk.read(lambda: _with_others(desk, caller, answer, found, held_by))


def _atlas(core: Core) -> Atlas:
    return core.pool.atlas


Held = tuple[Running, Sequence[Place]]


def _with_others(
    desk: Desk, caller: Token, answer: ExplainAnswer, found: Explained, held_by: Sequence[Held]
) -> ExplainAnswer:
    """And which other jobs stand in its way. Of those that the caller does not see, only what they
    have is told."""
    holders = []
    for running, places in held_by:
        record, its = desk.store.job(running.job.id), running.job
        ends_ms = None if running.ends_s is None else 1000 * running.ends_s
        if record is not None and caller.sees(its.tenant):
            names = (record.id, record.name, record.tenant, record.user)
        else:
            names = ("", "", "", "")
        holders.append(HolderAnswer(*names, places, ends_ms))
    kept = [each for each in map(desk.store.job, found.kept_for) if each is not None]
    return replace(
        answer,
        holders=holders,
        more_holders=len(found.holders) - len(holders),
        kept_for=[each.id for each in kept if caller.sees(each.tenant)],
    )


def _attempts(desk: Desk, caller: Token, record: JobRecord) -> list[AttemptRecord]:
    """All of them; of those that were preempted or moved, for whom."""
    found = []
    for attempt in desk.store.attempts(record.id):
        other = winner(desk.store, attempt)
        if other is not None:
            whose = other.id if caller.sees(other.tenant) else "a job of another tenant"
            higher = other.priority > record.priority
            why = "it has a higher priority" if higher else "its tenant is guaranteed what this had"
            if other.priority == record.priority and other.tenant == record.tenant:
                why = "it has run for less"  # of other tenants the event does not say which it was
            if attempt.why == MOVED:
                why = "it had nowhere to run, or is faster where this was"
            how = attempt.why if attempt.why == MOVED else PREEMPTED
            is_over = attempt.state != SUSPENDED  # otherwise its state tells
            how = f"{how} for" if is_over else "for"
            attempt = replace(attempt, why=f"{how} {whose}: {why}")
        found.append(attempt)
    return found


def _lent(desk: Desk, attempts: Sequence[AttemptRecord]) -> str:
    """Why the last attempt has a device of another node, as it was written when it began."""
    last = attempts[-1] if attempts else None
    if last is None or not last.places[0].lender:
        return ""
    for event in reversed(desk.store.events(kind="job", subject=last.job)):
        if event.what == "starting":
            return str(event.detail.get("text", ""))
    return ""


def _places(core: Core, job_id: str) -> list[PlaceAnswer]:
    running = core.pool.cluster.running.get(job_id)
    if running is None:
        return []
    found = []
    for member in range(min(running.members, MOST_PLACES)):
        here = why_here(core.pool.cluster, running, member)
        found.append(
            PlaceAnswer(
                here.node,
                here.alternative,
                _finite(here.score),
                here.fitting,
                here.runner_up,
                _finite(here.runner_up_score),
            )
        )
    return found


def _leaving(core: Core, caller: Token, job_id: str) -> str:
    """Which jobs leave its nodes for it, and why they do."""
    found = []
    for attempt in core.leaving(job_id):
        live = core.live(attempt.job)
        is_seen = live is not None and caller.sees(live.tenant)
        found.append(f"{attempt.job if is_seen else 'a job of another tenant'} ({attempt.why})")
    return f": it begins when these have left its nodes: {', '.join(found)}" if found else ""


def _finite(score: float | None) -> float | None:
    return score if score is not None and math.isfinite(score) else None


def _suspended(waits: str, attempt: AttemptRecord, since_ms: int | None, now_ms: int) -> str:
    """For which job, since when, and what it waits for."""
    lasts = DURATION.format(max(0, now_ms - (since_ms or now_ms)) // 1000)
    return f"{lasts} ago, {attempt.why or 'for another job'}. It waits: {waits}"


def _sentence(record: JobRecord) -> str:
    """What is known of it without looking further."""
    said = str(record.reason.get("text") or record.reason.get("code") or "")
    if record.state == WAITING:
        return f"it waits for the next cycle{f'; before: {said}' if said else ''}"
    ended = "" if record.exit_code is None else ended_text(record.exit_code)
    if said in ("", record.state):
        # A job that was cancelled was also told to end: how it did is no news.
        with_code = ended and record.state != CANCELLED
        return f"it is {record.state}{f' with {ended}' if with_code else ''}"
    return f"it is {record.state}: {said}{f' ({ended})' if ended and ended not in said else ''}"
