"""Ascend without an NPU: what is AscendCL's own, on the fake library."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from heddle.records import ProgramState, QueueState
from heddle.table import Table
from tests.world import BUILT, World, eventually

FAKE = BUILT / "fake" / "acl"
PROGRAM = Path(__file__).with_name("acl_user.py")
MS = 1_000_000
OUT_OF_MEMORY = "207001"


class User:
    """The program, under Heddle."""

    def __init__(self, world: World, *options: str) -> None:
        self._world = world
        run = ["-m", "heddle", "run", *options, "--", sys.executable, str(PROGRAM)]
        self.process = subprocess.Popen(
            [sys.executable, *run],
            env=world.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        world.adopt(self.process)

    def tell(self, *words: object) -> None:
        assert self.process.stdin
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def ask(self, *words: object) -> str:
        self.tell(*words)
        return self.answer()

    def state(self) -> ProgramState:
        with Table(str(self._world.table)) as table:
            return next(p for p in table.programs() if p.pid == self.process.pid)

    def queues(self) -> tuple[QueueState, ...]:
        return self.state().queues

    def pending(self) -> int:
        return sum(queue.submitted - queue.completed for queue in self.queues())

    def hold(self) -> None:
        assert self._world.heddle("program", "hold", str(self.state().id)).returncode == 0

    def release(self) -> None:
        assert self._world.heddle("program", "release", str(self.state().id)).returncode == 0


@pytest.fixture
def with_fake(world: World) -> World:
    world.environment["LD_LIBRARY_PATH"] = str(FAKE)
    return world


@pytest.mark.parametrize("what", [("model", 3 * MS), ("launch", "default", 3 * MS, 1)])
def test_a_held_program_waits(what: tuple[object, ...], with_fake: World) -> None:
    """A model that the host waits for is on no stream that could have a gate: its call waits. The
    default stream has gates like any other."""
    user = User(with_fake)
    assert user.ask("launch", 0, MS, 1) == "done"  # from here on the device is known to have gates
    assert user.ask("sync", 0) == "done"
    assert user.ask(*what) == "done"
    assert user.ask("sync", "default") == "done"
    user.hold()
    user.tell(*what)
    user.tell("sync", "default")
    assert eventually(lambda: user.pending() == 1)
    assert not eventually(lambda: user.pending() == 0, seconds=0.5)
    user.release()
    assert [user.answer(), user.answer()] == ["done", "done"]


def test_what_a_call_does_inside_is_part_of_it(with_fake: World) -> None:
    """The parts of the library call each other by name: a model of 5 kernels is one command."""
    user = User(with_fake)
    assert user.ask("model-async", 1, MS, 5) == "done"
    assert user.ask("sync", 1) == "done"
    assert [queue.submitted for queue in user.queues()] == [1]


def test_nothing_of_ours_is_in_a_captured_model(with_fake: World) -> None:
    """It would wait and count anew, each time that the model is executed."""
    with_fake.environment["HEDDLE_GATE_US"] = "0"
    user = User(with_fake)
    assert user.ask("launch", 0, MS, 3) == "done"
    assert user.ask("capture", MS // 10, 20) == "done"
    for _ in range(30):
        assert user.ask("replay", 1) == "done"
    assert user.ask("sync", 1) == "done"
    assert user.ask("sync", 0) == "done"
    assert sorted(queue.submitted for queue in user.queues()) == [3, 30]


@pytest.mark.parametrize("change", ["device", "context"])
def test_work_goes_on_where_contexts_come_and_go(change: str, with_fake: World) -> None:
    """Ours in a context is gone before it is, and streams of the next one are met anew."""
    user = User(with_fake)
    for _ in range(5):
        for stream in ("0", "1", "default"):
            assert user.ask("launch", stream, MS // 10, 20) == "done"
        assert user.ask("sync", 1) == "done"
        assert user.ask(change) == "done"
    assert user.ask("launch", 2, MS, 1) == "done"
    assert user.ask("sync", 2) == "done"
    assert {queue.level for queue in user.queues()} == {2}


def test_a_stream_with_nothing_but_ours_in_it_is_empty(with_fake: World) -> None:
    user = User(with_fake)
    assert user.ask("launch", 0, 30 * MS, 1) == "done"
    assert user.ask("query", 0) == "busy"
    assert eventually(lambda: user.ask("query", 0) == "empty")


@pytest.mark.parametrize("way", ["plain", "cached", "aligned"])
def test_every_way_to_allocate_is_counted(way: str, with_fake: World) -> None:
    """And a reset of the device gives all of it back."""
    user = User(with_fake, "--mem", "8MiB")
    assert [user.ask("take", way, 4 << 20) for _ in range(3)] == ["0", "0", OUT_OF_MEMORY]
    assert user.ask("device") == "done"
    assert user.ask("take", way, 8 << 20) == "0"


def test_without_notifies_calls_are_held_instead(with_fake: World) -> None:
    with_fake.environment["SOFTXPU_DEVICES"] = "gpu:caps=-wait_value"
    user = User(with_fake)
    assert user.ask("launch", 0, MS, 3) == "done"
    assert user.ask("sync", 0) == "done"
    assert [queue.level for queue in user.queues()] == [1]
