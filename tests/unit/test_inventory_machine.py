"""The inventory of what every machine has: CPUs, memory, network, drives, bridges, software."""

from __future__ import annotations

import dataclasses
import json
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heddle import cli
from heddle.errors import UsageError, VendorError
from heddle.inventory import system
from heddle.inventory.host import LiveHost, Recorded, RecordingHost, load
from heddle.inventory.identify import Identifying
from heddle.inventory.listing import accelerators
from heddle.inventory.machine import ComponentChange, changes, look
from heddle.inventory.probes import bridge, cpu, memory, nic, opencl, other, probes, soft, storage
from heddle.inventory.sources import opencl as opencl_source
from heddle.inventory.sources import pci, pci_names
from heddle.inventory.stack import stack
from heddle.model.hardware import ACCELERATORS, Component, Machine, Software
from heddle.model.topology import Topology
from tests.components import install
from tests.conftest import missing
from tests.machines import FOLDER, machine, parse

OURS = [module.PROBE for module in (bridge, cpu, memory, nic, opencl, other, soft, storage)]


def seen(name: str) -> dict[str, Component]:
    return {component.id: component for component in look(machine(name)).components}


def kinds(components: dict[str, Component]) -> Counter[tuple[str, str, str]]:
    """Everything but the bridges, which are checked by their places."""
    found = components.values()
    return Counter((c.kind, c.vendor, c.model) for c in found if c.kind != "bridge")


def cpus(files: dict[str, str]) -> list[Component]:
    return cpu.PROBE.components(Recorded(files), ())


def test_a_server_of_two_sockets_is_listed_whole() -> None:
    """Each socket, node, port and drive once; no virtual function, no screen, no loop device."""
    assert kinds(seen("dual-socket")) == {
        ("cpu", "amd", "EPYC 72F3"): 2,
        ("memory", "unknown", "Registered-DDR4"): 2,
        ("nic", "mellanox", "ConnectX-6 Dx"): 2,
        ("storage", "samsung", "SAMSUNG MZQL23T8HCLS-00A07"): 1,
        ("storage", "samsung", "SAMSUNG MZWLJ3T8HBLS-00007"): 1,
        ("storage", "unknown", "WDC WD4003FRYZ-0"): 1,
    }
    assert not look(machine("dual-socket")).accelerators


def test_a_socket_has_its_cores_caches_and_node() -> None:
    """Caches are of the whole socket: eight parts of L3 are not one."""
    second = seen("dual-socket")["cpu@1"]
    assert second.numa == 1
    assert second.attributes == {
        "package": 1,
        "cores": 8,
        "threads": 16,
        "isa": "sse4_2 avx f16c fma avx2",
        "base_mhz": 3700.0,
        "boost_mhz": 4100.0,
        "l1d_bytes": 8 * 32 << 10,
        "l1i_bytes": 8 * 32 << 10,
        "l2_bytes": 8 * 512 << 10,
        "l3_bytes": 256 << 20,
        "numa_nodes": "1",
    }


def test_a_node_of_memory_has_its_huge_pages_and_what_is_used() -> None:
    """Caches of files are not used memory."""
    node = seen("dual-socket")["memory@0"]
    assert node.memory_bytes == 264_000_000 * 1024
    assert node.attributes["huge_pages_2mib"] == 1024
    assert node.attributes["huge_pages_1gib"] == 4
    reading = memory.PROBE.read(machine("dual-socket"), node)
    assert reading is not None
    assert reading.memory_used_bytes == 20_000_000 * 1024


def test_a_port_has_its_interface_and_rdma_device() -> None:
    """Virtual functions are counted, representors are not interfaces, a dead link has no rate."""
    found = seen("dual-socket")
    up, down = found["pci@0000:a1:00.0"], found["pci@0000:a1:00.1"]
    assert up.attributes["interfaces"] == "ens1f0np0"
    assert up.attributes["virtual_functions"] == 2
    assert up.attributes["rdma_gbits"] == 100
    assert up.files == ("/dev/infiniband/uverbs0",)
    assert Software("firmware", "22.39.2048", "firmware") in up.stack
    assert up.link is not None
    assert up.link.width == 16
    assert down.attributes["rdma_state"] == "down"
    assert "rdma_gbits" not in down.attributes


