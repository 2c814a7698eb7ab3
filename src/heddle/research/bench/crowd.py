"""A node with very many programs: what the agent costs, and how fast `heddle top` answers.

All are programs of the soft XPU with several queues each, on four devices, and each does a little
work once a second. --device does not count.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from heddle.errors import WorkloadError
from heddle.harness.report import Bar, Report
from heddle.harness.workload import Arena, Under, machine
from heddle.system.process import Stat
from heddle.table import Table

HELP = "what the agent costs with 200 programs and 1000 queues"

CPU_LIMIT, MEMORY_LIMIT_MB, TOP_LIMIT_S = 0.05, 100.0, 1.0
DEVICES = ("a", "b", "c", "d")
AT_ONCE = 10  #: programs that start together


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--programs", type=int, default=200, help="default 200")
    parser.add_argument("--queues", type=int, default=5, help="of each program (default 5)")
    parser.add_argument("--seconds", type=float, default=20.0, help="to watch (default 20)")


def _gather(arena: Arena, count: int, queues: int, say: Callable[[str], None]) -> None:
    words = ["requests", str(queues), "20", "1000000", "1", "3600"]
    for begin in range(0, count, AT_ONCE):
        say(f"{begin} of {count} programs")
        runs = [
            arena.start(
                f"soft@{DEVICES[i % len(DEVICES)]}", words, Under(), SOFT_LOAD_STREAMS=str(queues)
            )
            for i in range(begin, min(begin + AT_ONCE, count))
        ]
        while not all(run.requests() for run in runs):
            time.sleep(0.1)
            if not all(run.running() for run in runs):
                raise WorkloadError("a program ended early; its words are above")


def _cpu_s(pid: int) -> float:
    return Stat.read(pid).ticks / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024 / 1e6


def _top_s(arena: Arena) -> float:
    begin = time.monotonic()
    words = [sys.executable, "-m", "heddle", "top", "-1"]
    done = subprocess.run(words, env=arena.variables, capture_output=True, text=True)
    if done.returncode:
        raise WorkloadError(f"heddle top failed: {done.stderr}")
    return time.monotonic() - begin


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    with Arena(",".join(f"{name}=gpu" for name in DEVICES)) as arena:
        words = [sys.executable, "-m", "heddle", "node", "agent", "--quiet", "--policy", "fair"]
        agent = subprocess.Popen(words, env=arena.variables)
        try:
            _gather(arena, options.programs, options.queues, say)
            say("watching")
            time.sleep(2)
            before, begin = _cpu_s(agent.pid), time.monotonic()
            time.sleep(options.seconds)
            cpu = (_cpu_s(agent.pid) - before) / (time.monotonic() - begin)
            memory = _memory_mb(agent.pid)
            tops = [_top_s(arena) for _ in range(5)]
            with Table(arena.table) as table:
                used = table.used_slots()
        finally:
            agent.terminate()
            agent.wait()
    row = {
        "programs": used["program"],
        "queues": used["queue"],
        "agent_cpu": cpu,
        "agent_mb": memory,
        "top_s": median(tops),
    }
    bars = [
        Bar("agent, of one core", CPU_LIMIT, cpu),
        Bar("agent, MB", MEMORY_LIMIT_MB, memory),
        Bar("heddle top -1, s", TOP_LIMIT_S, median(tops)),
    ]
    return Report("crowd", [row], bars, machine())
