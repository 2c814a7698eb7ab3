"""Amounts of a device's memory: people write 8GiB, programs count bytes."""

from __future__ import annotations


def parse_memory(text: str) -> int:
    """Bytes of "8GiB" or "500MiB"; "0" is none.

    :raises UsageError: if it is not an amount of memory
    """
    from heddle.model.quantity import MEMORY  # takes longer to import than `heddle run` needs

    return 0 if text.strip() == "0" else MEMORY.parse(text) << 20


def memory_text(amount: int) -> str:
    """For people: 0, 512B, 1.5MiB, 12GiB."""
    size, unit = float(amount), "B"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    number = f"{size:.1f}".removesuffix(".0")
    return f"{number}{unit}" if amount else "0"
