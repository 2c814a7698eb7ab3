"""Programs of the soft XPU are checkpointed by its driver and brought back; they do not notice."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import heddle
from heddle import native
from tests.integration.takers import Taker
from tests.world import World, eventually

SCRIPT = str(Path(__file__).with_name("worker.py"))
MIB = 1 << 20
BYTES = 40 * MIB
OUT_OF_MEMORY = 4  #: SX_ERROR_OUT_OF_MEMORY
DEVICES = "a=gpu:memory_mib=64,b=gpu:memory_mib=64,npu:memory_mib=64"


@pytest.fixture
def start(world: World) -> Iterator[Callable[..., Taker]]:
    started = []
    world.environment["SOFTXPU_DEVICES"] = DEVICES

    def make(*options: str) -> Taker:
        run = [sys.executable, "-m", "heddle", "run", *options, "--"]
        program = [sys.executable, SCRIPT, native.file("libsoftxpu.so.1")]
        started.append(Taker([*run, *program], world.environment, OUT_OF_MEMORY))
        return started[-1]

    yield make
    for taker in started:
        taker.end()


def set_to_work(worker: Taker) -> None:
    assert worker.take(BYTES) is not None
    assert worker.tell("work", BYTES) == "0"


def program_of(taker: Taker) -> int:
    (found,) = [p.id for p in heddle.programs() if taker.process.pid in p.processes]
    return found


def done(answer: subprocess.CompletedProcess[str]) -> str:
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def evict(world: World, program: int) -> None:
    done(world.heddle("program", "hold", "--evict", "--way", "checkpoint", str(program)))


def check(worker: Taker) -> int:
    """Its memory is as it was filled, and the results are those of all its launches in order."""
    right, launches = worker.tell("check").split()
    assert right == "True"
    return int(launches)


@pytest.mark.parametrize("options", [(), ("--level", "1"), ("--mem", "40MiB")], ids=str)
def test_off_the_device_and_back(
    start: Callable[..., Taker], world: World, options: tuple[str, ...]
) -> None:
    worker, other = start("--device", "soft@a", *options), start("--device", "soft@a")
    set_to_work(worker)
    before = check(worker)
    assert other.take(BYTES) is None
    for _ in range(1 if options else 2):
        evict(world, program_of(worker))
        mine = other.take(BYTES)
        assert mine is not None
        refused = world.heddle("program", "release", str(program_of(worker)))
        assert refused.returncode == 118
        assert "stay off their devices" in refused.stderr
        other.free(mine)
        done(world.heddle("program", "release", str(program_of(worker))))
        after = check(worker)
        assert after > before
        before = after
    assert other.take(BYTES) is None


def test_a_held_program_leaves_with_what_it_has_queued(
    start: Callable[..., Taker], world: World
) -> None:
    worker, other = start("--device", "soft@a"), start("--device", "soft@a")
    set_to_work(worker)
    before = check(worker)
    done(world.heddle("program", "hold", str(program_of(worker))))
    evict(world, program_of(worker))
    mine = other.take(BYTES)
    assert mine is not None
    other.free(mine)
    done(world.heddle("program", "release", str(program_of(worker))))
    assert check(worker) > before


def test_onto_another_device(start: Callable[..., Taker], world: World) -> None:
    worker, other = start("--device", "soft@a"), start("--device", "soft@a")
    set_to_work(worker)
    evict(world, program_of(worker))
    assert other.take(BYTES) is not None
    release = ("release", str(program_of(worker)), "--onto")
    refused = world.heddle(*release, "soft@a=soft@npu")
    assert refused.returncode == 2
    assert "another model; soft@b would fit" in refused.stderr
    done(world.heddle(*release, "soft@a=soft@b"))
    assert check(worker) > 0
    assert other.take(20 * MIB) is not None


def test_who_does_not_come_to_rest_runs_on(start: Callable[..., Taker], world: World) -> None:
    """In a process of its own, as the library stays with the first soft XPU that it sees."""
    worker = start("--device", "soft@a")
    set_to_work(worker)
    worker.tell("long", 600)
    script = """
import json, sys
from heddle.errors import VendorError
from heddle.virt.checkpoint import CheckpointProcess, evict
from heddle.virt.checkpoints import checkpointers, host_room
soft = checkpointers()["soft"]
worker = CheckpointProcess(int(sys.argv[1]), "soft", 1)
try:
    evict([worker], {"soft": soft}, host_room() + (2 << 30), 20)
except VendorError as error:
    print(json.dumps([str(error), soft.state(int(sys.argv[1])).name]))
"""
    command = [sys.executable, "-c", script, str(worker.process.pid)]
    said = subprocess.run(command, env=world.environment, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    text, state = json.loads(said.stdout)
    assert "did not come to rest" in text
    assert "All of them run as before." in text
    assert state == "RUNNING"
    assert check(worker) > 0


def test_who_ends_meanwhile_leaves_no_trace(start: Callable[..., Taker], world: World) -> None:
    worker, other = start("--device", "soft@a"), start("--device", "soft@a")
    set_to_work(worker)
    evict(world, program_of(worker))
    worker.end()
    assert eventually(lambda: len(heddle.programs()) == 1)
    assert other.take(60 * MIB) is not None
