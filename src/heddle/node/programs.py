"""Programs under Heddle on this machine, as the control plane hears of them; and what it wants done
to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import heddle
from heddle import ask
from heddle.errors import HeddleError
from heddle.inventory.jobs import job_of
from heddle.model.orders import HOLD, RELEASE, ProgramOrder
from heddle.records import ProgramState

MOST = 256  #: programs of which a node tells
FIELDS = (
    "id", "pid", "uid", "name", "tenant", "priority", "state", "reason", "devices",
    "share_milli", "cap_milli", "memory_limit", "memory", "device_time_ns", "held_ns", "holds",
)  # fmt: skip


def told() -> dict[str, Mapping[str, Any]]:
    """As a part of the node's document."""
    return {"programs": document(heddle.programs(), _breaches())}


def _breaches() -> list[dict[str, Any]] | None:
    """None where no agent looks for them."""
    try:
        found: list[dict[str, Any]] = ask.call("breaches")
    except HeddleError:
        return None
    return found[-MOST:]


def document(
    found: Sequence[ProgramState], breaches: Sequence[Mapping[str, Any]] | None = None
) -> dict[str, Any]:
    """Those with the most device time, by id, where there are too many."""
    shown = sorted(found, key=lambda each: -each.device_time_ns)[:MOST]
    lines = [plain(each) for each in sorted(shown, key=lambda each: each.id)]
    more = len(found) - len(lines)
    return {"programs": lines, "more": more, "breaches": breaches}


def plain(program: ProgramState) -> dict[str, Any]:
    line = {name: getattr(program, name) for name in FIELDS}
    level = max((queue.level for queue in program.queues), default=0)
    return {**line, "devices": list(program.devices), "level": level, "job": job_of(program)}


def obey(order: ProgramOrder) -> str:
    """Does it; gives the error, or nothing."""
    try:
        if order.verb == HOLD:
            heddle.hold(order.program)
        elif order.verb == RELEASE:
            heddle.release(order.program)
        else:
            heddle.hint(**order.settings, program=order.program)
    except (HeddleError, OSError, TypeError, ValueError) as error:
        return str(error)
    return ""
