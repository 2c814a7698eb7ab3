"""Parts of a device, in thousandths: 1 % is 10."""

from __future__ import annotations

from heddle.errors import UsageError


def parse_part(text: str, what: str) -> int:
    """Thousandths of "0.25", "25%" or "25 %"; 0 is none.

    :raises UsageError: if it is not from 0 to 100 %
    """
    number, percent, rest = text.strip().partition("%")
    try:
        value = float(number) * (10 if percent else 1000)
    except ValueError:
        value = -1
    if rest or not 0 <= value <= 1000:
        raise UsageError(
            f"{what} {text!r} is not allowed: give a part of the device, 0.25 or 25%; 0 for none."
        )
    return round(value)
