"""All done as early as can be (see makespan.py), and no device is shared."""

from __future__ import annotations

from functools import partial

from heddle.cluster.matching.base import Sees
from heddle.cluster.matching.makespan import Makespan

SEES = (Sees.RATES, Sees.LEFT)
POLICY = partial(Makespan, share=False)
