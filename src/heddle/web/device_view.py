"""Jobs on a device: the share that each asked for, was given and gets; and preemptions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from heddle.desk.jobs import preemption
from heddle.desk.jobs.preemption import MOVED, PREEMPTED
from heddle.errors import HeddleError
from heddle.model.record import AttemptRecord, JobRecord
from heddle.spec.job_file import parse
from heddle.web.node_view import DeviceLine
from heddle.web.visit import Visit

MOST = 500  #: attempts that are drawn


@dataclass(frozen=True, slots=True)
class Span:
    """A time in which a job had a part of a device."""

    job: str  #: "" if one may not see it
    attempt: AttemptRecord | None
    begin_ms: int
    end_ms: int | None
    given_milli: int
    state: str
    why: str
    record: JobRecord | None = None


@dataclass(frozen=True, slots=True)
class Winner:
    """One preemption; `job` is "" if the reader may not see it."""

    job: str = ""
    priority: int | None = None


def spans(visit: Visit, node: str, device: DeviceLine, from_ms: int, to_ms: int) -> list[Span]:
    """The last to start first. A device may have had another of its names before."""
    store = visit.site.loop.store
    found: dict[str, AttemptRecord] = {}
    for name in {device.name, *device.names}:
        attempts = store.attempts_on(node, name, from_ms, to_ms, limit=MOST)
        found |= {each.id: each for each in attempts}
    jobs = {job: store.job(job) for job in {each.job for each in found.values()}}
    made = [_span(visit, each, jobs[each.job], node, device) for each in found.values()]
    return sorted(made, key=lambda span: -span.begin_ms)[:MOST]


def _span(
    visit: Visit, attempt: AttemptRecord, record: JobRecord | None, node: str, device: DeviceLine
) -> Span:
    names = {device.name, *device.names}
    milli = sum(
        part
        for place in attempt.places
        if place.device_node == node
        for name, part in place.devices
        if name in names
    )
    times = attempt.started_ms, attempt.ended_ms
    if record is None or not visit.who.sees(record.tenant):
        return Span("", None, *times, milli, attempt.state, "")
    return Span(record.id, attempt, *times, milli, attempt.state, attempt.why, record)


def asked_milli(span: Span) -> int | None:
    """The share of each device that the job asked for; None: not visible, or unknown."""
    if span.record is None or span.attempt is None:
        return None
    record = span.record
    try:
        (job,) = parse(json.dumps(dict(record.spec)), is_json=True, tenant=record.tenant)
        asks = job.alternatives[span.attempt.alternative].asks
    except (HeddleError, IndexError, ValueError):
        return None
    return min((ask.share_milli for ask in asks if ask.kind != "cpu"), default=None)


def got_milli(visit: Visit, span: Span, device: DeviceLine) -> int | None:
    """What it really gets, of those that run on this machine now."""
    if span.attempt is None or span.end_ms is not None:
        return None
    return visit.site.got.milli(span.attempt.id, (device.name, *device.names))


def charged_milli(visit: Visit, span: Span, device: DeviceLine) -> int | None:
    """What its share is charged for, likewise."""
    if span.attempt is None or span.end_ms is not None:
        return None
    return visit.site.got.charged_milli(span.attempt.id, (device.name, *device.names))


def winner(visit: Visit, span: Span) -> Winner:
    """For whom it was preempted or moved, as the events say."""
    other = preemption.winner(visit.site.loop.store, span.attempt) if span.attempt else None
    if other is not None and visit.who.sees(other.tenant):
        return Winner(other.id, other.priority)
    return Winner()


def why_text(visit: Visit, span: Span) -> str:
    """Why it did not end by itself; and for whom, if it was for another and the reader may know."""
    if span.why in (PREEMPTED, MOVED) and (other := winner(visit, span)).job:
        return visit.say(f"ended.{span.why}-for", job=other.job)
    key = f"ended.{span.why}"
    return visit.say(key) if visit.knows(key) else span.why


def preemptions(visit: Visit, found: Sequence[Span]) -> list[tuple[Span, Winner]]:
    """Preempted jobs, and for which job each was; newest first."""
    gone = [span for span in found if span.why == PREEMPTED and span.end_ms is not None]
    gone.sort(key=lambda span: -(span.end_ms or 0))
    return [(span, winner(visit, span)) for span in gone]
