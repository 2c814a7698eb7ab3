"""Gavel's max-min as published: the slowest counts, and nothing else. Compare max_min.py."""

from __future__ import annotations

from functools import partial

from heddle.cluster.matching.max_min import MaxMin

SEES = "rates, device time so far"
POLICY = partial(MaxMin, rest=0.0)
