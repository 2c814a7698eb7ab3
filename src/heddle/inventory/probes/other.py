"""Accelerators of vendors that have no probe of their own, by the class that the bus gives them.

A vendor that gets a probe is taken out here by itself: its number is in that probe's pci_vendors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from heddle.inventory.host import Host
from heddle.inventory.probes import probes
from heddle.inventory.probes.base import ACCELERATOR, DISPLAY
from heddle.inventory.sources import pci, pci_names, sysfs
from heddle.inventory.sources.pci import Function
from heddle.inventory.sources.pci_names import Names
from heddle.model.hardware import Component, Reading, Value

COPROCESSOR = 0x0B40


@dataclass(frozen=True, slots=True)
class Maker:
    """What a vendor makes, and its models by device number."""

    kind: str
    models: Mapping[int, str]


def _maker(kind: str, models: str = "") -> Maker:
    entries = (entry.partition(" ") for entry in models.split(", ") if entry)
    return Maker(kind, {int(number, 16): name for number, _, name in entries})


#: Source: pci.ids 2026.08.22; Biren's number from its own device plugin.
MAKERS = {
    0x0731: _maker("gpu", "7200 JM7200, 9100 JM9100, 9200 JM9200, 9210 JM9210, 1100 JM1100"),
    0x1D22: _maker("npu", "3684 Kunlun, 3685 Kunlun2"),
    0x1D94: _maker("gpu", "6211 K100_AI"),
    0x1D95: _maker("npu", "0001 Colossus GC2, 0002 Colossus GC1"),
    0x1DE0: _maker("npu", "0000 GroqChip"),
    0x1E0D: _maker("npu"),
    0x1E30: _maker("npu", "1684 BM1684"),
    0x1E36: _maker(
        "npu",
        "0001 T10, 0002 T11, 0003 T10, 0021 T20, 0022 T20, 0023 T21, 0024 T21, 8001 I20, 8011 I10, "
        "8012 I10L, 8031 S6, 8032 S6, c031 S30, c032 S90, c033 S60G, c035 S60, c041 L300, "
        "c042 L600",
    ),
    0x1E38: _maker("npu", "0102 Xplorer X1600"),
    0x1E3E: _maker("gpu"),
    0x1E52: _maker("npu", "faca Grayskull, 401e Wormhole, b140 Blackhole"),
    0x1E60: _maker("npu", "2864 Hailo-8, 45c4 Hailo-10H"),
    0x1E67: _maker("npu", "0002 runAI200, 0004 speedAI240"),
    0x1E9F: _maker("npu"),
    0x1EC6: _maker("npu", "0100 SV100, 0200 SG100, 0300 SR100"),
    0x1ED2: _maker("npu", "0000 Warboy, 0001 RNGD, 0002 RNGD-Plus, 2222 RNGD-S"),
    0x1ED5: _maker(
        "gpu",
        "0100 MTT S10, 0101 MTT S10, 0102 MTT S30, 0105 MTT S50, 0106 MTT S60, 0111 MTT S100, "
        "0121 MTT S1000M, 0122 MTT S1000, 0123 MTT S2000, 0200 MTT S80, 0201 MTT S80, "
        "0202 MTT S70, 0203 MTT S60, 0211 MTT X300, 0222 MTT S3000, 0225 MTT S3000E, "
        "0300 MTT S90, 0301 MTT S90, 0313 MTT X500, 0323 MTT S4000, 0327 MTT S4000, "
        "0328 MTT S4000",
    ),
    0x1EE0: _maker("gpu"),
    0x1EFF: _maker(
        "npu",
        "1020 RBLN-CA2, 1110 RBLN-CA11, 1120 RBLN-CA12, 1210 RBLN-CA21, 1220 RBLN-CA22, "
        "1250 RBLN-CA25, 2030 RBLN-CR03, 2130 RBLN-CR13, 2230 RBLN-CR23",
    ),
    0x1F1C: _maker("npu", "1686 BM1684X"),
    0x1F82: _maker("npu", "0011 Corsair"),
    0x1F9D: _maker("npu", "0001 Europa, 1100 Metis, 11aa Metis"),
    0x1FE9: _maker("npu", "0100 MX3"),
    0x1FF4: _maker("npu", "0100 DX-M1, 0101 DX-H1, 0110 DX-M1M, 0111 DX-H1M"),
    0x209F: _maker("npu"),
    0x20A1: _maker("npu", "0001 Sohu"),
    0x4C54: _maker("gpu", "5000 7G100"),
    0x6766: _maker("gpu", "3d02 Arise1020, 3d04 Arise1010, 3d08 Arise2020"),
    0x9999: _maker("gpu", "0a01 C500"),
    0xCABC: _maker("npu", "0270 MLU270, 0370 MLU370"),
    0xCDFA: _maker("asic", "0007 Maverick, 0009 Maverick-2"),
}

#: Vendors whose display controllers only show a screen: those that hypervisors imitate (Bochs,
#: virtio, QXL, VMware, VirtualBox, Hyper-V, Parallels, Cirrus) and those of management processors
#: (ASPEED, Matrox, XGI, Silicon Motion, HiSilicon's hibmc under Huawei's number).
SCREENS = {
    *(0x1234, 0x1AF4, 0x1B36, 0x15AD, 0x80EE, 0x1414, 0x1AB8, 0x1013),
    *(0x1A03, 0x102B, 0x18CA, 0x126F, 0x19E5),
}


class OtherProbe:
    pci_vendors: frozenset[int] = frozenset()

    def components(self, host: Host, functions: Sequence[Function]) -> list[Component]:
        owned: frozenset[int] = frozenset().union(*(probe.pci_vendors for probe in probes()))
        names = pci_names.names(host, functions)
        return [
            _accelerator(host, function, functions, names, kind)
            for function in functions
            if function.vendor not in owned and not function.physfn and (kind := kind_of(function))
        ]

    def read(self, host: Host, component: Component) -> Reading | None:
        return None


def kind_of(function: Function) -> str | None:
    """What it is, by its maker or else by its class; None if it is not an accelerator."""
    maker = MAKERS.get(function.vendor)
    if maker and function.device in maker.models:
        return maker.kind  # some makers give their chips no class, or a wrong one
    if function.base_class == DISPLAY and function.vendor not in SCREENS:
        return maker.kind if maker else "gpu"
    if function.base_class == ACCELERATOR or function.sub_class == COPROCESSOR:
        return maker.kind if maker else "asic"
    return None


def _accelerator(
    host: Host, function: Function, functions: Sequence[Function], names: Names, kind: str
) -> Component:
    known = sysfs.model(function)
    maker = MAKERS.get(function.vendor) or _maker(kind)
    attributes: dict[str, Value] = {"pci_class": f"{function.class_code:06x}"}
    if copies := sum(other.physfn == function.address for other in functions):
        attributes["virtual_functions"] = copies
    return Component(
        id=function.id,
        kind=known.kind if known else kind,
        vendor=known.vendor if known else names.vendor(function.vendor),
        model=known.name if known else maker.models.get(function.device) or names.device(function),
        parent=function.parent,
        numa=function.numa,
        driver=function.driver,
        files=sysfs.device_files(host, function.path),
        link=pci.link(host, function),
        stack=sysfs.driver(host, function.driver),
        attributes=attributes,
    )


PROBE = OtherProbe()
