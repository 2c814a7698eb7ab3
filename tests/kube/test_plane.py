"""A control plane whose jobs run on Kubernetes, as a person has it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kube.engines import JobCluster
from tests.kube.node import IMAGE, LOAD, KubeNode
from tests.plane import Plane
from tests.world import World, eventually

pytestmark = pytest.mark.kube

UP = ("up", "--port", "0", "--engine", "kubernetes")
BUSY = (LOAD, "requests", "1", "1000", "0", "4", "60")  #: a soft kernel of 1 ms after the other


@pytest.fixture
def plane(world: World, tmp_path: Path, jobs: JobCluster, node: KubeNode) -> Iterator[Plane]:
    made = Plane(world, tmp_path)
    world.environment |= jobs.variables()
    yield made
    made.remove()


def test_a_job_goes_to_kubernetes_and_comes_back(plane: Plane, jobs: JobCluster) -> None:
    """A gang that meets at the first member; one that a new control plane finds and cancels."""
    plane.ok(*UP)
    (row,) = plane.json("node", "ls")
    assert (row["name"], row["engine"]) == ("n1", "kubernetes")

    meet = 'if [ $RANK = 0 ]; then nc -l -p $MASTER_PORT; else echo "hello from $RANK" | nc '
    script = meet + "-w 20 $MASTER_ADDR $MASTER_PORT; fi"
    gang = plane.submit("--gang", "2", "--", "sh", "-c", script)
    assert eventually(lambda: plane.job(gang)["state"] == "done", 60), plane.json("explain", gang)
    assert plane.ok("job", "logs", "--member", "0", gang) == "hello from 1\n"

    failed = plane.submit("--", "sh", "-c", "exit 3")
    stays = plane.submit("--", "sleep", "600")
    assert eventually(lambda: plane.job(failed)["state"] == "failed", 60)
    assert eventually(lambda: plane.job(stays)["state"] == "running", 60)
    plane.ok("admin", "down")
    plane.ok(*UP)
    assert plane.job(stays)["state"] == "running"
    plane.ok("job", "cancel", "--wait", stays)
    assert plane.job(stays)["state"] == "cancelled"
    assert eventually(lambda: not jobs.pods(), 30)

    refused = plane.heddle("submit", "--data", "none", "--", "true")
    assert refused.returncode == 2, refused.stdout


def test_a_job_has_its_snapshot_and_its_secrets(plane: Plane, tmp_path: Path) -> None:
    work = tmp_path / "project"
    work.mkdir()
    (work / "hello.txt").write_text("hello\n")
    (work / "noise").write_bytes(os.urandom(1 << 20))  # more than one object can have
    (tmp_path / "token").write_text("s3cret")
    plane.ok(*UP)
    plane.ok("account", "secret", "set", "token", "--from-file", str(tmp_path / "token"))
    script = 'echo "$(cat hello.txt) $(wc -c < noise) $TOKEN"'
    asked = ("--secret", "TOKEN=token", "--snapshot", str(work))
    job = plane.submit(*asked, "--", "sh", "-c", script)
    assert eventually(lambda: plane.job(job)["state"] == "done", 60), plane.json("explain", job)
    assert plane.ok("job", "logs", job) == f"hello {1 << 20} s3cret\n"
    shell = plane.submit(*asked, "--", "sleep", "600")
    assert eventually(lambda: plane.job(shell)["state"] == "running", 60)
    for _ in range(5):
        assert plane.ok("job", "exec", shell, "--", "cat", "hello.txt") == "hello\n"
    plane.ok("job", "cancel", "--wait", shell)


def test_parts_of_a_device_are_those_that_the_cycle_chose(plane: Plane, node: KubeNode) -> None:
    """Two jobs share a device, and the driver enforces what they were given."""
    plane.ok(*UP)
    assert eventually(lambda: "gpu" in plane.ok("node", "ls"), 30)
    shares = {300: "2GiB", 700: "4GiB"}
    found = []
    for share, memory in shares.items():
        asked = ("--image", IMAGE, "--devices", "gpu:1", "--share", f"{share / 10:g}%")
        found.append(plane.submit(*asked, "--mem", memory, "--", *BUSY))

    def busy() -> dict[int, dict[str, Any]]:
        return {each["share_milli"]: each for each in node.programs() if each["device_time_ns"]}

    assert eventually(lambda: busy().keys() == shares.keys(), 60), (
        [plane.job(job) for job in found],
        node.cluster.kubectl("describe", "pods"),
        node.log("dra"),
    )
    sizes = {share: each["memory_limit"] for share, each in busy().items()}
    assert sizes == {300: 2 << 30, 700: 4 << 30}
    for job in found:
        plane.ok("job", "cancel", "--wait", job)
    assert eventually(lambda: not node.programs(), 30), node.programs()
