"""A part of the device that is kept for it and never exceeded, whether others idle or not."""

from __future__ import annotations

from heddle.errors import UsageError
from heddle.model.partition import check
from heddle.virt.kinds import _timed
from heddle.virt.kinds.share import enter, leave
from heddle.virt.place import Design, DevicePlace, PartitionRequest

__all__ = ["HELP", "RESIZABLE", "design", "enter", "leave"]

HELP = "this part of the device's time, never more, even if others idle"
RESIZABLE = True


def design(asked: PartitionRequest, place: DevicePlace) -> Design:
    _timed.refuse_profile(asked, "cap")
    cap = asked.cap or asked.share or 0
    if not cap:
        raise UsageError("say how much of it: --cap 30%.")
    if asked.cap and asked.share and asked.cap != asked.share:
        raise UsageError("a cap is reserved as a whole. --kind share takes both --share and --cap.")
    _timed.need_shim(place, "cap")
    memory = _timed.memory_of(asked, place, cap)
    takes = _timed.counters(place, cap, memory)
    check(place.offer, place.without(asked.name), takes)
    return Design(takes, cap, cap, memory)
