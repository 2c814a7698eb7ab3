"""From looks at a table to what people read: rates, parts of a device, the last seconds. Pure."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from heddle.node.table_look import TableSnapshot
from heddle.records import ProgramState, TableDevice

#: The time line: so many cells of a second each.
CELLS, CELL_NS = 20, 1_000_000_000


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device now. Rates are None until there are two looks."""

    id: str
    level: int
    running: int  #: program id; 0: none
    command: str  #: of that program
    busy: float | None  #: device time of all programs per second
    programs: int
    held: int  #: how many of them are held
    decisions_per_s: float | None
    preempt_p50_ns: int | None  #: None: no program was activated recently
    preempt_p99_ns: int | None


@dataclass(frozen=True, slots=True)
class ProgramRow:
    """A program now. Rates are None until there are two looks."""

    id: int
    pid: int | None  #: of a partition: of one of its processes; None: it is empty
    command: str
    tenant: str
    priority: int
    asked_priority: int
    state: str
    reason: str
    share_asked: float  #: 0: none
    share: float  #: what the plan makes of it: what is promised
    charged: (
        float | None
    )  #: of the time in which it wanted its devices; None: no share, or too early
    cap: float  #: 0: none
    got: float | None  #: device time per second
    held: float | None  #: part of the time
    holds_per_s: float | None
    device_time_ns: int
    held_ns: int
    levels: tuple[int, ...]
    devices: tuple[str, ...]
    held_by_person: bool
    memory: int = 0  #: bytes, where it has most
    memory_limit: int = 0  #: 0: none
    root: int = 0  #: its first process, which may be gone: tells it from another with its id
    job: str | None = None  #: empty: of none; None: not visible


@dataclass(frozen=True, slots=True)
class ScreenView:
    """One screen of it."""

    seconds: float  #: between the two looks; 0: there was only one
    devices: tuple[DeviceRow, ...]
    programs: tuple[ProgramRow, ...]


def compare(before: TableSnapshot | None, after: TableSnapshot) -> ScreenView:
    """The rates between two looks, and everything else of the second."""
    seconds = (after.at_ns - before.at_ns) / 1e9 if before else 0.0
    if before is None or seconds <= 0:
        before, seconds = None, 0.0
    # A table that was made anew counts its programs from 1 again: the pid tells them apart.
    known = {(p.id, p.pid): p for p in before.programs} if before else {}
    devices = {d.id: d for d in before.devices} if before else {}
    return ScreenView(
        seconds,
        tuple(_device(d, devices.get(d.id), known, after, seconds) for d in after.devices),
        tuple(
            _program(p, known.get((p.id, p.pid)), seconds, after.jobs.get(p.id))
            for p in after.programs
        ),
    )


def _rate(before: float, after: float, seconds: float) -> float | None:
    """None if nothing can be said; a counter that went back has been reset, and says nothing."""
    return max(0.0, after - before) / seconds if seconds else None


def _program(
    now: ProgramState, before: ProgramState | None, seconds: float, job: str | None
) -> ProgramRow:
    # One that was not there before has done all that it did since then.
    time_ns, held_ns, holds = (
        (before.device_time_ns, before.held_ns, before.holds) if before else (0, 0, 0)
    )
    held = _rate(held_ns / 1e9, now.held_ns / 1e9, seconds)
    return ProgramRow(
        id=now.id,
        pid=next(iter(now.processes), None) if now.is_kept else now.pid,
        command=now.name,
        tenant=now.tenant,
        priority=now.priority,
        asked_priority=now.asked.rank,
        state=now.state,
        reason=now.reason,
        share_asked=now.asked.share_milli / 1000,
        share=now.share_milli / 1000,
        charged=_charged(now, before),
        cap=now.cap_milli / 1000,
        got=_rate(time_ns / 1e9, now.device_time_ns / 1e9, seconds),
        held=None if held is None else min(1.0, held),
        holds_per_s=_rate(holds, now.holds, seconds),
        device_time_ns=now.device_time_ns,
        held_ns=now.held_ns,
        levels=tuple(sorted({queue.level for queue in now.queues})),
        devices=now.devices,
        held_by_person="held by a person" in now.reason,
        memory=max(now.memory.values(), default=0),
        memory_limit=now.memory_limit,
        root=now.pid,
        job=job,
    )


