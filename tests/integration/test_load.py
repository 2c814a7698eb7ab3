"""The load program as several processes of one program, and the ways in which it launches."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from heddle import native
from tests.world import BUILT, World, eventually

SATURATING = ("requests", "5", "200", "0", "4", "60")
RUN = (sys.executable, "-m", "heddle", "run", "--")


def programs(world: World) -> list[dict[str, Any]]:
    done = world.heddle("ps", "-o", "json")
    return list(json.loads(done.stdout)) if done.returncode == 0 else []


def start_three(world: World) -> subprocess.Popen[str]:
    load = world.start(*RUN, native.file("soft-load"), *SATURATING, LOAD_PROCESSES="3")
    assert eventually(lambda: any(len(each["queues"]) == 3 for each in programs(world)))
    return load


def test_several_processes_are_one_program(world: World) -> None:
    """Whatever is asked of the program holds for all of them together; told to end, all do."""
    load = start_three(world)
    (program,) = programs(world)
    assert len(program["processes"]) == 3
    load.send_signal(signal.SIGTERM)
    out, _ = load.communicate(timeout=20)
    assert load.returncode == 0
    assert all(len(line.split()) == 2 for line in out.splitlines()), "lines are whole"
    assert eventually(lambda: not programs(world))


def test_the_end_of_one_process_is_the_end_of_all(world: World) -> None:
    """A figure of fewer processes than it says would mislead."""
    load = start_three(world)
    (program,) = programs(world)
    child = next(pid for pid in program["processes"] if pid != load.pid)
    os.kill(child, signal.SIGKILL)
    load.communicate(timeout=20)
    assert load.returncode == 1


@pytest.mark.parametrize("form", ["", "CUDA_LOAD_GRAPH", "CUDA_LOAD_COOPERATIVE"])
def test_every_form_of_launch_is_counted_and_held(world: World, form: str) -> None:
    """On the fake driver: a cap holds for two processes of one program, whatever they launch."""
    world.environment["LD_LIBRARY_PATH"] = str(BUILT / "fake" / "cuda")
    world.environment |= {"CUDA_LOAD_TURNS_PER_NS": "0.0656", "LOAD_PROCESSES": "2"}
    world.environment |= {form: "1"} if form else {}
    words = ("requests", "5", "200", "0", "20", "2")
    done = world.heddle("run", "--cap", "0.25", "--", native.file("cuda-load"), *words)
    assert done.returncode == 0, done.stderr
    ends = sorted(int(line.split()[1]) for line in done.stdout.splitlines())
    busy = len(ends) * 1e6 / (ends[-1] - ends[0])  # a request is a millisecond of the device
    assert 0.15 < busy < 0.35
