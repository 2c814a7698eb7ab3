"""How many decisions the cycle makes in a second on one core, by the number of nodes.

A cluster is full, and 100,000 jobs of 50 shapes and several tenants wait. Again and again
some running jobs end, as many new ones come, and a cycle decides which start where, by the default
policy, and why the others wait. A decision is a job that starts, or one that was tried and has its
reasons; those behind it that share its fate are not counted. All of it is timed: what jobs give
back, how they join the line, and the whole cycle, with quotas and a reservation. Garbage is
collected as rarely as in the control plane.

Without any device: --device does not count.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from heddle.collector import collect_rarely
from heddle.extras import extra
from heddle.harness.report import Bar, Report
from heddle.harness.workload import machine

if TYPE_CHECKING:
    from heddle.cluster.nodes import Nodes
    from heddle.model.job import Job

HELP = "decisions a second at 5,000 and 30,000 nodes"

LIMITS = {5_000: 5_000.0, 30_000: 1_000.0}  #: decisions a second, by nodes
SHAPES = 50
TENANTS = 4
WAITING = 100_000
CYCLE_P99_MS = 250.0  #: at the first of them
ENDS = 500  #: jobs between two cycles: about those of a tenth of a second at the first limit
DECISIONS = 20_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--nodes", type=int, action="append", help="again for more")
    parser.add_argument(
        "--decisions", type=int, default=DECISIONS, help=f"to time (default {DECISIONS:,})"
    )
    parser.add_argument("--policy", help="instead of the default one")


def _nodes(count: int) -> Nodes:
    """Four kinds of nodes; an eighth of them has an FPGA beside its GPUs."""
    from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes

    large, small = DeviceClass("gpu", "h200", "nvidia"), DeviceClass("gpu", "l4", "nvidia")
    npu, fpga = DeviceClass("npu", "ascend910b", "huawei"), DeviceClass("fpga", "u250", "xilinx")
    kinds = (
        (96_000, 786_432, (large,) * 8),
        (64_000, 262_144, (small,) * 4),
        (128_000, 524_288, (npu,) * 8),
        (64_000, 262_144, (small,) * 4),
        (96_000, 786_432, (large,) * 8),
        (32_000, 131_072, (small,) * 2),
        (128_000, 524_288, (npu,) * 8),
        (64_000, 262_144, (*((small,) * 3), fpga)),
    )
    return Nodes.from_rows(
        NodeRow(f"node-{i:05d}", *kinds[i % len(kinds)][:2], kinds[i % len(kinds)][2])
        for i in range(count)
    )


def _jobs(chance: random.Random) -> Iterator[Job]:
    """Fifty shapes: parts of a device, one, several, of any or of one model, and none. Every other
    job says how long it takes."""
    from heddle.model.job import Alternative, DeviceAsk, Job

    asks: list[tuple[DeviceAsk, ...]] = []
    for i in range(SHAPES):
        kind = ("gpu", "gpu", "npu")[i % 3]
        if i % 10 == 9:
            asks.append(())
        elif i == 8:
            asks.append((DeviceAsk(1, "gpu"), DeviceAsk(1, "fpga")))
        elif i % 4 == 0:
            asks.append((DeviceAsk(1, kind, share_milli=100 + 50 * (i % 15)),))
        elif i % 4 == 1:
            asks.append((DeviceAsk((2, 4, 8)[i % 3], kind),))
        else:
            models = ("l4",) if kind == "gpu" and i % 4 == 2 else ()
            asks.append((DeviceAsk(1 + (i > 40), kind, models=models),))
    ways = [(Alternative(each),) for each in asks]
    number = 0
    while True:
        i = chance.randrange(SHAPES)
        yield Job(
            f"job-{number:07d}",
            f"tenant-{chance.randrange(TENANTS)}",
            ways[i],
            cpu_milli=2_000 + 1_000 * (i % 9),
            memory_mib=8_192 * (1 + i % 5),
            submitted_s=number,
            expected_s=chance.randrange(600, 86_400) if number % 2 else None,
        )
        number += 1


def _time(count: int, decisions: int, policy: str) -> dict[str, Any]:
    from heddle.cluster import placing
    from heddle.cluster.cycle import Rules, decide
    from heddle.cluster.placer import Placer
    from heddle.cluster.running import Cluster
    from heddle.cluster.waiting_line import WaitingLine

    chance = random.Random(count)
    nodes, jobs = _nodes(count), _jobs(chance)
    line = WaitingLine(next(jobs) for _ in range(WAITING))
    mix = dict.fromkeys((peers.shapes[0] for peers in line.all_peers()), 1.0)
    cluster = Cluster(Placer(nodes.copy(), placing.find(policy, nodes, mix)), nodes)
    whole = int(nodes.device_free.clip(0).sum())
    rules = Rules()
    now_s = WAITING
    while decide(cluster, line, now_s, rules).starts:  # until nothing more fits
        while len(line) < WAITING:
            line.add(next(jobs))
    names = sorted(cluster.running)
    tried = starts = 0
    cycles: list[float] = []
    while tried < decisions:
        now_s += 1
        fresh = [next(jobs) for _ in range(WAITING - len(line))]
        moment = time.perf_counter()
        for _ in range(ENDS):
            at = chance.randrange(len(names))
            names[at], names[-1] = names[-1], names[at]
            cluster.end(names.pop())
        for job in fresh:
            line.add(job)
        decision = decide(cluster, line, now_s, rules)
        cycles.append(time.perf_counter() - moment)
        tried += len(decision.starts) + decision.waits.tried
        starts += len(decision.starts)
        names += (running.job.id for running in decision.starts)
    seconds = sum(cycles)
    return {
        "nodes": count,
        "policy": policy,
        "shapes": len(mix),
        "waiting": len(line),
        "with_reasons": len(decision.waits),
        "running": len(cluster.running),
        "used": round(1 - int(cluster.placer.idle.sum()) / whole, 3),
        "decisions_s": tried / seconds,
        "starts_s": starts / seconds,
        "us_each": 1e6 * seconds / tried,
        "cycle_ms": 1e3 * sorted(cycles)[len(cycles) // 2],
        "cycle_p99_ms": 1e3 * sorted(cycles)[int(0.99 * len(cycles))],
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    with extra("heddle bench scale", "NumPy", "cluster"):
        import numpy as _  # noqa: F401
    from heddle.cluster import placing

    policy = options.policy or placing.DEFAULT
    rows = []
    for count in sorted(options.nodes or LIMITS):
        say(f"{count:,} nodes: filling, then {options.decisions:,} decisions")
        with collect_rarely():
            rows.append(_time(count, options.decisions, policy))
    bars = [
        Bar(f"decisions a second, {row['nodes']:,} nodes", limit, row["decisions_s"], at_least=True)
        for row in rows
        if (limit := LIMITS.get(row["nodes"])) is not None
    ]
    bars += [
        Bar(f"cycle, p99, {row['nodes']:,} nodes (ms)", CYCLE_P99_MS, row["cycle_p99_ms"])
        for row in rows
        if row["nodes"] == min(LIMITS)
    ]
    if len(rows) > 1:
        first, last = rows[0], rows[-1]
        bars.append(
            Bar(
                "growth of a decision's cost, beside that of the nodes",
                1.0,
                (last["us_each"] / first["us_each"]) / (last["nodes"] / first["nodes"]),
            )
        )
    return Report("scale", rows, bars, machine())
