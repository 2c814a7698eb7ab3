"""Runs a program plainly and then under Heddle, held and released at random, and compares."""

from __future__ import annotations

import difflib
import random
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from heddle import native
from heddle.errors import HeddleError
from heddle.table import Table
from tests.world import World


def natively(
    world: World, program: Path, arguments: tuple[str, ...], limit_s: float
) -> tuple[int, str, str]:
    process = world.start(str(program), *arguments)
    output, complaints = process.communicate(timeout=limit_s)
    return process.returncode, output, complaints


def program_of(world: World, pid: int) -> int | None:
    try:
        with Table(str(world.table)) as table:
            return next((p.id for p in table.programs() if p.pid == pid), None)
    except HeddleError:
        return None  # `heddle run` has not made it yet


def harass(world: World, process: subprocess.Popen[str], seed: int, limit_s: float) -> int:
    """Holds and releases the program until it ends; how often it was held."""
    chance, holds, deadline = random.Random(seed), 0, time.monotonic() + limit_s
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


def add_rival(world: World, api: str) -> None:
    """An idle program of the same rank on the device: alone, a program is hardly held back."""
    load = [native.file(f"{api}-load"), "requests", "1", "1", "3600000000", "1", "7200"]
    run = ["-m", "heddle", "run", "--", *load]
    rival = world.start(sys.executable, *run, CUDA_LOAD_TURNS_PER_NS="0.0656")
    for _ in range(2000):
        with suppress(HeddleError), Table(str(world.table)) as table:
            if any(program.pid == rival.pid and program.queues for program in table.programs()):
                return
        assert rival.poll() is None, "the rival ended"
        time.sleep(0.01)
    raise AssertionError("the rival did not reach the device")


def difference(expected: str, output: str) -> str:
    lines = difflib.unified_diff(expected.splitlines(), output.splitlines(), "plain", "Heddle", n=1)
    return "\n".join(["another output", *lines])


def compare(
    world: World,
    program: Path,
    arguments: tuple[str, ...],
    levels: list[int],
    api: str,
    limit_s: float = 60,
    options: tuple[str, ...] = (),
) -> str:
    """Runs the program natively, then under Heddle at each level; what it printed each time."""
    code, expected, words = natively(world, program, arguments, limit_s)
    assert expected, f"a conformance program prints something; this one {words[-2000:]}"
    add_rival(world, api)
    for level in levels:
        run = ["-m", "heddle", "run", "--level", str(level), *options, "--"]
        process = world.start(sys.executable, *run, str(program), *arguments)
        holds = harass(world, process, level, limit_s)
        output, complaints = process.communicate(timeout=60)
        assert process.returncode == code, f"level {level}: {complaints}"
        assert output == expected, f"level {level}: {difference(expected, output)}"
        assert "without scheduling" not in complaints
        assert holds > 0
    return expected
