"""Why a job waits, runs where it does, or ended."""

from __future__ import annotations

import math

from heddle.api.answers import ExplainAnswer, PlaceAnswer, explained, of_reason
from heddle.api.desk import Desk
from heddle.cluster.explain import Explained, why_here
from heddle.control.core import Core
from heddle.errors import UsageError
from heddle.model.reason import Reason
from heddle.model.record import HELD, WAITING, JobRecord

MOST_PLACES = 100  #: of a gang; those of the others are alike


async def explain(desk: Desk, record: JobRecord, detail: int) -> ExplainAnswer:
    """With the more detail the more is asked for."""
    if record.state in (WAITING, HELD):
        return await _waits(desk, record, detail)
    attempts = await desk.read(lambda: desk.store.attempts(record.id)) if detail else []
    places = await desk.ask(lambda core: _places(core, record.id)) if detail else []
    return ExplainAnswer(
        record.id, record.state, _sentence(record), places=places, attempts=attempts
    )


async def _waits(desk: Desk, record: JobRecord, detail: int) -> ExplainAnswer:
    def ask(core: Core) -> tuple[Reason | None, Explained | None]:
        try:
            found = core.explain(record.id, desk.now_ms(), every_node=detail == 2)
        except UsageError:  # it is over by now
            found = None
        return core.reason(record.id), found

    reason, found = await desk.ask(ask)
    if found is not None:
        return explained(record, found, detail)
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
