"""The inventory of what every machine has: network, drives, bridges, software."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heddle.inventory import system
from heddle.inventory.host import Recorded
from heddle.inventory.machine import ComponentChange, changes, look
from heddle.inventory.probes import memory, nic, other, probes, soft, storage
from heddle.inventory.sources import pci, pci_names
from heddle.inventory.stack import stack
from heddle.model.hardware import ACCELERATORS, Component, Machine, Software
from tests.machines import machine, parse, seen


def kinds(components: dict[str, Component]) -> Counter[tuple[str, str, str]]:
    """Everything but the bridges, which are checked by their places."""
    found = components.values()
    return Counter((c.kind, c.vendor, c.model) for c in found if c.kind != "bridge")


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
