"""The memory limit on the soft XPU, as programs and people see it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import heddle
from heddle import native
from heddle.launch.run import environment
from heddle.records import ProgramState
from tests.components import install
from tests.conftest import missing
from tests.integration.takers import Taker
from tests.soak import count
from tests.world import World

MIB = 1 << 20
SCRIPT = str(Path(__file__).with_name("taker.py"))
OUT_OF_MEMORY = 4  #: SX_ERROR_OUT_OF_MEMORY


def taker_of_soft() -> list[str]:
    return [sys.executable, SCRIPT, native.file("libsoftxpu.so.1")]


@pytest.fixture
def start(world: World) -> Iterator[Callable[..., Taker]]:
    """Starts a program with these options of `heddle run`, or one more process of a program."""
    started = []

    def make(*options: str, beside: int = 0, **variables: str) -> Taker:
        world.environment["SOFTXPU_DEVICES"] = "gpu:memory_mib=64"
        base = {**world.environment, **variables}
        run = [] if beside else [sys.executable, "-m", "heddle", "run", *options, "--"]
        base = environment(program_id=beside, base=base) if beside else base
        started.append(Taker([*run, *taker_of_soft()], base, OUT_OF_MEMORY))
        return started[-1]

    yield make
    for taker in started:
        taker.end()


def only_program() -> ProgramState:
    (program,) = heddle.programs()
    return program


def test_a_quota_admits_exactly_its_bytes(start: Callable[..., Taker]) -> None:
    taker = start("--mem", "3MiB")
    assert taker.info() == (3 * MIB, 3 * MIB)
    first = taker.take(3 * MIB - 1)
    assert first is not None
    assert taker.take(2) is None
    assert taker.take(1) is not None
    assert taker.take(1) is None
    assert taker.info() == (0, 3 * MIB)
    assert only_program().memory == {"soft@gpu": 3 * MIB}
    taker.free(first)
    assert taker.info() == (3 * MIB - 1, 3 * MIB)


def test_a_call_that_the_device_refuses_gives_back(start: Callable[..., Taker]) -> None:
    """The limit is above what the device has: its own error, and nothing stays counted."""
    taker = start("--mem", "1GiB")
    assert taker.info() == (64 * MIB, 64 * MIB)
    assert taker.take(65 * MIB) is None
    assert only_program().memory == {}
    assert taker.take(64 * MIB) is not None
    assert taker.info() == (0, 64 * MIB)


def test_without_a_limit_it_is_counted_only(start: Callable[..., Taker], world: World) -> None:
    taker = start()
    assert taker.take(5 * MIB) is not None
    assert taker.info() == (59 * MIB, 64 * MIB)
    (shown,) = json.loads(world.heddle("ps", "-o", "json").stdout)
    assert (shown["memory"], shown["memory_limit"]) == ({"soft@gpu": 5 * MIB}, 0)
    assert "soft@gpu 5MiB" in world.heddle("ps", "-o", "wide").stdout


def test_processes_of_a_program_share_it(start: Callable[..., Taker]) -> None:
    first = start("--mem", "10MiB")
    assert first.take(4 * MIB) is not None
    second = start(beside=only_program().id)
    assert second.take(6 * MIB + 1) is None
    assert second.take(6 * MIB) is not None
    assert first.take(1) is None
    assert first.info() == second.info() == (0, 10 * MIB)
    assert only_program().memory == {"soft@gpu": 10 * MIB}


def test_what_a_killed_process_had_comes_back(start: Callable[..., Taker]) -> None:
    first = start("--mem", "10MiB")
    assert first.take(MIB) is not None
    second = start(beside=only_program().id)
    assert second.take(9 * MIB) is not None
    assert first.take(1) is None
    second.end()
    assert first.take(9 * MIB) is not None
    assert first.take(1) is None


def test_smaller_than_what_is_used(start: Callable[..., Taker], world: World) -> None:
    """Nothing is taken away; what is new must wait until enough was freed."""
    taker = start("--mem", "10MiB")
    blocks = [taker.take(2 * MIB) for _ in range(4)]
    assert (
        world.heddle("program", "resize", str(only_program().id), "--mem", "5MiB").returncode == 0
    )
    assert taker.info() == (0, 5 * MIB)
    assert taker.take(1) is None
    for block in blocks[:2]:
        assert block is not None
        taker.free(block)
    assert taker.take(MIB + 1) is None
    assert taker.take(MIB) is not None
    assert world.heddle("program", "resize", str(only_program().id), "--mem", "0").returncode == 0
    assert taker.take(20 * MIB) is not None


def test_another_program_has_its_own(start: Callable[..., Taker]) -> None:
    first, second = start("--mem", "2MiB"), start("--mem", "3MiB")
    assert first.take(2 * MIB) is not None
    assert second.take(3 * MIB) is not None
    assert first.take(1) is None
    assert second.take(1) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [("HEDDLE_MEM", "3MiB"), ("CUDA_DEVICE_MEMORY_LIMIT", "3m"),
     ("CUDA_DEVICE_MEMORY_LIMIT_0", "3072k")],
)  # fmt: skip
def test_from_the_environment(name: str, text: str, start: Callable[..., Taker]) -> None:
    assert start(**{name: text}).info() == (3 * MIB, 3 * MIB)


def test_without_heddle_run(start: Callable[..., Taker], world: World) -> None:
    """A process that joins by itself has its limit from the environment."""
    variables = environment(base={**world.environment, "HEDDLE_MEM": "3MiB"})
    taker = Taker(taker_of_soft(), variables, OUT_OF_MEMORY)
    assert taker.info()[1] == 3 * MIB
    assert taker.take(3 * MIB + 1) is None
    taker.end()


def test_what_cannot_be_limited_does_not_run(world: World, tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.write_text("int main() { return 0; }")
    built = tmp_path / "program"
    compile = ["c++", "-x", "c++", "-static", str(static), "-o", str(built)]
    if subprocess.run(compile, capture_output=True).returncode:
        missing("no static libc", install("static"))
    assert world.heddle("run", "--", str(built)).returncode == 0
    refused = world.heddle("run", "--mem", "1GiB", "--", str(built))
    assert refused.returncode != 0
    assert "heddle:" in refused.stderr


@pytest.mark.soak
def test_random_sequences(start: Callable[..., Taker]) -> None:
    """Sequences of taking, freeing and resizing by two processes, against a model."""
    first = start("--mem", "1MiB")
    first.info()
    program = only_program().id
    takers = (first, start(beside=program))
    for seed in range(count(100, 5000)):
        chance = random.Random(seed)
        limit, held = 1000, dict[tuple[int, int], int]()
        heddle.hint(memory=limit, program=program)
        for _ in range(12):
            who, kind = chance.randrange(2), chance.random()
            if kind < 0.55:
                amount = chance.randint(1, chance.choice((100, 700, 1500)))
                number = takers[who].take(amount)
                assert (number is not None) == (not limit or sum(held.values()) + amount <= limit)
                if number is not None:
                    held[who, number] = amount
            elif kind < 0.9 and held:
                owner, number = chance.choice(sorted(held))
                takers[owner].free(number)
                del held[owner, number]
            else:
                limit = chance.choice((0, 500, 1000, 1500))
                heddle.hint(memory=limit, program=program)
        if limit:
            left = max(0, limit - sum(held.values()))
            assert takers[seed % 2].info() == (left, limit)
        for owner, number in held:
            takers[owner].free(number)
