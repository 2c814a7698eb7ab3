"""Amounts as people write them: 20GiB, 500m, 2h, 25%. Exact, or refused; never rounded."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from heddle.errors import UsageError, nearest

_PART = re.compile(r"\s*([0-9]{1,18}(?:\.[0-9]{1,18})?)\s*([A-Za-z/%]*)\s*")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A kind of amount: its units, in terms of the integer that the model keeps."""

    name: str
    units: Mapping[str, int | Fraction]  #: "" is a number without a unit
    example: str
    finest: str  #: what the integer counts
    least: int = 0
    most: int = 10**15
    several: bool = False  #: 1h30m is allowed

    def parse(self, text: str) -> int:
        """:raises UsageError: if it is not such an amount, too small, too large or too fine"""
        parts = _parts(text)
        if not parts or (len(parts) > 1 and not self.several):
            raise self._refused(text)
        total = Fraction(0)
        for number, unit in parts:
            if unit not in self.units or (len(parts) > 1 and not unit):
                raise self._refused(text, unit)
            total += Fraction(number) * self.units[unit]
        if total.denominator != 1:
            raise UsageError(
                f"{text!r} is too fine: {self.name} is a whole number of {self.finest}."
            )
        if not self.least <= total <= self.most:
            raise UsageError(
                f"{text!r} is out of range: {self.name} is from {self.format(self.least)} "
                f"to {self.format(self.most)}."
            )
        return int(total)

    def format(self, value: int) -> str:
        """The largest unit that divides it, or else the smallest, with a decimal point."""
        sizes = {unit: int(size) for unit, size in self.units.items() if size == int(size)}
        fit = [unit for unit in sizes if value % sizes[unit] == 0]
        unit = max(fit, key=sizes.__getitem__) if fit else min(sizes, key=sizes.__getitem__)
        return f"{Decimal(value) / sizes[unit]:f}{unit}"

    def _refused(self, text: str, unit: str = "") -> UsageError:
        # KiB is not a typo of TiB: a unit that begins with another letter is another unit.
        folded = {u.lower(): u for u in self.units if u[:1].lower() == unit[:1].lower() != ""}
        near = nearest(unit.lower(), folded, 0.5) if unit else None
        hint = f" Did you mean {text.strip().replace(unit, folded[near])!r}?" if near else ""
        units = ", ".join(u or "no unit" for u in self.units)
        return UsageError(
            f"{text!r} is not {self.name}.{hint} Write a number and a unit ({units}), "
            f"as in {self.example}."
        )


def _parts(text: str) -> list[tuple[str, str]]:
    """Numbers with their units, from left to right; none if it is anything else. One expression for
    the whole would try every way to part the digits of a long number."""
    found, at = [], 0
    while part := _PART.match(text, at):
        found.append((part[1], part[2]))
        at = part.end()
    return found if at == len(text) else []


MEMORY = Quantity("an amount of memory", {"MiB": 1, "GiB": 1 << 10, "TiB": 1 << 20}, "20GiB", "MiB")
VOLUME = replace(MEMORY, name="a volume of data", example="500GiB", least=1)
DEVICE_MEMORY = replace(MEMORY, name="an amount of device memory", example="8GiB", least=1)
CORES = Quantity(
    "a number of cores",
    {"m": 1, "": 1000, "core": 1000, "cores": 1000},
    "4 or 500m",
    "thousandths of a core",
)
DURATION = Quantity(
    "a duration",
    {"s": 1, "m": 60, "h": 3600, "d": 86400},
    "30m or 1h30m",
    "seconds",
    most=36500 * 86400,
    several=True,
)
LATENCY = Quantity("a latency", {"us": 1, "ms": 1000, "s": 1_000_000}, "2ms", "microseconds")
BANDWIDTH = Quantity(
    "a bandwidth",
    {"MB/s": 1, "GB/s": 1000, "Mbit/s": Fraction(1, 8), "Gbit/s": 125},
    "10Gbit/s",
    "MB/s",
)
MONEY = Quantity("an amount of money", {"": 1000}, "3.90", "thousandths of the currency")
PRICE = replace(MONEY, name="a price", least=1)
#: Of a device; so much of it that the price of an hour of many fits into 64 bits, in millionths.
HOUR_PRICE = replace(MONEY, name="the price of an hour", most=10**11)
POWER = Quantity("a power", {"W": 1, "kW": 1000}, "700W or 40kW", "watts", least=1, most=10**9)
SHARE = Quantity(
    "a share of a device", {"%": 10, "": 1000}, "25% or 0.25", "thousandths", least=1, most=1000
)
CAP = replace(SHARE, name="a cap on a device")
RATE = Quantity("a rate", {"%": 10, "": 1000}, "0.6 or 60%", "thousandths", least=1, most=1_000_000)
