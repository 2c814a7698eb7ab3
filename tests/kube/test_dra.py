"""The DRA driver under a real kubelet: pods get parts of a device, and no more than that."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from heddle import native
from heddle.kubernetes import DRIVER
from tests.conftest import missing
from tests.images import copied, docker_archive
from tests.kube.cluster import KubeCluster
from tests.kube.parts import PartsError, get
from tests.world import eventually

pytestmark = pytest.mark.kube
IMAGE = "heddle.test/load:1"
LOAD = "/opt/heddle/lib/soft-load"
CLASS = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "DeviceClass",
    "metadata": {"name": "xpu"},
    "spec": {"selectors": [{"cel": {"expression": f'device.driver == "{DRIVER}"'}}]},
}


class KubeNode:
    """The machine n1 with Heddle's agent and driver on it, both as root there."""

    def __init__(self, cluster: KubeCluster, folder: Path) -> None:
        self.cluster, self.folder = cluster, folder
        name = f"heddle-kube-{os.getpid()}"
        self._memory = Path("/dev/shm") / name
        self.environment = {
            "HEDDLE_TABLE": str(self._memory / "table"),
            "HEDDLE_STATE": str(folder / "state"),
            "SOFTXPU_SEGMENT": f"{name}.soft",
        }
        self._started: list[subprocess.Popen[bytes]] = []

    def words(self, *words: str) -> list[str]:
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        python = [sys.executable, "-m", "heddle", *words]
        return [*self.cluster.on_node("n1"), "env", *variables, *python]

    def heddle(self, *words: str) -> str:
        done = subprocess.run(self.words(*words), capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, name: str, *words: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self._started.append(subprocess.Popen(self.words(*words), stdout=log, stderr=log))

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def programs(self) -> list[dict[str, Any]]:
        return list(json.loads(self.heddle("ps", "-o", "json")))

    def stop(self) -> None:
        for process in self._started:
            process.kill()
            process.wait()
        for path in self._memory.parent.glob(f"{self._memory.name}*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KubeCluster]:
    try:
        parts = get()
    except (PartsError, OSError) as error:
        missing(str(error), "tests/kube/parts.py says what it needs")
    made = KubeCluster(tmp_path_factory.mktemp("kube"), parts)
    try:
        made.start()
        yield made
    finally:
        made.stop()


@pytest.fixture(scope="module")
def node(cluster: KubeCluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KubeNode]:
    folder = tmp_path_factory.mktemp("node")
    made = KubeNode(cluster, folder)
    root, load = folder / "root", native.file("soft-load")
    copied(root, load)
    (root / load.lstrip("/")).unlink()
    cluster.load("n1", docker_archive(root, folder / "load.tar", {}, IMAGE))
    made.start("agent", "node", "agent", "--tenants")
    driver = ("--node-name", "n1", "--kubeconfig", str(cluster.kubeconfig))
    made.start("dra", "node", "dra", *driver)
    try:
        assert eventually(lambda: bool(slices(cluster)), 30), made.log("dra")
        yield made
    finally:
        made.stop()


def slices(cluster: KubeCluster) -> list[dict[str, Any]]:
    found = cluster.objects("resourceslices")
    return [each for each in found if each["spec"]["driver"] == DRIVER]


def claim(name: str, share: int, memory: str) -> dict[str, Any]:
    exactly = {
        "deviceClassName": "xpu",
        "capacity": {"requests": {"share": str(share), "memory": memory}},
        "selectors": [{"cel": {"expression": f'device.attributes["{DRIVER}"].kind == "gpu"'}}],
    }
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaim",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {"devices": {"requests": [{"name": "xpu", "exactly": exactly}]}},
    }


def pod(name: str, *command: str) -> dict[str, Any]:
    container = {
        "name": "load", "image": IMAGE, "imagePullPolicy": "Never", "command": list(command),
        "resources": {"claims": [{"name": "xpu"}]},
    }  # fmt: skip
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {
            "containers": [container],
            "restartPolicy": "Never",
            "resourceClaims": [{"name": "xpu", "resourceClaimName": name}],
            "terminationGracePeriodSeconds": 1,
        },
    }


def phase(cluster: KubeCluster, name: str) -> str:
    return str(cluster.objects("pod", name)[0]["status"].get("phase"))


def test_two_pods_share_a_device_as_they_claimed(cluster: KubeCluster, node: KubeNode) -> None:
    (published,) = slices(cluster)
    assert "soft-gpu" in [each["name"] for each in published["spec"]["devices"]]
    shares = {"small": 300, "large": 700}
    cluster.apply(CLASS)
    for name, share in shares.items():
        load = (LOAD, "requests", "1", "1000", "0", "4", "20")
        cluster.apply(claim(name, share, "256Mi"), pod(name, *load))

    def busy() -> dict[str, dict[str, Any]]:
        return {each["name"]: each for each in node.programs() if each["device_time_ns"]}

    assert eventually(lambda: busy().keys() == shares.keys(), 60), (
        cluster.kubectl("describe", "pods"),
        node.log("dra"),
        node.programs(),
    )
    before = busy()
    time.sleep(5)
    after = busy()
    got = {name: after[name]["device_time_ns"] - before[name]["device_time_ns"] for name in shares}
    for name, share in shares.items():
        assert (after[name]["share_milli"], after[name]["memory_limit"]) == (share, 256 << 20)
        assert got[name] / sum(got.values()) == pytest.approx(share / 1000, abs=0.02)
    cluster.kubectl("delete", "pod,resourceclaim", *shares, "--wait=true")
    assert eventually(lambda: not node.programs(), 30), node.programs()
