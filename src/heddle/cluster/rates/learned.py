"""Rates of jobs' alternatives, learned from runs. Declared rates are where learning begins.

Of each tenant by itself: what one tenant's jobs do changes nothing for another's. The order in
which runs were told does not matter, and up to half of them may be wrong (`metering.estimate`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from heddle.cluster.rates.runs import Devices, WorkloadRun, any_text, fits, share_milli
from heddle.cluster.running import lent_shape_of, shape_of
from heddle.cluster.shapes import Shape
from heddle.metering.estimate import RateSample, centre, weight
from heddle.metering.matrix import Matrix
from heddle.model.job import WHOLE, Alternative, Job

KEEP = 64  #: the newest runs of a workload on the same devices ...
MOST_RUNS = 256  #: ... on whichever devices
MOST_WORKLOADS = 200  #: of a tenant: those that ran last
MOST_ASKED = 100_000  #: jobs of a workload, of which the speeds are kept until its next run
#: A declared rate counts as much as so many runs of a minute or more on both alternatives.
DECLARED_RUNS = 3.0


@dataclass(frozen=True, slots=True)
class Speed:
    """How fast one alternative of a job is, in thousandths of the first one's."""

    alternative: int
    rate_milli: int | None = None  #: measured and declared together; None: it was not measured
    measured_milli: int | None = None
    declared_milli: int | None = None
    runs: int = 0  #: of it that count
    devices: str = ""  #: on which they were: H200
    base: int = 0  #: the alternative that it was compared with
    base_runs: int = 0
    base_devices: str = ""


@dataclass(frozen=True, slots=True)
class _Seen:
    """Runs that an alternative could have been."""

    log: float  #: of the rate with its share of the devices
    weight: float
    count: int
    devices: str


_Ways = tuple[int, int, int, int]


@dataclass(slots=True)
class _Workload:
    cells: dict[Devices, list[WorkloadRun]] = field(default_factory=dict)  #: the oldest first
    speeds: dict[object, tuple[Speed, ...]] = field(default_factory=dict)  #: by what is asked
    #: By the identity of a job's alternatives, which are kept beside, so that no other ones get it:
    #: a cycle asks for each of very many jobs, and to hash what they ask takes ten times as long.
    by_ways: dict[_Ways, tuple[tuple[Alternative, ...], tuple[Speed, ...]]] = field(
        default_factory=dict
    )

    def runs(self) -> Iterator[WorkloadRun]:
        return (run for cell in self.cells.values() for run in cell)

    def newest(self) -> WorkloadRun:
        return max((cell[-1] for cell in self.cells.values()), key=lambda run: run.age_key)


class LearnedRates:
    """All runs that are known."""

    def __init__(self, runs: Iterable[WorkloadRun] = ()) -> None:
        self._known: dict[tuple[str, str], _Workload] = {}  # by tenant and workload
        self._names: dict[str, set[str]] = {}  # of workloads, by tenant
        for run in sorted(runs, key=lambda run: run.age_key):
            self.add(run)

    def add(self, run: WorkloadRun) -> list[WorkloadRun]:
        """Gives the runs that are forgotten for it."""
        known = self._known.setdefault((run.tenant, run.workload), _Workload())
        names = self._names.setdefault(run.tenant, set())
        names.add(run.workload)
        known.speeds.clear()
        known.by_ways.clear()
        cell = known.cells.setdefault(run.devices, [])
        cell.append(run)
        cell.sort(key=lambda each: each.age_key)
        forgotten = cell[:-KEEP]
        del cell[:-KEEP]
        if sum(map(len, known.cells.values())) > MOST_RUNS:
            oldest = min(known.cells, key=lambda devices: known.cells[devices][0].age_key)
            forgotten.append(known.cells[oldest].pop(0))
            if not known.cells[oldest]:
                del known.cells[oldest]
        if len(names) > MOST_WORKLOADS:
            last = min(names, key=lambda each: self._known[run.tenant, each].newest().age_key)
            names.remove(last)
            forgotten += self._known.pop((run.tenant, last)).runs()
        return forgotten

    def forget(self, tenant: str) -> list[WorkloadRun]:
        """Gives all runs of the tenant, which are forgotten."""
        names = self._names.pop(tenant, set())
        return [run for name in names for run in self._known.pop((tenant, name)).runs()]

    def rate(self, job: Job, alternative: int) -> int | None:
        """As `Rules.rate`: thousandths of its first alternative's; None if it was not measured."""
        known = self._known.get((job.tenant, job.workload))
        return None if known is None else _speeds(known, job)[alternative].rate_milli

    def slower(self, job: Job, alternative: int) -> int | None:
        """As `Rules.slower`: how long its runs take with a device of another node, in thousandths
        of those with one of their own; None if it was not measured."""
        known = self._known.get((job.tenant, job.workload))
        way = job.alternatives[alternative]
        lent = lent_shape_of(job, way)
        if known is None or lent is None:
            return None
        own, away = (_seen(known, shape, _together(job)) for shape in (shape_of(job, way), lent))
        return None if own is None or away is None else _milli(own.log - away.log)

    def speeds(self, job: Job) -> tuple[Speed, ...]:
        """What is known of each of its alternatives."""
        return _speeds(self._known.get((job.tenant, job.workload)) or _Workload(), job)

    def tenants(self) -> list[str]:
        return sorted(self._names)

    def runs(self, tenant: str) -> list[WorkloadRun]:
        """Of all the tenant's workloads; of each, those in the unit of the newest."""
        known = [self._known[tenant, name] for name in self._names.get(tenant, ())]
        return [run for each in known for run in each.runs() if run.unit == each.newest().unit]


