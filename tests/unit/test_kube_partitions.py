"""Cards in MIG mode as partitionable devices: what is published, and instances for claims."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle._gen.mig import CARDS
from heddle.errors import HeddleError, UsageError
from heddle.kubernetes import claim_partitions
from heddle.kubernetes.partition_slices import PartitionCard, card_pool, places
from heddle.kubernetes.pools import SlicePool, changes, uuid_of
from heddle.virt import registry
from heddle.virt.mig import files
from heddle.virt.mig.layouts import Instance, card, is_legal
from tests.mig_cards import MigCards, build_nvml, one_h200
from tests.unit.test_kube_claims import LABEL

UID, OTHER = ("0" * 8 + "-1111-1111-1111-" + c * 12 for c in "ab")
MODELS = st.sampled_from([*CARDS])


def on(model: str, *held: Instance) -> PartitionCard:
    return PartitionCard("cuda-0", "GPU-0", model, card(model), held)


def suffices(pool: SlicePool, names: Iterable[str]) -> bool:
    """As the scheduler reckons, from nothing but the slices."""
    left = Counter[str]()
    for content in pool.contents:
        for each in content.get("sharedCounters", ()):
            left.update({key: int(value["value"]) for key, value in each["counters"].items()})
    devices = {device["name"]: device for device in pool.devices}
    for name in names:
        for each in devices[name]["consumesCounters"]:
            left.subtract({key: int(value["value"]) for key, value in each["counters"].items()})
    return min(left.values()) >= 0


@given(MODELS, st.data())
def test_counters_suffice_for_what_is_legal_and_for_nothing_else(
    model: str, data: st.DataObject
) -> None:
    known = places(on(model))
    chosen = data.draw(st.sets(st.sampled_from([*known]), max_size=8))
    layout = [known[name] for name in chosen]
    assert suffices(card_pool("n1", on(model)), chosen) == is_legal(card(model), layout)


@given(MODELS, st.data())
def test_what_others_hold_is_not_offered(model: str, data: st.DataObject) -> None:
    known = places(on(model))
    held: list[Instance] = []
    for name in data.draw(st.permutations([*known]))[: data.draw(st.integers(0, 6))]:
        if is_legal(card(model), [*held, known[name]]):
            held.append(known[name])
    chosen = data.draw(st.sets(st.sampled_from([*known]), max_size=4))
    layout = [*held, *(known[name] for name in chosen)]
    offered = card_pool("n1", on(model, *held))
    assert suffices(offered, chosen) == is_legal(card(model), layout)


@pytest.mark.parametrize("model", CARDS)
def test_slices_are_as_kubernetes_takes_them(model: str) -> None:
    """pkg/apis/resource/validation of 1.36: counters apart, 64 devices, 32 counters, 8 sets."""
    pool = card_pool("n1", on(model))
    counters, *rest = pool.contents
    (own,) = counters["sharedCounters"]
    assert [*counters] == ["sharedCounters"]
    assert len(own["counters"]) <= 32
    assert all(LABEL.fullmatch(name) for name in own["counters"])
    assert all(len(each["devices"]) <= 64 for each in rest)
    names = [device["name"] for device in pool.devices]
    assert len({*names}) == len(names) == sum(len(each.starts) for each in card(model).profiles)
    for device in pool.devices:
        assert LABEL.fullmatch(device["name"])
        assert "share" not in device["capacity"]
        assert device["attributes"]["layer"] == {"string": "guaranteed"}
        (use,) = device["consumesCounters"]
        assert use["counterSet"] == own["name"]
        assert use["counters"].keys() <= own["counters"].keys()


def test_the_first_place_of_a_profile_leaves_the_most_room() -> None:
    """The scheduler takes the first: a 3g at the start would leave no place for a 4g."""
    first: dict[str, int] = {}
    for each in places(on("H200")).values():
        first.setdefault(each.profile.name, each.start)
    assert (first["3g.71gb"], first["1g.35gb"]) == (4, 6)


# What is published, and what stays because claims have it.


def device(name: str, uuid: str, value: int) -> dict[str, Any]:
    return {"name": name, "attributes": {"uuid": {"string": uuid}, "score": {"int": value}}}


@st.composite
def wishes(draw: st.DrawFn) -> list[SlicePool]:
    """Two cards, each in MIG mode or not."""
    parts, cards = [], []
    for uuid in "ab":
        value = draw(st.integers(1, 2))
        if draw(st.booleans()):
            parts.append(device(f"cuda-{uuid}", uuid, value))
        else:
            counters = {"name": uuid, "counters": {"m": {"value": str(value)}}}
            content = ({"sharedCounters": [counters]}, {"devices": [device("p", uuid, value)]})
            cards.append(SlicePool(f"n1/cuda-{uuid}", content, uuid))
    return [SlicePool("n1", ({"devices": parts},)), *cards]


class Server:
    """Keeps slices as the API server does."""

    def __init__(self) -> None:
        self.slices: dict[str, dict[str, Any]] = {}
        self.version = 0

    def publish(self, wanted: Sequence[SlicePool], allocated: set[tuple[str, str]]) -> bool:
        found = changes("n1", [*self.slices.values()], wanted, allocated)
        for each in found.write:
            name, self.version = each["metadata"]["name"], self.version + 1
            known = self.slices.get(name, {"metadata": {}})
            assert each["metadata"].get("resourceVersion") == known["metadata"].get(
                "resourceVersion"
            )
            each["metadata"]["resourceVersion"] = str(self.version)
            self.slices[name] = json.loads(json.dumps(each))
        for name in found.delete:
            del self.slices[name]
        return bool(found.write or found.delete)

    def offered(self) -> dict[tuple[str, str], Mapping[str, Any]]:
        found = [(each["spec"]["pool"]["name"], each) for each in self.slices.values()]
        return {
            (pool, device["name"]): device
            for pool, each in found
            for device in each["spec"].get("devices", ())
        }


@given(st.lists(wishes(), min_size=1, max_size=6), st.data())
def test_a_card_is_offered_once_and_what_claims_have_stays(
    steps: list[list[SlicePool]], data: st.DataObject
) -> None:
    server, allocated = Server(), dict[tuple[str, str], Any]()
    for wanted in steps:
        server.publish(wanted, {*allocated})
        now = server.offered()
        assert {key: now[key] for key in allocated} == allocated
        pools: dict[str | None, set[str]] = {}
        for (pool, _), each in now.items():
            pools.setdefault(uuid_of(each), set()).add(pool)
        assert all(len(each) == 1 for each in pools.values())
        assert not server.publish(wanted, {*allocated}), "nothing has changed"
        for each in server.slices.values():
            pool = each["spec"]["pool"]
            alike = [one["spec"]["pool"] for one in server.slices.values()]
            assert alike.count(pool) == pool["resourceSliceCount"]
        chosen = data.draw(st.sets(st.sampled_from([*now]))) if now else set()
        allocated = {key: now[key] for key in chosen}
    server.publish(steps[-1], set())
    assert {pool.name for pool in steps[-1]} == {
        each["spec"]["pool"]["name"] for each in server.slices.values()
    }


def test_slices_of_other_pools_are_left_alone() -> None:
    server = Server()
    pool = {"name": "other", "generation": 1, "resourceSliceCount": 1}
    server.slices["other"] = {"metadata": {"name": "other"}, "spec": {"pool": pool, "devices": []}}
    server.publish([SlicePool("n1", ({"devices": []},))], set())
    assert [*server.slices] == ["other", "n1-xpu.heddle.dev"]


def test_numbers_that_the_server_writes_otherwise_are_the_same() -> None:
    server = Server()

    def wanted(share: str, memory: str) -> list[SlicePool]:
        capacity = {"share": {"value": share}, "memory": {"value": memory}}
        return [SlicePool("n1", ({"devices": [{"name": "a", "capacity": capacity}]},))]

    assert server.publish(wanted("1k", "1Gi"), set())
    assert not server.publish(wanted("1000", "1024Mi"), set())
    assert server.publish(wanted("1000", "1025Mi"), set())


# Instances.


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build_nvml(tmp_path_factory.mktemp("nvml"))


@pytest.fixture
def here(library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MigCards:
    return one_h200(library, tmp_path, monkeypatch)


def take(uid: str, *names: str) -> list[str]:
    found = claim_partitions.take(uid, "lab", [claim_partitions.find(name) for name in names])
    return [each.needs.visible for each in found]


def test_a_claim_has_its_instances_until_it_gives_them_back(here: MigCards) -> None:
    (large,) = take(UID, "cuda-0-4g-71gb-0")
    assert large == "MIG-0-1-0"
    assert take(OTHER, "cuda-0-3g-71gb-4") == ["MIG-0-2-0"]
    assert here.instances() == {("4g.71gb", 0), ("3g.71gb", 4)}
    before = here.lines
    assert take(UID, "cuda-0-4g-71gb-0") == [large], "twice is once"
    assert here.lines == before
    (offered,) = claim_partitions.cards()
    assert offered.held == (), "the scheduler counts what claims have"
    with pytest.raises(UsageError, match="does not fit"):
        take("0" * 8 + "-2222-2222-2222-" + "c" * 12, "cuda-0-1g-18gb-2")
    claim_partitions.give_back(UID)
    assert [each.tenant for each in registry.load()] == ["lab"]
    assert here.lines == before, "it stays for the next"
    assert take(UID, "cuda-0-2g-35gb-2", "cuda-0-2g-35gb-0") == ["MIG-0-1-0", "MIG-0-3-0"]
    assert here.instances() == {("2g.35gb", 0), ("2g.35gb", 2), ("3g.71gb", 4)}


def test_instances_of_others_are_neither_taken_nor_offered(here: MigCards) -> None:
    here.add("gi 0 5 9 4", "ci 0 5 0 3 0")  # a 3g.71gb
    (offered,) = claim_partitions.cards()
    assert [str(each) for each in offered.held] == ["3g.71gb at 4"]
    with pytest.raises(UsageError, match="foreign 3g"):
        take(UID, "cuda-0-3g-71gb-4")
    assert here.instances() == {("3g.71gb", 4)}


def test_a_driver_that_refuses_leaves_the_card_as_it_was(
    here: MigCards, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MIG_FAIL", "nvmlGpuInstanceCreateComputeInstance:1:23")
    with pytest.raises(HeddleError, match="no room"):
        take(UID, "cuda-0-4g-71gb-0")
    assert here.instances() == set()
    assert take(UID, "cuda-0-4g-71gb-0") == ["MIG-0-1-0"]


def test_a_card_that_is_not_in_mig_mode_is_no_partition(here: MigCards) -> None:
    here.has("H200", "K80", "A100-40GB")
    here.holds("mode 0 0", "mode 1 0", "mode 2 1")
    assert [each.name for each in claim_partitions.cards()] == ["cuda-2"]
    with pytest.raises(UsageError, match="no card in MIG mode"):
        claim_partitions.find("cuda-0-3g-71gb-4")


def test_a_container_has_the_files_of_its_instance_and_of_no_other(
    here: MigCards, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As NVIDIA's driver lists them below /proc."""
    monkeypatch.setattr(files, "CAPABILITIES", str(tmp_path / "capabilities"))
    monkeypatch.setattr(files, "FOLDER", str(tmp_path / "caps"))
    (tmp_path / "caps").mkdir()
    for number, path in enumerate(("gi1", "gi1/ci0", "gi2", "gi2/ci0"), 12):
        folder = tmp_path / "capabilities" / "gpu0" / "mig" / path
        folder.mkdir(parents=True)
        (folder / "access").write_text(f"DeviceFileMinor: {number}\nDeviceFileMode: 292\n")
        (tmp_path / "caps" / f"nvidia-cap{number}").touch()
    (first,) = claim_partitions.take(UID, "lab", [claim_partitions.find("cuda-0-4g-71gb-0")])
    (second,) = claim_partitions.take(OTHER, "lab", [claim_partitions.find("cuda-0-3g-71gb-4")])
    own = [{Path(name).name for name in each.needs.device_files} for each in (first, second)]
    assert own[0] >= {"nvidia-cap12", "nvidia-cap13"}
    assert own[1] >= {"nvidia-cap14", "nvidia-cap15"}
    assert not {name for name in own[0] & own[1] if "cap" in name}
