"""What becomes of those who get round Heddle, as the agent is told."""

from __future__ import annotations

import json
import signal
import sys

from tests.integration.test_escape import (
    ESCAPEE,
    FOUND_S,
    LATE_S,
    LIBRARY,
    breaches,
    devices,
    pid_of,
    start,
)
from tests.world import World, eventually

__all__ = ["devices"]  # a fixture

ENDED_S = FOUND_S + LATE_S


def test_each_device_has_its_remedy(world: World) -> None:
    """Asked to end, killed if it does not, or left alone; its program and others go on."""
    pid_of(start(world, "launch"))  # makes the segment
    world.make_private()  # what everybody can write would prove nothing
    agent = world.start_agent("--on-breach", "end", "--on-breach", "soft@npu=report")
    gpu, npu = ({"SOFTXPU_VISIBLE_DEVICES": name} for name in ("gpu", "npu"))
    honest, mild = start(world, "launch", **gpu), start(world, "scrub", **gpu)
    run = (sys.executable, "-m", "heddle", "run", "--")
    deaf = world.start(*run, sys.executable, ESCAPEE, "time", LIBRARY, "deaf", **gpu)
    spared = start(world, "time", **npu)
    for program in (honest, mild, deaf, spared):
        pid_of(program)
    assert mild.wait(timeout=ENDED_S) == -signal.SIGTERM
    assert eventually(lambda: spared.pid in breaches(), ENDED_S)
    assert breaches()[spared.pid]["done"] == "is reported"
    assert deaf.wait(timeout=ENDED_S + 3) == -signal.SIGKILL
    assert (honest.poll(), spared.poll()) == (None, None)
    status = json.loads(world.heddle("node", "agent", "status", "-o", "json").stdout)
    assert status["on_breach"] == {"*": "end", "soft@npu": "report"}
    agent.terminate()
    _, said = agent.communicate(timeout=20)
    assert f"process {mild.pid} is asked to end for that (SIGTERM)" in said
    assert f"process {deaf.pid} has not ended, and is stopped for that (SIGKILL)" in said
