"""A control plane whose jobs run on Ray, as a person has it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from heddle.engine.local import process_tree
from heddle.engine.ray.marker import MARKER
from tests.plane import Plane
from tests.ray_cluster import SECOND, RayCluster
from tests.world import eventually

HEAD = os.uname().nodename
UP = ("up", "--port", "0", "--engine", "ray")
JOBS = """
- id: hello
  devices: cpu:1
  command: [sh, -c, "echo hello from $HEDDLE_JOB"]
- id: both
  shape: gang
  members: 2
  devices: heddle/soft-a:1  # there is one on each node
  command: [sh, -c, "echo $RANK/$WORLD_SIZE $SOFTXPU_VISIBLE_DEVICES"]
"""


def joined(plane: Plane, ray: RayCluster, **more: str) -> None:
    own = {k: v for k, v in ray.environment.items() if k.startswith("RAY_")}
    plane.world.environment |= {**own, **more}


@pytest.mark.slow
def test_a_job_goes_to_ray_and_comes_back(ray: RayCluster, plane: Plane, tmp_path: Path) -> None:
    """From a job file, with a gang over both nodes; found by a new control plane, cancelled."""
    joined(plane, ray)
    plane.ok(*UP)
    nodes = plane.json("node", "ls")
    assert SECOND in [node["name"] for node in nodes], nodes

    # 1. A job file: one that just ends, and a gang that needs both nodes.
    (tmp_path / "jobs.yaml").write_text(JOBS)
    hello, both = (job["id"] for job in plane.json("submit", "-f", str(tmp_path / "jobs.yaml")))
    assert plane.is_(hello, "done"), plane.json("explain", hello)
    assert plane.ok("job", "logs", hello) == f"hello from {hello}\n"
    assert plane.is_(both, "done"), plane.json("explain", both)
    nodes = {place["node"] for place in plane.job(both)["attempts"][0]["places"]}
    assert nodes == {HEAD, SECOND}
    for member in (0, 1):
        said = plane.ok("job", "logs", "--member", str(member), both)
        assert said.split() == [f"{member}/2", "0"]

    # 2. One that fails; one that a new control plane finds, and that is cancelled there.
    failed = plane.submit("--", "sh", "-c", "exit 3")
    stays = plane.submit("--devices", "npu:1", "--", "sleep", "600")
    assert plane.is_(failed, "failed")
    assert plane.is_(stays, "running")
    plane.ok("admin", "down")
    plane.ok(*UP)
    assert plane.job(stays)["state"] == "running"
    plane.ok("job", "cancel", "--wait", stays)
    assert plane.job(stays)["state"] == "cancelled"

    # 3. What the engine cannot do is refused before anybody waits.
    image = plane.world.heddle("submit", "--image", "docker.io/library/debian", "--", "true")
    assert image.returncode == 2
    assert "its engine, ray, does not support image" in image.stderr


@pytest.mark.slow
def test_wrong_settings_end_it_with_one_sentence(
    ray: RayCluster, plane: Plane, tmp_path: Path
) -> None:
    token = tmp_path / "token"
    token.write_text("0" * 64)
    for variables, words in (
        ({"RAY_ADDRESS": "127.0.0.1:1"}, ["nothing answers", "RAY_ADDRESS"]),
        ({"RAY_AUTH_TOKEN_PATH": str(token)}, ["token", "RAY_AUTH_TOKEN"]),
    ):
        joined(plane, ray, **variables)
        done = plane.heddle(*UP)
        assert done.returncode == 2
        assert all(word in done.stderr for word in words), done.stderr
        assert len(done.stderr.splitlines()) == 1
        joined(plane, ray)
    with other_version(ray, "2.1.0"):
        done = plane.heddle(*UP)
    assert done.returncode == 2
    assert "pip install ray==2.1.0" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not plane.folder.joinpath("server.json").exists()


_SAYS = """
import json, sys
from ray._raylet import GcsClient
client = GcsClient(address=sys.argv[1])
told = json.loads(client.internal_kv_get(b"CLUSTER_METADATA", namespace=b"cluster"))
print(told["ray_version"])
told["ray_version"] = sys.argv[2]
data = json.dumps(told).encode()
client.internal_kv_put(b"CLUSTER_METADATA", data, overwrite=True, namespace=b"cluster")
"""


@contextmanager
def other_version(ray: RayCluster, version: str) -> Iterator[None]:
    """The cluster says so where those look who connect to it."""

    def say(text: str) -> str:
        command = [sys.executable, "-c", _SAYS, ray.address, text]
        done = subprocess.run(
            command, env=ray.environment, capture_output=True, text=True, check=True
        )  # fmt: skip
        return done.stdout.split()[-1]

    true = say(version)
    try:
        yield
    finally:
        say(true)


@pytest.mark.slow
def test_a_ray_of_its_own_outlives_the_control_plane_while_jobs_run(
    ray: RayCluster, plane: Plane
) -> None:
    """And no longer. (The other Ray is here for its network.)"""
    plane.world.environment["SOFTXPU_DEVICES"] = "a=gpu"
    plane.ok(*UP)
    stays = plane.submit("--devices", "npu:1", "--", "sleep", "600")
    assert plane.is_(stays, "running"), plane.json("explain", stays)
    folder = plane.folder / "engines" / "ray"
    assert (folder / "token").stat().st_mode & 0o077 == 0
    marker = f"{MARKER}={folder}".encode()
    plane.ok("admin", "down")
    assert process_tree.marked(marker)
    plane.ok(*UP)
    assert plane.job(stays)["state"] == "running"

    # Ray is killed, and what ran there: it is lost, and a new Ray has the next attempt.
    process_tree.end_marked(marker)
    assert eventually(lambda: len(plane.job(stays)["attempts"]) == 2, 60)
    assert "lost" in json.dumps(plane.json("explain", stays))
    assert eventually(lambda: plane.job(stays)["state"] == "running", 60)

    # The same while nothing runs.
    plane.ok("job", "cancel", "--wait", stays)
    time.sleep(1)  # then Ray has back what the job had, and nobody asks it any more
    process_tree.end_marked(marker)
    again = plane.submit("--", "true")
    assert eventually(lambda: plane.job(again)["state"] == "done", 60), plane.json("explain", again)
    plane.ok("admin", "down", "--all")
    assert eventually(lambda: not process_tree.marked(marker))
