"""Best effort: round robin. All programs have one rank and take turns of one length.

For programs that should simply get along, none more urgent than another. What an idle program
leaves, the others use. (NVIDIA's vGPU has this under the same name.)

Option `quantum_us`: the length of a turn, 1000..10000000; out of range the nearest counts. 0, the
default: a hundred times what passing a turn on takes on the device, 5 to 30 ms.

Limitation: with n programs at work each waits for n - 1 turns, however short its own work is.
Nothing that was asked for counts, not even a cap.
"""

from __future__ import annotations

from heddle.model.plan import Plan
from heddle.policy.base import Snapshot, turns_us

HELP = "round robin: equal turns for all, and nothing is left idle"
EVERY_MS = 0
OPTIONS = {"quantum_us": 0}


def plan(snapshot: Snapshot) -> dict[int, Plan]:
    options = OPTIONS | snapshot.options
    quantum_us = turns_us(options["quantum_us"])
    turn = Plan(quantum_us=quantum_us)
    return {program.id: turn for program in snapshot.programs}
