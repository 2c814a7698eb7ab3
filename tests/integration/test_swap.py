"""More memory than the device has: programs leave it in turn, and nothing of theirs is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import heddle
from heddle import native
from heddle.records import ProgramState
from heddle.research.bench.swap import PROGRAM
from tests.world import BUILT, World, eventually

FAKE = BUILT / "fake" / "cuda" / "libcuda.so.1"
DEVICE_MIB, PART_MIB, BLOCK_MIB = 64, 48, 8
ONE_STEP_MS = 5


class Load:
    """A running swap_load.py."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process, self._log = process, log

    def lines(self) -> list[dict[str, Any]]:
        text = self._log.read_text() if self._log.exists() else ""
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]

    def steps(self) -> int:
        return sum("step" in line for line in self.lines())

    def goes_on(self, steps: int = 2, seconds: float = 30) -> bool:
        goal = self.steps() + steps
        return eventually(lambda: self.steps() >= goal, seconds)

    def is_right(self) -> bool:
        return all(line.get("ok", True) for line in self.lines()) and self.process.poll() is None


Start = Callable[..., Load]


@pytest.fixture(params=["soft", "cuda"])
def start(request: pytest.FixtureRequest, world: World, tmp_path: Path) -> Start:
    """Starts a program that needs so much, with these options of `heddle run`."""
    library = native.file("libsoftxpu.so.1")
    world.environment |= {
        "SOFTXPU_DEVICES": f"gpu:memory_mib={DEVICE_MIB}",
        "HEDDLE_SWAP_TURN_MS": "200",
        "HEDDLE_SWAP_RESERVE_MIB": "64",
    }
    if request.param == "cuda":
        assert FAKE.exists(), "the fake driver is not built; fix: make native"
        world.environment |= {"LD_LIBRARY_PATH": str(FAKE.parent), "PYTHONPATH": ":".join(sys.path)}
        library = "libcuda.so.1"
    count = 0

    def make(*options: str, mib: int = PART_MIB, steps: int = 1_000_000, **variables: str) -> Load:
        nonlocal count
        count += 1
        log = tmp_path / f"{count}.log"
        words = map(str, (mib, BLOCK_MIB, steps, ONE_STEP_MS, 1))
        command = [sys.executable, PROGRAM, library, *words]
        run = [sys.executable, "-m", "heddle", "run", *options, "--", *command]
        with log.open("w") as out:
            process = subprocess.Popen(
                run, env={**world.environment, **variables}, stdout=out, stderr=subprocess.PIPE,
                text=True,
            )  # fmt: skip
        world.adopt(process)
        return Load(process, log)

    return make


