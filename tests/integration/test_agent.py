"""The agent with real programs: policies, its death, its return, and who may do what."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from heddle import native
from tests.world import World, eventually

LOAD = native.file("soft-load")


@pytest.fixture(autouse=True)
def gpu_only(world: World) -> None:
    world.environment["SOFTXPU_DEVICES"] = "gpu"


@pytest.fixture
def agent(world: World) -> subprocess.Popen[str]:
    return world.start_agent()


def saturating(world: World, *options: str) -> subprocess.Popen[str]:
    run = ["-m", "heddle", "run", *options, "--", LOAD, "requests", "1", "1000", "0", "10", "60"]
    program = world.start(sys.executable, *run)
    assert eventually(lambda: any(p["pid"] == program.pid and p["devices"] for p in ps(world)))
    return program


def ps(world: World) -> list[dict[str, object]]:
    return list(json.loads(world.heddle("ps", "-o", "json").stdout))


def ranks(world: World) -> list[object]:
    return [program["priority"] for program in ps(world)]


def test_a_policy_is_switched_while_programs_run(
    world: World, agent: subprocess.Popen[str]
) -> None:
    """And what was asked for is in force again when the agent ends."""
    saturating(world, "--priority", "high")
    saturating(world, "--priority", "low")
    assert ranks(world) == [100, -100]
    done = world.heddle("node", "policy", "set", "best_effort", "quantum_us=5000", "-o", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["policy"] == "best_effort"
    assert eventually(lambda: ranks(world) == [0, 0])
    assert ps(world)[0]["quantum_us"] == 5000
    agent.send_signal(signal.SIGTERM)
    assert agent.wait(timeout=10) == 0
    assert ranks(world) == [100, -100]


def test_killing_the_agent_harms_nobody(world: World, agent: subprocess.Popen[str]) -> None:
    """Programs go on as they asked for; the next agent finds them and its policy again."""
    saturating(world, "--priority", "high")
    low = saturating(world, "--priority", "low")
    assert world.heddle("node", "policy", "set", "fair").returncode == 0
    assert eventually(lambda: ranks(world) == [0, 0])
    agent.kill()
    agent.wait()
    assert eventually(lambda: ranks(world) == [100, -100]), "held programs notice it"
    assert low.poll() is None
    world.start_agent()
    assert eventually(lambda: ranks(world) == [0, 0])


def test_a_broken_policy_is_refused_or_taken_back(
    world: World, agent: subprocess.Popen[str], tmp_path: Path
) -> None:
    """With the traceback; the one before it decides."""
    saturating(world)
    bad = tmp_path / "bad.py"
    bad.write_text("HELP = ''\nEVERY_MS = 0\ndef plan(snapshot):\n    return 1 / 0\n")
    done = world.heddle("node", "policy", "load", str(bad))
    assert done.returncode == 120
    assert "ZeroDivisionError" in done.stderr
    late = tmp_path / "late.py"
    late.write_text(
        "HELP = ''\nEVERY_MS = 0\ndef plan(snapshot):\n"
        "    if len(snapshot.programs) == 1:\n"
        "        while True: pass\n"
        "    return {}\n"
    )
    done = world.heddle("node", "policy", "load", str(late), "-o", "json")
    assert done.returncode == 0, done.stderr
    (told,) = json.loads(done.stdout)
    assert told["policy"] == "priority"
    assert "TimeoutError" in told["refused"]


def test_explain_tells_the_story(world: World, agent: subprocess.Popen[str]) -> None:
    """What was asked for, and why it waits."""
    saturating(world, "--priority", "high")
    saturating(world, "--priority", "low", "--share", "25%")
    low = ps(world)[1]

    def told() -> str:
        return world.heddle("explain", str(low["id"])).stdout

    assert eventually(lambda: "goes first on soft@gpu" in told())
    assert "asked for priority -100, share 25 %" in told()
    assert world.heddle("explain", "999").returncode == 113


def test_one_agent_is_enough(world: World, agent: subprocess.Popen[str]) -> None:
    """The second one says so."""
    done = world.heddle("node", "agent", timeout=20)
    assert done.returncode == 2
    assert "another agent is in charge" in done.stderr


def test_without_an_agent_the_remedy_is_said(world: World) -> None:
    """And an unknown policy is named with its neighbour."""
    done = world.heddle("node", "policy")
    assert done.returncode == 119
    assert "heddle node agent" in done.stderr
    done = world.heddle("node", "agent", "--policy", "fairr")
    assert done.returncode == 2
    assert "Did you mean 'fair'?" in done.stderr


def test_metrics_are_there_for_who_asks(world: World) -> None:
    """On the loopback, as Prometheus reads them."""
    world.start_agent("--metrics-port", "19464")
    saturating(world, "--tenant", "lab")

    def text() -> str:
        with urllib.request.urlopen("http://127.0.0.1:19464/metrics", timeout=5) as page:
            return str(page.read().decode())

    wanted = 'heddle_tenant_device_time_seconds_total{tenant="lab"}'
    assert eventually(lambda: wanted in text())
