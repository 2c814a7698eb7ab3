"""Finish-time fairness (Themis, NSDI'20): no job ends much later than with its own part.

A job's ratio is the time that it will have taken, to what it would take with an equal part of the
cluster to itself. The worst ratio decides: values grow with a high power of it. Jobs must say how
much work they have left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heddle.cluster.matching.base import Round, Sees
from heddle.cluster.matching.soonest import Soonest
from heddle.errors import PolicyError

SEES = (Sees.ARRIVAL, Sees.RATES, Sees.DONE, Sees.LEFT)
WORST = 8  #: a power that is high enough for the worst ratio to go first


class FinishTime(Soonest):
    """The market of `soonest` with other values; no device is shared."""

    def __init__(self) -> None:
        super().__init__(share=False)

    def _urgency(self, round: Round) -> NDArray[np.float64]:
        """:raises PolicyError: if a job does not say how much work is left"""
        room = max(sum(round.capacity.values()), 1)
        asked = sum(job.choices[0].devices for job in round.jobs)
        part = min(1.0, room / asked)
        found = []
        for job in round.jobs:
            if job.left is None:
                raise PolicyError(
                    f"job {job.id} does not say how much work is left; finish_time needs it"
                )
            equal = sum(c.rate * round.capacity[c.kind] for c in job.choices) / room * part
            there_s = round.now_s - job.arrived_s
            ratio = (there_s * equal + job.left) / (job.done + job.left)
            found.append(ratio**WORST)
        return np.array(found)


POLICY = FinishTime
