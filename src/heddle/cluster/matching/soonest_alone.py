"""The least mean time to completion (see soonest.py), and no device is shared."""

from __future__ import annotations

from functools import partial

from heddle.cluster.matching.base import Sees
from heddle.cluster.matching.soonest import Soonest

SEES = (Sees.ARRIVAL, Sees.RATES, Sees.DONE, Sees.ENDED)
POLICY = partial(Soonest, share=False)
