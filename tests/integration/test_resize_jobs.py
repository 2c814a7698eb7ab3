"""An elastic job that resumes is resized while it runs, with real processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.plane import Plane
from tests.world import eventually

pytestmark = pytest.mark.slow

#: Counts on from where it was: what it has done is in a file, and it saves that when it is stopped.
COUNTS = """
import os, signal, sys, time
done = open(sys.argv[1]).read() if os.path.exists(sys.argv[1]) else "0"
def save(*_):
    open(sys.argv[1], "w").write(str(count))
    sys.exit(0)
signal.signal(signal.SIGTERM, save)
print("from", done, flush=True)
for count in range(int(done) + 1, 10**9):
    time.sleep(0.05)
"""


def test_a_job_goes_on_with_fewer_members_and_later_with_more(plane: Plane, tmp_path: Path) -> None:
    plane.world.environment["HEDDLE_MOVE_AFTER"] = "1s"
    plane.ok("up", "--port", "0")
    elastic = {
        "id": "elastic", "shape": "elastic", "least": 1, "most": 4, "resumes": True,
        "devices": "gpu:1", "share": "25%",
        "command": ["python3", "-c", COUNTS, str(tmp_path / "done")],
    }  # fmt: skip
    path = tmp_path / "elastic.json"
    path.write_text(json.dumps(elastic))
    job = plane.submit("-f", str(path))
    assert plane.is_(job, "running")

    def members() -> int:
        attempt = plane.job(job)["attempts"][-1]
        return len(attempt["places"]) if attempt["state"] == "running" else 0

    def began() -> str:
        """Where its newest attempt did."""
        return plane.ok("job", "logs", job).removeprefix("from ").strip()

    assert eventually(lambda: members() == 4)
    assert eventually(lambda: began() == "0")
    other = plane.submit("--devices", "gpu:1", "--share", "50%", "--", "sleep", "600")
    assert plane.is_(other, "running")
    assert eventually(lambda: members() == 2)
    assert eventually(lambda: int(began() or 0) > 0)
    assert plane.job(job)["attempts"][0]["why"] == "resized"
    plane.ok("job", "cancel", "--wait", other)
    assert eventually(lambda: members() == 4)
    assert eventually(lambda: int(began() or 0) > 1)
    plane.ok("job", "cancel", "--wait", job)


def test_a_command_says_that_it_resumes(plane: Plane) -> None:
    plane.ok("up", "--port", "0")
    job = plane.submit("--resumes", "--", "true")
    assert plane.job(job)["spec"]["resumes"] == "true"
    assert plane.is_(job, "done")
