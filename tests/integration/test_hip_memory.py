"""The memory limit of HIP, on the fake runtime: a test for each way to allocate."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import heddle
from tests.integration.hip_taker import MIB, UNITS
from tests.integration.takers import Taker, check_exact
from tests.world import BUILT, World

FAKE = BUILT / "fake" / "hip" / "libamdhip64.so.6"
OUT_OF_MEMORY = 2  #: hipErrorOutOfMemory
INVALID_VALUE = 1
SCRIPT = str(Path(__file__).with_name("hip_taker.py"))


@pytest.fixture
def start(world: World) -> Iterator[Callable[..., Taker]]:
    started = []
    world.environment["LD_LIBRARY_PATH"] = str(FAKE.parent)

    def make(mem: str = "") -> Taker:
        run = [sys.executable, "-m", "heddle", "run", *(["--mem", mem] if mem else []), "--"]
        started.append(Taker([*run, sys.executable, SCRIPT], world.environment, OUT_OF_MEMORY))
        return started[-1]

    assert FAKE.exists(), "the fake runtime is not built; fix: make native"
    yield make
    for taker in started:
        taker.end()


@pytest.mark.parametrize("way", UNITS)
def test_a_quota_admits_exactly_its_bytes(way: str, start: Callable[..., Taker]) -> None:
    """And all of what was taken comes back."""
    check_exact(start("8MiB"), way, UNITS[way])


@pytest.mark.parametrize("way", UNITS)
def test_it_is_counted_without_a_limit(way: str, start: Callable[..., Taker]) -> None:
    taker = start()
    taken = taker.take(way, 3)
    (program,) = heddle.programs()
    assert program.memory == {"hip@0": 3 * UNITS[way]}
    taker.free(taken)
    (program,) = heddle.programs()
    assert program.memory == {}


def test_what_is_not_the_devices_is_not_counted(start: Callable[..., Taker]) -> None:
    """A word that streams wait for, and pinned memory of the host."""
    taker = start("2MiB")
    assert taker.tell("signal") == "0"
    assert taker.tell("host", 5 * MIB) == "0"
    assert taker.info()[0] == 2 * MIB


def test_what_nobody_knows_is_the_runtimes_business(start: Callable[..., Taker]) -> None:
    taker = start("2MiB")
    assert taker.tell("unknown") == str(INVALID_VALUE)
    first = taker.take("linear", 5)
    taker.free(first)
    assert taker.tell("free", first) == str(INVALID_VALUE)
    assert taker.info()[0] == 2 * MIB
