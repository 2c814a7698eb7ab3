"""`heddle program trace` on real programs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from heddle import native
from heddle.table import Table
from tests.world import World

LOAD = os.path.join(native.DIRECTORY, "soft-load")


def start(world: World, priority: str, *load: str) -> subprocess.Popen[str]:
    return world.start(
        sys.executable, "-m", "heddle", "run", "--priority", priority, "--device", "soft@gpu",
        "--", LOAD, "requests", *load,
    )  # fmt: skip


@pytest.fixture
def rivals(world: World) -> World:
    """A low program that never stops, and a high one with 5 ms of work every 20 ms."""
    start(world, "low", "1", "1000", "0", "8", "60")
    start(world, "high", "5", "1000", "20000", "1", "60")
    deadline = time.monotonic() + 20
    while True:
        listed = {p["priority"]: p for p in json.loads(world.heddle("ps", "-o", "json").stdout)}
        if all(listed.get(priority, {}).get("queues") for priority in (100, -100)):
            return world
        assert time.monotonic() < deadline, listed
        time.sleep(0.05)


def by_priority(found: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    programs = {program["priority"]: program for program in found["programs"]}
    return programs[-100], programs[100]


def test_holds_are_recorded_with_their_reason(rivals: World, tmp_path: Path) -> None:
    """In the summary, in the trace and in the picture; and they are what the table counted."""
    trace, drawn = tmp_path / "trace.json", tmp_path / "trace.svg"
    with Table(str(rivals.table)) as table:
        before = {program.priority: program for program in table.programs()}
        done = rivals.heddle(
            "program",
            "trace",
            "--seconds",
            "2",
            "--file",
            str(trace),
            "--svg",
            str(drawn),
            "-o",
            "json",
        )
        after = {program.priority: program for program in table.programs()}
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    low, high = by_priority(found)
    reason = f"program {high['id']} goes first on soft@gpu"

    # 100 bursts of 5 ms in 2 s. A busy machine may delay some, and none may be invented.
    assert 50 <= low["preemptions"] <= after[-100].holds - before[-100].holds
    assert low["held_ns"] <= after[-100].held_ns - before[-100].held_ns
    assert low["held_ns"] > 0.1 * found["length_ns"]
    assert low["running_ns"] + low["held_ns"] <= found["length_ns"]
    assert low["running_ns"] > 0.3 * found["length_ns"]
    assert next(iter(low["why"])) == reason
    assert low["why"][reason] > 0.95 * low["held_ns"]
    assert 0 < low["mean_hold_ns"] <= low["p99_hold_ns"] <= low["longest_hold_ns"]
    assert (high["preemptions"], high["held_ns"]) == (0, 0)
    assert high["running_ns"] > 0.1 * found["length_ns"]
    assert high["device_time_ns"] > 0
    assert found["lost_decisions"] == 0

    events = json.loads(trace.read_text())["traceEvents"]
    assert {event["ph"] for event in events} == {"X", "i", "C", "M"}
    held = [event for event in events if event["name"].startswith("held")]
    assert sum(event["args"]["held_ns"] for event in held) == low["held_ns"]
    assert {event["tid"] for event in held} == {low["id"]}
    named = [event["args"]["name"] for event in events if event["name"] == "process_name"]
    assert named == ["soft@gpu"]
    activated = [event for event in events if event["name"] == "activated"]
    assert len(activated) >= 50
    assert all(event["args"]["latency_ns"] >= 0 for event in activated)
    assert "goes first on soft@gpu" in "".join(ElementTree.parse(drawn).getroot().itertext())


def test_an_interrupt_ends_the_recording_and_keeps_it(rivals: World, tmp_path: Path) -> None:
    """Ctrl-C is the way to end a long one."""
    trace = tmp_path / "trace.json"
    process = rivals.start(
        sys.executable, "-m", "heddle", "program", "trace", "--seconds", "600", "--file", str(trace)
    )
    deadline = time.monotonic() + 20
    while not trace.exists():  # it is made when the recording begins
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (0, "")
    assert "PREEMPTIONS" in out
    assert "https://ui.perfetto.dev" in out
    assert any(event["name"] == "held" for event in json.loads(trace.read_text())["traceEvents"])


def test_a_hold_by_a_person_has_its_own_reason(rivals: World) -> None:
    """It began before the recording, so it is no preemption of it."""
    listed = {p["priority"]: p for p in json.loads(rivals.heddle("ps", "-o", "json").stdout)}
    assert rivals.heddle("program", "hold", str(listed[100]["id"])).returncode == 0
    _, high = by_priority(
        json.loads(rivals.heddle("program", "trace", "--seconds", "0.3", "-o", "json").stdout)
    )
    assert list(high["why"]) == ["held by a person"]
    assert high["preemptions"] == 0
    assert high["held_ns"] == high["longest_hold_ns"] > 250_000_000


def test_bad_input_is_said_with_its_remedy(world: World, tmp_path: Path) -> None:
    """No table, no such folder, no such time: one sentence each."""
    missing = world.heddle("program", "trace", "--seconds", "1")
    assert missing.returncode == 2
    assert "heddle run" in missing.stderr
    assert not world.table.exists(), "looking makes nothing"
    assert world.heddle("ps").returncode == 0
    for option in ("--file", "--svg"):
        where = tmp_path / "nowhere" / "trace"
        done = world.heddle("program", "trace", "--seconds", "600", option, str(where))
        assert done.returncode == 2
        assert str(where) in done.stderr
        assert option in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
    assert world.heddle("program", "trace", "--seconds", "0").returncode == 2
    assert world.heddle("program", "trace", "--seconds", "nan").returncode == 2
    assert "examples:" in world.heddle("program", "trace", "--help").stdout


def test_an_empty_table_gives_an_empty_recording(world: World) -> None:
    """Nobody there is no error."""
    assert world.heddle("ps").returncode == 0
    found = json.loads(world.heddle("program", "trace", "--seconds", "0.1", "-o", "json").stdout)
    assert found["programs"] == []
    assert found["looks"] > 10
