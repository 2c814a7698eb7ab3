"""Which MIG layout serves all wishes with the smallest change. Pure.

What is busy stays where it is. Of the layouts that give all that was asked for, the one that ends
the fewest idle instances is taken; then the one that makes the smallest; then the one that strands
the fewest slices; then the one with the most room for what may come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from heddle.errors import UsageError
from heddle.virt.mig.layouts import (
    Card,
    Instance,
    Layout,
    MigProfile,
    compute_faults,
    faults,
    room,
    stranded,
)
from heddle.virt.mig.search import Asked, search


@dataclass(frozen=True, slots=True)
class Existing:
    """An instance that is there. A foreign one was made by others: it is never ended."""

    instance: Instance
    busy: bool = False
    foreign: bool = False

    @property
    def stays(self) -> bool:
        return self.busy or self.foreign

    def __str__(self) -> str:
        words = [word for word in ("busy", "foreign") if getattr(self, word)]
        return " ".join([*words, str(self.instance)])


@dataclass(frozen=True, slots=True)
class Wish:
    """One GPU instance: a profile by name, or the smallest that has this much."""

    profile: str | None = None
    memory_mib: int = 0
    sms: int = 0
    computes: tuple[int, ...] = ()  #: compute instances within it, by slices

    def __str__(self) -> str:
        parts = [f"{self.memory_mib} MiB"] if self.memory_mib else []
        parts += [f"{self.sms} SMs"] if self.sms else []
        cuts = f" cut into {', '.join(f'{n}c' for n in self.computes)}" if self.computes else ""
        return (self.profile or " and ".join(parts) or "anything") + cuts


@dataclass(frozen=True, slots=True)
class CardPlan:
    """Instances to end and to make, and the resulting layout."""

    layout: Layout
    kept: Layout
    ended: Layout
    made: Layout
    stranded: int  #: memory slices that nothing can use then

    @property
    def changes(self) -> bool:
        return bool(self.ended or self.made)


def plan(card: Card, there: Sequence[Existing], wishes: Sequence[Wish]) -> CardPlan:
    """The best layout with all wishes in it beside all that is busy. What is idle may serve a wish
    as it is.

    :raises UsageError: if there is none; it says what was asked, what there is and what would fit
    """
    found = attempt(card, there, wishes)
    if found is None:
        raise UsageError(_refusal(card, there, wishes))
    return found


def attempt(card: Card, there: Sequence[Existing], wishes: Sequence[Wish]) -> CardPlan | None:
    """The same, and None if there is none.

    :raises UsageError: if a wish is invalid for this card, or the card is not as is known
    """
    wrong = next(faults(card, (each.instance for each in there)), None)
    if wrong:
        raise UsageError(f"{card.name} is cut in a way that is not known here: {wrong}.")
    wanted = [asked(card, wish) for wish in wishes]
    fixed = tuple(each.instance for each in there if each.stays)
    idle = tuple(each.instance for each in there if not each.stays)
    found = search(card, fixed, idle, wanted)
    if found is None:
        return None
    kept = (*fixed, *found.kept)
    layout = tuple(sorted((*kept, *found.made), key=lambda each: each.start))
    return CardPlan(layout, kept, found.ended, found.made, stranded(card, layout))


def asked(card: Card, wish: Wish) -> Asked:
    """Profiles that would do, the smallest first; larger ones only if a smaller finds no place.

    :raises UsageError: if none would
    """
    if wish.profile is not None:
        profile = card.profile(wish.profile)
        for fault in compute_faults(profile, wish.computes):
            raise UsageError(f"{wish}: {fault.partition(': ')[2]}.")
        return (profile,), wish.computes
    fits = [
        each
        for each in card.profiles
        if each.memory_mib >= wish.memory_mib
        and each.sms >= wish.sms
        and "+" not in each.name  # what has all media engines or graphics is asked for by name
        and next(compute_faults(each, wish.computes), None) is None
    ]
    if not fits:
        largest = max(card.profiles, key=lambda each: each.memory_mib)
        has = f"{largest.name} has {largest.memory_mib} MiB and {largest.sms} SMs"
        raise UsageError(f"no MIG profile of {card.name} has {wish}; the largest, {has}.")
    return tuple(sorted(fits, key=_size)), wish.computes


def _size(profile: MigProfile) -> tuple[int, int, int]:
    return profile.memory, profile.compute, profile.sms


def _refusal(card: Card, there: Sequence[Existing], wishes: Sequence[Wish]) -> str:
    stays = [each for each in there if each.stays]
    there_is = "; ".join(map(str, stays)) or "nothing"
    fits = room_text(card, [each.instance for each in stays])
    return (
        f"{card.name} cannot be divided into {asked_text(wishes)}: {there_is} stays, and "
        f"beside that there is room for, each on its own, {fits}.{_remedy(card, there, wishes)}"
    )


def _remedy(card: Card, there: Sequence[Existing], wishes: Sequence[Wish]) -> str:
    """What would have to be idle, or no longer others', for it to fit."""
    if attempt(card, [replace(each, busy=False) for each in there], wishes):
        busy = ", ".join(str(each.instance) for each in there if each.busy and not each.foreign)
        return f" It would fit if {busy} were idle."
    if attempt(card, [Existing(each.instance) for each in there], wishes):
        return " It would fit without busy and foreign instances."
    return ""


def room_text(card: Card, layout: Sequence[Instance]) -> str:
    left = {name: n for name, n in room(card, layout).items() if n}
    return ", ".join(f"{n} x {name}" for name, n in left.items()) or "nothing"


def asked_text(wishes: Sequence[Wish]) -> str:
    return ", ".join(f"{n} x {wish}" for wish, n in Counter(map(str, wishes)).items()) or "nothing"
