"""REEF's mechanisms: background work that is killed and run again, or runs beside the urgent task.

On the soft XPU a background that lets its commands be killed is compared with one that is waited
for, on a device that cannot take a running command off by itself. On CUDA, and on the soft XPU, a
background that fills only what the urgent task leaves of the device is compared with taking turns.
What REEF has published of itself (OSDI 2022, AMD's MI50) is `published` in the rows.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from heddle import native
from heddle.errors import UsageError
from heddle.harness.preemption import BACKGROUND, URGENT, WARM_UP_S, Bench, DecisionWatch, Pair, Row
from heddle.harness.report import Bar, Report, combine
from heddle.harness.workload import Arena, Under, machine
from heddle.research.bench._rows import side_by_side
from heddle.research.bench.models import MODELS
from heddle.research.bench.preempt import add_rounds

HELP = "REEF's mechanisms: reset against waiting, and running side by side"

SLOWDOWN_LIMIT, CLEANUP_LIMIT_US, RATIO_LIMIT = 1.02, 30.0, 10.0
SWITCH_US = 100  #: of soft@gpu
PUBLISHED: dict[str, object] = {
    "row": "REEF, published",
    "slowdown_mean": 1.02,
    "throughput_over_urgent_only": 7.7,
    "waiting_over_reset": 100,
}
#: One of REEF's own models, at a pace that leaves most of the device to others.
_RESNET = MODELS[0]
_EVERY_US = 100_000
_BACKGROUNDS_US = (1_000, 10_000)
_COMMAND_US = _RESNET.milliseconds * 1000 / _RESNET.kernels
RESET = Pair(_RESNET.kernels, _COMMAND_US, _EVERY_US, _BACKGROUNDS_US, 40_000)
WAITING_ROW = Row("waiting (level 2)", "fcfs", 2)
RESET_ROW = Row("reset (level 3)", "fcfs", 3, idempotent=True)
SLICES_ROW = Row("time slices (level 3)", "rr", 3)
STEPS, STEP_US, STEPS_EVERY_US = 600, 4_000, 25_000
PROGRAM = str(Path(__file__).with_name("programs") / "reef_steps.py")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=8.0, help="length of each row (default 8)")
    add_rounds(parser)


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    if not options.device.startswith(("soft@gpu", "cuda@")):
        raise UsageError(f"device {options.device!r} cannot be measured here: soft@gpu or cuda@0.")
    rows, bars = side_by_side.measure(options.device, options.seconds, options.rounds, say)
    if options.device.startswith("soft@"):
        killed, more = _reset(options, say)
        rows, bars = killed + rows, more + bars
    return Report("reef", rows, bars, machine())


def _reset(
    options: argparse.Namespace, say: Callable[[str], None]
) -> tuple[list[dict[str, object]], list[Bar]]:
    bench = Bench(options.device, options.seconds)
    bench.pair = RESET
    rows = combine([_rows(bench, say) for _ in range(options.rounds)])
    rerun = _rerun(options.device, say)
    return [*rows, rerun], _bars(rows, rerun)


def _rows(bench: Bench, say: Callable[[str], None]) -> list[dict[str, object]]:
    say("urgent program alone")
    alone = bench.urgent_alone()
    rows = [{**alone, "throughput_over_urgent_only": 1.0}, PUBLISHED]
    request_ms = bench.request_ms()
    for command_us in bench.pair.backgrounds_us:
        rate = bench.background_alone(command_us)
        for row in (WAITING_ROW, RESET_ROW, SLICES_ROW):
            say(f"{row.name}, background of {command_us} us commands")
            measured = bench.measure(row, command_us, rate, request_ms)
            rows.append(measured | figures(measured, alone))
    return rows


def figures(row: dict[str, object], alone: dict[str, object]) -> dict[str, object]:
    """What REEF has published of itself, and how much later than alone a request was done."""
    later = {word: _number(row, word) - _number(alone, word) for word in ("mean_ms", "p50_ms")}
    busy = _number(row, "urgent_busy")
    return {
        "slowdown_mean": _number(row, "mean_ms") / _number(alone, "mean_ms"),
        "later_mean_ms": later["mean_ms"],
        "later_p50_ms": later["p50_ms"],
        "throughput_over_urgent_only": (busy + _number(row, "background_share")) / busy,
    }


def _number(row: dict[str, object], key: str) -> float:
    return float(str(row[key]))


def _rerun(device: str, say: Callable[[str], None]) -> dict[str, object]:
    """The same computation undisturbed, and killed over and over."""
    say("results of what is killed and run again")
    words = [PROGRAM, native.file("libsoftxpu.so.1"), str(STEPS), str(STEP_US)]
    with Arena("gpu:scheduler=fcfs") as arena:
        plain = arena.start_program(device, [sys.executable, *words])
        plain.wait()
        expected = plain.words("digest")
    with Arena("gpu:scheduler=fcfs") as arena:
        program = [sys.executable, *words]
        killed = arena.start_program(device, program, Under(BACKGROUND), HEDDLE_IDEMPOTENT="1")
        time.sleep(WARM_UP_S)
        pace = Pair(10, 100, STEPS_EVERY_US, (), 0)
        urgent = arena.start(device, pace.urgent(3600), Under(URGENT))
        watch = DecisionWatch(arena.table, device)
        while killed.running():
            time.sleep(0.3)
            if killed.running():
                watch.look(URGENT)
        killed.wait()
        urgent.stop()
        got = killed.words("digest")
    same = bool(expected) and got == expected
    return {"row": "re-run", "resets": len(watch.resets()), "identical": same, "steps": STEPS}


def _of(rows: list[dict[str, object]], name: str, key: str) -> list[float]:
    return [_number(row, key) for row in rows if row["row"] == name]


def _bars(rows: list[dict[str, object]], rerun: dict[str, object]) -> list[Bar]:
    # Until the device is free. When waiting: the delay of a request, less the context switch.
    waited_us = _of(rows, WAITING_ROW.name, "later_p50_ms")[-1] * 1000 - SWITCH_US
    reset_us = _of(rows, RESET_ROW.name, "free_after_p50_us")[-1]
    return [
        Bar(
            "urgent slowdown, mean, reset, worst row",
            SLOWDOWN_LIMIT,
            max(_of(rows, RESET_ROW.name, "slowdown_mean")),
        ),
        Bar(
            "clean-up p99, us, all three layers",
            CLEANUP_LIMIT_US,
            max(_of(rows, RESET_ROW.name, "cleanup_p99_us")),
        ),
        Bar(
            "time to a free device, p50, waiting over reset, 10 ms commands",
            RATIO_LIMIT,
            waited_us / reset_us,
            at_least=True,
        ),
        Bar(
            "results of what was killed and run again are identical",
            1.0,
            float(bool(rerun["identical"]) and int(str(rerun["resets"])) > 0),
            at_least=True,
        ),
    ]
