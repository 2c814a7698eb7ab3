"""The devices of this machine as they can be cut, with all holders of parts of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from heddle.errors import HeddleError, NoPermissionError, NoSuchDeviceError, VendorError, nearest
from heddle.inventory import apis
from heddle.inventory.host import Host, LiveHost
from heddle.inventory.listing import DeviceListing, accelerators
from heddle.inventory.machine import look
from heddle.model.partition import (
    COMPUTE,
    FUNCTIONS,
    MEMORY,
    ONCE,
    Claim,
    Offer,
    Partition,
)
from heddle.records import ProgramState
from heddle.system import state
from heddle.virt import foreign, registry, slot
from heddle.virt.kinds import function, mig
from heddle.virt.place import DevicePlace, MigCard

MIB = 1 << 20


def places(
    host: Host | None = None, listed: Sequence[DeviceListing] | None = None
) -> list[DevicePlace]:
    """Every accelerator that can be partitioned, with the claims on it. A caller that has
    scanned already passes `listed`."""
    host = LiveHost() if host is None else host
    if listed is None:
        listed = accelerators(look(host), apis.devices(lambda error: state.warn(str(error))))
    whole = [each for each in listed if not _is_part(each)]
    cuts = _cuts() if any(each.component.vendor == "nvidia" for each in whole) else {}
    booked, factors = registry.load(), registry.factors()
    found = [_place(each, host, cuts, factors) for each in whole]
    cards = {each.uuid: each for each in found if each.device.startswith("cuda@")}
    memory = {uuid: each.offer.has.get(MEMORY, 0) for uuid, each in cards.items()}
    running = list(foreign.processes(host)) if cards else []
    others = foreign.hami(running, list(cards), memory)
    for uuid, claims in foreign.mps(running, list(cards), _own_pipes()).items():
        others.setdefault(uuid, []).extend(claims)
    programs = slot.programs() if booked else []
    return [_claimed(each, booked, others.get(each.uuid, ()), host, programs) for each in found]


def find(wanted: str, among: Sequence[DevicePlace]) -> DevicePlace:
    """:raises NoSuchDeviceError: if there is none; it names the nearest"""
    for place in among:
        if wanted in (place.device, place.uuid, place.pci, f"pci@{place.pci}"):
            return place
    for device in apis.devices(lambda error: state.warn(str(error))):  # api@index
        if wanted == f"{device.api}@{device.index}":
            return find(device.id, among)
    names = [place.device for place in among]
    raise NoSuchDeviceError(wanted, names, nearest(wanted, names, 0.5))


def of(partition: Partition, among: Iterable[DevicePlace]) -> DevicePlace | None:
    """Where it is; None if the device is gone."""
    return next((each for each in among if each.uuid == partition.uuid), None)


def _is_part(each: DeviceListing) -> bool:
    return each.component.id.startswith("mig@") or bool(
        each.component.attributes.get("virtual_function_of")
    )


def _place(
    each: DeviceListing, host: Host, cuts: Mapping[str, MigCard], factors: Mapping[str, int]
) -> DevicePlace:
    component, device = each.component, each.device
    uuid = component.uuid or (device.uuid if device else "") or each.id
    pci = component.id.removeprefix("pci@") if component.id.startswith("pci@") else None
    told = component.memory_bytes or 0
    memory = (device.memory_bytes if device and device.memory_bytes else told) // MIB
    cut = cuts.get(uuid)
    if cut is not None:
        has = mig.offered(cut.card)
        capacity = has
    else:
        has = {COMPUTE: 1000, **({MEMORY: memory} if memory else {})}
        if pci and (most := foreign.most_functions(host, pci)):
            has[FUNCTIONS] = most
        capacity = {**has, **({MEMORY: max(memory, told // MIB)} if memory else {})}
    offer = Offer(each.id, has, factors.get(uuid, ONCE))
    made = foreign.functions(host, pci) if pci else ()
    return DevicePlace(
        each.id, uuid, component.model, offer, capacity,
        scheduled=device is not None, pci=pci, cut=cut, functions=made,
    )  # fmt: skip


def _claimed(
    place: DevicePlace,
    booked: Iterable[Partition],
    others: Iterable[Claim],
    host: Host,
    programs: Sequence[ProgramState] = (),
) -> DevicePlace:
    own = [claim(each, place.device, programs) for each in booked if each.uuid == place.uuid]
    claims = [*own, *others, *_instances(place, own), *_functions(place, own, host)]
    if place.pci and (vgpus := foreign.vgpus(host, place.pci)):
        claims.append(vgpus)
    return replace(place, claims=tuple(claims))


def claim(partition: Partition, device: str, programs: Sequence[ProgramState]) -> Claim:
    """What it has of the device: what is booked, or the memory that is used if that is more, as it
    may be after a resize."""
    there, booked = slot.find(partition, programs), partition.takes.get(MEMORY)
    if there is None or booked is None:
        return partition.claim
    used = -(-slot.occupied(there, device) // MIB)
    return replace(partition.claim, takes={**partition.takes, MEMORY: max(booked, used)})


def _instances(place: DevicePlace, own: Iterable[Claim]) -> list[Claim]:
    """GPU instances that others made. Where they cannot be seen, others have the card."""
    if place.cut is None:
        return []
    if place.cut.present is None:
        return [Claim("not to be seen", {}, "mig", alone=True, foreign=True, owner="root")]
    ours = {each.instance for each in own}
    return [
        Claim(
            str(each.instance), mig.taken(each.instance), "mig", foreign=True, owner="others",
            instance=each.devices[0] if each.devices else "",
        )
        for each in place.cut.present
        if each.id not in place.cut.own and not ours.intersection(each.devices)
    ]  # fmt: skip


def _functions(place: DevicePlace, own: Iterable[Claim], host: Host) -> list[Claim]:
    """Functions that are bound to a driver and are not partitions."""
    ours = {each.instance for each in own}
    found = []
    for index, address in enumerate(place.functions):
        if address not in ours and (driver := foreign.driver(host, address)):
            takes = function.taken(place, index, len(place.functions))
            found.append(
                Claim(address, takes, "function", foreign=True, owner=driver, instance=address)
            )
    return found


def _cuts() -> dict[str, MigCard]:
    """The cards in MIG mode."""
    from heddle.virt.mig import owned
    from heddle.virt.mig.nvml import drivers

    found: dict[str, MigCard] = {}
    with suppress(VendorError), drivers() as here:
        for driver in here:
            if driver.card is None or not (driver.mode() or (False,))[0]:
                continue
            try:
                present = tuple(driver.present())
            except NoPermissionError:
                found[driver.uuid] = MigCard(driver.card, None)
                continue
            except HeddleError as error:
                state.warn(str(error))
                found[driver.uuid] = MigCard(driver.card, None)
                continue
            own = frozenset(each.id for each in present if owned.is_own(driver.uuid, each))
            found[driver.uuid] = MigCard(driver.card, present, own)
    return found


def _own_pipes() -> list[str]:
    with suppress(ImportError):
        from heddle.virt.mps import server

        return [os.path.join(each.folder, "pipe") for each in server.services()]
    return []
