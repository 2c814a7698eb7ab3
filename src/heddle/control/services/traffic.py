"""What the part of services and the front that routes to replicas tell each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from heddle.model.service import Service

STARTING, HEALTHY, UNHEALTHY = "starting", "healthy", "unhealthy"  #: of a replica, to the front
Attempt = tuple[str, int]  #: a job, and the number of its attempt


@dataclass(frozen=True, slots=True)
class ReplicaTarget:
    """A replica that runs."""

    job: str
    attempt: int
    port: int
    routed: bool  #: it may get new requests, unless it is not healthy any more
    was_healthy: bool  #: in this attempt
    host: str = "127.0.0.1"

    @property
    def id(self) -> Attempt:
        return self.job, self.attempt


@dataclass(frozen=True, slots=True)
class FrontService:
    """A service as the front must know it."""

    key: str
    name: str
    service: Service
    port: int  #: to listen on; 0: any
    targets: tuple[ReplicaTarget, ...]
    is_open: bool  #: it is not to go
    holds: bool  #: requests may wait for a replica: one is, or will be, started
    why: str = ""  #: none is, and what to do about it


@dataclass(frozen=True, slots=True)
class TrafficView:
    """All services, at one version."""

    version: int
    services: tuple[FrontService, ...]
    ports_used: frozenset[int]


@dataclass(frozen=True, slots=True)
class TargetSeen:
    health: str
    in_flight: int
    why: str = ""  #: it is not healthy


@dataclass(frozen=True, slots=True)
class Traffic:
    """What the front saw of one service; counts are since it was started."""

    in_flight: int = 0
    held: int = 0  #: for want of a replica
    load: float = 0.0  #: both, the mean of the last seconds
    p95_ms: float | None = None
    last_ms: int = 0  #: when a request was last there; 0: never
    port: int = 0  #: on which it listens; 0: on none
    trouble: str = ""  #: why it cannot listen
    codes: Mapping[str, int] = field(default_factory=dict)  #: answers, by class: 2xx, ...
    seconds: float = 0.0  #: all requests together, until the answer began
    targets: Mapping[Attempt, TargetSeen] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TrafficReport:
    """Of the front: `version` is that of the last view that it acts on."""

    version: int
    traffic: Mapping[str, Traffic]
    ports: tuple[int, ...] = ()  #: that are free, for replicas
