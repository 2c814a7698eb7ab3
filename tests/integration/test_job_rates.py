"""Jobs that may run on unlike devices go where their workload was faster, with real processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.plane import Plane

pytestmark = pytest.mark.slow


def write(path: Path, *ways: tuple[str, float]) -> str:
    """A job that takes so many seconds on each of the devices."""
    alternatives = [
        {"devices": f"{kind}:1", "command": ["sleep", str(seconds)]} for kind, seconds in ways
    ]
    path.write_text(json.dumps({"id": "train", "alternatives": alternatives}))
    return str(path)


def test_a_control_plane_learns_keeps_and_tells_rates(plane: Plane, tmp_path: Path) -> None:
    plane.ok("up", "--port", "0")
    gpu, npu = ("gpu", 3.0), ("npu", 0.25)
    both = write(tmp_path / "both.json", gpu, npu)
    assert "no run of a job is known" in plane.ok("device", "matrix", "--jobs")

    # 1. Nothing is known: the first alternative is taken.
    first = plane.submit("-f", both)
    assert plane.is_(first, "done")
    assert [p["devices"][0][0] for p in plane.job(first)["attempts"][0]["places"]] == ["soft@gpu"]

    # 2. A run on the other device of the same workload.
    other = plane.submit("-f", write(tmp_path / "npu.json", npu))
    assert plane.is_(other, "done")
    matrix = plane.json("device", "matrix", "--jobs")
    assert {each["workload"] for each in matrix} == {"train"}
    assert [each["runs"] for each in matrix] == [1, 1]

    # 3. It is the faster one, so it is taken; and explained.
    second = plane.submit("-f", both)
    assert plane.is_(second, "done")
    assert [p["devices"][0][0] for p in plane.job(second)["attempts"][0]["places"]] == ["soft@npu"]
    assert " x faster on " in plane.ok("explain", second)
    speed = plane.json("explain", second)["speeds"][1]
    assert speed["runs"] == 2
    assert speed["rate_milli"] > 1500  # a busy machine takes seconds to start a job
    before = plane.json("device", "matrix", "--jobs")
    slow, fast = sorted(each["rate"] for each in before)
    assert speed["rate_milli"] == pytest.approx(1000 * fast / slow, rel=0.01)

    # 4. A restart forgets nothing.
    plane.ok("admin", "down")
    plane.ok("up", "--port", "0")
    assert [
        (each["devices"], each["rate"], each["runs"])
        for each in plane.json("device", "matrix", "ls", "--jobs")
    ] == [(each["devices"], each["rate"], each["runs"]) for each in before]
    third = plane.submit("-f", both)
    assert plane.is_(third, "done")
    assert [p["devices"][0][0] for p in plane.job(third)["attempts"][0]["places"]] == ["soft@npu"]
    assert "train" in plane.ok("device", "matrix", "--jobs")
