"""What is in a program's way on a device now, from the table."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from heddle import native
from heddle.errors import HeddleError
from heddle.records import ProgramWork
from heddle.table import Table

SWITCH_NS = 200_000  # level 3: a change of context
IN_FLIGHT_NS = 2_000_000  # level 1: what may be in flight


def in_the_way(
    programs: Iterable[ProgramWork], own_id: int, rank: int, device: str
) -> tuple[int, bool]:
    """Nanoseconds until a request of `rank` could begin there, and whether others are at work."""
    wait_ns, busy = 0, False
    for program in programs:
        queues = [queue for queue in program.queues if queue.device == device]
        pending = [(queue.submitted - queue.completed, queue) for queue in queues]
        work_ns = sum(count * queue.command_ns for count, queue in pending if count > 0)
        if not any(count > 0 for count, _ in pending):
            continue
        longest_ns = max(queue.command_ns for count, queue in pending if count > 0)
        level = min(queue.level for _, queue in pending)
        busy |= program.id != own_id
        if program.id == own_id or program.priority >= rank:
            wait_ns += work_ns
        elif level == 3:
            wait_ns += SWITCH_NS
        elif level == 2:
            wait_ns += longest_ns
        else:
            wait_ns += max(longest_ns, IN_FLIGHT_NS)
    return wait_ns, busy


class LoadWatcher:
    """Looks at the table; where there is none, nothing is ever in the way."""

    def __init__(self) -> None:
        self._own_id = int(os.environ.get("HEDDLE_PROGRAM", "0") or 0)
        self._table: Table | None = None

    def look(self, devices: Sequence[str]) -> list[tuple[int, bool]]:
        """For each device ("" is none) what is in the way."""
        table = self._open()
        programs = table.work() if table else []
        rank = next((p.priority for p in programs if p.id == self._own_id), 0)
        return [
            in_the_way(programs, self._own_id, rank, device) if device else (0, False)
            for device in devices
        ]

    def held_ns(self) -> int:
        """How long our program has been held so far."""
        table = self._open()
        return table.held_ns(self._own_id) if table else 0

    def _open(self) -> Table | None:
        try:
            if self._table is None:
                self._table = Table(native.table_path())
        except HeddleError:
            return None
        return self._table
