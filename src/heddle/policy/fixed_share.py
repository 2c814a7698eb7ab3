"""Fixed share: each program gets the share that was sold to it, and no more if others idle.

For tenants who pay for a part of a device: it is the same today, tomorrow and on an empty machine.
(NVIDIA's vGPU has this under the same name.) The share is the one asked for, else the cap asked
for, else the option. A guest chooses its own cap, so that counts only below the option.

Option `share_milli`: a program that asked for nothing gets this, 1..1000, 250 if not set; out of
range the nearest counts.

Limitation: no program is refused here. Shares of one device that add up to more than 1000 shrink in
proportion while all are at work.
"""

from __future__ import annotations

from functools import lru_cache

from heddle.model.plan import Plan
from heddle.policy.base import ProgramView, Snapshot

HELP = "a fixed part of the device for each program, also when the others idle"
EVERY_MS = 0
OPTIONS = {"share_milli": 250}


@lru_cache(maxsize=1024)  # to make a Plan costs more than the whole decision
def fixed(milli: int) -> Plan:
    # The cap alone would do, if caps never added up to more than the device.
    return Plan(share_milli=milli, cap_milli=milli)


def plan(snapshot: Snapshot) -> dict[int, Plan]:
    options = OPTIONS | snapshot.options
    default = min(max(options["share_milli"], 1), 1000)
    return {program.id: fixed(_milli(program, default)) for program in snapshot.programs}


def _milli(program: ProgramView, default: int) -> int:
    cap = program.asked.cap_milli
    if program.is_guest:
        cap = min(cap, default)
    return program.asked.share_milli or cap or default
