"""CUDA without a GPU: the command line on the fake driver, and on drivers that are broken."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from heddle import native
from tests.world import BUILT, World

FAKE = BUILT / "fake" / "cuda"
LOAD = Path(native.DIRECTORY) / "cuda-load"


@pytest.fixture
def with_fake(world: World) -> World:
    world.environment["LD_LIBRARY_PATH"] = str(FAKE)
    world.environment["CUDA_LOAD_TURNS_PER_NS"] = "0.0656"
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


def test_the_device_is_found_and_checked(with_fake: World) -> None:
    """A driver that says what it has is believed."""
    (device, *_) = json.loads(with_fake.heddle("device", "ls", "-o", "json").stdout)
    assert (device["id"], device["level"]) == ("cuda@0", 2)
    done = with_fake.heddle("admin", "check")
    assert done.returncode == 0
    assert "cuda@0" in done.stdout


def test_no_slices_without_the_resource_manager(with_fake: World) -> None:
    """What is not there is not a capability, and the level follows."""
    assert level_of_a_run(with_fake) == 2


def test_a_held_program_that_has_filled_its_stream_goes_on(with_fake: World) -> None:
    """Its thread waits inside the driver until there is room: nobody may ask the driver about that
    stream meanwhile, least of all who is to open the gate again."""
    words = ["requests", "50", "20", "0", "60", "4"]  # more commands than a stream takes
    done = with_fake.heddle("run", "--cap", "0.3", "--", str(LOAD), *words)
    assert done.returncode == 0, done.stderr
    ends = [int(line.split()[1]) for line in done.stdout.splitlines()]
    late = [end for end in ends if end > ends[0] + 2_000_000_000]
    assert late, "it stopped in the first seconds"
    assert 0.2 < len(late) / ((late[-1] - late[0]) / 1e6) < 0.4  # requests of 1 ms


@pytest.mark.parametrize("without", ["wait_value", "write_value:caps=-wait_value"])
def test_a_device_that_cannot_wait_has_level_1(without: str, with_fake: World) -> None:
    """Writing and waiting are tried out; where they fail, calls are held instead."""
    with_fake.environment["SOFTXPU_DEVICES"] = f"gpu:caps=-{without}"
    assert level_of_a_run(with_fake) == 1
    run = ["run", "--", str(LOAD), "requests", "10", "100", "5000", "1", "0.2"]
    done = with_fake.heddle(*run)  # beside the first, which saturates
    assert done.returncode == 0
    assert done.stdout


@pytest.mark.parametrize("content", [b"", b"no library at all" * 100])
def test_a_broken_driver_is_said_and_harms_nobody(
    content: bytes, world: World, tmp_path: Path
) -> None:
    """One sentence with a remedy; other vendors' devices and programs go on."""
    (tmp_path / "libcuda.so.1").write_bytes(content)
    world.environment["LD_LIBRARY_PATH"] = str(tmp_path)
    listed = world.heddle("device", "ls")
    assert listed.returncode == 0
    assert "soft@gpu" in listed.stdout
    assert "nvidia-smi" in listed.stderr
    assert "Traceback" not in listed.stderr
    assert world.heddle("admin", "check").returncode == 1
    done = world.heddle("run", "--", "echo", "fine")
    assert (done.returncode, done.stdout) == (0, "fine\n")
    refused = world.heddle("run", "--device", "cuda@0", "--", "true")
    assert refused.returncode != 0
    assert "cuda@0" in refused.stderr
