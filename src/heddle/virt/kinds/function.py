"""A virtual function of a device (SR-IOV), for a virtual machine.

Functions that are there and bound to no driver are free to be handed out. A device's functions are
all made at once, and divide it evenly as far as is known here.

Source: Linux, Documentation/ABI/testing/sysfs-bus-pci (sriov_totalvfs, sriov_numvfs; the number is
changed from 0 only) and PCI/pci-iov-howto.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial

from heddle.errors import NoPermissionError, UsageError, VendorError
from heddle.model.partition import COMPUTE, FUNCTIONS, MEMORY, Partition, check, part_of
from heddle.virt.place import Design, DevicePlace, PartitionRequest

HELP = "a virtual function of a device (SR-IOV), for a virtual machine"
RESIZABLE = False
DEVICES = "/sys/bus/pci/devices"


def taken(place: DevicePlace, index: int, count: int) -> dict[str, int]:
    """The index-th of so many."""
    has = place.offer.has
    parts = {n: part_of(has[n], index, count) for n in (COMPUTE, MEMORY) if n in has}
    return {FUNCTIONS: 1, **parts}


def design(asked: PartitionRequest, place: DevicePlace) -> Design:
    """--profile is the address of a function, or how many to make where there are none."""
    if asked.share or asked.cap or asked.memory_mib:
        raise UsageError("a function has what the device gives it: no --share, --cap or --mem.")
    total = place.offer.has.get(FUNCTIONS, 0)
    if not total or place.pci is None:
        raise UsageError(f"{place.device} ({place.model}) has no virtual functions (SR-IOV).")
    if not place.functions:
        return _making(asked, place, total)
    count = len(place.functions)
    taken_by = {each.instance: each for each in place.claims if each.foreign}
    booked = {each.instance for each in place.claims if not each.foreign}
    for index, address in enumerate(place.functions):
        foreign = taken_by.get(address)
        wanted = asked.profile in (None, address)
        if not wanted or address in booked or (foreign and not asked.take):
            continue
        takes = taken(place, index, count)
        beside = [claim for claim in place.claims if claim is not foreign]
        check(place.offer, beside, takes)
        return Design(takes, found={"pci": address})
    free = [a for a in place.functions if a not in booked and a not in taken_by]
    raise UsageError(
        f"asked for {asked.profile or 'a function'} of {place.device}; of its {count} functions "
        f"{', '.join(free) or 'none'} is free. Those with a driver are others': --take takes one."
    )


def _making(asked: PartitionRequest, place: DevicePlace, total: int) -> Design:
    text = asked.profile or ""
    if not text.isdecimal() or not 1 <= int(text) <= total:
        raise UsageError(
            f"asked for {text or 'a function'} of {place.device}, which has none made yet and can "
            f"have up to {total}: say how many to make, --profile {total}."
        )
    count = int(text)
    check(place.offer, place.claims, {FUNCTIONS: 1, COMPUTE: place.offer.has.get(COMPUTE, 0)})
    path = f"{DEVICES}/{place.pci}/sriov_numvfs"
    change = f"make {count} functions of {place.device} ({path}), which divide it evenly"
    return Design(taken(place, 0, count), change=change, make=partial(_make, path, count))


def enter(partition: Partition) -> dict[str, str | None]:
    raise UsageError(
        f"{partition.name} is the function {partition.found.get('pci')}: give it to a virtual "
        "machine (vfio-pci). Programs of this machine run in partitions of kind share, cap or mig."
    )


def leave(partition: Partition, others: Sequence[Partition]) -> None:
    """The function stays: all of a device end together, and others may have some."""


def _make(path: str, count: int) -> Mapping[str, str]:
    try:
        with open(path, "w", encoding="ascii") as file:
            file.write(str(count))
        address = os.path.basename(os.path.realpath(os.path.join(os.path.dirname(path), "virtfn0")))
    except PermissionError:
        raise NoPermissionError("cannot make functions", path, "as root") from None
    except OSError as error:
        raise VendorError(f"the driver refuses {count} functions: {error.strerror}.") from None
    return {"pci": address}
