"""AMD's and Intel's GPUs, APUs and NPUs, on machines built from public facts."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.inventory import facts
from heddle.inventory.host import Host, Recorded
from heddle.inventory.machine import look
from heddle.inventory.probes import amd, amd_npu, habana, intel, intel_npu
from heddle.inventory.probes.base import Probe
from heddle.inventory.sources import kfd, pci
from heddle.inventory.sources.sysfs import CounterRates
from heddle.model.hardware import (
    KINDS,
    Component,
    ComponentProcess,
    Link,
    PeerLink,
    Reading,
    Software,
)
from tests.machines import FOLDER, machine, parse

MACHINES = ("mi300x", "mi250x", "apu", "intel-laptop", "ryzen-ai-laptop", "gaudi2")
PROBES: tuple[Probe, ...] = (
    *(amd.PROBE, amd_npu.PROBE, habana.PROBE),
    *(intel.PROBE, intel_npu.PROBE),
)
GIB = 1 << 30


def listed(host: Host) -> dict[str, Component]:
    functions = pci.functions(host)
    return {c.id: c for probe in PROBES for c in probe.components(host, functions)}


def raw(name: str) -> tuple[dict[str, str], dict[str, str], dict[str, Any]]:
    return parse(tomllib.loads((FOLDER / f"{name}.toml").read_text()))


def test_eight_mi300x_are_joined_all_to_all() -> None:
    """Each with its memory, its NUMA domain, and a link to every other."""
    found = listed(machine("mi300x"))
    assert len(found) == 8
    assert {(c.kind, c.vendor, c.model, c.driver) for c in found.values()} == {
        ("gpu", "amd", "MI300X", "amdgpu")
    }
    assert [c.numa for c in found.values()] == [0] * 4 + [1] * 4
    assert {c.memory_bytes for c in found.values()} == {206141652992}
    for id, component in found.items():
        others = sorted(found.keys() - {id})
        assert component.peers == tuple(PeerLink(other, "xgmi", 1, 64000) for other in others)
    first = found["pci@0000:05:00.0"]
    assert first.uuid == "GPU-3f2a9c51e0d7b400"
    assert first.parent == "pci@0000:00:01.1"
    assert first.link == Link(32.0, 16, 32.0, 16)
    assert first.files == ("/dev/dri/card1", "/dev/dri/renderD128", "/dev/kfd")
    assert first.stack[:2] == (
        Software("amdgpu", "6.8.5", "driver"),
        Software("vbios", "113-M3000100-102", "firmware"),
    )
    assert first.attributes["target"] == "gfx942"
    assert first.attributes["compute_units"] == 304


def test_a_gpu_that_works_is_read_with_its_programs() -> None:
    """All that amdgpu and kfd tell; a program without memory on this GPU does not use it."""
    host = machine("mi300x")
    found = listed(host)
    assert amd.PROBE.read(host, found["pci@0000:05:00.0"]) == Reading(
        utilisation=97.0,
        memory_used_bytes=153931627520,
        memory_total_bytes=206141652992,
        temperature_c=68.0,
        temperature_limit_c=100.0,
        power_w=712.0,
        power_limit_w=750.0,
        clock_mhz=2098.0,
        memory_clock_mhz=1300.0,
        errors={"ecc_corrected": 0, "ecc_uncorrected": 0, "ecc_deferred": 0},
        processes=(ComponentProcess(41873, 153613647872),),
    )
    other = amd.PROBE.read(host, found["pci@0000:a6:00.0"])
    assert other is not None
    assert other.errors["ecc_corrected"] == 12
    assert other.processes == ()


def test_the_chips_of_an_mi250x_are_two_that_name_one_module() -> None:
    """What is two hops away is no peer, and the processor is reached by the fabric."""
    found = listed(machine("mi250x"))
    first, second = found["pci@0000:c1:00.0"], found["pci@0000:c6:00.0"]
    assert len(found) == 8
    assert [c.attributes["module"] for c in found.values()] == [
        f"pci@0000:{bus}:00.0" for bus in ("c1", "c9", "d1", "d9") for _ in range(2)
    ]
    assert first.peers == (
        PeerLink("pci@0000:c6:00.0", "xgmi", 4, 200000),
        PeerLink("pci@0000:c9:00.0", "xgmi", 1, 50000),
        PeerLink("pci@0000:d9:00.0", "xgmi", 2, 100000),
    )
    assert all(
        PeerLink(id, p.kind, p.links, p.mbytes_s) in found[p.to].peers
        for id, component in found.items()
        for p in component.peers
    )
    assert first.numa == 3
    assert first.attributes["host_link"] == "xgmi"
    assert first.attributes["target"] == "gfx90a"
    host = machine("mi250x")
    readings = [amd.PROBE.read(host, half) for half in (first, second)]
    assert [r and (r.power_w, r.power_limit_w) for r in readings] == [(91.0, 560.0), (None, None)]


def test_an_apu_shares_its_memory_and_may_be_cut() -> None:
    """The third of four MI300A is six partitions, each with its share and its own users."""
    host = machine("apu")
    found = listed(host)
    whole = [c for id, c in found.items() if id.startswith("pci@")]
    parts = [c for id, c in found.items() if id.startswith("xcp@")]
    assert [c.numa for c in whole] == [0, 1, 2, 3]
    assert all(c.attributes["integrated"] and c.attributes["shared_memory"] for c in whole)
    assert {c.memory_bytes for c in whole} == {134932541440}
    assert {len(c.peers) for c in whole} == {3}
    assert whole[0].peers[0] == PeerLink("pci@0001:01:00.0", "xgmi", 2, 128000)
    assert [c.id for c in parts] == [f"xcp@0002:01:00.0/{n}" for n in range(6)]
    assert {c.parent for c in parts} == {"pci@0002:01:00.0"}
    assert {c.memory_bytes for c in parts} == {134932541440 // 6}
    assert {c.attributes["compute_units"] for c in parts} == {38}
    assert parts[1].files == ("/dev/kfd", "/dev/dri/renderD145")
    assert whole[2].attributes["partitions"] == 6
    readings = [amd.PROBE.read(host, part) for part in parts]
    assert [r and r.processes for r in readings] == [
        (ComponentProcess(7001, GIB),) if n == 2 else () for n in range(6)
    ]


def test_kernels_that_count_partitions_in_the_function_are_understood() -> None:
    """The address is the GPU's, whichever bits say the partition."""
    known = frozenset({"0002:01:00.0"})
    for place in (0x0103, 0x3000_0100):
        node = kfd.KfdNode(7, 1, {"location_id": place, "domain": 2}, (), None)
        assert node.address(known) == "0002:01:00.0"


