"""A GPU instance of a card in MIG mode. One that is there and idle serves; else it is made, where
that ends no instance in use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from heddle.errors import NoPermissionError, NoSuchDeviceError, UsageError, VendorError
from heddle.model.partition import COMPUTE_SLICES, SLICE, Partition, check
from heddle.virt.kinds import _timed
from heddle.virt.mig import apply, owned
from heddle.virt.mig.layouts import Card, Instance
from heddle.virt.mig.nvml import CAPABILITY, Driver, Present, drivers
from heddle.virt.mig.plan import Existing, Wish, plan
from heddle.virt.place import Design, DevicePlace, MigCard, PartitionRequest

HELP = "a hardware instance of an NVIDIA card (MIG), by --profile"
RESIZABLE = False


def offered(card: Card) -> dict[str, int]:
    """The counters of a card in MIG mode."""
    slices = {f"{SLICE}{at}": 1 for at in range(card.memory_slices)}
    return {COMPUTE_SLICES: card.compute_slices, **slices}


def taken(instance: Instance) -> dict[str, int]:
    slices = {f"{SLICE}{at}": 1 for at in instance.slices}
    return {COMPUTE_SLICES: instance.profile.compute, **slices}


def design(asked: PartitionRequest, place: DevicePlace) -> Design:
    cut = _cut(place)
    if asked.profile is None or asked.share or asked.cap or asked.memory_mib:
        names = ", ".join(each.name for each in cut.card.profiles)
        raise UsageError(f"a MIG instance is asked for by --profile, and nothing else: {names}.")
    if cut.present is None:
        raise NoPermissionError(
            f"cannot see what {place.device} is cut into", CAPABILITY, "as root"
        )
    profile = cut.card.profile(asked.profile)
    booked = _booked(place)
    for each in cut.present:
        ours = each.id in cut.own or asked.take
        whole = each.instance.profile == profile and not each.instance.computes and each.devices
        if ours and whole and not each.busy and each.instance.start not in booked:
            beside = [claim for claim in place.claims if claim.instance not in each.devices]
            check(place.offer, beside, taken(each.instance))
            return _design(place, each.instance, asked, {"uuid": each.devices[0]})
    there = [_existing(each, cut, asked.take, booked) for each in cut.present]
    found = plan(cut.card, there, [Wish(profile.name)])
    idle = (each.instance for each in there if not each.stays)
    instance = next(each for each in (*found.made, *idle) if each.profile == profile)
    ends = "".join(f", end {each}" for each in found.ended)
    return _design(place, instance, asked, {}, f"make {instance} on {place.device}{ends}")


def held(place: DevicePlace) -> list[Instance]:
    """Instances that are not free to be ended or handed out."""
    cut, booked = _cut(place), _booked(place)
    return [
        each.instance
        for each in cut.present or ()
        if each.busy or each.id not in cut.own or each.instance.start in booked
    ]


def used_outside(place: DevicePlace) -> list[Instance]:
    """Heddle's own busy instances that are not partitions."""
    cut, booked = _cut(place), _booked(place)
    return [
        each.instance
        for each in cut.present or ()
        if each.busy and each.id in cut.own and each.instance.start not in booked
    ]


def enter(partition: Partition) -> dict[str, str | None]:
    uuid = partition.found.get("uuid", "")
    if uuid not in _instances():
        raise NoSuchDeviceError(uuid, sorted(_instances()))
    return _timed.visible("cuda", uuid)


def leave(partition: Partition, others: Sequence[Partition]) -> None:
    """The instance stays, as Heddle's own, for the next; `heddle device mig apply` ends it."""


def _instances() -> set[str]:
    from heddle.inventory.machine import look

    return {c.uuid for c in look().components if c.id.startswith("mig@") and c.uuid}


def _cut(place: DevicePlace) -> MigCard:
    """:raises UsageError: if the card is not in MIG mode"""
    if place.cut is None:
        raise UsageError(
            f"{place.device} ({place.model}) is not in MIG mode. `heddle device mig ls` "
            "lists cards that "
            "can be; without it, --kind share or cap divides the card by time."
        )
    return place.cut


def _booked(place: DevicePlace) -> set[int]:
    """Slices of partitions."""
    names = (n for c in place.claims if not c.foreign for n, v in c.takes.items() if v)
    return {int(name.removeprefix(SLICE)) for name in names if name.startswith(SLICE)}


def _existing(each: Present, cut: MigCard, take: bool, booked: Iterable[int]) -> Existing:
    foreign = not take and each.id not in cut.own
    return Existing(each.instance, each.busy or each.instance.start in booked, foreign)


def _design(
    place: DevicePlace,
    instance: Instance,
    asked: PartitionRequest,
    found: Mapping[str, str],
    change: str = "",
) -> Design:
    """What is there already is only remembered; nothing is asked for that."""
    made = partial(_make, place.uuid, instance, asked.take)
    known = {"profile": instance.profile.name, **found}
    return Design(taken(instance), found=known, change=change, make=made)


def _make(uuid: str, wanted: Instance, take: bool) -> Mapping[str, str]:
    """Makes the instance, if it is not there yet, and has it as Heddle's own."""
    with drivers() as here:
        driver = next((each for each in here if each.uuid == uuid), None)
        if driver is None or driver.card is None:
            raise VendorError(f"the card {uuid} does not answer any more.")
        apply.need_mode(driver)
        found = _found(driver, wanted)
        if found is None:
            there = apply.situation(driver, driver.present(), take=take)
            planned = plan(driver.card, there, [Wish(wanted.profile.name)])
            apply.apply([apply.CardChange(driver, there, planned)], take=take)
            made = (_found(driver, each) for each in (*planned.made, wanted))
            found = next(
                (each for each in made if each and each.instance.profile == wanted.profile), None
            )
        if found is None:
            raise VendorError(
                f"{wanted} was made on {driver.device}, and is gone. `heddle device mig ls`"
            )
        if not owned.is_own(uuid, found):
            owned.remember(uuid, found)
        return {
            "uuid": found.devices[0],
            "profile": found.instance.profile.name,
            "start": str(found.instance.start),
        }


def _found(driver: Driver, wanted: Instance) -> Present | None:
    """The instance in this place that can be used as a whole."""
    for each in driver.present():
        if each.instance == wanted and each.devices:
            return each
    return None
