"""A small trace of our own, and what comes of simulating one, for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from heddle.model.job import Job
from heddle.sim.cluster.run import Setup, simulate


def count_of(job: Job) -> int:
    return job.alternatives[0].asks[0].count


def ended(trace: str, folder: Path, **more: Any) -> dict[str, float]:
    jobs = simulate(Setup(trace, folder, **more)).simulation.outcome.jobs
    return {name: told.end_s or 0.0 for name, told in jobs.items()}


OWN = """
[[nodes]]
name = "n"
count = 2
devices = "t4:2"
cores = 8
memory = "32GiB"

[[jobs]]
file = "job.json"
seconds = 60
times = 3
every = "10s"
"""


def own(tmp_path: Path, text: str = OWN) -> str:
    job = {"id": "j", "tenant": "t", "devices": "t4:2", "command": "true", "expected": "1m"}
    (tmp_path / "job.json").write_text(json.dumps(job))
    (tmp_path / "trace.toml").write_text(text)
    return str(tmp_path / "trace.toml")
