"""Which MIG layout gives everybody what they ask for, with the least disturbance. Pure.

A card has 7 to 8 slices, so every layout can be looked at. What is busy stays where it is. Of the
layouts that give all that was asked for, the one that ends the fewest idle instances is taken; then
the one that strands the fewest slices; then the one with the most room for what may come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heddle.errors import UsageError
from heddle.virt.mig import Card, Instance, Layout, Profile, is_legal, room, stranded


@dataclass(frozen=True, slots=True)
class Existing:
    """An instance that is there. A foreign one was made by others: it is never ended."""

    instance: Instance
    busy: bool = False
    foreign: bool = False

    @property
    def stays(self) -> bool:
        return self.busy or self.foreign


@dataclass(frozen=True, slots=True)
class Wish:
    """One GPU instance: a profile by name, or the smallest that has this much."""

    profile: str | None = None
    memory_mib: int = 0
    sms: int = 0
    computes: tuple[int, ...] = ()  #: compute instances within it, by slices

    def __str__(self) -> str:
        if self.profile:
            return self.profile
        parts = [f"{self.memory_mib} MiB"] if self.memory_mib else []
        return " and ".join([*parts, *([f"{self.sms} SMs"] if self.sms else [])]) or "anything"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be ended and made, and what the card is then."""

    layout: Layout
    kept: Layout
    ended: Layout
    made: Layout
    stranded: int  #: memory slices that nothing can use then


def plan(card: Card, there: Sequence[Existing], wishes: Sequence[Wish]) -> Plan:
    """The best layout with all wishes in it beside all that is busy. What is idle may serve a wish
    as it is.

    :raises UsageError: if there is none; it says what was asked, what there is and what would fit
    """
    choices = [_choices(card, wish) for wish in wishes]
    fixed = tuple(each.instance for each in there if each.stays)
    idle = tuple(each.instance for each in there if not each.stays)
    best: Plan | None = None
    for made in _ways(card, fixed, wishes, choices):
        found = _with_idle(card, fixed, idle, made)
        if best is None or _rank(card, found) < _rank(card, best):
            best = found
    if best is None:
        raise UsageError(_refusal(card, fixed, wishes))
    return best


def _choices(card: Card, wish: Wish) -> list[Profile]:
    """Profiles that would do, the smallest first; larger ones only if a smaller finds no place."""
    if wish.profile is not None:
        return [card.profile(wish.profile)]
    fits = [
        each
        for each in card.profiles
        if each.memory_mib >= wish.memory_mib
        and each.sms >= wish.sms
        and not each.name.endswith("+me")
    ]
    if not fits:
        largest = max(card.profiles, key=lambda each: each.memory_mib)
        has = f"{largest.name} has {largest.memory_mib} MiB and {largest.sms} SMs"
        raise UsageError(f"no MIG profile of {card.name} has {wish}; the largest, {has}.")
    return sorted(fits, key=lambda each: (each.memory, each.compute, each.sms))


def _ways(
    card: Card, fixed: Layout, wishes: Sequence[Wish], choices: Sequence[list[Profile]]
) -> Iterator[Layout]:
    """Every set of places for the wishes, largest first; alike ones in one order only."""
    order = sorted(range(len(wishes)), key=lambda i: -choices[i][0].memory)
    seen: set[frozenset[tuple[int, str, tuple[int, ...]]]] = set()

    def place(at: int, made: Layout) -> Iterator[Layout]:
        key = frozenset((each.start, each.profile.name, each.computes) for each in made)
        if (at, key) in done:
            return
        done.add((at, key))
        if at == len(order):
            if key not in seen:
                seen.add(key)
                yield made
            return
        wish = wishes[order[at]]
        for profile in choices[order[at]]:
            for start in profile.starts:
                added = Instance(start, profile, wish.computes)
                if is_legal(card, (*fixed, *made, added)):
                    yield from place(at + 1, (*made, added))

    done: set[tuple[int, frozenset[tuple[int, str, tuple[int, ...]]]]] = set()
    return place(0, ())


def _with_idle(card: Card, fixed: Layout, idle: Layout, wanted: Layout) -> Plan:
    """Idle instances serve wishes that are just like them, or stay if they are in nobody's way."""
    used = Counter(wanted)
    kept, ended = list(fixed), []
    for each in idle:
        if used[each]:
            used[each] -= 1
            kept.append(each)
        elif is_legal(card, (*kept, each, *used.elements())) and _is_apart(each, idle, wanted):
            kept.append(each)
        else:
            ended.append(each)
    made = tuple(used.elements())
    layout = tuple(sorted((*kept, *made), key=lambda each: each.start))
    return Plan(layout, tuple(kept), tuple(ended), made, stranded(card, layout))


def _is_apart(each: Instance, idle: Layout, wanted: Layout) -> bool:
    """Whether it overlaps nothing that is wanted."""
    return not any(set(each.slices) & set(other.slices) for other in wanted if other not in idle)


def _rank(card: Card, found: Plan) -> tuple[int, int, int, int]:
    larger = sum(each.profile.memory for each in found.made)
    return len(found.ended), larger, found.stranded, -sum(room(card, found.layout).values())


def _refusal(card: Card, fixed: Layout, wishes: Sequence[Wish]) -> str:
    asked = ", ".join(f"{n} x {wish}" for wish, n in Counter(map(str, wishes)).items())
    busy = ", ".join(map(str, fixed)) or "nothing"
    left = {name: n for name, n in room(card, fixed).items() if n}
    fits = ", ".join(f"{n} x {name}" for name, n in left.items()) or "nothing"
    return (
        f"{card.name} cannot be cut into {asked}: {busy} stays as it is, and beside that "
        f"there is room for, each on its own, {fits}."
    )
