"""Huawei's management library of Ascend chips (DCMI), asked through ctypes; answers are plain data.

A chip is named by its card and its place on the card. Every call answers 0, or a negative code for
what this chip or this release does not offer; such a value is None.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

from heddle.errors import VendorError

#: Where the driver package installs the library; the first is for machines that tell the loader.
PLACES = (
    "libdcmi.so",
    "/usr/local/dcmi/libdcmi.so",
    "/usr/local/Ascend/driver/lib64/driver/libdcmi.so",
)
MOST_CARDS, MOST_PROCESSES, MOST_ALARMS = 64, 256, 128
MIB = 1 << 20
_AI_CORE, _DIE, _DDR, _HBM = 2, 1, 0, 2  # what to ask for: load, which die's id, whose ECC
#: How two chips are joined. Old releases say 6 for "unknown", new ones for the link inside a card.
_HCCS, _SAME_CARD, _HCCS_SWITCH = 3, 6, 7

_u32, _u64, _int = ctypes.c_uint, ctypes.c_ulonglong, ctypes.c_int


class _Chip(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_char * 32),
        ("name", ctypes.c_char * 32),
        ("version", ctypes.c_char * 32),
        ("cores", _u32),
    )


class _Pcie(ctypes.Structure):
    _fields_ = (
        ("vendor", _u32),
        ("subsystem_vendor", _u32),
        ("device", _u32),
        ("subsystem_device", _u32),
        ("domain", _int),
        ("bus", _u32),
        ("slot", _u32),
        ("function", _u32),
        ("reserved", ctypes.c_ubyte * 32),
    )


class _Hbm(ctypes.Structure):
    _fields_ = (
        ("mib", _u64),
        ("mhz", _u32),
        ("used_mib", _u64),
        ("celsius", _int),
        ("bandwidth_percent", _u32),
    )


class _Ddr(ctypes.Structure):
    _fields_ = (
        ("mib", _u64),
        ("free_mib", _u64),
        ("mhz", _u32),
        ("page_kib", ctypes.c_ulong),
        ("pages", ctypes.c_ulong),
        ("pages_free", ctypes.c_ulong),
        ("percent", _u32),
        ("reserved", ctypes.c_ubyte * 60),
    )


class _Clock(ctypes.Structure):
    _fields_ = (("rated_mhz", _u32), ("mhz", _u32))


class _Ecc(ctypes.Structure):
    _fields_ = (
        ("enabled", _int),
        ("single", _u32),
        ("double", _u32),
        ("single_ever", _u32),
        ("double_ever", _u32),
        ("single_pages", _u32),
        ("double_pages", _u32),
        ("reserved", _u32 * 8),  # new releases fill in two more
    )


class _Process(ctypes.Structure):
    _fields_ = (("pid", _int), ("bytes", ctypes.c_ulong))


class Dcmi:
    """The library, initialised."""

    def __init__(self, path: str) -> None:
        """:raises OSError: if there is no such library
        :raises VendorError: if it cannot talk to the driver
        """
        self._library = ctypes.CDLL(path)
        code = self._library.dcmi_init()
        if code:
            raise VendorError(
                f"dcmi_init of {path} answered {code}. Is the driver loaded (`lsmod | grep drv_`), "
                "and may this user open /dev/davinci_manager (group HwHiAiUser)?"
            )

    def describe(self) -> dict[str, Any]:
        """The driver's version and every chip with what does not change."""
        chips = [self._describe(card, chip) for card, chip in self._chips()]
        for one in chips:
            others = (other for other in chips if other is not one)
            links = ((other["address"], self._joined(one, other)) for other in others)
            one["links"] = [[address, kind] for address, kind in links if address and kind]
        version = ctypes.create_string_buffer(256)
        known = self._ask("dcmi_get_driver_version", version, len(version))
        return {"driver": _text(version.value) if known else None, "chips": chips}

    def reading(self, card: int, chip: int) -> dict[str, Any]:
        """How one chip is now."""
        ask = functools.partial(self._ask_chip, card, chip)
        load, celsius, deciwatts, health = _u32(), _int(), _int(), _u32()
        clock, count, codes = _Clock(), _int(), (_u32 * MOST_ALARMS)()
        has_clock = ask("aicore_info", clock)
        memory = self._memory(card, chip)
        alarms = ask("errorcode_v2", count, codes, MOST_ALARMS)
        return {
            "utilisation": load.value if ask("utilization_rate", _AI_CORE, load) else None,
            "memory_total_bytes": memory and memory[0],
            "memory_used_bytes": memory and memory[1],
            "memory_clock_mhz": memory and memory[2],
            "temperature_c": celsius.value if ask("temperature", celsius) else None,
            "power_w": deciwatts.value / 10 if ask("power_info", deciwatts) else None,
            "clock_mhz": clock.mhz if has_clock else None,
            "health": health.value if ask("health", health) else None,
            "alarms": count.value if alarms else None,
            "ecc": self._ecc(card, chip),
            "processes": self._processes(card, chip),
        }

    def _chips(self) -> list[tuple[int, int]]:
        cards, number = (_int * MOST_CARDS)(), _int()
        if not self._ask("dcmi_get_card_list", number, cards, MOST_CARDS) and not self._ask(
            "dcmi_get_card_num_list", number, cards, MOST_CARDS
        ):
            raise VendorError(
                "DCMI does not list its cards; `npu-smi info` says whether the driver can"
            )
        found = []
        for card in cards[: max(0, min(number.value, MOST_CARDS))]:
            chips = _int()
            if self._ask("dcmi_get_device_num_in_card", card, chips):
                found += [(card, chip) for chip in range(min(chips.value, MOST_CARDS))]
        return found

    def _describe(self, card: int, chip: int) -> dict[str, Any]:
        ask = functools.partial(self._ask_chip, card, chip)
        about, at, die = _Chip(), _Pcie(), (_u32 * 5)()
        known = ask("chip_info", about)
        placed = ask("pcie_info_v2", at)
        has_die = ask("die_v2", _DIE, die) and any(die)
        memory = self._memory(card, chip)
        address = f"{at.domain:04x}:{at.bus:02x}:{at.slot:02x}.{at.function:x}"
        return {
            "card": card,
            "chip": chip,
            "address": address if placed else None,
            "name": _text(about.name) if known else None,
            "type": _text(about.type) if known else None,
            "cores": about.cores if known else None,
            "uuid": "-".join(f"{word:08x}" for word in die) if has_die else None,
            "memory_bytes": memory and memory[0],
        }

    def _joined(self, one: dict[str, Any], other: dict[str, Any]) -> str | None:
        kind = _int(-1)
        places = one["card"], one["chip"], other["card"], other["chip"]
        if not self._ask("dcmi_get_topo_info_by_device_id", *places, kind):
            return None
        if kind.value == _SAME_CARD and one["card"] == other["card"]:
            return "sio"
        return "hccs" if kind.value in (_HCCS, _HCCS_SWITCH) else None

    def _memory(self, card: int, chip: int) -> tuple[int, int, int] | None:
        """Total and used bytes, and MHz: of the HBM, or of the DDR where there is none."""
        hbm, ddr = _Hbm(), _Ddr()
        if self._ask_chip(card, chip, "hbm_info", hbm) and hbm.mib:
            return hbm.mib * MIB, hbm.used_mib * MIB, hbm.mhz
        if self._ask_chip(card, chip, "memory_info_v3", ddr) and ddr.mib:
            return ddr.mib * MIB, max(0, ddr.mib - ddr.free_mib) * MIB, ddr.mhz
        return None

    def _ecc(self, card: int, chip: int) -> dict[str, int] | None:
        ecc = _Ecc()
        for memory in (_HBM, _DDR):
            if self._ask_chip(card, chip, "ecc_info", memory, ecc) and ecc.enabled:
                return {
                    "ecc_corrected": ecc.single,
                    "ecc_uncorrected": ecc.double,
                    "ecc_aggregate_corrected": ecc.single_ever,
                    "ecc_aggregate_uncorrected": ecc.double_ever,
                }
        return None

    def _processes(self, card: int, chip: int) -> list[list[int]] | None:
        found, number = (_Process * MOST_PROCESSES)(), _int()
        if not self._ask_chip(card, chip, "resource_info", found, number):
            return None
        return [[p.pid, p.bytes] for p in found[: max(0, min(number.value, MOST_PROCESSES))]]

    def _ask_chip(self, card: int, chip: int, what: str, *arguments: Any) -> bool:
        return self._ask(f"dcmi_get_device_{what}", card, chip, *arguments)

    def _ask(self, name: str, *arguments: Any) -> bool:
        """Whether the call is there and succeeded. What it fills in is passed by reference."""
        function = getattr(self._library, name, None)
        if function is None:
            return False
        passed = (a if isinstance(a, int) else ctypes.byref(a) for a in arguments)
        return bool(function(*passed) == 0)


def describe() -> dict[str, Any] | None:
    """See Dcmi.describe; None if no such library is installed."""
    library = _open(PLACES)
    return None if library is None else library.describe()


def reading(card: int, chip: int) -> dict[str, Any] | None:
    """See Dcmi.reading; None if no such library is installed."""
    library = _open(PLACES)
    return None if library is None else library.reading(card, chip)


@functools.cache
def _open(places: tuple[str, ...]) -> Dcmi | None:
    for place in places:
        try:
            return Dcmi(place)
        except OSError:
            continue
    return None


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace").strip()
