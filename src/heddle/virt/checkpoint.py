"""Taking processes off their devices by the vendor's checkpoint functions, and bringing them back.

A process is locked (its calls block, what it has submitted is done), then checkpointed (what it has
in device memory goes to its own host memory, and its contexts leave the device). Back it is
restored, then unlocked. The program knows nothing of it. Several processes are taken off together
or not at all: if one step fails, all that was done is undone in reverse order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Protocol

from heddle.errors import HeddleError, UsageError, VendorError
from heddle.model.device import Device
from heddle.model.memory import memory_text

#: How long a process may take to come to rest; it runs on if it does not.
TIMEOUT_MS = 10_000
#: Host memory that is left to others.
MARGIN = 1 << 30

#: From which device to which, of the same model. What is not named goes back to where it was.
Moves = Sequence[tuple[Device, Device]]


class State(Enum):
    """Of a process, in the vendor's numbers: CUprocessState and sxProcessState are alike."""

    RUNNING = 0
    LOCKED = 1
    CHECKPOINTED = 2
    FAILED = 3


class GoneError(VendorError):
    """The process has ended, or uses no device of this vendor (any more)."""


class Checkpointer(Protocol):
    """One vendor's checkpoint functions. Each raises VendorError if the vendor refuses."""

    api: str

    def state(self, pid: int) -> State: ...
    def lock(self, pid: int, timeout_ms: int) -> None: ...
    def checkpoint(self, pid: int) -> None: ...
    def restore(self, pid: int, moves: Moves) -> None: ...
    def unlock(self, pid: int) -> None: ...


@dataclass(frozen=True, slots=True)
class CheckpointProcess:
    """A process, and what it has in the memory of all devices of one api."""

    pid: int
    api: str
    device_bytes: int


def evict(
    processes: Sequence[CheckpointProcess],
    by: Mapping[str, Checkpointer],
    room: int,
    timeout_ms: int = TIMEOUT_MS,
) -> list[CheckpointProcess]:
    """Takes all of them off their devices; returns those that were not off them already.

    `room` is the host memory that there is for it, in bytes; MARGIN of it is left alone.

    :raises VendorError: if it cannot be done; then all of them run as before, or the message says
        which do not
    """
    running = [process for process in processes if _is_running(process, by)]
    check_room(running, room)
    begun: list[CheckpointProcess] = []
    try:
        for process in running:
            begun.append(process)
            if not _unless_gone(partial(by[process.api].lock, process.pid, timeout_ms)):
                begun.remove(process)
        for process in tuple(begun):
            if not _unless_gone(partial(by[process.api].checkpoint, process.pid)):
                begun.remove(process)
    except BaseException as error:  # Ctrl-C, too: no process must stay locked
        left = _undo(begun, by)
        if not isinstance(error, HeddleError):
            raise
        raise VendorError(f"{error} {left or 'All of them run as before.'}") from error
    return begun


def bring_back(
    processes: Sequence[CheckpointProcess], by: Mapping[str, Checkpointer], onto: Moves = ()
) -> list[CheckpointProcess]:
    """Puts all of them back on their devices, or on others; returns those that were off them.

    It also unlocks processes that were left locked. Running ones are not affected.

    :raises VendorError: if one cannot be restored; then all stay off their devices
    """
    check_moves(onto)
    states = {process: _state(process, by) for process in processes}
    off = [process for process, state in states.items() if state is State.CHECKPOINTED]
    restored: list[CheckpointProcess] = []
    try:
        for process in off:
            _unless_gone(partial(_restore, process, by, onto))
            restored.append(process)
    except HeddleError as error:
        failed = _each(reversed(restored), lambda p: by[p.api].checkpoint(p.pid))
        left = _told(failed, "could not be taken off again")
        raise VendorError(f"{error} {left or 'All of them stay off their devices.'}") from error
    locked = [process for process, state in states.items() if state in _TO_UNLOCK]
    if failed := _each(locked, lambda p: by[p.api].unlock(p.pid)):
        raise VendorError(_told(failed, "could not be unlocked"))
    return off


