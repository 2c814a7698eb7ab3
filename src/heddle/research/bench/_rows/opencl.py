"""`heddle bench preempt` on an OpenCL device.

Made for a processor under OpenCL (PoCL), which any machine has: the device is one worker thread of
each program, all on the first core, where Linux shares it between them; everything that is not the
device runs on the other cores.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median

from heddle.errors import UsageError
from heddle.harness.preemption import Bench, Pair, Row
from heddle.harness.report import Bar, Report, combine
from heddle.harness.target import Target
from heddle.harness.workload import machine

RATIO_LIMIT, OVERHEAD_LIMIT = 1.3, 0.03
COMMAND_US = 1000
PAIR = Pair(20, COMMAND_US, 60_000, (COMMAND_US,), 60_000)
LEVELS = (1, 2)
OVERHEAD_ROUNDS = 3
SHARED = Target("none", "", max(LEVELS), 0.0)


@contextmanager
def hosts_apart() -> Iterator[None]:
    """Keeps this process, and what it starts meanwhile, off the core of the device's workers."""
    before = os.sched_getaffinity(0)
    if not before - {0}:
        raise UsageError(
            "this benchmark gives the device's workers a core and the programs another: it needs "
            "two cores."
        )
    os.sched_setaffinity(0, before - {0})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    with hosts_apart():
        bench = Bench(options.device, options.seconds, SHARED)
        bench.pair = PAIR
        rows = combine([_rows(bench, say) for _ in range(options.rounds)])
    return Report("preempt", rows, _bars(rows), machine())


def _rows(bench: Bench, say: Callable[[str], None]) -> list[dict[str, object]]:
    say("urgent program alone")
    rows = [bench.urgent_alone()]
    request_ms = bench.request_ms()
    rates: dict[int, list[float]] = {level: [] for level in (0, *LEVELS)}
    for _ in range(OVERHEAD_ROUNDS):  # in turn: the machine is not the same a minute later
        for level, found in rates.items():
            say(f"background alone, level {level}" if level else "background alone, native")
            found.append(bench.background_alone(COMMAND_US, level or None))
    alone = median(rates[0])
    for row in (Row("native", "", None), *(Row(f"level {n}", "", n) for n in LEVELS)):
        say(f"{row.name}, background of {COMMAND_US} us commands")
        result = bench.measure(row, COMMAND_US, alone, request_ms)
        result["overhead"] = 1 - median(rates[row.level or 0]) / alone
        rows.append(result)
    return rows


def _bars(rows: list[dict[str, object]]) -> list[Bar]:
    alone, levels = rows[0], [row for row in rows if str(row["row"]).startswith("level")]
    over = float(str(alone["p99_ms"]))
    return [
        Bar(
            f"urgent p99 over alone, {row['row']}",
            RATIO_LIMIT,
            float(str(row["p99_ms"])) / over,
        )
        for row in levels
    ] + [
        Bar(
            f"overhead, background alone, {row['row']}",
            OVERHEAD_LIMIT,
            float(str(row["overhead"])),
        )
        for row in levels
    ]
