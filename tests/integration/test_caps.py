"""Caps, for programs whose commands are of unlike length."""

from __future__ import annotations

import json
import sys

import pytest

from heddle import native
from heddle.bench.swap import PROGRAM
from tests.world import World

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