def test_a_card_is_as_fast_as_its_slot() -> None:
    """AMD's graphics cards have a switch of their own, behind which all links are wide."""
    switch = "pci0000:00/0000:00:01.0/0000:01:00.0"
    card = f"{switch}/0000:02:00.0/0000:03:00.0"
    entries = [
        {"at": switch, "id": "1002:1478", "class": "060400", "link": "8.0 x4 of 16.0 x16"},
        {"at": card.rpartition("/")[0], "id": "1002:1479", "class": "060400", "link": "16.0 x16"},
        {"at": card, "id": "1002:744c", "class": "030000", "driver": "amdgpu", "link": "16.0 x16"},
    ]
    (found,) = listed(Recorded(*parse({"pci": entries}))).values()
    assert found.model == "RX7900"
    assert found.link == Link(8.0, 4, 16.0, 16)
    assert found.parent == "pci@0000:02:00.0"


def test_a_card_in_a_smaller_slot_has_the_lanes_of_the_slot() -> None:
    """The most that both ends can; what the card itself could do is said beside it."""
    port = "pci0000:00/0000:00:01.0"
    entries = [
        {"at": port, "id": "1022:14ab", "class": "060400", "link": "16.0 x8 of 32.0 x8"},
        {"at": f"{port}/0000:01:00.0", "id": "8086:56c0", "class": "038000"}
        | {"driver": "i915", "link": "16.0 x8 of 16.0 x16"},
    ]
    (found,) = listed(Recorded(*parse({"pci": entries}))).values()
    assert found.link == Link(16.0, 8, 16.0, 8, own_width=16)


