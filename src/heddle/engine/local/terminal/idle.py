"""When a terminal is idle: no input, no output, and no computation.

Pure but for `ProcessorTime`, which asks the kernel and the Table what a session's processes do.
"""

from __future__ import annotations

import os
import resource
from dataclasses import dataclass

from heddle.engine.local import process_tree
from heddle.system.process import Stat

STAYS, WARN, END = "stays", "warn", "end"
WARN_S = 60.0  #: before the end, or a tenth of the time, if that is less
LONGEST_S, SHORTEST_S = 10.0, 0.05  #: between two looks
#: Less of one core is no computation: programs that wait look around now and then.
QUIET = 0.01
_TICKS_S = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Signs:
    """What a look found. Counters go up, and start anew when processes have gone."""

    touched_s: float  #: when something was typed or written last
    cpu_s: float = 0.0  #: computed since the look before
    device: bool = False  #: a device has work of it, or had since the look before


class Idle:
    """Decides from looks, whose times come from a clock that does not go back."""

    def __init__(self, idle_s: float, now_s: float) -> None:
        self.idle_s = idle_s
        self.warn_s = min(WARN_S, idle_s / 10)
        self.since_s = now_s  #: nothing has happened since then
        self._looked_s = now_s
        self._warned_s: float | None = None

    def look(self, now_s: float, signs: Signs) -> str:
        """`WARN` once before each `END`, early enough for a person to act."""
        computed = signs.cpu_s > QUIET * (now_s - self._looked_s)
        self._looked_s = now_s
        since_s = now_s if computed or signs.device else max(self.since_s, signs.touched_s)
        if since_s > self.since_s:
            self.since_s, self._warned_s = since_s, None
        if self._warned_s is None:
            if now_s < self.since_s + self.idle_s - self.warn_s:
                return STAYS
            self._warned_s = now_s
            return WARN
        ends_s = max(self.since_s + self.idle_s, self._warned_s + self.warn_s)
        return END if now_s >= ends_s else STAYS

    def wait_s(self, now_s: float) -> float:
        """Until the next look."""
        if self._warned_s is None:
            due_s = self.since_s + self.idle_s - self.warn_s
        else:
            due_s = max(self.since_s + self.idle_s, self._warned_s + self.warn_s)
        often_s = min(max(self.idle_s / 20, SHORTEST_S), LONGEST_S)
        return min(max(due_s - now_s, 0.001), often_s)


class ProcessorTime:
    """What all processes below this one have computed since they were asked before."""

    def __init__(self, has_devices: bool) -> None:
        self._has_devices = has_devices
        self._cpu: dict[tuple[int, int], int] = {}
        self._device_ns: dict[int, int] = {}

    def since_before(self) -> tuple[float, bool]:
        """Seconds of cores, and whether a device worked for them."""
        pids = process_tree.descendants(os.getpid())
        now = dict(filter(None, map(_ticks, pids)))
        ours = resource.getrusage(resource.RUSAGE_CHILDREN)  # those that ended below us
        now[0, 0] = int((ours.ru_utime + ours.ru_stime) * _TICKS_S)
        ticks = sum(max(0, now[each] - self._cpu.get(each, 0)) for each in now)
        self._cpu = now
        return ticks / _TICKS_S, self._has_devices and self._device_worked(set(pids))

    def _device_worked(self, pids: set[int]) -> bool:
        from heddle.errors import HeddleError
        from heddle.table import Table

        try:
            with Table() as table:
                own = [p for p in table.programs() if pids & {p.pid, *p.processes}]
        except HeddleError:  # none is scheduled, so nothing is known of it
            return False
        now = {program.id: program.device_time_ns for program in own}
        worked = any(program.state != "idle" for program in own) or any(
            now[each] > self._device_ns.get(each, 0) for each in now
        )
        self._device_ns = now
        return worked


def _ticks(pid: int) -> tuple[tuple[int, int], int] | None:
    """A process, by its id and start, and its time with that of its children that have ended:
    short commands in a loop are seen although no look finds them."""
    stat = Stat.find(pid)
    if stat is None:
        return None
    return (pid, stat.start_ticks), stat.ticks + stat.children_ticks
