"""One simulation of a cluster from a description of it: what is run, and what jobs say."""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from heddle.cluster import placing
from heddle.cluster.nodes import Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.quota import Usage
from heddle.cluster.running import Cluster
from heddle.errors import UsageError
from heddle.model.job import Job
from heddle.model.quantity import DURATION
from heddle.sim import traces
from heddle.sim.cluster import Arrival, Fault, Simulation
from heddle.sim.cluster_report import report
from heddle.sim.fragments import Sampler
from heddle.sim.traces.base import Ask, Trace

SAMPLES = 400  #: of fragmentation, while jobs arrive
SAYS = ("trace", "exact", "none", "noisy:FACTOR")


@dataclass(frozen=True, slots=True)
class Setup:
    """All that decides what comes of a run, but for the seed."""

    trace: str
    folder: Path = Path()
    cluster: str | None = None
    policy: str = placing.DEFAULT
    ties: str = "name"  #: or random
    says: str = "trace"  #: what jobs say of their length; see `says`
    nodes: int | None = None  #: only so many nodes, evenly from the list
    load: float = 1.0  #: jobs come so many times as fast
    limit: int | None = None  #: only so many jobs, those that come first
    until_s: float = float("inf")
    faults: tuple[str, ...] = ()
    skip_bad: bool = False

    def described(self) -> dict[str, Any]:
        """For reports, and to know a run again."""
        return {
            "trace": self.trace,
            "cluster": self.cluster,
            "policy": self.policy,
            "ties": self.ties,
            "says": self.says,
            "nodes_asked": self.nodes,
            "load": self.load,
            "limit": self.limit,
            "until_s": None if self.until_s == float("inf") else self.until_s,
            "faults": list(self.faults),
            "skip_bad": self.skip_bad,
        }


@dataclass(slots=True)
class Run:
    """A simulation that is ready, or over."""

    setup: Setup
    seed: int
    trace: Trace
    simulation: Simulation
    sampler: Sampler
    jobs: dict[str, Arrival] = field(default_factory=dict)  #: all, also those yet to come

    @property
    def now_s(self) -> float:
        """Where the clock stands."""
        instants = self.simulation.outcome.instants
        last = instants[-1].at_s if instants else 0.0
        return last if self.setup.until_s == float("inf") else self.setup.until_s

    def report(self) -> dict[str, Any]:
        nodes = self.simulation.cluster.capacity
        return {
            **self.setup.described(),
            "seed": self.seed,
            "rules": self.trace.rules,
            "left_out": self.trace.left_out,
            "nodes": len(nodes),
            "devices": int((nodes.device_class >= 0).sum()),
            **report(self.simulation.outcome, self.sampler.samples, nodes, self.now_s),
        }


def prepare(
    setup: Setup, seed: int = 0, watch: Callable[[float, int, int], None] | None = None
) -> Run:
    """`watch` is told the time, how many jobs have come, and how many of them wait.

    :raises UsageError: if something in the setup or the trace makes no sense
    """
    ask = Ask(setup.folder, setup.cluster, setup.skip_bad, seed)
    trace = traces.load(setup.trace, ask)
    nodes = trace.nodes if setup.nodes is None else some(trace.nodes, setup.nodes)
    arrivals = sorted(trace.arrivals, key=lambda each: (each.job.submitted_s, each.job.id))
    arrivals = [_faster(each, setup.load) for each in arrivals[: setup.limit]]
    mix = trace.mix()
    policy = placing.find(setup.policy, nodes, mix)
    ties = "name" if setup.ties == "name" else f"random:{seed}"
    usage = None if trace.quotas is None else Usage(trace.quotas)
    cluster = Cluster(Placer(nodes.copy(), policy, ties), nodes, usage=usage)
    first, last = arrivals[0].job.submitted_s, arrivals[-1].job.submitted_s
    sampler = Sampler(cluster, mix, max((last - first) / SAMPLES, 1.0))

    def look(now: float, waiting: int) -> None:
        sampler.look(now)
        if watch:
            watch(now, len(simulation.outcome.jobs), waiting)

    simulation = Simulation(
        cluster,
        [replace(each, job=says(each, setup.says, seed)) for each in arrivals],
        faults(setup.faults, nodes),
        watch=look,
    )
    return Run(setup, seed, trace, simulation, sampler, {each.job.id: each for each in arrivals})


