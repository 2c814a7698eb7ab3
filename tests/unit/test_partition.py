"""Partitions: what fits beside what, and what is said if it does not."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from heddle.model.partition import (
    COMPUTE,
    MEMORY,
    ONCE,
    Claim,
    NoRoomError,
    Offer,
    amounts,
    check,
    folded,
    free,
    largest,
    mode,
    part_of,
    remedy,
    shortages,
)
from heddle.model.pool import Tally, tally, together

CARD = Offer("cuda@0", {COMPUTE: 1000, MEMORY: 80 << 10})


def claim(name: str, compute: int, memory: int) -> Claim:
    return Claim(name, {COMPUTE: compute, MEMORY: memory}, "share")


def test_a_refusal_names_asked_there_and_fits() -> None:
    there = [claim("a", 500, 8 << 10), claim("b", 300, 8 << 10)]
    with pytest.raises(NoRoomError) as refused:
        check(CARD, there, {COMPUTE: 300})
    assert str(refused.value) == (
        "asked for 30 % of cuda@0; 20 % is free; 20 % or less would fit, "
        "or remove partition b (30 %, 8GiB)."
    )
    assert refused.value.remove == ("b",)
    (short,) = refused.value.shortages
    assert (short.code, short.counter, short.asked, short.free) == ("short", COMPUTE, 300, 200)


def test_what_is_not_offered_is_said() -> None:
    mig = Offer("cuda@1", {"compute_slices": 7, **{f"memory_slice_{n}": 1 for n in range(8)}})
    with pytest.raises(
        NoRoomError, match="offers no compute, only compute slices and memory slices"
    ):
        check(mig, [], {COMPUTE: 300})


def test_nothing_fits_beside_who_has_it_alone() -> None:
    whole = Claim("big", CARD.whole, "whole", alone=True)
    with pytest.raises(NoRoomError, match=r"partition big \(all of it\) has alone; remove"):
        check(CARD, [whole], {MEMORY: 1})
    with pytest.raises(NoRoomError, match=r"partition a \(1 %, 1MiB\) exists already"):
        check(CARD, [claim("a", 10, 1)], CARD.whole, alone=True)
    assert free(CARD, [whole]) == {COMPUTE: 0, MEMORY: 0}


def test_others_cannot_be_removed() -> None:
    hami = Claim("x.cache", {COMPUTE: 900, MEMORY: 1}, "hami", foreign=True, owner="ann")
    with pytest.raises(NoRoomError) as refused:
        check(CARD, [hami], {COMPUTE: 200})
    assert "remove" not in str(refused.value)
    vgpu = Claim("2 x A", {}, "vgpu", alone=True, foreign=True, owner="virtual machines")
    with pytest.raises(NoRoomError, match=r"vgpu 2 x A of virtual machines .* another device"):
        check(CARD, [vgpu], {COMPUTE: 10})


def test_memory_is_promised_once_unless_it_is_said() -> None:
    there = [claim("a", 0, 60 << 10)]
    assert shortages(CARD, there, {MEMORY: 30 << 10})
    more = Offer("cuda@0", CARD.has, 1500)
    assert not shortages(more, there, {MEMORY: 60 << 10})
    assert shortages(more, there, {MEMORY: (60 << 10) + 1})
    with pytest.raises(NoRoomError, match="has 80GiB, and one partition gets no more"):
        check(more, [], {MEMORY: 81 << 10})


def test_modes() -> None:
    other = Claim("x", {COMPUTE: 1}, "hami", foreign=True)
    assert mode([]) == "pooled"
    assert mode([claim("a", 1, 1), other]) == "pooled"
    assert mode([other]) == "foreign"
    assert mode([Claim("w", {}, "whole", alone=True)]) == "exclusive"
    assert mode([Claim("v", {}, "vgpu", alone=True, foreign=True)]) == "foreign"


def test_amounts_are_read_by_people() -> None:
    slices = {"compute_slices": 1, "memory_slice_0": 1, "memory_slice_1": 1, "functions": 2}
    assert amounts(slices) == "1 compute slice, 2 functions, 2 memory slices"
    assert amounts({COMPUTE: 5, MEMORY: 0}) == "0.5 %"
    assert folded(slices) == {"compute_slices": 1, "memory_slices": 2, "functions": 2}


@given(st.integers(0, 10**6), st.integers(1, 64))
def test_equal_parts_are_the_whole(total: int, count: int) -> None:
    parts = [part_of(total, index, count) for index in range(count)]
    assert sum(parts) == total
    assert max(parts) - min(parts) <= 1


COUNTERS = st.fixed_dictionaries({COMPUTE: st.integers(0, 1000), MEMORY: st.integers(0, 120)})
CLAIMS = st.lists(
    st.builds(
        lambda takes, alone, foreign: (takes, alone, foreign),
        COUNTERS,
        st.sampled_from([False, False, False, True]),
        st.sampled_from([False, False, True]),
    ),
    max_size=6,
)


@given(CLAIMS, COUNTERS, st.integers(1000, 2000), st.booleans())
def test_a_remedy_helps_and_what_would_fit_fits(
    some: list[tuple[dict[str, int], bool, bool]],
    wanted: dict[str, int],
    factor: int,
    alone: bool,
) -> None:
    offer = Offer("x", {COMPUTE: 1000, MEMORY: 100}, factor)
    claims = [
        Claim(f"p{at}", takes, "share", alone=lone, foreign=foreign)
        for at, (takes, lone, foreign) in enumerate(some)
    ]
    assert not shortages(offer, claims, largest(offer, claims)) or any(c.alone for c in claims)
    if not shortages(offer, claims, wanted, alone=alone):
        return
    removed = remedy(offer, claims, wanted, alone=alone)
    left = [each for each in claims if removed is None or each not in removed]
    if removed is None:
        foreign_only = [each for each in claims if each.foreign]
        assert shortages(offer, foreign_only, wanted, alone=alone)
    else:
        assert not any(each.foreign for each in removed)
        assert not shortages(offer, left, wanted, alone=alone)
    with pytest.raises(NoRoomError) as refused:
        check(offer, claims, wanted, alone=alone)
    assert "asked for" in str(refused.value)


class Sequences(RuleBasedStateMachine):
    """Random creations, removals and changes beside a model that only adds up."""

    def __init__(self) -> None:
        super().__init__()
        self.offer = Offer("x", {COMPUTE: 1000, MEMORY: 100, "encoders": 3})
        self.claims: list[Claim] = []

    def _sums(self, without: str = "") -> dict[str, int]:
        there = [each for each in self.claims if each.name != without]
        return {n: sum(each.takes.get(n, 0) for each in there) for n in self.offer.has}

    def _may(self, wanted: dict[str, int], alone: bool, without: str = "") -> bool:
        there = [each for each in self.claims if each.name != without]
        if any(each.alone for each in there) or (alone and there):
            return False
        sums, factor = self._sums(without), self.offer.factor
        most = {**self.offer.has, MEMORY: self.offer.has[MEMORY] * factor // ONCE}
        each_ok = alone or all(v <= self.offer.has[n] for n, v in wanted.items())
        return each_ok and all(sums[n] + v <= most[n] for n, v in wanted.items())

    @rule(
        compute=st.integers(0, 600),
        memory=st.integers(0, 120),
        encoders=st.integers(0, 2),
        alone=st.sampled_from([False] * 5 + [True]),
    )
    def create(self, compute: int, memory: int, encoders: int, alone: bool) -> None:
        wanted = {COMPUTE: compute, MEMORY: memory, "encoders": encoders}
        wanted = self.offer.whole if alone else wanted
        fits = not shortages(self.offer, self.claims, wanted, alone=alone)
        assert fits == self._may(wanted, alone)
        if fits:
            name = f"p{random.getrandbits(40)}"
            self.claims.append(Claim(name, wanted, "share", alone=alone))

    @rule(at=st.integers(0, 50))
    def remove(self, at: int) -> None:
        if self.claims:
            self.claims.pop(at % len(self.claims))

    @rule(at=st.integers(0, 50), compute=st.integers(0, 1000), memory=st.integers(0, 100))
    def resize(self, at: int, compute: int, memory: int) -> None:
        if not self.claims or self.claims[at % len(self.claims)].alone:
            return
        old = self.claims[at % len(self.claims)]
        beside = [each for each in self.claims if each is not old]
        wanted = {COMPUTE: compute, MEMORY: memory}
        fits = not shortages(self.offer, beside, wanted)
        assert fits == self._may(wanted, False, old.name)
        if fits:
            self.claims = [*beside, Claim(old.name, wanted, "share")]

    @rule(factor=st.sampled_from([1000, 1500, 2000]))
    def promise(self, factor: int) -> None:
        if self._sums()[MEMORY] <= self.offer.has[MEMORY] * factor // ONCE:
            self.offer = Offer("x", self.offer.has, factor)

    @invariant()
    def never_booked_twice(self) -> None:
        sums = self._sums()
        assert all(sums[name] <= self.offer.most(name) for name in self.offer.has)
        lone = [each for each in self.claims if each.alone]
        assert not lone or len(self.claims) == 1

    @invariant()
    def what_is_free_fits_and_no_more(self) -> None:
        fits = largest(self.offer, self.claims)
        if any(each.alone for each in self.claims):
            assert not any(fits.values())
            return
        assert not shortages(self.offer, self.claims, fits)
        for name in fits:
            assert shortages(self.offer, self.claims, {name: fits[name] + 1})


TestSequences = pytest.mark.slow(Sequences.TestCase)
TestSequences.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


def test_a_thousand_sequences_never_book_twice() -> None:
    """The same machine, driven by plain random numbers: long sequences, cheaply."""
    for seed in range(1000):
        rng, machine = random.Random(seed), Sequences()
        for _ in range(30):
            what = rng.random()
            if what < 0.6:
                machine.create(
                    rng.randint(0, 600), rng.randint(0, 120), rng.randint(0, 2), rng.random() < 0.05
                )
            elif what < 0.8:
                machine.remove(rng.randint(0, 50))
            elif what < 0.95:
                machine.resize(rng.randint(0, 50), rng.randint(0, 1000), rng.randint(0, 100))
            else:
                machine.promise(rng.choice([1000, 1500, 2000]))
            machine.never_booked_twice()
        machine.what_is_free_fits_and_no_more()


def _tally(*claims: Claim, **more: object) -> dict[str, Tally]:
    given = {"capacity": {COMPUTE: 1000, MEMORY: 81 << 10}, "unbooked": {}, **more}
    return tally(CARD, claims, **given)  # type: ignore[arg-type]


def test_the_pool_of_an_empty_device_is_all_free() -> None:
    found = _tally()
    assert found[COMPUTE] == Tally(1000, 0, 0, 1000, 0, 0, 0, 1000, 0)
    assert found[MEMORY] == Tally(81 << 10, 1 << 10, 0, 80 << 10, 0, 0, 0, 80 << 10, 0)


def test_free_compute_without_free_memory_is_fragmented() -> None:
    found = _tally(claim("a", 100, 80 << 10))
    assert (found[COMPUTE].free, found[COMPUTE].fragmented) == (900, 900)
    found = _tally(claim("a", 500, 56 << 10))  # half the compute and 30 % of the memory are free
    assert found[COMPUTE].fragmented == 200
    assert found[MEMORY].fragmented == 0


def test_cordoned_and_foreign_are_not_effective() -> None:
    assert _tally(cordoned=True)[COMPUTE].effective == 0
    other = Claim("x", {COMPUTE: 250, MEMORY: 20 << 10}, "hami", foreign=True)
    found = _tally(other, unbooked={COMPUTE: 100})
    assert (found[COMPUTE].effective, found[COMPUTE].free) == (750, 650)
    vgpu = Claim("v", {}, "vgpu", alone=True, foreign=True)
    assert _tally(vgpu)[MEMORY].effective == 0


@given(CLAIMS, st.booleans(), st.integers(0, 1200))
def test_the_parts_of_a_pool_add_up(
    some: list[tuple[dict[str, int], bool, bool]], cordoned: bool, given_away: int
) -> None:
    offer = Offer("x", {COMPUTE: 1000, MEMORY: 100})
    claims = [
        Claim(f"p{at}", takes, "share", alone=lone, foreign=foreign)
        for at, (takes, lone, foreign) in enumerate(some)
    ]
    found = tally(
        offer,
        claims,
        capacity=offer.has,
        unbooked={COMPUTE: given_away},
        cordoned=cordoned,
    )
    for each in found.values():
        assert 0 <= each.fragmented <= each.free <= max(0, each.effective)
        assert each.effective <= each.capacity - each.overhead
    both = together([found, found])
    assert both[COMPUTE].free == 2 * found[COMPUTE].free
