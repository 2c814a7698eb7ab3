"""The admission webhook on a real API server: pods ask in words, and get claims of the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from heddle.kubernetes.admission import CLAIM
from heddle.kubernetes.claims import quantity
from tests.kube.cluster import KubeCluster, KubeError
from tests.kube.node import LOAD, SPARE_MILLI, KubeNode, pod
from tests.kube.webhook import (
    A100_MIB,
    BEST_EFFORT,
    H200_MIB,
    L40S_MIB,
    KubeWebhook,
    unreal_slice,
)
from tests.world import eventually

pytestmark = pytest.mark.kube
MIB = 1 << 20
SOFT_MIB = (16 << 10) * (1000 - SPARE_MILLI) // 1000  #: the smallest GPU here
Parts = list[tuple[str, int, int]]


@pytest.fixture(scope="module")
def webhook(
    cluster: KubeCluster, node: KubeNode, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KubeWebhook]:
    made = KubeWebhook(cluster, tmp_path_factory.mktemp("webhook"))
    cluster.apply(unreal_slice(node.name), BEST_EFFORT)
    made.install()
    yield made
    cluster.kubectl("delete", "mutatingwebhookconfiguration", "--all")
    cluster.kubectl("delete", "resourceslice", "unreal")
    made.stop()


def asking(name: str, limits: dict[str, str] | None = None, **annotations: str) -> dict[str, Any]:
    """`__` in the name of an annotation is a slash."""
    made = pod(name, LOAD, "requests", "1", "1000", "0", "4", "20")
    del made["spec"]["resourceClaims"]
    made["spec"]["containers"][0]["resources"] = {"limits": limits} if limits else {}
    words = {key.replace("__", ".io/").replace("_", "-"): each for key, each in annotations.items()}
    made["metadata"]["annotations"] = words
    return made


def allocated(cluster: KubeCluster, name: str) -> Parts:
    """Device, share and MiB of each part that the pod was given; empty: not yet."""
    status = cluster.objects("pod", name)[0]["status"]
    for each in status.get("resourceClaimStatuses", ()):
        claim = cluster.objects("resourceclaim", each["resourceClaimName"])[0]
        results = claim["status"].get("allocation", {}).get("devices", {}).get("results", ())
        return [_part(result) for result in results]
    return []


def _part(result: dict[str, Any]) -> tuple[str, int, int]:
    used = result["consumedCapacity"]
    return result["device"], int(used["share"]), quantity(used["memory"]) // MIB


def templates(cluster: KubeCluster) -> list[str]:
    return [each["metadata"]["name"] for each in cluster.objects("resourceclaimtemplates")]


def removed(cluster: KubeCluster, *names: str) -> None:
    cluster.kubectl("delete", "pod", *names, "--wait=true", "--grace-period=1")


HAMI = {"nvidia.com/gpu": "1", "nvidia.com/gpucores": "30", "nvidia.com/gpumem": "3000"}
#: With how the device is called, the share, and the memory in MiB.
PARTS: dict[str, tuple[dict[str, Any], Parts]] = {
    "own": (asking("own", heddle__xpu="h200:0.3,mem=8Gi"), [("h200", 300, 8192)]),
    "share": (asking("share", heddle__xpu="h200:30%"), [("h200", 300, H200_MIB * 3 // 10)]),
    "hami": (asking("hami", HAMI), [("", 300, 3000)]),
    "kai": (
        asking("kai", gpu_fraction="0.5", gpu_fraction_container_name="load"),
        [("soft-gpu", 500, SOFT_MIB // 2)],
    ),
    "memory": (asking("memory", gpu_memory="96000"), [("h200", 668, 96000)]),
    "two": (
        asking("two", heddle__xpu="h200:2,share=0.25,mem=1Gi"),
        [("h200-0", 250, 1024), ("h200-1", 250, 1024)],
    ),
    "spare": (asking("spare", heddle__xpu="l40s:0.5,best-effort"), [("l40s", 500, L40S_MIB // 2)]),
    "else": (asking("else", heddle__xpu="910b:0.5 | a100:0.25"), [("a100", 250, A100_MIB // 4)]),
}


@pytest.mark.parametrize("name", PARTS)
def test_a_pod_gets_the_part_it_asks_for(
    cluster: KubeCluster, webhook: KubeWebhook, name: str
) -> None:
    asked, expected = PARTS[name]
    cluster.apply(asked)
    try:
        assert eventually(lambda: bool(allocated(cluster, name)), 30), (
            cluster.kubectl("describe", "pod,resourceclaim"),
            webhook.log(),
        )
        got = sorted(allocated(cluster, name))
        assert [each[1:] for each in got] == [each[1:] for each in expected]
        assert all(one[0].startswith(other[0]) for one, other in zip(got, expected, strict=True))
        (container,) = cluster.objects("pod", name)[0]["spec"]["containers"]
        assert container["resources"] == {"claims": [{"name": CLAIM}]}
    finally:
        removed(cluster, name)


def test_the_part_is_enforced(cluster: KubeCluster, node: KubeNode, webhook: KubeWebhook) -> None:
    cluster.apply(asking("soft", heddle__xpu="soft:0.3,mem=256Mi | npu:0.5"))

    def ours() -> list[tuple[int, int]]:
        busy = [each for each in node.programs() if each["device_time_ns"]]
        return [(each["share_milli"], each["memory_limit"]) for each in busy]

    assert eventually(lambda: ours() == [(300, 256 * MIB)], 60), (
        cluster.kubectl("describe", "pod", "soft"),
        node.log("dra"),
        node.programs(),
    )
    removed(cluster, "soft")
    assert eventually(lambda: not node.programs(), 30), node.programs()


def test_two_containers_get_their_own_devices(
    cluster: KubeCluster, node: KubeNode, webhook: KubeWebhook
) -> None:
    asked = asking("pair")
    (first,) = asked["spec"]["containers"]
    asked["spec"]["containers"] = [{**first, "name": "one"}, {**first, "name": "other"}]
    both = {"heddle.io/xpu.one": "soft:0.2,mem=25%", "heddle.io/xpu.other": "soft:0.2,mem=25%"}
    asked["metadata"]["annotations"] = both
    cluster.apply(asked)
    assert eventually(lambda: "Running" in cluster.kubectl("get", "pod", "pair"), 30), (
        cluster.kubectl("describe", "pod", "pair"),
        node.log("dra"),
    )
    words = ("get", "pod", "pair", "-o", "jsonpath={.status.containerStatuses[*].restartCount}")
    assert cluster.kubectl(*words) == "0 0"
    assert eventually(lambda: len(node.programs()) == 1, 30)  # both are the pod's program
    removed(cluster, "pair")
    assert eventually(lambda: not node.programs(), 30), node.programs()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (asking("bad", heddle__xpu="h2000:0.3"), "Did you mean 'h200'?"),
        (asking("bad", HAMI, heddle__xpu="h200"), "in two ways"),
        (asking("bad", gpu_fraction="1.5"), 'gpu-fraction: "1.5"'),
        (asking("bad", {"nvidia.com/gpumem": "0"}), "nvidia.com/gpumem is '0'"),
    ],
)
def test_nonsense_is_denied(
    cluster: KubeCluster, webhook: KubeWebhook, asked: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(KubeError, match=r"denied the request") as denied:
        cluster.apply(asked)
    assert sentence in str(denied.value)


def test_a_dry_run_makes_no_template(cluster: KubeCluster, webhook: KubeWebhook) -> None:
    before = templates(cluster)
    words = json.dumps(asking("dry", heddle__xpu="h200:0.123,mem=1Gi"))
    said = cluster.kubectl("create", "--dry-run=server", "-o", "json", "-f", "-", input=words)
    (claim,) = json.loads(said)["spec"]["resourceClaims"]
    assert claim["resourceClaimTemplateName"] not in templates(cluster) == before


def test_equal_pods_share_a_template_until_nobody_needs_it(
    cluster: KubeCluster, webhook: KubeWebhook
) -> None:
    webhook.sweep(7200)  # of the tests before
    for name in ("one", "other"):
        cluster.apply(asking(name, heddle__xpu="h200:0.1,mem=1Gi"))
    (made,) = templates(cluster)
    assert webhook.sweep(7200) == 0  # its pods are there
    removed(cluster, "one", "other")
    assert webhook.sweep(0) == 0  # it is new
    assert webhook.sweep(7200) == 1
    assert made not in templates(cluster)


def test_pods_that_ask_for_nothing_do_not_need_the_webhook(
    cluster: KubeCluster, webhook: KubeWebhook
) -> None:
    webhook.stop()
    try:
        cluster.apply(asking("plain", {"nvidia.com/gpu": "1"}))
        with pytest.raises(KubeError, match="failed calling webhook"):
            cluster.apply(asking("bad", heddle__xpu="h200"))
        assert "resourceClaims" not in cluster.objects("pod", "plain")[0]["spec"]
    finally:
        webhook.start()
    removed(cluster, "plain")
