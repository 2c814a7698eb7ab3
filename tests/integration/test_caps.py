"""Caps, for programs whose commands are of unlike length."""

from __future__ import annotations

import json
import sys
import time

import pytest

from heddle import native
from heddle.research.bench.swap import PROGRAM
from tests.world import World, eventually

WORK_S = 0.1  #: of device time in a step: ten fills of 100 MiB at 10 GB/s
CAP = 0.25


@pytest.mark.alone
@pytest.mark.parametrize("device", ["soft@npu", "soft@gpu"])
def test_long_commands_among_short_ones_do_not_get_round_a_cap(device: str, world: World) -> None:
    """What a command takes is learned from the short ones, and no gate lies among the long."""
    command = [sys.executable, PROGRAM, native.file("libsoftxpu.so.1"), "1000", "100", "8", "0"]
    done = world.heddle("run", "--device", device, "--cap", f"{CAP}", "--", *command)
    assert done.returncode == 0, done.stderr
    steps = [json.loads(line) for line in done.stdout.splitlines() if "seconds" in line]
    took = (steps[-1]["at_ns"] - steps[0]["at_ns"]) / 1e9
    assert (len(steps) - 1) * WORK_S / took < CAP + 0.05


@pytest.mark.alone
@pytest.mark.parametrize("level", [1, 2, 3])
def test_what_is_in_flight_when_a_cap_is_used_up_counts(level: int, world: World) -> None:
    """A command of 10 ms is longer than all that a cap of 10 % gives at a time."""
    load = [native.file("soft-load"), "requests", "1", "10000", "0", "4", "60"]
    options = ["--device", "soft@gpu", "--cap", "0.1", "--level", f"{level}"]
    world.start(sys.executable, "-m", "heddle", "run", *options, "--", *load)

    def completed() -> int:
        programs = json.loads(world.heddle("ps", "-o", "json").stdout or "[]")
        return sum(queue["completed"] for program in programs for queue in program["queues"])

    assert eventually(lambda: completed() > 0)
    before, began = completed(), time.monotonic()
    time.sleep(4)
    requests = (completed() - before) / 2  # a command, and an event behind it
    assert requests * 0.010 / (time.monotonic() - began) == pytest.approx(0.1, abs=0.03)
