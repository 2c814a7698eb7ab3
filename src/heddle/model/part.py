"""Parts of a device, in thousandths: 1 % is 10."""

from __future__ import annotations

from heddle.errors import UsageError


def parse_part(text: str, what: str) -> int:
    """Thousandths of "0.25", "25%" or "25 %"; 0 is none.

    :raises UsageError: if it is not from 0 to 100 %, or less than 0.1 % and not 0
    """
    number, percent, rest = text.strip().partition("%")
    try:
        value = float(number) * (10 if percent else 1000)
    except ValueError:
        value = -1
    if rest or not 0 <= value <= 1000:
        raise UsageError(f"{what} {text!r} is not allowed: {_why(number, percent, rest, value)}")
    if value > 0 and not round(value):
        raise UsageError(f"{what} {text!r} is too fine: 0.1% is the least; 0 for none.")
    return round(value)


def check_cap(share: int, cap: int) -> None:
    """:raises UsageError: if the cap keeps it from its share"""
    if cap and cap < share:
        raise UsageError(
            f"a cap of {cap / 10:g} % is below the share of {share / 10:g} %: it would never get "
            "its share. Ask for a smaller share or a larger cap."
        )


def _why(number: str, percent: str, rest: str, value: float) -> str:
    if not rest and value > 1000:
        meant = not percent and value <= 100_000
        return f"did you mean {number.strip()}%?" if meant else "the maximum is 100%."
    return "give a part of the device, 0.25 or 25%; 0 for none."
