"""Equal share: each of the n programs on a device gets 1/n of it, and no more if others idle.

For tenants who should see the same speed at all times, whatever others do. (NVIDIA's vGPU has
this under the same name.) A program on several devices is held on all of them at once, so it gets
the share of the most crowded one.

Limitation: what an idle program does not use is lost, and so is the rest of 1000 / n. A share
changes whenever a program comes or goes. Nothing that was asked for counts.
"""

from __future__ import annotations

from functools import lru_cache

from heddle.model.plan import Plan
from heddle.policy.base import Snapshot

HELP = "1/n of the device for each program on it, also when the others idle"
EVERY_MS = 0


@lru_cache(maxsize=64)
def one_of(n: int) -> Plan:
    return Plan(cap_milli=max(1000 // n, 1))  # a cap of 0 would be none


def plan(snapshot: Snapshot) -> dict[int, Plan]:
    crowd: dict[str, int] = {}
    for program in snapshot.programs:
        for device in program.devices:
            crowd[device] = crowd.get(device, 0) + 1
    return {
        program.id: one_of(max(map(crowd.__getitem__, program.devices), default=1))
        for program in snapshot.programs
    }
