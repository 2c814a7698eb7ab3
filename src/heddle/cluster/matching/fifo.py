"""In order of arrival, on the first kind with room, and there until the end. Knows no speeds.

Nobody overtakes: when the first in line does not fit, all others wait.
"""

from __future__ import annotations

from heddle.cluster.matching.base import Assigned, Choice, Round

SEES = "order of arrival"


class Fifo:
    """Remembers where each job runs."""

    def __init__(self) -> None:
        self._where: dict[int, Choice] = {}

    def plan(self, round: Round) -> dict[int, Assigned]:
        there = {job.id for job in round.jobs}
        self._where = {id_: choice for id_, choice in self._where.items() if id_ in there}
        free = dict(round.capacity)
        for choice in self._where.values():
            free[choice.kind] -= choice.devices
        for job in round.jobs:
            if job.id in self._where:
                continue
            fits = [choice for choice in job.choices if choice.devices <= free[choice.kind]]
            if not fits:
                break
            self._where[job.id] = fits[0]
            free[fits[0].kind] -= fits[0].devices
        return {id_: Assigned(choice) for id_, choice in self._where.items()}


POLICY = Fifo
