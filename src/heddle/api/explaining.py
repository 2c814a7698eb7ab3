"""Why a job waits, runs where it does, or ended."""

from __future__ import annotations

import math
from dataclasses import replace

from heddle.api.answers import ExplainAnswer, PlaceAnswer, explained, of_reason
from heddle.api.arrays import is_array
from heddle.api.desk import Desk
from heddle.api.unreached import hint
from heddle.cluster.explain import Explained, why_here
from heddle.control.core import Core
from heddle.control.server import read_spec
from heddle.errors import UsageError
from heddle.model.reason import Reason
from heddle.model.record import HELD, WAITING, JobRecord
from heddle.store.base import JobFilter

MOST_PLACES = 100  #: of a gang; those of the others are alike


async def explain(desk: Desk, record: JobRecord, detail: int) -> ExplainAnswer:
    """With the more detail the more is asked for. Of an array the first member that waits."""
    if is_array(record):
        return await _array(desk, record, detail)
    if record.state in (WAITING, HELD):
        return await _waits(desk, record, detail)
    attempts = await desk.read(lambda: desk.store.attempts(record.id)) if detail else []
    places = await desk.ask(lambda core: _places(core, record.id)) if detail else []
    return ExplainAnswer(
        record.id, record.state, _sentence(record), places=places, attempts=attempts
    )


async def _array(desk: Desk, record: JobRecord, detail: int) -> ExplainAnswer:
    which = JobFilter((WAITING, HELD), array=record.id)
    waiting = await desk.read(lambda: desk.store.jobs(which, limit=1))
    told = str(record.reason["text"])
    if not waiting:
        return ExplainAnswer(record.id, record.state, told)
    found = await _waits(desk, waiting[0], detail)
    return replace(found, job=record.id, text=f"{told}; {waiting[0].id}: {found.text}")


async def _waits(desk: Desk, record: JobRecord, detail: int) -> ExplainAnswer:
    def ask(core: Core) -> tuple[Reason | None, Explained | None]:
        try:
            found = core.explain(record.id, desk.now_ms(), every_node=detail == 2)
        except UsageError:  # it is over by now
            found = None
        return core.reason(record.id), found

    reason, found = await desk.ask(ask)
    if found is not None:
        answer = explained(record, found, detail)
        if found.reason.code == "impossible" and desk.roll is not None:
            nodes = list(desk.roll.register.nodes.values())
            more = await desk.read(lambda: hint(read_spec(record.spec), nodes))
            answer = replace(answer, text=f"{answer.text}{more}")
        return answer
    text = reason.text if reason else _sentence(record)
    return ExplainAnswer(record.id, record.state, text, of_reason(reason))


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


def _finite(score: float | None) -> float | None:
    return score if score is not None and math.isfinite(score) else None


def _sentence(record: JobRecord) -> str:
    """What is known of it without looking further."""
    said = str(record.reason.get("text") or record.reason.get("code") or "")
    if record.state == WAITING:
        return f"it waits for the next cycle{f'; before: {said}' if said else ''}"
    code = f" with exit code {record.exit_code}" if record.exit_code is not None else ""
    return f"it is {record.state}{code}{f': {said}' if said else ''}"
