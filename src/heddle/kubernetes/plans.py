"""What a program is promised for what a pod was given. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from heddle.kubernetes import BEST_EFFORT
from heddle.kubernetes.claims import GivenDevice
from heddle.kubernetes.slices import MIB
from heddle.model.device import Device
from heddle.model.job import WHOLE

BEST_EFFORT_RANK = -100  #: below every program that is guaranteed something, and all of one rank


def plan_of(given: Iterable[tuple[GivenDevice, Device]], layer: str) -> dict[str, int]:
    """The least of its parts holds on all its devices: they are one program's. Of best effort, it
    is a weight beside others of that kind."""
    parts = list(given)
    share = min(each.share_milli for each, _ in parts)
    limits = [
        each.memory for each, device in parts if 0 < each.memory < device.memory_bytes // MIB * MIB
    ]
    limit = {"memory_limit": min(limits, default=0)}
    if layer == BEST_EFFORT:
        return {"rank": BEST_EFFORT_RANK, "weight": share, **limit}
    return {"share_milli": share if share < WHOLE else 0, **limit}
