"""The benchmarks on a real Ray, with little to do: what they say, not how fast it is."""

from __future__ import annotations

import json

import pytest

from tests.ray_cluster import RayCluster, need_ray
from tests.world import World

pytestmark = [pytest.mark.ray, pytest.mark.slow]


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


@pytest.mark.alone
def test_five_kills_lose_nothing(world: World) -> None:
    """`heddle bench crash --engine ray --kills 50` is the whole of it."""
    need_ray()
    options = ("--engine", "ray", "--kills", "5", "--seed", "4", "--seconds-between", "0.5")
    done = world.heddle("bench", "crash", *options, "-o", "json", timeout=300)
    assert done.returncode == 0, done.stderr + done.stdout
    report = json.loads(done.stdout)
    assert all(bar["holds"] for bar in report["bars"])
    (row,) = report["rows"]
    assert row["kills"] >= 5
    assert row["done"] > 0
    assert row["wrong"] == {}
