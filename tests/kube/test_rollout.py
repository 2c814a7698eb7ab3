"""The DaemonSet as it is installed: agent and driver in containers of an image, on a real node."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import heddle
from tests.conftest import missing
from tests.images import docker_archive, with_python, with_usual_links
from tests.kube.cluster import PORT, KubeCluster
from tests.kube.node import CLASSES, LOAD, KubeNode, claim, phase, pod, slices
from tests.world import eventually

pytestmark = pytest.mark.kube
IMAGE = "heddle.test/node:1"
NAMESPACE = "heddle-system"
TABLE = "/run/heddle/table"
#: What the extra `kubernetes` brings; what they need comes with them.
PACKAGES = ["lightkube", "grpcio", "protobuf", "httpx2", "h2", "wsproto"]


def packages() -> Iterator[tuple[Path, str]]:
    """Files of this environment, and where they are below site-packages."""
    wanted, seen = [*PACKAGES], set()
    while wanted:
        name = wanted.pop().lower()
        if name in seen:
            continue
        seen.add(name)
        with suppress(metadata.PackageNotFoundError):  # of another version of Python
            found = metadata.distribution(name)
            for each in found.requires or ():
                if "extra ==" not in each:
                    wanted.append(re.split(r"[^\w.-]", each)[0])
            for file in found.files or ():
                if ".." not in file.parts and "__pycache__" not in file.parts:
                    yield Path(str(found.locate_file(file))), str(file)


def make_image(folder: Path) -> Path:
    """What deploy/Containerfile makes, without a registry: this system's Python, and Heddle."""
    if os.path.realpath("/usr/bin/python3").rpartition("/")[2] not in os.path.realpath(
        sys.executable
    ):
        missing("the system's Python is another one", "make the environment with /usr/bin/python3")
    root = folder / "root"
    with_python(root)
    site = root / "usr/lib/python3/dist-packages"
    site.mkdir(parents=True, exist_ok=True)
    ignored = shutil.ignore_patterns("__pycache__", "research", "tests")
    shutil.copytree(Path(heddle.__file__).parent, site / "heddle", ignore=ignored)
    for path, name in packages():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, site / name)
    for library in site.rglob("*.so*"):
        needed = subprocess.run(["ldd", str(library)], capture_output=True, text=True).stdout
        for word in needed.split():
            target = root / word.lstrip("/")
            if word.startswith("/") and not word.startswith(str(site)) and not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(os.path.realpath(word), target)
    program = root / "usr/bin/heddle"
    program.write_text(
        "#!/usr/bin/python3\nimport sys\nfrom heddle.cli import main\nsys.exit(main())\n"
    )
    program.chmod(0o755)
    for each in ("tmp", "etc", "root"):
        (root / each).mkdir(exist_ok=True)
    with_usual_links(root)
    own = {"Env": ["PATH=/usr/bin:/bin", "PYTHONUNBUFFERED=1"]}
    return docker_archive(root, folder / "node.tar", own, IMAGE)


