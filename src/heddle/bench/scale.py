"""How many placements are decided in a second on one core, by the number of nodes.

A line of waiting jobs of 50 shapes meets a cluster that is nearly full. Each decision places a job
with the default policy, or keeps the reasons why not and sends it to the end of the line. For every
job that is placed, running ones end until the cluster is as full as before; that they end is not
timed, but what it makes of the decisions is. A second is one of the core's own time.

Without any device: --device does not count.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from heddle.bench.report import Bar, Report
from heddle.bench.workload import machine
from heddle.errors import MissingExtraError

if TYPE_CHECKING:
    from heddle.cluster.nodes import Nodes
    from heddle.cluster.shapes import Shape

HELP = "placements a second at 5,000 and 30,000 nodes"

LIMITS = {5_000: 5_000.0, 30_000: 1_000.0}  #: decisions a second, by nodes
SHAPES = 50
WAITING = 100_000
FULL = 0.9  #: of the devices are in use
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


def _shapes() -> list[Shape]:
    """Fifty that differ: parts of a device, one, several, of any or of one model, and none."""
    from heddle.cluster.shapes import Shape, Term

    found = []
    for i in range(SHAPES):
        cpu, memory = 2_000 + 1_000 * (i % 9), 8_192 * (1 + i % 5)
        kind = ("gpu", "gpu", "npu")[i % 3]
        if i % 10 == 9:
            terms: tuple[Term, ...] = ()
        elif i == 8:
            terms = (Term(1, ("gpu",)), Term(1, ("fpga",)))
        elif i % 4 == 0:
            terms = (Term(1, (kind,), share_milli=100 + 50 * (i % 15)),)
        elif i % 4 == 1:
            terms = (Term((2, 4, 8)[i % 3], (kind,)),)
        else:
            terms = (Term(1, (kind,), models=("l4",) if kind == "gpu" and i % 4 == 2 else ()),)
        found.append(Shape(cpu, memory, terms))
    return found


def _time(count: int, decisions: int, policy: str) -> dict[str, Any]:
    from heddle.cluster import placing
    from heddle.cluster.placer import Placer

    chance = random.Random(count)
    nodes, shapes = _nodes(count), _shapes()
    mix = dict.fromkeys(shapes, 1.0)
    placer = Placer(nodes, placing.find(policy, nodes, mix))
    whole = idle = int(nodes.device_free.clip(0).sum())
    running = []
    while idle > (1 - FULL) * whole:
        placement = placer.best(chance.choice(shapes))
        if placement is not None:
            placer.take(placement)
            running.append(placement)
            idle -= placement.shape.device_milli
    line = deque(chance.choices(shapes, k=WAITING))
    reasons: dict[Shape, Counter[str]] = {}
    placed = 0
    spent: list[float] = []
    for _ in range(decisions):
        moment = time.perf_counter()
        shape = line.popleft()
        placement = placer.best(shape)
        if placement is None:
            reasons[shape] = placer.why_not(shape)
            line.append(shape)
        else:
            placer.take(placement)
            reasons.pop(shape, None)
            running.append(placement)
            placed += 1
            idle -= shape.device_milli
            line.append(chance.choice(shapes))
        while idle < (1 - FULL) * whole:
            at = chance.randrange(len(running))
            running[at], running[-1] = running[-1], running[at]
            ended = running.pop()
            placer.give_back(ended)
            idle += ended.shape.device_milli
        spent.append(time.perf_counter() - moment)
    seconds = sum(spent)
    return {
        "nodes": count,
        "policy": policy,
        "shapes": len(shapes),
        "waiting": len(line),
        "running": len(running),
        "decisions_s": decisions / seconds,
        "us_each": 1e6 * seconds / decisions,
        "p99_us": 1e6 * sorted(spent)[int(0.99 * len(spent))],
        "placed": placed / decisions,
        "with_reasons": sum(bool(found) for found in reasons.values()),
        "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def measure(options: argparse.Namespace, say: Callable[[str], None]) -> Report:
    try:
        from heddle.cluster import placer as _placer  # noqa: F401
        from heddle.cluster import placing
    except ModuleNotFoundError as error:
        raise MissingExtraError("heddle bench scale", "NumPy", "cluster") from error
    policy = options.policy or placing.DEFAULT
    rows = []
    for count in sorted(options.nodes or LIMITS):
        say(f"{count:,} nodes: filling, then {options.decisions:,} decisions")
        rows.append(_time(count, options.decisions, policy))
    bars = [
        Bar(f"decisions a second, {row['nodes']:,} nodes", limit, row["decisions_s"], at_least=True)
        for row in rows
        if (limit := LIMITS.get(row["nodes"])) is not None
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
