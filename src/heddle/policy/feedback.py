"""Feedback: a multi-level feedback queue. Programs that used the device little in the last period
go first.

For a mix of interactive and long-running programs without priorities: a notebook answers at
once beside a training, without a priority. Three levels, by the part of the last period that a
program had the device: below `high_milli`, below `low_milli`, and the rest. Within a level there
are turns by weight, longer on lower levels, where no user waits for an answer.

No program starves: use is counted over a sliding period, so one that gets nothing for a period has
used nothing, and is on the highest possible level, whatever the options say.

Options `high_milli` and `low_milli`: thousandths of a device, 0..1000, 100 and 500 if not set; out
of range the nearest counts, and `low_milli` is at least `high_milli`.

Limitation: a program that sleeps just long enough stays on top. Asked ranks, shares and deadlines
do not count; a cap does. Use is a mean over a program's devices, so one that has queues on two and
works on one seems to use half.
"""

from __future__ import annotations

from heddle.model.plan import Plan
from heddle.policy.base import Snapshot, cached_plan

HELP = "programs that used little recently go first, without priorities"
EVERY_MS = 50
OPTIONS = {"high_milli": 100, "low_milli": 500}

#: Rank and length of a turn: light users wait only for short turns.
LEVELS = ((1, 10_000), (0, 20_000), (-1, 40_000))


def plan(snapshot: Snapshot) -> dict[int, Plan]:
    options = OPTIONS | snapshot.options
    high = min(max(options["high_milli"], 0), 1000)
    low = min(max(options["low_milli"], high), 1000)
    plans = {}
    for program in snapshot.programs:
        asked = program.asked
        whole_ns = snapshot.period_ns * (len(program.devices) or 1)
        used = program.recent_ns * 1000
        rank, quantum_us = LEVELS[(used >= high * whole_ns) + (used >= low * whole_ns)]
        plans[program.id] = cached_plan(rank, asked.weight, 0, asked.cap_milli, 0, quantum_us)
    return plans
