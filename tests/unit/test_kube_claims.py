"""What Kubernetes is told of devices, and what is read from a claim."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.agent.pods import pod_of_group
from heddle.errors import UsageError
from heddle.inventory.listing import DeviceListing
from heddle.kubernetes import BEST_EFFORT, DRIVER, GUARANTEED
from heddle.kubernetes.claims import GivenPod, quantity, read_claim
from heddle.kubernetes.health import health_of
from heddle.kubernetes.pools import SlicePool, with_allocated
from heddle.kubernetes.slices import devices_of, layers_of, names
from heddle.model.device import Device
from heddle.model.hardware import Component

UID = "5d3e0f2a-0c5b-4b1d-9a39-1f6f1f0f7c11"
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


def device(name: str = "gpu", memory: int = 1 << 30, api: str = "soft") -> Device:
    return Device(api, name, 0, "heddle", "Soft", "gpu", "u-1", memory, (), 3, "rr")


def listed(each: Device) -> DeviceListing:
    found = Component(each.id, each.kind, each.vendor, each.model, uuid=each.uuid, numa=1)
    return DeviceListing(found, each)


def claim(**result: Any) -> dict[str, Any]:
    whole = {"request": "gpu", "driver": DRIVER, "pool": "n1", "device": "soft-gpu", **result}
    return {
        "metadata": {"namespace": "lab", "name": "one", "uid": UID},
        "status": {
            "allocation": {"devices": {"results": [whole]}},
            "reservedFor": [{"resource": "pods", "name": "p", "uid": "pod-uid"}],
        },
    }


@given(st.lists(st.text(min_size=1, max_size=70), max_size=8))
def test_every_device_has_a_name_of_its_own_that_kubernetes_allows(called: list[str]) -> None:
    found = names([device(name) for name in called])
    assert len(set(found)) == len(found)
    assert all(LABEL.fullmatch(name) for name in found)


def test_a_slice_offers_time_and_memory_in_parts() -> None:
    (one,) = devices_of([listed(device())], scores={"soft@gpu": 1500})
    assert one["name"] == "soft-gpu"
    assert one["allowMultipleAllocations"] is True
    assert one["attributes"]["level"] == {"int": 3}
    assert one["attributes"]["score"] == {"int": 1500}
    assert one["attributes"]["links"] == {"int": 0}
    assert one["attributes"]["numaNode"] == {"int": 1}
    assert one["capacity"]["share"]["value"] == one["capacity"]["share"]["requestPolicy"]["default"]
    assert one["capacity"]["memory"]["value"] == "1024Mi"


def test_what_is_left_is_offered_as_a_device_of_its_own() -> None:
    offered = {each["name"]: each for each in devices_of([listed(device())], spare_milli=250)}
    assert {name: each["attributes"]["layer"]["string"] for name, each in offered.items()} == {
        "soft-gpu": "guaranteed",
        "soft-gpu-spare": "best-effort",
    }
    assert {name: each["capacity"]["memory"]["value"] for name, each in offered.items()} == {
        "soft-gpu": "768Mi",
        "soft-gpu-spare": "256Mi",
    }
    assert layers_of([device()]) == {
        "soft-gpu": (0, GUARANTEED),
        "soft-gpu-spare": (0, BEST_EFFORT),
    }


@given(
    st.dictionaries(st.sampled_from("abcd"), st.integers(1, 3)),
    st.dictionaries(st.sampled_from("abcd"), st.integers(1, 3)),
    st.sets(st.sampled_from("abcd")),
)
def test_what_claims_have_stays_as_it_was(
    before: dict[str, int], now: dict[str, int], allocated: set[str]
) -> None:
    def devices(of: dict[str, int]) -> list[dict[str, Any]]:
        return [{"name": name, "capacity": value} for name, value in of.items()]

    found = with_allocated(devices(before), devices(now), allocated)
    kept = {name: value for name, value in before.items() if name in allocated}
    assert {each["name"]: each["capacity"] for each in found} == now | kept
    assert len(found) == len(now | kept)


def test_a_device_that_has_gone_is_not_well() -> None:
    there = [listed(device())]
    devices = [{"name": name} for name in ("soft-gpu", "soft-gpu-spare", "soft-npu")]
    pools = [SlicePool("n1", ({"devices": devices},))]
    found = health_of(pools, there, (), "")
    assert [each.device for each in found if each.why] == ["soft-npu"]
    assert all(each.why for each in health_of(pools, there, (), "no agent"))


def test_what_nobody_schedules_is_not_offered() -> None:
    seen = Component("pci@0000:01:00.0", "gpu", "unknown", "10de:2330")
    assert devices_of([DeviceListing(seen, None)]) == []


def test_a_claim_is_what_was_allocated() -> None:
    consumed = {"share": "300", "memory": "8Gi"}
    found = read_claim(claim(consumedCapacity=consumed, shareID="s-1"), UID)
    (one,) = found.devices
    assert (one.share_milli, one.memory, one.share_id) == (300, 8 << 30, "s-1")
    assert found.pods == (GivenPod("pod-uid", "p"),)
    (whole,) = read_claim(claim(), UID).devices
    assert (whole.share_milli, whole.memory) == (1000, 0)


@pytest.mark.parametrize(
    ("of", "uid", "says"),
    [
        (claim(), "another", "was made anew"),
        (claim(driver="gpu.nvidia.com"), UID, "no device of"),
        ({"metadata": claim()["metadata"]}, UID, "no device of"),
    ],
)
def test_a_claim_that_is_not_ours_is_refused(of: dict[str, Any], uid: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_claim(of, uid)


@pytest.mark.parametrize(
    ("text", "value"),
    [("300", 300), ("8Gi", 8 << 30), ("1e3", 1000), ("1500m", 2), ("2k", 2000), ("0.5Gi", 1 << 29)],
)
def test_quantities(text: str, value: int) -> None:
    assert quantity(text) == value


@pytest.mark.parametrize("text", ["", "Gi", "8GB", "a", "1Gi2"])
def test_what_is_no_quantity(text: str) -> None:
    with pytest.raises(UsageError):
        quantity(text)


@pytest.mark.parametrize(
    "group",
    [
        f"0::/kubepods/besteffort/pod{UID}/4f0a",
        f"4:memory:/lab/n1/kubepods/pod{UID}/4f0a\n3:cpu:/",
        f"0::/kubepods.slice/kubepods-pod{UID.replace('-', '_')}.slice/cri-containerd-4f0a.scope",
        f"0::/kubepods-burstable-pod{UID.replace('-', '_')}.slice",
    ],
)
def test_a_process_is_of_the_pod_of_its_control_group(group: str) -> None:
    assert pod_of_group(group) == UID


@pytest.mark.parametrize("group", ["0::/", "0::/user.slice/pod7", f"0::/x{UID}/pod", ""])
def test_others_are_of_no_pod(group: str) -> None:
    assert pod_of_group(group) == ""
