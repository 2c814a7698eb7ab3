"""Gavel's workloads (2020): training jobs with measured rates on V100, P100 and K80.

`gavel:single@5.6` are jobs of one device, 5.6 an hour in the mean, and `gavel:multi@2.6` such of up
to eight, as the seed draws them by the published protocol; `@0` lets all come at once. They are
1000, or --limit. `gavel:FILE` is one of the traces, or a file of that form.

The nodes are those of the protocol, where each kind is one pool. With --cluster there are servers,
and a job that is on several has the rate that was measured so.
"""

from __future__ import annotations

import math
import re
from itertools import islice

from heddle.cluster.nodes import DeviceClass, NodeRow, Nodes
from heddle.cluster.running import Running
from heddle.errors import UsageError
from heddle.model.job import Alternative, DeviceAsk, Job
from heddle.research import gavel, rounds
from heddle.sim.cluster.hardware import FORM
from heddle.sim.cluster.truth import Arrival, SteadyTruth
from heddle.sim.traces.base import Ask, Holes, Trace, alike, find

TAKES = ("cluster",)
RATES = "gavel/simulation_throughputs.json"
STREAM = re.compile(r"(single|multi)(?:@(\d{1,6}(?:\.\d+)?))?")
USUAL = {"single": 5.6, "multi": 2.6}  #: jobs an hour of the published figures
JOBS = 1000  #: of a stream, unless --limit says
APART = "_unconsolidated"  #: kinds of the table, for devices in several servers


def read(what: str, ask: Ask) -> Trace:
    """:raises UsageError: if there is no such workload, or if its file has holes"""
    rates = gavel.read_rates(ask.folder / RATES)
    rows = _pools() if ask.cluster is None else _servers(ask.cluster)
    largest = {kind: max(len(row.devices) for row in rows[kind]) for kind in rows}
    rules = [
        "the cluster is the published one: each kind is one pool, as if all were in one server"
        if ask.cluster is None
        else f"the cluster is assumed: {ask.cluster}; in several servers the rates are those there",
        "jobs say how fast they are on each kind; none shares a device",
    ]
    if drawn := STREAM.fullmatch(what):
        per_h = float(drawn[2] or USUAL[drawn[1]])
        stream = gavel.stream(rates, ask.seed, per_h, several=drawn[1] == "multi")
        found, left_out = list(islice(stream, ask.limit or JOBS)), {}
        said = f"{per_h:g} jobs an hour" if per_h else "all jobs come at once"
        rules.append(f"{said}; {len(found)} jobs are drawn with seed {ask.seed}")
    else:
        path = find(what, ask.folder)
        if not path.is_file():
            raise UsageError(
                f"{what!r} is neither a file nor a stream: write gavel:single@5.6 or "
                "gavel:multi@2.6 (jobs an hour), or a trace. --traces names their folder."
            )
        holes = Holes(path, ask.skip_bad)
        found = gavel.read_trace(path, rates, bad=holes.bad)[: ask.limit]
        left_out = dict(holes.left_out)
    arrivals = [_arrival(each, rates, largest) for each in found]
    nodes = Nodes.from_rows(row for each in rows.values() for row in each)
    return Trace(nodes, arrivals, rules, left_out, random=drawn is not None)


def _pools() -> dict[str, list[NodeRow]]:
    return {kind: [_server(kind, count, 0)] for kind, count in gavel.CLUSTER.items()}


def _servers(text: str) -> dict[str, list[NodeRow]]:
    found: dict[str, list[NodeRow]] = {}
    for part in text.split("+"):
        said = FORM.fullmatch(part.strip().lower())
        if said is None or said[1] not in gavel.CLUSTER or not int(said[2]) or not int(said[3]):
            raise UsageError(
                f"--cluster {text!r} cannot be read: the rates are of {', '.join(gavel.CLUSTER)}; "
                "write v100:4x9 + p100:4x9 + k80:4x9."
            )
        here = found.setdefault(said[1], [])
        here += [_server(said[1], int(said[2]), len(here) + i) for i in range(int(said[3]))]
    return found


def _server(kind: str, count: int, number: int) -> NodeRow:
    device = DeviceClass("gpu", kind.upper(), "nvidia")
    return NodeRow(f"{kind}-{number:04}", 0, 0, (device,) * count)


def _arrival(it: rounds.SimulatedJob, rates: gavel.StepRates, largest: dict[str, int]) -> Arrival:
    """The kinds that the cluster has; the first that can is the one that others are beside."""
    model, _, devices = it.profile.rpartition(" x")
    members, each = alike(int(devices), min(largest.values()))

    def rate(kind: str, servers: int) -> float:
        where = kind if servers == 1 else kind + APART
        return rates.alone.get((where, model, int(devices)), 0.0)

    kinds = [each.kind for each in it.choices if each.kind in largest and rate(each.kind, members)]
    if not kinds:
        raise UsageError(
            f"--cluster: {it.profile} was not measured on it. Take larger servers, or another kind."
        )
    usual = rate(kinds[0], members)

    def speed(running: Running) -> float:
        servers = len({placement.node for placement in running.placements})
        return rate(kinds[running.alternative], servers) / usual

    ways = tuple(
        Alternative(
            (DeviceAsk(each, "gpu", models=(kind.upper(),)),),
            rate_milli=max(1, round(1000 * rate(kind, members) / usual)),
        )
        for kind in kinds
    )
    job = Job(
        f"gavel-{it.id}",
        "gavel",
        ways,
        shape="gang" if members > 1 else "single",
        members=members,
        submitted_s=math.floor(it.at_s),
        workload=model,
    )
    seconds = it.work / usual
    return Arrival(job, seconds, SteadyTruth(seconds, speed), restart_s=0.0, steps=it.work)