def test_drives_say_their_size_and_temperature() -> None:
    """Also the drive whose block device is shown apart from its controller."""
    host, found = machine("dual-socket"), seen("dual-socket")
    first, second = found["pci@0000:01:00.0"], found["pci@0000:02:00.0"]
    assert first.attributes["size_bytes"] == second.attributes["size_bytes"] == 7501476528 * 512
    assert second.files == ("/dev/nvme1", "/dev/nvme1n1")
    assert found["scsi@0:0:0:0"].attributes["rotational"] is True
    reading = storage.PROBE.read(host, first)
    assert reading is not None
    assert reading.temperature_c == 38.85
    assert storage.PROBE.read(host, second) is None


def test_a_socket_is_as_warm_as_its_own_sensor_says() -> None:
    """The sensor of another node is not asked."""
    host, found = machine("dual-socket"), seen("dual-socket")
    warm = cpu.PROBE.read(host, found["cpu@1"])
    assert warm is not None
    assert warm.temperature_c == 41.25
    assert cpu.PROBE.read(host, found["cpu@0"]) is None


@pytest.mark.parametrize("name", ["dual-socket", "bluefield", "no-accelerators"])
def test_everything_on_the_bus_hangs_on_something_listed(name: str) -> None:
    """Up to a root, which hangs on nothing."""
    found = seen(name)
    for component in found.values():
        if component.id.startswith("pci@") and not component.attributes.get("root"):
            assert component.parent in found


def test_the_machine_says_what_it_is() -> None:
    """Maker, product, whether it is real, and an identity."""
    assert look(machine("dual-socket")).attributes == {
        "vendor": "Supermicro",
        "product": "AS -2024US-TRT",
        "chassis": "server",
        "architecture": "x86_64",
        "virtual": False,
        "identity": "0123456789abcdef",
        "identity_source": "machine-id",
    }


def test_a_bluefield_card_is_one_dpu_whatever_its_ports() -> None:
    """Its other port is a network interface of the same card."""
    found = seen("bluefield")
    assert kinds(found) == {
        ("dpu", "mellanox", "BlueField-3"): 1,
        ("dpu", "mellanox", "BlueField-2"): 1,
        ("nic", "mellanox", "BlueField-3"): 1,
        ("cpu", "arm", "Neoverse-N1"): 1,
        ("memory", "unknown", "memory"): 1,
        ("memory", "unknown", "CXL memory"): 1,
    }
    assert found["pci@0003:03:00.1"].attributes["card"] == "pci@0003:03:00.0"
    assert found["pci@0003:03:00.0"].uuid == "a088:c203:00ab:cd01"
    assert found["pci@0003:01:00.0"].attributes["switch"] is True
    assert found["memory@1"].attributes["no_cpus"] is True


def test_a_bare_virtual_machine_has_no_accelerator() -> None:
    """Its screen is none."""
    found = look(machine("no-accelerators"))
    assert kinds({c.id: c for c in found.components}) == {
        ("cpu", "intel", "Xeon Gold 6240"): 1,
        ("memory", "unknown", "memory"): 1,
        ("nic", "virtio", "virtio-net"): 1,
        ("storage", "virtio", "virtio drive"): 1,
    }
    assert not found.accelerators
    assert found.attributes["virtual"] is True
    reading = memory.PROBE.read(machine("no-accelerators"), seen("no-accelerators")["memory@0"])
    assert reading is not None
    assert reading.memory_used_bytes == 1_000_000 * 1024


def test_accelerators_without_a_probe_are_known_by_the_bus() -> None:
    """By their makers' numbers, by the host's list of names, or by their numbers alone."""
    found = {id: c for id, c in seen("other-accelerators").items() if c.kind in ACCELERATORS}
    assert kinds(found) == {
        ("gpu", "mthreads", "MTT S4000"): 1,
        ("gpu", "example", "Picture One"): 1,
        ("npu", "cambricon", "MLU370"): 1,
        ("npu", "tenstorrent", "Wormhole"): 1,
        ("npu", "hailo", "Hailo-8"): 1,
        ("asic", "unknown", "fffe:0001"): 1,
        ("dpu", "pensando", "DSC2-200"): 1,
    }
    assert found["pci@0000:02:00.0"].attributes["virtual_functions"] == 1


