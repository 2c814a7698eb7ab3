"""NVIDIA's management library, on a stand-in that a compiler here builds."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.inventory.host import LiveHost
from heddle.inventory.probes.nvidia import NvidiaProbe
from heddle.inventory.sources import nvml, nvml_abi, nvml_session
from tests.components import install
from tests.conftest import missing

COMPILER = shutil.which("cc") or shutil.which("gcc")


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


def test_energy_is_counted_where_the_gpu_and_its_driver_do(library: ctypes.CDLL) -> None:
    """More than 32 bits. A GPU that does not count has no counter."""
    assert [gpu.get("energy_mj") for gpu in gpus(nvml.energy())] == [5_000_000_123_456, None]
    assert NvidiaProbe().energy(LiveHost()) == {"cuda@0": 5_000_000_123_456}


def test_an_old_library_counts_no_energy(old_library: ctypes.CDLL) -> None:
    assert NvidiaProbe().energy(LiveHost()) == {}