def test_a_ryzen_ai_laptop_has_a_gpu_and_an_npu() -> None:
    """The GPU's memory is what is set aside for it and what it may borrow."""
    host = machine("ryzen-ai-laptop")
    gpu, npu = listed(host).values()
    assert (gpu.kind, gpu.vendor, gpu.model) == ("gpu", "amd", "890M")
    assert gpu.memory_bytes == 536870912 + 15988686848
    assert gpu.attributes["carveout_bytes"] == 536870912
    assert gpu.attributes["integrated"] is True
    assert gpu.uuid is None
    reading = amd.PROBE.read(host, gpu)
    assert reading is not None
    assert (reading.utilisation, reading.power_w) == (7.0, 9.021)
    assert reading.memory_used_bytes == 412090368 + 104857600
    assert reading.processes is None
    assert (npu.kind, npu.vendor, npu.model) == ("npu", "amd", "XDNA2")
    assert npu.files == ("/dev/accel/accel0",)
    assert npu.attributes["product"] == "RyzenAI-npu4"
    assert npu.stack == (
        Software("amdxdna", None, "driver"),
        Software("npu", "1.0.0.63", "firmware"),
    )
    assert amd_npu.PROBE.read(host, npu) is None


def test_an_intel_laptop_has_a_gpu_an_npu_and_a_card() -> None:
    """The GPU in the processor has no memory and no link of its own."""
    found = listed(machine("intel-laptop"))
    own, card, npu = (found[f"pci@0000:{a}"] for a in ("00:02.0", "2c:00.0", "00:0b.0"))
    assert (own.kind, own.vendor, own.model) == ("gpu", "intel", "Arc-MTL")
    assert (own.memory_bytes, own.link) == (None, None)
    assert own.attributes["integrated"] is True
    assert (card.model, card.driver, card.memory_bytes) == ("B580", "xe", 12 * GIB)
    assert card.link == Link(16.0, 4, 16.0, 4, own_width=8)  # of the slot, not behind its switch
    assert "integrated" not in card.attributes
    assert card.attributes["tiles"] == 1
    assert (npu.kind, npu.model, npu.files) == ("npu", "NPU-MTL", ("/dev/accel/accel0",))
    assert npu.stack == (Software("intel_vpu", None, "driver"),)


def after(name: str, changes: dict[str, str]) -> Recorded:
    """The machine a little later."""
    files, links, management = raw(name)
    assert changes.keys() <= files.keys()
    return Recorded(files | changes, links, management)


def test_the_npu_s_utilisation_is_its_busy_time_between_two_looks() -> None:
    """Nothing at the first look; then the share of the time that passed."""
    times = iter((100.0, 102.0, 103.0))
    probe = intel_npu.IntelNPUProbe(lambda: next(times))
    busy = "/sys/devices/pci0000:00/0000:00:0b.0/npu_busy_time_us"
    npu = listed(machine("intel-laptop"))["pci@0000:00:0b.0"]
    first = probe.read(machine("intel-laptop"), npu)
    assert first == Reading(memory_used_bytes=1258291200, clock_mhz=1400.0)
    second = probe.read(after("intel-laptop", {busy: "5500000"}), npu)
    assert second is not None
    assert second.utilisation == pytest.approx(25.0)
    reloaded = probe.read(after("intel-laptop", {busy: "12"}), npu)
    assert reloaded is not None
    assert reloaded.utilisation is None


def test_the_card_s_power_is_its_energy_between_two_looks() -> None:
    """And its utilisation is the time that it was not asleep."""
    now = [50.0]
    probe = intel.IntelProbe(lambda: now[0])
    path = "/sys/devices/pci0000:00/0000:00:07.0/0000:2a:00.0/0000:2b:01.0/0000:2c:00.0"
    card = listed(machine("intel-laptop"))["pci@0000:2c:00.0"]
    first = probe.read(machine("intel-laptop"), card)
    assert first == Reading(temperature_c=61.0, power_limit_w=190.0, clock_mhz=2700.0, throttled="")
    now[0] = 52.0
    later = after(
        "intel-laptop",
        {
            f"{path}/hwmon/hwmon4/energy1_input": "60250000000",
            f"{path}/tile0/gt0/gtidle/idle_residency_ms": "100500",
        },
    )
    second = probe.read(later, card)
    assert second is not None
    assert second.power_w == pytest.approx(125.0)
    assert second.utilisation == pytest.approx(75.0)


def test_why_a_gpu_is_slowed_is_said() -> None:
    """In the driver's words."""
    host = machine("intel-laptop")
    reading = intel.IntelProbe().read(host, listed(host)["pci@0000:00:02.0"])
    assert reading is not None
    assert (reading.clock_mhz, reading.throttled) == (1450.0, "pl1")


