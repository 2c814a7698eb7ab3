"""A job that resumes is moved so that a larger one fits, with real processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.integration.test_resize_jobs import COUNTS
from tests.plane import Plane
from tests.world import eventually

pytestmark = pytest.mark.slow

DEVICES = "one=npu,two=npu"
#: It takes a while to save what it has done.
SLOWLY = COUNTS.replace("    sys.exit(0)", "    time.sleep(2)\n    sys.exit(0)")
HALF = ("--devices", "npu:1", "--share", "50%", "--resumes")


def device_of(plane: Plane, job: str) -> str:
    """On which its newest attempt runs; nothing if that does not run."""
    attempt = plane.job(job)["attempts"][-1]
    return str(attempt["places"][0]["devices"][0][0]) if attempt["state"] == "running" else ""


def fragmented(plane: Plane, tmp_path: Path, program: str = COUNTS) -> list[str]:
    """Jobs that have a half of one device each, and the other half is free."""
    jobs = []
    for number in range(4):
        done = str(tmp_path / f"done{number}")
        jobs.append(plane.submit(*HALF, "--", "python3", "-c", program, done))
    assert all(plane.is_(job, "running") for job in jobs)
    first = {device_of(plane, job): job for job in jobs}
    assert len(first) == 2
    for job in jobs:
        if job not in first.values():
            plane.ok("job", "cancel", "--wait", job)
    return list(first.values())


def test_a_job_moves_and_the_larger_one_starts(plane: Plane, tmp_path: Path) -> None:
    plane.world.environment["SOFTXPU_DEVICES"] = DEVICES
    plane.world.environment["HEDDLE_MOVE_AFTER"] = "1s"
    plane.ok("up", "--port", "0")
    small = fragmented(plane, tmp_path, SLOWLY)
    whole = plane.submit("--devices", "npu:1", "--", "sleep", "600")
    assert eventually(lambda: "when these have left its nodes" in plane.ok("explain", whole))
    assert plane.is_(whole, "running")
    assert eventually(lambda: all(device_of(plane, job) for job in small))
    assert device_of(plane, small[0]) == device_of(plane, small[1]) != device_of(plane, whole)
    (moved,) = (job for job in small if len(plane.job(job)["attempts"]) == 2)
    assert plane.job(moved)["attempts"][0]["why"] == "moved"
    assert f"moved for {whole}: it had nowhere to run" in plane.ok("explain", moved)

    def began() -> int:
        """Where its newest attempt did: it had counted before."""
        return int(plane.ok("job", "logs", moved).removeprefix("from ").strip() or 0)

    assert eventually(lambda: began() > 0)


def test_an_administrator_switches_it_off(plane: Plane, tmp_path: Path) -> None:
    plane.world.environment["SOFTXPU_DEVICES"] = DEVICES
    plane.world.environment["HEDDLE_MOVE_AFTER"] = "0s"
    plane.ok("up", "--port", "0", "--moves", "0")
    small = fragmented(plane, tmp_path)
    whole = plane.submit("--devices", "npu:1", "--", "true")
    assert plane.job(whole)["state"] == "waiting"
    plane.ok("job", "cancel", "--wait", small[0])
    assert plane.is_(whole, "done")
    assert len(plane.job(small[1])["attempts"]) == 1


def test_a_job_moves_to_a_faster_device_that_becomes_free(plane: Plane, tmp_path: Path) -> None:
    plane.world.environment["SOFTXPU_DEVICES"] = DEVICES
    plane.world.environment["HEDDLE_MOVE_AFTER"] = "1s"
    plane.ok("up", "--port", "0")
    first = plane.submit("--devices", "soft@two", "--", "sleep", "600")
    assert plane.is_(first, "running")
    choosy = {
        "id": "choosy", "resumes": True, "command": ["python3", "-c", COUNTS, str(tmp_path / "n")],
        "alternatives": [{"devices": "soft@one"}, {"devices": "soft@two", "rate": 3}],
    }  # fmt: skip
    path = tmp_path / "choosy.json"
    path.write_text(json.dumps(choosy))
    job = plane.submit("-f", str(path))
    assert eventually(lambda: device_of(plane, job) == "soft@one")
    plane.ok("job", "cancel", "--wait", first)
    assert eventually(lambda: device_of(plane, job) == "soft@two")
    assert plane.job(job)["attempts"][0]["why"] == "moved"
    assert "moved" in plane.ok("explain", job)
