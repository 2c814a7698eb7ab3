"""What is answered, as data; FastAPI makes JSON and the OpenAPI document of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter

from heddle.cluster.explain import Explained
from heddle.control.services.status import Standing
from heddle.model.reason import Reason
from heddle.model.record import AttemptRecord, JobRecord, Place
from heddle.store.base import Event


@dataclass(frozen=True, slots=True)
class WhyWaits:
    """The key reason of a job that waits."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class JobAnswer(JobRecord):
    """A job, why it waits if it does, and where it runs if it does."""

    why: WhyWaits | None = None
    places: Sequence[Place] = ()  #: of the attempt that is alive, one for each member


@dataclass(frozen=True, slots=True)
class WholeJob(JobRecord):
    """A job with its attempts instead of their number."""

    attempts: Sequence[AttemptRecord] = ()  # type: ignore[assignment]
    why: WhyWaits | None = None
    places: Sequence[Place] = ()  #: as of `JobAnswer`; of an array, of all its members


@dataclass(frozen=True, slots=True)
class Accepted:
    """The jobs of a submission, of an array all its members; and its services."""

    jobs: Sequence[JobAnswer]
    services: Sequence[Standing] = ()


@dataclass(frozen=True, slots=True)
class JobPage:
    """The newest first."""

    jobs: Sequence[JobAnswer]
    next: str | None  #: `before` of the next page; None: this is the last
    counts: Mapping[str, int]  #: by state, of all that the filter finds but for its states


@dataclass(frozen=True, slots=True)
class EventPage:
    """The first first."""

    events: Sequence[Event]
    last: int  #: `after` of the next page


@dataclass(frozen=True, slots=True)
class CandidateAnswer:
    """An alternative that was tried: how many nodes refused it, by reason."""

    alternative: int
    refusals: Mapping[str, int]
    quota: WhyWaits | None = None
    examples: Mapping[str, str] = field(default_factory=dict)  #: what one node says, by reason
    lent: bool = False  #: with a device of another node
    unlent: WhyWaits | None = None  #: why not, although there is one


@dataclass(frozen=True, slots=True)
class NodeAnswer:
    """What one node says to one alternative; no reason: it would fit."""

    node: str
    alternative: int
    why: WhyWaits | None


@dataclass(frozen=True, slots=True)
class PlaceAnswer:
    """Why a member runs where it does, as it would be chosen now."""

    node: str
    alternative: int
    score: float | None
    fitting: int  #: nodes on which it would fit
    runner_up: str | None
    runner_up_score: float | None


@dataclass(frozen=True, slots=True)
class HolderAnswer:
    """A job that has what another waits for. Of tenants that the caller does not see, only its id
    and what it has."""

    job: str
    name: str
    tenant: str
    user: str
    places: Sequence[Place]
    ends_ms: int | None  #: as far as it says


@dataclass(frozen=True, slots=True)
class SpeedAnswer:
    """How fast an alternative is, in thousandths of the first one's, as runs have shown."""

    alternative: int
    rate_milli: int | None  #: by which it is chosen; None: as declared
    measured_milli: int | None
    declared_milli: int | None
    runs: int  #: that count
    devices: str  #: on which they were
    base: int  #: the alternative that it was compared with
    base_runs: int
    base_devices: str
    text: str


@dataclass(frozen=True, slots=True)
class ExplainAnswer:
    """Why a job waits, runs where it does, or ended."""

    job: str
    state: str
    text: str
    why: WhyWaits | None = None
    candidates: Sequence[CandidateAnswer] = ()
    would_start: Sequence[str] = ()  #: what would let it start, the least change first
    starts_ms: int | None = None  #: when it is expected to start
    in_front: int | None = None  #: jobs whose turn is before its own; none: over 1000, or no turn
    holders: Sequence[HolderAnswer] = ()  #: jobs that hold what it needs, the largest first
    more_holders: int = 0  #: that are not named
    kept_for: Sequence[str] = ()  #: jobs for which its resources are reserved
    remedies: Sequence[str] = ()  #: what to do, of a job that failed
    nodes: Sequence[NodeAnswer] = ()
    places: Sequence[PlaceAnswer] = ()
    attempts: Sequence[AttemptRecord] = ()
    equipped: Sequence[str] = ()  #: with what, in words
    speeds: Sequence[SpeedAnswer] = ()  #: of its alternatives, if it has several
    lent: str = ""  #: of one that has a device of another node: which, how far, and why


@dataclass(frozen=True, slots=True)
class Health:
    status: str
    version: str
    since_ms: int


_values = attrgetter(*(part.name for part in fields(JobRecord)))
_before = [part.name for part in fields(JobRecord)].index("attempts")


def of_reason(reason: Reason | None) -> WhyWaits | None:
    return None if reason is None else WhyWaits(reason.code, reason.text)


def of_job(
    record: JobRecord, reason: Reason | None = None, places: Sequence[Place] = ()
) -> JobAnswer:
    return JobAnswer(*[*_values(record), of_reason(reason), places])


def whole(
    record: JobRecord,
    attempts: Sequence[AttemptRecord],
    reason: Reason | None,
    places: Sequence[Place],
) -> WholeJob:
    values = list(_values(record))
    values[_before] = attempts
    return WholeJob(*[*values, of_reason(reason), places])


def explained(record: JobRecord, found: Explained, detail: int) -> ExplainAnswer:
    """Of a job that waits: the key reason; then what each alternative met with; then each node."""
    answer = ExplainAnswer(record.id, record.state, found.reason.text, of_reason(found.reason))
    if detail == 0:
        return answer
    return ExplainAnswer(
        answer.job,
        answer.state,
        answer.text,
        answer.why,
        [
            CandidateAnswer(
                each.alternative,
                dict(each.refusals),
                of_reason(each.quota),
                {code: reason.text for code, reason in said.items()},
                each.is_lent,
                of_reason(each.unlent),
            )
            for each, said in zip(found.candidates, found.examples, strict=True)
        ],
        found.would_start,
        None if found.starts_s is None else 1000 * found.starts_s,
        nodes=[NodeAnswer(n.node, n.alternative, of_reason(n.reason)) for n in found.nodes],
        in_front=found.in_front,
    )
