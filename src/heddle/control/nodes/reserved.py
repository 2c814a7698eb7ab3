"""What of this machine's devices is not for jobs: partitions have it, or others have cut it off."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.cluster.from_inventory import MIB
from heddle.cluster.row import Booked
from heddle.cluster.row_json import LONGEST
from heddle.inventory.listing import DeviceListing
from heddle.model.job import WHOLE
from heddle.model.partition import COMPUTE, MEMORY, Claim, amount, mode
from heddle.system.printable import printable
from heddle.virt.place import DevicePlace

MOST_NAMED = 3


def booked(entry: DeviceListing, places: Sequence[DevicePlace]) -> Booked:
    """All of a device that a program has alone, or that others have divided; of any other, what is
    promised of its compute and memory. Never more than it has."""
    size = (entry.component.memory_bytes or 0) // MIB
    place = next((each for each in places if each.device == entry.id), None)
    claims = _of_part(entry, places) if place is None else place.claims
    if not claims:
        return Booked()
    held = mode(claims)
    if place is None or held != "pooled":
        end = " alone" if held == "exclusive" and len(claims) == 1 else ""
        whole = "foreign" if held == "foreign" else "exclusive"  # of an instance all is theirs
        return Booked(WHOLE, size, _text(claims, f"{entry.id}{end}"), whole)
    takes = {
        COMPUTE: min(WHOLE, sum(each.takes.get(COMPUTE, 0) for each in claims)),
        MEMORY: min(size, sum(each.takes.get(MEMORY, 0) for each in claims)),
    }
    if not any(takes.values()):
        return Booked()
    what = " and ".join(amount(name, value) for name, value in takes.items() if value)
    who = _text(claims, f"{what} of {entry.id}")
    return Booked(takes[COMPUTE], takes[MEMORY], who, "partitioned")


def _of_part(entry: DeviceListing, places: Sequence[DevicePlace]) -> list[Claim]:
    """The owner of this instance or function, or of the whole device."""
    component = entry.component
    own = {component.uuid, component.id, component.id.removeprefix("pci@")} - {None, ""}
    above = {component.parent, component.attributes.get("virtual_function_of")} - {None}
    found = [claim for each in places for claim in each.claims if claim.instance in own]
    return found or [
        claim
        for each in places
        if {f"pci@{each.pci}", each.uuid} & above
        for claim in each.claims
        if claim.alone
    ]


def _text(claims: Sequence[Claim], what: str) -> str:
    """Names of others are theirs to choose: only what can be shown, and not too much of it."""
    names = [
        f"{each.kind} {each.name} of {each.owner}" if each.foreign else f"partition {each.name}"
        for each in claims
    ]
    if len(names) > MOST_NAMED:
        names[MOST_NAMED:] = [f"{len(names) - MOST_NAMED} more"]
    who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    said = f"{who} {'has' if len(names) == 1 else 'have'} {what}"
    shown = printable(said)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
