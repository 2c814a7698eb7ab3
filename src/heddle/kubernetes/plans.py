"""What a program is promised for what a pod was given. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from heddle.kubernetes import BEST_EFFORT
from heddle.kubernetes.claims import GivenDevice
from heddle.kubernetes.slices import MIB
from heddle.model.device import Device
from heddle.model.job import WHOLE

BEST_EFFORT_RANK = -100  #: below every program that is guaranteed something, and all of one rank


def plan_of(given: Iterable[tuple[GivenDevice, Device]], layer: str) -> dict[str, int]:
    """Parts of one device add up. The least of them holds on all devices: they are one program's.
    Of best effort, it is a weight beside others of that kind."""
    shares, memory, whole = Counter[str](), Counter[str](), dict[str, int]()
    for each, device in given:
        shares[device.id] += each.share_milli
        memory[device.id] += each.memory
        whole[device.id] = device.memory_bytes // MIB * MIB
    share = min(min(shares.values()), WHOLE)
    limits = [bytes_ for name, bytes_ in memory.items() if 0 < bytes_ < whole[name]]
    limit = {"memory_limit": min(limits, default=0)}
    if layer == BEST_EFFORT:
        return {"rank": BEST_EFFORT_RANK, "weight": share, **limit}
    return {"share_milli": share if share < WHOLE else 0, **limit}
