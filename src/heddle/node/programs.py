"""Programs under Heddle on this machine, as the control plane hears of them; and what it wants done
to them, or seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import heddle
from heddle import ask
from heddle.errors import HeddleError, NoSuchProgramError
from heddle.inventory.jobs import job_of
from heddle.model.orders import (
    EXPLAIN,
    HOLD,
    LARGEST_ANSWER,
    LOOK,
    RELEASE,
    SET,
    TRACE,
    NodeOrder,
    OrderResult,
)
from heddle.model.wire.plain import pack, plain
from heddle.native import table_path
from heddle.node import table_look
from heddle.records import ProgramState
from heddle.trace.watch import record

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
    lines = [_line(each) for each in sorted(shown, key=lambda each: each.id)]
    more = len(found) - len(lines)
    return {"programs": lines, "more": more, "breaches": breaches}


def _line(program: ProgramState) -> dict[str, Any]:
    line = {name: getattr(program, name) for name in FIELDS}
    level = max((queue.level for queue in program.queues), default=0)
    return {**line, "devices": list(program.devices), "level": level, "job": job_of(program)}


@dataclass(frozen=True, slots=True)
class ExplainedProgram:
    """A program, the others of this machine, and what its agent remembers of it."""

    programs: tuple[ProgramState, ...]
    story: tuple[str, ...] | None  #: None where no agent runs


def told_of(program: int) -> ExplainedProgram:
    """:raises NoSuchProgramError: if there is none"""
    programs = tuple(heddle.programs())
    if not any(each.id == program for each in programs):
        raise NoSuchProgramError(program)
    story = tuple(ask.call("story", program=program)) if ask.is_there() else None
    return ExplainedProgram(programs, story)


def obey(order: NodeOrder) -> OrderResult:
    """Does it, and says what came of it."""
    try:
        answer = ACTS[order.verb](order)
    except (HeddleError, OSError, TypeError, ValueError) as error:
        return OrderResult(str(error))
    if answer is None:
        return OrderResult()
    packed = pack(plain(answer))
    if len(packed) > LARGEST_ANSWER:
        return OrderResult(
            f"the answer is too large to be sent ({len(packed) >> 10} of {LARGEST_ANSWER >> 10} "
            "KiB). Record fewer seconds, or ask on that machine."
        )
    return OrderResult(answer=packed)


def _trace(order: NodeOrder) -> object:
    return record(table_path(), order.takes_s)


#: By verb; what it gives is the answer.
ACTS: Mapping[str, Callable[[NodeOrder], object]] = {
    HOLD: lambda order: heddle.hold(order.program),
    RELEASE: lambda order: heddle.release(order.program),
    SET: lambda order: heddle.hint(**order.settings, program=order.program),
    LOOK: lambda order: table_look.look(),
    EXPLAIN: lambda order: told_of(order.program),
    TRACE: _trace,
}
