"""Priority: -255..255, higher first, default 0; `high` is 100 and `low` is -100."""

from __future__ import annotations

from heddle.errors import UsageError

LOWEST, HIGHEST = -255, 255
NAMES = {"high": 100, "normal": 0, "low": -100}


def parse_priority(text: str | int) -> int:
    """The number of a priority.

    :raises UsageError: if it is neither a name nor a number in range
    """
    named = NAMES.get(str(text))
    if named is not None:
        return named
    try:
        value = int(text)
    except ValueError:
        value = HIGHEST + 1
    if not LOWEST <= value <= HIGHEST:
        names = ", ".join(NAMES)
        raise UsageError(
            f"priority {text!r} is not allowed: give a whole number from {LOWEST} to {HIGHEST} "
            f"(higher goes first), or one of {names}."
        )
    return value
