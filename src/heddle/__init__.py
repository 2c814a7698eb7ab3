"""Heddle: accelerators scheduled the way an operating system schedules a CPU.

From inside a program that runs under `heddle run`:

    import heddle
    heddle.hint(priority="high", deadline=0.033)

`deadline` is in seconds after the start of a burst of device work. A program that knows a little
ahead that work is coming (a request was received, and is being parsed) says so, and finds the
device free:

    heddle.expect(0.005)

Work that several devices can do goes, request by request, where it is best:

    detect = heddle.task(npu=on_npu, gpu=on_gpu, cpu=on_cpu, deadline=0.033)
    boxes = detect(frame)
"""

from __future__ import annotations

__all__ = ["expect", "hint", "hold", "programs", "release", "task"]

TYPE_CHECKING = False  # typing takes longer to import than all of `heddle run` needs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from heddle.cooperate.task import Task
    from heddle.records import ProgramState


def hint(
    *,
    priority: int | str | None = None,
    deadline: float | None = None,
    share: float | str | None = None,
    cap: float | str | None = None,
    weight: int | None = None,
    quantum: float | None = None,
    memory: int | None = None,
    program: int = 0,
) -> None:
    """Changes what a program asks for (0: the caller's own); None leaves as it is.

    `share` and `cap` are parts of the device (0.25 or "25%"; 0: none), times are in seconds,
    `memory` is in bytes of each device (0: no limit).

    :raises UsageError: if a value is out of range
    :raises NoSuchProgramError: if the program is not running under Heddle
    """
    import os

    from heddle import native
    from heddle.errors import GuestError, UsageError
    from heddle.model.part import parse_part
    from heddle.model.priority import parse_priority

    try:
        plan = native.get_asked(program)
    except GuestError:
        wanted = {"priority": priority, "deadline": deadline, "share": share, "cap": cap}
        _ask_agent("hint", program, **wanted, weight=weight, quantum=quantum, memory=memory)
        return
    if priority is not None:
        plan.rank = parse_priority(priority)
    if deadline is not None:
        if not 0 <= deadline < 86_400:
            raise UsageError(
                f"deadline {deadline} is not allowed: give seconds from 0 (none) to a day."
            )
        plan.deadline_us = round(deadline * 1e6)
    if share is not None:
        milli = parse_part(str(share), "share")
        if milli > plan.share_milli:
            from heddle import promise

            promise.admit(milli, program=program or int(os.environ.get("HEDDLE_PROGRAM") or 0))
        plan.share_milli = milli
    if cap is not None:
        plan.cap_milli = parse_part(str(cap), "cap")
    if weight is not None:
        if not 1 <= weight <= 1_000_000:
            raise UsageError(f"weight {weight} is not allowed: give 1 to 1000000; 1000 is normal.")
        plan.weight = weight
    if quantum is not None:
        if not 0 <= quantum <= 10:
            raise UsageError(
                f"quantum {quantum} is not allowed: give seconds from 0 (no turns) to 10."
            )
        plan.quantum_us = round(quantum * 1e6)
    if memory is not None:
        if not isinstance(memory, int) or not 0 <= memory < 1 << 62:
            raise UsageError(f"memory {memory} is not allowed: give bytes; 0 means no limit.")
        plan.memory_limit = memory
    native.ask(plan, program)


def expect(seconds: float, program: int = 0) -> None:
    """Says that device work is coming within this time (at most 1 s): others make room now.

    :raises UsageError: if the time is out of range
    :raises NoSuchProgramError: if the program is not running under Heddle
    """
    from heddle import native
    from heddle.errors import UsageError

    if not 0 <= seconds <= 1:
        raise UsageError(f"{seconds} seconds is not allowed: give 0 (not any more) to 1.")
    native.expect(round(seconds * 1e6), program)


def hold(program: int, *, evict: bool = False) -> None:
    """Stops a program's device work where it is; `evict` also frees its device memory.

    :raises VendorError: if that cannot be done; then it runs as before
    """
    if not evict:
        _hold(program, True)
        return
    from heddle.virt.evict import take_off

    take_off(program)


def release(program: int, onto: Sequence[tuple[str, str]] = ()) -> None:
    """Lets a program that was held go on; if it was evicted, its memory comes back first.

    `onto`: pairs of devices, from which to which; for one that was checkpointed.
    """
    from heddle.errors import GuestError
    from heddle.virt.evict import put_back

    try:
        put_back(program, onto)
    except GuestError:
        _ask_agent("release", program)


def _hold(program: int, on: bool) -> None:
    from heddle import native
    from heddle.errors import GuestError

    try:
        native.hold(program, on)
    except GuestError:
        _ask_agent("hold" if on else "release", program)


def _ask_agent(verb: str, program: int, **values: Any) -> None:
    """What a guest cannot do itself; the agent knows which program is the caller's own."""
    from heddle import ask

    ask.call(verb, verb, program=program, **values)


def programs() -> list[ProgramState]:
    """The programs that run under Heddle now."""
    from heddle import native
    from heddle.table import Table

    native.open_table()
    native.reap()
    with Table() as table:
        return table.programs()


def task(
    ways: Mapping[str, Callable[..., Any]] | None = None,
    /,
    *,
    deadline: float = 0,
    **kinds: Callable[..., Any],
) -> Task:
    """Functions that do the same work on unlike devices: a call goes to the one that suits best.

    A device is named by its kind (`npu=f`), its api, or in full (`{"soft@npu": f}`); `cpu` is no
    device. With a deadline (seconds), a way that holds it and disturbs no other program is
    preferred.

    :raises NoSuchDeviceError: if the machine has no such device
    """
    from heddle.cooperate.task import Task

    return Task({**(ways or {}), **kinds}, deadline)
