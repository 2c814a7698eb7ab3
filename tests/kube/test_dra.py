"""The DRA driver under a real kubelet: pods get parts of a device, and no more than that."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kube.cluster import KubeCluster
from tests.kube.node import PYTHON_IMAGE, KubeNode, busy, claim, load, phase, pod, slices
from tests.world import eventually

pytestmark = pytest.mark.kube
MIB = 1 << 20
#: Asks for memory until it gets none, and says how much that was.
TAKE_ALL = """
import sys; sys.path.insert(0, "/"); import taker
verbs = taker.soft("/opt/heddle/lib/libsoftxpu.so.1")
print(verbs["info"]().split()[1], sum(verbs["take"](1 << 20) == 0 for _ in range(80)))
"""


@pytest.fixture(autouse=True)
def nothing_stays(cluster: KubeCluster, node: KubeNode) -> Iterator[None]:
    yield
    cluster.kubectl("delete", "pod,resourceclaim", "--all", "--wait=true")
    assert eventually(lambda: not node.programs(), 30), node.programs()


def used(node: KubeNode, names: list[str], seconds: float) -> dict[str, int]:
    """Device time meanwhile."""
    before = busy(node)
    time.sleep(seconds)
    after = busy(node)
    return {name: after[name]["device_time_ns"] - before[name]["device_time_ns"] for name in names}


def begun(cluster: KubeCluster, node: KubeNode, *names: str) -> None:
    assert eventually(lambda: busy(node).keys() >= {*names}, 60), (
        cluster.kubectl("describe", "pods"),
        node.log("dra"),
        node.programs(),
    )


def test_two_pods_share_a_device_as_they_claimed(cluster: KubeCluster, node: KubeNode) -> None:
    (published,) = slices(cluster)
    assert "soft-gpu" in [each["name"] for each in published["spec"]["devices"]]
    shares = {"small": 300, "large": 700}
    for name, share in shares.items():
        cluster.apply(claim(name, share, "256Mi"), pod(name, *load(20)))
    begun(cluster, node, *shares)
    got = used(node, [*shares], 5)
    for name, share in shares.items():
        found = busy(node)[name]
        assert (found["share_milli"], found["memory_limit"]) == (share, 256 * MIB)
        assert got[name] / sum(got.values()) == pytest.approx(share / 1000, abs=0.02)


def test_the_limit_of_memory_is_exact(cluster: KubeCluster, node: KubeNode) -> None:
    node.load_python()
    cluster.apply(
        claim("memory", 500, "64Mi"),
        pod("memory", "python3", "-c", TAKE_ALL, image=PYTHON_IMAGE),
    )
    assert eventually(lambda: phase(cluster, "memory") in ("Succeeded", "Failed"), 60)
    total, taken = map(int, cluster.kubectl("logs", "memory").split())
    assert (total, taken) == (64 * MIB, 64)


def test_a_pod_of_any_user_has_its_claim(cluster: KubeCluster, node: KubeNode) -> None:
    """What it says in its environment changes nothing."""
    own: dict[str, Any] = {
        "securityContext": {"runAsUser": 1234, "runAsGroup": 1234},
        "env": [{"name": "HEDDLE_PROGRAM", "value": "1"}, {"name": "HEDDLE_SHARE", "value": "1"}],
    }
    cluster.apply(claim("user", 200, "64Mi"), pod("user", *load(10), **own))
    begun(cluster, node, "user")
    assert [each["name"] for each in node.programs()] == ["user"]


def test_a_pod_that_comes_later_shares_the_claim(cluster: KubeCluster, node: KubeNode) -> None:
    """Kubelet does not tell the driver of it."""
    cluster.apply(claim("shared", 400, "64Mi"), pod("first", *load(30), of="shared"))
    begun(cluster, node, "shared")
    cluster.apply(pod("second", *load(20), of="shared"))

    def processes() -> list[int]:
        (found,) = node.programs()
        return list(found["processes"])

    assert eventually(lambda: len(processes()) == 2, 30), (node.programs(), node.log("dra"))


def test_a_driver_that_is_killed_disturbs_nobody(cluster: KubeCluster, node: KubeNode) -> None:
    cluster.apply(claim("steady", 500, "64Mi"), pod("steady", *load(60)))
    begun(cluster, node, "steady")
    (before,) = node.programs()
    node.kill("dra")
    assert used(node, ["steady"], 1)["steady"] > 0.8e9
    node.start_driver()
    assert eventually(lambda: node.log("dra").count("has registered") >= 2, 30)
    cluster.apply(claim("next", 500, "64Mi"), pod("next", *load(10)))
    begun(cluster, node, "steady", "next")
    assert before["id"] in [each["id"] for each in node.programs()]
    (found,) = cluster.objects("pod", "steady")
    assert found["status"]["containerStatuses"][0]["restartCount"] == 0


def test_best_effort_gives_way_and_goes_on(cluster: KubeCluster, node: KubeNode) -> None:
    """A full device is free for who is guaranteed something: nobody is killed for that."""
    others = ["low-one", "low-two"]
    for name in others:
        cluster.apply(claim(name, 500, "64Mi", "xpu-best-effort"), pod(name, *load(60)))
    begun(cluster, node, *others)
    half = used(node, others, 3)
    assert half["low-one"] / sum(half.values()) == pytest.approx(0.5, abs=0.05)
    cluster.apply(claim("urgent", 1000, "512Mi"), pod("urgent", *load(8, 20_000)))
    begun(cluster, node, "urgent")
    got = used(node, [*others, "urgent"], 3)
    assert got["urgent"] / sum(got.values()) > 0.95
    assert eventually(lambda: phase(cluster, "urgent") == "Succeeded", 30)
    said = cluster.kubectl("get", "events", "--field-selector=involvedObject.name=low-one")
    assert "XpuHeld" in said
    assert "XpuResumed" in said
    back = used(node, others, 2)
    assert min(back.values()) > 0.3e9
    for name in others:
        (found,) = cluster.objects("pod", name)
        assert found["status"]["containerStatuses"][0]["restartCount"] == 0


def test_kubelet_shows_how_devices_are(cluster: KubeCluster, node: KubeNode) -> None:
    cluster.apply(claim("well", 300, "64Mi"), pod("well", *load(30)))
    begun(cluster, node, "well")

    def health() -> list[Any]:
        (found,) = cluster.objects("pod", "well")
        status = found["status"]["containerStatuses"][0].get("allocatedResourcesStatus", ())
        return [part["health"] for each in status for part in each["resources"]]

    assert eventually(lambda: health() == ["Healthy"], 30), health()
