"""How long an urgent request takes beside a background that saturates the device.

The urgent program sends a 10 ms request every 30 ms; the background keeps tens of milliseconds of
work queued. Native rows show what the device does by itself, level rows what Heddle makes of it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass

from heddle.bench.report import Bar, Report, quantile
from heddle.bench.workload import Arena, Request, Under, Workload, machine
from heddle.table import DecisionLine, Table

HELP = "latency of an urgent program beside a saturating one, per level"

COMMANDS, COMMAND_US, EVERY_US = 100, 100, 30_000
REQUEST_MS = COMMANDS * COMMAND_US / 1000
IN_FLIGHT_BUDGET_MS = 2.0  # HEDDLE_IN_FLIGHT_US
SHORT_US, LONG_US = 100, 10_000
RATIO_LIMIT, KEEP_LIMIT, DECISION_LIMIT_US = 1.10, 0.95, 5.0
WARM_UP_S = 0.7


@dataclass(frozen=True, slots=True)
class Row:
    """One way to run the pair."""

    name: str
    scheduler: str  #: empty: the device's own
    level: int | None  #: None: native


ROWS = (
    Row("native FCFS", "fcfs", None),
    Row("native round robin", "rr", None),
    # Hardware that offers level 1 and no more serves in order. Where it takes turns by itself, each
    # turn costs a switch, for which a level-1 scheduler can do nothing: shown, with no bar.
    Row("level 1", "fcfs", 1),
    Row("level 1, round robin", "rr", 1),
    Row("level 2", "", 2),
    Row("level 3", "", 3),
)


#: What can be measured: its own scheduler, its level, milliseconds of a switch of context. (The
#: edge device is too slow for the requests.)
PERSONALITIES = {"gpu": ("rr", 3, 0.1), "npu": ("fcfs", 2, 0.02)}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=9.0, help="length of each row (default 9)")


def _urgent(seconds: float) -> list[str]:
    return ["requests", str(COMMANDS), str(COMMAND_US), str(EVERY_US), "1", str(seconds)]


def _background(command_us: int, seconds: float) -> tuple[int, list[str]]:
    """Commands in one of its requests, and its arguments: about 60 ms of work queued."""
    commands = max(1, 1000 // command_us)
    in_flight = max(4, 60_000 // (commands * command_us))
    arguments = ["requests", str(commands), str(command_us), "0", str(in_flight), str(seconds)]
    return commands, arguments


def _rate(requests: list[Request], commands: int, start_ns: int, end_ns: int) -> float:
    done = sum(start_ns <= request.end_ns < end_ns for request in requests)
    return done * commands / ((end_ns - start_ns) / 1e9)


class DecisionWatch:
    """Collects how long the urgent program's decisions took while the row runs."""

    def __init__(self, table: str, device: str) -> None:
        self._table, self._device, self._seen = table, device, 0
        self._lines: list[DecisionLine] = []
        self._urgent: set[int] = set()

    def look(self, priority: int) -> None:
        """Before the 64 lines have gone round; cheap, for it runs beside what is measured."""
        with Table(self._table) as table:
            if not self._urgent:
                self._urgent = {p.id for p in table.programs() if p.priority == priority}
            new = table.decisions(self._device, self._seen)
            self._lines += new
            self._seen = new[-1].number + 1 if new else self._seen

    def latencies_us(self) -> list[float]:
        return [
            line.latency_ns / 1000
            for line in self._lines
            if line.kind == "activated" and line.program_id in self._urgent
        ]


def _follow(urgent: Workload, background: Workload, watch: DecisionWatch | None) -> None:
    while urgent.running():
        time.sleep(0.4)
        if not background.running():
            background.wait()  # which says that it failed
        if watch and urgent.running():
            watch.look(priority=100)
    urgent.wait()


