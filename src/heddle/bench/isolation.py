"""What isolation adds to the start of a job: from the engine's start to the first byte it writes.

Plain and isolated members take turns, without a device and with one, on an engine, an agent and a
soft XPU of their own. --device does not count.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from heddle import ask
from heddle.bench.report import Bar, Report
from heddle.bench.workload import machine
from heddle.engine.base import Order
from heddle.engine.local import Local
from heddle.errors import WorkloadError
from heddle.inventory.apis import soft
from heddle.model.record import Place

HELP = "what isolation adds to the start of a job"

LIMIT_MS = 50.0
DEVICE = (("soft@gpu", 1000),)
PATIENCE_S = 30.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--starts", type=int, default=30, metavar="N", help="of each (default 30)")


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    rows: list[dict[str, Any]] = []
    bars = []
    with _engine() as engine:
        if not engine.isolates_tenants:
            raise WorkloadError(f"jobs cannot be isolated here: {engine.why_not_isolated}.")
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


@contextmanager
def _engine() -> Iterator[Local]:
    """With an agent that takes guests, in folders of their own."""
    folder = Path(tempfile.mkdtemp(prefix="heddle-bench-"))
    segment = f"{folder.name}.soft"
    own = {
        "HEDDLE_STATE": str(folder / "state"),
        "HEDDLE_TABLE": f"/dev/shm/{folder.name}/table",
        "SOFTXPU_SEGMENT": segment,
        "SOFTXPU_DEVICES": "gpu",
        "OCL_ICD_VENDORS": "/nonexistent",  # what is installed here is not measured
    }
    os.environ.update(own)
    agent = subprocess.Popen(
        [sys.executable, "-m", "heddle", "agent", "--tenants", "--quiet"], stderr=subprocess.DEVNULL
    )
    engine = None
    try:
        until = time.monotonic() + PATIENCE_S
        while not ask.is_there():
            if time.monotonic() > until:
                raise WorkloadError("the agent does not answer.")
            time.sleep(0.05)
        engine = Local(str(folder / "state" / "engine"))
        yield engine
    finally:
        if engine is not None:
            engine.close()
        agent.terminate()
        agent.wait()
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(f"/dev/shm/{folder.name}", ignore_errors=True)
        soft.remove(segment)
