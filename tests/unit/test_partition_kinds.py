"""Kinds of partitions, the book, and what others have cut off."""

from __future__ import annotations

import ctypes
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heddle import cli
from heddle.errors import NoPermissionError, NoSuchDeviceError, UsageError
from heddle.inventory import apis
from heddle.inventory.apis.cuda import CudaVendor
from heddle.inventory.host import LiveHost, Recorded
from heddle.inventory.sources import nvml
from heddle.model.device import Device
from heddle.model.partition import COMPUTE, MEMORY, Claim, NoRoomError, Offer, Partition
from heddle.system import state
from heddle.virt import beside, entry, foreign, kinds, partitions, registry, survey
from heddle.virt.kinds import function, mig
from heddle.virt.mig.apply import situation
from heddle.virt.mig.nvml import drivers
from heddle.virt.mps import server
from heddle.virt.mps.service import MpsService
from heddle.virt.partitions import PartitionOrder
from heddle.virt.place import DevicePlace, PartitionRequest
from heddle.virt.pool import lost, pool
from tests.mig_cards import MigCards as Cards
from tests.unit.test_mig_nvml import built  # noqa: F401  a fixture

GIB = 1 << 10
UUID = "GPU-11111111-2222-3333-4444-555555555555"


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path / "heddle"))
    monkeypatch.setenv("HEDDLE_TABLE", str(tmp_path / "table"))


def place(*claims: Claim, **more: Any) -> DevicePlace:
    has = {COMPUTE: 1000, MEMORY: 80 * GIB, **more.pop("has", {})}
    offer = Offer("cuda@0", has, more.pop("factor", 1000))
    return replace(DevicePlace("cuda@0", UUID, "H200", offer, has, claims, scheduled=True), **more)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[DevicePlace]:
    """The devices of a machine, with the claims of the book."""
    there = [place()]

    def places() -> list[DevicePlace]:
        own = [each.claim for each in registry.load()]
        return [replace(each, claims=(*each.claims, *own)) for each in there]

    monkeypatch.setattr(survey, "places", places)
    return there


def create(name: str, kind: str = "share", **asked: Any) -> Partition:
    more = {key: asked.pop(key) for key in ("factor", "tenant") if key in asked}
    order = PartitionOrder(PartitionRequest(name, **asked), "cuda@0", kind, **more)
    return partitions.create(order, lambda _: True).partition


def test_every_kind_says_what_it_is() -> None:
    assert kinds.names() == ["cap", "function", "mig", "mps", "share", "whole"]
    for name in kinds.names():
        assert kinds.kind(name).HELP
    with pytest.raises(UsageError, match="Did you mean 'share'"):
        kinds.kind("shares")


def test_memory_follows_compute_unless_it_is_said(here: list[DevicePlace]) -> None:
    assert create("a", share=300).memory_mib == 24 * GIB
    assert create("b", share=100, memory_mib=50 * GIB).takes == {COMPUTE: 100, MEMORY: 50 * GIB}
    with pytest.raises(NoRoomError, match="asked for 10 %, 8GiB of cuda@0; 6GiB is free"):
        create("c", share=100)
    assert create("c", memory_mib=6 * GIB).share == 0


def test_a_cap_is_kept_for_it(here: list[DevicePlace]) -> None:
    made = create("a", "cap", cap=250)
    assert (made.share, made.cap, made.takes[COMPUTE]) == (250, 250, 250)
    with pytest.raises(UsageError, match="--cap 30%"):
        create("b", "cap")
    with pytest.raises(UsageError, match="would never get"):
        create("b", share=300, cap=200)


def test_a_whole_device_is_nobody_elses(here: list[DevicePlace]) -> None:
    create("big", "whole")
    with pytest.raises(NoRoomError, match="partition big"):
        create("a", share=10)
    partitions.remove("big")
    create("a", share=10)
    with pytest.raises(NoRoomError, match="exists already"):
        create("big", "whole")


def test_the_book_outlives_the_process_and_keeps_names_apart(here: list[DevicePlace]) -> None:
    made = create("a", share=300, tenant="acme")
    assert registry.find("a") == made
    assert (made.owner, made.tenant, made.uuid) == (os.getuid(), "acme", UUID)
    with pytest.raises(UsageError, match="there is a partition a already"):
        create("a", share=10)
    with pytest.raises(UsageError, match="Did you mean 'a'"):
        registry.find("aa")
    for name in ("", "7", "a b", "-x", "a" * 64):
        with pytest.raises(UsageError, match="not a partition name"):
            create(name, share=10)
    partitions.remove("a")
    assert not state.exists(registry.FILE)


