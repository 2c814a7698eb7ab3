"""The kernel's view of AMD's compute devices (/sys/class/kfd): nodes, links, processes.

A node is a CPU's or a GPU's. A GPU that is cut into partitions has a node for each. What the
numbers mean is said by the driver's own sources (drivers/gpu/drm/amd/amdkfd).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heddle.inventory.host import Host
from heddle.inventory.sources import pci
from heddle.model.hardware import ComponentProcess

NODES = "/sys/class/kfd/kfd/topology/nodes"
PROCESSES = "/sys/class/kfd/kfd/proc"
XGMI = 11  #: the driver's number of this kind of link

Properties = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class KfdNode:
    """A GPU, or a partition of one."""

    number: int
    gpu_id: int  #: how the driver names it in its other files
    properties: Properties
    links: tuple[Properties, ...]
    memory_bytes: int | None

    def address(self, known: frozenset[str]) -> str:
        """Its PCI address: bus, device and function are the lower half of `location_id`.

        Some kernels count partitions in the function's bits, so an unknown function is the first.
        """
        place = self.properties.get("location_id", 0)
        bus, device, function = place >> 8 & 0xFF, place >> 3 & 0x1F, place & 7
        start = f"{self.properties.get('domain', 0):04x}:{bus:02x}:{device:02x}"
        exact = f"{start}.{function}"
        return exact if exact in known else f"{start}.0"

    @property
    def target(self) -> str | None:
        """What compilers call it: gfx942 for version 90402."""
        version = self.properties.get("gfx_target_version", 0)
        major, minor, step = version // 10000, version // 100 % 100, version % 100
        return f"gfx{major}{minor:x}{step:x}" if version else None

    @property
    def compute_units(self) -> int | None:
        simds, each = (self.properties.get(n, 0) for n in ("simd_count", "simd_per_cu"))
        return simds // each if simds and each else None


def nodes(host: Host) -> list[KfdNode]:
    """All GPU nodes, by number; one that this process may not look into is left out."""
    found = []
    for name in host.names(NODES):
        folder = f"{NODES}/{name}"
        number, gpu_id = pci.integer(name), pci.integer(host.text(f"{folder}/gpu_id"))
        properties = parse(host.text(f"{folder}/properties"))
        if number is None or not gpu_id or not properties:
            continue
        found.append(
            KfdNode(
                number,
                gpu_id,
                properties,
                tuple(_each(host, f"{folder}/io_links")),
                sum(b.get("size_in_bytes", 0) for b in _each(host, f"{folder}/mem_banks")) or None,
            )
        )
    return sorted(found, key=lambda node: node.number)


def processes(host: Host, gpu_id: int) -> tuple[ComponentProcess, ...] | None:
    """Processes with memory on a GPU; None where the driver does not report them."""
    pids = host.names(PROCESSES)
    if not pids and host.resolve(PROCESSES) is None:
        return None
    found = []
    for pid in pids:
        held = pci.integer(host.text(f"{PROCESSES}/{pid}/vram_{gpu_id}"))
        if held and pid.isdecimal():  # every program has a file for every GPU, most of them zero
            found.append(ComponentProcess(int(pid), held))
    return tuple(sorted(found, key=lambda process: process.pid))


def parse(text: str | None) -> dict[str, int]:
    """Lines of a name and a number; other lines are left out."""
    words = (line.split() for line in (text or "").splitlines())
    pairs = ((w[0], pci.integer(w[1])) for w in words if len(w) == 2)
    return {name: value for name, value in pairs if value is not None}


def _each(host: Host, folder: str) -> list[Properties]:
    return [parse(host.text(f"{folder}/{name}/properties")) for name in host.names(folder)]
