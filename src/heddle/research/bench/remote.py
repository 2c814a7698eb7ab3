"""What it costs a program that another process has its device: launches, steps, waits.

A step is what a training or an inference loop does between two looks at the device: eagerly, many
commands, or as a graph, one. `every 8`: the loop looks at every eighth step only.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

from heddle.harness.report import Bar, Report
from heddle.harness.target import target
from heddle.harness.workload import Arena, Under, Workload, load_variables, machine

HELP = "cost of a device that another process has: launches, steps, waits"

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
    limit: float | None  #: of its time, times native; None: shown, and not judged

    @property
    def us(self) -> int:
        return self.commands * self.command_us


STEPS = (
    Step("eager step of 1 ms", 20, 50, 1, None),
    Step("eager step of 10 ms", 200, 50, 1, 1.03),
    Step("graph step of 1 ms", 1, 1000, 1, None),
    Step("graph step of 20 ms", 1, 20_000, 1, 1.01),
    Step("graph step of 20 ms, every 8", 1, 20_000, 8, 1.01),
)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=5, help="repetitions of each (default 5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of a run (default 2)")


def _step_ms(run: Workload) -> float:
    """Between the first and the last end, so that all of it counts that is not the device's."""
    run.wait()
    ends = [request.end_ns for request in run.requests()]
    return (ends[-1] - ends[0]) / (len(ends) - 1) / 1e6


def _round(arena: Arena, device: str, step: Step, seconds: float, under: Under) -> float:
    words = ["requests", str(step.commands), str(step.command_us), "0", str(step.in_flight)]
    return _step_ms(arena.start(device, [*words, str(seconds)], under))


def _launch_us(arena: Arena, device: str, under: Under) -> float:
    """Of a launch that nothing holds up. Under Heddle the program also prints those past it."""
    run = arena.start(device, ["launch-cost", "50"], under)
    run.wait()
    numbers = run.numbers()
    return median(numbers if under.proxied else numbers[1::2]) / 1000


def _wait_us(arena: Arena, device: str, under: Under) -> float:
    """Of a request that is one command of no length, from its launch to its end."""
    run = arena.start(device, ["requests", "1", "1", "0", "1", "1"], under)
    run.wait()
    return median(request.latency_ms for request in run.requests()) * 1000


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    device = options.device
    ways = {"heddle run": Under(), "proxied": Under(proxied=True)}
    rows: list[dict[str, Any]] = []
    bars: list[Bar] = []

    def take(what: str, unit: str, once: Callable[[Under], float]) -> dict[str, list[float]]:
        """Alternating: whatever else the machine does hits both."""
        taken: dict[str, list[float]] = {name: [] for name in ways}
        for i in range(options.rounds):
            say(f"{what}, round {i + 1} of {options.rounds}")
            for name, under in ways.items():
                taken[name].append(once(under))
        for name, values in taken.items():
            row = {"what": what, "how": name, "unit": unit, "median": median(values)}
            rows.append({**row, "rounds": values})
        return taken

    with Arena(target(device).soft, **load_variables(device)) as arena:
        launch = take("launch", "us", partial(_launch_us, arena, device))
        bars.append(Bar("host time of a launch, us", LAUNCH_LIMIT_US, median(launch["proxied"])))
        take("one command, waited for", "us", partial(_wait_us, arena, device))
        for step in STEPS:
            once = partial(_round, arena, device, step, options.seconds)
            taken = take(step.name, "ms", once)
            if step.limit is not None:
                # Of the same round: the machine's moods are in both.
                ratios = [b / a for a, b in zip(*taken.values(), strict=True)]
                bars.append(Bar(f"{step.name}, times heddle run", step.limit, median(ratios)))
    for what, unit, figure in PUBLISHED:
        rows.append({"what": what, "how": "published", "unit": unit, "median": figure})
    return Report("remote", rows, bars, machine())
