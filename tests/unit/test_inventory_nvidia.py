"""NVIDIA in the inventory: the management library, GPUs on PCI, NVSwitches, and Jetson modules."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle._gen.hardware import MODELS
from heddle.inventory import facts
from heddle.inventory.host import Recorded
from heddle.inventory.probes import jetson, nvidia
from heddle.inventory.sources import nvml, nvml_abi, nvml_session, pci
from heddle.model.hardware import KINDS, Component, ComponentProcess, PeerLink
from tests import machines
from tests.components import install
from tests.conftest import missing

COMPILER = shutil.which("cc") or shutil.which("gcc")
H100, ORIN = "8x-h100-nvswitch", "jetson-orin"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    if COMPILER is None:
        missing("no C compiler", install("compiler"))
    folder = tmp_path_factory.mktemp("nvml")
    source = str(Path(__file__).with_name("fake_nvml.c"))
    found = {}
    for name, options in (("new", []), ("old", ["-DOLD"])):
        found[name] = str(folder / f"lib{name}.so")
        command = [COMPILER, "-shared", "-fPIC", "-w", *options, source, "-o", found[name]]
        subprocess.run(command, check=True)
    return found


@pytest.fixture
def library(built: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[ctypes.CDLL]:
    yield from use(built["new"], monkeypatch)


@pytest.fixture
def old_library(built: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[ctypes.CDLL]:
    yield from use(built["old"], monkeypatch)


def use(path: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[ctypes.CDLL]:
    monkeypatch.setattr(nvml, "LIBRARY", path)
    monkeypatch.setattr(nvml, "FRESH_S", 0.0)
    nvml.close()
    fake = ctypes.CDLL(path)
    for reset in (fake.fake_xid, fake.fake_sleep, fake.fake_refuse):
        reset(0)
    for gpu in (0, 1):
        fake.fake_lose(gpu, 0)
    yield fake
    nvml.close()


def gpus(answer: dict[str, Any] | None) -> list[dict[str, Any]]:
    assert answer is not None
    json.dumps(answer)  # plain data
    found: list[dict[str, Any]] = answer["gpus"]
    return found


def test_structures_have_the_sizes_that_the_compiler_gives_them(library: ctypes.CDLL) -> None:
    """A padding byte too few would read another field."""
    kinds: list[type[ctypes.Structure]] = [
        *(nvml_abi.PciInfo, nvml_abi.MemoryInfo, nvml_abi.Memory2, nvml_abi.Utilisation),
        *(nvml_abi.Process1, nvml_abi.Process2, nvml_abi.Field, nvml_abi.MigAttributes),
        *(nvml_abi.Margin, nvml_abi.Temperature, nvml_abi.EventData),
    ]
    sizes = [library.fake_size(number) for number in range(len(kinds))]
    assert [ctypes.sizeof(kind) for kind in kinds] == sizes


def test_a_gpu_is_described(library: ctypes.CDLL) -> None:
    """All that stays, from structures, strings, fields and enumerations."""
    answer = nvml.describe()
    first = gpus(answer)[0]
    assert answer is not None
    assert (answer["driver"], answer["cuda"]) == ("580.159.04", "13.1")
    links = first.pop("nvlinks")
    assert first == {
        "index": 0,
        "pci": "0000:3b:00.0",
        "uuid": "GPU-0",
        "name": "NVIDIA H100 80GB HBM3",
        "minor": 1,
        "compute_capability": "9.0",
        "memory_total": 85520809984,
        "temperature_slowdown": 39 + 48 + 2,
        "temperature_shutdown": 39 + 48 + 8,
        "clock_sm_max": 1980,
        "clock_memory_max": 2619,
        "ecc": True,
        "mig": False,
        "mig_devices": [],
        "compute_mode": "default",
        "persistence": True,
        "virtualization": "pass-through",
        "vbios": "96.00.A5.00.1A",
        "gsp_firmware": "580.159.04",
        "part_number": "692-2G520",
    }
    assert [link["active"] for link in links] == [True, True, True, False]
    assert [link["remote"] for link in links[:3]] == ["0000:07:00.0"] * 2 + ["0001:c3:00.0"]
    assert [link["remote_type"] for link in links[:3]] == ["switch", "switch", "gpu"]
    assert [link["mbytes_s"] for link in links] == [26562, 26563, None, None]
    assert {link["version"] for link in links[:3]} == {"4.0"}


def test_what_a_gpu_does_not_give_is_none(library: ctypes.CDLL) -> None:
    """Not supported and no permission are values, not errors."""
    described, read = gpus(nvml.describe())[1], gpus(nvml.readings())[1]
    assert described["pci"] == "0001:c3:00.0"
    assert described["nvlinks"] == []
    assert (described["temperature_slowdown"], described["temperature_shutdown"]) == (92, 97)
    for unknown in ("ecc", "gsp_firmware", "part_number"):
        assert described[unknown] is None
    for unknown in ("utilisation", "power_w", "power_limit_w"):
        assert read[unknown] is None
    assert set(read["ecc"].values()) == set(read["remapped_rows"].values()) == {None}
    assert read["retired_pages_pending"] is False


def test_readings_are_what_changes(library: ctypes.CDLL) -> None:
    """Units are watts, bytes, percent and degrees."""
    read = gpus(nvml.readings())[0]
    assert (read["utilisation"], read["utilisation_memory"]) == (97, 61)
    assert (read["memory_used"], read["memory_reserved"]) == (1 << 35, 577765376)
    assert (read["power_w"], read["power_limit_w"], read["temperature"]) == (81.09, 700.0, 39)
    assert (read["clock_sm"], read["clock_memory"]) == (345, 2619)
    assert read["clock_reasons"] == ["power cap", "temperature (hardware)"]
    assert read["ecc"]["aggregate_uncorrected"] == (1 << 40) + 11
    assert read["remapped_rows"] == {"corrected": 3, "uncorrected": 2, "pending": 1, "failed": 0}
    assert [(p["pid"], p["memory"]) for p in read["processes"]] == [(100, 1 << 34), (101, None)]


def test_mig_devices_are_described_and_read(library: ctypes.CDLL) -> None:
    """Places in between may be empty."""
    described, read = gpus(nvml.describe())[1], gpus(nvml.readings())[1]
    assert described["mig"] is True
    assert [(m["uuid"], m["profile"], m["gpu_instance"]) for m in described["mig_devices"]] == [
        ("MIG-a", "1g.5gb", 7),
        ("MIG-b", "1g.5gb", 8),
    ]
    assert described["mig_devices"][0]["memory_total"] == 4864 << 20
    assert [(m["uuid"], m["memory_used"]) for m in read["mig_devices"]] == [
        ("MIG-a", 40),
        ("MIG-b", 40),
    ]
    assert read["processes"] == [
        {"pid": 300, "memory": 30, "gpu_instance": 7, "compute_instance": 0}
    ]


def test_an_older_library_gives_what_it_has(old_library: ctypes.CDLL) -> None:
    """Functions that came later are missing, and their values are None."""
    described, read = gpus(nvml.describe())[0], gpus(nvml.readings())[0]
    assert (described["memory_total"], described["name"]) == (800, "NVIDIA H100 80GB HBM3")
    assert described["mig"] is described["temperature_slowdown"] is None
    assert (described["mig_devices"], described["nvlinks"]) == ([], [])
    assert (read["memory_used"], read["memory_reserved"]) == (600, None)
    assert [(p["pid"], p["memory"]) for p in read["processes"]] == [(100, 1 << 20), (101, 2 << 20)]
    assert read["xids"] == {}


def test_a_lost_gpu_is_said_and_the_other_still_read(
    library: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps its address, the library is started anew, and a GPU that comes back is read."""
    nvml.readings()
    library.fake_lose(0, 1)
    for _ in range(3):
        lost, other = gpus(nvml.readings())
        assert (lost["lost"], lost["pci"]) == (True, "0000:3b:00.0")
        assert "fallen off the bus" in lost["reason"]
        assert other["temperature"] == 40
    assert library.fake_inits() >= 2
    library.fake_lose(0, 0)
    assert gpus(nvml.readings())[0]["lost"]  # it is not tried again at once
    monkeypatch.setattr(nvml._STATE, "reopen_at", 0.0)
    nvml.readings()
    assert gpus(nvml.readings())[0]["temperature"] == 39


