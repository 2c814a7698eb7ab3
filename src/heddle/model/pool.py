"""How much of devices there is, is free, and is of use. Pure, whole numbers only.

    capacity    what the hardware has
    overhead    what of it programs are never offered: the driver's own
    foreign     what others have cut off
    effective   what can be handed out here: capacity less overhead and foreign; of a cordoned
                device nothing
    booked      what partitions have been given
    jobs        what jobs of the control plane of this machine were given
    unbooked    what programs outside of partitions and jobs were given or use
    free        what is left; with oversubscription, of the memory that may be promised
    fragmented  what of the free no standard ask can use, because another counter is used up

The standard ask is a hundredth of the device: 10 thousandths of its compute together with a
hundredth of its memory. Of a card in MIG mode fragmented are the slices that no profile fits over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

from heddle.model.partition import COMPUTE, MEMORY, Claim, Counters, Offer, folded, free

PARTS = 100  #: standard asks in a device
NO_JOBS: Counters = {}


@dataclass(frozen=True, slots=True)
class Tally:
    """One counter of one device, or of several together."""

    capacity: int
    overhead: int
    foreign: int
    effective: int
    booked: int
    jobs: int
    unbooked: int
    free: int
    fragmented: int

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Tally)))


def tally(
    offer: Offer,
    claims: Sequence[Claim],
    *,
    capacity: Counters,
    unbooked: Counters,
    jobs: Counters = NO_JOBS,
    cordoned: bool = False,
    stranded: Counters | None = None,
) -> dict[str, Tally]:
    """By counter, memory slices as one. `stranded`: what of the free nothing fits over, where the
    device is cut by slices."""
    has = folded(offer.has)
    others = _taken(offer, (each for each in claims if each.foreign))
    own = _taken(offer, (each for each in claims if not each.foreign))
    left = folded(free(offer, claims))
    given = {name: unbooked.get(name, 0) + jobs.get(name, 0) for name in left}
    left = {n: 0 if cordoned else max(0, v - given[n]) for n, v in left.items()}
    lost = _fragmented(offer, left) if stranded is None else stranded
    return {
        name: Tally(
            capacity=max(capacity.get(name, 0), there),
            overhead=max(0, capacity.get(name, 0) - there),
            foreign=min(others.get(name, 0), there),
            effective=0 if cordoned else max(0, there - others.get(name, 0)),
            booked=own.get(name, 0),
            jobs=jobs.get(name, 0),
            unbooked=unbooked.get(name, 0),
            free=left[name],
            fragmented=min(lost.get(name, 0), left[name]),
        )
        for name, there in has.items()
    }


def together(tallies: Iterable[Mapping[str, Tally]]) -> dict[str, Tally]:
    """The sums, counter by counter."""
    found: dict[str, Tally] = {}
    for each in tallies:
        for name, value in each.items():
            found[name] = found[name] + value if name in found else value
    return found


def _taken(offer: Offer, claims: Iterable[Claim]) -> dict[str, int]:
    """A partition that has the device alone has all that it offers."""
    found: dict[str, int] = {}
    for claim in claims:
        for name, value in folded(offer.has if claim.alone else claim.takes).items():
            found[name] = found.get(name, 0) + value
    return found


def _fragmented(offer: Offer, left: Counters) -> dict[str, int]:
    has = {name: offer.has[name] for name in (COMPUTE, MEMORY) if offer.has.get(name)}
    fit = min((left.get(name, 0) * PARTS // there for name, there in has.items()), default=0)
    used = {name: -(-there * fit // PARTS) for name, there in has.items()}  # rounded up
    return {name: max(0, left.get(name, 0) - used[name]) for name in has}
