"""Least laxity first: the program that can least afford to wait; those without a deadline last.

Laxity is the time to the deadline less the work that is left, by what a burst of the program
usually takes. For deadlines where the amount of work differs much: a long burst that is due a
little later goes before a short one that still has time. While the usual burst is not known this is
earliest deadline first.

An idle program is ranked as if its burst began now, so that it has its place when it begins.

Limitation: two programs of nearly the same laxity overtake each other at every decision, and each
change of context costs both. Work that is left is a guess from the past, and is counted as if the
devices of a program worked one after the other. Asked ranks do not count, and a program without one
may wait without end.
"""

from __future__ import annotations

from heddle.model.plan import Plan
from heddle.model.priority import HIGHEST
from heddle.policy.base import ProgramView, Snapshot, ranked

HELP = "least laxity first; programs without a deadline go last"
EVERY_MS = 5


def laxity_ns(program: ProgramView, now_ns: int) -> int:
    due_ns = (program.burst_at_ns or now_ns) + program.asked.deadline_us * 1000
    left_ns = program.usual_burst_ns - program.burst_ns
    return due_ns - now_ns - (left_ns if left_ns > 0 else 0)


def plan(snapshot: Snapshot) -> dict[int, Plan]:
    # 1. How long each can wait; without a deadline, for ever.
    laxity = {p.id: laxity_ns(p, snapshot.now_ns) for p in snapshot.programs if p.asked.deadline_us}

    # 2. Ranks 1, 2, ... from the most patient up. One rank for one laxity: there, and where ranks
    #    run out, the earlier deadline goes first.
    steps = sorted(set(laxity.values()), reverse=True)
    rank_of = {step: min(rank, HIGHEST) for rank, step in enumerate(steps, start=1)}

    # 3. All else as asked for.
    plans = {}
    for program in snapshot.programs:
        asked = program.asked
        plans[program.id] = ranked(asked, rank_of[laxity[program.id]] if asked.deadline_us else 0)
    return plans
