"""Ascend, FPGA cards, TPUs and USB sticks on machines built from public facts; Huawei's library."""

from __future__ import annotations

import functools
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.inventory import facts
from heddle.inventory.host import Patient, Recorded
from heddle.inventory.probes import altera, ascend, google, movidius, xilinx
from heddle.inventory.probes.base import Probe
from heddle.inventory.sources import dcmi, pci, usb
from heddle.model.hardware import KINDS, Component, ComponentProcess, PeerLink, Software
from tests import machines

PROBES: tuple[Probe, ...] = (
    altera.PROBE,
    ascend.PROBE,
    google.PROBE,
    movidius.PROBE,
    xilinx.PROBE,
)
MACHINES = ("alveo-stratix", "ascend-910b", "edge-tpu", "tpu-v4")
GIB = 1 << 30
MESSY = (None, "", "garbage", "-1", "0", "0x", "\ufffd" * 40, "9" * 30, "1 2 3\n\n4")


def components(host: Recorded | Patient) -> dict[str, Component]:
    functions = pci.functions(host)
    found = [c for probe in PROBES for c in probe.components(host, functions)]
    assert len({c.id for c in found}) == len(found), "two probes claim the same hardware"
    return {c.id: c for c in found}


@functools.cache
def host(name: str) -> Recorded:
    return machines.machine(name)


@functools.cache
def listed(name: str) -> dict[str, Component]:
    return components(host(name))


def parts(name: str) -> tuple[dict[str, str], dict[str, str], dict[str, Any]]:
    return machines.parse(tomllib.loads((machines.FOLDER / f"{name}.toml").read_text()))


def test_an_ascend_node_lists_its_chips_by_their_own_names() -> None:
    """Eight NPUs, each with its memory, device files, place and software; nothing else is one."""
    npus = [c for c in listed("ascend-910b").values() if c.kind == "npu"]
    assert {(c.vendor, c.model, c.memory_bytes) for c in npus} == {("huawei", "910B3", 64 * GIB)}
    assert sorted((c.attributes["index"], c.numa) for c in npus) == [
        *((0, 6), (1, 0), (2, 6), (3, 0), (4, 4), (5, 2), (6, 4), (7, 2))
    ]
    first = listed("ascend-910b")["pci@0000:c1:00.0"]
    assert first.files == (
        *("/dev/davinci0", "/dev/davinci_manager", "/dev/devmm_svm", "/dev/hisi_hdc"),
    )
    assert first.stack == (
        Software("ascend-driver", "24.1.rc1", "driver"),
        Software("ascend-firmware", "7.1.0.9.220", "firmware"),
    )
    assert first.driver == "devdrv_device_driver"
    assert first.parent == "pci@0000:c0:00.0"
    assert first.attributes["family"] == "910B"
    assert len({c.uuid for c in npus}) == 8


def test_ascend_chips_of_one_node_form_a_full_mesh() -> None:
    """Each has an HCCS link to each other one, and never to itself."""
    npus = {id: c for id, c in listed("ascend-910b").items() if c.kind == "npu"}
    for id, chip in npus.items():
        assert {peer.kind for peer in chip.peers} == {"hccs"}
        assert {peer.to for peer in chip.peers} == npus.keys() - {id}


def test_an_engine_of_the_same_class_is_no_npu() -> None:
    """Kunpeng processors have a compression engine on the bus; network cards are not listed."""
    others = [c for c in listed("ascend-910b").values() if c.kind != "npu"]
    assert [(c.kind, c.model, c.stack, c.files) for c in others] == [("asic", "ZIP Engine", (), ())]
    assert ascend.PROBE.read(host("ascend-910b"), others[0]) is None