def test_no_vendor_is_listed_by_two_probes() -> None:
    """Those with a probe of their own are left to it."""
    owned = frozenset().union(*(probe.pci_vendors for probe in probes()))
    place = "pci0000:00/0000:%02x:00.0"
    facts = {
        "pci": [
            {"at": place % index, "id": f"{vendor:04x}:0001", "class": "120000"}
            for index, vendor in enumerate(sorted(owned))
        ]
    }
    host = Recorded(*parse(facts))
    assert other.PROBE.components(host, pci.functions(host)) == []


@given(st.sets(st.integers(0, 999)))
def test_sets_of_cpus_are_read_as_the_kernel_writes_them(numbers: set[int]) -> None:
    """Ranges and single numbers."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    text = ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    assert cpu.cpu_set(text) == numbers


ARM = "processor : {}\nFeatures : fp asimd sve2\nCPU implementer : 0x41\nCPU part : {}\n\n"


@pytest.mark.parametrize(
    ("text", "vendor", "model", "isa"),
    [
        (ARM.format(0, "0xd4f"), "arm", "Neoverse-V2", "asimd sve2"),
        ("processor : 0\nCPU implementer : 0x48\nCPU part : 0xd01", "hisilicon", "Kunpeng-920", ""),
        ("processor : 0\nCPU implementer : 0x41\nCPU part : 0xfff", "arm", "0x41:0xfff", ""),
        (
            "processor : 0\nhart : 0\nisa : rv64imafdcv_zba\nuarch : thead,c920\nmvendorid : 0x5b7",
            "thead",
            "thead,c920",
            "rvv",
        ),
        (
            "system type : generic-loongson-machine\n\nprocessor : 0\nCPU Family : Loongson-64bit\n"
            "Model Name : Loongson-3C5000\nFeatures : cpucfg lsx lasx",
            "loongson",
            "Loongson-3C5000",
            "lsx lasx",
        ),
        ("processor : 0\ncpu : POWER9, altivec supported\n\nplatform : PowerNV", "ibm", "", ""),
        ("processor : 0\nvendor_id : HygonGenuine\nmodel name : Hygon C86 7285", "hygon", "", ""),
        ("", "", "", ""),
    ],
)
def test_every_architecture_has_its_own_cpuinfo(
    text: str, vendor: str, model: str, isa: str
) -> None:
    """Without any /sys, as in a strict container."""
    found = cpus({"/proc/cpuinfo": text})
    assert [c.vendor for c in found] == ([vendor] if text else [])
    assert not model or found[0].model == model
    assert not isa or found[0].attributes["isa"] == isa


def test_a_cpu_that_cpuinfo_leaves_out_is_like_the_first() -> None:
    """The file may be cut off where there are hundreds."""
    text = "processor : 0\nvendor_id : GenuineIntel\nphysical id : 0\ncore id : 0"
    (found,) = cpus({"/proc/cpuinfo": text, "/sys/devices/system/cpu/online": "0-3"})
    assert (found.attributes["cores"], found.attributes["threads"]) == (4, 4)


def test_memory_plugged_in_later_counts() -> None:
    """Of a single node, also where only the machine's own file knows of it."""
    host = Recorded(
        {
            "/sys/devices/system/node/node0/meminfo": "Node 0 MemTotal: 1000 kB",
            "/sys/devices/system/node/node0/cpulist": "0",
            "/proc/meminfo": "MemTotal: 9000 kB\nMemAvailable: 8000 kB",
        }
    )
    (found,) = memory.PROBE.components(host, ())
    reading = memory.PROBE.read(host, found)
    assert found.memory_bytes == 9000 * 1024
    assert reading is not None
    assert reading.memory_used_bytes == 1000 * 1024


def test_a_controller_with_a_bus_of_its_own_is_a_bridge() -> None:
    """Drives behind Intel's VMD hang on it."""
    place = "pci0000:00/0000:00:0e.0"
    drive = f"{place}/pci10000:e0/10000:e0:06.0/10000:e1:00.0"
    facts = {
        "pci": [
            {"at": place, "id": "8086:467f", "class": "010400"},
            {"at": drive.rpartition("/")[0], "id": "8086:464d", "class": "060400"},
            {"at": drive, "id": "144d:a80a", "class": "010802"},
        ]
    }
    found = {c.id: c for c in look(Recorded(*parse(facts))).components}
    assert found["pci@10000:e1:00.0"].parent == "pci@10000:e0:06.0"
    assert found["pci@10000:e0:06.0"].parent == "pci@0000:00:0e.0"
    assert found["pci@0000:00:0e.0"].kind == "bridge"