def test_a_broken_entry_is_kept_and_said(
    here: list[DevicePlace], capsys: pytest.CaptureFixture[str]
) -> None:
    create("a", share=300)
    path = Path(state.folder()) / "partitions.json"
    held = json.loads(path.read_text())
    held["partitions"].append({"name": 5})
    path.write_text(json.dumps(held))
    create("b", share=300)
    assert [each.name for each in registry.load()] == ["a", "b"]
    assert {"name": 5} in json.loads(path.read_text())["partitions"]
    assert "is invalid" in capsys.readouterr().err


def test_another_users_partition_is_left_alone(here: list[DevicePlace]) -> None:
    create("a", share=300)
    registry.put(replace(registry.find("a"), owner=os.getuid() + 1))
    for change in (lambda: partitions.remove("a"), lambda: partitions.resize("a", share=10)):
        with pytest.raises(UsageError, match="limits hold in that user's table"):
            change()


def test_resize_is_refused_with_reasons_and_changes_nothing(here: list[DevicePlace]) -> None:
    create("a", share=300)
    create("b", share=500)
    with pytest.raises(NoRoomError, match=r"60 %.*50 % or less would fit, or remove partition b"):
        partitions.resize("a", share=600)
    assert registry.find("a").share == 300
    assert partitions.resize("a", share=500, memory_mib=GIB).takes == {COMPUTE: 500, MEMORY: GIB}
    assert partitions.resize("a", cap=700).cap == 700
    assert partitions.resize("a", cap=0).cap == 0


def test_oversubscription_is_explicit_and_the_devices(here: list[DevicePlace]) -> None:
    create("a", memory_mib=60 * GIB)
    with pytest.raises(NoRoomError, match="20GiB is free"):
        create("b", memory_mib=50 * GIB)
    here[0] = place(factor=1500)
    create("b", memory_mib=50 * GIB, factor=1500)
    assert registry.factors() == {UUID: 1500}
    with pytest.raises(UsageError, match=r"110GiB is promised already; 1.375 or more would do"):
        partitions.promise("cuda@0", 1200)
    with pytest.raises(UsageError, match="1 to 100 times"):
        partitions.promise("cuda@0", 500)


