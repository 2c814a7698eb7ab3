"""Priorities and device names, as people write them, and reasons, as they read them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.errors import NoSuchDeviceError, UsageError
from heddle.model.device import Device, find_device, level_of
from heddle.model.priority import parse_priority
from heddle.model.reason import SENTENCES


@given(st.integers(-255, 255))
def test_every_priority_in_range_is_itself(value: int) -> None:
    """Numbers pass through, as text too."""
    assert parse_priority(value) == value
    assert parse_priority(str(value)) == value


@pytest.mark.parametrize(("name", "value"), [("high", 100), ("low", -100), ("normal", 0)])
def test_names_stand_for_numbers(name: str, value: int) -> None:
    """The three names of the design."""
    assert parse_priority(name) == value


@pytest.mark.parametrize("text", ["256", "-256", "urgent", "", "1.5"])
def test_other_priorities_are_refused_with_the_range(text: str) -> None:
    """The message says what is allowed."""
    with pytest.raises(UsageError, match="-255 to 255"):
        parse_priority(text)


def device(name: str, index: int) -> Device:
    return Device("soft", name, index, "heddle", name, name, f"uuid-{name}", 0, (), 1, "")


DEVICES = [device("gpu", 0), device("npu", 1)]


@pytest.mark.parametrize("wanted", ["soft@npu", "soft@1", "uuid-npu"])
def test_a_device_has_three_names(wanted: str) -> None:
    """By name, by index, by UUID."""
    assert find_device(wanted, DEVICES).name == "npu"


def test_an_unknown_device_is_refused_with_the_nearest_and_all() -> None:
    """A slip of the finger is answered with what was meant."""
    with pytest.raises(NoSuchDeviceError, match=r"Did you mean 'soft@npu'.*soft@gpu, soft@npu"):
        find_device("soft@npux", DEVICES)


def test_switching_a_capability_off_drops_the_level() -> None:
    """The level follows from what the hardware lets us do."""
    assert level_of(("wait_value", "timeslice")) == 3
    assert level_of(("wait_value",)) == 2
    assert level_of(("timeslice",)) == 1
    assert level_of(()) == 1


def test_every_reason_is_explained_with_an_example() -> None:
    """docs/reference/reasons.md has each code once, with a sentence that the code could say."""
    text = (Path(__file__).parents[2] / "docs" / "reference" / "reasons.md").read_text(
        encoding="utf-8"
    )
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.*?) \| ", text, re.MULTILINE))
    assert rows.keys() == SENTENCES.keys()
    for code, example in rows.items():
        words = re.split(r"\{\w+\}", SENTENCES[code])
        assert re.fullmatch(".+".join(map(re.escape, words)), example), code
