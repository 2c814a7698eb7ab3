"""What `heddle k8s check` finds, from what clusters say."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heddle.cli.k8s._findings import findings
from heddle.kubernetes import DRIVER
from heddle.kubernetes.install.inquiry import ClusterFacts, RightsGap


def node(name: str, version: str = "v1.36.4", **allocatable: str) -> dict[str, Any]:
    status = {"nodeInfo": {"kubeletVersion": version}, "allocatable": allocatable}
    return {"metadata": {"name": name}, "status": status}


def published(node: str, vendor: str, driver: str = DRIVER) -> dict[str, Any]:
    device = {"name": "one", "attributes": {"vendor": {"string": vendor}}}
    return {
        "metadata": {"name": f"{node}-{driver}"},
        "spec": {"driver": driver, "nodeName": node, "devices": [device]},
    }


GOOD = ClusterFacts(
    version="1.36.4",
    serves_dra=True,
    keeps_parts=True,
    gaps=[],
    account="system:serviceaccount:heddle-system:heddle-driver",
    nodes=[node("n1")],
    slices=[published("n1", "nvidia")],
    classes=["xpu", "xpu-best-effort", "xpu-partition"],
    webhook={"status": {"readyReplicas": 2}},
    has_webhook=True,
)


def wrong(**changes: Any) -> list[str]:
    found = list(findings(replace(GOOD, **changes)))
    return [f"{each.what}: {each.detail}" for each in found if each.state == "wrong"]


def test_a_cluster_with_all_of_it_is_fine() -> None:
    assert {each.state for each in findings(GOOD)} == {"ok"}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"version": "1.33.9"}, "upgrade the cluster to 1.34"),
        ({"version": "2.x"}, "upgrade the cluster"),
        ({"serves_dra": False}, "not served"),
        ({"keeps_parts": False}, "DRAConsumableCapacity"),
        ({"gaps": [RightsGap("a", "resource.k8s.io", "resourceclaims", "get")]},
         "may not get resourceclaims in resource.k8s.io"),
        ({"classes": ["xpu"]}, "xpu-best-effort, xpu-partition missing"),
        ({"nodes": [node("n1", "v1.33.1")]}, "kubelet of n1: v1.33.1: upgrade"),
        ({"slices": []}, "no node publishes devices"),
        ({"webhook": {"status": {}}}, "none of its pods is ready"),
        ({"webhook": None}, "none of its pods is ready"),
    ],
)  # fmt: skip
def test_each_obstacle_is_named_with_its_remedy(changes: dict[str, Any], says: str) -> None:
    (found,) = wrong(**changes)
    assert says in found


@pytest.mark.parametrize(
    ("vendor", "resource", "driver"),
    [
        ("nvidia", "nvidia.com/gpu", "gpu.nvidia.com"),
        ("nvidia", "nvidia.com/mig-1g.5gb", "gpu.nvidia.com"),
        ("amd", "amd.com/gpu", "gpu.amd.com"),
        ("intel", "gpu.intel.com/i915", "gpu.intel.com"),
        ("huawei", "huawei.com/Ascend910", "npu.huawei.com"),
    ],
)
def test_two_that_give_away_one_device_are_refused(vendor: str, resource: str, driver: str) -> None:
    ours = published("n1", vendor)
    (plugin,) = wrong(nodes=[node("n1", **{resource: "8"})], slices=[ours])
    assert resource in plugin
    assert "--node-selector" in plugin
    (other,) = wrong(slices=[ours, published("n1", vendor, driver)])
    assert driver in other
    # On another node, of another vendor, or with nothing left to give, it is no rival.
    elsewhere = [ours, published("n2", vendor, driver)]
    nodes = [node("n1", **{resource: "0"}), node("n2", **{resource: "8"})]
    assert wrong(nodes=nodes, slices=elsewhere) == []
    soft = published("n1", "heddle")
    assert wrong(nodes=[node("n1", **{resource: "8"})], slices=[soft]) == []


def test_what_the_caller_may_not_ask_is_a_note() -> None:
    asked = ("keeps_parts", "gaps", "nodes", "slices", "classes", "has_webhook")
    unknown: dict[str, Any] = dict.fromkeys(asked)
    found = list(findings(replace(GOOD, **unknown)))
    notes = [each for each in found if each.state == "note"]
    assert len(notes) == 5
    assert all("may not" in each.detail for each in notes)
    assert not [each for each in found if each.state == "wrong"]


def test_a_server_that_is_away_is_one_line(tmp_path: Path) -> None:
    config = tmp_path / "config"
    config.write_text(
        '{"apiVersion": "v1", "kind": "Config", "current-context": "c", "contexts": [{"name": "c",'
        '"context": {"cluster": "c", "user": "u"}}], "users": [{"name": "u", "user": {"token": '
        '"t"}}], "clusters": [{"name": "c", "cluster": {"server": "https://127.0.0.1:1"}}]}'
    )
    words = [sys.executable, "-m", "heddle", "k8s", "check", "--kubeconfig", str(config)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 1
    assert "https://127.0.0.1:1 does not answer" in done.stdout
    assert "Traceback" not in done.stderr