@pytest.mark.parametrize(
    ("name", "path", "id"),
    [
        ("intel-laptop", "0000:00:07.0/0000:2a:00.0/0000:2b:01.0/0000:2c:00.0", "pci@0000:2c:00.0"),
        ("ryzen-ai-laptop", "0000:00:08.1/0000:c1:00.0", "pci@0000:c1:00.0"),
    ],
)
def test_a_sleeping_gpu_is_let_sleep(name: str, path: str, id: str) -> None:
    """Its sensors are not asked: that would wake it."""
    host = after(name, {f"/sys/devices/pci0000:00/{path}/power/runtime_status": "suspended"})
    component = listed(host)[id]
    readings = [probe.read(host, component) for probe in PROBES]
    assert [r for r in readings if r] == [Reading(utilisation=0.0)]


def test_eight_gaudi_2() -> None:
    """They report clock, power, temperature and how often they were reset."""
    host = machine("gaudi2")
    found = list(listed(host).values())
    assert [c.model for c in found] == ["Gaudi2"] * 8
    assert [c.files for c in found] == [(f"/dev/accel/accel{n}",) for n in range(8)]
    assert found[7].attributes["module"] == 7
    assert habana.PROBE.read(host, found[0]) == Reading(
        temperature_c=36.0,
        power_w=97.0,
        power_limit_w=600.0,
        clock_mhz=1650.0,
        errors={"hard_resets": 0},
    )


@pytest.mark.parametrize("name", MACHINES)
def test_a_component_is_read_by_one_probe_only_and_not_when_it_is_gone(name: str) -> None:
    """Whoever asks all probes gets one answer."""
    host = machine(name)
    for component in listed(host).values():
        answers = [r for r in (probe.read(host, component) for probe in PROBES) if r]
        assert len(answers) == (0 if component.model == "XDNA2" else 1)
        assert not [r for r in (probe.read(Recorded({}), component) for probe in PROBES) if r]


@pytest.mark.parametrize("name", MACHINES)
def test_the_whole_machine_has_no_trouble_with_them(name: str) -> None:
    """Each is there once, in its kind."""
    whole = look(machine(name))
    ids = [c.id for c in whole.components]
    assert len(ids) == len(set(ids))
    assert set(listed(machine(name))) <= set(ids)
    assert all(c.kind in KINDS for c in whole.components)


GARBAGE = st.sampled_from(
    ["", "-1", "0", "N/A", "\0\1", "x" * 99, "9" * 30, "a\nb 1\nc: d\n", "0x"]
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(MACHINES), st.data())
def test_missing_and_broken_files_break_nothing(name: str, data: st.DataObject) -> None:
    """Whatever a driver fails to say, the rest is listed and read."""
    files, links, management = raw(name)
    seed = data.draw(st.randoms(use_true_random=False))
    share = data.draw(st.floats(0.0, 1.0))
    garbage = data.draw(GARBAGE)
    kept = {
        path: garbage if seed.random() < share / 2 else text
        for path, text in files.items()
        if "/system/cpu/" not in path and seed.random() > share / 2
    }
    joined = {path: to for path, to in links.items() if seed.random() > share / 4}
    whole = listed(machine(name))
    host = Recorded(kept, joined, management)
    found = listed(host)
    assert all(c.model and c.kind in KINDS for c in found.values())
    for component in (*found.values(), *whole.values()):
        for probe in PROBES:
            probe.read(host, component)


@given(st.lists(st.tuples(st.floats(0.001, 1e6), st.integers(0, 1 << 62)), max_size=20))
def test_a_rate_is_never_negative_and_needs_two_looks(looks: list[tuple[float, int]]) -> None:
    """A counter that was set back says nothing until the next look."""
    now = 0.0
    rates = CounterRates(lambda: now)
    for index, (pause, value) in enumerate(looks):
        now += pause
        rate = rates.per_second("x", value)
        assert rate is None if index == 0 else rate is None or rate >= 0.0


def test_every_model_here_is_named_in_one_word() -> None:
    """People type it: vendor/model."""
    names = ("pci:1002:74a1", "pci:1002:744c", "pci:8086:7d1d", "pci:1da3:1060", "pci:1022:1502")
    models = [facts.find(name) for name in names]
    assert [m and (m.vendor, m.name) for m in models] == [
        ("amd", "MI300X"),
        ("amd", "RX7900"),
        ("intel", "NPU-MTL"),
        ("habana", "Gaudi3"),
        ("amd", "XDNA"),
    ]