def test_interfaces_off_the_bus_are_listed_too() -> None:
    """On USB, on the chip, and what is no hardware is not."""
    device = "/sys/devices/platform/2310000.ethernet"
    host = Recorded(
        {
            f"{device}/net/eth0/operstate": "up",
            f"{device}/net/eth0/speed": "10000",
            "/sys/bus/platform/drivers/mvneta/uevent": "",
            "/sys/devices/virtual/net/lo/operstate": "unknown",
        },
        {
            "/sys/class/net/eth0": f"{device}/net/eth0",
            "/sys/class/net/lo": "/sys/devices/virtual/net/lo",
            f"{device}/net/eth0/device": device,
            f"{device}/subsystem": "/sys/bus/platform",
            f"{device}/driver": "/sys/bus/platform/drivers/mvneta",
        },
    )
    (found,) = nic.PROBE.components(host, ())
    assert (found.id, found.model) == ("platform@2310000.ethernet", "mvneta")
    assert found.attributes["speed_mbits"] == 10000


def test_grace_is_told_from_its_cores() -> None:
    """NVIDIA's chip with Arm's cores."""
    files = {
        "/proc/cpuinfo": ARM.format(0, "0xd4f"),
        "/sys/devices/soc0/soc_id": "jep106:036b:0241",
    }
    assert [(c.vendor, c.model) for c in cpus(files)] == [("nvidia", "Grace")]


def test_fast_and_slow_cores_are_told_apart() -> None:
    """Of Intel by their event counters, of Arm by their parts; shared caches count once."""
    folder = "/sys/devices/system/cpu"
    name = "vendor_id : GenuineIntel\nmodel name : 12th Gen Intel(R) Core(TM) i5-12600K\n\n"
    files = {
        "/proc/cpuinfo": "".join(f"processor : {n}\n{name}" for n in range(4)),
        f"{folder}/online": "0-3",
        f"{folder}/cpu0/topology/package_cpus_list": "0-3",
        f"{folder}/cpu0/topology/core_cpus_list": "0-1",
        f"{folder}/cpu2/topology/core_cpus_list": "2",
        f"{folder}/cpu3/topology/core_cpus_list": "3",
        "/sys/devices/cpu_core/cpus": "0-1",
        "/sys/devices/cpu_atom/cpus": "2-3",
    }
    for number, (l2, shared) in {0: ("1280K", "0-1"), 2: ("2048K", "2-3")}.items():
        for index, (level, size, who) in enumerate([("2", l2, shared), ("3", "20480K", "0-3")]):
            cache = f"{folder}/cpu{number}/cache/index{index}"
            files |= {f"{cache}/level": level, f"{cache}/type": "Unified"}
            files |= {f"{cache}/size": size, f"{cache}/shared_cpu_list": who}
    (hybrid,) = cpus(files)
    assert hybrid.model == "12th Gen Core i5-12600K"
    assert hybrid.attributes["core_types"] == "1 performance, 2 efficient"
    assert hybrid.attributes["l2_bytes"] == (1280 + 2048) << 10
    assert hybrid.attributes["l3_bytes"] == 20 << 20
    (big,) = cpus({"/proc/cpuinfo": ARM.format(0, "0xd0b") + ARM.format(1, "0xd05")})
    assert big.model == "Cortex-A76 + Cortex-A55"


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_files_that_vanish_or_lie_are_never_fatal(data: st.DataObject) -> None:
    """A machine may lose any of its files, or find anything in them."""
    name = data.draw(st.sampled_from(["dual-socket", "bluefield", "no-accelerators"]))
    files, links, management = parse(tomllib.loads((FOLDER / f"{name}.toml").read_text()))
    lost = data.draw(st.sets(st.sampled_from(sorted(files)), max_size=40))
    altered = data.draw(st.dictionaries(st.sampled_from(sorted(files)), st.text(max_size=8)))
    host = Recorded(
        {path: altered.get(path, text) for path, text in files.items() if path not in lost},
        links,
        management,
    )
    functions = pci.functions(host)
    for probe in OURS:
        for component in probe.components(host, functions):
            probe.read(host, component)
    stack(host)
    system.attributes(host)


