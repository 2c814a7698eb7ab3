"""How many replicas a service wants: a pure function of its load and of what it wanted before.

More at once, fewer only after a while: the most that was needed in that time decides, so a load
that comes and goes does not make replicas come and go.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from heddle.model.service import Service

CALM_MS = 30_000  #: fewer must be enough for this time
SETTLE_MS = 15_000  #: until more replicas can be seen in the latency
CALM_PART = 0.5  #: of the latency that is allowed: below it one replica less is tried


@dataclass(frozen=True, slots=True)
class ServiceLoad:
    """What was seen lately."""

    requests: float = 0.0  #: in flight or held, the mean of the last seconds
    p95_ms: float | None = None  #: None: there was no request
    last_ms: int = 0  #: when a request was last there; now, if one is


@dataclass(frozen=True, slots=True)
class Scaler:
    """What is wanted, and what the wish for fewer has come to."""

    wanted: int
    since_ms: int = 0  #: when that was last changed
    fewer: int = 0  #: the most that was needed since
    fewer_since_ms: int | None = None


def step(service: Service, scaler: Scaler, load: ServiceLoad, now_ms: int) -> Scaler:
    """What is wanted now."""
    before = scaler.wanted
    if service.is_fixed:
        return _now(scaler, service.least, now_ms)
    if now_ms - load.last_ms >= service.idle_ms:
        return _now(scaler, service.least, now_ms)
    least = max(service.least, 1)
    needed = min(max(_needed(service, scaler, load, now_ms), least), service.most)
    if needed > before:
        return _now(scaler, needed, now_ms)
    if before > service.most:
        return _now(scaler, service.most, now_ms)
    if needed == before:
        return replace(scaler, fewer_since_ms=None)
    if scaler.fewer_since_ms is None:
        return replace(scaler, fewer=needed, fewer_since_ms=now_ms)
    fewer = max(scaler.fewer, needed)
    if now_ms - scaler.fewer_since_ms >= min(CALM_MS, service.idle_ms):
        return _now(scaler, fewer, now_ms)
    return replace(scaler, fewer=fewer)


def _now(scaler: Scaler, wanted: int, now_ms: int) -> Scaler:
    if wanted == scaler.wanted:
        return replace(scaler, fewer_since_ms=None)
    return Scaler(wanted, now_ms)


def _needed(service: Service, scaler: Scaler, load: ServiceLoad, now_ms: int) -> int:
    if service.requests is not None:
        return math.ceil(load.requests / service.requests)
    if service.latency_ms is None or load.p95_ms is None:
        return 0
    if load.p95_ms > service.latency_ms:
        if now_ms - scaler.since_ms < SETTLE_MS:
            return scaler.wanted
        beyond = min(load.p95_ms / service.latency_ms - 1, 1.0)  # at most twice as many
        return scaler.wanted + math.ceil(scaler.wanted * beyond)
    if load.p95_ms < CALM_PART * service.latency_ms:
        return scaler.wanted - 1
    return scaler.wanted
