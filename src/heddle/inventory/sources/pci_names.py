"""Names of PCI vendors and devices: our word for a vendor, the host's own list for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from heddle.inventory.host import Host
from heddle.inventory.sources.pci import Function

#: The list of the PCI ID project, where distributions put it.
LISTS = ("/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids")

#: One word for each vendor whose hardware is met often (source: pci.ids 2026.08.22, and for Biren
#: its own device plugin). Several numbers may be one vendor.
VENDORS = {
    0x025E: "solidigm",
    0x0731: "jingjia",
    0x1000: "broadcom",
    0x1002: "amd",
    0x1022: "amd",
    0x106B: "apple",
    0x1077: "qlogic",
    0x10B5: "plx",
    0x10DE: "nvidia",
    0x10EC: "realtek",
    0x1179: "toshiba",
    0x11F8: "microchip",
    0x126F: "silicon-motion",
    0x1344: "micron",
    0x1414: "microsoft",
    0x1425: "chelsio",
    0x144D: "samsung",
    0x14C3: "mediatek",
    0x14E4: "broadcom",
    0x15AD: "vmware",
    0x15B3: "mellanox",
    0x15B7: "sandisk",
    0x168C: "qualcomm",
    0x177D: "cavium",
    0x17CB: "qualcomm",
    0x17DB: "cray",
    0x1924: "solarflare",
    0x1987: "phison",
    0x19E5: "huawei",
    0x1A03: "aspeed",
    0x1AE0: "google",
    0x1AF4: "virtio",
    0x1B21: "asmedia",
    0x1B36: "qemu",
    0x1B96: "western-digital",
    0x1BB1: "seagate",
    0x1BD4: "inspur",
    0x1C5C: "hynix",
    0x1C5F: "memblaze",
    0x1CC1: "adata",
    0x1CC4: "unionmemory",
    0x1D0F: "amazon",
    0x1D17: "zhaoxin",
    0x1D22: "kunlunxin",
    0x1D6A: "aquantia",
    0x1D94: "hygon",
    0x1D95: "graphcore",
    0x1D97: "longsys",
    0x1DA3: "habana",
    0x1DD8: "pensando",
    0x1DE0: "groq",
    0x1DED: "alibaba",
    0x1DEF: "ampere",
    0x1E0D: "sambanova",
    0x1E0F: "kioxia",
    0x1E30: "sophgo",
    0x1E36: "enflame",
    0x1E38: "blaize",
    0x1E3E: "iluvatar",
    0x1E49: "ymtc",
    0x1E52: "tenstorrent",
    0x1E60: "hailo",
    0x1E67: "untether",
    0x1E9F: "lynxi",
    0x1EC6: "vastai",
    0x1ED2: "furiosa",
    0x1ED5: "mthreads",
    0x1EE0: "biren",
    0x1EFF: "rebellions",
    0x1F1C: "sophgo",
    0x1F82: "d-matrix",
    0x1F9D: "axelera",
    0x1FE9: "memryx",
    0x1FF4: "deepx",
    0x209F: "mobilint",
    0x20A1: "etched",
    0x2646: "kingston",
    0x4C54: "lisuan",
    0x6766: "glenfly",
    0x8086: "intel",
    0x8088: "wangxun",
    0x9999: "metax",
    0xC0A9: "micron",
    0xCABC: "cambricon",
    0xCDFA: "nextsilicon",
}


@dataclass(frozen=True, slots=True)
class Names:
    """What the functions of one bus are called."""

    listed: Mapping[str, str]  #: from the host's list: 15b3, 15b3:a2dc

    def vendor(self, number: int) -> str:
        """One word, "unknown" if there is none."""
        if number in VENDORS:
            return VENDORS[number]
        first = (self.listed.get(f"{number:04x}") or "unknown").split()[0].lower()
        return "".join(letter for letter in first if letter.isalnum() or letter == "-")

    def device(self, function: Function) -> str:
        """What the list calls it, or its numbers."""
        return self.listed.get(function.numbers, function.numbers)


def names(host: Host, functions: Sequence[Function]) -> Names:
    """The names of these functions. All probes ask for the whole bus, so a recording of one
    answer serves them all."""
    wanted = {f.numbers for f in functions}
    return Names(host.management("pci_names", lambda: _from_list(wanted)) or {})


def _from_list(wanted: set[str]) -> dict[str, str]:
    for path in LISTS:
        try:
            with open(path, encoding="utf-8", errors="replace") as lines:
                return parse(lines, wanted)
        except OSError:
            continue
    return {}


def parse(lines: Iterable[str], wanted: set[str]) -> dict[str, str]:
    """The names of the wanted vendor:device numbers, and of their vendors by number alone."""
    vendors = {numbers[:4] for numbers in wanted}
    found: dict[str, str] = {}
    vendor = ""
    for line in lines:
        if line.startswith("C "):  # the classes come last
            break
        if line.startswith(("#", "\t\t", "\n")):
            continue
        number, _, name = line.strip().partition("  ")
        if not line.startswith("\t"):
            vendor = number
            if vendor in vendors:
                found[vendor] = name
        elif f"{vendor}:{number}" in wanted:
            found[f"{vendor}:{number}"] = name
    return found
