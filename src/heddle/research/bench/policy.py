"""How fast decisions are made: plans of each policy, and decisions through the node simulator.

Both on one core, with eight programs, and without any device: --device does not count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median

from heddle import policy
from heddle.harness.report import Bar, Report
from heddle.harness.workload import machine
from heddle.model.plan import Plan
from heddle.policy.base import ProgramView, Snapshot
from heddle.sim.node import scenarios
from heddle.sim.node.simulation import NodeSimulation

HELP = "plans a second of each policy, decisions a second of the simulator"

PLANS_LIMIT, DECISIONS_LIMIT = 50_000.0, 10_000.0
PROGRAMS = 8
ROUND_S = 0.2


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=5, help="repetitions of each (default 5)")
    parser.add_argument(
        "--seconds", type=float, default=5.0, help="to simulate in a round (default 5)"
    )


def _snapshots() -> list[Snapshot]:
    """Some moments of eight programs that ask for everything there is."""
    return [
        Snapshot(
            now_ns=10_000_000_000 + moment * 7_000_000,
            programs=tuple(
                ProgramView(
                    id=i + 1,
                    asked=Plan(i * 10, 1000 + i, 50 * (i % 3), 100 * (i % 2), 10_000 * (i % 4)),
                    tenant="ab"[i % 2],
                    devices=("gpu", "npu")[: 1 + i % 2],
                    active=True,
                    device_time_ns=i * 1_000_000_000,
                    recent_ns=(i * moment * 37_000_000) % 1_000_000_000,
                    burst_at_ns=10_000_000_000 - i * 1_000_000,
                    burst_ns=i * 500_000,
                    usual_burst_ns=i * 700_000,
                )
                for i in range(PROGRAMS)
            ),
        )
        for moment in range(64)
    ]


def _plans_a_second(name: str, snapshots: list[Snapshot]) -> float:
    plan = policy.find(name).plan
    calls = 0
    begun = now = time.perf_counter()
    while now - begun < ROUND_S:
        for snapshot in snapshots:
            plan(snapshot)
        calls += len(snapshots)
        now = time.perf_counter()
    return calls / (now - begun)


def _decisions_a_second(seconds: float) -> float:
    scenario = scenarios.find("mixed")
    assert len(scenario.programs) == PROGRAMS
    node = NodeSimulation(scenario, seconds=seconds).run()
    return node.memory.decisions / node.wall_s


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    snapshots = _snapshots()
    simulator = "simulator"
    rates: dict[str, list[float]] = {name: [] for name in (*policy.names(), simulator)}
    for i in range(options.rounds):
        for name, found in rates.items():
            say(f"{name}, round {i + 1} of {options.rounds}")
            found.append(
                _decisions_a_second(options.seconds)
                if name == simulator
                else _plans_a_second(name, snapshots)
            )
    middle = {name: median(found) for name, found in rates.items()}
    rows = [
        {
            "what": name if name == simulator else f"policy {name}",
            "unit": "decisions/s" if name == simulator else "plans/s",
            "median": middle[name],
            "rounds": [round(each) for each in found],
        }
        for name, found in rates.items()
    ]
    bars = [
        Bar(
            f"plans a second, {name}, {PROGRAMS} programs", PLANS_LIMIT, middle[name], at_least=True
        )
        for name in policy.names()
    ]
    bars.append(
        Bar(
            f"decisions a second of the node simulator, {PROGRAMS} programs",
            DECISIONS_LIMIT,
            middle[simulator],
            at_least=True,
        )
    )
    return Report("policy", rows, bars, machine())
