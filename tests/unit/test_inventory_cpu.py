"""CPUs and memory, as each architecture describes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.inventory.host import Recorded
from heddle.inventory.probes import cpu, memory
from heddle.model.hardware import Component
from tests.machines import machine, ranges, seen


def cpus(files: dict[str, str]) -> list[Component]:
    return cpu.PROBE.components(Recorded(files), ())


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


def test_a_socket_is_as_warm_as_its_own_sensor_says() -> None:
    """The sensor of another node is not asked."""
    host, found = machine("dual-socket"), seen("dual-socket")
    warm = cpu.PROBE.read(host, found["cpu@1"])
    assert warm is not None
    assert warm.temperature_c == 41.25
    assert cpu.PROBE.read(host, found["cpu@0"]) is None


@given(st.sets(st.integers(0, 999)))
def test_sets_of_cpus_are_read_as_the_kernel_writes_them(numbers: set[int]) -> None:
    """Ranges and single numbers."""
    assert cpu.cpu_set(ranges(sorted(numbers))) == numbers


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
