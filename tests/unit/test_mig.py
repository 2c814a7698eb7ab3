"""MIG: legal layouts only, and the best of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle._gen.mig import CARDS
from heddle.errors import UsageError
from heddle.virt.mig.layouts import Card, Instance, Layout, card, faults, is_legal, room, stranded
from heddle.virt.mig.plan import CardPlan, Existing, Wish, plan

ALL = [card(name) for name in CARDS]


@cache
def layouts(of: Card) -> list[Layout]:
    """Every legal one without media engines, by going over all sets of places."""
    found: dict[frozenset[Instance], Layout] = {}

    def grow(layout: Layout) -> None:
        key = frozenset(layout)
        if key in found:
            return
        found[key] = layout
        for profile in of.profiles:
            for start in profile.starts:
                if not profile.name.endswith("+me"):
                    added = (*layout, Instance(start, profile))
                    if is_legal(of, added):
                        grow(added)

    grow(())
    return list(found.values())


@pytest.mark.parametrize("of", ALL, ids=lambda each: each.name)
def test_layouts_are_as_many_as_published(of: Card) -> None:
    """78 maximal layouts of 38 mixes, none with more than the card's compute slices."""
    every = {frozenset(layout) for layout in layouts(of)}
    larger = {frozenset(s) for big in every if big for s in combinations(big, len(big) - 1)}
    maximal = every - larger
    assert len(maximal) == 78
    assert len({tuple(sorted(each.profile.name for each in one)) for one in maximal}) == 38
    assert all(sum(each.profile.compute for each in one) <= of.compute_slices for one in maximal)


def test_what_is_wrong_is_said() -> None:
    of = card("H200")
    small, large = of.profile("1g.18gb"), of.profile("3g.71gb")
    assert list(faults(of, [Instance(2, large)])) == ["3g.71gb at 2: 3g.71gb begins at 0, 4 only"]
    assert list(faults(of, [Instance(0, large), Instance(3, small)])) == [
        "1g.18gb at 3 overlaps 3g.71gb at 0"
    ]
    media = of.profile("1g.18gb+me")
    told = list(faults(of, [Instance(0, media), Instance(1, media)]))
    assert "2 of 1g.18gb+me, and H200 has 1 at most" in told
    assert list(faults(of, [Instance(0, large, (2, 2))])) == [
        "3g.71gb at 0 (2c, 2c): 2 times 2c, and 1 at most",
        "3g.71gb at 0 (2c, 2c): 4 compute slices, and 3g.71gb has 3",
    ]
    with pytest.raises(UsageError, match=r"It has: 1g\.18gb"):
        of.profile("1g.5gb")
    with pytest.raises(UsageError, match="Known: A100-40GB"):
        card("K80")


def test_two_compute_instances_share_one_gpu_instance() -> None:
    of = card("A100-40GB")
    found = plan(of, [], [Wish("3g.20gb", computes=(1, 2))])
    (made,) = found.made
    assert made.computes == (1, 2)
    assert is_legal(of, found.layout)


def test_slices_are_stranded_where_nothing_fits() -> None:
    """Seven small ones leave the eighth memory slice to nobody."""
    of = card("H200")
    small = of.profile("1g.18gb")
    assert stranded(of, ()) == 0
    assert stranded(of, [Instance(at, small) for at in range(7)]) == 1
    assert room(of, [Instance(0, small)])["7g.141gb"] == 0


cards = st.sampled_from(ALL)


@st.composite
def situations(draw: st.DrawFn) -> tuple[Card, list[Existing], list[Wish]]:
    of = draw(cards)
    names = [profile.name for profile in of.profiles]
    there: list[Existing] = []
    for name in draw(st.lists(st.sampled_from(names), max_size=4)):
        profile = of.profile(name)
        added = Instance(draw(st.sampled_from(profile.starts)), profile)
        if is_legal(of, [*(each.instance for each in there), added]):
            there.append(Existing(added, busy=draw(st.booleans())))
    wishes = draw(
        st.lists(
            st.sampled_from(names).map(Wish)
            | st.integers(1, 150_000).map(lambda mib: Wish(memory_mib=mib)),
            max_size=3,
        )
    )
    return of, there, wishes


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(situations())
def test_a_plan_is_legal_complete_and_disturbs_as_little_as_any(
    situation: tuple[Card, list[Existing], list[Wish]],
) -> None:
    of, there, wishes = situation
    best = min(
        (len([e for e in there if e.instance not in layout]) for layout in _serving(*situation)),
        default=None,
    )
    try:
        found = plan(of, there, wishes)
    except UsageError:
        assert best is None
        return
    assert is_legal(of, found.layout)
    assert {each.instance for each in there if each.busy} <= set(found.kept)
    assert set(found.kept) | set(found.made) == set(found.layout)
    assert _serves(found, there, wishes)
    assert best is not None
    assert len(found.ended) <= best


def _serves(found: CardPlan, there: list[Existing], wishes: list[Wish]) -> bool:
    busy = [each.instance for each in there if each.busy]
    return _gives([each for each in found.layout if each not in busy], wishes)


def _gives(free: list[Instance], wishes: list[Wish]) -> bool:
    """Whether each wish finds one of its own."""
    if not wishes:
        return True
    first, rest = wishes[0], wishes[1:]
    for each in free:
        fits = (
            each.profile.name == first.profile
            if first.profile
            else (each.profile.memory_mib >= first.memory_mib)
        )
        if fits and _gives([other for other in free if other != each], rest):
            return True
    return False


def _serving(of: Card, there: list[Existing], wishes: list[Wish]) -> Iterator[Layout]:
    """Every legal layout that keeps what is busy and has all wishes, by looking at all."""
    busy = [each.instance for each in there if each.busy]
    media = [each.instance for each in there if each.instance.profile.name.endswith("+me")]
    wants_media = any((wish.profile or "").endswith("+me") for wish in wishes)
    for layout in layouts(of):
        for extra in _with_media(of, layout) if media or wants_media else [layout]:
            if set(busy) <= set(extra) and _gives([e for e in extra if e not in busy], wishes):
                yield extra


def _with_media(of: Card, layout: Layout) -> Iterator[Layout]:
    yield layout
    profile = next(each for each in of.profiles if each.name.endswith("+me"))
    for start in profile.starts:
        added = (*layout, Instance(start, profile))
        if is_legal(of, added):
            yield added
