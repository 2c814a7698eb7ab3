"""Taking the processes of an attempt off their devices, and putting them back.

A program that moves its memory itself is asked to; if that is not possible, or leaves something on
a device, the vendor's driver checkpoints it (heddle.virt.evict). All programs of an attempt go
together or not at all: what was done is undone if one cannot.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Sequence
from contextlib import suppress

from heddle.engine.local.files import state_files
from heddle.engine.local.sandbox import cgroup
from heddle.errors import HeddleError, NoSuchProgramError
from heddle.model.memory import memory_text
from heddle.model.reason import Reason

TYPE_CHECKING = False  # what evicts programs is slow to import, and most servers never need it

if TYPE_CHECKING:
    from heddle.records import ProgramState

MIB = 1 << 20
LIMITS = "limits-before.json"  #: of its control groups; there while they are raised


class ProcessSuspension:
    """Of the processes `pids`, with their control groups and the folder of their attempt."""

    def __init__(
        self, pids: Collection[int], groups: Sequence[str], folder: str, timeout_s: float
    ) -> None:
        self._pids = frozenset(pids)
        self._groups = groups
        self._limits = os.path.join(folder, LIMITS)
        self._until = time.monotonic() + timeout_s

    def suspend(self, room_mib: int) -> int | Reason:
        """Holds their programs, off their devices. Returns the MiB that they had there, or why it
        cannot be done: then they run as before."""
        from heddle import ask

        if not ask.is_there():
            return Reason("suspend", why="there is no agent; `heddle node agent` starts one")
        begun: list[int] = []
        try:
            programs = self._programs()
            if not programs or not all(each.processes and each.devices for each in programs):
                why = "it does not use its devices yet, or not through Heddle"
                return Reason("suspend", why=why)
            size = sum(sum(each.memory.values()) for each in programs)
            if size > room_mib * MIB:
                have, needed = memory_text(room_mib * MIB), memory_text(size)
                why = f"{needed} of device memory do not fit into the {have} that are free"
                return Reason("suspend", why=why)
            self._raise_limits(size)
            for program in programs:
                begun.append(program.id)
                self._take_off(program)
            return -(-size // MIB)
        except (HeddleError, OSError) as error:
            self._undo(begun)
            return Reason("suspend", why=str(error))

    def resume(self) -> Reason | None:
        """Puts their programs back. Returns why it cannot."""
        try:
            for program in self._programs():
                self._put_back(program.id)
        except HeddleError as error:
            return Reason("resume", why=str(error))
        self._restore_limits()
        return None

    def _programs(self) -> list[ProgramState]:
        from heddle.table import Table

        with Table() as table:
            return [each for each in table.programs() if self._pids & {*each.processes}]

    def _take_off(self, program: ProgramState) -> None:
        """In the first way that leaves nothing on a device.

        :raises HeddleError: if there is none, as the last says
        """
        from heddle.virt.evict import WAYS, take_off

        if program.evicted:
            take_off(program.id)
            return
        for way in WAYS if program.may_swap else WAYS[1:]:
            try:
                done = take_off(program.id, way, self._left_s())
            except HeddleError:
                if way == WAYS[-1]:
                    raise
                continue
            if not done.left:
                return
            self._put_back(program.id)
        raise HeddleError(f"{memory_text(sum(done.left.values()))} cannot leave its devices")

    def _put_back(self, program: int) -> None:
        from heddle.virt.evict import put_back

        with suppress(NoSuchProgramError):  # it has just ended, which is seen elsewhere
            put_back(program, timeout_s=self._left_s())

    def _undo(self, begun: Sequence[int]) -> None:
        for program in reversed(begun):
            with suppress(HeddleError):  # it is stopped next, whatever it still waits for
                self._put_back(program)
        self._restore_limits()

    def _raise_limits(self, more: int) -> None:
        """What is parked is in their memory, and was not asked for. The driver's own needs some."""
        from heddle.virt.checkpoint import MARGIN

        if state_files.read(self._limits) is None:
            before = cgroup.raise_memory(self._groups, more + MARGIN)
            state_files.write(self._limits, before, durable=False)

    def _restore_limits(self) -> None:
        if (before := state_files.read(self._limits)) is None:
            return
        if left := cgroup.restore_memory(before):  # files that it has read count, too: next time
            state_files.write(self._limits, left, durable=False)
            return
        with suppress(OSError):
            os.unlink(self._limits)

    def _left_s(self) -> float:
        return max(1.0, self._until - time.monotonic())
