"""Failing closed: what cannot be scheduled and watched is not started; who escapes is killed."""

from __future__ import annotations

import signal
from pathlib import Path

from heddle.ask import call
from tests.integration.test_escape import (
    FOUND_S,
    LATE_S,
    breaches,
    devices,
    pid_of,
    start,
    static,
)
from tests.world import World, eventually

__all__ = ["devices"]  # a fixture

ENDED_S = FOUND_S + LATE_S


def test_strict_programs_are_refused_or_ended(world: World, tmp_path: Path) -> None:
    """By what they ask for themselves; also by the next agent."""
    without = world.heddle("run", "--strict", "--", "true")
    assert (without.returncode, "heddle node agent" in without.stderr) == (119, True)
    agent = world.start_agent()
    refused = world.heddle("run", "--strict", "--", static(tmp_path), str(world.device_file))
    assert (refused.returncode, "statically linked" in refused.stderr) == (114, True)
    nothing = world.heddle("run", "--strict", "--", "true", SOFTXPU_DEVICES="none")
    assert (nothing.returncode, "no accelerator" in nothing.stderr) == (2, True)
    honest, child = start(world, "launch", "--strict"), start(world, "child", "--strict")
    assert world.heddle("run", "--strict", "--", "true").returncode == 0
    pid_of(honest)
    escaped = max(pid_of(child), pid_of(child))
    agent.kill()
    agent.wait()
    world.start_agent()
    assert eventually(lambda: not Path(f"/proc/{escaped}/maps").read_bytes(), ENDED_S), breaches()
    assert (honest.poll(), child.poll()) == (None, None)
    assert call("status")["strict"] is False


def test_a_strict_agent_is_so_for_all_and_when_it_is_gone(world: World) -> None:
    agent = world.start_agent("--strict")
    escaped = start(world, "scrub")
    pid_of(escaped)
    assert escaped.wait(timeout=ENDED_S) == -signal.SIGKILL
    agent.kill()
    agent.wait()
    refused = world.heddle("run", "--", "true")
    assert (refused.returncode, "not started" in refused.stderr) == (119, True)
    world.start_agent()
    assert world.heddle("run", "--", "true").returncode == 0
