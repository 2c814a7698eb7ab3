"""Parts of a control plane are killed under load, and nothing is lost, doubled or left."""

from __future__ import annotations

import json
import os
import signal

import pytest

from heddle.system.process import started_ticks
from tests.plane import Plane
from tests.world import World, eventually


@pytest.mark.slow
@pytest.mark.alone
def test_twelve_kills_lose_nothing(world: World) -> None:
    """`heddle bench crash` with 200 is the whole of it. By itself: what is charged must be right to
    the second."""
    options = ("--kills", "12", "--seed", "4", "--seconds-between", "0.5", "-o", "json")
    done = world.heddle("bench", "crash", *options, timeout=240)
    assert done.returncode == 0, done.stderr + done.stdout
    report = json.loads(done.stdout)
    assert all(bar["holds"] for bar in report["bars"])
    (row,) = report["rows"]
    assert row["kills"] >= 12
    assert row["jobs"] >= row["done"] > 0
    assert row["wrong"] == {}


@pytest.mark.slow
def test_up_starts_an_agent_that_died(plane: Plane) -> None:
    """The server runs on, and is left alone."""
    agent = plane.json("up", "--port", "0")["agent_pid"]
    server = plane.server["pid"]
    os.kill(agent, signal.SIGKILL)
    assert eventually(lambda: started_ticks(agent) is None)
    again = plane.json("up")
    assert again["pid"] == server
    assert again["agent_pid"] not in (None, agent)
    assert plane.json("up")["agent_pid"] is None, "there is one"
    plane.ok("admin", "down")
    assert started_ticks(again["agent_pid"]) is None
