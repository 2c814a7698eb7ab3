"""OpenCL devices that the bus does not show: accelerators on the chip itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heddle.inventory.host import Host
from heddle.inventory.probes.base import ACCELERATOR, DISPLAY, PROCESSOR
from heddle.inventory.sources.opencl import devices, kind_of, uuid_of, vendor_of
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading, Software


class OpenclProbe:
    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        found = enumerate(host.management("opencl", devices) or ())
        return [_component(*each) for each in found if not on_the_bus(each[1], functions)]

    def read(self, host: Host, component: Component) -> Reading | None:
        return None


def on_the_bus(device: dict[str, Any], functions: Sequence[Function]) -> bool:
    """Whether a CPU or a function of the bus stands for this device already."""
    if device["type"] == "cpu" or device["pci"]:
        return True
    classes = (DISPLAY, PROCESSOR, ACCELERATOR)  # a driver that does not say where its device is
    return any(f.vendor == device["vendor_id"] for f in functions if f.base_class in classes)


def _component(index: int, device: dict[str, Any]) -> Component:
    return Component(
        id=device["id"],
        kind=kind_of(device),
        vendor=vendor_of(device),
        model=device["name"],
        uuid=uuid_of(index, device),
        memory_bytes=device["memory_bytes"] or None,
        stack=(Software(device["platform"], device["driver"], "runtime"),),
        attributes={
            "compute_units": device["compute_units"],
            "opencl": device["version"],
            "clock_mhz": device["clock_mhz"],
        },
    )


PROBE = OpenclProbe()
