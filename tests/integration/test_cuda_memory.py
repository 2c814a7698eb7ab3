"""The memory limit of CUDA, on the fake driver: a test for each way to allocate."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import heddle
from heddle.launch.run import preload
from tests.integration.cuda_taker import MIB, UNITS
from tests.integration.takers import Taker, check_exact
from tests.world import BUILT, World

FAKE = BUILT / "fake" / "cuda" / "libcuda.so.1"
OUT_OF_MEMORY = 2  #: CUDA_ERROR_OUT_OF_MEMORY
INVALID_VALUE = 1
SCRIPT = str(Path(__file__).with_name("cuda_taker.py"))


@pytest.fixture
def start(world: World) -> Iterator[Callable[..., Taker]]:
    started = []
    world.environment["LD_LIBRARY_PATH"] = str(FAKE.parent)
    world.environment["PYTHONPATH"] = ":".join(sys.path)

    def make(mem: str = "", beside: int = 0) -> Taker:
        run, variables = [sys.executable, "-m", "heddle", "run"], world.environment
        run = [*run, *(["--mem", mem] if mem else []), "--"]
        if beside:
            run = []
            shims = {"LD_PRELOAD": preload(["cuda"]), "HEDDLE_PROGRAM": str(beside)}
            variables = {**variables, **shims}
        started.append(Taker([*run, sys.executable, SCRIPT], variables, OUT_OF_MEMORY))
        return started[-1]

    assert FAKE.exists(), "the fake driver is not built; fix: make native"
    yield make
    for taker in started:
        taker.end()


@pytest.mark.parametrize("way", UNITS)
def test_a_quota_admits_exactly_its_bytes(way: str, start: Callable[..., Taker]) -> None:
    """Rounded down to what one can ask for by this way."""
    check_exact(start("8MiB"), way, UNITS[way])


@pytest.mark.parametrize("way", UNITS)
def test_it_is_counted_without_a_limit(way: str, start: Callable[..., Taker]) -> None:
    taker = start()
    taken = taker.take(way, 3)
    (program,) = heddle.programs()
    assert program.memory == {"cuda@0": 3 * UNITS[way]}
    taker.free(taken)
    (program,) = heddle.programs()
    assert program.memory == {}


def test_a_block_lives_until_its_last_user(start: Callable[..., Taker]) -> None:
    assert start("8MiB").tell("retained") == f"{6 * MIB} {6 * MIB} {8 * MIB} {8 * MIB}"


def test_what_is_not_the_devices_is_not_counted(start: Callable[..., Taker]) -> None:
    taker = start("2MiB")
    assert taker.tell("deferred", 5 * MIB) == "0"
    assert taker.tell("host", 3) == "0"
    assert taker.info()[0] == 2 * MIB


def test_what_nobody_knows_is_the_drivers_business(start: Callable[..., Taker]) -> None:
    taker = start("2MiB")
    assert taker.tell("unknown") == str(INVALID_VALUE)
    first = taker.take("linear", 5)
    taker.free(first)
    assert taker.tell("free", first) == str(INVALID_VALUE)
    assert taker.info()[0] == 2 * MIB


def test_a_context_takes_its_memory_along(start: Callable[..., Taker]) -> None:
    taker = start("2MiB")
    for _ in range(3):
        assert taker.tell("another", 2 * MIB) == "0"
    assert taker.tell("another", 2 * MIB + 1) == str(OUT_OF_MEMORY)
    assert taker.info()[0] == 2 * MIB


def test_by_the_address_that_the_driver_gives(start: Callable[..., Taker]) -> None:
    taker = start("2MiB")
    assert taker.tell("proc", 2 * MIB + 1) == str(OUT_OF_MEMORY)
    assert taker.tell("proc", 2 * MIB) == "0"
    assert taker.info()[0] == 0


def test_processes_share_it_and_the_dead_give_back(start: Callable[..., Taker]) -> None:
    first = start("8MiB")
    assert first.take("block", 1) is not None
    (program,) = heddle.programs()
    second = start(beside=program.id)
    assert second.take("async", 6 * MIB + 1) is None
    assert second.take("async", 6 * MIB) is not None
    assert first.take("linear", 1) is None
    second.end()
    assert first.take("managed", 6 * MIB) is not None
    assert first.info()[0] == 0
