"""Background work that fills what an urgent task leaves of the device, while that runs.

The urgent task's commands fill a part of the units only, and it needs half of the time. If the two
take turns, the rest of the units is idle meanwhile; side by side, each keeps to its own part: by an
MPS percentage on CUDA, by units on the soft XPU.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import mean

from heddle.harness.preemption import BACKGROUND, URGENT, WARM_UP_S, Pair
from heddle.harness.report import Bar, combine, quantile
from heddle.harness.workload import Arena, Request, Under, Workload, load_variables
from heddle.research.bench.mps import daemon

SLOWDOWN_LIMIT = 1.05
URGENT_PERCENT, BACKGROUND_PERCENT = 40, 60  #: of the units
BACKGROUND_US = 400
SOFT = Pair(50, 200, 20_000, (BACKGROUND_US,), 20_000)
CUDA = Pair(50, 20, 2_000, (BACKGROUND_US,), 20_000)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to run the two beside each other."""

    name: str
    ranks: tuple[int, int]
    level: int
    percent: int = 0  #: of the units that the background may fill; 0: all
    mps: bool = False


TURNS = Arrangement("taking turns (level 3)", (URGENT, BACKGROUND), 3)
TOGETHER = "side by side"
SOFT_WAYS = (
    TURNS,
    Arrangement(f"{TOGETHER}, {BACKGROUND_PERCENT} %", (0, 0), 3, BACKGROUND_PERCENT),
)
CUDA_WAYS = (
    TURNS,
    Arrangement("MPS, no percentage", (0, 0), 2, mps=True),
    Arrangement("side by side, 40 %", (0, 0), 2, 40, mps=True),
    Arrangement(f"{TOGETHER}, {BACKGROUND_PERCENT} %", (0, 0), 2, BACKGROUND_PERCENT, mps=True),
)


class Bench:
    """One device, one pair of programs."""

    def __init__(self, device: str, seconds: float, say: Callable[[str], None]) -> None:
        self._device, self._seconds, self._say = device, seconds, say
        self._real = device.startswith("cuda@")
        self._pair = CUDA if self._real else SOFT
        self._ways = CUDA_WAYS if self._real else SOFT_WAYS
        width = "CUDA_LOAD_UNITS" if self._real else "SOFT_LOAD_UNITS"
        self._narrow = {width: str(URGENT_PERCENT)}
        self._narrow |= load_variables(device, **self._narrow)
        self._wide = load_variables(device)

    @contextmanager
    def _arena(self, way: Arrangement | None = None) -> Iterator[Arena]:
        if way and way.mps:
            with daemon() as folder, Arena(CUDA_MPS_PIPE_DIRECTORY=folder) as arena:
                yield arena
        else:
            with Arena("none" if self._real else "gpu") as arena:
                yield arena

    def _urgent(self, arena: Arena, under: Under | None = None, **more: str) -> Workload:
        words = self._pair.urgent(self._seconds)
        return arena.start(self._device, words, under, **self._narrow, **more)

    def _background(self, arena: Arena, seconds: float, under: Under | None = None,
                    **more: str) -> tuple[int, Workload]:  # fmt: skip
        commands, words = self._pair.background(BACKGROUND_US, seconds)
        return commands, arena.start(self._device, words, under, **self._wide, **more)

    def _limits(self, way: Arrangement) -> tuple[dict[str, str], dict[str, str]]:
        """What keeps each of the two to its part."""
        if not way.percent:
            return {}, {}
        if self._real:
            return {}, {"CUDA_MPS_ACTIVE_THREAD_PERCENTAGE": str(way.percent)}
        name = "SOFTXPU_UNITS_PERCENT"
        return {name: str(URGENT_PERCENT)}, {name: str(way.percent)}

    def rows(self) -> list[dict[str, object]]:
        self._say("urgent program alone, on a part of the device")
        with self._arena() as arena:
            run = self._urgent(arena)
            run.wait()
            alone = [request.latency_ms for request in run.requests()[3:]]
        with self._arena() as arena:
            commands, run = self._background(arena, 3)
            run.wait()
            requests = run.requests()
            rate = _rate(requests, commands, requests[0].end_ns, requests[-1].end_ns)
        rows: list[dict[str, object]] = [{"row": "alone, on a part", **_latency(alone)}]
        for way in self._ways:
            self._say(way.name)
            rows.append(self._measure(way, mean(alone), rate))
        return rows

    def _measure(self, way: Arrangement, alone_ms: float, alone_rate: float) -> dict[str, object]:
        of_urgent, of_background = self._limits(way)
        ranks = [Under(rank, way.level) for rank in way.ranks]
        with self._arena(way) as arena:
            commands, background = self._background(
                arena, self._seconds + 30, ranks[1], **of_background
            )
            time.sleep(WARM_UP_S)
            urgent = self._urgent(arena, ranks[0], **of_urgent)
            urgent.wait()
            background.stop()
            requests = urgent.requests()[3:]
            start, end = requests[0].begin_ns, requests[-1].end_ns
            latencies = [request.latency_ms for request in requests]
            rate = _rate(background.requests(), commands, start, end)
            return {
                "row": way.name,
                **_latency(latencies),
                "slowdown_mean": mean(latencies) / alone_ms,
                "background_share": rate / alone_rate,
                "urgent_per_s": len(requests) / ((end - start) / 1e9),
            }


def _rate(requests: list[Request], commands: int, start_ns: int, end_ns: int) -> float:
    done = sum(start_ns <= request.end_ns < end_ns for request in requests)
    return done * commands / ((end_ns - start_ns) / 1e9)


def _latency(latencies_ms: list[float]) -> dict[str, object]:
    return {
        "mean_ms": mean(latencies_ms),
        "p50_ms": quantile(latencies_ms, 0.50),
        "p99_ms": quantile(latencies_ms, 0.99),
        "requests": len(latencies_ms),
    }


def measure(
    device: str, seconds: float, rounds: int, say: Callable[[str], None]
) -> tuple[list[dict[str, object]], list[Bar]]:
    """Rows, and the bars of the way that keeps to its part."""
    bench = Bench(device, seconds, say)
    rows = combine([bench.rows() for _ in range(rounds)])
    turns = next(row for row in rows if row["row"] == TURNS.name)
    best = rows[-1]
    ratio = float(str(best["background_share"])) / float(str(turns["background_share"]))
    return rows, [
        Bar(
            "urgent slowdown, mean, side by side",
            SLOWDOWN_LIMIT,
            float(str(best["slowdown_mean"])),
        ),
        Bar("background side by side over taking turns", 1.0, ratio, at_least=True),
    ]
