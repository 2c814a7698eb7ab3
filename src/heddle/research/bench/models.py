"""Five requests shaped like classic inference models beside best-effort work that saturates.

Each model is its number of kernels and its time alone, from the table that preemptive schedulers
for GPUs have published since REEF. The real-time program's requests come at random times (Poisson),
on average twice as far apart as one takes; one that comes while another is under way is left out.
The best-effort program never stops.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from heddle.harness.preemption import POISSON, Bench, Pair, Row
from heddle.harness.report import Bar, Report, combine
from heddle.harness.workload import machine
from heddle.research.bench.preempt import add_rounds

HELP = "slowdown of five model-shaped requests beside best-effort work"

SLOWDOWN_LIMIT, KEEP_LIMIT = 1.05, 0.95
BACKGROUND_US = 400


@dataclass(frozen=True, slots=True)
class RequestModel:
    """The shape of one request."""

    name: str
    kernels: int
    milliseconds: float

    @property
    def pair(self) -> Pair:
        every_us = int(2 * self.milliseconds * 1000)
        command_us = self.milliseconds * 1000 / self.kernels
        return Pair(self.kernels, command_us, every_us, (BACKGROUND_US,), 20_000)


MODELS = (
    RequestModel("ResNet", 307, 13.6),
    RequestModel("DenseNet", 207, 3.5),
    RequestModel("VGG", 55, 4.4),
    RequestModel("Inception", 146, 8.3),
    RequestModel("BERT", 205, 5.4),
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(device="cuda@0")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of each row (default 5)")
    add_rounds(parser)


def _rows(bench: Bench, say: Callable[[str], None]) -> list[dict[str, object]]:
    rows = []
    level = max(row.level or 0 for row in bench.rows())
    ways = (
        Row("native", "", None, arrivals=POISSON),
        Row(f"level {level}", "", level, arrivals=POISSON),
    )
    say("best-effort work alone")
    rate = bench.background_alone(BACKGROUND_US)
    for model in MODELS:
        bench.pair = model.pair
        say(f"{model.name} alone")
        alone, request_ms = bench.urgent_alone(POISSON), bench.request_ms()
        for way in ways:
            say(f"{model.name}, {way.name}")
            rows.append(_row(model, alone, bench.measure(way, BACKGROUND_US, rate, request_ms)))
    return rows


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    bench = Bench(options.device, options.seconds)
    rows = combine([_rows(bench, say) for _ in range(options.rounds)])
    scheduled = [row for row in rows if row["row"] != "native"]
    kept = [float(str(row["background_kept"])) for row in scheduled]
    bars = [
        Bar(f"mean slowdown of {row['model']}", SLOWDOWN_LIMIT, float(str(row["slowdown_mean"])))
        for row in scheduled
    ]
    bars += [
        Bar("background kept of what is left, worst model", KEEP_LIMIT, min(kept), at_least=True),
    ]
    return Report("models", rows, bars, machine())


def _row(
    model: RequestModel, alone: dict[str, object], beside: dict[str, object]
) -> dict[str, object]:
    def ratio(key: str) -> float:
        return float(str(beside[key])) / float(str(alone[key]))

    return {
        "model": model.name,
        "row": beside["row"],
        "alone_mean_ms": alone["mean_ms"],
        "mean_ms": beside["mean_ms"],
        "slowdown_mean": ratio("mean_ms"),
        "slowdown_p99": ratio("p99_ms"),
        # Both programs' work by the time that the real-time program has the device to itself.
        "throughput_over_rt_only": _throughput(beside),
        "background_kept": beside["background_kept"],
    }


def _throughput(beside: dict[str, object]) -> float:
    busy = float(str(beside["urgent_busy"]))
    return (busy + float(str(beside["background_share"]))) / busy
