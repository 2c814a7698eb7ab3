"""What a cluster is doing: its nodes, the jobs that run, and what tenants have used."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from heddle.cluster import choosing
from heddle.cluster.expected import Expected
from heddle.cluster.lending.lenders import REMOTE, trip_text
from heddle.cluster.nodes import Nodes
from heddle.cluster.placer import Placer
from heddle.cluster.placing.base import allows
from heddle.cluster.quota import Amounts, Quotas, Usage
from heddle.cluster.shapes import Placement, Shape, Term
from heddle.cluster.whatif import trial
from heddle.model.job import WHOLE, Alternative, Conditions, DataAsk, Job
from heddle.model.reason import Reason
from heddle.model.record import Place
from heddle.model.site import PLACES

ByModel = Callable[[str], int]  #: a figure of one device, by its model
FigureOf = Callable[[str], int | None]  #: likewise, where it is known; also of a core
CORES = "cpu"
#: The measured speed of an alternative of a job in thousandths of its first one's, if there is one.
Rate = Callable[[Job, int], int | None]


@dataclass(frozen=True, slots=True)
class Loan:
    """Why a program has a device of another node."""

    round_trip_us: float
    slower_milli: int  #: how long its runs are expected to take, in thousandths of those without it
    is_learned: bool  #: from its runs; otherwise it follows from the distance
    why: str  #: why it has none of its own


@dataclass(frozen=True, slots=True)
class Running:
    """A job that runs."""

    job: Job
    alternative: int  #: which of the job's
    placements: tuple[Placement, ...]  #: one for each member
    started_s: int
    ends_s: int | None = None  #: as far as it says
    ran_s: int = 0  #: before it started, as far as that counts (heddle.cluster.bands)
    moved_s: int = 0  #: when it was last given other devices, if it was
    #: Of a job whose devices are lent: where its programs run, one for each member.
    hosts: tuple[Placement, ...] = ()
    loan: Loan | None = None

    @property
    def members(self) -> int:
        return len(self.placements)

    @property
    def everything(self) -> tuple[Placement, ...]:
        """That it has, on all nodes."""
        return (*self.placements, *self.hosts)

    @property
    def shape(self) -> Shape:
        return self.placements[0].shape

    @property
    def since_s(self) -> int:
        """When it was given the devices that it has."""
        return max(self.started_s, self.moved_s)


@dataclass(slots=True)
class Cluster:
    """The state that a cycle decides on, and changes: what it starts counts as started."""

    placer: Placer
    capacity: Nodes  #: the same nodes, empty; what is booked is not free there either
    usage: Usage | None = None  #: what tenants use of their quotas; None: there are no quotas
    worth: ByModel = lambda model: WHOLE  #: compute units, in thousandths of the reference
    #: For an hour, in thousandths of the currency, and at full load; None: unknown.
    price: FigureOf = lambda model: None
    watts: FigureOf = lambda model: None
    expected: Expected | None = None  #: what the placing policy learns from; None: it knows all
    running: dict[str, Running] = field(default_factory=dict)
    #: When running jobs end as far as they say, the first first.
    ends: list[tuple[int, str]] = field(default_factory=list)
    #: Of running jobs that can be preempted: often shows at once that there is no victim.
    priorities: Counter[int] = field(default_factory=Counter)
    elastic: dict[str, None] = field(default_factory=dict)  #: running jobs that can be resized
    resuming: dict[str, None] = field(default_factory=dict)  #: and that may give way to others
    #: And that have alternatives, the fastest first.
    choosy: dict[str, None] = field(default_factory=dict)
    matched_s: int | None = None  #: when those were last matched to devices
    freed: bool = False  #: since then something was
    _demands: dict[str, Amounts] = field(default_factory=dict)  # of what runs
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

    def least(self, shape: Shape, figure: FigureOf) -> int | None:
        """The least that one member comes to, in what `figure` counts: its devices, or its cores if
        it has none. None: of some nothing is known."""
        total = 0
        for term in shape.terms:
            classes = (each for each in self.capacity.classes if allows(each, term, shape.level))
            known = [found for each in classes if (found := figure(each.model)) is not None]
            if not known:
                return None
            total += min(known) * term.milli
        if not shape.terms:
            core = figure(CORES)
            return None if core is None else core * shape.cpu_milli // WHOLE
        return total // WHOLE

    def learn(self) -> None:
        """Places as is best for what was asked for so far."""
        if self.expected is not None and self.expected.is_due:
            self.placer.adopt(self.expected.policy(self.capacity))

    def start(self, running: Running) -> None:
        for placement in running.everything:
            self.placer.take(placement)
        self.note(running)

    def note(self, running: Running, demand: Amounts | None = None) -> None:
        """It runs, and its placements are already taken; that they are so much may be known."""
        job = running.job
        self._demands[job.id] = demand = demand or self.demand(running.placements)
        self.tenants.start(job.tenant, demand)
        self.running[job.id] = running
        if running.ends_s is not None:
            insort(self.ends, (running.ends_s, job.id))
        if job.preemptible:
            self.priorities[job.priority] += 1
        if job.resumes and job.preemptible:
            self.resuming[job.id] = None
            if (
                len(job.alternatives) > 1
                and not running.hosts
                and job.prefer in ("", choosing.DEFAULT)
            ):
                self.choosy[job.id] = None
        if job.shape == "elastic" and job.resumes:
            self.elastic[job.id] = None

    def end(self, job_id: str) -> Running:
        running = self.lift(job_id)
        self.freed = True
        if self.expected is not None:
            self.expected.leave()
        return running

    def lift(self, job_id: str) -> Running:
        """Takes it off its devices, to put it on others, or back."""
        running = self._forget(job_id)
        for placement in running.everything:
            self.placer.give_back(placement)
        return running

    def change(self, running: Running) -> None:
        """It runs with other placements; what differs is already taken or given back."""
        self._forget(running.job.id)
        self.note(running)

    def _forget(self, job_id: str) -> Running:
        running = self.running.pop(job_id)
        job = running.job
        self.tenants.end(job.tenant, self._demands.pop(job_id))
        if running.ends_s is not None:
            del self.ends[bisect_left(self.ends, (running.ends_s, job_id))]
        if job.preemptible:
            self.priorities[job.priority] -= 1
        self.elastic.pop(job_id, None)
        self.resuming.pop(job_id, None)
        self.choosy.pop(job_id, None)
        return running

    def lowest_priority(self) -> int | None:
        """Of what runs and can be preempted."""
        return min((each for each, count in self.priorities.items() if count), default=None)

    def demand(self, placements: Iterable[Placement]) -> dict[str, int]:
        """In units, and in thousandths of devices by kind."""
        found = {"units": 0}
        classes = self.nodes.classes
        for placement in placements:
            row = self.nodes.device_class[placement.node].tolist()
            for slot, milli in placement.devices:
                device = classes[row[slot]]
                found["units"] += self.worth(device.model) * milli // WHOLE
                found[device.kind] = found.get(device.kind, 0) + milli
        return found


def with_what(running: Running, place: Place) -> str:
    """Which device of another node its first member has, and why; empty if it has none."""
    loan = running.loan
    if loan is None:
        return ""
    more = max(0, loan.slower_milli - WHOLE) / 10
    known = "as its runs have shown" if loan.is_learned else "as the distance lets expect"
    why = f"; none of its own: {loan.why}" if loan.why else ""
    return (
        f"{place.devices[0][0]} of {place.lender}, {trip_text(loan.round_trip_us)} away, "
        f"{more:.0f} % slower {known}{why}"
    )


def placements_of(
    job: Job, way: Alternative, places: Sequence[Place]
) -> tuple[tuple[Placement, ...], tuple[Placement, ...]]:
    """What the members at these places have, and, if their devices are lent, where their programs
    are; the nodes and devices are still to be found."""
    shape = shape_of(job, way)
    own = tuple(Placement(0, (), each.cpu_milli, each.memory_mib, shape) for each in places)
    lent = lent_shape_of(job, way) if places[0].lender else None
    if lent is None or lent.host is None:
        return own, ()
    return tuple(Placement(0, (), 0, 0, lent) for _ in own), tuple(
        replace(each, shape=lent.host) for each in own
    )


def speed_of(job: Job, alternative: int, rate: Rate) -> int:
    """As measured, or else as declared."""
    declared = job.alternatives[alternative].rate_milli or WHOLE
    if len(job.alternatives) == 1:  # there is nothing that it could be faster than
        return declared
    return rate(job, alternative) or declared


def end_of(
    job: Job, alternative: int, members: int, started_s: int, rate: Rate, loan: Loan | None = None
) -> int | None:
    """When a job that starts then will end, if it says how long it takes."""
    if job.expected_s is None:
        return None
    speed = speed_of(job, alternative, rate) * members
    takes_s = job.expected_s * WHOLE * max(job.members, 1) // speed
    return started_s + (takes_s if loan is None else takes_s * loan.slower_milli // WHOLE)


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
        conditions=_elsewhere(job),
        nodes=job.conditions.nodes,
        node=alternative.node,
    )


def lent_shape_of(job: Job, alternative: Alternative) -> Shape | None:
    """The same with a device that another node lends: what is asked of that, and of the node that
    runs the program. None: the job does not allow it, or needs none."""
    shape = shape_of(job, alternative)
    if not job.remote or not shape.terms:
        return None
    program = replace(shape, terms=(), level=0, stack=(), quota_mib=0, uses=(*shape.uses, REMOTE))
    return Shape(
        terms=shape.terms,
        level=shape.level,
        sites=shape.sites,
        stack=shape.stack,
        quota_mib=shape.quota_mib,
        conditions=_of_device(job),
        host=program,
    )


def _of_device(job: Job) -> Conditions | None:
    """What it costs and draws is the device's, wherever the program is; and the data of the job is
    in its memory, but comes from the program."""
    if (said := _elsewhere(job)) is None:
        return None
    data = tuple(DataAsk(each.name, ()) for each in said.data)
    return Conditions(data=data, price_milli=said.price_milli, watts=said.watts)


def _elsewhere(job: Job) -> Conditions | None:
    """Those that need more than the node to be known: data, network, price and power. Data that is
    copied to the node is there as well: it may have to stay somewhere."""
    said = job.conditions
    if not (said.data or job.data or said.price_milli or said.watts):
        return None  # what is asked of the network is asked of the way to the data
    named = {each.name for each in said.data}
    copied = [name for each in job.data if (name := each.partition("@")[0]) not in named]
    data = (*said.data, *(DataAsk(name, ()) for name in dict.fromkeys(copied)))
    return replace(said, level=0, stack=(), joined=None, sites=(), nodes=(), data=data)


def uses_of(job: Job, alternative: Alternative) -> tuple[str, ...]:
    """What not every engine supports, in the words of job files."""
    asked = {
        "image": alternative.image is not None,
        "snapshot": job.snapshot is not None,
        "secrets": bool(job.secrets),
        "data": bool(job.data),
        "isolated": job.isolated,
        "terminal": job.terminal_idle_s is not None,
        "input": job.takes_input,
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