@pytest.fixture(autouse=True)
def _environment(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOFTXPU_DEVICES", f"gpu:memory_mib={DEVICE_MIB}")


def found(load: Load) -> ProgramState:
    return next(p for p in heddle.programs() if load.process.pid in (p.pid, *p.processes))


def swapped(load: Load) -> int:
    return sum(found(load).swapped.values())


def test_two_that_do_not_fit_together_take_turns(start: Start) -> None:
    loads = [start("--swap"), start("--swap")]
    assert all(load.goes_on(10) for load in loads)
    assert all(load.goes_on(10) for load in loads)
    assert all(load.is_right() for load in loads)
    assert all(found(load).swap_in.bytes for load in loads)


def test_only_as_much_leaves_as_is_needed(start: Start) -> None:
    first = start("--swap")
    assert first.goes_on()
    second = start("--swap", "--priority", "high")
    assert second.goes_on(5)
    assert swapped(first) == (2 * PART_MIB - DEVICE_MIB) << 20
    assert found(first).state == "swapped"
    second.process.kill()
    assert first.goes_on()
    assert first.is_right()
    assert swapped(first) == 0


def test_a_lower_priority_waits_for_room_and_never_takes_it(start: Start) -> None:
    urgent = start("--swap", "--priority", "high")
    assert urgent.goes_on()
    other = start("--swap", "--priority", "low")
    _, said = other.process.communicate(timeout=30)
    assert other.process.returncode
    assert "no room for 32 MiB more" in said or "no room for 8 MiB more" in said
    assert urgent.goes_on()
    assert swapped(urgent) == 0


def test_who_did_not_allow_it_stays(start: Start) -> None:
    first = start()
    assert first.goes_on()
    second = start("--swap")
    _, said = second.process.communicate(timeout=30)
    assert second.process.returncode
    assert "heddle run --swap" in said
    assert first.goes_on()
    assert first.is_right()


def test_a_program_that_cannot_be_moved_gets_room_from_one_that_can(start: Start) -> None:
    first = start("--swap", "--priority", "low")
    assert first.goes_on()
    second = start()
    assert second.goes_on(5)
    assert swapped(first) > 0
    second.process.kill()
    assert first.goes_on()
    assert first.is_right()


def test_evicted_by_hand_and_back(start: Start, world: World) -> None:
    load = start("--swap")
    assert load.goes_on()
    id_ = str(found(load).id)
    done = world.heddle("program", "hold", id_, "--evict", "-o", "json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["way"], told["bytes"], told["left"]) == ("swap", PART_MIB << 20, {})
    assert (found(load).state, swapped(load)) == ("held", PART_MIB << 20)
    other = start(mib=DEVICE_MIB)  # all of the device is free
    assert other.goes_on()
    other.process.kill()
    steps = load.steps()
    assert world.heddle("program", "release", id_).returncode == 0
    assert load.goes_on()
    assert load.steps() > steps
    assert load.is_right()


@pytest.mark.alone
def test_evicted_again_and_again_while_another_wants_the_room(start: Start, world: World) -> None:
    """Whatever it is doing then: leaving, coming, or waiting for its turn."""
    loads = [start("--swap"), start("--swap")]
    assert all(load.goes_on() for load in loads)
    id_ = str(found(loads[0]).id)
    for _ in range(4):
        assert world.heddle("program", "hold", id_, "--evict").returncode == 0
        assert swapped(loads[0]) == PART_MIB << 20
        assert loads[1].goes_on()
        assert world.heddle("program", "release", id_).returncode == 0
        assert loads[0].goes_on(1)
    assert all(load.is_right() for load in loads)


@pytest.mark.alone
def test_a_held_one_leaves_as_well(start: Start, world: World) -> None:
    load = start("--swap")
    assert load.goes_on()
    id_ = str(found(load).id)
    assert world.heddle("program", "hold", id_).returncode == 0
    other = start("--swap")
    assert other.goes_on(5)
    # Still, though it had to finish what it had submitted: for that, its gate opens for a moment.
    assert eventually(lambda: found(load).state == "held")
    other.process.kill()
    assert world.heddle("program", "release", id_).returncode == 0
    assert load.goes_on()
    assert load.is_right()


def test_the_dead_leave_room(start: Start) -> None:
    loads = [start("--swap") for _ in range(3)]
    assert all(load.goes_on() for load in loads)
    for load in loads[:2]:
        load.process.kill()
    assert loads[2].goes_on()
    assert loads[2].is_right()
    assert eventually(lambda: swapped(loads[2]) == 0)


def test_who_comes_after_one_that_died_away_is_not_kept_waiting(
    start: Start, world: World, tmp_path: Path
) -> None:
    """Nobody is there any more to bring anything back, and the program lives on."""
    urgent = start("--swap", "--priority", "high", mib=8)
    library = urgent.process.args[-6]  # type: ignore[index]
    words = [sys.executable, PROGRAM, str(library), str(PART_MIB), str(BLOCK_MIB)]
    first, second = tmp_path / "first", tmp_path / "second"
    script = f"{' '.join(words)} 1000000 5 1 > {first}; exec {' '.join(words)} 3 5 1 > {second}"
    run = [sys.executable, "-m", "heddle", "run", "--swap", "--", "sh", "-c", script]
    shell = world.start(*run)
    assert eventually(lambda: first.exists() and "step" in first.read_text())
    blocker = start("--swap", "--priority", "high")
    assert blocker.goes_on(3)
    (program,) = (p for p in heddle.programs() if p.name == "sh")
    assert sum(program.swapped.values()) > 0
    for pid in program.processes:
        os.kill(pid, signal.SIGKILL)
    blocker.process.kill()
    assert shell.wait(timeout=30) == 0, shell.communicate()
    assert '"ok": true' in second.read_text()


def test_the_hosts_memory_is_looked_at_first(start: Start) -> None:
    first = start("--swap", HEDDLE_SWAP_RESERVE_MIB="100000000")
    assert first.goes_on()
    second = start("--swap", HEDDLE_SWAP_RESERVE_MIB="100000000")
    _, said = second.process.communicate(timeout=60)
    assert second.process.returncode
    assert "the host" in said
    assert first.goes_on()
    assert first.is_right()
    assert swapped(first) == 0
