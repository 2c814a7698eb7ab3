"""Bands of service: of jobs of one priority, those go first that have run for less.

Nobody knows how long a job takes, but most are short, and one that has run for hours is likely to
run for hours more. So a job that has run for a while gives way to those that have not, if it loses
nothing by that: it says that it resumes, when it is started again, where it was (`resumes`). Lest
it wait for ever, it counts as new once it has waited for much longer than it had run.

The figures were chosen on the traces of `heddle bench life` that are not held out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

LIMITS_S = (600, 3600, 14400)  #: a job that has run for so long is in the next band
PATIENCE = 2  #: times as long as it has run, a job waits before it counts as new
LEAST_PATIENCE_S = 600


@dataclass(frozen=True, slots=True)
class Served:
    """What a job that waits has had before."""

    ran_s: int  #: since it counted as new
    until_s: int  #: when it last ran

    @property
    def new_s(self) -> int:
        """When it counts as new again."""
        return self.until_s + max(PATIENCE * self.ran_s, LEAST_PATIENCE_S)


def ran_s(before: Served | None, now_s: int) -> int:
    """That a job which starts now has run, as it counts."""
    return 0 if before is None or now_s >= before.new_s else before.ran_s


def after(before: Served | None, started_s: int, ended_s: int) -> Served:
    """Once it has also run from then to then."""
    return Served(ran_s(before, started_s) + max(0, ended_s - started_s), ended_s)


def band(limits: Sequence[int], seconds: int) -> int:
    """Of what has run for so long; 0 goes first."""
    return bisect_right(limits, seconds)


def next_band_s(limits: Sequence[int], started_s: int, ran_s: int, now_s: int) -> int | None:
    """When a job that runs since then, and had run before, gets into the next band; None: never."""
    its = band(limits, ran_s + now_s - started_s)
    return started_s - ran_s + limits[its] if its < len(limits) else None
