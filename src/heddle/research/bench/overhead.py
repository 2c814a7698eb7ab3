"""What scheduling costs a program that is alone: start-up, host time of a launch, throughput."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

from heddle.errors import WorkloadError
from heddle.harness.report import Bar, Report
from heddle.harness.target import target
from heddle.harness.workload import Arena, Under, Workload, load_variables, machine

HELP = "cost of an intercepted launch, throughput with gates, start-up"

LAUNCH_LIMIT_NS = 150.0
THROUGHPUT_LIMIT = 0.99
START_LIMIT_MS = 60.0
COMMAND_US = 20


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=5, help="repetitions of each (default 5)")
    parser.add_argument("--seconds", type=float, default=3.0, help="length of a throughput run")


def _launch_ns(arena: Arena, device: str) -> tuple[float, float]:
    """Nanoseconds of a launch past Heddle and of an intercepted one, in one process."""
    run = arena.start(device, ["launch-cost", "100"], Under())
    run.wait()
    numbers = run.numbers()
    return median(numbers[0::2]), median(numbers[1::2])


def _rate(workload: Workload, commands: int) -> float:
    """Commands per second between the first and the last completion."""
    ends = [request.end_ns for request in workload.requests()]
    return (len(ends) - 1) * commands / ((ends[-1] - ends[0]) / 1e9)


def _throughput(
    arena: Arena, device: str, seconds: float, under: Under | None, rival: bool = False
) -> float:
    """With a rival, an idle program of the same rank is on the device: gates are in force."""
    commands = 50
    arguments = ["requests", str(commands), str(COMMAND_US), "0", "4", str(seconds)]
    if rival:
        other = arena.start(device, ["requests", "1", "1", "3600000000", "1", "7200"], under)
        time.sleep(1)
    run = arena.start(device, arguments, under)
    run.wait()
    if rival:
        if not other.running():
            raise WorkloadError("the idle rival ended too early; no gates were in force")
        other.stop()
    return _rate(run, commands)


def _start_ms(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True)
    return (time.perf_counter() - begun) * 1000


def _start_up(rounds: int) -> dict[str, list[float]]:
    """A command that does nothing, by itself and under `heddle run`."""
    heddle = [sys.executable, "-m", "heddle", "run", "--"]
    times: dict[str, list[float]] = {"direct": [], "heddle run": []}
    for _ in range(rounds * 4):
        times["direct"].append(_start_ms(["true"]))
        times["heddle run"].append(_start_ms([*heddle, "true"]))
    return times


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    device = options.device
    scheduled = Under()
    costs: dict[str, list[float]] = {"direct": [], "intercepted": []}
    rates: dict[str, list[float]] = {"native": [], "heddle, alone": [], "heddle, gates": []}
    with Arena(target(device).soft, **load_variables(device)) as arena:
        for i in range(options.rounds):
            say(f"launch cost, round {i + 1} of {options.rounds}")
            direct, intercepted = _launch_ns(arena, device)
            costs["direct"].append(direct)
            costs["intercepted"].append(intercepted)
        for i in range(options.rounds):
            # Alternating: whatever else the machine does hits both.
            say(f"throughput of {COMMAND_US} us commands, round {i + 1} of {options.rounds}")
            rates["native"].append(_throughput(arena, device, options.seconds, None))
            rates["heddle, alone"].append(_throughput(arena, device, options.seconds, scheduled))
            rates["heddle, gates"].append(
                _throughput(arena, device, options.seconds, scheduled, rival=True)
            )
    say("start-up")
    starts = _start_up(options.rounds)
    added = median(costs["intercepted"]) - median(costs["direct"])
    kept = median(rates["heddle, gates"]) / median(rates["native"])
    rows = [
        {"what": f"launch, {name}", "unit": "ns", "median": median(v), "rounds": v}
        for name, v in costs.items()
    ] + [
        {"what": f"throughput, {name}", "unit": "commands/s", "median": median(v), "rounds": v}
        for name, v in rates.items()
    ]
    rows += [
        {"what": f"start-up, {name}", "unit": "ms", "median": median(v), "rounds": v}
        for name, v in starts.items()
    ]
    bars = [
        Bar("host time added to a launch that is not held, ns", LAUNCH_LIMIT_NS, added),
        Bar(
            f"throughput of {COMMAND_US} us commands with gates, of native",
            THROUGHPUT_LIMIT,
            kept,
            at_least=True,
        ),
        Bar(
            "start-up added by heddle run, ms",
            START_LIMIT_MS,
            median(starts["heddle run"]) - median(starts["direct"]),
        ),
    ]
    return Report("overhead", rows, bars, machine())
