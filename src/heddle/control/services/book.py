"""What is kept of a service, and what is known of it while the control plane runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from heddle.control.services.autoscale import Scaler
from heddle.control.services.traffic import Traffic
from heddle.model.job import Job
from heddle.model.service import SERVICE, Service
from heddle.spec.job_text import normal
from heddle.store.base import Event, Thing

KIND = "service"
HEDDLE = "heddle"  #: the actor of changes by Heddle itself


@dataclass(frozen=True, slots=True)
class Replica:
    """One job of a service."""

    job: str
    port: int
    generation: int
    healthy_attempt: int = 0  #: the last attempt that was healthy
    drain_ms: int | None = None  #: since when it is to go


@dataclass(frozen=True, slots=True)
class ServiceRecord:
    """A service as the store keeps it: written together with the jobs that it starts."""

    tenant: str
    name: str
    user: str
    spec: Mapping[str, Any]  #: the job file that was accepted, in its own words
    generation: int
    least: int  #: replicas; a person may have scaled it since
    most: int
    wanted: int
    port: int  #: where people reach it; 0: not known yet
    started: int  #: replicas so far: each has a number
    replicas: tuple[Replica, ...]
    made_ms: int
    changed_ms: int  #: by a person
    deleting: bool = False
    #: The last generation of which as many were healthy as were wanted.
    good: int = 0
    good_spec: Mapping[str, Any] = field(default_factory=dict)
    failures: int = 0  #: of the wanted generation, one after the other
    failed_why: str = ""

    @property
    def has_fallback(self) -> bool:
        """While the wanted generation fails, the last good one serves."""
        return self.good not in (0, self.generation)

    @property
    def key(self) -> str:
        return key_of(self.tenant, self.name)

    def thing(self) -> Thing:
        return Thing(KIND, self.key, asdict(self))

    def event(self, what: str, actor: str, now_ms: int, text: str = "") -> Event:
        detail = {"text": text} if text else {}
        return Event(now_ms, KIND, self.key, what, self.tenant, actor, detail)

    def with_replica(self, changed: Replica) -> ServiceRecord:
        found = (changed if each.job == changed.job else each for each in self.replicas)
        return replace(self, replicas=tuple(found))

    def without(self, job: str) -> ServiceRecord:
        return replace(self, replicas=tuple(each for each in self.replicas if each.job != job))


def key_of(tenant: str, name: str) -> str:
    """Neither has a colon in it."""
    return f"{tenant}:{name}"


def kept_of(value: Mapping[str, Any]) -> ServiceRecord:
    replicas = tuple(Replica(**each) for each in value["replicas"])
    return ServiceRecord(**{**value, "replicas": replicas})


@dataclass(slots=True)
class LiveService:
    """A service, and what a new start would find out again."""

    kept: ServiceRecord
    job: Job
    scaler: Scaler
    last_ms: int  #: time of the last request or change
    traffic: Traffic = field(default_factory=Traffic)
    not_before_ms: int = 0  #: that the next replica is started
    cancelled: set[str] = field(default_factory=set)  #: jobs
    healthy_since: dict[str, int] = field(default_factory=dict)
    unrouted: dict[str, int] = field(default_factory=dict)  #: by job: from which view on

    @property
    def service(self) -> Service:
        assert self.job.service is not None
        return replace(self.job.service, least=self.kept.least, most=self.kept.most)

    def succeeded(self) -> None:
        self.kept = replace(self.kept, failures=0, failed_why="")
        self.not_before_ms = 0


def template(spec: Mapping[str, Any]) -> dict[str, Any]:
    """What every replica is: with another one they must be replaced."""
    return {key: value for key, value in spec.items() if key != "service"}


def service_of(spec: Mapping[str, Any]) -> str:
    """The service that a job is a replica of; empty if it is not a replica."""
    ways = [spec, *(spec.get("alternatives") or ())]
    found = ((way.get("environment") or {}).get(SERVICE, "") for way in ways)
    return str(next(filter(None, found), ""))


def replica_job(job: Job, number: int, port: int) -> tuple[Job, dict[str, Any]]:
    """The job of one replica, and its spec."""
    more = {"PORT": str(port), SERVICE: job.id}
    ways = tuple(
        replace(each, environment={**each.environment, **more}) for each in job.alternatives
    )
    one = replace(job, id=f"{job.id}-{number}", shape="single", service=None, alternatives=ways)
    return one, normal(one)
