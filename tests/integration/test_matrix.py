"""A run that teaches the throughput matrix."""

from __future__ import annotations

import json
from pathlib import Path

from heddle import native
from tests.world import World


def test_a_run_is_remembered_with_its_device_time(world: World, tmp_path: Path) -> None:
    """1 s of device time for 100 commands of 10 ms; a command that fails teaches nothing."""
    world.environment["HEDDLE_STATE"] = str(tmp_path)
    load = [native.file("soft-load"), "requests", "10", "10000", "0", "1", "1"]
    learn = ["matrix", "run", "--workload", "spin", "--device", "soft@gpu"]
    work = ["--work", "100", "--unit", "commands/s"]
    done = world.heddle(*learn, *work, "--", *load)
    assert done.returncode == 0, done.stderr
    assert world.heddle(*learn, "--", "sh", "-c", "exit 3").returncode == 3
    assert "no device" in world.heddle(*learn, "--", "sleep", "0.1").stderr

    (cell,) = json.loads(world.heddle("matrix", "-o", "json").stdout)
    assert (cell["workload"], cell["device"], cell["count"]) == ("spin", "soft-gpu", 1)
    assert 70 < cell["value"] < 130
