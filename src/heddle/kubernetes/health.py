"""How the devices of a node are, as kubelet shows it in the status of pods. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from heddle.inventory.listing import DeviceListing
from heddle.kubernetes.partition_slices import PartitionCard, places
from heddle.kubernetes.pools import SlicePool
from heddle.kubernetes.slices import names, spare


@dataclass(frozen=True, slots=True)
class OfferedHealth:
    """`why` it is not well; empty: it is."""

    pool: str
    device: str
    why: str


def health_of(
    published: Iterable[SlicePool],
    listed: Sequence[DeviceListing],
    cards: Sequence[PartitionCard],
    why_not: str,
) -> list[OfferedHealth]:
    """Of what was published; `why_not` keeps all of them from work, but for hardware partitions,
    which need no agent."""
    there = names([each.device for each in listed if each.device is not None])
    known = dict.fromkeys([*there, *map(spare, there)], why_not)
    known |= {name: "" for card in cards for name in places(card)}
    gone = "this node has it no longer"
    return [
        OfferedHealth(pool.name, device["name"], known.get(device["name"], gone))
        for pool in published
        for device in pool.devices
    ]
