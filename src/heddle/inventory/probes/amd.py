"""AMD's GPUs and APUs, from the files of the amdgpu driver and of kfd, its compute side.

A card with two chips (MI250X) is two components that name one `module`. A GPU that is cut into
partitions (CPX, DPX ...) is one component, and each partition is another one below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from heddle.inventory.host import Host
from heddle.inventory.probes.base import ACCELERATOR, DISPLAY, PROCESSOR
from heddle.inventory.sources import hwmon, kfd, pci, sysfs
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, PeerLink, Reading

AMD = 0x1002
CLASSES = (DISPLAY, PROCESSOR, ACCELERATOR)
#: An APU all of whose memory the driver calls video memory.
MI300A = 0x74A0
#: Chips of which two make a module.
HALVES = (0x7408, 0x740C)
#: The switch on AMD's graphics cards: its upper port has the link to the slot.
SWITCH = frozenset({(AMD, 0x1478), (AMD, 0x1479)})
#: kfd weighs a link of xGMI 15 for each hop; what is further away is reached through others.
ONE_HOP = 15
FIRMWARE = ("mec", "sdma", "smc")  #: compute queues, copies, power

#: The nodes of kfd by PCI address; several of one GPU are its partitions.
Nodes = Mapping[str, Sequence[kfd.KfdNode]]


class AMDProbe:
    pci_vendors = frozenset({AMD})

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        by_address = {function.address: function for function in functions}
        nodes: dict[str, list[kfd.KfdNode]] = {}
        for node in kfd.nodes(host):
            nodes.setdefault(node.address(frozenset(by_address)), []).append(node)
        found = []
        for function in functions:
            if function.vendor == AMD and function.base_class in CLASSES:
                whole = _gpu(host, function, nodes)
                link = pci.slot_link(host, function, by_address, SWITCH)
                found.append(replace(whole, link=link))
                mine = nodes.get(function.address, ())
                found += [_partition(whole, node, i) for i, node in enumerate(mine) if mine[1:]]
        return found

    def read(self, host: Host, component: Component) -> Reading | None:
        if (component.vendor, component.kind) != ("amd", "gpu"):
            return None
        path = sysfs.folder(component)
        gpu_id = component.attributes.get("kfd_gpu_id")
        users = kfd.processes(host, gpu_id) if isinstance(gpu_id, int) else None
        if "partition" in component.attributes:
            memory = component.memory_bytes
            return None if users is None else Reading(memory_total_bytes=memory, processes=users)
        if sysfs.is_asleep(host, path):
            return Reading(utilisation=0.0, processes=users)
        reading = _reading(host, path, component)
        return None if reading == Reading() else replace(reading, processes=users)


PROBE = AMDProbe()


def _gpu(host: Host, function: Function, nodes: Nodes) -> Component:
    path, facts = function.path, sysfs.model(function)
    mine = nodes.get(function.address, ())
    node = mine[0] if mine else None
    integrated = _is_integrated(host, function, node)
    carveout = _bytes(host, path, "vram_total")
    gtt = _bytes(host, path, "gtt_total")
    shares = integrated and function.device != MI300A
    memory = (carveout or 0) + (gtt or 0) if shares else carveout
    if not memory and facts and facts.memory_gib:
        memory = int(facts.memory_gib * (1 << 30))
    peers = _peers(function.address, nodes)
    return Component(
        id=function.id,
        kind="gpu",
        vendor="amd",
        model=facts.name if facts else host.text(f"{path}/product_name") or function.numbers,
        uuid=_uuid(pci.integer(host.text(f"{path}/unique_id"), 16)) or _node_uuid(node),
        parent=f"pci@{function.physfn}" if function.physfn else function.parent,
        numa=function.numa,
        memory_bytes=memory or None,
        driver=function.driver,
        peers=peers,
        files=(*sysfs.device_files(host, path), *(("/dev/kfd",) if node else ())),
        stack=sysfs.driver(host, function.driver)
        + sysfs.firmware(
            host,
            {"vbios": f"{path}/vbios_version"}
            | {name: f"{path}/fw_version/{name}_fw_version" for name in FIRMWARE},
        ),
        attributes=sysfs.known(
            architecture=facts.architecture if facts else None,
            target=node.target if node else None,
            compute_units=sum(n.compute_units or 0 for n in mine) or None,
            integrated=integrated or None,
            shared_memory=integrated or None,
            carveout_bytes=carveout if shares else None,
            module=_module(function, peers),
            hive=_hexadecimal(node.properties.get("hive_id") if node else None),
            host_link="xgmi" if node and _hangs_on_fabric(node, nodes) else None,
            compute_partition=host.text(f"{path}/current_compute_partition"),
            memory_partition=host.text(f"{path}/current_memory_partition"),
            partitions=len(mine) if mine[1:] else None,
            kfd_gpu_id=node.gpu_id if node and not mine[1:] else None,
        ),
    )


def _partition(whole: Component, node: kfd.KfdNode, index: int) -> Component:
    """One of several; what all of them share is said of the whole GPU."""
    minor = node.properties.get("drm_render_minor")
    uuid = _node_uuid(node)
    inherited = ("architecture", "target", "compute_partition", "memory_partition")
    return replace(
        whole,
        id=f"xcp@{whole.id.removeprefix('pci@')}/{index}",
        uuid=uuid if uuid != whole.uuid else None,
        parent=whole.id,
        memory_bytes=node.memory_bytes,
        peers=(),
        files=("/dev/kfd", *((f"/dev/dri/renderD{minor}",) if minor else ())),
        attributes={n: v for n, v in whole.attributes.items() if n in inherited}
        | sysfs.known(partition=index, compute_units=node.compute_units, kfd_gpu_id=node.gpu_id),
    )


def _is_integrated(host: Host, function: Function, node: kfd.KfdNode | None) -> bool:
    """Whether it is a part of the processor.

    Old drivers make one node of both; newer ones show the north bridge's voltage of APUs only.
    """
    if function.device == MI300A or (node and node.properties.get("cpu_cores_count")):
        return True
    sensors = hwmon.own(host, function.path, "amdgpu")
    return host.text(f"{sensors}/in1_label") == "vddnb" if sensors else False


def _peers(address: str, nodes: Nodes) -> tuple[PeerLink, ...]:
    """The GPUs at the other ends of direct xGMI links."""
    home = {node.number: place for place, all_of in nodes.items() for node in all_of}
    found: dict[str, PeerLink] = {}
    for link in (link for node in nodes.get(address, ()) for link in node.links):
        other = home.get(link.get("node_to", -1), address)
        if link.get("type") != kfd.XGMI or other == address or link.get("weight", 0) > ONE_HOP:
            continue
        # The driver gives the range from one link to all links of the pair.
        one, most = link.get("min_bandwidth", 0), link.get("max_bandwidth", 0)
        peer = PeerLink(f"pci@{other}", "xgmi", max(most // one, 1) if one else 1, most or None)
        before = found.get(other)
        if before is None or (before.mbytes_s or 0) < most:
            found[other] = peer
    return tuple(found[other] for other in sorted(found))


def _hangs_on_fabric(node: kfd.KfdNode, nodes: Nodes) -> bool:
    """Whether it is joined to a processor by xGMI and not by PCIe."""
    gpus = {other.number for all_of in nodes.values() for other in all_of}
    return any(
        link.get("type") == kfd.XGMI and link.get("node_to") not in gpus for link in node.links
    )


def _module(function: Function, peers: tuple[PeerLink, ...]) -> str | None:
    """The first half's id: the halves of a module are joined by the widest links they have."""
    if function.device not in HALVES or not peers:
        return None
    widest = max(peers, key=lambda peer: peer.mbytes_s or 0)
    return min(function.id, widest.to)


