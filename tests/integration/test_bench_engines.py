"""`heddle bench engines` on real engines, with few jobs: what it says, not how fast they are."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.slurm import SlurmServer, slurm  # noqa: F401

pytestmark = pytest.mark.slurm


def test_both_ways_start_the_same_jobs(slurm: SlurmServer) -> None:  # noqa: F811
    words = ("bench", "engines", "--engine", "slurm", "--jobs", "3", "--singles", "1", "-o", "json")
    done = subprocess.run(
        [sys.executable, "-m", "heddle", *words],
        env=slurm.environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode in (0, 1), done.stderr
    said = json.loads(done.stdout)
    assert [row["row"] for row in said["rows"]] == [
        "slurm, its own way, one at a time", "slurm, heddle, one at a time",
        "slurm, its own way, at once", "slurm, heddle, at once",
    ]  # fmt: skip
    assert [bar["limit"] for bar in said["bars"]] == [0.8, 200.0]
    assert slurm.ask("squeue", "-h").strip() == ""
