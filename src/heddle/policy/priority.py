"""Strict priority: what was asked for, as it was asked for. The default."""

from __future__ import annotations

from heddle.model.plan import Plan
from heddle.policy.base import Snapshot

HELP = "strict priority; among equals shares, or the hardware's own turns"
EVERY_MS = 0


def plan(snapshot: Snapshot) -> dict[int, Plan]:
    return {program.id: program.asked for program in snapshot.programs}
