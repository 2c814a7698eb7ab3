"""Gavel's max-min as published: the slowest counts, and nothing else. Compare max_min.py."""

from __future__ import annotations

from functools import partial

from heddle.cluster.matching.base import Sees
from heddle.cluster.matching.max_min import MaxMin

SEES = (Sees.RATES, Sees.TIME)
POLICY = partial(MaxMin, rest=0.0)
