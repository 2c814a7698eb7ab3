"""Earliest deadline first; programs without a deadline go last.

For requests that have to be answered in time: a burst is due `deadline_us` after it begins, and
what is due first runs first. Where commands are short, this meets all deadlines of a device if any
order does. Weights, shares, caps and turns count as asked for, among programs that are due at the
same moment and among those without a deadline.

Limitation: deadlines are believed. A program that is late, or whose burst never ends, still goes
first until it is done (give it a cap), and a program without a deadline may starve. Asked ranks do
not count.
"""

from __future__ import annotations

from heddle.model.plan import Plan
from heddle.policy.base import Snapshot, ranked

HELP = "earliest deadline first; programs without one go last"
EVERY_MS = 0


def plan(snapshot: Snapshot) -> dict[int, Plan]:
    plans = {}
    for program in snapshot.programs:
        asked = program.asked
        # Within one rank, programs without a deadline would wait, too. But only a higher rank takes
        # a running command off the device, where the hardware can.
        plans[program.id] = ranked(asked, 0 if asked.deadline_us else -1)
    return plans
