"""What isolation adds to the start of a job: from the engine's start to the first byte it writes.

Plain and isolated members take turns, without a device and with one, on an engine, an agent and a
soft XPU of their own. --device does not count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import Any

from heddle.engine.base import Order
from heddle.engine.local.engine import Local
from heddle.errors import WorkloadError
from heddle.harness.report import Bar, Report
from heddle.harness.workload import machine
from heddle.model.record import Place
from heddle.research.bench._plane.own_engine import PATIENCE_S, own_engine

HELP = "what isolation adds to the start of a job"

LIMIT_MS = 50.0
DEVICE = (("soft@gpu", 1000),)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--starts", type=int, default=30, metavar="N", help="of each (default 30)")


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    rows: list[dict[str, Any]] = []
    bars = []
    with own_engine() as engine:
        for what, devices in (("no device", ()), ("a device", DEVICE)):
            say(f"{2 * options.starts} starts with {what}")
            plain, isolated = _both(engine, what, Place("here", devices), options.starts)
            rows += [plain, isolated]
            added = isolated["median_ms"] - plain["median_ms"]
            bars.append(Bar(f"ms added to a start, {what}", LIMIT_MS, added))
    return Report("isolation", rows, bars, machine())


def _both(engine: Local, what: str, place: Place, starts: int) -> tuple[dict[str, Any], ...]:
    """In turns, so that both have the same weather."""
    took: dict[bool, list[float]] = {False: [], True: []}
    for number in range(starts + 1):
        for isolated in took:
            attempt = f"{what.replace(' ', '-')}-{isolated}-{number}.1"
            took[isolated].append(_first_byte_ms(engine, attempt, place, isolated))
    return tuple(
        {
            "row": f"{'isolated' if isolated else 'plain'}, {what}",
            "median_ms": median(times[1:]),  # the first of each warms caches
            "p90_ms": quantiles(times[1:], n=10)[-1],
            "starts": starts,
        }
        for isolated, times in took.items()
    )


def _first_byte_ms(engine: Local, attempt: str, place: Place, isolated: bool) -> float:
    begun = time.perf_counter()
    engine.start(Order(attempt, ("echo", "here"), (place,), tenant="bench", isolated=isolated))
    until = begun + PATIENCE_S
    while not engine.logs(attempt, 0, 0, 1 << 16):
        if time.perf_counter() > until:
            raise WorkloadError(f"{attempt} wrote nothing in {PATIENCE_S:.0f} s.")
        time.sleep(0.0005)
    took_ms = 1000 * (time.perf_counter() - begun)
    while not any(s.attempt == attempt and s.state in ("ended", "lost") for s in engine.seen()):
        time.sleep(0.002)
    text = engine.logs(attempt, 0, 0, 1 << 16).decode()
    if text != "here\n":
        raise WorkloadError(f"{attempt} says {text!r}.")
    engine.forget(attempt)
    return took_ms
