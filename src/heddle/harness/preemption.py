"""An urgent program beside a background that saturates the device, per level: the pair, and what
is measured of it.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from statistics import mean

from heddle.harness.report import quantile
from heddle.harness.target import Target, target
from heddle.harness.workload import Arena, Request, Under, Workload, load_variables
from heddle.records import DecisionLine
from heddle.table import Table

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


def _rate(requests: list[Request], commands: int, start_ns: int, end_ns: int) -> float:
    done = sum(start_ns <= request.end_ns < end_ns for request in requests)
    return done * commands / ((end_ns - start_ns) / 1e9)


class DecisionWatch:
    """Collects, while a row runs, how long decisions took and what device time was counted."""

    def __init__(self, table: str, device: str) -> None:
        self._table, self._device, self._seen = table, device, 0
        self._lines: list[DecisionLine] = []
        self._urgent: set[int] = set()
        #: When, and the device time of each priority by then.
        self.times: list[tuple[int, dict[int, int]]] = []

    def look(self, priority: int) -> None:
        """Before the 64 lines have gone round; cheap, for it runs beside what is measured. Before
        the first program has made the table, there is nothing to see."""
        if not os.path.exists(self._table):
            return
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


def _follow(urgent: Workload, background: Workload, watch: DecisionWatch | None) -> None:
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
            while background.running() and not background.requests():
                time.sleep(0.05)  # a driver may take seconds to start
            time.sleep(WARM_UP_S)
            words = self.pair.urgent(self._seconds, row.told_us)
            urgent = arena.start(self._device, words, ways[0], LOAD_ARRIVALS=row.arrivals)
            watch = DecisionWatch(arena.table, self._device) if row.level else None
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


def _cleanup(watch: DecisionWatch) -> dict[str, object]:
    """How long the three layers of a reset took; empty if there was none. As of requests, the first
    ones do not count: they find code and memory that were never touched before."""
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
    watch: DecisionWatch, rank: int, requests: list[Request], request_ns: float
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
