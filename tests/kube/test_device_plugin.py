"""The classic device plugin under a real kubelet: shares and memory by annotation."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from heddle.kubernetes.slots import RESOURCES
from tests.kube.cluster import KubeCluster
from tests.kube.node import IMAGE, KubeNode, busy, load, phase
from tests.world import eventually

pytestmark = pytest.mark.kube
RESOURCE = f"{RESOURCES}gpu"


@pytest.fixture(scope="module", autouse=True)
def plugin(cluster: KubeCluster, node: KubeNode) -> Iterator[None]:
    node.start("plugin", "node", "slots", "--kubeconfig", str(cluster.kubeconfig))
    assert eventually(lambda: slots(cluster) > 0, 30), node.log("plugin")
    yield
    cluster.kubectl("delete", "pod", "--all", "--wait=true")
    assert eventually(lambda: not node.programs(), 30), (node.programs(), node.log("plugin"))
    node.kill("plugin", signal.SIGTERM)


def slots(cluster: KubeCluster) -> int:
    (found,) = cluster.objects("node", "n1")
    return int(found["status"]["allocatable"].get(RESOURCE, 0))


def shared(name: str, annotation: str, *command: str) -> dict[str, Any]:
    container = {
        "name": "load", "image": IMAGE, "imagePullPolicy": "Never", "command": list(command),
        "resources": {"limits": {RESOURCE: "1"}},
    }  # fmt: skip
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": name, "namespace": "default", "annotations": {"heddle.io/xpu": annotation},
        },
        "spec": {
            "containers": [container], "restartPolicy": "Never",
            "terminationGracePeriodSeconds": 1,
        },
    }  # fmt: skip


def devices(node: KubeNode, *names: str) -> set[str]:
    return {device for name in names for device in busy(node)[name]["devices"]}


def test_slots_are_shares_and_no_more_than_there_is(cluster: KubeCluster, node: KubeNode) -> None:
    """Pods are spread over devices, so that two are on one only if all have some."""
    count = slots(cluster) // 10
    asked = {f"p{i}": "0.7,mem=64Mi" for i in range(count)}
    for name, annotation in asked.items():
        cluster.apply(shared(name, annotation, *load(40)))
    assert eventually(lambda: busy(node).keys() == asked.keys(), 60), (
        cluster.kubectl("describe", "pods"),
        node.log("plugin"),
    )
    assert len(devices(node, *asked)) == count
    cluster.apply(shared("small", "0.3,mem=64Mi", *load(40)))
    assert eventually(lambda: "small" in busy(node), 60), node.log("plugin")
    (device,) = devices(node, "small")
    (beside,) = [name for name in asked if devices(node, name) == {device}]
    before = busy(node)
    time.sleep(5)
    after = busy(node)
    got = {
        name: after[name]["device_time_ns"] - before[name]["device_time_ns"]
        for name in ("small", beside)
    }
    assert got["small"] / sum(got.values()) == pytest.approx(0.3, abs=0.02)
    assert after["small"]["memory_limit"] == 64 << 20

    # What would be too much does not start, and says why.
    cluster.apply(shared("large", "0.5", *load(5)))

    def events() -> str:
        return cluster.kubectl("get", "events", "--field-selector=involvedObject.name=large")

    assert eventually(lambda: "% left, not 50 %" in events(), 60), events()
    assert phase(cluster, "large") != "Running"
    cluster.kubectl("delete", "pod", "large", *asked, "small", "--wait=true")


def test_a_kubelet_that_comes_back_knows_the_plugin(cluster: KubeCluster, node: KubeNode) -> None:
    cluster.apply(shared("steady", "0.5", *load(60)))
    assert eventually(lambda: "steady" in busy(node), 60), node.log("plugin")
    before = node.log("plugin").count("has registered")
    cluster.kill_kubelet("n1")
    assert eventually(lambda: node.log("plugin").count("has registered") > before, 60)
    assert eventually(lambda: slots(cluster) > 0, 60)
    cluster.apply(shared("next", "0.5", *load(20)))
    assert eventually(lambda: "next" in busy(node), 60), node.log("plugin")
    assert phase(cluster, "steady") == "Running"
