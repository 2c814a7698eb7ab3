"""Heddle in a cluster as an administrator has it: by `heddle k8s manifests`, from images."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.kube.cluster import KubeCluster
from tests.kube.images import CONTROL, NODE

NAMESPACE = "heddle-system"
TABLE = "/run/heddle/table"


class Installation:
    """On one node, with a soft XPU of its own; `options` are of `heddle k8s manifests`."""

    def __init__(self, cluster: KubeCluster, node: str, *options: str) -> None:
        self.cluster, self.node = cluster, node
        self._segment = f"heddle-kube-{os.getpid()}-installed"
        images = ["--image", NODE, "--control-image", CONTROL, "--pull-policy", "Never"]
        soft = ["--soft", f"--env=SOFTXPU_SEGMENT={self._segment}"]
        self._words = [*images, *soft, *options]

    def manifests(self) -> str:
        words = [sys.executable, "-m", "heddle", "k8s", "manifests", *self._words]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    def install(self) -> None:
        """Also again, as an update."""
        self.cluster.kubectl("apply", "--server-side", "-f", "-", input=self.manifests())

    def wait(self, *workloads: str) -> None:
        for each in workloads:
            words = ("rollout", "status", each, "-n", NAMESPACE, "--timeout=100s")
            said = self.cluster.kubectl(*words, check=False)
            assert "successfully rolled out" in said, f"{each}: {said}{self.logs(each)}"

    def logs(self, workload: str) -> str:
        select = ("-n", NAMESPACE, "--all-containers", "--prefix", "--tail=30")
        return self.cluster.kubectl("logs", workload, *select, check=False) + (
            self.cluster.kubectl("describe", "pods", "-A", check=False)
        )

    def programs(self) -> dict[str, dict[str, Any]]:
        words = ["env", f"HEDDLE_TABLE={TABLE}", sys.executable, "-m", "heddle", "ps", "-o", "json"]
        done = subprocess.run(
            [*self.cluster.on_node(self.node), *words], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return {each["name"]: each for each in json.loads(done.stdout)}

    def remove(self) -> None:
        """As docs/guides/kubernetes.md says."""
        self.cluster.kubectl("delete", "-f", "-", "--wait=true", input=self.manifests())
        select = ("--all-namespaces", "-l", "heddle.io/made-by=webhook")
        self.cluster.kubectl("delete", "resourceclaimtemplates", *select)

    def left(self) -> list[str]:
        """Objects and files that removal should have removed."""
        kinds = self.cluster.kubectl("api-resources", "--verbs=list", "-o", "name").split()
        found = ""
        for label in ("name=heddle", "managed-by=heddle"):
            words = ("-A", "-l", f"app.kubernetes.io/{label}", "-o", "name")
            found += self.cluster.kubectl("get", ",".join(kinds), *words)
        names = self.cluster.kubectl("get", "namespaces", "-o", "name")
        files = subprocess.run(
            [*self.cluster.on_node(self.node), "find", "/var/run/cdi", "-name", "heddle*"],
            capture_output=True, text=True,
        )  # fmt: skip
        own = [each for each in names.split() if NAMESPACE in each]
        return [*found.split(), *own, *files.stdout.split()]

    def clean(self) -> None:
        for path in Path("/dev/shm").glob(f"{self._segment}*"):
            path.unlink()
        for group in Path("/sys/fs/cgroup").glob("**/heddle"):
            with suppress(OSError):
                group.rmdir()
