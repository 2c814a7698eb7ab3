"""A card in MIG mode as Kubernetes hears of it: partitionable devices (KEP-4815). Pure.

Every legal place of every profile is a device, which consumes counters of its card: the memory
slices that it covers, compute slices, and what NVIDIA limits besides. So the scheduler chooses the
place, and places for which the counters suffice are legal together.

A card is a pool of its own: it changes without touching what other devices have. Kubernetes takes
counters only in a slice without devices, so a pool has two slices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from heddle.kubernetes import GUARANTEED, MEMORY, PROFILE
from heddle.kubernetes.pools import SlicePool
from heddle.kubernetes.slices import label, values
from heddle.model.hardware import Component
from heddle.virt.kinds.mig import offered, taken
from heddle.virt.mig.layouts import MEDIA, Card, Instance, is_legal

MOST = 64  #: devices of a slice, if they consume counters


@dataclass(frozen=True, slots=True)
class PartitionCard:
    """A card in MIG mode; `held` are instances on it that are not for claims."""

    name: str  #: as the whole card is called in a slice
    uuid: str
    model: str
    card: Card
    held: tuple[Instance, ...] = ()


def places(of: PartitionCard) -> dict[str, Instance]:
    """By name in the slice: where an instance can be. The scheduler takes the first that fits, so
    of one profile those come first that leave the most room."""
    return {_name(of, each): each for each in _in_order(of.card)}


def card_pool(node: str, of: PartitionCard, seen: Component | None = None) -> SlicePool:
    """`seen`: the card in the inventory."""
    devices = [_device(name, of, each, seen) for name, each in places(of).items()]
    some = [devices[at : at + MOST] for at in range(0, len(devices), MOST)]
    counters = {"name": of.name, "counters": _values(left(of))}
    contents = ({"sharedCounters": [counters]}, *({"devices": each} for each in some))
    return SlicePool(f"{node}/{of.name}", contents, of.uuid)


def left(of: PartitionCard) -> dict[str, int]:
    """The counters of a card, less what others hold."""
    found = _whole(of.card)
    for each in of.held:
        for name, value in consumed(each).items():
            found[name] = max(0, found[name] - value)
    return found


def consumed(instance: Instance) -> dict[str, int]:
    profile = instance.profile
    more = {"media": 1} if profile.name.endswith(MEDIA) else {}
    most = {label(profile.name): 1} if _is_scarce(instance) else {}
    return {label(name): value for name, value in taken(instance).items()} | more | most


def _whole(card: Card) -> dict[str, int]:
    """One instance has all media engines; of some profiles there are fewer than places."""
    scarce = {
        label(each.profile.name): each.profile.most for each in _in_order(card) if _is_scarce(each)
    }
    return {label(name): value for name, value in offered(card).items()} | {"media": 1} | scarce


def _is_scarce(instance: Instance) -> bool:
    return instance.profile.most < len(instance.profile.starts)


@cache
def _in_order(card: Card) -> tuple[Instance, ...]:
    every = [Instance(start, profile) for profile in card.profiles for start in profile.starts]
    room = {each: sum(is_legal(card, (each, other)) for other in every) for each in every}
    at = {profile: number for number, profile in enumerate(card.profiles)}
    return tuple(sorted(every, key=lambda each: (at[each.profile], -room[each], -each.start)))


def _name(of: PartitionCard, instance: Instance) -> str:
    return label(f"{of.name}-{instance.profile.name}-{instance.start}")


def _device(
    name: str, of: PartitionCard, instance: Instance, seen: Component | None
) -> dict[str, Any]:
    profile = instance.profile
    attributes: dict[str, str | int | bool | None] = {
        "layer": GUARANTEED,
        "api": "cuda",
        "kind": "gpu",
        "vendor": "nvidia",
        "model": of.model,
        "uuid": of.uuid,
        PROFILE: profile.name,
        "start": instance.start,
        "multiprocessors": profile.sms,
        "numaNode": seen.numa if seen else None,
        "bus": seen.id if seen else None,
    }
    return {
        "name": name,
        "attributes": values(attributes),
        "capacity": {MEMORY: {"value": f"{profile.memory_mib}Mi"}},
        "consumesCounters": [{"counterSet": of.name, "counters": _values(consumed(instance))}],
    }


def _values(counters: Mapping[str, int]) -> dict[str, dict[str, str]]:
    return {name: {"value": str(value)} for name, value in counters.items()}
