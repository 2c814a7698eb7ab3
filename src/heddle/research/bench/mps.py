"""The same pair of programs under NVIDIA's MPS, where all share one context.

There is no switch of context to pay for, and none to take a running kernel off: a gate at every
kernel of the background bounds the wait by one kernel. The curve shows what rarer gates cost. An
MPS daemon of our own is started, and stopped.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from heddle.errors import UsageError
from heddle.harness.preemption import CUDA, POISSON, Bench, Row
from heddle.harness.report import Bar, Report, combine
from heddle.harness.target import Target
from heddle.harness.workload import machine
from heddle.research.bench.models import MODELS
from heddle.research.bench.preempt import add_rounds

HELP = "an urgent program beside a saturating one under MPS, by gates per kernel"

CONTROL = "nvidia-cuda-mps-control"
EXTRA_MS, KEEP_LIMIT, SLOWDOWN_LIMIT = 0.03, 0.90, 1.02
SHORT_US, LONG_US = 40, 400
EVERY = (1, 2, 4, 8)  #: kernels between two gates
SHARED = Target("none", "", 2, 0.0)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(device="cuda@0")
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each row (default 4)")
    add_rounds(parser)


@contextmanager
def daemon() -> Iterator[str]:
    """An MPS daemon of our own; yields its pipe folder."""
    if shutil.which(CONTROL) is None:
        raise UsageError(f"{CONTROL} is not installed, so there is no MPS to measure.")
    folder = tempfile.mkdtemp(prefix="heddle-mps-")
    variables = {
        **os.environ,
        "CUDA_MPS_PIPE_DIRECTORY": folder,
        "CUDA_MPS_LOG_DIRECTORY": folder,
    }
    subprocess.run([CONTROL, "-d"], env=variables, check=True, timeout=30)
    try:
        yield folder
    finally:
        subprocess.run([CONTROL], input=b"quit\n", env=variables, timeout=60)
        shutil.rmtree(folder, ignore_errors=True)


def _gates(command_us: int, every: int, low_client: bool = False) -> Row:
    # Half a kernel below: the learned time of a kernel is not exact.
    gate_us = max(1, int((every - 0.5) * command_us))
    name = f"gate every {every}" + ", client below normal" * low_client
    return Row(name, "", 2, gate_us=gate_us, low_client=low_client)


def _ways(command_us: int) -> list[Row]:
    """What MPS does by itself, and the curve."""
    native = [Row("MPS", "", None), Row("MPS, client below normal", "", None, low_client=True)]
    if command_us != SHORT_US:
        return [*native, _gates(command_us, 1), _gates(command_us, 1, low_client=True)]
    curve = [_gates(command_us, every) for every in EVERY]
    return [*native, *curve, *(_gates(command_us, every, low_client=True) for every in (1, 8))]


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    with daemon() as folder:
        bench = Bench(options.device, options.seconds, SHARED, CUDA_MPS_PIPE_DIRECTORY=folder)
        rows = combine([_rows(bench, say) for _ in range(options.rounds)])
    alone = float(str(rows[0]["p99_ms"]))
    bars = [
        bar
        for row in rows
        if row["row"] == "gate every 1"
        for bar in _bars(row, int(str(row["background_us"])), alone)
    ]
    bars += [
        Bar(f"mean slowdown of {row['model']}", SLOWDOWN_LIMIT, float(str(row["slowdown_mean"])))
        for row in rows
        if "model" in row
    ]
    return Report("mps", rows, bars, machine())


def _rows(bench: Bench, say: Callable[[str], None]) -> list[dict[str, object]]:
    say("urgent program alone")
    rows = [bench.urgent_alone()]
    request_ms = bench.request_ms()
    for command_us in (SHORT_US, LONG_US):
        rate = bench.background_alone(command_us)
        for row in _ways(command_us):
            say(f"{row.name}, background of {command_us} us commands")
            rows.append(bench.measure(row, command_us, rate, request_ms))
    rate = bench.background_alone(SHORT_US)
    for model in MODELS:
        bench.pair = model.pair
        say(f"{model.name} beside {SHORT_US} us commands")
        before, request_ms = bench.urgent_alone(POISSON), bench.request_ms()
        way = replace(_gates(SHORT_US, 1), arrivals=POISSON)
        after = bench.measure(way, SHORT_US, rate, request_ms)
        slowdowns = {
            f"slowdown_{key}": float(str(after[f"{key}_ms"])) / float(str(before[f"{key}_ms"]))
            for key in ("mean", "p99")
        }
        rows.append(
            {**after, "row": f"{model.name}, gate every 1", "model": model.name} | slowdowns
        )
    bench.pair = CUDA
    return rows


def _bars(row: dict[str, object], command_us: int, alone_ms: float) -> list[Bar]:
    return [
        Bar(
            f"urgent p99 ms, gate every kernel of {command_us} us",
            alone_ms + command_us / 1000 + EXTRA_MS,
            float(str(row["p99_ms"])),
        ),
        Bar(
            f"background kept of what is left, {command_us} us",
            KEEP_LIMIT,
            float(str(row["background_kept"])),
            at_least=True,
        ),
    ]
