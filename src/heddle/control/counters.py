"""What the loop did since it was started, in numbers: writes to the store, and how jobs ended."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from heddle.model.record import FINAL, LOST, AttemptRecord
from heddle.store.base import Change, Event

#: Seconds; the upper ends of what is counted together.
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class LoopCounters:
    """Written by the thread of the loop, read by any: each number is whole by itself."""

    def __init__(self) -> None:
        self.ended: Counter[str] = Counter(dict.fromkeys(FINAL, 0))  #: jobs, by state
        self.submitted = 0  #: jobs
        self.lost = 0  #: attempts that went away
        self.millijoules: Counter[str] = Counter()  #: that ended attempts drew, by tenant
        self.times = [0] * (len(BOUNDS) + 1)  #: writes; the last is for all that took longer
        self.seconds = 0.0
        self.last_seconds = 0.0

    def wrote(self, changes: Sequence[Change], seconds: float) -> None:
        self.times[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds
        self.last_seconds = seconds
        for change in changes:
            if isinstance(change, Event) and change.kind == "job":
                if change.what in self.ended:
                    self.ended[change.what] += 1
                elif change.what == "submitted":
                    self.submitted += 1
            elif isinstance(change, Event) and change.kind == "usage":
                if (drew := change.detail.get("millijoules")) is not None:
                    self.millijoules[change.tenant] += drew
            elif isinstance(change, AttemptRecord) and change.state == LOST:
                self.lost += 1
