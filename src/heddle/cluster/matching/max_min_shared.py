"""Max-min over effective throughput (see max_min.py), and two jobs may share devices."""

from __future__ import annotations

from functools import partial

from heddle.cluster.matching.base import Sees
from heddle.cluster.matching.max_min import MaxMin

SEES = (Sees.RATES, Sees.PAIRS, Sees.TIME)
POLICY = partial(MaxMin, share=True)
