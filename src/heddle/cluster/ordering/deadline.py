"""The job that must start soonest to be in time goes first; jobs without a deadline go last.

A job that can no longer make it keeps its turn: late is better than never.
"""

from __future__ import annotations

from heddle.cluster.ordering.base import Turn
from heddle.model.job import Job, counted

NEVER = 1 << 62


def turn(job: Job) -> Turn:
    latest = NEVER if job.deadline_s is None else job.deadline_s - (job.expected_s or 0)
    return latest, job.submitted_s, counted(job.id), job.id
