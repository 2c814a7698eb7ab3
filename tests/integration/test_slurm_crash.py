"""Parts of a control plane and of its Slurm are killed under load."""

from __future__ import annotations

import json

import pytest

from tests.slurm import SlurmServer, slurm
from tests.world import World

__all__ = ["slurm"]  # the fixture


@pytest.mark.slurm
@pytest.mark.alone
@pytest.mark.slow
def test_five_kills_lose_nothing(slurm: SlurmServer, world: World) -> None:
    """`heddle bench crash --engine slurm --kills 50` is the whole of it. Its Slurm is another one:
    this one says whether there can be one."""
    options = ("--kills", "5", "--seed", "4", "--seconds-between", "0.6", "-o", "json")
    done = world.heddle("bench", "crash", "--engine", "slurm", *options, timeout=240)
    assert done.returncode == 0, done.stderr + done.stdout
    report = json.loads(done.stdout)
    assert all(bar["holds"] for bar in report["bars"])
    (row,) = report["rows"]
    assert row["kills"] >= 5
    assert row["wrong"] == {}