def test_names_of_the_bus_are_read_from_the_list() -> None:
    """Only those that are asked for; subsystems and classes are no devices."""
    lines = [
        "# comment\n",
        "15b3  Mellanox Technologies\n",
        "\ta2dc  MT43244 BlueField-3\n",
        "\t\t15b3 0001  a board\n",
        "\ta2df  BlueField-4\n",
        "1a03  ASPEED Technology, Inc.\n",
        "C 02  Network controller\n",
    ]
    assert pci_names.parse(lines, {"15b3:a2dc", "1a03:9999"}) == {
        "15b3": "Mellanox Technologies",
        "15b3:a2dc": "MT43244 BlueField-3",
        "1a03": "ASPEED Technology, Inc.",
    }


def test_the_software_is_read_from_its_own_files() -> None:
    """Toolkits, libraries by the version in their names, packages of Python."""
    host = Recorded(
        {
            "/usr/local/cuda-13.0/version.json": '{"cuda": {"version": "13.0.1"}}',
            "/opt/rocm-6.4.1/.info/version": "6.4.1-83",
            "/usr/local/Ascend/ascend-toolkit/latest/version.cfg": "runtime=[8.0.RC1:8.0.RC1]",
            "/opt/xilinx/xrt/version.json": "not json",
            "/usr/lib64/libnccl.so.2.28.3": "",
            "/usr/bin/docker": "",
        },
        {"/usr/lib64/libnccl.so.2": "libnccl.so.2.28.3", "/usr/local/cuda": "cuda-13.0"},
        {"packages": {"torch": "2.9.0"}},
    )
    assert stack(host) == (
        Software("cuda", "13.0.1", "runtime"),
        Software("rocm", "6.4.1-83", "runtime"),
        Software("cann", "8.0.RC1", "runtime"),
        Software("nccl", "2.28.3", "library"),
        Software("docker", None, "runtime"),
        Software("torch", "2.9.0", "framework"),
    )


@pytest.mark.parametrize(
    ("files", "virtual", "container"),
    [
        ({"/proc/cpuinfo": "vendor_id : X\nflags : lm hypervisor"}, True, None),
        ({"/sys/class/dmi/id/sys_vendor": "Amazon EC2", "/.dockerenv": ""}, True, "docker"),
        (
            {
                "/sys/class/dmi/id/sys_vendor": "Amazon EC2",
                "/sys/class/dmi/id/product_name": "c7g.metal",
            },
            False,
            None,
        ),
        ({"/proc/device-tree/compatible": "linux,dummy-virt"}, True, None),
        ({"/proc/device-tree/model": "NVIDIA Jetson AGX Orin"}, False, None),
        ({"/proc/1/cgroup": "0::/kubepods/pod1"}, None, "kubernetes"),
    ],
)
def test_virtual_machines_and_containers_are_recognised(
    files: dict[str, str], virtual: bool | None, container: str | None
) -> None:
    """None where nothing tells."""
    found = system.attributes(Recorded(files))
    assert (found.get("virtual"), found.get("container")) == (virtual, container)


def test_this_machine_can_be_looked_at_and_recorded(tmp_path: Path) -> None:
    """The recording shows the same machine, soft devices too, and not its secret number."""
    recorder = RecordingHost(LiveHost())
    here = look(recorder)
    text = recorder.as_json("this machine")
    file = tmp_path / "here.json"
    file.write_text(text)
    assert changes(here, look(load(file))) == []
    numbers = Path("/etc/machine-id")
    secret = numbers.read_text().strip() if numbers.exists() else ""
    assert not secret or secret not in text
    assert {"cpu", "memory"} <= {component.kind for component in here.components}
    assert not here.troubles


def test_soft_devices_are_accelerators() -> None:
    """Of the kind that their label says; a recording of another machine has none."""
    about = {"vendor": "heddle", "memory_bytes": 0, "level": 1, "capabilities": [], "scheduler": ""}
    given = [
        about | {"id": f"soft@{label}", "model": label, "uuid": label, "kind": label}
        for label in ("gpu", "npu2", "edge")
    ]
    found = soft.PROBE.components(Recorded({}, {}, {"soft": given}), ())
    assert [(c.device, c.kind) for c in found] == [
        ("soft@gpu", "gpu"),
        ("soft@npu2", "npu"),
        ("soft@edge", "npu"),
    ]
    assert soft.PROBE.components(machine("no-accelerators"), ()) == []


