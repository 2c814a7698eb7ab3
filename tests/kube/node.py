"""A machine of the cluster with Heddle's agent and driver on it, both as root there; and the
objects that tests make."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from heddle import native
from heddle.kubernetes import DRIVER
from heddle.kubernetes.install.node import device_classes
from tests.images import copied, docker_archive, with_python, with_usual_links
from tests.kube.cluster import KubeCluster, child_of

IMAGE = "heddle.test/load:1"
TAKER = Path(__file__).parents[1] / "integration" / "taker.py"
LOAD = "/opt/heddle/lib/soft-load"  #: in every container that has a device
PYTHON_IMAGE = "heddle.test/python:1"
SPARE_MILLI = 250  #: of the memory, for best effort


CLASSES = device_classes()


_NUMBERS = itertools.count(1)  # clusters have nodes of the same names


class KubeNode:
    """`name` is that of the machine. Processes of it are `agent` and `dra`."""

    def __init__(self, cluster: KubeCluster, folder: Path, name: str = "n1") -> None:
        self.cluster, self.folder, self.name = cluster, folder, name
        name = f"heddle-kube-{os.getpid()}-{next(_NUMBERS)}"
        self._memory = Path("/dev/shm") / name
        self.environment = {
            "HEDDLE_TABLE": str(self._memory / "table"),
            "HEDDLE_STATE": str(folder / "state"),
            "SOFTXPU_SEGMENT": f"{name}.soft",
        }
        self._started: dict[str, subprocess.Popen[bytes]] = {}

    def words(self, *words: str) -> list[str]:
        variables = [f"{name}={value}" for name, value in self.environment.items()]
        python = [sys.executable, "-m", "heddle", *words]
        return [*self.cluster.on_node(self.name), "env", *variables, *python]

    def heddle(self, *words: str) -> str:
        done = subprocess.run(self.words(*words), capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, name: str, *words: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self._started[name] = subprocess.Popen(self.words(*words), stdout=log, stderr=log)

    def start_agent(self) -> None:
        self.start("agent", "node", "agent", "--tenants")

    def start_driver(self) -> None:
        asked = ("--node-name", self.name, "--kubeconfig", str(self.cluster.kubeconfig))
        self.start("dra", "node", "dra", *asked, "--best-effort", f"{SPARE_MILLI / 10}%")

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """`nsenter` waits for it, and would leave it alone if killed itself."""
        process = self._started.pop(name)
        while process.poll() is None:
            with suppress(IndexError, OSError):  # it has not been started yet
                os.kill(child_of(process.pid), number)
                break
        process.wait()

    def load_image(self) -> None:
        """IMAGE has what soft-load needs, but neither it nor anything else of Heddle's; and a
        sleep."""
        root, load = self.folder / "root", native.file("soft-load")
        copied(root, load)
        (root / "bin").mkdir()
        shutil.copy(self.cluster.parts.file("busybox"), root / "bin/sleep")
        (root / load.lstrip("/")).unlink()
        self.cluster.load(self.name, docker_archive(root, self.folder / "load.tar", IMAGE, {}))

    def load_python(self) -> None:
        """PYTHON_IMAGE has a Python, and a program that takes memory of a device."""
        root = self.folder / "python"
        if root.exists():
            return
        with_python(root)
        with_usual_links(root)
        shutil.copy(TAKER, root / "taker.py")
        archive = docker_archive(root, self.folder / "python.tar", PYTHON_IMAGE, {})
        self.cluster.load(self.name, archive)

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def programs(self) -> list[dict[str, Any]]:
        return list(json.loads(self.heddle("ps", "-o", "json")))

    def stop(self) -> None:
        for name in tuple(self._started):
            self.kill(name)
        for path in self._memory.parent.glob(f"{self._memory.name}*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def slices(cluster: KubeCluster) -> list[dict[str, Any]]:
    found = cluster.objects("resourceslices")
    return [each for each in found if each["spec"]["driver"] == DRIVER]


def claim(name: str, share: int, memory: str, of: str = "xpu") -> dict[str, Any]:
    exactly = {
        "deviceClassName": of,
        "capacity": {"requests": {"share": str(share), "memory": memory}},
        "selectors": [{"cel": {"expression": f'device.attributes["{DRIVER}"].kind == "gpu"'}}],
    }
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaim",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {"devices": {"requests": [{"name": "xpu", "exactly": exactly}]}},
    }


def pod(name: str, *command: str, of: str = "", image: str = IMAGE, **own: Any) -> dict[str, Any]:
    """`of`: the claim, if it is not called like the pod; `own`: of its container."""
    container = {
        "name": "load", "image": image, "imagePullPolicy": "Never", "command": list(command),
        "resources": {"claims": [{"name": "xpu"}]}, **own,
    }  # fmt: skip
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {
            "containers": [container],
            "restartPolicy": "Never",
            "resourceClaims": [{"name": "xpu", "resourceClaimName": of or name}],
            "terminationGracePeriodSeconds": 1,
        },
    }


def phase(cluster: KubeCluster, name: str) -> str:
    return str(cluster.objects("pod", name)[0]["status"].get("phase"))


def busy(node: KubeNode) -> dict[str, dict[str, Any]]:
    """By name: programs that have had a device."""
    return {each["name"]: each for each in node.programs() if each["device_time_ns"]}


def load(seconds: int, command_us: int = 1000) -> tuple[str, ...]:
    """Keeps a device busy."""
    return (LOAD, "requests", "1", str(command_us), "0", "4", str(seconds))
