"""The seam of ordering: `turn(job)` is smaller for a job that goes first, and no two are equal."""

from __future__ import annotations

from heddle.model.job import Counted

Turn = tuple[int, int, Counted, str]  #: a policy's own figure, when it came, its id as people count
