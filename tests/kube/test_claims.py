"""Pods with several devices, in one claim and in several, under a real kubelet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from heddle.kubernetes import DRIVER
from tests.kube.cluster import KubeCluster
from tests.kube.node import PYTHON_IMAGE, KubeNode, claim, pod
from tests.world import eventually

pytestmark = pytest.mark.kube
MIB = 1 << 20
#: Says of each device that it sees how much memory it has, and how much it gets; then it waits, so
#: that its program stays.
TAKE_ALL = """
import ctypes, json, time
library = ctypes.CDLL("/opt/heddle/lib/libsoftxpu.so.1")
library.sxInit(0)
count, found = ctypes.c_int(), {}
library.sxDeviceCount(ctypes.byref(count))
for device in range(count.value):
    name, pointer = ctypes.create_string_buffer(48), ctypes.c_void_p()
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    library.sxDeviceGetName(device, name, 48)
    library.sxSetDevice(device)
    library.sxMemGetInfo(ctypes.byref(free), ctypes.byref(total))
    some = ctypes.c_size_t(1 << 20)
    taken = sum(library.sxMalloc(ctypes.byref(pointer), some) == 0 for _ in range(150))
    found[name.value.decode()] = [total.value >> 20, taken]
print(json.dumps(found), flush=True)
time.sleep(1000)
"""


@pytest.fixture(autouse=True)
def nothing_stays(cluster: KubeCluster, node: KubeNode) -> Iterator[None]:
    node.load_python()
    yield
    cluster.kubectl("delete", "pod,resourceclaim", "--all", "--wait=true")
    assert eventually(lambda: not node.programs(), 30), node.programs()


def request(name: str, share: int, memory: str, *kinds: str) -> dict[str, Any]:
    """One of each of these kinds of devices."""
    made: dict[str, Any] = claim("", share, memory)["spec"]["devices"]["requests"][0]
    expression = f'device.attributes["{DRIVER}"].kind in {json.dumps(kinds)}'
    made["exactly"] |= {"selectors": [{"cel": {"expression": expression}}], "count": len(kinds)}
    return made | {"name": name}


def claim_of(name: str, *requests: dict[str, Any]) -> dict[str, Any]:
    made = claim(name, 1000, "1Mi")
    different = [
        {"requests": [each["name"]], "distinctAttribute": f"{DRIVER}/uuid"}
        for each in requests
        if each["exactly"]["count"] > 1
    ]
    made["spec"]["devices"] = {"requests": [*requests], "constraints": different}
    return made


def pod_with(name: str, **containers: list[str]) -> dict[str, Any]:
    """Each container with claims of these names."""
    made = pod(name, "python3", "-c", TAKE_ALL, image=PYTHON_IMAGE)
    (one,) = made["spec"]["containers"]
    every = dict.fromkeys(each for some in containers.values() for each in some)
    made["spec"]["resourceClaims"] = [{"name": each, "resourceClaimName": each} for each in every]
    made["spec"]["containers"] = [
        {**one, "name": container, "resources": {"claims": [{"name": each} for each in some]}}
        for container, some in containers.items()
    ]
    return made


def taken(cluster: KubeCluster, node: KubeNode, name: str, container: str) -> dict[str, Any]:
    def said() -> str:
        return cluster.kubectl("logs", name, "-c", container, check=False)

    assert eventually(lambda: said().strip().endswith("}"), 90), (
        cluster.kubectl("describe", "pods"),
        node.log("dra"),
        said(),
    )
    return dict(json.loads(said()))


def programs(node: KubeNode) -> dict[str, tuple[int, int]]:
    """Those that have processes: share and limit, by name."""
    return {
        each["name"]: (each["share_milli"], each["memory_limit"] // MIB)
        for each in node.programs()
        if each["processes"]
    }


def test_two_devices_of_one_request(cluster: KubeCluster, node: KubeNode) -> None:
    both = claim_of("both", request("two", 300, "64Mi", "gpu", "npu"))
    cluster.apply(both, pod_with("both", main=["both"]))
    assert taken(cluster, node, "both", "main") == {"gpu": [64, 64], "npu": [64, 64]}
    assert programs(node) == {"both": (300, 64)}


def test_two_requests_of_one_claim(cluster: KubeCluster, node: KubeNode) -> None:
    """A process is in one program: the least holds on both."""
    requests = [request("one", 300, "96Mi", "gpu"), request("other", 500, "64Mi", "npu")]
    cluster.apply(claim_of("both", *requests), pod_with("both", main=["both"]))
    assert taken(cluster, node, "both", "main") == {"gpu": [64, 64], "npu": [64, 64]}
    assert programs(node) == {"both": (300, 64)}


def test_two_parts_of_one_device_add_up(cluster: KubeCluster, node: KubeNode) -> None:
    requests = [request("one", 300, "64Mi", "gpu"), request("other", 200, "32Mi", "gpu")]
    cluster.apply(claim_of("both", *requests), pod_with("both", main=["both"]))
    assert taken(cluster, node, "both", "main") == {"gpu": [96, 96]}
    assert programs(node) == {"both": (500, 96)}


def test_two_claims_of_one_container(cluster: KubeCluster, node: KubeNode) -> None:
    cluster.apply(
        claim_of("first", request("xpu", 300, "64Mi", "gpu")),
        claim_of("second", request("xpu", 500, "64Mi", "npu")),
        pod_with("pair", main=["first", "second"]),
    )
    assert taken(cluster, node, "pair", "main") == {"gpu": [64, 64], "npu": [64, 64]}
    assert programs(node) == {"first": (300, 64)}


def test_containers_with_a_claim_each_have_their_own(cluster: KubeCluster, node: KubeNode) -> None:
    cluster.apply(
        claim_of("small", request("xpu", 200, "32Mi", "gpu")),
        claim_of("large", request("xpu", 700, "96Mi", "gpu")),
        pod_with("pair", left=["small"], right=["large"]),
    )
    assert taken(cluster, node, "pair", "left") == {"gpu": [32, 32]}
    assert taken(cluster, node, "pair", "right") == {"gpu": [96, 96]}
    assert programs(node) == {"small": (200, 32), "large": (700, 96)}


def test_of_claims_that_differ_both_ways_the_least_of_each_holds_together(
    cluster: KubeCluster, node: KubeNode
) -> None:
    cluster.apply(
        claim_of("slow", request("xpu", 200, "96Mi", "gpu")),
        claim_of("tight", request("xpu", 700, "32Mi", "npu")),
        pod_with("pair", main=["slow", "tight"]),
        claim_of("less", request("xpu", 100, "48Mi", "gpu")),
        claim_of("more", request("xpu", 150, "16Mi", "npu")),
        pod_with("apart", left=["less"], right=["more"]),
    )
    assert taken(cluster, node, "pair", "main") == {"gpu": [32, 32], "npu": [32, 32]}
    assert taken(cluster, node, "apart", "left") == {"gpu": [48, 48]}
    assert taken(cluster, node, "apart", "right") == {"npu": [16, 16]}
    assert programs(node) == {"pair": (200, 32), "less": (100, 48), "more": (150, 16)}
