"""How the devices of a node are, as kubelet shows it in the status of pods. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from heddle.inventory.listing import DeviceListing
from heddle.kubernetes.slices import names, spare


@dataclass(frozen=True, slots=True)
class OfferedHealth:
    """`why` it is not well; empty: it is."""

    device: str
    why: str


def health_of(
    published: Iterable[str], listed: Sequence[DeviceListing], why_not: str
) -> list[OfferedHealth]:
    """Of what was published; `why_not` keeps all of them from work."""
    there = names([each.device for each in listed if each.device is not None])
    known = {*there, *map(spare, there)}
    gone = "this node has it no longer"
    return [OfferedHealth(name, why_not if name in known else gone) for name in published]
