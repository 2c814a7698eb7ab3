"""Main memory: one component for each NUMA node that has some."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from heddle.inventory.host import Host
from heddle.inventory.sources.pci import Function, integer
from heddle.model.hardware import Component, Reading, Value

NODES = "/sys/devices/system/node"
CONTROLLERS = "/sys/devices/system/edac/mc"
#: Memory that is not on a CPU's own controllers comes as a DAX device, below the bus it is on.
DAX = "/sys/bus/dax/devices"
BUSES = {"/decoder": "CXL", "/ndbus": "NVDIMM"}


class MemoryProbe:
    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        model = _model(host)
        found = [_node(host, node, model) for node in _nodes(host)]
        found = [component for component in found if component.memory_bytes]
        whole = meminfo(host.text("/proc/meminfo")).get("MemTotal", 0)
        if not found and whole:
            return [Component("memory@0", "memory", "unknown", model, memory_bytes=whole)]
        if len(found) == 1:  # seen: a node's file that leaves out memory plugged in later
            return [replace(found[0], memory_bytes=max(whole, found[0].memory_bytes or 0))]
        return found

    def read(self, host: Host, component: Component) -> Reading | None:
        """Caches of files do not count as used: they are dropped when memory is needed."""
        if component.kind != "memory":
            return None
        if len(_nodes(host)) > 1:
            found = meminfo(host.text(f"{NODES}/node{component.numa}/meminfo"))
            spare = ("MemFree", "FilePages", "SReclaimable")
            free = sum(found.get(key, 0) for key in spare) - found.get("Shmem", 0)
        else:
            found = meminfo(host.text("/proc/meminfo"))
            free = found.get("MemAvailable", 0)
        total = found.get("MemTotal")
        if not total:
            return None
        return Reading(memory_used_bytes=max(0, total - free), memory_total_bytes=total)


def _nodes(host: Host) -> list[int]:
    numbers = (integer(name.removeprefix("node")) for name in host.names(NODES))
    return sorted(node for node in numbers if node is not None)


def meminfo(text: str | None) -> dict[str, int]:
    """Bytes by name, of the machine's file or of a node's ("Node 0 MemTotal: 5 kB")."""
    lines = re.findall(r"^(?:Node \d+ )?(\w+):\s+(\d+) kB", text or "", re.MULTILINE)
    return {name: int(count) * 1024 for name, count in lines}


def _node(host: Host, node: int, model: str) -> Component:
    folder = f"{NODES}/node{node}"
    attributes: dict[str, Value] = {}
    for entry in host.names(f"{folder}/hugepages"):
        size = integer(entry.removeprefix("hugepages-").removesuffix("kB")) or 0
        if count := integer(host.text(f"{folder}/hugepages/{entry}/nr_hugepages")):
            attributes[f"huge_pages_{_size(size)}"] = count
    if distances := host.text(f"{folder}/distance"):
        # From the kernel, a line for all nodes that are there, also those without memory.
        pairs = zip(_nodes(host), distances.split(), strict=False)
        attributes["distances"] = " ".join(f"{other}:{far}" for other, far in pairs)
    cpus = host.text(f"{folder}/cpulist")
    if cpus:
        attributes["cpus"] = cpus
    elif cpus is not None:
        attributes["no_cpus"] = True  # memory behind CXL, of an accelerator, or of dead sockets
    if bus := _bus(host, node):
        attributes["bus"] = bus
    return Component(
        id=f"memory@{node}",
        kind="memory",
        vendor="unknown",
        model=f"{bus} memory" if bus else model,
        numa=node,
        memory_bytes=meminfo(host.text(f"{folder}/meminfo")).get("MemTotal"),
        attributes=attributes,
    )


def _size(kib: int) -> str:
    for unit in ("kib", "mib", "gib"):
        if kib < 1024 or unit == "gib":
            return f"{kib}{unit}"
        kib //= 1024
    raise AssertionError("unreachable")


def _bus(host: Host, node: int) -> str | None:
    for entry in host.names(DAX):
        if integer(host.text(f"{DAX}/{entry}/target_node")) == node:
            path = host.resolve(f"{DAX}/{entry}") or ""
            return next((bus for mark, bus in BUSES.items() if mark in path), None)
    return None


def _model(host: Host) -> str:
    """What the memory controllers call their modules ("Registered-DDR5"); many are silent."""
    for controller in host.names(CONTROLLERS):
        for entry in host.names(f"{CONTROLLERS}/{controller}"):
            name = host.text(f"{CONTROLLERS}/{controller}/{entry}/dimm_mem_type")
            if name and name != "Unknown":
                return name
    return "memory"


PROBE = MemoryProbe()
