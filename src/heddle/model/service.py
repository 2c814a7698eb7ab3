"""A service: replicas of one command behind one port, as many as there is work for."""

from __future__ import annotations

from dataclasses import dataclass

SERVICE = "HEDDLE_SERVICE"  #: a variable of every replica: the name of its service


@dataclass(frozen=True, slots=True)
class HealthCheck:
    """How it is seen that a replica can take requests."""

    path: str | None = None  #: answers 2xx or 3xx; None: it is enough that it accepts connections
    every_ms: int = 5_000
    within_ms: int = 2_000  #: a later answer counts as none
    start_ms: int = 60_000  #: that a replica has until its first answer
    failures: int = 3  #: one after the other, until a replica is replaced


@dataclass(frozen=True, slots=True)
class Service:
    """What is asked of it beside what each replica runs and needs."""

    port: int = 0  #: where people reach it; 0: any that is free
    least: int = 1  #: replicas
    most: int = 1
    requests: int | None = None  #: in flight for each replica: more need more replicas
    latency_ms: int | None = None  #: of 95 in 100 requests, until the answer begins; likewise
    idle_ms: int = 300_000  #: scale down to the least after this time without requests
    health: HealthCheck = HealthCheck()
    more: int = 1  #: replicas than wanted, while it is updated
    less: int = 0
    drain_ms: int = 30_000  #: for requests under way at a replica that is to go

    @property
    def is_fixed(self) -> bool:
        return self.least == self.most
