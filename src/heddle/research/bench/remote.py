"""What it costs a program that another process or machine has its device: launches, steps, waits,
copies.

A step is what a training or an inference loop does between two looks at the device: eagerly, many
commands, or as a graph, one. `every 8`: the loop looks at every eighth step only. On CUDA,
PyTorch's own steps are measured, too, if there is one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from heddle.harness.relay import Relay
from heddle.harness.report import Bar, Report, interruptible
from heddle.harness.station import ServingStation
from heddle.harness.target import target
from heddle.harness.workload import Arena, Under, Workload, load_variables, machine
from heddle.research.bench.frameworks import PROGRAM as TORCH_PROGRAM
from heddle.research.bench.frameworks import why_not

HELP = "cost of a device that another process or machine has: launches, steps, waits, copies"

LAUNCH_LIMIT_US = 5.0
#: As others have published them. Not measured here, nor on this hardware.
PUBLISHED = (
    ("lupine: host time of a launch, LAN", "us", 41.0),
    ("lupine: step of GPT-2 small, of native, loopback", "times", 1.005),
    ("lupine: step of an 11M model, of native, loopback", "times", 1.08),
    ("SJTU study: outstanding requests and shadow handles, 5 to 20 us, of native at most", "times",
     1.05),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """A loop to measure."""

    name: str
    commands: int
    command_us: int
    in_flight: int
    #: By how the device is reached, of its time, times native; the others are shown only.
    limits: Mapping[str, float]


HERE, PROXIED, TLS, FAR = "native", "proxied", "TLS", "TLS, 1 ms away"
STEPS = (
    Step("eager step of 1 ms", 20, 50, 1, {}),
    Step("eager step of 10 ms", 200, 50, 1, {PROXIED: 1.03, TLS: 1.05}),
    Step("graph step of 1 ms", 1, 1000, 1, {}),
    Step("graph step of 20 ms", 1, 20_000, 1, {PROXIED: 1.01, TLS: 1.05, FAR: 1.10}),
    Step("graph step of 20 ms, every 8", 1, 20_000, 8, {PROXIED: 1.01, TLS: 1.05, FAR: 1.05}),
)
#: What PyTorch does, as torch_load.py calls it, and how many steps of it are waited for at once.
LEARNING, BATCH, QUEUE, SINGLE = "train", "graph-batch", "graph-queue", "graph"
TORCH_STEPS = (
    (Step("PyTorch training, eager", 0, 0, 1, {PROXIED: 1.03, TLS: 1.05}), LEARNING),
    (
        Step("PyTorch inference, a CUDA graph, batch 512", 0, 0, 1, {PROXIED: 1.01, TLS: 1.05}),
        BATCH,
    ),
    (Step("PyTorch inference, a CUDA graph, batch 1, every 8", 0, 0, 8, {}), QUEUE),
    (Step("PyTorch inference, a CUDA graph, batch 1", 0, 0, 1, {}), SINGLE),
)
ROUND_TRIP_S = 0.001
COPY_MIB, COPIES = 64, 10
DIRECTIONS = ("to", "from")  #: the device, as the load program prints them
WARM = 20  #: requests that do not count: PyTorch loads and tunes meanwhile


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=5, help="repetitions of each (default 5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a run (default 2)")
    parser.add_argument("--python", default=sys.executable, help="a Python that has PyTorch")


def _step_ms(run: Workload) -> float:
    """Between the first and the last end, so that all of it counts that is not the device's."""
    run.wait()
    ends = [request.end_ns for request in run.requests()]
    return (ends[-1] - ends[0]) / (len(ends) - 1) / 1e6


