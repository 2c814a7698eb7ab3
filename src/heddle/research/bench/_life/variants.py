"""What decides in a window: the default, as `heddle up` has it, and what it is held against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from statistics import fmean

from heddle.cluster import placing
from heddle.cluster.cycle import Rules
from heddle.cluster.expected import Expected
from heddle.cluster.migration.budget import NO_MOVES
from heddle.cluster.placer import Placer
from heddle.cluster.running import Cluster
from heddle.research.bench._life.windows import TraceWindow, devices
from heddle.sim.cluster.simulation import Simulation
from heddle.sim.cluster.truth import Arrival, JobOutcome

LARGEST = 0.1  #: of the jobs, by the devices that they ask for


PLAIN = Rules(resize=False, reservations=0, bands_s=(), match=False, moves=NO_MOVES)


@dataclass(frozen=True, slots=True)
class LifeVariant:
    """A way to decide."""

    policy: str = "best_fit"
    rules: Rules = field(default_factory=lambda: PLAIN)
    levels: Sequence[float] = ()
    tenants: bool = False  #: those of the trace, if it names any; else all jobs are of one


DEFAULT, FIFO = "default", "fifo"
#: Least attained service sinks after half an hour of a device, four and 32 hours.
VARIANTS: Mapping[str, LifeVariant] = {
    DEFAULT: LifeVariant(placing.DEFAULT, Rules(), tenants=True),
    FIFO: LifeVariant(),
    "strict": LifeVariant(rules=replace(PLAIN, backfill=False)),
    "las": LifeVariant(levels=(1800.0, 4 * 3600.0, 32 * 3600.0)),
}


@dataclass(frozen=True, slots=True)
class LifeFigures:
    """Of one window, in hours."""

    completion: float
    wait: float
    longest: float  #: wait among the largest tenth of the jobs

    @staticmethod
    def mean(several: Sequence[LifeFigures]) -> LifeFigures:
        return LifeFigures(
            fmean(each.completion for each in several),
            fmean(each.wait for each in several),
            fmean(each.longest for each in several),
        )


def live(window: TraceWindow, load: float, variant: LifeVariant) -> LifeFigures:
    """To the end of its last job."""
    nodes, expected = window.nodes, Expected(variant.policy)
    placer = Placer(nodes.copy(), expected.policy(nodes))
    keep = variant.tenants and window.tenants
    arrivals = [_resuming(each if keep else _alone(each)) for each in window.at_load(load)]
    simulation = Simulation(
        Cluster(placer, nodes, expected=expected),
        arrivals,
        rules=variant.rules,
        levels=variant.levels,
    )
    told = list(simulation.run().jobs.values())
    largest = sorted(told, key=lambda each: devices(each.job), reverse=True)
    return LifeFigures(
        fmean(_completion_s(each) for each in told) / 3600,
        fmean(_wait_s(each) for each in told) / 3600,
        max(_wait_s(each) for each in largest[: ceil(LARGEST * len(told))]) / 3600,
    )


def _alone(arrival: Arrival) -> Arrival:
    return replace(arrival, job=replace(arrival.job, tenant="all"))


def _resuming(arrival: Arrival) -> Arrival:
    return replace(arrival, job=replace(arrival.job, resumes=True))


def _completion_s(told: JobOutcome) -> float:
    assert told.end_s is not None, told.job.id
    return told.end_s - told.job.submitted_s


def _wait_s(told: JobOutcome) -> float:
    """Also after it was preempted."""
    return _completion_s(told) - told.ran_s
