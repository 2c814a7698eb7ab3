"""Vendor and model of a CPU, from /proc/cpuinfo."""

from __future__ import annotations

import re
from collections.abc import Mapping

from heddle.inventory.sources.pci import integer

#: x86: vendor_id. s390 has one too.
X86_VENDORS = {
    "AuthenticAMD": "amd",
    "GenuineIntel": "intel",
    "HygonGenuine": "hygon",
    "CentaurHauls": "zhaoxin",
    "Shanghai": "zhaoxin",
    "IBM/S390": "ibm",
}
#: Arm: "CPU implementer" (source: the Arm Architecture Reference Manual's MIDR_EL1, and Linux's
#: arch/arm64/include/asm/cputype.h).
ARM_VENDORS = {
    0x41: "arm",
    0x42: "broadcom",
    0x43: "cavium",
    0x46: "fujitsu",
    0x48: "hisilicon",
    0x4E: "nvidia",
    0x50: "apm",
    0x51: "qualcomm",
    0x53: "samsung",
    0x56: "marvell",
    0x61: "apple",
    0x69: "intel",
    0x6D: "microsoft",
    0x70: "phytium",
    0xC0: "ampere",
}
#: Arm: "CPU implementer" and "CPU part" (source: Linux's cputype.h and util-linux's lscpu).
ARM_PARTS = {
    0x41: {
        0xD03: "Cortex-A53",
        0xD04: "Cortex-A35",
        0xD05: "Cortex-A55",
        0xD07: "Cortex-A57",
        0xD08: "Cortex-A72",
        0xD09: "Cortex-A73",
        0xD0A: "Cortex-A75",
        0xD0B: "Cortex-A76",
        0xD0C: "Neoverse-N1",
        0xD0D: "Cortex-A77",
        0xD40: "Neoverse-V1",
        0xD41: "Cortex-A78",
        0xD42: "Cortex-A78AE",
        0xD44: "Cortex-X1",
        0xD46: "Cortex-A510",
        0xD47: "Cortex-A710",
        0xD48: "Cortex-X2",
        0xD49: "Neoverse-N2",
        0xD4B: "Cortex-A78C",
        0xD4D: "Cortex-A715",
        0xD4E: "Cortex-X3",
        0xD4F: "Neoverse-V2",
        0xD80: "Cortex-A520",
        0xD81: "Cortex-A720",
        0xD82: "Cortex-X4",
        0xD83: "Neoverse-V3AE",
        0xD84: "Neoverse-V3",
        0xD85: "Cortex-X925",
        0xD87: "Cortex-A725",
        0xD8E: "Neoverse-N3",
    },
    0x43: {0x0AF: "ThunderX2"},
    0x46: {0x001: "A64FX"},
    0x48: {0xD01: "Kunpeng-920"},
    0x4E: {0x000: "Denver", 0x003: "Denver 2", 0x004: "Carmel", 0x010: "Olympus"},
    0x51: {0x001: "Oryon"},
    0x61: {0x022: "M1", 0x023: "M1", 0x032: "M2", 0x033: "M2"},
    0x6D: {0xD49: "Cobalt-100"},
    0x70: {0x662: "FTC662", 0x663: "FTC663"},
    0xC0: {0xAC3: "AmpereOne", 0xAC4: "AmpereOne A"},
}
#: RISC-V: mvendorid (source: Linux's arch/riscv/include/asm/vendorid_list.h).
RISCV_VENDORS = {0x029: "microchip", 0x31E: "andes", 0x489: "sifive", 0x5B7: "thead"}
#: Chips that use another vendor's cores, by /sys/devices/soc0/soc_id.
CHIPS = {"jep106:036b:0241": ("nvidia", "Grace")}

#: Extensions that decide how fast numerical work runs, in the kernel's spelling; widest last.
EXTENSIONS = (
    *("sse4_2", "avx", "f16c", "fma", "avx2", "avx_vnni", "avx512f", "avx512bw", "avx512_vnni"),
    *("avx512_bf16", "avx512_fp16", "amx_tile", "amx_int8", "amx_bf16", "amx_fp16", "avx10"),
    *("asimd", "asimdhp", "asimddp", "i8mm", "bf16", "sve", "svei8mm", "svebf16", "sve2"),
    *("sme", "sme2", "lsx", "lasx"),
)

#: What model names say besides the model: the vendor, marks, the clock, the number of cores, and
#: graphics that are listed for themselves.
FILLER = re.compile(
    r"\((R|TM)\)|^(Intel|AMD|Hygon|ZHAOXIN)\b|(?<=Gen) Intel\b|\bCPU\b|@.*"
    r"|(\b\d+-Core)? Processor$|\b(w/|with) Radeon.*$",
    re.IGNORECASE,
)

Facts = Mapping[str, str]


def vendor(facts: Facts) -> str:
    """One word for its maker; "unknown" if nothing says so."""
    implementer = integer(facts.get("CPU implementer"), 0)
    if implementer is not None:
        return ARM_VENDORS.get(implementer, "unknown")
    if "isa" in facts and facts["isa"].startswith("rv"):
        return RISCV_VENDORS.get(integer(facts.get("mvendorid"), 0) or 0, "riscv")
    if "oongson" in facts.get("Model Name", "") + facts.get("CPU Family", ""):
        return "loongson"
    if facts.get("cpu", "").startswith("POWER"):
        return "ibm"
    return X86_VENDORS.get(facts.get("vendor_id", "").strip(), "unknown")


def model(facts: Facts) -> str:
    """Its common name; the numbers if unknown."""
    implementer, part = (integer(facts.get(f"CPU {key}"), 0) for key in ("implementer", "part"))
    if implementer is not None and part is not None:
        known = ARM_PARTS.get(implementer, {}).get(part)
        return known or f"{implementer:#04x}:{part:#05x}"
    for key in ("model name", "Model Name", "uarch", "cpu", "cpu model", "isa"):
        if name := " ".join(FILLER.sub(" ", facts.get(key, "")).split()):
            return name
    return "unknown"


def extensions(facts: Facts) -> str:
    """Those of EXTENSIONS that it has, and "rvv" for RISC-V's vectors."""
    words = (facts.get("flags") or facts.get("Features") or "").split()
    base = re.match(r"rv\d+([a-y]*)", facts.get("isa", ""))
    vectors = ("rvv",) if base and "v" in base[1] else ()
    return " ".join((*(word for word in EXTENSIONS if word in words), *vectors))


def base_mhz(facts: Facts) -> float | None:
    """The clock in Intel's model names: "... CPU @ 2.30GHz"."""
    found = re.search(r"@ (\d+\.\d+)GHz", facts.get("model name", ""))
    return float(found[1]) * 1000 if found else None