def matrix_of(runs: Iterable[WorkloadRun]) -> Matrix:
    """The throughput matrix of one tenant's runs."""
    return Matrix(run.observation() for run in runs)


def _speeds(known: _Workload, job: Job) -> tuple[Speed, ...]:
    ways = job.alternatives
    same = (id(ways), job.members, job.cpu_milli, job.conditions.level)
    kept = known.by_ways.get(same)
    if kept is not None:
        return kept[1]
    asked = tuple((way.asks, way.rate_milli, way.quota_mib) for way in ways), *same[1:], job.shape
    found = known.speeds.get(asked)
    if found is None:
        found = known.speeds[asked] = _compared(known, job)
    if len(known.by_ways) >= MOST_ASKED:
        known.by_ways.clear()
        known.speeds.clear()
    known.by_ways[same] = ways, found
    return found


def _compared(known: _Workload, job: Job) -> tuple[Speed, ...]:
    """Each alternative beside the first that was measured, which is as fast as it declares."""
    ways = job.alternatives
    seen = [_seen(known, shape_of(job, way), _together(job)) for way in ways]
    base = next((index for index, each in enumerate(seen) if each is not None), 0)
    first = seen[base]
    found = []
    for index, (way, its) in enumerate(zip(ways, seen, strict=True)):
        if its is None or first is None:
            found.append(Speed(index, declared_milli=way.rate_milli))
            continue
        log = its.log - first.log + math.log((ways[base].rate_milli or WHOLE) / WHOLE)
        used = log
        if way.rate_milli is not None:
            runs = 2 / (1 / its.weight + 1 / first.weight)
            trust = runs / (runs + DECLARED_RUNS)
            used = trust * log + (1 - trust) * math.log(way.rate_milli / WHOLE)
        is_base = index == base
        found.append(
            Speed(
                index,
                None if is_base else _milli(used),
                _milli(log),
                way.rate_milli,
                its.count,
                its.devices,
                base,
                first.count,
                first.devices,
            )
        )
    return tuple(found)


def _together(job: Job) -> int:
    """Members that make one run."""
    return 1 if job.shape == "array" else job.members


def _seen(known: _Workload, shape: Shape, members: int) -> _Seen | None:
    """Of several kinds of devices that it could have, each counts by its runs."""
    if not known.cells:
        return None
    now_s = known.newest().at_s
    unit = known.newest().unit
    cells = [devices for devices in known.cells if fits(devices, shape, members)]
    centres = {
        devices: centre(samples)
        for devices in sorted(cells, key=repr)
        if (samples := _samples(known.cells[devices], unit, now_s))
    }
    if not centres:
        return None
    total = math.fsum(each.weight for each in centres.values())
    log = math.fsum(each.weight * each.log for each in centres.values()) / total
    log += math.log(share_milli(shape) / WHOLE)
    return _Seen(log, total, sum(each.count for each in centres.values()), any_text(centres))


def _samples(runs: Sequence[WorkloadRun], unit: str, now_s: float) -> list[RateSample]:
    return [
        RateSample(math.log(run.rate), weight(run.seconds, now_s - run.at_s))
        for run in runs
        if run.unit == unit
    ]


def speed_text(found: Sequence[Speed], index: int) -> str:
    """2.1 x faster on H200 than on A100, seen in 14 runs (9 on A100; declared: 1.8 x)."""
    its = found[index]
    declared = "" if its.declared_milli is None else f"declared: {_times(its.declared_milli)}"
    if its.measured_milli is None:
        return f"no run of it is known{f' ({declared})' if declared else ''}"
    count = f"{its.runs} run{'s' * (its.runs != 1)}"
    if its.base == index:
        return f"{count} on {its.devices}, with which the others are compared"
    ratio = its.measured_milli / (found[its.base].declared_milli or WHOLE)
    than = f"on {its.devices} than on {its.base_devices}"
    said = f"{_times(WHOLE * ratio)} faster {than}"
    if ratio < 1:
        said = f"{_times(WHOLE / ratio)} slower {than}"
    more = [f"{its.base_runs} on {its.base_devices}", *filter(None, [declared])]
    if _times(its.rate_milli or 0) != _times(its.measured_milli):
        more.append(f"counts as {_times(its.rate_milli or 0)}")
    return f"{said}, seen in {count} ({'; '.join(more)})"


def _times(milli: float) -> str:
    """Two digits are as many as can be trusted."""
    value = milli / WHOLE
    return f"{value:.2f} x" if value < 1 else f"{value:.1f} x" if value < 10 else f"{value:.0f} x"


def _milli(log: float) -> int:
    """At least 1, and nothing that arithmetic cannot hold."""
    return max(1, round(WHOLE * math.exp(min(log, 40.0))))
