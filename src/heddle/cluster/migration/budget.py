"""The budget of disturbance: how often running jobs may be moved so that waiting ones fit."""

from __future__ import annotations

from bisect import bisect_right, insort
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # without NumPy, for the options of commands
    from heddle.cluster.running import Running

HOUR_S = 3600


@dataclass(frozen=True, slots=True)
class MoveBudget:
    """A moved job is stopped, and goes on elsewhere: that costs it the time of a restart."""

    each: int = 2  #: that are moved for one waiting job; 0: none ever are
    an_hour: int = 12  #: jobs that are moved in an hour, in the whole cluster
    after_s: int = 600  #: for so long a job has run before it is moved: most end sooner
    again_s: int = 3600  #: for so long a job that was moved is not moved again


FEW_MOVES, NO_MOVES = MoveBudget(), MoveBudget(0, 0)


class MoveLog:
    """What was moved when, as far as it counts."""

    def __init__(self, budget: MoveBudget) -> None:
        self._budget = budget
        self._last_s: dict[str, int] = {}  # by job
        self._times: list[int] = []  # of all moves, the first first

    def note(self, job_id: str, at_s: int) -> None:
        self._last_s[job_id] = max(at_s, self._last_s.get(job_id, at_s))
        insort(self._times, at_s)
        self._forget(self._times[-1])

    def left(self, now_s: int) -> int:
        """How many may be moved for one waiting job now."""
        had = len(self._times) - bisect_right(self._times, now_s - HOUR_S)
        return max(0, min(self._budget.each, self._budget.an_hour - had))

    def ready_s(self, running: Running) -> int:
        """From when on a job may be moved."""
        ready_s = running.since_s + self._budget.after_s
        moved_s = self._last_s.get(running.job.id)
        return ready_s if moved_s is None else max(ready_s, moved_s + self._budget.again_s)

    def more_s(self, now_s: int) -> int | None:
        """When more may be moved, if the hour is the limit now."""
        first = bisect_right(self._times, now_s - HOUR_S)
        is_spent = self.left(now_s) < self._budget.each and first < len(self._times)
        return self._times[first] + HOUR_S if is_spent else None

    def _forget(self, now_s: int) -> None:
        """What counts no longer."""
        del self._times[: bisect_right(self._times, now_s - HOUR_S)]
        over = [each for each, at_s in self._last_s.items() if at_s + self._budget.again_s <= now_s]
        for job_id in over:
            del self._last_s[job_id]
