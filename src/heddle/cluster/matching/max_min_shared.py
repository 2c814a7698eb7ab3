"""Max-min over effective throughput (see max_min.py), and two jobs may share devices."""

from __future__ import annotations

from functools import partial

from heddle.cluster.matching.max_min import MaxMin

SEES = "rates alone and in pairs, device time so far"
POLICY = partial(MaxMin, share=True)