def _reading(host: Host, path: str, component: Component) -> Reading:
    used = _bytes(host, path, "vram_used")
    if used is not None and "carveout_bytes" in component.attributes:
        used += _bytes(host, path, "gtt_used") or 0
    heat = limit = power = cap = clock = memory_clock = None
    sensors = hwmon.own(host, path, "amdgpu")
    if sensors:
        # The driver's order: at the edge, at the hottest place, in the memory.
        for name in ("temp2", "temp1"):
            heat = sysfs.scaled(host, f"{sensors}/{name}_input", 1e3)
            if heat is not None:
                limit = sysfs.scaled(host, f"{sensors}/{name}_crit", 1e3)
                break
        power = sysfs.first(host, (f"{sensors}/power1_average", f"{sensors}/power1_input"), 1e6)
        cap = sysfs.scaled(host, f"{sensors}/power1_cap", 1e6)
        clock = sysfs.scaled(host, f"{sensors}/freq1_input", 1e6)
        memory_clock = sysfs.scaled(host, f"{sensors}/freq2_input", 1e6)
    return Reading(
        utilisation=sysfs.scaled(host, f"{path}/gpu_busy_percent"),
        memory_used_bytes=used,
        memory_total_bytes=component.memory_bytes if used is not None else None,
        temperature_c=heat,
        temperature_limit_c=limit,
        power_w=power,
        power_limit_w=cap or None,  # the second half of a module says 0
        clock_mhz=clock,
        memory_clock_mhz=memory_clock,
        errors=_memory_errors(host.text(f"{path}/ras/umc_err_count")),
    )


def _memory_errors(text: str | None) -> dict[str, int]:
    """From lines such as `ce: 0`; a kind of GPU without ECC has no such file."""
    counts = kfd.parse((text or "").replace(":", " "))
    names = {"ce": "ecc_corrected", "ue": "ecc_uncorrected", "de": "ecc_deferred"}
    return {name: counts[short] for short, name in names.items() if short in counts}


def _bytes(host: Host, path: str, name: str) -> int | None:
    return pci.integer(host.text(f"{path}/mem_info_{name}"))


def _uuid(number: int | None) -> str | None:
    """As AMD's own tools write it."""
    return f"GPU-{number:016x}" if number else None


def _node_uuid(node: kfd.KfdNode | None) -> str | None:
    return _uuid(node.properties.get("unique_id")) if node else None


def _hexadecimal(number: int | None) -> str | None:
    return f"{number:016x}" if number else None