def test_a_gpu_that_is_refused_is_not_lost(library: ctypes.CDLL) -> None:
    """A container may see more GPUs than it may use."""
    library.fake_refuse(4)
    refused, other = gpus(nvml.readings())
    assert refused == {"index": 0, "pci": None, "error": "no permission"}
    assert other["temperature"] == 40


def test_a_library_that_forgot_us_is_started_again(library: ctypes.CDLL) -> None:
    """Somebody else in this process may have shut it down."""
    nvml.readings()
    before = library.fake_inits()
    library.fake_uninitialise()
    assert gpus(nvml.readings())[0]["temperature"] == 39
    assert library.fake_inits() == before + 1


def test_xids_are_counted(library: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once, however often is asked."""
    monkeypatch.setattr(nvml, "FRESH_S", 0.0)
    library.fake_xid(79)
    assert gpus(nvml.readings())[0]["xids"] == {"79": 1}
    library.fake_xid(31)
    for _ in range(2):
        assert gpus(nvml.readings())[0]["xids"] == {"79": 1, "31": 1}


def test_one_round_of_sampling_asks_once(
    library: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many GPUs are read in it, and errors are asked for less often still."""
    monkeypatch.setattr(nvml, "FRESH_S", 60.0)
    nvml.readings()
    whole = library.fake_calls()
    for _ in range(8):
        nvml.readings()
    assert library.fake_calls() == whole
    monkeypatch.setattr(nvml, "FRESH_S", 0.0)
    nvml.readings()
    assert library.fake_calls() - whole < 40


def test_a_call_that_hangs_stops_nobody_else(
    library: ctypes.CDLL, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second who asks is told, at once after the first time."""
    monkeypatch.setattr(nvml, "HUNG_S", 0.1)
    nvml.readings()
    library.fake_sleep(300)
    stuck = threading.Thread(target=nvml.readings)
    stuck.start()
    time.sleep(0.05)
    began = time.monotonic()
    answers = [nvml.readings() for _ in range(3)]
    assert time.monotonic() - began < 0.3
    assert all(answer and "not come back" in answer["error"] for answer in answers)
    stuck.join()


def test_without_the_library_there_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without NVIDIA's driver is no trouble."""
    monkeypatch.setattr(nvml, "LIBRARY", "libno-such-thing.so.1")
    nvml.close()
    assert nvml.read() == {"nvml": None, "nvml.readings": None}
    nvml.close()


@given(st.integers(0, 0xFFFFFFFF), st.integers(0, 255), st.integers(0, 31), st.integers(0, 7))
def test_addresses_are_written_as_the_kernel_does(
    domain: int, bus: int, device: int, function: int
) -> None:
    """Whatever the width and case of the library's."""
    wanted = f"{domain:04x}:{bus:02x}:{device:02x}.{function}"
    assert nvml_session.normalise(f"{domain:08X}:{bus:02X}:{device:02X}.{function}") == wanted
    assert nvml_session.normalise(wanted) == wanted


@given(st.integers(0, 0xFFFFFFFFFFFFFFFF))
def test_every_reason_of_the_clocks_has_words(bits: int) -> None:
    """A bit of a newer library is shown as such."""
    words = nvml.clock_reasons(bits)
    assert len(words) == sum(1 for bit in nvml_abi.CLOCK_REASONS if bits & bit) + (bits > 0x1FF)


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


def test_the_engines_of_a_jetson() -> None:
    """GPU, two DLA, PVA and OFA; what only moves pictures is told of."""
    host = machines.machine(ORIN)
    found = jetson.PROBE.components(host, [])
    assert sorted((one.kind, one.id) for one in found) == [
        ("dla", "platform@15880000.nvdla0"),
        ("dla", "platform@158c0000.nvdla1"),
        ("gpu", "platform@17000000.gpu"),
        ("ofa", "platform@15a50000.ofa"),
        ("pva", "platform@16000000.pva0"),
    ]
    gpu = next(one for one in found if one.kind == "gpu")
    assert (gpu.model, gpu.device) == ("AGX-Orin-64GB", "cuda@0")
    assert gpu.memory_bytes == 64349304 * 1024
    assert gpu.attributes["shared_memory"] is True
    assert gpu.attributes["engines"] == "nvdec, nvenc, nvjpg, vic"
    assert [(part.name, part.version) for part in gpu.stack] == [("l4t", "36.4.3")]
    assert {one.model for one in found if one.kind == "dla"} == {"DLA-2"}


def test_readings_of_a_jetson() -> None:
    """Load, heat, power of the rail, clock; an engine that sleeps is idle."""
    host = machines.machine(ORIN)
    found = {one.id: one for one in jetson.PROBE.components(host, [])}
    gpu = jetson.PROBE.read(host, found["platform@17000000.gpu"])
    assert gpu is not None
    assert (gpu.utilisation, gpu.temperature_c, gpu.temperature_limit_c) == (42.3, 44.593, 99.0)
    assert gpu.power_w == pytest.approx(19.928 * 0.488)
    assert gpu.clock_mhz == 918
    asleep = jetson.PROBE.read(host, found["platform@15880000.nvdla0"])
    awake = jetson.PROBE.read(host, found["platform@158c0000.nvdla1"])
    assert asleep is not None
    assert awake is not None
    assert (asleep.utilisation, awake.utilisation) == (0.0, None)
    assert nvidia.PROBE.read(host, found["platform@17000000.gpu"]) is None


def test_a_board_of_somebody_else_has_no_engines_of_nvidia() -> None:
    """Other chips have devices of such names too."""
    tree = "/sys/firmware/devicetree/base/compatible"
    host = Recorded({tree: "raspberrypi,5\0brcm,bcm2712", f"{jetson.DEVICES}/1.gpu/load": "1"})
    assert jetson.PROBE.components(host, []) == []


def test_an_older_jetson_is_known_by_its_chip() -> None:
    """Jetson Linux 32 to 35 names the GPU after it."""
    name = "17000000.gv11b"
    host = Recorded(
        {
            "/sys/firmware/devicetree/base/compatible": "nvidia,p2972-0000\0nvidia,tegra194",
            f"{jetson.DEVICES}/{name}/of_node/compatible": "nvidia,gv11b\0nvidia,gv11b",
        }
    )
    found = jetson.PROBE.components(host, [])
    assert [(one.id, one.kind, one.model) for one in found] == [
        (f"platform@{name}", "gpu", "Xavier")
    ]
    assert found[0].device is None  # no driver, no CUDA


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
