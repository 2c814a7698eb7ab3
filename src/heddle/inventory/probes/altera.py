"""Altera's (for some years Intel's) FPGA cards.

Cards with a device feature list (DFL) are driven by dfl-pci, which shows the management engine, the
ports and their sensors below the function; OpenCL boards of others carry Altera's own number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heddle.inventory.facts import ModelFacts
from heddle.inventory.host import Host
from heddle.inventory.sources import fpga, hwmon, pci, sysfs
from heddle.inventory.sources.pci import Function
from heddle.model.hardware import Component, Reading, Value

ALTERA = 0x1172
GIB = 1 << 30


class Altera:
    """Intel's number is on much else: of it, only the cards that the facts name."""

    pci_vendors = frozenset({ALTERA})

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        return [
            _component(host, f, known)
            for f in functions
            if fpga.is_itself(f) and ((known := _known(f)) or f.vendor == ALTERA)
        ]

    def read(self, host: Host, component: Component) -> Reading | None:
        path = host.resolve(f"{pci.DEVICES}/{component.id.removeprefix('pci@')}")
        if component.vendor != "altera" or path is None:
            return None
        # At different depths: some belong to the FPGA, some to the board's own controller.
        chips = hwmon.below(host, path)
        sensor = _thermometer(host, chips)
        found = Reading(
            temperature_c=sysfs.scaled(host, f"{sensor}_input", 1e3),
            temperature_limit_c=sysfs.scaled(host, f"{sensor}_crit", 1e3),
            power_w=sysfs.first(host, tuple(f"{chip}/power1_input" for chip in chips), 1e6),
            power_limit_w=sysfs.first(host, tuple(f"{chip}/power1_max" for chip in chips), 1e6),
        )
        return None if found == Reading() else found


PROBE = Altera()


def _known(function: Function) -> ModelFacts | None:
    model = sysfs.model(function)
    return model if model and model.vendor == "altera" else None


def _component(host: Host, function: Function, known: ModelFacts | None) -> Component:
    parts = dict(_parts(host, function))
    engine = next((path for name, path in parts.items() if name.startswith("dfl-fme.")), None)
    port = next((path for name, path in parts.items() if name.startswith("dfl-port.")), None)
    attributes: dict[str, Value | None] = {
        "bitstream": host.text(f"{engine}/bitstream_id") if engine else None,
        "ports": pci.integer(host.text(f"{engine}/ports_num")) if engine else None,
        "program": host.text(f"{port}/afu_id") if port else None,
        "architecture": known.architecture if known else None,
    }
    return Component(
        id=function.id,
        kind="fpga",
        vendor="altera",
        model=known.name if known else fpga.anonymous(function),
        parent=function.parent,
        numa=function.numa,
        memory_bytes=int(known.memory_gib * GIB) if known and known.memory_gib else None,
        driver=function.driver,
        link=pci.link(host, function),
        files=tuple(f"/dev/{name}" for name in parts if host.resolve(f"/dev/{name}")),
        attributes={name: value for name, value in attributes.items() if value is not None},
    )


def _parts(host: Host, function: Function) -> Iterator[tuple[str, str]]:
    """The management engine (dfl-fme.0) and the ports of a card, each with its folder."""
    regions = f"{function.path}/fpga_region"
    for region in host.names(regions):
        for name in host.names(f"{regions}/{region}"):
            if name.startswith(("dfl-fme.", "dfl-port.")):
                yield name, f"{regions}/{region}/{name}"


def _thermometer(host: Host, chips: Sequence[str]) -> str:
    """The FPGA's own where sensors have labels, else the first, else one that is not there."""
    found = [
        f"{chip}/{name.removesuffix('_input')}"
        for chip in chips
        for name in host.names(chip)
        if name.startswith("temp") and name.endswith("_input")
    ]
    named = (sensor for sensor in found if "FPGA" in (host.text(f"{sensor}_label") or ""))
    return next(named, found[0] if found else "/none")
