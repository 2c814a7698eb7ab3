"""What carries the rest: PCI bridges, the ports of PCIe switches, and the roots of the bus."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.inventory.host import Host
from heddle.inventory.sources import pci, pci_names
from heddle.inventory.sources.pci import BRIDGE, Function
from heddle.inventory.sources.pci_names import Names
from heddle.model.hardware import Component, Reading, Value

HOST_BRIDGE = 0x0600
#: Ports of switches, by vendor and the first and last of its device numbers (source: pci.ids).
SWITCHES = (
    (0x10B5, 0x8500, 0x97FF, "PLX PEX PCIe switch"),
    (0x1000, 0xC010, 0xC012, "Broadcom PEX880xx PCIe switch"),
    (0x1000, 0xC030, 0xC034, "Broadcom PEX890xx PCIe switch"),
    (0x1000, 0xC040, 0xC040, "Broadcom PEX90xxx PCIe switch"),
    (0x11F8, 0x4000, 0x5FFF, "Microchip Switchtec PCIe switch"),
    (0x15B3, 0x1974, 0x197E, "PCIe switch of a Mellanox card"),
)


class BridgeProbe:
    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        names = pci_names.names(host, functions)
        # A controller that hides a bus of its own (Intel's VMD) is a bridge by what it does.
        above = {parent for function in functions for parent in function.parents}
        bridges = [f for f in functions if f.sub_class == BRIDGE or f.address in above]
        roots = dict.fromkeys(function.root for function in functions)
        return [
            *(_root(root, functions, names) for root in roots),
            *(_bridge(host, function, names) for function in bridges),
        ]

    def read(self, host: Host, component: Component) -> Reading | None:
        return None


def _root(root: str, functions: Sequence[Function], names: Names) -> Component:
    below = [function for function in functions if function.root == root]
    own = next((f for f in below if f.sub_class == HOST_BRIDGE and not f.parents), None)
    nodes = {function.numa for function in below if function.numa is not None}
    return Component(
        id=f"pci@{root}",
        kind="bridge",
        vendor=names.vendor(own.vendor) if own else "unknown",
        model="PCI root",
        numa=nodes.pop() if len(nodes) == 1 else None,
        attributes={"root": True},
    )


def _bridge(host: Host, function: Function, names: Names) -> Component:
    switch = next(
        (
            title
            for vendor, first, last, title in SWITCHES
            if function.vendor == vendor and first <= function.device <= last
        ),
        None,
    )
    attributes: dict[str, Value] = {"switch": True} if switch else {}
    named = names.device(function)
    return Component(
        id=function.id,
        kind="bridge",
        vendor=names.vendor(function.vendor),
        model=switch if switch and named == function.numbers else named,
        parent=function.parent,
        numa=function.numa,
        driver=function.driver,
        link=pci.link(host, function),
        attributes=attributes,
    )


PROBE = BridgeProbe()
