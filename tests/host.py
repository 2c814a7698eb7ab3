"""Time that this machine's own host took away, as /proc/stat counts it ("steal")."""

from __future__ import annotations

import os
import time
from pathlib import Path

MOST_STOLEN = 0.05  #: of the processors' time; beyond it, a measurement says nothing about Heddle
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def stolen_s() -> float:
    """Since the start of the machine, for each of its processors on average."""
    ticks = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    return int(ticks[7]) * TICK_S / (os.cpu_count() or 1) if len(ticks) > 7 else 0.0


def given_s() -> float:
    """A clock that stands still as far as the host takes the processors away."""
    return time.monotonic() - stolen_s()
