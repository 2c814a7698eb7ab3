"""Slots of devices, for clusters without dynamic resource allocation. Pure.

A device plugin can only list things that are all alike, so a device is listed as some slots; a pod
that has one shares the device. How much of it the pod gets, its annotation says, in the words of
the admission webhook: `heddle.io/xpu: "0.3,mem=8Gi"`. Without one it gets all of the device.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from heddle.errors import UsageError
from heddle.kubernetes import BEST_EFFORT, GUARANTEED
from heddle.kubernetes.admission.line import parse_line
from heddle.kubernetes.admission.ways.annotation import KEY as ANNOTATION
from heddle.kubernetes.claims import GivenDevice
from heddle.kubernetes.slices import MIB
from heddle.model.job import WHOLE

RESOURCES = "heddle.dev/"  #: gpu, npu: a resource for each kind of device
SLOTS = 10  #: of each device
_BETWEEN = "--"


def slots_of(devices: Sequence[str], slots: int = SLOTS) -> list[str]:
    return [f"{device}{_BETWEEN}{i}" for device in devices for i in range(slots)]


def device_of(slot: str) -> str:
    return slot.rpartition(_BETWEEN)[0]


def preferred(available: Collection[str], must_have: Collection[str], size: int) -> list[str]:
    """Of as many devices as possible, and of those that have the most slots left."""
    found = list(must_have)
    left = [slot for slot in available if slot not in found]
    while len(found) < size and left:
        free = Counter(map(device_of, left))
        had = Counter(map(device_of, found))
        best = min(left, key=lambda slot: (had[device_of(slot)], -free[device_of(slot)], slot))
        found.append(best)
        left.remove(best)
    return found


def asked(text: str, device: str, memory_bytes: int) -> tuple[GivenDevice, str]:
    """What an annotation says of a device, as if a claim said it; and the layer.

    :raises UsageError: if it is invalid, or needs a claim
    """
    if not text:
        return GivenDevice("xpu", "", device, "", WHOLE, 0), GUARANTEED
    needs = parse_line(text)
    if len(needs) != 1 or len(needs[0]) != 1:
        raise UsageError(
            f"{ANNOTATION}: {text!r}: only the webhook for dynamic resource allocation can choose "
            "between devices; say how much of one, as in 0.3,mem=8Gi."
        )
    ((part,),) = needs
    share = part.device.share_milli or WHOLE
    if part.memory_mib:
        memory = part.memory_mib * MIB
    else:
        memory = memory_bytes * (part.part_milli or WHOLE) // WHOLE // MIB * MIB
    layer = BEST_EFFORT if part.is_best_effort else GUARANTEED
    return GivenDevice("xpu", "", device, "", share, memory), layer


def check_room(share: int, taken: Sequence[int], device: str) -> None:
    """:raises UsageError: if others have promised shares of the device that leave too little"""
    left = WHOLE - sum(taken)
    if share > left:
        raise UsageError(
            f"{device} has {left / 10:g} % left, not {share / 10:g} %: other pods are promised the "
            f"rest. Ask for less in {ANNOTATION}, or for best effort."
        )