def test_hardware_is_changed_only_if_agreed_to(
    here: list[DevicePlace], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []

    def write(path: str, count: int) -> dict[str, str]:
        written.append((path, count))
        return {"pci": "0000:01:00.1"}

    monkeypatch.setattr(function, "_make", write)
    here[0] = place(has={"functions": 7}, pci="0000:01:00.0")
    order = PartitionOrder(PartitionRequest("v", profile="4"), "cuda@0", "function")
    with pytest.raises(partitions.UnwantedError):
        partitions.create(order, lambda _: False)
    assert not written
    assert "make 4 functions" in partitions.create(order, lambda _: True, dry_run=True).change
    assert not written
    made = partitions.create(order, lambda _: True).partition
    assert written == [("/sys/bus/pci/devices/0000:01:00.0/sriov_numvfs", 4)]
    assert made.takes == {"functions": 1, COMPUTE: 250, MEMORY: 20 * GIB}
    with pytest.raises(UsageError, match="give it to a virtual machine"):
        entry.enter("v")


def test_a_function_with_a_driver_is_somebodys(here: list[DevicePlace]) -> None:
    other = Claim(
        "0:1.1", {"functions": 1, COMPUTE: 500}, "function", foreign=True, instance="0:1.1"
    )
    here[0] = place(other, has={"functions": 2}, pci="0:1.0", functions=("0:1.1", "0:1.2"))
    made = create("v", "function")
    assert made.found == {"pci": "0:1.2"}
    with pytest.raises(UsageError, match="none is free"):
        create("w", "function")
    assert create("w", "function", take=True).found == {"pci": "0:1.1"}


def test_a_device_without_a_shim_has_no_shares(here: list[DevicePlace]) -> None:
    here[0] = place(scheduled=False)
    with pytest.raises(UsageError, match="no shim"):
        create("a", share=300)


def test_mps_counts_whole_percent(here: list[DevicePlace]) -> None:
    made = create("a", "mps", cap=300)
    assert (made.share, made.cap, made.memory_mib) == (0, 300, 24 * GIB)
    with pytest.raises(UsageError, match="whole percent"):
        create("b", "mps", cap=155)
    with pytest.raises(UsageError, match="cannot be resized"):
        partitions.resize("a", cap=400)


def test_what_a_program_in_it_sees(
    here: list[DevicePlace], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its device and no other; of MPS and MIG what their drivers want to be told."""
    card = Device("cuda", "0", 3, "nvidia", "H200", "gpu", UUID, 80 << 30, (), 1, "")
    monkeypatch.setattr(apis, "devices", lambda _: [card])
    monkeypatch.setattr(CudaVendor, "present", lambda _: True)
    create("a", share=300)
    seen = entry.enter("a").variables
    assert (seen["CUDA_VISIBLE_DEVICES"], seen["SOFTXPU_VISIBLE_DEVICES"]) == ("3", "")
    assert seen["HEDDLE_PARTITION"] == "a"
    create("m", "mps", cap=300)
    service = MpsService("/run/mps", UUID)
    monkeypatch.setattr(server, "ensure", lambda uuid, folder: service)
    seen = entry.enter("m").variables
    assert seen["CUDA_MPS_ACTIVE_THREAD_PERCENTAGE"] == "30"
    assert (seen["CUDA_VISIBLE_DEVICES"], seen["CUDA_MPS_SM_PARTITION"]) == (UUID, None)
    found = {"uuid": "MIG-1"}
    registry.put(Partition("g", "cuda@0", UUID, "mig", {}, owner=os.getuid(), found=found))
    with pytest.raises(NoSuchDeviceError, match="MIG-1"):
        entry.enter("g")
    monkeypatch.setattr(mig, "_instances", lambda: {"MIG-1"})
    assert entry.enter("g").variables["CUDA_VISIBLE_DEVICES"] == "MIG-1"


def test_what_was_agreed_to_is_what_is_done(here: list[DevicePlace]) -> None:
    """If the device changes while somebody is asked, they are asked again."""
    here[0] = place(has={"functions": 7}, pci="0000:01:00.0")
    asked: list[str] = []

    def agree(change: str) -> bool:
        asked.append(change)
        here[0] = replace(here[0], device="cuda@1")
        return len(asked) < 2

    order = PartitionOrder(PartitionRequest("v", profile="4"), UUID, "function")
    with pytest.raises(partitions.UnwantedError):
        partitions.create(order, agree)
    assert ["cuda@0" in asked[0], "cuda@1" in asked[1], registry.load()] == [True, True, []]


def test_a_program_outside_is_told_what_does_not_fit(
    here: list[DevicePlace], monkeypatch: pytest.MonkeyPatch
) -> None:
    card = Device("cuda", "0", 0, "nvidia", "H200", "gpu", UUID, 80 << 30, (), 1, "")
    monkeypatch.setattr(apis, "devices", lambda _: [card])
    said: list[str] = []
    assert beside.look("cuda@0", {"share_milli": 900}, said.append) == []
    assert not said
    create("a", share=300)
    assert beside.look("cuda@0", {"share_milli": 700}, said.append) == []
    assert not said
    with pytest.raises(UsageError, match="70 % is free"):
        beside.look("cuda@0", {"share_milli": 710}, said.append)
    assert not said
    beside.look("cuda@0", {"cap_milli": 710, "memory_limit": 1}, said.append)
    assert "asked for 71 %, 1MiB of cuda@0; 70 % is free" in said[0]
    partitions.remove("a")
    create("big", "whole")
    with pytest.raises(UsageError, match="partition big's alone"):
        beside.look("cuda@0", {}, said.append)
    assert beside.look(None, {}, said.append) == ["cuda@0"]


# -- what others have cut off ----------------------------------------------------------------------

CARD, VF = "0000:3b:00.0", "0000:3b:00.4"
PCI = "/sys/bus/pci/devices"


def test_mediated_devices_have_the_card() -> None:
    types = f"{PCI}/{CARD}/mdev_supported_types"
    host = Recorded(
        {
            f"{types}/nvidia-63/name": "GRID A100-4C",
            f"{types}/nvidia-63/available_instances": "8",
            f"{types}/nvidia-63/devices/83b8f4f2-509f-382f-3c1e-e6bfe0fa1001/uevent": "",
            f"{types}/nvidia-64/name": "GRID A100-8C",
        }
    )
    found = foreign.vgpus(host, CARD)
    assert found is not None
    assert (found.name, found.alone, found.foreign) == ("1 x GRID A100-4C", True, True)
    assert foreign.vgpus(Recorded({f"{PCI}/{CARD}/vendor": "0x10de"}), CARD) is None


def test_functions_are_found_in_their_order() -> None:
    files = {
        f"{PCI}/{CARD}/sriov_numvfs": "2",
        f"{PCI}/{CARD}/sriov_totalvfs": "16",
        f"{PCI}/{VF}/nvidia/current_vgpu_type": "0",
        f"{PCI}/0000:3b:00.5/nvidia/current_vgpu_type": "1015",
        "/sys/bus/pci/drivers/vfio-pci/bind": "",
    }
    links = {
        f"{PCI}/{CARD}/virtfn1": "../0000:3b:00.5",
        f"{PCI}/{CARD}/virtfn0": f"../{VF}",
        f"{PCI}/{VF}/driver": "../../drivers/vfio-pci",
    }
    host = Recorded(files, links)
    assert foreign.functions(host, CARD) == (VF, "0000:3b:00.5")
    assert foreign.most_functions(host, CARD) == 2
    assert foreign.driver(host, VF) == "vfio-pci"
    assert foreign.driver(host, "0000:3b:00.5") is None
    assert foreign.vgpus(host, CARD).name == "1 x type 1015"  # type: ignore[union-attr]


def process(pid: int, comm: str, environ: str | None = None, maps: str = "") -> dict[str, str]:
    files = {f"/proc/{pid}/comm": comm, f"/proc/{pid}/status": f"Name:\t{comm}\nUid:\t0\t0\t0\t0"}
    if environ is not None:
        files |= {f"/proc/{pid}/environ": environ, f"/proc/{pid}/maps": maps}
    return files


def test_a_hami_slice_is_one_however_many_processes_it_has() -> None:
    other = "GPU-aaaaaaaa-2222-3333-4444-555555555555"
    env = (
        f"CUDA_DEVICE_MEMORY_SHARED_CACHE=/usr/local/vgpu/ab.cache\0NVIDIA_VISIBLE_DEVICES={UUID}"
        "\0CUDA_DEVICE_MEMORY_LIMIT_0=3000m\0CUDA_DEVICE_SM_LIMIT=30"
    )
    unlimited = "CUDA_DEVICE_MEMORY_LIMIT_0=1g\0CUDA_VISIBLE_DEVICES=" + other
    ours = "LD_PRELOAD=/x/libheddle.so\0CUDA_DEVICE_MEMORY_LIMIT=1g"
    host = Recorded(
        process(10, "python", env)
        | process(11, "python", env)
        | process(12, "serve", unlimited, "7f00 /usr/local/vgpu/libvgpu.so")
        | process(13, "train", ours, "7f00 /usr/local/vgpu/libvgpu.so")
        | process(14, "bash", "HOME=/root")
    )
    found = foreign.hami(foreign.processes(host), [UUID, other], {UUID: 8000, other: 9000})
    (one,) = found[UUID]
    assert (one.name, one.takes) == ("ab.cache", {COMPUTE: 300, MEMORY: 3000})
    assert one.owner == "root (process 10)"
    (two,) = found[other]
    assert two.takes == {COMPUTE: 1000, MEMORY: GIB}


def test_an_mps_service_of_others_has_its_cards() -> None:
    other = "GPU-aaaaaaaa-2222-3333-4444-555555555555"
    host = Recorded(
        process(20, "nvidia-cuda-mps", f"CUDA_VISIBLE_DEVICES={UUID}\0A=b")
        | process(21, "nvidia-cuda-mps", f"CUDA_VISIBLE_DEVICES={UUID}\0A=b")
        | process(22, "nvidia-cuda-mps", "CUDA_MPS_PIPE_DIRECTORY=/ours/pipe")
    )
    found = foreign.mps(foreign.processes(host), [UUID, other], ["/ours/pipe"])
    assert list(found) == [UUID]
    (claim,) = found[UUID]
    assert (claim.alone, claim.name) == (True, "service 20")
    unseen = Recorded(process(30, "nvidia-cuda-mps"))
    assert set(foreign.mps(foreign.processes(unseen), [UUID, other], [])) == {UUID, other}


def test_this_machine_can_be_surveyed() -> None:
    for each in survey.places(LiveHost()):
        assert each.offer.has
        assert survey.find(each.uuid, [each]) is each


# -- MIG ------------------------------------------------------------------------------------------


@pytest.fixture
def cards(
    built: dict[str, str],  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Cards:
    """An H200 in MIG mode, simulated, as the only device."""
    found = Cards(built["new"], tmp_path / "cards", tmp_path / "mig")
    monkeypatch.setenv("FAKE_MIG_CARDS", str(found.cards))
    monkeypatch.setenv("FAKE_MIG_STATE", str(found.state))
    monkeypatch.setattr(nvml, "LIBRARY", found.library)
    ctypes.CDLL(found.library).fake_reset()
    found.has("H200")

    def places() -> list[DevicePlace]:
        ((uuid, cut),) = survey._cuts().items()
        has = mig.offered(cut.card)
        whole = DevicePlace(
            "cuda@0", uuid, "H200", Offer("cuda@0", has), has, scheduled=True, cut=cut
        )
        return [survey._claimed(whole, registry.load(), (), Recorded({}))]

    monkeypatch.setattr(survey, "places", places)
    return found


def test_an_instance_is_made_booked_and_used_again(cards: Cards) -> None:
    made = create("a", "mig", profile="1g.18gb")
    assert made.found["uuid"]
    assert made.takes["compute_slices"] == 1
    assert len(cards.lines) > 0
    second = create("b", "mig", profile="1g.18gb")
    assert second.found["uuid"] != made.found["uuid"]
    before = cards.lines
    partitions.remove("a")
    assert cards.lines == before  # it stays, as Heddle's own
    assert create("c", "mig", profile="1g.18gb").found["uuid"] == made.found["uuid"]
    assert cards.lines == before


def test_what_is_booked_is_not_ended(cards: Cards) -> None:
    create("a", "mig", profile="1g.18gb")
    with drivers() as (driver,):
        assert [each.busy for each in situation(driver, driver.present())] == [True]
    with pytest.raises(UsageError, match=r"cannot be divided into 1 x 7g.141gb.*there is room for"):
        create("b", "mig", profile="7g.141gb")
    assert cli.main(["device", "mig", "apply", "--yes", "7g.141gb"]) == 2


def test_instances_of_others_are_foreign_until_taken(
    cards: Cards, capsys: pytest.CaptureFixture[str]
) -> None:
    create("a", "mig", profile="3g.71gb")
    partitions.remove("a")
    (Path(state.folder()) / "mig.json").unlink()  # so nobody remembers that it was Heddle's
    (there,) = survey.places()
    (claim,) = there.claims
    assert (claim.foreign, claim.kind) == (True, "mig")
    uuid = claim.instance
    assert create("b", "mig", profile="3g.71gb").found["uuid"] != uuid
    with pytest.raises(UsageError, match="cannot be divided"):
        create("c", "mig", profile="3g.71gb")
    assert create("c", "mig", profile="3g.71gb", take=True).found["uuid"] == uuid
    assert not [each for each in survey.places()[0].claims if each.foreign]
    assert cli.main(["device", "partition", "ls"]) == 0
    assert "3g.71gb" not in capsys.readouterr().err


def test_a_card_in_mig_mode_offers_no_shares(cards: Cards) -> None:
    with pytest.raises(NoRoomError, match="offers no compute"):
        create("a", share=300)
    with pytest.raises(UsageError, match=r"by --profile.*1g.18gb"):
        create("a", "mig")


def test_who_may_not_see_instances_hands_none_out(
    cards: Cards, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_MIG_USER", "1")
    with pytest.raises(NoPermissionError, match="as root"):
        create("a", "mig", profile="1g.18gb")
    assert survey.places()[0].claims[0].alone


def test_stranded_slices_are_fragmented(cards: Cards) -> None:
    for name in "abcd":
        create(name, "mig", profile="1g.35gb")
    (there,) = survey.places()
    assert lost(there) == {"memory_slices": 0, "compute_slices": 3}
    (device,), (model,) = pool()
    assert device.counters["compute_slices"].free == 3
    assert device.counters["compute_slices"].fragmented == 3
    assert device.counters["memory_slices"].free == 0
    assert model.devices == 1
