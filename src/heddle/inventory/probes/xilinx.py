"""AMD's (once Xilinx's) FPGA cards.

An Alveo card under its shell shows two functions: one to manage the card (driver xclmgmt), one to
use it (xocl). They are one component here, named by the function that programs use. A function that
no shell driver holds is whatever was loaded into the FPGA.
"""

from __future__ import annotations

from collections.abc import Sequence

from heddle.inventory import facts
from heddle.inventory.host import Host
from heddle.inventory.sources import fpga, pci
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading, Software, Value

XILINX = 0x10EE
USER, MANAGEMENT = "xocl", "xclmgmt"
GIB = 1 << 30


class Xilinx:
    pci_vendors = frozenset({XILINX})

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        cards: dict[str, list[Function]] = {}
        for f in functions:
            if f.vendor == XILINX and fpga.is_itself(f):
                cards.setdefault(f.address.rpartition(".")[0], []).append(f)
        return [_component(host, card) for card in cards.values()]

    def read(self, host: Host, component: Component) -> Reading | None:
        if component.vendor != "xilinx" or component.driver not in (USER, MANAGEMENT):
            return None
        ids = component.id, str(component.attributes.get("management", component.id))
        paths = [f"{pci.DEVICES}/{id.removeprefix('pci@')}" for id in ids]
        microwatts = pci.number(_sub(host, paths, "xmc", "xmc_power"))
        celsius = pci.number(_sub(host, paths, "xmc", "xmc_fpga_temp"))
        found = Reading(
            memory_used_bytes=_memory_used(host.text(f"{paths[0]}/memstat_raw")),
            memory_total_bytes=component.memory_bytes,
            temperature_c=celsius or None,  # 0: the card's controller does not run
            power_w=microwatts / 1e6 if microwatts else None,
        )
        return None if found == Reading(memory_total_bytes=component.memory_bytes) else found


PROBE = Xilinx()


def _component(host: Host, card: Sequence[Function]) -> Component:
    # Without drivers the last function is the user's: shells put the management first.
    user = max(card, key=lambda f: (f.driver == USER, f.driver != MANAGEMENT, f.address))
    management = next((f for f in card if f is not user), None)
    known = facts.find(*(f"pci:{f.numbers}" for f in (user, *card)))
    paths = [f.path for f in (user, management) if f]
    platform = _sub(host, paths, "rom", "VBNV")
    attributes: dict[str, Value | None] = {
        "platform": platform,
        "part": _sub(host, paths, "rom", "FPGA"),
        "program": host.text(f"{user.path}/xclbinuuid"),
        "management": management.id if management else None,
        "architecture": known.architecture if known else None,
    }
    return Component(
        id=user.id,
        kind=known.kind if known else "fpga",
        vendor="xilinx",
        model=known.name if known else platform or fpga.anonymous(user),
        uuid=_sub(host, paths, "xmc", "serial_num"),
        parent=user.parent,
        numa=user.numa,
        memory_bytes=int(known.memory_gib * GIB)
        if known and known.memory_gib
        else _memory(host, paths),
        driver=user.driver,
        link=pci.link(host, user),
        files=tuple(f"/dev/dri/{n}" for n in host.names(f"{user.path}/drm") if "render" in n),
        stack=tuple(
            Software(driver, version, "driver")
            for driver in sorted({f.driver for f in card if f.driver})
            if (version := host.text(f"/sys/module/{driver}/version"))
        ),
        attributes={name: value for name, value in attributes.items() if value},
    )


def _sub(host: Host, paths: Sequence[str], device: str, name: str) -> str | None:
    """A file of a part of the shell, under either function: xmc.u.12582912/xmc_power."""
    for path in paths:
        for folder in host.names(path):
            if folder == device or folder.startswith(f"{device}."):
                text = host.text(f"{path}/{folder}/{name}")
                if text:
                    return text
    return None


def _memory(host: Host, paths: Sequence[str]) -> int | None:
    size_gib = pci.integer(_sub(host, paths, "rom", "ddr_bank_size"))
    banks = pci.integer(_sub(host, paths, "rom", "ddr_bank_count_max"))
    return size_gib * banks * GIB if size_gib and banks else None


def _memory_used(text: str | None) -> int | None:
    """Each line begins with the bytes in use of one bank."""
    used = [pci.integer(line.split()[0]) for line in (text or "").splitlines() if line.split()]
    return sum(n for n in used if n) if used and None not in used else None
