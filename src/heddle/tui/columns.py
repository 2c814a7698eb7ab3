"""The columns of `heddle top`, each in one place: heading, text, order and the key that sorts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from heddle.inventory.jobs import job_text
from heddle.model.memory import memory_text
from heddle.system.printable import printable
from heddle.tui.sampler import Cell, DeviceRow, ProgramRow

NOTHING, UNKNOWN = "-", "N/A"
BLOCKS = "▁▂▃▄▅▆▇█"
HELD, IDLE, UNSEEN = "░", "·", " "
STATES = ("running", "held", "idle")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the programs."""

    head: str
    text: Callable[[ProgramRow], str]
    order: Callable[[ProgramRow], Any]
    key: str = ""  #: sorts by it; empty: only < and > do
    what: str = ""  #: for the help, where the heading is not enough
    down: bool = False  #: the largest first
    right: bool = False  #: a number


@dataclass(frozen=True, slots=True)
class DeviceColumn:
    """One column of the devices."""

    head: str
    text: Callable[[DeviceRow], str]
    right: bool = False


def part_text(part: float | None) -> str:
    return UNKNOWN if part is None else f"{part:.0%}"


def rate_text(rate: float | None) -> str:
    return UNKNOWN if rate is None else (f"{rate:.1f}" if rate < 99.95 else f"{rate:.0f}")


def clock_text(nanoseconds: int | None) -> str:
    """At most six letters, from nanoseconds to days."""
    if nanoseconds is None:
        return UNKNOWN
    seconds = nanoseconds / 1e9
    if nanoseconds < 1000:
        return f"{nanoseconds}ns" if nanoseconds else "0"
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f}us"
    if seconds < 1:
        return f"{seconds * 1e3:.0f}ms"
    if seconds < 100:
        return f"{seconds:.1f}s"
    minutes, hours = int(seconds // 60), int(seconds // 3600)
    if hours < 1:
        return f"{minutes}m{int(seconds) % 60:02}s"
    return f"{hours}h{minutes % 60:02}m" if hours < 100 else f"{hours // 24}d{hours % 24:02}h"


def share_text(row: ProgramRow) -> str:
    """What was asked for, and what a policy made of it if that is something else."""
    asked = part_text(row.share_asked) if row.share_asked else NOTHING
    if abs(row.share - row.share_asked) < 0.0005:
        return asked
    return f"{asked}→{part_text(row.share) if row.share else NOTHING}"


def memory_of(row: ProgramRow) -> str:
    """What it has, of what it may have."""
    limit = f"/{memory_text(row.memory_limit)}" if row.memory_limit else ""
    return f"{memory_text(row.memory)}{limit}" if row.memory or limit else NOTHING


def glyph(cell: Cell | None) -> tuple[str, str]:
    """A cell of the time line: a letter, and the state that its colour stands for."""
    if cell is None:
        return UNSEEN, "idle"
    state = "held" if cell.held >= 0.5 else "running"
    if cell.got >= 0.02:
        return BLOCKS[min(7, int(cell.got * 8))], state
    return (HELD, "held") if state == "held" else (IDLE, "idle")


def bar_text(part: float | None, width: int) -> str:
    """How busy, as a bar of eighths."""
    eighths = round(max(0.0, min(1.0, part or 0.0)) * width * 8)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (" ▏▎▍▌▋▊▉"[rest] if rest else "")).ljust(width)


PROGRAMS: Sequence[Column] = (
    Column("ID", lambda r: str(r.id), lambda r: r.id, "n", right=True),
    Column("PID", lambda r: str(r.pid or NOTHING), lambda r: r.pid or 0, right=True),
    Column("COMMAND", lambda r: printable(r.command), lambda r: r.command, "c"),
    Column("JOB", lambda r: job_text(r.job), lambda r: r.job or "", "", "job it belongs to"),
    Column("PRI", lambda r: str(r.priority), lambda r: r.priority, "i", "priority", True, True),
    Column("STATE", lambda r: r.state, lambda r: STATES.index(r.state), "s"),
    Column("GOT", lambda r: part_text(r.got), lambda r: r.got or 0.0, "p",
           "part of a device now", True, True),
    Column("SHARE", share_text, lambda r: r.share_asked, "", "share asked for, and promised",
           True, True),
    Column("CHARGED", lambda r: part_text(r.charged) if r.share else NOTHING,
           lambda r: r.charged or 0.0, "",
           "of the time that it wanted a device, what it is charged for", True, True),
    Column("CAP", lambda r: part_text(r.cap) if r.cap else NOTHING, lambda r: r.cap, "",
           "cap", True, True),
    Column("HELD", lambda r: part_text(r.held), lambda r: r.held or 0.0, "w",
           "part of the time held", True, True),
    Column("HOLDS/S", lambda r: rate_text(r.holds_per_s), lambda r: r.holds_per_s or 0.0, "m",
           "preemptions per second", True, True),
    Column("MEMORY", memory_of, lambda r: r.memory, "", "memory of a device, and its limit",
           True, True),
    Column("TIME", lambda r: clock_text(r.device_time_ns), lambda r: r.device_time_ns, "t",
           "device time in all", True, True),
    Column("HELD-TIME", lambda r: clock_text(r.held_ns), lambda r: r.held_ns, "",
           "time held in all", True, True),
    Column("LEVEL", lambda r: "/".join(map(str, r.levels)) or NOTHING, lambda r: r.levels,
           "", "level", True),
    Column("DEVICE", lambda r: ",".join(r.devices) or NOTHING, lambda r: r.devices, "d"),
    Column("TENANT", lambda r: printable(r.tenant) or NOTHING, lambda r: r.tenant, "u"),
    Column("REASON", lambda r: r.reason or NOTHING, lambda r: r.reason),
)  # fmt: skip

DEVICES: Sequence[DeviceColumn] = (
    DeviceColumn("DEVICE", lambda r: r.id),
    DeviceColumn("LEVEL", lambda r: str(r.level), True),
    DeviceColumn("BUSY", lambda r: part_text(r.busy)),
    DeviceColumn(
        "FIRST NOW", lambda r: f"{r.running} {printable(r.command)}" if r.running else NOTHING
    ),
    DeviceColumn("PROGRAMS", lambda r: str(r.programs), True),
    DeviceColumn("HELD", lambda r: str(r.held), True),
    DeviceColumn("DECISIONS/S", lambda r: rate_text(r.decisions_per_s), True),
    DeviceColumn("PREEMPT-P50", lambda r: clock_text(r.preempt_p50_ns), True),
    DeviceColumn("P99", lambda r: clock_text(r.preempt_p99_ns), True),
)


def ordered(rows: Sequence[ProgramRow], column: Column, inverted: bool) -> list[ProgramRow]:
    """Sorted; equals stay in the order of their ids."""
    by_id = sorted(rows, key=lambda row: row.id)
    return sorted(by_id, key=column.order, reverse=column.down != inverted)


def summary(rows: Sequence[ProgramRow]) -> str:
    """`8 programs: 2 running, 5 held, 1 idle`."""
    count = {state: sum(row.state == state for row in rows) for state in STATES}
    words = ", ".join(f"{number} {state}" for state, number in count.items() if number)
    named = "1 program" if len(rows) == 1 else f"{len(rows)} programs"
    return f"{named}: {words}" if rows else "no programs; start one: heddle run -- CMD"
