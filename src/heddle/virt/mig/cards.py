"""Which of several cards gives whom a MIG instance. Pure.

The fewest idle instances are ended; then the fewest cards are touched; then the smallest instances
are made; then the fewest slices are stranded. Small cases are decided exactly: for each card all
that it could give, then the best way to add that up. Beyond `EXACT` looks, wishes are given out one
after another, the largest first, each to the card where it costs least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add, sub

from heddle.errors import UsageError
from heddle.virt.mig.layouts import Card
from heddle.virt.mig.plan import CardPlan, Existing, Wish, asked, asked_text, attempt, room_text
from heddle.virt.mig.search import Asked

EXACT = 400  #: plans of one card that are made before it is given up to be exact
SUMS = 100_000  #: ways to add them up

#: How many of each kind of wish.
_Counts = tuple[int, ...]
#: Ended, cards touched, slices made, slices stranded.
_Cost = tuple[int, ...]
_NOTHING: _Cost = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class CardAssignment:
    """A plan for each card, and which card each wish is given."""

    plans: tuple[CardPlan, ...]
    where: tuple[int, ...]
    exact: bool  #: whether it is known that there is no better one


class _TooMuchError(Exception):
    """There are more ways than may be looked at."""


def plan_many(
    cards: Sequence[Card], there: Sequence[Sequence[Existing]], wishes: Sequence[Wish]
) -> CardAssignment:
    """The best way to give all wishes on these cards.

    :raises UsageError: if none is found; it says what was asked and what there is
    """
    many = _Many(cards, there, wishes)
    try:
        found, exact = many.exactly(), True
    except _TooMuchError:
        found, exact = many.one_by_one(), False
    if found is None:
        raise UsageError(_refusal(cards, there, wishes, exact))
    return many.spread(found, exact)


class _Many:
    def __init__(
        self, cards: Sequence[Card], there: Sequence[Sequence[Existing]], wishes: Sequence[Wish]
    ) -> None:
        #: Cards that are alike are looked at once, and so are wishes that all cards take alike.
        self.cards = [(card, tuple(some)) for card, some in zip(cards, there, strict=True)]
        self.alike = [self.cards.index(each) for each in self.cards]
        models = list(dict.fromkeys(cards))
        taken = {wish: _taken(models, wish) for wish in set(wishes)}
        self.kinds = list({taken[wish]: wish for wish in reversed(wishes)}.values())
        number = {taken[kind]: at for at, kind in enumerate(self.kinds)}
        self.kind_of = [number[taken[wish]] for wish in wishes]
        self.wanted: _Counts = tuple(map(self.kind_of.count, range(len(self.kinds))))
        self.fitting = [
            [at for at, kind in enumerate(self.kinds) if taken[kind][models.index(card)]]
            for card in cards
        ]
        self.plans: dict[tuple[int, _Counts], CardPlan | None] = {}

    def exactly(self) -> dict[int, _Counts] | None:
        """What each card gives; None if there is no way.

        :raises _TooMuchError: if there is too much to look at
        """
        best: dict[_Counts, tuple[_Cost, tuple[_Counts, ...]]]
        best = {self.wanted: (_NOTHING, ())}
        looks = 0
        for at in range(len(self.cards)):
            offers = self._offers(at)
            then: dict[_Counts, tuple[_Cost, tuple[_Counts, ...]]] = {}
            for left, (cost, given) in best.items():
                for counts, price in offers.items():
                    looks += 1
                    if looks > SUMS:
                        raise _TooMuchError
                    rest = tuple(map(sub, left, counts))
                    if min(rest, default=0) < 0:
                        continue
                    total = tuple(map(add, cost, price))
                    if rest not in then or total < then[rest][0]:
                        then[rest] = total, (*given, counts)
            best = then
        nothing = (0,) * len(self.kinds)
        return dict(enumerate(best[nothing][1])) if nothing in best else None

    def _offers(self, at: int) -> Mapping[_Counts, _Cost]:
        """All that a card could give, by what is wanted, and what it costs."""
        nothing = (0,) * len(self.kinds)
        first = self.plan(at, nothing)
        found = {nothing: self.cost(first)} if first else {}
        edge = list(found)
        while edge:
            counts = edge.pop()
            for kind in self.fitting[at]:
                more = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
                if more[kind] > self.wanted[kind] or more in found:
                    continue
                if len(self.plans) > EXACT:
                    raise _TooMuchError
                if plan := self.plan(at, more):
                    found[more] = self.cost(plan)
                    edge.append(more)
        return found

    def one_by_one(self) -> dict[int, _Counts] | None:
        nothing = (0,) * len(self.kinds)
        given = dict.fromkeys(range(len(self.cards)), nothing)
        sizes = [
            max(asked(card, kind)[0][0].memory for card in self._taking(at))
            for at, kind in enumerate(self.kinds)
        ]
        for kind in sorted(range(len(self.kinds)), key=lambda kind: -sizes[kind]):
            for _ in range(self.wanted[kind]):
                if not self._give(given, kind):
                    return None
        return given

    def _taking(self, kind: int) -> list[Card]:
        pairs = zip(self.cards, self.fitting, strict=True)
        return [card for (card, _), some in pairs if kind in some]

    def _give(self, given: dict[int, _Counts], kind: int) -> bool:
        best: tuple[_Cost, int, _Counts] | None = None
        for at, counts in given.items():
            if kind not in self.fitting[at]:
                continue
            more = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
            before, after = self.plan(at, counts), self.plan(at, more)
            if before and after:
                price = tuple(map(sub, self.cost(after), self.cost(before)))
                best = min(best or (price, at, more), (price, at, more))
        if best:
            given[best[1]] = best[2]
        return best is not None

    def plan(self, at: int, counts: _Counts) -> CardPlan | None:
        key = self.alike[at], counts
        if key not in self.plans:
            some = [kind for kind, n in zip(self.kinds, counts, strict=True) for _ in range(n)]
            self.plans[key] = attempt(*self.cards[at], some)
        return self.plans[key]

    def cost(self, plan: CardPlan) -> _Cost:
        made = sum(each.profile.memory for each in plan.made)
        return len(plan.ended), int(plan.changes), made, plan.stranded

    def spread(self, given: Mapping[int, _Counts], exact: bool) -> CardAssignment:
        plans = [self.plan(at, given[at]) for at in range(len(self.cards))]
        left = [list(given[at]) for at in range(len(self.cards))]
        where = []
        for kind in self.kind_of:
            at = next(at for at, counts in enumerate(left) if counts[kind])
            left[at][kind] -= 1
            where.append(at)
        return CardAssignment(tuple(plan for plan in plans if plan), tuple(where), exact)


def _taken(models: Sequence[Card], wish: Wish) -> tuple[Asked | None, ...]:
    """What each model would give for it; None where it is invalid.

    :raises UsageError: if it makes sense on none
    """
    found: list[Asked | None] = []
    error: UsageError | None = None
    for model in models:
        try:
            found.append(asked(model, wish))
        except UsageError as refused:
            found.append(None)
            error = error or refused
    if error and not any(found):
        raise error
    return tuple(found)


def _refusal(
    cards: Sequence[Card],
    there: Sequence[Sequence[Existing]],
    wishes: Sequence[Wish],
    exact: bool,
) -> str:
    rooms = Counter(
        f"{card.name} has room for, each on its own, "
        + room_text(card, [each.instance for each in some if each.stays])
        for card, some in zip(cards, there, strict=True)
    )
    has = "; ".join(f"{n} x {text}" for text, n in rooms.items())
    sure = "" if exact else " (not every way was looked at)"
    return (
        f"{len(cards)} cards cannot be divided into {asked_text(wishes)}{sure}. "
        f"Beside what stays, {has}."
    )
