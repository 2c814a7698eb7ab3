"""The page of an array: how its members stand, and each of them, 50 at a time."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from heddle.desk.errors import MissingError
from heddle.desk.jobs.arrays import as_one
from heddle.model.record import FINAL, HELD, JOB_STATES, WAITING
from heddle.store.base import JobFilter
from heddle.web.array_view import in_order, page
from heddle.web.job_view import spec_text
from heddle.web.live import Told
from heddle.web.visit import Visit

PAGE = 50
FIRST = 1000  #: members of which the times of the whole are taken


def is_one(visit: Visit) -> bool:
    """Whether the page is that of an array that the reader may see. Its members are of one tenant.

    :raises MissingError: if it is one, but not the reader's to see
    """
    job_id = visit.path("id")
    found = visit.site.loop.store.jobs(JobFilter(array=job_id), limit=1)
    if found and not visit.who.sees(found[0].tenant):
        raise MissingError(visit.say("error.job", job=job_id))
    return bool(found)


def show(visit: Visit) -> Response:
    return visit.page("array.html", **_values(visit))


def live(visit: Visit) -> Response:
    def render() -> Told:
        values = _values(visit)
        yield "array", visit.fill("parts/array.html", **values)
        state = visit.say(f"state.{values['job'].state}")
        yield "said", visit.say("job.said", job=values["job"].id, state=state)

    return visit.follow(render)


def _values(visit: Visit) -> dict[str, Any]:
    from heddle.web.pages.jobs import texts_of

    store, job_id = visit.site.loop.store, visit.path("id")
    counts = store.count_jobs(JobFilter(array=job_id))
    first = store.jobs(JobFilter(array=job_id), limit=FIRST)
    states = [s for s in visit.request.query_params.getlist("state") if s in JOB_STATES]
    before = visit.query("before") or None
    which = JobFilter(tuple(states) or None, array=job_id)
    lines, more = page(store, which, before, PAGE)
    records = [line.record for line in lines]
    reasons = texts_of(visit, records)
    given = [("state", state) for state in states]
    return {
        "job": as_one(first, counts),
        "spec": spec_text(first[0].spec, first[0].tenant),
        "counts": in_order(counts),
        "total": sum(counts.values()),
        "jobs": [(record, reasons[record.id]) for record in records],
        "states": states,
        "is_open": any(counts.get(state) for state in JOB_STATES if state not in FINAL),
        "can_hold": bool(counts.get(WAITING)),
        "can_release": bool(counts.get(HELD)),
        "before": before,
        "older": more and urlencode([*given, ("before", more)]),
        "live": urlencode([*given, *([("before", before)] if before else [])]),
    }
