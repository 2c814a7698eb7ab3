"""A compute share and a memory limit: at least that much of the device, more while others idle."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.errors import UsageError
from heddle.model.part import check_cap
from heddle.model.partition import Partition, check
from heddle.virt.kinds import _timed
from heddle.virt.place import Design, DevicePlace, PartitionRequest

HELP = "at least this part of the device's time; more while others idle"
RESIZABLE = True


def design(asked: PartitionRequest, place: DevicePlace) -> Design:
    _timed.refuse_profile(asked, "share")
    share, cap = asked.share or 0, asked.cap or 0
    if not share and not asked.memory_mib:
        raise UsageError("say how much of it: --share 30%, --mem 8GiB, or both.")
    check_cap(share, cap)
    _timed.need_shim(place, "share")
    memory = _timed.memory_of(asked, place, share)
    takes = _timed.counters(place, share, memory)
    check(place.offer, place.without(asked.name), takes)
    return Design(takes, share, cap, memory)


def enter(partition: Partition) -> dict[str, str | None]:
    device = _timed.device_of(partition)
    return _timed.visible(device.api, str(device.index))


def leave(partition: Partition, others: Sequence[Partition]) -> None:
    """Nothing of the hardware was changed."""
