"""Hardware partitions under a real scheduler and kubelet: it chooses places on a card in MIG mode,
and the driver makes the instances. The card is simulated."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from heddle.kubernetes import DRIVER
from tests.kube.cluster import KubeCluster
from tests.kube.node import PYTHON_IMAGE, KubeNode, claim, phase, pod, slices
from tests.mig_cards import MigCards, build_nvml
from tests.world import eventually

pytestmark = pytest.mark.kube
SLEEP = ("/bin/sleep", "1000")


@pytest.fixture(scope="module")
def card(
    cluster: KubeCluster, node: KubeNode, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MigCards]:
    """A driver that sees an H200 in MIG mode beside the soft XPU."""
    folder = tmp_path_factory.mktemp("mig")
    made = MigCards(build_nvml(folder), folder / "cards", folder / "state")
    made.has("H200")
    before = dict(node.environment)
    node.kill("dra")
    node.environment |= made.environment | {"LD_LIBRARY_PATH": str(folder)}
    node.start_driver()
    try:
        assert eventually(lambda: len(slices(cluster)) == 3, 30), node.log("dra")
        yield made
    finally:
        node.kill("dra")
        node.environment = before
        node.start_driver()
        assert eventually(lambda: len(slices(cluster)) == 1, 30), node.log("dra")


@pytest.fixture(autouse=True)
def nothing_stays(cluster: KubeCluster, card: MigCards) -> Iterator[None]:
    yield
    cluster.kubectl("delete", "pod,resourceclaim", "--all", "--wait=true")


def partition(name: str, profile: str, count: int = 1) -> dict[str, Any]:
    expression = f'device.attributes["{DRIVER}"].profile == "{profile}"'
    exactly = {
        "deviceClassName": "xpu-partition",
        "count": count,
        "selectors": [{"cel": {"expression": expression}}],
    }
    made = claim(name, 1000, "1Mi")
    made["spec"]["devices"]["requests"] = [{"name": "xpu", "exactly": exactly}]
    return made


def given_to(cluster: KubeCluster, name: str) -> list[str]:
    (found,) = cluster.objects("resourceclaim", name)
    results = found["status"]["allocation"]["devices"]["results"]
    return sorted(each["device"] for each in results)


def runs(cluster: KubeCluster, node: KubeNode, *names: str) -> None:
    assert eventually(lambda: {phase(cluster, name) for name in names} == {"Running"}, 60), (
        cluster.kubectl("describe", "pods"),
        node.log("dra"),
    )


def why_pending(cluster: KubeCluster, name: str) -> str:
    (found,) = cluster.objects("pod", name)
    said = found["status"].get("conditions", ())
    return " ".join(each.get("message", "") for each in said if each["type"] == "PodScheduled")


def waits(cluster: KubeCluster, name: str) -> bool:
    return "cannot allocate all claims" in why_pending(cluster, name)


def test_the_scheduler_chooses_places_that_fit_together(
    cluster: KubeCluster, node: KubeNode, card: MigCards
) -> None:
    node.load_python()
    for name, profile in (("small", "3g.71gb"), ("large", "4g.71gb")):
        own = pod(name, "python3", "-c", "import time; time.sleep(1000)", image=PYTHON_IMAGE)
        cluster.apply(partition(name, profile), own)
    runs(cluster, node, "small", "large")
    assert card.instances() == {("3g.71gb", 4), ("4g.71gb", 0)}
    assert given_to(cluster, "small") == ["cuda-0-3g-71gb-4"]
    told = "import os; print(os.environ['CUDA_VISIBLE_DEVICES'])"
    seen = {
        name: cluster.kubectl("exec", name, "--", "python3", "-c", told).strip()
        for name in ("small", "large")
    }
    assert sorted(seen.values()) == ["MIG-0-1-0", "MIG-0-2-0"]
    assert [each["name"] for each in node.programs()] == [], "hardware divides it"
    # A third does not fit, and waits; so do shares, which a card in MIG mode does not offer.
    cluster.apply(partition("third", "1g.18gb"), pod("third", *SLEEP))
    cluster.apply(on_cuda("part"), pod("part", *SLEEP))
    for name in ("third", "part"):
        assert eventually(partial(waits, cluster, name), 30), why_pending(cluster, name)
    cluster.kubectl("delete", "pod,resourceclaim", "large", "--wait=true")
    runs(cluster, node, "third")
    assert phase(cluster, "part") == "Pending"
    assert phase(cluster, "small") == "Running"
    assert ("1g.18gb", 3) in card.instances()
    assert ("3g.71gb", 4) in card.instances()


def test_without_counters_nothing_is_published_that_could_be_given_away_twice(
    cluster: KubeCluster, node: KubeNode, card: MigCards, monkeypatch: pytest.MonkeyPatch
) -> None:
    def started(*gates: str) -> None:
        words = cluster._kube_apiserver()
        with monkeypatch.context() as patch:
            patch.setattr(cluster, "_kube_apiserver", lambda: [*words, *gates])
            cluster.kill("kube-apiserver")
            cluster.start_server("kube-apiserver")
        cluster.wait("the API server", lambda: cluster.get("/readyz") == "ok")

    node.kill("dra")
    cluster.kubectl("delete", "resourceslices", "--all")
    started("--feature-gates=DRAPartitionableDevices=false")
    try:
        node.start_driver()
        assert eventually(lambda: "keeps no counters" in node.log("dra"), 30), node.log("dra")
        assert eventually(lambda: len(slices(cluster)) == 1, 30)
        assert "soft-gpu" in str(slices(cluster))
    finally:
        node.kill("dra")
        started()
        node.start_driver()
    assert eventually(lambda: len(slices(cluster)) == 3, 60), node.log("dra")


def on_cuda(name: str) -> dict[str, Any]:
    """A part of a whole card."""
    made = claim(name, 300, "64Mi")
    exactly = made["spec"]["devices"]["requests"][0]["exactly"]
    exactly["selectors"] = [
        {"cel": {"expression": f'device.attributes["{DRIVER}"].vendor == "nvidia"'}}
    ]
    del exactly["capacity"]
    return made


def test_a_driver_that_is_started_anew_knows_the_instances(
    cluster: KubeCluster, node: KubeNode, card: MigCards
) -> None:
    cluster.apply(partition("two", "2g.35gb", count=2), pod("two", *SLEEP))
    runs(cluster, node, "two")
    names = given_to(cluster, "two")
    assert len(names) == 2
    before = card.lines
    node.kill("dra")
    node.start_driver()
    times = node.log("dra").count("has registered")
    assert eventually(lambda: node.log("dra").count("has registered") > times, 30)
    cluster.apply(partition("next", "3g.71gb"), pod("next", *SLEEP))
    assert eventually(lambda: phase(cluster, "next") == "Running" or waits(cluster, "next"), 30)
    assert {*before} <= {*card.lines}, "what the pod has is not touched"
    assert phase(cluster, "two") == "Running"
    booked = node.heddle("device", "partition", "ls", "-o", "json")
    assert booked.count("claim-") >= 2
    cluster.kubectl("delete", "pod,resourceclaim", "--all", "--wait=true")
    assert eventually(
        lambda: "claim-" not in node.heddle("device", "partition", "ls", "-o", "json"), 30
    )
    cluster.apply(partition("all", "7g.141gb"), pod("all", *SLEEP))
    runs(cluster, node, "all")
    assert card.instances() == {("7g.141gb", 0)}


def test_a_card_that_leaves_mig_mode_is_withdrawn_when_no_claim_has_it(
    cluster: KubeCluster, node: KubeNode, card: MigCards
) -> None:
    cluster.apply(partition("stays", "1g.18gb"), pod("stays", *SLEEP))
    runs(cluster, node, "stays")

    def pools() -> list[str]:
        return sorted(each["spec"]["pool"]["name"] for each in slices(cluster))

    lines = card.lines
    card.holds("mode 0 0", *lines)
    node.kill("dra")
    node.start_driver()
    times = node.log("dra").count("has registered")
    assert eventually(lambda: node.log("dra").count("has registered") > times, 30)
    assert pools() == ["n1", "n1/cuda-0", "n1/cuda-0"]
    cluster.kubectl("delete", "pod,resourceclaim", "--all", "--wait=true")
    assert eventually(lambda: pools() == ["n1"], 60), node.log("dra")
    card.holds("mode 0 1", *lines)
    assert eventually(lambda: pools() == ["n1", "n1/cuda-0", "n1/cuda-0"], 60), node.log("dra")
