"""First come, first served."""

from __future__ import annotations

from heddle.cluster.ordering.base import Turn
from heddle.model.job import Job, counted


def turn(job: Job) -> Turn:
    return 0, job.submitted_s, counted(job.id), job.id
