"""What a cluster is doing: its nodes, the jobs that run, and what tenants have used."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from heddle.cluster.expected import Expected
from heddle.cluster.nodes import Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.placing.base import allows
from heddle.cluster.quota import Amounts, Quotas, Usage
from heddle.cluster.shapes import Placement, Shape, Term
from heddle.cluster.whatif import trial
from heddle.model.job import WHOLE, Alternative, Job
from heddle.model.reason import Reason
from heddle.model.site import PLACES

ByModel = Callable[[str], int]  #: a figure of one device, by its model


@dataclass(frozen=True, slots=True)
class Running:
    """A job that runs."""

    job: Job
    alternative: int  #: which of the job's
    placements: tuple[Placement, ...]  #: one for each member
    started_s: int
    ends_s: int | None = None  #: as far as it says

    @property
    def members(self) -> int:
        return len(self.placements)

    @property
    def shape(self) -> Shape:
        return self.placements[0].shape


@dataclass(slots=True)
class Cluster:
    """The state that a cycle decides on, and changes: what it starts counts as started."""

    placer: Placer
    capacity: Nodes  #: the same nodes, empty; what is booked is not free there either
    usage: Usage | None = None  #: what tenants use of their quotas; None: there are no quotas
    worth: ByModel = lambda model: WHOLE  #: compute units, in thousandths of the reference
    price: ByModel = lambda model: 0  #: for an hour, in thousandths of the currency
    watts: ByModel = lambda model: 0  #: at full load
    expected: Expected | None = None  #: what the placing policy learns from; None: it knows all
    running: dict[str, Running] = field(default_factory=dict)
    #: When running jobs end as far as they say, the first first.
    ends: list[tuple[int, str]] = field(default_factory=list)
    #: Of running jobs that can be preempted: often shows at once that there is no victim.
    priorities: Counter[int] = field(default_factory=Counter)
    elastic: dict[str, None] = field(default_factory=dict)  #: ids of running jobs that are
    empty: Placer = field(init=False)  #: for what could run if nothing else did
    bare: Placer = field(init=False)  #: and if nothing were booked
    #: Why not even then, by what was asked: shape, members, joined. That does not change.
    impossible: dict[tuple[Shape, int, str | None], Reason | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.usage is None:
            self.usage = Usage(Quotas(self.capacity_amounts()))
        self.empty = trial(self.capacity.copy())
        self.bare = trial(self.capacity.unbooked()) if self.capacity.booked else self.empty

    @property
    def nodes(self) -> Nodes:
        return self.placer.nodes

    @property
    def tenants(self) -> Usage:
        assert self.usage is not None
        return self.usage

    def capacity_amounts(self) -> dict[str, int]:
        """All devices, in units and in thousandths by kind."""
        found = {"units": 0}
        counts = Counter(self.capacity.device_class[self.capacity.device_class >= 0].tolist())
        for index, count in counts.items():
            device = self.capacity.classes[index]
            found["units"] += self.worth(device.model) * count
            found[device.kind] = found.get(device.kind, 0) + WHOLE * count
        return found

    def demand_of(self, shape: Shape, members: int) -> dict[str, int]:
        """What so many members would use, of the devices that count least."""
        found = {"units": 0}
        for term in shape.terms:
            fitting = [each for each in self.capacity.classes if allows(each, term, shape.level)]
            if not fitting:
                continue
            device = min(fitting, key=lambda each: (self.worth(each.model), each.model))
            milli = term.milli * members
            found["units"] += self.worth(device.model) * milli // WHOLE
            found[device.kind] = found.get(device.kind, 0) + milli
        return found

    def least(self, shape: Shape, figure: ByModel) -> int:
        """The least that the devices of one member come to, in what `figure` counts."""
        total = 0
        for term in shape.terms:
            fitting = (
                figure(each.model)
                for each in self.capacity.classes
                if allows(each, term, shape.level)
            )
            total += min(fitting, default=0) * term.milli
        return total // WHOLE

    def learn(self) -> None:
        """Places as is best for what was asked for so far."""
        if self.expected is not None and self.expected.is_due:
            self.placer.adopt(self.expected.policy(self.capacity))

    def start(self, running: Running) -> None:
        for placement in running.placements:
            self.placer.take(placement)
        self.note(running)

    def note(self, running: Running, demand: Amounts | None = None) -> None:
        """It runs, and its placements are already taken; that they are so much may be known."""
        job = running.job
        self.tenants.start(job.tenant, demand or self.demand(running.placements))
        self.running[job.id] = running
        if running.ends_s is not None:
            insort(self.ends, (running.ends_s, job.id))
        if job.preemptible:
            self.priorities[job.priority] += 1
        if job.shape == "elastic":
            self.elastic[job.id] = None

    def end(self, job_id: str) -> Running:
        running = self._forget(job_id)
        for placement in running.placements:
            self.placer.give_back(placement)
        if self.expected is not None:
            self.expected.leave()
        return running

    def change(self, running: Running) -> None:
        """It runs with other placements; what differs is already taken or given back."""
        self._forget(running.job.id)
        self.note(running)

    def _forget(self, job_id: str) -> Running:
        running = self.running.pop(job_id)
        job = running.job
        self.tenants.end(job.tenant, self.demand(running.placements))
        if running.ends_s is not None:
            del self.ends[bisect_left(self.ends, (running.ends_s, job_id))]
        if job.preemptible:
            self.priorities[job.priority] -= 1
        self.elastic.pop(job_id, None)
        return running

    def lowest_priority(self) -> int | None:
        """Of what runs and can be preempted."""
        return min((each for each, count in self.priorities.items() if count), default=None)

    def demand(self, placements: Iterable[Placement]) -> dict[str, int]:
        """In units, and in thousandths of devices by kind."""
        found = {"units": 0}
        classes = self.nodes.classes
        for placement in placements:
            row = self.nodes.device_class[placement.node]
            for slot, milli in placement.devices:
                device = classes[row[slot]]
                found["units"] += self.worth(device.model) * milli // WHOLE
                found[device.kind] = found.get(device.kind, 0) + milli
        return found


def shape_of(job: Job, alternative: Alternative) -> Shape:
    """What one member of the job asks of a node; cores that are asked as devices count as cores."""
    cores = sum(ask.count for ask in alternative.asks if ask.kind == "cpu")
    joined = job.conditions.joined or ""
    sites = job.conditions.sites
    if alternative.site is not None:
        sites = (alternative.site,)
    return Shape(
        cpu_milli=max(job.cpu_milli, 1000 * cores),
        memory_mib=job.memory_mib,
        terms=tuple(
            Term(
                ask.count,
                kinds=(ask.kind,) if ask.kind else (),
                vendors=(ask.vendor,) if ask.vendor else (),
                models=ask.models,
                share_milli=ask.share_milli,
                memory_mib=max(ask.memory_mib, alternative.quota_mib),
                device=ask.device or "",
            )
            for ask in alternative.asks
            if ask.kind != "cpu"
        ),
        level=job.conditions.level,
        sites=sites,
        stack=job.conditions.stack,
        joined="" if joined in PLACES else joined,  # places join members, not devices
        quota_mib=alternative.quota_mib,
        uses=uses_of(job, alternative),
    )


def uses_of(job: Job, alternative: Alternative) -> tuple[str, ...]:
    """What not every engine supports, in the words of job files."""
    asked = {
        "image": alternative.image is not None,
        "snapshot": job.snapshot is not None,
        "secrets": bool(job.secrets),
        "data": bool(job.data),
        "isolated": job.isolated,
        "terminal": job.terminal_idle_s is not None,
    }
    return tuple(word for word, is_asked in asked.items() if is_asked)


def members_of(job: Job) -> tuple[int, int]:
    """How many members it needs to start, and how many it would take."""
    if job.shape in ("elastic", "service"):
        return job.least, max(job.most, job.members)
    return job.members, job.members


def expand(job: Job) -> list[Job]:
    """An array is as many jobs as it has members; everything else is itself."""
    if job.shape != "array":
        return [job]
    one = replace(job, shape="single", members=1)
    return [replace(one, id=f"{job.id}[{i}]") for i in range(job.members)]
