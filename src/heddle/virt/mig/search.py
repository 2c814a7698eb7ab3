"""The search behind a MIG plan: where to put what is asked for. Pure.

A card has about 26 places (a profile at a start), so a layout is a bit mask of them, and layouts
that end more than the best one so far are never looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from heddle.virt.mig.layouts import MEDIA, Card, Instance, Layout, MigProfile, cut

#: Profiles that would do, the best first, and the compute instances to make in it.
Asked = tuple[tuple[MigProfile, ...], tuple[int, ...]]

#: Places by their bits, with the compute instances in them.
_Chosen = frozenset[tuple[int, tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class BestLayout:
    """The best layout, apart by what becomes of what was idle."""

    kept: Layout
    ended: Layout
    made: Layout


@dataclass(frozen=True, slots=True)
class _Place:
    start: int
    profile: MigProfile
    bit: int  #: of its own
    slices: int  #: that it takes, as bits
    alike: int  #: the bits of all places of this profile
    media: int  #: the bits of all places with all media engines, if it is one


@dataclass(frozen=True, slots=True)
class _State:
    """What of a card is taken."""

    places: int = 0
    slices: int = 0
    compute: int = 0

    def has_room(self, card: Card, place: _Place) -> bool:
        return not (
            self.slices & place.slices
            or self.places & place.media
            or (self.places & place.alike).bit_count() >= place.profile.most
            or self.compute + place.profile.compute > card.compute_slices
        )

    def with_(self, place: _Place) -> _State:
        return _State(
            self.places | place.bit,
            self.slices | place.slices,
            self.compute + place.profile.compute,
        )


@cache
def _places(card: Card) -> dict[tuple[str, int], _Place]:
    pairs = [(profile, start) for profile in card.profiles for start in profile.starts]
    bits = {(profile.name, start): 1 << at for at, (profile, start) in enumerate(pairs)}
    media = sum(bit for (name, _), bit in bits.items() if name.endswith(MEDIA))
    return {
        (profile.name, start): _Place(
            start,
            profile,
            bits[profile.name, start],
            (1 << profile.memory) - 1 << start,
            sum(bits[profile.name, each] for each in profile.starts),
            media if profile.name.endswith(MEDIA) else 0,
        )
        for profile, start in pairs
    }


def search(card: Card, fixed: Layout, idle: Layout, asked: Sequence[Asked]) -> BestLayout | None:
    """The layout with all that is asked for that ends the fewest idle instances, then makes the
    smallest, then strands the fewest slices, then leaves the most room; None if there is none.
    What is there must be legal."""
    return _Search(card, fixed, idle, asked).best()


class _Search:
    def __init__(self, card: Card, fixed: Layout, idle: Layout, asked: Sequence[Asked]) -> None:
        self.card = card
        self.places = _places(card)
        self.idle = {self._key(each): each for each in idle}
        there = [self.places[each.profile.name, each.start] for each in idle]
        self.in_way = [(place.bit, place.slices) for place in there]
        groups = Counter(asked)
        order = sorted(groups, key=lambda each: (-each[0][0].memory, len(each[0])))
        self.groups = [(self._of(*each), groups[each]) for each in order]
        self.start = _State()
        for each in fixed:
            self.start = self.start.with_(self.places[each.profile.name, each.start])
        self.found: tuple[BestLayout, tuple[int, int, int, int]] | None = None
        self.most = (len(idle), 1 << 30)  #: ended and made of the best so far
        self.seen: set[tuple[int, int, int, _Chosen]] = set()

    def best(self) -> BestLayout | None:
        least = [(min(p.profile.memory for p, _ in places), n) for places, n in self.groups]
        free = self.card.memory_slices - self.start.slices.bit_count()
        left = self.card.compute_slices - self.start.compute
        if sum(size * n for size, n in least) <= free and sum(n for _, n in least) <= left:
            self._group(0, self.start, frozenset(), 0, 0)
        return self.found[0] if self.found else None

    def _key(self, each: Instance) -> tuple[int, tuple[int, ...]]:
        return self.places[each.profile.name, each.start].bit, each.computes

    def _of(
        self, profiles: tuple[MigProfile, ...], computes: tuple[int, ...]
    ) -> list[tuple[_Place, tuple[int, ...]]]:
        return [
            (self.places[each.name, start], cut(each, computes))
            for each in profiles
            for start in each.starts
        ]

    def _group(self, at: int, state: _State, chosen: _Chosen, ended: int, made: int) -> None:
        if at == len(self.groups):
            self._settle(state, chosen, made)
        else:
            self._place(at, self.groups[at][1], 0, state, chosen, ended, made)

    def _place(
        self,
        at: int,
        count: int,
        first: int,
        state: _State,
        chosen: _Chosen,
        ended: int,
        made: int,
    ) -> None:
        """Places of alike wishes are taken in one order only. `ended` is the bits of idle places
        that are in the way of what is chosen, `made` the slices of what is not there yet."""
        if count == 0:
            self._group(at + 1, state, chosen, ended, made)
            return
        key = (at, count, first, chosen)
        if key in self.seen or (ended.bit_count(), made) > self.most:
            return
        self.seen.add(key)
        places = self.groups[at][0]
        for number in range(first, len(places)):
            place, computes = places[number]
            if not state.has_room(self.card, place):
                continue
            one = (place.bit, computes)
            lost, new = ended, made
            if one not in self.idle:
                new += place.profile.memory
                for bit, slices in self.in_way:
                    lost |= bit if slices & place.slices else 0
            self._place(at, count - 1, number + 1, state.with_(place), chosen | {one}, lost, new)

    def _settle(self, state: _State, chosen: _Chosen, made: int) -> None:
        """Idle instances serve a wish that they match, or stay if they are not in the way."""
        kept, ended = [], []
        for key, each in self.idle.items():
            place = self.places[each.profile.name, each.start]
            if key in chosen:
                kept.append(each)
            elif state.has_room(self.card, place):
                state = state.with_(place)
                kept.append(each)
            else:
                ended.append(each)
        if (len(ended), made) > self.most:
            return
        rank = (len(ended), made, *self._left(state))
        if self.found is None or rank < self.found[1]:
            every = list(self.places.values())
            new = [(every[bit.bit_length() - 1], sizes) for bit, sizes in chosen - set(self.idle)]
            layout = [Instance(place.start, place.profile, sizes) for place, sizes in new]
            layout.sort(key=lambda each: each.start)
            self.found = BestLayout(tuple(kept), tuple(ended), tuple(layout)), rank
            self.most = rank[:2]

    def _left(self, state: _State) -> tuple[int, int]:
        """Memory slices that are stranded, and how much room there is; less is better."""
        fits = [each for each in self.places.values() if state.has_room(self.card, each)]
        usable = 0
        for each in fits:
            usable |= each.slices
        free = self.card.memory_slices - state.slices.bit_count()
        most = {each.alike: each.profile.most for each in fits}
        room = Counter(each.alike for each in fits)
        stranded = free - (usable & ~state.slices).bit_count()
        return stranded, -sum(min(count, most[alike]) for alike, count in room.items())
