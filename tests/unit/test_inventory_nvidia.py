"""NVIDIA in the inventory: GPUs on PCI, NVSwitches, partitions."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from heddle._gen.hardware import MODELS
from heddle.inventory import facts
from heddle.inventory.host import Recorded
from heddle.inventory.probes import nvidia
from heddle.inventory.sources import pci
from heddle.model.hardware import KINDS, Component, ComponentProcess, PeerLink
from tests import machines

H100 = "8x-h100-nvswitch"


def components(host: Recorded) -> list[Component]:
    return nvidia.PROBE.components(host, pci.functions(host))


def changed(name: str, change: Callable[[dict[str, Any]], object]) -> Recorded:
    """A machine of the tests with something different."""
    found = tomllib.loads((machines.FOLDER / f"{name}.toml").read_text())
    change(found)
    return Recorded(*machines.parse(found))


def of_kind(host: Recorded, kind: str) -> list[Component]:
    return [component for component in components(host) if component.kind == kind]


def test_eight_gpus_in_the_order_of_the_bus() -> None:
    """Addresses, models, names for CUDA, NUMA nodes, memory, files."""
    found = of_kind(machines.machine(H100), "gpu")
    buses = ["1b", "43", "52", "61", "9d", "c3", "d1", "df"]
    assert [gpu.id for gpu in found] == [f"pci@0000:{bus}:00.0" for bus in buses]
    assert {gpu.model for gpu in found} == {"H100"}
    assert [gpu.device for gpu in found] == [f"cuda@{index}" for index in range(8)]
    assert [gpu.numa for gpu in found] == [0, 0, 0, 0, 1, 1, 1, 1]
    assert {gpu.memory_bytes for gpu in found} == {81559 << 20}
    assert [gpu.files for gpu in found] == [(f"/dev/nvidia{index}",) for index in range(8)]
    assert len({gpu.uuid for gpu in found}) == 8
    assert all("state" not in gpu.attributes for gpu in found)
    stack = {part.name: part.version for part in found[0].stack}
    assert stack == {
        "nvidia": "550.90.07",
        "gsp": "550.90.07",
        "vbios": "96.00.89.00.01",
        "libcuda": "12.4",
    }


def test_nvlinks_lead_to_the_four_switches() -> None:
    """18 links of 25 GB/s are 450 GB/s one way."""
    host = machines.machine(H100)
    switches = [switch.id for switch in of_kind(host, "switch")]
    assert switches == [f"pci@0000:{bus}:00.0" for bus in ("07", "08", "09", "0a")]
    for gpu in of_kind(host, "gpu"):
        assert [peer.to for peer in gpu.peers] == switches
        assert [peer.links for peer in gpu.peers] == [5, 4, 4, 5]
        assert sum(peer.mbytes_s or 0 for peer in gpu.peers) == 450_000


def test_switches_that_are_not_seen_are_one_fabric() -> None:
    """A virtual machine is given the GPUs only; a link that is down leads nowhere."""

    def hide(machine: dict[str, Any]) -> None:
        machine["pci"] = [entry for entry in machine["pci"] if entry["id"] != "10de:22a3"]
        machine["management"]["nvml"]["gpus"][0]["nvlinks"][0]["active"] = False

    found = of_kind(changed(H100, hide), "gpu")
    assert found[0].peers == (PeerLink(nvidia.FABRIC, "nvlink", 17, 425_000),)
    assert found[1].peers == (PeerLink(nvidia.FABRIC, "nvlink", 18, 450_000),)


def test_gpus_that_are_joined_directly_are_each_others_peers() -> None:
    """Of a link whose version nobody knows, the library's own figure counts."""
    link = {"active": True, "version": "9.9", "remote_type": "gpu", "mbytes_s": 70_000}

    def join(machine: dict[str, Any]) -> None:
        gpus = machine["management"]["nvml"]["gpus"]
        gpus[0]["nvlinks"] = [{"remote": "0000:43:00.0", **link}] * 2
        gpus[1]["nvlinks"] = [{"remote": "0000:aa:00.0", **link}]

    found = of_kind(changed(H100, join), "gpu")
    assert found[0].peers == (PeerLink("pci@0000:43:00.0", "nvlink", 2, 140_000),)
    assert found[1].peers == ()


def test_without_the_library_the_kernel_module_tells() -> None:
    """Model, UUID, minor and firmware from /proc, memory from the facts."""
    host = changed(H100, lambda machine: machine.pop("management"))
    found = of_kind(host, "gpu")
    assert [gpu.device for gpu in found] == [f"cuda@{index}" for index in range(8)]
    assert found[3].uuid == "GPU-3a000000-1111-2222-3333-444444444443"
    assert found[3].memory_bytes == 80 << 30
    assert found[3].attributes["minor"] == 3
    assert found[3].attributes["title"] == "H100 80GB HBM3"
    assert found[3].peers == ()
    stack = {part.name: part.version for part in found[0].stack}
    assert stack == {"nvidia": "550.90.07", "gsp": "550.90.07", "vbios": "96.00.89.00.01"}
    assert nvidia.PROBE.read(host, found[0]) is None


