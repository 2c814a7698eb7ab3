"""`heddle bench engines` on a real Ray, with few jobs: what it says, not how fast they are."""

from __future__ import annotations

import json

import pytest

from tests.ray_cluster import RayCluster


@pytest.mark.slow
def test_both_ways_start_the_same_jobs(ray: RayCluster) -> None:
    words = ("--engine", "ray", "--jobs", "3", "--singles", "1", "-o", "json")
    done = ray.world.heddle("bench", "engines", *words, timeout=120, **ray.environment)
    assert done.returncode in (0, 1), done.stderr
    said = json.loads(done.stdout)
    assert [row["row"] for row in said["rows"]] == [
        "ray, its own way, one at a time", "ray, heddle, one at a time",
        "ray, its own way, at once", "ray, heddle, at once",
    ]  # fmt: skip
    assert [bar["limit"] for bar in said["bars"]] == [0.8, 200.0]
    assert ray.groups() == []
