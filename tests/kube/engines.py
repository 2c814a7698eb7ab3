"""The engine of a test's cluster, and an image with what its jobs run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from heddle.engine.kubernetes import settings
from heddle.engine.kubernetes.engine import Kubernetes
from tests.images import docker_archive
from tests.kube.cluster import PORT, KubeCluster
from tests.kube.passage import Passage

IMAGE = "heddle.test/jobs:1"
PROGRAMS = [
    "sh",
    "sleep",
    "true",
    "env",
    "cat",
    "echo",
    "head",
    "nc",
    "tr",
    "stty",
    "grep",
    "tar",
    "gzip",
    "wc",
]


class JobCluster:
    """A cluster as one control plane has it."""

    def __init__(self, cluster: KubeCluster, folder: Path) -> None:
        self.cluster = cluster
        self.passage = Passage(cluster.hosts.hub, (cluster.hosts.address(cluster.hosts.hub), PORT))
        self.kubeconfig = folder / "kubeconfig"
        self.write_kubeconfig(self.kubeconfig, "admin-token")
        root = folder / "root"
        (root / "bin").mkdir(parents=True)
        shutil.copy(cluster.parts.file("busybox"), root / "bin/busybox")
        for name in PROGRAMS:
            (root / "bin" / name).symlink_to("busybox")
        variables = {"Env": ["PATH=/bin"]}
        for node in cluster.nodes:
            cluster.load(node, docker_archive(root, folder / "jobs.tar", IMAGE, variables))

    def write_kubeconfig(self, path: Path, token: str) -> None:
        self.cluster.write_kubeconfig(path, token)
        said = json.loads(path.read_text())
        said["clusters"][0]["cluster"]["server"] = f"https://127.0.0.1:{self.passage.port}"
        path.write_text(json.dumps(said))

    def variables(self, **more: str) -> dict[str, str]:
        return {
            settings.KUBECONFIG: str(self.kubeconfig),
            settings.NAMESPACES: "default=default",
            settings.IMAGE: IMAGE,
            **more,
        }

    def engine(self, folder: Path, **more: str) -> Kubernetes:
        return Kubernetes(str(folder), environment=self.variables(**more))

    def pods(self) -> list[str]:
        """All that are ours."""
        found = self.cluster.objects("pods", "-l", "app.kubernetes.io/managed-by=heddle")
        return [each["metadata"]["name"] for each in found]
