"""A compute share and a memory quota: at least that much of the device, more while others idle."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.errors import UsageError
from heddle.model.partition import Partition, check
from heddle.virt.kinds import _timed
from heddle.virt.place import Asked, Design, Place

HELP = "at least this part of the device's time; more while others idle"
RESIZABLE = True


def design(asked: Asked, place: Place) -> Design:
    _timed.refuse_profile(asked, "share")
    share, cap = asked.share or 0, asked.cap or 0
    if not share and not asked.memory_mib:
        raise UsageError("say how much of it: --share 30%, --mem 8GiB, or both.")
    if cap and cap < share:
        raise UsageError(
            f"a cap of {cap / 10:g} % is below the share of {share / 10:g} %: it would never get "
            "its share. Ask for a smaller share or a larger cap."
        )
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
