"""A program outside of partitions, on devices that have some."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heddle.errors import UsageError
from heddle.inventory import apis
from heddle.model.device import Device, find_device
from heddle.model.partition import COMPUTE, MEMORY, ONCE, NoRoomError, Offer, Partition, check
from heddle.system import state
from heddle.virt import registry

MIB = 1 << 20


def look(wanted: str | None, asked: Mapping[str, int], note: Callable[[str], None]) -> list[str]:
    """Devices that it must not see. `asked` has fields of a plan. A cap or memory that does not fit
    beside the partitions of a device is reported, not refused: it is not booked.

    :raises UsageError: if another program has the device alone, or partitions leave less of it than
        a share would promise
    """
    partitions = registry.load()
    exclusive = {each.uuid: each for each in partitions if each.alone}
    if not partitions or (wanted is None and not exclusive):
        return []
    devices = apis.devices(lambda error: state.warn(str(error)))
    if wanted is None:
        return [device.id for device in devices if _identity(device) in exclusive]
    device = find_device(wanted, devices)
    if holder := exclusive.get(_identity(device)):
        raise UsageError(
            f"{device.id} is partition {holder.name}'s alone. Run in it with --partition "
            f"{holder.name}, choose another device, or remove it."
        )
    _compare(device, partitions, asked, note)
    return []


def _compare(
    device: Device,
    partitions: list[Partition],
    asked: Mapping[str, int],
    note: Callable[[str], None],
) -> None:
    claims = [each.claim for each in partitions if each.uuid == _identity(device)]
    if not claims:
        return
    factor = registry.factors().get(_identity(device), ONCE)
    memory = {MEMORY: device.memory_bytes // MIB} if device.memory_bytes else {}
    compute = asked.get("share_milli") or asked.get("cap_milli") or 0
    wanted = {COMPUTE: compute, MEMORY: -(-asked.get("memory_limit", 0) // MIB)}
    try:
        check(Offer(device.id, {COMPUTE: 1000, **memory}, factor), claims, wanted)
    except NoRoomError as error:
        if asked.get("share_milli") and any(each.counter == COMPUTE for each in error.shortages):
            raise
        note(f"{error} It runs all the same: outside of partitions nothing is kept for it.")


def _identity(device: Device) -> str:
    return device.uuid or device.id
