"""Programs whose commands may be killed and run again, beside one that is urgent."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from heddle import native
from heddle.errors import HeddleError
from heddle.records import DecisionLine, ProgramState
from heddle.research import bench
from heddle.table import Table
from tests.world import World, eventually

#: A device that does not take a running command off by itself.
IN_ORDER = "gpu:scheduler=fcfs"
STEPS = str(Path(bench.__file__).with_name("programs") / "reef_steps.py")
RUN = (sys.executable, "-m", "heddle", "run")
#: Of the programs that all vendors' calls are tried with, those whose results depend on order.
SAME = (
    "callbacks", "default_stream", "destroy", "errors", "events", "graphs", "matmul", "memory",
    "query_loop", "room", "streams", "threads", "values",
)  # fmt: skip


def steps(count: int, step_us: int) -> list[str]:
    return [sys.executable, STEPS, native.file("libsoftxpu.so.1"), str(count), str(step_us)]


def start_urgent(world: World, every_us: int = 20_000) -> subprocess.Popen[str]:
    words = ("requests", "5", "200", str(every_us), "1", "600")
    load = native.file("soft-load")
    return world.start(*RUN, "--priority", "high", "--", load, *words)


def story(world: World) -> list[DecisionLine]:
    with Table(str(world.table)) as table:
        return table.decisions("soft@gpu")


def find(world: World, wanted: Callable[[ProgramState], bool]) -> ProgramState | None:
    """A program that has reached the device."""
    with suppress(HeddleError), Table(str(world.table)) as table:
        return next((p for p in table.programs() if wanted(p) and p.queues), None)
    return None


def low_program(world: World) -> ProgramState | None:
    return find(world, lambda program: program.priority < 0)


def beside_urgent(
    world: World, *options: str, program: Sequence[str], least: int = 1
) -> tuple[str, int, int]:
    """What it prints, its level, and how often it was reset; `least`: wait for so many."""
    start_urgent(world)
    low = world.start(*RUN, "--priority", "low", *options, "--", *program)
    assert eventually(lambda: low_program(world) is not None)
    found = low_program(world)
    assert found is not None
    seen: set[int] = set()

    def enough() -> bool:
        seen.update(line.number for line in story(world) if line.kind == "reset")
        return len(seen) >= least or low.poll() is not None

    assert eventually(enough, 40) or not least
    out, complaints = low.communicate(timeout=60)
    enough()
    assert low.returncode == 0, complaints
    return out, found.queues[0].level, len(seen)


def test_what_is_killed_and_run_again_gives_the_same(world: World) -> None:
    """A killed command leaves half of its work behind; nobody can tell from the result."""
    world.environment["SOFTXPU_DEVICES"] = IN_ORDER
    program = steps(150, 8_000)
    plain = subprocess.run(program, env=world.environment, capture_output=True, text=True)
    assert plain.stdout.startswith("digest ")
    out, level, resets = beside_urgent(world, "--idempotent", program=program, least=5)
    assert (out, level) == (plain.stdout, 3)
    assert resets >= 5


def test_the_three_layers_of_a_clean_up_are_told_apart(world: World) -> None:
    """Each took its time, and together they are the whole."""
    world.environment["SOFTXPU_DEVICES"] = IN_ORDER
    beside_urgent(world, "--idempotent", program=steps(60, 8_000))
    for line in (line for line in story(world) if line.kind == "reset"):
        assert min(line.host_ns, line.queued_ns, line.running_ns) > 0
        assert line.host_ns + line.queued_ns + line.running_ns == line.latency_ns


@pytest.mark.parametrize(
    ("devices", "options", "level"),
    [
        (IN_ORDER, (), 2),
        (IN_ORDER, ("--idempotent", "--level", "2"), 2),
        (f"{IN_ORDER}:caps=-reset", ("--idempotent",), 2),
        ("gpu", ("--idempotent",), 3),  # by time slices, which lose nothing
    ],
)
def test_nothing_is_killed_without_need_or_leave(
    world: World, devices: str, options: tuple[str, ...], level: int
) -> None:
    """Who has not promised, who is limited, a device that cannot, one that need not."""
    world.environment["SOFTXPU_DEVICES"] = devices
    _, found, resets = beside_urgent(world, *options, program=steps(40, 8_000), least=0)
    assert (found, resets) == (level, 0)


@pytest.mark.parametrize("name", SAME)
def test_programs_do_not_notice(name: str, world: World, conformance_programs: Path) -> None:
    """Events, copies, host functions, graphs and threads: what cannot be repeated is waited for."""
    world.environment["SOFTXPU_DEVICES"] = IN_ORDER
    program = str(conformance_programs / name)
    plain = subprocess.run(
        [program], env=world.environment, capture_output=True, text=True, timeout=60
    )
    start_urgent(world, 6_000)
    assert eventually(lambda: find(world, lambda p: p.priority > 0) is not None)
    for _ in range(3):
        low = world.heddle("run", "--priority", "low", "--idempotent", "--", program)
        assert (low.returncode, low.stdout) == (plain.returncode, plain.stdout)