def _measure_row(
    device: str,
    spec: str,
    row: Row,
    command_us: int,
    seconds: float,
    alone_rate: float,
    switch_ms: float,
) -> dict[str, object]:
    under = [None, None] if row.level is None else [Under(100, row.level), Under(-100, row.level)]
    with Arena(f"{spec}:scheduler={row.scheduler}") as arena:
        commands, arguments = _background(command_us, seconds + 30)
        background = arena.start(device, arguments, under[1])
        time.sleep(WARM_UP_S)
        urgent = arena.start(device, _urgent(seconds), under[0])
        watch = DecisionWatch(arena.table, device) if row.level else None
        _follow(urgent, background, watch)
        background.stop()
        requests = urgent.requests()[3:]  # the first ones find an unlearned neighbour
        start, end = requests[0].begin_ns, requests[-1].end_ns
        latencies = [request.latency_ms for request in requests]
        # What the urgent task leaves: all but its own time and a switch of context to it and back.
        taken = len(requests) * (REQUEST_MS + 2 * switch_ms)
        left = 1 - taken / ((end - start) / 1e6)
        rate = _rate(background.requests(), commands, start, end)
        result: dict[str, object] = {
            "row": row.name,
            "background_us": command_us,
            "p50_ms": quantile(latencies, 0.50),
            "p99_ms": quantile(latencies, 0.99),
            "max_ms": max(latencies),
            "requests": len(requests),
            "background_kept": rate / (alone_rate * left),
        }
        if watch:
            decisions = watch.latencies_us()
            result["decision_p50_us"] = quantile(decisions, 0.50)
            result["decision_p99_us"] = quantile(decisions, 0.99)
            result["decisions"] = len(decisions)
        return result


def _urgent_alone(device: str, spec: str, seconds: float) -> dict[str, object]:
    with Arena(spec) as arena:
        run = arena.start(device, _urgent(seconds))
        run.wait()
        latencies = [request.latency_ms for request in run.requests()[3:]]
        return {
            "row": "alone",
            "background_us": 0,
            "p50_ms": quantile(latencies, 0.50),
            "p99_ms": quantile(latencies, 0.99),
            "max_ms": max(latencies),
            "requests": len(latencies),
        }


def _background_alone(device: str, spec: str, command_us: int) -> float:
    with Arena(spec) as arena:
        commands, arguments = _background(command_us, 3)
        run = arena.start(device, arguments)
        run.wait()
        requests = run.requests()
        return _rate(requests, commands, requests[0].end_ns, requests[-1].end_ns)


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    device, spec, seconds = options.device, options.soft_devices, options.seconds
    scheduler, best, switch_ms = PERSONALITIES[spec]
    ways = [Row(row.name, row.scheduler or scheduler, row.level) for row in ROWS]
    ways = [row for row in ways if row.level is None or row.level <= best]
    say("urgent program alone")
    alone = _urgent_alone(device, spec, seconds)
    rows = [alone]
    for command_us in (SHORT_US, LONG_US):
        say(f"background alone, {command_us} us commands")
        rate = _background_alone(device, spec, command_us)
        for row in ways:
            say(f"{row.name}, background of {command_us} us commands")
            rows.append(_measure_row(device, spec, row, command_us, seconds, rate, switch_ms))
    return Report("preempt", rows, _bars(alone, rows), machine())


def _bars(alone: dict[str, object], rows: list[dict[str, object]]) -> list[Bar]:
    """The bars of the rows that this device can have."""
    found = {(row["row"], row["background_us"]): row for row in rows}
    base = float(str(alone["p99_ms"]))

    def p99(name: str, command_us: int) -> float:
        return float(str(found[name, command_us]["p99_ms"]))

    bars = [
        Bar(
            "urgent p99 over alone, level 2, 100 us commands",
            RATIO_LIMIT,
            p99("level 2", SHORT_US) / base,
        )
    ]
    if ("level 3", LONG_US) in found:
        bars.append(
            Bar(
                "urgent p99 over alone, level 3, 10 ms commands",
                RATIO_LIMIT,
                p99("level 3", LONG_US) / base,
            )
        )
    for command_us in (SHORT_US, LONG_US):
        bars.append(
            Bar(
                f"urgent p99 ms, level 1, {command_us} us commands",
                base + max(IN_FLIGHT_BUDGET_MS, command_us / 1000),
                p99("level 1", command_us),
            )
        )
    levels = [row for row in rows if "decision_p99_us" in row]
    bars.append(
        Bar(
            "decision p99, us, worst row",
            DECISION_LIMIT_US,
            max(float(str(row["decision_p99_us"])) for row in levels),
        )
    )
    bars.append(
        Bar(
            "background kept of what is left, worst level row",
            KEEP_LIMIT,
            min(float(str(row["background_kept"])) for row in levels),
            at_least=True,
        )
    )
    return bars
