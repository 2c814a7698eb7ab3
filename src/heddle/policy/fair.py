"""Fair: turns in the order of virtual device time, which is device time by weight.

For people who share a machine: the program that had least goes next, and one of weight 2000 gets
twice as much as one of 1000, a share is kept, and what is left over is used. A cap still holds.

Option `quantum_us`: the length of a turn for programs that did not ask for one, 1000..10000000; out
of range the nearest counts. Shorter turns answer sooner and change context more often. 0, the
default: a hundred times what passing a turn on takes on the device, 5 to 30 ms.

Limitation: no program is urgent. Ranks and deadlines do not count, for either would make the others
wait without end. Shares that add up to the device leave next to nothing to those without one.
"""

from __future__ import annotations

from heddle.model.plan import Plan
from heddle.policy.base import Snapshot, cached_plan, turns_us

HELP = "fair by device time, with weights and shares; ranks do not count"
EVERY_MS = 0
OPTIONS = {"quantum_us": 0}


def plan(snapshot: Snapshot) -> dict[int, Plan]:
    options = OPTIONS | snapshot.options
    quantum_us = turns_us(options["quantum_us"])
    plans = {}
    for program in snapshot.programs:
        asked = program.asked
        turn_us = asked.quantum_us or quantum_us
        plans[program.id] = cached_plan(
            0, asked.weight, asked.share_milli, asked.cap_milli, 0, turn_us
        )
    return plans
