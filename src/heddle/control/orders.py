"""What an engine is told of an attempt to start."""

from __future__ import annotations

from heddle.control.book import LiveJob, array_of
from heddle.control.nodes.pool import Pool
from heddle.engine.base import Order
from heddle.model.record import AttemptRecord, JobRecord
from heddle.model.service import SERVICE
from heddle.spec import venv

ARRAY_SIZE = "HEDDLE_ARRAY_SIZE"  #: a variable of every member


def order(pool: Pool, live: LiveJob, attempt: AttemptRecord) -> Order:
    """Without its secrets and data: they are looked up right before it starts."""
    way = live.job.alternatives[attempt.alternative]
    shares = [ask.share_milli for ask in way.asks if ask.kind != "cpu"]
    environment = {**way.environment, ARRAY_SIZE: _array_size(live.record)}
    if SERVICE in environment:
        environment.setdefault("HOST", pool.address(attempt.places[0].node))
    return Order(
        attempt.id,
        venv.inside(live.job.venv, way.command),
        attempt.places,
        environment,
        live.job.folder,
        way.image,
        live.job.priority,
        min(shares, default=1000),
        live.job.tenant,
        snapshot=live.job.snapshot,
        secrets=live.job.secrets,
        data=live.job.data,
        terminal_idle_s=live.job.terminal_idle_s,
        cap_milli=way.cap_milli,
        isolated=live.job.isolated,
        takes_input=live.job.takes_input,
    )


def _array_size(record: JobRecord) -> str:
    """How many members its array has; other jobs are their only member, as with HEDDLE_INDEX."""
    return str(record.spec["members"]) if array_of(record.id) else "1"
