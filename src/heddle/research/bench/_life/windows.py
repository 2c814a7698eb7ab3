"""Windows of public traces: some jobs that came one after another, on a cluster of their own, and
as dense as it takes for a load."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

import numpy as np

from heddle.cluster.nodes import CPU, Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.placing.best_fit import BestFit
from heddle.cluster.running import Cluster, members_of, shape_of
from heddle.cluster.why import impossible
from heddle.model.job import WHOLE, Job
from heddle.sim import traces
from heddle.sim.cluster.adjust import faster, some
from heddle.sim.cluster.truth import Arrival
from heddle.sim.traces.base import Ask, Trace

WINDOWS, JOBS = 5, 300
#: Of the jobs of a recorded trace: those before it were there when the record begins, or it had few
#: of them.
BEGIN = 0.1
IDLE = 0.001  #: a load at which no job meets another
USUAL = 0.6  #: the load at which jobs come as fast as they were recorded
FEWEST, MOST = 8, 120  #: nodes
SERVERS = "v100:4x5 + p100:4x5 + k80:4x5"  #: of Gavel's jobs


@dataclass(frozen=True, slots=True)
class TraceWindow:
    """Jobs, and the nodes for them."""

    arrivals: tuple[Arrival, ...]
    nodes: Nodes
    tenants: bool = False  #: those that the trace names are people who share the cluster

    def at_load(self, load: float) -> list[Arrival]:
        """The same jobs, so dense that they would keep this part of the cluster busy from the first
        arrival to the last, if none had to wait."""
        first = self.arrivals[0].job.submitted_s
        jobs = [each.job for each in self.arrivals]
        at = np.array([job.submitted_s - first for job in jobs], dtype=np.float64)
        lasts = np.array([mean_seconds(each) for each in self.arrivals])
        total = {
            "devices": (self.nodes.device_class >= 0).sum(),
            "cores": self.nodes.free[:, CPU].sum(),
        }
        asked = {"devices": [devices(job) for job in jobs], "cores": [cores(job) for job in jobs]}
        parts = [np.array(asked[what]) / total[what] for what in total if total[what]]

        def busy(pace: float) -> float:
            span = max(at[-1] / pace, 1.0)
            there = np.minimum(lasts, span - at / pace) / span
            return max(float((part * there).sum()) for part in parts)

        slow, fast = 1e-3, 1e3
        for _ in range(50):
            middle = math.sqrt(slow * fast)
            slow, fast = (middle, fast) if busy(middle) < load else (slow, middle)
        return [faster(_moved(each, -first), fast) for each in self.arrivals]


@dataclass(frozen=True, slots=True)
class LifeTrace:
    """Where windows come from. Constants of the default were chosen on some; the others are held
    out."""

    windows: Callable[[Path, int], list[TraceWindow]]
    held_out: bool
    unlike: bool = False  #: devices differ in speed, or jobs are elastic


def devices(job: Job, way: int = 0) -> float:
    """How many it asks for, with all its members."""
    asks = (ask for ask in job.alternatives[way].asks if ask.kind != "cpu")
    return members_of(job)[1] * sum(ask.count * ask.share_milli for ask in asks) / WHOLE


def cores(job: Job) -> int:
    return members_of(job)[1] * job.cpu_milli


def mean_seconds(arrival: Arrival) -> float:
    """That it takes, over its alternatives."""
    rates = [way.rate_milli or WHOLE for way in arrival.job.alternatives]
    return arrival.seconds * fmean(WHOLE / rate for rate in rates)


def _moved(arrival: Arrival, by_s: int) -> Arrival:
    job = arrival.job
    return replace(arrival, job=replace(job, submitted_s=job.submitted_s + by_s))


def _in_order(arrivals: Iterable[Arrival]) -> list[Arrival]:
    return sorted(arrivals, key=lambda each: (each.job.submitted_s, each.job.id))


def _window(arrivals: Iterable[Arrival], nodes: Nodes) -> TraceWindow:
    """Without those that no node of it could ever run."""
    cluster = Cluster(Placer(nodes.copy(), BestFit(nodes, {})), nodes)

    def can(job: Job) -> bool:
        least, joined = members_of(job)[0], job.conditions.joined
        shapes = (shape_of(job, way) for way in job.alternatives)
        return any(impossible(cluster, shape, least, joined) is None for shape in shapes)

    return TraceWindow(
        tuple(each for each in arrivals if each.seconds > 0 and can(each.job)), nodes
    )


def _cut(
    arrivals: Iterable[Arrival], count: int, begin: float = BEGIN, end: float = 1.0
) -> list[list[Arrival]]:
    """So many pieces, evenly from this part of a trace."""
    every = _in_order(arrivals)
    first, last = int(len(every) * begin), int(len(every) * end)
    step = (last - first) // count
    return [every[first + i * step :][: min(JOBS, step)] for i in range(count)]


def _nodes_for(arrivals: Sequence[Arrival], each_devices: float, each_cores: float) -> int:
    """So many that the usual load is what was recorded."""
    first, last = arrivals[0].job.submitted_s, arrivals[-1].job.submitted_s
    span = max(last - first, 1)
    used_devices = used_cores = 0.0
    for each in arrivals:
        part = min(each.seconds, last - each.job.submitted_s) / span
        used_devices += part * devices(each.job)
        used_cores += part * cores(each.job)
    needed = used_devices / each_devices
    if each_cores:
        needed = max(needed, used_cores / each_cores)
    return min(max(math.ceil(needed / USUAL), FEWEST), MOST)


def _openb(name: str) -> Callable[[Path, int], list[TraceWindow]]:
    def read(folder: Path, count: int) -> list[TraceWindow]:
        trace = traces.load(f"openb:{name}", Ask(folder, skip_bad=True))
        each_devices = (trace.nodes.device_class >= 0).sum() / len(trace.nodes)
        each_cores = trace.nodes.free[:, CPU].sum() / len(trace.nodes)
        found = []
        for piece in _cut(trace.arrivals, count):
            nodes = some(trace.nodes, _nodes_for(piece, each_devices, each_cores))
            found.append(_window(piece, nodes))
        return found

    return read


def _philly(begin: float, end: float) -> Callable[[Path, int], list[TraceWindow]]:
    def read(folder: Path, count: int) -> list[TraceWindow]:
        def load(nodes: int, limit: int | None = None) -> Trace:
            ask = Ask(folder, f"gpu:8x{nodes}", skip_bad=True, limit=limit)
            return traces.load("philly:philly/philly.csv", ask)

        found = []
        for piece in _cut(load(MOST).arrivals, count, begin, end):
            nodes = load(_nodes_for(piece, 8, 0), 1).nodes
            found.append(replace(_window(piece, nodes), tenants=True))
        return found

    return read


def _series(name: str, *, elastic: bool = False) -> Callable[[Path, int], list[TraceWindow]]:
    """Each workload of a series is a window."""

    def read(folder: Path, count: int) -> list[TraceWindow]:
        asked = Ask(folder, skip_bad=True, elastic=elastic)
        loaded = [traces.load(f"{name}/{number}", asked) for number in range(1, count + 1)]
        return [_window(_in_order(each.arrivals)[:JOBS], each.nodes) for each in loaded]

    return read


def _drawn(name: str) -> Callable[[Path, int], list[TraceWindow]]:
    """Each seed draws a window."""

    def read(folder: Path, count: int) -> list[TraceWindow]:
        asks = (Ask(folder, SERVERS, seed=seed, limit=JOBS) for seed in range(count))
        loaded = [traces.load(name, ask) for ask in asks]
        return [_window(_in_order(each.arrivals), each.nodes) for each in loaded]

    return read


TRACES: Mapping[str, LifeTrace] = {
    "openb default": LifeTrace(_openb("default"), False),
    "openb cpu050": LifeTrace(_openb("cpu050"), False),
    "openb gpushare40": LifeTrace(_openb("gpushare40"), False),
    "openb gpuspec10": LifeTrace(_openb("gpuspec10"), False),
    "philly, first half": LifeTrace(_philly(BEGIN, 0.55), False),
    "pollux": LifeTrace(_series("pollux:1"), False),
    "sia philly": LifeTrace(_series("sia:philly"), False, unlike=True),
    "sia philly, elastic": LifeTrace(_series("sia:philly", elastic=True), False, unlike=True),
    "gavel, one device": LifeTrace(_drawn("gavel:single"), False, unlike=True),
    "openb cpu037": LifeTrace(_openb("cpu037"), True),
    "openb cpu072": LifeTrace(_openb("cpu072"), True),
    "openb cpu200": LifeTrace(_openb("cpu200"), True),
    "openb gpushare20": LifeTrace(_openb("gpushare20"), True),
    "openb gpushare100": LifeTrace(_openb("gpushare100"), True),
    "openb gpuspec33": LifeTrace(_openb("gpuspec33"), True),
    "philly, second half": LifeTrace(_philly(0.55, 1.0), True),
    "pollux realistic": LifeTrace(_series("pollux:realistic"), True),
    "sia helios": LifeTrace(_series("sia:helios"), True, unlike=True),
    "sia helios, elastic": LifeTrace(_series("sia:helios", elastic=True), True, unlike=True),
    "gavel, several devices": LifeTrace(_drawn("gavel:multi"), True, unlike=True),
}
