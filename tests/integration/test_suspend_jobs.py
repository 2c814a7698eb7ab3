"""A job that is preempted is suspended, and goes on where it was, with real processes."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from heddle import native
from tests.plane import Plane
from tests.world import eventually

pytestmark = pytest.mark.slow

PROGRAM = str(Path(__file__).with_name("progress.py"))


@pytest.fixture
def one_device(plane: Plane) -> Plane:
    """With memory for one of the programs, not for two."""
    plane.world.environment["SOFTXPU_DEVICES"] = "gpu:memory_mib=64"
    return plane


def submit(plane: Plane, *options: str, lines: int = 0) -> str:
    more = [str(lines)] if lines else []
    program = (sys.executable, PROGRAM, native.file("libsoftxpu.so.1"), *more)
    return plane.submit("--devices", "gpu:1", *options, "--", *program)


def told(plane: Plane, job: str) -> list[tuple[str, bool, int]]:
    """The process id, whether all is right, and the launches so far."""
    lines = [line.split() for line in plane.ok("job", "logs", job).splitlines()]
    return [(pid, right == "True", int(launches)) for pid, right, launches in lines]


def works(plane: Plane, job: str, more_than: int = 0) -> bool:
    return eventually(lambda: bool(found := told(plane, job)) and found[-1][2] > more_than)


def lost_nothing(plane: Plane, job: str) -> bool:
    found = told(plane, job)
    launches = [each[2] for each in found]
    alike = len({each[0] for each in found}) == 1 and all(each[1] for each in found)
    return alike and launches == sorted(launches) and len(plane.job(job)["attempts"]) == 1


@pytest.mark.parametrize("how", [(), ("--env", "HEDDLE_SWAP=1")], ids=["checkpoint", "swap"])
def test_it_goes_on_in_the_same_process(one_device: Plane, how: tuple[str, ...]) -> None:
    plane = one_device
    plane.ok("up", "--port", "0")
    low = submit(plane, *how)
    assert works(plane, low)
    high = submit(plane, "--priority", "10")
    assert plane.is_(low, "suspended")
    assert works(plane, high)
    before = told(plane, low)[-1][2]
    said = plane.ok("explain", low)
    assert f"{low} is suspended: " in said
    assert f"ago, for {high}: it has a higher priority. It waits: 0 of 1 devices are free" in said
    assert all(right for _, right, _ in told(plane, high))
    plane.ok("job", "cancel", "--wait", high)
    assert plane.is_(low, "running")
    assert works(plane, low, before)
    assert lost_nothing(plane, low)
    plane.ok("job", "cancel", "--wait", low)


def test_without_an_agent_it_starts_anew(one_device: Plane) -> None:
    plane = one_device
    plane.ok("up", "--port", "0")
    agent = json.loads((plane.folder / "agent.json").read_text())["pid"]
    os.kill(agent, signal.SIGKILL)
    low = submit(plane)
    assert works(plane, low)
    (process,) = {pid for pid, _, _ in told(plane, low)}
    high = submit(plane, "--priority", "10", lines=5)
    assert plane.is_(high, "done")
    assert plane.is_(low, "running")
    first, second = plane.job(low)["attempts"]
    assert first["why"] == "preempted"
    assert second["state"] == "running"
    with plane.client() as client:
        events = client.events(limit=1000)["events"]
    said = [event["detail"].get("text", "") for event in events if event["subject"] == low]
    assert any("there is no agent" in each for each in said)
    assert works(plane, low)
    assert process not in {pid for pid, _, _ in told(plane, low)}


def test_the_control_plane_is_killed_while_it_is_suspended(one_device: Plane) -> None:
    plane = one_device
    plane.ok("up", "--port", "0")
    low = submit(plane)
    assert works(plane, low)
    high = submit(plane, "--priority", "10")
    assert plane.is_(low, "suspended")
    assert works(plane, high)
    before = told(plane, low)[-1][2]
    os.kill(plane.server["pid"], signal.SIGKILL)
    plane.ok("up", "--port", "0")
    assert plane.job(low)["state"] == "suspended"
    assert plane.job(high)["state"] == "running"
    plane.ok("job", "cancel", "--wait", high)
    assert plane.is_(low, "running")
    assert works(plane, low, before)
    assert lost_nothing(plane, low)


def limits(plane: Plane, job: str) -> list[int]:
    """Of its memory, in the control groups of its only member."""
    (state,) = plane.folder.rglob(f"{job}.1/state.json")
    folders = [Path(each) for each in json.loads(state.read_text())["groups"]]
    files = [each / name for each in folders for name in ("memory.max", "memory.limit_in_bytes")]
    texts = [file.read_text().strip() for file in files if file.exists()]
    return [int(text) for text in texts if text.isdecimal() and int(text) < 1 << 60]


def test_what_is_parked_does_not_count_against_its_limit(one_device: Plane) -> None:
    plane = one_device
    plane.ok("up", "--port", "0")
    low = submit(plane, "--memory", "512MiB")
    assert works(plane, low)
    before = limits(plane, low)
    if not before:
        pytest.skip("no control groups with a memory limit here")
    high = submit(plane, "--priority", "10")
    assert plane.is_(low, "suspended")
    assert works(plane, high)
    assert all(now > old for now, old in zip(limits(plane, low), before, strict=True))
    plane.ok("job", "cancel", "--wait", high)
    assert plane.is_(low, "running")
    assert limits(plane, low) == before
    assert lost_nothing(plane, low)


def test_a_suspended_job_is_cancelled(one_device: Plane) -> None:
    plane = one_device
    plane.ok("up", "--port", "0")
    low = submit(plane)
    assert works(plane, low)
    high = submit(plane, "--priority", "10")
    assert plane.is_(low, "suspended")
    plane.ok("job", "cancel", "--wait", low)
    assert plane.job(low)["state"] == "cancelled"
    assert works(plane, high)
