"""One simulation of a cluster from a description of it: what is run, and what jobs say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from heddle.cluster import choosing, ordering, placing
from heddle.cluster.conditions.network import NOTHING as NO_SITES
from heddle.cluster.cycle import Rules
from heddle.cluster.expected import Expected
from heddle.cluster.migration.budget import FEW_MOVES, MoveBudget
from heddle.cluster.nodes import Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.quota import Usage
from heddle.cluster.rates.learned import LearnedRates
from heddle.cluster.running import Cluster
from heddle.errors import UsageError, did_you_mean
from heddle.sim import traces
from heddle.sim.cluster.adjust import RATES, faster, faults, says, some, undeclared
from heddle.sim.cluster.fragments import FragmentSampler
from heddle.sim.cluster.report import report
from heddle.sim.cluster.simulation import Simulation
from heddle.sim.cluster.truth import Arrival
from heddle.sim.cluster.worth import FIGURES, NEEDED, ByModel
from heddle.sim.traces.base import Ask, Trace
from heddle.spec import sites_file

SAMPLES = 400  #: of fragmentation, while jobs arrive


@dataclass(frozen=True, slots=True)
class Setup:
    """All that decides what comes of a run, but for the seed."""

    trace: str
    folder: Path = Path()
    cluster: str | None = None
    policy: str = placing.DEFAULT
    ties: str = "name"  #: or random
    order: str = ordering.DEFAULT  #: among the jobs of a tenant
    choose: str = choosing.DEFAULT  #: among the alternatives of a job
    migrate: int = FEW_MOVES.each  #: members that may be moved for a job that does not fit
    moves: int = FEW_MOVES.an_hour  #: in an hour
    resumes: bool = False  #: all jobs say that they resume
    says: str = "trace"  #: what jobs say of their length; see `says`
    rates: str = "declared"  #: how fast alternatives are taken to be: one of `RATES`
    nodes: int | None = None  #: only so many nodes, evenly from the list
    load: float = 1.0  #: jobs come so many times as fast
    limit: int | None = None  #: only so many jobs, those that come first
    elastic: bool = False  #: jobs may get fewer devices than they ask for, if they can do with them
    until_s: float = float("inf")
    faults: tuple[str, ...] = ()
    of: tuple[int, int] | None = None  #: figures of these only, counted as they arrive
    skip_bad: bool = False
    sites: Path | None = None  #: prices, power and network of the nodes' sites, as of `heddle up`

    def described(self) -> dict[str, Any]:
        """For reports, and to know a run again."""
        return {
            "trace": self.trace,
            "cluster": self.cluster,
            "policy": self.policy,
            "ties": self.ties,
            "order": self.order,
            "choose": self.choose,
            "migrate": self.migrate,
            "moves": self.moves,
            "resumes": self.resumes,
            "says": self.says,
            "rates": self.rates,
            "nodes_asked": self.nodes,
            "load": self.load,
            "limit": self.limit,
            "elastic": self.elastic,
            "until_s": None if self.until_s == float("inf") else self.until_s,
            "faults": list(self.faults),
            "of": None if self.of is None else list(self.of),
            "skip_bad": self.skip_bad,
            **({} if self.sites is None else {"sites": str(self.sites)}),
        }

    def ask(self, seed: int) -> Ask:
        """:raises UsageError: if the sites cannot be read"""
        atlas = NO_SITES if self.sites is None else sites_file.read(self.sites)
        return Ask(self.folder, self.cluster, self.skip_bad, seed, self.limit, self.elastic, atlas)


@dataclass(slots=True)
class ClusterRun:
    """A simulation that is ready, or over."""

    setup: Setup
    seed: int
    trace: Trace
    simulation: Simulation
    sampler: FragmentSampler
    worth: ByModel
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
            "rules": [*self.trace.rules, f"a device counts, in units: {self.worth.text}"],
            "left_out": self.trace.left_out,
            "nodes": len(nodes),
            "devices": int((nodes.device_class >= 0).sum()),
            "units": {"known": dict(self.worth.known), "assumed": list(self.worth.unknown)},
            **report(
                self.simulation.outcome, self.sampler.samples, nodes, self.now_s, self.setup.of
            ),
        }


def prepare(
    setup: Setup, seed: int = 0, watch: Callable[[float, int, int], None] | None = None
) -> ClusterRun:
    """`watch` is told the time, how many jobs have come, and how many of them wait.

    :raises UsageError: if something in the setup or the trace is invalid
    """
    trace = traces.load(setup.trace, setup.ask(seed))
    if setup.sites is not None:
        _check_sites(trace.nodes, setup)
    nodes = trace.nodes if setup.nodes is None else some(trace.nodes, setup.nodes)
    arrivals = sorted(trace.arrivals, key=lambda each: (each.job.submitted_s, each.job.id))
    arrivals = [faster(each, setup.load) for each in arrivals[: setup.limit]]
    if setup.rates not in RATES:
        rule = f"--rates {setup.rates!r} is not allowed: give {', '.join(RATES)}."
        raise UsageError(f"{rule}{did_you_mean(setup.rates, RATES)}")
    if setup.rates != "declared":
        arrivals = [undeclared(each) for each in arrivals]
    if setup.resumes:
        arrivals = [replace(each, job=replace(each.job, resumes=True)) for each in arrivals]
    mix = trace.mix()
    expected = Expected(setup.policy)
    ties = "name" if setup.ties == "name" else f"random:{seed}"
    usage = None if trace.quotas is None else Usage(trace.quotas)
    figures = {name: figure(nodes.classes, trace.figures) for name, figure in FIGURES.items()}
    if needed := NEEDED.get(setup.choose):
        figures[needed].needed(f"--choose {setup.choose}", needed)
    cluster = Cluster(
        Placer(nodes.copy(), expected.policy(nodes), ties),
        nodes,
        usage,
        figures["worth"],
        figures["price"],
        figures["watts"],
        expected,
    )
    first, last = arrivals[0].job.submitted_s, arrivals[-1].job.submitted_s
    sampler = FragmentSampler(cluster, mix, max((last - first) / SAMPLES, 1.0))

    def look(now: float, waiting: int) -> None:
        sampler.look(now)
        if watch:
            watch(now, len(simulation.outcome.jobs), waiting)

    simulation = Simulation(
        cluster,
        [replace(each, job=says(each, setup.says, seed)) for each in arrivals],
        faults(setup.faults, nodes),
        Rules(
            choose=choosing.find(setup.choose),
            moves=MoveBudget(setup.migrate, setup.moves),
        ),
        turn=ordering.find(setup.order),
        watch=look,
        rates=LearnedRates() if setup.rates == "learned" else None,
    )
    jobs = {each.job.id: each for each in arrivals}
    return ClusterRun(setup, seed, trace, simulation, sampler, figures["worth"], jobs)


def _check_sites(nodes: Nodes, setup: Setup) -> None:
    """:raises UsageError: if the file says nothing of any node"""
    if setup.nodes is not None:
        raise UsageError("--sites: budgets are of all nodes. Leave --nodes out.")
    if not any(nodes.network.facts(site) for site in nodes.sites):
        here = sorted(filter(None, nodes.sites))
        has = f"they are at {', '.join(here[:5])}" if here else "they have none"
        raise UsageError(
            f"--sites {setup.sites}: no node is at a site of the file: {has}. A trace of your own "
            'says it: `site = "fra"` below [[nodes]].'
        )


def simulate(
    setup: Setup, seed: int = 0, watch: Callable[[float, int, int], None] | None = None
) -> ClusterRun:
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
    return traces.load(setup.trace, setup.ask(0)).random
