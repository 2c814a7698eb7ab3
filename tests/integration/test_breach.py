"""Guests that do not keep to the rules are noticed, and stopped if that is the agent's policy."""

from __future__ import annotations

import signal
import subprocess
import time
from typing import Any

import pytest

from heddle.ask import call
from tests import soak
from tests.users import (
    ALICE,
    BOB,
    LOAD,
    PYTHON,
    as_user,
    find,
    load,
    prepare,
    saturating,
    start_agent,
    why_not,
)
from tests.world import ROOT, World, eventually

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())

ENDLESS = (LOAD, "requests", "10", "100", "1000", "1", "120")


@pytest.fixture(autouse=True)
def gpu_only(world: World) -> None:
    prepare(world)


def breaches() -> list[dict[str, Any]]:
    return list(call("breaches"))


def breach_of(program: subprocess.Popen[str], seconds: float = 20) -> dict[str, Any]:
    """The one that it is accused of."""
    assert eventually(lambda: any(b["pid"] == program.pid for b in breaches()), seconds)
    (found,) = (b for b in breaches() if b["pid"] == program.pid)
    return found


def unscheduled(world: World, uid: int) -> subprocess.Popen[str]:
    return world.start(*as_user(uid), *ENDLESS, LD_PRELOAD="")


def test_who_uses_a_device_without_heddle_is_reported(world: World) -> None:
    """Whoever it is, until it ends; a program that Heddle schedules is not."""
    start_agent(world)
    honest = saturating(world, BOB)
    stranger, own = unscheduled(world, ALICE), unscheduled(world, 0)
    for program, uid in ((stranger, ALICE), (own, 0)):
        found = breach_of(program)
        assert (found["kind"], found["uid"], found["device"]) == ("unscheduled", uid, "soft@gpu")
    shown = world.heddle("admin", "check").stdout
    assert f"process {stranger.pid} (soft-load) of user {ALICE}" in shown
    assert {b["pid"] for b in breaches()} == {stranger.pid, own.pid}
    assert honest.poll() is None
    stranger.kill()
    own.kill()
    assert eventually(lambda: breaches() == [])


def test_a_program_without_its_preload_has_it_in_its_story(world: World) -> None:
    """It is a program by name, but none of its processes has joined."""
    start_agent(world)
    run = [str(PYTHON), "-m", "heddle", "run", "--", "env", "LD_PRELOAD=", *ENDLESS]
    program = world.start(*as_user(ALICE), *run)
    found = breach_of(program)
    assert found["kind"] == "unscheduled"
    assert found["program"] == find(world, program)["id"]
    assert "Heddle is not in it" in world.heddle("explain", str(found["program"])).stdout


def test_the_agent_stops_other_users_processes_if_told_to(world: World) -> None:
    """Never its own user's."""
    agent = start_agent(world, "--on-breach", "stop")
    own = unscheduled(world, 0)
    assert eventually(world.segment.exists)  # root's: a guest's would prove nothing against others
    honest, stranger = saturating(world, BOB), unscheduled(world, ALICE)
    assert stranger.wait(timeout=20) == -signal.SIGKILL
    assert breach_of(own)["kind"] == "unscheduled"
    time.sleep(3)
    assert (own.poll(), honest.poll()) == (None, None)
    agent.terminate()
    _, said = agent.communicate(timeout=20)
    assert f"process {stranger.pid} (soft-load) of user {ALICE} has had soft@gpu" in said
    assert f"process {stranger.pid} is stopped for that" in said
    assert f"process {own.pid} is stopped" not in said


@pytest.mark.parametrize("rule", ["slice", "gate", "keeper"])
def test_who_breaks_a_rule_is_reported_for_that_one_and_stopped(world: World, rule: str) -> None:
    start_agent(world, "--on-breach", "stop")
    script = ROOT / "tests" / "integration" / "cheating_guest.py"
    cheat = world.start(*as_user(ALICE), str(PYTHON), str(script), rule)
    assert eventually(lambda: any(p["name"] == f"breaks-{rule}" for p in call("programs")))
    (program,) = (p["id"] for p in call("programs"))
    if rule == "gate":
        time.sleep(3)
        assert breaches() == []
        call("hold", program=program)
    assert eventually(lambda: cheat.poll() is not None, 30), breaches()
    output = cheat.communicate()
    assert cheat.returncode == -signal.SIGKILL, output


@pytest.mark.slow
@pytest.mark.soak
def test_honest_guests_are_not_accused(world: World) -> None:
    """Held and let go, followed and led, stopped, with long commands; for longer than patience."""
    agent = start_agent(world, "--on-breach", "stop")
    busy = saturating(world, ALICE, "--priority", "-10")
    deep = load(world, ALICE, ("--priority", "-20"), "1000", "5000", "0", "8", "60")
    bursts = load(world, BOB, (), "10", "100", "20000", "1", "60")
    number = find(world, busy)["id"]
    end = time.monotonic() + soak.count(4, 10)
    while time.monotonic() < end:
        call("hold", program=number)
        time.sleep(0.02)
        call("release", program=number)
        time.sleep(0.02)
    call("hold", program=number)
    deep.send_signal(signal.SIGSTOP)
    rounds = [load(world, BOB, ("--priority", "-15"), "5", "100", "0", "1", "0.2")]
    for _ in range(soak.count(4, 6)):  # who comes and goes changes the slices of the others
        time.sleep(1.5)
        rounds.append(load(world, BOB, ("--priority", "-15"), "5", "100", "0", "1", "0.2"))
    deep.send_signal(signal.SIGCONT)
    call("release", program=number)
    time.sleep(soak.count(3, 5))
    assert breaches() == []
    assert [p.poll() for p in (busy, deep, bursts)] == [None, None, None]
    assert [p.wait(timeout=30) for p in rounds] == [0] * len(rounds)
    agent.terminate()
    _, said = agent.communicate(timeout=20)
    assert "breach" not in said


def test_a_remedy_that_there_is_not_is_refused(world: World) -> None:
    done = world.heddle("node", "agent", "--on-breach", "soft@gpu=forgive")
    assert done.returncode == 2
    assert "report, stop, end" in done.stderr