def simulate(
    setup: Setup, seed: int = 0, watch: Callable[[float, int, int], None] | None = None
) -> Run:
    """:raises UsageError: likewise"""
    run = prepare(setup, seed, watch)
    run.simulation.run(setup.until_s)
    return run


def is_random(setup: Setup) -> bool:
    """Whether another seed can give another outcome.

    :raises UsageError: if the trace cannot be read
    """
    if setup.ties == "random" or setup.says.startswith("noisy"):
        return True
    ask = Ask(setup.folder, setup.cluster, setup.skip_bad)
    return traces.load(setup.trace, ask).random


def some(nodes: Nodes, count: int) -> Nodes:
    """So many of them, evenly from the list, so that the mix stays much the same.

    :raises UsageError: if there are fewer
    """
    if not 1 <= count <= len(nodes):
        raise UsageError(f"--nodes {count} is not allowed: the trace has {len(nodes)}.")
    kept = [i * len(nodes) // count for i in range(count)]
    names = [nodes.names[i] for i in kept]
    return replace(
        nodes,
        names=names,
        free=nodes.free[kept],
        device_class=nodes.device_class[kept],
        cordoned=nodes.cordoned[kept],
        site=nodes.site[kept],
        stack=nodes.stack[kept],
        index={name: i for i, name in enumerate(names)},
    )


def says(arrival: Arrival, how: str, seed: int) -> Job:
    """The job, with what it says of its length: `exact` the truth, `none` nothing, `noisy:F` up to
    F times too much or too little (log-uniform), `trace` what it says itself. A service says
    nothing.

    :raises UsageError: if it is none of these
    """
    job, word = arrival.job, how.partition(":")
    if how == "trace":
        return job
    if how == "none" or job.shape == "service":
        return replace(job, expected_s=None)
    if how == "exact":
        return replace(job, expected_s=max(1, round(arrival.seconds)))
    factor = _factor(word[2]) if word[0] == "noisy" else None
    if factor is None:
        raise UsageError(f"--says {how!r} is not allowed: give {', '.join(SAYS)} (as noisy:2).")
    off = factor ** random.Random(f"{seed} {job.id}").uniform(-1, 1)
    return replace(job, expected_s=max(1, round(arrival.seconds * off)))


def faults(texts: Iterable[str], nodes: Nodes) -> list[Fault]:
    """NODE:AT:UNTIL each, as in node-7:2h:3h30m.

    :raises UsageError: if one makes no sense
    """
    found: list[Fault] = []
    for text in texts:
        name, _, times = text.partition(":")
        begin, colon, end = times.partition(":")
        if not colon:
            raise UsageError(f"--faults {text!r} is not allowed: give NODE:AT:UNTIL, as n7:2h:3h.")
        if name not in nodes.index:
            near = difflib.get_close_matches(name, nodes.names, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else f" There is {nodes.names[0]!r}."
            raise UsageError(f"--faults {text!r}: there is no node {name!r}.{hint}")
        fault = Fault(name, DURATION.parse(begin), DURATION.parse(end))
        if fault.until_s <= fault.at_s:
            raise UsageError(f"--faults {text!r}: it ends before it begins.")
        for other in found:
            if other.node == name and other.at_s < fault.until_s and fault.at_s < other.until_s:
                raise UsageError(f"--faults {text!r}: {name} is lost already then. Make it one.")
        found.append(fault)
    return found


def _factor(text: str) -> float | None:
    try:
        factor = float(text)
    except ValueError:
        return None
    return factor if 1 <= factor <= 1000 else None


def _faster(arrival: Arrival, load: float) -> Arrival:
    if load == 1:
        return arrival
    job = arrival.job
    at_s = round(job.submitted_s / load)
    deadline = None if job.deadline_s is None else job.deadline_s - job.submitted_s + at_s
    return replace(arrival, job=replace(job, submitted_s=at_s, deadline_s=deadline))