@pytest.mark.parametrize(
    ("driver", "state"),
    [
        ("nouveau", "CUDA needs NVIDIA's driver"),
        ("vfio-pci", "given to a virtual machine"),
        (None, "no driver bound"),
    ],
)
def test_a_gpu_that_another_driver_holds_says_so(driver: str | None, state: str) -> None:
    """CUDA does not see it, and counts the others without it."""

    def give_away(machine: dict[str, Any]) -> None:
        entry = next(entry for entry in machine["pci"] if entry["at"].endswith("43:00.0"))
        entry.pop("driver")
        if driver:
            entry["driver"] = driver
        machine["files"].pop("/proc/driver/nvidia/gpus/0000:43:00.0/information")
        gpus = machine["management"]["nvml"]["gpus"]
        machine["management"]["nvml"]["gpus"] = [gpu for gpu in gpus if gpu["index"] != 1]

    found = of_kind(changed(H100, give_away), "gpu")
    assert [gpu.device for gpu in found][:3] == ["cuda@0", None, "cuda@1"]
    assert found[1].driver == driver
    assert state in str(found[1].attributes["state"])
    assert (found[1].model, found[1].memory_bytes) == ("H100", 80 << 30)


def test_a_gpu_that_the_library_refuses_says_why() -> None:
    """What the kernel module tells is still there."""

    def refuse(machine: dict[str, Any]) -> None:
        gpu = machine["management"]["nvml"]["gpus"][1]
        gpu.clear()
        gpu |= {"index": 1, "error": "no permission"}

    found = of_kind(changed(H100, refuse), "gpu")
    assert [gpu.attributes.get("management") for gpu in found][:2] == [None, "no permission"]
    assert (found[1].device, found[1].attributes["minor"]) == ("cuda@1", 1)
    assert "state" not in found[1].attributes


def lose_in_library(machine: dict[str, Any]) -> None:
    for name in ("nvml", "nvml.readings"):
        gpu = machine["management"][name]["gpus"][1]
        gpu.clear()
        gpu |= {"index": 1, "pci": "0000:43:00.0", "lost": True, "reason": "fallen off the bus"}


def lose_in_library_without_address(machine: dict[str, Any]) -> None:
    lose_in_library(machine)
    machine["management"]["nvml"]["gpus"][1].pop("pci")


def lose_on_the_bus(machine: dict[str, Any]) -> None:
    lose_in_library(machine)
    machine["management"]["nvml"]["gpus"].pop(1)
    entry = next(entry for entry in machine["pci"] if entry["at"].endswith("43:00.0"))
    entry |= {"id": "ffff:ffff", "class": "ffffff", "numa": -1}


def remove_from_the_bus(machine: dict[str, Any]) -> None:
    lose_on_the_bus(machine)
    machine["pci"] = [entry for entry in machine["pci"] if not entry["at"].endswith("43:00.0")]


@pytest.mark.parametrize(
    "lose",
    [
        *(lose_in_library, lose_in_library_without_address, lose_on_the_bus),
        remove_from_the_bus,
    ],
)
def test_a_lost_gpu_stays_in_the_list(lose: Callable[[dict[str, Any]], None]) -> None:
    """Its name for CUDA stays too, so that the others keep theirs."""
    host = changed(H100, lose)
    found = of_kind(host, "gpu")
    assert len(found) == 8
    assert [gpu.device for gpu in found] == [f"cuda@{index}" for index in range(8)]
    assert str(found[1].attributes["state"]).startswith("lost: ")
    assert found[1].uuid == "GPU-1a000000-1111-2222-3333-444444444441"
    reading = nvidia.PROBE.read(host, found[1])
    assert reading is not None
    assert reading.errors == {"lost": 1}
    assert "state" not in found[0].attributes


def test_sound_and_usb_functions_are_no_gpus() -> None:
    """A graphics card has up to four functions."""
    at = "pci0000:00/0000:00:01.0/0000:01:00."
    classes = {"0": "030000", "1": "040300", "2": "0c0330", "3": "0c8000"}
    entries = [{"at": at + n, "id": "10de:2684", "class": code} for n, code in classes.items()]
    found = components(Recorded(*machines.parse({"pci": entries})))
    assert [(gpu.id, gpu.model) for gpu in found] == [("pci@0000:01:00.0", "RTX-4090")]


def test_a_model_that_nobody_knows_has_the_drivers_name() -> None:
    """Without a driver, the bus's numbers."""
    entry = {"at": "pci0000:00/0000:00:01.0", "id": "10de:1234", "class": "030000"}
    assert components(Recorded(*machines.parse({"pci": [entry]})))[0].model == "10de:1234"
    told = {"index": 0, "pci": "0000:00:01.0", "name": "NVIDIA RTX Next"}
    facts = {"pci": [{**entry, "driver": "nvidia"}], "management": {"nvml": {"gpus": [told]}}}
    found = components(Recorded(*machines.parse(facts)))
    assert (found[0].model, found[0].device) == ("RTX Next", "cuda@0")