def check_room(processes: Sequence[CheckpointProcess], room: int) -> None:
    """:raises VendorError: if the host has too little memory for what they have on their devices"""
    asked = sum(process.device_bytes for process in processes)
    fits = max(0, room - MARGIN)
    if asked > fits:
        raise VendorError(
            f"{memory_text(asked)} of device memory would have to go to the host, which has "
            f"{memory_text(max(0, room))} left; {memory_text(fits)} fits, because "
            f"{memory_text(MARGIN)} is kept for others. Free memory of the host, or take fewer or "
            "smaller programs off."
        )


def check_moves(moves: Moves) -> None:
    """:raises UsageError: if one is invalid, whatever the vendor thinks of the others"""
    for old, new in moves:
        if old.api != new.api:
            raise UsageError(f"{old.id} cannot continue on {new.id}: another vendor's device.")
        if new.memory_bytes < old.memory_bytes:
            raise UsageError(
                f"{old.id} cannot continue on {new.id}: one has {memory_text(old.memory_bytes)}, "
                f"the other {memory_text(new.memory_bytes)}. Choose a device of the same model."
            )
    for side in (0, 1):
        ids = [pair[side].id for pair in moves]
        if twice := {device for device in ids if ids.count(device) > 1}:
            raise UsageError(f"{', '.join(sorted(twice))} is named twice.")


_TO_UNLOCK = (State.CHECKPOINTED, State.LOCKED)
_Failures = list[tuple[CheckpointProcess, HeddleError]]


def _state(process: CheckpointProcess, by: Mapping[str, Checkpointer]) -> State | None:
    try:
        state = by[process.api].state(process.pid)
    except GoneError:
        return None
    if state is State.FAILED:
        raise VendorError(
            f"process {process.pid} failed in an earlier checkpoint or restore, and its device "
            "state is lost. End it and start it again."
        )
    return state


def _is_running(process: CheckpointProcess, by: Mapping[str, Checkpointer]) -> bool:
    state = _state(process, by)
    if state is State.LOCKED:
        raise VendorError(
            f"process {process.pid} is locked by another checkpoint. Wait until that is "
            "over, or unlock it with `heddle program release`."
        )
    return state is State.RUNNING


def _restore(process: CheckpointProcess, by: Mapping[str, Checkpointer], onto: Moves) -> None:
    moves = [move for move in onto if move[0].api == process.api]
    by[process.api].restore(process.pid, moves)


def _unless_gone(act: Callable[[], None]) -> bool:
    """False if the process is gone; then there is nothing to do, either."""
    try:
        act()
    except GoneError:
        return False
    return True


def _each(
    processes: Iterable[CheckpointProcess], act: Callable[[CheckpointProcess], None]
) -> _Failures:
    """Does it for all, whatever becomes of one."""
    failed: _Failures = []
    for process in processes:
        try:
            act(process)
        except GoneError:
            pass
        except HeddleError as error:
            failed.append((process, error))
    return failed


def _undo(begun: Sequence[CheckpointProcess], by: Mapping[str, Checkpointer]) -> str:
    """In two rounds, as it was done; by state, because a step may have failed half-way. Says what
    could not be undone."""

    def back(state: State, act: Callable[[CheckpointProcess], None]) -> _Failures:
        def if_there(process: CheckpointProcess) -> None:
            if by[process.api].state(process.pid) is state:
                act(process)

        return _each(reversed(begun), if_there)

    failed = back(State.CHECKPOINTED, lambda p: by[p.api].restore(p.pid, ()))
    failed += back(State.LOCKED, lambda p: by[p.api].unlock(p.pid))
    return _told(failed, "could not be brought back")


def _told(failed: _Failures, what: str) -> str:
    if not failed:
        return ""
    list_ = "; ".join(f"process {process.pid}: {error}" for process, error in failed)
    return f"But some {what} ({list_}). Try `heddle program release`."