class Installed:
    """Heddle on a node by its DaemonSet."""

    def __init__(self, cluster: KubeCluster, node: KubeNode) -> None:
        self.cluster, self.node = cluster, node
        server = cluster.hosts.address(cluster.hosts.hub)
        segment = f"heddle-kube-{os.getpid()}-rollout"
        variables = {
            "KUBERNETES_SERVICE_HOST": server,  # there is no proxy for addresses of services
            "KUBERNETES_SERVICE_PORT": str(PORT),
            "SOFTXPU_SEGMENT": segment,
        }
        words = ["--image", IMAGE, "--pull-policy", "Never", "--soft", "--without-webhook"]
        words += [f"--env={name}={value}" for name, value in variables.items()]
        self.text = subprocess.run(
            [sys.executable, "-m", "heddle", "k8s", "manifests", *words],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        self._segments = f"{segment}*"

    def install(self) -> None:
        cluster = self.cluster
        address = cluster.hosts.address(cluster.hosts.names[0])
        route = ["ip", "route", "replace", "10.244.1.0/24", "via", address]
        inside = cluster.hosts.inside(cluster.hosts.hub)
        subprocess.run([*inside, *route], check=True)
        cluster.kubectl("apply", "-f", "-", input=self.text)
        self.wait()

    def wait(self) -> None:
        words = ("rollout", "status", "daemonset/heddle-node", "-n", NAMESPACE, "--timeout=100s")
        said = self.cluster.kubectl(*words, check=False)
        assert "successfully rolled out" in said, said + self.logs()

    def restart(self) -> None:
        self.cluster.kubectl("rollout", "restart", "daemonset/heddle-node", "-n", NAMESPACE)
        self.wait()

    def programs(self) -> dict[str, dict[str, Any]]:
        words = ["env", f"HEDDLE_TABLE={TABLE}", sys.executable, "-m", "heddle", "ps", "-o", "json"]
        done = subprocess.run(
            [*self.cluster.on_node(self.node.name), *words], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return {each["name"]: each for each in json.loads(done.stdout)}

    def logs(self) -> str:
        select = ("-n", NAMESPACE, "--all-containers", "--prefix", "--tail=30")
        return self.cluster.kubectl("logs", "daemonset/heddle-node", *select, check=False) + (
            self.cluster.kubectl("describe", "pods", "-A", check=False)
        )

    def remove(self) -> None:
        self.cluster.kubectl("delete", "-f", "-", "--wait=true", input=self.text)

    def clean(self) -> None:
        for path in Path("/dev/shm").glob(self._segments):
            path.unlink()
        for group in Path("/sys/fs/cgroup").glob("**/heddle"):
            with suppress(OSError):
                group.rmdir()


@pytest.fixture
def installed(cluster: KubeCluster, node: KubeNode, tmp_path: Path) -> Iterator[Installed]:
    cluster.load(node.name, make_image(tmp_path))
    node.kill("dra")
    node.kill("agent")
    cluster.kubectl("delete", "resourceslices,deviceclass", "--all")
    made = Installed(cluster, node)
    try:
        yield made
    finally:
        made.clean()
        cluster.apply(*CLASSES)  # the installation's were called the same
        node.start_agent()
        node.start_driver()


def test_an_update_of_the_daemon_set_does_not_disturb_pods(
    cluster: KubeCluster, installed: Installed
) -> None:
    """A pod that runs goes on with its share; and when all is removed, nothing is left."""
    installed.install()
    assert eventually(lambda: bool(slices(cluster)), 60), installed.logs()
    cluster.apply(claim("steady", 300, "256Mi"))
    cluster.apply(pod("steady", LOAD, "requests", "1", "1000", "0", "4", "600"))

    def used() -> int:
        return int(installed.programs().get("steady", {}).get("device_time_ns", 0))

    assert eventually(lambda: used() > 0, 90), installed.logs()
    before = installed.programs()["steady"]
    assert before["share_milli"] == 300
    installed.restart()
    assert eventually(lambda: used() > 0, 60), installed.logs()
    begun, after = used(), installed.programs()["steady"]
    assert (after["id"], after["share_milli"]) == (before["id"], 300)
    assert eventually(lambda: used() > begun, 30), installed.logs()
    (status,) = cluster.objects("pod", "steady")[0]["status"]["containerStatuses"]
    assert (phase(cluster, "steady"), status["restartCount"]) == ("Running", 0)

    cluster.kubectl("delete", "pod,resourceclaim", "steady", "--wait=true")
    assert eventually(lambda: "steady" not in installed.programs(), 30)
    installed.remove()
    assert eventually(lambda: slices(cluster) == [], 120)
    assert NAMESPACE not in cluster.kubectl("get", "namespaces", "-o", "name")
    left = subprocess.run(
        [*cluster.on_node(installed.node.name), "find", "/var/run/cdi", "-name", "heddle*"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert left.stdout == ""