def _charged(now: ProgramState, before: ProgramState | None) -> float | None:
    charged_ns, wanted_ns = (before.charged_ns, before.wanted_ns) if before else (0, 0)
    wanted = now.wanted_ns - wanted_ns
    if not now.share_milli or wanted <= 0 or now.charged_ns < charged_ns:
        return None
    return min(1.0, (now.charged_ns - charged_ns) / wanted)


def _device(
    now: TableDevice,
    before: TableDevice | None,
    known: dict[tuple[int, int], ProgramState],
    after: TableSnapshot,
    seconds: float,
) -> DeviceRow:
    here = [p for p in after.programs if now.id in p.devices]
    used_ns = sum(max(0, _time_on(now.id, p, known.get((p.id, p.pid)))) for p in here)
    lines = after.decisions.get(now.id, ())
    latencies = sorted(line.latency_ns for line in lines if line.kind == "activated")
    return DeviceRow(
        id=now.id,
        level=now.level,
        running=now.running,
        command=next((p.name for p in after.programs if p.id == now.running), ""),
        busy=_rate(0.0, used_ns / 1e9, seconds),
        programs=len(here),
        held=sum(p.state == "held" for p in here),
        decisions_per_s=_rate(before.decisions if before else 0, now.decisions, seconds),
        preempt_p50_ns=_quantile(latencies, 0.50),
        preempt_p99_ns=_quantile(latencies, 0.99),
    )


def _time_on(device: str, now: ProgramState, before: ProgramState | None) -> int:
    """Device time of a program on one device since `before`."""
    if now.devices == (device,) and (before is None or before.devices in ((), (device,))):
        return now.device_time_ns - (before.device_time_ns if before else 0)
    # On several: by its queues, of which one that was closed meanwhile is missing.
    return _queues_ns(device, now) - (_queues_ns(device, before) if before else 0)


def _queues_ns(device: str, program: ProgramState) -> int:
    return sum(queue.device_time_ns for queue in program.queues if queue.device == device)


def _quantile(ordered: Sequence[int], part: float) -> int | None:
    """The smallest that is not below `part` of them."""
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] if ordered else None


@dataclass(frozen=True, slots=True)
class Cell:
    """A second of a program's time line."""

    got: float
    held: float


@dataclass(frozen=True, slots=True)
class _Point:
    at_ns: int
    device_time_ns: int
    held_ns: int


class CounterHistory:
    """The counters of the last seconds, at any sampling rate."""

    def __init__(self) -> None:
        self._points: dict[tuple[int, int], list[_Point]] = {}

    def add(self, snapshot: TableSnapshot) -> None:
        """Remembers a look, and forgets programs that have gone and what is too old."""
        oldest_ns = snapshot.at_ns - (CELLS + 1) * CELL_NS
        kept: dict[tuple[int, int], list[_Point]] = {}
        for program in snapshot.programs:
            point = _Point(snapshot.at_ns, program.device_time_ns, program.held_ns)
            points = self._points.get((program.id, program.pid), [])
            if points and (
                point.at_ns <= points[-1].at_ns or point.device_time_ns < points[-1].device_time_ns
            ):
                points = []  # its counters have been reset
            # One that is too old stays: the oldest cell begins between it and the next.
            drop = max(0, bisect_right(points, oldest_ns, key=lambda p: p.at_ns) - 1)
            kept[program.id, program.pid] = [*points[drop:], point]
        self._points = kept

    def cells(self, program: ProgramRow) -> list[Cell | None]:
        """The last seconds, oldest first; None where there is no sample."""
        points = self._points.get((program.id, program.root), [])
        if not points:
            return [None] * CELLS
        end_ns = points[-1].at_ns
        edges = [_at(points, end_ns - cell * CELL_NS) for cell in range(CELLS, -1, -1)]
        return [
            Cell((b[0] - a[0]) / CELL_NS, min(1.0, max(0.0, (b[1] - a[1]) / CELL_NS)))
            if a and b
            else None
            for a, b in pairwise(edges)
        ]


def _at(points: Sequence[_Point], at_ns: int) -> tuple[float, float] | None:
    """Device time and held time then, between two looks; None before the first."""
    after = bisect_right(points, at_ns, key=lambda p: p.at_ns)
    if after == 0:
        return None
    a = points[after - 1]
    if after == len(points):
        return float(a.device_time_ns), float(a.held_ns)
    b = points[after]
    part = (at_ns - a.at_ns) / (b.at_ns - a.at_ns)
    return (
        a.device_time_ns + part * (b.device_time_ns - a.device_time_ns),
        a.held_ns + part * (b.held_ns - a.held_ns),
    )
