"""How the server itself is: store, engine, clock, certificate, nodes and devices. As an answer for
`heddle admin check`, and in Prometheus' text format for alerts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from heddle.api.metrics.exposition import Value, metric
from heddle.cluster.quota import Usage
from heddle.control.core import Core
from heddle.control.counters import BOUNDS, LoopCounters
from heddle.control.nodes.device_health import DeviceHealth
from heddle.control.nodes.node import LATE, LOST, READY
from heddle.control.nodes.register import Register
from heddle.store.base import Size

NODE_STATES = (READY, LATE, LOST)
HEALTH_STATES = ("healthy", "unknown", "degraded", "failed")


@dataclass(frozen=True, slots=True)
class LimitSaid:
    """What the engine can hold jobs to here; where it cannot, the text has the remedy."""

    name: str
    enforced: bool
    text: str


@dataclass(frozen=True, slots=True)
class TenantWait:
    """A tenant with a guarantee: how much of it it has, and how many of its jobs wait."""

    tenant: str
    used_ratio: float  #: the smallest of all that it is guaranteed
    waiting: int


@dataclass(frozen=True, slots=True)
class LoopWaits:
    """Of the loop, at one moment."""

    oldest_ms: int | None  #: when the job was submitted that waits longest, and could be started
    nodes: Mapping[str, int]  #: registered ones, by state
    beat_ms: int | None  #: the oldest last call of those that count as there
    guaranteed: Mapping[str, float]  #: tenants, and how much they have of what is theirs


@dataclass(frozen=True, slots=True)
class Status:
    """What `heddle admin check` asks for."""

    version: str
    now_ms: int
    since_ms: int
    store: str
    store_bytes: int
    store_free_bytes: int | None
    last_write_ms: float
    engine: str
    limits: Sequence[LimitSaid]
    certificate_ends_ms: int | None
    oldest_wait_ms: int | None  #: how long it has waited
    nodes: Mapping[str, int]
    devices: Sequence[DeviceHealth]


def waits(core: Core, now_ms: int) -> LoopWaits:
    """For the thread of the loop."""
    register = core.find_part(Register)
    nodes = Counter(dict.fromkeys(NODE_STATES, 0))
    beats = []
    if register is not None:
        for shown in register.shown(now_ms):
            nodes[shown.state] += 1
            if shown.state in (READY, LATE) and shown.beat_ms is not None:
                beats.append(shown.beat_ms)
    usage = core.pool.cluster.usage
    guaranteed = {} if usage is None else _guaranteed(usage)
    return LoopWaits(core.oldest_wait_ms(), dict(nodes), min(beats, default=None), guaranteed)


def _guaranteed(usage: Usage) -> dict[str, float]:
    found = {}
    for tenant, quota in usage.quotas.tenants.items():
        used = usage.used(tenant)
        parts = [used.get(name, 0) / n for name, n in quota.nominal.items() if n]
        if parts:
            found[tenant] = min(parts)
    return found


def text_of(
    at: LoopWaits,
    tally: LoopCounters,
    size: Size,
    tenants: Sequence[TenantWait],
    devices: Sequence[DeviceHealth],
    certificate_ends_ms: int | None,
    now_ms: int,
) -> str:
    """Pure."""
    lines: list[str] = []
    oldest = 0 if at.oldest_ms is None else max(0, now_ms - at.oldest_ms) / 1000
    beat = 0 if at.beat_ms is None else max(0, now_ms - at.beat_ms) / 1000
    for name, kind, what, values in (
        ("heddle_jobs_submitted_total", "counter", "jobs accepted since the start",
         [({}, tally.submitted)]),
        ("heddle_jobs_ended_total", "counter", "jobs that ended since the start, by state",
         [({"state": state}, n) for state, n in sorted(tally.ended.items())]),
        ("heddle_attempts_lost_total", "counter", "attempts that went away since the start",
         [({}, tally.lost)]),
        ("heddle_tenant_energy_joules_total", "counter",
         "energy that devices drew for attempts that ended since the start, as far as it is known",
         [({"tenant": tenant}, mj / 1000) for tenant, mj in sorted(tally.millijoules.items())]),
        ("heddle_job_oldest_wait_seconds", "gauge",
         "how long the job has waited that waits longest of those that could be started",
         [({}, oldest)]),
        ("heddle_registered_nodes", "gauge", "nodes that registered, by state",
         [({"state": state}, n) for state, n in at.nodes.items()]),
        ("heddle_node_oldest_call_seconds", "gauge",
         "since the last heartbeat of the present node that has been silent longest",
         [({}, beat)]),
        ("heddle_device_health", "gauge", "devices of the server's machine, by verdict",
         _health(devices)),
        ("heddle_tenant_guarantee_used_ratio", "gauge",
         "how much a tenant has of what its quota guarantees",
         [({"tenant": each.tenant}, each.used_ratio) for each in tenants]),
        ("heddle_tenant_jobs_waiting", "gauge", "jobs that wait, of tenants with a guarantee",
         [({"tenant": each.tenant}, each.waiting) for each in tenants]),
        ("heddle_store_bytes", "gauge", "what the store takes", [({}, size.bytes)]),
        ("heddle_store_free_bytes", "gauge", "free space where the store is, if known",
         [] if size.free is None else [({}, size.free)]),
        ("heddle_certificate_end_time_seconds", "gauge",
         "when the certificate ends, since 1970; none without TLS",
         [] if certificate_ends_ms is None else [({}, certificate_ends_ms / 1000)]),
    ):  # fmt: skip
        lines += metric(name, kind, what, values)
    lines += _writes(tally)
    return "\n".join(lines) + "\n"


def _health(devices: Sequence[DeviceHealth]) -> Iterator[Value]:
    found = Counter(each.state for each in devices)
    for state in HEALTH_STATES:
        yield {"state": state}, found[state]


def _writes(tally: LoopCounters) -> Iterator[str]:
    name = "heddle_store_write_seconds"
    yield f"# HELP {name} time of a durable write of the store"
    yield f"# TYPE {name} histogram"
    times = list(tally.times)
    ends = [f"{bound:g}" for bound in BOUNDS] + ["+Inf"]
    for end, count in zip(ends, accumulate(times), strict=True):
        yield f'{name}_bucket{{le="{end}"}} {count}'
    yield f"{name}_sum {tally.seconds:.6f}"
    yield f"{name}_count {sum(times)}"
