"""Same results: every program prints the same and ends the same, whatever Heddle does to it.

Each program runs natively first, then at each level while a tester holds and releases it.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heddle import native
from heddle.errors import HeddleError
from heddle.table import Table
from tests.conftest import BUILT, World

SOURCES = Path(__file__).parent / "programs"
NAMES = sorted(
    path.stem for path in SOURCES.glob("*.cpp") if "int main(" in path.read_text(errors="replace")
)
MODES = {"stdio_exit": ((), ("signal",))}


def modes(name: str) -> tuple[tuple[str, ...], ...]:
    return MODES.get(name, ((),))


def natively(world: World, program: Path, arguments: tuple[str, ...]) -> tuple[int, str]:
    done = subprocess.run(
        [str(program), *arguments],
        env=world.environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stdout


def program_of(world: World, pid: int) -> int | None:
    try:
        with Table(str(world.table)) as table:
            return next((p.id for p in table.programs() if p.pid == pid), None)
    except HeddleError:
        return None  # `heddle run` has not made it yet


def harass(world: World, process: subprocess.Popen[str], seed: int) -> int:
    """Holds and releases the program until it ends; how often it was held."""
    chance, holds, deadline = random.Random(seed), 0, time.monotonic() + 60
    while process.poll() is None:
        assert time.monotonic() < deadline, "the program does not end"
        found = program_of(world, process.pid)
        if found is None:
            time.sleep(0.002)
            continue
        try:
            native.hold(found, True)
            holds += 1
            time.sleep(chance.uniform(0, 0.012))
            native.hold(found, False)
        except HeddleError:
            break  # it has just ended
        time.sleep(chance.uniform(0, 0.012))
    return holds


def compare(world: World, program: Path, arguments: tuple[str, ...], levels: list[int]) -> None:
    """Runs the program natively, then under Heddle at each level, and compares."""
    expected = natively(world, program, arguments)
    assert expected[1], "a conformance program prints something"
    for level in levels:
        run = ["-m", "heddle", "run", "--level", str(level), "--", str(program), *arguments]
        process = world.start(sys.executable, *run)
        holds = harass(world, process, seed=level)
        output, complaints = process.communicate(timeout=60)
        assert (process.returncode, output) == expected, f"level {level}: {complaints}"
        assert "without scheduling" not in complaints
        assert holds > 0


@pytest.mark.parametrize("name", NAMES)
def test_same_output_and_exit_code(name: str, world: World, conformance_programs: Path) -> None:
    """Held, released, at any level: nobody can tell from the results."""
    for arguments in modes(name):
        compare(world, conformance_programs / name, arguments, [1, 2, 3])


@pytest.mark.parametrize("without", ["timeslice", "wait_value", "write_value", "all"])
@pytest.mark.parametrize("name", ["callbacks", "destroy", "graphs"])
def test_the_same_with_capabilities_switched_off(
    name: str, without: str, world: World, conformance_programs: Path
) -> None:
    """Whatever the hardware lacks, the next level down gives the same results."""
    off = ["timeslice", "wait_value", "write_value", "disable"] if without == "all" else [without]
    world.environment["SOFTXPU_DEVICES"] = "gpu" + "".join(f":caps=-{word}" for word in off)
    compare(world, conformance_programs / name, (), [3])


def test_the_suite_is_built(conformance_programs: Path) -> None:
    """Every source in the folder has become a program."""
    assert {path.name for path in conformance_programs.iterdir() if path.is_file()} >= set(NAMES)
    assert BUILT in conformance_programs.parents or conformance_programs.parent == BUILT
