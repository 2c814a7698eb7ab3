"""Who must start soonest to be done in time goes first; who has no deadline, after all others.

A job that can no longer make it keeps its turn: late is better than never.
"""

from __future__ import annotations

from heddle.cluster.ordering.base import Turn
from heddle.model.job import Job, counted

NEVER = 1 << 62


def turn(job: Job) -> Turn:
    latest = NEVER if job.deadline_s is None else job.deadline_s - (job.expected_s or 0)
    return latest, job.submitted_s, counted(job.id), job.id
