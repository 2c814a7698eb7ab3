"""`heddle bench k8s` measures; what it finds with so little is not judged."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys

import pytest

from tests.kube.cluster import KubeCluster
from tests.kube.node import IMAGE, KubeNode

pytestmark = pytest.mark.kube


def test_it_measures_and_leaves_nothing(cluster: KubeCluster, node: KubeNode) -> None:
    on_node = shlex.join(cluster.on_node("n1"))
    few = ("--times", "2", "--pods", "6", "--image", IMAGE, "--on-node", on_node, "-o", "json")
    bench = [sys.executable, "-m", "heddle", "bench", "k8s", "--node", "n1", *few]
    done = subprocess.run(
        [*cluster.hosts.inside(cluster.hosts.hub), *bench],
        env={**os.environ, "KUBECONFIG": str(cluster.kubeconfig)},
        capture_output=True,
        text=True,
        timeout=100,
    )
    report = json.loads(done.stdout or "{}")
    assert done.returncode == (0 if all(bar["holds"] for bar in report["bars"]) else 1), done.stderr
    bars = {bar["name"]: bar for bar in report["bars"]}
    assert bars["restarts of others"]["holds"]
    assert bars["others that go on"]["holds"]
    assert all(row.get("per_s", 1) > 0 for row in report["rows"])
    assert not cluster.objects("pods")
    assert [each["spec"]["driver"] for each in cluster.objects("resourceslices")] == [
        "xpu.heddle.dev"
    ]