def test_ascend_readings_come_from_the_library() -> None:
    """Load, memory, heat, power, errors and who uses it."""
    busy = ascend.PROBE.read(host("ascend-910b"), listed("ascend-910b")["pci@0000:c1:00.0"])
    assert busy is not None
    assert (busy.utilisation, busy.temperature_c, busy.power_w) == (97, 55, 330.4)
    assert busy.memory_total_bytes == 64 * GIB
    assert busy.processes == (ComponentProcess(48151, 57650708480),)
    ill = ascend.PROBE.read(host("ascend-910b"), listed("ascend-910b")["pci@0000:42:00.0"])
    assert ill is not None
    assert ill.errors == {
        "health": 1,
        "alarms": 1,
        "ecc_corrected": 3,
        "ecc_uncorrected": 0,
        "ecc_aggregate_corrected": 9,
        "ecc_aggregate_uncorrected": 0,
    }
    assert ill.processes == ()


def test_without_the_library_an_ascend_chip_is_what_the_bus_says() -> None:
    """Family, driver and files stay; memory, links and readings are unknown."""
    files, links, _ = parts("ascend-910b")
    bare = Recorded(files, links)
    chip = components(bare)["pci@0000:c1:00.0"]
    assert (chip.model, chip.memory_bytes, chip.peers, chip.uuid) == ("910B", None, (), None)
    assert chip.files[0] == "/dev/davinci0"
    assert ascend.PROBE.read(bare, chip) is None


@pytest.mark.parametrize(
    ("name", "model"),
    [("910B4", "910B4"), ("Ascend910B2", "910B2"), ("Ascend910", "910B"), ("", "910B")],
)
def test_a_chips_own_name_counts_where_it_says_more(name: str, model: str) -> None:
    """Releases of the library differ in how they write it."""
    files, links, management = parts("ascend-910b")
    for chip in management["dcmi"]["chips"]:
        chip["name"] = name
    assert components(Recorded(files, links, management))["pci@0000:c1:00.0"].model == model


def test_an_alveo_card_is_one_component() -> None:
    """Its user function stands for it, with what the shell says of the card."""
    cards = listed("alveo-stratix")
    assert "pci@0000:3b:00.0" not in cards
    card = cards["pci@0000:3b:00.1"]
    assert (card.kind, card.vendor, card.model) == ("fpga", "xilinx", "U250")
    assert (card.driver, card.memory_bytes, card.uuid) == ("xocl", 64 * GIB, "21330493A01K")
    assert card.attributes["management"] == "pci@0000:3b:00.0"
    assert card.attributes["platform"] == "xilinx_u250_gen3x16_xdma_shell_4_1"
    assert card.files == ("/dev/dri/renderD128",)
    assert {s.name for s in card.stack} == {"xocl", "xclmgmt"}
    reading = xilinx.PROBE.read(host("alveo-stratix"), card)
    assert reading is not None
    assert (reading.temperature_c, reading.power_w) == (51, 31.84)
    assert reading.memory_used_bytes == (1 << 30) + (1 << 29)


def test_an_alveo_card_whose_controller_sleeps_reports_nothing() -> None:
    """Zero degrees and zero watts are no readings."""
    card = listed("alveo-stratix")["pci@0000:5e:00.1"]
    assert (card.model, card.memory_bytes) == ("U280", 40 * GIB)
    assert card.link is not None
    assert (card.link.width, card.link.max_width) == (16, 16)
    assert xilinx.PROBE.read(host("alveo-stratix"), card) is None


def test_an_fpga_without_a_shell_is_listed_as_such() -> None:
    """Nobody knows what somebody put into it."""
    bare = listed("alveo-stratix")["pci@0000:5f:00.0"]
    assert (bare.kind, bare.model, bare.driver) == ("fpga", "FPGA (no shell driver)", None)


@pytest.mark.parametrize("drivers", [(None, None), ("xclmgmt", None), (None, "xocl")])
def test_the_user_function_is_found_with_any_driver(drivers: tuple[str | None, ...]) -> None:
    """Also on a machine where a driver is not installed."""
    entries = [
        {"at": f"pci0000:00/0000:01:00.{n}", "id": f"10ee:502{n}", "class": "120000"}
        | ({"driver": driver} if driver else {})
        for n, driver in enumerate(drivers)
    ]
    files, links, _ = machines.parse({"pci": entries})
    (card,) = components(Recorded(files, links)).values()
    assert (card.id, card.model, card.driver) == ("pci@0000:01:00.1", "U50", drivers[1])


