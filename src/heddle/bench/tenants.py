"""How fast the agent decides for programs that cannot decide themselves: those of other users.

An urgent program beside others that saturate the device, all of them guests of the table. The time
is from the urgent program's call to the last gate closed, through the agent's arbiter.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from heddle.bench.preempt import BACKGROUND, URGENT, Watch
from heddle.bench.report import Bar, Report, quantile
from heddle.bench.target import target
from heddle.bench.workload import Arena, Under, load_variables, machine
from heddle.errors import WorkloadError

HELP = "decisions of the agent for programs of other users"

DECISION_LIMIT_US = 50.0
EVERY_US = 10_000
ACTIVE = (2, 4, 8)  #: programs at work, the urgent one included


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=8.0, help="length of each row (default 8)")


@contextmanager
def _agent(arena: Arena) -> Iterator[None]:
    """For the arena's table; its programs join as guests, though they are our own."""
    words = [sys.executable, "-m", "heddle", "agent", "--tenants", "--quiet"]
    words += ["--tenant-priority", str(URGENT)]
    agent = subprocess.Popen(words, env=arena.variables)
    try:
        while "pong" not in _ask(arena):
            if agent.poll() is not None:
                raise WorkloadError("the agent ended; its words are above")
            time.sleep(0.05)
        yield
    finally:
        agent.terminate()
        agent.wait()


def _ask(arena: Arena) -> str:
    code = "from heddle import ask; print('pong' if ask.is_there() else '')"
    return subprocess.run(
        [sys.executable, "-c", code], env=arena.variables, capture_output=True, text=True
    ).stdout


def _row(device: str, active: int, seconds: float) -> dict[str, object]:
    guest = {"HEDDLE_AS_GUEST": "1"}
    with Arena(target(device).soft, **load_variables(device)) as arena, _agent(arena):
        others = [
            arena.start(
                device, ["requests", "10", "100", "0", "10", "600"], Under(BACKGROUND), **guest
            )
            for _ in range(active - 1)
        ]
        while not all(other.requests() for other in others):
            time.sleep(0.1)
            if not all(other.running() for other in others):
                raise WorkloadError("a program ended early; its words are above")
        words = ["requests", "10", "100", str(EVERY_US), "1", str(seconds)]
        urgent = arena.start(device, words, Under(URGENT), **guest)
        watch = Watch(arena.table, device)
        while urgent.running():
            time.sleep(0.15)  # 64 decisions are kept
            if urgent.running():
                watch.look(URGENT)
        urgent.wait()
        latencies = [request.latency_ms for request in urgent.requests()[3:]]
        decisions = watch.latencies_us()
        return {
            "row": f"{active} programs at work",
            "decision_p50_us": quantile(decisions, 0.50),
            "decision_p99_us": quantile(decisions, 0.99),
            "decision_max_us": max(decisions),
            "decisions": len(decisions),
            "request_p50_ms": quantile(latencies, 0.50),
            "request_p99_ms": quantile(latencies, 0.99),
        }


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    rows = []
    for active in ACTIVE:
        say(f"{active} programs at work")
        rows.append(_row(options.device, active, options.seconds))
    worst = max(float(str(row["decision_p99_us"])) for row in rows)
    bar = Bar("decision through the agent, p99, us, worst row", DECISION_LIMIT_US, worst)
    return Report("tenants", rows, [bar], machine())
