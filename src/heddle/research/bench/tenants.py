"""How fast the agent decides for programs that cannot decide themselves: those of other users.

An urgent program beside others that saturate the device, all of them guests of the table. The time
is from the urgent program's call to the last gate closed, through the agent's arbiter, which has to
be woken for that. What the host takes to wake a process at all is measured beside it: what is above
that is ours. With --isolated (soft XPU), the same again as jobs of tenants in sandboxes: isolation
may cost no scheduling.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from heddle import native
from heddle.engine.base import Order
from heddle.errors import WorkloadError
from heddle.harness.preemption import BACKGROUND, URGENT, DecisionWatch
from heddle.harness.report import Bar, Report, quantile
from heddle.harness.target import target
from heddle.harness.workload import Arena, Request, Under, load_variables, machine
from heddle.model.record import Place
from heddle.research.bench._plane.own_engine import LoneMember, own_engine

HELP = "decisions of the agent for programs of other users"

ABOVE_WAKING_US, RATIO = 20.0, 1.1
EVERY_US = 10_000
ACTIVE = (2, 4, 8)  #: programs at work, the urgent one included
Row = dict[str, Any]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=8.0, help="length of each row (default 8)")
    parser.add_argument("--isolated", action="store_true", help="and as isolated jobs")


@contextmanager
def _agent(arena: Arena) -> Iterator[None]:
    """For the arena's table; its programs join as guests, though they are our own."""
    words = [sys.executable, "-m", "heddle", "node", "agent", "--tenants", "--quiet"]
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


class Program(Protocol):
    """A load program that runs."""

    def running(self) -> bool: ...

    def requests(self) -> list[Request]: ...


Start = Callable[[int, list[str]], Program]  #: with a priority, and the words of the load program


def _row(
    name: str, table: str, device: str, active: int, seconds: float, start: Start
) -> tuple[Row, list[float]]:
    """And how long each urgent request took, in ms."""
    others = [start(BACKGROUND, ["10", "100", "0", "10", "600"]) for _ in range(active - 1)]
    while not all(other.requests() for other in others):
        time.sleep(0.1)
        if not all(other.running() for other in others):
            raise WorkloadError("a program ended early; its words are above")
    urgent = start(URGENT, ["10", "100", str(EVERY_US), "1", str(seconds)])
    rounds = str(max(20, round(seconds * 1e6 / EVERY_US)))
    waking = subprocess.Popen(
        [native.file("soft-load"), "wake", rounds, str(EVERY_US)], stdout=subprocess.PIPE, text=True
    )
    while not urgent.requests() and urgent.running():
        time.sleep(0.05)
    watch = DecisionWatch(table, device)
    while urgent.running():
        time.sleep(0.15)  # 64 decisions are kept
        if urgent.running():
            watch.look(URGENT)
    latencies = [request.latency_ms for request in urgent.requests()[3:]]
    decisions = watch.latencies_us()
    wakes = [int(line) / 1000 for line in waking.communicate()[0].splitlines()]
    if not latencies or not decisions:
        raise WorkloadError("the urgent program did nothing; its words are above")
    row = {
        "row": name,
        "decision_p50_us": quantile(decisions, 0.50),
        "decision_p99_us": quantile(decisions, 0.99),
        "decision_max_us": max(decisions),
        "decisions": len(decisions),
        "wake_p50_us": quantile(wakes, 0.50),
        "wake_p99_us": quantile(wakes, 0.99),
        "request_p50_ms": quantile(latencies, 0.50),
        "request_p99_ms": quantile(latencies, 0.99),
    }
    return row, latencies


def _guests(device: str, active: int, seconds: float) -> tuple[Row, list[float]]:
    """Programs of other users, as far as the table can tell."""
    with Arena(target(device).soft, **load_variables(device)) as arena, _agent(arena):

        def start(priority: int, words: list[str]) -> Program:
            guest = {"HEDDLE_AS_GUEST": "1"}
            return arena.start(device, ["requests", *words], Under(priority), **guest)

        return _row(f"{active} guests", arena.table, device, active, seconds, start)


def _isolated(device: str, active: int, seconds: float) -> tuple[Row, list[float]]:
    """Jobs in sandboxes, each of a tenant of its own."""
    with own_engine(target(device).soft) as engine:
        made: list[LoneMember] = []

        def start(priority: int, words: list[str]) -> Program:
            order = Order(
                f"tenants-{len(made)}.1",
                (str(native.file("soft-load")), "requests", *words),
                (Place("here", ((device, 1000),)),),
                priority=priority,
                tenant=f"tenant-{len(made)}",
                isolated=True,
            )
            made.append(LoneMember(engine, order))
            return made[-1]

        name, table = f"{active} isolated jobs", os.environ["HEDDLE_TABLE"]
        try:
            return _row(name, table, device, active, seconds, start)
        finally:
            for member in made:
                member.stop()


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    kinds = {"guests": _guests, "isolated jobs": _isolated}
    rows: list[Row] = []
    bars: list[Bar] = []
    p99_ms: list[float] = []
    for kind in kinds if options.isolated else ("guests",):
        own, latencies = [], []
        for active in ACTIVE:
            say(f"{active} programs at work, {kind}")
            row, took_ms = kinds[kind](options.device, active, options.seconds)
            own.append(row)
            latencies += took_ms
        worst = max(row["decision_p99_us"] - row["wake_p99_us"] for row in own)
        name = f"decision for {kind}, p99, us above a wake-up, worst row"
        bars.append(Bar(name, ABOVE_WAKING_US, worst))
        p99_ms.append(quantile(latencies, 0.99))
        rows += own
    if options.isolated:  # of all rows: of one, a few requests decide
        ratio = p99_ms[1] / p99_ms[0]
        bars.append(Bar("an urgent request at p99, isolated to not", RATIO, ratio))
    return Report("tenants", rows, bars, machine())
