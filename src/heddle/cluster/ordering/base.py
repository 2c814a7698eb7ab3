"""The seam of ordering: `turn(job)` is smaller for a job that goes first, and no two are equal."""

from __future__ import annotations

Turn = tuple[int, int, str]  #: a policy's own figure, when it came, its id
