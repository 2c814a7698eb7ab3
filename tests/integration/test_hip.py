"""HIP without a GPU: how programs reach the runtime, and what they must not notice."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heddle import native
from tests.conformance.cuda_programs import submitted
from tests.world import BUILT, World, eventually

FAKE = BUILT / "fake" / "hip"
LOAD = Path(native.DIRECTORY) / "hip-load"
PROGRAM = str(Path(__file__).with_name("hip_program.py"))


@pytest.fixture
def hip(world: World) -> World:
    world.environment["LD_LIBRARY_PATH"] = str(FAKE)
    return world


def level_of_a_run(world: World) -> int:
    run = ["-m", "heddle", "run", "--", str(LOAD), "requests", "10", "100", "0", "2", "30"]
    world.start(sys.executable, *run)
    for _ in range(100):
        programs = json.loads(world.heddle("ps", "-o", "json").stdout)
        levels = [queue["level"] for program in programs for queue in program["queues"]]
        if levels:
            return int(max(levels))
        time.sleep(0.1)
    raise AssertionError("the program did not reach the device")


@pytest.mark.parametrize("way", ["dlsym", "hipGetProcAddress"])
def test_every_way_to_the_runtime_is_seen(way: str, hip: World) -> None:
    """200 launches, on streams of all three kinds."""
    process = hip.start(
        sys.executable, "-m", "heddle", "run", "--", sys.executable, PROGRAM, way, "many"
    )
    most = 0
    while process.poll() is None:
        most = max(most, submitted(hip, process.pid))
        time.sleep(0.005)
    assert process.returncode == 0, process.communicate()[1]
    assert most > 100, f"{most} commands were seen"


def test_threads_leave_no_queues_behind(hip: World) -> None:
    """100 of them, each with a default stream of its own."""
    words = ["run", "--", sys.executable, PROGRAM, "dlsym", "threads"]
    process = subprocess.Popen(
        [sys.executable, "-m", "heddle", *words],
        env=hip.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    hip.adopt(process)
    assert process.stdout is not None
    assert process.stdout.readline() == "done\n"

    def few() -> bool:
        (program,) = json.loads(hip.heddle("ps", "-o", "json").stdout)
        return len(program["queues"]) < 10

    assert eventually(few)


@pytest.mark.parametrize("level", ["1", "2"])
@pytest.mark.parametrize("verb", ["many", "errors", "capture"])
def test_nothing_of_ours_shows(verb: str, level: str, hip: World) -> None:
    """Beside a program that has it wait: the same as without Heddle."""
    words = (sys.executable, PROGRAM, "dlsym", verb)
    alone = hip.start(*words)
    expected, complaint = alone.communicate(timeout=60)
    assert alone.returncode == 0, complaint
    urgent = ["--prio", "high", "--", str(LOAD), "requests", "3", "1000", "8000", "1", "60"]
    hip.start(sys.executable, "-m", "heddle", "run", *urgent)
    done = hip.heddle("run", "--prio", "low", "--level", level, "--", *words)
    assert (done.returncode, done.stdout) == (0, expected), done.stderr


def test_a_device_that_is_reset_starts_anew(hip: World) -> None:
    done = hip.heddle("run", "--mem", "2MiB", "--", sys.executable, PROGRAM, "dlsym", "reset")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "True 709\n" * 3  # hipErrorContextIsDestroyed


@pytest.mark.parametrize("without", ["wait_value", "write_value:caps=-wait_value"])
def test_a_device_that_cannot_wait_has_level_1(without: str, hip: World) -> None:
    """Writing and waiting are tried out; where they fail, calls are held instead."""
    hip.environment["SOFTXPU_DEVICES"] = f"gpu:caps=-{without}"
    assert level_of_a_run(hip) == 1


def test_several_devices_keep_their_names(hip: World) -> None:
    """Whatever a program is allowed to see."""
    hip.environment["SOFTXPU_DEVICES"] = "gpu,npu"
    devices = json.loads(hip.heddle("device", "ls", "-o", "json").stdout)
    assert {"hip@0", "hip@1"} <= {device["id"] for device in devices}
    run = ["run", "--device", "hip@1", "--", str(LOAD), "requests", "10", "100", "0", "2", "30"]
    hip.start(sys.executable, "-m", "heddle", *run)
    for _ in range(100):
        programs = json.loads(hip.heddle("ps", "-o", "json").stdout)
        if seen := {queue["device"] for program in programs for queue in program["queues"]}:
            assert seen == {"hip@1"}
            return
        time.sleep(0.1)
    raise AssertionError("the program did not reach the device")