def test_a_stratix_card_shows_its_bitstream_and_its_own_thermometer() -> None:
    """Sensors of the card only, and of those the FPGA's."""
    card = listed("alveo-stratix")["pci@0000:b0:00.0"]
    assert (card.kind, card.vendor, card.model, card.numa) == ("fpga", "altera", "D5005", 1)
    assert card.attributes["bitstream"] == "0x202000200000237"
    assert card.files == ("/dev/dfl-fme.0", "/dev/dfl-port.0")
    reading = altera.PROBE.read(host("alveo-stratix"), card)
    assert reading is not None
    assert (reading.temperature_c, reading.temperature_limit_c) == (57, 100)
    assert (reading.power_w, reading.power_limit_w) == (68.25, 215)


def test_alteras_own_number_is_an_fpga_and_intels_graphics_are_not() -> None:
    """Of Intel's number only the cards that the facts name are claimed."""
    cards = listed("alveo-stratix")
    assert (cards["pci@0000:d8:00.0"].kind, cards["pci@0000:d8:00.0"].model) == (
        "fpga",
        "1172:2494",
    )
    assert "pci@0000:d9:00.0" not in cards


@pytest.mark.parametrize(
    ("subsystem", "model"), [("8086:1771", "N6001"), ("8086:138d", "D5005"), ("1234:5678", "OFS")]
)
def test_a_card_that_shares_its_number_is_told_by_its_subsystem(subsystem: str, model: str) -> None:
    """And is still listed when nobody knows the board."""
    entry = {"at": "pci0000:00/0000:01:00.0", "id": "8086:bcce", "class": "120000"}
    files, links, _ = machines.parse({"pci": [entry | {"subsystem": subsystem}]})
    assert components(Recorded(files, links))["pci@0000:01:00.0"].model == model


def test_virtual_functions_are_partitions_and_not_cards() -> None:
    """On the host; in a guest, which sees no physical function, one is a card."""
    whole = {"at": "pci0000:00/0000:01:00.0", "id": "8086:0b2b", "class": "120000"}
    part = {"at": "pci0000:00/0000:01:00.1", "id": "8086:0b2c", "class": "120000"}
    files, links, _ = machines.parse({"pci": [whole, part]})
    assert len(components(Recorded(files, links))) == 2
    links["/sys/devices/pci0000:00/0000:01:00.1/physfn"] = "../0000:01:00.0"
    assert list(components(Recorded(files, links))) == ["pci@0000:01:00.0"]


def test_an_edge_tpu_on_pci_reports_heat_owner_and_resets() -> None:
    """Through the class of its driver; a module without a driver is listed and silent."""
    found = listed("edge-tpu")
    module = found["pci@0000:01:00.0"]
    assert (module.kind, module.vendor, module.model) == ("tpu", "google", "Edge TPU")
    assert module.attributes["edge"] is True
    assert module.files == ("/dev/apex_0",)
    assert module.stack == (Software("apex", "1.2", "driver"),)
    reading = google.PROBE.read(host("edge-tpu"), module)
    assert reading is not None
    assert (reading.temperature_c, reading.temperature_limit_c) == (52.3, 84.8)
    assert reading.processes == (ComponentProcess(2342),)
    assert reading.errors == {"resets": 2}
    idle = found["pci@0000:02:00.0"]
    assert (idle.driver, idle.files) == (None, ())
    assert google.PROBE.read(host("edge-tpu"), idle) is None


