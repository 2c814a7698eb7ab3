"""The DRA driver under a real kubelet: pods get parts of a device, and no more than that."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.kube.cluster import KubeCluster
from tests.kube.node import LOAD, KubeNode, claim, pod, slices
from tests.world import eventually

pytestmark = pytest.mark.kube


def test_two_pods_share_a_device_as_they_claimed(cluster: KubeCluster, node: KubeNode) -> None:
    (published,) = slices(cluster)
    assert "soft-gpu" in [each["name"] for each in published["spec"]["devices"]]
    shares = {"small": 300, "large": 700}
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
