"""Making, changing and removing partitions."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from heddle.errors import HeddleError, UsageError
from heddle.model.partition import MEMORY, ONCE, Claim, Partition, amount
from heddle.virt import registry, slot, survey
from heddle.virt.kinds import kind
from heddle.virt.place import Design, DevicePlace, PartitionRequest

#: What runs and has no partition holds, by device: it is not promised while it runs.
Held = Callable[[], Mapping[str, Sequence[Claim]]]


@dataclass(frozen=True, slots=True)
class PartitionOrder:
    """A partition as it is wished for."""

    asked: PartitionRequest
    device: str
    kind: str
    tenant: str = ""
    priority: int = 0
    factor: int | None = None  #: thousandths: of the device's memory, from now on


@dataclass(frozen=True, slots=True)
class Made:
    """What came of it; `change` is what was, or would be, changed of the hardware."""

    partition: Partition
    change: str


class UnwantedError(HeddleError):
    """The user was asked and said no."""


def create(
    order: PartitionOrder, agree: Callable[[str], bool], *, dry_run: bool = False, held: Held = dict
) -> Made:
    """Makes a partition; `agree` is asked before anything of the hardware is changed.

    :raises NoRoomError: if it does not fit
    :raises UnwantedError: if that is not agreed to
    """
    registry.check_name(order.asked.name)
    agreed = ""
    while True:
        with registry.alone():
            made, design = _designed(order, held())
            if dry_run:
                return Made(made, design.change)
            if design.change in ("", agreed):
                return Made(_done(order, made, design), design.change)
        if not agree(design.change):  # without the lock: it may take a while
            raise UnwantedError("nothing was changed.")
        agreed = design.change


def _done(order: PartitionOrder, made: Partition, design: Design) -> Partition:
    if design.make is not None:
        made = replace(made, found={**made.found, **design.make()})
    registry.put(made)
    if order.factor is not None:
        registry.set_factor(made.uuid, order.factor)
    return made


def _designed(
    order: PartitionOrder, held: Mapping[str, Sequence[Claim]]
) -> tuple[Partition, Design]:
    """:raises UsageError: if it does not fit, or is invalid"""
    name = order.asked.name
    if any(each.name == name for each in registry.load()):
        raise UsageError(
            f"there is a partition {name} already. `heddle device partition resize {name}` "
            "changes it; "
            "or choose another name."
        )
    place = _with(survey.find(order.device, survey.places()), held)
    if order.factor is not None:
        place = _promising(place, order.factor)
    design = kind(order.kind).design(order.asked, place)
    made = Partition(
        name=name,
        device=place.device,
        uuid=place.uuid,
        kind=order.kind,
        takes=design.takes,
        share=design.share,
        cap=design.cap,
        memory_mib=design.memory_mib,
        priority=order.priority,
        alone=design.alone,
        tenant=order.tenant,
        owner=os.getuid(),
        since=time.time(),
        found=design.found,
    )
    return made, design


def _with(place: DevicePlace, held: Mapping[str, Sequence[Claim]]) -> DevicePlace:
    return replace(place, claims=(*place.claims, *held.get(place.device, ())))


def resize(
    name: str,
    *,
    share: int | None = None,
    cap: int | None = None,
    memory_mib: int | None = None,
    held: Held = dict,
) -> Partition:
    """Changes the book and the running programs together; None stays as it is.

    :raises NoRoomError: if it does not fit; nothing is changed then
    """
    with registry.alone():
        old = registry.find_own(name)
        if not kind(old.kind).RESIZABLE:
            raise UsageError(
                f"partition {name} is of kind {old.kind}, which cannot be resized. Remove it and "
                f"create another: `heddle device partition rm {name}`."
            )
        place = survey.of(old, survey.places())
        if place is None:
            raise UsageError(f"partition {name} is on {old.device}, which is not here any more.")
        if old.kind == "cap":
            share = cap = cap if cap is not None else share if share is not None else old.cap
        asked = PartitionRequest(
            name,
            old.share if share is None else share,
            old.cap if cap is None else cap,
            (old.memory_mib or None) if memory_mib is None else memory_mib,
        )
        design = kind(old.kind).design(asked, place)
        if any(value > old.takes.get(counter, 0) for counter, value in design.takes.items()):
            design = kind(old.kind).design(asked, _with(place, held()))
        new = replace(
            old,
            takes=design.takes,
            share=design.share,
            cap=design.cap,
            memory_mib=design.memory_mib,
        )
        registry.put(new)
        try:
            slot.ask(new)
        except HeddleError:
            registry.put(old)
            raise
        return new


def remove(name: str, *, force: bool = False) -> list[slot.Inhabitant]:
    """Gives up what was reserved; returns what still runs in it, which only `force` allows.

    :raises UsageError: if programs run in it
    """
    with registry.alone():
        partition = registry.find_own(name)
        there = slot.find(partition, slot.programs())
        running = slot.inhabitants(partition, there)
        if running and not force:
            raise UsageError(
                f"partition {name} cannot be removed while {len(running)} run in it: "
                f"{', '.join(map(str, running))}. Wait for their end, or say --force: they then "
                "keep their limits, and nothing is reserved for them."
            )
        beside = [
            each
            for each in registry.load()
            if each.name != name and (each.kind, each.uuid) == (partition.kind, partition.uuid)
        ]
        if not running:
            kind(partition.kind).leave(partition, beside)
        registry.drop(name)
        slot.give_up(partition)
        return running


def promise(device: str, factor: int) -> DevicePlace:
    """How much of a device's memory may be promised from now on.

    :raises UsageError: if more is promised already
    """
    with registry.alone():
        place = _promising(survey.find(device, survey.places()), factor)
        registry.set_factor(place.uuid, factor)
        return place


def _promising(place: DevicePlace, factor: int) -> DevicePlace:
    """:raises UsageError: if that is less than is promised, or is invalid"""
    if not ONCE <= factor <= registry.MOST_FACTOR:
        raise UsageError(
            f"memory can be promised 1 to {registry.MOST_FACTOR // ONCE} times, "
            f"not {factor / ONCE:g}."
        )
    if MEMORY not in place.offer.has:
        raise UsageError(f"{place.device} offers no memory that could be promised more than once.")
    new = replace(place, offer=replace(place.offer, factor=factor))
    taken = sum(each.takes.get(MEMORY, 0) for each in place.claims)
    if taken > new.offer.most(MEMORY):
        has, least = place.offer.has[MEMORY], -(-taken * ONCE // place.offer.has[MEMORY])
        raise UsageError(
            f"asked for a factor of {factor / ONCE:g} on {place.device}; it has "
            f"{amount(MEMORY, has)}, and {amount(MEMORY, taken)} is promised already; "
            f"{least / ONCE:g} or more would do, or remove a partition."
        )
    return new
