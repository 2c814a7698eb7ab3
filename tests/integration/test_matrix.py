"""A run that teaches the throughput matrix."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

from heddle import native
from tests.world import World, eventually


@pytest.mark.alone
def test_a_run_is_remembered_with_its_device_time(world: World, tmp_path: Path) -> None:
    """1 s of device time for 100 commands of 10 ms; a command that fails teaches nothing."""
    world.environment["HEDDLE_STATE"] = str(tmp_path)
    load = [native.file("soft-load"), "requests", "10", "10000", "0", "1", "1"]
    learn = ["matrix", "run", "--workload", "spin", "--device", "soft@gpu"]
    learn += ["--work", "100", "--unit", "commands/s"]
    done = world.heddle(*learn, "--", *load)
    assert done.returncode == 0, done.stderr
    assert world.heddle(*learn, "--", "sh", "-c", "exit 3").returncode == 3
    assert "no device" in world.heddle(*learn, "--", "sleep", "0.1").stderr

    (cell,) = json.loads(world.heddle("device", "matrix", "-o", "json").stdout)
    assert (cell["workload"], cell["device"], cell["count"]) == ("spin", "soft-gpu", 1)
    assert 70 < cell["value"] < 130


def test_a_script_is_one_program_with_all_its_processes(world: World, tmp_path: Path) -> None:
    """Two commands of a shell, half of the work each."""
    world.environment["HEDDLE_STATE"] = str(tmp_path)
    load = " ".join([str(native.file("soft-load")), "requests", "10", "10000", "0", "1", "1"])
    learn = ["matrix", "run", "--workload", "spin", "--device", "soft@gpu", "--work", "200"]
    done = world.heddle(*learn, "--", "sh", "-c", f"{load}; {load}; sleep 0.2")
    assert done.returncode == 0, done.stderr
    (cell,) = json.loads(world.heddle("device", "matrix", "-o", "json").stdout)
    assert 70 < cell["value"] < 130


def test_a_command_that_a_signal_ended_says_so_as_shells_do(world: World, tmp_path: Path) -> None:
    """137 for SIGKILL."""
    world.environment["HEDDLE_STATE"] = str(tmp_path)
    learn = ["matrix", "run", "--workload", "spin", "--"]
    assert world.heddle(*learn, "sh", "-c", "kill -9 $$").returncode == 137


def test_an_interrupted_run_leaves_nobody_behind(world: World, tmp_path: Path) -> None:
    """Also if the signal came to us alone."""
    world.environment["HEDDLE_STATE"] = str(tmp_path)
    mark = tmp_path / "pid"
    command = ["sh", "-c", f"echo $$ > {mark}; exec sleep 60"]
    learn = [
        sys.executable,
        "-m",
        "heddle",
        "device",
        "matrix",
        "run",
        "--workload",
        "spin",
        "--",
        *command,
    ]
    process = world.start(*learn)
    assert eventually(lambda: mark.exists() and bool(mark.read_text().strip()))
    pid = int(mark.read_text())
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130
    assert not Path(f"/proc/{pid}").exists()
