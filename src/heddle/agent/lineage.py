"""Which program a process comes from, whether it has joined or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from heddle.agent.look import Name


@dataclass(frozen=True, slots=True)
class Kin:
    """What the kernel says of a process's origin."""

    start_ticks: int
    parent: int
    session: int  #: pid of its leader


class Lineage:
    """Remembers where processes came from: an orphan has init for a parent.

    A process belongs to the program that the table has it in; else to its parent's; else to the
    one it was found in before; else to that of the leader of its session.
    """

    def __init__(self) -> None:
        self._known: dict[Name, int] = {}

    def look(self, kin: Mapping[int, Kin], roots: Mapping[Name, int]) -> dict[int, int]:
        """The program of each process that has one; `roots`: as the table has it."""
        found: dict[int, int] = {}
        for first in kin:
            pid, line = first, list[int]()
            while pid in kin and pid > 1 and pid not in found:  # also ends a loop
                found[pid] = roots.get((pid, kin[pid].start_ticks), 0)
                line.append(pid)
                if found[pid]:
                    break
                pid = kin[pid].parent
            program = found.get(pid, 0)
            for each in reversed(line):
                known = self._known.get((each, kin[each].start_ticks), 0)
                program = found[each] = found[each] or program or known
        for pid, own in kin.items():
            if not found.get(pid):
                found[pid] = found.get(own.session, 0)
        self._known = {
            (pid, kin[pid].start_ticks): program
            for pid, program in found.items()
            if program and pid in kin
        }
        return {pid: program for pid, program in found.items() if program}
