"""A percentage of a card's multiprocessors under a Multi-Process Service of its own, and memory.

All programs on a card's service end with a fault of one: this kind is for programs that trust each
other. MPS caps and does not reserve; that percentages add up to 100 at most is the book's doing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from heddle.errors import UsageError
from heddle.model.partition import Partition, amount, check
from heddle.virt.kinds import _timed
from heddle.virt.mps.service import VARIABLES
from heddle.virt.place import Design, DevicePlace, PartitionRequest

HELP = "a percentage of an NVIDIA card's multiprocessors (MPS)"
RESIZABLE = False  #: a client keeps what it was started with
STEP = 10


def design(asked: PartitionRequest, place: DevicePlace) -> Design:
    _timed.refuse_profile(asked, "mps")
    if not place.device.startswith("cuda@"):
        raise UsageError(f"MPS needs an NVIDIA card, and {place.device} is none: use --kind cap.")
    part = asked.cap or asked.share or 0
    if not part or part % STEP:
        raise UsageError(f"MPS takes whole percent, not {amount('compute', part)}: --cap 30%.")
    memory = _timed.memory_of(asked, place, part)
    takes = _timed.counters(place, part, memory)
    check(place.offer, place.without(asked.name), takes)
    return Design(takes, 0, part, memory)


def enter(partition: Partition) -> dict[str, str | None]:
    from heddle.virt.mps import folders, server

    device = _timed.device_of(partition)
    service = server.ensure(device.uuid, folders.folder_of(device.uuid))
    percent = partition.cap // STEP
    given = server.client_environment(service, percent, partition.memory_mib)
    seen = _timed.visible(device.api, device.uuid)
    return {**dict.fromkeys(VARIABLES), **seen, **given}


def leave(partition: Partition, others: Sequence[Partition]) -> None:
    """With the last one the service ends; a program that is still there keeps it."""
    if others:
        return
    from heddle.virt.mps import folders, server

    folder = folders.folder_of(partition.uuid)
    service = next((s for s in server.services() if s.folder == os.path.abspath(folder)), None)
    if service is not None:
        server.stop(service)
