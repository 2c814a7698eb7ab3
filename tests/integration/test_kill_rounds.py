"""Rounds of starting and killing: nothing gets stuck, nothing leaks, nothing is lost."""

from __future__ import annotations

import os
import random
import subprocess
import time

import pytest

from heddle import native
from heddle.launch.run import environment
from heddle.table import Table
from tests.soak import count
from tests.world import World

ROUNDS, PROGRAMS = count(100, 1000), 8


def arguments(chance: random.Random) -> list[str]:
    """Some saturate, some come and go, with short and long commands."""
    command_us = chance.choice([20, 100, 1000, 5000])
    every_us = chance.choice([0, 0, 2000])
    return ["requests", str(chance.randint(1, 20)), str(command_us), str(every_us), "4", "60"]


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.timeout(1500)
def test_killing_at_random_moments_harms_nobody(world: World) -> None:
    """Eight programs a round: seven are killed at any moment, the eighth gets its work done."""
    chance = random.Random(42)
    load = native.file("soft-load")
    listing_before = set(os.listdir("/dev/shm"))
    sizes: tuple[int, int] | None = None
    for number in range(ROUNDS):
        victims, pace = [], chance.choice([0.001, 0.005, 0.015])
        for _ in range(PROGRAMS - 1):
            variables = environment(
                priority=chance.choice([-100, 0, 0, 100]),
                level=chance.choice([0, 1, 2, 3]),
                base=world.environment,
            )
            victims.append(
                subprocess.Popen(
                    [load, *arguments(chance)], env=variables, stdout=subprocess.DEVNULL
                )
            )
        witness_variables = environment(priority=chance.choice([-100, 100]), base=world.environment)
        witness = subprocess.Popen(
            [load, "requests", "5", "100", "1000", "1", "0.02"],
            env=witness_variables,
            stdout=subprocess.PIPE,
            text=True,
        )
        for victim in victims:
            time.sleep(chance.uniform(0, pace))
            victim.kill()
        for victim in victims:
            victim.wait()
        output, _ = witness.communicate(timeout=10)
        assert witness.returncode == 0, f"round {number}"
        assert output.count("\n") >= 1, f"round {number}: a completion was lost"
        if sizes is None:
            sizes = (world.table.stat().st_size, world.segment.stat().st_size)
    native.reap()
    with Table(str(world.table)) as table:
        assert table.used_slots() == {"program": 0, "process": 0, "queue": 0}
        assert table.programs() == []
    assert sizes == (world.table.stat().st_size, world.segment.stat().st_size)
    appeared = set(os.listdir("/dev/shm")) - listing_before
    ours = {name for name in appeared if world.name in name}
    devices = {name for name in ours if name.startswith(f"{world.segment.name}.")}
    assert ours - devices == {world.folder.name, world.segment.name}
    assert os.listdir(world.folder) == ["table"]
