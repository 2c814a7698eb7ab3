"""Freeing all device memory that a program has, and bringing it back.

Two ways. A program that was started with `heddle run --swap` moves its memory itself, at the speed
of the link; what it has that cannot be moved so (contexts, pools) stays. Any other program is
checkpointed by the vendor's driver, which is slower, and takes everything off.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from heddle import native
from heddle.errors import HeddleError, NoSuchProgramError, UsageError, VendorError
from heddle.model.device import Device, find_device
from heddle.model.memory import memory_text
from heddle.records import ProgramState
from heddle.table import Table
from heddle.virt.checkpoint import CheckpointProcess, bring_back, evict
from heddle.virt.checkpoints import checkpointers, host_room

WAYS = ("swap", "checkpoint")
TIMEOUT_S = 600.0  #: tens of GiB may have to be moved
STUCK_S = 30.0  #: without a byte being moved
LOOK_S = 0.02


@dataclass(frozen=True, slots=True)
class Evicted:
    """What has left the devices."""

    program: int
    way: str
    bytes: int
    left: dict[str, int]  #: bytes that stay on a device
    seconds: float
    already: bool = False  #: it was off them before


def take_off(program: int, way: str | None = None, timeout_s: float = TIMEOUT_S) -> Evicted:
    """Frees the program's device memory and holds the program, until put_back().

    :raises UsageError: if its memory cannot be moved in this way
    :raises VendorError: if the vendor refuses; then the program runs as before
    """
    state = _look(program)
    if state.evicted:
        return _already(state, way)
    way = way or ("swap" if state.may_swap else "checkpoint")
    begin = time.monotonic()
    if way == "swap":
        moved, left = _swap_out(state, timeout_s)
    else:
        moved, left = _checkpoint(state), {}
    native.hold(program, True)
    return Evicted(program, way, moved, left, time.monotonic() - begin)


def put_back(
    program: int, onto: Sequence[tuple[str, str]] = (), timeout_s: float = TIMEOUT_S
) -> None:
    """Brings a program's memory back, if it is off its devices, and lets it go on.

    `onto`: from which device to which, of the same model; only for checkpointed ones.
    """
    state = _look(program)
    if state.evicted == "checkpointed":
        bring_back(_processes(state), checkpointers(), _moves(state, onto))
    elif onto:
        raise UsageError(
            f"program {program} is not checkpointed, so it cannot continue on another device. "
            f"`heddle program hold --evict --way checkpoint {program}` does that."
        )
    native.hold(program, False)
    if state.evicted:
        native.park_program(program, "none")
        _wait(program, lambda now: not now.swapped, timeout_s, "bring its memory back")


def _already(state: ProgramState, way: str | None) -> Evicted:
    was = "swap" if state.evicted == "moved" else "checkpoint"
    if way not in (None, was):
        raise UsageError(
            f"program {state.id} was {state.evicted} already. `heddle program release "
            f"{state.id}` brings "
            f"it back; then --way {way} is possible."
        )
    native.hold(state.id, True)
    return Evicted(state.id, was, 0, {}, 0.0, already=True)


def _checkpoint(state: ProgramState) -> int:
    native.hold(state.id, False)  # its driver waits for what stands behind a closed gate
    try:
        evict(_processes(state), checkpointers(), host_room(state.processes))
    except BaseException:  # Ctrl-C, too: whom a person held stays held
        if state.is_held_by_person:
            with suppress(HeddleError):
                native.hold(state.id, True)
        raise
    native.park_program(state.id, "checkpointed")
    return sum(state.memory.values())


def _swap_out(state: ProgramState, timeout_s: float) -> tuple[int, dict[str, int]]:
    if not state.may_swap:
        raise UsageError(
            f"program {state.id} was not started with `heddle run --swap`: its memory can only be "
            "moved by a checkpoint. Use --way checkpoint."
        )
    native.park_program(state.id, "moved")
    try:
        now = _wait(state.id, _is_off, timeout_s, "move it all")
    except BaseException:  # Ctrl-C, too
        with suppress(HeddleError):  # it may have ended
            native.park_program(state.id, "none")
        raise
    left = {device: used - now.swapped.get(device, 0) for device, used in now.memory.items()}
    return sum(now.swapped.values()), {device: more for device, more in left.items() if more > 0}


def _look(program: int) -> ProgramState:
    with Table() as table:
        for state in table.programs():
            if state.id == program:
                return state
    raise NoSuchProgramError(program)


def _is_off(state: ProgramState) -> bool:
    return state.swapped == state.swappable and not state.is_coming


def _wait(
    program: int, is_done: Callable[[ProgramState], bool], timeout_s: float, what: str
) -> ProgramState:
    state, progress = _look(program), time.monotonic()
    until = progress + timeout_s
    while not is_done(state) and time.monotonic() < min(until, progress + STUCK_S):
        time.sleep(LOOK_S)
        now = _look(program)
        if now.swapped != state.swapped:
            progress = time.monotonic()
        state = now
    if is_done(state):
        return state
    moved, all_ = sum(state.swapped.values()), sum(state.swappable.values())
    raise VendorError(
        f"program {program} did not {what}: {memory_text(moved)} of {memory_text(all_)} are on the "
        "host. It may be stopped, its work may not come to an end, or memory of the host or of the "
        "device is short; see `heddle ps -o wide`."
    )


def _processes(state: ProgramState) -> list[CheckpointProcess]:
    apis = {device.partition("@")[0] for device in (*state.devices, *state.memory)}
    used = {
        api: sum(each for device, each in state.memory.items() if device.startswith(f"{api}@"))
        for api in apis
    }
    # What each process has is not told apart: the sum is what the host must have room for.
    return [
        CheckpointProcess(pid, api, used[api] if i == 0 else 0)
        for api in sorted(apis)
        for i, pid in enumerate(state.processes)
    ]


def _moves(state: ProgramState, onto: Sequence[tuple[str, str]]) -> list[tuple[Device, Device]]:
    if not onto:
        return []
    from heddle.inventory import apis

    known = apis.devices(lambda _: None)  # one whose driver is broken is not one of these
    moves = [(find_device(old, known), find_device(new, known)) for old, new in onto]
    for old, new in moves:
        _check_move(state, old, new, known)
    return moves


def _check_move(state: ProgramState, old: Device, new: Device, known: Sequence[Device]) -> None:
    """:raises UsageError: if it is not there, or the other one is not for it"""
    from heddle.inventory.cordon import refuse_if_cordoned
    from heddle.virt import beside

    if old.id not in state.devices:
        on = ", ".join(state.devices) or "no device"
        raise UsageError(f"{old.id} is not used by program {state.id}, which is on {on}.")
    if old.id == new.id:
        raise UsageError(
            f"{old.id} is where it was: `heddle program release {state.id}` without --onto "
            "brings it back."
        )
    if not _is_alike(old, new):
        alike = [each.id for each in known if each.id != old.id and _is_alike(old, each)]
        fit = ", ".join(alike) or "no other device"
        raise UsageError(
            f"{old.id} ({old.model}) cannot continue on {new.id} ({new.model}), another model; "
            f"{fit} would fit."
        )
    refuse_if_cordoned(new)
    beside.look(new.id, {}, lambda _: None)  # refuses what is a partition's alone


def _is_alike(old: Device, new: Device) -> bool:
    """Of one model. A soft XPU's model is its name: there, what they can do counts."""

    def what(device: Device) -> tuple[object, ...]:
        if device.api == "soft":
            return device.api, device.memory_bytes, device.capabilities, device.scheduler
        return device.api, device.model

    return what(old) == what(new)
