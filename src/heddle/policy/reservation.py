"""Reservation: a program with a share goes first until it is used up, then it is best effort.

For real-time work beside batch work (as in REEF): the share is had at once and not little by
little, and costs the others nothing while it is not used. Programs within their reservation take
turns by share, or by deadline if they asked for one; all others take turns by weight. A cap holds
for both.

Limitation: no program is refused here, and reservations of one device that add up to more than 1000
cannot all be kept. They are exact to one decision, 10 ms. Asked ranks do not count. Use is a mean
over a program's devices: one that has queues on two and works on one may use twice its share there.
"""

from __future__ import annotations

from heddle.model.plan import LEARNED_TURNS, Plan
from heddle.policy.base import Snapshot, cached_plan

HELP = "shares are reserved and go first until used up; the rest is best effort"
EVERY_MS = 10


def plan(snapshot: Snapshot) -> dict[int, Plan]:
    plans = {}
    for program in snapshot.programs:
        asked = program.asked
        share, cap, turn_us = asked.share_milli, asked.cap_milli, asked.quantum_us or LEARNED_TURNS
        whole_ns = snapshot.period_ns * (len(program.devices) or 1)
        plans[program.id] = (
            cached_plan(1, asked.weight, share, cap, asked.deadline_us, turn_us)
            if program.recent_ns * 1000 < share * whole_ns
            else cached_plan(0, asked.weight, 0, cap, 0, turn_us)
        )
    return plans
