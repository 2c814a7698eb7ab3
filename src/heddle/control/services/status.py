"""How a service stands, for people: its state, why, and each of its replicas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from heddle.control.services.book import LiveService
from heddle.control.services.controller import Services
from heddle.control.services.replicas import STUCK
from heddle.control.services.traffic import HEALTHY
from heddle.model.record import WAITING

if TYPE_CHECKING:
    from heddle.control.core import Core

#: idle: no requests, so nothing runs; degraded: fewer are healthy than wanted, because some failed;
#: stuck: it needs a person
STATES = ("starting", "running", "idle", "updating", "degraded", "stuck", "deleting")


@dataclass(frozen=True, slots=True)
class ReplicaStanding:
    """One replica: `state` is its job's, or healthy, unhealthy or draining where it runs."""

    job: str
    state: str
    generation: int
    port: int
    in_flight: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A service, as it is now."""

    name: str
    tenant: str
    user: str
    state: str
    why: str  #: it is not as it should be; otherwise empty
    address: str | None  #: None: not known yet
    port: int
    generation: int
    wanted: int
    healthy: int
    least: int
    most: int
    replicas: Sequence[ReplicaStanding]
    in_flight: int
    held: int
    p95_ms: float | None
    requests: Mapping[str, int]  #: since the server was started, by class: 2xx, ...
    seconds: float  #: of all of them together, until the answer began
    made_ms: int
    changed_ms: int
    spec: Mapping[str, Any]


def standing(core: Core, live: LiveService) -> Standing:
    kept, traffic = live.kept, live.traffic
    replicas = [_replica(core, live, number) for number in range(len(kept.replicas))]
    healthy = sum(each.state == HEALTHY for each in replicas)
    state, why = _state(live, replicas, healthy)
    port = traffic.port or kept.port
    return Standing(
        kept.name, kept.tenant, kept.user, state, why,
        f"http://127.0.0.1:{port}" if port else None, port,
        kept.generation, kept.wanted, healthy, kept.least, kept.most, replicas,
        traffic.in_flight, traffic.held, traffic.p95_ms, dict(traffic.codes), traffic.seconds,
        kept.made_ms, kept.changed_ms, kept.spec,
    )  # fmt: skip


def _replica(core: Core, live: LiveService, number: int) -> ReplicaStanding:
    replica = live.kept.replicas[number]
    record = core.live(replica.job)
    if record is None:
        return ReplicaStanding(replica.job, "ended", replica.generation, replica.port)
    seen = live.traffic.targets.get((replica.job, record.attempts))
    state, why = record.state, ""
    if replica.drain_ms is not None:
        state = "draining"
    elif core.part(Services).replicas.healthy(core, live, replica):
        state = HEALTHY
    elif seen is not None:
        state, why = seen.health, seen.why
    elif state == WAITING and (reason := core.reason(replica.job)) is not None:
        why = reason.text
    in_flight = seen.in_flight if seen else 0
    return ReplicaStanding(replica.job, state, replica.generation, replica.port, in_flight, why)


def _state(live: LiveService, replicas: Sequence[ReplicaStanding], healthy: int) -> tuple[str, str]:
    kept = live.kept
    waits = next((f"{each.job} waits: {each.why}" for each in replicas if each.why), "")
    why = kept.failed_why if kept.failures else waits
    if kept.failures and kept.has_fallback:
        why += f". Generation {kept.good} serves instead"
    is_stuck = kept.failures >= STUCK
    stay = [each for each in replicas if each.state != "draining"]
    if kept.deleting:
        return "deleting", ""
    if live.traffic.trouble:
        return "stuck", live.traffic.trouble
    if any(each.generation != kept.generation for each in stay):
        if why == waits != "" and live.service.more and kept.wanted:
            why += ". With `update: {more: 0, less: 1}` an old replica goes first"
        return ("stuck" if is_stuck else "updating"), why
    if kept.wanted == 0:
        return ("stuck" if is_stuck and kept.most else "idle"), why
    if healthy >= kept.wanted:
        return "running", ""
    if is_stuck:
        return "stuck", why
    return ("degraded" if kept.failures else "starting"), why
