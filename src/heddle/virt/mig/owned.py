"""Which GPU instances are Heddle's own. All others are foreign: made by others.

An instance is known by its card, its id, its profile and its start, until the machine starts anew
(no instance outlives that).
"""

from __future__ import annotations

from typing import Any

from heddle.system import state
from heddle.virt.mig.nvml import Present

NAME = "mig"


def is_own(card: str, present: Present) -> bool:
    return any(_entry(card, present) in _of_this_start(held) for held in state.read(NAME))


def remember(card: str, present: Present) -> None:
    """:raises HeddleError: if it cannot be written"""
    entry = _entry(card, present)
    _change(lambda held: [*(each for each in held if each != entry), entry])


def forget(card: str, present: Present) -> None:
    """:raises HeddleError: if it cannot be written"""
    entry = _entry(card, present)
    _change(lambda held: [each for each in held if each != entry])


def _change(change: Any) -> None:
    def whole(held: Any) -> Any:
        made = change(_of_this_start(held))
        return {"start": _start(), "made": made} if made else None

    state.update(NAME, whole)


def _of_this_start(held: Any) -> list[Any]:
    if not isinstance(held, dict) or held.get("start") != _start():
        return []
    made = held.get("made")
    return made if isinstance(made, list) else []


def _entry(card: str, present: Present) -> dict[str, Any]:
    return {
        "card": card,
        "id": present.id,
        "profile": present.instance.profile.name,
        "at": present.instance.start,
    }


def _start() -> str:
    """Another one after every start of the machine; empty where the system does not say."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read().strip()
    except OSError:
        return ""
