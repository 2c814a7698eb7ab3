"""Huawei: Ascend NPUs, and the engines inside Kunpeng processors that stand on the PCI bus.

The kernel driver's package brings the management library (see heddle.inventory.sources.dcmi), which
knows the exact chip, its memory and the links between chips; without it the bus's numbers must do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heddle.inventory import facts
from heddle.inventory.host import Host
from heddle.inventory.probes.base import ACCELERATOR
from heddle.inventory.sources import dcmi, pci
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, ComponentProcess, PeerLink, Reading, Software, Value

HUAWEI = 0x19E5
DRIVER = "devdrv_device_driver"
#: Every program that computes opens these too, whatever the chip.
SHARED_FILES = ("/dev/davinci_manager", "/dev/devmm_svm", "/dev/hisi_hdc")
GIB = 1 << 30


class Ascend:
    """Chips by their class on the bus; network and storage functions of Huawei are others'."""

    pci_vendors = frozenset({HUAWEI})

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        mine = [
            f
            for f in functions
            if f.vendor == HUAWEI and f.base_class == ACCELERATOR and f.physfn is None
        ]
        chips = _chips(host) if any(_kind(f) == "npu" for f in mine) else {}
        stack = _stack(host) if chips or any(f.driver == DRIVER for f in mine) else ()
        return [_component(host, f, chips.get(f.address, {}), stack) for f in mine]

    def read(self, host: Host, component: Component) -> Reading | None:
        if component.vendor != "huawei" or component.kind != "npu":
            return None
        card, chip = component.attributes.get("card"), component.attributes.get("chip")
        if not isinstance(card, int) or not isinstance(chip, int):
            return None
        found = host.management(f"dcmi {component.id}", lambda: dcmi.reading(card, chip))
        return _reading(found) if isinstance(found, dict) else None


PROBE = Ascend()


def _kind(function: Function) -> str:
    known = facts.find(f"pci:{function.numbers}")
    return known.kind if known else "npu" if function.driver == DRIVER else "asic"


def _chips(host: Host) -> dict[str, dict[str, Any]]:
    """What the management library says, by address on the bus."""
    found = host.management("dcmi", dcmi.describe)
    chips = found.get("chips") if isinstance(found, dict) else None
    return {chip["address"]: chip for chip in chips or () if chip.get("address")}


def _component(
    host: Host, function: Function, chip: dict[str, Any], stack: tuple[Software, ...]
) -> Component:
    known = facts.find(f"pci:{function.numbers}")
    kind = _kind(function)
    memory_bytes = chip.get("memory_bytes")
    if not memory_bytes and known and known.memory_gib:
        memory_bytes = int(known.memory_gib * GIB)
    index = pci.integer(host.text(f"{function.path}/dev_id"))
    attributes: dict[str, Value | None] = {
        "index": index,
        "card": chip.get("card"),
        "chip": chip.get("chip"),
        "cores": chip.get("cores"),
        "family": known.name if known and kind == "npu" else None,
        "architecture": known.architecture if known else None,
    }
    own = f"/dev/davinci{index}"
    return Component(
        id=function.id,
        kind=kind,
        vendor="huawei",
        model=_model(function, known.name if known else None, chip.get("name")),
        uuid=chip.get("uuid"),
        parent=function.parent,
        numa=function.numa,
        memory_bytes=memory_bytes,
        driver=function.driver,
        link=pci.link(host, function),
        peers=tuple(PeerLink(f"pci@{address}", how) for address, how in chip.get("links", ())),
        files=tuple(f for f in (own, *SHARED_FILES) if host.resolve(f)) if kind == "npu" else (),
        stack=stack if function.driver == DRIVER else (),
        attributes={name: value for name, value in attributes.items() if value is not None},
    )


def _model(function: Function, family: str | None, chip: str | None) -> str:
    """The chip's own name where it says more than the bus: 910B3, not 910B. (Some releases write
    Ascend910B3, and for others just Ascend910.)"""
    name = (chip or "").removeprefix("Ascend").strip()
    if name and (family is None or name.startswith(family)):
        return name
    return family or function.numbers


def _stack(host: Host) -> tuple[Software, ...]:
    root = _value(host.text("/etc/ascend_install.info"), "Driver_Install_Path_Param")
    root = (root or "/usr/local/Ascend").rstrip("/")
    return tuple(
        Software(f"ascend-{role}", version, role)
        for role in ("driver", "firmware")
        if (version := _value(host.text(f"{root}/{role}/version.info"), "Version"))
    )


def _value(text: str | None, name: str) -> str | None:
    """Of a file with lines like Name=value."""
    for line in (text or "").splitlines():
        key, _, value = line.partition("=")
        if key.strip().lower() == name.lower() and value.strip():
            return value.strip()
    return None


def _reading(found: dict[str, Any]) -> Reading:
    """`health` is a level, 0 for good, 1 to 3 for minor, major and critical alarms; the others
    count."""
    levels = {name: found.get(name) for name in ("health", "alarms")}
    processes = found.get("processes")
    return Reading(
        utilisation=found.get("utilisation"),
        memory_used_bytes=found.get("memory_used_bytes"),
        memory_total_bytes=found.get("memory_total_bytes"),
        temperature_c=found.get("temperature_c"),
        power_w=found.get("power_w"),
        clock_mhz=found.get("clock_mhz"),
        memory_clock_mhz=found.get("memory_clock_mhz"),
        errors={n: v for n, v in {**levels, **(found.get("ecc") or {})}.items() if v is not None},
        processes=None
        if processes is None
        else tuple(ComponentProcess(pid, memory_bytes) for pid, memory_bytes in processes),
    )