def test_usb_sticks_are_named_by_their_ports_whatever_their_firmware() -> None:
    """A Coral stick changes its number when it is first used; a hub is no stick."""
    sticks = {id: c for id, c in listed("edge-tpu").items() if id.startswith("usb@")}
    assert {id: (c.kind, c.model, c.attributes["firmware_loaded"]) for id, c in sticks.items()} == {
        "usb@1-2": ("tpu", "Edge TPU", True),
        "usb@2-1.3": ("tpu", "Edge TPU", False),
        "usb@2-10": ("npu", "Myriad X", False),
    }
    assert sticks["usb@1-2"].files == ("/dev/bus/usb/001/004",)
    assert sticks["usb@1-2"].parent is None
    assert sticks["usb@2-1.3"].parent == "pci@0001:00:00.0"  # its controller is not listed
    assert sticks["usb@2-10"].uuid == "03e72485"


def test_usb_devices_stand_in_the_order_of_their_ports() -> None:
    """Port 10 comes after port 2, and neither roots nor interfaces are devices."""
    assert [d.ports for d in usb.devices(host("edge-tpu"))] == ["1-2", "2-1", "2-1.3", "2-10"]


def test_cloud_tpus_are_listed_with_the_file_that_programs_open() -> None:
    """One file per chip, or the group that vfio hands out; the network card is not one of them."""
    found = listed("tpu-v4")
    assert [(c.model, c.files, c.memory_bytes) for c in found.values()] == [
        *(("v4", (f"/dev/accel{n}",), 32 * GIB) for n in range(4)),
        ("v5e", ("/dev/vfio/2",), 16 * GIB),
        ("v3", (), 32 * GIB),
    ]
    assert all(google.PROBE.read(host("tpu-v4"), c) is None for c in found.values())


@pytest.mark.parametrize("name", MACHINES)
def test_a_probe_reads_only_its_own(name: str) -> None:
    """Asked for somebody else's component it says nothing; every kind is a known word."""
    for component in listed(name).values():
        assert component.kind in KINDS
        readers = [p for p in PROBES if p.read(host(name), component) is not None]
        assert len(readers) <= 1


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(st.sampled_from(MACHINES), st.data())
def test_lost_and_garbled_files_never_stop_a_listing(name: str, data: st.DataObject) -> None:
    """Whatever is missing or nonsense, what is left is listed and read without an exception."""
    files, links, management = parts(name)
    for path in data.draw(st.sets(st.sampled_from(sorted(files)), max_size=12)):
        text = data.draw(st.sampled_from(MESSY))
        files.pop(path) if text is None else files.update({path: text})
    for path in data.draw(st.sets(st.sampled_from(sorted(links)), max_size=4)):
        links.pop(path) if data.draw(st.booleans()) else links.update({path: "/nowhere/at/all"})
    kept = management if data.draw(st.booleans()) else {}
    machine = Recorded(files, links, kept)
    for component in components(machine).values():
        assert component.kind in KINDS
        assert component.model
        for probe in PROBES:
            probe.read(machine, component)


Build = Callable[..., str]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Makes the stand-in for the library, with or without what some releases lack."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler is not None, "Heddle is built with a C compiler; its tests use it too"
    source = Path(__file__).with_name("fake_dcmi.c")

    @functools.cache
    def make(*flags: str) -> str:
        library = tmp_path_factory.mktemp("dcmi") / "libdcmi.so"
        command = [compiler, "-shared", "-fPIC", *flags, "-o", str(library), str(source)]
        subprocess.run(command, check=True)
        return str(library)

    return make


def test_the_library_describes_chips(build: Build) -> None:
    """Structures are laid out as the C compiler lays them out; a dumb chip is a place only."""
    found = dcmi.Dcmi(build()).describe()
    assert found["driver"] == "24.1.rc1"
    first, second = found["chips"]
    assert first == {
        "card": 2,
        "chip": 0,
        "address": "0000:c1:00.0",
        "name": "Ascend910B3",
        "type": "Ascend",
        "cores": 20,
        "uuid": "1a2b3c4d-20e01d5e-c9f58cd4-160d0485-102301e3",
        "memory_bytes": 64 * GIB,
        "links": [["0000:01:00.0", "hccs"]],
    }
    assert second["address"] == "0000:01:00.0"
    assert second["name"] is second["uuid"] is second["memory_bytes"] is None