DEVICE: dict[str, Any] = {
    "id": "opencl@0:0",
    "name": "Mali-G78",
    "type": "gpu",
    "vendor": "ARM",
    "vendor_id": 0x13B5,
    "platform": "ARM Platform",
    "platform_version": "OpenCL 3.0",
    "compute_units": 14,
    "clock_mhz": 848,
    "memory_bytes": 1 << 33,
    "version": "OpenCL 3.0",
    "driver": "3.0",
    "pci": None,
}


def test_opencl_devices_of_the_bus_are_not_listed_twice() -> None:
    """Nor is a CPU an accelerator because a driver offers it as one; but its driver is listed."""
    processor = DEVICE | {"id": "opencl@1:0", "type": "cpu", "platform": "PoCL"}
    card = DEVICE | {"id": "opencl@2:0", "pci": "0000:01:00.0"}
    host = Recorded({}, {}, {"opencl": [DEVICE, processor, card]})
    (found,) = opencl.PROBE.components(host, ())
    assert (found.id, found.kind, found.vendor, found.model) == (
        *("opencl@0:0", "gpu", "arm", "Mali-G78"),
    )
    assert Software("PoCL", "3.0", "runtime") in stack(host)


def test_pocl_is_found_where_it_is_installed() -> None:
    """Every device with its name, type and memory."""
    folder = Path(opencl_source.DRIVERS)
    if not folder.is_dir() or not list(folder.glob("*.icd")):
        missing("no OpenCL driver is installed", install("pocl"))
    for device in opencl_source.devices():
        assert device["name"]
        assert device["type"] in ("cpu", "gpu", "accelerator", "custom")
        assert device["memory_bytes"] > 0
        assert device["compute_units"] > 0


