"""Hardware partitions of this machine for claims. Each is in the book of partitions under its
claim's uid, so that it is not handed out or ended for others, and is found again after a restart
of the driver.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from heddle.errors import UsageError, VendorError
from heddle.inventory.apis import cuda
from heddle.kubernetes.partition_slices import PartitionCard, places
from heddle.kubernetes.slices import label
from heddle.launch.cdi import ContainerDevice
from heddle.model.device import Device
from heddle.model.partition import Partition
from heddle.virt import registry
from heddle.virt.kinds.mig import taken
from heddle.virt.mig import apply
from heddle.virt.mig.files import device_files
from heddle.virt.mig.layouts import Instance
from heddle.virt.mig.nvml import Driver, Present, drivers
from heddle.virt.mig.place import occupy

MIB = 1 << 20
_OF_CLAIM = re.compile(r"claim-[0-9a-f-]{36}-\d+")


def cards() -> list[PartitionCard]:
    """Those in MIG mode; none where there is no driver of NVIDIA's.

    :raises HeddleError: if one does not say what it is cut into
    """
    with ExitStack() as stack:
        try:
            here = stack.enter_context(drivers())
        except VendorError:
            return []
        return [_card(each) for each in here if each.card and (each.mode() or (False,))[0]]


def _card(driver: Driver) -> PartitionCard:
    assert driver.card is not None
    booked = {each.found.get("uuid") for each in _of_claims()}
    present = driver.present()
    there = apply.situation(driver, present)
    held = tuple(
        now.instance
        for each, now in zip(present, there, strict=True)
        if now.stays and booked.isdisjoint(each.devices)
    )
    model = driver.title.removeprefix("NVIDIA ")
    return PartitionCard(label(driver.device), driver.uuid, model, driver.card, held)


def _of_claims() -> list[Partition]:
    return [each for each in registry.load() if _OF_CLAIM.fullmatch(each.name)]


def find(name: str) -> tuple[PartitionCard, Instance]:
    """What a slice calls so.

    :raises UsageError: if there is none
    """
    for each in cards():
        if found := places(each).get(name):
            return each, found
    raise UsageError(f"this node has no card in MIG mode with {name} (any more).")


def take(
    uid: str, tenant: str, chosen: Sequence[tuple[PartitionCard, Instance]]
) -> list[ContainerDevice]:
    """An instance in each of these places, for a claim. Doing it twice does it once.

    :raises HeddleError: if one cannot be made; those before it stay in the book until `give_back`
    """
    with registry.alone(), drivers() as here:
        by_uuid = {each.uuid: each for each in here}
        found = []
        for number, (card, instance) in enumerate(chosen):
            driver = by_uuid.get(card.uuid)
            if driver is None:
                raise UsageError(f"the card {card.name} ({card.uuid}) does not answer any more.")
            present = _taken(driver, instance, f"claim-{uid}-{number}", tenant)
            found.append(_in_container(driver, card, present))
        return found


def give_back(uid: str) -> None:
    """The instances stay, as Heddle's own, for the next.

    :raises HeddleError: if the book cannot be written
    """
    own = [each.name for each in _of_claims() if each.name.startswith(f"claim-{uid}-")]
    if not own:  # mostly
        return
    with registry.alone():
        for name in own:
            registry.drop(name)


def _taken(driver: Driver, instance: Instance, name: str, tenant: str) -> Present:
    booked = next((each for each in registry.load() if each.name == name), None)
    uuid = booked.found.get("uuid") if booked else None
    for each in driver.present():
        if uuid in each.devices and each.instance == instance:
            return each
    present = occupy(driver, instance)
    known = {
        "uuid": present.devices[0],
        "profile": instance.profile.name,
        "start": str(instance.start),
    }
    registry.put(
        Partition(
            name=name,
            device=driver.device,
            uuid=driver.uuid,
            kind="mig",
            takes=taken(instance),
            tenant=tenant,
            owner=os.getuid(),
            since=time.time(),
            found=known,
        )
    )
    return present


def _in_container(driver: Driver, card: PartitionCard, present: Present) -> ContainerDevice:
    profile = present.instance.profile
    device = Device(
        api="cuda",
        name=str(driver.index),
        index=driver.index,
        vendor="nvidia",
        model=f"{card.model} {profile.name}",
        kind="gpu",
        uuid=present.devices[0],
        memory_bytes=profile.memory_mib * MIB,
        capabilities=(),
        level=0,
        scheduler="",
    )
    needs = cuda.VENDOR.in_container(device)
    files = (*needs.device_files, *device_files(cuda.minor(driver.index), present.id))
    return ContainerDevice(
        device, cuda.VENDOR.visible_variable, replace(needs, device_files=files), ""
    )