@dataclass(frozen=True, slots=True)
class _Stage:
    """Where programs are started."""

    arena: Arena
    device: str
    token: str

    def start(self, words: list[str], under: Under | None) -> Workload:
        return self.arena.start(self.device, words, under, HEDDLE_DEVICE_TOKEN=self.token)

    def step_ms(self, step: Step, seconds: float, under: Under | None) -> float:
        words = ["requests", str(step.commands), str(step.command_us), "0", str(step.in_flight)]
        return _step_ms(self.start([*words, str(seconds)], under))

    def launch_us(self, under: Under | None) -> float:
        """Of a launch that nothing holds up."""
        run = self.start(["launch-cost", "50"], under)
        run.wait()
        return median(run.numbers()) / 1000

    def wait_us(self, under: Under | None) -> float:
        """Of a request that is one command of no length, from its launch to its end."""
        run = self.start(["requests", "1", "1", "0", "1", "1"], under)
        run.wait()
        return median(request.latency_ms for request in run.requests()) * 1000

    def copy_gb_s(self, direction: int, under: Under | None) -> float:
        """Of memory that is not pinned, each copy waited for."""
        run = self.start(["copies", str(COPY_MIB), str(COPIES)], under)
        run.wait()
        return COPY_MIB * 2**20 / median(run.numbers()[direction :: len(DIRECTIONS)])

    def torch_ms(
        self, python: str, mode: str, in_flight: int, seconds: float, digests: set[str],
        under: Under | None,
    ) -> float:  # fmt: skip
        """Of a step; what came out goes to `digests`."""
        words = [python, TORCH_PROGRAM, mode, str(seconds)]
        run = self.arena.start_program(self.device, words, under, HEDDLE_DEVICE_TOKEN=self.token)
        run.wait()
        digests.add(run.words("text"))
        return median(request.latency_ms for request in run.requests()[WARM:]) / in_flight


def _has_torch(options: argparse.Namespace) -> bool:
    return str(options.device).startswith("cuda") and not why_not(options.python, "torch")


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    device = options.device
    rows: list[dict[str, Any]] = []
    bars: list[Bar] = []

    def take(
        what: str, unit: str, once: Callable[[Under | None], float], without: str = ""
    ) -> dict[str, list[float]]:
        """Alternating: whatever else the machine does hits all."""
        taken: dict[str, list[float]] = {name: [] for name in ways if name != without}
        for i in range(options.rounds):
            say(f"{what}, round {i + 1} of {options.rounds}")
            for name in taken:
                taken[name].append(once(ways[name]))
        for name, values in taken.items():
            row = {"what": what, "how": name, "unit": unit, "median": median(values)}
            rows.append({**row, "rounds": values})
        return taken

    with (
        interruptible(lambda: rows),
        ServingStation(target(device).soft) as station,
        closing(Relay(("127.0.0.1", station.port), ROUND_TRIP_S / 2)) as far,
        Arena(target(device).soft, **load_variables(device)) as arena,
    ):
        stage = _Stage(arena, device, station.token)
        ways: dict[str, Under | None] = {
            HERE: None,
            PROXIED: Under(proxied=True),
            TLS: Under(station=f"127.0.0.1:{station.port}"),
            FAR: Under(station=f"127.0.0.1:{far.port}"),
        }
        launch = take("launch", "us", stage.launch_us)
        for name in (PROXIED, TLS):
            bar = f"host time of a launch, {name}, us"
            bars.append(Bar(bar, LAUNCH_LIMIT_US, median(launch[name])))
        take("one command, waited for", "us", stage.wait_us)
        for i, each in enumerate(DIRECTIONS):
            what = f"copy {each} the device, {COPY_MIB} MiB"
            take(what, "GB/s", partial(stage.copy_gb_s, i), without=FAR)

        def hold(step: Step, taken: Mapping[str, list[float]]) -> None:
            for name, limit in step.limits.items():
                # Of the same round: the machine's moods are in both.
                ratios = [b / a for a, b in zip(taken[HERE], taken[name], strict=True)]
                bars.append(Bar(f"{step.name}, {name}, times native", limit, median(ratios)))

        for step in STEPS:
            hold(step, take(step.name, "ms", partial(stage.step_ms, step, options.seconds)))
        for step, mode in TORCH_STEPS if _has_torch(options) else ():
            digests: set[str] = set()
            once = partial(
                stage.torch_ms, options.python, mode, step.in_flight, options.seconds, digests
            )
            hold(step, take(step.name, "ms", once, without=FAR))
            bars.append(Bar(f"{step.name}, other outputs than native", 0, len(digests) - 1))
    for what, unit, figure in PUBLISHED:
        rows.append({"what": what, "how": "published", "unit": unit, "median": figure})
    return Report("remote", rows, bars, machine())
