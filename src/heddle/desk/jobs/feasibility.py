"""Whether a job could ever run on what is here: what cannot is refused before it waits for ever."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from heddle.cluster.lending.offers import never_lent
from heddle.cluster.running import Cluster, lent_shape_of, members_of, shape_of
from heddle.cluster.why import impossible
from heddle.control.core import Core
from heddle.control.nodes.node import LEFT, Node
from heddle.desk.errors import InvalidError
from heddle.desk.jobs.unreached import could_run
from heddle.model.job import Job
from heddle.model.reason import Reason

REMEDY = (
    "`heddle device pool ls` shows what there is. To let it wait for a node that can: --anyway "
    '(in the API: "anyway": true)'
)


def refuse_impossible(core: Core, jobs: Iterable[Job], registered: Sequence[Node]) -> None:
    """A registered node that is away, or that no engine reaches yet, may come back.

    :raises DeskError: with what the nodes lack
    """
    cluster = core.pool.cluster
    if not len(cluster.capacity):  # nothing is known yet
        return
    for job in jobs:
        why = never(cluster, job)
        if why is None:
            continue
        rows = core.pool.rows
        has_engine = {name for name, row in rows.items() if row.engine}
        away = (n for n in registered if n.state != LEFT and n.name not in has_engine)
        if not could_run(job, away, core.pool.atlas):
            raise InvalidError(f"{job.id}: {why.text}. {REMEDY}.")


def never(cluster: Cluster, job: Job) -> Reason | None:
    """Why none of its alternatives could run even if all were free; None if one could."""
    least, _ = members_of(job) if job.shape != "array" else (1, 1)  # its members are on their own
    joined = job.conditions.joined
    found = None
    for way in job.alternatives:
        why = impossible(cluster, shape_of(job, way), least, joined)
        if why is None:
            return None
        found = why if found is None or why.code == "unknown" else found
        lent = lent_shape_of(job, way)
        if lent is not None:
            found = never_lent(cluster, lent)
            if found is None:
                return None
    return found