def test_virtual_functions_are_listed_where_a_machine_uses_them() -> None:
    """Dozens of unused ones would hide the rest."""
    at = "pci0000:00/0000:00:01.0/0000:01:00.{}"
    numbers = {"id": "10de:20b5", "class": "030200"}
    entries = [
        {"at": at.format(0), **numbers, "driver": "nvidia"},
        {"at": at.format(4), **numbers, "driver": "nvidia"},
        {"at": at.format(5), **numbers, "driver": "vfio-pci"},
    ]
    path = "/sys/devices/pci0000:00/0000:00:01.0/0000:01:00."
    links = {f"{path}{n}/physfn": f"{path}0" for n in (4, 5)}
    files = {"/proc/driver/nvidia/gpus/0000:01:00.0/information": "Model: \t NVIDIA A100 80GB PCIe"}
    found = components(Recorded(*machines.parse({"pci": entries, "links": links, "files": files})))
    assert [gpu.id for gpu in found] == ["pci@0000:01:00.0", "pci@0000:01:00.5"]
    assert found[1].attributes["virtual_function_of"] == "pci@0000:01:00.0"
    assert [gpu.device for gpu in found] == ["cuda@0", None]


def test_a_vgpu_says_what_part_it_is() -> None:
    """In a guest, the bus shows the whole board."""
    told = {"index": 0, "pci": "0000:02:00.0", "name": "NVIDIA A100-10C", "memory_total": 10 << 30}
    entry = {"at": "pci0000:00/0000:02:00.0", "id": "10de:20b5", "class": "030200"}
    library = {"gpus": [{**told, "virtualization": "vgpu"}]}
    facts = {"pci": [{**entry, "driver": "nvidia"}], "management": {"nvml": library}}
    gpu = components(Recorded(*machines.parse(facts)))[0]
    assert (gpu.model, gpu.memory_bytes) == ("A100-80GB", 10 << 30)
    assert gpu.attributes["partition"] == "A100-10C"
    assert gpu.numa is None


def test_mig_devices_are_partitions_of_their_gpu() -> None:
    """With a reading of their own memory and processes."""
    mig = {"uuid": "MIG-a", "profile": "1g.10gb", "memory_total": 9856 << 20}
    places = {"gpu_instance": 9, "compute_instance": 0}

    def cut(machine: dict[str, Any]) -> None:
        machine["management"]["nvml"]["gpus"][2]["mig_devices"] = [{**mig, **places}]
        read = machine["management"]["nvml.readings"]["gpus"][2]
        read["mig_devices"] = [{"uuid": "MIG-a", "memory_used": 5, "memory_total": 10}]
        other = {"pid": 8, "memory": 2, "gpu_instance": 10, "compute_instance": 0}
        read["processes"] = [{"pid": 7, "memory": 1, **places}, other]

    host = changed(H100, cut)
    found = [gpu for gpu in of_kind(host, "gpu") if gpu.id.startswith("mig@")]
    assert [(one.id, one.parent) for one in found] == [("mig@MIG-a", "pci@0000:52:00.0")]
    assert found[0].attributes["partition"] == "1g.10gb"
    assert (found[0].memory_bytes, found[0].uuid) == (9856 << 20, "MIG-a")
    reading = nvidia.PROBE.read(host, found[0])
    assert reading is not None
    assert (reading.memory_used_bytes, reading.processes) == (5, (ComponentProcess(7, 1),))


def test_readings_of_the_eight() -> None:
    """A power cap slows down, idling does not."""
    host = machines.machine(H100)
    readings = [nvidia.PROBE.read(host, gpu) for gpu in of_kind(host, "gpu")]
    busy, idle = readings[0], readings[7]
    assert busy is not None
    assert idle is not None
    assert (busy.utilisation, busy.throttled, busy.power_w) == (97, "power cap", 688.4)
    assert busy.processes == (ComponentProcess(4100, 73400 << 20),)
    assert (busy.temperature_c, busy.temperature_limit_c) == (64, 89)
    assert (idle.utilisation, idle.throttled, idle.processes) == (0, "", ())
    assert readings[3] is not None
    assert readings[3].errors["ecc_aggregate_corrected"] == 2
    assert nvidia.PROBE.read(host, of_kind(host, "switch")[0]) is None


def test_facts_are_of_known_kinds_and_without_sparsity() -> None:
    """Half the bits, twice the figure: a sparse one among dense ones stands out."""
    for name in ("H100", "H200", "A100-80GB", "B200", "T4", "L40S", "RTX-4090"):
        assert facts.named("nvidia", name), name
    for model in MODELS.values():
        nominal = model.get("nominal", {})
        if model["vendor"] != "nvidia":
            continue
        assert model["kind"] in KINDS
        for more, fewer in (("fp16", "fp8"), ("tf32", "fp16")):
            if model.get("architecture") == "hopper" and {more, fewer} <= set(nominal):
                assert nominal[fewer] == pytest.approx(2 * nominal[more], rel=0.01)