@pytest.mark.parametrize(("body", "why"), [("exit 1", "it crashed"), ("exec sleep 9", "no answer")])
def test_a_broken_opencl_driver_is_reported(
    body: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that crashes and one that hangs, each in a process of its own."""
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(opencl_source, "LIMIT_S", 0.3)
    (tmp_path / "broken.icd").touch()
    monkeypatch.setenv("OCL_ICD_VENDORS", str(tmp_path))
    with pytest.raises(VendorError, match=why):
        opencl_source.devices()


def test_other_systems_are_refused_with_what_is_supported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A recording of a Linux machine can be looked at anywhere."""
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(UsageError, match=r"Linux only.*WSL2"):
        look()
    assert look(machine("no-accelerators")).components


components = st.dictionaries(
    st.sampled_from([f"pci@0000:0{n}:00.0" for n in range(6)]),
    st.builds(
        Component,
        id=st.just(""),
        kind=st.sampled_from(["gpu", "nic"]),
        vendor=st.just("nvidia"),
        model=st.sampled_from(["H200", "T4"]),
        driver=st.sampled_from([None, "nvidia", "vfio-pci"]),
    ),
).map(
    lambda found: Machine(
        "m", tuple(dataclasses.replace(c, id=id) for id, c in sorted(found.items()))
    )
)


@given(components, components)
def test_changes_tell_all_that_came_went_or_altered(before: Machine, after: Machine) -> None:
    """Each component at most once, and looking back turns coming into going."""
    old, new = ({c.id: c for c in m.components} for m in (before, after))
    found = {change.id: change for change in changes(before, after)}
    assert [c.id for c in changes(before, after)] == sorted(found)
    assert {id for id, c in found.items() if c.what == "appeared"} == new.keys() - old.keys()
    assert {id for id, c in found.items() if c.what == "gone"} == old.keys() - new.keys()
    for id in old.keys() & new.keys():
        names = found.get(id, ComponentChange(id, "changed")).fields
        copied = {name: getattr(new[id], name) for name in names}
        assert dataclasses.replace(old[id], **copied) == new[id]
        assert all(getattr(old[id], name) != value for name, value in copied.items())
    turned = {"appeared": "gone", "gone": "appeared", "changed": "changed"}
    back = changes(after, before)
    assert back == [ComponentChange(c.id, turned[c.what], c.fields) for c in found.values()]
    assert changes(before, before) == []


BROKEN_RECORDS: list[dict[str, Any]] = [
    {},
    {"files": []},
    {"files": {"foo": "x"}},
    {"files": {"//foo": "x"}},
    {"files": {"/a/../b": "x"}},
    {"files": {"/": "x"}},
    {"files": {"/a": 5}},
    {"files": {}, "links": {"/a": 5}},
    {"files": {}, "links": {"a": "/b"}},
    {"files": {}, "links": None},
    {"files": {}, "management": []},
    {"files": {}, "management": {"nvml": 5}},
    {"files": {}, "management": {"identity": "x"}},
    {"files": {}, "management": {"opencl": [1]}},
]


@pytest.mark.parametrize("record", BROKEN_RECORDS, ids=str)
def test_a_record_that_is_none_is_refused(record: dict[str, Any], tmp_path: Path) -> None:
    """It comes from anybody: the message says what is wrong, and how one is made."""
    file = tmp_path / "machine.json"
    file.write_text(json.dumps({"heddle_machine": 1, **record}))
    with pytest.raises(UsageError, match=r"not a recorded machine.*heddle device ls --record"):
        load(file)


@pytest.mark.parametrize("text", ["", "5", "[" * 100_000, '{"heddle_machine": 2}', "\xff"])
def test_a_file_that_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    """Whatever it is."""
    file = tmp_path / "machine.json"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(UsageError, match="not a recorded machine"):
        load(file)


def test_links_in_circles_lead_nowhere() -> None:
    """And those that do not are followed, up and down, as Linux does."""
    links = {"/a": "/b", "/b": "/a", "/self": "self/x", "/up": "/x/y/../z", "/x/y": "../d/e"}
    host = Recorded({"/d/z": "found", "/d/e/f": "deep"}, links)
    assert [host.resolve(path) for path in ("/a", "/a/c", "/self")] == [None] * 3
    assert host.text("/up") == "found"
    assert host.text("/x/y/f") == "deep"
    chain = {f"/{n}": f"/{n + 1}" for n in range(30)}
    assert Recorded({"/30": "end"}, chain).text("/0") == "end"


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(10**400) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_answers_in_a_record_may_be_anything(data: st.DataObject) -> None:
    """What makes no sense is a trouble or left out; the rest of the machine is shown and named."""

    def altered(value: Any) -> Any:
        if data.draw(st.integers(0, 30)) == 0:
            return data.draw(plain)
        if isinstance(value, dict):
            return {key: altered(each) for key, each in value.items()}
        return [altered(each) for each in value] if isinstance(value, list) else value

    recorded = json.loads((FOLDER / "h200.json").read_text())
    soft_device: dict[str, Any] = {"id": "soft@a", "kind": "gpu", "vendor": "h", "model": "m"}
    soft_device |= {"uuid": "u"} | {
        "memory_bytes": 0,
        "level": 1,
        "capabilities": [],
        "scheduler": "",
    }
    answers = {key: value for key, value in recorded["management"].items() if key != "pci_names"}
    answers |= {"opencl": [DEVICE], "soft": [soft_device], "packages": {"torch": "2"}}
    host = Recorded(recorded["files"], recorded["links"], altered(answers) or {})
    if not isinstance(host._management, dict):
        return
    found = look(host)
    assert found.name
    assert Topology(found).tree().children
    assert [str(each.identifier) for each in Identifying(found).all()]
    json.dumps([entry.as_dict() for entry in accelerators(found, [])])


@pytest.mark.parametrize("verb", ["devices", "health", "id", "score", "topology"])
def test_no_verb_looks_at_another_system(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each refuses with the same sentence."""
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cli.main([verb]) == 2
    assert "Linux only" in capsys.readouterr().err


@pytest.mark.parametrize("verb", ["devices", "id", "score", "topology"])
def test_every_verb_says_what_could_not_be_read(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On stderr, so that what is listed can still be used."""
    monkeypatch.setenv("HEDDLE_STATE", str(tmp_path))
    record = tmp_path / "machine.json"
    answers = {"soft": [{"id": "soft@a"}]}
    record.write_text(json.dumps({"heddle_machine": 1, "files": {}, "management": answers}))
    assert cli.main([verb, "--machine", str(record)]) == 0
    assert "heddle: soft: KeyError" in capsys.readouterr().err
