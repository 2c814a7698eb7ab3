"""What partitions of device time have in common: how memory follows compute, what programs see."""

from __future__ import annotations

from heddle.errors import UsageError
from heddle.inventory import apis
from heddle.model.device import Device, find_device
from heddle.model.partition import COMPUTE, MEMORY, Partition
from heddle.system import state
from heddle.virt.place import DevicePlace, PartitionRequest


def memory_of(asked: PartitionRequest, place: DevicePlace, compute: int) -> int:
    """What was asked for; else in proportion to its compute. Otherwise two partitions could be
    promised the same memory.

    :raises UsageError: if none is asked for
    """
    if asked.memory_mib is None:
        return place.offer.has.get(MEMORY, 0) * compute // 1000
    if asked.memory_mib < 1:
        raise UsageError(
            "a partition has at least 1MiB of memory. Leave out --mem: it is then given memory in "
            "proportion to its compute."
        )
    return asked.memory_mib


def counters(place: DevicePlace, compute: int, memory_mib: int) -> dict[str, int]:
    """Of a device that does not say how much memory it has, memory is not counted unless it was
    asked for; then it is refused."""
    if not memory_mib and MEMORY not in place.offer.has:
        return {COMPUTE: compute}
    return {COMPUTE: compute, MEMORY: memory_mib}


def need_shim(place: DevicePlace, kind: str) -> None:
    """:raises UsageError: if nothing holds programs to a share there"""
    if not place.scheduled:
        raise UsageError(
            f"{place.device} ({place.model}) has no shim here that could hold programs to a "
            f"{kind}. `heddle device ls` shows a level for devices that have."
        )


def refuse_profile(asked: PartitionRequest, kind: str) -> None:
    if asked.profile is not None:
        raise UsageError(f"--profile is for --kind mig, not {kind}.")


def device_of(partition: Partition) -> Device:
    """The device as it is numbered now.

    :raises NoSuchDeviceError: if it is gone
    :raises CordonedError: if it takes no new programs
    """
    found = find_device(partition.uuid, apis.devices(lambda error: state.warn(str(error))))
    refuse_if_cordoned(found)
    return found


def refuse_if_cordoned(device: Device) -> None:
    if state.exists("cordons"):
        from heddle.inventory import cordon

        cordon.refuse_if_cordoned(device)


def visible(api: str, value: str) -> dict[str, str | None]:
    """The variables that show one device to a program, and none of other vendors."""
    here = [vendor for vendor in apis.vendors() if vendor.present()]
    return {each.visible_variable: value if each.api == api else each.hidden for each in here}
