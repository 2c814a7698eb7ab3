"""In order of arrival, on the first kind with room, and there until the end. Knows no speeds.

No job overtakes: when the first in line does not fit, all others wait.
"""

from __future__ import annotations

from heddle.cluster.matching._shares import can_run
from heddle.cluster.matching.base import Assigned, Choice, Round, Sees

SEES = (Sees.ARRIVAL,)


class Fifo:
    """Remembers where each job runs."""

    def __init__(self) -> None:
        self._where: dict[int, Choice] = {}

    def plan(self, round: Round) -> dict[int, Assigned]:
        free = dict(round.capacity)
        kept: dict[int, Choice] = {}
        for job in round.jobs:
            choice = self._where.get(job.id)
            # Where devices were lost, it may not fit any more.
            if choice is not None and choice.devices <= free[choice.kind]:
                kept[job.id] = choice
                free[choice.kind] -= choice.devices
        for job in can_run(round.jobs, round.capacity):
            if job.id in kept:
                continue
            fits = [choice for choice in job.choices if choice.devices <= free[choice.kind]]
            if not fits:
                break
            kept[job.id] = fits[0]
            free[fits[0].kind] -= fits[0].devices
        self._where = kept
        return {id_: Assigned(choice) for id_, choice in kept.items()}


POLICY = Fifo
