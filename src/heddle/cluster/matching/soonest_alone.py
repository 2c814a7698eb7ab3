"""The least mean time to completion (see soonest.py), and nobody shares a device."""

from __future__ import annotations

from functools import partial

from heddle.cluster.matching.soonest import Soonest

SEES = "rates, work done so far, sizes of jobs that have ended"
POLICY = partial(Soonest, share=False)
