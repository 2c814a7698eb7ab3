"""How long an urgent request takes beside a background that saturates the device.

The urgent program sends a request now and then and synchronizes; the background keeps tens of
milliseconds of work queued. Native rows show what the device does by itself, level rows what Heddle
makes of it.

On the soft XPU requests come at a fixed pace. On a real GPU they come at random times (Poisson), so
that they cannot be foreseen; periodic ones, each up to 2 % of the period early or late, are rows of
their own. What counts there is measured --runs times, each beside the program alone. Where that is
unsteady itself (p99 over 1.25 times p50) it is listed, does not count, and is tried again, up to
three times as often in all.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from math import ceil

from heddle.harness.preemption import (
    CUDA_ROWS,
    LEVEL_3,
    PERIODIC,
    PERIODIC_ROW,
    POISSON,
    SOFT,
    Bench,
    Row,
)
from heddle.harness.report import Bar, Report, combine, interruptible
from heddle.harness.workload import machine
from heddle.research.bench._rows import opencl

HELP = "latency of an urgent program beside a saturating one, per level"

IN_FLIGHT_BUDGET_MS = 2.0  # HEDDLE_IN_FLIGHT_US
RATIO_LIMIT, KEEP_LIMIT, DECISION_LIMIT_US = 1.10, 0.95, 5.0
SWITCH_LIMIT_MS = 0.2  # level 3 on real hardware: what a switch of context may add
PERIODIC_P50_MS, PERIODIC_P99_MS, PERIODIC_KEEP_LIMIT = 0.03, 0.12, 0.9  # likewise, if it can know
RUNS, HOLDING, UNSTEADY, TRIES = 5, 0.8, 1.25, 3


def add_rounds(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rounds",
        type=int,
        default=1,
        help="repetitions of all rows, report medians (default 1)",
    )


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=9.0, help="length of each row (default 9)")
    add_rounds(parser)
    parser.add_argument(
        "--runs", type=int, default=RUNS, help=f"on CUDA, instead of rounds (default {RUNS})"
    )


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    if options.device.startswith("opencl@"):
        return opencl.measure(options, say)
    bench = Bench(options.device, options.seconds)
    if bench.real:
        rows: Rows = []
        with interruptible(lambda: rows):
            bars = _cuda(bench, options.runs, say, rows)
        return Report("preempt", rows, bars, machine())
    rows = combine([_rows(bench, say) for _ in range(options.rounds)])
    bars = _soft_bars(rows) + _level_bars(rows, "worst level row")
    return Report("preempt", rows, bars, machine())


Rows = list[dict[str, object]]


def _cuda(bench: Bench, runs: int, say: Callable[[str], None], rows: Rows) -> list[Bar]:
    """Adds the rows as they are measured."""
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
            rows.append(found[-1])
        return found

    for row in CUDA_ROWS:
        beside(row, row.name)
    counted: list[tuple[dict[str, object], Rows]] = []
    best: Rows = []
    for run in range(1, TRIES * runs + 1):
        if len(counted) == runs:
            break
        say(f"alone, run {run}; {len(counted)} of {runs} count so far")
        alone = bench.urgent_alone(POISSON, f"alone, run {run}")
        alone["counts"] = _figure(alone, "p99_ms") <= UNSTEADY * _figure(alone, "p50_ms")
        rows.append(alone)
        if alone["counts"]:
            found = beside(LEVEL_3, f"level 3, run {run}")
            counted.append((alone, found))
            best += found
    alone = bench.urgent_alone(PERIODIC, "alone, periodic")
    rows.append(alone)
    periodic = beside(PERIODIC_ROW, PERIODIC_ROW.name)
    bars = _run_bars(counted, lengths) + _periodic_bars(alone, periodic)
    # Level 3 runs by default; the levels below are for machines where it is not to be had.
    return bars + (_level_bars(best, "level 3") if best else [])


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