def test_the_library_reads_a_chip(build: Build) -> None:
    """Tenths of watts become watts, megabytes bytes."""
    assert dcmi.Dcmi(build()).reading(2, 0) == {
        "utilisation": 63,
        "memory_total_bytes": 64 * GIB,
        "memory_used_bytes": 3400 << 20,
        "memory_clock_mhz": 1600,
        "temperature_c": 47,
        "power_w": 91.3,
        "clock_mhz": 1800,
        "health": 2,
        "alarms": 1,
        "ecc": {
            "ecc_corrected": 1,
            "ecc_uncorrected": 0,
            "ecc_aggregate_corrected": 7,
            "ecc_aggregate_uncorrected": 2,
        },
        "processes": [[4711, 1 << 31], [4712, 1 << 33]],
    }


def test_a_chip_that_answers_no_call_has_no_values(build: Build) -> None:
    """Refused calls leave nothing behind, not even zeros."""
    assert set(dcmi.Dcmi(build()).reading(4, 0).values()) == {None}


def test_an_older_library_has_fewer_calls(build: Build) -> None:
    """Chips with ordinary memory, no links and no clocks; the rest is there."""
    library = dcmi.Dcmi(build("-DOLD"))
    assert library.describe()["driver"] is None
    assert library.describe()["chips"][0]["links"] == []
    reading = library.reading(2, 0)
    assert (reading["memory_total_bytes"], reading["memory_used_bytes"]) == (24 * GIB, 4 * GIB)
    assert reading["clock_mhz"] is reading["processes"] is reading["ecc"] is None
    assert reading["temperature_c"] == 47


class Installed(Recorded):
    """A recorded machine that has the library itself."""

    def management(self, name: str, ask: Callable[[], Any]) -> Any:
        return ask()


def installed() -> Installed:
    files, links, _ = parts("ascend-910b")
    return Installed(files, links)


def test_an_installed_library_is_used(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the bus through the library to a component and its reading."""
    monkeypatch.setattr(dcmi, "PLACES", ("/nowhere/libdcmi.so", build()))
    machine = installed()
    chip = components(machine)["pci@0000:c1:00.0"]
    assert (chip.model, chip.memory_bytes) == ("910B3", 64 * GIB)
    assert chip.peers == (PeerLink("pci@0000:01:00.0", "hccs"),)
    reading = ascend.PROBE.read(machine, chip)
    assert reading is not None
    assert (reading.utilisation, reading.power_w) == (63, 91.3)
    assert reading.errors["health"] == 2


def test_a_machine_without_the_library_has_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver without its management package is unusual, and no fault."""
    monkeypatch.setattr(dcmi, "PLACES", ("/nowhere/libdcmi.so",))
    patient = Patient(installed())
    assert components(patient)["pci@0000:c1:00.0"].model == "910B"
    assert patient.troubles == []


@pytest.mark.parametrize(("flag", "why"), [("-DBROKEN", "dcmi_init"), ("-DEMPTY", "npu-smi info")])
def test_a_failing_library_is_reported_and_the_chips_stay(
    build: Build, monkeypatch: pytest.MonkeyPatch, flag: str, why: str
) -> None:
    """The message says what to look at."""
    monkeypatch.setattr(dcmi, "PLACES", (build(flag),))
    patient = Patient(installed())
    assert components(patient)["pci@0000:c1:00.0"].model == "910B"
    (trouble,) = patient.troubles
    assert trouble.what == "dcmi"
    assert why in trouble.reason


@pytest.mark.parametrize(
    "asked",
    ["huawei/910", "xilinx/U250", "altera/D5005", "google/v5e", "movidius/Myriad X"],
)
def test_a_model_is_found_by_what_people_call_it(asked: str) -> None:
    """The words of the facts are the words that components use."""
    vendor, _, name = asked.partition("/")
    known = facts.named(vendor, name)
    assert known is not None
    assert (known.vendor, known.name) == (vendor, name)
