"""What a guest gets by asking for it: only what takes nothing from others. Pure.

Every guest may ask for a lower priority, a cap and a smaller weight. What puts a program before
others of its rank (a deadline, a share, a larger weight, its own turns) the table's owner grants:
to all guests with `--tenant-share`, to one program with `heddle program set`. So no policy,
whatever it makes of what was asked for, turns a guest's word into a place before the owner's
programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heddle.errors import UsageError
from heddle.model.part import parse_part
from heddle.model.plan import Plan
from heddle.model.priority import parse_priority

NORMAL = Plan().weight
WHO = "the table's owner grants that: `heddle program set PROGRAM {option} ...`"


@dataclass(frozen=True, slots=True)
class GuestLimits:
    """The most that guests get by asking."""

    rank: int = 0
    share_milli: int = 0


def bound(asked: Mapping[str, int], limits: GuestLimits) -> tuple[dict[str, int], list[str]]:
    """Fields of a plan as far as they count, and what was left of the others, in words."""
    most = {
        "rank": limits.rank,
        "weight": NORMAL,
        "share_milli": limits.share_milli,
        "deadline_us": 0,
        "quantum_us": 0,
    }
    granted = {name: min(value, most.get(name, value)) for name, value in asked.items()}
    said = {
        "rank": f"priority {granted.get('rank', 0)} is the highest that the agent gives to you",
        "weight": f"weight {NORMAL} is the highest that the agent gives to you",
        "share_milli": f"a share of {granted.get('share_milli', 0) / 10:g} % is the largest that "
        f"you get by asking, {WHO.format(option='--share')}",
        "deadline_us": f"your deadline does not count, {WHO.format(option='--deadline-ms')}",
        "quantum_us": "turns of your own length do not count",
    }
    return granted, [said[name] for name in most if granted.get(name) != asked.get(name)]


def check_limits(hint: Mapping[str, Any], cap_milli: int, memory_bytes: int) -> None:
    """Of a guest, for a program that the owner made and keeps for it: its limits are the owner's,
    and a guest only lowers them.

    :raises UsageError: if it wants to raise them
    """
    cap = hint.get("cap")
    if cap is not None and cap_milli and not 0 < parse_part(str(cap), "cap") <= cap_milli:
        raise UsageError(f"you do not get a larger cap: {WHO.format(option='--cap')}.")
    memory = hint.get("memory")
    if memory is not None and memory_bytes and not 0 < memory <= memory_bytes:
        raise UsageError(f"you do not get more memory: {WHO.format(option='--mem')}.")


def check_hint(hint: Mapping[str, Any], now: Plan, limits: GuestLimits) -> None:
    """Of a guest, for its own program, which asks for `now`: what was granted before stays.

    :raises UsageError: if it wants more
    """
    if parse_priority(hint.get("priority") or 0) > limits.rank:
        raise UsageError(f"priority {limits.rank} is the highest that this agent gives to you.")
    if (hint.get("weight") or 0) > max(NORMAL, now.weight):
        raise UsageError(f"weight {NORMAL} is the highest that this agent gives to you.")
    share = parse_part(str(hint.get("share") or 0), "share")
    if share > max(limits.share_milli, now.share_milli):
        raise UsageError(f"you do not get a larger share: {WHO.format(option='--share')}.")
    deadline_us = round((hint.get("deadline") or 0) * 1e6)
    if deadline_us and not 0 < now.deadline_us <= deadline_us:
        raise UsageError(
            f"you do not get a deadline, or an earlier one: {WHO.format(option='--deadline-ms')}."
        )
    if round((hint.get("quantum") or 0) * 1e6) not in (0, now.quantum_us):
        raise UsageError("you do not get turns of another length: the table's owner grants that.")
