"""Multi-Instance GPU: the profiles of a card, and which layouts are legal. Pure.

A GPU instance takes consecutive memory slices from one of its profile's starts on. Instances may
not overlap, no profile may be there more often than it says, and a card has one instance with all
media engines (`+me`) at most. Within a GPU instance, compute instances share its memory and divide
its compute slices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from heddle._gen.mig import CARDS, COMPUTE
from heddle.errors import UsageError

MEDIA = "+me"


@dataclass(frozen=True, slots=True)
class MigProfile:
    """One kind of GPU instance."""

    name: str
    id: int  #: the driver's
    compute: int  #: slices of 7
    memory: int  #: slices, from a start on
    starts: tuple[int, ...]
    most: int
    sms: int
    memory_mib: int
    engines: tuple[int, int, int, int]  #: copy, decoders, JPEG, optical flow


@dataclass(frozen=True, slots=True)
class Card:
    """What one model can be cut into."""

    name: str
    memory_slices: int
    compute_slices: int
    sms: int
    profiles: tuple[MigProfile, ...]

    def profile(self, name: str) -> MigProfile:
        """:raises UsageError: if it has none of this name; it says which it has"""
        for each in self.profiles:
            if each.name == name:
                return each
        has = ", ".join(each.name for each in self.profiles)
        raise UsageError(f"{self.name} has no MIG profile {name!r}. It has: {has}.")


@dataclass(frozen=True, slots=True)
class Instance:
    """A GPU instance in its place, and its compute instances by size; none: one with all of it."""

    start: int
    profile: MigProfile
    computes: tuple[int, ...] = ()

    @property
    def slices(self) -> range:
        return range(self.start, self.start + self.profile.memory)

    def __str__(self) -> str:
        cut = f" ({', '.join(f'{n}c' for n in self.computes)})" if self.computes else ""
        return f"{self.profile.name} at {self.start}{cut}"


Layout = tuple[Instance, ...]


@cache
def card(name: str) -> Card:
    """:raises UsageError: if nothing is known of this model"""
    if name not in CARDS:
        raise UsageError(f"{name} has no MIG that is known here. Known: {', '.join(CARDS)}.")
    facts = CARDS[name]
    profiles = tuple(
        MigProfile(**{**each, "starts": tuple(each["starts"]), "engines": tuple(each["engines"])})
        for each in facts["profiles"]
    )
    return Card(name, facts["memory_slices"], facts["compute_slices"], facts["sms"], profiles)


def faults(of: Card, layout: Iterable[Instance]) -> Iterator[str]:
    """What is wrong with a layout, a sentence each; nothing: it is legal."""
    layout = sorted(layout, key=lambda each: each.start)
    taken: dict[int, Instance] = {}
    for each in layout:
        if each.start not in each.profile.starts:
            starts = ", ".join(map(str, each.profile.starts))
            yield f"{each}: {each.profile.name} begins at {starts} only"
        for other in {str(taken[at]): taken[at] for at in each.slices if at in taken}.values():
            yield f"{each} overlaps {other}"
        taken |= dict.fromkeys(each.slices, each)
        yield from _compute_faults(each)
    counts = Counter(each.profile for each in layout)
    for profile, count in counts.items():
        if count > profile.most:
            yield f"{count} of {profile.name}, and {of.name} has {profile.most} at most"
    media = sum(count for profile, count in counts.items() if profile.name.endswith(MEDIA))
    if media > 1:
        yield f"{media} instances with all media engines, and {of.name} has one at most"
    compute = sum(each.profile.compute for each in layout)
    if compute > of.compute_slices:
        yield f"{compute} compute slices, and {of.name} has {of.compute_slices}"


def _compute_faults(each: Instance) -> Iterator[str]:
    sizes = compute_sizes(each.profile)
    for size, count in Counter(each.computes).items():
        if size not in sizes:
            can = ", ".join(f"{n}c" for n in sizes)
            yield f"{each}: there is no {size}c of {each.profile.name}, only {can}"
        elif count > sizes[size]:
            yield f"{each}: {count} times {size}c, and {sizes[size]} at most"
    if sum(each.computes) > each.profile.compute:
        whole = each.profile.compute
        yield f"{each}: {sum(each.computes)} compute slices, and {each.profile.name} has {whole}"


def compute_sizes(of: MigProfile) -> dict[int, int]:
    """How many compute instances of each size; of a profile that no fact is known of, one whole."""
    return COMPUTE.get(of.compute, {of.compute: 1})


def cut(of: MigProfile, sizes: Iterable[int]) -> tuple[int, ...]:
    """Sizes of compute instances as an instance has them: in order, nothing for one whole."""
    found = tuple(sorted(sizes))
    return () if found == (of.compute,) else found


def compute_faults(of: MigProfile, sizes: Iterable[int]) -> Iterator[str]:
    """What is wrong with cutting a GPU instance so, a sentence each."""
    return _compute_faults(Instance(of.starts[0], of, tuple(sizes)))


def is_legal(of: Card, layout: Iterable[Instance]) -> bool:
    return next(faults(of, layout), None) is None


def stranded(of: Card, layout: Sequence[Instance]) -> int:
    """Memory slices that nothing can use any more: free, and no profile fits over them."""
    usable: set[int] = set()
    for profile in of.profiles:
        for start in profile.starts:
            added = Instance(start, profile)
            if is_legal(of, (*layout, added)):
                usable.update(added.slices)
    used = {at for each in layout for at in each.slices}
    return of.memory_slices - len(used) - len(usable - used)


def room(of: Card, layout: Sequence[Instance]) -> dict[str, int]:
    """How many more of each profile there is room for, each on its own."""
    return {profile.name: _more(of, layout, profile) for profile in of.profiles}


def _more(of: Card, layout: Sequence[Instance], profile: MigProfile) -> int:
    count, now = 0, tuple(layout)
    for start in profile.starts:  # of one profile, starts never overlap each other
        added = (*now, Instance(start, profile))
        if is_legal(of, added):
            count, now = count + 1, added
    return count
