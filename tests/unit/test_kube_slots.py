"""Slots of a device plugin: which are chosen, and what a pod's annotation says of them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import UsageError
from heddle.kubernetes import BEST_EFFORT, GUARANTEED
from heddle.kubernetes.slots import asked, check_room, device_of, preferred, slots_of

GIB = 1 << 30
ALL = slots_of(["soft-gpu", "soft-gpu-2", "a--b"], 4)


def test_every_slot_is_of_its_device() -> None:
    assert Counter(map(device_of, ALL)) == {"soft-gpu": 4, "soft-gpu-2": 4, "a--b": 4}
    assert len({*ALL}) == len(ALL)


@given(st.sets(st.sampled_from(ALL), min_size=1), st.data())
def test_what_is_preferred_is_spread(available: set[str], data: st.DataObject) -> None:
    size = data.draw(st.integers(1, len(available)))
    must_have = data.draw(st.sets(st.sampled_from(sorted(available)), max_size=size))
    found = preferred(available, must_have, size)
    assert len(found) == len({*found}) == size
    assert must_have <= {*found} <= available
    if not must_have:
        devices = {*map(device_of, available)}
        assert len({*map(device_of, found)}) == min(size, len(devices))


@pytest.mark.parametrize(
    ("text", "share", "memory", "layer"),
    [
        ("", 1000, 0, GUARANTEED),
        ("0.3", 300, 3 * GIB, GUARANTEED),
        ("0.3,mem=8Gi", 300, 8 * GIB, GUARANTEED),
        ("gpu:30%,mem=50%", 300, 5 * GIB, GUARANTEED),
        ("0.5,best-effort", 500, 5 * GIB, BEST_EFFORT),
    ],
)
def test_an_annotation_says_how_much(text: str, share: int, memory: int, layer: str) -> None:
    given, found = asked(text, "soft-gpu", 10 * GIB)
    assert (given.share_milli, given.memory, found) == (share, memory, layer)


@pytest.mark.parametrize("text", ["h200 | 910b", "gpu + npu", "nonsense,,", "0.3,mem=much"])
def test_what_it_cannot_say_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        asked(text, "soft-gpu", GIB)


def test_shares_that_are_promised_fit() -> None:
    check_room(300, [300, 400], "soft-gpu")
    with pytest.raises(UsageError, match="30 % left, not 40 %"):
        check_room(400, [300, 400], "soft-gpu")
