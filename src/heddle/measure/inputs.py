"""What matrices are filled with: normally distributed numbers, the same in every run.

Zeros would need less power than real work, and so promise clocks that no real program gets.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from functools import cache
from random import Random

#: A prime number of elements: whatever the width of a matrix, its rows are not alike.
COUNT = 65521
BITS = {"fp64": 64, "fp32": 32, "tf32": 32, "bf16": 16, "fp16": 16, "fp8": 8, "int8": 8}


@cache
def e4m3_values() -> tuple[float, ...]:
    """The numbers from zero on of FP8 E4M3 (bias 7, no infinity), by their bits."""
    small = [mantissa / 8 * 2.0**-6 for mantissa in range(8)]
    large = [(1 + m / 8) * 2.0 ** (e - 7) for e in range(1, 16) for m in range(8)]
    return tuple((small + large)[:127])  # the last would be no number


def e4m3(value: float) -> int:
    """The bits of the nearest FP8 number."""
    numbers, size = e4m3_values(), abs(value)
    above = min(bisect_left(numbers, size), len(numbers) - 1)
    below = max(0, above - 1)
    near = above if numbers[above] - size <= size - numbers[below] else below
    return near | (0x80 if value < 0 else 0)


@cache
def pattern(precision: str) -> bytes:
    """COUNT numbers of mean 0 and deviation 1 (20 for integers), as the device keeps them."""
    random = Random(precision)
    values = [random.gauss(0, 1) for _ in range(COUNT)]
    if precision == "int8":
        return struct.pack(f"{COUNT}b", *(max(-127, min(127, round(20 * v))) for v in values))
    if precision == "fp8":
        return bytes(e4m3(value) for value in values)
    if precision == "bf16":  # the upper half of FP32
        halves = (struct.unpack("<I", struct.pack("<f", value))[0] >> 16 for value in values)
        return struct.pack(f"<{COUNT}H", *halves)
    form = {"fp64": "d", "fp32": "f", "tf32": "f", "fp16": "e"}[precision]
    return struct.pack(f"<{COUNT}{form}", *values)
