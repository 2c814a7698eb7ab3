"""Partitions: what of a device is handed out, and what fits beside it. Pure, whole numbers only.

A device offers named counters: compute in thousandths, memory in MiB, slices, functions, ... Every
kind of partition takes some of them; so does what others have cut off. A counter that is not named
is one that does not matter: what a partition takes of it is nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from heddle.errors import UsageError
from heddle.model import quantity

COMPUTE = "compute"  #: thousandths of the device
MEMORY = "memory"  #: MiB
SLICE = "memory_slice_"  #: MIG: a counter for each, because which one matters
COMPUTE_SLICES = "compute_slices"
FUNCTIONS = "functions"
JOB = "job"  #: the kind of a claim that ends by itself
ONCE = 1000  #: of an oversubscription: as much is promised as there is
#: Partitions whose removal is tried out in every combination; then only the largest ones.
MOST_TOGETHER = 2

Counters = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a device has."""

    device: str
    has: Counters
    factor: int = ONCE  #: thousandths: memory that may be promised, of what there is

    def most(self, counter: str) -> int:
        """What may be promised of it, to all together."""
        has = self.has.get(counter, 0)
        return has * max(self.factor, ONCE) // ONCE if counter == MEMORY else has

    @property
    def whole(self) -> dict[str, int]:
        return {counter: self.most(counter) for counter in self.has}


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim on a device."""

    name: str
    takes: Counters
    kind: str = ""
    alone: bool = False  #: nothing else fits beside it
    foreign: bool = False  #: cut off by others: it cannot be removed here
    owner: str = ""
    instance: str = ""  #: the hardware instance that it is: a UUID, an address

    def __str__(self) -> str:
        what = "all of it" if self.alone else amounts(self.takes)
        who = f" of {self.owner}" if self.foreign and self.owner else ""
        return f"{self.kind if self.foreign else 'partition'} {self.name}{who} ({what})"


@dataclass(frozen=True, slots=True)
class Shortage:
    """Why something does not fit: which counter is short, or which partition has the device alone.

    Codes: `short` (too little is free), `absent` (the device does not offer it), `beyond` (one
    partition gets no more than the device has, whatever is promised to all together), `alone`
    (a partition has the device alone), `shared` (alone is asked for, and the device is in use).
    """

    code: str
    counter: str = ""
    asked: int = 0
    free: int = 0
    there: int = 0


class NoRoomError(UsageError):
    """It does not fit. What was asked, what there is and what would fit is said, and kept."""

    def __init__(
        self,
        offer: Offer,
        wanted: Counters,
        short: Sequence[Shortage],
        fits: Counters,
        remove: Sequence[Claim],
        there: Sequence[Claim],
    ) -> None:
        self.device, self.wanted, self.shortages = offer.device, wanted, tuple(short)
        self.fits, self.remove = fits, tuple(each.name for each in remove)
        super().__init__(_refusal(offer, wanted, short, fits, remove, there))


def free(offer: Offer, claims: Iterable[Claim]) -> dict[str, int]:
    """What is left of each counter; nothing where a partition has the device alone."""
    claims = list(claims)
    if any(claim.alone for claim in claims):
        return dict.fromkeys(offer.has, 0)
    return {
        counter: max(0, offer.most(counter) - sum(each.takes.get(counter, 0) for each in claims))
        for counter in offer.has
    }


def largest(offer: Offer, claims: Iterable[Claim]) -> dict[str, int]:
    """The most that one more partition can have of each counter."""
    return {name: min(left, offer.has[name]) for name, left in free(offer, claims).items()}


def shortages(
    offer: Offer, claims: Iterable[Claim], wanted: Counters, *, alone: bool = False
) -> list[Shortage]:
    """Why it does not fit; nothing: it fits."""
    claims = list(claims)
    if any(claim.alone for claim in claims):
        return [Shortage("alone")]
    found = [Shortage("shared")] if alone and claims else []
    left = free(offer, claims)
    for counter, amount in wanted.items():
        if amount <= 0:
            continue
        if counter not in offer.has:
            found.append(Shortage("absent", counter, amount))
        elif amount > left[counter]:
            found.append(Shortage("short", counter, amount, left[counter], offer.has[counter]))
        elif amount > offer.has[counter] and not alone:
            found.append(Shortage("beyond", counter, amount, left[counter], offer.has[counter]))
    return found


def remedy(
    offer: Offer, claims: Sequence[Claim], wanted: Counters, *, alone: bool = False
) -> tuple[Claim, ...] | None:
    """The fewest and then smallest partitions without which it fits; None: nothing helps."""
    own = sorted((each for each in claims if not each.foreign), key=lambda e: _size(offer, e))

    def helps(removed: Sequence[Claim]) -> bool:
        left = [each for each in claims if each not in removed]
        return not shortages(offer, left, wanted, alone=alone)

    if not helps(own):
        return None
    for count in range(1, MOST_TOGETHER + 1):
        for some in combinations(own, count):
            if helps(some):
                return some
    # More than that: from the largest on, until it fits.
    ends = range(len(own) - 1, -1, -1)
    return next(tuple(own[at:]) for at in ends if helps(own[at:]))


def check(offer: Offer, claims: Sequence[Claim], wanted: Counters, *, alone: bool = False) -> None:
    """:raises NoRoomError: if it does not fit"""
    short = shortages(offer, claims, wanted, alone=alone)
    if short:
        fits, remove = largest(offer, claims), remedy(offer, claims, wanted, alone=alone)
        raise NoRoomError(offer, wanted, short, fits, remove or (), claims)


def mode(claims: Iterable[Claim]) -> str:
    """exclusive: one partition has it alone. foreign: others have it. pooled: everything else."""
    claims = list(claims)
    if any(each.alone and not each.foreign for each in claims):
        return "exclusive"
    own = any(not each.foreign for each in claims)
    if any(each.alone for each in claims) or (claims and not own):
        return "foreign"
    return "pooled"


def part_of(total: int, index: int, count: int) -> int:
    """The index-th of `count` equal parts of a whole number; all together are the whole."""
    return total * (index + 1) // count - total * index // count


def amount(counter: str, value: int) -> str:
    """For people: 30 %, 8GiB, memory slice 3, 2 functions."""
    if counter == COMPUTE:
        return f"{value / 10:g} %"
    if counter == MEMORY:
        return quantity.MEMORY.format(value) if value else "0"  # exact: it may be typed
    if counter.startswith(SLICE):
        return f"memory slice {counter.removeprefix(SLICE)}"
    words = counter.replace("_", " ")
    return f"{value} {words.removesuffix('s') if value == 1 else words}"


def amounts(counters: Counters) -> str:
    """The same for several; memory slices are counted."""
    slices = sum(value for name, value in counters.items() if name.startswith(SLICE))
    texts = [amount(n, v) for n, v in counters.items() if v and not n.startswith(SLICE)]
    return ", ".join([*texts, *([f"{slices} memory slices"] if slices else [])]) or "nothing"


def folded(counters: Counters) -> dict[str, int]:
    """Memory slices as one counter: how many there are."""
    found: dict[str, int] = {}
    for name, value in counters.items():
        key = "memory_slices" if name.startswith(SLICE) else name
        found[key] = found.get(key, 0) + value
    return found


def _size(offer: Offer, claim: Claim) -> tuple[bool, int, str]:
    """By the counter that it has the largest part of."""
    parts = (value * ONCE // max(1, offer.has.get(n, 0)) for n, value in claim.takes.items())
    return claim.alone, max(parts, default=0), claim.name


def _refusal(
    offer: Offer,
    wanted: Counters,
    short: Sequence[Shortage],
    fits: Counters,
    remove: Sequence[Claim],
    there: Sequence[Claim],
) -> str:
    asked = f"asked for {amounts(wanted)} of {offer.device}"
    codes = {each.code for each in short}
    others = f", or remove {_and(remove)}" if remove else ""
    jobs = [f"{each.name} holds {amounts(each.takes)}" for each in there if each.kind == JOB]
    others += f"; job {_and(jobs)} until {'it ends' if len(jobs) == 1 else 'they end'}" * bool(jobs)
    if "alone" in codes:
        holder = next(each for each in there if each.alone)
        either = f"; remove {_and(remove)}, or choose" if remove else ". Choose"
        return f"{asked}, which {holder} has alone{either} another device."
    if "shared" in codes:
        either = f"remove {_and(remove)}, or choose" if remove else "choose"
        return f"{asked}, alone; {_and(there)} exists already: {either} another device."
    if "absent" in codes:
        missing = _and(each.counter.replace("_", " ") for each in short if each.code == "absent")
        has = _and(name.replace("_", " ") for name in folded(offer.has))
        return f"{asked}; it offers no {missing}, only {has}."
    left = {each.counter: each.free for each in short}
    room = {name: min(fits.get(name, 0), value) for name, value in left.items()}
    nothing = not all(room.values())
    would = "nothing of that would fit" if nothing else f"{amounts(room)} or less would fit"
    if codes == {"beyond"}:
        has = amounts({each.counter: each.there for each in short})
        return f"{asked}; it has {has}, and one partition gets no more: {would}."
    return f"{asked}; {amounts(left)} is free; {would}{others}."


def _and(things: Iterable[object]) -> str:
    *first, last = [str(each) for each in things] or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


@dataclass(frozen=True, slots=True)
class Partition:
    """One partition as it is remembered."""

    name: str
    device: str  #: api@name, or bus@address, when it was made
    uuid: str
    kind: str
    takes: Counters
    share: int = 0  #: thousandths; 0: none
    cap: int = 0
    memory_mib: int = 0  #: 0: no limit
    priority: int = 0
    alone: bool = False
    tenant: str = ""
    owner: int = 0  #: uid
    since: float = 0.0  #: seconds since 1970
    found: Mapping[str, str] = field(default_factory=dict)  #: how a hardware instance is found
    program: int = 0  #: its slot in the table, when a program last ran in it
    program_made_ns: int = 0  #: tells that slot from one with the same number in a later table

    @property
    def claim(self) -> Claim:
        instance = self.found.get("uuid") or self.found.get("pci") or ""
        return Claim(self.name, self.takes, self.kind, self.alone, instance=instance)
