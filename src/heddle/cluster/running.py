"""What a cluster is doing: its nodes, the jobs that run, and what tenants have used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from heddle.cluster.nodes import Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.quota import Quotas, Usage
from heddle.cluster.shapes import Placement, Shape, Term
from heddle.model.job import Alternative, Job


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


@dataclass(slots=True)
class Cluster:
    """The state that a cycle decides on, and changes: what it starts counts as started."""

    placer: Placer
    capacity: Nodes  #: the same nodes, empty
    empty: Placer = field(init=False)  #: on those, for what could run if nothing else did
    usage: Usage | None = None  #: what tenants use of what they may; None: nobody has quotas
    #: Compute units of one device of a model, in thousandths of the reference.
    worth: Callable[[str], int] = lambda model: 1000
    running: dict[str, Running] = field(default_factory=dict)
    _known: dict[str, tuple[Job, tuple[Shape, ...], int]] = field(default_factory=dict)
    _keys: dict[object, int] = field(default_factory=dict)
    _never: dict[tuple[Shape, int], str] = field(default_factory=dict)

    def known(self, job: Job) -> tuple[tuple[Shape, ...], int]:
        """The shapes of a job, and the number of its class: jobs that share their fate."""
        found = self._known.get(job.id)
        if found is None or found[0] is not job:
            shapes = tuple(shape_of(job, alternative) for alternative in job.alternatives)
            key = (job.tenant, job.priority, shapes, *members_of(job), job.conditions)
            number = self._keys.setdefault(key, len(self._keys))
            found = self._known[job.id] = (job, shapes, number)
        return found[1:]

    def never(self, shape: Shape, least: int, why: Callable[[Cluster, Shape, int], str]) -> str:
        """Why it could not run even here alone; that does not change."""
        if (shape, least) not in self._never:
            self._never[shape, least] = why(self, shape, least)
        return self._never[shape, least]

    def __post_init__(self) -> None:
        if self.usage is None:
            self.usage = Usage(Quotas(self.capacity_amounts()))
        self.empty = Placer(self.capacity.copy(), self.placer.policy)

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
            found[device.kind] = found.get(device.kind, 0) + 1000 * count
        return found

    def demand_of(self, shape: Shape, members: int) -> dict[str, int]:
        """What so many members would use, of the cheapest devices that will do."""
        found = {"units": 0}
        for term in shape.terms:
            fitting = [
                device
                for device in self.capacity.classes
                if (not term.kinds or device.kind in term.kinds)
                and (not term.models or device.model in term.models)
            ]
            if not fitting:
                continue
            device = min(fitting, key=lambda each: (self.worth(each.model), each.model))
            milli = term.milli * members
            found["units"] += self.worth(device.model) * milli // 1000
            found[device.kind] = found.get(device.kind, 0) + milli
        return found

    def start(self, running: Running) -> None:
        for placement in running.placements:
            self.placer.take(placement)
        self.note(running)

    def note(self, running: Running) -> None:
        """It runs, and its placements are already taken."""
        self.tenants.start(running.job.tenant, self.demand(running.placements))
        self.running[running.job.id] = running

    def end(self, job_id: str) -> Running:
        running = self.running.pop(job_id)
        self._known.pop(job_id, None)
        for placement in running.placements:
            self.placer.give_back(placement)
        self.tenants.end(running.job.tenant, self.demand(running.placements))
        return running

    def demand(self, placements: Iterable[Placement]) -> dict[str, int]:
        """In units, and in thousandths of devices by kind."""
        found = {"units": 0}
        for placement in placements:
            for slot, milli in placement.devices:
                device = self.nodes.classes[int(self.nodes.device_class[placement.node, slot])]
                found["units"] += self.worth(device.model) * milli // 1000
                found[device.kind] = found.get(device.kind, 0) + milli
        return found


def shape_of(job: Job, alternative: Alternative) -> Shape:
    """What one member of the job asks of a node; cores that are asked as devices count as cores."""
    cores = sum(ask.count for ask in alternative.asks if ask.kind == "cpu")
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
                memory_mib=ask.memory_mib,
            )
            for ask in alternative.asks
            if ask.kind != "cpu"
        ),
        level=job.conditions.level,
        sites=sites,
        stack=job.conditions.stack,
    )


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
