"""How long an urgent request takes beside a background that saturates the device.

The urgent program sends a request now and then and synchronizes; the background keeps tens of
milliseconds of work queued. Native rows show what the device does by itself, level rows what Heddle
makes of it.

On the soft XPU requests come at a fixed pace. On a real GPU they come at random times (Poisson), so
that nobody can know when; periodic ones, each up to 2 % of the period early or late, are rows of
their own. What counts there is measured --runs times, each beside the program alone; a run in which
that is unsteady itself (p99 over 1.25 times p50) is listed and does not count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import mean

from heddle.bench.report import Bar, Report, combine, quantile
from heddle.bench.target import Target, target
from heddle.bench.workload import (
    Arena,
    Request,
    Under,
    Workload,
    load_variables,
    machine,
)
from heddle.table import DecisionLine, Table

HELP = "latency of an urgent program beside a saturating one, per level"

IN_FLIGHT_BUDGET_MS = 2.0  # HEDDLE_IN_FLIGHT_US
RATIO_LIMIT, KEEP_LIMIT, DECISION_LIMIT_US = 1.10, 0.95, 5.0
SWITCH_LIMIT_MS = 0.2  # level 3 on real hardware: what a switch of context may add
PERIODIC_P50_MS, PERIODIC_P99_MS, PERIODIC_KEEP_LIMIT = 0.03, 0.12, 0.9  # likewise, if it can know
RUNS, HOLDING, UNSTEADY = 5, 0.8, 1.25
POISSON, PERIODIC = "poisson", "2%"  # LOAD_ARRIVALS
WARM_UP_S = 0.7
URGENT, BACKGROUND = 100, -100


@dataclass(frozen=True, slots=True)
class Pair:
    """An urgent program's requests, and the backgrounds that it meets."""

    commands: int  #: of one request
    command_us: float
    every_us: int
    backgrounds_us: tuple[int, ...]  #: lengths of the background's commands
    queued_us: int  #: what the background keeps queued

    def urgent(self, seconds: float, told_us: int = 0) -> list[str]:
        words = (self.commands, self.command_us, self.every_us, 1, seconds, told_us)
        return ["requests", *map(str, words)]

    def background(self, command_us: int, seconds: float) -> tuple[int, list[str]]:
        """Commands in one of its requests, and its arguments."""
        commands = max(1, 1000 // command_us)
        in_flight = max(4, self.queued_us // (commands * command_us))
        words = (commands, command_us, 0, in_flight, seconds)
        return commands, ["requests", *map(str, words)]


SOFT = Pair(100, 100, 30_000, (100, 10_000), 60_000)
CUDA = Pair(50, 20, 5_000, (40, 400, 4_000), 20_000)


@dataclass(frozen=True, slots=True)
class Row:
    """One way to run the pair."""

    name: str
    scheduler: str  #: of the soft XPU; empty: the device's own
    level: int | None  #: None: native
    gate_us: int = 0  #: of the background's work between two gates; 0: the default
    told_us: int = 0  #: how long before a request the urgent program says that it is coming
    low_client: bool = False  #: the background is an MPS client below normal priority
    idempotent: bool = False  #: the background's commands may be killed and run again
    arrivals: str = ""  #: LOAD_ARRIVALS; empty: at a fixed pace


SOFT_ROWS = (
    Row("native FCFS", "fcfs", None),
    Row("native round robin", "rr", None),
    # Hardware that offers level 1 and no more serves in order. Where it takes turns by itself, each
    # turn costs a switch, for which a level-1 scheduler can do nothing: shown, with no bar.
    Row("level 1", "fcfs", 1),
    Row("level 1, round robin", "rr", 1),
    Row("level 2", "", 2),
    Row("level 3", "", 3),
)
LEVEL_3 = Row("level 3", "", 3, arrivals=POISSON)
CUDA_ROWS = (
    Row("native", "", None, arrivals=POISSON),
    *(Row(f"level {n}", "", n, arrivals=POISSON) for n in (1, 2)),
    Row("level 3, told 1 ms before", "", 3, told_us=1000, arrivals=POISSON),
)
PERIODIC_ROW = Row("level 3, periodic", "", 3, arrivals=PERIODIC)


def add_rounds(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rounds",
        type=int,
        default=1,
        help="measure all rows so often, report medians (default 1)",
    )


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=9.0, help="length of each row (default 9)")
    add_rounds(parser)
    parser.add_argument(
        "--runs", type=int, default=RUNS, help=f"on CUDA, instead of rounds (default {RUNS})"
    )


def _rate(requests: list[Request], commands: int, start_ns: int, end_ns: int) -> float:
    done = sum(start_ns <= request.end_ns < end_ns for request in requests)
    return done * commands / ((end_ns - start_ns) / 1e9)


class Watch:
    """Collects, while a row runs, how long decisions took and what device time was counted."""

    def __init__(self, table: str, device: str) -> None:
        self._table, self._device, self._seen = table, device, 0
        self._lines: list[DecisionLine] = []
        self._urgent: set[int] = set()
        #: When, and the device time of each priority by then.
        self.times: list[tuple[int, dict[int, int]]] = []

    def look(self, priority: int) -> None:
        """Before the 64 lines have gone round; cheap, for it runs beside what is measured."""
        with Table(self._table) as table:
            programs = table.programs()
            if not self._urgent:
                self._urgent = {p.id for p in programs if p.priority == priority}
            used = {p.priority: p.device_time_ns for p in programs}
            self.times.append((time.monotonic_ns(), used))
            new = table.decisions(self._device, self._seen)
            self._lines += new
            self._seen = new[-1].number + 1 if new else self._seen

    def latencies_us(self) -> list[float]:
        return [
            line.latency_ns / 1000
            for line in self._lines
            if line.kind == "activated" and line.program_id in self._urgent
        ]

    def resets(self) -> list[DecisionLine]:
        return [line for line in self._lines if line.kind == "reset"]

    def free_after_us(self) -> list[float]:
        """Of each reset: how long after the decision it left the device free."""
        activated = [line.at_ns for line in self._lines if line.kind == "activated"]
        found = []
        for line in self.resets():
            if before := [at for at in activated if at <= line.at_ns]:
                found.append((line.at_ns - max(before)) / 1000)
        return found


def _follow(urgent: Workload, background: Workload, watch: Watch | None) -> None:
    while urgent.running():
        time.sleep(0.4)
        if not background.running():
            background.wait()  # which says that it failed
        if watch and urgent.running():
            watch.look(URGENT)
    urgent.wait()


class Bench:
    """One device, one pair of programs."""

    def __init__(
        self, device: str, seconds: float, kind: Target | None = None, **variables: str
    ) -> None:
        self._device, self._seconds = device, seconds
        self._target = kind or target(device)
        self.real = self._target.soft == "none"
        self.pair = CUDA if self.real else SOFT
        self._variables = {**load_variables(device), **variables}

    def rows(self) -> list[Row]:
        rows = (*CUDA_ROWS, LEVEL_3) if self.real else SOFT_ROWS
        return [row for row in rows if row.level is None or row.level <= self._target.level]

    def _arena(self, scheduler: str = "") -> Arena:
        if self.real:
            return Arena(**self._variables)
        return Arena(f"{self._target.soft}:scheduler={scheduler or self._target.scheduler}")

    def urgent_alone(self, arrivals: str = "", name: str = "alone") -> dict[str, object]:
        with self._arena() as arena:
            urgent = self.pair.urgent(self._seconds)
            run = arena.start(self._device, urgent, LOAD_ARRIVALS=arrivals)
            run.wait()
            latencies = [request.latency_ms for request in run.requests()[3:]]
            return {"row": name, "background_us": 0, **_spread(latencies)}

    def request_ms(self) -> float:
        """Device time of a request: what one takes of many that run back to back."""
        with self._arena() as arena:
            words = (self.pair.commands, self.pair.command_us, 0, 2, 1)
            run = arena.start(self._device, ["requests", *map(str, words)])
            run.wait()
            ends = [request.end_ns for request in run.requests()[3:]]
            return (ends[-1] - ends[0]) / (len(ends) - 1) / 1e6

    def background_alone(self, command_us: int, level: int | None = None) -> float:
        """Commands per second; natively if no level is given."""
        under = Under(BACKGROUND, level) if level else None
        with self._arena() as arena:
            commands, arguments = self.pair.background(command_us, 3)
            run = arena.start(self._device, arguments, under)
            run.wait()
            requests = run.requests()
            return _rate(requests, commands, requests[0].end_ns, requests[-1].end_ns)

    def measure(
        self, row: Row, command_us: int, alone_rate: float, request_ms: float
    ) -> dict[str, object]:
        ways = [Under(rank, row.level) if row.level else None for rank in (URGENT, BACKGROUND)]
        with self._arena(row.scheduler) as arena:
            commands, arguments = self.pair.background(command_us, self._seconds + 30)
            more = {"HEDDLE_GATE_US": str(row.gate_us)} if row.gate_us else {}
            more |= {"CUDA_MPS_CLIENT_PRIORITY": "1"} if row.low_client else {}
            more |= {"HEDDLE_IDEMPOTENT": "1"} if row.idempotent else {}
            background = arena.start(self._device, arguments, ways[1], **more)
            time.sleep(WARM_UP_S)
            words = self.pair.urgent(self._seconds, row.told_us)
            urgent = arena.start(self._device, words, ways[0], LOAD_ARRIVALS=row.arrivals)
            watch = Watch(arena.table, self._device) if row.level else None
            _follow(urgent, background, watch)
            background.stop()
            requests = urgent.requests()[3:]  # the first ones find an unlearned neighbour
            start, end = requests[0].begin_ns, requests[-1].end_ns
            # What the urgent task leaves: all but its own time and a switch to it and back.
            taken = len(requests) * (request_ms + 2 * self._target.switch_ms)
            left = 1 - taken / ((end - start) / 1e6)
            rate = _rate(background.requests(), commands, start, end)
            result: dict[str, object] = {
                "row": row.name,
                "background_us": command_us,
                **_spread([request.latency_ms for request in requests]),
                "background_kept": rate / (alone_rate * left),
                "background_share": rate / alone_rate,
                "urgent_busy": len(requests) * request_ms / ((end - start) / 1e6),
            }
            if watch:
                decisions = watch.latencies_us()
                result["decision_p50_us"] = quantile(decisions, 0.50)
                result["decision_p99_us"] = quantile(decisions, 0.99)
                result["decisions"] = len(decisions)
                result |= _cleanup(watch)
                result["urgent_time_ratio"] = _time_ratio(watch, URGENT, requests, request_ms * 1e6)
                result["background_time_ratio"] = _time_ratio(
                    watch, BACKGROUND, background.requests(), commands / alone_rate * 1e9
                )
            return result


def _cleanup(watch: Watch) -> dict[str, object]:
    """How long the three layers of a reset took; empty if there was none. As of requests, the first
    ones do not count: they find code and memory that nobody has touched yet."""
    resets = watch.resets()[3:]
    if not resets:
        return {}
    layers = {
        "free_after": watch.free_after_us()[3:],
        "cleanup": [line.latency_ns / 1000 for line in resets],
        "host_queues": [line.host_ns / 1000 for line in resets],
        "device_queues": [line.queued_ns / 1000 for line in resets],
        "running_command": [line.running_ns / 1000 for line in resets],
    }
    figures = {
        f"{name}_{word}_us": quantile(values, fraction)
        for name, values in layers.items()
        for word, fraction in (("p50", 0.5), ("p99", 0.99))
    }
    return {"resets": len(resets), **figures}


def _time_ratio(
    watch: Watch, rank: int, requests: list[Request], request_ns: float
) -> float | None:
    """Device time as it was counted, by what the requests of that time take back to back."""
    seen = [(at, used[rank]) for at, used in watch.times if rank in used][1:]
    done = sum(seen[0][0] <= request.end_ns < seen[-1][0] for request in requests) if seen else 0
    return (seen[-1][1] - seen[0][1]) / (done * request_ns) if done else None  # too short a row


def _spread(latencies_ms: list[float]) -> dict[str, object]:
    return {
        "mean_ms": mean(latencies_ms),
        "p50_ms": quantile(latencies_ms, 0.50),
        "p99_ms": quantile(latencies_ms, 0.99),
        "max_ms": max(latencies_ms),
        "requests": len(latencies_ms),
    }


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    if options.device.startswith("opencl@"):
        from heddle.bench import _opencl

        return _opencl.measure(options, say)
    bench = Bench(options.device, options.seconds)
    if bench.real:
        return Report("preempt", *_cuda(bench, options.runs, say), machine())
    rows = combine([_rows(bench, say) for _ in range(options.rounds)])
    bars = _soft_bars(rows) + _level_bars(rows, "worst level row")
    return Report("preempt", rows, bars, machine())


Rows = list[dict[str, object]]


def _cuda(bench: Bench, runs: int, say: Callable[[str], None]) -> tuple[Rows, list[Bar]]:
    request_ms = bench.request_ms()
    lengths = bench.pair.backgrounds_us
    say("the backgrounds alone")
    rates = {command_us: bench.background_alone(command_us) for command_us in lengths}

    def beside(row: Row, name: str) -> Rows:
        found = []
        for command_us in lengths:
            say(f"{name}, background of {command_us} us commands")
            found.append(bench.measure(row, command_us, rates[command_us], request_ms))
            found[-1]["row"] = name
        return found

    rows: Rows = []
    for row in CUDA_ROWS:
        rows += beside(row, row.name)
    counted: list[tuple[dict[str, object], Rows]] = []
    best: Rows = []
    for run in range(1, runs + 1):
        say(f"alone, run {run} of {runs}")
        alone = bench.urgent_alone(POISSON, f"alone, run {run}")
        counts = _figure(alone, "p99_ms") <= UNSTEADY * _figure(alone, "p50_ms")
        found = beside(LEVEL_3, f"level 3, run {run}")
        for each in (alone, *found):
            each["counts"] = counts
        if counts:
            counted.append((alone, found))
        best += found
        rows += [alone, *found]
    alone = bench.urgent_alone(PERIODIC, "alone, periodic")
    periodic = beside(PERIODIC_ROW, PERIODIC_ROW.name)
    bars = _run_bars(counted, lengths) + _periodic_bars(alone, periodic)
    # Level 3 runs by default; the levels below are for machines where it is not to be had.
    return [*rows, alone, *periodic], bars + _level_bars(best, "level 3")


def _figure(row: dict[str, object], key: str) -> float:
    return float(str(row[key]))


def _run_bars(counted: list[tuple[dict[str, object], Rows]], lengths: Sequence[int]) -> list[Bar]:
    """How many of the runs hold, of those that count."""
    bars = []
    for i, command_us in enumerate(lengths):
        holding = sum(
            _figure(found[i], "p99_ms") <= _figure(alone, "p99_ms") + SWITCH_LIMIT_MS
            for alone, found in counted
        )
        name = f"runs of {len(counted)} with p99 <= alone + 0.2 ms, {command_us} us commands"
        bars.append(Bar(name, ceil(HOLDING * max(1, len(counted))), holding, at_least=True))
    return bars


def _periodic_bars(alone: dict[str, object], rows: Rows) -> list[Bar]:
    p50 = max(_figure(row, "p50_ms") for row in rows)
    p99 = max(_figure(row, "p99_ms") for row in rows)
    kept = min(_figure(row, "background_kept") for row in rows)
    return [
        Bar("periodic, urgent p50 ms, worst", _figure(alone, "p50_ms") + PERIODIC_P50_MS, p50),
        Bar("periodic, urgent p99 ms, worst", _figure(alone, "p99_ms") + PERIODIC_P99_MS, p99),
        Bar("periodic, background kept, worst", PERIODIC_KEEP_LIMIT, kept, at_least=True),
    ]


def _rows(bench: Bench, say: Callable[[str], None]) -> list[dict[str, object]]:
    say("urgent program alone")
    rows = [bench.urgent_alone()]
    request_ms = bench.request_ms()
    for command_us in bench.pair.backgrounds_us:
        say(f"background alone, {command_us} us commands")
        rate = bench.background_alone(command_us)
        for row in bench.rows():
            say(f"{row.name}, background of {command_us} us commands")
            rows.append(bench.measure(row, command_us, rate, request_ms))
    return rows


def _p99(rows: list[dict[str, object]], name: str, command_us: int) -> float:
    row = next(r for r in rows if (r["row"], r["background_us"]) == (name, command_us))
    return float(str(row["p99_ms"]))


def _soft_bars(rows: list[dict[str, object]]) -> list[Bar]:
    """The bars of the rows that this device can have."""
    alone, (short, long) = _p99(rows, "alone", 0), SOFT.backgrounds_us
    wanted = [("level 2", short, "100 us"), ("level 3", long, "10 ms")]
    bars = [
        Bar(
            f"urgent p99 over alone, {level}, {length} commands",
            RATIO_LIMIT,
            _p99(rows, level, command_us) / alone,
        )
        for level, command_us, length in wanted
        if any(row["row"] == level for row in rows)
    ]
    return bars + [
        Bar(
            f"urgent p99 ms, level 1, {command_us} us commands",
            alone + max(IN_FLIGHT_BUDGET_MS, command_us / 1000),
            _p99(rows, "level 1", command_us),
        )
        for command_us in (short, long)
    ]


def _level_bars(rows: list[dict[str, object]], which: str) -> list[Bar]:
    levels = [row for row in rows if "decision_p99_us" in row]
    slowest = max(float(str(row["decision_p99_us"])) for row in levels)
    least = min(float(str(row["background_kept"])) for row in levels)
    return [
        Bar("decision p99, us, worst row", DECISION_LIMIT_US, slowest),
        Bar(f"background kept of what is left, {which}", KEEP_LIMIT, least, at_least=True),
    ]
