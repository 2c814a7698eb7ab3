"""A whole device, exclusively."""

from __future__ import annotations

from heddle.errors import UsageError
from heddle.model.partition import check
from heddle.virt.kinds import _timed
from heddle.virt.kinds.share import enter, leave
from heddle.virt.place import Design, DevicePlace, PartitionRequest

__all__ = ["HELP", "RESIZABLE", "design", "enter", "leave"]

HELP = "the device alone"
RESIZABLE = False


def design(asked: PartitionRequest, place: DevicePlace) -> Design:
    _timed.refuse_profile(asked, "whole")
    if asked.share or asked.cap or asked.memory_mib:
        raise UsageError("a whole device has no --share, --cap or --mem: it is all of it.")
    _timed.need_shim(place, "partition")
    takes = place.offer.whole
    check(place.offer, place.without(asked.name), takes, alone=True)
    return Design(takes, alone=True)
