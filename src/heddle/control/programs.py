"""Programs of jobs on this machine, from the scheduler's table.

Only what runs here, under the scheduler and as the server's own user can be told.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from heddle import ask, native
from heddle.engine.local.marker import MARKER
from heddle.errors import HeddleError
from heddle.inventory.jobs import variable
from heddle.records import ProgramState
from heddle.table import Table

AGENT_S = 1.0  #: for which the agent is waited for


def programs() -> list[ProgramState]:
    """All that the table has; none if no device was used here yet, or it is not ours."""
    try:
        with Table(native.table_path()) as table:
            return table.programs()
    except (HeddleError, OSError):
        return []


def attempt_of(pid: int) -> str:
    """The attempt that a process belongs to; empty if it belongs to none, or that cannot be told.
    By the folder that the engine gave it: of an isolated one the process that makes the sandbox is
    asked, which a tenant does not reach."""
    return os.path.basename(variable(pid, MARKER) or "")


@dataclass(frozen=True, slots=True)
class AttemptUse:
    """By the programs of an attempt, together."""

    device_time_ns: int = 0
    held_ns: int = 0
    memory_bytes: int = 0  #: now, of all devices
    millijoules: int | None = None  #: that devices drew for them; None: nobody measured it


def energy() -> dict[str, int]:
    """By attempt, in millijoules, as the agent has measured it; empty where none runs."""
    try:
        found: dict[str, int] = ask.call_within(AGENT_S, "energy", "energy", {})
    except (HeddleError, OSError):
        return {}
    return {os.path.basename(folder): mj for folder, mj in found.items()}


class JobPrograms:
    """For any thread. Of programs that have ended, what they used counts on while their attempt is
    there: sums that shrink would look like a new start."""

    def __init__(
        self,
        programs: Callable[[], Iterable[ProgramState]] = programs,
        attempt_of: Callable[[int], str] = attempt_of,
        energy: Callable[[], Mapping[str, int]] = energy,
    ) -> None:
        self._programs = programs
        self._attempt_of = attempt_of
        self._energy = energy
        self._mutex = threading.Lock()
        #: By attempt and program, of which an id may be given again.
        self._seen: dict[str, dict[tuple[int, int], ProgramState]] = {}

    def used(self, attempts: Collection[str]) -> Mapping[str, AttemptUse]:
        """By those of these attempts of which that is known; the others are forgotten."""
        with self._mutex:
            now = list(self._programs())
            here = {(each.id, each.created_ns) for each in now}
            self._seen = {name: seen for name, seen in self._seen.items() if name in attempts}
            for program in now:
                if (name := self._attempt_of(program.pid)) in attempts:
                    key = program.id, program.created_ns
                    self._seen.setdefault(name, {})[key] = program
            drawn = self._energy() if self._seen else {}
            return {name: _sum(seen, here, drawn.get(name)) for name, seen in self._seen.items()}


def _sum(
    seen: Mapping[tuple[int, int], ProgramState],
    here: Collection[tuple[int, int]],
    millijoules: int | None,
) -> AttemptUse:
    return AttemptUse(
        sum(each.device_time_ns for each in seen.values()),
        sum(each.held_ns for each in seen.values()),
        sum(sum(each.memory.values()) for key, each in seen.items() if key in here),
        millijoules,
    )
